"""Finding and reading a project: the site of several games, or one campaign in a folder of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from sheetgen.model.ruleset.documents import YamlPlace, declared, document, model
from sheetgen.model.ruleset.layers import LANGUAGES, Layer, layers_of, root_of, with_campaign, with_language
from sheetgen.model.ruleset.load import Ruleset
from sheetgen.model.ruleset.models import WithoutModel
from sheetgen.model.ruleset.names import OWN_FOLDERS
from sheetgen.model.ruleset.ruleset_folders import CAMPAIGN, RULESET, known_rulesets, ruleset_folder
from sheetgen.model.ruleset.text_types import Language, Name, Web
from sheetgen.model.ruleset.translations import translated_entries
from sheetgen.model.ruleset.versions import Asked
from sheetgen.model.ruleset.written_entries import WrittenEntry, entry_files, read_entries
from sheetgen.model.unread_files import check_campaign, check_entries
from sheetgen.output.paths import objection
from sheetgen.text.diagnostics import Diagnostics, did_you_mean
from sheetgen.text.source import YAML, file_names, in_order, leads_out, listed_once, nowhere
from sheetgen.yaml.file_models import Model, Text
from sheetgen.yaml.load import YamlDocument


class LinkModel(Model):
    """A link in the footer or on the home page."""

    title: Name
    """What stands there."""
    url: Web
    """Where it leads."""


class PrinterModel(Model):
    """What is known of the printer, in mm: the margin that it leaves white, and how far its backs are to be moved."""

    margin: float = Field(default=5.0, ge=0, le=30)
    """The white that it leaves at the edges."""
    offset: list[Annotated[float, Field(ge=-30, le=30)]] = Field(default=[0.0, 0.0], min_length=2, max_length=2)
    """How far its backs are to be moved, to the right and down."""


class SiteModel(Model):
    """`site.yaml`: a site of several games."""

    title: Name
    """What the site is called."""
    tagline: Text = ""
    """One line below the title, where the site opens."""
    rulesets: list[Text]
    """The games, in order: names of folders beside this file, or of games that come along."""
    guide: Text = ""
    """A folder of pages that is the manual of the site."""
    paper: Literal["A4", "Letter", "A5", "A6"] = "A4"
    """What PDFs are printed on."""
    printer: PrinterModel = PrinterModel()
    """The white `margin` that it leaves, and the `offset` of its backs, in mm."""
    url: Web = ""
    """Where the site will stand, for links in PDFs and for sharing."""
    edit: Web = ""
    """Where its files can be edited, such as `https://…/edit/main/`: pages link there."""
    language: Language = ""
    """The language of the pages, such as `en`, `de` or `ja`, where it is not that of its games."""
    links: list[LinkModel] = Field(default_factory=list)
    """Links on the home page and in the footer, each with `title` and `url`."""
    languages: list[Language] = Field(default_factory=list)
    """Further languages that the games are shown in, where they have their texts in them."""
    rolls: bool = True
    """Whether pages have buttons that roll on tables."""
    output: Text = "site"
    """The folder that a build writes."""


class CampaignModel(Model):
    """`campaign.yaml`: a GM's folder."""

    title: Name
    """What the campaign is called."""
    ruleset: Name
    """The game: one that comes along, one in a folder beside, or a path such as `./my-game`. `my-game >=1.2` asks for
    a version."""
    tagline: Text = ""
    """One line below the title, where the site opens."""
    use: list[Text] = Field(default_factory=list)
    """Supplements to the game, whose entries, tables, rules and chapters it takes in: folders of rulesets."""
    without: WithoutModel | None = None
    """What the campaign leaves out of the game: `rules`, `rulings`, `kinds`, `entries`, `terms`, `chapters`."""
    hidden: list[Text] = Field(default_factory=list)
    """What players do not see of any entry: kinds, such as `encounter`, and fields of kinds, such as
    `encounter.notes`. An entry of such a kind that they may see says `hidden: false`."""
    house_rules: dict[str, str | int | bool | None] = Field(default_factory=dict)
    """Readings that the campaign chooses, by the names on the page *Rulings*."""
    paper: Literal["A4", "Letter", "A5", "A6"] = "A4"
    """What PDFs are printed on."""
    printer: PrinterModel = PrinterModel()
    """The white `margin` that it leaves, and the `offset` of its backs, in mm."""
    card: Text = "poker"
    """The size of cards: poker, bridge, tarot, a6, 3x5, half-letter, or in mm, such as 70x100."""
    corners: float = Field(default=0.0, ge=0, le=15)
    """How round the corners of cards are cut, in mm; outlines to cut along are drawn."""
    url: Web = ""
    """Where the site will stand, for links in PDFs and for sharing."""
    edit: Web = ""
    """Where its files can be edited, such as `https://…/edit/main/`: pages link there."""
    language: Language = ""
    """The language of the pages, such as `en`, `de` or `ja`, where it is not that of its games."""
    languages: list[Language] = Field(default_factory=list)
    """Further languages that the game is shown in, where it has its texts in them."""
    rolls: bool = True
    """Whether pages have buttons that roll on tables."""
    output: Text = "site"
    """The folder that a build writes."""
    synonyms: dict[str, list[str]] = Field(default_factory=dict)
    """Words that your table types, each with those of the book that mean the same: the search finds both."""


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
    folders = (folder.name for folder in sorted((root / LANGUAGES).glob("*")) if folder.is_dir())
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
            hint = did_you_mean(name, known_rulesets(content))
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
    _check_output(output, own, root, YamlPlace(written), diagnostics)
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
    game = _played(Game(folder, layers, path.parent, settings, YamlPlace(written)), root, diagnostics)
    _known_languages([game], settings.languages, YamlPlace(written).at("languages"), diagnostics)
    return game


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
        hint = did_you_mean(name, known_rulesets(root))
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


def _leads_out(folder: Path, project: Project, diagnostics: Diagnostics) -> bool:
    """Whether a folder of entries is a link to elsewhere; reported once, not for each of its files."""
    if not leads_out(folder, project.root):
        return False
    message = f"`{folder.name}` is a link that leads out of the folder"
    diagnostics.error("unreadable-file", message, nowhere(folder, project.root), "put the folder itself there")
    diagnostics.fail(at=nowhere(folder, project.root), unread=True)
    return True


ReadEntries: TypeAlias = Callable[[Sequence[tuple[str, str]], Path, Diagnostics], Iterable[list[WrittenEntry]]]
"""Gives the entries of files by their paths and kinds, the folder that messages name them from, and where mistakes
go."""


def each_read(files: Sequence[tuple[str, str]], root: Path, diagnostics: Diagnostics) -> Iterator[list[WrittenEntry]]:
    """The entries of each file."""
    return (read_entries(Path(path), kind, root, diagnostics) for path, kind in files)


def read_campaign(
    game: Game, project: Project, ruleset: Ruleset, diagnostics: Diagnostics, read: ReadEntries = each_read
) -> list[WrittenEntry]:
    """The entries of a campaign as written, kind by kind; a YAML file of no kind is an error."""
    if game.campaign is None:
        return []
    kind_of: dict[str, str] = {}
    settings, walk = {str(game.campaign / name) for name in (CAMPAIGN, "rulings.yaml")}, listed_once()
    kinds = [
        kind for kind in ruleset.kinds.values() if not _leads_out(game.campaign / kind.folder, project, diagnostics)
    ]
    for kind in kinds:
        for path in entry_files(game.campaign, kind.id, kind.folder, walk):
            if path not in settings:
                kind_of.setdefault(path, kind.id)
    entries = [entry for part in read([*kind_of.items()], project.root, diagnostics) for entry in part]
    own_texts = game.campaign / LANGUAGES / game.language
    for kind in kinds if game.language else ():
        paths = [(path, kind.id) for path in entry_files(own_texts, kind.id, kind.folder)]
        texts = [entry for part in read(paths, project.root, diagnostics) for entry in part]
        entries = translated_entries(entries, texts, diagnostics)
    for kind in kinds:
        check_entries(game.campaign / kind.folder, project.root, diagnostics, walk)
    check_campaign(game.campaign, project.root, diagnostics)
    folders = [kind.folder for kind in ruleset.kinds.values()]
    if game.place is not None and project.root == game.campaign:
        own = [game.campaign / name for name in (*folders, *OWN_FOLDERS) if name != "site"]
        own += [] if project.root.is_relative_to(game.folder) else [game.folder]  # samples stand within their ruleset
        _check_output(project.output, own, project.root, game.place, diagnostics)
    known = {os.path.normcase(path) for path in (*settings, *kind_of)}
    names = file_names(game.campaign, *YAML, deep=True, walk=walk)
    for stray in map(Path, in_order(name for name in names if os.path.normcase(name) not in known)):
        if not _stands_elsewhere(stray, game):
            _report_stray(stray, stray.relative_to(game.campaign).parts[0], folders, project.root, diagnostics)
    return entries


def _stands_elsewhere(path: Path, game: Game) -> bool:
    """Whether a file below a campaign is a part of a ruleset, or in a folder for something else."""
    assert game.campaign is not None
    if path.relative_to(game.campaign).parts[0] in OWN_FOLDERS:
        return True
    rulesets = [layer.folder for layer in game.layers if layer.sort != "campaign"]
    return any(Path(os.path.realpath(path)).is_relative_to(folder) for folder in rulesets)


def _report_stray(path: Path, place: str, folders: Sequence[str], root: Path, diagnostics: Diagnostics) -> None:
    """Report a YAML file in none of the folders of entries."""
    stray = document(path, root, diagnostics)
    if stray is not None:
        name = place.removesuffix(path.suffix)
        hint = did_you_mean(name, folders)
        message = f"this file is in no folder of entries; the folders are {', '.join(folders)}"
        hint = hint if hint.startswith("did") else ""
        diagnostics.error("project", message, stray.file.span(), hint, missed=(name,))
        diagnostics.fail(path.stem, *declared(stray.data), at=stray.file.whole)


def _check_output(output: Path, own: Sequence[Path], root: Path, settings: YamlPlace, diagnostics: Diagnostics) -> None:
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
