"""Vendored files equal those of the manifest."""

from __future__ import annotations

import hashlib
from pathlib import Path

STATIC = Path(__file__).parents[2] / "static"


def listed() -> dict[str, str]:
    lines = (STATIC / "vendor" / "MANIFEST").read_text(encoding="utf-8").splitlines()
    return {
        line.split()[0]: line.split()[-1] for line in lines if line and not line.startswith("#")
    }


def test_every_vendored_file_is_the_one_in_the_manifest():
    files = [
        path
        for folder in ("vendor", "fonts")
        for path in (STATIC / folder).iterdir()
        if path.suffix in (".js", ".woff2", ".ttf")
    ]
    found = {
        path.relative_to(STATIC).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }
    assert found == listed()
