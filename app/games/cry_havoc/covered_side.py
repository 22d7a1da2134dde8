"""Choice of the side that a unit in an opening covers."""

from __future__ import annotations

from app.games.cry_havoc import cover
from app.games.cry_havoc.events import CoverSet
from app.games.cry_havoc.occupancy import characters, hexes_of, not_own, the_ground, unit_named
from app.games.cry_havoc.orders import SetCover
from app.games.cry_havoc.state import Battle, Unit
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal, Refused, found_in, no, refuse_if
from app.kernel.say import Say, say

SIDE_NAMES = {
    cover.OUTSIDE: say("from outside", "por fuera"),
    cover.INSIDE: say("from inside", "por dentro"),
    cover.REAR: say("from the rear", "por detrás"),
    "N": say("from the north", "por el norte"),
    "S": say("from the south", "por el sur"),
    "E": say("from the east", "por el este"),
    "W": say("from the west", "por el oeste"),
}


def set_cover_refusals(battle: Battle, order: SetCover, seat: str) -> tuple[Refusal, ...]:
    """Refusals of an order for the covered side: own units, in either phase, and an existing
    side.
    """
    try:
        unit = unit_named(battle, order.unit)
    except Refused as refused:
        return refused.refusals
    unknown = None
    if order.cover is not None and order.cover not in SIDE_NAMES:
        unknown = no(
            "CH-COV-10",
            "The covered side is outside, inside, a face (N, E, S, W) or the rear.",
            "El lado cubierto es fuera, dentro, una cara (N, E, S, O) o detrás.",
        )
    return found_in(not_own(battle, unit, seat), unknown)


def set_cover(battle: Battle, order: SetCover, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 orders share one signature
    refuse_if(set_cover_refusals(battle, order, seat))
    return [CoverSet(order.unit, order.cover)]


def set_cover_assessment(battle: Battle, order: SetCover, seat: str) -> Assessment:
    return Assessment(no=set_cover_refusals(battle, order, seat))


def set_cover_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of the sides to cover for units of the seat in a doorway or at a corner, and of
    none.
    """
    ground, found = the_ground(battle), []
    for unit in characters(battle, battle.seats.get(seat, "")):
        sides = [side for hex_ in hexes_of(unit) for side in cover.sides_to_choose(ground, hex_)]
        if not sides or not_own(battle, unit, seat):
            continue
        found += [
            Offer(
                SetCover(unit.id, side),
                cover_label(unit, side),
                act=say(
                    "Change the cover of {who}", "Cambiar la cobertura de {who}", who=unit.name
                ),
                piece=unit.id,
                place=unit.hex or "",
            )
            for side in dict.fromkeys((*sides, *((None,) if unit.cover_side else ())))
            if side != unit.cover_side
        ]
    return found


def cover_label(unit: Unit, side: str | None) -> Say:
    if side is None:
        return say(
            "{who}: covered against the first shot",
            "{who}: a cubierto del primer disparo",
            who=unit.name,
        )
    return say(
        "{who}: covered {side}", "{who}: a cubierto {side}", who=unit.name, side=SIDE_NAMES[side]
    )
