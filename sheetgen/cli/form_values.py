"""The fields of a filled form, read in a process of its own that is bounded in memory and time.

`python -m sheetgen.cli.form_values FILE` prints them as JSON; not for users.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from sheetgen.cli.app import ContentError

LARGEST = 50_000_000
"""Bytes of a form; a larger file is refused."""
SECONDS = 30
MEMORY = 2_000_000_000
"""Bytes that the process may take."""
MOST = 20_000
"""Fields that are read."""
LONGEST = 20_000
"""Characters of a text that was typed in."""


@dataclass(frozen=True, kw_only=True)
class FormValue:
    """A field of a form: its entry and name, what it was printed with and what it holds, of a box `Yes` or `Off`."""

    entry: str
    name: str
    printed: str
    value: str
    box: bool


def form_values(path: Path) -> list[FormValue]:
    """The fields of a form that say which entry they belong to. Raises `ContentError` where a file is no form."""
    try:
        size = path.stat().st_size
    except OSError as error:
        raise ContentError(f"{path} cannot be read: {error.strerror}") from None
    if size > LARGEST:
        raise ContentError(f"{path} is larger than any form: {size // 1_000_000} MB")
    command = [sys.executable, "-P", "-m", __name__, str(path.absolute())]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise ContentError(f"{path} takes longer than {SECONDS} s to read, so it was left") from None
    if done.returncode:
        raise ContentError(f"{path} is no PDF with a form that can be read")
    return [FormValue(**value) for value in json.loads(done.stdout)]


def fields_of_form(path: str) -> list[FormValue]:
    """The same in this process. Raises whatever the library does with a broken file."""
    import pikepdf

    from sheetgen.print.pdf.fields import ORIGIN

    with pikepdf.open(path) as pdf:
        form = pdf.Root.get("/AcroForm")
        fields = form.get("/Fields") if isinstance(form, pikepdf.Dictionary) else None
        if not isinstance(fields, pikepdf.Array):
            return []
        known = [fields[number] for number in range(min(len(fields), MOST))]
        return [
            _value(field)
            for field in known
            if isinstance(field, pikepdf.Dictionary) and isinstance(field.get(ORIGIN), pikepdf.String)
        ]


def _value(field: object) -> FormValue:
    import pikepdf

    from sheetgen.print.pdf.fields import ORIGIN

    def text(key: str) -> str:
        value = field.get(key)  # type: ignore[attr-defined]
        return str(value)[:LONGEST] if isinstance(value, pikepdf.String | pikepdf.Name) else ""

    entry, _, name = text(ORIGIN).partition("/")
    box = text("/FT") == "/Btn"
    printed, value = text("/DV"), text("/V")
    if box:
        printed, value = ("Off" if state in ("", "/Off") else "Yes" for state in (printed, value))
    clean = [part.replace("\r\n", "\n").replace("\r", "\n") for part in (printed, value)]
    return FormValue(entry=entry, name=name, printed=clean[0], value=clean[1], box=box)


def _main() -> None:
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    try:
        values = fields_of_form(sys.argv[1])
    except Exception:  # whatever a broken file does to the library, the answer is that it is no form
        sys.exit(1)
    json.dump([asdict(value) for value in values], sys.stdout)


if __name__ == "__main__":
    _main()
