"""A game on named areas, played by mouse, by keyboard along the edges, and in the text view."""

from __future__ import annotations

import re

import pytest

from tests.browser.test_axe import faults
from tests.drivers.player import FRESH, MARK

KEY = re.compile(r"\bv_[a-z]+")


@pytest.fixture
def two(tiny_house, person):
    """Both players of a new valley, and its path; north reads English, south Spanish."""

    def begin(**more):
        north, south = person(tiny_house, **more).register(), person(tiny_house, "es").register()
        path = north.open_table(seat="plain/north", box="valley")
        south.take_seat(path)
        north.page.goto(path)
        north.page.wait_for_selector("#panel")
        return north, south, path

    return begin


def press(page, where: str) -> None:
    """Click when the page takes presses again, and wait for the new panel."""
    page.wait_for_timeout(650)
    page.evaluate(MARK)
    page.locator(where).first.click()
    page.wait_for_function(FRESH)


def key(page, *names: str) -> None:
    for name in names:
        page.keyboard.press(name)


def enter(page) -> None:
    page.wait_for_timeout(650)
    page.evaluate(MARK)
    page.keyboard.press("Enter")
    page.wait_for_function(FRESH)


def choose(page, field: str, value: str) -> None:
    """Choose a value, and wait until the page has asked again."""
    page.evaluate(MARK)
    page.select_option(f"#decision select[name={field}]", value)
    page.wait_for_function(FRESH)


def selected(page, field: str) -> str:
    return page.input_value(f"#decision select[name={field}]")


def says_no_key(page) -> None:
    """Check that neither text nor accessibility tree says the key of a place."""
    tree = page.locator("body").aria_snapshot()
    told = re.sub(r"/url: .*", "", tree) + page.inner_text("body")
    assert not KEY.search(told), KEY.findall(told)


def last(page) -> int:
    return int(page.get_attribute("#state", "data-last"))


@pytest.mark.slow
@pytest.mark.parametrize("width", [pytest.param(1360, marks=pytest.mark.proof), 390])
def test_by_mouse_several_counters_march_and_assault(two, width):
    north, south, path = two(viewport={"width": width, "height": 860})
    page = north.page
    press(page, "#area-v_mill")
    assert page.inner_text("#asked") == "Old Mill"
    press(page, "#p-n1")
    press(page, "#p-n2")
    ticked = page.locator("#decision input[name=units]:checked")
    assert [one.get_attribute("value") for one in ticked.all()] == ["n1", "n2"]
    says_no_key(page)
    press(page, "#area-v_wood")
    assert "1st Foot and 2nd Foot march from Old Mill to Scrubland." in page.inner_text("#decision")
    assert faults(page) == []
    press(page, "#decision [data-confirm]")
    page.wait_for_selector("#decision.calm")
    press(page, "#area-v_tower")  # a place opens for a player who owes nothing
    assert "1st Rifles, South, White Tower" in page.inner_text(".stack")

    other = south.page
    other.wait_for_selector("#decision:not(.calm)")
    press(other, "#area-v_tower")
    press(other, "#p-s1")
    press(other, "#area-v_chapel")
    press(other, "#decision [data-confirm]")
    assert "de Torre Blanca a Casa del Morabito" in other.inner_text("#panel")
    says_no_key(other)

    page.wait_for_selector("#decision:not(.calm)")
    press(page, "#area-v_wood")
    odds = page.get_attribute("#area-v_chapel", "aria-label")
    assert odds == "March to: House of the Marabout, 67%"
    press(page, "#area-v_chapel")
    assert page.locator(".odds-table tr").count() == 2
    for role, unit in (("vanguard", "n1"), ("director", "n1")):
        choose(page, role, unit)
    press(page, "#decision [data-confirm]")
    page.wait_for_selector("#decision.calm")
    says_no_key(page)
    page.goto(f"{path}?tab=log")
    assert "assault House of the Marabout" in page.text_content("#tab")
    for one in (north, south):
        one.does_not_complain()


def test_by_keyboard_along_the_edges(two):
    north, _, _ = two()
    page = north.page
    page.focus("#board")
    said = page.locator(".map-said")
    key(page, "ArrowLeft")  # the place in the middle
    assert said.inner_text().startswith("House of the Marabout hamlet")
    key(page, "ArrowDown")
    assert said.inner_text().startswith("Long Ford")
    key(page, "ArrowDown")
    assert said.inner_text().startswith("Long Ford")  # no edge leads down
    key(page, "ArrowRight", "ArrowUp")
    assert said.inner_text().startswith("High Ridge")
    key(page, "ArrowLeft")  # the track, not the nearest place
    assert said.inner_text().startswith("Scrubland")
    key(page, "ArrowLeft")
    assert said.inner_text().startswith("Old Mill")
    enter(page)
    assert page.inner_text("#asked") == "Old Mill"
    page.focus("#board")
    key(page, "ArrowRight")
    assert said.inner_text().startswith(("Scrubland", "Long Ford"))
    first = said.inner_text()
    key(page, "ArrowLeft", "Shift+ArrowRight")  # the second edge to the right
    assert said.inner_text().startswith(("Scrubland", "Long Ford"))
    assert said.inner_text() != first
    enter(page)
    assert page.locator("[data-draft='1']").count() == 1
    before = last(page)
    page.focus("#decision [data-confirm]")
    enter(page)
    assert last(page) == before + 1
    says_no_key(page)
    north.does_not_complain()


@pytest.mark.proof
def test_in_the_text_view_with_names_alone(two):
    north, south, path = two(java_script_enabled=False)
    page = north.page
    page.goto(f"{path}/text")
    page.get_by_role("link", name="Old Mill", exact=True).first.click()
    page.get_by_role("checkbox", name="Field battery").uncheck()
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("combobox", name="Where to").select_option(label="Scrubland")
    page.get_by_role("button", name="Preview").click()
    assert "1st Foot and 2nd Foot march from Old Mill to Scrubland." in page.inner_text("#decision")
    page.get_by_role("button", name="Confirm").click()
    assert "1st Foot and 2nd Foot: from Old Mill to Scrubland." in page.inner_text("#log")
    places = page.inner_text("#pieces")
    assert "Field battery, North, Old Mill" in places
    assert "1st Foot, North, Scrubland" in places
    south.page.goto(f"{path}/text")
    assert "1.º de infantería, Norte, Monte bajo" in south.page.inner_text("#pieces")
    says_no_key(south.page)


@pytest.fixture
def facing(two):
    """North with two foot units and a battery before the chapel, which South holds."""

    def begin(**more):
        north, south, path = two(**more)
        page, other = north.page, south.page
        page.goto(f"{path}?place=v_mill&offer=0&units=n1&units=n2&units=n3&end=v_ford")
        press(page, "#decision [data-confirm]")
        other.goto(f"{path}?place=v_tower")
        press(other, "#p-s1")
        press(other, "#area-v_chapel")
        press(other, "#decision [data-confirm]")
        page.goto(f"{path}?place=v_ford")
        press(page, "#area-v_chapel")
        return north

    return begin


@pytest.mark.proof
def test_dependent_fields_by_keyboard(facing):
    """Each answer opens the next field; focus stays in the form; a dropped answer is explained."""
    north = facing()
    page = north.page

    def type_choice(field: str, letters: str) -> None:
        page.evaluate(MARK)
        page.keyboard.type(letters)
        page.wait_for_function(FRESH)
        assert page.evaluate("document.activeElement.name") == field
        page.wait_for_timeout(200)

    def tab_to(field: str, press_key: str = "Tab") -> None:
        """Links of rules stand between the fields."""
        for _ in range(6):
            page.keyboard.press(press_key)
            if page.evaluate("document.activeElement.name") == field:
                return
        raise AssertionError(f"{field} is not reached")

    page.focus("#decision select[name=vanguard]")
    assert page.locator("#decision select[name=director]").count() == 0
    type_choice("vanguard", "1")
    tab_to("screen")
    type_choice("screen", "2")
    tab_to("director")
    type_choice("director", "F")
    assert page.locator("#decision [data-confirm]").count() == 1
    assert "100%" in page.inner_text(".odds-table")
    tab_to("vanguard", "Shift+Tab")
    type_choice("vanguard", "2")
    dropped = " ".join(page.inner_text("#decision .draft .warn").split())
    assert "Screen: 2nd Foot no longer fits and was removed. It is the vanguard." in dropped
    assert selected(page, "director") == "n3"
    assert faults(page) == []
    page.focus("#decision [data-confirm]")
    enter(page)
    page.wait_for_selector("#decision.calm")
    north.does_not_complain()


@pytest.mark.slow
@pytest.mark.parametrize("theme", [pytest.param("light", marks=pytest.mark.proof), "dark"])
def test_dependent_fields_on_a_phone(facing, theme):
    size = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
    north = facing(color_scheme=theme, **size)
    page = north.page
    choose(page, "vanguard", "n1")
    choose(page, "screen", "n2")
    choose(page, "director", "n1")
    assert page.locator("#decision [data-confirm]").count() == 1
    page.evaluate(MARK)
    page.locator("#decision label", has_text="2nd Foot").first.tap()
    page.wait_for_function(FRESH)
    assert "Screen no longer fits and was removed." in page.inner_text("#decision .draft .warn")
    assert selected(page, "vanguard") == "n1"
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(wide)
    assert faults(page) == []
    north.does_not_complain()
