"""Anonymous observers with open streams, who come, watch running games and leave.

    python -m bench.observers ADDRESS_OF_THE_SERVER OBSERVERS SECONDS

An observer fetches the page of a running game and follows its stream, for SECONDS on average. The
stream is read and not decompressed. At the end of a game its observers go to another game. The
program runs until it is stopped, and prints the requests that failed.
"""

from __future__ import annotations

import asyncio
import random
import signal
import sys
from collections import Counter, defaultdict
from urllib.parse import urlsplit

import httpx

POLL_SECONDS = 1.0  # between two readings of the list of running games
JOIN_SECONDS = 0.02  # between the first requests of two observers at the start
PATIENCE = 30.0  # seconds for a page, or for the beginning of a stream


class Observers:
    """A fixed number of observers. `faults` counts the failed requests by kind."""

    def __init__(self, base: str, count: int, seconds: float):
        self.base, self.count, self.seconds = base, count, seconds
        self.address = urlsplit(base).hostname, urlsplit(base).port
        self.running = dict[str, int]()  # last move by game
        self.streams: defaultdict[str, set[asyncio.StreamWriter]] = defaultdict(set)
        self.faults: Counter[str] = Counter()
        self.chance = random.Random(7)  # noqa: S311 - random visits

    async def watch(self) -> None:
        """Let all observers come, watch and leave until the task is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._poll())
            for number in range(self.count):
                tasks.create_task(self._observe(number * JOIN_SECONDS))

    async def _poll(self) -> None:
        """Read the running games, and end the streams of games that are over."""
        async with httpx.AsyncClient(base_url=self.base, timeout=PATIENCE) as client:
            while True:
                try:
                    answer = await client.get("/api/v1/games?which=running&limit=100")
                    answer.raise_for_status()
                    self.running = {
                        game["address"]: game["number"]
                        for game in answer.json()
                        if game["spectators"]
                    }
                except httpx.HTTPError as fault:
                    self.faults[f"list: {type(fault).__name__}"] += 1
                for game in [game for game in self.streams if game not in self.running]:
                    for writer in self.streams.pop(game):
                        writer.close()
                await asyncio.sleep(POLL_SECONDS)

    async def _observe(self, wait: float) -> None:
        await asyncio.sleep(wait)
        while True:
            if not self.running:
                await asyncio.sleep(POLL_SECONDS)
                continue
            game = self.chance.choice(list(self.running))
            try:
                await self._visit(game, self.running[game])
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as fault:
                self.faults[type(fault).__name__] += 1
                await asyncio.sleep(POLL_SECONDS)

    async def _visit(self, game: str, number: int) -> None:
        """Fetch the page, then follow the stream until the end of the visit or of the game."""
        async with asyncio.timeout(PATIENCE):
            reader, writer = await self._ask(f"/games/{game}", "page")
            while await reader.read(65_536):
                pass
            writer.close()
            path = f"/games/{game}/events?after={number}&shown=log"
            reader, writer = await self._ask(path, "stream")
        self.streams[game].add(writer)
        try:
            async with asyncio.timeout(self.chance.expovariate(1 / self.seconds)):
                while await reader.read(65_536):
                    pass
        except TimeoutError:
            pass
        finally:
            if game in self.streams:
                self.streams[game].discard(writer)
            writer.close()

    async def _ask(self, path: str, what: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Send a request and read the status of its answer."""
        reader, writer = await asyncio.open_connection(*self.address)
        writer.write(
            f"GET {path} HTTP/1.1\r\nhost: {self.address[0]}:{self.address[1]}\r\n"
            "accept: text/html, text/event-stream\r\naccept-encoding: gzip\r\n"
            "accept-language: en\r\nconnection: close\r\n\r\n".encode()
        )
        status = int((await reader.readuntil(b"\r\n")).split()[1])
        if status != 200:
            self.faults[f"{what}: {status}"] += 1
        return reader, writer


async def run(base: str, count: int, seconds: float) -> None:
    observers = Observers(base, count, seconds)
    task = asyncio.ensure_future(observers.watch())
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    await asyncio.wait([task])
    for what, times in observers.faults.items():
        print(f"{times} {what}")
    if not task.cancelled():
        task.result()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
