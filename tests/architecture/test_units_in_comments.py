"""Comments of headers that name a quantity name its unit or its frame as well."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("hydro", "solver")
REACHED = 0.60
"""The share of blocks that has been reached; it is raised with the comments, never lowered."""

_BLOCK = re.compile(r"(?:^[ \t]*///(?!<).*\n)+|///<.*\n(?:^[ \t]*///<.*\n)*", re.MULTILINE)
_QUANTITY = re.compile(
    r"\b(accelerations?|amplitudes?|angles?|angular|compliances?|damping|delays?|densit(?:y|ies)|depths?|"
    r"displacements?|distances?|durations?|elevations?|energy|energies|forces?|frequenc(?:y|ies)|gaps?|headings?|"
    r"heights?|impulses?|inertias?|lengths?|mass(?:es)?|moments?|moment(?:um|a)|periods?|phases?|poses?|positions?|"
    r"powers?|pressures?|speeds?|stiffness(?:es)?|tensions?|times?|torques?|twists?|velocit(?:y|ies)|wavenumbers?|"
    r"wrench(?:es)?)\b",
    re.IGNORECASE,
)
_NOT_A_QUANTITY = re.compile(
    r"(?:at|for|of|first|last|many|same|run|each|every|a|any|next|all|two|one) times?\b|\btimes (?:\w+|the)\b|"
    r"\bat a time\b|\bstate space\b|\bcompile time\b|\bpower of\b|\bat the moment\b",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"\[[^\]\n]*\b(?:m|m/s|m/s2|m2|m3|s|ns|rad|deg|kg|N|Pa|J|W|Hz|1|1/s|1/m|1/kg)\b[^\]\n]*\]|"
    r"\b(?:m/s2?|m2/s|m[234]|rad/s2?|1/(?:s|m|kg|rad)|N/m\d?|N s(?:/m)?|N m(?:/rad)?|kg(?: m2?)?(?:/m\d?|/s)?|Pa|Hz|Nm|ns|rad|deg)\b|"
    r"(?<![\w.])(?:(?:in|of|\d|,|:|;|\() ?(?:m|s|N|J|W|kg)(?=[\s,;:.)]|$))|^(?:///<? *)(?:m|s|N|J|W|kg)[,;:.]|"
    r"\bSI\b|\b(?:dimensionless|unitless|seconds?|met(?:er|re)s?|radians?|degrees?|nanoseconds?|newtons?|kilograms?)\b|\b1 where\b",
    re.IGNORECASE | re.MULTILINE,
)
_FRAME = re.compile(
    r"\b(?:frames?|world|axes|axis|coordinates|earth-fixed|body-fixed|about (?:the|its|their) "
    r"(?:cent(?:er|re)s?|origin)|surge|heave|roll|pitch|yaw)\b",
    re.IGNORECASE,
)


def blocks(text: str) -> Iterator[str]:
    """Each comment of `text` for the public documentation, all of its lines together."""
    return (found[0] for found in _BLOCK.finditer(text))


def names_a_quantity(block: str) -> bool:
    return _QUANTITY.search(_NOT_A_QUANTITY.sub("", block)) is not None


def names_unit_or_frame(block: str) -> bool:
    return _UNIT.search(block) is not None or _FRAME.search(block) is not None


def counted(folder: str) -> tuple[list[str], list[str]]:
    """The blocks below `folder` that name a quantity, and those of them without unit and frame."""
    wanted, without = [], []
    for path in sorted((ROOT / folder).rglob("*.hpp")):
        text = path.read_text(encoding="utf-8")
        for found in _BLOCK.finditer(text):
            if names_a_quantity(found[0]):
                line = text.count("\n", 0, found.start()) + 1
                wanted.append(f"{path.relative_to(ROOT)}:{line}: {found[0].strip()}")
                if not names_unit_or_frame(found[0]):
                    without.append(wanted[-1])
    return wanted, without


if __name__ == "__main__":
    for folder in FOLDERS:
        wanted, without = counted(folder)
        print("\n".join(without))
        print(f"{folder}: {len(wanted)} blocks name a quantity, {len(wanted) - len(without)} unit or frame")
