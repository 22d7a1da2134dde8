"""Joining a running campaign by its page, and leaving it."""

from __future__ import annotations

import pytest

from tests.web.campaigns import found_campaign
from tests.web.circle import text_of
from tests.web.reading import forms_on


@pytest.fixture
def campaign(visitor):
    """A campaign of a referee and three players, who have not chosen their armies yet."""
    path, people = found_campaign(visitor, clock="none")
    return path, people


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
    path, people = campaign
    for person in people[1:]:
        chosen(person, path, "native_kingdom", "buganda")
    stranger = visitor().register("Elena")
    page = stranger.get(path).text
    assert f'href="{path}?join=1"' in page
    assert "This game takes players now." in text_of(page)
    joined = chosen(stranger, f"{path}?join=1", "native_kingdom", "buganda")
    assert joined.status_code in (200, 303)
    page = stranger.get(path).text
    assert "?join=1" not in page
    assert "Leave for good" in text_of(page)


def test_leaving_says_first_what_follows(campaign):
    path, people = campaign
    me = people[1]
    chosen(me, path, "native_kingdom", "buganda")
    page = me.get(f"{path}?confirm=leave").text
    assert "Your hongos are lost." in text_of(page)
    assert "Give up the game" not in text_of(page)
    form = next(one for one in forms_on(page) if one.fields.get("order") == '{"kind":"leave_seat"}')
    me.send(form)
    assert "Leave for good" not in text_of(me.get(path).text)


def test_one_click_does_not_leave(campaign):
    path, people = campaign
    answer = people[1].post(
        f"{path}/orders", path, order='{"kind":"leave_seat"}', command="one click", after="1"
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
