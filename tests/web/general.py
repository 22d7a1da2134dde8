"""Player of In the Heart of Africa by screen reader: acts follow from the page in words alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.web.by_ear import BUTTON, CHOICE, FIELD, FOLD, LINK, RULE, Ear

CLOSE = 1.0  # inches that a march leaves to the enemy
SHARES = (1.0, 0.6, 0.3)  # of a march: the next one if the rules refuse the whole


@dataclass(frozen=True)
class Tongue:
    """Phrases to listen for in a language: sentences with numbers, and beginnings of control names."""

    waits: str
    over: str
    victory: str
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


ENGLISH = Tongue(
    waits=r"is to decide",
    over=r"You won|You lost|victory|A draw",
    victory="victory",
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
SPANISH = Tongue(
    waits=r"Le toca decidir a ",
    over=r"Has ganado|Has perdido|victoria|Tablas",
    victory="victoria",
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


class General:
    """Player that moves at the nearest enemy, shoots when possible, and charges when possible.

    `did` counts acts by name.
    """

    def __init__(self, ear: Ear, tongue: Tongue, address: str):
        self.ear, self.tongue, self.address = ear, tongue, f"{address}/text"
        self.did: dict[str, int] = {}
        self.trail: list[str] = []

    def hear(self) -> None:
        self.ear.visit(self.address)

    @property
    def is_over(self) -> bool:
        return bool(re.search(self.tongue.over, self.ear.asked))

    @property
    def is_asked(self) -> bool:
        return not self.is_over and not re.search(self.tongue.waits, self.ear.asked)

    def press(self, name: str, did: str) -> None:
        self.trail.append(f"{self.ear.asked}: {name}")
        if name in self.ear.names_of(LINK):  # an offer of the list leads to its preview
            self.ear.follow(name)
        else:
            self.ear.press(name)
        sure_of = (self.tongue.confirm, self.tongue.roll, self.tongue.rest)
        for sure in sure_of:  # the end of a step has a question, and a roll has a preview
            if (
                name not in (self.tongue.confirm, self.tongue.roll)
                and self.ear.named(BUTTON, f"{sure}(: |$)")
                and (sure != self.tongue.rest or name == sure)
            ):
                self.ear.press(sure)
                break
        self.did[did] = self.did.get(did, 0) + 1

    def act(self) -> None:
        """Give one order."""
        ear, tongue = self.ear, self.tongue
        orders = [
            name for name in ear.names_of(LINK, everywhere=True) if name.startswith(tongue.orders)
        ]
        if ear.named(FOLD, f"{tongue.march}$"):
            self.walk()
        elif ear.named(BUTTON, tongue.seal):
            self.shoot()
        elif orders and ear.named(BUTTON, tongue.rest):
            self.draw_up(orders[0])
        elif orders and not re.search(tongue.baggage, ear.asked):
            self.take_in_hand(orders[0])
        else:
            self.answer()

    # ---------------------------------------------------------------------------------------- befor
    def draw_up(self, whose: str) -> None:
        """Deploy the next unit on the ground named by the page, beside the others; otherwise let
        the server do it.
        """
        ear, tongue = self.ear, self.tongue
        west, east, south, north = (
            number(word) for word in ear.told(tongue.zone, ear.under(tongue.table)).groups()
        )
        ear.follow(whose)
        put_down = ear.named(FOLD, tongue.put_down)
        count = self.did.get("put down", 0)
        if put_down and count < 4:
            ear.write(
                ear.named(FIELD, tongue.where),
                f"{west + (east - west) * (2 * count + 1) / 8:g} / {(south + north) / 2:g}",
            )
            if ear.named(CHOICE, tongue.drawn_up[0]):
                ear.choose(*tongue.drawn_up)
            ear.press(ear.named(BUTTON, tongue.look))
            if ear.named(BUTTON, tongue.confirm):
                self.press(tongue.confirm, "put down")
                return
            self.hear()
        self.hear()
        self.press(tongue.rest, "left to the house")

    # ---------------------------------------------------------------------------------------- moves
    def take_in_hand(self, whose: str) -> None:
        ear, tongue = self.ear, self.tongue
        ear.follow(whose)
        move, stand, near = (
            ear.named(LINK, tongue.move),
            ear.named(LINK, tongue.stand),
            ear.told(tongue.nearest, ear.decision),
        )
        if stand and (not move or (near and not number(near[1]))):
            self.press(stand, "stood")
        elif move:
            ear.follow(move)
            self.press(tongue.roll, "activated")
        else:
            self.hear()
            self.answer()

    def walk(self) -> None:
        """Charge an enemy in reach; else march towards the enemy as far as dice and distance allow."""
        ear, tongue = self.ear, self.tongue
        near, pace = ear.told(tongue.nearest, ear.decision), ear.told(tongue.pace, ear.decision)
        if near is None or pace is None:
            self.press(tongue.done, "halted")
            return
        gap, inches = number(near[1]), number(pace[1])
        if gap <= inches and ear.named(FOLD, f"{tongue.charge}$"):
            ear.unfold(tongue.charge)
            ear.press(ear.named(BUTTON, f"{tongue.look}.*{tongue.charge}$"))
            if self.confirms("charged"):
                return
        for share in SHARES:
            ear.write(ear.named(FIELD, tongue.bearing), near[2])
            far = max(0.0, min(inches, gap - CLOSE)) * share
            ear.write(ear.named(FIELD, tongue.inches), f"{far:.1f}")
            ear.press(ear.named(BUTTON, tongue.look))
            if self.confirms("marched"):
                return
        self.press(tongue.done, "halted")

    def confirms(self, did: str) -> bool:
        """Confirm the previewed order. If the rules refuse it, return false, at the unit again."""
        ear, tongue = self.ear, self.tongue
        for words in (tongue.confirm, tongue.roll):
            if ear.named(BUTTON, words):
                self.press(words, did)
                return True
        said = " ".join(one.name for one in ear.decision if one.role == "text")
        self.trail.append(f"refused: {did} {said}")
        self.hear()
        return False

    # ---------------------------------------------------------------------------------------- shots
    def shoot(self) -> None:
        """Order every unit that may shoot by the page, then seal the orders."""
        ear, tongue = self.ear, self.tongue
        for whose in [
            name[len(tongue.orders) :].strip()
            for name in ear.names_of(LINK, everywhere=True)
            if name.startswith(tongue.orders)
        ]:
            ear.follow(f"{tongue.sees}: {whose}")
            if ear.told(tongue.may_shoot, ear.under(whose)):
                self.hear()
                ear.follow(f"{tongue.orders} {whose}")
                self.press(ear.named(LINK, tongue.volley, re.escape(whose)), "shot")
            else:
                self.hear()
        self.press(ear.named(BUTTON, tongue.no_more), "sealed")

    def answer(self) -> None:
        """Answer any other question: end the step if possible, else take the first answer."""
        ear, tongue = self.ear, self.tongue
        over = ear.named(BUTTON, tongue.no_more)
        answers = [name for name in ear.names_of(BUTTON) if not re.match(tongue.house, name)]
        if over or answers:
            self.press(over or answers[0], "answered")
            return
        ways = [name for name in ear.names_of(LINK) if not re.match(RULE, name)]
        assert ways, [(one.role, one.name) for one in ear.decision]
        self.trail.append(f"{ear.asked}: {ways[0]}")
        ear.follow(ways[0])
        first = next(
            (name for name in ear.names_of(BUTTON) if not re.match(tongue.house, name)), ""
        )
        self.press(ear.named(BUTTON, tongue.roll, tongue.confirm) or first, "answered")
