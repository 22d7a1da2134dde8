"""Declarations and answers in advance on the page of a campaign."""

from __future__ import annotations

import json

import pytest

from tests.sample_games import INCH
from tests.web.campaigns import joined_campaign
from tests.web.circle import text_of
from tests.web.reading import forms_on


@pytest.fixture
def campaign(visitor):
    return joined_campaign(visitor)


def form_of(page: str):
    return next(
        form
        for form in forms_on(page)
        if form.method == "get" and "answer:declare:1" in form.fields
    )


def try_and_save(person, path, **answers):
    """Look at these answers first, then save them; the page of the preview."""
    fields = {
        f"answer:{topic.replace('declare_', 'declare:')}": said for topic, said in answers.items()
    }
    page = person.send(form_of(person.get(f"{path}?ahead=1").text), **fields).text
    save = next(one for one in forms_on(page) if one.method == "post" and "standing" in one.action)
    assert person.send(save).status_code == 303
    return text_of(page)


def test_a_player_looks_at_answers_in_advance_saves_and_strikes_them_out(campaign, visitor):
    path, (ada, berta, carla, _) = campaign
    assert f'href="{path}?ahead=1"' in berta.get(path).text
    page = try_and_save(berta, path, declare_1="attack:p2", answer="resist")
    for words in (
        "Not saved yet. They would answer:",
        "When your declaration of turn 1 is due: attack",
        "If the rules refuse it then, you are asked.",
        "Each time that you are attacked: resist, until you strike it out.",
    ):
        assert words in page
    kept = berta.get(f"{path}?ahead=1").text
    assert "Declaration of turn 1, used once: attack" in text_of(kept)
    for other in (ada, carla, visitor()):
        text = text_of(other.get(f"{path}?ahead=1").text)
        assert "Declaration of turn 1, used once: attack" not in text
        assert "Attack on me: resist" not in text
    strike = next(
        one
        for one in forms_on(kept)
        if one.method == "post"
        and one.action.endswith("/standing")
        and "answer:answer" in one.fields
    )
    assert berta.send(strike).status_code == 303
    assert "Attack on me: resist" not in text_of(berta.get(f"{path}?ahead=1").text)


def test_the_page_is_in_spanish_too(visitor):
    path, (_, berta, _, _) = joined_campaign(lambda: visitor("es"))
    page = try_and_save(berta, path, declare_1="pass", unlawful="pass", ground="usual")
    for words in (
        "Cuando te toque declarar en el turno 1: pasar, una sola vez.",
        "Si las reglas la rechazan entonces, pasas.",
        "Cada vez que elijas el terreno como defensor: sabana si se puede",
    ):
        assert words in page


def enter_victories(referee, path, after: int, **victories: int) -> None:
    """Opening entry of the referee for the first player."""
    order = {"kind": "enter_account", "player": "p1", "hongos": 5, "victories": victories}
    answer = referee.post(
        f"{path}/steps/between_turns",
        order=json.dumps(order),
        command=f"v{after}",
        after=str(after),
    )
    assert answer.status_code == 303


def test_a_player_reads_why_the_rules_refuse_a_promotion_in_advance(campaign, visitor):
    path, (ada, berta, carla, _) = campaign
    assert "Promotion to “Zanzibaris”: 0 of the 4 victories that are needed." in text_of(
        berta.get(f"{path}?ahead=1").text
    )
    page = try_and_save(
        berta, path, promotion=f"{INCH.LATE_LIST}:{INCH.LATE_LIST}", gift="accept:p2"
    )
    assert "As things stand, the rules would refuse it: 0 of the 4 victories" in page
    enter_victories(ada, path, 4, **{INCH.SLAVERS: 4})
    why = (
        "The rules refuse your standing order (you are promoted to “Zanzibaris”): "
        "0 of the 4 victories that are needed."
    )
    assert why in text_of(berta.get(path).text) and why in text_of(berta.get(f"{path}/text").text)
    for other in (ada, carla, visitor()):
        assert "standing order (" not in text_of(other.get(path).text)


def test_a_gift_accepted_in_advance_is_posted_at_once(campaign):
    path, (_, berta, carla, _) = campaign
    try_and_save(berta, path, gift="accept")
    answer = carla.post(
        f"{path}/orders", order='{"kind":"give","to":"p1","hongos":2}', command="g", after="4"
    )
    assert answer.status_code == 303
    kept = text_of(berta.get(f"{path}?ahead=1").text)
    assert "Next gift to me, answered once: accept it" not in kept
    assert "By standing order: gift." in text_of(berta.get(f"{path}?tab=log").text)
    assert "By standing order" not in text_of(carla.get(f"{path}?tab=log").text)
