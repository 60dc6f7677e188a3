"""Times whole runs beside the benchmark that SEA-Stack publishes with its version 1.0.0.

Each case has the bodies, joints, step, duration and outputs of SEA-Stack's case of that name as far
as the databases allow; `differs` says what is different. A run is one `raftup run` in a process of
its own, as from a shell, with the start of the program, the reading of the files, the fit of the
memory and the writing of results. The steps alone are what the server reports of a session that
takes them without rows.

Prints a JSON object: for each case the times real time of both, and their ratio to SEA-Stack's
figure. SEA-Stack's figures are of its own machine (Ryzen 9 9950X), without its start-up and without
results.

    .venv/bin/python tests/bench/whole_program_benchmark.py [CASE...] [--databases FOLDER]
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from raftup.run import connection

ROOT = Path(__file__).resolve().parents[2]
OWN = ROOT / "clients" / "examples" / "data" / "own"
REPETITIONS = 3


@dataclass(frozen=True)
class Case:
    """A model, and what SEA-Stack reports for its counterpart."""

    model: dict[str, Any]
    published: float  # times real time, data/benchmarks/history of SEA-Stack
    differs: str  # in content from SEA-Stack's case

    @property
    def duration(self) -> float:
        """Simulated time [s]."""
        return float(self.model["integration"]["duration"])


def body(
    name: str, mass: float, inertia: tuple[float, float, float], **more: Any
) -> dict[str, Any]:
    """A body with its mass [kg] and principal moments of inertia [kg m2]."""
    moments = dict(zip(("xx", "yy", "zz"), inertia, strict=True))
    return {"name": name, "mass": mass, "inertia": moments, **more}


def group(database: Path, *names: str) -> dict[str, Any]:
    """The hydrodynamics of bodies, in the order of the database."""
    bodies = [{"body": name} for name in names]
    return {"name": "water", "database": str(database), "bodies": bodies}


def integration(step: float, duration: float) -> dict[str, Any]:
    """Results are written at every step, as SEA-Stack does."""
    return {"step": step, "duration": duration, "output_step": step}


def sphere_decay(databases: Path) -> Case:
    """The sphere of the IEA task on ocean energy systems, let go 1 m above its rest."""
    sphere = body("sphere", 261.8e3, (2.0e6, 2.0e6, 2.0e6), position=[0, 0, 1])
    return Case(
        {
            "name": "sphere_decay",
            "bodies": [sphere],
            "hydrodynamics": [group(databases / "sphere.h5", "sphere")],
            "integration": integration(0.015, 100.0),
            "outputs": ["sphere.position", "sphere.linear_velocity"],
        },
        659.0,
        "nothing",
    )


def flap_in_waves(_databases: Path) -> Case:
    """A flap on a hinge in a regular wave."""
    return Case(
        {
            "name": "oswec_regular",
            "environment": {
                "water_depth": 11,
                "sea": {"waves": [{"regular": {"amplitude": 0.01, "period": 8.0}}]},
            },
            "bodies": [body("flap", 1.3e5, (4.5e6, 1.9e6, 3.6e6))],
            "hydrodynamics": [group(OWN / "flap.h5", "flap")],
            "joints": [
                {
                    "name": "hinge",
                    "type": "hinge",
                    "body1": "flap",
                    "axis": [0, 1, 0],
                    "position": [0, 0, -9],
                }
            ],
            "integration": integration(0.03, 1000.0),
            "outputs": ["hinge.position", "hinge.speed", "sea.elevation"],
        },
        269.0,
        "our flap of 18 m; the base, which SEA-Stack fixes to the ground, is the ground",
    )


CHAIN = {
    "diameter": 0.144,
    "mass_per_length": 126.0,
    "axial_stiffness": 583.376e6,
    "drag": 1.6,
    "added_mass": 1.0,
    "axial_drag": 0.05,
}
# The headings of three lines: towards -x, and 120 deg to both sides.
THREE_WAYS = ((-1.0, 0.0), (0.5, 0.866025), (0.5, -0.866025))


def line(
    name: str, end: dict[str, Any], anchor: list[float], sections: list[Any]
) -> dict[str, Any]:
    """A line from a body to an anchor."""
    return {"name": name, "line": {"end_a": end, "end_b": {"anchor": anchor}, "sections": sections}}


def rm3_lines() -> list[dict[str, Any]]:
    """The three moorings of the RM3: chain, a float of 33.5 m3, chain; ends by WEC-Sim's file."""
    upper = {"length": 40.0, "elements": 5, "clump_mass": 16755.0, "clump_volume": 33.51, **CHAIN}
    lower = {"length": 240.0, "elements": 15, **CHAIN}
    return [
        line(
            f"line_{number}",
            {"body": "spar", "point": [3.0 * x, 3.0 * y, 11.29]},
            [267.0 * x, 267.0 * y, -70.0],
            [upper, lower],
        )
        for number, (x, y) in enumerate(THREE_WAYS, 1)
    ]


RM3_MOORDYN = """\
--- MoorDyn ---
--- LINE TYPES ---
TypeName  Diam   Mass/m  EA         BA/-zeta  EI  Cd   Ca   CdAx  CaAx
(name)    (m)    (kg/m)  (N)        (N-s/-)   (-) (-)  (-)  (-)   (-)
chain     0.144  126.0   583.376e6  -0.8      0   1.6  1.0  0.05  0.0
--- POINTS ---
ID  Type     X       Y        Z      Mass   Volume  CdA     CA
(#) (-)      (m)     (m)      (m)    (kg)   (m^3)   (m^2)   (-)
1   Coupled  -3.0    0        11.29  0      0       0       0
2   Fixed    -267.0  0        -70.0  0      0       0       0
3   Coupled  1.5     2.598    11.29  0      0       0       0
4   Fixed    133.5   231.23   -70.0  0      0       0       0
5   Coupled  1.5     -2.598   11.29  0      0       0       0
6   Fixed    133.5   -231.23  -70.0  0      0       0       0
7   Free     -40.0   0        -10.0  16755  33.51   12.566  1
8   Free     20.0    34.642   -10.0  16755  33.51   12.566  1
9   Free     20.0    -34.642  -10.0  16755  33.51   12.566  1
--- LINES ---
ID  LineType  AttachA  AttachB  UnstrLen  NumSegs  LineOutputs
(#) (name)    (#)      (#)      (m)       (-)      (-)
1   chain     2        7        240.0     15       -
2   chain     4        8        240.0     15       -
3   chain     6        9        240.0     15       -
4   chain     7        1        40.0      5        -
5   chain     8        3        40.0      5        -
6   chain     9        5        40.0      5        -
--- OPTIONS ---
0.0005  dtM
3.0e6   kBot
3.0e5   cBot
5.0     CdScaleIC
0.001   threshIC
200.0   TmaxIC
"""


def rm3(databases: Path, name: str, loads: list[dict[str, Any]], tension: list[str]) -> Case:
    """The RM3 of WEC-Sim on its moorings, in a recorded sea."""
    float_ = body("float", 725834, (20907301, 21306090.66, 37085481.11))
    spar = body("spar", 886691, (94419614.57, 94407091.24, 28542224.82))
    record = {"file": str(OWN / "gauge.csv"), "position": [0, 0], "beyond": "still"}
    slide = {
        "name": "slide",
        "type": "prismatic",
        "body1": "float",
        "body2": "spar",
        "axis": [0, 0, 1],
    }
    pto = {"body1": "float", "point1": [0, 0, 10], "body2": "spar", "linear": 1.2e6}
    return Case(
        {
            "name": name,
            "environment": {
                "water_depth": 70,
                "sea": {"ramp_duration": 40, "waves": [{"elevation": record}]},
            },
            "bodies": [float_, spar],
            "hydrodynamics": [group(databases / "rm3.h5", "float", "spar")],
            "joints": [slide],
            "loads": [{"name": "pto", "damper": pto}, *loads],
            "integration": integration(0.01, 300.0),
            "outputs": [
                "float.position",
                "spar.position",
                "pto.tension",
                *tension,
                "sea.elevation",
            ],
        },
        14.9,
        "our record of a gauge; SEA-Stack's excitation is a convolution with the record",
    )


def rm3_on_lines(databases: Path) -> Case:
    """Moored by the `line` of Raftup, 20 elements each, as SEA-Stack's lines have."""
    tensions = [f"line_{number}.tension" for number in (1, 2, 3)]
    return rm3(databases, "rm3_lines", rm3_lines(), tensions)


def rm3_on_moordyn(databases: Path) -> Case:
    """Moored by MoorDyn, with the input and the step of SEA-Stack's case."""
    mooring = {"name": "chains", "mooring_system": {"body": "spar", "input": RM3_MOORDYN}}
    return rm3(databases, "rm3_moordyn", [mooring], ["chains.tension"])


def array_in_spread_sea(_databases: Path) -> Case:
    """Buoys in a spread sea of 64 frequencies in 21 directions, two of them on three lines each."""
    names = [f"buoy_{row}{column}" for row in range(3) for column in range(3)]
    jonswap = {"significant_wave_height": 3.0, "peak_period": 10.0, "peak_enhancement": 3.3}
    spreading = {"cosine_2s": 12, "direction_count": 21}
    sea = {"jonswap": jonswap, "spreading": spreading, "component_count": 64, "seed": 42}
    bodies = [body(name, 3.056e5, (3.0e6, 3.0e6, 3.0e6)) for name in names]
    lines = [
        line(
            f"{name}_{number}",
            {"body": name, "point": [4.0 * x, 4.0 * y, 0.0]},
            [x0 + 120.0 * x, y0 + 120.0 * y, -50.0],
            [{"length": 132.0, "elements": 20, **CHAIN}],
        )
        for name, x0, y0 in (("buoy_00", -20.0, -20.0), ("buoy_20", 20.0, -20.0))
        for number, (x, y) in enumerate(THREE_WAYS, 1)
    ]
    springs = [
        {
            "name": f"spring_{name}",
            "point_spring": {
                "body1": name,
                "point1": [0, 0, 0],
                "point2": [20.0 * (row - 1), 20.0 * (column - 1), -40.0],
                "stiffness": 5.0e4,
                "damping": 5.0e4,
            },
        }
        for row, column, name in ((int(name[5]), int(name[6]), name) for name in names)
        if name not in ("buoy_00", "buoy_20")
    ]
    return Case(
        {
            "name": "five_body_array",
            "environment": {
                "water_depth": 50,
                "sea": {"ramp_duration": 60, "waves": [{"irregular": sea}]},
            },
            "bodies": bodies,
            "hydrodynamics": [group(OWN / "array9.h5", *names)],
            "loads": lines + springs,
            "integration": integration(0.02, 200.0),
            "outputs": [f"{name}.position" for name in names]
            + [f"{each['name']}.tension" for each in lines],
        },
        8.24,
        "nine buoys instead of five bodies, seven of them on springs; our lines for MoorDyn's",
    )


def three_bodies(databases: Path) -> Case:
    """A hull with an outrigger on a hinge at each side, let go .3 m above their rest."""
    names = ("hull", "starboard", "port")
    masses, sizes = (930.275e3, 66.444e3, 66.444e3), (3.0e7, 6.0e5, 6.0e5)
    hinge = {"type": "hinge", "axis": [1, 0, 0], "body2": "hull"}
    return Case(
        {
            "name": "three_bodies",
            "bodies": [
                body(name, mass, (size, size, size), position=[0, y, 0.3])
                for name, mass, size, y in zip(names, masses, sizes, (0, -15, 15), strict=True)
            ],
            "hydrodynamics": [group(databases / "trimaran.h5", *names)],
            "joints": [
                {"name": f"{name}_hinge", "body1": name, "position": [0, y, 0.0], **hinge}
                for name, y in (("starboard", -7.5), ("port", 7.5))
            ],
            "integration": integration(0.02, 240.0),
            "outputs": [f"{name}.position" for name in names]
            + ["starboard_hinge.position", "port_hinge.position"],
        },
        20.9,
        "a trimaran of two hinges instead of a platform with two flaps",
    )


CASES = {
    "sphere_decay": sphere_decay,
    "oswec_regular": flap_in_waves,
    "rm3_lines": rm3_on_lines,
    "rm3_moordyn": rm3_on_moordyn,
    "array_spread": array_in_spread_sea,
    "three_bodies": three_bodies,
}


def whole_run(model: Path, results: Path) -> float:
    """Wall time of `raftup run` from the shell [s]."""
    command = [sys.executable, "-m", "raftup", "run", str(model), "--out", str(results), "--quiet"]
    start = time.perf_counter()
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.returncode != 0:
        raise SystemExit(f"{model}: {said.stderr.strip()}")
    return time.perf_counter() - start


def steps_alone(case: Case) -> float:
    """Wall time that the server spends in the steps [s]."""
    count = round(case.duration / float(case.model["integration"]["step"]))
    with connection(None) as client, client.create_session(case.model) as session:
        session.initialise()
        return session.advance(count)


def measure(case: Case, folder: Path) -> dict[str, float | str]:
    """Times real time of a run from the shell and of its steps alone, medians."""
    model = folder / f"{case.model['name']}.yaml"
    model.write_text(yaml.safe_dump(case.model))
    whole, steps = [], []
    for repetition in range(REPETITIONS):
        results = folder / f"{case.model['name']}_{repetition}.nc"
        whole.append(case.duration / whole_run(model, results))
        steps.append(case.duration / steps_alone(case))
    return {
        "whole_times_real_time": statistics.median(whole),
        "steps_times_real_time": statistics.median(steps),
        "whole_over_published": statistics.median(whole) / case.published,
        "steps_over_published": statistics.median(steps) / case.published,
        "published": case.published,
        "differs": case.differs,
    }


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    reading.add_argument("cases", nargs="*", choices=[[], *CASES], metavar="CASE")
    reading.add_argument("--databases", type=Path, required=True, metavar="FOLDER")
    options = reading.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in options.cases or CASES:
            found[name] = measure(CASES[name](options.databases), Path(folder))
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
