"""A Swiss contest on its pages: sign-up with a waiting list, two rounds, results, a dispute, the end."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import quote

from app.kernel.table_orders import Concede
from app.services.play import orders, table_reports
from app.services.watch.game_view import load_view
from tests.web.reading import form_to

NAMES = ("Ana", "Bea", "Cid", "Dora", "Eva")
SWISS = {
    "box": "contests",
    "seat": "swiss/referee",
    "against": "people",
    "spectators": "1",
    "title": "Autumn Swiss",
}


def found_contest(visitor, form="swiss", **terms):
    """Path of a contest and its people; the organiser comes first and does not play."""
    people = [visitor("es" if name == "Bea" else "en").register(name) for name in NAMES]
    given = {"seat": f"{form}/referee", **SWISS, **terms}
    opened = people[0].post("/tables", **given | {"seat": f"{form}/referee"})
    assert opened.status_code == 303, re.findall(r'role="alert".*?</div>', opened.text, re.DOTALL)
    return opened.headers["location"].removesuffix("/gathering"), people


def sign_up(path, person, name, number, club=""):
    return person.post(f"{path}/gathering", name=name, club=club, command=f"in{number}")


def act(path, organiser, kind, **fields):
    """Give an order that the organiser's desk offers; `fields` name the offer or fill in its form."""
    page = organiser.get(f"{path}/desk").text
    orders = {unescape(one) for one in re.findall(r'name="order" value="([^"]*)"', page)}
    fitting = [one for one in orders if fits(json.loads(one), kind, fields)]
    assert fitting, (kind, fields, sorted(orders))
    asked = organiser.get(f"{path}/desk/act?order={quote(fitting[0])}").text
    known = json.loads(fitting[0])
    typed = {name: value for name, value in fields.items() if not known.get(name)}
    answer = organiser.send(form_to(asked, f"{path}/desk/act"), **typed)
    assert answer.status_code == 303, re.findall(r'role="alert".*?</div>', answer.text, re.DOTALL)
    return answer


def fits(order, kind, fields):
    """True if the order has this kind, and every field that it already has is the wanted one."""
    return order["kind"] == kind and all(
        str(order[name]) == value for name, value in fields.items() if order.get(name)
    )


def state(path, person):
    """Front page of a contest as plain text."""
    page = person.get(f"{path}/front")
    assert page.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(page.text)))


def test_a_swiss_contest_on_its_pages(visitor):
    """Four places and five entrants: one waits. Two rounds with a confirmed, a disputed and a decided
    result, then the places.
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
    act(path, ana, "decide", battle=second.key, winner=second.second)
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


def given(path, people, entrant, **order):
    """Give an order as the player of an entrant."""
    name = contest_now(path, people[0]).entrants[entrant].name
    person = people[NAMES.index(name)]
    last = load_view(person.client.app.state.services, path.rpartition("/")[2], None).last
    return person.post(
        f"{path}/steps/playing",
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


def test_a_knock_out_of_cry_havoc_opens_tables(visitor):
    """A battle of this site gets a table for each pairing. Its result comes from the table."""
    path, people = found_contest(
        visitor, "knockout", **{"t.battle": "cry_havoc/lady_edith", "t.played": "here"}
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
    assert (table.box, table.scenario, table.battle) == ("cry_havoc", "lady_edith", pairing.key)
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
