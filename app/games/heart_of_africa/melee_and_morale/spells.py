"""HOA-SPC: Spells of Witch Doctors, and the units that are immune to them."""

from __future__ import annotations

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.figures import (
    distance_between,
    is_leader,
    members,
    placed,
    profile,
)
from app.games.heart_of_africa.melee_and_morale import leaders
from app.games.heart_of_africa.melee_and_morale.causes import (
    tests_morale,
)
from app.games.heart_of_africa.pieces import AMBUSH, WITCH_DOCTOR, Figure, Unit
from app.games.heart_of_africa.sight import visibility
from app.games.heart_of_africa.state import Battle, Test
from app.kernel.contract import Event
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import is_within

SPELL_REACH = 18


def cannot_cast(battle: Battle, doctor: Figure, unit: Unit, side: str) -> Refusal | None:
    """HOA-SPC-10: Once a turn a Witch Doctor bewitches one visible enemy unit with a figure within
    18 in: it takes one more test.
    """
    if doctor.side != side or doctor.type != WITCH_DOCTOR or doctor.at is None:
        return no(
            "HOA-SPC-10", "Only a living Witch Doctor casts a spell.", "Solo hechiza un Brujo vivo."
        )
    if doctor.id in battle.morale.cast:
        return no("HOA-SPC-10", "Only one spell a turn is cast.", "Solo hechiza una vez por turno.")
    if refusal := target_refusal(battle, unit, side):
        return refusal
    near = [
        figure
        for figure in placed(battle, unit.id)
        if is_within(distance_between(doctor, figure), SPELL_REACH)
    ]
    if not near:
        nearest = min(distance_between(doctor, figure) for figure in placed(battle, unit.id))
        return no(
            "HOA-SPC-10",
            "The unit is {inches} in away, 18 at most.",
            "La unidad está a {inches:pulgada+s}, 18 como máximo.",
            inches=round(nearest, 1),
        )
    if not any(visibility.see_each_other(battle, doctor, figure) for figure in near):
        return no(
            "HOA-SPC-10",
            "The Witch Doctor sees no figure of the unit within 18 in.",
            "El Brujo no ve ninguna figura de la unidad a 18 pulgadas o menos.",
        )
    return None


def target_refusal(battle: Battle, unit: Unit, side: str) -> Refusal | None:
    """Refusal of a unit that this side cannot bewitch at any distance. A unit in ambush is no
    target, so it never makes its enemy owe a spell (HOA-DEP-08).
    """
    is_enemy = unit.side != side and unit.where != AMBUSH
    is_placed = unit.kind == "troops" and bool(placed(battle, unit.id))
    if is_enemy and is_placed and (immune := is_immune(battle, unit)):
        return immune
    if is_enemy and tests_morale(battle, unit):
        return None
    return no(
        "HOA-SPC-10",
        "Spells are cast at enemy units on the table.",
        "Se hechizan unidades enemigas en la mesa.",
    )


def is_immune(battle: Battle, unit: Unit) -> Refusal | None:
    """HOA-SPC-12: White Men, Regulars, Swordsmen, Pygmies, guns and Gunboats cannot be bewitched,
    nor a unit whose Leader prevents tests. Gun Bearers do not count; one susceptible figure makes a
    mixed unit susceptible.
    """
    if leaders.is_held_together(battle, unit):
        return no(
            "HOA-SPC-12", "Its Charismatic Leader protects it.", "La protege su Líder Carismático."
        )
    men = [
        figure
        for figure in members(battle, unit.id)
        if figure.type != "gun_bearer" and not is_leader(figure)
    ]
    if all(profile(figure).has("witchcraft_immune") for figure in men):
        return no(
            "HOA-SPC-12", "These troops fear no witchcraft.", "Estas tropas no temen a los brujos."
        )
    return None


def spell_test(unit: str, doctor: str) -> Event:
    """HOA-MOR-06: The bewitched unit takes one test on top of all others."""
    return e.TestsOwed((Test(unit, "spell", doctor),))


def may_cast(battle: Battle, doctor: Figure) -> bool:
    """HOA-SPC-09: A Witch Doctor is an independent figure that neither shoots nor tests. It casts
    spells, in close combat too.
    """
    return doctor.type == WITCH_DOCTOR and any(
        unit.side != doctor.side
        and tests_morale(battle, unit)
        and cannot_cast(battle, doctor, unit, doctor.side) is None
        for unit in battle.units.values()
        if any(figure.at is not None for figure in members(battle, unit.id))
    )
