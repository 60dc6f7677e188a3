"""The frequency domain on a current: closed forms, and what is refused."""

from typing import Any

import numpy as np
import pytest
from conftest import DATABASES

import raftup
from raftup._generated import sea_pb2
from raftup.frequency_domain.current import Current
from raftup.frequency_domain.drag import harmonic_slope, normal_slope


def moored_hemisphere(current: dict[str, Any], **added_mass: Any) -> dict[str, Any]:
    return {
        "name": "moored",
        "environment": {"current": current},
        "bodies": [{"name": "hull", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}],
        "hydrodynamics": [
            {
                "name": "water",
                "database": str(DATABASES / "hemisphere.h5"),
                "bodies": [{"body": "hull", "database_body": "hemisphere"}],
                "added_mass": added_mass,
            }
        ],
        "integration": {"step": 0.1, "duration": 1.0},
        "loads": [
            {"name": "m", "linear_mooring": {"body": "hull", "stiffness": [1e5, 1e5, 0, 0, 0, 1e6]}}
        ],
    }


def test_waves_on_a_uniform_current_have_the_closed_form_of_deep_water() -> None:
    current = Current.of(sea_pb2.Current(speed=[1.5], direction_deg=[60]))
    omega, way = np.array([0.4, 0.8, 1.2]), np.deg2rad([60.0, 150.0, 240.0])
    waves = current.waves(omega, way, np.inf, 9.81)
    for row, U in enumerate([1.5, 0.0, -1.5]):
        # sigma = omega - k U with k = sigma^2 / g
        sigma = (np.sqrt(1.0 + 4.0 * omega * U / 9.81) - 1.0) * 9.81 / (2.0 * U) if U else omega
        assert not waves.stopped[row].any()
        np.testing.assert_allclose(waves.intrinsic_omega[row], sigma, rtol=1e-12)
        np.testing.assert_allclose(waves.wavenumber[row], sigma**2 / 9.81, rtol=1e-12)
    # g / (4 U) = 1.635 rad/s is the fastest wave that goes against it
    fast = current.waves(np.array([1.63, 1.64]), way, np.inf, 9.81)
    assert fast.stopped.tolist() == [[False, False], [False, False], [False, True]]


def test_what_a_wave_feels_of_a_profile_is_its_weighted_mean() -> None:
    current = Current.of(sea_pb2.Current(speed=[2, 0.5], direction_deg=[0, 0], depth=[0, 8]))
    h = 20.0
    z = np.linspace(-h, 0.0, 20_001)  # the kink at -8 m is one of them
    velocity = np.array([current.at(-level)[0] for level in z])
    for k in (0.05, 0.3, 2.0):
        weight = 2.0 * k * np.cosh(2.0 * k * (z + h)) / np.sinh(2.0 * k * h)
        mean = np.trapezoid(velocity * weight, z)
        # the rule's own error, (2 k dz)^2 / 12
        assert current.felt(np.array([k]), h)[0] == pytest.approx([mean, 0.0], rel=2e-6)


@pytest.mark.parametrize("mean", [0.0, 0.3, -0.8, 3.0])
def test_drag_about_a_mean_is_linearised_by_its_integrals(mean: float) -> None:
    size = np.array([0.7])
    phase = np.linspace(0.0, 2.0 * np.pi, 100_001)
    v = mean + 0.7 * np.cos(phase)
    first = np.trapezoid(np.abs(v) * v * np.cos(phase), phase) / (0.7 * np.pi)
    assert harmonic_slope(size, np.array([mean])) == pytest.approx(first, rel=1e-7)
    v = mean + 0.7 * np.linspace(-10.0, 10.0, 100_001)
    density = np.exp(-0.5 * ((v - mean) / 0.7) ** 2) / (0.7 * np.sqrt(2.0 * np.pi))
    twice = 2.0 * np.trapezoid(np.abs(v) * density, v)
    assert normal_slope(size, np.array([mean])) == pytest.approx(twice, rel=1e-7)
    assert normal_slope(np.zeros(1), np.array([mean])) == pytest.approx(2.0 * abs(mean))


def test_a_moment_of_munk_in_a_current_is_refused(client: raftup.Client) -> None:
    model = moored_hemisphere({"speed": [1], "direction_deg": [0]}, coriolis="MUNK_MOMENT_YAW")
    with pytest.raises(raftup.RaftupError, match=r"environment.current must be omitted .* water"):
        raftup.response(model, client, periods=[6.0])


def test_waves_that_a_current_stops_are_not_answered(client: raftup.Client) -> None:
    model = moored_hemisphere({"speed": [2], "direction_deg": [0]})
    response = raftup.response(model, client, periods=[4.0, 8.0], headings=[0, 180])
    missing = np.isnan(response.rao.values).any(axis=(0, 3, 4))
    # against 2 m/s a wave of 4 s would have to run at more than g / (4 U) = 1.23 rad/s
    assert missing.sum() == 1
    assert missing[0 if response.omega[0] > response.omega[1] else 1, 1]
    assert "1 of 4 waves are not answered (NaN)" in response.attrs["limits"]
