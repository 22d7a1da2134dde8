"""Players who are out of the campaign: their sentence, their offers and their score."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.box import CAMPAIGN
from tests.games.heart_of_africa.campaign.seasons import player, season, seen

OTHERS = (player(2, "native", people="Bari"), player(3, "colonial"))


def told(one, language="en", **more):
    notice = CAMPAIGN.own_notice(seen(season("declaring", one, *OTHERS, **more), "p1"))
    return notice and notice.in_(language)


@pytest.mark.parametrize(
    ("one", "english", "spanish"),
    [
        (player(1, "explorer", status="eliminated"), "Your Leader is dead", "Tu Líder ha muerto"),
        (player(1, "colonial", status="eliminated"), "after 3 defeats", "tras 3 derrotas"),
        (player(1, "native", status="eliminated", hongos=0), "no hongos left", "sin hongos"),
        (player(1, "native", status="eliminated", hongos=2), "former masters", "antiguos amos"),
        (player(1, "native", status="conquered", master="p3", hongos=None),
         "conquered by the British", "sometido por los británicos"),
        (player(1, "native", status="conquered", hongos=None), "no master", "no tiene amo"),
    ],
)  # fmt: skip
def test_a_player_who_is_out_reads_the_reason(one, english, spanish):
    assert english in told(one)
    assert spanish in told(one, "es")


def test_active_players_and_spectators_read_no_such_sentence():
    assert told(player(1, "native")) is None
    state = season("declaring", player(1, "explorer", status="eliminated"), *OTHERS)
    assert CAMPAIGN.own_notice(seen(state, None)) is None
    assert told(player(1, "explorer", status="eliminated"), is_closed=True) is None


@pytest.mark.parametrize("status", ["conquered", "eliminated"])
def test_a_player_who_is_out_is_offered_no_promotion(status):
    kingdom = replace(player(1, "native"), list="native_kingdom", nation="buganda")
    playing = season("between_turns", kingdom, *OTHERS)
    out = season("between_turns", replace(kingdom, status=status, master="p3"), *OTHERS)
    assert any(isinstance(one.order, o.Claim) for one in CAMPAIGN.offers(seen(playing, "p1")))
    assert not any(isinstance(one.order, o.Claim) for one in CAMPAIGN.offers(seen(out, "p1")))


@pytest.mark.parametrize(
    ("status", "gives"), [("active", True), ("conquered", False), ("eliminated", False)]
)
def test_only_an_active_player_is_offered_gifts_and_has_a_score(status, gives):
    state = season("declaring", player(1, "native", status=status), *OTHERS)
    view = seen(state, "p1")
    assert any(isinstance(one.order, o.Give) for one in CAMPAIGN.offers(view)) is gives
    assert ("p1" in dict(CAMPAIGN.summary(view).score)) is gives
