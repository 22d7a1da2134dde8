"""Events of a contest."""

from __future__ import annotations

from app.games.contests.state import (
    ArmyList,
    Challenge,
    Entrant,
    Pairing,
    Report,
    Result,
    Settings,
    TeamPlayer,
)
from app.kernel.battle_dates import date_title
from app.kernel.contract import Event
from app.kernel.say import Say


class ContestBegan(Event, frozen=True, tag="contest_began"):
    """First event: the form and its settings. `seats` are the seats of entrants, if there are
    any.
    """

    form: str
    settings: Settings
    seats: tuple[str, ...] = ()


class Entered(Event, frozen=True, tag="entered"):
    """An entrant has signed up, with a place or on the waiting list."""

    entrant: Entrant


class PlayerAsked(Event, frozen=True, tag="player_asked"):
    """A player asks for a place in a team."""

    team: str
    player: TeamPlayer


class PlayerAnswered(Event, frozen=True, tag="player_answered"):
    """The captain of a team has accepted or declined a player who asked for a place."""

    team: str
    player: str
    accepted: bool


class PlayerNamed(Event, frozen=True, tag="player_named"):
    """The captain of a team has named a player without a seat."""

    team: str
    player: TeamPlayer


class PlayerLeft(Event, frozen=True, tag="player_left"):
    """A player is out of the team."""

    team: str
    player: str


class CaptainLeft(Event, frozen=True, tag="captain_left"):
    """The captain is out of the team, and another player leads it. The two exchange their keys, so
    `successor` is the key of the former captain afterwards.
    """

    team: str
    successor: str


class LineUpSet(Event, frozen=True, tag="line_up_set"):
    """The captain has ordered the players of the team for the next round."""

    team: str
    players: tuple[str, ...]


class MovedUp(Event, frozen=True, tag="moved_up"):
    """An entrant of the waiting list has a place now."""

    entrant: str


class PlaceOffered(Event, frozen=True, tag="place_offered"):
    """After the sign-up, an entrant of the waiting list is asked to take a place."""

    entrant: str


class PlaceRefused(Event, frozen=True, tag="place_refused"):
    """An entrant does not take the place."""

    entrant: str


class EntrantLeft(Event, frozen=True, tag="entrant_left", omit_defaults=True):
    """An entrant is out of the contest. `reason` is that of an organiser."""

    entrant: str
    reason: str = ""


class AbsenceNoted(Event, frozen=True, tag="absence_noted"):
    """An entrant misses a round, or takes part in it after all."""

    entrant: str
    round: int
    absent: bool


class PaymentNoted(Event, frozen=True, tag="payment_noted"):
    """An organiser has noted a payment."""

    entrant: str
    paid: bool


class ListSent(Event, frozen=True, tag="list_sent", omit_defaults=True):
    """An entrant or a player of a team has sent an army list. `by` is the seat of the captain or of
    an organiser who has sent it for the player.
    """

    entrant: str
    sent: ArmyList
    by: str = ""


class ListMissed(Event, frozen=True, tag="list_missed"):
    """An entrant or a player of a team goes without an army list."""

    entrant: str


class ListsOpened(Event, frozen=True, tag="lists_opened"):
    """All army lists are public."""

    reveals = True


class SignUpClosed(Event, frozen=True, tag="sign_up_closed"):
    """The sign-up is closed. `lots` are the entrants in the order of drawn lots."""

    reveals = True

    lots: tuple[str, ...]


class EntrantsSeeded(Event, frozen=True, tag="entrants_seeded"):
    """Organisers have ordered entrants, the first seed first."""

    seeds: tuple[str, ...]


class GroupsDealt(Event, frozen=True, tag="groups_dealt"):
    """Entrants of each group, before the first round."""

    reveals = True

    groups: tuple[tuple[str, ...], ...]


class BracketDrawn(Event, frozen=True, tag="bracket_drawn"):
    """Entrants of the bracket after the groups, in the order of its seeds."""

    reveals = True

    order: tuple[str, ...]


class RoundDrafted(Event, frozen=True, tag="round_drafted"):
    """Draft of a round. `lots` are the entrants in the order of the lots of this round."""

    reveals = True

    round: int
    pairings: tuple[Pairing, ...]
    lots: tuple[str, ...] = ()


class DraftChanged(Event, frozen=True, tag="draft_changed"):
    """An organiser has exchanged two entrants of the draft."""

    one: str
    other: str


class DraftLapsed(Event, frozen=True, tag="draft_lapsed"):
    """The draft is void: the entrants of the round have changed, or accepted challenges
    (`of_challenges`).
    """

    of_challenges: bool = False


class RoundPublished(Event, frozen=True, tag="round_published"):
    """A round is published."""

    reveals = True

    round: int
    pairings: tuple[Pairing, ...]


class ScenarioChosen(Event, frozen=True, tag="scenario_chosen"):
    """An organiser has chosen the scenario of a later round; "" for that of the contest."""

    round: int
    scenario: str


class ResultEntered(Event, frozen=True, tag="result_entered"):
    """An entrant has stated the result of a battle."""

    battle: str
    report: Report


class ResultDisputed(Event, frozen=True, tag="result_disputed"):
    """The opponent states another result."""

    battle: str
    report: Report


class ResultSettled(Event, frozen=True, tag="result_settled"):
    """The result of a battle counts."""

    battle: str
    result: Result


class DateProposed(Event, frozen=True, tag="date_proposed"):
    """An entrant has proposed a date for a battle: a moment and some words. Older events have words
    alone.
    """

    battle: str
    by: str
    words: str
    at: str = ""

    @property
    def title(self) -> Say:
        """Date as text."""
        return date_title(self.at, self.words)


class DateAnswered(Event, frozen=True, tag="date_answered"):
    """The opponent has accepted or refused the proposed date."""

    battle: str
    accepted: bool


class PlayAsked(Event, frozen=True, tag="play_asked"):
    """An entrant asks the opponent to play a battle at once. The request ends at `until`."""

    battle: str
    by: str
    at: str = ""
    until: str = ""


class PlayAnswered(Event, frozen=True, tag="play_answered"):
    """The opponent accepts or refuses to play at once."""

    battle: str
    accepted: bool


class TimeExtended(Event, frozen=True, tag="battle_extended"):
    """The deadline of a battle is extended once."""

    battle: str


class Challenged(Event, frozen=True, tag="challenged"):
    """An entrant challenges another one."""

    challenge: Challenge


class ChallengeAccepted(Event, frozen=True, tag="challenge_accepted"):
    """A challenge is accepted and becomes a battle."""

    challenge: str
    pairing: Pairing


class ChallengeAgreed(Event, frozen=True, tag="challenge_agreed"):
    """A challenge is accepted for the challenge round, which pairs the two."""

    challenge: str


class ChallengeDeclined(Event, frozen=True, tag="challenge_declined"):
    """A challenge is declined. `is_free`: it costs nothing."""

    challenge: str
    is_free: bool


class ChallengeLapsed(Event, frozen=True, tag="challenge_lapsed"):
    """A challenge has no answer at its deadline."""

    challenge: str


class ChallengeEnded(Event, frozen=True, tag="challenge_ended"):
    """A challenge is withdrawn, or void because one of the two has left."""

    challenge: str


class Idled(Event, frozen=True, tag="idled"):
    """An entrant was idle for too long."""

    entrant: str


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """All battles of a round have a result."""

    round: int


class ContestClosed(Event, frozen=True, tag="contest_closed"):
    """The contest is over."""


EVENTS = (
    ContestBegan, Entered, PlayerAsked, PlayerAnswered, PlayerNamed, PlayerLeft, CaptainLeft, LineUpSet, MovedUp, PlaceOffered, PlaceRefused,
    EntrantLeft, AbsenceNoted, PaymentNoted, ListSent, ListMissed, ListsOpened, SignUpClosed, EntrantsSeeded, GroupsDealt, BracketDrawn,
    RoundDrafted, DraftChanged, DraftLapsed, RoundPublished,
    ResultEntered, ResultDisputed, ResultSettled, DateProposed, DateAnswered, PlayAsked, PlayAnswered,
    TimeExtended, ScenarioChosen, Challenged, ChallengeAccepted, ChallengeAgreed, ChallengeDeclined,
    ChallengeLapsed, ChallengeEnded, Idled, RoundEnded, ContestClosed,
)  # fmt: skip
