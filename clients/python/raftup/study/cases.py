"""Cases of a study: one for each combination of places on its axes."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.errors import ModelError, StudyError, Violation
from raftup.base.version import __version__
from raftup.model import Model
from raftup.model.load import catalogue_references, is_file_name
from raftup.model.variants import ModelVariants
from raftup.study.specification import WEIBULL_MAXIMUM, StudySpecification

_CONTENT = "raftup.study 2"  # changes when the same content gives other numbers


@dataclass(frozen=True)
class Case:
    """One simulation of a study.

    Attributes:
        slot: row of the case in the store.
        key: SHA-256 digest of the content of the case.
        overrides: values that replace those of the study's model, by path.
    """

    slot: int
    key: bytes
    overrides: dict[str, Any]


class Cases:
    """All cases of a study, each made only when needed, since there may be a hundred thousand.

    Attributes:
        shape: number of places on every axis.
        digests: SHA-256 digests of the databases in use, by their files; filled by keys().
    """

    def __init__(self, specification: StudySpecification) -> None:
        self._specification = specification
        self.digests: dict[str, str] = {}
        self.shape = tuple(len(axis) for axis in specification.axes)
        self._derivation = _derivation(specification)
        self._models = ModelVariants(specification.model)

    def __len__(self) -> int:
        return math.prod(self.shape)

    def overrides(self, index: int) -> dict[str, Any]:
        """Values that replace those of the model in a case, by path.

        Args:
            index: number of the case, from 0, with the last axis changing fastest.
        """
        places = np.unravel_index(index, self.shape) if self.shape else ()
        values: dict[str, Any] = {}
        for axis, place in zip(self._specification.axes, places, strict=True):
            values |= axis.overrides(int(place))
        return values

    def name(self, index: int) -> str:
        """Text that identifies a case: its number, from 0, and the values of the axes."""
        places = np.unravel_index(index, self.shape) if self.shape else ()
        values = {
            coordinate: column[int(place)]
            for axis, place in zip(self._specification.axes, places, strict=True)
            for coordinate, column in axis.values.items()
        }
        return f"case {index} of {len(self)}, {values}"

    def model(self, index: int) -> Model:
        """The model of a case; databases are named by their files.

        Raises:
            ModelError: if the values of several axes contradict each other.
        """
        return case_model(self._models, self.overrides(index))

    def keys(self) -> list[bytes]:
        """The keys of all cases, in order.

        Raises:
            StudyError: with every case whose values contradict each other.
        """
        keys: list[bytes] = []
        violations = []
        for index in range(len(self)):
            try:
                keys.append(self._key(index))
            except ModelError as error:
                violations += [
                    Violation(self.name(index), str(violation)) for violation in error.violations
                ]
        if violations:
            raise StudyError(violations)
        return keys

    def _key(self, index: int) -> bytes:
        """SHA-256 digest of everything that determines the results of a case."""
        model = self.model(index)
        for reference in catalogue_references(model):
            if is_file_name(reference.name):
                reference.rename(self._file_digest(reference.name))
        digest = hashlib.sha256(self._derivation)
        digest.update(model.SerializeToString(deterministic=True))
        return digest.digest()

    def _file_digest(self, file: str) -> str:
        if file not in self.digests:
            self.digests[file] = hashlib.sha256(Path(file).read_bytes()).hexdigest()
        return self.digests[file]


def case_model(models: ModelVariants, overrides: Mapping[str, Any]) -> Model:
    """The model of a case; databases are named by their files.

    Args:
        models: variants of the model of the study.
        overrides: values of the case, by path.

    Raises:
        ModelError: if the values of several axes contradict each other.
    """
    read = models.read(overrides)
    if read.violations:
        raise ModelError(read.violations)
    return read.model


def _derivation(specification: StudySpecification) -> bytes:
    """The settings besides the model that determine the stored results."""
    extremes = [asdict(entry) for entry in specification.extremes]
    asks = WEIBULL_MAXIMUM in specification.statistics or bool(extremes)
    confidence = specification.confidence if asks else None
    document = {
        "content": _CONTENT,
        "version": __version__,
        "statistics": specification.statistics,
        "fatigue": [detail.to_document() for detail in specification.fatigue],
        "confidence": confidence,
        **({"extremes": extremes} if extremes else {}),
    }
    return json.dumps(document, sort_keys=True).encode()
