"""Plan: orders of a player's seat in a sandbox, offered one by one in the game as drafts.

No progress is stored. It follows from the moves of the game, so an order is offered again after a
take back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.kernel import record, table_orders, wrapped_orders
from app.kernel.contract import Game, Line, Order
from app.kernel.record import Move
from app.kernel.refusal import Refusal
from app.kernel.say import Say, as_is, say
from app.services.container import Services, current_time
from app.services.errors import Malformed, Overtaken
from app.services.play import sandbox_replay, sandboxes
from app.services.play.sandbox_replay import OpenSandbox
from app.services.watch import game_view
from app.store import records
from app.store.repositories import Conflict

GIVEN, LEFT_OUT, NEXT, LATER = "given", "left_out", "next", "later"


class PlannedOrder(msgspec.Struct, frozen=True):
    """Order of a plan. `step` is its number in the sandbox, `says` its first result there.

    `state` is "given" (by move `move` of the game), "left_out" (a later one was given), "next" or
    "later".
    """

    step: int
    order: Order
    says: Say
    state: str = LATER
    move: int | None = None


class FirstDifference(msgspec.Struct, frozen=True):
    """First difference between plan and game: the log lines expected for order `place`, and the
    actual ones. None means that no line is left.
    """

    place: int
    planned: Line | None
    happened: Line | None


class PlanProgress(msgspec.Struct, frozen=True):
    """Plan that is carried out in the game. `no` holds the refusals of its next order."""

    sandbox: records.Sandbox
    plan: tuple[PlannedOrder, ...]
    otherwise: FirstDifference | None = None
    no: tuple[Refusal, ...] = ()

    @property
    def next(self) -> PlannedOrder | None:
        return next((one for one in self.plan if one.state == NEXT), None)


def planned_orders(seen: OpenSandbox) -> tuple[PlannedOrder, ...]:
    """Orders of the player's seat in the sandbox.

    Conditional answers are left out, because they apply in the game too.
    """
    history = seen.look.history
    return tuple(
        PlannedOrder(
            move.number, record.read_written(history.box, move.order), first_log_line(seen, move)
        )
        for move in history.moves
        if move.seat == seen.sandbox.seat and not table_orders.is_ahead(move)
    )


def first_log_line(seen: OpenSandbox, move: Move) -> Say:
    """First important log line of a step; for a step without one, the title of its decision."""
    history = seen.look.history
    lines = history.lines(move.number, seen.viewer)
    told = next((line.says for level in (1, 2) for line in lines if line.level == level), None)
    asked = next(
        (
            one.step
            for one in history.box.waiting_for(history.tables[move.number - 1].state)
            if one.seat == move.seat
        ),
        "",
    )
    about = next(
        (step.title for step in history.box.card.sequence if step.key == asked), as_is(asked)
    )
    return told or say("{step}: nothing more", "{step}: nada más", step=about)


def follow_plan(
    services: Services, address: int | str, user_id: int, sandbox_id: int, *, on: bool = True
) -> None:
    """Carry out the plan of this sandbox in the game, instead of any other; `on=False` stops it.

    Raises `NoSuchGame`, `Overtaken`.
    """
    seen = sandboxes.open_sandbox(services, address, user_id, sandbox_id)
    with services.store.write() as work:
        try:
            for one in work.sandboxes.for_user_at_game(seen.real.game.id, user_id):
                wanted = seen.real.last if on and one.id == sandbox_id else None
                if one.followed != wanted:
                    work.sandboxes.update_sandbox(one, followed=wanted, changed=current_time())
        except Conflict as taken:
            raise Overtaken(seen.steps) from taken
        work.commit()


def load_plan_progress(
    services: Services, real: game_view.GameView, kept: Sequence[records.Sandbox]
) -> PlanProgress | None:
    """Plan that the viewer carries out, with its progress; None if there is none."""
    sandbox = next(
        (one for one in kept if one.followed is not None and one.seat == real.seat), None
    )
    if sandbox is None or not real.is_now or real.outcome is not None:
        return None
    seen = sandbox_replay.replay_sandbox(services, real, sandbox)
    planned = planned_orders(seen)
    given = match_orders(real.box, planned, moves_since_plan(real, sandbox))
    steps = tuple(order_with_state(one, place, given) for place, one in enumerate(planned))
    due = next((one for one in steps if one.state == NEXT), None)
    return PlanProgress(
        sandbox,
        steps,
        first_difference(seen, real, planned, given),
        refusals_of_next(real, due) if due and real.decisions else (),
    )


def moves_since_plan(real: game_view.GameView, sandbox: records.Sandbox) -> list[Move]:
    """Moves of the seat that count, since the plan began."""
    return [
        move
        for move in record.moves_in_force(real.history.moves)
        if move.seat == sandbox.seat and move.number > (sandbox.followed or 0)
    ]


def match_orders(
    box: Game, planned: Sequence[PlannedOrder], moves: Sequence[Move]
) -> dict[int, Move]:
    """Moves that gave orders of the plan, by index.

    The sequence is kept; other moves may lie between, and orders may be missing.
    """
    found: dict[int, Move] = {}
    place = 0
    for move in moves:
        here = next(
            (
                number
                for number in range(place, len(planned))
                if is_same(box, planned[number].order, move)
            ),
            None,
        )
        if here is not None:
            found[here], place = move, here + 1
    return found


def is_same(box: Game, order: Order, move: Move) -> bool:
    """True if the seat gave exactly this order, itself, in advance, or through the server.

    The order of mapping keys matters.
    """
    try:
        given = record.read_order(
            box, wrapped_orders.unwrapped_order(record.without_key_mark(move.order))
        )
    except msgspec.ValidationError:
        return False  # a kind of order that no longer exists
    return record.as_given(order) == record.as_given(given)


def order_with_state(one: PlannedOrder, place: int, given: Mapping[int, Move]) -> PlannedOrder:
    """Order with its state in the plan."""
    if place in given:
        return msgspec.structs.replace(one, state=GIVEN, move=given[place].number)
    last = max(given, default=-1)
    return msgspec.structs.replace(
        one, state=LEFT_OUT if place < last else NEXT if place == last + 1 else LATER
    )


def first_difference(
    seen: OpenSandbox,
    real: game_view.GameView,
    planned: Sequence[PlannedOrder],
    given: Mapping[int, Move],
) -> FirstDifference | None:
    """First difference between the log lines of sandbox and game: other dice, or an unknown fact.

    Both logs are those of the player, so the difference reveals nothing.
    """
    for place in sorted(given):
        there, here = (
            important_lines(seen.look.history.lines(planned[place].step, seen.viewer)),
            important_lines(real.history.lines(given[place].number, real.viewer)),
        )
        for number in range(max(len(there), len(here))):
            one, other = (lines[number] if number < len(lines) else None for lines in (there, here))
            if one is None or other is None or one.says != other.says:
                return FirstDifference(place + 1, one, other)
    return None


def important_lines(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if line.level]


def refusals_of_next(real: game_view.GameView, due: PlannedOrder) -> tuple[Refusal, ...]:
    try:
        return game_view.assess_order(real, due.order).no
    except Malformed:
        return ()
