"""Reading JSON and plain mappings into the types of the house.

msgspec learns what a type is made of when it first reads one, and when two threads let it learn the
same type at the same moment the process ends (a segmentation fault, with msgspec 0.22). So every
type is learned here, by one thread at a time, before anything is read into it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import msgspec

MOST = 2**53  # beyond it JSON carries no number whole

_learning = threading.Lock()
_readers: dict[Any, msgspec.json.Decoder] = {}


def reader(kind: Any) -> msgspec.json.Decoder:
    """The reader of JSON for this type; its `decode` raises `msgspec.ValidationError` if the shape
    is wrong, `msgspec.DecodeError` if it is no JSON.
    """
    found = _readers.get(kind)
    if found is None:
        with _learning:
            found = _readers.get(kind) or _readers.setdefault(kind, msgspec.json.Decoder(kind))
    return found


def read(raw: str | bytes, kind: Any) -> Any:
    """JSON as a value of this type; raises as `reader` says."""
    return reader(kind).decode(raw)


def convert(value: Any, kind: Any, *, strict: bool = True) -> Any:
    """A plain value (mappings, lists, words, numbers) as one of this type; raises
    `msgspec.ValidationError` if the shape is wrong. Not `strict`: numbers may come as words.
    """
    reader(kind)
    return msgspec.convert(value, kind, strict=strict)


def numbers_in(value: Any) -> Iterator[int | float]:
    """Every number in a plain value, however deep."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, (int, float)):
            yield one
        elif isinstance(one, (dict, list, tuple)):
            left += one.values() if isinstance(one, dict) else one
