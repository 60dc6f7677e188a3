"""How fast a worker of a study gets through cases of alongside: prints a JSON object of figures."""

import json
import statistics
from pathlib import Path

from raftup.run import connection
from raftup.study.cases import Case, Cases
from raftup.study.check import check_study
from raftup.study.specification import read_study
from raftup.study.worker import CaseRunner, Task

MODEL = Path(__file__).resolve().parents[2] / "clients" / "examples" / "models" / "alongside.yaml"
REPETITIONS = 3
DURATION = 3600.0  # s of each case


def study() -> dict[str, object]:
    """The model as it is: two ships, hawsers, 400 components, steps of .05 s; other seeds."""
    seed = "environment.sea.waves[0].irregular.seed"
    return {
        "model": str(MODEL),
        "axes": {"seed": {"path": seed, "range": [1, REPETITIONS + 1]}},
        "duration": DURATION,
        "warm_up": 60,
    }


def main() -> None:
    specification = read_study(study())
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
    wall_time = statistics.median(result.wall_time for result in results[1:])  # the first starts up
    print(json.dumps({"study": {"alongside_real_time_factor_per_core": DURATION / wall_time}}))


if __name__ == "__main__":
    main()
