"""Progress of a part of the end step that deals with several counters, groups or spaces."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.africa_1859.procedures import EndStep
from app.games.africa_1859.run import Run


def note(run: Run, key: str) -> None:
    """Note in the end step that this counter, group or space has been dealt with."""
    now = run.top
    if isinstance(now, EndStep):
        run.update(replace(now, done=(*now.done, key)))
