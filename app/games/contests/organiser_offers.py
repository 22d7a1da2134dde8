"""Orders that the organisers may give now, and refused ones with their refusals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.games.contests import orders as o
from app.games.contests.army_lists import lists_not_open
from app.games.contests.battle_terms import MOST_ROUNDS, scenario_of_round, scenario_title
from app.games.contests.decide import refusals
from app.games.contests.groups import is_bracket_next
from app.games.contests.names import entrant_title, pairing_title, title_of
from app.games.contests.offer_parts import offer, points_fields, result_label
from app.games.contests.results import LONGEST_WORDS, is_for_organisers
from app.games.contests.rounds import is_complete
from app.games.contests.seeding import may_seed, seeds
from app.games.contests.sentences import DRAFT_VOID
from app.games.contests.sequence import decisions
from app.games.contests.state import (
    LEFT,
    PAIRING,
    REFEREE,
    SIGN_UP,
    WITHDRAWN,
    Contest,
    Pairing,
)
from app.kernel.contract import Game
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import Say, say

ENTRANTS = say("The entrants", "Los participantes")
ROUND, BATTLES = say("The round", "La ronda"), say("The battles", "Las batallas")
END = say("The end", "El final")
SEEDS_GIVEN = say(
    "The best seeds meet late. Entrants and visitors see the order.",
    "Los primeros se enfrentan tarde entre sí. El orden lo ven participantes y visitantes.",
)
MOST_NAMED = 16
"""Battles of a draft whose opponents are named before it is published."""
RUNGS_ORDERED = say(
    "Possible until the first challenge. Entrants and visitors see the order.",
    "Se puede hasta el primer desafío. El orden lo ven participantes y visitantes.",
)


def organiser_offers(games: Mapping[str, Game], contest: Contest) -> Iterator[Offer]:
    """Orders of the organisers."""
    if contest.step == SIGN_UP:
        says = say(
            "The lots are drawn. Entrants of the waiting list move up only if they agree.",
            "Se sortea el orden. Los participantes en espera suben solo si aceptan.",
        )
        label = say("Close the sign-up", "Cerrar la inscripción")
        yield offer(
            contest,
            REFEREE,
            o.CloseSignUp(),
            label,
            main=True,
            rolls=True,
            says=says,
            about=ENTRANTS,
        )
        undone = say("The contest ends for good.", "La competición termina definitivamente.")
        label = say("Call off the contest", "Suspender la competición")
        yield offer(
            contest, REFEREE, o.CloseContest(), label, ahead=True, about=END, leaves_undone=undone
        )
    if contest.step == PAIRING:
        yield from round_offers(contest)
    if contest.rules.has_rungs and may_seed(contest):
        yield seeding_offer(contest)
    if contest.rules.is_open and is_complete(contest):
        yield closing_offer(contest)
    for pairing in contest.open_pairings():
        yield from decision_offers(contest, pairing)
    yield from entrant_acts(contest)
    if len(contest.settings.scenarios) > 1 and not is_complete(contest):
        if not contest.rules.is_open:
            yield scenario_offer(games, contest)
        elif not contest.round:
            yield open_scenario_offer(games, contest)


def closing_offer(contest: Contest) -> Offer:
    """End of a contest without drawn rounds."""
    is_owed = all(one.seat == REFEREE for one in decisions(contest))
    return offer(
        contest,
        REFEREE,
        o.CloseContest(),
        say("Close the contest", "Cerrar la competición"),
        ahead=not is_owed,
        about=END,
        leaves_undone=say("The contest ends for good.", "La competición termina definitivamente."),
    )


def round_offers(contest: Contest) -> Iterator[Offer]:
    """Draft, change and publication of the next round, or the end."""
    number = contest.round + 1
    if lists_not_open(contest):
        label = say("Open the army lists", "Hacer públicas las listas")
        says = say(
            "All lists become public at once, and stay as they are.",
            "Todas las listas pasan a ser públicas a la vez y ya no cambian.",
        )
        yield offer(contest, REFEREE, o.OpenLists(), label, main=True, says=says, about=ROUND)
        return
    if is_complete(contest):
        label = say("Close the contest", "Cerrar la competición")
        undone = say("The contest ends for good.", "La competición termina definitivamente.")
        yield offer(
            contest, REFEREE, o.CloseContest(), label, main=True, about=END, leaves_undone=undone
        )
        return
    if contest.draft is None:
        if may_seed(contest):
            yield seeding_offer(contest)
        yield drawing_offer(contest)
        return
    label = say("Publish round {n}", "Publicar la ronda {n}", n=number)
    says = published_words(contest, contest.draft)
    yield offer(contest, REFEREE, o.PublishRound(), label, main=True, says=says, about=ROUND)
    if contest.rules.is_drawn:
        yield swap_offer(contest)


def published_words(contest: Contest, draft: Sequence[Pairing]) -> Say:
    """Consequence of publishing a round: number of battles, and the opponents of a short draft."""
    battles = [one for one in draft if not one.is_bye]
    count = say(
        "All battles are published at once: {n:battle+s}.",
        "Se publican todas las batallas a la vez: {n:batalla+s}.",
        n=len(battles),
    )
    if not 0 < len(battles) <= MOST_NAMED:
        return count
    names = [(title_of(contest, one.first), title_of(contest, one.second)) for one in battles]
    pairs = tuple(say("{one} – {other}", "{one} – {other}", one=a, other=b) for a, b in names)
    return say("{count} {pairs}.", "{count} {pairs}.", count=count, pairs=pairs)


def drawing_offer(contest: Contest) -> Offer:
    """Draft of the next round, with the reason if the last draft is void."""
    label = say("Draw round {n}", "Sortear la ronda {n}", n=contest.round + 1)
    if is_bracket_next(contest):
        label = say("Draw the bracket", "Formar el cuadro")
    says = say(
        "You alone see the draft. It can be changed, and no player is told before it is published.",
        "Solo tú ves el borrador. Se puede cambiar, y los jugadores no lo ven hasta que se publica.",
    )
    if contest.void:
        says = say("{why} {then}", "{why} {then}", why=DRAFT_VOID[contest.void], then=says)
    return offer(
        contest, REFEREE, o.DraftRound(), label, main=True, rolls=True, says=says, about=ROUND
    )


def seeding_offer(contest: Contest) -> Offer:
    """Order of all entrants before the first round."""
    has_rungs = contest.rules.has_rungs
    first = contest.rungs if has_rungs else seeds(contest)
    order = tuple(key for key in first if contest.is_playing(key))
    choices = tuple(Choice(key, title_of(contest, key)) for key in order)
    return Offer(
        o.SeedEntrants(order),
        say("Order the rungs", "Ordenar los peldaños")
        if has_rungs
        else say("Seed the entrants", "Ordenar a los participantes"),
        asks=(
            Field.ranking(
                "seeds",
                say("Rung", "Peldaño") if has_rungs else say("Seed", "Puesto"),
                choices,
                control="ratings" if contest.settings.box else "",
            ),
        ),
        says=RUNGS_ORDERED if has_rungs else SEEDS_GIVEN,
        about=ENTRANTS,
        ahead=True,
    )


def swap_offer(contest: Contest) -> Offer:
    """Exchange of two entrants of the draft."""
    keys = [key for one in contest.draft or () for key in one.entrants]
    choices = tuple(Choice(key, title_of(contest, key)) for key in keys)
    return Offer(
        o.SwapEntrants(keys[0], keys[-1]),
        say("Exchange two entrants", "Intercambiar dos participantes"),
        asks=(
            Field.choice("one", say("Entrant", "Participante"), choices),
            Field.choice("other", say("In exchange for", "A cambio de"), choices),
        ),
        says=say("Two opponents exchange their sides.", "Dos rivales intercambian sus bandos."),
        about=ROUND,
        ahead=True,
    )


def decision_offers(contest: Contest, pairing: Pairing) -> Iterator[Offer]:
    """Decisions of an organiser about an open battle."""
    reason = Field(
        "reason", Kind.TEXT, say("Reason", "Motivo"), most=LONGEST_WORDS, is_optional=True
    )
    about = pairing_title(contest, pairing)
    is_due = is_for_organisers(contest, pairing)
    for winner in (*pairing.entrants, None):
        order = o.Decide(pairing.key, winner)
        yield Offer(
            order,
            result_label(contest, winner),
            no=refusals(contest, order, REFEREE),
            about=about,
            asks=(*points_fields(contest, pairing), reason),
            ahead=not is_due,
        )
    order = o.Decide(pairing.key, None, silent=pairing.entrants)
    yield Offer(
        order,
        say("No points for either", "Sin puntos para ninguno"),
        no=refusals(contest, order, REFEREE),
        about=about,
        asks=(reason,),
        ahead=True,
    )


def entrant_acts(contest: Contest) -> Iterator[Offer]:
    """Payment, in a contest with a fee, and removal of entrants."""
    present = [one for one in contest.by_entry if one.status not in (LEFT, WITHDRAWN)]
    for one in present if contest.settings.fee != "" else ():
        label = (
            say("Take back the payment of {who}", "Anular el pago de {who}", who=entrant_title(one))
            if one.has_paid
            else say("{who} has paid", "{who} ha pagado", who=entrant_title(one))
        )
        yield offer(
            contest,
            REFEREE,
            o.MarkPaid(one.key, not one.has_paid),
            label,
            ahead=True,
            about=ENTRANTS,
        )
    if present:
        choices = tuple(Choice(one.key, entrant_title(one)) for one in present)
        yield Offer(
            o.RemoveEntrant(present[0].key),
            say("Remove an entrant", "Dar de baja a un participante"),
            asks=(
                Field.choice("entrant", say("Entrant", "Participante"), choices),
                Field(
                    "reason",
                    Kind.TEXT,
                    say("Reason", "Motivo"),
                    most=LONGEST_WORDS,
                    is_optional=True,
                ),
            ),
            says=say(
                "Open battles of the entrant are lost. This can only be corrected.",
                "El participante pierde sus batallas pendientes. Solo se puede corregir después.",
            ),
            ahead=True,
            about=ENTRANTS,
        )


def scenario_field(games: Mapping[str, Game], contest: Contest) -> Field:
    """Scenario of the round that follows."""
    settings, later = contest.settings, contest.round + 1
    usual = Choice("", say("That of the contest", "El de la competición"))
    choices = tuple(
        Choice(key, scenario_title(games, settings.box, key)) for key in settings.scenarios
    )
    return Field.choice(
        "scenario",
        say("Scenario", "Escenario"),
        (usual, *choices),
        usual=settings.by_round[later - 1] if later <= len(settings.by_round) else "",
        is_optional=True,
    )


def open_scenario_offer(games: Mapping[str, Game], contest: Contest) -> Offer:
    """Choice of the scenario of a contest without drawn rounds, before its first battle."""
    settings = contest.settings
    return Offer(
        o.ChooseScenario(1),
        say("Choose the scenario of the battles", "Elegir el escenario de las batallas"),
        asks=(scenario_field(games, contest),),
        says=say(
            "The battles have the scenario “{title}”.",
            "Las batallas tienen el escenario «{title}».",
            title=scenario_title(games, settings.box, scenario_of_round(settings, 1)),
        ),
        ahead=True,
        about=BATTLES,
    )


def scenario_offer(games: Mapping[str, Game], contest: Contest) -> Offer:
    """Choice of the scenario of a later round."""
    settings, later = contest.settings, contest.round + 1
    last = settings.rounds if contest.rules.is_drawn else MOST_ROUNDS
    return Offer(
        o.ChooseScenario(later),
        say("Choose the scenario of a round", "Elegir el escenario de una ronda"),
        asks=(
            Field.number(
                "round", say("Round", "Ronda"), least=later, most=max(last, later), usual=str(later)
            ),
            scenario_field(games, contest),
        ),
        says=say(
            "The next round has the scenario “{title}”.",
            "La ronda siguiente tiene el escenario «{title}».",
            title=scenario_title(games, settings.box, scenario_of_round(settings, later)),
        ),
        ahead=True,
        about=ROUND,
    )
