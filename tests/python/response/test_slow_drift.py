"""Slow drift in the frequency domain: cases L2 and L3 (docs/reference/loads_cases.md).

And a body whose drift has a closed form.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from conftest import reference
from scipy.integrate import simpson
from small_databases import (
    ADDED,
    DAMPING,
    MASS,
    OMEGA,
    STIFFNESS,
    heave_coefficients,
    model_of,
    write_database,
)

import raftup
from raftup._generated import second_order_pb2
from raftup.base.arrays import ComplexArray, FloatArray
from raftup.frequency_domain.drift_data import DriftData, of_body
from raftup.frequency_domain.quadrature import cubic_between, refined_integrals
from raftup.frequency_domain.waves import SpectralPeak
from raftup.remote.coefficients import Coefficients

FULL = second_order_pb2.SecondOrder(method=second_order_pb2.SECOND_ORDER_METHOD_FULL)
ROOTS = second_order_pb2.SecondOrder(method=second_order_pb2.SECOND_ORDER_METHOD_NEWMAN)
MEANS = second_order_pb2.SecondOrder(
    method=second_order_pb2.SECOND_ORDER_METHOD_NEWMAN,
    newman_form=second_order_pb2.NEWMAN_FORM_ARITHMETIC_MEAN,
)
SEA = {
    "waves": [{"irregular": {"jonswap": {"significant_wave_height": 2, "peak_period": 8}}}],
}


def force_density(
    data: DriftData, sea: SpectralPeak, difference: float, count: int = 8001
) -> FloatArray:
    """8 int S(w) S(w + mu) |T(w + mu, w)|^2 dw [6]."""
    omega = np.linspace(0.05, 4.0, count)
    density = sea.density(omega) * sea.density(omega + difference)
    values = np.abs(data.transfer(omega, difference, (0.0, 0.0))) ** 2
    return np.asarray(8.0 * np.trapezoid(density[:, None] * values, omega, axis=0))


def test_newman_of_a_smooth_drift_force_is_case_l2() -> None:
    sea = SpectralPeak(4.0, 10.0, peak_enhancement=3.3)
    omega = np.geomspace(0.1, 6.0, 1000)
    q = (omega * 10.0 / (2.0 * np.pi)) ** 4
    drift = np.zeros((1, len(omega), 6))
    drift[0, :, 0] = -1e5 * q / (1.0 + q)
    known = {
        0.0: (5.5124e10, 5.5124e10),
        0.05: (4.84169e10, 4.81819e10),
        0.1: (3.71020e10, 3.64598e10),
        0.2: (2.35456e10, 2.24960e10),
    }
    deviations = {}
    for column, options in enumerate((MEANS, ROOTS)):
        data = DriftData("hull", options, omega, np.zeros(1), drift, None)
        for difference, values in known.items():
            found = force_density(data, sea, difference)[0]
            assert found == pytest.approx(values[column], rel=1e-5)
        slow = np.concatenate([np.arange(0.0, 1.0, 0.05), np.arange(1.0, 6.01, 0.25)])
        spectrum = [force_density(data, sea, mu, 801)[0] for mu in slow]
        deviations[column] = np.sqrt(simpson(spectrum, x=slow))
    # of waves beyond 4 rad/s and differences beyond 6 rad/s there are 5e-4 of the variance
    assert deviations[0] == pytest.approx(121755.0, rel=4e-4)
    assert deviations[1] == pytest.approx(118959.0, rel=4e-4)  # that of the mean


@pytest.fixture(scope="module")
def oc4() -> tuple[FloatArray, ComplexArray]:
    """Frequencies [n] and difference-frequency force [1, n, n, 6] of the OC4 semisubmersible."""
    (file,) = reference("reference/loads/oc4_semi.12d")
    rows = np.loadtxt(file)
    periods = np.unique(rows[:, 0])[::-1]
    place = {period: index for index, period in enumerate(periods)}
    pairs = np.zeros((1, len(periods), len(periods), 6), dtype=complex)
    for row in rows:
        i, j, dof = place[row[0]], place[row[1]], int(row[4]) - 1
        pairs[0, i, j, dof] = 1025.0 * 9.81 * complex(row[7], row[8])
        pairs[0, j, i, dof] = pairs[0, i, j, dof].conjugate()
    return 2.0 * np.pi / periods, pairs


def test_the_full_qtf_of_oc4_is_case_l3(oc4: tuple[FloatArray, ComplexArray]) -> None:
    omega, pairs = oc4
    data = DriftData("semi", FULL, omega, np.zeros(1), np.empty(0), pairs)
    sea = SpectralPeak(6.0, 12.0, peak_enhancement=3.3)
    slow, faster = force_density(data, sea, 0.05), force_density(data, sea, 0.1)
    np.testing.assert_allclose(slow[[0, 2, 4]], [6.4012e9, 2.4149e10, 1.8477e12], rtol=1e-3)
    np.testing.assert_allclose(faster[[0, 2, 4]], [6.6037e9, 1.8249e10, 5.5059e12], rtol=1e-3)


def test_newmans_forms_miss_part_of_the_slow_force_on_oc4(
    oc4: tuple[FloatArray, ComplexArray],
) -> None:
    omega, pairs = oc4
    drift = np.real(np.diagonal(pairs, axis1=1, axis2=2)).transpose(0, 2, 1)
    sea = SpectralPeak(6.0, 12.0, peak_enhancement=3.3)

    def deviation(options: second_order_pb2.SecondOrder) -> float:
        own = pairs if options is FULL else None
        data = DriftData("semi", options, omega, np.zeros(1), drift, own)
        slow = np.linspace(0.01, 0.19, 10)  # rad/s
        return float(np.sqrt(sum(force_density(data, sea, mu, 401)[0] for mu in slow)))

    full = deviation(FULL)
    assert deviation(ROOTS) / full == pytest.approx(0.84, abs=0.015)  # docs/reference/loads.md 1
    assert deviation(MEANS) / full == pytest.approx(0.93, abs=0.015)


def drifting(folder: Path, method: dict[str, Any], *, growing: bool = False) -> dict[str, Any]:
    """Body a of constant coefficients, whose drift force in heave is the same in all waves.

    Growing, it goes with the frequency.
    """
    drift = np.zeros((len(OMEGA), 4, 12))
    drift[:, :, 2] = 2e4 * OMEGA[:, None] if growing else 2e4
    file = write_database(
        folder / "drift.h5", replace(heave_coefficients(), more={"mean_drift_force": drift})
    )
    model = model_of(file, "a", second_order=method, added_mass={"frequency": 1.0})
    return model | {"environment": {"sea": SEA}}


def test_a_body_of_constant_coefficients_drifts_as_its_equation_says(
    client: raftup.Client, tmp_path: Path
) -> None:
    model = drifting(tmp_path, {"method": "newman"})
    found = raftup.response(model, client, data="file", headings=[0])
    at = {"body": "a", "dof": "heave"}
    mean = float(found.mean_drift_force.sel(at))
    # of the sea's components, which carry its variance Hs^2 / 16
    assert mean == pytest.approx(2.0 * 2e4 * 2.0**2 / 16.0, rel=1e-9)
    mu = found.slow_drift_omega.values
    force = found.slow_drift_force_spectrum.sel(at).values
    stiffness = STIFFNESS - mu**2 * (MASS + ADDED) + 1j * mu * DAMPING
    spectrum = found.slow_drift_spectrum.sel(at).values
    np.testing.assert_allclose(spectrum, force / np.abs(stiffness) ** 2, rtol=1e-9)
    deviation = float(found.slow_drift_standard_deviation.sel(at))
    assert deviation == pytest.approx(np.sqrt(np.trapezoid(spectrum, mu)), rel=1e-12)
    assert any("normal process" in limit for limit in found.attrs["limits"].split('", "'))


def test_waves_of_two_directions_drift_a_body_together_where_it_joins_them(
    client: raftup.Client, tmp_path: Path
) -> None:
    wave = SEA["waves"][0]["irregular"]
    crossing = {"waves": [{"irregular": wave | {"direction_deg": way}} for way in (0, 90)]}
    densities, said = [], []
    for options, sea in (("independent", SEA), ("independent", crossing), ("standing", crossing)):
        model = drifting(tmp_path, {"method": "newman", "directions": options})
        model["environment"] = {"sea": sea}
        found = raftup.response(model, client, data="file", headings=[0, 90])
        densities.append(found.slow_drift_force_spectrum.sel(body="a", dof="heave").values)
        said.append("no slow drift together" in found.attrs["limits"])
    one, apart, together = densities
    # S S of one, twice that of two, and (S + S)(S + S) at the origin, where both have one phase
    np.testing.assert_allclose(apart, 2.0 * one, atol=2e-4 * one.max())
    np.testing.assert_allclose(together, 4.0 * one, atol=4e-4 * one.max())
    assert said == [False, True, False]


def test_the_transfer_between_two_directions_is_that_of_the_file() -> None:
    """Files may have one order of two directions, and dofs of several bodies."""
    random = np.random.default_rng(1)
    ways = np.deg2rad([[0.0, 0.0], [90.0, 90.0], [90.0, 0.0], [0.0, 0.0]])
    values = random.normal(size=(4, 3, 3)) + 1j * random.normal(size=(4, 3, 3))
    table = {
        "qtf_difference_direction": ways,
        "qtf_difference_influenced_dof": np.array([8, 8, 8, 2]),
        "qtf_difference_omega": np.array([0.5, 0.7, 0.9]),
        "qtf_difference": values,
    }
    filed = second_order_pb2.SecondOrder(
        method=second_order_pb2.SECOND_ORDER_METHOD_FULL,
        directions=second_order_pb2.DIRECTION_PAIRS_FILED,
    )
    data = of_body("b", filed, cast(Coefficients, table), 1)
    lower, higher = np.array([0.5, 0.7]), np.array([0.7, 0.9])
    quarter = np.pi / 2.0
    found = data.transfer(lower, higher - lower, (quarter, 0.0))[:, 2]
    np.testing.assert_allclose(found, [values[2, 1, 0], values[2, 2, 1]], rtol=1e-12)
    found = data.transfer(lower, higher - lower, (0.0, quarter))[:, 2]
    np.testing.assert_allclose(found, np.conj([values[2, 0, 1], values[2, 1, 2]]), rtol=1e-12)
    # halfway all four count: waves of 45 deg are half of each direction
    own = 0.5 * (values[:2] + np.conj(np.swapaxes(values[:2], 1, 2)))
    halfway = 0.25 * (own.sum(axis=0) + values[2] + values[2].conj().T)
    found = data.transfer(lower, higher - lower, (quarter / 2.0, quarter / 2.0))[:, 2]
    np.testing.assert_allclose(found, [halfway[1, 0], halfway[2, 1]], rtol=1e-12)


def test_the_force_of_slow_drift_in_a_narrow_swell_is_that_of_its_formula(
    client: raftup.Client, tmp_path: Path
) -> None:
    # the spectrum's peak is .026 rad/s wide, of which straight lines between .005 rad/s miss 2e-3
    model = drifting(tmp_path, {"method": "newman"})
    swell = {"significant_wave_height": 2, "peak_period": 17, "peak_enhancement": 7}
    model["environment"] = {"sea": {"waves": [{"irregular": {"jonswap": swell}}]}}
    found = raftup.response(model, client, data="file", headings=[0])
    grid, mu = found.spectrum_omega.values, found.slow_drift_omega.values
    sea = SpectralPeak(2.0, 17.0, peak_enhancement=7.0)
    np.testing.assert_allclose(found.wave_spectrum, sea.density(grid), rtol=1e-4, atol=1e-9)
    omega = np.linspace(grid[0], grid[-1], 40_001)
    both = sea.density(omega) * np.stack([sea.density(omega + difference) for difference in mu])
    known = 8.0 * 2e4**2 * np.trapezoid(both, omega, axis=1)
    force = found.slow_drift_force_spectrum.sel(body="a", dof="heave").values
    # the rule's tolerance is 1e-4 of the largest density; the cubic has 1e-4 at the peak's kink
    assert np.abs(force - known).max() < 2e-4 * known.max()


def test_a_density_between_nodes_is_a_cubic_and_never_negative() -> None:
    nodes = np.linspace(0.0, 2.0, 21)
    where = np.linspace(0.1, 1.9, 333)
    cubic = nodes**3 + nodes
    np.testing.assert_allclose(cubic_between(nodes, cubic, where), where**3 + where, rtol=1e-12)
    step = np.where(nodes > 1.0, 1.0, 0.0)
    assert cubic_between(nodes, step, where).min() == 0.0
    np.testing.assert_allclose(cubic_between(nodes, step, nodes), step, rtol=1e-14)
    np.testing.assert_array_equal(cubic_between(nodes, cubic, np.array([-0.1, 2.1])), 0.0)


def test_an_integral_is_refined_until_it_stands() -> None:
    asked: list[float] = []

    def sums(nodes: FloatArray, weights: FloatArray) -> list[FloatArray]:
        asked.extend(nodes)
        narrow = np.exp(-0.5 * ((nodes - 0.5) / 0.02) ** 2)
        return [np.array([[weights @ narrow, 0.0]]), np.array([[weights @ (1.0 + nodes)]])]

    peak, line = refined_integrals(sums, np.linspace(0.0, 1.0, 11), 1e-4)
    np.testing.assert_allclose(peak, [[0.02 * np.sqrt(2.0 * np.pi), 0.0]], rtol=1e-4)
    np.testing.assert_allclose(line, [[1.5]], rtol=1e-12)
    assert len(asked) == len(set(np.round(asked, 12)))  # no node twice


def test_mean_drift_alone_makes_no_slow_drift(client: raftup.Client, tmp_path: Path) -> None:
    found = raftup.response(drifting(tmp_path, {"method": "mean"}), client, headings=[0])
    assert float(found.mean_drift_force.sel(body="a", dof="heave")) > 0.0
    assert not found.slow_drift_force_spectrum.values.any()
    still = drifting(tmp_path, {"method": "none"})
    assert "mean_drift_force" not in raftup.response(still, client, headings=[0])


def test_a_run_has_the_mean_drift_force_of_its_sea(client: raftup.Client, tmp_path: Path) -> None:
    model = drifting(tmp_path, {"method": "mean"}) | {"outputs": ["a.force.second_order"]}
    result = raftup.run(model, client)
    heave = result.second_order_force.sel(body="a", dof="heave").values
    # sum a^2 D = 2 m0 D, and the components of a sea carry its m0 = Hs^2 / 16
    np.testing.assert_allclose(heave, 2.0 * (2.0**2 / 16.0) * 2e4, rtol=1e-9)
    # and its equilibrium is under it
    found = raftup.response(model, client, headings=[0])
    mean = float(found.mean_displacement.sel(body="a", dof="heave"))
    assert mean == pytest.approx(heave[-1] / STIFFNESS, rel=1e-6)


def test_on_a_current_waves_drift_bodies_by_the_frequencies_that_the_water_sees(
    client: raftup.Client, tmp_path: Path
) -> None:
    model = drifting(tmp_path, {"method": "newman"}, growing=True)
    model["environment"] |= {"current": {"speed": [1.0], "direction_deg": [0]}}
    found = raftup.response(model, client, data="file", headings=[0])
    omega, density = found.spectrum_omega.values, found.wave_spectrum.values
    gravity = 9.81

    def drift(at: FloatArray) -> FloatArray:
        # omega = sigma + k U, sigma^2 = g k, U = 1 m/s
        return np.asarray(2e4 * gravity / 2.0 * (np.sqrt(1.0 + 4.0 * at / gravity) - 1.0))

    at = {"body": "a", "dof": "heave"}
    mean = float(found.mean_drift_force.sel(at))
    # of the sea's components, each for the waves of its bin, over which D grows
    assert mean == pytest.approx(2.0 * np.trapezoid(density * drift(omega), omega), rel=1e-2)
    mu = found.slow_drift_omega.values
    force = found.slow_drift_force_spectrum.sel(at).values
    for index in (0, 49, 299):
        higher = omega + mu[index]
        both = density * np.interp(higher, omega, density, right=0.0)
        known = 8.0 * np.trapezoid(both * drift(omega) * drift(higher), omega)
        assert force[index] == pytest.approx(known, rel=2e-3)
    # what a run has on the current
    steady = drifting(tmp_path, {"method": "mean"}, growing=True) | {
        "environment": model["environment"],
        "outputs": ["a.force.second_order"],
    }
    heave = raftup.run(steady, client).second_order_force.sel(body="a", dof="heave").values
    assert heave[-1] == pytest.approx(mean, rel=0.01)
