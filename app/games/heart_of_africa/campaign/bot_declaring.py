"""Declarations of a bot, by its class."""

from __future__ import annotations

import random
from collections.abc import Iterator

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.battles import bonus_percent
from app.games.heart_of_africa.campaign.declaring import next_to_declare
from app.games.heart_of_africa.campaign.state import COLONIAL, NATIVE, Player, Season
from app.kernel.contract import Order

POOR = 2  # an Explorer with fewer hongos hunts if possible
CHANCE_TO_ASK = 0.75  # an Explorer asks for passage rather than attack
CHANCE_OF_AN_EVEN_FIGHT = 0.5  # an attack that promises neither gain nor loss
COST_OF_A_STEP = {0: 2.0, 1: 5.0}
"""Cost of a defeat by a Colonial, in hongos, by its earlier victories over the player."""
COST_OF_THE_END = 5.0


def declarations(season: Season, player: Player, chance: random.Random) -> Iterator[Order]:
    """Declarations that the bot would like to make, the best first."""
    if season.talks or next_to_declare(season) != player.key:
        return
    match player.class_:
        case "explorer":
            yield from of_explorer(season, player, chance)
        case "colonial":
            yield from of_colonial(season, player, chance)
        case _:
            yield from of_native(season, player, chance)
    yield o.PassTurn()


def strength_of(season: Season, player: Player) -> int:
    """Points of a player in an Encounter, in per cent of the table."""
    return 100 + bonus_percent(player, season.year)


def chance_to_win(season: Season, player: Player, other: Player) -> float:
    """Chance of a victory, estimated from the points."""
    mine, theirs = strength_of(season, player), strength_of(season, other)
    return mine / (mine + theirs)


def others_of(season: Season, player: Player, *classes: str) -> list[Player]:
    """Other active players of these classes."""
    return [one for one in season.active(*classes) if one.key != player.key]


def of_explorer(season: Season, player: Player, chance: random.Random) -> Iterator[Order]:
    """A poor Explorer hunts; others ask for passage, or attack the weakest people."""
    if (player.hongos or 0) < POOR:
        yield o.Hunt()
    unknown = [one for one in others_of(season, player, NATIVE) if one.key not in player.explored]
    chance.shuffle(unknown)
    attacks = [o.Attack(one.key) for one in sorted(unknown, key=lambda one: one.hongos or 0)]
    if unknown and chance.random() < CHANCE_TO_ASK:
        offered = 1 if (player.hongos or 0) >= POOR else 0
        yield from (o.AskPassage(one.key, offered) for one in unknown)
    yield from attacks
    yield o.Hunt()


def of_colonial(season: Season, player: Player, chance: random.Random) -> Iterator[Order]:
    """A people that is nearly conquered first, then rebels, then the weakest; last a rival."""
    natives = others_of(season, player, NATIVE)
    chance.shuffle(natives)
    natives.sort(
        key=lambda one: (
            -player.pending.get(one.key, 0),
            one.former_master != player.key,
            strength_of(season, one),
        )
    )
    yield from (o.Attack(one.key) for one in natives)
    rivals = [one for one in others_of(season, player, COLONIAL) if one.districts]
    yield from (o.Attack(one.key) for one in rivals)


def of_native(season: Season, player: Player, chance: random.Random) -> Iterator[Order]:
    """Attacks that promise a gain, the best first; sometimes an even one."""
    targets = others_of(season, player)
    chance.shuffle(targets)
    values = {one.key: value_of_attack(season, player, one) for one in targets}
    least = 0.0 if chance.random() < CHANCE_OF_AN_EVEN_FIGHT else 0.01
    for target in sorted(values, key=lambda key: -values[key]):
        if values[target] >= least:
            yield o.Attack(target)


def value_of_attack(season: Season, player: Player, target: Player) -> float:
    """Expected hongos of an attack; the last hongo and a conquest cost more."""
    odds = chance_to_win(season, player, target)
    if target.class_ == COLONIAL:
        gain = 2.0
        cost = COST_OF_A_STEP[min(target.pending.get(player.key, 0), 1)]
        cost = COST_OF_THE_END if player.former_master == target.key else cost
    else:
        gain = float(bool(target.hongos))
        cost = 1.0 if (player.hongos or 0) > 1 else COST_OF_THE_END
    return odds * gain - (1 - odds) * cost
