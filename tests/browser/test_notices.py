"""Notifications page in Chromium: choices, a refused webhook, a calendar, push messages."""

from __future__ import annotations

import json

import pytest

from tests.browser.test_axe import faults

PAGE = "/account/notices"
SUBSCRIBED = """
PushManager.prototype.subscribe = async function (asked) {
  window.asked = { visible: asked.userVisibleOnly, length: asked.applicationServerKey.length };
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const key = await crypto.subtle.exportKey("raw", pair.publicKey);
  return { endpoint: "https://1.1.1.1/push/abc", getKey: name => name === "p256dh" ? key : new Uint8Array(16).buffer };
};
"""


@pytest.mark.parametrize(
    ("language", "theme", "size"),
    [pytest.param("en", "light", (1360, 860), marks=pytest.mark.proof), ("es", "dark", (390, 844))],
)
def test_the_notifications_page_is_accessible_and_saves_choices(
    site, person, language, theme, size
):
    one = person(
        site,
        language,
        viewport={"width": size[0], "height": size[1]},
        color_scheme=theme,
        bypass_csp=True,
    ).register()
    page = one.page
    page.goto("/account")
    page.click(f"main a[href='{PAGE}']")
    page.select_option("#chat-push", "now")
    page.locator("form[action='/account/notices'] button.go").press("Enter")
    page.wait_for_url("**done=chosen")
    assert page.input_value("#chat-push") == "now"
    page.click("details:has(#url) > summary")
    page.fill("#name", "Our channel")
    page.fill("#url", "https://127.0.0.1/hook")
    page.click("form[action$='/hooks'] button.go")
    page.wait_for_selector(".findings")
    assert page.input_value("#name") == "Our channel"
    found = faults(page)
    page.click("form[action$='/calendar'] button")
    page.wait_for_selector("#ics")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found += faults(page)
    assert found == [], "\n".join(found)


@pytest.mark.proof
def test_a_browser_takes_messages_and_shows_them(site, person, whole_chromium):
    """The push service is a fake; permission, worker, keys, form and message are Chromium's own."""
    one = person(site, browser=whole_chromium)
    one.context.grant_permissions(["notifications"], origin=site.url)
    one.context.add_init_script(SUBSCRIBED)
    page = one.register().page
    page.goto(PAGE)
    wire = one.context.new_cdp_session(page)
    registrations = []
    wire.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(told["registrations"]),
    )
    wire.send("ServiceWorker.enable")
    page.click("form[data-push] button")
    page.wait_for_url("**done=browser")
    assert page.locator("#targets ~ ul h3").count() == 1
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    message = {"title": "Your turn: First Blood", "link": "/open-game/1", "tag": "turn:1"}
    wire.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": site.url,
            "registrationId": registrations[-1]["registrationId"],
            "data": json.dumps(message),
        },
    )
    shown = None
    for _ in range(100):  # the worker shows it when it comes to it
        shown = shown or page.evaluate(
            "navigator.serviceWorker.ready.then(it => it.getNotifications())"
            ".then(([one]) => one && [one.title, one.tag, one.data.link])"
        )
        if not shown:
            page.wait_for_timeout(100)
    assert shown == ["Your turn: First Blood", "turn:1", "/open-game/1"]
    one.does_not_complain()
