"""Rate limits."""

import time

import pytest

from app.services import rate_limit
from app.services.errors import TooOften
from app.services.rate_limit import LIMITS, Limit, RateLimiter, network_of


@pytest.fixture
def counted(monkeypatch):
    monkeypatch.setattr(rate_limit, "LIMITS", {"orders": Limit(60, user=2, address=3, game=4)})
    return RateLimiter()


def test_limits_count_by_user_by_address_and_by_game(counted):
    for user in (1, 1, 2):
        counted.rate_limit("orders", user, "10.0.0.1", game=7)
    with pytest.raises(TooOften) as often:
        counted.rate_limit("orders", 1, "10.0.0.2", game=8)
    assert 0 < often.value.seconds <= 60
    with pytest.raises(TooOften):
        counted.rate_limit("orders", 3, "10.0.0.1", game=8)
    counted.rate_limit("orders", 3, "10.0.0.2", game=7)
    with pytest.raises(TooOften):
        counted.rate_limit("orders", 4, "10.0.0.3", game=7)
    counted.rate_limit("orders", 4, "10.0.0.3", game=8)  # refused actions did not count


def test_limits_expire_with_time(monkeypatch):
    monkeypatch.setattr(rate_limit, "LIMITS", {"orders": Limit(0.05, user=1)})
    counted = RateLimiter()
    counted.rate_limit("orders", 1)
    with pytest.raises(TooOften):
        counted.rate_limit("orders", 1)
    time.sleep(0.06)
    counted.rate_limit("orders", 1)


def test_addresses_of_one_network_count_together():
    assert (
        network_of("2001:db8::1")
        == network_of("2001:db8::2:3:4:5")
        != network_of("2001:db8:0:1::1")
    )
    assert (
        network_of("192.0.2.1") != network_of("192.0.2.2")
        and network_of("testclient") == "testclient"
    )


def test_a_load_test_is_not_slowed_down(monkeypatch):
    monkeypatch.setattr(rate_limit, "LIMITS", {"orders": Limit(60, user=1)})
    lifted = RateLimiter(lifted=True)
    for _ in range(5):
        lifted.rate_limit("orders", 1)


def test_normal_play_reaches_no_limit():
    """Two players at one table: an order every two seconds, a dry run every second, a message every
    ten.

    Thirty users share one address.
    """
    a_minute = {"orders": 30, "looks": 60, "texts": 6}
    for kind, often in a_minute.items():
        limit = LIMITS[kind]
        assert (
            limit.user >= 2 * often
            and limit.address >= (20 if kind != "texts" else 10) * often
            and limit.game in (0, *range(2 * often, 10_000))
        )
    assert LIMITS["accounts"].address >= 60 and LIMITS["tables"].user >= 20
