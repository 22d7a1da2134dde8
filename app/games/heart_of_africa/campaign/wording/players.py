"""Log lines about players, hongos and promotions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.evolve import evolve
from app.games.heart_of_africa.campaign.joining import next_turn
from app.games.heart_of_africa.campaign.names import (
    HALVES,
    entry_title,
    nation_of,
    player_title,
    title_of,
)
from app.games.heart_of_africa.campaign.state import Entry, Posting, Season
from app.games.heart_of_africa.campaign.wording.lines import Lines, line
from app.kernel.say import Say, as_is, say


def joined(before: Season, event: e.Joined) -> Lines:
    player = evolve(before, event).players[event.player.key]
    if not player.people:
        says = say(
            "{who:The} {who:joins|join} the campaign.",
            "{who:El} {who:entra|entran} en la campaña.",
            who=player_title(player),
        )
        return [line(says, "HOA-CMP-07")]
    says = say(
        "{who:The} {who:joins|join} the campaign ({nation}).",
        "{who:El} {who:entra|entran} en la campaña ({nation}).",
        who=player_title(player),
        nation=nation_of(player),
    )
    return [line(says, "HOA-CMP-07")]


def entry_queued(before: Season, event: e.EntryQueued) -> Lines:
    return [line(entry_words(before, event.entry), "HOA-CMP-07")]


def entry_words(season: Season, entry: Entry) -> Say:
    """Turn in which an entry that waits takes effect."""
    turn, _, _ = next_turn(season)
    return say(
        "{who:The} {who:enters|enter} the campaign at the beginning of turn {n}.",
        "{who:El} {who:entrará|entrarán} en la campaña al comienzo del turno {n}.",
        who=entry_title(season, entry),
        n=turn,
    )


def entry_withdrawn(before: Season, event: e.EntryWithdrawn) -> Lines:
    entry = before.entry_of(event.seat)
    if entry is None:
        return ()
    says = say(
        "The entry of {who:the} is withdrawn.",
        "Se retira la entrada {who:del}.",
        who=entry_title(before, entry),
    )
    return [line(says, "HOA-CMP-07")]


def entry_dropped(before: Season, event: e.EntryDropped) -> Lines:
    entry = before.entry_of(event.seat)
    if entry is None:
        return ()
    says = say(
        "The entry of {who:the} does not take effect: the army or its name is no longer available.",
        "La entrada {who:del} no tiene efecto: el ejército o su nombre ya no están disponibles.",
        who=entry_title(before, entry),
    )
    return [line(says, event.rule)]


def departed(before: Season, event: e.Departed) -> Lines:
    who = title_of(before, event.player)
    if event.status == "left":
        says = say(
            "{who:The} {who:leaves|leave} the campaign.",
            "{who:El} {who:abandona|abandonan} la campaña.",
            who=who,
        )
    else:
        says = say(
            "{who:The} {who:is|are} out of the campaign: {cause}.",
            "{who:El} {who:queda|quedan} fuera de la campaña: {cause}.",
            who=who,
            cause=CAUSES.get(event.rule, as_is(event.rule)),
        )
    return [line(says, event.rule)]


CAUSES = {
    "HOA-CMP-28": say("no hongos are left", "no quedan hongos"),
    "HOA-CMP-37": say("the Leader is dead", "el Líder ha muerto"),
    "HOA-CMP-45": say("the former master wins again", "el antiguo amo vuelve a vencer"),
    "HOA-CMP-47": say("three defeats in a row", "tres derrotas seguidas"),
}
POSTING_CAUSES = {
    "joined": say("starting hongos", "hongos iniciales"),
    "left": say("left the campaign", "abandono de la campaña"),
    "gift": say("gift", "regalo"),
    "agreement": say("agreement", "acuerdo"),
    "victory": say("victory", "victoria"),
    "plunder": say("plunder", "botín"),
    "forfeit": say("battle not played", "batalla no disputada"),
    "hunting": say("hunting", "caza"),
    "promotion": say("promotion", "ascenso"),
    "conquered": say("conquest", "conquista"),
    "annihilated": say("annihilation", "aniquilación"),
    "revolt": say("revolt", "sublevación"),
    "by_hand": say("posted by the referee", "apunte del árbitro"),
    "opening": say("opening entry of the referee", "apunte inicial del árbitro"),
}


def cause_of(posting: Posting) -> Say:
    """Cause of a posting in words, with the referee's reason."""
    cause = POSTING_CAUSES[posting.cause]
    if not posting.reason:
        return cause
    return say("{cause}: “{why}”", "{cause}: «{why}»", cause=cause, why=posting.reason)


def date_entered(_before: Season, event: e.DateEntered) -> Lines:
    says = say(
        "Opening entry of the referee: the next turn is turn {n}, {half} of {year}.",
        "Apunte inicial del árbitro: el próximo turno es el {n}, {half} de {year}.",
        n=event.turn,
        half=HALVES[event.half],
        year=event.year,
    )
    return [line(says, "HOA-CMP-03")]


def account_entered(before: Season, event: e.AccountEntered) -> Lines:
    """History of a player in one sentence; hongos and districts follow in lines of their own."""
    parts = [
        say("victories: {n}", "victorias: {n}", n=sum(event.victories.values())),
        say("promotions: {n}", "ascensos: {n}", n=event.promotions),
    ]
    if event.explored:
        names = [title_of(before, one) for one in event.explored]
        parts.append(say("explored: {names}", "explorados: {names}", names=names))
    if event.pending:
        names = [title_of(before, one) for one in event.pending]
        parts.append(say("beaten once: {names}", "vencidos una vez: {names}", names=names))
    if event.streak:
        parts.append(say("defeats in a row: {n}", "derrotas seguidas: {n}", n=event.streak))
    says = say(
        "Opening entry of the referee for {who:the} ({parts}).",
        "Apunte inicial del árbitro para {who:el} ({parts}).",
        who=title_of(before, event.player),
        parts=parts,
    )
    return [line(says, "HOA-CMP-05")]


def posted(before: Season, event: e.Posted) -> Lines:
    return [line(posting_words(before, event.posting), event.posting.rule)]


def posting_words(before: Season, posting: Posting) -> Say:
    """Posting of the ledger in a sentence."""
    facts: dict[str, Any] = {
        "n": posting.amount,
        "cause": cause_of(posting),
        "one": title_of(before, posting.payer),
        "other": title_of(before, posting.receiver),
    }
    if posting.payer and posting.receiver:
        says = say(
            "{one:The} {one:pays|pay} {n:hongo+s} to {other:the} ({cause}).",
            "{one:El} {one:paga|pagan} {n:hongo+s} {other:al} ({cause}).",
            **facts,
        )
    elif posting.receiver:
        says = say(
            "{other:The} {other:receives|receive} {n:hongo+s} ({cause}).",
            "{other:El} {other:recibe|reciben} {n:hongo+s} ({cause}).",
            **facts,
        )
    else:
        says = say(
            "{one:The} {one:loses|lose} {n:hongo+s} ({cause}).",
            "{one:El} {one:pierde|pierden} {n:hongo+s} ({cause}).",
            **facts,
        )
    return says


def gift_offered(before: Season, event: e.GiftOffered) -> Lines:
    says = say(
        "{one:The} {one:offers|offer} {n:hongo+s} to {other:the}.",
        "{one:El} {one:ofrece|ofrecen} {n:hongo+s} {other:al}.",
        one=title_of(before, event.giver),
        other=title_of(before, event.receiver),
        n=event.hongos,
    )
    return [line(says, "HOA-CMP-06")]


def gift_answered(before: Season, event: e.GiftAnswered) -> Lines:
    if event.accepted:
        return ()
    says = say(
        "{who:The} {who:declines|decline} the gift.",
        "{who:El} {who:rechaza|rechazan} el regalo.",
        who=title_of(before, event.receiver),
    )
    return [line(says, "HOA-CMP-06")]


def promoted(before: Season, event: e.Promoted) -> Lines:
    says = say(
        "{who:The} {who:becomes|become} {list}.",
        "{who:El} {who:asciende|ascienden} a {list}.",
        who=title_of(before, event.player),
        list=lists.list_name(event.list),
    )
    return [line(says, event.rule, "HOA-CMP-09")]


def succeeded(before: Season, event: e.Succeeded) -> Lines:
    player = before.players[event.player]
    says = say(
        "{who:The} {who:becomes|become} {nation}.",
        "{who:El} {who:pasa|pasan} a ser {nation}.",
        who=title_of(before, event.player),
        nation=lists.nation_name(player.list, event.nation),
    )
    return [line(says, "HOA-LST-53")]


def succession_asked(before: Season, event: e.SuccessionAsked) -> Lines:
    says = say(
        "{who:The} {who:asks|ask} to become Mahdists. The referee decides.",
        "{who:El} {who:pide|piden} convertirse en mahdistas. Decide el árbitro.",
        who=title_of(before, event.player),
    )
    return [line(says, "HOA-LST-53")]


def succession_refused(before: Season, event: e.SuccessionRefused) -> Lines:
    says = say(
        "The referee does not let {who:the} become Mahdists.",
        "El árbitro no deja que {who:el} {who:se convierta en mahdista|se conviertan en mahdistas}.",
        who=title_of(before, event.player),
    )
    return [line(says, "HOA-LST-53")]


def army_kept(before: Season, event: e.ArmyKept) -> Lines:
    says = say(
        "{who:The} {who:keeps|keep} the army.",
        "{who:El} {who:conserva|conservan} su ejército.",
        who=title_of(before, event.player),
    )
    return [line(says, "HOA-CMP-24" if event.is_default else "HOA-CMP-09", level=2)]


def postings_struck(_before: Season, event: e.PostingsStruck) -> Lines:
    says = say(
        "{n:line+s} of the ledger {n:is|are} struck.",
        "{n:Se tacha|Se tachan} {n:línea+s} del libro de cuentas.",
        n=len(event.postings),
    )
    return [line(says, "CAR-COR-05")]


WORDS: dict[type, Callable[[Season, Any], Lines]] = {
    e.Joined: joined,
    e.EntryQueued: entry_queued,
    e.EntryWithdrawn: entry_withdrawn,
    e.EntryDropped: entry_dropped,
    e.DateEntered: date_entered,
    e.AccountEntered: account_entered,
    e.Departed: departed,
    e.Posted: posted,
    e.GiftOffered: gift_offered,
    e.GiftAnswered: gift_answered,
    e.Promoted: promoted,
    e.SuccessionAsked: succession_asked,
    e.SuccessionRefused: succession_refused,
    e.Succeeded: succeeded,
    e.ArmyKept: army_kept,
    e.PostingsStruck: postings_struck,
}
