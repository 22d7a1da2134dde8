"""Dice: passed in as arguments, recorded and verifiable.

A face is the keyed hash HMAC-SHA-256(key, "move:counter:attempt:purpose:of") read as a number.
There is no modulo bias: a number in the incomplete last stretch is thrown again. The key is the
secret seed of the game and the text that each player added. The SHA-256 of the seed is public from
the start, the seed itself after the end.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from itertools import cycle
from typing import Protocol

import msgspec

MOST_SIDES = 2**32
"""Largest number of sides of a die. The number behind a face has only twice as many bits."""


class Roll(msgspec.Struct, frozen=True):
    """One recorded die. `face` is 1 to `sides`; `purpose` and `of` name its use and its owner."""

    purpose: str
    of: str
    sides: int
    face: int


class Dice(Protocol):
    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        """Roll a face from 1 to `sides`."""


class UnexpectedRoll(AssertionError):
    """Raised when the rules roll a die that was not loaded."""


class NoSuchDie(ValueError):
    """Raised when no die has this number of sides."""

    def __init__(self, sides: int):
        super().__init__(f"there is no die of {sides} sides")


JOINED_LATER = "\x1f"
"""Text for the dice of a seat that was opened later. No player can write it."""


def key_of(seed: str, added: Iterable[str]) -> bytes:
    """Key of the dice of a game: the secret seed (hex) and the texts of the seats, in seat
    order. Players who join later add none.
    """
    return "\n".join((seed, *(text for text in added if text != JOINED_LATER))).encode()


def seed_commitment(seed: str) -> str:
    """Public commitment: SHA-256 of the secret seed, in hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def face_of(key: bytes, move: int, counter: int, sides: int, purpose: str, of: str) -> int:
    """Face of the die number `counter` (from 0) of a move. Raises `NoSuchDie`."""
    if not 1 <= sides <= MOST_SIDES:
        raise NoSuchDie(sides)
    fair = 2**64 - 2**64 % sides
    attempt = 0
    while True:
        text = f"{move}:{counter}:{attempt}:{purpose}:{of}".encode()
        number = int.from_bytes(hmac.digest(key, text, "sha256")[:8], "big")
        if number < fair:
            return number % sides + 1
        attempt += 1


class SeededDice:
    """Dice of one move of one game.

    The same key and move give the same faces, so a retry cannot select better ones.
    """

    def __init__(self, key: bytes, move: int):
        self._key, self._move = key, move
        self.rolls: list[Roll] = []

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        face = face_of(self._key, self._move, len(self.rolls), sides, purpose, of)
        self.rolls.append(Roll(purpose, of, sides, face))
        return face


class LoadedDice:
    """Dice with known faces, for cases, tests and re-adjudication. A roll that was not loaded is an
    error.

    A roll takes the first loaded one with its purpose and owner; "" in a loaded roll matches any.
    Strict dice insist on their order. The next loaded roll must have the same purpose and owner,
    also if they are "". It must have the same number of sides, unless that is 0.
    """

    def __init__(self, rolls: Iterable[Roll] = (), *, is_strict: bool = False):
        self._left = list(rolls)
        self._is_strict = is_strict
        self.rolls: list[Roll] = []

    @classmethod
    def faces(cls, *faces: int) -> LoadedDice:
        return cls(Roll("", "", 0, face) for face in faces)

    @property
    def left(self) -> tuple[Roll, ...]:
        return tuple(self._left)

    def require_used(self) -> None:
        """Raise `UnexpectedRoll` if a loaded roll was not rolled."""
        if self._left:
            raise UnexpectedRoll(f"not rolled: {[(one.purpose, one.of) for one in self._left]}")

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        if self._is_strict:
            self._require_next(sides, purpose, of)
        for place, loaded in enumerate(self._left):
            if loaded.purpose in ("", purpose) and loaded.of in ("", of):
                del self._left[place]
                if not 1 <= loaded.face <= sides:
                    raise UnexpectedRoll(
                        f"a die of {sides} sides cannot show {loaded.face} ({purpose} of {of})"
                    )
                self.rolls.append(Roll(purpose, of, sides, loaded.face))
                return loaded.face
        raise UnexpectedRoll(f"the rules rolled {purpose!r} of {of!r}, which was not loaded")

    def _require_next(self, sides: int, purpose: str, of: str) -> None:
        """Raise `UnexpectedRoll` if the next loaded roll is another one."""
        loaded = self._left[0] if self._left else None
        if loaded is None or (loaded.purpose, loaded.of) != (purpose, of):
            expected = f"{loaded.purpose!r} of {loaded.of!r}" if loaded else "no more dice"
            raise UnexpectedRoll(f"the rules rolled {purpose!r} of {of!r}; next is {expected}")
        if loaded.sides not in (0, sides):
            raise UnexpectedRoll(
                f"{purpose!r} of {of!r} has {sides} sides; a die of {loaded.sides} is loaded"
            )


class NoSuchFace(Exception):
    """Raised when a named face does not exist on the die."""

    def __init__(self, face: int, sides: int):
        super().__init__(f"a die of {sides} sides cannot show {face}")
        self.face, self.sides = face, sides


class InventedDice:
    """Dice of a sandbox: first the named `faces` in order, then `otherwise(sides)`.

    Raises `NoSuchFace`.
    """

    def __init__(self, otherwise: Callable[[int], int], faces: Iterable[int] = ()):
        self._otherwise, self._named = otherwise, list(faces)
        self.rolls: list[Roll] = []

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        face = (
            self._named[len(self.rolls)]
            if len(self.rolls) < len(self._named)
            else self._otherwise(sides)
        )
        if not 1 <= face <= sides:
            raise NoSuchFace(face, sides)
        self.rolls.append(Roll(purpose, of, sides, face))
        return face


def typical_faces() -> Callable[[int], int]:
    """Faces from the middle of a die, alternately the lower and the upper one: 3, 4, 3, 4 of
    six.
    """
    sides_of = cycle((0, 1))
    return lambda sides: (sides + 1) // 2 + (next(sides_of) if sides % 2 == 0 else 0)


def number_of(dice: Dice, purpose: str, of: str) -> int:
    """Number for a random choice of the server, made of eight recorded dice."""
    number = 0
    for _ in range(8):
        number = number * 6 + dice.roll(6, purpose, of) - 1
    return number
