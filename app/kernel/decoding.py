"""Decoding of JSON and plain mappings into the types of the platform.

msgspec inspects a type when it first decodes into it. If two threads inspect the same type at the
same moment, the process ends with a segmentation fault (msgspec 0.22). So every type is inspected
here first, by one thread at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

MOST = 2**53  # larger numbers are not exact in JSON

_learning = threading.Lock()
_readers: dict[tuple[Any, bool], msgspec.json.Decoder[Any]] = {}


def json_decoder(kind: Any, *, strict: bool = True) -> msgspec.json.Decoder[Any]:
    """JSON decoder of this type, cached. Without `strict`, numbers may come as strings.

    Its `decode` raises `msgspec.ValidationError` for a wrong shape and `msgspec.DecodeError` for
    invalid JSON.
    """
    found = _readers.get((kind, strict))
    if found is None:
        with _learning:
            found = _readers.get((kind, strict)) or _readers.setdefault(
                (kind, strict), msgspec.json.Decoder(kind, strict=strict)
            )
    return found


def convert_object(value: Mapping[str, Any], kind: Any) -> Any:
    """Convert an object of plain values to one of many types, as `convert_plain` does without
    `strict`. msgspec prepares a union again for each conversion, but keeps that of a decoder.
    """
    try:
        written = msgspec.json.encode(value)
    except OverflowError:  # a number beyond 64 bits
        return convert_plain(value, kind, strict=False)
    return json_decoder(kind, strict=False).decode(written)


def decode_json(raw: str | bytes, kind: Any) -> Any:
    """Decode JSON into this type; raises as described in `reader`."""
    return json_decoder(kind).decode(raw)


def convert_plain(value: Any, kind: Any, *, strict: bool = True) -> Any:
    """Convert a plain value (mapping, list, string, number) to this type.

    Raises `msgspec.ValidationError` for a wrong shape. Without `strict`, numbers may come as
    strings.
    """
    json_decoder(kind)
    return msgspec.convert(value, kind, strict=strict)


def numbers_in(value: Any) -> Iterator[int | float]:
    """Every number in a plain value, at any depth."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, (int, float)):
            yield one
        elif isinstance(one, (dict, list, tuple)):
            left += one.values() if isinstance(one, dict) else one
