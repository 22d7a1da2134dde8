"""Notifications of a long game: one message for each user and order, with all news of it.

A decision comes first in the message, then a battle, then other news. The sentences are public.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from app.kernel import record, table
from app.kernel.correction_orders import ReviewAnswered, ReviewAsked
from app.kernel.correction_reviews import asker_of_review, review_line
from app.kernel.decider_names import decider_name
from app.kernel.log_lines import of_the_box
from app.kernel.long_game_parts import News
from app.kernel.offers import Decision
from app.kernel.say import Say, say
from app.kernel.table import competing_sides
from app.services.container import current_time
from app.services.notify.battle_notifications import EVENT as BATTLE
from app.services.notify.battle_notifications import BattleNews
from app.services.notify.many_readers import read_choices
from app.services.notify.notifications import FIRST, notify_member, time_after, title_of
from app.services.notify.outbox import Message
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork

CAMPAIGN, YOUR_TURN = "campaign", "your_turn"
CORRECTED = say("The {decider} corrects move {n}", "El {decider} corrige la jugada {n}")
REVIEW = "review_asked"
REVIEW_ASKED = say("A review of a decision is asked for", "Se pide revisar una decisión")
REVIEW_ANSWERED = say("A decision has been reviewed", "Se ha revisado una decisión")
OF_GAME = say("{what}: {game}", "{what}: {game}")
A_DECISION = say("Your turn: {game}", "Te toca: {game}")
SOME_NEWS = say("News: {game}", "Novedades: {game}")


class UserNews(msgspec.Struct, frozen=True):
    """News of an order for one user: decisions that are new, news of the game, and of battles."""

    user_id: int
    seat: str
    decisions: tuple[Decision, ...]
    news: tuple[News, ...]
    battles: tuple[BattleNews, ...]


def notify_of_order(
    work: UnitOfWork,
    game: records.Game,
    seats: Sequence[records.Seat],
    history: History,
    first: int,
    actor: int | None,
    battles: Sequence[BattleNews],
) -> None:
    """Notify the users concerned of the moves of a long game from number `first` on, except the
    user who made them. The caller commits.
    """
    if history.box.card.is_battle or table.table_outcome(history.box, history.now) is not None:
        return
    authors = authors_under_review(work, game, history, first)
    concerned = tuple(users_concerned(seats, history, first, battles, authors))
    read_choices(work, (one.user_id for one in concerned))
    for one in concerned:
        if one.user_id != actor or one.battles:
            key, message = message_of(game, history, one)
            is_urgent = one.battles or any(news.at_once for news in one.news)
            due = "" if is_urgent else time_after(current_time(), FIRST)
            notify_member(work, one.user_id, message.kind, key, message, due)


def authors_under_review(
    work: UnitOfWork, game: records.Game, history: History, first: int
) -> set[int]:
    """Users who made a decision of which the moves from `first` on ask for a review."""
    asked = {
        event.move
        for move in history.moves[first - 1 :]
        for event in move.events
        if isinstance(event, ReviewAsked)
    }
    found = (work.referees.author_of_move(game.id, number) for number in asked)
    return {one for one in found if one is not None}


def users_concerned(
    seats: Sequence[records.Seat],
    history: History,
    first: int,
    battles: Sequence[BattleNews],
    authors: Collection[int] = (),
) -> Iterator[UserNews]:
    """Users with news or a new decision, each once, with all seats that they decide for. `authors`
    have made a decision of which a review is asked for; they do not review it.
    """
    news, new = news_of_moves(history, first), new_decisions(history, first)
    for user_id, own in seats_by_user(seats).items():
        sides = {seat.side for seat in own}
        owed = tuple(one for one in new if one.seat in {seat.seat for seat in own})
        found = tuple(
            one
            for one in news
            if sides & set(one.sides) and not (one.key == REVIEW and user_id in authors)
        )
        ready = tuple(one for one in battles if one.user_id == user_id)
        if owed or found or ready:
            yield UserNews(user_id, owed[0].seat if owed else own[0].seat, owed, found, ready)


def seats_by_user(seats: Sequence[records.Seat]) -> dict[int, list[records.Seat]]:
    """Seats for which each user decides: the own one, and that of the referees."""
    found: dict[int, list[records.Seat]] = {}
    for seat in seats:
        for user_id in (seat.user_id, *(one.user_id for one in seat.referees)):
            if user_id is not None:
                found.setdefault(user_id, []).append(seat)
    return found


def news_of_moves(history: History, first: int) -> tuple[News, ...]:
    """News of the moves from number `first` on, in their order; a correction is news for all."""
    moves = history.moves[first - 1 :]
    met = of_the_box(history.box, moves, history.tables, history.turn)
    found = [one for each in met for one in history.box.news(each.before, each.event)]
    for corrected in filter(None, map(record.correction_in, moves)):
        decider = decider_name(history.box.card)
        title = say(CORRECTED.en, CORRECTED.es, decider=decider, n=corrected.move)
        says = say("Reason: {why}", "Motivo: {why}", why=corrected.reason)
        found.append(News("corrected", tuple(history.now.seats.values()), title, says))
    return (*found, *review_news(history, moves))


def review_news(history: History, moves: Sequence[record.Move]) -> Iterator[News]:
    """Requests of a review, for the referees; answers, for the side that has asked too."""
    sides = history.now.seats
    players = competing_sides(history.box, history.now)
    judges = tuple(side for side in sides.values() if side not in players)
    decider = decider_name(history.box.card)
    for move in moves:
        for event in move.events:
            if isinstance(event, ReviewAsked):
                says = review_line(event, decider).says
                yield News(REVIEW, judges, REVIEW_ASKED, says, asks=True)
            elif isinstance(event, ReviewAnswered):
                asker = sides.get(asker_of_review(history.moves, event.move), "")
                readers = (asker, *judges)
                says = review_line(event, decider).says
                yield News("review_answered", readers, REVIEW_ANSWERED, says)


def new_decisions(history: History, first: int) -> tuple[Decision, ...]:
    """Decisions that are owed since the moves from number `first` on, without those that the table
    of a battle answers.
    """
    earlier = history.tables[first - 1].state
    known = history.box.waiting_for(earlier) if earlier is not None else ()
    now = history.box.waiting_for(history.now.state)
    return tuple(one for one in now if not one.battle and one not in known)


def message_of(game: records.Game, history: History, one: UserNews) -> tuple[str, Message]:
    """Key and message with all news of a user. The link leads to the first thing to do."""
    name, number = title_of(history.box, game), history.number
    says = [news.says for news in one.news if news.says.en]
    of_battles = [line for battle in one.battles for line in battle.lines]
    if one.decisions:
        lines = (*says, *of_battles, *(owed.says for owed in one.decisions))
        title = title_of_news(game, name, one, A_DECISION)
        link, about = f"/open-game/{game.id}", game.id
        message = Message(YOUR_TURN, title, lines, link, about, number, one.seat, asks=True)
        return f"turn:{game.id}:{number}", message
    if one.battles:
        battle = one.battles[0]
        told = (*of_battles, *says)
        link, asks = f"/open-game/{battle.about}", any(each.asks for each in one.battles)
        return battle.key, Message(BATTLE, battle.title, told, link, battle.about, asks=asks)
    kind = BATTLE if any(news.battle for news in one.news) else CAMPAIGN
    title = title_of_news(game, name, one, SOME_NEWS)
    asks = any(news.asks for news in one.news)
    until = min((news.until for news in one.news if news.until), default="")
    message = Message(
        kind, title, tuple(says), f"/open-game/{game.id}", game.id, number, one.seat, asks=asks
    )
    return f"news:{game.id}:{number}", msgspec.structs.replace(message, until=until)


def title_of_news(game: records.Game, name: Say, one: UserNews, usual: Say) -> Say:
    """Title of a message: the event that asks for a decision, else the first one.

    Others may read the title on a webhook, so a game with delayed broadcast has the usual one.
    """
    asked = [news.title for news in one.news if news.asks or not one.decisions]
    if game.delay or not asked:
        return say(usual.en, usual.es, game=name)
    return say(OF_GAME.en, OF_GAME.es, what=asked[0], game=name)
