"""Projector that follows a game, and a game in a frame of another site."""

from __future__ import annotations

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.browser.test_axe import faults
from tests.drivers.player import FRESH, MARK

LAST = "Number(document.getElementById('show').dataset.last)"
PASS = ".decision .stick form:has(input[value*='pass']) button"


@pytest.fixture
def game(site, person):
    """Two players at the guided battle, the deciding one first."""
    one, other = person(site).register(), person(site, "es").register()
    path = one.open_table()
    other.take_seat(path)
    one.page.wait_for_selector("#panel")
    return one, path


def press(page, where: str) -> None:
    page.evaluate(MARK)
    page.locator(where).first.click()
    page.wait_for_function(FRESH)
    if where == PASS:
        press(page, "[data-confirm]")


@pytest.fixture
def elsewhere():
    """Other site with this game in a frame."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(
                "<!doctype html><title>A club</title><iframe title='game' width=640 height=600 "
                f"src='{server.framed}'></iframe>".encode()
            )

        def log_message(self, *_):
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", (1280, 720)), pytest.param("dark", (390, 844), marks=pytest.mark.proof)],
)
def test_a_projector_follows_the_game(site, person, game, theme, size):
    one, path = game
    wall = person(
        site,
        "es",
        color_scheme=theme,
        viewport={"width": size[0], "height": size[1]},
        bypass_csp=True,
    ).page
    wall.goto(f"{path}/projector")
    before, words = wall.evaluate(LAST), wall.locator("#show-words").inner_text()
    press(one.page, PASS)
    wall.wait_for_function(f"() => {LAST} > {before}", timeout=20_000)
    assert wall.locator("#show-words").inner_text() != words
    wide, high = wall.evaluate(
        "[document.documentElement.scrollWidth - innerWidth, "
        "document.querySelector('.show-board').clientHeight / innerHeight]"
    )
    assert wide <= 0 and high > 1 / 3
    wall.keyboard.press("t")
    assert wall.evaluate("document.documentElement.dataset.theme") == (
        "dark" if theme == "light" else "light"
    )
    assert faults(wall) == []
    wall.locator("[data-do=full]").click()  # every key has a button
    wall.wait_for_function("() => document.fullscreenElement !== null")
    wall.keyboard.press("f")
    wall.wait_for_function("() => document.fullscreenElement === null")


@pytest.mark.proof
def test_a_projector_without_stream_data_asks(site, person, game):
    """The proxy waits for the end of the stream, so neither error nor move arrives."""
    one, path = game
    wall = person(site).page
    wall.route(re.compile(r"/show\?after="), lambda route: None)
    wall.clock.install()
    wall.goto(f"{path}/projector")
    before = wall.evaluate(LAST)
    press(one.page, PASS)
    wall.clock.fast_forward(9_000)
    wall.clock.fast_forward(11_000)
    wall.wait_for_function(f"() => {LAST} > {before}", timeout=15_000)


def test_a_frame_on_another_site_follows_the_game(site, person, game, elsewhere):
    one, path = game
    services = person(site)
    elsewhere.framed = f"{site.url}/embed{path}?lang=es"
    services.page.goto(f"http://127.0.0.1:{elsewhere.server_port}/")
    frame = services.page.frame_locator("iframe")
    frame.locator(".map-live").wait_for()
    inside = services.page.frames[1]
    before = inside.evaluate(LAST)
    press(one.page, PASS)
    inside.wait_for_function(f"() => {LAST} > {before}", timeout=20_000)
    assert frame.get_by_role("link", name="Verla en Caracole").count() == 1
    assert [
        cookie for cookie in services.context.cookies() if cookie["name"].startswith("caracole")
    ] == []
    elsewhere.framed = site.url + path  # no other page stands in a frame
    services.page.reload()
    services.page.wait_for_function("() => document.readyState === 'complete'")
    assert frame.locator("#panel").count() == 0
