"""Two players a side: each commands their own pieces, and a step ends when both have passed it
(CH-SEQ-02).
"""

from __future__ import annotations

import re

from tests.sample_games import HEX_GAME, HEX_SEAT
from tests.web.reading import form_to


def test_two_players_a_side(visitor):
    people = [visitor().register(name) for name in ("Ana", "Berta", "Carlos", "Diego")]
    table = (
        people[0]
        .post(
            "/tables",
            box=HEX_GAME,
            seat=HEX_SEAT,
            against="people",
            per_side="2",
        )
        .headers["location"]
    )
    for one in people[1:]:
        one.post(f"{table}/join")
    page = people[0].get(table).text
    assert all(name in page for name in ("you", "Berta", "Carlos", "Diego"))
    opener = [one for one in people if 'data-step="first_fire"' in one.get(table).text]
    assert len(opener) == 2
    opponent = next(one for one in people if one not in opener)
    assert re.search(r"\w+ is to decide · \w+ is to decide</h1>", opponent.get(table).text)
    pass_step(opener[0], table)
    assert 'data-step="first_fire"' not in opener[0].get(table).text
    assert 'data-step="first_fire"' in opener[1].get(table).text
    pass_step(opener[1], table)
    assert all('data-step="movement"' in one.get(table).text for one in opener)


def pass_step(player, table):
    """End the step on the page: its preview, then the confirmation."""
    page = player.get(table).text
    answer = player.give(form_to(page, table, holding='"pass"'))
    assert answer.status_code == 303, answer.text


def test_a_message_goes_to_all_players_or_to_the_own_side(visitor):
    people = [visitor().register(name) for name in ("Ana", "Berta", "Carlos", "Diego")]
    given = {"box": HEX_GAME, "seat": HEX_SEAT, "against": "people"}
    path = people[0].post("/tables", **given, per_side="2").headers["location"]
    chat = f"{path}?tab=messages"
    waiting = people[0].get(chat).text
    assert "Send to my side only" not in waiting
    for one in people[1:]:
        one.post(f"{path}/join")
    form = form_to(people[0].get(chat).text, f"{path}/messages")
    answer = people[0].send(form, text="At dawn", to="side")
    assert answer.status_code == 303
    readers = [one for one in people if "At dawn" in one.get(chat).text]
    assert people[0] in readers
    assert len(readers) == 2
    assert all("To your side only" in one.get(chat).text for one in readers)
    assert all("At dawn" in one.get(f"{path}/text").text for one in readers)
    people[0].send(form, text="Good luck")
    assert all("Good luck" in one.get(chat).text for one in people)
    outsider = next(one for one in people if one not in readers)
    assert "Good luck" in outsider.get(f"{path}/messages/1").text
    assert outsider.get(f"{path}/messages/2").status_code == 404


def test_a_player_alone_on_a_side_is_not_asked_for_readers(battle):
    page = battle.opener.get(f"{battle.path}?tab=messages").text
    assert "my side only" not in page
    answer = battle.opener.post(f"{battle.path}/messages", text="Hm", to="side")
    assert answer.status_code == 422
    assert "Your side has no other player." in answer.text
