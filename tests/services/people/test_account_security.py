"""Sessions that users can end, addresses and mailed links, deletion, blocking, moderators."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import sleep

import pytest
import sqlalchemy as sa

from app.kernel import table_orders
from app.kernel.refusal import Refused
from app.services.errors import BadLink, NoSuchGame, NoSuchPerson, NotYourSeat, TooOften
from app.services.people import (
    account_deletion,
    account_export,
    accounts,
    blocking,
    bot_accounts,
    complaints,
    email_verification,
    moderation,
    player_chat,
    spectator_chat,
)
from app.services.play import invitations, lobby, orders, rematches, saved_armies
from app.services.watch import game_lists, game_view
from app.store import login_tables, notification_tables, schema

WORD, OTHER = "correct horse battery", "another good sentence"


@pytest.fixture
def two(services):
    return accounts.register(services, "Ana", WORD), accounts.register(services, "Eva", WORD, "es")


def game_of(services, one, other, **more):
    game = lobby.open_table(services, one.id, "parry", "plain", "red", **more)
    return lobby.join_table(services, game.address, other.id)


def refused(rule, call, *given, **named):
    with pytest.raises(Refused) as found:
        call(*given, **named)
    assert [refusal.rule for refusal in found.value.refusals] == [rule]


def mails(services):
    """Waiting mails: (recipient, kind, link)."""
    with services.store.engine.connect() as connection:
        rows = (
            connection.execute(
                sa.select(notification_tables.outbox).order_by(notification_tables.outbox.c.id)
            )
            .mappings()
            .all()
        )
    return [(row["to"], row["kind"], json.loads(row["message"])) for row in rows]


def link_of(mail):
    return re.search(r"link=([\w-]+)", mail[2]["link"])[1]


# ---------------------------------------------------------------------- log-ins
def test_sessions_are_listed_and_one_is_ended(services, two):
    ana = two[0]
    here, there = (
        accounts.start_login(services, ana.id, "Firefox, Linux"),
        accounts.start_login(services, ana.id, "Chrome, Android"),
    )
    assert {one.browser for one in accounts.list_sessions(services, ana.id)} == {
        "Firefox, Linux",
        "Chrome, Android",
    }
    accounts.end_session(
        services, two[1].id, accounts.session_handle(there.token)
    )  # a user cannot end a session of another user
    assert accounts.visitor_of_session(services, there.token)
    accounts.end_session(services, ana.id, accounts.session_handle(there.token))
    assert (
        accounts.visitor_of_session(services, there.token) is None
        and accounts.visitor_of_session(services, here.token).user == ana
    )
    assert [one.browser for one in accounts.list_sessions(services, ana.id)] == ["Firefox, Linux"]


def test_open_streams_hear_that_sessions_were_ended(services, two):
    login = accounts.start_login(services, two[0].id)
    visitor = accounts.visitor_of_session(services, login.token)

    async def waits():
        waiting = asyncio.ensure_future(
            services.notifier.next_after(visitor.user.id, visitor.ended, "logins")
        )
        await asyncio.sleep(0.1)
        assert not waiting.done()
        await asyncio.to_thread(
            accounts.end_session, services, visitor.user.id, accounts.session_handle(login.token)
        )
        await asyncio.wait_for(waiting, 3)

    asyncio.run(waits())


def test_a_new_password_ends_all_sessions_but_the_own(services, two):
    old, other = (
        accounts.start_login(services, two[0].id),
        accounts.start_login(services, two[0].id),
    )
    fresh = accounts.change_password(services, two[0].id, WORD, OTHER)
    assert (
        accounts.visitor_of_session(services, fresh.token)
        and not accounts.visitor_of_session(services, old.token)
        and not accounts.visitor_of_session(services, other.token)
    )
    refused("CAR-ACC-03", accounts.change_password, services, two[0].id, WORD, OTHER)


@pytest.mark.parametrize("word", ["password1", "PASSWORD1", "123456789", "einstein1"])
def test_a_common_password_is_refused(services, word):
    refused("CAR-ACC-04", accounts.register, services, "Leire", word)


@pytest.mark.parametrize(
    "name", ["Guest 1234", "former member 3", "Antiguo miembro 3", "Miembro 7", "BOT", "Caracole"]
)
def test_reserved_names_are_refused(services, name):
    refused("CAR-ACC-07", accounts.register, services, name, WORD)


def test_guessing_behind_a_log_in_is_slowed_down_too(services, two):
    for _ in range(accounts.PER_NAME):
        refused(
            "CAR-ACC-03", account_deletion.delete_own_account, services, two[0].id, "wrong password"
        )
    with pytest.raises(TooOften):
        email_verification.request_confirmation(services, two[0].id, WORD, "ana@example.org")


def test_wrong_passwords_of_a_stranger_lock_no_open_session(services, two):
    """They delay log-ins by the name. The owner, who is logged in, goes on and may change it."""
    session = accounts.start_login(services, two[0].id)
    for _ in range(accounts.PER_NAME):
        refused("CAR-ACC-03", accounts.log_in, services, "Ana", "wrong password", "10.0.0.9")
    with pytest.raises(TooOften):
        accounts.log_in(services, "Ana", WORD, "10.0.0.9")
    assert accounts.visitor_of_session(services, session.token).user.id == two[0].id
    email_verification.request_confirmation(
        services, two[0].id, WORD, "ana@example.org", "10.0.0.1"
    )
    new = accounts.change_password(services, two[0].id, WORD, OTHER, "10.0.0.1")
    assert accounts.visitor_of_session(services, new.token).user.id == two[0].id


# ---------------------------------------------------------------------- addresses
def with_address(services, user, email="ana@example.org"):
    email_verification.request_confirmation(services, user.id, WORD, email)
    email_verification.confirm_address(services, link_of(mails(services)[-1]))


def test_an_address_counts_once_its_link_was_followed_and_the_old_one_is_told(services, two):
    ana = two[0]
    email_verification.request_confirmation(services, ana.id, WORD, "  Ana@Example.org ")
    ((to, kind, _),) = mails(services)
    assert (to, kind, email_verification.address_of(services, ana.id)) == (
        "ana@example.org",
        "address",
        "",
    )
    link = link_of(mails(services)[0])
    assert (
        email_verification.address_to_confirm(services, link)
        == email_verification.address_to_confirm(services, link)
        == "ana@example.org"
    )  # looking uses nothing up
    assert (
        email_verification.confirm_address(services, link)
        == email_verification.address_of(services, ana.id)
        == "ana@example.org"
    )
    with pytest.raises(BadLink):
        email_verification.confirm_address(services, link)
    with_address(services, ana, "new@example.org")
    assert [(to, kind) for to, kind, _ in mails(services)] == [
        ("ana@example.org", "address"),
        ("new@example.org", "address"),
        ("ana@example.org", "address"),
    ]
    email_verification.remove_address(services, ana.id, WORD)
    assert email_verification.address_of(services, ana.id) == ""


@pytest.mark.parametrize(
    "email",
    [
        "",
        "ana",
        "ana@",
        "ana@home",
        "a b@example.org",
        "ana@example.org\nBcc: eva@example.org",
        "<ana@example.org>",
        "x" * 250 + "@a.eu",
    ],
)
def test_invalid_addresses_are_refused(services, two, email):
    refused("CAR-ACC-06", email_verification.request_confirmation, services, two[0].id, WORD, email)


def test_only_the_last_link_to_a_new_address_counts(services, two):
    email_verification.request_confirmation(services, two[0].id, WORD, "typo@example.org")
    email_verification.request_confirmation(services, two[0].id, WORD, "ana@example.org")
    with pytest.raises(BadLink):
        email_verification.confirm_address(services, link_of(mails(services)[0]))
    refused(
        "CAR-ACC-03",
        email_verification.request_confirmation,
        services,
        two[0].id,
        "wrong password",
        "eva@example.org",
    )


def test_a_forgotten_password_is_reset_by_a_mailed_link(services, two):
    ana, login = two[0], accounts.start_login(services, two[0].id)
    with_address(services, ana)
    before = len(mails(services))
    for who in (
        "nobody",
        "Eva",
        "eva@example.org",
    ):  # no such account, or one without an address: nothing is sent
        email_verification.mail_password_reset(services, who)
    assert len(mails(services)) == before
    email_verification.mail_password_reset(services, "ANA")
    email_verification.mail_password_reset(services, "Ana@example.org")
    first, second = (link_of(mail) for mail in mails(services)[-2:])
    with pytest.raises(BadLink):
        email_verification.user_of_reset_link(services, first)  # the newer one has taken its place
    refused("CAR-ACC-04", email_verification.reset_password, services, second, "short")
    fresh = email_verification.reset_password(services, second, OTHER)
    assert (
        accounts.visitor_of_session(services, fresh.token).user == ana
        and accounts.visitor_of_session(services, login.token) is None
    )
    assert accounts.log_in(services, "Ana", OTHER)
    with pytest.raises(BadLink):
        email_verification.reset_password(services, second, "yet another sentence")


def test_a_link_is_for_one_purpose_and_one_hour(services, two, monkeypatch):
    email_verification.request_confirmation(services, two[0].id, WORD, "ana@example.org")
    with pytest.raises(BadLink):
        email_verification.user_of_reset_link(services, link_of(mails(services)[-1]))
    email_verification.confirm_address(services, link_of(mails(services)[-1]))
    email_verification.mail_password_reset(services, "Ana")
    link = link_of(mails(services)[-1])
    assert email_verification.user_of_reset_link(services, link)
    late = (
        (email_verification.current_datetime() + email_verification.HOUR)
        .isoformat(timespec="milliseconds")
        .replace("+00:00", "Z")
    )
    monkeypatch.setattr(email_verification, "current_time", lambda: late)
    with pytest.raises(BadLink):
        email_verification.reset_password(services, link, OTHER)


def test_a_new_password_or_address_makes_links_worthless(services, two):
    with_address(services, two[0])
    email_verification.mail_password_reset(services, "Ana")
    link = link_of(mails(services)[-1])
    accounts.change_password(services, two[0].id, WORD, OTHER)
    with pytest.raises(BadLink):
        email_verification.user_of_reset_link(services, link)


def test_no_link_is_in_the_database(services, two):
    email_verification.request_confirmation(services, two[0].id, WORD, "ana@example.org")
    with services.store.engine.connect() as connection:
        assert link_of(mails(services)[-1]) not in str(
            connection.execute(sa.select(login_tables.mailed_links)).all()
        )


# ---------------------------------------------------------------------- leaving
def test_a_deleted_account_leaves_neutral_names(services, two, command):
    ana, eva = two
    login = accounts.start_login(services, ana.id)
    running, waiting = (
        game_of(services, ana, eva),
        lobby.open_table(services, ana.id, "parry", "plain", "red"),
    )
    player_chat.write_chat_message(services, running.id, ana.id, "Good luck")
    with pytest.raises(Refused):
        account_deletion.delete_own_account(services, ana.id, "wrong password")
    account_deletion.delete_own_account(services, ana.id, WORD)
    assert accounts.visitor_of_session(services, login.token) is None
    with pytest.raises(NoSuchGame):
        game_view.load_view(services, waiting.id)
    look = game_view.load_view(services, running.id, eva.id)
    name = f"Former member {ana.id}"
    assert look.seats[0].name == name and look.seats[0].user_id is None
    assert [
        message.name for message in player_chat.load_chat_messages(services, running.id, eva.id)
    ] == [name]
    accounts.register(services, "Ana", WORD)  # the name is free again


def test_a_seat_taken_during_the_deletion_gets_a_neutral_name(services, two, monkeypatch):
    """Another tab of the player takes a seat at the same moment. The account waits for it, and no
    name stays.
    """
    ana, eva = two
    game, sits, begun = (
        lobby.open_table(services, eva.id, "parry", "plain", "red"),
        Event(),
        lobby.begun_if_full,
    )

    def slowly(*given):
        sits.set()
        sleep(0.4)
        return begun(*given)

    monkeypatch.setattr(lobby, "begun_if_full", slowly)
    with ThreadPoolExecutor(1) as tab:
        joined = tab.submit(lobby.join_table, services, game.address, ana.id)
        sits.wait()
        account_deletion.delete_own_account(services, ana.id, WORD)
    assert joined.result().id == game.id
    assert [seat.name for seat in game_view.load_view(services, game.id, eva.id).seats] == [
        "Eva",
        f"Former member {ana.id}",
    ]


def test_the_database_keeps_nothing_of_a_deleted_member(services, judge):
    """Data of a deleted member are removed or neutral, in future tables too."""
    user, other = (
        accounts.register(services, "Zuriñe Olabarria", WORD),
        accounts.register(services, "Eva", WORD),
    )
    with_address(services, user, "zurine.olabarria@example.org")
    email_verification.mail_password_reset(services, user.name)
    game = game_of(services, user, other)
    message = player_chat.write_chat_message(services, game.id, user.id, "Good luck")
    complaints.complain_about_chat_message(
        services, game.id, other.id, message.number, "Too friendly."
    )
    complaints.complain_about_name(services, user.id, other.id, "Too short.")
    moderation.act_as_administrator(services, user.id, "name")
    accounts.start_login(services, user.id, "Firefox, Linux")
    third = accounts.register(services, "Ibon", WORD)
    with_address(services, third, "ibon@example.org")
    invitations.invite_member(
        services,
        lobby.open_table(services, user.id, "parry", "plain", "red").address,
        user.id,
        "Ibon",
    )
    moderation.act_on_complaint(
        services, judge.id, complaint(services, judge).id, "mute", "once", 1
    )
    blocking.block_user(services, other.id, user.id)
    assert {"users", "chat_messages", "seats", "complaints", "acts", "outbox"} <= set(
        tables_with(services, "Olabarria")
    )
    account_deletion.delete_own_account(services, user.id, WORD)
    assert tables_with(services, "labarria") == []
    with services.store.engine.connect() as connection:
        owned = [
            (table_.name, column.name)
            for table_ in schema.metadata.tables.values()
            for column in table_.columns
            if any(key.column.table.name == "users" for key in column.foreign_keys)
            and connection.execute(sa.select(sa.func.count()).where(column == user.id)).scalar()
        ]
    assert owned == []


def tables_with(services, words):
    """Tables that contain the words."""
    with services.store.engine.connect() as connection:
        return [
            name
            for name, table_ in schema.metadata.tables.items()
            if words in str(connection.execute(sa.select(table_)).all())
        ]


def test_a_table_that_others_wait_at_stays(services, people):
    game = lobby.open_table(services, people[0].id, "parry", "plain", "red", per_side=2)
    lobby.join_table(services, game.id, people[1].id)
    account_deletion.delete_own_account(services, people[0].id, "")  # a guest has no password
    look = game_view.load_view(services, game.id, people[1].id)
    assert [seat.name for seat in look.seats if not seat.is_free] == [people[1].name]


def test_the_export_contains_all_data_of_an_account(services, two):
    ana, eva = two
    game = game_of(services, ana, eva)
    player_chat.write_chat_message(services, game.id, ana.id, "Good luck")
    blocking.block_user(services, ana.id, eva.id)
    accounts.start_login(services, ana.id, "Firefox, Linux")
    kept = json.loads(account_export.export_account(services, ana.id))
    assert (
        kept["account"]["name"] == "Ana"
        and kept["chat_messages"][0]["text"] == "Good luck"
        and kept["blocked"] == ["Eva"]
    )
    assert (
        kept["games"][0]["my_seat"] == "red" and kept["log_ins"][0]["browser"] == "Firefox, Linux"
    )
    with services.store.read() as work:
        secrets = (work.users.password_of(ana.id), work.games.seed_of(game.id))
    assert not any(secret in json.dumps(kept) for secret in secrets)


TAKEN_ALONG = {
    "logins": "log_ins",
    "second_factors": "second_factor",
    "recovery_codes": "second_factor",
    "blocks": "blocked",
    "tokens": "tokens",
    "programs": "programs",
    "games": "games",
    "seats": "games",
    "former_players": "former_seats",
    "default_rosters": "default_rosters",
    "referees": "referee_of",
    "scribes": "scribe_of",
    "club_roles": "clubs",
    "club_entries": "clubs",
    "club_links": "clubs",
    "club_offers": "club_offices",
    "club_bans": "club_offices",
    "club_closings": "club_offices",
    "club_dates": "club_dates",
    "club_announcements": "club_announcements",
    "club_messages": "club_messages",
    "club_chapters": "club_chapters",
    "club_pictures": "club_pictures",
    "club_polls": "club_polls",
    "club_poll_answers": "club_polls",
    "club_page_versions": "house_rules",
    "club_answers": "club_dates",
    "club_bookings": "club_dates",
    "referee_votes": "referee_votes",
    "referee_notes": "referee_notes",
    "absence_reasons": "absence_reasons",
    "hidden_ratings": "ratings",
    "opponent_wishes": "opponents",
    "found_games": "opponents",
    "timed_decisions": "decisions_in_time",
    "conditional_orders": "conditional_orders",
    "armies": "armies",
    "chat_messages": "chat_messages",
    "remarks": "remarks",
    "notes": "notes",
    "complaints": "complaints",
    "reports": "reports",
    "photographs": "photographs",
    "visits": "visits",
    "outbox": "sent",
    "notification_preferences": "notification_preferences",
    "notification_targets": "notification_targets",
    "invitations": "invitations",
    "calendars": "has_calendar",
    "hours": "hours",
    "sandboxes": "sandboxes",
}
LEFT_BEHIND = {
    "club_unread_welcomes": "a message of the club that waits to be closed",
    "half_logins": "minutes old, and a secret",
    "mailed_links": "hashes of secrets, an hour old",
    "moves": "the record of the game has them",
    "acts": "what moderators did; a complaint of one's own tells that it was closed",
}


def test_the_export_covers_every_table_with_a_user_id(services, two):
    """A new table with a user id is exported, or its reason is listed above."""
    of_members = {
        name
        for name, table_ in schema.metadata.tables.items()
        if any(key.column.table is schema.users for key in table_.foreign_keys)
    }
    assert set(TAKEN_ALONG) | set(LEFT_BEHIND) == of_members, (
        "name each table of members in TAKEN_ALONG or LEFT_BEHIND"
    )
    game = lobby.open_table(services, two[0].id, "parry", "plain", "red")
    invitations.invite_member(services, game.address, two[0].id, "Eva")
    game_view.record_visit(
        services, game_view.load_view(services, game_of(services, *two).id, two[1].id)
    )
    kept = json.loads(account_export.export_account(services, two[1].id))
    assert set(TAKEN_ALONG.values()) <= set(kept)
    assert (
        kept["invitations"][0]["by"] == "Ana"
        and kept["visits"] == {str(game.id + 1): 1}
        and kept["has_calendar"] is False
    )


# ---------------------------------------------------------------------- blocking
def test_a_blocked_user_cannot_join_and_is_not_listed(services, two):
    ana, eva = two
    tables = [lobby.open_table(services, one.id, "parry", "plain", "red") for one in two]
    assert len(lobby.open_tables(services, ana.id)) == len(lobby.open_tables(services, eva.id)) == 2
    blocking.block_user(services, ana.id, eva.id)
    refused("CAR-BLK-01", lobby.join_table, services, tables[0].id, eva.id)
    refused("CAR-BLK-01", lobby.join_table, services, tables[1].id, ana.id)
    assert [one.game.id for one in lobby.open_tables(services, ana.id)] == [tables[0].id]
    assert [one.game.id for one in lobby.open_tables(services, eva.id)] == [tables[1].id]
    assert len(lobby.open_tables(services)) == 2
    blocking.unblock_user(services, ana.id, eva.id)
    assert lobby.join_table(services, tables[0].id, eva.id).status == "running"


def test_a_block_by_the_opener_counts_without_a_seat(services, two, people):
    table_ = lobby.open_table(services, two[0].id, "parry", "plain", "red", per_side=2)
    lobby.join_table(services, table_.id, people[0].id)
    lobby.leave_table(services, table_.id, two[0].id)
    blocking.block_user(services, two[0].id, two[1].id)
    refused("CAR-BLK-01", lobby.join_table, services, table_.id, two[1].id)


def test_a_blocked_user_writes_during_a_common_game_and_not_after(services, two, command):
    ana, eva = two
    game = game_of(services, ana, eva)
    blocking.block_user(services, ana.id, eva.id)
    assert player_chat.write_chat_message(services, game.id, eva.id, "Your move")
    orders.declare_order(services, game.id, eva.id, command(), 1, table_orders.Concede())
    refused("CAR-BLK-02", player_chat.write_chat_message, services, game.id, eva.id, "Again?")
    assert player_chat.write_chat_message(services, game.id, ana.id, "Good game")
    for one in two:
        refused("CAR-BLK-01", rematches.open_rematch, services, game.id, one.id)
    assert game_lists.list_finished(services, user_id=ana.id) and game_lists.list_finished(services)


def test_lists_leave_out_blocked_users(services, two, people):
    ana, eva = two
    game_of(services, eva, people[0])
    assert len(game_lists.list_running(services, user_id=ana.id)) == 1
    blocking.block_user(services, ana.id, eva.id)
    assert (
        game_lists.list_running(services, user_id=ana.id) == []
        and len(game_lists.list_running(services))
        == len(game_lists.list_running(services, user_id=eva.id))
        == 1
    )
    assert saved_armies.list_public_armies(services, ana.id) == []


def test_users_cannot_block_themselves_or_unknown_users(services, two):
    for other in (two[0].id, 99_999):
        with pytest.raises(NoSuchPerson):
            blocking.block_user(services, two[0].id, other)
    blocking.block_user(services, two[0].id, two[1].id)
    blocking.block_user(services, two[0].id, two[1].id)
    assert blocking.blocked_by(services, two[0].id) == [(two[1].id, "Eva")]


# ---------------------------------------------------------------------- moderators
@pytest.fixture
def judge(services):
    user = accounts.register(services, "Leire", WORD)
    moderation.act_as_administrator(services, user.id, "name")
    return user


def complaint(services, judge):
    return moderation.load_moderation_page(services, judge.id).waiting[0][0]


def test_a_message_is_reported_and_removed_and_everything_is_on_the_log(services, two, judge):
    ana, eva = two
    game = game_of(services, ana, eva)
    message = player_chat.write_chat_message(services, game.id, eva.id, "You fool")
    refused(
        "CAR-MOD-02",
        complaints.complain_about_chat_message,
        services,
        game.id,
        ana.id,
        message.number,
        " ",
    )
    for _ in range(2):  # saying it twice is saying it once
        complaints.complain_about_chat_message(
            services, game.id, ana.id, message.number, "That is rude."
        )
    ((found, about, _),) = moderation.load_moderation_page(services, judge.id).waiting
    assert (found.text, found.reason, found.by, about.name, found.game_id) == (
        "You fool",
        "That is rude.",
        "Ana",
        "Eva",
        game.id,
    )
    moderation.act_on_complaint(services, judge.id, found.id, "hide", "rude")
    assert [
        (one.text, one.hidden) for one in player_chat.load_chat_messages(services, game.id, ana.id)
    ] == [("", True)]
    assert moderation.load_moderation_page(services, judge.id).waiting == ()
    assert [(act.by, act.what, act.about, act.note) for act in moderation.audit_log(services)] == [
        ("Leire", "hide", "Eva", "rude"),
        ("", "name", "Leire", ""),
    ]
    moderation.act_on_complaint(services, judge.id, found.id, "show")
    assert player_chat.load_chat_messages(services, game.id, ana.id)[0].text == "You fool"


def test_the_moderation_page_needs_no_more_queries_for_ten_complaints(
    services, two, started, judge
):
    ana, eva = two
    game, watched, asked = game_of(services, ana, eva), started("parry"), []
    sa.event.listen(
        services.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2])
    )

    def queries() -> int:
        asked.clear()
        assert all(
            about.name == "Eva" and written is not None
            for _, about, written in moderation.load_moderation_page(services, judge.id).waiting
        )
        return len(asked)

    def is_rude() -> None:
        complaints.complain_about_chat_message(
            services,
            game.id,
            ana.id,
            player_chat.write_chat_message(services, game.id, eva.id, "You fool").number,
            "That is rude.",
        )
        complaints.complain_about_remark(
            services,
            watched.id,
            ana.id,
            spectator_chat.write_remark(services, watched.id, eva.id, "Fools").number,
            "That too.",
        )

    is_rude()
    of_two = queries()
    for _ in range(4):
        is_rude()
    assert (
        queries() == of_two
        and len(moderation.load_moderation_page(services, judge.id).waiting) == 10
    )


def test_only_readable_texts_are_reported(services, two, people):
    game = game_of(services, *two)
    message = player_chat.write_chat_message(services, game.id, two[0].id, "A plan")
    for who in people[:2]:
        with pytest.raises(NoSuchGame):
            complaints.complain_about_chat_message(
                services, game.id, who.id, message.number, "What does it say?"
            )
    refused(
        "CAR-MOD-03",
        complaints.complain_about_chat_message,
        services,
        game.id,
        two[0].id,
        message.number,
        "I regret it",
    )


def test_a_moderator_makes_a_name_neutral(services, two, judge):
    game = game_of(services, *two)
    player_chat.write_chat_message(services, game.id, two[1].id, "Hello")
    complaints.complain_about_name(services, two[0].id, two[1].id, "It mocks me.")
    moderation.act_on_complaint(services, judge.id, complaint(services, judge).id, "rename")
    name = f"Miembro {two[1].id}"
    assert (
        game_view.load_view(services, game.id).seats[1].name
        == player_chat.load_chat_messages(services, game.id, two[0].id)[0].name
        == name
    )
    assert accounts.log_in(services, name, WORD)
    assert mails(services) == [], "he has named no address"


def told(services):
    """Recipients and sentences of mails about neutral names."""
    with services.store.engine.connect() as connection:
        rows = connection.execute(
            sa.select(notification_tables.outbox.c.to, notification_tables.outbox.c.message).where(
                notification_tables.outbox.c.kind == "name"
            )
        ).all()
    return [
        (to, [line["es"].format(**line["facts"]) for line in json.loads(message)["lines"]])
        for to, message in rows
    ]


def test_a_renamed_user_is_told_the_name_for_the_log_in(services, two):
    eva = two[1]
    with_address(services, eva, "eva@example.org")
    for _ in range(2):  # once is enough
        moderation.act_as_administrator(services, eva.id, "rename")
    [(to, lines)] = told(services)
    assert (
        to == "eva@example.org"
        and f"la cuenta Eva un nombre neutro: Miembro {eva.id}." in lines[0]
        and "entra" in lines[1]
    )


def test_a_renamed_bot_account_keeps_its_mark_and_its_owner_is_told(services, two):
    ana = two[0]
    with_address(services, ana)
    program = bot_accounts.create_bot_account(services, ana.id, "Rude").user
    moderation.act_as_administrator(services, program.id, "rename")
    name = f"Member {program.id}{bot_accounts.MARK}"
    assert bot_accounts.list_bot_accounts(services, ana.id)[0].user.name == name
    [(to, [line])] = told(services)
    assert to == "ana@example.org" and f"Rude [bot] un nombre neutro: {name}." in line


def test_a_muted_member_cannot_write(services, two, judge):
    game = game_of(services, *two)
    complaints.complain_about_name(services, two[0].id, two[1].id, "Insults me elsewhere.")
    found = complaint(services, judge)
    refused("CAR-MOD-04", moderation.act_on_complaint, services, judge.id, found.id, "mute", days=0)
    moderation.act_on_complaint(services, judge.id, found.id, "mute", days=2, close=False)
    refused("CAR-MOD-01", player_chat.write_chat_message, services, game.id, two[1].id, "Hello")
    moderation.act_on_complaint(services, judge.id, found.id, "unmute")
    assert player_chat.write_chat_message(services, game.id, two[1].id, "Hello")


def test_a_suspended_account_is_out_at_once(services, two, judge):
    login = accounts.start_login(services, two[1].id)
    complaints.complain_about_name(services, two[0].id, two[1].id, "A cheat.")
    found = complaint(services, judge)
    moderation.act_on_complaint(services, judge.id, found.id, "suspend", close=False)
    assert accounts.visitor_of_session(services, login.token) is None
    refused("CAR-ACC-05", accounts.log_in, services, "Eva", WORD)
    refused("CAR-ACC-03", accounts.log_in, services, "Eva", "wrong password")
    moderation.act_on_complaint(services, judge.id, found.id, "lift")
    assert accounts.log_in(services, "Eva", WORD)


def test_only_moderators_act_and_never_in_their_own_case(services, two, judge):
    complaints.complain_about_name(services, two[0].id, judge.id, "Unfair.")
    found = complaint(services, judge)
    refused("CAR-MOD-03", moderation.act_on_complaint, services, judge.id, found.id, "dismiss")
    for what in ("name", "release", "fly"):
        with pytest.raises(NoSuchGame):
            moderation.act_on_complaint(services, judge.id, found.id, what)
    with pytest.raises(NotYourSeat):
        moderation.act_on_complaint(services, two[0].id, found.id, "suspend")
    with pytest.raises(NotYourSeat):
        moderation.load_moderation_page(services, two[0].id)
    moderation.act_as_administrator(services, judge.id, "release")
    with pytest.raises(NotYourSeat):
        moderation.load_moderation_page(services, judge.id)


def test_the_document_describes_every_key_of_the_export(services, two):
    document = (Path(__file__).parents[3] / "docs" / "account-format.md").read_text("utf-8")
    rows = re.findall(r"^\| (`[^|]*`) \|", document, re.MULTILINE)
    described = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert described == set(json.loads(account_export.export_account(services, two[0].id)))
