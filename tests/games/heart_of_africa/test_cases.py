"""Battle cases of the case files: position, orders, dice and expected results.

Armies and tables have tests of their own.
"""

from pathlib import Path

import pytest

from app.games.heart_of_africa import adjudicate
from app.kernel.data_tables import read_yaml

BOOKS = {
    path.stem: read_yaml(path) for path in sorted(Path(__file__).with_name("cases").glob("*.yaml"))
}
CASES = [
    pytest.param({"kind": book["kind"], **case}, id=f"{stem}:{case['id']}")
    for stem, book in BOOKS.items()
    if book["kind"] in (adjudicate.KIND, adjudicate.SETUP, adjudicate.CAMPAIGN)
    for case in book["cases"]
]


@pytest.mark.parametrize("case", CASES)
def test_case(case):
    differences = adjudicate.run(case)
    assert not differences, (
        f"{case['title']}\n  " + "\n  ".join(differences) + f"\nwhy: {case.get('why', '')}"
    )


def test_every_case_has_an_id_of_its_own():
    ids = [case["id"] for book in BOOKS.values() for case in book["cases"]]
    assert not {one for one in ids if ids.count(one) > 1}
