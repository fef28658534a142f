"""What `make` does: prepares a virtual environment from exact pins, sees to Pango, and runs sheetgen or the tests.

Only the standard library, so that any Python can start it. Once a step is done it is not done again until
the pins change, so that everything works without a network from then on.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
NODE = ROOT / ".ci" / "node"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")
OLDEST = (3, 11)

PINS = {"run": "requirements.txt", "test": "requirements-test.txt"}
"""The file of pins that an environment needs to run sheetgen, and to run and test it."""

LIBRARIES = {
    "gobject": ("libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0.dll"),
    "pango": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    "harfbuzz": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
    "harfbuzz-subset": ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
    "fontconfig": ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll"),
    "pangoft2": ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
}
"""What WeasyPrint loads, by the names on Linux, macOS and Windows."""

PANGO_PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
PANGO_LINES = f"""\
    Debian, Ubuntu   sudo apt-get install {" ".join(PANGO_PACKAGES)}
    Fedora           sudo dnf install pango harfbuzz
    Arch             sudo pacman -S pango
    macOS            brew install pango
    Windows          pacman -S mingw-w64-ucrt-x86_64-pango     (in the shell of MSYS2, https://www.msys2.org)"""

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
"""How many this process may use."""

ON_ALL_CORES = (f"--numprocesses={CORES + 1}", "--dist=loadfile", "--no-loadscope-reorder")
"""How pytest shares out its work: a file of tests, with what it builds once, goes to one process. There is one more
than cores, as each waits now and then: for its browser, or for the engines that print."""

SHARED_MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory."""
ROOM = 3 << 30
"""Bytes that must be free there for the files of tests, which take less than one gigabyte."""

MADE = (".venv", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".sheetgen", "build", "dist")
"""Folders that a run of make or of a tool leaves."""

HOMEBREW = ("/opt/homebrew/lib", "/usr/local/lib")
MSYS2 = ("C:\\msys64\\ucrt64\\bin", "C:\\msys64\\mingw64\\bin")


def main(arguments: list[str]) -> int:
    """Do what one target of the Makefile says; answers with the exit status."""
    if sys.version_info < OLDEST:
        return _fail(
            f"sheetgen needs Python {OLDEST[0]}.{OLDEST[1]} or newer, and this is {sys.version.split()[0]}.",
            "Install one, and name it if it is not found by itself: make site PYTHON=python3.12",
        )
    target, rest = (arguments or ["site"])[0], arguments[1:]
    if target not in TARGETS:
        return _fail(f"make.py knows {', '.join(TARGETS)}; not `{target}`.")
    try:
        return TARGETS[target](rest)
    except subprocess.CalledProcessError as error:
        return _fail(f"This command failed with status {error.returncode}:", f"    {' '.join(map(str, error.cmd))}")
    except KeyboardInterrupt:
        return 130


def site(rest: list[str]) -> int:
    """Build the site of this repository, with its PDFs where the machine can make them."""
    prepare("run")
    printing = pango()
    if not printing:
        _say("PDFs need the library Pango, which is not on this machine. To have them, run the line for your system,")
        _say(f"then `make site` again:\n{PANGO_LINES}\nUntil then the site is built without its PDFs.\n")
    return _run(BIN / "sheetgen", "build", *([] if printing else ["--no-pdf"]), *rest)


def test(rest: list[str]) -> int:
    """Run the tests, all or those that are named."""
    prepare("test")
    if not pango():
        _say("Pango is not on this machine: tests that make PDFs cannot pass without it.")
        _say(f"Install it with the line for your system:\n{PANGO_LINES}\n")
    with _files_in_memory() as variables:
        return _run(PYTHON, "-m", "pytest", *ON_ALL_CORES, "--durations=10", *rest, **variables)


def check(rest: list[str]) -> int:
    """Look for mistakes in the code without running it."""
    prepare("test")
    commands = [["-m", "ruff", "check", "."], ["-m", "ruff", "format", "--check", "."], ["-m", "mypy"]]
    with ThreadPoolExecutor() as pool:
        assets = pool.submit(_check_assets)
        return max(*(_run(PYTHON, *command) for command in commands), assets.result())


def _check_assets() -> int:
    """Look for mistakes in stylesheets and scripts, where the programs of Node for that are installed."""
    if not (NODE / "node_modules").is_dir():
        _say("Stylesheets and scripts were not checked. What that needs: npm install --prefix .ci/node")
        return 0
    programs = NODE / "node_modules" / ".bin"
    biome = [programs / "biome", "ci", f"--config-path={NODE}", "templates/assets", "templates/blocks", "tests"]
    return max(_run(*biome), _run(programs / "tsc", "--project", NODE))


def layout(rest: list[str]) -> int:
    """Lay out Python, stylesheets and scripts as `check` wants them."""
    prepare("test")
    _must(PYTHON, "-m", "ruff", "check", "--fix-only", ".")
    _must(PYTHON, "-m", "ruff", "format", ".")
    if not (NODE / "node_modules").is_dir():
        _say("Stylesheets and scripts were left as they are. What that needs: npm install --prefix .ci/node")
        return 0
    biome = NODE / "node_modules" / ".bin" / "biome"
    return _run(biome, "check", "--write", f"--config-path={NODE}", "templates/assets", "templates/blocks", "tests")


def bench(rest: list[str]) -> int:
    """Measure sheetgen beside other programs, and write the page of the guide about it."""
    prepare("test")
    pango()
    return _run(PYTHON, "tests/bench/run.py", *rest)


def clean(rest: list[str]) -> int:
    """Remove what was built and installed here: in `site`, what its manifest lists and nothing else."""
    built = ROOT / "site"
    manifest = built / ".sheetgen-manifest.json"
    if manifest.is_file():
        for path in json.loads(manifest.read_text("utf-8"))["files"]:
            if ".." not in Path(path).parts:
                (built / path).unlink(missing_ok=True)
        manifest.unlink()
        for folder in sorted((path for path in built.rglob("*") if path.is_dir()), reverse=True):
            if not any(folder.iterdir()):
                folder.rmdir()
    caches = [path for part in ("sheetgen", "tests") for path in (ROOT / part).rglob("__pycache__")]
    for folder in (*caches, *(ROOT / name for name in MADE)):
        shutil.rmtree(folder, ignore_errors=True)
    return 0


TARGETS = {"site": site, "test": test, "check": check, "format": layout, "bench": bench, "clean": clean}


def prepare(purpose: str) -> None:
    """Make the virtual environment and install the pins of a purpose, unless that was done before."""
    stamp, wanted = VENV / f"ready-to-{purpose}", _fingerprint(purpose)
    if PYTHON.exists() and stamp.is_file() and stamp.read_text() == wanted:
        return
    if not _usable():
        _make_venv()
    _say(f"Installing what sheetgen needs to {purpose}, exactly as pinned ...")
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
    _must(*pip, "--require-hashes", "--requirement", ROOT / PINS[purpose])
    _must(*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT)
    stamp.write_text(wanted)
    if purpose == "test":  # its pins have all that running needs
        (VENV / "ready-to-run").write_text(_fingerprint("run"))


def _fingerprint(purpose: str) -> str:
    """Changes with the pins, the Python, and the place of the checkout, which scripts in a venv remember."""
    digest = hashlib.sha256(f"{VENV} {sys.version}".encode())
    for name in (PINS[purpose], "pyproject.toml"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def _usable() -> bool:
    """Whether there is an environment of this place and this Python, with pip."""
    config = VENV / "pyvenv.cfg"
    if not PYTHON.exists() or not config.is_file():
        return False
    asked = "import pip, sys; print(sys.version, sys.prefix, sep='|')"
    answer = subprocess.run([PYTHON, "-c", asked], capture_output=True, text=True, check=False)
    return answer.stdout.strip() == f"{sys.version}|{VENV}"


def _make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        if not _install(package) and not _install("python3-venv"):
            raise SystemExit(
                "This Python cannot make virtual environments. Install that part of it, then run make again:\n"
                "    sudo apt-get install python3-venv"
            )
    _say("Making a virtual environment in .venv ...")
    shutil.rmtree(VENV, ignore_errors=True)
    _must(sys.executable, "-m", "venv", VENV)


def pango() -> bool:
    """Whether WeasyPrint's libraries are here, after installing them where the user may."""
    if _libraries():
        return True
    _install(*PANGO_PACKAGES)
    return _libraries()


def _libraries() -> bool:
    """Load every library as WeasyPrint will, in a new process: what failed once stays failed in this one."""
    command = [sys.executable, __file__, "--load-libraries"]
    return subprocess.run(command, env=_environment(), capture_output=True, check=False).returncode == 0


def _load_libraries() -> int:
    for folder in filter(os.path.isdir, MSYS2 if WINDOWS else ()):
        os.add_dll_directory(folder)  # type: ignore[attr-defined]
    return 0 if all(map(_loads, LIBRARIES.values())) else 1


def _loads(names: tuple[str, ...]) -> bool:
    for name in names:
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        return True
    return False


def _install(*packages: str) -> bool:
    """Install Debian packages where that is possible without a question; answers whether it was."""
    if os.environ.get("SHEETGEN_NO_APT") or shutil.which("apt-get") is None or (sudo := _sudo()) is None:
        return False
    apt = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]
    install = [*apt, "install", "--no-install-recommends", *packages]
    _say(f"Installing from the system's packages: {' '.join(packages)} (SHEETGEN_NO_APT=1 to go without) ...")
    for command in (install, [*apt, "update"], install):
        if subprocess.run(command, capture_output=True, check=False).returncode == 0 and command is install:
            return True
    return False


def _sudo() -> list[str] | None:
    """What to put before a command that needs the rights of root; None where the user has none."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if (
        shutil.which("sudo")
        and subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
    ):
        return ["sudo", "-n"]
    return None


def _environment() -> dict[str, str]:
    """The environment of this process, with Homebrew's libraries where a Python of another maker runs."""
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else each of the many processes compiles all modules anew
    if sys.platform == "darwin":
        folders = [environment.get("DYLD_FALLBACK_LIBRARY_PATH", ""), *HOMEBREW]
        environment["DYLD_FALLBACK_LIBRARY_PATH"] = ":".join(filter(None, folders))
    return environment


@contextlib.contextmanager
def _files_in_memory() -> Iterator[dict[str, str]]:
    """The variables of programs that write many files for a moment: a folder in memory, where there is room for it."""
    if not _has_room():
        yield {}
        return
    with tempfile.TemporaryDirectory(prefix="sheetgen-", dir=SHARED_MEMORY, ignore_cleanup_errors=True) as folder:
        yield {"TMPDIR": folder}


def _has_room() -> bool:
    """Whether this is a system with files in memory, which programs may be started from, and enough of it is free."""
    try:
        room = os.statvfs(SHARED_MEMORY)
    except (AttributeError, OSError):
        return False
    return os.access(SHARED_MEMORY, os.W_OK) and not room.f_flag & os.ST_NOEXEC and room.f_bavail * room.f_frsize > ROOM


def _must(*command: object) -> None:
    subprocess.run([str(part) for part in command], cwd=ROOT, check=True)


def _run(*command: object, **variables: str) -> int:
    environment = _environment() | variables
    return subprocess.run([str(part) for part in command], cwd=ROOT, env=environment, check=False).returncode


def _say(text: str) -> None:
    print(text, flush=True)


def _fail(*lines: str) -> int:
    print("\n".join(lines), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(_load_libraries() if sys.argv[1:] == ["--load-libraries"] else main(sys.argv[1:]))
