"""Sentences: numbers that agree with what they count, decimals as the language writes them."""
from __future__ import annotations

import pytest

from app.kernel.say import say

LEFT = say("{n:turn+s} left, {far} in", "quedan {n:turno+s}, {far:pulgada+s}", n=1, far=1.0)


@pytest.mark.parametrize(("n", "far", "en", "es"), [
    (1, 1.0, "1 turn left, 1 in", "quedan 1 turno, 1 pulgada"), (2, 7.5, "2 turns left, 7.5 in", "quedan 2 turnos, 7,5 pulgadas"),
    (0, 0.1, "0 turns left, 0.1 in", "quedan 0 turnos, 0,1 pulgadas")])
def test_a_number_agrees_with_what_it_counts(n, far, en, es):
    says = say(LEFT.en, LEFT.es, n=n, far=far)
    assert says.in_("en") == en and says.in_("es") == es
