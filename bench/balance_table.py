"""Table of the balance of a game in Markdown, from the results of its games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from statistics import mean
from typing import TYPE_CHECKING

from app.kernel.contract import Game
from bench.written import commit

if TYPE_CHECKING:
    from bench.balance import Played


def table_of(game: Game, results: Sequence[Played], words: str) -> str:
    """Tables of the best tempers, of the pairings and of the plain strategies."""
    title = game.card.title.in_("en")
    lines = [
        f"# Balance of {title}, by games of its bots",
        "",
        f"    python -m bench.balance {words}",
        "",
        f"{datetime.now(UTC).date().isoformat()}, commit {commit()}.",
        "`share` is the share of the decided games that the first side wins. Degrees are those of the",
        "first side, draws, those of the second side, the strongest first. Facts are means.",
    ]
    for sample, heading in (
        ("best", "Best temper of each side"),
        ("pairings", "All pairings of the tempers"),
    ):
        rows = [one for one in results if one.job.sample == sample]
        if rows:
            lines += ["", f"## {heading}", "", *sample_table(game, rows)]
    rows = [one for one in results if one.job.sample == "pairings"]
    if rows:
        lines += ["", "## Each pairing: share, and mean result", "", *pair_table(game, rows)]
    rows = [one for one in results if one.job.sample.startswith("plain")]
    if rows:
        lines += ["", "## Plain strategies: share that the side wins", "", *plain_table(rows)]
    return "\n".join(lines) + "\n"


def sample_table(game: Game, results: Sequence[Played]) -> list[str]:
    """One row for each scenario: games, share, degrees, facts."""
    degrees = degrees_of(game)
    names = list(results[0].facts)
    heads = ["scenario", "games", "share %", *map(" ".join, degrees), *names, "endings"]
    rows = []
    for key, some in by_scenario(results):
        count = Counter((one.winner, one.degree) if one.winner else ("draw",) for one in some)
        facts = [f"{mean(one.facts[name] for one in some):.1f}" for name in names]
        endings = Counter(one.ending for one in some)
        rows.append(
            [
                key,
                str(len(some)),
                share_of(game, some),
                *(f"{100 * count[degree] / len(some):.0f} %" for degree in degrees),
                *facts,
                ", ".join(f"{name} {number}" for name, number in endings.most_common()),
            ]
        )
    return markdown(heads, rows)


def degrees_of(game: Game) -> list[tuple[str, ...]]:
    """Results from the best of the first side to the best of the second."""
    one, two = game.bench.tempers
    strong_last = list(game.card.degrees)
    return [
        *((one, degree) for degree in reversed(strong_last)),
        ("draw",),
        *((two, degree) for degree in strong_last),
    ]


def share_of(game: Game, results: Sequence[Played], side: str = "") -> str:
    """Percentage of the decided games that a side, by default the first, wins."""
    decided = [one for one in results if one.winner]
    side = side or next(iter(game.bench.tempers))
    won = sum(one.winner == side for one in decided)
    return f"{100 * won / len(decided):.0f}" if decided else "-"


def pair_table(game: Game, results: Sequence[Played]) -> list[str]:
    """One row for each pairing, one column for each scenario."""
    found: dict[tuple[str, ...], list[Played]] = defaultdict(list)
    for one in results:
        found[tuple(one.job.players.values())].append(one)
    keys = [key for key, _ in by_scenario(results)]
    rows = []
    for pair, some in found.items():
        of_scenario = dict(by_scenario(some))
        rows.append(
            [
                " v ".join(pair),
                *(
                    f"{share_of(game, of_scenario[key])} %, {mean(one.facts.get('result', 0.0) for one in of_scenario[key]):.1f}"
                    if key in of_scenario
                    else "-"
                    for key in keys
                ),
            ]
        )
    return markdown(["pairing", *keys], rows)


def plain_table(results: Sequence[Played]) -> list[str]:
    """One row for each strategy: share of all games that the side wins, by scenario."""
    keys = [key for key, _ in by_scenario(results)]
    found: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for one in results:
        side = one.job.sample.split()[-1]
        found[side, one.job.players[side]].append(one)
    rows = []
    for (side, name), some in found.items():
        of_scenario = dict(by_scenario(some))
        shares = [
            f"{100 * mean(one.winner == side for one in of_scenario[key]):.0f} %" for key in keys
        ]
        rows.append([f"{side}: {name}", str(len(some)), *shares])
    return markdown(["strategy", "games", *keys], rows)


def by_scenario(results: Iterable[Played]) -> list[tuple[str, list[Played]]]:
    """Results of each scenario, in the order in which they were played."""
    found: dict[str, list[Played]] = defaultdict(list)
    for one in results:
        found[one.job.scenario].append(one)
    return list(found.items())


def markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Table in Markdown."""
    return [
        "| " + " | ".join(line) + " |"
        for line in (heads, ["---"] * len(heads), *rows)
    ]
