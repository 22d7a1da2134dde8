"""Games of three and six sides on the pages, from the open table to the rematch."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from app.main import create_services
from app.services.time import availability, deadline_worker
from app.settings import Settings
from app.web.app import create_web
from tests.clock_modules import GAME_TIME
from tests.contract.tiny import TINY
from tests.contract.tiny.last_one import Strike
from tests.contract.tiny.stones import Lay
from tests.web.circle import NAMES, Circle, sides_of, text_of
from tests.web.conftest import Visitor
from tests.web.reading import form_to, forms_on

PASSWORD = "a long enough sentence"
CLAIMED = {"clock": "each", "clock_each": "3", "clock_grace": "12", "clock_then": "claim"}


@pytest.fixture
def app(sqlite_url):
    settings = Settings(database_url=sqlite_url)
    return create_web(create_services(settings, TINY), settings)


@pytest.fixture(params=["stones", "last_one"])
def circle(request, app, web) -> Circle:
    """A game that has begun: three sides, then six."""
    return Circle(app, request.param).gather()


@pytest.fixture
def stones(app, web) -> Circle:
    return Circle(app, "stones").gather()


@pytest.fixture
def orchard(app, web) -> Circle:
    return Circle(app, "last_one").gather()


def signs_on(page: str) -> list[tuple[str, str]]:
    """Shape class and printed sign of each side in the head of a page."""
    head = page[page.index('id="state"') : page.index("</ol>")]
    return re.findall(r'<i class="side side-(\w)">(\w)</i>', head)


# ---------------------------------------------------------------------- before the game
@pytest.mark.parametrize("box", ["stones", "last_one"])
def test_the_game_begins_when_the_last_seat_is_taken(app, web, box):
    circle = Circle(app, box)
    *early, last = circle.sides[1:]
    for place, side in enumerate(early, start=2):
        circle.join(side)
        lobby_page = text_of(circle.by_side[last].get("/lobby?lang=en").text)
        free = len(circle.sides) - place
        assert " – ".join((*NAMES[:place], *["free seat"] * free)) in lobby_page
        assert "waiting" in circle.page(side) and 'id="panel"' not in circle.page(side)
    assert circle.path in circle.by_side[last].get("/lobby").text
    circle.join(last)
    assert all('id="panel"' in circle.page(side) for side in circle.sides)
    assert f'href="{circle.path}">Take a seat' not in circle.by_side[last].get("/lobby").text


@pytest.mark.parametrize("box", ["stones", "last_one"])
def test_the_form_of_a_table_offers_every_side(app, web, box):
    page = Visitor(app).register("Zoe").get(f"/tables/new?box={box}").text
    assert re.findall(r'name="seat" value="plain/(\w*)"', page) == [*sides_of(box), ""]
    assert "The game begins when all seats are taken." in page


def test_players_take_seats_in_any_order_and_one_who_leaves_frees_only_their_own(app, web):
    circle = Circle(app, "last_one")
    for side in ("fig", "cherry", "beech"):
        circle.join(side)
    assert circle.by_side["cherry"].post(f"{circle.path}/leave", confirmed="1").status_code == 303
    waiting = circle.page("fig")
    free = re.findall(r'name="seat" value="(\w+)"', circle.page("damson"))
    assert free == ["cherry", "damson", "elder"]
    assert all(name in waiting for name in ("Ana", "Bruno", "Fermín")) and "Carla" not in waiting
    for side in ("cherry", "damson", "elder"):
        circle.join(side)
    assert "Elder: you" in circle.text("elder")


def test_bots_take_all_other_seats(app, web):
    player = Visitor(app).register("Zoe")
    path = player.post("/tables", box="last_one", seat="plain/cherry", against="bot").headers[
        "location"
    ]
    page = text_of(player.get(path).text)
    assert page.count(": Bot") == len(sides_of("last_one")) - 1 and "Cherry: you" in page


# ---------------------------------------------------------------------- the page
def test_every_side_has_a_sign_and_a_shape_of_its_own(circle, visitor):
    expected = [(shape, shape.upper()) for shape in "abcdef"[: len(circle.sides)]]
    for page in (*(circle.page(side) for side in circle.sides), visitor().get(circle.path).text):
        assert signs_on(page) == expected


def test_every_player_reads_their_own_side_and_the_names_of_the_others(circle, visitor):
    for side in circle.sides:
        page = circle.text(side)
        assert f"{side.title()}: you" in page
        assert all(
            f"{other.title()}: {name}" in page
            for other, name in circle.names.items()
            if other != side
        )
    stranger = text_of(visitor().get(circle.path).text)
    assert all(f"{side.title()}: {name}" in stranger for side, name in circle.names.items())


def test_the_turn_goes_round_all_sides(stones):
    for turn in range(4):
        active = stones.sides[turn % 3]
        for side in stones.sides:
            is_asked = 'data-step="lay"' in stones.page(side)
            assert is_asked == (side == active)
            if side != active:
                assert f"{stones.names[active]} is to decide" in stones.text(side)
        stones.plays(active, Lay(1), "lay")


def test_every_page_of_the_game_opens_for_players_and_spectators(circle, visitor):
    for below in ("/text", "/at/1", "/at/1/text", "/dice", "/projector", "/picture.png"):
        for reader in (circle.by_side[circle.sides[-1]], visitor()):
            assert reader.get(circle.path + below).status_code == 200, below


# ---------------------------------------------------------------------- giving up, draws
def test_the_question_says_that_the_game_goes_on_without_the_side(circle):
    asked = circle.text(circle.sides[1], "?confirm=concede")
    assert "The game goes on without the side." in asked
    assert "The victory goes to" not in asked and "The game ends at once." not in asked


def test_a_side_that_gave_up_watches_and_the_last_one_wins(stones):
    stones.concedes("birch")
    assert "victory" not in stones.text("ash")
    gone = stones.page("birch")
    assert acts_on(gone) == set() and stones.forms("birch", "offer_draw") == []
    assert "CAR-OUT-01" in stones.gives("birch", '{"kind":"offer_draw"}').text
    assert "Birch has left the game" not in stones.text("ash")
    stones.plays("ash", Lay(1), "lay")
    assert "Birch has left the game: the server passes instead." in stones.text("ash", "?tab=log")
    asked = stones.text("ash", "?confirm=concede")
    assert "The victory goes to Cedar (Carla)." in asked
    stones.concedes("ash")
    for side in stones.sides:
        assert "Cedar: victory (Carla)" in stones.text(side)


def test_a_draw_needs_every_side_in_play(circle):
    *early, last = circle.sides
    for side in early:
        agree = circle.forms(side, "offer_draw")
        assert len(agree) == 1, f"{side} may offer or agree"
        assert circle.by_side[side].send(agree[0]).status_code == 303
        assert "A draw" not in circle.page(side).split('id="asked"')[1].split("</h1>")[0]
        assert circle.forms(side, "offer_draw") == [] and circle.forms(side, "decline_draw")
    assert "A draw is on offer." in circle.text(last)
    assert "Agree to the draw?" in circle.text(last, "?confirm=draw")
    question = form_to(circle.page(last, "?confirm=draw"), f"{circle.path}/orders")
    assert circle.by_side[last].send(question).status_code == 303
    for side in circle.sides:
        assert "A draw" in circle.text(side) and "victory" not in circle.text(side)


def test_one_side_declines_the_draw_for_all(orchard):
    for side in ("apple", "beech"):
        assert orchard.gives(side, '{"kind":"offer_draw"}').status_code == 303
    assert orchard.gives("fig", '{"kind":"decline_draw"}').status_code == 303
    assert all("A draw is on offer." not in orchard.text(side) for side in orchard.sides)


def test_a_side_that_gave_up_is_not_asked_about_the_draw(stones):
    stones.concedes("birch")
    assert stones.gives("ash", '{"kind":"offer_draw"}').status_code == 303
    assert "draw" not in acts_on(stones.page("birch"))
    assert "Agree to the draw?" not in stones.text("birch", "?confirm=draw")
    assert "Agree to the draw?" in stones.text("cedar", "?confirm=draw")


def test_an_eliminated_side_reads_on_without_buttons(orchard):
    for striker, target in (("apple", "fig"), ("beech", "fig")):
        orchard.plays(striker, Strike(target), "strike")
    page = orchard.page("fig")
    assert "concede" not in acts_on(page) and '"offer_draw"' not in page
    assert "CAR-OUT-01" in orchard.gives("fig", '{"kind":"concede"}', confirmed="1").text
    assert "concede" in acts_on(orchard.page("elder"))


# ---------------------------------------------------------------------- a player who left for good
def test_a_side_whose_player_left_for_good_is_claimed_once_and_the_game_goes_on(stones):
    stones.by_side["birch"].post("/account/delete", password=PASSWORD)
    assert "claim" in acts_on(stones.page("ash"))
    assert "The game goes on without the side." in stones.text("ash", "?confirm=claim")
    claim = form_to(stones.page("ash", "?confirm=claim"), f"{stones.path}/claim")
    assert stones.by_side["ash"].send(claim).status_code == 303
    for side in ("ash", "cedar"):
        assert "claim" not in acts_on(stones.page(side)), "it has been claimed"
        assert stones.by_side[side].post(f"{stones.path}/claim").status_code == 422
    stones.plays("ash", Lay(2), "lay")
    stones.plays("cedar", Lay(2), "lay")


def test_the_next_player_who_leaves_for_good_is_claimed_from_too(stones):
    for side in ("birch", "cedar"):
        stones.by_side[side].post("/account/delete", password=PASSWORD)
        claim = form_to(stones.page("ash", "?confirm=claim"), f"{stones.path}/claim")
        assert stones.by_side["ash"].send(claim).status_code == 303
    assert "Ash: victory (Ana)" in stones.text("ash")


def test_a_side_that_gave_up_claims_nothing(stones):
    stones.concedes("cedar")
    stones.by_side["birch"].post("/account/delete", password=PASSWORD)
    assert "claim" not in acts_on(stones.page("cedar"))
    refused = stones.by_side["cedar"].post(f"{stones.path}/claim", confirmed="1")
    assert refused.status_code == 422 and "CAR-OUT-01" in refused.text
    assert "claim" in acts_on(stones.page("ash"))


# ---------------------------------------------------------------------- clocks
@pytest.fixture
def late(app, web, monkeypatch) -> Circle:
    """A game of three whose first side has missed its time."""
    circle = Circle(app, "stones", **CLAIMED).gather()
    services = app.state.services
    with services.store.write() as work:
        deadline = availability.parse_time(
            work.clocks.of_games([circle.id])[circle.id]["ash"].deadline
        )
        work.uptime.begin_interval("2000-01-01T00:00:00.000Z")
        work.uptime.go_on(work.uptime.last_interval().id, "2100-01-01T00:00:00.000Z")
        work.commit()
    moment = deadline + timedelta(hours=13)
    for module in GAME_TIME:
        monkeypatch.setattr(module, "current_time", lambda: availability.time_text(moment))
    while deadline_worker.process_game(services, circle.id):
        pass
    return circle


def acts_on(page: str) -> set[str]:
    """Acts that a page offers and asks about first."""
    return set(re.findall(r'name="confirm" value="([\w-]+)"', page))


def clock_forms(circle: Circle, side: str) -> set[str]:
    return {
        str(form.fields.get("what") or form.fields.get("do"))
        for form in forms_on(circle.page(side))
        if form.action == f"{circle.path}/clock"
    } | acts_on(circle.page(side)) - {"concede"}


def test_a_late_side_of_three_is_removed_on_the_page(late):
    offered = {"ash": set(), "birch": {"claim-remove"}, "cedar": {"claim-remove"}}
    for side, claims in offered.items():
        assert {form for form in clock_forms(late, side) if "claim" in form} == claims
    asked = late.page("birch", "?confirm=claim-remove")
    assert "Remove the late side?" in asked and "The game goes on without the side." in asked
    assert (
        late.by_side["birch"].send(form_to(asked, f"{late.path}/clock", "Remove the late side"))
    ).status_code == 303
    assert clock_forms(late, "ash") == set(), "a side that is out has nothing to do about the clock"
    late.plays("birch", Lay(1), "lay")
    late.plays("cedar", Lay(1), "lay")
    assert 'data-step="lay"' in late.page("birch")


def test_a_pause_needs_every_side_in_play(app, web):
    circle = Circle(app, "stones", **CLAIMED).gather()
    for place, side in enumerate(circle.sides, start=1):
        form = next(
            one
            for one in forms_on(circle.page(side))
            if one.action == f"{circle.path}/clock" and one.fields.get("do") == "pause"
        )
        assert circle.by_side[side].send(form, days="5").status_code == 303
        says = text_of(circle.page("ash"))
        assert ("The clock is paused until" in says) == (place == len(circle.sides))


# ---------------------------------------------------------------------- the end
def played_out(circle: Circle) -> None:
    """Lay three stones in each turn: the first player lays the last one and loses."""
    for turn in range(7):
        circle.plays(circle.sides[turn % 3], Lay(3), "lay")


def test_two_of_three_share_the_win(stones, visitor):
    played_out(stones)
    for page in (
        *(stones.text(side) for side in stones.sides),
        text_of(visitor().get(stones.path).text),
    ):
        assert "Birch: victory (Bruno) · Cedar: victory (Carla)" in page
        assert "Ash: victory" not in page
    spanish = text_of(stones.by_side["birch"].get(f"{stones.path}?lang=es").text)
    assert "Birch: victoria (Bruno) · Cedar: victoria (Carla)" in spanish
    for below in ("/report", "/dice", "/text", "/export", "/at/3?eyes=cedar"):
        assert visitor().get(stones.path + below).status_code == 200, below


def test_the_view_of_every_side_is_offered_after_the_end(stones, visitor):
    played_out(stones)
    page = visitor().get(f"{stones.path}/at/2").text
    assert re.findall(r"eyes=(\w+)", page) and set(re.findall(r"eyes=(\w+)", page)) >= {
        *stones.sides,
        "spectator",
    }


def test_the_rematch_moves_every_player_to_the_next_side(stones):
    played_out(stones)
    for side in stones.sides:
        answer = stones.by_side[side].post(f"{stones.path}/rematch")
        assert answer.status_code == 303
        again = answer.headers["location"]
    held = {"ash": "Birch", "birch": "Cedar", "cedar": "Ash"}
    for before, after in held.items():
        page = text_of(stones.by_side[before].get(f"{again}?lang=en").text)
        assert f"{after}: you" in page
