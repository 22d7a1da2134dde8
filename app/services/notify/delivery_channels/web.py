"""POST requests to addresses given by users: only https, only public addresses, no redirects."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from http.client import HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

from app.services.notify.delivery_channels import DeliveryUncertain, NotSent, Undeliverable

LIMIT = 10.0  # seconds for each step
LONGEST = 20.0  # seconds for the whole request
EMBEDDED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 addresses behind a translator


class AddressNotAllowed(Exception):
    """Address to which the server does not post; the text gives the reason."""


def split_address(url: str) -> SplitResult:
    """Parts of an https address; raises `AddressNotAllowed`."""
    if len(url) > 1000 or not url.isascii():
        raise AddressNotAllowed("https only")
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise AddressNotAllowed("malformed") from None
    if (
        parts.scheme != "https"
        or not host
        or parts.username is not None
        or not url.isprintable()
        or " " in url
    ):
        raise AddressNotAllowed("https only")
    return parts


def resolve_public(parts: SplitResult) -> str:
    """Resolve a host to the IP address for the connection.

    Raises `AddressNotAllowed` unless all its addresses are public, and `OSError` if it has none.
    """
    addresses = resolve_host(parts.hostname or "", parts.port or 443)
    if not all(is_public(address) for address in addresses):
        raise AddressNotAllowed("private address")
    return addresses[0]


def is_listed(url: str, hosts: Sequence[str]) -> bool:
    """True if the host of an address is in the list or below an entry.

    An empty list allows every host.
    """
    if not hosts:
        return True
    host = split_address(url).hostname or ""
    return any(host == one or host.endswith(f".{one}") for one in hosts)


def resolve_host(host: str, port: int) -> list[str]:
    return [
        str(one[4][0]).split("%")[0]
        for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    ]


def is_public(address: str) -> bool:
    """True if an address is public; an embedded IPv4 address decides for its IPv6 address."""
    it = ipaddress.ip_address(address)
    if isinstance(it, ipaddress.IPv6Address):
        inner = it.ipv4_mapped or it.sixtofour or (it.teredo[1] if it.teredo else None)
        if it in EMBEDDED:
            inner = ipaddress.IPv4Address(int(it) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        # fec0::/10 is deprecated in favour of fc00::/7, but private where it is still used
        if it.is_site_local:
            return False
    return it.is_global and not it.is_multicast and not it.is_reserved


def ssl_context() -> ssl.SSLContext:
    return ssl.create_default_context()


class PinnedConnection(HTTPSConnection):
    """HTTPS connection to the IP address that was checked, even if the name resolves differently
    later.
    """

    def __init__(self, parts: SplitResult, address: str):
        super().__init__(parts.hostname or "", parts.port or 443, timeout=LIMIT)
        self._address, self._trust = address, ssl_context()
        self._end: threading.Timer | None = None
        self._spare: socket.socket | None = None  # shut down by the timer

    def connect(self) -> None:
        """Connect with a time limit for the whole request.

        It ends slow answers, also during the TLS handshake.
        """
        plain = socket.create_connection((self._address, self.port), self.timeout)
        self._spare = plain.dup()
        self._end = threading.Timer(LONGEST, shut_down_socket, (self._spare,))
        self._end.daemon = True
        self._end.start()
        try:
            self.sock = self._trust.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise

    def close(self) -> None:
        if self._end is not None:
            self._end.cancel()
        if self._spare is not None:
            self._spare.close()
        super().close()


def shut_down_socket(plain: socket.socket) -> None:
    """Shut down a socket from which another thread may be reading."""
    try:
        plain.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # the connection has already ended


def post_to_address(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Post a body to an address; redirects are not followed.

    Raises `NotSent`, `Undeliverable`, or `DeliveryUncertain` if no answer came after the connection
    was made.
    """
    try:
        parts = split_address(url)
        connection = PinnedConnection(parts, resolve_public(parts))
    except AddressNotAllowed as wrong:
        raise Undeliverable(str(wrong)) from wrong
    except (OSError, UnicodeError) as unknown:
        raise NotSent(_error_text(unknown)) from unknown
    status = _post_status(connection, parts, body, headers)
    if 200 <= status < 300:
        return
    raise (NotSent if status in (408, 425, 429) or status >= 500 else Undeliverable)(
        f"HTTP {status}"
    )


def _post_status(
    connection: PinnedConnection, parts: SplitResult, body: bytes, headers: Mapping[str, str]
) -> int:
    try:
        connection.connect()
    except OSError as silent:
        connection.close()
        raise NotSent(_error_text(silent)) from silent
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, {"User-Agent": "Caracole", **headers})
        return connection.getresponse().status
    except (OSError, HTTPException) as broken:
        raise DeliveryUncertain(_error_text(broken)) from broken
    finally:
        connection.close()


def _error_text(problem: Exception) -> str:
    return f"{type(problem).__name__}: {problem}"[:200]
