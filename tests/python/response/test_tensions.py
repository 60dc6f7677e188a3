"""Tensions and motions of lines as quantities of a response."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml
from command_line import command

import raftup
from raftup import WaveGrid
from raftup.base.arrays import ComplexArray
from response.test_line_impedance import body_on_a_line
from response.test_response_time_domain import harmonics

PERIODS = [4.0, 8.0]
AMPLITUDE = 0.01  # m, so that drag in the current is linear


def in_a_current(**line: Any) -> dict[str, Any]:
    """The body on a line in a current, in which small motions are damped."""
    model = body_on_a_line(**line)
    model["environment"]["current"] = {"speed": [0.8], "direction_deg": [0]}
    waves = {
        "omega": [2 * np.pi / period for period in PERIODS],
        "amplitude": [AMPLITUDE] * len(PERIODS),
        "direction_deg": [0.0] * len(PERIODS),
    }
    model["environment"]["sea"] = {"ramp_duration": 20, "waves": [{"components": waves}]}
    spring = np.diag([4e5, 0, 4e5, 0, 0, 0])
    held = {"body": "body", "stiffness": spring.ravel().tolist()}
    held["damping"] = (0.5 * spring).ravel().tolist()
    model["loads"].append({"name": "mooring", "linear_mooring": held})
    model["integration"]["start"] = "equilibrium"
    model["integration"] |= {"step": 0.02, "duration": 400, "output_step": 0.1}
    model["outputs"] = ["line.tension", "line.anchor_tension", "line.tensions", "line.shape"]
    return model


def operator(response: xr.Dataset, name: str) -> ComplexArray:
    """Amplitudes [periods, numbers] of the first heading."""
    parts = response[name][:, :, 0]
    values: ComplexArray = (parts[0] + 1j * parts[1]).values.reshape(len(PERIODS), -1)
    return values


def test_tensions_and_motions_of_a_line_are_those_of_a_run(client: raftup.Client) -> None:
    model = in_a_current()
    response = raftup.response(model, client, periods=PERIODS, headings=[0.0])
    result = raftup.run(model, client).sel(time=slice(200, None))
    ends = [result["line_tension"], result["line_anchor_tension"]]
    for name, found in (
        ("tension_rao", np.column_stack(ends)),
        ("element_tension_rao", result["line_tensions"].values),
        ("node_motion_rao", result["line_shape"].values),
    ):
        expected = harmonics(result.time.values, found, PERIODS) / AMPLITUDE
        error = np.abs(operator(response, name) - expected).max() / np.abs(expected).max()
        assert error < 0.01, (name, error)
    mean = response.tension_mean.values
    np.testing.assert_allclose(mean, [float(end.mean()) for end in ends], rtol=1e-3)
    statics = np.abs(operator(response, "tension_rao"))
    assert response.tension_standard_deviation.values == pytest.approx(
        AMPLITUDE * np.sqrt(0.5 * (statics**2).sum(axis=0)), rel=1e-6
    )


def test_a_line_without_mass_has_the_tension_of_a_spring(client: raftup.Client) -> None:
    """A light taut line follows the body as the spring EA/L does, at all frequencies."""
    light = {"length": 79.9, "elements": 10, "diameter": 1e-3, "mass_per_length": 1e-3}
    line = {
        "end_a": {"body": "body"},
        "end_b": {"anchor": [80, 0, -10]},
        "sections": [{**light, "axial_stiffness": 5e7}],
    }
    grid = WaveGrid(omega=[0.5, 1.0], wave_direction=[0.0])
    names = ["line.tension", "line.tensions"]
    linear = client.linearize(
        body_on_a_line(**line),
        operating_point="rest",
        grids=[grid],
        outputs=True,
        line_outputs=names,
    )
    by_motion = linear.grids[0].line_output_by_motion
    assert by_motion is not None
    assert by_motion.shape == (2, 11, 6)
    stiffness = -5e7 / 79.9  # the tension falls as the body comes nearer
    assert linear.outputs["line.tension"].by_displacement[0, 0] == pytest.approx(
        stiffness, rel=1e-6
    )
    assert np.abs(by_motion.real).max() < 1e-7 * abs(stiffness)
    assert np.abs(by_motion.imag).max() < 1e-4 * abs(stiffness)  # internal damping


def test_an_output_that_no_line_has_is_refused(client: raftup.Client) -> None:
    rule = r"line_outputs\[0\]: must be tension, anchor_tension, tensions or shape of a load"
    with pytest.raises(raftup.RaftupError, match=rule):
        client.linearize(body_on_a_line(), operating_point="rest", line_outputs=["line.broken"])


def test_springs_have_tensions_and_bodies_alone_have_none(
    client: raftup.Client,
) -> None:
    spring = {"body1": "body", "point2": [80, 0, -10], "stiffness": 1e5, "rest_length": 79}
    model = body_on_a_line()
    model["loads"] = [{"name": "spring", "point_spring": spring}]
    model["bodies"][0]["free"][0] = False  # so that the spring stays tight
    response = raftup.response(model, client, periods=PERIODS, headings=[0.0])
    assert list(response.tension.values) == ["spring.tension"]
    assert float(response.tension_mean[0]) == pytest.approx(1e5, rel=1e-6)
    model["loads"] = []
    assert "tension_rao" not in raftup.response(model, client, periods=PERIODS, headings=[0.0])


def test_the_command_prints_and_draws_tensions(tmp_path: Path) -> None:
    file = tmp_path / "model.yaml"
    file.write_text(yaml.safe_dump(in_a_current()))
    arguments = ["response", str(file), "--out", str(tmp_path / "r.nc"), "--headings", "0"]
    done = command(*arguments, "--plot", str(tmp_path / "plots"), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "line.anchor_tension" in done.stdout
    assert (tmp_path / "plots" / "tension_spectra.png").stat().st_size > 10_000
