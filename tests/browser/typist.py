"""Somebody who plays Cry Havoc without a mouse: he reaches everything with Tab, walks the board with the arrows, and presses Enter."""
from __future__ import annotations

from tests.browser.player import FRESH, MARK, Player
from tests.browser.test_keyboard import FOCUS, tab_to

MOST_STOPS = 160
WANTED = "element => { document.querySelectorAll('[data-wanted]').forEach(one => delete one.dataset.wanted); element.dataset.wanted = ''; }"
IS_THERE = "() => document.activeElement?.dataset.wanted !== undefined"


class Typist(Player):
    """As a player who clicks; `stops` counts what he passed on his way, `walked` the hexes."""

    stops = walked = 0

    def press(self, where: str, kind: str) -> None:
        if where.startswith("#p-"):              # a man is chosen from the list
            where = f".decision .offers a.offer-link[href*='piece={where.removeprefix('#p-')}']"
        self.page.evaluate(MARK)
        if where.startswith("#h-"):
            self.walk_to(where.removeprefix("#h-"))
        else:
            self.reach(where)
        self.page.keyboard.press("Enter")
        self.page.wait_for_function(FRESH)
        self.page.wait_for_function("() => document.activeElement !== document.body")       # the focus is not lost
        self.kinds.add(kind)
        self.clicks += 1

    def reach(self, where: str) -> None:
        """Tab until it has the focus; whatever has it on the way shows it."""
        self.page.locator(where).first.evaluate(WANTED)
        for _ in range(MOST_STOPS):
            if self.page.evaluate(IS_THERE):
                return
            self.page.keyboard.press("Tab")
            self.stops += 1
            now = self.page.evaluate(FOCUS)
            assert now["seen"] or now["tag"] in ("BODY", "MAIN", "SECTION", "a"), now
        raise AssertionError(f"{where} is not reached; the focus is at {now}")

    def walk_to(self, goal: str) -> None:
        """On the board from hex to hex, by what it says of each."""
        tab_to(self.page, lambda now: now["id"] == "board", most=MOST_STOPS)
        column, row = int(goal[:2]), int(goal[2:])
        self.page.keyboard.press("ArrowRight")
        for _ in range(60):
            here = self.page.inner_text(".map-said")[:4]
            if here == goal:
                return
            left, up = int(here[:2]) - column, int(here[2:]) - row
            self.page.keyboard.press("ArrowLeft" if left > 0 else "ArrowRight" if left < 0 else "ArrowUp" if up > 0 else "ArrowDown")
            self.walked += 1
        raise AssertionError(f"{goal} is not reached, but {here}")
