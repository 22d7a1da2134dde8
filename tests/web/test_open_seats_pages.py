"""Joining a running campaign by its page, and leaving it."""

from __future__ import annotations

import re

import pytest

from tests.sample_games import INCH
from tests.web.campaigns import found_campaign
from tests.web.circle import text_of
from tests.web.reading import forms_on


@pytest.fixture
def campaign(visitor):
    """A campaign of a referee and three players."""
    path, people = found_campaign(visitor, clock="steps", clock_step_declare="3")
    for person in people[1:]:
        join(person, path)
    return path, people


def join(who, path, **fields):
    """Send the form of an entry on the gathering page, and confirm its preview."""
    page = who.get(f"{path}/gathering").text
    (form,) = [one for one in forms_on(page) if "people" in one.fields]
    given = {"list": INCH.LIST, f"{INCH.LIST}.nation": INCH.OTHER_NATION, "people": ""}
    return confirmed(who, who.send(form, **given | fields))


def confirmed(who, preview):
    """Answer to the confirmation of an entry; a refused one has none."""
    forms = [one for one in forms_on(preview.text) if one.fields.get("confirmed")]
    return who.send(forms[0]) if forms else preview


def chosen(who, path, list_, nation):
    """Answer the form of an entry: the list, then the nation, then send the draft."""
    page = who.get(path).text
    form = next(one for one in forms_on(page) if "list" in one.fields or "offer" in one.fields)
    page = who.send(form, list=list_).text
    form = next(one for one in forms_on(page) if "nation" in one.fields or "offer" in one.fields)
    page = who.send(form, list=list_, nation=nation).text
    form = next(
        one
        for one in forms_on(page)
        if one.action.endswith("/steps/between_turns")
        and "order" in one.fields
        and nation in one.fields["order"]
    )
    return who.send(form)


def test_a_visitor_joins_a_running_campaign(campaign, visitor):
    path, _ = campaign
    stranger = visitor().register("Elena")
    page = stranger.get(path).text
    assert f'href="{path}/gathering"' in page
    assert "This game takes players now." in text_of(page)
    joined = chosen(stranger, f"{path}?join=1", INCH.LIST, INCH.OTHER_NATION)
    assert joined.status_code in (200, 303)
    page = stranger.get(path).text
    assert "?join=1" not in page
    assert "Leave for good" in text_of(page)


def test_the_lobby_leads_to_the_page_where_players_join(visitor):
    path, people = found_campaign(visitor)
    page = people[1].get("/lobby").text
    assert f'href="{path}/gathering">Join</a>' in page
    assert "no player yet" in text_of(page) and "free seat" not in text_of(page)
    join(people[1], path)
    assert f'href="{path}/gathering">Join</a>' not in people[1].get("/lobby").text
    assert "Berta" in text_of(people[2].get("/lobby").text)


def test_leaving_says_first_what_follows(campaign):
    path, people = campaign
    me = people[1]
    page = me.get(f"{path}?confirm=leave").text
    assert "Your hongos are lost." in text_of(page)
    assert "Give up the game" not in text_of(page)
    form = next(one for one in forms_on(page) if one.fields.get("order") == '{"kind":"leave_seat"}')
    me.send(form)
    page = text_of(me.get(path).text)
    assert "Leave for good" not in page
    assert "You have left this game." in page and "Join the game" not in page
    assert "You have left this game." in text_of(me.get(f"{path}/text").text)
    assert "You have left this game." not in text_of(people[2].get(path).text)


def test_one_click_does_not_leave(campaign):
    path, people = campaign
    answer = people[1].post(
        f"{path}/orders", order='{"kind":"leave_seat"}', command="one click", after="1"
    )
    to = answer.headers.get("location", f"{path}?confirm=leave")
    assert "This cannot be undone." in text_of(people[1].get(to).text)
    assert "Leave for good" in text_of(people[1].get(path).text)


def test_an_anonymous_visitor_sees_no_form_to_join(campaign, visitor):
    path, _ = campaign
    assert "?join=1" not in visitor().get(path).text


def test_the_lobby_lists_the_campaign(campaign, visitor):
    page = visitor().register("Elena").get("/lobby").text
    assert "Games that take players while they are played" in page
    assert "Nothing is being played in public." not in page
    assert page.count(f'href="{campaign[0]}/gathering"') == 1


# ---------------------------------------------------------------------- joining during a turn
@pytest.fixture
def in_a_turn(campaign, visitor):
    """The same campaign in its first turn, and a user without a seat."""
    path, people = campaign
    open_turn(people[0], path)
    return path, people, visitor().register("Elena")


def open_turn(referee, path):
    page = referee.get(f"{path}/gathering").text
    (form,) = [one for one in forms_on(page) if one.action.endswith("/desk/act")]
    (form,) = [one for one in forms_on(referee.send(form).text) if one.action == f"{path}/desk/act"]
    referee.send(form)


def pass_all(people, path):
    """All players pass, so that the turn ends."""
    for number in range(3):
        pages = {person: person.get(path).text for person in people[1:]}
        due = next(one for one, page in pages.items() if "Make your declaration" in page)
        after = re.search(r'data-last="(\d+)"', pages[due])[1]
        where = f"{path}/steps/declaring"
        due.post(where, order='{"kind":"pass"}', command=f"pass{number}", after=after)


WAITS = "The Wa-lindi enter the campaign at the beginning of turn 2."


def test_an_entry_during_a_turn_waits_on_every_page(in_a_turn, visitor):
    path, people, elena = in_a_turn
    page = text_of(elena.get(f"{path}/gathering").text)
    assert "You enter at the beginning of turn 2, second half of 1860." in page
    join(elena, path, people="Wa-lindi")
    for reader, address in (
        (elena, path),
        (elena, f"{path}/gathering"),
        (people[0], f"{path}/desk"),
        (people[1], f"{path}/gathering"),
        (people[1], f"{path}/front"),
        (visitor(), f"{path}/front"),
    ):
        assert WAITS in text_of(reader.get(address).text), address
    spanish = text_of(people[1].get(f"{path}/front?lang=es").text)
    assert "Los Wa-lindi entrarán en la campaña al comienzo del turno 2." in spanish
    assert "Until then you can change or withdraw your entry." in text_of(elena.get(path).text)


def test_an_entry_is_changed_on_the_game_page(in_a_turn):
    path, _, elena = in_a_turn
    join(elena, path, people="Wa-lindi")
    page = elena.get(path).text
    assert "Change your entry" in text_of(page)
    order = f'{{"kind":"join","list":"{INCH.SMALL_LIST}","nation":"{INCH.SMALL_LIST}","people":"Wa-zuri"}}'
    after = re.search(r'data-last="(\d+)"', page)[1]
    sent = elena.post(f"{path}/orders", order=order, command="change", after=after)
    assert sent.status_code == 303, sent.text
    assert "The Wa-zuri enter the campaign" in text_of(elena.get(f"{path}/gathering").text)


def test_an_entry_is_withdrawn_after_a_question_and_given_again(in_a_turn):
    path, people, elena = in_a_turn
    join(elena, path, people="Wa-lindi")
    page = elena.get(f"{path}?confirm=leave").text
    assert "Withdraw your entry?" in text_of(page)
    assert "You may join again." in text_of(page)
    (form,) = [one for one in forms_on(page) if "leave_seat" in str(one.fields.get("order"))]
    elena.send(form)
    assert WAITS not in text_of(people[1].get(f"{path}/front").text)
    page = people[1].get(f"{path}/text").text
    heads = page[page.index('<nav class="contents"') :].split("</p>")[0]
    assert heads.count('class="side side-') == 4  # the referee and three players
    join(elena, path, people="Wa-lindi")
    assert WAITS in text_of(people[1].get(f"{path}/front").text)


def test_an_entry_takes_effect_when_the_turn_ends(in_a_turn):
    path, people, elena = in_a_turn
    join(elena, path, people="Wa-lindi")
    pass_all(people, path)
    page = text_of(elena.get(f"{path}/people/p4").text)
    assert "Account (hongos): 5" in page
    assert "New players" not in text_of(people[1].get(f"{path}/front").text)
    assert "You have joined." in text_of(elena.get(f"{path}/gathering").text)
