"""Offers of actions at the right place: climbing, doors, roofs, ranks, mounting and joining."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats import buildings, roofs
from app.games.heart_of_africa.figures import (
    base,
    bases_touch,
    enemies,
    is_baggage,
    is_on_foot,
    is_vessel,
    placed,
)
from app.games.heart_of_africa.land import BUILDINGS, FIXED_WORKS
from app.games.heart_of_africa.melee_and_morale import leaders
from app.games.heart_of_africa.movement import rank_swaps_and_climbing
from app.games.heart_of_africa.offering import field
from app.games.heart_of_africa.offering.vessels import boarding_offers
from app.games.heart_of_africa.offering.words import WHERE, room_title, spot
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called, place_title
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import Battle
from app.kernel.form import Choice, Field
from app.kernel.offers import Offer
from app.kernel.say import say
from app.kernel.space.plane import (
    gap_to_outline,
    mean_of,
    rect_path,
)

NEAR_A_DOOR = 14.0
"""Distance from a building within which its rooms are offered (inches)."""


def special_offers(battle: Battle, side: str, every: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of actions other than walking, for figures at the right place."""
    men = [
        figure
        for figure in every
        if figure.at is not None and not is_vessel(figure) and not is_baggage(figure)
    ]
    yield from boarding_offers(battle, side, men)
    for figure in men:
        if figure.roof:
            yield from roof_offers(battle, side, figure)
        elif not figure.aboard:
            yield from wall_offers(battle, side, figure)
            yield from door_offers(battle, figure)
    yield from rank_offers(battle, side, men)
    yield from remount_offers(battle, side)
    yield from joining_offers(battle, side, men)


def wall_offers(battle: Battle, side: str, figure: Figure) -> Iterator[Offer]:
    """Offers of climbing over a work that the figure touches."""
    for work in battle.land.works:
        if work.kind in FIXED_WORKS and work.line and lines.touches_work(figure, work):
            order = orders.Cross(figure.id, work.id)
            yield Offer(
                order,
                say(
                    "{who}: climb over ({work})",
                    "{who}: trepar ({work})",
                    who=called(battle, figure.id),
                    work=place_title(battle, work.id),
                ),
                rank_swaps_and_climbing.cross_refusals(battle, figure, work.id, side),
                piece=figure.id,
            )


def door_offers(battle: Battle, figure: Figure) -> Iterator[Offer]:
    """The rooms of a building near by."""
    if not is_on_foot(figure):
        return
    for work in battle.land.works:
        if (
            work.kind not in BUILDINGS
            or work.rect is None
            or gap_to_outline(base(figure), rect_path(*work.rect)) > NEAR_A_DOOR
        ):
            continue
        rooms = [f"{work.id}/{room}" for room in buildings.rooms(work)]
        yield Offer(
            orders.Enter(figure.id, rooms[0]),
            say(
                "{who}: go in ({work})",
                "{who}: entrar ({work})",
                who=called(battle, figure.id),
                work=place_title(battle, work.id),
            ),
            piece=figure.id,
            asks=(
                Field.choice(
                    "room",
                    say("Room", "Habitación"),
                    tuple(Choice(room, room_title(room)) for room in rooms),
                ),
            ),
        )


def roof_offers(battle: Battle, side: str, figure: Figure) -> Iterator[Offer]:
    """Offers of leaving a roof downwards, outside or through it."""
    below = [enemy.id for enemy in enemies(battle, side) if enemy.room == figure.roof]
    for against in (*below[:3], "") if not below else below[:3]:
        order = orders.BreakRoof(figure.id, against)
        label = say(
            "{who}: break the roof", "{who}: romper el techo", who=called(battle, figure.id)
        )
        yield Offer(
            order,
            label,
            roofs.break_refusals(battle, order, side),
            piece=figure.id,
            target=against,
            rolls=True,
        )
    work = lines.building_of(battle, figure.roof)
    if work is not None:
        spots = [
            mean_of(outline)
            for room, outline in buildings.rooms(work).items()
            if room == lines.COURTYARD
        ]
        yield Offer(
            orders.JumpDown(figure.id, figure.position),
            say("{who}: jump down", "{who}: saltar abajo", who=called(battle, figure.id)),
            piece=figure.id,
            asks=(field.point("to", WHERE, tuple(map(spot, spots))),),
        )


def rank_offers(battle: Battle, side: str, men: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of changes of places between a figure that reloads and the one behind it."""
    for front in men:
        if front.smoke is None:
            continue
        for rear in men:
            if (
                rear.id != front.id
                and rear.type == front.type
                and bases_touch(front, rear)
                and not rank_swaps_and_climbing.swap_refusals(battle, front, rear, side)
            ):
                yield Offer(
                    orders.Swap(front.id, rear.id),
                    say(
                        "{one} and {two} change places",
                        "{one} y {two} se relevan",
                        one=called(battle, front.id),
                        two=called(battle, rear.id),
                    ),
                    act=say(
                        "Swap {one} and {two}",
                        "Relevar a {one} con {two}",
                        one=called(battle, front.id),
                        two=called(battle, rear.id),
                    ),
                    piece=front.id,
                )


def remount_offers(battle: Battle, side: str) -> Iterator[Offer]:
    who = battle.hand.who if battle.hand else ""
    riders = rank_swaps_and_climbing.riders_of(battle, who)
    if riders:
        down = riders[0].mode != "dismounted"
        label = (
            say("{who}: dismount", "{who}: desmontar", who=called(battle, who))
            if down
            else say("{who}: mount", "{who}: montar", who=called(battle, who))
        )
        yield Offer(
            orders.Remount(who),
            label,
            rank_swaps_and_climbing.remount_refusals(battle, who, side),
            piece=who,
        )


def joining_offers(battle: Battle, side: str, men: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of units nearby for a Charismatic Leader whose unit broke."""
    for leader in men:
        if leader.may_join and not leader.unit:
            for unit in battle.units.values():
                order = orders.Join(leader.id, unit.id)
                if (
                    unit.side == side
                    and placed(battle, unit.id)
                    and not leaders.join_refusals(battle, order, side)
                ):
                    yield Offer(
                        order,
                        say(
                            "The Leader joins {unit:the}",
                            "El Líder se une {unit:al}",
                            unit=called(battle, unit.id),
                        ),
                        piece=leader.id,
                    )
