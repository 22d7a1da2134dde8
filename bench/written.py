"""Writer of figures for the page /quality: values, date, commit, machine and command."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from app.services.watch.benchmarks import FOLDER, BenchmarkRun, Measurement

REPOSITORY = Path(__file__).parents[1]


def write(name: str, command: str, figures: Iterable[Measurement], folder: Path = FOLDER) -> Path:
    """Write the figures of a command as `docs/figures/<name>.json` and return the path. The command
    must run elsewhere too, so it names no path of this machine.
    """
    run = BenchmarkRun(
        datetime.now(UTC).date().isoformat(), commit(), command, machine(), tuple(figures)
    )
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(run), indent=1) + b"\n")
    print(f"written down in docs/figures/{file.name}")
    return file


def counted(what: str, value: float | str, unit: str = "", of: str = "") -> Measurement:
    """Return a figure without a budget."""
    return Measurement(what, _short(value), unit, of=of)


def at_most(what: str, value: float, most: float, unit: str = "", of: str = "") -> Measurement:
    return Measurement(what, _short(value), unit, f"≤ {most:,}" if most else "0", value <= most, of)


def at_least(what: str, value: float, least: float, unit: str = "", of: str = "") -> Measurement:
    return Measurement(what, _short(value), unit, f"≥ {least:,}", value >= least, of)


def _short(value: float | str) -> int | float | str:
    """Round to three digits; whole numbers stay."""
    if not isinstance(value, float):
        return value
    return round(value) if abs(value) >= 100 else round(value, 2 if abs(value) < 10 else 1)


def commit() -> str:
    """Return the checked-out commit, with "+" if sources other than the figures are changed."""
    head = _git("rev-parse", "--short=10", "HEAD")
    changed = [
        line
        for line in _git("status", "--porcelain", "--untracked-files=no").splitlines()
        if "docs/figures/" not in line
    ]
    return f"{head}{'+' if changed else ''}"


def _git(*words: str) -> str:
    return subprocess.run(  # noqa: S603 - git is on the path
        ["git", *words],  # noqa: S607 - git is on the path
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def machine() -> str:
    """Return processors, memory and versions in a form that needs no translation."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    model = next(
        (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")),
        platform.machine(),
    )
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} × {model}, {memory:.0f} GB, {platform.system()} {platform.release()}, Python {platform.python_version()}"
