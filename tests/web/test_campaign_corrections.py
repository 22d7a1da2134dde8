"""Correction page of the campaign of In the Heart of Africa."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.kernel.contract import Difference
from app.kernel.correction_orders import CorrectMove
from app.kernel.dice import Roll
from app.kernel.say import as_is
from app.services.play.corrections import Preview, Result
from app.web.correction_results import shown_preview
from tests.api.campaigns import Campaign
from tests.api.conftest import patched, site  # noqa: F401 fixtures
from tests.web.circle import text_of
from tests.web.test_review_pages import logged_in


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "Order of play"), ("es", "Orden de juego")]
)
def test_a_heading_of_the_log_does_not_run_into_its_sentence(site, language, heading):  # noqa: F811 the fixture
    campaign = Campaign(site)
    campaign.open_turn()
    page = logged_in(site.app, "Ada").get(f"{campaign.path}/corrections?lang={language}")
    assert f"<br><b>{heading}</b><br>" in page.text


def difference(number: int) -> Difference:
    return Difference(as_is("hongos"), as_is("4"), as_is(str(number)))


def result(odds: Fraction, faces: tuple[int, ...], *after: int) -> Result:
    rolls = tuple((Roll("wound", "p1", 6, face),) for face in faces)
    return Result(odds, rolls, tuple(map(difference, after)), ())


def preview(*results: Result) -> Preview:
    return Preview(CorrectMove(3, "A mistake."), "digest", results, 0)


def test_changes_of_every_result_are_told_once():
    half = Fraction(1, 2)
    shown = shown_preview(preview(result(half, (1, 3, 5), 6, 7), result(half, (2, 4, 6), 6)))
    assert list(shown.differences) == [difference(6)]
    assert [list(one.differences) for one in shown.results] == [[difference(7)], []]
    assert [(one.share, one.percent) for one in shown.results] == [("½", 50), ("½", 50)]


def test_the_faces_of_one_new_die_stand_in_order_with_their_results():
    thirds = (Fraction(2, 3), (1, 2, 4, 5), 6), (Fraction(1, 3), (3, 6), 7)
    shown = shown_preview(preview(*(result(*one) for one in thirds)))
    assert list(shown.die) == [(1, 1), (2, 1), (3, 2), (4, 1), (5, 1), (6, 2)]
    assert [one.share for one in shown.results] == ["⅔", "⅓"]


def test_several_new_dice_have_no_row_of_faces_and_many_ways_no_pictures():
    way = (Roll("hunt", "p1", 6, 1), Roll("wound", "p1", 6, 2))
    two = Result(Fraction(1, 2), (way,), (difference(6),), ())
    many = Result(Fraction(1, 2), (way,) * 13, (difference(7),), ())
    shown = shown_preview(preview(two, many))
    assert not shown.die
    assert [list(one.dice) for one in shown.results] == [[[1, 2]], []]


def test_dice_without_a_result_in_the_list_have_their_odds():
    shown = shown_preview(preview(result(Fraction(19, 20), (1, 2, 3, 4, 5), 6)))
    assert [one.percent for one in shown.results] == [95]
    assert shown.unlisted == 5


def test_a_certain_correction_shows_the_entry_as_recorded_and_as_corrected(site):  # noqa: F811 the fixture
    campaign = Campaign(site)
    campaign.open_turn()
    attacker = campaign.waiting()[0]
    campaign.order(attacker, "pass")
    last = campaign.referee.get(campaign.path)["last"]
    page = logged_in(site.app, "Ada")
    address = f"{campaign.path}/corrections?lang=en&move={last}"
    [attack] = [
        row.split('"')[0]
        for row in page.get(address).text.split("&amp;offer=")[1:]
        if "Attack" in row.split("</a>")[0]
    ][:1]
    told = text_of(page.get(f"{address}&offer={attack}&correction_reason=They+attacked.").text)
    recorded, corrected = told.split("As corrected", 1)
    assert "pass." in recorded.split("As recorded", 1)[1]
    assert "attack the" in corrected.split("Reason", 1)[0]


def test_the_reason_of_a_correction_stands_beside_that_of_a_decision(site):  # noqa: F811 the fixture
    campaign = Campaign(site)
    campaign.dispute()
    decided = {"kind": "decide", "battle": "b1", "winner": None, "reason": "No sheet is signed."}
    campaign.referee.order(campaign.address, decided)
    last = campaign.referee.get(campaign.path)["last"]
    page, address = logged_in(site.app, "Ada"), f"{campaign.path}/corrections?lang=en&move={last}"
    rows = page.get(address).text.split("&amp;offer=")[1:]
    won = next(row.split('"')[0] for row in rows if "won<" in row)
    form = page.get(f"{address}&offer={won}").text
    assert form.count('name="reason"') == 1 and form.count('name="correction_reason"') == 1
    both = f"{address}&offer={won}&reason=A+photograph.&correction_reason=A+mistake."
    assert "Sign the correction" in page.get(both).text
