"""Panel of the game page as HTML, in the answer to an order."""

from __future__ import annotations

from fastapi import Request
from starlette.datastructures import QueryParams

from app.services.watch.game_view import GameView
from app.web.api.authentication import Asker
from app.web.pages import render_in
from app.web.panels.compose import DECISION, LOG, compose_page
from app.web.panels.frame import build_frame

PANEL = "play/panel.html"
NAMES = (DECISION, LOG)


def render_panel(request: Request, asker: Asker, look: GameView) -> str:
    """Column beside the board as the game page shows it to the user of the token, in the language
    of the request. Its forms have no CSRF token, because a program sends orders through the API.
    """
    request.state.visitor, request.state.csrf = asker.visitor, ""
    frame = build_frame(look, QueryParams(), in_words=False)
    page = compose_page(asker.services, frame, asker.language, asker.user_id, NAMES)
    return render_in(asker.language, request, PANEL, **page.context)
