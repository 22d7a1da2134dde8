"""Waiting mail after changes: address, preference, target, visibility; and a notification that
cannot be written.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from app.kernel.clock_terms import Terms
from app.kernel.table_orders import Concede
from app.services.notify import (
    delivery_reasons,
    message_text,
    notification_preferences,
    notification_targets,
    notifications,
    outbox,
)
from app.services.notify.delivery_channels import web
from app.services.people import accounts, email_verification, player_chat
from app.services.play import invitations, lobby, orders
from app.services.time import availability, deadline_worker
from app.services.watch import game_view
from tests.clock_modules import GAME_TIME
from tests.contract.tiny import stones
from tests.services.mailbox import give_address, make_due, sending, sweep

WORD = "a long enough sentence"
OLD, NEW = "old@example.org", "new@example.org"


@pytest.fixture
def members(services):
    return [accounts.register(services, name, WORD) for name in ("Ana", "Bruno", "Carla")]


@pytest.fixture
def game(services, members):
    """Duel of Ana and Bruno; Ana gets chat by daily mail."""
    ana, bruno, _ = members
    give_address(services, ana, OLD)
    notification_preferences.save_choices(
        services, ana.id, {"chat-mail": "daily", "your_turn-mail": "no"}
    )
    game = lobby.open_table(services, ana.id, "parry", "plain", "red")
    return lobby.join_table(services, game.address, bruno.id)


def carried(services, mailbox):
    """Messages sent when due: recipients and texts."""
    mailbox.got.clear()
    make_due(services)
    sweep(services)
    return [(one["to"], one.get_body(("plain",)).get_content()) for one in mailbox.mails()]


def dropped(services, user):
    """Reasons in the delivery log."""
    return [
        one.why
        for one in notification_preferences.load_notifications_page(services, user.id).log
        if one.state == "dropped"
    ]


def confirm(services, user, email):
    with services.store.write() as work:
        link = email_verification._add_link(work, user.id, "address", email, timedelta(days=1))
        work.commit()
    email_verification.confirm_address(services, link)


# ---------------------------------------------------------------------- another address, another wi
def test_an_address_that_was_removed_gets_nothing_more(services, mailbox, members, game):
    player_chat.write_chat_message(services, game.id, members[1].id, "a private word")
    email_verification.remove_address(services, members[0].id, WORD)
    assert carried(services, mailbox) == [] and dropped(services, members[0]) == [
        delivery_reasons.ANOTHER_ADDRESS
    ]


def test_waiting_mail_goes_to_the_new_address(services, mailbox, members, game):
    player_chat.write_chat_message(services, game.id, members[1].id, "a private word")
    confirm(services, members[0], NEW)
    sent = carried(services, mailbox)
    assert sorted(to for to, _ in sent) == [NEW, OLD]
    assert [to for to, says in sent if "a private word" in says] == [NEW], (
        "the old one is told that it is none any more, and nothing else"
    )


def test_mail_claimed_by_a_worker_goes_to_neither_address(services, mailbox, members, game):
    player_chat.write_chat_message(services, game.id, members[1].id, "a private word")
    make_due(services)
    with services.store.write() as work:
        [row] = work.outbox.claim_due("another", "2021", "2022", 10)
        work.commit()
    confirm(services, members[0], NEW)
    with pytest.raises(notifications.NoLongerWanted, match=delivery_reasons.ANOTHER_ADDRESS):
        notifications.wait_before_sending(services, row)


@pytest.mark.parametrize("event", ["chat", "daily"])
def test_unsubscribing_drops_waiting_mail(services, mailbox, members, game, event):
    player_chat.write_chat_message(services, game.id, members[1].id, "a private word")
    assert notification_preferences.end_mails(
        services,
        notification_preferences.unsubscribe_link(services, members[0].id, event).rsplit("/", 1)[1],
    )
    assert carried(services, mailbox) == [] and dropped(services, members[0]) == [
        delivery_reasons.NOT_WANTED
    ]


def test_a_new_preference_for_one_event_leaves_the_others(services, mailbox, members, game):
    player_chat.write_chat_message(services, game.id, members[1].id, "a private word")
    notification_preferences.save_choices(services, members[0].id, {"result-mail": "no"})
    assert [to for to, _ in carried(services, mailbox)] == [OLD]


def test_mandatory_mail_goes_to_its_original_address(services, mailbox, members):
    email_verification.request_confirmation(services, members[0].id, WORD, NEW)
    assert [to for to, _ in carried(services, mailbox)] == [NEW]


def test_a_password_link_does_not_go_to_a_former_address(services, mailbox, members, game):
    email_verification.mail_password_reset(services, "Ana")
    email_verification.remove_address(services, members[0].id, WORD)
    assert carried(services, mailbox) == []


def test_a_target_that_was_removed_or_is_not_wanted_gets_nothing(services, members, monkeypatch):
    ana, bruno, _ = members
    monkeypatch.setattr(web, "resolve_host", lambda *_: ["1.1.1.1"])
    posted = []
    monkeypatch.setattr(
        "app.services.notify.delivery_channels.webhooks.post_to_address",
        lambda url, *_: posted.append(url),
    )
    notification_preferences.save_choices(
        services, ana.id, {"chat-hook": "now", "your_turn-hook": "no"}
    )
    for name in ("one", "other"):
        notification_targets.add_webhook(services, ana.id, "json", name, f"https://{name}.example/")
    game = lobby.join_table(
        services, lobby.open_table(services, ana.id, "parry", "plain", "red").address, bruno.id
    )
    player_chat.write_chat_message(services, game.id, bruno.id, "a private word")
    notification_targets.remove_target(
        services,
        ana.id,
        notification_preferences.load_notifications_page(services, ana.id).targets[0].id,
    )
    make_due(services)
    sweep(services)
    assert posted == ["https://other.example/"] and dropped(services, ana) == [
        delivery_reasons.NO_RECEIVER
    ]
    player_chat.write_chat_message(services, game.id, bruno.id, "another one")
    notification_preferences.save_choices(services, ana.id, {"chat-hook": "no"})
    make_due(services)
    sweep(services)
    assert len(posted) == 1 and dropped(services, ana) == [
        delivery_reasons.NOT_WANTED,
        delivery_reasons.NO_RECEIVER,
    ]


# ---------------------------------------------------------------------- one that cannot be written
def test_chat_of_a_left_table_stops_no_other_notification(services, mailbox, members, game):
    ana, bruno, _ = members
    notification_preferences.save_choices(
        services, ana.id, {"chat-mail": "daily", "result-mail": "daily"}
    )
    left = lobby.open_table(services, bruno.id, "stones", "plain", "ash", visibility="private")
    lobby.join_table(services, left.address, ana.id)
    player_chat.write_chat_message(services, left.id, bruno.id, "hello")
    orders.declare_order(services, game.id, bruno.id, "c1", 1, Concede())
    lobby.leave_table(services, left.address, ana.id)
    [(to, says)] = carried(services, mailbox)
    assert to == OLD and "It is over" in says and "hello" not in says
    assert sorted(row.state for row in sending(services) if row.user_id == ana.id) == [
        "dropped",
        "sent",
    ]


def test_chat_of_a_left_open_table_is_not_sent(services, mailbox, members, game):
    ana, bruno, _ = members
    left = lobby.open_table(services, bruno.id, "stones", "plain", "ash")
    lobby.join_table(services, left.address, ana.id)
    player_chat.write_chat_message(services, left.id, bruno.id, "hello")
    lobby.leave_table(services, left.address, ana.id)
    assert carried(services, mailbox) == []


def test_a_removed_text_is_not_mailed(services, mailbox, members, game):
    message = player_chat.write_chat_message(services, game.id, members[1].id, "abuse")
    player_chat.write_chat_message(services, game.id, members[1].id, "a kind word")
    with services.store.write() as work:
        work.chat_messages.set_hidden(work.chat_messages.id_of(game.id, "", message.number), True)
        work.commit()
    [(_, says)] = carried(services, mailbox)
    assert "a kind word" in says and says.count("Bruno:") == 1


@pytest.mark.parametrize("where", ["wait_before_sending", "mail_text"])
def test_only_the_failing_part_of_a_daily_mail_waits(
    services, mailbox, members, game, monkeypatch, where
):
    ana, bruno, _ = members
    notification_preferences.save_choices(
        services, ana.id, {"chat-mail": "daily", "result-mail": "daily"}
    )
    player_chat.write_chat_message(services, game.id, bruno.id, "good luck")
    orders.declare_order(services, game.id, bruno.id, "c1", 1, Concede())
    module = message_text if where == "mail_text" else notifications
    real = getattr(module, where)

    def broken(club_, row, *more):
        if row.kind == "chat":
            raise ZeroDivisionError
        return real(club_, row, *more)

    monkeypatch.setattr(module, where, broken)
    [(_, says)] = carried(services, mailbox)
    assert "It is over" in says
    assert {
        row.kind: (row.state, row.why, row.tries)
        for row in sending(services)
        if row.user_id == ana.id
    } == {"chat": ("waiting", "ZeroDivisionError", 1), "result": ("sent", "", 1)}
    monkeypatch.setattr(module, where, real)
    [(_, says)] = carried(services, mailbox)
    assert "good luck" in says and "It is over" not in says


# ---------------------------------------------------------------------- acts of the server
@pytest.fixture
def hours(monkeypatch):
    """Function that lets time pass on a running server."""
    its = [datetime(2026, 1, 5, 12, tzinfo=UTC)]
    for module in GAME_TIME:
        monkeypatch.setattr(module, "current_time", lambda: availability.time_text(its[0]))

    def passed(services, time=timedelta(0)):
        its[0] += time
        with services.store.write() as work:
            last = work.uptime.last_interval()
            work.uptime.begin_interval(
                availability.time_text(its[0])
            ) if last is None else work.uptime.go_on(last.id, availability.time_text(its[0]))
            work.commit()

    return passed


def test_a_replaced_player_is_told_of_the_end_and_of_no_turn(services, members, hours):
    for number, member in enumerate(members):
        give_address(services, member, f"m{number}@example.org")
    hours(services)
    game = lobby.open_table(
        services, members[0].id, "stones", "plain", "ash", clock=Terms("each", 1, then="substitute")
    )
    for member in members[1:]:
        lobby.join_table(services, game.address, member.id)
    last = 1
    for number, laid in enumerate([3, 3, 3, 3, 3, 3, 2]):
        last = orders.declare_order(
            services, game.id, members[number % 3].id, f"x{number}", last, stones.Lay(laid)
        ).last
    [late] = [seat for seat in game_view.load_view(services, game.id).seats if seat.owes]
    turns = [row.user_id for row in sending(services) if row.kind == "your_turn"].count(
        late.user_id
    )
    hours(services, timedelta(days=2))
    while game_view.load_view(
        services, game.id
    ).game.status != "over" and deadline_worker.process_game(services, game.id):
        pass
    assert sorted(row.user_id for row in sending(services) if row.kind == "result") == sorted(
        member.id for member in members
    )
    assert [row.user_id for row in sending(services) if row.kind == "your_turn"].count(
        late.user_id
    ) == turns


def test_a_player_who_concedes_gets_no_notification_of_it(services, members, game):
    give_address(services, members[1], "bruno@example.org")
    orders.declare_order(services, game.id, members[1].id, "mine", 1, Concede())
    assert [row.user_id for row in sending(services) if row.kind == "result"] == [members[0].id]


def test_an_invitation_says_how_the_clock_runs(services, mailbox, members):
    ana, bruno, _ = members
    give_address(services, bruno, language="es")
    table = lobby.open_table(services, ana.id, "parry", "plain", "red", clock=Terms("each", 3))
    invitations.invite_member(services, table.address, ana.id, "Bruno")
    [(_, says)] = carried(services, mailbox)
    assert "Cada jugador tiene 3 días para cada decisión" in says
    [row] = sending(services)
    assert row.state == "sent" and outbox.decode_message(row).lines == ()
