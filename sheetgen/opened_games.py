"""The beginning of the pipeline: games read, validated, linked and computed, and the templates that draw them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetgen.languages.program_words import SOURCE, Words
from sheetgen.model.loaded import LoadedGame, load_game
from sheetgen.model.memoised_steps import MemoisedSteps
from sheetgen.model.project import Game, Project
from sheetgen.model.unread_files import check_templates
from sheetgen.print.plan.own_templates import print_templates, site_templates
from sheetgen.print.plan.print_job import check_card
from sheetgen.site.assets import templates_folder
from sheetgen.site.games import SiteGame
from sheetgen.site.open_game import open_game
from sheetgen.templating.inheritance import check_blocks
from sheetgen.templating.renderer import Renderer, TemplateFolders, renderer
from sheetgen.templating.template_syntax import check_syntax
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.text.memo import Memo
from sheetgen.text.source import contents


def open_games(
    project: Project,
    diagnostics: Diagnostics,
    *,
    memo: Memo | None = None,
    player: bool = False,
    check: bool = False,
    games: Sequence[Game] | None = None,
) -> tuple[SiteGame, ...]:
    """The games of a project, or some of them: read, validated, linked, computed, and ready to draw their entries and
    chapters.

    For a `check`, which draws no pages but those of a project's own templates, entries are drawn without being kept.
    """
    memo, games = memo or Memo(), project.games if games is None else games
    templates = {game: _Templates.of(_folders(game, project)) for game in games}
    draws_pages = not check or any(made.folders.overrides for made in templates.values())
    for game in games:
        check_card(game, project, diagnostics)
        _check_templates(templates[game].renderer(Words(), memo, diagnostics), project, diagnostics)
    loaded = [_loaded(game, project, diagnostics, memo, player) for game in games]
    return tuple(
        open_game(
            game,
            project,
            templates[game.game].renderer(game.words, memo, diagnostics),
            diagnostics,
            not player,
            memo,
            draws_pages,
        )
        for game in loaded
        if game
    )


def _loaded(game: Game, project: Project, diagnostics: Diagnostics, memo: Memo, player: bool) -> LoadedGame | None:
    """A game; what is wrong with it in every language that the project shows is told once."""
    own = Diagnostics()
    loaded = load_game(game, project, own if game.language else diagnostics, MemoisedSteps(memo), player)
    diagnostics.extend_in_another_language(own)
    return loaded


def shared_renderer(project: Project, games: Sequence[SiteGame], memo: Memo, diagnostics: Diagnostics) -> Renderer:
    """What draws the pages that belong to no game: by the templates of the first, in the language of the site."""
    language = project.language or (games[0].words.language if games else SOURCE)
    if games and project.alone:
        return games[0].context.renderer
    words = Words(language)
    folders = games[0].context.renderer.folders if games else TemplateFolders(templates_folder(), root=project.root)
    return _Templates.of(folders).renderer(words, memo, diagnostics)


def _check_templates(draw: Renderer, project: Project, diagnostics: Diagnostics) -> None:
    """Report what is wrong with the templates of a game without drawing anything, whatever else is wrong with it."""
    overrides = draw.folders.overrides
    check_syntax(draw.env, site_templates(overrides), project.root, diagnostics)
    if any(print_templates(overrides)):
        from sheetgen.print.plan.check_templates import check_print_templates

        check_print_templates(overrides, project.root, diagnostics)
    check_blocks(overrides, templates_folder(), project.root, diagnostics)
    for folder in overrides:
        root = project.root if folder.is_relative_to(project.root) else folder.parent
        check_templates(folder, templates_folder(), root, diagnostics)


@dataclass(frozen=True)
class _Templates:
    """The templates of a game, whose files are read once for all renderers of them."""

    folders: TemplateFolders
    files: tuple[tuple[str, bytes | None], ...]

    @classmethod
    def of(cls, folders: TemplateFolders) -> _Templates:
        """Those in some folders, as they are now."""
        patterns = ("**/*.html", "assets/*.svg", "assets/css/*")
        return cls(folders, contents((*folders.overrides, folders.shared), *patterns))

    def renderer(self, words: Words, memo: Memo, diagnostics: Diagnostics) -> Renderer:
        """What draws pages by them in the words of a game."""
        name = ("renderer", self.folders, words)
        return memo.get(name, (self.folders, self.files), diagnostics, lambda report: renderer(self.folders, words))


def _folders(game: Game, project: Project) -> TemplateFolders:
    ruleset = game.own("templates")
    campaign = game.campaign / "templates" if game.campaign else None
    return TemplateFolders(
        templates_folder(),
        ruleset if ruleset.is_dir() else None,
        campaign if campaign and campaign.is_dir() else None,
        project.root,
    )
