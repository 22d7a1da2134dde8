"""Bot games for the balance table of a game, with their visits and clicks."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import msgspec

from app.games import shelf
from app.kernel.contract import Game, Order
from app.kernel.dice import SeededDice
from app.kernel.form import Field, Kind
from app.kernel.headless_games import plain_setup
from app.kernel.offers import Offer
from app.kernel.seats import Viewer

MOST_MOVES = 6_000
BEST, PAIRINGS, PLAIN = "best", "pairings", "plain"
"""Samples: the best temper of each side, all pairings, and a plain strategy against the best."""
ALL_ASKED = "all asked"
CLICKS_EVERY = 50
"""Of so many games of the best tempers the clicks of one are counted."""


class Job(msgspec.Struct, frozen=True):
    """Game to play: box, scenario, kind of the sample, player of each side, seed.

    `share` is the share of the sample that is played before it.
    """

    box: str
    scenario: str
    sample: str
    players: Mapping[str, str]
    seed: str
    share: float = 0.0
    counts_clicks: bool = False


class Played(msgspec.Struct, frozen=True):
    """Result of a game: winning side ("" for a draw), degree, facts of the last position.

    - `decisions`: processor seconds of each decision.
    - `visits`: visits of a side in a turn, by way of answering: each number with its frequency.
    - `orders`: orders of a side in a turn, likewise. `clicks`: clicks of each order.
    """

    job: Job
    winner: str
    degree: str
    ending: str
    facts: Mapping[str, float]
    decisions: tuple[float, ...]
    visits: Mapping[str, tuple[int, ...]]
    orders: tuple[int, ...]
    clicks: tuple[int, ...] = ()


def jobs_of(
    game: Game, scenario: str, numbers: Mapping[str, int], seeds: str = ""
) -> Iterator[Job]:
    """Games of a scenario; `numbers` are those of the samples, for plain strategies of each.

    `seeds` begins each seed, so another word gives games that were never played.
    """
    entry, box = game.bench, game.card.key
    one, two = entry.tempers
    pairs = list(product(entry.tempers[one], entry.tempers[two]))
    for number in range(numbers[PAIRINGS]):
        first, second = pairs[number % len(pairs)]
        share = number / numbers[PAIRINGS]
        seed = f"{seeds}balance/{scenario}/{number}"
        yield Job(box, scenario, PAIRINGS, {one: first, two: second}, seed, share)
    for number in range(numbers[BEST]):
        share, seed = number / numbers[BEST], f"{seeds}best/{scenario}/{number}"
        is_counted = number % CLICKS_EVERY == 0
        yield Job(box, scenario, BEST, dict(entry.best), seed, share, is_counted)
    for side in (one, two):
        for name, number in product(entry.plain[side], range(numbers[PLAIN])):
            players = {**entry.best, side: name}
            seed = f"{seeds}plain/{scenario}/{side}/{name}/{number}"
            yield Job(box, scenario, f"{PLAIN} {side}", players, seed, number / numbers[PLAIN])


class Visits:
    """Visits of each side in each turn, by way of answering.

    A visit is a run of orders of one side. A preset of conditional orders answers some questions
    without its player.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._answers: dict[str, dict[str, Mapping[str, str]]] = {}
        self._last: dict[str, str] = {}
        self.visits: Counter[tuple[str, str, int]] = Counter()
        self.orders: Counter[tuple[str, int]] = Counter()

    def count(self, view: Any, side: str, turn: int) -> None:
        """Count a decision of a side."""
        standing = self._game.conditional_orders
        if side not in self._answers:
            presets = standing.presets(view) if standing else ()
            self._answers[side] = {ALL_ASKED: {}, **{one.key: one.answers for one in presets}}
        self.orders[side, turn] += 1
        for way, answers in self._answers[side].items():
            is_asked = standing is None or standing.answer(view, answers) is None
            if is_asked and self._last.get(way) != side:
                self._last[way] = side
                self.visits[way, side, turn] += 1

    def by_way(self, turns: int) -> dict[str, tuple[int, ...]]:
        """Visits of each side and turn, by way of answering."""
        ways = {way: None for way, _, _ in self.visits}
        keys = list(product(self._answers, range(1, turns + 1)))
        return {way: tuple(self.visits[way, *key] for key in keys) for way in ways}

    def orders_by_turn(self, turns: int) -> tuple[int, ...]:
        """Orders of each side and turn."""
        return tuple(self.orders[key] for key in product(self._answers, range(1, turns + 1)))


def clicks_of(game: Game, view: Any, order: Order) -> int:
    """Clicks that an order needs: its stack, its offer, each answer that is not the usual one,
    giving it.

    In a choice of several, each one added or left out is a click.
    """
    return min(
        (
            2 + bool(offer.stack) + changes_of(game, view, offer, order)
            for offer in game.offers(view)
            if offer.is_live and leads_to(offer, order)
        ),
        default=2,
    )


def leads_to(offer: Offer, order: Order) -> bool:
    """Return true if the offer differs from the order in fields that it asks for, at most."""
    if type(offer.order) is not type(order):
        return False
    if offer.asks_again:
        return getattr(offer.order, "space", "") == getattr(order, "space", "")
    asked = {ask.name for ask in offer.asks}
    return all(
        getattr(offer.order, name) == getattr(order, name)
        for name in order.__struct_fields__
        if name not in asked
    )


def changes_of(game: Game, view: Any, offer: Offer, order: Order) -> int:
    """Answers of an order that are not the usual ones of the fields of its offer."""
    partial, seen, changes = offer.order, set[str](), 0
    asks = list(offer.asks)
    while asks:
        for ask in asks:
            wanted = getattr(order, ask.name, "")
            changes += changed(ask, wanted)
            seen.add(ask.name)
            if hasattr(order, ask.name):
                partial = msgspec.structs.replace(partial, **{ask.name: wanted})
        later = game.assess(view, partial).asks if offer.asks_again else ()
        asks = [ask for ask in later if ask.name not in seen]
    return changes


def changed(ask: Field, wanted: Any) -> int:
    """Clicks from the usual answer of a field to another."""
    if isinstance(wanted, tuple | list) and ask.kind is Kind.CHOICES:
        return len({*ask.usual.split()} ^ {*map(str, wanted)})
    text = " ".join(map(str, wanted)) if isinstance(wanted, tuple | list) else str(wanted or "")
    return text != ask.usual


def play(job: Job) -> Played:
    """Play one game to its end; raises `RuntimeError` if it does not end."""
    game = shelf()[job.box]
    scenario = next(one for one in game.card.scenarios if one.key == job.scenario)
    entry, luck = game.bench, random.Random(job.seed)  # noqa: S311 no secret
    chosen = {
        side: {**entry.tempers[side], **entry.plain[side]}[name]
        for side, name in job.players.items()
    }
    visits, decisions, clicks, state = Visits(game), list[float](), list[int](), None
    events = game.new_game(plain_setup(scenario), SeededDice(job.seed.encode(), 1))
    for number in range(2, MOST_MOVES):
        for event in events:
            state = game.evolve(state, event)
        if game.outcome(state) is not None:
            return result_of(job, state, visits, (tuple(decisions), tuple(clicks)))
        seat = game.waiting_for(state)[0].seat
        view, began = game.view(state, Viewer(seat, seat)), time.process_time()
        order = chosen[seat](view, luck)
        decisions.append(time.process_time() - began)
        if job.sample == BEST:
            visits.count(view, seat, game.moment(state).turn)
        if job.counts_clicks:
            clicks.append(clicks_of(game, view, order))
        events = game.decide(state, order, seat, SeededDice(job.seed.encode(), number))
    raise RuntimeError(f"{job.seed} does not end")


def result_of(
    job: Job, state: Any, visits: Visits, counts: tuple[tuple[float, ...], tuple[int, ...]]
) -> Played:
    """Result of an ended game; `counts` are times of the decisions, and clicks."""
    game = shelf()[job.box]
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError("the game has not ended")
    turns = game.moment(state).turn
    return Played(
        job,
        outcome.winners[0] if outcome.winners else "",
        outcome.degree,
        outcome.ending,
        game.bench.facts(state),
        counts[0],
        visits.by_way(turns),
        visits.orders_by_turn(turns),
        counts[1],
    )
