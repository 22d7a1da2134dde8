"""Pages around the games: they begin at the top, cut nothing, and show what was refused."""

from __future__ import annotations

import pytest

HEAD = "() => document.querySelector('header.bar').getBoundingClientRect().top"
CUT = """() => [...document.querySelectorAll(".row-list li")].flatMap(row => {
  const boxes = [...row.querySelectorAll(".tagline > *, .btn")].map(one => [one.className, one.getBoundingClientRect()]);
  return boxes.filter(([kind, box], k) => boxes.some(([other, its], n) => n > k && kind !== other
    && box.left < its.right - 1 && its.left < box.right - 1 && box.top < its.bottom - 1 && its.top < box.bottom - 1));
}).length"""


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1440, 900)])
def test_pages_of_the_site_begin_at_the_top_and_cut_nothing(site, person, size):
    one = person(site, viewport={"width": size[0], "height": size[1]}).register()
    one.open_table(against="people")
    for path in (
        "/",
        "/lobby",
        "/waiting",
        "/my-games",
        "/rules",
        "/clubs",
        "/opponents",
        "/account",
    ):
        one.page.goto(path)
        assert one.page.evaluate(HEAD) == 0, path
        assert one.page.evaluate(CUT) == 0, path
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


IN_VIEW = """() => {
  const box = document.querySelector(".findings").getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
}"""


def test_a_refusal_of_a_form_far_down_the_page_is_in_view(site, person):
    page = person(site, viewport={"width": 390, "height": 844}).register().page
    page.goto("/account")
    page.fill("#email", "someone@example.org")
    page.fill("#address-password", "not my password")
    page.click("#address button.go")
    page.wait_for_selector(".findings")
    page.wait_for_function(IN_VIEW)
