"""Answers of conditional orders to a decision.

Ties are settled by the other criterion, then by the name of the hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from app.games.cry_havoc import advance, combat_odds, harm, orders, retreat_orders, retreats
from app.games.cry_havoc.conditional_orders.topics import (
    ALWAYS,
    AWAY,
    CHEAPEST,
    HOME,
    HOUSE,
    NEVER,
    ONLY,
    OWN_PHASE,
    SPARED,
    SURVIVOR,
)
from app.games.cry_havoc.occupancy import (
    characters,
    enemies_about,
    figures,
    is_prisoner,
    is_standing,
)
from app.games.cry_havoc.state import (
    DEAD,
    Advance,
    Battle,
    Fall,
    Pending,
    Retreat,
    TrainRetreat,
    Unit,
    Victim,
)
from app.games.cry_havoc.tactics import answering as tactics
from app.games.cry_havoc.turn_order import ANSWERED_AHEAD
from app.kernel.conditional_orders import Answer, Answers
from app.kernel.contract import Order
from app.kernel.say import Say, say
from app.kernel.space.hexes import Hex, hexes_to

FAR = 99


def answer(battle: Battle, seat: str, given: Answers) -> Answer | None:
    """Answer to the first pending decision of the seat; in its own phase only if it chose that."""
    owed = battle.pending[0] if battle.pending else None
    if (
        owed is None
        or owed.seat != seat
        or (battle.seats.get(seat) == battle.active and not given.get(OWN_PHASE))
    ):
        return None
    return answer_to(battle, owed, given)


def answer_to(battle: Battle, owed: Pending, given: Answers) -> Answer | None:
    """Answer to a decision in any phase; None if the topic is unanswered."""
    topic = ANSWERED_AHEAD[type(owed)]
    how = given.get(topic, "")
    order = CHOSEN[type(owed)](battle, owed, how, given) if how else None
    return Answer(topic, order, in_words(battle, order)) if order is not None else None


def victim(battle: Battle, owed: Victim, how: str, given: Answers) -> Order:
    kept_out = given.get(SPARED, "").split()
    units = [unit for unit in owed.units if unit not in kept_out] or list(owed.units)
    if how == CHEAPEST:
        return orders.ChooseVictim(
            min(
                units,
                key=lambda unit: (tactics.cost_of(battle, battle.units[unit], owed.letter), unit),
            )
        )
    if how == SURVIVOR:
        units = [
            unit for unit in units if not dies(battle, battle.units[unit], owed.letter)
        ] or units
    return orders.ChooseVictim(retreats.hardest_hit(battle, units))


def dies(battle: Battle, unit: Unit, letter: str) -> bool:
    return (
        harm.comes_to(
            battle,
            unit,
            combat_odds.HURT[letter],
            letter in combat_odds.SADDLE and unit.rides is not None,
        )
        == DEAD
    )


def retreat(battle: Battle, owed: Retreat, how: str, given: Answers) -> Order | None:  # noqa: ARG001 one of a family
    unit = battle.units[owed.unit]
    options = retreats.retreat_options(battle, unit)
    if not options or (how == ONLY and len(options) > 1):
        return None
    if how == HOUSE:
        return tactics.best_retreat(battle, owed.seat, unit)
    best = max(
        options,
        key=lambda option: (
            *goodness(battle, how, (unit,), [hex_ for hex_ in option if hex_]),
            option,
        ),
    )
    return orders.RetreatTo(unit.id, *best)


def retreat_of_a_train(
    battle: Battle,
    owed: TrainRetreat,
    how: str,
    given: Answers,  # noqa: ARG001 - one of a family
) -> Order | None:
    mules = [battle.units[mule] for mule in owed.mules]
    options = retreats.train_options(battle, mules)
    if not options or (how == ONLY and len(options) > 1):
        return None
    criterion = AWAY if how == HOUSE else how
    return orders.RetreatTrain(
        max(options, key=lambda places: (*goodness(battle, criterion, mules, places), places))
    )


def fall(battle: Battle, owed: Fall, how: str, given: Answers) -> Order:  # noqa: ARG001 one of a family
    rider = battle.units[owed.unit]
    return orders.FallAt(
        owed.unit,
        max(owed.options, key=lambda hex_: (*goodness(battle, how, (rider,), (hex_,)), hex_)),
    )


def goodness(
    battle: Battle, how: str, movers: Sequence[Unit], places: Sequence[Hex]
) -> tuple[int, int]:
    """Distances to enemies and to friends as a sort key; the criterion chosen comes first."""
    away, near = (
        retreats.safety(battle, movers[0], tuple(places)),
        -to_friends(battle, movers, places),
    )
    return (near, away) if how == HOME else (away, near)


def to_friends(battle: Battle, movers: Sequence[Unit], places: Sequence[Hex]) -> int:
    """Hexes to the nearest standing friend; `FAR` if there is none."""
    moving = {unit.id for unit in movers}
    friends = [
        unit.hex
        for unit in characters(battle, movers[0].side or "")
        if unit.id not in moving and is_standing(unit) and not is_prisoner(unit)
    ]
    return min(
        (hexes_to(here, there) for here in places for there in friends if there), default=FAR
    )


def onward(battle: Battle, owed: Advance, how: str, given: Answers) -> Order:  # noqa: ARG001 one of a family
    if how == NEVER:
        return orders.DeclineAdvance()
    if how == HOUSE:
        return tactics.onward(battle, owed.seat, owed)
    found = [
        (unit, path)
        for unit in by_strength(battle, owed.units)
        for path in advance.advance_paths(battle, unit)
        if len(path) == 2
    ]
    into = next(
        (
            orders.AdvanceTo(unit.id, path)
            for unit, path in found
            if how == ALWAYS or is_untouched(battle, unit, path)
        ),
        None,
    )
    return into or orders.DeclineAdvance()


def by_strength(battle: Battle, units: Iterable[str]) -> list[Unit]:
    """The best defence first, then the best attack."""
    return sorted(
        (battle.units[unit] for unit in units),
        key=lambda unit: (figures(unit)[1], figures(unit)[0], unit.id),
        reverse=True,
    )


def is_untouched(battle: Battle, unit: Unit, path: advance.Path) -> bool:
    """True if no enemy is adjacent to the end of the path."""
    _, ends = advance.advance_end(battle, unit, path)
    return not any(enemies_about(battle, hex_, unit.side or "") for hex_ in ends)


CHOSEN: Mapping[type, Callable[[Battle, Any, str, Answers], Order | None]] = {
    Victim: victim,
    Retreat: retreat,
    TrainRetreat: retreat_of_a_train,
    Fall: fall,
    Advance: onward,
}


def in_words(battle: Battle, order: Order) -> Say:
    """Text of an answer."""
    match order:
        case orders.ChooseVictim(unit):
            return say(
                "{who} takes the result", "{who} recibe el resultado", who=battle.units[unit].name
            )
        case orders.RetreatTo(unit, to, rear):
            return retreat_orders.retreat_label(battle.units[unit], (to, rear))
        case orders.RetreatTrain(places):
            return say(
                "the train retreats to {hexes}", "la reata retrocede a {hexes}", hexes=list(places)
            )
        case orders.FallAt(unit, to):
            return say(
                "{who} falls to {hex}", "{who} cae en {hex}", who=battle.units[unit].name, hex=to
            )
        case orders.AdvanceTo(unit, path):
            return say(
                "{who} advances to {hex}",
                "{who} avanza a {hex}",
                who=battle.units[unit].name,
                hex=path[-1],
            )
    return say("no advance", "sin avance")
