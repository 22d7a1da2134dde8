"""Conditional orders for a counter, a place or a side: rankings, conditions and presets.

Red attacks a counter at one of two places. Blue names the counter that leads the defence, and after
a defeat the counter that is lost.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.conditional_orders import (
    ASK_ME,
    SCOPE,
    NoOrdersMeanwhile,
    Preset,
    Topic,
    nearest_answer,
    split_answer,
)
from app.kernel.conditional_orders import Answer as InAdvance
from app.kernel.contract import Event, Line, Order, Step
from app.kernel.form import Choice
from app.kernel.offers import Decision, Offer
from app.kernel.refusal import Refused
from app.kernel.say import noun, say
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, unseen, won

SIDES = ("red", "blue")
LAST_TURN, NEEDED, MOST_STEPS = 6, 6, 3
PLACES = {"g_gate": say("Water Gate", "Puerta del Agua"), "g_tower": say("Tower", "Torre")}
COUNTERS = {
    "b1": ("g_gate", noun("1st Guard", "1.ª guardia", "f")),
    "b2": ("g_gate", noun("2nd Guard", "2.ª guardia", "f")),
    "b3": ("g_tower", noun("Governor", "Gobernador")),
    "b4": ("g_tower", noun("3rd Guard", "3.ª guardia", "f")),
}
LEADER = "b3"
DEFEND, LOSE = "defend", "lose"
TITLES = {
    DEFEND: say("Leader of the defence", "Jefe de la defensa"),
    LOSE: say("Counter that is lost", "Ficha que se pierde"),
}


class Attack(Order, frozen=True, tag="attack"):
    target: str
    steps: int


class Defend(Order, frozen=True, tag="defend"):
    lead: str


class Lose(Order, frozen=True, tag="lose"):
    counter: str


class Placed(Event, frozen=True, tag="placed"):
    pass


class Attacked(Event, frozen=True, tag="attacked"):
    target: str
    steps: int


class Defended(Event, frozen=True, tag="defended"):
    lead: str
    die: int
    held: bool


class Lost(Event, frozen=True, tag="lost"):
    counter: str


class Fort(Struct, frozen=True):
    turn: int = 1
    left: tuple[str, ...] = tuple(COUNTERS)
    target: str = ""
    steps: int = 0
    beaten: bool = False
    viewer: str | None = None

    @property
    def question(self):
        """Question that Blue owes, "" for none."""
        return "" if not self.target else LOSE if self.beaten else DEFEND

    def at(self, place):
        return tuple(one for one in self.left if COUNTERS[one][0] == place)

    @property
    def able(self):
        """Counters at the place of the attack."""
        return self.at(COUNTERS[self.target][0]) if self.target else ()


class ConditionalOrders(NoOrdersMeanwhile):
    """Answers of Blue. The nearest counts: for the attacked counter, its place, or the side."""

    orders = in_secret = used_once = ()
    titles: ClassVar = TITLES

    def topics(self, view):
        if view.viewer != "blue":
            return ()
        scopes = [*PLACES.items(), *((one, COUNTERS[one][1]) for one in view.left)]
        return tuple(
            self._topic(view, question, scope, about)
            for scope, about in (("", None), *scopes)
            for question in TITLES
        )

    def _topic(self, view, question, scope, about):
        counters = tuple(Choice(one, COUNTERS[one][1]) for one in view.left)
        choices = (*counters, ASK_ME) if scope else counters
        steps = tuple(
            Choice(
                f"steps={n}",
                say("the attack has {n} steps or more", "el ataque tiene {n} pasos o más", n=n),
            )
            for n in (2, 3)
        )
        leader = Choice("leader", say("the Governor is there", "está allí el Gobernador"))
        return Topic(
            f"{question}{SCOPE}{scope}" if scope else question,
            TITLES[question],
            "GAR-ANS-01",
            choices,
            is_ranking=True,
            asks_if=(*steps, leader),
            about=about,
        )

    def presets(self, view):
        if view.viewer != "blue":
            return ()
        ranks = " ".join(view.left)
        return (
            Preset(
                "few",
                say("Few visits", "Pocas visitas"),
                say("You are asked for the leader only.", "Solo se te pregunta por el jefe."),
                {DEFEND: "", LOSE: ranks},
            ),
            Preset(
                "away",
                say("Away", "Ausente"),
                say("You are asked nothing.", "No se te pregunta nada."),
                {DEFEND: ranks, LOSE: ranks},
            ),
        )

    def answer(self, view, given):
        if view.viewer != "blue" or not view.question:
            return None
        place = COUNTERS[view.target][0]
        values, conditions = split_answer(nearest_answer(given, view.question, view.target, place))
        if any(holds(view, one) for one in conditions):
            return None
        found = next((one for one in values if one in view.able), None)
        if found is None:
            return None
        order = Defend(found) if view.question == DEFEND else Lose(found)
        return InAdvance(view.question, order, COUNTERS[found][1])

    def foreseen(self, view, given):
        told = []
        for target in view.left:
            for beaten in (False, True):
                case = replace(view, target=target, steps=1, beaten=beaten)
                if found := self.answer(case, given):
                    told.append(
                        say(
                            "Attack on {target}, {question}: {what}.",
                            "Ataque a {target}, {question}: {what}.",
                            target=COUNTERS[target][1],
                            question=TITLES[found.topic],
                            what=found.says,
                        )
                    )
        return tuple(told)

    def ordered(self, view, given):
        return ()


def holds(view, condition):
    """Return true if the condition of an answer holds, so that Blue is asked."""
    name, _, number = condition.partition("=")
    return view.steps >= int(number) if name == "steps" else LEADER in view.able


class Garrison(Tiny):
    conditional_orders = ConditionalOrders()
    card = card(
        "garrison",
        SIDES,
        (
            Step("attack", "GAR-SEQ-01", say("Attack", "Ataque"), (Attack,)),
            Step("answer", "GAR-ANS-01", say("Answer", "Respuesta"), (Defend, Lose)),
        ),
        (Attack, Defend, Lose),
        (Placed, Attacked, Defended, Lost),
        ("taken", "held"),
    )
    rulebook = rules(
        "GAR",
        SEQ_01="Red attacks a counter each turn.",
        ANS_01="Blue names the leader of the defence, and the counter that is lost.",
    )

    def new_game(self, setup, dice):
        return (Placed(),)

    def decide(self, state, order, seat, dice):
        match order:
            case Attack(target, steps):
                if seat != "red" or state.question:
                    raise Refused(not_your_turn("GAR-SEQ-01"))
                if target not in state.left or not 1 <= steps <= MOST_STEPS:
                    raise unseen()
                return (Attacked(target, steps),)
            case Defend(lead):
                self._check(state, seat, DEFEND, lead)
                die = dice.roll(6, "defence", lead)
                held = die + state.steps < NEEDED + (lead == LEADER)
                lost = () if held or len(state.able) > 1 else (Lost(state.target),)
                return (Defended(lead, die, held), *lost)
            case Lose(counter):
                self._check(state, seat, LOSE, counter)
                return (Lost(counter),)
        raise TypeError(order)

    def _check(self, state, seat, question, counter):
        if seat != "blue" or state.question != question:
            raise Refused(not_your_turn("GAR-ANS-01"))
        if counter not in state.able:
            raise unseen()

    def evolve(self, state, event):
        match event:
            case Placed():
                return Fort()
            case Attacked(target, steps):
                return replace(state, target=target, steps=steps)
            case Defended(held=True):
                return replace(state, target="", turn=state.turn + 1)
            case Defended():
                return replace(state, beaten=True)
            case Lost(counter):
                left = tuple(one for one in state.left if one != counter)
                return replace(state, left=left, target="", beaten=False, turn=state.turn + 1)
        raise TypeError(event)

    def view(self, state, viewer):
        return replace(state, viewer=viewer.seat)

    def imagined(self, view):
        return replace(view, viewer=None)

    def waiting_for(self, state):
        if self.outcome(state):
            return ()
        if not state.question:
            return (Decision("red", "attack", say("Attack.", "Ataca.")),)
        title = TITLES[state.question]
        return (Decision("blue", "answer", title, reaction=True, topic=state.question),)

    def offers(self, view):
        if not view.question:
            no = () if view.viewer == "red" else (not_your_turn("GAR-SEQ-01"),)
            return [
                Offer(
                    Attack(one, steps),
                    say("{who}: {n} steps", "{who}: {n} pasos", who=COUNTERS[one][1], n=steps),
                    no=no,
                )
                for one in view.left
                for steps in range(1, MOST_STEPS + 1)
            ]
        no = () if view.viewer == "blue" else (not_your_turn("GAR-ANS-01"),)
        kind = Defend if view.question == DEFEND else Lose
        return [Offer(kind(one), COUNTERS[one][1], no=no) for one in view.able]

    def outcome(self, state):
        if not state.left:
            return won(["red"], "taken")
        return won(["blue"], "held") if state.turn > LAST_TURN else None

    def wording(self, before, event, viewer):
        match event:
            case Attacked(target, steps):
                what = "Red attacks {who} with {n} steps.", "Rojo ataca a {who} con {n} pasos."
                return (Line(say(*what, who=COUNTERS[target][1], n=steps)),)
            case Defended(lead, die):
                what = "{who} leads: {die}.", "Jefe: {who}: {die}."
                return (Line(say(*what, who=COUNTERS[lead][1], die=die)),)
            case Lost(counter):
                return (Line(say("{who} falls.", "Cae: {who}.", who=COUNTERS[counter][1])),)
        return ()


GAME = Garrison()
