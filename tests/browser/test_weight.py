"""What comes over the wire: little, and from nobody else."""
from __future__ import annotations

import pytest

MOST = 150_000


class Scales:
    """Weighs what a page makes the browser fetch, as it came over the wire, headers included."""

    def __init__(self, page):  # noqa: ANN001
        self.parts: dict[str, int] = {}
        names: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", lambda told: names.__setitem__(told["requestId"], told["response"]["url"]))
        session.on("Network.loadingFinished", lambda told: self.parts.__setitem__(names.get(told["requestId"], "?"), int(told["encodedDataLength"])))

    def total(self) -> int:
        return sum(self.parts.values())


@pytest.mark.parametrize("what", ["first page", "game page", "lobby", "rules"])
def test_a_page_is_light_and_asks_nobody_else(house, person, what, capsys):
    owner = person(house)
    owner.page.goto("/")
    if what == "game page":
        owner.page.click("form[action='/play-now'] button")
        owner.page.wait_for_selector("#panel")
        path = owner.page.url.removeprefix(house.url)
    else:
        path = {"first page": "/", "lobby": "/lobby", "rules": "/rules"}[what]
    fresh = person(house, storage_state=owner.context.storage_state())
    scales = Scales(fresh.page)
    fresh.page.goto(path, wait_until="load")
    fresh.page.wait_for_timeout(1200)
    with capsys.disabled():
        print(f"\n{what}: {scales.total():,} bytes")
        for name, weight in sorted(scales.parts.items(), key=lambda part: -part[1])[:8]:
            print(f"   {weight:>8,}  {name.removeprefix(house.url)}")
    assert scales.total() <= MOST
    assert len(scales.parts) > 8
    fresh.does_not_complain()
    owner.does_not_complain()
