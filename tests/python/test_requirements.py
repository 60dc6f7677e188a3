"""What the package says it needs is what it was tried with."""

import tomllib

from conftest import CLIENTS


def _release(version: str) -> tuple[int, ...]:
    """Numbers of a version without the zeros that it may end in."""
    numbers = [int(part) for part in version.split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def test_lower_bounds_are_the_oldest_versions_that_were_tried() -> None:
    project = tomllib.loads((CLIENTS / "python" / "pyproject.toml").read_text())["project"]
    said = dict(entry.split(">=") for entry in project["dependencies"])
    lines = (CLIENTS / "python" / "lowest.txt").read_text().splitlines()
    tried = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert said.keys() == tried.keys()
    for name, version in said.items():
        assert _release(version) == _release(tried[name]), name
