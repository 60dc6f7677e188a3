"""Lines in the frequency domain: their impedance, the waves on them, the response with both."""

from typing import Any

import numpy as np
import pytest

import raftup
from raftup import WaveGrid
from raftup.frequency_domain.linear_model import linearise
from raftup.frequency_domain.response import ResponseSolver

OMEGA = [0.1, 0.5, 1.0]


def body_on_a_line(**line: Any) -> dict[str, Any]:
    """A body under water that floats as it weighs, on a line to an anchor 80 m away."""
    return {
        "environment": {
            "water_depth": 100,
            "sea": {"waves": [{"regular": {"height": 1.0, "period": 8.0}}]},
        },
        "integration": {"step": 0.05, "duration": 10, "stepper": "midpoint"},
        "bodies": [
            {
                "name": "body",
                "mass": 2e5,
                "inertia": {"xx": 1e6, "yy": 1e6, "zz": 1e6},
                "position": [0, 0, -10],
                "free": [True, False, True, False, False, False],
                "gravity": False,
            }
        ],
        "loads": [
            {
                "name": "line",
                "line": {
                    "end_a": {"body": "body"},
                    "end_b": {"anchor": [80, 0, -60]},
                    "above_bottom": True,
                    "sections": [
                        {
                            "length": 94,
                            "elements": 20,
                            "diameter": 0.2,
                            "mass_per_length": 60,
                            "axial_stiffness": 5e7,
                        }
                    ],
                    **line,
                },
            }
        ],
    }


def test_the_response_has_the_impedance_of_a_line(client: raftup.Client) -> None:
    grid = WaveGrid(omega=OMEGA, wave_direction=[0.0, 0.5])
    linear = linearise(client, body_on_a_line(), operating_point="rest", grids=[grid])
    (found,) = linear.equations.grids
    assert found.line_impedance is not None
    assert found.line_impedance.shape == (3, 6, 6)
    symmetric = found.line_impedance.transpose(0, 2, 1)
    np.testing.assert_allclose(found.line_impedance, symmetric, atol=1e-6 * 1e6)
    assert np.abs(found.excitation[:, [0, 2]]).min() > 0.0
    rao = ResponseSolver(linear, found).solve()
    equations, free = linear.equations, linear.equations.free_basis
    for k, omega in enumerate(OMEGA):
        impedance = equations.restoring - omega**2 * equations.mass + found.line_impedance[k]
        moved = np.linalg.solve(free.T @ impedance @ free, free.T @ found.excitation[k])
        np.testing.assert_allclose(rao[k].T, free @ moved, rtol=1e-9, atol=1e-12)
    assert any("equal work in the model's sea" in limit for limit in linear.limits)
    assert any(
        "angles and curvatures are those of its static shape" in limit for limit in linear.limits
    )


def test_slow_motions_feel_the_inertia_that_modes_have(client: raftup.Client) -> None:
    low = WaveGrid(omega=[1e-3], wave_direction=[0.0])
    linear = client.linearize(body_on_a_line(), operating_point="rest", grids=[low], modes=True)
    impedance = linear.grids[0].line_impedance
    assert impedance is not None
    mass = -impedance[0].real / 1e-6
    assert mass[2, 2] > 60 * 94 / 4
    for mode in linear.modes:
        own = mode.shape @ (linear.mass + mass) @ mode.shape
        assert mode.modal_mass == pytest.approx(own, rel=1e-2)


def test_models_without_lines_have_no_impedance(client: raftup.Client) -> None:
    model = body_on_a_line()
    model["loads"] = []
    grid = WaveGrid(omega=OMEGA, wave_direction=[0.0])
    linear = client.linearize(model, operating_point="rest", grids=[grid])
    assert linear.grids[0].line_impedance is None


def test_a_line_without_waves_is_not_pushed(client: raftup.Client) -> None:
    grid = WaveGrid(omega=OMEGA, wave_direction=[0.0])
    linear = client.linearize(body_on_a_line(waves=False), operating_point="rest", grids=[grid])
    assert not linear.grids[0].excitation.any()
