"""Transferred bytes: few, and from this server alone."""

from __future__ import annotations

import shutil

import pytest

from tests.counting import count
from tests.drivers.browser import Server
from tests.sample_games import AREA_GAME, HEX, HEX_GAME

MOST = (
    # 3,000 of it tell the results of dice, 9,000 place labels and cards and move the sheet, 1,000
    # are smoke and the outlines of moving units, 500 are the cross of Cry Havoc, hints as links and
    # the time zone, 500 keep flags off the numbers of events, 500 keep questions whole on a phone
    164_500
)
MOST_ON_THE_HEAVIEST_MAP = 194_000  # the painted village alone is 38,000 of it


class Scales:
    """Sum of the bytes that a page makes the browser fetch, compressed, headers included."""

    def __init__(self, page):
        self.parts: dict[str, int] = {}
        names: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on(
            "Network.responseReceived",
            lambda told: names.__setitem__(told["requestId"], told["response"]["url"]),
        )
        session.on(
            "Network.loadingFinished",
            lambda told: self.parts.__setitem__(
                names.get(told["requestId"], "?"), int(told["encodedDataLength"])
            ),
        )

    def total(self) -> int:
        """Bytes of the page; updates by moves made meanwhile do not count."""
        return sum(weight for name, weight in self.parts.items() if not name.endswith("/stage"))


@pytest.fixture(scope="module")
def heaviest_map(tmp_path_factory, migrated_sqlite):
    """Server whose featured game is on the heaviest map."""
    from app.games import shelf
    from app.main import create_services
    from app.services.play import demonstrations
    from app.settings import Settings

    folder = tmp_path_factory.mktemp("heaviest")
    url = f"sqlite:///{shutil.copy(migrated_sqlite, folder / 'club.db')}"
    services = create_services(Settings(database_url=url), shelf())
    demonstrations.open_demo(services, HEX_GAME, HEX.NEXT_SCENARIO)
    services.close()
    server = Server(url, folder / "server.log", demo=True).start()
    yield server
    server.stop()


def weighed(person, server, path: str, owner=None, capsys=None) -> int:
    fresh = person(server, storage_state=owner.context.storage_state() if owner else None)
    scales = Scales(fresh.page)
    fresh.page.goto(path, wait_until="load")
    fresh.page.wait_for_timeout(1200)
    with capsys.disabled():
        print(f"\n{path}: {scales.total():,} bytes")
        for name, weight in sorted(scales.parts.items(), key=lambda part: -part[1])[:8]:
            print(f"   {weight:>8,}  {name.removeprefix(server.url)}")
    assert len(scales.parts) > 8
    fresh.does_not_complain()
    return scales.total()


@pytest.mark.proof
def test_the_heaviest_map_on_the_start_page(heaviest_map, person, capsys):
    assert weighed(person, heaviest_map, "/", capsys=capsys) <= MOST


@pytest.mark.proof
def test_the_heaviest_map_in_play(heaviest_map, person, capsys):
    assert weighed(person, heaviest_map, "/games/1", capsys=capsys) <= MOST_ON_THE_HEAVIEST_MAP


@pytest.mark.parametrize("what", ["first page", HEX_GAME, AREA_GAME, "lobby", "rules"])
def test_a_page_is_light_and_loads_from_this_server_alone(site, person, what, capsys):
    owner = person(site)
    owner.page.goto("/")
    if what in (HEX_GAME, AREA_GAME):
        owner.page.click(f"form[action='/play-now'] button[value={what}]")
        owner.page.wait_for_selector("#panel")
        path = owner.page.url.removeprefix(site.url)
    else:
        path = {"first page": "/", "lobby": "/lobby", "rules": "/rules"}[what]
    weight = weighed(person, site, path, owner, capsys)
    if what == "first page":
        count("first_page", weight / 1000)
    assert weight <= (MOST_ON_THE_HEAVIEST_MAP if what == AREA_GAME else MOST)
    owner.does_not_complain()
