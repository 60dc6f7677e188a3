"""Each folder below a top folder says on a page what it is for, and the root on one screen."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOP = ("clients", "deploy", "hydro", "server", "solver", "tests")
PAGE = 60
FIRST_SCREEN = 40
INDEX = "deploy/decisions"
"""Its README is a list that grows."""


def folders() -> list[Path]:
    """Folders of the second level that have files of ours."""
    below = (folder for top in TOP for folder in sorted((ROOT / top).iterdir()))
    return [folder for folder in below if folder.is_dir() and folder.name[0] not in "._"]


def lines_of(page: Path) -> list[str]:
    return page.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_folder_says_what_it_is_for(folder: Path) -> None:
    lines = lines_of(folder / "README.md")
    assert lines[0].startswith("# ")
    assert len(lines) <= PAGE or folder == ROOT / INDEX


@pytest.mark.parametrize("top", [*TOP, "docs", "proto"])
def test_a_top_folder_says_what_it_is_for(top: str) -> None:
    assert len(lines_of(ROOT / top / "README.md")) <= PAGE


def test_the_root_begins_with_picture_commands_and_a_result() -> None:
    lines = lines_of(ROOT / "README.md")
    assert len(lines) <= 150
    first = "\n".join(lines[:FIRST_SCREEN])
    for wanted in (
        "](clients/examples/alongside.png)",
        "deploy/demo.sh",
        "deploy/test.sh",
        "array([",
    ):
        assert wanted in first
