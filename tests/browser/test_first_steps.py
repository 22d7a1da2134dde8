"""New player on a phone, in Spanish: play now, follow hints, move a unit by taps, shoot, open the
rule.
"""

from __future__ import annotations

import pytest

from tests.browser.test_guest import PHONE, SMALL, WIDE
from tests.drivers.player import FRESH, MARK
from tests.sample_games import INCH_GAME
from tests.web.reading import of_another_language, words_on

SPOT = """([x, y]) => {
  const frame = document.getElementById('board'), [inch, west, south] = frame.dataset.measure.split(' ').map(Number);
  const [left, top, w, h] = frame.querySelector('.map-live').getAttribute('viewBox').split(' ').map(Number), edge = frame.getBoundingClientRect();
  return [edge.left + (west + inch * x - left) / w * edge.width, edge.top + (south - inch * y - top) / h * edge.height];
}"""
"""Screen position of a place of the table, in inches from the west and from the south."""

SETTLED = """() => Promise.all(document.getAnimations()
  .filter(one => one instanceof CSSTransition).map(one => one.finished.catch(() => null)))"""

STRAYED = """() => {
  const { places } = JSON.parse(document.querySelector("#board .map-spots").textContent);
  const mean = (all, k) => all.reduce((sum, at) => sum + at[k], 0) / all.length;
  return [...document.querySelectorAll("#board-live .hoa-unit:not(.is-ghost)[data-key]")].filter(unit => {
    const men = [...unit.querySelectorAll("[id^='p-']")].map(man => man.getAttribute("transform").match(/-?[\\d.]+/g).map(Number));
    const spot = places.find(([key]) => key === unit.dataset.key);
    return men.length && !(spot && Math.hypot(spot[1] - mean(men, 0), spot[2] - mean(men, 1)) < 2);
  }).map(unit => unit.dataset.key);
}"""
"""Units whose place for arrow keys is not where their figures stand."""
UNITS = "() => document.querySelectorAll(\"#board-live .hoa-unit[data-key] [id^='p-']\").length"

IN_VIEW = """() => {
  const hint = document.querySelector(".hint-card b").getBoundingClientRect();
  return hint.top > 0 && hint.bottom <= document.querySelector("#decision .stick").getBoundingClientRect().top;
}"""


class Newcomer:
    """Player who follows the hints."""

    def __init__(self, page):
        self.page, self.said = page, set()

    def looked(self) -> None:
        self.page.wait_for_load_state()  # its sheets are there
        assert not self.page.evaluate(WIDE) and self.page.evaluate(SMALL) == [], self.page.url
        self.said.update(words_on(self.page.content()))

    def tap(self, where: str) -> None:
        self.page.evaluate(MARK)
        self.page.locator(where).first.tap()
        self.page.wait_for_function(FRESH)
        self.looked()

    def tap_the_table(self, x: float, y: float) -> None:
        self.page.evaluate(SETTLED)  # the sheet leaves the table free
        self.page.evaluate(MARK)
        self.page.touchscreen.tap(*self.page.evaluate(SPOT, [x, y]))
        self.page.wait_for_function(FRESH)
        self.looked()

    @property
    def hint(self) -> str:
        return self.page.locator(".hint-card").first.inner_text()

    def waits(self) -> None:
        """Wait for the next own decision."""
        self.page.wait_for_selector("#decision:not(.calm) .hint-card", timeout=30_000)

    def confirms(self) -> None:
        self.tap("[data-confirm]")
        if self.page.locator(
            "[data-confirm]"
        ).count():  # the bot was faster with something of its own: the draft is kept
            self.tap("[data-confirm]")
        self.waits()


@pytest.fixture
def newcomer(site, person):
    user = person(site, "es", **{**PHONE, "color_scheme": "light"})
    yield Newcomer(user.page)
    user.does_not_complain("409")


@pytest.mark.slow
def test_the_first_battle_on_a_phone(newcomer):
    page = newcomer.page
    page.goto("/")
    newcomer.looked()
    page.tap(f"form[action='/play-now'] button[value={INCH_GAME}]")
    page.wait_for_selector("#panel")
    newcomer.looked()

    # The rule behind the hint, in place.
    page.tap(".hint-card a.rule")
    page.wait_for_selector("#rule-dialog[open] article")
    told = page.inner_text("#rule-dialog")
    assert "aplicada" in told and "probada por" in told
    page.tap("#rule-dialog button")

    # After the introduction the hint is in view, above the dice of the setup.
    page.goto(f"{page.url.partition('?')[0]}?lesson=0")
    newcomer.looked()
    assert page.evaluate(IN_VIEW)
    assert page.locator(".hint-card ~ #dice-results").count() == 1

    # Move: the unit, its dice, the place, the dry run.
    assert "Elige Ruga-Ruga A1" in newcomer.hint
    newcomer.tap(".hint-card b a[hx-get]")
    newcomer.tap("[data-confirm]")
    assert (
        "Toca su destino en la mesa" in newcomer.hint
        and page.locator("[data-ask].armed").count() == 1
    )
    newcomer.tap_the_table(10.5, 12.5)
    assert page.locator(".draft .verdicts li").count() >= 1
    newcomer.confirms()
    assert "Ruga-Ruga A1" not in newcomer.hint.split(".")[0], "the next unit is due"
    assert page.locator("#dice-results").count() == 1 and page.evaluate(IN_VIEW)
    assert page.evaluate(UNITS) and page.evaluate(STRAYED) == [], "arrow keys use old places"

    # The others and the Leader follow the hints until the first shots.
    for _ in range(16):
        if 'data-step="shooting"' in page.content():
            break
        if page.locator(".hint-card b a[hx-get]").count():
            newcomer.tap(".hint-card b a[hx-get]")
            newcomer.confirms() if "activate" not in page.url else newcomer.tap("[data-confirm]")
            continue
        charge = page.locator(".verb summary", has_text="Cargar")
        if "Cargar" in newcomer.hint and charge.count():
            charge.tap()
            newcomer.tap(".verb details[open] button")
        else:
            unit = page.locator("[data-ask=point]").first
            onward = unit.evaluate(
                "field => [...field.list.options].find(option => option.label === 'norte').value"
            )
            unit.fill(onward)
            newcomer.tap(".verb details[open] button")
        if page.locator("[data-confirm]").count():
            newcomer.confirms()
        else:  # no way there: it stays
            newcomer.tap(".btns a.quiet")
            newcomer.tap(".decision .stick form:has(input[value*='end_activation']) button")
            newcomer.tap("[data-confirm]")  # it has not moved at all
            newcomer.waits()
    assert 'data-step="shooting"' in page.content(), newcomer.hint

    # Fire: the lamp's volley, its odds, the seal.
    assert "Figuras tuyas con un objetivo" in newcomer.hint
    newcomer.tap(".hint-card b a[hx-get]")
    if "fire_orders" in page.url:  # a figure has an enemy in sight and in front
        assert "alcanza con" in page.inner_text(".draft")
    newcomer.confirms()
    assert "Ruga-Ruga" in page.evaluate(
        "() => fetch(location.pathname + '?tab=log').then(answer => answer.text())"
    )
    assert of_another_language(newcomer.said, "es", ("English", "Español", "Invitado")) == []
