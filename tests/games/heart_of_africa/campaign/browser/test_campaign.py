"""A campaign on its pages: three players, a referee and a spectator go through a turn by forms."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image

from app.games.heart_of_africa.campaign import orders as o
from app.services.play import game_export, member_imports, photographs
from app.services.play.picture_encoding import encode_picture
from tests.browser.test_axe import SHAPES, faults
from tests.browser.test_second_press import confirm_by_many_clicks, drafts
from tests.drivers.browser import Person
from tests.games.heart_of_africa.campaign.campaign_club import (
    Campaign,
    CampaignClub,
    loaded_dice,
    served_campaigns,
)

LOADED, LOAD = "() => !document.getElementById('panel').old", "panel => { panel.old = true; }"


def picture_file() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (64, 48), "olive").save(file, "PNG")
    return file.getvalue()


DUSK = picture_file()


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory, migrated_sqlite) -> Iterator[CampaignClub]:
    with served_campaigns(tmp_path_factory.mktemp("campaigns"), migrated_sqlite) as found:
        yield found


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
    """Choose an answer, look at its preview and confirm it."""
    one.page.eval_on_selector("#panel", LOAD)
    one.page.locator("#decision").get_by_role("link", name=label, exact=True).click()
    one.page.wait_for_function(LOADED)
    press(one, f"Confirm: {label}")


def act(one: Person, label: str, confirm: str = "Confirm") -> None:
    """Give the only order of a decision, after its preview."""
    press(one, label)
    press(one, f"{confirm}: {label}")


def open_form(one: Person, offer: str) -> None:
    sheet = one.page.locator("#decision .verb details", has=one.page.get_by_text(offer, exact=True))
    if sheet.first.get_attribute("open") is None:
        sheet.first.locator("summary").click()


def fill_in(one: Person, offer: str, act: str = "") -> None:
    """Open the form of an offer, look at it and confirm the draft; `act` stands on the button."""
    open_form(one, offer)
    press(one, f"Preview: {offer}")
    press(one, f"Confirm: {act or offer}")


def asked(one: Person, path: str) -> str:
    one.page.goto(path)
    return one.page.inner_text("#asked")


@pytest.mark.slow
def test_a_turn_is_played_by_its_forms(campaigns, player):
    path = campaigns.way("between")
    maite, tom, ana, ines, stranger = (player(seat) for seat in ("p1", "p2", "p3", "referee", ""))
    assert asked(ines, path) == "Open the turn"
    act(ines, "Open the turn", "Roll the dice")
    assert asked(ana, path) == "Make your declaration"
    choose(ana, "Pass")
    is_maite_first = asked(maite, path) == "Make your declaration"
    first, second = (maite, tom) if is_maite_first else (tom, maite)
    own, rival = ("Wa-simba", "Wa-tembo") if is_maite_first else ("Wa-tembo", "Wa-simba")
    assert asked(first, path) == "Make your declaration"
    assert (
        "(Nothing follows by itself. The referee may answer instead: Pass)"
        in first.page.inner_text("#decision")
    )
    choose(first, f"Attack the {rival}")
    assert asked(second, path) == "Answer the attack"
    act(second, f"Resist the {own}")
    if "ground" in asked(second, path):
        choose(second, "Fight on this ground: savannah")
    assert asked(first, path) == "Choose your army for the battle, or enter its result"
    open_form(first, f"The {own} won")
    first.page.get_by_label(f"Fallen figures of the {rival}").first.fill("7")
    fill_in(first, f"The {own} won", f"Enter the result: The {own} won")
    assert asked(second, path) == "Confirm the result"
    fill_in(second, "Dispute the result")
    assert asked(ines, path) == "Decide the disputed result"
    ines.page.goto(f"{path}/battles/b1/decide")
    words = ines.page.inner_text("main")
    assert f"The {own} won, entered by the {own}." in words
    assert f"Fallen figures: {own} 0 and {rival} 7." in words
    ines.page.get_by_role("radio", name="No decision").check()
    ines.page.get_by_role("button", name="Next:").click()
    ines.page.get_by_role("button", name="Next:").click()
    ines.page.get_by_role("button", name="Decide").click()
    assert f"{path}/battles/b1/decide" in ines.page.url  # the reason is missing
    ines.page.get_by_label("Reason").fill("Both sheets are <unsigned>.")
    ines.page.get_by_role("button", name="Decide").click()
    ines.page.wait_for_url(f"**{path}/battles/b1")
    assert "Reason of the referee: Both sheets are <unsigned>." in ines.page.inner_text("main")
    assert asked(ines, path) == "Open the turn"
    assert "second half of 1860" in stranger.page.goto(path).text()
    for one in (maite, tom, ana, ines, stranger):
        one.does_not_complain()


def test_a_referee_closes_the_campaign_after_a_question(campaigns, player):
    ines = player("referee")
    asked(ines, campaigns.way("second"))
    ines.page.locator("summary", has_text="At any time").click()
    press(ines, "Close the campaign")
    assert "ends for good" in ines.page.inner_text("#decision")
    press(ines, "Confirm: Close the campaign")
    assert "Finished" in ines.page.inner_text("#decision")


@pytest.mark.proof
def test_a_meeting_is_answered_unseen(campaigns, player):
    tom, ana = player("p2"), player("p3")
    path = campaigns.way("met")
    assert asked(tom, path) == "Greet the rival, or fight?"
    greeting = "The referee may answer instead: Greet the expedition Aldana and go on)"
    assert greeting in tom.page.inner_text("#decision")
    choose(tom, "Fight the expedition Aldana")
    asked(ana, path)
    assert "Your answer" not in ana.page.inner_text("#panel")
    choose(ana, "Greet the expedition Brandt and go on")
    assert "attacks the rival" in ana.page.inner_text("#panel")


@pytest.mark.proof
def test_terms_stand_below_the_attack_that_they_answer(campaigns, player):
    maite, ana = player("p1"), player("p3")
    asked(maite, campaigns.way("terms"))
    attack, terms = maite.page.locator("#decision .talk-lines li").all_inner_texts()
    assert attack.startswith("You") and "attack the Wa-tembo" in attack
    assert terms.startswith("B Tom") and "Peace for a year" in terms
    asked(ana, campaigns.way("terms"))
    assert ana.page.locator(".talk").count() == 0
    assert "Peace for a year" not in ana.page.content()


@pytest.mark.proof
def test_a_subject_revolts(campaigns, player):
    maite = player("p1")
    assert asked(maite, campaigns.way("rebelled")) == "Revolt, or remain a subject?"
    choose(maite, "Revolt and return with 2 hongos")
    maite.page.goto(f"{campaigns.way('rebelled')}/people/p1")
    assert "Account (hongos): 2" in maite.page.inner_text("main")


def test_an_attack_is_declared_by_keyboard(campaigns, player):
    maite = player("p1")
    asked(maite, campaigns.way("hunted"))
    keys = maite.page.keyboard
    maite.page.locator("#decision").focus()
    keys.press("Tab")
    focused = "document.activeElement.innerText"
    if maite.page.evaluate(focused) == "Play what happened":  # her last order is minutes old
        keys.press("Tab")
        keys.press("Tab")
    assert maite.page.evaluate(focused) == "Attack the Wa-tembo"
    keys.press("Tab")
    keys.press("Tab")  # a refused target can be read by keyboard, too
    assert "An Explorer who hunts is out of reach of native players." in maite.page.evaluate(
        focused
    )
    keys.press("Shift+Tab")
    keys.press("Shift+Tab")
    for is_asked in (True, False):
        maite.page.eval_on_selector("#panel", LOAD)
        keys.press("Enter")
        maite.page.wait_for_function(LOADED)
        assert bool(maite.page.locator("[data-confirm]").count()) == is_asked
        if is_asked:
            maite.page.focus("[data-confirm]")
            maite.page.wait_for_timeout(650)  # no press counts just after the preview
    assert "Waiting for: Wa-tembo (Tom)" in maite.page.inner_text("#asked")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "share"),
    [
        ((390, 844), 3),
        pytest.param((390, 844), 1, marks=pytest.mark.proof),
        pytest.param((1440, 900), 1, marks=pytest.mark.proof),
    ],
)
def test_double_and_triple_clicks_on_every_confirm_lose_nothing(campaigns, player, size, share):
    """Each kind of answer, and the opening of a turn; without `proof` a third of them. One order of
    each is recorded.
    """
    shape = {"width": size[0], "height": size[1]}
    people = {seat: player(seat, viewport=shape) for seat in ("p1", "p2", "p3", "referee")}
    for seat, state in PRESSED[::share]:
        path, page = campaigns.campaign(state).path, people[seat].page
        page.goto(path)
        page.goto(drafts(page)[0])
        confirm_by_many_clicks(page, path)
    for one in people.values():
        one.does_not_complain()


PRESSED = (
    ("referee", "between"),
    ("p3", "declaring"),
    ("p2", "attacked"),
    ("p1", "terms"),
    ("p2", "ground"),
    ("p2", "entered"),
    ("p2", "met"),
    ("p1", "rebelled"),
)
STATES = (
    ("p1", "joining"),
    ("p3", "declaring"),
    ("p1", "hunted"),
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


@pytest.mark.slow
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


ACTS = (
    ("p1", "/tables/new?box=heart_of_africa_campaign"),
    ("referee", "{between}/gathering"),
    ("", "{between}/gathering"),
    ("referee", "{between}/desk"),
    ("referee", '{between}/desk/act?order={{"kind":"enter_account","player":"p1"}}'),
    ("referee", "{disputed}/desk"),
    ("referee", "{second}/corrections"),
    ("referee", "{second}/corrections?move=9"),
    ("referee", "{second}/corrections?move=6&offer=4&correction_reason=They+hunted."),
    ("referee", "{second}/scribes"),
    ("referee", "{second}/referees"),
    ("p1", "{played}/battles/b1/result"),
    ("referee", "{disputed}/battles/b1/decide"),
    ("p2", "{entered}/battles/b1/dispute"),
    ("p1", "{second}/battles/b1"),
    ("p1", "{remove}"),
    ("p1", "{second}/chronicle/words?section=turn-1"),
    ("p1", "{second}/roster"),
    ("", "{second}/projector"),
)


@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", (390, 844)), pytest.param("dark", (1366, 768), marks=pytest.mark.proof)],
)
def test_each_step_of_a_decision_is_accessible(campaigns, player, theme, size):
    """The steps stand one at a time; the last one asks for the reason."""
    shape = {"width": size[0], "height": size[1]}
    ines = player("referee", color_scheme=theme, bypass_csp=True, viewport=shape)
    found = []
    ines.page.goto(f"{campaigns.way('disputed')}/battles/b1/decide?lang=es")
    for step in range(3):
        if step:
            ines.page.get_by_role("button", name="Siguiente:").click()
        found += [f"step {step}: {fault}" for fault in faults(ines.page)]
    assert found == [], "\n".join(found)
    reason = ines.page.get_by_label("Motivo", exact=True)
    assert reason.get_attribute("required") is not None
    assert reason.get_attribute("maxlength") == "400"


IN_SIGHT = """one => {
  const at = one.getBoundingClientRect();
  const top = document.elementFromPoint(at.x + at.width / 2, at.y + at.height - 4);
  return at.y >= 0 && at.bottom <= innerHeight && (top === one || one.contains(top));
}"""


@pytest.mark.parametrize("page", ["", pytest.param("/text", marks=pytest.mark.proof)])
def test_orders_in_advance_go_on_without_scrolling(campaigns, player, page):
    """On a phone the list is longer than the screen; the buttons are in sight at once."""
    maite = player("p1", viewport={"width": 390, "height": 844}, has_touch=True, bypass_csp=True)
    maite.page.goto(f"{campaigns.campaign('played').path}{page}?ahead=1#decision")
    preview = maite.page.get_by_role("button", name="Preview: Standing orders")
    assert preview.evaluate(IN_SIGHT)
    last = maite.page.locator(".standing select").last
    assert not last.evaluate(IN_SIGHT)
    last.scroll_into_view_if_needed()
    assert preview.evaluate(IN_SIGHT)
    maite.page.select_option(".standing select >> nth=0", index=1)
    preview.tap()
    maite.page.wait_for_selector(".standing .draft")
    save = maite.page.locator(".standing").get_by_role("button", name="Save", exact=True)
    if page == "":
        assert save.evaluate(IN_SIGHT)
    assert faults(maite.page) == []
    save.tap()
    maite.page.wait_for_selector(".standing .plans")
    maite.does_not_complain()


@pytest.mark.proof
@pytest.mark.parametrize(("theme", "size"), [*SHAPES, ("light", (820, 1180))])
def test_the_pages_to_act_on(campaigns, player, theme, size):
    """Founding, gathering, desk, corrections, results, photographs and own words, in Spanish."""
    ways = {
        one: campaigns.way(one) for one in ("between", "disputed", "second", "played", "entered")
    }
    second = int(ways["second"].rsplit("/", 1)[1])
    dusk = encode_picture(io.BytesIO(DUSK), "dusk.png")
    photographs.add_photographs(
        campaigns.services, second, campaigns.ids["p1"], "b1", [dusk], "Al atardecer"
    )
    found, people = [], {}
    shape = {"width": size[0], "height": size[1]}
    maite = player("p1")
    maite.page.goto(f"{ways['second']}/battles/b1")
    ways["remove"] = maite.page.locator("a[href$='/remove']").first.get_attribute("href")
    for seat, where in ACTS:
        if seat not in people:
            people[seat] = player(seat, color_scheme=theme, bypass_csp=True, viewport=shape)
        page = people[seat].page
        address = where.format(**ways)
        answer = page.goto(f"{address}{'&' if '?' in address else '?'}lang=es")
        assert answer.status == 200, address
        page.eval_on_selector_all("main details", "all => all.forEach(one => { one.open = true; })")
        found += [f"{seat} {where}: {fault}" for fault in faults(page)]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{seat} {where} is wider than {size[0]}")
    assert found == [], "\n".join(found)


BESIDE = (
    ("referee", "/import"),
    ("referee", "{imported}"),
    ("p1", "{builder}"),
    ("p1", "{played}/battles/b1/sheet"),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "size"),
    [
        ("dark", (390, 800)),
        *(pytest.param(*shape, marks=pytest.mark.proof) for shape in SHAPES),
    ],
)
def test_the_pages_beside_the_campaign(campaigns, player, theme, size):
    """Import with its seats, the army builder opened from a battle, and the sheet, in Spanish."""
    ways = {"played": campaigns.way("played"), "imported": imported_seats(campaigns)}
    shape = {"width": size[0], "height": size[1]}
    people = {
        seat: player(seat, color_scheme=theme, bypass_csp=True, viewport=shape)
        for seat in ("p1", "referee")
    }
    with campaigns.services.store.read() as work:
        [table] = work.child_battles.of_game(int(ways["played"].rsplit("/", 1)[1]))
    people["p1"].page.goto(f"/games/{table.address}")
    link = people["p1"].page.get_by_role("link", name="Build an army for this battle")
    ways["builder"] = link.get_attribute("href")
    found = []
    for seat, where in BESIDE:
        page, address = people[seat].page, where.format(**ways)
        answer = page.goto(f"{address}{'&' if '?' in address else '?'}lang=es")
        assert answer.status == 200, address
        page.eval_on_selector_all("main details", "all => all.forEach(one => { one.open = true; })")
        found += [f"{seat} {where}: {fault}" for fault in faults(page)]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{seat} {where} is wider than {size[0]}")
    assert found == [], "\n".join(found)


def imported_seats(campaigns) -> str:
    """Seats page of a copy of a campaign, which the referee has imported."""
    services = campaigns.services
    copied = Campaign(services, campaigns.ids, "Copied").joined()  # its dice are not loaded
    data = game_export.export_with_secrets(services, copied.id)
    game = member_imports.import_as_member(services, campaigns.ids["referee"], data)
    return f"/games/{game.address}/seats"


@pytest.mark.proof
def test_why_a_player_has_this_place_is_read_by_keyboard(campaigns, player):
    maite = player("p1")
    maite.page.goto(f"{campaigns.way('second')}/standings")
    summary = maite.page.locator("summary", has_text="Why you are in place 1 (hongos: 7)")
    summary.focus()
    maite.page.keyboard.press("Enter")
    assert "starting hongos" in maite.page.locator(".ranks-list .me").first.inner_text()
    maite.does_not_complain()


@pytest.mark.proof
def test_the_chronicle_prints_without_the_frame(campaigns, player):
    stranger = player("")
    stranger.page.goto(f"{campaigns.way('second')}/chronicle")
    stranger.page.emulate_media(media="print")
    assert not stranger.page.locator("header.bar").is_visible()
    assert not stranger.page.locator("footer.foot").is_visible()
    assert stranger.page.locator(".chronicle-chapter").first.is_visible()
    assert stranger.page.pdf(format="A4").startswith(b"%PDF")


def test_a_result_filled_in_without_a_network_is_sent_once(campaigns, player):
    path = campaigns.way("reported offline")
    maite = player("p1", viewport={"width": 390, "height": 844})
    page = maite.page
    page.goto(f"{path}/battles/b1/result")
    maite.context.set_offline(True)
    page.get_by_role("button", name="Next:").click()
    assert page.get_by_role("group", name="Who won?").is_visible()  # it has no answer yet
    page.get_by_role("radio", name="The Wa-simba won").check()
    page.get_by_role("button", name="Next:").click()
    page.get_by_label("Unit 1 of: Wa-tembo").fill("Archers")
    page.get_by_label("Fallen figures of unit 1: Wa-tembo").fill("6")
    page.get_by_role("button", name="More rows for units").click()
    page.get_by_label("Unit 4 of: Wa-tembo").fill("Warriors")
    page.get_by_label("Fallen figures of unit 4: Wa-tembo").fill("4")
    page.get_by_role("button", name="Next:").click()
    page.set_input_files(
        "#photographs", [{"name": "dusk.png", "mimeType": "image/png", "buffer": DUSK}]
    )
    page.locator("[data-previews] li").wait_for()
    summary = page.locator("[data-summary]").inner_text()
    for fact in ("The Wa-simba won", "Wa-simba: – · Wa-tembo: 10", "none"):
        assert fact in summary
    page.get_by_role("button", name="Send the result").click()
    page.get_by_role("heading", name="No connection").wait_for()
    assert page.locator("[data-pictures]").inner_text() == "1"
    assert not page.get_by_role("button", name="Send the result").is_visible()
    page.get_by_role("button", name="Change the result").click()
    page.get_by_role("textbox", name="Remarks").fill("By lamp light")
    page.get_by_role("button", name="Send the result").click()
    page.get_by_role("heading", name="No connection").wait_for()
    page.close()
    maite.context.set_offline(False)
    maite.page = maite.context.new_page()
    maite.page.goto(path)  # any page sends what waits
    maite.page.wait_for_function("() => localStorage.getItem('caracole-waiting') === null")
    maite.page.goto(f"{path}/battles/b1")
    told = maite.page.inner_text("main")
    for fact in ("Wa-simba 0 and Wa-tembo 10", "“By lamp light”", "Archers", "Warriors"):
        assert fact in told
    assert maite.page.locator(".photographs img").count() == 1
    assert "No result can be entered" in player_text(maite, f"{path}/battles/b1/result")


@pytest.mark.proof
def test_the_form_of_a_result_opens_without_a_network_on_a_first_visit(campaigns, player):
    path = campaigns.campaign("played").path
    maite = player("p1", viewport={"width": 390, "height": 844})
    page = maite.page
    page.goto(f"{path}/battles/b1")  # the form itself is never opened with a network
    page.locator("[data-stored]").wait_for()
    campaigns.server.stop()
    try:
        page.goto(f"{path}/battles/b1/result")
        page.get_by_role("radio", name="The Wa-simba won").check()
        page.get_by_role("button", name="Next:").click()
        page.get_by_label("Fallen figures of unit 1: Wa-tembo").fill("6")
        page.get_by_label("Unit 1 of: Wa-tembo").fill("Archers")
        page.get_by_role("button", name="Next:").click()
        page.get_by_role("button", name="Send the result").click()
        page.get_by_role("heading", name="No connection").wait_for()
    finally:
        campaigns.server.start()
    page.get_by_role("button", name="Send now").click()
    page.wait_for_url(f"**{path}/battles/b1")
    told = page.inner_text("main")
    assert "Archers" in told and "The Wa-simba won" in told


@pytest.mark.proof
def test_a_dispute_filled_in_without_a_network_is_sent_once(campaigns, player):
    """The form of the result is stored earlier; that of the dispute takes its place."""
    played = campaigns.campaign("played")
    path, form = played.path, f"{played.path}/battles/b1/dispute"
    tom = player("p2", viewport={"width": 390, "height": 844})
    page = tom.page
    page.goto(f"{path}/battles/b1")
    page.locator("[data-stored]").wait_for()
    with loaded_dice():
        played.give("p1", o.EnterResult("b1", "p1", turns=6))
    page.goto(f"{path}/battles/b1")  # the form of the dispute is never opened with a network
    page.locator("[data-stored]").wait_for()
    campaigns.server.stop()
    try:
        page.goto(f"{path}/battles/b1")
        assert "Dispute:" in page.inner_text("h1")
        page.get_by_role("radio", name="No decision").check()
        page.get_by_role("button", name="Next:").click()
        page.get_by_label("Fallen figures of unit 1: Wa-tembo").fill("4")
        page.get_by_label("Unit 1 of: Wa-tembo").fill("Archers")
        page.get_by_role("button", name="Next:").click()
        page.get_by_label("Reason").fill("Turn seven was open.")
        page.set_input_files(
            "#photographs", [{"name": "dusk.png", "mimeType": "image/png", "buffer": DUSK}]
        )
        page.locator("[data-previews] li").wait_for()
        page.get_by_role("button", name="Send the dispute").click()
        page.get_by_role("heading", name="the dispute is kept in this browser").wait_for()
        assert page.locator("[data-pictures]").inner_text() == "1"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.close()
    finally:
        campaigns.server.start()
    tom.page = tom.another_tab()
    tom.page.goto(path)  # any page sends what waits
    tom.page.wait_for_function("() => localStorage.getItem('caracole-waiting') === null")
    tom.page.goto(f"{path}/battles/b1")
    told = tom.page.inner_text("main")
    for fact in ("no decision", "“Turn seven was open.”", "Archers"):
        assert fact in told
    assert tom.page.locator(".photographs img").count() == 1
    assert "No result can be entered" in player_text(tom, form)
    with campaigns.services.store.read() as work:
        orders = [bytes(move.order) for move in work.moves.for_game(played.id)]
    assert sum(b"dispute_result" in order for order in orders) == 1


def test_a_log_out_forgets_the_stored_forms(campaigns, player):
    tom = player("p2")
    tom.page.goto(f"{campaigns.way('played')}/battles/b1")
    tom.page.locator("[data-stored]").wait_for()
    assert tom.page.evaluate("caches.has('caracole-result-forms')")
    tom.page.locator(".me-menu summary").click()
    with tom.page.expect_navigation():
        tom.page.get_by_role("button", name="Log out").click()
    assert not tom.page.evaluate("caches.has('caracole-result-forms')")


def player_text(one: Person, path: str) -> str:
    one.page.goto(path)
    return one.page.inner_text("main")
