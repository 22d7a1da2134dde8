"""Contests as a box: a long game of many entrants and its organisers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from typing_extensions import override

from app.games.contests import (
    bench,
    child_battles,
    corrections,
    decide,
    defaults,
    drawing,
    event_summary,
    honours,
    offering,
    reach,
    sequence,
)
from app.games.contests.chapters import closed_chapters, contest_chapter
from app.games.contests.course import Course
from app.games.contests.date_pages import agreed_dates, date_questions
from app.games.contests.entries import leave
from app.games.contests.entry_conditions import conditions_refused
from app.games.contests.events import EVENTS
from app.games.contests.evolve import evolve
from app.games.contests.fog import View, view_of
from app.games.contests.forms import FORMS
from app.games.contests.names import entrant_title, moment_title, title_of
from app.games.contests.news import news_of
from app.games.contests.offering import ANY_TIME, STEP_ORDERS
from app.games.contests.orders import ORDERS, Enter
from app.games.contests.pages import reading_pages
from app.games.contests.setup import MOST_PLACES, ContestSetup, begin
from app.games.contests.standings import points_of_entrants
from app.games.contests.state import LEFT, REFEREE, STEPS, WITHDRAWN, Contest
from app.games.contests.team_words import leaving_words
from app.games.contests.teams import (
    has_gone,
    is_out,
    leave_team,
    leave_to_successor,
    no_successor,
    successors,
)
from app.games.contests.wording import wording
from app.kernel.battle_dates import AgreedDate, DateQuestion
from app.kernel.box import Box
from app.kernel.child_battles import Aftermath, Battle, EnteredResult
from app.kernel.contest_chronicle import ContestChapter
from app.kernel.contract import (
    Card,
    Departure,
    Difference,
    Event,
    Game,
    Line,
    Marks,
    Order,
    Scenario,
    Setup,
    Side,
    Step,
)
from app.kernel.dice import Dice, LoadedDice
from app.kernel.entrant_facts import EntrantFacts
from app.kernel.event_summary import Item, Met
from app.kernel.long_game_parts import News
from app.kernel.offers import Assessment, Decision, Offer
from app.kernel.open_seats import numbered_side
from app.kernel.outcome import CLOSED, Outcome
from app.kernel.position import Moment, PieceLine, Summary
from app.kernel.reading_pages import ReadingPages
from app.kernel.refusal import Refusal, refuse_if
from app.kernel.rulebook import read_rulebook
from app.kernel.say import Say, noun, say
from app.kernel.scene import Scene
from app.kernel.seats import OpenSeats, Viewer

RULEBOOK = Path(__file__).with_name("rulebook")
REFEREE_SIDE = Side(REFEREE, noun("Organiser", "Organizador"), "i", competes=False)
LEAST = 2
WAITING_PLACES = 100
"""Seats beyond the largest number of places, for the waiting list."""
CHAPTERS = {
    "CON-SET": say("Settings", "Condiciones"),
    "CON-ENT": say("Entries", "Inscripción"),
    "CON-LST": say("Army lists", "Listas de ejército"),
    "CON-SED": say("Seeds", "Orden inicial"),
    "CON-RND": say("Rounds", "Rondas"),
    "CON-GRP": say("Groups", "Grupos"),
    "CON-DIV": say("Divisions", "Divisiones"),
    "CON-RES": say("Results", "Resultados"),
    "CON-TEA": say("Teams", "Equipos"),
    "CON-CHL": say("Challenge round", "Ronda de desafíos"),
    "CON-LAD": say("Ladder", "Escalera"),
    "CON-LEA": say("Free league", "Liga libre"),
    "CON-STD": say("Standings", "Clasificación"),
    "CON-ORG": say("Organisers", "Organizadores"),
}


def scenario(form: str) -> Scenario:
    """Contest of one form, with two first seats and the organisers."""
    seats = (numbered_side(f"p{number}") for number in range(1, LEAST + 1))
    return Scenario(form, FORMS[form].title, FORMS[form].plot, (REFEREE_SIDE, *seats), minutes=600)


CARD = Card(
    key="contests",
    prefix="CON",
    title=say("Contest", "Competición"),
    blurb=say(
        "Tournaments, leagues, knock-outs and ladders of battles on this site or on real tables.",
        "Torneos, ligas, eliminatorias y escaleras con batallas en este sitio o en mesas reales.",
    ),
    scenarios=tuple(map(scenario, FORMS)),
    options=(),
    sequence=tuple(
        Step(
            key,
            sequence.STEP_RULES[key],
            sequence.STEP_TITLES[key],
            STEP_ORDERS[key],
            deadlines=sequence.deadlines_of(key),
        )
        for key in STEPS
    ),
    orders=ORDERS,
    events=EVENTS,
    endings=(CLOSED,),
    chapters=CHAPTERS,
    any_time=ANY_TIME,
    kind="contest",
    open_seats=OpenSeats(
        LEAST,
        MOST_PLACES + WAITING_PLACES,
        (Enter,),
        (
            say(
                "Your open battles are lost, and your opponents need not wait.",
                "Pierdes tus batallas pendientes y tus rivales no tienen que esperar.",
            ),
            say(
                "Your results stay. You cannot return to this contest.",
                "Tus resultados se conservan. No puedes volver a esta competición.",
            ),
        ),
    ),
)


class Contests(Box):
    """The contract of `app.kernel.contract.Game` for a contest over battles of these games."""

    card = CARD
    bench = bench.ENTRY
    rulebook = read_rulebook(
        RULEBOOK / "contests.yaml",
        tried=RULEBOOK / "tried.yaml",
    )

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = games
        self.agreement = ContestSetup(games)

    @override
    def new_game(self, setup: Setup, dice: Dice) -> Sequence[Event]:
        """The first event; nothing is rolled."""
        return (begin(self.games, setup),)

    def decide(self, state: Contest, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
        """Events that follow from the order; raises `Refused`."""
        return decide.decide(self.games, state, order, seat, dice)

    def evolve(self, state: Contest | None, event: Event) -> Contest:
        """State after the event."""
        return evolve(state, event)

    def view(self, state: Contest, viewer: Viewer) -> View:
        """Knowledge of this viewer."""
        return view_of(state, viewer)

    def waiting_for(self, state: Contest) -> Sequence[Decision]:
        """Decisions owed, by seat. A seat has the name of its side."""
        return sequence.decisions(state)

    def offers(self, view: View) -> Sequence[Offer]:
        """Orders that the viewer's seat may give now."""
        return offering.offers(self.games, view)

    def assess(self, view: View, order: Order) -> Assessment:
        """Dry run of an order."""
        return reach.assess(view, order)

    def outcome(self, state: Contest) -> Outcome | None:
        """Places of a closed contest."""
        return honours.outcome_of(state)

    def drawing(self, view: View, marks: Marks, language: str) -> Scene:
        """Sheet with the first places."""
        return drawing.draw(view, marks, language)

    def wording(self, before: Contest | None, event: Event, viewer: Viewer) -> Sequence[Line]:
        """Log lines of an event for this viewer."""
        return wording(self.games, before, event, viewer)

    @override
    def summary_items(self, met: Sequence[Met], viewer: Viewer) -> Sequence[Item]:
        """Summary with the headings of the log, and with the battles of the viewer."""
        return event_summary.summary_items(self.wording, met, viewer)

    @override
    def moment(self, state: Contest) -> Moment:
        """Number of the round and step."""
        return Moment(state.round, state.step, moment_title(state))

    @override
    def news(self, before: Contest | None, event: Event) -> Sequence[News]:
        """Events that entrants are notified of."""
        return news_of(self.games, before, event)

    @override
    def agreed_dates(self, state: Contest) -> Sequence[AgreedDate]:
        """Accepted dates of the battles of the published rounds."""
        return agreed_dates(state)

    @override
    def date_questions(self, state: Contest, seat: str) -> Sequence[DateQuestion]:
        """Proposals and requests to play at once without an answer of the seat."""
        return tuple(date_questions(state, seat))

    @override
    def battles(self, state: Contest) -> Sequence[Battle]:
        """Battles of the published rounds that have a table on this site."""
        return tuple(child_battles.battles_of(self.games, state))

    @override
    def entered_results(self, state: Contest) -> Sequence[EnteredResult]:
        """Results of real tables in a rated contest."""
        return tuple(child_battles.entered_results(state))

    @override
    def resulted(self, state: Contest, battle: Battle, aftermath: Aftermath) -> Order:
        """Result of a table as an order."""
        return child_battles.order_of_result(state, battle, aftermath)

    @override
    def summary(self, view: View) -> Summary:
        """Entrants in words, with their points as the score."""
        contest = view.contest
        points = points_of_entrants(contest)
        return Summary(
            active="",
            score=tuple(
                (one.key, say("{n:point+s}", "{n:punto+s}", n=points[one.key]))
                for one in contest.playing()
            ),
            pieces=tuple(
                PieceLine(
                    one.key,
                    entrant_title(one),
                    say("{n:point+s}", "{n:punto+s}", n=points[one.key]),
                    one.key,
                    lost=not one.is_playing,
                )
                for one in contest.by_entry
            ),
        )

    @override
    def pages(self, view: View) -> ReadingPages:
        """Rounds, standings, entrants and battles."""
        return reading_pages(self.games, view)

    @override
    def closed_chapters(self, state: Contest) -> int:
        """The sign-up and its rounds."""
        return closed_chapters(state)

    @override
    def contest_chapter(self, before: View, after: View) -> ContestChapter:
        """Chapter between two public views."""
        return contest_chapter(before.contest, after.contest)

    @override
    def entry_refusals(self, state: Contest, facts: EntrantFacts) -> Sequence[Refusal]:
        """Conditions of the sign-up that the user does not meet."""
        return tuple(conditions_refused(state.settings.conditions, facts))

    @override
    def game_of_battles(self, state: Contest) -> str:
        """Game of the battles of this site; "" for a battle in words."""
        return state.settings.box

    @override
    def places(self, state: Contest) -> Mapping[str, int]:
        """Rungs of a ladder."""
        return {key: number for number, key in enumerate(state.rungs, 1)}

    @override
    def sides(self, state: Contest) -> Sequence[Side]:
        """Entrants under their names, and players of teams with a seat of their own."""
        seats = {one.key: entrant_title(one) for one in state.by_entry}
        for team in state.by_entry:
            seats |= {
                one.key: title_of(state, one.key) for one in team.players if "~" not in one.key
            }
        return [
            msgspec.structs.replace(numbered_side(key), title=title) for key, title in seats.items()
        ]

    @override
    def eliminated(self, state: Contest) -> Sequence[str]:
        """Entrants who are out of the contest, and players who are out of their teams."""
        players = [one.key for team in state.by_entry for one in team.players if "~" not in one.key]
        seats = dict.fromkeys((*(one.key for one in state.by_entry), *players))
        return [seat for seat in seats if has_gone(state, seat)]

    @override
    def side_leaves(self, state: Contest, side: str, others: Sequence[str]) -> Departure:
        """The contest goes on without the entrant (CON-ENT-07) or the player (CON-TEA-09)."""
        entrant, course = state.entrant(side), Course(state, LoadedDice())
        if entrant is None and not is_out(state, side):
            leave_team(course, side)
        elif entrant is not None and entrant.status not in (LEFT, WITHDRAWN):
            leave(course, side)
        return Departure(tuple(course.events))

    @override
    def successors(self, state: Contest, side: str) -> Sequence[str]:
        """Players who may lead the team of this captain."""
        return successors(state, side)

    @override
    def succession(self, state: Contest, side: str, successor: str) -> Sequence[Event]:
        """The captain leaves, and the successor leads the team; raises `Refused`."""
        refuse_if(no_successor(state, side, successor))
        course = Course(state, LoadedDice())
        leave_to_successor(course, side, successor)
        return course.events

    @override
    def leaving_words(self, state: Contest, side: str) -> Sequence[Say]:
        """Consequences for an entrant, for a team with its captain, and for a player of a team."""
        return tuple(leaving_words(state, side)) or super().leaving_words(state, side)

    @override
    def goes_on(self, state: Contest, dice: Dice) -> Sequence[Event]:
        """Steps that need no player once an entrant has left."""
        course = Course(state, dice)
        decide.advance(course)
        return course.events

    @override
    def gathers(self, state: Contest) -> bool:
        """Entrants sign up until an organiser closes the sign-up."""
        return not state.has_begun

    @override
    def kept_facts(self, before: Sequence[Event], after: Sequence[Event]) -> Sequence[Event]:
        """Rounds that were drawn and published stay."""
        return corrections.keep_rounds(before, after)

    @override
    def corrected(self, before: Contest, after: Contest, move: int) -> Sequence[Event]:
        """A published round stays (CON-RND-09)."""
        refuse_if(corrections.round_is_gone(before, after))
        return ()

    @override
    def differences(self, before: Contest, after: Contest) -> Sequence[Difference]:
        """Results, places and rounds that a correction changes."""
        return tuple(corrections.differences(before, after))

    @override
    def default_order(self, view: View, owed: Decision | None = None) -> Order | None:
        """Default order of the viewer's seat, for this decision or the first one (CON-RES-08)."""
        key = owed.clock_key if owed else ""
        return defaults.default_order(view.contest, view.me, key) if view.me else None


def contest_of(games: Mapping[str, Game]) -> Contests:
    """Contests over the battles with two sides among these games."""
    return Contests(
        {key: one for key, one in games.items() if one.card.is_battle and one.card.on_the_pages}
    )
