"""Log lines about battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.names import (
    PLACE_WORDS,
    battle_title,
    ground_name,
    title_of,
)
from app.games.heart_of_africa.campaign.state import Season
from app.games.heart_of_africa.campaign.wording.lines import Lines, faces, line
from app.games.heart_of_africa.campaign.wording.reports import (
    decided_differences,
    differences_words,
    in_a_row,
    reason_words,
)
from app.games.heart_of_africa.setup.beginning import title as scenario_title
from app.kernel.say import say


def battle_ready(before: Season, event: e.BattleReady) -> Lines:
    war = before.battle(event.battle)
    if war is None:
        return ()
    says = say(
        "{battle}. {scenario}: {a} and {d} points. Ground: {ground}.",
        "{battle}. {scenario}: {a} y {d} puntos. Terreno: {ground}.",
        battle=battle_title(before, war),
        scenario=scenario_title(event.scenario),
        a=event.points[war.attacker],
        d=event.points[war.defender],
        ground=tuple(ground_name(one) for one in event.ground),
    )
    return [line(says, "HOA-CMP-48", "HOA-CMP-49", "HOA-CMP-53", dice=faces(event.die))]


def armies_forgotten(before: Season, event: e.ArmiesForgotten) -> Lines:
    war = before.battle(event.battle)
    if war is None:
        return ()
    says = say(
        "{battle} returns with a new table. Both armies are chosen again.",
        "{battle}: vuelve con una mesa nueva. Los dos ejércitos se eligen otra vez.",
        battle=battle_title(before, war),
    )
    return [line(says, "CAR-BAT-07")]


def ground_proposed(before: Season, event: e.GroundProposed) -> Lines:
    says = say(
        "{who:The} {who:proposes|propose} another ground for battle {n}: {ground}.",
        "{who:El} {who:propone|proponen} otro terreno para la batalla {n}: {ground}.",
        who=title_of(before, event.by),
        n=event.battle[1:],
        ground=ground_name(event.terrain),
    )
    return [line(says, "HOA-CMP-53")]


def place_chosen(before: Season, event: e.PlaceChosen) -> Lines:
    war = before.battle(event.battle)
    if war is None:
        return ()
    facts = {"who": title_of(before, event.player), "n": event.battle[1:]}
    earlier, now = war.agreed_place, war.agreed_after(event.player, event.place)
    if now and now == event.place:
        says = say(
            "Both players will fight battle {n} {place}.",
            "Los dos jugadores jugarán la batalla {n} {place}.",
            place=PLACE_WORDS[event.place],
            **facts,
        )
    elif earlier and not now:
        says = say(
            "Both players end their agreement on a place for battle {n}.",
            "Los dos jugadores dejan sin efecto el acuerdo sobre el lugar de la batalla {n}.",
            **facts,
        )
    elif earlier and not event.place:
        says = say(
            "{who:The} would like to end the agreement on a place for battle {n}.",
            "{who:El} {who:querría|querrían} dejar sin efecto el acuerdo sobre el lugar de la batalla {n}.",
            **facts,
        )
    elif event.place:
        says = say(
            "{who:The} would like to fight battle {n} {place}.",
            "{who:El} {who:querría|querrían} jugar la batalla {n} {place}.",
            place=PLACE_WORDS[event.place],
            **facts,
        )
    else:
        says = say(
            "{who:The} {who:takes|take} back the choice of a place for battle {n}.",
            "{who:El} {who:retira|retiran} la elección de lugar para la batalla {n}.",
            **facts,
        )
    return [line(says, "HOA-CMP-23")]


def ground_chosen(_before: Season, event: e.GroundChosen) -> Lines:
    if event.is_agreed:
        says = say(
            "Both players agree on another ground for battle {n}: {ground}.",
            "Los dos jugadores acuerdan otro terreno para la batalla {n}: {ground}.",
            n=event.battle[1:],
            ground=ground_name(event.terrain),
        )
        return [line(says, "HOA-CMP-53")]
    says = say(
        "Battle {n} is fought on this ground: {ground}.",
        "La batalla {n} se libra en este terreno: {ground}.",
        n=event.battle[1:],
        ground=ground_name(event.terrain),
    )
    return [line(says, "HOA-CMP-53")]


def bot_called(before: Season, event: e.BotCalled) -> Lines:
    war = before.battle(event.battle)
    if war is None:
        return ()
    says = say(
        "{battle}. A bot plays on for {who:the} while they are absent.",
        "{battle}. Un bot sigue jugando por {who:el} durante su ausencia.",
        battle=battle_title(before, war),
        who=title_of(before, event.player),
    )
    return [line(says, "HOA-CMP-24")]


def result_entered(before: Season, event: e.ResultEntered) -> Lines:
    who = title_of(before, event.by)
    if event.winner is None:
        says = say(
            "{who:The} {who:reports|report}: battle {n} ended without a decision.",
            "{who:El} {who:informa|informan}: la batalla {n} quedó sin decidir.",
            who=who,
            n=event.battle[1:],
        )
    else:
        says = say(
            "{who:The} {who:reports|report}: {winner:the} won battle {n}.",
            "{who:El} {who:informa|informan}: {winner:el} {winner:ganó|ganaron} la batalla {n}.",
            who=who,
            winner=title_of(before, event.winner),
            n=event.battle[1:],
        )
    return [line(says, "HOA-CMP-23")]


def result_disputed(before: Season, event: e.ResultDisputed) -> Lines:
    says = say(
        "{who:The} {who:disputes|dispute} the result of battle {n}.",
        "{who:El} {who:discute|discuten} el resultado de la batalla {n}.",
        who=title_of(before, event.by),
        n=event.battle[1:],
    )
    if event.reason:
        says = in_a_row([says, say("“{why}”", "«{why}»", why=event.reason)])
    war = before.battle(event.battle)
    if war is not None and war.reported is not None and event.other is not None:
        says = in_a_row([says, *differences_words(before, war, event.other, war.reported)])
    return [line(says, "HOA-CMP-23")]


def battle_closed(before: Season, event: e.BattleClosed) -> Lines:
    war = before.battle(event.battle)
    if war is None:
        return ()
    battle = battle_title(before, war)
    decided = decided_differences(before, replace(war, decided=event.report))
    more = [*reason_words(event.reason), *decided]
    match event.status:
        case "closed":
            says = say(
                "{battle}. {winner:The} {winner:wins|win}.",
                "{battle}. {winner:El} {winner:gana|ganan}.",
                battle=battle,
                winner=title_of(before, event.winner or ""),
            )
            return [line(in_a_row([says, *more]) if more else says, "HOA-CMP-23")]
        case "no_decision":
            says = say("{battle}. No decision.", "{battle}. Sin decisión.", battle=battle)
            return [line(in_a_row([says, *more]) if more else says, "HOA-CMP-57")]
        case "forfeit":
            says = say(
                "{battle}. It is not played: the defender pays.",
                "{battle}. No se juega: el defensor paga.",
                battle=battle,
            )
            return [line(says, "HOA-CMP-25")]
    if event.reason:
        says = say(
            "{battle}. It is void. {reason}",
            "{battle}. Queda anulada. {reason}",
            battle=battle,
            reason=event.reason,
        )
        return [line(says, event.rule)]
    says = say("{battle}. It is void.", "{battle}. Queda anulada.", battle=battle)
    return [line(says, event.rule or "HOA-CMP-23")]


def battle_detailed(_before: Season, _event: e.BattleDetailed) -> Lines:
    """The page of the battle shows the details."""
    return ()


WORDS: dict[type, Callable[[Season, Any], Lines]] = {
    e.BattleReady: battle_ready,
    e.GroundChosen: ground_chosen,
    e.GroundProposed: ground_proposed,
    e.PlaceChosen: place_chosen,
    e.ArmiesForgotten: armies_forgotten,
    e.BotCalled: bot_called,
    e.ResultEntered: result_entered,
    e.BattleDetailed: battle_detailed,
    e.ResultDisputed: result_disputed,
    e.BattleClosed: battle_closed,
}
