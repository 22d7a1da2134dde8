"""The log: what each event says, in both languages, with its numbers, rules and places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import fog
from app.games.heart_of_africa.armies.words import trait_name
from app.games.heart_of_africa.conditional_orders.plans import Plans
from app.games.heart_of_africa.conditional_orders.words import (
    BY_PLAN,
    in_force,
    march_words,
    why_stopped,
)
from app.games.heart_of_africa.figures import is_hidden
from app.games.heart_of_africa.presentation.naming import (
    CAUSES,
    EDGES,
    MODS,
    THE_WALL,
    UNKNOWN,
    called,
    fate_words,
    figures_title,
    heading_words,
    place_title,
    side_title,
)
from app.games.heart_of_africa.setup.scenarios import unit_of_length
from app.games.heart_of_africa.state import AMBUSH, SETUP_STEPS, UPKEEP, Battle, Figure
from app.games.heart_of_africa.tables import SCENARIOS
from app.games.heart_of_africa.victory import AFTER_THE_LIMIT, LIMIT_RULES
from app.kernel.contract import Event, Line
from app.kernel.say import Noun, Say, say, sentence
from app.kernel.seats import Viewer

Lines = Sequence[Line]
STEP_TITLES: Mapping[str, Say] = {
    "arrivals": say("Arrivals", "Llegadas"),
    "unit_moves": say("Unit moves", "Movimiento de unidades"),
    "independent_moves": say("Independent figures and baggage", "Figuras independientes y bagaje"),
    "reveal": say("Ambushers and loopholes", "Emboscados y troneras"),
    "shooting": say("Shooting", "Disparos"),
    "close_combat": say("Close combat", "Cuerpo a cuerpo"),
    "morale": say("Morale", "Moral"),
    "spells": say("Spells", "Hechizos"),
    "rally": say("Rally", "Reagrupar"),
    "sides": say("Sides of the table", "Lados de la mesa"),
    "deployment": say("Deployment", "Despliegue"),
}
"""Steps that the log announces; the others speak through what happens in them."""
LIGHTS = {
    "day": say("by day", "de día"),
    "night": say("by night", "de noche"),
    "dawn": say("at dawn", "al amanecer"),
    "dusk": say("at dusk", "al atardecer"),
}


def wording(before: Battle | None, event: Event, viewer: Viewer) -> Lines:
    """The lines of an event as this viewer hears of it; `before` is the battle that it met."""
    if isinstance(event, e.BattleBegan):
        return (
            *one("{scenario}.", "{scenario}.", level=0, scenario=scenario_title(event.scenario)),
            *one(
                "Lengths are in {unit}.",
                "Las longitudes van en {unit}.",
                "HOA-GEN-02",
                level=2,
                unit=unit_of_length(event.options),
            ),
        )
    told = heard(before, event, viewer)
    return TOLD[type(told)](as_known(before, told, viewer), told) if told is not None else ()


def heard(before: Battle | None, event: Event, viewer: Viewer) -> Event | None:
    """The event as far as this viewer hears of it; None if he does not."""
    if before is None or (not viewer.finished and is_secret(before, event, viewer)):
        return None
    if isinstance(event, e.Removed) and not viewer.finished:
        return e.Removed(
            tuple(key for key in event.figures if not is_unseen(before, key, viewer.side)),
            event.cause,
            event.by,
        )
    return event


def as_known(before: Battle | None, event: Event, viewer: Viewer) -> Battle | None:
    """The battle by which an event names whoever it is about: of what is still off the table the
    other side knows no more than that it is to come.
    """
    if before is None or viewer.finished or not isinstance(event, (e.ArrivalRolled, e.Joined)):
        return before
    who = event.who if isinstance(event, e.ArrivalRolled) else event.unit
    thing = before.units.get(who) or before.figures[who]
    if thing.side == viewer.side:
        return before
    known = fog.view(before, viewer).battle
    single = (
        {}
        if who in known.units or who in known.figures
        else {who: Figure(who, UNKNOWN, thing.side)}
    )
    return msgspec.structs.replace(known, figures={**known.figures, **single})


def is_secret(battle: Battle, event: Event, viewer: Viewer) -> bool:
    """What only its owner hears: sealed orders, ambushes while they lie hidden, tests of hidden
    units, the preparations of a side.
    """
    own = viewer.side
    match event:
        case (
            e.FireWritten()
            | e.FireStruckOut()
            | e.CancelOrdered()
            | e.Paired()
            | e.FirstNamed()
            | e.OrderOfTests()
            | e.MarchPlanned()
            | e.PoliciesSet()
            | e.PlanStopped()
            | e.DoneByPlan()
        ):
            return side_of(battle, event) != own
        case e.Deployed():
            joins_ambush = event.who in battle.figures and is_hidden(
                battle, battle.figures[event.who]
            )
            return (event.ambush or joins_ambush) and event.side != own
        case e.HeldBack():
            return event.side != own
        case e.MoraleRolled() | e.TestCancelled():
            return hides(battle, event.test.unit, own)
        case e.Activated():
            return hides(battle, event.hand.who, own)
        case e.ActivationEnded():
            return hides(battle, event.who, own)
        case e.Joined() | e.Rallied():
            return hides(battle, event.unit, own)
        case e.StoodStill():
            return all(hides(battle, who, own) for who in event.who)
        case e.Removed():
            return all(is_unseen(battle, key, own) for key in event.figures)
    return False


def side_of(battle: Battle, event: Any) -> str:
    if isinstance(event, e.CancelOrdered):
        return battle.units[event.unit].side
    return battle.figures[event.figure].side if isinstance(event, e.FirstNamed) else event.side


def is_unseen(battle: Battle, key: str, own: str | None) -> bool:
    """Whether it is a figure of a unit that lies hidden from this viewer."""
    return is_hidden(battle, battle.figures[key]) and battle.figures[key].side != own


def hides(battle: Battle, who: str, own: str | None) -> bool:
    """Whether it is a unit that lies hidden from this viewer."""
    unit = battle.units.get(who)
    return unit is not None and unit.where == AMBUSH and unit.side != own


def one(
    en: str,
    es: str,
    *rules: str,
    places: Iterable[str] = (),
    level: int = 1,
    reasons: Iterable[tuple[Say, str]] = (),
    dice: Iterable[tuple[str, str]] = (),
    way: tuple[str, ...] = (),
    sight: tuple[str, ...] = (),
    **facts: Any,
) -> Lines:
    """A single line."""
    return (
        Line(
            say(en, es, **facts),
            rules,
            tuple(reasons),
            tuple(filter(None, places)),
            tuple(dice),
            level,
            way,
            sight,
        ),
    )


def nothing(before: Battle, event: Event) -> Lines:  # noqa: ARG001 it has nothing to say
    return ()


def inches(length: float) -> float:
    return round(length, 1)


def unit(battle: Battle, key: str) -> Say:
    """A unit at the head of a line, with its side; one with a name of its own is called a unit."""
    found = battle.units.get(key)
    owner = (
        found.side
        if found is not None
        else battle.figures[key].side
        if key in battle.figures
        else ""
    )
    title = called(battle, key)
    own = found is not None and found.name
    grammar = title.noun or Noun()
    return Say(
        "{title:The} ({side})" if own else "{title:Aa} ({side})",
        "{title:El} ({side})" if own else "{title:Aa} ({side})",
        {"title": title, "side": side_title(battle, owner)},
        Noun(grammar.feminine, grammar.plural, "{title:the} ({side})", "{title:el} ({side})"),
    )


def figure(battle: Battle, key: str) -> Say:
    """A single figure at the head of a line: always in the singular."""
    return sentence(called(battle, key))


def die(face: int) -> tuple[str, str]:
    return ("d6", str(face))


def roll(face: int, needs: int) -> Say:
    """A die and the lowest one that would do."""
    return say(
        "rolled {die} ({needs}+ needed)", "dado {die} (necesita {needs}+)", die=face, needs=needs
    )


def reasons_of(mods: Iterable[e.Mod]) -> list[tuple[Say, str]]:
    return [
        (say("{why} {amount}", "{why} {amount}", why=MODS[what], amount=f"{amount:+d}"), rule)
        for rule, what, amount in mods
    ]


def scenario_title(scenario: str) -> Say:
    row = SCENARIOS.get(scenario)
    return say(row["name_en"], row["name_es"]) if row else say("A battle", "Una batalla")


# ------------------------------------------------------------------------------------------------ b
def setup_rolled(before: Battle, event: e.SetupRolled) -> Lines:
    thrown = faces_of(before, event.dice)
    purposes = {
        "aggression": say("Who attacks", "Quién ataca"),
        "scenario": say("Scenario", "Escenario"),
        "roll_off": say("Roll-off", "Desempate"),
    }
    totals = [
        say("{side} {total}", "{side} {total}", side=side_title(before, of), total=total)
        for of, total in event.totals.items()
    ]
    what = purposes.get(event.purpose, say("Dice", "Dados"))
    dice = [("d6", str(face)) for _, face in event.dice]
    if totals:
        return one(
            "{what}, dice: {thrown}; with Aggression: {totals}.",
            "{what}, dados: {thrown}; con el Factor de Agresividad: {totals}.",
            "HOA-SCN-02",
            dice=dice,
            what=what,
            thrown=thrown,
            totals=totals,
        )
    if event.purpose == "trait":
        (of, face), *_ = event.dice
        return one(
            "Trait of Leader {of}: {trait} (rolled {face}).",
            "Característica personal del Líder {of}: {trait} (dado {face}).",
            "HOA-LDR-11",
            dice=dice,
            of=of,
            face=face,
            trait=trait_name(event.says),
        )
    rule = "HOA-SCN-03" if event.purpose == "scenario" else "HOA-SCN-02"
    return one(
        "{what}, dice: {thrown}.",
        "{what}, dados: {thrown}.",
        rule,
        dice=dice,
        what=what,
        thrown=thrown,
    )


def faces_of(battle: Battle, dice: Iterable[tuple[str, int]]) -> list[Say]:
    """The dice by the side that threw them: Masai 4, Hehe 2; those of no side are alone."""
    return [
        say("{side} {face}", "{side} {face}", side=side_title(battle, of), face=face)
        if of in ("A", "B")
        else say("{face}", "{face}", face=face)
        for of, face in dice
    ]


def roles_fixed(before: Battle, event: e.RolesFixed) -> Lines:
    if before.deployment.first_down and before.scenario == event.scenario and event.turn_limit:
        return one(
            "The battle lasts {n:turn+s} at most; {then}.",
            "La batalla dura {n:turno+s} como mucho; {then}.",
            LIMIT_RULES[event.scenario],
            n=event.turn_limit,
            then=AFTER_THE_LIMIT[event.scenario],
        )
    if not event.has_defender:
        return one(
            "{scenario}. {side:The} {side:deploys|deploy} first and {side:moves|move} first.",
            "{scenario}. {side:El} {side:despliega primero y mueve primero|"
            "despliegan primero y mueven primero}.",
            "HOA-SCN-02",
            scenario=scenario_title(event.scenario),
            side=side_title(before, event.first),
        )
    return one(
        "{scenario}. Attacker: {attacker}.",
        "{scenario}. Atacante: {attacker}.",
        "HOA-SCN-03",
        scenario=scenario_title(event.scenario),
        attacker=side_title(before, event.attacker),
    )


def side_chosen(before: Battle, event: e.SideChosen) -> Lines:
    edge = EDGES[event.edges[event.side]]
    if event.side != before.attacker:
        return one(
            "{side:The} {side:has|have} the {edge} side of the table.",
            "{side:El} {side:tiene|tienen} el lado {edge} de la mesa.",
            "HOA-SCN-04",
            side=side_title(before, event.side),
            edge=edge,
        )
    return one(
        "{side:The} {side:attacks|attack} from the {edge}, {light}.",
        "{side:El} {side:ataca|atacan} desde el {edge}, {light}.",
        "HOA-SCN-17",
        side=side_title(before, event.side),
        edge=edge,
        light=LIGHTS.get(event.light, LIGHTS["day"]),
    )


def march_ordered(before: Battle, event: e.MarchOrdered) -> Lines:
    return one(
        "{side:The} {side:marches|march} in from the {edge}, in this order: {order}.",
        "{side:El} {side:entra|entran} marchando desde el {edge}, en este orden: {order}.",
        "HOA-SCN-10",
        side=side_title(before, event.side),
        edge=EDGES[event.edges[event.side]],
        order=[called(before, who) for who in event.order],
    )


def work_placed(before: Battle, event: e.WorkPlaced) -> Lines:
    trap = event.work.kind in ("stake_trap", "dummy_trap", "trap")
    title = say("a trap", "una trampa") if trap else place_title_of(event.work.kind)
    return one(
        "{side:The} {side:places|place} {work}.",
        "{side:El} {side:coloca|colocan} {work}.",
        "HOA-FRT-02",
        side=side_title(before, event.side),
        work=title,
    )


def place_title_of(kind: str) -> Say:
    titles = {
        "field_fortification": say("a field fortification", "una fortificación de campaña"),
        "barricade": say("a barricade", "una barricada"),
        "fence": say("a village enclosure", "un cercado de poblado"),
        "temba": say("a Temba", "una Temba"),
        "mission_station": say("a mission station", "una misión"),
    }
    return titles.get(kind, say("a fortification", "una fortificación"))


def piece_placed(before: Battle, event: e.PiecePlaced) -> Lines:
    pieces = {"camp": say("a camp", "un campamento"), "kraal": say("a kraal", "un kraal")}
    return one(
        "{side:The} {side:places|place} {what}.",
        "{side:El} {side:coloca|colocan} {what}.",
        "HOA-SCN-18",
        side=side_title(before, event.side),
        what=pieces.get(event.piece.kind, say("a piece of terrain", "un terreno")),
    )


def objective_named(before: Battle, event: e.ObjectiveNamed) -> Lines:
    return one(
        "The attacker’s objective is {place:the}.",
        "El objetivo del atacante es {place:el}.",
        "HOA-SCN-18",
        place=place_title(before, event.objective),
    )


def deployed(before: Battle, event: e.Deployed) -> Lines:
    guard = (
        say(" as advanced guard", " como guardia avanzada") if event.advance_guard else say("", "")
    )
    if event.ambush:
        return one(
            "{unit}: in ambush{guard}.",
            "{unit}: en emboscada{guard}.",
            "HOA-DEP-08",
            unit=unit(before, event.who),
            guard=guard,
        )
    return one(
        "{unit} {unit:deploys|deploy}{guard}.",
        "{unit} {unit:se despliega|se despliegan}{guard}.",
        "HOA-SCN-06" if event.advance_guard else "HOA-SCN-05",
        places=event.at,
        unit=unit(before, event.who),
        guard=guard,
    )


def held_back(before: Battle, event: e.HeldBack) -> Lines:
    if event.away:
        return one(
            "{unit} {unit:stays|stay} off the table.",
            "{unit} {unit:se queda|se quedan} fuera de la mesa.",
            "HOA-SCN-14",
            unit=unit(before, event.who),
        )
    return one(
        "{unit} {unit:waits|wait} in reserve.",
        "{unit} {unit:queda|quedan} en reserva.",
        "HOA-DEP-01",
        unit=unit(before, event.who),
    )


def joined(before: Battle, event: e.Joined) -> Lines:
    return one(
        "The Charismatic Leader joins {unit:the}.",
        "El Líder Carismático se une {unit:al}.",
        "HOA-LDR-13",
        unit=called(before, event.unit),
    )


def leader_freed(before: Battle, event: e.LeaderFreed) -> Lines:
    if event.may_join:
        return one(
            "{figure} outlives his unit and may join another.",
            "{figure} sobrevive a su unidad y puede unirse a otra.",
            "HOA-LDR-14",
            figure=figure(before, event.figure),
        )
    return one(
        "{figure} is the last of his unit.",
        "{figure} es la última figura de su unidad.",
        "HOA-LDR-14",
        figure=figure(before, event.figure),
    )


# ------------------------------------------------------------------------------------------------ t
def step_began(before: Battle, event: e.StepBegan) -> Lines:
    if event.step == UPKEEP:
        return one("Turn {turn}", "Turno {turn}", level=0, turn=event.turn)
    if event.step == before.step and event.turn == before.turn:
        return ()
    title = STEP_TITLES.get(event.step)
    if title is None:
        return ()
    return one("{step}", "{step}", level=0 if event.step in SETUP_STEPS else 1, step=title)


def battle_ended(before: Battle, event: e.BattleEnded) -> Lines:
    from app.games.heart_of_africa.victory import ENDINGS  # noqa: PLC0415 victory words its own endings

    how = ENDINGS.get(event.ending, say("the battle is over", "la batalla ha terminado"))
    if event.winner is None:
        return one("A draw: {how}.", "Empate: {how}.", "HOA-SCN-08", level=0, how=how)
    return one(
        "{side:The} {side:wins|win}: {how}.",
        "{side:Gana|Ganan} {side:el}: {how}.",
        "HOA-SCN-08",
        level=0,
        side=side_title(before, event.winner),
        how=how,
    )


def objective_held(before: Battle, event: e.ObjectiveHeld) -> Lines:  # noqa: ARG001 everybody sees it
    if event.since is None:
        return one(
            "The attacker no longer holds the objective unopposed.",
            "El atacante ya no domina el objetivo sin oposición.",
            "HOA-SCN-21",
        )
    return one(
        "The attacker holds the objective unopposed.",
        "El atacante domina el objetivo sin oposición.",
        "HOA-SCN-21",
    )


def wind_rolled(before: Battle, event: e.WindRolled) -> Lines:  # noqa: ARG001 the wind is everybody's
    return one(
        "The wind blows to the {bearing}.",
        "El viento sopla hacia el {bearing}.",
        "HOA-FIR-07",
        dice=[die(event.die)],
        bearing=heading_words(event.bearing),
    )


def fire_out(before: Battle, event: e.FireOut) -> Lines:
    fire = next(fire for fire in before.fires if fire.id == event.fire)
    return one(
        "The fire in {place:the} goes out.",
        "El fuego {place:del} se apaga.",
        "HOA-FIR-06",
        place=place_title(before, fire.target),
    )


def arrivals_diced(before: Battle, event: e.ArrivalsDiced) -> Lines:
    return one(
        "Roll-off for arrivals: {thrown}. {side:The} {side:comes|come} first.",
        "Tirada de llegadas: {thrown}. {side:Empieza|Empiezan} {side:el}.",
        "HOA-DEP-02",
        dice=[die(face) for _, face in event.dice],
        thrown=faces_of(before, event.dice),
        side=side_title(before, event.first),
    )


def arrival_rolled(before: Battle, event: e.ArrivalRolled) -> Lines:
    said: dict[str, Any] = {
        "unit": unit(before, event.who),
        "roll": roll(event.die, event.needs),
        "dice": [die(event.die)],
    }
    rule = "HOA-DEP-01" if event.needs > 3 else "HOA-LDR-22"
    if event.arrives:
        return one(
            "{unit} {unit:arrives|arrive}: {roll}.",
            "{unit} {unit:llega|llegan}: {roll}.",
            rule,
            **said,
        )
    return one(
        "{unit} {unit:does|do} not arrive: {roll}.",
        "{unit} {unit:no llega|no llegan}: {roll}.",
        rule,
        **said,
    )


def arrived(before: Battle, event: e.Arrived) -> Lines:
    return one(
        "{unit} {unit:comes|come} onto the table.",
        "{unit} {unit:entra|entran} en la mesa.",
        "HOA-DEP-03",
        places=event.at,
        unit=unit(before, event.who),
    )


# ------------------------------------------------------------------------------------------------ m
def activated(before: Battle, event: e.Activated) -> Lines:
    hand = event.hand
    dice, who = [die(face) for _, _, face in event.dice], unit(before, hand.who)
    if hand.open is None and hand.difficult is None:
        return one(
            "{unit} {unit:may not move|may not move}.",
            "{unit} {unit:no puede mover|no pueden mover}.",
            "HOA-TRP-24",
            dice=dice,
            unit=who,
        )
    if hand.open is None or hand.difficult is None or hand.open == hand.difficult:
        return one(
            "{unit} {unit:may move|may move} up to {inches}″.",
            "{unit} {unit:puede|pueden} mover hasta {inches:pulgada+s}.",
            "HOA-MOV-01",
            dice=dice,
            unit=who,
            inches=inches(hand.open if hand.open is not None else hand.difficult or 0),
        )
    return one(
        "{unit} {unit:may move|may move} {open}″ in the open, {difficult}″ over difficult ground.",
        "{unit} {unit:puede|pueden} mover {open:pulgada+s} en terreno abierto, "
        "{difficult} en terreno difícil.",
        "HOA-MOV-01",
        dice=dice,
        unit=who,
        open=inches(hand.open),
        difficult=inches(hand.difficult),
    )


def stood_still(before: Battle, event: e.StoodStill) -> Lines:
    shown = [
        called(before, who)
        for who in event.who
        if who in before.figures or before.units[who].where != AMBUSH
    ]
    tail = say(": {units}", ": {units}", units=shown) if shown else say("", "")
    return one(
        "{side:The} {side:does|do} not move{tail}.",
        "{side:El} {side:no mueve|no mueven}{tail}.",
        "HOA-SEQ-02",
        side=side_title(before, event.side),
        tail=tail,
    )


def figure_moved(before: Battle, event: e.FigureMoved) -> Lines:
    said: dict[str, Any] = {
        "level": 2,
        "figure": figure(before, event.figure),
        "places": [event.figure],
        "way": tuple(f"{x:g},{y:g}" for x, y in event.way),
    }
    if event.charges:
        victims = [charge.victim for charge in event.charges]
        return one(
            "{figure} charges {foes:the}.",
            "{figure} carga contra {foes:el}.",
            "HOA-MEL-01",
            **said | {"places": (event.figure, *victims)},
            foes=[called(before, victim) for victim in victims],
        )
    if "evaded" in event.did:
        return one(
            "{figure} rides {length}″ away.",
            "{figure} se aleja {length:pulgada+s} al galope.",
            "HOA-MEL-03",
            **said,
            length=inches(event.length),
        )
    if "broke_off" in event.did:
        return one("{figure} breaks off.", "{figure} rompe el contacto.", "HOA-MEL-11", **said)
    return one(
        "{figure} moves {length}″.",
        "{figure} mueve {length:pulgada+s}.",
        **said,
        length=inches(event.length),
    )


def figure_turned(before: Battle, event: e.FigureTurned) -> Lines:
    return one(
        "{figure} turns.",
        "{figure} gira.",
        "HOA-MOV-04",
        level=2,
        places=[event.figure],
        figure=figure(before, event.figure),
    )


def trap_sprung(before: Battle, event: e.TrapSprung) -> Lines:
    who, places = figure(before, event.figure), [event.figure]
    if not event.real:
        return one(
            "{figure} steps on a trap: it is a dummy.",
            "{figure} pisa una trampa: es fingida.",
            "HOA-STR-03",
            places=places,
            figure=who,
        )
    if event.die is None or event.needs is None:
        return one(
            "{figure} falls into a stake trap.",
            "{figure} cae en una trampa de estacas.",
            "HOA-STR-04",
            places=places,
            figure=who,
        )
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "places": places,
        "figure": who,
        "roll": roll(event.die, event.needs),
    }
    if event.die >= event.needs:
        return one(
            "{figure} steps on a stake trap and escapes: {roll}.",
            "{figure} pisa una trampa de estacas y se libra: {roll}.",
            "HOA-STR-04",
            **said,
        )
    return one(
        "{figure} falls into a stake trap: {roll}.",
        "{figure} cae en una trampa de estacas: {roll}.",
        "HOA-STR-04",
        **said,
    )


def crocodile_rolled(before: Battle, event: e.CrocodileRolled) -> Lines:
    dice, who = [die(event.die)], called(before, event.figure)
    if event.die == 1:
        return one(
            "Crocodiles take {figure:the} (rolled {die}).",
            "Los cocodrilos devoran {figure:al} (dado {die}).",
            "HOA-TER-25",
            dice=dice,
            places=[event.figure],
            figure=who,
            die=event.die,
        )
    return one(
        "{figure:Aa} gets past the crocodiles (rolled {die}).",
        "{figure:Aa} esquiva a los cocodrilos (dado {die}).",
        "HOA-TER-25",
        level=2,
        dice=dice,
        figure=who,
        die=event.die,
    )


def ambush_revealed(before: Battle, event: e.AmbushRevealed) -> Lines:
    shocked = [called(before, one_) for one_ in event.shocked]
    who = unit(before, event.unit)
    if event.by:
        tail = (
            say(", which surprises {units:the}", ", que sorprende {units:al}", units=shocked)
            if shocked
            else say("", "")
        )
        return one(
            "{figure} uncovers the ambush of {unit:the}{tail}.",
            "{figure} descubre la emboscada {unit:del}{tail}.",
            "HOA-DEP-10",
            places=event.at,
            figure=figure(before, event.by),
            unit=who,
            tail=tail,
        )
    tail = (
        say(
            " and {unit:surprises|surprise} {units:the}",
            " y {unit:sorprende|sorprenden} {units:al}",
            unit=who,
            units=shocked,
        )
        if shocked
        else say("", "")
    )
    return one(
        "{unit} {unit:leaves its|leave their} ambush{tail}.",
        "{unit} {unit:sale|salen} de su emboscada{tail}.",
        "HOA-DEP-09",
        places=event.at,
        unit=who,
        tail=tail,
    )


def activation_ended(before: Battle, event: e.ActivationEnded) -> Lines:
    if event.how != "declined":
        return ()
    return one(
        "{unit} {unit:rolls and does|roll and do} not move.",
        "{unit} {unit:tira y no mueve|tiran y no mueven}.",
        "HOA-SEQ-03",
        unit=unit(before, event.who),
    )


def swapped(before: Battle, event: e.Swapped) -> Lines:
    return one(
        "{figure} and {mate:the} change places.",
        "{figure} y {mate:el} se relevan.",
        "HOA-FRT-08",
        level=2,
        places=(event.front, event.rear),
        figure=figure(before, event.front),
        mate=called(before, event.rear),
    )


def crossed(before: Battle, event: e.Crossed) -> Lines:
    return one(
        "{figure} climbs over {work:the}.",
        "{figure} trepa {work:el}.",
        "HOA-FRT-04",
        level=2,
        places=[event.figure],
        figure=figure(before, event.figure),
        work=place_title(before, event.work),
    )


def roof_broken(before: Battle, event: e.RoofBroken) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)] if event.die is not None else [],
        "places": [event.figure],
        "figure": figure(before, event.figure),
    }
    if event.at is None:
        return one(
            "{figure} fails to break the roof (rolled {die}).",
            "{figure} no logra romper el techo (dado {die}).",
            "HOA-FRT-30",
            **said,
            die=event.die,
        )
    return one(
        "{figure} drops through the roof into {room:the}.",
        "{figure} cae por el techo {room:al}.",
        "HOA-FRT-30",
        **said,
        room=place_title(before, event.room),
    )


def roof_climbed(before: Battle, event: e.RoofClimbed) -> Lines:
    return one(
        "{figure} climbs onto the roof of {room:the}.",
        "{figure} sube al techo {room:del}.",
        "HOA-FRT-28",
        places=[event.figure],
        figure=figure(before, event.figure),
        room=place_title(before, event.room),
    )


def boarded(before: Battle, event: e.Boarded) -> Lines:
    return one(
        "{figure} goes aboard {vessel:the}.",
        "{figure} embarca en {vessel:el}.",
        "HOA-STR-12",
        level=2,
        places=[event.figure],
        figure=figure(before, event.figure),
        vessel=called(before, event.vessel),
    )


def went_ashore(before: Battle, event: e.WentAshore) -> Lines:
    return one(
        "{figure} goes ashore.",
        "{figure} desembarca.",
        "HOA-STR-12",
        level=2,
        places=[event.figure],
        figure=figure(before, event.figure),
    )


def vessel_moved(before: Battle, event: e.VesselMoved) -> Lines:
    return one(
        "{figure} sails {length}″.",
        "{figure} navega {length:pulgada+s}.",
        "HOA-STR-10",
        places=[event.vessel],
        way=tuple(f"{x:g},{y:g}" for x, y in event.way),
        figure=figure(before, event.vessel),
        length=inches(event.length),
    )


def aground_rolled(before: Battle, event: e.AgroundRolled) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(face) for face in event.dice],
        "faces": event.dice,
        "figure": figure(before, event.vessel),
    }
    if event.stuck:
        return one(
            "{figure} runs aground (rolled {faces}).",
            "{figure} encalla (dados {faces}).",
            "HOA-ART-17",
            **said,
            places=[event.vessel],
        )
    return one(
        "{figure} stays afloat (rolled {faces}).",
        "{figure} sigue a flote (dados {faces}).",
        "HOA-ART-17",
        **said,
        level=2,
    )


def mode_changed(before: Battle, event: e.ModeChanged) -> Lines:
    if event.mode == "dismounted":
        return one(
            "{unit} {unit:dismounts|dismount}.",
            "{unit} {unit:desmonta|desmontan}.",
            "HOA-TRP-23",
            places=event.figures,
            unit=unit(before, event.unit),
        )
    return one(
        "{unit} {unit:mounts|mount}.",
        "{unit} {unit:monta|montan}.",
        "HOA-TRP-23",
        places=event.figures,
        unit=unit(before, event.unit),
    )


# ------------------------------------------------------------------------------------------------ f
def shooters_declared(before: Battle, event: e.ShootersDeclared) -> Lines:
    return one(
        "At the loopholes: {men}.",
        "En las troneras: {men}.",
        "HOA-FRT-24",
        places=event.figures,
        men=figures_title(before, event.figures),
    )


def fire_written(before: Battle, event: e.FireWritten) -> Lines:  # noqa: ARG001 only its owner hears
    return one(
        "Fire orders written: {n}.",
        "Órdenes de fuego escritas: {n}.",
        "HOA-SEQ-05",
        level=2,
        n=len(event.shots) + len(event.torches),
    )


def fire_struck_out(before: Battle, event: e.FireStruckOut) -> Lines:
    return one(
        "Fire orders removed: {men}.",
        "Órdenes de fuego quitadas: {men}.",
        "HOA-SEQ-05",
        level=2,
        men=figures_title(before, event.figures),
    )


def fire_sealed(before: Battle, event: e.FireSealed) -> Lines:
    return one(
        "{side:The} {side:has|have} sealed the fire orders.",
        "{side:El} {side:ha|han} sellado sus órdenes de fuego.",
        "HOA-SEQ-05",
        level=2,
        side=side_title(before, event.side),
    )


def shot_fired(before: Battle, event: e.ShotFired) -> Lines:
    what = (
        called(before, event.target)
        if event.target
        else place_title(before, event.room)
        if event.room
        else None
    )
    roof = say("the roof of {room:the}", "el techo {room:del}", room=what)
    said: dict[str, Any] = {
        "level": 2,
        "dice": [die(event.die)],
        "places": (event.figure, event.target),
        "reasons": reasons_of(event.mods),
        "sight": tuple(f"{x:g},{y:g}" for x, y in event.line or ()),
        "figure": figure(before, event.figure),
        "length": inches(event.distance),
        "die": event.die,
        "total": event.total,
        "needs": event.needs,
        "what": say("{it:the}", "{it:al}", it=what)
        if event.target
        else roof
        if event.room
        else THE_WALL,
    }
    if event.falls_on:
        return one(
            "{figure} aims at {what}, {length}″ away, and hits: rolled {die}, total {total} "
            "({needs}+ needed). The hit of the group falls on {other:the}.",
            "{figure} dispara {what} a {length:pulgada+s} y acierta: dado {die}, total {total} "
            "(necesita {needs}+). El impacto del grupo le corresponde {other:al}.",
            "HOA-SHT-08",
            "HOA-SHT-02",
            other=called(before, event.falls_on),
            **{**said, "places": (event.figure, event.falls_on)},
        )
    if event.hit:
        return one(
            "{figure} hits {what} at {length}″: rolled {die}, total {total} ({needs}+ needed).",
            "{figure} alcanza {what} a {length:pulgada+s}: dado {die}, total {total} "
            "(necesita {needs}+).",
            "HOA-SHT-08",
            **said,
        )
    return one(
        "{figure} misses {what} at {length}″: rolled {die}, total {total} ({needs}+ needed).",
        "{figure} no alcanza {what} a {length:pulgada+s}: dado {die}, total {total} "
        "(necesita {needs}+).",
        "HOA-SHT-08",
        **said,
    )


def save_rolled(before: Battle, event: e.SaveRolled) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "places": [event.figure],
        "figure": figure(before, event.figure),
        "roll": roll(event.die, event.needs),
    }
    if event.saved:
        return one(
            "{figure} makes the saving roll: {roll}.",
            "{figure} supera la tirada de salvación: {roll}.",
            event.rule,
            **said,
        )
    return one(
        "{figure} fails the saving roll: {roll}.",
        "{figure} falla la tirada de salvación: {roll}.",
        event.rule,
        **said,
    )


def fragment_rolled(before: Battle, event: e.FragmentRolled) -> Lines:
    said: dict[str, Any] = {
        "level": 2,
        "dice": [die(event.die)],
        "places": [event.figure],
        "figure": called(before, event.figure),
        "die": event.die,
    }
    if event.hit:
        return one(
            "Fragments hit {figure:the} (rolled {die}).",
            "La metralla alcanza {figure:al} (dado {die}).",
            "HOA-ART-02",
            **said,
        )
    return one(
        "Fragments miss {figure:the} (rolled {die}).",
        "La metralla no alcanza {figure:al} (dado {die}).",
        "HOA-ART-02",
        **said,
    )


def breach_rolled(before: Battle, event: e.BreachRolled) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "die": event.die,
        "building": place_title(before, event.building),
    }
    if event.hole is not None:
        return one(
            "The shot opens a breach in {building:the} (rolled {die}).",
            "El disparo abre una brecha en {building:el} (dado {die}).",
            "HOA-FRT-25",
            **said,
        )
    return one(
        "The wall of {building:the} holds (rolled {die}).",
        "El muro {building:del} aguanta (dado {die}).",
        "HOA-FRT-25",
        **said,
    )


def roof_fire_rolled(before: Battle, event: e.RoofFireRolled) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "die": event.die,
        "room": place_title(before, event.room),
    }
    if event.lit:
        return one(
            "The roof of {room:the} catches fire (rolled {die}).",
            "El techo {room:del} arde (dado {die}).",
            "HOA-FRT-34",
            **said,
        )
    return one(
        "The roof of {room:the} does not catch fire (rolled {die}).",
        "El techo {room:del} no arde (dado {die}).",
        "HOA-FRT-34",
        **said,
    )


def vessel_hit(before: Battle, event: e.VesselHit) -> Lines:
    total = before.figures[event.vessel].hits + event.hits
    return one(
        "{figure} takes {hits:hit+s}, {total} in all.",
        "{figure} recibe {hits:impacto+s}, {total} en total.",
        "HOA-ART-21",
        places=[event.vessel],
        figure=figure(before, event.vessel),
        hits=event.hits,
        total=total,
    )


def holed(before: Battle, event: e.Holed) -> Lines:
    return one(
        "{figure} is holed.",
        "{figure} hace agua.",
        "HOA-STR-14",
        places=[event.vessel],
        figure=figure(before, event.vessel),
    )


def attendant_lost(before: Battle, event: e.AttendantLost) -> Lines:
    return one(
        "An Attendant dies in place of {leader:the}.",
        "Un Ayudante muere en lugar {leader:del}.",
        "HOA-LDR-08",
        places=(event.leader, event.attendant),
        leader=called(before, event.leader),
    )


def removed(before: Battle, event: e.Removed) -> Lines:
    shown = [key for key in event.figures if key in before.figures]
    by_unit: dict[str, list[str]] = {}
    for key in shown:
        found = before.figures[key]
        by_unit.setdefault(found.unit or found.side, []).append(key)
    lines: list[Line] = []
    for owner, keys in by_unit.items():
        side = before.units[owner].side if owner in before.units else owner
        men = figures_title(before, keys)
        lines += one(
            "{side}: {men} {how}.",
            "{side}: {men} {how}.",
            "HOA-GEN-04",
            places=keys,
            side=side_title(before, side),
            men=men,
            how=fate_words(event.cause, men),
        )
    return lines


FALLS: Mapping[str, Say] = {
    "wiped_out": say(
        "{unit:is|are} wiped out",
        "{unit:queda aniquilado|queda aniquilada|quedan aniquilados|quedan aniquiladas}",
    ),
    "broken": say(
        "{unit:breaks and flees|break and flee}", "{unit:se rompe y huye|se rompen y huyen}"
    ),
    "exited": say("{unit:has|have} left the table", "{unit:ha salido|han salido} de la mesa"),
    "withdrawn": say("{unit:withdraws|withdraw}", "{unit:se retira|se retiran}"),
}
"""What becomes of a unit that is lost, after its name."""


def unit_lost(before: Battle, event: e.UnitLost) -> Lines:
    falls, who = FALLS[event.fate], unit(before, event.unit)
    return one(
        "{unit} {how}.",
        "{unit} {how}.",
        "HOA-MOR-13",
        unit=who,
        how=say(falls.en, falls.es, unit=who),
    )


def spell_broken(before: Battle, event: e.SpellBroken) -> Lines:  # noqa: ARG001 it concerns all
    return one(
        "A White Man has fallen: the spell is broken, no White Man has a saving roll any more.",
        "Ha caído un Hombre Blanco: se rompe el hechizo y ya ninguno tiene tirada de salvación.",
        "HOA-TRP-04",
        places=[event.figure],
    )


def jammed(before: Battle, event: e.Jammed) -> Lines:
    said: dict[str, Any] = {
        "places": [event.figure],
        "figure": figure(before, event.figure),
        "ones": event.ones,
        "sixes": event.sixes,
    }
    if event.for_good:
        return one(
            "{figure} breaks down for good: {ones:one+s} rolled.",
            "{figure} se avería para siempre (dados: {ones:uno+s}).",
            "HOA-ART-14",
            **said,
        )
    return one(
        "{figure} jams: {ones:one+s} and {sixes} {sixes:six|sixes} rolled; it does not fire next "
        "turn.",
        "{figure} se encasquilla (dados: {ones:uno+s} y {sixes:seis+es}); "
        "no dispara el próximo turno.",
        "HOA-ART-13",
        **said,
    )


def baggage_taken(before: Battle, event: e.BaggageTaken) -> Lines:
    return one(
        "{figure} captures a baggage element of {side:the}.",
        "{figure} captura un elemento de bagaje {side:del}.",
        "HOA-SPC-21",
        places=(event.by, event.element),
        figure=figure(before, event.by),
        side=side_title(before, event.side),
    )


def torch_rolled(before: Battle, event: e.TorchRolled) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "places": [event.figure],
        "figure": figure(before, event.figure),
        "place": place_title(before, event.target),
        "roll": roll(event.die, event.needs),
    }
    if event.lit:
        return one(
            "{figure} sets fire to {place:the}: {roll}.",
            "{figure} incendia {place:el}: {roll}.",
            "HOA-FIR-03",
            **said,
        )
    return one(
        "{figure} fails to set fire to {place:the}: {roll}.",
        "{figure} no logra incendiar {place:el}: {roll}.",
        "HOA-FIR-03",
        **said,
    )


def fire_lit(before: Battle, event: e.FireLit) -> Lines:
    return one(
        "{place:The} {place:burns|burn}.",
        "{place:Arde|Arden} {place:el}.",
        "HOA-FIR-04",
        place=place_title(before, event.fire.target),
    )


def reloaded(before: Battle, event: e.Reloaded) -> Lines:
    return one(
        "Reloaded: {men}.",
        "{men:Ha|Han} recargado: {men}.",
        "HOA-REL-01",
        level=2,
        places=event.figures,
        men=figures_title(before, event.figures),
    )


def smoke_marked(before: Battle, event: e.SmokeMarked) -> Lines:
    return one(
        "To reload: {men}.",
        "{men:Debe|Deben} recargar: {men}.",
        "HOA-SEQ-06",
        level=2,
        places=event.figures,
        men=figures_title(before, event.figures),
    )


# ------------------------------------------------------------------------------------------------ c
def fought(before: Battle, event: e.Fought) -> Lines:
    won, lost = (1, 0) if event.loser == event.figures[0] else (0, 1)
    said: dict[str, Any] = {
        "dice": [die(face) for face in event.dice],
        "places": event.figures,
        "reasons": [*reasons_of(event.mods[0]), *reasons_of(event.mods[1])],
        "figure": figure(before, event.figures[won]),
        "enemy": called(before, event.figures[lost]),
        "a": event.totals[won],
        "b": event.totals[lost],
    }
    if not event.loser:
        return one(
            "{figure} draws with {enemy:the}: total {a} against {b}.",
            "{figure} empata con {enemy:el}: total {a} contra {b}.",
            "HOA-MEL-10",
            level=2,
            **said,
        )
    return one(
        "{figure} beats {enemy:the}: total {a} against {b}.",
        "{figure} vence {enemy:al}: total {a} contra {b}.",
        "HOA-MEL-10",
        **said,
    )


def paired(before: Battle, event: e.Paired) -> Lines:
    pairs = [
        say("{a} – {b}", "{a} – {b}", a=called(before, a), b=called(before, b))
        for a, b in event.pairs
    ]
    return one("Combats: {pairs}.", "Combates: {pairs}.", "HOA-MEL-05", level=2, pairs=pairs)


def first_named(before: Battle, event: e.FirstNamed) -> Lines:
    return one(
        "{figure} fights {enemy:the} first.",
        "{figure} lucha primero contra {enemy:el}.",
        "HOA-MEL-07",
        level=2,
        places=(event.figure, event.opponent),
        figure=figure(before, event.figure),
        enemy=called(before, event.opponent),
    )


def test_cancelled(before: Battle, event: e.TestCancelled) -> Lines:
    through = before.figures[event.by]
    rule = "HOA-LDR-16" if through.role == "leader" else "HOA-SPC-06"
    return one(
        "{unit} {unit:ignores its|ignore their} morale test for {cause}, thanks to {by:the}.",
        "{unit} {unit:ignora|ignoran} su test de moral por {cause}, gracias {by:al}.",
        rule,
        unit=unit(before, event.test.unit),
        cause=CAUSES[event.test.cause],
        by=called(before, event.by),
    )


RESULTS: Mapping[str, tuple[Say, str]] = {
    "passed": (say("{unit:It holds|They hold}.", "{unit:Aguanta|Aguantan}."), "HOA-MOR-11"),
    "marker": (
        say("{unit:It takes|They take} a marker.", "{unit:Recibe|Reciben} un marcador."),
        "HOA-MOR-12",
    ),
    "broken": (say("{unit:It breaks|They break}.", "{unit:Se rompe|Se rompen}."), "HOA-MOR-13"),
}
"""What follows a morale test, with its rule."""


def morale_rolled(before: Battle, event: e.MoraleRolled) -> Lines:
    (how, rule), who = RESULTS[event.result], unit(before, event.test.unit)
    return one(
        "{unit}, morale test for {cause}: {die} ({needs}+ needed). {how}",
        "{unit}, test de moral por {cause}: {die} (necesita {needs}+). {how}",
        rule,
        dice=[die(event.die)],
        unit=who,
        cause=CAUSES[event.test.cause],
        die=event.die,
        needs=event.needs,
        how=say(how.en, how.es, unit=who),
    )


def vessel_tested(before: Battle, event: e.VesselTested) -> Lines:
    how = say("It fights on.", "Sigue combatiendo.") if event.passed else say("It fails.", "Falla.")
    return one(
        "{figure}, morale test: {die} ({needs}+ needed). {how}",
        "{figure}, test de moral: {die} (necesita {needs}+). {how}",
        "HOA-ART-22",
        dice=[die(event.die)],
        places=[event.vessel],
        figure=figure(before, event.vessel),
        die=event.die,
        needs=event.needs,
        how=how,
    )


def bewitched(before: Battle, event: e.Bewitched) -> Lines:
    return one(
        "{figure} bewitches {unit:the}.",
        "{figure} hechiza {unit:al}.",
        "HOA-SPC-10",
        places=[event.figure],
        figure=figure(before, event.figure),
        unit=called(before, event.unit),
    )


def rallied(before: Battle, event: e.Rallied) -> Lines:
    said: dict[str, Any] = {
        "dice": [die(event.die)],
        "places": [event.figure],
        "figure": figure(before, event.figure),
        "unit": called(before, event.unit),
        "roll": roll(event.die, event.needs),
    }
    rule = "HOA-LDR-17" if event.needs < 4 else "HOA-LDR-04"
    if event.success:
        return one(
            "{figure} rallies {unit:the}: {roll}. The marker is removed.",
            "{figure} reagrupa {unit:al}: {roll}. Se quita el marcador.",
            rule,
            **said,
        )
    return one(
        "{figure} does not rally {unit:the}: {roll}.",
        "{figure} no reagrupa {unit:al}: {roll}.",
        rule,
        **said,
    )


# ------------------------------------------------------------------------------------------------ o
def march_planned(before: Battle, event: e.MarchPlanned) -> Lines:
    side = side_title(before, event.side)
    if event.march is None:
        return one(
            "{side}: march order removed.",
            "{side}: orden de marcha quitada.",
            "CAR-PLN-01",
            level=2,
            side=side,
        )
    return tuple(
        line
        for says in march_words(before, event.march)
        for line in one(
            "{side}. {says}", "{side}. {says}", "CAR-PLN-01", level=2, side=side, says=says
        )
    )


def policies_set(before: Battle, event: e.PoliciesSet) -> Lines:
    side, plans = side_title(before, event.side), Plans(policies=event.policies)
    said = tuple(Line(says, level=2) for says in in_force(before, plans))
    if not said:
        return one(
            "{side}: no standing orders.",
            "{side}: sin órdenes permanentes.",
            "CAR-PLN-01",
            level=2,
            side=side,
        )
    return (
        *one(
            "{side}, standing orders:",
            "{side}, órdenes permanentes:",
            "CAR-PLN-01",
            level=2,
            side=side,
        ),
        *said,
    )


def plan_stopped(before: Battle, event: e.PlanStopped) -> Lines:
    march = before.plans[event.side].march if event.side in before.plans else None
    return one(
        "The march order of {side:the} stops: {why}.",
        "La orden de marcha {side:del} se detiene: {why}.",
        "CAR-PLN-01",
        places=(event.who,),
        side=side_title(before, event.side),
        why=why_stopped(before, march, event.why, event.who, event.by),
    )


def done_by_plan(before: Battle, event: e.DoneByPlan) -> Lines:
    who = unit(before, event.who) if event.who else side_title(before, event.side)
    return one(
        "{who}: {how}.", "{who}: {how}.", "CAR-PLN-01", level=2, who=who, how=BY_PLAN[event.what]
    )


TOLD: Mapping[type[Event], Callable[[Any, Any], Lines]] = {
    e.SetupRolled: setup_rolled,
    e.RolesFixed: roles_fixed,
    e.SideChosen: side_chosen,
    e.MarchOrdered: march_ordered,
    e.WorkPlaced: work_placed,
    e.PiecePlaced: piece_placed,
    e.Deployed: deployed,
    e.HeldBack: held_back,
    e.Joined: joined,
    e.ObjectiveNamed: objective_named,
    e.LeaderFreed: leader_freed,
    e.StepBegan: step_began,
    e.StepPassed: nothing,
    e.TurnOver: nothing,
    e.Asked: nothing,
    e.Answered: nothing,
    e.BattleEnded: battle_ended,
    e.ObjectiveHeld: objective_held,
    e.WindRolled: wind_rolled,
    e.FireOut: fire_out,
    e.ArrivalsDiced: arrivals_diced,
    e.ArrivalRolled: arrival_rolled,
    e.Arrived: arrived,
    e.MovementBegan: nothing,
    e.Activated: activated,
    e.StoodStill: stood_still,
    e.FigureMoved: figure_moved,
    e.FigureTurned: figure_turned,
    e.Shifted: nothing,
    e.TrapSprung: trap_sprung,
    e.CrocodileRolled: crocodile_rolled,
    e.AmbushRevealed: ambush_revealed,
    e.ActivationEnded: activation_ended,
    e.TurnPassedTo: nothing,
    e.Swapped: swapped,
    e.Crossed: crossed,
    e.RoofBroken: roof_broken,
    e.RoofClimbed: roof_climbed,
    e.Boarded: boarded,
    e.WentAshore: went_ashore,
    e.VesselMoved: vessel_moved,
    e.AgroundRolled: aground_rolled,
    e.ModeChanged: mode_changed,
    e.ShootersDeclared: shooters_declared,
    e.FireWritten: fire_written,
    e.FireStruckOut: fire_struck_out,
    e.FireSealed: fire_sealed,
    e.FireOpened: nothing,
    e.ShotFired: shot_fired,
    e.SaveRolled: save_rolled,
    e.FragmentRolled: fragment_rolled,
    e.BreachRolled: breach_rolled,
    e.RoofFireRolled: roof_fire_rolled,
    e.VesselHit: vessel_hit,
    e.Struck: nothing,
    e.Holed: holed,
    e.AttendantLost: attendant_lost,
    e.Removed: removed,
    e.UnitLost: unit_lost,
    e.SpellBroken: spell_broken,
    e.Jammed: jammed,
    e.FireClosed: nothing,
    e.BaggageTaken: baggage_taken,
    e.TorchRolled: torch_rolled,
    e.FireLit: fire_lit,
    e.Reloaded: reloaded,
    e.SmokeMarked: smoke_marked,
    e.Paired: paired,
    e.FirstNamed: first_named,
    e.FightsSet: nothing,
    e.Fought: fought,
    e.CombatClosed: nothing,
    e.PutToFlight: nothing,
    e.Happened: nothing,
    e.TestsOwed: nothing,
    e.TestsClosed: nothing,
    e.OrderOfTests: nothing,
    e.CancelOrdered: nothing,
    e.TestCancelled: test_cancelled,
    e.MoraleRolled: morale_rolled,
    e.VesselTested: vessel_tested,
    e.Bewitched: bewitched,
    e.Rallied: rallied,
    e.MarchPlanned: march_planned,
    e.PoliciesSet: policies_set,
    e.PlanStopped: plan_stopped,
    e.DoneByPlan: done_by_plan,
}
