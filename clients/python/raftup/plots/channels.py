"""Channels: single components of outputs over time, selected by name."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xarray as xr

from raftup.base.arrays import BooleanArray, FloatArray
from raftup.base.errors import bad_field
from raftup.base.names import matching, refuse_unknown
from raftup.plots.motions import in_degrees
from raftup.remote.coefficients import DOFS
from raftup.results.outputs import RecordedOutput, recorded_outputs

USUAL = "*.displacement"
"""Outputs that are selected by default if a result has them."""


@dataclass(frozen=True)
class Channel:
    """One component of an output of one run.

    Attributes:
        run: name of the run, from the name of its file.
        owner: `carrier` in `carrier.displacement`.
        quantity: `displacement`.
        component: `heave`; empty for an output with one component.
        unit: unit of the values; angles are in degrees.
        meaning: meaning in words.
        time: [n] s.
        values: [n].
    """

    run: str
    owner: str
    quantity: str
    component: str
    unit: str
    meaning: str
    time: FloatArray
    values: FloatArray

    @property
    def name(self) -> str:
        """Name such as `carrier.displacement.heave`."""
        return ".".join(filter(None, (self.owner, self.quantity, self.component)))

    @property
    def label(self) -> str:
        """Label of an axis: `displacement heave [m]`."""
        return f"{self.words} [{self.shown_unit}]"

    @property
    def words(self) -> str:
        """Quantity and component: `displacement heave`; of six forces `force x`, `moment x`."""
        quantity, component = self.quantity, self.component
        if component in DOFS and self.unit in ("N", "N m"):
            component = "xyz"[DOFS.index(component) % 3]
            if self.unit == "N m":
                quantity = quantity.replace("force", "moment")
        return f"{quantity} {component}".replace("_", " ").replace(".", " ").strip()

    @property
    def shown_unit(self) -> str:
        """The unit, or `-` if there is none."""
        return "-" if self.unit in ("", "1") else self.unit


def read_channels(
    files: Sequence[Path],
    patterns: Sequence[str] = (),
    start: float | None = None,
    end: float | None = None,
) -> list[Channel]:
    """Reads channels of several runs, in the order of the names, then of the runs.

    Args:
        files: results of raftup.run(), also of runs in progress.
        patterns: names of outputs or of components, `carrier.displacement.heave`; `*` stands for
            any letters and `?` for one. Default: the displacements of all bodies, or everything if
            a result has none.
        start: earlier rows are left out [s].
        end: later rows are left out [s].

    Raises:
        RaftupError: BAD_FIELD for a file that is not a result, a name that no result has, or if
            there are no rows from `start` to `end`.
    """
    found: list[Channel] = []
    for file, run in zip(files, _labels(files), strict=True):
        try:
            with xr.open_dataset(file, engine="netcdf4") as dataset:
                found += _channels(dataset, run, patterns, start, end)
        except KeyError as error:
            raise bad_field(str(file), f"must be a result of raftup run, has no {error}") from error
        except (OSError, ValueError) as error:
            raise bad_field(str(file), f"must be a result of raftup run: {error}") from error
    return found


def _labels(files: Sequence[Path]) -> list[str]:
    """Names of the files; with their folders if names are equal."""
    names = [file.stem for file in files]
    if len(set(names)) == len(names):
        return names
    paths = [str(file.resolve().with_suffix("")) for file in files]
    if len(set(paths)) == 1:
        return names
    folder = os.path.commonpath([os.path.dirname(path) for path in paths])
    return [os.path.relpath(path, folder) for path in paths]


def _channels(
    dataset: xr.Dataset,
    run: str,
    patterns: Sequence[str],
    start: float | None,
    end: float | None,
) -> Iterator[Channel]:
    outputs = recorded_outputs(dataset)
    usual = any(name.endswith(USUAL.removeprefix("*")) for name in outputs)
    wanted = list(patterns) or ([USUAL] if usual else ["*"])
    numbers = {
        f"{name}.{component}" if component else name: (output, index)
        for name, output in outputs.items()
        for index, component in enumerate(output.components(dataset))
    }
    time = dataset.time.values
    rows = _rows(time, start, end)
    read: dict[str, FloatArray] = {}
    for name in _chosen(wanted, outputs, numbers):
        output, index = numbers[name]
        if output.name not in read:
            read[output.name] = output.values(dataset)[rows]
        component = name.removeprefix(output.name).removeprefix(".")
        yield _channel(run, output, index, component, (time[rows], read[output.name][:, index]))


def _rows(times: FloatArray, start: float | None, end: float | None) -> BooleanArray:
    rows = np.full(len(times), True)
    if start is not None:
        rows &= times >= start
    if end is not None:
        rows &= times <= end
    if not rows.any():
        span = f"{times[0]:g} to {times[-1]:g} s" if len(times) else "no time at all"
        raise bad_field("--from, --to", f"must leave a row of a result, which is of {span}")
    return rows


def _chosen(
    patterns: Sequence[str],
    outputs: dict[str, RecordedOutput],
    numbers: dict[str, tuple[RecordedOutput, int]],
) -> list[str]:
    """Names of components, each once: all components of a named output, or the named one."""
    chosen: dict[str, None] = {}
    for pattern in patterns:
        of_output = _matching(pattern, list(outputs))
        if of_output:
            named = set(of_output)
            found = [name for name, (output, _) in numbers.items() if output.name in named]
        else:
            found = matching([pattern], list(numbers), "OUTPUT")
            refuse_unknown(found, list({**outputs, **numbers}), "OUTPUT")
        chosen |= dict.fromkeys(found)
    return list(chosen)


def _matching(pattern: str, names: list[str]) -> list[str]:
    """Names that match a pattern; none if there is no match."""
    return [name for name in names if name == pattern or fnmatch.fnmatchcase(name, pattern)]


def _channel(
    run: str,
    output: RecordedOutput,
    index: int,
    component: str,
    series: tuple[FloatArray, FloatArray],
) -> Channel:
    owner = output.label or output.name.partition(".")[0]
    units = output.units.split(",")
    time, values = series
    shown, unit = in_degrees(values, units[index] if len(units) > 1 else output.units)
    return Channel(
        run=run,
        owner=owner,
        quantity=output.name.removeprefix(f"{owner}."),
        component=component,
        unit=unit,
        meaning=output.meaning,
        time=time,
        values=shown,
    )
