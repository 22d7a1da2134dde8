"""Sandboxes: imagined from what their player knows, kept for him alone, and a plan for the game itself."""
import msgspec
import pytest

from app.club import accounts, following, leaving, lobby, play, sandboxes, standing, watch
from app.club.problems import Malformed, NoSuchGame, NotYourSeat, Overtaken
from app.kernel import table
from app.kernel.refusal import Refused
from app.kernel.say import Say
from tests.contract.tiny.hidden import Shoot, Walk
from tests.contract.tiny.parry import Answer, Strike
from tests.contract.tiny.sealed import Choose
from tests.web.conftest import SameSeeds

SOFT, PARRIED = Strike(hard=False), Answer(parry=True)


def rules_of(refused):
    return [no.rule for no in refused.value.refusals]


@pytest.fixture
def duel(club, people, started):
    return started("parry")


@pytest.fixture
def red(people):
    return people[0].id


def begun(club, game, user_id, **more):
    return sandboxes.begin(club, game.address, user_id, **more).id


def ordered(club, game, user_id, sandbox, *orders, **more):
    for order in orders:
        seen = sandboxes.order(club, game.address, user_id, sandbox, sandboxes.look(club, game.address, user_id, sandbox).steps, order, **more)
    return seen


def given(club, game, user_id, order):
    last = watch.look(club, game.address, user_id).last
    return play.declare(club, game.id, user_id, f"{user_id}-{last}", last, order)


# ---------------------------------------------------------------------- trying
def test_a_player_decides_for_every_seat_and_nothing_happens_in_the_game(club, duel, red):
    sandbox = begun(club, duel, red)
    seen = ordered(club, duel, red, sandbox, SOFT)
    assert (seen.look.seat, [one.step for one in seen.look.decisions]) == ("blue", ["answer"])
    seen = ordered(club, duel, red, sandbox, PARRIED, dice="typical")
    assert (seen.steps, seen.look.seat, seen.look.view.turn) == (2, "blue", 2)
    assert sandboxes.look(club, duel.address, red, sandbox).look.table == seen.look.table
    assert watch.look(club, duel.address, red).last == 1


def test_dice_fall_as_the_player_says(club, duel, red):
    sandbox = begun(club, duel, red)
    ordered(club, duel, red, sandbox, SOFT)
    assert [roll.face for roll in ordered(club, duel, red, sandbox, PARRIED, faces=[6]).look.story.moves[-1].rolls] == [6]
    seen = sandboxes.again(club, duel.address, red, sandbox, 2, faces=[1])
    assert (seen.steps, seen.look.story.moves[-1].events[0].die, seen.look.view.hits) == (2, 1, {})
    assert sandboxes.again(club, duel.address, red, sandbox, 2, faces=[5]).look.view.hits == {"red": 1}
    with pytest.raises(Refused) as refused:
        sandboxes.again(club, duel.address, red, sandbox, 2, faces=[7])
    assert rules_of(refused) == ["CAR-TRY-06"]
    sandboxes.change(club, duel.address, red, sandbox, dice="typical")
    assert sandboxes.again(club, duel.address, red, sandbox, 2).look.story.moves[-1].rolls[0].face == 3
    for wrong in ("loaded", ""):
        with pytest.raises(Refused) as refused:
            sandboxes.change(club, duel.address, red, sandbox, dice=wrong)
        assert rules_of(refused) == ["CAR-TRY-06"]


def test_a_step_back_and_the_beginning(club, duel, red):
    sandbox = begun(club, duel, red)
    first = sandboxes.look(club, duel.address, red, sandbox).look.table
    ordered(club, duel, red, sandbox, SOFT, PARRIED, SOFT)
    assert sandboxes.back(club, duel.address, red, sandbox, 2).look.table.state.turn == 2
    assert sandboxes.look(club, duel.address, red, sandbox).steps == 2
    assert sandboxes.back(club, duel.address, red, sandbox, 0).look.table == first == sandboxes.look(club, duel.address, red, sandbox).look.table
    for nowhere in (1, -1):
        with pytest.raises(Overtaken):
            sandboxes.back(club, duel.address, red, sandbox, nowhere)
    with pytest.raises(Overtaken):
        sandboxes.again(club, duel.address, red, sandbox, 0)


def test_the_house_decides_where_one_does_not_want_to(club, duel, red):
    sandbox = begun(club, duel, red)
    for steps in range(1, 5):
        assert sandboxes.by_the_house(club, duel.address, red, sandbox).steps == steps


def test_standing_orders_of_his_own_seat_answer_here_too_and_nobody_else_s(club, duel, people, red):
    blue = people[1].id
    standing.put(club, duel.id, blue, {"blow": "parry"})
    sandbox = begun(club, duel, blue)
    seen = ordered(club, duel, blue, sandbox, SOFT, dice="typical")
    assert (seen.steps, seen.look.seat) == (2, "blue") and table.is_ahead(seen.look.story.moves[-1])
    assert seen.look.story.lines(2, seen.viewer)[0].says.in_("en") == "By standing order: A blow comes."
    assert sandboxes.look(club, duel.address, blue, sandbox).look.table == seen.look.table
    other = sandboxes.again(club, duel.address, blue, sandbox, 2, faces=[6])
    assert (other.steps, other.look.story.moves[-1].rolls[0].face) == (2, 6)
    back = sandboxes.back(club, duel.address, blue, sandbox, 1)                 # there he may decide otherwise
    assert [one.topic for one in back.look.decisions] == ["blow"]
    ordered(club, duel, blue, sandbox, Answer(parry=False))
    assert [one.order for one in following.plan(sandboxes.look(club, duel.address, blue, sandbox))] == [Answer(parry=False)]
    standing.put(club, duel.id, blue, {"blow": "parry"})
    assert ordered(club, duel, red, begun(club, duel, red), SOFT).steps == 1


def test_what_the_rules_refuse_is_refused_here_and_nothing_of_the_house_is_tried(club, duel, red):
    sandbox = begun(club, duel, red)
    for order, rules in ((Strike(hard=True), ["PAR-HRD-01"]), (PARRIED, ["PAR-SEQ-02"]), (table.Concede(), ["CAR-TRY-05"]), (table.TakeBack(), ["CAR-TRY-05"])):
        with pytest.raises(Refused) as refused:
            ordered(club, duel, red, sandbox, order)
        assert rules_of(refused) == rules
    with pytest.raises(Malformed):
        ordered(club, duel, red, sandbox, "{}")
    assert sandboxes.look(club, duel.address, red, sandbox).steps == 0


def test_two_tabs_and_one_is_overtaken(club, duel, red):
    sandbox = begun(club, duel, red)
    seen = sandboxes.look(club, duel.address, red, sandbox)
    ordered(club, duel, red, sandbox, SOFT)
    with pytest.raises(Overtaken):
        sandboxes.order(club, duel.address, red, sandbox, 0, SOFT)
    for act in (sandboxes.by_the_house, lambda *where, after: sandboxes.back(*where, 0, after)):
        with pytest.raises(Overtaken):
            act(club, duel.address, red, sandbox, after=0)
        assert sandboxes.look(club, duel.address, red, sandbox).steps == 1
    assert sandboxes.by_the_house(club, duel.address, red, sandbox, after=1).steps == 2
    assert sandboxes.back(club, duel.address, red, sandbox, 1, after=2).steps == 1
    with pytest.raises(Overtaken), club.store.write() as work:
        sandboxes._changed(work, seen)


def test_the_imagined_game_comes_to_its_end(club, duel, red):
    sandbox = begun(club, duel, red)
    while sandboxes.look(club, duel.address, red, sandbox).look.outcome is None:
        seen = sandboxes.look(club, duel.address, red, sandbox)
        its = SOFT if seen.look.decisions[0].step == "blow" else Answer(parry=False)
        ordered(club, duel, red, sandbox, its, faces=[6] if seen.look.view.active == "red" else [1])
    with pytest.raises(Refused) as refused:
        ordered(club, duel, red, sandbox, SOFT)
    assert rules_of(refused) == ["CAR-TRY-04"] and watch.look(club, duel.address, red).outcome is None


def test_a_sandbox_has_so_many_steps(club, duel, red, monkeypatch):
    monkeypatch.setattr(sandboxes, "MOST_STEPS", 2)
    sandbox = begun(club, duel, red)
    ordered(club, duel, red, sandbox, SOFT, PARRIED)
    with pytest.raises(Refused) as refused:
        ordered(club, duel, red, sandbox, SOFT)
    assert rules_of(refused) == ["CAR-TRY-04"]
    assert sandboxes.again(club, duel.address, red, sandbox, 2, faces=[2]).steps == 2


# ---------------------------------------------------------------------- how many, whose
def test_five_of_a_game_each_with_its_name(club, duel, red):
    made = [sandboxes.begin(club, duel.address, red, name=name) for name in ("", "  Left   flank ", "", "", "")]
    assert [one.name for one in made] == ["A", "Left flank", "B", "C", "D"]
    with pytest.raises(Refused) as refused:
        sandboxes.begin(club, duel.address, red)
    assert rules_of(refused) == ["CAR-TRY-01"]
    sandboxes.put_away(club, duel.address, red, made[2].id)
    sandboxes.change(club, duel.address, red, made[0].id, name="Right flank")
    assert sandboxes.begin(club, duel.address, red).name == "A"
    for wrong in ("x" * 41, "bell\x07"):
        with pytest.raises(Refused) as refused:
            sandboxes.change(club, duel.address, red, made[0].id, name=wrong)
        assert rules_of(refused) == ["CAR-TRY-02"]
    assert [one.name for one in sandboxes.kept(club, watch.look(club, duel.address, red))] == ["Right flank", "Left flank", "C", "D", "A"]


def test_nobody_else_can_open_it(club, duel, people, red):
    sandbox = begun(club, duel, red)
    for other in (people[1].id, people[2].id, None):
        with pytest.raises(NoSuchGame):
            sandboxes.look(club, duel.address, other, sandbox)
        assert sandboxes.kept(club, watch.look(club, duel.address, other)) == []
    for act in (sandboxes.by_the_house, sandboxes.put_away, following.follow):
        with pytest.raises(NoSuchGame):
            act(club, duel.address, people[1].id, sandbox)
    with pytest.raises(NotYourSeat):
        sandboxes.begin(club, duel.address, people[2].id)
    with pytest.raises(NoSuchGame):
        sandboxes.look(club, duel.address, red, sandbox + 1)


def test_it_begins_where_there_is_something_to_decide(club, people, red, duel):
    waits = lobby.open_table(club, red, "parry", "plain", "red")
    for game, at in ((waits, None), (duel, 0), (duel, 2), (duel, -1)):
        with pytest.raises(Refused) as refused:
            sandboxes.begin(club, game.address, red, at)
        assert rules_of(refused) == ["CAR-TRY-03"]
    given(club, duel, red, table.Concede())
    assert sandboxes.begin(club, duel.address, red, 1).began == 1            # what might have been


# ---------------------------------------------------------------------- what is known
def test_what_is_hidden_is_not_there_and_what_is_sealed_is_still_to_be_decided(club, people, started):
    road, hands = started("hidden"), started("sealed")
    scout, bandit = people[0].id, people[1].id
    sandbox = begun(club, road, scout)
    assert sandboxes.look(club, road.address, scout, sandbox).look.table.state.ambushes == {}
    assert ordered(club, road, scout, sandbox, Walk(("1", "2", "3"))).look.table.state.scout == 3         # nobody springs out
    with pytest.raises(Refused) as refused:
        ordered(club, road, scout, begun(club, road, scout), Shoot("a"))
    assert rules_of(refused) == ["CAR-TAB-06"]
    assert len(sandboxes.look(club, road.address, bandit, begun(club, road, bandit)).look.table.state.ambushes) == 2
    given(club, hands, bandit, Choose("paper"))
    seen = sandboxes.look(club, hands.address, scout, begun(club, hands, scout))
    assert seen.look.table.state.chosen == {} and seen.look.waiting == ("north", "south")
    assert "paper" not in repr((seen.look.table, seen.look.view, seen.look.story.moves))
    assert ordered(club, hands, scout, seen.sandbox.id, Choose("rock"), Choose("scissors")).look.table.state.wins == {"north": 1}


# ---------------------------------------------------------------------- playing the plan
def now_following(club, game, user_id):
    real = watch.look(club, game.address, user_id)
    return following.following(club, real, sandboxes.kept(club, real))


def states(club, game, user_id):
    return [one.state for one in now_following(club, game, user_id).plan]


def test_a_plan_is_given_one_order_after_another(club, duel, people, red):
    blue = people[1].id
    sandbox = begun(club, duel, red)
    ordered(club, duel, red, sandbox, SOFT)
    ordered(club, duel, red, sandbox, PARRIED, faces=[3])
    ordered(club, duel, red, sandbox, SOFT)
    ordered(club, duel, red, sandbox, Answer(parry=False), faces=[2])
    assert now_following(club, duel, red) is None
    plan = following.plan(sandboxes.look(club, duel.address, red, sandbox))
    assert [(one.step, one.order) for one in plan] == [(1, SOFT), (4, Answer(parry=False))] and all(isinstance(one.says, Say) for one in plan)
    following.follow(club, duel.address, red, sandbox)
    assert states(club, duel, red) == ["next", "later"] and now_following(club, duel, blue) is None
    given(club, duel, red, SOFT)
    followed = now_following(club, duel, red)
    assert [(one.state, one.move) for one in followed.plan] == [("given", 2), ("next", None)] and followed.otherwise is None
    assert followed.no == ()                     # nobody asks him anything
    given(club, duel, blue, PARRIED)
    given(club, duel, blue, SOFT)
    given(club, duel, red, Answer(parry=False))
    assert states(club, duel, red) == ["given", "given"] and now_following(club, duel, red).next is None
    following.follow(club, duel.address, red, sandbox, on=False)
    assert now_following(club, duel, red) is None


def test_an_order_of_the_plan_that_was_given_in_advance_is_given(club, duel, people, red):
    blue = people[1].id
    sandbox = begun(club, duel, blue)
    ordered(club, duel, blue, sandbox, SOFT, PARRIED, SOFT)
    following.follow(club, duel.address, blue, sandbox)
    standing.put(club, duel.id, blue, {"blow": "parry"})
    assert states(club, duel, blue) == ["next", "later"]
    given(club, duel, red, SOFT)
    assert [(one.state, one.move) for one in now_following(club, duel, blue).plan] == [("given", 3), ("next", None)]


def test_where_the_game_went_otherwise_and_what_cannot_be_given_any_more(club, people, monkeypatch):
    monkeypatch.setattr(lobby, "secrets", SameSeeds("an ambush at the sixth"))
    scout, bandit = people[0].id, people[1].id
    road = lobby.open_table(club, scout, "hidden", "plain", "scout")
    lobby.join(club, road.address, bandit)
    sandbox, strides = begun(club, road, scout), [Walk(("1", "2", "3")), Walk(("4", "5", "6")), Walk(("7", "8", "9"))]
    for stride in strides:
        ordered(club, road, scout, sandbox, stride, '{"kind":"wait"}')
    following.follow(club, road.address, scout, sandbox)
    for stride in strides[:2]:
        given(club, road, scout, stride)
        given(club, road, bandit, '{"kind":"wait"}')
    followed = now_following(club, road, scout)
    assert [one.state for one in followed.plan] == ["given", "given", "next"]
    assert (followed.otherwise.place, watch.look(club, road.address, scout).view.scout) == (2, 5)        # stopped by what he did not know of
    assert followed.otherwise.planned.says != followed.otherwise.happened.says
    assert [no.rule for no in followed.no] == ["HID-WLK-01"]


def test_a_move_taken_back_is_offered_again_and_an_order_may_be_left_out(club, people, started):
    hands = started("sealed")
    north = people[0].id
    sandbox = begun(club, hands, north)
    for hand in ("rock", "paper", "paper", "rock", "scissors", "paper"):
        ordered(club, hands, north, sandbox, Choose(hand))
    following.follow(club, hands.address, north, sandbox)
    assert [one.order.hand for one in now_following(club, hands, north).plan] == ["rock", "paper", "scissors"]
    given(club, hands, north, Choose("rock"))
    assert states(club, hands, north) == ["given", "next", "later"]
    given(club, hands, north, table.TakeBack())
    assert states(club, hands, north) == ["next", "later", "later"]
    given(club, hands, north, Choose("scissors"))
    assert states(club, hands, north) == ["left_out", "left_out", "given"]


def test_one_plan_at_a_time(club, duel, red):
    one, two = begun(club, duel, red), begun(club, duel, red)
    for sandbox in (one, two):
        ordered(club, duel, red, sandbox, SOFT)
        following.follow(club, duel.address, red, sandbox)
        assert now_following(club, duel, red).sandbox.id == sandbox


# ---------------------------------------------------------------------- leaving
def test_it_is_taken_along_and_goes_with_the_account(club, people, started):
    member = accounts.register(club, "Maite", "a long enough sentence")
    game = lobby.open_table(club, member.id, "parry", "plain", "red")
    lobby.join(club, game.address, people[0].id)
    sandbox = begun(club, game, member.id, name="Left flank")
    ordered(club, game, member.id, sandbox, SOFT)
    told = msgspec.json.decode(leaving.everything_of(club, member.id))["sandboxes"]
    assert [(one["name"], one["game"], one["began"], one["orders"]) for one in told] == [
        ("Left flank", game.id, 1, [{"seat": "red", "order": {"kind": "strike", "hard": False}}])]
    leaving.delete(club, member)
    with club.store.read() as work:
        assert work.sandboxes.by(member.id) == [] and work.sandboxes.steps(sandbox) == []
