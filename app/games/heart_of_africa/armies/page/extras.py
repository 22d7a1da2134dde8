"""Sections of the page for purchases, boats and allies."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.games.heart_of_africa.armies import list_terms, lists
from app.games.heart_of_africa.armies.allies import ally_findings, is_open
from app.games.heart_of_africa.armies.army import Contingent
from app.games.heart_of_africa.armies.extras import BOATS, extra_findings, places_needed
from app.games.heart_of_africa.armies.page import force
from app.games.heart_of_africa.armies.page.desk import Desk, terms_where_known
from app.games.heart_of_africa.armies.page.terms import people_choices
from app.games.heart_of_africa.armies.prices import ITEMS, price_of_contingent
from app.kernel.army_form import Act, Note, Section
from app.kernel.form import Choice, Field, Kind
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say


def purchase_section(desk: Desk) -> Section:
    """Section for works, buildings, traps and the old cannon."""
    items = (*ITEMS, *(item for item in desk.army.purchases if item not in ITEMS))
    fields = tuple(
        sorted((_item_field(desk, item) for item in items), key=lambda field: bool(field.no))
    )
    return Section(
        "purchases",
        say("Bought by a defender", "Compras del defensor"),
        fields=fields,
        findings=desk.against("purchases"),
        folded=all(field.no for field in fields),
    )


def _item_field(desk: Desk, item: str) -> Field:
    printed = ITEMS.get(item, {})
    says = say("up to {n}", "hasta {n}", n=printed["max"]) if printed else None
    return desk.count(
        f"purchases.{item}",
        item,
        printed.get("points", 0),
        None if desk.army.purchases.get(item) else _not_sold(desk, item),
        says,
    )


def _not_sold(desk: Desk, item: str) -> Refusal | None:
    """First refusal of a single thing, for the same army without other purchases."""
    return next(
        iter(
            extra_findings(msgspec.structs.replace(desk.army, purchases={item: 1}, points=99_999))
        ),
        None,
    )


def boat_section(desk: Desk) -> Section:
    """Section for boats, which are free if the table has water that carries them."""
    needed = say(
        "Free where the table has a river, a great lake or the sea. This army needs {n} places; a "
        "canoe has {canoe}, a dhow {dhow}.",
        "Gratis si en la mesa hay río, gran lago o mar. Este ejército necesita {n} plazas; una "
        "canoa tiene {canoe} y un dhow {dhow}.",
        n=places_needed(desk.army),
        **BOATS["places"],
    )
    kinds = (*BOATS["places"], *(kind for kind in desk.army.boats if kind not in BOATS["places"]))
    water = desk.field(
        "water", say("The table has such water", "La mesa tiene esas aguas"), Kind.FLAG
    )
    return Section(
        "boats",
        say("Boats", "Botes"),
        notes=(Note(needed, "HOA-STR-05"),),
        fields=(water, *(desk.count(f"boats.{kind}", kind, 0) for kind in kinds)),
        findings=desk.against("boats"),
        folded=not desk.army.boats and not desk.army.water,
    )


def ally_sections(desk: Desk) -> Iterator[Section]:
    """Sections of the possible allies and of each contingent."""
    yield Section(
        "allies",
        say("Allies", "Aliados"),
        adds=tuple(_people_buttons(desk)),
        notes=tuple(_note_on_allies(desk)),
        findings=desk.against("allies"),
        folded=not desk.army.allies,
    )
    for place, ally in enumerate(desk.army.allies):
        yield _contingent_section(desk, ally, f"allies.{place}")


def _people_buttons(desk: Desk) -> Iterator[Act]:
    """Button for each list that lends its people, with the first people that is open."""
    for list_, open_to in open_peoples(desk).items():
        yield Act(
            f"add allies {list_}/{open_to[0]}",
            lists.list_name(list_),
            says=_some_of(list_, open_to),
        )


def _some_of(list_: str, nations: list[str]) -> Say | None:
    if len(nations) == len(lists.NATIONS[list_]):
        return None
    return say("{all}", "{all}", all=tuple(lists.nation_name(list_, nation) for nation in nations))


def open_peoples(desk: Desk) -> dict[str, list[str]]:
    """Lists and peoples that may stand beside this army in its year."""
    found: dict[str, list[str]] = {}
    printed = lists.LISTS[desk.army.list]["allies"] if desk.terms else None
    for option in printed["options"] if printed and printed["contingents"] else ():
        for nation in lists.NATIONS[option["list"]]:
            there = list_terms.Standing(option["list"], nation, desk.army.year)
            if is_open(option, desk.standing, Contingent(option["list"], nation)) and not list(
                lists.available(there)
            ):
                found.setdefault(option["list"], []).append(nation)
    return found


def _note_on_allies(desk: Desk) -> Iterator[Note]:
    """Note with the largest share of allies, or with the reason against any."""
    if desk.terms is None:
        return
    printed = lists.LISTS[desk.army.list]["allies"]
    if not printed["contingents"]:
        for refusal in ally_findings(
            msgspec.structs.replace(
                desk.army, allies=(Contingent(desk.army.list, desk.army.nation),)
            )
        ):
            yield Note(refusal.says, refusal.rule)
        return
    part, whole = printed["share"]
    yield Note(
        say(
            "Up to {n} of your {limit} points.",
            "Hasta {n} de tus {limit} puntos.",
            n=desk.army.points * part // whole,
            limit=desk.army.points,
        ),
        printed["share_rule"],
    )
    if not open_peoples(desk):
        yield Note(
            say(
                "No people may ally with this one in {year}.",
                "Ningún pueblo puede aliarse con este en {year}.",
                year=desk.army.year,
            ),
            printed["rule"],
        )


def _contingent_section(desk: Desk, ally: Contingent, place: str) -> Section:
    terms = terms_where_known(lists.standing_of_ally(desk.army, ally))
    lists_open = open_peoples(desk)
    known = tuple(dict.fromkeys((*lists_open, ally.list)))
    fields = (
        desk.field(
            f"{place}.list",
            kind=Kind.CHOICE,
            choices=tuple(Choice(key, lists.list_name(key)) for key in known),
        ),
        desk.field(
            f"{place}.nation",
            kind=Kind.CHOICE,
            choices=people_choices(ally.list, desk.army.year, ally.nation),
        ),
        *(
            desk.count(f"{place}.independents.{kind}", kind, lists.points_of(kind))
            for kind in dict.fromkeys(("standard_bearer", *ally.independents))
            if kind in ally.independents or _has_a_standard(ally)
        ),
    )
    return Section(
        place,
        say(
            "Allies: {people}",
            "Aliados: {people}",
            people=lists.nation_name(ally.list, ally.nation),
        ),
        say("{n} points", "{n} puntos", n=price_of_contingent(ally)),
        fields=fields,
        rows=force.row_sections(desk, ally, terms, f"{place}."),
        adds=force.add_buttons(ally, terms, f"{place}."),
        drop=Act(f"drop {place}", say("Remove the allies", "Quitar los aliados")),
        findings=(*desk.against(place), *desk.against(f"{place}.units")),
    )


def _has_a_standard(ally: Contingent) -> bool:
    return bool(
        lists.LISTS.get(ally.list, {}).get("independents", {}).get("standard_bearer", (0, 0))[1]
    )
