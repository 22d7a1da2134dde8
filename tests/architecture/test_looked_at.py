"""Every page is looked at with axe: a new route that answers a GET stands in
tests/browser/looks.py, with who looks at it, or among those that are no page.
"""

from __future__ import annotations

from tests.browser.looks import LOOKS, NO_PAGE
from tests.leaks.listed import an_app, there


def test_every_page_is_looked_at(tmp_path):
    pages = {
        outlet.removeprefix("GET ")
        for outlet in there(an_app(tmp_path))["pages"]
        if outlet.startswith("GET ")
    }
    listed = {*LOOKS, *NO_PAGE}
    assert (sorted(pages - listed), sorted(listed - pages)) == ([], []), (
        "say in tests/browser/looks.py who looks at it"
    )
    assert not set(LOOKS) & NO_PAGE
