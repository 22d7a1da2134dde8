"""Import of a game on its page: the file, then a table of seats."""

from __future__ import annotations

import pytest

from app.services.people import accounts
from app.services.play import game_export
from app.web import uploads
from tests.sample_games import sample_part
from tests.web.reading import form_to, words_on
from tests.web.test_routes import Caller

Campaign = sample_part("campaign", "services.campaign_roles", "Campaign")


@pytest.fixture
def played(app) -> Campaign:
    return Campaign(app.state.services).found("turn")


@pytest.fixture
def zoe(app, played) -> Caller:
    return Caller(app, accounts.register(app.state.services, "Zoe", "a long enough sentence").id)


def send(who: Caller, data: bytes, **more):
    return who.client.post(
        "/import",
        data={"csrf": who.csrf},
        files=[("file", ("campaign.json", data, "application/json"))],
        follow_redirects=False,
        **more,
    )


def test_a_campaign_is_imported_and_its_seats_are_offered(app, played, zoe):
    """CAR-EXP-03."""
    assert 'href="/import"' in zoe.get("/lobby").text
    assert form_to(zoe.get("/import").text, "/import")
    answer = send(zoe, game_export.export_with_secrets(app.state.services, played.id))
    assert answer.status_code == 303, answer.text
    where = answer.headers["location"]
    page = zoe.get(where)
    assert "Imported from a file (" in page.text
    seats = form_to(page.text, where)
    names = {name: "" for name in seats.fields if name.startswith("seat-")}
    assert {f"seat-{played.seats[role]}" for role in ("player", "conquered")} <= set(names)
    first, second, *_ = names
    refused = zoe.send(seats, **names | {first: "Carla", second: "No such member"})
    assert refused.status_code == 422
    assert "No member of the name No such member" in " ".join(words_on(refused.text))
    kept = form_to(refused.text, where).fields
    assert (kept[first], kept[second]) == ("Carla", "No such member")
    carla = Caller(app, played.ids["player"])
    assert where.removesuffix("/seats") in carla.get("/my-games").text
    assert zoe.send(form_to(refused.text, where), **{second: ""}).status_code == 303
    assert carla.get(where).status_code == 403
    assert "Imported from a file" not in zoe.get(f"/games/{played.id}/front").text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "language", "said"),
    [
        (b"<script>alert(1)</script>", "en", "This is no file of a game"),
        (b"<script>alert(1)</script>", "es", "Este archivo no es de una partida"),
        (b'{"format": "caracole-game/9"}', "en", "has the format caracole-game/9"),
        (b'{"format": "caracole-game/9"}', "es", "tiene el formato caracole-game/9"),
    ],
)
def test_a_refused_file_is_answered_with_the_form_and_a_sentence(zoe, data, language, said):
    """CAR-EXP-04."""
    zoe.client.cookies.set("language", language)
    answer = zoe.client.post(
        f"/import?lang={language}",
        data={"csrf": zoe.csrf},
        files=[("file", ("x.json", data, "application/json"))],
    )
    assert answer.status_code == 422
    assert said in " ".join(words_on(answer.text)) and "<script>alert(1)" not in answer.text
    assert form_to(answer.text, "/import")


def test_a_body_that_is_too_long_is_answered_with_the_form(app, zoe, monkeypatch):
    monkeypatch.setattr(uploads, "LONGEST_UPLOAD", 400_000)
    monkeypatch.setattr(uploads, "KEPT_OF_LONGER", 100_000)
    answer = send(zoe, b"0" * 900_000)
    assert answer.status_code == 413 and "Nothing was imported" in answer.text
    assert send(Caller(app), b"0" * 900_000).status_code == 413
    assert send(Caller(app), b"{}").status_code == 403
