#!/usr/bin/env python3
"""Draws clients/examples/springing_column.png: a column that rocks faster than the waves.

Runs springing_column.yaml for half an hour, with the forces at sums of frequencies and without.

.venv/bin/python deploy/figures/springing_column.py
"""

from pathlib import Path

import numpy as np
import xarray as xr

import raftup
from raftup.base.arrays import FloatArray
from raftup.plots.figure import COLOURS, new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
MODEL = EXAMPLES / "models" / "springing_column.yaml"
PICTURE = EXAMPLES / "springing_column.png"
FASTER = 1.5
"""Frequencies above this are those of springing alone [rad/s]."""


def spectrum(rocking: xr.DataArray) -> tuple[FloatArray, FloatArray]:
    """Frequencies [rad/s] and mean over 11 neighbours of the variance per frequency [mrad2 s]."""
    values = 1e3 * rocking.sel(time=slice(60.0, None)).values
    values = (values - values.mean()) * np.hanning(len(values)) * np.sqrt(8.0 / 3.0)
    step = float(rocking.time[1] - rocking.time[0])
    omega = 2.0 * np.pi * np.fft.rfftfreq(len(values), step)
    power = 2.0 * np.abs(np.fft.rfft(values) / len(values)) ** 2 / omega[1]
    smooth: FloatArray = np.convolve(power, np.full(11, 1.0 / 11.0), mode="same")
    return np.asarray(omega, float), smooth


def main() -> None:
    """Runs the example on a server of our own."""
    figure = new_figure(1, 1, width=9.0, height=4.5)
    axes = figure.axes[0]
    for on, label in ((True, "with forces at sums"), (False, "without")):
        field = {"hydrodynamics[0].second_order.sum_frequency": on}
        rocking = raftup.run(MODEL, None, field).displacement.sel(body="column", dof="pitch")
        omega, density = spectrum(rocking)
        axes.semilogy(omega, density, color=COLOURS[0 if on else 1], label=label)
        fast = density[(omega > FASTER) & (omega < 3.0)].sum() * omega[1]
        print(
            label, f"above {FASTER} rad/s {np.sqrt(fast):.3f} mrad, all {1e3 * rocking.std():.3f}"
        )
    axes.set_xlim(0.3, 3.0)
    axes.set_ylim(1e-6, 1e3)
    axes.set_xlabel("omega [rad/s]")
    axes.set_ylabel("spectrum of rocking [mrad2 s]")
    axes.legend(loc="upper right", frameon=False)
    save(figure, PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
