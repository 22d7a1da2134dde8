"""T-44: Damaged files given to the importers of games and armies.

    python -m bench.reliability importer_fuzz [SECONDS] [--write]

Each importer gets SECONDS of processor time. A file is damaged in its values or in its bytes. A
refusal with a reason is right; any other exception is a crash. Coverage does not guide the damage.
"""

from __future__ import annotations

import copy
import json
import random
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from app.games import shelf
from app.kernel import monkey
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.errors import Malformed
from app.services.people import accounts
from app.services.play import army_files, game_export, game_import, lobby, orders, saved_armies
from app.services.watch import game_view
from app.services.watch.benchmarks import Measurement
from app.store.migrate import migrate_database
from bench.games import modules_of_games
from bench.measured_games import server_game
from bench.written import at_most, counted

ARMIES = next(modules_of_games("army_samples"))
PASSWORD = "a long enough sentence"  # noqa: S105 - of accounts of this run
MOVES = 12
HOSTILE: tuple[Any, ...] = (
    None,
    "",
    -1,
    0,
    2**63,
    1e308,
    True,
    [],
    {},
    "x" * 5000,
    "\x00",
    "\u202e",
    [[[[]]]],
)


class Fuzzed(msgspec.Struct):
    """Result of one importer; times are processor seconds."""

    files: int = 0
    crashes: int = 0
    slowest: float = 0.0


def nodes_of(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each container in the value with each of its keys."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from nodes_of(value[key])


def damaged(sample: dict[str, Any], chance: random.Random) -> bytes:
    """The sample with one to three damaged values, or with damaged bytes."""
    found = copy.deepcopy(sample)
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice(list(nodes_of(found)))
        way = chance.random()
        if way < 0.2:
            del holder[key]
        elif way < 0.4 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            holder[key] = copy.deepcopy(chance.choice(HOSTILE))
    data = bytearray(json.dumps(found).encode())
    if chance.random() < 0.3:
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def fuzzed(
    give: Callable[[bytes], object], sample: dict[str, Any], seconds: float, seed: int
) -> Fuzzed:
    """Give damaged files to an importer for some seconds and print each crash."""
    found, chance = Fuzzed(), random.Random(seed)  # noqa: S311 - damage, no secret
    began = time.process_time()
    while time.process_time() - began < seconds:
        data, before = damaged(sample, chance), time.process_time()
        try:
            give(data)
        except (Malformed, Refused):
            pass
        except Exception:  # noqa: BLE001 - every other exception is a finding
            found.crashes += 1
            traceback.print_exc(limit=-3)
        found.files += 1
        found.slowest = max(found.slowest, time.process_time() - before)
    return found


def exported_game(services: Services) -> dict[str, Any]:
    """File of a game with some moves."""
    players = [accounts.register(services, name, PASSWORD).id for name in ("Ana", "Bea")]
    card = server_game().card
    table = lobby.open_table(services, players[0], card.key, card.scenarios[0].key)
    game = lobby.join_table(services, table.id, players[1]).id
    for number in range(MOVES):
        looks = [game_view.load_view(services, game, user) for user in players]
        seen = next(one for one in looks if one.decisions)
        order = monkey.any_order(seen.box, seen.view, random.Random(number))  # noqa: S311 - play
        orders.declare_order(services, game, seen.user_id, f"{number}", seen.last, order)
    file: dict[str, Any] = json.loads(game_export.export_with_secrets(services, game))
    return file


def measure(seconds: int = 60) -> Iterator[Measurement]:
    """Yield files, crashes and the slowest file of each importer."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/fuzz.db"
        migrate_database(url)
        services = Services.open(shelf(), url)
        army = {"format": saved_armies.FORMAT, "box": ARMIES.BOX, "army": ARMIES.ARMY}

        def read_army(data: bytes) -> object:
            text = data.decode(errors="replace")
            return army_files.imported_army_page(services, ARMIES.BOX, text)

        read_army(json.dumps(army).encode())  # the sample itself is right

        found = {
            "game_file": fuzzed(
                lambda data: game_import.check_file(services, data),
                exported_game(services),
                seconds,
                1,
            ),
            "army_file": fuzzed(read_army, army, seconds, 2),
        }
        services.close()
    for subject, one in found.items():
        yield counted("fuzz_seconds", seconds, "s", of=subject)
        yield counted("fuzz_files", one.files, of=subject)
        yield at_most("fuzz_crashes", one.crashes, 0, of=subject)
        yield counted("fuzz_slowest", 1000 * one.slowest, "ms", of=subject)
