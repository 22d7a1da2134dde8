"""Account page, lost password, offensive text and a moderator: by keyboard and mouse, checked with
axe.
"""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest

from app.games import shelf
from app.services.container import Services
from app.services.people import email_verification, moderation
from tests.browser.test_axe import faults
from tests.drivers.browser import NUMBERS


@contextmanager
def beside(server):
    """Services of a running server, as the command line opens them."""
    services = Services.open(shelf(), server.database_url)
    yield services
    services.close()


def link_for(server, name: str, purpose: str) -> str:
    """Link of a mail; no mail is sent here, and the outbox keeps no dropped link."""
    with beside(server) as services, services.store.write() as work:
        link = email_verification._add_link(
            work,
            work.users.find_by_name(name.casefold())[0].id,
            purpose,
            "ana@example.org",
            email_verification.HOUR,
        )
        work.commit()
    return f"/{'account/address' if purpose == 'address' else 'password'}?link={link}"


def make_moderator(server, name: str) -> None:
    with beside(server) as services:
        with services.store.read() as work:
            user = work.users.find_by_name(name.casefold())[0]
        moderation.act_as_administrator(services, user.id, "name")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "size", "language"),
    [("light", (1360, 860), "en"), pytest.param("dark", (390, 844), "es", marks=pytest.mark.proof)],
)
def test_accounts_and_people(site, person, theme, size, language):
    shape = {
        "viewport": {"width": size[0], "height": size[1]},
        "color_scheme": theme,
        "bypass_csp": True,
    }
    names = ana_is, eva_is, judge_is = [
        f"{name} {next(NUMBERS)}" for name in ("Ana", "Eva", "Leire")
    ]
    ana, eva, judge = (person(site, language, **shape).register(name) for name in names)
    found = []

    def look(one, name: str) -> None:
        found.extend(f"{name}: {fault}" for fault in faults(one.page))
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            f"{name} is wider than the screen"
        )

    # an address, by its link
    ana.page.goto("/account")
    ana.page.fill("#email", "ana@example.org")
    ana.page.fill("#address-password", "a long enough sentence")
    ana.page.press("#address-password", "Enter")
    ana.page.wait_for_url("**/account?done=mailed")
    ana.page.goto(link_for(site, ana_is, "address"))
    look(ana, "confirm")
    ana.page.click("main form button.go")
    ana.page.wait_for_selector("[role=status]")

    # a second browser, and the first one ends its log-in
    other = person(site, language, **shape)
    other.page.goto("/forgotten")
    look(other, "forgotten")
    other.page.fill("#who", ana_is)
    other.page.press("#who", "Enter")
    other.page.wait_for_selector("[role=status]")
    look(other, "sent")
    other.page.goto(link_for(site, ana_is, "password"))
    look(other, "reset")
    other.page.fill("#new", "another good sentence")
    other.page.press("#new", "Enter")
    other.page.wait_for_url("**/account?done=password")
    assert ana.page.goto("/account").status == 403  # the earlier sessions have ended
    ana.page.goto("/login")
    ana.page.fill("#name", ana_is)
    ana.page.fill("#password", "another good sentence")
    ana.page.press("#password", "Enter")
    ana.page.wait_for_url("**/")
    ana.page.goto("/account")
    look(ana, "account")
    ana.page.check("form[action='/account/sessions'] [type=checkbox]")
    ana.page.fill("#sessions-password", "another good sentence")
    ana.page.press("#sessions-password", "Enter")
    ana.page.wait_for_url("**/account?done=ended")
    assert other.page.goto("/account").status == 403

    # a message that should not have been written
    path = ana.open_table()
    eva.take_seat(path)
    for one in (ana, eva):
        one.page.wait_for_selector("#panel")  # the waiting page leads into the game
        one.page.goto(f"{path}?tab=messages")
        if size[0] < 500:
            one.page.click("a[data-tab=messages]")
    eva.page.fill("#text", "You fool")
    eva.page.click("form.write button")
    ana.page.wait_for_selector(f"a[href^='{path}/messages/']")
    if size[0] > 500:  # on a phone the tab hides the decision, and with it the heading of the page
        look(ana, "messages")
    ana.page.click(f"a[href^='{path}/messages/']")
    look(ana, "message")
    ana.page.fill("#reason", "That is rude.")
    ana.page.click("form[action$='/report'] button")
    ana.page.wait_for_selector("[role=status]")
    ana.page.click("main a[href^='/people/']")
    look(ana, "person")
    ana.page.click("form[action$='/block'] button")
    ana.page.wait_for_selector("[name=undo]")
    ana.page.goto("/account")
    look(ana, "blocked")

    # the moderator removes it and suspends its author, whose open page ends at once
    make_moderator(site, judge_is)
    judge.page.goto("/moderation")
    look(judge, "moderation")
    report = "#" + judge.page.locator(
        "form[action^='/moderation/']", has_text=eva_is
    ).get_attribute("id")  # the site has other reports
    judge.page.click(f"{report} input[name=stays]")
    judge.page.click(f"{report} button[value=hide]")
    judge.page.wait_for_selector(f"{report} button[value=show]")
    with eva.page.expect_response(
        re.compile(r"/events"), timeout=10_000
    ):  # the stream has ended and reopens without an account
        judge.page.click(f"{report} button[value=suspend]")
        judge.page.wait_for_selector(report, state="detached")
    look(judge, "judged")
    assert eva.page.goto("/account").status == 403
    ana.page.goto(f"{path}?tab=messages")
    assert "You fool" not in ana.page.content()

    # and Ana leaves for good
    ana.page.goto("/account/delete")
    look(ana, "delete")
    ana.page.fill("#password", "another good sentence")
    ana.page.press("#password", "Enter")
    ana.page.wait_for_url("**/")
    assert ana.page.goto("/account").status == 403
    assert found == [], "\n".join(found)
