"""Limits per client on connections, streams and slow requests, against `python -m app serve`.

The server trusts a proxy at 127.0.0.1; the other clients are 127.0.0.2 and further.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from app.games import shelf
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby
from app.store.migrate import migrate_database
from bench.hostile_client import peak_memory_mb
from bench.own_postgres import free_port
from tests.any_game import BOX, SCENARIO, SIDE

REPOSITORY = Path(__file__).parents[2]
PROXY, CLIENT, OTHER = "127.0.0.1", "127.0.0.2", "127.0.0.3"
PER_CLIENT, IN_ALL, STREAMS, HEADER_BYTES, SECONDS = 8, 24, 3, 16_384, 3.0
LIMITS = {
    "CONNECTIONS": IN_ALL,
    "CONNECTIONS_PER_CLIENT": PER_CLIENT,
    "STREAMS_PER_CLIENT": STREAMS,
    "HEADER_BYTES": HEADER_BYTES,
    "HEADER_SECONDS": SECONDS,
    "BODY_SECONDS": SECONDS,
    "TRUSTED_PROXIES": PROXY,
}


class Served:
    """Server with a low limit of open files."""

    def __init__(self, folder: Path):
        self.port, self.log = free_port(), folder / "server.log"
        url = f"sqlite:///{folder}/club.db"
        migrate_database(url)
        services = Services.open(shelf(), url)
        host, guest = (
            accounts.register(services, name, "a long enough sentence")
            for name in ("Maite", "Íñigo")
        )
        game = lobby.open_table(services, host.id, BOX, SCENARIO, SIDE)
        lobby.join_table(services, game.address, guest.id)
        services.close()
        self.game = f"/games/{game.address}"
        env = {
            name: value for name, value in os.environ.items() if not name.startswith("CARACOLE_")
        }
        env |= {f"CARACOLE_{name}": str(value) for name, value in LIMITS.items()} | {
            "CARACOLE_DATABASE_URL": url,
            "CARACOLE_PORT": str(self.port),
        }
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", 'ulimit -Sn 256; exec "$0" -m app serve', sys.executable],
                cwd=REPOSITORY,
                env=env,
                stdout=log,
                stderr=log,
            )

    def connect(self, address: str = CLIENT) -> socket.socket:
        return socket.create_connection(
            ("127.0.0.1", self.port), timeout=20, source_address=(address, 0)
        )

    def client(self, address: str) -> httpx.Client:
        """Client at this address; each of its requests has a connection of its own."""
        wire = httpx.HTTPTransport(local_address=address)
        return httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}",
            transport=wire,
            timeout=120,
            headers={"connection": "close"},
        )

    def is_well(self, address: str = OTHER) -> bool:
        with self.client(address) as client:
            return client.get("/health").status_code == 200


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("served"))
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and served.process.poll() is None:
            with suppress(httpx.TransportError):
                if served.is_well():
                    break
            time.sleep(0.1)
        yield served
    finally:
        served.process.terminate()
        served.process.wait(30)


def answer(wire: socket.socket) -> tuple[str, str]:
    """Status line and all bytes until the connection is closed."""
    read = b""
    with suppress(ConnectionError):
        while data := wire.recv(65_536):
            read += data
    head, _, rest = read.decode().partition("\r\n")
    return head, rest


# ---------------------------------------------------------------------- the length of headers
LONG = b"y" * 100_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("begin", "more", "times"),
    [
        (b"x-one: ", LONG, 2000),
        (b"", b"".join(b"x-%d: y\r\n" % number for number in range(200)), 1),
        (b"", b"x-one: " + b"y" * 1000 + b"\r\n", 2000),
        (b"cookie: ", b"c" * 2 * HEADER_BYTES + b"\r\n\r\n", 1),
    ],
    ids=["one without an end", "many", "many without an end", "all there"],
)
def test_headers_that_are_too_long_or_too_many_are_refused_and_the_connection_is_closed(
    served, begin, more, times
):
    before = peak_memory_mb(served.process.pid)
    with served.connect() as wire, ThreadPoolExecutor(1) as hand:
        told = hand.submit(answer, wire)
        sent = 0
        with suppress(OSError):
            wire.sendall(b"GET / HTTP/1.1\r\nhost: caracole\r\n" + begin)
            for _ in range(times):
                wire.sendall(more)
                sent += len(more)
        status, rest = told.result(20)
    assert status == "HTTP/1.1 431 Request Header Fields Too Large"
    assert "connection: close" in rest and "too long" in rest and "demasiado largas" in rest
    assert sent < 50_000_000 and peak_memory_mb(served.process.pid) < before + 50
    assert served.is_well(CLIENT)


def test_a_long_address_and_an_ordinary_request_are_answered(served):
    with served.client(CLIENT) as client:
        assert client.get("/lobby", params={"x": "y" * 8000}).status_code == 200
        assert client.get("/lobby", params={"x": "y" * 20_000}).status_code == 431


# ---------------------------------------------------------------------- the time of a request
@pytest.mark.parametrize(
    ("begin", "more", "status"),
    [
        (b"GET / HTTP/1.1\r\nhost: caracole\r\n", b"x: y\r\n", "HTTP/1.1 408 Request Timeout"),
        (
            b"POST /login HTTP/1.1\r\nhost: caracole\r\ncontent-length: 100000\r\n\r\n",
            b"x",
            "HTTP/1.1 408 Request Timeout",
        ),
        (
            b"POST /login HTTP/1.1\r\nhost: caracole\r\ntransfer-encoding: chunked\r\n\r\n",
            b"1\r\nx\r\n",
            "HTTP/1.1 408 Request Timeout",
        ),
        (b"", b"\r\n", ""),
        (b"", b"", ""),
    ],
    ids=["headers", "a body", "a body in chunks", "empty lines", "nothing"],
)
def test_a_request_that_does_not_arrive_in_time_is_refused_and_the_connection_closed(
    served, begin, more, status
):
    with served.connect() as wire, ThreadPoolExecutor(1) as hand:
        began, told = time.monotonic(), hand.submit(answer, wire)
        wire.sendall(begin)
        while not told.done() and time.monotonic() < began + 15:
            with suppress(OSError):
                wire.sendall(more)
            time.sleep(0.2)
        assert told.done() and told.result()[0] == status
        assert time.monotonic() - began < SECONDS + 10


def test_a_second_request_on_a_connection_has_its_time_too(served):
    with served.connect() as wire:
        for _ in range(2):
            wire.sendall(b"GET /health HTTP/1.1\r\nhost: caracole\r\n\r\n")
            read = b""
            while not read.endswith(b"\r\n\r\nok"):
                data = wire.recv(65_536)
                assert data
                read += data
            assert read.startswith(b"HTTP/1.1 200 OK")
            time.sleep(SECONDS + 0.5)  # between two requests a connection may rest
        wire.sendall(b"GET /hea")
        assert answer(wire)[0] == "HTTP/1.1 408 Request Timeout"


def test_a_body_without_an_end_is_not_read_for_ever(served):
    with served.connect() as wire, ThreadPoolExecutor(1) as hand:
        told = hand.submit(answer, wire)
        sent = 0
        with suppress(OSError):
            wire.sendall(
                b"POST /login HTTP/1.1\r\nhost: caracole\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"
            )
            while sent < 100_000_000:  # headers behind the body
                wire.sendall(b"x-more: " + LONG + b"\r\n")
                sent += len(LONG)
        told.result(20)
        assert sent < 50_000_000
    assert served.is_well(CLIENT)


@pytest.mark.parametrize("length", [300_000, 1_500_000])
@pytest.mark.parametrize(
    ("path", "connection"),
    [
        ("/login", "keep-alive"),
        ("/login", "close"),
        ("/api/v1/games/1/orders", "keep-alive"),
        ("/api/v1/games/1/orders", "close"),
        ("/health", "keep-alive"),
    ],
)
def test_the_answer_to_a_long_body_arrives(served, path, length, connection):
    """A reset would cut the answer off, or hit the next request."""
    with served.connect() as wire:
        wire.sendall(
            f"POST {path} HTTP/1.1\r\nhost: caracole\r\nconnection: {connection}\r\n"
            f"content-length: {length}\r\n\r\n".encode()
        )
        for _ in range(length // 100_000):
            wire.sendall(LONG)
            time.sleep(0.005)  # the server may answer before the rest is sent
        if connection == "keep-alive":
            time.sleep(1.5)  # longer than the server waits before it closes a refused connection
            wire.sendall(b"GET /health HTTP/1.1\r\nhost: caracole\r\nconnection: close\r\n\r\n")
        head, rest = answer(wire)
    assert head.startswith("HTTP/1.1 405" if path == "/health" else "HTTP/1.1 413")
    assert connection == "close" or rest.endswith("\r\n\r\nok")


def test_requests_sent_ahead_are_few(served):
    with served.connect() as wire:
        wire.sendall(b"GET /health HTTP/1.1\r\nhost: caracole\r\n\r\n" * 50)
        head, rest = answer(wire)
    assert (head + rest).count("HTTP/1.1 200 OK") < 50


# ---------------------------------------------------------------------- how many connections
def test_a_client_with_too_many_connections_is_refused_and_another_is_served(served):
    with ExitStack() as stack:
        for _ in range(PER_CLIENT):
            stack.enter_context(served.connect())
        with served.connect() as wire:
            status, rest = answer(wire)
        assert (
            status == "HTTP/1.1 429 Too Many Requests"
            and "retry-after: 10" in rest
            and "from your address" in rest
        )
        assert served.is_well(OTHER) and served.is_well(PROXY)
    until = time.monotonic() + 10
    while time.monotonic() < until and not open_again(served):
        time.sleep(0.05)
    assert served.is_well(CLIENT)


def open_again(served) -> bool:
    with suppress(httpx.TransportError), served.client(CLIENT) as client:
        return client.get("/health").status_code == 200
    return False


def test_a_trusted_proxy_may_have_more_connections_and_all_together_have_a_limit(served):
    with ExitStack() as stack:
        wires = [stack.enter_context(served.connect(PROXY)) for _ in range(IN_ALL + 1)]
        assert answer(wires[-1])[0] == "HTTP/1.1 503 Service Unavailable"
        wires[PER_CLIENT + 1].sendall(
            b"GET /health HTTP/1.1\r\nhost: caracole\r\nconnection: close\r\n\r\n"
        )
        assert answer(wires[PER_CLIENT + 1])[0] == "HTTP/1.1 200 OK"


# ---------------------------------------------------------------------- streams
def begun(
    stack: ExitStack,
    served: Served,
    path: str,
    address: str,
    forwarded: str = "",
    language: str = "en",
) -> httpx.Response:
    """First bytes of the answer to a request for a stream."""
    headers = {"accept-language": language} | ({"x-forwarded-for": forwarded} if forwarded else {})
    return stack.enter_context(
        stack.enter_context(served.client(address)).stream("GET", path, headers=headers)
    )


@pytest.mark.parametrize("kind", ["/events", "/show"])
@pytest.mark.parametrize(
    "forwarded", [("", ""), ("198.51.100.1", "198.51.100.2"), ("2001:db8::{}", "2001:db8:0:1::1")]
)
def test_one_stream_too_many_is_refused_and_another_client_gets_one(served, kind, forwarded):
    one, other = (PROXY, PROXY) if forwarded[0] else (CLIENT, OTHER)
    with ExitStack() as stack:
        for number in range(STREAMS):
            assert (
                begun(
                    stack, served, served.game + kind, one, forwarded[0].format(number + 1)
                ).status_code
                == 200
            )
        refused = begun(stack, served, served.game + kind, one, forwarded[0].format(99), "es")
        assert refused.status_code == 429 and refused.headers["retry-after"] == "10"
        assert "Vuelve a intentarlo dentro de 10 segundos" in refused.read().decode()
        assert begun(stack, served, served.game + kind, other, forwarded[1]).status_code == 200
        over_the_api = begun(
            stack, served, f"/api/v1{served.game}/events", one, forwarded[0].format(7)
        )
        assert (
            over_the_api.status_code == 429
            and over_the_api.headers["content-type"] == "application/problem+json"
        )


def test_a_client_behind_a_proxy_with_too_many_open_requests_is_refused(served):
    """Open requests are its streams and its slowly sent forms."""
    with ExitStack() as stack:
        slow = b"POST /login HTTP/1.1\r\nhost: caracole\r\nx-forwarded-for: 198.51.100.7\r\ncontent-length: 10\r\n\r\n"
        for _ in range(PER_CLIENT):
            stack.enter_context(served.connect(PROXY)).sendall(slow)
        time.sleep(0.3)
        refused = begun(stack, served, "/lobby", PROXY, "198.51.100.7", "es")
        assert (
            refused.status_code == 429
            and refused.headers["retry-after"] == "10"
            and "Vuelve a intentarlo" in refused.read().decode()
        )
        assert begun(stack, served, "/lobby", PROXY, "198.51.100.8").status_code == 200


# ---------------------------------------------------------------------- the process
@pytest.mark.slow
def test_the_limit_of_open_files_is_raised_and_said(served):
    hard = int(
        subprocess.run(
            ["sh", "-c", "ulimit -Hn"], capture_output=True, text=True, check=True
        ).stdout
    )
    allowed = (
        Path(f"/proc/{served.process.pid}/limits").read_text().split("Max open files")[1].split()[0]
    )
    assert int(allowed) == min(hard, 65_536)
    assert (
        f"The limit of open files and connections is {allowed}, raised from 256."
        in served.log.read_text()
    )


@pytest.mark.slow
def test_ten_wrong_log_ins_at_once_take_little_memory(served):
    """The log-ins come from ten clients behind the proxy, so that no connection limit comes first.
    Ten passwords at once would take 640 MB.
    """
    with served.client(PROXY) as browser:
        proof = browser.get("/login").text.split('name="csrf" value="')[1].split('"')[0]

        def log_in(number: int) -> int:
            with served.client(PROXY) as client:
                client.cookies = browser.cookies
                return client.post(
                    "/login",
                    data={"csrf": proof, "name": f"Nobody {number}", "password": "wrong"},
                    headers={"x-forwarded-for": f"198.51.100.{number}"},
                ).status_code

        with ThreadPoolExecutor(10) as hands:
            statuses = list(hands.map(log_in, range(10)))
    assert set(statuses) <= {422, 429, 503} and 422 in statuses
    assert peak_memory_mb(served.process.pid) < 600
