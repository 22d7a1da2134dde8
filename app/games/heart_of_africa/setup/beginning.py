"""HOA-SCN: Start of a battle: attacker, scenario, armies, table."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

import msgspec

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import sequence
from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army, read_army
from app.games.heart_of_africa.armies.leaders import traits_open
from app.games.heart_of_africa.armies.scenarios import attackers_points, opponents_points
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.armies.validator import findings as army_findings
from app.games.heart_of_africa.armies.validator import house_of
from app.games.heart_of_africa.buildings_and_boats.vessels import GUNBOAT, NARROWEST, width_at
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import other
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.setup.lessons import LESSONS, begun, laid_out
from app.games.heart_of_africa.setup.roster import Roster, roster_of
from app.games.heart_of_africa.setup.scenarios import (
    AMBUSH,
    BY_POINTS,
    ENCOUNTER,
    OPPOSITE,
    chooser,
    chosen_edges,
    fighters,
    no_such_darkness,
    not_that_edge,
    size_of_table,
)
from app.games.heart_of_africa.state import SIDES, SIDES_STEP, Battle, Conditions
from app.games.heart_of_africa.tables import REGIONS, SCENARIOS, TERRAIN_DATA
from app.games.heart_of_africa.terrain.shapes import resampled
from app.games.heart_of_africa.victory import not_that_long, usual_limit
from app.kernel.contract import Event, Setup
from app.kernel.decoding import convert_plain
from app.kernel.dice import Dice, number_of
from app.kernel.refusal import Refusal, Refused, found_in, no, refuse_if
from app.kernel.say import Say, say

DICED = "diced"
NOBODY = "none"
FIRST_YEAR, LAST_YEAR = lists.DATA["period"]["from"], lists.DATA["period"]["until"]
ARMY_TRIES = 60
SIDE_NAMES = {"A": say("side A", "bando A"), "B": say("side B", "bando B")}


class People(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A people for which the server raises an army."""

    list: str
    nation: str = ""
    campaign_class: str | None = None


class Stock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The agreed terms of this battle; the server adds the rest.

    `armies` are plain armies by side; armies are raised for `peoples`. `attacker`: a side, "dice"
    (roll for it), or "none". `points` are the defender's, `totals` those of each side. `table`: a
    plain table, or `region`, `seed` and size of a generated one. `dark`: first and last dark turn.
    """

    scenario: Literal["encounter", "ambush", "planned_attack", "raid", "diced"] | None = None
    attacker: Literal["A", "B", "dice", "none"] | None = None
    armies: Mapping[str, Any] = {}
    peoples: Mapping[str, People] = {}
    table: Mapping[str, Any] = {}
    points: int | None = None
    year: int | None = None
    turn_limit: int | None = None
    dark: tuple[int, int] | None = None
    edges: Mapping[str, str] = {}
    campaign: bool = False
    totals: dict[str, int] = {}


class Making(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be generated."""

    region: str = ""
    seed: int | None = None
    width: float = 72
    depth: float = 48


# ------------------------------------------------------------------------------------------------ t
def attacker_roll(battle: Battle, aggression: Mapping[str, int], dice: Dice) -> list[Event]:
    """HOA-SCN-02: Each side rolls a die and adds the aggression of its list; the higher total
    attacks. A tie makes an Encounter. A roll-off then decides the side that deploys and acts first.
    """
    faces = tuple((side, dice.roll(6, "aggression", side)) for side in SIDES)
    totals = {side: face + aggression.get(side, 0) for side, face in faces}
    if totals["A"] != totals["B"]:
        attacker = max(SIDES, key=lambda side: totals[side])
        return [
            e.SetupRolled("aggression", faces, totals, attacker),
            e.RolesFixed(battle.scenario, attacker, True, attacker),
        ]
    if battle.scenario not in ("", ENCOUNTER):
        rolled, attacker = roll_off(dice)
        return [
            e.SetupRolled("aggression", faces, totals, "tie"),
            rolled,
            e.RolesFixed(battle.scenario, attacker, True, attacker),
        ]
    rolled, first = roll_off(dice)
    return [
        e.SetupRolled("aggression", faces, totals, "tie"),
        rolled,
        e.RolesFixed(ENCOUNTER, first, False, first),
    ]


def scenario_roll(battle: Battle, dice: Dice) -> list[Event]:
    """HOA-SCN-03: One die decides the scenario: 1 or 2 an Ambush, 3 a Planned Attack, 4 an
    Encounter, 5 or 6 a Raid. In an Encounter the attacker stays first in the turn.
    """
    die = dice.roll(6, "scenario", "table")
    scenario = TERRAIN_DATA["scenario_die"][die]
    return [
        e.SetupRolled("scenario", (("table", die),), says=scenario),
        *roles(battle, scenario, dice),
    ]


def roles(battle: Battle, scenario: str, dice: Dice) -> list[Event]:
    """Events that fix the side that deploys first, once attacker and scenario are known."""
    if scenario != ENCOUNTER:
        return [
            e.RolesFixed(
                scenario, battle.attacker, True, other(battle.attacker), usual_limit(scenario)
            )
        ]
    has_defender = battle.conditions.has_defender
    if battle.conditions.campaign:
        return [e.RolesFixed(scenario, battle.attacker, has_defender, battle.attacker)]
    rolled, first = roll_off(dice)
    return [
        rolled,
        e.RolesFixed(scenario, battle.attacker if has_defender else first, has_defender, first),
    ]


def roll_off(dice: Dice) -> tuple[Event, str]:
    """One die for each side; ties roll again."""
    faces: list[tuple[str, int]] = []
    while not faces or faces[-1][1] == faces[-2][1]:
        faces += [(side, dice.roll(6, "roll_off", side)) for side in SIDES]
    first = "A" if faces[-2][1] > faces[-1][1] else "B"
    return e.SetupRolled("roll_off", tuple(faces), {}, first), first


# ------------------------------------------------------------------------------------------------ w
def agreed_stock(setup: Setup) -> Stock:
    """The stock of the setup. Raises Refused with the place of an unreadable part."""
    try:
        return convert_plain(dict(setup.stock), Stock)
    except msgspec.ValidationError as error:
        raise Refused(unreadable("", str(error))) from error


def unreadable(what: str, why: str) -> Refusal:
    return no(
        "CAR-TAB-06",
        "This cannot be read: {what} {why}.",
        "Esto no se entiende: {what} {why}.",
        what=what,
        why=why,
    )


def armies_of(stock: Stock) -> dict[str, Army]:
    """The armies submitted."""
    found, wrong = {}, []
    for side, form in stock.armies.items():
        try:
            found[side] = read_army(form)
        except (msgspec.ValidationError, AttributeError, TypeError) as error:
            wrong.append(unreadable(f"armies.{side}", str(error)))
    wrong += [unreadable("armies", side) for side in stock.armies if side not in SIDES]
    refuse_if(wrong)
    return found


def scenario_findings(
    setup: Setup, stock: Stock, armies: Mapping[str, Army]
) -> tuple[Refusal, ...]:
    """Everything that is inconsistent in the agreed terms, before any die."""
    scenario = stock.scenario or setup.scenario
    known = scenario == DICED or scenario in SCENARIOS
    return found_in(
        None
        if known
        else no(
            "HOA-SCN-03",
            "There is no such scenario: {key}.",
            "No existe tal escenario: {key}.",
            key=scenario,
        ),
        no(
            "HOA-SCN-02",
            "Armies are raised for a scenario: dice for it first, or name it.",
            "Los ejércitos se forman para un escenario: antes se tira por él o se nombra.",
        )
        if armies and scenario == DICED
        else None,
        no(
            "HOA-SCN-02",
            "Armies are raised for attack or defence: name the attacker.",
            "Los ejércitos se forman para atacar o defender: hay que nombrar al atacante.",
        )
        if armies and stock.attacker == "dice" and scenario != ENCOUNTER
        else None,
        no("HOA-SCN-02", "This scenario has an attacker.", "Este escenario tiene un atacante.")
        if stock.attacker == NOBODY and scenario not in (ENCOUNTER, DICED)
        else None,
        *(unreadable("seats", side) for side in {*setup.seats.values()} ^ set(SIDES)),
        no_such_darkness(stock.dark) if stock.dark else None,
        no(
            "HOA-ARM-07",
            "{points} points: 100 to 2000 are possible.",
            "{points} puntos: han de ser de 100 a 2000.",
            points=stock.points,
        )
        if stock.points is not None and not 100 <= stock.points <= 2000
        else None,
        not_that_long(scenario, stock.turn_limit)
        if stock.turn_limit is not None and known
        else None,
    )


def battle_findings(
    stock: Stock,
    shell: Battle,
    armies: Mapping[str, Army],
    land: Land | None,
    options: tuple[str, ...],
) -> tuple[Refusal, ...]:
    """Everything that is wrong with armies, table and sides of a battle with fixed roles."""
    from app.games.heart_of_africa.terrain.findings import findings as table_findings  # noqa: PLC0415 most battles need no check of a table

    house = house_of(options)
    of_armies = [
        for_side(side, refusal)
        for side in SIDES
        if side in armies
        for refusal in army_findings(armies[side], house)
    ]
    return found_in(
        same_year(armies),
        fair_points(stock, shell, armies),
        of_armies,
        (size_of_table(land), *table_findings(land, land.region, shell.scenario)) if land else (),
        boats_on_dry_land(armies, land),
        gunboat_without_water(armies, land),
        edges_agreed(stock, shell, land),
    )


def for_side(side: str, refusal: Refusal) -> Refusal:
    says = say("{side}: {it}", "{side}: {it}", side=SIDE_NAMES[side], it=refusal.says)
    return Refusal(refusal.rule, says)


def same_year(armies: Mapping[str, Army]) -> Refusal | None:
    years = sorted({army.year for army in armies.values()})
    if len(years) < 2:
        return None
    return no(
        "HOA-ARM-16",
        "Both armies need the same year; these have {one} and {two}.",
        "Los dos ejércitos deben ser del mismo año; estos son de {one} y {two}.",
        one=years[0],
        two=years[1],
    )


def fair_points(stock: Stock, shell: Battle, armies: Mapping[str, Army]) -> Refusal | None:
    """Refusal if the limits of the armies do not fit the scenario; a campaign has its own."""
    if len(armies) < 2 or stock.campaign:
        return None
    attacker, defender = armies[shell.attacker].points, armies[other(shell.attacker)].points
    fair = attackers_points(shell.scenario, defender)
    if attacker == fair:
        return None
    return no(
        BY_POINTS[shell.scenario],
        "{attacker} points attack {defender}: the scenario gives the attacker {fair}.",
        "{attacker} puntos atacan a {defender}: el escenario da {fair} al atacante.",
        attacker=attacker,
        defender=defender,
        fair=fair,
    )


def has_gunboat(army: Army) -> bool:
    return any(GUNBOAT in unit for force in army.forces for unit in force.units)


def gunboat_without_water(armies: Mapping[str, Army], land: Land | None) -> Refusal | None:
    """Refusal of a Gunboat on a table without water for it."""
    if land is None or not any(has_gunboat(army) for army in armies.values()):
        return None
    afloat = Battle(land)
    rivers = [piece for piece in land.pieces if piece.kind == "river"]
    wide = [
        width_at(afloat, spot)
        for river in rivers
        for spot in (resampled(river.path, 3.0) if len(river.path) > 1 else river.outline)
    ]
    if any(piece.kind == "sea_or_lake" for piece in land.pieces) or any(
        width is not None and width >= NARROWEST for width in wide
    ):
        return None
    return no(
        "HOA-ART-15",
        "A Gunboat needs water {needs} in wide, and the table has none.",
        "Una Cañonera necesita agua de {needs:pulgada+s} de ancho, y en la mesa no la hay.",
        needs=NARROWEST,
    )


def boats_on_dry_land(armies: Mapping[str, Army], land: Land | None) -> Refusal | None:
    if (
        land is None
        or any(piece.kind in ("river", "sea_or_lake") for piece in land.pieces)
        or not any(any(army.boats.values()) for army in armies.values())
    ):
        return None
    return no(
        "HOA-STR-05",
        "Boats need a river, a lake or the sea, and the table has none.",
        "Los botes necesitan río, lago o mar, y en la mesa no los hay.",
    )


def edges_agreed(stock: Stock, shell: Battle, land: Land | None) -> Refusal | None:
    if not stock.edges:
        return None
    if shell.scenario == AMBUSH:
        return no(
            "HOA-SCN-10",
            "In an Ambush the side is named with the order of march.",
            "En una emboscada el lado se nombra con el orden de marcha.",
        )
    side = chooser(shell)
    edge = stock.edges.get(side, "")
    if set(stock.edges) != set(SIDES) or OPPOSITE.get(edge) != stock.edges.get(other(side)):
        return no(
            "HOA-SCN-04",
            "The two base edges lie opposite each other.",
            "Los dos lados base son opuestos.",
        )
    return not_that_edge(msgspec.structs.replace(shell, land=land or Land()), edge)


# ------------------------------------------------------------------------------------------------ w
def role_in(shell: Battle, side: str) -> str:
    if not shell.conditions.has_defender:
        return NOBODY
    return "attacker" if side == shell.attacker else "defender"


def usual_points(scenario: str) -> int:
    """The defender's points if none were agreed."""
    return SCENARIOS[scenario]["points"]["campaign"]["defender"]


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
            key = (
                people.list
                if people
                else chance.choice([one for one in lists.LISTS if one not in taken])
            )
            nation = (
                people.nation
                if people and people.nation
                else chance.choice(list(lists.NATIONS.get(key, ("",))))
            )
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
    defends = other(shell.attacker)
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
    army = armies[other(shell.attacker)]
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
        owner=other(shell.attacker),
    )


def handed_in(stock: Stock) -> Land:
    try:
        return convert_plain(dict(stock.table), Land)
    except msgspec.ValidationError as error:
        raise Refused(unreadable("table", str(error))) from error


# ------------------------------------------------------------------------------------------------ t
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
        if leader is None or not leader.trait_rolled or lists.declared(standing):
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
    nobody = fixed == ENCOUNTER and stock.attacker in (None, NOBODY)
    attacker = stock.attacker if named else "A"
    bare = Battle(
        Land(),
        fixed,
        attacker=attacker or "A",
        step=SIDES_STEP,
        conditions=Conditions(has_defender=not nobody, campaign=stock.campaign),
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
        {side: army.name or f"{army.list}/{army.nation}" for side, army in armies.items()},
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
