"""What one account gets of another: words into a report, messages to a shared browser, names behind the door; and what a suspended one keeps."""
from __future__ import annotations

import asyncio
import os
import socket

import pytest

from app.club import accounts, blocking, lobby, moderation, notices, play, programs, receivers, report
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
