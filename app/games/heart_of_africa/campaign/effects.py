"""Effects of a battle on the campaign (pages 39 and 40), in their order."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.bookkeeping import LONGEST_REASON
from app.games.heart_of_africa.campaign.conquest import (
    restart_streak,
    step_to_conquest,
    suffer_defeat,
)
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.explorers import (
    explore_by_victory,
    note_completions,
    roll_wound,
)
from app.games.heart_of_africa.campaign.joining import remove
from app.games.heart_of_africa.campaign.state import (
    CLOSED,
    COLONIAL,
    ELIMINATED,
    EXPLORER,
    FORFEIT,
    NATIVE,
    NO_DECISION,
    READY,
    VOID,
    Entered,
    Season,
    War,
)
from app.games.heart_of_africa.campaign.tables import DATA, HONGOS
from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no


def result_refused(
    season: Season, key: str, winner: str | None, leaders: tuple[str, ...]
) -> Iterator[Refusal]:
    """Refusals of a result: the battle is not ready, or the names are not its players."""
    war = season.battle(key)
    if war is None or war.status != READY:
        yield no(
            "HOA-CMP-23",
            "This battle waits for no result.",
            "Esa batalla no espera ningún resultado.",
        )
        return
    if winner is not None and winner not in war.players:
        yield no(
            "HOA-CMP-57",
            "The winner is one of the two players, or there is no decision.",
            "Gana uno de los dos jugadores, o la batalla queda sin decidir.",
        )
    if not set(leaders) <= set(war.players):
        yield no(
            "HOA-CMP-37",
            "Only Leaders of this battle can fall in it.",
            "Solo pueden caer los Líderes de esa batalla.",
        )


def settle(
    course: Course,
    key: str,
    winner: str | None,
    leaders: tuple[str, ...],
    report: Entered | None = None,
    reason: str = "",
) -> None:
    """Close a battle and apply all its effects. `report` are the numbers that the referee decides,
    and `reason` is that of the referee.
    """
    war = course.season.battle(key)
    if war is None:
        raise ValueError(f"no battle {key}")
    status = CLOSED if winner else NO_DECISION
    course.happen(e.BattleClosed(key, status, winner, leaders, reason=reason, report=report))
    if winner is None:
        without_decision(course, war)
    else:
        apply_victory(course, war, winner)
    for player in war.players:
        if player in leaders and player in {one.key for one in course.season.active(EXPLORER)}:
            roll_wound(course, player)
    note_completions(course)


def without_decision(course: Course, war: War) -> None:
    """HOA-CMP-57: No decision moves no hongo and no conquest; it ends a row of defeats."""
    for player in war.players:
        restart_streak(course, player)


def apply_victory(course: Course, war: War, winner: str) -> None:
    """Effects of a victory: hongos, exploration or conquest, Colonial defeat, elimination."""
    loser = war.opponent(winner)
    course.happen(e.VictoryCounted(winner, course.player(loser).list_beaten))
    if not war.rivals:
        win_hongos(course, war, winner, loser)
        explore_by_victory(course, war.attacker, war.defender, winner)
    restart_streak(course, winner)
    if course.player(winner).class_ == COLONIAL:
        step_to_conquest(course, winner, loser)
    suffer_defeat(course, loser, winner)
    for player in (loser, winner):
        eliminate_without_hongos(course, player)


def win_hongos(course: Course, war: War, winner: str, loser: str) -> None:
    """Spoils of a victory, by the classes of winner and loser."""
    if holds_no_hongos(course.season, winner):
        return
    if course.player(loser).class_ == COLONIAL:
        plunder(course, war, winner)
    elif course.player(loser).class_ == EXPLORER:
        take_from_explorer(course, war, winner, loser)
    else:
        take_from_native(course, war, winner, loser)


def holds_no_hongos(season: Season, player: str) -> bool:
    """HOA-CMP-43: Colonial Expeditions own no hongos and win none."""
    return season.players[player].class_ == COLONIAL


def take_from_native(course: Course, war: War, winner: str, loser: str) -> None:
    """HOA-CMP-27: A beaten native, attacker or defender, hands one hongo to a native or
    Explorer.
    """
    spoils = int(DATA["battle_effects"][NATIVE][NATIVE]["hongos"]["amount"])
    amount = min(spoils, course.player(loser).hongos or 0)
    course.post(loser, winner, amount, "victory", "HOA-CMP-27", battle=war.key)


def take_from_explorer(course: Course, war: War, winner: str, loser: str) -> None:
    """HOA-CMP-34: Explorers win and lose hongos as natives do. A beaten one pays one and goes on
    at 0; `take_from_native` pays a victorious one.
    """
    spoils = int(DATA["battle_effects"][NATIVE][EXPLORER]["hongos"]["amount"])
    amount = min(spoils, course.player(loser).hongos or 0)
    course.post(loser, winner, amount, "victory", "HOA-CMP-34", battle=war.key)


def plunder(course: Course, war: War, winner: str) -> None:
    """HOA-CMP-29: A victory over a Colonial Expedition brings 2 hongos from no account."""
    spoils = int(DATA["battle_effects"][NATIVE][COLONIAL]["hongos"]["amount"])
    course.post("", winner, spoils, "plunder", "HOA-CMP-29", battle=war.key)


def eliminate_without_hongos(course: Course, player: str) -> None:
    """HOA-CMP-28: A native player without hongos is eliminated at once."""
    one = course.player(player)
    if one.is_active_native and not one.hongos:
        remove(course, player, ELIMINATED, "HOA-CMP-28")


def lapse_refused(season: Season, key: str) -> Iterator[Refusal]:
    """Refusals of a forfeit or a lapse: the battle is over."""
    war = season.battle(key)
    if war is None or not war.is_open:
        yield no("HOA-CMP-25", "This battle is not open.", "Esa batalla no está abierta.")


def forfeit_refused(season: Season, key: str, *, passage: bool) -> Iterator[Refusal]:
    """Refusals of a forfeit; passage is granted only to an Explorer who attacked a native."""
    over = list(lapse_refused(season, key))
    war = season.battle(key)
    if over or war is None:
        yield from over
        return
    attacker, target = season.players[war.attacker], season.players[war.defender]
    if passage and (attacker.class_, target.class_) != (EXPLORER, NATIVE):
        yield no(
            "HOA-CMP-25",
            "Only an Explorer who attacked a native player explores by a forfeit.",
            "Solo explora así un explorador que atacó a un jugador nativo.",
        )


def forfeit(course: Course, key: str, *, passage: bool = False) -> None:
    """HOA-CMP-25: A target who avoids the game pays one hongo; it is lost to a Colonial attacker.

    Only the referee decides it. It is no victory.
    """
    war = course.season.battle(key)
    if war is None:
        raise ValueError(f"no battle {key}")
    course.happen(e.BattleClosed(key, FORFEIT, rule="HOA-CMP-25"))
    target, attacker = course.player(war.defender), course.player(war.attacker)
    amount = min(int(HONGOS["forfeit_for_dodging"]), target.hongos or 0)
    receiver = "" if attacker.class_ == COLONIAL else attacker.key
    course.post(
        target.key,
        receiver,
        amount,
        "forfeit",
        "HOA-CMP-25",
        battle=key,
        counts_for_list=target.list_beaten,
    )
    if passage:
        course.happen(e.Explored(attacker.key, target.key, "HOA-CMP-25"))
    eliminate_without_hongos(course, target.key)
    note_completions(course)


def void_refused(season: Season, key: str, reason: str) -> Iterator[Refusal]:
    """Refusals of a void battle: it is over, or the reason is missing or too long."""
    yield from lapse_refused(season, key)
    if not reason.strip() or text_refused(reason, LONGEST_REASON, "HOA-CMP-01"):
        yield no(
            "HOA-CMP-01",
            "A void battle has a reason of at most {most} visible letters.",
            "Una batalla anulada lleva un motivo de {most} letras visibles como mucho.",
            most=LONGEST_REASON,
        )


def void(course: Course, key: str, reason: str) -> None:
    """The referee declares the battle void: nothing follows from it."""
    words = " ".join(reason.split())
    course.happen(e.BattleClosed(key, VOID, rule="HOA-CMP-01", reason=words))


def lapse(course: Course, key: str) -> None:
    """The attacker does not come: the battle is void, and nothing else follows."""
    course.happen(e.BattleClosed(key, VOID, rule="HOA-CMP-25"))
