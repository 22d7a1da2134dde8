"""Forms of the page of a battle: choices that are confirmed there, and the date of the battle."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from starlette.datastructures import QueryParams

from app.kernel import record
from app.kernel.offers import Offer
from app.kernel.reading_pages import BattlePage
from app.kernel.refusal import Refusal
from app.services.play import orders
from app.services.watch.game_view import GameView, assess_order
from app.web.order_form import order_answers


@dataclass(frozen=True)
class ChoiceRow:
    """Choice of the viewer with its order as JSON and the command that counts it once."""

    offer: Offer
    order: str
    command: str


@dataclass(frozen=True)
class DateForms:
    """Forms about the date of a battle.

    `answers` are complete orders, `proposal` asks for a date in words; None without one. `asked` is
    the order whose preview is open. `findings` are the reasons against a proposal, `given` is its
    input so far.
    """

    answers: Sequence[ChoiceRow]
    proposal: Offer | None
    asked: ChoiceRow | None
    findings: tuple[Refusal, ...]
    given: str


def choice_row(offer: Offer, order: str) -> ChoiceRow:
    """Choice with a new command."""
    return ChoiceRow(offer, order, secrets.token_urlsafe(16))


def choice_rows(offers: Sequence[Offer]) -> tuple[ChoiceRow, ...]:
    """Choices of the live offers without questions."""
    return tuple(
        choice_row(one, record.as_given(one.order))
        for one in offers
        if one.is_live and not one.asks
    )


def date_forms(
    look: GameView, battle: BattlePage, query: QueryParams, language: str
) -> DateForms | None:
    """Forms about the date of a battle for the viewer, with the input of the query. None for other
    viewers. Raises `Malformed` for input that is no order.
    """
    offers = battle.dates.offers if battle.dates else ()
    if not offers:
        return None
    answers = choice_rows(offers)
    proposal = next((one for one in offers if one.asks and one.is_live), None)
    asked = next((row for row in answers if row.order == query.get("order")), None)
    findings: tuple[Refusal, ...] = ()
    if asked is None and proposal is not None and "words" in query:
        filled = order_answers(proposal.asks, msgspec.to_builtins(proposal.order), query, language)
        findings = tuple(assess_order(look, filled).no)
        if not findings:
            order = orders.parse_order(look.box, filled)
            asked = choice_row(proposal, record.as_given(order))
    return DateForms(answers, proposal, asked, findings, query.get("words", ""))
