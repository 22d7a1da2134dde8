"""Rewritten assertions of the test files, compiled once before the processes of a run start.

Each process would rewrite all files of a fresh clone by itself, because all read them in the same
order. That takes five seconds of processor time.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


def rewrite_once(config: pytest.Config) -> None:
    """Write the missing compiled files of this run, if it has more than one process."""
    if sys.dont_write_bytecode or not getattr(config.option, "numprocesses", None):
        return
    missing = [
        file for file in test_files(config) if rewrite._read_pyc(file, compiled(file)) is None
    ]
    shares = [missing[place :: os.cpu_count() or 1] for place in range(os.cpu_count() or 1)]
    forked = multiprocessing.get_context("fork")
    workers = [
        forked.Process(target=rewrite_files, args=(config, share)) for share in shares if share
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def test_files(config: pytest.Config) -> Iterator[Path]:
    """Yield the files of this run whose assertions are rewritten."""
    for argument in config.args:
        path = config.invocation_params.dir / argument.split("::")[0]
        yield from [path] if path.is_file() else path.rglob("test_*.py")


def compiled(file: Path) -> Path:
    """Path of the compiled file that pytest reads."""
    return rewrite.get_cache_dir(file) / (file.stem + rewrite.PYC_TAIL)


def rewrite_files(config: pytest.Config, files: Sequence[Path]) -> None:
    """Rewrite and compile files as pytest does when it imports them."""
    for file in files:
        target = compiled(file)
        target.parent.mkdir(exist_ok=True)
        stamp, code = rewrite._rewrite_test(file, config)
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, stamp, target)
