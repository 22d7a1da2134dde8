"""Previews of fights in which a side has no vanguard, so that there is no clash (AFB-ASL-05)."""

from msgspec.structs import replace

from app.games.africa_1859.fights.defence_preview import preview_of_defence
from app.games.africa_1859.fights.previews import assess_charge
from app.games.africa_1859.orders import Defend
from app.games.africa_1859.procedures import Assault, Question, Roles
from app.games.africa_1859.state import Phase
from tests.games.africa_1859.positions import unit, war_of


def test_a_charge_at_a_convoy_alone_has_odds_without_a_clash():
    war = war_of(
        unit("m_jin1", "jinetes", "c_loma"),
        unit("s_convoy1", "convoy_s", "c_morabito"),
        scenario="castillejos",
    )
    roles = Roles(vanguard="m_jin1")
    charge = Assault("M", "c_morabito", "c_loma", "c_loma", ("m_jin1",), (), roles, reaction=True)
    found = assess_charge(war, charge)
    assert [(str(one.says), one.ways == one.of) for one in found.odds] == [
        ("capture of the House of the Marabout", True)
    ]
    assert found.tallies == ()


def test_a_defence_against_demoralised_riders_has_odds_without_a_clash():
    """Riders that a caracole shook on their way charge without a vanguard."""
    war = war_of(
        unit("s_husares", "husares", "c_camino", dem=True),
        unit("m_cab1", "cabila", "c_morabito"),
        scenario="castillejos",
    )
    charge = Assault("S", "c_morabito", "c_camino", "c_camino", ("s_husares",), (), Roles())
    asked = Question("defend", "M", space="c_morabito", asked=True)
    war = replace(war, stack=(replace(charge, stage="riders"), asked), phase=Phase(2, "S"))
    found = preview_of_defence(war, Defend("m_cab1"))
    assert [str(one.says) for one in found.odds] == ["the assault is called off"]
    assert found.tallies == ()
