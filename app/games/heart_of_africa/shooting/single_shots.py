"""HOA-SHT: Refusals of the shot of one figure, given the orders written before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.games.heart_of_africa.figures import distance_between, figure_of, is_there
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting import ability_to_shoot, guns, roof_shots, torches
from app.games.heart_of_africa.shooting.targets import target_refusals
from app.games.heart_of_africa.shooting.weapons import has_repeater, weapon
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import Battle, Shot, Torch
from app.kernel.refusal import Refusal, Refused, found_in, no
from app.kernel.space.plane import is_within

BEARER_REACH = 1.0
MACHINE_GUN = guns.MACHINE_GUN


def own_figure(battle: Battle, key: str, side: str) -> Figure | tuple[Refusal, ...]:
    try:
        figure = figure_of(battle, key, side)
    except Refused as refused:
        return refused.refusals
    if figure.side != side:
        return (
            no(
                "HOA-SHT-03",
                "{who} is not a figure of yours.",
                "{who} no es una figura tuya.",
                who=called(battle, figure),
            ),
        )
    return figure


def shot_refusals(
    battle: Battle, shot: Shot, side: str, written: Sequence[Shot] = (), lit: Sequence[Torch] = ()
) -> tuple[Refusal, ...]:
    """Everything that speaks against one shot, given the orders written before it."""
    figure = own_figure(battle, shot.figure, side)
    if isinstance(figure, tuple):
        return figure
    able = found_in(
        ability_to_shoot.unable(battle, figure),
        once_a_turn(battle, figure, written),
        one_of_the_file(battle, figure, written),
        torches.instead_of_shot(battle, figure, lit),
    )
    if ability_to_shoot.absent(battle, figure):
        return able
    if shot.building:
        return found_in(able, guns.wall_refusals(battle, figure, shot))
    if shot.arrow:
        return found_in(able, roof_shots.arrow_refusals(battle, figure, shot))
    if shot.blind:
        return found_in(able, roof_shots.blind_refusals(battle, figure, shot))
    return found_in(
        able, named_refusals(battle, figure, shot, side) if weapon(battle, figure).range else ()
    )


def named_refusals(battle: Battle, figure: Figure, shot: Shot, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against the named targets."""
    missing = named_target(shot) or (
        no_unit()
        if any(key in battle.units and key not in battle.figures for key in shot.targets)
        else None
    )
    if missing is not None:
        return (missing,)
    named: list[Figure] = []
    for key in shot.targets:
        try:
            named.append(figure_of(battle, key, side))
        except Refused as refused:
            return refused.refusals
    if figure.type != MACHINE_GUN:
        return (
            target_refusals(battle, figure, named[0])
            if len(named) == 1
            else (one_target(battle, figure),)
        )
    return found_in(
        guns.list_refusals(battle, figure, [one for one in named if is_there(battle, one)]),
        *(
            target_refusals(battle, figure, one, first=not place)
            for place, one in enumerate(named[: guns.SHOTS])
        ),
    )


def named_target(shot: Shot) -> Refusal | None:
    """HOA-SHT-01: Each figure shoots at one named enemy figure; units do not shoot at units."""
    if shot.targets:
        return None
    return no(
        "HOA-SHT-01",
        "Name an enemy figure to shoot at.",
        "Hay que nombrar una figura enemiga como objetivo.",
    )


def no_unit() -> Refusal:
    return no(
        "HOA-SHT-01",
        "That is a unit: name one of its figures.",
        "Eso es una unidad: hay que nombrar una de sus figuras.",
    )


def one_target(battle: Battle, figure: Figure) -> Refusal:
    return no(
        "HOA-SHT-01",
        "{who} shoots at one figure with each shot.",
        "{who} dispara a una sola figura con cada disparo.",
        who=called(battle, figure),
    )


def once_a_turn(battle: Battle, figure: Figure, written: Iterable[Shot]) -> Refusal | None:
    """HOA-SHT-03: A figure makes one shot a turn, unless its type or its Gun Bearer allows more,
    and none with an empty weapon.
    """
    had = sum(shot.figure == figure.id for shot in written)
    most = shots_of(battle, figure)
    if had < most:
        return None
    if figure.type == "gunboat":
        return no(
            "HOA-ART-19",
            "{who} has {most} guns, and both have their orders.",
            "{who} tiene {most} cañones y ambos ya tienen orden.",
            who=called(battle, figure),
            most=most,
        )
    return no(
        "HOA-SHT-03",
        "{who} has its shots of the turn: {most}.",
        "{who} ya tiene sus disparos del turno: {most}.",
        who=called(battle, figure),
        most=most,
    )


def shots_of(battle: Battle, figure: Figure) -> int:
    """Number of fire orders that a figure may have in a turn. A machine gun has one, with a list of
    targets.
    """
    if figure.type == "gunboat":
        return guns.guns_of(figure)
    return 2 if has_bearer(battle, figure) or has_repeater(battle, figure) else 1


def has_bearer(battle: Battle, figure: Figure) -> bool:
    """HOA-SPC-02: A White Man shoots twice a turn if the own Gun Bearer is within 1 in when the
    shooting begins. It counts even if the bearer is killed in it. The bearer never shoots.
    """
    return figure.type == "white_man" and any(
        one.type == "gun_bearer"
        and one.of == figure.id
        and is_there(battle, one)
        and is_within(distance_between(figure, one), BEARER_REACH)
        for one in battle.figures.values()
    )


def one_of_the_file(battle: Battle, figure: Figure, written: Iterable[Shot]) -> Refusal | None:
    """Only one figure shoots of two ranks, or of two that changed places at a work."""
    for key in dict.fromkeys(shot.figure for shot in written):
        mate = battle.figures.get(key)
        if mate is None or key == figure.id or not mate.unit or mate.unit != figure.unit:
            continue
        if any({key, figure.id} == set(pair) for pair in battle.movement.swapped):
            return no(
                "HOA-FRT-08",
                "{who} changed places with {mate}, and {mate} shoots: only one of them does.",
                "{who} cambió de sitio con {mate}, que dispara: solo lo hace uno.",
                who=called(battle, figure),
                mate=called(battle, mate),
            )
        if lines.is_second_rank(battle, mate, figure) or lines.is_second_rank(battle, figure, mate):
            return no(
                "HOA-VIS-06",
                "{who} and {mate} are two ranks at a work: one of them shoots.",
                "{who} y {mate} son dos filas en una fortificación: solo dispara una.",
                who=called(battle, figure),
                mate=called(battle, mate),
            )
        if lines.is_same_file(battle, mate, figure) or lines.is_same_file(battle, figure, mate):
            return no(
                "HOA-VIS-09",
                "{who} and {mate} stand one behind the other: one of them shoots.",
                "{who} y {mate} están uno detrás del otro: solo dispara uno.",
                who=called(battle, figure),
                mate=called(battle, mate),
            )
    return None
