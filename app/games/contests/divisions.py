"""Divisions of a round robin, with promotion and relegation (chapter CON-DIV)."""

from __future__ import annotations

from itertools import pairwise

from app.games.contests.seeding import seeds
from app.games.contests.standings import group_places, places_of
from app.games.contests.state import Contest
from app.kernel.refusal import Refusal, no

MOST_DIVISIONS, MOST_MOVES, USUAL_MOVES = 10, 8, 1
SMALLEST = 2
UP, DOWN = "up", "down"
"""Moves of an entrant to a neighbouring division."""


def divisions_impossible(count: int, moves: int) -> Refusal | None:
    """CON-DIV-01: A round robin has 1 to 10 divisions, and 0 to 8 entrants move between two."""
    if 1 <= count <= MOST_DIVISIONS and 0 <= moves <= MOST_MOVES:
        return None
    return no(
        "CON-DIV-01",
        "There are 1 to {most} divisions, and 0 to {moves} entrants move up and down.",
        "Hay de 1 a {most} divisiones, y suben y bajan de 0 a {moves} participantes.",
        most=MOST_DIVISIONS,
        moves=MOST_MOVES,
    )


def filled_divisions(contest: Contest) -> tuple[tuple[str, ...], ...]:
    """CON-DIV-02: Divisions are filled from the top in the order of seeds and lots, as equal as
    possible, with two entrants each at least.
    """
    order = seeds(contest)
    count = max(1, min(contest.settings.divisions, len(order) // SMALLEST))
    size, larger = divmod(len(order), count)
    found, start = [], 0
    for number in range(count):
        end = start + size + (number < larger)
        found.append(order[start:end])
        start = end
    return tuple(found)


def tables_left(contest: Contest) -> list[list[str]]:
    """Entrants of each division in the order of their places, without those who left. Without
    divisions there is one table.
    """
    return [
        [one.entrant for one in table if contest.entrants[one.entrant].is_playing]
        for table in group_places(contest) or (places_of(contest),)
    ]


def moves_of(contest: Contest) -> dict[str, str]:
    """CON-DIV-04: The best of a lower division move up and as many last ones move down, at most
    half of a division. Entrants who left do not move.
    """
    found: dict[str, str] = {}
    tables = tables_left(contest)
    for upper, lower in pairwise(tables):
        count = min(contest.settings.moves, len(upper) // 2, len(lower) // 2)
        found |= dict.fromkeys(upper[len(upper) - count :], DOWN)
        found |= dict.fromkeys(lower[:count], UP)
    return found


def next_divisions(contest: Contest) -> tuple[tuple[str, ...], ...]:
    """Divisions of a next season: those who move down, those who stay, and those who move up."""
    tables, moves = tables_left(contest), moves_of(contest)
    found = []
    for number, table in enumerate(tables):
        above = tables[number - 1] if number else []
        below = tables[number + 1] if number + 1 < len(tables) else []
        found.append(
            (
                *(key for key in above if moves.get(key) == DOWN),
                *(key for key in table if key not in moves),
                *(key for key in below if moves.get(key) == UP),
            )
        )
    return tuple(found)
