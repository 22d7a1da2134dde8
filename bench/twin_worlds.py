"""Leaks of a game by twin worlds: servers that differ in a secret alone, asked over all outlets.

    python -m bench.twin_worlds BOX [--pairs N] [--from NUMBER] [--step N] [--minutes M]
        [--results FILE] [--write]

Neighbouring worlds of a position are a pair. Each position asks a tenth of the outlets as one
viewer, so 10,000 pairs ask each outlet about 1,000 times. A file of results is continued. Several
processes can share the numbers of the positions: `--from 0 --step 2` and `--from 1 --step 2`.

Work shows in the processor time of an outlet, and a delay in its time without work.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

import msgspec

from app.services.watch.benchmarks import Measurement
from app.store.migrate import migrate_database
from bench.written import REPOSITORY, at_least, at_most, counted, write
from tests.box_tests import offered
from tests.leaks.many_worlds import (
    FEW,
    LEAST_IDLE,
    MANY,
    Compared,
    all_outlets,
    compare_worlds,
    slower_outlets,
)

PAIRS, LEAST = 10_000, 1_000
LONGER = 1.05
"""Most ratio of the processor times of worlds with few and with many secrets."""


def main() -> int:
    """Compare the worlds, print the figures, and write them on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("box")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--results", type=Path)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    results = list(compared(asked))
    measured = tuple(figures_of(asked.box, results))
    for one in measured:
        print(f"{one.what:20} {one.value} {one.unit}  {one.budget or ''}")
    if asked.write:
        command = f"python -m bench.twin_worlds {' '.join(sys.argv[1:])}"
        text = table_of(results, command)
        Path(REPOSITORY, "docs", "figures", f"leaks-{asked.box}.md").write_text(text, "utf-8")
        write(f"leaks-{asked.box}", command, measured)
    return int(any(one.met is False for one in measured))


def compared(asked: argparse.Namespace) -> Iterator[Compared]:
    """Results of the file, and of the positions that fit into the time and the number of pairs."""
    end, pairs, known = time.monotonic() + 60 * asked.minutes, 0, set[int]()
    for one in results_in(asked.results):
        known.add(one.number)
        pairs += one.pairs
        yield one
    position_of = offered(asked.box, "leak_positions", "position", None)
    gc.freeze()
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder, "template.db")
        migrate_database(f"sqlite:///{template}")
        for number in count(asked.first, asked.step):
            if pairs >= asked.pairs or time.monotonic() > end:
                return
            position = None if number in known else position_of(number)
            if position is None:
                continue
            with tempfile.TemporaryDirectory(dir=folder) as place:
                one = compare_worlds(template, Path(place), position, number)
            pairs += one.pairs
            print(
                f"position {number}, {pairs} pairs, {len(one.differences)} differences", flush=True
            )
            if asked.results:
                with asked.results.open("ab") as out:
                    out.write(msgspec.json.encode(one) + b"\n")
            yield one


def results_in(file: Path | None) -> list[Compared]:
    """Results that a file holds."""
    if file is None or not file.exists():
        return []
    return [msgspec.json.decode(line, type=Compared) for line in file.read_bytes().splitlines()]


def pairs_by_outlet(results: Iterable[Compared]) -> Counter[str]:
    """Number of pairs that asked each outlet."""
    found = Counter(dict.fromkeys(all_outlets(), 0))
    for one in results:
        found.update(dict.fromkeys(one.asked, one.pairs))
    return found


def sums_of_times(results: Iterable[Compared]) -> tuple[Counter[str], Counter[str]]:
    """Processor seconds by outlet of the worlds with few secrets and of those with many."""
    return sums_by_world(one.spent for one in results)


def sums_by_world(
    times: Iterable[tuple[Mapping[str, float], Mapping[str, float]]],
) -> tuple[Counter[str], Counter[str]]:
    """Sums of seconds by outlet of the worlds with few secrets and of those with many."""
    few, many = Counter[str](), Counter[str]()
    for one in times:
        few.update(one[FEW])
        many.update(one[MANY])
    return few, many


def figures_of(box: str, results: Sequence[Compared]) -> Iterator[Measurement]:
    """Numbers of pairs, worlds and answers, differences, and times."""
    by_outlet, (few, many) = pairs_by_outlet(results), sums_of_times(results)
    slow, quick = max(few.total(), many.total()), min(few.total(), many.total())
    yield at_least("twin_pairs", sum(one.pairs for one in results), PAIRS, of=box)
    yield counted("twin_positions", len(results), of=box)
    yield counted("twin_worlds", sum(one.worlds for one in results), of=box)
    answers = sum(one.pairs * sum(one.asked.values()) for one in results)
    yield counted("twin_outlets", answers, of=box)
    yield counted("twin_addresses", len(by_outlet), of=box)
    yield at_least("twin_least", min(by_outlet.values()), LEAST, of=box)
    yield at_most("twin_differences", sum(len(one.differences) for one in results), 0, of=box)
    yield counted("twin_few", few.total(), "s", box)
    yield counted("twin_many", many.total(), "s", box)
    yield at_most("twin_ratio", slow / quick if quick else 1.0, LONGER, of=box)
    yield at_most("twin_slower", len(slower_outlets(few, many)), 0, of=box)
    idle = sums_by_world(one.idle for one in results)
    yield counted("twin_idle", sum(one.total() for one in idle), "s", box)
    yield at_most("twin_later", len(slower_outlets(*idle, least=LEAST_IDLE)), 0, of=box)


def table_of(results: Sequence[Compared], command: str) -> str:
    """Page of the pairs, answers and times of each outlet."""
    by_outlet, (few, many) = pairs_by_outlet(results), sums_of_times(results)
    answers = Counter[str]()
    for one in results:
        answers.update({name: one.pairs * times for name, times in one.asked.items()})
    rows = [
        f"| {name} | {pairs} | {answers[name]} | {few[name]:.1f} | {many[name]:.1f} |"
        for name, pairs in by_outlet.items()
    ]
    return "\n".join((HEAD.format(command=command), *rows, ""))


HEAD = """# Twin worlds

`{command}`

Worlds of a position differ in a secret alone. Neighbours are a pair. Half of the worlds have few
secrets, the others have many. Seconds are processor time. The garbage collector works between the
worlds. Positions begin with few or with many secrets in turn.

| outlet | pairs | answers | s, few secrets | s, many secrets |
|---|---:|---:|---:|---:|"""


if __name__ == "__main__":
    sys.exit(main())
