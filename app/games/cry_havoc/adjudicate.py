"""Case runner (docs/adjudicate.md): plays positions with loaded dice and notes differences.

Orders pass through the same `decide` and `evolve` as in a game. No case has code of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from app.games.cry_havoc import ammunition, beginning, orders, plans, tables
from app.games.cry_havoc.box import GAME
from app.games.cry_havoc.events import Asked, Fought, Shot, SurrenderRolled
from app.games.cry_havoc.evolve import evolve
from app.games.cry_havoc.occupancy import figures, is_animal
from app.games.cry_havoc.reach import assess
from app.games.cry_havoc.state import (
    CLOSE_COMBAT,
    FIRST_FIRE,
    RECOVERY,
    SETUP,
    STEPS,
    STUNNED,
    Advance,
    Battle,
    Building,
    Courtyard,
    Map,
    Retreat,
    Unit,
)
from app.kernel import table, table_decisions, table_refusals
from app.kernel.contract import Event, Order, Setup
from app.kernel.dice import LoadedDice, Roll, UnexpectedRoll
from app.kernel.offers import Assessment
from app.kernel.refusal import Refusal, Refused, refuse_if
from app.kernel.seats import Viewer
from app.kernel.table import Table
from app.kernel.table_orders import Concede, DeclineDraw, OfferDraw

KIND = "cry_havoc/battle"
SIDES = ("red", "blue")
PLAIN = Map("plain", 24, 16)
GROWTH = {"clear", "road", "bush", "trees", "embankment", "water"}


def run(case: dict[str, Any]) -> list[str]:
    """Differences between a case and the rules; none if it passes. Raises `ValueError` if the case
    is malformed.
    """
    referee = read(Referee, case)
    for number, row in enumerate(case["orders"], start=1):
        referee.play(number, row)
    return referee.closed(case.get("expect") or {})


def read(reader: Callable[..., Any], row: Mapping[str, Any], *more: Any) -> Any:
    """Result of the reader for a part of a case; raises `ValueError` that names the part if it
    fails.
    """
    try:
        return reader(row, *more)
    except (KeyError, TypeError, AttributeError, msgspec.ValidationError) as wrong:
        raise ValueError(
            f"{row.get('id') or dict(row)}: {type(wrong).__name__}: {wrong}"
        ) from wrong


# ------------------------------------------------------------------------------------------------ t
def battle_of(case: Mapping[str, Any]) -> Battle:
    """Position of the case; things that the case does not name do not exist."""
    start = case.get("start") or {}
    side = start.get("side", start.get("first", "red"))
    first = start.get("first", SIDES[0])
    seats = seats_of(case, SIDES)
    units = units_of(case, seats)
    step = SETUP if start.get("step") == "setup" else STEPS[start.get("step", 1) - 1]
    heaps = {hex_: dict(heap) for hex_, heap in (case.get("corpses") or {}).items()}
    turn = start.get("turn", 0 if step == SETUP else 1)
    sides = (first, next(colour for colour in SIDES if colour != first))
    return Battle(
        map_of(case),
        "",
        tuple(case.get("options", ())),
        sides,
        seats,
        units,
        heaps,
        turn,
        side,
        step,
        last_blow=start.get("last_blow", 0),
        score=dict.fromkeys(sides, 0),
    )


def seats_of(case: Mapping[str, Any], sides: Iterable[str]) -> dict[str, str]:
    """Side of each seat. Without a list in the case each side has one seat of the same name."""
    listed = case.get("seats") or {side: [side] for side in sides}
    return {seat: side for side, seats in listed.items() for seat in seats}


def scenario_of(case: Mapping[str, Any], dice: LoadedDice) -> Battle:
    """Position of a scenario. With `units` only those and their facts; without, all its forces with
    their names as ids.
    """
    plan = plans.PLANS[case["scenario"]]
    seats = seats_of(case, [side.key for side in plan.sides])
    battle = by_name(
        folded(beginning.new_game(Setup(plan.key, seats, tuple(case.get("options", ()))), dice)),
        plan,
    )
    start = case.get("start") or {}
    if "units" in case:
        units = units_of(case, seats)
        battle = msgspec.structs.replace(
            battle, units=units, facts=beginning.facts_of(plan, units.values())
        )
    step = SETUP if start.get("step") == "setup" else STEPS[start.get("step", 1) - 1]
    return msgspec.structs.replace(
        battle,
        map=map_of({**case, "map": plan.map}),
        active=start.get("side", plan.sides[0].key),
        step=step,
        turn=start.get("turn", 0 if step == SETUP else 1),
        last_blow=start.get("last_blow", 0),
    )


def folded(events: Iterable[Event]) -> Battle:
    battle: Any = None
    for event in events:
        battle = evolve(battle, event)
    return battle


def by_name(battle: Battle, plan: plans.Plan) -> Battle:
    """Battle whose units have their names as ids."""
    names = {unit.id: unit.name for unit in battle.units.values()}
    units = [
        msgspec.structs.replace(
            unit, id=unit.name, rides=names.get(unit.rides or ""), of=names.get(unit.of or "")
        )
        for unit in battle.units.values()
    ]
    return msgspec.structs.replace(
        battle, units={unit.id: unit for unit in units}, facts=beginning.facts_of(plan, units)
    )


def map_of(case: Mapping[str, Any]) -> Map:
    named = case["map"]
    if isinstance(named, Map):
        printed = named
    elif isinstance(named, str):
        printed = PLAIN if named == "plain" else tables.MAPS[named]
    else:
        printed = Map(named.get("id", "field"), named["cols"], named["rows"])
    terrain = dict(case.get("terrain") or {})
    high = (*case.get("high_ground", ()), *terrain.pop("high_ground", ()))
    if strange := terrain.keys() - GROWTH:
        raise ValueError(
            f"{case.get('id')}: no terrain of the data file: {', '.join(sorted(strange))}"
        )
    added = tables.read_map(
        {
            "id": printed.id,
            "cols": printed.cols,
            "rows": printed.rows,
            "terrain": terrain,
            "high_ground": high,
            "buildings": case.get("buildings", ()),
            "courtyards": case.get("courtyards", ()),
            "corners": case.get("corners", ()),
        }
    )
    ground = {**dict(printed.terrain), **dict(added.terrain)}
    return Map(
        printed.id,
        printed.cols,
        printed.rows,
        tuple(ground.items()),
        (*printed.high_ground, *added.high_ground),
        _joined(printed.buildings, added.buildings),
        _joined(printed.courtyards, added.courtyards),
        (*printed.corners, *added.corners),
    )


def _joined(
    printed: tuple[Building | Courtyard, ...], added: tuple[Building | Courtyard, ...]
) -> tuple:
    """Parts of the printed map and of the case; a part of the case replaces the printed one of the
    same id.
    """
    names = {one.id for one in added}
    return (*(one for one in printed if one.id not in names), *added)


def units_of(case: Mapping[str, Any], seats: Mapping[str, str]) -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for row in case.get("units", ()):
        unit = unit_of(row, seats)
        if row.get("mounted"):
            horse = row.get("horse", f"{unit.id}_horse")
            unit = msgspec.structs.replace(unit, rides=horse)
            units[horse] = tables.animal("horse", horse, unit.side, unit.id)
        units[unit.id] = (
            unit
            if "limited_ammunition" in case.get("options", ())
            else msgspec.structs.replace(unit, ammo=None)
        )
    return {key: owned(unit, units) for key, unit in units.items()}


def owned(unit: Unit, units: Mapping[str, Unit]) -> Unit:
    """Unit with its owner; a horse whose owner is given by name belongs to the unit of that name."""
    if not unit.of or unit.of in units:
        found = units.get(unit.of or "")
    else:
        found = next((other for other in units.values() if other.name == unit.of), None)
    if found is None:
        return unit
    return msgspec.structs.replace(unit, of=found.id, side=unit.side or found.side)


def unit_of(row: Mapping[str, Any], seats: Mapping[str, str]) -> Unit:
    side, sides = row.get("side"), dict.fromkeys(seats.values())
    seat = row.get("seat", "")
    if "animal" in row:
        unit = tables.animal(row["animal"], row["id"], side, row.get("of"))
    else:
        unit = tables.character(row["char"], side, seat, row["id"])
    ransom = row.get("counter", "")
    stunned_in = row.get(
        "stunned_in",
        f"{other(side, sides)}_phase" if row.get("state") == "stunned" and side else None,
    )
    flags = set(row.get("flags", ()))
    unknown = flags - FLAGS.keys()
    if unknown:
        raise ValueError(f"flags {sorted(unknown)} are not known")
    return msgspec.structs.replace(
        unit,
        hex=row.get("hex"),
        rear=row.get("rear"),
        state=row.get("state", "healthy"),
        counter=ransom,
        ransom=tables.RANSOM[ransom] if ransom else None,
        leads=row.get("leads"),
        tied_to=tuple(row.get("tied_to", ())),
        guards=tuple(row.get("guards", ())),
        captor=row.get(
            "captured_by", other(side, sides) if row.get("state") == "prisoner" else None
        ),
        ammo=row.get("ammo"),
        cover_side=row.get("cover_side"),
        stunned_in=stunned_in.removesuffix("_phase") if stunned_in else None,
        left=row.get("left"),
        shot=(FIRST_FIRE,) if "shot_in_step_1" in flags else (),
        fought="fought_since_own_last_phase" in flags,
        attacked="attacked_this_phase" in flags,
        escaped="escaped" in flags,
        moved="moved_this_phase" in flags,
    )


def other(side: str | None, sides: Iterable[str]) -> str | None:
    return next((one for one in sides if one != side), None) if side else None


FLAGS: dict[str, Callable[[Unit], bool]] = {
    "shot_in_step_1": lambda unit: FIRST_FIRE in unit.shot,
    "fought_since_own_last_phase": lambda unit: unit.fought,
    "attacked_this_phase": lambda unit: unit.attacked,
    "escaped": lambda unit: unit.escaped,
    "moved_this_phase": lambda unit: unit.moved,
}


# ------------------------------------------------------------------------------------------------ t
def order_of(row: Mapping[str, Any], battle: Battle) -> Order:
    """Order that a line of a case states; raises `ValueError` if its verb is unknown."""
    do = row["do"]
    if do not in READ:
        raise ValueError(f"do: {do} is not known")
    return READ[do](row, battle)


def _walk(row: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a move for the animal that is taken or let go on the way."""
    reins = row.get("take_reins") or {}
    return {
        "animal": reins.get("animal") or row.get("animal"),
        "reins_at": reins.get("at"),
        "front": reins.get("front"),
        "let_go_at": row.get("let_go_at"),
    }


def _move(row: Mapping[str, Any], _: Battle) -> Order:
    return orders.Move(row["unit"], tuple(row["path"]), **_walk(row))


def _ride(row: Mapping[str, Any], _: Battle) -> Order:
    return orders.Ride(
        row["unit"], tuple(f"{step['kind']}:{step['to']}" for step in row["steps"]), **_walk(row)
    )


def _retreat(row: Mapping[str, Any], battle: Battle) -> Order:
    """Retreat order of a unit or a train; the decision gives the order of the mules."""
    if "places" not in row:
        return orders.RetreatTo(row["unit"], row["to"], row.get("rear"))
    mules = next(
        (owed.mules for owed in battle.pending if hasattr(owed, "mules")), tuple(row["places"])
    )
    return orders.RetreatTrain(tuple(row["places"][mule] for mule in mules))


def _escort(row: Mapping[str, Any], _: Battle) -> Order:
    paths = tuple((unit, " ".join(path)) for unit, path in row["paths"].items())
    return orders.Escort(row["prisoner"], paths, row.get("leave", False))


READ: dict[str, Callable[[Mapping[str, Any], Battle], Order]] = {
    "shoot": lambda row, _: orders.Shoot(
        row["unit"], row["target"], row.get("target_hex"), row.get("window")
    ),
    "cover_side": lambda row, _: orders.SetCover(
        row["unit"], row.get("cover", row.get("side_covered"))
    ),
    "move": _move,
    "lead": _move,
    "move_mounted": _ride,
    "mount": lambda row, _: orders.Mount(row["unit"], row["animal"]),
    "dismount": lambda row, _: orders.Dismount(row["unit"], row["to"]),
    "tie": lambda row, _: orders.Tie(row["unit"], tuple(row["pair"])),
    "untie": lambda row, _: orders.Untie(row["unit"], tuple(row["pair"])),
    "give_ammunition": lambda row, _: orders.GiveAmmunition(row["from"], row["to"], row["count"]),
    "attack": lambda row, _: orders.Attack(tuple(row["attackers"]), tuple(row["defenders"])),
    "victim": lambda row, _: orders.ChooseVictim(row["unit"]),
    "retreat": _retreat,
    "fall": lambda row, _: orders.FallAt(row["unit"], row["to"]),
    "advance": lambda row, _: orders.AdvanceTo(row["unit"], tuple(row["path"])),
    "decline_advance": lambda *_: orders.DeclineAdvance(),
    "assign_guards": lambda row, _: orders.AssignGuards(row["prisoner"], tuple(row["guards"])),
    "escort": _escort,
    "escape": lambda row, _: orders.Escape(row["unit"], tuple(row["path"])),
    "retake": lambda row, _: orders.Retake(tuple(row.get("units", ())), row["prisoner"]),
    "deploy": lambda row, _: orders.Deploy(
        row["unit"], row.get("to", row.get("hex", row.get("at"))), row.get("rear")
    ),
    "enter": lambda row, _: orders.Enter(row["unit"], tuple(row["path"])),
    "leave": lambda row, _: orders.Leave(row["unit"], tuple(row.get("path", ()))),
    "accept_draw": lambda *_: AcceptDraw(),
    "agree": lambda *_: orders.Agree(),
    "pass": lambda *_: orders.Pass(),
    "end_deployment": lambda *_: orders.Pass(),
    "concede": lambda *_: Concede(),
    "offer_draw": lambda *_: OfferDraw(),
    "decline_draw": lambda *_: DeclineDraw(),
}


class AcceptDraw(Order, frozen=True, tag="accept_draw"):
    """Offer of a draw while the other side's offer stands; cases only."""


ANSWERS = ("retreat", "fall", "victim", "advance", "decline_advance")
OF_THE_HOUSE = (Concede, OfferDraw, DeclineDraw, AcceptDraw)


def told(refusal: Refusal) -> list[str]:
    """Refusal as text. Refusals of the platform about the end and draws get CH-SUM-03 as well."""
    words = [str(refusal)]
    if refusal.rule in ("CAR-TAB-02", "CAR-DRW-01", "CAR-DRW-02"):
        words.append(f"{refusal.says} [CH-SUM-03]")
    return words


def rolls_of(case: Mapping[str, Any]) -> list[Roll]:
    return [
        Roll(row["for"], row.get("of", ""), 10, row["die"] or 10) for row in case.get("dice") or ()
    ]


class Referee:
    """Referee that plays one case at a table and notes every difference."""

    def __init__(self, case: Mapping[str, Any]):
        self.differences: list[str] = []
        self.dice = LoadedDice(rolls_of(case))
        self.last_refused = False
        self.is_closing = False  # `finish` has ended step 4, recovery has not begun
        self.events: tuple[Event, ...] = ()
        battle = scenario_of(case, self.dice) if "scenario" in case else battle_of(case)
        self.table = Table(battle, seats=dict(battle.seats), scenario=battle.scenario)

    @property
    def battle(self) -> Battle:
        return self.table.state

    # -------------------------------------------------------------------------------------------- o
    def play(self, number: int, row: Mapping[str, Any]) -> None:
        where = f"order {number} ({row['do']})"
        if row["do"] == "finish":
            self.finish(where, row)
        elif row["do"] == "roll_ammunition":
            self.quiver(where, row)
        else:
            self.order(where, row)
        if "then" in row:
            self.compare(where, row["then"])

    def quiver(self, where: str, row: Mapping[str, Any]) -> None:
        """Roll the missiles of one shooter alone; a game rolls for all of them at its start."""
        try:
            for event in ammunition.rolled(self.battle, row["unit"], self.dice):
                self.tell(event)
            refused = None
        except Refused as found:
            refused = [str(refusal) for refusal in found.refusals]
        expected = row.get("expect", "legal")
        if isinstance(expected, Mapping):
            self._should_be_refused(where, set(expected["refused"]), refused)
        elif refused:
            self.differences.append(f"{where}: should be legal, but: {'; '.join(refused)}")

    def _quiver(self, where: str, row: Mapping[str, Any]) -> None:
        """Roll the missiles of a shooter as they are rolled before the game."""
        unit = self.battle.units[row["unit"]]
        refused = beginning.no_quiver(unit)
        if refused is None:
            self.tell(ammunition.filled(unit, self.dice))
        self._as_expected(where, row, [str(refused)] if refused else None)

    def order(self, where: str, row: Mapping[str, Any]) -> None:
        self._close_the_phase()
        self._silence(row)
        seat = self._seat(row)
        given = read(order_of, row, self.battle)
        assessed = self._assessed(given, seat)
        refused = self._decided(where, given, seat)
        self.last_refused = refused is not None
        self._as_expected(where, row, refused)
        self._reported(where, row.get("report") or {}, assessed)

    def _as_expected(self, where: str, row: Mapping[str, Any], refused: list[str] | None) -> None:
        expected = row.get("expect", "legal")
        if expected == "legal" and refused:
            self.differences.append(f"{where}: should be legal, but: {'; '.join(refused)}")
        if isinstance(expected, Mapping) and "refused" in expected:
            self._should_be_refused(where, set(expected["refused"]), refused)

    def _should_be_refused(self, where: str, wanted: set[str], refused: list[str] | None) -> None:
        if refused is None:
            self.differences.append(f"{where}: should be refused by {sorted(wanted)}, but is legal")
        elif not wanted & {line.rsplit("[", 1)[1].rstrip("]") for line in refused}:
            self.differences.append(
                f"{where}: should be refused by {sorted(wanted)}, but: {'; '.join(refused)}"
            )

    def _assessed(self, given: Order, seat: str) -> Assessment:
        if isinstance(given, OF_THE_HOUSE):
            return Assessment()
        viewer = Viewer(seat, self.battle.seats.get(seat))
        return assess(GAME.view(self.battle, viewer), given)

    def _decided(self, where: str, given: Order, seat: str) -> list[str] | None:
        """Refusals of the order as text; None if it was carried out."""
        self.events = ()
        try:
            if isinstance(given, AcceptDraw):
                given = self._accepted(seat)
            for event in table_decisions.decide_on(GAME, self.table, given, seat, self.dice):
                self.tell(event)
        except Refused as refused:
            return [line for refusal in refused.refusals for line in told(refusal)]
        except UnexpectedRoll as unexpected:
            self.differences.append(f"{where}: {unexpected}")
        return None

    def _accepted(self, seat: str) -> Order:
        refuse_if(
            table_refusals.draw_on_offer(self.table),
            table_refusals.one_offer(self.table, self.battle.seats[seat]),
        )
        return OfferDraw()

    def tell(self, event: Event) -> None:
        self.table = table.evolve_table(GAME, self.table, event)
        self.events = (*self.events, event)

    def _seat(self, row: Mapping[str, Any]) -> str:
        """Seat that gives the order: the one named, the seat of the acting unit, or the first of
        its side.
        """
        if "seat" in row:
            return row["seat"]
        owed = self.battle.pending[0].seat if self.battle.pending else ""
        if owed and row["do"] in ANSWERS and self.battle.seats[owed] == row["side"]:
            return owed
        acting = (
            row.get("unit")
            or row.get("prisoner")
            or row.get("from")
            or next(iter(row.get("attackers", ())), "")
        )
        unit = self.battle.units.get(acting)
        if unit and unit.seat and unit.side == row["side"]:
            return unit.seat
        return next(seat for seat, side in self.battle.seats.items() if side == row["side"])

    def _silence(self, row: Mapping[str, Any]) -> None:
        """Decline an open advance when the next order comes from another side or seat."""
        first = self.battle.pending[0] if self.battle.pending else None
        if not isinstance(first, Advance) or row["do"] in ("advance", "decline_advance"):
            return
        if row.get("seat", row.get("side")) not in (first.seat, self.battle.seats[first.seat]):
            self._decided("silence", orders.DeclineAdvance(), first.seat)

    # -------------------------------------------------------------------------------------------- p
    def finish(self, where: str, row: Mapping[str, Any]) -> None:
        """Pass for every seat up to and including the step named.

        Recovery is not begun before the next line, so that a case can check the end of step 4.
        """
        side = row.get("side", self.battle.active)
        step = SETUP if row["step"] == "setup" else STEPS[row["step"] - 1]
        if self.is_closing and (side, step) == (self.battle.active, RECOVERY):
            self._close_the_phase()
            return
        self._close_the_phase()
        for _ in range(40):
            if self.battle.winners is not None:
                return
            if (
                self.battle.active == side
                and self.battle.step == CLOSE_COMBAT
                and step in (CLOSE_COMBAT, RECOVERY)
            ):
                self.is_closing = True
                if step == RECOVERY:
                    self._close_the_phase()
                return
            done = self.battle.active == side and self.battle.step == step
            if not self._pass(where) or done:
                return
        self.differences.append(f"{where}: the step never came")

    def _close_the_phase(self) -> None:
        if self.is_closing:
            self.is_closing = False
            self._pass("end of the phase")

    def _pass(self, where: str) -> bool:
        """Pass the step for every seat of the active side; False if a pass was refused."""
        turn, active, step = self.battle.turn, self.battle.active, self.battle.step
        for seat, side in self.battle.seats.items():
            self._silence({"do": "pass", "side": None})
            if (self.battle.turn, self.battle.active, self.battle.step) != (turn, active, step):
                break
            if side == active and seat not in self.battle.passed:
                refused = self._decided(where, orders.Pass(), seat)
                if refused:
                    self.differences.append(f"{where}: {'; '.join(refused)}")
                    return False
        return True

    # -------------------------------------------------------------------------------------------- c
    def _reported(self, where: str, wanted: Mapping[str, Any], assessed: Assessment) -> None:
        stated = {**assessed.report, **reported_by(self.events)}
        for key, value in wanted.items():
            self._differ(f"{where}: report {key}", value, stated.get(key))

    def _differ(self, where: str, wanted: Any, found: Any) -> None:
        if not is_same(wanted, found):
            self.differences.append(f"{where}: expected {wanted!r}, found {found!r}")

    def compare(self, where: str, facts: Mapping[str, Any]) -> None:
        for fact, wanted in facts.items():
            if fact in WHOLE:
                self._differ(f"{where}: {fact}", wanted, WHOLE[fact](self, wanted))
            elif fact in PER_UNIT:
                for unit, value in wanted.items():
                    self._differ(
                        f"{where}: {fact} of {unit}",
                        value,
                        PER_UNIT[fact](self.battle, self.battle.units[unit]),
                    )
            elif fact == "flags":
                for unit, flags in wanted.items():
                    self._flagged(
                        f"{where}: flags of {unit}", set(flags), flags_of(self.battle.units[unit])
                    )
            elif fact == "corpses":
                for hex_, value in wanted.items():
                    self._differ(
                        f"{where}: corpses in {hex_}", value, corpses_in(self.battle, hex_, value)
                    )
            else:
                raise ValueError(f"fact {fact} is not known")

    def _flagged(self, where: str, wanted: set[str], found: set[str]) -> None:
        """Note a difference unless the named flags are set; an empty list means no flag."""
        if not wanted <= found or (found and not wanted):
            self.differences.append(f"{where}: expected {sorted(wanted)}, found {sorted(found)}")

    def closed(self, expect: Mapping[str, Any]) -> list[str]:
        self.compare("at the end", expect.get("facts") or {})
        if self.dice.left and not self.last_refused:
            self.differences.append(
                f"dice left over: {[(roll.purpose, roll.of, roll.face) for roll in self.dice.left]}"
            )
        return self.differences


def reported_by(events: Iterable[Event]) -> dict[str, Any]:
    """Facts that the events of an order report, by the keys of `report` in a case."""
    found: dict[str, Any] = {"retreat_options": [], "surrendered": False}
    for event in events:
        match event:
            case Shot():
                found |= {
                    "letter": event.letter,
                    "row": event.row,
                    "cover": event.cover,
                    "range": event.range,
                    "band": event.band,
                    "category": event.category,
                }
            case Fought():
                found |= {
                    "ratio": [event.attack, event.defence],
                    "base_column": event.base_column,
                    "shift": event.shift,
                    "column": event.column,
                    "table": event.table,
                    "letter": event.letter,
                }
            case SurrenderRolled():
                found |= {"surrender_roll": event.die, "surrendered": event.surrendered}
            case Asked():
                found["retreat_options"] += [
                    place
                    for owed in event.pending
                    if isinstance(owed, Retreat)
                    for place in _places(owed)
                ]
    return found


def _places(owed: Retreat) -> list[Any]:
    return [[front, rear] if rear else front for front, rear in owed.options]


def is_same(wanted: Any, found: Any) -> bool:
    """True if the values match; mappings compare the named keys only, lists compare as sets."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(is_same(value, found.get(key)) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, (list, tuple, set, frozenset)) and sorted(
            map(repr, map(_plain, wanted))
        ) == sorted(map(repr, map(_plain, found)))
    return _plain(wanted) == _plain(found)


def _plain(value: Any) -> Any:
    return list(map(_plain, value)) if isinstance(value, (list, tuple)) else value


def horse_of(battle: Battle, unit: Unit) -> str | None:
    """Fate of the rider's horse: "ridden", "riderless", "dead", or None without a horse."""
    if unit.rides:
        return "ridden"
    horse = next(
        (one for one in battle.units.values() if one.kind == "horse" and one.of == unit.id), None
    )
    if horse is None:
        return None
    if horse.state == "dead":
        return "dead"
    return "ridden" if any(one.rides == horse.id for one in battle.units.values()) else "riderless"


def values_of(_: Battle, unit: Unit) -> list[int | None]:
    """Attack, defence and movement; the attack of a stunned character is None."""
    attack, defence, movement = figures(unit)
    return [None if unit.state == STUNNED else attack, defence, movement]


PER_UNIT: dict[str, Callable[[Battle, Unit], Any]] = {
    "state": lambda _, unit: unit.state,
    "hex": lambda _, unit: unit.hex,
    "rear": lambda _, unit: unit.rear,
    "mounted": lambda _, unit: unit.rides is not None,
    "values": values_of,
    "horse_of": horse_of,
    "counter": lambda _, unit: unit.counter or None,
    "ammo": lambda _, unit: unit.ammo,
    "leads": lambda _, unit: unit.leads,
    "tied_to": lambda _, unit: list(unit.tied_to),
    "guards": lambda _, unit: list(unit.guards),
    "captured_by": lambda _, unit: unit.captor,
    "left": lambda _, unit: unit.left,
    "cover_side": lambda _, unit: unit.cover_side,
    "side": lambda _, unit: unit.side,
    "covered": lambda _, unit: unit.covered,
    "killed_by": lambda _, unit: unit.killed_by,
}


def flags_of(unit: Unit) -> set[str]:
    return {flag for flag, is_set in FLAGS.items() if is_set(unit)}


def turn_now(referee: Referee, _: Any) -> Any:
    """Turn, side and number of the step; recovery counts as begun while it waits for the next line."""
    battle = referee.battle
    step = "setup" if battle.step == SETUP else STEPS.index(battle.step) + 1
    if referee.is_closing:
        step = STEPS.index(RECOVERY) + 1
    return {"number": battle.turn, "side": battle.active, "step": step}


def winner_now(referee: Referee, wanted: Any) -> Any:
    """Winning side; None while the battle goes on. A draw is "draw" if the case says so, else None."""
    ended = table.table_outcome(GAME, referee.table)
    if ended is None:
        return None
    return ended.winners[0] if ended.winners else wanted if wanted == "draw" else None


WHOLE: dict[str, Callable[[Referee, Any], Any]] = {
    "turn": turn_now,
    "winner": winner_now,
    "score": lambda referee, _: dict(referee.battle.score),
    "over": lambda referee, _: table.table_outcome(GAME, referee.table) is not None,
    "ending": lambda referee, _: referee.battle.ending or None,
}


def corpses_in(battle: Battle, hex_: str, wanted: Any) -> Any:
    """Corpses in a hex by kind; a number if the case gives a number."""
    found = dict(battle.heaps.get(hex_, {}))
    for unit in battle.units.values():
        if unit.state == "dead" and hex_ in (unit.hex, unit.rear):
            kind = unit.kind if is_animal(unit) else "person"
            found[kind] = found.get(kind, 0) + 1
    if isinstance(wanted, int):
        return sum(found.values())
    return {kind: found.get(kind, 0) for kind in {*found, *wanted}}
