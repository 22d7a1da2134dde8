"""Bodies of requests with files: kept in a temporary file, and cut if they are too long.

The answer to a body that is too long shows the form as it was filled in. So the first part of such
a body is kept, which holds all fields but the files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from tempfile import SpooledTemporaryFile
from typing import IO, Any

import msgspec
from python_multipart.multipart import parse_options_header
from starlette.types import Message, Receive, Scope

LONGEST_UPLOAD = 40_000_000  # bytes
KEPT_OF_LONGER = 150_000  # bytes of a body that is too long; the fields stand before the files
MOST_DISCARDED = 300_000_000  # bytes of a longer body that are read, but not kept
IN_MEMORY = 500_000  # bytes; the rest is on disk
CHUNK = 64_000
FORMS = re.compile(
    r"/games/[^/]+/battles/[^/]+/(result|dispute|photographs)|/clubs/[^/]+/(pictures|files)"
    r"|/clubs/import|/import"
)
"""Paths of forms with photographs, or with the file of a game or of a club."""
OPERATIONS = re.compile(
    r"/api/v1/(games/[^/]+/battles/[^/]+/photographs|clubs/[^/]+/(pictures|\w+/table)|clubs/imports"
    r"|imports)"
)
"""Paths of operations of the API that take such files."""
SECONDS_FACTOR = 10
"""Factor of the time limit for these bodies."""


class Upload(msgspec.Struct):
    """Body of a request in a temporary file. `is_cut` is true if it was too long."""

    file: IO[bytes]
    is_cut: bool


def is_upload(scope: Mapping[str, Any]) -> bool:
    """True for the request of a logged-in user, or with a token, that may carry files."""
    if is_form_of_operation(scope):
        return bool(_header(scope, b"authorization"))
    return _is_form(scope, FORMS) and b"caracole=" in _header(scope, b"cookie")


def is_form_of_operation(scope: Mapping[str, Any]) -> bool:
    """True for a form with files that is sent to an operation of the API."""
    return _is_form(scope, OPERATIONS)


def _is_form(scope: Mapping[str, Any], paths: re.Pattern[str]) -> bool:
    if scope["type"] != "http" or scope["method"] != "POST" or not paths.fullmatch(scope["path"]):
        return False
    return _header(scope, b"content-type").startswith(b"multipart/form-data")


def _header(scope: Mapping[str, Any], name: bytes) -> bytes:
    found: bytes = next((value for key, value in scope["headers"] if key == name), b"")
    return found


async def read_upload(scope: Scope, receive: Receive) -> Upload | None:
    """Read the body; None if the client disconnects first. A long body is cut."""
    declared = _header(scope, b"content-length")
    too_long = declared.isdigit() and int(declared) > LONGEST_UPLOAD
    kept = KEPT_OF_LONGER if too_long else LONGEST_UPLOAD
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - the caller closes it
    received, more = 0, True
    while more and received <= kept:
        message = await receive()
        if message["type"] == "http.disconnect":
            file.close()
            return None
        part, more = message.get("body", b""), message.get("more_body", False)
        file.write(part[: max(0, kept - received)])
        received += len(part)
    if more or received > kept:
        _close_parts(scope, file)
        return Upload(file, is_cut=True)
    return Upload(file, is_cut=False)


def _close_parts(scope: Scope, file: IO[bytes]) -> None:
    """Keep the beginning of a body and end its last part, so that its fields can be read."""
    boundary = parse_options_header(_header(scope, b"content-type"))[1].get(b"boundary", b"")
    file.truncate(KEPT_OF_LONGER)
    file.seek(0, 2)
    file.write(b"\r\n--" + boundary + b"--\r\n")


def replayed_upload(upload: Upload, receive: Receive) -> Receive:
    """Replay the body from its file, then pass on later messages."""
    upload.file.seek(0)
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        part = upload.file.read(CHUNK)
        told = len(part) < CHUNK
        return {"type": "http.request", "body": part, "more_body": not told}

    return again
