"""A logout removes the push subscription of the browser."""

from __future__ import annotations

import pytest

SUBSCRIBED = """
ServiceWorkerContainer.prototype.getRegistration = async () => ({ pushManager: { getSubscription: async () => ({
  endpoint: "https://1.1.1.1/push/abc", unsubscribe: async () => { sessionStorage.setItem("ended", "1"); return true; } }) } });
"""
BROKEN = "ServiceWorkerContainer.prototype.getRegistration = async () => { throw new Error(); };"


@pytest.mark.parametrize(
    "script", [SUBSCRIBED, *(pytest.param(one, marks=pytest.mark.proof) for one in (BROKEN, ""))]
)
def test_a_logout_removes_the_subscription_without_delay(site, person, script):
    one = person(site)
    one.context.add_init_script(script)
    page = one.register().page
    asked = []
    page.on(
        "request",
        lambda request: (
            asked.append((request.url.removeprefix(site.url), request.post_data or ""))
            if request.method == "POST"
            else None
        ),
    )
    page.goto("/account")
    page.locator("main form[action='/logout'] button").press("Enter")
    page.wait_for_url(f"{site.url}/")
    assert [path for path, _ in asked] == (
        ["/account/notices/browsers", "/logout"] if script == SUBSCRIBED else ["/logout"]
    )
    if script == SUBSCRIBED:
        assert (
            "do=remove" in asked[0][1]
            and "push%2Fabc" in asked[0][1]
            and page.evaluate("sessionStorage.getItem('ended')") == "1"
        )
    page.goto("/account")
    assert page.locator("form[action='/logout']").count() == 0
