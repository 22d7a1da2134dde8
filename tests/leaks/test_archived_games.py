"""A finished game in the archive: every outlet gives every viewer the same bytes as before.

Two worlds play the same game. One of them archives it, and then all outlets of the list
(outlets.yaml) are asked: pages, API, pictures, exports, forms and messages.
"""

from __future__ import annotations

import random
from typing import ClassVar

import argon2
import pytest

from app.games import shelf
from app.kernel import monkey
from app.kernel.dice import SeededDice
from app.kernel.table_orders import Concede
from app.services.people import password_hashes, player_chat
from app.services.play import game_setup, lobby, orders, routine_orders, saved_armies
from app.services.play.archiving import archive_game
from app.services.watch import game_view
from app.store.archives import archives
from app.web import game_setup_page
from tests.counting import count
from tests.leaks import still
from tests.leaks.secret import Look, Secret
from tests.leaks.test_twins import Told, apart
from tests.leaks.worlds import World
from tests.sample_games import HEX_GAME

MOVES = 12
VIEWERS = ("own", "other", "member", "stranger")


class DrawnDice(SeededDice):
    """Dice of a server. Both worlds draw the same seed, so their dice are equal.

    Dice with one face would roll a tie for ever in a game that rolls ties again.
    """

    loaded: ClassVar[dict] = {}


def play(world: World, look: Look) -> None:
    """Play some moves at random, then give up; the second world archives the game."""
    chance, services = random.Random(1), world.services
    [box] = world.boxes
    scenario = services.shelf[box].card.scenarios[0]
    names = [*VIEWERS[:3], *(f"player {number}" for number in range(len(scenario.sides)))]
    players = names[: len(scenario.sides)]
    for name in players[3:]:
        world.comes(name)
    game = lobby.open_table(services, world.ids["own"], box, scenario.key)
    for name in players[1:]:
        game = lobby.join_table(services, game.id, world.ids[name])
    with services.store.read() as work:
        seats = work.seats.for_game(game.id)
    holders = {seat.seat: seat.user_id or seat.referees[0].user_id for seat in seats}
    by_id = {user: name for name, user in world.ids.items()}
    world.sits(game, **{seat: by_id[user] for seat, user in holders.items()})
    player_chat.write_chat_message(services, game.id, world.ids["own"], "Good luck")
    for _ in range(MOVES):
        looks = (game_view.load_view(services, game.id, world.ids[name]) for name in players)
        seen = next((one for one in looks if one.decisions), None)
        if seen is None:
            break
        world.gives(seen.seat, monkey.any_order(seen.box, seen.view, chance))
    for name in players:
        seen = game_view.load_view(services, game.id, world.ids[name])
        if seen.game.status == "over":
            break
        command = f"{name} gives up"
        orders.declare_order(
            services, game.id, world.ids[name], command, seen.last, Concede(), seat=seen.seat
        )
    assert game_view.load_view(services, game.id).game.status == "over"
    if world.secret:
        assert archive_game(services, game.id) is not None
    services.histories.__init__()
    look("over")


@pytest.mark.slow
@pytest.mark.parametrize(
    "box",
    [
        pytest.param(one, marks=() if one == HEX_GAME else pytest.mark.proof)
        for one in sorted(shelf())
    ],
)
def test_a_reader_notices_no_archive(migrated_sqlite, tmp_path, box):
    told, stored = [], []
    for number in (0, 1):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(World, "boxes", (box,), raising=False)
            patch.setattr(still, "Fate", DrawnDice)
            for module in (game_setup, game_setup_page, routine_orders, saved_armies):
                patch.setattr(module, "CHANCE", random.Random(1))
            hasher = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, salt_len=8)
            patch.setattr(password_hashes, "password_hasher", hasher)
            secret = Secret(play, curious=VIEWERS, shelf=shelf())
            told.append(Told(patch, migrated_sqlite, tmp_path, secret, number, thorough=False))
            with told[-1].world.services.store.engine.connect() as reading:
                stored.append(reading.execute(archives.select()).fetchall())
    one, other = (world.answers for world in told)
    count("archived_outlets", len(one))
    assert [len(rows) for rows in stored] == [0, 1], "no form or message brings the game back"
    found = sorted(one.keys() ^ other.keys())
    assert not found, "these are answered in one world only"
    differing = [name for name in one if one[name] != other[name] and name != "figures"]
    told = [apart(name, one[name], other[name]) for name in differing]
    assert not told, told[:5]
