"""Offers of fights: actions of the spaces that may act, and answers to the questions of a fight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice, permutations, product

from app.games.africa_1859 import orders
from app.games.africa_1859.activation import opening_refusals, side_of
from app.games.africa_1859.counters import is_cavalry, title_of, titles_of
from app.games.africa_1859.evolve import with_phase
from app.games.africa_1859.fights.aftermath import usual_losses
from app.games.africa_1859.fights.beginning import usual_defence
from app.games.africa_1859.fights.clash_loss import allocations
from app.games.africa_1859.fights.counter_battery import answer_of, guns_still_there
from app.games.africa_1859.fights.designations import defending_vanguards, screens
from app.games.africa_1859.fights.fields import (
    assault_leaders,
    assault_units,
    assault_ways,
    caracole_fields,
    caracole_targets,
    counter_choices,
    fire_fields,
    fire_targets,
    group_fields,
    ready_guns,
    ship_fields,
    ship_targets,
)
from app.games.africa_1859.fights.riders import (
    choices_of,
    counter_chargers,
    innermost_assault,
    riders_refusals,
)
from app.games.africa_1859.fights.settled_ahead import defence_sheet
from app.games.africa_1859.fights.ships import ready_ships
from app.games.africa_1859.ground import leaders_at, map_of, place, units_at
from app.games.africa_1859.procedures import Question, RiderChoice
from app.games.africa_1859.retreat_ranks import rank_words, retreat_rank
from app.games.africa_1859.state import SPAIN, War
from app.kernel.form import Field
from app.kernel.offers import Offer
from app.kernel.refusal import found_in
from app.kernel.say import Say, say

MOST_OFFERS = 48
"""Offers of one kind for a question; further answers are given by their fields."""
TAKE_LOSSES = say("Take these losses", "Aceptar estas pérdidas")


def fight_offers(war: War, seat: str) -> Iterator[Offer]:
    """Fighting actions of each space of the side that is open or may be opened."""
    side = side_of(war, seat)
    if side == SPAIN and not war.phase.open:
        yield from ship_offers(war)
    for space in map_of(war).spaces:
        if not units_at(war, space, side):
            continue
        if space != war.phase.open and found_in(opening_refusals(war, space, side)):
            continue
        opened = with_phase(war, open=space)
        yield from assault_offers(opened, space, side)
        yield from caracole_offers(opened, space, side)
        yield from gun_offers(opened, space, side)


def assault_offers(war: War, space: str, side: str) -> Iterator[Offer]:
    """Offer of an assault from a space with a target in reach."""
    units = assault_units(war, space, side)
    riders = [key for key in units if is_cavalry(war, war.units[key])]
    if not units or not (riders or assault_leaders(war, space, side)):
        return
    if not assault_ways(war, orders.Assault(tuple(riders or units)), side):
        return
    yield Offer(
        orders.Assault(space=space),
        say("Assault from {place:the}", "Asaltar desde {place:el}", place=place(war, space)),
        asks=group_fields(war, side),
        stack=space,
        rolls=True,
        asks_again=True,
    )


def caracole_offers(war: War, space: str, side: str) -> Iterator[Offer]:
    """Offer of a caracole for each rider of a space with a target."""
    for key in assault_units(war, space, side):
        if is_cavalry(war, war.units[key]) and caracole_targets(war, key):
            order = orders.Caracole(key, space=space)
            yield Offer(
                order,
                say("Caracole of {who}", "Caracola {who:del}", who=title_of(war, key)),
                asks=caracole_fields(war, order),
                piece=key,
                stack=space,
                rolls=True,
                asks_again=True,
            )


def gun_offers(war: War, space: str, side: str) -> Iterator[Offer]:
    """Offer of the fire of the guns of a space with a target."""
    if ready_guns(war, space, side) and fire_targets(war, space, side):
        yield Offer(
            orders.Fire(space=space),
            say(
                "Fire with guns from {place:the}",
                "Disparar la artillería desde {place:el}",
                place=place(war, space),
            ),
            asks=fire_fields(war, orders.Fire(space=space), side),
            stack=space,
            rolls=True,
            asks_again=True,
        )


def ship_offers(war: War) -> Iterator[Offer]:
    """Offer of the fire of each ship with a target."""
    targets = ship_targets(war)
    for ship in sorted({ship for space in targets for ship in ready_ships(war, space)}):
        yield Offer(
            orders.ShipFire(ship),
            say("Fire with {who}", "Disparar con el {who}", who=title_of(war, ship)),
            asks=ship_fields(war, orders.ShipFire(ship)),
            rolls=True,
            asks_again=True,
        )


# --- Answers
def defend_offers(war: War, question: Question) -> Iterator[Offer]:
    """Offer of the defence by default, and of a defence that the player names."""
    usual = usual_defence(war, question)
    named = [key for key in (usual.vanguard, usual.screen, usual.leader) if key]
    yield Offer(
        usual,
        say("Defend with {names}", "Defender con {names:el}", names=titles_of(war, named)),
        main=True,
        rolls=True,
    )
    units = units_at(war, question.space, question.side)
    able = [unit.id for unit in defending_vanguards(war, units)]
    light = [unit.id for unit in screens(war, units, "")]
    leaders = [one.id for one in leaders_at(war, question.space, question.side)]
    asks = [
        Field.choice(
            "vanguard",
            say("Vanguard", "Vanguardia"),
            counter_choices(war, able),
            usual=usual.vanguard,
        )
    ]
    for name, title, keys, best in (
        ("screen", say("Screen", "Cobertura"), light, usual.screen),
        ("leader", say("Leader", "Líder"), leaders, usual.leader),
    ):
        if keys:
            choices = counter_choices(war, keys)
            asks.append(Field.choice(name, title, choices, usual=best, is_optional=True))
    asks += defence_sheet(war, innermost_assault(war))
    yield Offer(
        orders.Defend(),
        say("Name the defence", "Designar la defensa"),
        asks=tuple(asks),
        rolls=True,
        asks_again=True,
    )


def riders_offers(war: War, question: Question) -> Iterator[Offer]:
    """Offers of the legal lists of choices, in order of id."""
    assault = innermost_assault(war)
    stay = say("All riders stay", "Todos los jinetes se quedan")
    yield Offer(orders.Riders(passes=True), stay, main=True, rolls=True)
    each = [choices_of(war, assault, key) for key in question.units]
    for chosen in islice(product(*each), MOST_OFFERS * 4):
        acting = tuple(one for one in chosen if one.choice != "stay")
        order = orders.Riders(acting)
        if acting and not found_in(riders_refusals(war, question, order)):
            words = [rider_words(war, one) for one in acting]
            yield Offer(order, say("{words:Aa}", "{words:Aa}", words=words), rolls=True)


def rider_words(war: War, choice: RiderChoice) -> Say:
    """Choice of a rider in words."""
    who = title_of(war, choice.unit)
    if choice.choice == "counter_charge":
        return say("counter-charge of {who}", "contracarga {who:del}", who=who)
    if choice.shelter:
        return say("caracole of {who} with shelter", "caracola {who:del} y a resguardo", who=who)
    return say(
        "caracole of {who} to {place:the}",
        "caracola {who:del} hacia {place:el}",
        who=who,
        place=place(war, choice.exit),
    )


def intercept_offers(war: War, question: Question) -> Iterator[Offer]:
    """Offers of the pairs of interceptor and counter-charging unit."""
    chargers = counter_chargers(innermost_assault(war))
    stay = say("Do not intercept", "No interceptar")
    yield Offer(orders.Intercept(passes=True), stay, main=True, rolls=True)
    for number in range(1, min(len(chargers), len(question.units)) + 1):
        for met in combinations(chargers, number):
            for own in islice(permutations(question.units, number), MOST_OFFERS):
                pairs = dict(zip(met, own, strict=True))
                words = [
                    say(
                        "{own} against {met}",
                        "{own} contra {met}",
                        own=title_of(war, rider),
                        met=title_of(war, charger),
                    )
                    for charger, rider in pairs.items()
                ]
                says = say("Intercept: {words}", "Interceptar: {words}", words=words)
                yield Offer(orders.Intercept(pairs), says, rolls=True)


def new_vanguard_offers(war: War, question: Question) -> Iterator[Offer]:
    """Offer of each unit that may be vanguard."""
    for key in question.units:
        says = say("{who} as vanguard", "{who} a la vanguardia", who=title_of(war, key))
        act = say(
            "Name {who} as vanguard", "Designar {who:al} como vanguardia", who=title_of(war, key)
        )
        yield Offer(orders.NewVanguard(key), says, act=act, piece=key, rolls=True)


def groups_of(keys: list[str]) -> Iterator[tuple[str, ...]]:
    """All groups of guns, the largest first."""
    for number in range(len(keys), 0, -1):
        yield from combinations(keys, number)


def assault_fire_offers(war: War, question: Question) -> Iterator[Offer]:
    """Offers of the groups of guns and the ships that may fire, and of holding fire."""
    supports = question.decision == "support"
    kind = orders.Support if supports else orders.DefenceFire
    guns = [key for key in question.units if key in war.units]
    for group in groups_of(guns):
        says = say("Fire with {names}", "Disparar con {names:el}", names=titles_of(war, group))
        is_main = not supports and len(group) == len(guns)
        yield Offer(kind(guns=group), says, rolls=True, main=is_main)
    for ship in (key for key in question.units if key not in war.units):
        says = say("Fire with {who}", "Disparar con el {who}", who=title_of(war, ship))
        yield Offer(kind(ship=ship), says, rolls=True)
    hold = say("Hold fire", "No disparar")
    yield Offer(kind(passes=True), hold, main=supports, rolls=True)


def counter_battery_offers(war: War, question: Question) -> Iterator[Offer]:
    """Offers of the groups of each space and their targets, and of no answer."""
    targets = guns_still_there(war, answer_of(war))
    spaces = sorted({war.units[key].at for key in question.units})
    for space in spaces:
        guns = [key for key in question.units if war.units[key].at == space]
        for group in groups_of(guns):
            for target in targets:
                says = say(
                    "{names} against {target}",
                    "{names} contra {target:el}",
                    names=titles_of(war, group),
                    target=title_of(war, target),
                )
                act = say(
                    "Answer the fire of {target} with {names}",
                    "Responder al fuego {target:del} con {names:el}",
                    names=titles_of(war, group),
                    target=title_of(war, target),
                )
                order = orders.CounterBattery(group, target)
                yield Offer(order, says, act=act, rolls=True)
    no_answer = say("Do not answer", "No responder")
    yield Offer(orders.CounterBattery(passes=True), no_answer, rolls=True)


def losses_offers(war: War, question: Question) -> Iterator[Offer]:
    """Offers of the legal spreads of a loss, that by default first."""
    usual = usual_losses(war, question)
    stack = {key: war.units[key].steps for key in question.units}
    spreads = islice(allocations(question.steps, stack, question.about), MOST_OFFERS)
    others = [orders.Losses(given) for given in spreads if given != dict(usual.steps)]
    for order in (usual, *others):
        words = [
            say("{who} (−{steps})", "{who} (−{steps})", who=title_of(war, key), steps=steps)
            for key, steps in sorted(order.steps.items())
            if steps
        ]
        says = say("Steps lost: {words}", "Pasos perdidos: {words}", words=words)
        yield Offer(order, says, act=TAKE_LOSSES, main=order is usual, rolls=True)


def retreat_offers(war: War, question: Question) -> Iterator[Offer]:
    """Offer of each of the equally good spaces, with the priority that ranks it."""
    side, lost = question.side, innermost_assault(war).space
    for space in question.spaces:
        label = say("Retreat to {place:the}", "Retirarse {place:al}", place=place(war, space))
        says = rank_words(retreat_rank(war, side, lost, space))
        yield Offer(orders.Retreat(space), label, says=says, place=space, rolls=True)


ANSWER_OFFERS: dict[str, Callable[[War, Question], Iterator[Offer]]] = {
    "defend": defend_offers,
    "riders": riders_offers,
    "intercept": intercept_offers,
    "new_vanguard": new_vanguard_offers,
    "support": assault_fire_offers,
    "defence_fire": assault_fire_offers,
    "counter_battery": counter_battery_offers,
    "losses": losses_offers,
    "retreat": retreat_offers,
}
