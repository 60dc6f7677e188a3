"""Tolerances of the C++ tests are those that they name."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_OPTION = re.compile(r"\s*\.(epsilon|margin|scale)\(")


def closing(text: str, begin: int) -> int:
    """Where what is in brackets from `begin` on ends, behind them."""
    depth, place = 1, begin
    while depth:
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
    return place


def comparisons(text: str) -> Iterator[tuple[str, set[str]]]:
    """Of each Approx(value) its value, and the options that it is given."""
    for found in re.finditer(r"\bApprox\(", text):
        place = closing(text, found.end())
        value, options = text[found.end() : place - 1], set()
        while option := _OPTION.match(text, place):
            options.add(option[1])
            place = closing(text, option.end())
        yield value.strip(), options


def test_a_margin_is_the_whole_tolerance() -> None:
    """Without an epsilon of 0, 1.2e-5 of the value is allowed besides, whatever the margin."""
    files = sorted((ROOT / "tests").rglob("*.cpp"))
    wider = [
        f"{path.relative_to(ROOT)}: Approx({value})"
        for path in files
        for value, options in comparisons(path.read_text(encoding="utf-8"))
        if "margin" in options and "epsilon" not in options and value not in ("0", "0.0")
    ]
    assert len(files) > 300
    assert not wider
