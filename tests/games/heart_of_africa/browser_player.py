"""Player of In the Heart of Africa through the page: taps, drags, dry runs and confirmations."""

from __future__ import annotations

import math

from playwright.sync_api import Error

from tests.drivers.player import WORDS

SURVEY = """
() => {
  const all = (where, what) => [...document.querySelectorAll(where)].map(what);
  const at = element => (element.getAttribute("transform") || "").match(/-?[\\d.]+/g)?.slice(0, 2).map(Number) || [0, 0];
  const decision = document.getElementById("decision");
  return {
    calm: decision.classList.contains("calm"), over: !document.querySelector(".calm .reel") && Boolean(document.querySelector(".decision a[href$='/export']")),
    step: decision.dataset.step ?? "", last: Number(document.getElementById("state").dataset.last),
    draft: Boolean(document.querySelector(".draft, .question")), confirm: Boolean(document.querySelector("[data-confirm]")),
    links: all(".decision .offers a.offer-link", link => [link.getAttribute("href"), link.textContent.trim()]),
    main: all(".decision .stick form button", button => button.textContent.trim()),
    orders: all(".decision .stick form input[name=order]", order => order.value).filter(order => !order.includes("take_back")),
    drag: JSON.parse(document.querySelector("#board-live")?.dataset.drag || "null"),
    asks: all("#decision form[data-asks] [data-ask]", field => field.offsetParent ? field.dataset.ask : "").filter(Boolean),
    men: all("#board-live .hoa-unit:not(.is-ghost) [id^='p-']", man => ({ id: man.id.slice(2), side: man.closest(".hoa-a") ? "a" : "b", at: at(man) })),
  };
}
"""
MARK = "() => { document.getElementById('panel').old = true; }"
FRESH = "() => { const panel = document.getElementById('panel'); return panel && !panel.old; }"
SCREEN = """
([x, y]) => {
  const frame = document.getElementById("board"), edge = frame.getBoundingClientRect();
  const [bx, by, bw, bh] = document.getElementById("board-live").getAttribute("viewBox").split(" ").map(Number);
  return [edge.left + (x - bx) / bw * edge.width, edge.top + (y - by) / bh * edge.height];
}
"""
TOUCHED = "([x, y, key]) => document.elementFromPoint(x, y)?.closest('[id]')?.id === `p-${key}`"
REST = "form:has(input[name=confirm][value=rest]) button"
CLOSE = 12.0  # tenths of an inch between the middles of two men who touch


class HeartOfAfricaBrowserPlayer:
    """Commands one side. `said` are all words on the pages, `done` counts acts."""

    def __init__(self, person, side: str):
        self.person, self.page, self.side = person, person.page, side
        self.said: set[str] = set()
        self.done: dict[str, int] = {}
        self.tried: set[tuple] = set()

    def survey(self) -> dict:
        return self.page.evaluate(SURVEY)

    def count(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1

    def wait(self, what: str) -> None:
        self.page.wait_for_function(FRESH)
        self.count(what)
        self.said.update(self.page.evaluate(WORDS))

    def press(self, where: str, what: str) -> None:
        """Click and wait for the change; look again if a move of the other side replaced the
        control.
        """
        self.page.evaluate(MARK)
        try:
            self.page.locator(where).first.click(timeout=4_000)
        except Error:
            self.count("overtaken")
            return
        self.wait(what)

    def button(self, words: str, what: str) -> None:
        self.press(f'.decision .stick form button:text-is("{words}")', what)

    # ------------------------------------------------------------------ the hand on the table
    def on_screen(self, point: tuple[float, float]) -> tuple[float, float]:
        return tuple(self.page.evaluate(SCREEN, list(point)))

    def tap(self, point: tuple[float, float], what: str = "tap") -> None:
        self.page.evaluate(MARK)
        self.page.mouse.click(*self.on_screen(point))
        self.wait(what)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag a figure to a place."""
        (x0, y0), (x1, y1) = self.on_screen(start), self.on_screen(end)
        self.page.evaluate(MARK)
        self.page.mouse.move(x0, y0)
        self.page.mouse.down()
        self.page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2, steps=3)
        self.page.mouse.move(x1, y1, steps=3)
        self.page.mouse.up()
        self.wait("drag")

    # ------------------------------------------------------------------ one click after the other
    def act(self) -> bool:
        """Do one thing if a decision is owed; false if not."""
        now = self.survey()
        if now["calm"]:
            return False
        if now["draft"]:
            self.press(
                "[data-confirm]" if now["confirm"] else ".decision .stick a.btn.quiet",
                "confirm" if now["confirm"] else "something else",
            )
        else:
            getattr(self, now["step"], self.answer)(now)
        return True

    def deployment(self, now: dict) -> None:
        if self.page.locator(REST).count() and not any(
            '"pass"' in order for order in now["orders"]
        ):
            self.press(REST, "left to the house")
        else:
            self.answer(now)

    def unit_moves(self, now: dict) -> None:
        """Move towards the enemy with every figure that has not tried yet; the others stay."""
        if now["drag"] and now["asks"]:
            self.advance(now)
            return
        fresh = [
            link
            for link in now["links"]
            if (now["last"], link[0]) not in self.tried
            and ("order=" not in link[0] or "activate" in link[0])
        ]
        if fresh:
            self.tried.add((now["last"], fresh[0][0]))
            self.press(
                f'.decision .offers a.offer-link[href="{fresh[0][0]}"]',
                "dice" if "order=" in fresh[0][0] else "piece",
            )
        else:
            self.end_step(now)

    independent_moves = unit_moves

    def in_reach(self, movers: list[dict]) -> dict | None:
        """Figure that a tap can reach."""
        return next(
            (
                mover
                for mover in movers
                if self.page.evaluate(TOUCHED, [*self.on_screen(mover["at"]), mover["key"]])
            ),
            None,
        )

    def advance(self, now: dict) -> None:
        foes = [man["at"] for man in now["men"] if man["side"] != self.side]
        held = self.in_reach(now["drag"]["pieces"])
        if not held:
            self.page.click("[data-do='zoom:need']")
            held = self.in_reach(now["drag"]["pieces"])
        if not foes or not held or ("moved", now["last"]) in self.tried:
            self.end_step(now)
            return
        self.tried.add(("moved", now["last"]))
        target = min(foes, key=lambda foe: math.dist(foe, held["at"]))
        far = max(held.get("open") or 0, held.get("slow") or 0)
        gap = math.dist(target, held["at"])
        share = min(0.95, far / gap) if gap > 3 * CLOSE else 0
        if share <= 0.02:
            self.end_step(now)
            return
        (x, y), (tx, ty) = held["at"], target
        self.drag((x, y), (x + (tx - x) * share, y + (ty - y) * share))

    def shooting(self, now: dict) -> None:
        """Order shots, first on the sheet of the whole army, later with one button; answer
        questions about a hit Leader.
        """
        sheet = self.page.locator(".verb summary")
        if not now["orders"] and any("order=" in href for href, _ in now["links"]):
            self.answer(now)
        elif sheet.count() and not self.done.get("sheet"):
            sheet.first.click()
            self.press(".verb form button", "sheet")
        else:
            self.press(
                ".decision .stick form button", "volley" if len(now["main"]) > 1 else "sealed"
            )

    def answer(self, now: dict) -> None:
        """Take the first live answer not tried yet, else the end of the step."""
        fresh = [
            link
            for link in now["links"]
            if (now["last"], link[0]) not in self.tried and "order=" in link[0]
        ]
        if fresh and not now["orders"]:
            self.tried.add((now["last"], fresh[0][0]))
            self.press(f'.decision .offers a.offer-link[href="{fresh[0][0]}"]', "odds")
        elif now["links"] and not now["orders"]:
            self.press(".decision .offers a.offer-link", "piece")
        else:
            self.end_step(now)

    def end_step(self, now: dict) -> None:
        """Press the button that ends the step or activation: the last one below, without undo."""
        form = '.decision .stick form:has(input[name=order]):not(:has(input[value*="take_back"]))'
        self.press(f"{form} >> nth={len(now['orders']) - 1} >> button", "end")
