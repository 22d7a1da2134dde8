"""Rated battles: their results from the records, and the ratings computed from them.

Ratings are a projection. Each battle is read from its record. The weeks from its own on are
computed again, all in one transaction. A repeated or interrupted computation changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from app.kernel import record, table, table_orders
from app.kernel.battle_results import find_battle
from app.kernel.child_battles import SETTLED, Battle
from app.kernel.clock_claims import CLAIMS
from app.kernel.clock_orders import StoodIn
from app.kernel.outcome import Outcome
from app.kernel.rating_periods import PlayerResult, rate_weeks
from app.kernel.record import Move
from app.services.container import Services, require_game
from app.services.play import rating_rules
from app.services.play.entered_results import entered_battles, mark_entered_results, results_of
from app.services.time.availability import parse_time, time_text
from app.services.time.clocks import decided_seat, load_clocks
from app.services.time.ended_decisions import count_decisions
from app.services.time.weeks import week_of
from app.services.watch.game_history import History
from app.store import records
from app.store.ratings import RatedBattle
from app.store.transactions import UnitOfWork

WORKER = "ratings worker"
RATINGS = 4719  # lock number for computing ratings
ENDED_BY_ABSENCE = (CLAIMS["win"], CLAIMS["draw"])


def agree_to_rating(work: UnitOfWork, game: records.Game, seats: Sequence[records.Seat]) -> None:
    """Record the players of a rated battle as it begins. The caller commits."""
    players = players_agreeing(game, seats)
    if players:
        work.ratings.add_agreement(game.id, players)


def players_agreeing(game: records.Game, seats: Sequence[records.Seat]) -> dict[str, int]:
    """Players of a rated battle by seat; empty if it is not rated, or if not all seats have one."""
    players = {seat.seat: seat.user_id for seat in seats if seat.user_id is not None}
    return players if game.rated and len(players) == len(seats) else {}


# ---------------------------------------------------------------------- one battle
def battles_of(
    services: Services, work: UnitOfWork, game: records.Game, history: History
) -> tuple[RatedBattle, ...]:
    """Finished rated battle, a row for each of the two players; empty while it is not over. The
    battle of a long game counts as that settles it (CAR-RAT-07).
    """
    agreed = work.ratings.agreement(game.id)
    outcome = table.table_outcome(history.box, history.now)
    if len(agreed) != 2 or outcome is None:
        return ()
    counted = [
        move for move in history.counted(history.number) if record.correction_in(move) is None
    ]
    on_time = is_by_absence(outcome, counted)
    battle = battle_of_table(services, work, game)
    unrated = reason_unrated(services, work, game, battle)
    if battle is not None and battle.decided is not None:
        outcome = msgspec.structs.replace(outcome, winners=battle.decided)
    ended_at = counted[-1].made_at
    seats = {seat.seat: seat for seat in work.seats.for_game(game.id)}
    changed = bool(work.former.for_game(game.id)) or any(seats[one].bot for one in agreed)
    sides = {seat: seats[seat].side for seat in agreed}
    losers = [seat for seat, side in sides.items() if side not in outcome.winners]
    decisions = min((decisions_of(counted, seat) for seat in losers), default=0)
    reason = rating_rules.reason_not_rated(outcome, changed, on_time, decisions, unrated)
    first, second = agreed
    return tuple(
        RatedBattle(
            game.id,
            agreed[own],
            agreed[other],
            game.box,
            history.number,
            ended_at,
            week_of(ended_at),
            "void" if reason == "void" else result_of(outcome, sides[own], sides[other]),
            on_time,
            reason,
        )
        for own, other in ((first, second), (second, first))
    )


def long_history(services: Services, work: UnitOfWork, game: records.Game) -> History | None:
    """History of the long game of this table; None at other tables."""
    parent = work.games.find_game(game.parent_id) if game.parent_id is not None else None
    return services.histories.of(work, services.box(parent), parent) if parent else None


def battle_of_table(services: Services, work: UnitOfWork, game: records.Game) -> Battle | None:
    """Battle of a long game that is fought at this table; None at other tables."""
    history = long_history(services, work, game)
    return find_battle(history.box, history.now.state, game.battle) if history else None


def reason_unrated(
    services: Services, work: UnitOfWork, game: records.Game, battle: Battle | None
) -> str:
    """Key of the reason for which a long game does not rate the battle of this table; "" if it
    does.
    """
    history = long_history(services, work, game)
    return reason_of(battle, history, history.now.state) if history is not None else ""


def reason_of(battle: Battle | None, history: History, state: object) -> str:
    """Key of the reason for which a long game in this state does not rate a battle; "" if it does.
    A result of a real table may still wait for its confirmation.
    """
    if battle is None or battle.is_rated:
        return ""
    is_entered = battle.status not in SETTLED or battle.key in results_of(history, state)
    return rating_rules.ELSEWHERE if is_entered else rating_rules.FORFEIT


def rows_of(
    services: Services, work: UnitOfWork, game: records.Game, history: History
) -> tuple[RatedBattle, ...]:
    """Rows of a game: of its own battle, or of the results of real tables in a long game."""
    if history.box.card.is_battle:
        return battles_of(services, work, game, history)
    return tuple(entered_battles(work, game, history))


def result_of(outcome: Outcome, own: str, other: str) -> str:
    """Result for a side: "won", "drawn" or "lost". A shared win is a draw."""
    if (own in outcome.winners) == (other in outcome.winners):
        return "drawn"
    return "won" if own in outcome.winners else "lost"


def is_by_absence(outcome: Outcome, counted: Sequence[Move]) -> bool:
    """True for an end by the clock, or by a claim against a player who has left."""
    return outcome.ending in ENDED_BY_ABSENCE or counted[-1].command.startswith("claim:")


def decisions_of(counted: Iterable[Move], seat: str) -> int:
    """Number of decisions in the game that a player made; those of the server do not count."""
    return sum(
        decided_seat(move) == seat
        and table_orders.decides_something(move)
        and not any(isinstance(event, StoodIn) for event in move.events)
        for move in counted
    )


def enter_battle(services: Services, game_id: int) -> None:
    """Read one battle from its record and compute the ratings again from its week on."""
    with services.store.write() as work:
        game = require_game(work.games.lock_game(game_id))
        work.take_turns(RATINGS)
        before = work.ratings.battles_of_game(game_id)
        history = services.histories.of(work, services.box(game), game)
        after = rows_of(services, work, game, history)
        changed = changed_battles(before, after)
        now = [one for one in after if one.battle in changed]
        work.ratings.replace_battles(game_id, now, changed)
        compute_after(work, (*now, *(one for one in before if one.battle in changed)))
        work.commit()


def changed_battles(before: Iterable[RatedBattle], after: Iterable[RatedBattle]) -> set[str]:
    """Keys of the battles whose rows differ, apart from their effects on the ratings."""
    known, found = {one.with_effect(None) for one in before}, set(after)
    return {one.battle for one in known ^ found}


def mark_settled_battles(
    work: UnitOfWork,
    parent: records.Game,
    seats: Iterable[records.Seat],
    history: History,
    first: int,
    tables: Iterable[records.Game],
    replaced: Collection[str],
) -> None:
    """Mark rated battles that the moves of a long game from `first` on have settled otherwise.
    `replaced` battles have other players now, so their finished tables are marked too. A table may
    have ended, and its battle been entered, since the caller read `tables`. The worker enters the
    battles again. The caller locks no other game afterwards, and commits.
    """
    mark_entered_results(work, parent, seats, history, first)
    for game in tables:
        if game.rated and game.status != "open":
            before, after = (
                counted_result(history, one, game)
                for one in (history.tables[first - 1].state, history.now.state)
            )
            if before != after or game.battle in replaced:
                work.games.lock_game(game.id)
                work.ratings.mark_outdated(game.id)


def counted_result(
    history: History, state: object, game: records.Game
) -> tuple[str, frozenset[str]]:
    """Reason for which a long game in this state does not rate the battle of a table, or "". With
    the sides that win the battle.
    """
    battle = find_battle(history.box, state, game.battle)
    settled = battle.decided if battle is not None else None
    return reason_of(battle, history, state), frozenset(
        game.winners if settled is None else settled
    )


def forget_battle(work: UnitOfWork, game: records.Game) -> None:
    """Compute the ratings without a game that is being deleted. The caller commits."""
    work.take_turns(RATINGS)
    battles = work.ratings.battles_of_game(game.id)
    work.ratings.replace_battles(game.id, (), {one.battle for one in battles})
    compute_after(work, battles)


# ---------------------------------------------------------------------- all ratings
def compute_after(work: UnitOfWork, battles: Iterable[RatedBattle]) -> None:
    """Compute the ratings again that new, changed and removed battles may change."""
    earliest: dict[tuple[str, str], str] = {}
    for one in battles:
        of_pool = (one.box, one.pool)
        earliest[of_pool] = min(one.ended_at, earliest.get(of_pool, one.ended_at))
    for (box, pool), time in earliest.items():
        compute_ratings(work, box, pool, time)


def compute_ratings(work: UnitOfWork, box: str, pool: str, time: str) -> None:
    """Compute the ratings of a game again, for all weeks that a battle at this time may change.

    It may make a row of time-outs with an earlier battle. The caller commits.
    """
    earliest = week_of(time_text(parse_time(time) - rating_rules.ROW))
    known = work.ratings.battles_since(box, pool, earliest - 1)
    battles = [one for one in rating_rules.with_rows_of_time_outs(known) if one.week >= earliest]
    ratings, effects = rate_weeks(
        (
            PlayerResult(one.game_id, one.player, one.opponent, one.week, one.result, one.battle)
            for one in battles
            if not one.reason
        ),
        work.ratings.last_before(box, pool, earliest),
    )
    work.ratings.replace_since(box, pool, earliest, ratings)
    by_battle = {(one.game_id, one.battle, one.player): one for one in effects}
    unchanged = set(known)
    for one in battles:
        changed = one.with_effect(by_battle.get((one.game_id, one.battle, one.player)))
        if changed not in unchanged:
            work.ratings.update_battle(changed)


class Recomputed(msgspec.Struct, frozen=True):
    """All ratings computed again: numbers of battles and players, and true if nothing differs from
    the stored figures.
    """

    battles: int
    players: int
    is_same: bool


def compute_all_again(services: Services, *, keep: bool) -> Recomputed:
    """Compute all ratings and reliability again from the records; with `keep` they are stored.

    Raises `NoSuchGame` if a box is missing, and `Broken` for a damaged record.
    """
    with services.store.write() as work:
        work.take_turns(RATINGS)
        before = work.ratings.all_battles(), work.ratings.all_ratings()
        battles: list[RatedBattle] = []
        known = (*work.ratings.finished_games(), *work.ratings.long_games_on_tables())
        for game_id in known:
            game = require_game(work.games.find_game(game_id))
            history = services.histories.of(work, services.box(game), game)
            battles.extend(rows_of(services, work, game, history))
        work.ratings.replace_all_battles(battles)
        compute_after(work, battles)
        counts_differ = count_again(services, work)
        after = work.ratings.all_battles(), work.ratings.all_ratings()
        if keep:
            work.commit()
    players = {player for _, _, player, _ in after[1]}
    return Recomputed(len(after[0]) // 2, len(players), before == after and not counts_differ)


def count_again(services: Services, work: UnitOfWork) -> bool:
    """Count the decisions in time of all games again. Returns true if a count has changed."""
    differs = False
    for game in work.games.all_games():
        if not game.clock.runs or not game.begun_at:
            continue
        seats = work.seats.for_game(game.id)
        history = services.histories.of(work, services.box(game), game)
        load_clocks(work, game, seats, history, parse_time(history.moves[-1].made_at))
        counts = count_decisions(work, game, seats, history)
        differs |= counts != work.decision_counts.of_game(game.id)
        work.decision_counts.replace_counts(game.id, counts)
    return differs
