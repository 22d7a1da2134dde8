"""The campaign as a box: a long game of three to sixteen players and a referee."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
from typing_extensions import override

from app.games.heart_of_africa.box import CHAPTERS, GAME
from app.games.heart_of_africa.campaign import (
    bench,
    bot,
    child_battles,
    corrections,
    decide,
    defaults,
    drawing,
    event_summary,
    guide,
    honours,
    offering,
    reach,
    reports,
    sequence,
)
from app.games.heart_of_africa.campaign.conditional_orders import ConditionalOrders
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.deadlines import deadlines_of
from app.games.heart_of_africa.campaign.drawing import card_words
from app.games.heart_of_africa.campaign.events import EVENTS, EntryWithdrawn
from app.games.heart_of_africa.campaign.evolve import evolve
from app.games.heart_of_africa.campaign.fog import View, imagined, view_of
from app.games.heart_of_africa.campaign.joining import LEAST_PLAYERS
from app.games.heart_of_africa.campaign.names import entry_title, player_title
from app.games.heart_of_africa.campaign.news import news_of
from app.games.heart_of_africa.campaign.offering import ANY_TIME, STEP_ORDERS
from app.games.heart_of_africa.campaign.orders import ORDERS, Join
from app.games.heart_of_africa.campaign.out_of_play import own_notice
from app.games.heart_of_africa.campaign.pages import ends, reading_pages, turn_facts
from app.games.heart_of_africa.campaign.pages.chapter_titles import chapter_title
from app.games.heart_of_africa.campaign.pages.entries import queued_entries
from app.games.heart_of_africa.campaign.pages.exchanges import exchange_of
from app.games.heart_of_africa.campaign.setup import LEARNING, OPTIONS, CampaignSetup, begin
from app.games.heart_of_africa.campaign.state import (
    BATTLES,
    DECLARING,
    LEFT,
    MEETINGS,
    REFEREE,
    Season,
)
from app.games.heart_of_africa.campaign.wording import wording
from app.games.heart_of_africa.campaign.wording.turn import STEP_TITLES
from app.kernel.bot_strengths import HARD
from app.kernel.box import Box
from app.kernel.child_battles import Aftermath, Battle
from app.kernel.contract import (
    Card,
    Departure,
    Difference,
    Event,
    Line,
    Marks,
    Order,
    Scenario,
    Setup,
    Side,
    Step,
)
from app.kernel.dice import Dice, LoadedDice
from app.kernel.event_summary import Item, Met
from app.kernel.long_game_parts import News
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.open_seats import numbered_side
from app.kernel.outcome import CLOSED, Outcome
from app.kernel.position import Hint, PieceLine, Summary
from app.kernel.reading_pages import ReadingPages
from app.kernel.say import Say, noun, say
from app.kernel.scene import Scene
from app.kernel.seats import OpenSeats, QueuedEntry, Viewer
from app.kernel.turn_facts import Exchange, TurnFacts

MOST = 16
WITH_BOTS = 8  # players of the campaign against bots
FORMER_PLAYERS = range(3, 9)
REFEREE_SIDE = Side(REFEREE, noun("Referee", "Árbitro"), "i", competes=False)
TURN_STEPS = (MEETINGS, DECLARING, BATTLES)
STEP_RULES = {
    "between_turns": "HOA-CMP-03",
    "meetings": "HOA-CMP-35",
    "declaring": "HOA-CMP-18",
    "battles": "HOA-CMP-23",
}


def scenario(key: str, title: Say, players: int, *, guided: bool = False) -> Scenario:
    """Campaign that begins with this number of players, and a referee."""
    seats = (numbered_side(f"p{number}") for number in range(1, players + 1))
    return Scenario(
        key,
        title,
        say(
            "Peoples, Explorers and Colonial Expeditions bargain and fight, turn after turn. "
            "Battles are fought on this site or on a real table.",
            "Pueblos, exploradores y expediciones coloniales negocian y combaten turno tras "
            "turno. Las batallas se juegan en este sitio o en una mesa real.",
        ),
        (REFEREE_SIDE, *seats),
        minutes=90 if guided else 600,
        guided=guided,
    )


OPEN_SEATS = OpenSeats(
    LEAST_PLAYERS,
    MOST,
    (Join,),
    (
        say("Your hongos are lost.", "Pierdes tus hongos."),
        say(
            "Your open attacks and battles are void, and your subjects are free.",
            "Tus ataques y batallas pendientes quedan anulados, y tus sometidos quedan libres.",
        ),
        say(
            "The history of your people stays. You cannot return to this campaign.",
            "La historia de tu pueblo se conserva. No puedes volver a esta campaña.",
        ),
    ),
)
CARD = Card(
    key="heart_of_africa_campaign",
    prefix="HOA",
    title=say("Campaign of In the Heart of Africa", "Campaña de En el corazón de África"),
    blurb=say(
        "A campaign of many turns from 1860 on: wealth, exploration and conquest.",
        "Una campaña de muchos turnos desde 1860: riqueza, exploración y conquista.",
    ),
    scenarios=(
        scenario("campaign", say("Campaign", "Campaña"), LEAST_PLAYERS),
        scenario(
            LEARNING,
            say("Campaign of twelve turns", "Campaña de doce turnos"),
            WITH_BOTS,
            guided=True,
        ),
    ),
    former_scenarios=tuple(
        scenario(
            f"players_{players}",
            say("Campaign of {n} players", "Campaña de {n} jugadores", n=players),
            players,
        )
        for players in FORMER_PLAYERS
    ),
    options=OPTIONS,
    sequence=tuple(
        Step(
            key,
            STEP_RULES[key],
            STEP_TITLES[key],
            STEP_ORDERS[key],
            deadlines=deadlines_of(key),
        )
        for key in STEP_RULES
    ),
    orders=ORDERS,
    events=EVENTS,
    endings=(CLOSED,),
    chapters={"HOA-CMP": CHAPTERS["HOA-CMP"]},
    any_time=ANY_TIME,
    kind="campaign",
    open_seats=OPEN_SEATS,
)


class Campaign(Box):
    """The contract of `app.kernel.contract.Game` for a campaign."""

    card = CARD
    bench = bench.ENTRY
    rulebook = GAME.rulebook
    agreement = CampaignSetup()
    battle_box = child_battles.BATTLE_BOX
    conditional_orders = ConditionalOrders()

    @override
    def new_game(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        """The first event; nothing is rolled."""
        return (begin(setup),)

    def decide(self, state: Season, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
        """Events that follow from the order; raises `Refused`."""
        return decide.decide(state, order, seat, dice)

    def evolve(self, state: Season | None, event: Event) -> Season:
        """State after the event."""
        return evolve(state, event)

    def view(self, state: Season, viewer: Viewer) -> View:
        """Knowledge of this viewer."""
        return view_of(state, viewer)

    def waiting_for(self, state: Season) -> Sequence[Decision]:
        """Decisions owed, by seat."""
        seats = {side: seat for seat, side in state.seats.items()}
        owed = sequence.decisions(state)
        topics = self.conditional_orders.titles
        return [
            msgspec.structs.replace(
                one, seat=seats[one.seat], topic=one.topic if one.topic in topics else ""
            )
            for one in owed
            if one.seat in seats
        ]

    def offers(self, view: View) -> Sequence[Offer]:
        """Orders that the viewer's seat may give now."""
        return offering.offers(view)

    def assess(self, view: View, order: Order) -> Assessment:
        """Dry run of an order."""
        return reach.assess(view, order)

    def outcome(self, state: Season) -> Outcome | None:
        """Honours of a closed campaign."""
        return honours.outcome_of(state)

    def drawing(self, view: View, marks: Marks, language: str) -> Scene:
        """Cards of the players."""
        return drawing.draw(view, marks, language)

    def wording(self, before: Season | None, event: Event, viewer: Viewer) -> Sequence[Line]:
        """Log lines of an event for this viewer."""
        return wording(before, event, viewer)

    @override
    def summary_items(self, met: Sequence[Met], viewer: Viewer) -> Sequence[Item]:
        """One item for each move, with its dice as a table."""
        return event_summary.summary_items(met, viewer)

    @override
    def news(self, before: Season | None, event: Event) -> Sequence[News]:
        """Events that players are notified of."""
        return news_of(before, event)

    @override
    def battles(self, state: Season) -> Sequence[Battle]:
        """Battles whose terms are fixed."""
        return tuple(child_battles.battles_of(state))

    @override
    def resulted(self, state: Season, battle: Battle, aftermath: Aftermath) -> Order:
        """The referee's decision, as the table has it."""
        return child_battles.order_of_result(state, battle, aftermath)

    @override
    def result_words(self, state: Season, battle: Battle, aftermath: Aftermath) -> Sequence[Say]:
        """Losses of both players, as a report of a real table states them."""
        return tuple(reports.loss_words(state, battle.key, aftermath))

    @override
    def defeat_words(self, state: Season, battle: Battle, side: str) -> Sequence[Say]:
        """Accounts and other consequences, as the rules settle a defeat."""
        me = state.seats[battle.seats[side]]
        return tuple(ends.defeat_words(state, battle.key, me))

    @override
    def armed(self, state: Season, battle: Battle, side: str, how: str) -> Sequence[Event]:
        """The campaign awaits both armies before the battle."""
        return child_battles.army_events(state, battle, side, how)

    def summary(self, view: View) -> Summary:
        """Players in words, with the hongos of active players as the score."""
        season = view.season
        return Summary(
            active="",
            score=tuple(
                (one.key, say("{n:hongo+s}", "{n:hongo+s}", n=one.hongos))
                for one in season.by_joining
                if one.hongos is not None and one.is_active
            ),
            pieces=tuple(
                PieceLine(
                    one.key,
                    player_title(one),
                    card_words(season, one),
                    one.key,
                    lost=not one.is_active,
                )
                for one in season.by_joining
            ),
        )

    @override
    def pages(self, view: View) -> ReadingPages:
        """Standings, ledger, players, battles and the order of the turn."""
        return reading_pages(view)

    @override
    def turn_facts(self, view: View) -> TurnFacts | None:
        """Order of play, possible ends and answers of a turn; None between turns."""
        return turn_facts(view) if view.season.step in TURN_STEPS else None

    @override
    def exchange(self, before: Season | None, event: Event) -> Exchange | None:
        """Attacks, requests, terms and their answers."""
        return exchange_of(before, event)

    @override
    def chapter_title(self, before: View, after: View) -> Say:
        """The most important change of the turn."""
        return chapter_title(before.season, after.season)

    @override
    def own_notice(self, view: View) -> Say | None:
        """Sentence for a player who is out, or whose people are conquered."""
        return own_notice(view)

    def imagined(self, view: View) -> Season:
        """The season as the viewer knows it; sealed answers are still to be given."""
        return imagined(view.season)

    @override
    def sides(self, state: Season) -> Sequence[Side]:
        """Players under the names of their peoples; those whose entry waits come last."""
        titles = {one.key: player_title(one) for one in state.by_joining}
        titles |= {one.seat: entry_title(state, one) for one in state.queue}
        return [
            msgspec.structs.replace(numbered_side(key), title=title)
            for key, title in titles.items()
        ]

    def eliminated(self, state: Season) -> Sequence[str]:
        """Players who are out of the campaign."""
        return [one.key for one in state.by_joining if one.status in ("eliminated", LEFT)]

    @override
    def side_leaves(self, state: Season, side: str, others: Sequence[str]) -> Departure:
        """The campaign goes on without the player (HOA-CMP-07)."""
        if state.entry_of(side) is not None:
            return Departure((EntryWithdrawn(side),))
        player = state.player(side)
        if player is None or player.status not in ("active", "conquered"):
            return Departure()
        course = Course(state, LoadedDice())
        decide.leave(course, side)
        return Departure(tuple(course.events))

    @override
    def goes_on(self, state: Season, dice: Dice) -> Sequence[Event]:
        """Steps that need no player once a player has left."""
        course = Course(state, dice)
        sequence.advance(course)
        return course.events

    @override
    def gathers(self, state: Season) -> bool:
        """Players gather until the referee opens the first turn."""
        return state.is_gathering and not state.is_closed

    @override
    def queued(self, state: Season) -> Sequence[QueuedEntry]:
        """Entries that take effect when the turn ends."""
        return tuple(queued_entries(state))

    @override
    def kept_facts(self, before: Sequence[Event], after: Sequence[Event]) -> Sequence[Event]:
        """A battle that was ready keeps its scenario, points and ground."""
        return corrections.keep_battles(before, after)

    @override
    def corrected(self, before: Season, after: Season, move: int) -> Sequence[Event]:
        """Struck lines of the ledger stay readable. A battle that returns needs new armies."""
        struck = corrections.strike_postings(before, after, move)
        return (*struck, *corrections.forget_armies(before, after))

    @override
    def differences(self, before: Season, after: Season) -> Sequence[Difference]:
        """Calendar, players and battles that a correction changes."""
        return tuple(corrections.differences(before, after))

    @override
    def hint(self, view: View) -> Hint | None:
        """Hint of the guided campaign."""
        return guide.hint(view)

    def bot(self, view: View, chance: random.Random, strength: str = HARD) -> Order:  # noqa: ARG002 one strength
        """Order of a sensible player."""
        return bot.choose(view, chance)

    @override
    def default_order(self, view: View, owed: Decision | None = None) -> Order | None:
        """Default order of the viewer's seat, for this decision or the first one (HOA-CMP-24)."""
        subject = owed.subject if owed else ""
        return defaults.default_order(view.season, view.me, subject) if view.me else None


CAMPAIGN = Campaign()
