"""Seasons of a contest: earlier ones, and returning entrants (CON-DIV-05)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.games.contests.divisions import next_divisions
from app.games.contests.state import Contest
from app.kernel.free_text import is_line
from app.kernel.refusal import Refusal, no

LONGEST_NAME, MOST_RETURNING, MOST_EARLIER = 40, 200, 20
LONGEST_ORDER, LONGEST_EARLIER = MOST_RETURNING * (LONGEST_NAME + 2), 800
ADDRESS = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""Last part of the address of a game."""


def names_in_order(text: str) -> tuple[str, ...]:
    """Names of a text, separated by semicolons."""
    return tuple(" ".join(name.split()) for name in text.split(";") if name.strip())


def seasons_impossible(returning: Sequence[str], earlier: Sequence[str]) -> Iterator[Refusal]:
    """CON-DIV-05: A next season names each returning entrant once, and the earlier seasons by their
    addresses.
    """
    known = {name.casefold() for name in returning}
    is_good = all(is_line(name, LONGEST_NAME) for name in returning)
    if not is_good or len(known) < len(returning) or len(returning) > MOST_RETURNING:
        yield no(
            "CON-DIV-05",
            "Name each returning entrant once, with {n} letters at most.",
            "Indica una vez a cada participante que vuelve, con {n} letras como mucho.",
            n=LONGEST_NAME,
        )
    if len(earlier) > MOST_EARLIER or not all(ADDRESS.fullmatch(one) for one in earlier):
        yield no(
            "CON-DIV-05",
            "Name up to {n} earlier seasons by the last part of their addresses.",
            "Indica hasta {n} temporadas anteriores por la última parte de su dirección.",
            n=MOST_EARLIER,
        )


def season_number(contest: Contest) -> int:
    """Number of the season; 0 for a contest without earlier seasons."""
    earlier = contest.settings.earlier
    return len(earlier) + 1 if earlier else 0


def has_next_season(contest: Contest) -> bool:
    """True for a contest that was closed after its first round."""
    return contest.is_closed and contest.round > 0


def next_season(contest: Contest) -> str:
    """Names of the entrants in the order of a next season, separated by semicolons. "" before the
    end and for other forms. Entrants without a name are left out.
    """
    if not has_next_season(contest) or "returning" not in contest.rules.asks:
        return ""
    order = (contest.entrants[key] for group in next_divisions(contest) for key in group)
    return "; ".join(one.name.replace(";", ",") for one in order if one.name)
