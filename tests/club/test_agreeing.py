"""What is agreed when a table is opened and what is brought to it, on both databases."""
from __future__ import annotations

import random

import pytest

from app.club import agreeing, lobby, play, watch
from app.club.club import Club, now
from app.club.problems import NoSuchGame, NotYourSeat
from app.games import shelf
from app.games.heart_of_africa.armies.army import plain
from app.games.heart_of_africa.armies.sensible import sensible
from app.kernel import table
from app.kernel.refusal import Refused

BOX = "heart_of_africa"
TERMS = {"points": 300, "year": 1890, "table": "malagarasi_fords"}


@pytest.fixture
def club(database_url):
    club = Club.open(shelf(), database_url)
    yield club
    club.close()


def army(people="native_warlord/mirambo", points=300, scenario="encounter", role="none"):
    key, nation = people.split("/")
    return plain(sensible(key, nation, 1890, points, scenario, role, random.Random(3)))


def keep(club, person, form, name="Ruga-Ruga"):
    """A saved army; its number."""
    with club.store.write() as work:
        number = work.armies.add(token=f"token of {name}", user_id=person.id, box=BOX, name=name, form=form, sharing="own", opens_at=None, data_version="",
                                 created=now(), changed=now())
        work.commit()
    return number


def rule_of(refused):
    return [refusal.rule for refusal in refused.value.refusals]


def opened(club, person, scenario="encounter", terms=TERMS, **more):
    return lobby.open_table(club, person.id, BOX, scenario, terms=terms, **more)


def test_terms_are_public_and_what_is_brought_is_not(club, people):
    game = opened(club, people[0], brings={"people": "zanzibaris/zanzibaris"})
    assert game.terms == TERMS
    listed = lobby.open_tables(club)[0]
    assert [str(say) for say in listed.terms] == ["300 points", "1890", "The fords of the Malagarasi"]
    for other in (people[1].id, None):
        known = agreeing.brought(club, game.id, other)
        assert (known.seats, known.mine) == ({"A"}, {})
    assert agreeing.brought(club, game.id, people[0].id).mine == {"people": "zanzibaris/zanzibaris"}
    assert "zanzibaris" not in repr((watch.look(club, game.id, people[1].id), listed))


def test_the_battle_begins_with_what_was_agreed_and_brought(club, people):
    game = opened(club, people[0], brings={"people": "zanzibaris/zanzibaris"})
    game = lobby.join(club, game.id, people[1].id, brings={"army": army()})
    battle = watch.look(club, game.id, people[0].id).table.state
    assert battle.names == {"A": "zanzibaris/zanzibaris", "B": "native_warlord/mirambo"}
    assert battle.land.name == "Malagarasi" and battle.points == {"A": 300, "B": 300}


def test_what_is_wrong_with_terms_or_army_is_said_at_once(club, people):
    with pytest.raises(Refused) as refused:
        opened(club, people[0], terms={"points": "1", "year": "1"})
    assert rule_of(refused) == ["HOA-ARM-07", "HOA-ARM-01"]
    with pytest.raises(Refused) as refused:
        opened(club, people[0], brings={"army": army(points=600)})
    assert rule_of(refused) == ["HOA-ARM-07"]
    assert lobby.open_tables(club) == []
    game = opened(club, people[0])
    with pytest.raises(Refused) as refused:
        lobby.join(club, game.id, people[1].id, brings={"army": army(points=600)})
    assert rule_of(refused) == ["HOA-ARM-07"]
    assert watch.look(club, game.id).seats[1].is_free


def test_until_the_beginning_one_brings_something_else(club, people):
    game = opened(club, people[0], brings={"people": "zanzibaris/zanzibaris"})
    lobby.hand_in(club, game.id, people[0].id, {"army": army()})
    with pytest.raises(Refused):
        lobby.hand_in(club, game.id, people[0].id, {"army": army(points=600)})
    assert "army" in agreeing.brought(club, game.id, people[0].id).mine
    with pytest.raises(NotYourSeat):
        lobby.hand_in(club, game.id, people[1].id, {})
    lobby.join(club, game.id, people[1].id)
    with pytest.raises(Refused) as refused:
        lobby.hand_in(club, game.id, people[0].id, {})
    assert rule_of(refused) == ["CAR-LOB-03"]


def test_who_leaves_takes_his_army_with_him(club, people):
    game = opened(club, people[0], per_side=2)
    lobby.join(club, game.id, people[1].id, "B-1", brings={"army": army()})
    lobby.leave(club, game.id, people[1].id)
    assert agreeing.brought(club, game.id, None).seats == frozenset()


def test_the_first_seat_brings_for_its_side(club, people):
    game = opened(club, people[0], per_side=2)
    with pytest.raises(Refused) as refused:
        lobby.join(club, game.id, people[1].id, "A-2", brings={"people": "zanzibaris/zanzibaris"})
    assert rule_of(refused) == ["CAR-LOB-09"]


def test_one_brings_an_army_that_one_keeps(club, people):
    number = keep(club, people[0], army())
    box = club.shelf[BOX]
    assert agreeing.brings_of(club, box, people[0].id, {"army": str(number)}) == {"army": army()}
    assert agreeing.as_given(club, box, people[0].id, {"army": army()}) == {"army": str(number)}
    other = {"army": army(points=280)}
    assert agreeing.brings_of(club, box, people[0].id, agreeing.as_given(club, box, people[0].id, other), other) == other
    for person, asked in ((people[1], str(number)), (people[0], "999"), (people[0], "nonsense")):
        with pytest.raises(Refused) as refused:
            agreeing.brings_of(club, box, person.id, {"army": asked})
        assert rule_of(refused) == ["CAR-LOB-08"]


def test_an_army_that_no_longer_fits_is_nobodys_business_but_its_owners(club, people):
    """After a change of the lists: whoever joins is told no more than that the table cannot begin."""
    game = opened(club, people[0], brings={"army": army()})
    with club.store.write() as work:
        work.seats.change(game.id, "A", brings={"army": army(points=600)})
        work.commit()
    with pytest.raises(Refused) as refused:
        lobby.join(club, game.id, people[1].id)
    assert rule_of(refused) == ["CAR-LOB-10"]
    assert watch.look(club, game.id).game.status == "open"


def test_a_rematch_keeps_the_terms_and_every_army_that_fits(club, people, command):
    game = opened(club, people[0], brings={"army": army()})
    lobby.join(club, game.id, people[1].id, brings={"people": "zanzibaris/zanzibaris"})
    play.declare(club, game.id, people[0].id, command(), 1, table.Concede())
    again = lobby.rematch(club, game.id, people[0].id)
    assert again.terms == TERMS
    assert agreeing.brought(club, again.address, people[0].id).mine == {"army": army()}
    begun = lobby.rematch(club, game.id, people[1].id)
    assert watch.look(club, begun.address, people[0].id).table.state.names == {"A": "zanzibaris/zanzibaris", "B": "native_warlord/mirambo"}


def test_in_a_rematch_an_army_too_dear_for_the_other_side_stays_at_home(club, people, command):
    game = opened(club, people[0], "ambush", {"points": 300, "year": 1890}, brings={"army": army(points=600, scenario="ambush", role="attacker")})
    lobby.join(club, game.id, people[1].id)
    play.declare(club, game.id, people[0].id, command(), 1, table.Concede())
    again = lobby.rematch(club, game.id, people[0].id)
    assert agreeing.brought(club, again.address, people[0].id).mine == {}


def test_a_private_table_tells_strangers_nothing(club, people):
    game = opened(club, people[0], visibility="private", brings={"army": army()})
    with pytest.raises(NoSuchGame):
        agreeing.brought(club, game.id, people[1].id)


def test_bots_and_demonstrations_need_no_terms(club, people):
    assert lobby.open_demo(club, BOX, "diced").status == "running"
    assert lobby.play_now(club, people[0].id, BOX).status == "running"
    assert lobby.open_table(club, people[1].id, "cry_havoc", "first_blood", terms={"points": "3"}).terms == {}


def test_a_table_that_is_laid_out_waits_for_both_and_for_the_piece(club, people):
    game = opened(club, people[0], terms={"table": "laid", "laying": "by_one", "points": 300})
    game = lobby.join(club, game.id, people[1].id)
    assert (game.status, lobby.open_tables(club)) == ("open", [])
    assert [listed.waits_for_me for person in people[:2] for listed in lobby.open_tables(club, person.id)] == [True, False]
    with pytest.raises(NotYourSeat):
        lobby.lay(club, game.id, people[2].id, {"act": "pass"})
    for kind, spots, length, breadth in (("long_grass", "20,30", "44", "22"), ("low_hill", "54,34", "32", "22"), ("long_grass", "50,14", "40", "17")):
        lobby.lay(club, game.id, people[0].id, {"act": "add", "kind": kind, "spots": spots, "length": length, "breadth": breadth})
    assert lobby.lay(club, game.id, people[1].id, {"act": "accept"}).status == "open"
    assert [listed.waits_for_me for person in people[:2] for listed in lobby.open_tables(club, person.id)] == [True, False]
    begun = lobby.lay(club, game.id, people[0].id, {"act": "accept"})
    assert begun.status == "running" and len(watch.look(club, game.id).table.state.land.pieces) == 3
    with pytest.raises(Refused) as refused:
        lobby.lay(club, game.id, people[0].id, {"act": "undo"})
    assert rule_of(refused) == ["CAR-LOB-03"]


def test_a_rematch_is_fought_on_the_table_that_was_laid(club, people, command):
    game = opened(club, people[0], terms={"table": "laid", "points": 300}, against="bot")
    for kind, spots, length, breadth in (("long_grass", "20,30", "44", "22"), ("low_hill", "54,34", "32", "22"), ("long_grass", "50,14", "40", "17")):
        lobby.lay(club, game.id, people[0].id, {"act": "add", "kind": kind, "spots": spots, "length": length, "breadth": breadth})
    assert lobby.lay(club, game.id, people[0].id, {"act": "accept"}).status == "running"
    play.declare(club, game.id, people[0].id, command(), 1, table.Concede())
    again = lobby.rematch(club, game.id, people[0].id)
    assert again.terms["marks"] == watch.look(club, game.id).game.terms["marks"]
