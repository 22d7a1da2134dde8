"""Answers of read-only pages for frames and projectors, and of preview pictures. No cookie changes
them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from urllib.parse import urlencode

from fastapi import Request, Response

from app.web.embed_page import Show
from app.web.game_streams import accepts_gzip
from app.web.language import language_of
from app.web.page_cache import Page, page_of
from app.web.pages import SECURITY, render_part
from app.web.png_renderer import PNG_RENDERER
from app.web.rate_limiting import rate_limit_request

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src "
    "'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; "
)
WALL = SECURITY | {"Content-Security-Policy": f"{POLICY}frame-ancestors 'none'"}
FRAMED = {
    name: value for name, value in SECURITY.items() if name != "Cross-Origin-Opener-Policy"
} | {
    "Content-Security-Policy": f"{POLICY}frame-ancestors *",
    "Referrer-Policy": "strict-origin-when-cross-origin",
}
"""Headers of a frame for other sites. Framing is safe: the page has no form, ignores cookies and
shows only public data.
"""
OWN_FRAME = WALL | {"Content-Security-Policy": f"{POLICY}frame-ancestors 'self'"}
"""Headers of a frame that a cookie opens: a game that only a club sees."""
THEMES = ("light", "dark")
# Seconds for which others may cache a picture. The end of a game changes the view of its past.
FRESH = 300


def with_preferences(request: Request, path: str) -> str:
    """Address with the language and theme of the requested page."""
    likes = query_preferences(request)
    return f"{path}{'&' if '?' in path else '?'}{urlencode(likes)}" if path and likes else path


def query_preferences(request: Request) -> dict[str, str]:
    """Preferences in the query of the request: theme and language."""
    asked = {"theme": THEMES, "lang": ("en", "es")}
    return {
        name: request.query_params[name]
        for name, known in asked.items()
        if request.query_params.get(name) in known
    }


def embedded_page(
    request: Request,
    show: Callable[[], Show],
    headers: dict[str, str],
    status: int = 200,
    key: Hashable = None,
) -> Response:
    """Page for frames and projectors. It reads and sets no cookie."""
    theme = query_preferences(request).get("theme", "")

    def draw() -> Page:
        return page_of(
            render_part(
                request,
                "show/page.html",
                show=show(),
                user=None,
                csrf="",
                theme=theme,
                zone=server_zone(request),
            )
        )

    page = (
        request.app.state.page_cache.page(("show", key, language_of(request), theme), draw)
        if key
        else draw()
    )
    return frame_response(request, page, headers, status)


def frame_response(
    request: Request, page: Page, headers: dict[str, str], status: int = 200
) -> Response:
    """Answer with a page for frames or projectors, compressed for clients that read it."""
    is_packed = accepts_gzip(request)
    more = {"Content-Encoding": "gzip"} if is_packed else {}
    return Response(
        page.gzip if is_packed else page.plain,
        status,
        media_type="text/html; charset=utf-8",
        headers=headers
        | more
        | {"Vary": "Accept-Language, Accept-Encoding, Cookie", "Cache-Control": "no-store"},
    )


def server_zone(request: Request) -> str:
    return str(request.app.state.settings.timezone)


def drawn_picture(
    request: Request, key: Hashable, picture: Callable[[], str], kept: str
) -> Response:
    """PNG of an SVG, drawn once for a key; `kept` is "private" or "public" for caches."""

    def draw() -> bytes:
        rate_limit_request(request, "looks")
        return PNG_RENDERER.png(picture())

    return Response(
        request.app.state.pictures.page(key, draw),
        media_type="image/png",
        headers={"Cache-Control": f"{kept}, max-age={FRESH}", "Vary": "Accept-Language, Cookie"},
    )
