"""Giving an order. One transaction: lock, right, known command, version, step, decide, append; then answer and ring."""
from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from app.club import agreeing
from app.club.club import Club, now, there
from app.club.problems import NoSuchGame, NotYourSeat, Overtaken, badly_shaped
from app.club.seeing import may_watch, seat_of
from app.club.story import Story
from app.kernel import record, table
from app.kernel.contract import Game, Order, Setup
from app.kernel.dice import SeededDice, key_of
from app.kernel.record import Move
from app.kernel.refusal import Refusal, insist, no
from app.kernel.say import Say
from app.store import rows
from app.store.work import Work

LONGEST_COMMAND = 64
HOUSE_ORDERS = (table.Concede, table.OfferDraw, table.DeclineDraw, table.TakeBack)


class Played(msgspec.Struct, frozen=True):
    """The answer to an order: the move that it made. `repeated` is true if the command had made it before."""

    game_id: int
    number: int
    move: Move
    repeated: bool = False
    over: bool = False


def declare(club: Club, address: int | str, user_id: int | None, command: str, after: int,
            order: Order | Mapping[str, Any] | str | bytes, step: str | None = None, seat: str | None = None) -> Played:
    """Put the order of a user's seat on record.

    Raises `Malformed`, `NoSuchGame`, `NotYourSeat`, `Overtaken` (not the last move any more) or `Refused` (a rule says no).
    """
    with club.store.write() as work:
        game = there(work.games.lock(address))
        sitting = _seat_held(work, game, address, user_id, seat)
        played = _decided(club, work, game, sitting, command, after, order, step)
    return _told(club, played)


def leave_to_the_house(club: Club, address: int | str, user_id: int | None, step: str) -> None:
    """Let the box's bot give the orders of the step that need no thought (`Step.by_heart`), each on record as the player's own.

    Raises as `declare` does; another step than the one that is on is refused.
    """
    from app.club import watch  # noqa: PLC0415 - watching knows how orders are given

    look = watch.look(club, address, user_id)
    if look.seat is None:
        raise NotYourSeat
    insist(table.right_step(look.box, look.table, look.seat, step))
    by_heart = next(one.by_heart for one in look.box.card.sequence if one.key == step)
    while by_heart and look.decisions and look.decisions[0].step == step:
        order = look.box.bot(look.view, random.Random(look.last))  # noqa: S311 - a bot's whim guards no secret
        if not isinstance(order, by_heart):
            return
        declare(club, address, user_id, f"house:{look.last + 1}", look.last, order, step)
        look = watch.look(club, address, user_id)


def declare_for_bot(club: Club, game_id: int, seat: str, command: str, after: int, order: Order) -> Played:
    """Put the order of a bot's seat on record; raises as `declare` does."""
    with club.store.write() as work:
        game = there(work.games.lock(game_id))
        sitting = next((one for one in work.seats.of(game.id) if one.seat == seat and one.bot), None)
        if sitting is None:
            raise NotYourSeat
        played = _decided(club, work, game, sitting, command, after, order, None)
    return _told(club, played)


def begin(club: Club, work: Work, game: rows.Game) -> None:
    """Put the beginning on record, all seats being taken. The caller commits and rings for move 1."""
    box, seats = club.box(game), work.seats.of(game.id)
    stock = agreeing.fitting(club, game, agreeing.by_side(seats, work.seats.brought(game.id)))
    setup = Setup(game.scenario, {seat.seat: seat.side for seat in seats}, game.options, stock)
    dice = _dice(work, game, seats, 1)
    events = table.begin(box, setup, dice)
    move = Move(1, "", table.Begin(setup), tuple(events), tuple(dice.rolls), "begin", now())
    _append(work, game, Story(box), move)
    work.games.change(game.id, begun_at=move.made_at)


def read(box: Game, order: Order | Mapping[str, Any] | str | bytes) -> Order:
    """An order of the box or of the house; raises `Malformed` if it cannot be read."""
    if isinstance(order, Order):
        return order
    try:
        return record.read_order(box, order)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise badly_shaped(wrong) from wrong


def _seat_held(work: Work, game: rows.Game, address: int | str, user_id: int | None, seat: str | None) -> rows.Seat:
    seats = work.seats.of(game.id)
    held = seat_of(seats, user_id)
    if held is None or seat not in (None, held.seat):
        if not may_watch(game, seats, user_id, address):
            raise NoSuchGame
        raise NotYourSeat
    return held


def _decided(club: Club, work: Work, game: rows.Game, seat: rows.Seat, command: str, after: int,
             order: Order | Mapping[str, Any] | str | bytes, step: str | None) -> Played:
    box = club.box(game)
    if not 0 < len(command) <= LONGEST_COMMAND or not command.isprintable():
        raise badly_shaped("command")
    known = work.moves.under(game.id, command)
    if known is not None:
        if known.seat != seat.seat:
            raise NotYourSeat
        return Played(game.id, known.number, record.read_move(box, known), repeated=True, over=game.status == "over")
    story = club.stories.of(work, box, game)
    if after != game.number and not at_once(story, seat.seat, after):
        raise Overtaken(game.number)
    order = read(box, order)
    insist(begun(game))
    if not isinstance(order, HOUSE_ORDERS) and step is not None:
        insist(table.still_open(box, story.now) or table.right_step(box, story.now, seat.seat, step))
    number = game.number + 1
    dice = _dice(work, game, work.seats.of(game.id), number)
    events = table.decide(box, story.now, order, seat.seat, dice, past=story.moves)
    move = Move(number, seat.seat, order, tuple(events), tuple(dice.rolls), command, now())
    story = _append(work, game, story, move, step or "", seat.user_id)
    work.commit()
    club.stories.keep(game.id, story)
    return Played(game.id, number, story.moves[-1], over=table.outcome(box, story.now) is not None)


def at_once(story: Story, seat: str, after: int) -> bool:
    """Whether a seat that decides at the same time as others is still at the decision that it was at after that move: theirs do not overtake it."""
    if not 0 < after < story.number or any(move.seat == seat for move in story.moves[after:]):
        return False
    owed = story.box.waiting_for(story.tables[after].state)
    mine = next((decision for decision in owed if decision.seat == seat and not decision.reaction), None)
    return mine is not None and len(owed) > 1 and any(
        decision.seat == seat and decision.step == mine.step for decision in story.box.waiting_for(story.now.state))


def begun(game: rows.Game) -> Refusal | None:
    """CAR-LOB-07: orders are given once every seat is taken."""
    if game.status == "open":
        return no("CAR-LOB-07", "The game has not begun.", "La partida no ha empezado.")
    return None


def _append(work: Work, game: rows.Game, story: Story, move: Move, step: str = "", made_by: int | None = None) -> Story:
    """Append the move with its place in the chain, and bring the copies in the game's row up to it."""
    move = record.chained(move, story.head)
    work.moves.append(game.id, move, step, made_by)
    longer = story.and_then([_as_written(move)])
    outcome = table.outcome(story.box, longer.now)
    summary = longer.summary(move.number)
    ending = {"status": "over", "winners": outcome.winners, "ending": outcome.ending} if outcome else {"status": "running"}
    work.games.change(game.id, number=move.number, moved_at=move.made_at, turn=summary.turn, phase=settled(summary.phase),
                      **ending)
    owing = () if outcome else [decision.seat for decision in story.box.waiting_for(longer.now.state)]
    work.seats.owe(game.id, owing)
    return longer


def _as_written(move: Move) -> Move:
    raw = {name: msgspec.Raw(record.canonical(getattr(move, name)).encode()) for name in ("order", "events", "rolls")}
    return msgspec.structs.replace(move, **raw)


def settled(sentence: Say) -> Say:
    """The sentence with its facts filled in, so that a row needs nothing else to be read."""
    return Say(*(sentence.in_(language).replace("{", "{{").replace("}", "}}") for language in ("en", "es")))


def _dice(work: Work, game: rows.Game, seats: tuple[rows.Seat, ...], number: int) -> SeededDice:
    return SeededDice(key_of(work.games.seed(game.id), (seat.added for seat in seats)), number)


def _told(club: Club, played: Played) -> Played:
    """Nobody hears of what is not on record."""
    if not played.repeated:
        club.bell.ring(played.game_id, played.number)
    return played
