"""Invariants after every order of random players: in whole scenarios and in crowds."""

import random
from itertools import pairwise
from typing import Union

import msgspec
import pytest

from app.games.cry_havoc import GAME, plans
from app.games.cry_havoc.deployment import is_off_the_map
from app.games.cry_havoc.events import Advanced, Moved, Retreated, StepBegan
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.ground import WALL, WINDOW, ground_of
from app.games.cry_havoc.occupancy import (
    are_neighbours,
    figures,
    hexes_of,
    is_animal,
    is_living,
    is_mounted,
    may_strike_across,
)
from app.games.cry_havoc.orders import Attack, Pass, SetCover
from app.games.cry_havoc.sequence import decide
from app.games.cry_havoc.state import (
    CLOSE_COMBAT,
    DEAD,
    FIRST_FIRE,
    MOVEMENT,
    PRISONER,
    SECOND_FIRE,
    SETUP,
    STUNNED,
    WOUNDED,
    Battle,
    Fall,
)
from app.games.cry_havoc.tables import CHARACTERS, MAPS, RANSOM, character, new_animal
from app.games.cry_havoc.turn_order import waiting_for
from app.games.cry_havoc.victory import draw_is_near
from app.kernel import headless_games, monkey, record
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.seats import Viewer
from app.kernel.space.hexes import are_adjacent

SCENARIOS = {scenario.key: scenario for scenario in GAME.card.scenarios}
OPTIONS = ("limited_ammunition", "surrender_and_ransom")
EVENTS = msgspec.json.Decoder(list[Union[GAME.card.events]])  # noqa: UP007 a tuple of types
MOVES, CROWDS = 180, 16
SEATS = {"red1": "red", "red2": "red", "blue1": "blue", "blue2": "blue"}


def whereabouts(battle, unit):
    """Places of a unit by every criterion; exactly one must hold."""
    falls = any(isinstance(owed, Fall) and owed.unit == unit.id for owed in battle.pending)
    is_ridden = any(rider.rides == unit.id and not rider.left for rider in battle.units.values())
    rider_left = any(rider.rides == unit.id and rider.left for rider in battle.units.values())
    plan = plans.PLANS.get(battle.scenario)
    waits = (
        is_off_the_map(unit)
        and plan
        and (plan.entry(unit) or (battle.step == SETUP and plan.zone(unit)))
    )
    found = {
        "falling": falls,
        "on the map": bool(unit.hex),
        "left": bool(unit.left) or rider_left,
        "ridden": is_ridden,
        "waiting": bool(waits) and not falls,
    }
    return [where for where, holds in found.items() if holds]


def misplaced(battle):
    """Units without a place or in two places, and living units that share a hex."""
    if battle.winners is None:
        lost = {unit.id: whereabouts(battle, unit) for unit in battle.units.values()}
        yield from (f"{unit}: {where}" for unit, where in lost.items() if len(where) != 1)
    taken = [hex_ for unit in battle.units.values() if is_living(unit) for hex_ in hexes_of(unit)]
    yield from {f"two in {hex_}" for hex_ in taken if taken.count(hex_) > 1}
    for unit in battle.units.values():
        long = unit.kind == "horse" or is_mounted(unit)
        if unit.hex and long != (unit.rear is not None):
            yield f"{unit.id} stands in {hexes_of(unit)}"
        if unit.hex and unit.rear and not are_adjacent(unit.hex, unit.rear):
            yield f"{unit.id} is torn apart"


def badly_held(battle):
    """Faults of reins and knots: leaders and led live, one leader each, mules of a train
    adjacent.
    """
    for unit in battle.units.values():
        led = battle.units.get(unit.leads or "")
        if (
            led
            and unit.hex
            and not (
                is_living(unit)
                and unit.state != STUNNED
                and is_living(led)
                and are_neighbours(unit, led)
            )
        ):
            yield f"{unit.id} cannot lead {led.id}"
        if led and [other.leads for other in battle.units.values()].count(led.id) > 1:
            yield f"two lead {led.id}"
        for other in (battle.units[tied] for tied in unit.tied_to):
            if unit.id not in other.tied_to or (
                unit.hex and other.hex and not are_neighbours(unit, other)
            ):
                yield f"{unit.id} is badly tied to {other.id}"


def too_far(battle, events):
    """Moves beyond the printed points, and advances and retreats beyond their hexes."""
    for event in events:
        if isinstance(event, Moved):
            unit = battle.units[event.unit]
            most = max(figures(unit)[2], unit.ransom[2] if unit.ransom else 0)
            if event.cost > most or any(
                not are_adjacent(here, there)
                for here, there in pairwise(event.path)
                if here != there
            ):
                yield f"{unit.id} of {most} points: {event}"
        if isinstance(event, Advanced) and len(event.path) - 1 > (
            3 if is_mounted(battle.units[event.unit]) else 2
        ):
            yield f"an advance too far: {event}"
        if isinstance(event, Retreated):
            new = {event.hex, event.rear} - {None, *event.from_hexes}
            if len(new) > 1 or not all(
                any(are_adjacent(hex_, left) for left in event.from_hexes) for hex_ in new
            ):
                yield f"a retreat too far: {event}"


def stale(battle, events):
    """Marks of a phase or fire step that outlive it."""
    begun = [event for event in events if isinstance(event, StepBegan)]
    for unit in battle.units.values() if begun else ():
        if unit.covered:
            yield f"{unit.id} is still covered"
        if (
            begun[-1].step == FIRST_FIRE
            and unit.side == battle.active
            and (unit.shot or unit.moved or unit.busy or unit.attacked)
        ):
            yield f"{unit.id} carries marks into a new phase"
        if begun[-1].step == SECOND_FIRE and (
            (unit.side == battle.active and unit.fought)
            or (unit.side != battle.active and unit.beset)
        ):
            yield f"{unit.id} carries marks out of the movement step"


def unanswerable(battle):
    """Decisions owed without an owner at the table or without a choice."""
    for owed in waiting_for(battle) if battle.pending else ():
        offers = GAME.offers(GAME.view(battle, Viewer(owed.seat, battle.seats[owed.seat])))
        if not any(offer.is_live for offer in offers):
            yield f"{owed.seat} cannot answer {battle.pending[0]}"


def wrong(before, after, events):
    return [
        *misplaced(after),
        *badly_held(after),
        *too_far(before, events),
        *stale(after, events),
        *unanswerable(after),
    ]


def either(game, view, chance):
    """Player that is half bot, half random, so that games progress on unusual ways."""
    return game.bot(view, chance) if chance.random() < 0.6 else monkey.any_order(game, view, chance)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_keep_the_invariants(scenario):
    seats = {
        f"{side.key} {number}": side.key for side in SCENARIOS[scenario].sides for number in (1, 2)
    }
    played = headless_games.play_game(
        GAME, Setup(scenario, seats, OPTIONS), either, f"laws of {scenario}", most=MOVES
    )
    for before, move, after in zip(
        played.tables[1:], played.moves[1:], played.tables[2:], strict=False
    ):
        assert not wrong(before.state, after.state, move.events), (
            f"move {move.number}: {move.order}"
        )
    assert played.outcome is not None or len(played.moves) == MOVES
    read_back = [
        msgspec.structs.replace(move, events=record.read_events(GAME, record.to_json(move.events)))
        for move in played.moves
    ]
    assert record.replay_moves(GAME, read_back) == played.tables[-1]


def lazy(game, view, chance):
    """Player that only waits: it gives required answers and passes otherwise."""
    done = [
        offer.order
        for offer in game.offers(view)
        if offer.is_live and isinstance(offer.order, Pass)
    ]
    return done[0] if done else monkey.any_order(game, view, chance)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_without_acts_comes_to_an_end(scenario):
    """It ends by the last turn of the scenario, or by the draw proposed to both sides."""
    played = headless_games.play_game(
        GAME, headless_games.plain_setup(SCENARIOS[scenario]), lazy, "lazy", most=260
    )
    last = played.tables[-1].state
    assert played.outcome is not None if plans.PLANS[scenario].turn_limit else draw_is_near(last), (
        last.turn,
        last.step,
    )


def within_reach(ground, one, other):
    return any(
        may_strike_across(ground, here, there)
        for here in hexes_of(one)
        for there in hexes_of(other)
    )


class Crowd:
    """Narrow place on a map, filled with characters, riders, loose horses and trains of mules."""

    def __init__(self, chance):
        self.chance, self.units = chance, {}
        self.map = MAPS[chance.choice(("aldea", "bosque"))]
        self.ground = ground_of(self.map)
        self.free = self.grown(
            chance.choice(
                ("0404", "1008", "1509", "1612", "0304")
                if self.map.id == "aldea"
                else ("0605", "1507", "1012")
            )
        )
        self.names = chance.sample(list(CHARACTERS), len(CHARACTERS))

    def grown(self, middle):
        place = [middle]
        while len(place) < 40:
            place.append(
                self.chance.choice(
                    [hex_ for _, hex_ in self.ground.neighbours(self.chance.choice(place))]
                )
            )
            place = list(dict.fromkeys(place))
        return [
            hex_
            for hex_ in self.chance.sample(place, len(place))
            if self.ground.kind(hex_) != "water"
        ]

    def row(self, length):
        """Adjacent free hexes open to animals; fewer if there are no more."""
        fit = [hex_ for hex_ in self.free if self.ground.kind(hex_) not in ("trees", "interior")]
        found = fit[:1]
        while found and len(found) < length:
            near = [
                hex_
                for side, hex_ in self.ground.neighbours(found[-1])
                if hex_ in fit
                and hex_ not in found
                and self.ground.side(found[-1], side) not in (WALL, WINDOW)
            ]
            if not near:
                break
            found.append(near[0])
        self.free = [hex_ for hex_ in self.free if hex_ not in found]
        return found

    def add(self, unit, **facts):
        self.units[unit.id] = msgspec.structs.replace(unit, **facts)

    def man(self, side):
        name = self.names.pop()
        unit = character(name, side, f"{side}{self.chance.randint(1, 2)}", name)
        place = self.row(2) if unit.mounted and self.chance.random() < 0.6 else self.free[:1]
        if len(place) == 2:
            self.add(new_animal("horse", f"{name}'s", side, name))
            self.add(
                unit,
                hex=place[0],
                rear=place[1],
                rides=f"{name}'s",
                state=self.chance.choice(("healthy", WOUNDED)),
            )
        elif place:
            self.free = [hex_ for hex_ in self.free if hex_ != place[0]]
            state = self.chance.choice(
                ("healthy", "healthy", WOUNDED, STUNNED, DEAD if unit.weapon else "healthy")
            )
            self.add(
                unit,
                hex=place[0],
                state=state,
                ammo=self.chance.randint(0, 4) if unit.weapon else None,
                stunned_in=("blue" if side == "red" else "red") if state == STUNNED else None,
            )

    def beasts(self, number):
        row = self.row(3)
        for place, hex_ in enumerate(row):
            tied = tuple(
                f"mule {number}.{other}"
                for other in (place - 1, place + 1)
                if 0 <= other < len(row)
            )
            self.add(
                new_animal(
                    "mule", f"mule {number}.{place}", self.chance.choice(("red", "blue", None))
                ),
                hex=hex_,
                tied_to=tied,
            )
        place = self.row(2)
        if len(place) == 2:
            self.add(new_animal("horse", f"loose {number}", "red"), hex=place[0], rear=place[1])

    def reins(self):
        """Give half of the animals a leader adjacent to one end."""
        for beast in [
            unit
            for unit in self.units.values()
            if is_animal(unit) and unit.hex and len(unit.tied_to) < 2
        ]:
            row = {
                beast.id,
                *beast.tied_to,
                *(more for tied in beast.tied_to for more in self.units[tied].tied_to),
            }
            near = [
                unit
                for unit in self.units.values()
                if not is_animal(unit)
                and is_living(unit)
                and unit.state != STUNNED
                and not unit.leads
                and within_reach(self.ground, unit, beast)
            ]
            if (
                near
                and self.chance.random() < 0.5
                and not any(unit.leads in row for unit in self.units.values())
            ):
                self.add(near[0], leads=beast.id)

    def prisoners(self):
        """Make some of the knights on foot prisoners of the units adjacent to them."""
        for unit in list(self.units.values()):
            if (
                unit.kind == "knight"
                and not unit.rides
                and unit.state != DEAD
                and self.chance.random() < 0.5
            ):
                captor = "blue" if unit.side == "red" else "red"
                guards = [
                    other.id
                    for other in self.units.values()
                    if other.side == captor
                    and not is_animal(other)
                    and other.state in ("healthy", WOUNDED)
                    and are_neighbours(other, unit)
                ]
                self.add(
                    unit,
                    state=PRISONER,
                    counter="ransom",
                    ransom=RANSOM["ransom"],
                    captor=captor,
                    guards=tuple(guards[:2]),
                    leads=None,
                    stunned_in=None,
                )

    def battle(self):
        for number in range(self.chance.randint(10, 16)):
            self.man(("red", "blue")[number % 2])
        for number in range(2):
            self.beasts(number)
        self.reins()
        self.prisoners()
        heaps = {hex_: {"person": self.chance.randint(1, 6)} for hex_ in self.free[:3]}
        return Battle(
            self.map,
            options=(*OPTIONS, "skip_idle_steps"),
            seats=SEATS,
            units=self.units,
            heaps=heaps,
            turn=3,
            active=self.chance.choice(("red", "blue")),
            step=self.chance.choice((MOVEMENT, MOVEMENT, CLOSE_COMBAT, FIRST_FIRE)),
            score={"red": 0, "blue": 0},
        )


def something_rare(view, chance):
    """Order of a kind drawn at random from the offered kinds, so that rare kinds occur."""
    live = [offer for offer in GAME.offers(view) if offer.is_live]
    kinds = list({type(offer.order) for offer in live} - {Pass, SetCover})
    kinds = sorted(kinds, key=lambda kind: (kind is not Attack) + chance.random())
    if not kinds or chance.random() < 0.12:
        kinds.insert(0, Pass)
    for kind in (*kinds, Pass):
        for offer in chance.sample(live, len(live)):
            order = (
                None
                if not isinstance(offer.order, kind)
                else monkey.filled_offer(GAME, view, offer, chance)
                if offer.asks
                else offer.order
            )
            if order is not None:
                return order
    raise monkey.DeadEnd(view.battle.pending[:1])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(CROWDS))
def test_a_crowd_keeps_the_invariants(number):
    chance = random.Random(f"crowd {number}")
    battle = Crowd(chance).battle()
    assert not [*misplaced(battle), *badly_held(battle)]
    for move in range(22):
        seat = chance.choice(waiting_for(battle)).seat
        order = something_rare(GAME.view(battle, Viewer(seat, battle.seats[seat])), chance)
        events = decide(battle, order, seat, SeededDice(b"crowd", 100 * number + move))
        after = fold(battle, events)
        assert not wrong(battle, after, events), f"move {move}: {order}"
        assert fold(battle, EVENTS.decode(msgspec.json.encode(list(events)))) == after
        battle = after
