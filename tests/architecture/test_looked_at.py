"""Pages are all checked with axe: a new GET route is in tests/browser/looks.py, or listed as no
page.
"""

from __future__ import annotations

from tests.browser.looks import LOOKS, NO_PAGE
from tests.leaks.listed import an_app, there


def test_every_page_is_checked_with_axe(tmp_path):
    pages = {
        outlet.removeprefix("GET ")
        for outlet in there(an_app(tmp_path))["pages"]
        if outlet.startswith("GET ")
    }
    listed = {*LOOKS, *NO_PAGE}
    assert sorted(pages - listed) == [], (
        "add a line to LOOKS in tests/browser/looks.py, or to NO_PAGE if it shows no page"
    )
    assert sorted(listed - pages) == [], (
        "no such route: is its module in ROUTE_MODULES of app/web/app.py? "
        "If the page is gone, remove its line from tests/browser/looks.py"
    )
    assert not set(LOOKS) & NO_PAGE
