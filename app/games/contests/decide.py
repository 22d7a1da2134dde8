"""Decision of an order: refusals first, then events. Only this module is called with dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from app.games.contests import (
    army_lists,
    battle_terms,
    challenge_round,
    dates,
    entries,
    ladder,
    play_requests,
    results,
    rounds,
    seeding,
    teams,
)
from app.games.contests import events as e
from app.games.contests import orders as o
from app.games.contests.course import Course
from app.games.contests.seats import (
    closed_already,
    entrants_only,
    not_closable,
    organisers_only,
)
from app.games.contests.state import PERIOD, PLAYING, REFEREE, Contest
from app.games.contests.team_lists import own_key
from app.kernel.battle_results import SERVER_SEAT
from app.kernel.contract import Event, Game, Order
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, refuse_if

Refusals = Iterable[Refusal | None]


def decide(
    games: Mapping[str, Game], contest: Contest, order: Order, seat: str, dice: Dice
) -> Sequence[Event]:
    """Events that follow from the order, and from what the server does next. Raises `Refused`."""
    course = Course(contest, dice)
    refuse_if(refusals(contest, order, seat))
    if isinstance(order, o.SendList):
        army_lists.send_list(games, course, seat, order)
    else:
        ACTS[type(order)](course, seat, order)
    advance(course)
    return course.events


def advance(course: Course) -> None:
    """Do everything that needs no player: moving up, void drafts, the end of a round."""
    while not course.contest.is_closed and go_on(course):
        pass


def go_on(course: Course) -> bool:
    """Take one step by the server; return false if a player or an organiser must act first."""
    contest = course.contest
    if entries.move_up(course) or ladder.open_period(course):
        return True
    if contest.draft is not None and rounds.draft_lapses(contest):
        course.happen(e.DraftLapsed())
        return True
    is_round = contest.step == PLAYING and not contest.rules.is_open
    if is_round and not contest.open_pairings():
        course.happen(e.RoundEnded(contest.round))
        return True
    return False


def refusals(contest: Contest, order: Order, side: str) -> tuple[Refusal, ...]:
    """All refusals of an order, from public facts and the side's own."""
    closed = closed_already(contest)
    if closed is not None:
        return (closed,)
    by_table = side == SERVER_SEAT
    wrong = wrong_seat(contest, order, REFEREE if by_table else side)
    if wrong is not None:
        return (wrong,)
    return found_in(REFUSALS[type(order)](contest, side, order))


def wrong_seat(contest: Contest, order: Order, actor: str) -> Refusal | None:
    """Refusal of an order that this seat never gives."""
    if isinstance(order, o.Enter) or (isinstance(order, o.SendList) and order.player):
        return None
    if isinstance(order, OF_ORGANISERS):
        return organisers_only(actor)
    wrong = entrants_only(contest, actor)
    if isinstance(order, OF_PLAYERS):
        return wrong
    return wrong or teams.captains_only(contest, actor)


# ---------------------------------------------------------------------- refusals by order
def entry_refusals(contest: Contest, side: str, order: o.Enter) -> Refusals:
    yield entries.entered_twice(contest, side)
    if order.team:
        yield from teams.joining_refused(contest, order)
        return
    yield entries.entry_is_late(contest)
    yield teams.player_name_refused(None, order.player)
    yield entries.name_refused(contest, order.name, side)
    yield entries.text_refused(order.club, entries.LONGEST_NAME, "CON-ENT-03")


def statement_refusals(contest: Contest, side: str, order: o.EnterResult) -> Refusals:
    not_open = results.not_open(contest, order.battle)
    yield not_open
    if not_open is None:
        yield results.not_in_battle(contest, order.battle, side)
        yield results.from_table_only(contest, contest.pairing(order.battle))
        yield results.stated_already(contest.pairing(order.battle))
        yield from number_refusals(contest, order)
        yield results.words_refused(order.words)


def number_refusals(contest: Contest, order: results.Stated) -> Refusals:
    yield results.numbers_refused(contest, order)
    yield results.draw_refused(contest, order)


def dispute_refusals(contest: Contest, side: str, order: o.DisputeResult) -> Refusals:
    not_open = results.not_open(contest, order.battle)
    yield not_open
    if not_open is None:
        yield results.not_the_opponent(contest.pairing(order.battle), side)
        yield from number_refusals(contest, order)
        yield results.words_refused(order.words)


def confirmation_refusals(contest: Contest, side: str, order: o.ConfirmResult) -> Refusals:
    not_open = results.not_open(contest, order.battle)
    yield not_open
    if not_open is None:
        yield results.not_the_opponent(contest.pairing(order.battle), side)


def decision_refusals(contest: Contest, side: str, order: o.Decide) -> Refusals:
    not_open = results.not_open(contest, order.battle)
    yield not_open
    if not_open is None:
        yield results.numbers_refused(contest, order)
        if side != SERVER_SEAT:
            yield results.draw_refused(contest, order)
        yield results.silent_refused(contest, order)
        yield results.words_refused(order.reason)


def date_refusals(
    contest: Contest,
    side: str,
    order: o.ProposeDate | o.AnswerDate | o.AskToPlay | o.AnswerToPlay,
) -> Refusals:
    not_open = results.not_open(contest, order.battle)
    yield not_open
    if not_open is None:
        yield results.not_in_battle(contest, order.battle, side)
        if isinstance(order, o.ProposeDate):
            yield dates.proposal_refused(contest, order)
        elif isinstance(order, o.AskToPlay):
            yield play_requests.request_refused(contest, order)
        elif isinstance(order, o.AnswerToPlay):
            yield play_requests.answer_refused(contest, side, order)
        else:
            yield dates.answer_refused(contest.pairing(order.battle), side)


def time_refusals(contest: Contest, side: str, order: o.EndTime) -> Refusals:
    not_open = results.not_open(contest, order.battle)
    yield not_open
    if not_open is None:
        yield results.not_in_battle(contest, order.battle, side)
        yield results.stated_already(contest.pairing(order.battle))
        yield results.not_late(contest, order.battle)


def draft_refusals(contest: Contest, _side: str, _order: o.DraftRound) -> Refusals:
    yield rounds.round_refused(contest)
    yield army_lists.lists_not_open(contest)
    yield rounds.drafted_already(contest)


def swap_refusals(contest: Contest, _side: str, order: o.SwapEntrants) -> Refusals:
    missing = rounds.no_draft(contest)
    yield missing
    if missing is None:
        yield rounds.swap_refused(contest, order)
        yield challenge_round.parted_refused(contest, order)


def closing_refusals(contest: Contest, _side: str, _order: o.CloseSignUp) -> Refusals:
    yield entries.sign_up_is_closed(contest)
    yield entries.too_few_entrants(contest)


def removal_refusals(contest: Contest, _side: str, order: o.RemoveEntrant) -> Refusals:
    yield entries.departed_already(contest, order.entrant)
    yield results.words_refused(order.reason)


def absence_refusals(contest: Contest, side: str, order: o.BeAbsent) -> Refusals:
    if contest.rules.has_rungs:
        yield ladder.absence_refused(contest, side, order)
    else:
        yield entries.absence_refused(contest, side, order)


def challenge_refusals(contest: Contest, side: str, order: o.ChallengeEntrant) -> Refusals:
    if contest.rules.is_drawn:
        return challenge_round.challenge_refusals(contest, side, order)
    return ladder.challenge_refusals(contest, side, order)


def answer_refusals(contest: Contest, side: str, order: o.AnswerChallenge) -> Refusals:
    if contest.rules.is_drawn:
        yield challenge_round.answer_refused(contest, side, order.challenge)
    else:
        yield ladder.answer_refused(contest, side, order.challenge)


def withdrawal_refusals(contest: Contest, side: str, order: o.WithdrawChallenge) -> Refusals:
    if contest.rules.is_drawn:
        yield challenge_round.withdrawal_refused(contest, side, order.challenge)
    else:
        yield ladder.withdrawal_refused(contest, side, order.challenge)


def lapse_refusals(contest: Contest, side: str, order: o.LetChallengeLapse) -> Refusals:
    if contest.rules.is_drawn:
        yield challenge_round.no_deadline()
    else:
        yield ladder.answer_refused(contest, side, order.challenge)


OF_PLAYERS = (
    o.SendList,
    o.GoWithoutList,
    o.EnterResult,
    o.ConfirmResult,
    o.DisputeResult,
    o.ProposeDate,
    o.AnswerDate,
    o.AskToPlay,
    o.AnswerToPlay,
    o.EndTime,
)
"""Orders about an own list or battle, also of a player of a team."""
OF_ORGANISERS = (
    o.Decide,
    o.MarkPaid,
    o.CloseSignUp,
    o.OpenLists,
    o.SeedEntrants,
    o.DraftRound,
    o.SwapEntrants,
    o.PublishRound,
    o.ChooseScenario,
    o.RemoveEntrant,
    o.CloseContest,
)
REFUSALS: dict[type, Callable[[Contest, str, Any], Refusals]] = {
    o.Enter: entry_refusals,
    o.AnswerPlace: lambda c, side, _: (entries.not_asked(c, side),),
    o.BeAbsent: absence_refusals,
    o.AnswerPlayer: teams.answer_refused,
    o.NamePlayer: teams.naming_refused,
    o.ReleasePlayer: teams.release_refused,
    o.SetLineUp: teams.line_up_refused,
    o.EnterResult: statement_refusals,
    o.ConfirmResult: confirmation_refusals,
    o.DisputeResult: dispute_refusals,
    o.ProposeDate: date_refusals,
    o.AnswerDate: date_refusals,
    o.AskToPlay: date_refusals,
    o.AnswerToPlay: date_refusals,
    o.EndTime: time_refusals,
    o.Decide: decision_refusals,
    o.ChallengeEntrant: challenge_refusals,
    o.AnswerChallenge: answer_refusals,
    o.WithdrawChallenge: withdrawal_refusals,
    o.LetChallengeLapse: lapse_refusals,
    o.StayIdle: lambda c, side, _: (ladder.idleness_refused(c, side),),
    o.MarkPaid: lambda c, _, order: (entries.payment_refused(c, order.entrant),),
    o.SendList: lambda c, side, order: (army_lists.list_refused(c, side, order.player),),
    o.GoWithoutList: lambda c, side, order: (army_lists.no_list_owed(c, side, order.player),),
    o.OpenLists: lambda c, _side, _order: (army_lists.opening_refused(c),),
    o.CloseSignUp: closing_refusals,
    o.SeedEntrants: lambda c, _side, order: seeding.seeds_refused(c, order.seeds),
    o.DraftRound: draft_refusals,
    o.SwapEntrants: swap_refusals,
    o.PublishRound: lambda c, _side, _order: (rounds.no_draft(c),),
    o.ChooseScenario: lambda c, _, order: (battle_terms.choice_refused(c, order),),
    o.RemoveEntrant: removal_refusals,
    o.CloseContest: lambda c, _side, _order: (
        not_closable(is_complete=not c.has_begun or rounds.is_complete(c)),
    ),
}
"""Refusals by kind of order."""


# ---------------------------------------------------------------------- acts
def note_absence(course: Course, side: str, order: o.BeAbsent) -> None:
    contest = course.contest
    number = PERIOD if contest.rules.is_open else contest.round + 1
    if order.absent and contest.rules.is_drawn and number == contest.settings.challenge_round:
        ladder.end_challenges(course, side)
    course.happen(e.AbsenceNoted(side, number, order.absent))


def challenge(course: Course, side: str, order: o.ChallengeEntrant) -> None:
    if course.contest.rules.is_drawn:
        challenge_round.challenge(course, side, order)
    else:
        ladder.challenge(course, side, order)


def answer_challenge(course: Course, _side: str, order: o.AnswerChallenge) -> None:
    if course.contest.rules.is_drawn:
        challenge_round.answer(course, order)
    else:
        ladder.answer(course, order)


ACTS: dict[type, Callable[[Course, str, Any], None]] = {
    o.Enter: entries.enter,
    o.AnswerPlace: lambda c, side, order: entries.answer_place(c, side, accept=order.accept),
    o.BeAbsent: note_absence,
    o.AnswerPlayer: lambda c, side, order: c.happen(
        e.PlayerAnswered(side, order.player, order.accept)
    ),
    o.NamePlayer: teams.name_player,
    o.ReleasePlayer: lambda c, _, order: teams.leave_team(c, order.player),
    o.SetLineUp: lambda c, side, order: c.happen(e.LineUpSet(side, order.players)),
    o.EnterResult: lambda c, side, order: c.happen(
        e.ResultEntered(order.battle, results.report_of(c.contest, order, side))
    ),
    o.ConfirmResult: lambda c, _, order: results.confirm(c, order.battle),
    o.DisputeResult: results.dispute,
    o.ProposeDate: dates.propose,
    o.AnswerDate: lambda c, _, order: c.happen(e.DateAnswered(order.battle, order.accept)),
    o.AskToPlay: play_requests.ask,
    o.AnswerToPlay: lambda c, _, order: c.happen(e.PlayAnswered(order.battle, order.accept)),
    o.EndTime: lambda c, _, order: results.end_time(c, order.battle),
    o.Decide: lambda c, side, order: results.decide_battle(c, order, side),
    o.ChallengeEntrant: challenge,
    o.AnswerChallenge: answer_challenge,
    o.WithdrawChallenge: lambda c, _, order: challenge_round.withdraw(c, order.challenge),
    o.LetChallengeLapse: lambda c, _, order: c.happen(e.ChallengeLapsed(order.challenge)),
    o.StayIdle: lambda c, side, _: c.happen(e.Idled(side)),
    o.MarkPaid: lambda c, _, order: c.happen(e.PaymentNoted(order.entrant, order.paid)),
    o.GoWithoutList: lambda c, side, order: c.happen(
        e.ListMissed(order.player or own_key(c.contest, side))
    ),
    o.OpenLists: lambda c, _side, _order: c.happen(e.ListsOpened()),
    o.CloseSignUp: lambda c, _side, _order: entries.close_sign_up(c),
    o.SeedEntrants: lambda c, _, order: c.happen(e.EntrantsSeeded(order.seeds)),
    o.DraftRound: lambda c, _side, _order: rounds.draft_round(c),
    o.SwapEntrants: lambda c, _, order: c.happen(e.DraftChanged(order.one, order.other)),
    o.PublishRound: lambda c, _side, _order: rounds.publish_round(c),
    o.ChooseScenario: lambda c, _, order: c.happen(e.ScenarioChosen(order.round, order.scenario)),
    o.RemoveEntrant: lambda c, _, order: entries.leave(c, order.entrant, order.reason.strip()),
    o.CloseContest: lambda c, _side, _order: c.happen(e.ContestClosed()),
}
"""Effects by kind of order."""
