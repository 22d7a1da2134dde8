"""Errors of the services, apart from refusals by a rule (`app.kernel.refusal.Refused`).

The web maps each to an HTTP status.
"""

from __future__ import annotations

from app.kernel.say import Say, say


class Malformed(Exception):
    """Order or form without the required shape."""

    def __init__(self, says: Say):
        super().__init__(str(says))
        self.says = says


class NotYourSeat(Exception):
    """Visitor does not hold the seat for which the order was given."""


class LoginEnded(Exception):
    """Log-ins or tokens of the user have ended since the log-in was checked. Check it again."""


class NoSuchGame(Exception):
    """No game exists at this address, or the visitor may not know of it."""


class NoSuchClub(Exception):
    """No club exists at this address, or the visitor may not know of it."""


class NoSuchPerson(Exception):
    """No account has this name or number."""


class BadLink(Exception):
    """Mailed link that was used before, is too old, or never existed."""


class Overtaken(Exception):
    """Order given for a position that is no longer the last one.

    `number` is the last move on record. `by` is the player of the same side who answered first, ""
    otherwise.
    """

    def __init__(self, number: int, by: str = ""):
        super().__init__(f"the last move is {number}")
        self.number, self.by = number, by

    @property
    def says(self) -> Say | None:
        """Sentence about the player who answered first; None if no player of the side did."""
        if not self.by:
            return None
        return say(
            "{who} has already answered for your side. Your order was not given.",
            "{who} ya ha respondido por tu bando. Tu orden no se ha dado.",
            who=self.by,
        )


class TooOften(Exception):
    """Rate limit exceeded; a retry is possible in `seconds`."""

    def __init__(self, seconds: int):
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class Busy(Exception):
    """Queue for costly work is full; a retry is possible in `seconds`."""

    def __init__(self, seconds: int):
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


def badly_shaped(why: object) -> Malformed:
    """Error for an order that cannot be read."""
    return Malformed(
        say("This order cannot be read: {why}.", "Esta orden no se entiende: {why}.", why=str(why))
    )


def badly_written(why: object) -> Malformed:
    """Error for a request that cannot be read."""
    return Malformed(
        say(
            "This request cannot be read: {why}.",
            "Esta petición no se entiende: {why}.",
            why=str(why),
        )
    )
