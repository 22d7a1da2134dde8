"""Case runner (docs/adjudicate.md): a contest from its settings on, orders with loaded dice, facts.

Orders pass through the same `decide` and `evolve` as in a game. No case has code of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from app.games.contests import corrections, decide, defaults, divisions, honours, seasons, sequence
from app.games.contests.army_lists import armies_of_battle
from app.games.contests.battle_terms import scenario_of_round
from app.games.contests.box import contest_of
from app.games.contests.child_battles import (
    entered_results,
    is_in_ratings,
    order_of_result,
    sides_decided,
)
from app.games.contests.entry_conditions import Conditions
from app.games.contests.events import ListSent, ResultSettled
from app.games.contests.fog import view_of
from app.games.contests.orders import ORDERS, SendList
from app.games.contests.pairing_reasons import reason_of
from app.games.contests.seeding import seeds
from app.games.contests.setup import ContestSetup
from app.games.contests.standings import places_of
from app.games.contests.state import (
    ASKS,
    BOTH,
    REFEREE,
    ArmyList,
    Contest,
    Fault,
    Pairing,
    Result,
    seat_of,
)
from app.games.contests.team_lists import list_keys, own_key
from app.games.contests.teams import is_at_tables
from app.kernel.child_battles import READY, Aftermath, Battle
from app.kernel.contract import Event, Order, Setup
from app.kernel.decoding import convert_plain
from app.kernel.dice import LoadedDice, Roll
from app.kernel.entrant_facts import EntrantFacts
from app.kernel.refusal import Refused, refuse_if
from app.kernel.say import as_is
from app.kernel.seats import Viewer

KIND = "contests/game"
GAME, SETUP = contest_of({}), ContestSetup({})
KINDS = {one.__struct_config__.tag: one for one in ORDERS}


def run(case: Mapping[str, Any]) -> list[str]:
    """Differences between a case and the rules; none if it passes. Raises `ValueError` if the case
    is malformed.
    """
    try:
        return CaseRun(case).played()
    except (KeyError, TypeError, AttributeError, msgspec.ValidationError) as wrong:
        raise ValueError(f"{case.get('id')}: {type(wrong).__name__}: {wrong}") from wrong


class CaseRun:
    """Referee that plays one case and notes every difference."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.case = case
        self.differences: list[str] = []
        self.contest: Contest | None = None
        self.unpublished: Contest | None = None

    @property
    def now(self) -> Contest:
        """Contest now. Raises `TypeError` before its beginning."""
        if self.contest is None:
            raise TypeError("the contest has not begun")
        return self.contest

    def played(self) -> list[str]:
        """Differences after all orders."""
        orders = list(self.case.get("orders") or ())
        opening = orders.pop(0) if orders and orders[0]["do"] == "begin" else {}
        if self.attempt("setup", opening, lambda: self.begun(opening)):
            for key, club in (self.case.get("entrants") or {}).items():
                self.give({"by": key, "do": "enter", "name": key, "club": club or ""})
            for number, row in enumerate(orders, start=1):
                self.attempt(f"order {number}", row, lambda row=row: self.given(row))
        self.compare("end", self.case.get("expect") or {})
        return self.differences

    def attempt(self, where: str, row: Mapping[str, Any], act: Any) -> bool:
        """Apply an act and compare its refusals; return true if it was accepted."""
        expect = row.get("expect") or {}
        expected = expect.get("refused") or [] if isinstance(expect, dict) else []
        try:
            act()
        except Refused as refused:
            found = sorted({one.rule for one in refused.refusals})
            if found != sorted(expected):
                self.differences.append(f"{where}: refused by {found}, expected {expected}")
            return False
        if expected:
            self.differences.append(f"{where}: accepted, expected a refusal by {expected}")
        self.compare(where, row.get("then") or {})
        return True

    # ------------------------------------------------------------------ acts
    def begun(self, opening: Mapping[str, Any]) -> None:
        """Begin with the settings of the case, in a club unless the first row says `club:
        false`.
        """
        form, terms = self.case["form"], self.case.get("settings") or {}
        refuse_if(*SETUP.club_refusals(form, terms, has_club=opening.get("club", True)))
        stock = SETUP.stock(form, (), terms, {})
        setup = Setup(form, {REFEREE: REFEREE}, (), stock)
        self.apply(GAME.new_game(setup, LoadedDice()))
        if "box" in self.case:  # a battle of the platform, which cases do not open
            settings = msgspec.structs.replace(
                self.now.settings,
                box=self.case["box"],
                played=self.case.get("played", BOTH),
                scenario=self.case.get("scenario", ""),
                scenarios=tuple(self.case.get("scenarios") or ()),
                conditions=Conditions(**(self.case.get("conditions") or {})),
                needs_lists=bool(self.case.get("lists")),
                is_rated=bool(self.case.get("rated")),
            )
            self.contest = msgspec.structs.replace(self.now, settings=settings)

    def give(self, row: Mapping[str, Any]) -> None:
        """Apply an order that must be accepted."""
        self.attempt(f"{row['by']} {row['do']}", row, lambda: self.given(row))

    def given(self, row: Mapping[str, Any]) -> None:
        """Apply the order of a row."""
        by, before = row.get("by", REFEREE), self.now
        dice = LoadedDice(dice_of(row))
        if "facts" in row:
            refuse_if(*GAME.entry_refusals(before, EntrantFacts(**row["facts"])))
        if row["do"] == "leave" and "successor" in row:
            self.apply(GAME.succession(before, by, row["successor"]))
            self.apply(GAME.goes_on(self.now, dice))
        elif row["do"] == "leave":
            self.apply(GAME.side_leaves(before, by, ()).events)
            self.apply(GAME.goes_on(self.now, dice))
        elif row["do"] == "list":
            self.listed(row, by)
        elif row["do"] == "correct_result":
            self.corrected(row)
        elif row["do"] == "strike_round":
            self.round_struck()
        else:
            side, order = self.order_of(row, by)
            self.apply(GAME.decide(before, order, side, dice))
            if row["do"] == "publish_round":
                self.unpublished = before
        dice.require_used()

    def order_of(self, row: Mapping[str, Any], by: str) -> tuple[str, Order]:
        """Order of a row with its seat; a default and a table have orders of their own."""
        if row["do"] == "silence":
            order = defaults.default_order(self.now, by)
            if order is None:
                raise KeyError(f"{by} has no default order")
            return by, order
        if row["do"] == "table":
            return "", self.order_of_table(row)
        values = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in row.items()
            if name not in ("by", "do", "dice", "expect", "then", "lots", "facts", "deal")
        }
        return by, convert_plain(values, KINDS[row["do"]])

    def order_of_table(self, row: Mapping[str, Any]) -> Order:
        """Result of a table: winner and points by side."""
        pairing = self.now.pairing(row["battle"])
        if pairing is None:
            raise KeyError(row["battle"])
        seats = dict(zip("AB", map(seat_of, pairing.entrants), strict=True))
        battle = Battle(pairing.key, as_is(pairing.key), "", "", seats, READY)
        keys = dict(zip("AB", pairing.entrants, strict=True))
        winners = tuple(side for side, key in keys.items() if key == row.get("winner"))
        score = {side: (row.get("score") or {}).get(key, 0) for side, key in keys.items()}
        return order_of_result(self.now, battle, Aftermath(winners, score=score))

    def listed(self, row: Mapping[str, Any], by: str) -> None:
        """Note an army list with the faults that its game would find; cases have no such game."""
        player = row.get("player", "")
        refuse_if(decide.refusals(self.now, SendList({}, player), by))
        faults = tuple(Fault(rule, rule, rule) for rule in row.get("faults") or ())
        key = player or own_key(self.now, by)
        self.apply([ListSent(key, ArmyList(row.get("army", {}), faults))])

    def corrected(self, row: Mapping[str, Any]) -> None:
        """Compare the consequences of another result of a settled battle."""
        before = self.now
        corrected = ResultSettled(row["battle"], Result(row["winner"]))
        self.contest = GAME.evolve(before, corrected)
        found = [one.fact.in_("en") for one in corrections.differences(before, self.contest)]
        if found != row["lists"]:
            self.differences.append(f"the correction lists {found}, expected {row['lists']}")

    def round_struck(self) -> None:
        """Correct the record as if the last round had not been published."""
        if self.unpublished is None:
            raise TypeError("no round is published")
        self.apply(GAME.corrected(self.now, self.unpublished, 0))
        self.contest = self.unpublished

    def apply(self, events: Any) -> None:
        """Fold the events."""
        event: Event
        for event in events:
            self.contest = GAME.evolve(self.contest, event)

    # ------------------------------------------------------------------ facts
    def compare(self, where: str, expected: Mapping[str, Any]) -> None:
        """Compare facts of the contest."""
        for name, value in expected.items():
            found = FACTS[name](self.now)
            if found != value:
                self.differences.append(f"{where}: {name} is {found}, expected {value}")


def dice_of(row: Mapping[str, Any]) -> list[Roll]:
    """Dice of a row. A list of entrants is the order of their lots; the dice follow from it. Dice
    that deal groups are sides and face by entrant.
    """
    order = row.get("lots")
    if order is None:
        dealt = (row.get("deal") or {}).items()
        return [Roll("group", key, sides, face) for key, (sides, face) in dealt]
    return list(lot_rolls(order))


def lot_rolls(order: list[str]) -> Iterator[Roll]:
    """Dice that draw the entrants in this order."""
    left = sorted(order, key=lambda key: (len(key), key))
    for number, key in enumerate(order[:-1], 1):
        face = left.index(key) + 1
        yield Roll("lot", str(number), len(left), face)
        left.pop(face - 1)


def seen_by_p1(contest: Contest) -> Contest:
    """Contest as the first entrant knows it."""
    return view_of(contest, Viewer("p1", "p1")).contest


def every_pairing(contest: Contest) -> tuple[Pairing, ...]:
    """Published pairings, then the boards of teams."""
    return (*contest.pairings, *(each for one in contest.pairings for each in one.boards))


def pairs(contest: Contest) -> list[str]:
    """Pairings of the last round, as "a-b"; a bye as "a"."""
    return ["-".join(one.entrants) for one in contest.pairings if one.round == contest.round]


def result_in_ratings(contest: Contest, pairing: Pairing) -> str:
    """Winner of a battle for the ratings, "draw", "table" if the result of the table counts, or
    "none" for a battle that is not rated.
    """
    decided = sides_decided(pairing, pairing.entrants)
    if not is_in_ratings(contest, pairing):
        return "none"
    return "table" if decided is None else "-".join(decided) or "draw"


FACTS: dict[str, Any] = {
    "step": lambda c: c.step,
    "round": lambda c: c.round,
    "status": lambda c: {one.key: one.status for one in c.by_entry},
    "lots": lambda c: list(c.lots),
    "seeds": lambda c: list(seeds(c)),
    "pairs": pairs,
    "drafted": lambda c: None if c.draft is None else ["-".join(one.entrants) for one in c.draft],
    "void": lambda c: c.void,
    "seen_void": lambda c: seen_by_p1(c).void,
    "seen_draft": lambda c: seen_by_p1(c).draft is not None,
    "points": lambda c: {one.entrant: one.points for one in places_of(c)},
    "places": lambda c: {one.entrant: one.place for one in places_of(c)},
    "why": lambda c: {one.entrant: one.why.in_("en") for one in places_of(c) if one.why},
    "relaxed": lambda c: {one.key: list(one.relaxed) for one in c.pairings if one.relaxed},
    "open": lambda c: [one.key for one in c.open_pairings()],
    "winner": lambda c: {
        one.key: one.result.winner for one in every_pairing(c) if one.result is not None
    },
    "boards": lambda c: {
        one.key: "-".join(one.entrants) for one in c.battles() if one.key.count(".") == 2
    },
    "board_points": lambda c: {
        one.key: list(one.result.scores) for one in c.pairings if one.boards and one.result
    },
    "players": lambda c: {one.key: list(one.squad) for one in c.by_entry if one.players},
    "asking": lambda c: [
        one.key for team in c.by_entry for one in team.players if one.status == ASKS
    ],
    "seen_line_ups": lambda c: {key: list(order) for key, order in seen_by_p1(c).lineups.items()},
    "tables": lambda c: [one.key for one in c.battles() if is_at_tables(one)],
    "extended": lambda c: [one.key for one in c.pairings if one.is_extended],
    "dates": lambda c: {
        one.key: [one.date.words, one.date.answer] for one in c.battles() if one.date is not None
    },
    "requests": lambda c: {key: [past[-1].by, past[-1].answer] for key, past in c.requests.items()},
    "seen_requests": lambda c: list(seen_by_p1(c).requests),
    "groups": lambda c: [list(one) for one in c.groups],
    "seen_groups": lambda c: [list(one) for one in seen_by_p1(c).groups],
    "moves": divisions.moves_of,
    "next_divisions": lambda c: [list(one) for one in divisions.next_divisions(c)],
    "season": seasons.season_number,
    "next_season": seasons.next_season,
    "advanced": lambda c: list(c.advanced),
    "seen_advanced": lambda c: list(seen_by_p1(c).advanced),
    "rungs": lambda c: list(c.rungs),
    "challenges": lambda c: ["-".join(one.entrants) for one in c.challenges],
    "agreed": lambda c: ["-".join(one.entrants) for one in c.agreed],
    "reasons": lambda c: {
        one.key: reason_of(c, one).in_("en") for one in c.draft or c.pairings if not one.is_bye
    },
    "owes": lambda c: {
        one.seat: one.deadline for one in sequence.decisions(c) if one.seat != REFEREE
    },
    "scenario_now": lambda c: scenario_of_round(c.settings, c.round),
    "seen_list": lambda c: seen_by_p1(c).lists["p2"].army,
    "brought": lambda c: armies_of_battle(c, {key: key for key in list_keys(c)}),
    "at_boards": lambda c: {
        one.key: armies_of_battle(c, {key: key for key in one.entrants}) for one in c.battles()
    },
    "lists": lambda c: list(c.lists),
    "seen_armies": lambda c: {
        key: one.army for key, one in seen_by_p1(c).lists.items() if one.army
    },
    "owed_lists": lambda c: {
        one.subject: one.seat for one in sequence.decisions(c) if one.deadline == sequence.LISTS
    },
    "in_ratings": lambda c: {
        one.key: result_in_ratings(c, one) for one in c.battles() if not one.is_bye
    },
    "in_ratings_of_tables": lambda c: {
        one.key: "none" if one.is_forfeit else "-".join(one.winners) or "draw"
        for one in entered_results(c)
    },
    "paid": lambda c: [one.key for one in c.by_entry if one.has_paid],
    "closed": lambda c: c.is_closed,
    "final_places": lambda c: [list(one) for one in honours.final_places(c)],
}
"""Facts that a case may expect, by name."""
