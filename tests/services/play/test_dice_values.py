"""Values of the browsers for the dice: order of commits and reveals, silence, and wrong values."""

import hashlib
import json
import subprocess
import sys

import pytest

from app.kernel.dice import face_of, key_of
from app.kernel.dice_pledges import LEFT_OUT
from app.kernel.refusal import Refused
from app.services.errors import Malformed, NotYourSeat
from app.services.people import account_deletion
from app.services.play import dice_rounds, dice_values, game_export, lobby, orders
from app.services.play.dice_values import DiceWorker, give_pledge, load_exchange, reveal_value
from app.services.watch import dice_page, game_view
from tests.contract.tiny.parry import Answer, Strike


def value(name):
    return hashlib.sha256(name.encode()).hexdigest()


def pledge(name):
    return " ".join(value(value(f"{name}{number}")) for number in (1, 2))


def refused_rule(act, *values):
    with pytest.raises(Refused) as refused:
        act(*values)
    return refused.value.refusals[0].rule


@pytest.fixture
def full_table(services, people):
    """Table of two browsers that have pledged; its first round is open."""
    game = lobby.open_table(services, people[0].id, "parry", "plain", "red")
    give_pledge(services, game.id, people[0].id, pledge("ana"))
    return lobby.join_table(services, game.id, people[1].id, pledge=pledge("bruno"))


def pass_time(monkeypatch, year):
    for module in (dice_rounds, dice_values):
        monkeypatch.setattr(module, "current_time", lambda: f"{year}-01-01T00:00:00.000Z")


def seats_of(services, game):
    return game_view.load_view(services, game.id).seats


def test_a_game_begins_when_both_browsers_have_revealed(services, people, full_table):
    assert (full_table.status, full_table.number) == ("open", 0)
    assert load_exchange(services, full_table.id, people[0].id) == dice_values.Exchange(
        1, full_table.commitment, (pledge("ana"), pledge("bruno")), pledge("ana"), waits=True
    )
    waiting = reveal_value(services, full_table.id, people[1].id, value("bruno1"))
    assert waiting.status == "open"
    assert not load_exchange(services, full_table.id, people[1].id).waits
    begun = reveal_value(services, full_table.id, people[0].id, value("ana1"))
    assert (begun.status, begun.number, begun.reveal_by) == ("running", 1, "")
    assert [one.added for one in seats_of(services, begun)] == [value("ana1"), value("bruno1")]


def test_the_dice_follow_from_both_values(services, people, full_table, command):
    for number, name in enumerate(("ana", "bruno")):
        reveal_value(services, full_table.id, people[number].id, value(f"{name}1"))
    orders.declare_order(services, full_table.id, people[0].id, command(), 1, Strike(hard=False))
    answer = Answer(parry=True)
    move = orders.declare_order(services, full_table.id, people[1].id, command(), 2, answer).move
    with services.store.read() as work:
        key = key_of(work.games.seed_of(full_table.id), [value("ana1"), value("bruno1")])
    assert move.rolls[0].face == face_of(key, 3, 0, 6, "blow", "red")


def test_no_value_is_taken_before_all_have_pledged(services, people):
    """The last player to sit knows no value, so the player cannot choose."""
    game = lobby.open_table(services, people[0].id, "stones", "plain", "birch")
    give_pledge(services, game.id, people[0].id, pledge("ana"))
    lobby.join_table(services, game.id, people[1].id, pledge=pledge("bruno"))
    given = (services, game.id, people[0].id, value("ana1"))
    assert refused_rule(reveal_value, *given) == "CAR-LOB-16"
    assert [one.added for one in seats_of(services, game)] == ["", "", ""]
    lobby.join_table(services, game.id, people[2].id, pledge=pledge("carla"))
    assert reveal_value(*given).status == "open"


def test_a_pledge_is_given_once_and_not_after_the_first_value(services, people, full_table):
    given = (services, full_table.id, people[0].id)
    assert refused_rule(give_pledge, *given, pledge("other")) == "CAR-LOB-16"
    table = lobby.open_table(services, people[2].id, "parry", "plain")
    for name in ("carla", "other"):
        give_pledge(services, table.id, people[2].id, pledge(name))
    assert load_exchange(services, table.id, people[2].id).mine == pledge("carla")


@pytest.mark.parametrize("wrong", ["", "x", value("ana2"), value("bruno1"), value("ana1").upper()])
def test_a_wrong_value_is_refused(services, people, full_table, wrong):
    if wrong == "":
        assert reveal_value(services, full_table.id, people[0].id, wrong).status == "open"
        assert load_exchange(services, full_table.id, people[0].id).waits
        return
    given = (services, full_table.id, people[0].id, wrong)
    assert refused_rule(reveal_value, *given) == "CAR-LOB-16"
    assert [one.added for one in seats_of(services, full_table)] == ["", ""]


@pytest.mark.parametrize(
    "wrong", ["x", value("a"), f"{value('a')} {value('a')}", pledge("a") + " "]
)
def test_a_pledge_has_two_different_hashes(services, people, wrong):
    game = lobby.open_table(services, people[0].id, "parry", "plain")
    with pytest.raises(Malformed):
        give_pledge(services, game.id, people[0].id, wrong)
    with pytest.raises(Malformed):
        lobby.join_table(services, game.id, people[1].id, pledge=wrong)
    with pytest.raises(NotYourSeat):
        give_pledge(services, game.id, people[1].id, pledge("b"))


def test_the_same_value_twice_counts_once(services, people, full_table):
    for _ in range(2):
        game = reveal_value(services, full_table.id, people[1].id, value("bruno1"))
    assert game.status == "open"
    assert seats_of(services, game)[1].added == value("bruno1")


def test_a_second_value_is_refused_in_the_first_round(services, people, full_table):
    reveal_value(services, full_table.id, people[1].id, value("bruno1"))
    with pytest.raises(Malformed):
        reveal_value(services, full_table.id, people[1].id, value("bruno2"))


def test_a_silent_browser_is_left_out_and_the_others_add_a_second_value(
    services, people, full_table, monkeypatch
):
    reveal_value(services, full_table.id, people[1].id, value("bruno1"))
    DiceWorker(services).round()
    assert load_exchange(services, full_table.id, None).round == 1
    pass_time(monkeypatch, 2036)
    DiceWorker(services).round()
    late = (services, full_table.id, people[0].id, value("ana1"))
    assert refused_rule(reveal_value, *late) == "CAR-LOB-16"
    exchange = load_exchange(services, full_table.id, people[1].id)
    assert (exchange.round, exchange.waits) == (2, True)
    begun = reveal_value(services, full_table.id, people[1].id, value("bruno2"))
    assert begun.status == "running"
    values = [LEFT_OUT, f"{value('bruno1')} {value('bruno2')}"]
    assert [one.added for one in seats_of(services, begun)] == values


def test_silence_of_all_does_not_stop_the_game(services, people, full_table, monkeypatch):
    pass_time(monkeypatch, 2036)
    DiceWorker(services).round()
    game = game_view.load_view(services, full_table.id).game
    assert (game.status, game.number) == ("running", 1)
    assert [one.added for one in seats_of(services, game)] == [LEFT_OUT, LEFT_OUT]


def test_silence_in_the_second_round_does_not_stop_the_game(
    services, people, full_table, monkeypatch
):
    reveal_value(services, full_table.id, people[1].id, value("bruno1"))
    for year in (2036, 2037):
        pass_time(monkeypatch, year)
        DiceWorker(services).round()
    game = game_view.load_view(services, full_table.id).game
    assert game.status == "running"
    assert [one.added for one in seats_of(services, game)] == [LEFT_OUT, value("bruno1")]


def test_a_seat_without_a_script_does_not_delay_the_game(services, people):
    game = lobby.open_table(services, people[0].id, "parry", "plain")
    game = lobby.join_table(services, game.id, people[1].id, pledge=pledge("bruno"))
    assert load_exchange(services, game.id, people[0].id).pledges == ("", pledge("bruno"))
    game = reveal_value(services, game.id, people[1].id, value("bruno1"))
    assert game.status == "running"


def test_seats_and_choices_stay_while_values_are_revealed(services, people, full_table):
    for act in (lobby.leave_table, lobby.cancel_table):
        assert refused_rule(act, services, full_table.id, people[0].id) == "CAR-LOB-16"


def test_a_deleted_account_ends_the_round_and_all_pledges(services, people, full_table):
    reveal_value(services, full_table.id, people[1].id, value("bruno1"))
    account_deletion.delete_account(services, people[0])
    game = game_view.load_view(services, full_table.id).game
    assert (game.status, game.reveal_by) == ("open", "")
    assert {(one.added, one.pledge) for one in seats_of(services, game)} == {("", "")}
    give_pledge(services, game.id, people[1].id, pledge("new"))
    game = lobby.join_table(services, game.id, people[2].id, pledge=pledge("carla"))
    assert load_exchange(services, game.id, people[1].id).round == 1


def test_before_the_game_no_page_of_the_dice_tells_seed_or_value(services, people, full_table):
    with services.store.read() as work:
        seed = work.games.seed_of(full_table.id)
    for viewer in (people[0].id, people[1].id, None):
        look = game_view.load_view(services, full_table.id, viewer)
        told = (dice_page.load_dice(services, look), load_exchange(services, look.game.id, viewer))
        assert seed not in repr(told)
        assert not any(value(f"{name}{n}") in repr(told) for name in ("ana", "bruno") for n in "12")


@pytest.fixture
def exported(services, people, full_table, command, tmp_path):
    """Exported game that the browsers have begun."""
    for number, name in enumerate(("ana", "bruno")):
        reveal_value(services, full_table.id, people[number].id, value(f"{name}1"))
    path = tmp_path / "game.json"
    path.write_bytes(game_export.export_with_secrets(services, full_table.id))
    return path


def run_script(path):
    return subprocess.run(
        [sys.executable, "docs/verify_dice.py", path], capture_output=True, text=True, check=False
    )


def test_the_file_proves_the_pledges(exported):
    file = game_export.read_file(exported.read_bytes())
    assert [one.pledge for one in file.seats] == [pledge("ana"), pledge("bruno")]
    assert game_export.errors_of_file(file) == []
    assert run_script(exported).returncode == 0
    changed = json.loads(exported.read_text())
    changed["seats"][0]["added"] = value("other")
    exported.write_text(json.dumps(changed))
    assert (
        "seat red: its value"
        in game_export.errors_of_file(game_export.read_file(exported.read_bytes()))[0]
    )
    script = run_script(exported)
    assert script.returncode == 1 and "seat red: its value was not pledged" in script.stdout
