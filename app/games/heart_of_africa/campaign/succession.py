"""Khartoum Arabs who become Mahdists, with the referee's consent (page 33)."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.joining import army_refused
from app.games.heart_of_africa.campaign.orders import BecomeMahdist, RefuseMahdist
from app.games.heart_of_africa.campaign.seats import not_a_referee, not_between_turns
from app.games.heart_of_africa.campaign.state import REFEREE, Season
from app.kernel.refusal import Refusal, found_in, no

LIST, KHARTOUM_ARABS, MAHDISTS = "sudanese_slavers", "khartoum_arabs", "mahdists"


def succession_refused(season: Season, key: str) -> Iterator[Refusal]:
    """Refusals: the player is no active Khartoum Arab, or the year is too early."""
    player = season.player(key)
    if player is None or not player.is_active or player.nation != KHARTOUM_ARABS:
        yield no(
            "HOA-LST-53",
            "Only Khartoum Arabs become Mahdists.",
            "Solo los Árabes de Jartum se convierten en mahdistas.",
        )
        return
    yield from army_refused(LIST, MAHDISTS, None, season.year)


def becoming_refused(season: Season, player: str, order: BecomeMahdist) -> Iterator[Refusal | None]:
    """Refusals of a request of the player concerned, and of the referee's consent."""
    if player != order.player:
        yield not_a_referee(player)
    yield not_between_turns(season, "HOA-LST-53")
    yield from succession_refused(season, order.player)
    if player == order.player in season.successions:
        yield no(
            "HOA-LST-53",
            "You have asked to become Mahdists already. The referee decides.",
            "Ya has pedido convertirte en mahdista. Decide el árbitro.",
        )


def refusing_refused(season: Season, player: str, order: RefuseMahdist) -> Iterator[Refusal | None]:
    """Refusals of the referee's answer: the player has not asked."""
    yield not_a_referee(player)
    if order.player not in season.successions:
        yield no(
            "HOA-LST-53",
            "This player does not ask to become a Mahdist.",
            "Ese jugador no pide convertirse en mahdista.",
        )


def open_requests(season: Season) -> Iterator[str]:
    """Players whose request waits for the referee and is still possible."""
    for key in season.successions:
        if not found_in(succession_refused(season, key)):
            yield key


def become_mahdist(course: Course, player: str, order: BecomeMahdist) -> None:
    """Ask the referee, or change the nation with the referee's consent; this is no promotion."""
    if player == REFEREE:
        course.happen(e.Succeeded(order.player, MAHDISTS))
    else:
        course.happen(e.SuccessionAsked(order.player))


def refuse_mahdist(course: Course, order: RefuseMahdist) -> None:
    """Refuse a request; the player keeps the nation and may ask again."""
    course.happen(e.SuccessionRefused(order.player))
