"""Tables before and between games."""
import pytest

from app.club import lobby, play, watch
from app.club.problems import Malformed, NoSuchGame, NotYourSeat
from app.games import shelf
from app.kernel import table
from app.kernel.refusal import Refused
from tests.contract.tiny import TINY


def rule_of(refused):
    return refused.value.refusals[0].rule


def test_a_game_begins_when_every_seat_is_taken(club, people):
    game = lobby.open_table(club, people[0].id, "stones", "plain", "birch")
    assert (game.status, game.number) == ("open", 0)
    assert watch.look(club, game.id).view is None
    game = lobby.join(club, game.id, people[1].id, "cedar")
    assert game.status == "open"
    game = lobby.join(club, game.id, people[2].id)
    assert (game.status, game.number) == ("running", 1)
    seats = watch.look(club, game.id).seats
    assert [(seat.seat, seat.user_id) for seat in seats] == [
        ("ash", people[2].id), ("birch", people[0].id), ("cedar", people[1].id)]


def test_a_seat_is_taken_once_and_by_one_who_has_none(club, people):
    game = lobby.open_table(club, people[0].id, "stones", "plain")
    with pytest.raises(Refused) as refused:
        lobby.join(club, game.id, people[1].id, "ash")
    assert rule_of(refused) == "CAR-LOB-01"
    with pytest.raises(Refused) as refused:
        lobby.join(club, game.id, people[0].id)
    assert rule_of(refused) == "CAR-LOB-02"


def test_nobody_joins_or_leaves_a_running_game(club, people, started):
    game = started("parry")
    for act in (lobby.join, lobby.leave, lobby.cancel):
        person = people[2] if act is lobby.join else people[0]
        with pytest.raises(Refused) as refused:
            act(club, game.id, person.id)
        assert rule_of(refused) == "CAR-LOB-03"


def test_leaving_frees_the_seat_and_the_last_one_clears_the_table(club, people):
    game = lobby.open_table(club, people[0].id, "stones", "plain")
    lobby.join(club, game.id, people[1].id)
    with pytest.raises(NotYourSeat):
        lobby.leave(club, game.id, people[2].id)
    lobby.leave(club, game.id, people[0].id)
    assert [seat.user_id for seat in watch.look(club, game.id).seats] == [None, people[1].id, None]
    lobby.leave(club, game.id, people[1].id)
    with pytest.raises(NoSuchGame):
        watch.look(club, game.id)


def test_only_whoever_opened_a_table_clears_it(club, people):
    game = lobby.open_table(club, people[0].id, "stones", "plain")
    with pytest.raises(Refused) as refused:
        lobby.cancel(club, game.id, people[1].id)
    assert rule_of(refused) == "CAR-LOB-04"
    lobby.cancel(club, game.id, people[0].id)
    assert lobby.open_tables(club) == []


def test_a_private_table_is_found_by_its_link_alone(club, people):
    game = lobby.open_table(club, people[0].id, "parry", "plain", visibility="private")
    assert game.address == game.token
    assert lobby.open_tables(club) == []
    assert [listed.game.id for listed in lobby.open_tables(club, people[0].id)] == [game.id]
    with pytest.raises(NoSuchGame):
        lobby.join(club, game.id, people[1].id)
    assert lobby.join(club, game.token, people[1].id).status == "running"


def test_against_a_bot_it_begins_at_once(club, people):
    game = lobby.open_table(club, people[0].id, "parry", "plain", "blue", against="bot", added="a salt")
    assert game.status == "running"
    seats = watch.look(club, game.id).seats
    assert [(seat.bot, seat.added) for seat in seats] == [("house", ""), ("", "a salt")]
    assert lobby.play_now(club, people[1].id, "parry").status == "running"


def test_a_newcomer_plays_the_guided_battles_one_after_another(club, people):
    box = shelf()["heart_of_africa"]
    assert lobby.first_battle(box).key == "first_steps" and lobby.next_lesson(box, "first_steps").key == "waterhole"
    assert lobby.next_lesson(box, "waterhole") is None and lobby.next_lesson(box, "encounter") is None
    assert lobby.first_battle(TINY["parry"]).key == "plain"
    assert lobby.play_now(club, people[0].id, "parry", "plain").scenario == "plain"
    with pytest.raises(Malformed):
        lobby.play_now(club, people[0].id, "parry", "none")


@pytest.mark.parametrize("wrong", [{"box": "chess"}, {"scenario": "none"}, {"side": "green"}, {"options": ("none",)},
                                   {"visibility": "secret"}, {"against": "myself"}])
def test_what_does_not_exist_is_malformed(club, people, wrong):
    with pytest.raises(Malformed):
        lobby.open_table(club, people[0].id, **{"box": "parry", "scenario": "plain", **wrong})


@pytest.mark.parametrize("salt", ["x" * 101, "a\nb"])
def test_the_salt_is_short_and_printable(club, people, salt):
    with pytest.raises(Refused) as refused:
        lobby.open_table(club, people[0].id, "parry", "plain", added=salt)
    assert rule_of(refused) == "CAR-LOB-06"
    assert lobby.open_tables(club) == []


def test_a_rematch_swaps_the_sides_and_waits_for_the_other(club, people, started, command):
    game = started("parry")
    with pytest.raises(Refused) as refused:
        lobby.rematch(club, game.id, people[0].id)
    assert rule_of(refused) == "CAR-LOB-05"
    play.declare(club, game.id, people[0].id, command(), 1, table.Concede())
    with pytest.raises(NotYourSeat):
        lobby.rematch(club, game.id, people[2].id)
    asked = lobby.rematch(club, game.id, people[0].id)
    assert asked.status == "open"
    assert watch.look(club, game.id, people[1].id).rematch == asked.address
    assert watch.look(club, game.id).rematch is None
    assert lobby.rematch(club, game.id, people[0].id).id == asked.id
    begun = lobby.rematch(club, game.id, people[1].id)
    assert (begun.id, begun.status) == (asked.id, "running")
    assert [seat.user_id for seat in watch.look(club, begun.address).seats] == [people[1].id, people[0].id]


def test_a_list_does_not_tell_when_somebody_moved_in_a_game_that_is_not_on_it(club, people, started):
    older, hidden = started("parry"), lobby.open_table(club, people[0].id, "parry", "plain", "red", against="bot", visibility="private")
    assert [listed.game.id for listed in watch.going_on(club)] == [older.id]
    assert watch.going_on(club, before=hidden.id) == [] == watch.going_on(club, before=older.id)


def test_a_rematch_with_a_bot_begins_at_once(club, people, command):
    game = lobby.open_table(club, people[0].id, "parry", "plain", "red", against="bot")
    play.declare(club, game.id, people[0].id, command(), 1, table.Concede())
    again = lobby.rematch(club, game.id, people[0].id)
    assert again.status == "running"
    assert [seat.bot for seat in watch.look(club, again.address).seats] == ["house", ""]


def test_lists(club, people, started, command):
    first, second = started("parry"), started("parry")
    assert [listed.game.id for listed in watch.going_on(club)] == [second.id, first.id]
    assert [listed.game.id for listed in watch.going_on(club, limit=1)] == [second.id]
    assert [listed.game.id for listed in watch.going_on(club, before=second.id)] == [first.id]
    play.declare(club, first.id, people[0].id, command(), 1, table.Concede())
    assert [listed.game.id for listed in watch.finished(club)] == [first.id]
    mine = watch.my_games(club, people[0].id)
    assert [(listed.game.id, listed.waits_for_me, listed.mine) for listed in mine] == [
        (second.id, True, "red"), (first.id, False, "red")]
    assert mine[0].unseen == 1
    watch.visited(club, watch.look(club, second.id, people[0].id))
    assert watch.my_games(club, people[0].id)[0].unseen == 0


def test_finished_games_are_listed_a_few_at_a_time(club, people, started, command):
    played = [started("parry").id for _ in range(4)]
    for number in played[:3]:
        seat = next(one for one in watch.look(club, number).seats if one.user_id == people[0].id)
        play.declare(club, number, people[0].id, command(), 1, table.Concede(), seat=seat.seat)
    first = watch.my_games(club, people[0].id, finished=2)
    assert [one.game.id for one in first] == [played[3], played[2], played[1]]
    assert [one.game.id for one in watch.my_games(club, people[0].id, finished=2, before=played[1])] == [played[0]]
    assert watch.my_games(club, people[0].id, finished=2, before=played[0]) == []
