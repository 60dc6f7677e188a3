"""solver/FEATURES.md points at headers and tests that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(
    r"^\| (?P<row>[A-Z]\d+(?:, [A-Z]\d+)*) \| .* \| (?P<headers>[^|]*) \| (?P<tests>[^|]*) \|$"
)
#: Groups of shapes and contacts, and how many features each has.
SHAPES_AND_CONTACTS = {"B": 15, "C": 37, "D": 9, "F": 16, "G": 14, "H": 6}
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
    names = [name for row, _, _ in rows() for name in row.split(", ")]
    assert len(names) > 50
    assert len(set(names)) == len(names)


def test_each_feature_of_shapes_and_contacts_is_a_row_or_said_to_be_missing() -> None:
    text = (ROOT / "solver" / "FEATURES.md").read_text(encoding="utf-8")
    said = text[text.index("is not built:") : text.index("\n| row")]
    missing = re.findall(r"\b[B-H]\d+\b", said)
    built = [name for row, _, _ in rows() for name in row.split(", ")]
    stated = sorted(name for name in missing + built if name[0] in SHAPES_AND_CONTACTS)
    expected = [
        f"{group}{number}"
        for group, count in SHAPES_AND_CONTACTS.items()
        for number in range(1, count + 1)
    ]
    assert stated == sorted(expected)


@pytest.mark.parametrize(("row", "headers", "tests"), rows(), ids=[row for row, _, _ in rows()])
def test_header_and_test_of_a_row_exist(row: str, headers: str, tests: str) -> None:
    assert not missing(ROOT / "solver", headers), row
    assert not missing(ROOT / "tests", tests), row
