"""Headlines of results."""

from app.kernel.outcome import (
    CANCELLED,
    CLOSED,
    DROPPED,
    headline_of_winners,
    headline_without_winners,
)
from app.kernel.say import say
from tests.one_by_one import one_by_one


@one_by_one(
    "ending",
    [
        (CANCELLED, "Cancelled"),
        (DROPPED, "Cancelled"),
        (CLOSED, "Finished"),
        ("agreed", "A draw"),
        ("drawn_on_time", "A draw"),
    ],
)
def test_an_end_without_winners_has_the_headline_of_its_kind(ending):
    key, headline = ending
    assert headline_without_winners(key).in_("en") == headline


def test_the_headline_names_the_winners_and_the_degree_of_their_victory():
    winners = [say("Ash", "Fresno"), say("Birch", "Abedul")]
    assert headline_of_winners(winners, None).in_("en") == "Victory: Ash and Birch"
    decisive = say("decisive victory", "victoria decisiva")
    assert headline_of_winners(winners, decisive).in_("es") == "Victoria decisiva: Fresno y Abedul"
