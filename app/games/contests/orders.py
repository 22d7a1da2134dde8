"""Orders of a contest."""

from __future__ import annotations

from typing import Any

from app.kernel.contract import Order
from app.kernel.date_orders import DateOrder, TimedOrder


class Enter(Order, frozen=True, tag="enter", omit_defaults=True):
    """Enter the contest under a name, for a club or for none (texts). In a contest of teams
    `player` is the own name in the team. With `team`, a player asks the captain of that team for a
    place.
    """

    own_words = ("name", "club", "player")

    name: str = ""
    club: str = ""
    player: str = ""
    team: str = ""


class AnswerPlace(Order, frozen=True, tag="answer_place"):
    """Take the place that became free, or leave it to the next entrant of the waiting list."""

    accept: bool


class BeAbsent(Order, frozen=True, tag="be_absent"):
    """Miss the next round, or take part in it after all."""

    absent: bool = True


class AnswerPlayer(Order, frozen=True, tag="answer_player"):
    """Accept or decline a player who asks for a place in the own team."""

    player: str
    accept: bool


class NamePlayer(Order, frozen=True, tag="name_player"):
    """Name a player of the own team who has no seat here (text)."""

    own_words = ("name",)

    name: str


class ReleasePlayer(Order, frozen=True, tag="release_player"):
    """Take a player out of the own team."""

    player: str


class SetLineUp(Order, frozen=True, tag="set_line_up"):
    """Order the players of the own team for the next round, that of board 1 first."""

    players: tuple[str, ...]


class EnterResult(Order, frozen=True, tag="enter_result", omit_defaults=True):
    """State the result of an own battle. `winner` is a side, None for a draw; points of victory
    from 0 to 999.
    """

    own_words = ("words",)

    battle: str
    winner: str | None = None
    points_first: int = 0
    points_second: int = 0
    words: str = ""


class ConfirmResult(Order, frozen=True, tag="confirm_result"):
    """Confirm the result that the opponent has stated."""

    battle: str


class DisputeResult(Order, frozen=True, tag="dispute_result", omit_defaults=True):
    """State another result than the opponent; an organiser decides then."""

    own_words = ("words",)

    battle: str
    winner: str | None = None
    points_first: int = 0
    points_second: int = 0
    words: str = ""


class ProposeDate(DateOrder, frozen=True, tag="propose_date"):
    """Propose a date for an own battle: the moment `at`, ISO 8601 with its distance from UTC. The
    words may name the place.
    """


class AnswerDate(Order, frozen=True, tag="answer_date"):
    """Accept or refuse the date that the opponent has proposed."""

    battle: str
    accept: bool


class AskToPlay(TimedOrder, frozen=True, tag="ask_to_play"):
    """Ask the opponent of an own battle to play at once."""


class AnswerToPlay(TimedOrder, frozen=True, tag="answer_to_play", kw_only=True):
    """Accept or refuse to play at once."""

    accept: bool


class EndTime(Order, frozen=True, tag="end_time"):
    """Default order of a battle that is not over at its deadline."""

    battle: str


class Decide(Order, frozen=True, tag="decide", omit_defaults=True):
    """Decide the result of a battle, by an organiser. `silent` are sides without points."""

    own_words = ("reason",)

    battle: str
    winner: str | None = None
    points_first: int = 0
    points_second: int = 0
    silent: tuple[str, ...] = ()
    reason: str = ""


class ChallengeEntrant(Order, frozen=True, tag="challenge"):
    """Challenge another entrant to a battle."""

    opponent: str


class AnswerChallenge(Order, frozen=True, tag="answer_challenge"):
    """Accept or decline a challenge."""

    challenge: str
    accept: bool


class WithdrawChallenge(Order, frozen=True, tag="withdraw_challenge"):
    """Withdraw an own challenge before its answer."""

    challenge: str


class LetChallengeLapse(Order, frozen=True, tag="let_challenge_lapse"):
    """Default order of a challenge without an answer at its deadline."""

    challenge: str


class StayIdle(Order, frozen=True, tag="stay_idle"):
    """Default order of an entrant without a challenge or battle at the deadline."""


class MarkPaid(Order, frozen=True, tag="mark_paid"):
    """Note by an organiser whether an entrant has paid. No money passes here."""

    entrant: str
    paid: bool = True


class SendList(Order, frozen=True, tag="send_list", omit_defaults=True):
    """Send an army list: the army as its game stores it. `player` is a player of a team, "" for the
    own list.
    """

    own_armies = ("army",)

    army: dict[str, Any]
    player: str = ""


class GoWithoutList(Order, frozen=True, tag="go_without_list", omit_defaults=True):
    """Send no army list, and bring an army to each table. `player` is a player of the own team
    without an account, "" for the own list.
    """

    player: str = ""


class OpenLists(Order, frozen=True, tag="open_lists"):
    """Open all army lists at once, by an organiser."""


class CloseSignUp(Order, frozen=True, tag="close_sign_up"):
    """Close the sign-up and draw the lots, by an organiser."""

    begins = True


class SeedEntrants(Order, frozen=True, tag="seed_entrants"):
    """Order entrants by an organiser, the first seed first. The others follow by lot."""

    seeds: tuple[str, ...]


class DraftRound(Order, frozen=True, tag="draft_round"):
    """Draw the next round as a draft that only organisers see."""


class SwapEntrants(Order, frozen=True, tag="swap_entrants"):
    """Exchange two entrants of the draft. Two opponents exchange their sides."""

    one: str
    other: str


class PublishRound(Order, frozen=True, tag="publish_round"):
    """Publish the draft: all its battles at once."""


class ChooseScenario(Order, frozen=True, tag="choose_scenario", omit_defaults=True):
    """Choose the scenario of a later round, by an organiser; "" for that of the contest."""

    round: int
    scenario: str = ""


class RemoveEntrant(Order, frozen=True, tag="remove_entrant", omit_defaults=True):
    """Take an entrant out of the contest, by an organiser."""

    own_words = ("reason",)

    entrant: str
    reason: str = ""


class CloseContest(Order, frozen=True, tag="close_contest"):
    """Close the contest with its last standings, by an organiser."""


ORDERS = (
    Enter, AnswerPlace, BeAbsent, AnswerPlayer, NamePlayer, ReleasePlayer, SetLineUp, EnterResult, ConfirmResult, DisputeResult, ProposeDate, SendList,
    GoWithoutList, OpenLists, AnswerDate, AskToPlay, AnswerToPlay, EndTime, Decide, ChallengeEntrant, AnswerChallenge, WithdrawChallenge,
    LetChallengeLapse, StayIdle, MarkPaid, CloseSignUp, SeedEntrants, DraftRound, SwapEntrants, PublishRound, ChooseScenario,
    RemoveEntrant, CloseContest,
)  # fmt: skip
