"""Army lists of contests: those of the waiting list, and those of teams in the statistics."""

from __future__ import annotations

from tests.sample_games import INCH, INCH_GAME
from tests.web.reading import form_to
from tests.web.test_contest_battles import plain
from tests.web.test_contest_pages import NAMES, act, contest_now, found_contest, saved_army, sign_up
from tests.web.test_contest_teams import TEAMS, accepted, brought, enters, gives

LISTS = {"t.battle": f"{INCH_GAME}/{INCH.SCENARIO}", "t.of_points": "300", "t.lists": "yes"}
DEAR = [{"spearman": 90}, {"spearman": 90}]


def sends(path, person, army, **chosen):
    """Send a saved army by the form of the page."""
    form = form_to(person.get(f"{path}/lists").text, f"{path}/lists")
    return person.send(form, army=str(army), **chosen)


def test_a_waiting_entrant_sends_a_list_that_counts_after_moving_up(visitor):
    """Eva waits behind Bea and Cid. Her first list has too many points."""
    path, people = found_contest(visitor, **LISTS, **{"t.places": "2"})
    ana, bea, cid, dora, eva = people
    for number, name in enumerate(("Bea", "Cid", "Eva")):
        sign_up(path, people[NAMES.index(name)], name, number)
    waits = plain(eva, f"{path}/lists?lang=en")
    assert "waiting list no list yet" in waits and "counts when its entrant moves up" in waits
    assert "2 lists are missing" in waits
    for page in ("/front", "/gathering"):
        assert f'href="{path}/lists"' in eva.get(f"{path}{page}").text
    assert sends(path, eva, saved_army(eva, "Eva", units=DEAR)).status_code == 303
    shown = plain(eva, f"{path}/lists?lang=en")
    assert "not allowed by the terms" in shown and "list sent" in shown
    assert sends(path, eva, saved_army(eva, "Eva")).status_code == 303
    assert "not allowed by the terms" not in plain(eva, f"{path}/lists?lang=en")
    assert "waiting list list sent" in plain(ana, f"{path}/lists?lang=en")
    assert "<pre" not in ana.get(f"{path}/lists").text
    assert "waiting list" not in plain(bea, f"{path}/lists?lang=en")
    for person, name in ((bea, "Bea"), (cid, "Cid")):
        assert sends(path, person, saved_army(person, name)).status_code == 303
    assert gives(path, bea, "p1", kind="concede").status_code == 303
    assert "waiting list" not in plain(eva, f"{path}/lists?lang=en")
    for kind in ("close_sign_up", "open_lists", "draft_round", "publish_round"):
        act(path, ana, kind)
    assert dora.get(f"{path}/lists").text.count("<pre") == 2
    assert brought(path, ana) == {"Cid", "Eva"}


def test_a_waiting_captain_sends_the_lists_of_the_team(visitor):
    """Two places: Dora's team waits, with a player without an account."""
    path, people = found_contest(visitor, "robin", **TEAMS | LISTS | {"t.places": "2"})
    ana, bea, cid, dora, eva = people
    for person, player, name in ((bea, "Bea", "Falcons"), (cid, "Cid", "Hawks")):
        enters(path, person, player=player, name=name)
    enters(path, dora, player="Dora", name="Owls")
    assert gives(path, dora, "p3", kind="name_player", name="Wanda").status_code == 303
    assert gives(path, bea, "p1", kind="name_player", name="Juan").status_code == 303
    page = dora.get(f"{path}/lists?lang=en").text
    assert 'value="p3~1"' in page and 'value="p3~2"' in page
    army = saved_army(dora, "Dora")
    assert sends(path, dora, army, player="p3~2").status_code == 303
    shown = plain(dora, f"{path}/lists?lang=en")
    assert shown.count("allowed by the terms") == 1 and "No list is missing" in shown
    assert "Wanda" in plain(ana, f"{path}/lists?lang=en")
    for person in (bea, eva):
        assert "Wanda" not in plain(person, f"{path}/lists?lang=en")
    lists = contest_now(path, ana).lists
    assert set(lists) == {"p3~2"} and not lists["p3~2"].faults
    assert lists["p3~2"].army["list"] == INCH.LIST


def test_a_late_list_of_a_waiting_entrant_is_sent_after_the_opening(visitor):
    """Eva has sent no list when the others are opened. Her form stays."""
    path, people = found_contest(visitor, **LISTS, **{"t.places": "2"})
    ana, bea, cid, _, eva = people
    for number, person in enumerate((bea, cid, eva)):
        sign_up(path, person, ("Bea", "Cid", "Eva")[number], number)
    for person, name in ((bea, "Bea"), (cid, "Cid")):
        assert sends(path, person, saved_army(person, name)).status_code == 303
    for kind in ("close_sign_up", "open_lists"):
        act(path, ana, kind)
    assert f'href="{path}/lists"' in eva.get(f"{path}/front").text
    assert 'id="send"' not in bea.get(f"{path}/lists").text
    assert sends(path, eva, saved_army(eva, "Eva")).status_code == 303
    assert bea.get(f"{path}/lists").text.count("<pre") == 3


def test_statistics_of_teams_count_boards_with_armies_that_were_brought(visitor):
    """Bea and Dora send legal lists. Those of Cid and Eva have too many points, so their board
    counts for no army.
    """
    path, people = accepted(visitor, **LISTS)
    for person, name in zip(people[1:], NAMES[1:], strict=True):
        dear = {} if name in ("Bea", "Dora") else {"units": DEAR}
        assert sends(path, person, saved_army(person, name, **dear)).status_code == 303
    for kind in ("close_sign_up", "open_lists", "draft_round", "publish_round"):
        act(path, people[0], kind)
    for one in contest_now(path, people[0]).open_pairings():
        act(path, people[0], "decide", battle=one.key, winner=one.first)
    words = plain(people[0], f"{path}/statistics?lang=en")
    assert "2 battles have a result." in words
    assert "Encounter Side A – Side B 2 2 (100%) 0 (0%) 0 (0%)" in words
    assert "Both armies are known in 1 of 2 battles." in words
    assert "Luba 2 1 (50%) 0 (0%) 1 (50%)" in words
    printed = plain(people[0], f"{path}/rounds/1/print?lang=en")
    assert "Team Points wins Board points 1 " in printed
