"""Cases of contests: settings, orders, drawn lots and expected facts."""

import pytest

from app.games.contests import adjudicate
from tests.case_files import case_parameters, doubled_ids, explain

CASES = case_parameters(__file__)


@pytest.mark.parametrize("case", CASES)
def test_contest_case(case):
    differences = adjudicate.run(case)
    assert not differences, explain(case, differences)


def test_every_contest_case_has_an_id_of_its_own():
    assert not doubled_ids(CASES)
