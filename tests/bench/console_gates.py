"""The targets of the console, and those that must hold wherever it is built.

Run as a program it measures the gates alone and fails with what is not met. A machine that others
use too is slower than the one that the limits are for: limits of times are multiplied, those of
rates divided by 1 + n / cores, where n threads of others wanted to run in the seconds before each
measurement; of what has as many threads as there are cores that is the share. Counts and bytes are
what they are.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
STAT = Path("/proc/stat")
LOOK, SAMPLES = 4.0, 80  # s, and how often in them
PROGRAMS = ("console_benchmark.py", "console_view_benchmark.py")


@dataclass(frozen=True)
class Gate:
    """A limit of a figure.

    Attributes:
        relation: "<=" or ">=".
        limit: in the figure's unit, on a machine that nobody else uses.
        timed: whether it depends on how busy the machine is.
    """

    relation: str
    limit: float
    timed: bool = True

    def under(self, factor: float) -> float:
        """The limit on a machine that is so much slower."""
        if not self.timed:
            return self.limit
        return self.limit * factor if self.relation == "<=" else self.limit / factor

    def holds(self, value: float, factor: float = 1.0) -> bool:
        """Whether a figure is within the limit."""
        limit = self.under(factor)
        return value <= limit if self.relation == "<=" else value >= limit


GATES = {
    "console.p50_ms": Gate("<=", 5.0),
    "console.p99_ms": Gate("<=", 40.0),
    "console.script_ms": Gate("<=", 3.0),
    "console.draw_calls": Gate("<=", 150, timed=False),
    "console.pictures_per_s": Gate(">=", 10.0),
}
"""What can be shown without a graphics processor; build.py --test has that of the page's bytes."""

TARGETS = GATES | {
    "console.core_share": Gate("<=", 0.4),
    "console.memory_mb": Gate("<=", 300.0, timed=False),
    "console.first_picture_s": Gate("<=", 1.5),
    "console.redraw_ms": Gate("<=", 4.0),
}


def busy_factor() -> float:
    """How much slower than one that nobody else uses this machine is now, at least 1."""
    running = []
    for _ in range(SAMPLES):
        time.sleep(LOOK / SAMPLES)
        [line] = [one for one in STAT.read_text().splitlines() if one.startswith("procs_running")]
        running.append(int(line.split()[1]) - 1)  # this program looks
    return 1.0 + max(0.0, statistics.mean(running)) / (os.cpu_count() or 1)


def failures(figures: dict[str, float], factor: float) -> list[str]:
    """A line for each gate that is not met."""
    return [
        f"{key} must be {gate.relation} {gate.under(factor):.4g}, is {figures[key]:.4g}"
        for key, gate in GATES.items()
        if key in figures and not gate.holds(figures[key], factor)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True, help="build folder")
    binary = str(parser.parse_args().build.resolve() / "server" / "raftupd")
    environment = {**os.environ, "RAFTUP_SERVER_BINARY": binary}
    failed = []
    for name in PROGRAMS:
        factor = busy_factor()
        command = [sys.executable, str(HERE / name)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment)
        figures = {
            f"console.{key}": value for key, value in json.loads(done.stdout)["console"].items()
        }
        print(f"{name}: limits of times x {factor:.2f}")
        for key, value in figures.items():
            print(f"  {key:32}  {value:>12.4g}")
        failed += failures(figures, factor)
    if failed:
        sys.exit("gates of the console are not met:\n" + "\n".join(failed))
    print("gates of the console: met")


if __name__ == "__main__":
    main()
