"""Blocks and suspensions between accounts: reports, push messages, names of games, and bot
accounts.
"""

from __future__ import annotations

import asyncio
import os
import socket

import pytest
import sqlalchemy as sa

from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.services.notify import notification_preferences, notification_targets
from app.services.notify.delivery_channels import push, web
from app.services.people import (
    accounts,
    blocking,
    bot_accounts,
    complaints,
    moderation,
    player_chat,
    spectator_chat,
)
from app.services.play import invitations, lobby, orders
from app.services.watch import battle_report, game_lists

WORD = "a long enough sentence"


@pytest.fixture
def members(services):
    return [accounts.register(services, name, WORD) for name in ("Ana", "Bruno")]


@pytest.fixture
def over(services, members):
    game = lobby.join_table(
        services,
        lobby.open_table(services, members[0].id, "parry", "plain", "red").address,
        members[1].id,
    )
    orders.declare_order(services, game.id, members[1].id, "c", 1, Concede())
    return game


def said(services, game):
    return [
        one.text
        for words in battle_report.load_report(services, game.id).words.values()
        for one in words
    ]


# ---------------------------------------------------------------------- a report
def test_a_blocked_player_cannot_add_to_a_report_but_may_remove_the_own_text(
    services, members, over
):
    ana, bruno = members
    key = battle_report.load_report(services, over.id, ana.id).report.chapters[0].key
    battle_report.write_chapter(services, over.id, bruno.id, key, "A fine game")
    blocking.block_user(services, ana.id, bruno.id)
    with pytest.raises(Refused) as refused:
        battle_report.write_chapter(
            services, over.id, bruno.id, key, "Ana is a cheat", replaces=True
        )
    assert [one.rule for one in refused.value.refusals] == ["CAR-BLK-02"] and said(
        services, over
    ) == ["A fine game"]
    battle_report.write_chapter(services, over.id, ana.id, key, "So it was")
    battle_report.write_chapter(services, over.id, bruno.id, key, "")
    assert said(services, over) == ["So it was"]


# ---------------------------------------------------------------------- a browser
@pytest.fixture
def endpoint(monkeypatch):
    monkeypatch.setattr(web, "resolve_host", lambda *_: ["93.184.216.34"])
    return "https://push.example/abc"


def subscribe(services, user, endpoint):
    notification_targets.add_browser(
        services,
        user.id,
        "Firefox",
        endpoint,
        push.public_key(push.new_key()),
        push.encode_base64url(os.urandom(16)),
    )


def browsers(services, *users):
    return [
        [
            one.url
            for one in notification_preferences.load_notifications_page(services, user.id).targets
        ]
        for user in users
    ]


def test_a_browser_belongs_to_the_last_subscribing_account(services, members, endpoint):
    ana, bruno = members
    notification_targets.add_webhook(services, ana.id, "json", "mine", endpoint)
    for user in (ana, ana, bruno):
        subscribe(services, user, endpoint)
    assert browsers(services, ana, bruno) == [[endpoint], [endpoint]], (
        "her webhook of the same address stays"
    )
    assert [
        one.kind
        for one in notification_preferences.load_notifications_page(services, ana.id).targets
    ] == ["json"]


def test_a_browser_beyond_the_limit_keeps_its_account(services, members, endpoint):
    ana, bruno = members
    subscribe(services, ana, endpoint)
    for number in range(notification_targets.MOST):
        notification_targets.add_webhook(services, bruno.id, "json", f"hook {number}", endpoint)
    with pytest.raises(Refused):
        subscribe(services, bruno, endpoint)
    assert browsers(services, ana) == [[endpoint]]


def test_a_browser_is_removed_only_by_its_own_account(services, members, endpoint):
    ana, bruno = members
    subscribe(services, ana, endpoint)
    notification_targets.remove_browser(services, bruno.id, endpoint)
    assert browsers(services, ana) == [[endpoint]]
    notification_targets.remove_browser(services, ana.id, endpoint)
    assert browsers(services, ana) == [[]]


# ---------------------------------------------------------------------- names behind the door
def test_unknown_names_and_existing_ones_get_the_same_answer(monkeypatch):
    def found(host, _):
        if host == "inside.example":
            return ["10.0.0.1"]
        raise socket.gaierror("unknown")

    monkeypatch.setattr(web, "resolve_host", found)
    inside, nowhere = (
        notification_targets.address_refusal(f"https://{host}.example/")
        for host in ("inside", "nowhere")
    )
    assert inside == nowhere and inside.rule == "CAR-NOT-01"


# ---------------------------------------------------------------------- a suspended member
@pytest.mark.parametrize("by_the_keeper", [True, False])
def test_streams_of_the_programs_of_a_suspended_member_end(services, members, by_the_keeper):
    ana, judge = members
    moderation.act_as_administrator(services, judge.id, "name")
    program = bot_accounts.create_bot_account(services, ana.id, "Robo").user
    with services.store.read() as work:
        before = work.users.count_ended_logins(program.id)

    async def waits():
        waiting = asyncio.ensure_future(services.notifier.next_after(program.id, before, "logins"))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        if by_the_keeper:
            await asyncio.to_thread(moderation.act_as_administrator, services, ana.id, "suspend")
        else:
            complaints.complain_about_name(services, judge.id, ana.id, "A bad name.")
            [(complaint, _, _)] = moderation.load_moderation_page(services, judge.id).waiting
            await asyncio.to_thread(
                moderation.act_on_complaint, services, judge.id, complaint.id, "suspend"
            )
        await asyncio.wait_for(waiting, 3)

    asyncio.run(waits())
    with services.store.read() as work:
        assert (
            work.users.find_user(program.id).suspended
            and work.users.count_ended_logins(program.id) > before
        )
    moderation.act_as_administrator(services, ana.id, "lift")
    with services.store.read() as work:
        assert not work.users.find_user(program.id).suspended


# ---------------------------------------------------------------------- programs go with their owne
def rules(call, *given, **named):
    with pytest.raises(Refused) as refused:
        call(*given, **named)
    return [one.rule for one in refused.value.refusals]


@pytest.fixture
def robots(services, members):
    """Bot account of each member; both may write."""
    made = [
        bot_accounts.create_bot_account(services, owner.id, f"Robot of {owner.name}").user
        for owner in members
    ]
    for owner, robot in zip(members, made, strict=True):
        bot_accounts.allow_writing(services, owner.id, robot.id, True)
    return made


def table(services, user):
    return lobby.open_table(services, user.id, "parry", "plain", "red")


def test_bot_accounts_of_a_muted_member_cannot_write(services, members, robots, over):
    [ana, _], [robot, _] = members, robots
    game = lobby.join_table(services, table(services, members[1]).id, robot.id)
    assert player_chat.write_chat_message(services, game.id, robot.id, "Beep")
    moderation.act_as_administrator(services, ana.id, "mute", 3)
    assert rules(player_chat.write_chat_message, services, game.id, robot.id, "Beep") == [
        "CAR-MOD-01"
    ]
    assert rules(spectator_chat.write_remark, services, over.id, robot.id, "Beep") == ["CAR-MOD-01"]
    assert rules(lobby.open_table, services, robot.id, "parry", "plain", title="Beep") == [
        "CAR-MOD-01"
    ]
    moderation.act_as_administrator(services, ana.id, "unmute")
    moderation.act_as_administrator(services, robot.id, "mute", 3)
    assert rules(player_chat.write_chat_message, services, game.id, robot.id, "Beep") == [
        "CAR-MOD-01"
    ]
    assert player_chat.write_chat_message(
        services, over.id, ana.id, "It is the program that is muted, not I"
    )


def test_a_block_of_a_person_includes_the_bot_accounts_of_both(services, members, robots):
    [ana, bruno], [her, his] = members, robots
    blocking.block_user(services, ana.id, bruno.id)
    for one, other in ((ana, his), (her, his), (her, bruno)):
        for opens, comes in ((one, other), (other, one)):
            waiting = table(services, opens)
            assert rules(lobby.join_table, services, waiting.id, comes.id) == ["CAR-BLK-01"]
            assert waiting.id not in [
                found.game.id for found in lobby.open_tables(services, comes.id)
            ]
            lobby.leave_table(services, waiting.id, opens.id)
    assert rules(
        invitations.invite_member, services, table(services, his).address, his.id, "Ana"
    ) == ["CAR-INV-02"]
    assert [blocking.is_blocked(services, ana.id, one.id) for one in (bruno, his)] == [True, False]
    blocking.unblock_user(services, ana.id, bruno.id)
    assert lobby.join_table(services, table(services, ana).id, his.id).status == "running"


def test_messages_of_a_blocked_persons_bot_are_hidden_outside_a_common_game(
    services, members, robots
):
    [ana, bruno], [_, his] = members, robots
    game = lobby.join_table(services, table(services, ana).id, his.id)
    other = lobby.join_table(
        services, table(services, bruno).id, accounts.create_guest(services).id
    )
    spectator_chat.write_remark(services, other.id, his.id, "Beep")
    blocking.block_user(services, ana.id, bruno.id)
    assert (
        player_chat.write_chat_message(services, game.id, his.id, "Beep")
        and spectator_chat.load_remarks(services, other.id, ana.id) == []
    )
    orders.declare_order(services, game.id, his.id, "c", 1, Concede())
    assert rules(player_chat.write_chat_message, services, game.id, his.id, "Beep") == [
        "CAR-BLK-02"
    ]


def test_a_block_of_a_program_is_of_that_program_alone(services, members, robots):
    [ana, bruno], [her, his] = members, robots
    blocking.block_user(services, ana.id, his.id)
    another = bot_accounts.create_bot_account(services, bruno.id, "Another").user
    for comes in (ana, her):
        assert rules(lobby.join_table, services, table(services, his).id, comes.id) == [
            "CAR-BLK-01"
        ]
    for other in (bruno, another):
        assert lobby.join_table(services, table(services, other).id, ana.id).status == "running"


def test_lists_need_no_more_queries_for_many_games(services, members, robots):
    [ana, bruno], [_, his] = members, robots
    blocking.block_user(services, ana.id, bruno.id)
    asked = []
    sa.event.listen(
        services.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2])
    )

    def queries():
        asked.clear()
        assert (
            game_lists.list_running(services, user_id=ana.id)
            == []
            == lobby.open_tables(services, ana.id)
        )
        return len(asked)

    def more():
        table(services, his)
        lobby.join_table(services, table(services, his).id, accounts.create_guest(services).id)

    more()
    of_few = queries()
    for _ in range(3):
        more()
    assert queries() == of_few


def test_owners_neither_report_their_bots_nor_judge_their_cases(services, members, robots):
    [ana, bruno], [her, his] = members, robots
    game = lobby.join_table(services, table(services, bruno).id, her.id)
    message = player_chat.write_chat_message(services, game.id, her.id, "Beep")
    assert rules(complaints.complain_about_name, services, ana.id, her.id, "It is ugly.") == [
        "CAR-MOD-03"
    ]
    assert rules(complaints.complain_about_name, services, her.id, ana.id, "She is slow.") == [
        "CAR-MOD-03"
    ]
    complaints.complain_about_chat_message(
        services, game.id, bruno.id, message.number, "It is rude."
    )
    for judge in members:
        moderation.act_as_administrator(services, judge.id, "name")
    desk = moderation.load_moderation_page(services, ana.id)
    [(complaint, about, _)] = desk.waiting
    assert (about.id, {program: owner.id for program, owner in desk.owners.items()}) == (
        her.id,
        {her.id: ana.id},
    )
    assert rules(moderation.act_on_complaint, services, ana.id, complaint.id, "dismiss") == [
        "CAR-MOD-03"
    ]
    moderation.act_on_complaint(services, bruno.id, complaint.id, "hide")
    assert (
        bot_accounts.owner_of(services, his.id).id == bruno.id
        and bot_accounts.owner_of(services, bruno.id) is None
    )


# ---------------------------------------------------------------------- what a muted member does no
def test_a_muted_member_opens_a_table_without_a_title(services, members):
    moderation.act_as_administrator(services, members[0].id, "mute", 3)
    assert rules(
        lobby.open_table, services, members[0].id, "parry", "plain", title=" Bruno is a fool "
    ) == ["CAR-MOD-01"]
    assert lobby.open_table(services, members[0].id, "parry", "plain", title="  ").title == ""


def test_a_muted_member_cannot_invite(services, members):
    [ana, bruno], waiting = members, table(services, members[0])
    moderation.act_as_administrator(services, ana.id, "mute", 3)
    assert rules(invitations.invite_member, services, waiting.address, ana.id, "Bruno") == [
        "CAR-MOD-01"
    ]
    moderation.act_as_administrator(services, ana.id, "unmute")
    assert invitations.invite_member(services, waiting.address, ana.id, "Bruno").id == bruno.id
    assert [one.by for one in invitations.list_invitations(services, bruno.id)] == ["Ana"]
    blocking.block_user(services, ana.id, bruno.id)
    assert invitations.list_invitations(services, bruno.id) == []
