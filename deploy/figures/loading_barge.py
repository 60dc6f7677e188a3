#!/usr/bin/env python3
"""Draws clients/examples/loading_barge.png: draught and roll of a barge that loads in waves.

Runs loading_barge.yaml for half an hour.

.venv/bin/python deploy/figures/loading_barge.py
"""

from pathlib import Path

import numpy as np

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
MODEL = EXAMPLES / "models" / "loading_barge.yaml"
PICTURE = EXAMPLES / "loading_barge.png"
PARTS = {"empty": slice(60.0, 300.0), "loaded": slice(1560.0, 1800.0)}
"""Parts of the run whose roll is printed [s]."""


def main() -> None:
    """Runs the example on a server of our own."""
    result = raftup.run(MODEL)
    motion = result.displacement.sel(body="barge")
    minutes = result.time / 60.0
    figure = new_figure(2, 1, width=9.0, height=6.5)
    above, below = figure.axes
    above.plot(minutes, 2.0 - motion.sel(dof="heave"), color=COLOURS[1], label="of the hull")
    above.plot(minutes, result.hull_configuration, color=COLOURS[0], label="of the coefficients")
    above.set_ylabel("draught [m]")
    above.legend(loc="lower right", frameon=False)
    below.plot(minutes, np.degrees(motion.sel(dof="roll")), color=COLOURS[0])
    below.set_ylabel("roll [deg]")
    below.set_xlabel("time [min]")
    save(figure, PICTURE)
    for part, shown in PARTS.items():
        roll = np.degrees(motion.sel(dof="roll", time=shown))
        print(part, f"roll {float(roll.std('time')):.3f} deg")
    print(PICTURE)


if __name__ == "__main__":
    main()
