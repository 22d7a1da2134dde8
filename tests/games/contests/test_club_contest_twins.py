"""Twin worlds that differ in a secret of a contest of a club: the draft of a round, or a list.
Each outlet of clubs is the same for all others.

The outlets of the contest itself are asked for the secrets of `leak_secrets.py`.
"""

from __future__ import annotations

import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.clock_terms import Terms
from app.services.clubs import members
from app.services.play import lobby, open_seats
from tests.api.conftest import ROOT
from tests.games.contests.leak_secrets import ARMIES, ARMY, CHESS
from tests.leaks.test_club_twins import ClubWorld, assert_same_outlets

CLOCK = Terms("steps", steps={"play": 14, "answer": 2, "lists": 7})


class ContestWorld(ClubWorld):
    """Contest of the club, organised by `own`, with the members `other`, `fourth` and `fifth`."""

    def __init__(self, template, folder, secret: int):
        super().__init__(template, folder, secret, shelf())
        for name in ("fourth", "fifth"):
            self.comes(name)
            members.ask_to_join(self.services, self.club, self.ids[name], "")
            members.answer_request(
                self.services, self.club, self.ids["own"], self.ids[name], is_admitted=True
            )

    def opens(self, terms, mate: str = "") -> None:
        """Open the contest, sign up its entrants, and close the sign-up. `mate` asks for a place in
        the team of `other` instead.
        """
        game = lobby.open_table(
            self.services, self.ids["own"], "contests", "swiss", "referee", terms=terms,
            title="Cup", gathers=True, visibility="club", club=self.club, clock=CLOCK,
        )  # fmt: skip
        for name in ("other", "fourth", "fifth"):
            order = o.Enter(team="p1") if name == mate else o.Enter(name.title())
            open_seats.take_seat(self.services, game.address, self.ids[name], f"in {name}", order)
        self.sits(game, referee="own", p1="other", p2="fourth", p3="fifth")
        if mate:
            self.gives("p1", o.AnswerPlayer("p2", True))
            self.gives("p1", o.NamePlayer("Friend"))
        self.gives("referee", o.CloseSignUp(), {"lot": [1] if mate else [1, 1]})

    def drafts(self) -> None:
        """The organiser has exchanged other entrants of the draft in each world."""
        self.opens(CHESS)
        self.gives("referee", o.DraftRound(), {"lot": [1, 1]})
        self.gives("referee", o.SwapEntrants(("p1", "p2")[self.secret], "p3"))

    def sends_a_list(self) -> None:
        """`other` has sent another list in each world; the deadline of the others runs."""
        self.opens(ARMIES)
        spearmen = (20, 18)[self.secret]
        self.gives("p1", o.SendList(ARMY | {"units": [{"spearman": 20}, {"spearman": spearmen}]}))

    def sends_lists_of_a_team(self) -> None:
        """`other` leads a team with `fourth` and a friend without an account. The captain has sent
        another own list, and another one for the friend, in each world.
        """
        self.opens(ARMIES | {"team_size": "2", "places": "8"}, mate="fourth")
        army = ARMY | {"units": [{"spearman": 20}, {"spearman": (20, 18)[self.secret]}]}
        self.gives("p1", o.SendList(army))
        self.gives("p1", o.SendList(army, "p1~2"))

    def to(self, who: str, paths: dict[str, str]) -> dict[str, str]:
        """Parts of the contest as a user reads them."""
        client = self.programs[who].client
        return {
            part: client.get(ROOT + path.format(game=self.game.address)).text
            for part, path in paths.items()
        }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("act", "curious", "inside"),
    [
        ("drafts", ("other", "former", "stranger"), {"own": {"desk": "/games/{game}/desk"}}),
        (
            "sends_a_list",
            ("own", "fourth", "former", "stranger"),
            {"other": {"list": "/games/{game}"}},
        ),
        (
            "sends_lists_of_a_team",
            ("own", "fourth", "fifth", "former", "stranger"),
            {"other": {"lists": "/games/{game}"}},
        ),
    ],
)
def test_outlets_of_a_club_do_not_depend_on_secrets_of_its_contest(
    migrated_sqlite, tmp_path, act, curious, inside
):
    """CON-RND-07, CON-LST-03, CON-TEA-12."""
    assert_same_outlets(migrated_sqlite, tmp_path, act, curious, inside, ContestWorld)
