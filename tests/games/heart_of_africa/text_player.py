"""Player of In the Heart of Africa by screen reader: acts follow from the page in words alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.drivers.page_reader import BUTTON, CHOICE, FIELD, FOLD, LINK, RULE, PageReader

CLOSE = 1.0  # inches that a march leaves to the enemy
SHARES = (1.0, 0.6, 0.3)  # of a march: the next one if the rules refuse the whole


@dataclass(frozen=True)
class Phrases:
    """Phrases to listen for in a language: sentences with numbers, and beginnings of control
    names.
    """

    waits: str
    over: str
    # before the battle
    table: str
    zone: str
    put_down: str
    where: str
    drawn_up: tuple[str, str]
    rest: str
    # a unit
    orders: str
    nearest: str
    pace: str
    move: str
    roll: str
    march: str
    bearing: str
    inches: str
    charge: str
    look: str
    confirm: str
    done: str
    stand: str
    baggage: str
    # shots, and the end of a step
    volley: str
    seal: str
    sees: str
    may_shoot: str
    no_more: str
    house: str


ENGLISH = Phrases(
    waits=r"is to decide",
    over=r"You won|You lost|victory|A draw",
    table="The table",
    zone=r"Your deployment zone: from ([\d.]+) to ([\d.]+) in .*, from ([\d.]+) to ([\d.]+) in",
    put_down="Put down",
    where="Where to",
    drawn_up=("How", "in two ranks"),
    rest="Let the server finish this step",
    orders="Orders for",
    nearest=r"Nearest enemy: .*?, ([\d.]+) in.* (\d+)°$",
    pace=r"still ([\d.]+) in in the open",
    move="Move ",
    roll="Roll the dice",
    march="March",
    bearing="Or a bearing",
    inches="and how far",
    charge="Charge",
    look="Preview",
    confirm="Confirm",
    done="End its move",
    stand=".*: do not move$",
    baggage="the baggage",
    volley=".*: all at their first target",
    seal="Seal the orders",
    sees="What it sees",
    may_shoot=r"may shoot",
    no_more="End my moves of this step|Seal the orders|End the deployment|End rallying|Keep the "
    "default pairs",
    house="Take back|Offer a draw|Give up",
)
SPANISH = Phrases(
    waits=r"Le toca decidir a ",
    over=r"Has ganado|Has perdido|victoria|Tablas",
    table="La mesa",
    zone=r"Tu zona de despliegue: de ([\d,]+) a ([\d,]+) pulgadas .*, de ([\d,]+) a ([\d,]+) "
    r"pulgadas",
    put_down="Desplegar",
    where="Adónde",
    drawn_up=("Cómo", "en dos filas"),
    rest="Que el servidor acabe este paso",
    orders="Órdenes para",
    nearest=r"Enemigo más cercano: .*?, a ([\d,]+) pulgadas?.* (\d+)°$",
    pace=r"aún ([\d,]+) pulgadas? en terreno abierto",
    move="Mover ",
    roll="Tirar los dados",
    march="Marchar",
    bearing="O un rumbo",
    inches="y a qué distancia",
    charge="Cargar",
    look="Previsualizar",
    confirm="Confirmar",
    done="Acabar su movimiento",
    stand=".*: no mover$",
    baggage="el bagaje",
    volley=".*: todos a su primer objetivo",
    seal="Sellar las órdenes",
    sees="Qué ve",
    may_shoot=r"pueden? disparar",
    no_more="Acabar mis movimientos de este paso|Sellar las órdenes|Acabar el despliegue|Acabar de "
    "reagrupar|Mantener las parejas por defecto",
    house="Deshacer|Ofrecer tablas|Rendirse",
)


def number(words: str) -> float:
    return float(words.replace(",", "."))


class HeartOfAfricaTextPlayer:
    """Player that moves at the nearest enemy, shoots when possible, and charges when possible.

    `did` counts acts by name.
    """

    def __init__(self, reader: PageReader, phrases: Phrases, address: str):
        self.reader, self.phrases, self.address = reader, phrases, f"{address}/text"
        self.did: dict[str, int] = {}
        self.trail: list[str] = []

    def hear(self) -> None:
        self.reader.visit(self.address)

    @property
    def is_over(self) -> bool:
        return bool(re.search(self.phrases.over, self.reader.asked))

    @property
    def is_asked(self) -> bool:
        return not self.is_over and not re.search(self.phrases.waits, self.reader.asked)

    def press(self, name: str, did: str) -> None:
        self.trail.append(f"{self.reader.asked}: {name}")
        if name in self.reader.names_of(LINK):  # an offer of the list leads to its preview
            self.reader.follow(name)
        else:
            self.reader.press(name)
        sure_of = (self.phrases.confirm, self.phrases.roll, self.phrases.rest)
        for sure in sure_of:  # the end of a step has a question, and a roll has a preview
            if (
                name not in (self.phrases.confirm, self.phrases.roll)
                and self.reader.named(BUTTON, f"{sure}(: |$)")
                and (sure != self.phrases.rest or name == sure)
            ):
                self.reader.press(sure)
                break
        self.did[did] = self.did.get(did, 0) + 1

    def act(self) -> None:
        """Give one order."""
        reader, phrases = self.reader, self.phrases
        orders = [
            name
            for name in reader.names_of(LINK, everywhere=True)
            if name.startswith(phrases.orders)
        ]
        if reader.named(FOLD, f"{phrases.march}$"):
            self.walk()
        elif reader.named(BUTTON, phrases.seal):
            self.shoot()
        elif orders and reader.named(BUTTON, phrases.rest):
            self.draw_up(orders[0])
        elif orders and not re.search(phrases.baggage, reader.asked):
            self.take_in_hand(orders[0])
        else:
            self.answer()

    # ---------------------------------------------------------------------------------------- befor
    def draw_up(self, whose: str) -> None:
        """Deploy the next unit on the ground named by the page, beside the others; otherwise let
        the server do it.
        """
        reader, phrases = self.reader, self.phrases
        west, east, south, north = (
            number(word) for word in reader.told(phrases.zone, reader.under(phrases.table)).groups()
        )
        reader.follow(whose)
        put_down = reader.named(FOLD, phrases.put_down)
        count = self.did.get("put down", 0)
        if put_down and count < 4:
            reader.write(
                reader.named(FIELD, phrases.where),
                f"{west + (east - west) * (2 * count + 1) / 8:g} / {(south + north) / 2:g}",
            )
            if reader.named(CHOICE, phrases.drawn_up[0]):
                reader.choose(*phrases.drawn_up)
            reader.press(reader.named(BUTTON, phrases.look))
            if reader.named(BUTTON, phrases.confirm):
                self.press(phrases.confirm, "put down")
                return
            self.hear()
        self.hear()
        self.press(phrases.rest, "left to the house")

    # ---------------------------------------------------------------------------------------- moves
    def take_in_hand(self, whose: str) -> None:
        reader, phrases = self.reader, self.phrases
        reader.follow(whose)
        move, stand, near = (
            reader.named(LINK, phrases.move),
            reader.named(LINK, phrases.stand),
            reader.told(phrases.nearest, reader.decision),
        )
        if stand and (not move or (near and not number(near[1]))):
            self.press(stand, "stood")
        elif move:
            reader.follow(move)
            self.press(phrases.roll, "activated")
        else:
            self.hear()
            self.answer()

    def walk(self) -> None:
        """Charge an enemy in reach; else march towards the enemy as far as dice and distance
        allow.
        """
        reader, phrases = self.reader, self.phrases
        near, pace = (
            reader.told(phrases.nearest, reader.decision),
            reader.told(phrases.pace, reader.decision),
        )
        if near is None or pace is None:
            self.press(phrases.done, "halted")
            return
        gap, inches = number(near[1]), number(pace[1])
        if gap <= inches and reader.named(FOLD, f"{phrases.charge}$"):
            reader.unfold(phrases.charge)
            reader.press(reader.named(BUTTON, f"{phrases.look}.*{phrases.charge}$"))
            if self.confirms("charged"):
                return
        for share in SHARES:
            if not reader.named(FIELD, phrases.bearing):  # another form is open
                reader.unfold(phrases.march)
            reader.write(reader.named(FIELD, phrases.bearing), near[2])
            far = max(0.0, min(inches, gap - CLOSE)) * share
            reader.write(reader.named(FIELD, phrases.inches), f"{far:.1f}")
            reader.press(reader.named(BUTTON, phrases.look))
            if self.confirms("marched"):
                return
        self.press(phrases.done, "halted")

    def confirms(self, did: str) -> bool:
        """Confirm the previewed order. If the rules refuse it, return false, at the unit again."""
        reader, phrases = self.reader, self.phrases
        for words in (phrases.confirm, phrases.roll):
            if reader.named(BUTTON, words):
                self.press(words, did)
                return True
        said = " ".join(one.name for one in reader.decision if one.role == "text")
        self.trail.append(f"refused: {did} {said}")
        self.hear()
        return False

    # ---------------------------------------------------------------------------------------- shots
    def shoot(self) -> None:
        """Order every unit that may shoot by the page, then seal the orders."""
        reader, phrases = self.reader, self.phrases
        for whose in [
            name[len(phrases.orders) :].strip()
            for name in reader.names_of(LINK, everywhere=True)
            if name.startswith(phrases.orders)
        ]:
            reader.follow(f"{phrases.sees}: {whose}")
            if reader.told(phrases.may_shoot, reader.under(whose)):
                self.hear()
                reader.follow(f"{phrases.orders} {whose}")
                self.press(reader.named(LINK, phrases.volley, re.escape(whose)), "shot")
            else:
                self.hear()
        self.press(reader.named(BUTTON, phrases.no_more), "sealed")

    def answer(self) -> None:
        """Answer any other question: end the step if possible, else take the first answer."""
        reader, phrases = self.reader, self.phrases
        over = reader.named(BUTTON, phrases.no_more)
        answers = [name for name in reader.names_of(BUTTON) if not re.match(phrases.house, name)]
        if over or answers:
            self.press(over or answers[0], "answered")
            return
        ways = [name for name in reader.names_of(LINK) if not re.match(RULE, name)]
        assert ways, [(one.role, one.name) for one in reader.decision]
        self.trail.append(f"{reader.asked}: {ways[0]}")
        reader.follow(ways[0])
        first = next(
            (name for name in reader.names_of(BUTTON) if not re.match(phrases.house, name)), ""
        )
        self.press(reader.named(BUTTON, phrases.roll, phrases.confirm) or first, "answered")
