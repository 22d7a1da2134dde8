"""TCP proxy that gives each connection to the next server in turn.

    python -m bench.round_robin ADDRESS:PORT SERVER:PORT...

A server that does not accept a connection within `PATIENCE` is left out for `REST`.
"""

from __future__ import annotations

import asyncio
import itertools
import socket
import sys
import time
from contextlib import suppress

PATIENCE, REST = 0.5, 1.0  # seconds
PIECE = 65_536  # bytes
LIVENESS = {
    socket.TCP_KEEPIDLE: 1,
    socket.TCP_KEEPINTVL: 1,
    socket.TCP_KEEPCNT: 2,
    socket.TCP_USER_TIMEOUT: 3_000,
}
"""Settings by which a connection to a silent server ends within three seconds."""


class RoundRobin:
    """Servers in turn."""

    def __init__(self, servers: list[tuple[str, int]]):
        self._turns, self._many = itertools.cycle(servers), len(servers)
        self._rests: dict[tuple[str, int], float] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Join a client and the next server that accepts."""
        for _ in range(2 * self._many):
            server = next(self._turns)
            if self._rests.get(server, 0.0) > time.monotonic():
                continue
            try:
                there = await asyncio.wait_for(asyncio.open_connection(*server), PATIENCE)
            except (OSError, TimeoutError):
                self._rests[server] = time.monotonic() + REST
                continue
            watch_over(there[1])
            ways = (carry(reader, there[1]), carry(there[0], writer))
            await asyncio.gather(*ways)
            return
        writer.close()


def watch_over(writer: asyncio.StreamWriter) -> None:
    """Let the connection end if the server is silent."""
    link: socket.socket = writer.get_extra_info("socket")
    link.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in LIVENESS.items():
        link.setsockopt(socket.IPPROTO_TCP, option, value)


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Carry bytes in one direction until either side ends."""
    with suppress(OSError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
    writer.close()


def parsed(address: str) -> tuple[str, int]:
    host, port = address.rsplit(":", 1)
    return host, int(port)


async def main(own: str, *servers: str) -> None:
    proxy = RoundRobin([parsed(one) for one in servers])
    async with await asyncio.start_server(proxy.serve, *parsed(own)) as open_port:
        await open_port.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
