"""Sandboxes simulate a game: a player decides for all seats and sets the dice.

A sandbox is built only from the player's view (`Game.imagined`) and is private. Its orders can be
carried out in the game (`app.services.play.sandbox_plan`).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from app.kernel import record, table, table_orders
from app.kernel.box import implements_part
from app.kernel.contract import Order
from app.kernel.dice import InventedDice, NoSuchFace, typical_faces
from app.kernel.record import Move
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.seats import Viewer
from app.kernel.stored_orders import decided_as_stored
from app.services.container import Services, current_time
from app.services.errors import NoSuchGame, NotYourSeat, Overtaken
from app.services.play import conditional_answers, orders
from app.services.play.sandbox_replay import (
    FIRST,
    OpenSandbox,
    replay_sandbox,
    sandbox_view,
    starting_table,
    viewer_of,
)
from app.services.play.sandbox_rules import (
    CHANCE,
    TYPICAL,
    dice_refusal,
    end_of_sandbox_refusal,
    face_refusal,
    platform_order_refusal,
    sandbox_count_refusal,
    sandbox_name_refusal,
)
from app.services.watch import game_view
from app.services.watch.game_history import History
from app.store import records
from app.store.repositories import Conflict
from app.store.transactions import UnitOfWork


# ---------------------------------------------------------------------- loading
def list_sandboxes(services: Services, real: game_view.GameView) -> list[records.Sandbox]:
    """Sandboxes of the viewer at this game."""
    if real.user_id is None or real.seat is None:
        return []
    with services.store.read() as work:
        return work.sandboxes.for_user_at_game(real.game.id, real.user_id)


def open_sandbox(
    services: Services, address: int | str, user_id: int | None, sandbox_id: int
) -> OpenSandbox:
    """Load a sandbox of the user.

    Raises `NoSuchGame` for other users and for a user who lost the seat.
    """
    real = game_view.load_view(services, address, user_id, at=FIRST)
    sandbox = next((one for one in list_sandboxes(services, real) if one.id == sandbox_id), None)
    if sandbox is None or sandbox.seat != real.seat:
        raise NoSuchGame
    return replay_sandbox(services, real, sandbox)


# ---------------------------------------------------------------------- opening and deleting
def create_sandbox(
    services: Services, address: int | str, user_id: int, at: int | None = None, name: str = ""
) -> records.Sandbox:
    """Create a sandbox from the knowledge of the user's seat after move `at` (None: now).

    Raises `NoSuchGame`, `NotYourSeat`, `Refused`.
    """
    real = game_view.load_view(services, address, user_id, at=FIRST)
    if real.seat is None:
        raise NotYourSeat
    began = real.last if at is None else at
    fresh = records.Sandbox(
        0,
        real.game.id,
        user_id,
        real.seat,
        " ".join(name.split()),
        began,
        CHANCE,
        None,
        1,
        current_time(),
        current_time(),
    )
    with services.store.write() as work:
        work.users.lock_user(user_id)
        others = work.sandboxes.for_user_at_game(real.game.id, user_id)
        refuse_if(
            sandbox_count_refusal(others),
            nothing_to_try_refusal(real, fresh),
            sandbox_name_refusal(fresh.name),
        )
        named = msgspec.structs.replace(fresh, name=fresh.name or free_name(others))
        made = work.sandboxes.add_sandbox(
            **{
                field: value
                for field, value in msgspec.structs.asdict(named).items()
                if field != "id"
            }
        )
        work.commit()
    return msgspec.structs.replace(named, id=made)


def free_name(others: Iterable[records.Sandbox]) -> str:
    """Next letter that is no name of another sandbox of the game."""
    taken = {one.name for one in others}
    return next(letter for letter in "ABCDEFGHIJ" if letter not in taken)


def change_sandbox(
    services: Services,
    address: int | str,
    user_id: int,
    sandbox_id: int,
    *,
    name: str | None = None,
    dice: str | None = None,
) -> None:
    """Change name or dice of a sandbox; raises `NoSuchGame`, `Overtaken`, `Refused`."""
    seen = open_sandbox(services, address, user_id, sandbox_id)
    named = seen.sandbox.name if name is None else " ".join(name.split())
    falls = seen.sandbox.dice if dice is None else dice
    refuse_if(sandbox_name_refusal(named), dice_refusal(falls))
    with services.store.write() as work:
        _update_sandbox(work, seen, name=named or seen.sandbox.name, dice=falls)
        work.commit()


def delete_sandbox(services: Services, address: int | str, user_id: int, sandbox_id: int) -> None:
    """Delete a sandbox; raises `NoSuchGame`."""
    seen = open_sandbox(services, address, user_id, sandbox_id)
    with services.store.write() as work:
        work.sandboxes.delete_sandbox(seen.sandbox.id)
        work.commit()


# ---------------------------------------------------------------------- orders
def give_order(
    services: Services,
    address: int | str,
    user_id: int,
    sandbox_id: int,
    after: int,
    given: Order | Mapping[str, Any] | str | bytes,
    *,
    dice: str | None = None,
    faces: Iterable[int] = (),
) -> OpenSandbox:
    """Give an order for the deciding seat. `faces` sets its first dice; the others follow `dice` or
    the setting of the sandbox.

    Raises `Malformed`, `NoSuchGame`, `Overtaken` (the number of steps has changed), `Refused`.
    """
    seen = open_sandbox(services, address, user_id, sandbox_id)
    if after != seen.steps:
        raise Overtaken(seen.steps)
    return _add_step(
        services, seen, orders.parse_order(seen.look.box, given), seen.look, dice, faces
    )


def order_by_bot(
    services: Services, address: int | str, user_id: int, sandbox_id: int, after: int | None = None
) -> OpenSandbox:
    """Give the order that the bot of the box would choose for the deciding seat.

    `after` is the expected number of steps. Raises as `give_order` does.
    """
    seen = open_sandbox(services, address, user_id, sandbox_id)
    if after not in (None, seen.steps):
        raise Overtaken(seen.steps)
    refuse_if(end_of_sandbox_refusal(seen))
    given = seen.look.box.bot(seen.look.view, random.Random(secrets.randbits(64)))  # noqa: S311 protects no secret
    return _add_step(services, seen, given, seen.look)


def repeat_last_step(
    services: Services,
    address: int | str,
    user_id: int,
    sandbox_id: int,
    after: int,
    *,
    dice: str | None = None,
    faces: Iterable[int] = (),
) -> OpenSandbox:
    """Repeat the last step with other dice. Raises as `give_order` does."""
    seen = open_sandbox(services, address, user_id, sandbox_id)
    if after != seen.steps or not seen.steps:
        raise Overtaken(seen.steps)
    before, last = earlier_view(seen, seen.steps - 1), seen.look.history.moves[-1]
    seat = Viewer(last.seat, seen.look.table.seats[last.seat])
    its = msgspec.structs.replace(
        before, seat=last.seat, viewer=seat, view=before.box.view(before.table.state, seat)
    )
    return _add_step(
        services, seen, record.read_written(seen.look.box, last.order), its, dice, faces
    )


def go_back(
    services: Services,
    address: int | str,
    user_id: int,
    sandbox_id: int,
    to: int,
    after: int | None = None,
) -> OpenSandbox:
    """Return to the position after step `to`; 0 is the beginning.

    `after` is the expected number of steps. Raises `NoSuchGame`, `Overtaken`.
    """
    seen = open_sandbox(services, address, user_id, sandbox_id)
    if not 0 <= to <= seen.steps or after not in (None, seen.steps):
        raise Overtaken(seen.steps)
    with services.store.write() as work:
        _update_sandbox(work, seen)
        work.sandboxes.cut_steps(seen.sandbox, to)
        work.commit()
    return _with_changes(seen, earlier_view(seen, to))


def earlier_view(seen: OpenSandbox, steps: int) -> game_view.GameView:
    """Imagined game after a number of steps."""
    history = seen.look.history
    return sandbox_view(
        seen.real,
        seen.sandbox,
        History(history.box, history.moves[:steps], history.tables[: steps + 1]),
    )


def _add_step(
    services: Services,
    seen: OpenSandbox,
    given: Order,
    its: game_view.GameView,
    dice: str | None = None,
    faces: Iterable[int] = (),
) -> OpenSandbox:
    falls, seat = dice or seen.sandbox.dice, its.seat or ""
    if its is seen.look:
        refuse_if(platform_order_refusal(given), end_of_sandbox_refusal(seen))
    refuse_if(dice_refusal(falls))
    try:
        history = _with_order(its.history, seat, given, InventedDice(OTHERWISE[falls](), faces))
    except NoSuchFace as wrong:
        raise Refused(face_refusal(wrong)) from wrong
    with services.store.write() as work:
        history = _answered_ahead(work, seen, history, falls)
        _update_sandbox(work, seen)
        work.sandboxes.cut_steps(seen.sandbox, its.last)
        for step in history.moves[its.last :]:
            work.sandboxes.append_step(seen.sandbox, step)
        work.commit()
    return _with_changes(seen, sandbox_view(seen.real, seen.sandbox, history))


def _with_order(history: History, seat: str, given: Order, dice: InventedDice) -> History:
    """Imagined game after one more order."""
    stored, number = record.stored_order(given), history.number + 1
    events = decided_as_stored(history.box, history.now, stored, seat, dice)
    step = Move(number, seat, stored, events, tuple(dice.rolls), "", "")
    position = msgspec.structs.replace(
        table.after_all(history.box, history.now, events), number=number
    )
    return History(history.box, (*history.moves, step), (*history.tables, position))


def _answered_ahead(work: UnitOfWork, seen: OpenSandbox, history: History, falls: str) -> History:
    """Apply conditional orders of the player's own seat, as in the game.

    Those of other seats are unknown to the player.
    """
    own = next(seat for seat in seen.real.seats if seat.seat == seen.sandbox.seat)
    given = work.conditional_orders.for_game(seen.real.game.id).get(seen.sandbox.user_id, {})
    for _ in range(conditional_answers.MOST if given else 0):
        found = next(conditional_answers.answers_of_seat(history, own, given), None)
        if found is None:
            break
        try:
            order = table_orders.AnswerAhead(msgspec.to_builtins(found.order), found.topic)
            history = _with_order(history, own.seat, order, InventedDice(OTHERWISE[falls]()))
        except Refused:
            break
    return history


def _update_sandbox(work: UnitOfWork, seen: OpenSandbox, **values: Any) -> None:
    """Update a sandbox if it is unchanged since it was loaded; raises `Overtaken`."""
    try:
        work.sandboxes.update_sandbox(seen.sandbox, changed=current_time(), **values)
    except Conflict as taken:
        raise Overtaken(seen.steps) from taken


def _with_changes(seen: OpenSandbox, its: game_view.GameView) -> OpenSandbox:
    return OpenSandbox(
        msgspec.structs.replace(seen.sandbox, version=seen.sandbox.version + 1), its, seen.real
    )


def random_falls() -> Callable[[int], int]:
    """Random dice, independent of the seed of the game."""
    return lambda sides: secrets.randbelow(sides) + 1


OTHERWISE: Mapping[str, Callable[[], Callable[[int], int]]] = {
    CHANCE: random_falls,
    TYPICAL: typical_faces,
}


def nothing_to_try_refusal(real: game_view.GameView, sandbox: records.Sandbox) -> Refusal | None:
    """CAR-TRY-03: A sandbox begins at a move after which a decision is owed."""
    box, known = real.box, implements_part(real.box, "imagined") and 0 < sandbox.began <= real.last
    if known and box.waiting_for(
        starting_table(real, viewer_of(real, sandbox), sandbox.began).state
    ):
        return None
    return no(
        "CAR-TRY-03",
        "There is nothing to decide at that point.",
        "En ese momento no hay nada que decidir.",
    )
