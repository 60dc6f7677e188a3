"""Facts in the comment of a proto's field: shape, unit, range and default, in a fixed form."""

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
    """Facts that the comment of a field contains.

    Attributes:
        sizes: permitted lengths of a list of numbers; empty = any length.
        unit: unit as written in the comment; empty = the comment has none.
        limits: keywords of JSON Schema that bound a number, with their values.
        default: default as written in the comment; empty = the comment has none.
        required: whether the field must always be given, independent of other fields.
    """

    sizes: tuple[int, ...]
    unit: str
    limits: dict[str, float]
    default: str
    required: bool


def facts_of(comment: str) -> Facts:
    """Facts in the comment of a field, such as `[3] m, world, > 0: the anchor; default 0`."""
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
    """Converts the text of a default to a number, true, false or a list of numbers.

    Args:
        text: default as written in the comment: `.33`, `(0, 1, 0)`, `that of the database`.
        sizes: permitted lengths, if the field is a list of numbers; a single number in the text
            then stands for every component. Empty = the field is no list.

    Returns:
        The value; None if the text is not a value.
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
