"""Results of the last dice, as the game page tells them beside the decision."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel.event_summary import Item
from app.kernel.say import Say
from app.services.watch.game_view import GameView, standing_numbers

MOST_MOVES, MOST_ITEMS = 12, 8
MOST_OF_A_LONG_GAME = 1
"""Results of a long game; its players come back after hours, for one decision."""
UNSEATED_MOVES = 3
"""Moves after which a viewer without a seat still reads the result."""


class ScoreChange(msgspec.Struct, frozen=True):
    """Score of a side before and after the dice."""

    side: str
    before: Say
    after: Say


class DiceResults(msgspec.Struct, frozen=True):
    """Sentences with their dice up to the move `number`, the losses and the changed scores.

    `earlier` is the number of results that are left out.
    """

    number: int
    items: tuple[Item, ...]
    lost: tuple[tuple[str, int], ...]
    scores: tuple[ScoreChange, ...]
    earlier: int = 0


def load_dice_results(look: GameView) -> DiceResults | None:
    """Dice since the last own order of the viewer, that one included; None without any.

    A viewer without a seat reads those of the last moves. A past moment has those of its move.
    """
    if look.view is None:
        return None
    first = first_move(look)
    if first == 0:
        return None
    told = look.history.summary_items(first - 1, look.at, look.viewer)
    rolled = [item for item in told if item.dice or item.throws]
    if not rolled:
        return None
    most = MOST_ITEMS if look.box.card.is_battle else MOST_OF_A_LONG_GAME
    items, last = tuple(rolled[-most:]), max(item.move for item in rolled)
    lost: dict[str, int] = {}
    for item in items:
        for side, count in item.lost:
            lost[side] = lost.get(side, 0) + count
    return DiceResults(
        last,
        items,
        tuple(sorted(lost.items())),
        score_changes(look, min(item.began for item in items), last),
        len(rolled) - len(items),
    )


def first_move(look: GameView) -> int:
    """First move whose dice are told; 0 for none."""
    numbers = [number for number in standing_numbers(look) if number <= look.at]
    if not numbers or not look.is_now:
        return numbers[-1] if numbers else 0
    return own_last_move(look, numbers) or numbers[-UNSEATED_MOVES:][0]


def own_last_move(look: GameView, numbers: Sequence[int]) -> int:
    """Last order of the viewer's seat; an older one counts as the oldest move that is told."""
    if look.seat is None:
        return 0
    recent = numbers[-MOST_MOVES:]
    moves = look.history.moves
    own = (number for number in reversed(recent) if moves[number - 1].seat == look.seat)
    return next(own, recent[0])


def score_changes(look: GameView, first: int, last: int) -> tuple[ScoreChange, ...]:
    """Scores after the moves `first` to `last` that differ from those before."""
    if look.history.tables[first - 1].state is None:
        return ()
    before, after = (
        dict(look.box.summary(look.history.view(number, look.viewer)).score)
        for number in (first - 1, last)
    )
    return tuple(
        ScoreChange(side, before[side], says)
        for side, says in after.items()
        if side in before and without_turn(before[side]) != without_turn(says)
    )


def without_turn(score: Say) -> Say:
    """Score without the number of the turn, which no dice change."""
    facts = {name: fact for name, fact in score.facts.items() if name != "turn"}
    return msgspec.structs.replace(score, facts=facts)
