"""Forms of the page of a battle: choices that are confirmed there, and the date of the battle."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from starlette.datastructures import QueryParams

from app.kernel import record
from app.kernel.battle_dates import PlayNow, date_title
from app.kernel.date_orders import DateOrder
from app.kernel.offers import Offer
from app.kernel.reading_pages import BattlePage
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.services.container import Services, current_time
from app.services.play import orders
from app.services.play.referee_desk import pages_of_referee
from app.services.time.availability import parse_time
from app.services.time.proposed_dates import with_times
from app.services.watch.assessed_dates import assess_by_clock
from app.services.watch.game_view import GameView
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
            findings = tuple(assess_by_clock(services, look, order).no)
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
    order = with_times(orders.parse_order(look.box, filled), current_time())
    if not isinstance(order, DateOrder):
        raise TypeError(f"{order!r} proposes no date")
    return order


@dataclass(frozen=True)
class PlayForms:
    """Play at once: orders that the viewer may give now. `is_over`: the last request has ended.
    `ends_in`: seconds until it ends, rounded up; 0 without a request that runs.
    """

    play: PlayNow
    rows: tuple[ChoiceRow, ...]
    is_over: bool
    ends_in: int


def known_play(look: GameView, battle: BattlePage) -> PlayNow | None:
    """Requests to play at once as the viewer knows them, also as an organiser."""
    if battle.dates is None or battle.dates.play_now is not None:
        return battle.dates.play_now if battle.dates is not None else None
    pages = pages_of_referee(look)
    found = pages.battle(battle.key) if pages is not None else None
    return found.dates.play_now if found is not None and found.dates is not None else None


def play_forms(look: GameView, battle: BattlePage, now: str) -> PlayForms | None:
    """Forms to play a battle at once; None for viewers who do not know the requests."""
    play = known_play(look, battle)
    if play is None:
        return None
    left = seconds_left(play, now)
    is_over = left is not None and left < 0
    asks = (play.ask,) if play.ask is not None else ()
    offers = asks if is_over else [one for one in (*play.answers, *asks) if one.is_live]
    rows = tuple(choice_row(one, record.as_given(one.order)) for one in offers)
    return PlayForms(play, rows, is_over, 0 if left is None or is_over else int(left) + 1)


def seconds_left(play: PlayNow, now: str) -> float | None:
    """Seconds from `now` to the end of the last request, negative after it; None without an end."""
    if play.request is None or not play.request.until:
        return None
    return (parse_time(play.request.until) - parse_time(now)).total_seconds()
