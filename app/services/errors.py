"""What may go wrong at a table, besides a rule that says no (`app.kernel.refusal.Refused`). The web
knows the status of each.
"""

from __future__ import annotations

from app.kernel.say import Say, say


class Malformed(Exception):
    """The order or form has not the shape that was asked for."""

    def __init__(self, says: Say):
        super().__init__(str(says))
        self.says = says


class NotYourSeat(Exception):
    """The visitor does not hold the seat for which he speaks."""


class NoSuchGame(Exception):
    """No game stands at this address, or none that the visitor may know of."""


class NoSuchPerson(Exception):
    """Nobody has this name or number."""


class BadLink(Exception):
    """A mailed link that was used before, is too old, or never was."""


class Overtaken(Exception):
    """The order was given to a position that is no longer the last; `number` is the last move on
    record.
    """

    def __init__(self, number: int):
        super().__init__(f"the last move is {number}")
        self.number = number


class TooOften(Exception):
    """Tried too often; again in `seconds`."""

    def __init__(self, seconds: int):
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class Busy(Exception):
    """Too many others wait for the same costly work; again in `seconds`."""

    def __init__(self, seconds: int):
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


def badly_shaped(why: object) -> Malformed:
    """The answer to an order that cannot be read."""
    return Malformed(
        say("This order cannot be read: {why}.", "Esta orden no se entiende: {why}.", why=str(why))
    )


def badly_written(why: object) -> Malformed:
    """The answer to a request that cannot be read."""
    return Malformed(
        say(
            "This request cannot be read: {why}.",
            "Esta petición no se entiende: {why}.",
            why=str(why),
        )
    )


class Broken(Exception):
    """The chain of hashes does not hold at this move: the record has been damaged, and the game
    stands still.
    """

    def __init__(self, number: int):
        super().__init__(f"the record is damaged at move {number}")
        self.number = number
