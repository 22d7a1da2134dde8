"""Offers of sailing, embarking and landing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats import boats, embarkation
from app.games.heart_of_africa.figures import (
    base,
    distance_between,
    is_vessel,
)
from app.games.heart_of_africa.offering import field
from app.games.heart_of_africa.offering.field import on_table
from app.games.heart_of_africa.offering.words import WHERE, choices, spot
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import Battle
from app.kernel.form import Choice
from app.kernel.offers import Offer
from app.kernel.say import say
from app.kernel.space.plane import (
    angle_to,
    mean_of,
    point_at,
)


def sail_offers(battle: Battle, who: str, side: str, every: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of courses for the vessels in hand: drawn, or straight on."""
    hulls = {figure.aboard or figure.id for figure in every if figure.aboard or is_vessel(figure)}
    afloat = [battle.figures[key] for key in sorted(hulls) if battle.figures[key].at is not None]
    if not afloat:
        return
    yield Offer(
        orders.Sail(who, {}),
        say("Sail", "Navegar"),
        piece=who,
        asks=(
            field.ways(
                "paths", say("Courses", "Rumbos"), choices(battle, (hull.id for hull in afloat))
            ),
        ),
    )
    for length in (6.0, 2.0):
        order = orders.Sail(
            who,
            {
                hull.id: (
                    hull.position,
                    on_table(battle, point_at(hull.position, hull.facing, length)),
                )
                for hull in afloat
            },
        )
        if not boats.sail_refusals(battle, order, side):
            yield Offer(
                order,
                say(
                    "{who}: {n} in straight on",
                    "{who}: {n} pulgadas avante",
                    who=called(battle, who),
                    n=length,
                ),
                piece=who,
            )
            return


def boarding_offers(battle: Battle, side: str, men: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of embarking and landing."""
    hulls = [
        figure
        for figure in battle.figures.values()
        if is_vessel(figure) and figure.side == side and figure.at is not None and not figure.fate
    ]
    for figure in men:
        if figure.aboard:
            hull = battle.figures[figure.aboard]
            yield Offer(
                orders.Disembark(figure.id, hull.at or (0.0, 0.0)),
                say("{who}: ashore", "{who}: a tierra", who=called(battle, figure.id)),
                piece=figure.id,
                asks=(field.point("to", WHERE, landing_places(battle, hull)),),
            )
            continue
        for hull in hulls:
            order = orders.Embark(figure.id, hull.id)
            if (
                figure.at is not None
                and not is_vessel(figure)
                and distance_between(figure, hull) <= 1
                and not embarkation.embark_refusals(battle, order, side)
            ):
                yield Offer(
                    order,
                    say("{who}: aboard", "{who}: a bordo", who=called(battle, figure.id)),
                    piece=figure.id,
                    target=hull.id,
                )


def landing_places(battle: Battle, hull: Figure) -> tuple[Choice, ...]:
    """Places round a hull where the bank might be."""
    rim = base(hull).corners
    centre = mean_of(rim)
    return tuple(
        spot(on_table(battle, point_at(corner, angle_to(centre, corner), 0.9))) for corner in rim
    )
