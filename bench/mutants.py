"""Mutation run: small changes of the code that some test must notice.

python -m bench.mutants [PER_AREA] [--seed SEED] [--workers WORKERS] [--write]

`cosmic-ray` lists the possible mutations of the modules of each area (`bench/mutant_areas.py`). The
run draws PER_AREA of them for each area. It makes one at a time in a copy of the committed tree,
and runs the area's tests. A mutant that all tests pass is a survivor. `--write` lists the survivors
in docs/survivors.md.
"""

from __future__ import annotations

import argparse
import compileall
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

import msgspec
import pytest
from cosmic_ray.commands.init import init
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db

from bench.mutant_areas import Area, all_areas
from bench.written import commit

TOP = Path(__file__).parents[1]
SECONDS = 900  # for a test file; a mutant whose file needs longer counts as killed
# Annotations, imports and decorators are not behaviour. `is` and `==` agree on our values.
LIBRARIES = ("alembic.command", "fastapi.testclient", "hypothesis", "jinja2", "sqlalchemy.orm")
"""Imported once and not for each mutant."""
LEFT_OUT = ("Eq_Is", "Is_Eq", "NotEq_IsNot", "IsNot_NotEq", "BitOr", "RemoveDecorator")
AREAS = all_areas()


class Mutant(msgspec.Struct, frozen=True):
    """One mutation: operator, its occurrence in the module, and where it is."""

    area: int
    module: str
    operator: str
    occurrence: int
    line: int
    function: str


def mutants_of(number: int, area: Area) -> list[Mutant]:
    """Return all mutants of an area in the order of its modules."""
    with use_db(":memory:", WorkDB.Mode.create) as found:
        init([Path(module) for module in area.modules], found, {})
        return [
            Mutant(
                number,
                str(one.module_path),
                one.operator_name,
                one.occurrence,
                one.start_pos[0],
                one.definition_name or "module",
            )
            for item in found.work_items
            for one in item.mutations
            if not any(word in one.operator_name for word in LEFT_OUT)
        ]


def drawn(per_area: int, seed: int) -> list[Mutant]:
    """Return `per_area` mutants of each area, drawn with this seed."""
    chance = random.Random(seed)  # noqa: S311 - a sample needs no secrecy
    chosen = []
    for number, area in enumerate(AREAS):
        every = sorted(mutants_of(number, area), key=msgspec.json.encode)
        chosen += chance.sample(every, min(per_area, len(every)))
    return chosen


def enter_copy() -> None:
    """Make a copy of the committed tree for this process and go there."""
    copy = tempfile.mkdtemp(prefix="mutants-")
    archive = subprocess.run(
        ["git", "archive", "HEAD"],  # noqa: S607 - git is found on the path
        cwd=TOP,
        check=True,
        stdout=subprocess.PIPE,
    )
    subprocess.run(["tar", "-x"], cwd=copy, input=archive.stdout, check=True)  # noqa: S607 - tar too
    os.chdir(copy)
    sys.path.insert(0, copy)
    for name in [one for one in sys.modules if one.partition(".")[0] == "app"]:
        del sys.modules[name]  # each child imports it from the copy
    compileall.compile_dir(copy, quiet=1)  # the runs of the tests write no bytecode
    for library in LIBRARIES:
        import_module(library)


def fails(test_file: str) -> bool:
    """Run a test file in a copy of this process, which has imported no module of the
    application.
    """
    child = os.fork()
    if not child:
        signal.alarm(SECONDS)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        sys.dont_write_bytecode = True  # a mutant has the time and size of the next one
        os._exit(pytest.main(["-q", "-x", "-p", "no:cacheprovider", test_file]))
    _, status = os.waitpid(child, 0)
    return status != 0


def is_killed(mutant: Mutant) -> bool:
    """Run the test files of one mutant in turn; True if one of them fails."""
    operator = get_operator(mutant.operator)()
    with use_mutation(Path(mutant.module), operator, mutant.occurrence) as (_, changed):
        if changed is None:
            raise RuntimeError(mutant)
        return any(map(fails, AREAS[mutant.area].tests))


def require_passing_tests(areas: Iterable[int]) -> None:
    """Raise `RuntimeError` if tests of an area fail without a mutant; all would count as killed."""
    failed = {test for area in areas for test in AREAS[area].tests if fails(test)}
    if failed:
        raise RuntimeError(f"without a mutant: {failed}")


def report(mutants: Sequence[Mutant], killed: Sequence[bool], seed: int) -> Iterable[str]:
    """Yield the lines of docs/survivors.md."""
    yield "# Survivors of the mutation run"
    yield ""
    yield f"Written by `python -m bench.mutants --seed {seed} --write` on commit {commit()}."
    yield ""
    for number, area in enumerate(AREAS):
        results = [
            (mutant, dead)
            for mutant, dead in zip(mutants, killed, strict=True)
            if mutant.area == number
        ]
        count = sum(dead for _, dead in results)
        yield f"## {area.name[0].upper()}{area.name[1:]}: {count} of {len(results)} killed"
        yield ""
        for mutant, dead in results:
            if not dead:
                name = mutant.operator.removeprefix("core/")
                yield f"- `{mutant.module}` line {mutant.line}, `{mutant.function}`: {name}"
        yield ""


def main() -> int:
    asked = arguments()
    mutants = drawn(asked.per_area, asked.seed)
    with ProcessPoolExecutor(asked.workers, initializer=enter_copy) as pool:
        pool.submit(require_passing_tests, sorted({one.area for one in mutants})).result()
        killed = []
        for mutant, dead in zip(mutants, pool.map(is_killed, mutants), strict=True):
            killed.append(dead)
            print(
                f"{'killed' if dead else 'SURVIVED'}: {mutant.module}:{mutant.line} "
                f"{mutant.function} {mutant.operator}",
                flush=True,
            )
    text = "\n".join(report(mutants, killed, asked.seed))
    print(text)
    if asked.write:
        (TOP / "docs" / "survivors.md").write_text(text.rstrip() + "\n", encoding="utf-8")
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.mutants")
    parser.add_argument("per_area", type=int, nargs="?", default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--write", action="store_true", help="write docs/survivors.md")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
