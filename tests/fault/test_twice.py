"""Same command many times at once (F-08), and again after a lost answer (F-09): one move, one
answer, one roll.

Through the server, on Postgres through two processes. Within one process:
tests/services/play/test_giving_orders.py; a form sent three times: tests/web/test_steps.py.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct

import httpx
import pytest

from bench.kills import Order, Player
from tests.counting import count


async def all_at_once(player: Player, given: Order, hands: int) -> list[httpx.Response]:
    wires = httpx.Limits(max_connections=hands)
    async with httpx.AsyncClient(
        base_url=player.client.base_url, headers=player.client.headers, timeout=120, limits=wires
    ) as client:
        return await asyncio.gather(
            *(client.post(f"/games/{given.game}/orders", json=given.body) for _ in range(hands))
        )


@pytest.mark.parametrize(
    ("rounds", "hands"), [(3, 12), pytest.param(1000, 50, marks=pytest.mark.proof)]
)
def test_equal_commands_at_once_make_one_move(battle, rounds, hands):
    rolled = 0
    battle.begin()
    for _ in range(rounds):
        player, game = battle.next()
        answers = [
            answer.json()
            for answer in asyncio.run(all_at_once(player, player.wish(game), hands))
            if answer.status_code == 200
        ]
        assert len(answers) == hands
        count("double_submits")
        assert sorted(answer.pop("repeated") for answer in answers) == [False] + [True] * (
            hands - 1
        )
        assert all(answer == answers[0] for answer in answers)
        assert (
            battle.after(game["last"]) == [answers[0]["move"]]
            and answers[0]["number"] == game["last"] + 1
        )
        rolled += any(line["dice"] for line in answers[0]["move"]["lines"])
    assert rolled


def sent_and_cut(player: Player, given: Order, read: int | None) -> bytes:
    """Send an order, read this number of bytes of the answer (None: all), cut the connection,
    return the bytes.
    """
    body, url = json.dumps(given.body).encode(), player.client.base_url
    head = (
        f"POST {url.path}games/{given.game}/orders HTTP/1.1\r\nHost: "
        f"{url.host}:{url.port}\r\nConnection: close\r\nContent-Type: application/json\r\n"
        f"Authorization: {player.client.headers['authorization']}\r\nContent-Length: "
        f"{len(body)}\r\n\r\n"
    )
    with socket.create_connection((url.host, url.port), timeout=60) as wire:
        wire.sendall(head.encode() + body)
        found = b""
        while read is None or len(found) < read:
            piece = wire.recv(65536 if read is None else read - len(found))
            if not piece:
                break
            found += piece
        wire.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
        )  # no good-bye: a reset
    return found


@pytest.mark.parametrize("rounds", [4, pytest.param(1000, marks=pytest.mark.proof)])
def test_a_command_repeated_after_a_lost_answer_gets_the_same_answer(battle, rounds):
    """Cut before the answer, in its first byte, in its head, or after it: a repeated request gets
    the same answer.
    """
    for number in range(rounds):
        read = (0, 1, 60, None)[number % 4]
        player, game = battle.next()
        given = player.wish(game)
        heard = sent_and_cut(player, given, read)
        answer = player.client.post(f"/games/{given.game}/orders", json=given.body)
        assert answer.status_code == 200, answer.text
        again = answer.json()
        assert again["repeated"] or read == 0
        assert battle.after(game["last"]) == [again["move"]] and again["number"] == game["last"] + 1
        count("lost_answers")
        if read is None:
            assert json.loads(heard[heard.index(b"\r\n\r\n") + 4 :]) | {"repeated": True} == again
