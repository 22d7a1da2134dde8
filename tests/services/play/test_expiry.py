"""Tables without players and guests who are gone expire; the lobby has room for all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.services.errors import NoSuchPerson
from app.services.people import accounts
from app.services.play import expiry_worker, lobby, orders
from app.services.play.expiry_worker import ExpiryWorker
from app.services.play.table_rules import MOST_IN_LOBBY, MOST_OF_A_GUEST
from app.services.time.availability import time_text

PASSWORD = "a long enough sentence"


@pytest.fixture
def later(monkeypatch):
    """Function that sets the time of the worker: later(3) is in three days."""

    def on(days: float) -> None:
        when = time_text(datetime.now(UTC) + timedelta(days=days))
        monkeypatch.setattr(expiry_worker, "current_time", lambda: when)

    return on


def left(services) -> set[int]:
    with services.store.read() as work:
        return {game.id for game in work.games.all_games()}


def test_a_table_without_players_expires_that_of_a_guest_sooner(services, later):
    member, guest = accounts.register(services, "Alba", PASSWORD), accounts.create_guest(services)
    long, short = (
        lobby.open_table(services, one.id, "parry", "plain").id for one in (member, guest)
    )
    begun = lobby.open_table(services, guest.id, "parry", "plain", against="bot").id
    worker = ExpiryWorker(services)
    for days, wanted in ((1, {long, short, begun}), (3, {long, begun}), (15, {begun})):
        later(days)
        worker.delete_tables()
        assert left(services) == wanted


def test_a_guest_who_is_gone_is_deleted_and_others_stay(services, later):
    gone, back, playing = (accounts.create_guest(services) for _ in range(3))
    member = accounts.register(services, "Alba", PASSWORD)
    game = lobby.open_table(services, playing.id, "parry", "plain")
    lobby.join_table(services, game.id, member.id)
    worker = ExpiryWorker(services)
    later(1)
    assert worker.delete_guests() == 0
    later(70)
    with services.store.write() as work:
        when = time_text(datetime.now(UTC) + timedelta(days=65))
        work.logins.add_login("hash", back.id, "csrf", when)
        work.commit()
    assert worker.delete_guests() == 1
    with pytest.raises(NoSuchPerson):
        accounts.load_user(services, gone.id)
    assert {accounts.load_user(services, one.id).id for one in (back, playing, member)}
    orders.declare_order(services, game.id, member.id, "end", 1, Concede())
    assert worker.delete_guests() == 1


def test_a_round_looks_at_the_next_guests(services, later, monkeypatch):
    monkeypatch.setattr(expiry_worker, "LOOKED_AT", 2)
    for _ in range(5):
        accounts.create_guest(services)
    worker = ExpiryWorker(services)
    later(70)
    assert [worker.delete_guests() for _ in range(4)] == [2, 2, 1, 0]


def test_names_of_guests_do_not_run_out(services, monkeypatch):
    """CAR-ACC-07: longer numbers follow when the short ones are taken."""
    monkeypatch.setattr("app.services.people.accounts.secrets.randbelow", lambda _: 0)
    names = [accounts.create_guest(services).name for _ in range(3)]
    assert len(set(names)) == 3
    assert all(accounts.reserved_name_refusal(name) for name in names)


@pytest.mark.parametrize("is_guest", [True, False])
def test_one_user_has_few_tables_in_the_lobby(services, is_guest):
    user = (
        accounts.create_guest(services) if is_guest else accounts.register(services, "Al", PASSWORD)
    )
    most = MOST_OF_A_GUEST if is_guest else MOST_IN_LOBBY
    opened = [lobby.open_table(services, user.id, "parry", "plain").id for _ in range(most)]
    with pytest.raises(Refused) as refused:
        lobby.open_table(services, user.id, "parry", "plain")
    assert {one.rule for one in refused.value.refusals} == {"CAR-LOB-15"}
    lobby.open_table(services, user.id, "parry", "plain", visibility="private")
    lobby.open_table(services, user.id, "parry", "plain", against="bot")
    lobby.cancel_table(services, opened[0], user.id)
    lobby.open_table(services, user.id, "parry", "plain")
