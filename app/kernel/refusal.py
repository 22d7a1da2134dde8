"""Refusals: values with the rule, a sentence and its numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from app.kernel.say import Say


class Refusal(msgspec.Struct, frozen=True):
    """Reason against an order. `rule` is a catalogue id such as "CH-MIS-10"; `says` names the
    numbers.
    """

    rule: str
    says: Say

    def __str__(self) -> str:
        return f"{self.says} [{self.rule}]"


class Refused(Exception):
    """Raised by `decide` with all reasons against the order, in page order."""

    def __init__(self, *refusals: Refusal):
        super().__init__("; ".join(map(str, refusals)))
        self.refusals = refusals


def no(rule: str, en: str, es: str, /, **facts: Any) -> Refusal:
    return Refusal(rule, Say(en, es, facts))


def refuse_if(*maybe: Refusal | Iterable[Refusal | None] | None) -> None:
    """Raise `Refused` with every refusal among the arguments, lists included; return if there is
    none.
    """
    found = found_in(*maybe)
    if found:
        raise Refused(*found)


def found_in(*maybe: Refusal | Iterable[Refusal | None] | None) -> tuple[Refusal, ...]:
    """Refusals among the arguments, without None and without duplicates."""
    found: list[Refusal] = []
    for one in maybe:
        ones = (one,) if one is None or isinstance(one, Refusal) else one
        found += [refusal for refusal in ones if refusal is not None and refusal not in found]
    return tuple(found)
