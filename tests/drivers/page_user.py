"""Person with a mouse or a finger who goes through pages; axe looks at each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from urllib.parse import urlsplit

from tests.browser.test_axe import faults
from tests.drivers.browser import Person
from tests.drivers.screen_reader import UNGUARDED

MARK = "() => { (document.getElementById('panel') || document.body).stale = true; }"
FRESH = """() => document.readyState === 'complete'
  && !(document.getElementById('panel') || document.body).stale"""
WIDE = "document.documentElement.scrollWidth > innerWidth"


class PageUser(ABC):
    """A person who operates pages; axe looks at every page passed.

    `inside` is the part of the address of a game that shows the page of this person.
    """

    inside = ""

    def __init__(self, person: Person):
        self.person, self.page = person, person.page
        self.found: list[str] = []
        self.seen: set[tuple[str, str]] = set()

    def go(self, path: str) -> None:
        """Open a page."""
        self.page.goto(path)
        self.look()

    def look(self) -> None:
        """Note the findings of axe and a page that is wider than the screen. A page with the same
        heading is not looked at again.
        """
        self.page.wait_for_load_state()
        seen = (urlsplit(self.page.url).path, self.page.locator("h1").first.inner_text())
        if seen not in self.seen:
            self.seen.add(seen)
            self.found += faults(self.page)
        if self.page.evaluate(WIDE):
            self.found.append(f"{self.page.url} is wider than the screen")

    def text(self, where: str = "main") -> str:
        return self.page.inner_text(where)

    def press(self, name: str) -> None:
        """Press a button and wait for the answer."""
        self.act("button", name)

    def follow(self, name: str) -> None:
        """Follow a link and wait for its page."""
        self.act("link", name)

    def press_in_place(self, name: str, until: str) -> None:
        """Press a button that changes a part of its page; `until` is a selector of the answer."""
        self.page.wait_for_timeout(UNGUARDED)
        self.activate("button", name)
        self.page.wait_for_selector(until)
        self.look()

    def act(self, role: str, name: str) -> None:
        self.page.wait_for_timeout(UNGUARDED)  # a new page takes no press at once
        self.page.evaluate(MARK)
        self.activate(role, name)
        self.page.wait_for_function(FRESH)
        self.look()

    @abstractmethod
    def activate(self, role: str, name: str) -> None:
        """Activate a button or a link whose name begins so."""

    @abstractmethod
    def tick(self, name: str) -> None:
        """Choose the answer of a form whose name begins so."""

    @abstractmethod
    def unfold(self, name: str) -> None:
        """Open the part of a page whose name begins so, if it is closed."""

    @abstractmethod
    def write(self, name: str, words: str) -> None:
        """Write into a field."""

    @abstractmethod
    def choose(self, name: str, choice: str) -> None:
        """Choose an answer of a list."""

    @abstractmethod
    def links(self, part: str) -> list[str]:
        """Names of the links that contain this part, in order."""

    @abstractmethod
    def value(self, name: str) -> str:
        """Content of a field."""


class Mouse(PageUser):
    """Person with a mouse or a finger."""

    def control(self, role: str, name: str):
        """Control of the page; an assertion names the present ones if it is missing."""
        found = self.page.locator("main").get_by_role(role, name=name)
        there = self.page.locator("main").get_by_role(role)
        assert found.count(), (self.page.url, role, name, there.all_inner_texts())
        return found.first

    def activate(self, role: str, name: str) -> None:
        self.control(role, name).click()

    def tick(self, name: str) -> None:
        self.control("radio", name).check()

    def summary(self, name: str):
        return self.page.locator("main summary", has_text=name).first

    def unfold(self, name: str) -> None:
        if self.summary(name).locator("..").get_attribute("open") is None:
            self.summary(name).click()

    def write(self, name: str, words: str) -> None:
        self.page.locator("main").get_by_label(name).filter(visible=True).first.fill(words)

    def choose(self, name: str, choice: str) -> None:
        lists = self.page.locator("main select")
        self.page.locator("main").get_by_label(name).and_(lists).first.select_option(label=choice)

    def links(self, part: str) -> list[str]:
        found = self.page.locator("main").get_by_role("link", name=part).all()
        return [one.get_attribute("aria-label") or one.inner_text() for one in found]

    def value(self, name: str) -> str:
        return self.page.locator("main").get_by_label(name).first.input_value()
