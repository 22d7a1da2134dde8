"""Confirmation questions for acts that end a game or a step, without a script; the server requires
the answer.
"""

from __future__ import annotations

import pytest

from app.kernel import clock_claims
from app.web import confirmation
from tests.sample_games import HEX, INCH, INCH_GAME
from tests.web.conftest import Battle
from tests.web.reading import confirmation_on, form_to

PASS = "%7B%22kind%22%3A%22pass%22%7D"


def is_over(battle) -> bool:
    return (
        'data-step="'
        not in battle.opener.get(battle.path).text + battle.opponent.get(battle.path).text
    )


@pytest.mark.parametrize("page", ["", "/text"])
def test_the_question_before_conceding_names_the_consequence(battle, page):
    shown = battle.opponent.get(f"{battle.path}{page}").text
    asking = form_to(shown, f"{battle.path}{page}{'#decision' if page else ''}", "Rendirse")
    assert asking.method == "get" and "concede" not in str(asking.fields.get("order"))
    asked = battle.opponent.send(asking).text
    for words in (
        "¿Rendirse?",
        "La partida acaba en el acto.",
        "La victoria es para la ronda (Maite).",
        "No se puede deshacer.",
    ):
        assert words in asked
    assert not is_over(battle)
    assert (
        battle.opponent.send(
            form_to(asked, f"{battle.path}/orders{'#decision' if page else ''}", "Rendirse")
        ).status_code
        == 303
    )
    assert is_over(battle)


def test_giving_up_without_a_confirmation_leads_to_the_question(battle):
    answer = battle.platform_order(battle.opener, "concede", confirmed="")
    assert (
        answer.status_code == 303
        and answer.headers["location"] == f"{battle.path}?confirm=concede"
        and not is_over(battle)
    )
    part = battle.opener.get(answer.headers["location"], headers={"hx-request": "true"}).text
    assert (
        "Give up the game?" in part
        and "The victory goes to the raiders (Íñigo)." in part
        and 'data-draft="1"' in part
    )
    words = battle.platform_order(battle.opener, "concede", confirmed="", back="text")
    assert words.headers["location"] == f"{battle.path}/text?confirm=concede#decision"


@pytest.mark.parametrize(
    "key", ["concede", "draw", "claim", "claim-win", "rest", "delete", "fly", ""]
)
def test_impossible_acts_have_no_question(battle, visitor, key):
    for who in (visitor(), battle.opponent):
        page = who.get(f"{battle.path}?confirm={key}").text
        assert ("data-confirm" in page) == (key == "concede" and who is battle.opponent)


def test_a_draw_is_accepted_only_after_the_question(battle):
    battle.platform_order(battle.opener, "offer_draw", confirmed="")  # an offer ends nothing
    unsure = battle.platform_order(battle.opponent, "offer_draw", confirmed="")
    assert unsure.headers["location"] == f"{battle.path}?confirm=draw" and not is_over(battle)
    asked = battle.opponent.get(unsure.headers["location"]).text
    assert "¿Aceptar las tablas?" in asked
    battle.opponent.send(form_to(asked, f"{battle.path}/orders", "Aceptar las tablas"))
    assert is_over(battle)


def test_the_end_of_a_movement_without_moves_has_a_question(battle):
    battle.end_step(battle.opener)
    asking = form_to(battle.opener.get(battle.path).text, battle.path, "End the movement")
    asked = battle.opener.send(asking).text
    assert (
        asking.method == "get"
        and "None of your units has moved. Units that could: 4." in asked
        and battle.last() == 2
    )
    battle.order(battle.opener, "movement", HEX.MOVE)
    again = battle.opener.send(asking).text
    assert "None of your units has moved" not in again
    assert "You could still give orders to:" in again
    assert "Confirm: End the movement" in confirmation_on(again).buttons


class Lesson(Battle):
    """Guided battle of In the Heart of Africa."""

    def __init__(self, opener, opponent):
        super().__init__(opener, opponent, box=INCH_GAME, seat=f"{INCH.GUIDED}/A")


@pytest.fixture
def march(visitor):
    one, two = visitor().register("Maite"), visitor("es").register("Íñigo")
    made = Lesson(one, two)
    assert two.post(f"{made.path}/join", seat="B").status_code == 303
    return made


def test_remaining_units_stay_only_after_a_question_that_names_them(march):
    mover, language = (
        (march.opener, "en")
        if 'data-step="' in march.opener.get(march.path).text
        else (march.opponent, "es")
    )
    label, said = {
        "en": ("End my moves of this step", "Not moved yet: "),
        "es": ("Acabar mis movimientos de este paso", "Aún sin mover: "),
    }[language]
    all_stand = {"en": "Do not move the remaining ", "es": "No mover las "}[language]
    page = mover.get(march.path).text
    assert all_stand in page
    asked = mover.send(form_to(page, march.path, label)).text
    assert said in asked
    before = march.last()
    assert mover.send(confirmation_on(asked)).status_code == 303
    assert march.last() > before


def test_every_claim_has_a_question_in_both_languages():
    assert set(confirmation.CLAIM_OF.values()) == set(clock_claims.CLAIMS)
    for key in confirmation.CLAIM_OF:
        title, label = confirmation.TITLES[key], confirmation.LABELS[key]
        assert all(says.in_(language) for says in (title, label) for language in ("en", "es"))
