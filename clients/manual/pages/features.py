"""The page of the features of the solver, from the list that names a header and a test for each."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from pages.markdown import plain, table

_ROW = re.compile(
    r"^\| (?P<row>[A-Z]\d+(?:, [A-Z]\d+)*) \| (?P<what>.*) \| [^|]* \| (?P<tests>[^|]*) \|$"
)
_GROUPS = {
    "A": "Bodies",
    "B": "Which shapes touch",
    "C": "Shapes and meshes",
    "D": "Where shapes touch",
    "E": "Masses, forces and gravity",
    "F": "Materials and contact laws",
    "G": "Friction and how it is solved",
    "H": "What can be read",
    "I": "Interactions that a user describes",
    "J": "Relations and laws",
    "K": "Added mass in the system matrix",
}
"""Titles of the groups of rows of solver/FEATURES.md, by their letters."""


def write_feature_page(folder: Path, root: Path) -> None:
    """Writes `reference/features.md`.

    Raises:
        SystemExit: if the list has a row whose group has no title here.
    """
    text = (root / "solver" / "FEATURES.md").read_text(encoding="utf-8")
    (folder / "reference" / "features.md").write_text("\n".join(_page(text)), encoding="utf-8")


def _page(text: str) -> Iterator[str]:
    rows: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for number, line in enumerate(text.splitlines(), start=1):
        found = _ROW.match(line)
        if not found:
            continue
        group = found["row"][0]
        if group not in _GROUPS:
            raise SystemExit(f"solver/FEATURES.md:{number}: group {group} has no title")
        rows[group].append((plain(found["what"]), f"`{found['tests'].strip()}`"))
    missing = text.partition("is not built:")[2].partition("\n\n")[0]
    yield from ("# What the solver does, with tests", "")
    count = sum(map(len, rows.values()))
    yield f"{count} features, each with the tests that show it, below `tests/`."
    yield from (
        "",
        "**It does not build:**" + plain(" ".join(missing.split()).join((" ", ""))),
        "",
    )
    for group, found_rows in sorted(rows.items()):
        yield from (f"## {_GROUPS[group]}", "")
        yield from table(("what it does", "test"), found_rows)
