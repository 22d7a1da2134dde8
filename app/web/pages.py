"""Rendering of pages: one Jinja environment per language. A template receives answers, not
questions.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable, Hashable, MutableMapping
from contextlib import suppress
from datetime import date, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime, format_timedelta
from babel.units import format_unit
from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    pass_context,
)
from markupsafe import Markup

from app.kernel.bot_strengths import title_of_strength
from app.kernel.clock_words import city_of_zone, in_short
from app.kernel.contract import Game
from app.kernel.say import LANGUAGES, Say
from app.kernel.space.notation import spelled_for
from app.services.server_clock import current_datetime
from app.services.time.availability import known_zones
from app.services.watch.broadcast_delay import DELAYS
from app.web import template_lines
from app.web.auth import cookie_value, set_cookie
from app.web.language import language_of, words_of
from app.web.markup_cache import MarkupCache
from app.web.page_cache import Page, page_with_board
from app.web.plain_text import text_blocks
from app.web.static_files import STATIC, hash_of_scripts

TOP = Path(__file__).parents[2]
TEMPLATES = TOP / "templates"
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
KEPT_TEXTS = 5_000
"""Texts of templates whose translation is kept; there are fewer."""
KEPT_TIMES = 5_000
"""Times and spans whose words are kept, because Babel takes as long for each as a row of a list."""
DATE = re.compile(r"(?:– )?\b\d{1,2} (?:de )?\w+ (?:de )?\d{4}\b")
"""Date in a title, in English or Spanish, with the dash before the last day."""
NO_BREAK = "\u00a0"
DOUBLE_NAME = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
"""Hyphen of a name such as Wad-Ras or Guad-el-Jelú."""
WORD_JOINER = "\u2060"
LIKES = {"theme": ("auto", "light", "dark"), "palette": ("classic", "deutan", "contrast")}
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src "
    "'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
ENCRYPTED = {"Strict-Transport-Security": "max-age=31536000; includeSubDomains"}


@cache
def compiled_templates(language: str) -> FileSystemBytecodeCache | None:
    """Cache of templates compiled for a language, under the same terms as compiled modules.

    A compiled template holds what filters make of constants, such as a place in Spanish notation.
    """
    folder = TEMPLATES / "__pycache__"
    if sys.dont_write_bytecode:
        return None
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        return None  # missing, or of another user
    return FileSystemBytecodeCache(str(folder), f"{language}_{template_lines.VERSION}_%s.cache")


def strength_in_brackets(kind: str, language: str) -> str:
    """Strength of a bot after its name, such as " (easy)"; "" for a person and for one strength."""
    title = title_of_strength(kind)
    return f" ({title.in_(language)})" if title else ""


def add_translations(env: Environment, language: str) -> None:
    """Add the functions of the extension i18n. They translate each text once."""
    words = words_of(language)
    env.install_gettext_translations(words, newstyle=True)  # type: ignore[attr-defined] # added by the extension
    pattern = lru_cache(KEPT_TEXTS)(lambda text: Markup(words.gettext(text)))
    plain = lru_cache(KEPT_TEXTS)(lambda text: pattern(text) % {})

    def gettext(text: str, /, **facts: Any) -> Markup:
        return pattern(text) % facts if facts else plain(text)

    def ngettext(one: str, many: str, number: int, /, **facts: Any) -> Markup:
        return Markup(words.ngettext(one, many, number)) % {"num": number, **facts}

    env.globals.update(gettext=gettext, ngettext=ngettext, _=gettext)


class PageEnvironment(Environment):
    """Environment whose templates share its globals. Jinja would chain them behind those of each
    template, and list both for each include.
    """

    def make_globals(self, given: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Globals of a template, which brings none of its own."""
        if given:
            raise ValueError("a template has no globals of its own")
        return self.globals


@cache
def jinja_env(language: str) -> Environment:
    """Jinja environment with the translations of one language. It reads a template once."""
    env = PageEnvironment(
        loader=FileSystemLoader(TEMPLATES),
        bytecode_cache=compiled_templates(language),
        auto_reload=False,
        cache_size=-1,  # the cache of Jinja would search its list for each include
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        extensions=["jinja2.ext.i18n", template_lines.TemplateLines],
    )
    add_translations(env, language)
    env.filters["words"] = pass_context(
        lambda context, it: (
            it.in_(language, lambda when: due_date(when.iso, language, context.get("zone", "UTC")))
            if isinstance(it, Say)
            else it
        )
    )
    add_time_filters(env, language)
    env.filters["strength"] = lambda kind: strength_in_brackets(kind, language)
    env.filters["city"] = city_of_zone
    env.filters["place"] = lambda word: spelled_for(word, language)
    env.filters["clock"] = lambda terms: in_short(terms).in_(language)
    env.filters["late"] = lambda delay: DELAYS[delay].title.in_(language)
    env.filters["span"] = lambda seconds: duration_in_words(seconds, language)
    env.filters["ago"] = lambda iso: time_ago(iso, language)
    env.filters["blocks"] = text_blocks
    env.filters["unbroken"] = unbroken_dates
    env.filters["after_name"] = after_name
    # Each order of a page is a separate command with its own id.
    env.filters["mark"] = lambda order: hashlib.sha256(order.encode()).hexdigest()[:12]
    env.globals.update(
        static=static_url, style_of=style_of, language=language, languages=LANGUAGES, icon=icon_of
    )
    env.globals["kept"] = MarkupCache()
    return env


def unbroken_dates(text: str) -> str:
    """Text whose dates and double names do not break, so that a title breaks between its parts."""
    named = DOUBLE_NAME.sub(f"-{WORD_JOINER}", text)
    return DATE.sub(lambda found: found[0].replace(" ", NO_BREAK), named)


def after_name(words: str, name: str) -> str:
    """Description of a piece without its name at the head, for a row that shows the name above."""
    rest = words.removeprefix(name)
    if rest == words or not rest.startswith((", ", " (")):
        return words
    rest = rest[2:].replace(")", "", 1) if rest.startswith(" (") else rest[2:]
    return rest[:1].upper() + rest[1:]


def add_time_filters(env: Environment, language: str) -> None:
    """Add the filters of moments and deadlines, in the time zone of the page."""
    env.filters["moment"] = pass_context(
        lambda context, iso: moment_in_zone(iso, language, context.get("zone", "UTC"))
    )
    env.filters["day"] = pass_context(
        lambda context, iso: day_in_zone(iso, language, context.get("zone", "UTC"))
    )
    env.filters["until"] = pass_context(
        lambda context, iso: due_date(iso, language, context.get("zone", "UTC"))
    )
    env.filters["until_here"] = pass_context(
        lambda context, iso: own_due_date(
            iso, language, context.get("zone", "UTC"), context.get("own_zone", "")
        )
    )


@lru_cache(maxsize=KEPT_TIMES)
def moment_in_zone(iso: str, language: str, zone: str = "UTC") -> str:
    """Date and time in the visitor's time zone."""
    form = "d MMM y, HH:mm 'UTC'" if zone == "UTC" else "d MMM y, HH:mm"
    return format_datetime(time_in_zone(iso, zone), form, locale=language) if iso else ""


@lru_cache(maxsize=KEPT_TIMES)
def day_in_zone(iso: str, language: str, zone: str = "UTC") -> str:
    """Day of a moment in the zone of the page, with its year."""
    return format_datetime(time_in_zone(iso, zone), "d MMM y", locale=language) if iso else ""


@lru_cache(maxsize=KEPT_TIMES)
def due_date(iso: str, language: str, zone: str = "UTC") -> str:
    """Deadline with weekday and place of the time zone. A date without a time is the same
    everywhere.
    """
    if "T" not in iso:
        return format_date(date.fromisoformat(iso), "EEE d MMM", locale=language) if iso else ""
    return f"{format_datetime(time_in_zone(iso, zone), 'EEE d MMM, HH:mm', locale=language)} ({city_of_zone(zone)})"


def own_due_date(iso: str, language: str, zone: str, own: str) -> str:
    """Time of a deadline in the own zone of the reader, with its day if that differs; "" without an
    own zone, and where its clocks show the same.
    """
    if not own or "T" not in iso:
        return ""
    here, there = time_in_zone(iso, own), time_in_zone(iso, zone)
    if here.replace(tzinfo=None) == there.replace(tzinfo=None):
        return ""
    if here.date() != there.date():
        return due_date(iso, language, own)
    return f"{format_datetime(here, 'HH:mm', locale=language)} ({city_of_zone(own)})"


def time_in_zone(iso: str, zone: str) -> datetime:
    return datetime.fromisoformat(iso).astimezone(ZoneInfo(zone))


def duration_in_words(seconds: float, language: str) -> str:
    """Duration in its two largest units."""
    days, hours, minutes = (
        int(seconds // DAY),
        int(seconds % DAY // HOUR),
        int(seconds % HOUR // 60),
    )
    parts = [(days, "day"), (hours, "hour")] if days else [(hours, "hour"), (minutes, "minute")]
    said = [format_unit(many, f"duration-{unit}", locale=language) for many, unit in parts if many]
    return " ".join(said) or format_unit(0, "duration-minute", locale=language)


def time_ago(iso: str, language: str) -> str:
    """Relative time, such as "2 hours ago"."""
    if not iso:
        return ""
    left = datetime.fromisoformat(iso) - current_datetime()
    seconds = left.days * DAY + left.seconds
    if abs(seconds) >= HOUR:
        seconds = int(seconds / MINUTE) * MINUTE
    return time_from_now(seconds, language)


@lru_cache(maxsize=KEPT_TIMES)
def time_from_now(seconds: int, language: str) -> str:
    """Relative time of a moment so many seconds from now; a negative number is past."""
    return format_timedelta(seconds, add_direction=True, locale=language)


@cache
def static_url(path: str) -> str:
    """Address of a static file. Part of a hash is in the query, so browsers can cache it for a
    year. It is the hash of the file, and for a script that of all scripts.
    """
    version = hash_of_scripts() if path.startswith("js/") else hash_of(STATIC / path)
    return f"/static/{path}?{version}"


@cache
def hash_of(path: Path) -> str:
    """First digits of the hash of a file's content."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def style_of(game: Game) -> str:
    """Address of the style sheet of a game; "" without one. It changes with the content."""
    if game.style_sheet is None:
        return ""
    return f"/static/games/{game.card.key}/style.css?{hash_of(game.style_sheet)}"


@cache
def icon_of(name: str) -> Markup:
    """Icon of the inlined icon store, for use beside text of the same meaning."""
    return Markup(
        '<svg class="i" aria-hidden="true" focusable="false"><use href="#i-{}"/></svg>'
    ).format(name)


@cache
def icon_store() -> Markup:
    return Markup((TOP / "static" / "icons.svg").read_text(encoding="utf-8"))


def render_page(
    request: Request, template: str, status: int = 200, private: bool = True, **context: Any
) -> HTMLResponse:
    """Template as a page for this visitor. No cache stores `private` pages."""
    response = HTMLResponse(render_part(request, template, **context), status)
    with_headers(request, response, private)
    return response


def preferred_look(request: Request, name: str) -> str:
    """Theme or palette of the visitor; "" if unknown. An unknown cookie value must not add entries
    to the page cache.
    """
    visitor, chosen = request.state.visitor, cookie_value(request, f"caracole_{name}")
    return getattr(visitor.user, name) if visitor else chosen if chosen in LIKES[name] else ""


def render_shared(
    request: Request, template: str, *depends: Hashable, context: Callable[[], dict[str, Any]]
) -> Response:
    """Cached page for anonymous visitors. Requests with equal `depends`, language and preferences
    share one rendering.
    """
    likes = [preferred_look(request, name) for name in LIKES]
    key = (template, request.url.path, language_of(request), *likes, *depends)
    plain, packed = request.app.state.page_cache.page(
        key, lambda: texts_of(page_with_board(render_part(request, template, csrf="", **context())))
    )
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return with_headers(request, HTMLResponse(plain))
    return with_headers(request, HTMLResponse(packed, headers={"Content-Encoding": "gzip"}))


def texts_of(page: Page) -> tuple[bytes, bytes]:
    """Page as text and as gzip file. Its checksum took a twentieth of each answer."""
    return page.plain, page.gzip


def render_part(request: Request, template: str, **context: Any) -> str:
    """Template rendered in the visitor's language, with the CSRF token for its forms."""
    return render_in(language_of(request), request, template, **context)


def render_in(language: str, request: Request, template: str, **context: Any) -> str:
    """Template rendered in this language for the visitor of a request."""
    visitor = request.state.visitor
    user = visitor.user if visitor else None
    return (
        jinja_env(language)
        .get_template(template)
        .render(
            {
                "request": request,
                "user": user,
                "csrf": request.state.csrf,
                "icons": icon_store(),
                "all_boxes": request.app.state.services.shelf.values(),
                "path": request.url.path,
                "theme": preferred_look(request, "theme"),
                "zone": zone_of(request),
                "palette": preferred_look(request, "palette"),
                **context,
            }
        )
    )


def render_for(language: str, template: str, **context: Any) -> str:
    """Template rendered in a language without a visitor."""
    return jinja_env(language).get_template(template).render(user=None, **context).strip()


def with_headers(request: Request, response: Response, private: bool = True) -> Response:
    """Answer with the security headers and the cookies that are due."""
    response.headers.update(SECURITY)
    # The page of an unexpected error does not pass the middleware.
    if request.app.state.settings.secure_cookies:
        response.headers.update(ENCRYPTED)
    response.headers["Vary"] = "Cookie, Accept-Language, Accept-Encoding, HX-Request, Page-Language"
    if private:
        response.headers["Cache-Control"] = "no-store"
    if request.state.fresh_proof:
        set_cookie(request, response, "caracole_form", request.state.fresh_proof)
    if request.query_params.get("lang") in LANGUAGES:
        set_cookie(request, response, "caracole_language", language_of(request))
    return response


def zone_of(request: Request) -> str:
    """Time zone that the user has chosen, else that of the browser, else the platform's default.
    Pages of anonymous visitors are kept for all, so they have the default.
    """
    visitor, default = request.state.visitor, str(request.app.state.settings.timezone)
    if visitor is None:
        return default
    of_browser = cookie_value(request, "caracole_zone")
    return str(visitor.user.zone or (of_browser if of_browser in known_zones() else default))
