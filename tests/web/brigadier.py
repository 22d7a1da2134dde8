"""Player of Africa 1859-60 by screen reader: follows the hints of the guided battle."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.web.by_ear import BUTTON, LINK, Ear


@dataclass(frozen=True)
class Tongue:
    """Phrases to listen for in a language."""

    waits: str
    over: str
    go: str
    aside: str


ENGLISH = Tongue(
    waits="is to decide",
    over="victory|A draw",
    go="Roll the dice|Confirm",
    aside="Take back|Offer a draw|Give up|Something else|Preview|Try it out",
)
SPANISH = Tongue(
    waits="Decide ",
    over="victoria|Tablas",
    go="Tirar los dados|Confirmar",
    aside="Deshacer|Ofrecer tablas|Rendirse|Otra cosa|Previsualizar|Ensayar",
)


class Brigadier:
    """Player that gives the order of each hint, and else presses the first button.

    `trail` are the headings and the controls used, `did` counts them by kind.
    """

    def __init__(self, ear: Ear, tongue: Tongue, address: str):
        self.ear, self.tongue, self.address = ear, tongue, f"{address}/words"
        self.trail: list[str] = []
        self.did: dict[str, int] = {}

    def hear(self) -> None:
        self.ear.visit(self.address)

    @property
    def is_over(self) -> bool:
        return bool(re.search(self.tongue.over, self.ear.asked))

    @property
    def is_asked(self) -> bool:
        return not self.is_over and not re.search(self.tongue.waits, self.ear.asked)

    def act(self) -> None:
        """Follow the hint and confirm its order, or press the first button."""
        ear = self.ear
        go = ear.named(BUTTON, self.tongue.go)
        hints = [name for name in ear.names_of(LINK) if name.endswith(".")]
        self.trail.append(f"{ear.asked}: {go or hints or ear.names_of(BUTTON)}")
        if go:
            self.note("confirmed")
            ear.press(go)
        elif hints:
            self.note("hint")
            ear.follow(hints[0])
        else:
            self.note("button")
            ear.press(
                next(name for name in ear.names_of(BUTTON) if not re.match(self.tongue.aside, name))
            )

    def note(self, kind: str) -> None:
        self.did[kind] = self.did.get(kind, 0) + 1
