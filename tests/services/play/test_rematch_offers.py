"""A rematch reaches the other players: as an invitation in their lists and as a notification."""

from __future__ import annotations

import pytest

from app.kernel import table_orders
from app.services.people import accounts, blocking
from app.services.play import invitations, lobby, orders, rematches
from tests.services.mailbox import give_address, make_due, sweep


@pytest.fixture
def rivals(services):
    """Two members with addresses and a finished game between them."""
    ana, bruno = (
        accounts.register(services, name, "a long enough sentence") for name in ("Ana", "Bruno")
    )
    for one in (ana, bruno):
        give_address(services, one, f"{one.name}@example.org")
    game = lobby.open_table(services, ana.id, "parry", "plain", "red")
    lobby.join_table(services, game.address, bruno.id)
    orders.declare_order(services, game.id, ana.id, "over", 1, table_orders.Concede())
    return ana, bruno, game


def test_a_rematch_is_offered_to_the_other_player(services, rivals, mailbox):
    ana, bruno, game = rivals
    again = rematches.open_rematch(services, game.id, ana.id)
    (offer,) = invitations.list_invitations(services, bruno.id)
    assert (offer.by, offer.table.game.id, offer.table.game.rematch_of) == (
        "Ana",
        again.id,
        game.id,
    )
    assert invitations.list_invitations(services, ana.id) == []
    make_due(services)
    sweep(services)
    offers = [mail for mail in mailbox.mails() if "rematch" in mail["Subject"]]
    assert [mail["To"] for mail in offers] == ["Bruno@example.org"]
    assert f"/games/{again.address}" in offers[0].get_body(("plain",)).get_content()


def test_the_offer_ends_when_it_is_accepted_or_declined(services, rivals, mailbox):
    ana, bruno, game = rivals
    again = rematches.open_rematch(services, game.id, ana.id)
    invitations.decline_invitation(services, bruno.id, again.id)
    assert invitations.list_invitations(services, bruno.id) == []
    rematches.open_rematch(services, game.id, bruno.id)
    assert invitations.list_invitations(services, bruno.id) == []
    make_due(services)
    sweep(services)
    assert not any("rematch" in mail["Subject"] for mail in mailbox.mails())


def test_a_player_with_a_block_is_offered_no_rematch(services, rivals):
    ana, bruno, game = rivals
    rematches.open_rematch(services, game.id, ana.id)
    blocking.block_user(services, bruno.id, ana.id)
    assert invitations.list_invitations(services, bruno.id) == []
