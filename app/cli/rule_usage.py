"""rules --exercised: number of calls and log lines of each rule in whole bot games.

For a rule in code, calls of its home are counted. A row of a table counts one use in two cases. The
box reads its rule through `rule_of`, or the interpreter returns a value with this rule.
Calls at import are not counted.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from os import cpu_count
from types import CodeType, FrameType

import msgspec

from app.cli.command_context import box_of
from app.cli.rule_sources import REPOSITORY, Home, find_homes, roots_of
from app.kernel import headless_games
from app.kernel.log_lines import move_lines
from app.kernel.rulebook import Rule
from app.kernel.seats import Viewer

CAP = 6_000
DECORATORS = 4  # lines that decorators may take above the name of a function
ALL = Viewer(finished=True)
READER = "rule_of"  # name of the function of a box that reads the rule of a row


class Exercise(msgspec.Struct, frozen=True):
    """Counts by rule: calls of its home during decisions, and log lines that name it."""

    asked: dict[str, int]
    named: dict[str, int]


def exercise_rules(box: str, games: int, seed: str = "exercise") -> Exercise:
    """Play bot games over all scenarios in turn and count."""
    keys = [scenario.key for scenario in box_of(box).card.scenarios]
    jobs = [(box, keys[number % len(keys)], f"{seed}/{number}") for number in range(games)]
    asked: Counter[str] = Counter()
    named: Counter[str] = Counter()
    with ProcessPoolExecutor(max_workers=cpu_count()) as pool:
        for one in pool.map(_one_game, jobs):
            asked.update(one.asked)
            named.update(one.named)
    return Exercise(dict(asked), dict(named))


def _one_game(job: tuple[str, str, str]) -> Exercise:
    box, key, seed = job
    game = box_of(box)
    scenario = next(one for one in game.card.scenarios if one.key == key)
    with counting_calls(box) as calls:
        played = headless_games.play_game(
            game,
            headless_games.plain_setup(scenario),
            lambda g, view, luck: g.bot(view, luck),
            seed,
            CAP,
        )
    named = Counter(
        rule
        for number, move in enumerate(played.moves)
        for line in move_lines(game, played.tables[number], move, ALL)
        for rule in {*line.rules, *(rule for _, rule in line.reasons)}
    )
    return Exercise(dict(calls), dict(named))


@contextmanager
def counting_calls(box: str) -> Iterator[Counter[str]]:
    """Count the calls of each rule of a box inside the context. The caches of the box are cleared
    first; a cached answer would hide a call.
    """
    clear_caches(box)
    counter, before = CallCounter(find_homes(*roots_of(box))), sys.getprofile()
    sys.setprofile(counter)
    try:
        yield counter.calls
    finally:
        sys.setprofile(before)


def clear_caches(box: str) -> None:
    """Clear the caches of all loaded modules of a box."""
    own = f"app.games.{box}"
    for module in [module for name, module in sys.modules.items() if name.startswith(own)]:
        for one in vars(module).values():
            if hasattr(one, "cache_clear") and one.__module__.startswith(own):
                one.cache_clear()


class CallCounter:
    """Profile function: counts calls of rule homes and the rows that are read."""

    def __init__(self, known: tuple[Home, ...]):
        self.calls: Counter[str] = Counter()
        self._homes = {
            (str(REPOSITORY / home.file), home.name): home for home in known if home.kind == "code"
        }
        self._rules: dict[CodeType, str | None] = {}
        self._rows = {home.rule for home in known if home.kind == "data"}
        self._readers = {READER} | {
            place.rpartition(".")[2] for home in known for place in home.interpreters
        }

    def __call__(self, frame: FrameType, event: str, result: object) -> None:
        code = frame.f_code
        if event == "return" and code.co_name in self._readers:
            read = getattr(result, "rule", result)
            if isinstance(read, str) and read in self._rows:
                self.calls[read] += 1
        if event != "call":
            return
        if code not in self._rules:
            home = self._homes.get((code.co_filename, code.co_name))
            fits = home is not None and home.line - DECORATORS <= code.co_firstlineno <= home.line
            self._rules[code] = home.rule if home is not None and fits else None
        rule = self._rules[code]
        if rule is not None:
            self.calls[rule] += 1


def print_exercise(box: str, games: int, rules: list[Rule]) -> int:
    """Print a line per rule, then the rules without any use; always returns 0."""
    found = exercise_rules(box, games)
    for rule in rules:
        print(
            f"{rule.id:12} {found.asked.get(rule.id, 0):9} called {found.named.get(rule.id, 0):8} "
            f"named  {rule.title}"
        )
    idle = [rule for rule in rules if not found.asked.get(rule.id) and not found.named.get(rule.id)]
    print(
        f"{box}: {games} bot games; {len(rules) - len(idle)} of {len(rules)} rules used; "
        "never: " + (", ".join(rule.id for rule in idle) or "none")
    )
    return 0
