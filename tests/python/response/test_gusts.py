"""Motions in gusts: a body on springs, whose response is known in closed form and in time."""

from typing import Any

import numpy as np
import pytest

import raftup
from raftup.base.arrays import FloatArray

SPEED, AIR, AREA = 20.0, 1.225, 1000.0  # m/s, kg/m3, m2
MASS, STIFFNESS, DAMPING = 1e6, 4e4, 4e4  # a period of 31 s, a tenth of critical damping
FORCE = 0.5 * AIR * SPEED**2 * AREA  # N, in the mean
SLOPE = 2.0 * FORCE / SPEED  # N s/m: by the wind's speed, and the less the more the body runs


def moored_in_wind(**integration: float) -> dict[str, Any]:
    """A body on a spring along the wind, whose coefficients are 1."""
    inertia = {"xx": 1e6, "yy": 1e6, "zz": 1e6}
    table = {"direction_deg": [0, 90, 180, 270], "surge": [1, 0, -1, 0], "sway": [0, 1, 0, -1]}
    wind = {"frontal_area": AREA, "lateral_area": AREA, "length": 50, "coefficients": table}
    held = {"stiffness": [STIFFNESS] * 2 + [1e6] * 4, "damping": [DAMPING] * 2 + [1e6] * 4}
    return {
        "environment": {
            "wind": {"speed": SPEED, "profile": "npd", "spectrum": "npd", "seed": 5},
        },
        "bodies": [{"name": "buoy", "mass": MASS, "inertia": inertia, "gravity": False}],
        "loads": [
            {"name": "wind", "wind_force": {"body": "buoy", **wind}},
            {"name": "held", "linear_mooring": {"body": "buoy", **held}},
        ],
        "outputs": ["buoy.displacement"],
        "integration": {"step": 0.25, "duration": 10.0, **integration},
    }


def wind_density(omega: FloatArray) -> FloatArray:
    """S of NPD at 10 m by rad/s [m2 s/rad].

    Source:
        ISO 19901-1.
    """
    n, f = 0.468, omega / (2.0 * np.pi)
    reduced = 172.0 * f * (SPEED / 10.0) ** -0.75
    density = 320.0 * (SPEED / 10.0) ** 2 * (1.0 + reduced**n) ** (-5.0 / (3.0 * n))
    return np.asarray(density / (2.0 * np.pi))


def test_a_body_on_a_spring_moves_in_gusts_as_its_equation_says(client: raftup.Client) -> None:
    found = raftup.response(moored_in_wind(), client)
    at = {"body": "buoy", "dof": "surge"}
    assert float(found.mean_displacement.sel(at)) == pytest.approx(FORCE / STIFFNESS, rel=1e-9)
    omega = found.gust_omega.values
    force = found.gust_force_spectrum.sel(at).values
    np.testing.assert_allclose(force, SLOPE**2 * wind_density(omega), rtol=1e-9)
    impedance = STIFFNESS - omega**2 * MASS + 1j * omega * (DAMPING + SLOPE)
    spectrum = found.gust_spectrum.sel(at).values
    np.testing.assert_allclose(spectrum, force / np.abs(impedance) ** 2, rtol=1e-6)
    deviation = float(found.gust_standard_deviation.sel(at))
    assert deviation == pytest.approx(np.sqrt(np.trapezoid(spectrum, omega)), rel=1e-12)
    assert "gusts" in found.attrs["limits"]
    assert "left out" not in found.attrs["limits"]
    steady = moored_in_wind()
    steady["environment"]["wind"]["spectrum"] = "none"
    assert "gust_spectrum" not in raftup.response(steady, client)


def test_motions_in_gusts_deviate_in_time_as_by_their_spectrum(client: raftup.Client) -> None:
    found = raftup.response(moored_in_wind(), client)
    deviation = float(found.gust_standard_deviation.sel(body="buoy", dof="surge"))
    result = raftup.run(moored_in_wind(duration=36000.0, output_step=2.0), client)
    surge = result.displacement.sel(body="buoy", dof="surge").values[100:]
    # ten hours of gusts that last for minutes; their squares add 1 % of the mean and 1 % of it
    assert surge.std() == pytest.approx(deviation, rel=0.08)
    assert surge.mean() == pytest.approx(FORCE / STIFFNESS, rel=0.03)
