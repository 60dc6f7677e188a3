"""A double becomes an integer, a size or an index in one place: to_integer(), which checks it.

By text, so that it takes no compiler: a cast is found by a rounding function, a number with a point
or a name that the file or its header declares as double. clang-tidy's rule
custom-double-to-integer (.clang-tidy) sees the types, and with them what this cannot.
"""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("hydro", "solver", "server")
CHECKED = "hydro/base/whole_number.hpp"
"""The file that has the one cast."""

_CAST = re.compile(
    r"static_cast<\s*(?:(?:unsigned|long|int|char)[\w ]*|(?:std::)?\w+_t|(?:Eigen::)?Index)\s*>\("
)
_ROUNDED = re.compile(r"\bl?l(?:round|rint)f?\(")
_FLOATING = re.compile(
    r"\b\d+\.\d*|\b\d+e-?\d|\bstd::(?:floor|ceil|round|trunc|nearbyint|rint|sqrt|fabs|pow|log|exp)\w*\("
)
_DECLARED = re.compile(r"\b(?:double|float)&?\s+(\w+)")

ELSEWHERE_AN_INTEGER = {
    ("hydro/base/bytes.hpp", "value"),
    ("hydro/database/readers/bemio.cpp", "count"),
    ("hydro/numerics/elementary.cpp", "power"),
    ("hydro/radiation/kernel/kernel_passivity.cpp", "(lobes.array() > 0.0).count()"),
    ("hydro/second_order/quadratic_sum.cpp", "number"),
    ("hydro/sea/sea.cpp", "before"),
    ("server/model/message_fields.cpp", "value"),
    ("server/model/message_fields.hpp", "value"),
    ("solver/contacts/contact_matrix.cpp", "row"),
}
"""Casts of integers whose names are those of doubles in other functions of their files."""


def closing(text: str, begin: int) -> int:
    """Where what is in brackets from `begin` on ends."""
    depth, place = 1, begin
    while depth:
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
    return place - 1


def doubles_of(path: Path) -> set[str]:
    """Names that a source or its header declares as double."""
    texts = [path.read_text(encoding="utf-8")]
    header = path.with_suffix(".hpp")
    if header != path and header.is_file():
        texts.append(header.read_text(encoding="utf-8"))
    return {name for text in texts for name in _DECLARED.findall(text)}


def suspicious(argument: str, doubles: set[str]) -> bool:
    if argument.endswith((".size()", ".rows()", ".cols()")):
        return False
    return bool(_FLOATING.search(argument)) or argument in doubles


def casts(text: str, doubles: set[str]) -> Iterator[str]:
    """What is cast of a double to an integer, as far as the text shows it."""
    for found in _CAST.finditer(text):
        argument = " ".join(text[found.end() : closing(text, found.end())].split())
        if suspicious(argument, doubles):
            yield argument
    for found in _ROUNDED.finditer(text):
        yield found[0] + ")"


def test_every_cast_of_a_double_to_an_integer_is_checked() -> None:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.[ch]pp"))]
    assert len(files) > 400
    found = {
        (path.relative_to(ROOT).as_posix(), argument)
        for path in files
        for argument in casts(path.read_text(encoding="utf-8"), doubles_of(path))
    }
    beside = {entry for entry in found if entry[0] != CHECKED}
    assert beside == ELSEWHERE_AN_INTEGER


def test_casts_are_seen() -> None:
    source = (
        "double place;\n"
        "const auto a = static_cast<std::size_t>(place);\n"
        "const auto b = static_cast<Eigen::Index>(std::floor(x / y));\n"
        "const auto c = std::lround(x);\n"
        "const auto d = static_cast<int>(0.5 * n);\n"
        "const auto e = static_cast<int>(list.size());\n"
    )
    seen = list(casts(source, {"place"}))
    assert seen == ["place", "std::floor(x / y)", "0.5 * n", "lround()"]
