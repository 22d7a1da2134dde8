"""Tables of the balance of a game in Markdown, and its figures, from the results of its games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from statistics import mean, quantiles

from app.kernel.contract import Game
from app.services.watch.benchmarks import Measurement
from bench.balance_games import ALL_ASKED, BEST, PAIRINGS, PLAIN, Played
from bench.written import at_most, commit, counted

SHARE, DRAWS, DEGREE = (40, 60), (5, 20), 40
"""Goals in per cent: decided games of the first side, draws, and most of any degree."""
QUANTILES = (25, 44, 50, 56, 75)
"""Per cent of the games: 25 and 75 for a decisive result, 44 and 56 for a marginal one."""
SLOWEST = 1.0
"""Most seconds of a decision."""


def table_of(game: Game, results: Sequence[Played], command: str) -> str:
    """Tables of the best tempers, of the pairings, of the plain strategies and of the visits."""
    lines = [
        f"# Balance of {game.card.title.in_('en')}, by games of its bots",
        "",
        f"    {command}",
        "",
        f"{datetime.now(UTC).date().isoformat()}, commit {commit()}.",
        "`share` is the share of the decided games that the first side wins. Degrees are those of the",
        "first side, draws, and those of the second side, the strongest first. Facts are means.",
        f"Goals: share {SHARE[0]} to {SHARE[1]} %, draws {DRAWS[0]} to {DRAWS[1]} %, no degree above {DEGREE} %.",
    ]
    parts = (
        ("Best temper of each side", sample_table(game, of_sample(results, BEST))),
        ("All pairings of the tempers", sample_table(game, of_sample(results, PAIRINGS))),
        ("Results without plain strategies, for fitting margins", quantile_table(results)),
        ("Each pairing: share, mean result", pair_table(game, of_sample(results, PAIRINGS))),
        ("Plain strategies: games that the side wins", plain_table(results)),
        ("Visits of a player in a turn", visit_table(game, of_sample(results, BEST))),
    )
    for heading, rows in parts:
        lines += ["", f"## {heading}", "", *rows]
    return "\n".join(lines) + "\n"


def of_sample(results: Iterable[Played], sample: str) -> list[Played]:
    """Results of a sample."""
    return [one for one in results if one.job.sample.split()[0] == sample]


def by_scenario(results: Iterable[Played]) -> dict[str, list[Played]]:
    """Results of each scenario, in the order in which they were played."""
    found: dict[str, list[Played]] = defaultdict(list)
    for one in results:
        found[one.job.scenario].append(one)
    return found


def sample_table(game: Game, results: Sequence[Played]) -> list[str]:
    """One row for each scenario: games, share, degrees, facts and ends."""
    if not results:
        return ["No game was played."]
    degrees, names = degrees_of(game), list(results[0].facts)
    heads = ["scenario", "games", "share", *map(" ".join, degrees), *names, "endings"]
    rows = []
    for key, some in by_scenario(results).items():
        count = Counter(map(result_key, some))
        endings = Counter(one.ending for one in some)
        rows.append(
            [
                key,
                str(len(some)),
                percent(share_of(game, some)),
                *(percent(100 * count[degree] / len(some)) for degree in degrees),
                *(f"{mean(one.facts[name] for one in some):.1f}" for name in names),
                ", ".join(f"{name} {number}" for name, number in endings.most_common()),
            ]
        )
    return markdown(heads, rows)


def result_key(one: Played) -> tuple[str, ...]:
    """Winner and degree of a game, or a draw; a key of `degrees_of`."""
    return (one.winner, one.degree) if one.winner else ("draw",)


def degrees_of(game: Game) -> list[tuple[str, ...]]:
    """Results from the best of the first side to the best of the second."""
    one, two = game.bench.tempers
    weak_first = list(game.card.degrees)
    return [
        *((one, degree) for degree in reversed(weak_first)),
        ("draw",),
        *((two, degree) for degree in weak_first),
    ]


def share_of(game: Game, results: Sequence[Played]) -> float | None:
    """Percentage of the decided games that the first side wins; None if no game was decided."""
    decided = [one for one in results if one.winner]
    won = sum(one.winner == next(iter(game.bench.tempers)) for one in decided)
    return 100 * won / len(decided) if decided else None


def percent(share: float | None) -> str:
    """Percentage without decimals."""
    return "-" if share is None else f"{share:.0f} %"


def pair_table(game: Game, results: Sequence[Played]) -> list[str]:
    """One row for each pairing, one column for each scenario."""
    found: dict[str, list[Played]] = defaultdict(list)
    for one in results:
        found[" v ".join(one.job.players.values())].append(one)
    keys = list(by_scenario(results))

    def cell(some: Sequence[Played]) -> str:
        if not some:
            return "-"
        result = mean(one.facts.get("result", 0.0) for one in some)
        return f"{percent(share_of(game, some))}, {result:.1f} ({len(some)})"

    rows = [
        [pair, *(cell(by_scenario(some).get(key, [])) for key in keys)]
        for pair, some in sorted(found.items())
    ]
    return markdown(["pairing", *keys], rows)


def quantile_table(results: Iterable[Played]) -> list[str]:
    """One row for each scenario: results below which some shares of the games lie."""
    mixed = [one for one in results if one.job.sample in (BEST, PAIRINGS)]
    rows = [
        [key, str(len(some)), *(f"{quantile(some, share):.0f}" for share in QUANTILES)]
        for key, some in by_scenario(mixed).items()
    ]
    return markdown(["scenario", "games", *(f"{share} %" for share in QUANTILES)], rows)


def quantile(results: Sequence[Played], share: int) -> float:
    """Result below which a percentage of the games lies."""
    found = sorted(one.facts.get("result", 0.0) for one in results)
    return found[min(len(found) * share // 100, len(found) - 1)]


def plain_table(results: Sequence[Played]) -> list[str]:
    """One row for each strategy and for the best temper of its side: share of all games won."""
    keys = list(by_scenario(results))
    rows = [
        [name, str(sum(map(len, some.values()))), *(percent(won(some[key], name)) for key in keys)]
        for name, some in strategies(results).items()
    ]
    return markdown(["strategy", "games", *keys], rows)


def strategies(results: Iterable[Played]) -> dict[str, dict[str, list[Played]]]:
    """Games by strategy of a side ("S: pass"), then by scenario. The best temper is one of them."""
    found: dict[str, dict[str, list[Played]]] = {}
    for one in results:
        kind, _, side = one.job.sample.partition(" ")
        sides = {PLAIN: [side], BEST: list(one.job.players)}.get(kind, [])
        for who in sides:
            name = f"{who}: {one.job.players[who]}"
            found.setdefault(name, defaultdict(list))[one.job.scenario].append(one)
    return dict(sorted(found.items()))


def won(results: Sequence[Played], name: str) -> float | None:
    """Percentage of games that the side of a strategy wins."""
    side = name.partition(":")[0]
    return 100 * mean(one.winner == side for one in results) if results else None


def visit_table(game: Game, results: Sequence[Played]) -> list[str]:
    """One row for each scenario: visits by way of answering (mean, 95 %), orders and clicks."""
    ways = list(game.bench.visits)
    rows = []
    for key, some in by_scenario(results).items():
        visits = [spread(visits_of(some, way)) for way in ways]
        orders = list(chain.from_iterable(one.orders for one in some))
        clicks = mean_clicks(some)
        per_turn = f"{clicks * mean(orders):.1f}" if clicks else "-"
        rows.append([key, *visits, spread(orders), per_turn])
    return markdown(["scenario", *ways, "orders", "clicks"], rows)


def visits_of(results: Iterable[Played], way: str) -> list[int]:
    """Visits of each player and turn."""
    return list(chain.from_iterable(one.visits.get(way, ()) for one in results))


def mean_clicks(results: Iterable[Played]) -> float | None:
    """Mean clicks of an order; None if no game counted them."""
    clicks = list(chain.from_iterable(one.clicks for one in results))
    return mean(clicks) if clicks else None


def spread(numbers: Sequence[int]) -> str:
    """Mean, and the number below which 95 % lie."""
    if len(numbers) < 2:
        return "-"
    return f"{mean(numbers):.1f} ({quantiles(numbers, n=20)[-1]:.0f})"


def markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Table in Markdown."""
    return ["| " + " | ".join(line) + " |" for line in (heads, ["---"] * len(heads), *rows)]


# --- Figures for the page
def figures_of(game: Game, results: Sequence[Played]) -> list[Measurement]:
    """Figures of each scenario, then of the visits, with their goals."""
    best = of_sample(results, BEST)
    found: list[Measurement] = []
    for key, some in by_scenario(results).items():
        found += scenario_figures(game, f"{game.card.key}/{key}", some)
    for way, most in game.bench.visits.items():
        visits, name = visits_of(best, way), "all" if way == ALL_ASKED else way
        found.append(at_most(f"visits_{name}", mean(visits), most, of=game.card.key))
        found.append(counted(f"visits_{name}_95", quantiles(visits, n=20)[-1], of=game.card.key))
    orders, clicks = mean(chain.from_iterable(one.orders for one in best)), mean_clicks(best)
    found.append(counted("turn_orders", orders, of=game.card.key))
    if clicks:
        found.append(counted("turn_clicks", clicks * orders, of=game.card.key))
    slowest = max(chain.from_iterable(one.decisions for one in results))
    return [*found, at_most("bot_slowest", slowest, SLOWEST, "s", game.card.key)]


def scenario_figures(game: Game, of: str, results: Sequence[Played]) -> Iterator[Measurement]:
    """Games of a scenario, then shares, degrees and draws of the best tempers."""
    best = of_sample(results, BEST)
    yield counted("balance_games", len(results), of=of)
    if not best:
        return
    count = Counter(map(result_key, best))
    draws = 100 * count.pop(("draw",), 0) / len(best)
    if (share := share_of(game, best)) is not None:
        yield between("balance_share", share, SHARE, of)
    yield between("balance_draws", draws, DRAWS, of)
    yield at_most(
        "balance_degree", 100 * max(count.values(), default=0) / len(best), DEGREE, "%", of
    )
    yield from plain_figures(results, of)


def plain_figures(results: Sequence[Played], of: str) -> Iterator[Measurement]:
    """Most that a plain strategy wins beyond the best temper of its side."""
    shares = {
        name: share
        for name, some in strategies(results).items()
        for one in some.values()
        if (share := won(one, name)) is not None
    }
    best = of_sample(results, BEST)[0].job.players
    beyond = [
        share - shares[f"{side}: {best[side]}"]
        for name, share in shares.items()
        if (side := name.partition(":")[0]) and name != f"{side}: {best[side]}"
    ]
    if beyond:
        yield at_most("balance_plain", max(beyond), 0, "%", of)


def between(what: str, value: float, goal: tuple[int, int], of: str) -> Measurement:
    """Percentage with a lowest and a highest goal."""
    least, most = goal
    return Measurement(what, round(value), "%", f"{least} – {most}", least <= value <= most, of)
