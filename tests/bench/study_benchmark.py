"""What the cases of a study cost: prints a JSON object of figures."""

import json
import os
import statistics
import tempfile
from pathlib import Path
from typing import Any

import raftup
from raftup.run import connection
from raftup.study import StudyProgress
from raftup.study.cases import Case, Cases
from raftup.study.check import check_study
from raftup.study.reading import read_study
from raftup.study.worker import CaseRunner, Task

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
REPETITIONS = 3
DURATION = 3600.0  # s of each long case
SMALL_CASES = 3000
WARM_CASES = 500  # that are not measured: workers and their servers start
SEED = "environment.sea.waves[0].irregular.seed"


def real_time_factor() -> float:
    """Of alongside as it is: two ships, hawsers, 400 components, steps of .05 s; other seeds."""
    specification = read_study(
        {
            "model": str(EXAMPLES / "models" / "alongside.yaml"),
            "axes": {"seed": {"path": SEED, "range": [1, REPETITIONS + 1]}},
            "duration": DURATION,
            "warm_up": 60,
        }
    )
    cases = Cases(specification)
    keys = cases.keys()
    with connection(None) as client:
        task = Task(specification, cases.digests, check_study(client, specification).width)
    runner = CaseRunner()
    results = [
        runner.run(task, Case(index, key, cases.overrides(index))) for index, key in enumerate(keys)
    ]
    runner.close()
    errors = [result.error for result in results if result.error]
    if errors:
        raise SystemExit(errors[0])
    # the first starts up
    return DURATION / statistics.median(result.wall_time for result in results[1:])


def small_study() -> dict[str, Any]:
    """A hemisphere held to heave in 60 components for 60 s, steps of .05 s; other seeds."""
    jonswap = {"significant_wave_height": 1.0, "peak_period": 6.0}
    irregular = {"jonswap": jonswap, "component_count": 60}
    body = {"name": "hemisphere", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}
    group = {
        "name": "hull",
        "database": str(EXAMPLES / "data" / "own" / "hemisphere.h5"),
        "bodies": [{"body": "hemisphere"}],
        "radiation": {"memory": "state_space"},
    }
    return {
        "model": {
            "environment": {"sea": {"waves": [{"irregular": irregular}]}},
            "bodies": [{**body, "free": [False, False, True, False, False, False]}],
            "hydrodynamics": [group],
            "integration": {"step": 0.05, "duration": 60},
        },
        "axes": {"seed": {"path": SEED, "range": [1, SMALL_CASES]}},
        "warm_up": 10,
    }


def overhead_per_small_case() -> float:
    """What a core spends on a case besides the server's steps, study and cluster included [ms]."""
    workers = len(os.sched_getaffinity(0))
    states: list[StudyProgress] = []
    with tempfile.TemporaryDirectory() as folder:
        found = raftup.study(small_study(), folder, workers=workers, progress=states.append)
    first = next(state for state in states if state.run >= WARM_CASES)
    last = states[-1]
    case_time = workers * (last.wall_time - first.wall_time) / (last.run - first.run)
    return 1e3 * (case_time - float(found.step_time.median()))


def main() -> None:
    figures = {
        "alongside_real_time_factor_per_core": real_time_factor(),
        "small_case_overhead_ms": overhead_per_small_case(),
    }
    print(json.dumps({"study": figures}))


if __name__ == "__main__":
    main()
