"""Twin worlds that differ in parts of a club for some of its members: the same for all others.

Each outlet of clubs is asked, and each outlet of the other twin worlds that names no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import argon2
import pytest

from app.services.clubs import (
    announcements,
    club_chat,
    club_links,
    clubs,
    dates,
    house_rules,
    members,
    polls,
    welcome,
)
from app.services.clubs.announcements import AnnouncementTerms
from app.services.clubs.clubs import ClubTerms
from app.services.clubs.dates import DateTerms
from app.services.clubs.house_rules import HouseRuleTerms
from app.services.people import password_hashes
from tests.api.conftest import ROOT
from tests.api.test_matrix import WITHOUT_A_GAME
from tests.contract.tiny import TINY
from tests.counting import count
from tests.leaks.listed import listed
from tests.leaks.outlets import TEST
from tests.leaks.still import Standing, stand_still
from tests.leaks.worlds import World
from tests.services.clubs.page_operations import POLL

NUMBERED = (
    *("page", "version", "number", "announcement", "poll", "message"),
    *("date", "table", "link", "hook", "code", "name"),
)
SITE = {"club", "person", "user", "token", "kind", "year", "month", "role", *NUMBERED}
OUTSIDE = ("member", "former", "stranger")
TO_OUTSIDE = re.compile(r"mail (former|member)@|(hook|push) https://\w+\.example/(former|member)\b")
OF_MEMBERS = {
    "chat": "/clubs/{club}/messages",
    "dates": "/clubs/{club}/dates",
    "polls": "/clubs/{club}/polls",
    "announcements": "/clubs/{club}/announcements",
    "house rules": "/clubs/{club}/house-rules",
    "welcome": "/clubs/{club}/welcome",
    "log": "/clubs/{club}/log",
}
OF_ORGANISERS = {"webhooks": "/clubs/{club}/hooks", "requests and links": "/clubs/{club}"}


class ClubWorld(World):
    """Club of `own` with the member `other`. `former` was a member; `leaver` leaves, in world 1 by
    the will of the owner.
    """

    def __init__(self, template, folder, secret: int, shelf=TINY):
        super().__init__(template, folder, secret, shelf)
        for name in ("former", "leaver", "asker"):
            self.comes(name)
        for name in ("former", "member"):
            self.listens(name)
        services, own = self.services, self.ids["own"]
        self.club = clubs.found_club(services, own, ClubTerms("Hussars", entry="open")).id
        for name in ("other", "former", "leaver"):
            members.join_club(services, self.club, self.ids[name])
        members.remove_member(services, self.club, own, self.ids["former"])
        clubs.change_front_page(services, self.club, own, ClubTerms("Hussars", entry="request"))

    def lives_inside(self) -> None:
        """Texts, dates and acts for members, in one of the worlds only."""
        services, club, own = self.services, self.club, self.ids["own"]
        if not self.secret:
            members.leave_club(services, club, self.ids["leaver"])
            return
        members.remove_member(services, club, own, self.ids["leaver"])
        club_chat.write_message(services, club, own, "The mill is undefended, former and member.")
        dates.add_dates(services, club, own, DateTerms("Mill", "2026-03-20", "18:00", "Soria"))
        polls.propose_dates(services, club, own, POLL)
        announcements.announce(services, club, own, AnnouncementTerms("Mill", "Burn it."))
        house_rules.write_house_rule(services, club, own, HouseRuleTerms("Mill", "", "Burn it."))
        welcome.change_welcome(services, club, own, "Burn the mill.", "")

    def organises(self) -> None:
        """Facts for organisers, which differ between the worlds."""
        services, club, own = self.services, self.club, self.ids["own"]
        words = ("Please", "I bring the figures of the whole mill")[self.secret]
        members.ask_to_join(services, club, self.ids["asker"], words)
        club_links.make_link(services, club, own, 7, 3)
        message = club_chat.write_message(services, club, own, words)
        club_chat.hide_message(services, club, own, message, is_hidden=True)
        with services.store.write() as work:
            work.notification_targets.add_target(
                user_id=None,
                club_id=club,
                kind=("json", "slack")[self.secret],
                name="Channel",
                url=("https://1.1.1.1/hook", "https://1.0.0.1/hook")[self.secret],
                mention="",
                secret="x",
                created="2026-01-01T00:00:00.000Z",
            )
            work.commit()

    def filled(self, path: str) -> Iterator[str]:
        """Addresses of a route; none if it names a thing outside of clubs."""
        names = re.findall(r"\{(\w+)\}", path)
        values = {name: [1] for name in NUMBERED} | {
            "club": [self.club],
            "person": list(self.ids.values()),
            "user": list(self.ids.values()),
            "token": [self.calendar],
            "kind": ["results", "members"],
            "year": [2026],
            "month": ["2026-03"],
            "role": ["organiser"],
        }
        if set(names) <= SITE:
            for found in product(*(values[name] for name in names)):
                yield path.format(**dict(zip(names, found, strict=True)))

    def answers(self, who: str) -> dict[str, tuple]:
        """Answers to the reading requests, then to the changing operations of clubs."""
        client, program, found = self.callers[who].client, self.programs[who], {}
        for outlet in asked("pages"):
            method, path = outlet.split(" ")
            if method != "GET":
                continue
            for address in self.filled(path):
                found[address] = client.get(address, follow_redirects=False)
        for outlet in sorted(asked("api"), key=lambda one: not one.startswith("GET ")):
            method, path = outlet.split(" ")
            if method != "GET" and not path.startswith("/clubs/{club}"):
                continue
            body = WITHOUT_A_GAME[outlet][1] if method != "GET" else None
            for address in self.filled(path):
                found[f"api {method} {address}"] = program.ask(method, address, body)
        return {name: told(one) for name, one in found.items()}

    def to(self, who: str, paths: dict[str, str]) -> dict[str, str]:
        """Parts of the club as a user reads them."""
        client = self.programs[who].client
        return {
            part: client.get(ROOT + path.format(club=self.club)).text
            for part, path in paths.items()
        }


def asked(kind: str) -> list[str]:
    """Outlets of clubs, and those that all other twin worlds ask."""
    others = set(listed(kind, TEST))
    return [one for one in listed(kind) if one in others or one.split(" ")[1].startswith("/clubs")]


def told(answer) -> tuple:
    headers = sorted((key, value) for key, value in answer.headers.items() if key != "date")
    return answer.status_code, headers, answer.content


def told_in(
    patch, template, folder, number: int, act: str, curious, inside: dict, made=ClubWorld
) -> tuple:
    """Answers to the curious users in a world, and its parts as insiders read them."""
    stand_still(patch)
    cheap = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, salt_len=8)
    patch.setattr(password_hashes, "password_hasher", cheap)
    world = made(template, folder, number)
    with world.posted(patch):
        getattr(world, act)()
        Standing.pass_by(minutes=30)
        parts = {who: world.to(who, paths) for who, paths in inside.items()}
        found = {
            f"{who} {name}": one for who in curious for name, one in world.answers(who).items()
        }
        found["post"] = [one for one in world.post() if TO_OUTSIDE.match(one)]
    world.ends()
    return found, parts


def assert_same_outlets(template, folder, act: str, curious, inside: dict, made=ClubWorld) -> None:
    """Compare all outlets of two worlds for the curious users. Insiders read different parts."""
    worlds = []
    for number in (0, 1):
        with pytest.MonkeyPatch.context() as patch:
            worlds.append(told_in(patch, template, folder, number, act, curious, inside, made))
    (one, parts), (other, others) = worlds
    count("twin_outlets", len(one))
    assert list(one) == list(other) and len(one) > 100 * len(curious)
    assert [name for name in one if one[name] != other[name]] == []
    for who, known in parts.items():
        assert [part for part in known if known[part] == others[who][part]] == [], who


@pytest.mark.slow
@pytest.mark.parametrize(
    ("act", "curious", "inside"),
    [
        ("lives_inside", OUTSIDE, {"own": OF_MEMBERS, "other": OF_MEMBERS}),
        ("organises", ("other", *OUTSIDE), {"own": OF_ORGANISERS}),
    ],
    ids=["members", "organisers"],
)
def test_outlets_do_not_depend_on_parts_for_others(migrated_sqlite, tmp_path, act, curious, inside):
    assert_same_outlets(migrated_sqlite, tmp_path, act, curious, inside)
