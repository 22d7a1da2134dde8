"""No findings of axe on any page and in any main state, in both themes."""

from __future__ import annotations

import shutil

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.browser.filled_site import FilledSite
from tests.browser.looks import LOOKS, THOROUGHLY
from tests.counting import count
from tests.drivers.browser import Server
from tests.drivers.player import FRESH, MARK
from tests.sample_games import HEX, INCH_GAME

SHAPES = [
    ("light", (1360, 860)),
    ("dark", (390, 844)),
    ("dark", (1360, 860)),
    ("light", (390, 844)),
]
REPEATED = {
    "/api": "article:nth-of-type(n+3), section[id^=kinds-]",
    "/changelog": "li:nth-of-type(n+6)",
    "/quality": "tbody tr:nth-of-type(n+6)",
    f"/rules/{INCH_GAME}/sheet": "tbody tr:nth-of-type(n+6)",
}
"""Parts of long pages that repeat earlier ones; make proof looks at them too."""
WITH_CONTROLS = {
    "a piece with its offers, refused ones too",
    "the odds",
    "the way as a draft",
    "the replay",
    "the clock",
    "giving up, asked about",
    "the end",
}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


RUN = """options => axe.run(options).then(found => found.violations)"""
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
"""Other kinds of results hold every element of the page."""


def faults(page) -> list[str]:
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN, OPTIONS)
    count("axe_looks")
    count("axe_violations", len(found))
    return [
        f"{page.url} {one['id']}: {node['html'][:160]} — {node['failureSummary'][:200]}"
        for one in found
        for node in one["nodes"][:4]
    ]


@pytest.fixture(scope="module")
def filled_site(tmp_path_factory, migrated_sqlite):
    yield from settled(tmp_path_factory.mktemp("site"), migrated_sqlite, thorough=False)


@pytest.fixture(scope="module")
def larger_site(tmp_path_factory, migrated_sqlite):
    yield from settled(tmp_path_factory.mktemp("site"), migrated_sqlite, thorough=True)


def settled(folder, migrated_sqlite, *, thorough: bool):
    """Site with a server that shows it."""
    found = FilledSite(
        f"sqlite:///{shutil.copy(migrated_sqlite, folder / 'club.db')}", thorough=thorough
    )
    found.server = Server(f"sqlite:///{folder / 'club.db'}", folder / "server.log").start()
    yield found
    found.server.stop()
    assert found.server.faults() == []


def looked_at(
    site, person, looks, theme: str, size: tuple[int, int], *, shortened: bool = False
) -> list[str]:
    """Findings of axe on these pages, and the pages that are wider than the screen. `shortened`
    leaves out the repeated parts of long pages.
    """
    found, people = [], {}
    for who, where in looks:
        if who not in people:
            people[who] = person(
                site.server,
                color_scheme=theme,
                bypass_csp=True,
                viewport={"width": size[0], "height": size[1]},
                has_touch=size[0] < 500,
            )
            if who == "half":
                people[who].context.add_cookies(
                    [{"name": "caracole_half", "value": site.half, "url": site.server.url}]
                )
            elif site.logins[who]:
                people[who].context.add_cookies(
                    [{"name": "caracole", "value": site.logins[who], "url": site.server.url}]
                )
        page = people[who].page
        page.goto(where.format(**site.ways))
        page.evaluate(
            "document.getElementById('decision')?.scrollTo(0, 100000)"
        )  # parts under the sticky buttons are scrolled out
        if shortened and where in REPEATED:
            page.evaluate(
                "parts => document.querySelectorAll(parts).forEach(part => part.remove())",
                REPEATED[where],
            )
        found += [f"{who}: {fault}" for fault in faults(page)]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{who}: {page.url} is wider than {size[0]}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("nth", "theme", "size"), [(nth, *shape) for nth, shape in enumerate(SHAPES)]
)
def test_every_page_in_one_shape(filled_site, person, nth, theme, size):
    """First check of each page; each screen shape gets a share of the pages."""
    looks = [looks[0] for place, looks in enumerate(LOOKS.values()) if place % len(SHAPES) == nth]
    found = looked_at(filled_site, person, looks, theme, size, shortened=True)
    assert found == [], "\n".join(found)


@pytest.mark.proof
def test_the_choice_of_first_contact_is_in_the_list_beside_the_board(larger_site, person):
    """Figures of a unit have no line among the pieces, so their choices are listed at once."""
    page = person(larger_site.server).page
    page.context.add_cookies(
        [{"name": "caracole", "value": larger_site.logins["fights"], "url": larger_site.server.url}]
    )
    for where in ("", "/text"):
        page.goto(larger_site.ways["pairing"] + where)
        assert page.locator("#decision .offers").get_by_text(" first").count() > 1


@pytest.mark.proof
@pytest.mark.parametrize(("theme", "size"), SHAPES)
def test_every_page_in_every_shape(larger_site, person, theme, size):
    found = looked_at(
        larger_site,
        person,
        [look for some in (LOOKS, THOROUGHLY) for looks in some.values() for look in looks],
        theme,
        size,
    )
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    ("theme", "size", "thorough"),
    [
        ("dark", (390, 844), False),
        *(pytest.param(*shape, True, marks=pytest.mark.proof) for shape in SHAPES),
    ],
)
def test_the_game_page_in_its_states(site, person, theme, size, thorough):
    """States of the page after clicks; unless `thorough`, only those with controls of their own."""
    shape = {
        "viewport": {"width": size[0], "height": size[1]},
        "has_touch": size[0] < 500,
        "color_scheme": theme,
        "bypass_csp": True,
    }
    one, other = person(site, **shape).register(), person(site, **shape).register()
    path = one.open_table()
    page, found = one.page, []

    def look(words: str) -> None:
        if not thorough and words not in WITH_CONTROLS:
            return
        page.evaluate(
            "document.getElementById('decision')?.scrollTo(0, 100000)"
        )  # parts under the sticky buttons are scrolled out
        found.extend(f"{words}: {fault}" for fault in faults(page))

    def press(where: str) -> None:
        page.evaluate(MARK)
        page.locator(where).first.dispatch_event("click")
        page.wait_for_function(FRESH)

    look("waiting for the other")
    other.take_seat(path)
    page.wait_for_selector("#panel")
    look("a decision")
    press(f"#p-{HEX.SHOOTER}")
    look("a piece with its offers, refused ones too")
    press(".decision .offers a.offer-link")
    look("the odds")
    press(".decision .stick a.btn.quiet")
    press(".decision .stick form:has(input[value*='pass']) button")
    look("the end of a step, asked about")
    press("[data-confirm]")
    look("the next step with the result of the dice")
    press(f"#p-{HEX.PIECE}")
    look("where he may go")
    press("#h-0605")
    look("the way as a draft")
    press("[data-confirm]")
    for tab in ("log", "text", "messages", "changes"):
        page.goto(f"{path}?tab={tab}")
        look(f"the tab {tab}")
    page.locator("a.rule").first.dispatch_event("click") if page.locator(
        "a.rule"
    ).count() else page.goto(f"{path}?tab=log")
    other.page.goto(path)
    page, its = other.page, page
    look("the other's turn")
    page = its
    page.goto(f"{path}/at/2")
    look("the replay")
    page.goto(f"{path}/dice")
    look("the dice")
    page.goto(path)
    page.locator("details.clock-acts summary").click()
    look("the clock")
    page.locator("details.more:has(input[value*='concede']) summary").click()
    look("ending the game")
    press("details.more form:has(input[value*='concede']) button")
    look("giving up, asked about")
    press("[data-confirm]")
    look("the end")
    page.goto(f"{path}/dice")
    look("the dice after the end")
    assert found == [], "\n".join(found)
