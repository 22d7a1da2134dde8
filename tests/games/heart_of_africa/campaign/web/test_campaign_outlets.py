"""A campaign outside its pages: calendar, feed, frame, picture and projector tell what is
public.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.kernel.clock_terms import Terms
from app.services.notify import feeds
from app.services.people import accounts
from app.services.watch import game_view
from app.web.preview_image import game_picture, poster_of
from tests.games.heart_of_africa.campaign.campaign_club import SEATS, Campaign, loaded_dice
from tests.web.conftest import Visitor
from tests.web.reading import words_on

DAYS = {"declare": 3, "answer": 3, "arm": 4, "play": 21, "confirm": 3}
CLOCK = Terms("steps", 0, 0, "20:00", "Europe/Madrid", 0, "hold", 30, steps=DAYS)
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def campaign(app) -> Campaign:
    services = app.state.services
    ids = {
        seat: accounts.register(services, name, "a long enough sentence").id
        for seat, name in SEATS.items()
    }
    return Campaign(services, ids, "The Great Lakes", clock=CLOCK)


def entries(app, user_id, language="en"):
    """Entries of the calendar of a user: title, decision and address."""
    feeds.make_calendar(app.state.services, user_id)
    with app.state.services.store.write() as work:
        work.users.update_user(user_id, language=language)
        token = work.calendars.token_for_user(user_id)
        work.commit()
    text = Visitor(app).get(f"/calendar/{token}.ics").text.replace("\r\n ", "")
    return re.findall(r"DTSTART([^\r]*)\r\nSUMMARY:([^\r]*)\r\nDESCRIPTION:([^\r]*)\r\n", text)


def test_the_calendar_has_the_own_deadline_and_those_of_the_others(app, campaign):
    with loaded_dice():
        campaign.played()
    own = entries(app, campaign.ids["p1"])
    assert [(title, what) for _, title, what in own] == [
        (
            "Deadline: The Great Lakes (Campaign)",
            "Choose your army for the battle\\, or enter its result",
        ),
        (
            "Deadline of the Wa-tembo: The Great Lakes (Campaign)",
            "Choose your army for the battle\\, or enter its result",
        ),
    ]
    assert all(re.fullmatch(r":\d{8}T1[89]0000Z", when) for when, _, _ in own)  # 20:00 in Madrid
    judge = entries(app, campaign.ids["referee"], "es")
    assert sorted(title for _, title, _ in judge) == [
        "Plazo de los Wa-simba: The Great Lakes (Campaña)",
        "Plazo de los Wa-tembo: The Great Lakes (Campaña)",
    ]


def test_each_kind_of_decision_comes_into_the_calendar(app, campaign):
    said = set()
    with loaded_dice():
        for step in (campaign.passage, lambda: campaign.give("p1", o.Accept("p3"))):
            step()
            said |= {what for _, _, what in entries(app, campaign.ids["p2"])}
        campaign.give("p1", o.Attack("p2")).give("p2", o.Resist("p1"), scenario=6)
        said |= {what for _, _, what in entries(app, campaign.ids["p2"])}
        campaign.give("p2", o.ChooseGround("b1", "savannah")).give("p1", o.EnterResult("b1", "p1"))
        said |= {what for _, _, what in entries(app, campaign.ids["p2"])}
    assert said == {
        "Answer the request for passage",
        "Make your declaration",
        "Choose the ground of the battle",
        "Confirm the result",
    }


def test_the_feed_tells_the_moves_in_the_language_of_the_reader(app, campaign):
    with loaded_dice():
        campaign.played()
    answer = Visitor(app).get(f"{campaign.path}/news.atom?lang=es")
    feed = ET.fromstring(answer.text)  # noqa: S314 - our own answer
    assert feed.find(f"{ATOM}title").text == "The Great Lakes"
    titles = [one.find(f"{ATOM}title").text for one in feed.iter(f"{ATOM}entry")]
    assert titles[0] == "La batalla 1 se libra en este terreno: sabana."
    assert any("resisten: habrá batalla" in title for title in titles)
    links = [one.find(f"{ATOM}link").get("href") for one in feed.iter(f"{ATOM}entry")]
    assert all(f"{campaign.path}/at/" in link for link in links)


def test_the_front_page_names_its_feed_and_its_picture(app, campaign):
    with loaded_dice():
        campaign.played()
    page = Visitor(app).get(f"{campaign.path}/front").text
    assert (
        f'type="application/atom+xml" title="The Great Lakes" href="{campaign.path}/news.atom"'
        in page
    )
    assert 'property="og:image"' in page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                "Native peoples by hongos",
                "territories: 1",
                "Order of this turn",
                "attack on the Wa-tembo",
            ),
        ),
        (
            "es",
            (
                "Pueblos nativos por hongos",
                "territorios: 1",
                "Orden de este turno",
                "ataque a los Wa-tembo",
            ),
        ),
    ],
)
def test_the_projector_shows_map_standings_and_order(app, campaign, language, words):
    with loaded_dice():
        campaign.played()
    page = Visitor(app).get(f"{campaign.path}/projector?lang={language}").text
    shown = " ".join(words_on(page))
    assert all(one in shown for one in words) and 'class="map-view' in page
    assert "free seat" not in shown


def test_no_outlet_tells_the_terms_on_offer(app, campaign):
    with loaded_dice():
        campaign.attacked()
        campaign.give("p2", o.OfferTerms("p1", "p2", 2, words="Peace for a year"))
    stranger = Visitor(app)
    for page in ("projector", "news.atom", "front", "show"):
        if page != "show":
            assert "Peace for a year" not in stranger.get(f"{campaign.path}/{page}").text
    assert "Peace" not in stranger.get(f"/embed{campaign.path}").text
    assert not [what for _, _, what in entries(app, campaign.ids["p3"]) if "Peace" in what]


def test_the_picture_has_the_players_and_no_referee(app, campaign):
    with loaded_dice():
        campaign.played()
    look = game_view.load_view(app.state.services, campaign.id)
    sides = [side.title for side in poster_of(look, "en").sides]
    assert sides == ["Wa-simba", "Wa-tembo", "Expedition Aldana"]
    assert "Expedition Aldana" in game_picture(look, "en")
