"""Marks on the drawing of a board."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.event_summary import Arrow
from app.kernel.say import Say


class Marks(msgspec.Struct, frozen=True):
    """Marks on a drawing: chosen piece and target, planned path, last movement (`trail`), reach.

    - `place`: place whose stack is open. `group`: its pieces that are chosen together.
    - `piece_links`, `place_links`: addresses by id. Only these become links.
    - `targets`: odds by the id of a piece or the key of a place, such as "60%".
    - `eyes`: place of a survey. `blockers` hide something from there.
    - `results`: short results of the last dice by the place of the target, such as "B".
    - `arrows`: past events, numbered as in the list beside the board.
    """

    piece: str = ""
    place: str = ""
    group: tuple[str, ...] = ()
    target: str = ""
    path: tuple[str, ...] = ()
    reach: Mapping[str, int] = {}
    piece_links: Mapping[str, str] = {}
    place_links: Mapping[str, str] = {}
    targets: Mapping[str, str] = {}
    lines: tuple[tuple[str, str, bool, Say], ...] = ()
    trail: tuple[str, ...] = ()
    eyes: str = ""
    blockers: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    results: Mapping[str, str] = {}
