"""HOA-MOV: Inches that a figure may move, and refusals of longer or shorter moves."""

from __future__ import annotations

from app.games.heart_of_africa.figures import (
    is_gun,
    profile,
    radius,
)
from app.games.heart_of_africa.movement.contact import (
    work_between,
)
from app.games.heart_of_africa.movement.slow_going import Slow, slow_ground_of, slowing
from app.games.heart_of_africa.pieces import (
    Figure,
)
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.terrain_and_works import work_of
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import (
    GRACE,
    Base,
    Path,
    Point,
    angle_to,
    gap_to_line,
    gap_to_outline,
    inches_to,
    is_within,
    on_grid,
    point_at,
)


def commands(battle: Battle, who: str, figure: Figure) -> bool:
    """True if the activation of a unit or figure covers this figure: members, attendants, a lone
    Leader's Gun Bearer.
    """
    if who in (figure.id, figure.unit):
        return True
    return attends(battle, who, figure)


def attends(battle: Battle, who: str, figure: Figure) -> bool:
    """HOA-LDR-07: Attendants move with their Leader, in the same activation and on the same roll,
    each to any place. So does the Gun Bearer of a Leader without a unit.
    """
    if not figure.of or figure.unit:
        return False
    master = battle.figures.get(figure.of)
    return figure.of == who or (master is not None and bool(master.unit) and master.unit == who)


def allowance(battle: Battle, figure: Figure) -> tuple[float | None, float | None]:
    """Inches that a figure of the activation in hand may still go, in the open and in difficult
    ground; None: not at all.
    """
    hand = battle.hand
    if hand is None or not commands(battle, hand.who, figure):
        return (None, None)
    rates = hand.own.get(figure.id) or hand.own.get(figure.of) or (hand.open, hand.difficult)
    spent = hand.spent.get(figure.id, 0.0)
    fast, slow = (None if inches is None else max(0.0, inches - spent) for inches in rates)
    return fast, slow


def guns_keep_out(battle: Battle, figure: Figure, slow: Slow | None) -> Refusal | None:
    """HOA-ART-07: Guns of every kind neither enter, cross nor leave difficult ground. On a road
    they may, but not in the dark.
    """
    if slow is None or not is_gun(figure) or profile(figure).difficult is not None:
        return None
    return no(
        "HOA-ART-07",
        "{who} cannot be moved at the difficult rate: {why}.",
        "{who} no puede moverse por terreno difícil: {why}.",
        who=called(battle, figure),
        why=slow.why,
    )


def never_moves(battle: Battle, figure: Figure) -> Refusal | None:
    """Refusal of a type without movement in the table: it stays in place, but may turn."""
    if not is_gun(figure) or profile(figure).open is not None:
        return None
    return no(
        "HOA-ART-25",
        "{who} never moves; it may turn.",
        "{who} no se mueve nunca; puede girar.",
        who=called(battle, figure),
    )


def too_far(
    battle: Battle, figure: Figure, length: float, slow: Slow | None
) -> tuple[Refusal, ...]:
    """HOA-MOV-01: The roll of the activation is the most that a figure may go in inches, measured
    along the path of its centre. The open roll counts for a move in the open, else the difficult
    one.
    """
    may = allowance(battle, figure)
    if battle.hand is None or never_moves(battle, figure) is not None:
        return ()
    has = may[0] if slow is None else may[1]
    if has is None:
        return (
            ()
            if is_gun(figure)
            else (
                no(
                    "HOA-TRP-24",
                    "{who} has no rate for that ground.",
                    "{who} no puede mover por ese terreno.",
                    who=called(battle, figure),
                ),
            )
        )
    if is_within(length, has):
        return ()
    refusal = beyond_the_roll(battle, figure, length, has, slow)
    return (refusal, nothing_rolled(battle, figure)) if has <= 0 else (refusal,)


def beyond_the_roll(
    battle: Battle, figure: Figure, length: float, has: float, slow: Slow | None
) -> Refusal:
    """Refusal of a way of `length` inches where the roll allows `has`."""
    if slow is None:
        return no(
            "HOA-MOV-01",
            "{who} would go {way} in; the roll allows {has}.",
            "{who} recorrería {way:pulgada+s}; la tirada permite {has}.",
            who=called(battle, figure),
            way=round(length, 1),
            has=round(has, 1),
        )
    return no(
        slow.rule,
        "{who} would go {way} in; at the difficult rate ({why}) the roll allows {has}.",
        "{who} recorrería {way:pulgada+s}; con la tirada de terreno difícil ({why}) puede {has}.",
        who=called(battle, figure),
        way=round(length, 1),
        has=round(has, 1),
        why=slow.why,
    )


def nothing_rolled(battle: Battle, figure: Figure) -> Refusal:
    """Refusal of a move if the roll comes to nothing."""
    return no(
        "HOA-TRP-24",
        "The roll gives {who} nothing: it may only turn.",
        "La tirada no da nada a {who}: solo puede girar.",
        who=called(battle, figure),
    )


def stops_short(
    battle: Battle, figure: Figure, way: Path, length: float, victim: Figure | None
) -> Refusal | None:
    """HOA-MOV-03: With its open roll a figure does not reach an enemy in or behind difficult
    ground, or behind an obstacle. It ends at least 1 in from that cover.
    """
    if victim is None or victim.at is None:
        return None
    slow_roll = allowance(battle, figure)[1]
    if battle.hand is None or (slow_roll is not None and is_within(length, slow_roll)):
        return None
    here = Base(way[-1], radius(figure))
    work = work_of(battle, work_between(battle, way[-1], victim))
    before_him = beside(figure, victim, way[-1])
    slow_ground = slow_ground_of(battle, before_him, victim)
    gaps = [gap_to_outline(here, piece.outline) for piece in slow_ground if piece.outline]
    gaps += [gap_to_line(here, work.line)] if work is not None else []
    if not gaps or min(gaps) >= 1 - GRACE or slowing(battle, figure, way) is not None:
        return None
    return no(
        "HOA-MOV-03",
        "{who} uses its open roll and must end 1 in from the cover of {enemy}, not {gap}.",
        "{who} usa la tirada de terreno abierto y debe quedar a 1 pulgada de la cobertura de "
        "{enemy}, no a {gap}.",
        who=called(battle, figure),
        enemy=called(battle, victim),
        gap=round(min(gaps), 1),
    )


def beside(figure: Figure, victim: Figure, at: Point) -> Point:
    """The place at which a figure would touch an enemy if it came straight from that place."""
    apart, centre = radius(figure) + radius(victim), victim.at
    if centre is None or inches_to(at, centre) <= apart:
        return at
    return on_grid(point_at(centre, angle_to(centre, at), apart))
