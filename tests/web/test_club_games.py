"""Games of a club on the pages: founding, lists, and outsiders."""

from __future__ import annotations

from tests.web.circle import text_of
from tests.web.test_clubs import by_action, club, form_with, nines

__all__ = ["club", "nines"]


def member(visitor, nines, club, name: str):
    """Visitor who has joined the club by an invitation."""
    found = visitor().register(name)
    nines.send(form_with(nines.get(f"{club}/members"), do="invite"), name=name)
    found.send(form_with(found.get(club), do="join"))
    return found


def test_a_member_opens_a_table_that_only_the_club_sees(nines, club, visitor):
    tom, ana = member(visitor, nines, club, "Tom"), visitor().register("Ana")
    number = club.rsplit("/", 1)[1]
    page = tom.get(f"/tables/new?club={number}&visibility=club")
    assert f'<option value="{number}" selected>' in page.text
    answer = tom.send(by_action(page, "/tables"), title="Gran partida")
    assert answer.status_code == 303
    table = answer.headers["location"]
    assert "Gran partida" in nines.get("/lobby").text and "Gran partida" in nines.get(club).text
    assert "para los miembros del club" in text_of(nines.get(club).text)
    assert nines.get(table).status_code == 200
    for other in (ana, visitor()):
        assert other.get(table).status_code == 404
        assert "Gran partida" not in other.get("/lobby").text + other.get(club).text


def test_a_foreign_club_and_no_club_are_refused(nines, club, visitor):
    ana = visitor().register("Ana")
    number = club.rsplit("/", 1)[1]
    form = by_action(ana.get("/tables/new"), "/tables")
    assert 'name="club"' not in ana.get("/tables/new").text
    assert ana.send(form, visibility="club", club=number).status_code == 404
    refused = ana.send(form, visibility="club")
    assert refused.status_code == 422
    assert "Choose the club whose members see the game." in text_of(refused.text)


def test_the_words_of_a_club_are_reported_and_name_no_member_to_outsiders(nines, club, visitor):
    ana = visitor().register("Ana")
    page = ana.get(f"{club}/words")
    assert "Somos cincuenta." in page.text and "Nines" not in text_of(page.text)
    done = ana.send(by_action(page, f"{club}/words/report"), reason="It is rude.")
    assert "A moderator will look at it." in text_of(done.text)
    assert "form" not in text_of(visitor().get(f"{club}/words").text).lower()
