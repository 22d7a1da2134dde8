"""Play now on a phone, in the dark theme, in Spanish; then register and keep the seat."""

from __future__ import annotations

import re
import time

from tests.drivers.player import FRESH, MARK
from tests.sample_games import HEX, HEX_GAME
from tests.web.reading import of_another_language, words_on

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "color_scheme": "dark",
}
DARK = "() => { const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number); return r + g + b < 200; }"
WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll('main button, main a.btn, header a, .dock a, .tabs a, .decision a.offer-link, .decision select')]
  .filter(one => one.checkVisibility())
  .map(one => [one, (one.classList.contains('offer-link') ? one.closest('li') : one).getBoundingClientRect()])
  .filter(([one, box]) => box.width && (box.width < 24 || box.height < 24)).map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""


def test_a_guest_plays_on_a_phone_and_keeps_the_seat(site, person):
    guest = person(site, "es", **PHONE)
    page, said = guest.page, set()

    def looked() -> None:
        page.wait_for_load_state()
        assert page.evaluate(DARK) and not page.evaluate(WIDE), page.url
        assert page.evaluate(SMALL) == []
        said.update(words_on(page.content()))

    page.goto("/")
    looked()
    page.tap(f"form[action='/play-now'] button[value={HEX_GAME}]")
    page.wait_for_selector("#panel")
    looked()
    path = "/games/" + page.url.rsplit("/", 1)[1]

    def tap(where: str) -> None:
        page.evaluate(MARK)
        page.locator(where).first.tap()
        page.wait_for_function(FRESH)
        looked()

    # First fire: the archer, an enemy, the odds, the dice.
    tap(f"#p-{HEX.SHOOTER}")
    tap(".decision .offers a.offer-link")
    assert page.locator(".odds-table tr").count() >= 2
    tap("[data-confirm]")
    tap(".decision .stick form:has(input[value*='pass']) button")
    tap("[data-confirm]")
    # Movement: a unit and its hex on the board.
    page.wait_for_selector(".decision[data-step='movement']")
    tap(f"#p-{HEX.PIECE}")
    page.locator("[data-do='zoom:fit']").tap()
    tap("#h-0605")
    tap("[data-confirm]")
    # The dock leads to the other parts of the sheet.
    for tab in ("log", "text", "messages", "changes"):
        page.tap(f".dock a[data-tab={tab}]")
        page.wait_for_selector(f"#state[data-tab={tab}]")
        assert page.locator(".scroll").is_visible()
        looked()
    page.tap(".dock a[data-tab=decision]")
    assert page.locator("#decision").is_visible()
    # Give the turn over: the bot plays, and the page shows it without being loaded.
    for _ in range(6):
        if page.locator(".decision[data-step]").count() == 0 or "salteadores" in page.inner_text(
            "#decision .kicker"
        ):
            break
        tap(".decision .stick form:has(input[value*='pass']) button")
        tap("[data-confirm]")
    mine = int(page.get_attribute("#state", "data-last"))
    page.wait_for_function(
        f"() => Number(document.getElementById('state').dataset.last) > {mine}", timeout=15_000
    )

    # Registering keeps the seat.
    page.goto("/account")
    looked()
    page.tap("a[href='/register?next=/my-games']")
    name = f"Íñigo {time.time_ns() % 10**6}"
    page.fill("#name", name)
    page.fill("#password", "una frase bastante larga")
    page.tap("main form button.go")
    page.wait_for_url(f"{site.url}/my-games")
    looked()
    assert page.locator(f"main a[href='{path}']").count()
    page.goto(path)
    assert page.locator(".panel").count() and re.search(
        r"\btú\b", page.inner_text(".state .title") + page.content()
    )
    looked()
    assert of_another_language(said, "es", ("English", "Español", name, "Invitado")) == []
    guest.does_not_complain()
