"""Context of the gathering page of a game with open seats: who has joined, and the entry form."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from fastapi import Request, Response
from starlette.datastructures import QueryParams

from app.kernel import record
from app.kernel.clock_words import in_words
from app.kernel.form import Field, Kind
from app.kernel.offers import Assessment
from app.kernel.refusal import Refusal, Refused, no
from app.kernel.say import Say
from app.services.play import game_setup, gathering
from app.services.play.gathering import Entry, EntryChoice, Gathering
from app.services.watch import reading_pages
from app.services.watch.game_view import GameView
from app.web.auth import user_id
from app.web.confirmation import CONFIRMED
from app.web.order_form import order_answers
from app.web.pages import render_page
from app.web.panels.frame import side_shapes

NOTHING: Mapping[str, str] = {}
OF_THE_FORM = ("csrf", "command", CONFIRMED, "change", "draw")
"""Fields of the form that are no answers."""


@dataclass(frozen=True)
class GatheringPage:
    """Gathering page of one visitor. `given` is the input so far, `findings` are the reasons of a
    refusal. `drawn` is the question of text for which another proposal was asked. `preview` is the
    dry run of an entry that waits for its confirmation.
    """

    gathering: Gathering
    base: str
    link: str
    shapes: Mapping[str, str]
    told: tuple[Say, ...]
    given: Mapping[str, str]
    findings: tuple[Refusal, ...]
    command: str
    drawn: str = ""
    preview: Assessment | None = None

    @property
    def look(self) -> GameView:
        return self.gathering.look

    @property
    def mine(self) -> str:
        """Side of the viewer; "" without a seat."""
        return self.look.viewer.side or "" if self.look.seat else ""

    @property
    def clock(self) -> Say:
        """Time limits in one sentence."""
        return in_words(self.look.game.clock, self.look.box.card.deadlines)

    @property
    def chosen(self) -> str:
        """Choice of the entry form: the one given, or the first that is open."""
        entry = self.gathering.entry
        if entry is None:
            return ""
        live = [one.choice.value for one in entry.choices if not one.choice.no]
        given = self.given.get(entry.asks.name, "")
        return given if given in live else next(iter(live), "")

    def field_name(self, one: EntryChoice, ask: Field) -> str:
        """Name of a question in the form."""
        return name_in_form(one.choice.value, ask)

    @property
    def has_proposal(self) -> bool:
        """True unless another answer was asked for and the chosen army has none to propose."""
        entry = self.gathering.entry
        return not self.drawn or bool(entry and entry.proposals(self.chosen, self.drawn))

    @property
    def answers(self) -> Mapping[str, str]:
        """Input of the form, for the form that confirms it."""
        return {name: text for name, text in self.given.items() if name not in OF_THE_FORM}

    @property
    def opening(self) -> str:
        """JSON of the order that opens the first turn; "" for other viewers."""
        offer = self.gathering.opening
        return record.as_given(offer.order) if offer else ""


def name_in_form(choice: str, ask: Field) -> str:
    """Name of a question in the form. Questions of text are asked once for all choices."""
    return ask.name if ask.kind is Kind.TEXT else f"{choice}.{ask.name}"


def show_gathering(
    request: Request,
    address: str,
    given: Mapping[str, str] = NOTHING,
    findings: tuple[Refusal, ...] = (),
    drawn: str = "",
    preview: Assessment | None = None,
) -> Response:
    """Answer with the gathering page; after a refusal with the refused input and the reasons.
    With the name of a question of text (`drawn`) the page proposes another answer to it. With a
    `preview` it asks to confirm the entry.

    Raises `NoSuchGame` and `NotYourSeat`.
    """
    services, settings = request.app.state.services, request.app.state.settings
    found = gathering.load_gathering(services, address, user_id(request))
    game = found.look.game
    if drawn and found.entry is not None:
        given = with_proposal(found.entry, given, drawn)
    page = GatheringPage(
        found,
        f"/games/{game.address}",
        f"{settings.base_url}/games/{game.address}/gathering",
        side_shapes(found.look),
        game_setup.terms_in_words(found.look.box, game),
        given,
        findings,
        secrets.token_urlsafe(16),
        drawn,
        preview,
    )
    told = reading_pages.pages_of(found.look)
    is_contest = told is not None and told.contest is not None
    template = "contests/sign_up.html" if is_contest else "campaigns/gathering.html"
    club = reading_pages.club_of_game(request.app.state.services, found.look.game)
    return render_page(
        request, template, status=422 if findings else 200, page=page, told=told, club=club
    )


def with_proposal(entry: Entry, given: Mapping[str, str], name: str) -> Mapping[str, str]:
    """Input so far with another proposal for a question of text, which the chosen entry has."""
    now = given.get(name, "")
    others = [one for one in entry.proposals(given.get(entry.asks.name, ""), name) if one != now]
    return {**given, name: secrets.choice(others)} if others else given


def entry_given(entry: Entry, form: Mapping[str, str], language: str) -> dict[str, object]:
    """Order of an entry from the form. Raises `Refused` without a choice, and `UnreadableField`."""
    if entry.fields:
        given = QueryParams({ask.name: form.get(ask.name, "") for ask in entry.fields})
        return order_answers(entry.fields, dict(entry.order), given, language)
    value = form.get(entry.asks.name, "")
    chosen = next((one for one in entry.choices if one.choice.value == value), None)
    if chosen is None:
        raise Refused(
            no(
                "CAR-SEA-03",
                "{what}: choose one.",
                "{what}: elige una opción.",
                what=entry.asks.title,
            )
        )
    if chosen.choice.no:
        raise Refused(*chosen.choice.no)
    answers = QueryParams({ask.name: form.get(name_in_form(value, ask), "") for ask in chosen.asks})
    order = {**msgspec.to_builtins(entry.order), entry.asks.name: value}
    return order_answers(chosen.asks, order, answers, language)
