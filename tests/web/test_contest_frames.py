"""A contest in a frame and as a link: title, round and standings, without a list of its seats."""

from __future__ import annotations

import re

from app.services.watch.game_view import load_view
from app.web.preview_image import poster_of
from tests.web.test_contest_battles import plain, round_one
from tests.web.test_contest_pages import act, contest_now
from tests.web.test_contest_words import begun


def test_a_frame_of_a_contest_has_its_standings_and_no_seats(visitor):
    path, *_ = round_one(visitor)
    frame = visitor().get(f"/embed{path}?lang=en").text
    assert "show-sides" not in frame and "show-scores" not in frame
    board = plain(visitor(), f"/embed{path}?lang=en")
    assert "Autumn Swiss" in board and "Round 1" in board and "Cid" in board
    wall = visitor().get(f"{path}/projector?lang=en").text
    assert "wall-pairs" in wall


def test_a_link_to_a_contest_names_its_round_and_not_each_entrant(visitor):
    path, people, *_ = round_one(visitor)
    page = visitor().get(f"{path}/front?lang=en").text
    [words] = re.findall(r'property="og:description" content="([^"]*)"', page)
    assert words == "Contest · Round 1"
    services = people[0].client.app.state.services
    look = load_view(services, path.rpartition("/")[2], None)
    assert poster_of(look, "es").sides == ()
    assert visitor().get(f"{path}/picture.png").status_code == 200


def test_a_frame_and_a_feed_tell_the_result_before_the_mark_of_an_organiser_who_plays(visitor):
    """A hidden draft leaves only the mark for other readers, which is no news."""
    path, people = begun(visitor, count=5)
    ana = people[0]
    for kind in ("draft_round", "publish_round"):
        act(path, ana, kind)
    for one in contest_now(path, ana).open_pairings():
        act(path, ana, "decide", battle=one.key, winner=one.first)
    act(path, ana, "draft_round")
    reader = visitor()
    feed = reader.get(f"{path}/news.atom?lang=en").text
    titles = re.findall(r"<entry>.*?<title>(.*?)</title>", feed)
    assert "wins" in titles[0] and not [one for one in titles if "also plays" in one]
    assert "The organiser who decides also plays: Ana." in feed
    frame = reader.get(f"/embed{path}?lang=en").text
    assert "also plays" not in frame and re.search(r"show-said[^>]*>Round 1[^<]* wins", frame)
