"""Photographs of battles: sent, shown, removed; kept out of sight of others."""

from __future__ import annotations

import json

import msgspec
import pytest

from app.services.people import account_deletion, account_export
from app.web import uploads
from tests.games.heart_of_africa.campaign.campaign_club import Campaign
from tests.games.heart_of_africa.campaign.web.prepared import prepared_campaign
from tests.games.heart_of_africa.campaign.web.test_result_form import FILLED, form_of, here
from tests.web.conftest import Visitor
from tests.web.pictures import files_of, picture
from tests.web.reading import form_to, words_on
from tests.web.test_routes import Caller


@pytest.fixture
def played(app, sqlite_url) -> Campaign:
    return prepared_campaign(app, sqlite_url, "played")


def send(who: Caller, path: str, *contents: bytes, **fields: str):
    return who.client.post(
        path, data={"csrf": who.csrf, **fields}, files=files_of(*contents), follow_redirects=False
    )


def shown(who: Visitor, campaign: Campaign) -> list[str]:
    """Addresses of the photographs on the page of the battle."""
    page = who.get(f"{campaign.path}/battles/b1").text
    return [
        f"{campaign.path}/{part.split(chr(34))[0]}"
        for part in page.split(f'src="{campaign.path}/')[1:]
    ]


def add(campaign: Campaign, who: Caller, *contents: bytes, **fields: str):
    return send(who, f"{campaign.path}/battles/b1/photographs", *contents, **fields)


def test_photographs_come_with_the_result_and_are_seen_by_readers(app, played):
    maite = Caller(app, played.ids["p1"])
    fields = dict(form_of(maite, played).fields) | FILLED
    answer = send(maite, here(played), picture("red"), picture("blue"), **fields)
    assert answer.status_code == 303, answer.text
    reader = Visitor(app)
    addresses = shown(reader, played)
    assert len(addresses) == 2
    one = reader.get(addresses[0])
    assert (one.status_code, one.headers["content-type"]) == (200, "image/jpeg")
    assert one.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in one.headers["content-security-policy"]
    assert "private" in one.headers["cache-control"]
    again = reader.get(addresses[0], headers={"if-none-match": one.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_photographs_are_kept_when_the_result_is_refused(app, played):
    maite = Caller(app, played.ids["p1"])
    fields = dict(form_of(maite, played).fields) | FILLED | {"result": ""}
    answer = send(maite, here(played), picture(), **fields)
    assert answer.status_code == 422
    assert "Photographs that are stored already" in answer.text
    form = form_to(answer.text, here(played))
    assert maite.send(form, **FILLED).status_code == 303
    assert len(shown(maite, played)) == 1


def test_the_same_photograph_counts_once_and_six_are_the_most(app, played):
    """CAR-PHO-01."""
    maite = Caller(app, played.ids["p1"])
    assert add(played, maite, picture("red"), picture("red")).status_code == 303
    assert add(played, maite, picture("red")).status_code == 303
    assert len(shown(maite, played)) == 1
    colours = ("blue", "green", "white", "black", "yellow")
    assert add(played, maite, *map(picture, colours)).status_code == 303
    more = add(played, maite, picture("pink"), caption="The last one")
    assert more.status_code == 422
    assert "You can add 6 photographs" in more.text
    assert len(shown(maite, played)) == 6


def test_a_file_that_is_no_picture_is_named_and_the_caption_is_kept(app, played):
    maite = Caller(app, played.ids["p1"])
    answer = add(played, maite, b"<svg onload='alert(1)'/>", caption="Dusk <b>")
    assert answer.status_code == 422
    words = " ".join(words_on(answer.text))
    assert "0.jpg is no picture that can be read" in words
    assert (
        form_to(answer.text, f"{played.path}/battles/b1/photographs").fields["caption"]
        == "Dusk <b>"
    )
    assert shown(maite, played) == []


@pytest.mark.parametrize("where", ["result", "photographs"])
def test_a_body_that_is_too_long_is_refused_early_with_the_form_as_it_was(
    app, played, monkeypatch, where
):
    monkeypatch.setattr(uploads, "LONGEST_UPLOAD", 400_000)
    monkeypatch.setattr(uploads, "KEPT_OF_LONGER", 100_000)
    maite = Caller(app, played.ids["p1"])
    fields = dict(form_of(maite, played).fields) | FILLED | {"caption": "Dusk"}
    answer = send(maite, f"{played.path}/battles/b1/{where}", b"0" * 900_000, **fields)
    assert answer.status_code == 413
    assert "None was stored" in answer.text
    kept = "They came over the river." if where == "result" else "Dusk"
    assert kept in answer.text


def test_an_upload_of_an_anonymous_visitor_has_the_usual_limit(app, played):
    answer = add(played, Caller(app), b"0" * 900_000)
    assert answer.status_code == 413
    assert "None was stored" not in answer.text


def test_only_players_of_the_battle_and_referees_add_photographs(app, played):
    assert add(played, Caller(app, played.ids["p3"]), picture()).status_code == 403
    assert add(played, Caller(app), picture()).status_code == 403
    assert add(played, Caller(app, played.ids["referee"]), picture()).status_code == 303


def test_uploader_and_referee_remove_a_photograph_after_a_question(app, played):
    """CAR-PHO-03."""
    maite, tom = (Caller(app, played.ids[seat]) for seat in ("p1", "p2"))
    referee = Caller(app, played.ids["referee"])
    add(played, maite, picture("red"), picture("blue"))
    first, second = (one.replace(".jpg", "/remove") for one in shown(maite, played))
    assert tom.get(first).status_code == 404
    assert tom.sends(first, confirmed="1") == 403
    assert "Remove this photograph?" in maite.get(first).text
    assert maite.sends(first) == 200
    assert len(shown(maite, played)) == 2
    assert maite.sends(first, confirmed="1") == 303
    assert referee.sends(second, confirmed="1") == 303
    assert shown(maite, played) == []
    assert maite.get(first.replace("/remove", ".jpg")).status_code == 404


def test_photographs_of_a_closed_campaign_are_not_shown_to_strangers(app, played):
    maite = Caller(app, played.ids["p1"])
    add(played, maite, picture())
    address = shown(maite, played)[0]
    with app.state.services.store.write() as work:
        work.games.update_game(played.id, spectators=False)
        work.commit()
    assert Visitor(app).get(address).status_code == 404
    assert maite.get(address).status_code == 200


def test_an_account_takes_its_photographs_along_and_leaves_a_neutral_name(app, played):
    services = app.state.services
    add(played, Caller(app, played.ids["p1"]), picture(), caption="At dusk")
    kept = json.loads(account_export.export_account(services, played.ids["p1"]))
    assert kept["photographs"][0]["caption"] == "At dusk"
    assert kept["photographs"][0]["jpeg"].startswith("/9j/")
    account_deletion.delete_own_account(services, played.ids["p1"], "a long enough sentence")
    page = Visitor(app).get(f"{played.path}/battles/b1").text
    assert "At dusk" in page
    assert "Photograph: Maite" not in page


def test_a_damaged_photograph_is_found(app, played):
    add(played, Caller(app, played.ids["p1"]), picture())
    with app.state.services.store.write() as work:
        assert work.photographs.damaged() == []
        one = msgspec.structs.asdict(work.photographs.of_game(played.id)[0])
        work.photographs.add(data=b"other", **(one | {"id": one["id"] + 1, "battle": "b2"}))
        assert [found.battle for found in work.photographs.damaged()] == ["b2"]
