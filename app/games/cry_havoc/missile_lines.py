"""Targets of missiles, and the lines to them with range, cover and obstacles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from app.games.cry_havoc import cover
from app.games.cry_havoc.cover import GRADE_NAMES, GRADES, LIGHT, NONE, OneSided, Shelter
from app.games.cry_havoc.fire_line import Line, Stop
from app.games.cry_havoc.fire_through_openings import stopped_by_a_wall
from app.games.cry_havoc.ground import WALL, Ground
from app.games.cry_havoc.line_of_fire import affecting, ground_stops, lines, stops_line
from app.games.cry_havoc.missile_targets import (
    band_name,
    band_of,
    category_of,
    out_of_range,
    targets,
)
from app.games.cry_havoc.occupancy import (
    hexes_of,
    is_standing,
    the_ground,
    units_at,
)
from app.games.cry_havoc.state import Battle, Unit
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.hexes import Hex, are_adjacent, hexes_to, side_towards
from app.kernel.space.hexlines import Twice, middle_of, middle_of_side, named_side, position_along

BOW, CROSSBOW = "bow", "crossbow"


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


def in_the_way(battle: Battle, line: Line, shooter: Unit, target: Unit) -> tuple[Unit, Hex] | None:
    """First standing unit between shooter and target, with its hex; the hexes of both do not
    count.
    """
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
            if all(standing(one) or stops_line(ground, line, one) for one in pair)
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


@lru_cache(maxsize=20000)
def measured_lines(
    ground: Ground, here: Hex, there: Hex, window: str | None = None
) -> tuple[Trace, ...]:
    """Lines that a shooter may measure between two hexes, with the effects of the ground."""
    found = []
    for line in lines(ground, here, there, window):
        hidden = cover.hidden_by_a_wall(line)
        behind = (*ground_stops(ground, line), *((hidden,) if hidden else ()))
        stopped = stopped_between_neighbours(ground, line) if are_adjacent(here, there) else behind
        found.append(
            Trace(
                line, stopped, cover.shelters_on_line(ground, line), cover.one_sided(ground, line)
            )
        )
    return tuple(found)


class _Aim(msgspec.Struct, frozen=True):
    """Best line of the shooter to one hex of the target, with cover and stops."""

    trace: Trace
    grade: str
    rules: tuple[str, ...]
    stops: tuple[Stop, ...]


def _with_other_rules(stopped: Sequence[Stop], stops: Sequence[Stop]) -> list[Stop]:
    """All that stops a missile, and what else would under other rules."""
    known = {one.why.rule for one in stopped}
    return [*stopped, *(stop for stop in stops if stopped and stop.why.rule not in known)]


def sight(
    battle: Battle, shooter: Unit, target: Unit, hex_: Hex, window: str | None = None
) -> Sight:
    """View of the shooter on that hex of the target."""
    ground, here = the_ground(battle), shooter.hex or ""
    its_hexes = (hex_, *(of for of in hexes_of(target) if of != hex_))
    around = tuple(
        one
        for of in its_hexes
        for trace in measured_lines(ground, here, of, window)
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
        no=found_in(
            out_of_range(shooter, range_),
            [stop.why for stop in _with_other_rules(stopped, aimed.stops)],
        ),
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
    for trace in measured_lines(the_ground(battle), shooter.hex or "", hex_, window):
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
