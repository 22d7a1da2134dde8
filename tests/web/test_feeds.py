"""Calendars and feeds: private addresses, public games, nothing hidden."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

import pytest

from app.services.notify import feeds
from app.web.routes.feeds import escaped_text, folded_line
from tests.sample_games import CAMPAIGN, HEX, HEX_GAME, HEX_SEAT
from tests.web.conftest import Battle
from tests.web.reading import form_to

PAGE = "/account/notices"
CLOCK = {
    "clock": "bank",
    "clock_bank": "4",
    "clock_more": "12",
    "clock_grace": "12",
    "clock_then": "substitute",
    "clock_holidays": "14",
}


def calendar_of(who) -> str:
    who.send(form_to(who.get(PAGE).text, f"{PAGE}/calendar"), do="make")
    return re.search(
        r'id="ics" readonly value="http://127.0.0.1:8000([^"]+)"', who.get(PAGE).text
    ).group(1)


def test_a_calendar_lists_turns_and_its_address_can_be_revoked(battle, visitor):
    addresses = {calendar_of(who): who for who in (battle.opener, battle.opponent)}
    texts = {path: visitor().get(path) for path in addresses}
    assert {answer.status_code for answer in texts.values()} == {200}
    assert sum("BEGIN:VEVENT" in answer.text for answer in texts.values()) == 1
    assert all(
        re.search(r"^BEGIN:(?!VCALENDAR)", answer.text, re.MULTILINE) for answer in texts.values()
    ), "no calendar is empty"
    path = next(path for path, answer in texts.items() if "BEGIN:VEVENT" in answer.text)
    text = texts[path].text
    assert (
        "\r\n" in text
        and "\n" not in text.replace("\r\n", "")
        and f"/open-game/{battle.address}" in text
    )
    assert re.search(r"^SUMMARY:(Your turn|Te toca): ", text, re.MULTILINE)
    calendar_of(addresses[path])
    assert visitor().get(path).status_code == 404
    addresses[path].post(f"{PAGE}/calendar", do="remove")
    assert 'id="ics"' not in addresses[path].get(PAGE).text


def dates_in(text):
    """Dates of a calendar with their fields, folded lines joined."""
    return [
        dict(re.split("[:;]", line, maxsplit=1) for line in one.splitlines())
        for one in re.findall(
            r"BEGIN:VEVENT\r\n(.*?)END:VEVENT", text.replace("\r\n ", ""), re.DOTALL
        )
    ]


def test_a_deadline_stands_in_the_calendar_at_its_moment_until_the_decision_is_taken(app, visitor):
    """The time is in UTC; this owner lives where it is another day."""
    timed = Battle(visitor().register("Maite"), visitor("es").register("Íñigo"), **CLOCK).begin()
    at_home = timed.opener.post(
        "/account/hours", zone="Pacific/Kiritimati", quiet_from="", quiet_until=""
    )
    assert at_home.status_code == 303
    path, other = calendar_of(timed.opener), calendar_of(timed.opponent)
    with app.state.services.store.read() as work:
        clock = work.clocks.of_games([int(timed.address)])[int(timed.address)][HEX.SIDE]
    deadline = datetime.fromisoformat(clock.deadline)
    assert timedelta(days=3) < deadline - datetime.now(UTC) < timedelta(days=6)
    [date] = dates_in(visitor().get(path).text)
    assert date["DTSTART"] == deadline.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    assert (
        date["SUMMARY"].startswith("Deadline: ")
        and date["URL"] == f"http://127.0.0.1:8000/open-game/{timed.address}"
    )
    assert (
        timed.opener.get(f"/open-game/{timed.address}").url.path == timed.path
        and dates_in(visitor().get(other).text) == []
    )
    last = timed.last()
    while not dates_in(visitor().get(other).text):
        timed.end_step(timed.opener)
    assert timed.last() > last and dates_in(visitor().get(path).text) == []
    [date] = dates_in(visitor().get(other).text)
    assert date["SUMMARY"].startswith("Plazo: ") and re.fullmatch(r"\d{8}T\d{6}Z", date["DTSTART"])


@pytest.mark.parametrize(
    "path",
    ["/calendar/.ics", "/calendar/0.ics", "/calendar/None.ics", "/calendar/%27%20OR%201=1.ics"],
)
def test_unknown_calendar_addresses_are_not_found(visitor, path):
    assert visitor().get(path).status_code == 404


def test_lines_are_folded_without_cutting_letters():
    line = "SUMMARY:" + "ñandú, " * 40
    parts = folded_line(line).split("\r\n ")
    assert (
        len(parts) > 3
        and all(len(part.encode()) <= 76 for part in parts)
        and "".join(parts).rstrip("\r\n") == line
    )
    assert escaped_text("a;b,c\\d\ne") == "a\\;b\\,c\\\\d e"


def test_the_feed_tells_of_public_games_alone(app, web, visitor, battle):
    shy = visitor().register("Shy")
    shy.post("/play-now", box=HEX_GAME)
    asked = {"box": HEX_GAME, "seat": HEX_SEAT, "against": "bot"}
    private = shy.post(
        "/tables",
        **asked,
        visibility="private",
        spectators="yes",
        title="Secret & <co>",
    )
    unseen = shy.post("/tables", **asked, visibility="open", title="Unseen")
    shown = shy.post("/tables", **asked, visibility="open", spectators="yes", title="Shown & <co>")
    assert {one.status_code for one in (private, unseen, shown)} == {303}
    feed = visitor("es").get("/games.atom")
    assert feed.headers["content-type"].startswith("application/atom+xml")
    titles = [
        one.text
        for one in ET.fromstring(feed.content).iter("{http://www.w3.org/2005/Atom}title")  # noqa: S314 - our own
    ]
    assert titles[0] == "Caracole: partidas públicas" and any(
        "Shown & <co>" in title for title in titles
    )
    assert not any("Secret" in title or "Unseen" in title for title in titles)
    learner = visitor().register("Learner")
    assert learner.post("/play-now", box=CAMPAIGN).status_code == 303
    titles = [str(one.title) for one in feeds.public_news(app.state.services)]
    assert any(title.endswith(", Learner" + " – Bot" * 7) for title in titles), titles
    battle.platform_order(battle.opener, "concede")
    titles = [str(one.title) for one in feeds.public_news(app.state.services)]
    assert titles[0].startswith("It is over: ") and "victory of" in titles[0]
