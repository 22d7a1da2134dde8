"""Anonymous requests are processed a few at a time; players have a queue of their own."""

from __future__ import annotations

import asyncio
import threading

import httpx
import pytest
from fastapi import Response

from app.web.concurrency_limit import (
    LONGEST_HOLD,
    PER_ADDRESS,
    ConcurrencyLimit,
    ConcurrencyLimitByClient,
)
from app.web.middleware import ANONYMOUS_AT_ONCE
from tests.sample_games import INCH_GAME

BEGINS, END = {"type": "http.response.start"}, {"type": "http.response.body"}


class Site:
    """Requests in progress, each until the test lets it go on."""

    def __init__(self, most: int, longest_hold: float | None = None):
        self.inside, self.answers = list[asyncio.Event](), 0
        self._limit = ConcurrencyLimit(most, longest_hold)

    async def app(self, scope, receive, send) -> None:
        asked = asyncio.Event()
        self.inside.append(asked)
        await asked.wait()
        if scope["kind"] == "fails":
            raise RuntimeError
        await send(BEGINS)
        if scope["kind"] == "stream":
            await asyncio.Event().wait()
        await send(END)

    def come(self, kind: str = "page") -> asyncio.Task:
        async def noted(message) -> None:
            self.answers += message == BEGINS

        return asyncio.ensure_future(self._limit.run(self.app, {"kind": kind}, None, noted))

    @property
    def free(self) -> float:
        return self._limit.places.available_tokens


async def a_while() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_later_requests_wait_until_an_answer_begins():
    async def played():
        site = Site(2)
        coming = [site.come(kind) for kind in ("stream", "page", "page", "fails")]
        await a_while()
        assert len(site.inside) == 2
        site.inside[0].set()  # a stream goes on without holding a place
        await a_while()
        assert len(site.inside) == 3 and site.answers == 1
        for asked in site.inside[1:]:
            asked.set()
        await a_while()
        assert len(site.inside) == 4 and site.answers == 3 and site.free == 1
        site.inside[3].set()
        with pytest.raises(RuntimeError):
            await coming[3]
        assert site.free == 2
        coming[0].cancel()
        await a_while()
        assert site.free == 2

    asyncio.run(played())


def test_the_limit_of_a_client_serves_the_next_client_with_all_places():
    async def played():
        limits, inside = ConcurrencyLimitByClient(1), []

        async def app(scope, receive, send) -> None:
            inside.append(scope["asked"])
            await scope["asked"].wait()

        def come(client: str) -> tuple[asyncio.Event, asyncio.Task]:
            asked = asyncio.Event()
            going = limits.run(client, app, {"asked": asked}, None, None)
            return asked, asyncio.ensure_future(going)

        first, second, other = come("Ana"), come("Ana"), come("Bea")
        await a_while()
        assert inside == [first[0], other[0]]
        second[1].cancel()  # while it waits
        first[1].cancel()
        await a_while()
        third, fourth = come("Cai"), come("Cai")
        await a_while()
        assert inside == [first[0], other[0], third[0]]
        for asked, _ in (other, third, fourth):
            asked.set()
        await asyncio.gather(other[1], third[1], fourth[1])
        assert len(inside) == 4 and not limits._limits

    asyncio.run(played())


def test_a_client_that_disconnects_while_waiting_takes_no_place():
    async def played():
        site = Site(1)
        first, second, third = site.come(), site.come(), site.come()
        await a_while()
        second.cancel()
        first.cancel()
        await a_while()
        assert len(site.inside) == 2
        site.inside[1].set()
        await third
        assert site.free == 1

    asyncio.run(played())


def test_a_long_request_continues_without_a_place():
    async def played():
        site = Site(1, longest_hold=0.01)
        slow, quick = site.come(), site.come()
        await asyncio.sleep(0.05)
        assert len(site.inside) == 2 and not slow.done() and site.free == 1
        for asked in site.inside:
            asked.set()
        await asyncio.gather(slow, quick)
        assert site.answers == 2 and site.free == 1

    asyncio.run(played())


@pytest.mark.parametrize("path", ["/login", "/api/v1/tables"])
def test_a_client_that_disconnects_during_a_form_gets_no_answer(app, path):
    coming = iter(
        [
            {"type": "http.request", "body": b"name=Mai", "more_body": True},
            {"type": "http.disconnect"},
        ]
    )
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "headers": [(b"host", b"127.0.0.1:8000")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
        "http_version": "1.1",
    }
    told = []

    async def receive():
        return next(coming)

    async def send(message) -> None:
        told.append(message)

    asyncio.run(app(scope, receive, send))
    assert told == [] and next(coming, None) is None


def test_members_do_not_wait_for_anonymous_requests(app, visitor, monkeypatch):
    member = visitor().register("Maite")
    game = member.client.post("/play-now", data={"csrf": member.proof()}).url.path
    stands, seen = threading.Event(), threading.Semaphore(0)
    goes_on = app.state.page_cache.page

    def slow(*asked):
        seen.release()
        assert stands.wait(10)
        return goes_on(*asked)

    async def played():
        site = httpx.ASGITransport(app)
        async with httpx.AsyncClient(
            transport=site, base_url="http://127.0.0.1:8000", cookies=dict(member.client.cookies)
        ) as maite:
            coming = [
                asyncio.ensure_future(from_address(app, f"198.51.100.{number}", game))
                for number in range(ANONYMOUS_AT_ONCE + 3)
            ]
            assert await asyncio.to_thread(
                lambda: all(seen.acquire(timeout=10) for _ in range(ANONYMOUS_AT_ONCE))
            )
            assert (await maite.get("/lobby")).status_code == 200 and not seen.acquire(
                blocking=False
            )
            stands.set()
            return await asyncio.gather(*coming)

    monkeypatch.setattr(app.state.page_cache, "page", slow)
    assert [page.status_code for page in asyncio.run(played())] == [200] * (ANONYMOUS_AT_ONCE + 3)


async def from_address(app, address: str, path: str, cookies=None, **fields) -> httpx.Response:
    """Answer to a client at this address; to a form if there are fields."""
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app, client=(address, 1)),
        base_url="http://127.0.0.1:8000",
        cookies=cookies,
    ) as client:
        return await (client.post(path, data=fields) if fields else client.get(path))


@pytest.mark.parametrize("cookies", [{}, {"caracole": "of no log-in"}])
def test_requests_of_one_address_wait_for_each_other_and_others_pass_by(
    app, web, monkeypatch, cookies
):
    """Forms wait too, and so do requests with an invalid session cookie."""
    stands, inside, most = threading.Event(), threading.Semaphore(0), []
    held = []

    def slow(request, *_):
        held.append(request.client.host)
        most.append(sum(one == "198.51.100.1" for one in held))
        inside.release()
        try:
            assert stands.wait(10) or request.client.host != "198.51.100.1"
        finally:
            held.remove(request.client.host)
        return Response("imported")

    async def played():
        proof = "x" * 40

        def form(address):
            return from_address(
                app,
                address,
                "/armies/import",
                {"caracole_form": proof, **cookies},
                csrf=proof,
                box=INCH_GAME,
                text="-",
            )

        coming = [asyncio.ensure_future(form("198.51.100.1")) for _ in range(6)]
        assert await asyncio.to_thread(
            lambda: all(inside.acquire(timeout=10) for _ in range(PER_ADDRESS))
        )
        await asyncio.sleep(
            2 * LONGEST_HOLD
        )  # turns of those inside are over; only their client's places hold the others back
        assert not inside.acquire(blocking=False)
        other = asyncio.ensure_future(form("198.51.100.2"))
        assert await asyncio.to_thread(inside.acquire, timeout=10)
        stands.set()
        return await asyncio.gather(other, *coming)

    monkeypatch.setattr("app.web.routes.armies._bring_in", slow)
    assert [answer.status_code for answer in asyncio.run(played())] == [200] * 7
    assert (
        max(most) == PER_ADDRESS
        and not app.state.by_address._limits
        and not app.state.by_login._limits
    )
