"""Battle cases of the case files: position, orders, dice and expected results.

Armies and tables have tests of their own.
"""

import pytest

from app.games.heart_of_africa import adjudicate
from tests.case_files import case_parameters, doubled_ids, explain


@pytest.mark.parametrize(
    "case",
    case_parameters(__file__, (adjudicate.KIND, adjudicate.SETUP, adjudicate.CAMPAIGN)),
)
def test_case(case):
    differences = adjudicate.run(case)
    assert not differences, explain(case, differences)


def test_every_case_has_an_id_of_its_own():
    assert not doubled_ids(case_parameters(__file__))
