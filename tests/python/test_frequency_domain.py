"""Linear predictions equal closed forms."""

import math
from typing import Any

import numpy as np
import pytest

from raftup._generated import model_pb2
from raftup.coefficients import (
    Coefficients,
    DatabaseBody,
    FloatArray,
    excitation_at,
)
from raftup.frequency_domain import (
    elevation_spectrum,
    linearise,
    natural_periods,
    response_amplitude_operator,
    response_spectrum,
    standard_deviation,
    wavenumber,
)
from raftup.frequency_domain.dispersion import linear_rows
from raftup.frequency_domain.sea_state import sea_state
from raftup.model import Model, load_model

MASS, ADDED, DAMPING, STIFFNESS, FORCE = 4.0e5, 2.0e5, 8.0e4, 1.0e6, 3.0e5
OMEGA = np.linspace(0.2, 3.0, 29)
UNIT_INERTIA = {"xx": 1, "yy": 1, "zz": 1}


def heave_coefficients(interaction: float = 0.0) -> Coefficients:
    """Two bodies of constant coefficients, excited in heave alone."""
    stiffness = np.diag([0, 0, STIFFNESS, 1e6, 1e6, 0])
    added_mass = np.diag(np.full(12, ADDED))
    added_mass[2, 8] = added_mass[8, 2] = interaction
    excitation = np.zeros((4, 12, len(OMEGA)), dtype=complex)
    excitation[:, 2] = FORCE
    center, other = np.array([0.0, 0.0, -2.0]), np.array([40.0, 0.0, -2.0])
    return Coefficients(
        name="databases/x",
        gravity=9.81,
        water_density=1000.0,
        water_depth=np.inf,
        bodies=(
            DatabaseBody("a", center, MASS / 1000.0, stiffness, center),
            DatabaseBody("b", other, MASS / 1000.0, stiffness, other),
        ),
        omega=OMEGA,
        wave_directions=np.deg2rad([0.0, 90.0, 180.0, 270.0]),
        added_mass=np.repeat(added_mass[None], len(OMEGA), axis=0),
        radiation_damping=np.repeat(np.diag(np.full(12, DAMPING))[None], len(OMEGA), axis=0),
        added_mass_infinite=added_mass,
        excitation=excitation,
    )


def model_of(*names: str, free: str = "heave", **group: object) -> Model:
    dofs = [dof == free for dof in ("surge", "sway", "heave", "roll", "pitch", "yaw")]
    inertia = {"xx": 1e6, "yy": 1e6, "zz": 1e6}
    return load_model(
        {
            "bodies": [{"name": name, "inertia": inertia, "free": dofs} for name in names],
            "hydrodynamics": [
                {"database": "hull", "bodies": [{"body": name} for name in names], **group}
            ],
        }
    )


def sprung_body(**spring: Any) -> Model:
    return load_model(
        {
            "bodies": [{"name": "a", "mass": 1.0, "inertia": UNIT_INERTIA}],
            "loads": [{"name": "line", "point_spring": {"body1": "a", **spring}}],
        }
    )


def test_one_dof_in_a_regular_wave_is_the_damped_oscillator() -> None:
    linear = linearise(model_of("a"), {"hull": heave_coefficients()})
    rao = response_amplitude_operator(linear, OMEGA, 0.0)
    expected = FORCE / (STIFFNESS - OMEGA**2 * (MASS + ADDED) + 1j * OMEGA * DAMPING)
    np.testing.assert_allclose(rao[:, 2], expected, rtol=1e-12)
    assert not rao[:, [0, 1, 3, 4, 5]].any()


def test_the_wave_reaches_a_group_that_stands_elsewhere_later() -> None:
    here = linearise(model_of("a"), {"hull": heave_coefficients()})
    there = linearise(model_of("a", origin=[30.0, 10.0]), {"hull": heave_coefficients()})
    direction = 0.4
    along = 30.0 * np.cos(direction) + 10.0 * np.sin(direction)
    delay = np.exp(-1j * OMEGA**2 / 9.81 * along)
    np.testing.assert_allclose(
        response_amplitude_operator(there, OMEGA, direction)[:, 2],
        response_amplitude_operator(here, OMEGA, direction)[:, 2] * delay,
        rtol=1e-12,
    )


def test_natural_period_of_one_dof() -> None:
    modes = natural_periods(linearise(model_of("a"), {"hull": heave_coefficients()}))
    assert [(mode.body, mode.dof) for mode in modes] == [("a", "heave")]
    expected = 2 * np.pi * np.sqrt((MASS + ADDED) / STIFFNESS)
    assert modes[0].period == pytest.approx(expected, rel=1e-12)


def test_natural_periods_of_a_coupled_pair() -> None:
    coupling = 5.0e4
    modes = natural_periods(linearise(model_of("a", "b"), {"hull": heave_coefficients(coupling)}))
    expected = [
        2 * np.pi * np.sqrt((MASS + ADDED + sign * coupling) / STIFFNESS) for sign in (1, -1)
    ]
    assert [mode.period for mode in modes] == pytest.approx(expected, rel=1e-12)


def test_without_body_interaction_the_pair_is_uncoupled() -> None:
    model = model_of("a", "b", body_interaction=False)
    modes = natural_periods(linearise(model, {"hull": heave_coefficients(5.0e4)}))
    assert modes[0].period == pytest.approx(modes[1].period, rel=1e-12)


def test_a_dof_without_stiffness_has_no_natural_period() -> None:
    linear = linearise(model_of("a", free="surge"), {"hull": heave_coefficients()})
    assert natural_periods(linear) == []


def test_a_tight_spring_adds_its_stiffness_and_its_tension() -> None:
    model = sprung_body(point2=[10, 0, 0], stiffness=100.0, damping=7.0, rest_length=8.0)
    linear = linearise(model, {})
    across = 100.0 * (10.0 - 8.0) / 10.0  # tension / length
    np.testing.assert_allclose(np.diag(linear.stiffness), [100.0, across, across, 0, 0, 0])
    np.testing.assert_allclose(np.diag(linear.damping), [7.0, 0, 0, 0, 0, 0])


def test_a_spring_off_the_centre_equals_the_derivative_of_its_force() -> None:
    point1, point2 = np.array([2.0, 1.0, 0.5]), np.array([6.0, -3.0, 2.0])
    stiffness, rest_length = 50.0, 3.0

    def load(x: FloatArray) -> FloatArray:
        arm = point1 + np.cross(x[3:], point1)
        span = point2 - x[:3] - arm
        length = np.linalg.norm(span)
        force = stiffness * (length - rest_length) * span / length
        return np.concatenate([force, np.cross(arm, force)])

    model = sprung_body(point1=point1, point2=point2, stiffness=stiffness, rest_length=rest_length)
    linear = linearise(model, {})
    step = 1e-6
    columns = [(load(step * unit) - load(-step * unit)) / (2 * step) for unit in np.eye(6)]
    derivative = np.column_stack(columns)
    # central differences: an error of order step^2 and of round-off / step
    tolerance = 1e-6 * float(np.abs(derivative).max())
    np.testing.assert_allclose(linear.stiffness, -derivative, atol=tolerance)


def test_interpolation_is_linear_inside_and_constant_outside() -> None:
    omega, values = np.array([1.0, 2.0]), np.array([[1.0], [3.0]])
    assert linear_rows(omega, values, np.array([1.25])) == pytest.approx(1.5)
    assert linear_rows(omega, values, np.array([9.0])) == pytest.approx(3.0)


@pytest.mark.parametrize(
    ("direction_deg", "expected"), [(45, 0.5), (-45, 1.5), (315, 1.5), (360, 0.0), (675, 1.5)]
)
def test_excitation_is_periodic_in_direction(direction_deg: float, expected: float) -> None:
    coefficients = heave_coefficients()
    coefficients.excitation[:, 0] = np.array([0.0, 1.0, 2.0, 3.0])[:, None]
    force = excitation_at(coefficients, OMEGA, np.deg2rad(direction_deg))
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


def test_each_direction_of_a_table_keeps_its_energy_within_a_band() -> None:
    table = {
        "omega": [0.2, 0.6, 1.0, 2.0],
        "direction_deg": [0, 40],
        "density": [0, 0, 0.5, 0.1, 0.2, 0.4, 0, 0],
    }
    omega = np.linspace(0.2, 2.0, 18_001)
    sea = model_pb2.Sea()
    sea.waves.add().irregular.CopyFrom(irregular({"tabulated": table}))
    whole = sea_state(sea, omega, 9.81)
    sea.waves[0].irregular.omega_max = 1.0
    cut = sea_state(sea, omega, 9.81)
    energies = [np.trapezoid(state.density, omega, axis=1) for state in (whole, cut)]
    np.testing.assert_allclose(energies[1], energies[0], rtol=1e-3)  # half a step at the end
    assert not cut.density[:, omega > 1.0001].any()


def test_spreading_changes_nothing_where_the_excitation_is_the_same_from_everywhere() -> None:
    wave = {
        "jonswap": {"significant_wave_height": 2.0, "peak_period": 12.0},
        "direction_deg": 30,
        "spreading": {"cosine_2s": 20, "direction_count": 9},
    }
    sea = load_model({"environment": {"sea": {"waves": [{"irregular": wave}]}}}).environment.sea
    linear = linearise(model_of("a"), {"hull": heave_coefficients()})
    omega = np.linspace(0.2, 2.0, 61)
    spectrum = response_spectrum(linear, sea, omega)
    rao = response_amplitude_operator(linear, omega, 0.0)[:, 2]
    density = elevation_spectrum(sea.waves[0].irregular, omega)
    np.testing.assert_allclose(spectrum[:, 2], np.abs(rao) ** 2 * density, rtol=1e-12)
    variance = np.trapezoid(np.abs(rao) ** 2 * density, omega)
    assert standard_deviation(spectrum, omega)[2] == pytest.approx(np.sqrt(variance), rel=1e-12)
