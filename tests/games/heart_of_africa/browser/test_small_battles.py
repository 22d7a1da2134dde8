"""In the Heart of Africa in a browser: a small Ambush by two players, laid by taps, with a
spectator.
"""

from __future__ import annotations

import time

import pytest

from tests.games.heart_of_africa.browser_player import FRESH, MARK, HeartOfAfricaBrowserPlayer
from tests.web.reading import of_another_language

NAMES = ("Maite", "Edmund", "Caracole", "Español", "English")
HIDING = """
() => [...document.querySelectorAll(".map-ground .hoa-ter")].filter(piece => /long_grass|jungle/.test(piece.getAttribute("class")))
  .map(piece => { const box = piece.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; })
"""


def opened(owner, guest, scenario: str, **terms: str) -> str:
    """Table of small armies opened by one player and joined by the other; returns its path."""
    owner.page.goto(f"/tables/new?box=heart_of_africa&scenario={scenario}")
    owner.page.check(f"input[name=seat][value='{scenario}/A']")
    for name, value in terms.items():
        field = owner.page.locator(f"[name='t.{name}']")
        field.first.evaluate(
            "field => "
            "{ for (let box = field.closest('details'); box; box = box.parentElement.closest('details')) box.open = true; }"
        )
        field.first.fill(value) if field.first.get_attribute("type") in (
            "number",
            "text",
        ) else owner.page.check(f"input[name='t.{name}'][value='{value}']")
    owner.page.click("main form button.go")
    owner.page.wait_for_selector("#waiting")
    path = "/games/" + owner.page.url.rsplit("/", 1)[1]
    guest.take_seat(path)
    owner.page.wait_for_selector("#panel")
    return path


def lay_an_ambush(one: HeartOfAfricaBrowserPlayer) -> bool:
    """Lay the first unit that may hide by a tap on the growth; false if none may."""
    page = one.page
    for unit in [href for href, _ in one.survey()["links"] if "order=" not in href]:
        one.press(f'.decision .offers a.offer-link[href="{unit}"]', "piece")
        for spot in page.evaluate(HIDING):
            verb = page.locator(".verb > details:has(input[name=offer])").filter(has_text="ambush")
            if not verb.count():
                break
            if verb.first.get_attribute("open") is None:
                verb.first.locator("summary").first.click()
            verb.first.locator("[data-ask=point]").first.focus()
            one.tap(spot)
            if page.locator("[data-confirm]").count():
                one.press("[data-confirm]", "ambush")
                return True
            one.press(".decision .stick a.btn.quiet", "something else")
        one.press(".decision .kicker a", "all pieces") if page.locator(
            ".decision .kicker a"
        ).count() else page.go_back()
    return False


def play(players: list[HeartOfAfricaBrowserPlayer], until, most: float = 120) -> None:
    began = time.monotonic()
    while not until():
        acted = [player.act() for player in players]
        if not any(acted):
            players[0].page.wait_for_timeout(150)
        assert time.monotonic() - began < most, [player.survey()["step"] for player in players]


@pytest.mark.slow
@pytest.mark.parametrize("turns", ["2", pytest.param("3", marks=pytest.mark.proof)])
def test_an_ambush_from_the_lobby_to_the_end(site, person, turns):
    maite, edmund, stranger = (
        person(site, "es").register(f"Maite A{turns}"),
        person(site, "en").register(f"Edmund A{turns}"),
        person(site),
    )
    # A table made by chance may have no growth to hide in.
    path = opened(maite, edmund, "ambush", table="uele_grass", points="200", turn_limit=turns)
    stranger.page.goto(path)
    stranger.page.wait_for_selector("#board-live")
    loaded = stranger.page.evaluate("performance.timeOrigin")
    attacker, defender = (
        HeartOfAfricaBrowserPlayer(maite, "a"),
        HeartOfAfricaBrowserPlayer(edmund, "b"),
    )

    # A unit hides by a tap on the growth; the other player and the visitor see nothing of it.
    play(
        [attacker],
        until=lambda: not defender.survey()["calm"] and defender.survey()["step"] == "deployment",
    )
    assert lay_an_ambush(defender)
    shown = {one.page.locator("#board-live .is-hidden").count() for one in (maite, stranger)}
    edmund.page.reload()
    assert edmund.page.locator("#board-live .is-hidden").count() >= 1
    assert shown == {0}

    players = [attacker, defender]
    play(players, until=lambda: players[0].survey()["over"])
    assert attacker.done["drag"] and defender.done["confirm"]

    # All reach the same end, the visitor without a reload.
    last = attacker.survey()["last"]
    for one in (edmund, stranger):
        one.page.wait_for_function(
            f"() => Number(document.getElementById('state').dataset.last) >= {last}", timeout=15_000
        )
    assert stranger.page.evaluate("performance.timeOrigin") == loaded
    score = stranger.page.inner_text("#scores")
    stranger.page.reload()
    assert score and score == stranger.page.inner_text("#scores")
    assert not of_another_language(attacker.said, "es", NAMES)
    assert not of_another_language(defender.said, "en", NAMES)
    for one in (maite, edmund, stranger):
        one.does_not_complain()


@pytest.mark.proof
@pytest.mark.parametrize("size", [(1360, 860), (390, 844)])
def test_a_march_by_tapping_and_by_numbers(site, person, size):
    one = person(site, viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 500)
    page = one.page
    page.goto("/")
    page.goto("/tables/new?box=heart_of_africa&scenario=encounter")
    page.fill("[name='t.points']", "200")
    page.check("input[name=against][value=bot]")
    page.locator("main form button.go").click()
    page.wait_for_selector("#panel")
    her = HeartOfAfricaBrowserPlayer(one, "a")
    play(
        [her],
        until=lambda: her.survey()["step"] == "unit_moves" and not her.survey()["calm"],
        most=60,
    )
    while not her.survey()["drag"]:
        now = her.survey()
        assert now["links"] or now["confirm"]
        her.press(
            "[data-confirm]" if now["draft"] else ".decision .offers a.offer-link", "take in hand"
        )
    (x, y), before = (
        her.survey()["drag"]["middle"],
        page.locator("#board-live .hoa-unit.is-ghost").count(),
    )
    for east, north in (
        (30, 45),
        (10, 20),
        (-10, 20),
        (10, 0),
        (-10, 0),
        (0, -10),
    ):  # the dice and the ground say how far
        her.tap((x + east, y - north))
        if page.locator("#board-live .hoa-unit.is-ghost").count() > before:
            break
        her.press(".decision .stick a.btn.quiet", "something else")
    assert page.locator("#board-live .hoa-unit.is-ghost").count() > before
    page.locator("details.again summary").click()
    field = page.locator("details.again [data-ask=point]").first
    inches = [float(number) for number in field.input_value().split(",")]
    field.fill(f"{inches[0] + 0.5:.1f} {inches[1]:.1f}")
    page.evaluate(MARK)
    page.locator("details.again form button").click()
    page.wait_for_function(FRESH)
    assert page.locator("#board-live .hoa-unit.is-ghost").count() > before
    field = page.locator("details.again [data-ask=point]").first
    page.locator("details.again summary").click()
    field.fill("somewhere")
    page.evaluate(MARK)
    page.locator("details.again form button").click()
    page.wait_for_function(FRESH)
    assert "somewhere" in page.locator(".draft .verdict.no").inner_text()
    assert page.locator("details.again [data-ask=point]").first.input_value() == "somewhere"
    one.does_not_complain()
