"""Position in words: for the frame of the page, the lists beside the board and screen readers."""

from __future__ import annotations

from app.games.africa_1859.counters import is_on_map, kind_of, leader_kind, title_of
from app.games.africa_1859.fights.fight_odds import rally_ways
from app.games.africa_1859.fog import View
from app.games.africa_1859.ground import (
    adjacent,
    controller,
    data_of,
    has_camp_marker,
    has_fort,
    has_works,
    leaders_at,
    map_of,
    space_of,
    units_at,
)
from app.games.africa_1859.reach import offers
from app.games.africa_1859.side_lists import side_lists
from app.games.africa_1859.state import END_STEP, MOROCCO, SPAIN, Leader, Unit, War
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.turn_order import PHASE_STEPS, SEQUENCE
from app.games.africa_1859.victory import points_of
from app.kernel.position import Moment, PieceLine, PlaceLine, Summary
from app.kernel.say import Say, say


def moment(war: War) -> Moment:
    """Turn and phase; the same for all viewers."""
    step = PHASE_STEPS[war.phase.side]
    title = next(one.title for one in SEQUENCE if one.key == step)
    scenario = scenario_of(war)
    words = say(
        "Turn {n} of {turns}: {step}",
        "Turno {n} de {turns}: {step}",
        n=war.turn,
        turns=scenario.turns if scenario else war.turn,
        step=title,
    )
    return Moment(war.turn, step, words)


def summary(view: View) -> Summary:
    """Position as the viewer knows it: score, counters, places, the open one first."""
    war = view.war
    able = {offer.stack for offer in offers(view) if offer.stack and offer.is_live}
    side = view.viewer.side
    counters: list[Unit | Leader] = [*war.leaders.values(), *war.units.values()]
    return Summary(
        active="" if war.phase.side == END_STEP else war.phase.side,
        score=tuple((one, score_words(war, one)) for one in (SPAIN, MOROCCO)),
        pieces=tuple(
            piece_line(war, one, can_act=one.side == side and one.at in able) for one in counters
        ),
        places=tuple(
            PlaceLine(key, space.title, place_words(war, key), adjacent(war, key))
            for key, space in sorted(
                map_of(war).spaces.items(), key=lambda one: one[0] != war.phase.open
            )
        ),
        lists=side_lists(war),
    )


def score_words(war: War, side: str) -> Say:
    """Points of a side: of the end, or if the game ended now."""
    return say("{n:point+s}", "{n:punto+s}", n=points_of(war)[side])


def piece_line(war: War, one: Unit | Leader, *, can_act: bool) -> PieceLine:
    """One counter in words."""
    words = unit_words(war, one) if isinstance(one, Unit) else leader_words(war, one)
    is_lost = not is_on_map(one)
    return PieceLine(
        one.id,
        title_of(war, one.id),
        words,
        one.side,
        "" if is_lost else one.at,
        can_act and not is_lost,
        is_lost,
    )


AWAY = {
    "eliminated": say("eliminated", "eliminación"),
    "captured": say("captured", "captura"),
    "destroyed": say("destroyed", "destrucción"),
    "waiting": say("still to come", "por llegar"),
    "lost": say("lost", "baja"),
    "gone": say("has left", "se ha ido"),
}
"""Words for counters off the map."""


def where(war: War, at: str) -> Say:
    """Place of a counter in words."""
    return AWAY[at] if at in AWAY else space_of(war, at).title


def unit_words(war: War, unit: Unit) -> Say:
    """Name, kind, place, steps, factors and markers of a unit."""
    kind, who = kind_of(war, unit), title_of(war, unit.id)
    tells_its_kind = all(kind.title.in_(one) in who.in_(one) for one in ("en", "es"))
    between = ", {kind}" if "(" in kind.title.en else " ({kind})"  # no brackets within brackets
    return say(
        "{who}{kind}, {where}: {n} of {most:step+s}{state}",
        "{who}{kind}, {where}: {n} de {most:paso+s}{state}",
        who=who,
        kind="" if tells_its_kind else say(between, between, kind=kind.title),
        where=where(war, unit.at),
        n=unit.steps,
        most=kind.steps,
        state=state_words(war, unit),
    )


def state_words(war: War, unit: Unit) -> Say:
    """Demoralisation with the odds of a rally, and markers of a unit; empty without them."""
    is_shaken = unit.dem and is_on_map(unit)
    states = [
        (
            is_shaken,
            ", demoralised (rallies at the end of the turn with {n} of 6)",
            ", desmoralización (se recupera al fin del turno con {n} de 6)",
        ),
        (unit.marker, ", activation marker", ", marcador de activación"),
        (unit.fired, ", fire marker", ", marcador de fuego"),
    ]
    shown = [(en, es) for is_on, en, es in states if is_on]
    facts = {"n": rally_ways(war, unit)} if is_shaken else {}
    return say("".join(en for en, _ in shown), "".join(es for _, es in shown), **facts)


def leader_words(war: War, leader: Leader) -> Say:
    """Name, factors, place and marker of a leader."""
    kind = leader_kind(war, leader)
    marked = (
        say(", activation marker", ", marcador de activación") if leader.marker else say("", "")
    )
    return say(
        "{who} (leader {a}/{b}), {where}{state}",
        "{who} (líder {a}/{b}), {where}{state}",
        who=title_of(war, leader.id),
        a=kind.a,
        b=kind.b,
        where=where(war, leader.at),
        state=marked,
    )


def place_words(war: War, key: str) -> Say:
    """Terrain, control and number of counters of a space."""
    data = data_of(war)
    return say(
        "{terrain}{marks}; control: {side}; {n:counter+s}",
        "{terrain}{marks}; control: {side}; {n:ficha+s}",
        terrain=data.terrain[space_of(war, key).terrain].title,
        marks=mark_words(war, key),
        side=data.sides[controller(war, key)],
        n=len(units_at(war, key)) + len(leaders_at(war, key)),
    )


def mark_words(war: War, key: str) -> Say:
    """Works, fort, camp and rear town of a space; empty without them."""
    rear = space_of(war, key).rear
    marks = [
        (has_works(war, key), ", works", ", atrincheramientos"),
        (has_fort(war, key), ", fort", ", fuerte"),
        (has_camp_marker(war, key), ", camp", ", campamento"),
        (bool(rear), ", rear town", ", población de retaguardia"),
    ]
    shown = [(en, es) for is_on, en, es in marks if is_on]
    return say("".join(en for en, _ in shown), "".join(es for _, es in shown))
