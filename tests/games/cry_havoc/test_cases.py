"""Cases of the case files: position, orders, dice and expected results."""

from pathlib import Path

import pytest

from app.games.cry_havoc import adjudicate
from app.kernel.data_tables import read_yaml

BOOKS = sorted(Path(__file__).with_name("cases").glob("*.yaml"))
CASES = [
    pytest.param(case, id=f"{book.stem}:{case['id']}")
    for book in BOOKS
    for case in read_yaml(book)["cases"]
]


@pytest.mark.parametrize("case", CASES)
def test_case(case):
    differences = adjudicate.run(case)
    assert not differences, (
        f"{case['title']}\n  " + "\n  ".join(differences) + f"\nwhy: {case.get('why', '')}"
    )


def test_every_case_has_an_id_of_its_own():
    ids = [param.values[0]["id"] for param in CASES]
    assert not {one for one in ids if ids.count(one) > 1}
