"""A club evening by four people in two languages: found, invite, a full sign-up, two rounds, the
end. The first pairing of the next season follows.

Ada organises on a desk, Bea plays on a dark phone in Spanish, Cid by keyboard. Dan uses a mouse,
and in the long version the accessibility tree in Spanish.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

import pytest

from tests.browser.test_contest import directs
from tests.drivers.keyboard_user import ScreenReaderUser, TabUser
from tests.drivers.page_user import Mouse, PageUser

PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
ENTRANTS = ("Bea", "Cid", "Dan")
WORDS = {
    "en": {
        "join": "Join the club",
        "name": "Name in the contest",
        "won": "{} won",
        "points": "Points of victory of {}",
        "preview": "Preview: {} won",
        "confirm": "Confirm",
        "agree": "Confirm the result",
        "dispute": "Dispute: {} wins",
        "preview dispute": "Preview: Dispute: {} wins",
        "season": "Season 2",
        "waits": "on the waiting list",
    },
    "es": {
        "join": "Unirse al club",
        "name": "Nombre en la competición",
        "won": "Ganó {}",
        "points": "Puntos de victoria de {}",
        "preview": "Previsualizar: Ganó {}",
        "confirm": "Confirmar",
        "agree": "Confirmar el resultado",
        "dispute": "Discutir: gana {}",
        "preview dispute": "Previsualizar: Discutir: gana {}",
        "season": "Temporada 2",
        "waits": "en lista de espera",
    },
}


SIGN_UP = {
    "en": ("Preview", "Confirm: Sign up"),
    "es": ("Previsualizar", "Confirmar: Inscribirse"),
}


class Evening:
    """Four people, their club and its contest. `club` and `path` are "" before their founding, and
    `pairs` are the battles of its rounds.
    """

    def __init__(self, hands: Mapping[str, PageUser], suffix: str):
        self.hands, self.suffix, self.club, self.path = hands, suffix, "", ""
        self.pairs: list[tuple[str, ...]] = []

    def says(self, who: str, key: str, *more: str) -> str:
        """Words of the page of this person."""
        return WORDS[self.hands[who].person.language][key].format(*more)

    # --- Founding and signing up
    def found_club(self) -> None:
        ada = self.hands["Ada"]
        ada.go("/clubs/new")
        ada.write("Name", f"Club {self.suffix}")
        ada.press("Found the club")
        self.club = urlsplit(ada.page.url).path

    def invite(self, who: str) -> None:
        """Ada invites, and the invited person joins."""
        ada, one = self.hands["Ada"], self.hands[who]
        ada.go(f"{self.club}/members")
        ada.write("Name of a member of Caracole", f"{who} {self.suffix}")
        ada.press("Invite")
        one.go(self.club)
        one.press(self.says(who, "join"))

    def found_contest(self) -> None:
        """Two rounds and three places, for the club."""
        ada = self.hands["Ada"]
        ada.go(self.club)
        ada.follow("Found a contest")
        ada.write("Name of the contest", "Evening")
        ada.write("Battle in words", "Chess")
        ada.write("Places", "3")
        ada.write("Rounds", "2")
        ada.choose("Decisions", "have no deadline")
        ada.choose("Who may join", "each user, from the lobby")  # a projector shows public games
        ada.press("Found the contest")
        self.path = urlsplit(ada.page.url).path.removesuffix("/gathering")

    def sign_up(self, who: str) -> None:
        one = self.hands[who]
        one.go(f"{self.path}/gathering")
        one.write(self.says(who, "name"), who)
        for label in SIGN_UP[one.person.language]:
            one.press(label)

    # --- Rounds
    def direct(self, *labels: str) -> None:
        for label in labels:
            directs(self.hands["Ada"].page, self.path, label)

    def new_pair(self) -> tuple[str, str]:
        """The two entrants of the battle of the last round; the third has a bye."""
        page = self.hands["Ada"].page
        page.goto(f"{self.path}/rounds")
        rows = [one.inner_text() for one in page.locator(".pair-row").all()]
        found = [tuple(name for name in ENTRANTS if name in row) for row in rows]
        [pair] = [names for names in found if len(names) == 2 and names not in self.pairs]
        self.pairs.append(pair)
        return pair[0], pair[1]

    def at(self, who: str) -> PageUser:
        one = self.hands[who]
        one.go(f"{self.path}{one.inside}")
        return one

    def state(self, who: str, winner: str) -> None:
        """State a result of the real table, with the points of the winner."""
        one = self.at(who)
        one.unfold(self.says(who, "won", winner))
        one.write(self.says(who, "points", winner), "7")
        one.press(self.says(who, "preview", winner))
        one.press(self.says(who, "confirm"))

    def agree(self, who: str) -> None:
        one = self.at(who)
        one.press(self.says(who, "agree"))
        one.press(self.says(who, "confirm"))

    def dispute(self, who: str, winner: str) -> None:
        one = self.at(who)
        one.unfold(self.says(who, "dispute", winner))
        one.press(self.says(who, "preview dispute", winner))
        one.press(self.says(who, "confirm"))

    def faults(self) -> list[str]:
        return [fault for one in self.hands.values() for fault in one.found]


def evening(site, person, suffix: str, dan: type[PageUser], language: str) -> Evening:
    shapes = {
        "Ada": (Mouse, "en", {}),
        "Bea": (Mouse, "es", PHONE),
        "Cid": (TabUser, "en", {}),
        "Dan": (dan, language, {}),
    }
    hands: dict[str, PageUser] = {}
    for name, (kind, spoken, shape) in shapes.items():
        one = person(site, spoken, bypass_csp=True, **shape)
        one.register(f"{name} {suffix}")
        hands[name] = kind(one)
    return Evening(hands, suffix)


def played(night: Evening) -> None:
    """The whole evening: two rounds, a full list, a dispute, a correction, the projector."""
    night.found_club()
    for who in ENTRANTS:
        night.invite(who)
    night.found_contest()
    for who in ENTRANTS:
        night.sign_up(who)
    eve = night.hands["Ada"].person
    eve.send(f"{night.path}/gathering", f"{night.path}/gathering", name="Ada", confirmed="1")
    night.hands["Bea"].go(f"{night.path}/front")
    assert night.says("Bea", "waits") in night.hands["Bea"].text()
    night.direct("Close the sign-up", "Draw round 1", "Publish round 1")
    first, second = night.new_pair()
    night.state(first, first)
    night.agree(second)
    night.direct("Draw round 2", "Publish round 2")
    third, fourth = night.new_pair()
    night.state(third, third)
    night.dispute(fourth, fourth)
    decide(night, fourth)
    correct(night, first, second)
    night.direct("Close the contest")
    projected(night)
    next_season(night)


def next_season(night: Evening) -> None:
    """Ada founds the next season with the terms of this one. The invited entrants sign up again and
    play its first pairing.
    """
    ada, earlier = night.hands["Ada"], night.path
    ada.go(f"{earlier}/front")
    ada.follow("Found the next season")
    ada.press("Found the contest")
    night.path = urlsplit(ada.page.url).path.removesuffix("/gathering")
    assert night.path != earlier
    for who in ENTRANTS:
        one = night.hands[who]
        one.go(f"{earlier}/front")
        one.follow(night.says(who, "season"))
        night.sign_up(who)
    night.direct("Close the sign-up", "Draw round 1", "Publish round 1")
    night.pairs.clear()
    first, second = night.new_pair()
    night.state(second, second)
    night.agree(first)
    ada.go(f"{night.path}/rounds")
    assert f"{second} wins" in ada.text()


def decide(night: Evening, winner: str) -> None:
    """Ada decides the disputed result on its form."""
    ada = night.hands["Ada"]
    ada.go(f"{night.path}/desk")
    ada.press(f"{winner} won")
    assert ada.page.locator("input[name^=points]").first.input_value() == "", (
        "not those of the other"
    )
    ada.write(f"Points of victory of {winner}", "9")
    ada.press_in_place("Next: check and send", "[data-send]")
    ada.press("Decide the battle")


def correct(night: Evening, stated: str, winner: str) -> None:
    """The first result becomes the victory of the other entrant, after the second round was
    paired.
    """
    ada = night.hands["Ada"]
    ada.go(f"{night.path}/corrections")
    entries = ada.page.locator(".entry", has_text=f"states {stated}").all()
    first = min(entries, key=lambda one: int(one.locator(".num").inner_text()))
    ada.follow(first.get_by_role("link").get_attribute("aria-label"))
    ada.follow(f"{winner} won")
    ada.write("Reason of the correction", "The sheet says so.")
    ada.press("Show what follows")
    ada.press("Sign the correction")
    ada.go(f"{night.path}/corrections")
    assert "The sheet says so." in ada.text()


def projected(night: Evening) -> None:
    """The projector shows the places to the club, in both languages."""
    for who in ("Ada", "Bea"):
        one = night.hands[who]
        one.go(f"{night.path}/projector")
        shown = one.page.locator("body").inner_text().lower()
        assert all(name.lower() in shown for name in ENTRANTS), shown


@pytest.mark.slow
def test_a_club_evening_of_four_people(site, person):
    night = evening(site, person, "de la velada", Mouse, "en")
    played(night)
    assert night.faults() == []


@pytest.mark.proof
def test_a_club_evening_with_a_screen_reader(site, person):
    night = evening(site, person, "de la noche larga", ScreenReaderUser, "es")
    played(night)
    assert night.faults() == []
