"""Requests of a page by itself: fewer after failures, and none without permission."""

from __future__ import annotations

import itertools

import pytest

from tests.browser.test_live import PASS, comes_to, last, met, press
from tests.sample_games import INCH, INCH_GAME

PROBLEM = "<div class='verdict no' role='alert' data-code='503'><span>Not now</span></div>"


@pytest.fixture
def two(site, person):
    return met(site, person)


def minutes_pass(page, seconds: int) -> None:
    """Let timers run this long and answer the requests in between."""
    for _ in range(seconds // 2):
        page.clock.run_for(2_000)
        page.wait_for_timeout(40)


@pytest.mark.slow
def test_a_page_without_answers_asks_less_and_less_often(site, person, two):
    one, other, path = two
    page, asked, begins = other.page, [], last(other.page)

    def refuse(route) -> None:
        asked.append(page.evaluate("performance.now()"))
        route.fulfill(
            status=503,
            content_type="text/html",
            body=PROBLEM,
            headers={"HX-Retarget": "#decision", "HX-Reswap": "afterbegin"},
        )

    page.route(f"**{path}/panels/live*", refuse)
    press(one.page, PASS)
    page.wait_for_timeout(3_500)
    press(one.page, PASS)  # one more move is no reason to ask at once
    page.wait_for_timeout(4_000)
    assert 2 <= len(asked) <= 3
    assert all(later - earlier >= 1_900 for earlier, later in itertools.pairwise(asked))
    assert page.locator("#decision > [data-code]").count() == 1, "the same is said once"
    assert last(page) == begins
    page.unroute(f"**{path}/panels/live*")
    comes_to(page, last(one.page))


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 404},
        pytest.param({"status": 303, "headers": {"location": "/rules"}}, marks=pytest.mark.proof),
    ],
)
def test_a_page_without_permission_asks_no_more(site, person, two, answer):
    one, _, path = two
    stranger, asked = person(site), []
    stranger.page.clock.install()
    stranger.page.route("**/events*", lambda route: route.fulfill(status=404, body=""))
    stranger.page.route(
        f"**{path}/number", lambda route: asked.append(1) or route.fulfill(**answer)
    )
    stranger.page.goto(path)
    minutes_pass(stranger.page, 60)
    assert len(asked) == 1
    stranger.page.unroute("**/events*")
    stranger.page.unroute(f"**{path}/number")
    stranger.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    press(one.page, PASS)
    minutes_pass(stranger.page, 12)
    comes_to(stranger.page, last(one.page))
    assert [words for words in stranger.complaints if "404" not in words] == []


@pytest.mark.proof
def test_an_unexpected_page_as_answer_is_harmless(site, person, two):
    one, _, path = two
    stranger = person(site)
    stranger.page.clock.install()
    stranger.page.route("**/events*", lambda route: route.abort())
    stranger.page.route(
        f"**{path}/number",
        lambda route: route.fulfill(
            status=200, content_type="text/html", body="<!doctype html><title>Log in</title>"
        ),
    )
    stranger.page.goto(path)
    minutes_pass(stranger.page, 20)
    stranger.page.unroute(f"**{path}/number")
    press(one.page, PASS)
    minutes_pass(stranger.page, 20)
    comes_to(stranger.page, last(one.page))
    stranger.does_not_complain(but="ERR_FAILED")


@pytest.mark.proof
@pytest.mark.parametrize("status", [403, pytest.param(404, marks=pytest.mark.proof)])
def test_a_projector_of_a_deleted_game_asks_no_more(site, person, two, status):
    wall, asked = person(site), []
    wall.page.clock.install()
    wall.page.route("**/show?*", lambda route: route.fulfill(status=status, body=""))
    wall.page.goto(f"{two[2]}/projector")
    wall.page.route(
        "**/projector*", lambda route: asked.append(1) or route.fulfill(status=status, body="")
    )
    minutes_pass(wall.page, 60)
    assert len(asked) == 1 and wall.page.locator("#show .map-live").count() == 1


@pytest.mark.proof
def test_the_editor_of_a_deleted_table_asks_no_more(site, person):
    one, other, asked = person(site).register(), person(site), []
    one.page.goto(f"/tables/new?box={INCH_GAME}&t.region={INCH.REGION}")
    one.page.check("input[name='t.table'][value=laid]")
    one.page.click("main form button.go")
    one.page.wait_for_selector("#waiting")
    path = one.page.url
    page = other.page
    page.clock.install()
    page.goto(f"{path}/laying")
    page.on(
        "request",
        lambda request: asked.append(request.url) if "/laying/news" in request.url else None,
    )
    minutes_pass(page, 20)
    assert len(asked) == 2
    one.page.click("form[action$='/leave'] button")
    one.page.click("form[action$='/leave'] .danger")
    one.page.wait_for_url("**/lobby")
    asked.clear()
    minutes_pass(page, 60)
    assert len(asked) == 1
    assert page.locator("[aria-live=polite] .card.news a[href='/lobby']").count() == 1
