"""Names of the sides of a battle of a campaign: their peoples, on every page, in the API and in
mails.
"""

from __future__ import annotations

import itertools
import json

import pytest

from app.kernel import clock_orders
from app.kernel.log_lines import platform_line
from app.kernel.say import as_is
from app.kernel.seats import SPECTATOR
from app.kernel.table_orders import Concede, OfferDraw
from app.services.notify import reminders
from app.services.notify.notifications import ended_by
from app.services.notify.outbox import decode_message
from app.services.people import accounts
from app.services.play import orders
from app.services.watch import game_view
from tests.games.heart_of_africa.campaign.campaign_club import (
    SEATS,
    Campaign,
    arm,
    loaded_dice,
    table_of,
)
from tests.sample_games import INCH_GAME
from tests.services.mailbox import sending
from tests.web.reading import words_on
from tests.web.test_routes import Caller, routes_of

LETTERS = ("side a", "side b", "bando a", "bando b")
STREAMS = ("/events", "/frames", "/show", "/stream")
VALUES = {"address": None, "number": "1", "side": "A", "names": "log,info", "step": "deployment"}


class NamedClub:
    def __init__(self, services, ids):
        self.services, self.ids = services, ids


@pytest.fixture
def club(app) -> NamedClub:
    services = app.state.services
    ids = {
        seat: accounts.register(services, name, "a long enough sentence").id
        for seat, name in SEATS.items()
    }
    return NamedClub(services, ids)


@pytest.fixture
def table(club):
    """Table of a battle of the Buganda against the Zanzibaris, without armies."""
    with loaded_dice():
        campaign = Campaign(club.services, club.ids, "The Great Lakes").played()
        return table_of(club, campaign)


def addresses(app, table):
    """Addresses of all pages and of the API that ask for this table."""
    found, _ = routes_of(app)
    api = (f"/api/v1{path}" for path in app.state.api.openapi()["paths"])
    routes = {path for path, methods in found.items() if "GET" in methods} | set(api)
    for path in sorted(routes):
        names = [part[1:-1].partition(":")[0] for part in path.split("/") if part.startswith("{")]
        if "address" in names and set(names) <= set(VALUES) and not path.endswith(STREAMS):
            yield path.format(**{**VALUES, "address": table.address})


def read_all(app, club, table):
    """Texts of all addresses, for a player and an anonymous visitor, in both languages."""
    player, visitor = Caller(app, club.ids["p1"]), Caller(app)
    readers = ((player, "en"), (visitor, "es"))
    for address, (reader, language) in itertools.product(addresses(app, table), readers):
        answer = reader.get(f"{address}?lang={language}", follow_redirects=False)
        kind = answer.headers.get("content-type", "")
        if answer.status_code == 200 and kind.startswith("text/html"):
            yield address, " ".join(words_on(answer.text))
        elif answer.status_code == 200 and "json" in kind:
            yield address, json.dumps(answer.json(), ensure_ascii=False)


def named_by_letter(app, club, table):
    return {
        (address, letter, text[max(0, text.lower().find(letter) - 60) :][:120])
        for address, text in read_all(app, club, table)
        for letter in LETTERS
        if letter in text.lower()
    }


def give(club, table, seat, order):
    last = game_view.load_view(club.services, table.id).last
    orders.declare_order(club.services, table.id, club.ids[seat], f"t{last}", last, order)


@pytest.mark.slow
def test_a_battle_without_armies_names_the_peoples(app, club, table):
    assert named_by_letter(app, club, table) == set()


@pytest.mark.slow
def test_a_fought_battle_names_the_peoples(app, club, table):
    for seat, side in (("p1", "A"), ("p2", "B")):
        arm(club, table, seat, side)
    give(club, table, "p1", OfferDraw())
    give(club, table, "p2", Concede())
    assert named_by_letter(app, club, table) == set()


@pytest.mark.parametrize(
    ("language", "line", "wins"),
    [
        ("en", "Zanzibaris: the time was up on", "victory of the Zanzibaris"),
        ("es", "Zanzíbaris: se acabó el tiempo el", "victoria de los Zanzíbaris"),
    ],
)
def test_messages_about_the_clock_and_the_end_name_the_peoples(club, table, language, line, wins):
    box, seats = (
        club.services.shelf[INCH_GAME],
        game_view.load_view(club.services, table.id).seats,
    )
    late = next(seat.seat for seat in seats if seat.user_id == club.ids["p2"])
    with club.services.store.write() as work:
        work.users.update_user(club.ids["p1"], email="p1@example.org")
        history = club.services.histories.of(work, box, table)
        deadline = "2026-05-04T10:00:00.000Z"
        reminders.notify_missed_deadline(work, history, table, seats, late, deadline)
        work.commit()
    told = [decode_message(row) for row in sending(club.services)]
    assert any(one.in_(language).startswith(line) for each in told for one in each.lines)
    ended = ended_by(box, table, as_is("It"), ["B"], "victory")
    assert ended.in_(language).endswith(wins)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("event", "english", "spanish"),
    [
        (
            clock_orders.StoodIn("B", "absent", ""),
            "The Zanzibaris are absent: the default order is given at once.",
            "Los Zanzíbaris están ausentes: la orden por defecto se da al momento.",
        ),
        (
            clock_orders.StoodIn("B", "left", ""),
            "The Zanzibaris have left the game: the server passes instead.",
            "Los Zanzíbaris ya no están en la partida: el servidor pasa en su lugar.",
        ),
    ],
)
def test_log_lines_about_absent_players_agree_with_the_people(club, table, event, english, spanish):
    for seat, side in (("p1", "A"), ("p2", "B")):
        arm(club, table, seat, side)
    look = game_view.load_view(club.services, table.id)
    [line] = platform_line(look.box, look.table, event, SPECTATOR)
    assert (line.says.in_("en"), line.says.in_("es")) == (english, spanish)
