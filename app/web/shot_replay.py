"""Replay of a shot in the log (`?shot=84.3` is the third shot of move 84) on the table at that
moment. It changes nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import QueryParams

from app.kernel.contract import Line, Marks
from app.kernel.refusal import Refusal, no
from app.kernel.survey import Measured
from app.services.watch import game_view
from app.web.draft import address_of

NAMED = re.compile(r"(\d{1,6})\.(\d{1,4})")


@dataclass(frozen=True)
class Redrawn:
    """Shot to be drawn again with its table, or the refusal. `earlier` and `later` are addresses of
    neighbouring shots, `back` leads to the page without it.
    """

    back: str
    no: tuple[Refusal, ...] = ()
    number: int = 0
    place: int = 0
    count: int = 0
    line: Line | None = None
    measured: Measured | None = None
    view: Any = None
    earlier: str = ""
    later: str = ""

    @property
    def marks(self) -> Marks:
        """Marks for the shot on its table."""
        if self.measured is None:
            return Marks()
        shooter, target = self.measured.ends
        return Marks(
            piece=shooter, target=target, lines=self.measured.lines, blockers=self.measured.blockers
        )


def redrawn_shot(look: game_view.GameView, query: QueryParams, here: str) -> Redrawn | None:
    """Shot named by the address, as far as the viewer knows of it; None if the address
    names none.
    """
    if "shot" not in query or look.view is None:
        return None
    kept = {name: value for name, value in query.items() if name != "shot"}
    back = address_of(here, **kept)
    named = NAMED.fullmatch(query["shot"])
    number, place = (int(part) for part in named.groups()) if named else (0, 0)
    shots = look.history.shots(number, look.viewer) if 0 < number <= look.at else ()
    if not 0 < place <= len(shots):
        return Redrawn(back, (unknown_shot(),))
    shot = shots[place - 1]
    measured = look.box.replayed_shot(shot.before, shot.event, look.viewer)
    if measured is None:
        return Redrawn(back, (unknown_shot(),))
    beside = {
        step: address_of(here, **kept, shot=f"{number}.{place + step}")
        if 0 < place + step <= len(shots)
        else ""
        for step in (-1, 1)
    }
    return Redrawn(
        back,
        (),
        number,
        place,
        len(shots),
        shot.line,
        measured,
        look.box.view(shot.before, look.viewer),
        beside[-1],
        beside[1],
    )


def unknown_shot() -> Refusal:
    return no("CAR-TAB-06", "There is no such shot.", "No existe ese disparo.")
