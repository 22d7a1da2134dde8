"""Following a game: blocked streams, restarted servers, two tabs, old pages."""

from __future__ import annotations

import re
import signal
import time

import pytest

from tests.drivers.player import FRESH, MARK
from tests.sample_games import HEX

LAST = "Number(document.getElementById('state').dataset.last)"
PASS = ".decision .stick form:has(input[value*='pass']) button"


@pytest.fixture
def two(site, person):
    """Two players at the guided battle, the deciding one first."""
    return met(site, person)


def met(server, person):
    one, other = person(server).register(), person(server, "es").register()
    path = one.open_table()
    other.take_seat(path)
    one.page.wait_for_selector("#panel")
    return one, other, path


def press(page, where: str) -> None:
    """Press a control; confirm if the page asks before the end of a step."""
    page.evaluate(MARK)
    page.locator(where).first.click()
    page.wait_for_function(FRESH)
    if where == PASS and page.locator("[data-confirm]").count():
        press(page, "[data-confirm]")


def last(page) -> int:
    return page.evaluate(LAST)


def comes_to(page, number: int, within: int = 20_000) -> None:
    page.wait_for_function(f"() => {LAST} === {number}", timeout=within)


@pytest.mark.proof
def test_a_page_whose_stream_is_blocked_asks_and_catches_up(site, person, two):
    one, _, path = two
    blocked = person(site)
    blocked.context.route("**/events*", lambda route: route.abort())
    blocked.page.goto(path)
    before = last(blocked.page)
    press(one.page, PASS)
    press(one.page, PASS)
    comes_to(
        blocked.page, before + 2, within=25_000
    )  # the page asks every ten seconds, and fetches up to ten seconds later
    press(one.page, PASS)
    comes_to(blocked.page, before + 3, within=25_000)
    assert blocked.page.evaluate("window.heard") == []
    blocked.does_not_complain(but="ERR_FAILED")


def test_visitors_get_changes_with_the_stream(site, person, two):
    """The page sends no request of its own, with any tab open."""
    one, _, path = two
    stranger, asked = person(site, "es"), []
    stranger.page.on("request", lambda request: asked.append(request.url))
    stranger.page.goto(path)
    for tab in ("", "text"):
        if tab:
            press(stranger.page, f".tabs a[href$='tab={tab}']")
        stranger.page.wait_for_timeout(1_000)  # until the stream is open
        asked.clear()
        press(one.page, PASS)
        comes_to(stranger.page, last(one.page))
        assert [url for url in asked if url.split("?")[0].endswith((path, "/panels/live"))] == []
        assert stranger.page.get_attribute("#state", "data-tab") == tab or not tab
        assert stranger.page.inner_text("#news") == stranger.page.inner_text("#asked"), (
            "what has come by itself is said aloud, and nothing else of the panel"
        )
    stranger.does_not_complain()


@pytest.mark.proof
def test_a_proxy_that_withholds_the_stream_is_harmless(site, person, two):
    """The stream opens and stays silent; the page asks when its window is shown again."""
    one, _, path = two
    buffered = person(site)
    buffered.context.route(
        "**/events*", lambda route: route.fulfill(status=502, body="bad gateway")
    )
    buffered.page.goto(path)
    press(one.page, PASS)
    comes_to(buffered.page, last(one.page))


@pytest.mark.slow
def test_the_stream_comes_back_after_a_refusal(site, person, two):
    """A 502 of a proxy ends a standard stream for good; the page opens another one."""
    one, _, path = two
    unlucky = person(site)
    times = []
    unlucky.context.route(
        "**/events*",
        lambda route: (
            route.fulfill(status=502, body="")
            if not times.append(1) and len(times) < 2
            else route.continue_()
        ),
    )
    unlucky.page.goto(path)
    press(one.page, PASS)
    comes_to(unlucky.page, last(one.page))
    unlucky.page.wait_for_function(
        "() => window.heard.length > 0 || performance.now() > 25000", timeout=30_000
    )
    press(one.page, PASS)
    unlucky.page.wait_for_function(f"() => window.heard.at(-1) === {last(one.page)}")


@pytest.mark.proof
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_restart_leaves_no_hole_and_repeats_nothing(sqlite_url, serve, person, how):
    server = serve(sqlite_url)
    one, other, _ = met(server, person)
    opened = other.page.evaluate("performance.timeOrigin")
    start = last(one.page)
    press(one.page, PASS)
    comes_to(other.page, start + 1)
    told = time.monotonic()
    server.stop(how)
    assert time.monotonic() - told < 5, "it does not wait for the streams that are open"
    assert server.process.returncode in (0, -how)
    other.page.wait_for_timeout(1500)
    server.start()
    press(one.page, PASS)  # the page of before the restart still gives orders
    comes_to(other.page, start + 2)
    press(one.page, PASS)
    comes_to(other.page, start + 3)
    heard = other.page.evaluate("window.heard")
    assert heard == sorted(set(heard)) and heard[-1] == start + 3
    assert other.page.evaluate("performance.timeOrigin") == opened
    assert other.page.evaluate("window.shown") == list(range(start, start + 4))


@pytest.mark.proof
def test_two_tabs_of_one_player_show_the_same(two):
    one, _, path = two
    tab = one.another_tab()
    tab.goto(path)
    press(one.page, PASS)
    comes_to(tab, last(one.page))
    press(tab, PASS)
    comes_to(one.page, last(tab))
    assert one.page.inner_text("#decision h1") == tab.inner_text("#decision h1")
    one.does_not_complain()


def test_an_old_tab_is_told_and_keeps_its_draft(two):
    one, _, path = two
    press(one.page, PASS)  # to the movement
    old = one.another_tab()
    old.goto(path)
    press(old, f"#p-{HEX.PIECE}")
    press(old, "#h-0506")
    press(one.page, f"#p-{HEX.OTHER_PIECE}")
    press(one.page, "#board-live a.ui-hex >> nth=3")
    press(one.page, "[data-confirm]")
    number = last(one.page)
    old.wait_for_function("() => document.getElementById('panel').classList.contains('overtaken')")
    assert old.locator(".draft").count() == 1  # the draft stays
    assert old.get_by_text("Something has happened meanwhile").is_visible()
    with old.expect_response(lambda answer: answer.request.method == "POST") as answer:
        press(old, "[data-confirm]")
    assert answer.value.status == 409
    assert last(old) == number and old.locator(".draft").count() == 1
    assert "Another player moved meanwhile" in old.inner_text("#decision")
    press(old, "[data-confirm]")
    assert last(old) == number + 1
    one.does_not_complain(but="409")


def test_a_message_being_written_is_not_taken_away(two):
    one, other, _ = two
    press(other.page, ".tabs a[href$='tab=messages']")
    other.page.fill("#text", "Ya voy, un momento")
    press(one.page, PASS)
    other.page.wait_for_function(
        "() => document.getElementById('panel').classList.contains('overtaken')"
    )
    assert other.page.input_value("#text") == "Ya voy, un momento"
    press(other.page, ".write button")
    comes_to(other.page, last(one.page))
    assert "Ya voy" in other.page.inner_text(".messages")
    assert not other.page.input_value("#text")
    one.page.wait_for_selector(".tabs .has-news")
    other.page.fill("#text", "Y otra cosa")  # the player looks at the board before sending
    other.page.evaluate("document.activeElement.blur()")
    press(one.page, PASS)
    comes_to(other.page, last(one.page))
    assert other.page.input_value("#text") == "Y otra cosa"
    assert (
        one.page.locator(".tabs .has-news").count() == 1
    )  # a new panel does not take the mark away, opening the messages does
    press(one.page, ".tabs a[href$='tab=messages']")
    assert one.page.locator(".has-news").count() == 0
    press(other.page, ".tabs a[href$='tab=log']")
    press(other.page, ".tabs a[href$='tab=messages']")
    assert other.page.input_value("#text") == "Y otra cosa"
    press(other.page, ".write button")
    other.page.wait_for_function("() => !document.getElementById('text').value")


@pytest.mark.proof
def test_a_new_message_changes_its_list_alone(two):
    """The replay, typed text, drafts and the scroll position stay."""
    one, other, path = two
    page = other.page
    for _ in range(2):
        press(one.page, PASS)
    comes_to(page, last(one.page))
    press(one.page, ".tabs a[href$='tab=messages']")
    one.page.wait_for_selector("#text")
    for where, words in (
        (f"{path}/at/2?tab=messages", "Look there"),
        (f"{path}?tab=messages", "And here"),
    ):
        page.goto(where)
        page.fill("#text", "Ya voy")
        page.evaluate("document.activeElement.blur()")
        page.evaluate(MARK)
        board = page.inner_html("#board-live")
        page.wait_for_timeout(1_000)  # until the stream is open
        one.page.fill("#text", words)
        one.page.click(".write button")
        one.page.wait_for_selector(f"#messages-list >> text={words}")
        page.wait_for_selector(f"#messages-list >> text={words}")
        assert (
            page.evaluate("document.getElementById('panel').old")
            and page.input_value("#text") == "Ya voy"
        )
        assert page.inner_html("#board-live") == board and page.url.endswith(where)
        assert (
            page.locator("#messages-list li").count()
            == one.page.locator("#messages-list li").count()
            and page.locator(".has-news").count() == 0
        )
        one.page.wait_for_function("() => !document.getElementById('text').value")
    other.does_not_complain()


@pytest.mark.slow
def test_typed_text_of_a_spectator_outlives_the_next_move(site, person, two):
    """The move of the message is kept, and the page fetches after a random delay."""
    one, _, path = two
    looker, asked = person(site).register(), []
    looker.context.add_init_script("Math.random = () => 0.4")
    page = looker.page
    page.on(
        "request",
        lambda request: (
            asked.append(time.monotonic())
            if request.url.endswith(f"{path}/panels/live?tab=spectators")
            else None
        ),
    )
    page.goto(f"{path}?tab=spectators")
    before = last(page)
    page.fill("#remark", "A bold move")
    page.check("[name=about]")
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(1_000)  # until the stream is open
    asked.clear()
    press(one.page, PASS)
    page.wait_for_function("number => window.heard.includes(number)", arg=last(one.page))
    heard = time.monotonic()
    comes_to(page, before + 1)
    assert len(asked) == 1 and asked[0] - heard > 1
    assert page.input_value("#remark") == "A bold move" and page.is_checked("[name=about]")
    assert page.inner_text(".write .check").strip() == f"About the last move, {before}"
    press(page, ".write button")
    page.wait_for_selector("#spectators-list >> text=A bold move")
    assert page.get_attribute("#state", "data-at") == str(
        before + 1
    )  # the focus stays, and the message stands at its move
    assert (
        page.get_attribute("#spectators-list li:last-child a", "href") == f"{path}/at/{before}#said"
    )
    looker.does_not_complain()


def test_a_held_update_is_applied_on_request_or_after_the_field(site, person, two):
    """It is applied in place with the typed text, not between two fields."""
    one, _, path = two
    looker = person(site).register()
    looker.context.add_init_script("Math.random = () => 0")
    page = looker.page
    page.goto(f"{path}?tab=spectators")
    opened, before = page.evaluate("performance.timeOrigin"), last(page)
    page.fill("#remark", "A bold move")
    page.check("[name=about]")
    press(one.page, PASS)
    page.wait_for_selector(".overtaken")
    page.click(".meanwhile a")
    comes_to(page, before + 1)
    assert page.input_value("#remark") == "A bold move" and page.is_checked("[name=about]")
    page.focus("#remark")
    press(one.page, PASS)
    page.wait_for_selector(".overtaken")
    page.focus("[name=about]")
    page.wait_for_timeout(700)
    assert last(page) == before + 1
    page.evaluate("document.activeElement.blur()")
    comes_to(page, before + 2, within=2_000)
    assert (
        page.input_value("#remark") == "A bold move"
        and page.evaluate("performance.timeOrigin") == opened
    )
    looker.does_not_complain()


ENDS = """() => document.querySelector("#messages-list + .write").getBoundingClientRect().bottom
    <= document.querySelector("#panel .scroll").getBoundingClientRect().bottom + 1"""


@pytest.mark.proof
def test_the_newest_message_is_visible_or_announced(two):
    """After a message by keyboard the focus stays, also when moves come; a reader further up stays
    there.
    """
    one, other, path = two
    one.page.goto(f"{path}?tab=messages")

    def says(words: str) -> None:
        one.page.fill("#text", words)
        one.page.wait_for_timeout(650)  # the guard against a second press
        one.page.focus(".scroll .write button")
        one.page.keyboard.press("Enter")
        one.page.wait_for_function(
            "() => document.activeElement.id === 'text' && !document.activeElement.value"
        )
        assert one.page.evaluate(ENDS)

    for number in range(3):
        says(f"{number} " + "and so on " * 49)
    page = other.page
    press(page, ".tabs a[href$='tab=messages']")
    assert page.evaluate(ENDS) and page.evaluate("document.querySelector('.scroll').scrollTop") > 0
    says("At the end")
    page.wait_for_selector("#messages-list >> text=At the end")
    page.wait_for_function(ENDS)
    assert (
        page.get_attribute("#messages-list", "aria-live") == "polite"
        and page.locator(".has-news").count() == 0
    )
    page.evaluate("document.querySelector('.scroll').scrollTop = 7")
    says("Below")
    page.wait_for_selector("#messages-list >> text=Below")
    before = last(page)
    press(one.page, PASS)
    comes_to(page, before + 1)
    assert (
        page.evaluate("document.querySelector('.scroll').scrollTop") == 7
        and page.locator(".tabs .has-news").count() == 1
    )
    page.evaluate("document.querySelector('.scroll').scrollTop = 10000")
    page.wait_for_function("() => !document.querySelector('.has-news')")
    one.does_not_complain(), other.does_not_complain()


@pytest.mark.proof
def test_a_message_is_marked_on_a_telephone_until_it_is_seen(site, person):
    one, other = (
        person(site).register(),
        person(site, "es", viewport={"width": 390, "height": 844}, has_touch=True).register(),
    )
    path = one.open_table()
    other.take_seat(path)
    one.page.wait_for_selector("#panel")
    other.page.wait_for_selector("#panel")
    other.page.tap(".dock a[data-tab=messages]")
    other.page.wait_for_selector("#state[data-tab=messages]")
    other.page.tap(".dock a[data-tab=decision]")  # the messages are there but not visible
    press(one.page, ".tabs a[href$='tab=messages']")
    one.page.fill("#text", "Are you there?")
    press(one.page, ".write button")
    other.page.wait_for_selector(".dock .has-news")
    other.page.tap(".dock a[data-tab=messages]")
    other.page.wait_for_selector(".messages >> text=Are you there?")
    assert other.page.locator(".has-news").count() == 0


@pytest.mark.proof
def test_requests_of_the_user_take_precedence_over_updates(two):
    one, other, _ = two
    page, held = other.page, {}
    press(page, ".tabs a[href$='tab=messages']")
    page.fill("#text", "Un momento")
    page.evaluate("document.activeElement.blur()")
    page.route(
        re.compile(r"/games/\d+(/panels/live)?\?"),
        lambda route: held.setdefault(route.request.url.partition("?")[2], route),
    )

    def holds(what: str):
        for _ in range(100):
            if what in held:
                return held.pop(what)
            page.wait_for_timeout(50)
        raise AssertionError(f"{what} is not asked for")

    press(one.page, PASS)
    by_itself, start = holds("tab=messages"), last(page)
    page.click(".tabs a[href$='tab=log']")
    himself = holds("tab=log")
    by_itself.continue_()
    page.wait_for_timeout(300)
    assert last(page) == start  # otherwise the answer would find its place taken
    himself.continue_()
    comes_to(page, last(one.page))
    assert page.get_attribute("#state", "data-tab") == "log"

    page.click(".tabs a[href$='tab=messages']")
    himself, start = holds("tab=messages"), last(page)
    press(one.page, PASS)
    page.wait_for_function("number => window.heard.includes(number)", arg=last(one.page))
    page.wait_for_timeout(300)
    assert last(page) == start and not held
    himself.continue_()
    comes_to(page, last(one.page))
    assert page.input_value("#text") == "Un momento"


@pytest.mark.proof
def test_an_update_under_way_does_not_take_new_text_away(two):
    one, other, _ = two
    page, held = other.page, []
    press(page, ".tabs a[href$='tab=messages']")
    page.route("**/panels/live?*", lambda route: held.append(route))  # noqa: PLW0108 the driver marks what it is given
    start = last(page)
    press(one.page, PASS)
    for _ in range(200):
        if held:
            break
        page.wait_for_timeout(50)
    page.fill("#text", "Un momento")
    held.pop().continue_()
    page.wait_for_selector("#panel.overtaken", timeout=10_000)
    assert page.input_value("#text") == "Un momento" and last(page) == start
    page.unroute("**/panels/live?*")
    press(page, ".write button")
    comes_to(page, last(one.page))
    assert "Un momento" in page.inner_text(".messages")


@pytest.mark.slow
def test_a_refused_form_does_not_break_the_page(two):
    """Too many messages, or a page of another session: the refusal is shown and the game stays."""
    one, _, path = two
    page = one.page
    press(page, ".tabs a[href$='tab=messages']")
    for number in range(20):
        one.send(f"{path}?tab=messages", f"{path}/messages", text=f"Message {number}")
    page.fill("#text", "Message 20")
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        page.click(".write button")
    assert answer.value.status == 429
    page.wait_for_selector("#decision .verdict[data-code='429']")
    assert (
        page.locator("main").count()
        == page.locator("header.bar").count()
        == page.locator("#panel").count()
        == 1
    )
    assert page.input_value("#text") == "Message 20"  # nothing that was written is lost
    page.click(PASS)
    page.wait_for_selector("[data-confirm]")
    page.evaluate(
        "document.querySelectorAll('input[name=csrf]').forEach(one => "
        "{ one.value = 'of another log-in' })"
    )
    page.wait_for_timeout(650)  # until the new page takes a press on a control that acts
    page.click("[data-confirm]")
    page.wait_for_selector("#decision .verdict[data-code='403']")
    page.goto(path)
    press(page, PASS)


def test_the_waiting_room_and_the_start_page_follow(site, person):
    one, other = person(site).register(), person(site)
    path = one.open_table()
    other.take_seat(path)
    one.page.wait_for_selector("#panel")
    one.does_not_complain()


BY_HAND = """
window.EventSource = class { addEventListener(_, moved) { window.moved = moved; } };
Object.defineProperty(document, "hidden", { get: () => !window.looks });
"""


@pytest.mark.proof
def test_the_start_page_fetches_moves_missed_while_hidden_or_busy(site, person):
    one, held = person(site), []
    one.context.add_init_script(BY_HAND)
    page = one.page
    page.route("**/stage", lambda route: held.append(route))  # noqa: PLW0108 the driver marks what it is given

    def asks(times: int) -> None:
        page.wait_for_timeout(1_000)
        assert len(held) == times

    page.goto("/")
    page.evaluate("window.moved()")
    asks(0)
    page.evaluate("window.looks = true; document.dispatchEvent(new Event('visibilitychange'))")
    asks(1)
    page.evaluate("window.moved(), window.moved()")
    held[0].continue_()
    asks(2)
    held[1].continue_()
    asks(2)
    one.does_not_complain()


@pytest.mark.proof
def test_the_start_page_repeats_a_failed_request(site, person):
    one, asked = person(site), []
    one.context.add_init_script(BY_HAND + "window.looks = true;")
    one.page.route(
        "**/stage",
        lambda route: (
            route.abort() if not asked.append(1) and len(asked) == 1 else route.continue_()
        ),
    )
    one.page.goto("/")
    one.page.evaluate("window.moved()")
    one.page.wait_for_timeout(1_000)
    assert len(asked) == 1
    with one.page.expect_response("**/stage", timeout=3_000):
        pass
    one.does_not_complain(but="ERR_FAILED")
