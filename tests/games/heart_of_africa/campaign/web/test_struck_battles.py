"""Page of a battle that a correction has struck, at its old address."""

from __future__ import annotations

import secrets

import pytest

from app.kernel.correction_orders import CorrectMove
from app.services.play import corrections
from app.services.watch.game_view import load_view
from tests.games.heart_of_africa.campaign.campaign_club import Campaign
from tests.games.heart_of_africa.campaign.web.prepared import prepared_campaign
from tests.web.reading import words_on
from tests.web.test_contest_pages import act, found_contest, sign_up
from tests.web.test_contest_teams import gives
from tests.web.test_routes import Caller
from tests.web.test_struck_entrants import strike

REASON = "The attack was never declared."


@pytest.fixture
def campaign(app, sqlite_url) -> Campaign:
    return prepared_campaign(app, sqlite_url, "played")


def strike_battle(app, campaign: Campaign) -> int:
    """Strike the attack of battle b1; returns the number of the correction."""
    services, referee = app.state.services, campaign.ids["referee"]
    desk = corrections.load_desk(services, campaign.id, referee)
    attack = next(
        one.number for one in desk.history.moves if b'"kind":"attack"' in bytes(one.order)
    )
    order = CorrectMove(attack, REASON)
    digest = corrections.preview_correction(desk, order).digest
    corrections.sign_correction(services, campaign.id, referee, secrets.token_hex(8), order, digest)
    return load_view(services, campaign.id).last


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "This battle was struck"), ("es", "Batalla anulada")],
)
def test_the_old_address_tells_of_the_correction(app, campaign, language, words):
    path = f"{campaign.path}/battles/b1"
    assert Caller(app, None).get(path).status_code == 200
    number = strike_battle(app, campaign)
    for seat in ("p1", "referee", ""):
        reader = Caller(app, campaign.ids[seat] if seat else None)
        answer = reader.get(f"{path}?lang={language}")
        assert answer.status_code == 410
        assert words in " ".join(words_on(answer.text)) and REASON in answer.text
        assert f'href="{campaign.path}/at/{number}"' in answer.text
        assert reader.get(f"{campaign.path}/at/{number}").status_code == 200
        assert reader.get(f"{campaign.path}/battles/b99").status_code == 404


def test_other_users_learn_nothing_of_a_struck_battle(app, campaign):
    strike_battle(app, campaign)
    with app.state.services.store.write() as work:
        work.games.update_game(campaign.id, spectators=False)
        work.commit()
    answer = Caller(app, None).get(f"{campaign.path}/battles/b1")
    other = Caller(app, None).get(f"{campaign.path}/battles/b99")
    assert answer.status_code == other.status_code == 404 and REASON not in answer.text
    assert Caller(app, campaign.ids["p1"]).get(f"{campaign.path}/battles/b1").status_code == 410


def test_a_struck_battle_of_a_league_in_words_is_told_too(visitor):
    """Two entrants agreed on the battle. A battle in words has no table."""
    path, (ana, bea, cid, *_) = found_contest(visitor, "league", **{"t.words": "Chess"})
    sign_up(path, bea, "Bea", 0)
    sign_up(path, cid, "Cid", 1)
    act(path, ana, "close_sign_up")
    assert gives(path, bea, "p1", kind="challenge", opponent="p2").status_code == 303
    accepted = gives(path, cid, "p2", kind="answer_challenge", challenge="c1", accept=True)
    assert accepted.status_code == 303
    battle = f"{path}/battles/r1.1"
    assert bea.get(battle).status_code == 200
    strike(path, ana, b'"answer_challenge"')
    for reader in (ana, bea, cid):
        answer = reader.get(f"{battle}?lang=en")
        assert answer.status_code == 410 and "This battle was struck" in answer.text
