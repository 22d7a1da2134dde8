"""Context of printed pairings and score sheets of a contest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.kernel.contest_pages import ContestPages, PlaceRow, RoundTable
from app.kernel.reading_pages import BattlePage
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.play import battle_codes
from app.services.watch.reading_pages import GamePages, found
from app.web.battle_sheet import qr_square, short_link


@dataclass(frozen=True)
class ScoreSlip:
    """Score sheet of a battle. `board` is 0 for a battle without teams. `square` is the QR code of
    the form for its result, and `code` the same in three words. `may_be_drawn` is false for a
    battle of a bracket.
    """

    battle: BattlePage
    table: int
    board: int
    square: str
    code: Say
    may_be_drawn: bool = True


@dataclass(frozen=True)
class PrintedRound:
    """Pairings of a round with the score sheets of its open battles. `short_link` takes a code.
    `tables` are the standings with their titles, with groups one for each.
    """

    round: RoundTable
    slips: Sequence[ScoreSlip]
    short_link: str
    tables: Sequence[tuple[Say, Sequence[PlaceRow]]] = ()


def printed_round(
    services: Services, told: GamePages, number: int, base_url: str, only: str = ""
) -> PrintedRound:
    """Print of a published round; `only` is the key of one battle. Raises `NoSuchGame` without
    such.
    """
    contest = found(told.pages.contest)
    table = found(contest.round(number))
    game = told.look.game
    found(None if table.is_draft else table)
    rows = [
        (pair, row)
        for pair in table.rows
        for row in pair.boards or (pair,)
        if row.second and (row.key == only or (not only and row.is_open))
    ]
    codes = battle_codes.codes_of_battles(services, game.id, [row.key for _, row in rows])
    slips = [
        ScoreSlip(
            told.battle(row.key),
            pair.table,
            row.table if row is not pair else 0,
            qr_square(f"{base_url}/games/{game.address}/battles/{row.key}/result"),
            battle_codes.code_words(codes[row.key]),
            not row.needs_winner,
        )
        for pair, row in rows
    ]
    return PrintedRound(table, slips, short_link(base_url), tuple(printed_tables(contest)))


def printed_tables(contest: ContestPages) -> Iterator[tuple[Say, Sequence[PlaceRow]]]:
    """Standings with their titles; none of a ladder."""
    if contest.groups:
        yield from ((one.title, one.places) for one in contest.groups)
    elif contest.places and not contest.ladder:
        yield say("Standings", "Clasificación"), contest.places
