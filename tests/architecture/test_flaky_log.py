"""The log of test runs names the tests that failed and passed on the same code."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest

from tests import flaky


def run(log, code: str, **results: str) -> list[str]:
    """Log a run with these results; return the lines of its summary."""
    plugin, lines = flaky.RunLog(log), []
    plugin.code = code
    for test, result in results.items():
        report = SimpleNamespace(
            nodeid=test, when="call", failed=result == "failed", passed=result == "passed"
        )
        plugin.pytest_runtest_logreport(report)
    plugin.pytest_sessionfinish()
    plugin.pytest_terminal_summary(SimpleNamespace(line=lines.append))
    return lines


def test_a_test_that_failed_and_passed_on_the_same_code_is_flaky(tmp_path):
    log = tmp_path / "runs.jsonl"
    assert run(log, "c1", a="passed", b="failed", c="failed") == []
    assert run(log, "c2", a="failed", b="passed") == []
    assert run(log, "c1", a="failed", b="failed") == ["FLAKY a: failed 1, passed 1 times"]
    assert list(flaky.flaky_tests(flaky.read_runs(log))) == [("c1", "a", 1, 1)]


def test_the_log_keeps_the_newest_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(flaky, "KEPT_RUNS", 2)
    log = tmp_path / "runs.jsonl"
    for code in ("c1", "c2", "c3"):
        run(log, code, a="passed")
    assert [one["code"] for one in flaky.read_runs(log)] == ["c2", "c3"]


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Git repository with one committed file, whose code the log names."""
    monkeypatch.setattr(flaky, "TOP", tmp_path)
    me = ("-c", "user.name=test", "-c", "user.email=test@example.org")
    (tmp_path / "old.py").write_text("one = 1\n")
    (tmp_path / ".gitignore").write_text("var\n")
    for command in (("init", "-q"), ("add", "."), (*me, "commit", "-qm", "first")):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def test_changes_that_are_not_committed_are_another_code(tree):
    clean = flaky.code_version()
    (tree / "old.py").write_text("one = 2\n")
    assert "+" not in clean and flaky.code_version().startswith(f"{clean}+")


def test_a_new_file_is_another_code_each_time_that_it_changes(tree):
    codes = [flaky.code_version()]
    for text in ("two = 2\n", "two = 3\n"):
        (tree / "new.py").write_text(text)
        codes.append(flaky.code_version())
    assert len(set(codes)) == 3
    (tree / "var").mkdir()
    (tree / "var" / "ignored.py").write_text("three = 3\n")
    assert flaky.code_version() == codes[-1]
