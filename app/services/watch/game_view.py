"""Views of a game: a projection of its history for one viewer at one move, with log and dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import accumulate
from typing import Any

import msgspec

from app.kernel import contract, record, table, table_orders, table_refusals, undo
from app.kernel.contract import Line, Order, Scenario
from app.kernel.log_lines import side_title as title_of
from app.kernel.offers import Assessment, Decision, Offer, answerable_by
from app.kernel.open_seats import all_sides
from app.kernel.outcome import Outcome
from app.kernel.refusal import Refusal
from app.kernel.say import Say, as_is
from app.kernel.seats import Viewer
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.notify.change_notifier import PLAYER_CHAT
from app.services.people import initials
from app.services.people.login_cache import CheckedLogin
from app.services.people.permissions import may_read_spectator_chat, may_watch, seat_of
from app.services.play import orders, orders_meanwhile
from app.services.play.abandoned_seats import abandoned_seat
from app.services.play.played_orders import PlayedOrder
from app.services.watch.broadcast_delay import as_of, as_shown, last_public_move, topic_of
from app.services.watch.following_games import following_game
from app.services.watch.game_history import History
from app.services.watch.side_titles import titles_by_terms
from app.store import records
from app.store.database_errors import unless_full
from app.store.repositories import Conflict


class GameView(msgspec.Struct, frozen=True, dict=True):
    """Game as one viewer sees it at one move.

    `at` is the move in view, `last` the last move; without a seat, the last one shown
    (`app.services.watch.broadcast_delay`). `decisions` and `offers` are those of the viewer's seat
    at the last move, the own decisions first. A seat that owes nothing may have conditional orders
    on offer. `seen` is the last move of an earlier visit. `view` is None before the beginning.
    `may_hear`: the spectator chat is open to the user. `has_left`: the user left open seats.
    """

    game: records.Game
    box: contract.Game
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
    history: History
    has_left: bool = False

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Offers and refusals for the viewer's seat, computed when first used."""
        return tuple(self.box.offers(self.view)) if self.is_offered else ()

    @cached_property
    def assessed(self) -> dict[str, Assessment]:
        """Dry runs of this view by order; a page asks for some of them several times."""
        return {}

    @property
    def is_now(self) -> bool:
        return self.at == self.last

    @property
    def imported_at(self) -> str:
        """Time at which the game came from a file; "" for one that began on this server."""
        began = self.history.moves[0].made_at if self.history.moves else ""
        return self.game.begun_at if began and self.game.begun_at > began else ""

    @property
    def draw_by(self) -> tuple[str, ...]:
        """Sides that offer a draw."""
        return self.table.draw_by

    @property
    def left(self) -> records.Seat | None:
        """Seat of another side whose player has left for good, so that the game may be claimed."""
        playing = table.in_play(self.box, self.table)
        side = self.viewer.side if self.seat else None
        return abandoned_seat(self.seats, side, self.box, self.table) if side in playing else None

    @property
    def is_in_play(self) -> bool:
        """True if the viewer's side may still win and the viewer has not given up alone."""
        is_out = self.seat in self.table.gave_up
        return not is_out and self.viewer.side in table.in_play(self.box, self.table)

    @property
    def is_out(self) -> bool:
        """True if the viewer's side has left or is eliminated, or the viewer gave up alone."""
        return self.table.state is not None and bool(
            table_refusals.not_out(self.box, self.table, self.viewer.side or "")
            or table_refusals.still_plays(self.table, self.seat or "")
        )

    @property
    def asks_another(self) -> records.Seat | None:
        """Seat whose decision the viewer may answer too; None for an own decision."""
        asked = self.decisions[0].seat if self.decisions else self.seat
        return next((one for one in self.seats if one.seat == asked != self.seat), None)


class FollowedGame(msgspec.Struct, frozen=True):
    """Game as a stream follows it: the user's seat, and the number of the last chat message that
    its side reads (0 without a seat).

    `topic` is the topic of the change notifier: all moves, or the moves shown with a delay. `chat`
    is that of the player chat. `remarks` is the news number of the spectator chat; None if it is
    closed to the user. `is_apart` is true if a block of either side requires separate lists.
    """

    game: records.Game
    seat: str | None
    chat: str
    messages: int
    remarks: int | None = None
    is_apart: bool = False
    topic: str = "moves"


class LogEntry(msgspec.Struct, frozen=True):
    """Move in the log; `undone` is true if it was taken back, or if a correction replaced it."""

    number: int
    seat: str
    made_at: str
    undone: bool
    lines: tuple[Line, ...]

    @property
    def shots(self) -> tuple[int, ...]:
        """Number of the shot in the move, for each line; 0 if it is no shot."""
        numbers = accumulate(int(bool(line.sight)) for line in self.lines)
        return tuple(
            number if line.sight else 0 for line, number in zip(self.lines, numbers, strict=True)
        )


class Milestone(msgspec.Struct, frozen=True):
    """Move after which a phase begins, or with `is_turn` a turn."""

    number: int
    turn: int
    step: str
    phase: Say
    is_turn: bool


def load_view(
    services: Services,
    address: int | str,
    user_id: int | None = None,
    at: int | None = None,
    eyes: str | None = None,
    cached: CheckedLogin | None = None,
) -> GameView:
    """Load the game at this address for a user, after move `at` (None: now).

    A former player sees the game as it was then, and later moves like a spectator if spectators are
    admitted. After the end `eyes` selects the view of a seat or a "spectator"; without it
    everything is visible. Raises `NoSuchGame`, and `LoginEnded` for a cached log-in.
    """
    with services.store.read() as work:
        game, seats = services.find_for(work, address, user_id, cached)
        held = seat_of(seats, user_id)
        former = work.former.last_of_user(game.id, user_id) if held is None else None
        looks_on = may_watch(game, seats, user_id, address)
        if not looks_on and former is None:
            raise NoSuchGame
        history = services.histories.of(work, services.box(game), game)
        if former is not None and game.status == "running":
            last = max(former.until, last_public_move(game, history)) if looks_on else former.until
            game, seats, history = as_of(game, seats, history, last, work.former)
        elif held is None:
            game, seats, history = as_shown(game, seats, history, work.former)
        seats = initials.seats_for_reader(services.shelf, work, game, seats, user_id)
        seen = work.visits.last_seen_in(user_id, game.id) if user_id else None
        again = following_game(work, game, user_id, is_seated=held is not None)
        look = build_view(game, seats, history, user_id, at, eyes, seen, again, former)
        if held is not None and user_id is not None and look.is_offered and look.is_now:
            view = orders_meanwhile.with_kept_orders(work, game, look.box, look.view, user_id)
            look = msgspec.structs.replace(look, view=view)
    services.note_view(game.id)
    is_open = look.box.card.open_seats is not None
    return msgspec.structs.replace(look, has_left=is_open and former is not None)


def load_followed(
    services: Services, address: int | str, user_id: int | None = None
) -> FollowedGame:
    """Load the data of a game for a stream, without its board. Raises `NoSuchGame`."""
    with services.store.read() as work:
        game, seats = services.find_for(work, address, user_id)
        if not may_watch(game, seats, user_id, address):
            raise NoSuchGame
        held = seat_of(seats, user_id)
        passed_on = work.former.last_of_user(game.id, user_id)
        seat, side = (held.seat, held.side) if held else (None, "")
        messages = work.chat_messages.count(game.id, side) if held else 0
        remarks = (
            work.remarks.news_count(game.id)
            if may_read_spectator_chat(game, seats, user_id, passed_on)
            else None
        )
        is_apart = user_id is not None and bool(work.blocks.kept_apart_from(user_id))
        rings = topic_of(game, has_seat=held is not None)
        if rings != "moves":
            game = msgspec.structs.replace(game, number=services.last_shown(work, game.id))
    services.note_view(game.id)
    return FollowedGame(game, seat, PLAYER_CHAT + side, messages, remarks, is_apart, rings)


def build_view(
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    user_id: int | None,
    at: int | None,
    eyes: str | None,
    seen: int | None,
    rematch: str | None,
    former: records.FormerPlayer | None = None,
) -> GameView:
    box, held = history.box, seat_of(seats, user_id)
    shown = history.number if at is None else min(max(at, min(1, history.number)), history.number)
    position = history.tables[shown]
    holds = held or _former_seat(seats, former, shown)
    viewer = viewer_of(game, seats, holds, history, user_id, eyes)
    begun, owed = position.state is not None, table.owed_decisions(box, position)
    is_now = shown == history.number and begun and game.status == "running"
    return GameView(
        game=game,
        box=box,
        scenario=scenario_of(box, game, position),
        seats=seats,
        seat=held.seat if held else None,
        user_id=user_id,
        viewer=viewer,
        at=shown,
        last=history.number,
        table=position,
        view=history.view(shown, viewer) if begun else None,
        outcome=table.table_outcome(box, position) if begun else None,
        decisions=answerable_by(owed, held.seat) if is_now and held else (),
        is_offered=bool(held and is_now),
        waiting=tuple(dict.fromkeys(decision.seat for decision in owed)),
        take_back=take_back_refusal(history, held) if held and is_now else None,
        seen=seen,
        rematch=rematch,
        may_hear=may_read_spectator_chat(game, seats, user_id, former),
        history=history,
    )


def _former_seat(
    seats: tuple[records.Seat, ...], former: records.FormerPlayer | None, shown: int
) -> records.Seat | None:
    """Seat that the viewer held at this move."""
    held = former.seat if former is not None and shown <= former.until else None
    return next((seat for seat in seats if seat.seat == held), None)


def take_back_refusal(history: History, held: records.Seat) -> Refusal | None:
    """Refusal of an undo by the holder of a seat; None if it is allowed."""
    return undo.may_take_back(held.seat, history.newest_counted())


def viewer_of(
    game: records.Game,
    seats: tuple[records.Seat, ...],
    held: records.Seat | None,
    history: History,
    user_id: int | None,
    eyes: str | None = None,
) -> Viewer:
    """Viewer of a game: the user's seat during the game, afterwards the selected seat or all."""
    over = game.status == "over"
    if over and eyes is None:
        return Viewer(held.seat if held else None, held.side if held else None, finished=True)
    if over:
        held = next((seat for seat in seats if seat.seat == eyes), None)
    return history.eyes(held.seat, held.side, user_id) if held else Viewer()


def scenario_of(box: contract.Game, game: records.Game, position: table.Table) -> Scenario:
    """Scenario of the box with the seats opened since; a dropped one keeps only its name. The terms
    of the game may name its sides.
    """
    known = box.card.scenario(game.scenario)
    found = known or Scenario(game.scenario, as_is(game.scenario), as_is(""), ())
    sides = tuple(
        msgspec.structs.replace(side, title=titles_by_terms(box, game).get(side.key, side.title))
        for side in all_sides(box, found, position)
    )
    return msgspec.structs.replace(found, sides=sides)


def load_log(seen: GameView, after: int = 0) -> list[LogEntry]:
    """Log from the move after `after` up to the move in view, for the viewer."""
    return list(log_entries(seen, range(max(0, after) + 1, seen.at + 1)))


def log_entries(seen: GameView, numbers: Iterable[int]) -> Iterator[LogEntry]:
    """Log entries of these moves for the viewer, each made when it is asked for."""
    counts = set(seen.history.standing(seen.at)) - seen.history.corrected_numbers(seen.at)
    for number in numbers:
        yield _log_entry(seen.history, seen.viewer, number, counts)


def entry_of_move(played: PlayedOrder) -> LogEntry:
    """Log entry of an order's move, as its player sees it."""
    seat = played.seat
    viewer = (
        Viewer(seat.seat, seat.side, finished=True)
        if played.over
        else played.history.eyes(seat.seat, seat.side, seat.user_id)
    )
    return _log_entry(played.history, viewer, played.number, {played.number})


def _log_entry(history: History, viewer: Viewer, number: int, counts: set[int]) -> LogEntry:
    move = history.moves[number - 1]
    undone = number not in counts and record.back_to(move) is None
    return LogEntry(number, move.seat, move.made_at, undone, history.lines(number, viewer))


def load_milestones(seen: GameView) -> list[Milestone]:
    """Beginnings of turns and phases, among the moves that count."""
    found: list[Milestone] = []
    for number in standing_numbers(seen):
        now = seen.history.moment(number)
        before = found[-1] if found else None
        begins = (now.turn, now.step, now.phase)
        if before is None or (before.turn, before.step, before.phase) != begins:
            is_new_turn = before is None or before.turn != now.turn
            found.append(Milestone(number, *begins, is_new_turn))
    return found


def standing_numbers(seen: GameView) -> list[int]:
    """Numbers of the moves that count, in the whole game so far."""
    return seen.history.standing(seen.last)


def assess_order(seen: GameView, order: Order | Mapping[str, Any] | str | bytes) -> Assessment:
    """Dry run of an order, from the viewer's knowledge; raises `Malformed`."""
    asked = orders.parse_order(seen.box, order)
    if seen.view is None or isinstance(asked, table_orders.ORDERS):
        return Assessment()
    key = record.as_given(asked)
    found = seen.assessed.get(key) or seen.box.assess(seen.view, asked)
    return seen.assessed.setdefault(key, found)


def record_visit(services: Services, seen: GameView) -> None:
    """Record that the user has seen the game up to this move."""
    if seen.user_id is None or seen.at <= (seen.seen or 0):
        return
    with unless_full(), suppress(Conflict), services.store.write() as work:  # twice open
        work.visits.note_seen(seen.game.id, seen.user_id, seen.at)
        work.commit()


def side_title(seen: GameView, side: str) -> Say:
    """Present title of a side, such as its people; terms of a child battle come first."""
    told = (seen.box, seen.game.scenario, side, seen.table.state)
    return side_titles(seen).get(side) or title_of(*told)


def side_titles(seen: GameView) -> dict[str, Say]:
    """Present titles of all sides, as `side_title`."""
    state = seen.table.state if not seen.game.is_child_battle else None
    now = () if state is None else seen.box.sides(state)
    return {one.key: one.title for one in (*seen.scenario.sides, *now)}
