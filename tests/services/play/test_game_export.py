"""Export and import of games as files."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from app.kernel import record, table_orders
from app.kernel.clock_terms import Terms
from app.kernel.position import Moment
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.say import say
from app.services.errors import Malformed, NoSuchGame
from app.services.play import game_export, game_import
from app.services.play import orders as play
from app.services.watch import game_view
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Answer, Strike

SCRIPT = Path(__file__).parents[3] / "docs" / "verify_dice.py"


@pytest.fixture
def over(services, people, started, command, monkeypatch):
    monkeypatch.setattr(
        "app.services.play.new_tables.secrets.token_hex", lambda _: "5eed" * 16
    )  # with one die, another salt may give its face
    game = started("parry", added="señal")
    orders = [
        (0, Strike(hard=False)),
        (0, table_orders.TakeBack()),
        (0, Strike(hard=False)),
        (1, Answer(parry=True)),
        (1, table_orders.Concede()),
    ]
    for after, (person, order) in enumerate(orders, 1):
        play.declare_order(services, game.id, people[person].id, command(), after, order)
    return game


def test_a_finished_game_goes_out_and_comes_in_again(services, over):
    data = game_export.export_game(services, over.id)
    game = game_import.import_game(services, data)
    old, new = game_view.load_view(services, over.id), game_view.load_view(services, game.id)
    assert new.table == old.table
    assert [told.lines for told in game_view.load_log(new)] == [
        told.lines for told in game_view.load_log(old)
    ]
    assert [seat.name for seat in new.seats] == [seat.name for seat in old.seats]
    assert (new.game.status, new.game.winners) == ("over", ("red",))
    assert (
        json.loads(game_export.export_game(services, game.id))["moves"] == json.loads(data)["moves"]
    )


def test_nothing_leaves_a_running_game(services, people, started):
    game = started("parry")
    with pytest.raises(Refused) as refused:
        game_export.export_game(services, game.id, people[0].id)
    assert refused.value.refusals[0].rule == "CAR-EXP-01"
    with pytest.raises(NoSuchGame):
        game_export.export_game(services, started("parry", visibility="private").id)
    assert game_export.export_with_secrets(services, game.id)


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file["moves"][1].update(seat="blue"),
        lambda file: file["moves"].pop(1),
        lambda file: file["moves"][4]["rolls"][0].update(
            face=file["moves"][4]["rolls"][0]["face"] % 6 + 1
        ),
        lambda file: file.update(seed="00" * 32),
        lambda file: file["seats"][0].update(added="other"),
        lambda file: file.update(box="chess"),
        lambda file: file.update(format="caracole-game/9"),
        lambda file: file.update(moves=[]),
        lambda file: file.pop("seed"),
    ],
)
def test_a_file_that_was_changed_stays_out(services, over, change):
    file = json.loads(game_export.export_game(services, over.id))
    change(file)
    with pytest.raises(Malformed):
        game_import.import_game(services, json.dumps(file).encode())


def chained_anew(file: dict) -> bytes:
    """File with a valid hash chain over any moves."""
    head = ""
    for move in file["moves"]:
        raw = {
            name: msgspec.Raw(record.to_json(move[name]).encode()) for name in ("events", "rolls")
        }
        raw["order"] = msgspec.Raw(record.as_given(move["order"]).encode())
        placed = record.chain_move(Move(**{**move, **raw}), head)
        move["before"], move["hash"], head = placed.before, placed.hash, placed.hash
    return json.dumps(file).encode()


def rolled(sides: int):
    return lambda file: file["moves"][4]["rolls"][0].update(sides=sides)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (rolled(0), "move 5, die 1: . on record, but there is no die of so many sides"),
        (rolled(-6), "no die of so many sides"),
        (rolled(2**65), "no die of so many sides"),
        (
            lambda file: file["moves"][4].update(rolls=[{"purpose": "parry"}]),
            "a move cannot be read: .*missing required field",
        ),
        (lambda file: file["moves"][4].update(rolls={}), "a move cannot be read: Expected `array`"),
        (
            lambda file: file["moves"][1].update(events=[{"kind": "nonsense"}]),
            "the box cannot read it: ValidationError: Invalid value 'nonsense'",
        ),
        (lambda file: file["moves"][1].update(events=7), "the box cannot read it"),
        (lambda file: file["moves"][0].update(events=[]), "the box cannot read it"),
        (
            lambda file: file["moves"][2].update(command=file["moves"][1]["command"]),
            "two moves have the same command",
        ),
        (
            lambda file: file["seats"].append(file["seats"][0] | {"added": ""}),
            "the seats are not those of the moves|is true",
        ),
        (
            lambda file: file["seats"][0].update(side="green"),
            "the seats are not those of the moves",
        ),
        (
            lambda file: file.update(scenario="elsewhere"),
            "the scenario is 'elsewhere', that of the moves is 'plain'",
        ),
    ],
)
def test_errors_are_found_in_a_file_with_a_valid_chain(services, over, change, why):
    file = json.loads(game_export.export_game(services, over.id))
    change(file)
    with pytest.raises(Malformed, match=why):
        game_import.import_game(services, chained_anew(file))


def test_an_invalid_number_is_an_error(services, over):
    data = game_export.export_game(services, over.id)
    assert b'"hard":false' in data.replace(b" ", b"")
    with pytest.raises(Malformed, match="a move cannot be read: Number out of range"):
        game_import.import_game(services, data.replace(b'"hard": false', b'"hard": 1e999', 1))


def test_an_imported_game_is_listed_like_any_other(
    services, over, started, people, command, monkeypatch
):
    """The phase is a complete sentence. A finished game keeps its clock; a running one has none,
    because no player sits there.
    """
    step = say("Blow {number}", "Golpe {number}", number=3)
    monkeypatch.setattr(
        type(TINY["parry"]), "moment", lambda *_: Moment(1, "parry", step), raising=False
    )
    brought = game_import.import_game(services, game_export.export_game(services, over.id))
    assert (brought.phase.in_("en"), brought.phase.in_("es")) == (
        "Blow 3",
        "Golpe 3",
    ) and brought.clock == Terms()
    clock = Terms("each", 3, grace=12, then="claim")
    game = started("parry", clock=clock)
    assert (
        game_import.import_game(services, game_export.export_with_secrets(services, game.id)).clock
        == Terms()
    )
    play.declare_order(services, game.id, people[0].id, command(), 1, table_orders.Concede())
    brought = game_import.import_game(services, game_export.export_game(services, game.id))
    assert (
        (brought.status, brought.clock)
        == ("over", clock)
        == (
            game_view.load_view(services, game.id).game.status,
            game_view.load_view(services, game.id).game.clock,
        )
    )


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b"{" * 100_000])
def test_other_files_are_refused(services, data):
    with pytest.raises(Malformed):
        game_import.import_game(services, data)


def test_the_script_in_docs_accepts_the_file(services, over, tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(game_export.export_game(services, over.id))
    run = subprocess.run(
        [sys.executable, "-I", SCRIPT, path], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, "1 dice, all true")
    file = json.loads(path.read_text())
    roll = file["moves"][4]["rolls"][0]
    roll["face"] = roll["face"] % 6 + 1
    path.write_text(json.dumps(file))
    assert (
        subprocess.run(
            [sys.executable, "-I", SCRIPT, path], capture_output=True, check=False
        ).returncode
        == 1
    )


def test_the_chain_follows_the_documented_format(services, over):
    before = ""
    for move in json.loads(game_export.export_game(services, over.id))["moves"]:
        row = dict(sorted({**move, "hash": ""}.items()))
        bare = json.dumps(row, separators=(",", ":"), ensure_ascii=False)
        assert (move["before"], move["hash"]) == (before, hashlib.sha256(bare.encode()).hexdigest())
        before = move["hash"]
