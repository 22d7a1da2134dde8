"""Knock-out: brackets as data, with byes, a battle for third place, and double elimination.

A match names where its two entrants come from. The bracket never changes; results fill it in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

NONE_PLAYED: Mapping[str, tuple[str, str]] = {}
BYE = ""
"""Empty place of a bracket: its opponent goes on without a battle."""


class Source(msgspec.Struct, frozen=True):
    """Origin of an entrant: a seed (from 1), or the winner or loser of another match."""

    kind: str
    seed: int = 0
    match: str = ""


class Match(msgspec.Struct, frozen=True):
    """Match of a bracket.

    The keys are "w1.1" (main bracket: round, number), "l1.1" (losers), "third", "final" and
    "decider". The decider is played only if the winner of the losers' bracket wins the final.
    """

    key: str
    first: Source
    second: Source


def seed(number: int) -> Source:
    return Source("seed", seed=number)


def winner(match: str) -> Source:
    return Source("winner", match=match)


def loser(match: str) -> Source:
    return Source("loser", match=match)


# ---------------------------------------------------------------------- brackets
def seed_order(size: int) -> list[int]:
    """Seeds from top to bottom of a bracket: the first two can only meet in the final.

    `size` is a power of two.
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [each for one in order for each in (one, total - one)]
    return order


def rounds_for(count: int) -> int:
    """Rounds of a single elimination with `count` entrants."""
    return max(count - 1, 0).bit_length()


def single_elimination(count: int, *, has_third_place: bool = False) -> tuple[Match, ...]:
    """Bracket for `count` entrants. The battle for third place needs four entrants."""
    rounds = rounds_for(count)
    order = seed_order(2**rounds)
    matches = [
        Match(f"w1.{place + 1}", seed(order[2 * place]), seed(order[2 * place + 1]))
        for place in range(len(order) // 2)
    ]
    for number in range(2, rounds + 1):
        matches += [
            Match(
                f"w{number}.{place + 1}",
                winner(f"w{number - 1}.{2 * place + 1}"),
                winner(f"w{number - 1}.{2 * place + 2}"),
            )
            for place in range(2 ** (rounds - number))
        ]
    if has_third_place and count >= 4:
        before = f"w{rounds - 1}"
        matches.append(Match("third", loser(f"{before}.1"), loser(f"{before}.2")))
    return tuple(matches)


def double_elimination(count: int) -> tuple[Match, ...]:
    """Bracket in which an entrant is out after two defeats."""
    rounds = rounds_for(count)
    main = single_elimination(count)
    if not main:
        return ()
    matches = [*main, *losers_bracket(rounds)]
    last = winner(f"l{2 * rounds - 2}.1") if rounds > 1 else loser("w1.1")
    matches.append(Match("final", winner(f"w{rounds}.1"), last))
    matches.append(Match("decider", winner("final"), loser("final")))
    return tuple(matches)


def losers_bracket(rounds: int) -> list[Match]:
    """Matches of the entrants with one defeat. New losers enter in reversed order every second
    time, so that early opponents meet again late.
    """
    matches = [
        Match(f"l1.{place + 1}", loser(f"w1.{2 * place + 1}"), loser(f"w1.{2 * place + 2}"))
        for place in range(2 ** (rounds - 2) if rounds > 1 else 0)
    ]
    for number in range(2, rounds + 1):
        size, row = 2 ** (rounds - number), 2 * number - 2
        for place in range(size):
            new = size - place if number % 2 == 0 else place + 1
            matches.append(
                Match(
                    f"l{row}.{place + 1}",
                    winner(f"l{row - 1}.{place + 1}"),
                    loser(f"w{number}.{new}"),
                )
            )
        matches += [
            Match(
                f"l{row + 1}.{place + 1}",
                winner(f"l{row}.{2 * place + 1}"),
                winner(f"l{row}.{2 * place + 2}"),
            )
            for place in range(size // 2)
        ]
    return matches


# ---------------------------------------------------------------------- filling in
class Filled(msgspec.Struct, frozen=True):
    """Match with its entrants. None is not known yet; `winner` is None before the result.

    `goes_on` takes the winner's place in the bracket. It differs from `winner` after a correction,
    if the next match was published before.
    """

    key: str
    first: str | None
    second: str | None
    winner: str | None
    goes_on: str | None = None

    @property
    def is_ready(self) -> bool:
        """True if two entrants are known and the result is not."""
        return bool(self.first) and bool(self.second) and self.winner is None

    @property
    def loser(self) -> str | None:
        """Entrant who lost, `BYE` if there was none, None before the result."""
        return self.opponent_of(self.winner)

    def opponent_of(self, entrant: str | None) -> str | None:
        """Other entrant of the match; None for None."""
        if entrant is None:
            return None
        return self.second if entrant == self.first else self.first


def filled(
    matches: Sequence[Match],
    seeds: Sequence[str],
    winners: Mapping[str, str],
    played: Mapping[str, tuple[str, str]] = NONE_PLAYED,
) -> dict[str, Filled]:
    """Matches by key with the entrants that the results so far bring in. Byes go on at once.

    `seeds` are the entrants, the first seed first; `winners` are the results by key. A winner who
    does not play in the match counts as no result. Matches in `played` keep their entrants.
    """
    found: dict[str, Filled] = {}
    for match in matches:
        one, other = played.get(match.key) or (
            entrant_from(source, seeds, found) for source in (match.first, match.second)
        )
        won = winners.get(match.key)
        if match.key == "decider" and found["final"].winner == found["final"].first:
            one, other, won = found["final"].first, BYE, None
        if BYE in (one, other) and None not in (one, other):
            won = one or other
        settled = Filled(match.key, one, other, won if won in (one, other) else None)
        found[match.key] = replace(settled, goes_on=_goes_on(settled, matches, played))
    return found


def _goes_on(
    settled: Filled, matches: Sequence[Match], played: Mapping[str, tuple[str, str]]
) -> str | None:
    """Entrant who takes the winner's place. A published match keeps its entrants (CON-RND-09), so
    one of this match who plays in it has the place there, and the opponent the other. Else the
    winner.
    """
    for match in matches:
        for source in (match.first, match.second):
            if source.match != settled.key:
                continue
            for entrant in played.get(match.key, ()):
                if entrant and entrant in (settled.first, settled.second):
                    is_winner = source.kind == "winner"
                    return entrant if is_winner else settled.opponent_of(entrant)
    return settled.winner


def entrant_from(source: Source, seeds: Sequence[str], found: Mapping[str, Filled]) -> str | None:
    """Entrant of a place in the bracket: `BYE` if it stays empty, None if it is not known yet."""
    if source.kind == "seed":
        return seeds[source.seed - 1] if source.seed <= len(seeds) else BYE
    before = found[source.match]
    return before.goes_on if source.kind == "winner" else before.opponent_of(before.goes_on)
