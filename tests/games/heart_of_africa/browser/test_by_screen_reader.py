"""Battles by the accessibility tree of Chromium and by keyboard, and aids for such players."""

from __future__ import annotations

import pytest

from tests.drivers.page_reader import BUTTON, FIELD, LINK
from tests.drivers.screen_reader import ScreenReader
from tests.drivers.screen_reader_tables import begun, flaws, played_to_the_end
from tests.games.heart_of_africa.text_player import ENGLISH, SPANISH, HeartOfAfricaTextPlayer


@pytest.mark.slow
def test_screen_readers_get_news_and_the_way_to_the_decision(site, person):
    one, other, path = begun(
        site,
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


@pytest.mark.proof
def test_a_battle_from_the_deployment_to_the_victory(site, person):
    one, other, path = begun(site, person, "heart_of_africa", "waterhole/A")
    players = [
        HeartOfAfricaTextPlayer(ScreenReader(who), phrases, path)
        for who, phrases in ((one, ENGLISH), (other, SPANISH))
    ]
    played_to_the_end(*players)
    assert players[0].reader.asked in ("You won", "You lost")
    for player in players:
        assert (
            player.did["put down"] >= 3 and player.did["marched"] > 3 and player.did["charged"] > 0
        ), player.did
