"""Whole games by the accessibility tree of Chromium and by keyboard, and aids for such players."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.browser.test_axe import faults
from tests.drivers.page_reader import BUTTON, FIELD, LINK
from tests.drivers.screen_reader import ScreenReader
from tests.games.africa_1859.text_player import AfricaTextPlayer
from tests.games.cry_havoc import text_player
from tests.games.cry_havoc.text_player import CryHavocTextPlayer
from tests.games.heart_of_africa.text_player import ENGLISH, SPANISH, HeartOfAfricaTextPlayer

MOST_VISITS = 600


def begun(house, person, box: str, seat: str, **more):
    """Two players at a table, one English and one Spanish; returns the address of the game."""
    one, other = person(house, "en", **more).register(), person(house, "es", **more).register()
    one.page.goto(f"/tables/new?box={box}&scenario={seat.partition('/')[0]}")
    one.page.check(f"input[name=seat][value='{seat}']")
    one.page.click("main form button.go")
    one.page.wait_for_selector("#waiting")
    path = "/games/" + one.page.url.rsplit("/", 1)[1]
    other.take_seat(path)
    return one, other, path


def flaws(who) -> list[str]:
    """Findings of axe, with no part half under the bar."""
    who.page.evaluate("scrollTo(0, 0)")
    return faults(who.page)


@pytest.mark.slow
def test_screen_readers_get_news_and_the_way_to_the_decision(house, person):
    one, other, path = begun(
        house,
        person,
        "heart_of_africa",
        "first_steps/A",
        viewport={"width": 390, "height": 844},
        bypass_csp=True,
    )
    mine, hers = (
        HeartOfAfricaTextPlayer(ScreenReader(who), phrases, path)
        for who, phrases in ((one, ENGLISH), (other, SPANISH))
    )
    reader = mine.reader
    hers.hear()
    waits = hers.reader.asked
    assert waits.startswith("Le toca decidir a ")
    mine.hear()
    assert reader.told("(?i)result of the dice")  # the roll-off, although a clock was set since

    # The first stop leads to the decision, and so does every sent form.
    one.page.keyboard.press("Tab")
    one.page.keyboard.press("Enter")
    reader.listen()
    assert reader.at == reader.asked == "Move: choose a unit" and flaws(one) == []
    mine.take_in_hand(
        next(
            name
            for name in reader.names_of(LINK, everywhere=True)
            if name.startswith(ENGLISH.orders)
        )
    )
    assert reader.at == reader.asked and reader.told(ENGLISH.pace, reader.decision)
    bar, head = (one.page.locator(where).bounding_box() for where in ("header.bar", "#asked"))
    assert head["y"] >= bar["y"] + bar["height"]  # no element covers the target
    assert flaws(one) == []

    # An unreadable number is refused at the field, and the input stays.
    bearing, inches = reader.named(FIELD, ENGLISH.bearing), reader.named(FIELD, ENGLISH.inches)
    reader.write(bearing, "north")
    reader.press(reader.named(BUTTON, ENGLISH.look))
    assert flaws(one) == [] and reader.told("“north” cannot be read")
    assert (
        next(one.says for one in reader.heard if (one.role, one.name) == (FIELD, bearing))
        == "north"
    )
    reader.write(bearing, "0")
    reader.write(inches, "1")
    reader.press(reader.named(BUTTON, ENGLISH.look))
    reader.press(ENGLISH.confirm)
    assert reader.told(r"march up to .* in to the north", reader.decision)

    # The other hears of it without having asked, and where she stands nothing moves.
    other.page.wait_for_function(
        "() => document.getElementById('news').textContent.includes('Mueve: elige una unidad')"
    )
    hers.reader.listen()
    assert hers.reader.asked == waits and hers.reader.told("Novedad: Mueve: elige una unidad")
    assert other.page.title().startswith("(1) Tu decisión")
    hers.reader.follow("Mirar si hay jugadas nuevas")
    assert hers.reader.asked == "Mueve: elige una unidad"
    for who in (one, other):
        who.does_not_complain()


def play_until_over(players: Sequence[HeartOfAfricaTextPlayer | CryHavocTextPlayer]) -> None:
    """Let the players act in turn until the page tells all of them that the game is over."""
    for _ in range(MOST_VISITS):
        for player in players:
            player.hear()
            while player.is_asked:
                player.act()
        if all(player.is_over for player in players):
            break


def played_to_the_end(*players: HeartOfAfricaTextPlayer | CryHavocTextPlayer) -> None:
    """Play until the page tells both players the winner."""
    play_until_over(players)
    one, other = players
    assert (
        one.phrases.victory in one.reader.asked and other.phrases.victory in other.reader.asked
    ), [player.trail[-5:] for player in players]
    assert (
        one.reader.asked.partition("(")[2] == other.reader.asked.partition("(")[2] != ""
    )  # the same man
    for player in players:
        player.reader.person.does_not_complain()


@pytest.mark.proof
def test_a_battle_from_the_deployment_to_the_victory(house, person):
    one, other, path = begun(house, person, "heart_of_africa", "waterhole/A")
    players = [
        HeartOfAfricaTextPlayer(ScreenReader(who), phrases, path)
        for who, phrases in ((one, ENGLISH), (other, SPANISH))
    ]
    played_to_the_end(*players)
    for player in players:
        assert (
            player.did["put down"] >= 3 and player.did["marched"] > 3 and player.did["charged"] > 0
        ), player.did


@pytest.mark.proof
def test_a_game_of_cry_havoc(house, person):
    one, other, path = begun(house, person, "cry_havoc", "first_blood/watch")
    players = [
        CryHavocTextPlayer(ScreenReader(who), phrases, path)
        for who, phrases in ((one, text_player.ENGLISH), (other, text_player.SPANISH))
    ]
    played_to_the_end(*players)
    assert all(player.did["marched"] and player.did["rolled"] for player in players), [
        player.did for player in players
    ]


@pytest.mark.proof
def test_the_guided_battle_of_africa(house, person):
    one, other, path = begun(house, person, "africa_1859", "morabito/S", bypass_csp=True)
    players = [
        AfricaTextPlayer(ScreenReader(who), phrases, path)
        for who, phrases in ((one, text_player.ENGLISH), (other, text_player.SPANISH))
    ]
    play_until_over(players)
    assert all(player.did["hint"] >= 4 for player in players), [one.trail[-5:] for one in players]
    assert flaws(one) == [] and flaws(other) == []
    for who in (one, other):
        who.does_not_complain()
