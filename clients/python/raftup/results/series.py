"""Time series of single components of outputs, from several results of one model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from raftup._generated.session_pb2 import Variable
from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.base.names import matching
from raftup.results.layout import owner_names, targets_of
from raftup.results.recorded import Recorded, read_recorded

_COMPONENT = re.compile(r"(.+)\[(\w+)\]")
_STILL = 1e-12  # of the output's largest value: round-off of what does not move


@dataclass(frozen=True)
class Series:
    """Time series of one component of an output, from every result.

    Attributes:
        name: `carrier.displacement[heave]`, or the name of the output if it has one component.
        output: description of the output.
        component: index of the component.
        unit: unit of the component, as the server gives it.
        values: [rows] values of each result.
        durations: duration of the series of each result [s].
    """

    name: str
    output: str
    component: int
    unit: str
    values: tuple[FloatArray, ...]
    durations: tuple[float, ...]


def read_series(
    files: Sequence[Path], names: Sequence[str], start: float = 0.0, end: float | None = None
) -> list[Series]:
    """Reads time series from results; a name without component selects all that are not constant.

    Args:
        files: results of raftup.run(), at least one.
        names: names of outputs; `*` stands for any letters, and `[2]` or `[heave]` at the end
            selects one component; empty = all outputs.
        start: rows before this time are left out [s].
        end: rows after this time are left out [s]; None = the end of each result.

    Raises:
        RaftupError: BAD_FIELD if a file is not a result, if a name is not in every result, or if
            fewer than two rows lie within the times.
    """
    results = [read_recorded(file) for file in files]
    wanted = _wanted(names, results[0])
    found = []
    for output, component in wanted:
        parts = [
            _part(result, file, output, start, end)
            for result, file in zip(results, files, strict=True)
        ]
        labels = component_labels(results[0], output)
        places = range(len(labels)) if component is None else [_place(output, component, labels)]
        for place in places:
            values = tuple(values[:, place] for values, _ in parts)
            if component is None and not any(_moves(part, place) for part, _ in parts):
                continue
            name = f"{output}[{labels[place]}]" if len(labels) > 1 else output
            _require_finite(values, files, name)
            unit = unit_of(_variable(results[0], output).unit, place)
            durations = tuple(duration for _, duration in parts)
            found.append(Series(name, output, place, unit, values, durations))
    return found


def split_component(name: str) -> tuple[str, str | None]:
    """Splits `carrier.displacement[heave]` into output and component; None without a component."""
    match = _COMPONENT.fullmatch(name)
    return (match[1], match[2]) if match else (name, None)


def unit_of(unit: str, component: int) -> str:
    """Unit of one component of an output; `unit` is one for all or a list separated by commas."""
    units = [part.strip() for part in unit.split(",")]
    return units[component] if component < len(units) else units[-1]


def component_labels(result: Recorded, output: str) -> list[str]:
    """Names of the components of an output: dofs, axes, or their indices."""
    variable = _variable(result, output)
    names = owner_names(result.model)
    joints = [joint.name for joint in result.model.joints]
    (target,) = targets_of([Variable(name=output)], names, joints)
    labels = list(names.get(target.component, ()))[: variable.size]
    return labels if len(labels) == variable.size else [str(n) for n in range(variable.size)]


def _wanted(names: Sequence[str], result: Recorded) -> Iterator[tuple[str, str | None]]:
    known = list(result.columns.names)
    if not names:
        yield from ((name, None) for name in known)
    for name in names:
        output, component = (name, None) if name in known else split_component(name)
        yield from ((one, component) for one in matching([output], known, "OUTPUT"))


def _part(
    result: Recorded, file: Path, output: str, start: float, end: float | None
) -> tuple[FloatArray, float]:
    """Rows of an output between two times, and their duration [s]."""
    _variable(result, output, file)
    time = 1e-9 * result.time_ns
    inside = (time >= start - 1e-9) & (time <= (np.inf if end is None else end + 1e-9))
    if inside.sum() < 2:
        rule = f"must leave two rows or more of {file}, which has {time[0]:g} to {time[-1]:g} s"
        raise bad_field("--from, --to", rule)
    shown = time[inside]
    values = result.values[inside][:, result.columns.slices[output]]
    return values, float(shown[-1] - shown[0])


def _variable(result: Recorded, output: str, file: Path | None = None) -> Variable:
    for variable in result.columns.variables:
        if variable.name == output:
            return variable
    known = ", ".join(result.columns.names)
    where = "the results" if file is None else str(file)
    raise bad_field("OUTPUT", f"must be one of {where}, which has {known}; is {output!r}")


def _place(output: str, component: str, labels: Sequence[str]) -> int:
    if component in labels:
        return labels.index(component)
    if component.isdigit() and int(component) < len(labels):
        return int(component)
    rule = f"must be one of {', '.join(labels)} or 0 to {len(labels) - 1}, is {component!r}"
    raise bad_field(f"component of {output}", rule)


def _require_finite(values: Sequence[FloatArray], files: Sequence[Path], name: str) -> None:
    for one, file in zip(values, files, strict=True):
        if not np.isfinite(one).all():
            raise bad_field(str(file), f"must have finite numbers of {name}")


def _moves(values: FloatArray, place: int) -> bool:
    """Whether a component of an output [rows, size] varies by more than the rounding of the others.

    A component that is NaN throughout, which a joint does not have, does not vary.
    """
    known = values[:, place][np.isfinite(values[:, place])]
    largest = float(np.nanmax(np.abs(values), initial=0.0))
    return bool(len(known)) and bool(np.ptp(known) > _STILL * largest)
