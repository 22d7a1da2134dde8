"""Sandboxes: imagined games in which a player decides for all seats and sets the dice.

A sandbox is built only from the player's view (`Game.imagined`) and is private. Its orders can be
carried out in the game (`app.services.play.sandbox_plan`).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from app.kernel import record, table
from app.kernel.box import implements
from app.kernel.contract import Order
from app.kernel.dice import InventedDice, NoSuchFace, typical
from app.kernel.record import Move
from app.kernel.refusal import Refusal, Refused, insist, no
from app.kernel.seats import Viewer
from app.kernel.stored_orders import decided
from app.services.container import Services, now
from app.services.errors import NoSuchGame, NotYourSeat, Overtaken
from app.services.play import conditional_answers, orders
from app.services.watch import game_view
from app.services.watch.game_history import Story
from app.store import records
from app.store.repositories import Taken
from app.store.transactions import Work

MOST, MOST_STEPS, LONGEST_NAME = 5, 300, 40
CHANCE, TYPICAL = "chance", "typical"
FIRST = 1
"""Move at which the game itself is loaded, to avoid computing its present offers."""


class Tried(msgspec.Struct, frozen=True):
    """Sandbox as its player sees it.

    `look` is the imagined game seen by the deciding seat, `real` the game itself.
    """

    sandbox: records.Sandbox
    look: game_view.Look
    real: game_view.Look

    @property
    def viewer(self) -> Viewer:
        """Viewer of the player's own seat."""
        return viewer_of(self.real, self.sandbox)

    @property
    def steps(self) -> int:
        return self.look.last


# ---------------------------------------------------------------------- loading
def kept(services: Services, real: game_view.Look) -> list[records.Sandbox]:
    """Sandboxes of the viewer at this game."""
    if real.user_id is None or real.seat is None:
        return []
    with services.store.read() as work:
        return work.sandboxes.of(real.game.id, real.user_id)


def look(services: Services, address: int | str, user_id: int | None, sandbox_id: int) -> Tried:
    """Load a sandbox of the user.

    Raises `NoSuchGame` for other users and for a user who lost the seat.
    """
    real = game_view.look(services, address, user_id, at=FIRST)
    sandbox = next((one for one in kept(services, real) if one.id == sandbox_id), None)
    if sandbox is None or sandbox.seat != real.seat:
        raise NoSuchGame
    return tried(services, real, sandbox)


def tried(services: Services, real: game_view.Look, sandbox: records.Sandbox) -> Tried:
    """Replay a sandbox from the viewer's knowledge at its beginning, with all its orders."""
    with services.store.read() as work:
        steps = work.sandboxes.steps(sandbox.id)
    moves, tables = [], [start(real, viewer_of(real, sandbox), sandbox.began)]
    for step in steps:
        moves.append(record.read_move(real.box, step))
        tables.append(
            msgspec.structs.replace(
                table.after(real.box, tables[-1], moves[-1].events), number=step.number
            )
        )
    return Tried(sandbox, looked(real, sandbox, Story(real.box, tuple(moves), tuple(tables))), real)


def start(real: game_view.Look, viewer: Viewer, began: int) -> table.Table:
    """Table at the beginning of a sandbox: the viewer's knowledge after move `began`."""
    known = real.story.tables[began]
    imagined = real.box.imagined(real.box.view(known.state, viewer))
    return table.Table(imagined, 0, known.scenario, known.seats)


def viewer_of(real: game_view.Look, sandbox: records.Sandbox) -> Viewer:
    return Viewer(sandbox.seat, next(seat.side for seat in real.seats if seat.seat == sandbox.seat))


def looked(real: game_view.Look, sandbox: records.Sandbox, story: Story) -> game_view.Look:
    """View of the imagined game for the deciding seat; the player's own seat comes first."""
    box, position = story.box, story.now
    outcome = table.outcome(box, position)
    owed = tuple(box.waiting_for(position.state)) if outcome is None else ()
    seat = next(
        (decision.seat for decision in owed if decision.seat == sandbox.seat),
        owed[0].seat if owed else sandbox.seat,
    )
    viewer = Viewer(seat, position.seats[seat])
    view = box.view(position.state, viewer)
    game = msgspec.structs.replace(real.game, status="running", number=story.number)
    return msgspec.structs.replace(
        real,
        game=game,
        seat=seat,
        viewer=viewer,
        at=story.number,
        last=story.number,
        table=position,
        view=view,
        outcome=outcome,
        decisions=tuple(decision for decision in owed if decision.seat == seat),
        is_offered=bool(owed),
        waiting=tuple(dict.fromkeys(decision.seat for decision in owed)),
        take_back=None,
        seen=None,
        rematch=None,
        story=story,
    )


# ---------------------------------------------------------------------- opening and deleting
def begin(
    services: Services, address: int | str, user_id: int, at: int | None = None, name: str = ""
) -> records.Sandbox:
    """Create a sandbox from the knowledge of the user's seat after move `at` (None: now).

    Raises `NoSuchGame`, `NotYourSeat`, `Refused`.
    """
    real = game_view.look(services, address, user_id, at=FIRST)
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
        now(),
        now(),
    )
    with services.store.write() as work:
        work.users.hold(user_id)
        others = work.sandboxes.of(real.game.id, user_id)
        insist(few(others), something_to_try(real, fresh), good_name(fresh.name))
        named = msgspec.structs.replace(fresh, name=fresh.name or free_name(others))
        made = work.sandboxes.add(
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


def change(
    services: Services,
    address: int | str,
    user_id: int,
    sandbox_id: int,
    *,
    name: str | None = None,
    dice: str | None = None,
) -> None:
    """Change name or dice of a sandbox; raises `NoSuchGame`, `Overtaken`, `Refused`."""
    seen = look(services, address, user_id, sandbox_id)
    named = seen.sandbox.name if name is None else " ".join(name.split())
    falls = seen.sandbox.dice if dice is None else dice
    insist(good_name(named), no_such_dice(falls))
    with services.store.write() as work:
        _changed(work, seen, name=named or seen.sandbox.name, dice=falls)
        work.commit()


def put_away(services: Services, address: int | str, user_id: int, sandbox_id: int) -> None:
    """Delete a sandbox; raises `NoSuchGame`."""
    seen = look(services, address, user_id, sandbox_id)
    with services.store.write() as work:
        work.sandboxes.delete(seen.sandbox.id)
        work.commit()


# ---------------------------------------------------------------------- orders
def order(
    services: Services,
    address: int | str,
    user_id: int,
    sandbox_id: int,
    after: int,
    given: Order | Mapping[str, Any] | str | bytes,
    *,
    dice: str | None = None,
    faces: Iterable[int] = (),
) -> Tried:
    """Give an order for the deciding seat. `faces` sets its first dice; the others follow `dice` or
    the setting of the sandbox.

    Raises `Malformed`, `NoSuchGame`, `Overtaken` (the number of steps has changed), `Refused`.
    """
    seen = look(services, address, user_id, sandbox_id)
    if after != seen.steps:
        raise Overtaken(seen.steps)
    return _step(services, seen, orders.read(seen.look.box, given), seen.look, dice, faces)


def by_the_house(
    services: Services, address: int | str, user_id: int, sandbox_id: int, after: int | None = None
) -> Tried:
    """Give the order that the bot of the box would choose for the deciding seat.

    `after` is the expected number of steps. Raises as `order` does.
    """
    seen = look(services, address, user_id, sandbox_id)
    if after not in (None, seen.steps):
        raise Overtaken(seen.steps)
    insist(still_to_try(seen))
    given = seen.look.box.bot(seen.look.view, random.Random(secrets.randbits(64)))  # noqa: S311 protects no secret
    return _step(services, seen, given, seen.look)


def again(
    services: Services,
    address: int | str,
    user_id: int,
    sandbox_id: int,
    after: int,
    *,
    dice: str | None = None,
    faces: Iterable[int] = (),
) -> Tried:
    """Repeat the last step with other dice. Raises as `order` does."""
    seen = look(services, address, user_id, sandbox_id)
    if after != seen.steps or not seen.steps:
        raise Overtaken(seen.steps)
    before, last = shorter(seen, seen.steps - 1), seen.look.story.moves[-1]
    seat = Viewer(last.seat, seen.look.table.seats[last.seat])
    its = msgspec.structs.replace(
        before, seat=last.seat, viewer=seat, view=before.box.view(before.table.state, seat)
    )
    return _step(services, seen, record.read_written(seen.look.box, last.order), its, dice, faces)


def back(
    services: Services,
    address: int | str,
    user_id: int,
    sandbox_id: int,
    to: int,
    after: int | None = None,
) -> Tried:
    """Return to the position after step `to`; 0 is the beginning.

    `after` is the expected number of steps. Raises `NoSuchGame`, `Overtaken`.
    """
    seen = look(services, address, user_id, sandbox_id)
    if not 0 <= to <= seen.steps or after not in (None, seen.steps):
        raise Overtaken(seen.steps)
    with services.store.write() as work:
        _changed(work, seen)
        work.sandboxes.cut(seen.sandbox, to)
        work.commit()
    return _after(seen, shorter(seen, to))


def shorter(seen: Tried, steps: int) -> game_view.Look:
    """Imagined game after a number of steps."""
    story = seen.look.story
    return looked(
        seen.real, seen.sandbox, Story(story.box, story.moves[:steps], story.tables[: steps + 1])
    )


def _step(
    services: Services,
    seen: Tried,
    given: Order,
    its: game_view.Look,
    dice: str | None = None,
    faces: Iterable[int] = (),
) -> Tried:
    falls, seat = dice or seen.sandbox.dice, its.seat or ""
    if its is seen.look:
        insist(nothing_of_the_house(given), still_to_try(seen))
    insist(no_such_dice(falls))
    try:
        story = _and_then(its.story, seat, given, InventedDice(OTHERWISE[falls](), faces))
    except NoSuchFace as wrong:
        raise Refused(no_such_face(wrong)) from wrong
    with services.store.write() as work:
        story = _answered_ahead(work, seen, story, falls)
        _changed(work, seen)
        work.sandboxes.cut(seen.sandbox, its.last)
        for step in story.moves[its.last :]:
            work.sandboxes.append(seen.sandbox, step)
        work.commit()
    return _after(seen, looked(seen.real, seen.sandbox, story))


def _and_then(story: Story, seat: str, given: Order, dice: InventedDice) -> Story:
    """Imagined game after one more order."""
    stored, number = record.written(given), story.number + 1
    events = decided(story.box, story.now, stored, seat, dice)
    step = Move(number, seat, stored, events, tuple(dice.rolls), "", "")
    position = msgspec.structs.replace(table.after(story.box, story.now, events), number=number)
    return Story(story.box, (*story.moves, step), (*story.tables, position))


def _answered_ahead(work: Work, seen: Tried, story: Story, falls: str) -> Story:
    """Apply conditional orders of the player's own seat, as in the game.

    Those of other seats are unknown to the player.
    """
    own = next(seat for seat in seen.real.seats if seat.seat == seen.sandbox.seat)
    given = work.standing_orders.of(seen.real.game.id).get(seen.sandbox.user_id, {})
    for _ in range(conditional_answers.MOST if given else 0):
        found = next(conditional_answers.answered(story, own, given), None)
        if found is None:
            break
        try:
            order = table.AnswerAhead(msgspec.to_builtins(found.order), found.topic)
            story = _and_then(story, own.seat, order, InventedDice(OTHERWISE[falls]()))
        except Refused:
            break
    return story


def _changed(work: Work, seen: Tried, **values: Any) -> None:
    """Update a sandbox if it is unchanged since it was loaded; raises `Overtaken`."""
    try:
        work.sandboxes.change(seen.sandbox, changed=now(), **values)
    except Taken as taken:
        raise Overtaken(seen.steps) from taken


def _after(seen: Tried, its: game_view.Look) -> Tried:
    return Tried(
        msgspec.structs.replace(seen.sandbox, version=seen.sandbox.version + 1), its, seen.real
    )


def by_chance() -> Callable[[int], int]:
    """Random dice, independent of the seed of the game."""
    return lambda sides: secrets.randbelow(sides) + 1


OTHERWISE: Mapping[str, Callable[[], Callable[[int], int]]] = {CHANCE: by_chance, TYPICAL: typical}


# ---------------------------------------------------------------------- rules
def few(others: list[records.Sandbox]) -> Refusal | None:
    """CAR-TRY-01: A player has at most five sandboxes of a game."""
    if len(others) < MOST:
        return None
    return no(
        "CAR-TRY-01",
        "You have {most} sandboxes of this game: put one away first.",
        "Ya tienes {most} ensayos de esta partida: antes quita uno.",
        most=MOST,
    )


def good_name(name: str) -> Refusal | None:
    """CAR-TRY-02: The name of a sandbox has at most 40 characters."""
    if len(name) <= LONGEST_NAME and (not name or name.isprintable()):
        return None
    return no(
        "CAR-TRY-02",
        "A name has at most {most} characters.",
        "Un nombre tiene {most} caracteres como mucho.",
        most=LONGEST_NAME,
    )


def something_to_try(real: game_view.Look, sandbox: records.Sandbox) -> Refusal | None:
    """CAR-TRY-03: A sandbox begins at a move after which a decision is owed."""
    box, known = real.box, implements(real.box, "imagined") and 0 < sandbox.began <= real.last
    if known and box.waiting_for(start(real, viewer_of(real, sandbox), sandbox.began).state):
        return None
    return no(
        "CAR-TRY-03",
        "There is nothing to decide at that point.",
        "En ese momento no hay nada que decidir.",
    )


def still_to_try(seen: Tried) -> Refusal | None:
    """CAR-TRY-04: A sandbox has at most 300 steps, and ends with the imagined game."""
    if seen.look.outcome is not None:
        return no(
            "CAR-TRY-04",
            "In this sandbox the game is over.",
            "En este ensayo la partida ha terminado.",
        )
    if seen.steps < MOST_STEPS:
        return None
    return no(
        "CAR-TRY-04",
        "A sandbox has {most} steps at most: go back, or begin another one.",
        "Un ensayo tiene {most} pasos como mucho: vuelve atrás o empieza otro.",
        most=MOST_STEPS,
    )


def nothing_of_the_house(given: Order) -> Refusal | None:
    """CAR-TRY-05: Only orders of the game itself are given in a sandbox."""
    if not isinstance(given, table.ORDERS):
        return None
    return no(
        "CAR-TRY-05",
        "Draws, surrender and clocks are not for trying out.",
        "Las tablas, la rendición y el reloj no se ensayan.",
    )


def no_such_dice(falls: str) -> Refusal | None:
    """CAR-TRY-06: Dice of a sandbox are random, typical, or set by the player to faces that they
    have.
    """
    if falls in OTHERWISE:
        return None
    return no(
        "CAR-TRY-06",
        "Dice fall by chance or typically.",
        "Los dados caen al azar o con valores típicos.",
    )


def no_such_face(wrong: NoSuchFace) -> Refusal:
    """Refusal of a face that the die does not have."""
    return no(
        "CAR-TRY-06",
        "A die of {sides} sides does not show {face}.",
        "Un dado de {sides} caras no saca {face}.",
        sides=wrong.sides,
        face=wrong.face,
    )
