"""Negotiation between two players: attacks, requests for passage, terms and their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.state import Season
from app.games.heart_of_africa.campaign.wording import wording
from app.kernel.contract import Event
from app.kernel.seats import Viewer
from app.kernel.turn_facts import Exchange

Parties = tuple[str, str]


def exchange_of(before: Season | None, event: Event) -> Exchange | None:
    """Negotiation in an event, as its two players read it; None for any other event."""
    parties = PARTIES.get(type(event))
    by, to = parties(event) if parties else ("", "")
    if before is None or not to:
        return None
    [line, *_] = wording(before, event, Viewer(by, by))
    is_agreed, is_opening = isinstance(event, e.TermsAgreed), isinstance(event, e.Declared)
    return Exchange(by, to, line.says, is_agreed, is_opening)


def declared(event: e.Declared) -> Parties:
    """Attacker or Explorer, then the target; without a target for hunting and passing."""
    return (event.player, event.target)


def offered(event: e.TermsOffered) -> Parties:
    return (event.terms.by, event.attacker if event.terms.by == event.defender else event.defender)


def agreed(event: e.TermsAgreed) -> Parties:
    """Player who accepts the terms, then the one who offered them."""
    by, other = offered(e.TermsOffered(event.attacker, event.defender, event.terms))
    return (other, by)


def refused(event: e.TermsRefused) -> Parties:
    return (event.by, event.attacker if event.by == event.defender else event.defender)


def resisted(event: e.Resisted) -> Parties:
    return (event.defender, event.attacker)


PARTIES: dict[type, Callable[[Any], Parties]] = {
    e.Declared: declared,
    e.TermsOffered: offered,
    e.TermsAgreed: agreed,
    e.TermsRefused: refused,
    e.Resisted: resisted,
}
