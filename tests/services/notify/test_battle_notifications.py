"""Notifications about battles of a campaign: one for each event, to the two players, in their
language.
"""

from __future__ import annotations

import pytest

from app.kernel.table_orders import Concede
from app.services.play import lobby, orders
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.watch import game_view
from tests.contract.tiny import feud
from tests.services.mailbox import give_address, make_due, sending, sweep


@pytest.fixture
def campaign(services, people, started, mailbox):
    for number, person in enumerate(people[:4]):
        give_address(services, person, f"p{number}@example.org")
    with services.store.write() as work:
        work.users.update_user(people[1].id, language="es")
        work.commit()
    return started("feud")


def give(services, game_id, person, order, command):
    last = game_view.load_view(services, game_id, person.id).last
    orders.declare_order(services, game_id, person.id, command, last, order)


def battle_rows(services, news="battle-ready"):
    return [row for row in sending(services) if row.kind == "battle" and row.key.startswith(news)]


def plain(got):
    return got.get_body(("plain",)).get_content().replace("\r\n", "\n")


def fight(services, people, campaign):
    """Ash challenges birch and concedes on the table."""
    give(services, campaign.id, people[0], feud.Challenge("birch"), "challenge")
    with services.store.read() as work:
        [table] = work.child_battles.of_game(campaign.id)
    for person in people[:2]:
        lobby.change_choices(services, table.address, person.id, {"blades": 1})
    give(services, table.id, people[0], Concede(), "concede")
    return table


def test_both_players_hear_once_that_the_battle_is_ready(services, people, campaign, mailbox):
    """Birch has the next challenge too: one message has both."""
    known = {row.key for row in sending(services)}
    give(services, campaign.id, people[0], feud.Challenge("birch"), "challenge")
    rows = [row for row in sending(services) if row.key not in known]
    rows = [row for row in rows if row.user_id in (people[0].id, people[1].id)]
    assert sorted(row.user_id for row in rows) == [people[0].id, people[1].id]
    make_due(services)
    sweep(services)
    mails = {one["To"]: one for one in mailbox.mails() if "attle" in plain(one)}
    mails |= {one["To"]: one for one in mailbox.mails() if "Batalla 1" in plain(one)}
    assert mails["p0@example.org"]["subject"] == "Battle ready: Plain"
    assert mails["p1@example.org"]["subject"] == "Te toca: Sencillo"
    assert "Batalla 1\n\nElige tu ejército.\n\nHasta ahora" in plain(mails["p1@example.org"])


def test_both_players_hear_once_that_the_result_is_in(services, people, campaign):
    table = fight(services, people, campaign)
    for _ in range(2):
        ChildBattleWorker(services).sweep()
    news = battle_rows(services, "battle-result")
    assert sorted(row.user_id for row in news) == [people[0].id, people[1].id]
    assert all(row.game_id == campaign.id and "counts" in row.message for row in news)
    assert not [row for row in sending(services) if row.kind == "result"]
    assert all(str(table.id) in row.key for row in news)


def test_a_result_without_effect_is_told_as_such(services, people, campaign):
    fight(services, people, campaign)
    give(services, campaign.id, people[3], feud.Void("b1"), "void")
    ChildBattleWorker(services).sweep()
    news = battle_rows(services, "battle-result")
    assert len(news) == 2 and all("does not count" in row.message for row in news)


def test_both_players_hear_once_that_their_battle_is_dropped(services, people, campaign):
    give(services, campaign.id, people[0], feud.Challenge("birch"), "challenge")
    with services.store.read() as work:
        [table] = work.child_battles.of_game(campaign.id)
    for person in people[:2]:
        lobby.change_choices(services, table.address, person.id, {"blades": 1})
    give(services, campaign.id, people[3], feud.Void("b1"), "void")
    news = battle_rows(services, "battle-dropped")
    assert sorted(row.user_id for row in news) == [people[0].id, people[1].id]
