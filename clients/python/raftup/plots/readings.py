"""Figures of the outputs of contact readers and loads over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.plots.figure import label_x, line_style, new_figure, set_margin

_CONTACTS = {
    "normal_force": ("normal force [kN]", 1e-3),
    "friction_force": ("friction [kN]", 1e-3),
    "depth": ("depth [m]", 1.0),
}
_DRAWN_ELSEWHERE = ("tension", "reaction")
_MOST_PANELS = 6


@dataclass(frozen=True)
class _Line:
    panel: str
    label: str
    values: FloatArray


def plot_contacts(dataset: xr.Dataset, readers: Sequence[str]) -> Figure | None:
    """Magnitudes of normal and friction forces of contact readers, and depths of overlap.

    Args:
        dataset: result.
        readers: names of the model's contact readers.

    Returns:
        The figure; None if none of these were recorded.
    """
    lines = []
    for quantity, (panel, factor) in _CONTACTS.items():
        for reader in readers:
            if f"{reader}_{quantity}" in dataset:
                values = factor * dataset[f"{reader}_{quantity}"].values
                amount = np.linalg.norm(values, axis=1) if values.ndim > 1 else values
                lines.append(_Line(panel, reader, amount))
    return _plot(dataset, lines)


def plot_load_readings(dataset: xr.Dataset, loads: Sequence[str]) -> Figure | None:
    """Scalar outputs of loads over time, a panel per unit: thrusts, rudders, speeds, errors.

    Args:
        dataset: result.
        loads: names of the model's loads; plot_line_forces() draws tensions and reactions.

    Returns:
        The figure; None if none of these were recorded.
    """
    lines = []
    for load in loads:
        for name, variable in dataset.data_vars.items():
            quantity = str(name).removeprefix(f"{load}_")
            if quantity == name or variable.dims != ("time",) or quantity in _DRAWN_ELSEWHERE:
                continue
            if not str(variable.attrs.get("output", f"{load}.")).startswith(f"{load}."):
                continue  # of a joint or a load whose name begins in the same way
            if any(len(other) > len(load) and str(name).startswith(f"{other}_") for other in loads):
                continue  # the same in results of older versions
            unit = variable.attrs["units"]
            values, shown = (
                (np.rad2deg(variable.values), "deg")
                if unit == "rad"
                else (
                    variable.values,
                    unit,
                )
            )
            lines.append(_Line(f"[{shown}]", f"{load} {quantity.replace('_', ' ')}", values))
    return _plot(dataset, lines)


def _plot(dataset: xr.Dataset, lines: Sequence[_Line]) -> Figure | None:
    panels = list(dict.fromkeys(line.panel for line in lines))[:_MOST_PANELS]
    if not panels:
        return None
    figure = new_figure(len(panels), 1, height=1.0 + 2.2 * len(panels))
    for axes, panel in zip(figure.axes, panels, strict=True):
        of_panel = [line for line in lines if line.panel == panel]
        for number, line in enumerate(of_panel):
            axes.plot(
                dataset.time,
                line.values,
                **line_style(number),
                linewidth=0.9,
                label=line.label,
            )
        axes.set_ylabel(panel)
        set_margin(axes, 1e-6)
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    label_x(figure, "time [s]", 1)
    return figure
