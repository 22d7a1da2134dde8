"""Messages of the player chat that only the players of one side read."""

from __future__ import annotations

import asyncio

import pytest

from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.services.errors import NoSuchGame
from app.services.notify import message_text, notification_preferences
from app.services.people import account_export, accounts, complaints, moderation, player_chat
from app.services.people.player_chat import load_chat_messages, write_chat_message
from app.services.play import lobby, orders, seat_substitution
from app.services.rate_limit import LIMITS
from app.services.watch.game_view import load_followed

WORD = "a long enough sentence"
NAMES = ("Ana", "Bruno", "Carla", "Diego", "Eva", "Leire")
SEATS = ("crown-1", "rebels-1", "crown-2", "rebels-2")


@pytest.fixture
def members(services):
    """Two crown players (0 and 2), two rebels (1 and 3), a spectator (4) and a moderator (5)."""
    found = [accounts.register(services, name, WORD) for name in NAMES]
    moderation.act_as_administrator(services, found[5].id, "name")
    return found


def opened(services, members):
    return lobby.open_table(services, members[0].id, "council", "plain", "crown", per_side=2)


@pytest.fixture
def council(services, members):
    game = opened(services, members)
    for member, seat in zip(members[1:4], SEATS[1:], strict=True):
        game = lobby.join_table(services, game.address, member.id, seat)
    return game


def to_side(services, game, member, text="At dawn"):
    return write_chat_message(services, game.address, member.id, text, to_side=True)


def texts(services, game, member=None):
    messages = load_chat_messages(services, game.address, member and member.id)
    return [(one.number, one.text) for one in messages]


def test_only_the_players_of_the_side_read_the_message_also_after_the_end(
    services, members, council, command
):
    written = to_side(services, council, members[0])
    assert (written.number, written.side) == (1, "crown")
    public = write_chat_message(services, council.address, members[1].id, "Good luck")
    assert public.number == 1, "the other side must not learn that there was a message before"
    own, all_ = [(1, "At dawn"), (2, "Good luck")], [(1, "Good luck")]
    assert texts(services, council, members[0]) == texts(services, council, members[2]) == own
    assert texts(services, council, members[1]) == texts(services, council, members[3]) == all_
    assert texts(services, council, members[4]) == texts(services, council) == []
    for number, one in enumerate((members[1], members[3])):
        orders.declare_order(services, council.address, one.id, command(), number + 1, Concede())
    assert texts(services, council, members[2]) == own
    for one in (members[1], members[4], members[5], None):
        assert texts(services, council, one) == all_


def test_numbers_after_which_messages_are_asked_for_are_those_of_the_reader(
    services, members, council
):
    for text in "abc":
        to_side(services, council, members[0], text)
        write_chat_message(services, council.address, members[1].id, text.upper())
    own = load_chat_messages(services, council.address, members[2].id, after=3)
    assert [(one.number, one.text) for one in own] == [(4, "B"), (5, "c"), (6, "C")]
    other = load_chat_messages(services, council.address, members[3].id, after=1)
    assert [(one.number, one.text) for one in other] == [(2, "B"), (3, "C")]
    assert player_chat.load_chat_message(services, council.address, members[3].id, 3).text == "C"
    assert player_chat.load_chat_message(services, council.address, members[3].id, 4) is None


def test_a_stream_of_the_other_side_hears_nothing(services, members, council):
    async def heard():
        own, other = (
            asyncio.create_task(services.notifier.next_after(council.id, 0, f"player_chat:{side}"))
            for side in ("crown", "rebels")
        )
        await asyncio.sleep(0.1)
        await asyncio.to_thread(to_side, services, council, members[0])
        assert await asyncio.wait_for(own, 3) == 1
        await asyncio.sleep(0.1)
        assert not other.done()
        other.cancel()

    asyncio.run(heard())
    followed = [load_followed(services, council.address, one.id) for one in members[:5]]
    assert [(one.chat, one.messages) for one in followed] == [
        ("player_chat:crown", 1),
        ("player_chat:rebels", 0),
        ("player_chat:crown", 1),
        ("player_chat:rebels", 0),
        ("player_chat:", 0),
    ]


def test_only_readers_are_notified_and_the_mail_has_their_messages(services, members, council):
    with services.store.write() as work:
        for one in members:
            work.users.update_user(one.id, email=f"{one.name}@example.org")
        work.commit()
    for one in members:
        notification_preferences.save_choices(services, one.id, {"chat-mail": "now"})
    to_side(services, council, members[0])
    with services.store.read() as work:
        sent = {one.name: work.outbox.of_user(one.id, 9) for one in members}
    chats = {name for name, rows in sent.items() if any(row.kind == "chat" for row in rows)}
    assert chats == {"Carla"}
    write_chat_message(services, council.address, members[1].id, "Good luck")
    assert message_text.recent_chat(services, council.id, members[2].id, 1) == [
        "Ana: At dawn",
        "Bruno: Good luck",
    ]
    assert message_text.recent_chat(services, council.id, members[3].id, 1) == ["Bruno: Good luck"]


def test_the_seat_decides_who_reads_after_a_substitution(services, members, council):
    to_side(services, council, members[0])
    assert texts(services, council, members[2])
    seat_substitution.offer_seat(services, council.address, members[2].id, "crown-2", "Eva")
    seat_substitution.take_offered_seat(services, council.address, members[4].id)
    to_side(services, council, members[0], "At noon")
    assert texts(services, council, members[2]) == []
    assert texts(services, council, members[4]) == [(1, "At dawn"), (2, "At noon")]


def refused(call, *given, **more):
    with pytest.raises(Refused) as found:
        call(*given, **more)
    return [one.rule for one in found.value.refusals]


def test_a_message_to_the_side_needs_a_game_that_has_begun_and_a_second_player(
    services, members, started, people
):
    waiting = opened(services, members)
    assert refused(to_side, services, waiting, members[0]) == ["CAR-LET-02"]
    alone = started("parry")
    assert refused(to_side, services, alone, people[0]) == ["CAR-LET-02"]
    assert load_chat_messages(services, alone.address, people[0].id) == []


def test_messages_of_one_side_leave_the_limit_of_the_other_untouched(
    services, members, council, monkeypatch
):
    few = {"texts": type(LIMITS["texts"])(60, game=2)}
    monkeypatch.setattr("app.services.rate_limit.LIMITS", {**LIMITS, **few})
    for _ in range(2):
        to_side(services, council, members[0])
    for member in (members[1], members[3]):
        assert write_chat_message(services, council.address, member.id, "Hello").number


def test_a_reader_reports_a_message_and_the_moderator_reads_it(services, members, council):
    ana, bruno, carla, _, _, judge = members
    write_chat_message(services, council.address, bruno.id, "Good luck")
    to_side(services, council, ana, "You fool")
    for outsider in (bruno, members[4]):
        with pytest.raises(NoSuchGame):
            complaints.complain_about_chat_message(services, council.id, outsider.id, 2, "Rude.")
    complaints.complain_about_chat_message(services, council.id, carla.id, 2, "That is rude.")
    [(complaint, about, message)] = moderation.load_moderation_page(services, judge.id).waiting
    assert (complaint.text, about.id, message.side) == ("You fool", ana.id, "crown")
    moderation.act_on_complaint(services, judge.id, complaint.id, "hide")
    assert [one.hidden for one in load_chat_messages(services, council.id, carla.id)] == [
        False,
        True,
    ]


@pytest.mark.parametrize(("seat", "is_shown"), [(0, True), (1, False)])
def test_a_moderator_of_the_other_side_sees_no_complaint_before_the_end(
    services, members, council, command, seat, is_shown
):
    judge = members[seat]
    moderation.act_as_administrator(services, judge.id, "name")
    to_side(services, council, members[2], "You fool")
    complaints.complain_about_chat_message(services, council.id, members[0].id, 1, "That is rude.")
    assert bool(moderation.load_moderation_page(services, judge.id).waiting) is is_shown
    for number, one in enumerate((members[1], members[3])):
        orders.declare_order(services, council.address, one.id, command(), number + 1, Concede())
    assert moderation.load_moderation_page(services, judge.id).waiting


def test_the_export_names_the_side_and_no_number(services, members, council):
    to_side(services, council, members[0])
    kept = account_export.export_account(services, members[0].id)
    assert b'"side": "crown"' in kept
    assert b'"number"' not in kept.split(b'"chat_messages"')[1].split(b"]")[0]
