"""Measure one figure of the reliability list, print it and write it for the page /quality.

    python -m bench.reliability NAME [NUMBER ...] [--write]

NAME is a module of this folder. The numbers are the sizes of its run; its docstring names them.
Status 1 means that a goal was missed.
"""

from __future__ import annotations

import importlib
import sys

from app.services.watch.benchmarks import Measurement
from bench.written import write


def main(words: list[str]) -> int:
    name, *numbers = [word for word in words if word != "--write"]
    measured: list[Measurement] = list(
        importlib.import_module(f"bench.reliability.{name}").measure(*map(int, numbers))
    )
    for one in measured:
        print(f"{one.of:12} {one.what:28} {one.value} {one.unit}  {one.budget or ''}")
    if "--write" in words:
        command = " ".join(("python -m bench.reliability", name, *numbers, "--write"))
        write(name.replace("_", "-"), command, measured)
    return int(any(one.met is False for one in measured))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
