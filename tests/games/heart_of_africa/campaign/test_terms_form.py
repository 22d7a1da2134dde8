"""Form of terms and its preview: the payer, the amount, the words, and what each answer brings."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.box import CAMPAIGN
from app.games.heart_of_africa.campaign.state import Talk
from tests.games.heart_of_africa.campaign.seasons import player, season, seen

PLAYERS = (player(1, "native", people="Bari"), player(2, "explorer", people="Brandt"))


def view(*, is_attack=True):
    return seen(season("declaring", *PLAYERS, talks=(Talk("p2", "p1", is_attack),)), "p1")


def preview(order, language="en", **more):
    seen_now = CAMPAIGN.assess(view(**more), order)
    return [one.in_(language) for one in seen_now.notes]


def offer_of_terms(**more):
    return next(one for one in CAMPAIGN.offers(view(**more)) if isinstance(one.order, o.OfferTerms))


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        ("en", "Your terms: the expedition Brandt pays 2 hongos to the Bari; in words: “peace”.",
         "If they accept, there is no battle. If they refuse, there will be a battle."),
        ("es",
         "Tus condiciones: la expedición Brandt paga 2 hongos a los Bari; de palabra: «peace».",
         "Si las aceptan, no hay batalla. Si las rechazan, habrá batalla."),
    ],
)  # fmt: skip
def test_the_preview_repeats_the_terms(language, first, last):
    notes = preview(o.OfferTerms("p2", "p2", 2, words="peace"), language)
    assert (notes[0], len(notes), notes[-1]) == (first, 3, last)


def test_the_payer_is_the_player_who_offers_unless_the_terms_name_the_other():
    assert "the Bari pay 1 hongo to the expedition Brandt" in preview(o.OfferTerms("p2", "", 1))[0]


def test_words_bind_no_player_and_are_told_only_if_there_are_any():
    said = [preview(o.OfferTerms("p2", "p1", 1, words=words)) for words in ("", "peace")]
    assert [any("bind no player" in one for one in notes) for notes in said] == [False, True]


def test_the_form_says_what_acceptance_means():
    attack, request = offer_of_terms(), offer_of_terms(is_attack=False)
    assert "If they accept, there is no battle." in attack.says.in_("en")
    assert "there is no passage and no battle" in request.says.in_("en")
    assert "habrá batalla" not in request.says.in_("es")
    titles = [one.title.in_("en") for one in attack.asks]
    assert titles[:2] == ["Who pays?", "How many hongos?"]
    assert titles[-1] == "Other terms (they bind no player)"


def test_terms_to_a_player_without_a_talk_say_nothing_but_the_refusal():
    seen_now = CAMPAIGN.assess(view(), o.OfferTerms("p9", "p1", 1))
    assert seen_now.no and not seen_now.notes
