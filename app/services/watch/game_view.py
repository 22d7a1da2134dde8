"""Looking at a game: the board of one viewer at one move, the log, the dice, and the lists of
games.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any

import msgspec

from app.kernel import contract, record, table
from app.kernel.contract import Line, Order, Scenario
from app.kernel.dice import Roll, commitment, key_of
from app.kernel.log_lines import side_title as title_of
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.outcome import Outcome
from app.kernel.refusal import Refusal
from app.kernel.say import Say, name
from app.kernel.seats import Viewer
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people.blocking import without_blocked
from app.services.people.permissions import may_hear, may_watch, seat_of
from app.services.play import orders
from app.services.watch.broadcast_delay import as_of, as_shown, shown, topic
from app.services.watch.game_history import Story
from app.services.watch.game_list import Listed, listed
from app.store import records
from app.store.repositories import Taken


class Look(msgspec.Struct, frozen=True, dict=True):
    """A game as one viewer sees it at one move.

    `at` is the move looked at, `last` the last one made: for somebody without a seat the last that
    he may see (`app.services.watch.broadcast_delay`). `decisions` and `offers` are those of the
    viewer's own seat, and only now; a seat that owes nothing may still be offered standing orders.
    `seen` is the last move he saw on an earlier visit. `view` is None before the beginning.
    `may_hear`: the hall is open to him.
    """

    game: records.Game
    box: Any
    scenario: Scenario
    seats: tuple[records.Seat, ...]
    seat: str | None
    user_id: int | None
    viewer: Viewer
    at: int
    last: int
    table: table.Table
    view: Any
    outcome: Outcome | None
    decisions: tuple[Decision, ...]
    is_offered: bool
    waiting: tuple[str, ...]
    take_back: Refusal | None
    seen: int | None
    rematch: str | None
    may_hear: bool
    story: Story

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """What the viewer's seat may do and may not, worked out when somebody asks."""
        return tuple(self.box.offers(self.view)) if self.is_offered else ()

    @property
    def is_now(self) -> bool:
        return self.at == self.last

    @property
    def draw_by(self) -> tuple[str, ...]:
        """The sides that offer a draw."""
        return self.table.draw_by

    @property
    def left(self) -> records.Seat | None:
        """A seat against the viewer's side whose player has left for good: the game may be
        claimed.
        """
        return orders.left(self.seats, self.viewer.side) if self.seat and self.viewer.side else None


class Followed(msgspec.Struct, frozen=True):
    """A game as a stream follows it, the last letter, what is new in the hall, and the seat of
    whoever follows. Of letters only seats hear.

    `topic` is what rings for him: every move, or of a delayed game the moves as they are shown.
    `remarks` is None for whoever hears nothing of the hall; `is_apart`: somebody has blocked him or
    he somebody, so he is shown lists of his own.
    """

    game: records.Game
    seat: str | None
    letters: int
    remarks: int | None = None
    is_apart: bool = False
    topic: str = "moves"


class Told(msgspec.Struct, frozen=True):
    """A move in the log; `undone` is true if it was taken back."""

    number: int
    seat: str
    made_at: str
    undone: bool
    lines: tuple[Line, ...]

    @property
    def shots(self) -> tuple[int, ...]:
        """For each line the number of its shot in the move; 0 if it is none."""
        numbers = accumulate(int(bool(line.sight)) for line in self.lines)
        return tuple(
            number if line.sight else 0 for line, number in zip(self.lines, numbers, strict=True)
        )


class Milestone(msgspec.Struct, frozen=True):
    """The move after which a phase (or, with `is_turn`, a turn) is on."""

    number: int
    turn: int
    step: str
    phase: Say
    is_turn: bool


class DicePage(msgspec.Struct, frozen=True):
    """What anybody needs to check the dice. `rolls` are (move, seat, its dice); seed and rolls are
    told once the game is over.

    `seed_fits`: the seed has the fingerprint that was published; `false`: dice on record that are
    not the ones the key gives.
    """

    commitment: str
    seed: str
    added: tuple[tuple[str, str], ...]
    rolls: tuple[tuple[int, str, tuple[Roll, ...]], ...]
    seed_fits: bool = False
    false: int = 0

    @property
    def count(self) -> int:
        return sum(len(rolls) for _, _, rolls in self.rolls)

    @property
    def good(self) -> int:
        """Dice that came out the same when computed again."""
        return self.count - self.false


def look(
    services: Services,
    address: int | str,
    user_id: int | None = None,
    at: int | None = None,
    eyes: str | None = None,
) -> Look:
    """The game at this address as the user sees it after move `at` (None: now).

    Whoever passed his seat on sees what he saw until then, and afterwards what a spectator does, if
    there may be any. After the end `eyes` shows what a seat saw, or what a "spectator" did; without
    it everything is seen. Raises `NoSuchGame`.
    """
    with services.store.read() as work:
        game = services.find(work, address)
        seats = work.seats.of(game.id)
        held = seat_of(seats, user_id)
        former = work.former.last(game.id, user_id) if held is None else None
        looks_on = may_watch(game, seats, user_id, address)
        if not looks_on and former is None:
            raise NoSuchGame
        story = services.stories.of(work, services.box(game), game)
        if former is not None and game.status == "running":
            last = max(former.until, shown(game, story)) if looks_on else former.until
            game, seats, story = as_of(game, seats, story, last, work.former)
        elif held is None:
            game, seats, story = as_shown(game, seats, story, work.former)
        seen = work.visits.seen(user_id, [game.id]).get(game.id) if user_id is not None else None
        again = work.games.rematch_of(game.id) if held and game.status == "over" else None
    services.somebody_looks(game.id)
    return _looked(
        game, seats, story, user_id, at, eyes, seen, again.address if again else None, former
    )


def follow(services: Services, address: int | str, user_id: int | None = None) -> Followed:
    """What a stream has to know of a game, without a look at its board. Raises `NoSuchGame`."""
    with services.store.read() as work:
        game = services.find(work, address)
        seats = work.seats.of(game.id)
        if not may_watch(game, seats, user_id, address):
            raise NoSuchGame
        held = seat_of(seats, user_id)
        letters = work.letters.last(game.id) if held else 0
        remarks = (
            work.remarks.news(game.id)
            if may_hear(game, seats, user_id, work.former.last(game.id, user_id))
            else None
        )
        is_apart = user_id is not None and bool(work.blocks.apart(user_id))
        rings = topic(game, has_seat=held is not None)
        if rings != "moves":
            game = msgspec.structs.replace(game, number=services.last_shown(work, game.id))
    services.somebody_looks(game.id)
    return Followed(game, held.seat if held else None, letters, remarks, is_apart, rings)


def _looked(
    game: records.Game,
    seats: tuple[records.Seat, ...],
    story: Story,
    user_id: int | None,
    at: int | None,
    eyes: str | None,
    seen: int | None,
    rematch: str | None,
    former: records.Former | None = None,
) -> Look:
    box, held = story.box, seat_of(seats, user_id)
    shown = story.number if at is None else min(max(at, min(1, story.number)), story.number)
    position = story.tables[shown]
    sat = next(
        (
            seat
            for seat in seats
            if former is not None and seat.seat == former.seat and shown <= former.until
        ),
        None,
    )
    viewer = viewer_of(game, seats, held or sat, story, user_id, eyes)
    begun = position.state is not None
    view = story.view(shown, viewer) if begun else None
    is_now = shown == story.number and begun and game.status == "running"
    owed = (
        tuple(box.waiting_for(position.state))
        if begun and table.outcome(box, position) is None
        else ()
    )
    mine = tuple(decision for decision in owed if is_now and held and decision.seat == held.seat)
    return Look(
        game=game,
        box=box,
        scenario=scenario_of(box, game),
        seats=seats,
        seat=held.seat if held else None,
        user_id=user_id,
        viewer=viewer,
        at=shown,
        last=story.number,
        table=position,
        view=view,
        outcome=table.outcome(box, position) if begun else None,
        decisions=mine,
        is_offered=bool(held and is_now),
        waiting=tuple(dict.fromkeys(decision.seat for decision in owed)),
        take_back=table.may_take_back(held.seat, story.moves) if held and is_now else None,
        seen=seen,
        rematch=rematch,
        may_hear=may_hear(game, seats, user_id, former),
        story=story,
    )


def viewer_of(
    game: records.Game,
    seats: tuple[records.Seat, ...],
    held: records.Seat | None,
    story: Story,
    user_id: int | None,
    eyes: str | None = None,
) -> Viewer:
    """With whose eyes the game is seen: during it those of the own seat, after it anybody's or
    everybody's.
    """
    over = game.status == "over"
    if over and eyes is None:
        return Viewer(held.seat if held else None, held.side if held else None, finished=True)
    if over:
        held = next((seat for seat in seats if seat.seat == eyes), None)
    return story.eyes(held.seat, held.side, user_id) if held else Viewer()


def scenario_of(box: contract.Game, game: records.Game) -> Scenario:
    """The scenario as the box knows it today; one that it has dropped keeps its name."""
    known = next((one for one in box.card.scenarios if one.key == game.scenario), None)
    return known or Scenario(game.scenario, name(game.scenario), name(""), ())


def log(seen: Look, after: int = 0) -> list[Told]:
    """The moves after number `after` up to the one looked at, as the viewer heard of them."""
    counts = set(seen.story.standing(seen.at))
    return [
        _told(seen.story, seen.viewer, number, counts)
        for number in range(max(0, after) + 1, seen.at + 1)
    ]


def made(played: orders.Played) -> Told:
    """The move that an order made, as its giver heard of it then."""
    seat = played.seat
    viewer = (
        Viewer(seat.seat, seat.side, finished=True)
        if played.over
        else played.story.eyes(seat.seat, seat.side, seat.user_id)
    )
    return _told(played.story, viewer, played.number, {played.number})


def _told(story: Story, viewer: Viewer, number: int, counts: set[int]) -> Told:
    move = story.moves[number - 1]
    undone = number not in counts and record.back_to(move) is None
    return Told(number, move.seat, move.made_at, undone, story.lines(number, viewer))


def milestones(seen: Look) -> list[Milestone]:
    """Where turns and phases begin, among the moves that count."""
    found: list[Milestone] = []
    for number in standing_numbers(seen):
        now = seen.story.moment(number)
        before = found[-1] if found else None
        if before is None or (before.turn, before.step, before.phase) != (
            now.turn,
            now.step,
            now.phase,
        ):
            found.append(
                Milestone(
                    number, now.turn, now.step, now.phase, before is None or before.turn != now.turn
                )
            )
    return found


def standing_numbers(seen: Look) -> list[int]:
    """The moves that count, of the whole game so far."""
    return seen.story.standing(seen.last)


def assess(seen: Look, order: Order | Mapping[str, Any] | str | bytes) -> Assessment:
    """A dry run of an order from the viewer's knowledge; raises `Malformed`."""
    order = orders.read(seen.box, order)
    if seen.view is None or isinstance(order, table.ORDERS):
        return Assessment()
    return seen.box.assess(seen.view, order)


def visited(services: Services, seen: Look) -> None:
    """Note that the user has seen the game up to this move."""
    if seen.user_id is None or seen.at <= (seen.seen or 0):
        return
    with services.store.write() as work:
        try:
            work.visits.note(seen.game.id, seen.user_id, seen.at)
            work.commit()
        except Taken:
            return  # the same page in another tab was faster


def side_title(seen: Look, side: str) -> Say:
    return title_of(seen.box, seen.game.scenario, side)


def dice(services: Services, seen: Look) -> DicePage:
    """The dice of the game. While it goes on the log tells of those that the viewer may know."""
    added = tuple((seat.seat, seat.added) for seat in seen.seats)
    if seen.game.status != "over":
        return DicePage(seen.game.commitment, "", added, ())
    with services.store.read() as work:
        seed = work.games.seed(seen.game.id)
    rolls = tuple((move.number, move.seat, move.rolls) for move in seen.story.moves if move.rolls)
    false = record.false_dice(key_of(seed, [text for _, text in added]), seen.story.moves)
    return DicePage(
        seen.game.commitment,
        seed,
        added,
        rolls,
        commitment(seed) == seen.game.commitment,
        len(false),
    )


def going_on(
    services: Services, limit: int = 20, before: int | None = None, user_id: int | None = None
) -> list[Listed]:
    """Public games that are being played, the last move first; without those of people whom the
    user has blocked.
    """
    with services.store.read() as work:
        return without_blocked(
            work, listed(services, work, work.games.public("running", limit, before)), user_id
        )


def finished(
    services: Services, limit: int = 20, before: int | None = None, user_id: int | None = None
) -> list[Listed]:
    """Public games that are over, the last one first; `before` is the id of the last one already
    listed. As `going_on`.
    """
    with services.store.read() as work:
        return without_blocked(
            work, listed(services, work, work.games.public("over", limit, before)), user_id
        )


def demo(services: Services) -> Listed | None:
    """The game of bots that is always on."""
    with services.store.read() as work:
        game = work.games.demo()
        found = listed(services, work, [game]) if game else []
    return found[0] if found else None


def my_games(
    services: Services, user_id: int, finished: int = 20, before: int | None = None
) -> list[Listed]:
    """Where the user sits: games that wait for him first, the next deadline on top, then the
    longest wait; at the end the last so many finished ones.

    With `before`, the id of a finished one that is listed already, only those that were over
    earlier.
    """
    with services.store.read() as work:
        here = [] if before is not None else work.games.open_of(user_id)
        mine = listed(
            services, work, [*here, *work.games.over_of(user_id, finished, before)], user_id
        )
    return sorted(
        mine, key=lambda one: (0, one.deadline or "without") if one.waits_for_me else (1, "")
    )
