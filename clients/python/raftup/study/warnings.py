"""What cases of a study warn of: which finding of which case, and the worst case of each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xarray as xr

from raftup._generated.finding_pb2 import Finding, Severity
from raftup.base.arrays import FloatArray
from raftup.base.files import write_whole
from raftup.study.places import place_text
from raftup.study.store import CaseResult, CaseWarning, names_of_warnings

_FILE = "warnings.json"
WARNING_NAMES = {"finding", "warnings", "warning_value"}
"""That a study has beside its statistics where cases warn."""

_SMALLER_IS_WORSE = {"short_duration", "gap_narrowed"}
"""Findings whose measure is too small; of others it is too large in amount."""


def warnings_of(findings: Iterable[Finding]) -> dict[str, CaseWarning]:
    """The findings that warn by their names, of several with one name the worst."""
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
    """Greater is worse, among findings of one name."""
    return -value if name in _SMALLER_IS_WORSE else abs(value)


@dataclass(frozen=True)
class _Example:
    slot: int
    warning: CaseWarning


class WarningExamples:
    """One message for each name of a finding in a folder: of the worst case, then the first."""

    def __init__(self, folder: Path) -> None:
        """Reads what earlier runs have found there."""
        self._file = folder / _FILE
        self._found = _read(folder)

    def add(self, results: Sequence[CaseResult]) -> None:
        """Keeps what is worse in some results.

        Raises:
            OSError: where the file cannot be written.
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
    """A finding and the cases that it is of.

    Attributes:
        name: of the finding.
        count: of cases.
        message: of the worst of them; empty where none was kept.
        worst: where that lies on the axes, `hs 2, seed 3 (case 40439da7)`.
    """

    name: str
    count: int
    message: str
    worst: str


def warning_variables(warning: xr.Variable, values: xr.Variable | None) -> dict[str, xr.Variable]:
    """`warnings` and `warning_value` over the axes and `finding`; none where no case warns.

    Args:
        warning: over the axes: names of the findings of each case.
        values: over the axes and the places among those names: their measures; None = not kept.

    Returns:
        With `finding`, the names.
    """
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
    """Findings that warn by how many cases have them, most first.

    Args:
        dataset: of the study.
        folder: of the study.
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
    """The case that warns most, the first of several."""
    badness = [
        -np.inf if not here else _badness(name, value if np.isfinite(value) else 0.0)
        for here, value in zip(warns, values, strict=True)
    ]
    return int(np.argmax(badness))


def warning_lines(dataset: xr.Dataset, folder: Path) -> list[str]:
    """What a terminal says of them: `12 of 36 cases warn`, then each finding. Nothing of none."""
    found = warned_cases(dataset, folder)
    if not found:
        return []
    head = f"{dataset.attrs['cases_warned']} of {dataset.status.size} cases warn"
    return [head, *map(_line, found)]


def _line(one: Warned) -> str:
    said = f": {one.message}" if one.message else ""
    return f"{one.count} {one.name}{said}; worst: {one.worst}"
