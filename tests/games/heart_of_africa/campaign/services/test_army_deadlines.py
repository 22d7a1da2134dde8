"""Deadlines of the battles of a campaign: the armies, and the battle itself (CAR-BAT-05)."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from app.games import shelf
from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.state import BOT_PLAYS, UNDECIDED
from app.kernel.clock_orders import TimeWasUp
from app.kernel.clock_terms import Terms
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import accounts, moderation
from app.services.play import (
    bot_substitutes,
    default_rosters,
    lobby,
    orders,
    referee_desk,
    referees,
    saved_armies,
)
from app.services.play.bot_worker import BotWorker
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.time import availability
from app.services.time.deadline_worker import process_game
from app.services.watch import game_view
from tests.clock_modules import GAME_TIME
from tests.games.heart_of_africa.campaign.campaign_club import Campaign, loaded_dice

DAY = timedelta(days=1)
START = datetime(2026, 1, 5, 12, tzinfo=UTC)
STEPS = Terms(
    "steps", then="hold", steps={"declare": 3, "answer": 3, "arm": 4, "play": 21, "confirm": 3}
)
NAMES = {"p1": "Maite", "p2": "Tom", "p3": "Ana", "referee": "Ines"}
LISTS = {"A": ("native_kingdom", "buganda"), "B": ("zanzibaris", "zanzibaris")}


class Club:
    """Server with a campaign whose first battle waits for its armies, and a time set by the
    test.
    """

    def __init__(self, services: Services, monkeypatch: pytest.MonkeyPatch):
        self.services, self.now = services, START
        for module in GAME_TIME:
            monkeypatch.setattr(module, "current_time", lambda: availability.time_text(self.now))
        self.ids = {
            seat: accounts.register(services, name, "a long enough sentence").id
            for seat, name in NAMES.items()
        }
        self.after(timedelta())
        self.campaign: Campaign

    def fight(self, *options: str) -> Club:
        """Begin a campaign with these options, up to the ground of its first battle."""
        with loaded_dice():
            game = Campaign(self.services, self.ids, "War", clock=STEPS, options=options)
            self.campaign = game.played()
        return self

    def after(self, time: timedelta) -> None:
        """Let time pass; the server is up meanwhile."""
        self.now += time
        with self.services.store.write() as work:
            last = work.uptime.last_interval()
            if last is None:
                work.uptime.begin_interval(availability.time_text(self.now))
            else:
                work.uptime.go_on(last.id, availability.time_text(self.now))
            work.commit()

    def sweep(self) -> None:
        ChildBattleWorker(self.services).sweep()

    def work_off(self) -> None:
        self.sweep()
        while process_game(self.services, self.campaign.id):
            pass
        self.sweep()

    @property
    def table(self):
        with self.services.store.read() as work:
            [found] = work.child_battles.of_game(self.campaign.id)
        return found

    @property
    def history(self):
        return game_view.load_view(self.services, self.table.address).history

    @property
    def war(self):
        return self.record.now.state.battle("b1")

    @property
    def record(self):
        path = self.campaign.id
        return game_view.load_view(self.services, path, self.ids["p1"]).history

    def owed(self, seat: str) -> list[tuple[str, bool]]:
        box = self.services.shelf["heart_of_africa_campaign"]
        owed = box.waiting_for(self.record.now.state)
        return [(one.deadline, one.army) for one in owed if one.seat == seat]

    def army(self, side: str, points: int | None = None):
        """Sensible army for a side of the battle, by its terms."""
        table = self.table
        role = "attacker" if side == "A" else "defender"
        most = int(table.terms[f"points_{side.lower()}"])
        return plain_army(
            sensible(
                *LISTS[side],
                int(table.terms["year"]),
                points or most,
                table.scenario,
                role,
                random.Random(1),
            )
        )

    def save(self, seat: str, form) -> int:
        box = self.services.shelf["heart_of_africa"]
        answers = box.armies.answers(form)
        army = saved_armies.save_army(self.services, self.ids[seat], "heart_of_africa", answers)
        return army.id

    def keep(self, seat: str, army: int | None) -> None:
        default_rosters.keep_default_roster(self.services, self.campaign.id, self.ids[seat], army)

    def choose(self, seat: str, side: str) -> None:
        lobby.change_choices(
            self.services, self.table.address, self.ids[seat], {"army": self.army(side)}
        )


@pytest.fixture
def club(database_url, monkeypatch):
    services = Services.open(shelf(), database_url)
    yield Club(services, monkeypatch)
    services.close()


# ---------------------------------------------------------------------- the deadline "arm"
def test_a_battle_waits_for_both_armies_before_its_days_begin(club):
    club.fight()
    assert club.owed("p1") == club.owed("p2") == [("arm", True)]
    club.choose("p1", "A")
    club.sweep()
    assert club.owed("p1") == [] and club.owed("p2") == [("arm", True)]
    assert club.table.status == "open" and "army" not in repr(club.war).replace("armed", "")
    club.choose("p2", "B")
    club.sweep()
    assert club.owed("p1") == club.owed("p2") == [("play", False)]
    assert club.table.status == "running" and club.war.is_on_table


def test_an_army_is_reported_once(club):
    club.fight().choose("p1", "A")
    club.sweep()
    last = club.record.number
    club.choose("p1", "A")
    club.sweep()
    assert club.record.number == last


def test_the_default_roster_is_used_at_the_deadline(club):
    club.fight()
    club.choose("p1", "A")
    club.keep("p2", club.save("p2", club.army("B")))
    club.sweep()
    club.after(4 * DAY - timedelta(minutes=1))
    club.work_off()
    assert club.table.status == "open"
    club.after(timedelta(minutes=2))
    club.work_off()
    assert club.table.status == "running" and club.war.is_on_table
    [line] = [one for one in club.record.moves if b'"how":"default"' in bytes(one.order)]
    assert line.seat == ""
    assert club.owed("p2") == [("play", False)]


def test_an_army_that_the_battle_does_not_allow_is_not_used(club):
    club.fight()
    club.choose("p1", "A")
    club.keep("p2", club.save("p2", club.army("A")))  # of another list
    club.sweep()
    club.after(5 * DAY)
    club.work_off()
    assert club.table.status == "open" and club.war.unarmed == ("p2",)
    assert club.owed("p1") == club.owed("p2") == [("play", False)]


def test_a_named_army_of_a_muted_player_is_not_used(club):
    """A roster with own names is refused while its owner is muted, also one that is kept before."""
    club.fight()
    named = club.save("p2", club.army("B") | {"name": "Insult"})
    club.keep("p2", named)
    moderation.act_as_administrator(club.services, club.ids["p2"], "mute", 30)
    with pytest.raises(Refused) as found:
        club.keep("p2", named)
    assert [one.rule for one in found.value.refusals] == ["CAR-MOD-01"]
    club.choose("p1", "A")
    club.after(5 * DAY)
    club.work_off()
    assert club.table.status == "open" and club.war.unarmed == ("p2",)


def test_a_player_without_a_roster_may_still_choose_after_the_deadline(club):
    club.fight().after(5 * DAY)
    club.work_off()
    assert set(club.war.unarmed) == {"p1", "p2"}
    club.choose("p1", "A")
    club.choose("p2", "B")
    club.sweep()
    assert club.war.unarmed == () and club.war.is_on_table


def test_a_roster_is_used_once_although_two_workers_look_at_it(club):
    club.fight()
    club.keep("p1", club.save("p1", club.army("A")))
    club.after(5 * DAY)
    club.work_off()
    club.work_off()
    reports = [one.command for one in club.record.moves if one.command.startswith("army:")]
    assert len(reports) == len(set(reports)) == 2


# ---------------------------------------------------------------------- the deadline "play"
def test_no_default_order_ends_a_battle_on_its_table(club):
    club.fight(UNDECIDED)
    club.choose("p1", "A")
    club.choose("p2", "B")
    club.work_off()
    club.after(22 * DAY)
    club.work_off()
    assert club.war.status == "ready" and club.war.entered is None
    late = [event for one in club.record.moves for event in one.events]
    assert {one.seat for one in late if isinstance(one, TimeWasUp)} == {"p1", "p2"}


def test_a_battle_without_armies_ends_undecided_if_the_campaign_agreed_so(club):
    club.fight(UNDECIDED).after(5 * DAY)
    club.work_off()
    club.after(22 * DAY)
    club.work_off()
    assert club.war.entered.winner is None
    club.after(4 * DAY)
    club.work_off()
    assert club.war.status == "no_decision"


def test_a_result_of_a_real_table_needs_no_army_on_the_site(club):
    club.fight()
    club.campaign.give("p1", o.EnterResult("b1", "p1"))
    club.campaign.give("p2", o.ConfirmResult("b1"))
    assert club.war.status == "closed"


# ---------------------------------------------------------------------- agreements and void battles
@pytest.mark.slow
def test_an_agreed_ground_is_that_of_the_waiting_table(club):
    club.fight()
    assert club.table.terms["region"] == "savannah"
    club.campaign.give("p1", o.ProposeGround("b1", "forest"))
    assert club.table.terms["region"] == "savannah"
    club.campaign.give("p2", o.AcceptGround("b1", "forest"))
    assert club.table.terms["region"] == "forest" and club.table.status == "open"
    club.choose("p1", "A")
    club.sweep()
    with pytest.raises(Refused) as refused:
        club.campaign.give("p1", o.ProposeGround("b1", "coast"))
    assert refused.value.refusals[0].rule == "HOA-CMP-53"


def test_a_running_battle_that_the_referee_declares_void_is_closed(club):
    club.fight()
    club.choose("p1", "A")
    club.choose("p2", "B")
    club.sweep()
    club.campaign.give("referee", o.VoidBattle("b1", "Declared by mistake"))
    assert (club.table.status, club.table.ending) == ("over", "dropped")
    club.sweep()
    assert club.war.status == "void"
    with pytest.raises(Refused) as refused:
        club.campaign.give("p1", o.EnterResult("b1", "p1"))
    assert refused.value.refusals[0].rule == "HOA-CMP-23"


# ---------------------------------------------------------------------- a bot plays on
@pytest.fixture
def fought(club):
    """A battle on its table, in a campaign in which bots play on for absent players."""
    club.fight(BOT_PLAYS)
    club.choose("p1", "A")
    club.choose("p2", "B")
    club.work_off()
    return club


def bots_of(club):
    with club.services.store.read() as work:
        seats = work.seats.for_game(club.table.id)
    assert all(seat.user_id for seat in seats)
    return {seat.side for seat in seats if seat.bot}


def waits_for(club):
    return {
        seat.side for seat in game_view.load_view(club.services, club.table.id).seats if seat.owes
    }


def test_a_bot_plays_on_for_the_player_for_whom_the_table_waits(fought):
    waiting = waits_for(fought)
    fought.after(22 * DAY)
    fought.work_off()
    assert set(fought.war.bot_for) == {"p1", "p2"} and bots_of(fought) == waiting
    last = fought.table.number
    BotWorker(fought.services).sweep()
    assert fought.table.number > last


@pytest.mark.slow
def test_a_player_takes_the_seat_back_and_loses_it_after_a_day_without_a_move(fought):
    """CAR-BAT-08."""
    [side] = waits_for(fought)
    seat = {"A": "p1", "B": "p2"}[side]
    user, table = fought.ids[seat], fought.table
    with pytest.raises(Refused):
        bot_substitutes.take_seat_back(fought.services, table.id, user)
    fought.after(22 * DAY)
    fought.work_off()
    with pytest.raises(Refused) as refused:
        orders.declare_order(
            fought.services, table.id, user, "mine", table.number, {"kind": "concede"}
        )
    assert refused.value.refusals[0].rule == "CAR-BAT-08"
    bot_substitutes.take_seat_back(fought.services, table.id, user)
    assert bots_of(fought) == set()
    with fought.services.store.write() as work:
        work.games.update_game(table.id, moved_at=availability.time_text(fought.now))
        work.commit()
    fought.work_off()
    assert bots_of(fought) == set()
    fought.after(timedelta(hours=25))
    fought.work_off()
    assert bots_of(fought) == {side}


def test_the_referee_lets_a_bot_play_on_without_the_option(club):
    club.fight()
    order = o.LetBotPlay("b1", "p1")
    with pytest.raises(Refused) as refused:
        club.campaign.give("referee", order)  # the armies are not in
    assert refused.value.refusals[0].rule == "HOA-CMP-24"
    club.choose("p1", "A")
    club.choose("p2", "B")
    club.sweep()
    with pytest.raises(Refused):
        club.campaign.give("p2", order)
    for player in ("p1", "p2"):
        club.campaign.give("referee", o.LetBotPlay("b1", player))
    assert bots_of(club) == waits_for(club)


# ---------------------------------------------------------------------- choosing a roster
def test_a_roster_is_a_saved_army_of_the_player(club):
    """CAR-BAT-06."""
    club.fight()
    army = club.save("p1", club.army("A"))
    with pytest.raises(Refused) as refused:
        club.keep("p2", army)
    assert refused.value.refusals[0].rule == "CAR-BAT-06"
    club.keep("p1", army)
    address = club.campaign.id
    page = default_rosters.load_default_roster(club.services, address, club.ids["p1"])
    assert page.kept.judged.army.id == army and page.kept.refused_in == ()
    club.keep("p1", None)
    page = default_rosters.load_default_roster(club.services, address, club.ids["p1"])
    assert page.kept is None and len(page.choices) == 1


def test_only_a_player_keeps_a_roster(club):
    club.fight()
    address = club.campaign.id
    with pytest.raises(NotYourSeat):
        default_rosters.load_default_roster(club.services, address, club.ids["referee"])
    with pytest.raises(NoSuchGame):
        default_rosters.load_default_roster(club.services, club.table.id, None)


def test_a_roster_that_its_player_deletes_is_not_used(club):
    club.fight()
    army = club.save("p1", club.army("A"))
    club.keep("p1", army)
    saved_armies.delete_army(club.services, army, club.ids["p1"])
    club.after(5 * DAY)
    club.work_off()
    assert set(club.war.unarmed) == {"p1", "p2"}


def test_a_referee_who_leaves_a_late_battle_waiting_for_seven_days_is_named(club, monkeypatch):
    """CAR-REF-03: A battle past its deadline *play* waits for the referee."""
    monkeypatch.setattr(referees, "current_time", lambda: availability.time_text(club.now))

    def silent():
        look = game_view.load_view(club.services, club.campaign.id, club.ids["p3"])
        return [one.name for one in referees.silent_referees(club.services, look)]

    club.fight()
    club.work_off()
    for days in (5, 22):  # the deadlines of the armies and of the battle
        club.after(days * DAY)
        assert silent() == []
        club.work_off()
    club.after(6 * DAY)
    assert silent() == []
    club.after(2 * DAY)
    assert silent() == [NAMES["referee"]]
    desk = referee_desk.load_desk(club.services, club.campaign.id, club.ids["referee"])
    assert [one.seat.seat for one in desk.out_of_time] == ["p1", "p2"]
