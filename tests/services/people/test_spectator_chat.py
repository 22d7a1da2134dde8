"""Spectator chat and private notes: readers, writers, moderation."""

import json

import pytest

from app.kernel import table_orders
from app.kernel.refusal import Refused
from app.services.errors import NoSuchGame, NotYourSeat, TooOften
from app.services.people import (
    account_deletion,
    account_export,
    accounts,
    blocking,
    bot_accounts,
    complaints,
    moderation,
    notes,
    spectator_chat,
)
from app.services.play import orders
from app.services.rate_limit import LIMITS
from app.services.watch import game_view
from app.store import records


def end(services, game, who, command) -> None:
    orders.declare_order(services, game.id, who.id, command(), 1, table_orders.Concede())


def refused(call, *given, **more) -> str:
    with pytest.raises(Refused) as no:
        call(*given, **more)
    return no.value.refusals[0].rule


def test_players_read_nothing_until_the_end(services, people, started, command):
    game = started("parry")
    one, looker, other = people[0], people[2], people[3]
    first = spectator_chat.write_remark(services, game.id, looker.id, "  Bold! \r\n <b> ")
    second = spectator_chat.write_remark(services, game.id, other.id, "The beginning", about=1)
    assert (first.number, first.text, first.after, first.about, first.name) == (
        1,
        "Bold!\n<b>",
        1,
        None,
        looker.name,
    )
    assert (second.number, second.about) == (2, 1)
    for reader in (looker.id, other.id, None):
        assert spectator_chat.load_remarks(services, game.id, reader) == [first, second]
    assert (
        spectator_chat.load_remarks(services, game.id, None, after=1)
        == spectator_chat.load_remarks(services, game.id, None, about=1)
        == [second]
    )
    assert (
        spectator_chat.load_remarks(services, game.id, one.id)
        == spectator_chat.load_remarks(services, game.id, people[1].id)
        == []
    )
    assert (
        refused(spectator_chat.write_remark, services, game.id, one.id, "Thank you") == "CAR-HAL-02"
    )
    end(services, game, one, command)
    assert spectator_chat.load_remarks(services, game.id, one.id) == [first, second]
    assert spectator_chat.write_remark(services, game.id, one.id, "Thank you").number == 3


def test_a_user_who_takes_a_seat_can_no_longer_read_the_chat(services, people, started):
    game, looker = started("parry"), people[2]
    spectator_chat.write_remark(services, game.id, looker.id, "I know what he plans")
    with services.store.write() as work:
        seat = work.seats.for_game(game.id)[0]
        work.seats.update_seat(game.id, seat.seat, user_id=looker.id, name=looker.name)
        work.commit()
    assert spectator_chat.load_remarks(services, game.id, looker.id) == []
    assert (
        refused(spectator_chat.write_remark, services, game.id, looker.id, "And now?")
        == "CAR-HAL-02"
    )


def test_a_former_player_cannot_read_the_chat_until_the_end(
    services, started, people, judges, command
):
    """A former player knows the view of one side."""
    game, looker = started("parry"), people[2]
    with services.store.write() as work:
        seat = work.seats.for_game(game.id)[1]
        work.former.add_former(
            records.FormerPlayer(game.id, seat.seat, 1, judges[0].id, judges[0].name)
        )
        work.commit()
    said = spectator_chat.write_remark(services, game.id, looker.id, "He hides in the mill")
    complaints.complain_about_remark(services, game.id, people[3].id, said.number, "Rude")
    assert (
        spectator_chat.load_remarks(services, game.id, judges[0].id) == []
        and game_view.load_followed(services, game.id, judges[0].id).remarks is None
    )
    assert (
        refused(spectator_chat.write_remark, services, game.id, judges[0].id, "No, behind it")
        == "CAR-HAL-02"
    )
    with pytest.raises(NoSuchGame):
        complaints.complain_about_remark(services, game.id, judges[0].id, said.number, "Rude")
    assert (
        moderation.load_moderation_page(services, judges[0].id).waiting
        == ()
        != moderation.load_moderation_page(services, judges[1].id).waiting
    )
    end(services, game, people[0], command)
    assert (
        spectator_chat.load_remarks(services, game.id, judges[0].id) == [said]
        and moderation.load_moderation_page(services, judges[0].id).waiting
    )
    assert spectator_chat.write_remark(services, game.id, judges[0].id, "Behind it").number == 2


def test_each_game_numbers_its_messages(services, people, started):
    """Message numbers reveal nothing of other games."""
    one, other = started("parry"), started("parry")
    assert [
        spectator_chat.write_remark(services, game.id, people[3].id, "Look").number
        for game in (one, other, one, other)
    ] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("text", "about", "rule"),
    [
        ("", None, "CAR-HAL-01"),
        (" \n ", None, "CAR-HAL-01"),
        ("x" * 501, None, "CAR-HAL-01"),
        ("x", 2, "CAR-HAL-03"),
        ("x", 0, "CAR-HAL-03"),
        ("x", -1, "CAR-HAL-03"),
    ],
)
def test_invalid_messages_are_refused(services, people, started, text, about, rule):
    assert (
        refused(
            spectator_chat.write_remark, services, started("parry").id, people[3].id, text, about
        )
        == rule
    )


def test_writing_needs_a_running_game_that_the_user_may_watch(services, people, started):
    from app.services.play import lobby

    waiting = lobby.open_table(services, people[0].id, "parry", "plain", "")
    assert (
        refused(spectator_chat.write_remark, services, waiting.id, people[3].id, "Early")
        == "CAR-HAL-03"
    )
    private, closed = started("parry", visibility="private"), started("parry", spectators=False)
    for game in (private, closed):
        for call in (
            spectator_chat.load_remarks,
            lambda *where: spectator_chat.write_remark(*where, "Hello"),
        ):
            with pytest.raises(NoSuchGame):
                call(services, game.id, people[3].id)
    assert (
        spectator_chat.write_remark(services, private.token, people[3].id, "By the link").number
        == 1
    )


def test_messages_of_blocked_users_are_left_out(services, people, started):
    game, one, other = started("parry"), people[2], people[3]
    said = [spectator_chat.write_remark(services, game.id, who.id, "Hm") for who in (one, other)]
    blocking.block_user(services, one.id, other.id)
    assert (
        spectator_chat.load_remarks(services, game.id, one.id) == said[:1]
        and spectator_chat.load_remarks(services, game.id, other.id) == said
    )


def test_muted_members_and_programs_that_may_not_write(services, people, started):
    game = started("parry")
    moderation.act_as_administrator(services, people[3].id, "mute", days=1)
    assert (
        refused(spectator_chat.write_remark, services, game.id, people[3].id, "But") == "CAR-MOD-01"
    )
    owner = accounts.register(services, "Owner", "a long enough sentence")
    walker = bot_accounts.create_bot_account(services, owner.id, "Walker").user
    assert (
        refused(spectator_chat.write_remark, services, game.id, walker.id, "Beep") == "CAR-PRG-03"
    )


def test_limits_of_the_two_chats_are_separate(services, people, started):
    from app.services.people import player_chat

    game = started("parry")
    for _ in range(LIMITS["remarks"].user):
        spectator_chat.write_remark(services, game.id, people[3].id, "again")
    with pytest.raises(TooOften):
        spectator_chat.write_remark(services, game.id, people[3].id, "again")
    assert (
        "remarks" in LIMITS
        and player_chat.write_chat_message(services, game.id, people[0].id, "Undisturbed").text
        == "Undisturbed"
    )


# ---------------------------------------------------------------------- moderators
@pytest.fixture
def judges(services):
    """Two moderators."""
    found = [
        accounts.register(services, f"Judge {number}", "a long enough sentence")
        for number in (1, 2)
    ]
    for one in found:
        moderation.act_as_administrator(services, one.id, "name")
    return found


def test_a_moderator_judges_no_report_of_an_own_game(services, people, started, judges, command):
    game = started("parry")
    with services.store.write() as work:
        work.seats.update_seat(
            game.id, work.seats.for_game(game.id)[1].seat, user_id=judges[0].id, name=judges[0].name
        )
        work.commit()
    said = spectator_chat.write_remark(services, game.id, people[3].id, "You fool")
    complaints.complain_about_remark(services, game.id, people[2].id, said.number, "That is rude.")
    complaints.complain_about_remark(
        services, game.id, people[2].id, said.number, "That is rude."
    )  # a second one changes nothing
    assert moderation.load_moderation_page(services, judges[0].id).waiting == ()
    complaint, about, written = moderation.load_moderation_page(services, judges[1].id).waiting[0]
    assert (complaint.text, complaint.game_id, about.id, written) == (
        "You fool",
        game.id,
        people[3].id,
        said,
    )
    with pytest.raises(NoSuchGame):
        moderation.act_on_complaint(services, judges[0].id, complaint.id, "hide")
    before = spectator_chat.news_number(services, game.id)
    moderation.act_on_complaint(services, judges[1].id, complaint.id, "hide")
    assert spectator_chat.news_number(services, game.id) > before
    assert (
        spectator_chat.load_remarks(services, game.id)[0].text == ""
        and spectator_chat.load_remarks(services, game.id)[0].hidden
    )
    assert "hide" not in {
        act.what for act in moderation.load_moderation_page(services, judges[0].id).done
    }
    assert "hide" in {
        act.what for act in moderation.load_moderation_page(services, judges[1].id).done
    }
    end(services, game, people[0], command)
    assert "hide" in {
        act.what for act in moderation.load_moderation_page(services, judges[0].id).done
    }


def test_players_cannot_report_hidden_messages(services, people, started):
    game = started("parry")
    said = spectator_chat.write_remark(services, game.id, people[3].id, "Hm")
    for who, number in ((people[0], said.number), (people[2], 99)):
        with pytest.raises(NoSuchGame):
            complaints.complain_about_remark(services, game.id, who.id, number, "Rude")
    assert (
        refused(
            complaints.complain_about_remark, services, game.id, people[3].id, said.number, "Rude"
        )
        == "CAR-MOD-03"
    )


# ---------------------------------------------------------------------- private notes
def test_a_note_is_its_players_alone(services, people, started, command):
    game, one, other = started("parry"), people[0], people[1]
    notes.write_note(services, game.id, one.id, 1, " A mistake. ")
    assert notes.write_note(services, game.id, one.id, 1, "No mistake.").text == "No mistake."
    assert [note.text for note in notes.list_notes(services, game.id, one.id)] == ["No mistake."]
    assert (
        notes.list_notes(services, game.id, other.id) == []
        and spectator_chat.load_remarks(services, game.id) == []
    )
    assert refused(notes.write_note, services, game.id, one.id, 2, "Early") == "CAR-HAL-03"
    assert refused(notes.write_note, services, game.id, one.id, 1, "x" * 2001) == "CAR-HAL-04"
    with pytest.raises(NotYourSeat):
        notes.write_note(services, game.id, people[3].id, 1, "Mine")
    end(services, game, one, command)
    assert (
        notes.list_notes(services, game.id, other.id) == []
        and spectator_chat.load_remarks(services, game.id, other.id) == []
    )
    notes.write_note(services, game.id, one.id, 1, "")
    assert notes.list_notes(services, game.id, one.id) == []


def test_messages_are_exported_and_stay_under_a_neutral_name(services, people, started):
    game = started("parry")
    leaver = accounts.register(services, "Leaver", "a long enough sentence")
    spectator_chat.write_remark(services, game.id, people[3].id, "First")
    spectator_chat.write_remark(services, game.id, leaver.id, "Second", about=1)
    notes.write_note(services, game.id, people[0].id, 1, "Mine")
    kept = json.loads(account_export.export_account(services, leaver.id))["remarks"]
    assert [(one["text"], one["about"], one["game_id"]) for one in kept] == [("Second", 1, game.id)]
    assert "number" not in kept[0]
    assert (
        json.loads(account_export.export_account(services, people[0].id))["notes"][0]["text"]
        == "Mine"
    )
    account_deletion.delete_own_account(services, leaver.id, "a long enough sentence")
    stays = spectator_chat.load_remarks(services, game.id)[1]
    assert stays.text == "Second" and stays.user_id is None and "Leaver" not in stays.name


def test_the_export_leaves_out_reports_about_texts_no_longer_readable(services, people, started):
    game, looker = started("parry"), people[2]
    said = spectator_chat.write_remark(services, game.id, people[3].id, "His plan is bad")
    complaints.complain_about_remark(services, game.id, looker.id, said.number, "Rude")
    assert b"His plan" in account_export.export_account(services, looker.id)
    with services.store.write() as work:
        work.seats.update_seat(
            game.id, work.seats.for_game(game.id)[0].seat, user_id=looker.id, name=looker.name
        )
        work.commit()
    assert b"His plan" not in account_export.export_account(services, looker.id)
