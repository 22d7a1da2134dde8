"""kill -9 of the server (F-01) and of its Postgres (F-02) during play: acknowledged orders are on
record (bench/kills.py).
"""

from __future__ import annotations

import random
from contextlib import nullcontext
from types import SimpleNamespace

import msgspec
import pytest
import sqlalchemy as sa

from app.games import shelf
from app.kernel import monkey
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby, new_tables, orders
from app.services.watch import game_view
from bench import kills
from bench.kills import (
    SOON,
    Acknowledged,
    Found,
    Order,
    faults,
    kill_postgres,
    kill_server,
    missing,
    open_store,
)
from bench.own_postgres import NoPostgres, OwnPostgres
from bench.self_killing_server import PLACES
from tests.any_game import BOX, SCENARIO, SIDE
from tests.conftest import _missing
from tests.web.conftest import SameSeeds

SHORT, LONG = 1, 500
AT_MOST = 20.0  # seconds of the clock until a good answer on a machine that has much else to do


@pytest.mark.parametrize("place", PLACES)
def test_every_place_of_a_kill_exists(place):
    assert callable(getattr(*PLACES[place]))


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [SHORT, pytest.param(LONG, marks=pytest.mark.proof)])
def test_the_server_is_killed(database_url, tmp_path, rounds):
    found = kill_server(rounds, database_url, tmp_path)
    print(*found.lines(), sep="\n")
    assert (
        found.wrong == []
        and found.acknowledged > rounds
        and found.rounds == len(found.answers) == rounds
    )
    assert max(found.answers) < AT_MOST
    if rounds == LONG:
        assert (
            max(found.worked) < SOON
        )  # of a processor: on a machine that does nothing else, of the clock
        assert (
            set(PLACES) < set(found.ends)
            and min(found.again[True], found.again[False]) > rounds / 10
        )


@pytest.mark.postgres
@pytest.mark.proof
@pytest.mark.parametrize("rounds", [1, 50])
def test_postgres_is_killed(tmp_path, rounds):
    try:
        found = kill_postgres(rounds, tmp_path)
    except NoPostgres as none:
        _missing(str(none))
    print(*found.lines(), sep="\n")
    assert (
        found.wrong == []
        and found.acknowledged > rounds
        and found.rounds == len(found.answers) == rounds
    )
    assert max(found.answers) < AT_MOST


@pytest.mark.parametrize(
    ("what_came", "code", "says"),
    [
        ({"answers": [0.9, 2.9]}, 0, "most 2.90 s"),
        (
            {"answers": [0.9, SOON + 0.1, 0.8]},
            1,
            "! round 2: a good answer after 3.10 s, 3 are allowed",
        ),
        ({"answers": [0.9], "lost": ["an order"]}, 1, "! an order"),
        ({"answers": [0.9], "half_done": ["a move"]}, 1, "! a move"),
        ({"answers": [0.9], "odd": ["418"]}, 1, "! 418"),
    ],
)
@pytest.mark.parametrize("where", ["", "on-postgres", "postgres"])
def test_the_command_returns_1_if_an_order_was_lost_or_an_answer_was_late(
    monkeypatch, capsys, where, what_came, code, says
):
    found = Found("a run", rounds=3, **what_came)
    monkeypatch.setattr(kills, "kill_server", lambda *_: found)
    monkeypatch.setattr(kills, "kill_postgres", lambda *_: found)
    monkeypatch.setattr(kills, "OwnPostgres", lambda: nullcontext(SimpleNamespace(url="")))
    assert kills.main(3, where) == code
    assert says in capsys.readouterr().out


@pytest.fixture
def told(sqlite_url, monkeypatch):
    """Answers that two players got to eight orders of a game with dice."""
    monkeypatch.setattr(new_tables, "secrets", SameSeeds("kills"))
    services = Services.open(shelf(), sqlite_url)
    people = [accounts.create_guest(services).id for _ in range(2)]
    game = lobby.join_table(
        services,
        lobby.open_table(services, people[0], BOX, SCENARIO, SIDE).address,
        people[1],
    )
    told, chance = [], random.Random(1)
    for number in range(8):
        seen = next(
            look
            for look in (game_view.load_view(services, game.id, person) for person in people)
            if look.decisions
        )
        live = [
            offer.order for offer in seen.offers if offer.is_live and offer.rolls and not offer.asks
        ]
        order = live[0] if live else monkey.any_order(seen.box, seen.view, chance)
        played = orders.declare_order(
            services, game.id, seen.user_id, f"command {number}", seen.last, order
        )
        told.append(
            Acknowledged(
                Order(str(game.id), f"command {number}", seen.last, msgspec.to_builtins(order)),
                played.number,
                {},
            )
        )
    assert sum(len(move.rolls) for move in game_view.load_view(services, game.id).history.moves) > 1
    services.close()
    return told


DAMAGES = {
    "the last move is gone": ("DELETE FROM moves WHERE number = 9", True, True),
    "the last move is gone with all its copies": (
        "DELETE FROM moves WHERE number = 9; UPDATE games SET number = 8",
        True,
        True,
    ),
    "another command's move": ("UPDATE moves SET command = 'another' WHERE number = 5", True, True),
    "a hash": ("UPDATE moves SET before = hash WHERE number = 5", False, True),
    "an event": ("UPDATE moves SET events = '[]' WHERE number = 6", False, True),
    "the number": ("UPDATE games SET number = number + 1", False, True),
    "the status": ("UPDATE games SET status = 'over'", False, True),
    "the turn": ("UPDATE games SET turn = turn + 1", False, True),
    "the phase": ('UPDATE games SET phase = \'{"en": "Dusk", "es": "Ocaso"}\'', False, True),
    "who owes": ("UPDATE seats SET owes = NOT owes", False, True),
    "the seed": ("UPDATE games SET seed = 'another'", False, True),
    "nothing": ("SELECT 1", False, False),
}


@pytest.mark.parametrize(("damage", "is_lost", "is_half_done"), DAMAGES.values(), ids=DAMAGES)
def test_every_damage_is_found(sqlite_url, told, damage, is_lost, is_half_done):
    engine = sa.create_engine(sqlite_url)
    with engine.begin() as connection:
        for statement in damage.split("; "):
            connection.exec_driver_sql(statement)
    engine.dispose()
    with open_store(sqlite_url) as work:
        assert bool([*missing(work, told)]) == is_lost
        assert bool([*faults(work, work.games.all_games()[0])]) == is_half_done


@pytest.mark.slow
def test_without_postgres_there_is_a_reason(monkeypatch):
    monkeypatch.setattr("bench.own_postgres.HOMES", ())
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NoPostgres, match="no binaries"):
        OwnPostgres()
