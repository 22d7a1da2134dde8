"""Default implementations of the optional parts of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.kernel.contract import Accounts, Departure, Hint, Sheet
from app.kernel.refusal import Refusal


class Box:
    """Base class of a game. Its methods are the defaults of `app.kernel.contract.Game`.

    The defaults fit a game of open information without armies, game setup or conditional orders.
    """

    agreement = None
    armies = None
    standing = None

    def published(self, view: Any) -> Any:
        """The API shows the view as it is."""
        return view

    def eliminated(self, state: Any) -> Sequence[str]:  # noqa: ARG002 - a default
        """No side is eliminated before the end."""
        return ()

    def side_leaves(self, state: Any, side: str, others: Sequence[str]) -> Departure:  # noqa: ARG002 - a default
        """With two sides the other one wins; with more sides the game continues without this
        one.
        """
        return Departure(ends=len(others) < 2, winners=tuple(others) if len(others) < 2 else ())

    def agreed(self, state: Any) -> Sequence[str]:  # noqa: ARG002 - a default
        """An agreed end is a draw."""
        return ()

    def redrawn(self, before: Any, event: Any, viewer: Any) -> None:
        """No event can be drawn again."""

    def accounts(self, met: Any, state: Any) -> Accounts:  # noqa: ARG002 - a default
        """A report has no tables of its own."""
        return Accounts()

    def survey(self, view: Any, place: str) -> None:
        """No place is surveyed."""

    def measured(self, view: Any, one: str, two: str) -> None:
        """No distance is measured."""

    def battlefield(self, view: Any) -> None:
        """The list of pieces describes the board."""

    def sheet(self) -> Sequence[Sheet]:
        """There is no play sheet."""
        return ()

    def hint(self, view: Any) -> Hint | None:
        """No scenario is guided."""

    def muster(self, army: Mapping[str, Any]) -> Sequence[Refusal]:  # noqa: ARG002 - a default
        """No army is submitted."""
        return ()
