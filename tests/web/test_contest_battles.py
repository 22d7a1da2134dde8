"""Battles of a contest: the form for the result, a dispute, the decision, the words, the
projector.
"""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import quote

from app.web.contest_wall import in_screens
from tests.web.reading import form_to, forms_on
from tests.web.test_contest_pages import (
    DAYS_OF_LADDER,
    NAMES,
    SWISS,
    act,
    contest_now,
    found_contest,
    given,
    sign_up,
)

OF_CAMPAIGNS = re.compile(r"campaign|referee|campaña|árbitro|account\b|Turn \d")


def round_one(visitor, **terms):
    """Path, people and the first pairing of a Swiss contest with four entrants."""
    path, people = found_contest(visitor, **{"t.rounds": "2", "t.words": "Chess", **terms})
    for number, person in enumerate(people[:4]):
        assert sign_up(path, person, NAMES[number], number).status_code == 303
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, people[0], kind)
    pairing = contest_now(path, people[0]).pairings[0]
    first, second = (people[int(key[1:]) - 1] for key in pairing.entrants)
    return path, people, pairing, first, second


def sends(person, address, **typed):
    """Answer to the form of this address, with these fields typed."""
    form = form_to(person.get(address).text, address)
    return person.give(form, **typed)


def plain(person, address):
    """Text of the main part of a page."""
    page = person.get(address)
    assert page.status_code == 200, address
    main = re.search(r"<main.*?</main>", page.text, re.DOTALL)[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(main)))


def test_result_is_stated_and_disputed_on_forms_of_the_battle(visitor):
    """The opponent's form holds the stated numbers; an organiser decides with both beside the
    fields.
    """
    path, people, pairing, first, second = round_one(visitor)
    at = f"{path}/battles/{pairing.key}"
    page = first.get(f"{at}?lang=en").text
    assert f'href="{at}/result"' in page and "a minute on a phone" in page
    answer = sends(first, f"{at}/result", result="0", points_first="210", points_second="85")
    assert answer.status_code == 303 and answer.headers["location"] == at
    report = contest_now(path, people[0]).pairing(pairing.key).report
    assert (report.winner, report.scores) == (pairing.first, (210, 85))
    form = form_to(second.get(f"{at}/dispute").text, f"{at}/dispute")
    assert (form.fields["points_first"], form.fields["points_second"]) == ("210", "85")
    typed = {"result": "1", "points_first": "100", "points_second": "185", "words": "Counted again"}
    assert second.give(form, **typed).status_code == 303
    assert "Both results" in plain(first, f"{at}?lang=en")
    decision = people[0].get(f"{at}/decide?lang=en").text
    assert "No points for either" in decision and decision.count('class="stated"') == 2
    for number, held in (("0", ("210", "85")), ("1", ("100", "185"))):
        chosen = people[0].get(f"{at}/decide?result={number}").text
        form = form_to(chosen, f"{at}/decide")
        assert (form.fields["points_first"], form.fields["points_second"]) == held
    decided = sends(people[0], f"{at}/decide", result="1", points_first="100", points_second="190")
    assert decided.status_code == 303
    result = contest_now(path, people[0]).pairing(pairing.key).result
    assert (result.winner, result.scores) == (pairing.second, (100, 190))


def test_form_of_a_contest_refuses_wrong_numbers_and_has_no_units(visitor):
    path, people, pairing, first, _ = round_one(visitor)
    at = f"{path}/battles/{pairing.key}/result"
    assert "Figures" not in first.get(f"{at}?lang=en").text
    few = sends(first, at, result="0", points_first="1", points_second="2")
    assert few.status_code == 422 and "CON-RES-04" in few.text
    unit = {f"unit.{pairing.first}.0": "Guard", f"fallen.{pairing.first}.0": "3"}
    stated = sends(first, at, result="0", points_first="2", points_second="1", **unit)
    assert stated.status_code == 303
    other = next(one for one in people if one is not first and one is not people[0])
    assert other.get(at).status_code in (200, 303)


def test_pages_of_a_contest_use_no_word_of_a_campaign(visitor):
    """Battle, result, dispute, decision, corrections, entrant and projector in both languages."""
    path, people, pairing, first, second = round_one(visitor)
    at = f"{path}/battles/{pairing.key}"
    pages = [(first, f"{at}/result"), (first, f"{path}/people/{pairing.first}")]
    seen = [
        (one, plain(one, f"{page}?lang={lang}")) for one, page in pages for lang in ("en", "es")
    ]
    assert sends(first, f"{at}/result", result="0").status_code == 303
    seen += [("dispute", plain(second, f"{at}/dispute?lang={lang}")) for lang in ("en", "es")]
    assert sends(second, f"{at}/dispute", result="1").status_code == 303
    for page in (at, f"{path}/corrections", f"{path}/standings", f"{path}/projector"):
        for one in (people[0], second):
            seen += [(page, plain(one, f"{page}?lang={lang}")) for lang in ("en", "es")]
    seen += [("decide", plain(people[0], f"{at}/decide?lang={lang}")) for lang in ("en", "es")]
    for one, page in ((people[0], "/desk"), (people[0], ""), (second, "")):
        seen += [(page, plain(one, f"{path}{page}?lang={lang}")) for lang in ("en", "es")]
    found = [(page, OF_CAMPAIGNS.findall(words)) for page, words in seen]
    assert [(page, words) for page, words in found if words] == []


def test_play_page_of_a_battle_names_its_form_and_previews_the_points(visitor):
    path, people, pairing, first, _ = round_one(visitor)
    page = first.get(f"{path}?lang=en").text
    assert "Result form with photographs" in page and "losses of each unit" not in page
    order = {"kind": "enter_result", "battle": pairing.key, "winner": pairing.first}
    given = quote(json.dumps(order | {"points_first": 7, "points_second": 2}))
    winner = contest_now(path, people[0]).entrants[pairing.first].name
    told = plain(first, f"{path}?lang=en&order={given}")
    assert f"{winner} wins, 7–2." in told
    assert "Your opponent then confirms or disputes the result." in told
    assert f"Gana {winner}, 7–2." in plain(first, f"{path}?lang=es&order={given}")
    act(path, people[0], "decide", battle=pairing.key, winner=pairing.first)


def test_sentence_of_a_result_gives_the_points_of_the_winner_first(visitor):
    """The second entrant of the table wins 7 to 2. On the play page, the dispute with the same
    winner holds both numbers; those with another result begin at 0.
    """
    path, people, pairing, first, second = round_one(visitor)
    at, winner = f"{path}/battles/{pairing.key}", pairing.second
    name = contest_now(path, people[0]).entrants[winner].name
    sends(first, f"{at}/result", result="1", points_first="2", points_second="7")
    held = [one.fields for one in forms_on(second.get(path).text) if "points_first" in one.fields]
    numbers = [(one["points_first"], one["points_second"]) for one in held]
    assert numbers == [("0", "0"), ("2", "7"), ("0", "0")]
    assert f"{name} wins, 7–2." in plain(second, f"{path}?lang=en")
    assert given(path, people, winner, kind="confirm_result", battle=pairing.key).status_code == 303
    for page in ("/rounds", "/front", f"/battles/{pairing.key}"):
        assert f"{name} wins, 7–2" in plain(second, f"{path}{page}?lang=en"), page
        assert f"ana {name}, 7–2" in plain(second, f"{path}{page}?lang=es"), page


def test_name_of_an_entrant_stands_once_unless_the_player_has_another(visitor):
    path, people, pairing, first, _ = round_one(visitor)
    name = contest_now(path, people[0]).entrants[pairing.first].name
    at = f"{path}/battles/{pairing.key}"
    pages = (at, f"{at}/sheet", f"{path}/people/{pairing.first}")
    shown = [plain(first, f"{page}?lang=en") for page in pages]
    assert not any(f"{name} {name}" in one or f"{name} ({name})" in one for one in shown)
    assert f"· {name}" not in shown[2]


def test_name_of_a_player_stands_beside_another_name_of_the_entrant(visitor):
    path, people = found_contest(visitor, **{"t.words": "Chess"})
    sign_up(path, people[1], "Bea the Bold", 1)
    assert "in the contest · Bea" in plain(people[1], f"{path}/people/p1?lang=en")


def test_deadline_of_a_battle_says_only_the_agreed_consequence(visitor):
    """On its page and in the list of waiting decisions."""
    clock = {"clock": "steps", "clock_step_play": "14", "clock_then": "hold"}
    path, _, pairing, first, _ = round_one(visitor, **clock, **{"t.late": "extend"})
    agreed = "one extension, then an organiser decides."
    for page in (f"{path}/battles/{pairing.key}", "/waiting"):
        told = plain(first, f"{page}?lang=en")
        assert agreed in told and "as agreed" not in told, page


def test_deadlines_of_a_ladder_have_only_the_agreed_consequence(visitor):
    terms = {"t.words": "Chess", "t.late": "no_points", "clock": "steps"}
    path, (ana, *others) = found_contest(visitor, "ladder", **terms, **DAYS_OF_LADDER)
    for number, person in enumerate(others[:2]):
        sign_up(path, person, NAMES[number], number)
    act(path, ana, "close_sign_up")
    costs = plain(ana, f"{path}/front?lang=en")
    assert "28 days. Without an answer: neither gets points." in costs and "as agreed" not in costs


def test_news_of_an_entrant_name_the_round_and_the_own_battle(visitor):
    """Neither numbered seats nor the mark of a playing organiser stand beside the facts of a
    move.
    """
    path, people = found_contest(visitor, **{"t.words": "Chess"})
    for number, person in enumerate(people[:4]):
        sign_up(path, person, NAMES[number], number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, people[0], kind)
    key = next(one.key for one in contest_now(path, people[0]).pairings if "p2" in one.entrants)
    table = key.partition(".")[2]
    news = plain(people[1], f"{path}?tab=changes&lang=en").partition("Since your last visit")[2]
    assert "The sign-up is closed with 4 entrants." in news
    assert f"Round 1 is published. Round 1, table {table}:" in news
    assert "new player" not in news and "also plays" not in news and "Dora signs up." in news
    assert "a new player" in plain(people[1], f"{path}?tab=log&lang=en")


def test_a_finished_swiss_contest_has_a_next_season_and_no_rematch(visitor):
    """The form has the terms; the former entrants are invited, and both seasons link to each
    other.
    """
    path, people, *_ = round_one(visitor, **{"t.rounds": "1"})
    ana = people[0]
    for one in contest_now(path, ana).pairings:
        act(path, ana, "decide", battle=one.key, winner=one.first)
    assert "Found the next season" not in plain(ana, f"{path}/front?lang=en")
    act(path, ana, "close_contest")
    over = plain(people[1], f"{path}?lang=en")
    assert "Rematch" not in over and "Round 1 · the end" in over
    assert "Found the next season" not in plain(people[1], f"{path}/front?lang=en")
    [link] = re.findall(r'href="(/tables/new[^"]*season_of[^"]*)"', ana.get(f"{path}/front").text)
    page = ana.get(unescape(link)).text
    address = path.rpartition("/")[2]
    assert 'value="Chess"' in page and f'value="{address}"' in page
    assert 'value="Autumn Swiss, season 2"' in page
    opened = ana.give(form_to(page, "/tables"))
    assert opened.status_code == 303
    later = opened.headers["location"].removesuffix("/gathering")
    assert "Temporada 2" in plain(people[2], f"{path}/front?lang=es")
    assert f'href="{path}/front"' in people[2].get(f"{later}/front").text
    assert later in people[2].get("/").text, "invited"
    refused = people[2].post(f"{path}/rematch?lang=en")
    assert refused.status_code == 422 and "CAR-LOB-05" in refused.text


def test_organiser_reads_the_own_acts_and_the_bye_of_a_draft(visitor):
    """The desk names each act, and links to the draft; the draft says who has a bye."""
    path, people = found_contest(visitor, **{"t.rounds": "2", "t.words": "Chess"})
    for number, person in enumerate(people[:3]):
        sign_up(path, person, NAMES[number], number)
    act(path, people[0], "close_sign_up")
    act(path, people[0], "draft_round")
    desk = plain(people[0], f"{path}/desk?lang=en")
    assert "The sign-up is closed with 3 entrants." in desk and "Turn" not in desk
    assert "Ana Ana" not in desk
    assert f'href="{path}/rounds"' in people[0].get(f"{path}/desk").text
    assert f'href="{path}/desk"' in people[0].get(f"{path}/rounds").text
    assert f'href="{path}/desk"' not in people[1].get(f"{path}/rounds").text
    assert "bye" in plain(people[0], f"{path}/rounds?lang=en")


def test_entrant_of_the_waiting_list_reads_the_place_on_it(visitor):
    path, people = found_contest(visitor, **{"t.places": "2", "t.words": "Chess"})
    for number, person in enumerate(people[:4]):
        sign_up(path, person, NAMES[number], number)
    for page in ("/gathering", "/front"):
        assert "Your place on it: 2." in plain(people[3], f"{path}{page}?lang=en"), page
        assert "waiting list." not in plain(people[1], f"{path}{page}?lang=en"), page
    assert "You have a place." in plain(people[1], f"{path}/gathering?lang=en")
    asked = plain(people[1], f"{path}?confirm=leave&lang=en")
    assert "becomes free for the waiting list" in asked and "battles" not in asked
    assert "all places are taken" in plain(people[4], f"{path}/front?lang=en")


def test_projector_shows_pairings_with_tables_and_standings(visitor):
    path, people, pairing, first, _ = round_one(visitor)
    assert (
        sends(
            first, f"{path}/battles/{pairing.key}/result", result="0", points_first="3"
        ).status_code
        == 303
    )
    words = plain(people[4], f"{path}/projector?lang=en")
    assert "Round 1" in words and "result to confirm" in words and "Standings" in words
    act(path, people[0], "decide", battle=pairing.key, winner=pairing.first)
    wall = people[4].get(f"{path}/projector?lang=en").text
    winner = contest_now(path, people[0]).entrants[pairing.first].name
    assert re.search(rf"is-winner\"><b>{winner}</b>", wall)
    assert f"{winner} wins" in plain(people[4], f"{path}/standings?lang=en")
    assert f"gana {winner}" in plain(people[4], f"{path}/standings?lang=es")
    assert "draft" not in wall


def test_rows_that_do_not_fit_make_screens_of_equal_length():
    assert in_screens((), 10) == ()
    assert [len(one) for one in in_screens(range(10), 10)] == [10]
    assert [len(one) for one in in_screens(range(21), 10)] == [7, 7, 7]
    assert [one for rows in in_screens(range(32), 10) for one in rows] == list(range(32))


def test_sign_up_has_conditions_that_the_server_checks(visitor):
    """The terms are sentences; a member without a finished game is refused with the number."""
    path, people = found_contest(visitor, **{"t.words": "Chess", "t.least_finished": "2"})
    page = people[2].get(f"{path}/gathering?lang=en").text
    assert "At least 2 finished games" in page
    refused = sign_up(path, people[2], "Cid", 1)
    assert refused.status_code == 422
    assert "You have 0 finished games; 2 are asked for." in refused.text
    assert "CON-CND-01" in refused.text and not contest_now(path, people[0]).entrants
    assert "Al menos 2 partidas terminadas" in people[1].get(f"{path}/gathering").text


def test_founding_refuses_a_rating_for_a_battle_in_words(visitor):
    ada = visitor("en").register("Ada")
    answer = ada.post("/tables", **SWISS, **{"t.words": "Chess", "t.least_rating": "1400"})
    assert answer.status_code == 422 and "A battle named in words has no ratings." in answer.text


def form_with(page, button):
    """Form with this button."""
    return next(one for one in forms_on(page) if button in " ".join(one.buttons))


def test_conditions_stand_before_the_sign_up(visitor):
    """An anonymous visitor reads what is asked; a member reads what is missing, and gets no
    form.
    """
    terms = {"t.words": "Chess", "t.least_finished": "2", "t.least_in_time": "80"}
    path, people = found_contest(visitor, **terms)
    at = f"{path}/gathering"
    asked = plain(visitor("en"), at)
    assert "Conditions of the sign-up" in asked and "At least 2 finished games" in asked
    assert "Log in to see whether you meet them." in asked and "You do not meet" not in asked
    page = people[2].get(f"{at}?lang=en").text
    assert "You do not meet 2 conditions:" in page and 'id="entry"' not in page
    assert "You have 0 finished games; 2 are asked for." in page
    assert "0% of your decisions were in time; 80% are asked for." in page
    assert "Tienes 0 partidas terminadas; se piden 2." in people[1].get(at).text


def test_founding_without_a_club_refuses_the_condition_of_members(visitor):
    ada = visitor("en").register("Ada")
    given = SWISS | {"t.words": "Chess", "t.members_only": "1"}
    answer = ada.post("/tables", **given)
    assert answer.status_code == 422 and "This contest belongs to no club" in answer.text
    bea = visitor("es").register("Bea")
    assert "Esta competición no es de ningún club" in bea.post("/tables", **given).text


def test_only_a_contest_with_a_fee_tells_who_has_paid(visitor):
    """The organiser notes it; the entrant and the organiser read it."""
    path, people = found_contest(visitor, **{"t.words": "Chess", "t.fee": "5 € in cash"})
    for number, person in enumerate(people[1:3], 1):
        sign_up(path, person, NAMES[number], number)
    assert "Entry fee: 5 € in cash" in plain(people[3], f"{path}/gathering?lang=en")
    act(path, people[0], "mark_paid", entrant="p2")
    fronts = [plain(one, f"{path}/front?lang=en") for one in people[:4]]
    assert "Bea not paid" in fronts[0] and re.search(r"Cid\W+paid", fronts[0])
    assert "not paid" in fronts[1] and "paid" in fronts[2] and "not paid" not in fronts[2]
    assert not re.search(r"(?<!site, )(?<!, )paid (?!outside)", fronts[3])


def test_a_contest_without_a_fee_says_nothing_of_payments(visitor):
    path, people = found_contest(visitor, **{"t.words": "Chess"})
    sign_up(path, people[1], "Bea", 1)
    pages = [plain(one, f"{path}/front?lang=en") for one in people[:2]]
    assert not any("paid" in page for page in (*pages, plain(people[0], f"{path}/desk?lang=en")))


def test_terms_choose_the_tiebreaks_and_the_standings_show_them(visitor):
    chosen = {"t.rounds": "2", "t.tiebreaks": "buchholz sonneborn_berger difference"}
    path, people, pairing, *_ = round_one(visitor, **chosen)
    front = plain(people[1], f"{path}/front?lang=en")
    assert "Tie-breaks: Buchholz, Sonneborn-Berger, difference and drawn lot" in front
    assert "Points Buchholz Sonneborn-Berger difference" in front
    act(path, people[0], "decide", battle=pairing.key, winner=pairing.first, points_first="5")
    winner = contest_now(path, people[0]).entrants[pairing.first].name
    assert f"{winner} 3 0 0 5" in plain(people[1], f"{path}/front?lang=en")
    unknown = {"seat": "swiss/referee", **SWISS, "t.words": "Chess", "t.tiebreaks": "luck"}
    refused = people[0].post("/tables", **unknown)
    assert refused.status_code == 422


def test_pages_of_a_contest_count_only_entrants_with_a_place(visitor):
    path, people = found_contest(visitor, **{"t.places": "2", "t.words": "Chess"})
    for number, person in enumerate(people[:3]):
        sign_up(path, person, NAMES[number], number)
    for page in ("gathering", "front"):
        assert "2 entrants, 1 on the waiting list" in plain(people[1], f"{path}/{page}?lang=en")
    assert "You have signed up." in plain(people[1], f"{path}/gathering?lang=en")


def test_holidays_of_entrants_are_set_at_the_founding(visitor):
    clock = {"clock": "steps", "clock_step_play": "14", "clock_holidays": "14"}
    path, people = found_contest(visitor, **{"t.words": "Chess"}, **clock)
    form = people[0].get("/tables/new?box=contests&lang=en").text
    assert "0: holidays extend nothing." in form
    services = people[0].client.app.state.services
    with services.store.read() as work:
        game = services.find(work, path.rpartition("/")[2])
    assert game.clock.holidays == 14


def test_the_standings_page_has_the_tiebreaks_and_the_tally_of_the_points(visitor):
    chosen = {"t.rounds": "2", "t.tiebreaks": "buchholz sonneborn_berger difference"}
    path, people, pairing, *_ = round_one(visitor, **chosen)
    act(path, people[0], "decide", battle=pairing.key, winner=pairing.first, points_first="5")
    winner = contest_now(path, people[0]).entrants[pairing.first].name
    page = plain(people[1], f"{path}/standings?lang=en")
    assert "Entrant Points Buchholz Sonneborn-Berger difference Last results" in page
    row = page[page.index(f" 1 {winner} ") :].split(" 2 ")[0]
    assert "Why this place?" in row and "+3 Round 1, table 1" in row and " 3 0 0 5 " in row
    assert "Puntos Buchholz" in plain(people[1], f"{path}/standings?lang=es")


def test_a_bracket_has_its_scores_and_is_told_in_words(visitor):
    path, people = found_contest(visitor, "knockout", **{"t.words": "Chess"})
    for number, person in enumerate(people[:3]):
        sign_up(path, person, NAMES[number], number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, people[0], kind)
    contest = contest_now(path, people[0])
    [pairing] = contest.open_pairings()
    names = {key: one.name for key, one in contest.entrants.items()}
    first, second = names[pairing.first], names[pairing.second]
    [third] = set(names.values()) - {first, second}
    page = plain(people[1], f"{path}/front?lang=en")
    assert "The bracket in words" in page and f"{third} goes on without a battle." in page
    assert f"{third} waits for an opponent." in page
    facts = {"winner": pairing.second, "points_first": "7", "points_second": "12"}
    act(path, people[0], "decide", battle=pairing.key, **facts)
    page = people[1].get(f"{path}/front?lang=en").text
    assert f"{second} wins against {first}, 12 : 7." in plain(people[1], f"{path}/front?lang=en")
    assert f"{second} gana a {first}, 12 : 7." in plain(people[1], f"{path}/front?lang=es")
    match = page[page.index('class="bracket"') : page.index("The bracket in words")]
    assert re.search(rf">{first}<.*?<b[^>]*>7</b>", match, re.DOTALL)
    assert re.search(rf">{second}<.*?<b[^>]*>12</b>", match, re.DOTALL)


def test_a_cross_table_is_told_in_words(visitor):
    path, people = found_contest(visitor, "robin", **{"t.words": "Chess"})
    for number, person in enumerate(people[:3]):
        sign_up(path, person, NAMES[number], number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, people[0], kind)
    pairing = contest_now(path, people[0]).open_pairings()[0]
    act(path, people[0], "decide", battle=pairing.key, winner=pairing.first)
    names = {key: one.name for key, one in contest_now(path, people[0]).entrants.items()}
    one, other = names[pairing.first], names[pairing.second]
    page = plain(people[1], f"{path}/front?lang=en")
    assert f"{one} : 3 points; 3 against {other}." in page
    assert f"{other} : 0 points; 0 against {one}." in page
    assert f"{one} : 3 puntos; 3 contra {other}." in plain(people[1], f"{path}/front?lang=es")


def test_a_round_shows_the_conditions_that_it_does_not_keep(visitor):
    """Two entrants meet again in round 2: the draft and the published round say so at once."""
    path, people = found_contest(visitor, **{"t.words": "Chess", "t.rounds": "2"})
    ana = people[0]
    for number, person in enumerate(people[1:3]):
        sign_up(path, person, NAMES[number + 1], number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, ana, kind)
    words = "They have met before: no round without a second meeting is left."
    assert words not in plain(people[1], f"{path}/rounds?lang=en")
    act(path, ana, "decide", battle="r1.1", winner="")
    act(path, ana, "draft_round")
    shown = re.compile(r"<p class=\"small\">.{0,400}" + re.escape(words), re.DOTALL)
    assert shown.search(ana.get(f"{path}/rounds?lang=en").text)
    act(path, ana, "publish_round")
    for page in ("rounds", "front"):
        text = people[1].get(f"{path}/{page}?lang=en").text
        assert shown.search(text[: text.index("Why this pairing?")])
