"""Player of Africa 1859-60 by screen reader: follows the hints of the guided battle."""

from __future__ import annotations

import re

from tests.web.by_ear import BUTTON, LINK
from tests.web.captain import Captain


class Brigadier(Captain):
    """Player that gives the order of each hint, and else presses the first button."""

    @property
    def phase(self) -> str:
        """Nothing: the trail of this player has the decisions alone."""
        return ""

    def act(self) -> None:
        """Follow the hint and confirm its order, or press the first button."""
        ear, tongue = self.ear, self.tongue
        hints = [name for name in ear.names_of(LINK) if name.endswith(".")]
        go = ear.named(BUTTON, tongue.go)
        if hints and not go:
            self.did["hint"] = self.did.get("hint", 0) + 1
            ear.follow(hints[0])
            return
        buttons = (name for name in ear.names_of(BUTTON) if not re.match(tongue.aside, name))
        self.press(go or next(buttons), "confirmed" if go else "button")
