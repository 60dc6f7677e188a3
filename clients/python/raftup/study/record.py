"""The file study.json of a folder, with which the study can be opened, continued and repeated."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.arrays import IntegerArray
from raftup.base.errors import RaftupError
from raftup.base.files import write_whole
from raftup.base.version import __version__
from raftup.study.specification import StudySpecification

_FILE = "study.json"


@dataclass(frozen=True)
class StudyRecord:
    """The last study that was run in a folder.

    Attributes:
        specification: specification with the radiation memory that was chosen.
        asked: hydrodynamic groups of the model as the study gave them.
        trials: trials of radiation memories, the chosen one first; empty if the study names the
            form.
        table: folder with the statistics of these and other cases.
        runs: slots of the cases in that table, in their order: first slot and number of each
            sequence of consecutive slots.
        coordinates: labels of the dimensions after those of the axes.
        digests: SHA-256 digests of the databases, by file.
        version: version of raftup.
    """

    specification: StudySpecification
    asked: Any
    trials: list[dict[str, Any]]
    table: str
    runs: Sequence[tuple[int, int]]
    coordinates: Mapping[str, list[str]]
    digests: Mapping[str, str]
    version: str = __version__

    def slots(self) -> IntegerArray:
        """Slots of the cases in the store [cases]."""
        parts = [np.arange(first, first + count) for first, count in self.runs]
        return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)

    def write(self, folder: Path) -> None:
        """Writes this record to the folder.

        Raises:
            OSError: if that fails; the old record remains.
        """
        document = {**self.__dict__, "specification": self.specification.to_document()}
        write_whole(folder / _FILE, json.dumps(document, indent=1).encode())


def runs_of(slots: IntegerArray) -> list[tuple[int, int]]:
    """First number and length of each sequence of consecutive numbers."""
    starts = np.flatnonzero(np.diff(slots, prepend=-2) != 1)
    counts = np.diff(np.append(starts, len(slots)))
    return [(int(slots[start]), int(count)) for start, count in zip(starts, counts, strict=True)]


def read_record(folder: Path) -> StudyRecord:
    """Reads the record of a folder.

    Raises:
        RaftupError: if there is none, or another version has written it.
    """
    try:
        document = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        specification = StudySpecification.from_document(document.pop("specification"))
        return StudyRecord(specification, **document)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise RaftupError(
            f"{folder} must be the folder of a study: it has no {_FILE}", code="INVALID_ARGUMENT"
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RaftupError(
            f"{folder / _FILE} must be what this version writes, is not: {error!r}; the same study "
            "run again in its folder writes it anew",
            code="INVALID_ARGUMENT",
        ) from error
