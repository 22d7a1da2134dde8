"""Army builder in a browser: live verdict, focus, input kept, axe, one printed page."""

from __future__ import annotations

import re

import pytest

from tests.browser.test_axe import faults
from tests.sample_games import INCH

NEW = f"/armies/new?list={INCH.LIST}&nation={INCH.FURTHER_NATION}&scenario={INCH.RAID}&role={INCH.ROLE}&points=300"
SHAPES = [
    pytest.param("light", (1360, 860), "en", marks=pytest.mark.proof),
    ("dark", (390, 844), "es"),
]


SWAPPED = "window.swapped = false; document.addEventListener('htmx:after:swap', () => { window.swapped = true; }, { once: true })"


def settled(page, what) -> None:
    """Change the form and wait until its verdict is on the page."""
    page.evaluate(SWAPPED)
    what()
    page.wait_for_function("() => window.swapped")


def pressed(page, where) -> None:
    settled(page, page.locator(where).first.click)


def test_the_verdict_follows_the_form_and_input_is_kept(site, person):
    one = person(site)
    page = one.page
    page.goto(NEW)
    assert page.locator(".stamp.no").count() == 1
    for _ in range(3):
        pressed(page, "[value='add units spearman']")
    page.wait_for_selector(".stamp.yes")
    assert "105" in page.inner_text(".total") and "Every rule is kept" in page.inner_text("#said")

    pressed(page, "[id='units.0.figures.spearman-more']")  # the button keeps the focus
    assert page.evaluate("document.activeElement.id") == "units.0.figures.spearman-more"
    assert page.input_value("[id='units.0.figures.spearman']") == "9"

    page.click("#boats summary")  # unfolded parts stay open
    name = page.locator("[id='units.1.name']")
    settled(page, lambda: name.press_sequentially("Leopards of the ri", delay=15))
    name.press_sequentially("ver", delay=15)
    assert (
        name.input_value() == "Leopards of the river"
        and page.evaluate("document.activeElement.id") == "units.1.name"
    )
    assert page.get_attribute("details#boats", "open") is not None

    page.select_option("#list", INCH.SMALL_LIST)
    page.wait_for_selector(f"#nation option[value='{INCH.SMALL_LIST}']", state="attached")
    assert page.input_value("#nation") == INCH.SMALL_LIST and page.locator(".stamp.no").count() == 1
    assert page.input_value("[id='units.1.name']") == "Leopards of the river"
    page.fill("#points", "many")
    page.wait_for_selector("#points-no")
    assert page.input_value("#points") == "many"
    page.select_option("#list", INCH.LIST)
    page.wait_for_selector(f"#nation option[value='{INCH.FURTHER_NATION}']", state="attached")
    page.fill("#points", "450")
    page.wait_for_selector("#points-no", state="detached")

    page.on("dialog", lambda dialog: dialog.accept())
    pressed(page, "[value='raise']")
    page.wait_for_selector(".stamp.yes")
    page.fill("#name", "The lion’s share")
    page.click(".keeping .btn.go")
    page.wait_for_url(re.compile(r"/armies/\d+$"))
    assert page.inner_text("h1") == "The lion’s share" and page.input_value("#points") == "450"
    one.does_not_complain()


@pytest.mark.parametrize(("theme", "size", "language"), SHAPES)
@pytest.mark.proof
def test_axe_finds_nothing_and_no_part_is_too_wide(site, person, theme, size, language):
    one = person(
        site,
        language,
        viewport={"width": size[0], "height": size[1]},
        has_touch=size[0] < 500,
        color_scheme=theme,
        bypass_csp=True,
    )
    page, found = one.page, []

    def look(words: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], words
        page.evaluate(
            "for (const fold of document.querySelectorAll('main details')) fold.open = true"
        )
        found.extend(f"{words}: {fault}" for fault in faults(page))

    page.goto(NEW)
    look("a new army")
    pressed(page, "[value='raise']")
    look("a lawful army")
    settled(page, lambda: page.fill("#points", "x"))
    pressed(page, "[value='copy units.0']")
    pressed(page, "#allies [value^='add allies']")
    look("an unlawful one with allies")
    settled(page, lambda: page.fill("#points", "300"))
    page.select_option("#sharing", "public")
    page.click(".keeping .btn.go")
    page.wait_for_url(re.compile(r"/armies/\d+$"))
    look("a saved one")
    address = page.url
    for path in ("/armies", f"{address}/sheet"):
        page.goto(path)
        look(path)
    other = person(
        site,
        language,
        viewport={"width": size[0], "height": size[1]},
        color_scheme=theme,
        bypass_csp=True,
    )
    page = other.page
    page.goto(address)
    look("read by another")
    assert found == [], "\n".join(found)


@pytest.mark.proof
def test_a_full_army_prints_on_one_page_in_either_language(site, person):
    page = person(site).page
    page.goto(
        f"/armies/new?list={INCH.COSTLY_LIST}&scenario={INCH.STORM}&role={INCH.ROLE}&points=720&year=1885"
    )
    pressed(page, "[value='raise']")
    page.click(".keeping .btn.go")
    page.wait_for_url(re.compile(r"/armies/\d+$"))
    for language in ("en", "es"):
        page.goto(f"{page.url.split('/sheet')[0]}/sheet?lang={language}")
        assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(prefer_css_page_size=True))) == 1
