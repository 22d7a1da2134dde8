"""Terms of a printed list for one people, year and scenario, each with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.say import Say

Clause = Mapping[str, Any]


MANY = 10_000  # upper bound of a limit that no clause sets


class Standing(msgspec.Struct, frozen=True):
    """Facts that the clauses of a list depend on. `ally_of`: list of the army that this contingent
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
    """Limit on units or figures: the number, the rule that sets it, and the source in words."""

    number: int
    rule: str
    by: Say


class Row(msgspec.Struct, frozen=True):
    """Row of the table of a list: least and most units of its native type."""

    type: str
    least: Bound
    most: Bound


class Conversion(msgspec.Struct, frozen=True):
    """Units of the row `slot` that may or must be of these types. `share` (n, d): instead of whole
    units, at most that fraction of the row's figures.
    """

    slot: str
    to: tuple[str, ...]
    must: bool
    most: Bound
    share: tuple[int, int] | None


class Cap(msgspec.Struct, frozen=True):
    """Limit on the total of the units of these rows, or of the figures of these types."""

    over: tuple[str, ...]
    most: Bound
    with_leader: bool = False


class Ratio(msgspec.Struct, frozen=True):
    many: tuple[str, ...]
    few: tuple[str, ...]
    least: Bound  # least number of `many` for each of `few`


class LeaderClause(msgspec.Struct, frozen=True):
    """Clause for the Leader: while `present` stands in a unit, the Leader must (or must not) be of
    this type.
    """

    present: str
    type: str
    must: bool
    rule: str
    by: Say


class Need(msgspec.Struct, frozen=True):
    """Clause by which figures of these types demand one of these extras."""

    types: tuple[str, ...]
    any_of: tuple[str, ...]
    rule: str
    by: Say


class Terms(msgspec.Struct, frozen=True):
    """List as it binds one army: rows by native type, the types that may fill them, and further
    limits.
    """

    standing: Standing
    rows: dict[str, Row]
    conversions: tuple[Conversion, ...]
    unit_caps: tuple[Cap, ...]
    figure_caps: tuple[Cap, ...]
    ratios: tuple[Ratio, ...]
    leader_clauses: tuple[LeaderClause, ...]
    needs: tuple[Need, ...]
    banned: dict[str, Bound]  # types that a clause forbids by name
    units: Bound  # the least number of units of the whole army
    most_units: Bound
