"""Cases of the case files: position, orders, dice and expected results."""

import pytest

from app.games.africa_1859 import adjudicate
from tests.case_files import case_parameters, doubled_ids, explain

CASES = case_parameters(__file__)


@pytest.mark.parametrize("case", CASES)
def test_africa_case(case):
    differences = adjudicate.run(case)
    assert not differences, explain(case, differences)


def test_every_africa_case_has_an_id_of_its_own():
    assert not doubled_ids(CASES)
