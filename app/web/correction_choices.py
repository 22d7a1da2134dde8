"""Orders in place of an entry under their headings, for the page of a correction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from app.kernel.say import Say
from app.web.draft import OfferRow


@dataclass(frozen=True)
class ChoiceGroup:
    """Orders with one heading; None without a heading."""

    title: Say | None
    rows: tuple[OfferRow, ...]


def choice_groups(rows: Iterable[OfferRow], recorded: bytes) -> tuple[ChoiceGroup, ...]:
    """Orders under their headings. The heading with the order most like the recorded one, given as
    JSON, comes first.
    """
    found: dict[str, tuple[Say | None, list[OfferRow]]] = {}
    for row in rows:
        title = row.offer.about
        found.setdefault(title.in_("en") if title else "", (title, []))[1].append(row)
    groups = (ChoiceGroup(title, tuple(its)) for title, its in found.values())
    order = order_within(msgspec.json.decode(recorded))
    return tuple(sorted(groups, key=lambda one: likeness(one, order), reverse=True))


def order_within(stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """Order of a player or referee without the server orders around it."""
    while isinstance(inner := stored.get("order"), dict):
        stored = inner
    return stored


def likeness(group: ChoiceGroup, order: Mapping[str, Any]) -> int:
    """Number of fields that the most similar order of the group has in common with this one."""
    known = (msgspec.json.decode(row.order) for row in group.rows if row.order)
    return max(
        (sum(name in one and one[name] == order[name] for name in order) for one in known),
        default=0,
    )
