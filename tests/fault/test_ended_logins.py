"""Tokens that end in one process are refused by the next request to another one that knows them."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from bench.kills import Server
from tests.conftest import _postgres_database
from tests.fault.conftest import Site, Table

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def houses(request, tmp_path_factory) -> Iterator[list[Site]]:
    """Two servers of one process each, on one database."""
    with ExitStack() as stack:
        server = request.getfixturevalue("postgres_server")
        url = stack.enter_context(
            _postgres_database(server, request.getfixturevalue("migrated_postgres"))
        )
        found = [Site(Server(url, tmp_path_factory.mktemp("ended")), url) for _ in range(2)]
        for site in found:
            site.server.start()
            stack.callback(site.server.stop)
        for site in found:
            with httpx.Client(base_url=site.server.url, timeout=60) as client:
                site.server.good_answer(client, "/api/v1/boxes")
        yield found


def order_of(client: httpx.Client, path: str) -> int:
    """Status of an order that the rules refuse (422) if the token is valid."""
    given = {"command": uuid.uuid4().hex, "after": 1, "order": {"kind": "decline_draw"}}
    return client.post(f"{path}/orders", json=given).status_code


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, pytest.param(200, marks=pytest.mark.proof)])
def test_a_revoked_token_is_refused_in_every_process(houses, rounds):
    here, there = houses
    table = Table(here)
    name = table.names[0]
    there.secrets = here.secrets
    for number in range(rounds):
        made = table.opener.ask(
            "POST", "/account/tokens", {"name": f"short {number}", "scopes": ["read", "play"]}
        )
        headers = {"authorization": f"Bearer {made['secret']}"}
        clients = [
            httpx.Client(base_url=f"{site.server.url}/api/v1", headers=headers, timeout=60)
            for site in houses
        ]
        for _ in range(2):  # the second one finds the token in the cache
            assert [order_of(one, table.path) for one in clients] == [422, 422], name
        table.opener.client.delete(f"/account/tokens/{made['token']['id']}").raise_for_status()
        found = [order_of(one, table.path) for one in reversed(clients)]
        assert found == [401, 401] and all(
            one.get("/account").status_code == 401 for one in clients
        )
        assert order_of(there.program(name).client, table.path) == 422  # another token stays
        for one in clients:
            one.close()
