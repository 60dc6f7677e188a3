"""Assignment of the statistics of a case to the variables of a study."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from raftup._generated.model_pb2 import Model
from raftup._generated.session_pb2 import Variable
from raftup.base.arrays import FloatArray
from raftup.extremes.estimate import SIDES
from raftup.remote.rows import Columns, Rows
from raftup.results import ResultLayout
from raftup.study.specification import WEIBULL_MAXIMUM, StudySpecification

Measures: TypeAlias = Mapping[str, FloatArray]
"""Results of one case: by statistic the numbers of all outputs, or the values named in SCALARS."""

WEIBULL_PARTS = (WEIBULL_MAXIMUM, f"{WEIBULL_MAXIMUM}_low", f"{WEIBULL_MAXIMUM}_high")
"""Names of the most probable maximum and of the ends of its confidence interval."""

EQUIVALENT_LOAD = "damage_equivalent_load"
"""Name of the variable of equivalent loads of a case."""

EXTREME_PARTS = {
    "extreme_value": "to expect, by the peaks of the case; none of methods over seeds",
    "extreme_low": "end of its interval",
    "extreme_high": "end of its interval",
    "extreme_observed": "largest or smallest value of the case",
}
"""Names of the variables of extremes, with their meanings."""

_WITHOUT_UNIT = ("skewness", "kurtosis", "up_crossings")


@dataclass(frozen=True)
class StudyVariable:
    """One variable of a study, which every case has.

    Attributes:
        name: name in the study.
        dimensions: dimensions after those of the axes.
        shape: shape of the values of one case.
        units: unit as the server gives it.
        description: meaning of the variable in words.
    """

    name: str
    dimensions: tuple[str, ...]
    shape: tuple[int, ...]
    units: str
    description: str


class StudyLayout:
    """Variables of a study, and the assignment of the results of a case to them.

    Attributes:
        coordinates: labels of the dimensions after those of the axes.
        variables: the variables in order.
    """

    def __init__(
        self, specification: StudySpecification, model: Model, outputs: Sequence[Variable]
    ) -> None:
        """Makes the variables.

        Args:
            specification: specification of the study, which selects the statistics.
            model: model with the value of every default.
            outputs: descriptions of the outputs of the statistics by the server.
        """
        self._columns = Columns.of(outputs)
        self._results = ResultLayout(model, self._columns)
        self._statistics = stored_statistics(specification)
        self.coordinates: dict[str, tuple[str, ...]] = {
            **self._results.coordinates,
            "limit": tuple(limit.name for limit in model.statistics.limits),
            "fatigue_curve": tuple(one.name for one in specification.fatigue if not one.is_load),
        }
        loads = tuple(one.name for one in specification.fatigue if one.is_load)
        extremes = tuple(entry.name for entry in specification.extremes)
        # a study without these variables keeps its existing table
        self.coordinates |= {"fatigue_load": loads} if loads else {}
        self.coordinates |= {"extreme": extremes, "side": tuple(SIDES)} if extremes else {}
        self.variables = (*self._of_outputs(), *self._of_cases())

    @property
    def width(self) -> int:
        """Total number of components of the outputs."""
        return self._columns.width

    def _of_outputs(self) -> Iterator[StudyVariable]:
        for variable in self._results.variables:
            for statistic in self._statistics:
                yield StudyVariable(
                    f"{variable.name}_{statistic}",
                    variable.dimensions,
                    variable.shape,
                    "1" if statistic in _WITHOUT_UNIT else variable.units,
                    f"{statistic.replace('_', ' ')} of: {variable.description}",
                )

    def _of_cases(self) -> Iterator[StudyVariable]:
        limits, curves = (len(self.coordinates[name]) for name in ("limit", "fatigue_curve"))
        yield StudyVariable("sample_duration", (), (), "s", "simulated time that counts")
        if limits:
            shape = (("limit",), (limits,))
            yield StudyVariable("exceeded_duration", *shape, "s", "time beyond the limit")
            yield StudyVariable("exceedance_count", *shape, "1", "how often that began")
        if curves:
            yield StudyVariable(
                "fatigue_damage", ("fatigue_curve",), (curves,), "1", "Miner's sum of a case"
            )
        if "fatigue_load" in self.coordinates:
            loads = len(self.coordinates["fatigue_load"])
            units = "that of the output, times the scale"
            text = "damage-equivalent load of a case"
            yield StudyVariable(EQUIVALENT_LOAD, ("fatigue_load",), (loads,), units, text)
        if "extreme" in self.coordinates:
            sides = (len(self.coordinates["extreme"]), len(SIDES))
            for name, text in EXTREME_PARTS.items():
                yield StudyVariable(name, ("extreme", "side"), sides, "that of the output", text)

    def blocks(self, cases: Sequence[Measures]) -> Iterator[tuple[str, FloatArray]]:
        """Yields name and values [cases, *shape] of every variable for some cases."""
        for statistic in self._statistics:
            values = np.array([measures[statistic] for measures in cases])
            rows = Rows(np.zeros(len(cases), dtype=np.int64), values, self._columns)
            for variable in self._results.variables:
                yield f"{variable.name}_{statistic}", variable.values(rows)
        for described in self._of_cases():
            yield described.name, np.array([measures[described.name] for measures in cases])


def stored_statistics(specification: StudySpecification) -> tuple[str, ...]:
    """Names of the statistics that are stored for every output."""
    return tuple(
        part
        for statistic in specification.statistics
        for part in (WEIBULL_PARTS if statistic == WEIBULL_MAXIMUM else (statistic,))
    )
