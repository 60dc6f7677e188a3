"""solver/FEATURES.md points at headers and tests that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (?P<row>[A-Z]\d+) \| .* \| (?P<headers>[^|]*) \| (?P<tests>[^|]*) \|$")
FILE = re.compile(r"[\w/]+\.(?:hpp|cpp|py|md)|[\w/]+/(?= |$)")


def rows() -> list[tuple[str, str, str]]:
    text = (ROOT / "solver" / "FEATURES.md").read_text(encoding="utf-8")
    found = [match.groups() for line in text.splitlines() if (match := ROW.match(line))]
    return [(row, headers, tests) for row, headers, tests in found]


def missing(folder: Path, cell: str) -> list[str]:
    """Files of a cell that are not in the folder; a cell names at least one."""
    files = FILE.findall(cell)
    assert files, f"no file in '{cell}'"
    return [name for name in files if not (folder / name).exists()]


def test_each_row_is_there_once() -> None:
    names = [row for row, _, _ in rows()]
    assert len(names) > 50
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("row", "headers", "tests"), rows(), ids=[row for row, _, _ in rows()])
def test_header_and_test_of_a_row_exist(row: str, headers: str, tests: str) -> None:
    assert not missing(ROOT / "solver", headers), row
    assert not missing(ROOT / "tests", tests), row
