"""Violations of a model, converted to the names that a study uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from raftup.base.errors import Violation
from raftup.study.axes import Axis
from raftup.study.specification import StudySpecification

_MODEL_PARTS = {"statistics.": "", "integration.duration": "duration"}
"""Names in the study of the fields that it writes in the model."""

_OUTPUT = re.compile(r"outputs\[([0-9]+)\]")
_SAID_TWICE = "statistics.outputs["  # are the model's outputs, which are judged too


def named_in_study(
    violations: Sequence[Violation], specification: StudySpecification
) -> list[Violation]:
    """Converts violations of the model to the names of the study for the fields that it writes."""
    of_outputs = any(_OUTPUT.fullmatch(one.path) for one in violations)
    return [
        Violation(_field(one.path, specification), one.description)
        for one in violations
        if not (of_outputs and one.path.startswith(_SAID_TWICE))
    ]


def _field(path: str, specification: StudySpecification) -> str:
    for part, name in _MODEL_PARTS.items():
        if path.startswith(part):
            return name + path.removeprefix(part)
    match = _OUTPUT.fullmatch(path)
    outputs = specification.model.get("outputs", [])
    if match is not None and int(match[1]) < len(outputs):
        output = outputs[int(match[1])]
        for field in ("fatigue", "extremes"):
            asked = [entry.output for entry in getattr(specification, field)]
            if output in asked:
                return f"{field}[{asked.index(output)}].output"
    return path


def at_place(
    axis: Axis, place: int, violations: Sequence[Violation], known: Mapping[Violation, None]
) -> list[Violation]:
    """Converts violations caused by an axis's values at one place to violations of the axis."""
    values = {name: values[place] for name, values in axis.values.items()}
    where = f"axes.{axis.name}, place {place}, {values}"
    return [
        Violation(where, f"{violation.path} {violation.description}")
        for violation in violations
        if violation not in known
    ]


def at_places(
    axis: Axis, broken: Iterable[Sequence[Violation]], known: Mapping[Violation, None]
) -> list[Violation]:
    """Violations caused by the values of an axis; those of all places are reported once.

    Args:
        axis: axis of the study.
        broken: violations for each of its places.
        known: violations without the axis, which are left out.
    """
    places: dict[Violation, list[int]] = {}
    for place, violations in enumerate(broken):
        for violation in violations:
            if violation not in known:
                places.setdefault(violation, []).append(place)
    found: list[Violation] = []
    for violation, where in places.items():
        if len(where) == len(axis) > 1:
            found.append(
                Violation(f"axes.{axis.name}", f"{violation.path} {violation.description}")
            )
        else:
            found += [one for place in where for one in at_place(axis, place, [violation], known)]
    return found
