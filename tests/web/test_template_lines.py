"""A template is indented by its nesting. The page is sent without these line breaks."""

from __future__ import annotations

import pytest
from jinja2 import Environment, TemplateSyntaxError

from app.web.template_lines import TemplateLines
from tests.one_by_one import one_by_one

ENVIRONMENT = Environment(
    autoescape=True,
    trim_blocks=True,
    extensions=["jinja2.ext.i18n", TemplateLines],
)
KEYS: list[str] = []


def key_of(text: str) -> str:
    KEYS.append(text)
    return text


ENVIRONMENT.install_gettext_callables(key_of, lambda one, many, number: one, newstyle=True)


def sent(source: str, **context: object) -> str:
    return ENVIRONMENT.from_string(source).render(context)


@one_by_one(
    "case",
    [
        ("<ul>\n  <li>a</li>\n\n  <li>b</li>\n</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<p>\n  one\n  two\n</p>", "<p>one two</p>"),
        ("<p><b>one</b>\n  <i>two</i></p>", "<p><b>one</b> <i>two</i></p>"),
        ("<p>\n  one,\n  <b>two</b>\n</p>", "<p>one, <b>two</b></p>"),
        ("<label>\n  one\n</label>\n<input>\n<hr>", "<label>one</label><input><hr>"),
        ("<label>\n  <input> one\n</label>", "<label><input> one</label>"),
        ("<a> </a>\n<hx-partial>\n</hx-partial>", "<a> </a><hx-partial></hx-partial>"),
        ("<picture>\n<pair>\n", "<picture> <pair> "),
    ],
)
def test_a_line_break_is_a_space_only_within_a_line_of_text(case):
    source, page = case
    assert sent(source + "{# #}") == page


@one_by_one(
    "case",
    [
        ('<a class="btn"\n    href="/">x</a>', '<a class="btn" href="/">x</a>'),
        ('<p class="a\n    b"\n>x</p>', '<p class="a b">x</p>'),
        ('<p title="a > b"\n  class="c">\n  x</p>', '<p title="a > b" class="c">x</p>'),
        ("<p{% if yes %} hidden{% endif +%}\n  id='x'>\n  x</p>", "<p hidden id='x'>x</p>"),
        ('<p class="{{ name }}\n  b"\n  id="x">\n  it\'s</p>', '<p class="a b" id="x">it\'s</p>'),
    ],
)
def test_a_tag_may_be_broken_between_its_attributes(case):
    source, page = case
    assert sent(source, yes=True, name="a") == page


def test_the_key_of_a_translation_is_the_text_in_the_source():
    KEYS.clear()
    sent("<p>\n  {% trans %}one\ntwo\n<br>{% endtrans %}\n</p>\n<p>\n  three\n</p>")
    page = sent("<p>\n  {% trans trimmed %}\n    one\n    two\n  {% endtrans %}\n</p>")
    assert (page, KEYS) == ("<p>one two</p>", ["one\ntwo\n<br>", "one two"])


def test_an_error_names_its_line():
    with pytest.raises(TemplateSyntaxError) as error:
        sent("<ul>\n  <li>\n\n    <b>\n    {% fi %}\n")
    assert error.value.lineno == 5
