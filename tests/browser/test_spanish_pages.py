"""Pages in Spanish: no decimal point, no English word, no English name of a month or day."""

from __future__ import annotations

import re

from tests.sample_games import AREA_GAME, HEX_GAME, INCH_GAME

TEXTS = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    if (!texts.currentNode.parentElement.closest("script, style, pre, code, svg, [lang=en]")) {
      found.push(texts.currentNode.data.trim());
    }
  }
  return found;
}"""
POINT = re.compile(r"(?<!ASVS )(?<![\d.\w/])\d+\.(?!\d{3}\b)\d+(?![\d.\w/])")
"""A decimal point; a point between thousands or in the version of ASVS is none."""
ENGLISH = re.compile(
    r"\b(the|and|with|from|your|turn|of|is|are|ago|days|hours|January|February|March|April|May|June"
    r"|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday"
    r"|Saturday|Sunday)\b"
)
PAGES = (
    "/",
    "/lobby",
    f"/tables/new?box={HEX_GAME}",
    f"/tables/new?box={INCH_GAME}",
    f"/tables/new?box={AREA_GAME}",
    "/armies",
    "/clubs",
    "/rules",
    f"/rules/{HEX_GAME}/sheet",
    f"/rules/{INCH_GAME}/sheet",
    f"/rules/{INCH_GAME}/overview",
    "/quality",
    "/changelog",
    "/account",
    "/account/hours",
    "/account/notices",
    "/opponents",
)
GAMES = (HEX_GAME, INCH_GAME, AREA_GAME)


def faults_of(texts: list[str]) -> list[str]:
    """Texts with a decimal point or an English word."""
    return [text for text in texts if POINT.search(text) or ENGLISH.search(text)]


def test_the_main_pages_in_spanish_have_no_decimal_point_and_no_english(site, person):
    page = person(site, "es").register("Olmos Vidal").page
    found = {}
    for address in PAGES:
        assert page.goto(address).status == 200, address
        found[address] = faults_of(page.evaluate(TEXTS))
    for game in GAMES:
        page.goto("/")
        page.click(f"form[action='/play-now'] button[value={game}]")
        page.wait_for_selector("#panel")
        base = page.url.split("?")[0]
        for address in (f"{base}/text", f"{base}?lesson=0&tab=log", f"{base}/dice"):
            page.goto(address)
            found[f"{game} {address}"] = faults_of(page.evaluate(TEXTS))
    assert {address: texts for address, texts in found.items() if texts} == {}


def test_faults_of_a_text_are_found():
    fine = ["1.000 partidas, 4,5 puntos", "ASVS 5.0"]
    assert faults_of(["16.5 puntos", "the end", "3 May", *fine]) == [
        "16.5 puntos",
        "the end",
        "3 May",
    ]
