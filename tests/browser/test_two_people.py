"""Battle of two players with a spectator: two servers on one Postgres, one side Spanish, the other
English.
"""

from __future__ import annotations

import signal
import time

import psycopg
import pytest
from sqlalchemy import make_url

from app.games import shelf
from tests.drivers.player import Player
from tests.sample_games import HEX_GAME, HEX_SEAT
from tests.web.reading import of_another_language, words_on

pytestmark = pytest.mark.postgres
STEPS = {
    step.key for step in shelf()[HEX_GAME].card.sequence if step.orders and step.key != "setup"
}
CLICKS = {
    "piece on the board",
    "hex on the board",
    "odds",
    "confirm",
    "end of the step",
}
CONCEDE = "details.more:has(input[value*='concede'])"
NAMES = ("Maite", "Edmund", "Caracole", "Español", "English")


def ledger(database_url: str, game: str) -> list[tuple[int, str, str]]:
    """(number, seat, step) of every recorded move."""
    plain = (
        make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    )
    with psycopg.connect(plain) as connection:
        return connection.execute(
            "SELECT number, seat, step FROM moves WHERE game_id = %s ORDER BY number", (int(game),)
        ).fetchall()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("goal", "outage"),
    [
        ("all clicks", 6),
        pytest.param("all steps", 14, marks=pytest.mark.proof),
        pytest.param("to the end", 14, marks=pytest.mark.proof),
    ],
)
def test_two_people_and_a_spectator_play_to_the_end(
    fresh_postgres_url, serve, person, goal, outage
):
    """A server is killed after move `outage`. A player gives up after each kind of click, or after
    each step.
    """
    first, second = serve(fresh_postgres_url), serve(fresh_postgres_url)
    maite, edmund, stranger = (
        person(first, "es").register_by_form("Maite"),
        person(second, "en").register("Edmund"),
        person(second),
    )

    # One player opens a table in the lobby, the other joins, a visitor watches.
    maite.page.goto("/lobby")
    maite.page.click("a[href='/tables/new']")
    maite.page.click(f"main a[href*='box={HEX_GAME}']")
    maite.page.check(f"input[name=seat][value='{HEX_SEAT}']")
    maite.page.click("details:has(#added) > summary")
    maite.page.fill("#added", "mis dados")
    maite.page.click("main form button.go")
    maite.page.wait_for_selector("#waiting")
    edmund.page.goto("/lobby")
    edmund.page.click("main a.btn[href^='/games/']")
    edmund.page.click("#waiting form button.go")
    edmund.page.wait_for_selector("#panel")
    maite.page.wait_for_selector("#panel")  # her waiting room has heard that the game began
    game = edmund.page.url.rsplit("/", 1)[1].split("?")[0]
    stranger.page.goto("/")
    stranger.page.click(f"a[href='/games/{game}']")
    stranger.page.wait_for_selector("#panel")
    opened = stranger.page.evaluate("performance.timeOrigin")

    # They play; half-way the server of one of them is killed while the other plays on.
    players = [Player(maite, "a"), Player(edmund, "b")]
    clicks = play(
        players,
        until=lambda: players[0].survey()["last"] >= outage and not players[0].survey()["calm"],
    )
    first_page = edmund.page.evaluate("performance.timeOrigin")
    before = players[0].survey()["last"]
    second.stop(signal.SIGKILL)
    while players[0].survey()["last"] == before and players[0].act():
        clicks += 1
    missed = players[0].survey()["last"]
    assert missed > before
    second.start()
    for one in (edmund, stranger):
        one.page.wait_for_function(
            f"() => Number(document.getElementById('state').dataset.last) >= {missed}",
            timeout=30_000,
        )
    assert edmund.page.evaluate("performance.timeOrigin") == first_page, "the page was loaded anew"

    def is_enough() -> bool:
        on_record = {step for _, _, step in ledger(fresh_postgres_url, game)}
        all_clicks = players[0].kinds | players[1].kinds >= CLICKS
        is_long = players[0].survey()["last"] >= 14  # a replay by stages needs some moves
        enough = on_record >= STEPS if goal == "all steps" else is_long
        return goal != "to the end" and all_clicks and enough

    clicks += play(players, until=is_enough)
    if not players[0].survey()["over"]:
        concede(players[0])

    # Both see the end in their own language, and so does the visitor, without a reload.
    rows = ledger(fresh_postgres_url, game)
    last = rows[-1][0]
    for one, victory in ((maite, "victoria"), (edmund, "victory"), (stranger, "victory")):
        one.page.wait_for_function(
            f"() => Number(document.getElementById('state').dataset.last) == {last}", timeout=20_000
        )
        said = one.page.inner_text("#decision")
        assert victory in said or {"victoria": "Tablas", "victory": "A draw"}[victory] in said
    assert stranger.page.evaluate("performance.timeOrigin") == opened
    for one, away in ((maite, set()), (stranger, set(range(before, missed + 1)))):
        heard, shown = one.page.evaluate("[window.heard, window.shown]")
        assert heard == sorted(set(heard)) and heard[-1] == last, (
            "the stream repeats itself or goes back"
        )
        assert shown == sorted(set(shown)) and shown[-1] == last, "the page went back"
        assert set(range(heard[0], last + 1)) - set(heard) <= away, "the stream has a hole"
    assert [row[0] for row in rows] == list(range(1, last + 1))

    # Every step with a decision was played, with every kind of click.
    assert goal == "all clicks" or {step for _, _, step in rows if step} == STEPS
    assert players[0].kinds | players[1].kinds >= CLICKS

    # No page had a sentence in the other language, also in log and position.
    for player in players:
        for tab in ("log", "text", "changes", "messages"):
            player.page.goto(f"/games/{game}?tab={tab}")
            player.said.update(words_on(player.page.content()))
        assert of_another_language(player.said, player.person.language, NAMES) == []

    replay(stranger.page, game, last)
    maite.does_not_complain()
    for one in (edmund, stranger):
        one.does_not_complain(but="net::ERR_")  # their server was away for a while
    print(f"{last} moves, {clicks} clicks")


def concede(player: Player) -> None:
    """Give up, and wait for the answer. Another update of the page may come before it."""
    player.page.locator(f"{CONCEDE} summary").click()
    player.press(f"{CONCEDE} form:has(input[value*='concede']) button", "concession")
    player.press("[data-confirm]", "confirm")
    while not player.survey()["over"]:
        time.sleep(0.05)


def play(players: list[Player], until) -> int:
    """Let the deciding player click, until a move or until the end."""
    clicks, idle = 0, 0
    while clicks < 900 and not until():
        acted = sum(player.act() for player in players)
        clicks += acted
        if players[0].survey()["over"] or players[1].survey()["over"]:
            return clicks
        idle = 0 if acted else idle + 1
        if not acted:
            time.sleep(0.05)
        assert idle < 300, [player.page.inner_text("#decision") for player in players]
    return clicks


def replay(page, game: str, last: int) -> None:
    """Replay from first to last move: by slider, arrows, address and autoplay, and back to the
    end.
    """
    page.goto(f"/games/{game}")
    page.click("a[href$='/at/1']:has-text('Replay')")
    page.wait_for_selector("#reel")
    assert (
        page.url.endswith(f"/games/{game}/at/1") and page.get_attribute("#state", "data-at") == "1"
    )
    middle = last // 2
    page.evaluate(
        "number => { const slider = document.getElementById('moment'); slider.value = number; "
        "slider.dispatchEvent(new Event('change', { bubbles: true })); }",
        middle,
    )
    page.wait_for_function(f"() => document.getElementById('state').dataset.at == '{middle}'")
    page.wait_for_url(f"**/games/{game}/at/{middle}")
    page.click("#later")
    page.wait_for_function(f"() => Number(document.getElementById('state').dataset.at) > {middle}")
    there = page.get_attribute("#state", "data-at")
    drawn = page.locator("#board-live").inner_html()
    again = page.context.new_page()
    again.goto(f"/games/{game}/at/{there}")  # the address of that moment shows the same board
    assert again.locator("#board-live").inner_html() == drawn
    again.close()
    page.click("#autoplay")
    page.wait_for_function(
        f"() => Number(document.getElementById('state').dataset.at) > {there} + 1", timeout=8_000
    )
    page.click("#autoplay")
    for number in (1, last // 3, last - 1):
        page.goto(f"/games/{game}/at/{number}")
        assert page.get_attribute("#state", "data-at") == str(number)
    page.click(".film-head a")
    page.wait_for_function(f"() => document.getElementById('state').dataset.at == '{last}'")
