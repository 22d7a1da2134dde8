"""Bot games in a database, with every stored order decided again by another process.

    python -m bench.decided_again [GAMES] [--box KEY] [--minutes MINUTES] [--keep FILE] [--write]

GAMES of each battle on the shelf are played, or of the named ones (`--box` may be repeated). Their
setups are those of its entry in the benchmarks. No game begins after MINUTES. FILE keeps the
database.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from app.cli.records import subjects_of
from app.games import shelf
from app.kernel import headless_games
from app.kernel.bot_strengths import ONE_STRENGTH
from app.kernel.contract import Setup
from app.kernel.readjudication import readjudicate_moves
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.play import bot_worker, new_tables, stored_positions
from app.store import records
from app.store.migrate import migrate_database
from bench.written import at_most, counted, write

BATTLES = tuple(key for key, game in shelf().items() if game.card.is_battle)
MOST_MOVES = 6_000
MOST_POINTS = 400


class Again(msgspec.Struct):
    """Figures of the second decision: games, moves, and moves with another result."""

    games: int = 0
    moves: int = 0
    otherwise: int = 0
    sorted_keys: int = 0
    by_box: dict[str, int] = {}


def setups_of(box: str, games: int) -> Iterator[tuple[str, Setup]]:
    """Yield games of a box by its entry in the benchmarks, else scenarios and options in turn."""
    card, entry = shelf()[box].card, shelf()[box].bench
    for number in range(games):
        if entry.setup is not None:
            yield box, entry.setup(number)
            continue
        scenario = card.scenarios[number % len(card.scenarios)]
        options = tuple(
            one.key
            for place, one in enumerate(card.options)
            if one.key in scenario.options_on or (number + place) % 3 == 0
        )
        yield box, headless_games.plain_setup(scenario, options)


def begun(services: Services, box: str, setup: Setup, name: str) -> records.Game:
    """Begin a game between bots; its dice follow from its name."""
    game, seed = services.shelf[box], hashlib.sha256(name.encode()).hexdigest()
    with services.store.write() as work:
        game_id = new_tables.add_open_game(
            work,
            box,
            setup.scenario,
            seed,
            options=setup.options,
            title=name,
            opened_by=None,
            visibility="open",
            spectators=True,
        )
        work.seats.add_seats(
            game_id,
            (
                records.Seat(seat, side, place, None, ONE_STRENGTH, "Bot")
                for place, (seat, side) in enumerate(setup.seats.items())
            ),
        )
        stored_positions.begin_with(work, game, services.find(work, game_id), setup)
        work.commit()
        return services.find(work, game_id)


def begun_with_points(services: Services, box: str, setup: Setup, name: str) -> records.Game:
    """Begin a game; add points if a list allows no army for so few."""
    while True:
        try:
            return begun(services, box, setup, name)
        except Refused:
            points = setup.stock.get("points", MOST_POINTS) + 50
            if points > MOST_POINTS:
                raise
            setup = msgspec.structs.replace(setup, stock={**setup.stock, "points": points})


def played(services: Services, game: records.Game, most: int = MOST_MOVES) -> records.Game:
    """Play the game to its end or to move number `most` and return it. Every move is stored."""
    while game.status == "running" and game.number < most:
        with services.store.read() as work:
            seat = next(seat for seat in work.seats.for_game(game.id) if seat.owes)
        bot_worker.play_bot_seat(services, game, seat)
        with services.store.read() as work:
            game = services.find(work, game.id)
    return game


def play_all(
    url: str, jobs: Iterable[tuple[str, Setup]], minutes: float, most: int = MOST_MOVES
) -> int:
    """Play these games, each up to move number `most`; return the number of games played."""
    services, began, done = Services.open(shelf(), url), time.monotonic(), 0
    try:
        for box, setup in jobs:
            if time.monotonic() - began > minutes * 60:
                break
            start = time.monotonic()
            game = played(services, begun_with_points(services, box, setup, f"{box}/{done}"), most)
            done += 1
            print(
                f"game {game.id}: {box}, {game.scenario}: {game.ending or 'no end'}, "
                f"{game.number} moves, {time.monotonic() - start:.1f} s",
                flush=True,
            )
    finally:
        services.close()
    return done


def by_turns(games: Mapping[str, int]) -> Iterator[tuple[str, Setup]]:
    """Mix the games of these boxes in proportion. A run that ends early has some of each."""
    jobs = [
        ((number + 0.5) / many, one)
        for box, many in games.items()
        for number, one in enumerate(setups_of(box, many))
    ]
    return (one for _, one in sorted(jobs, key=lambda job: job[0]))


def decide_again(url: str) -> Again:
    """Decide every stored order of a database again; print the moves with another result."""
    found, services = Again(), Services.open(shelf(), url)
    try:
        for subject in subjects_of(services):
            if subject.broken:
                raise SystemExit(f"{subject.title}: {subject.broken}")
            history = subject.history
            changed = readjudicate_moves(history.box, history.moves, history.tables)
            for one in changed:
                print(f"{subject.title}: move {one.number}: {one.why}", file=sys.stderr)
            found.games += 1
            found.moves += history.number
            found.otherwise += sum(not one.sorted_keys for one in changed)
            found.sorted_keys += sum(one.sorted_keys for one in changed)
            found.by_box[history.box.card.key] = found.by_box.get(history.box.card.key, 0) + 1
    finally:
        services.close()
    return found


def in_another_process(url: str) -> Again:
    """Return the findings of another process. Its hash seed differs, so its sets have another
    order.
    """
    environment = {**os.environ, "PYTHONHASHSEED": str(secrets.randbelow(2**32 - 1) + 1)}
    words = [sys.executable, "-m", "bench.decided_again", "--again", url]
    house = Path(__file__).parents[1]
    run = subprocess.run(  # noqa: S603 our own command
        words, env=environment, check=True, stdout=subprocess.PIPE, cwd=house
    )
    return msgspec.convert(json.loads(run.stdout), Again)


def main() -> int:
    asked = arguments()
    if asked.again:
        print(msgspec.json.encode(decide_again(asked.again)).decode())
        return 0
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{asked.keep or Path(folder) / 'games.db'}"
        migrate_database(url)
        play_all(url, by_turns(dict.fromkeys(asked.box or BATTLES, asked.games)), asked.minutes)
        again = in_another_process(url)
    boxes = sorted(again.by_box.items())
    print(
        f"{again.games} games ({', '.join(f'{box} {games}' for box, games in boxes)}), "
        f"{again.moves} moves decided again by another process: {again.otherwise} go otherwise, "
        f"{again.sorted_keys} because their keys were stored sorted"
    )
    if asked.write:
        write_down(asked, again)
    return 1 if again.otherwise or again.sorted_keys else 0


def write_down(asked: argparse.Namespace, again: Again) -> None:
    boxes = "".join(f" --box {box}" for box in asked.box)
    command = f"{asked.games}{boxes} --write"
    write(
        "decided-again",
        f"python -m bench.decided_again {command}",
        [
            *(counted("again_games", games, of=box) for box, games in sorted(again.by_box.items())),
            counted("again_moves", again.moves),
            at_most("again_otherwise", again.otherwise + again.sorted_keys, 0),
        ],
    )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.decided_again")
    parser.add_argument("games", type=int, nargs="?", default=100)
    parser.add_argument("--box", action="append", choices=BATTLES, default=[])
    parser.add_argument("--minutes", type=float, default=240)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--write", action="store_true", help="write figures for the page /quality")
    parser.add_argument(
        "--again",
        metavar="ADDRESS",
        help="decide the orders of this database again, and print figures as JSON",
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
