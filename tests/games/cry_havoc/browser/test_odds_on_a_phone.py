"""On a phone all lines of the odds are visible before the roll, the bad results first."""

from __future__ import annotations

ROWS = """() => {
  const stick = document.querySelector(".decision .stick").getBoundingClientRect(), pane = document.getElementById("decision").getBoundingClientRect();
  return [...document.querySelectorAll(".odds-table tr")].map(row => {
    const box = row.getBoundingClientRect();
    return [box.top >= pane.top && box.bottom <= stick.top, Boolean(row.querySelector(".bad"))];
  });
}"""


def test_every_line_of_the_odds_is_seen_and_none_lies_under_the_button(site, person):
    one = person(site, "es", viewport={"width": 390, "height": 844}, has_touch=True)
    page = one.page
    page.goto("/")
    page.click("form[action='/play-now'] button[value=cry_havoc]")
    page.wait_for_selector("#panel")
    page.goto(page.url.partition("?")[0] + "?piece=eudo")
    page.goto(
        page.locator(".decision .offers a.offer-link[href*='order=']").first.get_attribute("href")
    )
    found = page.evaluate(ROWS)
    assert len(found) >= 4 and all(seen for seen, _ in found), found
    assert [bad for _, bad in found] == sorted((bad for _, bad in found), reverse=True)

    page.set_viewport_size({"width": 320, "height": 640})
    for number in range(len(found)):
        page.locator(".odds-table tr").nth(number).evaluate(
            "row => row.scrollIntoView({ block: 'nearest' })"
        )
        assert page.evaluate(ROWS)[number][0], number
    one.does_not_complain()
