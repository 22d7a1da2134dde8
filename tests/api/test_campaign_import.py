"""Export and import of a running campaign: members take the seats, and it goes on."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from app.kernel.readjudication import readjudicate_moves
from app.kernel.refusal import Refused
from app.services.errors import Malformed
from app.services.play import game_export, game_import
from app.services.play.game_import import SeatTakers
from app.services.rate_limit import RateLimiter
from app.services.watch import game_view
from app.web import uploads
from tests.api.campaigns import Campaign
from tests.services.play.test_game_export import chained_anew

TAKERS = SeatTakers({"p1": "Berta", "p2": "Carla", "p3": "Dora"}, ("Ada",))


@pytest.fixture(scope="module")
def original(site) -> Campaign:
    campaign = Campaign(site, kind="steps", steps={"declare": 3, "confirm": 3})
    campaign.fighters = campaign.dispute()
    return campaign


@pytest.fixture(scope="module")
def data(site, original) -> bytes:
    return game_export.export_with_secrets(site.services, int(original.address))


def brought(site, data, takers=TAKERS, **more):
    return game_import.import_game(site.services, data, takers, **more)


def told(program, address):
    """Everything that a seat knows, but for numbers of games on this server."""
    game = program.get(f"/games/{address}")
    battles = program.get(f"/games/{address}/battles")
    return {
        "game": {name: game[name] for name in ("seat", "view", "decisions", "waiting", "summary")},
        "offers": program.get(f"/games/{address}/offers"),
        "pages": program.get(f"/games/{address}/pages"),
        "log": program.get(f"/games/{address}/log"),
        "battles": [one | {"table": None} for one in battles],
        "clock": program.get(f"/games/{address}/clock")["terms"],
    }


def test_each_seat_sees_the_same_and_every_order_is_decided_the_same(site, original, data):
    game = brought(site, data)
    for player in (original.referee, *original.players.values()):
        assert told(player, game.id) == told(player, original.address)
    history = game_view.load_view(site.services, game.id).history
    assert readjudicate_moves(history.box, history.moves, history.tables) == []
    again = json.loads(game_export.export_with_secrets(site.services, game.id))
    assert again == json.loads(data)


def test_an_imported_campaign_goes_on_without_the_original(site, original, data):
    game = brought(site, data)
    winner = original.fighters[0]
    original.referee.order(
        game.id, {"kind": "decide", "battle": "b1", "winner": winner, "reason": "My notes."}
    )
    assert original.referee.get(f"/games/{game.id}/battles")[0]["status"] == "over"
    assert original.battles()[0]["status"] == "entered"


def test_an_open_seat_waits_for_a_member_to_whom_the_founder_offers_it(site, original, data):
    takers = SeatTakers({"p1": "Berta", "p2": "", "p3": "Dora"}, ("Ada",))
    game = brought(site, data, takers, founder=site.make("Ada"))
    seats = {one["seat"]: one for one in site.stranger().get(f"/games/{game.id}")["seats"]}
    assert (seats["p2"]["name"], seats["p2"]["person"]) == ("Carla", None)
    newcomer = site.speaks("Elena")
    offered = original.referee.ask("PUT", f"/games/{game.id}/seats/p2/offer", {"name": "Elena"})
    assert offered.status_code == 204, offered.text
    newcomer.post(f"/games/{game.id}/take", None)
    assert newcomer.get(f"/games/{game.id}")["seat"] == "p2"


def test_the_time_before_the_import_does_not_count(site, original, data):
    long_ago = datetime.now(UTC) - timedelta(days=60)
    campaign = Campaign(site, kind="steps", steps={"declare": 3})
    campaign.open_turn()
    file = json.loads(game_export.export_with_secrets(site.services, int(campaign.address)))
    game = brought(site, rechained(file, long_ago))
    (player,) = campaign.referee.get(f"/games/{game.id}/desk")["players"]
    left = datetime.fromisoformat(player["deadline"]) - datetime.now(UTC)
    assert timedelta(days=2, hours=23) < left < timedelta(days=3, hours=1)


def rechained(file, when) -> bytes:
    """The same file, with all moves made at one moment."""
    for move in file["moves"]:
        move["made_at"] = f"{when:%Y-%m-%dT%H:%M:%S}.000Z"
    return chained_anew(file)


@pytest.mark.parametrize(
    ("seats", "referees"),
    [
        ({"p1": "Nobody at all"}, ()),
        ({"p9": "Berta"}, ()),
        ({"referee": "Berta"}, ()),
        ({"p1": "Berta", "p2": "berta"}, ()),
        ({"p1": "x" * 10_000}, ()),
        ({}, ("Nobody at all",)),
    ],
)
def test_an_unknown_seat_or_member_is_refused_and_nothing_is_imported(site, data, seats, referees):
    before = games_of(site)
    with pytest.raises(Refused) as refused:
        brought(site, data, SeatTakers(seats, referees))
    assert {one.rule for one in refused.value.refusals} == {"CAR-EXP-02"}
    assert games_of(site) == before


def votes_of(site, game) -> dict[int, int]:
    with site.services.store.read() as work:
        return work.referees.votes(game.id)


def test_votes_for_another_referee_come_along(site, original):
    with site.services.store.write() as work:
        for voter in ("Berta", "Carla"):
            ids = (site.make(voter), site.make("Elena"))
            work.referees.vote(int(original.address), *ids, "2026-11-20T10:00:00.000Z")
        work.commit()
    file = game_export.export_with_secrets(site.services, int(original.address))
    game = brought(site, file, SeatTakers({"p1": "Berta", "p3": "Dora"}, ("Ada",)))
    assert votes_of(site, game) == {site.make("Berta"): site.make("Elena")}
    again = brought(site, file)
    assert json.loads(game_export.export_with_secrets(site.services, again.id)) == json.loads(file)


def test_a_vote_for_a_referee_or_for_an_unknown_name_is_left_out(site, original, data):
    made = {"made_at": "2026-11-20T10:00:00.000Z"}
    file = json.loads(data) | {
        "votes": [
            {"seat": "p1", "candidate": "Ada", **made},
            {"seat": "p2", "candidate": "Nobody at all", **made},
            {"seat": "p3", "candidate": "Dora", **made},
            {"seat": "p9", "candidate": "Elena", **made},
        ]
    }
    assert votes_of(site, brought(site, json.dumps(file).encode())) == {}


def test_a_battle_that_does_not_fit_its_file_is_refused(site, data):
    file = json.loads(data)
    file["battles"] = [file | {"battle": "b1", "battles": []}] * 2
    with pytest.raises(Malformed):
        brought(site, json.dumps(file).encode())
    file["battles"] = [file | {"battle": "b1", "battles": [], "seed": "other"}]
    with pytest.raises(Malformed):
        brought(site, json.dumps(file).encode())


def games_of(site) -> int:
    with site.services.store.read() as work:
        return len(work.games.all_games())


# --- By a member
def send(who, data: bytes):
    files = [("file", ("campaign.json", data, "application/json"))]
    return who.client.post("/api/v1/imports", files=files)


def test_a_member_imports_a_campaign_and_offers_its_seats(site, original, data):
    """CAR-EXP-03."""
    elena = site.speaks("Elena")
    answer = send(elena, data)
    assert answer.status_code == 201, answer.text
    address = answer.json()["address"]
    assert not address.isdigit() and answer.json()["status"] == "running"
    assert [one["name"] for one in elena.get(f"/games/{address}/referees")["referees"]] == ["Elena"]
    offered = elena.ask("PUT", f"/games/{address}/seats/p2/offer", {"name": "Berta"})
    assert offered.status_code == 204, offered.text
    berta = original.players["p1"]
    berta.post(f"/games/{address}/take", None)
    assert berta.get(f"/games/{address}")["seat"] == "p2"


def test_a_refused_file_is_named_with_its_rule_and_nothing_is_imported(site, data, monkeypatch):
    """CAR-EXP-04."""
    before, elena = games_of(site), site.speaks("Elena", language="es")
    for bad in (b"{}", data[:-200], data.replace(b'"attack"', b'"resist"')):
        answer = send(elena, bad)
        assert answer.status_code == 422
        assert answer.json()["refusals"][0]["rule"] == "CAR-EXP-04"
    assert "archivo" in answer.json()["detail"]
    assert send(site.stranger(), b"{}").status_code == 401
    assert send(site.speaks("Elena", ("read",)), data).status_code == 403
    monkeypatch.setattr(uploads, "LONGEST_UPLOAD", 300)
    monkeypatch.setattr(uploads, "KEPT_OF_LONGER", 200)
    long = send(elena, data)
    assert long.status_code == 413 and long.json()["refusals"][0]["rule"] == "CAR-EXP-04"
    assert games_of(site) == before


def test_imports_have_a_limit(site, monkeypatch):
    monkeypatch.setattr(site.services, "limits", RateLimiter())
    elena = site.speaks("Elena")
    assert [send(elena, b"{}").status_code for _ in range(13)] == [422] * 12 + [429]
