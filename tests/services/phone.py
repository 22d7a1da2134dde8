"""Authenticator app: an independent RFC 6238, so that tests do not use the server's own
computation.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import struct
import time


def code(key: str, moment: float | None = None, digits: int = 6) -> str:
    """Code for this key (base 32) at this time (seconds since 1970; now)."""
    step = int(time.time() if moment is None else moment) // 30
    digest = hmac.new(
        base64.b32decode(key.replace(" ", "")), struct.pack(">Q", step), hashlib.sha1
    ).digest()
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at : at + 4]) & 0x7FFFFFFF) % 10**digits:0{digits}}"


def shown(services, user_id: int, moment: float | None = None) -> str:
    """Code for the key of this member in the database."""
    with services.store.read() as work:
        return code(work.second_factors.app_key(user_id), moment)
