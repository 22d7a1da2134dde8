"""Africa 1859-60 in a browser: by keyboard alone, taking back, counters that are reserved, and
players who are absent or replaced.
"""

from __future__ import annotations

import json
import shutil
import time
from contextlib import suppress
from urllib.parse import quote

import pytest
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.test_axe import faults
from tests.browser.test_keyboard import ASKED, tab_to
from tests.drivers.browser import Server
from tests.drivers.player import FRESH, MARK
from tests.games.africa_1859.browser_player import AfricaTabPlayer

REFUSED = """
() => document.querySelector("#decision")?.innerText.includes("Another player reserves")
"""
GUARD = 650  # milliseconds after which a new page takes a press on a control that acts
MOST_SECONDS = 150.0  # for an order by keyboard; it takes 10 on an idle machine
SPAIN, DAY = ("S-1", "S-2", "S-3"), 24.0  # hours


def last(page) -> int:
    return int(page.get_attribute("#state", "data-last"))


def press(page, where: str) -> None:
    """Press when the page takes presses again, and wait for the new panel."""
    page.wait_for_timeout(GUARD)
    page.evaluate(MARK)
    page.locator(where).first.click()
    page.wait_for_function(FRESH)


def order_button(kind: str) -> str:
    return f"""#decision form:has(input[value*='"kind":"{kind}"']) button"""


def give(page, kind: str) -> None:
    """Choose an order of the list, and confirm its preview."""
    link = f"#decision a.offer-link[href*='%22kind%22%3A%22{kind}%22']"
    press(page, f"{link}, {order_button(kind)}")
    press(page, "#decision [data-confirm]")


def end_phase(page) -> None:
    """End the phase while counters may still act, so that the page asks for a confirmation."""
    before = last(page)
    press(page, order_button("end_phase"))
    assert page.locator("#decision [data-confirm]").count() == 1, page.inner_text("#decision")
    press(page, "#decision [data-confirm]")
    assert last(page) > before, page.inner_text("#decision")


# ---------------------------------------------------------------------- by keyboard
def begin_by_keyboard(site, person):
    """Player who opens the guided battle against the bot from the start page."""
    one = person(site).register()
    one.page.goto("/")
    wanted = "document.activeElement.value === 'africa_1859'"
    tab_to(one.page, lambda now: one.page.evaluate(wanted))
    one.page.keyboard.press("Enter")
    one.page.wait_for_selector("#panel")
    one.page.wait_for_load_state("load")  # arrow keys need the scripts of the board
    return one, AfricaTabPlayer(one)


def test_an_assault_by_keyboard_alone(site, person):
    """A place by the arrow keys on the board, then the assault of the hint."""
    one, player = begin_by_keyboard(site, person)
    page, before = one.page, last(one.page)
    tab_to(page, lambda now: now["id"] == "board")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.map-said').innerText.trim()")
    said = page.inner_text(".map-said")
    page.wait_for_timeout(GUARD)
    page.evaluate(MARK)
    page.keyboard.press("Enter")
    page.wait_for_function(FRESH)
    assert said.startswith(page.inner_text("#asked"))
    began = time.monotonic()
    while last(page) == before:
        player.act()
        assert time.monotonic() - began < MOST_SECONDS, (player.done, page.inner_text("#panel"))
    assert player.stops > 10, player.done
    page.goto(f"{page.url.partition('?')[0]}?tab=log")
    assert "Assault on " in page.inner_text("main")
    one.does_not_complain()


@pytest.mark.proof
def test_the_guided_battle_by_keyboard_alone(site, person):
    one, player = begin_by_keyboard(site, person)
    for _ in range(600):
        if player.survey()["over"]:
            break
        if not player.act():
            one.page.wait_for_function(ASKED, timeout=60_000)
    assert player.survey()["over"], one.page.inner_text("#panel")[:600]
    assert player.done["confirm"] >= 3 and player.stops > 100, player.done
    one.does_not_complain()


# ---------------------------------------------------------------------- several players of a side
def gather(server, person, seats, **more):
    """Players of Los Castillejos by seat; their Spanish counters stand together at Tarajal
    beach.
    """
    spanish = [seat for seat in seats if seat != "M"]
    people = {seat: person(server).register() for seat in seats}
    path = people[seats[0]].open_table(
        seat="castillejos/S",
        box="africa_1859",
        per_side=str(len(spanish)),
        others_per_side="1",
        **more,
    )
    for seat in seats[1:]:
        people[seat].send(path, f"{path}/join", seat=seat)
    return people, path


@pytest.mark.proof
def test_orders_are_taken_back_and_reserved_counters_are_refused(site, person):
    """AFB-WEB-04: The form was open before the other player reserved the counters."""
    people, path = gather(site, person, (*SPAIN, "M"))
    prim, zabala = people["S-1"].page, people["S-2"].page
    prim.goto(path)
    press(prim, "#decision .offers a.offer-link[href*='?place=c_tarajal']")
    give(prim, "open")
    opened = last(prim)
    press(prim, order_button("take_back"))
    assert last(prim) == opened + 1
    assert prim.locator(order_button("close")).count() == 0

    move = {"kind": "move", "units": ["s_luchana", "s_vergara"], "path": ["c_otero"]}
    prim.goto(f"{path}?order={quote(json.dumps(move | {'space': 'c_tarajal'}))}")
    assert prim.locator("#decision [data-confirm]").count() == 1
    zabala.goto(path)
    give(zabala, "lend")
    assert "Lend my counters" in zabala.inner_text("#decision")
    prim.wait_for_timeout(GUARD)
    with suppress(TooLate):  # the page may have replaced the button meanwhile
        prim.locator("#decision [data-confirm]").click(timeout=2_000)
    prim.wait_for_function(REFUSED)
    assert "AFB-WEB-04" in prim.content()
    assert faults(prim) == []
    give(zabala, "lend")
    prim.goto(f"{path}?order={quote(json.dumps(move | {'space': 'c_tarajal'}))}")
    press(prim, "#decision [data-confirm]")
    prim.goto(f"{path}?tab=log")
    assert "El Otero" in prim.inner_text("#tab")
    people["S-1"].does_not_complain(but="status of 422")
    people["S-2"].does_not_complain()


@pytest.fixture
def late_server(tmp_path, migrated_sqlite, monkeypatch):
    """Server whose time a test sets, and the function that sets the hours ahead."""
    file = tmp_path / "hours"

    def ahead(hours: float) -> None:
        (tmp_path / "next").write_text(str(hours))
        (tmp_path / "next").replace(file)  # the server never reads half a file

    ahead(0)
    monkeypatch.setenv("LATE_FILE", str(file))
    url = f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'late.db')}"
    server = Server(url, tmp_path / "late.log", module="tests.browser.late_server").start()
    yield server, ahead
    server.stop()
    assert server.faults() == []


def take_holiday(page, days: int) -> None:
    """Announce an absence from today on."""
    page.click("#clock > summary")
    page.fill("#holiday-days", str(days))
    press(page, "#clock form:has(input[value=holiday]) button")
    assert "holiday from" in page.inner_text("body")


def asked(page, path: str) -> None:
    """Wait until the player is asked."""
    page.goto(path)
    page.wait_for_selector("#decision:not(.calm)")


@pytest.mark.proof
def test_an_absent_player_of_a_side_is_played_around_and_replaced(late_server, person):
    """Announced absence, a missed deadline with default answers, and a substitute."""
    server, ahead = late_server
    people, path = gather(
        server,
        person,
        ("S-1", "S-2", "M"),
        clock="each",
        clock_each="3",
        clock_grace="12",
        clock_then="hold",
        clock_holidays="20",
    )
    prim, zabala, muley = (people[seat].page for seat in ("S-1", "S-2", "M"))
    for page in (prim, zabala, muley):
        page.goto(path)

    # CAR-CLK-13: The other player acts, and then the default order is given for the absent one.
    take_holiday(zabala, days=2)
    assert faults(zabala) == []
    asked(prim, path)
    end_phase(prim)
    asked(muley, path)
    muley.goto(f"{path}?tab=log")
    assert "is absent: the default order is given at once" in muley.inner_text("#tab")
    asked(muley, path)
    end_phase(muley)

    # A substitute takes the seat during the next absence, and is asked at once.
    ahead(2 * DAY)
    asked(zabala, path)
    take_holiday(zabala, days=5)
    ros = person(server, "es").register("Ros Suplente")
    people["S-2"].send(path, f"{path}/seats/S-2", name="Ros Suplente")
    ros.page.goto("/my-games")
    ros.page.click("form[action^='/invitations/'][action$='/take'] button")
    asked(ros.page, path)
    assert faults(ros.page) == []
    end_phase(ros.page)
    ros.page.wait_for_selector("#decision.calm")
    zabala.goto(path)
    assert zabala.locator(order_button("end_phase")).count() == 0

    # The other player misses the deadline, and the default order ends the phase.
    asked(prim, path)
    ahead(9 * DAY)
    asked(muley, path)
    muley.goto(f"{path}?tab=log")
    assert "the server passes; the time was up" in muley.inner_text("#tab")
    for one in (*people.values(), ros):
        one.does_not_complain()
