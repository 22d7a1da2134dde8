"""T-34: Answer times that could tell a secret.

Compared are a known and an unknown name at the log-in, and a private and a missing game by number.

    python -m bench.reliability timing_difference [SAMPLES] [--write]

Both questions of a pair are asked in turn, in a random order, through the whole application without
a network. Passwords have cheap hashes here; a real hash adds the same time to both. The effect size
is Cohen's d, with the slowest twentieth of each list left out.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence

import argon2
import httpx

from app.main import create_app
from app.services.failed_attempts import AttemptCounter
from app.services.people import accounts, password_hashes
from app.services.play import lobby
from app.services.watch.benchmarks import Measurement
from app.settings import Settings
from bench.measured_games import server_game
from bench.written import at_most, counted

MOST_EFFECT = 0.05
BASE = "http://127.0.0.1:8000"
KEPT = 0.95  # share of the samples that count
PASSWORD = "a long enough sentence"  # noqa: S105 - of an account of this run
Question = Callable[[], Awaitable[httpx.Response]]


def effect_size(left: Sequence[float], right: Sequence[float]) -> float:
    """Difference of the means in units of the common standard deviation (Cohen's d)."""
    spread = (statistics.variance(left) + statistics.variance(right)) / 2
    return abs(statistics.fmean(left) - statistics.fmean(right)) / spread**0.5


def quickest(times: Sequence[float]) -> list[float]:
    return sorted(times)[: int(KEPT * len(times))]


async def compare(
    questions: tuple[Question, Question], samples: int, status: int
) -> Sequence[float]:
    """Effect size, and the difference of the medians in microseconds."""
    times: tuple[list[float], list[float]] = ([], [])
    chance = random.Random(1)  # noqa: S311 - order of the questions
    for number in range(samples + 50):
        for which in chance.sample((0, 1), 2):
            began = time.perf_counter()
            answer = await questions[which]()
            took = time.perf_counter() - began
            if answer.status_code != status:
                raise AssertionError(f"{answer.status_code} {answer.text[:300]}")
            if number >= 50:  # the first ones fill caches
                times[which].append(took)
    left, right = map(quickest, times)
    middle = statistics.median(times[0]) - statistics.median(times[1])
    return effect_size(left, right), abs(middle) * 1e6


async def ask_all(url: str, samples: int) -> dict[str, Sequence[float]]:
    """Results of both comparisons by subject."""
    app = create_app(Settings(database_url=url, rate_limits=False))
    services = app.state.services
    services.attempts = AttemptCounter(within=0)
    password_hashes.password_hasher.hasher = argon2.PasswordHasher(1, 8, 1)
    owner = accounts.register(services, "Known name", PASSWORD).id
    card = server_game().card
    hidden = lobby.open_table(
        services, owner, card.key, card.scenarios[0].key, visibility="private"
    )
    transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
        form = re.search(r'name="csrf" value="([^"]+)"', (await client.get("/login")).text)
        csrf = form[1] if form else ""

        def log_in(name: str) -> Question:
            given = {"csrf": csrf, "name": name, "password": "not the password", "next": "/"}
            return lambda: client.post("/login", data=given, headers={"origin": BASE})

        def look(number: int) -> Question:
            return lambda: client.get(f"/games/{number}")

        return {
            "login": await compare((log_in("Known name"), log_in("Other name")), samples, 422),
            "hidden_game": await compare((look(hidden.id), look(hidden.id + 1)), samples, 404),
        }


def measure(samples: int = 10_000) -> Iterator[Measurement]:
    """Yield the effect size and the difference of the medians of both comparisons."""
    logging.disable(logging.WARNING)  # each wrong password is logged
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(ask_all(f"sqlite:///{folder}/timing.db", samples))
    for subject, (effect, middle) in found.items():
        yield counted("timing_samples", samples, of=subject)
        yield at_most("timing_effect", effect, MOST_EFFECT, of=subject)
        yield counted("timing_median", middle / 1000, "ms", of=subject)
