"""Terms of a new table and contributions of players, on both databases."""

from __future__ import annotations

import random

import pytest

from app.games import shelf
from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.kernel import table_orders
from app.kernel.refusal import Refused
from app.services.container import Services, current_time
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.play import demonstrations, game_setup, lobby, orders, rematches
from app.services.watch import game_view

BOX = "heart_of_africa"
TERMS = {"points": 300, "year": 1890, "table": "malagarasi_fords"}


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


def army(people="native_warlord/mirambo", points=300, scenario="encounter", role="none"):
    key, nation = people.split("/")
    return plain_army(sensible(key, nation, 1890, points, scenario, role, random.Random(3)))


def keep(services, person, form, name="Ruga-Ruga"):
    """Save an army and return its id."""
    with services.store.write() as work:
        number = work.armies.add_army(
            token=f"token of {name}",
            user_id=person.id,
            box=BOX,
            name=name,
            form=form,
            sharing="own",
            opens_at=None,
            data_version="",
            created=current_time(),
            changed=current_time(),
        )
        work.commit()
    return number


def rule_of(refused):
    return [refusal.rule for refusal in refused.value.refusals]


def opened(services, person, scenario="encounter", terms=TERMS, **more):
    return lobby.open_table(services, person.id, BOX, scenario, terms=terms, **more)


def test_terms_are_public_and_contributions_secret(services, people):
    game = opened(services, people[0], brings={"people": "zanzibaris/zanzibaris"})
    assert game.terms == TERMS
    listed = lobby.open_tables(services)[0]
    assert [str(say) for say in listed.terms] == [
        "300 points",
        "1890",
        "The fords of the Malagarasi",
    ]
    for other in (people[1].id, None):
        known = game_setup.load_setup_progress(services, game.id, other)
        assert (known.seats, known.mine) == ({"A"}, {})
    assert game_setup.load_setup_progress(services, game.id, people[0].id).mine == {
        "people": "zanzibaris/zanzibaris"
    }
    assert "zanzibaris" not in repr((game_view.load_view(services, game.id, people[1].id), listed))


def test_the_battle_begins_with_the_terms_and_contributions(services, people):
    game = opened(services, people[0], brings={"people": "zanzibaris/zanzibaris"})
    game = lobby.join_table(services, game.id, people[1].id, brings={"army": army()})
    battle = game_view.load_view(services, game.id, people[0].id).table.state
    assert battle.names == {"A": "zanzibaris/zanzibaris", "B": "native_warlord/mirambo"}
    assert battle.land.name == "Malagarasi" and battle.conditions.points == {"A": 300, "B": 300}


def test_all_errors_of_terms_and_army_are_refused_together(services, people):
    with pytest.raises(Refused) as refused:
        opened(services, people[0], terms={"points": "1", "year": "1"})
    assert rule_of(refused) == ["HOA-ARM-07", "HOA-ARM-01"]
    with pytest.raises(Refused) as refused:
        opened(services, people[0], brings={"army": army(points=600)})
    assert rule_of(refused) == ["HOA-ARM-07"]
    assert lobby.open_tables(services) == []
    game = opened(services, people[0])
    with pytest.raises(Refused) as refused:
        lobby.join_table(services, game.id, people[1].id, brings={"army": army(points=600)})
    assert rule_of(refused) == ["HOA-ARM-07"]
    assert game_view.load_view(services, game.id).seats[1].is_free


def test_a_contribution_can_be_changed_until_the_game_begins(services, people):
    game = opened(services, people[0], brings={"people": "zanzibaris/zanzibaris"})
    lobby.change_choices(services, game.id, people[0].id, {"army": army()})
    with pytest.raises(Refused):
        lobby.change_choices(services, game.id, people[0].id, {"army": army(points=600)})
    assert "army" in game_setup.load_setup_progress(services, game.id, people[0].id).mine
    with pytest.raises(NotYourSeat):
        lobby.change_choices(services, game.id, people[1].id, {})
    lobby.join_table(services, game.id, people[1].id)
    with pytest.raises(Refused) as refused:
        lobby.change_choices(services, game.id, people[0].id, {})
    assert rule_of(refused) == ["CAR-LOB-03"]


def test_a_player_who_leaves_takes_the_army_along(services, people):
    game = opened(services, people[0], per_side=2)
    lobby.join_table(services, game.id, people[1].id, "B-1", brings={"army": army()})
    lobby.leave_table(services, game.id, people[1].id)
    assert game_setup.load_setup_progress(services, game.id, None).seats == frozenset()


def test_the_first_seat_brings_for_its_side(services, people):
    game = opened(services, people[0], per_side=2)
    with pytest.raises(Refused) as refused:
        lobby.join_table(
            services, game.id, people[1].id, "A-2", brings={"people": "zanzibaris/zanzibaris"}
        )
    assert rule_of(refused) == ["CAR-LOB-09"]


def test_a_saved_army_can_be_brought(services, people):
    number = keep(services, people[0], army())
    box = services.shelf[BOX]
    assert game_setup.choices_of_form(services, box, people[0].id, {"army": str(number)}) == {
        "army": army()
    }
    assert game_setup.answers_giving(services, box, people[0].id, {"army": army()}) == {
        "army": str(number)
    }
    other = {"army": army(points=280)}
    assert (
        game_setup.choices_of_form(
            services,
            box,
            people[0].id,
            game_setup.answers_giving(services, box, people[0].id, other),
            other,
        )
        == other
    )
    for person, asked in ((people[1], str(number)), (people[0], "999"), (people[0], "nonsense")):
        with pytest.raises(Refused) as refused:
            game_setup.choices_of_form(services, box, person.id, {"army": asked})
        assert rule_of(refused) == ["CAR-LOB-08"]


def test_faults_of_an_outdated_army_are_shown_to_its_owner_alone(services, people):
    """After a change of the lists a joining player learns only that the table cannot begin."""
    game = opened(services, people[0], brings={"army": army()})
    with services.store.write() as work:
        work.seats.update_seat(game.id, "A", brings={"army": army(points=600)})
        work.commit()
    with pytest.raises(Refused) as refused:
        lobby.join_table(services, game.id, people[1].id)
    assert rule_of(refused) == ["CAR-LOB-10"]
    assert game_view.load_view(services, game.id).game.status == "open"


def test_a_rematch_keeps_the_terms_and_every_army_that_fits(services, people, command):
    game = opened(services, people[0], brings={"army": army()})
    lobby.join_table(services, game.id, people[1].id, brings={"people": "zanzibaris/zanzibaris"})
    orders.declare_order(services, game.id, people[0].id, command(), 1, table_orders.Concede())
    again = rematches.open_rematch(services, game.id, people[0].id)
    assert again.terms == TERMS
    assert game_setup.load_setup_progress(services, again.address, people[0].id).mine == {
        "army": army()
    }
    begun = rematches.open_rematch(services, game.id, people[1].id)
    assert game_view.load_view(services, begun.address, people[0].id).table.state.names == {
        "A": "zanzibaris/zanzibaris",
        "B": "native_warlord/mirambo",
    }


def test_a_rematch_drops_an_army_that_does_not_fit_the_other_side(services, people, command):
    game = opened(
        services,
        people[0],
        "ambush",
        {"points": 300, "year": 1890},
        brings={"army": army(points=600, scenario="ambush", role="attacker")},
    )
    lobby.join_table(services, game.id, people[1].id)
    orders.declare_order(services, game.id, people[0].id, command(), 1, table_orders.Concede())
    again = rematches.open_rematch(services, game.id, people[0].id)
    assert game_setup.load_setup_progress(services, again.address, people[0].id).mine == {}


def test_a_private_table_tells_other_users_nothing(services, people):
    game = opened(services, people[0], visibility="private", brings={"army": army()})
    with pytest.raises(NoSuchGame):
        game_setup.load_setup_progress(services, game.id, people[1].id)


def test_bots_and_demonstrations_need_no_terms(services, people):
    assert demonstrations.open_demo(services, BOX, "diced").status == "running"
    assert lobby.play_now(services, people[0].id, BOX).status == "running"
    assert (
        lobby.open_table(
            services, people[1].id, "cry_havoc", "first_blood", terms={"points": "3"}
        ).terms
        == {}
    )


def test_a_table_being_laid_out_waits_for_both_sides_and_the_next_piece(services, people):
    game = opened(services, people[0], terms={"table": "laid", "laying": "by_one", "points": 300})
    game = lobby.join_table(services, game.id, people[1].id)
    assert (game.status, lobby.open_tables(services)) == ("open", [])
    assert [
        listed.waits_for_me
        for person in people[:2]
        for listed in lobby.open_tables(services, person.id)
    ] == [True, False]
    with pytest.raises(NotYourSeat):
        lobby.change_setup(services, game.id, people[2].id, {"act": "pass"})
    for kind, spots, length, breadth in (
        ("long_grass", "20,30", "44", "22"),
        ("low_hill", "54,34", "32", "22"),
        ("long_grass", "50,14", "40", "17"),
    ):
        lobby.change_setup(
            services,
            game.id,
            people[0].id,
            {"act": "add", "kind": kind, "spots": spots, "length": length, "breadth": breadth},
        )
    assert lobby.change_setup(services, game.id, people[1].id, {"act": "accept"}).status == "open"
    assert [
        listed.waits_for_me
        for person in people[:2]
        for listed in lobby.open_tables(services, person.id)
    ] == [True, False]
    begun = lobby.change_setup(services, game.id, people[0].id, {"act": "accept"})
    assert (
        begun.status == "running"
        and len(game_view.load_view(services, game.id).table.state.land.pieces) == 3
    )
    with pytest.raises(Refused) as refused:
        lobby.change_setup(services, game.id, people[0].id, {"act": "undo"})
    assert rule_of(refused) == ["CAR-LOB-03"]


def test_a_rematch_is_fought_on_the_table_that_was_laid(services, people, command):
    game = opened(services, people[0], terms={"table": "laid", "points": 300}, against="bot")
    for kind, spots, length, breadth in (
        ("long_grass", "20,30", "44", "22"),
        ("low_hill", "54,34", "32", "22"),
        ("long_grass", "50,14", "40", "17"),
    ):
        lobby.change_setup(
            services,
            game.id,
            people[0].id,
            {"act": "add", "kind": kind, "spots": spots, "length": length, "breadth": breadth},
        )
    assert (
        lobby.change_setup(services, game.id, people[0].id, {"act": "accept"}).status == "running"
    )
    orders.declare_order(services, game.id, people[0].id, command(), 1, table_orders.Concede())
    again = rematches.open_rematch(services, game.id, people[0].id)
    assert again.terms["marks"] == game_view.load_view(services, game.id).game.terms["marks"]
