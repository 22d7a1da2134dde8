"""Capacity of vessels, and the places of figures aboard."""

from __future__ import annotations

from collections.abc import Iterable

from app.games.heart_of_africa.buildings_and_boats.vessels import CANOE, DHOW, GUNBOAT
from app.games.heart_of_africa.figures import is_baggage, is_gun, passengers, profile
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import PROFILES, TITLES
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import Point, inches_to, on_grid, turned_by, unit_vector

SEAT = 0.6
"""Distance between the crew of a canoe (inches)."""


def capacity(vessel: Figure) -> int:
    row = profile(vessel).row
    return int(row["passengers"] if vessel.type == GUNBOAT else row["capacity"])


def places_needed(figure: Figure) -> int:
    """Number of places that a figure takes aboard."""
    return int(PROFILES[figure.type].row.get("boat_places") or 1)


def places_left(battle: Battle, vessel: Figure) -> int:
    """The places that are still free in a vessel."""
    return capacity(vessel) - sum(places_needed(figure) for figure in passengers(battle, vessel.id))


def takes_no(battle: Battle, figure: Figure, vessel: Figure) -> tuple[Refusal, ...]:
    """Everything that speaks against a figure's place in a vessel."""
    asked = (
        a_gun_too_heavy(figure, vessel),
        no_passenger(battle, figure, vessel),
        no_place(battle, figure, vessel),
    )
    return tuple(refusal for refusal in asked if refusal is not None)


def no_place(battle: Battle, figure: Figure, vessel: Figure) -> Refusal | None:
    """HOA-STR-06: A canoe carries up to 5 figures, a dhow up to 20. Every figure counts 1; an
    element of the baggage counts 5 and travels by dhow only.
    """
    if vessel.type == GUNBOAT:
        return None
    if is_baggage(figure) and vessel.type != DHOW:
        return no("HOA-STR-06", "Baggage travels by dhow only.", "El bagaje solo viaja en dhow.")
    left = places_left(battle, vessel)
    if places_needed(figure) <= left:
        return None
    return no(
        "HOA-STR-06",
        "{boat} has {left} of {all} places left, {who} needs {needs}.",
        "A {boat} le quedan {left} de {all} plazas y {who} necesita {needs}.",
        boat=called(battle, vessel),
        left=left,
        all=capacity(vessel),
        who=called(battle, figure),
        needs=places_needed(figure),
    )


def no_passenger(battle: Battle, figure: Figure, vessel: Figure) -> Refusal | None:
    """HOA-STR-07: A Gunboat has 15 places, for White Men, Regulars, Soldiers, both kinds of
    Askaris, Standard Bearers, Gun Bearers, attendants, and guns. Leaders of these types may go
    aboard too.
    """
    if vessel.type != GUNBOAT:
        return None
    if not is_gun(figure) and not PROFILES[figure.type].row.get("gunboat_passenger"):
        return no(
            "HOA-STR-07",
            "A Gunboat does not carry that type ({type}).",
            "Una Cañonera no lleva a ese tipo de figura ({type}).",
            type=TITLES[figure.type],
        )
    left = places_left(battle, vessel)
    if places_needed(figure) <= left:
        return None
    return no(
        "HOA-STR-07",
        "The Gunboat has {left} of {all} places left, {who} needs {needs}.",
        "A la Cañonera le quedan {left} de {all} plazas y {who} necesita {needs}.",
        left=left,
        all=capacity(vessel),
        who=called(battle, figure),
        needs=places_needed(figure),
    )


def a_gun_too_heavy(figure: Figure, vessel: Figure) -> Refusal | None:
    """HOA-STR-08: Only dhows and Gunboats carry guns and machine guns. Each takes five places with
    its crew.
    """
    if not is_gun(figure) or vessel.type != CANOE:
        return None
    return no(
        "HOA-STR-08",
        "A gun needs a dhow or a Gunboat.",
        "Una pieza necesita un dhow o una Cañonera.",
    )


def free_seat(battle: Battle, vessel: Figure) -> Point:
    """The place of a figure that embarks: in a canoe on its middle line, else with the vessel."""
    at = vessel.position
    if vessel.type != CANOE:
        return at
    ahead = unit_vector(vessel.facing)
    spots = [
        on_grid((at[0] + SEAT * n * ahead[0], at[1] + SEAT * n * ahead[1]))
        for n in (-2, -1, 0, 1, 2)
    ]
    taken = [figure.at for figure in passengers(battle, vessel.id) if figure.at is not None]
    return (
        max(spots, key=lambda spot: min((inches_to(spot, other) for other in taken), default=0.0))
        if taken
        else spots[0]
    )


def seated(battle: Battle, vessel: Figure, at: Point, heading: float) -> dict[str, Point]:
    """The places of all figures aboard after a move of the vessel."""
    was = vessel.position
    shift = (at[0] - was[0], at[1] - was[1])
    return {
        figure.id: on_grid(
            turned_by(
                (figure.at[0] + shift[0], figure.at[1] + shift[1]), at, heading - vessel.facing
            )
        )
        for figure in passengers(battle, vessel.id)
        if figure.at is not None
    }


def vessel_of(battle: Battle, men: Iterable[Figure]) -> Figure | None:
    """The vessel of some figures, if all of them that are on the table are aboard one."""
    men = [figure for figure in men if figure.at is not None or figure.aboard]
    return battle.figures[men[0].aboard] if men and all(figure.aboard for figure in men) else None
