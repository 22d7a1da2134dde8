"""Tables of two players who use screen readers, and whole games of theirs."""

from __future__ import annotations

from collections.abc import Sequence

from tests.browser.test_axe import faults
from tests.drivers.text_player import TextPlayer

MOST_VISITS = 600
RESULTS = (
    ("You won", "Has perdido"),
    ("You lost", "Has ganado"),
    ("A draw: no side won", "Tablas: no gana ningún bando"),
)
"""First headings after the end, of an English player and of a Spanish one."""


def begun(site, person, box: str, seat: str, **more):
    """Two players at a table, one English and one Spanish; returns the address of the game."""
    one, other = person(site, "en", **more).register(), person(site, "es", **more).register()
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


def play_until_over(players: Sequence[TextPlayer]) -> None:
    """Let the players act in turn until the page tells all of them that the game is over."""
    for _ in range(MOST_VISITS):
        for player in players:
            player.hear()
            while player.is_asked:
                player.act()
        if all(player.is_over for player in players):
            break


def played_to_the_end(*players: TextPlayer) -> None:
    """Play until the page tells each of two players the result of that player's side."""
    play_until_over(players)
    one, other = players
    assert (one.reader.asked, other.reader.asked) in RESULTS, [
        (player.reader.asked, player.trail[-5:]) for player in players
    ]
    for player in players:
        player.reader.person.does_not_complain()
