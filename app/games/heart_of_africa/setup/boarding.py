"""HOA-DEP: units that begin the battle aboard a vessel."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats.places_aboard import places_left, takes_no
from app.games.heart_of_africa.buildings_and_boats.places_aboard import places_needed as places_for
from app.games.heart_of_africa.buildings_and_boats.vessels import is_chain
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import base, figure_of, is_vessel, passengers, unit_of
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.deployment_turns import done_with, not_due, turn_passed
from app.games.heart_of_africa.setup.ground_to_deploy import number_refusals
from app.games.heart_of_africa.setup.places import company
from app.games.heart_of_africa.setup.scenarios import part_of
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import on_grid, point_at

CREW_APART = 0.6
"""Distance between two places of a canoe (inches)."""


def embark_at_start(battle: Battle, order: orders.Deploy, side: str) -> Sequence[Event]:
    """Events of figures that start aboard: they fill the named vessels in order."""
    refuse_if(aboard_refusals(battle, order, side))
    men = company(battle, order.who)
    seated = seats_of(battle, order.aboard.split(), men)
    happened: list[Event] = []
    for vessel in order.aboard.split():
        hull = battle.figures[vessel]
        crew = [figure for figure in men if seated[figure.id] == vessel]
        if crew and hull.at is not None:
            before = len(passengers(battle, vessel))
            at = {
                figure.id: (*on_grid(seat_at(hull, before + n)), hull.facing)
                for n, figure in enumerate(crew)
            }
            happened.append(e.Deployed(side, order.who, at, aboard=vessel))
    return (*happened, *turn_passed(battle, fold(battle, happened), side))


def seat_at(hull: Figure, n: int) -> tuple[float, float]:
    """The place of a figure aboard: canoe crews sit in a row, in larger vessels all share one
    place.
    """
    middle = hull.at or (0.0, 0.0)
    return middle if hull.type != "canoe" else point_at(middle, hull.facing, CREW_APART * (n - 2))


def seats_of(battle: Battle, vessels: Sequence[str], men: Sequence[Figure]) -> dict[str, str]:
    """The vessel of each figure; figures without a place are left out."""
    free = {vessel: places_left(battle, battle.figures[vessel]) for vessel in vessels}
    found: dict[str, str] = {}
    for figure in men:
        for vessel in vessels:
            if places_for(figure) <= free[vessel] and not takes_no(
                battle, figure, battle.figures[vessel]
            ):
                found[figure.id] = vessel
                free[vessel] -= places_for(figure)
                break
    return found


def aboard_refusals(battle: Battle, order: orders.Deploy, side: str) -> tuple[Refusal, ...]:
    vessels = [figure_of(battle, key, side) for key in order.aboard.split()]
    thing = (
        unit_of(battle, order.who, side)
        if order.who in battle.units
        else figure_of(battle, order.who, side)
    )
    part = part_of(battle, side)
    men = company(battle, order.who)
    if (
        thing.side != side
        or any(hull.side != side or not is_vessel(hull) or hull.at is None for hull in vessels)
        or any(map(is_vessel, men))
    ):
        return (no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad."),)
    first = found_in(
        not_due(battle, order.who, side, part),
        number_refusals(battle, order, battle.units.get(order.who), side),
        no(
            "HOA-DEP-06",
            "Baggage, boats and Gunboats cannot be in ambush.",
            "Ni el bagaje, ni los botes, ni las Cañoneras pueden estar en emboscada.",
        )
        if order.ambush
        else None,
    )
    if first or not men:
        return first or (done_with(part),)
    seated = seats_of(battle, order.aboard.split(), men)
    out = [figure for figure in men if figure.id not in seated]
    if not out:
        used = [base(battle.figures[key]) for key in dict.fromkeys(seated.values())]
        return () if is_chain(used) else (too_far_apart(battle, order.who),)
    barred = [takes_no(battle, out[0], hull) for hull in vessels]
    return barred[0] if all(barred) else (left_ashore(battle, order.who, vessels, len(out)),)


def left_ashore(battle: Battle, who: str, vessels: Sequence[Figure], out: int) -> Refusal:
    """Refusal of a company of which `out` figures find no place in the vessels."""
    return no(
        "HOA-STR-06",
        "{n} places aboard, and {who} needs {needs}: {out} would be left ashore.",
        "Plazas a bordo: {n}; {who} necesita {needs}. Se quedarían en tierra: {out}.",
        n=sum(places_left(battle, hull) for hull in vessels),
        who=called(battle, who),
        needs=sum(map(places_for, company(battle, who))),
        out=out,
    )


def too_far_apart(battle: Battle, who: str) -> Refusal:
    """Refusal of a unit in boats that do not keep together."""
    return no(
        "HOA-DEP-12",
        "{who} would be in boats more than {link} in apart.",
        "{who}: sus botes estarían a más de {link:pulgada+s} unos de otros.",
        who=called(battle, who),
        link=4,
    )
