"""A campaign from its founding to its printed chronicle, in the browsers of four people.

They use the mouse, keys alone, or the accessibility tree.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.drivers.browser import Person, Server
from tests.drivers.keyboard_user import ScreenReaderUser, TabUser
from tests.drivers.page_user import Mouse, PageUser
from tests.sample_games import CAMPAIGN

pytestmark = pytest.mark.proof

PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
PEOPLES = {"Maite": "Wa-simba", "Tom": "Wa-tembo", "Ana": "Wa-chui"}
ARMIES = {"Maite": "Native Kingdom", "Tom": "Zanzibaris", "Ana": "Native Kingdom"}
FIGHT = "Choose your army for the battle", "Fight the battle"
SOON = 20.0  # seconds in which a finished battle is on the pages of its campaign


@pytest.fixture(scope="module")
def club(tmp_path_factory, migrated_sqlite) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("story")
    url = f"sqlite:///{shutil.copy(migrated_sqlite, folder / 'club.db')}"
    server = Server(url, folder / "server.log").start()
    yield server
    server.stop()
    assert server.faults() == []


class Story:
    """Four people and their campaign. `path` is its address and `link` the one that the founder
    sends; both are "" before the founding."""

    def __init__(self, hands: dict[str, PageUser]):
        self.hands, self.path, self.link = hands, "", ""

    def at(self, name: str) -> PageUser:
        """This person, on the page of the campaign."""
        one = self.hands[name]
        one.go(f"{self.path}{one.inside}")
        return one

    def asks(self, name: str) -> str:
        return self.at(name).text("#asked")

    # --- Founding and joining
    def found(self) -> None:
        ines = self.hands["Ines"]
        ines.go(f"/tables/new?box={CAMPAIGN}")
        ines.choose("Who may join", "users with the link")
        ines.press("Found the campaign")
        self.link = ines.value("Link")
        self.path = urlsplit(ines.page.url).path.removesuffix("/gathering")

    def join(self, name: str) -> None:
        """Open the link that the founder has sent, choose an army and a name, and join."""
        one = self.hands[name]
        one.go(self.link)
        one.tick(ARMIES[name])
        one.write("Name", PEOPLES[name])
        one.press("Preview")
        one.press("Confirm: Join the campaign")
        assert "You have joined." in one.text()

    def open_turn(self) -> None:
        assert self.asks("Ines") == "Open the turn"
        self.hands["Ines"].press("Open the turn")
        self.hands["Ines"].press("Roll the dice: Open the turn")

    # --- Declaring and bargaining
    def declare(self) -> None:
        """Maite and Ana attack Tom; Tom bargains once in vain, then resists, and else passes."""
        for _ in range(12):
            for name, one in self.hands.items():
                asked = self.asks(name)
                if asked == "Make your declaration":
                    one.follow("Pass" if name == "Tom" else f"Attack the {PEOPLES['Tom']}")
                    one.press("Confirm: ")
                elif asked == "Answer the attack" and name == "Tom":
                    self.bargain_or_resist(one)
                elif asked == "Answer the terms":
                    one.follow(f"Refuse the terms of the {PEOPLES['Tom']}")
                    one.press("Confirm: ")
            if self.battle_is_ready():
                return
        raise AssertionError("no battle is ready")

    bargained = False

    def bargain_or_resist(self, tom: PageUser) -> None:
        if self.bargained:
            tom.press("Resist the")
            tom.press("Confirm: Resist the")
            return
        self.bargained = True
        tom.unfold("Offer terms to the")
        tom.write("Other terms", "Peace until 1862")
        tom.press("Preview: Offer terms to the")
        tom.press("Confirm")

    def battle_is_ready(self) -> bool:
        asked = self.asks("Tom")
        if asked.startswith("Choose the ground"):
            self.hands["Tom"].follow("Fight on this ground: savannah")
            self.hands["Tom"].press("Confirm: Fight on this ground")
        return self.asks("Tom").startswith(FIGHT)

    @property
    def fighter(self) -> str:
        """Player who fights the present battle against Tom."""
        return next(one for one in ("Maite", "Ana") if self.asks(one).startswith(FIGHT))

    # --- A battle on the site, and a report of a battle on a real table
    def fight_here(self) -> None:
        """Both arm on the table of the battle; the attacker gives up."""
        attacker = self.fighter
        for name in (attacker, "Tom"):
            self.arm(name)
        one = self.hands[attacker]
        table = self.open_table(attacker)
        one.page.wait_for_selector("#panel")  # the browsers of both have given values for the dice
        one.go(f"{table}{one.inside}")
        one.unfold("Ending the game")
        one.press("Give up the game")
        one.press("Give up")
        latest = time.monotonic() + SOON
        while self.asks(attacker).startswith(FIGHT):
            assert time.monotonic() < latest
            time.sleep(0.2)

    def open_table(self, name: str) -> str:
        """Follow the link to the open battle; return its address."""
        one = self.at(name)
        one.follow("open the table")
        return urlsplit(one.page.url).path

    def arm(self, name: str) -> None:
        one = self.hands[name]
        self.open_table(name)
        one.follow("Build an army for this battle")
        one.press_in_place("Fill in an army for me", ".stamp.yes")
        one.write("Name of the army", f"Host of {name}")
        one.press("Save")
        one.follow("Bring it to the battle")
        one.choose("Army", f"Host of {name}")
        one.press("Bring this army")

    def report_on_a_phone(self) -> str:
        """Fill in the result form of a battle on a real table, without a network."""
        assert self.battle_is_ready()
        reporter = self.fighter
        one = self.hands[reporter]
        one.follow("Report with losses of each unit")
        one.tick(f"The {PEOPLES[reporter]} won")
        one.press_in_place("Next: losses", "#step-2 >> visible=true")
        one.write("Fallen figures in all", "7")
        one.press_in_place("Next: remarks and photographs", "#step-3 >> visible=true")
        one.page.context.set_offline(True)
        one.press_in_place("Send the result", "[data-pictures] >> visible=true")
        assert "No connection" in one.text()
        one.page.context.set_offline(False)
        one.go(self.path)  # any page sends what waits
        one.page.wait_for_function("() => localStorage.getItem('caracole-waiting') === null")
        return reporter

    def dispute(self) -> None:
        assert self.asks("Tom") == "Confirm the result"
        tom = self.hands["Tom"]
        tom.unfold("Dispute the result")
        tom.write("Reason", "Turn ten was not played.")
        tom.press("Preview: Dispute the result")
        tom.press("Confirm")

    def decide(self) -> None:
        assert self.asks("Ines") == "Decide the disputed result"
        ines = self.hands["Ines"]
        ines.unfold("No decision")
        ines.write("Reason", "Neither sheet is signed.")
        ines.press("Preview: No decision")
        ines.press("Confirm")

    def correct(self) -> None:
        """The decision should have been that Tom won."""
        ines = self.hands["Ines"]
        ines.go(f"{self.path}/corrections")
        ines.follow(ines.links("Correct entry")[0])
        ines.follow(f"The {PEOPLES['Tom']} won")
        ines.write("Reason", "The umpire's sheet is signed.")
        ines.write("Reason of the correction", "The umpire's sheet says so.")
        ines.press("Show what follows")
        assert "hongo" in ines.text()
        ines.press("Sign")


@pytest.fixture(
    params=[
        pytest.param(Mouse, marks=pytest.mark.proof),
        TabUser,
        pytest.param(ScreenReaderUser, marks=pytest.mark.proof),
    ],
    ids=["mouse", "keyboard", "screen_reader"],
)
def story(request, club, person) -> Iterator[Story]:
    hands: dict[str, PageUser] = {}
    for name in ("Ines", "Maite", "Tom", "Ana"):
        shape = PHONE if name == "Ana" else {}
        one: Person = person(club, "en", bypass_csp=True, **shape)
        one.register(f"{name} {request.node.callspec.id.replace('_', ' ')}")
        hands[name] = request.param(one)
    yield Story(hands)
    for one in hands.values():
        one.person.does_not_complain("ERR_INTERNET_DISCONNECTED")


def test_a_campaign_from_its_founding_to_its_printed_chronicle(story):
    story.found()
    for name in PEOPLES:
        story.join(name)
    story.open_turn()
    story.declare()
    story.fight_here()
    reporter = story.report_on_a_phone()
    story.dispute()
    story.decide()
    story.correct()

    ana = story.hands["Ana"]
    ana.go(f"{story.path}/chronicle?lang=es")
    assert "Turno 1" in ana.text() and PEOPLES[reporter] in ana.text()
    assert ana.page.pdf(format="A4").startswith(b"%PDF")
    assert [fault for one in story.hands.values() for fault in one.found] == []
