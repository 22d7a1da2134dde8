"""Chronicle of a contest on its page: chapters by round, own words, links from frame and club."""

from __future__ import annotations

import re
from html import unescape

import pytest
from msgspec.structs import replace

from app.services.watch.game_view import load_view
from tests.web.reading import form_to
from tests.web.test_club_contests import founded
from tests.web.test_club_games import member
from tests.web.test_clubs import by_action, club, nines
from tests.web.test_contest_battles import plain
from tests.web.test_contest_pages import NAMES, act, contest_now, found_contest, given, sign_up

__all__ = ["club", "nines"]


def played(visitor, form="robin", **terms):
    """Contest of four entrants after its first round: both tables have a winner."""
    path, people = found_contest(visitor, form, **terms)
    for number, person in enumerate(people[1:], 1):
        sign_up(path, person, ("Bea", "Cid", "Dora", "Eva")[number - 1], number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, people[0], kind)
    first, second = contest_now(path, people[0]).pairings
    act(path, people[0], "decide", battle=first.key, winner=first.second)
    act(path, people[0], "decide", battle=second.key, winner=second.first)
    return path, people


def test_a_chronicle_tells_each_round_with_the_table_after_it(visitor):
    path, people = played(visitor)
    page = people[1].get(f"{path}/chronicle?lang=en")
    assert page.status_code == 200
    told = plain(people[1], f"{path}/chronicle?lang=en")
    assert "Sign-up: 4 entrants" in told
    assert "Round 1:" in told and "takes the first place" in told
    assert "Table at the end" in told and "campaign" not in told.lower()
    assert re.findall(r'<article[^>]* id="(turn-\d+)"', page.text) == ["turn-0", "turn-1"]
    assert '<a href="#turn-1">' in page.text and "data-print" in page.text
    spanish = plain(people[1], f"{path}/chronicle?lang=es")
    assert "pasa al primer puesto" in spanish and "Clasificación al final" in spanish
    assert "Puestos ganados" in spanish and "por turnos" not in spanish


def test_a_running_round_and_a_draft_are_not_told(visitor):
    """The next round is drawn, then published; its chapter comes with its last result."""
    path, people = played(visitor)
    act(path, people[0], "draft_round")
    for person in (people[0], people[1], visitor("en")):
        assert not tells_round_2(path, person)
    act(path, people[0], "publish_round")
    first, second = [one for one in contest_now(path, people[0]).pairings if one.round == 2]
    act(path, people[0], "decide", battle=first.key, winner=first.first)
    assert not tells_round_2(path, people[1])
    act(path, people[0], "decide", battle=second.key, winner=second.first)
    assert tells_round_2(path, people[1])


def tells_round_2(path, person):
    return 'id="turn-2"' in person.get(f"{path}/chronicle?lang=en").text


def test_words_of_a_scribe_stand_in_the_round_and_at_the_battle(visitor):
    path, people = played(visitor)
    ana, bea, *_ = people
    battle = contest_now(path, ana).pairings[0].key
    for section, text in (("turn-1", "A <b>wet</b> evening."), (f"battle-{battle}", "Ten to one.")):
        form = ana.get(f"{path}/chronicle/words?section={section}&lang=en")
        assert "All readers of the contest read it" in unescape(form.text)
        sent = ana.send(form_to(form.text, f"{path}/chronicle/words"), text=text)
        assert sent.headers["location"] == f"{path}/chronicle#turn-1"
    told = unescape(bea.get(f"{path}/chronicle?lang=en").text)
    assert "A &lt;b&gt;wet&lt;/b&gt; evening." in bea.get(f"{path}/chronicle?lang=en").text
    assert "Ten to one." in told
    assert bea.get(f"{path}/chronicle/words?section=turn-2").status_code == 404
    assert bea.get(f"{path}/chronicle/words?section=turn-202611").status_code == 404


def test_the_pages_of_a_contest_lead_to_its_chronicle(visitor):
    path, people = played(visitor)
    front = people[1].get(f"{path}/front?lang=en").text
    assert f'href="{path}/chronicle"' in front
    chronicle = people[1].get(f"{path}/chronicle?lang=en").text
    assert f'href="{path}/chronicle" aria-current="page"' in chronicle


def test_before_the_end_of_the_sign_up_there_is_no_chapter(visitor):
    path, people = found_contest(visitor, "robin")
    told = plain(people[1], f"{path}/chronicle?lang=en")
    assert "The first chapter is written when the sign-up closes." in told


def test_a_free_league_has_a_chapter_for_each_month(visitor):
    """Two entrants agree on a battle; its result stands under the month of the server."""
    path, people = found_contest(visitor, "league", **{"t.words": "Chess"})
    for number, person in enumerate(people[:3]):
        assert sign_up(path, person, NAMES[number], number).status_code == 303
    act(path, people[0], "close_sign_up")
    assert given(path, people, "p3", kind="challenge", opponent="p1").status_code == 303
    accepted = {"kind": "answer_challenge", "challenge": "c1", "accept": True}
    assert given(path, people, "p1", **accepted).status_code == 303
    (battle,) = contest_now(path, people[0]).open_pairings()
    act(path, people[0], "decide", battle=battle.key, winner="p3")
    page = people[1].get(f"{path}/chronicle?lang=en")
    assert "3 entrants" in page.text
    assert re.search(r'id="turn-20\d{4}"', page.text)
    told = plain(people[1], f"{path}/chronicle?lang=es")
    assert re.search(rf"[A-Z][a-z]+ de 20\d\d: {NAMES[2]} pasa al primer puesto", told)


@pytest.mark.parametrize(("zone", "month"), [("Pacific/Kiritimati", 202611), ("UTC", 202610)])
def test_months_are_those_of_the_zone_of_the_club(nines, visitor, monkeypatch, zone, month):
    """A battle of the last evening of October in UTC was played in November on Kiritimati."""
    form = by_action(nines.get("/clubs/new"), "/clubs")
    club = nines.send(form, name="Dragones", zone=zone).headers["location"]
    people = [member(visitor, nines, club, name) for name in NAMES[:2]]
    path = founded(nines, club, seat="league/", visibility="open")
    for number, one in enumerate(people):
        assert sign_up(path, one, NAMES[number], number).status_code == 303
    act(path, nines, "close_sign_up")
    assert given(path, people, "p2", kind="challenge", opponent="p1").status_code == 303
    accepted = {"kind": "answer_challenge", "challenge": "c1", "accept": True}
    assert given(path, people, "p1", **accepted).status_code == 303
    (battle,) = contest_now(path, nines).open_pairings()
    act(path, nines, "decide", battle=battle.key, winner="p2")
    services = nines.client.app.state.services
    history = load_view(services, path.rpartition("/")[2], None).history
    moves = [replace(one, made_at="2026-10-31T22:30:00.000Z") for one in history.moves]
    monkeypatch.setattr(history, "moves", moves)
    page = people[0].get(f"{path}/chronicle").text
    assert re.findall(r'<article[^>]* id="turn-(\d+)"', page) == ["0", str(month)]


def test_the_chronicle_of_a_club_links_that_of_its_contest(nines, club, visitor):
    """For members of the club; its first chapter comes with the end of the sign-up."""
    people = [member(visitor, nines, club, name) for name in NAMES[:3]]
    path = founded(nines, club)
    link = f'href="{path}/chronicle"'
    for number, one in enumerate(people):
        sign_up(path, one, NAMES[number], number)
    assert link in people[0].get(f"{club}/chronicle").text
    assert "The first chapter is written" in plain(people[0], f"{path}/chronicle?lang=en")
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, nines, kind)
    told = people[0].get(f"{club}/chronicle")
    assert link in told.text and "Suizo" in told.text
    assert "Sign-up: 3 entrants" in plain(people[0], f"{path}/chronicle?lang=en")
    assert visitor().get(f"{path}/chronicle").status_code == 404
