"""HOA-DEP, HOA-FRT, the reveal step: ambushes that will shoot appear, and figures in buildings
declare their shots.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa.buildings_and_boats import loopholes
from app.games.heart_of_africa.events import ShootersDeclared
from app.games.heart_of_africa.figures import (
    distance_between,
    enemies,
    is_hidden,
    members,
    not_there,
    profile,
)
from app.games.heart_of_africa.movement import discovery
from app.games.heart_of_africa.movement.ambush_questions import has_ambush
from app.games.heart_of_africa.orders import DeclareShooters, Reveal
from app.games.heart_of_africa.pieces import AMBUSH, Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import SIDES, Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import is_within


def reveal_ambush(battle: Battle, order: Reveal, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 no dice
    """Events of a hidden unit that appears in order to shoot."""
    refuse_if(reveal_refusals(battle, order.unit, side))
    return discovery.reveal(battle, order.unit, "", "shoots")


def reveal_refusals(battle: Battle, unit: str, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against showing a unit in order to shoot."""
    thing = battle.units.get(unit)
    if thing is None or thing.side != side or not members(battle, unit):
        return (not_there(battle, unit, side),)
    if thing.where != AMBUSH:
        return (no("HOA-DEP-09", "It is not in ambush.", "No está emboscada."),)
    if not any(may_shoot(figure) for figure in members(battle, unit)):
        return (
            no(
                "HOA-DEP-09",
                "No figure of the unit can shoot.",
                "Ninguna figura de la unidad puede disparar.",
            ),
        )
    return ()


def may_shoot(figure: Figure) -> bool:
    """True if the type shoots and the weapon is loaded."""
    return profile(figure).range > 0 and figure.smoke is None and not figure.out_of_order


def declare_shooters(battle: Battle, order: DeclareShooters, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 no dice
    """Events of figures in buildings that will shoot this turn; from now on they are targets."""
    refuse_if(shooter_refusals(battle, order.figures, side))
    return [ShootersDeclared(side, tuple(dict.fromkeys(order.figures)))]


def shooter_refusals(battle: Battle, figures: Sequence[str], side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against a declaration. Each figure needs a weapon that shoots and a
    loophole of its own.
    """
    found: list[Refusal | None] = []
    declared: list[str] = []
    for key in dict.fromkeys(figures):
        figure = battle.figures.get(key)
        if figure is None or figure.side != side or figure.fate or figure.at is None:
            return (not_there(battle, key, side),)
        found += declaration_refusals(battle, figure) or (
            loopholes.no_loophole(battle, figure, declared),
        )
        declared.append(key)
    return found_in(found)


def declaration_refusals(battle: Battle, figure: Figure) -> tuple[Refusal, ...]:
    """Everything that keeps a figure from being declared a shooter at all."""
    if not figure.room:
        return (
            no(
                "HOA-FRT-24",
                "{who} is in no room and needs no declaration.",
                "{who} no está en una habitación y no necesita declaración.",
                who=called(battle, figure),
            ),
        )
    if figure.id in battle.shooting.shooters:
        return (
            no(
                "HOA-FRT-24",
                "{who} is declared already.",
                "{who} ya está {who:declarado|declarada|declarados|declaradas}.",
                who=called(battle, figure),
            ),
        )
    if profile(figure).range <= 0:
        return (
            no(
                "HOA-TRP-25",
                "{who} does not shoot.",
                "{who} no dispara.",
                who=called(battle, figure),
            ),
        )
    if figure.smoke is not None:
        return (
            no(
                "HOA-REL-01",
                "{who} has to reload.",
                "{who} tiene que recargar.",
                who=called(battle, figure),
            ),
        )
    return ()


def figures_in_rooms(battle: Battle, side: str) -> tuple[Figure, ...]:
    """The figures of a side in rooms, without those in ambush."""
    return tuple(
        figure
        for figure in battle.figures.values()
        if figure.side == side
        and figure.room
        and figure.at is not None
        and not figure.fate
        and not is_hidden(battle, figure)
    )


def ready_indoors(battle: Battle, side: str) -> tuple[str, ...]:
    """Ids of the figures in rooms that can be declared together."""
    able: list[str] = []
    for figure in figures_in_rooms(battle, side):
        if (
            not declaration_refusals(battle, figure)
            and loopholes.no_loophole(battle, figure) is None
            and not shooter_refusals(battle, (*able, figure.id), side)
        ):
            able.append(figure.id)
    return tuple(able)


def owing(battle: Battle) -> tuple[str, ...]:
    """The sides with an ambush, or with a figure at a loophole that could shoot. Every ambush
    counts; skipping one would reveal that it cannot shoot.
    """
    return tuple(
        side for side in SIDES if has_ambush(battle, side) or has_men_at_loopholes(battle, side)
    )


def has_men_at_loopholes(battle: Battle, side: str) -> bool:
    """True if figures in a room have a loaded weapon, an enemy within its range and a place to
    shoot from.
    """
    men = [
        figure
        for figure in battle.figures.values()
        if figure.side == side
        and figure.room
        and figure.at is not None
        and not figure.fate
        and figure.id not in battle.shooting.shooters
        and may_shoot(figure)
    ]
    if not men:
        return False
    foes = tuple(enemies(battle, side))
    return any(
        loopholes.no_loophole(battle, man) is None
        and any(is_within(distance_between(man, enemy), profile(man).range) for enemy in foes)
        for man in men
    )
