"""Twin worlds: two clubs that differ in hidden facts alone tell the other side, and strangers, the same bytes by every operation."""
from __future__ import annotations

import re

from fastapi.testclient import TestClient

from app.club import lobby
from app.games import shelf as boxes
from app.main import create_club
from app.settings import Settings
from app.web.app import create_web
from tests.api.conftest import ROOT, House, Program
from tests.contract.tiny import TINY
from tests.counting import count
from tests.web.conftest import SameSeeds

BOXES = boxes()
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z|\b[0-9a-f]{64}\b")            # times, and what the seed of the dice was sealed with
FILLED = {"/survey": "?place={0}", "/measure": "?one=1,1&two={0}", "/log": "?after=0", "/letters": "?after=0"}
PLACES = ("A1", "B1", "a", "b", "nobody", "36,24")
TRIED = ({"kind": "concede"}, {"kind": "pass"}, {"kind": "shoot", "target": "a"}, {"kind": "shoot", "target": "zz"}, {"kind": "spring", "piece": "b"},
         {"kind": "choose", "hand": "rock"}, {"kind": "reveal", "unit": "B1"})


def outlets(who: Program, address: str) -> dict[str, str]:
    """Everything that the API tells of a game, times left out."""
    paths = who.get("/openapi.json")["paths"]
    asked = [path for path, operations in paths.items() if path.startswith("/games/{address}") and "get" in operations]
    asked = [path.replace("{address}", address).replace("{number}/{place}", "{1}") for path in asked] + ["/tables", "/games?which=running", "/games?which=over"]
    found = {}
    for path in asked:
        ending = path.removeprefix(f"/games/{address}")
        for place in PLACES if ending in ("/survey", "/measure") else ("",):
            for shot in ("1/1", "2/1", "3/1", "3/2") if "{1}" in path else ("",):
                whole = path.replace("{1}", shot) + FILLED.get(ending, "").format(place)
                found[whole] = who.client.get(ROOT + whole)
    for at in (1, 2, 3):
        found |= {f"{path}?at={at}": who.client.get(f"{ROOT}/games/{address}{path}?at={at}") for path in ("", "/log", "/news")}
    for number, order in enumerate(TRIED):
        found[f"assess {number}"] = who.ask("POST", f"/games/{address}/assess", {"order": order})
        late = {"command": f"twin {number}", "after": 0, "order": order}
        found[f"late {number}"] = who.ask("POST", f"/games/{address}/orders", late)
        found[f"wrong {number}"] = who.ask("POST", f"/games/{address}/orders", late | {"after": 10_000})
    return {path: f"{answer.status_code} {MOMENT.sub('T', answer.text)}" for path, answer in found.items()}


def test_no_outlet_is_forgotten(house):
    """Whatever tells of a game is asked in twin worlds: GET by its path, and what answers without being one."""
    paths = house.stranger().get("/openapi.json")["paths"]
    answered = {path for path, operations in paths.items() if path.startswith("/games/{address}") and set(operations) - {"get", "delete"}}
    assert answered == {f"/games/{{address}}/{last}" for last in (
        "orders", "assess", "steps/{step}/rest", "letters", "report/{chapter}", "seen", "join", "leave", "brings", "laying", "rematch", "claim",
        "invitations", "letters/{letter}/report")}


def compared(monkeypatch, tmp_path, play, shelf=BOXES, seeds=("twin", "twin")):
    """What the other side and a stranger are told in two worlds that differ in a secret, and what its owner is told."""
    told = []
    for secret, seed in enumerate(seeds):
        monkeypatch.setattr(lobby, "secrets", SameSeeds(seed))
        settings = Settings(database_url=f"sqlite:///{tmp_path}/{secret}.db")
        house = House(create_web(create_club(settings, shelf), settings))
        with TestClient(house.app):
            house.app.state.closing.set()        # streams end
            own, other = house.speaks("Maite"), house.speaks("Íñigo")
            address = play(own, other, secret)
            told.append([outlets(who, address) for who in (other, house.stranger(), own)])
    return told


def differences(told):
    count("twin_outlets", sum(map(len, told[0])))
    return [[path for path in one if one[path] != other[path]] for one, other in zip(*told, strict=True)]


def unit(kind: str, count: int) -> dict[str, int]:
    return {kind: count}


def army(secret: int) -> dict:
    units = [[unit("spearman", 20), unit("spearman", 20), unit("archer", 20)], [unit("spearman", 20), unit("spearman", 18), unit("archer", 20)]][secret]
    return {"list": "native_kingdom", "nation": "luba", "year": 1880, "points": 300, "scenario": "encounter", "role": "none",
            "leader": {"type": "spearman", "traits": ["charismatic"], "trait_rolled": True}, "units": units}


def test_an_army_that_is_brought_is_a_secret(monkeypatch, tmp_path, patched):
    def play(own, other, secret):
        terms = {"points": "300", "year": "1880", "people_a": "native_kingdom/luba", "people_b": "native_kingdom/buganda", "table": "made", "lot": "7"}
        asked = {"box": "heart_of_africa", "scenario": "encounter", "terms": terms, "brings": {"army": army(secret)}}
        return own.post("/tables", asked, 201)["address"]

    found = differences(compared(monkeypatch, tmp_path, play))
    assert found == [[], [], ["/games/1/waiting"]]


def test_a_sealed_choice_is_a_secret(monkeypatch, tmp_path, patched):
    def play(own, other, secret):
        address = own.post("/tables", {"box": "sealed", "scenario": "plain", "side": "north"}, 201)["address"]
        other.post(f"/games/{address}/join", {})
        own.order(address, {"kind": "choose", "hand": ("rock", "paper")[secret]})
        return address

    found = differences(compared(monkeypatch, tmp_path, play, TINY))
    assert found[:2] == [[], []] and "/games/1" in found[2]


def test_an_ambush_is_a_secret(monkeypatch, tmp_path, patched):
    def play(own, other, secret):
        address = own.post("/tables", {"box": "hidden", "scenario": "plain", "side": "bandit"}, 201)["address"]
        other.post(f"/games/{address}/join", {})
        return address

    found = differences(compared(monkeypatch, tmp_path, play, TINY, seeds=("here", "elsewhere")))
    assert found[:2] == [[], []] and "/games/1" in found[2]


def test_orders_ahead_are_a_secret(monkeypatch, tmp_path, patched):
    """The real game: one side gives standing orders that differ."""
    def play(own, other, secret):
        address = own.post("/tables", {"box": "heart_of_africa", "scenario": "first_steps"}, 201)["address"]
        seen = other.post(f"/games/{address}/join", {})
        assert seen["status"] == "running"
        offer = next(offer for offer in own.get(f"/games/{address}/offers") if offer["order"]["kind"] == "set_policies" and offer["is_live"])
        ask = next(ask for ask in offer["asks"] if len(ask["choices"]) > 1)
        _, field = ask["field"].split(".")
        order = offer["order"] | {"policies": offer["order"]["policies"] | {field: ask["choices"][secret]["value"]}}
        own.order(address, order)
        return address

    found = differences(compared(monkeypatch, tmp_path, play))
    assert found[:2] == [[], []] and "/games/1" in found[2]
