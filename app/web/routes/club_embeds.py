"""Club in a frame on another site, and its preview picture. Both show the view of anonymous
visitors, and no cookie changes it.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.kernel.say import say
from app.services.clubs import clubs
from app.services.errors import NoSuchClub
from app.web.club_card import about_in, club_picture, club_poster, load_frame
from app.web.deferred_routes import DeferredRoute
from app.web.embed_answers import (
    FRAMED,
    drawn_picture,
    embedded_page,
    frame_response,
    query_preferences,
    with_preferences,
)
from app.web.embed_page import none_of
from app.web.forms import Number
from app.web.language import language_of
from app.web.page_cache import Page, page_of
from app.web.pages import render_part

router = APIRouter(route_class=DeferredRoute)
NO_SUCH = say(
    "There is no such club, or it is not public.",
    "No existe ese club, o no es público.",
)


@router.get("/embed/clubs/{club}")
def show_club_embed(request: Request, club: Number) -> Response:
    """Club for a frame on another site. A club that is entered by link is not shown."""
    language, theme = language_of(request), query_preferences(request).get("theme", "")
    version = request.app.state.services.lists.version()

    def draw() -> Page:
        frame = load_frame(request.app.state.services, club, language)
        zone = frame.view.club.zone
        return page_of(
            render_part(
                request,
                "show/club.html",
                frame=frame,
                user=None,
                csrf="",
                theme=theme,
                zone=zone,
            )
        )

    try:
        page = request.app.state.page_cache.page(
            ("club frame", club, language, theme, *version), draw
        )
    except NoSuchClub:
        here = with_preferences(request, request.url.path)
        return embedded_page(
            request, lambda: none_of("embed", here, language, NO_SUCH), FRAMED, 404
        )
    return frame_response(request, page, FRAMED)


@router.get("/clubs/{club}/picture.png")
def show_club_picture(request: Request, club: Number) -> Response:
    """Preview picture of a club: name, place, members, its words. A club that is entered by link
    has none.
    """
    language = language_of(request)
    view = clubs.load_club(request.app.state.services, club, None)
    key = ("club", club_poster(view, language), about_in(view.club, language))
    return drawn_picture(request, key, lambda: club_picture(view, language), "public")
