"""Terms of a printed list for one people, year and scenario, each with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.say import Say

Clause = Mapping[str, Any]


MANY = 10_000  # the most of a limit that nobody set


class Standing(msgspec.Struct, frozen=True):
    """Everything the clauses of a list may look at. `ally_of`: the list whose army this contingent
    serves.
    """

    list: str
    nation: str
    year: int
    scenario: str = "none"
    role: str = "none"
    campaign_class: str | None = None
    ally_of: str | None = None


class Bound(msgspec.Struct, frozen=True):
    """A number of units or figures, the rule that set it, and who that is."""

    number: int
    rule: str
    by: Say


class Row(msgspec.Struct, frozen=True):
    """A row of the table of a list: units of its native type, from the least to the most."""

    type: str
    least: Bound
    most: Bound


class Conversion(msgspec.Struct, frozen=True):
    """Units of the row `slot` may or must be of these types. `share` (n, d): so many of the row's
    figures at most, no whole units.
    """

    slot: str
    to: tuple[str, ...]
    must: bool
    most: Bound
    share: tuple[int, int] | None


class Cap(msgspec.Struct, frozen=True):
    """The units of these rows, or the figures of these types, added together."""

    over: tuple[str, ...]
    most: Bound
    with_leader: bool = False


class Ratio(msgspec.Struct, frozen=True):
    many: tuple[str, ...]
    few: tuple[str, ...]
    least: Bound  # so many of the many for each of the few


class LeaderClause(msgspec.Struct, frozen=True):
    """While `present` stands in a unit the Leader must (or must not) be of this type."""

    present: str
    type: str
    must: bool
    rule: str
    by: Say


class Need(msgspec.Struct, frozen=True):
    """Figures of these types demand one of these extras."""

    types: tuple[str, ...]
    any_of: tuple[str, ...]
    rule: str
    by: Say


class Terms(msgspec.Struct, frozen=True):
    """A list as it binds one army: rows by native type, what may stand in them, and the limits
    beside the table.
    """

    standing: Standing
    rows: dict[str, Row]
    conversions: tuple[Conversion, ...]
    unit_caps: tuple[Cap, ...]
    figure_caps: tuple[Cap, ...]
    ratios: tuple[Ratio, ...]
    leader_clauses: tuple[LeaderClause, ...]
    needs: tuple[Need, ...]
    banned: dict[str, Bound]  # types that a clause spells out as forbidden
    units: Bound  # the least number of units of the whole army
    most_units: Bound
