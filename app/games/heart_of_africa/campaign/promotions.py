"""Promotions (pages 37 and 38): another kind of army for a player with the achievements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.joining import class_of
from app.games.heart_of_africa.campaign.orders import Claim
from app.games.heart_of_africa.campaign.state import BETWEEN, EGYPTIANS, Player, Season
from app.games.heart_of_africa.campaign.tables import PROMOTIONS
from app.kernel.refusal import Refusal, no
from app.kernel.say import say
from app.kernel.tally import Reason, Tally

RULES = {
    "to_native_warlord": "HOA-CMP-10",
    "to_zanzibaris": "HOA-CMP-11",
    "to_pastoralists": "HOA-CMP-12",
    "to_portuguese_colonial": "HOA-CMP-13",
    "to_belgian_colonial": "HOA-CMP-14",
}
COLONIAL_LISTS = ("colonial_expedition", "egyptians_colonial")


def needs_of(key: str) -> dict[str, Any]:
    """Conditions of a promotion, as the data file states them."""
    return next(row["needs"] for row in PROMOTIONS if row["id"] == key)


def victories_over(player: Player, over: list[str]) -> list[tuple[str, int]]:
    """Victories by list over the lists of a promotion; Egyptians of both classes count."""
    names = [*over, "egyptians_colonial"] if EGYPTIANS in over else list(over)
    return [(name, player.victories[name]) for name in names if player.victories.get(name)]


def warlord_tally(player: Player) -> Tally:
    """HOA-CMP-10: Victories on the way to Native Warlord; a Colonial Expedition counts as two."""
    needs = needs_of("to_native_warlord")
    double = needs["weight"]["class_colonial"]
    return Tally(
        tuple(
            Reason(
                "HOA-CMP-10",
                number * (double if name in COLONIAL_LISTS else 1),
                victory_words(name, number),
            )
            for name, number in victories_over(player, needs["victories_over"])
        )
    )


def zanzibari_tally(player: Player) -> Tally:
    """HOA-CMP-11: Victories on the way to Zanzibaris, and pairs of hongos got by other means."""
    needs = needs_of("to_zanzibaris")
    over = needs["victories_over"]
    paid = sum(player.other_hongos.get(name, 0) for name in (*over, "egyptians_colonial"))
    pairs = paid // needs["other_hongos_from_same"]["each"]
    reasons = [
        Reason("HOA-CMP-11", number, victory_words(name, number))
        for name, number in victories_over(player, over)
    ]
    if pairs:
        words = say("{n:hongo+s} by other means", "{n:hongo+s} por otros medios", n=paid)
        reasons.append(Reason("HOA-CMP-11", pairs, words))
    return Tally(tuple(reasons))


def pastoralist_tally(player: Player) -> Tally:
    """HOA-CMP-12: Victories over Pastoralists, on the way to Pastoralists."""
    over = needs_of("to_pastoralists")["victories_over"]
    return Tally(
        tuple(
            Reason("HOA-CMP-12", number, victory_words(name, number))
            for name, number in victories_over(player, over)
        )
    )


def victory_words(name: str, number: int) -> Any:
    """Reason of a tally: victories over a list."""
    list_ = lists.list_name(EGYPTIANS if name == "egyptians_colonial" else name)
    return say(
        "{n} {n:victory|victories} over {list}",
        "{n} {n:victoria|victorias} sobre «{list}»",
        n=number,
        list=list_,
    )


TALLIES = {
    "to_native_warlord": warlord_tally,
    "to_zanzibaris": zanzibari_tally,
    "to_pastoralists": pastoralist_tally,
}


def portuguese_refused(season: Season, player: Player) -> Iterator[Refusal]:
    """HOA-CMP-13: From 1885 the first Settler to claim with 11 hongos becomes Portuguese
    Colonial.
    """
    needs = needs_of("to_portuguese_colonial")
    if season.year < needs["year_from"]:
        yield too_early("HOA-CMP-13", needs["year_from"], season.year)
    if (player.hongos or 0) < needs["hongos_from"]:
        yield no(
            "HOA-CMP-13",
            "{have:hongo+s}; {need} are needed.",
            "Tiene {have:hongo+s}; hacen falta {need}.",
            have=player.hongos or 0,
            need=needs["hongos_from"],
        )
    if season.portuguese_taken:
        yield no(
            "HOA-CMP-13",
            "Another settler has made this promotion in this campaign.",
            "Otro colono ya obtuvo este ascenso en esta campaña.",
        )


def belgian_refused(season: Season, player: Player) -> Iterator[Refusal]:
    """HOA-CMP-14: From 1885 an Explorer who has explored all may become Belgian Colonial."""
    needs = needs_of("to_belgian_colonial")
    if season.year < needs["year_from"]:
        yield too_early("HOA-CMP-14", needs["year_from"], season.year)
    if player.completed_in is None:
        yield no(
            "HOA-CMP-14",
            "The exploration of all native territories is not complete.",
            "Faltan territorios nativos por explorar.",
        )


def too_early(rule: str, first: int, year: int) -> Refusal:
    """Refusal of a promotion before its year."""
    return no(
        rule,
        "Possible from {first}; it is {year}.",
        "Posible desde {first}; estamos en {year}.",
        first=first,
        year=year,
    )


def rows_to(player: Player, list_: str) -> list[dict[str, Any]]:
    """Promotions of the table from the player's list to this one."""
    return [row for row in PROMOTIONS if player.list in row["from"] and row["to"]["list"] == list_]


def promotions_of(player: Player) -> dict[str, str | None]:
    """Lists to which the player's list can be promoted, each with its nation if it is fixed."""
    return {
        row["to"]["list"]: row["to"].get("nation")
        for row in PROMOTIONS
        if player.list in row["from"]
    }


def needs_refused(season: Season, player: Player, row: dict[str, Any]) -> Iterator[Refusal]:
    """Refusals because an achievement of the promotion is missing."""
    key = row["id"]
    if key in TALLIES:
        total, need = TALLIES[key](player).total, row["needs"]["total"]
        if total < need:
            yield no(
                RULES[key],
                "{total} of the {need} victories that are needed.",
                "{total} de las {need} victorias necesarias.",
                total=total,
                need=need,
            )
    elif key == "to_portuguese_colonial":
        yield from portuguese_refused(season, player)
    else:
        yield from belgian_refused(season, player)


def missing_for(season: Season, player: Player, list_: str) -> Iterator[Refusal]:
    """Achievements and the year that a promotion to this list still lacks."""
    for row in rows_to(player, list_):
        yield from needs_refused(season, player, row)


def no_way(player: Player, list_: str) -> Refusal:
    """Refusal of a promotion that the table does not print."""
    wanted = next((row["id"] for row in PROMOTIONS if row["to"]["list"] == list_), "")
    return no(
        RULES.get(wanted, "HOA-CMP-09"),
        "No promotion leads from {one} to {other}.",
        "Ningún ascenso lleva de «{one}» a «{other}».",
        one=lists.list_name(player.list),
        other=lists.list_name(list_),
    )


def claim_refused(season: Season, player: Player, order: Claim) -> Iterator[Refusal]:
    """HOA-CMP-09: One promotion per player and campaign, between turns, to a list that is open."""
    if season.step != BETWEEN:
        yield no(
            "HOA-CMP-09",
            "Promotions are claimed between turns.",
            "Los ascensos se piden entre dos turnos.",
        )
    if player.promotions:
        yield no(
            "HOA-CMP-09",
            "You have been promoted once in this campaign.",
            "Ya has ascendido una vez en esta campaña.",
        )
    rows = rows_to(player, order.list)
    if not rows:
        yield no_way(player, order.list)
        return
    row = rows[0]
    nation = row["to"].get("nation")
    if nation not in (None, order.nation):
        yield no(
            RULES[row["id"]],
            "This promotion leads to {nation}.",
            "Este ascenso lleva a {nation}.",
            nation=lists.nation_name(order.list, nation),
        )
    yield from needs_refused(season, player, row)
    standing = lists.Standing(order.list, order.nation, season.year)
    unknown = lists.declaration_refusal(standing)
    if unknown is not None:
        yield unknown
    else:
        yield from lists.available(standing)


def open_promotions(season: Season, player: Player) -> list[tuple[str, str]]:
    """Promotions that the player can claim now: list and nation."""
    return [
        (list_, nation)
        for list_, fixed in promotions_of(player).items()
        for nation in ([fixed] if fixed else lists.NATIONS[list_])
        if not list(claim_refused(season, player, Claim(list_, nation)))
    ]


def keeping_refused(season: Season, player: Player) -> Iterator[Refusal]:
    """Refusal to keep the army: no promotion is open, or it has been answered this turn."""
    if player.key in season.kept or not open_promotions(season, player):
        yield no(
            "HOA-CMP-09",
            "No promotion waits for your answer.",
            "Ningún ascenso espera tu respuesta.",
        )


def keep_army(course: Course, seat: str, *, is_default: bool = False) -> None:
    """Make no promotion before the next turn."""
    course.happen(e.ArmyKept(seat, is_default))


def promote(course: Course, seat: str, order: Claim) -> None:
    """Change list, nation and class. Two promotions surrender all hongos."""
    player = course.player(seat)
    row = rows_to(player, order.list)[0]
    if row["hongos"] == "surrendered":
        course.post(seat, "", player.hongos or 0, "promotion", RULES[row["id"]])
    class_ = class_of(order.list, None)
    course.happen(e.Promoted(seat, order.list, order.nation, class_, RULES[row["id"]]))
