"""A game as a file, and back."""
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from app.club import exports, play, watch
from app.club.problems import Malformed, NoSuchGame
from app.kernel import record, table
from app.kernel.clock import Terms
from app.kernel.contract import Moment
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.say import say
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Answer, Strike

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_dice.py"


@pytest.fixture
def over(club, people, started, command, monkeypatch):
    monkeypatch.setattr("app.club.lobby.secrets.token_hex", lambda _: "5eed" * 16)      # with one die, another salt may give its face
    game = started("parry", added="señal")
    orders = [(0, Strike(hard=False)), (0, table.TakeBack()), (0, Strike(hard=False)), (1, Answer(parry=True)), (1, table.Concede())]
    for after, (person, order) in enumerate(orders, 1):
        play.declare(club, game.id, people[person].id, command(), after, order)
    return game


def test_a_finished_game_goes_out_and_comes_in_again(club, over):
    data = exports.export(club, over.id)
    game = exports.bring_in(club, data)
    old, new = watch.look(club, over.id), watch.look(club, game.id)
    assert new.table == old.table
    assert [told.lines for told in watch.log(new)] == [told.lines for told in watch.log(old)]
    assert [seat.name for seat in new.seats] == [seat.name for seat in old.seats]
    assert (new.game.status, new.game.winners) == ("over", ("red",))
    assert json.loads(exports.export(club, game.id))["moves"] == json.loads(data)["moves"]


def test_nothing_leaves_a_running_game(club, people, started):
    game = started("parry")
    with pytest.raises(Refused) as refused:
        exports.export(club, game.id, people[0].id)
    assert refused.value.refusals[0].rule == "CAR-EXP-01"
    with pytest.raises(NoSuchGame):
        exports.export(club, started("parry", visibility="private").id)
    assert exports.whole(club, game.id)


@pytest.mark.parametrize("change", [
    lambda file: file["moves"][1].update(seat="blue"),
    lambda file: file["moves"].pop(1),
    lambda file: file["moves"][4]["rolls"][0].update(face=file["moves"][4]["rolls"][0]["face"] % 6 + 1),
    lambda file: file.update(seed="00" * 32),
    lambda file: file["seats"][0].update(added="other"),
    lambda file: file.update(box="chess"),
    lambda file: file.update(format="caracole-game/9"),
    lambda file: file.update(moves=[]),
    lambda file: file.pop("seed"),
])
def test_a_file_that_was_changed_stays_out(club, over, change):
    file = json.loads(exports.export(club, over.id))
    change(file)
    with pytest.raises(Malformed):
        exports.bring_in(club, json.dumps(file).encode())


def chained_anew(file: dict) -> bytes:
    """The file with a chain that holds, whatever stands in its moves."""
    head = ""
    for move in file["moves"]:
        raw = {name: msgspec.Raw(record.canonical(move[name]).encode())
               for name in ("events", "rolls")}
        raw["order"] = msgspec.Raw(record.as_given(move["order"]).encode())
        placed = record.chained(Move(**{**move, **raw}), head)
        move["before"], move["hash"], head = placed.before, placed.hash, placed.hash
    return json.dumps(file).encode()


def rolled(sides: int):
    return lambda file: file["moves"][4]["rolls"][0].update(sides=sides)


@pytest.mark.parametrize(("change", "why"), [
    (rolled(0), "move 5, die 1: . on record, but there is no die of so many sides"),
    (rolled(-6), "no die of so many sides"),
    (rolled(2**65), "no die of so many sides"),
    (lambda file: file["moves"][4].update(rolls=[{"purpose": "parry"}]), "a move cannot be read: .*missing required field"),
    (lambda file: file["moves"][4].update(rolls={}), "a move cannot be read: Expected `array`"),
    (lambda file: file["moves"][1].update(events=[{"kind": "nonsense"}]), "the box cannot read it: ValidationError: Invalid value 'nonsense'"),
    (lambda file: file["moves"][1].update(events=7), "the box cannot read it"),
    (lambda file: file["moves"][0].update(events=[]), "the box cannot read it"),
    (lambda file: file["moves"][2].update(command=file["moves"][1]["command"]), "two moves have the same command"),
    (lambda file: file["seats"].append(file["seats"][0] | {"added": ""}), "the seats are not those of the moves|is true"),
    (lambda file: file["seats"][0].update(side="green"), "the seats are not those of the moves"),
    (lambda file: file.update(scenario="elsewhere"), "the scenario is 'elsewhere', that of the moves is 'plain'"),
])
def test_a_file_whose_chain_holds_may_be_wrong_all_the_same(club, over, change, why):
    file = json.loads(exports.export(club, over.id))
    change(file)
    with pytest.raises(Malformed, match=why):
        exports.bring_in(club, chained_anew(file))


def test_a_number_that_is_none_is_said(club, over):
    data = exports.export(club, over.id)
    assert b'"hard":false' in data.replace(b" ", b"")
    with pytest.raises(Malformed, match="a move cannot be read: Number out of range"):
        exports.bring_in(club, data.replace(b'"hard": false', b'"hard": 1e999', 1))


def test_the_list_of_games_says_of_an_imported_game_what_it_says_of_any(club, over, started, people, command, monkeypatch):
    """Its phase as a sentence that needs nothing else to be read; of a finished game its clock, of a running one none: nobody sits there."""
    step = say("Blow {number}", "Golpe {number}", number=3)
    monkeypatch.setattr(type(TINY["parry"]), "moment", lambda *_: Moment(1, "parry", step), raising=False)
    brought = exports.bring_in(club, exports.export(club, over.id))
    assert (brought.phase.in_("en"), brought.phase.in_("es")) == ("Blow 3", "Golpe 3") and brought.clock == Terms()
    clock = Terms("each", 3, grace=12, then="claim")
    game = started("parry", clock=clock)
    assert exports.bring_in(club, exports.whole(club, game.id)).clock == Terms()
    play.declare(club, game.id, people[0].id, command(), 1, table.Concede())
    brought = exports.bring_in(club, exports.export(club, game.id))
    assert (brought.status, brought.clock) == ("over", clock) == (watch.look(club, game.id).game.status, watch.look(club, game.id).game.clock)


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b"{" * 100_000])
def test_what_is_no_game_stays_out(club, data):
    with pytest.raises(Malformed):
        exports.bring_in(club, data)


def test_the_short_script_agrees(club, over, tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(exports.export(club, over.id))
    run = subprocess.run([sys.executable, "-I", SCRIPT, path], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, "1 dice, all true")
    file = json.loads(path.read_text())
    roll = file["moves"][4]["rolls"][0]
    roll["face"] = roll["face"] % 6 + 1
    path.write_text(json.dumps(file))
    assert subprocess.run([sys.executable, "-I", SCRIPT, path], capture_output=True, check=False).returncode == 1


def test_the_chain_is_what_the_document_says(club, over):
    before = ""
    for move in json.loads(exports.export(club, over.id))["moves"]:
        row = dict(sorted({**move, "hash": ""}.items()))
        bare = json.dumps(row, separators=(",", ":"), ensure_ascii=False)
        assert (move["before"], move["hash"]) == (before, hashlib.sha256(bare.encode()).hexdigest())
        before = move["hash"]
