"""Forms of the game page: the page that contains them, and the question before an act."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData

from app.kernel.say import say
from app.services.watch import game_view
from app.web.auth import user_id
from app.web.confirmation import is_confirmed, left_to_the_server, question_of
from app.web.panels.clock import build_clock

MEANWHILE = say(
    "Another player moved meanwhile. Your draft is kept; check it again.",
    "Otro jugador ha jugado entretanto. Tu borrador sigue aquí; revísalo.",
)
NOTHING_DONE = say(
    "Another player moved meanwhile, so nothing was done. Check the game again.",
    "Otro jugador ha jugado entretanto, así que no se ha hecho nada. Revisa la partida.",
)


def typed_texts(order: str) -> tuple[str, ...]:
    """Texts of an order in JSON that a player has typed: those with a blank between words."""
    try:
        fields = msgspec.json.decode(order)
    except (msgspec.MsgspecError, RecursionError):
        return ()
    values = fields.values() if isinstance(fields, dict) else ()
    return tuple(one for one in values if isinstance(one, str) and " " in one.strip())


def order_of_form(form: FormData) -> str:
    """Order of a form in JSON. The question before leaving adds the chosen successor."""
    order, successor = str(form.get("order", "")), str(form.get("successor", ""))
    if not successor:
        return order
    try:
        fields = msgspec.json.decode(order)
    except (msgspec.MsgspecError, RecursionError):
        return order
    is_leaving = isinstance(fields, dict) and fields.get("kind") == "leave_seat"
    return msgspec.json.encode(fields | {"successor": successor}).decode() if is_leaving else order


def is_in_words(form: FormData) -> bool:
    """Return True if the form belongs to the page in words."""
    return form.get("back") == "text"


def page_of_form(address: str, form: FormData) -> str:
    """Address of the page that contains the form: the game, or the page of a battle."""
    battle = str(form.get("battle", ""))
    if re.fullmatch(r"[\w.]{1,20}", battle, re.ASCII):
        part = form.get("part") if form.get("part") in ("dates", "play") else "place"
        return f"/games/{address}/battles/{battle}#{part}"
    return f"/games/{address}/text#decision" if is_in_words(form) else f"/games/{address}"


def ask_first(
    request: Request, address: str, form: FormData, key: Callable[[game_view.GameView], str]
) -> Response | None:
    """Redirect to the confirmation question of an act, unless the form confirms it. None if there
    is no question.
    """
    if is_confirmed(form):
        return None
    services, base = request.app.state.services, f"/games/{address}"
    look = game_view.load_view(services, address, user_id(request))
    name = key(look)
    if not name:
        return None
    clock, leaves = build_clock(services, look), left_to_the_server(look)
    if question_of(look, name, base, clock, leaves) is None:
        return None
    page = f"{base}/text?confirm={name}#decision" if is_in_words(form) else f"{base}?confirm={name}"
    return RedirectResponse(page, 303)
