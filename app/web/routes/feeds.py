"""Feeds: a member's calendar at a private address, and the public games."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request, Response

from app.kernel.say import say
from app.services.errors import NoSuchGame
from app.services.notify import feeds
from app.web.language import language_of

router = APIRouter()
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
TITLE = say("Caracole: public games", "Caracole: partidas públicas")


@router.get("/calendar/{token}.ics")
def show_calendar(request: Request, token: str) -> Response:
    """Calendar of a member. Calendar clients cannot log in, so the address is the secret."""
    found = feeds.calendar_turns(request.app.state.services, token)
    if found is None:
        raise NoSuchGame
    user, turns = found
    host = urlsplit(request.app.state.settings.base_url).hostname
    today = datetime.now(ZoneInfo(user.zone or request.app.state.settings.timezone)).date()
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
        words = DEADLINE if turn.deadline else TURN
        when = (
            f"DTSTART:{basic_time(turn.deadline)}"
            if turn.deadline
            else f"DTSTART;VALUE=DATE:{today:%Y%m%d}"
        )
        lines += [
            "BEGIN:VEVENT",
            f"UID:turn-{turn.game.id}-{turn.game.number}@{host}",
            f"DTSTAMP:{basic_time(turn.game.moved_at)}",
            when,
            f"SUMMARY:{escaped_text(say(words.en, words.es, game=turn.title).in_(user.language))}",
            f"URL:{request.app.state.settings.base_url}/to/{turn.game.id}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    text = "".join(folded_line(line) for line in [*lines, "END:VCALENDAR"])
    return Response(
        text,
        media_type="text/calendar; charset=utf-8",
        headers={"Cache-Control": "private, max-age=300", "X-Robots-Tag": "noindex"},
    )


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
    feed = ET.Element("feed", {"xmlns": ATOM, "xml:lang": language})
    _append_text(feed, "id", f"{base}/games.atom")
    _append_text(feed, "title", TITLE.in_(language))
    _append_text(feed, "updated", news[0].at if news else "1970-01-01T00:00:00Z")
    ET.SubElement(feed, "link", {"rel": "self", "href": f"{base}/games.atom"})
    ET.SubElement(feed, "link", {"rel": "alternate", "href": f"{base}/lobby"})
    for one in news:
        entry = ET.SubElement(feed, "entry")
        _append_text(entry, "id", f"{base}/games/{one.game.id}#{one.what}")
        _append_text(entry, "title", one.title.in_(language))
        _append_text(entry, "updated", one.at)
        _append_text(ET.SubElement(entry, "author"), "name", "Caracole")
        ET.SubElement(entry, "link", {"rel": "alternate", "href": f"{base}/games/{one.game.id}"})
    return Response(
        ET.tostring(feed, encoding="utf-8", xml_declaration=True),
        media_type="application/atom+xml; charset=utf-8",
        headers={"Cache-Control": "public, max-age=300", "Vary": "Cookie, Accept-Language"},
    )


def _append_text(parent: ET.Element, name: str, text: str) -> None:
    """Append an element with a text, without characters that XML forbids."""
    ET.SubElement(parent, name).text = "".join(sign for sign in text if sign.isprintable())
