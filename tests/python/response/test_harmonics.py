"""Waves of one frequency add by amplitude and phase, in responses and in mean drift."""

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

FREQUENCY = 0.8  # rad/s, one of the file
PERIOD = 2.0 * np.pi / FREQUENCY
GRAVITY = 9.81
DRIFT = 2e4  # N/m2, in heave, of all waves
# heave per metre of wave at a place where it has its phase
HEAVE = FORCE / (STIFFNESS - FREQUENCY**2 * (MASS + ADDED) + 1j * FREQUENCY * DAMPING)


def model(folder: Path, *waves: dict[str, Any], **group: Any) -> dict[str, Any]:
    """Bodies a at the origin and b 40 m off along x, that heave in deep water."""
    drift = np.zeros((len(OMEGA), 4, 12))
    drift[:, :, 2] = drift[:, :, 8] = DRIFT
    coefficients = heave_coefficients()
    force = coefficients.excitation.copy()
    # filed with the phase of the wave at the origin, where it is FORCE with that at the body
    along = np.multiply.outer(np.cos(coefficients.wave_directions), 40.0 * OMEGA**2 / GRAVITY)
    force[:, 8] = FORCE * np.exp(-1j * along)
    table = replace(coefficients, excitation=force, more={"mean_drift_force": drift})
    file = write_database(folder / "two.h5", table)
    made = model_of(file, "a", "b", added_mass={"frequency": 1.0}, **group)
    waves_ = [{"regular": {"period": PERIOD} | wave} for wave in waves]
    return made | {"environment": {"gravity": GRAVITY, "sea": {"waves": waves_}}}


def heave(found: Any, name: str, body: str) -> float:
    return float(found[name].sel(body=body, dof="heave"))


def test_a_wave_and_its_reflection_stand(client: raftup.Client, tmp_path: Path) -> None:
    back = {"amplitude": 0.5, "direction_deg": 180, "phase_deg": 180}
    waves = {"amplitude": 0.5}, back  # node of the elevation at the origin
    found = raftup.response(model(tmp_path, *waves), client, data="file", headings=[0])
    assert heave(found, "standard_deviation", "a") < 1e-12
    k = FREQUENCY**2 / GRAVITY
    amplitude = 2.0 * 0.5 * abs(np.sin(40.0 * k)) * abs(HEAVE)
    assert heave(found, "standard_deviation", "b") == pytest.approx(
        amplitude / np.sqrt(2), rel=1e-9
    )
    # in the mean over all places two waves of .5 m have .5 a^2 each
    assert float(found.wave_standard_deviation) == pytest.approx(0.5, rel=1e-12)
    longer = {"period": PERIOD * 1.001, "amplitude": 0.5}
    beats = raftup.response(
        model(tmp_path, waves[0], back | longer), client, data="file", headings=[0]
    )
    assert heave(beats, "standard_deviation", "a") == pytest.approx(0.5 * abs(HEAVE), rel=0.01)


def test_parts_of_one_wave_are_that_wave(client: raftup.Client, tmp_path: Path) -> None:
    parts = {"amplitude": 0.3}, {"amplitude": 0.4, "phase_deg": 90}
    made = model(tmp_path, *parts)
    made["hydrodynamics"][0]["bodies"][0]["quadratic_damping"] = [0, 0, 2e5, 0, 0, 0]
    one = raftup.response(made, client, data="file", headings=[0])
    made["environment"]["sea"]["waves"] = [{"regular": {"period": PERIOD, "amplitude": 0.5}}]
    other = raftup.response(made, client, data="file", headings=[0])
    for name in ("standard_deviation", "most_probable_maximum", "rao"):
        np.testing.assert_allclose(one[name], other[name], rtol=1e-7, atol=1e-12)
    # one frequency: the damping of a harmonic, 8/(3 pi) of its speed, as a run has it
    drag = 2e5 * 8.0 / (3.0 * np.pi) * FREQUENCY * heave(other, "most_probable_maximum", "a")
    impedance = STIFFNESS - FREQUENCY**2 * (MASS + ADDED) + 1j * FREQUENCY * (DAMPING + drag)
    expected = 0.5 * abs(FORCE / impedance)
    assert heave(other, "most_probable_maximum", "a") == pytest.approx(expected, rel=1e-6)


def test_the_maximum_in_a_regular_wave_is_the_amplitude(
    client: raftup.Client, tmp_path: Path
) -> None:
    found = raftup.response(model(tmp_path, {"amplitude": 0.5}), client, data="file", headings=[0])
    assert heave(found, "most_probable_maximum", "a") == pytest.approx(0.5 * abs(HEAVE), rel=1e-9)
    assert "amplitude" in found.most_probable_maximum.attrs["long_name"]
    # two frequencies reach the sum of their amplitudes and no more, however long the sea lasts
    more = {"amplitude": 0.5}, {"amplitude": 0.5, "period": 2.0 * np.pi / 0.6}
    both = raftup.response(model(tmp_path, *more), client, data="file", headings=[0], duration=1e9)
    slower = FORCE / (STIFFNESS - 0.36 * (MASS + ADDED) + 0.6j * DAMPING)
    crest = 0.5 * abs(HEAVE) + 0.5 * abs(slower)
    assert heave(both, "most_probable_maximum", "a") == pytest.approx(crest, rel=1e-9)


@pytest.mark.parametrize(
    ("method", "factor"),
    [
        ({"method": "mean"}, 2.0),  # each component with itself
        ({"method": "newman"}, 4.0),
        ({"method": "newman", "newman_form": "arithmetic_mean"}, 4.0),
    ],
)
def test_the_mean_drift_is_that_of_a_run_and_of_the_equilibrium(
    client: raftup.Client, tmp_path: Path, method: dict[str, Any], factor: float
) -> None:
    made = model(tmp_path, {"amplitude": 0.5}, {"amplitude": 0.5}, second_order=method)
    found = raftup.response(made, client, headings=[0])
    force = factor * 0.5**2 * DRIFT
    assert heave(found, "mean_drift_force", "a") == pytest.approx(force, rel=1e-9)
    assert heave(found, "mean_displacement", "a") == pytest.approx(force / STIFFNESS, rel=1e-6)
    run = raftup.run(made, client, {"integration.duration": 1}, outputs="a.force.second_order")
    simulated = run.second_order_force.sel(body="a", dof="heave").values
    np.testing.assert_allclose(simulated, force, rtol=1e-6)


def test_waves_that_stand_drift_a_body_by_where_it_is(
    client: raftup.Client, tmp_path: Path
) -> None:
    waves = {"amplitude": 0.5}, {"amplitude": 0.5, "direction_deg": 180}
    method = {"method": "newman", "directions": "standing"}
    made = model(tmp_path, *waves, second_order=method)
    found = raftup.response(made, client, headings=[0])
    k = FREQUENCY**2 / GRAVITY
    for body, place in (("a", 0.0), ("b", 40.0)):
        expected = DRIFT * (2.0 * 0.5 * np.cos(k * place)) ** 2
        assert heave(found, "mean_drift_force", body) == pytest.approx(expected, rel=1e-6)
    made["hydrodynamics"][0]["second_order"]["directions"] = "independent"
    found = raftup.response(made, client, headings=[0])
    assert heave(found, "mean_drift_force", "b") == pytest.approx(2.0 * 0.25 * DRIFT, rel=1e-9)
