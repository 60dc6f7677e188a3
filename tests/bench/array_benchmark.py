"""Times the stages of fifty buoys, from one mesh to the report of a study, as from a shell.

The stages are those of docs/guide/examples.md: `raftup hydro solve` of hydro/array50.yaml, `run`,
`response` and `study` with its report. Each is one command in a process of its own. Prints a JSON
object: for each stage the wall time and the processor time of the command with its server and
workers [s], and the load of the machine before it, without which no figure can be compared.

The whole study is 20 seas of an hour. With fewer or shorter seas, `estimated_study_minutes` is what
the whole one would take by the time of a step and what a case takes beside its steps; it is an
estimate and is named so.

    .venv/bin/python tests/bench/array_benchmark.py                       # everything, as it is
    .venv/bin/python tests/bench/array_benchmark.py --database array50.h5 --seas 2 --duration 300 \\
        --stages study
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import yaml

from raftup.study import open_study
from raftup.study.effort import effort_of

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
SPECIFICATION = EXAMPLES / "hydro" / "array50.yaml"
MODEL = EXAMPLES / "arrays" / "array50.yaml"
STUDY = EXAMPLES / "studies" / "array50.yaml"
SEAS, HOUR = 20, 3600.0
STAGES = ("run", "response", "study")


def stage(name: str, *arguments: str) -> dict[str, float]:
    """Runs a command of raftup to its end: its wall and processor time [s], the load before it."""
    load = os.getloadavg()[0]
    command = [sys.executable, "-m", "raftup", *arguments, "--quiet"]
    start = time.perf_counter()
    with subprocess.Popen(command) as running:
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode != 0:
        raise SystemExit(f"{name}: exit code {running.returncode}")
    wall, processor = time.perf_counter() - start, used.ru_utime + used.ru_stime
    print(f"{name}: {wall:.0f} s, {processor:.0f} s of a core", file=sys.stderr)
    return {"wall_s": wall, "processor_s": processor, "load_before": load}


def copied_study(folder: Path, model: Path, seas: int, duration: float, warm_up: float) -> Path:
    """The study with its first seas alone, each of another duration."""
    document = yaml.safe_load(STUDY.read_text())
    document |= {"model": str(model), "duration": duration + warm_up, "warm_up": warm_up}
    axis = document["axes"]["sea"]
    left, rows = seas, []
    for row in axis["scatter"]["occurrence"]:
        kept = []
        for count in row:
            kept.append(count if count and left > 0 else 0)
            left -= bool(count)
        rows.append(kept)
    axis["scatter"]["occurrence"] = rows
    file = folder / "study.yaml"
    file.write_text(yaml.safe_dump(document))
    return file


def study_figures(folder: Path, seas: int, duration: float, workers: int) -> dict[str, float]:
    """Time of a case and of its steps, and the estimate of the whole study."""
    with open_study(folder) as dataset:
        effort = effort_of(dataset)
        steps = float(dataset.step_time.median())
    if effort is None:
        raise SystemExit("no case of the study is done")
    whole = SEAS / workers * (effort.overhead + steps * HOUR / duration)
    return {
        "seas": seas,
        "sea_duration_s": duration,
        "case_s": effort.case_time,
        "beside_steps_s": effort.overhead,
        "times_real_time_of_steps": duration / steps,
        "estimated_study_minutes": whole / 60.0,
    }


def measured_study(folder: Path, model: Path, seas: int, duration: float, workers: int) -> Any:
    """Figures of a study of the first seas and of its report."""
    study = copied_study(folder, model, seas, duration, warm_up=60.0)
    cases, report = folder / "cases", folder / "report.html"
    found = stage("study", "study", str(study), f"--out={cases}", f"--workers={workers}")
    found |= study_figures(cases, seas, duration + 60.0, workers)
    return {"study": found, "report": stage("report", "study", str(cases), f"--report={report}")}


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    reading.add_argument("--database", type=Path, help="solved before; default: solve it")
    reading.add_argument("--seas", type=int, default=SEAS)
    reading.add_argument("--duration", type=float, default=HOUR, help="of a sea and the run [s]")
    reading.add_argument("--workers", type=int, default=2)
    reading.add_argument("--stages", nargs="+", choices=STAGES, default=STAGES)
    options = reading.parse_args()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database, model = folder / "array50.h5", folder / MODEL.name
        shutil.copy(MODEL, model)
        if options.database is None:
            found["solve"] = stage(
                "solve", "hydro", "solve", str(SPECIFICATION), f"--out={database}"
            )
        else:
            database.symlink_to(options.database.resolve())
        if "run" in options.stages:
            duration, out = f"--duration={options.duration:g}", f"--out={folder / 'run.nc'}"
            found["run"] = stage("run", "run", str(model), duration, out)
        if "response" in options.stages:
            out = f"--out={folder / 'response.nc'}"
            found["response"] = stage("response", "response", str(model), out)
        if "study" in options.stages:
            seas, workers = options.seas, options.workers
            found |= measured_study(folder, model, seas, options.duration, workers)
    print(json.dumps({"array50": found}, indent=2))


if __name__ == "__main__":
    main()
