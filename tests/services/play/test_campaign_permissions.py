"""Permissions of a campaign, as its file lists them: role, operation and state."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from app.games import shelf
from app.games.heart_of_africa.campaign import orders as o
from app.kernel.refusal import Refused
from app.kernel.table_orders import LeaveSeat
from app.services.container import Services
from app.services.errors import NotYourSeat
from app.services.people import accounts
from app.services.play import lobby, open_seats, orders, referees
from app.services.watch import game_view

FILE = yaml.safe_load(
    Path(__file__).with_suffix("").with_name("campaign_permissions.yaml").read_text()
)
CELLS = [
    (state, operation, role, str(answer))
    for state, operations in FILE["states"].items()
    for operation, row in operations.items()
    for role, answer in zip(FILE["roles"], row, strict=True)
]
ENTRY = o.Join("native_kingdom", "buganda")
NAMES = {
    "referee": "Ada",
    "playing referee": "Berta",
    "player": "Carla",
    "former player": "Dora",
    "third": "Elena",
    "reader": "Fanny",
}


class Campaign:
    """A campaign with a member in each role."""

    def __init__(self, services: Services, state: str) -> None:
        self.services = services
        self.ids = {
            role: accounts.register(services, name, "a long enough sentence").id
            for role, name in NAMES.items()
        }
        game = lobby.open_table(
            services,
            self.ids["referee"],
            "heart_of_africa_campaign",
            "campaign",
            "referee",
            referees=["Berta"],
        )
        self.id = game.id
        for role in ("playing referee", "player", "former player"):
            lobby.join_table(services, self.id, self.ids[role])
        for role in ("playing referee", "player", "former player"):
            self.give(role, ENTRY)
        open_seats.take_seat(services, self.id, self.ids["third"], "third", ENTRY)
        self.give("former player", LeaveSeat())
        if state == "turn":
            self.give("referee", o.OpenTurn())
        if state == "closed":
            self.give("referee", o.CloseCampaign())

    def give(self, role, order, seat=None):
        last = game_view.load_view(self.services, self.id).last
        user = self.ids.get(role)
        orders.declare_order(self.services, self.id, user, f"{role} {last}", last, order, seat=seat)

    def act(self, operation: str, role: str) -> None:
        """Try an operation; raises as the services do."""
        user = self.ids.get(role)
        match operation:
            case "open turn":
                self.give(role, o.OpenTurn(), "referee")
            case "close":
                self.give(role, o.CloseCampaign(), "referee")
            case "post by hand":
                self.give(role, o.Book(1, "Opening entry", receiver="p2"), "referee")
            case "name referee":
                referees.name_referee(self.services, self.id, user, "Fanny")
            case "join" if user is None:
                raise NotYourSeat
            case "join":
                open_seats.take_seat(self.services, self.id, user, "join", ENTRY)
            case "leave":
                self.give(role, LeaveSeat())
            case "read":
                game_view.load_view(self.services, self.id, user)


@pytest.fixture
def services(sqlite_url):
    services = Services.open(shelf(), sqlite_url)
    yield services
    services.close()


@pytest.mark.parametrize(("state", "operation", "role", "expected"), CELLS)
def test_a_role_may_do_what_the_file_says(services, state, operation, role, expected):
    campaign = Campaign(services, state)
    try:
        campaign.act(operation, role)
    except NotYourSeat:
        found = "no seat"
    except Refused as refused:
        found = refused.refusals[0].rule
    else:
        found = "yes"
    assert found == {"True": "yes"}.get(expected, expected)
