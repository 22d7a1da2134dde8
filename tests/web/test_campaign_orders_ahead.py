"""Declarations and answers in advance on the page of a campaign."""

from __future__ import annotations

import pytest

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
