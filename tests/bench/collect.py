"""Runs the benchmark programs and prints one table of medians with fixed keys.

Google Benchmark programs name their cases `group/form/size`; those of streams print a JSON object
with keys of its own. Both end as `group.form.size`.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from console_gates import PROGRAMS as CONSOLE_PROGRAMS
from console_gates import TARGETS

REPETITIONS = 5
CHAIN_STEPPERS = ("rk4", "spook")
GOALS = {
    "apart.four_nodes_to_one_node": ("<=", 2.5),
    "apart.four_nodes_to_one_database": ("<=", 2.5),
    "apart.memory_of_60_nodes_mb": ("<=", 50.0),
    "load_us.catenary": ("<=", 1.0),
    "load_us.wind": ("<=", 0.5),
    "load_us.current": ("<=", 0.5),
    "load_us.propeller_and_rudder": ("<=", 0.3),
    "load_us.newman": ("<=", 5.0),
    "load_us.full_qtf": ("<=", 25.0),
    "load_us.morison_100": ("<=", 60.0),
    "load_us.mesh_in_still_water": ("<=", 41.4),  # 100 triangles a microsecond
    "load_us.mesh_in_400_waves": ("<=", 100.0),
    "ratio.convolution_to_bare.1": ("<=", 1.3),
    "ratio.convolution_to_bare.2": ("<=", 1.3),
    "ratio.convolution_to_bare.3": ("<=", 1.3),
    "ratio.convolution_to_bare.4": ("<=", 1.3),
    "ratio.convolution_to_bare.9": ("<=", 1.3),
    "ratio.convolution_to_state_space.9": (">=", 30.0),
    "ratio.convolution_to_partitioned_long": (">=", 5.0),
    "worst_over_median.radiation_us.long_partitioned": ("<=", 2.0),
    **{
        f"ratio.step_to_bare.{case}.{width}": ("<=", goal)
        for case, goal in (("alongside", 0.20), ("trimaran", 0.15), ("array9", 0.03))
        for width in ("avx2", "avx512")
    },
    "real_time_factor.alongside": (">=", 4000.0),
    "real_time_factor.trimaran": (">=", 800.0),
    "ratio.speed_on_twenty_fenders": (">=", 0.5),  # of two ships, to that without contacts
    "ratio.loaded_to_plain_step": ("<=", 2.0),  # Newman, nine catenaries, wind and current
    "ratio.stream_to_bare_tcp": ("<=", 1.1),
    "ratio.stream_to_bare_uds": ("<=", 1.1),
    "columns.25_steps_per_s": (">=", 1_000.0),
    "chain100.rk4_steps_per_s": (">=", 2_000.0),
    "chain100.rk4_gap_m": ("<=", 1e-12),
    "chain100.spook_steps_per_s": (">=", 10_000.0),
    "chain100.spook_gap_m": ("<=", 1e-6),
    "chain_growth.rk4": ("<=", 15.0),  # linear = 10; more where 1000 links leave the cache
    "chain_growth.spook": ("<=", 15.0),
    "dense.2_steps_per_s": (">=", 150_000.0),
    "dense.10_steps_per_s": (">=", 30_000.0),
    "dense.50_steps_per_s": (">=", 3_000.0),
    "stopped_observers.p99_ratio": ("<=", 1.2),
    "batched_steps_per_s": (">=", 250_000.0),
    "sixteen_sessions_steps_per_s": (">=", 60_000.0),
    "reading.record_of_20000_numbers_ms": ("<=", 200.0),
    "response.two_ships_100x36_ms": ("<=", 100.0),
    "response.two_ships_response_linearize_ms": ("<=", 50.0),
    **{key: (target.relation, target.limit) for key, target in TARGETS.items()},
    "study.alongside_real_time_factor_per_core": (">=", 3600.0),  # three hours in three seconds
    "study.small_case_overhead_ms": ("<=", 5.0),
}


def google_benchmark(program: Path, cases: str = ".", width: str = "") -> dict[str, float]:
    """Median microseconds of each case; the counters of a case are figures too.

    `width` is what RAFTUP_VECTOR has for the vector registers, the widest there are if empty.
    """
    command = [
        str(program),
        "--benchmark_format=json",
        f"--benchmark_filter={cases}",
        f"--benchmark_repetitions={REPETITIONS}",
        "--benchmark_enable_random_interleaving=true",
        "--benchmark_min_time=0.05",
        "--benchmark_report_aggregates_only=true",
    ]
    environment = {**os.environ, "RAFTUP_VECTOR": width} if width else None
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    report = json.loads(done.stdout)
    to_us = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}
    figures: dict[str, float] = {}
    for case in report["benchmarks"]:
        if case.get("aggregate_name") != "median":
            continue
        key = case["run_name"].replace("/", ".")
        microseconds = case["real_time"] * to_us[case["time_unit"]]
        figures[key] = microseconds
        name = key.removeprefix("step_us.")
        for counter in ("real_time_factor", "gap_m", "worst_over_median", "memory_of_60_mb"):
            if counter in case:
                figures[f"{counter}.{name}"] = case[counter]
    return figures


def flat(report: dict[str, Any], prefix: str = "") -> dict[str, float]:
    """A nested object of numbers with its keys joined by dots."""
    figures: dict[str, float] = {}
    for key, value in report.items():
        inner = isinstance(value, dict)
        figures |= flat(value, f"{prefix}{key}.") if inner else {prefix + key: float(value)}
    return figures


def python_figures(name: str, build: Path) -> dict[str, float]:
    """What a program beside this one prints, run by the Python of this program."""
    program = Path(__file__).with_name(name)
    server = {"RAFTUP_SERVER_BINARY": str(build.resolve() / "server" / "raftupd")}
    done = subprocess.run(
        [sys.executable, str(program)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **server},
    )
    return flat(json.loads(done.stdout))


def ratios(figures: dict[str, float]) -> dict[str, float]:
    """The quotients that the goals speak of: these survive a noisy machine better than times."""
    found = {
        f"ratio.convolution_to_bare.{bodies}": figures[f"radiation_us.convolution.{bodies}"]
        / figures[f"radiation_us.bare_products.{bodies}"]
        for bodies in (1, 2, 3, 4, 9)
    }
    found["ratio.convolution_to_state_space.9"] = (
        figures["radiation_us.convolution.9"] / figures["radiation_us.state_space.9"]
    )
    found["ratio.convolution_to_partitioned_long"] = (
        figures["radiation_us.long_convolution"] / figures["radiation_us.long_partitioned"]
    )
    found["ratio.loaded_to_plain_step"] = (
        figures["step_us.alongside_loaded"] / figures["step_us.alongside"]
    )
    found["ratio.speed_on_twenty_fenders"] = figures["step_ships.0"] / figures["step_ships.20"]
    for one in ("one_node", "one_database"):
        found[f"apart.four_nodes_to_{one}"] = (
            figures["apart.four_nodes_us"] / figures[f"apart.{one}_us"]
        )
    found["apart.memory_of_60_nodes_mb"] = figures["memory_of_60_mb.apart.four_nodes_us"]
    for transport in ("tcp", "uds"):
        found[f"ratio.stream_to_bare_{transport}"] = (
            figures[f"stream_us.raftup_{transport}"] / figures[f"stream_us.bare_{transport}"]
        )
    return found


def step_ratios(folder: Path) -> dict[str, float]:
    """A step over the bare products of as many bodies, with each of the vector registers here."""
    found: dict[str, float] = {}
    for width in ("avx2", "avx512"):
        try:
            bare = google_benchmark(folder / "radiation_benchmark", "bare_products/[239]$", width)
        except subprocess.CalledProcessError:  # a processor without them
            continue
        steps = google_benchmark(folder / "step_benchmark", "(alongside|trimaran|array9)$", width)
        for case, bodies in (("alongside", 2), ("trimaran", 3), ("array9", 9)):
            if f"step_us.{case}" in steps:  # trimaran needs a file that is not ours
                found[f"ratio.step_to_bare.{case}.{width}"] = (
                    steps[f"step_us.{case}"] / bare[f"radiation_us.bare_products.{bodies}"]
                )
    return found


def multibody_figures(figures: dict[str, float]) -> dict[str, float]:
    """Steps per second of chains and dense groups, and how a chain's step grows with its length."""
    found = {
        f"dense.{bodies}_steps_per_s": 1e6 / figures[f"step_us.dense.{bodies}"]
        for bodies in (2, 10, 50)
    }
    found["columns.25_steps_per_s"] = 1e6 / figures["step_columns.25"]
    for stepper in CHAIN_STEPPERS:
        hundred, thousand = (figures[f"step_us.chain_{stepper}.{n}"] for n in (100, 1000))
        found[f"chain100.{stepper}_steps_per_s"] = 1e6 / hundred
        found[f"chain100.{stepper}_gap_m"] = figures[f"gap_m.chain_{stepper}.100"]
        found[f"chain_growth.{stepper}"] = thousand / hundred
    return found


def verdict(key: str, value: float) -> str:
    if key not in GOALS:
        return ""
    relation, goal = GOALS[key]
    met = value <= goal if relation == "<=" else value >= goal
    return f"goal {relation} {goal:g}: {'met' if met else 'NOT MET'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True, help="build folder")
    parser.add_argument("--json", type=Path, help="file for the figures")
    arguments = parser.parse_args()
    folder = arguments.build / "tests" / "bench"

    figures: dict[str, float] = {}
    for name in (
        "radiation_benchmark",
        "excitation_benchmark",
        "load_benchmark",
        "second_order_benchmark",
        "step_benchmark",
        "apart_benchmark",
        "constraint_benchmark",
        "joint_benchmark",
    ):
        print(f"running {name} ...", file=sys.stderr)
        figures |= google_benchmark(folder / name)
    print("running contact_benchmark ...", file=sys.stderr)
    figures |= google_benchmark(folder / "contact_benchmark", "^step_")
    figures |= step_ratios(folder)
    for name in ("stream_benchmark", "observer_benchmark"):
        print(f"running {name} ...", file=sys.stderr)
        done = subprocess.run([str(folder / name)], check=True, capture_output=True, text=True)
        figures |= flat(json.loads(done.stdout))
    programs = ("record_benchmark.py", "response_benchmark.py", "study_benchmark.py")
    for name in (*programs, *CONSOLE_PROGRAMS):
        print(f"running {name} ...", file=sys.stderr)
        figures |= python_figures(name, arguments.build)
    figures |= ratios(figures) | multibody_figures(figures)

    width = max(map(len, figures))
    for key in sorted(figures):
        print(f"{key:{width}}  {figures[key]:>12.4g}  {verdict(key, figures[key])}".rstrip())
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
