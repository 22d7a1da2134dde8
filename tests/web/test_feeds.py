"""What calendars and feed readers read: private addresses, public games, and nothing that is hidden."""
from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from app.club import feeds
from app.web.routes.feeds import escaped, folded
from tests.web.reading import form_to

PAGE = "/account/notices"


def calendar_of(who) -> str:
    who.send(form_to(who.get(PAGE).text, f"{PAGE}/calendar"), do="make")
    return re.search(r'id="ics" readonly value="http://127.0.0.1:8000([^"]+)"', who.get(PAGE).text).group(1)


def test_a_calendar_tells_of_turns_and_its_address_can_be_taken_back(battle, visitor):
    addresses = {calendar_of(who): who for who in (battle.watch, battle.raiders)}
    texts = {path: visitor().get(path) for path in addresses}
    assert {answer.status_code for answer in texts.values()} == {200}
    assert sum("BEGIN:VEVENT" in answer.text for answer in texts.values()) == 1
    path = next(path for path, answer in texts.items() if "BEGIN:VEVENT" in answer.text)
    text = texts[path].text
    assert "\r\n" in text and "\n" not in text.replace("\r\n", "") and f"/to/{battle.address}" in text
    assert re.search(r"^SUMMARY:(Your turn|Te toca): ", text, re.MULTILINE)
    calendar_of(addresses[path])
    assert visitor().get(path).status_code == 404
    addresses[path].post(f"{PAGE}/calendar", PAGE, do="remove")
    assert 'id="ics"' not in addresses[path].get(PAGE).text


@pytest.mark.parametrize("path", ["/calendar/.ics", "/calendar/0.ics", "/calendar/None.ics", "/calendar/%27%20OR%201=1.ics"])
def test_invented_calendars_are_nobody_s(visitor, path):
    assert visitor().get(path).status_code == 404


def test_lines_are_folded_without_cutting_letters():
    line = "SUMMARY:" + "ñandú, " * 40
    parts = folded(line).split("\r\n ")
    assert len(parts) > 3 and all(len(part.encode()) <= 76 for part in parts) and "".join(parts).rstrip("\r\n") == line
    assert escaped("a;b,c\\d\ne") == "a\\;b\\,c\\\\d e"


def test_the_feed_tells_of_public_games_alone(app, web, visitor, battle):
    shy = visitor().register("Shy")
    shy.post("/play-now", "/", box="cry_havoc")
    asked = {"box": "cry_havoc", "seat": "first_blood/watch", "against": "bot"}
    private = shy.post("/tables", "/tables/new", **asked, visibility="private", spectators="yes", title="Secret & <co>")
    unseen = shy.post("/tables", "/tables/new", **asked, visibility="open", title="Unseen")
    shown = shy.post("/tables", "/tables/new", **asked, visibility="open", spectators="yes", title="Shown & <co>")
    assert {one.status_code for one in (private, unseen, shown)} == {303}
    feed = visitor("es").get("/games.atom")
    assert feed.headers["content-type"].startswith("application/atom+xml")
    titles = [one.text for one in ET.fromstring(feed.content).iter("{http://www.w3.org/2005/Atom}title")]      # noqa: S314 - our own
    assert titles[0] == "Caracole: partidas públicas" and any("Shown & <co>" in title for title in titles)
    assert not any("Secret" in title or "Unseen" in title for title in titles)
    battle.house(battle.watch, "concede")
    titles = [str(one.title) for one in feeds.public(app.state.club)]
    assert titles[0].startswith("It is over: ") and "victory of" in titles[0]
