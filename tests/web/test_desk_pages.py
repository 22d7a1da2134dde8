"""Desk of a referee and page of the referees, in a campaign and in a tiny game."""

from __future__ import annotations

import re

import pytest

from tests.web.campaigns import joined_campaign
from tests.web.circle import text_of
from tests.web.reading import form_to, forms_on


@pytest.fixture
def campaign(visitor):
    """A campaign: Ada is the referee and does not play, three others have their armies."""
    return joined_campaign(visitor, clock="steps", clock_step_declare="3")


def act(who, path, order, **fields):
    """Open the page of an order on the desk, fill in its form, and confirm its preview."""
    page = who.get(f"{path}/desk/act", params={"order": order})
    form = form_to(page.text, f"{path}/desk/act")
    if form.confirms:
        return page, who.send(form)
    return page, confirmed(who, path, who.send(form, **fields))


def confirmed(who, path, preview):
    """Answer to the confirmation of a preview on the desk; a refusal has none."""
    form = form_to(preview.text, f"{path}/desk/act")
    return who.send(form) if form.confirms else preview


def test_the_desk_says_what_waits_and_each_order_what_follows(campaign):
    path, people = campaign
    desk = text_of(people[0].get(f"{path}/desk").text)
    assert "Open the turn" in desk
    page, answer = act(people[0], path, '{"kind":"open_turn"}')
    assert "Chance meetings and the order of play are rolled" in text_of(page.text)
    assert answer.status_code in (200, 303)
    desk = text_of(people[0].get(f"{path}/desk").text)
    assert "No decision waits for a referee." in desk
    assert "Make your declaration" in desk
    assert "Give more time to" in desk


def test_the_desk_names_the_referees_and_their_last_decision(campaign):
    path, people = campaign
    assert "last decision of a referee" not in text_of(people[0].get(f"{path}/desk").text)
    people[0].post(f"{path}/referees", name="Berta", do="name")
    act(people[0], path, '{"kind":"open_turn"}')
    desk = text_of(people[0].get(f"{path}/desk").text)
    assert re.search(r"Referees: Ada ?, Berta plays ", desk), desk[:600]
    assert "last decision of a referee: " in desk


def test_the_chart_of_days_knows_the_present_and_keeps_the_names_in_view(campaign):
    path, people = campaign
    act(people[0], path, '{"kind":"open_turn"}')
    page = people[0].get(f"{path}/desk").text
    assert re.search(r'class="scroll-x days-scroll" data-now="\d+\.\d"', page)
    assert "js/desk_chart.js" in page
    names = page[page.index('class="plot days names"') :].split("</svg>")[0]
    days = page[page.index('class="plot days"') :].split("</svg>")[0]
    assert ">Referee<" in names and ">Referee<" not in days
    assert 'viewBox="150 0 ' in days


def test_the_desk_counts_the_decisions_in_time(campaign):
    path, people = campaign
    act(people[0], path, '{"kind":"open_turn"}')
    told = text_of(people[0].get(f"{path}/desk").text)
    assert "Decisions in time" in told and told.count("0 of 0") == 3
    mover = next(one for one in people[1:] if "Make your declaration" in one.get(path).text)
    preview = mover.get(path, params={"order": '{"kind":"pass"}'}).text
    (form,) = [one for one in forms_on(preview) if one.action.endswith("/declaring")]
    mover.send(form)
    told = text_of(people[0].get(f"{path}/desk").text)
    assert (told.count("1 of 1"), told.count("0 of 0"), "late now" in told) == (1, 2, False)


def test_a_campaign_without_a_clock_counts_no_decisions_in_time(visitor):
    path, people = joined_campaign(visitor)
    assert "Decisions in time" not in people[0].get(f"{path}/desk").text


def test_an_order_without_its_confirmation_is_not_given(campaign):
    path, people = campaign
    order = '{"kind":"close_campaign"}'
    answer = people[0].post(f"{path}/desk/act", order=order, command="x", after="4")
    assert "The campaign ends for good." in text_of(answer.text)
    assert "Close the campaign" in text_of(people[0].get(f"{path}/desk").text)
    act(people[0], path, order)
    assert people[0].get(f"{path}/desk").url.path == path  # the game is over


def test_the_referee_gives_more_time(campaign):
    path, people = campaign
    act(people[0], path, '{"kind":"open_turn"}')
    form = next(
        one
        for one in forms_on(people[0].get(f"{path}/desk").text)
        if "extend_time" in one.fields.get("order", "")
    )
    act(people[0], path, form.fields["order"], days="7")
    assert "the referee gives 7 days more" in text_of(
        people[0].get(path).text + people[0].get(f"{path}?tab=log").text
    )


def test_the_referee_posts_hongos_by_hand_with_a_reason(campaign):
    path, people = campaign
    order = '{"kind":"book","hongos":0,"reason":""}'
    _, wrong = act(people[0], path, order, payer="p1", receiver="", hongos="9", reason="Too many")
    assert wrong.status_code == 422
    assert "must be left" in text_of(wrong.text)
    assert "Too many" in wrong.text
    act(people[0], path, order, payer="", receiver="p1", hongos="2", reason="Opening entry")
    assert "posted by the referee: “Opening entry”" in text_of(
        people[0].get(f"{path}?tab=log").text
    )


def test_the_preview_of_a_posting_names_accounts_and_reason(campaign):
    path, people = campaign
    order = '{"kind":"book","hongos":0,"reason":""}'
    form = form_to(
        people[0].get(f"{path}/desk/act", params={"order": order}).text, f"{path}/desk/act"
    )
    preview = people[0].send(form, payer="", receiver="p1", hongos="2", reason="A gift")
    told = text_of(preview.text)
    assert "Hongos 2 Reason A gift" in told, told
    assert "Confirm: Post hongos by hand" in told and "Nothing has happened yet." in told
    assert "posted by the referee" not in text_of(people[0].get(f"{path}?tab=log").text)


def test_an_order_that_is_not_open_any_more_gets_a_sentence(campaign):
    path, people = campaign
    page = people[0].get(f"{path}/desk/act?order=%7B%22kind%22:%22open_turn%22%7D")
    (form,) = [one for one in forms_on(page.text) if one.action == f"{path}/desk/act"]
    people[0].send(form)
    again = people[0].send(form)
    assert again.status_code == 409
    assert "This decision is not open any more." in text_of(again.text)


def test_other_users_have_no_desk(campaign, visitor):
    path, people = campaign
    for who in (people[1], visitor().register("Elena")):
        assert who.get(f"{path}/desk").url.path == path
        answer = who.post(
            f"{path}/desk/act",
            order='{"kind":"open_turn"}',
            command="x",
            after="4",
            confirmed="1",
        )
        assert answer.status_code in (403, 404)


def test_the_page_of_the_referees_names_them(campaign):
    path, people = campaign
    page = people[1].get(f"{path}/referees").text
    assert "Ada" in text_of(page)
    assert "Name this referee" not in page
    mine = people[0].get(f"{path}/referees").text
    (form,) = [one for one in forms_on(mine) if one.fields.get("do") == "name"]
    wrong = people[0].send(form, name="Nobody at all")
    assert wrong.status_code == 422
    people[0].send(form, name="Berta")
    assert "Berta" in text_of(people[0].get(f"{path}/referees").text)
    assert "You also play." in text_of(people[1].get(f"{path}/desk").text)


def test_the_desk_says_since_when_each_player_is_asked_and_what_referees_did(campaign):
    path, people = campaign
    desk = text_of(people[0].get(f"{path}/desk").text)
    assert "Nothing yet." in desk and "No player is to decide." in desk
    act(people[0], path, '{"kind":"open_turn"}')
    desk = text_of(people[0].get(f"{path}/desk").text)
    assert desk.count("Asked on ") == 1 and desk.count("Last own move on ") == 1
    assert "The players act in this order:" in desk.split("What referees did")[1]
    assert "Asked on " not in desk.split("What referees did")[1]


def test_players_without_a_clock_are_on_the_desk_too(visitor):
    path, people = joined_campaign(visitor, clock="none")
    act(people[0], path, '{"kind":"open_turn"}')
    desk = text_of(people[0].get(f"{path}/desk").text)
    assert desk.count("no deadline") == 1 and "Make your declaration" in desk
    assert "Give more time" not in desk


def test_a_refused_order_stands_on_the_desk_with_its_rule(campaign):
    path, people = campaign
    act(people[0], path, '{"kind":"open_turn"}')
    desk = people[0].get(f"{path}/desk").text
    assert "Possible between two turns only" in text_of(desk)
    assert not [one for one in forms_on(desk) if "close_campaign" in str(one)]
