"""An order sent during an outage is sent again by itself, once; the other page goes on without a
reload.
"""

from __future__ import annotations

import signal

import pytest

GUARD = 700  # milliseconds until a new page takes a press
PASS = ".decision .stick form:has(input[value*='pass']) button"
LAST = "Number(document.getElementById('state').dataset.last)"


@pytest.fixture
def server(sqlite_url, serve):
    return serve(sqlite_url)


@pytest.mark.slow
def test_an_order_during_an_outage_is_sent_once_afterwards(server, person):
    one, other = person(server, "es").register(), person(server).register()
    path = one.open_table()
    other.take_seat(path)
    page = one.page
    page.wait_for_selector("#panel")
    start = page.evaluate(LAST)
    opened = other.page.evaluate("performance.timeOrigin")
    page.locator(PASS).first.click()
    page.wait_for_selector("[data-confirm]")
    page.wait_for_timeout(GUARD)
    server.stop(signal.SIGKILL)
    page.locator("[data-confirm]").click()
    page.wait_for_function(
        "() => document.getElementById('offline').textContent.includes('se volverá a enviar automáticamente')"
    )
    server.start()
    page.wait_for_function(f"() => {LAST} === {start + 1}", timeout=20_000)
    page.wait_for_function("() => document.getElementById('offline').textContent === ''")
    other.page.wait_for_function(f"() => {LAST} === {start + 1}", timeout=20_000)
    assert other.page.evaluate("performance.timeOrigin") == opened
    assert other.page.evaluate("window.shown") == [start, start + 1]
