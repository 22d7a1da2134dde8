"""The case runner: a position, orders, loaded dice, and what must follow (docs/adjudicate.md,
chapter In the Heart of Africa).

Everything goes through the same chapters as a game; no case has code of its own. A case stops the
clockwork after each order, so that a step waits for its `finish`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from app.games.heart_of_africa import events, orders, sequence, victory
from app.games.heart_of_africa.answers import ANSWERS
from app.games.heart_of_africa.buildings_and_boats.berths import vessels_filled
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import fights_alone, is_independent, members, other, touch
from app.games.heart_of_africa.setup import beginning
from app.games.heart_of_africa.state import (
    AMBUSH,
    ARRIVALS,
    CHARGED,
    COLUMN,
    DEPLOYMENT,
    INDEPENDENT_MOVES,
    MOVED,
    ON_TABLE,
    REMOUNTED,
    SIDES,
    STEPS,
    TRAPPED,
    UNIT_MOVES,
    Battle,
    Charge,
    Conditions,
    Deployment,
    Figure,
    Fire,
    Happening,
    Land,
    Piece,
    Shot,
    TakeHit,
    Torch,
    Unit,
    Work,
)
from app.kernel.contract import Event, Order, Setup
from app.kernel.dice import LoadedDice, Roll, SeededDice, UnexpectedRoll
from app.kernel.refusal import Refused
from app.kernel.space.plane import bearing, ellipse, quantised, rectangle

KIND, ARMIES, TABLES, SETUP = (
    "heart_of_africa/battle",
    "heart_of_africa/armies",
    "heart_of_africa/table",
    "heart_of_africa/setup",
)
ROLLS_BEFORE = ("attacker_roll", "scenario_roll")
MARKS = {MOVED: (MOVED,), CHARGED: (MOVED, CHARGED)}
replace = msgspec.structs.replace


def run(case: dict[str, Any]) -> list[str]:
    """The differences between a case and the rules; none if it passes. A malformed case raises a
    `ValueError`.
    """
    kind = case.get("kind", KIND)
    if kind == ARMIES:
        from app.games.heart_of_africa.armies.cases import run as run_army  # noqa: PLC0415 a runner of its own

        return run_army(case)
    if kind == TABLES:
        from app.games.heart_of_africa.terrain.cases import run as run_table  # noqa: PLC0415 a runner of its own

        return run_table(case)
    if kind == SETUP:
        return run_setup(case)
    referee = Referee(case)
    for number, row in enumerate(case.get("orders") or (), start=1):
        referee.play(number, row)
    return referee.closed(case.get("expect") or {})


def run_setup(case: dict[str, Any]) -> list[str]:
    """What was agreed before a game (`scenario`, `stock`), and whether the game begins: `expect` is
    accepted or {findings: [ids]}.
    """
    setup = Setup(
        case.get("scenario", "encounter"),
        {side: side for side in SIDES},
        tuple(case.get("options", ())),
        stock=case.get("stock") or {},
    )
    expected = case.get("expect", "accepted")
    wanted = set(expected["findings"]) if isinstance(expected, Mapping) else set()
    try:
        beginning.new_game(setup, SeededDice(str(case["id"]).encode(), 1))
    except Refused as refused:
        found = {refusal.rule for refusal in refused.refusals}
        return [] if found == wanted else [f"expected {sorted(wanted)}, found {told(refused)}"]
    return [f"expected {sorted(wanted)}, but the game begins"] if wanted else []


# ------------------------------------------------------------------------------------------------ t
def point(pair: Any) -> tuple[float, float]:
    return quantised((float(pair[0]), float(pair[1])))


def line(points: Any) -> tuple[tuple[float, float], ...]:
    return tuple(point(one) for one in points or ())


def piece_of(row: Mapping[str, Any]) -> Piece:
    if "rect" in row:
        outline = rectangle(*map(float, row["rect"]))
    elif "ellipse" in row:
        outline = ellipse(*map(float, row["ellipse"]))
    else:
        outline = line(row.get("polygon"))
    crest = line(row.get("crest"))
    return Piece(
        row["id"],
        row["kind"],
        outline,
        crest[:2] if crest else None,
        line(row.get("top_edge")),
        area(row.get("high")),
        row.get("variant", ""),
        line(row.get("path")),
        bool(row.get("crocodiles")),
        tuple(map(float, row["flow"])) if row.get("flow") else None,
        row.get("owner", ""),
    )


def area(shape: Any) -> tuple[tuple[float, float], ...]:
    """A polygon, given as such or as a rect."""
    if isinstance(shape, Mapping):
        return piece_of({"id": "", "kind": "", **shape}).outline
    if shape and not isinstance(shape[0], (list, tuple)):
        return rectangle(*map(float, shape))
    return line(shape)


def work_of(row: Mapping[str, Any]) -> Work:
    breaches = tuple((point(one), point(two)) for one, two in row.get("breaches", ()))
    return Work(
        row["id"],
        row["kind"],
        row.get("owner", "B"),
        line(row.get("line")),
        row.get("height", ""),
        tuple(map(float, row["rect"])) if row.get("rect") else None,
        row.get("gate", ""),
        breaches,
        tuple(row.get("roof_holes", ())),
        point((row["x"], row["y"])) if "x" in row else None,
        bool(row.get("shown")),
        bool(row.get("removed")),
    )


def marks_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    """What a figure did this turn; a row may hold one mark or several."""
    did = row.get("did")
    listed = [did] if isinstance(did, str) else list(did or ())
    return tuple(dict.fromkeys(mark for one in listed for mark in MARKS.get(one, (one,))))


def figures_of(row: Mapping[str, Any], units: Mapping[str, Any], turn: int) -> list[Figure]:
    """The figures of a row: one, or several alike, a step apart."""
    count = int(row.get("count", 1))
    names = [row["id"]] if "count" not in row else [f"{row['id']}{n}" for n in range(1, count + 1)]
    dx, dy = row.get("step", (0, 0))
    unit = units.get(row.get("unit", ""), {})
    side = row.get("side") or unit.get("side") or "A"
    contact = tuple(row.get("contact_at_start", ()))
    found = []
    for n, name in enumerate(names):
        at = quantised((row["x"] + dx * n, row["y"] + dy * n)) if "x" in row else None
        began = None
        if "from" in row:
            began = quantised((row["from"][0] + dx * n, row["from"][1] + dy * n))
        mode = row.get("mode", "mounted" if row["type"] == "mounted_regular" else "")
        jammed = row.get("jammed")
        facing = row.get("facing")
        if facing is None:
            facing = bearing(began, at) if began and at and began != at else 0.0
        aground = row.get("aground")
        found.append(
            Figure(
                name,
                row["type"],
                side,
                row.get("unit", ""),
                "leader" if row.get("leader") else "",
                tuple(row.get("traits", ())),
                row.get("of", ""),
                row.get("contingent", "allied" if row.get("allied") or unit.get("allied") else ""),
                bool(row.get("repeating")),
                at,
                float(facing) % 360,
                where=row.get(
                    "where", ON_TABLE if at or row.get("aboard") else unit.get("where", ON_TABLE)
                ),
                mode=mode,
                mode_at_start=row.get(
                    "mode_at_start", "mounted" if row["type"] == "mounted_regular" else ""
                ),
                smoke=row.get("smoke"),
                jammed=None if jammed is True else jammed,
                out_of_order=jammed == "out_of_order" or bool(row.get("out_of_order")),
                did=marks_of(row),
                began=began,
                activated=bool(row.get("activated")),
                contact_at_start=contact,
                won_last_turn=bool(row.get("won_last_turn")),
                may_join=bool(row.get("may_join")),
                aboard=row.get("aboard", ""),
                room=row.get("room", "") if isinstance(row.get("room"), str) else "",
                roof=row.get("roof", "") or "",
                hits=row.get("hits", 0),
                tested_to=row.get("tested_to", row.get("hits", 0)),
                failed_tests=row.get("failed_tests", 0),
                aground=turn if aground is True else aground or None,
            )
        )
    return found


def unit_of(row: Mapping[str, Any], figures: Mapping[str, Figure]) -> Unit:
    now = sum(figure.unit == row["id"] for figure in figures.values())
    start = row.get("start", now)
    activation = row.get("activated", "")
    kind = "baggage" if row.get("kind") == "baggage" else "troops"
    return Unit(
        row["id"],
        row["side"],
        kind,
        row.get("name", ""),
        "allied" if row.get("allied") else row.get("contingent", ""),
        row.get("original", start),
        start,
        bool(row.get("marker")),
        activation if isinstance(activation, str) else "moved",
        row.get("where", ON_TABLE),
        bool(row.get("arrived")),
        bool(row.get("advance_guard")),
        bool(row.get("behind")),
        row.get("exited", 0),
        "wiped_out" if "lost_at" in row else "",
        bool(row.get("at_works")),
    )


def battle_of(case: Mapping[str, Any]) -> Battle:
    """The position of the case: what it does not name is not there."""
    table, start = case.get("table") or {}, case.get("start") or {}
    turn, step = start.get("turn", 1), start.get("step", UNIT_MOVES)
    rows = {row["id"]: row for row in case.get("units") or ()}
    figures = {
        figure.id: figure
        for row in case.get("figures") or ()
        for figure in figures_of(row, rows, turn)
    }
    units = {key: unit_of(row, figures) for key, row in rows.items()}
    figures |= vessels_filled(figures)
    scenario = table.get("scenario", "encounter") or ""
    attacker = table.get("attacker", "A")
    edges = table.get("edges") or {"A": "south", "B": "north"}
    land = Land(
        float(table.get("width", 72)),
        float(table.get("depth", 48)),
        table.get("region", ""),
        tuple(map(piece_of, case.get("terrain") or ())),
        tuple(map(work_of, case.get("works") or ())),
        table.get("water_edge", ""),
    )
    battle = Battle(
        land,
        scenario,
        tuple(table.get("options", ())),
        {side: side for side in SIDES},
        {},
        attacker or "A",
        {**edges},
        conditions_of(table, scenario, attacker),
        Deployment(tuple(table.get("order_of_march", ())), start.get("to_act", "")),
        figures=figures,
        units=units,
        turn=turn,
        step=step if step not in ROLLS_BEFORE else "sides",
        fires=tuple(fire_of(row) for row in case.get("fires") or ()),
        wind=table.get("wind"),
        spell_broken=bool(table.get("spell_broken")),
    )
    battle = with_the_past(battle, case)
    return as_begun(battle, start)


def conditions_of(table: Mapping[str, Any], scenario: str, attacker: str | None) -> Conditions:
    dark = table.get("dark") or ((1, 99) if table.get("light") == "dark" else None)
    return Conditions(
        attacker is not None,
        bool(table.get("campaign")),
        dict(table.get("points", {})),
        tuple(dark) if dark else None,
        table.get("turn_limit", victory.usual_limit(scenario)),
        table.get("objective", ""),
    )


def fire_of(row: Mapping[str, Any]) -> Fire:
    return Fire(row["id"], row["target"], row["lit"], point(row["origin"]), by=row.get("by", ""))


def with_the_past(battle: Battle, case: Mapping[str, Any]) -> Battle:
    """What happened earlier this turn and before: losses, captures, exits."""
    from app.games.heart_of_africa.shooting import fires  # noqa: PLC0415 the burning shape of a fire already lit

    battle = replace(battle, fires=tuple(fires.with_shape(battle, fire) for fire in battle.fires))
    captured: dict[str, int] = {}
    happened = []
    for row in case.get("units") or ():
        if row.get("captured"):
            captured[row["side"]] = captured.get(row["side"], 0) + row["captured"]
        if "lost_at" in row:
            places = row["lost_at"]
            places = [places] if not isinstance(places[0], (list, tuple)) else places
            men = tuple(
                kind for kind, number in (row.get("men") or {}).items() for _ in range(number)
            )
            happened.append(
                Happening("unit_lost", row["side"], row["id"], men=men, places=line(places))
            )
    for row in case.get("happened") or ():
        if "key_figure_lost" in row:
            happened.append(
                Happening(
                    "key_figure_lost",
                    row["side"],
                    row["key_figure_lost"],
                    point(row["at"]),
                    by=row.get("figure", ""),
                    units=(row["unit"],) if row.get("unit") else (),
                )
            )
        elif "baggage_captured" in row:
            happened += [Happening("baggage_captured", row["side"])] * row["baggage_captured"]
            captured[row["side"]] = captured.get(row["side"], 0) + row["baggage_captured"]
        elif "village_lit" in row:
            owner = next(
                (piece.owner for piece in battle.land.pieces if piece.id == row["village_lit"]), ""
            )
            happened.append(
                Happening(
                    "village_lit",
                    owner or row.get("side") or other(battle.attacker),
                    row["village_lit"],
                    by=row["by"],
                )
            )
        elif "ambush" in row:
            happened.append(
                Happening(
                    "ambush",
                    row["side"],
                    row["ambush"],
                    units=tuple(row.get("units", ())),
                    pygmy=bool(row.get("pygmy")),
                )
            )
    fighting = {
        side: sum(
            unit.original
            for unit in battle.units.values()
            if unit.side == side and unit.kind == "troops"
        )
        + sum(
            1 for figure in battle.figures.values() if figure.side == side and fights_alone(figure)
        )
        for side in SIDES
    }
    charges = tuple(
        Charge(
            figure.id,
            enemy.id,
            figure.began or figure.at,
            enemy.facing if enemy.faced is None else enemy.faced,
        )
        for figure in battle.figures.values()
        if CHARGED in figure.did and figure.at is not None
        for enemy in battle.figures.values()
        if enemy.side != figure.side and enemy.at is not None and touch(figure, enemy)
    )
    return replace(
        battle.with_conditions(fighting=fighting).with_movement(charges=charges),
        captured=captured,
        happened=tuple(happened),
    )


def as_begun(battle: Battle, start: Mapping[str, Any]) -> Battle:
    """Earlier steps of the turn are over: from the independents' moves on units, from the reveal on
    every figure has acted.
    """
    place = STEPS.index(battle.step) if battle.step in STEPS else -1
    if place >= STEPS.index(INDEPENDENT_MOVES):
        moved = {figure.unit for figure in battle.figures.values() if figure.did}
        battle = replace(
            battle,
            units={
                key: unit
                if unit.activation or unit.kind == "baggage" or unit.where != ON_TABLE
                else replace(unit, activation="moved" if key in moved else "no_move")
                for key, unit in battle.units.items()
            },
        )
    if place > STEPS.index(INDEPENDENT_MOVES):
        battle = replace(
            battle,
            figures={
                key: replace(figure, activated=True) for key, figure in battle.figures.items()
            },
        )
    if battle.step in (UNIT_MOVES, INDEPENDENT_MOVES):
        first = (
            start.get("to_act")
            or sequence.next_to_act(battle, other(battle.attacker))
            or battle.attacker
        )
        battle = replace(battle, to_act=first)
    if battle.step == ARRIVALS and start.get("to_act"):
        battle = battle.with_movement(arrivals_first=start["to_act"])
    return battle


# ------------------------------------------------------------------------------------------------ t
def spots(row: Any) -> dict[str, tuple[float, ...]]:
    return {key: tuple(map(float, at)) for key, at in (row or {}).items()}


def paths(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: line(way) for key, way in (row.get("paths") or {}).items()}


def move_of(row: Mapping[str, Any], _: Battle) -> Order:
    """The move of a case; one that names no figure leaves the unit in place after its dice."""
    who = row.get("unit") or row.get("figure")
    facing = row.get("facing") or {}
    if "paths" in row and not (row["paths"] or facing or row.get("attack")):
        return orders.EndActivation()
    if not isinstance(facing, Mapping):
        facing = {who: facing}
    attack = row.get("attack") or {}
    return orders.Move(
        who,
        paths(row),
        {key: float(angle) % 360 for key, angle in facing.items()},
        dict(attack),
        ends=False,
    )


def shots_of(row: Mapping[str, Any], battle: Battle) -> Order:
    figures = row.get("figures") or [row["figure"]]
    if row.get("target_unit"):
        return orders.FireOrders(tuple(Shot(figure, unit=row["target_unit"]) for figure in figures))
    if "wall" in row:
        return orders.FireOrders(
            (Shot(row["figure"], building=row["wall"], point=point(row["point"])),)
        )
    if row.get("fire_arrow"):
        return orders.FireOrders((Shot(row["figure"], room=row["fire_arrow"], arrow=True),))
    if row.get("blind"):
        target = row.get("target", "")
        room = row.get("room") or battle.figures[row["figure"]].room
        return orders.FireOrders(
            (Shot(row["figure"], (target,) if target else (), room=room, blind=True),)
        )
    targets = row.get("targets") or ([row["target"]] if row.get("target") else [])
    return orders.FireOrders(tuple(Shot(figure, tuple(targets)) for figure in figures))


def who(row: Mapping[str, Any]) -> str:
    return row.get("unit") or row.get("figure") or row.get("who") or ""


READ: dict[str, Callable[[Mapping[str, Any], Battle], Order]] = {
    "choose_side": lambda row, _: orders.ChooseSide(
        row["edge"], row.get("light", "day"), row.get("turns", 0)
    ),
    "march_order": lambda row, _: orders.MarchOrder(tuple(row["order"]), row.get("edge", "west")),
    "place_work": lambda row, _: orders.PlaceWork(
        work_of({"owner": row["side"], "id": "w", **row["work"]})
    ),
    "place_camp": lambda row, _: orders.PlaceCamp(
        point(row["at"]) if row.get("at") else None, area(row.get("kraal"))
    ),
    "deploy": lambda row, _: orders.Deploy(
        who(row),
        spots(row.get("at")),
        bool(row.get("ambush")),
        bool(row.get("advance_guard")),
        row.get("aboard", ""),
    ),
    "hold": lambda row, _: orders.Hold(who(row), row.get("with", "")),
    "join": lambda row, _: orders.Join(row["figure"], row["unit"]),
    "end_deployment": lambda *_: orders.Pass(),
    "pass": lambda *_: orders.Pass(),
    "place": lambda row, _: orders.Place(who(row), spots(row["at"])),
    "activate": lambda row, _: orders.Activate(who(row)),
    "no_move": lambda row, _: orders.NoMove(tuple(row.get("units") or (who(row),))),
    "move": move_of,
    "guide": lambda row, _: orders.Guide(
        row["scout"], row["unit"], line(row["path"]), tuple(row.get("order", ()))
    ),
    "cross": lambda row, _: orders.Cross(row["figure"], row["work"]),
    "swap": lambda row, _: orders.Swap(
        row.get("front") or row["figure"], row.get("rear") or row["with"]
    ),
    "enter": lambda row, _: orders.Enter(row["figure"], row["room"], line(row.get("path"))),
    "break_roof": lambda row, _: orders.BreakRoof(row["figure"], row.get("against", "")),
    "jump_down": lambda row, _: orders.JumpDown(
        row["figure"], tuple(map(float, row["to"])), row.get("attack", "") or ""
    ),
    "embark": lambda row, _: orders.Embark(row["figure"], row["vessel"]),
    "disembark": lambda row, _: orders.Disembark(row["figure"], tuple(map(float, row["to"]))),
    "land": lambda row, _: orders.Disembark(row["figure"], tuple(map(float, row["to"]))),
    "sail": lambda row, _: orders.Sail(who(row), paths(row), dict(row.get("heading") or {})),
    "dismount": lambda row, _: orders.Remount(row["unit"]),
    "mount": lambda row, _: orders.Remount(row["unit"]),
    "reveal": lambda row, _: orders.Reveal(row["unit"]),
    "declare_shooters": lambda row, _: orders.DeclareShooters(tuple(row["figures"])),
    "shoot": shots_of,
    "set_fire": lambda row, _: orders.FireOrders(torches=(Torch(row["figure"], row["target"]),)),
    "withdraw": lambda row, _: orders.Withdraw(tuple(row["figures"])),
    "take_hit": lambda row, _: orders.MeetHit(row["figure"], row["with"], row.get("attendant", "")),
    "capture": lambda row, _: orders.Capture(row["figure"], row["element"]),
    "pair": lambda row, _: orders.Pair(tuple((one, two) for one, two in row["pairs"])),
    "first_opponent": lambda row, _: orders.FirstOpponent(row["figure"], row["opponent"]),
    "cancel": lambda row, _: orders.Cancel(row["unit"], row["by"]),
    "test_order": lambda row, _: orders.TestOrder(tuple(row["units"])),
    "cast": lambda row, _: orders.Cast(row["figure"], row["unit"]),
    "rally": lambda row, _: orders.Rally(row["figure"], row["unit"]),
    "climb_roof": lambda row, _: orders.ClimbRoof(row["figure"], row["building"]),
}
IN_HAND = {
    "move",
    "cross",
    "swap",
    "enter",
    "break_roof",
    "jump_down",
    "embark",
    "disembark",
    "land",
    "sail",
    "dismount",
    "mount",
    "join",
}
"""Orders that belong to the activation of a unit or figure."""


def acting(battle: Battle, row: Mapping[str, Any]) -> str:
    """Whose activation the order belongs to: a unit, or an independent figure."""
    key = row.get("unit") if row["do"] != "join" else None
    key = key or row.get("figure") or row.get("front") or ""
    figure = battle.figures.get(key)
    if figure is None:
        return key
    if figure.unit:
        return figure.unit
    return figure.of or figure.id


class Referee:
    """Plays one case at a table of its own and notes every difference."""

    def __init__(self, case: Mapping[str, Any]):
        self.differences: list[str] = []
        self.dice = LoadedDice(
            Roll(row["for"], row.get("of", ""), 6, row["die"]) for row in case.get("dice") or ()
        )
        self.last_refused = False
        self.events: list[Event] = []
        self.before = battle_of(case)
        self.battle = self.before
        self.aggression = (case.get("table") or {}).get("aggression") or {}
        self.roll_step = (case.get("start") or {}).get("step", "")
        self.opening_due = False
        self.compared: set[int] = set()  # shots that a tally has been held against
        if self.battle.step in STEPS or self.battle.step == DEPLOYMENT:
            self.open()

    # -------------------------------------------------------------------------------------------- t
    def tell(self, happened: Any) -> None:
        self.events += happened
        self.battle = fold(self.battle, happened)

    def open(self) -> None:
        """What happens of itself when the step begins; dice that nobody loaded are not yet
        wanted.
        """
        left = self.dice.left
        try:
            happened = list(sequence.ROWS[self.battle.step].opening(self.battle, self.dice))
        except UnexpectedRoll:
            self.dice = LoadedDice(left)
            self.opening_due = True
            return
        self.opening_due = False
        self.tell(happened)
        if self.battle.step == UNIT_MOVES:
            self.battle = replace(
                self.battle,
                figures={
                    key: replace(
                        figure,
                        contact_at_start=self.before.figures[key].contact_at_start
                        or figure.contact_at_start,
                    )
                    for key, figure in self.battle.figures.items()
                },
            )

    def next_step(self) -> None:
        self.tell(sequence.next_step(self.battle))
        self.open()

    def close(self) -> None:
        """Everybody passes the step that is on; compulsory things happen."""
        if self.battle.hand is not None:
            self.decided(orders.EndActivation(), self.battle.hand.side)
        for side in (self.battle.attacker, other(self.battle.attacker)):
            if (
                side not in self.battle.passed
                and not self.battle.ending
                and self.battle.step != "sides"
            ):
                if self.battle.step in (UNIT_MOVES, INDEPENDENT_MOVES):
                    self.battle = replace(self.battle, to_act=side)
                try:
                    self.tell(sequence.passing(self.battle, side, self.dice))
                except Refused as refused:
                    if self.battle.step != DEPLOYMENT:
                        self.differences.append(f"passing {self.battle.step}: {refused}")
        self.resolve(answering=True)

    def resolve(self, *, answering: bool) -> None:
        for _ in range(200):
            if self.battle.ending:
                return
            if self.battle.pending:
                if not answering:
                    return
                self.answer_by_default()
                continue
            step = self.battle.step
            self.tell(sequence.ROWS[step].closing(self.battle, self.dice))
            self.tell(victory.at_once(self.battle))
            if not self.battle.pending and not (
                step in ("morale", "spells") and self.battle.morale.owed
            ):
                return
        self.differences.append("a step that never ends")

    def answer_by_default(self) -> None:
        owed = self.battle.pending[0]
        if isinstance(owed, TakeHit):
            order: Order = orders.MeetHit(owed.figure, "save" if owed.save is not None else "death")
        else:
            order = orders.Capture(owed.figure, owed.elements[0])
        self.decided(order, owed.side)

    # -------------------------------------------------------------------------------------------- o
    def play(self, number: int, row: Mapping[str, Any]) -> None:
        where = f"order {number} ({row['do']})"
        try:
            if row["do"] == "finish":
                self.finish(where, row)
            else:
                self.order(where, row)
        except UnexpectedRoll as unexpected:
            self.differences.append(f"{where}: {unexpected}")
        if "then" in row:
            self.compare(where, row["then"])

    def finish(self, where: str, row: Mapping[str, Any]) -> None:
        step, turn = row["step"], row.get("turn")
        if step in ROLLS_BEFORE:
            self.roll_before(step)
            return
        for _ in range(200):
            if self.battle.ending:
                return
            if self.opening_due:
                self.tell(sequence.ROWS[self.battle.step].opening(self.battle, self.dice))
                self.opening_due = False
            here, now = self.battle.step, self.battle.turn
            self.close()
            if self.battle.ending:
                return
            done = here == step and turn in (None, now)
            self.next_step()
            if done:
                return
        self.differences.append(f"{where}: the step never came")

    def roll_before(self, step: str) -> None:
        if step == "attacker_roll" or self.roll_step == "attacker_roll":
            self.tell(beginning.attacker_roll(self.battle, self.aggression, self.dice))
        self.roll_step = "scenario_roll"
        if step == "scenario_roll" and not self.battle.scenario:
            self.tell(beginning.scenario_roll(self.battle, self.dice))

    def order(self, where: str, row: Mapping[str, Any]) -> None:
        side = row["side"]
        self.close_what_is_in_hand(row)
        if row["do"] == "take_hit" and not self.battle.pending:
            for one in SIDES:
                if one not in self.battle.passed:
                    self.tell(sequence.passing(self.battle, one, self.dice))
            self.resolve(answering=False)
        if row["do"] == "capture" and not self.battle.pending:
            self.finish(where, {"step": "shooting"}) if self.battle.step == "shooting" else None
            self.resolve(answering=False)
        given = READ[row["do"]](row, self.battle)
        refused: list[str] | None = None
        if row["do"] in IN_HAND and self.battle.step in (UNIT_MOVES, INDEPENDENT_MOVES):
            refused = self.refused_whatever_the_dice(row, given, side) or self.take_in_hand(
                row, side
            )
        if refused is None:
            refused = self.decided(given, side)
        self.last_refused = refused is not None
        self.as_expected(where, row, refused)
        if (
            self.battle.step in (UNIT_MOVES, INDEPENDENT_MOVES)
            and self.battle.hand is None
            and not self.battle.to_act
            and not refused
        ):
            self.resolve(answering=True)
            self.next_step()
        elif (
            self.battle.step in ("sides", DEPLOYMENT)
            and not refused
            and not sequence.owing(self.battle)
            and (self.battle.step == "sides" or len(self.battle.deployment.deployed) == len(SIDES))
        ):
            self.tell(sequence.ROWS[self.battle.step].closing(self.battle, self.dice))
            self.next_step()

    def close_what_is_in_hand(self, row: Mapping[str, Any]) -> None:
        hand = self.battle.hand
        if hand is None:
            return
        same = (
            row["side"] == hand.side
            and row["do"] in IN_HAND
            and acting(self.battle, row) == hand.who
        )
        again = (
            row["do"] == "move"
            and hand.stirred
            and not hand.spent
            and same
            and not (set(row.get("paths") or row.get("facing") or ()) - set(hand.done))
        )
        if not same or again:
            self.decided(orders.EndActivation(), hand.side)

    def refused_whatever_the_dice(
        self, row: Mapping[str, Any], given: Order, side: str
    ) -> list[str] | None:
        """What speaks against an order that needs no dice, if it is what the case expects."""
        expected = row.get("expect", "legal")
        if row["do"] == "move" or not isinstance(expected, Mapping) or self.battle.hand is not None:
            return None
        try:
            sequence.carried_out(self.battle, given, side, LoadedDice())
        except UnexpectedRoll:
            return None
        except Refused as refused:
            wanted = set(expected["refused"])
            return told(refused) if wanted & {one.rule for one in refused.refusals} else None
        return None

    def take_in_hand(self, row: Mapping[str, Any], side: str) -> list[str] | None:
        """An order of movement activates its unit or figure first, unless it was just activated."""
        if self.battle.hand is not None and self.battle.hand.who == acting(self.battle, row):
            return None
        if row["do"] == "join":
            return None
        return self.decided(orders.Activate(acting(self.battle, row)), side)

    def decided(self, given: Order, side: str) -> list[str] | None:
        """What speaks against the order; None if it was carried out."""
        try:
            self.tell(sequence.carried_out(self.battle, given, side, self.dice))
        except Refused as refused:
            return told(refused)
        self.tell(victory.at_once(self.battle))
        return None

    def as_expected(self, where: str, row: Mapping[str, Any], refused: list[str] | None) -> None:
        expected = row.get("expect", "legal")
        if expected == "legal" and refused:
            self.differences.append(f"{where}: should be legal, but: {'; '.join(refused)}")
        if isinstance(expected, Mapping) and "refused" in expected:
            wanted = set(expected["refused"])
            if refused is None:
                self.differences.append(
                    f"{where}: should be refused by {sorted(wanted)}, but is legal"
                )
            elif not wanted & {text.rsplit("[", 1)[1].rstrip("]") for text in refused}:
                self.differences.append(
                    f"{where}: should be refused by {sorted(wanted)}, but: {'; '.join(refused)}"
                )

    # -------------------------------------------------------------------------------------------- c
    def differ(self, where: str, wanted: Any, found: Any) -> None:
        if not is_same(wanted, found):
            self.differences.append(f"{where}: expected {wanted!r}, found {found!r}")

    def compare(self, where: str, facts: Mapping[str, Any]) -> None:
        for fact, wanted in facts.items():
            if fact == "to_deploy":
                self.differ(f"{where}: {fact}", wanted, self.to_deploy(wanted))
            elif fact in WHOLE:
                self.differ(f"{where}: {fact}", wanted, WHOLE[fact](self))
            elif fact in PER_THING:
                for key, value in wanted.items():
                    self.differ(f"{where}: {fact} of {key}", value, PER_THING[fact](self, key))
            elif fact == "on_table":
                for key in wanted:
                    self.differ(
                        f"{where}: {key} on the table",
                        True,
                        self.battle.figures[key].at is not None,
                    )
            elif fact in ("in_contact", "not_in_contact"):
                for one, two in wanted:
                    found = touch(self.battle.figures[one], self.battle.figures[two])
                    self.differ(f"{where}: contact of {one} and {two}", fact == "in_contact", found)
            else:
                raise ValueError(f"fact {fact} is not known")

    def closed(self, expect: Mapping[str, Any]) -> list[str]:
        try:
            self.compare("at the end", expect.get("facts") or {})
            for wanted in expect.get("tallies") or ():
                self.tallied(wanted)
            for asked in expect.get("answers") or ():
                found = ANSWERS[asked["ask"]](self.as_asked(asked), asked)
                for key, value in found.items():
                    if key in asked:
                        self.differ(f"answer {asked}: {key}", asked[key], value)
        except UnexpectedRoll as unexpected:
            self.differences.append(f"at the end: {unexpected}")
        if self.dice.left and not self.last_refused:
            self.differences.append(
                f"dice left over: {[(roll.purpose, roll.of, roll.face) for roll in self.dice.left]}"
            )
        return self.differences

    def to_deploy(self, wanted: list[str]) -> list[str]:
        """Who waits to be put down: of the sides that the list speaks of."""
        things = {**self.battle.figures, **self.battle.units}
        sides = {things[key].side for key in wanted} or set(SIDES)
        return [key for key in WHOLE["to_deploy"](self) if things[key].side in sides]

    def as_asked(self, asked: Mapping[str, Any]) -> Battle:
        """An allowance is asked of the activation as it was rolled, even if it is over."""
        rolled = [
            event.hand
            for event in self.events
            if isinstance(event, events.Activated) and event.hand.who == asked.get("unit")
        ]
        return (
            replace(self.battle, hand=rolled[-1])
            if asked["ask"] == "allowance" and rolled
            else self.battle
        )

    def moderated(self, wanted: Mapping[str, Any], mods: tuple[events.Mod, ...]) -> None:
        if "mods" in wanted:
            self.differ(f"tally {wanted['of']}", mods_of(wanted), sorted(map(list, mods), key=repr))

    def tallied(self, wanted: Mapping[str, Any]) -> None:
        """A number that was explained: the shot or fight named, with all its modifiers."""
        for event in self.events:
            if id(event) in self.compared:
                continue
            if (
                wanted["for"] == "shot"
                and isinstance(event, events.ShotFired)
                and event.figure == wanted["of"]
                and event.target == (wanted.get("against") or "")
            ):
                self.compared.add(id(event))
                self.moderated(wanted, event.mods)
                self.differ(
                    f"total of {wanted['of']}", wanted.get("total", event.total), event.total
                )
                if "distance" in wanted and abs(wanted["distance"] - event.distance) > 0.02:
                    self.differ(f"distance of {wanted['of']}", wanted["distance"], event.distance)
                if "result" in wanted:
                    self.differ(
                        f"result of {wanted['of']}",
                        wanted["result"],
                        "hit" if event.hit else "miss",
                    )
                return
            if (
                wanted["for"] == "melee"
                and isinstance(event, events.Fought)
                and wanted["of"] in event.figures
                and wanted.get("against", "") in ("", *event.figures)
            ):
                mine = event.figures.index(wanted["of"])
                self.moderated(wanted, event.mods[mine])
                self.differ(
                    f"total of {wanted['of']}",
                    wanted.get("total", event.totals[mine]),
                    event.totals[mine],
                )
                return
        self.differences.append(
            f"no {wanted['for']} of {wanted['of']} against {wanted.get('against')}"
        )


def told(refused: Refused) -> list[str]:
    """The refusals with their rules; that unseen and invented pieces get the same answer stands in
    the catalogue as HOA-DEP-08.
    """
    words = [str(refusal) for refusal in refused.refusals]
    return words + [
        f"{refusal.says} [HOA-DEP-08]"
        for refusal in refused.refusals
        if refusal.rule == "CAR-TAB-06"
    ]


def mods_of(wanted: Mapping[str, Any]) -> list[Any]:
    return sorted((list(mod) for mod in wanted.get("mods", ())), key=repr)


def is_same(wanted: Any, found: Any) -> bool:
    """Only what is named is compared; a list is a set; places within 0.05, angles within 0.5."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(is_same(value, found.get(key)) for key, value in wanted.items())
    if (
        isinstance(wanted, (list, tuple))
        and wanted
        and all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in wanted)
    ):
        return (
            found is not None
            and len(wanted) == len(found)
            and all(abs(a - b) <= 0.05 + 1e-9 for a, b in zip(wanted, found, strict=True))
        )
    if isinstance(wanted, (list, tuple)):
        return isinstance(found, (list, tuple, set, frozenset)) and sorted(
            map(repr, map(plain, wanted))
        ) == sorted(map(repr, map(plain, found)))
    if isinstance(wanted, float) and isinstance(found, (int, float)):
        return abs(wanted - found) <= 0.02
    return wanted == found


def plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


CASUALTIES = {
    "shot",
    "fragment",
    "melee",
    "trap",
    "crocodile",
    "fire",
    "sunk",
    "broken",
    "withdrawn",
    "in_his_place",
    "left",
}


def gone(referee: Referee) -> list[str]:
    return [key for key, figure in referee.battle.figures.items() if figure.fate in CASUALTIES]


def units_where(*places: str) -> Callable[[Referee], list[str]]:
    def found(referee: Referee) -> list[str]:
        battle = referee.battle
        return [
            *(key for key, unit in battle.units.items() if unit.where in places and not unit.fate),
            *(
                key
                for key, figure in battle.figures.items()
                if is_independent(figure) and figure.where in places and not figure.fate
            ),
        ]

    return found


def to_act(referee: Referee) -> str | None:
    battle = referee.battle
    owing = sequence.owing(battle)
    return battle.to_act or (owing[0] if len(owing) == 1 else None)


def smoke_cloud(referee: Referee, fire: str) -> dict[str, Any]:
    from app.games.heart_of_africa.sight import ground  # noqa: PLC0415 the shape is the ground's

    return (
        ground.smoke_axis(
            referee.battle, next(one for one in referee.battle.fires if one.id == fire)
        )
        if any(one.id == fire for one in referee.battle.fires)
        else {}
    )


def fire_origin(referee: Referee, target: str) -> Any:
    return next((fire.origin for fire in referee.battle.fires if fire.target == target), None)


def trap_state(referee: Referee, key: str) -> str | None:
    work = next(one for one in referee.battle.land.works if one.id == key)
    return "removed" if work.removed else "shown" if work.shown else None


def mark_of(referee: Referee, key: str) -> Any:
    """What the case calls it: the most telling mark."""
    did = referee.battle.figures[key].did
    telling = (mark for mark in reversed(did) if mark not in (MOVED, "turned", TRAPPED, REMOUNTED))
    return next(
        telling, MOVED if {MOVED, TRAPPED, REMOUNTED} & set(did) else did[0] if did else None
    )


WHOLE: dict[str, Callable[[Referee], Any]] = {
    "removed": gone,
    "broken": lambda referee: [
        key for key, unit in referee.battle.units.items() if unit.fate == "broken"
    ],
    "captured": lambda referee: [
        key for key, figure in referee.battle.figures.items() if figure.fate == "captured"
    ],
    "sunk": lambda referee: [
        key
        for key, figure in referee.battle.figures.items()
        if figure.fate == "sunk" and figure.type in ("canoe", "dhow", "gunboat")
    ],
    "hidden": units_where(AMBUSH),
    "revealed": lambda referee: [
        event.unit for event in referee.events if isinstance(event, events.AmbushRevealed)
    ],
    "reserve": units_where("reserve"),
    "arriving": units_where("arriving"),
    "column": units_where(COLUMN),
    "to_deploy": units_where("to_deploy"),
    "spell_broken": lambda referee: referee.battle.spell_broken,
    "burning": lambda referee: [fire.target for fire in referee.battle.fires],
    "wind": lambda referee: referee.battle.wind,
    "step": lambda referee: referee.battle.step,
    "turn": lambda referee: referee.battle.turn,
    "to_act": to_act,
    "attacker": lambda referee: (
        referee.battle.attacker if referee.battle.conditions.has_defender else None
    ),
    "scenario": lambda referee: referee.battle.scenario or None,
    "over": lambda referee: bool(referee.battle.ending),
    "winner": lambda referee: referee.battle.winner or ("draw" if referee.battle.ending else None),
    "objective_since": lambda referee: referee.battle.held_since,
}
PER_THING: dict[str, Callable[[Referee, str], Any]] = {
    "at": lambda referee, key: referee.battle.figures[key].at,
    "facing": lambda referee, key: referee.battle.figures[key].facing,
    "did": mark_of,
    "smoke": lambda referee, key: referee.battle.figures[key].smoke is not None,
    "marker": lambda referee, key: referee.battle.units[key].marker,
    "casualties": lambda referee, key: (
        referee.battle.units[key].start - len(members(referee.battle, key))
        if not referee.battle.units[key].exited
        else sum(
            figure.unit == key
            and figure.fate in CASUALTIES
            and figure.fell_in.startswith(f"{referee.battle.turn}:")
            for figure in referee.battle.figures.values()
        )
    ),
    "tests": lambda referee, key: ANSWERS["tests"](referee.battle, {"unit": key})["causes"],
    "rolled": lambda referee, key: len(referee.battle.morale.rolled.get(key, ())),
    "cancelled": lambda referee, key: (
        referee.battle.morale.cancelled.count(key)
        + sum(unit == key for unit, _ in referee.battle.morale.cancels)
    ),
    "jammed": lambda referee, key: referee.battle.figures[key].jammed,
    "out_of_order": lambda referee, key: referee.battle.figures[key].out_of_order,
    "hits": lambda referee, key: referee.battle.figures[key].hits,
    "failed_tests": lambda referee, key: referee.battle.figures[key].failed_tests,
    "aground": lambda referee, key: referee.battle.figures[key].aground is not None,
    "breached": lambda referee, key: [
        sorted(map(list, gap))
        for gap in next(work.breaches for work in referee.battle.land.works if work.id == key)
    ],
    "roof_holes": lambda referee, key: list(
        next(work.roof_holes for work in referee.battle.land.works if work.id == key)
    ),
    "fire_origin": fire_origin,
    "smoke_cloud": smoke_cloud,
    "trap": trap_state,
    "unit_of": lambda referee, key: referee.battle.figures[key].unit or None,
    "may_join": lambda referee, key: referee.battle.figures[key].may_join,
    "room": lambda referee, key: referee.battle.figures[key].room or None,
    "roof": lambda referee, key: referee.battle.figures[key].roof or None,
    "aboard": lambda referee, key: referee.battle.figures[key].aboard or None,
    "mode": lambda referee, key: referee.battle.figures[key].mode or None,
    "activated": lambda referee, key: referee.battle.units[key].activation or None,
    "exited": lambda referee, key: referee.battle.units[key].exited,
}
