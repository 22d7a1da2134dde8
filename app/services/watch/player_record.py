"""Record of a user: finished games by game and side, and against each opponent.

Others read it unless the user keeps it private, and it then counts public games only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from app.kernel.say import Say
from app.services.container import Services
from app.services.watch.game_list import result_of_side
from app.services.watch.side_titles import side_title
from app.store import records
from app.store.transactions import UnitOfWork

MOST_GAMES = 5000
"""Newest games that a record counts."""


class Score(msgspec.Struct, frozen=True):
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    def with_result(self, result: str) -> Score:
        return msgspec.structs.replace(self, **{result: getattr(self, result) + 1})


class SideRecord(msgspec.Struct, frozen=True):
    """Results with one side of a game: against people, and against bots only."""

    box_title: Say
    side_title: Say
    people: Score = Score()
    bots: Score = Score()


class OpponentRecord(msgspec.Struct, frozen=True):
    """Results against one opponent."""

    user_id: int
    name: str
    score: Score


class PlayerRecord(msgspec.Struct, frozen=True):
    """Record as one viewer reads it. `against_viewer` has the results of the user against the
    viewer, also of private games. `opponents` are for the user alone.
    """

    sides: tuple[SideRecord, ...]
    is_private: bool
    is_own: bool
    against_viewer: Score | None
    opponents: tuple[OpponentRecord, ...]

    @property
    def people(self) -> Score:
        """Results of all sides against people."""
        each = [one.people for one in self.sides]
        return Score(
            sum(one.won for one in each),
            sum(one.drawn for one in each),
            sum(one.lost for one in each),
        )


class PlayedGame(msgspec.Struct, frozen=True):
    """Finished game with a result for the user."""

    game: records.Game
    side: str
    result: str
    opponents: tuple[records.Seat, ...]


def load_record(services: Services, user: records.User, viewer_id: int | None) -> PlayerRecord:
    """Record of a user for a viewer."""
    is_own = viewer_id == user.id
    with services.store.read() as work:
        played = list(played_games(services, work, user.id))
    against = [one for one in played if any(seat.user_id == viewer_id for seat in one.opponents)]
    shown = played if is_own else [one for one in played if is_public(one.game)]
    is_readable = is_own or not user.record_hidden
    return PlayerRecord(
        tuple(side_records(services, shown)) if is_readable else (),
        user.record_hidden,
        is_own,
        score_of(against) if viewer_id is not None and not is_own and against else None,
        tuple(opponent_records(played)) if is_own else (),
    )


def is_public(game: records.Game) -> bool:
    """True if every visitor may read the result of the game."""
    return game.visibility == "open" and game.spectators


def played_games(services: Services, work: UnitOfWork, user_id: int) -> Iterator[PlayedGame]:
    games = [one for one in work.games.over_of(user_id, MOST_GAMES) if one.box in services.shelf]
    seats = work.seats.of_games([one.id for one in games])
    for game in games:
        mine = next((seat for seat in seats[game.id] if seat.user_id == user_id), None)
        scenario = services.shelf[game.box].card.scenario(game.scenario)
        judges = {one.key for one in scenario.sides if not one.competes} if scenario else set()
        if mine is None or mine.side in judges:
            continue
        result = result_of_side(game, mine.side)
        others = (seat for seat in seats[game.id] if seat.side not in (mine.side, *judges))
        if result:
            yield PlayedGame(game, mine.side, result, tuple(others))


def side_records(services: Services, played: Iterable[PlayedGame]) -> Iterator[SideRecord]:
    """Results by game and side, the most played first."""
    found: dict[tuple[str, str], SideRecord] = {}
    for one in played:
        box = services.shelf[one.game.box]
        title = side_title(box, one.game, one.side)
        key = (box.card.key, title.in_("en"))
        row = found.get(key) or SideRecord(box.card.title, title)
        kind = "bots" if all(seat.bot for seat in one.opponents) else "people"
        score = getattr(row, kind).with_result(one.result)
        found[key] = msgspec.structs.replace(row, **{kind: score})
    yield from sorted(found.values(), key=lambda row: -(row.people.played + row.bots.played))


def opponent_records(played: Iterable[PlayedGame]) -> Iterator[OpponentRecord]:
    """Results against each opponent with an account, the most frequent first."""
    found: dict[int, OpponentRecord] = {}
    for one in played:
        for seat in one.opponents:
            if seat.user_id is None or seat.bot:
                continue
            row = found.get(seat.user_id) or OpponentRecord(seat.user_id, seat.name or "", Score())
            found[seat.user_id] = msgspec.structs.replace(
                row, score=row.score.with_result(one.result)
            )
    yield from sorted(found.values(), key=lambda row: (-row.score.played, row.name))


def score_of(played: Iterable[PlayedGame]) -> Score:
    score = Score()
    for one in played:
        score = score.with_result(one.result)
    return score
