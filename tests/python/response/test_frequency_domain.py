"""Linear predictions equal closed forms."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_databases import (
    ADDED,
    DAMPING,
    FORCE,
    MASS,
    OMEGA,
    STIFFNESS,
    heave_coefficients,
    model_of,
    write_database,
)

import raftup
from raftup import WaveGrid
from raftup._generated import model_pb2
from raftup.base.arrays import ComplexArray, FloatArray
from raftup.frequency_domain import (
    LinearModel,
    ResponseSolver,
    elevation_spectrum,
    linearise,
    natural_periods,
    response_spectrum,
    standard_deviation,
    wavenumber,
)
from raftup.model import load_model
from raftup.remote.coefficients import CoefficientArray, Coefficients, excitation_at

UNIT_INERTIA = {"xx": 1, "yy": 1, "zz": 1}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return write_database(tmp_path / "hull.h5", heave_coefficients())


def linear_of(client: raftup.Client, model: dict[str, Any], direction: float = 0.0) -> LinearModel:
    """By the file's A and B, with modes and with waves of OMEGA in one direction."""
    grid = WaveGrid(omega=OMEGA, wave_direction=[direction])
    return linearise(client, model, radiation="file", modes=True, grids=[grid])


def operator(linear: LinearModel) -> ComplexArray:
    """Response amplitude operators of the first direction [n, 6N]."""
    (grid,) = linear.equations.grids
    return ResponseSolver(linear, grid).solve()[:, 0]


def sprung_body(**spring: Any) -> dict[str, Any]:
    return {
        "integration": {"step": 0.1, "duration": 10},
        "bodies": [{"name": "a", "mass": 1.0, "inertia": UNIT_INERTIA, "gravity": False}],
        "loads": [{"name": "line", "point_spring": {"body1": "a", **spring}}],
    }


def test_one_dof_in_a_regular_wave_is_the_damped_oscillator(
    client: raftup.Client, database: Path
) -> None:
    rao = operator(linear_of(client, model_of(database, "a")))
    expected = FORCE / (STIFFNESS - OMEGA**2 * (MASS + ADDED) + 1j * OMEGA * DAMPING)
    np.testing.assert_allclose(rao[:, 2], expected, rtol=1e-12)
    assert not rao[:, [0, 1, 3, 4, 5]].any()


def test_the_wave_reaches_a_group_that_stands_elsewhere_later(
    client: raftup.Client, database: Path
) -> None:
    direction = 0.4
    here = linear_of(client, model_of(database, "a"), direction)
    there = linear_of(client, model_of(database, "a", origin=[30.0, 10.0]), direction)
    along = 30.0 * np.cos(direction) + 10.0 * np.sin(direction)
    delay = np.exp(-1j * OMEGA**2 / 9.81 * along)
    np.testing.assert_allclose(operator(there)[:, 2], operator(here)[:, 2] * delay, rtol=1e-12)


def test_natural_period_of_one_dof(client: raftup.Client, database: Path) -> None:
    modes = natural_periods(linear_of(client, model_of(database, "a")).equations)
    assert [(mode.body, mode.dof) for mode in modes] == [("a", "heave")]
    expected = 2 * np.pi * np.sqrt((MASS + ADDED) / STIFFNESS)
    assert modes[0].period == pytest.approx(expected, rel=1e-12)


def test_natural_periods_of_a_coupled_pair(client: raftup.Client, tmp_path: Path) -> None:
    coupling = 5.0e4
    file = write_database(tmp_path / "pair.h5", heave_coefficients(coupling))
    modes = natural_periods(linear_of(client, model_of(file, "a", "b")).equations)
    expected = [
        2 * np.pi * np.sqrt((MASS + ADDED + sign * coupling) / STIFFNESS) for sign in (1, -1)
    ]
    assert [mode.period for mode in modes] == pytest.approx(expected, rel=1e-12)


def test_without_body_interaction_the_pair_is_uncoupled(
    client: raftup.Client, tmp_path: Path
) -> None:
    file = write_database(tmp_path / "pair.h5", heave_coefficients(5.0e4))
    model = model_of(file, "a", "b", body_interaction=False)
    modes = natural_periods(linear_of(client, model).equations)
    assert modes[0].period == pytest.approx(modes[1].period, rel=1e-12)


def test_a_dof_without_stiffness_has_no_natural_period(
    client: raftup.Client, database: Path
) -> None:
    linear = linear_of(client, model_of(database, "a", free="surge"))
    assert natural_periods(linear.equations) == []


def test_a_tight_spring_adds_its_stiffness_and_its_tension(client: raftup.Client) -> None:
    model = sprung_body(point2=[10, 0, 0], stiffness=100.0, damping=7.0, rest_length=8.0)
    linear = client.linearize(model, operating_point="rest")
    across = 100.0 * (10.0 - 8.0) / 10.0  # tension / length
    # central differences of the force, of order 4
    expected = [100.0, across, across, 0, 0, 0]
    np.testing.assert_allclose(np.diag(linear.restoring), expected, rtol=1e-9, atol=1e-7)
    np.testing.assert_allclose(np.diag(linear.linear_damping), [7.0, 0, 0, 0, 0, 0], atol=1e-9)


def test_a_spring_off_the_centre_equals_the_derivative_of_its_force(
    client: raftup.Client,
) -> None:
    point1, point2 = np.array([2.0, 1.0, 0.5]), np.array([6.0, -3.0, 2.0])
    stiffness, rest_length = 50.0, 3.0

    def load(x: FloatArray) -> FloatArray:
        arm = point1 + np.cross(x[3:], point1)
        span = point2 - x[:3] - arm
        length = np.linalg.norm(span)
        force = stiffness * (length - rest_length) * span / length
        return np.concatenate([force, np.cross(arm, force)])

    model = sprung_body(
        point1=point1.tolist(),
        point2=point2.tolist(),
        stiffness=stiffness,
        rest_length=rest_length,
    )
    linear = client.linearize(model, operating_point="rest")
    step = 1e-6
    columns = [(load(step * unit) - load(-step * unit)) / (2 * step) for unit in np.eye(6)]
    derivative = np.column_stack(columns)
    # central differences: an error of order step^2 and of round-off / step
    tolerance = 1e-6 * float(np.abs(derivative).max())
    np.testing.assert_allclose(linear.restoring, -derivative, atol=tolerance)


def test_interpolation_is_linear_inside_and_constant_outside(
    client: raftup.Client, tmp_path: Path
) -> None:
    table = heave_coefficients()
    table.added_mass[:, 2, 2] = ADDED * (1.0 + OMEGA)
    table.radiation_damping[:, 2, 2] = DAMPING * np.cos(OMEGA) ** 2
    file = write_database(tmp_path / "varying.h5", table)
    between, beyond = 0.5 * (OMEGA[4] + OMEGA[5]), 5.0
    grid = WaveGrid(omega=[between, beyond])
    linear = client.linearize(model_of(file, "a"), radiation="file", grids=[grid])
    found = linear.grids[0].added_mass[:, 2, 2]
    np.testing.assert_allclose(found, ADDED * (1.0 + np.array([between, 3.0])), rtol=1e-12)
    damping = linear.grids[0].radiation_damping[:, 2, 2]
    mean = 0.5 * DAMPING * (np.cos(OMEGA[4]) ** 2 + np.cos(OMEGA[5]) ** 2)
    np.testing.assert_allclose(damping, [mean, DAMPING * np.cos(3.0) ** 2], rtol=1e-12)


@pytest.mark.parametrize(
    ("direction_deg", "expected"), [(45, 0.5), (-45, 1.5), (315, 1.5), (360, 0.0), (675, 1.5)]
)
def test_excitation_is_periodic_in_direction(direction_deg: float, expected: float) -> None:
    forces = np.zeros((2, len(OMEGA), 4, 6))
    forces[0, :, :, 0] = [0.0, 1.0, 2.0, 3.0]
    axes = ("omega", "wave_direction")
    arrays = {
        "omega": CoefficientArray(axes[:1], OMEGA),
        "wave_direction": CoefficientArray(axes[1:], np.deg2rad([0.0, 90.0, 180.0, 270.0])),
        "excitation_force": CoefficientArray(("complex", *axes, "influenced_dof"), forces),
    }
    force = excitation_at(Coefficients("x", arrays), OMEGA, np.deg2rad(direction_deg))
    np.testing.assert_allclose(force[0], expected, atol=1e-12)


@pytest.mark.parametrize("depth", [5.0, 50.0, 1e4, np.inf])
def test_wavenumber_solves_the_dispersion_relation(depth: float) -> None:
    omega = np.geomspace(0.05, 6.0, 40)
    k = wavenumber(omega, depth, 9.81)
    np.testing.assert_allclose(9.81 * k * np.tanh(k * depth), omega**2, rtol=1e-12)


@pytest.mark.parametrize("kind", ["jonswap", "pierson_moskowitz"])
def test_a_spectrum_holds_the_variance_of_its_wave_height(kind: str) -> None:
    assert_holds_variance({kind: {"significant_wave_height": 2.0, "peak_period": 8.0}}, 2.0**2 / 16)


@pytest.mark.parametrize("period", [6.0, 8.0, 12.0, 25.0])
def test_torsethaugen_holds_the_variance_in_wind_sea_and_swell(period: float) -> None:
    spectrum = {"significant_wave_height": 2.0, "peak_period": period}
    # the tail falls with omega^-4: 1e-5 of the variance lies beyond 30 rad/s
    assert_holds_variance({"torsethaugen": spectrum}, 2.0**2 / 16, rel=1e-4)


def test_ochi_hubble_is_the_sum_of_its_systems() -> None:
    systems = [
        {"significant_wave_height": 2.0, "peak_period": 14.0, "shape": 4.0},
        {"significant_wave_height": 1.0, "peak_period": 6.0, "shape": 1.5},
    ]
    assert_holds_variance({"ochi_hubble": {"systems": systems}}, (2.0**2 + 1.0) / 16)
    # its formula at the peak of a system of its own, Ochi and Hubble (1976)
    shape, peak = 4.0, 2 * np.pi / 14.0
    a = (4 * shape + 1) / 4
    expected = (a * peak**4) ** shape / math.gamma(shape) * 4.0 / (4 * peak ** (4 * shape + 1))
    wave = irregular({"ochi_hubble": {"systems": systems[:1]}})
    found = elevation_spectrum(wave, np.array([peak]))[0]
    assert found == pytest.approx(expected * np.exp(-a), rel=1e-6)


def irregular(spectrum: dict[str, Any]) -> model_pb2.IrregularWave:
    model = load_model({"environment": {"sea": {"waves": [{"irregular": spectrum}]}}})
    return model.environment.sea.waves[0].irregular


def assert_holds_variance(spectrum: dict[str, Any], m0: float, rel: float = 1e-5) -> None:
    omega = np.linspace(0.05, 30.0, 100_001)
    density = elevation_spectrum(irregular(spectrum), omega)
    # the tail beyond 30 rad/s holds about 1e-6 of the variance
    assert np.trapezoid(density, omega) == pytest.approx(m0, rel=rel)


@pytest.mark.parametrize(
    "spectrum",
    [
        {"pierson_moskowitz": {"significant_wave_height": 2.0, "peak_period": 8.0}},
        {"tabulated": {"omega": [0.3, 0.8, 3.0], "density": [0.0, 0.4, 0.0]}},
    ],
)
def test_a_band_carries_the_energy_of_the_whole_spectrum(spectrum: dict[str, Any]) -> None:
    omega = np.linspace(0.05, 2.0, 40_001)
    whole = elevation_spectrum(irregular(spectrum), np.linspace(0.05, 60.0, 400_001))
    m0 = np.trapezoid(whole, np.linspace(0.05, 60.0, 400_001))
    band = {"omega_min": 0.5, "omega_max": 1.5}
    density = elevation_spectrum(irregular({**spectrum, **band}), omega)
    assert np.trapezoid(density, omega) == pytest.approx(m0, rel=1e-4)  # half a step at its ends
    inside = (omega > 0.5) & (omega < 1.5)
    ratio = density[inside] / elevation_spectrum(irregular(spectrum), omega)[inside]
    np.testing.assert_allclose(ratio, ratio[0], rtol=1e-12)
    assert not density[(omega < 0.4999) | (omega > 1.5001)].any()
    none = elevation_spectrum(irregular({**spectrum, "omega_min": 1e3, "omega_max": 2e3}), omega)
    assert not none.any()


def test_spreading_changes_nothing_where_the_excitation_is_the_same_from_everywhere(
    client: raftup.Client, database: Path
) -> None:
    wave = {
        "jonswap": {"significant_wave_height": 2.0, "peak_period": 12.0},
        "direction_deg": 30,
        "spreading": {"cosine_2s": 20, "direction_count": 9},
    }
    sea = load_model({"environment": {"sea": {"waves": [{"irregular": wave}]}}}).environment.sea
    omega = np.linspace(0.2, 2.0, 61)
    grid = WaveGrid(omega=omega, wave_direction=[0.0], sea_directions=True)
    linear = linearise(client, model_of(database, "a"), radiation="file", grids=[grid], seas=[sea])
    (water,) = linear.equations.grids
    solver = ResponseSolver(linear, water)
    spectrum = response_spectrum(solver, water.seas[1])
    rao = solver.solve()[:, 0, 2]
    # the server's spectrum is normalised exactly, ours by a quadrature
    density = elevation_spectrum(sea.waves[0].irregular, omega)
    np.testing.assert_allclose(spectrum[:, 2], np.abs(rao) ** 2 * density, rtol=1e-6)
    variance = np.trapezoid(np.abs(rao) ** 2 * density, omega)
    assert standard_deviation(spectrum, omega)[2] == pytest.approx(np.sqrt(variance), rel=1e-6)


def test_waves_beyond_the_data_are_not_carried(client: raftup.Client, tmp_path: Path) -> None:
    table = heave_coefficients()
    part = replace(
        table,
        wave_directions=table.wave_directions[:2],
        excitation=table.excitation[:2],
    )
    file = write_database(tmp_path / "quarter.h5", part)
    grid = WaveGrid(omega=[1.0, 3.5], wave_direction=np.deg2rad([45.0, 200.0]))
    linear = client.linearize(model_of(file, "a"), grids=[grid], radiation="file")
    assert linear.grids[0].carried.tolist() == [[True, False], [False, False]]
    assert not linear.grids[0].excitation[:, :, 1].any()
    assert [body.covers_circle for body in linear.excited] == [False]
