"""Checked log-ins of a process are no permission: an order or a look compares them."""

from __future__ import annotations

import time

import pytest

from app.services.container import Services
from app.services.errors import LoginEnded, NoSuchGame
from app.services.people import account_deletion, accounts, api_tokens, login_cache, moderation
from app.services.play.open_seats import declare_or_join
from app.services.play.order_requests import OrderRequest
from app.services.watch.game_view import load_view
from tests.contract.tiny import TINY

PASSWORD = "a long enough sentence"
DRAW = {"kind": "offer_draw"}


@pytest.fixture
def elsewhere(services, database_url):
    """Another process on the same database, of which this one hears nothing."""
    services.notifier.changed = lambda _: None
    other = Services.open(TINY, database_url)
    yield other
    other.close()


@pytest.fixture
def member(services, people):
    """Member in the first seat of `started` games."""
    return accounts.register(services, "Maite", PASSWORD, keep=people[0].id)


@pytest.fixture
def secret(services, member):
    return api_tokens.create_token(services, member.id, "cached", ("play",)).secret


def give(services, address, found, command="late"):
    return declare_or_join(
        services, address, found.user.id, OrderRequest(command, 1, DRAW), cached=found
    )


ENDINGS = {
    "revoked": lambda at, found: api_tokens.revoke_token(at, found.user.id, found.token.id),
    "logged out": lambda at, found: accounts.log_out_everywhere(at, found.user.id),
    "new password": lambda at, found: accounts.set_password(at, found.user, "another sentence"),
    "suspended": lambda at, found: moderation.act_as_administrator(at, found.user.id, "suspend"),
    "deleted": lambda at, found: account_deletion.delete_account(at, found.user),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_a_login_that_ended_in_another_process_gives_no_order(
    services, elsewhere, started, secret, how
):
    game = started("parry")
    found = api_tokens.known_user_of_token(services, secret)
    ENDINGS[how](elsewhere, found)
    assert api_tokens.known_user_of_token(services, secret) == found  # it is still cached
    for address in (game.address, 4711):
        with pytest.raises(LoginEnded):
            give(services, address, found)
        with pytest.raises(LoginEnded):
            load_view(services, address, found.user.id, cached=found)
    assert load_view(services, game.id).last == 1


def test_a_new_account_with_the_number_of_a_deleted_one_is_another(
    services, elsewhere, started, secret
):
    """SQLite gives the number of the last deleted row again."""
    game = started("parry")
    found = api_tokens.known_user_of_token(services, secret)
    seat = load_view(services, game.id).seats[0].seat
    account_deletion.delete_account(elsewhere, found.user)
    with elsewhere.store.write() as work:
        values = {name: getattr(found.user, name) for name in ("id", "theme", "palette")}
        work.users.add_user(
            **values,
            name="Other",
            name_key="other",
            is_guest=True,
            is_bot=False,
            language="en",
            created="2026-11-28T00:00:00.000Z",
        )
        work.seats.update_seat(game.id, seat, user_id=found.user.id)
        work.commit()
    with pytest.raises(LoginEnded):
        give(services, game.address, found)
    with pytest.raises(LoginEnded):
        load_view(services, game.address, found.user.id, cached=found)


def test_a_cached_login_looks_and_gives_an_order(services, started, secret):
    game = started("parry")
    found = api_tokens.known_user_of_token(services, secret)
    seat = load_view(services, game.address, found.user.id).seat
    assert load_view(services, game.address, found.user.id, cached=found).seat == seat
    assert seat is not None
    assert give(services, game.address, found).number == 2


def test_an_unknown_game_is_told_apart_from_an_ended_login(services, secret):
    found = api_tokens.known_user_of_token(services, secret)
    with pytest.raises(NoSuchGame):
        give(services, 4711, found)


def test_an_entry_goes_with_the_log_ins_of_its_user(services, secret):
    found = api_tokens.known_user_of_token(services, secret)
    api_tokens.revoke_token(services, found.user.id, found.token.id)
    assert services.logins.find(api_tokens.token_hash(secret), api_tokens.TokenUser) is None
    assert api_tokens.known_user_of_token(services, secret) is None


def test_an_entry_of_another_process_goes_too(services, database_url, secret):
    if services.store.is_sqlite:
        pytest.skip("other processes on SQLite are commands, and the order compares")
    other = Services.open(TINY, database_url)
    try:
        found = api_tokens.known_user_of_token(other, secret)
        api_tokens.revoke_token(services, found.user.id, found.token.id)
        until = time.monotonic() + 5
        while other.logins.find(api_tokens.token_hash(secret), api_tokens.TokenUser):
            assert time.monotonic() < until
            time.sleep(0.001)
    finally:
        other.close()


def test_an_entry_is_read_again_after_a_minute(services, secret, monkeypatch):
    found = api_tokens.known_user_of_token(services, secret)
    assert services.logins.find(api_tokens.token_hash(secret), api_tokens.TokenUser) == found
    later = time.monotonic() + login_cache.STAYS + 1
    monkeypatch.setattr(login_cache.time, "monotonic", lambda: later)
    assert services.logins.find(api_tokens.token_hash(secret), api_tokens.TokenUser) is None


def test_the_cache_is_bounded():
    cache = login_cache.LoginCache(most=2)
    for key in "abc":
        cache.keep(key, key)
    assert [cache.find(key, str) for key in "abc"] == [None, "b", "c"]
