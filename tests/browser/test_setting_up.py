"""New table with a gallery, and a table laid out by taps, in a browser."""

from __future__ import annotations

import pytest

from tests.browser.test_axe import faults
from tests.sample_games import INCH, INCH_GAME

NEW = f"/tables/new?box={INCH_GAME}"


def tap(page, x: float, y: float) -> None:
    """Tap on the table, in inches from its south-west corner."""
    box = page.locator("#lies .map-live").bounding_box()
    left, top, width, height = (
        float(number) for number in page.locator("#lies .map-live").get_attribute("viewBox").split()
    )
    scale = min(box["width"] / width, box["height"] / height)
    page.mouse.click(
        box["x"] + (box["width"] - width * scale) / 2 + (x * 10 - left) * scale,
        box["y"] + (box["height"] - height * scale) / 2 + ((48 - y) * 10 - top) * scale,
    )


def lay(page, kind: str, *spots: tuple[float, float], **numbers: int) -> None:
    page.select_option("#add-kind", kind)
    page.locator("#lies").scroll_into_view_if_needed()
    for spot in spots:
        tap(page, *spot)
    for field, number in numbers.items():
        page.fill(f"#add-{field}", str(number))
    page.click("button[value=add]")
    page.wait_for_load_state()


@pytest.mark.proof
def test_another_table_by_chance_comes_without_a_new_page(site, person):
    one = person(site)
    page = one.page
    page.goto(f"{NEW}&scenario={INCH.RAID}")
    page.fill("input[name='t.points']", "450")
    page.select_option("#t-region", INCH.WOODED_REGION)
    page.wait_for_selector("#by-chance .map-view")
    first = page.input_value("#t-lot")
    with page.expect_response("**/tables/new/drawing**") as answer:
        page.click("#by-chance button")
    assert "csrf" not in answer.value.url
    page.wait_for_selector(f"#t-lot:not([value='{first}'])")
    assert page.input_value("input[name='t.points']") == "450" and page.is_checked(
        "input[name='t.table'][value=made]"
    )
    page.fill("#t-lot", "77")
    page.keyboard.press("Tab")
    page.wait_for_selector("#t-lot[value='77']")
    page.click("main form button.go")
    page.wait_for_selector("#waiting")
    assert "Forest" in page.inner_text("#waiting")
    one.does_not_complain()


@pytest.mark.slow
@pytest.mark.parametrize("size", [pytest.param((1360, 860), marks=pytest.mark.proof), (390, 844)])
def test_two_people_lay_out_a_table_by_tapping_on_it(site, person, size):
    shape = {"viewport": {"width": size[0], "height": size[1]}}
    one, other = person(site, **shape), person(site, "es", **shape)
    page, its = one.page, other.page
    page.goto(f"{NEW}&t.region={INCH.REGION}")
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
    assert len(its.input_value("#thing-spots").split(";")) == 3
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


def spot(page, x: float, y: float) -> tuple[float, float]:
    """Position of a place of the table, inches to pixels."""
    return tuple(
        page.evaluate(
            """([x, y]) => {
        const frame = document.querySelector("#lies [data-measure]"), [inch, west, south] = frame.dataset.measure.split(" ").map(Number);
        const at = new DOMPoint(west + x * inch, south - y * inch).matrixTransform(frame.querySelector(".map-live").getScreenCTM());
        return [at.x, at.y];
    }""",
            [x, y],
        )
    )


def knob(page, key: str, number: int = 0) -> tuple[float, float]:
    """Position of a handle, once there is one; all handles are redrawn now and then."""
    return tuple(
        page.wait_for_function(
            """([key, number]) => {
        const box = document.querySelectorAll(`.handle-${key} .handle-knob`)[number]?.getBoundingClientRect();
        return box?.width > 0 && [box.x + box.width / 2, box.y + box.height / 2];
    }""",
            arg=[key, number],
        ).json_value()
    )


class Hand:
    """Mouse or finger that presses, drags and releases."""

    def __init__(self, page, finger: bool):
        self.page, self.touch = page, page.context.new_cdp_session(page) if finger else None

    def down(self, at: tuple[float, float], to: tuple[float, float]) -> None:
        for share in (0, 0.5, 1):
            x, y = (one + (two - one) * share for one, two in zip(at, to, strict=True))
            if self.touch:
                self.touch.send(
                    "Input.dispatchTouchEvent",
                    {
                        "type": "touchMove" if share else "touchStart",
                        "touchPoints": [{"x": x, "y": y}],
                    },
                )
            else:
                self.page.mouse.move(x, y)
                if not share:
                    self.page.mouse.down()

    def up(self) -> None:
        if self.touch:
            self.touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self.page.mouse.up()

    def drags(self, at: tuple[float, float], to: tuple[float, float], status: int = 303) -> None:
        """Drag, and wait for the server's answer."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            self.down(at, to)
            self.up()
        assert answer.value.status == status
        self.page.wait_for_selector(".laying:not([aria-busy])")


def lies(page) -> list[str]:
    """Fields of the piece in hand."""
    return [page.input_value(f"#thing-{field}") for field in ("spots", "length", "breadth", "turn")]


def near(text: str, *wanted: float, by: float = 0.7) -> bool:
    found = [float(number) for number in text.replace(",", " ").replace(";", " ").split()]
    return len(found) == len(wanted) and all(
        abs(one - two) <= by for one, two in zip(found, wanted, strict=True)
    )


@pytest.mark.proof
@pytest.mark.parametrize("size", [pytest.param((1360, 860), marks=pytest.mark.proof), (390, 844)])
def test_a_selected_piece_is_moved_turned_and_stretched_by_its_handles(site, person, size):
    finger = size[0] < 500
    one = person(site, viewport={"width": size[0], "height": size[1]}, has_touch=finger)
    page, scale = one.page, lambda: spot(one.page, 1, 0)[0] - spot(one.page, 0, 0)[0]
    page.goto(f"{NEW}&t.region={INCH.REGION}&t.size=60x48")
    page.check("input[name='t.table'][value=laid]")
    page.check("input[name=against][value=bot]")
    page.click("main form button.go")
    page.wait_for_load_state()
    page.goto(f"{page.url.partition('/laying')[0]}/laying")
    lay(page, "long_grass", (26, 22), length=30, breadth=16)
    page.evaluate("scrollTo(0, 0)")
    hand, outline, inch = Hand(page, finger), "#lies .map-ground .long_grass .edge", scale()
    before = page.locator(outline).first.get_attribute("d")
    x, y = spot(page, 26, 22)
    hand.down((x, y), (x + 40, y - 30))
    assert (
        near(lies(page)[0], 26 + 40 / inch, 22 + 30 / inch)
        and page.locator(outline).first.get_attribute("d") == before
    )  # nothing was asked yet
    page.keyboard.press("Escape")
    hand.up()
    assert near(lies(page)[0], 26, 22) and page.locator(outline).first.get_attribute("d") == before
    hand.drags((x, y), (x + 40, y - 30))
    assert (
        near(lies(page)[0], 26 + 40 / inch, 22 + 30 / inch)
        and page.locator(outline).first.get_attribute("d") != before
    )
    x, y = knob(page, "length")
    hand.drags((x, y), (x + 4 * inch, y))
    assert near(lies(page)[1], 38, by=1) and lies(page)[2:] == ["16", "0"]
    x, y = knob(page, "breadth")
    hand.drags((x, y), (x, y - 3 * inch))
    assert near(lies(page)[2], 22, by=1)
    (x, y), (east, north) = knob(page, "turn"), spot(page, 26 + 40 / inch, 22 + 30 / inch)
    hand.drags(
        (x, y), (east + (y - north), north - (x - east))
    )  # a right angle to the left, or nearly
    assert abs(int(lies(page)[3]) - 90) <= 20
    turned = page.locator(outline).first.get_attribute("d")
    x, y = knob(page, "breadth")
    middle = spot(page, *(float(number) for number in lies(page)[0].split(",")))
    hand.drags((x, y), middle, status=422)  # too narrow: it is said, and the table stays as it was
    assert (
        page.is_visible("[role=alert]")
        and page.locator(outline).first.get_attribute("d") == turned
        and lies(page)[2] == "1"
    )
    page.click("button[value=undo]")
    page.wait_for_load_state()
    assert page.locator(outline).first.get_attribute("d") != turned
    lay(page, "stream", (2, 6), (30, 10), (58, 4))
    page.evaluate("scrollTo(0, 0)")
    hand.drags(knob(page, "between"), spot(page, 16, 14))
    assert near(page.input_value("#thing-spots"), 2, 6, 16, 14, 30, 10, 58, 4, by=1)
    hand.drags(
        knob(page, "spot", 1), spot(page, 30, 10)
    )  # dropped on its neighbour it is gone again
    assert near(page.input_value("#thing-spots"), 2, 6, 30, 10, 58, 4, by=1)
    taken = spot(page, *(26 + 40 / inch, 22 + 30 / inch))
    (page.touchscreen.tap if finger else page.mouse.click)(taken[0] + 20, taken[1])
    page.wait_for_selector("#chosen >> text=Long grass")
    assert page.url.endswith("thing=1")
    one.does_not_complain(but="422")


@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", (1360, 860)), pytest.param("dark", (390, 844), marks=pytest.mark.proof)],
)
@pytest.mark.proof
def test_axe_finds_nothing(site, person, theme, size):
    shape = {
        "viewport": {"width": size[0], "height": size[1]},
        "color_scheme": theme,
        "bypass_csp": True,
    }
    one = person(site, "es" if theme == "dark" else "en", **shape)
    page, found = one.page, []
    for scenario in (INCH.SCENARIO, INCH.RAID, INCH.DICED):
        page.goto(f"{NEW}&scenario={scenario}&t.light={INCH.DARK}&options=x")
        for fold in page.locator("details.fold > summary").all():
            fold.click()
        page.add_style_tag(
            content=".bar, .bar nav { position: static !important }"
        )  # parts under a bar are reached by scrolling
        found += faults(page)
    page.goto(f"{NEW}&scenario={INCH.SCENARIO}")
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
