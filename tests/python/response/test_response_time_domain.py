"""raftup response against the time domain: steady states in waves, spreads in seas."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from conftest import DATABASES, MODELS

import raftup
from raftup.base.arrays import ComplexArray, FloatArray
from raftup.model import model_document

LONG_FORM = bool(os.environ.get("RAFTUP_SLOW_TESTS"))
"""Eight periods, four headings and twenty seeds instead of what a quick check needs."""


def with_waves(
    model: Path, periods: Sequence[float], heading: float, amplitude: float
) -> dict[str, Any]:
    """Overrides: harmonics of all periods at once, long enough to settle, loads not linear off."""
    waves = {
        "omega": [2 * np.pi / period for period in periods],
        "amplitude": [amplitude] * len(periods),
        "direction_deg": [heading] * len(periods),
    }
    return {
        "environment.sea": {"ramp_duration": 20, "waves": [{"components": waves}]},
        "integration.step": 0.1,
        "integration.output_step": 0.5,
        "integration.duration": 1300 if model.stem == "alongside" else 700,
        "outputs": [f"{body}.displacement" for body in raftup_bodies(model)],
    }


def raftup_bodies(model: Path) -> list[str]:
    return [body.name for body in raftup.load_model(model).bodies]


def settled(
    client: raftup.Client, model: Path, overrides: Mapping[str, Any], periods: Sequence[float]
) -> ComplexArray:
    """Complex amplitudes [periods, 6N] of what a simulation settles on."""
    result = raftup.run(model, client, overrides)
    late = result.sel(time=slice(0.6 * float(result.time[-1]), None))
    return harmonics(late.time.values, late.displacement.values, periods)


def harmonics(time: FloatArray, motion: FloatArray, periods: Sequence[float]) -> ComplexArray:
    """Complex amplitudes [periods, numbers] of a motion [time, ...] beside a mean and a drift."""
    phase = np.outer(time, 2 * np.pi / np.array(periods))
    trend = np.linspace(0.0, 1.0, len(time))
    basis = np.column_stack([np.cos(phase), -np.sin(phase), np.ones_like(trend), trend])
    fit = np.linalg.lstsq(basis, motion.reshape(len(time), -1), rcond=None)[0]
    n = len(periods)
    amplitudes: ComplexArray = fit[:n] + 1j * fit[n : 2 * n]
    return amplitudes


@pytest.mark.parametrize("name", ["alongside", "hemisphere_regular"])
def test_small_regular_waves_move_a_model_as_predicted(name: str, client: raftup.Client) -> None:
    # Amplitudes so small that lines and waves at the moved hull are linear.
    model, amplitude = MODELS / f"{name}.yaml", 1e-6
    periods = [5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.5] if LONG_FORM else [6.0, 8.0, 12.5]
    headings = [0.0, 90.0, 135.0, 247.0] if LONG_FORM else [135.0, 247.0]
    response = raftup.response(model, client, periods=periods, headings=headings)
    predicted = (response.rao.sel(complex="re") + 1j * response.rao.sel(complex="im")).values
    predicted = predicted.reshape(len(periods), len(headings), -1)
    scale = np.abs(predicted).max(axis=(0, 1))
    moving = scale > 1e-6 * scale.max()
    for index, heading in enumerate(headings):
        overrides = with_waves(model, periods, heading, amplitude)
        found = settled(client, model, overrides, periods) / amplitude
        error = np.abs(found - predicted[:, index])[:, moving] / scale[moving]
        # .1 % of the largest response of that dof: A and B are those that the memory is made of,
        # from which its state space differs by its own fit
        assert error.max() < 1e-3, (heading, error.max())


def test_many_seeds_have_the_predicted_standard_deviation(client: raftup.Client) -> None:
    small = "environment.sea.waves[0].irregular.jonswap.significant_wave_height"
    overrides: dict[str, Any] = {small: 0.015}
    predicted = raftup.response(MODELS / "alongside.yaml", client, overrides, periods=[8])
    variances = []
    for seed in range(1, 21 if LONG_FORM else 5):
        seeded = {
            **overrides,
            "environment.sea.waves[0].irregular.seed": seed,
            "integration.duration": 630,
            "outputs": ["carrier.displacement", "supply.displacement"],
        }
        result = raftup.run(MODELS / "alongside.yaml", client, seeded).sel(time=slice(30, None))
        variances.append(result.displacement.var("time").values)
    ratio = np.sqrt(np.mean(variances, axis=0)) / predicted.standard_deviation.values
    error = sampling_error(predicted, 600.0 * len(variances))
    # three of them; and the simulation spreads the last 1 % of the spectrum over its components
    assert (np.abs(ratio - 1.0) < 3.0 * error + 0.005).all(), (ratio, error)
    assert error.max() < (0.06 if LONG_FORM else 0.12)


def sampling_error(predicted: xr.Dataset, duration: float) -> FloatArray:
    """Relative standard error of a standard deviation that is estimated over a duration [s].

    var(m0) = 2 pi / T * integral of S^2 over omega, of a normal process much longer than its
    memory.
    """
    spectrum = predicted.response_spectrum
    square = np.trapezoid(spectrum.values**2, predicted.spectrum_omega.values, axis=0)
    variance = 2.0 * np.pi / duration * square
    error: FloatArray = 0.5 * np.sqrt(variance) / predicted.standard_deviation.values**2
    return error


def pulled_off_its_rest() -> dict[str, Any]:
    """The ships alongside under tight lines, a fender, wind, and with observers on both."""
    model = model_document(raftup.load_model(MODELS / "alongside.yaml"))
    model["hydrodynamics"][0]["database"] = str(DATABASES / "alongside.h5")
    tight = {"bow_line": 14.5, "stern_line": 14, "forward_spring": 24, "aft_spring": 45}
    for load in model["loads"]:
        if load["name"] in tight:
            load["point_spring"] |= {"rest_length": tight[load["name"]], "damping": 1e5}
    fender = {
        "body1": "carrier", "body2": "supply", "position": [5, 12, 1],
        "stiffness": [1e4, 2e6, 1e4, 1e5, 1e5, 5e6],
        "damping": [1e5, 1e6, 1e5, 1e5, 1e5, 1e7],
        "preload": [0, -1e5, 0, 0, 0, 0],
    }  # fmt: skip
    wind = {"body": "carrier", "force": [3e5, 1e5, 0], "torque": [0, 2e7, 3e7], "point": [5, 0, 10]}
    model["loads"] += [
        {"name": "fender", "bushing": fender},
        {"name": "wind", "constant_force": wind},
    ]
    model["observers"] = [
        {
            "name": "bridge",
            "body": "carrier",
            "position": [-20, 2, 15],
            "attitude_deg": [0, 10, 30],
        },
        {"name": "hook", "body": "supply", "position": [10, -3, 8], "relative_to": "bridge"},
    ]
    return model


def test_ships_pulled_off_their_rest_move_as_predicted_about_where_they_settle(
    client: raftup.Client,
) -> None:
    model, periods, amplitude = pulled_off_its_rest(), [6.0, 8.0, 12.5], 1e-6
    predicted = raftup.response(model, client, periods=periods, headings=[115])
    overrides = with_waves(MODELS / "alongside.yaml", periods, 115.0, amplitude)
    # long enough that the way from t = 0 to the equilibrium, metres, has died out to nanometres
    overrides |= {"integration.duration": 6500, "outputs": [
        "carrier.displacement", "supply.displacement", "bridge.linear_acceleration",
        "hook.linear_acceleration", "bridge.position", "hook.position",
    ]}  # fmt: skip
    late = raftup.run(model, client, overrides).sel(time=slice(5500, None))
    mean = late.displacement.mean("time").values
    np.testing.assert_allclose(predicted.mean_displacement, mean, atol=1e-7)
    assert np.abs(mean).max() > 8.0
    for name, motion in (
        ("rao", late.displacement),
        ("observer_displacement_rao", late.observer_position),
        ("observer_acceleration_rao", late.observer_linear_acceleration),
    ):
        parts = predicted[name].isel(wave_direction=0)
        operators = (parts.sel(complex="re") + 1j * parts.sel(complex="im")).values
        operators = operators.reshape(len(periods), -1)
        found = harmonics(late.time.values, motion.values, periods) / amplitude
        scale = np.abs(operators).max(axis=0)
        # the fit of the memory's state space shows most where headings differ
        np.testing.assert_array_less(np.abs(found - operators) / scale, 2e-3)


def test_a_crane_turned_by_the_spring_of_its_hinge_moves_as_predicted(
    client: raftup.Client,
) -> None:
    # The boom's weight heels the hull through the hinge, whose reaction is a stiffness of its own.
    file, periods, amplitude = MODELS / "slewing_crane.yaml", [5.0, 8.0, 12.5], 1e-6
    model = model_document(raftup.load_model(file))
    model["hydrodynamics"][0]["database"] = str(DATABASES / "hemisphere.h5")
    spring = {"stiffness": 4e5, "damping": 2e5, "rest": 0.05}
    model["joints"][0]["drives"] = [{"spring_damper": spring}]
    del model["inputs"]
    predicted = raftup.response(model, client, periods=periods, headings=[30])
    overrides = with_waves(file, periods, 30.0, amplitude) | {"integration.duration": 4000}
    overrides["outputs"] = [*overrides["outputs"], "slewing_ring.position"]
    overrides["integration.step"] = 0.02
    late = raftup.run(model, client, overrides).sel(time=slice(3200, None))
    mean = late.displacement.mean("time")
    np.testing.assert_allclose(predicted.mean_displacement, mean, atol=1e-7)
    assert float(mean.sel(body="boom", dof="yaw")) > 0.04
    motions = (
        (predicted.rao, late.displacement),
        (
            predicted.joint_position_rao.sel(free_dof="0"),
            late.slewing_ring_position,
        ),
    )
    for operator, motion in motions:
        parts = operator.isel(wave_direction=0)
        values = (parts.sel(complex="re") + 1j * parts.sel(complex="im")).values
        values = values.reshape(len(periods), -1)
        found = harmonics(late.time.values, motion.values, periods) / amplitude
        scale = np.abs(values).max(axis=0)
        assert (np.abs(found - values) < 1e-4 * scale).all()  # found: 3e-5, the step's


@pytest.mark.parametrize(
    "current",
    [
        {"speed": [0.6], "direction_deg": [30]},
        {"speed": [1.2, 0.4], "direction_deg": [30, 50], "depth": [0, 6]},
    ],
)
def test_a_tug_moored_in_a_current_moves_as_predicted(
    current: dict[str, Any], client: raftup.Client
) -> None:
    # waves on the current, drag about its mean and the yaw of the hull against it all count: in
    # still water the same tug moves by a tenth and more otherwise
    amplitude, periods = 1e-6, [4.0, 5.0, 7.0]
    harmonic = {
        "omega": [2 * np.pi / period for period in periods],
        "amplitude": [amplitude] * len(periods),
        "direction_deg": [250.0] * len(periods),
    }
    hull = {
        "body": "tug",
        "database_body": "tug",
        "linear_damping": [6e4, 1e5, 0, 2e6, 0, 2e6],
        "quadratic_damping": [2e4, 4e4, 0, 0, 0, 1e7],
    }
    mooring = {
        "body": "tug",
        "stiffness": [1e5, 1e5, 0, 0, 0, 2e7],
        "damping": [2e5, 2e5, 0, 0, 0, 4e7],
    }
    model: dict[str, Any] = {
        "name": "moored",
        "environment": {
            "current": current,
            "sea": {"ramp_duration": 20, "waves": [{"components": harmonic}]},
        },
        "bodies": [{"name": "tug", "inertia": {"xx": 1.2e7, "yy": 4e7, "zz": 4e7}}],
        "hydrodynamics": [
            {"name": "hull", "database": str(DATABASES / "tug_shallow.h5"), "bodies": [hull]}
        ],
        "loads": [{"name": "mooring", "linear_mooring": mooring}],
        "integration": {"step": 0.1, "output_step": 0.5, "duration": 1500},  # it has settled
        "outputs": ["tug.displacement"],
    }
    response = raftup.response(
        model, client, periods=periods, headings=[250.0], amplitude=amplitude
    )
    rao = response.rao.values
    predicted = (rao[0] + 1j * rao[1]).reshape(len(periods), -1)
    result = raftup.run(model, client)
    late = result.sel(time=slice(900.0, None))
    found = harmonics(late.time.values, late.displacement.values, periods) / amplitude
    error = np.abs(found - predicted) / np.abs(predicted).max(axis=0)
    assert error.max() < 1e-3  # as in still water: the memory's fit
    still = raftup.response(
        model | {"environment": {"sea": model["environment"]["sea"]}},
        client,
        periods=periods,
        headings=[250.0],
        amplitude=amplitude,
    ).rao.values
    assert np.abs(rao - still).max() > 0.1 * np.abs(rao).max()


def test_relative_elevations_at_probes_are_those_of_runs(client: raftup.Client) -> None:
    """Of a hemisphere that heaves, at its side and at a gauge ahead of it."""
    probes = [
        {"name": "side", "body": "hemisphere", "point": [4.0, 2.0, 1.0]},
        {"name": "gauge", "point": [-7.0, 3.0, 0.0]},
    ]
    file = MODELS / "hemisphere_regular.yaml"
    names = [f"{probe['name']}.relative_elevation" for probe in probes]
    overrides = {"probes": probes, "outputs": names, "integration.output_step": 0.1}
    run = raftup.run(file, client, overrides).sel(time=slice(120, None))
    values = np.stack([run[name.replace(".", "_")].values for name in names], axis=1)
    data = raftup.response(file, client, {"probes": probes}, periods=[5.0, 60.0], headings=[0.0])
    operator = data.relative_elevation_rao.isel(wave_direction=0)
    seen = (operator.sel(complex="re") + 1j * operator.sel(complex="im")).values
    order = np.argsort(np.abs(data.period.values - 5.0))
    fitted = harmonics(run.time.values, values, [5.0])[0] / 0.1
    np.testing.assert_allclose(seen[order[0]], fitted, atol=2e-3)
    k = (2 * np.pi / 5.0) ** 2 / 9.81
    assert seen[order[0]][1] == pytest.approx(np.exp(7j * k), rel=1e-6), "the gauge's own wave"
    assert abs(seen[order[1]][0]) < 0.05, "it follows long waves"
    assert data.relative_elevation_standard_deviation[1] == pytest.approx(0.1 / np.sqrt(2))
