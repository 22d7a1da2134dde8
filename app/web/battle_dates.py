"""Forms of the page of a battle: choices that are confirmed there, and the date of the battle."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from starlette.datastructures import QueryParams

from app.kernel import record
from app.kernel.battle_dates import date_title
from app.kernel.contract import Order
from app.kernel.date_orders import DateOrder
from app.kernel.offers import Offer
from app.kernel.reading_pages import BattlePage
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.services.container import Services, current_time
from app.services.play import orders
from app.services.time.proposed_dates import date_refusal, in_utc
from app.services.watch.game_view import GameView, assess_order
from app.web.order_form import UnreadableField, order_answers


@dataclass(frozen=True)
class ChoiceRow:
    """Choice of the viewer with its order as JSON and the command that counts it once."""

    offer: Offer
    order: str
    command: str


@dataclass(frozen=True)
class DateForms:
    """Forms about the date of a battle.

    `answers` are complete orders, `proposal` asks for a moment and words; None without one. `asked`
    is the order whose preview is open. `findings` are the reasons against a proposal, `given` is
    its input so far, by field; `title` is the proposed date of an open preview.
    """

    answers: Sequence[ChoiceRow]
    proposal: Offer | None
    asked: ChoiceRow | None
    findings: tuple[Refusal, ...]
    given: Mapping[str, str]
    title: Say | None = None


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
    services: Services, look: GameView, battle: BattlePage, query: QueryParams, language: str
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
    title = None
    if asked is None and proposal is not None and {"at", "words"} & query.keys():
        try:
            order = proposed_order(look, proposal, query, language)
            findings = refusals_of(services, look, order)
        except UnreadableField as unreadable:
            findings = (unreadable.refusal,)
        else:
            asked = None if findings else choice_row(proposal, record.as_given(order))
            title = date_title(order.at, order.words)
    given = {one: query.get(one, "") for one in ("at", "words")}
    return DateForms(answers, proposal, asked, findings, given, title)


def proposed_order(look: GameView, proposal: Offer, query: QueryParams, language: str) -> DateOrder:
    """Proposal with the input of the query, in UTC. Raises `UnreadableField`."""
    filled = order_answers(proposal.asks, msgspec.to_builtins(proposal.order), query, language)
    order = in_utc(orders.parse_order(look.box, filled))
    if not isinstance(order, DateOrder):
        raise TypeError(f"{order!r} proposes no date")
    return order


def refusals_of(services: Services, look: GameView, order: Order) -> tuple[Refusal, ...]:
    """Reasons of the game and of the clock against a proposal."""
    now = current_time()
    with services.store.read() as work:
        by_clock = date_refusal(work, look.game, look.seats, look.history, order, now)
    found = tuple(assess_order(look, order).no)
    return found if by_clock is None else (*found, by_clock)
