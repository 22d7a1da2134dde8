"""HOA-FIR-01 to 03: Raising fires by hand, after the shooting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.games.heart_of_africa.buildings_and_boats import roofs
from app.games.heart_of_africa.events import TorchRolled
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import base, has_moved, is_there
from app.games.heart_of_africa.land import BUILDINGS, Piece, Work
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called, place_title
from app.games.heart_of_africa.shooting import ability_to_shoot
from app.games.heart_of_africa.shooting.fires import is_alight, light_fire
from app.games.heart_of_africa.shooting.weapons import arm_of, may_raise_fires
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import Battle, Shot, Torch
from app.games.heart_of_africa.terrain_and_works import piece_of, work_of
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import (
    CONTACT,
    FINE,
    Base,
    Point,
    closed_path,
    distance_to_path,
    gap_to_line,
    is_inside,
    nearest_on_path,
    on_grid,
)

BURNABLE = ("village", "long_grass")
STEADY, OTHERS = 4, 5
BESIDE_VILLAGE = 1.0
LARGEST_BASE = 5.0
"""More than the inches from the middle of any base to its edge and to what it touches."""


def refusals(
    battle: Battle,
    figure: Figure,
    target: str,
    written: Iterable[Shot] = (),
    lit: Iterable[Torch] = (),
) -> tuple[Refusal, ...]:
    """Everything that speaks against an attempt to raise a fire."""
    return found_in(
        ability_to_shoot.absent(battle, figure),
        may_light(battle, figure, target),
        nothing_else(battle, figure, written, lit),
    )


def has_nothing_to_light_with(battle: Battle, figure: Figure) -> Refusal | None:
    """Refusal of a figure of a kind that raises no fires."""
    if may_raise_fires(figure):
        return None
    return no(
        "HOA-FIR-01",
        "{who} has no firearm and is neither Leader, Witch Doctor nor Scout.",
        "{who} no lleva arma de fuego ni es Líder, Brujo o Explorador.",
        who=called(battle, figure),
    )


def may_light(battle: Battle, figure: Figure, target: str) -> tuple[Refusal, ...]:
    """HOA-FIR-01: Leaders, Witch Doctors, Scouts and figures with a firearm may try to set fire to
    a target in contact. Targets are a village, a patch of long grass or the roof of a room.
    """
    unfit = has_nothing_to_light_with(battle, figure)
    if not is_burnable(battle, target):
        return found_in(
            unfit,
            no(
                "HOA-FIR-01",
                "{target}: only villages, long grass and roofs are set on fire.",
                "{target}: solo se incendian poblados, hierba alta y techos.",
                target=place_title(battle, target),
            ),
        )
    place = fire_origin(battle, figure, target)
    burns = (
        no(
            "HOA-FIR-01",
            "{target} burns already.",
            "{target} ya está ardiendo.",
            target=place_title(battle, target),
        )
        if is_alight(battle, target, place)
        else None
    )
    away = (
        None
        if figure.at is None or place is not None
        else no(
            "HOA-FIR-01",
            "{who} does not touch {target}.",
            "{who} no toca {target}.",
            who=called(battle, figure),
            target=place_title(battle, target),
        )
    )
    return found_in(unfit, burns, away)


def nothing_else(
    battle: Battle, figure: Figure, written: Iterable[Shot], lit: Iterable[Torch]
) -> tuple[Refusal, ...]:
    """HOA-FIR-02: A figure that tries to raise a fire neither shoots nor fights nor reloads in that
    turn. One that has moved does not reload anyway, so it may try. It makes no attempt if it is
    killed in the shooting. One attempt a turn is allowed.
    """
    shoots = (
        no(
            "HOA-FIR-02",
            "{who} has a shot to make this turn.",
            "{who} ya tiene un disparo este turno.",
            who=called(battle, figure),
        )
        if any(shot.figure == figure.id for shot in written)
        else None
    )
    again = (
        no(
            "HOA-FIR-02",
            "{who} can try only once a turn.",
            "{who} solo lo intenta una vez por turno.",
            who=called(battle, figure),
        )
        if any(torch.figure == figure.id for torch in lit)
        else None
    )
    return found_in(shoots, again, fights_or_loads(battle, figure))


def fights_or_loads(battle: Battle, figure: Figure) -> tuple[Refusal, ...]:
    """Refusals of a figure in close combat, or with a weapon to reload."""
    fights = (
        no(
            "HOA-FIR-02",
            "{who} is in close combat.",
            "{who} está en combate cuerpo a cuerpo.",
            who=called(battle, figure),
        )
        if ability_to_shoot.opponents(battle, figure)
        else None
    )
    loads = (
        no(
            "HOA-FIR-02",
            "{who} has to reload this turn.",
            "{who} tiene que recargar este turno.",
            who=called(battle, figure),
        )
        if figure.smoke is not None and not has_moved(figure)
        else None
    )
    return found_in(fights, loads)


def instead_of_shot(battle: Battle, figure: Figure, lit: Iterable[Torch]) -> Refusal | None:
    """Refusal of a shot if the same figure has a written torch."""
    if all(torch.figure != figure.id for torch in lit):
        return None
    return no(
        "HOA-FIR-02",
        "{who} raises a fire this turn and does not shoot.",
        "{who} prende un fuego este turno y no dispara.",
        who=called(battle, figure),
    )


def is_room(battle: Battle, target: str) -> bool:
    """True if the target is a room of a building, such as "T1/west"."""
    building, _, room = target.partition("/")
    work = work_of(battle, building) if room else None
    return work is not None and work.kind in BUILDINGS and room in lines.plan(work)[1]


def is_burnable(battle: Battle, target: str) -> bool:
    piece = piece_of(battle, target)
    return is_room(battle, target) or (piece is not None and piece.kind in BURNABLE)


def fire_origin(battle: Battle, figure: Figure, target: str) -> Point | None:
    """The place where a fire of this figure begins: its own place if it stands inside, else the
    nearest point of the piece. None without contact.
    """
    if figure.at is None or figure.aboard:
        return None
    if is_room(battle, target):
        return (
            roofs.fire_from(battle, figure, target)
            if target in roofs.fireable(battle, figure)
            else None
        )
    piece = piece_of(battle, target)
    if piece is None or len(piece.outline) < 3:
        return None
    if piece.kind != "village" and is_far_from(piece, figure.at):
        return None
    if is_inside(piece.outline, figure.at):
        return figure.at
    rim = kept_with(piece, "rim path", lambda piece: closed_path(piece.outline))
    gap = distance_to_path(figure.at, rim) - base(figure).radius
    if gap > CONTACT + FINE and not at_enclosure(battle, figure, piece):
        return None
    return on_grid(nearest_on_path(figure.at, rim))


def is_far_from(piece: Piece, at: Point) -> bool:
    """True if no base at that place can touch the piece: a quick test by its bounding box."""
    west, south, east, north = kept_with(piece, "bounds", bounds_of)
    return not (
        west - LARGEST_BASE <= at[0] <= east + LARGEST_BASE
        and south - LARGEST_BASE <= at[1] <= north + LARGEST_BASE
    )


def bounds_of(piece: Piece) -> tuple[float, float, float, float]:
    """Bounding box of a piece: west, south, east and north edge."""
    across, along = zip(*(point[:2] for point in piece.outline), strict=True)
    return min(across), min(along), max(across), max(along)


def at_enclosure(battle: Battle, figure: Figure, village: Piece) -> bool:
    """True if a figure touches the fence round a village."""
    return village.kind == "village" and any(
        work.kind == "fence" and lines.touches_work(figure, work) and is_round(work, village)
        for work in battle.land.works
    )


def is_round(fence: Work, village: Piece) -> bool:
    """True if a fence belongs to a village: it runs along its outline or inside."""
    return all(
        is_inside(village.outline, point)
        or gap_to_line(_spot(point), closed_path(village.outline)) <= BESIDE_VILLAGE
        for point in fence.line
    )


def _spot(point: Point) -> Base:
    return Base(point)


def any_possible(battle: Battle, figures: Sequence[Figure]) -> bool:
    """True if any of the figures could raise a fire now."""
    targets = [piece.id for piece in battle.land.pieces if piece.kind in BURNABLE]
    targets += [
        f"{work.id}/{room}"
        for work in battle.land.works
        if work.kind in BUILDINGS
        for room in lines.plan(work)[1]
    ]
    if not targets:
        return False
    return any(
        may_raise_fires(figure)
        and any(
            fire_origin(battle, figure, target) is not None and not refusals(battle, figure, target)
            for target in targets
        )
        for figure in figures
    )


def needs(figure: Figure) -> int:
    """HOA-FIR-03: A White Man or Regular raises a fire on 4 or more, all others on 5 or 6."""
    return STEADY if arm_of(figure).steady_hand else OTHERS


def resolve(battle: Battle, dice: Dice) -> list[Event]:
    """Events of the attempts by figures still on the table, the attacker's first."""
    happened: list[Event] = []
    for torch in battle.shooting.torches:
        figure = battle.figures[torch.figure]
        place = fire_origin(battle, figure, torch.target) if is_there(battle, figure) else None
        if place is None:
            continue
        die = dice.roll(6, "fire", figure.id)
        least = needs(figure)
        happened.append(TorchRolled(figure.id, torch.target, die, least, die >= least))
        if die >= least:
            happened += light_fire(fold(battle, happened), torch.target, place, figure.side)
    return happened
