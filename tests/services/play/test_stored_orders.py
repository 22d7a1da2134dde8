"""Decisions use the stored order, on every way to the record and on both databases."""

import json

import msgspec
import pytest
import sqlalchemy as sa

from app.cli.transfer import look_over
from app.kernel import record, table_orders
from app.kernel.readjudication import readjudicate_moves
from app.services.container import Services
from app.services.errors import Malformed
from app.services.play import (
    conditional_orders,
    game_export,
    game_import,
    orders,
    sandbox_plan,
    sandboxes,
)
from app.services.watch import game_view
from app.store.schema import moves as moves_table
from tests.contract.marching import FIGURES, Marching, march
from tests.contract.test_key_sequences import as_before
from tests.contract.tiny.parry import Strike

BOX = {"parry": Marching()}
IN_JSON = record.as_given(march())


@pytest.fixture
def services(database_url):
    services = Services.open(BOX, database_url)
    yield services
    services.close()


@pytest.fixture
def again(database_url):
    """Services as another process opens them."""
    clubs = []

    def opened():
        clubs.append(Services.open(BOX, database_url))
        return clubs[-1]

    yield opened
    for one in clubs:
        one.close()


def marched(move):
    return [event.figure for event in move.events if hasattr(event, "figure")]


def otherwise(services, game):
    history = game_view.load_view(services, game.id).history
    assert record.first_broken(history.moves) is None
    return readjudicate_moves(history.box, history.moves, history.tables)


def stored_orders(services, game):
    order = moves_table.c.order
    with services.store.engine.connect() as reading:
        query = sa.select(order).where(moves_table.c.game_id == game.id)
        return list(reading.execute(query.order_by(moves_table.c.number)).scalars())


@pytest.mark.parametrize(
    "given",
    [march(), json.loads(IN_JSON), IN_JSON, IN_JSON.encode()],
    ids=["bot", "program", "page", "bytes"],
)
def test_the_order_of_the_keys_survives_the_database(
    services, again, people, started, command, given
):
    game = started("parry")
    played = orders.declare_order(services, game.id, people[0].id, command(), 1, given)
    assert marched(played.move) == list(FIGURES)
    assert stored_orders(services, game)[1] == '{"keys":"given",' + IN_JSON[1:]
    other = again()
    assert marched(game_view.load_view(other, game.id).history.moves[-1]) == list(FIGURES)
    assert otherwise(other, game) == []


def test_answers_in_advance_and_undo_keep_the_order_of_keys(
    services, again, people, started, command
):
    game = started("parry")
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"blow": "parry"})
    played = orders.declare_order(services, game.id, people[0].id, command(), 1, Strike(hard=False))
    answered = game_view.load_view(services, game.id).history.moves[-1]
    assert (
        played.last == 3 and table_orders.is_ahead(answered) and marched(answered) == list(FIGURES)
    )
    assert otherwise(again(), game) == []


def test_a_sandbox_and_a_plan_keep_the_order_of_keys(services, again, people, started, command):
    game, red = started("parry"), people[0].id
    sandbox = sandboxes.create_sandbox(services, game.address, red).id
    tried = sandboxes.give_order(services, game.address, red, sandbox, 0, march())
    assert marched(tried.look.history.moves[-1]) == list(FIGURES)
    seen = sandboxes.open_sandbox(again(), game.address, red, sandbox)
    [planned] = sandbox_plan.planned_orders(seen)
    assert list(planned.order.inches) == list(FIGURES)
    once_more = sandboxes.repeat_last_step(services, game.address, red, sandbox, 1)
    assert marched(once_more.look.history.moves[-1]) == list(FIGURES)
    backwards = orders.declare_order(services, game.id, red, command(), 1, march(*FIGURES[::-1]))
    same = orders.declare_order(services, game.id, red, command(), 2, planned.order)
    box = backwards.history.box
    assert not sandbox_plan.is_same(box, march(), backwards.move)
    assert sandbox_plan.is_same(box, march(), same.move)


def finished(services, people, started, command):
    game = started("parry")
    for after, order in enumerate((march(), march("m2", "m1"), table_orders.Concede()), 1):
        orders.declare_order(services, game.id, people[0].id, command(), after, order)
    return game


def test_a_file_keeps_the_order_of_keys_with_any_blanks(services, again, people, started, command):
    game = finished(services, people, started, command)
    file = json.loads(game_export.export_game(services, game.id))
    assert file["format"] == "caracole-game/2"
    assert list(file["moves"][1]["order"]["inches"]) == list(FIGURES)
    for data in (json.dumps(file, indent=4), json.dumps(file, separators=(",", ":"))):
        brought = game_import.import_game(services, data.encode())
        assert json.loads(game_export.export_game(services, brought.id))["moves"] == file["moves"]
        assert stored_orders(services, brought) == stored_orders(services, game)
        assert otherwise(again(), brought) == []


def test_a_file_with_its_keys_in_another_order_stays_out(services, people, started, command):
    file = json.loads(
        game_export.export_game(services, finished(services, people, started, command).id)
    )
    inches = file["moves"][1]["order"]["inches"]
    file["moves"][1]["order"]["inches"] = dict(sorted(inches.items()))
    with pytest.raises(Malformed, match="the chain of hashes breaks at move 2"):
        game_import.import_game(services, json.dumps(file).encode())


def test_an_older_file_is_imported_exported_unchanged_and_listed(
    services, again, people, started, command, capsys
):
    file = game_export.read_file(
        game_export.export_game(services, finished(services, people, started, command).id)
    )
    older = tuple(
        game_export.MoveOnFile(**msgspec.structs.asdict(move))
        for move in as_before(game_export.moves_of(file))
    )
    before = msgspec.structs.replace(file, format="caracole-game/1", moves=older)
    brought = game_import.import_game(services, msgspec.json.encode(before))
    out = game_export.read_file(game_export.export_game(services, brought.id))
    assert out.format == "caracole-game/1" and game_export.moves_of(out) == game_export.moves_of(
        before
    )
    found = otherwise(again(), brought)
    assert [(one.number, one.sorted_keys) for one in found] == [(2, True), (3, True)]
    looked = look_over(services)
    assert (looked.games, looked.wrong, looked.otherwise, looked.sorted_keys) == (2, 0, 0, 2)
    assert "As on record in this sequence: inches m2, m1" in capsys.readouterr().out
