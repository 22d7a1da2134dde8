"""Operations about the story of a campaign: photographs, own words of the chronicle, scribes."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from app.services.play import picture_encoding
from app.services.rate_limit import RateLimiter
from app.web import uploads
from tests.api.campaigns import Campaign


@pytest.fixture
def campaign(site) -> Campaign:
    """A campaign with a disputed battle of two players, `fighters`."""
    campaign = Campaign(site)
    campaign.fighters = campaign.dispute()
    campaign.photographs = f"{campaign.path}/battles/b1/photographs"
    return campaign


@pytest.fixture
def closed(site) -> Campaign:
    """A campaign whose first turn is closed."""
    campaign = Campaign(site)
    campaign.open_turn()
    while (seat := campaign.waiting()[0]) != "referee":
        campaign.order(seat, "pass")
    return campaign


def picture(colour: str = "red", kind: str = "JPEG", **more) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(written, kind, **more)
    return written.getvalue()


def send(who, path: str, *contents: bytes, caption: str = ""):
    files = [("photographs", (f"{n}.jpg", data, "image/jpeg")) for n, data in enumerate(contents)]
    return who.client.post(f"/api/v1{path}", data={"caption": caption}, files=files)


def rules_of(answer) -> set[str]:
    return {one["rule"] for one in answer.json()["refusals"]}


# --- Photographs
def test_a_photograph_is_added_listed_fetched_and_removed(site, campaign):
    """CAR-PHO-02, CAR-PHO-03."""
    player = campaign.players[campaign.fighters[0]]
    exif = Image.Exif()
    exif[0x010F] = "A camera"
    added = send(player, campaign.photographs, picture(exif=exif), caption="At  dusk")
    assert added.status_code == 201, added.text
    (one,) = added.json()
    assert (one["caption"], one["battle"], one["is_mine"]) == ("At dusk", "b1", True)
    (seen,) = site.stranger().get(f"{campaign.path}/photographs?battle=b1")
    assert (seen["digest"], seen["is_mine"], seen["may_remove"]) == (one["digest"], False, False)
    file = site.stranger().ask("GET", f"{campaign.path}/photographs/{one['number']}.jpg")
    assert file.headers["content-type"] == "image/jpeg"
    assert file.headers["x-content-type-options"] == "nosniff"
    assert b"A camera" in picture(exif=exif) and b"A camera" not in file.content
    removed = player.ask("DELETE", f"{campaign.path}/photographs/{one['number']}")
    assert removed.status_code == 204
    assert player.get(f"{campaign.path}/photographs") == []
    player.get(f"{campaign.path}/photographs/{one['number']}.jpg", 404)


def test_only_players_of_the_battle_and_referees_change_photographs(site, campaign):
    fighter, other = campaign.fighters
    third = next(seat for seat in campaign.players if seat not in campaign.fighters)
    assert send(campaign.players[third], campaign.photographs, picture()).status_code == 403
    assert send(site.speaks("Elena"), campaign.photographs, picture()).status_code == 403
    assert send(site.stranger(), campaign.photographs, picture()).status_code == 401
    reading = site.speaks("Berta", ("read",))
    assert send(reading, campaign.photographs, picture()).status_code == 403
    (one,) = send(campaign.players[fighter], campaign.photographs, picture()).json()
    where = f"{campaign.path}/photographs/{one['number']}"
    assert campaign.players[other].ask("DELETE", where).status_code == 403
    assert send(campaign.referee, campaign.photographs, picture("blue")).status_code == 201
    assert campaign.referee.ask("DELETE", where).status_code == 204


def test_no_photograph_is_stored_if_one_is_refused(campaign):
    """CAR-PHO-02: a script, and a picture with too many pixels in a small file."""
    player = campaign.players[campaign.fighters[0]]
    bomb = io.BytesIO()
    Image.new("1", (12_000, 12_000)).save(bomb, "PNG")
    for bad in (b"<svg onload='alert(1)'/>", bomb.getvalue()):
        answer = send(player, campaign.photographs, picture(), bad)
        assert answer.status_code == 422
        assert rules_of(answer) == {"CAR-PHO-02"} and "1.jpg" in answer.json()["detail"]
    assert player.get(f"{campaign.path}/photographs") == []


def test_seven_photographs_a_long_caption_and_a_large_file_are_refused(campaign, monkeypatch):
    """CAR-PHO-01, CAR-PHO-02."""
    player = campaign.players[campaign.fighters[0]]
    colours = ("red", "blue", "green", "white", "black", "yellow", "pink")
    assert rules_of(send(player, campaign.photographs, *map(picture, colours))) == {"CAR-PHO-01"}
    long = send(player, campaign.photographs, picture(), caption="x" * 121)
    assert rules_of(long) == {"CAR-PHO-01"}
    monkeypatch.setattr(picture_encoding, "MOST_BYTES", 100)
    assert rules_of(send(player, campaign.photographs, picture())) == {"CAR-PHO-02"}
    assert player.get(f"{campaign.path}/photographs") == []


def test_a_body_that_is_too_long_is_refused_before_it_is_read(campaign, monkeypatch):
    monkeypatch.setattr(uploads, "LONGEST_UPLOAD", 300_000)
    player = campaign.players[campaign.fighters[0]]
    answer = send(player, campaign.photographs, b"0" * 400_000)
    assert answer.status_code == 413 and rules_of(answer) == {"CAR-PHO-02"}
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b'{"photographs": []}'),
        ("multipart/form-data; boundary=x", b"--x--\r\n"),
        ("multipart/form-data", b"nothing"),
        ("multipart/form-data; boundary=x; charset=utf-7", b"--x--\r\n"),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="caption"\r\n\r\n\x00\r\n--x--\r\n',
        ),
    ],
)
def test_a_form_that_cannot_be_read_is_answered_400(campaign, kind, body):
    player = campaign.players[campaign.fighters[0]]
    answer = player.client.post(
        f"/api/v1{campaign.photographs}", content=body, headers={"content-type": kind}
    )
    assert answer.status_code == 400, answer.text
    assert answer.headers["content-type"] == "application/problem+json"


def test_photographs_count_against_the_limit_of_the_page(site, campaign, monkeypatch):
    monkeypatch.setattr(site.services, "limits", RateLimiter())
    player = campaign.players[campaign.fighters[0]]
    answers = [send(player, campaign.photographs, picture()).status_code for _ in range(61)]
    assert answers == [201] * 60 + [429]


def test_photographs_of_an_unknown_battle_and_of_a_hidden_campaign_are_not_found(site, campaign):
    player = campaign.players[campaign.fighters[0]]
    (one,) = send(player, campaign.photographs, picture()).json()
    player.get(f"{campaign.path}/photographs?battle=b9", 404)
    assert send(player, f"{campaign.path}/battles/b9/photographs", picture()).status_code == 404
    with site.services.store.write() as work:
        work.games.update_game(int(campaign.address), spectators=False)
        work.commit()
    for path in ("photographs", f"photographs/{one['number']}.jpg", "chronicle/words", "scribes"):
        site.stranger().get(f"{campaign.path}/{path}", 404)
        player.ask("GET", f"{campaign.path}/{path}").raise_for_status()


# --- Own words
def words(who, campaign, text: str, status: int = 200, section: str = "turn-1", **more):
    answer = who.ask(
        "PUT", f"{campaign.path}/chronicle/words", {"section": section, "text": text, **more}
    )
    assert answer.status_code == status, answer.text
    return answer.json()


def test_own_words_are_written_changed_and_removed(site, closed):
    player = closed.players["p1"]
    told = words(player, closed, "We crossed the river.  \n")
    assert told["sections"] == ["turn-1"] and told["may_write"] and not told["may_edit"]
    (one,) = told["words"]
    assert (one["text"], one["name"], one["is_mine"]) == ("We crossed the river.", "Berta", True)
    words(player, closed, "We crossed it at night.")
    (seen,) = site.stranger().get(f"{closed.path}/chronicle/words")["words"]
    assert seen["text"] == "We crossed it at night."
    assert not seen["is_mine"] and not seen["may_change"]
    assert words(player, closed, "")["words"] == []


def test_others_change_no_words_but_a_referee_and_a_scribe_do(site, closed):
    """CAR-CHR-02, CAR-CHR-03."""
    number = words(closed.players["p1"], closed, "We won.")["words"][0]["number"]
    words(closed.players["p2"], closed, "They lost.", 403, number=number)
    elena = site.speaks("Elena")
    words(elena, closed, "I saw it.", 403)
    named = closed.referee.post(f"{closed.path}/scribes", {"name": "elena"})
    assert [one["name"] for one in named["scribes"]] == ["Elena"] and named["may_name"]
    (edited,) = words(elena, closed, "They won, narrowly.", number=number)["words"]
    assert edited["edited"] and edited["name"] == "Berta"
    (again,) = words(closed.referee, closed, "They won.", number=number)["words"]
    assert again["text"] == "They won."
    elena.order(closed.address, {"kind": "open_turn"}, 422)
    words(elena, closed, "x", 404, number=9999)
    words(elena, closed, "x", 404, section="turn-9")


def test_words_have_the_limits_of_the_page(site, closed, monkeypatch):
    """CAR-CHR-01."""
    player = closed.players["p1"]
    long = words(player, closed, "x" * 4001, 422)
    assert {one["rule"] for one in long["refusals"]} == {"CAR-CHR-01"}
    words(player, closed, "x" * 4000)
    words(player, closed, "\u202e", 422)
    words(player, closed, "\x00", 400)
    words(player, closed, "x" * 20_001, 400)
    monkeypatch.setattr(site.services, "limits", RateLimiter())
    assert {words_status(player, closed) for _ in range(21)} == {200, 429}


def words_status(player, closed) -> int:
    asked = {"section": "turn-1", "text": "x"}
    return player.ask("PUT", f"{closed.path}/chronicle/words", asked).status_code


# --- Scribes
def test_only_a_referee_names_scribes_and_a_scribe_may_leave(site, closed):
    """CAR-CHR-03."""
    where = f"{closed.path}/scribes"
    closed.players["p1"].post(where, {"name": "Elena"}, 403)
    site.stranger().post(where, {"name": "Elena"}, 401)
    elena, me = site.speaks("Elena"), site.make("Elena")
    closed.referee.post(where, {"name": "Elena"})
    again = closed.referee.post(where, {"name": "Elena"}, 422)
    assert again["refusals"][0]["rule"] == "CAR-CHR-03"
    assert closed.players["p1"].ask("DELETE", f"{where}/{me}").status_code == 403
    assert site.stranger().get(where) == {
        "scribes": [{"person": me, "name": "Elena"}],
        "may_name": False,
    }
    assert elena.ask("DELETE", f"{where}/{me}").status_code == 204
    assert closed.referee.get(where)["scribes"] == []


def test_a_game_has_six_scribes_at_most(site, closed):
    """CAR-CHR-03."""
    names = [f"Scribe {number}" for number in "ABCDEFG"]
    for name in names:
        site.make(name)
    for name in names[:6]:
        closed.referee.post(f"{closed.path}/scribes", {"name": name})
    refused = closed.referee.post(f"{closed.path}/scribes", {"name": names[6]}, 422)
    assert refused["refusals"][0]["rule"] == "CAR-CHR-03"
    closed.referee.post(f"{closed.path}/scribes", {"name": "No such member"}, 422)
