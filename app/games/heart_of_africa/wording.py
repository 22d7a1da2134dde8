"""The log: what each event says, in both languages, with its numbers, rules and places."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import fog
from app.games.heart_of_africa.armies.words import trait_name
from app.games.heart_of_africa.figures import is_hidden
from app.games.heart_of_africa.naming import (
    CAUSES,
    EDGES,
    FATES,
    MODS,
    UNKNOWN,
    called,
    figures_title,
    heading_words,
    place_title,
    side_title,
)
from app.games.heart_of_africa.planning.words import BY_PLAN, in_force, march_words, why_stopped
from app.games.heart_of_africa.scenarios import unit_of_length
from app.games.heart_of_africa.state import AMBUSH, SETUP_STEPS, UPKEEP, Battle, Figure, Plans
from app.games.heart_of_africa.tables import SCENARIOS
from app.kernel.contract import Event, Line
from app.kernel.say import Say, say
from app.kernel.seats import Viewer

Lines = Sequence[Line]
STEP_TITLES: Mapping[str, Say] = {
    "arrivals": say("Arrivals", "Llegadas"), "unit_moves": say("Unit moves", "Movimiento de unidades"),
    "independent_moves": say("Independent figures and baggage", "Figuras independientes y bagaje"),
    "reveal": say("Ambushers and loopholes", "Emboscados y troneras"), "shooting": say("Shooting", "Disparos"),
    "close_combat": say("Close combat", "Cuerpo a cuerpo"), "morale": say("Morale", "Moral"), "spells": say("Spells", "Hechizos"),
    "rally": say("Rally", "Reagrupar"), "sides": say("Sides of the table", "Lados de la mesa"), "deployment": say("Deployment", "Despliegue"),
}
"""Steps that the log announces; the others speak through what happens in them."""
LIGHTS = {"day": say("by day", "de día"), "night": say("by night", "de noche"), "dawn": say("at dawn", "al amanecer"), "dusk": say("at dusk", "al atardecer")}


def wording(before: Battle | None, event: Event, viewer: Viewer) -> Lines:
    """The lines of an event as this viewer hears of it; `before` is the battle that it met."""
    if isinstance(event, e.BattleBegan):
        return (*one("{scenario}.", "{scenario}.", level=0, scenario=scenario_title(event.scenario)),
                *one("Lengths are in {unit}.", "Las longitudes van en {unit}.", "HOA-GEN-02", level=2, unit=unit_of_length(event.options)))
    told = heard(before, event, viewer)
    return TOLD[type(told)](as_known(before, told, viewer), told) if told is not None else ()


def heard(before: Battle | None, event: Event, viewer: Viewer) -> Event | None:
    """The event as far as this viewer hears of it; None if he does not."""
    if before is None or (not viewer.finished and is_secret(before, event, viewer)):
        return None
    if isinstance(event, e.Removed) and not viewer.finished:
        return e.Removed(tuple(key for key in event.figures if not is_unseen(before, key, viewer.side)), event.cause, event.by)
    return event


def as_known(before: Battle | None, event: Event, viewer: Viewer) -> Battle | None:
    """The battle by which an event names whoever it is about: of what is still off the table the other side knows no more than that it is to come."""
    if before is None or viewer.finished or not isinstance(event, (e.ArrivalRolled, e.Joined)):
        return before
    who = event.who if isinstance(event, e.ArrivalRolled) else event.unit
    thing = before.units.get(who) or before.figures[who]
    if thing.side == viewer.side:
        return before
    known = fog.view(before, viewer).battle
    single = {} if who in known.units or who in known.figures else {who: Figure(who, UNKNOWN, thing.side)}
    return msgspec.structs.replace(known, figures={**known.figures, **single})


def is_secret(battle: Battle, event: Event, viewer: Viewer) -> bool:
    """What only its owner hears: sealed orders, ambushes while they lie hidden, tests of hidden units, the preparations of a side."""
    own = viewer.side
    match event:
        case (e.FireWritten() | e.FireStruckOut() | e.CancelOrdered() | e.Paired() | e.FirstNamed() | e.OrderOfTests()
              | e.MarchPlanned() | e.PoliciesSet() | e.PlanStopped() | e.DoneByPlan()):
            return side_of(battle, event) != own
        case e.Deployed():
            joins_ambush = event.who in battle.figures and is_hidden(battle, battle.figures[event.who])
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


def one(en: str, es: str, *rules: str, places: Iterable[str] = (), level: int = 1, reasons: Iterable[tuple[Say, str]] = (),
        dice: Iterable[tuple[str, str]] = (), way: tuple[str, ...] = (), sight: tuple[str, ...] = (), **facts: Any) -> Lines:
    """A single line."""
    return (Line(say(en, es, **facts), rules, tuple(reasons), tuple(filter(None, places)), tuple(dice), level, way, sight),)


def nothing(before: Battle, event: Event) -> Lines:  # noqa: ARG001 it has nothing to say
    return ()


def inches(length: float) -> float:
    return round(length, 1)


def capital(title: Say) -> Say:
    """A name at the head of a line."""
    facts = {key: capital(fact) if isinstance(fact, Say) and title.en.startswith(f"{{{key}}}") else fact for key, fact in title.facts.items()}
    return Say(title.en[:1].upper() + title.en[1:], title.es[:1].upper() + title.es[1:], facts)


def unit(battle: Battle, key: str) -> Say:
    """A unit at the head of a line, with its side."""
    owner = battle.units[key].side if key in battle.units else battle.figures[key].side if key in battle.figures else ""
    return say("{title} ({side})", "{title} ({side})", title=capital(called(battle, key)), side=side_title(battle, owner))


def figure(battle: Battle, key: str) -> Say:
    return capital(called(battle, key))


def die(face: int) -> tuple[str, str]:
    return ("d6", str(face))


def reasons_of(mods: Iterable[e.Mod]) -> list[tuple[Say, str]]:
    return [(say("{why} {amount}", "{why} {amount}", why=MODS[what], amount=f"{amount:+d}"), rule) for rule, what, amount in mods]


def scenario_title(scenario: str) -> Say:
    row = SCENARIOS.get(scenario)
    return say(row["name_en"], row["name_es"]) if row else say("A battle", "Una batalla")


# ------------------------------------------------------------------------------------------------ before the battle
def setup_rolled(before: Battle, event: e.SetupRolled) -> Lines:
    thrown = [say("{side} {face}", "{side} {face}", side=side_title(before, of) if of in ("A", "B") else say("the table", "la mesa"), face=face)
              for of, face in event.dice]
    purposes = {"aggression": say("Who attacks", "Quién ataca"), "scenario": say("Scenario", "Escenario"),
                "roll_off": say("Roll-off", "Sorteo"), "trait": say("Trait", "Rasgo")}
    totals = [say("{side} {total}", "{side} {total}", side=side_title(before, of), total=total) for of, total in event.totals.items()]
    what = purposes.get(event.purpose, say("Dice", "Dados"))
    dice = [("d6", str(face)) for _, face in event.dice]
    if totals:
        return one("{what}: {thrown}; with aggression {totals}.", "{what}: {thrown}; con la agresividad, {totals}.", "HOA-SCN-02", dice=dice,
                   what=what, thrown=thrown, totals=totals)
    if event.purpose == "trait":
        return one("{what}: {thrown}, {trait}.", "{what}: {thrown}, {trait}.", "HOA-LDR-11", dice=dice, what=what, thrown=thrown,
                   trait=trait_name(event.says))
    return one("{what}: {thrown}.", "{what}: {thrown}.", "HOA-SCN-03" if event.purpose == "scenario" else "HOA-SCN-02", dice=dice,
               what=what, thrown=thrown)


def roles_fixed(before: Battle, event: e.RolesFixed) -> Lines:
    if before.first_down and before.scenario == event.scenario and event.turn_limit is not None:
        return one("{n:turn+s} at most.", "{n:turno+s} como mucho.", "HOA-SCN-22", n=event.turn_limit)
    if not event.has_defender:
        return one("{scenario}; {first} deploys first and goes first.", "{scenario}; {first} despliega primero y empieza.", "HOA-SCN-02",
                   scenario=scenario_title(event.scenario), first=side_title(before, event.first))
    return one("{scenario}. Attacker: {attacker}.", "{scenario}. Atacante: {attacker}.", "HOA-SCN-03",
               scenario=scenario_title(event.scenario), attacker=side_title(before, event.attacker))


def side_chosen(before: Battle, event: e.SideChosen) -> Lines:
    if event.side != before.attacker:
        return one("{side} has the {edge} side of the table.", "{side}: el lado {edge} de la mesa.", "HOA-SCN-04",
                   side=side_title(before, event.side), edge=EDGES[event.edges[event.side]])
    return one("{side}: attack from the {edge}, {light}.", "{side}: ataque desde el {edge}, {light}.", "HOA-SCN-17",
               side=side_title(before, event.side), edge=EDGES[event.edges[event.side]], light=LIGHTS.get(event.light, LIGHTS["day"]))


def march_ordered(before: Battle, event: e.MarchOrdered) -> Lines:
    return one("{side} marches in from the {edge}: {order}.", "{side} llega marchando desde el {edge}: {order}.", "HOA-SCN-10",
               side=side_title(before, event.side), edge=EDGES[event.edges[event.side]], order=[called(before, who) for who in event.order])


def work_placed(before: Battle, event: e.WorkPlaced) -> Lines:
    trap = event.work.kind in ("stake_trap", "dummy_trap", "trap")
    title = say("a trap", "una trampa") if trap else place_title_of(event.work.kind)
    return one("{side} places {work}.", "{side} coloca {work}.", "HOA-FRT-02", side=side_title(before, event.side), work=title)


def place_title_of(kind: str) -> Say:
    titles = {"field_fortification": say("a stockade", "una empalizada"), "barricade": say("a barricade", "una barricada"),
              "fence": say("a fence", "una cerca"), "temba": say("a Temba", "una temba"), "mission_station": say("a mission station", "una misión")}
    return titles.get(kind, say("a work", "una obra"))


def piece_placed(before: Battle, event: e.PiecePlaced) -> Lines:
    what = {"camp": say("a camp", "un campamento"), "kraal": say("a kraal", "un kraal")}.get(event.piece.kind, say("ground", "terreno"))
    return one("{side} marks {what}.", "{side} señala {what}.", "HOA-SCN-18", side=side_title(before, event.side), what=what)


def objective_named(before: Battle, event: e.ObjectiveNamed) -> Lines:
    return one("The attacker’s objective: {place}.", "Objetivo del atacante: {place}.", "HOA-SCN-18", place=place_title(before, event.objective))


def deployed(before: Battle, event: e.Deployed) -> Lines:
    if event.ambush:
        return one("{unit}: hidden in ambush.", "{unit}: emboscada.", "HOA-DEP-08", unit=unit(before, event.who))
    guard = say(" as advanced guard", " como vanguardia") if event.advance_guard else say("", "")
    return one("{unit}: deployed{guard}.", "{unit}: desplegada{guard}.", "HOA-SCN-06" if event.advance_guard else "HOA-SCN-05",
               places=event.at, unit=unit(before, event.who), guard=guard)


def held_back(before: Battle, event: e.HeldBack) -> Lines:
    if event.away:
        return one("{unit}: left at home.", "{unit}: se queda en casa.", "HOA-SCN-14", unit=unit(before, event.who))
    return one("{unit}: held back, to arrive later.", "{unit}: en reserva, llegará más tarde.", "HOA-DEP-01", unit=unit(before, event.who))


def joined(before: Battle, event: e.Joined) -> Lines:
    return one("The Charismatic Leader joins {unit}.", "El Líder Carismático se une a {unit}.", "HOA-LDR-13", unit=called(before, event.unit))


def leader_freed(before: Battle, event: e.LeaderFreed) -> Lines:  # noqa: ARG001 there is one Leader
    if event.may_join:
        return one("The Leader outlives his unit, and may join another.", "El Líder sobrevive a su unidad y puede unirse a otra.", "HOA-LDR-14")
    return one("The Leader alone is left of his unit.", "De su unidad solo queda el Líder.", "HOA-LDR-14")


# ------------------------------------------------------------------------------------------------ the clockwork
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
    return one("{side} wins: {how}.", "Gana {side}: {how}.", "HOA-SCN-08", level=0, side=side_title(before, event.winner), how=how)


def objective_held(before: Battle, event: e.ObjectiveHeld) -> Lines:  # noqa: ARG001 everybody sees it
    if event.since is None:
        return one("The objective is no longer held unopposed.", "El objetivo ya no está dominado sin oposición.", "HOA-SCN-21")
    return one("The attacker holds the objective unopposed.", "El atacante domina el objetivo sin oposición.", "HOA-SCN-21")


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
    return one("The fire goes out: {place}.", "Se apaga el fuego: {place}.", "HOA-FIR-06", place=place_title(before, fire.target))


def arrivals_diced(before: Battle, event: e.ArrivalsDiced) -> Lines:
    return one("Arrivals: {side} first.", "Llegadas: primero {side}.", "HOA-DEP-02", dice=[die(face) for _, face in event.dice],
               side=side_title(before, event.first))


def arrival_rolled(before: Battle, event: e.ArrivalRolled) -> Lines:
    rule = "HOA-DEP-01" if event.needs > 3 else "HOA-LDR-22"
    if event.arrives:
        return one("{unit} arrives: {die}, {needs} needed.", "{unit} llega: {die}, hacía falta {needs}.", rule, dice=[die(event.die)],
                   unit=unit(before, event.who), die=event.die, needs=event.needs)
    return one("{unit} does not arrive: {die}, {needs} needed.", "{unit} no llega: {die}, hacía falta {needs}.", rule, dice=[die(event.die)],
               unit=unit(before, event.who), die=event.die, needs=event.needs)


def arrived(before: Battle, event: e.Arrived) -> Lines:
    return one("{unit} comes on.", "{unit} entra en la mesa.", "HOA-DEP-03", places=event.at, unit=unit(before, event.who))


# ------------------------------------------------------------------------------------------------ movement
def activated(before: Battle, event: e.Activated) -> Lines:
    hand = event.hand
    dice = [die(face) for _, _, face in event.dice]
    if hand.open is None and hand.difficult is None:
        return one("{unit} may not move.", "{unit} no puede mover.", "HOA-TRP-24", dice=dice, unit=unit(before, hand.who))
    if hand.open is None or hand.difficult is None or hand.open == hand.difficult:
        return one("{unit}: up to {inches} in.", "{unit}: hasta {inches:pulgada+s}.", "HOA-MOV-01", dice=dice, unit=unit(before, hand.who),
                   inches=inches(hand.open if hand.open is not None else hand.difficult or 0))
    return one("{unit}: {open} in in the open, {difficult} in over difficult ground.",
               "{unit}: {open:pulgada+s} en abierto, {difficult} en terreno difícil.", "HOA-MOV-01", dice=dice, unit=unit(before, hand.who),
               open=inches(hand.open), difficult=inches(hand.difficult))


def stood_still(before: Battle, event: e.StoodStill) -> Lines:
    shown = [called(before, who) for who in event.who if who in before.figures or before.units[who].where != AMBUSH]
    return one("{side} stands: {units}.", "{side} no mueve: {units}.", "HOA-SEQ-02", side=side_title(before, event.side), units=shown or "–")


def figure_moved(before: Battle, event: e.FigureMoved) -> Lines:
    way = tuple(f"{x:g},{y:g}" for x, y in event.way)
    if event.charges:
        victims = [called(before, charge.victim) for charge in event.charges]
        return one("{who} charges {victims}.", "{who} carga contra {victims}.", "HOA-MEL-01", level=2, way=way,
                   places=(event.figure, *(charge.victim for charge in event.charges)), who=figure(before, event.figure), victims=victims)
    if "evaded" in event.did:
        return one("{who} rides away, {length} in.", "{who} se aleja al galope, {length:pulgada+s}.", "HOA-MEL-03", level=2, way=way,
                   places=[event.figure], who=figure(before, event.figure), length=inches(event.length))
    if "broke_off" in event.did:
        return one("{who} breaks off.", "{who} rompe el contacto.", "HOA-MEL-11", level=2, way=way, places=[event.figure],
                   who=figure(before, event.figure))
    return one("{who} moves {length} in.", "{who} mueve {length:pulgada+s}.", level=2, way=way, places=[event.figure],
               who=figure(before, event.figure), length=inches(event.length))


def figure_turned(before: Battle, event: e.FigureTurned) -> Lines:
    return one("{who} turns.", "{who} gira.", "HOA-MOV-04", level=2, places=[event.figure], who=figure(before, event.figure))


def trap_sprung(before: Battle, event: e.TrapSprung) -> Lines:
    if not event.real:
        return one("{who} steps on a trap: a dummy.", "{who} pisa una trampa: era falsa.", "HOA-STR-03", places=[event.figure],
                   who=figure(before, event.figure))
    safe = event.die is not None and event.needs is not None and event.die >= event.needs
    dice = [die(event.die)] if event.die is not None else []
    if safe:
        return one("{who} steps on a stake trap and gets away: {die}.", "{who} pisa una trampa de estacas y se libra: {die}.", "HOA-STR-04",
                   dice=dice, places=[event.figure], who=figure(before, event.figure), die=event.die)
    return one("{who} falls into a stake trap: {die}, {needs} needed.", "{who} cae en una trampa de estacas: {die}, hacía falta {needs}.",
               "HOA-STR-04", dice=dice, places=[event.figure], who=figure(before, event.figure), die=event.die, needs=event.needs)


def crocodile_rolled(before: Battle, event: e.CrocodileRolled) -> Lines:
    if event.die == 1:
        return one("Crocodiles take {who}: {die}.", "Los cocodrilos se llevan a {who}: {die}.", "HOA-TER-25", dice=[die(event.die)],
                   places=[event.figure], who=called(before, event.figure), die=event.die)
    return one("{who} gets past the crocodiles: {die}.", "{who} esquiva a los cocodrilos: {die}.", "HOA-TER-25", level=2, dice=[die(event.die)],
               who=figure(before, event.figure), die=event.die)


def ambush_revealed(before: Battle, event: e.AmbushRevealed) -> Lines:
    shocked = [called(before, one_) for one_ in event.shocked]
    tail = say("; it shocks {units}", "; sorprende a {units}", units=shocked) if shocked else say("", "")
    if event.by:
        return one("{who} uncovers an ambush: {unit}{tail}.", "{who} descubre una emboscada: {unit}{tail}.", "HOA-DEP-10", places=event.at,
                   who=figure(before, event.by), unit=unit(before, event.unit), tail=tail)
    return one("Ambush: {unit}{tail}.", "Emboscada: {unit}{tail}.", "HOA-DEP-09", places=event.at, unit=unit(before, event.unit), tail=tail)


def activation_ended(before: Battle, event: e.ActivationEnded) -> Lines:
    if event.how != "declined":
        return ()
    return one("{unit} stays after the dice.", "{unit} se queda tras ver los dados.", "HOA-SEQ-03", unit=unit(before, event.who))


def swapped(before: Battle, event: e.Swapped) -> Lines:
    return one("{one} and {two} change ranks.", "{one} y {two} se relevan.", "HOA-FRT-08", level=2, places=(event.front, event.rear),
               one=figure(before, event.front), two=called(before, event.rear))


def crossed(before: Battle, event: e.Crossed) -> Lines:
    return one("{who} climbs over the {work}.", "{who} salta por encima: {work}.", "HOA-FRT-04", level=2, places=[event.figure],
               who=figure(before, event.figure), work=place_title(before, event.work))


def roof_broken(before: Battle, event: e.RoofBroken) -> Lines:
    dice = [die(event.die)] if event.die is not None else []
    if event.at is None:
        return one("{who} fails to break the roof: {die}.", "{who} no logra romper el techo: {die}.", "HOA-FRT-30", dice=dice,
                   places=[event.figure], who=figure(before, event.figure), die=event.die)
    return one("{who} drops through the roof into the {room}.", "{who} cae por el techo: {room}.", "HOA-FRT-30", dice=dice,
               places=[event.figure], who=figure(before, event.figure), room=place_title(before, event.room))


def roof_climbed(before: Battle, event: e.RoofClimbed) -> Lines:
    return one("{who} climbs onto the roof: {room}.", "{who} sube al techo: {room}.", "HOA-FRT-28", places=[event.figure],
               who=figure(before, event.figure), room=place_title(before, event.room))


def boarded(before: Battle, event: e.Boarded) -> Lines:
    return one("{who} goes aboard the {vessel}.", "{who} embarca: {vessel}.", "HOA-STR-12", level=2, places=[event.figure],
               who=figure(before, event.figure), vessel=called(before, event.vessel))


def went_ashore(before: Battle, event: e.WentAshore) -> Lines:
    return one("{who} goes ashore.", "{who} desembarca.", "HOA-STR-12", level=2, places=[event.figure], who=figure(before, event.figure))


def vessel_moved(before: Battle, event: e.VesselMoved) -> Lines:
    return one("{who} sails {length} in.", "{who} navega {length:pulgada+s}.", "HOA-STR-10", places=[event.vessel],
               way=tuple(f"{x:g},{y:g}" for x, y in event.way), who=figure(before, event.vessel), length=inches(event.length))


def aground_rolled(before: Battle, event: e.AgroundRolled) -> Lines:
    dice = [die(face) for face in event.dice]
    if event.stuck:
        return one("{who} runs aground.", "{who} encalla.", "HOA-ART-17", dice=dice, places=[event.vessel], who=figure(before, event.vessel))
    return one("{who} finds deep water.", "{who} sigue a flote.", "HOA-ART-17", level=2, dice=dice, who=figure(before, event.vessel))


def mode_changed(before: Battle, event: e.ModeChanged) -> Lines:
    if event.mode == "dismounted":
        return one("{unit} dismounts.", "{unit} desmonta.", "HOA-TRP-23", places=event.figures, unit=unit(before, event.unit))
    return one("{unit} mounts up.", "{unit} monta.", "HOA-TRP-23", places=event.figures, unit=unit(before, event.unit))


# ------------------------------------------------------------------------------------------------ fire
def shooters_declared(before: Battle, event: e.ShootersDeclared) -> Lines:
    return one("At the loopholes: {men}.", "En las troneras: {men}.", "HOA-FRT-24", places=event.figures, men=figures_title(before, event.figures))


def fire_written(before: Battle, event: e.FireWritten) -> Lines:  # noqa: ARG001 only its owner hears
    return one("Fire orders written: {n}.", "Órdenes de fuego escritas: {n}.", "HOA-SEQ-05", level=2, n=len(event.shots) + len(event.torches))


def fire_struck_out(before: Battle, event: e.FireStruckOut) -> Lines:
    return one("Fire orders struck out: {men}.", "Órdenes de fuego tachadas: {men}.", "HOA-SEQ-05", level=2, men=figures_title(before, event.figures))


def fire_sealed(before: Battle, event: e.FireSealed) -> Lines:
    return one("{side} has sealed its fire orders.", "{side} ha sellado sus órdenes de fuego.", "HOA-SEQ-05", level=2,
               side=side_title(before, event.side))


def shot_fired(before: Battle, event: e.ShotFired) -> Lines:
    what = called(before, event.target) if event.target else place_title(before, event.room) if event.room else say("the wall", "el muro")
    said = {"who": figure(before, event.figure), "what": what, "length": inches(event.distance), "die": event.die, "total": event.total,
            "needs": event.needs, "sight": tuple(f"{x:g},{y:g}" for x, y in event.line or ())}
    if event.falls_on:
        return one("{who} hits: {die}, total {total} at {what}, {length} in away. "
                   "The hit of the group falls on {other}.",
                   "{who} acierta: {die}, total {total} contra {what}, a {length:pulgada+s}. "
                   "El impacto del grupo le corresponde a {other}.", "HOA-SHT-08", "HOA-SHT-02", level=2,
                   dice=[die(event.die)], places=(event.figure, event.falls_on),
                   reasons=reasons_of(event.mods), other=called(before, event.falls_on), **said)
    if event.hit:
        return one("{who} hits {what} at {length} in: {die}, total {total}.", "{who} alcanza a {what} a {length:pulgada+s}: {die}, total {total}.",
                   "HOA-SHT-08", level=2, dice=[die(event.die)], places=(event.figure, event.target), reasons=reasons_of(event.mods), **said)
    return one("{who} misses {what} at {length} in: {die}, total {total}, {needs} needed.",
               "{who} falla contra {what} a {length:pulgada+s}: {die}, total {total}, hacía falta {needs}.",
               "HOA-SHT-08", level=2, dice=[die(event.die)], places=(event.figure, event.target), reasons=reasons_of(event.mods), **said)


def save_rolled(before: Battle, event: e.SaveRolled) -> Lines:
    if event.saved:
        return one("{who} is unharmed: {die}, {needs} needed.", "{who} sale ileso: {die}, hacía falta {needs}.", event.rule, dice=[die(event.die)],
                   places=[event.figure], who=figure(before, event.figure), die=event.die, needs=event.needs)
    return one("{who} is not saved: {die}, {needs} needed.", "{who} no se salva: {die}, hacía falta {needs}.", event.rule, dice=[die(event.die)],
               places=[event.figure], who=figure(before, event.figure), die=event.die, needs=event.needs)


def fragment_rolled(before: Battle, event: e.FragmentRolled) -> Lines:
    how = say("hit", "alcanzado") if event.hit else say("unharmed", "ileso")
    return one("Fragments near {who}: {die}, {how}.", "Metralla cerca de {who}: {die}, {how}.", "HOA-ART-02", level=2, dice=[die(event.die)],
               places=[event.figure], who=called(before, event.figure), die=event.die, how=how)


def breach_rolled(before: Battle, event: e.BreachRolled) -> Lines:
    if event.hole is not None:
        return one("A breach in the {building}: {die}.", "Brecha en {building}: {die}.", "HOA-FRT-25", dice=[die(event.die)],
                   building=place_title(before, event.building), die=event.die)
    return one("The wall of the {building} holds: {die}.", "El muro aguanta en {building}: {die}.", "HOA-FRT-25", dice=[die(event.die)],
               building=place_title(before, event.building), die=event.die)


def roof_fire_rolled(before: Battle, event: e.RoofFireRolled) -> Lines:
    how = say("it burns", "arde") if event.lit else say("no fire", "no prende")
    return one("The roof of the {room}: {die}, {how}.", "El techo de {room}: {die}, {how}.", "HOA-FRT-34", dice=[die(event.die)],
               room=place_title(before, event.room), die=event.die, how=how)


def vessel_hit(before: Battle, event: e.VesselHit) -> Lines:
    total = before.figures[event.vessel].hits + event.hits
    return one("{who} takes {hits} hits, {total} in all.", "{who} recibe {hits} impactos, {total} en total.", "HOA-ART-21", places=[event.vessel],
               who=figure(before, event.vessel), hits=event.hits, total=total)


def holed(before: Battle, event: e.Holed) -> Lines:
    return one("A {vessel} is holed.", "Una {vessel} hace agua.", "HOA-STR-14", places=[event.vessel], vessel=called(before, event.vessel))


def attendant_lost(before: Battle, event: e.AttendantLost) -> Lines:  # noqa: ARG001 there is one Leader
    return one("An Attendant dies in his Leader’s place.", "Un Ayudante muere en lugar de su Líder.", "HOA-LDR-08",
               places=(event.leader, event.attendant))


def removed(before: Battle, event: e.Removed) -> Lines:
    shown = [key for key in event.figures if key in before.figures]
    by_unit: dict[str, list[str]] = {}
    for key in shown:
        found = before.figures[key]
        by_unit.setdefault(found.unit or found.side, []).append(key)
    lines: list[Line] = []
    for owner, keys in by_unit.items():
        side = before.units[owner].side if owner in before.units else owner
        lines += one("{side}: {men}, {how}.", "{side}: {men}, {how}.", "HOA-GEN-04", places=keys, side=side_title(before, side),
                     men=figures_title(before, keys), how=FATES.get(event.cause, FATES["left"]))
    return lines


def unit_lost(before: Battle, event: e.UnitLost) -> Lines:
    how = {"wiped_out": say("is wiped out", "queda aniquilada"), "broken": say("breaks and flees", "se rompe y huye"),
           "exited": say("has left the table", "ha salido de la mesa"), "withdrawn": say("withdraws", "se retira")}[event.fate]
    return one("{unit} {how}.", "{unit} {how}.", "HOA-MOR-13", unit=unit(before, event.unit), how=how)


def spell_broken(before: Battle, event: e.SpellBroken) -> Lines:  # noqa: ARG001 it concerns all
    return one("A White Man has fallen: the spell is broken, no White Man has a save any more.",
               "Ha caído un Hombre Blanco: se rompe el hechizo y ya ninguno tiene salvación.", "HOA-TRP-04", places=[event.figure])


def jammed(before: Battle, event: e.Jammed) -> Lines:
    if event.for_good:
        return one("{who} is out of order for good: {ones} ones.", "{who} queda inservible: {ones} unos.", "HOA-ART-14", places=[event.figure],
                   who=figure(before, event.figure), ones=event.ones)
    return one("{who} jams: {ones} ones, {sixes} sixes; no fire next turn.", "{who} se encasquilla: {ones} unos, {sixes} seises; pierde el próximo disparo.",
               "HOA-ART-13", places=[event.figure], who=figure(before, event.figure), ones=event.ones, sixes=event.sixes)


def baggage_taken(before: Battle, event: e.BaggageTaken) -> Lines:
    return one("{who} captures baggage of {side}.", "{who} captura bagaje de {side}.", "HOA-SPC-21", places=(event.by, event.element),
               who=figure(before, event.by), side=side_title(before, event.side))


def torch_rolled(before: Battle, event: e.TorchRolled) -> Lines:
    how = say("it burns", "prende") if event.lit else say("no fire", "no prende")
    return one("{who} tries to fire the {place}: {die}, {needs} needed, {how}.", "{who} intenta incendiar {place}: {die}, hacía falta {needs}, {how}.",
               "HOA-FIR-03", dice=[die(event.die)], places=[event.figure], who=figure(before, event.figure),
               place=place_title(before, event.target), die=event.die, needs=event.needs, how=how)


def fire_lit(before: Battle, event: e.FireLit) -> Lines:
    return one("Fire: {place} burns.", "Fuego: arde {place}.", "HOA-FIR-04", place=place_title(before, event.fire.target))


def reloaded(before: Battle, event: e.Reloaded) -> Lines:
    return one("Reloaded: {men}.", "Han recargado: {men}.", "HOA-REL-01", level=2, places=event.figures, men=figures_title(before, event.figures))


def smoke_marked(before: Battle, event: e.SmokeMarked) -> Lines:
    return one("To reload: {men}.", "Deben recargar: {men}.", "HOA-SEQ-06", level=2, places=event.figures, men=figures_title(before, event.figures))


# ------------------------------------------------------------------------------------------------ close combat and morale
def fought(before: Battle, event: e.Fought) -> Lines:
    first, second = event.figures
    said = {"one": figure(before, first), "two": called(before, second), "a": event.totals[0], "b": event.totals[1]}
    dice = [die(face) for face in event.dice]
    reasons = [*reasons_of(event.mods[0]), *reasons_of(event.mods[1])]
    if not event.loser:
        return one("{one} and {two}: {a} to {b}, a draw.", "{one} y {two}: {a} a {b}, empate.", "HOA-MEL-10", level=2, dice=dice,
                   places=event.figures, reasons=reasons, **said)
    if event.loser == first:
        said |= {"one": figure(before, second), "two": called(before, first), "a": event.totals[1], "b": event.totals[0]}
    return one("{one} beats {two}, {a} to {b}.", "{one} vence a {two}, {a} a {b}.", "HOA-MEL-10", dice=dice, places=event.figures,
               reasons=reasons, **said)


def paired(before: Battle, event: e.Paired) -> Lines:
    pairs = [say("{a} – {b}", "{a} – {b}", a=called(before, a), b=called(before, b)) for a, b in event.pairs]
    return one("Who fights whom: {pairs}.", "Quién lucha con quién: {pairs}.", "HOA-MEL-05", level=2, pairs=pairs)


def first_named(before: Battle, event: e.FirstNamed) -> Lines:
    return one("{who} meets {enemy} first.", "{who} se enfrenta primero a {enemy}.", "HOA-MEL-07", level=2,
               places=(event.figure, event.opponent), who=figure(before, event.figure), enemy=called(before, event.opponent))


def test_cancelled(before: Battle, event: e.TestCancelled) -> Lines:
    through = before.figures[event.by]
    rule = "HOA-LDR-16" if through.role == "leader" else "HOA-SPC-06"
    return one("{unit} ignores its test for {cause}, through {by}.", "{unit} ignora su test por {cause}, gracias a {by}.", rule,
               unit=unit(before, event.test.unit), cause=CAUSES[event.test.cause], by=called(before, event.by))


def morale_rolled(before: Battle, event: e.MoraleRolled) -> Lines:
    results = {"passed": (say("it holds", "aguanta"), "HOA-MOR-11"), "marker": (say("a marker", "recibe un marcador"), "HOA-MOR-12"),
               "broken": (say("it breaks", "se rompe"), "HOA-MOR-13")}
    how, rule = results[event.result]
    return one("{unit} tests for {cause}: {die}, {needs} needed: {how}.", "{unit} testa por {cause}: {die}, hacía falta {needs}: {how}.", rule,
               dice=[die(event.die)], unit=unit(before, event.test.unit), cause=CAUSES[event.test.cause], die=event.die, needs=event.needs, how=how)


def vessel_tested(before: Battle, event: e.VesselTested) -> Lines:
    how = say("she fights on", "sigue combatiendo") if event.passed else say("a failure", "fallo")
    return one("{who} tests: {die}, {needs} needed, {how}.", "{who} hace un test: {die}, hacía falta {needs}, {how}.", "HOA-ART-22",
               dice=[die(event.die)], places=[event.vessel], who=figure(before, event.vessel), die=event.die, needs=event.needs, how=how)


def bewitched(before: Battle, event: e.Bewitched) -> Lines:
    return one("The Witch Doctor bewitches {unit}.", "El Brujo hechiza a {unit}.", "HOA-SPC-10", places=[event.figure],
               unit=called(before, event.unit))


def rallied(before: Battle, event: e.Rallied) -> Lines:
    rule = "HOA-LDR-17" if event.needs < 4 else "HOA-LDR-04"
    how = say("it takes heart again", "recobra el ánimo") if event.success else say("in vain", "en vano")
    return one("The Leader rallies {unit}: {die}, {needs} needed, {how}.", "El Líder reagrupa a {unit}: {die}, hacía falta {needs}, {how}.", rule,
               dice=[die(event.die)], places=[event.figure], unit=called(before, event.unit), die=event.die, needs=event.needs, how=how)


# ------------------------------------------------------------------------------------------------ orders ahead
def march_planned(before: Battle, event: e.MarchPlanned) -> Lines:
    side = side_title(before, event.side)
    if event.march is None:
        return one("{side}: the march order is struck out.", "{side}: se tacha la orden de marcha.", "CAR-PLN-01", level=2, side=side)
    return tuple(line for says in march_words(before, event.march)
                 for line in one("{side}: {says}", "{side}: {says}", "CAR-PLN-01", level=2, side=side, says=says))


def policies_set(before: Battle, event: e.PoliciesSet) -> Lines:
    side, said = side_title(before, event.side), tuple(Line(says, level=2) for says in in_force(before, Plans(policies=event.policies)))
    if not said:
        return one("{side}: no standing orders.", "{side}: sin órdenes permanentes.", "CAR-PLN-01", level=2, side=side)
    return (*one("{side}, standing orders:", "{side}, órdenes permanentes:", "CAR-PLN-01", level=2, side=side), *said)


def plan_stopped(before: Battle, event: e.PlanStopped) -> Lines:
    march = before.plans[event.side].march if event.side in before.plans else None
    return one(
        "The march order of {side} stops: {why}.",
        "Se detiene la orden de marcha de {side}: {why}.",
        "CAR-PLN-01",
        places=(event.who,),
        side=side_title(before, event.side),
        why=why_stopped(before, march, event.why, event.who, event.by),
    )


def done_by_plan(before: Battle, event: e.DoneByPlan) -> Lines:
    who = unit(before, event.who) if event.who else side_title(before, event.side)
    return one("{who}: {how}.", "{who}: {how}.", "CAR-PLN-01", level=2, who=who, how=BY_PLAN[event.what])


TOLD: Mapping[type[Event], Callable[[Any, Any], Lines]] = {
    e.SetupRolled: setup_rolled, e.RolesFixed: roles_fixed, e.SideChosen: side_chosen, e.MarchOrdered: march_ordered,
    e.WorkPlaced: work_placed, e.PiecePlaced: piece_placed, e.Deployed: deployed, e.HeldBack: held_back, e.Joined: joined, e.ObjectiveNamed: objective_named,
    e.LeaderFreed: leader_freed, e.StepBegan: step_began, e.StepPassed: nothing, e.TurnOver: nothing, e.Asked: nothing,
    e.Answered: nothing, e.BattleEnded: battle_ended, e.ObjectiveHeld: objective_held, e.WindRolled: wind_rolled, e.FireOut: fire_out,
    e.ArrivalsDiced: arrivals_diced, e.ArrivalRolled: arrival_rolled, e.Arrived: arrived, e.MovementBegan: nothing,
    e.Activated: activated, e.StoodStill: stood_still, e.FigureMoved: figure_moved, e.FigureTurned: figure_turned, e.Shifted: nothing,
    e.TrapSprung: trap_sprung, e.CrocodileRolled: crocodile_rolled, e.AmbushRevealed: ambush_revealed,
    e.ActivationEnded: activation_ended, e.TurnPassedTo: nothing, e.Swapped: swapped, e.Crossed: crossed, e.RoofBroken: roof_broken,
    e.RoofClimbed: roof_climbed, e.Boarded: boarded, e.WentAshore: went_ashore, e.VesselMoved: vessel_moved,
    e.AgroundRolled: aground_rolled, e.ModeChanged: mode_changed, e.ShootersDeclared: shooters_declared, e.FireWritten: fire_written,
    e.FireStruckOut: fire_struck_out, e.FireSealed: fire_sealed, e.FireOpened: nothing, e.ShotFired: shot_fired,
    e.SaveRolled: save_rolled, e.FragmentRolled: fragment_rolled, e.BreachRolled: breach_rolled, e.RoofFireRolled: roof_fire_rolled,
    e.VesselHit: vessel_hit, e.Struck: nothing, e.Holed: holed, e.AttendantLost: attendant_lost, e.Removed: removed,
    e.UnitLost: unit_lost, e.SpellBroken: spell_broken, e.Jammed: jammed, e.FireClosed: nothing, e.BaggageTaken: baggage_taken,
    e.TorchRolled: torch_rolled, e.FireLit: fire_lit, e.Reloaded: reloaded, e.SmokeMarked: smoke_marked, e.Paired: paired,
    e.FirstNamed: first_named, e.FightsSet: nothing, e.Fought: fought, e.CombatClosed: nothing,
    e.PutToFlight: nothing, e.Happened: nothing,
    e.TestsOwed: nothing, e.TestsClosed: nothing, e.OrderOfTests: nothing, e.CancelOrdered: nothing, e.TestCancelled: test_cancelled,
    e.MoraleRolled: morale_rolled, e.VesselTested: vessel_tested, e.Bewitched: bewitched, e.Rallied: rallied,
    e.MarchPlanned: march_planned, e.PoliciesSet: policies_set, e.PlanStopped: plan_stopped, e.DoneByPlan: done_by_plan,
}
