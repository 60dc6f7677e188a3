"""Times the linear equations and response operators of the two ships alongside, on one core.

Prints a JSON object: operators alone, their equations, and all that `raftup response` asks for.
"""

import json
import os
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy starts its threads

import numpy as np

import raftup
from raftup import WaveGrid
from raftup.frequency_domain import ResponseSolver, linearise
from raftup.frequency_domain.computation import ResponseOptions, wave_grids

MODEL = Path(__file__).resolve().parents[2] / "clients" / "examples" / "models" / "alongside.yaml"
REPETITIONS = 9


def main() -> None:
    grid = WaveGrid(omega=np.linspace(0.3, 2.5, 100), default_directions=True)
    everything = wave_grids(ResponseOptions())
    calls, times, whole = [], [], []
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        for _ in range(REPETITIONS):
            start = time.perf_counter()
            linear = linearise(client, MODEL, grids=[grid])
            calls.append(1e3 * (time.perf_counter() - start))
            start = time.perf_counter()
            ResponseSolver(linear, linear.equations.grids[0]).solve()
            times.append(1e3 * (time.perf_counter() - start))
            start = time.perf_counter()
            linearise(client, MODEL, grids=everything, modes=True, outputs=True)
            whole.append(1e3 * (time.perf_counter() - start))
    medians = {
        "two_ships_100x36_ms": float(np.median(times)),
        "two_ships_100x36_linearize_ms": float(np.median(calls)),
        "two_ships_response_linearize_ms": float(np.median(whole)),
    }
    print(json.dumps({"response": medians}))


if __name__ == "__main__":
    main()
