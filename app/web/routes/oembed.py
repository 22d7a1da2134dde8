"""oEmbed: description of the frame of a public game or a club, for a site that received a link."""

from __future__ import annotations

import re
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from app.services.clubs.clubs import load_club
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.watch import game_view
from app.web.club_card import club_card
from app.web.deferred_routes import DeferredRoute
from app.web.language import language_of
from app.web.pages import render_for
from app.web.preview_image import Card, card_of

router = APIRouter(route_class=DeferredRoute)
# Seconds for which others may cache a description.
FRESH = 300
FRAME = 640  # pixels, in width and height
Pixels = Annotated[int, Query(ge=1, le=10_000)]
Form = Annotated[str, Query(alias="format")]


@router.get("/oembed")
def describe_embed(
    request: Request,
    url: str,
    maxwidth: Pixels = FRAME,
    maxheight: Pixels = FRAME,
    form: Form = "json",
) -> Response:
    """Frame of a public game or a club for a site that received a link (oEmbed 1.0, type rich).
    Raises `NoSuchGame` or `NoSuchClub` for other links.
    """
    if form != "json":
        return PlainTextResponse("json", 501)
    base, language = request.app.state.settings.base_url, language_of(request)
    path, card = linked_card(request.app.state.services, base, url, language)
    if card is None or not card.oembed:
        raise NoSuchGame
    width, height = min(FRAME, maxwidth), min(FRAME, maxheight)
    frame = render_for(
        language,
        "show/frame.html",
        site=base,
        base=path,
        width=width,
        height=height,
        title=card.title,
    )
    told = describe_frame(card, base, frame, (width, height))
    # A thumbnail would have to fit these limits too.
    if {"maxwidth", "maxheight"}.isdisjoint(request.query_params):
        told |= {
            "thumbnail_url": card.picture,
            "thumbnail_width": card.width,
            "thumbnail_height": card.height,
        }
    return JSONResponse(
        told,
        headers={
            "Access-Control-Allow-Origin": "*",
            "Cache-Control": f"public, max-age={FRESH}",
            "Vary": "Accept-Language, Cookie",
        },
    )


def describe_frame(card: Card, base: str, frame: str, size: tuple[int, int]) -> dict[str, object]:
    """oEmbed description of a frame of this width and height, in pixels."""
    return {
        "version": "1.0",
        "type": "rich",
        "title": card.title,
        "provider_name": "Caracole",
        "provider_url": base,
        "cache_age": FRESH,
        "html": frame,
        "width": size[0],
        "height": size[1],
    }


def linked_card(services: Services, base: str, url: str, language: str) -> tuple[str, Card | None]:
    """Path and metadata of the game or club that an address of this server leads to; raises
    `NoSuchGame` or `NoSuchClub` for other addresses.
    """
    kind, key = linked_page(base, url)
    if kind == "clubs":
        view = load_club(services, int(key), None)
        return f"/clubs/{view.club.id}", club_card(view, base, language)
    look = game_view.load_view(services, key)
    return f"/games/{look.game.address}", card_of(look, base, language)


def linked_page(base: str, url: str) -> tuple[str, str]:
    """Kind of page, "games" or "clubs", and its address; raises `NoSuchGame` for others."""
    try:
        asked = urlsplit(url)
    except ValueError:
        raise NoSuchGame from None
    found = re.fullmatch(
        r"(?:/embed)?/(?:(games)/([\w-]{1,64})|(clubs)/([0-9]{1,9}))(?:/.*)?", asked.path
    )
    if (
        asked.scheme not in ("http", "https")
        or asked.netloc != urlsplit(base).netloc
        or found is None
    ):
        raise NoSuchGame
    return found[1] or found[3], found[2] or found[4]
