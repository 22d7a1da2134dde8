"""AFB-VIC, AFB-END: points, degrees, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import (
    is_artillery,
    is_convoy,
    is_fighter,
    is_on_map,
    leader_kind,
    title_of,
)
from app.games.africa_1859.data_file import Scenario
from app.games.africa_1859.ground import controller, data_of, place
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import (
    CAPTURED,
    DESTROYED,
    ELIMINATED,
    ENEMY_OF,
    LOST,
    MOROCCO,
    SPAIN,
    Ending,
    Unit,
    War,
)
from app.games.africa_1859.supply import scenario_of
from app.kernel.outcome import Outcome
from app.kernel.say import say
from app.kernel.tally import Reason, Tally

DRAW, MARGINAL, DECISIVE = "draw", "marginal", "decisive"
LAST_TURN, BROKEN, SUDDEN = "last_turn", "broken", "sudden"


# --- Points
def points_tally(war: War, side: str) -> Tally:
    """AFB-VIC-01: Points of a side for spaces, and for enemy counters that are gone."""
    return Tally.of(*control_reasons(war, side), *loss_reasons(war, ENEMY_OF[side]))


def points_of(war: War) -> dict[str, int]:
    """Points of each side. After the end they are those of the end, with the points for an army
    that is broken (AFB-END-03).
    """
    if war.ending is not None:
        return dict(war.ending.points)
    return {side: points_tally(war, side).total for side in (SPAIN, MOROCCO)}


def minus(amount: int) -> str:
    """Number with a true minus."""
    return str(amount).replace("-", "−")


def control_reasons(war: War, side: str) -> Iterator[Reason]:
    """Points for the spaces that the side controls."""
    scenario = scenario_of(war)
    for space, points in scenario.control.items() if scenario else ():
        if controller(war, space) == side:
            yield Reason("AFB-VIC-01", points, place(war, space))


def loss_reasons(war: War, loser: str) -> Iterator[Reason]:
    """Points for the lost units and leaders of a side."""
    values = data_of(war).tables["victory"]
    for unit in sorted(war.units.values(), key=lambda one: one.id):
        if unit.side == loser and unit_points(war, unit):
            yield Reason("AFB-VIC-01", unit_points(war, unit), title_of(war, unit.id))
    for leader in sorted(war.leaders.values(), key=lambda one: one.id):
        if leader.side == loser and leader.at == LOST:
            points = values["leader"] + leader_kind(war, leader).a
            yield Reason("AFB-VIC-01", points, title_of(war, leader.id))


def unit_points(war: War, unit: Unit) -> int:
    """Points for one unit that is gone; 0 for the others."""
    values = data_of(war).tables["victory"]
    if unit.at == ELIMINATED and (is_fighter(war, unit) or is_artillery(war, unit)):
        return int(values["eliminated"])
    if unit.at == DESTROYED:
        return int(values["convoy_destroyed"])
    can_score = is_artillery(war, unit) or is_convoy(war, unit)
    return int(values["captured"]) if unit.at == CAPTURED and can_score else 0


# --- Ends
def judge(run: Run) -> None:
    """Sudden victory, early end, and victory after the last turn, in this order."""
    scenario = scenario_of(run.war)
    if scenario is None:
        return
    suddenly = sudden_winner(run.war, scenario)
    broken = broken_sides(run.war)
    if suddenly:
        run.tell(e.Ended(ending_of(run.war, SUDDEN, winner=suddenly)))
    elif broken:
        run.tell(e.Ended(ending_of(run.war, BROKEN, broken)))
    elif run.war.turn >= scenario.turns:
        run.tell(e.Ended(ending_of(run.war, LAST_TURN)))


def sudden_winner(war: War, scenario: Scenario) -> str:
    """AFB-VIC-03: A side wins at once with all spaces of its list; if both have them, Morocco wins.

    "" if no side does.
    """
    for side in (MOROCCO, SPAIN):
        spaces = scenario.sudden.get(side, ())
        if spaces and all(controller(war, space) == side for space in spaces):
            return side
    return ""


def broken_sides(war: War) -> tuple[str, ...]:
    """AFB-END-03: A side is broken below one fifth of its fighting steps, with nothing to come.

    One fifth of all steps received is rounded down; the part stands in the data file.
    """
    scenario = scenario_of(war)
    groups = scenario.groups if scenario else ()
    part = data_of(war).tables["victory"]["broken_part"]
    return tuple(
        side
        for side in (SPAIN, MOROCCO)
        if fighting_steps(war, side) < war.arrivals.received.get(side, 0) // part
        and not any(groups[number].side == side for number in war.arrivals.to_come)
    )


def fighting_steps(war: War, side: str) -> int:
    """Steps of the fighters of a side on the map."""
    return sum(
        unit.steps
        for unit in war.units.values()
        if unit.side == side and is_on_map(unit) and is_fighter(war, unit)
    )


def ending_of(war: War, ended_by: str, broken: tuple[str, ...] = (), winner: str = "") -> Ending:
    """End of the game with points and degree. `winner` wins decisively if there is one.

    The enemy of the only broken side gets extra points.
    """
    points = {side: points_tally(war, side).total for side in (SPAIN, MOROCCO)}
    if len(broken) == 1:
        points[ENEMY_OF[broken[0]]] += data_of(war).tables["victory"]["broken"]
    result = result_of(war, points)
    if winner:
        return Ending(winner, DECISIVE, ended_by, points, result)
    by_points, degree = degree_of(war, result)
    return Ending(by_points, degree, ended_by, points, result)


def result_of(war: War, points: dict[str, int]) -> int:
    """AFB-VIC-05: The handicap is added to the points of Spain minus those of Morocco."""
    return points[SPAIN] - points[MOROCCO] + war.terms.handicap


def degree_of(war: War, result: int) -> tuple[str | None, str]:
    """AFB-VIC-02: Winner and degree by the margins of the scenario."""
    scenario = scenario_of(war)
    return degree_by(scenario.margins, result) if scenario else (None, DRAW)


def degree_by(margins: Mapping[str, int], result: int) -> tuple[str | None, str]:
    """Winner and degree by some margins."""
    if result >= margins["S_decisive"]:
        return SPAIN, DECISIVE
    if result >= margins["S_marginal"]:
        return SPAIN, MARGINAL
    if result <= margins["M_decisive"]:
        return MOROCCO, DECISIVE
    return (MOROCCO, MARGINAL) if result <= margins["M_marginal"] else (None, DRAW)


VICTORIES = {
    MARGINAL: say("marginal victory", "victoria marginal"),
    DECISIVE: say("decisive victory", "victoria decisiva"),
}
DEGREES = {DRAW: say("a draw", "tablas"), **VICTORIES}


def outcome(war: War) -> Outcome | None:
    """Result of a game that has ended."""
    if war.ending is None:
        return None
    ending = war.ending
    words = say(
        "Result {result}: points of Spain and its handicap, minus the points of Morocco.",
        "Resultado {result}: puntos de España con su ventaja, menos los puntos de Marruecos.",
        result=minus(ending.result),
    )
    winners = () if ending.winner is None else (ending.winner,)
    degree = ending.degree if winners else ""
    return Outcome(winners, ending.ended_by, words, dict(ending.points), degree=degree)
