"""A club with campaigns of three players and a referee, each in another state of the turn."""

from __future__ import annotations

import itertools
import random
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.games import shelf
from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.campaign import orders as o
from app.kernel.contract import Order
from app.kernel.dice import Roll
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby, orders, recorded_moves
from tests.drivers.browser import Server

BOX = "heart_of_africa_campaign"
SEATS = {"p1": "Maite", "p2": "Tom", "p3": "Ana", "referee": "Ines"}
PASSWORD = "a long enough sentence"
KINGDOM = o.Join("native_kingdom", "buganda", people="Wa-simba")
ZANZIBARIS = o.Join("zanzibaris", "zanzibaris", people="Wa-tembo")
EXPLORERS = o.Join("white_explorers", "expedition", people="Aldana")
RIVALS = o.Join("white_explorers", "expedition", people="Brandt")
BRITISH = o.Join("colonial_expedition", "british")


class Loaded:
    """Dice that fall as loaded, by purpose; 3 otherwise."""

    faces: Mapping[str, list[int]] = {}

    def __init__(self, _key: bytes, _move: int):
        self.rolls: list[Roll] = []

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        faces = self.faces.get(purpose)
        face = faces.pop(0) if faces else 3
        self.rolls.append(Roll(purpose, of, sides, face))
        return face


@contextmanager
def loaded_dice() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorded_moves, "SeededDice", Loaded)
        yield


class Campaign:
    """A campaign of the club; `give` declares an order of a seat."""

    def __init__(
        self,
        services: Services,
        ids: Mapping[str, int],
        title: str,
        year: int = 1860,
        **more: object,
    ):
        self.services, self.ids, self.commands = services, ids, itertools.count(1)
        game = lobby.open_table(
            services,
            ids["referee"],
            BOX,
            "campaign",
            "referee",
            title=title,
            terms={"first_year": str(year)},
            **more,
        )
        for seat in ("p1", "p2", "p3"):
            lobby.join_table(services, game.id, ids[seat], seat)
        self.id, self.path = game.id, f"/games/{game.address}"

    def give(self, seat: str, given: Order, /, **faces: int | list[int]) -> Campaign:
        Loaded.faces = {
            key: [face] if isinstance(face, int) else face for key, face in faces.items()
        }
        with self.services.store.read() as work:
            last = self.services.find(work, self.id).number
        orders.declare_order(
            self.services, self.id, self.ids[seat], f"c{next(self.commands)}", last, given
        )
        return self

    def joined(self, third: Order = EXPLORERS) -> Campaign:
        for seat, order in (("p1", KINGDOM), ("p2", ZANZIBARIS), ("p3", third)):
            self.give(seat, order)
        return self

    def opened(self, third: Order = EXPLORERS) -> Campaign:
        return self.joined(third).give("referee", o.OpenTurn(), order=[4, 6, 2])

    def hunted(self) -> Campaign:
        """The Explorer hunts; the first people is to declare."""
        return self.opened().give("p3", o.Hunt(), hunt=5)

    def passage(self) -> Campaign:
        return self.opened().give("p3", o.AskPassage("p1", 1))

    def attacked(self) -> Campaign:
        return self.passage().give("p1", o.Accept("p3")).give("p1", o.Attack("p2"))

    def resisted(self) -> Campaign:
        """Battle of the Wa-simba against the Wa-tembo, with its ground to choose."""
        return self.attacked().give("p2", o.Resist("p1"), scenario=6)

    def played(self) -> Campaign:
        """Battle on its ground, which waits for a result."""
        return self.resisted().give("p2", o.ChooseGround("b1", "savannah"))

    def entered(self) -> Campaign:
        return self.played().give("p1", o.EnterResult("b1", "p1"))

    def disputed(self) -> Campaign:
        return self.entered().give(
            "p2", o.DisputeResult("b1", "Turn ten was not played.", None, turns=9)
        )

    def closed_turn(self) -> Campaign:
        """One turn is over; the second waits for the referee."""
        return self.entered().give("p2", o.ConfirmResult("b1"))

    def met(self) -> Campaign:
        """Two expeditions meet at the start of the turn."""
        for seat, order in (("p1", KINGDOM), ("p2", RIVALS), ("p3", EXPLORERS)):
            self.give(seat, order)
        return self.give("referee", o.OpenTurn(), meeting=[6, 6])

    def rebelled(self) -> Campaign:
        """The British have been beaten, so that their subject may revolt."""
        self.conquered().give("referee", o.OpenTurn(), order=[6, 2])
        self.give("p2", o.Attack("p3")).give("p3", o.Resist("p2"), scenario=6)
        return self.give("p2", o.EnterResult("b3", "p2")).give("p3", o.ConfirmResult("b3"))

    def conquered(self) -> Campaign:
        """The British have conquered the first people in two turns, from 1885 on."""
        self.joined(BRITISH)
        for battle in ("b1", "b2"):
            self.give("referee", o.OpenTurn(), order=[1, 2, 6]).give("p3", o.Attack("p1"))
            self.give("p1", o.Resist("p3")).give("p2", o.PassTurn(), scenario=6)
            self.give("p3", o.EnterResult(battle, "p3")).give("p1", o.ConfirmResult(battle))
        return self


class CampaignClub:
    """A club with four users and a campaign for each state that a test asks for. The server of the
    club may run meanwhile. `logins` are the cookies of the users by seat.
    """

    def __init__(self, database_url: str):
        self.services = Services.open(shelf(), database_url)
        self.ids = {
            seat: accounts.register(self.services, name, PASSWORD).id
            for seat, name in SEATS.items()
        }
        self.logins = {
            seat: accounts.start_login(self.services, user).token for seat, user in self.ids.items()
        }
        self.ways: dict[str, str] = {}

    def way(self, state: str) -> str:
        """Address of a campaign in this state; the same campaign each time."""
        if state not in self.ways:
            self.ways[state] = self.campaign(state).path
        return self.ways[state]

    def campaign(self, state: str) -> Campaign:
        """New campaign in this state."""
        with loaded_dice():
            year = 1885 if state in ("conquered", "rebelled") else 1860
            return STATES[state](Campaign(self.services, self.ids, state.title(), year))


STATES: Mapping[str, Callable[[Campaign], Campaign]] = {
    "joining": lambda one: one.give("p2", ZANZIBARIS),
    "between": Campaign.joined,
    "declaring": Campaign.opened,
    "hunted": Campaign.hunted,
    "passage": Campaign.passage,
    "attacked": Campaign.attacked,
    "terms": lambda one: one.attacked().give(
        "p2", o.OfferTerms("p1", "p2", 1, words="Peace for a year")
    ),
    "ground": Campaign.resisted,
    "played": Campaign.played,
    "reported offline": Campaign.played,
    "entered": Campaign.entered,
    "disputed": Campaign.disputed,
    "second": Campaign.closed_turn,
    "conquered": Campaign.conquered,
    "rebelled": Campaign.rebelled,
    "met": Campaign.met,
}


def table_of(club, campaign):
    with club.services.store.read() as work:
        [table] = work.child_battles.of_game(campaign.id)
    return table


def arm(club, table, seat: str, side: str) -> None:
    """The player of a seat chooses a sensible army under the terms of the table."""
    box = club.services.shelf["heart_of_africa"]
    terms = box.agreement.army_terms(table.scenario, table.terms, side)
    army = sensible(
        *(terms["list"], terms["nation"], int(terms["year"]), int(terms["points"])),
        *(terms["scenario"], terms["role"], random.Random(1)),
    )
    lobby.change_choices(club.services, table.address, club.ids[seat], {"army": plain_army(army)})


@contextmanager
def served_campaigns(folder: Path, migrated_sqlite: Path) -> Iterator[CampaignClub]:
    """Club on a copy of a migrated database, with a server that must log no fault."""
    url = f"sqlite:///{shutil.copy(migrated_sqlite, folder / 'club.db')}"
    found = CampaignClub(url)
    found.server = Server(url, folder / "server.log").start()
    yield found
    found.server.stop()
    found.services.close()
    assert found.server.faults() == []
