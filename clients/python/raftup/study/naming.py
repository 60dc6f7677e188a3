"""What is wrong with a model, said by the names that a study has for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from raftup.base.errors import Violation
from raftup.study.axes import Axis
from raftup.study.specification import StudySpecification

_MODEL_PARTS = {"statistics.": "", "integration.duration": "duration"}
"""Names of the study for what it writes into the model."""

_OUTPUT = re.compile(r"outputs\[([0-9]+)\]")
_SAID_TWICE = "statistics.outputs["  # are the model's outputs, which are judged too


def named_in_study(
    violations: Sequence[Violation], specification: StudySpecification
) -> list[Violation]:
    """Violations of the model, under the study's own names for what it writes into the model."""
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
    """What an axis's values at one place break, as violations of the axis."""
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
    """What an axis's values break; what all of them break, such as a wrong path, is said once.

    Args:
        axis: of the study.
        broken: for each of its places.
        known: what is wrong without the axis.
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
