"""Minified style sheets have the same rules for a browser as their sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.web.static_files import minified_file

TOP = Path(__file__).parents[2]
SHEETS = [*(TOP / "static/css").glob("*.css"), *(TOP / "app/games").glob("*/style.css")]
# The browser keeps spaces and lines of values with variables and of feature queries as written.
RULES = r"""text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map(
    (rule) => rule.cssText.replace(/\s+/g, " ").replace(/, /g, ",")
      .replace(/\( /g, "(").replace(/ \)/g, ")").replace(/\s*([{}])\s*/g, "$1")
      .replace(/\((animation-timeline): /g, "($1:"));
}"""


@pytest.fixture(scope="module")
def rules_of(chromium):
    page = chromium.new_page()
    yield lambda text: page.evaluate(RULES, text)
    page.close()


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_minified_style_sheet_has_the_same_rules(rules_of, sheet):
    source, sent = sheet.read_text(), minified_file(sheet, 0.0).plain.decode()
    assert len(sent) < len(source)
    assert rules_of(sent) == rules_of(source)
