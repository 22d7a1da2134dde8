"""Every order by plain forms, in a browser without JavaScript."""

from __future__ import annotations

import pytest

from app.games import shelf
from tests.sample_games import HEX, HEX_GAME


@pytest.fixture
def two(site, person):
    """Player without JavaScript and the opponent, at the guided battle."""
    one, other = (
        person(site, "en", java_script_enabled=False).register(),
        person(site, "es", java_script_enabled=False).register(),
    )
    path = one.open_table()
    other.take_seat(path)
    one.page.goto(path)
    return one, other, path


def last(page) -> int:
    return int(page.get_attribute("#state", "data-last"))


def press(page, where: str) -> None:
    """Click and read the page of the answer."""
    page.locator(where).first.click()
    page.wait_for_load_state()
    assert page.locator("#panel").count() == 1, page.content()[:500]


PASS = ".decision .stick form:has(input[value*='pass']) button"


def end_step(page) -> None:
    press(page, PASS)
    press(page, "[data-confirm]")


@pytest.mark.slow
def test_every_kind_of_order_works_without_javascript(two):
    one, other, path = two
    page = one.page
    # A shot: archer, target, odds, dice.
    press(page, ".decision .offers a.offer-link")
    press(page, ".decision .offers a.offer-link")
    assert page.locator(".odds-table tr").count() >= 2
    assert "Roll the dice" in page.inner_text(".decision")
    before = last(page)
    press(page, "[data-confirm]")
    assert last(page) == before + 1
    if not page.locator(PASS).count():  # the unit hit retreats first, by its own player
        other.page.goto(path)
        press(other.page, ".decision .offers a.offer-link")
        press(other.page, "[data-confirm]")
        page.goto(path)
    end_step(page)
    # A move by the list of places, looked at first, then confirmed; and taken back.
    press(page, f".decision .offers a.offer-link[href*='piece={HEX.PIECE}']")
    page.locator(".offer-form select[name=path]").first.select_option(
        label="0605 · 2"
    ) if page.locator(".offer-form option", has_text="0605 · 2").count() else page.locator(
        ".offer-form select[name=path]"
    ).first.select_option(index=3)
    press(page, ".offer-form button")
    assert page.locator("[data-draft='1']").count() == 1
    assert page.locator(".ui-way").count()  # the way is drawn on the board
    before = last(page)
    press(page, "[data-confirm]")
    assert last(page) == before + 1
    press(page, ".decision form:has(input[value*='take_back']) button")
    assert (
        last(page) == before + 2
        and page.locator(f".decision .offers a.offer-link[href*='piece={HEX.PIECE}']").count()
    )
    # A move by the board: every offer there is a link.
    press(page, f"#p-{HEX.PIECE}")
    press(page, "#board-live a.ui-hex >> nth=5")
    press(page, "[data-confirm]")
    # A message.
    press(page, ".tabs a[href$='tab=messages']")
    page.fill("#text", "Good luck")
    press(page, ".write button")
    assert "Good luck" in page.inner_text(".messages")
    other.page.goto(f"{path}?tab=messages")
    assert "Good luck" in other.page.inner_text(".messages")
    # The end of the steps; then the other moves and gives up.
    while page.locator(PASS).count():
        end_step(page)
    press(other.page, f".tabs a[href^='{path}?tab=log']")
    page.goto(path)
    assert page.locator(".decision.calm").count() == 1
    other.page.locator("details.more:has(input[value*='concede']) summary").click()
    press(other.page, "details.more form:has(input[value*='concede']) button")
    press(other.page, "[data-confirm]")
    assert "victoria" in other.page.inner_text("#decision")
    page.goto(path)
    assert "victory" in page.inner_text("#decision")
    # The replay by plain forms.
    press(page, "a[href$='/at/1']:has-text('Replay')")
    page.select_option("#phase", index=1)
    press(page, ".phases button")
    assert page.locator("#reel").count() == 1 and "/at/" in page.url
    one.does_not_complain()
    other.does_not_complain()


@pytest.mark.proof
def test_a_draw_and_a_rematch_without_javascript(two):
    one, other, path = two
    one.page.locator("details.more:has(input[value*='concede']) summary").click()
    press(one.page, "details.more form:has(input[value*='offer_draw']) button")
    other.page.goto(path)
    press(other.page, "form:has(input[name=confirm][value=draw]) button")
    press(other.page, "[data-confirm]")
    assert "Tablas" in other.page.inner_text("#decision")
    other.page.click("form[action$='/rematch'] button")
    other.page.wait_for_selector("#waiting")
    one.page.goto(path)
    one.page.click(".decision a.btn.go")
    one.page.click("#waiting form button.go")
    one.page.wait_for_selector("#panel")
    assert one.page.locator(".decision.calm").count() == 1  # this player has the other side now


@pytest.mark.proof
def test_units_are_deployed_and_the_rest_left_to_the_server(site, person):
    one = person(site, "es", java_script_enabled=False).register()
    scenario = shelf()[HEX_GAME].card.scenario(HEX.NEXT_SCENARIO)
    one.open_table(
        f"{HEX.NEXT_SCENARIO}/{scenario.sides[1].key}", against="bot"
    )  # the side that acts second deploys first
    page = one.page
    press(page, "#board-live a.ui-hex")
    press(page, "[data-confirm]")
    press(page, "form:has(input[name=confirm][value=rest]) button")
    press(page, "[data-confirm]")
    end_step(page)
    assert "CH-" not in page.inner_text("#decision h1")
    one.does_not_complain()
