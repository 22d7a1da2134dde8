"""Values of the browsers for the dice, by commit and reveal.

A browser draws two random values and gives their pledge before the game: the SHA-256 of each. It
reveals the first one when all seats are taken. The second one counts only if another browser never
reveals. A pledge and the revealed values are texts of words with blanks between them.
A seat without a pledge adds no value of its own: the secret seed of the server counts for it.
"""

from __future__ import annotations

import hashlib
import re

LEFT_OUT = "\x1e"
"""Revealed value of a seat whose browser has never revealed. No player can write it."""
_PLEDGE, _VALUE = re.compile(r"[0-9a-f]{64} [0-9a-f]{64}"), re.compile(r"[0-9a-f]{64}")


def hash_of_value(value: str) -> str:
    """Hash of one value in a pledge: SHA-256, in hex."""
    return hashlib.sha256(value.encode()).hexdigest()


def is_pledge(text: str) -> bool:
    """Return true for two hashes with a blank between them. Both may not be the same."""
    return bool(_PLEDGE.fullmatch(text)) and len(set(text.split(" "))) == 2


def keeps_pledge(pledge: str, added: str) -> bool:
    """Return true if each revealed value has the hash at its place in the pledge."""
    if not is_pledge(pledge):
        return not pledge
    if added == LEFT_OUT:
        return True
    values = added.split(" ") if added else []
    return len(values) <= 2 and all(
        _VALUE.fullmatch(value) and hash_of_value(value) == promised
        for value, promised in zip(values, pledge.split(" "), strict=False)
    )


def with_revealed(pledge: str, added: str, value: str) -> str | None:
    """Revealed values with the next one; None if it does not have the promised hash."""
    longer = f"{added} {value}" if added else value
    return longer if added != LEFT_OUT and keeps_pledge(pledge, longer) else None


def revealed_count(added: str) -> int:
    """Number of values that a browser has revealed."""
    return 0 if added in ("", LEFT_OUT) else len(added.split(" "))
