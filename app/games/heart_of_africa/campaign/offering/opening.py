"""Offers of opening entries, for a campaign that is under way on paper."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.joining import LATEST_YEAR
from app.games.heart_of_africa.campaign.names import player_title
from app.games.heart_of_africa.campaign.opening import BEATEN, MOST, MOST_PROMOTIONS
from app.games.heart_of_africa.campaign.pages.standings import list_beaten_title
from app.games.heart_of_africa.campaign.state import COLONIAL, EXPLORER, NATIVE, Player, Season
from app.kernel.form import Choice, Field
from app.kernel.offers import Offer
from app.kernel.say import Say, say

OPENING = say(
    "Opening entries, for a campaign on paper", "Apuntes iniciales, para una campaña en papel"
)


def opening_offers(season: Season) -> Iterator[Offer]:
    """Date of the next turn, and one entry for each player."""
    yield Offer(
        o.EnterDate(0, 0),
        say("Enter the date", "Anotar la fecha"),
        says=say(
            "The first turn played here begins at this date.",
            "El primer turno que se juega aquí empieza en esta fecha.",
        ),
        about=OPENING,
        asks=(
            Field.number(
                "year",
                say("Year", "Año"),
                least=season.first_year,
                most=LATEST_YEAR,
                usual=str(season.year),
            ),
            Field.number(
                "half",
                say("Half of the year (1 or 2)", "Semestre (1 o 2)"),
                least=1,
                most=2,
                usual=str(season.half),
            ),
        ),
        ahead=True,
    )
    for player in season.active():
        yield account_offer(season, player)


def account_offer(season: Season, player: Player) -> Offer:
    """Entry for one player; its fields show what the campaign knows now."""
    return Offer(
        o.EnterAccount(player.key),
        say(
            "Enter the account of {who:the}", "Anotar la cuenta {who:del}", who=player_title(player)
        ),
        says=say(
            "The entry stands in the ledger as an opening entry. A later one replaces it.",
            "El apunte queda en el libro como apunte inicial. Otro posterior lo sustituye.",
        ),
        about=OPENING,
        asks=tuple(account_fields(season, player)),
        piece=player.key,
        ahead=True,
    )


def account_fields(season: Season, player: Player) -> Iterator[Field]:
    """Hongos, holdings, promotions and victories."""
    if player.hongos is not None:
        least = 1 if player.class_ == NATIVE else 0
        yield number("hongos", say("Hongos", "Hongos"), player.hongos, MOST, least)
    yield number("promotions", say("Promotions", "Ascensos"), player.promotions, MOST_PROMOTIONS)
    natives = [one for one in season.by_joining if one.class_ == NATIVE]
    if player.class_ == EXPLORER and natives:
        choices = tuple(Choice(one.key, player_title(one)) for one in natives)
        title = say("Explored peoples", "Pueblos explorados")
        yield Field.some("explored", title, choices, values=player.explored, is_optional=True)
    if player.class_ == COLONIAL:
        free = [one for one in natives if one.is_active or one.key in player.districts]
        choices = tuple(Choice(one.key, player_title(one)) for one in free)
        title = say("Districts", "Distritos")
        yield Field.some("districts", title, choices, values=player.districts, is_optional=True)
        title = say("Peoples beaten once", "Pueblos vencidos una vez")
        once = tuple(Choice(one.key, player_title(one)) for one in natives if one.is_active)
        beaten = tuple(player.pending)
        yield Field.some("pending", title, once, values=beaten, is_optional=True)
        yield number("streak", say("Defeats in a row", "Derrotas seguidas"), player.streak, MOST)
    for key in BEATEN:
        title = say("Victories over {list}", "Victorias sobre {list}", list=list_beaten_title(key))
        if key == "egyptians_colonial":
            title = say("Victories over Colonial Egyptians", "Victorias sobre egipcios coloniales")
        yield number(f"victories.{key}", title, player.victories.get(key, 0), MOST)


def number(name: str, title: Say, now: int, most: int, least: int = 0) -> Field:
    """Number with its present value."""
    return Field.number(name, title, least=least, most=most, usual=str(now))
