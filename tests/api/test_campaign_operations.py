"""Operations of a campaign: referees, desk, corrections, battles, and pages to read."""

from __future__ import annotations

import csv
import io

import pytest

from tests.api.campaigns import Campaign
from tests.sample_games import INCH


@pytest.fixture(scope="module")
def read(site) -> Campaign:
    """A campaign with a disputed battle; tests only read it."""
    campaign = Campaign(site, kind="steps", steps={"declare": 3, "confirm": 3})
    campaign.fighters = campaign.dispute()
    return campaign


@pytest.fixture
def campaign(site) -> Campaign:
    return Campaign(site, kind="steps", steps={"declare": 3})


@pytest.fixture
def validator(site):
    """Function that compares an answer with the document."""
    jsonschema_rs = pytest.importorskip("jsonschema_rs")  # comes with schemathesis
    document = site.stranger().get("/openapi.json")

    def validate(path: str, answer: object) -> None:
        operation = document["paths"][f"/games/{{address}}{path}"]["get"]
        told = operation["responses"]["200"]["content"]["application/json"]["schema"]
        whole = {**told, "components": document["components"]}
        draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
        jsonschema_rs.validate(whole | draft, answer)

    return validate


# --- Pages to read
@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "where"),
    [
        ("", ""),
        ("/standings", ""),
        ("/ledger", ""),
        ("/people", ""),
        ("/people/{side}", "/people/p1"),
        ("/honours", ""),
        ("/chronicle", ""),
        ("/battles", ""),
        ("/referees", ""),
        ("/desk", ""),
        ("/corrections", ""),
        ("/corrections/{number}", "/corrections/5"),
        ("/offers", ""),
        ("/pages", ""),
        ("/turn", ""),
    ],
)
def test_answers_about_a_campaign_match_the_document(read, validator, path, where):
    validator(path, read.referee.get(read.path + (where or path)))


def test_the_ledger_has_the_filters_of_the_page(read):
    every = read.referee.get(f"{read.path}/ledger")
    chosen = read.referee.get(f"{read.path}/ledger?side=p2&turn=1&cause=joined")
    assert [row["receiver"] for row in chosen] == ["p2"] and len(every) == 3
    assert read.referee.get(f"{read.path}/ledger?turn=9") == []
    read.referee.get(f"{read.path}/ledger?turn=x", 400)
    table = read.referee.ask("GET", f"{read.path}/ledger.csv?side=p2").text
    assert [row["receiver"] for row in csv.DictReader(io.StringIO(table))] == ["p2"]


def test_standings_are_the_same_as_json_and_as_csv(read):
    table = read.referee.ask("GET", f"{read.path}/standings.csv").text
    rows = [
        (row["table"], row["side"], row["number"]) for row in csv.DictReader(io.StringIO(table))
    ]
    found = read.referee.get(f"{read.path}/standings")
    assert rows == [
        (one["key"], row["side"], str(row["number"])) for one in found for row in one["rows"]
    ]
    assert rows


def test_sentences_are_in_the_language_of_the_request(site, read):
    spanish = site.speaks("Elena", language="es")
    assert spanish.get(f"{read.path}/people")[0]["status"] == "en juego"
    assert "primer semestre de 1860" in str(spanish.get(f"{read.path}/ledger"))


def test_a_battle_names_its_campaign_and_the_campaign_its_battle(site, read):
    (battle,) = read.referee.get(f"{read.path}/battles")
    attacker, defender = read.fighters
    assert battle["seats"] == {"A": attacker, "B": defender} and battle["status"] == "entered"
    table = site.stranger().get(f"/games/{battle['table']['address']}")
    assert (table["parent"], table["battle"]) == (read.address, battle["key"])
    assert site.stranger().get(read.path)["parent"] is None
    mine = read.players[attacker].get(f"{read.path}/battles")[0]["table"]
    assert mine["is_mine"] and not battle["table"]["is_mine"]


def test_a_void_battle_is_over_and_an_agreed_place_is_told(campaign):
    for seat in campaign.fight():
        campaign.order(seat, "choose_place", place="table")
    (battle,) = campaign.battles()
    assert battle["is_on_real_table"] and battle["table"]["status"] == "open"
    void = {"kind": "void_battle", "battle": battle["key"], "reason": "A mistake."}
    campaign.referee.order(campaign.address, void)
    (battle,) = campaign.battles()
    assert battle["status"] == "over" and battle["table"] is None


def test_the_chronicle_has_a_chapter_for_each_closed_turn(campaign):
    campaign.open_turn()
    while (seat := campaign.waiting()[0]) != "referee":
        campaign.order(seat, "pass")
    assert [
        one["chapter"]["turn"] for one in campaign.referee.get(f"{campaign.path}/chronicle")
    ] == [1]
    assert campaign.referee.get(f"{campaign.path}/honours") is None
    campaign.referee.order(campaign.address, {"kind": "close_campaign"})
    assert campaign.referee.get(f"{campaign.path}/honours")


# --- Referees
def test_a_referee_names_another_one_who_then_resigns(site, campaign):
    other = site.speaks("Elena")
    named = campaign.referee.post(f"{campaign.path}/referees", {"name": "Elena"})
    assert [one["name"] for one in named["referees"]] == ["Ada", "Elena"] and named["may_name"]
    assert other.get(f"{campaign.path}/desk")["seat"] == "referee"
    again = campaign.referee.post(f"{campaign.path}/referees", {"name": "Elena"}, 422)
    assert again["refusals"][0]["rule"] == "CAR-REF-01"
    assert other.ask("DELETE", f"{campaign.path}/referees").status_code == 204
    other.get(f"{campaign.path}/desk", 403)
    last = campaign.referee.ask("DELETE", f"{campaign.path}/referees")
    assert last.json()["refusals"][0]["rule"] == "CAR-REF-01"


def test_a_player_votes_only_while_a_referee_is_silent(campaign):
    player = campaign.players["p1"]
    answer = player.ask("PUT", f"{campaign.path}/referees/vote", {"name": "Elena"})
    assert answer.json()["refusals"][0]["rule"] == "CAR-REF-03"
    assert (
        campaign.referee.ask("PUT", f"{campaign.path}/referees/vote", {"name": "Elena"}).status_code
        == 403
    )
    player.post(f"{campaign.path}/referees", {"name": "Elena"}, 403)


def test_a_referee_who_plays_names_the_seat_in_the_order(site, campaign):
    campaign.referee.post(f"{campaign.path}/referees", {"name": "Berta"})
    player = campaign.players["p1"]
    desk = player.get(f"{campaign.path}/desk")
    assert desk["plays"]
    player.order(campaign.address, {"kind": "open_turn"}, 422)
    made = player.order(campaign.address, {"kind": "open_turn"}, seat=desk["seat"])
    assert made["move"]["seat"] == "referee"
    campaign.players["p2"].order(campaign.address, {"kind": "pass"}, 403, seat="referee")


# --- Corrections
def previewed(campaign, **asked):
    return campaign.referee.post(f"{campaign.path}/corrections/preview", asked)


def test_a_correction_is_signed_with_the_digest_of_its_preview(campaign):
    campaign.open_turn()
    first = campaign.waiting()[0]
    campaign.order(first, "attack", target="p2" if first == "p1" else "p1")
    last = campaign.referee.get(campaign.path)["last"]
    (passing,) = [
        one["order"]
        for one in campaign.referee.get(f"{campaign.path}/corrections/{last}")["offers"]
        if one["order"]["kind"] == "pass"
    ]
    asked = {"move": last, "reason": "They meant to pass.", "instead": passing}
    preview = previewed(campaign, **asked)
    assert preview["is_certain"] and preview["results"][0]["ways"] == 1
    signed = {**asked, "command": "sign", "digest": preview["digest"]}
    made = campaign.referee.post(f"{campaign.path}/corrections", signed)
    assert "They meant to pass." in str(made["move"]["lines"])
    again = campaign.referee.post(f"{campaign.path}/corrections", signed, 409)
    assert again["game"]["last"] == made["number"]
    assert campaign.referee.get(f"{campaign.path}/corrections/{last}")["move"]["is_corrected"]


def test_a_correction_after_another_move_is_not_signed(campaign):
    campaign.open_turn()
    asked = {"move": 2, "reason": "x"}
    digest = previewed(campaign, **asked)["digest"]
    campaign.order(campaign.waiting()[0], "pass")
    last = campaign.referee.get(campaign.path)["last"]
    answer = campaign.referee.post(
        f"{campaign.path}/corrections", {**asked, "command": "late", "digest": digest}, 409
    )
    assert answer["number"] == last == campaign.referee.get(campaign.path)["last"]


def test_players_and_anonymous_visitors_correct_nothing(site, campaign):
    player, asked = campaign.players["p1"], {"move": 2, "reason": "x"}
    assert player.post(f"{campaign.path}/corrections/preview", asked, 422)["refusals"]
    player.post(f"{campaign.path}/corrections", {**asked, "command": "c", "digest": "0"}, 422)
    asking = f"{campaign.path}/corrections/requests"
    assert "referee" in player.post(asking, asked, 422)["detail"]
    assert "There is no other referee." in campaign.referee.post(asking, asked, 422)["detail"]
    site.speaks("Elena").get(f"{campaign.path}/corrections", 404)
    site.stranger().get(f"{campaign.path}/corrections", 401)
    campaign.referee.get(f"{campaign.path}/corrections/999", 404)


@pytest.mark.parametrize(
    ("instead", "status"),
    [
        ({"kind": "nonsense"}, 400),
        ({}, 400),
        ({"kind": "join", "list": [INCH.LIST]}, 400),
        ({"kind": "join", "list": "nowhere"}, 422),
        ({"kind": "open_turn"}, 422),
        ({"kind": "concede"}, 422),
        ({"kind": "take_back"}, 422),
        ({"kind": "correct_move", "move": 2, "reason": "x"}, 422),
        ({"kind": "by_referee", "order": {"kind": "pass"}, "plays": []}, 422),
        ({"kind": "take_seat", "order": {"kind": "pass"}}, 422),
    ],
)
def test_a_correction_to_an_order_that_cannot_be_given_is_refused(read, instead, status):
    where, asked = f"{read.path}/corrections", {"move": 2, "reason": "x", "instead": instead}
    assert read.referee.post(f"{where}/preview", asked, status)["detail"]
    signed = {**asked, "command": "c", "digest": "0"}
    read.referee.post(where, signed, 400 if status == 400 else 409)
    order = {"kind": "correct_move", **asked}
    read.referee.order(read.address, order, status)


def test_a_dispute_with_other_numbers_shows_both_results(campaign):
    attacker, defender = campaign.fight()
    campaign.order(attacker, "enter_result", winner=attacker, turns=6)
    [battle] = campaign.players[defender].get(f"{campaign.path}/pages")["battles"]
    offered = battle["dispute_form"]["results"]
    assert {one["order"]["kind"] for one in offered} == {"dispute_result"}
    refused = campaign.players[defender].order(
        campaign.address, {**offered[2]["order"], "turns": 61}, 422
    )
    assert refused["refusals"][0]["rule"] == "HOA-CMP-23"
    campaign.order(defender, "dispute_result", reason="No.", winner=None, turns=7)
    [battle] = campaign.referee.get(f"{campaign.path}/pages")["battles"]
    differing = [
        row["title"] for row in battle["compared"]["rows"] if row["first"] != row["second"]
    ]
    assert differing == ["Winner", "Turns played"]
    desk = campaign.referee.get(f"{campaign.path}/desk")
    accepted = [one for one in desk["offers"] if one["order"].get("report_of") == defender]
    campaign.referee.order(campaign.address, accepted[0]["order"])
    [battle] = campaign.referee.get(f"{campaign.path}/pages")["battles"]
    assert "The referee accepts the numbers" in battle["compared"]["decided"]
