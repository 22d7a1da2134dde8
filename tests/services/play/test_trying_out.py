"""Sandboxes: imagined from the player's knowledge, private, with a plan for the game itself."""

import msgspec
import pytest

from app.kernel import table_orders
from app.kernel.refusal import Refused
from app.kernel.say import Say
from app.services.errors import Malformed, NoSuchGame, NotYourSeat, Overtaken
from app.services.people import account_deletion, account_export, accounts
from app.services.play import (
    conditional_orders,
    lobby,
    new_tables,
    orders,
    sandbox_plan,
    sandbox_rules,
    sandboxes,
)
from app.services.watch import game_view
from tests.contract.tiny.hidden import Shoot, Walk
from tests.contract.tiny.parry import Answer, Strike
from tests.contract.tiny.sealed import Choose
from tests.web.conftest import SameSeeds

SOFT, PARRIED = Strike(hard=False), Answer(parry=True)


def rules_of(refused):
    return [no.rule for no in refused.value.refusals]


@pytest.fixture
def duel(services, people, started):
    return started("parry")


@pytest.fixture
def red(people):
    return people[0].id


def begun(services, game, user_id, **more):
    return sandboxes.create_sandbox(services, game.address, user_id, **more).id


def ordered(services, game, user_id, sandbox, *orders, **more):
    for order in orders:
        seen = sandboxes.give_order(
            services,
            game.address,
            user_id,
            sandbox,
            sandboxes.open_sandbox(services, game.address, user_id, sandbox).steps,
            order,
            **more,
        )
    return seen


def given(services, game, user_id, order):
    last = game_view.load_view(services, game.address, user_id).last
    return orders.declare_order(services, game.id, user_id, f"{user_id}-{last}", last, order)


# ---------------------------------------------------------------------- trying
def test_a_player_decides_for_every_seat_and_the_game_is_unchanged(services, duel, red):
    sandbox = begun(services, duel, red)
    seen = ordered(services, duel, red, sandbox, SOFT)
    assert (seen.look.seat, [one.step for one in seen.look.decisions]) == ("blue", ["answer"])
    seen = ordered(services, duel, red, sandbox, PARRIED, dice="typical")
    assert (seen.steps, seen.look.seat, seen.look.view.turn) == (2, "blue", 2)
    assert (
        sandboxes.open_sandbox(services, duel.address, red, sandbox).look.table == seen.look.table
    )
    assert game_view.load_view(services, duel.address, red).last == 1


def test_the_player_sets_the_dice(services, duel, red):
    sandbox = begun(services, duel, red)
    ordered(services, duel, red, sandbox, SOFT)
    assert [
        roll.face
        for roll in ordered(services, duel, red, sandbox, PARRIED, faces=[6])
        .look.history.moves[-1]
        .rolls
    ] == [6]
    seen = sandboxes.repeat_last_step(services, duel.address, red, sandbox, 2, faces=[1])
    assert (seen.steps, seen.look.history.moves[-1].events[0].die, seen.look.view.hits) == (
        2,
        1,
        {},
    )
    assert sandboxes.repeat_last_step(
        services, duel.address, red, sandbox, 2, faces=[5]
    ).look.view.hits == {"red": 1}
    with pytest.raises(Refused) as refused:
        sandboxes.repeat_last_step(services, duel.address, red, sandbox, 2, faces=[7])
    assert rules_of(refused) == ["CAR-TRY-06"]
    sandboxes.change_sandbox(services, duel.address, red, sandbox, dice="typical")
    assert (
        sandboxes.repeat_last_step(services, duel.address, red, sandbox, 2)
        .look.history.moves[-1]
        .rolls[0]
        .face
        == 3
    )
    for wrong in ("loaded", ""):
        with pytest.raises(Refused) as refused:
            sandboxes.change_sandbox(services, duel.address, red, sandbox, dice=wrong)
        assert rules_of(refused) == ["CAR-TRY-06"]


def test_a_step_back_and_the_beginning(services, duel, red):
    sandbox = begun(services, duel, red)
    first = sandboxes.open_sandbox(services, duel.address, red, sandbox).look.table
    ordered(services, duel, red, sandbox, SOFT, PARRIED, SOFT)
    assert sandboxes.go_back(services, duel.address, red, sandbox, 2).look.table.state.turn == 2
    assert sandboxes.open_sandbox(services, duel.address, red, sandbox).steps == 2
    assert (
        sandboxes.go_back(services, duel.address, red, sandbox, 0).look.table
        == first
        == sandboxes.open_sandbox(services, duel.address, red, sandbox).look.table
    )
    for nowhere in (1, -1):
        with pytest.raises(Overtaken):
            sandboxes.go_back(services, duel.address, red, sandbox, nowhere)
    with pytest.raises(Overtaken):
        sandboxes.repeat_last_step(services, duel.address, red, sandbox, 0)


def test_the_bot_decides_on_request(services, duel, red):
    sandbox = begun(services, duel, red)
    for steps in range(1, 5):
        assert sandboxes.order_by_bot(services, duel.address, red, sandbox).steps == steps


def test_only_the_players_own_conditional_orders_apply_in_a_sandbox(services, duel, people, red):
    blue = people[1].id
    conditional_orders.save_conditional_orders(services, duel.id, blue, {"blow": "parry"})
    sandbox = begun(services, duel, blue)
    seen = ordered(services, duel, blue, sandbox, SOFT, dice="typical")
    assert (seen.steps, seen.look.seat) == (2, "blue") and table_orders.is_ahead(
        seen.look.history.moves[-1]
    )
    assert (
        seen.look.history.lines(2, seen.viewer)[0].says.in_("en")
        == "By standing order: A blow comes."
    )
    assert (
        sandboxes.open_sandbox(services, duel.address, blue, sandbox).look.table == seen.look.table
    )
    other = sandboxes.repeat_last_step(services, duel.address, blue, sandbox, 2, faces=[6])
    assert (other.steps, other.look.history.moves[-1].rolls[0].face) == (2, 6)
    back = sandboxes.go_back(
        services, duel.address, blue, sandbox, 1
    )  # the player may decide otherwise there
    assert [one.topic for one in back.look.decisions] == ["blow"]
    ordered(services, duel, blue, sandbox, Answer(parry=False))
    assert [
        one.order
        for one in sandbox_plan.planned_orders(
            sandboxes.open_sandbox(services, duel.address, blue, sandbox)
        )
    ] == [Answer(parry=False)]
    conditional_orders.save_conditional_orders(services, duel.id, blue, {"blow": "parry"})
    assert ordered(services, duel, red, begun(services, duel, red), SOFT).steps == 1


def test_rules_refuse_in_a_sandbox_and_platform_orders_are_refused(services, duel, red):
    sandbox = begun(services, duel, red)
    for order, rules in (
        (Strike(hard=True), ["PAR-HRD-01"]),
        (PARRIED, ["PAR-SEQ-02"]),
        (table_orders.Concede(), ["CAR-TRY-05"]),
        (table_orders.TakeBack(), ["CAR-TRY-05"]),
    ):
        with pytest.raises(Refused) as refused:
            ordered(services, duel, red, sandbox, order)
        assert rules_of(refused) == rules
    with pytest.raises(Malformed):
        ordered(services, duel, red, sandbox, "{}")
    assert sandboxes.open_sandbox(services, duel.address, red, sandbox).steps == 0


def test_two_tabs_and_one_is_overtaken(services, duel, red):
    sandbox = begun(services, duel, red)
    seen = sandboxes.open_sandbox(services, duel.address, red, sandbox)
    ordered(services, duel, red, sandbox, SOFT)
    with pytest.raises(Overtaken):
        sandboxes.give_order(services, duel.address, red, sandbox, 0, SOFT)
    for act in (sandboxes.order_by_bot, lambda *where, after: sandboxes.go_back(*where, 0, after)):
        with pytest.raises(Overtaken):
            act(services, duel.address, red, sandbox, after=0)
        assert sandboxes.open_sandbox(services, duel.address, red, sandbox).steps == 1
    assert sandboxes.order_by_bot(services, duel.address, red, sandbox, after=1).steps == 2
    assert sandboxes.go_back(services, duel.address, red, sandbox, 1, after=2).steps == 1
    with pytest.raises(Overtaken), services.store.write() as work:
        sandboxes._update_sandbox(work, seen)


def test_the_imagined_game_comes_to_its_end(services, duel, red):
    sandbox = begun(services, duel, red)
    while sandboxes.open_sandbox(services, duel.address, red, sandbox).look.outcome is None:
        seen = sandboxes.open_sandbox(services, duel.address, red, sandbox)
        its = SOFT if seen.look.decisions[0].step == "blow" else Answer(parry=False)
        ordered(
            services, duel, red, sandbox, its, faces=[6] if seen.look.view.active == "red" else [1]
        )
    with pytest.raises(Refused) as refused:
        ordered(services, duel, red, sandbox, SOFT)
    assert (
        rules_of(refused) == ["CAR-TRY-04"]
        and game_view.load_view(services, duel.address, red).outcome is None
    )


def test_the_steps_of_a_sandbox_are_limited(services, duel, red, monkeypatch):
    monkeypatch.setattr(sandbox_rules, "MOST_STEPS", 2)
    sandbox = begun(services, duel, red)
    ordered(services, duel, red, sandbox, SOFT, PARRIED)
    with pytest.raises(Refused) as refused:
        ordered(services, duel, red, sandbox, SOFT)
    assert rules_of(refused) == ["CAR-TRY-04"]
    assert sandboxes.repeat_last_step(services, duel.address, red, sandbox, 2, faces=[2]).steps == 2


# ---------------------------------------------------------------------- number and owner
def test_a_player_has_at_most_five_named_sandboxes_of_a_game(services, duel, red):
    made = [
        sandboxes.create_sandbox(services, duel.address, red, name=name)
        for name in ("", "  Left   flank ", "", "", "")
    ]
    assert [one.name for one in made] == ["A", "Left flank", "B", "C", "D"]
    with pytest.raises(Refused) as refused:
        sandboxes.create_sandbox(services, duel.address, red)
    assert rules_of(refused) == ["CAR-TRY-01"]
    sandboxes.delete_sandbox(services, duel.address, red, made[2].id)
    sandboxes.change_sandbox(services, duel.address, red, made[0].id, name="Right flank")
    assert sandboxes.create_sandbox(services, duel.address, red).name == "A"
    for wrong in ("x" * 41, "bell\x07"):
        with pytest.raises(Refused) as refused:
            sandboxes.change_sandbox(services, duel.address, red, made[0].id, name=wrong)
        assert rules_of(refused) == ["CAR-TRY-02"]
    assert [
        one.name
        for one in sandboxes.list_sandboxes(
            services, game_view.load_view(services, duel.address, red)
        )
    ] == ["Right flank", "Left flank", "C", "D", "A"]


def test_only_its_player_can_open_a_sandbox(services, duel, people, red):
    sandbox = begun(services, duel, red)
    for other in (people[1].id, people[2].id, None):
        with pytest.raises(NoSuchGame):
            sandboxes.open_sandbox(services, duel.address, other, sandbox)
        assert (
            sandboxes.list_sandboxes(services, game_view.load_view(services, duel.address, other))
            == []
        )
    for act in (sandboxes.order_by_bot, sandboxes.delete_sandbox, sandbox_plan.follow_plan):
        with pytest.raises(NoSuchGame):
            act(services, duel.address, people[1].id, sandbox)
    with pytest.raises(NotYourSeat):
        sandboxes.create_sandbox(services, duel.address, people[2].id)
    with pytest.raises(NoSuchGame):
        sandboxes.open_sandbox(services, duel.address, red, sandbox + 1)


def test_a_sandbox_begins_at_a_move_with_a_decision(services, people, red, duel):
    waits = lobby.open_table(services, red, "parry", "plain", "red")
    for game, at in ((waits, None), (duel, 0), (duel, 2), (duel, -1)):
        with pytest.raises(Refused) as refused:
            sandboxes.create_sandbox(services, game.address, red, at)
        assert rules_of(refused) == ["CAR-TRY-03"]
    given(services, duel, red, table_orders.Concede())
    assert (
        sandboxes.create_sandbox(services, duel.address, red, 1).began == 1
    )  # the other course of the game


# ---------------------------------------------------------------------- what is known
def test_hidden_pieces_are_absent_and_secret_decisions_open(services, people, started):
    road, hands = started("hidden"), started("sealed")
    scout, bandit = people[0].id, people[1].id
    sandbox = begun(services, road, scout)
    assert (
        sandboxes.open_sandbox(services, road.address, scout, sandbox).look.table.state.ambushes
        == {}
    )
    assert (
        ordered(services, road, scout, sandbox, Walk(("1", "2", "3"))).look.table.state.scout == 3
    )  # no bandit attacks
    with pytest.raises(Refused) as refused:
        ordered(services, road, scout, begun(services, road, scout), Shoot("a"))
    assert rules_of(refused) == ["CAR-TAB-06"]
    assert (
        len(
            sandboxes.open_sandbox(
                services, road.address, bandit, begun(services, road, bandit)
            ).look.table.state.ambushes
        )
        == 2
    )
    given(services, hands, bandit, Choose("paper"))
    seen = sandboxes.open_sandbox(services, hands.address, scout, begun(services, hands, scout))
    assert seen.look.table.state.chosen == {} and seen.look.waiting == ("north", "south")
    assert "paper" not in repr((seen.look.table, seen.look.view, seen.look.history.moves))
    assert ordered(
        services, hands, scout, seen.sandbox.id, Choose("rock"), Choose("scissors")
    ).look.table.state.wins == {"north": 1}


# ---------------------------------------------------------------------- playing the plan
def now_following(services, game, user_id):
    real = game_view.load_view(services, game.address, user_id)
    return sandbox_plan.load_plan_progress(services, real, sandboxes.list_sandboxes(services, real))


def states(services, game, user_id):
    return [one.state for one in now_following(services, game, user_id).plan]


def test_a_plan_is_given_one_order_after_another(services, duel, people, red):
    blue = people[1].id
    sandbox = begun(services, duel, red)
    ordered(services, duel, red, sandbox, SOFT)
    ordered(services, duel, red, sandbox, PARRIED, faces=[3])
    ordered(services, duel, red, sandbox, SOFT)
    ordered(services, duel, red, sandbox, Answer(parry=False), faces=[2])
    assert now_following(services, duel, red) is None
    plan = sandbox_plan.planned_orders(sandboxes.open_sandbox(services, duel.address, red, sandbox))
    assert [(one.step, one.order) for one in plan] == [(1, SOFT), (4, Answer(parry=False))] and all(
        isinstance(one.says, Say) for one in plan
    )
    sandbox_plan.follow_plan(services, duel.address, red, sandbox)
    assert (
        states(services, duel, red) == ["next", "later"]
        and now_following(services, duel, blue) is None
    )
    given(services, duel, red, SOFT)
    followed = now_following(services, duel, red)
    assert [(one.state, one.move) for one in followed.plan] == [
        ("given", 2),
        ("next", None),
    ] and followed.otherwise is None
    assert followed.no == ()  # the player owes no decision
    given(services, duel, blue, PARRIED)
    given(services, duel, blue, SOFT)
    given(services, duel, red, Answer(parry=False))
    assert (
        states(services, duel, red) == ["given", "given"]
        and now_following(services, duel, red).next is None
    )
    sandbox_plan.follow_plan(services, duel.address, red, sandbox, on=False)
    assert now_following(services, duel, red) is None


def test_an_order_of_the_plan_that_was_given_in_advance_is_given(services, duel, people, red):
    blue = people[1].id
    sandbox = begun(services, duel, blue)
    ordered(services, duel, blue, sandbox, SOFT, PARRIED, SOFT)
    sandbox_plan.follow_plan(services, duel.address, blue, sandbox)
    conditional_orders.save_conditional_orders(services, duel.id, blue, {"blow": "parry"})
    assert states(services, duel, blue) == ["next", "later"]
    given(services, duel, red, SOFT)
    assert [(one.state, one.move) for one in now_following(services, duel, blue).plan] == [
        ("given", 3),
        ("next", None),
    ]


def test_the_plan_shows_the_first_difference_and_impossible_orders(services, people, monkeypatch):
    monkeypatch.setattr(new_tables, "secrets", SameSeeds("an ambush at the sixth"))
    scout, bandit = people[0].id, people[1].id
    road = lobby.open_table(services, scout, "hidden", "plain", "scout")
    lobby.join_table(services, road.address, bandit)
    sandbox, strides = (
        begun(services, road, scout),
        [Walk(("1", "2", "3")), Walk(("4", "5", "6")), Walk(("7", "8", "9"))],
    )
    for stride in strides:
        ordered(services, road, scout, sandbox, stride, '{"kind":"wait"}')
    sandbox_plan.follow_plan(services, road.address, scout, sandbox)
    for stride in strides[:2]:
        given(services, road, scout, stride)
        given(services, road, bandit, '{"kind":"wait"}')
    followed = now_following(services, road, scout)
    assert [one.state for one in followed.plan] == ["given", "given", "next"]
    assert (
        followed.otherwise.place,
        game_view.load_view(services, road.address, scout).view.scout,
    ) == (
        2,
        5,
    )  # stopped by a piece that was hidden
    assert followed.otherwise.planned.says != followed.otherwise.happened.says
    assert [no.rule for no in followed.no] == ["HID-WLK-01"]


def test_a_move_taken_back_is_offered_again_and_an_order_may_be_left_out(services, people, started):
    hands = started("sealed")
    north = people[0].id
    sandbox = begun(services, hands, north)
    for hand in ("rock", "paper", "paper", "rock", "scissors", "paper"):
        ordered(services, hands, north, sandbox, Choose(hand))
    sandbox_plan.follow_plan(services, hands.address, north, sandbox)
    assert [one.order.hand for one in now_following(services, hands, north).plan] == [
        "rock",
        "paper",
        "scissors",
    ]
    given(services, hands, north, Choose("rock"))
    assert states(services, hands, north) == ["given", "next", "later"]
    given(services, hands, north, table_orders.TakeBack())
    assert states(services, hands, north) == ["next", "later", "later"]
    given(services, hands, north, Choose("scissors"))
    assert states(services, hands, north) == ["left_out", "left_out", "given"]


def test_one_plan_at_a_time(services, duel, red):
    one, two = begun(services, duel, red), begun(services, duel, red)
    for sandbox in (one, two):
        ordered(services, duel, red, sandbox, SOFT)
        sandbox_plan.follow_plan(services, duel.address, red, sandbox)
        assert now_following(services, duel, red).sandbox.id == sandbox


# ---------------------------------------------------------------------- leaving
def test_sandboxes_are_exported_and_deleted_with_the_account(services, people, started):
    member = accounts.register(services, "Maite", "a long enough sentence")
    game = lobby.open_table(services, member.id, "parry", "plain", "red")
    lobby.join_table(services, game.address, people[0].id)
    sandbox = begun(services, game, member.id, name="Left flank")
    ordered(services, game, member.id, sandbox, SOFT)
    told = msgspec.json.decode(account_export.export_account(services, member.id))["sandboxes"]
    assert [(one["name"], one["game"], one["began"], one["orders"]) for one in told] == [
        ("Left flank", game.id, 1, [{"seat": "red", "order": {"kind": "strike", "hard": False}}])
    ]
    account_deletion.delete_account(services, member)
    with services.store.read() as work:
        assert (
            work.sandboxes.for_user(member.id) == [] and work.sandboxes.stored_moves(sandbox) == []
        )
