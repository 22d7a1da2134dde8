"""Whatever can tell of a game stands in tests/twins/outlets.yaml, with the test that asks it in twin worlds or with why it tells nothing of a game.

Failing here: add the new route, notice, frame or way out to the group that its test asks (tests/twins/test_twins.py asks whatever is in its group:
it needs no more than the line), or to a group of those that tell nothing of a game, with the reason.
"""
from __future__ import annotations

import ast
from collections import Counter

import pytest

from tests.twins.listed import KINDS, TOP, an_app, groups, listed, there


@pytest.fixture(scope="module")
def outlets(tmp_path_factory):
    return there(an_app(tmp_path_factory.mktemp("outlets")))


@pytest.mark.parametrize("kind", KINDS)
def test_every_outlet_is_in_the_list_once(outlets, kind):
    counted = Counter(listed(kind))
    assert sorted(outlets[kind] - set(counted)) == [], f"not in tests/twins/outlets.yaml under {kind}"
    assert sorted(set(counted) - outlets[kind]) == [], f"in tests/twins/outlets.yaml under {kind}, but gone"
    assert [outlet for outlet, times in counted.items() if times > 1] == []


def test_every_group_names_a_test_that_there_is_or_a_reason():
    for group in groups():
        assert set(group) - set(KINDS) in ({"test"}, {"nothing"}), group
        if "test" in group:
            path, _, name = group["test"].partition("::")
            defined = {one.name for one in ast.walk(ast.parse((TOP / path).read_text(encoding="utf-8"))) if isinstance(one, ast.FunctionDef)}
            assert name in defined and name.startswith("test_"), group["test"]
        else:
            assert len(group["nothing"].split()) > 5, group["nothing"]
