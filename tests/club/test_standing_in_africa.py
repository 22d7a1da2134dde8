"""Standing orders of a box that keeps them on its record in secret: changed at any time, on record with the next move, whoever makes it."""
import msgspec
import pytest

from app.club import lobby, play, standing, watch
from app.club.club import Club
from app.games import shelf
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.state import Policies
from app.kernel import clock, record, rehearsal, table
from app.kernel.refusal import Refused


@pytest.fixture
def club(database_url):
    club = Club.open(shelf(), database_url)
    yield club
    club.close()


@pytest.fixture
def database_url(sqlite_url):
    return sqlite_url


@pytest.fixture
def game(club, people):
    """The first lesson, in which A is to move: B is asked nothing."""
    opened = lobby.open_table(club, people[0].id, "heart_of_africa", "first_steps", "A")
    return lobby.join(club, opened.address, people[1].id)


def given(club, game, user):
    return {one.topic.key: (one.answer, one.waits) for one in standing.of(club, watch.look(club, game.id, user)) if one.answer or one.waits}


def policies(club, game, side="B"):
    plans = watch.look(club, game.id).story.now.state.plans
    return plans[side].policies if side in plans else Policies()


def told(club, game, user):
    return [str(line.says.in_("en")) for line in watch.log(watch.look(club, game.id, user))[-1].lines]


def moves(club, game, people, command):
    """A does something after which it is still for A to move."""
    last = watch.look(club, game.id, people[0].id).last
    return play.declare(club, game.id, people[0].id, command(), last, orders.SetPolicies(Policies(roofs="none", spells="none" if last % 2 else "ask")))


def test_what_is_said_out_of_turn_is_kept_and_no_number_grows(club, people, game):
    before = watch.look(club, game.id, people[0].id)
    standing.put(club, game.id, people[1].id, {"fire": "hold", "rally": "house"})
    assert given(club, game, people[1].id) == {"fire": ("hold", True), "rally": ("house", True)} and given(club, game, people[0].id) == {}
    after = watch.look(club, game.id, people[0].id)
    assert (after.last, after.game, after.seats, after.view) == (before.last, before.game, before.seats, before.view)
    standing.put(club, game.id, people[1].id, {"fire": "first"})
    standing.put(club, game.id, people[1].id, {"rally": ""})
    assert given(club, game, people[1].id) == {"fire": ("first", True)} and policies(club, game) == Policies()


def test_it_is_on_record_with_the_next_move_of_the_other_side_and_told_to_its_owner_alone(club, people, game, command):
    standing.put(club, game.id, people[1].id, {"fire": "hold"})
    played = moves(club, game, people, command)
    assert (played.number, played.last) == (2, 2) and policies(club, game) == Policies(fire="hold")
    assert given(club, game, people[1].id) == {"fire": ("hold", False)}
    with club.store.read() as work:
        assert work.standing_orders.of(game.id) == {}
    story = watch.look(club, game.id).story
    order = msgspec.json.decode(story.moves[-1].order)
    assert (order["kind"], order["said"]) == ("said_meanwhile", {"B": {"fire": "hold"}}) and story.moves[-1].seat == "A"
    assert any("hold fire" in line for line in told(club, game, people[1].id))
    assert not any("hold fire" in line for who in (people[0].id, None) for line in told(club, game, who))
    assert record.first_broken(story.moves) is None and rehearsal.rehearse(story.box, story.moves, story.tables) == []


def test_what_stands_on_record_is_revoked_in_the_same_way(club, people, game, command):
    standing.put(club, game.id, people[1].id, {"fire": "hold", "rally": "none"})
    moves(club, game, people, command)
    standing.strike_out(club, game.id, people[1].id)
    assert given(club, game, people[1].id) == {"fire": ("", True), "rally": ("", True)} and policies(club, game).fire == "hold"
    standing.put(club, game.id, people[1].id, {"fire": "hold"})
    assert given(club, game, people[1].id) == {"fire": ("hold", False), "rally": ("", True)}


def test_whoever_is_asked_puts_it_on_record_at_once_with_all_that_waits(club, people, game, command):
    standing.put(club, game.id, people[0].id, {"fire": "hold"})
    assert policies(club, game, "A") == Policies(fire="hold") and watch.look(club, game.id).last == 2
    look = watch.look(club, game.id, people[0].id)
    assert not any(one.waits for one in standing.of(club, look))
    assert standing.tried(club, look, {"fire": ""}).foreseen[0].in_("en") == "You will be asked everything."


def test_before_saving_it_is_said_what_would_come_of_it(club, people, game):
    tried = standing.tried(club, watch.look(club, game.id, people[1].id), {"fire": "hold"})
    assert tried.no == () and any("hold fire" in says.in_("en") for says in tried.foreseen)
    assert [(one.topic.key, one.waits) for one in tried.given if one.answer] == [("fire", True)]
    with pytest.raises(Refused) as refused:
        standing.put(club, game.id, people[1].id, {"fire": "often"})
    assert [no.rule for no in refused.value.refusals] == ["CAR-STO-02"]


def test_what_a_taken_back_move_put_on_record_is_put_there_again(club, people, game, command):
    standing.put(club, game.id, people[1].id, {"fire": "hold", "rally": "none"})
    number = moves(club, game, people, command).number
    standing.put(club, game.id, people[1].id, {"rally": "house"})
    play.declare(club, game.id, people[0].id, command(), number, table.TakeBack())
    assert policies(club, game) == Policies()
    assert given(club, game, people[1].id) == {"fire": ("hold", True), "rally": ("house", True)}
    moves(club, game, people, command)
    assert policies(club, game) == Policies(fire="hold", rally="house")


def test_a_refused_order_or_one_of_the_house_puts_nothing_on_record(club, people, game, command):
    standing.put(club, game.id, people[1].id, {"fire": "hold"})
    with pytest.raises(Refused):
        play.declare(club, game.id, people[0].id, command(), 1, orders.NoMove(("B1",)))
    play.declare(club, game.id, people[0].id, command(), 1, table.OfferDraw())
    assert given(club, game, people[1].id) == {"fire": ("hold", True)} and policies(club, game) == Policies()


def test_what_goes_on_record_with_a_decision_of_the_house_makes_nobody_its_author(club, people, game, monkeypatch):
    """Else the player in whose place it decided would hear nothing of an end that it made."""
    movers = []
    monkeypatch.setattr(play.notices, "moved", lambda work, box, game, seats, mover, *rest: movers.append(mover))
    standing.put(club, game.id, people[1].id, {"fire": "hold"})
    order = msgspec.to_builtins(orders.SetPolicies(Policies(roofs="none")))
    play.declare_for_house(club, game.id, "A", "due", 1, clock.StandIn(order, "substitute", ""), lambda time: True)
    assert msgspec.json.decode(watch.look(club, game.id).story.moves[-1].order)["kind"] == "said_meanwhile"
    assert movers == [""]


def test_nobody_says_for_others_what_they_have_said(club, people, game, command):
    forged = table.SaidMeanwhile({"kind": "pass"}, {"B": {"fire": "hold"}})
    for order in (forged, clock.StandIn({"kind": "pass"}, "seat", "")):
        with pytest.raises(Refused):
            play.declare(club, game.id, people[0].id, command(), 1, order)
