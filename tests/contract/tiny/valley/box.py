"""Rules of the valley: a side moves some units of one stack along an edge, or assaults."""

from __future__ import annotations

import random

from msgspec import Struct
from msgspec.structs import replace

from app.kernel.contract import Event, Line, Order, Step
from app.kernel.form import Choice, Field
from app.kernel.offers import Assessment, Chance, Decision, Offer
from app.kernel.outcome import Outcome
from app.kernel.position import PieceLine, PlaceLine, Summary
from app.kernel.refusal import Refused, no
from app.kernel.rulebook import Rulebook
from app.kernel.say import say
from app.kernel.scenario_options import Option, option_number
from app.kernel.space.areas import Traveller
from tests.contract.tiny.box import Tiny, card, not_your_turn, rules, unseen
from tests.contract.tiny.valley import assault, drawing
from tests.contract.tiny.valley.ground import AREAS, GROUNDS, HOMES, NAMES, SIDES, UNITS

LAST_TURN = 24
NEEDED = 4  # die + attackers - defenders
SAMPLES = 1000
HANDICAP = Option(
    "handicap",
    say("Help for South", "Ayuda para el Sur"),
    ("VAO-ASL-01",),
    least=-2,
    most=2,
)
ESTIMATED = Option("estimated", say("Estimated odds", "Cifras estimadas"), ("VAO-ODD-01",))


def two_books(**texts):
    """Rules of the game, and those of the options under a prefix of their own."""
    options = rules(
        "VAO",
        ASL_01="South adds a number to the die of each assault.",
        ODD_01="Odds are estimated from 1000 assaults.",
    )
    return Rulebook(lambda: [*rules("VAL", **texts), *options])


class March(Order, frozen=True, tag="march"):
    start: str
    units: tuple[str, ...] = ()
    end: str = ""
    vanguard: str = ""
    screen: str = ""
    director: str = ""


class Wait(Order, frozen=True, tag="wait"):
    pass


class Placed(Event, frozen=True, tag="placed"):
    at: dict[str, str]
    options: tuple[str, ...] = ()


class Marched(Event, frozen=True, tag="marched"):
    units: tuple[str, ...]
    start: str
    end: str


class Assaulted(Event, frozen=True, tag="assaulted"):
    units: tuple[str, ...]
    start: str
    end: str
    die: int
    won: bool
    lost: tuple[str, ...]


class Waited(Event, frozen=True, tag="waited"):
    side: str


class Valley(Struct, frozen=True):
    at: dict[str, str] = {}
    turn: int = 1
    viewer: str | None = None
    options: tuple[str, ...] = ()

    @property
    def active(self):
        return tuple(SIDES)[(self.turn - 1) % 2]

    def stack(self, area):
        """Units in an area, in the order of the data."""
        return [unit for unit in UNITS if self.at.get(unit) == area]

    def held_by(self, area):
        """Side with units in an area, or None."""
        return next((side_of(unit) for unit in self.stack(area)), None)


def side_of(unit):
    return UNITS[unit][0]


def not_a_way(fault):
    """A group is checked without a destination, so that no edge leads there."""
    return fault.rule != "VAL-MOV-01"


def unit_names(units):
    return tuple(UNITS[unit][2] for unit in units)


class Game(Tiny):
    card = replace(
        card(
            "valley",
            tuple(SIDES),
            (Step("march", "VAL-SEQ-01", say("March", "Marcha"), (March, Wait)),),
            (March, Wait),
            (Placed, Marched, Assaulted, Waited),
            ("home", "rout", "time"),
        ),
        options=(HANDICAP, ESTIMATED),
        other_prefixes=("VAO",),
    )
    rulebook = two_books(
        SEQ_01="The sides march in turn.",
        MOV_01="Units of one stack march together along an edge.",
        MOV_02="Guns use no track.",
        ASL_01="An assault needs 4 or more: die, plus attackers, minus defenders.",
        ASL_02="A foot unit of the group is the vanguard. It is lost if the assault fails.",
        ASL_03="Another foot unit may screen the vanguard. It is lost in its place.",
        ASL_04="Any unit of the group but the screen directs. From behind the vanguard it adds 1.",
    )

    def new_game(self, setup, dice):
        return (Placed({unit: HOMES[side_of(unit)] for unit in UNITS}, setup.options),)

    def decide(self, state, order, seat, dice):
        if isinstance(order, Wait):
            if seat != state.active:
                raise Refused(not_your_turn("VAL-SEQ-01"))
            return (Waited(seat),)
        faults = self._faults(state, order, seat)
        if faults:
            raise Refused(*faults)
        foes = state.stack(order.end)
        if state.held_by(order.end) in (None, seat):
            return (Marched(order.units, order.start, order.end),)
        die = dice.roll(6, "assault", seat)
        is_won = die + self._balance(state, order) >= NEEDED
        lost = tuple(foes) if is_won else (order.screen or order.vanguard,)
        return (Assaulted(order.units, order.start, order.end, die, is_won, lost),)

    def _faults(self, state, order, seat):
        if order.start not in AREAS.areas or (order.end and order.end not in AREAS.areas):
            return unseen().refusals
        if seat != state.active:
            return (not_your_turn("VAL-SEQ-01"),)
        group = set(order.units)
        mine = {unit for unit in state.stack(order.start) if side_of(unit) == seat}
        if not group or not group <= mine or len(group) < len(order.units):
            return unseen().refusals
        return self._no_way(state, order) or self._no_roles(state, order)

    def _balance(self, state, order):
        """VAL-ASL-01, VAO-ASL-01: Attackers minus defenders; South adds the handicap."""
        is_south = side_of(order.units[0]) == "south"
        bonus = option_number(state.options, HANDICAP) if is_south else 0
        return assault.strength(order) - len(state.stack(order.end)) + bonus

    def _is_assault(self, state, order):
        return state.held_by(order.end) not in (None, side_of(order.units[0]))

    def _no_roles(self, state, order):
        """Refusals of vanguard, screen and director of an assault."""
        if self._is_assault(state, order):
            return assault.role_refusals(order)
        given = order.vanguard or order.screen or order.director
        return (no("VAL-ASL-02", "There is no assault.", "No hay asalto."),) if given else ()

    def _no_way(self, state, order):
        """VAL-MOV-01, VAL-MOV-02: An edge leads there that every unit of the group uses."""
        if not order.end or AREAS.edge_kind(order.start, order.end) is None:
            return (no("VAL-MOV-01", "No edge leads there.", "Ningún tramo lleva allí."),)
        classes = {UNITS[unit][1] for unit in order.units}
        if all(AREAS.is_passable(order.start, order.end, Traveller("", one)) for one in classes):
            return ()
        return (no("VAL-MOV-02", "Guns use no track.", "La artillería no usa sendas."),)

    def evolve(self, state, event):
        match event:
            case Placed(at, options):
                return Valley(at, options=options)
            case Marched(units, _, end):
                return replace(state, at=state.at | dict.fromkeys(units, end), turn=state.turn + 1)
            case Assaulted(units, _, end, won=is_won, lost=lost):
                moved = dict.fromkeys(units, end) if is_won else {}
                at = {unit: area for unit, area in (state.at | moved).items() if unit not in lost}
                return replace(state, at=at, turn=state.turn + 1)
            case Waited():
                return replace(state, turn=state.turn + 1)
        raise TypeError(event)

    def view(self, state, viewer):
        return replace(state, viewer=viewer.seat)

    def imagined(self, view):
        return replace(view, viewer=None)

    def waiting_for(self, state):
        if self.outcome(state):
            return ()
        return (Decision(state.active, "march", say("March.", "Marcha.")),)

    def offers(self, view):
        wrong = () if view.viewer == view.active else (not_your_turn("VAL-SEQ-01"),)
        marches = [
            Offer(
                March(area),
                say("March from {place}", "Marchar desde {place}", place=NAMES[area]),
                no=wrong,
                asks=(self._units_field(view, area),),
                stack=area,
                asks_again=True,
            )
            for area in AREAS.keys
            if view.held_by(area) == (view.viewer or view.active)
        ]
        return [*marches, Offer(Wait(), say("Wait", "Esperar"), no=wrong, main=True)]

    def _units_field(self, view, area):
        choices = tuple(Choice(unit, UNITS[unit][2]) for unit in view.stack(area))
        return Field.some("units", say("Units", "Unidades"), choices)

    def assess(self, view, order):
        if isinstance(order, Wait):
            return Assessment(no=() if view.viewer == view.active else unseen().refusals)
        bare = replace(order, end=order.start, vanguard="", screen="", director="")
        faults = [fault for fault in self._faults(view, bare, view.viewer) if not_a_way(fault)]
        if faults:
            return Assessment(no=tuple(faults))
        if not order.end:
            return Assessment(asks=(self._end_field(view, order),))
        faults = self._no_way(view, order)
        asks = assault.open_fields(order) if self._is_assault(view, order) else ()
        return Assessment(
            no=faults or (() if asks else self._faults(view, order, view.viewer)),
            asks=() if faults else asks,
            way=(order.start, order.end),
            odds=() if faults else self._odds(view, order),
            further_odds=() if faults else self._further_odds(view, order),
            notes=() if faults else self._notes(order),
        )

    def _end_field(self, view, order):
        """Adjacent areas; those that the group cannot enter carry the refusal."""
        choices = tuple(
            Choice(area, NAMES[area], no=self._no_way(view, replace(order, end=area)))
            for area in AREAS.neighbours(order.start)
        )
        return Field.place("end", say("Where to", "Adónde"), choices)

    def _notes(self, order):
        return (
            say(
                "{units} march from {start} to {end}.",
                "De {start} a {end}: {units}.",
                units=unit_names(order.units),
                start=NAMES[order.start],
                end=NAMES[order.end],
            ),
        )

    def _odds(self, view, order):
        """VAL-ASL-01: Chance of an assault; none if no enemy stands there."""
        if view.held_by(order.end) in (None, view.viewer):
            return ()
        balance = self._balance(view, order)
        taken = say("{place} is taken", "{place}: tomada", place=NAMES[order.end])
        beaten = say("one attacker is lost", "cae un atacante")
        if ESTIMATED.key in view.options:
            luck = random.Random(balance)
            good = sum(luck.randint(1, 6) + balance >= NEEDED for _ in range(SAMPLES))
            lost = Chance.sampled(beaten, SAMPLES - good, SAMPLES, good=False)
            return (Chance.sampled(taken, good, SAMPLES), lost)
        good = sum(die + balance >= NEEDED for die in range(1, 7))
        return (Chance(taken, good, 6), Chance(beaten, 6 - good, 6, good=False))

    def _further_odds(self, view, order):
        """Attackers that an assault costs."""
        odds = self._odds(view, order)
        lost = [replace(one, says=say("{n}", "{n}", n=n)) for n, one in enumerate(odds)]
        return ((say("Attackers lost", "Atacantes perdidos"), tuple(lost)),) if lost else ()

    def outcome(self, state):
        for side, other in (("north", "south"), ("south", "north")):
            if state.held_by(HOMES[other]) == side:
                return self._won(side, "home")
            if not any(side_of(unit) == other for unit in state.at):
                return self._won(side, "rout")
        if state.turn > LAST_TURN:
            return Outcome((), "time", say("A draw.", "Tablas."))
        return None

    def _won(self, side, ending):
        return Outcome((side,), ending, say("{who} won.", "Gana el {who}.", who=SIDES[side]))

    def summary(self, view):
        able = view.viewer == view.active
        return Summary(
            active=view.active,
            pieces=tuple(
                PieceLine(
                    unit,
                    UNITS[unit][2],
                    unit_words(unit, area),
                    side_of(unit),
                    area,
                    able and side_of(unit) == view.viewer,
                )
                for unit, area in view.at.items()
            ),
            places=tuple(
                PlaceLine(area, NAMES[area], area_words(view, area), AREAS.neighbours(area))
                for area in AREAS.keys
            ),
        )

    def drawing(self, view, marks, language):
        return drawing.draw_valley(view, marks, language)

    def wording(self, before, event, viewer):
        match event:
            case Marched(units, start, end):
                says = say(
                    "{units}: from {start} to {end}.",
                    "{units}: de {start} a {end}.",
                    units=unit_names(units),
                    start=NAMES[start],
                    end=NAMES[end],
                )
                return (Line(says, ("VAL-MOV-01",), way=(start, end), places=(end,)),)
            case Assaulted(units, start, end, die, is_won):
                says = say(
                    "{units} assault {end} with a {die}: {result}.",
                    "Asalto de {units} a {end} con un {die}: {result}.",
                    units=unit_names(units),
                    end=NAMES[end],
                    die=die,
                    result=say("taken", "tomada") if is_won else say("beaten off", "rechazado"),
                )
                return (Line(says, ("VAL-ASL-01",), way=(start, end), places=(end,)),)
            case Waited(side):
                return (Line(say("{side} waits.", "{side} espera.", side=SIDES[side])),)
        return ()


def unit_words(unit, area):
    side, _, name = UNITS[unit]
    words = "{unit}, {side}, {place}"
    return say(words, words, unit=name, side=SIDES[side], place=NAMES[area])


def area_words(view, area):
    """Ground of an area, and the side that holds it."""
    side = view.held_by(area)
    if side is None:
        return say("{ground}, empty", "{ground}, sin unidades", ground=GROUNDS[area])
    return say(
        "{ground}, {side}: {n:unit+s}",
        "{ground}, {side}: {n:unidad+es}",
        ground=GROUNDS[area],
        side=SIDES[side],
        n=len(view.stack(area)),
    )


GAME = Game()
