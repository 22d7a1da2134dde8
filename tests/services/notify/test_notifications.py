"""Notifications: recipients, channels, times and cancellations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from app.kernel import clock_orders
from app.kernel.clock_terms import Terms
from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede, TakeBack
from app.services.container import current_time
from app.services.notify import (
    notification_preferences,
    notification_targets,
    notifications,
    outbox,
    reminders,
)
from app.services.people import accounts, player_chat
from app.services.play import invitations, lobby, orders
from app.services.watch import game_view
from tests.contract.tiny import parry, sealed, stones
from tests.services.mailbox import give_address, make_due, put, sending, sweep


def wish(services, user, **wishes):
    """Function that sets preferences: wish(club, ana, your_turn_mail="daily")."""
    notification_preferences.save_choices(
        services, user.id, {"-".join(name.rsplit("_", 1)): how for name, how in wishes.items()}
    )


def member(services, name, email=""):
    user = accounts.register(services, name, "a long enough sentence")
    if email:
        give_address(services, user, email)
    return user


def subjects(mailbox):
    return sorted(one["subject"] for one in mailbox.mails())


@pytest.fixture
def turn(services, people, started, command):
    """Game in which the second of the people owes the decision and has an address."""
    give_address(services, people[1])
    game = started("stones")
    orders.declare_order(services, game.id, people[0].id, command(), 1, stones.Lay(1))
    return game


# ---------------------------------------------------------------------- when it is still true
def test_a_notification_waits_until_an_open_page_could_show_the_turn(services, mailbox, turn):
    sweep(services)
    assert mailbox.got == []
    [row] = sending(services, "waiting")
    assert (
        row.due == notifications.time_after(row.made_at, notifications.FIRST)
        or row.due > row.made_at
    )


def test_a_player_who_has_decided_meanwhile_gets_no_notification(
    services, mailbox, people, turn, command
):
    orders.declare_order(services, turn.id, people[1].id, command(), 2, stones.Lay(1))
    make_due(services)
    sweep(services)
    assert mailbox.got == [] and [row.state for row in sending(services)] == ["dropped"]


def test_a_player_who_sees_the_decision_is_notified_later(services, mailbox, people, turn):
    game_view.record_visit(services, game_view.load_view(services, turn.id, people[1].id))
    make_due(services)
    sweep(services)
    [row] = sending(services, "waiting")
    assert (
        mailbox.got == []
        and row.due == notifications.time_after(row.made_at, notifications.SEEN)
        and row.tries == 0
    )


def test_a_player_who_leaves_the_decision_is_notified(services, mailbox, people, turn, monkeypatch):
    game_view.record_visit(services, game_view.load_view(services, turn.id, people[1].id))
    monkeypatch.setattr(notifications, "SEEN", timedelta(0))
    make_due(services)
    sweep(services)
    assert len(mailbox.got) == 1


def test_an_earlier_visit_delays_no_notification(services, mailbox, people, started, command):
    give_address(services, people[1])
    game = started("stones")
    game_view.record_visit(services, game_view.load_view(services, game.id, people[1].id))
    orders.declare_order(services, game.id, people[0].id, command(), 1, stones.Lay(1))
    make_due(services)
    sweep(services)
    assert len(mailbox.got) == 1


def test_a_deleted_game_sends_no_notification(services, mailbox, turn):
    with services.store.write() as work:
        work.games.delete_game(turn.id)
        work.commit()
    make_due(services)
    sweep(services)
    assert mailbox.got == [] and [row.state for row in sending(services)] == ["dropped"]


def test_a_turn_that_was_taken_back_sends_one_notification(
    services, mailbox, people, started, command
):
    """Strike, undo, strike again: one notification."""
    give_address(services, people[1])
    game, red = started("parry"), people[0].id
    for after, order in enumerate([parry.Strike(False), TakeBack(), parry.Strike(False)], start=1):
        orders.declare_order(services, game.id, red, command(), after, order)
    assert len(sending(services, "waiting")) == 2
    make_due(services)
    sweep(services)
    assert len(mailbox.got) == 1 and sorted(row.state for row in sending(services)) == [
        "dropped",
        "sent",
    ]


@pytest.fixture
def reminded(services, people):
    """Duel with a clock; reminders wait for the player who owes the decision, and missed deadlines
    for both.
    """
    for number, person in enumerate(people[:2]):
        give_address(services, person, f"p{number}@example.org")
        wish(services, person, your_turn_mail="no", clock_mail="now")
    game = lobby.open_table(
        services,
        people[0].id,
        "parry",
        "plain",
        "red",
        clock=Terms("each", 3, then="nudge", holidays=9),
    )
    game = lobby.join_table(services, game.address, people[1].id)
    with services.store.write() as work:
        seats, deadline = (
            work.seats.for_game(game.id),
            work.clocks.of_games([game.id])[game.id]["red"].deadline,
        )
        reminders.remind_player(work, services.box(game), game, seats[0], deadline, deadline)
        history = services.histories.of(work, services.box(game), game)
        reminders.notify_missed_deadline(work, history, game, seats, "red", deadline)
        work.commit()
    return game


def test_a_deadline_still_in_force_is_announced(services, mailbox, reminded):
    sweep(services)
    assert [subject.split(":")[0] for subject in subjects(mailbox)] == [
        "A player ran out of time",
        "Your decision is due",
        "Your time is up",
    ]


@pytest.mark.parametrize(
    "order",
    [parry.Strike(False), clock_orders.TakeHoliday("", 2), Concede()],
    ids=["decided", "another deadline", "over"],
)
def test_a_past_deadline_is_not_announced(services, mailbox, people, reminded, command, order):
    """The mail server was down meanwhile; the player may still owe a decision, or owe one again."""
    if isinstance(order, clock_orders.TakeHoliday):
        order = clock_orders.TakeHoliday(str(datetime.now(UTC).date()), 2)
    orders.declare_order(services, reminded.id, people[0].id, command(), 1, order)
    sweep(services)
    told = {"Your decision is due", "Your time is up", "A player ran out of time"}
    assert not told & {subject.split(":")[0] for subject in subjects(mailbox)}
    assert [row.state for row in sending(services)].count("dropped") == 3


# ---------------------------------------------------------------------- what was chosen
def test_a_member_without_preferences_for_an_event_gets_none(
    services, mailbox, people, started, command, at_once
):
    give_address(services, people[1])
    wish(services, people[1], your_turn_mail="no")
    game = started("stones")
    orders.declare_order(services, game.id, people[0].id, command(), 1, stones.Lay(1))
    assert sending(services) == []


def test_a_user_without_an_address_gets_no_mail(services, people, started, command):
    game = started("stones")
    orders.declare_order(services, game.id, people[0].id, command(), 1, stones.Lay(1))
    assert sending(services) == []


def test_invalid_choices_are_not_stored(services, people):
    wish(services, people[0], your_turn_mail="always", reminder_mail="daily", chat_mail="daily")
    with services.store.read() as work:
        assert work.notification_preferences.for_user(people[0].id) == {("chat", "mail"): "daily"}


def test_the_daily_mail_joins_all_notifications_still_true(
    services, mailbox, people, started, command
):
    give_address(services, people[1], language="es")
    wish(services, people[1], your_turn_mail="daily")
    games = [started("stones") for _ in range(3)]
    for game in games:
        orders.declare_order(services, game.id, people[0].id, command(), 1, stones.Lay(1))
    orders.declare_order(services, games[0].id, people[1].id, command(), 2, stones.Lay(1))
    assert {row.due[11:16] for row in sending(services, "waiting")} == {"08:00"}
    make_due(services)
    sweep(services)
    [got] = mailbox.mails()
    assert got["subject"] == "Tus partidas, 2 avisos"
    assert got.get_content().count("/open-game/") == 2 and got.get_content().count("Ahora: ") == 2
    assert sorted(row.state for row in sending(services)) == ["dropped", "sent", "sent"]


@pytest.mark.parametrize(
    ("moment", "zone", "due"),
    [
        ("2026-03-28T06:59:00.000Z", "Europe/Madrid", "2026-03-28T07:00:00.000Z"),
        (
            "2026-03-28T07:00:00.000Z",
            "Europe/Madrid",
            "2026-03-29T06:00:00.000Z",
        ),  # summer time begins that night
        ("2026-10-24T12:00:00.000Z", "Europe/Madrid", "2026-10-25T07:00:00.000Z"),  # and ends
        ("2026-05-01T12:00:00.000Z", "", "2026-05-02T08:00:00.000Z"),
        ("2026-05-01T12:00:00.000Z", "Atlantis/Poseidonis", "2026-05-02T08:00:00.000Z"),
        ("2026-05-01T00:30:00.000Z", "Pacific/Auckland", "2026-05-01T20:00:00.000Z"),
    ],
)
def test_the_daily_mail_comes_at_eight_in_the_reader_s_zone(moment, zone, due):
    assert notifications.next_daily_mail(moment, zone) == due


# ---------------------------------------------------------------------- results, talk
def test_the_other_players_are_notified_of_the_end(services, mailbox, people, started, command):
    for number, person in enumerate(people[:2]):
        give_address(services, person, f"p{number}@example.org")
    game = started("sealed")
    orders.declare_order(services, game.id, people[0].id, command(), 1, Concede())
    make_due(services)
    sweep(services)
    assert [(one["to"], one["subject"].split(":")[0]) for one in mailbox.mails()] == [
        ("p1@example.org", "It is over")
    ]


def test_a_chat_is_one_notification_with_the_messages_of_others(services, mailbox, people, started):
    give_address(services, people[1])
    wish(services, people[1], chat_mail="now")
    game = started("stones")
    for who, text in ((0, "Hello"), (0, "Are you there?"), (1, "Yes")):
        player_chat.write_chat_message(services, game.id, people[who].id, text)
    [row] = [row for row in sending(services, "waiting") if row.kind == "chat"]
    make_due(services)
    sweep(services)
    [got] = [one for one in mailbox.mails() if one["subject"].startswith("New messages")]
    assert (
        "Hello" in got.get_content()
        and "Are you there?" in got.get_content()
        and "Yes" not in got.get_content().split("-- ")[0].split("/open-game/")[0]
    )
    player_chat.write_chat_message(services, game.id, people[0].id, "One more")
    assert (
        len([one for one in sending(services, "waiting") if one.kind == "chat"]) == 1
        and row.user_id == people[1].id
    )


def test_a_waiting_channel_delays_no_other(services, mailbox, people, started, monkeypatch):
    """The daily mail waits until the next day; webhooks get each chat."""
    monkeypatch.setattr(notification_targets.web, "resolve_host", lambda *_: ["1.1.1.1"])
    posted = []
    monkeypatch.setattr(
        "app.services.notify.delivery_channels.webhooks.post_to_address",
        lambda url, *_: posted.append(url),
    )
    give_address(services, people[1])
    wish(
        services,
        people[1],
        chat_mail="daily",
        chat_hook="now",
        your_turn_hook="no",
        your_turn_mail="no",
    )
    for name in ("one", "other"):
        notification_targets.add_webhook(
            services, people[1].id, "json", name, f"https://{name}.example/"
        )
    game = started("stones")
    for _ in range(3):
        player_chat.write_chat_message(services, game.id, people[0].id, "Hello")
        player_chat.write_chat_message(services, game.id, people[0].id, "Are you there?")
        assert sorted(row.channel for row in sending(services, "waiting")) == [
            "daily",
            "json",
            "json",
        ]
        with services.store.write() as work:
            work._connection.exec_driver_sql(
                "UPDATE outbox SET due = '2020' WHERE state = 'waiting' AND channel = 'json'"
            )
            work.commit()
        sweep(services)
    assert sorted(posted) == ["https://one.example/"] * 3 + ["https://other.example/"] * 3


# ---------------------------------------------------------------------- invitations
def test_a_member_is_invited_by_name_once_and_declines(services, mailbox):
    ana, eva = member(services, "Ana"), member(services, "Eva", "eva@example.org")
    game = lobby.open_table(services, ana.id, "stones", "plain", visibility="private")
    for _ in range(2):
        assert invitations.invite_member(services, game.address, ana.id, " eVa ") == eva
    sweep(services)
    [got] = mailbox.mails()
    assert (
        got["subject"].startswith("Ana invites you") and f"/games/{game.token}" in got.get_content()
    )
    [invited] = invitations.list_invitations(services, eva.id)
    assert (invited.by, invited.table.game.id) == ("Ana", game.id) and invitations.invited_names(
        services, game
    ) == ["Eva"]
    invitations.decline_invitation(services, eva.id, game.id)
    assert invitations.list_invitations(services, eva.id) == []


def test_an_invitation_to_a_table_that_is_full_or_gone_is_not_sent(services, mailbox):
    ana, eva, ines = (
        member(services, "Ana"),
        member(services, "Eva", "eva@example.org"),
        member(services, "Inés"),
    )
    for full in (True, False):
        game = lobby.open_table(services, ana.id, "sealed", "plain")
        invitations.invite_member(services, game.address, ana.id, "Eva")
        if full:
            lobby.join_table(services, game.address, ines.id)
        else:
            lobby.cancel_table(services, game.address, ana.id)
    sweep(services)
    assert mailbox.got == [] and invitations.list_invitations(services, eva.id) == []
    assert [row.state for row in sending(services)] == ["dropped", "dropped"]


@pytest.mark.parametrize("name", ["Nobody", "Ana", "Blocker", "Guest"])
def test_all_reasons_against_an_invitation_give_the_same_refusal(services, name):
    ana, blocker = member(services, "Ana"), member(services, "Blocker")
    with services.store.write() as work:
        work.blocks.block_user(blocker.id, ana.id, current_time())
        work.commit()
    name = accounts.create_guest(services).name if name == "Guest" else name
    game = lobby.open_table(services, ana.id, "stones", "plain")
    with pytest.raises(Refused) as refused:
        invitations.invite_member(services, game.address, ana.id, name)
    assert [(no.rule, str(no.says)) for no in refused.value.refusals] == [
        ("CAR-INV-02", f"No member of the name {name} can be invited.")
    ]


def test_a_running_game_sends_no_invitation(services, people, started):
    member(services, "Eva")
    game = started("stones")
    with pytest.raises(Refused) as refused:
        invitations.invite_member(services, game.address, people[0].id, "Eva")
    assert refused.value.refusals[0].rule == "CAR-INV-01"


# ---------------------------------------------------------------------- no more
def test_one_press_ends_the_mails_of_a_kind_and_a_forged_link_ends_none(
    services, mailbox, people, turn
):
    make_due(services)
    sweep(services)
    [got] = mailbox.mails()
    link = got["list-unsubscribe"].strip("<>")
    assert (
        got["list-unsubscribe-post"] == "List-Unsubscribe=One-Click" and link in got.get_content()
    )
    token = link.removeprefix("https://caracole.example/unsubscribe/")
    assert notification_preferences.unsubscribe_request(services, token) == (
        people[1].id,
        "your_turn",
    )
    user, event, signature = token.split(".")
    forged = [
        f"{people[0].id}.{event}.{signature}",
        f"{user}.chat.{signature}",
        f"{user}.{event}.{'0' * 40}",
        f"{user}.{event}.",
        "",
        "a.b.c",
        f"{user}.password.{signature}",
    ]
    assert [notification_preferences.end_mails(services, one) for one in forged] == [False] * len(
        forged
    )
    assert notification_preferences.end_mails(services, token)
    with services.store.read() as work:
        assert work.notification_preferences.for_user(people[1].id) == {("your_turn", "mail"): "no"}
    assert notification_preferences.end_mails(services, token, everything=True)
    with services.store.read() as work:
        assert set(work.notification_preferences.for_user(people[1].id).values()) == {"no"} and len(
            work.notification_preferences.for_user(people[1].id)
        ) == len(notifications.EVENTS)


def test_mandatory_mails_have_no_unsubscribe_link(services, mailbox, people):
    put(services, user_id=people[0].id)
    sweep(services)
    assert mailbox.mails()[0]["list-unsubscribe"] is None


def test_members_see_only_their_own_delivery_log(services, mailbox, people):
    give_address(services, people[0])
    notification_preferences.send_test(services, people[0].id, "mail")
    sweep(services)
    [line] = notification_preferences.load_notifications_page(services, people[0].id).log
    assert (str(line.title), line.to, line.state) == (
        "A test message from Caracole",
        "ana@example.org",
        "sent",
    )
    assert notification_preferences.load_notifications_page(services, people[1].id).log == ()


# ---------------------------------------------------------------------- twin worlds
def written(services, mailbox):
    make_due(services)
    sweep(services)
    found = [(one["to"], one["subject"], one.get_content()) for one in mailbox.mails()]
    mailbox.got.clear()
    return found


def test_mails_of_twin_worlds_are_the_same(services, mailbox, people, command):
    """Games that differ in facts hidden from the reader."""
    for number, person in enumerate(people[:2]):
        give_address(services, person, f"p{number}@example.org")
    worlds = []
    for hand in sealed.BEATS:
        game = lobby.open_table(services, people[0].id, "sealed", "plain", "north")
        lobby.join_table(services, game.address, people[1].id)
        orders.declare_order(services, game.id, people[0].id, command(), 1, sealed.Choose(hand))
        with services.store.write() as work:
            notifications.notify_member(
                work,
                people[1].id,
                "reminder",
                f"reminder:{game.id}",
                outbox.Message(
                    "reminder",
                    notifications.title_of(services.box(game), game),
                    (),
                    f"/open-game/{game.id}",
                    game.id,
                    2,
                ),
            )
            work.commit()
        sent = sorted(written(services, mailbox))
        assert len(sent) >= 1
        worlds.append(
            [
                (to, subject, text.replace(f"/open-game/{game.id}", "/open-game/N"))
                for to, subject, text in sent
                if to == "p1@example.org"
            ]
        )
    assert worlds[0] == worlds[1] == worlds[2] and worlds[0]
    assert not any(hand in text for hand in sealed.BEATS for _, _, text in worlds[0])
