"""A test run names the files that it was given and does not find."""

from pathlib import Path

from tests.named_files import missing_files

HERE = Path(__file__).parent


def test_files_that_do_not_exist_are_named():
    named = ["test_named_files.py::test_one", "test_nothing.py", "test_none.py::test_one", "."]
    assert missing_files(named, HERE) == ["test_nothing.py", "test_none.py"]
