"""Extremes of the sea states of a study, from the maxima of their seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import xarray as xr

from raftup._generated.session_pb2 import Variable
from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.base.names import matching
from raftup.extremes.estimate import (
    METHODS_OF_MAXIMA,
    SIDES,
    Estimate,
    Question,
    Record,
    estimate_extreme,
)
from raftup.model import Model
from raftup.model.convert import fill_message
from raftup.plots.motions import in_degrees
from raftup.results.layout import owner_names, targets_of
from raftup.results.series import split_component, unit_of
from raftup.study.dataset import read_dataset
from raftup.study.places import place_text
from raftup.study.record import read_record
from raftup.study.roles import roles_of
from raftup.study.specification import ExtremeEntry, StudySpecification

_STATISTIC = {"max": "max", "min": "min"}


@dataclass(frozen=True)
class StateExtreme:
    """Extreme value of one component of an output in one sea state.

    Attributes:
        name: name of the component, such as `carrier.displacement[heave]`.
        unit: unit of the component.
        side: max or min.
        state: values of all axes except that of the seed.
        estimate: extreme value with its interval.
        confidence: probability of the interval.
    """

    COLUMNS: ClassVar = ("output", "unit", "", "sea state", "expected", "interval", "seeds")

    name: str
    unit: str
    side: str
    state: dict[str, Any]
    estimate: Estimate
    confidence: float

    def row(self) -> tuple[str, ...]:
        """The extreme as a row of a table, in the order of COLUMNS; angles in degrees."""
        one = self.estimate
        shown, unit = in_degrees(np.array([one.value, one.low, one.high]), self.unit)
        known = bool(np.isfinite(one.value))
        state = ", ".join(f"{name} {value}" for name, value in self.state.items())
        texts = [f"{number:.4g}" for number in shown]
        interval = f"{texts[1]} to {texts[2]}" if known else ""
        value = texts[0] if known else "none"
        return (self.name, unit, self.side, state, value, interval, str(len(one.heights)))

    def document(self) -> dict[str, Any]:
        """The extreme as plain values, in SI units."""
        one = self.estimate
        numbers = {"value": one.value, "low": one.low, "high": one.high}
        return {
            "name": self.name,
            "unit": self.unit,
            "side": self.side,
            "state": self.state,
            **{name: value if np.isfinite(value) else None for name, value in numbers.items()},
            "confidence": self.confidence,
            "sample_count": len(one.heights),
            "reason": one.reason or None,
        }


def extremes_over_seeds(
    folder: Path, names: Sequence[str], question: Question, sides: Sequence[str]
) -> list[StateExtreme]:
    """Extremes of every sea state, from the largest or smallest values of its seeds.

    Args:
        folder: folder of a study whose statistics contain max, or min for smallest values.
        names: names of its outputs; `*` stands for any letters, a component may follow; empty =
            all.
        question: method and duration; the method must be one of maxima.
        sides: any of SIDES.

    Raises:
        RaftupError: BAD_FIELD for another method, for a study without seeds or without the
            statistic, and for an unknown name.
    """
    if question.method not in METHODS_OF_MAXIMA:
        rule = f"must be {' or '.join(METHODS_OF_MAXIMA)} of a study, which keeps no peaks"
        raise bad_field("--method", f"{rule} but by its key `extremes`; is {question.method!r}")
    specification = read_record(folder).specification
    dataset = read_dataset(folder)
    found: list[StateExtreme] = []
    for name, component in _wanted(names, specification):
        for side in sides:
            values = _values(dataset, specification, name, _STATISTIC[side])
            for label, unit, numbers in _numbers(values, component, name):
                found += over_seeds(dataset, specification, numbers, question, side, label, unit)
    return found


def over_seeds(
    dataset: xr.Dataset,
    specification: StudySpecification,
    maxima: xr.DataArray,
    question: Question,
    side: str,
    name: str,
    unit: str,
) -> Iterator[StateExtreme]:
    """Yields the extreme for every place on the axes except that of the seed.

    Args:
        dataset: results of the study.
        specification: specification of the study.
        maxima: maxima of one component over the axes; for smallest values minima.
        question: method and duration; the method must be one of maxima.
        side: max or min.
        name: name of the component.
        unit: unit of the component.

    Raises:
        RaftupError: BAD_FIELD for a study without seeds.
    """
    seed = roles_of(specification).get("seed")
    if seed is None:
        raise bad_field(
            "axes", "must have one of seeds, over which largest values differ by chance"
        )
    others = [axis for axis in dataset.status.dims if axis != seed.axis]
    maxima = maxima.transpose(*others, seed.axis)
    durations = dataset.sample_duration.transpose(*others, seed.axis)
    for place in np.ndindex(*maxima.shape[:-1]):
        row: FloatArray = maxima.values[place]
        known = np.isfinite(row)
        records = [
            Record(np.array([value]), float(duration), 0.0)
            for value, duration in zip(row[known], durations.values[place][known], strict=True)
        ]
        at = dict(zip(others, place, strict=True))
        answer = estimate_extreme(records, question, side)
        state = _state(dataset, at)
        yield StateExtreme(name, unit, side, state, answer, question.confidence)


def severest_extreme(
    dataset: xr.Dataset, specification: StudySpecification, entry: ExtremeEntry, side: str
) -> tuple[float, float, float, float, str] | None:
    """The largest or smallest extreme of all cases, or of all sea states for methods of maxima.

    Args:
        dataset: results of the study.
        specification: specification of the study.
        entry: question about extremes in the study.
        side: max or min.

    Returns:
        Value, ends of its interval, the observed value, and the place; None if there is no result.
    """
    at = {"extreme": entry.name, "side": side}
    observed = dataset.extreme_observed.sel(at)
    if entry.method in METHODS_OF_MAXIMA:
        question = entry.question(specification.confidence)
        found = over_seeds(dataset, specification, observed, question, side, entry.name, "")
        states = [one for one in found if np.isfinite(one.estimate.value)]
        if not states:
            return None
        one = max(states, key=lambda state: SIDES[side] * state.estimate.value)
        where = ", ".join(f"{name} {value}" for name, value in one.state.items())
        estimate = one.estimate
        largest = SIDES[side] * float(estimate.heights.max())
        return estimate.value, estimate.low, estimate.high, largest, where
    values = (SIDES[side] * dataset.extreme_value.sel(at)).values.ravel()
    if not np.isfinite(values).any():
        return None
    place = int(np.nanargmax(values))
    low, high = (dataset[f"extreme_{end}"].sel(at).values.ravel()[place] for end in ("low", "high"))
    there = float(observed.values.ravel()[place])
    where = place_text(dataset, place)
    return SIDES[side] * float(values[place]), float(low), float(high), there, where


def _state(dataset: xr.Dataset, at: dict[Any, int]) -> dict[str, Any]:
    """Coordinates of a place on the axes, by name."""
    found = {}
    for axis, place in at.items():
        for name, values in dataset.coords.items():
            if values.dims == (axis,) and not str(name).startswith("probability_"):
                found[str(name)] = values.values[place].item()
    return found


def _wanted(
    names: Sequence[str], specification: StudySpecification
) -> Iterator[tuple[str, str | None]]:
    known = specification.outputs
    for name in names or known:
        output, component = (name, None) if name in known else split_component(name)
        for one in matching([output], known, "OUTPUT"):
            if one not in known:
                rule = f"must be an output of the study, {', '.join(known)}, is {one!r}"
                raise bad_field("OUTPUT", rule)
            yield one, component


def _values(
    dataset: xr.Dataset, specification: StudySpecification, output: str, statistic: str
) -> xr.DataArray:
    """A statistic of one output over the axes and the components of the output."""
    model = Model()
    fill_message(model, specification.model)
    variables = [Variable(name=name) for name in specification.outputs]
    joints = [joint.name for joint in model.joints]
    targets = targets_of(variables, owner_names(model), joints)
    target = targets[specification.outputs.index(output)]
    name = f"{target.name}_{statistic}"
    if name not in dataset:
        names = ", ".join(specification.statistics)
        rule = f"must have {statistic} for largest or smallest values, has {names}"
        raise bad_field("statistics", rule)
    values = dataset[name]
    return values.isel({target.owner: target.index}) if target.owner else values


def _numbers(
    values: xr.DataArray, component: str | None, output: str
) -> Iterator[tuple[str, str, xr.DataArray]]:
    """Yields name, unit and values over the axes for every component of an output, or for one.

    Constant components are left out unless one is requested.
    """
    unit = str(values.attrs.get("units", ""))
    own = [name for name in values.dims if name not in _axes(values)]
    if not own:
        yield output, unit, values
        return
    labels = [str(label) for label in values[own[0]].values]
    places = range(len(labels))
    if component is not None:
        if component not in labels and not (component.isdigit() and int(component) < len(labels)):
            rule = f"must be one of {', '.join(labels)}, is {component!r}"
            raise bad_field(f"component of {output}", rule)
        place = labels.index(component) if component in labels else int(component)
        places = range(place, place + 1)
    for place in places:
        one = values.isel({own[0]: place})
        if component is None and not np.nanmax(np.abs(one.values), initial=0.0) > 0.0:
            continue
        yield f"{output}[{labels[place]}]", unit_of(unit, place), one


def _axes(values: xr.DataArray) -> list[Any]:
    """Dimensions of the study's axes: all except the components of an output, which come last."""
    components = ("dof", "xyz", "wxyz", "free_dof", "held")
    return [
        name
        for name in values.dims
        if name not in components and not str(name).endswith(("_component", ".component"))
    ]
