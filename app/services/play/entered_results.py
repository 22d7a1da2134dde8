"""Results of real tables in rated long games: agreements of their players, and their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.kernel.child_battles import EnteredResult
from app.kernel.rating_periods import TABLE
from app.services.play.rating_rules import FORFEIT
from app.services.time.weeks import week_of
from app.services.watch.game_history import History
from app.store import records
from app.store.ratings import Agreement, RatedBattle
from app.store.transactions import UnitOfWork

READ = 1
"""Number of the last move in the rows. The moves of the long game do not make them outdated."""


def mark_entered_results(
    work: UnitOfWork,
    game: records.Game,
    seats: Iterable[records.Seat],
    history: History,
    first: int,
) -> None:
    """Record the players of results that the moves of a long game from `first` on have settled, and
    mark results that are other ones now. The worker reads them. The caller commits.
    """
    if not game.rated:
        return
    before = results_of(history, history.tables[first - 1].state)
    after = results_of(history, history.now.state)
    if before == after:
        return
    players = {one.seat: one.user_id for one in seats if one.user_id is not None}
    known = work.ratings.agreements_on_tables(game.id)
    for key in known:
        if key not in after or set(after[key].seats) != set(known[key].players):
            work.ratings.delete_agreement(game.id, key)
            work.ratings.mark_outdated(game.id, key)
        elif before.get(key) != after[key]:
            work.ratings.mark_outdated(game.id, key)
    for key, one in after.items():
        is_known = key in known and set(known[key].players) == set(one.seats)
        fighters = {seat: players[seat] for seat in one.seats if seat in players}
        if not is_known and len(fighters) == len(one.seats):
            work.ratings.add_agreement(game.id, fighters, key, history.moves[-1].made_at)


def results_of(history: History, state: object) -> dict[str, EnteredResult]:
    """Settled results of real tables in a state, by the keys of the battles."""
    if state is None:
        return {}
    return {one.key: one for one in history.box.entered_results(state)}


def entered_battles(
    work: UnitOfWork, game: records.Game, history: History
) -> Iterator[RatedBattle]:
    """CAR-RAT-08: A settled result of a real table counts for a rating of its own, in the week of
    the first result. Yields a row for each of the two players.
    """
    results = results_of(history, history.now.state)
    for key, agreed in work.ratings.agreements_on_tables(game.id).items():
        if key in results:
            yield from rows_of_result(game.id, results[key], agreed)


def rows_of_result(game_id: int, result: EnteredResult, agreed: Agreement) -> Iterator[RatedBattle]:
    """Rows of both players of a result."""
    for own, other in (result.seats, result.seats[::-1]):
        yield RatedBattle(
            game_id,
            agreed.players[own],
            agreed.players[other],
            result.box,
            READ,
            agreed.settled_at,
            week_of(agreed.settled_at),
            result_for(result, own),
            on_time=False,
            reason=FORFEIT if result.is_forfeit else "",
            pool=TABLE,
            battle=result.key,
        )


def result_for(result: EnteredResult, seat: str) -> str:
    """Result of a seat: "won", "drawn" or "lost"."""
    if not result.winners:
        return "drawn"
    return "won" if seat in result.winners else "lost"
