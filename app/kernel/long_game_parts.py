"""Optional parts of the contract that only long games implement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from app.kernel.child_battles import Aftermath, Battle
from app.kernel.order_types import Event, Order
from app.kernel.say import Say


class Difference(msgspec.Struct, frozen=True):
    """Consequence of a correction: a fact with its value `before` and `after`."""

    fact: Say
    before: Say
    after: Say


class Corrections(Protocol):
    """Optional part of a long game: consequences of a correction (`kernel.corrections`)."""

    def kept_facts(self, before: Sequence[Event], after: Sequence[Event]) -> Sequence[Event]:
        """Events of a move decided again, with the facts that come from outside as they were.

        An example is a battle that has begun: it keeps its points and its ground. `before` are the
        events of the move before the correction, `after` those of the new decision.
        """

    def corrected(self, before: Any, after: Any, move: int) -> Sequence[Event]:
        """Events that keep what must stay readable after a correction of move `move`.

        `before` and `after` are the states without and with the correction.
        """

    def differences(self, before: Any, after: Any) -> Sequence[Difference]:
        """Consequences of a correction in words, for its preview and the log."""


class ChildBattles(Protocol):
    """Optional part: battles of a long game that are fought on tables of their own.

    A long game implements `battles` and `resulted`. A battle implements `aftermath`.
    """

    def battles(self, state: Any) -> Sequence[Battle]:
        """Battles of a long game whose terms are fixed, from the first one on. They are public."""

    def resulted(self, state: Any, battle: Battle, aftermath: Aftermath) -> Order:
        """Order of the long game that settles this battle. It is decided with the seat ""."""

    def aftermath(self, state: Any) -> Aftermath:
        """Facts after a battle. The platform states the winners."""
