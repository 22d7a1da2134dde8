"""Void drafts: the organisers read the reason beside the button that draws again."""

from __future__ import annotations

import pytest

from app.games.contests import orders as o
from app.games.contests.sentences import DRAFT_VOID
from app.games.contests.state import CHALLENGES, ENTRANTS
from app.kernel.seats import Viewer
from tests.games.contests.test_whole_contests import BOX, Played


def says_of_draw(played: Played) -> str:
    view = BOX.view(played.state, Viewer("referee", "referee"))
    [offer] = [one for one in BOX.offers(view) if isinstance(one.order, o.DraftRound)]
    return offer.says.in_("en")


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_reason_has_a_sentence(language):
    assert all(DRAFT_VOID[one].in_(language) for one in (ENTRANTS, CHALLENGES))


def test_the_reason_stands_beside_the_button_until_the_round_is_drawn_again():
    played = Played("swiss", 5, 1, 0.0)
    played.give("referee", o.CloseSignUp())
    before = says_of_draw(played)
    played.give("referee", o.DraftRound())
    played.give("p2", o.BeAbsent(True))
    assert says_of_draw(played) == f"{DRAFT_VOID[ENTRANTS].in_('en')} {before}"
    played.give("referee", o.DraftRound())
    assert played.state.draft is not None and played.state.void == ""


def test_the_button_that_publishes_names_the_opponents():
    played = Played("swiss", 5, 1, 0.0)
    played.give("referee", o.CloseSignUp())
    played.give("referee", o.DraftRound())
    view = BOX.view(played.state, Viewer("referee", "referee"))
    [offer] = [one for one in BOX.offers(view) if isinstance(one.order, o.PublishRound)]
    says = offer.says.in_("en")
    battles = [one for one in played.state.draft if not one.is_bye]
    assert len(battles) == 2 and says.startswith("All battles are published at once: 2 battles.")
    for one in battles:
        first, second = (played.state.entrants[key].name for key in one.entrants)
        assert f"{first} – {second}" in says
