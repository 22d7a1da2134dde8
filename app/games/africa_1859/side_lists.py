"""Lists beside the board: points, reinforcements, losses, ships, and the forecast of the
campaign.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.africa_1859.campaign_weather import storm_faces
from app.games.africa_1859.counters import is_on_map, kind_of, title_of, titles_of
from app.games.africa_1859.data_file import Scenario
from app.games.africa_1859.fights.ships import ships_of
from app.games.africa_1859.ground import controller, data_of, place
from app.games.africa_1859.hunger_and_disease import hungry_spaces, unhealthy_spaces
from app.games.africa_1859.reinforcements import group_counters, groups_of
from app.games.africa_1859.state import (
    CAPTURED,
    DESTROYED,
    ELIMINATED,
    LOST,
    MOROCCO,
    SPAIN,
    Leader,
    Unit,
    War,
)
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.victory import (
    DEGREES,
    degree_of,
    loss_reasons,
    minus,
    points_of,
    points_tally,
    result_of,
)
from app.kernel.say import Say, say
from app.kernel.survey import Fact, Section


def side_lists(war: War) -> tuple[Section, ...]:
    """Lists of a scenario; none on a bare map, and no empty list."""
    scenario = scenario_of(war)
    if scenario is None:
        return ()
    lists = (
        (say("Points", "Puntos"), points(war, scenario)),
        (say("Reinforcements", "Refuerzos"), reinforcements(war)),
        (say("Losses", "Bajas"), losses(war)),
        (say("Ships", "Buques"), ships(war, scenario)),
        (say("Campaign forecast", "Previsión de la campaña"), forecast(war, scenario)),
    )
    filled = ((title, tuple(facts)) for title, facts in lists)
    return tuple(Section(title, facts) for title, facts in filled if facts)


# --- Points
def points(war: War, scenario: Scenario) -> Iterator[Fact]:
    """Result of the end, or if the game ended now; the spaces with points, the points for
    losses.
    """
    sides = data_of(war).sides
    yield Fact(result_words(war), "AFB-VIC-02")
    yield Fact(margins(scenario), "AFB-VIC-02")
    for space, worth in scenario.control.items():
        yield Fact(
            say(
                "{place}: {n:point+s} for {side}",
                "{place}: {n:punto+s} para {side}",
                place=place(war, space),
                n=worth,
                side=sides[controller(war, space)],
            ),
            "AFB-VIC-01",
        )
    yield from points_for_losses(war)
    yield from points_for_broken_army(war)
    for side, spaces in scenario.sudden.items():
        yield Fact(
            say(
                "{side} wins at once with control of {spaces:the}.",
                "{side} gana al instante si controla {spaces:el}.",
                side=sides[side],
                spaces=tuple(place(war, space) for space in spaces),
            ),
            "AFB-VIC-03",
        )


def result_words(war: War) -> Say:
    """Result and degree of the end, or if the game ended now."""
    result, ending = result_of(war, points_of(war)), war.ending
    winner, degree = (ending.winner, ending.degree) if ending else degree_of(war, result)
    what = say("Result", "Resultado") if ending else say("Result now", "Resultado actual")
    words = {"what": what, "result": minus(result), "degree": DEGREES[degree]}
    if winner is None:
        return say("{what}: {result}, {degree}.", "{what}: {result}, {degree}.", **words)
    return say(
        "{what}: {result}, {degree} of {side}.",
        "{what}: {result}, {degree} de {side}.",
        side=data_of(war).sides[winner],
        **words,
    )


def points_for_broken_army(war: War) -> Iterator[Fact]:
    """Points of the end for the broken army of the enemy."""
    for side, total in points_of(war).items():
        extra = total - points_tally(war, side).total
        if extra:
            yield Fact(
                say(
                    "Enemy army broken: {n:point+s} for {side}",
                    "Ejército enemigo deshecho: {n:punto+s} para {side}",
                    n=extra,
                    side=data_of(war).sides[side],
                ),
                "AFB-END-03",
            )


def margins(scenario: Scenario) -> Say:
    """Results with which each side wins."""
    return say(
        "Spain wins from {s_marginal}, decisively from {s_decisive}; "
        "Morocco from {m_marginal} down, decisively from {m_decisive}.",
        "España gana desde {s_marginal}, con victoria decisiva desde {s_decisive}; "
        "Marruecos, de {m_marginal} hacia abajo, decisiva desde {m_decisive}.",
        **{key.lower(): minus(margin) for key, margin in scenario.margins.items()},
    )


def points_for_losses(war: War) -> Iterator[Fact]:
    """Points of each side for counters that the enemy has lost."""
    for side, loser in ((SPAIN, MOROCCO), (MOROCCO, SPAIN)):
        total = sum(reason.amount for reason in loss_reasons(war, loser))
        if total:
            yield Fact(
                say(
                    "Enemy losses: {n:point+s} for {side}",
                    "Bajas enemigas: {n:punto+s} para {side}",
                    n=total,
                    side=data_of(war).sides[side],
                ),
                "AFB-VIC-01",
            )


# --- Reinforcements
def reinforcements(war: War) -> Iterator[Fact]:
    """Groups to come by turn, and the returns of lost leaders."""
    groups = groups_of(war)
    for number in sorted(war.arrivals.to_come, key=lambda one: (groups[one].turn, one)):
        group = groups[number]
        yield Fact(
            say(
                "Turn {turn}, {side}: {who}. Entry in the first open space of {places:the}.",
                "Turno {turn}, {side}: {who}. Primer espacio de entrada posible: {places}.",
                turn=max(group.turn, war.turn + 1),
                side=data_of(war).sides[group.side],
                places=in_turn(war, group.entry),
                who=titles_of(war, group_counters(group)),
            ),
            "AFB-END-02",
        )
    yield from returning_leaders(war)


def in_turn(war: War, spaces: tuple[str, ...]) -> Say:
    """Names of spaces in their order, with commas."""
    names = {f"s{number}": place(war, space) for number, space in enumerate(spaces)}
    text = ", ".join(f"{{{name}}}" for name in names)
    return say(text, text, **names)


def returning_leaders(war: War) -> Iterator[Fact]:
    """Leaders that will replace lost ones."""
    wait = data_of(war).tables["leader_return"]
    for leader in sorted(war.leaders.values(), key=lambda one: (one.lost_in or 0, one.id)):
        if leader.lost_in:
            yield Fact(
                say(
                    "Turn {turn}, {side}: a leader 0/0 for {who}",
                    "Turno {turn}, {side}: un líder 0/0 por {who:el}",
                    turn=max(leader.lost_in + wait, war.turn) + 1,
                    side=data_of(war).sides[leader.side],
                    who=title_of(war, leader.id),
                ),
                "AFR-LDR-03",
            )


# --- Losses
GONE_FOR_EVER = (ELIMINATED, CAPTURED, DESTROYED, LOST)


def losses(war: War) -> Iterator[Fact]:
    """Steps lost by each side, and its counters that are gone."""
    for side in (SPAIN, MOROCCO):
        units = [unit for unit in war.units.values() if unit.side == side]
        entered = [unit for unit in units if is_on_map(unit) or unit.at in GONE_FOR_EVER]
        lost = sum(
            kind_of(war, unit).steps - (unit.steps if is_on_map(unit) else 0) for unit in entered
        )
        counters: list[Unit | Leader] = [*units, *war.leaders.values()]
        gone = [one.id for one in counters if one.side == side and one.at in GONE_FOR_EVER]
        if not lost and not gone:
            continue
        words = {"side": data_of(war).sides[side], "n": lost}
        yield Fact(
            say("{side}: {n:step+s}", "{side}: {n:paso+s}", **words)
            if not gone
            else say(
                "{side}: {n:step+s}; gone: {who}",
                "{side}: {n:paso+s}; fuera de juego: {who}",
                who=titles_of(war, gone),
                **words,
            )
        )


# --- Ships
def ships(war: War, scenario: Scenario) -> Iterator[Fact]:
    """Ships that can still fire in this turn, and the spaces in their reach."""
    if not ships_of(war):
        return
    for ship in ships_of(war):
        fired = ship in war.phase.ships_fired
        words = (
            ("{who:Aa}: fired this turn", "{who:Aa}: ya ha tirado este turno")
            if fired
            else ("{who:Aa}: a storm blows", "{who:Aa}: hay temporal")
            if war.phase.storm
            else ("{who:Aa}: can fire this turn", "{who:Aa}: puede tirar este turno")
        )
        yield Fact(say(*words, who=title_of(war, ship)), "AFB-NAV-01")
    yield Fact(
        say(
            "In reach of the ships: {spaces}",
            "Al alcance de los buques: {spaces}",
            spaces=tuple(place(war, space) for space in scenario.ships.spaces),
        ),
        "AFB-NAV-01",
    )


# --- Campaign
def forecast(war: War, scenario: Scenario) -> Iterator[Fact]:
    """Storm, hunger and disease as they stand if nothing moves before the end of the turn."""
    if "storm" in scenario.campaign and war.turn < scenario.turns:
        faces = storm_faces(scenario.campaign["storm"]["results"], war.turn + 1)
        yield Fact(
            say(
                "Chance of a storm next turn: {n} in 6",
                "Temporal el próximo turno: {n} de 6",
                n=len(faces),
            ),
            "AFB-CMP-03",
        )
    for space in hungry_spaces(war):
        yield Fact(
            say(
                "{place}: out of supply, loses 1 step at the end of the turn",
                "{place}: sin suministro, pierde 1 paso al fin del turno",
                place=place(war, space),
            ),
            "AFB-CMP-04",
        )
    for space in unhealthy_spaces(war):
        yield Fact(
            say(
                "{place}: disease at the end of the turn, {n} in 6",
                "{place}: enfermedad al fin del turno, {n} de 6",
                place=place(war, space),
                n=len(scenario.campaign["disease"]["results"]),
            ),
            "AFB-CMP-04",
        )
