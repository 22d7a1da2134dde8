"""Club with a member of every role, and users outside it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from app.services.clubs import closing, club_links, club_log, clubs, members, ownership
from app.services.clubs.clubs import ClubTerms
from app.services.container import Services, current_time
from app.services.people import accounts
from tests.database_copies import copy_database, kept_file
from tests.services.clubs.page_operations import PAGE_OPERATIONS

NAMES = {
    "owner": "Nines",
    "owner 2": "Quinto",
    "organiser": "Berta",
    "organiser 2": "Carla",
    "referee": "Ana",
    "scribe": "Maite",
    "member": "Tom",
    "member 2": "Pau",
    "reader": "Trasgo",
    "removed": "Vera",
    "asked": "Rosal",
    "asked 2": "Zaca",
    "invited": "Lobo",
    "stranger": "Ximo",
}
TERMS = ClubTerms("Dragones de Soria", "Casa de la Tierra", "Fifty players.", "Cincuenta socios.")


_founded: dict[Path, tuple[dict[str, int], int, str]] = {}
"""Users, club and link of each kept database."""


class StaffedClub:
    """Users by role, the club and its link. On SQLite a process founds it once an hour and copies
    the database, over that of services without rows.
    """

    def __init__(self, services: Services, entry: str = "request"):
        self.services, self.links = services, 0
        self.sessions: dict[str, str] = {}
        file = services.store.engine.url.database if services.store.is_sqlite else ""
        kept = kept_file(f"club of {current_time()[:13]}")
        if file and kept in _founded:
            copy_database(kept, Path(file))
            self.ids, self.club, self.code = copy.deepcopy(_founded[kept])
        else:
            self.found()
        if file and kept not in _founded:
            copy_database(Path(file), kept)
            _founded[kept] = copy.deepcopy((self.ids, self.club, self.code))
        if entry != "request":
            self.change_entry(entry)

    def found(self) -> None:
        """Register all users, found the club and give the roles."""
        services = self.services
        self.ids = {
            role: accounts.register(services, name, "a long enough sentence").id
            for role, name in NAMES.items()
        }
        self.ids["guest"] = accounts.create_guest(services).id
        self.club = clubs.found_club(services, self.ids["owner"], TERMS).id
        owner = self.ids["owner"]
        for role in (
            "owner 2",
            "organiser",
            "organiser 2",
            "referee",
            "scribe",
            "member 2",
            "reader",
        ):
            self.enter(role)
            key = role.removesuffix(" 2")
            if key != "member":
                self.appoint(role, key)
                members.take_role(services, self.club, owner, self.ids[role], "member")
        self.enter("member")
        self.enter("removed")
        members.remove_member(services, self.club, owner, self.ids["removed"])
        for role in ("asked", "asked 2"):
            members.ask_to_join(services, self.club, self.ids[role], "I played in Zaragoza.")
        members.invite_to_club(services, self.club, owner, NAMES["invited"])
        self.code = club_links.make_link(services, self.club, owner, 14, 50)

    def enter(self, role: str) -> None:
        """The user asks, and the owner admits."""
        members.ask_to_join(self.services, self.club, self.ids[role], "")
        members.answer_request(
            self.services, self.club, self.ids["owner"], self.ids[role], is_admitted=True
        )

    def appoint(self, role: str, given: str, by: str = "owner") -> None:
        """A member gets another role; a future owner accepts it."""
        members.give_role(self.services, self.club, self.ids[by], self.ids[role], given)
        if given == "owner":
            ownership.answer_offer(self.services, self.club, self.ids[role], is_accepted=True)

    def change_entry(self, entry: str) -> None:
        from msgspec.structs import replace

        clubs.change_front_page(
            self.services, self.club, self.ids["owner"], replace(TERMS, entry=entry)
        )

    def link(self) -> int:
        return clubs.load_club(self.services, self.club, self.ids["owner"]).links[0].id

    def roles(self, role: str) -> set[str]:
        with self.services.store.read() as work:
            return set(work.clubs.roles_of_user(self.club, self.ids[role]))

    def act(self, operation: str, role: str) -> Any:
        """Let the user with this role do the operation."""
        return OPERATIONS[operation](self, self.ids[role])


def _on(act: Callable, *fixed: str, **more: Any) -> Callable[[StaffedClub, int], Any]:
    """Act on the users of these roles; other texts stay."""
    return lambda staffed, me: act(
        staffed.services, staffed.club, me, *(staffed.ids.get(one, one) for one in fixed), **more
    )


OPERATIONS: Mapping[str, Callable[[StaffedClub, int], Any]] = {
    "look": lambda staffed, me: clubs.load_club(staffed.services, staffed.club, me),
    "read the log": lambda staffed, me: club_log.load_log(staffed.services, staffed.club, me),
    "change": _on(clubs.change_front_page, terms=TERMS),
    "admit": _on(members.answer_request, "asked 2", is_admitted=True),
    "decline": _on(members.answer_request, "asked 2", is_admitted=False),
    "invite": lambda staffed, me: members.invite_to_club(
        staffed.services, staffed.club, me, "Ximo"
    ),
    "make a link": _on(club_links.make_link, days=7, uses=5),
    "withdraw a link": lambda staffed, me: club_links.withdraw_link(
        staffed.services, staffed.club, me, staffed.link()
    ),
    "give a role": _on(members.give_role, "member 2", role="scribe"),
    "take a role": _on(members.take_role, "organiser 2", role="organiser"),
    "take the first ownership": _on(members.take_role, "owner", role="owner"),
    "offer the ownership": _on(members.give_role, "member 2", role="owner"),
    "readmit": _on(members.readmit_member, "removed"),
    "accept the ownership": _on(ownership.answer_offer, is_accepted=True),
    "decline the ownership": _on(ownership.answer_offer, is_accepted=False),
    "remove a member": _on(members.remove_member, "member 2"),
    "remove an organiser": _on(members.remove_member, "organiser 2"),
    "remove the first owner": _on(members.remove_member, "owner"),
    "propose the closing": _on(closing.propose_closing),
    "agree to the closing": _on(closing.agree_to_closing),
    "withdraw the closing": _on(closing.withdraw_closing),
    "archive": _on(clubs.archive_club, is_archived=True),
    "open again": _on(clubs.archive_club, is_archived=False),
    "leave": _on(members.leave_club),
    "join": _on(members.join_club),
    "join with a code": lambda staffed, me: members.join_club(
        staffed.services, staffed.club, me, staffed.code
    ),
    "join with an old code": lambda staffed, me: members.join_club(
        staffed.services, staffed.club, me, "gone"
    ),
    "ask": _on(members.ask_to_join, words="Please."),
    **PAGE_OPERATIONS,
}
