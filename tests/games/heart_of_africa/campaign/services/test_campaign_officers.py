"""Disputed results of a campaign of a club: its officers find them while a referee is in office."""

from __future__ import annotations

import pytest

from app.games import shelf
from app.games.heart_of_africa.campaign import orders as o
from app.services.container import Services
from app.services.watch import game_view
from app.services.watch.waiting_list import load_waiting_list
from tests.games.heart_of_africa.campaign.campaign_club import Campaign, loaded_dice
from tests.services.clubs.staffed_club import StaffedClub

SEATS = {"p1": "member", "p2": "member 2", "p3": "scribe", "referee": "organiser"}


@pytest.fixture
def club(database_url):
    services = Services.open(shelf(), database_url)
    yield StaffedClub(services)
    services.close()


def campaign_of(club: StaffedClub) -> Campaign:
    """Campaign of the club before its first battle has a result."""
    ids = {seat: club.ids[role] for seat, role in SEATS.items()}
    with loaded_dice():
        game = Campaign(club.services, ids, "Soria", club=club.club, visibility="club")
        return game.played()


def waiting(club: StaffedClub, role: str) -> list[tuple[str, ...]]:
    """Words, link and details of what waits for a member in campaigns."""
    found = load_waiting_list(club.services, club.ids[role]).entries
    return [
        (one.what.in_("en"), one.link, *(detail.in_("en") for detail in one.details))
        for one in found
        if one.kind == "campaign"
    ]


def test_officers_find_the_dispute_of_a_campaign(club):
    """CAR-CLB-52: the referee of the club finds the dispute, and decides it."""
    campaign = campaign_of(club)
    officers = ("referee", "organiser 2", "owner")
    campaign.give("p1", o.EnterResult("b1", "p1"))
    assert [waiting(club, role) for role in officers] == [[], [], []]
    campaign.give("p2", o.DisputeResult("b1", "Turn ten was not played.", None, turns=9))
    for role in (*officers, "organiser"):
        [(what, link, *details)] = waiting(club, role)
        assert what == "Decide the disputed result"
        assert role == "organiser" or link == f"{campaign.path}/desk"
        assert any(one.startswith("Battle 1: ") for one in details)
    assert "Dragones de Soria" in waiting(club, "referee")[0]
    for role in ("reader", "scribe"):
        assert "Decide the disputed result" not in [one[0] for one in waiting(club, role)]
    campaign.ids["judge"] = club.ids["referee"]
    campaign.give("judge", o.Decide("b1", "p1", reason="The players agree."))
    assert [waiting(club, role) for role in officers] == [[], [], []]
    state = game_view.load_view(club.services, campaign.id, club.ids["owner"]).history.now.state
    assert not state.battle("b1").is_disputed
