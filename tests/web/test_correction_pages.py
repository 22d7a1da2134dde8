"""Correction pages of a campaign, as the referee and the players find them."""

from __future__ import annotations

import pytest

from app.main import create_services
from app.settings import Settings
from app.web.app import create_web
from tests.contract.tiny import TINY
from tests.contract.tiny.harvest import Gather, OpenSeason, Spend
from tests.web.circle import Circle, text_of
from tests.web.reading import form_to


@pytest.fixture
def app(sqlite_url):
    settings = Settings(database_url=sqlite_url)
    return create_web(create_services(settings, TINY), settings)


@pytest.fixture
def season(app, web) -> Circle:
    """Move 2 opens a season, lion (3) and crane (4) gather, 5 opens the next, lion spends 3 (6)."""
    circle = Circle(app, "harvest").gather()
    for side, order, step in (
        ("referee", OpenSeason(), "season"),
        ("lion", Gather(False), "field"),
        ("crane", Gather(False), "field"),
        ("referee", OpenSeason(), "season"),
        ("lion", Spend(3), "field"),
    ):
        assert circle.gives(side, order, step).status_code == 303
    return circle


def asked_of(season, language="en", **asked):
    """Answer to the form of a correction, as the referee sends it."""
    fields = {**asked, "lang": language}
    return season.by_side["referee"].get(f"{season.path}/corrections", params=fields)


def preview_of(season, language="en"):
    """Preview of the correction that strikes the spending."""
    return asked_of(
        season, language, move="6", offer="strike", correction_reason="It was a mistake."
    ).text


def signing(season):
    return form_to(preview_of(season), f"{season.path}/corrections", holding="correct_move")


def test_only_the_referee_corrects_and_others_read_what_is_signed(season):
    link = f'href="{season.path}/corrections"'
    for side in ("referee", "lion"):
        assert link in season.page(side)
    page = season.by_side["lion"].get(
        f"{season.path}/corrections?move=6&offer=strike&correction_reason=x"
    )
    assert page.status_code == 200 and "No entry has been corrected yet." in text_of(page.text)
    assert (
        "Which entry is wrong?" not in page.text
        and "<form" not in page.text.split("<main")[1].split("</main>")[0]
    )
    season.by_side["referee"].send(signing(season))
    page = text_of(season.by_side["lion"].get(f"{season.path}/corrections").text)
    assert "Move 6: It was a mistake." in page and "Ask another referee for a review" in page


def test_a_battle_has_no_corrections(app, web):
    circle = Circle(app, "stones").gather()
    answer = circle.by_side[circle.sides[0]].get(f"{circle.path}/corrections?lang=en")
    assert answer.status_code == 404


def test_from_the_list_to_the_choice_of_orders(season):
    assert f"{season.path}/corrections?move=3" in season.page("referee", "/corrections")
    choices = season.text("referee", "/corrections?move=4")
    assert "Nothing: strike the entry" in choices and "Gather" in choices
    assert asked_of(season, move="99").status_code == 404


def test_the_preview_names_every_change_and_the_signature_makes_it(season):
    words = text_of(preview_of(season))
    assert "lion 0 3" in words and "Sign the correction" in words
    assert season.by_side["referee"].send(signing(season)).status_code == 303
    log = season.text("lion", "?tab=log")
    assert "The referee corrects move 6: It was a mistake." in log


def test_a_move_in_between_shows_the_new_preview_with_the_text_kept(season):
    form = signing(season)
    assert season.gives("crane", Gather(False), "field").status_code == 303
    answer = season.by_side["referee"].send(form)
    assert answer.status_code == 409
    assert "The campaign has changed meanwhile." in answer.text
    assert "It was a mistake." in answer.text and "Sign the correction" in answer.text


def test_a_new_die_is_shown_by_its_faces(season):
    page = asked_of(season, move="4", offer="0", correction_reason="A river.").text
    words = text_of(page)
    assert words.count("17%") == 6 and "Roll the die and sign the correction" in words
    assert [f"#d-{face}" in page.split("die-row", 1)[1] for face in range(1, 7)] == [True] * 6


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        (
            {"move": "6", "offer": "strike", "correction_reason": ""},
            ("Give the reason of the correction.", "Indica el motivo de la corrección."),
        ),
        (
            {"move": "4", "offer": "1", "correction_reason": "x"},
            ("This correction changes nothing.", "Esta corrección no cambia nada."),
        ),
    ],
)
def test_refusals_are_written_in_both_languages(season, asked, texts):
    for language, wanted in zip(("en", "es"), texts, strict=True):
        answer = asked_of(season, language, **asked)
        assert answer.status_code == 422
        assert wanted in answer.text


def test_the_page_is_written_in_spanish(season):
    words = text_of(preview_of(season, "es"))
    for text in ("Corregir una anotación", "Qué cambia", "Firmar la corrección", "Motivo"):
        assert text in words
    assert "Sign" not in words
