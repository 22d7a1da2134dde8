"""Movement: offers are accepted in any position, with or without led animals."""

import random

import msgspec
import pytest

from app.games.cry_havoc import move_offers, move_reach, movement, passage
from app.games.cry_havoc.evolve import evolve
from app.games.cry_havoc.occupancy import hexes_of, is_living, living_at, the_ground
from app.games.cry_havoc.orders import Ride
from app.games.cry_havoc.passage import closed_ground
from app.games.cry_havoc.state import MOVEMENT, Battle, Unit
from app.games.cry_havoc.tables import MAPS, character, new_animal
from app.kernel.dice import LoadedDice
from app.kernel.offers import Offer
from app.kernel.space.hexes import are_adjacent

MEN = (
    ("Tom", "red"),
    ("Ben", "red"),
    ("Gam", "red"),
    ("Fletcher", "red"),
    ("Edith", "blue"),
    ("Hal", "blue"),
    ("Odo", "blue"),
)
RIDERS = (("Sir Piers", "red"), ("Sir James", "blue"))


def scattered(map_id: str, chance: random.Random) -> Battle:
    """Units, riders, horses and mules at random near each other, some stunned, wounded or dead."""
    battle = Battle(
        MAPS[map_id],
        seats={"red": "red", "blue": "blue"},
        turn=1,
        active="red",
        step=MOVEMENT,
        facts={"captive": "Edith"},
    )
    ground = the_ground(battle)
    near = sorted(hex_ for hex_ in ground.hexes if 7 <= int(hex_[:2]) <= 18)
    chance.shuffle(near)
    units: dict[str, Unit] = {}

    def placed(unit: Unit, horse: bool, two: bool) -> None:
        for hex_ in near:
            now = msgspec.structs.replace(battle, units={**units})
            rears = [
                there
                for _, there in ground.neighbours(hex_)
                if not closed_ground(now, there, True)
                and not living_at(now, there)
                and not passage.hexside_barrier(now, hex_, there, horse=True)
            ]
            if (
                not living_at(now, hex_)
                and not closed_ground(now, hex_, horse)
                and (rears or not two)
            ):
                units[unit.id] = msgspec.structs.replace(
                    unit, hex=hex_, rear=rears[0] if two else None
                )
                near.remove(hex_)
                return

    for name, side in MEN:
        state = chance.choice(("healthy", "healthy", "healthy", "wounded", "stunned", "dead"))
        placed(
            msgspec.structs.replace(character(name, side, side), state=state),
            horse=False,
            two=False,
        )
    for name, side in RIDERS:
        units[f"under {name}"] = new_animal("horse", f"under {name}", side, name)
        placed(
            msgspec.structs.replace(character(name, side, side), rides=f"under {name}"),
            horse=True,
            two=True,
        )
    for number in range(3):
        placed(new_animal("horse", f"horse {number}"), horse=True, two=True)
        placed(new_animal("mule", f"mule {number}"), horse=True, two=False)
    return msgspec.structs.replace(battle, units=units)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("map_id", ["aldea", "bosque"])
def test_every_place_within_reach_is_accepted(map_id, seed):
    chance = random.Random(seed)
    battle = scattered(map_id, chance)
    for round_ in range(2):
        for offer in live_offers(battle):
            reach = move_reach.ends_of_move(battle, offer.order)
            for there, way in chance.sample(sorted(reach.items()), min(len(reach), 8)):
                field = "steps" if isinstance(offer.order, Ride) else "path"
                order = msgspec.structs.replace(offer.order, **{field: way.path})
                assert movement.move_refusals(battle, order, "red") == (), f"seed {seed}: {order}"
                moved = movement.move(battle, order, "red", LoadedDice())[-1]
                assert (moved.hex, moved.cost) == (there, way.cost), f"seed {seed}: {order}"
        battle = one_move_of_each(battle, chance)
        assert_one_unit_per_hex(battle, f"seed {seed}, round {round_}")


def live_offers(battle: Battle) -> list[Offer]:
    return [
        offer
        for offer in (
            *move_offers.move_offers(battle, "red"),
            *move_offers.ride_offers(battle, "red"),
        )
        if offer.is_live
    ]


def one_move_of_each(battle: Battle, chance: random.Random) -> Battle:
    for unit in [unit.id for unit in move_offers.movers(battle, "red")]:
        live = [offer for offer in live_offers(battle) if offer.piece == unit]
        if not live:
            continue
        offer = chance.choice(live)
        ways = list(move_reach.ends_of_move(battle, offer.order).values())
        if ways:
            field = "steps" if isinstance(offer.order, Ride) else "path"
            order = msgspec.structs.replace(offer.order, **{field: chance.choice(ways).path})
            for event in movement.move(battle, order, "red", LoadedDice()):
                battle = evolve(battle, event)
    units = {key: msgspec.structs.replace(unit, moved=False) for key, unit in battle.units.items()}
    return msgspec.structs.replace(battle, units=units)


def assert_one_unit_per_hex(battle: Battle, where: str) -> None:
    """CH-STK-02 after whole rounds of moves, led animals included."""
    seen: dict[str, str] = {}
    for unit in battle.units.values():
        for hex_ in hexes_of(unit) if is_living(unit) else ():
            assert hex_ not in seen, f"{where}: {unit.id} and {seen[hex_]} in {hex_}"
            seen[hex_] = unit.id
        if is_living(unit) and unit.kind == "horse":
            assert are_adjacent(unit.hex, unit.rear), where
