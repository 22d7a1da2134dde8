"""Export and import of a club on its pages, with names that users take, and bad files."""

from __future__ import annotations

import json

import pytest

from app.web import uploads
from tests.web.circle import text_of
from tests.web.reading import form_to, forms_on
from tests.web.test_club_games import member
from tests.web.test_clubs import club, form_with, nines

__all__ = ["club", "nines"]


def upload(who, path: str, data: bytes, **fields: str):
    """Send a file with the form of a page."""
    page = who.get(path).text
    form = next(
        one
        for one in forms_on(page)
        if one.action == path and ("do" not in fields or one.fields.get("do") == fields["do"])
    )
    return who.client.post(
        path,
        data={**form.fields, **fields},
        files=[("file", ("file", data, "application/octet-stream"))],
        follow_redirects=False,
    )


def test_a_club_is_exported_imported_and_its_names_are_taken(nines, club, visitor):
    tom = member(visitor, nines, club, "Tom")
    page = nines.get(f"{club}/files").text
    assert "Descargar el club" in text_of(page)
    assert f'href="{club}/files"' in nines.get(f"{club}/edit").text
    file = nines.get(f"{club}/export")
    assert "attachment" in file.headers["content-disposition"]
    assert file.headers["cache-control"] == "no-store"
    assert tom.get(f"{club}/export").status_code == 422
    assert 'href="/clubs/import"' in nines.get("/clubs").text
    answer = upload(nines, "/clubs/import", file.content, name="Dragones dos")
    assert answer.status_code == 303, text_of(answer.text)
    other = answer.headers["location"].removesuffix("/members")
    members = nines.get(f"{other}/members")
    assert "1 nombre sin cuenta" in text_of(members.text)
    refused = nines.send(form_with(members, taken="Tom"), do="offer_name", name="Nadie")
    assert refused.status_code == 422 and 'value="Nadie"' in refused.text
    assert (
        nines.send(form_with(members, taken="Tom"), do="offer_name", name="Tom").status_code == 303
    )
    assert "ofrecido a Tom" in text_of(nines.get(f"{other}/members").text)
    front = tom.get(other)
    assert "You take the name Tom of the imported club" in text_of(front.text)
    tom.send(form_with(front, do="join"))
    log = text_of(nines.get(f"{other}/log").text)
    assert "del archivo" in log and "importó el club de un archivo." in log
    assert "nombre sin cuenta" not in text_of(nines.get(f"{other}/members").text)


@pytest.mark.parametrize(
    ("data", "language", "said"),
    [
        (b"<script>alert(1)</script>", "en", "This is no file of a club"),
        (b"<script>alert(1)</script>", "es", "Este archivo no es de un club"),
        (b'{"format": "caracole-club/9"}', "en", "has the format caracole-club/9"),
        (b'{"format": "caracole-club/9"}', "es", "tiene el formato caracole-club/9"),
        (b"", "es", "Este archivo no es de un club"),
    ],
)
def test_a_refused_file_is_answered_with_the_form_and_a_sentence(visitor, data, language, said):
    """CAR-CLB-45."""
    answer = upload(visitor(language).register("Zoe"), "/clubs/import", data, name="Un nombre")
    assert answer.status_code == 422 and said in text_of(answer.text)
    assert "<script>alert(1)" not in answer.text and 'value="Un nombre"' in answer.text


def test_a_file_that_is_too_long_is_refused_without_being_read(nines, monkeypatch):
    monkeypatch.setattr(uploads, "LONGEST_UPLOAD", 400_000)
    answer = upload(nines, "/clubs/import", b"x" * 500_000)
    assert answer.status_code == 413 and form_to(answer.text, "/clubs/import")


def test_dates_and_users_come_from_tables(nines, club, visitor):
    visitor().register("Tom")
    where = f"{club}/files"
    data = b"day;time;title\n2099-05-06;18:00;<b>Gran partida</b>\n"
    answer = upload(nines, where, data, do="calendar")
    assert answer.status_code == 303
    assert "1 cita nueva." in text_of(nines.get(answer.headers["location"]).text)
    assert "&lt;b&gt;Gran partida" in nines.get(f"{club}/calendar").text
    answer = upload(nines, where, b"name\nTom\n", do="members")
    assert "1 usuario invitado." in text_of(nines.get(answer.headers["location"]).text)
    answer = upload(nines, where, b"name\n" + b"Tom\n" * 10_000, do="members")
    assert answer.status_code == 422
    assert "10000 filas; se leen 100 a la vez como mucho" in text_of(answer.text)
    answer = upload(nines, where, b"name\n<script>x</script>\n", do="members")
    assert answer.status_code == 422 and "Línea 2:" in text_of(answer.text)
    assert "<script>x" not in answer.text
    for kind in ("members", "calendar", "results", "battles"):
        table = nines.get(f"{club}/tables/{kind}.csv")
        assert table.status_code == 200 and table.headers["content-type"].startswith("text/csv")
    assert json.loads(nines.get(f"{club}/export").text)["dates"][0]["title"].startswith("<b>")
