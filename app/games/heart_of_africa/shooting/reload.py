"""HOA-REL: Smoke markers, and the turn spent on reloading."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from app.games.heart_of_africa.events import Reloaded, SmokeMarked
from app.games.heart_of_africa.figures import (
    bases_touch,
    can_fight,
    has_moved,
    is_there,
    opponents,
    visible_figures,
)
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.state import SHOOTING, Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, no


def unloaded(battle: Battle, figure: Figure) -> Refusal | None:
    """HOA-REL-01: Weapons that must be reloaded need a turn for it before they shoot again."""
    if figure.smoke is None:
        return None
    if figure.type == "muzzle_loading_cannon":
        return cannon_unloaded(battle, figure)
    return no(
        "HOA-REL-01",
        "{who} has to reload: it shot on turn {turn}.",
        "{who} tiene que recargar: disparó en el turno {turn}.",
        who=called(battle, figure),
        turn=figure.smoke,
    )


def cannon_unloaded(battle: Battle, figure: Figure) -> Refusal | None:
    """HOA-ART-25: The muzzle-loading cannon fires as Artillery with a shorter range, must be
    reloaded after each shot and never leaves its place.
    """
    return no(
        "HOA-ART-25",
        "{who}: the muzzle-loading cannon has to reload after its shot of turn {turn}.",
        "{who}: el Cañón de Avancarga tiene que recargar tras su disparo del turno {turn}.",
        who=called(battle, figure),
        turn=figure.smoke,
    )


def did_nothing_else(battle: Battle, figure: Figure) -> bool:
    """HOA-REL-02: A figure that reloads neither moves nor shoots nor raises fires in that turn. It
    may turn on the spot, and change places with the other rank at a work.
    """
    return not has_moved(figure) and figure.id not in battle.shooting.fired


def is_undisturbed(battle: Battle, figure: Figure) -> bool:
    """HOA-REL-03: A figure in contact with an enemy when the movement ends does not reload, even if
    that enemy is shot down afterwards.
    """
    return not opponents(battle, figure) and not any(
        enemy.side != figure.side
        and enemy.fell is not None
        and enemy.fell_in == f"{battle.turn}:{SHOOTING}"
        and was_fighting(figure, enemy)
        for enemy in battle.figures.values()
    )


def was_fighting(figure: Figure, fallen: Figure) -> bool:
    """True if an enemy shot down this turn was in close combat with the figure; a wall between them
    prevents that.
    """
    enemy = replace(fallen, at=fallen.fell, fate="", room=fallen.fell_room, roof=fallen.fell_roof)
    return can_fight(figure, enemy) and bases_touch(figure, enemy)


def has_reloaded(battle: Battle, figure: Figure) -> bool:
    """HOA-GEN-11: A smoke marker is removed in the reload step of a later turn that the figure has
    spent on loading.
    """
    return (
        figure.smoke is not None
        and figure.smoke < battle.turn
        and did_nothing_else(battle, figure)
        and is_undisturbed(battle, figure)
    )


def resolve(battle: Battle, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 no dice
    """HOA-SEQ-06: After the shooting, markers are removed from figures that spent the turn
    reloading and placed on those that must reload.
    """
    loaded = tuple(figure.id for figure in visible_figures(battle) if has_reloaded(battle, figure))
    smoking = tuple(
        figure.id
        for figure in battle.figures.values()
        if figure.id in battle.shooting.shot_dice
        and is_there(battle, figure)
        and weapon(battle, figure).reload
    )
    return [*([Reloaded(loaded)] if loaded else []), *([SmokeMarked(smoking)] if smoking else [])]
