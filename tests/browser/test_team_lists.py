"""Army lists of two teams of two: sent by players and captains, handed over, and at the tables.

Bea leads a team on a dark phone in Spanish. One of its players has no account. She leaves to Cid.
"""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_contest import PHONE, WIDE, directs, fits, is_post
from tests.browser.test_contest_teams import answers, confirms
from tests.sample_games import INCH, INCH_GAME
from tests.web.test_contest_pages import ARMY

TERMS = {
    "t.battle": f"{INCH_GAME}/{INCH.SCENARIO}",
    "t.of_points": "300",
    "t.lists": "yes",
    "t.team_size": "2",
    "t.places": "8",
    "clock": "none",
}


@pytest.mark.proof
def test_lists_of_two_teams_reach_their_tables(site, person):
    """Ada organises. Bea, Cid and Wanda are Halcones, Dora and Eva are Owls."""
    ada = person(site, viewport=WIDE, bypass_csp=True).register("Ada Lista")
    bea = person(site, "es", viewport=PHONE, color_scheme="dark", bypass_csp=True)
    cid, dora, eva = (person(site, viewport=WIDE, bypass_csp=True) for _ in range(3))
    for one, name in ((bea, "Bea"), (cid, "Cid"), (dora, "Dora"), (eva, "Eva")):
        one.register(f"{name} Lista")
        saves_army(one.page, f"Army of {name}")
    path = signed_up(ada, bea, cid, dora, eva)
    names_player(bea.page, path, "Wanda")
    sends_list(bea.page, path, "Army of Bea", "p1~1")
    sends_list(bea.page, path, "Army of Bea", "p1~2")
    sends_list(cid.page, path, "Army of Cid")
    looks_at_lists(bea.page, path)
    assert bea.page.locator("pre").count() == 3 and cid.page.locator("pre").count() == 1
    leaves_to(bea.page, path, "Cid Lista")
    cid.page.goto(f"{path}/lists")
    assert cid.page.locator("pre").count() == 2
    assert cid.page.locator("select[name=player] option").count() == 2
    directs(ada.page, path, "Close the sign-up")
    sends_list(dora.page, path, "Army of Dora", "p3~1")
    sends_list(eva.page, path, "Army of Eva")
    ada.page.goto(f"{path}/people/p3")
    assert "list missing" not in ada.page.inner_text("main")
    for label in ("Open the army lists", "Draw round 1", "Publish round 1"):
        directs(ada.page, path, label)
    looks_at_lists(eva.page, path)
    assert eva.page.locator("pre").count() == 4
    assert tables_of(cid.page, path) == [False, True], "the board of Wanda has no table"
    cid.page.get_by_role("link", name="Open the table").first.click()
    cid.page.wait_for_selector("#panel")
    assert "Choose a saved army" not in cid.page.inner_text("main")


def saves_army(page, name: str) -> None:
    """Paste an army and save it."""
    page.goto("/armies")
    page.fill("#text", json.dumps(ARMY | {"name": name}))
    page.locator("form:has(#text) button").last.click()
    page.get_by_role("button", name=re.compile("^(Save|Guardar)")).first.click()
    page.wait_for_url(re.compile(r"/armies/(?!import|draft)"))


def signed_up(ada, bea, cid, dora, eva) -> str:
    """Path of a round robin of two teams, whose captains have accepted their players."""
    place = "/tables/new?box=contests&scenario=robin"
    path = ada.send(place, "/tables", title="Lists", **TERMS).removesuffix("/gathering")
    entries = (
        (bea, {"player": "Bea Lista", "name": "Halcones"}),
        (cid, {"player": "Cid Lista", "team": "p1"}),
        (dora, {"player": "Dora Lista", "name": "Owls"}),
        (eva, {"player": "Eva Lista", "team": "p3"}),
    )
    for one, entry in entries:
        one.send(f"{path}/gathering", f"{path}/gathering", confirmed="1", **entry)
    answers(bea.page, path, "Admitir a Cid Lista en el equipo")
    answers(dora.page, path, "Take Eva Lista into the team")
    return urlsplit(path).path


def names_player(page, path: str, name: str) -> None:
    """Add a player without an account."""
    page.goto(path)
    page.locator("summary", has_text="Añadir un jugador sin cuenta").click()
    form = page.locator("details[open] form", has=page.locator("input[name=name]"))
    form.locator("input[name=name]").fill(name)
    form.get_by_role("button").last.click()
    confirms(page)


def sends_list(page, path: str, army: str, player: str = "") -> None:
    """Send a saved army on the page of lists."""
    page.goto(f"{path}/lists")
    if player:
        page.select_option("select[name=player]", player)
    page.locator("#send label.choice", has_text=army).first.click()
    page.locator("#send button.go").click()
    page.wait_for_url(f"**{path}/lists")


def looks_at_lists(page, path: str) -> None:
    """The page of lists and that of the team are readable."""
    for address in (f"{path}/people/p1", f"{path}/lists"):
        page.goto(address)
        assert faults(page) == [] and fits(page)


def leaves_to(page, path: str, successor: str) -> None:
    """The captain leaves the team to a player."""
    page.goto(f"{path}?confirm=leave")
    assert "Tu lista de ejército deja de contar." in page.inner_text("main")
    page.get_by_label(successor).check()
    with page.expect_response(is_post):
        page.locator("#asked-form button[data-confirm]").click()


def tables_of(page, path: str) -> list[bool]:
    """True for each board with a table; the page of such a board is open at the end."""
    found = {}
    for board in ("r1.1.1", "r1.1.2"):
        page.goto(f"{path}/battles/{board}")
        found[board] = page.get_by_role("link", name="Open the table").count() > 0
    page.goto(f"{path}/battles/{max(found, key=found.get)}")
    return sorted(found.values())
