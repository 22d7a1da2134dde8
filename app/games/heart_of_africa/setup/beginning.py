"""HOA-SCN: Start of a battle: attacker, scenario, armies, table."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import sequence
from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army
from app.games.heart_of_africa.armies.leaders import traits_open
from app.games.heart_of_africa.armies.scenarios import attackers_points, opponents_points
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import other_side
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.setup.agreed_terms import (
    DICED,
    NO_ATTACKER,
    Making,
    People,
    Stock,
    agreed_stock,
    armies_of,
    battle_findings,
    has_gunboat,
    scenario_findings,
    unreadable,
)
from app.games.heart_of_africa.setup.lessons import LESSONS, begun, laid_out
from app.games.heart_of_africa.setup.roles import attacker_roll, roles, scenario_roll
from app.games.heart_of_africa.setup.roster import Roster, roster_of
from app.games.heart_of_africa.setup.scenarios import (
    AMBUSH,
    ENCOUNTER,
    chooser,
    chosen_edges,
    fighters,
)
from app.games.heart_of_africa.setup.table_edges import size_of_table
from app.games.heart_of_africa.state import SIDES, SIDES_STEP, Battle, Conditions
from app.games.heart_of_africa.tables import REGIONS, SCENARIOS
from app.games.heart_of_africa.victory import not_that_long
from app.games.heart_of_africa.victory_conditions import usual_limit
from app.kernel.contract import Event, Setup
from app.kernel.decoding import convert_plain
from app.kernel.dice import Dice, number_of
from app.kernel.refusal import Refused, no, refuse_if
from app.kernel.say import Say, say

FIRST_YEAR, LAST_YEAR = lists.DATA["period"]["from"], lists.DATA["period"]["until"]
ARMY_TRIES = 60


def role_in(shell: Battle, side: str) -> str:
    if not shell.conditions.has_defender:
        return NO_ATTACKER
    return "attacker" if side == shell.attacker else "defender"


def usual_points(scenario: str) -> int:
    """The defender's points if none were agreed."""
    return SCENARIOS[scenario]["points"]["campaign"]["defender"]


def list_and_nation(people: People | None, taken: list[str], chance: Random) -> tuple[str, str]:
    """List and nation of an army: the agreed ones, or any that are not `taken`."""
    key = people.list if people else chance.choice([one for one in lists.LISTS if one not in taken])
    if people and people.nation:
        return key, people.nation
    return key, chance.choice(list(lists.NATIONS.get(key, ("",))))


def raised(stock: Stock, shell: Battle, given: Mapping[str, Army], dice: Dice) -> dict[str, Army]:
    """Both armies. Missing ones are raised for the agreed peoples, or any, in the same year, with
    the points of the scenario.
    """
    points = points_by_side(stock, shell, given)
    years = [army.year for army in given.values()]
    chance = Random(number_of(dice, "armies", "table"))  # noqa: S311 the number is rolled with dice on record
    for _ in range(ARMY_TRIES):
        year = years[0] if years else stock.year or chance.randint(FIRST_YEAR, LAST_YEAR)
        found, taken = dict(given), [army.list for army in given.values()]
        for side in (side for side in SIDES if side not in given):
            people = stock.peoples.get(side)
            key, nation = list_and_nation(people, taken, chance)
            taken.append(key)
            try:
                found[side] = sensible(
                    key,
                    nation,
                    year,
                    points[side],
                    shell.scenario,
                    role_in(shell, side),
                    chance,
                    people.campaign_class if people else None,
                )
            except ValueError:
                break
        if len(found) == len(SIDES) and not any(
            has_gunboat(found[side]) for side in SIDES if side not in given
        ):
            return found
    raise Refused(
        no(
            "HOA-ARM-22",
            "These lists give no armies for these years and points.",
            "Esas listas no dan ejércitos para esos años y puntos.",
        )
    )


def points_by_side(stock: Stock, shell: Battle, given: Mapping[str, Army]) -> dict[str, int]:
    """The limit of each side: its total, or computed from the defender's or from the army given."""
    if stock.totals:
        return stock.totals
    defends = other_side(shell.attacker)
    if defends in given:
        defender = given[defends].points
    elif shell.attacker in given:
        defender = opponents_points(shell.scenario, "attacker", given[shell.attacker].points)
    else:
        defender = stock.points or usual_points(shell.scenario)
    return {defends: defender, shell.attacker: attackers_points(shell.scenario, defender)}


def table_made(stock: Stock, shell: Battle, armies: Mapping[str, Army], dice: Dice) -> Land:
    """A random table, in the agreed region or the defender's home region."""
    from app.games.heart_of_africa.terrain.generator import generate  # noqa: PLC0415 only a table to be made asks for the country
    from app.games.heart_of_africa.terrain.regions import home_region  # noqa: PLC0415 as above

    try:
        making = convert_plain(dict(stock.table), Making)
    except msgspec.ValidationError as error:
        raise Refused(unreadable("table", str(error))) from error
    chance = Random(making.seed if making.seed is not None else number_of(dice, "table", "table"))  # noqa: S311 as for the armies
    army = armies[other_side(shell.attacker)]
    homes = home_region(lists.standing_of(army) if shell.conditions.has_defender else None)
    region = making.region or chance.choice(list(homes))
    unknown = region not in REGIONS
    refuse_if(
        size_of_table(Land(making.width, making.depth)),
        no("HOA-TAB-03", "There is no region {key}.", "No existe la región {key}.", key=region)
        if unknown
        else None,
    )
    return generate(
        region,
        shell.scenario,
        chance,
        width=making.width,
        depth=making.depth,
        owner=other_side(shell.attacker),
    )


def handed_in(stock: Stock) -> Land:
    try:
        return convert_plain(dict(stock.table), Land)
    except msgspec.ValidationError as error:
        raise Refused(unreadable("table", str(error))) from error


def new_game(setup: Setup, dice: Dice) -> list[Event]:
    """Events of a new game: the dice for roles and scenario if needed, the armies, the table, and
    the first step with a decision.
    """
    lesson = LESSONS.get(setup.scenario)
    if lesson:
        setup = msgspec.structs.replace(
            setup, scenario=lesson.stock["scenario"], stock=lesson.stock
        )
    stock = agreed_stock(setup)
    submitted = armies_of(stock)
    refuse_if(scenario_findings(setup, stock, submitted))
    shell, rolled = cast(setup, stock, submitted, dice)
    given = {side: in_its_part(army, shell, side) for side, army in submitted.items()}
    given, thrown = traits_by_lot(given, dice)
    rolled = [*rolled, *thrown]
    land = handed_in(stock) if "pieces" in stock.table else None
    refuse_if(battle_findings(stock, shell, given, land, setup.options))
    armies = given if len(given) == len(SIDES) else raised(stock, shell, given, dice)
    land = land or table_made(stock, shell, armies, dice)
    began = battle_began(setup, stock, shell, {side: armies[side] for side in SIDES}, land)
    happened: list[Event] = [begun(began, lesson) if lesson else began, *rolled]
    happened += (
        []
        if stock.turn_limit is None or not_that_long(shell.scenario, stock.turn_limit)
        else [limited(shell, stock.turn_limit)]
    )
    if stock.edges:
        side = chooser(shell)
        happened += [
            e.SideChosen(side, chosen_edges(side, stock.edges[side]), stock.dark),
            e.StepPassed(side),
        ]
    happened += laid_out(fold(Battle(Land()), happened), lesson) if lesson else []
    return [*happened, *sequence.onward(fold(Battle(Land()), happened), dice)]


def limited(shell: Battle, turns: int) -> Event:
    now, first = shell.conditions, shell.deployment.first_down
    return e.RolesFixed(shell.scenario, shell.attacker, now.has_defender, first, turns)


def in_its_part(army: Army, shell: Battle, side: str) -> Army:
    """The army judged in the scenario and part in which it fights."""
    return msgspec.structs.replace(army, scenario=shell.scenario, role=role_in(shell, side))


def traits_by_lot(armies: Mapping[str, Army], dice: Dice) -> tuple[dict[str, Army], list[Event]]:
    """The armies with rolled traits of their Leaders, and the events of the rolls. Without a choice
    in the list there is no roll.
    """
    found, happened = dict(armies), list[Event]()
    for side, army in armies.items():
        leader, standing = army.leader, lists.standing_of(army)
        if leader is None or not leader.trait_rolled or lists.declaration_refusal(standing):
            continue
        open_to_him = traits_open(standing, leader.type, rolled=True)
        face = dice.roll(6, "trait", side) if len(open_to_him) > 1 else 1
        found[side] = msgspec.structs.replace(
            army,
            leaders=(
                msgspec.structs.replace(leader, traits=(open_to_him[face - 1],)),
                *army.leaders[1:],
            ),
        )
        happened += (
            [e.SetupRolled("trait", ((side, face),), says=open_to_him[face - 1])]
            if len(open_to_him) > 1
            else []
        )
    return found, happened


def cast(
    setup: Setup, stock: Stock, armies: Mapping[str, Army], dice: Dice
) -> tuple[Battle, list[Event]]:
    """A bare battle with attacker, scenario and first side, and the events of their dice."""
    scenario = stock.scenario or setup.scenario
    fixed = "" if scenario == DICED else scenario
    named = stock.attacker in SIDES
    has_no_attacker = fixed == ENCOUNTER and stock.attacker in (None, NO_ATTACKER)
    attacker = stock.attacker if named else "A"
    bare = Battle(
        Land(),
        fixed,
        attacker=attacker or "A",
        step=SIDES_STEP,
        conditions=Conditions(has_defender=not has_no_attacker, campaign=stock.campaign),
    )
    happened: list[Event] = []
    if stock.attacker == "dice" or (scenario == DICED and not named):
        happened = attacker_roll(
            bare, {side: aggression_of(stock, armies, side) for side in SIDES}, dice
        )
    shell = fold(bare, happened)
    if not shell.scenario:
        happened += scenario_roll(shell, dice)
    elif shell.conditions.has_defender or not happened:
        happened += roles(shell, shell.scenario, dice)
    return fold(bare, happened), happened


def aggression_of(stock: Stock, armies: Mapping[str, Army], side: str) -> int:
    """The aggression of a side's list; equal for both sides if no list is known yet."""
    people = armies.get(side) or stock.peoples.get(side)
    return (
        lists.aggression(people.list, people.campaign_class)
        if people and people.list in lists.LISTS
        else 0
    )


def name_of_side(stock: Stock, army: Army) -> str:
    """Name of an army, or its people ("list/nation"), as in each battle of a campaign."""
    own = "" if stock.campaign else army.name
    return own or f"{army.list}/{army.nation}"


def battle_began(
    setup: Setup, stock: Stock, shell: Battle, armies: Mapping[str, Army], land: Land
) -> e.BattleBegan:
    rosters: dict[str, Roster] = {side: roster_of(army, side) for side, army in armies.items()}
    units = tuple(unit for side in SIDES for unit in rosters[side].units)
    figures = tuple(figure for side in SIDES for figure in rosters[side].figures)
    bare = Battle(
        land,
        shell.scenario,
        figures={figure.id: figure for figure in figures},
        units={unit.id: unit for unit in units},
    )
    edges = stock.edges or chosen_edges(
        shell.attacker, "west" if shell.scenario == AMBUSH else "south"
    )
    return e.BattleBegan(
        land,
        shell.scenario,
        setup.options,
        dict(setup.seats),
        units,
        figures,
        shell.attacker,
        shell.conditions.has_defender,
        {side: name_of_side(stock, army) for side, army in armies.items()},
        {side: army.points for side, army in armies.items()},
        dict(edges),
        stock.turn_limit or usual_limit(shell.scenario),
        campaign=stock.campaign,
        fighting={side: sum(1 for _ in fighters(bare, side)) for side in SIDES},
        dark=stock.dark,
        stores={side: roster.stores for side, roster in rosters.items()},
    )


def title(scenario: str) -> Say:
    """The name of a scenario, or of the roll for one."""
    if scenario == DICED:
        return say("Diced for", "Por sorteo")
    return say(SCENARIOS[scenario]["name_en"], SCENARIOS[scenario]["name_es"])
