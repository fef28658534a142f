"""A campaign of any size: the sample campaign of a ruleset, written out many times."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

CONTENT = Path(__file__).resolve().parents[3] / "content"


def enlarge(folder: Path, entries: int, ruleset: str = "persona", seed: int = 1) -> Path:
    """Copy a ruleset with its campaign into a folder, and fill the campaign up to so many entries; returns it.

    Every further entry is a sample entry in a file of its own under another name, its numbers shaken a little; the
    entries of one round refer to each other, those of a last round that is cut short to the sample's own. The same
    seed gives the same files.
    """
    shutil.copytree(CONTENT / ruleset, folder / ruleset)
    campaign = folder / ruleset / "campaign"
    settings = campaign / "campaign.yaml"
    settings.write_text(settings.read_text("utf-8").replace(f"ruleset: {ruleset}\n", "ruleset: ..\n"), "utf-8")
    rng = random.Random(seed)
    models = sorted(campaign.glob("*/*.yaml"), key=lambda path: (path.parent.name == "encounters", path))
    names = re.compile(rf"(?<![\w/-])({'|'.join(path.stem for path in models)})(?![\w-])")
    for number in range(entries - len(models)):
        round_, place = divmod(number, len(models))
        model, tail = models[place], f"-{round_ + 2}"
        text = _shaken(model.read_text("utf-8"), rng)
        text = names.sub(rf"\1{tail}", text) if (round_ + 2) * len(models) <= entries else text
        text = re.sub(r"^name: (.*)$", rf"name: \1, {tail[1:]}", text, count=1, flags=re.MULTILINE)
        model.with_name(f"{model.stem}{tail}{model.suffix}").write_text(text, "utf-8")
    return campaign


def _shaken(text: str, rng: random.Random) -> str:
    """The text with its two-digit numbers lowered by one or two."""
    return re.sub(r"(: )([1-9]\d)(?=[,}\n])", lambda m: f"{m[1]}{max(10, int(m[2]) - rng.randrange(3))}", text)
