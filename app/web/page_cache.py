"""Cache of rendered pages for anonymous visitors, keyed by move, language and tab. Each page is
drawn and compressed once.

A cached page contains no visitor's data. It has no form, because a form carries a CSRF token.
"""

from __future__ import annotations

import re
import struct
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec

HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # RFC 1952: gzip, deflate, no name, no time
END = b"\x03\x00"  # empty last block
LEVEL = 6
GROUND = re.compile(r'(<svg class="(?:store|brd map-ground)".*?</svg>)', re.DOTALL)
"""Symbols and ground of a board, as `svg` writes them. No move changes them."""
Entry = TypeVar("Entry")


class Page(msgspec.Struct, frozen=True):
    """Page or stream frame, plain and compressed. The compressed piece can follow any other,
    because it ends with a full flush (RFC 1951).
    """

    plain: bytes
    packed: bytes

    @property
    def gzip(self) -> bytes:
        """Complete gzip file."""
        return (
            HEADER
            + self.packed
            + END
            + struct.pack("<II", zlib.crc32(self.plain), len(self.plain) & 0xFFFFFFFF)
        )


def page_of(text: str) -> Page:
    """Page with this text."""
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    plain = text.encode()
    return Page(plain, press.compress(plain) + press.flush(zlib.Z_FULL_FLUSH))


def page_with_board(text: str) -> Page:
    """Page with this text. The ground of its board is compressed once for all moves."""
    parts = [
        ground_of(part) if place % 2 else page_of(part)
        for place, part in enumerate(GROUND.split(text))
    ]
    return Page(b"".join(one.plain for one in parts), b"".join(one.packed for one in parts))


@lru_cache(maxsize=32)
def ground_of(text: str) -> Page:
    """Kept compressed ground."""
    return page_of(text)


class PageCache(Generic[Entry]):
    """Cache of pages or pictures by key. A request for a page that is being drawn waits for it. An
    entry expires after `stays` seconds.
    """

    def __init__(self, most: int = 200, stays: float = 20.0):
        self._most, self._stays = most, stays
        self._lock = threading.Lock()
        self._hung: OrderedDict[Hashable, tuple[Entry, float]] = OrderedDict()
        self._drawing: dict[Hashable, threading.Lock] = {}

    def page(self, key: Hashable, draw: Callable[[], Entry]) -> Entry:
        """Page of this key; drawn if it is missing or expired."""
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

    def _found(self, key: Hashable) -> Entry | None:
        page, at = self._hung.get(key, (None, 0.0))
        return page if page is not None and time.monotonic() - at < self._stays else None
