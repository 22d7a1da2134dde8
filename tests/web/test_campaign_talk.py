"""Chats of a campaign: players and referees among themselves, spectators among themselves."""

from __future__ import annotations

import pytest

from app.services.people import player_chat
from tests.services.mailbox import give_address, sending
from tests.web.campaigns import joined_campaign
from tests.web.circle import text_of


@pytest.fixture
def campaign(visitor):
    return joined_campaign(visitor)


def write(person, path, text, to="messages"):
    return person.post(f"{path}/{to}", text=text)


def test_players_and_a_referee_without_a_seat_read_each_other_by_name(campaign, visitor):
    path, (ada, berta, carla, _) = campaign
    assert write(ada, path, "Welcome, all of you.").status_code in (200, 303)
    assert write(berta, path, "We come in peace.").status_code in (200, 303)
    for reader in (ada, berta, carla):
        page = text_of(reader.get(f"{path}?tab=messages").text)
        assert "Welcome, all of you." in page and "We come in peace." in page
        assert "Ada" in page
    stranger = text_of(visitor().get(f"{path}?tab=messages").text)
    assert "Welcome" not in stranger and "in peace" not in stranger


def test_the_message_of_a_referee_has_a_name_and_that_of_a_player_reaches_the_referee(
    app, campaign
):
    path, (ada, berta, _, _) = campaign
    services = app.state.services
    with services.store.write() as work:
        judge, _ = work.users.find_by_name("ada")
        game = work.games.lock_game(path.rsplit("/", 1)[1])
        work.notification_preferences.save_preference(judge.id, "chat", "mail", "now")
        work.commit()
    give_address(services, judge, "ada@example.org")
    write(ada, path, "Welcome.")
    write(berta, path, "A question to the referee.")
    assert [one.name for one in player_chat.load_chat_messages(services, game.id, judge.id)] == [
        "Ada",
        "Berta",
    ]
    rows = [row for row in sending(services) if row.kind == "chat"]
    assert [row.user_id for row in rows] == [judge.id]


def test_spectators_talk_on_the_page_and_players_read_it_after_the_end(campaign, visitor):
    path, (ada, berta, _, _) = campaign
    reader = visitor().register("Elena")
    assert write(reader, path, "Who will win?", to="remarks").status_code in (200, 303)
    assert "Who will win?" in text_of(visitor().get(f"{path}?tab=spectators").text)
    for person in (ada, berta):
        assert "Who will win?" not in text_of(person.get(f"{path}?tab=spectators").text)


def test_the_pages_to_read_lead_to_both_chats(campaign, visitor):
    path, (_, berta, _, _) = campaign
    page = berta.get(f"{path}/standings").text
    assert (
        f'href="{path}?tab=messages#more"' in page and f'href="{path}?tab=spectators#more"' in page
    )
    assert "?tab=messages" not in visitor().get(f"{path}/standings").text
