"""Cases of a game in its folder `cases`, as parameters, and the sentence about one that fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from app.kernel.data_tables import read_yaml


def case_parameters(test_file: str, kinds: Container[str] = ()) -> list[Any]:
    """Parameter for each case beside a test file; of these kinds only, if any."""
    return [pytest.param(case, id=f"{book}:{case['id']}") for book, case in cases(test_file, kinds)]


def cases(test_file: str, kinds: Container[str] = ()) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name of the case file and case with its kind, for each case beside a test file. Files are
    cached, so each case is a copy that a test may change.
    """
    for path in sorted(Path(test_file).with_name("cases").glob("*.yaml")):
        book = read_yaml(path)
        if not kinds or book["kind"] in kinds:
            for case in book["cases"]:
                yield path.stem, {"kind": book["kind"], **deepcopy(case)}


def explain(case: dict[str, Any], differences: Sequence[str]) -> str:
    """Title of a case, its differences and its reason."""
    return f"{case['title']}\n  " + "\n  ".join(differences) + f"\nwhy: {case.get('why', '')}"


def doubled_ids(parameters: Sequence[Any]) -> list[str]:
    """Ids that more than one case has."""
    ids = Counter(one.values[0]["id"] for one in parameters)
    return [name for name, times in ids.items() if times > 1]
