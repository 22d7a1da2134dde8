"""Sources name no package host and no path of a certain machine."""

import re
import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
HOSTS = re.compile(
    r"""pypi\.org | pythonhosted\.org | npmjs\.(?:org|com) | registry\.yarnpkg | (?:deb|security|ftp)\.debian\.org
    | archive\.ubuntu\.com | unpkg\.com | jsdelivr\.net | cdnjs\. | crates\.io | proxy\.golang\.org
    | (?:docker|ghcr|quay)\.io | index-url | find-links""",
    re.VERBOSE,
)
DESKS = re.compile(r"(?<![\w.)}-])/(?:work|root|home|Users)/|[A-Z]:\\Users")
FLAG = re.compile(r"--no-emit-(?:index-url|find-links)")


def house_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [
        REPOSITORY / name for name in listed.split("\0") if name and (REPOSITORY / name).is_file()
    ]


def finds(pattern: re.Pattern) -> list[str]:
    return [
        f"{path.relative_to(REPOSITORY)}:{number}: {line.strip()[:100]}"
        for path in house_files()
        for number, line in enumerate(
            path.read_bytes().decode(errors="ignore").splitlines(), start=1
        )
        if pattern.search(FLAG.sub("", line)) and path != Path(__file__)
    ]


def test_nothing_names_a_package_host():
    assert finds(HOSTS) == [], "leave the host to the configuration of pip, npm or docker"


def test_no_file_names_a_path_of_a_machine():
    assert finds(DESKS) == [], "write a path relative to the repository"
