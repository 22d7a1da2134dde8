"""Outbox and its worker: a message is written with its cause, sent later, and received at most
once.
"""

from __future__ import annotations

import re
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.kernel.say import say
from app.services.container import current_time
from app.services.errors import Overtaken
from app.services.notify import delivery_reasons, message_text, notifications, outbox, outbox_worker
from app.services.notify.delivery_channels import mail
from app.services.notify.outbox import Message
from app.services.notify.outbox_worker import OutboxWorker
from app.services.people import accounts
from app.services.play import orders, stored_positions
from app.store import records
from tests.contract.tiny import stones
from tests.services.mailbox import HELLO, Mailbox, give_address, make_due, put, sending, sweep


def test_a_message_goes_out_once_in_the_language_of_its_reader(services, mailbox, people):
    with services.store.write() as work:
        work.users.update_user(people[0].id, language="es")
        work.commit()
    assert put(services, user_id=people[0].id)
    assert not put(services, user_id=people[0].id)
    sweep(services)
    sweep(services)
    [got] = mailbox.mails()
    assert (got["subject"], got["to"], got["from"], got["content-language"]) == (
        "Hola Ana",
        "ana@example.org",
        "Caracole <caracole@example.org>",
        "es",
    )
    assert (
        "Una línea." in got.get_content()
        and "https://caracole.example/a/secret" in got.get_content()
    )
    [row] = sending(services, "sent")
    assert row.done_at and "secret" not in row.message and "A line" not in row.message


def test_a_message_without_a_commit_is_never_sent(services, mailbox):
    with services.store.write() as work:
        outbox.add_message(work, "k", None, "mail", "ana@example.org", HELLO)
    sweep(services)
    assert mailbox.got == [] and sending(services) == []


def test_nothing_goes_out_before_its_time(services, mailbox):
    put(services, not_before=notifications.time_after(current_time(), timedelta(hours=1)))
    sweep(services)
    assert mailbox.got == []
    make_due(services)
    sweep(services)
    assert len(mailbox.got) == 1


@pytest.mark.parametrize("mood", ["busy", "full"])
def test_a_temporary_refusal_is_retried_with_growing_pauses_then_given_up(services, mailbox, mood):
    mailbox.mood = mood
    put(services)
    pauses = []
    for _ in range(outbox_worker.TRIES - 1):
        sweep(services)
        [row] = sending(services, "waiting")
        pauses.append(round((datetime.fromisoformat(row.due) - datetime.now(UTC)).total_seconds()))
        assert row.why.startswith("45")
        make_due(services)
    assert pauses == [
        pytest.approx(pause.total_seconds(), abs=5) for pause in outbox_worker.AGAIN
    ] and pauses == sorted(pauses)
    sweep(services)
    [row] = sending(services, "dead")
    assert row.tries == outbox_worker.TRIES and mailbox.got == []
    make_due(services)
    mailbox.mood = ""
    sweep(services)
    assert mailbox.got == []


def test_a_server_that_is_down_gets_it_when_it_is_up_again(services, mailbox):
    up = services.post
    services.post = mail.DeliverySettings(
        up.base_url, mail.SmtpServer("127.0.0.1", 1, "none", "caracole@example.org")
    )
    put(services)
    sweep(services)
    [row] = sending(services, "waiting")
    assert "ConnectionRefusedError" in row.why
    services.post = up
    make_due(services)
    sweep(services)
    assert len(mailbox.got) == 1 and sending(services, "sent")


def test_an_address_that_does_not_exist_is_given_up_at_once(services, mailbox):
    mailbox.mood = "unknown"
    put(services)
    sweep(services)
    [row] = sending(services, "dead")
    assert (row.tries, row.why) == (1, "550 no such user here")


def test_a_mail_without_a_reply_after_its_text_is_not_sent_again(services, mailbox):
    mailbox.mood = "silent"
    put(services)
    sweep(services)
    make_due(services)
    mailbox.mood = ""
    sweep(services)
    assert len(mailbox.got) == 1 and [row.state for row in sending(services)] == ["unsure"]


def test_without_a_mail_server_a_mail_is_given_up(services):
    put(services)
    sweep(services)
    assert [row.why for row in sending(services, "dead")] == ["no mail server"]


def test_several_workers_send_each_message_once(services, mailbox):
    for number in range(60):
        put(
            services,
            key=f"k{number}",
            message=Message("hello", say("Number {n}", "Número {n}", n=number)),
        )
    mailbox.mood = "slow"
    postmen = [threading.Thread(target=sweep, args=(services,)) for _ in range(3)]
    for one in postmen:
        one.start()
    for one in postmen:
        one.join()
    assert sorted(mail_["subject"] for mail_ in mailbox.mails()) == sorted(
        f"Number {n}" for n in range(60)
    )


def test_a_daily_mail_is_one_mail_for_each_of_many_readers(services, mailbox):
    """Ten readers with three notifications each, all due at eight: a batch of twenty splits no
    mail.
    """
    readers = [
        accounts.register(services, f"Reader {number}", "a long enough sentence")
        for number in range(10)
    ]
    for number in range(3):
        for reader in readers:
            put(
                services,
                f"k{number}:{reader.id}",
                user_id=reader.id,
                channel="daily",
                to=f"r{reader.id}@example.org",
            )
    put(services, "at once")
    make_due(services)
    postmen = [threading.Thread(target=sweep, args=(services,)) for _ in range(3)]
    for one in postmen:
        one.start()
    for one in postmen:
        one.join()
    assert sorted(one["to"] for one in mailbox.mails()) == sorted(
        ["ana@example.org", *(f"r{reader.id}@example.org" for reader in readers)]
    )
    assert {one["subject"] for one in mailbox.mails()} == {
        "Hello Ana",
        "Your games, 3 notifications",
    }


def test_a_daily_mail_that_waits_for_a_server_waits_together(services, mailbox, people):
    for number in range(3):
        put(services, f"k{number}", user_id=people[0].id, channel="daily")
    mailbox.mood = "busy"
    sweep(services)
    assert len({row.due for row in sending(services, "waiting")}) == 1


def test_rows_claimed_by_a_dead_worker_are_sent_and_rows_being_sent_are_not(services, mailbox):
    put(services, "claimed")
    put(services, "begun", Message("hello", say("Begun", "Empezado")))
    with services.store.write() as work:
        rows = work.outbox.claim_due(
            "dead man",
            current_time(),
            notifications.time_after(current_time(), outbox_worker.LEASE),
            10,
        )
        assert work.outbox.begin_sending(
            next(row.id for row in rows if row.key == "begun"),
            "dead man",
            notifications.time_after(current_time(), outbox_worker.LEASE),
        )
        work.commit()
    sweep(services)
    assert mailbox.got == []  # this worker still holds them
    make_due(services)
    sweep(services)
    assert [one["subject"] for one in mailbox.mails()] == ["Hello Ana"]
    assert {row.key: row.state for row in sending(services)} == {
        "claimed": "sent",
        "begun": "unsure",
    }
    with (
        services.store.write() as work
    ):  # the first worker was only slow; its result does not count
        assert not work.outbox.record_result(rows[0].id, "dead man", state="waiting")
        assert not work.outbox.begin_sending(rows[0].id, "dead man", current_time())


def test_a_stopped_worker_releases_the_rows_not_begun(services, mailbox):
    put(services)
    his = OutboxWorker(services)
    his._stopped.set()
    his.sweep()
    assert [(row.state, row.tries) for row in sending(services)] == [
        ("waiting", 0)
    ] and mailbox.got == []
    sweep(services)
    assert len(mailbox.got) == 1


def test_an_error_in_one_message_stops_no_other(services, mailbox, monkeypatch):
    def broken(services, row, language):
        if row.key == "bad":
            raise ZeroDivisionError
        return ""

    monkeypatch.setattr(message_text, "mail_text", broken)
    put(services, "bad")
    put(services, "good")
    sweep(services)
    assert {row.key: row.state for row in sending(services)} == {"bad": "waiting", "good": "sent"}


def test_reasons_of_failures_exist_in_both_languages():
    said = {
        why
        for path in (Path(__file__).parents[3] / "app" / "services").rglob("*.py")
        for why in re.findall(
            r'\b(?:NotSent|Undeliverable|DeliveryUncertain|AddressNotAllowed)\("([^"]+)"\)',
            path.read_text(encoding="utf-8"),
        )
    }
    assert (
        len(said) > 6
        and {why for why in said if delivery_reasons.reason_line(why).in_("es") == why} == set()
    )
    assert delivery_reasons.reason_line("550 {no such} user").in_("es") == "550 {no such} user"


def test_the_owner_of_a_stopped_target_is_told_in_their_language(services, people, mailbox):
    give_address(services, people[0], language="es")
    with services.store.write() as work:
        outbox_worker.notify_of_stopped_target(
            work,
            records.NotificationTarget(1, people[0].id, "json", "Mío", "", "", 5, "", ""),
            "private address",
        )
        work.commit()
    sweep(services)
    assert "la última vez: dirección privada." in mailbox.mails()[0].get_content()


# ---------------------------------------------------------------------- with its cause
def test_an_order_and_its_notification_are_one_commit(
    services, mailbox, people, started, command, at_once
):
    give_address(services, people[1])
    game = started("stones")
    sweep(services)
    assert mailbox.got == []  # it is the other's turn
    orders.declare_order(services, game.id, people[0].id, command(), 1, stones.Lay(1))
    sweep(services)
    [got] = mailbox.mails()
    assert got["subject"].startswith("Your turn: ") and "/open-game/" in got.get_content()
    assert re.search(r"^Now: .+", got.get_content(), re.MULTILINE)


def test_an_unrecorded_order_sends_no_notification(
    services, mailbox, people, started, command, monkeypatch, at_once
):
    give_address(services, people[1])
    game = started("stones")
    before = len(sending(services))
    with pytest.raises(Overtaken):
        orders.declare_order(services, game.id, people[0].id, command(), 0, stones.Lay(1))
    told = stored_positions.notifications.notify_of_move

    def then_fail(*given):
        told(*given)
        raise ZeroDivisionError

    monkeypatch.setattr(stored_positions.notifications, "notify_of_move", then_fail)
    with pytest.raises(ZeroDivisionError):
        orders.declare_order(services, game.id, people[0].id, command(), 1, stones.Lay(1))
    assert len(sending(services)) == before


def test_a_repeated_order_sends_one_notification(services, people, started, command):
    give_address(services, people[1])
    game, same = started("stones"), command()
    for _ in range(2):
        orders.declare_order(services, game.id, people[0].id, same, 1, stones.Lay(1))
    assert len([row for row in sending(services) if row.user_id == people[1].id]) == 1


def test_sending_delays_no_order(services, people, started, command):
    """The mail server accepts connections and does not answer."""
    box = Mailbox()
    box._talk = lambda talk: threading.Event().wait(3)
    services.post = mail.DeliverySettings(
        "https://caracole.example",
        mail.SmtpServer("127.0.0.1", box.port, "none", "caracole@example.org"),
    )
    give_address(services, people[1])
    game = started("stones")
    put(services)
    busy = OutboxWorker(services)
    busy.start()
    began = datetime.now(UTC)
    orders.declare_order(services, game.id, people[0].id, command(), 1, stones.Lay(1))
    assert (datetime.now(UTC) - began).total_seconds() < 1
    busy._stopped.set()
    box.close()
