"""Opening entries of the referee, for a campaign that is under way on paper."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.explorers import note_completions
from app.games.heart_of_africa.campaign.joining import LATEST_YEAR
from app.games.heart_of_africa.campaign.orders import EnterAccount, EnterDate
from app.games.heart_of_africa.campaign.state import COLONIAL, EXPLORER, NATIVE, Player, Season
from app.games.heart_of_africa.campaign.tables import CALENDAR
from app.kernel.refusal import Refusal, no

MOST = 99  # hongos, victories over a list, defeats in a row
MOST_PROMOTIONS = 1
BEATEN = (*lists.LISTS, "egyptians_colonial")
"""Keys under which victories are counted."""


def begun_refused(season: Season) -> Refusal | None:
    """Refusal of an opening entry after the first turn was opened."""
    if season.is_gathering:
        return None
    return no(
        "HOA-CMP-05",
        "Opening entries are made before the first turn. Later the referee corrects an entry.",
        "Los apuntes iniciales se hacen antes del primer turno. Después, el árbitro corrige.",
    )


def date_refused(season: Season, order: EnterDate) -> Iterator[Refusal | None]:
    """Refusals of a date: a half year from the first year of the campaign on."""
    yield begun_refused(season)
    first, halves = season.first_year, int(CALENDAR["turns_per_year"])
    if not (first <= order.year <= LATEST_YEAR and 1 <= order.half <= halves):
        yield no(
            "HOA-CMP-03",
            "The date is half 1 or 2 of a year from {first} to {last}.",
            "La fecha es el semestre 1 o 2 de un año de {first} a {last}.",
            first=first,
            last=LATEST_YEAR,
        )


def account_refused(season: Season, order: EnterAccount) -> Iterator[Refusal | None]:
    """Refusals of an entry for a player."""
    yield begun_refused(season)
    player = season.player(order.player)
    if player is None or not player.is_active:
        yield no(
            "HOA-CMP-05",
            "An opening entry is made for an active player.",
            "Un apunte inicial se hace para un jugador activo.",
        )
        return
    yield hongos_refused(player, order.hongos)
    yield from holdings_refused(season, player, order)
    yield from single_victories_refused(season, player, order)
    counts = (order.streak, *order.victories.values())
    is_known = all(key in BEATEN for key in order.victories)
    if not is_known or not all(0 <= one <= MOST for one in counts):
        yield no(
            "HOA-CMP-05",
            "Victories and defeats are numbers from 0 to {most}.",
            "Las victorias y derrotas son números de 0 a {most}.",
            most=MOST,
        )
    if not 0 <= order.promotions <= MOST_PROMOTIONS:
        yield no(
            "HOA-CMP-09",
            "A player is promoted once in a campaign.",
            "Un jugador asciende una vez en la campaña.",
        )


def hongos_refused(player: Player, hongos: int) -> Refusal | None:
    """Refusal of an account: a native holds a hongo, and a Colonial Expedition none."""
    least, most = (1 if player.class_ == NATIVE else 0), (0 if player.hongos is None else MOST)
    if least <= hongos <= most:
        return None
    return no(
        "HOA-CMP-05",
        "The account has {least} to {most} hongos, not {n}.",
        "La cuenta tiene de {least} a {most} hongos, no {n}.",
        least=least,
        most=most,
        n=hongos,
    )


def holdings_refused(
    season: Season, player: Player, order: EnterAccount
) -> Iterator[Refusal | None]:
    """Refusals of explored peoples and districts."""
    explored = [season.player(one) for one in order.explored]
    if explored and player.class_ != EXPLORER:
        yield no("HOA-CMP-31", "Only Explorers explore.", "Solo exploran los exploradores.")
    if any(one is None or one.class_ != NATIVE for one in explored):
        yield no(
            "HOA-CMP-31",
            "Only native peoples are explored.",
            "Solo se exploran los pueblos nativos.",
        )
    if (order.districts or order.streak) and player.class_ != COLONIAL:
        yield no(
            "HOA-CMP-42",
            "Only a Colonial Expedition has districts and defeats in a row.",
            "Solo una expedición colonial tiene distritos y derrotas seguidas.",
        )
    for key in order.districts:
        people = season.player(key)
        if key not in player.districts and (people is None or not people.is_active_native):
            yield no(
                "HOA-CMP-42",
                "A district is a native people without another master.",
                "Un distrito es un pueblo nativo sin otro amo.",
            )
    if not set(player.districts) <= set(order.districts):
        yield no(
            "HOA-CMP-42",
            "A district that was entered stays. The referee may correct that entry.",
            "Un distrito ya apuntado se queda. El árbitro puede corregir ese apunte.",
        )


def single_victories_refused(
    season: Season, player: Player, order: EnterAccount
) -> Iterator[Refusal | None]:
    """Refusals of single victories of a Colonial Expedition."""
    if order.pending and player.class_ != COLONIAL:
        yield no(
            "HOA-CMP-40",
            "Only a Colonial Expedition has single victories on the way to a conquest.",
            "Solo una expedición colonial tiene victorias sueltas camino de una conquista.",
        )
    for key in order.pending:
        people = season.player(key)
        if key in order.districts or people is None or not people.is_active_native:
            yield no(
                "HOA-CMP-40",
                "A single victory counts only against a native people without a master.",
                "Una victoria suelta solo cuenta ante un pueblo nativo sin amo.",
            )
    if order.pending and order.streak:
        yield no(
            "HOA-CMP-41",
            "A defeat cancels all single victories: with defeats in a row there are none.",
            "Una derrota anula todas las victorias sueltas: con derrotas seguidas no hay ninguna.",
        )


def enter_date(course: Course, order: EnterDate) -> None:
    """Set the date of the next turn. Its number follows from the first year."""
    halves = int(CALENDAR["turns_per_year"])
    turn = (order.year - course.season.first_year) * halves + order.half
    course.happen(e.DateEntered(turn, order.year, order.half))


def enter_account(course: Course, order: EnterAccount) -> None:
    """Replace the history of a player, and post the difference to the account."""
    victories = {key: n for key, n in order.victories.items() if n}
    course.happen(
        e.AccountEntered(
            order.player,
            order.promotions,
            order.streak,
            order.explored,
            victories,
            tuple(dict.fromkeys(order.pending)),
        )
    )
    held = course.player(order.player).districts
    for people in dict.fromkeys(order.districts):
        if people not in held:
            post_difference(course, people, 0)
            course.happen(e.Conquered(people, order.player))
    if course.player(order.player).hongos is not None:
        post_difference(course, order.player, order.hongos)
    note_completions(course)


def post_difference(course: Course, player: str, hongos: int) -> None:
    """Post what an account has too much or too little, as an opening entry."""
    more = hongos - (course.player(player).hongos or 0)
    payer, receiver = ("", player) if more > 0 else (player, "")
    course.post(payer, receiver, abs(more), "opening", "HOA-CMP-05")
