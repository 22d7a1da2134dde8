"""Statistics of a contest, and its printed pairings and score sheets."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote

from app.kernel.contest_pages import PairingRow
from app.kernel.say import as_is
from app.services.watch.contest_statistics import by_army, by_scenario
from tests.sample_games import INCH, INCH_GAME
from tests.web.test_contest_battles import plain, round_one
from tests.web.test_contest_pages import (
    DAYS_OF_LADDER,
    NAMES,
    act,
    contest_now,
    found_contest,
    given,
    saved_army,
    sign_up,
)

NOTHING = as_is("")


def row(key, winner, roles=()):
    """Settled battle of p1 against p2."""
    return PairingRow(key, 1, "p1", "p2", NOTHING, NOTHING, (0, 0), winner, roles=roles)


def test_records_count_battles_victories_and_draws():
    """A mirror battle counts for both armies, so once as a victory and once as a defeat."""
    rows = [row("a", "p1"), row("b", "p1"), row("c", ""), row("d", "p2")]
    titles = {"a": as_is("Raid"), "b": as_is("Raid"), "c": as_is("Raid"), "d": as_is("Ambush")}
    raid, ambush = by_scenario(rows, titles)
    assert (raid.battles, raid.first, raid.drawn, raid.second) == (3, 2, 1, 0)
    assert (ambush.battles, ambush.second) == (1, 1)
    luba, hehe = as_is("Luba"), as_is("Hehe")
    found = by_army([(rows[0], (luba, hehe)), (rows[2], (luba, hehe)), (rows[3], (luba, luba))])
    records = {one.title.in_("en"): (one.battles, one.won, one.drawn, one.lost) for one in found}
    assert records == {"Luba": (4, 2, 1, 1), "Hehe": (2, 0, 1, 1)}


def test_statistics_name_the_armies_of_open_lists(visitor):
    """Ana and Bea send lists. Their battle counts once for each of the two armies."""
    terms = {"t.battle": f"{INCH_GAME}/{INCH.SCENARIO}", "t.of_points": "300", "t.lists": "yes"}
    path, people = found_contest(visitor, "robin", **terms)
    for number, person in enumerate(people[:2]):
        sign_up(path, person, NAMES[number], number)
        army = saved_army(person, NAMES[number])
        assert person.post(f"{path}/lists", army=str(army), command="l").status_code == 303
    for kind in ("close_sign_up", "open_lists", "draft_round", "publish_round"):
        act(path, people[0], kind)
    [pairing] = contest_now(path, people[0]).pairings
    act(path, people[0], "decide", battle=pairing.key, winner=pairing.first)
    words = plain(people[4], f"{path}/statistics?lang=en")
    assert "Luba 2 1 (50%) 0 (0%) 1 (50%)" in words
    assert "Encounter Side A – Side B 1 1 (100%)" in words


def test_statistics_of_a_battle_in_words(visitor):
    path, people, pairing, *_ = round_one(visitor)
    assert "No battle has been played yet" in plain(people[4], f"{path}/statistics?lang=en")
    act(path, people[0], "decide", battle=pairing.key, winner=pairing.second)
    words = plain(people[4], f"{path}/statistics?lang=en")
    assert "1 battle has a result" in words and "Chess" in words and "1 (100%)" in words
    assert "100 %" in plain(people[4], f"{path}/statistics?lang=es")
    assert 'href="' + path + '/statistics"' in people[4].get(f"{path}/front").text


def test_print_has_pairings_standings_and_a_score_sheet_for_each_open_battle(visitor):
    """The three words of a sheet lead to the form for the result of its battle."""
    path, people, pairing, first, _ = round_one(visitor)
    page = first.get(f"{path}/rounds/1/print?lang=en").text
    assert page.count('class="slip"') == 2 and page.count("data:image/svg+xml") == 2
    assert "Pairings: Round 1" in page and "Signature: " in page
    sheet = first.get(f"{path}/battles/{pairing.key}/sheet?lang=en").text
    [code] = re.findall(r'class="code-word">([^<]+)<', sheet)
    assert code in page
    answer = first.get(f"/r?code={quote(code)}")
    assert str(answer.url).endswith(f"{path}/battles/{pairing.key}/result")
    act(path, people[0], "decide", battle=pairing.key, winner=pairing.first)
    assert people[4].get(f"{path}/rounds/1/print").text.count('class="slip"') == 1


def test_draft_of_a_round_is_not_printed(visitor):
    path, people, *_ = round_one(visitor)
    for one in contest_now(path, people[0]).open_pairings():
        act(path, people[0], "decide", battle=one.key, winner=one.first)
    act(path, people[0], "draft_round")
    for person in (people[0], people[1]):
        assert person.get(f"{path}/rounds/2/print").status_code == 404
        assert person.get(f"{path}/rounds/3/print").status_code == 404


def test_ladder_without_a_clock_names_no_cost_of_idle_time_and_shows_a_curve(visitor):
    """The third entrant beats the first: their page shows rung 3, then rung 1."""
    path, people = found_contest(visitor, "ladder", **{"t.words": "Chess", "clock": "none"})
    for number, person in enumerate(people[:3]):
        sign_up(path, person, NAMES[number], number)
    act(path, people[0], "close_sign_up")
    first, _, third = contest_now(path, people[0]).rungs
    front = plain(people[4], f"{path}/front?lang=en")
    assert "To decline" in front and "Idle time" not in front
    assert "Course on the ladder" not in plain(people[4], f"{path}/people/{third}?lang=en")
    given(path, people, third, kind="challenge", opponent=first)
    given(path, people, first, kind="answer_challenge", challenge="c1", accept=True)
    [battle] = contest_now(path, people[0]).open_pairings()
    act(path, people[0], "decide", battle=battle.key, winner=third)
    page = people[4].get(f"{path}/people/{third}?lang=en").text
    assert "Rung 3 at first, 1 now, 1 at best" in page and 'class="plot-line main"' in page


def test_ladder_with_a_clock_names_the_cost_of_idle_time(visitor):
    clock = {"t.words": "Chess", "clock": "steps", **DAYS_OF_LADDER}
    path, people = found_contest(visitor, "ladder", **clock)
    for number, person in enumerate(people[:2]):
        sign_up(path, person, NAMES[number], number)
    act(path, people[0], "close_sign_up")
    assert "Idle time" in plain(people[4], f"{path}/front?lang=en")


def test_groups_and_their_bracket_on_all_pages(visitor):
    """Two groups of two, then the final: front page, print, projector, standings and reasons."""
    terms = {"t.groups": "2", "t.advance": "1"}
    path, people = found_contest(visitor, "groups", **terms)
    ana, bea = people[0], people[1]
    for number, person in enumerate(people[1:5]):
        sign_up(path, person, NAMES[number + 1], number)
    act(path, ana, "close_sign_up")
    act(path, ana, "draft_round")
    assert "Grupo A" not in plain(bea, f"{path}/front") and "Group A" in plain(ana, f"{path}/front")
    act(path, ana, "publish_round")
    words = plain(bea, f"{path}/front")
    assert "Grupo A" in words and "Grupo B" in words
    assert "Se forma tras la última ronda de los grupos." in words
    assert "Calendario: Grupo B." in words
    printed = plain(ana, f"{path}/rounds/1/print")
    assert "Group A" in printed and "Group B" in printed and printed.count("Draw") == 2
    first, second = contest_now(path, ana).pairings
    act(path, ana, "decide", battle=first.key, winner=first.first)
    act(path, ana, "decide", battle=second.key, winner=second.second)
    page = ana.get(f"{path}/desk").text
    assert "Draw the bracket" in page
    act(path, ana, "draft_round")
    assert "Final" not in plain(bea, f"{path}/front")
    act(path, ana, "publish_round")
    words = plain(bea, f"{path}/front")
    assert "Cuadro: puesto 1 (Grupo" in words and "Final" in words
    assert "Draw" not in plain(ana, f"{path}/rounds/2/print")
    assert "Grupo A" in plain(bea, f"{path}/projector")
    assert plain(bea, f"{path}/standings").count("Grupo") >= 2
    final = contest_now(path, ana).pairings[-1]
    assert set(final.entrants) == {first.first, second.second}
    act(path, ana, "decide", battle=final.key, winner=final.second)
    act(path, ana, "close_contest")
    name = contest_now(path, ana).entrants[final.second].name
    assert f"Winner: {name}" in plain(ana, f"{path}/front")
    assert "The bracket is drawn" in plain(ana, f"{path}/text")


def test_divisions_on_all_pages(visitor):
    """Two divisions of two: tables, moves, print, projector and the final places."""
    terms = {"t.divisions": "2", "t.moves": "1"}
    path, people = found_contest(visitor, "robin", **terms)
    ana, bea = people[0], people[1]
    for number, person in enumerate(people[1:5]):
        sign_up(path, person, NAMES[number + 1], number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, ana, kind)
    for one in contest_now(path, ana).pairings:
        act(path, ana, "decide", battle=one.key, winner=one.second)
    words = plain(bea, f"{path}/front")
    assert "1.ª división" in words and "2.ª división" in words
    assert words.count("sube de división") == words.count("baja de división") == 1
    assert "Calendario: 2.ª división." in words
    assert "2 divisiones; participantes que suben y bajan: 1" in words
    assert "Division 2" in plain(ana, f"{path}/rounds/1/print")
    assert "1.ª división" in plain(bea, f"{path}/projector")
    assert "Division 2" in plain(ana, f"{path}/standings")
    best = contest_now(path, ana).pairings[0].second
    act(path, ana, "close_contest")
    name = contest_now(path, ana).entrants[best].name
    assert f"Winner: {name}" in plain(ana, f"{path}/front")
    assert "Found the next season" not in plain(people[2], f"{path}/front")
    assert (
        people[2].get("/tables/new?box=contests&scenario=robin&season_of=9999").status_code == 404
    )


def test_a_next_season_keeps_terms_order_and_links(visitor):
    """The form of the next season is filled in. Returning entrants fill its divisions."""
    terms = {"t.divisions": "2", "t.moves": "1", "t.words": "Chess"}
    clock = {"clock": "steps", "clock_step_play": "9", "clock_steps_hour": "21:30"}
    terms |= clock | {"clock_steps_zone": "Europe/Madrid"}
    path, people = found_contest(visitor, "robin", **terms)
    ana, bea = people[0], people[1]
    for number, person in enumerate(people[1:5]):
        sign_up(path, person, NAMES[number + 1], number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, ana, kind)
    before = contest_now(path, ana)
    for one in before.pairings:
        act(path, ana, "decide", battle=one.key, winner=one.first)
    act(path, ana, "close_contest")
    names = [[before.entrants[key].name for key in group] for group in before.groups]
    page = ana.get(f"{path}/front").text
    [link] = re.findall(r'href="(/tables/new[^"]*)"', page)
    form = ana.get(unescape(link)).text
    order = f"{names[0][0]}; {names[1][0]}; {names[0][1]}; {names[1][1]}"
    assert f'value="{order}"' in form and 'value="Chess"' in form
    assert 'value="9"' in form and 'value="21:30"' in form, "the deadlines stay"
    address = path.rpartition("/")[2]
    founded = {"t.returning": order, "t.earlier": address}
    again = ana.post(
        "/tables",
        box="contests",
        seat="robin/referee",
        against="people",
        spectators="1",
        **terms,
        **founded,
    )
    assert again.status_code == 303, again.text
    later = again.headers["location"].removesuffix("/gathering")
    for number, person in enumerate(reversed(people[1:5])):
        sign_up(later, person, NAMES[4 - number], f"again{number}")
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(later, ana, kind)
    now = contest_now(later, ana)
    assert [[now.entrants[key].name for key in group] for group in now.groups] == [
        [names[0][0], names[1][0]],
        [names[0][1], names[1][1]],
    ]
    words = plain(bea, f"{later}/front")
    assert "Temporada 2" in words
    assert f'href="/games/{address}/front"' in bea.get(f"{later}/front").text
    before = bea.get(f"/games/{address}/front")
    assert f'href="{later}/front"' in before.text and "Temporada 2" in before.text
    assert "Found the next season" not in plain(ana, f"/games/{address}/front")


def test_a_next_season_of_a_ladder_keeps_its_rungs_until_organisers_order_them(visitor):
    """The form of the next season is filled in. Its organisers order the rungs on their desk."""
    terms = {"t.words": "Chess", "clock": "steps", **DAYS_OF_LADDER}
    path, people = found_contest(visitor, "ladder", **terms)
    ana, players = people[0], people[1:4]
    for number, person in enumerate(players):
        sign_up(path, person, NAMES[number + 1], number)
    act(path, ana, "close_sign_up")
    before = contest_now(path, ana)
    names = [before.entrants[key].name for key in before.rungs]
    act(path, ana, "close_contest")
    page = ana.get(f"{path}/front").text
    assert "keep the order of their rungs" in page
    [link] = re.findall(r'href="(/tables/new[^"]*)"', page)
    form = ana.get(unescape(link)).text
    order = "; ".join(names)
    assert f'value="{order}"' in form
    assert re.search(r'name="t.seeded"[^>]* checked', form), "organisers may order the rungs"
    season = {"t.returning": order, "t.earlier": path.rpartition("/")[2], "t.seeded": "yes"}
    founded = {"box": "contests", "seat": "ladder/referee", "against": "people", "spectators": "1"}
    later = ana.post("/tables", **founded, **terms, **season).headers["location"]
    later = later.removesuffix("/gathering")
    for number, person in enumerate((people[4], *reversed(players))):
        sign_up(later, person, NAMES[4 - number], f"again{number}")
    act(later, ana, "close_sign_up")
    now = contest_now(later, ana)
    assert [now.entrants[key].name for key in now.rungs] == [*names, NAMES[4]]
    first = now.rungs[::-1]
    ranks = {f"seeds:{key}": str(number) for number, key in enumerate(first, 1)}
    act(later, ana, "seed_entrants", **ranks)
    assert contest_now(later, ana).rungs == first
    log = plain(ana, later)
    assert "The organisers order the rungs." in log
    assert "Returning entrants keep the order of their rungs." in log
    assert "The lots give the first rungs." not in log and "give the first" in plain(ana, path)
