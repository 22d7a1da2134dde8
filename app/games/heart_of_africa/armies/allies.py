"""Contingents of allies: peoples that an army may bring, their share of it, and forbidden
figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army, Contingent
from app.games.heart_of_africa.armies.list_terms import Clause, Standing
from app.games.heart_of_africa.armies.prices import price_of_contingent
from app.games.heart_of_africa.armies.words import figures_text, too_many
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say

GENERAL = lists.GENERAL["allies"]


def ally_findings(army: Army) -> Iterator[Refusal]:
    """Refusals of the contingents of this army: peoples, number and share of the points."""
    printed = lists.LISTS[army.list]["allies"]
    if not printed["contingents"]:
        if army.allies:
            yield no(
                lists.rule_of(printed),
                "No allies: {by} grants none.",
                "Sin aliados: {by} no los concede.",
                by=lists.printed_list(army.list),
            )
        return
    for ally in army.allies:
        yield from refusal_of_contingent(army, ally)
    yield from number_and_share(army)


def refusal_of_contingent(army: Army, ally: Contingent) -> Iterator[Refusal]:
    """Refusal of a contingent by the clause that names its people for others or other years.
    Without such a clause the list itself refuses.
    """
    standing, printed = lists.standing_of(army), lists.LISTS[army.list]["allies"]
    options = [option for option in printed["options"] if option["list"] == ally.list]
    if any(lists.rule_of(option) for option in options if is_open(option, standing, ally)):
        return
    own = lists.nation_name(army.list, army.nation)
    if options:
        option = min(options, key=lambda one: not lists.clause_binds(one, standing))
        yield no(
            lists.rule_of(option),
            "{nation} cannot have {ally} of the list “{list}” as allies in {year}; {by} grants "
            "them {terms}.",
            "{nation} no puede aliarse en {year} con {ally} de la lista «{list}»; {by} lo concede "
            "{terms}.",
            nation=own,
            ally=lists.nation_name(ally.list, ally.nation),
            list=lists.list_name(ally.list),
            year=army.year,
            by=lists.printed_list(army.list),
            terms=_terms_of(option, army, ally),
        )
    else:
        yield no(
            lists.rule_of(printed),
            "{nation} cannot have allies of the list “{list}”: {by} does not name it.",
            "{nation} no puede aliarse con la lista «{list}»: {by} no la nombra.",
            nation=own,
            list=lists.list_name(ally.list),
            by=lists.printed_list(army.list),
        )


def is_open(option: Clause, standing: Standing, ally: Contingent) -> bool:
    """Fact: the option binds this people and year, and the contingent is of a people that it
    names.
    """
    return lists.clause_binds(option, standing) and ally.nation in option.get(
        "nations", (ally.nation,)
    )


def _terms_of(option: Clause, army: Army, ally: Contingent) -> Say:
    """Conditions of an option in words: peoples that may use it, peoples of the contingent,
    years.
    """
    parts = []
    if "for" in option:
        parts.append(
            say(
                "to {who}",
                "a {who}",
                who=tuple(lists.nation_name(army.list, one) for one in option["for"]),
            )
        )
    if "except" in option:
        parts.append(
            say(
                "to all but {who}",
                "a todos salvo a {who}",
                who=tuple(lists.nation_name(army.list, one) for one in option["except"]),
            )
        )
    if "nations" in option:
        parts.append(
            say(
                "with {who}",
                "con {who}",
                who=tuple(lists.nation_name(ally.list, one) for one in option["nations"]),
            )
        )
    years = lists.years_of(option.get("when", {}))
    if years:
        parts.append(years)
    together = ", ".join(f"{{part{number}}}" for number in range(len(parts)))
    return Say(together, together, {f"part{number}": part for number, part in enumerate(parts)})


def number_and_share(army: Army) -> Iterator[Refusal]:
    """HOA-ALY-01: one contingent from one list costs at most two fifths of the points limit. The
    army's own list may allow more.
    """
    printed = lists.LISTS[army.list]["allies"]
    rule, most = lists.rule_of(printed, "share_rule"), printed["contingents"]
    by = (
        lists.printed_list(army.list)
        if rule != GENERAL["share_rule"]
        else say("the general rule", "la regla general")
    )
    names = [ally.list for ally in army.allies]
    if len(names) > most:
        yield no(
            rule,
            "{count} contingents; {by} allows {most}.",
            "{count} contingentes; {by} permite {most} como máximo.",
            count=len(names),
            by=by,
            most=most,
        )
    elif len(set(names)) < len(names):
        yield no(
            rule,
            "Two contingents of the list “{list}”; {by} wants different lists.",
            "Dos contingentes de la lista «{list}»; {by} pide listas distintas.",
            list=lists.list_name(names[0]),
            by=by,
        )
    yield from share_refusal(army, printed["share"], rule, by)


def share_refusal(army: Army, share: tuple[int, int], rule: str, by: Say) -> Iterator[Refusal]:
    """Refusal of allies that cost more than the share of the points limit."""
    part, whole = share
    spent = sum(map(price_of_contingent, army.allies))
    if spent * whole > army.points * part:
        yield no(
            rule,
            "The allies cost {spent} points; {by} allows {part}/{whole} of the {limit}: {most}.",
            "Los aliados cuestan {spent} puntos; {by} permite {part}/{whole} de los {limit}: "
            "{most}.",
            spent=spent,
            by=by,
            part=part,
            whole=whole,
            limit=army.points,
            most=army.points * part // whole,
        )


def figures_no_contingent_has(ally: Contingent) -> Iterator[Refusal]:
    """HOA-ALY-03: no Leader, Witch Doctor or Scout in a contingent, and no allies of its own."""
    found = [
        figures_text(kind, count)
        for kind, count in ally.independents.items()
        if count and kind != "standard_bearer"
    ]
    found += [say("a Leader", "un Líder")] * bool(ally.leaders) + [
        say("allies of its own", "aliados propios")
    ] * bool(ally.allies)
    if found:
        yield no(
            "HOA-ALY-03",
            "The contingent brings {found}; the general rule gives it none.",
            "El contingente trae {found}; la regla general no se lo permite.",
            found=tuple(found),
        )


def standard_of_contingent(ally: Contingent) -> Iterator[Refusal]:
    """HOA-ALY-04: a contingent may have a Standard Bearer if its own list has one. Its share pays
    for the figure.
    """
    count = ally.independents.get("standard_bearer", 0)
    _, most = lists.LISTS[ally.list]["independents"]["standard_bearer"]
    if count > most:
        yield too_many(
            "HOA-ALY-04",
            figures_text("standard_bearer", count),
            lists.printed_list(ally.list),
            most,
        )


def standard_serves(bearer: str, unit: str) -> bool:
    """HOA-ALY-05: a Standard Bearer serves only its own contingent of the army. The main one does
    not serve allies, and theirs serves only them.
    """
    return bearer == unit
