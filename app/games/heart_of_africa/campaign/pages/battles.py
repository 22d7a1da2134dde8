"""Page of a battle: points with their reasons, scenario, ground, state, result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.games.heart_of_africa.campaign.names import (
    BATTLE_STATES,
    PLACE_WORDS,
    battle_title,
    ground_name,
    title_of,
)
from app.games.heart_of_africa.campaign.offering.battles import (
    decision_offers,
    dispute_offers,
    place_offers,
    result_offers,
)
from app.games.heart_of_africa.campaign.offering.offer import reported_words
from app.games.heart_of_africa.campaign.pages.battle_stages import stages_of
from app.games.heart_of_africa.campaign.pages.ledger import date_of_turn
from app.games.heart_of_africa.campaign.pages.table_plan import arrival_boxes, table_plan
from app.games.heart_of_africa.campaign.place_agreement import awaits_place
from app.games.heart_of_africa.campaign.state import (
    CLOSED,
    NO_DECISION,
    READY,
    REFEREE,
    Entered,
    Posting,
    Season,
    War,
)
from app.games.heart_of_africa.campaign.terrain_words import terrain_words
from app.games.heart_of_africa.campaign.wording.players import posting_words
from app.games.heart_of_africa.campaign.wording.reports import compared_results, decision_words
from app.games.heart_of_africa.presentation.play_sheet import WINS
from app.games.heart_of_africa.setup.beginning import title as scenario_title
from app.games.heart_of_africa.tables import SCENARIOS as TABLE_SCENARIOS
from app.kernel.child_battles import UnitLosses
from app.kernel.reading_pages import BattlePage, PlaceChoice, ResultForm, StatedNumbers
from app.kernel.say import Say, say
from app.kernel.tally import Reason, Tally

DEPLOYMENT = {
    "encounter": say(
        "Each player deploys along a long edge. The attacker begins; one unit each in turn.",
        "Cada jugador despliega junto a un lado largo. Empieza el atacante; una unidad cada vez.",
    ),
    "ambush": say(
        "The attacker enters over a short edge, one unit a turn, in a written order. The defender "
        "deploys more than 12″ from that edge, half of the figures at least.",
        "El atacante entra por un lado corto, una unidad por turno, en un orden escrito. El "
        "defensor despliega a más de 12″ de ese lado, al menos la mitad de las figuras.",
    ),
    "planned_attack": say(
        "The defender deploys first, all units in the own half. The attacker chooses the edge and "
        "deploys within 6″ of it, half of the units at least.",
        "Despliega primero el defensor, todas las unidades en su mitad. El atacante elige el lado "
        "y despliega a 6″ como mucho de él, al menos la mitad de las unidades.",
    ),
    "raid": say(
        "The defender deploys first, at most half of the units, in the own half. The attacker "
        "chooses the edge and the hour, and deploys within 6″ of the edge, half of the units at "
        "least.",
        "Despliega primero el defensor, como mucho la mitad de las unidades, en su mitad. El "
        "atacante elige el lado y la hora, y despliega a 6″ como mucho de ese lado, al menos la "
        "mitad de las unidades.",
    ),
}


def battle_pages(season: Season, me: str | None) -> Iterator[BattlePage]:
    """Pages of all battles, by number, for the player `me`."""
    postings: dict[str, list[Posting]] = {}
    for posting in season.ledger:
        postings.setdefault(posting.battle, []).append(posting)
    for war in season.battles:
        ground = war.chosen or ""
        yield BattlePage(
            war.key,
            battle_title(season, war),
            war.turn,
            date_of_turn(season, war.turn or season.turn),
            war.players,
            state_of(war),
            war.is_open,
            scenario_title(war.scenario) if war.scenario else None,
            ground_name(ground) if ground else grounds_of(war),
            tuple((key, points_of(war.points[key])) for key in war.players if key in war.points),
            war.winner or "",
            tuple(facts_of(season, war, postings.get(war.key, ()))),
            sheet_of(war),
            turn_limit(war),
            losses_of(war),
            result_form_of(season, war, me),
            war.status in (CLOSED, NO_DECISION),
            dispute_form_of(season, war, me),
            compared_results(season, war),
            stages_of(war),
            war.is_armed,
            decision_form_of(season, war, me),
            place_choice_of(season, war, me),
            bool(war.reports),
            fallen_of(war),
            table_plan(war),
            arrival_boxes(war),
        )


def losses_of(war: War) -> tuple[UnitLosses, ...]:
    """Losses of single units: those of the decision, else those entered."""
    report = war.decided or war.reported
    return report.details.casualties if report is not None else ()


def fallen_of(war: War) -> tuple[int, int] | None:
    """Fallen figures of attacker and defender: those of the decision, else those entered."""
    report = war.decided or war.reported
    return report.fallen if report is not None and any(report.fallen) else None


def result_form_of(season: Season, war: War, me: str | None) -> ResultForm | None:
    """Form for the result, also if no result may be entered any more; None for other readers."""
    if me is None or me not in war.players or not war.chosen:
        return None
    return ResultForm(tuple(result_offers(season, war, me)), fields_of_sides(war))


def dispute_form_of(season: Season, war: War, me: str | None) -> ResultForm | None:
    """Form for other numbers than the entered ones, for the player who confirms or disputes them;
    also after the answer.
    """
    entered = war.reported
    if me is None or entered is None or me not in war.players or entered.by == me:
        return None
    results = (*war.players, None)
    return ResultForm(
        tuple(dispute_offers(season, war, me)),
        fields_of_sides(war),
        reported_words(season, war, entered),
        results.index(entered.winner),
        entered.details.casualties,
    )


def decision_form_of(season: Season, war: War, me: str | None) -> ResultForm | None:
    """Form for numbers of the referee, with those that the players state beside them; also after
    the battle, like that of a player.
    """
    if me != REFEREE or not war.chosen:
        return None
    entered = war.reported
    return ResultForm(
        tuple(decision_offers(season, war)),
        fields_of_sides(war),
        reported_words(season, war, entered) if entered else None,
        (*war.players, None).index(entered.winner) if entered else None,
        entered.details.casualties if entered else (),
        tuple(stated_numbers(season, war, one) for one in war.reports),
    )


PLACE_NOTE = say(
    "The other player is told of your choice. You can change it until the table on this site opens or "
    "a result is entered. An agreement ends only if both players wish so. The deadlines stay as they "
    "are. Without an agreement both places stay open.",
    "El otro jugador recibe un aviso de tu elección. Puedes cambiarla hasta que se abra la mesa de este "
    "sitio o se anote un resultado. Un acuerdo solo termina si los dos jugadores lo quieren. Los plazos "
    "no cambian. Sin acuerdo, los dos lugares siguen abiertos.",
)


TABLE_STAYS_CLOSED = say(
    "The table on this site does not open. It keeps the armies for the printed sheets.",
    "La mesa de este sitio no se abre. Guarda los ejércitos para las hojas impresas.",
)


def place_choice_of(season: Season, war: War, me: str | None) -> PlaceChoice | None:
    """Wishes for the place of a battle that awaits its result, and the choices of its player."""
    if war.status != READY or not war.chosen or war.entered is not None:
        return None
    wishes = tuple(place_wishes(season, war))
    if me is None or not awaits_place(war, me):
        return PlaceChoice(wishes) if wishes else None
    offers = tuple(place_offers(season, war, me))
    return PlaceChoice(wishes, offers, PLACE_NOTE)


def place_wishes(season: Season, war: War) -> Iterator[Say]:
    """Sentences about the wishes of both players."""
    agreed = war.agreed_place
    if agreed:
        yield say(
            "Both players have agreed to fight this battle {place}.",
            "Los dos jugadores han acordado jugar esta batalla {place}.",
            place=PLACE_WORDS[agreed],
        )
        if war.is_on_real_table:
            yield TABLE_STAYS_CLOSED
    for player in war.players:
        place = war.places.get(player, "")
        if agreed and not place:
            yield say(
                "{who:The} would like to end this agreement.",
                "{who:El} {who:querría|querrían} dejar sin efecto este acuerdo.",
                who=title_of(season, player),
            )
        if place in ("", agreed):
            continue
        yield say(
            "{who:The} would like to fight {place}.",
            "{who:El} {who:querría|querrían} jugar {place}.",
            who=title_of(season, player),
            place=PLACE_WORDS[place],
        )


def stated_numbers(season: Season, war: War, report: Entered) -> StatedNumbers:
    """Numbers of a report by the names of the fields of a form; units by side."""
    numbers = {"turns": report.details.turns}
    for role, fallen, baggage in zip(
        ("attacker", "defender"), report.fallen, report.details.baggage, strict=True
    ):
        numbers |= {f"fallen_{role}": fallen, f"baggage_{role}": baggage}
    result = (*war.players, None).index(report.winner)
    return StatedNumbers(title_of(season, report.by), numbers, report.details.casualties, result)


def fields_of_sides(war: War) -> dict[str, tuple[str, ...]]:
    """Names of the fields that concern one side, by side."""
    return {
        key: (f"fallen_{role}", f"baggage_{role}")
        for key, role in zip(war.players, ("attacker", "defender"), strict=True)
    }


def sheet_of(war: War) -> tuple[tuple[Say, Say], ...]:
    """Deployment and victory of the scenario, and the terrain of the ground, for a printed
    sheet.
    """
    if war.scenario not in DEPLOYMENT:
        return ()
    return (
        (say("Deployment", "Despliegue"), DEPLOYMENT[war.scenario]),
        (say("Who wins", "Quién gana"), WINS[war.scenario]),
        *terrain_of(war),
    )


def terrain_of(war: War) -> Iterator[tuple[Say, Say]]:
    """Terrain of the chosen ground; none before the choice."""
    says = terrain_words(war.chosen)
    if says is not None:
        yield say("Terrain", "Terreno de la mesa"), says


def turn_limit(war: War) -> int:
    """Turn limit of the scenario; 0 without one."""
    row = TABLE_SCENARIOS.get(war.scenario)
    return int(row["turn_limit"]["value"]) if row and row["turn_limit"] else 0


def state_of(war: War) -> Say:
    """State of a battle in words."""
    if war.status != READY:
        return BATTLE_STATES[war.status]
    if not war.chosen:
        return say("the defender chooses the ground", "el defensor elige el terreno")
    if war.entered is None:
        return BATTLE_STATES[READY]
    if war.entered.disputed:
        return say("result disputed", "resultado discutido")
    return say("result to confirm", "resultado por confirmar")


def grounds_of(war: War) -> Say | None:
    """Grounds from which the defender chooses."""
    if not war.ground:
        return None
    return say("{all}", "{all}", all=tuple(ground_name(one) for one in war.ground))


def points_of(points: int) -> Tally:
    """Points fixed when the battle became ready."""
    return Tally((Reason("HOA-CMP-49", points, say("points", "puntos")),))


def facts_of(season: Season, war: War, postings: Iterable[Posting]) -> Iterator[Say]:
    """Reports, decision, winner and postings of a battle."""
    for report in war.reports:
        yield reported_words(season, war, report)
    if war.decided is not None or war.reason:
        yield decision_words(season, war)
    if war.decided is not None and war.decided.by == REFEREE:
        yield reported_words(season, war, war.decided)
    if war.winner:
        yield say(
            "{who:The} {who:wins|win}.",
            "{who:El} {who:gana|ganan}.",
            who=title_of(season, war.winner),
        )
    for posting in postings:
        yield posting_words(season, posting)
