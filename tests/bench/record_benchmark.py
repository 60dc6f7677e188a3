"""Times the reading of a model that names a record of 20 000 numbers in a CSV file, on one core.

Prints a JSON object.
"""

import json
import tempfile
import time
from pathlib import Path

import numpy as np

from raftup.model import load_model

ROWS = 10_000
REPETITIONS = 9


def model_with_record(file: Path) -> dict[str, object]:
    """A model whose sea is the elevation in a file."""
    return {
        "environment": {"sea": {"waves": [{"elevation": {"file": str(file)}}]}},
        "bodies": [{"name": "buoy", "mass": 1e4, "inertia": {"xx": 1e4, "yy": 1e4, "zz": 1e4}}],
        "integration": {"step": 0.1, "duration": 10.0},
    }


def main() -> None:
    seconds = 0.1 * np.arange(ROWS)
    rows = np.column_stack([seconds, np.cos(0.5 * seconds)])
    times = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "gauge.csv"
        np.savetxt(file, rows, "%.6f", ",", header="time [s],eta [m]", comments="")
        for _ in range(REPETITIONS + 1):
            start = time.process_time()
            load_model(model_with_record(file))
            times.append(1e3 * (time.process_time() - start))
    # The first one imports what reads files.
    print(json.dumps({"reading": {"record_of_20000_numbers_ms": float(np.median(times[1:]))}}))


if __name__ == "__main__":
    main()
