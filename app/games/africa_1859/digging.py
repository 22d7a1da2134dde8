"""AFB-UNI: works that engineers dig."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.africa_1859 import events as e
from app.games.africa_1859.activation import (
    in_open_space,
    marked_already,
    not_at_command,
    only_moves,
    own_counters,
    side_of,
)
from app.games.africa_1859.counters import is_engineer, title_of
from app.games.africa_1859.ground import has_fort, has_works, is_beside_enemy, place
from app.games.africa_1859.morale import is_shaken
from app.games.africa_1859.orders import Dig
from app.games.africa_1859.run import ActionRules, Run
from app.games.africa_1859.state import War
from app.kernel.refusal import Refusal, no


def dig_refusals(war: War, order: Dig, seat: str) -> Iterator[Refusal | None]:
    """Reasons against digging."""
    own_counters(war, side_of(war, seat), order.unit)
    yield in_open_space(war, order.unit)
    yield only_moves(war, order.unit)
    yield marked_already(war, order.unit)
    yield not_at_command(war, seat, (order.unit,))
    yield not_an_engineer(war, order.unit)
    unit = war.units.get(order.unit)
    if unit is not None:
        yield is_shaken(war, unit)
        yield from cannot_dig(war, unit.at, unit.side)


def not_an_engineer(war: War, key: str) -> Refusal | None:
    """Refusal of digging by a unit that is no engineer unit."""
    unit = war.units.get(key)
    if unit is not None and is_engineer(war, unit):
        return None
    return no(
        "AFB-UNI-05",
        "{who} cannot dig; only engineers can.",
        "{who}: no puede atrincherar; solo pueden los ingenieros.",
        who=title_of(war, key),
    )


def cannot_dig(war: War, space: str, side: str) -> Iterator[Refusal]:
    """Refusals of a space with works or a fort, or beside an enemy-held one."""
    if has_works(war, space) or has_fort(war, space):
        yield no(
            "AFB-UNI-05",
            "The space {place} has works or a fort already.",
            "En {place:el} ya hay atrincheramientos o un fuerte.",
            place=place(war, space),
        )
    if is_beside_enemy(war, space, side):
        yield no(
            "AFB-UNI-05",
            "The enemy is beside {place:the}.",
            "El enemigo está en un espacio contiguo {place:al}.",
            place=place(war, space),
        )


def dig(run: Run, order: Dig, seat: str) -> None:  # noqa: ARG001 - the unit names the side
    """Dig: the engineers carry a marker, and the works follow in the end step."""
    run.tell(e.Dug(order.unit, run.war.units[order.unit].at))
    run.tell(e.Marked((order.unit,), acted=True))


def place_works(run: Run) -> None:
    """Place the works of engineers that are still there, undemoralised, in a space not
    assaulted.
    """
    for key, space in run.war.ground.digging:
        unit = run.war.units[key]
        is_done = unit.at == space and not unit.dem and space not in run.war.ground.struck
        if is_done and not has_works(run.war, space):
            run.tell(e.WorksPlaced(space))


DIG = ActionRules(dig_refusals, dig, opens=True)
