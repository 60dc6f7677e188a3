"""What cases of a study warn of: which finding of which case in the store, one example of each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xarray as xr

from raftup._generated.finding_pb2 import Finding, Severity
from raftup.base.files import write_whole
from raftup.study.store import CaseResult

_FILE = "warnings.json"
_SEPARATOR = ", "


def warnings_of(findings: Iterable[Finding]) -> dict[str, str]:
    """Messages by the names of the findings that warn; the first one of a name."""
    found: dict[str, str] = {}
    for finding in findings:
        if finding.severity >= Severity.SEVERITY_WARNING:
            found.setdefault(finding.name, finding.message)
    return found


class WarningExamples:
    """One message for each name of a finding in a folder: of the first case by its slot."""

    def __init__(self, folder: Path) -> None:
        """Reads what earlier runs have found there."""
        self._file = folder / _FILE
        self._found = _read(folder)

    def add(self, results: Sequence[CaseResult]) -> None:
        """Keeps what is new in some results.

        Raises:
            OSError: where the file cannot be written.
        """
        before = dict(self._found)
        for result in results:
            for name, message in result.warnings.items():
                if name not in self._found or result.slot < self._found[name][0]:
                    self._found[name] = (result.slot, message)
        if self._found != before:
            ordered = {name: list(self._found[name]) for name in sorted(self._found)}
            write_whole(self._file, json.dumps(ordered, indent=1).encode())


def _read(folder: Path) -> dict[str, tuple[int, str]]:
    try:
        document = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        return {str(name): (int(slot), str(text)) for name, (slot, text) in document.items()}
    except (FileNotFoundError, ValueError, AttributeError, TypeError):
        return {}  # examples are beside the numbers: without them the names are left


@dataclass(frozen=True)
class Warned:
    """A finding and the cases that it is of.

    Attributes:
        name: of the finding.
        count: of cases.
        message: of one of them; empty where none was kept.
    """

    name: str
    count: int
    message: str


def warned_cases(dataset: xr.Dataset, folder: Path) -> list[Warned]:
    """Findings that warn by how many cases have them, most first.

    Args:
        dataset: of the study; `warning` holds the names of the findings of each case.
        folder: of the study.
    """
    if "warning" not in dataset:
        return []  # of an older version
    examples = _read(folder)
    texts = [str(text) for text in dataset.warning.values.ravel() if text]
    names, counts = np.unique(
        [name for text in texts for name in text.split(_SEPARATOR)], return_counts=True
    )
    found = [
        Warned(str(name), int(count), examples.get(str(name), (0, ""))[1])
        for name, count in zip(names, counts, strict=True)
    ]
    return sorted(found, key=lambda one: -one.count)


def warning_lines(dataset: xr.Dataset, folder: Path) -> list[str]:
    """What a terminal says of them: `12 of 36 cases warn`, then each finding. Nothing of none."""
    found = warned_cases(dataset, folder)
    if not found:
        return []
    head = f"{dataset.attrs['cases_warned']} of {dataset.status.size} cases warn"
    return [head, *(f"{one.count} {one.name}: {one.message}" for one in found)]
