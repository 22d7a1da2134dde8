"""Player of Africa 1859-60 by screen reader: follows the hints of the guided battle."""

from __future__ import annotations

import re

from tests.drivers.page_reader import BUTTON, LINK
from tests.games.cry_havoc.text_player import CryHavocTextPlayer


class AfricaTextPlayer(CryHavocTextPlayer):
    """Player that gives the order of each hint, and else presses the first button."""

    @property
    def phase(self) -> str:
        """Nothing: the trail of this player has the decisions alone."""
        return ""

    def act(self) -> None:
        """Follow the hint and confirm its order, or press the first button."""
        reader, phrases = self.reader, self.phrases
        hints = [name for name in reader.names_of(LINK) if name.endswith(".")]
        go = reader.named(BUTTON, phrases.go)
        if hints and not go:
            self.did["hint"] = self.did.get("hint", 0) + 1
            reader.follow(hints[0])
            return
        buttons = (name for name in reader.names_of(BUTTON) if not re.match(phrases.aside, name))
        self.press(go or next(buttons), "confirmed" if go else "button")
