"""Twin worlds that differ in a wish, a block or a hidden rating of members of a club.

Each outlet of clubs is the same for all others. The outlets of games are asked in
`test_member_twins.py`.
"""

from __future__ import annotations

import pytest

from app.games import shelf
from app.services.clubs import announcements, club_chat, dates, members, polls
from app.services.clubs.announcements import AnnouncementTerms
from app.services.clubs.dates import DateTerms
from app.services.play import lobby, opponent_wishes
from app.services.play.opponent_wishes import WishForm
from app.web.png_renderer import PNG_RENDERER
from tests.api.conftest import ROOT
from tests.leaks.test_club_twins import ClubWorld, assert_same_outlets
from tests.leaks.test_member_twins import FIRST, SCENARIO, SEATS, SECOND, MemberSecrets
from tests.sample_games import HEX_GAME
from tests.services.clubs.page_operations import POLL

WISHES = {"wishes": f"{ROOT}/wishes"}
ACCOUNT = {"account": "/account"}
RATING = {"export": "/account/export"}


class ClubMemberWorld(MemberSecrets, ClubWorld):
    """Club with a life of its own: `own`, `other`, `rival` and `fourth` write, answer and play."""

    def __init__(self, template, folder, secret: int):
        super().__init__(template, folder, secret, shelf())
        services, club, own = self.services, self.club, self.ids["own"]
        for name in ("rival", "fourth"):
            self.comes(name)
            members.ask_to_join(services, club, self.ids[name], "")
            members.answer_request(services, club, own, self.ids[name], is_admitted=True)
        evening = DateTerms("Evening", "2026-03-20", "18:00", "Soria")
        dates.add_dates(services, club, own, evening)
        polls.propose_dates(services, club, own, POLL)
        announcements.announce(services, club, own, AnnouncementTerms("Cup", "Enter now."))
        for name in ("own", "other", "rival", "fourth"):
            club_chat.write_message(services, club, self.ids[name], f"{name} brings figures.")
            dates.answer_date(services, club, self.ids[name], 1, "yes")
        self.plays("own", "fourth")
        self.plays("rival", "other")

    def plays(self, first: str, second: str) -> None:
        """Battle of the club between two members."""
        terms = {"visibility": "club", "club": self.club}
        opener, guest = self.ids[first], self.ids[second]
        game = lobby.open_table(self.services, opener, HEX_GAME, SCENARIO.key, FIRST, **terms)
        lobby.join_table(self.services, game.id, guest, SECOND)

    def wants(self, who: str, **more: object) -> None:
        """Save a wish for an opponent of the club."""
        form = WishForm(HEX_GAME, SEATS, ("daily",), club_id=self.club, **more)
        opponent_wishes.save_wish(self.services, self.ids[who], form)

    def wishes_behind_a_block(self) -> None:
        """`other` and, in one world only, `rival` behind a block wish for an opponent."""
        self.wants("other")
        super().wishes_behind_a_block()

    def to(self, who: str, paths: dict[str, str]) -> dict[str, str]:
        """Own pages of the user who has the secret."""
        client = self.programs[who].client if paths is WISHES else self.callers[who].client
        return {part: client.get(path).text for part, path in paths.items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("act", "curious", "inside"),
    [
        ("wishes_behind_a_block", ("other", "former", "member", "stranger"), {"rival": WISHES}),
        ("blocks", ("fourth", "former", "member", "stranger"), {"own": ACCOUNT}),
        ("hides_a_rating", ("fourth", "former", "member", "stranger"), {"own": RATING}),
    ],
)
def test_outlets_of_a_club_do_not_depend_on_what_members_keep(
    migrated_sqlite, tmp_path, monkeypatch, act, curious, inside
):
    """CAR-OPP, CAR-BLK and CAR-RAT-05."""
    monkeypatch.setattr(PNG_RENDERER, "png", str.encode)
    assert_same_outlets(migrated_sqlite, tmp_path, act, curious, inside, ClubMemberWorld)
