"""A Swiss contest on its pages: sign-up with a waiting list, two rounds, results, a dispute, the
end.
"""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import quote

import pytest

from app.kernel.rating import Rating
from app.kernel.rating_periods import WEB, WeeklyRating
from app.kernel.table_orders import Concede
from app.services.people import moderation
from app.services.play import orders, saved_armies, table_reports
from app.services.watch.game_view import load_view
from tests.sample_games import HEX, HEX_GAME, INCH, INCH_GAME
from tests.web.reading import form_to, forms_on

NAMES = ("Ana", "Bea", "Cid", "Dora", "Eva")
ARMY = {
    "list": INCH.LIST,
    "nation": INCH.NATION,
    "year": 1880,
    "points": 300,
    "scenario": INCH.SCENARIO,
    "role": "none",
    "leader": {"type": "spearman", "traits": ["charismatic"], "trait_rolled": True},
    "units": [{"spearman": 20}, {"spearman": 20}, {"archer": 20}],
}
SWISS = {
    "box": "contests",
    "seat": "swiss/referee",
    "against": "people",
    "spectators": "1",
    "title": "Autumn Swiss",
}

DAYS_OF_LADDER = {
    f"clock_step_{key}": days
    for key, days in (("play", "28"), ("challenge", "5"), ("idle", "42"), ("away", "28"))
}


def found_contest(visitor, form="swiss", **terms):
    """Path of a contest and its people; the organiser comes first and does not play."""
    people = [visitor("es" if name == "Bea" else "en").register(name) for name in NAMES]
    given = {"seat": f"{form}/referee", **SWISS, **terms}
    opened = people[0].post("/tables", **given | {"seat": f"{form}/referee"})
    assert opened.status_code == 303, re.findall(r'role="alert".*?</div>', opened.text, re.DOTALL)
    return opened.headers["location"].removesuffix("/gathering"), people


def sign_up(path, person, name, number, club=""):
    entry = {"name": name, "club": club, "command": f"in{number}"}
    return person.post(f"{path}/gathering", **entry, confirmed="1")


def act(path, organiser, kind, **fields):
    """Give an order that the organiser's desk offers; `fields` name the offer or fill in its
    form.
    """
    page = organiser.get(f"{path}/desk").text
    orders = {unescape(one) for one in re.findall(r'name="order" value="([^"]*)"', page)}
    fitting = [one for one in orders if fits(json.loads(one), kind, fields)]
    assert fitting, (kind, fields, sorted(orders))
    asked = organiser.get(f"{path}/desk/act?order={quote(fitting[0])}").text
    known = json.loads(fitting[0])
    typed = {name: value for name, value in fields.items() if not known.get(name)}
    answer = organiser.give(form_to(asked, f"{path}/desk/act"), **typed)
    assert answer.status_code == 303, re.findall(r'role="alert".*?</div>', answer.text, re.DOTALL)
    return answer


def fits(order, kind, fields):
    """True if the order has this kind, and every field that it already has is the wanted one."""
    if "winner" in fields and (order.get("winner") or "") != fields["winner"]:
        return False
    return order["kind"] == kind and all(
        str(order[name]) == value for name, value in fields.items() if order.get(name)
    )


def state(path, person):
    """Front page of a contest as plain text."""
    page = person.get(f"{path}/front")
    assert page.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(page.text)))


def test_a_swiss_contest_on_its_pages(visitor):
    """Four places and five entrants: one waits. Two rounds with a confirmed, a disputed and a
    decided result, then the places.
    """
    path, people = found_contest(visitor, **{"t.places": "4", "t.rounds": "2", "t.words": "Chess"})
    ana, bea, cid, dora, _ = people
    for number, person in enumerate(people):
        assert sign_up(path, person, NAMES[number], number).status_code == 303
    assert sign_up(path, bea, "Bea", "again").status_code in (303, 422)
    text = state(path, bea)
    assert "Eva" in text and "en lista de espera" in text and "Chess" in text
    act(path, ana, "close_sign_up")
    act(path, ana, "draft_round")
    assert "draft, seen by organisers only" in state(path, ana)
    assert "borrador" not in state(path, bea) and "Round 1" not in state(path, cid)
    act(path, ana, "publish_round")
    assert "Ronda 1" in state(path, bea) and "por jugar" in state(path, bea)
    rounds = cid.get(f"{path}/rounds").text
    assert "Why this pairing?" in rounds
    for key in ("r1.1", "r1.2"):
        assert cid.get(f"{path}/battles/{key}").status_code == 200
    first, second = contest_now(path, ana).pairings
    stated(path, people, first, first.first, points_first="9", points_second="4")
    answer = given(path, people, first.second, kind="confirm_result", battle=first.key)
    assert answer.status_code == 303
    stated(path, people, second, second.first)
    disputed = given(
        path, people, second.second, kind="dispute_result", battle=second.key, winner=second.second
    )
    assert disputed.status_code == 303
    assert "an organiser decides" in state(path, cid)
    form = f"{path}/battles/{second.key}/decide"
    assert ana.give(form_to(ana.get(form).text, form), result="1").status_code == 303
    act(path, ana, "draft_round")
    act(path, ana, "publish_round")
    again = contest_now(path, ana)
    assert {one.round for one in again.pairings} == {1, 2} and len(again.pairings) == 4
    for one in again.open_pairings():
        act(path, ana, "decide", battle=one.key, winner=one.first)
    act(path, ana, "close_contest")
    text = state(path, dora)
    assert "The contest is over." in text and "Winner: " in text and "Cross table" in text
    assert "9–4" in dora.get(f"{path}/rounds").text
    assert dora.get(f"{path}/standings").status_code == 200
    assert dora.get(f"{path}/standings.csv").status_code == 200
    for entrant in ("p1", "p5"):
        assert dora.get(f"{path}/people/{entrant}").status_code == 200


def contest_now(path, person):
    """State of the contest."""
    services = person.client.app.state.services
    return load_view(services, path.rpartition("/")[2], None).table.state


def given(path, people, entrant, step="playing", **order):
    """Give an order as the player of an entrant."""
    name = contest_now(path, people[0]).entrants[entrant].name
    person = people[NAMES.index(name)]
    look = load_view(person.client.app.state.services, path.rpartition("/")[2], None)
    last, owes = look.last, entrant in look.waiting
    return person.post(
        f"{path}/steps/{step}" if owes else f"{path}/orders",
        order=json.dumps(order, separators=(",", ":")),
        command=f"{entrant}-{last}",
        after=str(last),
        confirmed="1",
    )


def stated(path, people, pairing, winner, **points):
    """State a result as the first entrant of a pairing."""
    numbers = {name: int(value) for name, value in points.items()}
    answer = given(
        path,
        people,
        pairing.first,
        kind="enter_result",
        battle=pairing.key,
        winner=winner,
        **numbers,
    )
    assert answer.status_code == 303


def test_a_knock_out_opens_tables(visitor):
    """A battle of this site gets a table for each pairing. Its result comes from the table."""
    path, people = found_contest(
        visitor, "knockout", **{"t.battle": f"{HEX_GAME}/{HEX.NEXT_SCENARIO}", "t.played": "here"}
    )
    ana = people[0]
    for number, person in enumerate(people[1:4]):
        assert sign_up(path, person, NAMES[number + 1], number).status_code == 303
    act(path, ana, "close_sign_up")
    act(path, ana, "draft_round")
    act(path, ana, "publish_round")
    [pairing] = contest_now(path, ana).pairings
    services = ana.client.app.state.services
    with services.store.read() as work:
        [table] = work.child_battles.of_game(
            load_view(services, path.rpartition("/")[2], None).game.id
        )
    assert (table.box, table.scenario, table.battle) == (HEX_GAME, HEX.NEXT_SCENARIO, pairing.key)
    assert "Cry Havoc" in state(path, ana)
    loser = contest_now(path, ana).entrants[pairing.first].name
    person = people[NAMES.index(loser)]
    user = user_of(person, loser)
    orders.declare_order(services, table.id, user, "give-up", 1, Concede())
    assert table_reports.declare_result(services, table.id).number
    [settled] = contest_now(path, ana).pairings
    assert settled.result.winner == pairing.second
    act(path, ana, "draft_round")
    act(path, ana, "publish_round")
    final = contest_now(path, ana).pairings[-1]
    assert pairing.second in final.entrants and len(final.entrants) == 2


def user_of(person, name):
    """Number of the user with this name."""
    with person.client.app.state.services.store.read() as work:
        return next(user.id for user in work.users.all_users() if user.name == name)


def test_the_founding_form_shows_the_terms_of_the_chosen_battle(visitor):
    """The button keeps the input so far, and adds points, ground and scenarios of the battle."""
    ana = visitor("en").register("Ana")
    page = ana.get("/tables/new?box=contests&scenario=swiss")
    assert 't.of_points"' not in page.text
    shown = ana.post(
        "/tables",
        **SWISS
        | {"show_terms": "yes", "t.battle": f"{INCH_GAME}/{INCH.SCENARIO}", "t.rounds": "3"},
    )
    assert shown.status_code == 200 and 'value="Autumn Swiss"' in shown.text
    for name in ("t.of_points", "t.of_table", "t.of_year", "t.scenario_2", "t.scenario_3"):
        assert f'name="{name}"' in shown.text, name
    assert 'name="t.scenario_4"' not in shown.text
    refused = ana.post(
        "/tables", **SWISS | {"t.battle": f"{INCH_GAME}/{INCH.SCENARIO}", "t.of_points": "7"}
    )
    assert refused.status_code == 422 and 'value="Autumn Swiss"' in refused.text
    assert 'value="7"' in refused.text


def test_tables_of_a_round_have_its_terms_and_scenario(visitor):
    """Points of the army battles are those of the contest. An organiser changes a later round."""
    path, people = found_contest(
        visitor,
        **{
            "t.battle": f"{INCH_GAME}/{INCH.SCENARIO}",
            "t.of_points": "450",
            "t.rounds": "2",
            "t.scenario_2": INCH.AMBUSH,
        },
    )
    ana = people[0]
    for number, person in enumerate(people[1:3]):
        sign_up(path, person, NAMES[number + 1], number)
    assert "450 points" in state(path, ana) and "Round 2: Ambush" in state(path, ana)
    act(path, ana, "close_sign_up")
    act(path, ana, "draft_round")
    act(path, ana, "publish_round")
    services = ana.client.app.state.services
    number = load_view(services, path.rpartition("/")[2], None).game.id
    with services.store.read() as work:
        [table] = work.child_battles.of_game(number)
    assert (table.scenario, table.terms["points"]) == (INCH.SCENARIO, "450")
    act(path, ana, "choose_scenario", round="2", scenario=INCH.STORM)
    assert "Round 2 has the scenario" in ana.get(path).text
    act(path, ana, "decide", battle="r1.1", winner="")
    act(path, ana, "draft_round")
    act(path, ana, "publish_round")
    with services.store.read() as work:
        assert [one.scenario for one in work.child_battles.of_game(number)] == [INCH.STORM]
    assert (
        "Scenario:" in people[1].get(f"{path}/rounds").text
        or "Escenario:" in people[1].get(f"{path}/rounds").text
    )


def saved_army(person, name, **changed):
    """Number of a saved army of a user."""
    services = person.client.app.state.services
    answers = services.shelf[INCH_GAME].armies.answers(ARMY | changed)
    return saved_armies.save_army(services, user_of(person, name), INCH_GAME, answers).id


def test_army_lists_are_secret_until_the_organiser_opens_them(visitor):
    """Bea sends a legal list, Cid one with too many points. The tables begin with the legal one."""
    path, people = found_contest(
        visitor,
        **{"t.battle": f"{INCH_GAME}/{INCH.SCENARIO}", "t.of_points": "300", "t.lists": "yes"},
    )
    ana, bea, cid, dora, _ = people
    for number, person in enumerate((bea, cid, dora)):
        sign_up(path, person, NAMES[number + 1], number)
    page = bea.get(f"{path}/lists")
    assert page.status_code == 200
    army = saved_army(bea, "Bea")
    missing = bea.post(f"{path}/lists", army="999999", command="none")
    assert missing.status_code == 422 and "No guardas" in missing.text
    assert bea.post(f"{path}/lists", army=str(army), command="b").status_code == 303
    cheap = saved_army(cid, "Cid", units=[{"spearman": 90}, {"spearman": 90}])
    assert cid.post(f"{path}/lists", army=str(cheap), command="c").status_code == 303
    own, others, organiser = (one.get(f"{path}/lists").text for one in (bea, dora, ana))
    assert "<pre" in own and "<pre" not in others and "<pre" not in organiser
    assert "1 list is missing" in organiser
    assert "not allowed by the terms" in organiser and "not allowed by the terms" not in others
    act(path, ana, "close_sign_up")
    with pytest.raises(AssertionError):
        act(path, ana, "draft_round")
    dora_entrant = next(one.key for one in contest_now(path, ana).by_entry if one.name == "Dora")
    went = given(path, people, dora_entrant, "pairing", kind="go_without_list")
    assert went.status_code == 303
    act(path, ana, "open_lists")
    assert dora.get(f"{path}/lists").text.count("<pre") == 2
    act(path, ana, "draft_round")
    act(path, ana, "publish_round")
    services = ana.client.app.state.services
    number = load_view(services, path.rpartition("/")[2], None).game.id
    with services.store.read() as work:
        [table] = work.child_battles.of_game(number)
        brought = work.seats.contributions_by_seat(table.id)
        names = {seat.seat: seat.name for seat in work.seats.for_game(table.id)}
    assert {names[seat] for seat, brings in brought.items() if brings} == {
        name for name in names.values() if name == "Bea"
    }


def test_pages_of_the_organisers_use_the_words_of_a_contest(visitor):
    path, people = found_contest(visitor)
    for page in ("desk", "referees"):
        answer = people[0].get(f"{path}/{page}")
        assert answer.status_code == 200
        words = re.sub(r"<[^>]+>", " ", answer.text)
        assert "rganiser" in words and "eferee" not in words, page


def test_the_form_of_a_ladder_asks_for_no_deadline_of_lists(visitor):
    """Open forms have no army lists. A Swiss contest has them."""
    ana = visitor("en").register("Ana")
    for form, asks in (("swiss", True), ("ladder", False), ("league", False)):
        page = ana.get(f"/tables/new?box=contests&scenario={form}").text
        assert ('name="clock_step_lists"' in page) is asks, form


def test_a_ladder_on_its_pages(visitor):
    """Challenge, decline, challenge again, battle and result; a new entrant comes to the lowest
    rung.
    """
    ladder = {"t.words": "Chess", "t.reach": "2", "clock": "steps", **DAYS_OF_LADDER}
    path, people = found_contest(visitor, "ladder", **ladder)
    ana = people[0]
    for number, person in enumerate(people[:3]):
        assert sign_up(path, person, NAMES[number], number).status_code == 303
    act(path, ana, "close_sign_up")
    first, second, third = contest_now(path, ana).rungs
    by = {key: people[int(key[1:]) - 1] for key in (first, second, third)}
    text = re.sub(r"\s+", " ", by[third].get(f"{path}/front?lang=en").text)
    assert "What it costs" in text and "5 days" in text and "Challenge<span" in text
    assert given(path, people, second, kind="challenge", opponent=third).status_code == 422
    assert given(path, people, third, kind="challenge", opponent=first).status_code == 303
    asked = state(path, by[first])
    assert "Answer a challenge" in asked or "Responde a un desafío" in asked
    declined = {"kind": "answer_challenge", "challenge": "c1", "accept": False}
    assert given(path, people, first, **declined).status_code == 303
    assert contest_now(path, ana).rungs == (first, second, third)
    assert given(path, people, third, kind="challenge", opponent=first).status_code == 303
    accepted = {"kind": "answer_challenge", "challenge": "c2", "accept": True}
    assert given(path, people, first, **accepted).status_code == 303
    (battle,) = contest_now(path, ana).open_pairings()
    assert by[second].get(f"{path}/battles/{battle.key}").status_code == 200
    stated(path, people, battle, third)
    confirmed = given(path, people, first, kind="confirm_result", battle=battle.key)
    assert confirmed.status_code == 303
    assert contest_now(path, ana).rungs == (third, first, second)
    dora = people[3]
    assert "Sign up" in state(path, dora)
    assert sign_up(path, dora, "Dora", 9).status_code == 303
    assert contest_now(path, ana).rungs[-1] == "p4"
    for page in ("front", "rounds", "standings", "projector"):
        for language in ("en", "es"):
            assert dora.get(f"{path}/{page}?lang={language}").status_code == 200
    for language, battles, rounds in (("en", "Battles", "Rounds"), ("es", "Batallas", "Rondas")):
        page = dora.get(f"{path}/rounds?lang={language}").text
        assert f"<h1>{battles}</h1>" in page and rounds not in page, "a ladder has no rounds"
        for person, address in ((ana, f"{path}/desk"), (ana, path), (dora, path)):
            page = person.get(f"{address}?lang={language}").text
            assert f'/rounds">{battles}</a>' in page, address
            found = re.findall(rf".*\b{rounds[:-1]}s?\b.*", page)
            assert not found, (address, "no rounds", found)
    act(path, ana, "close_contest")
    assert "The contest is over." in state(path, dora)


def test_a_free_league_on_its_pages(visitor):
    """Two entrants agree on a battle and play it; a second one between them is refused."""
    terms = {"t.words": "Chess", "t.meetings": "1", "clock": "steps"}
    path, people = found_contest(visitor, "league", **terms, clock_step_proposal="5")
    for number, person in enumerate(people[:3]):
        assert sign_up(path, person, NAMES[number], number).status_code == 303
    act(path, people[0], "close_sign_up")
    page = people[2].get(f"{path}?lang=en").text
    assert "Propose a battle" in page
    assert given(path, people, "p3", kind="challenge", opponent="p1").status_code == 303
    accepted = {"kind": "answer_challenge", "challenge": "c1", "accept": True}
    assert given(path, people, "p1", **accepted).status_code == 303
    (battle,) = contest_now(path, people[0]).open_pairings()
    stated(path, people, battle, "p3")
    confirmed = given(path, people, "p1", kind="confirm_result", battle=battle.key)
    assert confirmed.status_code == 303
    assert given(path, people, "p1", kind="challenge", opponent="p3").status_code == 422
    for front in ("front", "rounds", "standings"):
        for language in ("en", "es"):
            assert people[3].get(f"{path}/{front}?lang={language}").status_code == 200
    act(path, people[0], "close_contest")
    assert "Winner: Cid" in state(path, people[3])


def test_the_organiser_seeds_the_entrants_by_rating_and_by_hand(visitor):
    """A hidden rating counts as none. The seeds show on the form, in the log and as reasons."""
    path, people = found_contest(
        visitor, **{"t.battle": f"{HEX_GAME}/{HEX.NEXT_SCENARIO}", "t.seeded": "yes"}
    )
    ana = people[0]
    for number, person in enumerate(people[1:5]):
        assert sign_up(path, person, NAMES[number + 1], number).status_code == 303
    users = {name: user_of(people[NAMES.index(name)], name) for name in NAMES}
    services = ana.client.app.state.services
    ratings = {"Bea": 1300.0, "Cid": 1900.0, "Dora": 1700.0}
    with services.store.write() as work:
        work.ratings.replace_since(
            HEX_GAME,
            WEB,
            0,
            [WeeklyRating(users[name], 2800, Rating(value)) for name, value in ratings.items()],
        )
        work.ratings.set_hidden(users["Cid"], "2026-01-01T00:00:00+00:00")
        work.commit()
    act(path, ana, "close_sign_up")
    [order] = [one for one in desk_orders(path, ana) if '"seed_entrants"' in one]
    asked = ana.get(f"{path}/desk/act?order={quote(order)}&by=rating").text
    names = re.findall(r'<label for="ask-seeds:[^"]*">([^<]*)', asked)
    assert names[:2] == ["Dora", "Bea"] and set(names[2:]) == {"Cid", "Eva"}
    keys = {one.name: key for key, one in contest_now(path, ana).entrants.items()}
    ranks = {
        f"seeds:{keys[name]}": str(n) for n, name in enumerate(("Eva", "Dora", "Cid", "Bea"), 1)
    }
    asked = {"order": order, "preview": "1", **ranks}
    preview = ana.get(f"{path}/desk/act", params=asked).text
    assert "1. Eva, 2. Dora, 3. Cid and 4. Bea" in preview
    given = ana.give(form_to(preview, f"{path}/desk/act"))
    assert given.status_code == 303
    assert contest_now(path, ana).seeded == tuple(
        keys[name] for name in ("Eva", "Dora", "Cid", "Bea")
    )
    act(path, ana, "draft_round")
    act(path, ana, "publish_round")
    assert (
        "Seeds 1 and 3: the upper half meets the lower half."
        in people[2].get(f"{path}/rounds").text
    )
    assert "Puestos 2 y 4 del orden inicial" in people[1].get(f"{path}/rounds").text


def desk_orders(path, organiser):
    """Orders of the organiser's desk as JSON."""
    page = organiser.get(f"{path}/desk").text
    return {unescape(one) for one in re.findall(r'name="order" value="([^"]*)"', page)}


def test_a_challenge_round_on_its_pages(visitor):
    """Ana and Dora agree during the sign-up and are paired; an exchange does not separate them."""
    path, people = found_contest(visitor, **{"t.words": "Chess", "t.challenge_round": "1"})
    ana, bea, cid, dora, _ = people
    for number, person in enumerate(people[:4]):
        assert sign_up(path, person, NAMES[number], number).status_code == 303
    assert "Before round 1 entrants challenge each other" in state(path, cid)
    assert "Challenge an entrant" in ana.get(f"{path}?lang=en").text
    challenged = given(path, people, "p1", kind="challenge", opponent="p4")
    assert challenged.status_code == 303
    text = state(path, cid)
    assert "Challenge round" in text and "waits for the answer of Dora" in text
    accepted = {"kind": "answer_challenge", "challenge": "c1", "accept": True}
    assert "Accept the challenge of Ana" in dora.get(f"{path}?lang=en").text
    assert given(path, people, "p4", **accepted).status_code == 303
    assert "challenge accepted" in state(path, cid) and "desafío aceptado" in state(path, bea)
    act(path, ana, "close_sign_up")
    act(path, ana, "draft_round")
    assert {"p1", "p4"} in [set(one.entrants) for one in contest_now(path, ana).draft]
    assert "They agreed on a challenge before the round." in state(path, ana)
    with pytest.raises(StopIteration):  # the preview has no button that confirms
        act(path, ana, "swap_entrants", one="p1", other="p2")
    act(path, ana, "publish_round")
    assert "Acordaron un desafío antes de la ronda." in state(path, bea)
    assert "No challenge yet." not in state(path, cid)
    assert given(path, people, "p2", kind="challenge", opponent="p3").status_code == 422


def test_a_rated_contest_says_so_before_the_sign_up(visitor):
    """CON-SET-05: on the founding form, in the terms, on the form of the entry and in the
    invitation.
    """
    terms = {"t.battle": f"{HEX_GAME}/{HEX.HIDDEN_SCENARIO}", "t.played": "here", "t.rated": "yes"}
    path, people = found_contest(visitor, **terms)
    shown = people[0].post("/tables", **SWISS | terms | {"show_terms": "yes"})
    assert 'name="t.rated"' in shown.text
    assert "Results of real tables count for a separate rating." in shown.text
    for person, words in ((people[2], "agree to it by signing up"), (people[1], "Al inscribirte")):
        page = unescape(person.get(f"{path}/gathering").text)
        assert page.count(words) == 2 and words in state(path, person)


def test_a_muted_organiser_corrects_with_a_fixed_reason(visitor):
    path, people = found_contest(visitor, **{"t.words": "Chess"})
    ana, bea, *_ = people
    sign_up(path, bea, "Bea", 1)
    services, me = ana.client.app.state.services, user_of(ana, "Ana")
    moderation.act_as_administrator(services, me, "mute", 3)
    number = load_view(services, path.rpartition("/")[2], None).last
    form = ana.get(f"{path}/corrections?move={number}&offer=strike").text
    [reason] = re.findall(r'name="correction_reason" value="([^"]*)" readonly', form)
    query = f"move={number}&offer=strike&correction_reason={quote(reason)}"
    preview = ana.get(f"{path}/corrections?{query}").text
    sign = next(one for one in forms_on(preview) if "digest" in one.fields)
    assert ana.send(sign).status_code == 303
    assert reason == "The move was entered wrongly."
    assert "Bea" not in [one.name for one in contest_now(path, ana).by_entry]
