"""CHANGELOG.md is by release, newest first: what deploy/release.sh tag reads."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RELEASE = re.compile(r"(\d+)\.(\d+)\.(\d+), \d{4}-\d{2}-\d{2}")
KINDS = ["Added", "Changed", "Fixed"]
LONGEST = 210  # characters: one line for each


def sections() -> list[str]:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.split(r"^## ", text, flags=re.MULTILINE)[1:]


def test_what_is_not_released_comes_first_by_kind() -> None:
    title, *lines = sections()[0].splitlines()
    assert title == "Unreleased"
    kinds = [line.removeprefix("### ") for line in lines if line.startswith("### ")]
    assert kinds == [kind for kind in KINDS if kind in kinds]


def test_what_is_not_released_has_a_line_each() -> None:
    lines = [line for line in sections()[0].splitlines()[1:] if line and line[0] != "#"]
    wrong = [line for line in lines if not line.startswith("- ") or len(line) > LONGEST]
    assert not wrong, "\n".join(wrong)


def test_releases_have_a_number_and_a_date_and_are_in_order() -> None:
    titles = [section.splitlines()[0] for section in sections()[1:]]
    found = [RELEASE.fullmatch(title) for title in titles]
    assert all(found), titles
    numbers = [tuple(map(int, match.groups())) for match in found if match]
    assert numbers == sorted(set(numbers), reverse=True)
