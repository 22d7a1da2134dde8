"""HOA-LDR and HOA-SPC: Figures through which a unit ignores its next morale test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.games.heart_of_africa.armies.allies import standard_serves
from app.games.heart_of_africa.figures import (
    distance_between,
    figure_of,
    is_leader,
    placed,
    unit_of,
    visible_figures,
)
from app.games.heart_of_africa.melee_and_morale import leaders
from app.games.heart_of_africa.pieces import STANDARD_BEARER, Figure, Unit
from app.games.heart_of_africa.sight import visibility
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import is_within

if TYPE_CHECKING:
    from app.games.heart_of_africa import orders


DISCIPLINE_REACH, STANDARD_REACH = 4, 18


def cancel_refusals(battle: Battle, order: orders.Cancel, side: str) -> tuple[Refusal, ...]:
    by = figure_of(battle, order.by, side, "HOA-MOR-16")
    unit = unit_of(battle, order.unit, side)
    return found_in(cannot_cancel(battle, unit, by, side), only_one(battle, unit))


def cannot_cancel(battle: Battle, unit: Unit, by: Figure, side: str) -> Refusal | None:
    """Reason why the unit may not ignore its next test through this figure; None if it may."""
    if unit.side != side or by.side != side or by.at is None or by.id in battle.struck:
        return no(
            "HOA-MOR-16",
            "Only living figures of the same side can cancel a test.",
            "Solo una figura viva del mismo bando puede anular un test.",
        )
    if is_leader(by):
        return through_the_disciplinarian(battle, unit, by)
    return through_the_standard(battle, unit, by)


def only_one(battle: Battle, unit: Unit) -> Refusal | None:
    """HOA-SPC-07: A unit ignores one test a turn at most, by any means."""
    if battle.morale.is_cancelled(unit.id):
        return no(
            "HOA-SPC-07",
            "The unit ignores one test this turn already.",
            "La unidad ya se libra de un test este turno.",
        )
    return None


def through_the_disciplinarian(battle: Battle, unit: Unit, by: Figure) -> Refusal | None:
    """HOA-LDR-16: Each unit of a Disciplinarian's own army with a figure within 4 in of the Leader
    may ignore one test a turn.
    """
    if not leaders.has_trait(by, "disciplinarian"):
        return no("HOA-LDR-16", "The Leader is no Disciplinarian.", "El Líder no es Disciplinario.")
    if battle.morale.is_cancelled(unit.id):
        return no(
            "HOA-LDR-16",
            "A unit ignores one test a turn.",
            "Una unidad se libra de un test por turno.",
        )
    if unit.contingent:
        return no("HOA-LDR-16", "This trait serves no allies.", "No sirve a los aliados.")
    nearest = min(
        (distance_between(by, figure) for figure in placed(battle, unit.id)), default=99.0
    )
    if not is_within(nearest, DISCIPLINE_REACH):
        return no(
            "HOA-LDR-16",
            "The unit is {inches} in away, 4 at most.",
            "La unidad está a {inches:pulgada+s}, 4 como máximo.",
            inches=round(nearest, 1),
        )
    return None


def through_the_standard(battle: Battle, unit: Unit, by: Figure) -> Refusal | None:
    """HOA-SPC-06: Each turn one unit of the bearer's own force, with a figure within 18 in that
    sees the standard, cancels a test.
    """
    if by.type != STANDARD_BEARER:
        return no("HOA-SPC-06", "That is no Standard Bearer.", "No es un Abanderado.")
    if not standard_serves(by.contingent, unit.contingent):
        return no(
            "HOA-SPC-06",
            "A standard serves only its own force.",
            "Una bandera solo sirve a su propia fuerza.",
        )
    if battle.morale.has_served(by.id):
        return no(
            "HOA-SPC-06",
            "The standard has served a unit this turn.",
            "La bandera ya ha servido a una unidad este turno.",
        )
    near = [
        figure
        for figure in placed(battle, unit.id)
        if is_within(distance_between(by, figure), STANDARD_REACH)
    ]
    if not near:
        return no(
            "HOA-SPC-06",
            "The standard is more than 18 in away.",
            "La bandera está a más de 18 pulgadas.",
        )
    if not any(visibility.sees_standard(battle, figure, by) for figure in near):
        return no(
            "HOA-SPC-06",
            "No figure of the unit within 18 in sees the standard.",
            "Ninguna figura de la unidad ve la bandera a 18 pulgadas o menos.",
        )
    return None


def helpers(battle: Battle, unit: Unit) -> tuple[Figure, ...]:
    """The figures through which the unit may ignore its next test now."""
    return tuple(
        figure
        for figure in visible_figures(battle, unit.side)
        if (
            (is_leader(figure) and leaders.has_trait(figure, "disciplinarian"))
            or figure.type == STANDARD_BEARER
        )
        and cannot_cancel(battle, unit, figure, unit.side) is None
        and only_one(battle, unit) is None
    )
