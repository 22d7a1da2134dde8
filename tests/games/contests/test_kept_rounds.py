"""Corrections after a round is published: the round stays, and no departed entrant is awaited."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.games import shelf
from app.games.contests import orders as o
from app.games.contests.seeding import seeds
from app.games.contests.state import LEFT, REFEREE, WAITING, WITHDRAWN, Contest, Report
from app.kernel.child_battles import READY, Aftermath, Battle
from app.kernel.refusal import Refused
from app.kernel.say import as_is
from app.kernel.seats import Viewer
from tests.games.contests.test_groups import AnyDice, Noted
from tests.games.contests.test_whole_contests import Played

BOX = shelf()["contests"]


def published(form: str = "swiss") -> Played:
    """Contest of six whose first round is published."""
    played = Played(form, 6, 1)
    played.give(REFEREE, o.CloseSignUp())
    played.give(REFEREE, o.DraftRound())
    played.give(REFEREE, o.PublishRound())
    return played


@pytest.mark.parametrize("form", ["swiss", "robin", "knockout", "groups"])
def test_a_correction_takes_no_published_round_back(form):
    contest = published(form).state
    first, *others = contest.pairings
    exchanged = replace(first, first=first.second, second=first.first)
    for pairings in (others, (exchanged, *others)):
        with pytest.raises(Refused) as refused:
            BOX.corrected(contest, replace(contest, pairings=tuple(pairings)), 3)
        assert [one.rule for one in refused.value.refusals] == ["CON-RND-09"]
    settled = [replace(one, report=Report(one.first, one.first)) for one in contest.pairings]
    assert BOX.corrected(contest, replace(contest, pairings=tuple(settled)), 3) == ()


@pytest.mark.parametrize("form", ["swiss", "ladder"])
def test_a_correction_keeps_the_scenario_of_a_published_round(form):
    """Its tables have the sides of that scenario. A later round may have another one."""
    played = Played(form, 6, 1)
    played.give(REFEREE, o.CloseSignUp())
    if form == "swiss":
        played.give(REFEREE, o.DraftRound())
        played.give(REFEREE, o.PublishRound())
    contest = played.state
    for by_round in (("another",), ("", "another")):
        changed = replace(contest, settings=replace(contest.settings, by_round=by_round))
        if by_round[0]:
            with pytest.raises(Refused) as refused:
                BOX.corrected(contest, changed, 3)
            assert [one.rule for one in refused.value.refusals] == ["CON-RND-09"]
        else:
            assert BOX.corrected(contest, changed, 3) == (), "a later round has no tables yet"


def test_the_result_of_a_table_names_a_side_of_its_battle():
    contest = published().state
    seats = {"red": contest.pairings[0].first, "blue": contest.pairings[0].second}
    battle = Battle("r1.1", as_is("r1.1"), "", "", seats, READY)
    assert BOX.resulted(contest, battle, Aftermath(("red",))).winner == seats["red"]
    with pytest.raises(Refused) as refused:
        BOX.resulted(contest, battle, Aftermath(("green",)))
    assert [one.rule for one in refused.value.refusals] == ["CON-RES-09"]


@pytest.mark.parametrize("is_struck", [False, True])
def test_an_organiser_decides_the_battle_of_an_entrant_who_is_out(is_struck):
    """A correction can say that an entrant left before a round with that entrant was published, or
    never entered. No clock runs for the seat then, because it gives no orders any more.
    """
    contest = published().state
    gone = contest.pairings[0].first
    left = {} if is_struck else {gone: replace(contest.entrants[gone], status=LEFT)}
    others = {key: one for key, one in contest.entrants.items() if key != gone}
    stated = replace(contest.pairings[0], report=Report(contest.pairings[0].second, gone))
    for first in (contest.pairings[0], stated):
        after = replace(
            contest, entrants={**others, **left}, pairings=(first, *contest.pairings[1:])
        )
        assert (gone in BOX.eliminated(after)) is not is_struck
        owed = [one for one in BOX.waiting_for(after) if one.seat in (REFEREE, *first.entrants)]
        assert [(one.seat, one.rule) for one in owed] == [(REFEREE, "CON-RES-06")]
        view = BOX.view(after, Viewer(REFEREE, REFEREE))
        live = [one.order for one in BOX.offers(view) if one.is_live and not one.ahead]
        assert any(isinstance(one, o.Decide) and one.battle == first.key for one in live)
        for seat in first.entrants:
            assert BOX.default_order(BOX.view(after, Viewer(seat, seat))) is None


def with_a_removal(form: str) -> Noted:
    """Contest of six places and seven entrants. One is removed after the first draft, the last one
    moves up, and the first round is drawn again and published.
    """
    played = Noted(form, 7, 1)
    played.give(REFEREE, o.CloseSignUp())
    played.give(REFEREE, o.DraftRound())
    played.give(REFEREE, o.RemoveEntrant("p3"))
    played.give("p7", o.AnswerPlace(True))
    played.give(REFEREE, o.DraftRound())
    played.give(REFEREE, o.PublishRound())
    return played


def without(played: Noted, struck: o.Order) -> Contest:
    """Contest with one order struck: later ones are decided again, and refused ones are struck
    too.
    """
    state = None
    for seat, order, before in played.moves:
        events = before
        if order == struck:
            continue
        if order is not None:
            try:
                events = BOX.kept_facts(before, BOX.decide(state, order, seat, AnyDice()))
            except Refused:
                continue
        for event in events:
            state = BOX.evolve(state, event)
    return state


@pytest.mark.parametrize("form", ["swiss", "robin", "knockout", "groups"])
def test_a_correction_takes_no_place_of_a_published_entrant(form):
    """Without the removal, the entrant of the waiting list would play and have no place, and
    another entrant would have its place in the group.
    """
    played = with_a_removal(form)
    after = without(played, o.RemoveEntrant("p3"))
    assert after.entrants["p7"].status == WAITING
    with pytest.raises(Refused) as refused:
        BOX.corrected(played.state, after, 4)
    assert [one.rule for one in refused.value.refusals] == ["CON-RND-09"]


def test_a_correction_changes_no_group_and_no_schedule():
    contest = published("groups").state
    others = (contest.groups[0][::-1], *contest.groups[1:])
    with pytest.raises(Refused):
        BOX.corrected(contest, replace(contest, groups=others), 3)
    contest = published("robin").state
    with pytest.raises(Refused):
        BOX.corrected(contest, replace(contest, lots=contest.lots[::-1]), 3)


def test_an_entrant_of_a_published_battle_keeps_the_seed():
    """Also if a correction says that the entrant left before the round, or never signed up."""
    contest = published("robin").state
    key = contest.pairings[0].first
    gone = replace(contest.entrants[key], status=WITHDRAWN)
    others = {one: entrant for one, entrant in contest.entrants.items() if one != key}
    for entrants in (others, {**others, key: gone}):
        after = replace(contest, entrants=entrants)
        assert seeds(after) == seeds(contest)
        assert BOX.corrected(contest, after, 3) == ()
