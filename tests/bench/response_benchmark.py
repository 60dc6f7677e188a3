"""Times the response operators of the two ships alongside, on one core; prints a JSON object."""

import json
import os
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy starts its threads

import numpy as np

import raftup
from raftup.frequency_domain import ResponseSolver
from raftup.plots import linear_model_of

MODEL = Path(__file__).resolve().parents[2] / "clients" / "examples" / "models" / "alongside.yaml"
REPETITIONS = 9


def main() -> None:
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        linear = linear_model_of(client.check_model(MODEL).model, client)
    if linear is None:
        raise SystemExit(f"{MODEL} has no equilibrium")
    omega, directions = np.linspace(0.3, 2.5, 100), np.deg2rad(np.arange(0.0, 360.0, 10.0))
    times = []
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        ResponseSolver(linear, omega).solve(directions)
        times.append(1e3 * (time.perf_counter() - start))
    print(json.dumps({"response": {"two_ships_100x36_ms": float(np.median(times))}}))


if __name__ == "__main__":
    main()
