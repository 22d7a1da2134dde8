"""Events of a campaign: facts with their dice. `evolve` only writes them down."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.heart_of_africa.campaign.place_events import GroundProposed, PlaceChosen
from app.games.heart_of_africa.campaign.state import (
    Details,
    Entered,
    Entry,
    Player,
    Posting,
    Taking,
    Terms,
)
from app.kernel.contract import Event


class CampaignBegan(Event, frozen=True, tag="campaign_began"):
    first_year: int
    last_year: int
    options: tuple[str, ...]
    seats: dict[str, str]
    players: tuple[Player, ...]


class Joined(Event, frozen=True, tag="joined"):
    player: Player


class EntryQueued(Event, frozen=True, tag="entry_queued"):
    """A player has joined during a turn. A second entry of the same seat replaces the first one."""

    entry: Entry


class EntryWithdrawn(Event, frozen=True, tag="entry_withdrawn"):
    seat: str


class EntryDropped(Event, frozen=True, tag="entry_dropped"):
    """An entry is refused when it should take effect. The player chooses another army."""

    seat: str
    rule: str


class Departed(Event, frozen=True, tag="departed"):
    """A player is no longer active. `status` is "left" or "eliminated"; `rule` gives the cause."""

    player: str
    status: str
    rule: str


class Posted(Event, frozen=True, tag="posted"):
    """Line of the ledger. `lists_paid` is the list of the payer if the hongos were not won."""

    posting: Posting
    counts_for_list: str = ""


class GiftOffered(Event, frozen=True, tag="gift_offered"):
    giver: str
    receiver: str
    hongos: int


class GiftAnswered(Event, frozen=True, tag="gift_answered"):
    giver: str
    receiver: str
    accepted: bool


class Promoted(Event, frozen=True, tag="promoted"):
    player: str
    list: str
    nation: str
    class_: str
    rule: str


class ArmyKept(Event, frozen=True, tag="army_kept", omit_defaults=True):
    """A player makes no promotion before the next turn."""

    player: str
    is_default: bool = False


class StepBegan(Event, frozen=True, tag="step_began"):
    turn: int
    year: int
    half: int
    step: str


class MeetingRolled(Event, frozen=True, tag="meeting_rolled"):
    one: str
    two: str
    dice: tuple[int, int]
    meets: bool


class MeetingAnswered(Event, frozen=True, tag="meeting_answered"):
    """Secret until all answers of the turn are in."""

    player: str
    other: str
    answer: str


class MeetingClosed(Event, frozen=True, tag="meeting_closed"):
    """Both answers of a meeting. An empty `attacker` means that nothing follows."""

    one: str
    two: str
    answers: tuple[str, str]
    attacker: str = ""
    dice: tuple[tuple[str, int], ...] = ()


class PrecedenceRolled(Event, frozen=True, tag="precedence_rolled"):
    player: str
    die: int
    aggression: int

    @property
    def product(self) -> int:
        return self.die * self.aggression


class PrecedenceSet(Event, frozen=True, tag="precedence_set"):
    order: tuple[str, ...]


class Declared(Event, frozen=True, tag="declared"):
    """Declaration of a turn: "attack", "passage", "hunt" or "pass"."""

    player: str
    choice: str
    target: str = ""
    hongos: int = 0
    is_default: bool = False


class TermsOffered(Event, frozen=True, tag="terms_offered"):
    """The two players alone read the terms until they are agreed."""

    attacker: str
    defender: str
    terms: Terms


class TermsAgreed(Event, frozen=True, tag="terms_agreed"):
    attacker: str
    defender: str
    terms: Terms


class TermsRefused(Event, frozen=True, tag="terms_refused"):
    """Terms or a request are refused. An attack then becomes a battle."""

    attacker: str
    defender: str
    by: str


class Resisted(Event, frozen=True, tag="resisted"):
    attacker: str
    defender: str
    is_default: bool = False


class BattleListed(Event, frozen=True, tag="battle_listed"):
    battle: str
    attacker: str
    defender: str
    rivals: bool = False


class BattleReady(Event, frozen=True, tag="battle_ready"):
    battle: str
    die: int
    scenario: str
    points: dict[str, int]
    ground: tuple[str, ...]


class GroundChosen(Event, frozen=True, tag="ground_chosen"):
    battle: str
    terrain: str
    is_default: bool = False
    is_agreed: bool = False


class Succeeded(Event, frozen=True, tag="succeeded"):
    """A player has another nation of the same list from now on. It is no promotion."""

    player: str
    nation: str


class SuccessionAsked(Event, frozen=True, tag="succession_asked"):
    """A player asks the referee to become Mahdist."""

    player: str


class SuccessionRefused(Event, frozen=True, tag="succession_refused"):
    """The referee refuses the request of a player to become Mahdist."""

    player: str


class ArmyIn(Event, frozen=True, tag="army_in", omit_defaults=True):
    """The army of a player is in; at the deadline it is the default roster."""

    battle: str
    player: str
    is_default: bool = False


class ArmyMissing(Event, frozen=True, tag="army_missing"):
    """A player has no army at the deadline. The battle may still be fought."""

    battle: str
    player: str


class BotCalled(Event, frozen=True, tag="bot_called"):
    """A bot plays on for a player while the table of the battle waits for them."""

    battle: str
    player: str


class ResultEntered(Event, frozen=True, tag="result_entered"):
    battle: str
    by: str
    winner: str | None
    leaders_lost: tuple[str, ...] = ()
    fallen: tuple[int, int] = (0, 0)
    remarks: str = ""


class BattleDetailed(Event, frozen=True, tag="battle_detailed"):
    """Details of an entered result: turns played, baggage lost, losses of single units."""

    battle: str
    details: Details


class ResultDisputed(Event, frozen=True, tag="result_disputed", omit_defaults=True):
    battle: str
    by: str
    reason: str
    other: Entered | None = None


class BattleClosed(Event, frozen=True, tag="battle_closed"):
    """End of a battle: "closed", "no_decision", "forfeit" or "void". `report`: decided numbers."""

    battle: str
    status: str
    winner: str | None = None
    leaders_lost: tuple[str, ...] = ()
    rule: str = ""
    reason: str = ""
    report: Entered | None = None


class VictoryCounted(Event, frozen=True, tag="victory_counted"):
    winner: str
    list_beaten: str


class Explored(Event, frozen=True, tag="explored"):
    explorer: str
    people: str
    rule: str


class ExplorationCompleted(Event, frozen=True, tag="exploration_completed"):
    explorer: str


class HuntRolled(Event, frozen=True, tag="hunt_rolled"):
    explorer: str
    die: int


class WoundRolled(Event, frozen=True, tag="wound_rolled"):
    """`effect` is "slight", "misses_next_turn" or "dead"."""

    explorer: str
    die: int
    effect: str


class VictoryPending(Event, frozen=True, tag="victory_pending"):
    colonial: str
    people: str


class PendingCleared(Event, frozen=True, tag="pending_cleared"):
    colonial: str


class StreakCounted(Event, frozen=True, tag="streak_counted"):
    colonial: str
    defeats: int


class Conquered(Event, frozen=True, tag="conquered"):
    people: str
    master: str


class DistrictOffered(Event, frozen=True, tag="district_offered"):
    taking: Taking


class DistrictTaken(Event, frozen=True, tag="district_taken"):
    """An empty `district` means that the winner takes none."""

    winner: str
    loser: str
    district: str


class RevoltOffered(Event, frozen=True, tag="revolt_offered"):
    peoples: tuple[str, ...]


class Released(Event, frozen=True, tag="released"):
    """A people has no master any more. It may return at the start of any turn."""

    people: str


class Revolted(Event, frozen=True, tag="revolted"):
    people: str
    master: str | None
    hongos: int


class StayedSubject(Event, frozen=True, tag="stayed_subject"):
    people: str
    is_default: bool = False


class PostingsStruck(Event, frozen=True, tag="postings_struck"):
    """Lines of the ledger that a correction of move `move` struck."""

    move: int
    postings: tuple[Posting, ...]


class ArmiesForgotten(Event, frozen=True, tag="armies_forgotten"):
    """A battle returns by a correction. Its table is new, and both armies are chosen again."""

    battle: str


class DateEntered(Event, frozen=True, tag="date_entered"):
    """Opening entry: date of the next turn."""

    turn: int
    year: int
    half: int


class AccountEntered(Event, frozen=True, tag="account_entered"):
    """Opening entry: history of a player. Hongos are posted, and districts are conquered."""

    player: str
    promotions: int
    streak: int
    explored: tuple[str, ...]
    victories: Mapping[str, int]
    pending: tuple[str, ...] = ()


class CampaignClosed(Event, frozen=True, tag="campaign_closed"): ...


EVENTS = (
    CampaignBegan, Joined, Departed, Posted, GiftOffered, GiftAnswered, Promoted, ArmyKept, StepBegan, MeetingRolled, MeetingAnswered, MeetingClosed,
    PrecedenceRolled, PrecedenceSet, Declared, TermsOffered, TermsAgreed, TermsRefused, Resisted, BattleListed, BattleReady, GroundChosen, GroundProposed,
    SuccessionAsked, SuccessionRefused, Succeeded, ArmyIn, ArmyMissing, BotCalled, ResultEntered, BattleDetailed, ResultDisputed, BattleClosed, VictoryCounted,
    Explored, ExplorationCompleted, HuntRolled, WoundRolled, VictoryPending, PendingCleared, StreakCounted, Conquered, DistrictOffered, DistrictTaken,
    RevoltOffered, Released, Revolted, StayedSubject, EntryQueued, EntryWithdrawn, EntryDropped, PostingsStruck, ArmiesForgotten, DateEntered, AccountEntered,
    PlaceChosen, CampaignClosed,
)  # fmt: skip
