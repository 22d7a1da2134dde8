"""Opening a table with a gallery, and laying one out by tapping on it, in a browser."""
from __future__ import annotations

import pytest

from tests.browser.test_axe import faults

NEW = "/tables/new?box=heart_of_africa"


def tap(page, x: float, y: float) -> None:
    """A tap on the table, in inches from its south-west corner."""
    box = page.locator("#lies .map-live").bounding_box()
    left, top, width, height = (float(number) for number in page.locator("#lies .map-live").get_attribute("viewBox").split())
    scale = min(box["width"] / width, box["height"] / height)
    page.mouse.click(box["x"] + (box["width"] - width * scale) / 2 + (x * 10 - left) * scale,
                     box["y"] + (box["height"] - height * scale) / 2 + ((48 - y) * 10 - top) * scale)


def lay(page, kind: str, *spots: tuple[float, float], **numbers: int) -> None:
    page.select_option("#add-kind", kind)
    page.locator("#lies").scroll_into_view_if_needed()
    for spot in spots:
        tap(page, *spot)
    for field, number in numbers.items():
        page.fill(f"#add-{field}", str(number))
    page.click("button[value=add]")
    page.wait_for_load_state()


def test_another_table_by_chance_comes_without_a_new_page(house, person):
    one = person(house)
    page = one.page
    page.goto(f"{NEW}&scenario=raid")
    page.fill("input[name='t.points']", "450")
    page.select_option("#t-region", "forest")
    page.wait_for_selector("#by-chance .map-view")
    first = page.input_value("#t-lot")
    with page.expect_response("**/tables/new/drawing**") as answer:
        page.click("#by-chance button")
    assert "csrf" not in answer.value.url
    page.wait_for_selector(f"#t-lot:not([value='{first}'])")
    assert page.input_value("input[name='t.points']") == "450" and page.is_checked("input[name='t.table'][value=made]")
    page.fill("#t-lot", "77")
    page.keyboard.press("Tab")
    page.wait_for_selector("#t-lot[value='77']")
    page.click("main form button.go")
    page.wait_for_selector("#waiting")
    assert "Forest" in page.inner_text("#waiting")
    one.does_not_complain()


@pytest.mark.parametrize("size", [pytest.param((1360, 860), marks=pytest.mark.proof), (390, 844)])
def test_two_people_lay_out_a_table_by_tapping_on_it(house, person, size):
    shape = {"viewport": {"width": size[0], "height": size[1]}}
    one, other = person(house, **shape), person(house, "es", **shape)
    page, its = one.page, other.page
    page.goto(f"{NEW}&t.region=savannah")
    page.check("input[name='t.table'][value=laid]")
    page.click("main form button.go")
    page.wait_for_selector("#waiting")
    path = page.url
    its.goto(path)
    its.click("form.join button.go")
    its.wait_for_selector("figcaption a.btn")
    for who in (page, its):
        who.goto(f"{path}/laying")
    lay(page, "long_grass", (20, 30), length=44, breadth=22)
    east, north = (float(number) for number in page.input_value("#thing-spots").split(","))
    assert abs(east - 20) < 0.6 and abs(north - 30) < 0.6
    its.wait_for_selector(".news a", timeout=15_000)
    its.click(".news a")
    lay(its, "stream", (0, 8), (36, 12), (72, 6))
    assert len(its.input_value("#thing-spots").split()) == 3
    page.goto(f"{path}/laying")
    lay(page, "low_hill", (52, 30), length=40, breadth=26)
    page.click("button[value=turn]")
    page.wait_for_selector("#thing-turn[value='15']")
    page.click("button[value=accept]")
    page.wait_for_selector("button[value=object]")
    its.goto(f"{path}/laying")
    its.click("button[value=accept]")
    its.wait_for_selector("#panel")
    for who in (one, other):
        who.does_not_complain()


@pytest.mark.parametrize(("theme", "size"), [("light", (1360, 860)), pytest.param("dark", (390, 844), marks=pytest.mark.proof)])
def test_axe_finds_nothing(house, person, theme, size):
    shape = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": theme, "bypass_csp": True}
    one = person(house, "es" if theme == "dark" else "en", **shape)
    page, found = one.page, []
    for scenario in ("encounter", "raid", "diced"):
        page.goto(f"{NEW}&scenario={scenario}&t.light=night&options=x")
        for fold in page.locator("details.fold > summary").all():
            fold.click()
        page.add_style_tag(content=".bar, .bar nav { position: static !important }")       # what lies under a bar comes out when one scrolls
        found += faults(page)
    page.goto(f"{NEW}&scenario=encounter")
    page.check("input[name='t.table'][value=laid]")
    page.click("main form button.go")
    page.wait_for_selector("#waiting")
    found += faults(page)
    page.goto(f"{page.url}/laying")
    lay(page, "low_hill", (54, 34), length=32, breadth=22)
    found += faults(page)
    page.locator("button[value=accept]").dispatch_event("click")
    page.wait_for_selector("[role=alert]")
    found += faults(page)
    assert found == [], "\n".join(found)
