"""Words of a contest on its pages: exports, results, waiting entrants, terms, the head of its
board.
"""

from __future__ import annotations

import re

from app.services.watch.game_view import load_view
from tests.web.circle import text_of
from tests.web.test_contest_pages import (
    DAYS_OF_LADDER,
    NAMES,
    act,
    contest_now,
    found_contest,
    given,
    sign_up,
    state,
    stated,
)


def begun(visitor, form="swiss", count=4, **terms):
    """Path of a contest of the last so many people, and all people; the first one organises."""
    path, people = found_contest(visitor, form, **{"t.words": "Chess", **terms})
    for number, person in enumerate(people[-count:]):
        assert sign_up(path, person, NAMES[number - count], number).status_code == 303
    act(path, people[0], "close_sign_up")
    return path, people


def test_standings_name_their_export_and_the_scores(visitor):
    path, people = begun(visitor)
    ana, bea, cid = people[:3]
    act(path, ana, "draft_round")
    act(path, ana, "publish_round")
    first, second = contest_now(path, ana).open_pairings()
    won = {"winner": first.first, "points_first": "9", "points_second": "4"}
    act(path, ana, "decide", battle=first.key, **won)
    stated(path, people, second, None, points_first="7", points_second="7")
    given(path, people, second.second, kind="confirm_result", battle=second.key)
    page = cid.get(f"{path}/standings").text
    told = text_of(page)
    assert "Download the standings for a spreadsheet (CSV)" in told
    head, best, *_ = cid.get(f"{path}/standings.csv").text.splitlines()
    assert head == "table,place,side,name,number,rule,Buchholz,wins,difference"
    assert best.startswith("points,1,") and best.endswith(",3,CON-STD-02,0,1,5")
    assert "wins, 9–4" in told
    assert told.index("table 1:") < told.index("table 2:")
    letters = re.findall(r'<span class="d" aria-hidden="true">(.)<', bea.get(f"{path}/front").text)
    assert letters == ["E", "E"]


def test_the_board_of_a_contest_counts_its_players(visitor):
    path, people = begun(visitor)
    head = re.search(r'<div class="state".*?</ol>', people[2].get(path).text, re.DOTALL)[0]
    assert "4 entrants" in text_of(head) and "side-a" not in head
    assert 'class="score"' not in people[2].get(path).text


def test_a_long_list_of_waiting_entrants_ends_with_their_number(visitor):
    path, people = found_contest(visitor, "ladder", **{"t.words": "Chess", "t.places": "20"})
    names = (*NAMES[1:], "Fe", "Gil", "Hugo", "Iris", "Jan")
    more = [visitor().register(name) for name in names[4:]]
    for number, (name, person) in enumerate(zip(names, [*people[1:], *more], strict=True)):
        assert sign_up(path, person, name, number).status_code == 303
    act(path, people[0], "close_sign_up")
    told = state(path, visitor().register("Olga"))
    assert re.search(r"Waiting for: (\w+, ){4}\w+ and \d more", told)
    assert "Autumn Swiss · Autumn Swiss" not in told


def test_terms_of_a_knock_out_promise_nothing_for_a_draw(visitor):
    path, people = begun(visitor, "knockout")
    told = state(path, people[2])
    assert "What you can do" in told and "To the game" not in told
    assert "See the log" in state(path, visitor())
    assert "3 points for a win" in told and "draw" not in told.partition("The terms")[2]


def test_a_correction_offers_the_results_of_its_own_battle_first(visitor):
    """The results of other battles at that moment stand behind a line of their own."""
    path, people = begun(visitor)
    ana = people[0]
    act(path, ana, "draft_round")
    act(path, ana, "publish_round")
    for one in reversed(contest_now(path, ana).open_pairings()):
        act(path, ana, "decide", battle=one.key, winner=one.first)
    services = ana.client.app.state.services
    last = load_view(services, path.rpartition("/")[2], None).last
    own, _, others = ana.get(f"{path}/corrections?move={last - 1}").text.partition("<details>")
    headings = re.findall(r'<h3 class="gap-top">(.*?)</h3>', own)
    assert len(headings) == 1 and headings[0].startswith("Round 1, table 2: ")
    assert own.count(f", {headings[0]}</span>") == 4
    assert "Round 1, table 1: " in others and "Nothing: strike the entry" in others


def test_a_challenge_says_what_silence_costs(visitor):
    """Without an answer the challenge lapses; it is not accepted."""
    path, people = begun(visitor, "ladder", **DAYS_OF_LADDER, clock="steps")
    rungs = contest_now(path, people[0]).rungs
    given(path, people, rungs[-1], kind="challenge", opponent=rungs[-2])
    asked = people[NAMES.index(contest_now(path, people[0]).entrants[rungs[-2]].name)]
    panel = text_of(asked.get(f"{path}?lang=en").text)
    silence = re.search(r"\(Without an answer: ([^)]*)\)", panel)[1]
    assert silence != "Accept the challenge" and "rung" in silence


def test_a_free_league_leads_to_its_battles_and_to_what_an_entrant_can_do(visitor):
    path, people = begun(visitor, "league")
    told = state(path, people[2])
    assert "All battles" in told and "All rounds" not in told
    assert "What you can do" in told
