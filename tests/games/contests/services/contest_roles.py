"""A contest of a club with a user in each role, in each state, for the tests of permissions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from app.games.contests import orders as o
from app.games.contests.army_lists import owes_list
from app.games.contests.state import REFEREE, Contest, seat_of
from app.games.contests.team_lists import list_keys
from app.kernel.clock_orders import AnnounceAbsence, ExtendTime
from app.kernel.clock_terms import Terms
from app.kernel.contract import Order
from app.kernel.correction_orders import AnswerReview, AskReview, CorrectMove
from app.kernel.table_orders import LeaveSeat
from app.services.clubs import clubs, members
from app.services.container import Services
from app.services.errors import NotYourSeat
from app.services.people import accounts, moderation, player_chat
from app.services.play import (
    invitations,
    lobby,
    open_seats,
    photographs,
    referee_notes,
    seat_substitution,
)
from app.services.play.order_requests import OrderRequest
from app.services.server_clock import current_datetime
from tests.games.contests.leak_secrets import ARMIES, ARMY
from tests.games.contests.sample_contests import CHESS
from tests.games.contests.services.contest_acts import ContestActs, LogInFirst, photograph
from tests.services.clubs.staffed_club import NAMES, StaffedClub

MEMBERS = {
    "entrant": "Aitor",
    "opponent": "Bea",
    "waiting": "Celia",
    "fifth": "Diego",
    "leaver": "Elsa",
    "club referee who plays": "Fina",
}
FOUNDER, CO_ORGANISER = "organiser", "owner 2"
USERS = {
    "founder": FOUNDER,
    "club owner": "owner",
    "club organiser": "organiser 2",
    "organiser who plays": CO_ORGANISER,
    "club referee": "referee",
    "former member": "removed",
}
"""Users behind roles; the user of any other role has the same name."""
CONDITIONS = {
    f"{condition} {role}": (condition, role)
    for condition in ("muted", "suspended", "removed")
    for role in ("founder", "entrant")
}
"""Members in a condition, and the roles that they have without it."""
ENTRANTS = ("entrant", "opponent", CO_ORGANISER, "club referee who plays", "fifth")
CLOCK = Terms("steps", steps={"play": 14, "answer": 2, "challenge": 5, "lists": 7}, holidays=20)
SWISS = CHESS | {"fee": "5 euros", "places": "5", "rounds": "2", "seeded": "yes"}
TEAMS = CHESS | {"team_size": "2", "places": "4"}
LISTED_TEAMS = ARMIES | {"team_size": "2", "places": "4"}
FORMS = {
    "challenges": ("swiss", SWISS | {"challenge_round": "1"}),
    "gathering of teams": ("robin", TEAMS),
    "line-ups": ("robin", TEAMS),
    "lists": ("robin", ARMIES),
    "lists in": ("robin", ARMIES),
    "lists and a waiting list": ("robin", ARMIES | {"places": "5"}),
    "lists of teams": ("robin", LISTED_TEAMS),
    "lists of teams in": ("robin", LISTED_TEAMS),
    "open lists of teams": ("robin", LISTED_TEAMS),
    "ladder": ("ladder", CHESS | {"seeded": "yes"}),
}
VISIBILITY = {"open to all": "open", "by link": "private"}


class ClubContest:
    """Contest of a club in one state. `seats` are those by user."""

    def __init__(self, services: Services):
        self.services, self.seats, self.id = services, dict[str, str](), 0
        self.club, self.ids = 0, dict[str, int]()
        self.sessions: dict[str, str] = {}

    def found(self, state: str) -> ClubContest:
        """Found the contest and bring it to a state."""
        staffed = StaffedClub(self.services)
        self.club, self.ids = staffed.club, staffed.ids
        for role, name in (MEMBERS | {"moderator": "Gloria"}).items():
            self.ids[role] = accounts.register(self.services, name, "a long enough sentence").id
            if role in MEMBERS:
                staffed.enter(role)
        staffed.appoint("club referee who plays", "referee")
        moderation.act_as_administrator(self.services, self.ids["moderator"], "name")
        self.open(state)
        STATES[state](self)
        self.sessions = {
            role: accounts.start_login(self.services, user).token for role, user in self.ids.items()
        }
        return self

    def open(self, state: str) -> None:
        """Open the contest and sign up its entrants."""
        form, terms = FORMS.get(state, ("swiss", SWISS))
        visibility = VISIBILITY.get(state, "club")
        self.seats = {}
        self.id = lobby.open_table(
            self.services, self.ids[FOUNDER], "contests", form, REFEREE, title="Torneo", terms=terms,
            gathers=True, visibility=visibility, club=self.club, clock=CLOCK,
            referees=[NAMES[CO_ORGANISER]],
        ).id  # fmt: skip
        (self.form_teams if "team_size" in terms else self.sign_up)()

    def sign_up(self) -> None:
        """Five entrants have places, one waits. Another one has left the waiting list."""
        for role in (*ENTRANTS, "leaver", "waiting"):
            if role in MEMBERS or role == CO_ORGANISER:
                self.enters(role, o.Enter(MEMBERS.get(role, "Quinto"), "Dragones"))
        self.give("leaver", LeaveSeat())

    def form_teams(self) -> None:
        """The entrant leads a team with "fifth", and "waiting" asks for a place in it. The opponent
        leads another team, and all teams have a player without an account.
        """
        self.enters("entrant", o.Enter("Halcones", player="Aitor"))
        self.enters("opponent", o.Enter("Búhos", player="Bea"))
        team = self.seats["entrant"]
        for role in ("fifth", "waiting", "leaver"):
            self.enters(role, o.Enter(player=MEMBERS[role], team=team))
        self.give("entrant", o.AnswerPlayer(self.seats["fifth"], True))
        for role in ("entrant", "opponent"):
            self.give(role, o.NamePlayer(f"Amigo de {role}"))
        for role in (CO_ORGANISER, "club referee who plays"):
            self.enters(role, o.Enter(f"Equipo de {role}"[:30], player="Yo"))
            self.give(role, o.NamePlayer(f"Amiga de {role}"[:30]))
        self.give("leaver", LeaveSeat())

    def enters(self, role: str, order: o.Enter) -> None:
        open_seats.take_seat(self.services, self.address, self.ids[role], f"in {role}", order)
        with self.services.store.read() as work:
            held = {one.user_id: one.seat for one in work.seats.for_game(self.id)}
        self.seats[role] = held[self.ids[role]]

    # ------------------------------------------------------------------ position
    @property
    def address(self) -> int | str:
        """Address that every permitted reader knows."""
        with self.services.store.read() as work:
            return self.services.find(work, self.id).address

    @property
    def state(self) -> Contest:
        return self.history.now.state

    @property
    def history(self):
        with self.services.store.read() as work:
            game = self.services.find(work, self.id)
            return self.services.histories.of(work, self.services.shelf["contests"], game)

    @property
    def battle(self) -> str:
        """Battle of "entrant", drafted or published; another one without it."""
        one = self.seats.get("entrant", "")
        found = (*self.state.battles(), *(self.state.draft or ()))
        return next((pair.key for pair in found if one in pair.entrants), "r1.1")

    @property
    def friend(self) -> str:
        """Player without an account in the team of "entrant"."""
        return f"{self.seats['entrant']}~2"

    @property
    def challenge_key(self) -> str:
        """Challenge of "opponent"."""
        return next((one.key for one in self.state.challenges), "none")

    def move_of(self, text: str) -> int:
        """Number of the last move whose order has this text; that of the first move without one."""
        found = [one.number for one in self.history.moves if text in bytes(one.order).decode()]
        return found[-1] if found else 1

    # ------------------------------------------------------------------ acts
    def give(
        self, role: str, order: Order, user: int | None = None, *, from_desk: bool = False
    ) -> None:
        """Give an order of an organiser, or one `from_desk`, from the seat of the organisers.
        Another order is given from the own seat.
        """
        me = self.ids[role] if user is None else user
        is_organised = from_desk or isinstance(order, OF_ORGANISERS)
        try:
            self.declare(me, order, REFEREE if is_organised else self.seats.get(role))
        except NotYourSeat:
            if not is_organised:
                raise
            self.declare(me, order, None)

    def declare(self, me: int, order: Order, seat: str | None) -> None:
        last = self.history.number
        request = OrderRequest(f"{me} {last} {seat}", last, order, seat=seat)
        open_seats.declare_or_join(self.services, self.address, me, request)

    def user_of(self, role: str) -> int | None:
        """Number of the user of this role; None without a log-in."""
        user = CONDITIONS.get(role, ("", role))[1]
        session = self.sessions.get(USERS.get(user, user), "")
        visitor = accounts.visitor_of_session(self.services, session)
        return None if visitor is None else visitor.user.id

    def suffer(self, condition: str) -> None:
        """Mute or suspend the founder and the entrant, or remove them from the club, for which an
        archived club is opened for a moment.
        """
        owner = self.services, self.club, self.ids["owner"]
        is_archived = bool(clubs.load_club(*owner).club.archived_at)
        if is_archived:
            clubs.archive_club(*owner, is_archived=False)
        for user in (FOUNDER, "entrant"):
            if condition == "removed":
                members.remove_member(*owner, self.ids[user])
            else:
                act = condition.replace("muted", "mute").replace("suspended", "suspend")
                moderation.act_as_administrator(self.services, self.ids[user], act, 7)
        if is_archived:
            clubs.archive_club(*owner, is_archived=True)

    def act(self, operation: str, role: str) -> None:
        """Try an operation; raises as the services do."""
        base, me = CONDITIONS.get(role, ("", role))[1], self.user_of(role)
        if operation in ORDERS:
            if me is None:
                raise LogInFirst
            given = ORDERS[operation](self)
            self.give(USERS.get(base, base), given, me, from_desk=operation in FROM_DESK)
        else:
            acts = ContestActs(self, me)
            getattr(acts, operation.replace(" ", "_").replace("-", "_"))()

    # ------------------------------------------------------------------ states
    def directs(self, *given: Order) -> None:
        for order in given:
            self.give(FOUNDER, order)

    def close(self) -> None:
        """The sign-up is closed; "fifth" leaves, and the waiting entrant is asked."""
        self.directs(o.CloseSignUp())
        self.give("fifth", LeaveSeat())

    def draft(self) -> None:
        """Round 1 is drafted; the organiser pairs "entrant" with "opponent"."""
        self.directs(o.CloseSignUp(), o.DraftRound())
        one, other = self.seats["entrant"], self.seats["opponent"]
        met = {key: pair.opponent(key) for pair in self.state.draft or () for key in pair.entrants}
        if met[one] != other:
            swapped = (met[one], other) if met[one] else (one, met[other])
            self.directs(o.SwapEntrants(*swapped))

    def publish(self) -> None:
        """Round 1 is published. The opponent proposes a date, asks to play at once, writes and
        adds a photograph. The founder has a note, "fifth" offers the seat, and "member 2" is
        invited.
        """
        self.draft()
        self.directs(o.PublishRound())
        self.give("opponent", o.ProposeDate(self.battle, at=f"{tomorrow()}T20:30:00+00:00"))
        self.give("opponent", o.AskToPlay(self.battle))
        services, founder = self.services, self.ids[FOUNDER]
        player_chat.write_chat_message(services, self.address, self.ids["opponent"], "Hola.")
        photographs.add_photographs(
            services, self.address, self.ids["opponent"], self.battle, [photograph("blue")]
        )
        referee_notes.add_note(services, self.address, founder, "Bea llegó tarde.")
        seat_substitution.offer_seat(
            services, self.address, self.ids["fifth"], self.seats["fifth"], NAMES["member"]
        )
        invitations.invite_member(services, self.address, founder, NAMES["member 2"])

    def enter_result(self) -> None:
        self.publish()
        self.give("opponent", o.EnterResult(self.battle, self.seats["opponent"]))

    def decide(self) -> None:
        """The organiser who plays has decided all battles of round 1, that of the entrant and the
        opponent at last.
        """
        self.publish()
        for one in self.state.open_pairings():
            if one.key != self.battle:
                self.give(CO_ORGANISER, o.Decide(one.key, one.first))
        self.give(CO_ORGANISER, o.Decide(self.battle, self.seats["opponent"]))

    def ask_review(self) -> None:
        self.decide()
        self.give("entrant", AskReview(self.move_of('"decide"')))

    def finish(self) -> None:
        """Both rounds are played, and the contest is closed."""
        self.publish()
        for number in (1, 2):
            for one in self.state.open_pairings():
                self.directs(o.Decide(one.key, one.first, 5, 2))
            self.directs(*((o.DraftRound(), o.PublishRound()) if number == 1 else ()))
        self.directs(o.CloseContest())

    def archive(self) -> None:
        """The club is archived after the entrant has refused to play at once."""
        self.publish()
        self.give("entrant", o.AnswerToPlay(self.battle, accept=False))
        clubs.archive_club(self.services, self.club, self.ids["owner"], is_archived=True)

    def archive_sign_up(self) -> None:
        clubs.archive_club(self.services, self.club, self.ids["owner"], is_archived=True)

    def challenge(self) -> None:
        self.give("opponent", o.ChallengeEntrant(self.seats["entrant"]))

    def climb(self) -> None:
        """The sign-up of a ladder is closed. From the top stand "fifth", the entrant, the opponent
        and the others. The opponent challenges the entrant.
        """
        roles = ("fifth", "entrant", "opponent", CO_ORGANISER, "club referee who plays", "waiting")
        self.directs(o.CloseSignUp(), o.SeedEntrants(tuple(self.seats[one] for one in roles)))
        self.challenge()

    def send_lists(self) -> None:
        """ "opponent" has sent a list, "entrant" owes one, and the others go without."""
        self.directs(o.CloseSignUp())
        self.give("opponent", o.SendList(ARMY))
        for key in self.state.entrants:
            role = next(one for one, seat in self.seats.items() if seat == key)
            if role not in ("entrant", "opponent", "leaver"):
                self.give(role, o.GoWithoutList())

    def send_all_lists(self) -> None:
        self.send_lists()
        self.give("entrant", o.GoWithoutList())

    def send_a_list_of_a_team(self) -> None:
        """ "opponent" has sent the own list; all others owe theirs."""
        self.directs(o.CloseSignUp())
        self.give("opponent", o.SendList(ARMY))

    def send_lists_of_a_team(self) -> None:
        """The captain has also sent the lists of the team of "entrant", but not the own one."""
        self.send_a_list_of_a_team()
        for key in (self.friend, self.seats["fifth"]):
            self.give("entrant", o.SendList(ARMY, key))

    def open_lists_of_teams(self) -> None:
        """The friend of "entrant" has no list; all others that were owed are given up."""
        self.send_a_list_of_a_team()
        self.give("entrant", o.SendList(ARMY, self.seats["fifth"]))
        roles = {seat: role for role, seat in self.seats.items()}
        for key in list(list_keys(self.state)):
            if owes_list(self.state, key):
                self.give(roles[seat_of(key)], o.GoWithoutList(key))
        self.directs(o.OpenLists())

    def line_up(self) -> None:
        """Round 1 of the teams is drafted, and the captain has set a line-up."""
        self.directs(o.CloseSignUp(), o.DraftRound())
        squad = self.state.entrants[self.seats["entrant"]].squad
        self.give("entrant", o.SetLineUp(tuple(reversed(squad))))


STATES: Mapping[str, Callable[[ClubContest], None]] = {
    "gathering": lambda _: None,
    "closed sign-up": ClubContest.close,
    "draft": ClubContest.draft,
    "round": ClubContest.publish,
    "result entered": ClubContest.enter_result,
    "decided": ClubContest.decide,
    "review": ClubContest.ask_review,
    "over": ClubContest.finish,
    "archived": ClubContest.archive,
    "archived sign-up": ClubContest.archive_sign_up,
    "open to all": lambda _: None,
    "by link": lambda _: None,
    "challenges": ClubContest.challenge,
    "ladder": ClubContest.climb,
    "lists": ClubContest.send_lists,
    "lists in": ClubContest.send_all_lists,
    "lists and a waiting list": ClubContest.send_a_list_of_a_team,
    "lists of teams": ClubContest.send_a_list_of_a_team,
    "lists of teams in": ClubContest.send_lists_of_a_team,
    "open lists of teams": ClubContest.open_lists_of_teams,
    "gathering of teams": lambda _: None,
    "line-ups": ClubContest.line_up,
}
OF_ORGANISERS = (
    *(o.CloseSignUp, o.SeedEntrants, o.DraftRound, o.SwapEntrants, o.PublishRound),
    *(o.ChooseScenario, o.MarkPaid, o.OpenLists, o.Decide, o.RemoveEntrant, o.CloseContest),
    *(CorrectMove, AnswerReview, ExtendTime, AnnounceAbsence),
)
"""Kinds of orders that are given for the seat of the organisers first."""
FROM_DESK = (
    "send a list for a friend as an organiser",
    "send a list for a user as an organiser",
)
"""Operations that are tried for the seat of the organisers first, as orders of both seats."""


def tomorrow() -> str:
    return (current_datetime().date() + timedelta(days=1)).isoformat()


Given = Callable[[ClubContest], Order]
ORDERS: Mapping[str, Given] = {
    "enter": lambda _: o.Enter("Zoe"),
    "enter without a name": lambda _: o.Enter(),
    "enter a team": lambda game: o.Enter(player="Zoe", team=game.seats["opponent"]),
    "take a free place": lambda _: o.AnswerPlace(True),
    "miss a round": lambda _: o.BeAbsent(),
    "leave": lambda _: LeaveSeat(),
    "send a list": lambda _: o.SendList(ARMY),
    "send a list for a friend": lambda game: o.SendList(ARMY, game.friend),
    "send a list for a friend as an organiser": lambda game: o.SendList(ARMY, game.friend),
    "send a list for a user as an organiser": lambda game: o.SendList(ARMY, game.seats["fifth"]),
    "go without a list": lambda _: o.GoWithoutList(),
    "accept a player": lambda game: o.AnswerPlayer(game.seats["waiting"], True),
    "name a player": lambda _: o.NamePlayer("Zoe"),
    "release a player": lambda game: o.ReleasePlayer(game.seats["fifth"]),
    "set the line-up": lambda game: o.SetLineUp(
        game.state.entrants[game.seats["entrant"]].squad or ("p1",)
    ),
    "enter a result": lambda game: o.EnterResult(game.battle, game.seats["entrant"]),
    "enter a result in words": lambda game: o.EnterResult(
        game.battle, game.seats["entrant"], words="Con niebla."
    ),
    "confirm a result": lambda game: o.ConfirmResult(game.battle),
    "dispute a result": lambda game: o.DisputeResult(game.battle, game.seats["entrant"]),
    "dispute a result in words": lambda game: o.DisputeResult(
        game.battle, game.seats["entrant"], words="Sin niebla."
    ),
    "propose a date": lambda game: o.ProposeDate(game.battle, at=f"{tomorrow()}T18:00:00+00:00"),
    "propose a date in words": lambda game: o.ProposeDate(
        game.battle, at=f"{tomorrow()}T18:00:00+00:00", words="En el bar."
    ),
    "answer a date": lambda game: o.AnswerDate(game.battle, True),
    "ask to play": lambda game: o.AskToPlay(game.battle),
    "answer to play": lambda game: o.AnswerToPlay(game.battle, accept=True),
    "end the time": lambda game: o.EndTime(game.battle),
    "challenge": lambda game: o.ChallengeEntrant(game.seats["fifth"]),
    "answer a challenge": lambda game: o.AnswerChallenge(game.challenge_key, True),
    "withdraw a challenge": lambda game: o.WithdrawChallenge(game.challenge_key),
    "let a challenge lapse": lambda game: o.LetChallengeLapse(game.challenge_key),
    "stay idle": lambda _: o.StayIdle(),
    "ask for a review": lambda game: AskReview(game.move_of('"decide"')),
    "close the sign-up": lambda _: o.CloseSignUp(),
    "seed": lambda game: o.SeedEntrants((game.seats["entrant"],)),
    "draw a round": lambda _: o.DraftRound(),
    "change a draft": lambda game: o.SwapEntrants(game.seats["entrant"], game.seats["opponent"]),
    "publish a round": lambda _: o.PublishRound(),
    "choose a scenario": lambda _: o.ChooseScenario(2),
    "note a payment": lambda game: o.MarkPaid(game.seats["entrant"]),
    "open the lists": lambda _: o.OpenLists(),
    "decide a result": lambda game: o.Decide(game.battle, game.seats["entrant"]),
    "decide a result with a reason": lambda game: o.Decide(
        game.battle, game.seats["entrant"], reason="No vino."
    ),
    "remove an entrant": lambda game: o.RemoveEntrant(game.seats["opponent"]),
    "remove an entrant with a reason": lambda game: o.RemoveEntrant(
        game.seats["opponent"], "No vino."
    ),
    "close the contest": lambda _: o.CloseContest(),
    "correct a result": lambda game: CorrectMove(game.move_of('"decide"'), "Mal leído."),
    "correct an entry": lambda game: CorrectMove(game.move_of('"Elsa"'), "No es miembro."),
    "answer a review": lambda game: AnswerReview(game.move_of('"decide"'), True, "De acuerdo."),
    "give more time": lambda game: ExtendTime(game.seats["entrant"], 24),
    "announce an absence": lambda game: AnnounceAbsence(game.seats["entrant"], tomorrow(), 7),
}
"""Orders by operation."""
