#!/usr/bin/env python3
"""Draws clients/examples/attenuator.png: hinges of four rafts in head seas and their power.

Runs attenuator.yaml for fifteen minutes.

.venv/bin/python deploy/figures/attenuator.py
"""

from pathlib import Path

import numpy as np

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
MODEL = EXAMPLES / "models" / "attenuator.yaml"
PICTURE = EXAMPLES / "attenuator.png"
SHOWN = slice(420.0, 480.0)
"""Part of the run that is drawn [s]."""
DAMPING = 4.0e7
"""Of the generators in the model [N m s/rad]."""


def main() -> None:
    """Runs the example on a server of our own."""
    result = raftup.run(MODEL)
    late = result.sel(time=slice(60.0, None))
    power = 1e-3 * DAMPING * result["rafts_mode_velocity"] ** 2
    mean = power.sel(time=late.time).mean("time").values
    shown = result.sel(time=SHOWN)
    figure = new_figure(2, 1, width=9.0, height=6.5)
    for hinge, name in enumerate(("aft", "middle", "fore")):
        angle = np.degrees(shown["rafts_mode"].values[:, hinge])
        figure.axes[0].plot(shown.time, angle, color=COLOURS[hinge], label=f"{name} hinge")
        label = f"mean {mean[hinge]:.0f} kW"
        taken = power.sel(time=SHOWN).values[:, hinge]
        figure.axes[1].plot(shown.time, taken, color=COLOURS[hinge], label=label)
    figure.axes[0].set_ylabel("angle [deg]")
    figure.axes[1].set_ylabel("power [kW]")
    for axes in figure.axes:
        axes.set_xlabel("time [s]")
        axes.legend(ncols=3, loc="lower right", bbox_to_anchor=(1.0, 1.0), frameon=False)
    save(figure, PICTURE)
    print("mean power [kW]", mean.round(1), "sum", mean.sum().round(1))
    bow = late["rafts_deflection_bow"].values[:, 2]
    print("bow by the hinges", f"{np.abs(bow).max():.2f} m at most")
    print(PICTURE)


if __name__ == "__main__":
    main()
