"""HOA-SHT: figures that are no target for a shooter."""

from __future__ import annotations

from app.games.heart_of_africa.figures import (
    distance_between,
    is_attendant,
    is_baggage,
    is_there,
    is_vessel,
)
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting import ability_to_shoot, aim
from app.games.heart_of_africa.shooting.weapons import has_firearm, is_big_ship, weapon
from app.games.heart_of_africa.sight import lines, visibility
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import GRACE, is_within


def no_target(battle: Battle, side: str, target: Figure) -> Refusal | None:
    """Reasons why no figure of a side may shoot at a target, at any place."""
    if target.side == side:
        return no(
            "HOA-SHT-16",
            "{target} is no enemy.",
            "{target} no es un enemigo.",
            target=called(battle, target),
        )
    return (
        baggage_spared(battle, target)
        or one_of_a_crew(battle, target)
        or ability_to_shoot.immune(battle, target)
    )


def baggage_spared(battle: Battle, target: Figure) -> Refusal | None:
    """HOA-SPC-20: Baggage cannot be shot at, neither fights nor tests, and shell fragments do it no
    harm.
    """
    if is_attendant(target):
        return no(
            "HOA-LDR-10",
            "{target}: attendants are no targets.",
            "{target}: los Ayudantes no son objetivos.",
            target=called(battle, target),
        )
    if not is_baggage(target):
        return None
    return no(
        "HOA-SPC-20",
        "{target}: baggage cannot be shot at.",
        "{target}: no se puede disparar al bagaje.",
        target=called(battle, target),
    )


def one_of_a_crew(battle: Battle, target: Figure) -> Refusal | None:
    """HOA-STR-13: The figures in a canoe are targets one by one; the canoe itself is no target."""
    if is_vessel(target) and not is_big_ship(target):
        return no(
            "HOA-STR-13",
            "{target}: shots go at the figures in a canoe, not at the canoe.",
            "{target}: se dispara a las figuras de la canoa, no a la canoa.",
            target=called(battle, target),
        )
    if is_big_ship(battle.figures.get(target.aboard)):
        return no(
            "HOA-STR-11",
            "{target} is aboard {ship}: only the hull can be shot at.",
            "{target} va a bordo de {ship}: solo se puede disparar al casco.",
            target=called(battle, target),
            ship=called(battle, battle.figures[target.aboard]),
        )
    return None


def shadowed_bearer(battle: Battle, shooter: Figure, target: Figure) -> Refusal | None:
    """HOA-SPC-03: A Gun Bearer is no target while its own White Man, visible or not, is nearer to
    the shooter.
    """
    master = battle.figures.get(target.of) if target.type == "gun_bearer" else None
    if master is None or not is_there(battle, master):
        return None
    master_in, bearer_in = distance_between(shooter, master), distance_between(shooter, target)
    if master_in >= bearer_in - GRACE:
        return None
    return no(
        "HOA-SPC-03",
        "The White Man of {target} is nearer: {master_in} in against {bearer_in}.",
        "El Hombre Blanco de {target} está más cerca: {master_in:pulgada+s} frente a {bearer_in}.",
        target=called(battle, target),
        master_in=round(master_in, 1),
        bearer_in=round(bearer_in, 1),
    )


def behind_loopholes(battle: Battle, shooter: Figure, target: Figure) -> tuple[Refusal, ...]:
    """HOA-FRT-24: From outside, only occupants of a Temba that shoot this turn can be shot at, and
    only by firearms. They count as behind a field fortification. They save every hit but
    Artillery's on 3 or more.
    """
    if not is_indoors(target) or aim.in_plain_sight(battle, target, shooter):
        return ()
    silent = (
        None
        if target.id in battle.shooting.shooters
        else no(
            "HOA-FRT-24",
            "{target} is inside a building and does not shoot this turn.",
            "{target} está dentro de un edificio y no dispara este turno.",
            target=called(battle, target),
        )
    )
    wrong = (
        None
        if has_firearm(battle, shooter)
        else no(
            "HOA-FRT-24",
            "{who}: only firearms hit a figure at a loophole.",
            "{who}: solo las armas de fuego alcanzan a una figura en una tronera.",
            who=called(battle, shooter),
        )
    )
    return found_in(silent, wrong)


def keeps_silent(battle: Battle, shooter: Figure, target: Figure) -> Refusal | None:
    """Refusal for a figure in a building that did not declare to shoot. It may shoot only at
    figures in its room, or through a breach or the roof.
    """
    if (
        not is_indoors(shooter)
        or shooter.id in battle.shooting.shooters
        or aim.in_plain_sight(battle, shooter, target)
    ):
        return None
    return no(
        "HOA-FRT-24",
        "{who} did not declare that it would shoot from the building.",
        "{who} no declaró que dispararía desde el edificio.",
        who=called(battle, shooter),
    )


def is_indoors(figure: Figure) -> bool:
    """True if the figure is in a room; the courtyard is open to the sky."""
    return is_room(figure.room)


def is_room(room: str) -> bool:
    """True for a room with a roof; false for a courtyard and for no room."""
    return bool(room) and not room.endswith(lines.COURTYARD)


def out_of_range(battle: Battle, shooter: Figure, shot: aim.Aim) -> Refusal | None:
    most = weapon(battle, shooter).range
    if is_within(shot.distance, most):
        return None
    return no(
        "HOA-SHT-09",
        "{who}: {inches} in, the range is {most}.",
        "{who}: {inches:pulgada+s}, el alcance es {most}.",
        who=called(battle, shooter),
        inches=round(shot.distance, 1),
        most=most,
    )


def unmanned_work(battle: Battle, shooter: Figure, target: Figure) -> Refusal | None:
    """Refusal of a figure at a work if its kind does not shoot across such works."""
    if shooter.at is None or target.at is None:
        return None
    for work in lines.fixed_works(battle):
        if not lines.can_man(shooter, work) and lines.is_before(battle, shooter, work, target.at):
            return (
                no_place_at_the_wall(battle, shooter)
                if work.kind == "field_fortification"
                else no_place_at_the_boxes(battle, shooter)
            )
    return None


def no_place_at_the_wall(battle: Battle, shooter: Figure) -> Refusal:
    """HOA-FRT-06: Only figures on foot defend a field fortification. Riders and guns at it neither
    see nor shoot across.
    """
    return no(
        "HOA-FRT-06",
        "{who}: only figures on foot shoot across a field fortification.",
        "{who}: solo las figuras a pie disparan por encima de una fortificación de campaña.",
        who=called(battle, shooter),
    )


def no_place_at_the_boxes(battle: Battle, shooter: Figure) -> Refusal:
    """HOA-FRT-14: Figures on foot and machine guns shoot from behind a barricade, without any
    deduction; Artillery does not.
    """
    return no(
        "HOA-FRT-14",
        "{who}: only figures on foot and machine guns shoot across a barricade.",
        "{who}: por encima de una barricada solo disparan figuras a pie y ametralladoras.",
        who=called(battle, shooter),
    )


def target_refusals_by_rule(battle: Battle, shooter: Figure, target: Figure) -> tuple[Refusal, ...]:
    """Everything that keeps a figure from hitting an enemy it is not in close combat with."""
    spared = no_target(battle, shooter.side, target)
    if spared is not None and spared.rule != "HOA-SHT-26":
        return (spared,)
    shot = aim.aim(battle, shooter, target)
    seen = visibility.line_of_sight(battle, shooter, target, shooting=True)
    hidden = () if seen.free else tuple(Refusal(one.rule, one.says) for one in seen.blockers)
    return found_in(
        spared,
        shadowed_bearer(battle, shooter, target),
        behind_loopholes(battle, shooter, target),
        keeps_silent(battle, shooter, target),
        out_of_range(battle, shooter, shot),
        aim.out_of_arc(battle, shooter, shot),
        unmanned_work(battle, shooter, target),
        hidden,
    )
