"""HOA-STR, HOA-ART, pages 10 and 15: Moves of vessels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats.embarkation import no_vessel
from app.games.heart_of_africa.buildings_and_boats.places_aboard import seated
from app.games.heart_of_africa.buildings_and_boats.vessels import (
    GUNBOAT,
    STICKS_ON,
    goes_upstream,
    high_and_dry,
    is_chain,
    is_on_a_river,
    unfit,
)
from app.games.heart_of_africa.events import (
    Activated,
    AgroundRolled,
    FigureTurned,
    Shifted,
    VesselMoved,
)
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    base,
    figure_of,
    is_attendant,
    is_leader,
    is_vessel,
    passengers,
    placed,
    visible_figures,
)
from app.games.heart_of_africa.movement import discovery
from app.games.heart_of_africa.movement.activation import dice_columns, rates_rolled
from app.games.heart_of_africa.movement.allowances import commands
from app.games.heart_of_africa.movement.barred_ways import on_the_table
from app.games.heart_of_africa.movement.rank_swaps_and_climbing import in_hand, taken_up
from app.games.heart_of_africa.movement.walking import LONGEST
from app.games.heart_of_africa.pieces import MOORED, MOVED, Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import (
    Base,
    Path,
    Point,
    angle_between,
    angle_to,
    bases_overlap,
    closed_path,
    first_crossing,
    inches_to,
    is_within,
    on_grid,
    path_length,
)

TURN_SEEN = 0.05


def sail(battle: Battle, order: orders.Sail, side: str, dice: Dice) -> list[Event]:
    """Events of the vessels of a unit or figure that move; a Gunboat may then run aground.

    If the roll of a new activation does not allow the course, the unit is in hand and its player
    draws the course again.
    """
    refuse_if(in_hand(battle, order.who, side), sail_refusals(battle, order, side))
    happened = taken_up(battle, order.who, dice)
    happened += boats_rolled(fold(battle, happened), order, dice)
    now = fold(battle, happened)
    if happened and sail_refusals(now, order, side):
        return happened
    for key, path in order.paths.items():
        now = fold(battle, happened)
        happened += under_way(
            now, now.figures[key], course(now.figures[key], path), order.heading.get(key), dice
        )
    now = fold(battle, happened)
    for key in order.heading.keys() - order.paths.keys():
        happened += swung_round(now, now.figures[key], order.heading[key])
    return happened


def boats_rolled(battle: Battle, order: orders.Sail, dice: Dice) -> list[Event]:
    """Events of the dice of the boats of a unit that is only partly aboard and walks at another
    speed. They are rolled once, when the first boat sails.
    """
    hand = battle.hand
    if hand is None or all(pace(battle, battle.figures[key]) is not None for key in order.paths):
        return []
    rates, faces = rates_rolled(battle, battle.figures[next(iter(order.paths))], hand.who, dice)
    under = {
        key: rates
        for key, figure in battle.figures.items()
        if is_vessel(figure)
        and not figure.unit
        and key not in hand.own
        and any(commands(battle, hand.who, one) for one in passengers(battle, key))
    }
    return [Activated(replace(hand, own={**hand.own, **under}), faces)]


def pace(battle: Battle, vessel: Figure) -> tuple[float | None, float | None] | None:
    """The allowances of a vessel in the activation in hand; None if its dice are still to be
    rolled.
    """
    hand = battle.hand
    if hand is None:
        return None
    if vessel.id in hand.own:
        return hand.own[vessel.id]
    men = [
        figure
        for figure in battle.figures.values()
        if hand.who in (figure.unit, figure.id) and not figure.fate and not is_leader(figure)
    ]
    men = men or [
        figure for figure in battle.figures.values() if hand.who in (figure.unit, figure.id)
    ]
    return (
        (hand.open, hand.difficult)
        if vessel.unit == hand.who or dice_columns(men[0]) == dice_columns(vessel)
        else None
    )


def sail_refusals(battle: Battle, order: orders.Sail, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against a move of vessels."""
    found: list[Refusal] = []
    ends: dict[str, Base] = {}
    for key in dict.fromkeys((*order.paths, *order.heading)):
        vessel = figure_of(battle, key, side)
        if vessel.side != side or vessel.at is None:
            return (no_vessel(),)
        if not is_vessel(vessel):
            found += [no_figure_walks(battle, vessel)]
            continue
        way = course(vessel, order.paths.get(key, ()))
        heading = heading_after(vessel, way, order.heading.get(key))
        where = replace(vessel, at=way[-1], facing=heading)
        found += found_in(
            stuck(vessel),
            not_under_way(battle, order.who, vessel),
            moored(battle, vessel),
            no_course(battle, way)
            or found_in(unfit(battle, vessel, way[-1], heading, way), too_far(battle, vessel, way)),
        )
        ends[key] = base(where)
    return found_in(
        found,
        *(in_each_others_way(battle, battle.figures[key], ends) for key in ends),
        () if found else stays_together(battle, order.who, ends),
    )


def course(vessel: Figure, path: Sequence[Point]) -> Path:
    """A path that begins where the vessel lies."""
    way = tuple(on_grid(point) for point in path)
    return (vessel.position, *way[1:])


def no_course(battle: Battle, way: Path) -> tuple[Refusal, ...]:
    """Refusals of a course that leaves the table, has too many corners, or is longer than any dice
    allow. Its depth is then not checked.
    """
    if not all(on_the_table(battle, point) for point in way):
        return (high_and_dry(),)
    if len(way) > LONGEST:
        return (
            no(
                "HOA-MOV-01",
                "A path has up to {n} points.",
                "Un camino tiene hasta {n} puntos.",
                n=LONGEST,
            ),
        )
    if path_length(way) > battle.land.width + battle.land.depth:
        return (
            no(
                "HOA-MOV-01",
                "No roll takes a boat so far.",
                "Ninguna tirada lleva tan lejos a un bote.",
            ),
        )
    return ()


def heading_after(vessel: Figure, way: Path, wanted: float | None) -> float:
    """The heading of a hull after its way in degrees: as ordered, else along its last leg. Turning
    costs nothing.
    """
    if wanted is not None:
        return wanted % 360
    legs = [(one, two) for one, two in pairwise(way) if inches_to(one, two) > 0.001]
    return round(angle_to(*legs[-1]), 3) % 360 if legs else vessel.facing


def no_figure_walks(battle: Battle, figure: Figure) -> Refusal:
    """Refusal of figures on land in an order for boats."""
    return no(
        "HOA-STR-10",
        "Boats and figures on land are moved by separate orders ({who}).",
        "Los botes y las figuras en tierra se mueven con órdenes distintas ({who}).",
        who=called(battle, figure),
    )


def not_under_way(battle: Battle, who: str, vessel: Figure) -> Refusal | None:
    """HOA-STR-10: All boats move at the speed of a Gunboat, 2D6 and upstream 1D6, in the activation
    of the unit aboard. One roll counts for all its boats. Boats with only independent figures move
    in their activation. An empty boat stays in place, and no figure aboard moves otherwise.
    """
    if MOVED in vessel.did:
        return no(
            "HOA-STR-10",
            "{boat} has moved this turn.",
            "{boat} ya ha navegado este turno.",
            boat=called(battle, vessel),
        )
    if vessel.unit:
        if vessel.unit == who:
            return None
        return no(
            "HOA-STR-10",
            "{boat} moves in its own activation.",
            "{boat} mueve en su propia activación.",
            boat=called(battle, vessel),
        )
    crew = [figure for figure in passengers(battle, vessel.id) if not is_attendant(figure)]
    if not crew:
        return no("HOA-STR-10", "An empty boat does not move.", "Un bote vacío no se mueve.")
    if any(commands(battle, who, figure) for figure in crew) and (
        who in battle.units or not any(figure.unit for figure in crew)
    ):
        return None
    return no(
        "HOA-STR-10",
        "{boat} moves in the activation of the unit aboard.",
        "{boat} mueve en la activación de la unidad que lleva.",
        boat=called(battle, vessel),
    )


def moored(battle: Battle, vessel: Figure) -> Refusal | None:
    """Refusal of a boat that a figure embarks on or leaves this turn."""
    if MOORED not in vessel.did:
        return None
    return no(
        "HOA-STR-12",
        "Figures are embarking or landing: {boat} does not move this turn.",
        "Hay figuras que embarcan o desembarcan: {boat} no se mueve este turno.",
        boat=called(battle, vessel),
    )


def stuck(vessel: Figure) -> Refusal | None:
    """HOA-ART-17: In every turn in which a Gunboat moves on a river, two dice are rolled after its
    move. On 2 or 12 it runs aground and moves no more in the game, though it may fire. Other
    vessels, and lake and sea, are exempt.
    """
    if vessel.aground is None:
        return None
    return no(
        "HOA-ART-17", "It has run aground and moves no more.", "Ha encallado y no se mueve más."
    )


def too_far(battle: Battle, vessel: Figure, way: Path) -> Refusal | None:
    """Refusal of a course longer than the dice allow."""
    rates = pace(battle, vessel)
    if rates is None or path_length(way) <= 0.001:
        return None
    upstream = goes_upstream(battle, way)
    has = rates[1 if upstream else 0]
    if is_within(path_length(way), has or 0.0):
        return None
    rule = "HOA-ART-16" if vessel.type == GUNBOAT else "HOA-STR-10"
    if upstream:
        return no(
            rule,
            "{boat} would go {way} in; upstream (and in the dark) the roll allows {has}.",
            "{boat} recorrería {way:pulgada+s}; río arriba (y de noche) la tirada permite {has}.",
            boat=called(battle, vessel),
            way=round(path_length(way), 1),
            has=round(has or 0.0, 1),
        )
    return no(
        rule,
        "{boat} would go {way} in; the roll allows {has}.",
        "{boat} recorrería {way:pulgada+s}; la tirada permite {has}.",
        boat=called(battle, vessel),
        way=round(path_length(way), 1),
        has=round(has or 0.0, 1),
    )


def in_each_others_way(battle: Battle, vessel: Figure, ends: Mapping[str, Base]) -> Refusal | None:
    """Refusal of a hull that would end on another base, or pass over an enemy's hull."""
    mine = ends[vessel.id]
    for other in visible_figures(battle):
        if other.id == vessel.id or other.aboard:
            continue
        theirs = ends.get(other.id) or base(other)
        if bases_overlap(mine, theirs):
            return no(
                "HOA-MOV-05",
                "{boat} would lie over {other}.",
                "{boat} quedaría encima de {other}.",
                boat=called(battle, vessel),
                other=called(battle, other),
            )
        if (
            is_vessel(other)
            and other.side != vessel.side
            and inches_to(vessel.position, mine.at) > 0.001
            and first_crossing((vessel.position, mine.at), closed_path(theirs.corners))
        ):
            return no(
                "HOA-MOV-05",
                "{boat} would run over {other}.",
                "{boat} pasaría por encima de {other}.",
                boat=called(battle, vessel),
                other=called(battle, other),
            )
    return None


def stays_together(battle: Battle, who: str, ends: Mapping[str, Base]) -> Refusal | None:
    """Refusal if a unit's boats end more than 4 in apart; hulls count for the figures aboard."""
    men = [figure for figure in placed(battle, who) if not is_vessel(figure)]
    before = {
        figure.aboard or figure.id: base(battle.figures[figure.aboard or figure.id])
        for figure in men
    }
    if len(before) < 2 or not is_chain(list(before.values())):
        return None
    widest = is_chain([ends.get(key, one) for key, one in before.items()])
    if widest:
        return None
    return no(
        "HOA-DEP-12",
        "The unit would be torn apart: more than {link} in between its boats.",
        "La unidad quedaría dividida: más de {link:pulgada+s} entre sus botes.",
        link=4,
    )


def under_way(
    battle: Battle, vessel: Figure, way: Path, wanted: float | None, dice: Dice
) -> list[Event]:
    """Events of one vessel's move, with ambushes found on the bank, and the dice of a Gunboat on a
    river.
    """
    heading = heading_after(vessel, way, wanted)
    if path_length(way) <= 0.001:
        return swung_round(battle, vessel, heading)
    found = {
        unit: figure.id
        for figure in (vessel, *passengers(battle, vessel.id))
        if (seen := discovery.found_along(battle, figure, way)) is not None
        for unit in seen[1]
    }
    happened: list[Event] = [
        VesselMoved(
            vessel.id,
            way,
            heading,
            round(path_length(way), 3),
            "difficult" if goes_upstream(battle, way) else "open",
            seated(battle, vessel, way[-1], heading),
        )
    ]
    for unit, by in found.items():
        happened += discovery.reveal(fold(battle, happened), unit, by, "found")
    if vessel.type == GUNBOAT and is_on_a_river(battle, way):
        faces = (dice.roll(6, "aground", vessel.id), dice.roll(6, "aground", vessel.id))
        happened.append(AgroundRolled(vessel.id, faces, sum(faces) in STICKS_ON))
    return happened


def swung_round(battle: Battle, vessel: Figure, heading: float) -> list[Event]:
    """Events of a hull that turns on the spot with the figures aboard."""
    if angle_between(vessel.facing, heading) <= TURN_SEEN:
        return []
    turns: list[Event] = [FigureTurned(vessel.id, heading % 360)]
    return turns + [
        Shifted(key, at) for key, at in seated(battle, vessel, vessel.position, heading).items()
    ]
