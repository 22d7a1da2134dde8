"""Africa 1859-60 in a browser: whole battles by players on a desk, a phone and the keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.browser.test_axe import faults
from tests.games.africa_1859.browser_player import AfricaBrowserPlayer
from tests.web.reading import of_another_language

PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True}
NAMES = (
    "Prim",
    "Muley",
    "Caracole",
    "Español",
    "English",
    "El Otero",
    "Los Castillejos",
    "LOS CASTILLEJOS",
)


def is_over(players: list[AfricaBrowserPlayer]) -> bool:
    """True if the page of the first player shows the end."""
    return bool(players[0].survey()["over"])


def have_followed_a_hint(players: list[AfricaBrowserPlayer]) -> bool:
    return all(one.done.get("hint", 0) >= 1 for one in players)


def played(
    players: list[AfricaBrowserPlayer],
    most: float,
    enough: Callable[[list[AfricaBrowserPlayer]], bool] = is_over,
) -> None:
    """Play until it is `enough`; at `most` so many seconds pass from a move to the next."""
    began, last = time.monotonic(), 0
    while not enough(players):
        acted = [player.act() for player in players]
        if not any(acted):
            players[0].page.wait_for_timeout(150)
        now = players[0].survey()["last"]
        if now != last:
            began, last = time.monotonic(), now
        assert time.monotonic() - began < most, "\n".join(
            f"{one.survey()} {one.page.inner_text('#decision')}" for one in players
        )


def reach_the_end(people, last: int) -> None:
    """Check: all pages show the last move without a reload."""
    for one in people:
        one.page.wait_for_function(
            f"() => Number(document.getElementById('state').dataset.last) >= {last}", timeout=15_000
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("enough", "hints"),
    [(have_followed_a_hint, 1), pytest.param(is_over, 4, marks=pytest.mark.proof)],
    ids=["begun", "to the end"],
)
def test_the_guided_battle_by_its_hints_while_a_visitor_watches(site, person, enough, hints):
    prim = person(site, bypass_csp=True).register("Prim G")
    muley = person(site, "es", bypass_csp=True, **PHONE).register("Muley G")
    visitor = person(site)
    path = prim.open_table(seat="morabito/S", box="africa_1859")
    muley.take_seat(path)
    prim.page.goto(path)
    visitor.page.goto(path)
    visitor.page.wait_for_selector("#board-live")
    loaded = visitor.page.evaluate("performance.timeOrigin")
    spain, morocco = AfricaBrowserPlayer(prim), AfricaBrowserPlayer(muley)

    # The hint opens the filled order of an assault with its odds; axe finds nothing on either page.
    spain.act()
    assert "71%" in prim.page.inner_text("#decision .odds-table")
    assert faults(prim.page) == []
    spain.act()
    muley.page.wait_for_selector("#decision:not(.calm)")
    assert "designa vanguardia" in muley.page.inner_text("#asked")
    assert faults(muley.page) == []

    played([spain, morocco], 240, enough)
    assert min(spain.done["hint"], morocco.done["hint"]) >= hints, (spain.done, morocco.done)
    reach_the_end([muley, visitor], spain.survey()["last"])
    assert visitor.page.evaluate("performance.timeOrigin") == loaded
    assert faults(prim.page) == [] and faults(muley.page) == []

    # The visitor replays the first assault by stages.
    visitor.page.goto(f"{path}/at/2")
    assert "House of the Marabout" in visitor.page.inner_text("main")
    assert not of_another_language(spain.said, "en", NAMES)
    assert not of_another_language(morocco.said, "es", NAMES)
    for one in (prim, muley, visitor):
        one.does_not_complain()


@pytest.mark.proof
@pytest.mark.postgres
def test_tetuan_with_two_commanders_on_two_servers(fresh_postgres_url, serve, person):
    """Two Spanish players and a Moroccan play Tetuan to its end; a visitor watches and replays."""
    first, second = serve(fresh_postgres_url), serve(fresh_postgres_url)
    prim, ros = person(first).register("Prim T"), person(second, "es").register("Ros T")
    muley, visitor = person(second, "es", **PHONE).register("Muley T"), person(first)
    path = prim.open_table(seat="tetuan/S", box="africa_1859", per_side="2", others_per_side="1")
    for one in (muley, ros):
        one.send(path, f"{path}/join")
    for one in (prim, ros, muley, visitor):
        one.page.goto(path)
        one.page.wait_for_selector("#board-live")
    loaded = visitor.page.evaluate("performance.timeOrigin")
    commanders = [AfricaBrowserPlayer(one) for one in (prim, ros, muley)]
    played(commanders, 300)
    done = [one.done for one in commanders]
    assert all(one.get("confirm", 0) >= 5 for one in done), done
    assert sum(one.get("preview", 0) for one in done) >= 6, done
    reach_the_end([ros, muley, visitor], commanders[0].survey()["last"])
    assert visitor.page.evaluate("performance.timeOrigin") == loaded
    visitor.page.goto(f"{path}/at/1")
    visitor.page.wait_for_selector("#board-live")
    assert not of_another_language(commanders[0].said, "en", (*NAMES, "Ros", "Diego de los"))
    for one in commanders[1:]:
        assert not of_another_language(one.said, "es", (*NAMES, "Ros", "Diego de los"))
    for one in (prim, ros, muley, visitor):
        # Both Spanish players act: the first answer counts, and the rules may refuse an order that
        # was chosen before the act of the other.
        one.does_not_complain(but="409|status of 422")
