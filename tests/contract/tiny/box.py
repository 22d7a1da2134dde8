"""Common part of the tiny games: a plain board, plain log lines and sandboxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

import msgspec

from app.kernel.box import Box
from app.kernel.contract import Card, Line, Marks, Order, Scenario, Side, Step
from app.kernel.offers import Assessment
from app.kernel.outcome import Outcome
from app.kernel.position import Moment
from app.kernel.refusal import Refusal, Refused, no
from app.kernel.rulebook import Rule, Rulebook
from app.kernel.say import Say, as_is, say
from app.kernel.scene import NOTHING, Scene
from app.kernel.seats import Viewer


def rules(prefix: str, **texts: str) -> Rulebook:
    return Rulebook(
        lambda: [
            Rule(f"{prefix}-{key.replace('_', '-')}", text, text, "enforced", text, text)
            for key, text in texts.items()
        ]
    )


def card(
    key: str,
    sides: Sequence[str],
    steps: Sequence[Step],
    orders: Sequence[type],
    events: Sequence[type],
    endings: Sequence[str],
    judges: Sequence[str] = (),
    any_time: Sequence[type] = (),
    degrees: Mapping[str, Say] | None = None,
) -> Card:
    scenario = Scenario(
        "plain",
        say("Plain", "Sencillo"),
        say("A plain game.", "Una partida sencilla."),
        tuple(
            Side(side, as_is(side.title()), shape, competes=side not in judges)
            for side, shape in zip(sides, cycle("abcdefgh"), strict=False)
        ),
    )
    return Card(
        key,
        key[:3].upper(),
        as_is(key.title()),
        as_is(key),
        (scenario,),
        (),
        tuple(steps),
        tuple(orders),
        tuple(events),
        tuple(endings),
        any_time=tuple(any_time),
        degrees=degrees or {},
    )


class Tiny(Box):
    """Box with everything but new_game, decide, evolve, view, waiting_for, offers and outcome."""

    card: Card

    def imagined(self, view: Any) -> Any:
        """State with its viewer; enough where nothing is hidden."""
        return msgspec.structs.replace(view, seat=None)

    def assess(self, view: Any, order: Order) -> Assessment:
        found = next((offer for offer in self.offers(view) if offer.order == order), None)
        return Assessment(no=found.no if found else unseen().refusals)

    def drawing(self, view: Any, marks: Marks, language: str) -> Scene:
        box = (0.0, 0.0, 10.0, 10.0)
        return Scene(
            "tiny",
            self.card.title.in_(language),
            box,
            box,
            (5.0, 5.0),
            box,
            (),
            self.card.key,
            (),
            NOTHING,
            (),
        )

    def wording(self, before: Any, event: Any, viewer: Viewer) -> Sequence[Line]:
        return (Line(as_is(type(event).__name__)),)

    def moment(self, state: Any) -> Moment:
        return Moment(
            state.turn, self.card.sequence[0].key, say("Turn {n}", "Turno {n}", n=state.turn)
        )


def not_your_turn(rule: str) -> Refusal:
    return no(rule, "It is not your turn.", "No es tu turno.")


def unseen() -> Refused:
    """CAR-TAB-06: unseen and missing things get the same answer."""
    return Refused(no("CAR-TAB-06", "There is no such piece.", "No hay tal pieza."))


def won(winners: Sequence[str], ending: str) -> Outcome:
    return Outcome(tuple(winners), ending, say("{who} won.", "Gana {who}.", who=list(winners)))
