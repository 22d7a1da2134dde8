"""Every place where users give a name or a title refuses signs that are not visible."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import announcements, clubs, dates, house_rules
from app.services.container import Services
from app.services.notify import notification_targets
from app.services.people import accounts, api_tokens, bot_accounts
from app.services.play import lobby

OVERRIDE, ISOLATE, BELL, JOINER = "\u202e", "\u2066", "\x07", "\u200d"
SIGNS = {"override": OVERRIDE, "isolate": ISOLATE, "control": BELL, "joiner": JOINER}


def give(services: Services, user: int, club: int) -> dict[str, Callable[[str], object]]:
    """Ways to give a name or a title, by their place."""
    box = next(iter(services.shelf))
    day = {"day": "2099-06-18", "time": "18:00"}
    return {
        "account": lambda name: accounts.register(services, name, "a long enough sentence"),
        "bot": lambda name: bot_accounts.create_bot_account(services, user, name),
        "token": lambda name: api_tokens.create_token(services, user, name, ("read",)),
        "webhook": lambda name: notification_targets.add_webhook(
            services, user, "json", name, "https://example.org/", ""
        ),
        "table": lambda name: lobby.open_table(services, user, box, "plain", title=name),
        "club": lambda name: clubs.found_club(services, user, clubs.ClubTerms(name)),
        "place": lambda name: clubs.found_club(services, user, clubs.ClubTerms("A club", name)),
        "date": lambda name: dates.add_dates(services, club, user, dates.DateTerms(name, **day)),
        "announcement": lambda name: announcements.announce(
            services, club, user, announcements.AnnouncementTerms(name)
        ),
        "house rule": lambda name: house_rules.write_house_rule(
            services, club, user, house_rules.HouseRuleTerms(name, text_en="x")
        ),
    }


@pytest.mark.parametrize("sign", SIGNS.values(), ids=SIGNS)
def test_signs_that_are_not_visible_are_refused_in_every_name_and_title(services, sign):
    user = accounts.register(services, "Alba", "a long enough sentence").id
    club = clubs.found_club(services, user, clubs.ClubTerms("Los Arcabuces")).id
    taken = []
    for place, way in give(services, user, club).items():
        try:
            way(f"Ab{sign}cd")
        except Refused:
            continue
        taken.append(place)
    assert taken == []


def test_a_title_of_a_table_that_is_too_long_is_refused(services):
    user = accounts.register(services, "Alba", "a long enough sentence").id
    with pytest.raises(Refused) as refused:
        lobby.open_table(services, user, next(iter(services.shelf)), "plain", title="x" * 81)
    assert {one.rule for one in refused.value.refusals} == {"CAR-LOB-14"}


def test_the_title_of_a_date_has_one_line(services):
    user = accounts.register(services, "Alba", "a long enough sentence").id
    club = clubs.found_club(services, user, clubs.ClubTerms("Los Arcabuces")).id
    terms = dates.DateTerms("An evening\nEND:VEVENT", "2099-06-18", "18:00")
    with pytest.raises(Refused) as refused:
        dates.add_dates(services, club, user, terms)
    assert {one.rule for one in refused.value.refusals} == {"CAR-CLB-15"}
