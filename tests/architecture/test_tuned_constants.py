"""Each number that was chosen has a comment that says what it is and where it comes from."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("hydro", "solver")
NUMERICS = "numerics"
"""Folders of it hold coefficients of series and quadratures, which are derived, not chosen."""

_CONSTANT = re.compile(
    r"^[ \t]*(?:inline |static )*constexpr double k[A-Z][^;]*;[^\n]*", re.MULTILINE
)
_DERIVED = re.compile(r"std::numbers::pi|std::numeric_limits<|\bkTwoPi\b|first_above<")


def without_comment(text: str) -> Iterator[tuple[int, str]]:
    """Constants, with their line, that have no comment on the line above or behind them."""
    lines = text.split("\n")
    for found in _CONSTANT.finditer(text):
        line = text.count("\n", 0, found.start())
        above = lines[line - 1].strip() if line else ""
        if "//" not in found[0] and not above.startswith("//") and not _DERIVED.search(found[0]):
            yield line + 1, found[0].strip()


def sources() -> list[Path]:
    return [
        path
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.[ch]pp"))
        if NUMERICS not in path.relative_to(ROOT).parts
    ]


def test_each_chosen_number_says_why() -> None:
    found, bare = 0, []
    for path in sources():
        text = path.read_text(encoding="utf-8")
        found += len(_CONSTANT.findall(text))
        bare += [f"{path.relative_to(ROOT)}:{line}: {what}" for line, what in without_comment(text)]
    assert found > 300
    assert not bare, "\n".join(bare)


def test_a_comment_stands_above_or_behind() -> None:
    text = (
        "/// Swept from 1 to 3.\nconstexpr double kAbove = 2.0;\n\n"
        "constexpr double kBehind = 2.0;  // of the span\n\n"
        "constexpr double kLong =\n    1.0;  ///< of the span\n\n"
        "constexpr double kFullTurn = 2.0 * std::numbers::pi;\n\n"
        "  static constexpr double kBare = 0.7;\n"
    )
    assert list(without_comment(text)) == [(11, "static constexpr double kBare = 0.7;")]
