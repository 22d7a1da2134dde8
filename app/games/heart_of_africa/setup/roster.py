"""An army of the lists as units and figures beside the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army, Contingent
from app.games.heart_of_africa.armies.units import REPEATING
from app.games.heart_of_africa.pieces import LEADER, TO_DEPLOY, Figure, Unit

CANNON = "muzzle_loading_cannon"
BEARER, WHITE_MAN = "gun_bearer", "white_man"
IN_THE_SADDLE = "mounted"


class Roster(msgspec.Struct, frozen=True):
    """Units, figures and stores of one side. `stores` are the works, buildings and traps it has
    bought.
    """

    units: tuple[Unit, ...]
    figures: tuple[Figure, ...]
    stores: Mapping[str, int]


class UnitRow(msgspec.Struct, frozen=True):
    """Row of a unit in an army: numbers of figures by type, and how many carry repeating rifles."""

    men: Mapping[str, int]
    name: str = ""
    contingent: str = ""
    repeating: int = 0


def rows_of(army: Army) -> Iterator[UnitRow]:
    """Units of the main army, then allied ones, then the muzzle-loading cannon."""
    for place, men in enumerate(army.units):
        yield UnitRow(
            men,
            nth_entry(army.unit_names, place, ""),
            repeating=nth_entry(army.repeating_rifles, place, 0),
        )
    for ally in army.allies:
        for place, men in enumerate(ally.units):
            yield UnitRow(men, nth_entry(ally.unit_names, place, ""), contingent_name(ally))
    for _ in range(army.purchases.get(CANNON, 0)):
        yield UnitRow({CANNON: 1})


def roster_of(army: Army, side: str) -> Roster:
    """The army as units and figures: units of the main army, allied ones, the muzzle-loading
    cannon, the baggage, single figures, boats.
    """
    units: list[Unit] = []
    figures: list[Figure] = []
    tied = [kind for need in lists.terms_of(lists.standing_of(army)).needs for kind in need.types]
    for number, row in enumerate(rows_of(army), start=1):
        key = f"{side}{number}"
        listed = list(men_of(row.men, key, side, row.repeating))
        figures += listed
        units.append(
            Unit(
                key,
                side,
                name=row.name,
                contingent=row.contingent,
                original=len(listed),
                start=len(listed),
                where=TO_DEPLOY,
                at_works=not row.contingent and any(row.men.get(kind) for kind in tied),
            )
        )
    train, elements = f"{side}-baggage", lists.GENERAL["baggage"]["elements"]
    units.append(Unit(train, side, "baggage", original=elements, start=elements, where=TO_DEPLOY))
    figures += [Figure(f"{train}-{n}", "baggage", side, train) for n in range(1, elements + 1)]
    figures += [*leaders_of(army, side), *singles_of(army.independents, side)]
    for ally in army.allies:
        figures += singles_of(
            ally.independents,
            side,
            contingent_name(ally),
            sum(one.type in ally.independents for one in figures),
        )
    figures += boats_of(army, side)
    return Roster(
        tuple(units),
        tuple(figures),
        {item: count for item, count in army.purchases.items() if count and item != CANNON},
    )


def boats_of(army: Army, side: str) -> list[Figure]:
    """Boats bought, not yet deployed."""
    return [
        Figure(f"{side}-{kind}{n}", kind, side, where=TO_DEPLOY)
        for kind, count in army.boats.items()
        for n in range(1, count + 1)
    ]


def nth_entry(row: tuple[Any, ...], place: int, default: Any) -> Any:
    return row[place] if place < len(row) else default


def contingent_name(ally: Contingent) -> str:
    return f"{ally.list}/{ally.nation}"


def men_of(men: Mapping[str, int], unit: str, side: str, repeating: int) -> Iterator[Figure]:
    """The figures of a unit; each Gun Bearer is tied to one White Man."""
    kinds = [
        kind for kind in sorted(men, key=lambda kind: kind == BEARER) for _ in range(men[kind])
    ]
    masters: list[str] = []
    for n, kind in enumerate(kinds, start=1):
        key = f"{unit}-{n:02d}"
        with_repeater = kind in REPEATING and repeating > 0
        repeating -= with_repeater
        if kind == WHITE_MAN:
            masters.append(key)
        of = masters.pop(0) if kind == BEARER and masters else ""
        mode = IN_THE_SADDLE if kind == "mounted_regular" else ""
        yield Figure(
            key,
            kind,
            side,
            unit,
            of=of,
            repeating=bool(with_repeater),
            mode=mode,
            mode_at_start=mode,
        )


def leaders_of(army: Army, side: str) -> Iterator[Figure]:
    """The Leader with Gun Bearer and attendants."""
    for leader in army.leaders[:1]:
        key = f"{side}-leader"
        mode = IN_THE_SADDLE if leader.type == "mounted_regular" else ""
        yield Figure(
            key,
            leader.type,
            side,
            role=LEADER,
            traits=leader.traits,
            where=TO_DEPLOY,
            mode=mode,
            mode_at_start=mode,
        )
        if leader.gun_bearer:
            yield Figure(f"{key}-bearer", BEARER, side, of=key, where=TO_DEPLOY)
        for n in range(1, leader.attendants + 1):
            yield Figure(f"{key}-attendant{n}", "attendant", side, of=key, where=TO_DEPLOY)


def singles_of(
    independents: Mapping[str, int], side: str, contingent: str = "", before: int = 0
) -> list[Figure]:
    """Standard Bearers, Witch Doctors, Scouts."""
    found = []
    for kind, count in independents.items():
        short = {"standard_bearer": "standard", "witch_doctor": "witch"}.get(kind, kind)
        found += [
            Figure(
                f"{side}-{short}{n if n > 1 else ''}",
                kind,
                side,
                contingent=contingent,
                where=TO_DEPLOY,
            )
            for n in range(before + 1, before + count + 1)
        ]
    return found
