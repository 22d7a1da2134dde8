"""Feeds: a member's calendar at a private address, and the public games."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from fastapi import APIRouter, Request, Response
from markupsafe import escape

from app.kernel.say import Say, as_is, say
from app.services.clubs import announcements, dates
from app.services.errors import NoSuchGame
from app.services.notify import feeds
from app.services.server_clock import current_datetime
from app.services.watch import agreed_dates
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number
from app.web.language import language_of
from app.web.pages import time_in_zone
from app.web.plain_text import text_blocks

router = APIRouter(route_class=DeferredRoute)
ATOM = "http://www.w3.org/2005/Atom"
TURN, DEADLINE = (
    say("Your turn: {game}", "Te toca: {game}"),
    say("Deadline: {game}", "Plazo: {game}"),
)
UTC_ZONE = [
    "BEGIN:VTIMEZONE",
    "TZID:UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
]
"""Time zone of a calendar. A calendar needs a component even without an event (RFC 5545 3.6)."""
EVENING = timedelta(hours=3)
TITLE = say("Caracole: public games", "Caracole: partidas públicas")


@router.get("/calendar/{token}.ics")
def show_calendar(request: Request, token: str) -> Response:
    """Calendar of a member. Calendar clients cannot log in, so the address is the secret."""
    found = feeds.calendar_turns(request.app.state.services, token)
    if found is None:
        raise NoSuchGame
    user, turns = found
    settings = request.app.state.settings
    zone = user.zone or settings.timezone
    today = time_in_zone(current_datetime().isoformat(), zone).date()
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Caracole//Caracole//EN",
        "CALSCALE:GREGORIAN",
        "X-WR-CALNAME:Caracole",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        *UTC_ZONE,
    ]
    for turn in turns:
        lines += calendar_entry(turn, settings.base_url, user.language, today)
    for one in dates.coming_dates(request.app.state.services, user.id):
        lines += date_entry(one, settings.base_url)
    for agreed in agreed_dates.dates_of_user(request.app.state.services, user.id):
        lines += battle_entry(agreed, settings.base_url, user.language)
    text = "".join(folded_line(line) for line in [*lines, "END:VCALENDAR"])
    return Response(
        text,
        media_type="text/calendar; charset=utf-8",
        headers={"Cache-Control": "private, max-age=300", "X-Robots-Tag": "noindex"},
    )


def calendar_entry(turn: feeds.TurnEntry, base_url: str, language: str, today: date) -> list[str]:
    """Lines of an entry; without a deadline it is on the date of `today`."""
    when = (
        f"DTSTART:{basic_time(turn.deadline)}"
        if turn.deadline
        else f"DTSTART;VALUE=DATE:{today:%Y%m%d}"
    )
    key, host = turn.key and f"-{turn.key}", urlsplit(base_url).hostname
    what = turn.what
    return [
        "BEGIN:VEVENT",
        f"UID:turn-{turn.game.id}-{turn.game.number}{key}@{host}",
        f"DTSTAMP:{basic_time(turn.game.moved_at)}",
        when,
        f"SUMMARY:{escaped_text(entry_title(turn).in_(language))}",
        *([f"DESCRIPTION:{escaped_text(what.in_(language))}"] if what is not None else []),
        f"URL:{base_url}/open-game/{turn.game.id}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def date_entry(one: dates.ComingDate, base_url: str) -> list[str]:
    """Lines of a date of a club, which is taken to last three hours."""
    date, host = one.date, urlsplit(base_url).hostname
    begins = datetime.fromisoformat(date.starts_at)
    return [
        "BEGIN:VEVENT",
        f"UID:date-{date.id}@{host}",
        f"DTSTAMP:{basic_time(date.starts_at)}",
        f"DTSTART:{basic_time(date.starts_at)}",
        f"DTEND:{basic_time((begins + EVENING).isoformat())}",
        f"SUMMARY:{escaped_text(f'{date.title}, {one.club}')}",
        *([f"LOCATION:{escaped_text(date.place)}"] if date.place else []),
        f"URL:{base_url}/clubs/{date.club_id}/calendar",
        f"STATUS:{'CONFIRMED' if one.answer == 'yes' else 'TENTATIVE'}",
        "END:VEVENT",
    ]


def battle_entry(one: agreed_dates.BattleDate, base_url: str, language: str) -> list[str]:
    """Lines of an agreed date of a battle, which is taken to last three hours."""
    date, host = one.date, urlsplit(base_url).hostname
    ends = (datetime.fromisoformat(date.at) + EVENING).isoformat()
    title = date.title.in_(language)
    return [
        "BEGIN:VEVENT",
        f"UID:battle-{one.game.id}-{date.battle}@{host}",
        f"DTSTAMP:{basic_time(one.game.moved_at)}",
        f"DTSTART:{basic_time(date.at)}",
        f"DTEND:{basic_time(ends)}",
        f"SUMMARY:{escaped_text(f'{title}, {one.game.title}' if one.game.title else title)}",
        *([f"DESCRIPTION:{escaped_text(date.words)}"] if date.words else []),
        f"URL:{base_url}/open-game/{one.game.id}",
        "STATUS:CONFIRMED",
        "END:VEVENT",
    ]


def entry_title(turn: feeds.TurnEntry) -> Say:
    """Title of a calendar entry; the deadline of another player names the player."""
    if turn.who is not None:
        return say(
            "Deadline of {who:the}: {game}",
            "Plazo {who:del}: {game}",
            who=turn.who,
            game=turn.title,
        )
    words = DEADLINE if turn.deadline else TURN
    return say(words.en, words.es, game=turn.title)


def basic_time(moment: str) -> str:
    return f"{datetime.fromisoformat(moment).astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped_text(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return "".join(sign if sign.isprintable() else " " for sign in text)


def folded_line(line: str) -> str:
    """Line folded to at most 75 bytes (RFC 5545). Further lines begin with a space, and no
    character is split.
    """
    parts, part = [], ""
    for sign in line:
        if len((part + sign).encode()) > 74:
            parts.append(part)
            part = ""
        part += sign
    return "\r\n ".join([*parts, part]) + "\r\n"


@router.get("/games.atom")
def public_games(request: Request) -> Response:
    language, base = language_of(request), request.app.state.settings.base_url
    news = feeds.public_news(request.app.state.services)
    feed = feed_head(
        f"{base}/games.atom", TITLE, f"{base}/lobby", language, news[0].at if news else ""
    )
    for one in news:
        ident, link = f"{base}/games/{one.game.id}#{one.what}", f"{base}/games/{one.game.id}"
        append_entry(feed, ident, one.title.in_(language), one.at, link)
    return feed_answer(feed)


@router.get("/games/{address}/news.atom")
def news_of_game(request: Request, address: str) -> Response:
    """Moves of a long game as anonymous visitors read them."""
    look, news = feeds.news_of_game(request.app.state.services, address)
    language, base = language_of(request), request.app.state.settings.base_url
    link = f"{base}/games/{look.game.address}"
    title = as_is(look.game.title) if look.game.title else look.scenario.title
    feed = feed_head(
        f"{link}/news.atom", title, f"{link}/front", language, news[0].at if news else ""
    )
    for one in news:
        first, *others = (line.in_(language) for line in one.lines)
        ident = f"{base}/games/{look.game.id}#{one.number}"
        append_entry(feed, ident, first, one.at, f"{link}/at/{one.number}", " ".join(others))
    return feed_answer(feed)


@router.get("/clubs/{club}/news.atom")
def news_of_club(request: Request, club: Number) -> Response:
    """Public announcements of a club, as anonymous visitors read them."""
    view, news = announcements.load_announcements(request.app.state.services, club, None)
    language, base = language_of(request), request.app.state.settings.base_url
    here = f"{base}/clubs/{club}"
    shown = [one for one in news if not one.hidden]
    updated = max((one.changed_at or one.made_at for one in shown), default="")
    feed = feed_head(f"{here}/news.atom", as_is(view.club.name), here, language, updated)
    for one in shown:
        ident = f"{here}/news#{one.id}"
        at, link = one.changed_at or one.made_at, f"{here}/news/{one.id}"
        append_entry(feed, ident, one.title, at, link, paragraphs_of(one.text), is_html=True)
    return feed_answer(feed)


def feed_head(address: str, title: Say, page: str, language: str, updated: str) -> ET.Element:
    """Head of an Atom feed; `page` is the page that it belongs to."""
    feed = ET.Element("feed", {"xmlns": ATOM, "xml:lang": language})
    _append_text(feed, "id", address)
    _append_text(feed, "title", title.in_(language))
    _append_text(feed, "updated", updated or "1970-01-01T00:00:00Z")
    ET.SubElement(feed, "link", {"rel": "self", "href": address})
    ET.SubElement(feed, "link", {"rel": "alternate", "href": page})
    return feed


def paragraphs_of(text: str) -> str:
    """Paragraphs and lists of a text as HTML."""
    parts = []
    for block in text_blocks(text):
        lines = [str(escape(line)) for line in block.lines]
        inner = "<br>".join(lines) if block.kind == "p" else f"<li>{'</li><li>'.join(lines)}</li>"
        parts.append(f"<{block.kind}>{inner}</{block.kind}>")
    return "".join(parts)


def append_entry(
    feed: ET.Element,
    ident: str,
    title: str,
    at: str,
    link: str,
    content: str = "",
    *,
    is_html: bool = False,
) -> None:
    """Append an entry of an Atom feed. `is_html`: the content has paragraphs."""
    entry = ET.SubElement(feed, "entry")
    for name, text in (("id", ident), ("title", title), ("updated", at), ("content", content)):
        if text:
            _append_text(entry, name, text)
    if content and is_html:
        entry[-1].set("type", "html")
    _append_text(ET.SubElement(entry, "author"), "name", "Caracole")
    ET.SubElement(entry, "link", {"rel": "alternate", "href": link})


def feed_answer(feed: ET.Element) -> Response:
    return Response(
        ET.tostring(feed, encoding="utf-8", xml_declaration=True),
        media_type="application/atom+xml; charset=utf-8",
        headers={"Cache-Control": "public, max-age=300", "Vary": "Cookie, Accept-Language"},
    )


def _append_text(parent: ET.Element, name: str, text: str) -> None:
    """Append an element with a text, without characters that XML forbids."""
    ET.SubElement(parent, name).text = "".join(sign for sign in text if sign.isprintable())
