"""Pages of both ratings of a player: on this site and on real tables."""

from __future__ import annotations

from app.kernel.rating import Rating
from app.kernel.rating_periods import TABLE, WEB, WeeklyRating
from app.services.people.account_rules import name_key
from tests.sample_games import HEX_GAME
from tests.web.circle import text_of

LAST_WEEK = 2900


def rated(web, name: str, pool: str, value: float) -> int:
    """Give a member a rating; returns the number of the member."""
    with web.app.state.services.store.write() as work:
        member = work.users.find_by_name(name_key(name))[0].id
        weekly = WeeklyRating(member, LAST_WEEK, Rating(value, 80.0))
        work.ratings.replace_since(HEX_GAME, pool, LAST_WEEK, [weekly])
        work.commit()
    return member


def test_both_ratings_stand_on_the_pages_of_a_player(web, visitor):
    """CAR-RAT-08: each has its page, and the profile names both."""
    ana, bea = visitor().register("Ana"), visitor("es").register("Bea")
    member = rated(web, "Ana", TABLE, 1640.0)
    at = f"/people/{member}/rating/{HEX_GAME}"
    page = text_of(ana.get(f"{at}?pool=table").text)
    assert "rating of results from real tables" in page and "1640" in page
    assert "On this site none yet" in " ".join(page.split())
    rated(web, "Ana", WEB, 1480.0)
    shown = text_of(bea.get(at).text)
    assert "Dos puntuaciones separadas" in shown and "1480" in shown and "1640" in shown
    profile = bea.get(f"/people/{member}").text
    assert f'href="{at}"' in profile and f'href="{at}?pool=table"' in profile
    assert "mesas reales" in text_of(profile)
    assert visitor().get(f"{at}?pool=other").status_code == 404


def test_a_player_without_results_of_real_tables_has_one_rating(web, visitor):
    ana = visitor().register("Ana")
    member = rated(web, "Ana", WEB, 1480.0)
    assert "Two separate ratings" not in ana.get(f"/people/{member}/rating/{HEX_GAME}").text
