"""Games of three and six sides in browsers: every player and a spectator follow them to the end."""

from __future__ import annotations

from tests.contract.tiny.last_one import SIDES as SIX
from tests.contract.tiny.stones import LAST, SIDES

SIGNS = "[...document.querySelectorAll('#state i.side')].map(sign => sign.textContent)"
LOOKS = """
[...document.querySelectorAll('#state i.side')].map(sign => {
  const style = getComputedStyle(sign);
  return [style.borderRadius, style.backgroundColor, style.color].join(" ");
})
"""
MOST = 3  # stones in one turn


def seated(server, person, box: str, sides: tuple[str, ...]) -> tuple[list, str]:
    """Users for all sides of the box, each in a seat, and the path of their game."""
    users = [person(server, "en" if place % 2 else "es").register() for place in range(len(sides))]
    path = users[0].send(f"/tables/new?box={box}", "/tables", seat=f"plain/{sides[0]}")
    for user in users[1:]:
        user.send(path, f"{path}/join")
    return users, path


def test_three_players_and_a_spectator_play_to_the_end(tiny_house, person):
    users, path = seated(tiny_house, person, "stones", SIDES)
    spectator = person(tiny_house)
    for one in (*users, spectator):
        one.page.goto(path)
        one.page.wait_for_selector("#panel")
    loaded = spectator.page.evaluate("performance.timeOrigin")
    for turn in range(LAST // MOST):
        page = users[turn % len(users)].page
        page.wait_for_selector("#decision[data-step=lay]", timeout=20_000)
        for other in users:
            if other.page is not page:
                assert other.page.locator("#decision[data-step=lay]").count() == 0
        page.locator(f"#decision form:has(input[name=order][value*='{MOST}']) button").first.click()
        page.locator("[data-confirm]").click()
        page.wait_for_selector("#decision:not([data-step=lay])")
    for place, one in enumerate((*users, spectator)):
        one.page.wait_for_selector("#decision a[href$='/export']", timeout=20_000)
        said = one.page.inner_text("#decision")
        victory = "victoria" if place in (0, 2) else "victory"
        assert [f"{side}: {victory}" in said for side in ("Ash", "Birch", "Cedar")] == [
            False,
            True,
            True,
        ]
    assert spectator.page.evaluate("performance.timeOrigin") == loaded, "it followed by the stream"
    for one in (*users, spectator):
        one.does_not_complain()


def test_six_seats_are_told_apart_by_sign_shape_and_colour(tiny_house, person):
    users, path = seated(tiny_house, person, "last_one", SIX)
    for one in (users[0], users[-1], person(tiny_house, viewport={"width": 390, "height": 844})):
        one.page.goto(path)
        one.page.wait_for_selector("#panel")
        assert one.page.evaluate(SIGNS) == list("ABCDEF")
        looks = one.page.evaluate(LOOKS)
        assert len(set(looks)) == len(SIX), "no two sides look alike"
        shapes = [look.split(" rgb")[0] for look in looks]
        assert shapes[0] != shapes[2] != shapes[4] != shapes[0], "shape differs, not colour alone"
        one.does_not_complain()
