"""The frequency domain on a current: closed forms, and what is refused."""

import copy
from typing import Any

import numpy as np
import pytest
from conftest import DATABASES

import raftup
from raftup import LinearizeOptions, WaveGrid
from raftup.base.arrays import FloatArray
from raftup.frequency_domain.drag import harmonic_slope, normal_slope
from raftup.remote.linearisation import LinearGrid


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


def phases(
    client: raftup.Client, model: dict[str, Any], omega: FloatArray, ways: FloatArray
) -> tuple[FloatArray, LinearGrid]:
    """Wavenumbers [n, m] by the phases of X at two places 1 m apart, and the waves at the first."""
    grids: list[LinearGrid] = []
    for place in (0.0, 1.0):
        moved = copy.deepcopy(model)
        moved["hydrodynamics"][0]["origin"] = [place * np.cos(ways[0]), place * np.sin(ways[0])]
        grid = WaveGrid(omega=omega, wave_direction=ways)
        options = LinearizeOptions(grids=[grid], operating_point="rest", radiation="file")
        grids += client.linearize(moved, options=options).grids
    here, there = (grid.excitation[:, 2] for grid in grids)
    along = np.cos(ways - ways[0])
    return np.asarray(-np.angle(there / here) / along), grids[0]


def test_waves_on_a_uniform_current_have_the_closed_form_of_deep_water(
    client: raftup.Client,
) -> None:
    model = moored_hemisphere({"speed": [1.5], "direction_deg": [60]})
    omega, ways = np.array([0.4, 0.8, 1.2]), np.deg2rad([60.0, 240.0])
    found, grid = phases(client, model, omega, ways)
    assert grid.carried.all()
    for column, U in enumerate([1.5, -1.5]):
        # sigma = omega - k U with k = sigma^2 / g
        sigma = (np.sqrt(1.0 + 4.0 * omega * U / 9.81) - 1.0) * 9.81 / (2.0 * U)
        np.testing.assert_allclose(found[:, column], sigma**2 / 9.81, rtol=1e-10)
    # g / (4 U) = 1.635 rad/s is the fastest wave that goes against it
    grids = [WaveGrid(omega=[1.63, 1.64], wave_direction=ways)]
    (fast,) = client.linearize(model, grids=grids).grids
    assert fast.carried[1].tolist() == [True, False]


def test_what_a_wave_feels_of_a_profile_is_its_weighted_mean(client: raftup.Client) -> None:
    model = moored_hemisphere({"speed": [2, 0.5], "direction_deg": [0, 0], "depth": [0, 8]})
    omega = np.array([0.6, 1.0, 1.4])
    found, _ = phases(client, model, omega, np.zeros(1))
    z = np.linspace(-400.0, 0.0, 400_001)  # the kink at -8 m is one of them
    velocity = np.interp(-z, [0.0, 8.0], [2.0, 0.5])
    for k, seen in zip(found[:, 0], omega, strict=True):
        # deep water: the weight 2 k exp(2 k z); the rest below -400 m is exp(-800 k)
        mean = np.trapezoid(velocity * 2.0 * k * np.exp(2.0 * k * z), z)
        mean += 0.5 * np.exp(-800.0 * k)
        # the rule's own error, (2 k dz)^2 / 12
        assert seen == pytest.approx(np.sqrt(9.81 * k) + k * mean, rel=1e-6)


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


def test_a_moment_of_munk_turns_a_body_across_its_current(client: raftup.Client) -> None:
    speed = 1.0
    current = {"speed": [speed], "direction_deg": [0]}
    without = client.linearize(moored_hemisphere(current), operating_point="rest")
    model = moored_hemisphere(current, coriolis="MUNK_MOMENT_YAW")
    with_munk = client.linearize(model, operating_point="rest")
    A = with_munk.added_mass_infinite
    change = with_munk.restoring - without.restoring
    # N = (A_11 - A_22) u v with u = -U, v = U psi: a hull that is longer than wide turns across
    expected = (A[0, 0] - A[1, 1]) * speed**2
    assert change[5, 5] == pytest.approx(expected, rel=1e-6)


def test_waves_that_a_current_stops_are_not_answered(client: raftup.Client) -> None:
    model = moored_hemisphere({"speed": [2], "direction_deg": [0]})
    response = raftup.response(model, client, periods=[4.0, 8.0], headings=[0, 180])
    missing = np.isnan(response.rao.values).any(axis=(0, 3, 4))
    # against 2 m/s a wave of 4 s would have to run at more than g / (4 U) = 1.23 rad/s
    assert missing.sum() == 1
    assert missing[0 if response.omega[0] > response.omega[1] else 1, 1]
    assert "1 of 4 waves are not answered (NaN)" in response.attrs["limits"]
