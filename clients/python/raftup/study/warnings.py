"""Findings of severity warning in the cases of a study, and the worst case of each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from raftup._generated.finding_pb2 import Finding, Severity
from raftup.base.arrays import FloatArray
from raftup.base.files import write_whole
from raftup.study.places import place_text
from raftup.study.store import CaseResult, CaseWarning, names_of_warnings

if TYPE_CHECKING:
    import xarray as xr

_FILE = "warnings.json"
WARNING_NAMES = {"finding", "warnings", "warning_value"}
"""Names of the variables of a study whose cases have findings of severity warning."""

_SMALLER_IS_WORSE = {"short_duration", "gap_narrowed"}
"""Findings whose number is too small; the number of all others is too large in magnitude."""


def warnings_of(findings: Iterable[Finding]) -> dict[str, CaseWarning]:
    """The findings of severity warning by name; of several with one name the worst."""
    found: dict[str, CaseWarning] = {}
    for finding in findings:
        if finding.severity < Severity.SEVERITY_WARNING:
            continue
        one = CaseWarning(finding.message, finding.value)
        before = found.get(finding.name)
        if before is None or _badness(finding.name, one.value) > _badness(
            finding.name, before.value
        ):
            found[finding.name] = one
    return found


def _badness(name: str, value: float) -> float:
    """Measure by which findings of one name are compared; larger is worse."""
    return -value if name in _SMALLER_IS_WORSE else abs(value)


@dataclass(frozen=True)
class _Example:
    slot: int
    warning: CaseWarning


class WarningExamples:
    """One message for each name of a finding in a folder: of the worst case, then of the first."""

    def __init__(self, folder: Path) -> None:
        """Reads the messages that earlier runs have stored in the folder."""
        self._file = folder / _FILE
        self._found = _read(folder)

    def add(self, results: Sequence[CaseResult]) -> None:
        """Stores the messages of results that are worse than those stored.

        Raises:
            OSError: if the file cannot be written.
        """
        before = dict(self._found)
        for result in results:
            for name, warning in result.warnings.items():
                known = self._found.get(name)
                if known is None or self._rank(name, known) < self._rank(
                    name, _Example(result.slot, warning)
                ):
                    self._found[name] = _Example(result.slot, warning)
        if self._found != before:
            ordered = {
                name: [one.slot, one.warning.message, one.warning.value]
                for name, one in sorted(self._found.items())
            }
            write_whole(self._file, json.dumps(ordered, indent=1).encode())

    @staticmethod
    def _rank(name: str, one: _Example) -> tuple[float, int]:
        return _badness(name, one.warning.value), -one.slot


def _read(folder: Path) -> dict[str, _Example]:
    try:
        document = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        return {
            str(name): _Example(int(slot), CaseWarning(str(text), float(*(value or [0.0]))))
            for name, (slot, text, *value) in document.items()
        }
    except (FileNotFoundError, ValueError, AttributeError, TypeError):
        return {}  # examples are beside the numbers: without them the names are left


@dataclass(frozen=True)
class Warned:
    """A finding of severity warning, and the cases that have it.

    Attributes:
        name: name of the finding.
        count: number of cases.
        message: message of the worst case; empty if none is stored.
        worst: place of the worst case on the axes, such as `hs 2, seed 3 (case 40439da7)`.
    """

    name: str
    count: int
    message: str
    worst: str


def warning_variables(warning: xr.Variable, values: xr.Variable | None) -> dict[str, xr.Variable]:
    """`warnings` and `warning_value` over the axes and `finding`; none if no case has findings.

    Args:
        warning: names of the findings of each case, over the axes.
        values: numbers of these findings, over the axes and their order; None = not stored.

    Returns:
        The variables, and `finding` with the names.
    """
    import xarray as xr  # takes half a second, and workers need no datasets

    of_cases = [names_of_warnings(str(text)) for text in warning.values.ravel()]
    names = sorted({name for found in of_cases for name in found})
    if not names:
        return {}
    warns = np.zeros((len(of_cases), len(names)), dtype=np.int8)
    measures = np.full(warns.shape, np.nan)
    kept = None if values is None else values.values.reshape(len(of_cases), -1)
    for case, found in enumerate(of_cases):
        for place, name in enumerate(found):
            warns[case, names.index(name)] = 1
            if kept is not None and place < kept.shape[1]:
                measures[case, names.index(name)] = kept[case, place]
    shape, dimensions = (*warning.shape, len(names)), (*warning.dims, "finding")
    return {
        "finding": xr.Variable(("finding",), np.array(names, dtype=object)),
        "warnings": xr.Variable(
            dimensions, warns.reshape(shape), {"long_name": "1 where a case warns of a finding"}
        ),
        "warning_value": xr.Variable(
            dimensions,
            measures.reshape(shape),
            {"long_name": "measure of the finding, NaN where the case does not warn of it"},
        ),
    }


def warned_cases(dataset: xr.Dataset, folder: Path) -> list[Warned]:
    """Findings of severity warning with the number of cases that have them, most frequent first.

    Args:
        dataset: results of the study.
        folder: folder of the study.
    """
    if "warnings" not in dataset:
        return []  # none, or of an older version
    examples = _read(folder)
    names = [str(name) for name in dataset.finding.values]
    warns = dataset.warnings.values.reshape(-1, len(names)).astype(bool)
    values = dataset.warning_value.values.reshape(-1, len(names))
    found = [
        Warned(
            name,
            int(warns[:, place].sum()),
            examples[name].warning.message if name in examples else "",
            place_text(dataset, _worst(name, warns[:, place], values[:, place])),
        )
        for place, name in enumerate(names)
    ]
    return sorted(found, key=lambda one: -one.count)


def _worst(name: str, warns: FloatArray, values: FloatArray) -> int:
    """Index of the case with the worst value of a finding, the first of several."""
    badness = [
        -np.inf if not here else _badness(name, value if np.isfinite(value) else 0.0)
        for here, value in zip(warns, values, strict=True)
    ]
    return int(np.argmax(badness))


def warning_lines(dataset: xr.Dataset, folder: Path) -> list[str]:
    """Lines for a terminal: `12 of 36 cases warn`, then each finding; none without findings."""
    found = warned_cases(dataset, folder)
    if not found:
        return []
    head = f"{dataset.attrs['cases_warned']} of {dataset.status.size} cases warn"
    return [head, *map(_line, found)]


def _line(one: Warned) -> str:
    said = f": {one.message}" if one.message else ""
    return f"{one.count} {one.name}{said}; worst: {one.worst}"
