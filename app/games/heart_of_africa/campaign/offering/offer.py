"""An offer with its refusals, and fields that several offers ask for."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.names import (
    title_of,
)
from app.games.heart_of_africa.campaign.reports import (
    MOST_BAGGAGE,
    MOST_FALLEN,
    MOST_TURNS,
    details_words,
    sums_words,
)
from app.games.heart_of_africa.campaign.state import (
    NO_REASON,
    Entered,
    Season,
    War,
)
from app.games.heart_of_africa.campaign.terms import LONGEST_WORDS
from app.games.heart_of_africa.campaign.wording.reports import in_a_row
from app.kernel.contract import Order
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import Say, say


def offer(season: Season, me: str, order: Order, label: Say, **more: object) -> Offer:
    """Offer of a complete order, with its refusals."""
    return Offer(order, label, no=refusals(season, order, me), **more)  # type: ignore[arg-type] # fields of Offer


def leaders_field(season: Season, war: War) -> Field:
    """Leaders who fell in the battle."""
    choices = tuple(Choice(key, title_of(season, key)) for key in war.players)
    title = say("Leaders who fell", "Líderes caídos")
    return Field.some("leaders_lost", title, choices, is_optional=True)


def result_label(season: Season, winner: str | None) -> Say:
    """Label of a result: the winner, or no decision."""
    if winner is None:
        return say("No decision", "Sin decisión")
    return say(
        "{who:The} won",
        "{who:El} {who:ganó|ganaron}",
        who=title_of(season, winner),
    )


def report_fields(season: Season, war: War) -> tuple[Field, ...]:
    """Fields of a report from a real table: Leaders, turns, losses of both sides, remarks."""
    return (
        *number_fields(season, war),
        Field(
            "remarks",
            Kind.TEXT,
            say("Remarks", "Observaciones"),
            most=LONGEST_WORDS,
            is_optional=True,
        ),
    )


def number_fields(season: Season, war: War) -> tuple[Field, ...]:
    """Leaders, turns, and losses of both sides."""
    turns = say("Turns played", "Turnos jugados")
    return (
        leaders_field(season, war),
        Field.number("turns", turns, most=MOST_TURNS, usual="0"),
        *losses_fields(season, war),
    )


def losses_fields(season: Season, war: War) -> Iterator[Field]:
    """Fallen figures and baggage lost, for both sides."""
    for key, role in zip(war.players, ("attacker", "defender"), strict=True):
        who = title_of(season, key)
        fallen = say("Fallen figures of {who:the}", "Figuras caídas {who:del}", who=who)
        yield Field.number(f"fallen_{role}", fallen, most=MOST_FALLEN, usual="0")
        baggage = say("Baggage lost by {who:the}", "Bagajes perdidos por {who:el}", who=who)
        yield Field.number(f"baggage_{role}", baggage, most=MOST_BAGGAGE, usual="0")


def stated_fields(season: Season, war: War) -> Iterator[Field]:
    """Fields of a report with the numbers of the entered one, if there is any. A total that is the
    sum of its units is blank.
    """
    entered = war.reported
    if entered is None:
        yield from number_fields(season, war)
        return
    numbers = {"turns": entered.details.turns}
    for role, key, fallen, baggage in zip(
        ("attacker", "defender"), war.players, entered.fallen, entered.details.baggage, strict=True
    ):
        units = sum(row.fallen for row in entered.details.casualties if row.side == key)
        numbers |= {f"fallen_{role}": 0 if fallen == units else fallen, f"baggage_{role}": baggage}
    for field in number_fields(season, war):
        number = numbers.get(field.name)
        if field.kind is Kind.CHOICES:
            yield replace(field, values=entered.leaders_lost)
        else:
            yield replace(field, values=(str(number),)) if number else field


def entered_words(season: Season, war: War) -> Say:
    """Result that waits for a decision, in words; empty without one."""
    return say("", "") if war.entered is None else reported_words(season, war, war.entered)


def reported_words(season: Season, war: War, entered: Entered) -> Say:
    """Result that a player has entered, with losses, remarks and the reason of a dispute."""
    parts = [
        say(
            "{result}, entered by {who:the}.",
            "{result}, según {who:el}.",
            who=title_of(season, entered.by),
            result=result_label(season, entered.winner),
        )
    ]
    parts += sums_words(season, war, entered.leaders_lost, entered.fallen)
    parts += details_words(season, war, entered.details)
    if entered.remarks:
        parts.append(say("“{words}”", "«{words}»", words=entered.remarks))
    if entered.disputed == NO_REASON:
        parts.append(say("Disputed, without a reason.", "Discutido, sin motivo."))
    elif entered.disputed:
        parts.append(say("Disputed: “{why}”", "Discutido: «{why}»", why=entered.disputed))
    return in_a_row(parts)
