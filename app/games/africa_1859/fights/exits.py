"""AFR-SEQ, AFR-ASL: spaces to which riders withdraw after a caracole."""

from __future__ import annotations

import msgspec

from app.games.africa_1859.ground import (
    adjacent,
    has_friend,
    is_adjacent,
    is_closed,
    is_enemy_held,
    is_start_of_charge,
    map_of,
    place,
)
from app.games.africa_1859.stacking import has_room
from app.games.africa_1859.state import War
from app.kernel.refusal import Refusal, found_in, no


class Withdrawal(msgspec.Struct, frozen=True):
    """Rider that withdraws from a space. In defence `via` is barred and the space has no
    friends.
    """

    rider: str
    side: str
    space: str
    via: str = ""
    defends: bool = False


def no_exit(war: War, ride: Withdrawal, exit_to: str) -> Refusal | None:
    """AFR-SEQ-09: The exit is adjacent, free of enemies, has room, and is within two of a
    friend.
    """
    if exit_to not in map_of(war).spaces or not is_adjacent(war, ride.space, exit_to):
        return no(
            "AFR-SEQ-09",
            "The exit of a caracole is adjacent to {space:the}.",
            "La salida de una caracola es contigua {space:al}.",
            space=place(war, ride.space),
        )
    where = place(war, exit_to)
    if is_enemy_held(war, exit_to, ride.side) or is_closed(war, exit_to, ride.side):
        return no(
            "AFR-SEQ-09",
            "The space {where} is closed to the riders or held by the enemy.",
            "{where}: espacio cerrado a los jinetes o en manos del enemigo.",
            where=where,
        )
    if is_start_of_charge(war, exit_to):
        return no(
            "AFB-STK-02",
            "The space {where} is kept free for the riders who charge from it.",
            "{where}: espacio reservado a los jinetes que cargan desde allí.",
            where=where,
        )
    if not has_room(war, ride.side, exit_to, (ride.rider,)):
        return no(
            "AFB-STK-01",
            "The space {where} has no room for the riders.",
            "En {where:el} no caben los jinetes.",
            where=where,
        )
    if not has_friend_near(war, ride, exit_to):
        return no(
            "AFR-SEQ-09",
            "The space {where} has no friend within two spaces.",
            "{where}: sin amigos a dos espacios o menos.",
            where=where,
        )
    return None


def way_back_is_barred(war: War, ride: Withdrawal, exit_to: str) -> Refusal | None:
    """AFB-CAV-03: Riders in defence do not withdraw to the space from which the assault came."""
    if not ride.defends or exit_to != ride.via:
        return None
    return no(
        "AFB-CAV-03",
        "The assault comes from {where:the}; riders do not withdraw there.",
        "El asalto viene {where:del}; los jinetes no se retiran allí.",
        where=place(war, exit_to),
    )


def has_friend_near(war: War, ride: Withdrawal, exit_to: str) -> bool:
    """Return true if a friend is in the exit, beside it, or two edges away past no enemy."""
    left = {ride.space} if ride.defends else set()

    def friends(space: str) -> bool:
        return space not in left and has_friend(war, space, ride.side, (ride.rider,))

    if friends(exit_to):
        return True
    for middle in adjacent(war, exit_to):
        if friends(middle):
            return True
        if middle in left or is_enemy_held(war, middle, ride.side):
            continue
        if is_start_of_charge(war, middle):
            continue
        if any(friends(end) for end in adjacent(war, middle)):
            return True
    return False


def exit_refusals(war: War, rider: str, space: str, exit_to: str) -> tuple[Refusal, ...]:
    """Reasons against the exit of a caracole at a space, in the own phase or against an arrival."""
    ride = Withdrawal(rider, war.units[rider].side, space)
    return found_in(no_exit(war, ride, exit_to))


def exits(war: War, ride: Withdrawal) -> list[str]:
    """Legal exits of a rider, in the order of the map."""
    return [
        space
        for space in adjacent(war, ride.space)
        if no_exit(war, ride, space) is None and way_back_is_barred(war, ride, space) is None
    ]
