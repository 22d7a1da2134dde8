"""Players without a mouse: they use Tab, walk the board with the arrow keys, type, and press
Enter.
"""

from __future__ import annotations

from tests.browser.test_keyboard import FOCUS, tab_to
from tests.drivers.player import FRESH, MARK, Player
from tests.drivers.screen_reader import UNGUARDED, Node, ScreenReader

MOST_STOPS, MOST_ON_A_PAGE = 160, 600
WANTED = "element => { window.wanted = element; }"
IS_THERE = "() => document.activeElement === window.wanted"


def reached(page, most: int) -> int:
    """Press Tab until the element has the focus; every stop shows its focus. Returns the number of
    stops.
    """
    now: dict = {}
    for stop in range(most):
        if page.evaluate(IS_THERE):
            return stop
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUS)
        assert now["seen"] or now["tag"] in ("BODY", "MAIN", "SECTION", "a"), now
    raise AssertionError(f"not reached; the focus is at {now}")


class TabReader(ScreenReader):
    """Player who reads the accessibility tree and reaches controls by Tab alone."""

    stops = 0

    def to(self, role: str, name: str) -> Node:
        one = self.heard_as(role, name)
        found = self.tree.send("DOM.resolveNode", {"backendNodeId": one.number})["object"][
            "objectId"
        ]
        self.tree.send(
            "Runtime.callFunctionOn",
            {"objectId": found, "functionDeclaration": f"function () {{ ({WANTED})(this); }}"},
        )
        self.stops += reached(self.page, MOST_ON_A_PAGE)
        return one


class TabPlayer(Player):
    """Player of Cry Havoc by keyboard; `stops` counts focus stops, `walked` hexes."""

    stops = walked = 0

    def press(self, where: str, kind: str) -> None:
        if where.startswith("#p-"):  # a man is chosen from the list
            where = f".decision .offers a.offer-link[href*='piece={where.removeprefix('#p-')}']"
        self.page.evaluate(MARK)
        if where.startswith("#h-"):
            self.walk_to(where.removeprefix("#h-"))
        else:
            self.reach(where)
        self.page.wait_for_timeout(UNGUARDED)
        self.page.keyboard.press("Enter")
        self.page.wait_for_function(FRESH)
        self.page.wait_for_function(
            "() => document.activeElement !== document.body"
        )  # the focus is not lost
        self.kinds.add(kind)
        self.clicks += 1

    def reach(self, where: str) -> None:
        """Press Tab until the element has the focus; every stop shows its focus."""
        self.page.locator(where).first.evaluate(WANTED)
        self.stops += reached(self.page, MOST_STOPS)

    def walk_to(self, goal: str) -> None:
        """Walk the board from hex to hex, by the words of each."""
        tab_to(self.page, lambda now: now["id"] == "board", most=MOST_STOPS)
        column, row = int(goal[:2]), int(goal[2:])
        self.page.keyboard.press("ArrowRight")
        for _ in range(60):
            here = self.page.inner_text(".map-said")[:4]
            if here == goal:
                return
            left, up = int(here[:2]) - column, int(here[2:]) - row
            self.page.keyboard.press(
                "ArrowLeft"
                if left > 0
                else "ArrowRight"
                if left < 0
                else "ArrowUp"
                if up > 0
                else "ArrowDown"
            )
            self.walked += 1
        raise AssertionError(f"{goal} is not reached, but {here}")
