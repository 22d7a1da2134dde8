"""Trying out: a game imagined from what a player knows of it, in which nothing happens to anybody.
He decides for every seat and says how the dice fall.

It begins from his view and from nothing else (`Game.imagined`), is kept for him alone, and can be
played into the game (`app.services.play.sandbox_plan`).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from app.kernel import record, table
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
"""The move at which the game itself is looked at: what it offers now is of no concern here, and
costs reckoning.
"""


class Tried(msgspec.Struct, frozen=True):
    """A sandbox as its player sees it: `look` is the imagined game with the eyes of the seat for
    which he decides now, `real` the game itself.
    """

    sandbox: records.Sandbox
    look: game_view.Look
    real: game_view.Look

    @property
    def viewer(self) -> Viewer:
        """The player himself."""
        return viewer_of(self.real, self.sandbox)

    @property
    def steps(self) -> int:
        return self.look.last


# ---------------------------------------------------------------------- looking
def kept(services: Services, real: game_view.Look) -> list[records.Sandbox]:
    """The sandboxes of the viewer at this game."""
    if real.user_id is None or real.seat is None:
        return []
    with services.store.read() as work:
        return work.sandboxes.of(real.game.id, real.user_id)


def look(services: Services, address: int | str, user_id: int | None, sandbox_id: int) -> Tried:
    """A sandbox of the user's own; raises `NoSuchGame` for anybody else, and for whoever lost his
    seat.
    """
    real = game_view.look(services, address, user_id, at=FIRST)
    sandbox = next((one for one in kept(services, real) if one.id == sandbox_id), None)
    if sandbox is None or sandbox.seat != real.seat:
        raise NoSuchGame
    return tried(services, real, sandbox)


def tried(services: Services, real: game_view.Look, sandbox: records.Sandbox) -> Tried:
    """The sandbox folded: from what was known when it began, by what has been ordered in it."""
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
    """The table on which a sandbox begins: what the viewer knew after move `began`."""
    known = real.story.tables[began]
    return table.Table(
        real.box.imagined(real.box.view(known.state, viewer)), 0, known.scenario, known.seats
    )


def viewer_of(real: game_view.Look, sandbox: records.Sandbox) -> Viewer:
    return Viewer(sandbox.seat, next(seat.side for seat in real.seats if seat.seat == sandbox.seat))


def looked(real: game_view.Look, sandbox: records.Sandbox, story: Story) -> game_view.Look:
    """The imagined game with the eyes of the seat that is to decide, the player's own before any
    other.
    """
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


# ---------------------------------------------------------------------- opening and putting away
def begin(
    services: Services, address: int | str, user_id: int, at: int | None = None, name: str = ""
) -> records.Sandbox:
    """A new sandbox from what the user's seat knew after move `at` (None: knows now). Raises
    `NoSuchGame`, `NotYourSeat`, `Refused`.
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
    """The next letter that no other sandbox of the game has for its name."""
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
    """Another name, or other dice; raises `NoSuchGame`, `Overtaken`, `Refused`."""
    seen = look(services, address, user_id, sandbox_id)
    named = seen.sandbox.name if name is None else " ".join(name.split())
    falls = seen.sandbox.dice if dice is None else dice
    insist(good_name(named), no_such_dice(falls))
    with services.store.write() as work:
        _changed(work, seen, name=named or seen.sandbox.name, dice=falls)
        work.commit()


def put_away(services: Services, address: int | str, user_id: int, sandbox_id: int) -> None:
    """The sandbox is gone; raises `NoSuchGame`."""
    seen = look(services, address, user_id, sandbox_id)
    with services.store.write() as work:
        work.sandboxes.delete(seen.sandbox.id)
        work.commit()


# ---------------------------------------------------------------------- trying
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
    """An order of the seat that is to decide there; `faces` are those of its first dice, the others
    fall as the sandbox says, or as `dice` does.

    Raises `Malformed`, `NoSuchGame`, `Overtaken` (there are other steps by now), `Refused`.
    """
    seen = look(services, address, user_id, sandbox_id)
    if after != seen.steps:
        raise Overtaken(seen.steps)
    return _step(services, seen, orders.read(seen.look.box, given), seen.look, dice, faces)


def by_the_house(
    services: Services, address: int | str, user_id: int, sandbox_id: int, after: int | None = None
) -> Tried:
    """What the house's own player would order for the seat that is to decide (with `after`, if
    there are so many steps). Raises as `order` does.
    """
    seen = look(services, address, user_id, sandbox_id)
    if after not in (None, seen.steps):
        raise Overtaken(seen.steps)
    insist(still_to_try(seen))
    given = seen.look.box.bot(seen.look.view, random.Random(secrets.randbits(64)))  # noqa: S311 a whim guards no secret
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
    """The last step once more, with other dice. Raises as `order` does."""
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
    """Back to where the sandbox stood after step `to`; 0 is its beginning (with `after`, if there
    are so many steps). Raises `NoSuchGame`, `Overtaken`.
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
    """The imagined game as it was after so many steps."""
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
    """The imagined game one step further."""
    stored, number = record.written(given), story.number + 1
    events = decided(story.box, story.now, stored, seat, dice)
    step = Move(number, seat, stored, events, tuple(dice.rolls), "", "")
    position = msgspec.structs.replace(table.after(story.box, story.now, events), number=number)
    return Story(story.box, (*story.moves, step), (*story.tables, position))


def _answered_ahead(work: Work, seen: Tried, story: Story, falls: str) -> Story:
    """Standing orders of the player's own seat answer here as they would in the game; what others
    may have said in advance he does not know.
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
    """The sandbox is as it was seen, and counts as changed from now on; raises `Overtaken`."""
    try:
        work.sandboxes.change(seen.sandbox, changed=now(), **values)
    except Taken as taken:
        raise Overtaken(seen.steps) from taken


def _after(seen: Tried, its: game_view.Look) -> Tried:
    return Tried(
        msgspec.structs.replace(seen.sandbox, version=seen.sandbox.version + 1), its, seen.real
    )


def by_chance() -> Callable[[int], int]:
    """Dice that fall as they like, and never as the game's own would: they know nothing of its
    seed.
    """
    return lambda sides: secrets.randbelow(sides) + 1


OTHERWISE: Mapping[str, Callable[[], Callable[[int], int]]] = {CHANCE: by_chance, TYPICAL: typical}


# ---------------------------------------------------------------------- rules of the house
def few(others: list[records.Sandbox]) -> Refusal | None:
    """CAR-TRY-01: five sandboxes of a game."""
    if len(others) < MOST:
        return None
    return no(
        "CAR-TRY-01",
        "You have {most} sandboxes of this game: put one away first.",
        "Ya tienes {most} ensayos de esta partida: antes quita uno.",
        most=MOST,
    )


def good_name(name: str) -> Refusal | None:
    """CAR-TRY-02: the name of a sandbox has at most 40 characters."""
    if len(name) <= LONGEST_NAME and (not name or name.isprintable()):
        return None
    return no(
        "CAR-TRY-02",
        "A name has at most {most} characters.",
        "Un nombre tiene {most} caracteres como mucho.",
        most=LONGEST_NAME,
    )


def something_to_try(real: game_view.Look, sandbox: records.Sandbox) -> Refusal | None:
    """CAR-TRY-03: a sandbox begins at a move after which somebody has something to decide."""
    box, known = real.box, 0 < sandbox.began <= real.last
    if known and box.waiting_for(start(real, viewer_of(real, sandbox), sandbox.began).state):
        return None
    return no(
        "CAR-TRY-03",
        "There is nothing to decide at that point.",
        "En ese momento no hay nada que decidir.",
    )


def still_to_try(seen: Tried) -> Refusal | None:
    """CAR-TRY-04: a sandbox goes on for 300 steps, or until the imagined game is over."""
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
    """CAR-TRY-05: in a sandbox only what belongs to the game itself is ordered."""
    if not isinstance(given, table.ORDERS):
        return None
    return no(
        "CAR-TRY-05",
        "Draws, surrender and clocks are not for trying out.",
        "Las tablas, la rendición y el reloj no se ensayan.",
    )


def no_such_dice(falls: str) -> Refusal | None:
    """CAR-TRY-06: dice of a sandbox fall by chance, typically, or as its player names them; each
    shows a face that it has.
    """
    if falls in OTHERWISE:
        return None
    return no(
        "CAR-TRY-06",
        "Dice fall by chance or typically.",
        "Los dados caen al azar o con valores típicos.",
    )


def no_such_face(wrong: NoSuchFace) -> Refusal:
    """What is said to a face that the die does not have."""
    return no(
        "CAR-TRY-06",
        "A die of {sides} sides does not show {face}.",
        "Un dado de {sides} caras no saca {face}.",
        sides=wrong.sides,
        face=wrong.face,
    )
