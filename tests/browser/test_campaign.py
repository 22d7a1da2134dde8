"""A campaign on its pages: three players, a referee and a spectator go through a turn by forms."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from tests.browser.campaign_town import CampaignTown
from tests.browser.conftest import Person, Server
from tests.browser.test_axe import SHAPES, faults

LOADED, LOAD = "() => !document.getElementById('panel').old", "panel => { panel.old = true; }"


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory, migrated_sqlite) -> Iterator[CampaignTown]:
    folder = tmp_path_factory.mktemp("campaigns")
    url = f"sqlite:///{shutil.copy(migrated_sqlite, folder / 'club.db')}"
    found = CampaignTown(url)
    found.server = Server(url, folder / "server.log").start()
    yield found
    found.server.stop()
    found.services.close()
    assert found.server.faults() == []


@pytest.fixture
def player(campaigns, person):
    """player("p1") is the player of this seat, in a browser of their own; "" is a stranger."""

    def arrive(seat: str, **more) -> Person:
        one = person(campaigns.server, **more)
        if seat:
            login = {"name": "caracole", "value": campaigns.logins[seat]}
            one.context.add_cookies([{**login, "url": campaigns.server.url}])
        return one

    return arrive


def press(one: Person, button: str) -> None:
    """Press a button of the decision and wait for the new panel."""
    one.page.eval_on_selector("#panel", LOAD)
    one.page.locator("#decision").get_by_role("button", name=button, exact=True).first.click()
    one.page.wait_for_function(LOADED)


def choose(one: Person, label: str) -> None:
    """Choose an answer of a form and confirm it."""
    one.page.locator("#decision").get_by_role("radio", name=label).check()
    press(one, "Confirm the choice")


def fill_in(one: Person, offer: str) -> None:
    """Open the form of an offer, look at it and confirm the draft."""
    sheet = one.page.locator("#decision .verb details", has=one.page.get_by_text(offer, exact=True))
    if sheet.first.get_attribute("open") is None:
        sheet.first.locator("summary").click()
    press(one, f"Look at it first: {offer}")
    press(one, "Confirm")


def asked(one: Person, path: str) -> str:
    one.page.goto(path)
    return one.page.inner_text("#asked")


def test_a_turn_is_played_by_its_forms(campaigns, player):
    path = campaigns.way("between")
    maite, tom, ana, ines, stranger = (player(seat) for seat in ("p1", "p2", "p3", "referee", ""))
    assert asked(ines, path) == "Open the turn."
    press(ines, "Open the turn")
    assert asked(ana, path) == "Make your declaration."
    choose(ana, "Pass")
    is_maite_first = asked(maite, path) == "Make your declaration."
    first, second = (maite, tom) if is_maite_first else (tom, maite)
    own, rival = ("Wa-simba", "Wa-tembo") if is_maite_first else ("Wa-tembo", "Wa-simba")
    assert asked(first, path) == "Make your declaration."
    assert "(Without an answer: Pass)" in first.page.inner_text("#decision")
    choose(first, f"Attack the {rival}")
    assert asked(second, path) == "Answer the attack."
    press(second, f"Resist the {own}")
    if "ground" in asked(second, path):
        choose(second, "Fight on this ground: savannah")
    assert asked(first, path) == "Fight the battle and enter its result."
    first.page.get_by_label(f"Fallen figures of the {rival}").first.fill("7")
    fill_in(first, f"The {own} won")
    assert asked(second, path) == "Confirm the result."
    fill_in(second, "Dispute the result")
    assert asked(ines, path) == "Decide the disputed result."
    assert f"Entered by the {own}: The {own} won." in ines.page.inner_text("#decision")
    assert f"Fallen figures: {own} 0 and {rival} 7." in ines.page.inner_text("#decision")
    fill_in(ines, "No decision")
    assert asked(ines, path) == "Open the turn."
    assert "second half of 1860" in stranger.page.goto(path).text()
    for one in (maite, tom, ana, ines, stranger):
        one.does_not_complain()


def test_a_referee_closes_the_campaign_after_a_question(campaigns, player):
    ines = player("referee")
    asked(ines, campaigns.way("second"))
    ines.page.locator("summary", has_text="At any time").click()
    press(ines, "Close the campaign")
    assert "ends for good" in ines.page.inner_text("#decision")
    press(ines, "Confirm")
    assert "Finished" in ines.page.inner_text("#decision")


def test_a_meeting_is_answered_unseen(campaigns, player):
    tom, ana = player("p2"), player("p3")
    path = campaigns.way("met")
    assert asked(tom, path) == "Greet the rival, or fight?"
    assert "(Without an answer: Greet the expedition Aldana and go on)" in tom.page.inner_text(
        "#decision"
    )
    choose(tom, "Fight the expedition Aldana")
    asked(ana, path)
    assert "Your answer" not in ana.page.inner_text("#panel")
    choose(ana, "Greet the expedition Brandt and go on")
    assert "attacks the rival" in ana.page.inner_text("#panel")


def test_a_subject_revolts(campaigns, player):
    maite = player("p1")
    assert asked(maite, campaigns.way("rebelled")) == "Revolt, or remain a subject?"
    choose(maite, "Revolt and return with 2 hongos")
    maite.page.goto(f"{campaigns.way('rebelled')}/people/p1")
    assert "Account: 2 hongos" in maite.page.inner_text("main")


def test_an_attack_is_declared_by_keyboard(campaigns, player):
    maite = player("p1")
    asked(maite, campaigns.way("hunted"))
    keys = maite.page.keyboard
    maite.page.locator("#decision").focus()
    keys.press("Tab")
    keys.press("Space")
    assert maite.page.evaluate("document.activeElement.value").startswith('{"kind":"attack"')
    keys.press("Tab")
    maite.page.eval_on_selector("#panel", LOAD)
    keys.press("Enter")
    maite.page.wait_for_function(LOADED)
    assert "Tom is to decide" in maite.page.inner_text("#asked")


STATES = (
    ("p1", "joining"),
    ("p3", "declaring"),
    ("p1", "passage"),
    ("p2", "attacked"),
    ("p1", "terms"),
    ("p2", "ground"),
    ("p1", "played"),
    ("p2", "entered"),
    ("referee", "disputed"),
    ("p1", "between"),
    ("", "second"),
    ("p2", "met"),
    ("p1", "rebelled"),
    ("p2", "conquered"),
)


def looked_at(campaigns, player, states, theme: str, size: tuple[int, int]) -> list[str]:
    """Findings of axe on these pages, and the pages that are wider than the screen."""
    found, people = [], {}
    for seat, state in states:
        if seat not in people:
            people[seat] = player(
                seat,
                color_scheme=theme,
                bypass_csp=True,
                viewport={"width": size[0], "height": size[1]},
            )
        page = people[seat].page
        page.goto(campaigns.way(state))
        page.eval_on_selector_all(
            "#decision details", "all => all.forEach(one => { one.open = true; })"
        )
        found += [f"{seat} {state}: {fault}" for fault in faults(page)]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{seat} {state} is wider than {size[0]}")
    return found


@pytest.mark.parametrize(
    ("theme", "size", "share"),
    [
        ("dark", (390, 844), 3),
        *(pytest.param(*shape, 1, marks=pytest.mark.proof) for shape in SHAPES),
        pytest.param("light", (820, 1180), 1, marks=pytest.mark.proof),
    ],
)
def test_the_states_of_a_turn(campaigns, player, theme, size, share):
    """States of the page; without `proof` a third of them."""
    found = looked_at(campaigns, player, STATES[::share], theme, size)
    assert found == [], "\n".join(found)


PAGES = (
    "front",
    "standings",
    "ledger?side=p1",
    "people/p1",
    "people/p3",
    "battles/b1",
    "battles/b1/sheet",
    "chronicle",
    "honours",
)


@pytest.mark.parametrize(
    ("theme", "size", "share"),
    [
        ("light", (390, 844), 4),
        *(pytest.param(*shape, 1, marks=pytest.mark.proof) for shape in SHAPES),
        pytest.param("dark", (820, 1180), 1, marks=pytest.mark.proof),
    ],
)
def test_the_pages_to_read(campaigns, player, theme, size, share):
    """Pages of a campaign in its second turn, in Spanish; without `proof` a quarter of them."""
    shape = {"width": size[0], "height": size[1]}
    maite = player("p1", color_scheme=theme, bypass_csp=True, viewport=shape)
    path, found = campaigns.way("second"), []
    for page in PAGES[::share]:
        mark = "&" if "?" in page else "?"
        maite.page.goto(f"{path}/{page}{mark}lang=es")
        maite.page.eval_on_selector_all(
            "main details", "all => all.forEach(one => { one.open = true; })"
        )
        found += [f"{page}: {fault}" for fault in faults(maite.page)]
        if maite.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{page} is wider than {size[0]}")
    assert found == [], "\n".join(found)


def test_why_a_player_has_this_place_is_read_by_keyboard(campaigns, player):
    maite = player("p1")
    maite.page.goto(f"{campaigns.way('second')}/standings")
    summary = maite.page.locator("summary", has_text="Why you have 7 hongos")
    summary.focus()
    maite.page.keyboard.press("Enter")
    assert "starting hongos" in maite.page.locator(".ranks-list .me").first.inner_text()
    maite.does_not_complain()


def test_the_chronicle_prints_without_the_frame(campaigns, player):
    stranger = player("")
    stranger.page.goto(f"{campaigns.way('second')}/chronicle")
    stranger.page.emulate_media(media="print")
    assert not stranger.page.locator("header.bar").is_visible()
    assert not stranger.page.locator("footer.foot").is_visible()
    assert stranger.page.locator(".chronicle-chapter").first.is_visible()
    assert stranger.page.pdf(format="A4").startswith(b"%PDF")
