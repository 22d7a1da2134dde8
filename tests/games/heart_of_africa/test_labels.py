"""Labels on the board in 1,000 positions of bot battles; the quick part is
tests/js/labels.test.js.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from bench.games.heart_of_africa import label_positions

MEASURE = Path(__file__).parents[2] / "js" / "measure_labels.js"


@pytest.mark.proof
def test_no_label_covers_a_figure_in_a_thousand_positions(tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    file = tmp_path / "positions.json"
    label_positions.main("1000", str(file))
    told = subprocess.run([node, MEASURE, file], capture_output=True, text=True, check=True)
    found = json.loads(told.stdout)
    assert found["labels"] > 10_000
    assert (found["covered"], found["over"]) == (0, 0)
    assert found["hidden"] <= found["labels"] / 1_000
