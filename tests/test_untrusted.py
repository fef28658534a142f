"""Templates that come with a project: what reaches for too much, or takes too long, is stopped with a message."""

from __future__ import annotations

import pickle
import time
from pathlib import Path

import pytest
import site_gallery
from jinja2 import Environment
from projects import Write
from small_game import GAME

from sheetgen.build import check
from sheetgen.markdown.drawn_text import DrawnText
from sheetgen.print.errors import TemplateFailedError
from sheetgen.print.templates import environment
from sheetgen.templating import template_syntax
from sheetgen.templating.renderer import Renderer, RenderError, TemplateFolders, renderer
from sheetgen.text.diagnostics import Diagnostics
from sheetgen.views import pages as p

SECONDS = 4.0
"""Of the processor, within which every harm is stopped; half of it where nothing else runs."""

NO_TEXT = "the file is not UTF-8 text: save it as UTF-8"

HARMFUL = {
    # what runs for ever
    "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}": "takes too long",
    "{% for i in range(99999) %}{% for j in range(99999) if false %}{% endfor %}{% endfor %}": "takes too long",
    "{% for i in range(9) recursive %}{{ loop(range(99999)) if loop.depth < 9 }}{% endfor %}": "takes too long",
    "{% for i in range(99999) %}{% set x = range(99999) | list %}{% endfor %}": "takes too long",
    "{% for i in range(99999) %}{% set x = range(99999) | sum %}{% endfor %}": "takes too long",
    "{% for i in range(99999) %}{% set x = 'x' in 'y' * 999999 %}{% endfor %}": "takes too long",
    "{% for i in range(99999) %}{% set x = range(99999) | map('string') | join %}{% endfor %}": "takes too long",
    "{% set x = 'x' * 999999 %}{% for i in range(99999) %}{% set y = x[1:] %}{% endfor %}": "takes too long",
    "{% set x = 'x' * 999999 %}{% for i in range(99999) %}{% set y = x.upper() %}{% endfor %}": "takes too long",
    "{% set x = '&' * 999999 %}{% for i in range(99999) %}{{ x }}{% endfor %}": "takes too long",
    "{% set x %}{% for i in range(99999) %}{{ 'x' * 99999 }}{% endfor %}{% endset %}": "takes too long",
    "{% for i in range(99999) %}" + "x" * 99999 + "{% endfor %}": "takes too long",
    "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(99) }}": "takes too long",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}": "without end",
    '{% include "fragments/note.html" %}': "without end",
    '{% extends "fragments/note.html" %}': "without end",
    "{% for i in range(9999999) %}{% endfor %}": "Range too big",
    # what takes all memory
    "{{ 'x' * 9999999999 }}": "too long",
    "{{ 9999999999 * 'x' }}": "too long",
    "{{ ('x' * 1000000) * 1000 }}": "too long",
    "{% set n = namespace(x='x') %}{% for i in range(99) %}{% set n.x = n.x ~ n.x %}{% endfor %}": "too long",
    "{% set n = namespace(x='x') %}{% for i in range(99) %}{% set n.x = n.x + n.x %}{% endfor %}": "too long",
    "{% set n = namespace(x='\"') %}{% for i in range(99) %}{% set n.x = n.x | tojson %}{% endfor %}": "too long",
    "{% set n = namespace(x=[]) %}{% for i in range(99) %}{% set n.x = [n.x, n.x] %}{% endfor %}": "too large",
    "{% set n = namespace(x=[]) %}{% for i in range(99) %}{% set n.x = (n.x, n.x) %}{% endfor %}": "too large",
    "{% set n = namespace(x={}) %}{% for i in range(99) %}{% set n.x = dict(a=n.x, b=n.x) %}{% endfor %}": "too large",
    "{% set n = namespace(x=9) %}{% for i in range(99) %}{% set n.x = n.x * n.x %}{% endfor %}": "too large",
    "{{ [0] * 999999999 }}": "too large",
    "{{ ([0] * 99999) * 99999 }}": "too large",
    "{{ 9 ** 99999 }}": "too large",
    "{{ ['x' * 99999] * 99999 }}": "too large",
    "{{ ('x' * 99999) | replace('x', 'y' * 99999) }}": "too long",
    "{{ ('x' * 99) | replace('', 'y' * 99999) }}": "too long",
    "{{ range(99999) | join('y' * 99999) }}": "too long",
    "{{ ('%0' ~ '999999999d') % 1 }}": "wide at most",
    "{{ ('%0' ~ '999999999d') | format(1) }}": "wide at most",
    "{{ '%*d' % (999999999, 1) }}": "wide at most",
    "{{ '%.999999999f' | format(1) }}": "wide at most",
    "{{ ('%(a)s' * 99999) | format(a='x' * 99999) }}": "too long",
    "{{ ('%(a)s' * 99999) % {'a': 'x' * 99999} }}": "too long",
    "{{ 1 | round(-999999999) }}": "numbers up to",
    "{{ [1] | batch(999999999, 0) | list }}": "numbers up to",
    "{{ [1] | slice(999999999) | list }}": "numbers up to",
    "{{ [1] | tojson(indent=999999999) }}": "numbers up to",
    "{{ [[1]] * 999 | sum(start=[]) }}": "begins with a number",
    "{{ [[1], [2]] | sum(start=[]) }}": "begins with a number",
    # what pads, repeats or shows the inside of the program
    "{{ 'a' | center(9999999999) }}": "not for the templates",
    "{{ 'a' | indent(9999999999) }}": "not for the templates",
    "{{ 'a b' | wordwrap(1, wrapstring='x' * 99999) }}": "not for the templates",
    "{{ ['a'] | map('center', 9999999999) | join }}": "not for the templates",
    "{{ view | pprint }}": "not for the templates",
    "{{ 'a'.center(9999999999) }}": "`center` of a str",
    "{{ 'a'['center'](9999999999) }}": "`center` of a str",
    "{{ ('a' | attr('center'))(9999999999) }}": "`center` of a str",
    "{{ 'a'.ljust(9999999999) }}": "`ljust` of a str",
    "{{ 'a'.zfill(9999999999) }}": "`zfill` of a str",
    "{{ '\\t'.expandtabs(9999999999) }}": "`expandtabs` of a str",
    "{{ '{:9999999999}'.format(1) }}": "`format` of a str",
    "{{ ('{:9999999999}' | safe).format(1) }}": "`format` of a Markup",
    "{{ ('{:9999999999}' | attr('format'))(1) }}": "`format` of a str",
    "{{ '{a:9999999999}'.format_map({'a': 1}) }}": "`format_map` of a str",
    "{{ 'x'.join(range(99999) | map('string')) }}": "use the filter `join`",
    "{{ 'xx'.replace('x', 'yy') }}": "use the filter `replace`",
    "{{ (1).to_bytes(9999999999, 'big') }}": "`to_bytes` of a int",
    "{{ lipsum(99999) }}": "lipsum",
    "{{ view }}": "cannot be written out",
    "{% filter attr('__class__') %}x{% endfilter %}": "`__class__` of a ",
    "{% filter map('attr', '__class__') %}x{% endfilter %}": "cannot be written out",
    "{% filter list %}x{% endfilter %}": "cannot be written out",
    "{% filter upper | list | first | attr('nothing') %}x{% endfilter %}": "there is no `nothing` in this str",
    "{% set x | attr('__class__') %}x{% endset %}{{ x }}": "`__class__` of a ",
    "{% set x | map('upper') %}x{% endset %}{{ x }}": "cannot be written out",
    "{{ [view] | string }}": "cannot be written out",
    "{{ [1, 2] ~ '' }}": "cannot be written out",
    "{{ '%r' % view }}": "cannot be written out",
    # what cannot be compiled, read or written
    "{{ " + "(" * 9999 + "1" + ")" * 9999 + " }}": "too deeply",
    "{% if 1 %}" * 150 + "{% endif %}" * 150: "too deeply",
    "{% for i in [1] %}" * 30 + "{% endfor %}" * 30: "too deeply",
    "{{ " + "9" * 9999 + " }}": "integer string",
    "{% autoescape 'x' * 999999999 %}{% endautoescape %}": "true or false",
    '{% include "/etc/passwd" %}': "there is no template /etc/passwd",
    '{% include "../../../etc/passwd" %}': "there is no template ../../../etc/passwd",
    '{% include ["a", "b"] %}': "there is no template",
    "{% include 5 %}": "int",
    '{{ "\\ud800" }}': "half a character",
}
"""Templates and what is said about them."""


def drawn(folder: Path, template: str | bytes) -> Renderer:
    file = folder / "campaign" / "fragments" / "note.html"
    file.parent.mkdir(parents=True)
    file.write_bytes(template if isinstance(template, bytes) else template.encode())
    return renderer(TemplateFolders(site_gallery.TEMPLATES, campaign=folder / "campaign"))


def note(draw: Renderer) -> str:
    return draw.render_fragment(p.NoteBox("a", DrawnText.of("b")))


@pytest.mark.parametrize(("template", "message"), HARMFUL.items(), ids=lambda text: text[:60])
def test_harm_is_stopped_with_a_message(tmp_path: Path, template: str, message: str) -> None:
    draw, began = drawn(tmp_path, template), time.process_time()
    with pytest.raises(RenderError) as caught:
        note(draw)
    assert message in caught.value.message, caught.value.message
    assert (Path(caught.value.file).name, caught.value.line) == ("note.html", 1)
    assert time.process_time() - began < SECONDS


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(RenderError) as caught:
        note(drawn(tmp_path, b"\xff\xfe"))
    assert caught.value.message == NO_TEXT
    assert Path(caught.value.file).name == "note.html"


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{ 'a' ~ 1 ~ '<' }}", "a1&lt;"),
        ("{{ ['a', 'b'] | join(', ') }} {{ [1, 2] | sum }} {{ 'abc'[1:] | upper }}", "a, b 3 BC"),
        ("{{ '%05.1f' | format(2.25) }} {{ '%s-%s' % ('a', 2) }} {{ 'a-b' | replace('-', '+') }}", "002.2 a-2 a+b"),
        ("{% for a, b in {'x': 1, 'y': 2}.items() %}{{ loop.index }}{{ a }}{{ b }}{% endfor %}", "1x12y2"),
        ("{% for a in [1, 2] | map('string') %}{{ a }}{{ ',' if not loop.last }}{% endfor %}", "1,2"),
        ("{% for a in [[1], []] recursive %}{{ loop.depth }}{{ loop(a) if a is iterable }}{% endfor %}", "121"),
        ("{% macro m(a) %}<{{ a }}>{{ caller() }}{% endmacro %}{% call m(2) %}c{% endcall %}", "<2>c"),
        ("{% for row in range(5) | batch(2) %}{{ row | length }}{% endfor %}", "221"),
        ("{% if 1 in [1, 2] and (1, 2) < (1, 3) %}{{ none or 'y' }}{% endif %}{{ 2 ** 10 }}{{ 7 % 4 }}", "y10243"),
        ("{% autoescape false %}{{ '<' }}{% endautoescape %}{% set x %}<b>{% endset %}{{ x }}", "<<b>"),
        ("{% for i in range(60000) %}{% if i > 59998 %}{{ i }}{% endif %}{% endfor %}", "59999"),
    ],
)
def test_ordinary_templates_do_as_usual(tmp_path: Path, template: str, text: str) -> None:
    assert note(drawn(tmp_path, template)) == text


def test_the_pages_of_the_program_are_the_same_in_the_sandbox(tmp_path: Path) -> None:
    plain, own = site_gallery.draw(), drawn(tmp_path, '{% extends "shared/fragments/note.html" %}')
    for name, page in site_gallery.views(tmp_path / "gallery").items():
        assert own.render_page(page) == plain.render_page(page), name


def test_every_page_counts_anew(tmp_path: Path) -> None:
    draw = drawn(tmp_path, "{% for i in range(99999) %}{% if i %}{% endif %}{% endfor %}")
    assert [note(draw) for _ in range(40)] == [""] * 40


@pytest.mark.parametrize(
    ("name", "template", "message"),
    [
        ("templates/site/entry.html", "one\n  {{ [0] * 999999999 }}", "this list is too large"),
        (
            "game/templates/site/entry.html",
            "one\n  {{ page.nothing }}",
            "there is no `nothing` in this EntryPage",
        ),
        (
            "game/templates/fragments/rule.html",
            'one\n  {% include "/etc/passwd" %}',
            "there is no template /etc/passwd",
        ),
    ],
)
def test_a_wrong_template_is_told_at_its_line(project: Write, name: str, template: str, message: str) -> None:
    (mistake,) = check(project({**GAME, name: template}))[0]
    assert mistake.code == "template" and message in mistake.message
    assert str(mistake.span) == f"{name}:2:3"


@pytest.mark.parametrize("name", ["templates/site/entry.html", "templates/site/list.html"])
def test_a_template_that_is_no_text_is_told_at_its_file(project: Write, name: str) -> None:
    folder = project(GAME)
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_bytes(b"\xff\xfe")
    (mistake,) = check(folder)[0]
    assert (mistake.code, mistake.message, str(mistake.span)) == ("template", NO_TEXT, f"{name}:1:1")


@pytest.mark.parametrize(
    ("template", "message"),
    [
        (b"\xff\xfe", NO_TEXT),
        (b"{% if %}", "Expected an expression"),
        (b"{{ nothing }}", "nothing is called `nothing` here"),
        (b"{{ [0] * 999999999 }}", "this list is too large"),
        (b"{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}", "takes too long"),
    ],
)
def test_a_wrong_print_template_is_told_with_its_place(tmp_path: Path, template: bytes, message: str) -> None:
    file = tmp_path / "print" / "set-back.html"
    file.parent.mkdir()
    file.write_bytes(template)
    with pytest.raises(TemplateFailedError) as caught:
        environment((tmp_path,)).get_template("print/set-back.html").render()
    assert message in str(caught.value) and str(caught.value).startswith("templates/print/set-back.html:1: ")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value), "workers send it"


def test_a_print_template_cannot_be_a_link_to_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("the key", encoding="utf-8")
    (tmp_path / "own" / "print").mkdir(parents=True)
    (tmp_path / "own" / "print" / "note.html").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(TemplateFailedError, match="there is no template"):
        environment((tmp_path / "own",)).get_template("print/note.html")


def test_templates_of_the_program_are_parsed_only_beside_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template_syntax, "names_of_program", lambda: pytest.fail("they are parsed"))
    diagnostics = Diagnostics()
    template_syntax.check_syntax(Environment(), [], Path(), diagnostics)
    assert diagnostics.is_empty
