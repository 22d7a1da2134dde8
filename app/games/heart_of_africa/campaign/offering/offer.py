"""An offer with its refusals, and fields that several offers ask for."""

from __future__ import annotations

from app.games.heart_of_africa.campaign.decide import MOST_FALLEN, refusals
from app.games.heart_of_africa.campaign.names import (
    title_of,
)
from app.games.heart_of_africa.campaign.state import (
    Entered,
    Season,
    War,
)
from app.games.heart_of_africa.campaign.terms import LONGEST_WORDS
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
    """Fields of a report from a real table: Leaders, fallen figures of both sides, remarks."""
    return (
        leaders_field(season, war),
        *(
            Field.number(
                name,
                say("Fallen figures of {who:the}", "Figuras caídas {who:del}", who=title),
                most=MOST_FALLEN,
                usual="0",
            )
            for name, title in (
                ("fallen_attacker", title_of(season, war.attacker)),
                ("fallen_defender", title_of(season, war.defender)),
            )
        ),
        Field(
            "remarks",
            Kind.TEXT,
            say("Remarks", "Observaciones"),
            most=LONGEST_WORDS,
            is_optional=True,
        ),
    )


def entered_words(season: Season, war: War) -> Say:
    """Result that waits for a decision, in words; empty without one."""
    return say("", "") if war.entered is None else reported_words(season, war, war.entered)


def reported_words(season: Season, war: War, entered: Entered) -> Say:
    """Result that a player has entered, with losses, remarks and the reason of a dispute."""
    parts = [
        say(
            "Entered by {who:the}: {result}.",
            "Anotado por {who:el}: {result}.",
            who=title_of(season, entered.by),
            result=result_label(season, entered.winner),
        )
    ]
    if entered.leaders_lost:
        lost = tuple(title_of(season, key) for key in entered.leaders_lost)
        parts.append(say("Leaders lost: {who}.", "Líderes caídos: {who}.", who=lost))
    if any(entered.fallen):
        fallen = tuple(
            say("{who} {n}", "{who} {n}", who=title_of(season, key), n=n)
            for key, n in zip(war.players, entered.fallen, strict=True)
        )
        parts.append(say("Fallen figures: {all}.", "Figuras caídas: {all}.", all=fallen))
    if entered.remarks:
        parts.append(say("“{words}”", "«{words}»", words=entered.remarks))
    if entered.disputed:
        parts.append(say("Disputed: “{why}”", "Discutido: «{why}»", why=entered.disputed))
    return in_a_row(parts)


def in_a_row(parts: list[Say]) -> Say:
    """Sentences one after another."""
    text = " ".join(f"{{s{number}}}" for number in range(len(parts)))
    return Say(text, text, {f"s{number}": part for number, part in enumerate(parts)})
