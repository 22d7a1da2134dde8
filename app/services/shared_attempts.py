"""Counters of attempts that all server processes share in Valkey or Redis.

While the message store does not answer, each process counts for itself, as it does without one.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Mapping
from math import ceil
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from app.services.errors import TooOften
from app.services.failed_attempts import AttemptCounter

log = logging.getLogger(__name__)

ANSWER_SECONDS = 0.25  # a slower answer counts as none; the request waits meanwhile
RETRY_SECONDS = 2.0  # after an error, until the store is asked again

# Each key is a sorted set of attempts with their times. The time is that of the store, so hosts
# with different clocks count alike. Nothing is counted if one key has reached its limit.
TAKE = """
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
local within, mark = tonumber(ARGV[1]), ARGV[2]
local wait = -1
for place, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', '(' .. string.format('%.6f', now - within))
  local most, count = tonumber(ARGV[place + 2]), redis.call('ZCARD', key)
  if count >= most then
    local oldest = redis.call('ZRANGE', key, count - most, count - most, 'WITHSCORES')[2]
    wait = math.max(wait, (oldest or now) + within - now)
  end
end
if wait >= 0 then return {'wait', tostring(wait)} end
local counts = {}
for place, key in ipairs(KEYS) do
  redis.call('ZADD', key, string.format('%.6f', now), mark)
  redis.call('PEXPIRE', key, math.ceil(within * 1000))
  counts[place] = redis.call('ZCARD', key)
end
return counts
"""


class SharedStore:
    """Connection to Valkey or Redis. After an error it is not asked for `RETRY_SECONDS`."""

    def __init__(self, url: str):
        self._client = redis.Redis.from_url(
            url,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),
            decode_responses=True,
        )
        self._take = self._client.register_script(TAKE)
        self._asked_again = 0.0

    @property
    def answers(self) -> bool:
        """True unless the store failed within the last `RETRY_SECONDS`."""
        return time.monotonic() >= self._asked_again

    def take(self, keys: list[str], within: float, most: list[int]) -> list[Any]:
        """Run `TAKE`; raises `redis.RedisError`."""
        answer: list[Any] = self._take(keys=keys, args=[within, secrets.token_hex(8), *most])
        return answer

    def drop_last(self, key: str) -> None:
        """Remove the last attempt of a key; raises `redis.RedisError`."""
        self._client.zpopmax(key)

    def delete(self, key: str) -> None:
        """Remove all attempts of a key; raises `redis.RedisError`."""
        self._client.delete(key)

    def rest(self, error: redis.RedisError) -> None:
        """Stop asking for `RETRY_SECONDS`; logs once for each pause."""
        if self.answers:
            log.warning("rate limits: the message store failed (%s); counting in memory", error)
        self._asked_again = time.monotonic() + RETRY_SECONDS

    def counter(self, name: str, within: float) -> SharedAttemptCounter:
        """Counter of the attempts of the last `within` seconds."""
        return SharedAttemptCounter(self, name, within)

    def close(self) -> None:
        self._client.close()


class SharedAttemptCounter:
    """Attempts of the last `within` seconds in all server processes. `name` keeps counters
    apart.
    """

    def __init__(self, store: SharedStore, name: str, within: float):
        self._store, self._prefix, self._within = store, f"caracole:{name}:", within
        self._own = AttemptCounter(within)

    def take(self, wanted: Mapping[str, int]) -> dict[str, int]:
        """Count one attempt for each key and return the counts.

        Raises `TooOften` if a key has reached its limit; then no attempt counts.
        """
        if not self._store.answers:
            return self._own.take(wanted)
        keys = [self._prefix + what for what in wanted]
        try:
            answer = self._store.take(keys, self._within, list(wanted.values()))
        except redis.RedisError as error:
            self._store.rest(error)
            return self._own.take(wanted)
        if answer[0] == "wait":
            raise TooOften(max(1, ceil(float(answer[1]))))
        return dict(zip(wanted, map(int, answer), strict=True))

    def give_back(self, what: str) -> None:
        """Remove the last attempt from the count."""
        self._own.give_back(what)
        if self._store.answers:
            try:
                self._store.drop_last(self._prefix + what)
            except redis.RedisError as error:
                self._store.rest(error)

    def forget(self, what: str) -> None:
        """Remove all attempts from the count."""
        self._own.forget(what)
        if self._store.answers:
            try:
                self._store.delete(self._prefix + what)
            except redis.RedisError as error:
                self._store.rest(error)
