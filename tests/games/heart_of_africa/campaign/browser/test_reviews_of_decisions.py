"""Review of a decision of a referee who plays (CAR-COR-06), on a phone and at a desk.

A player asks for it, and another referee answers. Both languages are read.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.services.people import accounts
from app.services.play import orders, referees
from tests.browser.test_axe import faults
from tests.drivers.browser import Person
from tests.drivers.page_user import WIDE
from tests.games.heart_of_africa.campaign.campaign_club import (
    SEATS,
    Campaign,
    CampaignClub,
    served_campaigns,
)

PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
DESK = {"viewport": {"width": 1280, "height": 860}, "color_scheme": "light"}
GIFT = "Forgotten <b>loot</b>."
WORDS = {
    "en": {
        "mark": "in the referee’s own matter: Wa-simba",
        "ask": "Ask another referee for a review",
        "asked": "A review is asked for.",
        "review": "Your review",
        "agree": "Agree with the decision",
        "agreed": "Another referee agrees.",
        "disagree": "Disagree with the decision",
        "disagreed": "Another referee disagrees.",
        "missing": "Give the reason why you disagree.",
        "desk": "A review of the decision of move",
        "confirm": "Confirm: ",
    },
    "es": {
        "mark": "en un asunto propio del árbitro: Wa-simba",
        "ask": "Pedir una revisión a otro árbitro",
        "asked": "Se ha pedido una revisión.",
        "review": "Tu revisión",
        "agree": "Estar de acuerdo con la decisión",
        "agreed": "Otro árbitro está de acuerdo.",
        "disagree": "No estar de acuerdo con la decisión",
        "disagreed": "Otro árbitro no está de acuerdo.",
        "missing": "Indica por qué no estás de acuerdo.",
        "desk": "Se ha pedido revisar la decisión de la jugada",
        "confirm": "Confirmar: ",
    },
}


@pytest.fixture(scope="module")
def club(tmp_path_factory, migrated_sqlite) -> Iterator[CampaignClub]:
    with served_campaigns(tmp_path_factory.mktemp("reviews"), migrated_sqlite) as found:
        yield found


@pytest.fixture
def reviewed(club) -> tuple[Campaign, int]:
    """Campaign in which Maite, a player and a second referee, has given her people a hongo; and the
    number of that move.
    """
    campaign = club.campaign("declaring")
    referees.name_referee(club.services, campaign.id, club.ids["referee"], SEATS["p1"])
    gift = o.Book(1, GIFT, receiver="p1")
    with club.services.store.read() as work:
        last = club.services.find(work, campaign.id).number
    maite = club.ids["p1"]
    command = secrets.token_hex(8)
    orders.declare_order(club.services, campaign.id, maite, command, last, gift, seat="referee")
    return campaign, last + 1


@pytest.fixture
def user(club, person):
    def arrive(seat: str, language: str, **shape: object) -> Person:
        accounts.save_preferences(club.services, club.ids[seat], language=language)
        one = person(club.server, language, **shape)
        login = {"name": "caracole", "value": club.logins[seat]}
        one.context.add_cookies([{**login, "url": club.server.url}])
        return one

    return arrive


class Reader:
    """User on the page of corrections, with the entry of one decision before them."""

    def __init__(self, one: Person, path: str, number: int):
        self.one, self.page, self.number = one, one.page, number
        self.path, self.says = f"{path}/corrections", WORDS[one.language]
        self.found: list[str] = []

    def read(self) -> str:
        """Open the page; return the words of the decision."""
        self.page.goto(self.path)
        self.look()
        return self.entry.inner_text()

    @property
    def entry(self):
        return self.page.locator(f"#decision-{self.number}")

    def look(self, name: str = "page") -> None:
        """Note what axe finds, and a page that is wider than the screen."""
        self.found += faults(self.page)
        if self.page.evaluate(WIDE):
            self.found.append(f"{self.page.url} is wider than the screen")
        if folder := os.environ.get("CARACOLE_SHOTS"):
            width = self.page.viewport_size["width"]
            self.page.screenshot(path=str(Path(folder) / f"{self.one.language}-{width}-{name}.png"))

    def press(self, what: str) -> None:
        """Press a button of the decision and read its preview."""
        self.entry.get_by_role("button", name=self.says[what], exact=True).click()
        self.page.wait_for_load_state()

    def confirm(self, what: str) -> None:
        """Confirm the preview, which is in view."""
        button = self.entry.get_by_role("button", name=self.says["confirm"] + self.says[what])
        button.wait_for()
        assert button.evaluate("one => one.getBoundingClientRect().top < innerHeight")
        self.look(f"preview-{what}")
        self.page.wait_for_timeout(600)  # a new page takes no press at once
        button.click()
        self.page.wait_for_url(lambda url: "answer=" not in url)

    def is_done(self, refused: str = "") -> None:
        assert self.found == []
        self.one.does_not_complain(refused)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "shape", "answer"),
    [("en", PHONE, "agree"), ("es", DESK, "disagree"), ("es", PHONE, "agree")],
    ids=["phone-en", "desk-es", "phone-es"],
)
def test_another_referee_is_asked_reads_the_decision_and_answers(
    reviewed, user, language, shape, answer
):
    campaign, number = reviewed
    says = WORDS[language]
    tom = Reader(user("p2", language, **shape), campaign.path, number)
    decision = tom.read()
    assert GIFT in decision and says["mark"] in decision and says["asked"] not in decision
    tom.press("ask")
    tom.confirm("ask")
    assert says["asked"] in tom.read()
    assert tom.entry.get_by_role("button").count() == 0  # a second request has no button

    ines = Reader(user("referee", language, **shape), campaign.path, number)
    ines.page.goto(f"{campaign.path}/desk")
    ines.look("desk")
    ines.page.get_by_role("link", name=says["desk"]).click()
    ines.page.wait_for_url(f"**#decision-{number}")
    ines.look("asked")
    assert GIFT in ines.entry.inner_text()
    if answer == "disagree":
        ines.press("disagree")
        assert says["missing"] in ines.page.inner_text("main")
    ines.entry.get_by_label(says["review"]).fill("There was <i>no</i> loot.")
    ines.press(answer)
    ines.confirm(answer)
    answered = f"{answer}d" if answer == "agree" else "disagreed"

    stranger = Reader(user("p3", language, **shape), campaign.path, number)
    for one in (tom, ines, stranger):
        decision = one.read()
        assert says[answered] in decision and "There was <i>no</i> loot." in decision
        one.is_done("status of 422" if answer == "disagree" else "")  # its reason was missing first


def test_the_author_reads_that_another_referee_answers(reviewed, user):
    campaign, number = reviewed
    maite = Reader(user("p1", "en", **DESK), campaign.path, number)
    maite.read()
    maite.press("ask")
    maite.confirm("ask")
    assert "The decision is yours: another referee reviews it." in maite.read()
    assert maite.entry.get_by_role("button").count() == 0
    maite.is_done()
