"""Play at once: its orders, and its part of the page of a battle (CON-RES-11)."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests import orders as o
from app.games.contests.names import pairing_title, title_of
from app.games.contests.offer_parts import offer
from app.games.contests.play_requests import RULE, is_asked, knows_requests, last_request
from app.games.contests.play_words import request_words
from app.games.contests.state import Contest, Pairing
from app.kernel.battle_dates import PlayNow
from app.kernel.offers import Offer
from app.kernel.say import say


def play_offers(contest: Contest, pairing: Pairing, me: str) -> Iterator[Offer]:
    """Answers to the request of the opponent, or a request."""
    title, request = pairing_title(contest, pairing), last_request(contest, pairing.key)
    if is_asked(pairing, request, me):
        for accept, label in (
            (True, say("Play now", "Jugar ahora")),
            (False, say("Not now", "Ahora no")),
        ):
            order = o.AnswerToPlay(pairing.key, accept=accept)
            yield offer(contest, me, order, label, about=title, ahead=True)
    label = say(
        "Ask {who} to play now",
        "Pedir a {who} jugar ahora",
        who=title_of(contest, pairing.opponent(pairing.acting(me))),
    )
    says = say("The request lasts 30 minutes.", "La petición dura 30 minutos.")
    ask = o.AskToPlay(pairing.key)
    yield offer(contest, me, ask, label, says=says, about=title, ahead=True)


def play_now_of(contest: Contest, one: Pairing, me: str | None) -> PlayNow | None:
    """Play at once on the page of a battle without a stated result; None for other viewers."""
    if not knows_requests(contest, one.key, me) or not one.is_open or one.report is not None:
        return None
    request = last_request(contest, one.key)
    is_own = me is not None and one.acting(me) != ""
    if request is None and not is_own:
        return None
    says = request_words(contest, one, request) if request is not None else None
    if me is None or not is_own:
        return PlayNow(request, says, rule=RULE)
    *answers, ask = play_offers(contest, one, me)
    return PlayNow(request, says, ask, tuple(answers), RULE)
