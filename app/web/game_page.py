"""Answers with the game page: the whole page, the parts for htmx, or single panels."""

from __future__ import annotations

from collections.abc import Callable, Collection
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response
from starlette.datastructures import QueryParams

from app.services.people import spectator_chat
from app.services.watch import game_view
from app.web.auth import user_id
from app.web.former_addresses import redirect_from_former_tab
from app.web.language import language_of
from app.web.pages import render_page, render_shared
from app.web.panels.compose import PANELS, REPLAY_STEP, GamePage, compose_page
from app.web.panels.decision import NO_ANSWER, Answer
from app.web.panels.frame import TABS, build_frame
from app.web.preview_image import Card, card_of
from app.web.rate_limiting import rate_limit_request

COSTLY_FIELDS = ("order", "place", "look", "measure", "shot", "tried")
"""Query fields that cost more than the page."""
WHOLE, PARTS, WORDS, CHANGES = (
    "play/page.html",
    "play/parts.html",
    "play/text.html",
    "panels/changes.html",
)


def show_game(
    request: Request,
    look: game_view.GameView,
    query: QueryParams,
    status: int = HTTPStatus.OK,
    *,
    in_words: bool = False,
    answer: Answer = NO_ANSWER,
) -> Response:
    """Game page, with or without its board. A request by htmx gets only the changed parts."""
    moved = redirect_from_former_tab(request)
    if moved is not None:
        return moved
    template = WORDS if in_words else page_template(request)
    if is_cacheable(request, look, query) and status == HTTPStatus.OK:
        return show_shared(request, look, query, template, in_words=in_words)
    rate_limit_query(request)
    is_step = template == PARTS and not look.is_now and user_id(request) is None
    page = compose_for(
        request,
        look,
        query,
        REPLAY_STEP if is_step and query.get("tab") not in ("messages", "spectators") else PANELS,
        in_words=in_words,
        answer=answer,
    )
    if status == HTTPStatus.OK and page.selection.has_refusal:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    response = render_page(
        request, template, status=status, card=preview_card(request, look), **page.context
    )
    if look.is_now:
        game_view.record_visit(request.app.state.services, look)
    return response


def show_panels(
    request: Request, look: game_view.GameView, names: Collection[str], query: QueryParams
) -> Response:
    """Panels alone, each for its own place on the page."""
    if is_cacheable(request, look, query):
        return show_shared(request, look, query, CHANGES, names=names)
    rate_limit_query(request)
    response = render_page(request, CHANGES, **compose_for(request, look, query, names).context)
    if look.is_now:
        game_view.record_visit(request.app.state.services, look)
    return response


def show_shared(
    request: Request,
    look: game_view.GameView,
    query: QueryParams,
    template: str,
    *,
    names: Collection[str] = PANELS,
    in_words: bool = False,
) -> Response:
    """Cached page or panels of anonymous visitors in the current position."""
    tab = query.get("tab", "") if query.get("tab") in TABS else ""
    query = QueryParams(tab=tab) if tab else QueryParams()
    news = (
        spectator_chat.news_number(request.app.state.services, look.game.id)
        if tab == "spectators"
        else 0
    )

    def context() -> dict[str, Any]:
        page = compose_for(request, look, query, names, in_words=in_words)
        return page.context | {"card": preview_card(request, look)}

    return render_shared(request, template, look.game.id, look.last, tab, news, context=context)


def show_current_shared(
    request: Request, game_id: int, number: int, load: Callable[[], game_view.GameView]
) -> Response:
    """Cached page after move `number`, without loading the game if the page is in the cache."""

    def context() -> dict[str, Any]:
        look = load()
        page = compose_for(request, look, QueryParams(), PANELS)
        return page.context | {"card": preview_card(request, look)}

    return render_shared(request, page_template(request), game_id, number, "", context=context)


def compose_for(
    request: Request,
    look: game_view.GameView,
    query: QueryParams,
    names: Collection[str],
    *,
    in_words: bool = False,
    answer: Answer = NO_ANSWER,
) -> GamePage:
    return compose_page(
        request.app.state.services,
        build_frame(look, query, in_words=in_words),
        language_of(request),
        user_id(request),
        names,
        answer,
    )


def is_cacheable(request: Request, look: game_view.GameView, query: QueryParams) -> bool:
    """Return True if all anonymous visitors get the same answer to this query."""
    return user_id(request) is None and look.is_now and set(query) <= {"tab"}


def rate_limit_query(request: Request) -> None:
    """Count a request whose query costs more than the page."""
    if any(field in request.query_params for field in COSTLY_FIELDS):
        rate_limit_request(request, "looks")


def preview_card(request: Request, look: game_view.GameView) -> Card | None:
    return card_of(look, request.app.state.settings.base_url, language_of(request))


def page_template(request: Request) -> str:
    """Template of the whole page, or of the changed parts for a request by htmx."""
    is_part = (
        request.headers.get("hx-request") == "true"
        and request.headers.get("hx-history-restore-request") != "true"
    )
    return PARTS if is_part else WHOLE
