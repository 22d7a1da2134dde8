"""State of a campaign: players, open attacks, battles, and the ledger of hongos."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from app.kernel.child_battles import UnitLosses

NATIVE, EXPLORER, COLONIAL = "native", "explorer", "colonial"
ACTIVE, CONQUERED, ELIMINATED, LEFT = "active", "conquered", "eliminated", "left"
BETWEEN, MEETINGS, ORDER, DECLARING, BATTLES, CLOSING = (
    "between_turns",
    "meetings",
    "order",
    "declaring",
    "battles",
    "closing",
)
STEPS = (BETWEEN, MEETINGS, ORDER, DECLARING, BATTLES, CLOSING)
WAITING, READY, CLOSED, VOID, FORFEIT, NO_DECISION = (
    "waiting",
    "ready",
    "closed",
    "void",
    "forfeit",
    "no_decision",
)
OPEN = (WAITING, READY)
EGYPTIANS = "egyptians"
REFEREE = "referee"
SEALED = "sealed"
HERE, ON_REAL_TABLE = "here", "table"
PLACES = (HERE, ON_REAL_TABLE)
"""Places of a battle: this site, or a real table."""
UNDECIDED = "undecided_battles"
"""Option: a battle that is not played in time has no decision."""
BOT_PLAYS = "bot_plays_on"
"""Option: a bot plays on for absent players of a battle that is not played in time."""


class Player(Struct, frozen=True):
    """Player of the campaign, as a people or an expedition.

    - `hongos`: None for a player without an account (Colonial or conquered).
    - `pending`: single victories of a Colonial, by people. `streak`: its defeats in a row.
    - `victories`: by the list of the loser; "egyptians_colonial" for Egyptians as Colonials.
    - `other_hongos`: hongos received by other means than victory, by the list of the payer.
    - `rests_in`: turn in which a wounded Leader does not act.
    - `number`: counts the players without a name of the same list and nation, from 1.
    """

    key: str
    list: str
    nation: str
    class_: str
    people: str = ""
    hongos: int | None = 0
    status: str = ACTIVE
    joined: int = 1
    master: str | None = None
    former_master: str | None = None
    explored: tuple[str, ...] = ()
    last_district: str | None = None
    completed_in: int | None = None
    hunting: bool = False
    hunted_years: tuple[int, ...] = ()
    pending: Mapping[str, int] = {}
    districts: tuple[str, ...] = ()
    streak: int = 0
    victories: Mapping[str, int] = {}
    other_hongos: Mapping[str, int] = {}
    promotions: int = 0
    rests_in: int | None = None
    number: int = 1

    @property
    def is_active(self) -> bool:
        return self.status == ACTIVE

    @property
    def is_active_native(self) -> bool:
        return self.status == ACTIVE and self.class_ == NATIVE

    @property
    def list_beaten(self) -> str:
        """Key under which a victory over this player is counted."""
        if self.list == EGYPTIANS and self.class_ == COLONIAL:
            return "egyptians_colonial"
        return self.list


class Entry(Struct, frozen=True):
    """Entry of a player who has joined during a turn. An empty `people` is drawn on admission."""

    seat: str
    list: str
    nation: str
    class_: str | None = None
    people: str = ""


class Terms(Struct, frozen=True):
    """Terms on offer: `payer` pays `hongos`; `passage` lets the Explorer explore; `words` are
    only recorded.
    """

    by: str
    payer: str = ""
    hongos: int = 0
    passage: bool = False
    words: str = ""


class Talk(Struct, frozen=True):
    """Open attack, or open request for passage (`is_attack` false), with the terms on offer.

    `offered_by` is the player who made the last offer. It is public, the terms are not.
    """

    attacker: str
    defender: str
    is_attack: bool = True
    terms: Terms | None = None
    offered_by: str = ""

    @property
    def answerer(self) -> str:
        """Player who owes the next answer."""
        by = self.offered_by if self.terms is None else self.terms.by
        return self.attacker if by == self.defender else self.defender


class Details(Struct, frozen=True):
    """Details of a report: turns played, and losses of baggage and of single units.

    `baggage` are the elements lost by attacker and defender.
    """

    turns: int = 0
    baggage: tuple[int, int] = (0, 0)
    casualties: tuple[UnitLosses, ...] = ()


NO_REASON = "-"
"""Stands in `Entered.disputed` for a dispute without a reason."""


class Entered(Struct, frozen=True):
    """Result that a player has entered from a real table. `winner` None means no decision.

    `fallen` are the figures lost by attacker and defender.
    """

    by: str
    winner: str | None
    leaders_lost: tuple[str, ...] = ()
    disputed: str = ""
    fallen: tuple[int, int] = (0, 0)
    remarks: str = ""
    details: Details = Details()


class War(Struct, frozen=True):
    """Battle of the campaign. `rivals` is true for a fight of Explorers after a chance meeting.

    `points` and `ground` are fixed when the battle becomes ready. `ground` lists terrain classes;
    `chosen` is the class that the defender has picked. `entered` is a result that is not settled
    yet; `reported` is the last one entered, and it stays. `objection` are the numbers that the
    other player states against it, `decided` those of the referee's decision. `armed` are players
    whose army is in, `unarmed` those without an army at the deadline. For those in `bot_for` a bot
    plays on. `proposed` is another ground that `proposed_by` would like. `places` are the wishes of
    the players for the place of the battle: `HERE` or `ON_REAL_TABLE`. `agreed` is the place on
    which they have agreed. `reason` is that of the referee's decision.
    """

    key: str
    attacker: str
    defender: str
    status: str = WAITING
    rivals: bool = False
    scenario: str = ""
    points: Mapping[str, int] = {}
    ground: tuple[str, ...] = ()
    chosen: str = ""
    turn: int = 0
    year: int = 0
    winner: str | None = None
    entered: Entered | None = None
    reported: Entered | None = None
    armed: tuple[str, ...] = ()
    unarmed: tuple[str, ...] = ()
    bot_for: tuple[str, ...] = ()
    proposed: str = ""
    proposed_by: str = ""
    objection: Entered | None = None
    decided: Entered | None = None
    places: Mapping[str, str] = {}
    reason: str = ""
    agreed: str = ""

    @property
    def players(self) -> tuple[str, str]:
        return (self.attacker, self.defender)

    @property
    def agreed_place(self) -> str:
        """Place on which both players have agreed; "" without an agreement."""
        one, other = (self.places.get(player, "") for player in self.players)
        return self.agreed or (one if one == other else "")

    def agreed_after(self, player: str, place: str) -> str:
        """Agreed place after a wish of this player; an agreement lasts while one player holds to
        it.
        """
        mine, other = place, self.places.get(self.opponent(player), "")
        if mine == other:
            return mine
        return self.agreed_place if self.agreed_place in (mine, other) else ""

    @property
    def reports(self) -> tuple[Entered, ...]:
        """Numbers that the players have stated: those entered, then those against them."""
        return tuple(one for one in (self.reported, self.objection) if one is not None)

    @property
    def is_disputed(self) -> bool:
        """True while a disputed result waits for the referee."""
        return self.entered is not None and bool(self.entered.disputed)

    @property
    def is_open(self) -> bool:
        return self.status in OPEN

    def shares_player(self, other: War) -> bool:
        return bool(set(self.players) & set(other.players))

    @property
    def is_armed(self) -> bool:
        """True once both armies are in."""
        return set(self.players) <= set(self.armed)

    @property
    def is_on_real_table(self) -> bool:
        """True if both players agree to fight on a real table."""
        return self.agreed_place == ON_REAL_TABLE

    @property
    def is_on_table(self) -> bool:
        """True once both armies are in, so that the battle is fought on its table on this site."""
        return self.is_armed and not self.is_on_real_table

    def awaits_army(self, player: str) -> bool:
        """True if the army of this player is not in, and not missing at the deadline either."""
        return player not in self.armed and player not in self.unarmed

    @property
    def awaits_armies(self) -> bool:
        return any(map(self.awaits_army, self.players))

    def opponent(self, player: str) -> str:
        return self.defender if player == self.attacker else self.attacker


class Meeting(Struct, frozen=True):
    """Chance meeting of two Explorers, with the answers given so far ("greet" or "fight").

    In a view, the answer of another player is `SEALED`.
    """

    one: str
    two: str
    answers: Mapping[str, str] = {}

    @property
    def players(self) -> tuple[str, str]:
        return (self.one, self.two)


class Taking(Struct, frozen=True):
    """District that a Colonial winner may take from a Colonial loser."""

    winner: str
    loser: str
    districts: tuple[str, ...]


class Posting(Struct, frozen=True):
    """Line of the ledger: `amount` hongos from `payer` to `receiver`.

    An empty payer means that they come from no account; an empty receiver, that they are lost.
    """

    turn: int
    payer: str
    receiver: str
    amount: int
    cause: str
    rule: str
    battle: str = ""
    reason: str = ""


class StruckPosting(Struct, frozen=True):
    """Line of the ledger that a correction of move `move` struck. It stays readable."""

    posting: Posting
    move: int


class Season(Struct, frozen=True):
    """State of a campaign.

    - `order_rolls`: rolls for the order of this turn, as (player, die, aggression).
    - `choices`: declarations of this turn by player, as (choice, target).
    - `successions`: players who ask the referee to become Mahdists.
    - `is_gathering`: true before the first turn is opened.
    - `queue`: entries that take effect when the turn ends, in their order.
    """

    first_year: int = 1860
    last_year: int = 1899
    turn: int = 1
    year: int = 1860
    half: int = 1
    step: str = BETWEEN
    options: tuple[str, ...] = ()
    players: Mapping[str, Player] = {}
    meetings: tuple[Meeting, ...] = ()
    order: tuple[str, ...] = ()
    order_rolls: tuple[tuple[str, int, int], ...] = ()
    choices: Mapping[str, tuple[str, str]] = {}
    declared: tuple[str, ...] = ()
    talks: tuple[Talk, ...] = ()
    attacked: tuple[str, ...] = ()
    battles: tuple[War, ...] = ()
    takings: tuple[Taking, ...] = ()
    revolts: tuple[str, ...] = ()
    gifts: tuple[tuple[str, str, int], ...] = ()
    successions: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    portuguese_taken: bool = False
    ledger: tuple[Posting, ...] = ()
    struck: tuple[StruckPosting, ...] = ()
    is_closed: bool = False
    is_gathering: bool = False
    seats: Mapping[str, str] = {}
    queue: tuple[Entry, ...] = ()

    def entry_of(self, seat: str) -> Entry | None:
        """Entry of this seat that waits for the end of the turn."""
        return next((one for one in self.queue if one.seat == seat), None)

    def player(self, key: str) -> Player | None:
        return self.players.get(key)

    @property
    def by_joining(self) -> list[Player]:
        return sorted(self.players.values(), key=lambda one: one.joined)

    def active(self, *classes: str) -> list[Player]:
        """Active players of these classes (of all without any), by joining."""
        return [
            one
            for one in self.by_joining
            if one.is_active and (not classes or one.class_ in classes)
        ]

    def battle(self, key: str) -> War | None:
        return next((war for war in self.battles if war.key == key), None)

    def talk_between(self, attacker: str, defender: str) -> Talk | None:
        return next(
            (
                talk
                for talk in self.talks
                if talk.attacker == attacker and talk.defender == defender
            ),
            None,
        )

    def battles_of(self, player: str) -> Iterator[War]:
        """Battles of this turn in which the player fights."""
        return (war for war in self.battles if player in war.players and war.turn == self.turn)

    @property
    def rival_fighters(self) -> frozenset[str]:
        """Explorers committed to a fight after a chance meeting in this turn."""
        return frozenset(
            player
            for war in self.battles
            if war.rivals and war.turn == self.turn
            for player in war.players
        )
