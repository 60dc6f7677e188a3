"""Values that replace those of a model file, such as `bodies[0].mass=3e5`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Any

import yaml

from raftup.base.errors import ModelError, Violation
from raftup.base.yaml12 import parse_yaml

_PATH = re.compile(
    r"[A-Za-z_][A-Za-z0-9_]*(?:\[[0-9]+\])*(?:\.[A-Za-z_][A-Za-z0-9_]*(?:\[[0-9]+\])*)*"
)
_STEP = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)|\[([0-9]+)\]")


def parse_override(text: str) -> tuple[str, Any]:
    """Splits `path=value`. The value is read as YAML, so that lists and mappings are possible.

    Raises:
        ModelError: if there is no `=`, or the value is not YAML.
    """
    path, equals, value = text.partition("=")
    if not equals or not path.strip():
        raise ModelError([Violation("--set", f"must be path=value, is {text!r}")])
    try:
        return path.strip(), parse_yaml(value)
    except yaml.YAMLError as error:
        raise ModelError([Violation(path.strip(), f"value must be YAML: {error}")]) from error


def path_steps(path: str) -> list[str | int] | None:
    """Splits a path into names of fields and indices; None if the text is not a path."""
    if not _PATH.fullmatch(path):
        return None
    return [name or int(index) for name, index in _STEP.findall(path)]


def apply_overrides(document: dict[str, Any], overrides: Mapping[str, Any]) -> list[Violation]:
    """Writes each value to its path in a plain model document, in place.

    Missing mappings on the path are created; an index equal to the length of its list appends an
    element. Unknown names of fields are reported later, by the conversion to a message.

    Returns:
        A violation for each path that does not lead to a field.
    """
    violations = []
    for path, value in overrides.items():
        steps = path_steps(path)
        if steps is None:
            violations.append(Violation(path, "must be a path such as bodies[0].mass"))
            continue
        problem = _write(document, steps, value)
        if problem:
            violations.append(Violation(path, problem))
    return violations


def forget_read(
    document: dict[str, Any],
    overrides: Iterable[str],
    files: Mapping[re.Pattern[str], tuple[str, ...]],
) -> None:
    """Drops data that were read from files whose names are overridden, so that they are read again.

    Args:
        document: model as plain values, with the overrides in it; changed in place.
        overrides: paths of the overrides.
        files: by the pattern of the paths that determine how a file is read: the fields that come
            from the file. The first group of the pattern is the path of the part with these fields.
    """
    for path in overrides:
        for pattern, fields in files.items():
            match = pattern.fullmatch(path)
            if match is None:
                continue
            part: Any = document
            for step in path_steps(match[1]) or []:
                part = part[step]
            for name in fields:
                part.pop(name, None)


def _write(document: dict[str, Any], steps: list[str | int], value: Any) -> str:
    """Follows a path and writes the value; returns the obstacle, or an empty text if none."""
    target: Any = document
    for place, (step, following) in enumerate(itertools.pairwise(steps)):
        problem = _problem_at(target, steps, place)
        if problem:
            return problem
        _ensure(target, step, [] if isinstance(following, int) else {})
        target = target[step]
    problem = _problem_at(target, steps, len(steps) - 1)
    if problem:
        return problem
    _ensure(target, steps[-1], value)
    target[steps[-1]] = value
    return ""


def _problem_at(target: Any, steps: list[str | int], place: int) -> str:
    step, before = steps[place], _text(steps[:place])
    if isinstance(step, str) and isinstance(target, list):
        example = _text([*steps[:place], 0, *steps[place:]])
        return f"must say which of the {len(target)} in the list {before}, for instance {example}"
    if isinstance(step, str):
        rule = f"must not go beyond {before}, which holds no fields but {target!r}"
        return "" if isinstance(target, dict) else rule
    if not isinstance(target, list):
        return f"must have no index [{step}]: {before} is not a list"
    if step > len(target):
        return f"index [{step}] must be at most {len(target)}, the length of the list"
    return ""


def _text(steps: list[str | int]) -> str:
    """The path as text, from its names and indices."""
    words = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps]
    return "".join(words).removeprefix(".")


def _ensure(target: Any, step: str | int, value: Any) -> None:
    if isinstance(target, list):
        if step == len(target):
            target.append(value)
        elif target[step] is None:  # type: ignore[index]
            target[step] = value  # type: ignore[index]
    elif target.get(step) is None:
        target[step] = value
