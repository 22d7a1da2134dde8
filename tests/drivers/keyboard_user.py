"""People without a mouse: one presses Tab, one hears the accessibility tree. Neither uses a
picture.
"""

from __future__ import annotations

from tests.drivers.browser import Person
from tests.drivers.page_reader import BUTTON, CHOICE, FIELD, FOLD, HEADING, LINK, TICK
from tests.drivers.page_user import PageUser
from tests.drivers.screen_reader import Node, ScreenReader
from tests.drivers.tab_player import MOST_ON_A_PAGE, WANTED, TabReader, reached

OF_ROLES = {"button": BUTTON, "link": LINK}
CHECKED = "() => document.activeElement.checked"
GROUPED = """element => { const all = [...document.getElementsByName(element.name)]
  .filter(one => one.form === element.form); return all.find(one => one.checked) ?? all[0]; }"""


class KeyboardUser(PageUser):
    """Person who knows a page by roles and names alone, and acts by keys."""

    def __init__(self, person: Person, reader: ScreenReader):
        super().__init__(person)
        self.reader = reader

    def control(self, role: str, name: str) -> Node:
        """Control by its exact name, or else by the beginning or a part of it."""
        self.reader.listen()
        roles = (FIELD, CHOICE) if role == FIELD else (role,)  # a field may propose choices
        named = [one for one in self.reader.heard if one.role in roles]
        low = name.lower()
        for fits in (str.__eq__, str.startswith, str.__contains__):
            found = [one for one in named if fits(one.name.lower(), low)]
            if found:
                return found[0]
        raise AssertionError((self.page.url, role, name, [one.name for one in named]))

    def move_to(self, role: str, name: str) -> Node:
        one = self.control(role, name)
        return self.reader.to(one.role, one.name)

    def key(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def activate(self, role: str, name: str) -> None:
        self.move_to(OF_ROLES[role], name)
        self.key("Enter")

    def unfold(self, name: str) -> None:
        self.move_to(FOLD, name)
        if not self.page.evaluate("() => document.activeElement.parentElement.open"):
            self.key("Enter")

    def write(self, name: str, words: str) -> None:
        self.move_to(FIELD, name)
        self.key("Control+A")
        self.page.keyboard.type(words)

    def choose(self, name: str, choice: str) -> None:
        one = self.move_to(CHOICE, name)
        self.key("Home", *["ArrowDown"] * one.among.index(choice))

    def links(self, part: str) -> list[str]:
        self.reader.listen()
        return [one.name for one in self.reader.heard if one.role == LINK and part in one.name]

    def value(self, name: str) -> str:
        return self.control(FIELD, name).says


class TabUser(KeyboardUser):
    """Person who reaches each control by Tab, and radio buttons by arrow keys."""

    def __init__(self, person: Person):
        super().__init__(person, TabReader(person))

    def tick(self, name: str) -> None:
        one = self.control(TICK, name)
        tree = self.reader.tree
        found = tree.send("DOM.resolveNode", {"backendNodeId": one.number})["object"]["objectId"]
        script = f"function () {{ ({WANTED})(({GROUPED})(this)); }}"
        tree.send("Runtime.callFunctionOn", {"objectId": found, "functionDeclaration": script})
        self.reader.stops += reached(self.page, MOST_ON_A_PAGE)
        goal = tree.send("DOM.describeNode", {"backendNodeId": one.number})["node"]["attributes"]
        value = dict(zip(goal[::2], goal[1::2], strict=True)).get("value", "on")
        for _ in range(40):
            if self.page.evaluate("() => document.activeElement.value") == value:
                break
            self.key("ArrowDown")
        if not self.page.evaluate(CHECKED):
            self.key("Space")
        assert self.page.evaluate(CHECKED), name


class ScreenReaderUser(KeyboardUser):
    """Person who hears the page in words, and moves by the list of its controls."""

    inside = "/text"

    def __init__(self, person: Person):
        super().__init__(person, ScreenReader(person))

    def tick(self, name: str) -> None:
        self.move_to(TICK, name)
        self.key("Space")
        assert self.page.evaluate(CHECKED), name

    def look(self) -> None:
        self.page.evaluate("scrollTo(0, 0)")  # no part is half under the bar
        super().look()

    def text(self, where: str = "main") -> str:
        """Everything that is read out; of "#asked" the first heading."""
        self.reader.listen()
        if where == "#asked":
            return self.reader.asked
        return "\n".join(f"{one.name} {one.says}".strip() for one in self.reader.heard)

    def headings(self) -> list[str]:
        self.reader.listen()
        return [one.name for one in self.reader.heard if one.role == HEADING]
