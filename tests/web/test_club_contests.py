"""Contests of a club: founded from its page, listed with state and next deadline, in its
calendar.
"""

from __future__ import annotations

import re

from app.services.people import api_tokens, blocking
from app.services.people.account_rules import name_key
from tests.sample_games import HEX, HEX_GAME
from tests.web.circle import text_of
from tests.web.reading import forms_on
from tests.web.test_club_games import member
from tests.web.test_clubs import by_action, club, nines
from tests.web.test_contest_dates import accepts, in_days, proposes
from tests.web.test_contest_pages import act, contest_now, sign_up

__all__ = ["club", "nines"]
NAMES = ("Ana", "Bea", "Cid")


def founded(organiser, club: str, **terms: str) -> str:
    """Path of a Swiss contest that is founded with the button on the page of the club."""
    link = re.search(r'href="(/tables/new\?box=contests[^"]*)"', organiser.get(club).text)
    page = organiser.get(link[1].replace("&amp;", "&"))
    number = club.rsplit("/", 1)[1]
    assert f'<option value="{number}" selected>' in page.text
    assert f"club={number}&amp;visibility=club" in page.text  # another form keeps the club
    answer = organiser.send(
        by_action(page, "/tables"), **{"title": "Suizo", "t.words": "Chess", **terms}
    )
    assert answer.status_code == 303
    return answer.headers["location"].removesuffix("/gathering")


def test_the_sign_up_in_an_archived_club_says_why_it_rests(nines, club, visitor):
    """CAR-CLB-54: in both languages, without a form; it opens with the club."""
    ana = member(visitor, nines, club, "Ana")
    path = founded(nines, club)
    page = f"{path}/gathering"
    assert 'id="entry"' in ana.get(page).text and 'id="invite-card"' in nines.get(page).text

    def archives(do: str) -> None:
        form = next(
            one for one in forms_on(nines.get(f"{club}/edit").text) if one.fields.get("do") == do
        )
        assert nines.send(form).status_code == 303

    archives("archive")
    for language, words in (
        ("en", "The club is archived: no new player joins"),
        ("es", "El club está archivado: no entra ningún jugador nuevo"),
    ):
        shown = ana.get(f"{page}?lang={language}").text
        assert words in text_of(shown) and 'id="entry"' not in shown
    assert 'id="invite-card"' not in nines.get(page).text
    archives("reopen")
    assert 'id="entry"' in ana.get(page).text


def test_a_contest_of_a_club_from_its_founding_to_its_deadlines(nines, club, visitor):
    people = [member(visitor, nines, club, name) for name in NAMES]
    outside = visitor().register("Dora")
    path = founded(nines, club)
    for number, one in enumerate(people[:2]):
        sign_up(path, one, NAMES[number], number)
    page = text_of(nines.get(club).text)
    assert "Suizo" in page and "2 jugadores" in page and "Inscripción" in page
    shown = outside.get(path)
    assert (shown.status_code, "Suizo" in shown.text) == (200, False)  # a neutral card
    assert "Suizo" not in outside.get(club).text + visitor().get(club).text
    assert sign_up(path, outside, "Dora", 9).status_code == 404
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, nines, kind)
    front, calendar = (text_of(people[2].get(club + end).text) for end in ("", "/calendar"))
    assert "Next deadline" in front and "2 decisions" in front
    assert "Deadlines of contests and campaigns" in calendar and "2 decisions" in calendar
    assert "Suizo" in calendar and f'href="{path}/front"' in people[2].get(f"{club}/calendar").text
    own = text_of(people[0].get(club).text)
    assert "You are to decide" in own and "Next deadline" not in own
    blocking.block_user(
        nines.client.app.state.services, id_of(people[2], "Cid"), id_of(people[0], "Ana")
    )
    assert "Suizo" in people[2].get(club).text


def test_an_agreed_date_stands_in_the_calendar_of_the_club(nines, club, visitor):
    people = [member(visitor, nines, club, name) for name in NAMES]
    path = founded(nines, club)
    for number, one in enumerate(people[:2]):
        sign_up(path, one, NAMES[number], number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, nines, kind)
    at = f"{path}/battles/r1.1"
    proposes(people[0], at, f"{in_days(1)}T20:30", "hall 2")
    assert "hall 2" not in people[2].get(f"{club}/calendar").text
    accepts(people[1], at, "r1.1")
    page = people[2].get(f"{club}/calendar").text
    assert f'href="{at}"' in page and "hall 2" in page and "Agreed dates of battles" in page
    assert "hall 2" not in people[2].get(f"{club}/calendar?page=2").text
    [battle] = call(people[2], "Cid", f"/api/v1{club}/dates/battles").json()
    assert (battle["battle"], battle["words"]) == ("r1.1", "hall 2")
    assert f"/games/{battle['game']}/battles/r1.1" == at
    stranger = visitor().register("Dora")
    assert call(stranger, "Dora", f"/api/v1{club}/dates/battles").status_code == 404
    assert "Batallas acordadas (CSV)" in text_of(nines.get(f"{club}/files?lang=es").text)
    table = nines.get(f"{club}/tables/battles.csv").text
    assert "hall 2" in table and table.count(at) == 1


def call(one, name: str, path: str):
    """Answer of the API to a member."""
    services = one.client.app.state.services
    secret = api_tokens.create_token(services, id_of(one, name), "t", api_tokens.SCOPES).secret
    return one.client.get(path, headers={"Authorization": f"Bearer {secret}"})


def id_of(one, name: str) -> int:
    with one.client.app.state.services.store.read() as work:
        return work.users.find_by_name(name_key(name))[0].id


def test_members_found_no_contest_and_tables_of_a_round_are_not_listed(nines, club, visitor):
    people = [member(visitor, nines, club, name) for name in NAMES[:2]]
    assert "box=contests" not in people[0].get(club).text
    path = founded(nines, club, **{"t.battle": f"{HEX_GAME}/{HEX.NEXT_SCENARIO}"})
    for number, one in enumerate(people):
        sign_up(path, one, NAMES[number], number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, nines, kind)
    page = nines.get(club).text
    links = page.count(f'href="{path}/front"'), page.count(f'href="{path}/statistics"')
    assert links == (2, 1) and page.count('href="/games/') == sum(links)


def test_a_member_who_meets_the_conditions_gets_the_form(nines, club, visitor):
    """Members of the club are asked for: the page says so, and a member signs up."""
    ana = member(visitor, nines, club, "Ana")
    path = founded(nines, club, **{"t.members_only": "1"})
    page = ana.get(f"{path}/gathering?lang=en").text
    assert "Only members of the club sign up" in page
    assert "You meet all of them." in page and 'id="entry"' in page


def test_pages_of_a_contest_lead_to_its_club(nines, club, visitor):
    ana = member(visitor, nines, club, "Ana")
    path = founded(nines, club)
    for page in ("gathering", "front", "rounds", "standings"):
        assert f'<a href="{club}">' in ana.get(f"{path}/{page}").text, page


def test_the_deadlines_of_a_new_contest_are_in_the_zone_of_the_club(nines, club):
    number = int(club.rsplit("/", 1)[1])
    with nines.client.app.state.services.store.write() as work:
        work.clubs.change_club(number, zone="Atlantic/Canary")
        work.commit()
    for of_club, zone in ((f"&club={number}", "Atlantic/Canary"), ("", "UTC")):
        page = nines.get(f"/tables/new?box=contests{of_club}").text
        assert f'name="clock_steps_zone" list="zones" value="{zone}"' in page


def test_a_finished_contest_is_one_line_with_its_winner(nines, club, visitor):
    people = [member(visitor, nines, club, name) for name in NAMES[:2]]
    path = founded(nines, club, **{"t.rounds": "1", "visibility": "open"})
    for number, one in enumerate(people):
        sign_up(path, one, NAMES[number], number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, nines, kind)
    battle = contest_now(path, nines).open_pairings()[0]
    act(path, nines, "decide", battle=battle.key, winner=battle.first)
    act(path, nines, "close_contest")
    winner = contest_now(path, nines).entrants[battle.first].name
    page = people[0].get(f"{club}?lang=en").text
    ended = page[page.index('aria-labelledby="ended"') :]
    ended = ended[: ended.index("</section>")]
    assert f'href="{path}/front"' in ended
    assert text_of(ended).endswith(f"Suizo Victory: {winner}") and "Chess" not in ended
    assert f"Victoria: {winner}" in text_of(people[0].get(f"{club}?lang=es").text)
