"""A campaign with a user in each role, in each state, for the tests of permissions."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Mapping

from PIL import Image

from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.state import READY, REFEREE
from app.kernel.clock_orders import AnnounceAbsence, ExtendTime
from app.kernel.contract import Order
from app.kernel.correction_orders import AnswerReview, AskReview, CorrectMove
from app.kernel.table_orders import LeaveSeat
from app.services.container import Services
from app.services.errors import NotYourSeat
from app.services.people import accounts, bot_accounts
from app.services.play import (
    absence_reasons,
    chronicle_words,
    conditional_orders,
    default_rosters,
    game_export,
    invitations,
    lobby,
    member_imports,
    open_seats,
    orders,
    photographs,
    referee_desk,
    referee_notes,
    referees,
    seat_substitution,
)
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.play.picture_encoding import Picture, encode_picture
from app.services.watch import game_view

ENTRY = o.Join("native_kingdom", "buganda")
COLONIAL = o.Join("colonial_expedition", "british")
NAMES = {
    "referee": "Ada",
    "playing referee": "Berta",
    "player": "Carla",
    "former player": "Dora",
    "colonial": "Elena",
    "reader": "Fanny",
    "conquered": "Gina",
    "eliminated": "Hana",
    "leaver": "Ines",
    "substitute": "Julia",
    "scribe": "Kora",
}
FIRST_ENTRY = 2
"""Number of the move by which the first player joins."""
AT_THE_BEGINNING = ("playing referee", "player", "former player")
LATER = ("colonial", "conquered", "eliminated", "leaver", "bot")


def photograph(colour: str) -> Picture:
    written = io.BytesIO()
    Image.new("RGB", (4, 3), colour).save(written, "PNG")
    return encode_picture(written, colour)


class Campaign:
    """Campaign in one state. `seats` are the seats by role; "player" has written about turn 1.

    - gathering: before turn 1; turn: turn 3, in which "player" is to declare
    - attacked: "player" attacks "substitute"; battle: their battle is ready
    - entered: its result is entered; fighting: both armies are on its table; closed: the end
    """

    def __init__(self, services: Services):
        self.services, self.seats, self.id = services, dict[str, str](), 0
        self.ids: dict[str, int] = {}

    def found(self, state: str) -> Campaign:
        """Found the campaign and bring it to a state."""
        services = self.services
        self.ids = {
            role: accounts.register(services, name, "a long enough sentence").id
            for role, name in NAMES.items()
        }
        self.ids["bot"] = bot_accounts.create_bot_account(
            services, self.ids["reader"], "Robo"
        ).user.id
        self.id = lobby.open_table(
            services,
            self.ids["referee"],
            "heart_of_africa_campaign",
            "campaign",
            REFEREE,
            referees=["Berta"],
            terms={"first_year": 1886, "last_year": 1899},
        ).id
        for number, role in enumerate(AT_THE_BEGINNING, start=1):
            lobby.join_table(services, self.id, self.ids[role])
            self.seats[role] = f"p{number}"
        for role in AT_THE_BEGINNING:
            self.give(role, ENTRY)
        for number, role in enumerate(LATER, start=4):
            entry = COLONIAL if role == "colonial" else ENTRY
            open_seats.take_seat(services, self.id, self.ids[role], f"join {role}", entry)
            self.seats[role] = f"p{number}"
        self.seats["substitute"] = self.seats["leaver"]
        seat_substitution.offer_seat(
            services, self.id, self.ids["leaver"], self.seats["leaver"], NAMES["substitute"]
        )
        seat_substitution.take_offered_seat(services, self.id, self.ids["substitute"])
        self.give("former player", LeaveSeat())
        chronicle_words.name_scribe(services, self.id, self.ids["referee"], NAMES["scribe"])
        self.to_state(state)
        return self

    def to_state(self, state: str) -> None:
        """Bring the campaign from the gathering to a state."""
        if state == "gathering":
            return
        self.to_turn_three()
        chronicle_words.write_words(self.services, self.id, self.ids["player"], "turn-1", "Dry.")
        if state == "closed":
            self.give("referee", o.CloseCampaign(), REFEREE)
            return
        self.give("referee", o.OpenTurn(), REFEREE)
        while self.owed != self.seats["player"]:  # the order of play is drawn
            self.give("referee", o.PassFor(self.owed), REFEREE)
        if state != "turn":
            self.give("player", o.Attack(self.seats["substitute"]))
        if state not in ("turn", "attacked"):
            self.to_battle()
        if state == "entered":
            self.give("player", o.EnterResult(self.war.key, self.seats["player"]))
        if state == "fighting":
            self.arm()

    @property
    def season(self):
        return game_view.load_view(self.services, self.id).history.now.state

    @property
    def owed(self) -> str:
        """Seat that owes the next decision."""
        return game_view.load_view(self.services, self.id).waiting[0]

    def to_turn_three(self) -> None:
        """Let the Colonial player conquer a people in two turns; another people loses
        everything.
        """
        poor = self.seats["eliminated"]
        self.give("referee", o.Book(4, "A plague.", payer=poor), REFEREE)
        for _ in range(2):
            self.give("referee", o.OpenTurn(), REFEREE)
            while self.season.step != "between_turns":
                self.give_next()
        status = {role: self.season.players[seat].status for role, seat in self.seats.items()}
        assert (status["conquered"], status["eliminated"]) == ("conquered", "eliminated")

    def give_next(self) -> None:
        """Attack, win, or let the referee give the default of the next decision."""
        look = game_view.load_view(self.services, self.id)
        season, [owed, *_] = look.history.now.state, look.waiting
        targets = {
            self.seats["colonial"]: ("colonial", o.Attack(self.seats["conquered"])),
            self.seats["player"]: ("player", o.Attack(self.seats["eliminated"])),
        }
        if season.players[self.seats["eliminated"]].status != "active":
            del targets[self.seats["player"]]
        ready = next((one for one in season.battles if one.status == READY and one.chosen), None)
        if ready is not None:
            self.give("referee", o.Decide(ready.key, ready.attacker), REFEREE)
        elif season.step == "declaring" and owed in targets and not season.talks:
            self.give(*targets[owed])
        else:
            self.give("referee", o.PassFor(owed), REFEREE)

    def to_battle(self) -> None:
        """Let "substitute" resist; all others pass. Another ground is proposed, and each fighter
        has a photograph.
        """
        self.give("substitute", o.Resist(self.seats["player"]))
        while not self.is_ready or self.others:
            self.give("referee", o.PassFor((self.others or (self.owed,))[0]), REFEREE)
        self.give("player", o.ProposeGround(self.war.key, "forest"))
        for role in ("player", "substitute"):
            self.add_photograph(role)

    @property
    def others(self) -> tuple[str, ...]:
        """Players besides the two fighters who owe a decision."""
        fighters = (self.seats["player"], self.seats["substitute"], REFEREE)
        waiting = game_view.load_view(self.services, self.id).waiting
        return tuple(seat for seat in waiting if seat not in fighters)

    @property
    def is_ready(self) -> bool:
        ready = [one for one in self.season.battles if one.status == READY and one.chosen]
        return bool(ready) and not self.season.talks

    @property
    def war(self):
        """Battle of the two fighters, or the first one."""
        return self.season.battles[-1]

    @property
    def battle(self) -> str:
        return self.war.key if self.season.battles else "b1"

    def arm(self) -> None:
        """Both fighters bring an army, so that the table of their battle begins."""
        with self.services.store.read() as work:
            table = work.child_battles.of_game(self.id)[-1]
        for side, role, part in (("A", "player", "attacker"), ("B", "substitute", "defender")):
            points, year = int(table.terms[f"points_{side.lower()}"]), int(table.terms["year"])
            kind = ("native_kingdom", "buganda")
            army = plain_army(sensible(*kind, year, points, table.scenario, part, random.Random(1)))
            lobby.change_choices(self.services, table.address, self.ids[role], {"army": army})
        ChildBattleWorker(self.services).sweep()

    def add_photograph(self, role: str) -> None:
        picture = photograph({"player": "red", "substitute": "blue"}[role])
        photographs.add_photographs(
            self.services, self.id, self.ids[role], self.battle, [picture], ""
        )

    def give(self, role, order, seat=None) -> None:
        last = game_view.load_view(self.services, self.id).last
        user = self.ids.get(role)
        orders.declare_order(self.services, self.id, user, f"{role} {last}", last, order, seat=seat)

    def act(self, operation: str, role: str) -> None:
        """Try an operation; raises as the services do."""
        acts = CampaignActs(self, role, self.ids.get(role))
        if operation in OF_REFEREE:
            self.give(role, OF_REFEREE[operation](self), REFEREE)
        elif operation in OF_PLAYERS:
            self.give(role, OF_PLAYERS[operation](self, role))
        else:
            getattr(acts, operation.replace(" ", "_"))()


OF_REFEREE: Mapping[str, Callable[[Campaign], Order]] = {
    "open turn": lambda _: o.OpenTurn(),
    "close": lambda _: o.CloseCampaign(),
    "post by hand": lambda _: o.Book(1, "Opening entry", receiver="p2"),
    "correct": lambda _: CorrectMove(FIRST_ENTRY, "Entered wrong."),
    "enter the date": lambda _: o.EnterDate(1888, 1),
    "enter an account": lambda game: o.EnterAccount(game.seats["player"], 5),
    "pass for a player": lambda game: o.PassFor(game.seats["player"]),
    "close the turn": lambda _: o.CloseTurn(),
    "decide a battle": lambda game: o.Decide(game.battle, game.seats["player"]),
    "order a forfeit": lambda game: o.OrderForfeit(game.battle),
    "let a battle lapse": lambda game: o.Lapse(game.battle),
    "void a battle": lambda game: o.VoidBattle(game.battle, "Declared by mistake."),
    "let a bot play": lambda game: o.LetBotPlay(game.battle, game.seats["player"]),
    "refuse a Mahdist": lambda game: o.RefuseMahdist(game.seats["player"]),
    "extend a time": lambda game: ExtendTime(game.seats["player"], 24),
    "announce an absence": lambda game: AnnounceAbsence(game.seats["player"], "2030-01-01", 7),
}
"""Orders of a referee by operation."""
OF_PLAYERS: Mapping[str, Callable[[Campaign, str], Order]] = {
    "give hongos": lambda _, role: o.Give("p2" if role == "playing referee" else "p1", 1),
    "take a gift": lambda game, _: o.TakeGift(game.seats["player"]),
    "claim a promotion": lambda _, __: o.Claim("zanzibaris", "zanzibaris"),
    "keep the army": lambda _, __: o.KeepArmy(),
    "leave": lambda _, __: LeaveSeat(),
    "become Mahdist": lambda game, role: o.BecomeMahdist(game.seats.get(role, "p2")),
    "meet": lambda _, __: o.Meet("p2", "greet"),
    "attack": lambda game, _: o.Attack(game.seats["substitute"]),
    "ask passage": lambda game, _: o.AskPassage(game.seats["substitute"], 1),
    "hunt": lambda _, __: o.Hunt(),
    "pass": lambda _, __: o.PassTurn(),
    "resist": lambda game, _: o.Resist(game.seats["player"]),
    "offer terms": lambda game, _: o.OfferTerms(game.seats["player"], hongos=1),
    "accept terms": lambda game, _: o.Accept(game.seats["player"]),
    "refuse terms": lambda game, _: o.Refuse(game.seats["player"]),
    "choose a ground": lambda game, _: o.ChooseGround(game.battle, "savannah"),
    "propose a ground": lambda game, _: o.ProposeGround(game.battle, "coast"),
    "accept a ground": lambda game, _: o.AcceptGround(game.battle, "forest"),
    "choose a place": lambda game, _: o.ChoosePlace(game.battle, "table"),
    "enter a result": lambda game, _: o.EnterResult(game.battle, game.seats["player"]),
    "confirm a result": lambda game, _: o.ConfirmResult(game.battle),
    "dispute a result": lambda game, _: o.DisputeResult(game.battle, "Not played.", None),
    "take a district": lambda _, __: o.TakeDistrict(),
    "answer a revolt": lambda _, __: o.AnswerRevolt(True),
    "ask for a review": lambda _, __: AskReview(FIRST_ENTRY),
    "answer a review": lambda _, __: AnswerReview(FIRST_ENTRY, True, "Agreed."),
}
"""Orders by operation; each role gives them for its own seat."""


class CampaignActs:
    """Operations that are no orders, by a user in a role. An anonymous visitor has no number."""

    def __init__(self, game: Campaign, role: str, user: int | None):
        self.game, self.role, self.user = game, role, user
        self.services, self.id = game.services, game.id

    @property
    def member(self) -> int:
        """Number of the logged-in user. Routes require a log-in before they call the service."""
        if self.user is None:
            raise NotYourSeat
        return self.user

    def read(self) -> None:
        game_view.load_view(self.services, self.id, self.user)

    def read_the_desk(self) -> None:
        referee_desk.load_desk(self.services, self.id, self.user)

    def read_reasons_of_absences(self) -> None:
        desk = referee_desk.load_desk(self.services, self.id, self.user)
        absence_reasons.absences_of(self.services, desk)

    def give_a_reason_of_an_absence(self) -> None:
        absence_reasons.save_reason(self.services, self.id, self.member, "2026-01-01", "Away.")

    def write_a_note(self) -> None:
        referee_notes.add_note(self.services, self.id, self.user, "Late.")

    def name_referee(self) -> None:
        referees.name_referee(self.services, self.id, self.user, "Fanny")

    def resign(self) -> None:
        referees.resign(self.services, self.id, self.user)

    def vote_for_a_referee(self) -> None:
        look = game_view.load_view(self.services, self.id, self.user)
        referees.vote_for_referee(self.services, look, self.member, "Fanny")

    def join(self) -> None:
        open_seats.take_seat(self.services, self.id, self.member, "join", ENTRY)

    def invite(self) -> None:
        invitations.invite_member(self.services, self.id, self.member, NAMES["leaver"])

    def offer_the_seat_of_a_former_player(self) -> None:
        seat = self.game.seats["former player"]
        seat_substitution.offer_seat(self.services, self.id, self.member, seat, NAMES["reader"])

    def read_the_default_roster(self) -> None:
        default_rosters.load_default_roster(self.services, self.id, self.user)

    def keep_a_default_roster(self) -> None:
        default_rosters.keep_default_roster(self.services, self.id, self.member, None)

    def read_answers_in_advance(self) -> None:
        look = game_view.load_view(self.services, self.id, self.user)
        conditional_orders.load_conditional_orders(self.services, look)

    def answer_in_advance(self) -> None:
        """Of the topics, every player in play has this one."""
        conditional_orders.save_conditional_orders(
            self.services, self.id, self.member, {"answer": "resist"}
        )

    def add_photographs(self) -> None:
        picture = photograph("green")
        photographs.add_photographs(
            self.services, self.id, self.member, self.game.battle, [picture]
        )

    def see_photographs(self) -> None:
        photographs.load_photograph(self.services, self.id, self.user, 1)

    def remove_a_photograph(self) -> None:
        """Remove the photograph of "player"."""
        photographs.remove_photograph(self.services, self.id, self.member, 1)

    def write_own_words(self) -> None:
        words = (self.member, "turn-1", "We crossed the river.")
        chronicle_words.write_words(self.services, self.id, *words)

    def edit_words_of_another(self) -> None:
        """Edit the words of "player"."""
        words = (self.member, "turn-1", "We crossed no river.", 1)
        chronicle_words.write_words(self.services, self.id, *words)

    def name_a_scribe(self) -> None:
        chronicle_words.name_scribe(self.services, self.id, self.member, "Fanny")

    def remove_the_scribe(self) -> None:
        scribe = self.game.ids["scribe"]
        chronicle_words.remove_scribe(self.services, self.id, self.member, scribe)

    def export(self) -> None:
        game_export.export_game(self.services, self.id, self.user)

    def import_its_file(self) -> None:
        file = game_export.export_with_secrets(self.services, self.id)
        member_imports.import_as_member(self.services, self.member, file)
