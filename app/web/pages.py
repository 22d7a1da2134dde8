"""Printing pages: one Jinja environment per language; a template gets answers, not questions."""
from __future__ import annotations

import hashlib
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from babel.dates import format_datetime, format_timedelta
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app.kernel.say import LANGUAGES, Say
from app.web.auth import cookie, set_cookie
from app.web.language import language_of, words_of

TOP = Path(__file__).parents[2]
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
                               "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


@cache
def environment(language: str) -> Environment:
    """The templates with the words of one language."""
    env = Environment(loader=FileSystemLoader(TOP / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
                      lstrip_blocks=True, extensions=["jinja2.ext.i18n"])
    env.install_gettext_translations(words_of(language), newstyle=True)  # type: ignore[attr-defined]
    env.filters["words"] = lambda it: it.in_(language) if isinstance(it, Say) else it
    env.filters["moment"] = lambda iso: moment(iso, language)
    env.filters["ago"] = lambda iso: ago(iso, language)
    env.filters["mark"] = lambda order: hashlib.sha256(order.encode()).hexdigest()[:12]      # each order of a page is a command of its own
    env.globals.update(static=static, language=language, languages=LANGUAGES, icon=icon)
    return env


def moment(iso: str, language: str) -> str:
    return format_datetime(datetime.fromisoformat(iso), "d MMM y, HH:mm 'UTC'", locale=language) if iso else ""


def ago(iso: str, language: str) -> str:
    """How long ago, as a person says it."""
    if not iso:
        return ""
    then = datetime.fromisoformat(iso)
    return format_timedelta(then - datetime.now(then.tzinfo), add_direction=True, locale=language)


@cache
def static(path: str) -> str:
    """The address of a static file, with a piece of its hash, so that it can be cached for ever."""
    return f"/static/{path}?{hashlib.sha256((TOP / 'static' / path).read_bytes()).hexdigest()[:10]}"


def icon(name: str) -> Markup:
    """An icon of the inlined store, next to words that say the same."""
    return Markup('<svg class="i" aria-hidden="true" focusable="false"><use href="#i-{}"/></svg>').format(name)


@cache
def icon_store() -> Markup:
    return Markup((TOP / "static" / "icons.svg").read_text(encoding="utf-8"))


def render(request: Request, template: str, status: int = 200, private: bool = True, **context: Any) -> HTMLResponse:
    """The template as a page for this visitor. `private` pages are kept in no cache."""
    language = language_of(request)
    visitor = request.state.visitor
    user = visitor.user if visitor else None
    text = environment(language).get_template(template).render(
        request=request, user=user, csrf=request.state.csrf, icons=icon_store(), path=request.url.path,
        theme=user.theme if user else cookie(request, "caracole_theme"),
        palette=user.palette if user else cookie(request, "caracole_palette"), **context)
    response = HTMLResponse(text, status, headers=SECURITY)
    response.headers["Vary"] = "Cookie, Accept-Language, HX-Request"
    if private:
        response.headers["Cache-Control"] = "no-store"
    if request.app.state.settings.secure_cookies:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    if request.state.fresh_proof:
        set_cookie(request, response, "caracole_form", request.state.fresh_proof)
    if request.query_params.get("lang") in LANGUAGES:
        set_cookie(request, response, "caracole_language", language)
    return response
