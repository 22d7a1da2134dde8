"""Command line that runs in this process, on a fresh database."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from app.cli import main


class Run(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def caracole(sqlite_url, monkeypatch, capsys):
    """Function that runs `python -m app ...` on a fresh database, in this process."""
    monkeypatch.setenv("CARACOLE_DATABASE_URL", sqlite_url)

    def run(*words, given=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        capsys.readouterr()
        try:
            status = main([str(word) for word in words])
        except SystemExit as stopped:
            status = stopped.code
        return Run(status, *capsys.readouterr())

    return run
