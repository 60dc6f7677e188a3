"""Every kind of load and joint: raftup response against the time domain, in waves of microns."""

from collections.abc import Mapping, Sequence
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

LOADS: dict[str, dict[str, Any]] = {
    "constant_force": {
        "body": "hull", "force": [2e4, 1e4, 5e4], "torque": [1e5, 2e5, 0], "point": [1, 0, 2],
        "body_axes": True,
    },
    "point_spring": {
        "body1": "hull", "point1": [3, 2, 1], "body2": "raft", "point2": [-3, 0, 1],
        "stiffness": 5e4, "damping": 1e4, "rest_length": 12,
    },
    "linear_mooring": {
        "body": "hull", "stiffness": [4e4, 6e4, 1e4, 1e5, 2e5, 1e6],
        "damping": [1e4, 2e4, 3e4, 1e5, 1e5, 1e5], "preload": [1e3, 0, 2e3, 0, 0, 0],
    },
    "winch": {
        "body1": "hull", "point1": [3, 2, 1], "body2": "raft", "point2": [-3, 0, 1],
        "stiffness": 5e4, "damping": 1e4, "length": 12, "speed": 0,
    },
    "bushing": {
        "body1": "hull", "body2": "raft", "position": [10, 1, 0], "attitude_deg": [0, 10, 20],
        "stiffness": [5e4, 6e4, 7e4, 5e5, 6e5, 7e5], "damping": [1e4, 1e4, 1e4, 1e5, 1e5, 1e5],
        "preload": [1e3, 0, 2e3, 0, 0, 3e3],
    },
    "damper": {"body1": "hull", "point1": [3, 2, 1], "body2": "raft", "linear": 8e4,
               "quadratic": 1e3},
    "catenary_line": {
        "body": "hull", "point": [-4, 0, -2], "anchor": [-180, 10, -60], "length": 190,
        "mass_per_length": 150, "axial_stiffness": 2e8, "above_bottom": True,
    },
    "current_drag": {
        "body": "hull", "point": [1, 0, -1], "length": 10, "breadth": 10, "draught": 5,
        "coefficients": {"direction_deg": [0, 90, 180, 270], "surge": [2, 0, -2, 0],
                         "sway": [0, 3, 0, -3], "yaw": [0, 0.3, 0, -0.3]},
        "yaw_drag": 0.8,
    },
    "wind_force": {
        "body": "hull", "point": [1, 0, 3], "frontal_area": 400, "lateral_area": 900,
        "length": 30, "centroid": [2, 6], "ship": "WIND_SHIP_FERRY",
    },
    "fender": {
        "body1": "hull", "point1": [5, 0, 1], "body2": "raft", "point2": [-6, 0, 0],
        "normal": [-1, 0.1, 0], "thickness": 10, "compression": [0, 5, 12],
        "reaction": [0, 1e5, 4e5], "friction": 0.3, "slip_speed": 0.5,
    },
    "morison": {
        "body": "raft", "elements": [
            {"point1": [-3, 0, 0], "point2": [5, 1, 3], "diameter": 2, "drag_coefficient": 1.2,
             "added_mass_coefficient": 0.9, "axial_drag_coefficient": 0.1,
             "end2": {"drag_coefficient": 0.5, "added_mass_coefficient": 1.2}},
        ],
    },
    "drag_plate": {
        "body": "raft", "point": [0, 1, 3], "normal": [1, 0.2, 0.3], "width": 6, "breadth": 4,
        "drag_coefficient": 2, "added_mass_coefficient": 0.6,
    },
    "dynamic_line": {  # so light that its inertia does not count
        "body": "hull", "point": [-4, 0, 2], "anchor": [-60, 5, 1], "length": 55,
        "diameter": 0.002, "mass_per_length": 0.05, "axial_stiffness": 2e6, "element_count": 4,
        "drag": 0, "axial_drag": 0, "added_mass": 0, "damping_ratio": 0.02, "above_bottom": True,
    },
    "rope": {
        "points": [{"body": "hull", "point": [3, 2, 1]}, {"body": "raft"}, {"point": [10, 20, 3]}],
        "stiffness": 5e4, "damping": 1e4, "rest_length": 30,
    },
    "manoeuvring": {
        "body": "hull", "point": [1, 0, -1], "length": 10, "draught": 5,
        "surge": {"resistance": 0.2, "vv": -0.4, "rr": 0.1},
        "sway": {"v": -0.9, "r": 0.1, "vvv": -1.6}, "yaw": {"v": -0.2, "r": -0.2},
        "added_mass_surge": 0.1, "added_mass_sway": 0.2, "added_inertia_yaw": 0.01,
    },
    "propeller": {
        "body": "hull", "point": [-4, 0, -2], "midship": [1, 0, 0], "diameter": 4, "speed": 1.2,
        "wake_fraction": 0.3, "thrust_deduction": 0.2,
        "b_series": {"blades": 5, "area_ratio": 0.7, "pitch_ratio": 0.9},
    },
    "rudder": {
        "body": "hull", "point": [-4, 0, -1], "midship": [1, 0, 0], "area": 60, "height": 9,
        "angle_deg": 10, "hull_force_ratio": 0.3, "hull_force_position": -2,
    },
    "thruster": {
        "body": "hull", "point": [3, 0, -2], "azimuth_deg": 40, "azimuth_rate_deg": 12,
        "thrust": 8e4, "max_thrust": 1e5, "loss_speed": 3,
    },
}  # fmt: skip
"""Of every kind whose linear model is the whole of it, on the bodies of afloat()."""

TOLERANCE = {"dynamic_line": 1e-3}
"""Of the largest motion of a dof, else 1e-5: the inertia of a light line is still left out."""

DEEP = {"morison", "drag_plate"}
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
}

DRIVES_LEFT_OUT = {
    "range": "stops are left out of a linear model",
    "friction": "dry friction is left out of a linear model",
}


def afloat(raft_at: Sequence[float] = (20, 3, 1), **parts: Any) -> dict[str, Any]:
    """A hull in waves, a current and wind, and a raft beside it without water; both well damped."""
    waves = {
        "omega": [2 * np.pi / period for period in PERIODS],
        "amplitude": [AMPLITUDE] * len(PERIODS),
        "direction_deg": [HEADING] * len(PERIODS),
    }
    held = {"stiffness": [2e5, 2e5, 2e5, 3e6, 3e6, 3e6], "damping": [3e5, 3e5, 3e5, 3e6, 3e6, 3e6]}
    raft = {
        "name": "raft", "mass": 1e5, "inertia": {"xx": 2e6, "yy": 2e6, "zz": 3e6},
        "position": list(raft_at), "gravity": False,
    }  # fmt: skip
    return {
        "environment": {
            "current": {"speed": [1.2], "direction_deg": [200]},
            "wind": {"speed": 15, "direction_deg": 70},
            "sea": {"ramp_duration": 10, "waves": [{"components": waves}]},
        },
        "bodies": [{"name": "hull", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}, raft],
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
            {"name": "holds_raft", "linear_mooring": {"body": "raft", **held}},
            *parts.pop("loads", []),
        ],
        "integration": {"step": 0.02, "output_step": 0.2, "duration": 120},
        "outputs": ["hull.displacement", "raft.displacement"],
        **parts,
    }


def loaded(kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A model with a load of a kind, and the same without it."""
    load = {"name": "it", kind: LOADS[kind]}
    if kind not in DEEP:
        return afloat(loads=[load]), afloat()
    line = {"body1": "hull", "point1": [1, 0, -3], "body2": "raft", "stiffness": 2e5}
    hung = {"name": "hung", "point_spring": {**line, "rest_length": 295}}
    below = (2, 1, -300)
    return afloat(below, loads=[hung, load]), afloat(below, loads=[hung])


def jointed(kind: str, **fields: Any) -> dict[str, Any]:
    joint = {
        "name": "joint", "type": kind, "body1": "raft", "body2": "hull", "position": [10, 1, 0.5],
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
    model = afloat()
    model["hydrodynamics"][0]["radiation"] = {
        "memory": "RADIATION_MEMORY_CONSTANT", "frequency": 1.0,
    }  # fmt: skip
    check_both(client, model, afloat())
