"""HOA-MOV, HOA-SEQ: Activations and moves, figure by figure, as ordered and as carried out."""

from __future__ import annotations

from app.games.heart_of_africa.board import board
from app.games.heart_of_africa.buildings_and_boats import boats
from app.games.heart_of_africa.events import (
    ActivationEnded,
    StoodStill,
)
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    is_vessel,
)
from app.games.heart_of_africa.movement import evasion, hazards
from app.games.heart_of_africa.movement.activation import (
    activated,
    activation_refusals,
    movers,
    too_late,
)
from app.games.heart_of_africa.movement.allowances import allowance
from app.games.heart_of_africa.movement.carried_moves import carried_out
from app.games.heart_of_africa.movement.contact import charges_of
from app.games.heart_of_africa.movement.planned_moves import move_refusals, planned
from app.games.heart_of_africa.movement.rank_swaps_and_climbing import cross, remount, swap
from app.games.heart_of_africa.movement.slow_going import rate_of
from app.games.heart_of_africa.movement.walking import (
    figure_refusals,
    plan,
)
from app.games.heart_of_africa.orders import Activate, EndActivation, Move, NoMove, Sail
from app.games.heart_of_africa.pieces import (
    AMBUSH,
    COLUMN,
    REMOUNTED,
    SCOUT,
    Figure,
)
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.entry import walking_in
from app.games.heart_of_africa.state import UNIT_MOVES, Activation, Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.space.plane import (
    Path,
)

__all__ = [
    "activate",
    "allowance",
    "carried_out",
    "charges_of",
    "closing",
    "compulsory_entry",
    "cross",
    "end_activation",
    "figure_refusals",
    "move",
    "move_refusals",
    "movers",
    "no_move",
    "plan",
    "planned",
    "rate_of",
    "remount",
    "swap",
]


def activate(battle: Battle, order: Activate, side: str, dice: Dice) -> list[Event]:
    """Events that take a unit, the baggage or an independent figure in hand and roll its movement
    dice.
    """
    refuse_if(activation_refusals(battle, order.who, side))
    return activated(battle, order.who, dice)


def no_move(battle: Battle, order: NoMove, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 no dice
    """Events of a declaration that units, the baggage or independent figures stay, any number of
    them.
    """
    refuse_if(*(stands_refusals(battle, who, side) for who in order.units), no_unit_named(order))
    return [StoodStill(side, tuple(dict.fromkeys(order.units)))]


def no_unit_named(order: NoMove) -> Refusal | None:
    return None if order.units else no("HOA-SEQ-02", "Name a unit.", "Nombra una unidad.")


def stands_refusals(battle: Battle, who: str, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against declaring that a unit or figure stays."""
    found = activation_refusals(battle, who, side)
    if found:
        return found
    thing = battle.units.get(who) or battle.figures[who]
    if thing.where == COLUMN:
        return (
            no("HOA-SCN-11", "The column has to come in.", "La columna está obligada a entrar."),
        )
    if thing.where == AMBUSH:
        return (
            no(
                "HOA-SEQ-02",
                "A hidden unit stays in place without an order.",
                "Una unidad en emboscada se queda en su sitio sin necesidad de orden.",
            ),
        )
    if isinstance(thing, Figure) and battle.step == UNIT_MOVES and thing.type != SCOUT:
        return (
            no(
                "HOA-SEQ-04",
                "{who:The} {who:moves|move} later.",
                "{who:El} {who:mueve|mueven} más tarde.",
                who=called(battle, thing),
            ),
        )
    return ()


def end_activation(battle: Battle, order: EndActivation, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 the order says it all
    """Events that end the activation in hand. Figures of the column still off the table move in."""
    if battle.hand is None:
        raise Refused(
            no("HOA-SEQ-02", "No unit is activated.", "No hay ninguna activación en curso.")
        )
    refuse_if(
        no("HOA-SEQ-02", "This activation is not yours.", "Esta activación no es tuya.")
        if battle.hand.side != side
        else None
    )
    who = battle.hand.who
    happened, _ = carried_out(battle, walking_in(battle, who), {}, dice)
    return happened + closing(fold(battle, happened), dice)


def compulsory_entry(battle: Battle, who: str, dice: Dice) -> list[Event]:
    """Events of the column's next unit, which enters even without an order."""
    happened = activated(battle, who, dice)
    steps, _ = carried_out(
        fold(battle, happened), walking_in(fold(battle, happened), who), {}, dice
    )
    happened += steps
    return happened + closing(fold(battle, happened), dice)


def closing(battle: Battle, dice: Dice) -> list[Event]:
    """Events at the end of the activation in hand: the crocodile dice still owed, then the end
    itself.
    """
    hand = battle.hand
    if hand is None:
        return []
    return [*hazards.crocodiles(battle, dice), ActivationEnded(hand.who, how_it_ended(hand))]


def how_it_ended(hand: Activation) -> str:
    """HOA-SEQ-03: After the dice a player may leave a unit in place, wholly or in part, and need
    not use the whole distance. The roll has spent its activation. If no figure moved, it counts as
    a declaration not to move.
    """
    return "moved" if hand.stirred else "declined"


def move(battle: Battle, order: Move, side: str, dice: Dice) -> list[Event]:
    """Events of a move of the named figures, in turn. A unit not yet in hand is activated first. If
    its roll does not allow the move as drawn, no figure moves and the player draws it again.
    """
    if any(key in battle.figures and is_vessel(battle.figures[key]) for key in order.paths):
        return list(boats.sail(battle, Sail(order.who, order.paths, order.facing), side, dice))
    happened: list[Event] = []
    if battle.hand is None or battle.hand.who != order.who:
        refuse_if(
            activation_refusals(battle, order.who, side),
            too_late(battle, order.who, (*order.paths, *order.attack)),
        )
        refuse_if(move_refusals(battle, order, side))
        happened = activated(battle, order.who, dice)
        if move_refusals(fold(battle, happened), order, side):
            return happened
    now = fold(battle, happened)
    refuse_if(
        no("HOA-SEQ-02", "This unit is not yours.", "Esta unidad no es tuya.")
        if now.activation.side != side
        else None
    )
    steps, refusals = planned(now, order, side)
    refuse_if(refusals)
    moved, halted = carried_out(now, steps, order.facing, dice)
    happened += moved
    now = fold(now, moved)
    if halted:
        return happened
    bitten = hazards.crocodiles(now, dice)
    happened += bitten
    now = fold(now, bitten)
    if order.ends or has_no_mover_left(now, order.who):
        happened += closing(now, dice)
    return happened


def has_no_mover_left(battle: Battle, who: str) -> bool:
    """True if no figure of the activation can do anything more. All are dead, or an independent
    figure and its followers have moved, and it can neither join a unit nor dismount.
    """
    left = movers(battle, who)
    if who in battle.units or not left:
        return not left
    if battle.figures[who].type == "mounted_regular" and REMOUNTED not in battle.figures[who].did:
        return False
    return "charismatic" not in battle.figures[who].traits and all(
        figure.id in battle.activation.done for figure in left
    )


def evasion_path(battle: Battle, figure: Figure) -> Path | None:
    """The way by which a mounted figure in hand, just contacted, would evade; None if it may not or
    cannot.
    """
    fast, slow = allowance(battle, figure)
    whole = fast if fast is not None else slow
    return evasion.way_out(battle, figure, whole or 0.0, board(battle, figure.side))
