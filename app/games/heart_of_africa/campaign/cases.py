"""Runner of campaign cases: a position, orders, loaded dice, and what must follow.

The format is that of `heart_of_africa/campaign` in docs/cases-heart-of-africa.md. The server does
nothing by itself here: `roll_meetings`, `ready` and `finish` are orders of a case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa.armies.lists import NATIONS
from app.games.heart_of_africa.campaign import battles, meetings, orders, sequence
from app.games.heart_of_africa.campaign.case_facts import FACTS, OTHER_NAMES, plain
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.decide import act, leave, left_refused
from app.games.heart_of_africa.campaign.joining import class_of, starting_hongos
from app.games.heart_of_africa.campaign.seats import not_a_referee
from app.games.heart_of_africa.campaign.state import (
    CONQUERED,
    READY,
    REFEREE,
    STEPS,
    Player,
    Season,
    War,
)
from app.games.heart_of_africa.campaign.tables import plain_list
from app.kernel.contract import Order
from app.kernel.decoding import convert_plain
from app.kernel.dice import LoadedDice, Roll, UnexpectedRoll
from app.kernel.refusal import Refusal, Refused, no, refuse_if

KIND = "heart_of_africa/campaign"
TUPLES = ("explored", "hunted_years", "districts")


def run(case: Mapping[str, Any]) -> list[str]:
    """Differences between a case and the rules; none if it passes."""
    referee = CaseRun(case)
    for number, row in enumerate(case["orders"], start=1):
        referee.play(number, row)
    return referee.close(case.get("expect") or {})


# ----------------------------------------------------------------------------- the position
def season_of(case: Mapping[str, Any]) -> Season:
    """Position of the case; missing facts are empty."""
    start = case["campaign"]
    turn, year = start["turn"], start["year"]
    players = {
        key: player_of(key, row or {}, number)
        for number, (key, row) in enumerate((case.get("players") or {}).items(), start=1)
    }
    battles = tuple(war_of(row, turn, year) for row in case.get("battles") or ())
    return Season(
        turn=turn,
        year=year,
        half=start["half"],
        first_year=start.get("first_year", Season().first_year),
        step=start["step"],
        players=players,
        order=tuple(start.get("order", ())),
        declared=tuple(start.get("declared", ())),
        is_gathering=bool(start.get("gathering", False)),
        portuguese_taken=bool(start.get("portuguese_colonial_taken", False)),
        battles=battles,
        attacked=tuple(war.defender for war in battles if not war.rivals),
    )


def player_of(key: str, row: Mapping[str, Any], number: int) -> Player:
    """Player of a case. One given by class alone has the first list of the class."""
    list_ = row.get("list") or plain_list(row.get("class", "native"))
    class_ = row.get("class") or class_of(list_, None)
    given = {
        OTHER_NAMES.get(name, name): (value or ()) if name in TUPLES else value
        for name, value in row.items()
        if name not in ("list", "nation", "class", "joined")
    }
    player: Player = convert_plain(
        {
            "key": key,
            "list": list_,
            "nation": row.get("nation") or next(iter(NATIONS[list_])),
            "class_": class_,
            "joined": row.get("joined", number),
            "hongos": None if given.get("status") == CONQUERED else starting_hongos(class_),
            **given,
        },
        Player,
    )
    return player


def war_of(row: Mapping[str, Any], turn: int, year: int) -> War:
    """Battle of a case."""
    return War(
        str(row["id"]),
        row["attacker"],
        row["defender"],
        row.get("status", READY),
        bool(row.get("rivals", False)),
        turn=turn,
        year=year,
    )


# ----------------------------------------------------------------------------- the orders
def orders_of(row: Mapping[str, Any]) -> list[tuple[str, Order]]:
    """Orders of a row, each with its seat. A gift is offer and consent in one."""
    by = row.get("by", REFEREE)
    do = row["do"]
    if do == "give":
        taken = orders.TakeGift(by)
        return [(by, orders.Give(row["to"], row["hongos"])), (row["to"], taken)]
    return [(by, READERS[do](row))]


def declaration(row: Mapping[str, Any]) -> Order:
    """Declaration of a row: attack, explore, hunt or pass."""
    if "attack" in row:
        return orders.Attack(row["attack"])
    if "explore" in row:
        return orders.AskPassage(row["explore"], row.get("hongos", 0))
    return orders.Hunt() if row.get("hunt") else orders.PassTurn()


def offered_terms(row: Mapping[str, Any]) -> Order:
    """Terms of a row."""
    return orders.OfferTerms(
        row["to"],
        row.get("pays", row["by"]),
        row.get("hongos", 0),
        bool(row.get("grants_exploration", False)),
        row.get("words", ""),
    )


NUMBERS = ("fallen_attacker", "fallen_defender", "turns", "baggage_attacker", "baggage_defender")
"""Numbers of a report that a row may give."""


def numbers_in(row: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers of the report in a row."""
    return {name: row[name] for name in NUMBERS if name in row}


READERS: dict[str, Callable[[Mapping[str, Any]], Order]] = {
    "join": lambda row: orders.Join(
        row["list"], row["nation"], row.get("class"), row.get("people", row["by"])
    ),
    "declare": declaration,
    "resist": lambda row: orders.Resist(row["attacker"]),
    "offer": offered_terms,
    "accept": lambda row: orders.Accept(row["offer_of"]),
    "refuse": lambda row: orders.Refuse(row["offer_of"]),
    "meet": lambda row: orders.Meet(row["other"], row["answer"]),
    "result": lambda row: orders.Decide(
        row["battle"],
        row["winner"],
        tuple(row.get("leaders_lost") or ()),
        row.get("report_of", ""),
        **numbers_in(row),
    ),
    "forfeit": lambda row: orders.OrderForfeit(
        row["battle"], bool(row.get("grants_exploration", False))
    ),
    "lapse": lambda row: orders.Lapse(row["battle"]),
    "void": lambda row: orders.VoidBattle(row["battle"], row["reason"]),
    "become_mahdist": lambda row: orders.BecomeMahdist(row["player"]),
    "refuse_mahdist": lambda row: orders.RefuseMahdist(row["player"]),
    "propose_ground": lambda row: orders.ProposeGround(row["battle"], row["terrain"]),
    "accept_ground": lambda row: orders.AcceptGround(row["battle"], row["terrain"]),
    "choose_place": lambda row: orders.ChoosePlace(row["battle"], row["place"]),
    "take_district": lambda row: orders.TakeDistrict(row["district"] or ""),
    "revolt": lambda row: orders.AnswerRevolt(row["answer"] == "revolt"),
    "claim": lambda row: orders.Claim(row["to"], row.get("nation") or ""),
    "keep_army": lambda _: orders.KeepArmy(),
    "choose_ground": lambda row: orders.ChooseGround(row["battle"], row["terrain"]),
    "enter": lambda row: orders.EnterResult(
        row["battle"], row["winner"], tuple(row.get("leaders_lost") or ()), **numbers_in(row)
    ),
    "confirm": lambda row: orders.ConfirmResult(row["battle"]),
    "dispute": lambda row: orders.DisputeResult(
        row["battle"],
        row.get("reason", ""),
        row.get("winner", ""),
        tuple(row.get("leaders_lost") or ()),
        **numbers_in(row),
    ),
    "close": lambda _: orders.CloseCampaign(),
    "open_turn": lambda _: orders.OpenTurn(),
    "pass_for": lambda row: orders.PassFor(row["player"]),
    "close_turn": lambda _: orders.CloseTurn(),
    "book": lambda row: orders.Book(
        row["hongos"], row["reason"], row.get("payer", ""), row.get("receiver", "")
    ),
    "enter_date": lambda row: orders.EnterDate(row["year"], row["half"]),
    "enter_account": lambda row: orders.EnterAccount(
        row["player"],
        row.get("hongos", 0),
        row.get("promotions", 0),
        row.get("streak", 0),
        tuple(row.get("explored") or ()),
        tuple(row.get("districts") or ()),
        row.get("victories") or {},
        tuple(row.get("pending") or ()),
    ),
}


class CaseRun:
    """One run of a case. `played` keeps every accepted row with its dice, for corrections."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.start = season_of(case)
        self.named = {
            key: [OTHER_NAMES.get(name, name) for name in row or {}]
            for key, row in (case.get("players") or {}).items()
        }
        self.season = self.start
        self.rolled_meetings = False
        self.dice = LoadedDice(
            Roll(row["for"], str(row["of"]), 0, row["die"]) for row in case.get("dice") or ()
        )
        self.played: list[tuple[int, Mapping[str, Any], tuple[Roll, ...], bool]] = []
        self.replaced: dict[int, Mapping[str, Any] | None] = {}
        self.faults: list[str] = []

    def play(self, number: int, row: Mapping[str, Any]) -> None:
        """Play one row and compare what is expected of it."""
        before, rolled = self.season, len(self.dice.rolls)
        try:
            self.apply(row, self.dice)
        except Refused as refused:
            self.season = before
            self.compare_refusal(number, row, refused.refusals)
            self.played.append((number, row, (), False))
            return
        except UnexpectedRoll as unexpected:
            self.faults.append(f"order {number}: {unexpected}")
            return
        self.played.append((number, row, tuple(self.dice.rolls[rolled:]), True))
        expected = row.get("expect")
        if isinstance(expected, Mapping):
            self.faults.append(f"order {number} was accepted, expected {expected}")
        self.faults += [f"after order {number}: {one}" for one in self.compare(row.get("then"))]

    def compare_refusal(
        self, number: int, row: Mapping[str, Any], refusals: tuple[Refusal, ...]
    ) -> None:
        """Compare a refusal with what the row expects."""
        expected = row.get("expect")
        allowed = set(expected["refused"]) if isinstance(expected, Mapping) else set()
        found = {refusal.rule for refusal in refusals}
        if not found & allowed:
            said = "; ".join(map(str, refusals))
            self.faults.append(f"order {number} was refused ({said}), expected {expected}")

    def apply(self, row: Mapping[str, Any], dice: LoadedDice) -> None:
        """Apply a row to the season; raises `Refused`."""
        if row["do"] == "correct":
            self.correct(row)
            return
        course = Course(self.season, dice)
        match row["do"]:
            case "finish":
                self.finish(course, row)
            case "roll_meetings":
                meetings.roll_meetings(course)
                self.rolled_meetings = True
            case "leave":
                refuse_if(left_refused(course.season, row["by"]))
                leave(course, row["by"])
            case "ready":
                refuse_if(battles.ready_refused(course.season, row["battle"]))
                battles.make_ready(course, row["battle"])
            case _:
                for seat, order in orders_of(row):
                    act(course, order, seat)
        self.season = course.season

    def finish(self, course: Course, row: Mapping[str, Any]) -> None:
        """Carry the steps on to the end of the one named, in its turn."""
        last = (row.get("turn", course.season.turn), STEPS.index(row["step"]))
        while (course.season.turn, STEPS.index(course.season.step)) <= last:
            if course.season.step == "meetings" and not self.rolled_meetings:
                meetings.roll_meetings(course)
            sequence.finish_step(course)
            self.rolled_meetings = course.season.step == "meetings"

    # ------------------------------------------------------------------------- corrections
    def correct(self, row: Mapping[str, Any]) -> None:
        """Play the accepted rows again with another one in place of the corrected."""
        refuse_if(not_a_referee(row.get("by", REFEREE)))
        if row["order"] not in {number for number, *_ in self.played}:
            raise Refused(no("HOA-CMP-05", "No such order.", "No existe esa orden."))
        self.replaced[row["order"]] = row["instead"]
        kept = {one.key: one for one in self.season.battles if one.scenario}
        self.season, self.rolled_meetings = self.start, False
        for number, old, rolls, accepted in list(self.played):
            if not accepted:
                continue
            new = self.replaced.get(number, old)
            if new is not None:
                self.again({"by": old.get("by", REFEREE), **new}, rolls, kept)

    def again(
        self, row: Mapping[str, Any], rolls: tuple[Roll, ...], kept: Mapping[str, War]
    ) -> None:
        """Play a row again with its own dice; a refused row falls silently."""
        if row["do"] == "correct":
            return
        before = self.season
        dice = DiceAgain(rolls, self.dice)
        try:
            self.apply(row, dice)
        except Refused:
            self.season = before
            return
        war = kept.get(str(row.get("battle"))) if row["do"] == "ready" else None
        if war is not None:
            again = {one.key: one for one in self.season.battles}[war.key]
            fixed = replace(again, scenario=war.scenario, points=war.points, ground=war.ground)
            self.season = replace(
                self.season,
                battles=tuple(fixed if one.key == war.key else one for one in self.season.battles),
            )

    # ------------------------------------------------------------------------- facts
    def close(self, expected: Mapping[str, Any]) -> list[str]:
        """All differences of the case, dice left over included."""
        self.faults += self.compare(expected.get("facts"))
        self.faults += self.changed_unnamed(expected.get("facts") or {})
        if self.dice.left:
            self.faults.append(f"dice left over: {self.dice.left}")
        return self.faults

    def compare(self, facts: Mapping[str, Any] | None) -> Iterator[str]:
        """Differences between the facts named and the season."""
        for name, wanted in (facts or {}).items():
            found = FACTS[name](self.season, wanted)
            if found != wanted:
                yield f"{name}: {found}, expected {wanted}"

    def changed_unnamed(self, facts: Mapping[str, Any]) -> Iterator[str]:
        """Fields that the position gives for an active player and that no fact names."""
        named = facts.get("players") or {}
        for key, player in self.season.players.items():
            first = self.start.players.get(key)
            if first is None or not player.is_active:
                continue
            yield from (
                f"{key}.{field}: {now}, was {before} and is not named"
                for field in self.named.get(key, ())
                if field not in {OTHER_NAMES.get(one, one) for one in named.get(key) or ()}
                and (now := plain(getattr(player, field)))
                != (before := plain(getattr(first, field)))
            )


class DiceAgain(LoadedDice):
    """The dice of an order played again: its own first, then new ones of the case."""

    def __init__(self, rolls: tuple[Roll, ...], new: LoadedDice) -> None:
        super().__init__(rolls)
        self.new = new

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        """Face of the order's own die for this purpose, else of the next one of the case."""
        try:
            return super().roll(sides, purpose, of)
        except UnexpectedRoll:
            return self.new.roll(sides, purpose, of)
