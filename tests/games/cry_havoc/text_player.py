"""Player of Cry Havoc by screen reader: positions and orders are known from the page in words
alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.drivers.page_reader import BUTTON, CHOICE, LINK, RULE, TEXT, PageReader


@dataclass(frozen=True)
class Phrases:
    """Phrases to listen for in a language."""

    waits: str
    over: str
    mine: str
    phase: str
    pieces: str
    hex: str
    way: str
    look: str
    go: str
    aside: str


ENGLISH = Phrases(
    waits="is to decide",
    over="You won|You lost|victory|A draw",
    mine=r"(?:^|[AB] )([^,·:]+), you",
    phase=r"Turn \d+(?: of \d+)?, .*",
    pieces="The pieces",
    hex=r"hex (\d{4})",
    way="Where to",
    look="Preview",
    go="Roll the dice|Confirm",
    aside="Take back|Offer a draw|Give up|Cancel$|Orders ahead|Standing orders|The rules on two pages|Introduction|Next$",
)
SPANISH = Phrases(
    waits="Le toca decidir a ",
    over="Has ganado|Has perdido|victoria|Tablas",
    mine=r"(?:^|[AB] )([^,·:]+), tú",
    phase=r"Turno \d+(?: de \d+)?, .*",
    pieces="Las fichas",
    hex=r"casilla (\d{4})",
    way="Adónde",
    look="Previsualizar",
    go="Tirar los dados|Confirmar",
    aside="Deshacer|Ofrecer tablas|Rendirse|Cancelar$|Órdenes por adelantado|Órdenes permanentes|Las reglas en dos páginas|Introducción|Siguiente$",
)


def apart(one: str, two: str) -> float:
    """Distance of two hexes by their numbers; every other column is shifted by half a row."""
    (x, y), (u, v) = (
        (int(word[:2]) * 0.866, int(word[2:]) - 0.5 * (int(word[:2]) % 2)) for word in (one, two)
    )
    return ((x - u) ** 2 + (y - v) ** 2) ** 0.5


class CryHavocTextPlayer:
    """Player that moves at the nearest enemy, shoots and attacks where possible, and takes the
    first answer.

    `did` counts acts by name.
    """

    def __init__(self, reader: PageReader, phrases: Phrases, address: str):
        self.reader, self.phrases, self.address = reader, phrases, f"{address}/text"
        self.did: dict[str, int] = {}
        self.trail: list[str] = []
        self.tried: set[tuple[str, str, str]] = set()
        self.is_with_one = False  # the page is about one unit, not about all
        self.of_all: list[str] = []  # buttons from before the choice of the unit

    def hear(self) -> None:
        self.reader.visit(self.address)
        self.is_with_one = False

    @property
    def is_over(self) -> bool:
        return bool(re.search(self.phrases.over, self.reader.asked))

    @property
    def is_asked(self) -> bool:
        return not self.is_over and not re.search(self.phrases.waits, self.reader.asked)

    @property
    def phase(self) -> str:
        return self.reader.told(self.phrases.phase)[0]

    def press(self, name: str, did: str) -> None:
        self.trail.append(f"{self.phase}: {self.reader.asked}: {name}")
        self.reader.press(name)
        self.did[did] = self.did.get(did, 0) + 1
        self.is_with_one = False

    def act(self) -> None:
        """Do one thing: choose a unit, give an order, or end the step."""
        reader, phrases = self.reader, self.phrases
        ways = [
            name
            for name in reader.names_of(LINK)
            if not re.match(f"{RULE}$|{phrases.aside}", name)
            and (self.phase, reader.asked, name) not in self.tried
        ]
        buttons = [name for name in reader.names_of(BUTTON) if not re.match(phrases.aside, name)]
        if reader.named(BUTTON, phrases.go):
            self.press(reader.named(BUTTON, phrases.go), "rolled")
        elif self.is_with_one and reader.named(CHOICE, phrases.way):
            self.march()
        elif ways:
            self.tried.add((self.phase, reader.asked, ways[0]))
            reader.follow(ways[0])
            self.is_with_one, self.of_all = True, self.of_all if self.is_with_one else buttons
        elif self.is_with_one and (his := [name for name in buttons if name not in self.of_all]):
            self.press(his[0], "answered")
        elif self.is_with_one:
            self.hear()
        elif buttons:
            self.press(buttons[0], "ended" if len(buttons) == 1 else "answered")
        else:  # the same question comes again
            self.tried.clear()

    def march(self) -> None:
        """Move to the free hex in reach that is nearest to an enemy, if it is nearer than the
        present one.
        """
        reader, phrases = self.reader, self.phrases
        side = reader.told(phrases.mine)[1]
        told = {
            one.name: where[1]
            for one in reader.under(phrases.pieces)
            if one.role in (TEXT, LINK) and (where := re.search(phrases.hex, one.name))
        }
        at = {words.partition(",")[0]: where for words, where in told.items()}
        foes = [where for words, where in told.items() if f", {side}," not in words]
        way = reader.named(CHOICE, phrases.way)
        choices = next(
            one for one in reader.decision if one.role == CHOICE and one.name == way
        ).among
        open_to = (
            [
                (min(apart(choice[:4], foe) for foe in foes), choice)
                for choice in choices
                if choice[:4] not in at.values()
            ]
            if foes
            else []
        )
        here = at.get(reader.asked)
        if open_to and here and min(open_to)[0] < min(apart(here, foe) for foe in foes) - 0.2:
            reader.choose(way, min(open_to)[1])
            reader.press(reader.named(BUTTON, phrases.look))
            if reader.named(BUTTON, phrases.go):
                self.press(reader.named(BUTTON, phrases.go), "marched")
                return
        self.hear()
