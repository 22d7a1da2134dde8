"""What strangers see of a game is owed to all of them alike: it is drawn and compressed once per
move, language and tab, however many look.

Nothing of any visitor is on such a page: it has no form, for a form carries his proof.
"""

from __future__ import annotations

import struct
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import msgspec

HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # RFC 1952: gzip, deflate, no name, no time
END = b"\x03\x00"  # an empty last block
LEVEL = 6
Hung = TypeVar("Hung")


class Page(msgspec.Struct, frozen=True):
    """A page or a frame of a stream, plain and as a piece of a deflate stream that fits behind any
    other (RFC 1951: it ends with a full flush).
    """

    plain: bytes
    packed: bytes

    @property
    def gzip(self) -> bytes:
        """The whole answer, compressed."""
        return (
            HEADER
            + self.packed
            + END
            + struct.pack("<II", zlib.crc32(self.plain), len(self.plain) & 0xFFFFFFFF)
        )


def page_of(text: str) -> Page:
    """The page with this text."""
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    plain = text.encode()
    return Page(plain, press.compress(plain) + press.flush(zlib.Z_FULL_FLUSH))


class Gallery(Generic[Hung]):
    """Pages or pictures by what they depend on. Whoever wants one that is being drawn waits for it;
    each is drawn again after `stays` seconds.
    """

    def __init__(self, most: int = 200, stays: float = 20.0):
        self._most, self._stays = most, stays
        self._lock = threading.Lock()
        self._hung: OrderedDict[Hashable, tuple[Hung, float]] = OrderedDict()
        self._drawing: dict[Hashable, threading.Lock] = {}

    def page(self, key: Hashable, draw: Callable[[], Hung]) -> Hung:
        """The page of this key."""
        with self._lock:
            if (found := self._found(key)) is not None:
                return found
            turn = self._drawing.setdefault(key, threading.Lock())
        with turn:
            with self._lock:
                if (found := self._found(key)) is not None:
                    return found
            try:
                page = draw()
                with self._lock:
                    self._hung[key] = page, time.monotonic()
                    while len(self._hung) > self._most:
                        self._hung.popitem(last=False)
            finally:
                with self._lock:
                    self._drawing.pop(key, None)
            return page

    def _found(self, key: Hashable) -> Hung | None:
        page, at = self._hung.get(key, (None, 0.0))
        return page if page is not None and time.monotonic() - at < self._stays else None
