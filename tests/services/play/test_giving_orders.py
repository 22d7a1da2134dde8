"""Orders in one transaction each: an acknowledged order is recorded once, and every request gets an
answer.
"""

import threading

import pytest

from app.kernel import record, table_orders
from app.kernel.dice import face_of, key_of
from app.kernel.position import Moment
from app.kernel.record import Broken
from app.kernel.refusal import Refused
from app.kernel.say import say
from app.services.container import Services
from app.services.errors import Malformed, NoSuchGame, NotYourSeat, Overtaken
from app.services.play import lobby, orders
from app.services.watch import game_view
from app.store.transactions import UnitOfWork
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Answer, Strike
from tests.contract.tiny.sealed import Choose

SOFT = Strike(hard=False)


def rule_of(refused):
    return refused.value.refusals[0].rule


def test_an_order_goes_on_record_and_the_game_goes_on(services, people, started, command):
    game = started("parry")
    red, blue = people[:2]
    assert (game.status, game.number) == ("running", 1)
    assert (
        orders.declare_order(services, game.id, red.id, command(), 1, SOFT, step="blow").number == 2
    )
    played = orders.declare_order(
        services, game.id, blue.id, command(), 2, Answer(parry=True), step="answer"
    )
    assert [roll.purpose for roll in played.move.rolls] == ["blow"]
    seen = game_view.load_view(services, game.id, blue.id)
    assert (seen.last, seen.view.active, seen.waiting) == (3, "blue", ("blue",))
    assert [decision.step for decision in seen.decisions] == ["blow"]


def test_a_repeated_command_gets_the_stored_answer(services, people, started):
    game = started("parry")
    first = orders.declare_order(services, game.id, people[0].id, "once", 1, SOFT)
    again = orders.declare_order(services, game.id, people[0].id, "once", 1, SOFT)
    assert again.repeated
    assert (again.number, again.move.hash) == (first.number, first.move.hash)
    with services.store.read() as work:
        assert work.games.last_number(game.id) == 2


def test_each_seat_has_its_own_commands(services, people, started):
    """Two programs may number their orders alike; neither blocks the other."""
    game, (red, blue, *_) = started("parry"), people
    struck = orders.declare_order(services, game.id, red.id, "0001", 1, SOFT)
    parried = orders.declare_order(services, game.id, blue.id, "0001", 2, Answer(parry=True))
    assert (struck.number, parried.number, parried.repeated) == (2, 3, False)
    for person, first in ((red, struck), (blue, parried)):
        again = orders.declare_order(services, game.id, person.id, "0001", 9, SOFT)
        assert again.repeated and (again.number, again.move.hash) == (first.number, first.move.hash)


def test_an_unrecorded_move_leaves_nothing_in_the_cache(services, people, started, monkeypatch):
    """Turn and phase are those of the move recorded in its place."""
    game, moments = started("parry"), []
    box = services.shelf["parry"]
    monkeypatch.setattr(
        type(box),
        "moment",
        lambda self, state: (
            moments.append(state) or Moment(len(moments), "blow", say("then", "entonces"))
        ),
    )
    with monkeypatch.context() as away:
        away.setattr(UnitOfWork, "commit", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            orders.declare_order(services, game.id, people[0].id, "lost", 1, SOFT)
    lost = len(moments)
    orders.declare_order(services, game.id, people[0].id, "made", 1, SOFT)
    with services.store.read() as work:
        assert work.games.find_game(game.id).turn > lost, "asked of the position that is on record"


@pytest.mark.parametrize("begins", ["ahead:", "bot:1:blue:2", "claim:red", "clock:1:blue:2"])
def test_a_player_cannot_use_up_a_command_of_the_server(services, people, started, begins):
    """Otherwise a player short of time could prevent the record of it."""
    game = started("parry")
    with pytest.raises(Malformed):
        orders.declare_order(services, game.id, people[0].id, begins, 1, SOFT)


def test_a_stale_page_is_told_the_last_move(services, people, started, command):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    with pytest.raises(Overtaken) as overtaken:
        orders.declare_order(services, game.id, people[1].id, command(), 1, Answer(parry=False))
    assert overtaken.value.number == 2


def test_two_writers_of_one_move_and_one_is_overtaken(services, people, started):
    game = started("sealed")
    answers, start = [], threading.Barrier(2)

    def choose(tab):
        start.wait()
        try:
            answers.append(
                orders.declare_order(
                    services, game.id, people[0].id, f"in tab {tab}", 1, Choose("rock")
                ).number
            )
        except Overtaken as overtaken:
            answers.append(overtaken)

    threads = [threading.Thread(target=choose, args=(tab,)) for tab in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, answers)) == ["2", "the last move is 2"]


def test_simultaneous_decisions_do_not_overtake_each_other(services, people, started, command):
    game = started("sealed")
    assert (
        orders.declare_order(services, game.id, people[0].id, command(), 1, Choose("rock")).number
        == 2
    )
    assert (
        orders.declare_order(services, game.id, people[1].id, command(), 1, Choose("paper")).number
        == 3
    )
    with pytest.raises(Overtaken):
        orders.declare_order(services, game.id, people[0].id, command(), 1, Choose("rock"))


def test_one_command_fifty_times_has_one_effect(services, people, started):
    game = started("parry")
    answers = []

    def strike():
        answers.append(orders.declare_order(services, game.id, people[0].id, "double", 1, SOFT))

    threads = [threading.Thread(target=strike) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 50
    assert {answer.move.hash for answer in answers} == {answers[0].move.hash}
    assert sum(not answer.repeated for answer in answers) == 1


def test_only_the_seat_that_is_held_gives_orders(services, people, started, command):
    game = started("parry")
    for outsider in (people[3].id, None):
        with pytest.raises(NotYourSeat):
            orders.declare_order(services, game.id, outsider, command(), 1, SOFT)
    with pytest.raises(NotYourSeat):
        orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT, seat="blue")
    with pytest.raises(NoSuchGame):
        orders.declare_order(services, 4711, people[0].id, command(), 1, SOFT)
    with pytest.raises(NoSuchGame):
        orders.declare_order(services, "9" * 40, people[0].id, command(), 1, SOFT)


def test_a_private_game_does_not_exist_for_other_users(services, people, started, command):
    game = started("parry", visibility="private")
    with pytest.raises(NoSuchGame):
        orders.declare_order(services, game.id, people[3].id, command(), 1, SOFT)
    with pytest.raises(NotYourSeat):
        orders.declare_order(services, game.token, people[3].id, command(), 1, SOFT)


@pytest.mark.parametrize(
    "order",
    [
        "",
        "{",
        "[]",
        "null",
        '{"kind": "strike"}',
        '{"kind": "fly"}',
        '{"kind": "strike", "hard": true, "also": 1}',
        {"kind": "strike"},
        {"kind": "strike", "hard": "perhaps"},
        b"\xff",
        "[" * 100_000,
        '{"kind": "strike", "hard": NaN}',
        {"hard": "true"},
    ],
)
def test_an_unreadable_order_is_malformed(services, people, started, command, order):
    game = started("parry")
    with pytest.raises(Malformed):
        orders.declare_order(services, game.id, people[0].id, command(), 1, order)


@pytest.mark.parametrize("bad", ["", "x" * 65, "a\nb"])
def test_a_command_is_short_and_printable(services, people, started, bad):
    game = started("parry")
    with pytest.raises(Malformed):
        orders.declare_order(services, game.id, people[0].id, bad, 1, SOFT)


def test_an_order_from_a_form_is_read(services, people, started, command):
    game = started("parry")
    assert (
        orders.declare_order(
            services, game.id, people[0].id, command(), 1, {"kind": "strike", "hard": "false"}
        ).number
        == 2
    )


def test_a_refused_order_leaves_no_trace(services, people, started, command):
    game = started("parry")
    with pytest.raises(Refused) as refused:
        orders.declare_order(services, game.id, people[0].id, command(), 1, Strike(hard=True))
    assert rule_of(refused) == "PAR-HRD-01"
    assert game_view.load_view(services, game.id).last == 1


def test_an_order_at_another_steps_address_is_refused_with_the_step_that_is_on(
    services, people, started, command
):
    game = started("parry")
    with pytest.raises(Refused) as refused:
        orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT, step="answer")
    assert rule_of(refused) == "CAR-TAB-04"
    assert "Blow" in str(refused.value)
    with pytest.raises(Refused) as refused:
        orders.declare_order(services, game.id, people[1].id, command(), 1, SOFT, step="blow")
    assert rule_of(refused) == "CAR-TAB-05"


def test_nothing_is_ordered_before_the_beginning_or_after_the_end(
    services, people, started, command
):
    table_ = lobby.open_table(services, people[0].id, "parry", "plain")
    with pytest.raises(Refused) as refused:
        orders.declare_order(services, table_.id, people[0].id, command(), 0, SOFT)
    assert rule_of(refused) == "CAR-LOB-07"
    game = started("parry")
    assert orders.declare_order(
        services, game.id, people[0].id, command(), 1, table_orders.Concede()
    ).over
    with pytest.raises(Refused) as refused:
        orders.declare_order(services, game.id, people[1].id, command(), 2, SOFT, step="blow")
    assert rule_of(refused) == "CAR-TAB-02"
    seen = game_view.load_view(services, game.id)
    assert (seen.game.status, seen.game.winners, seen.game.ending) == (
        "over",
        ("blue",),
        "conceded",
    )
    assert not any(seat.owes for seat in seen.seats)


def test_a_draw_is_offered_declined_and_agreed(services, people, started, command):
    game = started("parry")
    red, blue = people[0].id, people[1].id
    orders.declare_order(services, game.id, red, command(), 1, table_orders.OfferDraw())
    assert game_view.load_view(services, game.id).draw_by == ("red",)
    with pytest.raises(Refused) as refused:
        orders.declare_order(services, game.id, red, command(), 2, table_orders.OfferDraw())
    assert rule_of(refused) == "CAR-DRW-01"
    orders.declare_order(services, game.id, blue, command(), 2, table_orders.DeclineDraw())
    with pytest.raises(Refused) as refused:
        orders.declare_order(services, game.id, blue, command(), 3, table_orders.DeclineDraw())
    assert rule_of(refused) == "CAR-DRW-02"
    orders.declare_order(services, game.id, blue, command(), 3, table_orders.OfferDraw())
    assert orders.declare_order(services, game.id, red, command(), 4, table_orders.OfferDraw()).over
    assert game_view.load_view(services, game.id).game.winners == ()


def test_a_move_is_taken_back_and_stays_on_record(services, people, started, command):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    orders.declare_order(services, game.id, people[0].id, command(), 2, table_orders.TakeBack())
    seen = game_view.load_view(services, game.id, people[0].id)
    assert (seen.last, seen.view.coming) == (3, None)
    assert [told.undone for told in game_view.load_log(seen)] == [False, True, False]
    assert game_view.standing_numbers(seen) == [1]
    assert game_view.load_view(services, game.id, at=2).view.coming is False
    orders.declare_order(services, game.id, people[0].id, command(), 3, SOFT)
    with pytest.raises(Refused) as refused:
        orders.declare_order(services, game.id, people[1].id, command(), 4, table_orders.TakeBack())
    assert rule_of(refused) == "CAR-UND-01"


def test_a_move_with_dice_is_not_taken_back(services, people, started, command):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    orders.declare_order(services, game.id, people[1].id, command(), 2, Answer(parry=True))
    assert game_view.load_view(services, game.id, people[1].id).take_back.rule == "CAR-UND-01"
    with pytest.raises(Refused):
        orders.declare_order(services, game.id, people[1].id, command(), 3, table_orders.TakeBack())


def test_the_dice_are_those_of_seed_and_salts(services, people, started, command):
    game = started("parry", added="mine")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    move = orders.declare_order(
        services, game.id, people[1].id, command(), 2, Answer(parry=True)
    ).move
    with services.store.read() as work:
        key = key_of(work.games.seed_of(game.id), ["mine", f"salt of {people[1].id}"])
    assert move.rolls[0].face == face_of(key, 3, 0, 6, "blow", "red")


def test_a_restart_forgets_nothing(services, people, started, command, database_url):
    game = started("sealed")
    orders.declare_order(services, game.id, people[0].id, command(), 1, Choose("rock"))
    other = Services.open(TINY, database_url)
    try:
        orders.declare_order(other, game.id, people[1].id, command(), 2, Choose("paper"))
        here, there = game_view.load_view(services, game.id), game_view.load_view(other, game.id)
        assert here.table == there.table
        assert here.view.wins == {"south": 1}
    finally:
        other.close()


def test_the_cache_equals_the_fold_of_the_database(services, people, started, command):
    game = started("parry")
    for after, (person, order) in enumerate(
        [(0, SOFT), (0, table_orders.TakeBack()), (0, SOFT), (1, Answer(parry=False)), (1, SOFT)], 1
    ):
        orders.declare_order(services, game.id, people[person].id, command(), after, order)
    with services.store.read() as work:
        written = work.moves.for_game(game.id)
    assert record.first_broken(written) is None
    moves = [record.read_move(TINY["parry"], move) for move in written]
    history = game_view.load_view(services, game.id).history
    assert [record.replay_moves(TINY["parry"], moves, n) for n in range(len(moves) + 1)] == list(
        history.tables
    )


def test_a_damaged_record_is_noticed(services, people, started, command):
    from sqlalchemy import text

    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    with services.store.engine.connect().execution_options(writes=True) as connection:
        connection.execute(
            text("UPDATE moves SET events = replace(events, 'false', 'true') WHERE number = 2")
        )
        connection.commit()
    services.histories.__init__()
    with pytest.raises(Broken) as broken:
        game_view.load_view(services, game.id)
    assert broken.value.number == 2


def test_an_exception_in_a_rule_stores_nothing(services, people, started, command, monkeypatch):
    game = started("parry")
    monkeypatch.setattr(type(TINY["parry"]), "decide", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError) as broken:
        orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    assert broken.value.__notes__[0].startswith(f"python -m app retry-order {game.id} 1 red ")
    monkeypatch.undo()
    assert orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT).number == 2
