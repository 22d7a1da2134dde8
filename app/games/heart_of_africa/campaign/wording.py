"""Log lines of a campaign, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.evolve import evolve
from app.games.heart_of_africa.campaign.names import (
    GROUNDS,
    SCENARIOS,
    battle_title,
    date_of,
    nation_of,
    player_title,
    title_of,
)
from app.games.heart_of_africa.campaign.state import CONQUERED, Season, Terms
from app.kernel.contract import Event, Line
from app.kernel.say import Say, name, say
from app.kernel.seats import Viewer

Lines = Sequence[Line]


def wording(before: Season | None, event: Event, viewer: Viewer) -> Lines:
    """Log lines of an event for this viewer."""
    if isinstance(event, e.CampaignBegan):
        return [line(say("The campaign begins.", "Comienza la campaña."), "HOA-CMP-03", level=0)]
    if before is None:
        return ()
    if isinstance(event, e.MeetingAnswered):
        return answered_meeting(before, event) if viewer.side == event.player else ()
    if isinstance(event, e.TermsOffered):
        return offered_terms(before, event, viewer)
    return WORDS[type(event)](before, event)


def line(says: Say, *rules: str, level: int = 1, dice: tuple[tuple[str, str], ...] = ()) -> Line:
    """One log line."""
    return Line(says, rules, dice=dice, level=level)


def faces(*dice: int) -> tuple[tuple[str, str], ...]:
    """Dice of a line, as the log prints them."""
    return tuple(("", str(die)) for die in dice)


# ----------------------------------------------------------------------------- players
def joined(_before: Season, event: e.Joined) -> Lines:
    player = event.player
    says = say(
        "{who:The} {who:joins|join} the campaign ({nation}).",
        "{who:El} {who:entra|entran} en la campaña ({nation}).",
        who=player_title(player),
        nation=nation_of(player),
    )
    return [line(says, "HOA-CMP-07")]


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
            cause=CAUSES.get(event.rule, name(event.rule)),
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
}


def posted(before: Season, event: e.Posted) -> Lines:
    posting = event.posting
    facts: dict[str, Any] = {
        "n": posting.amount,
        "cause": POSTING_CAUSES[posting.cause],
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
    return [line(says, posting.rule)]


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


# ----------------------------------------------------------------------------- the turn
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
    if event.step in ("closing", "order"):
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
        "Order of play: {players}.",
        "Orden de juego: {players}.",
        players=tuple(title_of(before, key) for key in event.order),
    )
    return [line(says, "HOA-CMP-16")]


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
    """Terms in words: payment, passage and free text."""
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
        parts.append(say("passage for the Explorer", "paso para el explorador"))
    if terms.words:
        parts.append(say("“{words}”", "«{words}»", words=terms.words))
    return say("{parts}", "{parts}", parts=tuple(parts)) if parts else say("peace", "paz")


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


# ----------------------------------------------------------------------------- battles
def battle_ready(before: Season, event: e.BattleReady) -> Lines:
    war = before.battle(event.battle)
    if war is None:
        return ()
    says = say(
        "{battle}. {scenario}: {a} and {d} points. Ground: {ground}.",
        "{battle}. {scenario}: {a} y {d} puntos. Terreno: {ground}.",
        battle=battle_title(before, war),
        scenario=SCENARIOS[event.scenario],
        a=event.points[war.attacker],
        d=event.points[war.defender],
        ground=tuple(GROUNDS[one] for one in event.ground),
    )
    return [line(says, "HOA-CMP-48", "HOA-CMP-49", "HOA-CMP-53", dice=faces(event.die))]


def ground_chosen(before: Season, event: e.GroundChosen) -> Lines:
    says = say(
        "Battle {n} is fought on this ground: {ground}.",
        "La batalla {n} se libra en este terreno: {ground}.",
        n=event.battle[1:],
        ground=GROUNDS[event.terrain],
    )
    return [line(says, "HOA-CMP-53")]


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
        "{who:The} {who:disputes|dispute} the result of battle {n}. {reason}",
        "{who:El} {who:discute|discuten} el resultado de la batalla {n}. {reason}",
        who=title_of(before, event.by),
        n=event.battle[1:],
        reason=event.reason,
    )
    return [line(says, "HOA-CMP-05")]


def battle_closed(before: Season, event: e.BattleClosed) -> Lines:
    war = before.battle(event.battle)
    if war is None:
        return ()
    battle = battle_title(before, war)
    match event.status:
        case "closed":
            says = say(
                "{battle}. {winner:The} {winner:wins|win}.",
                "{battle}. {winner:El} {winner:gana|ganan}.",
                battle=battle,
                winner=title_of(before, event.winner or ""),
            )
            return [line(says, "HOA-CMP-23")]
        case "no_decision":
            says = say("{battle}. No decision.", "{battle}. Sin decisión.", battle=battle)
            return [line(says, "HOA-CMP-57")]
        case "forfeit":
            says = say(
                "{battle}. It is not played: the defender pays.",
                "{battle}. No se juega: el defensor paga.",
                battle=battle,
            )
            return [line(says, "HOA-CMP-25")]
    says = say("{battle}. It is void.", "{battle}. Queda anulada.", battle=battle)
    return [line(says, event.rule or "HOA-CMP-23")]


def silent(_before: Season, _event: Event) -> Lines:
    """No line: another event of the same move tells it."""
    return ()


# ----------------------------------------------------------------------------- Explorers
def explored(before: Season, event: e.Explored) -> Lines:
    says = say(
        "{who:The} {who:explores|explore} the territory of {people:the}.",
        "{who:El} {who:explora|exploran} el territorio {people:del}.",
        who=title_of(before, event.explorer),
        people=title_of(before, event.people),
    )
    return [line(says, event.rule)]


def exploration_completed(before: Season, event: e.ExplorationCompleted) -> Lines:
    says = say(
        "{who:The} {who:has|have} explored all native territories.",
        "{who:El} {who:ha|han} explorado todos los territorios nativos.",
        who=title_of(before, event.explorer),
    )
    return [line(says, "HOA-CMP-30")]


def hunt_rolled(before: Season, event: e.HuntRolled) -> Lines:
    says = say(
        "Hunting of {who:the}: {die} (4 or more gains 1 hongo).",
        "Caza {who:del}: {die} (con 4 o más gana 1 hongo).",
        who=title_of(before, event.explorer),
        die=event.die,
    )
    return [line(says, "HOA-CMP-39", dice=faces(event.die))]


WOUNDS = {
    "slight": say("a slight wound, without effect", "herida leve, sin efecto"),
    "misses_next_turn": say("the next turn is lost", "pierde el turno siguiente"),
    "dead": say("the Leader dies", "el Líder muere"),
}


def wound_rolled(before: Season, event: e.WoundRolled) -> Lines:
    says = say(
        "Wounded Leader of {who:the}: {die}, {effect}.",
        "Líder herido {who:del}: {die}, {effect}.",
        who=title_of(before, event.explorer),
        die=event.die,
        effect=WOUNDS[event.effect],
    )
    return [line(says, "HOA-CMP-37", dice=faces(event.die))]


# ----------------------------------------------------------------------------- conquest
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
    e.Joined: joined,
    e.Departed: departed,
    e.Posted: posted,
    e.GiftOffered: gift_offered,
    e.GiftAnswered: gift_answered,
    e.Promoted: promoted,
    e.StepBegan: step_began,
    e.MeetingRolled: meeting_rolled,
    e.MeetingClosed: meeting_closed,
    e.PrecedenceRolled: precedence_rolled,
    e.PrecedenceSet: precedence_set,
    e.Declared: declared,
    e.TermsAgreed: terms_agreed,
    e.TermsRefused: terms_refused,
    e.Resisted: resisted,
    e.BattleListed: silent,
    e.BattleReady: battle_ready,
    e.GroundChosen: ground_chosen,
    e.ResultEntered: result_entered,
    e.ResultDisputed: result_disputed,
    e.BattleClosed: battle_closed,
    e.VictoryCounted: silent,
    e.Explored: explored,
    e.ExplorationCompleted: exploration_completed,
    e.HuntRolled: hunt_rolled,
    e.WoundRolled: wound_rolled,
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
