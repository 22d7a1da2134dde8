"""Muted entrants of a contest: their orders carry no own words, and play goes on."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.games.contests import orders as o
from app.kernel.correction_orders import FIXED_REASONS, CorrectMove
from app.kernel.refusal import Refused
from app.services.clubs import clubs
from app.services.clubs.clubs import ClubTerms
from app.services.people import accounts, bot_accounts, moderation
from app.services.play import lobby, open_seats
from app.services.server_clock import current_datetime
from app.services.watch import assessed_dates, game_view
from tests.games.contests.leak_secrets import ARMIES, ARMY
from tests.games.contests.services.test_proposed_dates import (
    contest,
    date_of,
    give,
    members,
    services,
)

__all__ = ["contest", "members", "services"]
NEXT_WEEK = (current_datetime() + timedelta(days=7)).isoformat()


def mute(services, user: int) -> None:
    moderation.act_as_administrator(services, user, "mute", 3)


def refused(services, contest, member, order) -> str:
    with pytest.raises(Refused) as found:
        give(services, contest, member, order, None)
    return found.value.refusals[0].rule


def test_a_muted_entrant_states_dates_and_results_without_words(services, contest, members):
    ada, berta = members
    mute(services, berta)
    seat = game_view.load_view(services, contest, berta).seat
    with_words = (
        o.ProposeDate("r1.1", "At the mill.", NEXT_WEEK),
        o.EnterResult("r1.1", seat, words="He cheated."),
    )
    before = game_view.load_view(services, contest, berta)
    for order in with_words:
        assert refused(services, contest, berta, order) == "CAR-MOD-01"
        shown = assessed_dates.assess_by_clock(services, before, order)
        assert [one.rule for one in shown.no] == ["CAR-MOD-01"]
    assert game_view.load_view(services, contest, berta).last == before.last
    give(services, contest, berta, o.ProposeDate("r1.1", " ", NEXT_WEEK), None)
    assert date_of(services, contest).by == seat
    give(services, contest, berta, o.EnterResult("r1.1", seat), None)
    give(services, contest, ada, o.DisputeResult("r1.1", None, words="She did not."), None)


def test_the_sentence_says_what_is_possible(services, contest, members):
    mute(services, members[1])
    with pytest.raises(Refused) as found:
        give(services, contest, members[1], o.EnterResult("r1.1", words="No."), None)
    says = found.value.refusals[0].says
    assert says.in_("en").endswith("A name may be that of your account.")
    assert says.in_("es").startswith("Un moderador te ha silenciado hasta el ")
    assert says.in_("es").endswith("Un nombre puede ser el de tu cuenta.")


def entered(services, contest, user: int, order: o.Enter) -> str:
    """Own name of the new entrant, or the rule that refuses the entry."""
    try:
        open_seats.take_seat(services, contest, user, f"in {user}", order)
    except Refused as found:
        return found.refusals[0].rule
    look = game_view.load_view(services, contest, user)
    return look.table.state.entrants[look.seat].name


@pytest.fixture
def sign_up(services, members) -> int:
    return lobby.open_table(
        services, members[0], "contests", "swiss", "referee", terms={"words": "Chess"}, gathers=True
    ).id


def test_a_muted_user_enters_under_the_name_of_the_account(services, sign_up):
    cid, dora, eva = (
        accounts.register(services, name, "a long enough sentence").id
        for name in ("Cid", "Dora", "Eva")
    )
    club = clubs.found_club(services, dora, ClubTerms("Dragones de Soria"))
    for user in (cid, dora, eva):
        mute(services, user)
    assert entered(services, sign_up, cid, o.Enter("Babieca")) == "CAR-MOD-01"
    assert entered(services, sign_up, cid, o.Enter("Cid", club.name)) == "CAR-MOD-01"
    assert entered(services, sign_up, cid, o.Enter(" Cid ")) == "Cid"
    assert entered(services, sign_up, dora, o.Enter("Dora", club.name)) == "Dora"
    assert entered(services, sign_up, eva, o.Enter()) == ""


def test_a_muted_entrant_sends_a_list_without_own_names(services, sign_up, members):
    """Names of units, of Leaders and of the army are refused, in a dry run too."""
    game = lobby.open_table(
        services, members[0], "contests", "swiss", "referee", terms=ARMIES, gathers=True
    ).id
    cid = accounts.register(services, "Cid", "a long enough sentence").id
    entered(services, game, cid, o.Enter("Cid"))
    army = ARMY | {"units": [{"spearman": 20}, {"spearman": 20}]}
    give(services, game, cid, o.SendList(army | {"unit_names": ["Los Valientes"]}), None)
    mute(services, cid)
    named = (
        {"unit_names": ["Los Cobardes"]},
        {"name": "Insult"},
        {"leader": ARMY["leader"] | {"name": "Insult"}},
        {"allies": [{"list": "native_kingdom", "nation": "luba", "unit_names": ["Insult"]}]},
    )
    for names in named:
        order = o.SendList(army | names)
        assert refused(services, game, cid, order) == "CAR-MOD-01"
        look = game_view.load_view(services, game, cid)
        shown = assessed_dates.assess_by_clock(services, look, order)
        assert "CAR-MOD-01" in [one.rule for one in shown.no]
    give(services, game, cid, o.SendList(army | {"unit_names": ["Cid"]}), None)
    give(services, game, cid, o.SendList(army), None)
    lists = game_view.load_view(services, game, cid).view.contest.lists
    assert [one.army.get("unit_names") for one in lists.values()] == [None]


def test_a_muted_organiser_corrects_with_the_fixed_reason(services, contest, members):
    """Words of their own are refused, also in the order that replaces the corrected one."""
    ada, berta = members
    seat = game_view.load_view(services, contest, berta).seat
    give(services, contest, berta, o.EnterResult("r1.1", seat, words="Fog."), None)
    number = game_view.load_view(services, contest, ada).last
    mute(services, ada)
    fixed = FIXED_REASONS["es"]
    insult = {"kind": "enter_result", "battle": "r1.1", "words": "Insult"}
    same = {"kind": "enter_result", "battle": "r1.1", "words": "Fog."}
    for order in (CorrectMove(number, "Insult"), CorrectMove(number, fixed, insult)):
        with pytest.raises(Refused) as found:
            give(services, contest, ada, order, "referee")
        assert found.value.refusals[0].rule == "CAR-MOD-01"
    give(services, contest, ada, CorrectMove(number, fixed, same), "referee")
    look = game_view.load_view(services, contest, berta)
    assert look.table.state.pairing("r1.1").report.winner == ""


def test_a_program_of_a_muted_user_writes_no_words(services, sign_up):
    owner = accounts.register(services, "Fina", "a long enough sentence").id
    bot = bot_accounts.create_bot_account(services, owner, "Walker").user.id
    mute(services, owner)
    assert entered(services, sign_up, bot, o.Enter("Babieca")) == "CAR-MOD-01"
