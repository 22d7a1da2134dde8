"""Player who clicks: chooses a piece, a place or a target, reads the odds, confirms."""

from __future__ import annotations

SURVEY = """
() => {
  const all = (where, what) => [...document.querySelectorAll(where)].map(what);
  const at = element => (element.getAttribute("transform") || "").match(/-?[\\d.]+/g)?.slice(0, 2).map(Number) || [0, 0];
  const decision = document.getElementById("decision");
  const spots = JSON.parse(document.querySelector("#board .map-spots")?.textContent || '{"places":[]}').places;
  return {
    calm: decision.classList.contains("calm"), over: !document.querySelector(".calm .reel") && Boolean(document.querySelector(".decision a[href$='/export']")),
    step: decision.dataset.step ?? "", last: Number(document.getElementById("state").dataset.last), at: Number(document.getElementById("state").dataset.at),
    draft: Boolean(document.querySelector(".draft")), confirm: Boolean(document.querySelector("[data-confirm]")),
    links: all(".decision .offers a.offer-link", link => [link.getAttribute("href"), link.textContent]),
    forms: all(".decision .offer-form form", form => Boolean(form.querySelector("[type=checkbox]:checked, select option"))),
    pass: all(".decision .stick form input[name=order]", order => order.value),
    hexes: all("#board-live a.ui-hex", link => [link.id, link.dataset.place]),
    pieces: all("#board-live .piece[data-piece]:not(.is-dead)", piece => ({ id: piece.dataset.piece, side: piece.classList.contains("side-a") ? "a" : "b",
      hex: piece.dataset.place.split(" ")[0], at: at(piece), down: !piece.classList.contains("is-healthy") && !piece.classList.contains("is-wounded") })),
    spots: Object.fromEntries(spots.map(([key, x, y]) => [key, [x, y]])),
  };
}
"""
WORDS = """
() => {
  const told = window.wordsTold ??= new Set(), fresh = [];
  const take = text => {
    const words = text.replace(/\\s+/g, " ").trim();
    if (words && !told.has(words)) fresh.push(words);
    told.add(words);
  };
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (!texts.currentNode.parentElement.closest("script, style, pre, code")) take(texts.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) take(one.getAttribute(name));
  }
  return fresh;
}
"""
"""Texts and labels that this page has not shown yet; code and scripts are left out."""
MARK = "() => { document.getElementById('panel').old = true; }"
FRESH = "() => { const panel = document.getElementById('panel'); return panel && !panel.old; }"
TOUCHING = 80.0  # units between the middles of two hexes side by side


def far(a: list[float], b: list[float]) -> float:
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


class Player:
    """Plays one side. `said` are all words on the pages; `steps` the steps with decisions."""

    def __init__(self, person, side: str):
        self.person, self.page, self.side = person, person.page, side
        self.said: set[str] = set()
        self.steps: dict[str, int] = {}
        self.kinds: set[str] = set()
        self.tried: set[tuple] = set()
        self.clicks = 0

    def survey(self) -> dict:
        return self.page.evaluate(SURVEY)

    def press(self, where: str, kind: str) -> None:
        """Click and wait for the change."""
        self.page.evaluate(MARK)
        self.page.locator(where).first.click()
        self.page.wait_for_function(FRESH)
        self.kinds.add(kind)
        self.clicks += 1
        self.said.update(self.page.evaluate(WORDS))

    def act(self) -> bool:
        """Click once if a decision is owed; false if not."""
        now = self.survey()
        if now["calm"]:
            return False
        self.steps[now["step"]] = self.steps.get(now["step"], 0) + 1
        if now["draft"]:
            self.press(
                "[data-confirm]" if now["confirm"] else ".decision .stick a.btn",
                "confirm" if now["confirm"] else "something else",
            )
        elif now["step"] == "movement":
            self.move(now)
        else:
            self.choose(now)
        return True

    # ------------------------------------------------------------------ movement
    def move(self, now: dict) -> None:
        foes = [piece for piece in now["pieces"] if piece["side"] != self.side]
        chosen = self.page.locator("#board-live .ui-selected-on").first
        if now["hexes"] and chosen.count():
            piece = next(
                one for one in now["pieces"] if one["id"] == chosen.get_attribute("data-piece")
            )
            taken = {one["hex"] for one in now["pieces"]}
            open_to = [
                (min(far(now["spots"][hex_], foe["at"]) for foe in foes), hex_)
                for _, hex_ in now["hexes"]
                if hex_ not in taken
            ]
            self.tried.add((now["last"], piece["id"]))
            nearest = min(far(piece["at"], foe["at"]) for foe in foes)
            if open_to and min(open_to)[0] < nearest - 20:
                self.press(f"#h-{min(open_to)[1]}", "hex on the board")
                return
            self.press(".decision .kicker a", "all pieces")
            return
        walkers = [
            piece
            for piece in now["pieces"]
            if piece["side"] == self.side and self.may_walk(piece, foes, now)
        ]
        if walkers:
            self.tried.add((now["last"], walkers[0]["id"]))
            self.press(f"#p-{walkers[0]['id']}", "piece on the board")
        else:
            self.end_step()

    def may_walk(self, piece: dict, foes: list[dict], now: dict) -> bool:
        if (now["last"], piece["id"]) in self.tried or not any(
            f"piece={piece['id']}" in href for href, _ in now["links"]
        ):
            return False
        return min((far(piece["at"], foe["at"]) for foe in foes), default=0) > TOUCHING

    # ------------------------------------------------------------------ shots, blows and answers
    def choose(self, now: dict) -> None:
        fresh = [
            (href, words) for href, words in now["links"] if (now["last"], href) not in self.tried
        ]
        orders = [link for link in fresh if "order=" in link[0]]
        if now["step"] == "first_fire" and len(self.tried & {(now["last"], "aimed")}) > 3:
            orders = []
        for href, _ in [*orders, *fresh]:
            self.tried.add((now["last"], href))
            self.press(
                f'.decision .offers a.offer-link[href="{href}"]',
                "odds" if "order=" in href else "piece",
            )
            return
        if now["hexes"]:
            self.press(f"#{now['hexes'][0][0]}", "answer on the board")
        elif any(now["forms"]) and (now["last"], "form") not in self.tried:
            self.tried.add((now["last"], "form"))
            self.press(".decision .offer-form button", "form")
        else:
            self.end_step()

    def end_step(self) -> None:
        where = ".decision .stick form:has(input[name=order][value*='pass']) button, .decision .stick form:has(input[name=order][value*='decline']) button"
        self.press(where, "end of the step")
