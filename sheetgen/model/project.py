"""Finding and reading a project: the site of several games, or one campaign in a folder of its own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from sheetgen.model.project_models import CampaignModel, PrinterModel, SiteModel
from sheetgen.model.ruleset.documents import YamlPlace, document, model
from sheetgen.model.ruleset.layers import LANGUAGES, Layer, layers_of, root_of, with_campaign, with_language
from sheetgen.model.ruleset.ruleset_folders import CAMPAIGN, RULESET, near_ruleset, ruleset_folder
from sheetgen.model.ruleset.text_types import is_language
from sheetgen.model.ruleset.versions import Asked
from sheetgen.output.paths import objection
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.yaml.load import YamlDocument


@dataclass(frozen=True, eq=False)
class Game:
    """One game of a project: its ruleset's folder, and the campaign played with it, if there is one."""

    folder: Path
    layers: tuple[Layer, ...]
    """The folders that the game is read from, those that it extends and uses before its own."""
    campaign: Path | None = None
    settings: CampaignModel | None = None
    place: YamlPlace | None = None
    language: str = ""
    """The language that it is read in, where that is not its first."""

    def own(self, name: str) -> Path:
        """The file or folder of a name in the game's own folder, else in the nearest that it extends."""
        folders = [layer.folder for layer in reversed(self.layers) if layer.sort == "game"]
        return next((folder / name for folder in folders if (folder / name).exists()), self.folder / name)

    @property
    def spoken(self) -> str:
        """The language that the program is asked to speak, where that is not the game's own to say."""
        return self.language or (self.settings.language if self.settings else "")

    @property
    def hidden(self) -> YamlPlace | None:
        """Where the campaign says what players do not see of any entry."""
        return self.place.at("hidden") if self.place and self.settings and self.settings.hidden else None

    @property
    def chosen(self) -> Mapping[str, object]:
        """The house rules that the campaign sets."""
        return self.settings.house_rules if self.settings else {}


@dataclass(frozen=True, eq=False)
class Project:
    """A project: where it lies, its title, its games, and where the site goes."""

    root: Path
    title: str
    tagline: str
    games: tuple[Game, ...]
    output: Path
    guide: Path | None = None
    paper: str = "A4"
    printer: PrinterModel = field(default_factory=PrinterModel)
    url: str = ""
    edit: str = ""
    language: str = ""
    """The language that its file asks for, if it does."""
    links: tuple[tuple[str, str], ...] = field(default_factory=tuple)
    rolls: bool = True

    @property
    def alone(self) -> bool:
        """Whether it has one game only, in however many languages."""
        return len({game.folder for game in self.games}) == 1

    @property
    def histories(self) -> tuple[Path, ...]:
        """The folders of campaigns whose entries have pages of what git knows of them."""
        folders = (game.campaign for game in self.games if game.settings and game.settings.history)
        return tuple(dict.fromkeys(folder for folder in folders if folder))

    @property
    def in_first_languages(self) -> Project:
        """The project with each game once, in the language that stands first."""
        first = {game.folder: game for game in reversed(self.games)}
        return replace(self, games=tuple(game for game in self.games if first[game.folder] is game))


def read_project(path: Path, diagnostics: Diagnostics) -> Project | None:
    """Read a project from the file that `find` gave; None, with diagnostics, where it cannot be used."""
    if path.name == RULESET:
        return _bare(path, diagnostics)
    return _campaign(path, diagnostics) if path.name == CAMPAIGN else _site(path, diagnostics)


def _bare(path: Path, diagnostics: Diagnostics) -> Project:
    """A ruleset by itself, with its sample campaign where it has one. What is wrong in it is told where it is read."""
    root = path.parent.resolve()
    game, written = _with_sample(root, root, diagnostics), document(path, root, Diagnostics())
    folders = (path.name for path in sorted((root / LANGUAGES).glob("*")) if path.is_dir() and is_language(path.name))
    title = written.data.get("title") if written and isinstance(written.data, dict) else None
    sample = game.settings or CampaignModel(title=root.name, ruleset=".")
    return Project(
        root, str(title or root.name), sample.tagline, _editions(game, folders), root / "site", None,
        sample.paper, sample.printer, sample.url, sample.edit, sample.language, rolls=sample.rolls,
    )  # fmt: skip


def _site(path: Path, diagnostics: Diagnostics) -> Project | None:
    content = path.parent
    root = content.parent if content.name == "content" else content
    written = document(path, root, diagnostics)
    settings = model(SiteModel, YamlPlace(written), written.data, diagnostics) if written else None
    if written is None or settings is None:
        return None
    games: list[Game] = []
    for number, name in enumerate(settings.rulesets):
        folder = ruleset_folder(name, content)
        if folder is None:
            hint = near_ruleset(name, content)
            diagnostics.error("project", f"there is no ruleset `{name}`", written.span(("rulesets", number)), hint)
            continue
        if folder in (game.folder for game in games):
            message, hint = f"the ruleset `{name}` stands here twice", "keep one of the two"
            diagnostics.error("project", message, written.span(("rulesets", number)), hint)
            continue
        game = _with_sample(folder, root, diagnostics)
        asked = settings.languages or (game.settings.languages if game.settings else [])
        games += _editions(game, (name for name in asked if (game.folder / LANGUAGES / name).is_dir()))
    if games:
        _known_languages(games, settings.languages, YamlPlace(written).at("languages"), diagnostics)
    guide = _guide(settings.guide, content, written, diagnostics) if settings.guide else None
    output = _output(root, settings.output, written, diagnostics)
    own = [*([content] if content != root else []), *(game.folder for game in games), *([guide] if guide else [])]
    check_output(output, own, root, YamlPlace(written), diagnostics)
    return Project(
        root, settings.title, settings.tagline, tuple(games), output,
        guide, settings.paper, settings.printer, settings.url,
        settings.edit, settings.language, links=tuple((link.title, link.url) for link in settings.links),
        rolls=settings.rolls,
    )  # fmt: skip


def _editions(game: Game, languages: Iterable[str]) -> tuple[Game, ...]:
    """A game in its own language, and in others."""
    return game, *(translated(game, language) for language in languages if language != game.language)


def translated(game: Game, language: str) -> Game:
    """A game with its texts in another language."""
    other = replace(game, layers=with_language(game.layers, language), language=language)
    path = game.campaign / LANGUAGES / language / CAMPAIGN if game.campaign else None
    written = document(path, path.parent, Diagnostics()) if path and path.is_file() else None
    if game.settings is None or written is None or not isinstance(written.data, dict):
        return other
    texts = {key: str(text) for key, text in written.data.items() if key in ("title", "tagline")}
    return replace(other, settings=game.settings.model_copy(update=texts))


def _known_languages(
    games: Sequence[Game], languages: Sequence[str], place: YamlPlace, diagnostics: Diagnostics
) -> list[str]:
    """Those languages that any of these games has texts in; the others are reported."""
    layers = (layer for game in games for layer in game.layers)
    known = {path.name for layer in layers for path in (layer.folder / LANGUAGES).glob("*")}
    for number, language in enumerate(languages):
        if language not in known:
            message = f"the game has no texts in `{language}`: they would stand in {LANGUAGES}/{language}"
            diagnostics.error("project", message, place.at(number).span, did_you_mean(language, sorted(known)))
    return [language for language in languages if language in known]


def _guide(name: str, content: Path, written: YamlDocument, diagnostics: Diagnostics) -> Path | None:
    """The folder of the manual; none, reported, where there is no such folder in the project."""
    folder = content / name
    inside = folder.resolve().is_relative_to(content.resolve()) and folder.resolve() != content.resolve()
    if inside and folder.is_dir():
        return folder
    hint = did_you_mean(name, sorted(path.name for path in content.iterdir() if path.is_dir())) if inside else ""
    message = f"there is no folder `{name}`" if inside else f"`{name}` is not a folder beside this file"
    diagnostics.error("project", message, written.span(("guide",)), hint)
    return None


def _with_sample(folder: Path, root: Path, diagnostics: Diagnostics) -> Game:
    """The game in a folder, with the campaign that is its sample, where it has one."""
    layers = layers_of(folder, root_of(folder, root), diagnostics)
    path = folder / "campaign" / CAMPAIGN
    written = document(path, root, diagnostics) if path.is_file() else None
    settings = model(CampaignModel, YamlPlace(written), written.data, diagnostics) if written else None
    if written is None or settings is None:
        return Game(folder, layers)
    name = Asked.of(settings.ruleset).name
    if name not in _names_of(folder, root) and ruleset_folder(name, path.parent) is None:
        diagnostics.error("project", f"there is no ruleset `{name}`", written.span(("ruleset",)), "write `ruleset: ..`")
    game = _played(Game(folder, layers, path.parent, settings, YamlPlace(written)), root, diagnostics)
    _known_languages([game], settings.languages, YamlPlace(written).at("languages"), diagnostics)
    return game


def _names_of(folder: Path, root: Path) -> tuple[str, str]:
    """What the ruleset in a folder is called: as the folder, and by its id. What is wrong with it is told elsewhere."""
    written = document(folder / RULESET, root, Diagnostics())
    return folder.name, str(written.data.get("id")) if written and isinstance(written.data, dict) else ""


def _played(game: Game, root: Path, diagnostics: Diagnostics) -> Game:
    """A game as its campaign plays it, with what that uses and rules itself."""
    assert game.campaign and game.settings and game.place
    own, used = Layer(game.campaign, root, "campaign"), game.settings.use
    played = replace(game, layers=with_campaign(game.layers, own, used, game.place.at("use"), diagnostics))
    language = game.settings.language
    has_texts = any((layer.folder / LANGUAGES / language).is_dir() for layer in played.layers)
    return translated(played, language) if language and has_texts else played


def _campaign(path: Path, diagnostics: Diagnostics) -> Project | None:
    root = path.parent
    written = document(path, root, diagnostics)
    settings = model(CampaignModel, YamlPlace(written), written.data, diagnostics) if written else None
    if written is None or settings is None:
        return None
    name = Asked.of(settings.ruleset).name
    folder = ruleset_folder(name, root)
    if folder is None:
        hint = near_ruleset(name, root)
        diagnostics.error("project", f"there is no ruleset `{name}`", written.span(("ruleset",)), hint)
        return None
    layers = layers_of(folder, root_of(folder, root), diagnostics)
    game = _played(Game(folder, layers, root, settings, YamlPlace(written)), root, diagnostics)
    known = _known_languages([game], settings.languages, YamlPlace(written).at("languages"), diagnostics)
    return Project(
        root, settings.title, settings.tagline, _editions(game, known),
        _output(root, settings.output, written, diagnostics), None,
        settings.paper, settings.printer, settings.url, settings.edit, settings.language, rolls=settings.rolls,
    )  # fmt: skip


def _output(root: Path, name: str, written: YamlDocument, diagnostics: Diagnostics) -> Path:
    """The folder of the site. A downloaded project must not choose one elsewhere; only a command may."""
    wrong = next((why for part in Path(name).parts if part not in ("..", "/") and (why := objection(part))), "")
    if wrong:
        diagnostics.error("project", f"no folder has such a name: it {wrong}", written.span(("output",)))
        return root / "site"
    folder = root / name
    if folder.resolve() == root.resolve() or not folder.resolve().is_relative_to(root.resolve()):
        hint = "name a folder in this one, such as `site`; for another, build with -o"
        diagnostics.error("project", f"`{name}` is not a folder of this project", written.span(("output",)), hint)
    return folder


def sources(project: Project, file: Path) -> list[Path]:
    """The folders that a project is read from, among them that of the file that makes it one."""
    layers = (layer.folder for game in project.games for layer in game.layers)
    return [folder for folder in (file.parent, project.guide, *layers) if folder]


def display_root(folder: Path, project: Project) -> Path:
    """The folder that messages name files from: the project's, or the one that the rulesets stand in."""
    return root_of(folder, project.root)


def check_output(output: Path, own: Sequence[Path], root: Path, settings: YamlPlace, diagnostics: Diagnostics) -> None:
    """Report a site that would be published among the project's own files, which building refuses."""
    output = Path(os.path.realpath(output))
    if not output.is_relative_to(os.path.realpath(root)) or output == Path(os.path.realpath(root)):
        return  # reported where it is read
    for folder in own:
        path = Path(os.path.realpath(folder))
        if path.exists() and (output.is_relative_to(path) or path.is_relative_to(output)):
            message, hint = f"files of the project stand in `{path.name}`", "name a folder of its own, such as `site`"
            diagnostics.error("project", message, settings.at("output").span, hint)
            return
