"""Check of sealed designations: a view is the same for each sealed designation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from app.games.africa_1859.fog import view
from app.games.africa_1859.procedures import Assault
from app.games.africa_1859.state import War
from app.kernel.seats import Viewer

FIELDS = {"director": "leader", "vanguard": "vanguard", "screen": "screen"}
"""Field of the attacker's roles for each name in a case."""


def seen_secrets(war: War, wanted: Mapping[str, Any]) -> list[str]:
    """Designations of the open assault that the asked side or a spectator sees, as differences."""
    seats = [seat for seat, side in war.terms.seats.items() if side == wanted["side"]]
    viewers = [*(Viewer(seat, wanted["side"]) for seat in seats), Viewer()]
    found = []
    for name in wanted["hidden"]:
        twins = list(twins_of(war, FIELDS[name]))
        if not twins:
            found.append(f"{name}: nothing is designated")
        found += [
            f"{name}: seen by {viewer.seat or 'a spectator'}"
            for viewer in viewers
            if any(view(twin, viewer) != view(war, viewer) for twin in twins)
        ]
    return found


def twins_of(war: War, field: str) -> Iterator[War]:
    """Positions that differ in one designation of the innermost assault."""
    for place in range(len(war.stack) - 1, -1, -1):
        assault = war.stack[place]
        if not isinstance(assault, Assault):
            continue
        for other in ("", *assault.group, *assault.leaders):
            if other != getattr(assault.att, field):
                twin = replace(assault, att=replace(assault.att, **{field: other}))
                yield replace(war, stack=(*war.stack[:place], twin, *war.stack[place + 1 :]))
        return
