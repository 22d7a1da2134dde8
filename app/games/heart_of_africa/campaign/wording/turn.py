"""Log lines about the steps of a turn: meetings, order, declarations and terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.evolve import evolve
from app.games.heart_of_africa.campaign.names import (
    date_of,
    title_of,
)
from app.games.heart_of_africa.campaign.state import EXPLORER, Season, Terms
from app.games.heart_of_africa.campaign.wording.lines import Lines, faces, line
from app.kernel.say import Say, say
from app.kernel.seats import Viewer

STEP_TITLES = {
    "between_turns": say("Between turns", "Entre turnos"),
    "meetings": say("Chance meetings", "Encuentros casuales"),
    "order": say("Order of play", "Orden de juego"),
    "declaring": say("Declarations", "Declaraciones"),
    "battles": say("Battles", "Batallas"),
    "closing": say("End of the turn", "Fin del turno"),
}


def step_began(before: Season, event: e.StepBegan) -> Lines:
    if event.turn != before.turn:
        after = evolve(before, event)
        says = say("Turn {n}: {date}", "Turno {n}: {date}", n=event.turn, date=date_of(after))
        return [line(says, "HOA-CMP-03", level=0)]
    if event.step == "closing":
        return ()
    return [line(STEP_TITLES[event.step], level=0)]


def meeting_rolled(before: Season, event: e.MeetingRolled) -> Lines:
    says = say(
        "{both:The}: {total}. They {result}.",
        "{both:El}: {total}. {result}.",
        both=(title_of(before, event.one), title_of(before, event.two)),
        total=sum(event.dice),
        result=say("meet", "Se encuentran")
        if event.meets
        else say("do not meet", "No se encuentran"),
    )
    return [line(says, "HOA-CMP-35", dice=faces(*event.dice))]


def answered_meeting(before: Season, event: e.MeetingAnswered) -> Lines:
    answer = say("greet", "saludar") if event.answer == "greet" else say("fight", "combatir")
    says = say(
        "Your answer to {other:the}: {answer}.",
        "Tu respuesta {other:al}: {answer}.",
        other=title_of(before, event.other),
        answer=answer,
    )
    return [line(says, "HOA-CMP-35")]


def meeting_closed(before: Season, event: e.MeetingClosed) -> Lines:
    both = (title_of(before, event.one), title_of(before, event.two))
    if event.attacker:
        says = say(
            "{who:The} {who:attacks|attack} the rival.",
            "{who:El} {who:ataca|atacan} al rival.",
            who=title_of(before, event.attacker),
        )
        return [line(says, "HOA-CMP-36")]
    says = say("{both:The} go on in peace.", "{both:El} siguen en paz.", both=both)
    return [line(says, "HOA-CMP-35")]


def precedence_rolled(before: Season, event: e.PrecedenceRolled) -> Lines:
    says = say(
        "{who:The}: {die} × {aggression} = {product}.",
        "{who:El}: {die} × {aggression} = {product}.",
        who=title_of(before, event.player),
        die=event.die,
        aggression=event.aggression,
        product=event.product,
    )
    return [line(says, "HOA-CMP-17", dice=faces(event.die), level=2)]


def precedence_set(before: Season, event: e.PrecedenceSet) -> Lines:
    if not event.order:
        return ()
    says = say(
        "The players act in this order: {players}.",
        "Los jugadores actúan en este orden: {players}.",
        players=tuple(place_words(before, key) for key in event.order),
    )
    return [line(says, "HOA-CMP-16")]


def roll_words(season: Season, key: str) -> tuple[Say, ...]:
    """Rolls of a player for the order of play, each with its product (HOA-CMP-17)."""
    return tuple(
        say(
            "{die} × {aggression} = {product}",
            "{die} × {aggression} = {product}",
            die=die,
            aggression=aggression,
            product=die * aggression,
        )
        for player, die, aggression in season.order_rolls
        if player == key
    )


def place_words(season: Season, key: str) -> Say:
    """Player with the rolls for the order of play; a tie has rolled again."""
    rolls = roll_words(season, key)
    who = title_of(season, key)
    if not rolls:
        return say("{who:the}", "{who:el}", who=who)
    if len(rolls) == 1:
        return say("{who:the} ({rolls})", "{who:el} ({rolls})", who=who, rolls=rolls)
    return say(
        "{who:the} ({rolls} after a tie)",
        "{who:el} ({rolls} tras un empate)",
        who=who,
        rolls=say(
            "{first}; {last}",
            "{first}; {last}",
            first=rolls[0],
            last=rolls[-1] if len(rolls) == 2 else rolls[1:],
        ),
    )


def declared(before: Season, event: e.Declared) -> Lines:
    who, target = title_of(before, event.player), title_of(before, event.target)
    match event.choice:
        case "attack":
            says = say(
                "{who:The} {who:attacks|attack} {target:the}.",
                "{who:El} {who:ataca|atacan} {target:al}.",
                who=who,
                target=target,
            )
            return [line(says, "HOA-CMP-18")]
        case "passage":
            says = say(
                "{who:The} {who:asks|ask} {target:the} for passage.",
                "{who:El} {who:pide|piden} paso {target:al}.",
                who=who,
                target=target,
            )
            return [line(says, "HOA-CMP-32")]
        case "hunt":
            says = say(
                "{who:The} {who:hunts|hunt} this turn.",
                "{who:El} {who:caza|cazan} este turno.",
                who=who,
            )
            return [line(says, "HOA-CMP-38")]
    rule = "HOA-CMP-24" if event.is_default else "HOA-CMP-21"
    says = say("{who:The} {who:passes|pass}.", "{who:El} {who:pasa|pasan}.", who=who)
    return [line(says, rule)]


def offered_terms(before: Season, event: e.TermsOffered, viewer: Viewer) -> Lines:
    """The two players read the terms; other viewers read only that there is an offer."""
    who = title_of(before, event.terms.by)
    if viewer.side in (event.attacker, event.defender):
        says = say(
            "{who:The} {who:offers|offer} terms: {terms}.",
            "{who:El} {who:ofrece|ofrecen} condiciones: {terms}.",
            who=who,
            terms=terms_words(before, event.terms, event.attacker, event.defender),
        )
    else:
        says = say(
            "{who:The} {who:offers|offer} terms.",
            "{who:El} {who:ofrece|ofrecen} condiciones.",
            who=who,
        )
    return [line(says, "HOA-CMP-19")]


def terms_words(season: Season, terms: Terms, attacker: str, defender: str) -> Say:
    """Terms in words: payment, passage and free text, each a clause of its own."""
    parts: list[Say] = []
    receiver = defender if terms.payer == attacker else attacker
    if terms.hongos:
        parts.append(
            say(
                "{one:the} {one:pays|pay} {n:hongo+s} to {other:the}",
                "{one:el} {one:paga|pagan} {n:hongo+s} {other:al}",
                one=title_of(season, terms.payer),
                other=title_of(season, receiver),
                n=terms.hongos,
            )
        )
    if terms.passage:
        parts.append(passage_words(season, attacker, defender))
    if terms.words:
        parts.append(say("in words: “{words}”", "de palabra: «{words}»", words=terms.words))
    return clauses(parts) if parts else say("peace", "paz")


def passage_words(season: Season, one: str, other: str) -> Say:
    """Clause about the passage of the Explorer, who is one of both players."""
    explorer, people = (one, other) if season.players[one].class_ == EXPLORER else (other, one)
    return say(
        "{who:the} {who:passes|pass} through the territory of {people:the}",
        "{who:el} {who:pasa|pasan} por el territorio {people:del}",
        who=title_of(season, explorer),
        people=title_of(season, people),
    )


def clauses(parts: Sequence[Say]) -> Say:
    """Clauses of one sentence, with semicolons between them."""
    text = "; ".join(f"{{c{number}}}" for number in range(len(parts)))
    return Say(text, text, {f"c{number}": part for number, part in enumerate(parts)})


def terms_agreed(before: Season, event: e.TermsAgreed) -> Lines:
    says = say(
        "{both:The} agree: {terms}.",
        "{both:El} llegan a un acuerdo: {terms}.",
        both=(title_of(before, event.attacker), title_of(before, event.defender)),
        terms=terms_words(before, event.terms, event.attacker, event.defender),
    )
    return [line(says, "HOA-CMP-19")]


def terms_refused(before: Season, event: e.TermsRefused) -> Lines:
    says = say(
        "{who:The} {who:refuses|refuse}: no passage.",
        "{who:El} {who:se niega|se niegan}: no hay paso.",
        who=title_of(before, event.by),
    )
    return [line(says, "HOA-CMP-32")]


def resisted(before: Season, event: e.Resisted) -> Lines:
    says = say(
        "{who:The} {who:resists|resist}: there will be a battle.",
        "{who:El} {who:resiste|resisten}: habrá batalla.",
        who=title_of(before, event.defender),
    )
    return [line(says, "HOA-CMP-19")]


WORDS: dict[type, Callable[[Season, Any], Lines]] = {
    e.StepBegan: step_began,
    e.MeetingRolled: meeting_rolled,
    e.MeetingClosed: meeting_closed,
    e.PrecedenceRolled: precedence_rolled,
    e.PrecedenceSet: precedence_set,
    e.Declared: declared,
    e.TermsAgreed: terms_agreed,
    e.TermsRefused: terms_refused,
    e.Resisted: resisted,
}
