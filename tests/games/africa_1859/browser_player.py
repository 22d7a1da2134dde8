"""Player of Africa 1859-60 through the page: hints, places, order forms and confirmations."""

from __future__ import annotations

from playwright.sync_api import Error, Locator

from tests.drivers.player import FRESH, MARK, WORDS
from tests.drivers.tab_player import MOST_ON_A_PAGE, WANTED, reached

SURVEY = """
() => {
  const all = (where, what) => [...document.querySelectorAll(where)].map(what);
  const decision = document.getElementById("decision");
  return {
    calm: decision.classList.contains("calm"),
    over: Boolean(document.querySelector(".decision a[href$='/export']")),
    last: Number(document.getElementById("state").dataset.last),
    turn: decision.querySelector(".kicker")?.textContent.match(/\\d+/)?.[0] ?? "",
    confirm: Boolean(document.querySelector("#decision [data-confirm]")),
    draft: Boolean(document.querySelector("#decision .draft")),
    hint: document.querySelector("#decision .hint-card b a[hx-get]")?.getAttribute("href") ?? "",
    places: all("#decision .offers a.offer-link[href*='?place=']", link => link.getAttribute("href")),
    answers: all("#decision .offers a.offer-link[href*='order=']", link => link.getAttribute("href")),
    verbs: all("#decision .offers .verb summary", one => one.textContent.trim()),
    ways: all("#decision .again select[name=path] option", one => one.value).filter(Boolean),
    back: Boolean(document.querySelector("#decision .kicker a")),
    close: Boolean(document.querySelector(`#decision .stick form input[value*='"close"']`)),
    buttons: all("#decision .stick form button", button => button.textContent.trim()),
  };
}
"""
ORDERS = ("Assault", "Asaltar", "Move from", "Mover desde")
STICK = "#decision .stick form"
MAIN = (
    f"{STICK} button.go",
    f"""{STICK}:has(input[value*='"close"']) button""",
    f"{STICK}:has(input[value*='end_phase']) button",
    f"{STICK} button",
)
"""Main buttons: the default answer, closing a place, ending the phase."""
ANSWERS = ("#decision .offers a.offer-link[href*='order=']", "#decision .offers a.offer-link")
"""Links to an answer, else to the piece or place that the answer names."""
GUARD = 650  # milliseconds after which a new page takes a press on a control that acts


class AfricaBrowserPlayer:
    """Commands one side, or one command of it, by clicks or taps.

    `said` are all words on the pages, `done` counts acts by kind. Without hints the player opens
    at most `most_places` in a turn, tries an assault and a move from each, then takes the main
    button.
    """

    def __init__(self, person, most_places: int = 4):
        self.person, self.page, self.most_places = person, person.page, most_places
        self.said: set[str] = set()
        self.done: dict[str, int] = {}
        self.tried: set[tuple[str, str]] = set()
        self.answered: dict[tuple[str, str], int] = {}

    def survey(self) -> dict:
        return self.page.evaluate(SURVEY)

    def count(self, what: str) -> None:
        self.done[what] = self.done.get(what, 0) + 1

    def click(self, control: Locator) -> None:
        """Use a link, a button or a fold. Raises `Error` if it is gone."""
        control.click(timeout=4_000)

    def press(self, where: str, what: str) -> None:
        """Click and wait for the new panel. Look again if a move of another player replaced the
        control, or if the page held the click back because it was new.
        """
        self.page.wait_for_timeout(GUARD)
        self.page.evaluate(MARK)
        try:
            self.click(self.page.locator(where).first)
            self.page.wait_for_function(FRESH, timeout=8_000)
        except Error:
            self.count("overtaken")
            return
        self.count(what)
        self.said.update(self.page.evaluate(WORDS))

    def act(self) -> bool:
        """Do one thing if a decision is owed; false if not."""
        now = self.survey()
        if now["calm"]:
            return False
        if now["confirm"]:
            self.press("#decision [data-confirm]", "confirm")
        elif now["ways"] and (now["turn"], now["ways"][0]) not in self.tried:
            self.choose_way(now)
        elif now["draft"]:
            self.press("#decision .stick a.btn.quiet", "something else")
        elif now["hint"]:
            self.press("#decision .hint-card b a[hx-get]", "hint")
        elif (verb := self.verb_to_try(now)) is not None:
            self.preview(verb)
        elif (place := self.place_to_try(now)) is not None:
            self.tried.add((now["turn"], place))
            self.press(f'#decision .offers a.offer-link[href="{place}"]', "place")
        elif now["back"] and not now["close"]:
            self.press(self.answer_of_a_piece(now) or "#decision .kicker a", "answer or all places")
        elif now["buttons"]:
            self.press(next(one for one in MAIN if self.page.locator(one).count()), "button")
        else:
            self.press(ANSWERS[not self.page.locator(ANSWERS[0]).count()], "answer")
        return True

    def verb_to_try(self, now: dict) -> int | None:
        """Number of the form of an assault or a move that was not tried in this turn."""
        found = sorted(
            (not name.startswith(ORDERS[:2]), number)
            for number, name in enumerate(now["verbs"])
            if name.startswith(ORDERS) and (now["turn"], name) not in self.tried
        )
        if not found:
            return None
        number = found[0][1]
        self.tried.add((now["turn"], now["verbs"][number]))
        return number

    def choose_way(self, now: dict) -> None:
        """Choose the first place that the group can reach; the page asks again by itself."""
        self.tried.add((now["turn"], now["ways"][0]))
        self.page.wait_for_timeout(GUARD)
        fold = self.page.locator("#decision details.again")
        try:
            if fold.count() and fold.first.get_attribute("open", timeout=4_000) is None:
                self.click(fold.first.locator("summary").first)
            self.page.evaluate(MARK)
            self.page.select_option(
                "#decision .again select[name=path]", now["ways"][0], timeout=4_000
            )
        except Error:
            self.count("overtaken")
            return
        self.page.wait_for_function(FRESH)
        self.count("way")

    def answer_of_a_piece(self, now: dict) -> str | None:
        """Link to an answer that names the chosen piece; each is tried three times at most."""
        for one in now["answers"] if not now["verbs"] else ():
            tries = self.answered[now["turn"], one] = self.answered.get((now["turn"], one), 0) + 1
            if tries <= 3:
                return f'#decision .offers a.offer-link[href="{one}"]'
        return None

    def place_to_try(self, now: dict) -> str | None:
        """Address of a place that was not opened in this turn."""
        opened = sum(turn == now["turn"] and "?place=" in one for turn, one in self.tried)
        if opened >= self.most_places:
            return None
        return next((one for one in now["places"] if (now["turn"], one) not in self.tried), None)

    def preview(self, number: int) -> None:
        """Open a folded form and ask for its preview with the answers that are filled in."""
        form = self.page.locator("#decision .offers .verb").nth(number)
        try:
            if form.locator("details").first.get_attribute("open", timeout=4_000) is None:
                self.click(form.locator("summary").first)
        except Error:
            self.count("overtaken")
            return
        self.press(f"#decision .offers .verb >> nth={number} >> form button", "preview")


class AfricaTabPlayer(AfricaBrowserPlayer):
    """HeartOfAfricaBrowserPlayer without a mouse: reaches each control by Tab and presses Enter.

    `stops` counts stops of the focus.
    """

    stops = 0

    def click(self, control: Locator) -> None:
        control.evaluate(WANTED, timeout=4_000)
        self.stops += reached(self.page, MOST_ON_A_PAGE)
        self.page.keyboard.press("Enter")
