"""What one account gets of another: words into a report, messages to a shared browser, names behind the door; what a suspended one keeps, and whose
programs are kept apart with him."""
from __future__ import annotations

import asyncio
import os
import socket

import pytest
import sqlalchemy as sa

from app.club import accounts, blocking, inviting, letters, lobby, moderation, notices, play, programs, receivers, remarks, report, watch
from app.club.carriers import push, web
from app.kernel.refusal import Refused
from app.kernel.table import Concede

WORD = "a long enough sentence"


@pytest.fixture
def members(club):
    return [accounts.register(club, name, WORD) for name in ("Ana", "Bruno")]


@pytest.fixture
def over(club, members):
    game = lobby.join(club, lobby.open_table(club, members[0].id, "parry", "plain", "red").address, members[1].id)
    play.declare(club, game.id, members[1].id, "c", 1, Concede())
    return game


def said(club, game):
    return [one.text for words in report.read(club, game.id).words.values() for one in words]


# ---------------------------------------------------------------------- a report
def test_who_is_blocked_writes_nothing_into_a_report_and_may_take_out_what_he_wrote(club, members, over):
    ana, bruno = members
    key = report.read(club, over.id, ana.id).report.chapters[0].key
    report.write(club, over.id, bruno.id, key, "A fine game")
    blocking.block(club, ana.id, bruno.id)
    with pytest.raises(Refused) as refused:
        report.write(club, over.id, bruno.id, key, "Ana is a cheat", replaces=True)
    assert [one.rule for one in refused.value.refusals] == ["CAR-BLK-02"] and said(club, over) == ["A fine game"]
    report.write(club, over.id, ana.id, key, "So it was")
    report.write(club, over.id, bruno.id, key, "")
    assert said(club, over) == ["So it was"]


# ---------------------------------------------------------------------- a browser
@pytest.fixture
def endpoint(monkeypatch):
    monkeypatch.setattr(web, "resolved", lambda *_: ["93.184.216.34"])
    return "https://push.example/abc"


def subscribe(club, user, endpoint):
    receivers.add_browser(club, user.id, "Firefox", endpoint, push.public(push.new_key()), push.b64(os.urandom(16)))


def browsers(club, *users):
    return [[one.url for one in notices.of_member(club, user.id).receivers] for user in users]


def test_a_browser_is_with_the_account_that_subscribed_last(club, members, endpoint):
    ana, bruno = members
    receivers.add_hook(club, ana.id, "json", "mine", endpoint)
    for user in (ana, ana, bruno):
        subscribe(club, user, endpoint)
    assert browsers(club, ana, bruno) == [[endpoint], [endpoint]], "her webhook of the same address stays"
    assert [one.kind for one in notices.of_member(club, ana.id).receivers] == ["json"]


def test_a_browser_that_finds_no_room_stays_where_it_was(club, members, endpoint):
    ana, bruno = members
    subscribe(club, ana, endpoint)
    for number in range(receivers.MOST):
        receivers.add_hook(club, bruno.id, "json", f"hook {number}", endpoint)
    with pytest.raises(Refused):
        subscribe(club, bruno, endpoint)
    assert browsers(club, ana) == [[endpoint]]


def test_a_browser_is_given_back_by_its_own_account_alone(club, members, endpoint):
    ana, bruno = members
    subscribe(club, ana, endpoint)
    receivers.remove_browser(club, bruno.id, endpoint)
    assert browsers(club, ana) == [[endpoint]]
    receivers.remove_browser(club, ana.id, endpoint)
    assert browsers(club, ana) == [[]]


# ---------------------------------------------------------------------- names behind the door
def test_of_a_name_that_is_not_there_one_hears_what_one_hears_of_one_inside(monkeypatch):
    def found(host, _):
        if host == "inside.example":
            return ["10.0.0.1"]
        raise socket.gaierror("unknown")
    monkeypatch.setattr(web, "resolved", found)
    inside, nowhere = (receivers.open_address(f"https://{host}.example/") for host in ("inside", "nowhere"))
    assert inside == nowhere and inside.rule == "CAR-NOT-01"


# ---------------------------------------------------------------------- a suspended member
@pytest.mark.parametrize("by_the_keeper", [True, False])
def test_streams_of_the_programs_of_a_suspended_member_end(club, members, by_the_keeper):
    ana, judge = members
    moderation.by_the_keeper(club, judge.id, "name")
    program = programs.create(club, ana.id, "Robo").user
    with club.store.read() as work:
        before = work.users.ended(program.id)

    async def waits():
        waiting = asyncio.ensure_future(club.bell.next_after(program.id, before, "logins"))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        if by_the_keeper:
            await asyncio.to_thread(moderation.by_the_keeper, club, ana.id, "suspend")
        else:
            moderation.report_name(club, judge.id, ana.id, "A bad name.")
            [(complaint, _, _)] = moderation.desk(club, judge.id).waiting
            await asyncio.to_thread(moderation.act, club, judge.id, complaint.id, "suspend")
        await asyncio.wait_for(waiting, 3)

    asyncio.run(waits())
    with club.store.read() as work:
        assert work.users.get(program.id).suspended and work.users.ended(program.id) > before
    moderation.by_the_keeper(club, ana.id, "lift")
    with club.store.read() as work:
        assert not work.users.get(program.id).suspended


# ---------------------------------------------------------------------- programs go with their owner
def rules(call, *given, **named):
    with pytest.raises(Refused) as refused:
        call(*given, **named)
    return [one.rule for one in refused.value.refusals]


@pytest.fixture
def robots(club, members):
    """A program of each member; both may write."""
    made = [programs.create(club, owner.id, f"Robot of {owner.name}").user for owner in members]
    for owner, robot in zip(members, made, strict=True):
        programs.allow_writing(club, owner.id, robot.id, True)
    return made


def table(club, user):
    return lobby.open_table(club, user.id, "parry", "plain", "red")


def test_a_muted_member_is_silent_through_his_program_too(club, members, robots, over):
    [ana, _], [robot, _] = members, robots
    game = lobby.join(club, table(club, members[1]).id, robot.id)
    assert letters.write(club, game.id, robot.id, "Beep")
    moderation.by_the_keeper(club, ana.id, "mute", 3)
    assert rules(letters.write, club, game.id, robot.id, "Beep") == ["CAR-MOD-01"]
    assert rules(remarks.write, club, over.id, robot.id, "Beep") == ["CAR-MOD-01"]
    assert rules(lobby.open_table, club, robot.id, "parry", "plain", title="Beep") == ["CAR-MOD-01"]
    moderation.by_the_keeper(club, ana.id, "unmute")
    moderation.by_the_keeper(club, robot.id, "mute", 3)
    assert rules(letters.write, club, game.id, robot.id, "Beep") == ["CAR-MOD-01"]
    assert letters.write(club, over.id, ana.id, "It is the program that is muted, not I")


def test_whoever_blocks_a_person_keeps_away_from_his_programs_and_so_do_both_their_programs(club, members, robots):
    [ana, bruno], [her, his] = members, robots
    blocking.block(club, ana.id, bruno.id)
    for one, other in ((ana, his), (her, his), (her, bruno)):
        for opens, comes in ((one, other), (other, one)):
            waiting = table(club, opens)
            assert rules(lobby.join, club, waiting.id, comes.id) == ["CAR-BLK-01"]
            assert waiting.id not in [found.game.id for found in lobby.open_tables(club, comes.id)]
            lobby.leave(club, waiting.id, opens.id)
    assert rules(inviting.invite, club, table(club, his).address, his.id, "Ana") == ["CAR-INV-02"]
    assert [blocking.is_blocked(club, ana.id, one.id) for one in (bruno, his)] == [True, False]
    blocking.unblock(club, ana.id, bruno.id)
    assert lobby.join(club, table(club, ana).id, his.id).status == "running"


def test_whoever_blocks_a_person_hears_nothing_of_his_program_but_in_the_game_being_played(club, members, robots):
    [ana, bruno], [_, his] = members, robots
    game = lobby.join(club, table(club, ana).id, his.id)
    other = lobby.join(club, table(club, bruno).id, accounts.create_guest(club).id)
    remarks.write(club, other.id, his.id, "Beep")
    blocking.block(club, ana.id, bruno.id)
    assert letters.write(club, game.id, his.id, "Beep") and remarks.read(club, other.id, ana.id) == []
    play.declare(club, game.id, his.id, "c", 1, Concede())
    assert rules(letters.write, club, game.id, his.id, "Beep") == ["CAR-BLK-02"]


def test_a_block_of_a_program_is_of_that_program_alone(club, members, robots):
    [ana, bruno], [her, his] = members, robots
    blocking.block(club, ana.id, his.id)
    another = programs.create(club, bruno.id, "Another").user
    for comes in (ana, her):
        assert rules(lobby.join, club, table(club, his).id, comes.id) == ["CAR-BLK-01"]
    for other in (bruno, another):
        assert lobby.join(club, table(club, other).id, ana.id).status == "running"


def test_lists_ask_no_more_for_many_games_than_for_few(club, members, robots):
    [ana, bruno], [_, his] = members, robots
    blocking.block(club, ana.id, bruno.id)
    asked = []
    sa.event.listen(club.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))

    def queries():
        asked.clear()
        assert watch.going_on(club, user_id=ana.id) == [] == lobby.open_tables(club, ana.id)
        return len(asked)

    def more():
        table(club, his)
        lobby.join(club, table(club, his).id, accounts.create_guest(club).id)
    more()
    of_few = queries()
    for _ in range(3):
        more()
    assert queries() == of_few


def test_nobody_complains_of_his_own_program_nor_judges_what_it_did(club, members, robots):
    [ana, bruno], [her, his] = members, robots
    game = lobby.join(club, table(club, bruno).id, her.id)
    letter = letters.write(club, game.id, her.id, "Beep")
    assert rules(moderation.report_name, club, ana.id, her.id, "It is ugly.") == ["CAR-MOD-03"]
    assert rules(moderation.report_name, club, her.id, ana.id, "She is slow.") == ["CAR-MOD-03"]
    moderation.report_letter(club, game.id, bruno.id, letter.id, "It is rude.")
    for judge in members:
        moderation.by_the_keeper(club, judge.id, "name")
    desk = moderation.desk(club, ana.id)
    [(complaint, about, _)] = desk.waiting
    assert (about.id, {program: owner.id for program, owner in desk.owners.items()}) == (her.id, {her.id: ana.id})
    assert rules(moderation.act, club, ana.id, complaint.id, "dismiss") == ["CAR-MOD-03"]
    moderation.act(club, bruno.id, complaint.id, "hide")
    assert programs.owner(club, his.id).id == bruno.id and programs.owner(club, bruno.id) is None


# ---------------------------------------------------------------------- what a muted member does not do either
def test_a_muted_member_opens_a_table_without_a_title(club, members):
    moderation.by_the_keeper(club, members[0].id, "mute", 3)
    assert rules(lobby.open_table, club, members[0].id, "parry", "plain", title=" Bruno is a fool ") == ["CAR-MOD-01"]
    assert lobby.open_table(club, members[0].id, "parry", "plain", title="  ").title == ""


def test_a_muted_member_invites_nobody(club, members):
    [ana, bruno], waiting = members, table(club, members[0])
    moderation.by_the_keeper(club, ana.id, "mute", 3)
    assert rules(inviting.invite, club, waiting.address, ana.id, "Bruno") == ["CAR-MOD-01"]
    moderation.by_the_keeper(club, ana.id, "unmute")
    assert inviting.invite(club, waiting.address, ana.id, "Bruno").id == bruno.id
    assert [one.by for one in inviting.mine(club, bruno.id)] == ["Ana"]
    blocking.block(club, ana.id, bruno.id)
    assert inviting.mine(club, bruno.id) == []
