"""Postings of the referee by hand, to any account."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.orders import Book
from app.games.heart_of_africa.campaign.state import NATIVE, Posting, Season
from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no

LONGEST_REASON = 400  # characters
MOST = 99  # hongos of one posting


def book_refused(season: Season, order: Book) -> Iterator[Refusal]:
    """Refusals of a posting by hand: HOA-CMP-05 gives accounts to active players without
    Colonials.
    """
    if not 1 <= order.hongos <= MOST:
        yield no(
            "HOA-CMP-05",
            "A posting has 1 to {most} hongos.",
            "Un apunte tiene de 1 a {most} hongos.",
            most=MOST,
        )
    if not order.reason.strip() or text_refused(order.reason, LONGEST_REASON, "HOA-CMP-05"):
        yield no(
            "HOA-CMP-05",
            "A posting by hand has a reason of at most {most} visible letters.",
            "Un apunte a mano lleva un motivo de {most} letras visibles como mucho.",
            most=LONGEST_REASON,
        )
    if order.payer == order.receiver:
        yield no(
            "HOA-CMP-05",
            "A posting changes one account or two different ones.",
            "Un apunte cambia una cuenta o dos distintas.",
        )
    for key in filter(None, (order.payer, order.receiver)):
        player = season.player(key)
        if player is None or player.hongos is None or not player.is_active:
            yield no(
                "HOA-CMP-05",
                "Only an active player with an account is booked.",
                "Solo se apunta a un jugador activo con cuenta.",
            )
    yield from too_poor(season, order)


def too_poor(season: Season, order: Book) -> Iterator[Refusal]:
    """No account is negative, and an active native keeps a hongo."""
    payer = season.player(order.payer)
    if payer is None or payer.hongos is None:
        return
    least = 1 if payer.class_ == NATIVE else 0
    if payer.hongos - order.hongos < least:
        yield no(
            "HOA-CMP-05",
            "{have:hongo+s}; at least {least} must be left after paying {hongos}.",
            "Tiene {have:hongo+s}; tras pagar {hongos} debe quedar al menos {least}.",
            have=payer.hongos,
            least=least,
            hongos=order.hongos,
        )


def book(course: Course, order: Book) -> None:
    """Post the hongos with the reason of the referee."""
    line = Posting(
        course.season.turn,
        order.payer,
        order.receiver,
        order.hongos,
        "by_hand",
        "HOA-CMP-05",
        reason=" ".join(order.reason.split()),
    )
    course.happen(e.Posted(line))
