"""Sample events of every kind with subjects of either gender and number, for `log_lines.txt`.

python -m tests.games.heart_of_africa.log_samples        writes the file; read it aloud before the
commit
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.conditional_orders.plans import (
    DeploymentPlan,
    March,
    Policies,
    Station,
    Task,
)
from app.games.heart_of_africa.land import Fire, Land, Piece, Work
from app.games.heart_of_africa.log_lines.losses_and_morale import FALLS, RESULTS
from app.games.heart_of_africa.pieces import LEADER, Figure, Unit
from app.games.heart_of_africa.presentation.naming import FATES
from app.games.heart_of_africa.state import Activation, Battle, Charge, Shot
from app.games.heart_of_africa.state import Test as Morale
from app.games.heart_of_africa.victory import ENDINGS
from app.kernel.contract import Event
from app.kernel.event_summary import Met
from app.kernel.say import LANGUAGES
from app.kernel.seats import Viewer

FILE = Path(__file__).with_name("log_lines.txt")
ALL = Viewer(finished=True)
PLURAL, PERSON, FEMININE = (
    "portuguese_settlers/mozambique",
    "native_warlord/mirambo",
    "white_explorers/expedition",
)
SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


def men(side: str, unit: str, kind: str, n: int) -> list[Figure]:
    return [
        Figure(f"{unit}-{k}", kind, side, unit, at=(10.0 + k, 10.0 if side == "A" else 20.0))
        for k in range(1, n + 1)
    ]


FIGURES = {
    one.id: one
    for one in (
        *men("A", "A1", "warrior", 3),
        *men("A", "A2", "machine_gun", 2),
        *men("A", "A3", "artillery", 2),
        *men("A", "A4", "muzzle_loading_cannon", 1),
        *men("A", "A5", "askari", 3),
        *men("A", "A-baggage", "baggage", 3),
        *men("B", "B1", "archer", 3),
        *men("B", "B2", "machine_gun", 1),
        *men("B", "B3", "lancer", 3),
        Figure("A-leader", "white_man", "A", "A1", role=LEADER, at=(9.0, 9.0)),
        Figure("B-leader", "warrior", "B", role=LEADER, at=(9.0, 21.0)),
        Figure("A-attendant1", "attendant", "A", of="A-leader", at=(9.0, 8.0)),
        Figure("A-scout1", "scout", "A", at=(8.0, 9.0)),
        Figure("B-witch_doctor1", "witch_doctor", "B", at=(8.0, 21.0)),
        Figure("A-gunboat1", "gunboat", "A", at=(40.0, 9.0)),
        Figure("A-canoe1", "canoe", "A", at=(44.0, 9.0)),
    )
}
UNITS = {
    one.id: one
    for one in (
        Unit("A1", "A", original=4),
        Unit("A2", "A", original=2),
        Unit("A3", "A", original=2),
        Unit("A4", "A", original=1),
        Unit("A5", "A", name="Leones", original=3),
        Unit("A-baggage", "A", "baggage", original=3),
        Unit("B1", "B", original=3),
        Unit("B2", "B", original=1),
        Unit("B3", "B", original=3),
    )
}
LAND = Land(
    pieces=(
        Piece("grass", "long_grass", SQUARE),
        Piece("village", "village", SQUARE),
        Piece("crops", "cultivation", SQUARE),
    ),
    works=(Work("temba", "temba", "B", rect=(20.0, 20.0, 30.0, 28.0)), Work("fence", "fence", "B")),
)
FIRES = tuple(Fire(f"fire {key}", key, 3, (1.0, 1.0)) for key in ("grass", "crops", "temba/north"))


def battle_of(name: str) -> Battle:
    return Battle(
        LAND,
        names={"A": name, "B": "pastoralist_warriors/masai"},
        figures=FIGURES,
        units=UNITS,
        fires=FIRES,
        turn=4,
        step="shooting",
    )


PLACE = {"A1-1": (1.0, 1.0, 0.0)}
WHO = ("A1", "A2", "A3", "A5", "A-scout1")
OWN = ("A1", "A2", "A3", "A4", "A5")
ONE_EACH = ("A1-1", "A2-1")
SHARED = ("A1-1", "A1-2", "A1-3")
WAY = ((0.0, 0.0), (0.0, 5.0))


def by_side() -> Iterator[Event]:
    """Events whose subject is a side; told of a people, a person and an expedition."""
    yield e.RolesFixed("encounter", "A", False, "A")
    yield e.SideChosen("A", {"A": "south", "B": "north"}, light="dawn")
    yield e.SideChosen("B", {"A": "south", "B": "north"})
    yield e.MarchOrdered("A", ("A1", "A3", "A-baggage"), {"A": "west"})
    yield from (
        e.WorkPlaced("A", Work(f"w{kind}", kind, "A"))
        for kind in ("barricade", "fence", "temba", "dummy_trap")
    )
    yield e.PiecePlaced("A", Piece("camp", "camp", SQUARE))
    yield e.BattleEnded("A", next(iter(ENDINGS)))
    yield e.StoodStill("A", ("A1", "A3", "A-baggage", "A-scout1"))
    yield e.StoodStill("A", ())
    yield e.FireSealed("A")
    yield e.ArrivalsDiced((("A", 5), ("B", 2)), "A")
    yield e.PlanStopped("A", "lost", "A1")
    yield e.PlanStopped("A", "near", "A3", "B1")
    yield from (e.PlanStopped("A", why, "A2", "B1") for why in ("ambush", "contact", "refused"))
    yield e.DeploymentPlanned("A", None)
    yield e.DeploymentPlanned(
        "A",
        DeploymentPlan(
            (
                Station("A1", to=(16.0, 3.5)),
                Station("A2", "ambush", (20.0, 4.0)),
                Station("A3", "held"),
            ),
            "house",
        ),
    )
    yield e.MarchPlanned("A", None)
    yield e.MarchPlanned(
        "A",
        March(
            3,
            4,
            (Task("A1", target="B1"), Task("A3", after="A2"), Task("A2", to=(16.0, 3.5))),
            rest="stand",
        ),
    )
    yield e.PoliciesSet("A", Policies())
    yield e.PoliciesSet("A", Policies(rally="none", ambushes="6"))
    yield e.DoneByPlan("A", "march", "A1")
    yield e.DoneByPlan("A", "rally")
    yield e.BaggageTaken("A-baggage-1", "B1-1", "A")
    yield from (
        e.Removed(keys, "shot") for keys in (("A1-1",), SHARED, ("A2-1",), ("A2-1", "A2-2"))
    )


def by_unit() -> Iterator[Event]:
    """Events whose subject is a unit, or a figure that moves by itself."""
    for who in WHO:
        yield e.Deployed("A", who, PLACE)
        yield e.Deployed("A", who, PLACE, ambush=True)
        yield e.HeldBack("A", who)
        yield e.ArrivalRolled(who, 5, 5, True)
        yield e.ArrivalRolled(who, 2, 5, False)
        yield e.Arrived(who, PLACE)
        yield e.Activated(Activation(who, "A", 7.0, 4.0))
        yield e.Activated(Activation(who, "A", 1.0, 1.0))
        yield e.Activated(Activation(who, "A"))
        yield e.ActivationEnded(who, "declined")
    yield e.Deployed("A", "A1", PLACE, advance_guard=True)
    yield e.HeldBack("A", "A-baggage", away=True)
    for who in OWN:
        yield e.AmbushRevealed(who, PLACE)
        yield e.AmbushRevealed(who, PLACE, shocked=("B1", "B2"))
        yield e.AmbushRevealed(who, PLACE, by="B1-1", shocked=("B1",))
        yield from (e.UnitLost(who, fate) for fate in FALLS)
        yield from (e.MoraleRolled(Morale(who, "losses"), 3, 3, result) for result in RESULTS)
        yield e.TestCancelled(Morale(who, "friend_lost"), "A-leader")
        yield e.Bewitched("B-witch_doctor1", who)
        yield e.Rallied("A-leader", who, 4, 4, True)
        yield e.Rallied("A-leader", who, 1, 4, False)
        yield e.Joined("A-leader", who)
    yield e.ModeChanged("B3", "mounted", ("B3-1",))
    yield e.ModeChanged("B3", "dismounted", ("B3-1",))


def by_figure() -> Iterator[Event]:
    """Events whose subject is a single figure; both genders."""
    yield from (e.Jammed("A2-1", ones, sixes, turn=5) for ones, sixes in ((2, 1), (1, 2)))
    yield e.Jammed("A2-1", 3, 0, for_good=True)
    for one in ONE_EACH:
        yield e.FigureMoved(one, WAY, 0.0, ("moved",), 5.0)
        yield e.FigureMoved(one, WAY, 0.0, ("moved", "evaded"), 1.0)
        yield e.FigureMoved(one, WAY, 0.0, ("moved", "broke_off"), 5.0)
        yield e.FigureMoved(
            one,
            WAY,
            0.0,
            (),
            5.0,
            charges=(Charge(one, "B1-1", (0.0, 0.0), 0.0), Charge(one, "B2-1", (0.0, 0.0), 0.0)),
        )
        yield e.FigureTurned(one, 90.0)
        yield from (
            e.TrapSprung(one, "t", real, face, 3 if face else None)
            for real, face in ((False, None), (True, None), (True, 4), (True, 1))
        )
        yield from (e.CrocodileRolled(one, "marsh", face) for face in (1, 4))
        yield e.Swapped(one, "A1-2")
        yield e.Crossed(one, "fence", (1.0, 1.0, 0.0))
        yield e.RoofBroken(one, "temba/north", 2, None)
        yield e.RoofBroken(one, "temba/courtyard", 6, (1.0, 1.0, 0.0))
        yield e.RoofClimbed(one, "temba/north", (1.0, 1.0, 0.0))
        yield e.Boarded(one, "A-canoe1")
        yield e.WentAshore(one, (1.0, 1.0, 0.0))
        yield from (e.SaveRolled(one, face, 4, face >= 4, "HOA-TRP-03") for face in (5, 2))
        yield from (e.FragmentRolled(one, "B2-1", face, face > 4) for face in (5, 2))
        yield e.Fought((one, "B1-1"), (5, 2), ((), ()), (6, 3), "B1-1")
        yield e.Fought((one, "B2-1"), (2, 2), ((), ()), (3, 3))
        yield e.FirstNamed(one, "B2-1")
        yield from (
            e.TorchRolled(one, place, face, 4, face >= 4)
            for place in ("grass", "crops", "temba/north")
            for face in (4, 1)
        )
        for target, room in (("B1-1", ""), ("B2-1", ""), ("", "temba/north"), ("", "")):
            yield from (
                e.ShotFired(one, target, face, (), face, face >= 5, 7.5, WAY, room=room)
                for face in (6, 3)
            )
    yield from (e.VesselMoved(key, WAY, 0.0, 6.0, "open") for key in ("A-gunboat1", "A-canoe1"))
    yield from (
        e.AgroundRolled("A-gunboat1", (1, 1 if stuck else 4), stuck) for stuck in (True, False)
    )
    yield from (e.VesselHit("A-gunboat1", "B1-1", n) for n in (1, 2))
    yield e.Holed("A-canoe1", "B1-1")
    yield from (e.VesselTested("A-gunboat1", face, 3, face >= 3, 2) for face in (4, 1))
    yield e.AttendantLost("A-leader", "A-attendant1")
    yield from (e.LeaderFreed("A-leader", free) for free in (True, False))
    yield e.SpellBroken("A-leader")
    yield e.Paired("A", (("A1-1", "B1-1"), ("A2-1", "B2-1")))


def of_several() -> Iterator[Event]:
    """Events that count figures: one and more, men, guns, mixed, with the Leader."""
    kinds = (
        ("A1-1",),
        SHARED,
        ("A2-1",),
        ("A2-1", "A2-2"),
        ("A3-1", "A3-2"),
        ("A1-1", "A-leader"),
        ("A-baggage-1", "A-baggage-2"),
    )
    for figures in kinds:
        yield e.ShootersDeclared("A", figures)
        yield e.FireStruckOut("A", figures)
        yield e.Reloaded(figures)
        yield e.SmokeMarked(figures)
        yield from (e.Removed(figures, cause) for cause in FATES)


def of_the_battle() -> Iterator[Event]:
    """Headings, dice, ground and weather."""
    yield e.BattleBegan(LAND, "encounter", (), {}, (), ())
    yield e.SetupRolled("aggression", (("A", 4), ("B", 2)), {"A": 6, "B": 5})
    yield from (e.SetupRolled(purpose, (("table", 3),)) for purpose in ("scenario", "roll_off"))
    yield e.SetupRolled("trait", (("A", 3),), says="eloquent")
    yield e.RolesFixed("planned_attack", "A", True, "B")
    yield e.ObjectiveNamed("A", "village")
    yield e.StepBegan(4, "upkeep")
    yield e.StepBegan(4, "rally")
    yield from (e.BattleEnded(None, ending) for ending in ENDINGS)
    yield from (e.ObjectiveHeld(since) for since in (3, None))
    yield e.WindRolled(3, 90)
    yield from (event for fire in FIRES for event in (e.FireLit(fire), e.FireOut(fire.id)))
    yield from (e.BreachRolled("temba", "B1-1", 5, hole) for hole in (None, WAY))
    yield from (e.RoofFireRolled("B1-1", "temba/courtyard", face, face > 4) for face in (5, 2))
    yield e.FireWritten("A", (Shot("A1-1", ("B1-1",)),), ())


def told() -> Iterator[tuple[str, str, str]]:
    """Kind of event, Spanish line, English line."""
    plan = [
        (PLURAL, by_side),
        (PERSON, by_side),
        (FEMININE, by_side),
        (PLURAL, by_unit),
        (PLURAL, by_figure),
        (PERSON, of_several),
        (PERSON, of_the_battle),
    ]
    for name, events in plan:
        battle = battle_of(name)
        for event in events():
            for line in GAME.wording(battle, event, ALL):
                yield type(event).__name__, line.says.in_("es"), line.says.in_("en")
            if not isinstance(event, e.BattleBegan):
                for item in GAME.summary_items([Met(9, "A", 4, battle, event)], ALL):
                    yield (
                        f"{type(event).__name__} (digest)",
                        item.says.in_("es"),
                        item.says.in_("en"),
                    )


def page() -> str:
    """The samples by kind of event, each line once."""
    kinds: dict[str, dict[tuple[str, str], None]] = {}
    seen: set[str] = set()
    for kind, spanish, english in told():
        if spanish not in seen:
            kinds.setdefault(kind, {})[spanish, english] = None
            seen.add(spanish)
    rows = [
        (
            "What the log and the digest say of every kind of event. Written by log_samples.py; "
            "read aloud."
        ),
        "",
    ]
    for kind, lines in sorted(kinds.items()):
        rows += [f"== {kind}", *(f"{one}\n    {two}" for one, two in lines), ""]
    return "\n".join(rows)


if __name__ == "__main__":
    assert LANGUAGES == ("en", "es")
    FILE.write_text(page(), encoding="utf-8")
