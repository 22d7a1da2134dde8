"""Log lines about Colonial Expeditions and their subjects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.names import (
    title_of,
)
from app.games.heart_of_africa.campaign.state import CONQUERED, Season
from app.games.heart_of_africa.campaign.wording.lines import Lines, line
from app.kernel.say import say


def victory_pending(before: Season, event: e.VictoryPending) -> Lines:
    """First or second victory of a Colonial over a people."""
    says = say(
        "{who:The} {who:needs|need} one more victory to conquer {people:the}.",
        "{who:El} {who:necesita|necesitan} una victoria más para conquistar {people:al}.",
        who=title_of(before, event.colonial),
        people=title_of(before, event.people),
    )
    again = event.people in before.players[event.colonial].pending
    if again:
        says = say(
            "It is the second victory of {who:the} over {people:the}.",
            "Es la segunda victoria {who:del} sobre {people:el}.",
            who=title_of(before, event.colonial),
            people=title_of(before, event.people),
        )
    return [line(says, "HOA-CMP-40")]


def pending_cleared(before: Season, event: e.PendingCleared) -> Lines:
    says = say(
        "{who:The} {who:loses|lose} all single victories.",
        "{who:El} {who:pierde|pierden} todas las victorias sueltas.",
        who=title_of(before, event.colonial),
    )
    return [line(says, "HOA-CMP-41")]


def streak_counted(before: Season, event: e.StreakCounted) -> Lines:
    if not event.defeats:
        return ()
    says = say(
        "{who:The}: defeat {n} in a row (the expedition is recalled after 3).",
        "{who:El}: derrota seguida número {n} (con 3 se retira la expedición).",
        who=title_of(before, event.colonial),
        n=event.defeats,
    )
    return [line(says, "HOA-CMP-47", level=2)]


def conquered(before: Season, event: e.Conquered) -> Lines:
    says = say(
        "{master:The} {master:conquers|conquer} {people:the}.",
        "{master:El} {master:conquista|conquistan} {people:al}.",
        master=title_of(before, event.master),
        people=title_of(before, event.people),
    )
    return [line(says, "HOA-CMP-40", "HOA-CMP-42")]


def district_offered(before: Season, event: e.DistrictOffered) -> Lines:
    says = say(
        "{who:The} may take a district of {loser:the}.",
        "{who:El} {who:puede|pueden} quedarse con un distrito {loser:del}.",
        who=title_of(before, event.taking.winner),
        loser=title_of(before, event.taking.loser),
    )
    return [line(says, "HOA-CMP-46")]


def district_taken(before: Season, event: e.DistrictTaken) -> Lines:
    who = title_of(before, event.winner)
    if not event.district:
        says = say(
            "{who:The} {who:takes|take} no district.",
            "{who:El} no {who:toma|toman} ningún distrito.",
            who=who,
        )
    else:
        says = say(
            "{who:The} {who:takes|take} the district of {people:the}.",
            "{who:El} {who:se queda|se quedan} con el distrito {people:del}.",
            who=who,
            people=title_of(before, event.district),
        )
    return [line(says, "HOA-CMP-46")]


def revolt_offered(before: Season, event: e.RevoltOffered) -> Lines:
    says = say(
        "{people:The} may revolt until the end of the turn.",
        "{people:El} {people:puede|pueden} sublevarse hasta el final del turno.",
        people=tuple(title_of(before, key) for key in event.peoples),
    )
    return [line(says, "HOA-CMP-44")]


def released(before: Season, event: e.Released) -> Lines:
    says = say(
        "{people:The} {people:has|have} no master any more.",
        "{people:El} ya no {people:tiene|tienen} amo.",
        people=title_of(before, event.people),
    )
    return [line(says, "HOA-CMP-47")]


def revolted(before: Season, event: e.Revolted) -> Lines:
    says = say(
        "{people:The} {people:revolts|revolt} and {people:returns|return} to the campaign.",
        "{people:El} {people:se subleva|se sublevan} y {people:vuelve|vuelven} a la campaña.",
        people=title_of(before, event.people),
    )
    return [line(says, "HOA-CMP-44")]


def stayed_subject(before: Season, event: e.StayedSubject) -> Lines:
    subject = before.player(event.people)
    if subject is None or subject.status != CONQUERED:
        return ()
    says = say(
        "{people:The} {people:does|do} not revolt.",
        "{people:El} no {people:se subleva|se sublevan}.",
        people=title_of(before, event.people),
    )
    return [line(says, "HOA-CMP-44")]


def campaign_closed(_before: Season, _event: e.CampaignClosed) -> Lines:
    return [line(say("The campaign is closed.", "Se cierra la campaña."), "HOA-CMP-56", level=0)]


WORDS: dict[type, Callable[[Season, Any], Lines]] = {
    e.VictoryPending: victory_pending,
    e.PendingCleared: pending_cleared,
    e.StreakCounted: streak_counted,
    e.Conquered: conquered,
    e.DistrictOffered: district_offered,
    e.DistrictTaken: district_taken,
    e.RevoltOffered: revolt_offered,
    e.Released: released,
    e.Revolted: revolted,
    e.StayedSubject: stayed_subject,
    e.CampaignClosed: campaign_closed,
}
