"""Views of a game by viewer and time."""

import pytest
import sqlalchemy as sa

from app.kernel import table_orders
from app.services.errors import Malformed, NoSuchGame
from app.services.play import lobby, orders
from app.services.watch import game_lists, game_view
from app.services.watch.dice_page import load_dice
from tests.contract.tiny.parry import Answer, Strike
from tests.contract.tiny.sealed import Choose

SOFT = Strike(hard=False)


def texts(told):
    return [line.says.in_("en") for one in told for line in one.lines]


def test_a_secret_choice_is_visible_to_its_own_seat(services, people, started, command):
    game = started("sealed")
    orders.declare_order(services, game.id, people[0].id, command(), 1, Choose("rock"))
    own, other, stranger = (
        game_view.load_view(services, game.id, person)
        for person in (people[0].id, people[1].id, None)
    )
    assert (own.view.own, other.view.own, stranger.view.own) == ("rock", None, None)
    assert "rock" in str(texts(game_view.load_log(own)))
    for seen in (other, stranger):
        assert "rock" not in str(texts(game_view.load_log(seen)))
        assert "rock" not in str(
            [
                seen.view,
                seen.waiting,
                game_view.load_milestones(seen),
                load_dice(services, seen),
            ]
        )
    assert other.waiting == ("south",)


def test_after_the_end_every_viewpoint_is_available(services, people, started, command):
    game = started("sealed")
    orders.declare_order(services, game.id, people[0].id, command(), 1, Choose("rock"))
    orders.declare_order(services, game.id, people[1].id, command(), 2, table_orders.Concede())
    assert "rock" in str(texts(game_view.load_log(game_view.load_view(services, game.id))))
    assert "rock" not in str(
        texts(game_view.load_log(game_view.load_view(services, game.id, eyes="south")))
    )
    assert "rock" in str(
        texts(
            game_view.load_log(game_view.load_view(services, game.id, people[1].id, eyes="north"))
        )
    )
    assert game_view.load_view(services, game.id, eyes="north", at=2).view.own == "rock"
    assert game_view.load_view(services, game.id, eyes="spectator", at=2).view.own is None


def test_no_other_viewpoint_is_available_before_the_end(services, people, started, command):
    game = started("sealed")
    orders.declare_order(services, game.id, people[0].id, command(), 1, Choose("rock"))
    assert game_view.load_view(services, game.id, people[1].id, eyes="north").view.own is None
    assert game_view.load_view(services, game.id, eyes="north").view.own is None


def test_decisions_and_offers_are_those_of_the_own_seat_now(services, people, started, command):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    blue = game_view.load_view(services, game.id, people[1].id)
    assert [decision.reaction for decision in blue.decisions] == [True]
    assert all(offer.is_live for offer in blue.offers)
    for seen in (
        game_view.load_view(services, game.id),
        game_view.load_view(services, game.id, people[1].id, at=1),
    ):
        assert (seen.decisions, seen.offers) == ((), ())
    red = game_view.load_view(services, game.id, people[0].id)
    assert red.decisions == ()
    assert not any(offer.is_live for offer in red.offers)
    past = game_view.load_view(services, game.id, people[1].id, at=1)
    assert (past.at, past.last, past.is_now, past.view.coming) == (1, 2, False, None)
    assert game_view.load_view(services, game.id, at=99).at == 2
    assert game_view.load_view(services, game.id, at=-5).at == 1


def test_a_game_without_spectators_exists_for_its_seats_alone(services, people, started):
    game = started("parry", spectators=False)
    assert game_view.load_view(services, game.id, people[0].id).seat == "red"
    for stranger in (None, people[3].id):
        with pytest.raises(NoSuchGame):
            game_view.load_view(services, game.id, stranger)
        with pytest.raises(NoSuchGame):
            game_view.load_view(services, game.token, stranger)
    assert game_lists.list_running(services) == []


def test_a_private_game_with_spectators_is_watched_by_its_link(services, people, started):
    game = started("parry", visibility="private")
    with pytest.raises(NoSuchGame):
        game_view.load_view(services, game.id)
    assert game_view.load_view(services, game.token).seat is None
    assert game_lists.list_running(services) == []


def test_a_visit_is_noted_and_an_old_page_takes_back_none(services, people, started, command):
    game = started("parry")
    first = game_view.load_view(services, game.id, people[0].id)
    assert first.seen is None
    game_view.record_visit(services, first)
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    orders.declare_order(services, game.id, people[1].id, command(), 2, Answer(parry=True))
    seen = game_view.load_view(services, game.id, people[0].id)
    assert seen.seen == 1
    game_view.record_visit(services, seen)
    game_view.record_visit(services, first)
    assert game_view.load_view(services, game.id, people[0].id).seen == 3


def test_milestones_are_where_turns_and_phases_begin(services, people, started, command):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    orders.declare_order(services, game.id, people[1].id, command(), 2, Answer(parry=True))
    found = game_view.load_milestones(game_view.load_view(services, game.id))
    assert [(one.number, one.turn, one.is_turn) for one in found] == [(1, 1, True), (3, 2, True)]


def test_a_dry_run_of_an_order(services, people, started):
    game = started("parry")
    seen = game_view.load_view(services, game.id, people[0].id)
    assert (
        game_view.assess_order(seen, {"kind": "strike", "hard": "true"}).no[0].rule == "PAR-HRD-01"
    )
    assert game_view.assess_order(seen, SOFT).no == ()
    with pytest.raises(Malformed):
        game_view.assess_order(seen, {"kind": "fly"})


def test_dice_are_committed_first_and_published_after_the_end(services, people, started, command):
    game = started("parry", added="mine")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    orders.declare_order(services, game.id, people[1].id, command(), 2, Answer(parry=True))
    before = load_dice(services, game_view.load_view(services, game.id, people[0].id))
    assert (before.seed, before.rolls) == ("", ())
    assert before.added[0] == ("red", "mine")
    orders.declare_order(services, game.id, people[0].id, command(), 3, table_orders.Concede())
    after = load_dice(services, game_view.load_view(services, game.id))
    assert after.commitment == before.commitment
    assert [(number, seat, len(rolls)) for number, seat, rolls in after.rolls] == [(3, "blue", 1)]
    assert len(after.seed) == 64


def test_log_lines_of_the_platform_exist_in_both_languages(services, people, started, command):
    game = started("parry")
    for after, (person, order) in enumerate(
        [
            (0, SOFT),
            (0, table_orders.TakeBack()),
            (0, table_orders.OfferDraw()),
            (1, table_orders.DeclineDraw()),
            (1, table_orders.Concede()),
        ],
        1,
    ):
        orders.declare_order(services, game.id, people[person].id, command(), after, order)
    lines = [
        line
        for told in game_view.load_log(game_view.load_view(services, game.id), after=2)
        for line in told.lines
    ]
    assert [line.says.in_("en") for line in lines] == [
        "Red: the last move is taken back.",
        "Red: offers a draw.",
        "Blue: declines the draw.",
        "Blue: gives up.",
    ]
    assert [line.says.in_("es") for line in lines] == [
        "Red: se deshace la última jugada.",
        "Red: ofrece tablas.",
        "Blue: rechaza las tablas.",
        "Blue: se rinde.",
    ]


def test_the_lists_name_turn_and_phase(services, people, started):
    started("parry")
    listed = game_lists.list_running(services)[0]
    assert (listed.game.turn, listed.game.phase.in_("es"), listed.scenario_title.in_("es")) == (
        1,
        "Turno 1",
        "Sencillo",
    )


def test_a_table_that_waits_for_players_can_be_looked_at(services, people):
    game = lobby.open_table(services, people[0].id, "parry", "plain", spectators=False)
    seen = game_view.load_view(services, game.id)
    assert (
        seen.view,
        seen.at,
        seen.last,
        seen.offers,
        game_view.load_log(seen),
        game_view.load_milestones(seen),
    ) == (None, 0, 0, (), [], [])


def test_waiting_games_are_counted_without_making_a_statement(
    services, people, started, monkeypatch
):
    """The count runs for each open page of a player after each move."""
    started("sealed"), started("sealed")
    game_lists.count_waiting(services, people[0].id)

    def made(*_):
        raise AssertionError

    for name in ("select", "exists", "union"):
        monkeypatch.setattr(sa, name, made)
    assert [game_lists.count_waiting(services, one.id) for one in people[:3]] == [2, 2, 0]
