"""Every kind of load and joint: raftup response against the time domain, in waves of microns."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from conftest import DATABASES
from google.protobuf.message import Message

import raftup
from raftup._generated import joint_pb2, load_pb2
from raftup.base.arrays import ComplexArray, FloatArray

PERIODS = [5.0, 8.0]
"""s, of waves at once; all of what is seen of them is that of 40 s."""
AMPLITUDE = 1e-6
"""m: what is not linear by it is less than its square."""
HEADING = 30.0

EXAMPLES = Path(__file__).resolve().parents[2] / "support" / "examples" / "loads"
"""One example of each kind, on the bodies of afloat(); see the README.md beside it."""

TOLERANCE = {"dynamic_line": 3e-3, "hull": 2e-4, "line": 3e-3}
"""Of the largest motion of a dof, else 1e-5: the inertia of a light line is still left out, and the
damping of what a step of a line does not resolve; the slope of the drag of a face has a kink where
the flow is along it, which differences of velocity round off."""

DEEP = {"morison", "drag_plate", "hull"}
"""Waves on them are left out of a linear model: they are where no wave gets, below the hull."""

LOADS_LEFT_OUT = {
    "mooring_system": "MoorDyn has no tangent: the force of its rest stays",
    "autopilot": "does not steer in a linear model",
    "dynamic_positioning": "gives no orders in a linear model",
}

JOINTS: dict[str, dict[str, Any]] = {
    "JOINT_TYPE_LOCK": {},
    "JOINT_TYPE_HINGE": {},
    "JOINT_TYPE_PRISMATIC": {},
    "JOINT_TYPE_CYLINDRICAL": {},
    "JOINT_TYPE_BALL": {},
    "JOINT_TYPE_UNIVERSAL": {"axis2": [0, 1, -0.3]},
    "JOINT_TYPE_PLANAR": {},
    "JOINT_TYPE_DISTANCE": {"position2": [14, 2, 1]},
}
"""What every type of joint needs besides its bodies, place and axis."""

DRIVES: dict[str, dict[str, Any]] = {
    "spring_damper": {"stiffness": 4e6, "damping": 2e6, "rest": 0.05},
    "motor": {"speed": 0},
    "lock": {"position": 0},
    "table_drive": {
        "position": [-1, 0, 1],
        "velocity": [-1, 1],
        "force": [6e6, 2e6, 2e6, -2e6, -2e6, -6e6],
    },
}

DRIVES_LEFT_OUT = {
    "range": "stops are left out of a linear model",
    "friction": "dry friction is left out of a linear model",
}


def afloat(tug_at: Sequence[float] = (20, 3, 1), **parts: Any) -> dict[str, Any]:
    """A hull in waves, a current and wind, and a tug beside it without water; both well damped."""
    waves = {
        "omega": [2 * np.pi / period for period in PERIODS],
        "amplitude": [AMPLITUDE] * len(PERIODS),
        "direction_deg": [HEADING] * len(PERIODS),
    }
    held = {"stiffness": [2e5, 2e5, 2e5, 3e6, 3e6, 3e6], "damping": [3e5, 3e5, 3e5, 3e6, 3e6, 3e6]}
    tug = {
        "name": "tug", "mass": 1e5, "inertia": {"xx": 2e6, "yy": 2e6, "zz": 3e6},
        "position": list(tug_at), "gravity": False,
    }  # fmt: skip
    return {
        "environment": {
            "current": {"speed": [1.2], "direction_deg": [200]},
            "wind": {"speed": 15, "direction_deg": 70},
            "sea": {"ramp_duration": 10, "waves": [{"components": waves}]},
        },
        "bodies": [{"name": "hull", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}, tug],
        "hydrodynamics": [
            {
                "name": "water",
                "database": str(DATABASES / "hemisphere.h5"),
                "bodies": [{"body": "hull"}],
                "radiation": {"memory": "RADIATION_MEMORY_NONE"},
            }
        ],
        "loads": [
            {"name": "holds_hull", "linear_mooring": {"body": "hull", **held}},
            {"name": "holds_tug", "linear_mooring": {"body": "tug", **held}},
            *parts.pop("loads", []),
        ],
        "integration": {"step": 0.02, "output_step": 0.2, "duration": 120},
        "outputs": ["hull.displacement", "tug.displacement"],
        **parts,
    }


def linear_example(kind: str) -> dict[str, Any]:
    """The example of a kind of which a linear model is the whole."""
    file = json.loads((EXAMPLES / f"{kind}.json").read_text(encoding="utf-8"))
    fields = {**file["example"], **file.get("linear", {})}
    if "mesh" in fields:
        fields["mesh"] = str(DATABASES / fields["mesh"])
    return {name: value for name, value in fields.items() if value is not None}


def loaded(kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A model with a load of a kind, and the same without it."""
    load = {"name": "it", kind: linear_example(kind)}
    if kind not in DEEP:
        return afloat(loads=[load]), afloat()
    line = {"body1": "hull", "point1": [1, 0, -3], "body2": "tug", "stiffness": 2e5}
    hung = {"name": "hung", "point_spring": {**line, "rest_length": 295}}
    below = (2, 1, -300)
    return afloat(below, loads=[hung, load]), afloat(below, loads=[hung])


def jointed(kind: str, **fields: Any) -> dict[str, Any]:
    joint = {
        "name": "joint", "type": kind, "body1": "tug", "body2": "hull", "position": [10, 1, 0.5],
        "axis": [0.2, 0.3, 1], **fields,
    }  # fmt: skip
    return afloat(joints=[joint])


def predicted(client: raftup.Client, model: dict[str, Any]) -> tuple[ComplexArray, FloatArray]:
    """Operators [periods, 12] and where the bodies rest [12]."""
    response = raftup.response(model, client, periods=PERIODS, headings=[HEADING])
    parts = response.rao.isel(wave_direction=0)
    rao = (parts.sel(complex="re") + 1j * parts.sel(complex="im")).values
    return rao.reshape(len(PERIODS), -1), response.mean_displacement.values.ravel()


def found(client: raftup.Client, model: dict[str, Any]) -> tuple[ComplexArray, FloatArray]:
    """The same of what a simulation settles on."""
    result: xr.Dataset = raftup.run(model, client)
    late = result.isel(time=slice(-200, None))  # 40 s, whole periods
    time = late.time.values
    motion = late.displacement.values.reshape(len(time), -1)
    mean = motion.mean(axis=0)
    turns = np.exp(-2j * np.pi * np.outer(1.0 / np.array(PERIODS), time))
    return 2.0 / len(time) * (turns @ (motion - mean)) / AMPLITUDE, mean


def check_both(
    client: raftup.Client, model: dict[str, Any], without: dict[str, Any], tolerance: float = 1e-5
) -> None:
    """That a model moves as predicted, and otherwise than without the part that is tested."""
    rao, mean = predicted(client, model)
    simulated, settled = found(client, model)
    np.testing.assert_allclose(settled, mean, atol=1e-7)
    largest = np.abs(rao).max(axis=0)
    scale = np.maximum(largest, 1e-3 * largest.max())
    # Found 1e-8 to 4e-7; 4e-6 where drag or friction is linear by differences of velocity only.
    assert (np.abs(simulated - rao) / scale).max() < tolerance
    other, _ = predicted(client, without)
    assert (np.abs(other - rao) / scale).max() > 0.1


def kinds_of(message: type[Message], left_out: Mapping[str, str]) -> list[str]:
    """The alternatives of its oneof, so that a new one is tested or is among those left out."""
    kinds = [field.name for field in message.DESCRIPTOR.oneofs_by_name["kind"].fields]
    assert set(left_out) <= set(kinds)
    return [kind for kind in kinds if kind not in left_out]


@pytest.mark.parametrize("kind", kinds_of(load_pb2.Load, LOADS_LEFT_OUT))
def test_every_kind_of_load_moves_as_predicted(kind: str, client: raftup.Client) -> None:
    check_both(client, *loaded(kind), tolerance=TOLERANCE.get(kind, 1e-5))


@pytest.mark.parametrize("compliance", [0.0, 1e-6])
@pytest.mark.parametrize("kind", joint_pb2.JointType.keys()[1:])
def test_every_kind_of_joint_moves_as_predicted(
    kind: str, compliance: float, client: raftup.Client
) -> None:
    check_both(client, jointed(kind, compliance=compliance, **JOINTS[kind]), afloat())


@pytest.mark.parametrize("kind", kinds_of(joint_pb2.JointDrive, DRIVES_LEFT_OUT))
def test_every_kind_of_drive_moves_as_predicted(kind: str, client: raftup.Client) -> None:
    without = jointed("JOINT_TYPE_HINGE")
    check_both(client, jointed("JOINT_TYPE_HINGE", drives=[{kind: DRIVES[kind]}]), without)


def heaved_and_pitched(heave: float, pitch: float, both: float) -> list[float]:
    """A symmetric 6 x 6 of heave, pitch and what couples them, row by row."""
    matrix = np.zeros((6, 6))
    matrix[2, 2], matrix[4, 4], matrix[2, 4], matrix[4, 2] = heave, pitch, both, both
    return list(matrix.ravel())


def test_additional_coefficients_move_as_predicted(client: raftup.Client) -> None:
    model = afloat()
    model["hydrodynamics"][0]["additional"] = {
        "added_mass": heaved_and_pitched(1e5, 2e6, 5e4),
        "damping": heaved_and_pitched(2e5, 1e6, -4e4),
        "quadratic_damping": heaved_and_pitched(1e5, 1e6, 0.0),
        "stiffness": heaved_and_pitched(3e5, 4e6, 2e5),
    }
    check_both(client, model, afloat())
    group = model["hydrodynamics"][0]
    group["bodies"][0]["reference_point"] = [2.0, 1.0, -1.0]
    group["additional"].pop("quadratic_damping")  # left out about another point
    check_both(client, model, afloat())


def test_constant_radiation_moves_as_predicted(client: raftup.Client) -> None:
    model, without = afloat(), afloat()
    model["hydrodynamics"][0]["radiation"] = {
        "memory": "RADIATION_MEMORY_CONSTANT", "frequency": 1.0,
    }  # fmt: skip
    with pytest.raises(raftup.ModelError, match="would pull steadily along"):
        raftup.run(model, client)
    for one in (model, without):
        one["environment"].pop("current")
    check_both(client, model, without)
