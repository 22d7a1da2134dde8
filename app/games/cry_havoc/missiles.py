"""CH-MIS: shots: shooters, targets, the die and its results; and the order for the covered side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from app.games.cry_havoc import cover, harm, movement
from app.games.cry_havoc.ammunition import out_of_missiles
from app.games.cry_havoc.cover import GRADE_NAMES, GRADES, LIGHT, NONE, OneSided, Shelter
from app.games.cry_havoc.events import CoverSet, Shot, Unharmed
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.ground import WALL, Ground
from app.games.cry_havoc.line_of_fire import (
    Line,
    Stop,
    affecting,
    closes,
    lines,
    no_such_window,
    stopped_by_a_wall,
    stops,
)
from app.games.cry_havoc.occupancy import (
    able,
    characters,
    hexes_of,
    is_animal,
    is_living,
    is_mounted,
    is_on_map,
    is_prisoner,
    is_standing,
    named,
    on_the_map,
    other_side,
    own,
    side_of,
    the_ground,
    units_at,
)
from app.games.cry_havoc.orders import SetCover, Shoot
from app.games.cry_havoc.state import DEAD, SECOND_FIRE, STUNNED, WOUNDED, Battle, Unit
from app.games.cry_havoc.tables import MISSILES, RANGES, d10
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Chance, Offer
from app.kernel.refusal import Refusal, Refused, found_in, no, refuse_if
from app.kernel.say import Say, say
from app.kernel.space.hexes import Hex, are_adjacent, hexes_to, side_towards
from app.kernel.space.hexlines import Twice, middle_of, middle_of_side, named_side, position_along
from app.kernel.tally import Reason, Tally

BOW, CROSSBOW = "bow", "crossbow"
MOUNTED, ARMOURED, UNARMOURED = "mounted", "foot_armoured", "foot_unarmoured"
FACES = range(1, 11)
RESULTS = {"A": harm.DRIVEN_BACK, "B": STUNNED, "C": WOUNDED, "D": DEAD}
BAND_NAMES = {
    "short": say("short range", "distancia corta"),
    "medium": say("medium range", "distancia media"),
    "long": say("long range", "distancia larga"),
}


def band_name(band: str | None) -> Say:
    return BAND_NAMES[band] if band else say("out of range", "fuera de alcance")


class Trace(msgspec.Struct, frozen=True):
    """Line with the stops and covers of the ground."""

    line: Line
    stops: tuple[Stop, ...]
    shelters: tuple[Shelter, ...]
    one_sided: tuple[OneSided, ...]


class Sight(msgspec.Struct, frozen=True):
    """View of one shooter on one hex of a target: line, range, cover, and the refusals of the shot.

    `start` and `end` lie in the doubled plane of `hexlines`. A stopped line is drawn up to the hex
    or hexside `stopped`. `covered` is the side on which the target is covered for the rest of the
    fire step.
    """

    shooter: str
    target: str
    here: Hex
    hex: Hex
    line: Line
    range: int
    band: str | None
    cover: str
    cover_rules: tuple[str, ...]
    category: str
    covered: str | None = None
    faces_seen: tuple[str, ...] | None = None
    no: tuple[Refusal, ...] = ()
    stopped: tuple[Hex, str] | None = None

    @property
    def start(self) -> Twice:
        return self.line.start

    @property
    def end(self) -> Twice:
        return self.line.end

    @property
    def report(self) -> dict[str, Any]:
        """Figures of a shot that are known before the die."""
        faces = {} if self.faces_seen is None else {"faces_seen": list(self.faces_seen)}
        return {
            "range": self.range,
            "band": self.band,
            "cover": self.cover,
            "category": self.category,
            **faces,
        }


# ------------------------------------------------------------------------------------------------ w


def may_shoot_first(battle: Battle, unit: Unit) -> Refusal | None:
    """CH-SEQ-04: In the first fire archers and crossbowmen shoot unless they fought since their own
    last phase.
    """
    if battle.step == SECOND_FIRE:
        return None
    if unit.weapon is None:
        return no(
            "CH-SEQ-04",
            "{who} has neither bow nor crossbow.",
            "{who} no lleva arco ni ballesta.",
            who=unit.name,
        )
    if unit.fought:
        return no(
            "CH-SEQ-04",
            "{who} was in close combat and loses the first shot.",
            "{who} estuvo en combate cuerpo a cuerpo y pierde el primer disparo.",
            who=unit.name,
        )
    return None


def may_shoot_again(battle: Battle, unit: Unit) -> Refusal | None:
    """CH-SEQ-06: In the second fire every bow may shoot again, a crossbow never."""
    if battle.step != SECOND_FIRE or unit.weapon == BOW:
        return None
    if unit.weapon is None:
        return no("CH-SEQ-06", "{who} has no bow.", "{who} no lleva arco.", who=unit.name)
    return no(
        "CH-SEQ-06",
        "{who} has a crossbow; the second fire is for bows.",
        "{who} lleva ballesta; el segundo disparo es de los arcos.",
        who=unit.name,
    )


# ------------------------------------------------------------------------------------------------ d


def die_tally(shooter: Unit, band: str | None) -> Tally:
    """CH-MIS-01: Medium and long range and a wounded shooter add to the die; low totals are good."""
    row = next((row for row in RANGES.get(shooter.weapon, ()) if row["band"] == band), None)
    hurt = RANGES["shooter_state"].get(shooter.state, 0)
    far = (
        Reason("CH-MIS-01", row["modifier"], BAND_NAMES[row["band"]])
        if row and row["modifier"]
        else None
    )
    return Tally.of(
        far,
        Reason("CH-MIS-01", hurt, say("wounded shooter", "tirador herido"))
        if isinstance(hurt, int) and hurt
        else None,
    )


def row_and_letter(weapon: str, total: int, category: str, grade: str) -> tuple[int, str]:
    """CH-MIS-02: The weapon selects the row of the die, the target's category the table, its cover
    the column.
    """
    column = MISSILES["die_columns"][weapon]
    row = min(len(column), total + column.count(None))
    letters = cover.letters_against(category, grade) or ["-"] * len(column)
    return row, str(letters[row - 1])


def category_of(target: Unit) -> str:
    """Category of a target: mounted for riders and animals, else armoured (knights, sergeants) or
    unarmoured.
    """
    if is_mounted(target) or is_animal(target):
        return MOUNTED
    return ARMOURED if target.armoured else UNARMOURED


def struck(battle: Battle, target: Unit, letter: str, by: str | None) -> list[Event]:
    """CH-MIS-03: A is a retreat, B a stun, C a wound, D a death; on a rider B also kills the horse."""
    if is_animal(target):
        return animal_struck(battle, target, letter, by)
    if letter == "A":
        return harm.driven_back_by_a_missile(battle, target.id, by)
    state = RESULTS.get(letter)
    if state is None:
        return []
    if is_mounted(target):
        return harm.unhorse(battle, target.id, state, letter == "B", by)
    return {STUNNED: harm.stun, WOUNDED: harm.wound, DEAD: harm.kill}[state](battle, target.id, by)


def animal_struck(battle: Battle, target: Unit, letter: str, by: str | None) -> list[Event]:
    """Events for an animal without rider: A is a retreat, B a death; C and D have no effect."""
    if letter == "A":
        return harm.driven_back_by_a_missile(battle, target.id, by)
    if letter == "B":
        return harm.kill(battle, target.id, by)
    return [Unharmed(target.id, letter)] if letter in ("C", "D") else []


def once_a_step(battle: Battle, unit: Unit) -> Refusal | None:
    """CH-MIS-04: A shooter has one shot in each fire step."""
    if battle.step in unit.shot:
        return no(
            "CH-MIS-04",
            "{who} has shot in this step.",
            "{who} ya ha disparado en este paso.",
            who=unit.name,
        )
    return None


# ------------------------------------------------------------------------------------------------ p


def in_the_way(battle: Battle, line: Line, shooter: Unit, target: Unit) -> tuple[Unit, Hex] | None:
    """First standing unit between shooter and target, with its hex; the hexes of both do not count."""
    ends = {*hexes_of(shooter), *hexes_of(target)}

    def standing(hex_: Hex) -> Unit | None:
        return (
            None
            if hex_ in ends
            else next((unit for unit in units_at(battle, hex_) if is_standing(unit)), None)
        )

    ground = the_ground(battle)
    hex_ = affecting(line, lambda hex_: standing(hex_) is not None)
    if hex_ is None:  # a unit on one side, trees or a rise on the other
        closed = [
            pair
            for pair in line.beside
            if all(standing(one) or closes(ground, line, one) for one in pair)
        ]
        hex_ = next((one for pair in closed for one in pair if standing(one)), None)
    return (unit, hex_) if hex_ and (unit := standing(hex_)) else None


def bolt_is_stopped(shooter: Unit, between: tuple[Unit, Hex] | None) -> Stop | None:
    """CH-MIS-05: A crossbow cannot shoot through a hex with a standing character of either side, or
    an animal.
    """
    if shooter.weapon != CROSSBOW or between is None:
        return None
    unit, hex_ = between
    return Stop(
        no(
            "CH-MIS-05",
            "{who} in {hex} stands in the line of the crossbow.",
            "{who}, en {hex}, está en la línea de la ballesta.",
            who=unit.name,
            hex=hex_,
        ),
        hex_,
    )


def arrow_is_stopped(
    shooter: Unit, between: tuple[Unit, Hex] | None, band: str | None, grade: str
) -> Stop | None:
    """CH-MIS-06: A bow shoots over units only at medium or long range and at a target with at most
    light cover.
    """
    if (
        shooter.weapon != BOW
        or between is None
        or (band in ("medium", "long") and grade in (NONE, LIGHT))
    ):
        return None
    unit, hex_ = between
    return Stop(
        no(
            "CH-MIS-06",
            "{who} in {hex} is in the way. A bow shoots over units only at medium or long range, "
            "and only at light cover or none (here: {band}, {cover}).",
            "{who}, en {hex}, estorba. El arco tira por encima de otros solo a distancia media o "
            "larga, y solo contra cobertura ligera o nula (aquí: {band}, {cover}).",
            who=unit.name,
            hex=hex_,
            band=band_name(band),
            cover=GRADE_NAMES[grade],
        ),
        hex_,
    )


def stopped_between_neighbours(ground: Ground, line: Line) -> tuple[Stop, ...]:
    """CH-MIS-07: Adjacent units can always shoot at each other, unless a wall without opening lies
    between.
    """
    side = side_towards(line.here, line.there) or ""
    if ground.side(line.here, side) != WALL:
        return ()
    blind = Stop(
        no(
            "CH-MIS-07",
            "A wall without opening lies between {one} and {other}.",
            "Entre {one} y {other} hay una pared sin abertura.",
            one=line.here,
            other=line.there,
        ),
        *named_side(line.here, side),
    )
    return tuple(
        stop
        for stop in (blind, stopped_by_a_wall(ground, line), cover.hidden_by_a_wall(line))
        if stop
    )


# ------------------------------------------------------------------------------------------------ t


def no_such_hex(target: Unit, hex_: Hex | None) -> Refusal | None:
    """CH-MIS-08: A shot at a rider or horse names one of its two hexes."""
    if hex_ is None or hex_ in hexes_of(target):
        return None
    return no(
        "CH-MIS-08", "{who} is not in {hex}.", "{who} no está en {hex}.", who=target.name, hex=hex_
    )


def may_shoot_the_animal(battle: Battle, shooter: Unit, target: Unit) -> Refusal | None:
    """CH-MIS-09: A loose animal is a target for either side, a led one for the side that does not
    lead it.
    """
    if side_of(battle, target) == shooter.side:
        return no(
            "CH-MIS-09",
            "{what} is led by your own side.",
            "A {what} lo lleva tu propio bando.",
            what=target.name,
        )
    return None


def band_of(weapon: str | None, range_: int) -> str | None:
    """CH-MIS-10: The range in hexes, target included, gives the band; beyond the long band there is
    none.
    """
    return next(
        (row["band"] for row in RANGES.get(weapon, ()) if row["min"] <= range_ <= row["max"]), None
    )


def out_of_range(shooter: Unit, range_: int) -> Refusal | None:
    """Refusal of a shot beyond the long band of the weapon."""
    if shooter.weapon is None or band_of(shooter.weapon, range_):
        return None
    return no(
        "CH-MIS-10",
        "{range} hexes away; the weapon reaches {most}.",
        "Está a {range} casillas; el arma alcanza {most}.",
        range=range_,
        most=RANGES[shooter.weapon][-1]["max"],
    )


def legal_target(battle: Battle, shooter: Unit, target: Unit) -> Refusal | None:
    """CH-MIS-12: Targets are living enemies, stunned and escaping ones included, and animals, but
    no prisoners.
    """
    if not is_on_map(target):
        return no(
            "CH-MIS-12", "{who} is not on the map.", "{who} no está en el mapa.", who=target.name
        )
    if not is_living(target):
        return no("CH-MIS-12", "{who} is dead.", "{who} está muerto.", who=target.name)
    if is_animal(target):
        return may_shoot_the_animal(battle, shooter, target)
    if target.side == shooter.side:
        return no(
            "CH-MIS-12",
            "{who} is on your own side.",
            "{who} es de tu propio bando.",
            who=target.name,
        )
    if is_prisoner(target):
        return no("CH-MIS-12", "{who} has surrendered.", "{who} se ha rendido.", who=target.name)
    return None


# ------------------------------------------------------------------------------------------------ l


@lru_cache(maxsize=20000)
def traces(ground: Ground, here: Hex, there: Hex, window: str | None = None) -> tuple[Trace, ...]:
    """Lines that a shooter may measure between two hexes, with the effects of the ground."""
    found = []
    for line in lines(ground, here, there, window):
        hidden = cover.hidden_by_a_wall(line)
        behind = (*stops(ground, line), *((hidden,) if hidden else ()))
        stopped = stopped_between_neighbours(ground, line) if are_adjacent(here, there) else behind
        found.append(
            Trace(line, stopped, cover.shelters(ground, line), cover.one_sided(ground, line))
        )
    return tuple(found)


class _Aim(msgspec.Struct, frozen=True):
    """Best line of the shooter to one hex of the target, with cover and stops."""

    trace: Trace
    grade: str
    rules: tuple[str, ...]
    stops: tuple[Stop, ...]


def sight(
    battle: Battle, shooter: Unit, target: Unit, hex_: Hex, window: str | None = None
) -> Sight:
    """View of the shooter on that hex of the target."""
    ground, here = the_ground(battle), shooter.hex or ""
    its_hexes = (hex_, *(of for of in hexes_of(target) if of != hex_))
    around = tuple(
        one
        for of in its_hexes
        for trace in traces(ground, here, of, window)
        for one in trace.one_sided
    )
    side = cover.covered_side(target, around)
    aims = {of: _aim(battle, shooter, target, of, window, side) for of in its_hexes}
    aimed, range_ = aims[hex_], hexes_to(here, hex_)
    hittable = [
        aim
        for of, aim in aims.items()
        if of == hex_ or not (aim.stops or out_of_range(shooter, hexes_to(here, of)))
    ]
    grade, rules = cover.better_of_two((aim.grade, aim.rules) for aim in hittable)
    stopped = _stopped(battle, shooter, target, aimed.trace, range_, grade)
    other = (
        [stop for stop in aimed.stops if stop.why.rule not in {one.why.rule for one in stopped}]
        if stopped
        else []
    )
    return Sight(
        shooter.id,
        target.id,
        here,
        hex_,
        aimed.trace.line,
        range_,
        band_of(shooter.weapon, range_),
        grade,
        rules,
        category_of(target),
        covered=side if around else None,
        faces_seen=cover.faces_seen_of(ground, here, hex_),
        no=found_in(out_of_range(shooter, range_), [stop.why for stop in (*stopped, *other)]),
        stopped=nearest(aimed.trace.line, stopped),
    )


def nearest(line: Line, stopped: Sequence[Stop]) -> tuple[Hex, str] | None:
    """Hex, or hexside, of the first stop of the line; None if it is clear."""

    def way(stop: Stop) -> int:
        return position_along(
            line.start,
            line.end,
            middle_of_side(stop.hex, stop.side) if stop.side else middle_of(stop.hex),
        )

    first = min(stopped, key=way, default=None)
    return (first.hex, first.side) if first else None


def _aim(
    battle: Battle, shooter: Unit, target: Unit, hex_: Hex, window: str | None, side: str | None
) -> _Aim:
    """Clear line with the least cover to that hex; a blocked one if none is clear."""
    found = []
    for trace in traces(the_ground(battle), shooter.hex or "", hex_, window):
        grade, rules = cover.cover_of(trace.shelters, trace.one_sided, side)
        found.append(
            _Aim(
                trace,
                grade,
                rules,
                _stopped(battle, shooter, target, trace, hexes_to(shooter.hex or "", hex_), grade),
            )
        )
    best = min(
        found, key=lambda aim: (bool(aim.stops), GRADES.index(aim.grade) if not aim.stops else 0)
    )
    if not best.stops:
        return best
    every = {stop.why.rule: stop for aim in reversed(found) for stop in reversed(aim.stops)}
    return msgspec.structs.replace(
        best, stops=tuple({**{stop.why.rule: stop for stop in best.stops}, **every}.values())
    )


def _stopped(
    battle: Battle, shooter: Unit, target: Unit, trace: Trace, range_: int, grade: str
) -> tuple[Stop, ...]:
    """Stops of the shot along that line: units first, as in the rulebook, then the ground."""
    between = in_the_way(battle, trace.line, shooter, target)
    people = (
        bolt_is_stopped(shooter, between),
        arrow_is_stopped(shooter, between, band_of(shooter.weapon, range_), grade),
    )
    return (*(stop for stop in people if stop), *trace.stops)


def best_sight(
    battle: Battle, shooter: Unit, target: Unit, hex_: Hex | None = None, window: str | None = None
) -> Sight:
    """View on the hex named, or on the hex that can be hit, the nearer one first."""
    aimed = (hex_,) if hex_ in hexes_of(target) else hexes_of(target)
    return min(
        (sight(battle, shooter, target, of, window) for of in aimed if of),
        key=lambda seen: (bool(seen.no), seen.range),
    )


def sights(battle: Battle, shooter: Unit) -> list[Sight]:
    """Lines of fire from a character to every legal target, clear and blocked."""
    return (
        [best_sight(battle, shooter, target) for target in targets(battle, shooter)]
        if shooter.hex
        else []
    )


def targets(battle: Battle, shooter: Unit) -> Iterator[Unit]:
    """Legal targets of the shooter's side anywhere: enemies, then animals."""
    enemies = characters(battle, other_side(battle, shooter.side or ""))
    yield from (unit for unit in enemies if legal_target(battle, shooter, unit) is None)
    yield from (
        unit
        for unit in battle.units.values()
        if is_animal(unit) and legal_target(battle, shooter, unit) is None
    )


# ------------------------------------------------------------------------------------------------ s


def shooter_refusals(battle: Battle, unit: Unit, seat: str) -> tuple[Refusal, ...]:
    """Refusals of the shooter, for any target."""
    return found_in(
        own(battle, unit, seat),
        able(unit),
        may_shoot_first(battle, unit),
        may_shoot_again(battle, unit),
        once_a_step(battle, unit),
        movement.kept_busy(unit),
        out_of_missiles(battle, unit),
    )


def target_refusals(
    battle: Battle, order: Shoot, shooter: Unit, target: Unit
) -> tuple[Refusal, ...]:
    """Refusals of the target and the aim, without the line."""
    window = no_such_window(the_ground(battle), shooter.hex, order.window) if shooter.hex else None
    return found_in(
        legal_target(battle, shooter, target), no_such_hex(target, order.target_hex), window
    )


def seen_by(battle: Battle, order: Shoot) -> Sight | None:
    """View of the order's shooter on its target; None if one of them is off the map."""
    shooter, target = named(battle, order.unit), named(battle, order.target)
    if shooter.hex is None or target.hex is None:
        return None
    return best_sight(battle, shooter, target, order.target_hex, order.window)


def shoot_refusals(battle: Battle, order: Shoot, seat: str) -> tuple[Refusal, ...]:
    """Refusals of a shot, in the order of the rulebook."""
    try:
        shooter, target = named(battle, order.unit), named(battle, order.target)
    except Refused as refused:
        return refused.refusals
    if order.target_hex and on_the_map(battle, order.target_hex):
        return found_in(on_the_map(battle, order.target_hex))
    foreign = own(battle, shooter, seat)
    if foreign:
        return (foreign,)
    seen = seen_by(battle, order)
    wrong = target_refusals(battle, order, shooter, target)
    return found_in(
        shooter_refusals(battle, shooter, seat), wrong, seen.no if seen and not wrong else ()
    )


def shoot(battle: Battle, order: Shoot, seat: str, dice: Dice) -> list[Event]:
    """Events of one shot, resolved at once."""
    refuse_if(shoot_refusals(battle, order, seat))
    shooter, target = battle.units[order.unit], battle.units[order.target]
    seen = best_sight(battle, shooter, target, order.target_hex, order.window)
    added = die_tally(shooter, seen.band)
    die = d10(dice, "shot", shooter.id)
    row, letter = row_and_letter(shooter.weapon or "", die + added.total, seen.category, seen.cover)
    shot = Shot(
        shooter.id,
        target.id,
        seen.hex,
        die,
        seen.range,
        seen.band or "",
        seen.cover,
        seen.category,
        row,
        letter,
        tuple((reason.rule, reason.amount) for reason in added.reasons),
        seen.cover_rules,
        seen.covered,
    )
    now = fold(battle, [shot])
    return [shot, *struck(now, now.units[target.id], letter, shooter.side)]


# ------------------------------------------------------------------------------------------------ d


FALLS_BACK, KILLED, NOTHING = (
    say("{who} retreats", "{who} retrocede"),
    say("{who} is killed", "{who} muere"),
    say("nothing", "nada"),
)
ON_FOOT = {
    harm.DRIVEN_BACK: FALLS_BACK,
    STUNNED: say("{who} is stunned", "{who} queda aturdido"),
    WOUNDED: say("{who} is wounded", "{who} resulta herido"),
    DEAD: KILLED,
}
THROWN = {
    STUNNED: say(
        "{who} is unhorsed and stunned, the horse killed", "{who} cae aturdido y su caballo muere"
    ),
    WOUNDED: say("{who} is unhorsed and wounded", "{who} cae herido del caballo"),
    DEAD: KILLED,
}
BOTH_KILLED = say("{who} and the horse are killed", "{who} y su caballo mueren")


def outcome(battle: Battle, target: Unit, letter: str) -> Say:
    """Effect of a letter on this target in words; without a hex to retreat to a character is
    wounded.
    """
    result = RESULTS.get(letter)
    if result == harm.DRIVEN_BACK and not harm.retreat_of(battle, target).options:
        result = WOUNDED
    if is_animal(target):
        found = {harm.DRIVEN_BACK: FALLS_BACK, STUNNED: KILLED}.get(result or "")
    else:
        found = outcome_for_a_man(battle, target, letter, result) if result else None
    return Say(found.en, found.es, {"who": target.name}) if found else NOTHING


def outcome_for_a_man(battle: Battle, target: Unit, letter: str, result: str) -> Say:
    thrown = is_mounted(target) and letter != "A"
    become = harm.comes_to(battle, target, result, thrown)
    if thrown and letter == "B" and become == DEAD:
        return BOTH_KILLED
    return (THROWN if thrown else ON_FOOT)[become]


def odds(battle: Battle, shooter: Unit, target: Unit, seen: Sight) -> tuple[Chance, ...]:
    """CH-SUM-09: The preview of a shot shows the chance of each result, worst for the target first."""
    added = die_tally(shooter, seen.band).total
    ways: dict[str, tuple[Say, int]] = {}
    for die in FACES:
        _, letter = row_and_letter(shooter.weapon or "", die + added, seen.category, seen.cover)
        says = outcome(battle, target, letter)
        ways[str(says)] = (says, ways.get(str(says), (says, 0))[1] + 1)
    return tuple(
        Chance(says, number, len(FACES), good=says != NOTHING) for says, number in ways.values()
    )


def shoot_assessment(battle: Battle, order: Shoot, seat: str) -> Assessment:
    """Dry run of a shot: refusals, figures, additions to the die, and odds."""
    refusals = shoot_refusals(battle, order, seat)
    if order.unit not in battle.units or order.target not in battle.units:
        return Assessment(no=refusals)
    seen, shooter, target = (
        seen_by(battle, order),
        battle.units[order.unit],
        battle.units[order.target],
    )
    if seen is None:
        return Assessment(no=refusals)
    tallies = (
        ((say("Added to the die", "Se suma al dado"), die_tally(shooter, seen.band)),)
        if seen.band
        else ()
    )
    chances = () if refusals else odds(battle, shooter, target, seen)
    return Assessment(
        no=refusals, report=seen.report, tallies=tallies, odds=chances, lines=(drawn_line(seen),)
    )


def drawn_line(seen: Sight) -> tuple[str, str, bool, Say]:
    """Line for the page: first hex, last hex, free or not, and its label or first refusal."""
    if seen.no:
        return seen.here, seen.stopped[0] if seen.stopped else seen.hex, False, seen.no[0].says
    return (
        seen.here,
        seen.hex,
        True,
        say(
            "{band} ({range}), {cover}",
            "{band} ({range}), {cover}",
            band=band_name(seen.band),
            range=seen.range,
            cover=GRADE_NAMES[seen.cover],
        ),
    )


def shoot_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of every shot of the seat; a shooter that cannot shoot gets one offer with the reason."""
    found = []
    for unit in characters(battle, battle.seats.get(seat, "")):
        if unit.weapon and not own(battle, unit, seat):
            refusals = shooter_refusals(battle, unit, seat)
            aims = list(targets(battle, unit))
            if refusals:
                aims = sorted(aims, key=lambda target: hexes_to(unit.hex or "", target.hex or ""))[
                    :1
                ]
            found += [shot_offer(battle, unit, target, refusals) for target in aims]
    return found


def shot_offer(battle: Battle, unit: Unit, target: Unit, refusals: Sequence[Refusal]) -> Offer:
    seen = best_sight(battle, unit, target)
    label = say(
        "{who} at {target}: {band} ({range}), {cover}",
        "{who} a {target}: {band} ({range}), {cover}",
        who=unit.name,
        target=target.name,
        range=seen.range,
        cover=GRADE_NAMES[seen.cover],
        band=band_name(seen.band),
    )
    two = seen.hex if len(hexes_of(target)) > 1 else None
    return Offer(
        Shoot(unit.id, target.id, two),
        label,
        found_in(refusals, seen.no),
        piece=unit.id,
        place=seen.hex,
        target=target.id,
        rolls=True,
    )


# ------------------------------------------------------------------------------------------------ s


SIDE_NAMES = {
    cover.OUTSIDE: say("from outside", "por fuera"),
    cover.INSIDE: say("from inside", "por dentro"),
    cover.REAR: say("from the rear", "por detrás"),
    "N": say("from the north", "por el norte"),
    "S": say("from the south", "por el sur"),
    "E": say("from the east", "por el este"),
    "W": say("from the west", "por el oeste"),
}


def set_cover_refusals(battle: Battle, order: SetCover, seat: str) -> tuple[Refusal, ...]:
    """Refusals of an order for the covered side: own units, in either phase, and an existing side."""
    try:
        unit = named(battle, order.unit)
    except Refused as refused:
        return refused.refusals
    unknown = None
    if order.cover is not None and order.cover not in SIDE_NAMES:
        unknown = no(
            "CH-COV-10",
            "The covered side is outside, inside, a face (N, E, S, W) or the rear.",
            "El lado cubierto es fuera, dentro, una cara (N, E, S, W) o detrás.",
        )
    return found_in(own(battle, unit, seat), unknown)


def set_cover(battle: Battle, order: SetCover, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 orders share one signature
    refuse_if(set_cover_refusals(battle, order, seat))
    return [CoverSet(order.unit, order.cover)]


def set_cover_assessment(battle: Battle, order: SetCover, seat: str) -> Assessment:
    return Assessment(no=set_cover_refusals(battle, order, seat))


def set_cover_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of the sides to cover for units of the seat in a doorway or at a corner, and of none."""
    ground, found = the_ground(battle), []
    for unit in characters(battle, battle.seats.get(seat, "")):
        sides = [side for hex_ in hexes_of(unit) for side in cover.sides_to_choose(ground, hex_)]
        if not sides or own(battle, unit, seat):
            continue
        found += [
            Offer(
                SetCover(unit.id, side),
                cover_label(unit, side),
                piece=unit.id,
                place=unit.hex or "",
            )
            for side in dict.fromkeys((*sides, *((None,) if unit.cover_side else ())))
            if side != unit.cover_side
        ]
    return found


def cover_label(unit: Unit, side: str | None) -> Say:
    if side is None:
        return say(
            "{who}: covered against the first shot",
            "{who}: a cubierto del primer disparo",
            who=unit.name,
        )
    return say(
        "{who}: covered {side}", "{who}: a cubierto {side}", who=unit.name, side=SIDE_NAMES[side]
    )
