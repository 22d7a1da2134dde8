"""Battles of a campaign (pages 40 and 41): order, scenario, points, ground, forfeits."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.state import (
    COLONIAL,
    EGYPTIANS,
    EXPLORER,
    NATIVE,
    READY,
    WAITING,
    Player,
    Season,
    War,
)
from app.games.heart_of_africa.campaign.tables import DATA, POINTS, SCENARIOS
from app.kernel.refusal import Refusal, no
from app.kernel.say import say
from app.kernel.tally import Reason, Tally

SAVANNAH = "savannah"


class ArmyTerms(msgspec.Struct, frozen=True):
    """Terms of the army of one player in one battle, as the army builder reads them."""

    list: str
    nation: str
    year: int
    points: int
    scenario: str
    role: str
    campaign_class: str | None


def earlier_battle(season: Season, war: War) -> War | None:
    """HOA-CMP-23: Earlier battle that must be closed first, because it shares a player.

    Fights between rival Explorers stand first in the list, since they are declared first.
    """
    for other in season.battles:
        if other.key == war.key:
            return None
        if other.is_open and other.shares_player(war):
            return other
    return None


def ready_refused(season: Season, key: str) -> Iterator[Refusal]:
    """Refusals of making a battle ready."""
    war = season.battle(key)
    if war is None or war.status != WAITING:
        yield no("HOA-CMP-23", "This battle does not wait.", "Esa batalla no está en espera.")
        return
    earlier = earlier_battle(season, war)
    if earlier is not None:
        yield no(
            "HOA-CMP-23",
            "An earlier battle with one of these players is not over.",
            "Falta una batalla anterior en la que participa uno de estos jugadores.",
        )


def make_ready(course: Course, key: str) -> None:
    """Roll the scenario and fix points and ground."""
    war = course.season.battle(key)
    if war is None:
        raise ValueError(f"no battle {key}")
    die, scenario = roll_scenario(course, key)
    points = {
        player: points_tally(course.season, war, player, scenario).total for player in war.players
    }
    ground = ground_of(course.season, war)
    course.happen(e.BattleReady(key, die, scenario, points, ground))


def roll_scenario(course: Course, key: str) -> tuple[int, str]:
    """HOA-CMP-48: 1D6 for the scenario; the player who declared is the attacker."""
    die = course.dice.roll(6, "scenario", key)
    return die, SCENARIOS[die]


def printed_points(scenario: str, *, is_attacker: bool) -> int:
    """HOA-CMP-49: Points of attacker and defender in each scenario, before any bonus."""
    attacker, defender = POINTS[scenario]
    return int(attacker if is_attacker else defender)


def points_tally(season: Season, war: War, player: str, scenario: str) -> Tally:
    """Points of a player in a battle, with the bonus as a reason of its own."""
    is_attacker = player == war.attacker
    base = printed_points(scenario, is_attacker=is_attacker)
    reasons = [Reason("HOA-CMP-49", base, say("table", "tabla"))]
    one = season.players[player]
    for rule, percent in bonuses_of(one, season.year):
        if percent:
            words = say("{percent}% more", "{percent} % más", percent=percent)
            reasons.append(Reason(rule, base * percent // 100, words))
    return Tally(tuple(reasons))


def bonuses_of(player: Player, year: int) -> tuple[tuple[str, int], ...]:
    """Bonuses to the points of a player in per cent, each with its rule."""
    return (
        ("HOA-CMP-50", colonial_percent(player, year)),
        ("HOA-CMP-51", wealth_percent(player)),
    )


def bonus_percent(player: Player, year: int) -> int:
    """Sum of the bonuses of a player, in per cent."""
    return sum(percent for _, percent in bonuses_of(player, year))


def colonial_percent(player: Player, year: int) -> int:
    """HOA-CMP-50: Colonial Expeditions add 20 per cent to the table."""
    if player.class_ != COLONIAL or is_poor_egyptian(player, year):
        return 0
    return int(DATA["bonuses"][0]["percent"])


def is_poor_egyptian(player: Player, year: int) -> bool:
    """HOA-CMP-52: Egyptians played as Colonials get no bonus before 1885."""
    return player.list == EGYPTIANS and year <= int(DATA["bonuses"][0]["except"]["until"])


def wealth_percent(player: Player) -> int:
    """HOA-CMP-51: Natives with more than 10 hongos add 10 per cent, with more than 15 add 20."""
    if player.class_ != NATIVE:
        return 0
    hongos = player.hongos or 0
    return max(
        (
            int(row["percent"])
            for row in DATA["bonuses"]
            if row["class"] == NATIVE
            and row["hongos_from"] <= hongos <= row.get("hongos_to", hongos)
        ),
        default=0,
    )


def ground_of(season: Season, war: War) -> tuple[str, ...]:
    """HOA-CMP-53: Terrain classes of the defender's land; an Explorer's is the last explored.

    Savannah if the Explorer has explored none yet.
    """
    owner = season.players[war.defender]
    if owner.class_ == EXPLORER:
        last = season.player(owner.last_district or "")
        if last is None:
            return (SAVANNAH,)
        owner = last
    return lists.local_terrain(owner.list, owner.nation)


def default_ground(ground: tuple[str, ...]) -> str:
    """Ground if the defender does not choose: Savannah if possible, else the first printed."""
    return SAVANNAH if SAVANNAH in ground else ground[0]


def ground_refused(season: Season, seat: str, key: str, terrain: str) -> Iterator[Refusal]:
    """Refusals of the defender's choice of ground."""
    war = season.battle(key)
    if war is None or war.status != READY or war.defender != seat or war.chosen:
        yield no(
            "HOA-CMP-53",
            "No choice of ground waits for you in this battle.",
            "En esa batalla no tienes que elegir terreno.",
        )
    elif terrain not in war.ground:
        yield no(
            "HOA-CMP-53",
            "This is not a terrain of your list.",
            "Ese terreno no figura en tu lista.",
        )


def army_terms(season: Season, war: War, player: str) -> ArmyTerms:
    """HOA-CMP-58: Each battle has an army of its own; no losses are carried over."""
    one = season.players[player]
    return ArmyTerms(
        one.list,
        one.nation,
        war.year,
        war.points[player],
        war.scenario,
        "attacker" if player == war.attacker else "defender",
        one.class_ if one.list == EGYPTIANS else None,
    )
