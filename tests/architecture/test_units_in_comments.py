"""Comments of headers that name a quantity name its unit or its frame as well."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REACHED = {"hydro": 0.86, "solver": 0.85}
"""Shares of blocks that have been reached; they rise with the comments and never fall."""

_BLOCK = re.compile(r"(?:^[ \t]*///(?!<).*\n)+|///<.*\n(?:^[ \t]*///<.*\n)*", re.MULTILINE)
_QUANTITIES = (
    "accelerations? amplitudes? angles? angular compliances? damping delays? density densities "
    "depths? displacements? distances? durations? elevations? energy energies forces? frequency "
    "frequencies gaps? headings? heights? impulses? inertias? lengths? mass(?:es)? moments? "
    "momentum momenta periods? phases? poses? positions? powers? pressures? speeds? "
    "stiffness(?:es)? tensions? times? torques? twists? velocity velocities wavenumbers? "
    "wrench(?:es)?"
)
_QUANTITY = re.compile(rf"\b(?:{'|'.join(_QUANTITIES.split())})\b", re.IGNORECASE)
_NOT_A_QUANTITY = re.compile(
    r"\b(?:any|each|every|first|last|many|same|next|run|two|all|of|at|for|a) times?\b|"
    r"\btimes \w+|\bstate space\b|\bcompile time\b|\bpower of\b|\bat the moment\b",
    re.IGNORECASE,
)
_SYMBOLS = (
    (
        "m/s2? m2?/s2? m[234] rad/s2? 1/(?:s|m|kg|rad) N/m[23]? N/rad N s2?(?:/m2?)? N m(?:/rad)? "
        "N m s kg(?: m2?)?(?:/m[23]?|/s)? Pa(?:/m|\\ss/m)? Hz ns rad deg SI"
    )
    .replace("N s", "N\\ss")
    .replace("N m", "N\\sm")
    .replace("kg(?: m", "kg(?:\\sm")
)
_UNIT = re.compile(
    rf"(?<![\w/])(?:{'|'.join(_SYMBOLS.split())})(?![\w/])|"
    r"[\[(,;:] ?(?:m|s|N|J|W|kg|1)(?=[\]),;:. ])|^///<? *(?:m|s|N|J|W|kg)[,;:. ]|"
    r"\d (?:m|s|N|J|W|kg|t)(?=[\s,;:.)]|$)|"
    r"\b(?:dimensionless|without unit|seconds?|met(?:er|re)s?|radians?|degrees?|turns)\b",
    re.MULTILINE,
)
_FRAME = re.compile(
    r"\b(?:frames?|world|axes|axis|coordinates|surge|sway|heave|roll|pitch|yaw)\b", re.IGNORECASE
)


def blocks(text: str) -> list[tuple[int, str]]:
    """Each comment of the public documentation with its line, all of its lines together."""
    found = ((text.count("\n", 0, block.start()) + 1, block[0]) for block in _BLOCK.finditer(text))
    return [(line, re.sub(r"^[ \t]*", "", block, flags=re.MULTILINE)) for line, block in found]


def names_a_quantity(block: str) -> bool:
    return _QUANTITY.search(_NOT_A_QUANTITY.sub("", block)) is not None


def names_unit_or_frame(block: str) -> bool:
    return _UNIT.search(block) is not None or _FRAME.search(block) is not None


def counted(folder: str) -> tuple[int, list[str]]:
    """How many blocks below `folder` name a quantity, and those of them without unit and frame."""
    count, without = 0, []
    for path in sorted((ROOT / folder).rglob("*.hpp")):
        for line, block in blocks(path.read_text(encoding="utf-8")):
            if names_a_quantity(block):
                count += 1
                if not names_unit_or_frame(block):
                    without.append(f"{path.relative_to(ROOT)}:{line}: {block.strip()}")
    return count, without


@pytest.mark.parametrize("folder", REACHED)
def test_a_quantity_has_a_unit_or_a_frame(folder: str) -> None:
    count, without = counted(folder)
    share = 1.0 - len(without) / count
    assert count > 300
    assert share >= REACHED[folder], f"{share:.3f} of {count} blocks; without:\n" + "\n".join(
        without
    )


@pytest.mark.parametrize(
    ("block", "quantity", "unit"),
    [
        ("/// Damping time of a joint, in steps.\n", True, False),
        ("/// The pose of a body [m, world].\n", True, True),
        ("double gap = 0.0;  ///< m, negative inside\n", False, True),
        ("///< of each gap [m]\n", True, True),
        ("/// Forces are in the axes of the heading.\n", True, True),
        ("/// Call it any number of times.\n", False, False),
        ("/// Energy of 3 J at most.\n", True, True),
        ("/// The mass of N bodies.\n", True, False),
        ("/// Largest N of the force.\n", True, False),
    ],
)
def test_what_counts(block: str, quantity: bool, unit: bool) -> None:
    (line, text), *more = blocks(block)
    assert line == 1
    assert not more
    assert names_a_quantity(text) == quantity
    assert names_unit_or_frame(text) == unit
