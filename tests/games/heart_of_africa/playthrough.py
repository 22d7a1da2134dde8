"""Attack on the boma: a whole battle by script, through the contract, with acts that the bot
avoids.

Portuguese with mounted Regulars, a machine gun, a field gun and a Gunboat come up a river. They
attack a village with a Temba, a stockade, traps and two ambushes. North is up; the attacker comes
from the south. Lengths in inches.
"""

from __future__ import annotations

import pytest

from app.games.heart_of_africa import orders as o
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.state import STEPS, Shot, Torch
from app.kernel.contract import Setup
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer

USUAL = {"open": 4, "difficult": 4, "shot": 2, "morale": 6}


class Fate:
    """Dice that fall as loaded, by purpose (and owner), else as usual."""

    def __init__(self, faces):
        self.faces = {
            key: [face] if isinstance(face, int) else list(face) for key, face in faces.items()
        }

    def roll(self, sides, purpose, of=""):
        loaded = self.faces.get((purpose, of)) or self.faces.get(purpose)
        return loaded.pop(0) if loaded else USUAL.get(purpose, 3)


class Script:
    """A battle as it is played, order by order; `log` holds its lines."""

    def __init__(self, setup, **faces):
        self.battle, self.log = None, []
        self.told(GAME.new_game(setup, Fate(faces)))

    def told(self, events):
        for event in events:
            self.log += GAME.wording(self.battle, event, Viewer(finished=True))
            self.battle = GAME.evolve(self.battle, event)

    def side(self, seat):
        """Function that gives orders of a side, with dice by purpose."""
        return lambda order, **faces: self.told(GAME.decide(self.battle, order, seat, Fate(faces)))

    def refused(self, seat, order, rule):
        with pytest.raises(Refused) as refused:
            GAME.decide(self.battle, order, seat, Fate({}))
        assert rule in {one.rule for one in refused.value.refusals}

    def until(self, turn, step, loaded=None, **faces):
        """Pass for both sides until a seat is asked in that step of that turn, or later; to the end
        if none is.
        """
        fate = Fate({**(loaded or {}), **faces})
        while not self.battle.ending and (self.battle.turn, STEPS.index(self.battle.step)) < (
            turn,
            STEPS.index(step),
        ):
            self.told(
                GAME.decide(self.battle, o.Pass(), GAME.waiting_for(self.battle)[0].seat, fate)
            )

    def way(self, figure, *spots):
        return (self.battle.figures[figure].at, *spots)

    def northward(self, unit, inches):
        """The ways of all men of a unit."""
        men = {
            key: one.at for key, one in self.battle.figures.items() if one.unit == unit and one.at
        }
        return {key: (at, (at[0], at[1] + inches)) for key, at in men.items()}


def rect(x0, y0, x1, y1):
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def block(unit, count, x, y, facing, across=5, step=1.0, deep=1.0):
    """The men of a unit in rows, the first at (x, y)."""
    return {
        f"{unit}-{n + 1:02d}": (x + step * (n % across), y + deep * (n // across), facing)
        for n in range(count)
    }


def four(side, x, y):
    """The elements of the baggage in a row."""
    return {f"{side}-baggage-{n + 1}": (x + 2.5 * n, y) for n in range(4)}


def fire(*shots, torches=()):
    return o.FireOrders(shots, torches)


TABLE = {
    "width": 72,
    "depth": 48,
    "pieces": [
        {
            "id": "river",
            "kind": "river",
            "outline": rect(1, 0, 8, 48),
            "path": [[4.5, 48], [4.5, 24], [4.5, 0]],
            "flow": [0, -1],
        },
        {"id": "village", "kind": "village", "outline": rect(28, 32, 44, 44), "owner": "B"},
        {"id": "grass", "kind": "long_grass", "outline": rect(12, 26, 26, 36)},
        {
            "id": "ravine",
            "kind": "ravine",
            "outline": rect(64, 28, 68, 48),
            "path": [[66, 28], [66, 48]],
        },
    ],
}
PORTUGUESE = {
    "list": "colonial_expedition",
    "nation": "portuguese",
    "year": 1890,
    "points": 750,
    "leader": {"type": "regular", "traits": ["organisational_genius"], "attendants": 1},
    "independents": {"scout": 1},
    "units": [
        {"regular": 5},
        {"soldier": 5},
        {"mounted_regular": 4},
        {"machine_gun": 1},
        {"askari": 10},
        {"gunboat": 1},
        {"artillery": 1},
    ],
    "boats": {"canoe": 1},
    "water": True,
}
VILLAGERS = {
    "list": "peaceful_village",
    "nation": "spear_tribe",
    "year": 1890,
    "points": 600,
    "leader": {"type": "warrior", "trait_rolled": True},
    "independents": {"witch_doctor": 1},
    "units": [
        {"spearman": 10},
        {"spearman": 10},
        {"spearman": 10},
        {"musketeer": 10},
        {"archer": 10},
        {"warrior": 10},
    ],
    "purchases": {"temba": 1, "field_fortification": 10, "stake_trap": 1, "dummy_trap": 1},
}
SETUP = Setup(
    "planned_attack",
    {"A": "A", "B": "B"},
    stock={
        "attacker": "A",
        "armies": {"A": PORTUGUESE, "B": VILLAGERS},
        "table": TABLE,
        "turn_limit": 10,
        "dark": [6, 10],
    },
)


def fought_out():
    """The battle from the choice of sides to its end."""
    play = Script(SETUP, trait=1)
    for chapter in (
        villagers_make_ready,
        portuguese_come,
        first_turn,
        second_turn,
        third_turn,
        fourth_turn,
        fifth_turn,
        sixth_turn,
    ):
        chapter(play, play.side("A"), play.side("B"))
    play.until(99, "upkeep")
    return play


def villagers_make_ready(play, a, b):
    """Works first, then units: spearmen hide in the ravine, archers in the long grass; the Leader
    is Charismatic by the die.
    """
    a(o.ChooseSide("south"))
    b(o.PlaceWork(Work("temba", "temba", "B", rect=(50, 28, 60, 36), gate="south")))
    b(o.PlaceWork(Work("stockade", "field_fortification", "B", line=((30, 29), (40, 29)))))
    b(o.PlaceWork(Work("stakes", "stake_trap", "B", at=(47, 25))))
    b(o.PlaceWork(Work("sham", "dummy_trap", "B", at=(44, 25))))
    b(o.PlaceCamp((36, 38)))
    b(o.Join("B-leader", "B6"))
    play.refused("B", o.Deploy("B2", block("B2", 10, 31, 33, 270), ambush=True), "HOA-DEP-07")
    b(o.Deploy("B1", block("B1", 10, 64.45, 29, 270, across=3), ambush=True))
    b(o.Deploy("B2", block("B2", 10, 31, 33, 270)))
    b(o.Deploy("B3", block("B3", 10, 50.9, 35, 270, across=10, step=0.9)))
    b(o.Deploy("B4", block("B4", 10, 31, 29.4, 270, deep=0.8)))
    b(o.Deploy("B5", block("B5", 10, 12.6, 27, 180, across=2), ambush=True))
    b(o.Deploy("B6", {**block("B6", 10, 37, 33, 270), "B-leader": (39, 35, 270)}))
    b(o.Deploy("B-witch", {"B-witch": (35, 35, 270)}))
    play.refused("B", o.Hold("B-baggage"), "HOA-SCN-20")
    b(o.Deploy("B-baggage", four("B", 30.5, 42)))
    b(o.Pass())


def portuguese_come(play, a, b):
    """Soldiers in a canoe behind the Gunboat, the others along the southern edge."""
    a(o.Deploy("A-canoe1", {"A-canoe1": (6.5, 4, 90)}))
    a(o.Deploy("A2", {}, aboard="A-canoe1"))
    a(o.Deploy("A6", {"A6-01": (3.2, 4.5, 90)}))
    a(o.Deploy("A1", block("A1", 5, 54, 5.5, 90)))
    a(o.Deploy("A3", block("A3", 4, 37.5, 5, 90, step=1.5)))
    a(o.Deploy("A4", {"A4-01": (35, 5, 90)}))
    a(o.Deploy("A5", block("A5", 10, 46, 3, 90)))
    a(o.Deploy("A7", {"A7-01": (52, 5, 90)}))
    a(o.Deploy("A-leader", {"A-leader": (44.5, 5, 90), "A-leader-attendant1": (43, 4, 90)}))
    a(o.Deploy("A-scout", {"A-scout": (48, 5.5, 90)}))
    a(o.Deploy("A-baggage", four("A", 20.5, 3)))
    a(o.Pass())


def first_turn(play, a, b):
    """The Genius moves first; a guided column; Gunboat and canoe against the stream; horsemen
    dismount; musketeers change ranks.

    The field gun breaches the Temba, the machine gun jams.
    """
    assert any(
        line.id == "B-leader"
        for line in GAME.summary(GAME.view(play.battle, Viewer("A", "A"))).pieces
    )
    play.refused("A", o.Activate("A-baggage"), "HOA-SPC-19")
    a(
        o.Move(
            "A-leader",
            {
                "A-leader": play.way("A-leader", (44.5, 9)),
                "A-leader-attendant1": play.way("A-leader-attendant1", (43, 8)),
            },
        )
    )
    b(o.Swap("B4-01", "B4-06"))
    b(o.EndActivation())
    a(o.Guide("A-scout", "A5", play.way("A-scout", (48, 19))))
    b(o.Pass())
    play.refused("A", o.Embark("A1-01", "A-canoe1"), "HOA-STR-06")
    play.refused("A", o.Embark("A4-01", "A-canoe1"), "HOA-STR-08")
    play.refused("A", o.Embark("A-scout", "A6-01"), "HOA-STR-07")
    a(o.Sail("A6", {"A6-01": play.way("A6-01", (3.2, 8.5))}))
    a(o.EndActivation())
    a(o.Sail("A2", {"A-canoe1": play.way("A-canoe1", (6.5, 10))}), difficult=6)
    a(o.EndActivation())
    a(o.Move("A3", play.northward("A3", 10), ends=False))
    a(o.Remount("A3"))
    a(o.EndActivation())
    a(o.Move("A1", play.northward("A1", 8)), open=6)
    play.until(1, "shooting")
    front = tuple(f"B4-0{n}" for n in (6, 2, 3, 4, 5))
    play.refused("A", fire(Shot("A4-01", (*front, "B4-01", "B4-07"))), "HOA-ART-11")
    play.refused("A", fire(Shot("A4-01", ("B4-02", "B4-02"))), "HOA-ART-12")
    play.refused("A", fire(Shot("A7-01", building="stockade", point=(35, 29))), "HOA-FRT-12")
    a(
        fire(
            Shot("A4-01", front),
            Shot("A6-01", ("B4-02",)),
            Shot("A6-01", ("B4-03",)),
            Shot("A7-01", building="temba", point=(53, 28)),
        )
    )
    play.until(
        2, "unit_moves", {("shot", "A4-01"): [1, 1, 5, 6, 2], ("shot", "A7-01"): 4}, breach=6
    )


def second_turn(play, a, b):
    """A soldier lands; the machine gun is silent."""
    a(o.Disembark("A2-01", (8.2, 11, 0)))
    a(o.EndActivation())
    b(o.Pass())
    a(o.Sail("A6", {"A6-01": play.way("A6-01", (3.2, 14.5))}), difficult=6)
    a(o.EndActivation())
    a(o.Move("A1", play.northward("A1", 8)), open=6)
    a(o.Manoeuvre("A5", "loose", to=(48, 20), angle=90), open=6)
    play.until(2, "independent_moves")
    a(
        o.Move(
            "A-leader",
            {
                "A-leader": play.way("A-leader", (45.5, 14.9)),
                "A-leader-attendant1": play.way("A-leader-attendant1", (44, 13.9)),
            },
        )
    )
    b(o.Move("B-witch", {"B-witch": play.way("B-witch", (36, 34.6), (36, 31.2))}))
    play.until(2, "shooting")
    play.refused("A", fire(Shot("A4-01", ("B4-02",))), "HOA-ART-13")
    play.until(3, "unit_moves")


def third_turn(play, a, b):
    """Spearmen break out of the ravine; an askari steps on the stakes; the Witch Doctor casts a
    spell, the Leader rallies.
    """
    a(o.Sail("A6", {"A6-01": play.way("A6-01", (3.2, 20.5))}), difficult=6)
    a(o.EndActivation())
    b(o.NoMove(("B2",)))
    a(o.Move("A1", play.northward("A1", 6.1)), open=6)
    b(o.Manoeuvre("B1", "charge", target="A1-05"), open=[5, 5], difficult=6)
    a(
        o.Move(
            "A5",
            {**play.northward("A5", 5), "A5-09": play.way("A5-09", (47, 25))},
            facing={"A5-08": 145, "A5-10": 145},
        ),
        open=6,
        trap=5,
    )
    play.until(3, "independent_moves")
    a(
        o.Move(
            "A-leader",
            {
                "A-leader": play.way("A-leader", (46.5, 20.8)),
                "A-leader-attendant1": play.way("A-leader-attendant1", (45, 19.8)),
            },
        )
    )
    play.until(3, "shooting")
    play.refused("A", fire(Shot("A1-05", ("B1-10",))), "HOA-SHT-23")
    play.refused("A", fire(Shot("A1-05", ("B1-01",))), "HOA-SHT-21")
    a(fire(Shot("A5-08", unit="B4"), Shot("A5-10", unit="B4")))
    play.until(3, "spells")
    b(o.Cast("B-witch", "A5"), morale=1)
    play.until(3, "rally")
    play.refused("A", o.Rally("A-leader", "A6"), "HOA-ART-23")
    a(o.Rally("A-leader", "A5"), rally=4)
    play.until(4, "unit_moves")


def fourth_turn(play, a, b):
    """Into the Temba by its gate, and onto its roof; archers in the grass hit the Gunboat."""
    a(o.Sail("A6", {"A6-01": play.way("A6-01", (3.2, 26.5))}), difficult=6)
    a(o.EndActivation())
    b(o.NoMove(("B2",)))
    play.refused("A", o.Move("A1", {"A1-01": play.way("A1-01", (54, 29))}), "HOA-FRT-23")
    a(o.Enter("A1-02", "temba/south"), open=6)
    a(o.EndActivation())
    b(o.NoMove(("B4",)))
    a(o.Manoeuvre("A5", "loose", to=(45.5, 29.5), angle=135), open=6)
    play.until(4, "reveal")
    b(o.Reveal("B5"))
    play.until(4, "shooting")
    b(fire(Shot("B5-01", ("A6-01",)), Shot("B5-03", ("A6-01",))))
    play.until(4, "roof_climbing", shot=6)
    a(o.ClimbRoof("A1-03", "temba"))
    a(o.ClimbRoof("A1-04", "temba"))
    play.until(5, "unit_moves")


def fifth_turn(play, a, b):
    """Down into the courtyard, and through the roof; village and Temba are set on fire."""
    a(o.JumpDown("A1-03", (54, 32)))
    a(o.BreakRoof("A1-04"), roof=5)
    a(o.EndActivation())
    b(o.NoMove(("B2",)))
    ways = {"A5-02": (43, 31.6), "A5-10": (44, 30.5), "A5-08": (45, 29.2)}
    a(o.Move("A5", {key: play.way(key, spot) for key, spot in ways.items()}), open=6)
    play.until(5, "shooting")
    a(fire(torches=(Torch("A5-02", "village"), Torch("A1-01", "temba/south"))))
    play.until(6, "unit_moves", fire=[5, 5], wind=6)


def sixth_turn(play, a, b):
    """Night: figures in the burning room leave it, and a spearman is shot at before the fire.

    Figures in the village burn.
    """
    a(o.Enter("A1-02", "temba/courtyard"), difficult=6)
    a(o.Enter("A1-04", "temba/courtyard"))
    a(o.EndActivation())
    play.until(6, "shooting")
    a(fire(Shot("A7-01", ("B1-04",))))
    play.until(7, "unit_moves")
