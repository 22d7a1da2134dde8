"""A test of many values lists every value that fails, and gets its fixtures."""

import pytest

from tests.one_by_one import one_by_one


@one_by_one("number", [1, 2, 3, 4])
def is_odd(number, base):
    assert number % base == 1


def test_every_failure_is_listed():
    with pytest.raises(AssertionError) as failed:
        is_odd(base=2)
    told = str(failed.value)
    assert told.count("AssertionError") == 2 and "2: " in told and "4: " in told


def test_another_error_is_a_failure_too():
    with pytest.raises(AssertionError, match="4: ZeroDivisionError"):
        is_odd(base=0)


@one_by_one("number", [3, 5])
def test_fixtures_are_given(number, tmp_path):
    assert number % 2 and tmp_path.is_dir()


def test_no_value_is_a_fault():
    with pytest.raises(AssertionError, match="no value"):
        one_by_one("number", [])
