"""Spectators in a browser: their number, their chat during the game, and its readers."""

from __future__ import annotations

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_live import press

SPECTATORS = ".tabs a[data-spectators-tab]"
SAYS = "words => document.getElementById('spectators-list')?.textContent.includes(words)"
COUNTS = "words => document.getElementById('watching')?.textContent === words"


def opens_the_spectator_chat(one, path: str) -> None:
    """Open the spectator tab; on a phone by the number of spectators."""
    one.page.goto(path)
    if one.page.viewport_size["width"] < 500:
        one.page.wait_for_selector("#watching:not(:empty)")
        press(one.page, "#watching")
    else:
        press(one.page, SPECTATORS)
    one.page.wait_for_selector("#spectators-list", state="visible")


def says(one, words: str, field: str = "#remark") -> None:
    """Write by keyboard alone."""
    one.page.focus(field)
    one.page.keyboard.type(words)
    one.page.keyboard.press("Tab")
    while one.page.evaluate("document.activeElement.tagName") != "BUTTON":
        one.page.keyboard.press("Tab")
    one.page.evaluate("() => { document.getElementById('panel').old = true; }")
    one.page.keyboard.press("Enter")
    one.page.wait_for_function(
        "() => { const panel = document.getElementById('panel'); return panel && !panel.old; }"
    )


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.proof)])
@pytest.mark.proof
def test_spectator_chat_during_and_after_a_game(site, person, theme):
    shape = {"color_scheme": theme, "bypass_csp": True}
    one, other = person(site, **shape).register(), person(site, "es", **shape).register()
    looker, stranger = (
        person(site, **shape).register(),
        person(site, "es", viewport={"width": 390, "height": 844}, has_touch=True, **shape),
    )
    found = []

    def look(who, name: str) -> None:
        behind = (
            who is stranger
        )  # on a phone the tab hides the decision, and with it the heading of the page
        found.extend(
            f"{name}: {fault}"
            for fault in faults(who.page)
            if not (behind and "page-has-heading-one" in fault)
        )
        assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            f"{name} is wider than the screen"
        )

    path = one.open_table()
    other.take_seat(path)
    opens_the_spectator_chat(stranger, path)
    opens_the_spectator_chat(looker, path)
    one.page.wait_for_function(COUNTS, arg="2 people are watching")
    other.page.wait_for_function(COUNTS, arg="Miran 2 personas")

    # a message reaches a visitor at once, and no player
    says(looker, "A bold beginning")
    stranger.page.wait_for_function(SAYS, arg="A bold beginning")
    says(looker, "<b>Look at the archers</b>")
    stranger.page.wait_for_function(SAYS, arg="<b>Look at the archers</b>")
    look(looker, "spectator chat"), look(stranger, "spectator chat on a phone")
    for player in (one, other):
        opens_the_spectator_chat(player, path)
        assert "bold" not in player.page.content() and not player.page.query_selector(
            "[data-spectators-tab].has-news"
        )
    assert looker.page.inner_text("#spectators-list a[href^='/people/']").startswith("Player")
    look(one, "spectator chat of a player")
    one.page.goto(f"{path}/spectators")
    assert "bold" not in one.page.content()

    # a message about a move, and a private note of a player
    pass_ = ".decision .stick form:has(input[value*='pass']) button"
    one.page.goto(path)
    for where in (pass_, "[data-confirm]", pass_, "[data-confirm]"):
        press(one.page, where)
    looker.page.goto(f"{path}/at/1")
    says(looker, "Here he hesitates", "#on-move")
    looker.page.wait_for_selector("#said li")
    look(looker, "moment")
    looker.page.goto(f"{path}?tab=log")
    looker.page.click(".log a[href$='/at/1#said']")
    looker.page.wait_for_selector("#said li")
    one.page.goto(f"{path}/at/1")
    says(one, "I should have shot", "#note")
    look(one, "note")
    assert "hesitates" not in one.page.content()

    # the end: all users read the chat, and notes stay private
    opens_the_spectator_chat(other, path)
    one.page.goto(path)
    one.page.locator("details.more:has(input[value*='concede']) summary").click()
    press(one.page, "details.more form:has(input[value*='concede']) button")
    press(one.page, "[data-confirm]")
    press(one.page, SPECTATORS)
    one.page.wait_for_function(SAYS, arg="A bold beginning")
    assert "I should have shot" in one.page.inner_text("#panel")
    other.page.wait_for_function(SAYS, arg="A bold beginning")  # without a reload
    opens_the_spectator_chat(looker, path)
    says(looker, "Well played")
    for who in (other, stranger):
        who.page.wait_for_function(SAYS, arg="Well played")
        assert "I should have shot" not in who.page.content()
    one.page.goto(f"{path}/spectators")
    look(one, "everything said")
    one.page.click("a[href$='/at/1#said']")
    one.page.wait_for_selector("#said li")

    # a message is reported, and its author stops being listed
    other.page.goto(f"{path}/remarks/1")
    look(other, "remark")
    other.page.fill("#reason", "It is loud.")
    other.page.click("form[action$='/report'] button")
    other.page.wait_for_selector("[role=status]")
    looker.page.goto("/account")
    looker.page.uncheck("[name=listed]")
    looker.page.click("form[action='/account/watching'] button")
    looker.page.wait_for_url("**/account?done=watching")
    looker.page.goto(path)
    one.page.goto(f"{path}/spectators")
    assert not one.page.query_selector("main a[href^='/people/']")
    assert found == [], "\n".join(found)
    for who in (one, other, looker, stranger):
        who.does_not_complain()
