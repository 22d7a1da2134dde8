"""Orders of a contest."""

from __future__ import annotations

from app.kernel.contract import Order


class Enter(Order, frozen=True, tag="enter", omit_defaults=True):
    """Enter the contest under a name, for a club or for none (texts)."""

    name: str = ""
    club: str = ""


class AnswerPlace(Order, frozen=True, tag="answer_place"):
    """Take the place that became free, or leave it to the next entrant of the waiting list."""

    accept: bool


class BeAbsent(Order, frozen=True, tag="be_absent"):
    """Miss the next round, or take part in it after all."""

    absent: bool = True


class EnterResult(Order, frozen=True, tag="enter_result", omit_defaults=True):
    """State the result of an own battle. `winner` is a side, None for a draw; points of victory from
    0 to 999.
    """

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

    battle: str
    winner: str | None = None
    points_first: int = 0
    points_second: int = 0
    words: str = ""


class ProposeDate(Order, frozen=True, tag="propose_date"):
    """Propose a date for an own battle, in words."""

    battle: str
    words: str = ""


class AnswerDate(Order, frozen=True, tag="answer_date"):
    """Accept or refuse the date that the opponent has proposed."""

    battle: str
    accept: bool


class EndTime(Order, frozen=True, tag="end_time"):
    """Default order of a battle that is not over at its deadline."""

    battle: str


class Decide(Order, frozen=True, tag="decide", omit_defaults=True):
    """Decide the result of a battle, by an organiser. `silent` are sides without points."""

    battle: str
    winner: str | None = None
    points_first: int = 0
    points_second: int = 0
    silent: tuple[str, ...] = ()
    reason: str = ""


class MarkPaid(Order, frozen=True, tag="mark_paid"):
    """Note by an organiser whether an entrant has paid. No money passes here."""

    entrant: str
    paid: bool = True


class CloseSignUp(Order, frozen=True, tag="close_sign_up"):
    """Close the sign-up and draw the lots, by an organiser."""


class DraftRound(Order, frozen=True, tag="draft_round"):
    """Draw the next round as a draft that only organisers see."""


class SwapEntrants(Order, frozen=True, tag="swap_entrants"):
    """Exchange two entrants of the draft. Two opponents exchange their sides."""

    one: str
    other: str


class PublishRound(Order, frozen=True, tag="publish_round"):
    """Publish the draft: all its battles at once."""


class RemoveEntrant(Order, frozen=True, tag="remove_entrant", omit_defaults=True):
    """Take an entrant out of the contest, by an organiser."""

    entrant: str
    reason: str = ""


class CloseContest(Order, frozen=True, tag="close_contest"):
    """Close the contest with its last standings, by an organiser."""


ORDERS = (
    Enter, AnswerPlace, BeAbsent, EnterResult, ConfirmResult, DisputeResult, ProposeDate,
    AnswerDate, EndTime, Decide, MarkPaid, CloseSignUp, DraftRound, SwapEntrants, PublishRound, RemoveEntrant, CloseContest,
)  # fmt: skip
