"""The result of one battle comes from its table, from phones and from the referee at once: one
takes effect, and the others are told.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from app.games import shelf
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.events import BattleClosed
from app.games.heart_of_africa.campaign.state import REFEREE
from app.kernel.battle_results import ResultTaken, ResultTooLate
from app.kernel.record import as_given
from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.services.container import Services
from app.services.errors import Overtaken
from app.services.play import orders, result_entry, table_reports
from app.services.watch import game_view
from tests.games.heart_of_africa.campaign.services.campaign_roles import Campaign


@pytest.fixture
def campaign(database_url):
    """Campaign whose battle is conceded on its table, and not settled yet."""
    services = Services.open(shelf(), database_url)
    found = Campaign(services).found("fighting")
    with services.store.read() as work:
        found.table = work.child_battles.of_game(found.id)[-1].id
    last = game_view.load_view(services, found.table).last
    loser = found.ids["substitute"]
    orders.declare_order(services, found.table, loser, "concede", last, Concede())
    yield found
    services.close()


def at_once(acts: dict[str, Callable[[], object]]) -> dict[str, str]:
    """Do all acts at the same time; the refusals by name."""
    start, told = threading.Barrier(len(acts)), dict[str, str]()

    def act(name: str) -> None:
        start.wait()
        try:
            acts[name]()
        except (Refused, Overtaken) as why:
            told[name] = type(why).__name__

    threads = [threading.Thread(target=act, args=(name,)) for name in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


@pytest.mark.slow
def test_table_phones_and_referee_at_once_give_one_effect(campaign):
    services, war = campaign.services, campaign.war
    winner = campaign.seats["player"]

    def enter(
        role: str, order: o.EnterResult | o.ConfirmResult | o.Decide, seat: str = ""
    ) -> object:
        user, given = campaign.ids[role], as_given(order)
        return result_entry.enter_result(
            services, campaign.id, user, f"{role} enters", given, seat or None
        )

    def phones() -> None:
        enter("player", o.EnterResult(war.key, winner))
        enter("substitute", o.ConfirmResult(war.key))

    before = len(game_view.load_view(services, campaign.id).history.moves)
    told = at_once(
        {
            "table": lambda: table_reports.declare_result(services, campaign.table),
            "phones": phones,
            "referee": lambda: enter("referee", o.Decide(war.key, winner, reason="Seen."), REFEREE),
        }
    )
    moves = game_view.load_view(services, campaign.id).history.moves[before:]
    events = [event for move in moves for event in move.events]
    [closed] = [one for one in events if isinstance(one, BattleClosed)]
    assert closed.battle == war.key and closed.winner == winner
    table = [one for one in events if isinstance(one, (ResultTaken, ResultTooLate))]
    assert len(table) == 1
    by_table = isinstance(table[0], ResultTaken)
    settled = {"table": by_table, **{name: name not in told for name in ("phones", "referee")}}
    assert list(settled.values()).count(True) == 1, settled
    spoils = [one for one in campaign.season.ledger if one.battle == war.key]
    assert len(spoils) == 1
