"""Referees who entered postings of a ledger by hand, by their present names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from app.kernel.reading_pages import ReadingPages
from app.kernel.seats import SPECTATOR
from app.services.container import Services
from app.services.watch.game_view import GameView


def ledger_authors(services: Services, look: GameView, pages: ReadingPages) -> Mapping[int, str]:
    """Name of the referee by the number of the posting.

    The record holds no names. A posting belongs to the act of a referee whose log line has its
    words; equal postings follow in the order of their moves.
    """
    entered = [row for row in pages.ledger if row.by_referee]
    if not entered:
        return {}
    with services.store.read() as work:
        authors = work.referees.authors_of_acts(look.game.id)
    told = defaultdict(list)
    for number in sorted(one for one in authors if one <= look.at):
        for line in look.history.lines(number, SPECTATOR):
            told[str(line.says)].append(authors[number])
    found = {}
    for row in entered:
        names = told[str(row.says)]
        if names:
            found[row.number] = names.pop(0)
    return found
