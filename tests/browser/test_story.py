"""Past events in a browser: numbered digest, a shot drawn again, viewpoints after the end,
report.
"""

from __future__ import annotations

import random

import pytest

from app.games import shelf
from app.services.container import Services
from app.services.play import orders
from app.services.watch import game_view
from tests.browser.test_axe import faults
from tests.drivers.player import FRESH, MARK
from tests.sample_games import HEX

SIZES = [pytest.param("light", (1360, 860), marks=pytest.mark.proof), ("dark", (390, 844))]


def fought(url: str, address: str, until: int = 9999) -> None:
    """Play the bot on both sides: to the end, or past that move until the other side decides."""
    services = Services.open(shelf(), url)
    ids = {seat.seat: seat.user_id for seat in game_view.load_view(services, address).seats}
    while (look := game_view.load_view(services, address)).outcome is None and (
        look.last < until or look.history.moves[-1].seat in look.waiting
    ):
        seat = look.waiting[0]
        its = game_view.load_view(services, address, ids[seat])
        orders.declare_order(
            services,
            address,
            ids[seat],
            f"by-bot-{its.last}",
            its.last,
            its.box.bot(its.view, random.Random(its.last)),
        )
    services.close()


def tap(page, where: str) -> None:
    page.evaluate(MARK)
    page.locator(where).first.dispatch_event("click")
    page.wait_for_function(FRESH)


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "size"), SIZES)
def test_digest_replay_and_report_of_a_game(site, person, theme, size):
    shape = {
        "viewport": {"width": size[0], "height": size[1]},
        "has_touch": size[0] < 500,
        "color_scheme": theme,
        "bypass_csp": True,
    }
    one, other = person(site, **shape).register(), person(site, "es", **shape).register()
    path = one.open_table()
    other.take_seat(path)
    found = []

    fought(site.database_url, path.rsplit("/", 1)[1], 14)
    for user in (one, other):
        user.page.goto(f"{path}?tab=changes")
        found += faults(user.page)
        listed = user.page.locator("ol.digest > li:not(.none)").count()
        on_board = {int(text) for text in user.page.locator("#board .told-no").all_text_contents()}
        assert on_board <= set(range(1, listed + 1))
    fought(site.database_url, path.rsplit("/", 1)[1])

    page = person(site, **shape).page
    page.goto(f"{path}?tab=log")
    tap(page, ".log a.again")
    assert "shot=" in page.url
    assert page.locator("#board-live .ui-line.yes").count() == 1
    found += faults(page)
    tap(page, ".looking .stick a.btn")
    assert "shot=" not in page.url
    assert page.locator("#board-live .ui-line.yes").count() == 0

    page.goto(f"{path}/at/5")
    tap(page, f".eyes a[href*='eyes={HEX.SECOND_SIDE}']")
    assert f"eyes={HEX.SECOND_SIDE}" in page.url
    tap(page, "#later")
    assert f"eyes={HEX.SECOND_SIDE}" in page.url
    assert (
        page.locator(".eyes [aria-current]")
        .get_attribute("href")
        .startswith(f"{path}/at/6?eyes={HEX.SECOND_SIDE}")
    )
    page.evaluate(
        "document.getElementById('decision').scrollTo(0, 100000)"
    )  # parts under the sticky buttons are scrolled out
    found += faults(page)

    one.page.goto(f"{path}/report")
    found += faults(one.page)
    assert one.page.locator(".map-still").count() >= 3
    one.page.locator("#opening details.more > summary").click()
    one.page.fill("#text-opening", "We met at dawn, and it rained.")
    found += faults(one.page)
    one.page.click("#opening form.write button.go")
    one.page.wait_for_url("**/report#opening")
    assert "it rained" in one.page.locator("#opening .own-words").inner_text()
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    one.page.emulate_media(media="print")
    assert not one.page.locator(".report-head nav").is_visible()
    assert one.page.locator("#opening .own-words").is_visible()
    assert found == [], "\n".join(found)
    for user in (one, other):
        user.does_not_complain()
