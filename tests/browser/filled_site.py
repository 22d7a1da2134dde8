"""Database made before its server starts: users of every kind, and games in states that take long
to reach.
"""

from __future__ import annotations

import io
import random
from contextlib import contextmanager
from datetime import timedelta

import pytest
from msgspec.structs import replace
from PIL import Image

from app.games import shelf
from app.kernel import clock_orders, clock_terms
from app.kernel.dice import SeededDice
from app.kernel.table_orders import Concede
from app.services.clubs import (
    announcements,
    chronicle_words,
    club_chat,
    club_chronicle,
    club_links,
    club_pictures,
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
from app.services.container import Services
from app.services.notify import notification_preferences, notification_targets
from app.services.people import (
    accounts,
    api_tokens,
    blocking,
    bot_accounts,
    complaints,
    email_verification,
    moderation,
    player_chat,
    second_factor,
    spectator_chat,
)
from app.services.play import (
    invitations,
    lobby,
    orders,
    photographs,
    rated_battles,
    recorded_moves,
    sandboxes,
)
from app.services.play.picture_encoding import Picture, encode_picture
from app.services.time import availability, deadline_worker
from app.services.watch import battle_report, game_view
from tests.clock_modules import GAME_TIME
from tests.duels import each_decides
from tests.games.contests.sample_contests import contests
from tests.sample_games import HEX, HEX_GAME, HEX_SCENARIO, INCH, INCH_GAME, sample_part
from tests.services.clubs.page_operations import POLL
from tests.services.phone import shown

SEATS, Campaign, loaded_dice = (
    sample_part("campaign", "campaign_club", name) for name in ("SEATS", "Campaign", "loaded_dice")
)
PEOPLE = ("own", "other", "judge", "rude", "host")
PASSWORD = "a long enough sentence"
LONG_AGO = timedelta(days=9)
THREE_DAYS = clock_terms.Terms("each", 3, grace=24, holidays=14)


def small_picture() -> Picture:
    file = io.BytesIO()
    Image.new("RGB", (64, 48), "olive").save(file, "PNG")
    return encode_picture(file, "dusk.png")


class FilledSite:
    """Site with `ways`, addresses by name for the list of looks (looks.py), and `logins`, cookies
    of users.
    """

    def __init__(self, database_url: str, *, thorough: bool):
        self.services = Services.open(
            {key: box for key, box in shelf().items() if box.card.on_the_pages}, database_url
        )
        self.ids = {
            name: accounts.register(self.services, name.title(), PASSWORD).id for name in PEOPLE
        }
        with self.services.store.write() as work:
            work.uptime.begin_interval("2000-01-01T00:00:00.000Z")
            work.uptime.go_on(
                work.uptime.last_interval().id, "2100-01-01T00:00:00.000Z"
            )  # the server was never down
            work.users.update_user(self.ids["own"], email="own@example.org")
            work.commit()
        self.ways = {"person": f"/people/{self.ids['other']}", "me": f"/people/{self.ids['own']}"}
        self.people_and_notices()
        self.rated_battle()
        self.club()
        self.tables()
        self.clocks()
        if thorough:
            self.ways["pairing"] = self.close_combat()
        self.logins = {
            name: accounts.start_login(self.services, user).token for name, user in self.ids.items()
        } | {"stranger": ""}
        accounts.start_login(self.services, self.ids["own"], "Firefox, Linux")
        self.half = accounts.log_in(self.services, "Judge", PASSWORD).token
        self.services.close()

    def people_and_notices(self) -> None:
        own, judge = self.ids["own"], self.ids["judge"]
        moderation.act_as_administrator(self.services, judge, "name")
        second_factor.offer_key(
            self.services, own, PASSWORD
        )  # a key on offer; the judge gives codes, the others have none
        second_factor.offer_key(self.services, judge, PASSWORD)
        second_factor.switch_on(self.services, judge, shown(self.services, judge), "")
        blocking.block_user(self.services, own, self.ids["rude"])
        complaints.complain_about_name(self.services, own, self.ids["rude"], "That is no name")
        api_tokens.create_token(self.services, own, "My phone", ("read", "play"))
        bot_accounts.create_bot_account(self.services, own, "Walker")
        notification_targets._add_target(
            self.services,
            own,
            kind="discord",
            name="Our channel",
            url="https://hook.example/1",
            mention="",
            secret="x" * 43,
        )
        notification_preferences.send_test(self.services, own, "")
        link = notification_preferences.unsubscribe_link(self.services, own, "chat")
        self.ways["unsubscribe"] = link[link.index("/unsubscribe") :]
        with self.services.store.write() as work:
            self.ways["reset"] = (
                f"/password?link={email_verification._add_link(work, own, 'password', 'own@example.org', timedelta(hours=1))}"
            )
            self.ways["confirm"] = (
                f"/account/address?link={email_verification._add_link(work, own, 'address', 'new@example.org', timedelta(days=1))}"
            )
            work.commit()

    # ------------------------------------------------------------------ tables
    def rated_battle(self) -> None:
        """Finish a rated battle between two members."""
        services, own, other = self.services, self.ids["own"], self.ids["other"]
        game = lobby.open_table(
            services, own, HEX_GAME, HEX.HIDDEN_SCENARIO, HEX.CONVOY, rated=True
        )
        lobby.join_table(services, game.address, other, HEX.AMBUSHERS)
        last = each_decides(services, game.id, (own, other))
        orders.declare_order(services, game.id, other, "lost", last, Concede())
        rated_battles.enter_battle(services, game.id)
        self.ways["rating"] = f"/people/{own}/rating/{HEX_GAME}"

    def club(self) -> None:
        """Found a club with a request, an invitation and a link; the host is a member."""
        services, own = self.services, self.ids["own"]
        terms = ClubTerms("Dragones de Soria", "Casa de la Tierra", "", "Somos cincuenta.")
        club = clubs.found_club(services, own, terms).id
        members.invite_to_club(services, club, own, "Host")
        members.join_club(services, club, self.ids["host"])
        members.ask_to_join(services, club, self.ids["judge"], "I played in Zaragoza.")
        evening = DateTerms("Tarde de club", "2099-06-18", "18:00", "Casa de la Tierra", "", 2, 2)
        dates.add_dates(services, club, own, evening)
        self.pages_of_the_club(club)
        code = club_links.make_link(services, club, own, 14, 5)
        self.ways |= {"club": f"/clubs/{club}", "club_link": f"/clubs/join/{code}"}

    def pages_of_the_club(self, club: int) -> None:
        """Write texts of each kind for the club."""
        services, own = self.services, self.ids["own"]
        for is_public in (True, False):
            terms = AnnouncementTerms("Gran partida", "Traed:\n- dados\n- figuras", is_public)
            number = announcements.announce(services, club, own, terms)
        self.ways["club_news"] = f"/clubs/{club}/news/{number}"
        poll = polls.propose_dates(services, club, own, POLL)
        self.ways["club_poll"] = f"/clubs/{club}/polls/{poll}"
        polls.answer_poll(services, club, own, poll, {1: "yes", 2: "perhaps"})
        polls.answer_poll(services, club, self.ids["host"], poll, {1: "yes", 3: "no"})
        welcome.change_welcome(services, club, own, "", "Trae tus dados.")
        club_chat.write_message(services, club, own, "Nos vemos el jueves.")
        club_chat.write_message(services, club, self.ids["host"], "Yo llevo:\n- dados")
        rule = HouseRuleTerms(title_es="Lo que cuenta como jugado", text_es="Con calma.")
        page = house_rules.write_house_rule(services, club, own, rule)
        rule = replace(rule, text_es="Se juega:\n- con dados\n- sin prisa")
        house_rules.change_house_rule(services, club, own, page, 1, rule)
        month = club_chronicle.load_chronicle(services, club, own)[1].chapters[-1].month
        chronicle_words.write_chapter(services, club, own, month, "Nevó dos veces.")
        club_pictures.add_pictures(services, club, own, [small_picture()], "La mesa grande")
        self.ways["club_month"] = f"/clubs/{club}/chronicle/months/{month}"
        self.ways["house_rule"] = f"/clubs/{club}/rules/{page}"

    def tables(self) -> None:
        services, own, other = self.services, self.ids["own"], self.ids["other"]
        waiting = lobby.open_table(services, self.ids["host"], HEX_GAME, HEX_SCENARIO, HEX.SIDE)
        invitations.invite_member(services, waiting.id, self.ids["host"], "Own")
        running, over = self.begun(), self.begun()
        first = player_chat.write_chat_message(services, running.id, other, "Shall we? <b>Now</b>")
        complaints.complain_about_chat_message(services, running.id, own, first.number, "Too bold")
        orders.declare_order(services, over.id, other, "give up", 1, Concede())
        titled = lobby.open_table(
            services, own, HEX_GAME, HEX_SCENARIO, HEX.SIDE, title="A title that a member reports"
        )
        battle_report.write_chapter(
            services, over.id, other, "opening", "Words that a member reports"
        )
        words = battle_report.load_report(services, over.id).words["opening"][0]
        complaints.complain_about_text(services, "title", titled.id, other, 0, "I mind it")
        complaints.complain_about_text(services, "report", over.id, own, words.id, "I mind them")
        self.ways |= {
            "title": f"/games/{titled.id}/title",
            "words": f"/games/{over.id}/report/{words.id}",
        }
        laid = lobby.open_table(services, own, INCH_GAME, INCH.SCENARIO, terms={"table": "laid"})
        deployed = lobby.open_table(services, own, INCH_GAME, INCH.SECOND_GUIDED, against="bot")
        self.ways |= {
            name: f"/games/{game.id}"
            for name, game in (
                ("waiting", waiting),
                ("running", running),
                ("over", over),
                ("laid", laid),
                ("deployed", deployed),
            )
        }
        remark = spectator_chat.write_remark(
            services, running.id, self.ids["judge"], "The raiders dawdle", about=1
        )
        self.ways["remark"] = f"/games/{running.id}/remarks/{remark.number}"
        self.ways["sandbox"] = (
            f"/games/{running.id}/sandboxes/{sandboxes.create_sandbox(services, running.id, own).id}"
        )
        players = ("own", "other", "host", "judge")
        seats = dict(zip(SEATS, (self.ids[name] for name in players), strict=True))
        with loaded_dice():
            campaign = Campaign(services, seats, "The Great Lakes").closed_turn()
        self.ways["campaign"] = campaign.path
        entrants = {name: self.ids[name] for name in ("own", "other", "host", "judge")}
        self.ways |= contests(services, self.ids["judge"], entrants)
        photographs.add_photographs(
            services, campaign.id, own, "b1", [small_picture()], "The river at dusk"
        )
        self.ways["message"] = f"/games/{running.id}/messages/{first.number}"

    def begun(self, **more: object):
        game = lobby.open_table(
            self.services, self.ids["own"], HEX_GAME, HEX_SCENARIO, HEX.SIDE, **more
        )
        return lobby.join_table(self.services, game.id, self.ids["other"], HEX.SECOND_SIDE)

    # ------------------------------------------------------------------ clocks
    def clocks(self) -> None:
        """Make games with a requested pause, a pause, a holiday, a missed deadline, an abandoned
        side, and a seat played by the server.
        """
        now = availability.parse_time(orders.current_time())
        own, other = self.ids["own"], self.ids["other"]
        asked, paused, away = (self.begun(clock=THREE_DAYS) for _ in range(3))
        self.acts(asked, other, clock_orders.AskPause(5))
        self.acts(paused, own, clock_orders.AskPause(5))
        self.acts(paused, other, clock_orders.AskPause(5))
        self.acts(away, own, clock_orders.TakeHoliday(now.date().isoformat(), 3))
        with at(now - timedelta(days=3, hours=12)):
            late = self.begun(clock=clock_terms.Terms("each", 3, grace=24, then="substitute"))
        with at(now - LONG_AGO):
            claimed = self.begun(clock=clock_terms.Terms("each", 3, then="claim"))
            played = self.begun(clock=clock_terms.Terms("each", 3, then="seat"))
        for game in (claimed, played):
            with at(now - timedelta(days=5)):
                while deadline_worker.process_game(self.services, game.id):
                    pass
        self.ways |= {
            name: f"/games/{game.id}"
            for name, game in (
                ("asked", asked),
                ("paused", paused),
                ("holiday", away),
                ("late", late),
                ("claimed", claimed),
                ("played", played),
            )
        }

    def acts(self, game, user: int, order) -> None:
        orders.declare_order(self.services, game.id, user, f"{user} {order}"[:60], 1, order)

    # ------------------------------------------------------------------ a battle
    def close_combat(self) -> str:
        """Play the waterhole by the bot of the box, up to a decision about pairs in close
        combat.
        """
        box = self.services.shelf[INCH_GAME]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                recorded_moves, "SeededDice", lambda _, move: SeededDice(bytes([2]), move)
            )
            game = lobby.join_table(
                self.services,
                lobby.open_table(self.services, self.ids["own"], INCH_GAME, INCH.SECOND_GUIDED).id,
                self.ids["other"],
            )
            while True:
                looks = [
                    game_view.load_view(self.services, game.id, self.ids[who])
                    for who in ("own", "other")
                ]
                look = next(one for one in looks if one.seat == looks[0].waiting[0])
                if look.decisions[0].step == "close_combat":
                    self.ids["fights"] = look.user_id
                    return f"/games/{game.id}"
                order = box.bot(look.view, random.Random(look.last + 1))
                orders.declare_order(
                    self.services, game.id, look.user_id, f"c{look.last}", look.last, order
                )


@contextmanager
def at(moment):
    """Server at another time."""
    with pytest.MonkeyPatch.context() as patch:
        for module in GAME_TIME:
            patch.setattr(module, "current_time", lambda: availability.time_text(moment))
        yield
