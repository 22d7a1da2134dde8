"""Tests of a matrix of rights: what each user is answered in each state.

Many rows are equal in several states. The quick run asks all users in the first state of a row, and
in the others one user of each answer. `make proof` asks all users in all states.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

Row = Mapping[str, object]


def cells_of(matrix: Mapping[str, Mapping[str, Row]]) -> list:
    """Parameters (act, state, users to ask) of a matrix of rows by act and state."""
    cells = []
    for act, rows in matrix.items():
        known: list[Row] = []
        for state, row in rows.items():
            whole = f"{act}-{state}"
            if row in known:
                few = one_of_each_answer(row)
                cells.append(pytest.param(act, state, few, id=f"{whole}-one of each"))
                cells.append(
                    pytest.param(act, state, tuple(row), id=whole, marks=pytest.mark.proof)
                )
            else:
                known.append(row)
                cells.append(pytest.param(act, state, tuple(row), id=whole))
    return cells


def one_of_each_answer(row: Row) -> tuple[str, ...]:
    """Users of a row: the last one of each answer."""
    return tuple({str(answer): who for who, answer in row.items()}.values())
