"""Sealed designations, conditional orders and the words of the log."""

from msgspec.structs import replace

from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fog import imagined, view
from app.games.africa_1859.orders import Assault, Open
from app.games.africa_1859.sequence import decide
from app.games.africa_1859.turn_order import waiting_for
from app.games.africa_1859.wording import wording
from app.kernel.dice import LoadedDice
from app.kernel.seats import Viewer
from tests.games.africa_1859.positions import given, leader, unit, war_of


def sealed():
    """Assault that waits for the defender's designations."""
    war = war_of(
        unit("s_cordoba", "line", "c_primeras"),
        unit("s_vergara", "cazadores", "c_primeras"),
        unit("m_anyera1", "cabila", "c_morabito"),
        unit("m_guich1", "guich", "c_morabito"),
        leader("zabala", "c_primeras"),
        leader("prim", "c_primeras"),
    )
    order = Assault(
        ("s_cordoba", "s_vergara"),
        ("c_morabito",),
        "s_vergara",
        leaders=("zabala", "prim"),
        director="zabala",
    )
    return given(war, Open("c_primeras"), order)


def roles_seen(war, side):
    """Director and vanguard of the attacker that a side sees."""
    seen = view(war, Viewer(side, side)).war.stack[0].att
    return seen.leader, seen.vanguard


def test_only_the_attacker_sees_the_designations():
    war = sealed()
    assert roles_seen(war, "S") == ("zabala", "s_vergara")
    assert roles_seen(war, "M") == roles_seen(war, None) == ("", "")
    assert view(war, Viewer(finished=True)).war == war


def test_a_sandbox_of_the_defender_has_designations_by_default():
    assault = imagined(view(sealed(), Viewer("M", "M"))).stack[0]
    assert (assault.att.leader, assault.att.vanguard) == ("prim", "s_cordoba")


def test_answers_settled_ahead_stay_with_their_side():
    """Also once the designations are shown."""
    war = sealed()
    (assault, *above) = war.stack
    both = replace(
        assault,
        revealed=True,
        att=replace(assault.att, settled=(("losses", "s_vergara"),)),
        dfn=replace(assault.dfn, settled=(("losses", "default"),)),
    )
    for one in (replace(both, revealed=False), both):
        shown = replace(war, stack=(one, *above))
        seen = {side: view(shown, Viewer(side, side)).war.stack[0] for side in ("S", "M", None)}
        assert [bool(seen[side].att.settled) for side in seen] == [True, False, False]
        assert [bool(seen[side].dfn.settled) for side in seen] == [False, True, False]
        assert view(shown, Viewer(finished=True)).war == shown


def test_the_defender_owes_the_answer():
    (owed,) = waiting_for(sealed())
    assert (owed.seat, owed.step, owed.reaction) == ("M", "spanish_phase", True)
    assert "House of the Marabout" in str(owed.says)


def test_no_line_tells_the_designations_before_they_are_shown():
    war = war_of(
        unit("s_cordoba", "line", "c_primeras"),
        unit("m_anyera1", "cabila", "c_morabito"),
        unit("m_guich1", "guich", "c_morabito"),
        leader("zabala", "c_primeras"),
    )
    war = given(war, Open("c_primeras"))
    order = Assault(("s_cordoba",), ("c_morabito",), "s_cordoba", "", ("zabala",), "zabala")
    told = []
    for event in decide(war, order, "S", LoadedDice()):
        told += [str(line.says) for line in wording(war, event)]
        war = fold(war, (event,))
    assert told == [
        "Assault on the House of the Marabout from the First heights.",
        "Morocco is asked: vanguard and screen of the defence.",
    ]
