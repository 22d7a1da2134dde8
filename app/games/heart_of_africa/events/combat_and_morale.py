"""Events of close combat, flight and morale."""

from __future__ import annotations

from app.games.heart_of_africa.events.values import Mod
from app.games.heart_of_africa.state import (
    Happening,
    Test,
)
from app.kernel.contract import Event


class Paired(Event, frozen=True, tag="paired"):
    """A side has chosen pairs before the dice."""

    side: str
    pairs: tuple[tuple[str, str], ...]


class FirstNamed(Event, frozen=True, tag="first_named"):
    figure: str
    opponent: str


class FightsSet(Event, frozen=True, tag="fights_set"):
    """The fights of this turn: (outnumbered or attacker's figure, opponent, is second opponent)."""

    fights: tuple[tuple[str, str, bool], ...]


class Fought(Event, frozen=True, tag="fought"):
    """One comparison; `dice` are faces of this turn, rolled now or before. `loser` is "" for a
    draw.
    """

    figures: tuple[str, str]
    dice: tuple[int, int]
    mods: tuple[tuple[Mod, ...], tuple[Mod, ...]]
    totals: tuple[int, int]
    loser: str = ""
    rolled: tuple[str, ...] = ()
    fight: int = 0


class CombatClosed(Event, frozen=True, tag="combat_closed"):
    """`victors` have killed or driven off their opponent."""

    victors: tuple[str, ...]


class PutToFlight(Event, frozen=True, tag="put_to_flight"):
    """`victors` stand free because a unit that they fought has broken."""

    victors: tuple[str, ...]


class Happened(Event, frozen=True, tag="happened"):
    """A fact of the turn that may cause morale tests."""

    happening: Happening


class TestsOwed(Event, frozen=True, tag="tests_owed"):
    """Tests are added to those owed this turn; those of hidden units are secret."""

    tests: tuple[Test, ...]


class OrderOfTests(Event, frozen=True, tag="order_of_tests"):
    side: str
    units: tuple[str, ...]


class CancelOrdered(Event, frozen=True, tag="cancel_ordered"):
    unit: str
    by: str


class TestCancelled(Event, frozen=True, tag="test_cancelled"):
    test: Test
    by: str


class MoraleRolled(Event, frozen=True, tag="morale_rolled"):
    """A morale test. `result`: passed, marker, broken. That of a hidden unit is secret."""

    test: Test
    die: int
    needs: int
    result: str


class TestsClosed(Event, frozen=True, tag="tests_closed"):
    """All tests are done, also possible ones of ambushes. It reveals facts, so an undo cannot find
    out if an ambush had a test.
    """

    reveals = True


class VesselTested(Event, frozen=True, tag="vessel_tested"):
    vessel: str
    die: int
    needs: int
    passed: bool
    tested_to: int


class Bewitched(Event, frozen=True, tag="bewitched"):
    figure: str
    unit: str


class Rallied(Event, frozen=True, tag="rallied"):
    figure: str
    unit: str
    die: int
    needs: int
    success: bool
