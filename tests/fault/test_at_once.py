"""Simultaneous acts: tabs of a player (F-10), old pages (F-11), two players (F-12), undo and answer
(F-14).

A decision and its deadline (F-13): tests/services/time/test_clocks.py. The script in an old tab:
tests/browser/test_live.py.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from app.kernel import record, table_orders
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.errors import Overtaken
from app.services.people import accounts
from app.services.play import lobby, orders
from app.services.play.played_orders import PlayedOrder
from app.services.watch import game_view
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Answer, Strike
from tests.contract.tiny.sealed import Choose
from tests.counting import count
from tests.sample_games import HEX
from tests.web.reading import form_to

DRAFT = 'data-draft="1"'


def both(*acts: Callable) -> list:
    """Results of several acts that begin at the same instant."""
    start, found = threading.Barrier(len(acts)), [None] * len(acts)

    def one(number: int, act: Callable) -> None:
        start.wait()
        try:
            found[number] = act()
        except (Overtaken, Refused) as no:
            found[number] = no

    hands = [threading.Thread(target=one, args=given) for given in enumerate(acts)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    return found


# ---------------------------------------------------------------------- over the wire
@pytest.mark.slow
@pytest.mark.parametrize("rounds", [2, pytest.param(1000, marks=pytest.mark.proof)])
def test_two_tabs_and_one_is_first(battle, rounds):
    """Each tab gives an order from the same position: one is recorded, the other gets the present
    state.
    """
    for _ in range(rounds):
        battle.begin()
        player, game = battle.next()
        orders = [
            player.wish(game).body,
            {
                "command": "from the other tab",
                "after": game["last"],
                "order": {"kind": "offer_draw"},
            },
        ]
        answers = both(
            *(partial(player.client.post, f"{battle.path}/orders", json=body) for body in orders)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409], [
            answer.text for answer in answers
        ]
        late = next(answer for answer in answers if answer.status_code == 409).json()
        assert (late["number"], late["game"]["last"]) == (game["last"] + 1, game["last"] + 1)
        assert len(battle.after(game["last"])) == 1
        count("two_tabs")


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, pytest.param(200, marks=pytest.mark.proof)])
def test_two_tabs_send_their_forms_and_the_late_one_keeps_its_draft(site, battle, rounds):
    one = site.browser(battle.names[0])
    for _ in range(rounds):
        battle.begin()
        path = f"/games/{battle.address}"
        battle.opener.ask(
            "POST",
            f"{battle.path}/orders",
            {"command": "no shot", "after": 1, "order": {"kind": "pass"}},
        )
        game = battle.opener.ask("GET", battle.path)
        drafts = [
            json.dumps({"kind": "move", "unit": HEX.PIECE, "path": ["0406", to]})
            for to in ("0405", "0506")
        ]
        forms = [
            form_to(
                one.get(path, params={"order": draft}).text,
                f"{path}/steps/movement",
                holding=f'"{HEX.PIECE}"',
            )
            for draft in drafts
        ]
        answers = both(*(partial(one.send, form) for form in forms))
        assert sorted(answer.status_code for answer in answers) == [303, 409]
        late = next(number for number, answer in enumerate(answers) if answer.status_code == 409)
        said = answers[late].text
        assert (
            "Another player moved meanwhile" in said
            and DRAFT in said
            and f'data-last="{game["last"] + 1}"' in said
        )
        assert len(battle.after(game["last"])) == 1
        count("two_tabs")


@pytest.mark.slow
def test_pages_of_twenty_moves_ago(site, battle):
    """Every page since then, as form and over the API: 409, the draft is kept, nothing is
    applied.
    """
    battle.begin()
    one, path = site.browser(battle.names[0]), f"/games/{battle.address}"
    old = one.get(path, params={"order": '{"kind": "pass"}'}).text
    form, stale = form_to(old, f"{path}/steps/first_fire", holding='"pass"'), []
    for number in range(20):
        player, game = battle.next()
        stale.append((player, player.wish(game)))
        player.ask(
            "POST",
            f"{battle.path}/orders",
            {"command": f"move {number}", "after": game["last"], "order": {"kind": "pass"}},
        )
    before = battle.opener.ask("GET", battle.path)
    assert before["last"] == 21
    for player, given in stale:
        answer = player.client.post(f"{battle.path}/orders", json=given.body)
        assert answer.status_code == 409 and answer.json()["number"] == before["last"], answer.text
        count("stale_pages")
    answer = one.send(form)
    assert (
        answer.status_code == 409
        and "Another player moved meanwhile" in answer.text
        and f'data-last="{before["last"]}"' in answer.text
    )
    assert battle.opener.ask("GET", battle.path) == before | {"seen": 21}, (
        "a page was looked at, that is all"
    )


@pytest.mark.parametrize("rounds", [2, pytest.param(1000, marks=pytest.mark.proof)])
def test_both_players_at_the_same_instant(battle, rounds):
    """Both are answered in turn; the second one is told of the first order."""
    for _ in range(rounds):
        battle.begin()
        player, game = battle.next()
        other = next(one for one in battle.players if one is not player)
        given = player.wish(game)
        draw = {"command": "a draw", "after": game["last"], "order": {"kind": "offer_draw"}}
        answers = both(
            partial(player.client.post, f"{battle.path}/orders", json=given.body),
            partial(other.client.post, f"{battle.path}/orders", json=draw),
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409], [
            answer.text for answer in answers
        ]
        assert [move["number"] for move in battle.after(game["last"])] == [game["last"] + 1]
        count("both_at_once")


# ---------------------------------------------------------------------- in the club
@pytest.fixture
def services(database_url):
    services = Services.open(TINY, database_url)
    yield services
    services.close()


def started(services: Services, box: str):
    """New game of a tiny box, and its two players."""
    people = [accounts.create_guest(services).id for _ in range(2)]
    sides = [side.key for side in TINY[box].card.scenarios[0].sides]
    game = lobby.open_table(services, people[0], box, "plain", sides[0])
    return lobby.join_table(services, game.address, people[1]), people


@pytest.mark.parametrize("rounds", [4, pytest.param(1000, marks=pytest.mark.proof)])
def test_sealed_orders_at_the_same_instant(services, rounds):
    """Both decide at once and both are recorded; neither overtakes the other."""
    game, people = started(services, "sealed")
    for number in range(rounds):
        last = game_view.load_view(services, game.id).last
        if game_view.load_view(services, game.id).game.status == "over":
            game, people = started(services, "sealed")
            last = 1
        played = both(
            *(
                partial(
                    orders.declare_order,
                    services,
                    game.id,
                    person,
                    f"{person} {number}",
                    last,
                    Choose("rock"),
                )
                for person in people
            )
        )
        assert sorted(one.number for one in played) == [last + 1, last + 2]
        count("both_at_once")
        with services.store.read() as work:
            assert record.first_broken(work.moves.for_game(game.id)) is None


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [4, pytest.param(1000, marks=pytest.mark.proof)])
def test_an_answered_blow_is_not_taken_back(services, rounds):
    """A blow is taken back at the instant of its answer: one of the two happens, and a seen answer
    stays.
    """
    firsts: Counter = Counter()
    for number in range(rounds):
        game, (red, blue) = started(services, "parry")
        orders.declare_order(services, game.id, red, "blow", 1, Strike(hard=False))
        acts = (
            partial(
                orders.declare_order, services, game.id, red, "back", 2, table_orders.TakeBack()
            ),
            partial(orders.declare_order, services, game.id, blue, "answer", 2, Answer(parry=True)),
        )
        said = both(*acts) if number % 2 else both(*acts[::-1])[::-1]
        assert sum(isinstance(one, PlayedOrder) for one in said) == 1 and any(
            isinstance(one, Overtaken) for one in said
        ), said
        history = game_view.load_view(services, game.id).history
        firsts[history.moves[-1].seat] += 1
        count("undo_races")
        assert history.number == 3 and (record.back_to(history.moves[-1]) is None) == (
            history.moves[-1].seat == "blue"
        )
    if rounds > 100:
        assert min(firsts["red"], firsts["blue"]) > rounds / 100, firsts
