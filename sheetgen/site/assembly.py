"""A site put together: what all of its pages share, and the files that its plan becomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sheetgen.model.project import Project
from sheetgen.model.ruleset.script import calculator_script
from sheetgen.reference.written_pages import WrittenPage
from sheetgen.site.assets import asset_files, offline_files, own_styles, templates_folder, web_files
from sheetgen.site.chrome import ShellMaker
from sheetgen.site.games import SiteGame
from sheetgen.site.guide import guide_links, read_guide
from sheetgen.site.kept_files import KeptFile, KeptFiles
from sheetgen.site.lazy_files import LazyFiles
from sheetgen.site.machine_files import machine_files
from sheetgen.site.plan import Plan
from sheetgen.site.planned_files import SEARCH, FileMakers, draw_untrusted, entry_blocks, search_scripts
from sheetgen.site.rule_pages import calculator_forms
from sheetgen.templating.renderer import Renderer
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Memo
from sheetgen.text.source import contents
from sheetgen.text.spool import Spool


@dataclass(frozen=True, eq=False, kw_only=True)
class Site:
    """The common parts of all pages of a site."""

    project: Project
    shells: ShellMaker
    guide: list[WrittenPage]
    """The manual, where the project has one."""
    styles: Mapping[str, bytes]
    """Stylesheets of rulesets and campaigns, by address."""
    shared: Renderer
    """Draws pages that belong to no game."""
    kept: KeptFiles
    memo: Memo
    diagnostics: Diagnostics

    def files(self, planned: Plan) -> LazyFiles:
        """Every file of the site but its PDFs and what works offline, each made when it is asked for."""
        sound = [game for game in self.shells.games if game.ruleset.sound]
        rules = {f"assets/rules/{game.ruleset.id}.js": partial(self._calculators, game) for game in sound}
        made = FileMakers(planned, rules, self._renderers, self.shared, self.kept)
        ready = {**self._assets(), **self.styles, **dict(web_files(self.project, planned.pages))}
        ready |= dict(machine_files(self.project, self.shells.games))
        search, blocks = {SEARCH: search_scripts(planned, self.kept)}, entry_blocks(planned)
        return LazyFiles(made, search, ready, planned.data_of_kinds, blocks)

    def draw_untrusted(self, planned: Plan) -> None:
        """Draw the pages that untrusted templates take part in, and report what is wrong with these.

        Raises RenderError where one takes too long.
        """
        draw_untrusted(planned, self._renderers, self.shared, self.diagnostics)

    @property
    def _renderers(self) -> Mapping[str, Renderer]:
        return {game.ruleset.id: game.context.renderer for game in self.shells.games}

    def whole(self, files: LazyFiles, spool: Spool, pictures: Iterable[str] = ()) -> Mapping[str, bytes]:
        """All files made and spooled, with those that keep the site and `pictures` of its PDFs for use offline.

        Raises RenderError where a template is wrong.
        """
        made = files.whole(spool, self.kept, self.memo.peers)
        if self.memo.peers.number:
            return made  # what goes with all of them is made once, by the first process
        kept = made.with_files(dict.fromkeys(pictures, b""))
        about = {path: kept.about(path) for path in kept}
        return made.with_files(dict(offline_files(self.project, self.shared, about, self.shells.house_theme)))

    def _calculators(self, game: SiteGame) -> bytes | KeptFile:
        """The script of a game's calculators: its rules, and what each calculator asks for and answers."""
        inputs = game.ruleset, game.loaded.house

        def make(diagnostics: Diagnostics) -> bytes:
            return f"{calculator_script(*inputs)}{calculator_forms(game)}".encode()

        def script() -> bytes:
            return self.memo.get(("calculators", game.ruleset.id), inputs, self.diagnostics, make)

        return self.kept.file(("calculators", *inputs), script)

    def _assets(self) -> Mapping[str, bytes]:
        themes = [game.ruleset.theme for game in self.shells.games]
        games = [game.ruleset for game in self.shells.games]
        languages = tuple(dict.fromkeys((self.shared.words, *(game.words for game in self.shells.games))))
        inputs = (
            self.shared,
            games,
            languages,
            contents([templates_folder() / "assets"], "css/*", "js/*", "fonts/web/*"),
        )
        return self.memo.get(
            "assets", inputs, self.diagnostics, lambda mistakes: dict(asset_files(self.shared, themes, languages))
        )


def assemble(
    project: Project,
    games: tuple[SiteGame, ...],
    shared: Renderer,
    diagnostics: Diagnostics,
    memo: Memo,
    *,
    options: Sequence[str] = (),
    player: bool = False,
    live: bool = False,
) -> Site:
    """The site of a project: its manual is read, its menus are known. Files are kept for builds with the same
    `options`."""
    own = list(own_styles(project.games, {game.loaded.game: game.ruleset.id for game in games}))
    addresses: dict[str, tuple[str, ...]] = {}
    for identity, address in ((identity, address) for identity, address, _ in own if address.endswith(".css")):
        addresses[identity] = (*addresses.get(identity, ()), address)
    guide = read_guide(project, diagnostics, memo)
    return Site(
        project=project,
        shells=ShellMaker(project, games, player, live, guide_links(guide), addresses, shared.words),
        guide=guide,
        styles={address: text for _, address, text in own},
        shared=shared,
        kept=KeptFiles(memo) if live else KeptFiles.of(memo, *options),
        memo=memo,
        diagnostics=diagnostics,
    )
