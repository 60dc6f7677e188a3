"""Answers of tools: their forms, and how they are cut to a size that a language model can read."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator
from typing import Any, NotRequired

from typing_extensions import TypedDict

MOST_CHARACTERS = 8000
"""Characters of the longest answer as JSON, about two thousand tokens."""

MOST_ROWS = 200
"""Rows of the longest table."""

_LONGEST_TEXT = 400  # characters to which a text is cut, if lists are no longer what fills it
_DIGITS = 6  # significant ones of numbers: more are not read and double the answer


class Answer(TypedDict):
    """What every answer may have."""

    left_out: NotRequired[list[str]]


class Field(Answer):
    """A field of a file, or fields that were found by a word."""

    path: str
    meaning: str
    type: str
    unit: str
    range: str
    default: str
    required: bool
    example: str
    values: list[dict[str, str]]
    fields: list[dict[str, str]]


class Finding(TypedDict):
    """A broken rule or an observation; `hint` says what to do."""

    severity: str
    path: str
    message: str
    hint: str


class Check(Answer):
    """Whether a model can be run, and what is to be said about it."""

    ok: bool
    findings: list[Finding]


class Contents(Answer):
    """Contents of a model or database."""

    kind: str
    contents: dict[str, Any]


class Table(Answer):
    """Rows with units in the names of their columns, and findings."""

    rows: list[dict[str, Any]]
    findings: list[str]


class Response(Answer):
    """Modes, statistics in the sea and response operators."""

    modes: list[dict[str, Any]]
    statistics: list[dict[str, Any]]
    operators: list[dict[str, Any]]
    limits: list[str]


class RunAnswer(Answer):
    """A run: whether it is done, statistics of its outputs, findings, file of the result."""

    id: str
    state: str
    file: str
    time_s: float
    statistics: list[dict[str, Any]]
    findings: list[str]


class Series(Answer):
    """A series over time, thinned by the smallest and the largest value of each interval."""

    variable: str
    unit: str
    rows_in_file: int
    time_s: list[float]
    values: list[float]


class StudyAnswer(Answer):
    """Progress of a study and its failed cases."""

    id: str
    state: str
    folder: str
    done: int
    failed: int
    total: int
    failures: list[dict[str, str]]
    error: str


class Imported(Answer):
    """A written file, or none, and findings about its source."""

    file: str
    findings: list[dict[str, Any]]


class JobAnswer(Answer):
    """A call that takes long: running, done or failed, with its answer."""

    id: str
    state: str
    seconds: float
    error: str
    answer: dict[str, Any]


class Sessions(Answer):
    """Sessions of the server."""

    sessions: list[dict[str, Any]]


class SessionAnswer(Answer):
    """A session after an order, with the newest values of outputs."""

    session: str
    step_index: int
    time_s: float
    checkpoint: str
    outputs: list[dict[str, Any]]


def fitted(answer: Any, limit: int = MOST_CHARACTERS) -> dict[str, Any]:
    """The answer as plain values of at most `limit` characters of JSON.

    Numbers are rounded to six digits, and those that are not finite are null. The longest list is
    halved until the answer fits; where lists do not fill it, long texts are cut. `left_out` tells
    both.
    """
    document = _plain(copy.deepcopy(answer))
    cut: dict[str, tuple[int, int]] = {}
    while _size(document) > limit:
        path, found = max(_lists(document), key=lambda one: _size(one[1]), default=("", []))
        if len(found) < 2 or _size(found) < 0.1 * limit:
            document = _with_short_texts(document)
            cut.setdefault("long texts", (_LONGEST_TEXT, 0))
            if _size(document) > limit:
                raise ValueError(f"an answer of {_size(document)} characters cannot be cut")
            break
        total = cut.get(path, (0, len(found)))[1]
        del found[len(found) // 2 :]
        cut[path] = (len(found), total)
        document["left_out"] = _told(cut)
    if cut:
        document["left_out"] = _told(cut)
    return dict(document)


def _told(cut: dict[str, tuple[int, int]]) -> list[str]:
    return [
        f"{path}: the first {kept} of {total}" if total else f"{path} beyond {kept} characters"
        for path, (kept, total) in cut.items()
    ]


def _size(document: Any) -> int:
    return len(json.dumps(document, ensure_ascii=False, separators=(",", ":")))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, (bool, int, str)) or value is None:
        return value
    number = float(value)
    return float(f"{number:.{_DIGITS}g}") if math.isfinite(number) else None


def _lists(value: Any, path: str = "") -> Iterator[tuple[str, list[Any]]]:
    """Every list with its path; those in rows of a list belong to the row."""
    if isinstance(value, list):
        yield path, value
    elif isinstance(value, dict):
        for name, one in value.items():
            if name != "left_out":
                yield from _lists(one, f"{path}.{name}" if path else name)


def _with_short_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_short_texts(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_with_short_texts(one) for one in value]
    if isinstance(value, str) and len(value) > _LONGEST_TEXT:
        return value[: _LONGEST_TEXT - 1] + "…"
    return value
