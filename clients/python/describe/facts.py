"""What a proto's comment says in the form that all of them have: shape, unit, range, default."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

_ATOM = r"(?:kg|rad|deg|Pa|Hz|[msNJW1])[2-4]?"
_UNIT = rf"{_ATOM}(?:[ /](?:{_ATOM}|\({_ATOM}(?: {_ATOM})*\)))*"
_HEAD = re.compile(
    r"(?:(?P<shape>\[[^\]]*\](?: diagonal or \[[^\]]*\])?)[:,]?\s*)?"
    rf"(?:(?P<unit>{_UNIT}(?:(?:, | or ){_UNIT})*)(?=[,;:.]|\s|$)(?! to ))?"
)
_NUMBER = r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?"
_RANGE = re.compile(
    rf"(?:^|,\s|\]\s)(?:(?P<sign>>=?) (?P<bound>{_NUMBER})"
    rf"|(?P<low>{_NUMBER})(?:\.\.| to )(?P<high>{_NUMBER}))(?=[,;:.]|$)"
)
_AT_MOST = re.compile(rf", at most (?P<high>{_NUMBER})(?=[,;:.]|$)")
_SENTENCE = re.compile(r"\.(?:\s|$)")
_DEFAULT = re.compile(r"(?:^|[;,.:]\s)[Dd]efault:?\s(?P<text>.*?)(?=\.\s|\.?$)")
_REQUIRED = re.compile(r"(?<!then )\b[Rr]equired\b(?! (?:for|of|there)\b)")
_SIZE = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class Facts:
    """What was found in a comment.

    Attributes:
        sizes: how many numbers a list may have; empty = any.
        unit: as it is written; empty = none is said.
        limits: keywords of JSON Schema that bound a number.
        default: as it is written; empty = none is said.
        required: whether the field has to be given, whatever the others are.
    """

    sizes: tuple[int, ...]
    unit: str
    limits: dict[str, float]
    default: str
    required: bool


def facts_of(comment: str) -> Facts:
    """The facts of a field's comment, such as `[3] m, world, > 0: the anchor; default 0`."""
    head = _HEAD.match(comment)
    found = head.groupdict() if head else {}
    default = _DEFAULT.search(comment)
    return Facts(
        sizes=tuple(int(size) for size in _SIZE.findall(found.get("shape") or "")),
        unit=found.get("unit") or "",
        limits=_limits(_SENTENCE.split(comment)[0]),
        default=default["text"].strip() if default else "",
        required=_REQUIRED.search(comment) is not None,
    )


def _limits(sentence: str) -> dict[str, float]:
    found = _RANGE.search(sentence)
    limits = {}
    if found and found["sign"]:
        keyword = "minimum" if found["sign"] == ">=" else "exclusiveMinimum"
        limits[keyword] = _number(found["bound"])
    elif found:
        limits = {"minimum": _number(found["low"]), "maximum": _number(found["high"])}
    at_most = _AT_MOST.search(sentence)
    return limits | ({"maximum": _number(at_most["high"])} if at_most else {})


def _number(text: str) -> float:
    value = float(text)
    return int(value) if value.is_integer() else value


def plain_default(text: str, sizes: tuple[int, ...]) -> Any:
    """A default as a value, where its text is one: a number, true, false, a list of numbers.

    Args:
        text: as the comment has it, `.33`, `(0, 1, 0)` or `that of the database`.
        sizes: of a list of numbers; one that is written once stands for each; empty = no list.

    Returns:
        None where it is no value.
    """
    if text in ("true", "false"):
        return text == "true"
    try:
        numbers = [_number(part) for part in text.strip("()[]").replace(",", " ").split()]
    except ValueError:
        return None
    if not sizes:
        return numbers[0] if len(numbers) == 1 else None
    if len(numbers) == 1 and len(sizes) == 1:
        return numbers * sizes[0]
    return numbers if len(numbers) in sizes else None
