"""Page of a battle of a long game: the viewer's part, the armies, the course, photographs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import Request, Response

from app.kernel.offers import Decision
from app.kernel.reading_pages import BattlePage
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.services.container import Services, current_time
from app.services.play import default_rosters, photographs
from app.services.watch.battle_course import CourseEntry, battle_course
from app.services.watch.battle_links import BattleLink, load_child_battles
from app.services.watch.battle_rosters import Roster, load_rosters
from app.services.watch.game_view import GameView
from app.services.watch.reading_pages import GamePages
from app.services.watch.table_results import TableResult, table_result
from app.store.photographs import Photograph
from app.web.battle_dates import (
    ChoiceRow,
    DateForms,
    PlayForms,
    choice_rows,
    date_forms,
    play_forms,
)
from app.web.front_page import deadline_of
from app.web.language import language_of
from app.web.pages import render_page
from app.web.reading_page import reading_page
from app.web.roster_page import builder_address


@dataclass(frozen=True)
class BattlePhotographs:
    """Photographs of a battle as its page shows them, with the form for more.

    `removable` are the numbers of those that the viewer may remove. `findings` are the reasons
    against photographs that were sent with `caption`.
    """

    shown: Sequence[Photograph]
    removable: frozenset[int]
    may_add: bool
    left: int
    findings: tuple[Refusal, ...] = ()
    caption: str = ""
    longest_caption: int = photographs.LONGEST_CAPTION


@dataclass(frozen=True)
class OwnPart:
    """Decision of the viewer about a battle. `due` is its deadline, "" without a clock; `silence`
    follows without an answer. `builder` is the address of the army builder on the terms of the
    battle, "" if no army is awaited.
    """

    decision: Decision
    due: str
    silence: Say | None
    builder: str


@dataclass(frozen=True)
class BattleShown:
    """Parts of the page of a battle. `table` is its table on this site, if the viewer may open it.
    `rosters` are those that the viewer may read, by side. `asked_order` is the order, as JSON,
    whose preview the viewer has opened; "" without one. `dates` are the forms about its date,
    `play` those to play at once. `result` has the losses of a battle that was fought on its table.
    """

    part: OwnPart | None
    table: BattleLink | None
    rosters: Mapping[str, Roster]
    course: tuple[CourseEntry, ...]
    photographs: BattlePhotographs
    places: tuple[ChoiceRow, ...] = ()
    asked_order: str = ""
    dates: DateForms | None = None
    result: TableResult | None = None
    play: PlayForms | None = None

    @property
    def asked_place(self) -> ChoiceRow | None:
        """Choice of a place whose preview is open."""
        return next((row for row in self.places if row.order == self.asked_order), None)

    @property
    def leads_to_table(self) -> bool:
        """True if the viewer may open the table, or choose an army for a real table there."""
        owes_army = self.part is not None and self.part.decision.army
        return self.table is not None and (owes_army or not self.table.is_held)

    @property
    def are_opened(self) -> bool:
        """True if the rosters of both sides are public."""
        return len(self.rosters) > 1


def battle_photographs(
    services: Services,
    told: GamePages,
    battle: BattlePage,
    findings: tuple[Refusal, ...] = (),
    caption: str = "",
) -> BattlePhotographs:
    """Photographs of a battle for the viewer."""
    look = told.look
    shown = photographs.list_photographs(services, look, battle.key)
    own = sum(one.user_id is not None and one.user_id == look.user_id for one in shown)
    return BattlePhotographs(
        shown,
        frozenset(one.id for one in shown if photographs.may_remove(look, one)),
        photographs.may_add(look, battle.acting),
        max(0, photographs.MOST - own),
        findings,
        caption,
    )


def own_part(services: Services, told: GamePages, battle: BattlePage) -> OwnPart | None:
    """Decision of a player of the battle about it; None for all others.

    In a contest, a decision without a battle concerns the battle whose result waits for an answer.
    """
    look = told.look
    if look.viewer.side not in battle.acting or not battle.is_open:
        return None
    answers = battle.dispute_form is not None and battle.dispute_form.is_open
    known = ("", battle.key) if told.pages.contest is None or answers else (battle.key,)
    asked = [one for one in look.decisions if one.battle in known]
    if not asked:
        return None
    decision = next((one for one in asked if one.battle), asked[0])
    silences = {one.key: one.default for one in look.box.card.deadlines}
    due = deadline_of(services, look, decision)
    silence = (decision.silence or silences.get(decision.deadline)) if due else None
    builder = builder_of_battle(services, look, battle.key) if decision.army else ""
    return OwnPart(decision, due, silence, builder)


def place_rows(battle: BattlePage) -> tuple[ChoiceRow, ...]:
    """Choices of the viewer for the place of a battle."""
    return choice_rows(battle.place.offers if battle.place else ())


def builder_of_battle(services: Services, look: GameView, key: str) -> str:
    """Address of the army builder for the viewer's side of a battle; "" without a waiting table."""
    roster = default_rosters.load_default_roster(services, look.game.address, look.user_id)
    waiting = (one for one in roster.battles if one.battle.key == key)
    return next(
        (builder_address(services.shelf[roster.box], one.table, one.side) for one in waiting), ""
    )


def show_battle_page(
    request: Request,
    told: GamePages,
    key: str,
    findings: tuple[Refusal, ...] = (),
    caption: str = "",
    status: int = 200,
) -> Response:
    """Page of a battle, with the reasons against photographs that were sent."""
    services, battle, look = request.app.state.services, told.battle(key), told.look
    tables = {one.battle.key: one.table for one in load_child_battles(services, look)}
    shown = BattleShown(
        own_part(services, told, battle),
        tables.get(key),
        load_rosters(services, look, battle, language_of(request)),
        battle_course(look, battle),
        battle_photographs(services, told, battle, findings, caption),
        place_rows(battle),
        request.query_params.get("order", ""),
        date_forms(services, look, battle, request.query_params, language_of(request)),
        table_result(services, look, battle, tables.get(key)),
        play_forms(look, battle, current_time()),
    )
    return render_page(
        request,
        "campaigns/battle.html",
        status=status,
        page=reading_page(told, "battle"),
        battle=battle,
        shown=shown,
    )
