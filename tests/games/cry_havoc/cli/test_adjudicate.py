"""Cases of Cry Havoc on the command line: passed, and failed with their difference."""

from __future__ import annotations

import pytest


@pytest.fixture
def case_file(tmp_path):
    """File with one case; the die decides if it holds."""

    def write(die):
        path = tmp_path / "cases.yaml"
        path.write_text(f"""
kind: cry_havoc/battle
format: 1
cases:
- id: a_shot
  title: A shot
  rules: [CH-MIS-02]
  map: plain
  start: {{side: red, step: 1}}
  units:
    - {{id: "n", char: Nicholas, side: red, hex: "0208", state: wounded}}
    - {{id: a, char: Arnim, side: blue, hex: "1908"}}
  orders:
    - {{side: red, do: shoot, unit: "n", target: a, expect: legal}}
  dice: [{{for: shot, of: "n", die: {die}}}]
  expect:
    facts: {{state: {{a: wounded}}}}
""")
        return path

    return write


def test_a_case_that_holds(caracole, case_file):
    run = caracole("adjudicate", case_file(2))
    assert (run.returncode, run.stdout) == (0, "pass  a_shot: A shot\n1 passed, 0 failed\n")


def test_a_failed_case_prints_the_difference(caracole, case_file):
    run = caracole("adjudicate", case_file(9))
    assert run.returncode == 1
    lines = run.stdout.splitlines()
    assert (lines[0], lines[-1]) == ("FAIL  a_shot: A shot", "0 passed, 1 failed")
    assert len(lines) > 2
