"""Sheets of an assault of Africa 1859-60: complete ones on a phone, and one filled in by keyboard.

The last test looks at all pages of this game with axe.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_keyboard import enter, tab_to
from tests.drivers.player import FRESH, MARK
from tests.games.africa_1859.browser.test_play import GUARD, last, press

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
VERB = "#decision .offers .verb"
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def open_form(page, label: str) -> None:
    """Open the folded form of an offer."""
    fold = page.locator(VERB, has_text=label).first
    if fold.locator("details").first.get_attribute("open") is None:
        page.wait_for_timeout(GUARD)
        fold.locator("summary").first.tap()
    fold.locator("fieldset").wait_for()


def preview(page, label: str) -> None:
    """Ask for the preview of the open form of an offer."""
    page.wait_for_timeout(GUARD)
    page.evaluate(MARK)
    page.locator(VERB, has_text=label).first.locator("form button.btn").last.tap()
    page.wait_for_function(FRESH)


def settle(page, fold: str, **answers: str) -> None:
    """Open the fold of the later questions and answer them; the page asks again after each."""
    summary = page.locator("#decision summary", has_text=fold)
    for name, value in answers.items():
        answer = page.locator(f"#decision select[name={name}]")
        if not answer.is_visible():
            page.wait_for_timeout(GUARD)
            summary.tap()
        answer.wait_for()
        page.evaluate(MARK)
        answer.select_option(value)
        page.wait_for_function(FRESH)
        assert page.input_value(f"#decision select[name={name}]") == value


@pytest.fixture
def facing(site, person):
    """Both commanders of the guided battle on phones, and the path of their game."""
    spain, morocco = (
        person(site, **PHONE).register(),
        person(site, "es", **PHONE).register(),
    )
    path = spain.open_table(seat="morabito/S", box="africa_1859")
    morocco.take_seat(path)
    return spain, morocco, path


@pytest.mark.slow
def test_a_quiet_assault_asks_each_player_once(facing):
    spain, morocco, path = facing
    page, other = spain.page, morocco.page
    page.goto(f"{path}?place=c_camino")
    open_form(page, "Assault from")
    form = page.locator(VERB, has_text="Assault from").first
    page.wait_for_timeout(GUARD)
    page.evaluate(MARK)
    form.locator("input[name=units][value=s_vergara]").uncheck()
    page.wait_for_function(FRESH)
    assert page.locator("#decision select[name=losses]").is_visible() is False
    settle(page, "Settle ahead", support="group", losses="s_principe")
    assert "the answers that you settled ahead" in page.inner_text("#decision .draft")
    assert "Steps lost by the attacker" in page.inner_text("#decision .draft")
    assert not page.evaluate(WIDE)
    assert faults(page) == []
    press(page, "#decision [data-confirm]")
    page.wait_for_selector("#decision.calm")

    other.goto(path)
    open_form(other, "Designar la defensa")
    preview(other, "Designar la defensa")
    draft = other.inner_text("#decision .draft")
    assert "Las designaciones del atacante están selladas" in draft
    assert "Pasos que pierde el defensor" in draft
    assert "No hay otra orden" not in draft and "no hay otra orden" not in draft
    assert other.locator("#decision .odds-table meter.bad").count() == 1
    settle(other, "Fijar por adelantado", losses="default", retreat="default")
    assert not other.evaluate(WIDE)
    other.evaluate("() => document.querySelector('#decision select[name=losses]').scrollIntoView()")
    assert faults(other) == []
    ordered = last(other)
    press(other, "#decision [data-confirm]")

    # One order resolves the whole assault: Spain goes on with its phase, and Morocco owes nothing.
    other.wait_for_selector("#decision.calm")
    assert last(other) == ordered + 1
    page.wait_for_selector("#decision:not(.calm)")
    assert "Assault from" not in page.inner_text("#asked")
    page.goto(f"{path}?tab=log")
    told = page.inner_text("#tab")
    assert "Assault on " in told
    assert "is asked: support" not in told and "is asked: losses" not in told
    spain.does_not_complain()
    morocco.does_not_complain()


NAME = "document.activeElement.name"
SUMMARY = "document.activeElement.matches('#decision details.singly > summary')"


@pytest.mark.proof
def test_a_new_vanguard_is_settled_ahead_by_keyboard(site, person):
    one = person(site).register()
    page = one.page
    path = one.open_table(seat="morabito/S", box="africa_1859", against="bot")
    page.goto(f"{path}?place=c_camino")
    offer = page.locator(VERB, has_text="Assault from").first.locator("summary").first
    offer.focus()
    page.wait_for_timeout(GUARD)
    page.keyboard.press("Enter")
    tab_to(page, lambda now: "Preview" in now["words"])
    enter(page)
    page.locator("#decision details.again > summary").focus()  # open after a preview
    tab_to(page, lambda _: page.evaluate(SUMMARY))
    page.keyboard.press("Enter")
    tab_to(page, lambda _: page.evaluate(NAME) == "new_vanguard")
    page.evaluate(MARK)
    page.keyboard.press("ArrowDown")  # by default
    page.keyboard.press("ArrowDown")
    page.wait_for_function(FRESH)
    chosen = page.input_value("#decision select[name=new_vanguard]")
    assert chosen not in ("", "default")
    assert "the answers that you settled ahead" in page.inner_text("#decision .draft")
    tab_to(page, lambda now: "Roll the dice" in now["words"])
    assert f'"new_vanguard":"{chosen}"' in page.input_value("#decision .stick input[name=order]")
    before = last(page)
    enter(page)
    assert last(page) > before
    one.does_not_complain()


SIZE_IN_A_FAN = """() => {
  const name = document.querySelector(".fan-name text");
  const { a, b } = name.getScreenCTM();
  return parseFloat(getComputedStyle(name).fontSize) * Math.hypot(a, b);
}"""
SIZE_OF_A_NAME = """() => {
  const name = document.querySelector(".af-names-afar .af-name");
  return [name.getBoundingClientRect().height, document.querySelector(".af-names").getBoundingClientRect().height];
}"""


def test_names_of_a_whole_map_can_be_read_on_a_phone(site, person):
    """A whole map has larger names, and a near view the names in their places."""
    one = person(site, "es", **PHONE).register()
    page = one.page
    page.goto(one.open_table(seat="tetuan/S", box="africa_1859", against="bot"))
    page.wait_for_selector("#panel")
    page.locator("[data-do='zoom:fit']").tap()
    page.wait_for_selector(".map-view.afar")
    large, usual = page.evaluate(SIZE_OF_A_NAME)
    assert large >= 10 and usual == 0
    page.locator("[data-do='zoom:need']").tap()
    page.wait_for_selector(".map-view:not(.afar)")
    large, usual = page.evaluate(SIZE_OF_A_NAME)
    assert large == 0 and usual > 0
    one.does_not_complain()


def test_an_open_stack_and_the_names_can_be_read_on_a_tablet_and_on_a_desk(site, person):
    """A tablet lists the stack in the panel; the fan of a desk has names of 11 px or more."""
    one = person(site, "es", viewport={"width": 820, "height": 1180}, has_touch=True)
    page = one.register().page
    path = one.open_table(seat="tetuan/S", box="africa_1859", against="bot")
    page.goto(f"{path}?place=t_llano_n")
    page.wait_for_selector(".map-view.afar")
    large, usual = page.evaluate(SIZE_OF_A_NAME)
    assert large >= 11 and usual == 0
    assert not page.locator(".af-fan").is_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{path}?place=t_llano_n")
    page.wait_for_selector(".map-view:not(.afar)")
    assert page.evaluate(SIZE_IN_A_FAN) >= 11
    one.does_not_complain()


DESK, SMALL = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
BEFORE = (
    "/rules/africa_1859",
    "/rules/africa_1859/sheet",
    "/rules/africa_1859/overview",
    "/rules/africa_1859/AFR-SEQ-02",
    "/tables/new?box=africa_1859",
    "/tables/new?box=africa_1859&scenario=campana",
)
OF_A_GAME = (
    "",
    "?tab=log",
    "?tab=messages",
    "?tab=spectators",
    "?place=t_llano_n",
    "?place=t_geleli",
    "?ahead=1",
    "/text",
    "/spectators",
    "/dice",
    "/at/1",
    "/at/1/text",
    "/projector",
    "/leave",
)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("language", "scheme", "size"),
    [("es", "light", SMALL), ("es", "dark", DESK), ("en", "light", DESK), ("en", "dark", SMALL)],
)
def test_pages_of_africa_have_no_fault(site, person, language, scheme, size):
    one = person(site, language, viewport=size, color_scheme=scheme).register()
    page = one.page
    path = one.open_table(seat="tetuan/S", box="africa_1859", against="bot")
    page.goto(path)
    press(page, f"form[action='{path}/sandboxes'] button")
    sandbox = urlsplit(page.url).path
    found = []
    for where in (*BEFORE, *(path + part for part in OF_A_GAME), sandbox, f"{sandbox}/text"):
        answer = page.goto(where)
        assert answer.status == 200, where
        found += faults(page)
        if page.evaluate(WIDE):
            found.append(f"{where} is wider than the screen")
    assert found == []
    one.does_not_complain()
