"""Random positions with one side's secrets, for many twin worlds (tests/leaks/many_worlds.py).

A game begins with a whole position. Each world of the position has another secret: designations,
answers settled ahead, or conditional orders. Worlds with few secrets and with many take turns.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from app.games import shelf as boxes
from app.games.africa_1859 import GAME, orders, procedures
from app.games.africa_1859.events import Began
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fights.designations import attacking_vanguards, screens
from app.games.africa_1859.fights.settled_ahead import assault_sheet, charge_sheet
from app.games.africa_1859.ground import leaders_at, units_at
from app.games.africa_1859.state import ENEMY_OF, War
from app.kernel.contract import Event, Order, Setup
from app.kernel.dice import Dice
from app.kernel.form import Field
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from app.services.play import conditional_orders, lobby
from tests.games.africa_1859.positions import DATA, unit
from tests.games.africa_1859.random_fights import random_position
from tests.leaks.many_worlds import Given, SecretPosition
from tests.leaks.outlets import Probe
from tests.leaks.still import Fate
from tests.leaks.worlds import World

WORLDS = 20
"""Most worlds of a position, an even number. Pairs of neighbours are one less."""
TRIES = 80
HALF = 0.5
Orders = tuple[tuple[str, Order], ...]
"""Orders of seats, in turn."""


class Placed(type(GAME)):
    """The game, beginning with a position."""

    def __init__(self, war: War):
        super().__init__()
        self.war = war

    def new_game(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        return (Began(replace(self.war, terms=replace(self.war.terms, seats=dict(setup.seats)))),)


# ---------------------------------------------------------------------- secrets of each kind
def taking_turns(few: Iterable[Orders], many: Iterable[Orders]) -> list[Orders]:
    """Different secrets, those with few and with many answers in turn."""
    kinds, found = (iter(few), iter(many)), list[Orders]()
    while len(found) < WORLDS:
        fresh = (one for one in kinds[len(found) % 2] if one not in found)
        if (secret := next(fresh, None)) is None:
            break
        found.append(secret)
    return found[: len(found) // 2 * 2]


def settled(order: Order, asks: Sequence[Field], chance: random.Random, share: float) -> Order:
    """Order that settles a share of its later questions."""
    chosen = [one for one in asks if chance.random() < share]
    return replace(order, **{one.name: chance.choice(one.choices).value for one in chosen})


def designated(
    war: War, start: str, target: str, side: str, chance: random.Random
) -> list[orders.Assault]:
    """Assaults of one group with all its designations, in a random order."""
    group = [
        one for one in units_at(war, start, side) if DATA.kinds[one.kind].is_fighter and not one.dem
    ]
    led, keys = tuple(one.id for one in leaders_at(war, start, side)), tuple(x.id for x in group)
    found = [
        orders.Assault(keys, (target,), one.id, screen, led, director)
        for one in attacking_vanguards(war, group, target)
        for screen in ("", *(one.id for one in screens(war, group, one.id)))
        for director in (led or ("",))
    ]
    return chance.sample(found, len(found))


def assaults(war: War, start: str, target: str, side: str, chance: random.Random) -> list[Orders]:
    """Assaults with other designations; the defender has not answered."""
    able = designated(war, start, target, side, chance)

    def sheets(share: float) -> Iterator[Orders]:
        for _ in range(TRIES if len(able) > 1 else 0):
            order = chance.choice(able)
            asks = tuple(assault_sheet(war, order, side))
            yield ((side, settled(order, asks, chance, share)),)

    bare = [((side, order),) for order in able]
    return sealed(war, taking_turns([*bare, *sheets(0.2)] if len(able) > 1 else [], sheets(0.9)))


def after_the_reveal(
    war: War, start: str, target: str, side: str, chance: random.Random
) -> list[Orders]:
    """Losses and new vanguard settled ahead by one side, while another question waits."""
    plain = next(iter(designated(war, start, target, side, chance)), None)
    owner = chance.choice((side, ENEMY_OF[side]))
    if plain is None or len(plain.units) < 2:
        return []
    answer = default_defence(war, plain, side)
    if answer is None:
        return []
    names = ("default", *plain.units)
    if owner != side:
        names = ("default", *(one.id for one in units_at(war, target, owner)))

    def ahead(**settled_ahead: str) -> Orders:
        mine, other = (plain, answer) if owner == side else (answer, plain)
        both = {owner: replace(mine, **settled_ahead), ENEMY_OF[owner]: other}
        return ((side, both[side]), (ENEMY_OF[side], both[ENEMY_OF[side]]))

    few = [ahead(), *(ahead(losses=name) for name in names)]
    many = [ahead(losses=name, new_vanguard="default") for name in names]
    return waiting(war, taking_turns(few, many))


def default_defence(war: War, order: orders.Assault, side: str) -> orders.Defend | None:
    """Default answer to an assault; None if there is none."""
    after = decided(war, ((side, order),))
    enemy = ENEMY_OF[side]
    answer = after and GAME.default_order(GAME.view(after, Viewer(enemy, enemy)))
    return answer if isinstance(answer, orders.Defend) else None


def with_charge(war: War, start: str, target: str, side: str) -> tuple[War, tuple[str, ...]]:
    """Position with three riders of the side at the target, asked about an arrival in the start
    space; and the riders.
    """
    enemy = ENEMY_OF[side]
    kinds = {"S": ("line", "cazadores"), "M": ("cabila", "guich")}[enemy]
    horse = next(
        key
        for key, row in sorted(DATA.kinds.items())
        if row.unit_class == "cavalry" and row.side == side
    )
    riders = [unit(f"x_{number}", horse, target) for number in range(3)]
    foot = [unit(f"y_{number}", kind, start) for number, kind in enumerate(kinds)]
    movers = tuple(one.id for one in foot)
    stack = (
        procedures.March(enemy, start, movers, (), (start,), done=1),
        procedures.Window(side, start, "", movers, ()),
        procedures.Question("arrival", side, start),
    )
    kept = {key: one for key, one in war.units.items() if one.at not in (start, target)}
    units = {**kept, **{one.id: one for one in (*riders, *foot)}}
    return replace(war, units=units, stack=stack), tuple(one.id for one in riders)


def charges(
    war: War, start: str, side: str, riders: tuple[str, ...], chance: random.Random
) -> list[Orders]:
    """Charges at an arrival with other vanguards and answers ahead."""

    def sheets(share: float) -> Iterator[Orders]:
        for _ in range(TRIES):
            order = orders.Arrival(charge=riders, vanguard=chance.choice(riders))
            asks = tuple(charge_sheet(war, riders, start, order))
            yield ((side, settled(order, asks, chance, share)),)

    return sealed(war, taking_turns(sheets(0.2), sheets(0.9)))


# ---------------------------------------------------------------------- what stays secret
def decided(war: War, given: Orders) -> War | None:
    """Position after the orders; None if the rules refuse one."""
    Fate.loaded = {}
    try:
        for seat, order in given:
            war = fold(war, GAME.decide(war, order, seat, Fate(b"", 1)))
    except Refused:
        return None
    return war


def fights_after(war: War, found: Sequence[Orders]) -> list[procedures.Assault | None]:
    """Assault that waits after each of the orders."""
    ends = [decided(war, one) for one in found]
    return [
        next((one for one in end.stack if isinstance(one, procedures.Assault)), None)
        if end is not None
        else None
        for end in ends
    ]


def sealed(war: War, found: list[Orders]) -> list[Orders]:
    """The secrets, unless the rules refuse or reveal one of them at once."""
    fights = fights_after(war, found)
    return found if all(one is not None and not one.revealed for one in fights) else []


def waiting(war: War, found: list[Orders]) -> list[Orders]:
    """The secrets, unless one of them acts before another question."""
    fights = fights_after(war, found)
    return found if all(one is not None and one.clash is None for one in fights) else []


# ---------------------------------------------------------------------- worlds
def give_orders(given: Orders, world: World) -> None:
    for seat, order in given:
        world.gives(seat, order)


def save_answers(answers: Mapping[str, str], then: Orders, world: World) -> None:
    """Save conditional orders of the owner; a later order puts them on the record."""
    conditional_orders.save_conditional_orders(
        world.services, world.game.id, world.ids["own"], answers
    )
    give_orders(then, world)


def answers_ahead(war: War, side: str, chance: random.Random) -> list[Mapping[str, str]]:
    """Different conditional orders of a side: one and four of them in turn."""
    topics, found = GAME.conditional_orders.topics(GAME.view(war, Viewer(side, side))), []
    while topics and len(found) < WORLDS:
        some = chance.sample(topics, min(len(topics), (1, 4)[len(found) % 2]))
        answers = {topic.key: chance.choice(topic.choices).value for topic in some}
        if answers not in found:
            found.append(answers)
    return found


def begin(side: str, world: World) -> None:
    """Open a table of two; `own` has the side with the secret."""
    game = lobby.open_table(world.services, world.ids["own"], "africa_1859", "castillejos", side)
    world.sits(
        lobby.join_table(world.services, game.id, world.ids["other"], ENEMY_OF[side]),
        **{side: "own", ENEMY_OF[side]: "other"},
    )


def secrets_of(number: int) -> tuple[War, str, tuple[str, str], list[Given]]:
    """Position of a number, side with the secret, two places, and its secrets."""
    chance = random.Random(f"worlds {number}")
    war, start, target, side = random_position(chance)
    war, found, owner = replace(war, stack=()), list[Orders](), side
    if number % 2:
        owner = chance.choice((side, ENEMY_OF[side]))
        close = ((war.phase.side, orders.Close()),)
        then = close if chance.random() < HALF and decided(war, close) is not None else ()
        return (
            war,
            owner,
            (start, target),
            [partial(save_answers, answers, then) for answers in answers_ahead(war, owner, chance)],
        )
    if number % 8 == 6:
        owner = ENEMY_OF[side]
        war, riders = with_charge(war, start, target, owner)
        found = charges(war, start, owner, riders, chance)
    elif number % 4 == 2:
        found = after_the_reveal(war, start, target, side, chance)
        owner = owner_of(found, side)
    else:
        found = assaults(war, start, target, side, chance)
    return war, owner, (start, target), [partial(give_orders, one) for one in found]


def owner_of(found: Sequence[Orders], side: str) -> str:
    """Side whose orders differ; the attacker, unless all attacks are the same."""
    return side if len({one[0] for one in found}) > 1 else ENEMY_OF[side]


def position(number: int) -> SecretPosition | None:
    """Position with at least two secrets; None if this number gives none."""
    war, owner, places, secrets = secrets_of(number)
    if len(secrets) < 2:
        return None
    never_legal = {"kind": "defend", "vanguard": "no_such_unit"}
    probe = Probe((*places, "no_such_place"), (never_legal, {"kind": "take_back"}))
    shelf = {**boxes(), "africa_1859": Placed(war)}
    return SecretPosition(partial(begin, owner), secrets, probe, shelf)
