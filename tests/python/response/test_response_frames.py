"""raftup response against the time domain: added mass in each frame, hulls turned by 90 deg."""

from typing import Any

import numpy as np
import pytest
import xarray as xr
from conftest import DATABASES

import raftup
from raftup.base.arrays import ComplexArray, FloatArray

PERIODS, HEADING, AMPLITUDE = [5.0, 8.0], 200.0, 1e-6
"""s, deg, and m so small that hulls and lines are linear."""

YAW_STIFFNESS = 2e6
"""N m, of moorings that pull back to 0 against what turns a hull by 90 deg."""


def in_small_waves(model: dict[str, Any], duration: float) -> dict[str, Any]:
    """The model in waves of all periods at once, for a time [s]."""
    waves = {
        "omega": [2 * np.pi / period for period in PERIODS],
        "amplitude": [AMPLITUDE] * len(PERIODS),
        "direction_deg": [HEADING] * len(PERIODS),
    }
    sea = {"ramp_duration": 10, "waves": [{"components": waves}]}
    integration = {"step": 0.05, "output_step": 0.25, "duration": duration}
    return model | {"environment": {"sea": sea}, "integration": integration}


def predicted(client: raftup.Client, model: dict[str, Any]) -> ComplexArray:
    """Operators [periods, 6N] m and rad per m."""
    rao = raftup.response(model, client, periods=PERIODS, headings=[HEADING]).rao.values
    return np.asarray((rao[0] + 1j * rao[1]).reshape(len(PERIODS), -1))


def settled(client: raftup.Client, model: dict[str, Any]) -> tuple[ComplexArray, xr.Dataset]:
    """The same of what a simulation settles on, and its second half."""
    result = raftup.run(model, client)
    late = result.sel(time=slice(0.5 * float(result.time[-1]), None))
    phase = np.outer(late.time.values, 2 * np.pi / np.array(PERIODS))
    basis = np.column_stack([np.cos(phase), -np.sin(phase), np.ones(len(phase))])
    motion = late.displacement.values.reshape(len(phase), -1)
    fit = np.linalg.lstsq(basis, motion, rcond=None)[0]
    n = len(PERIODS)
    return (fit[:n] + 1j * fit[n : 2 * n]) / AMPLITUDE, late


def difference(found: ComplexArray, expected: ComplexArray) -> FloatArray:
    """Largest of each dof, relative to its peak."""
    return np.asarray(np.abs(found - expected).max(axis=0) / np.abs(expected).max(axis=0))


def hull(body: str, x: float) -> dict[str, Any]:
    """A hemisphere of its own, with damping instead of a memory: no fit comes between."""
    damping = [4e5, 8e5, 4e5, 4e6, 4e6, 6e6]
    return {
        "name": f"water_of_{body}",
        "database": str(DATABASES / "hemisphere.h5"),
        "origin": [x, 0],
        "bodies": [{"body": body, "database_body": "hemisphere", "linear_damping": damping}],
        "radiation": {"memory": "none"},
    }


def coupled_hulls(frame: str) -> dict[str, Any]:
    """Two hemispheres, the first turned by 90 deg and heeled, with slender added mass between."""
    slender = np.diag([5e4, 6e5, 2e5, 5e5, 2e6, 4e6])
    slender[1, 5] = slender[5, 1] = 3e5
    between = np.diag([1e4, 1e5, 4e4, 1e5, 3e5, 5e5])
    between[0, 2] = 3e4
    names = ("a", "b")
    inertia = {"xx": 2e6, "yy": 3e6, "zz": 4e6}
    moorings = [
        {"name": f"mooring_of_{name}", "linear_mooring": {
            "body": name, "stiffness": [1.5e5, 2.5e5, 0, 0, 0, YAW_STIFFNESS],
        }}
        for name in names
    ]  # fmt: skip
    turn = {"body": "a", "torque": [0, 8e5, YAW_STIFFNESS * np.pi / 2]}
    return {
        "name": frame,
        "bodies": [
            {"name": "a", "inertia": inertia, "attitude_deg": [0, 0, 90]},
            {"name": "b", "inertia": inertia},
        ],
        "hydrodynamics": [hull("a", 0.0), hull("b", 30.0)],
        "added_mass_interactions": [
            {
                "name": "between",
                "body1": "a",
                "body2": "b",
                "body1_block": slender.ravel().tolist(),
                "body2_block": slender.ravel().tolist(),
                "off_diagonal_block": between.ravel().tolist(),
                "frame": frame,
            }
        ],
        "loads": [*moorings, {"name": "turn", "constant_force": turn}],
        "outputs": ["a.displacement", "b.displacement"],
    }


@pytest.fixture(scope="module")
def in_heading_frame(client: raftup.Client) -> ComplexArray:
    return predicted(client, in_small_waves(coupled_hulls("heading"), 1.0))


@pytest.mark.parametrize("frame", ["heading", "world", "body", "first_body"])
def test_an_interaction_moves_turned_hulls_as_predicted(
    frame: str, in_heading_frame: ComplexArray, client: raftup.Client
) -> None:
    model = in_small_waves(coupled_hulls(frame), 400.0)
    expected = predicted(client, model)
    found, late = settled(client, model)
    mean = late.displacement.sel(body="a").mean("time")
    assert float(mean.sel(dof="yaw")) == pytest.approx(np.pi / 2, rel=1e-6)
    # heeled, so that the frames of bodies are not those of headings
    assert float(np.hypot(mean.sel(dof="roll"), mean.sel(dof="pitch"))) > 0.1
    # found: 5e-7, of which the step's (omega h)^4 / 120 is 1e-7 and the rest what has not died out
    assert difference(found, expected).max() < 3e-6
    if frame != "heading":
        assert difference(expected, in_heading_frame).max() > 0.05, "the frame makes no difference"


def turned_tug(frame: str) -> dict[str, Any]:
    """A tug that its rest does not turn back: nothing holds its yaw."""
    damping = [3e5, 3e5, 0, 2e6, 0, 2e7]
    mooring = {
        "body": "tug",
        "stiffness": [1e5, 1e5, 0, 0, 0, 0],
        "damping": [2e5, 2e5, 0, 0, 0, 0],
    }
    return {
        "name": frame,
        "bodies": [
            {
                "name": "tug",
                "inertia": {"xx": 1.2e7, "yy": 4e7, "zz": 4e7},
                "attitude_deg": [0, 0, 90],
            }
        ],
        "hydrodynamics": [
            {
                "name": "hull",
                "database": str(DATABASES / "tug_shallow.h5"),
                "bodies": [{"body": "tug", "linear_damping": damping}],
                "added_mass": {"frame": frame},
            }
        ],
        "loads": [{"name": "mooring", "linear_mooring": mooring}],
        "outputs": ["tug.displacement"],
    }


@pytest.mark.parametrize("frame", ["heading", "world", "body"])
def test_a_group_moves_a_turned_hull_as_predicted(frame: str, client: raftup.Client) -> None:
    model = in_small_waves(turned_tug(frame), 600.0)
    expected = predicted(client, model)
    found, late = settled(client, model)
    assert late.displacement.sel(dof="yaw").values[-1] == pytest.approx(np.pi / 2, 1e-3)
    # A and B are those that the memory is made of, from which its state space differs by its fit
    assert difference(found, expected).max() < 1e-3
    if frame == "world":
        other = predicted(client, in_small_waves(turned_tug("heading"), 1.0))
        assert difference(expected, other).max() > 0.05, "the frame makes no difference"
