"""Numbers with their reasons: a tally is a list of (rule, amount, why) and its sum."""

from __future__ import annotations

import msgspec

from app.kernel.say import Say


class Reason(msgspec.Struct, frozen=True):
    rule: str
    amount: int
    why: Say


class Tally(msgspec.Struct, frozen=True):
    """Reasons that add up to one number of the rules, in the order of the rulebook."""

    reasons: tuple[Reason, ...]

    @property
    def total(self) -> int:
        return sum(reason.amount for reason in self.reasons)

    @classmethod
    def of(cls, *maybe: Reason | None) -> Tally:
        return cls(tuple(reason for reason in maybe if reason is not None))
