"""Mean drift forces of the panel solver: WAMIT's hemisphere, balances of momentum and energy."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from conftest import CLIENTS

from . import panel_meshes

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.base.errors import SpecificationError
from raftup.bem import mean_drift, read_specification, solve
from raftup.bem.drift import FarField
from raftup.bem.geometry import build_geometry, panel_model
from raftup.bem.potential import PanelModel, solve_frequency
from raftup.bem.second_order.quadratic_force import quadratic_force
from raftup.bem.second_order.transfer_functions import waves_of
from raftup.bem.specification import Specification

MESHES = CLIENTS / "examples" / "hydro" / "meshes"


def barge(folder: Path, **changes: Any) -> dict[str, Any]:
    """A box 16 x 6 x 2 m."""
    mesh = panel_meshes.write_obj(
        folder / "barge.obj", panel_meshes.box_panels(16.0, 6.0, 2.0, 1.0)
    )
    return {
        "bodies": [
            {
                "name": "barge",
                "mesh": str(mesh),
                "center_of_mass": [0.0, 0.0, -0.5],
                "lid": "none",
                "mean_drift": {"radii_of_gyration": [1.2, 4.5, 4.5], "roll_damping": 0.2},
                **changes,
            }
        ],
        "frequencies": {"omega": [1.8]},
        "wave_directions_deg": [0, 50, 90],
        "check_convergence": False,
    }


def problem(document: dict[str, Any]) -> PanelModel:
    specification = read_specification(document)
    return panel_model(build_geometry(specification), specification)


def test_a_hemisphere_drifts_as_by_wamits_momentum_method_far_away_and_by_pressure() -> None:
    document = {
        "water_density": 1000.0,
        "bodies": [
            {
                "name": "hemisphere",
                "mesh": str(MESHES / "hemisphere.obj"),
                "center_of_mass": [0, 0, 0],
                "lid": {"mesh": str(MESHES / "lid_hemisphere.obj")},
                "mean_drift": {"radii_of_gyration": [2, 2, 2]},
            }
        ],
        "frequencies": {"omega": [3.05 / np.sqrt(5.0)]},
        "wave_directions_deg": [0],
    }
    specification: Specification = read_specification(document)
    geometry = build_geometry(specification)
    surge = []
    for panels in (geometry, geometry.refined()):
        model = replace(panel_model(panels, specification), keeps_waves=True)
        result = solve_frequency(model, float(specification.frequencies.omega[0]))
        (hull,) = model.floating_hulls.hulls
        (wave,) = waves_of(model.floating_hulls, result)
        by_pressure = quadratic_force(hull, wave, wave)[0, 0].real
        both = np.array([result.mean_drift_force[0, 0], by_pressure])
        surge.append(both / (1000.0 * 9.80665 * 5.0))
    # The error falls with the size of the panels, so that twice the change leads to the limit.
    limit = 2.0 * surge[1] - surge[0]
    np.testing.assert_allclose(limit, 0.30471, rtol=0.01)  # sphere.8 of WEC-Sim


def test_power_that_roll_damping_takes_comes_out_of_the_incident_wave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damped = {"radii_of_gyration": [1.2, 4.5, 4.5], "roll_damping": 0.05}
    model = problem(barge(tmp_path, mean_drift=damped))
    balances = []

    class Balanced(FarField):
        def mean_force(self, amplitudes: Any, direction: float, absorbed: float) -> Any:
            heading = np.array([np.cos(direction), np.sin(direction)])
            incident = -1j * self.gravity / self.omega * np.sqrt(2.0 * np.pi / self.wavenumber)
            incident *= np.exp(-0.25j * np.pi + 1j * self.wavenumber * (self.center[:2] @ heading))
            order = np.fft.fftfreq(len(amplitudes), 1.0 / len(amplitudes))
            ahead = np.fft.fft(amplitudes) @ np.exp(1j * order * direction) / len(amplitudes)
            sent = 2.0 * np.pi * self.power * (np.abs(amplitudes) ** 2).mean()
            taken = -2.0 * self.power * np.real(np.conj(incident) * ahead)
            balances.append((taken, sent, absorbed))
            return super().mean_force(amplitudes, direction, absorbed)

    monkeypatch.setattr(mean_drift, "FarField", Balanced)
    solve_frequency(model, 1.8)
    taken, sent, absorbed = np.array(balances).T
    assert absorbed[2] > 0.1 * sent[2]
    np.testing.assert_allclose(taken, sent + absorbed, rtol=0.02)  # what the panels resolve


def test_the_moment_about_another_point_has_the_moment_of_the_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = problem(barge(tmp_path))
    about_center = solve_frequency(model, 1.8).mean_drift_force
    arm = np.array([4.0, -3.0, 0.0])
    moved = lambda omega, k, center, *water: FarField(omega, k, center + arm, *water)  # noqa: E731
    monkeypatch.setattr(mean_drift, "FarField", moved)
    elsewhere = solve_frequency(model, 1.8).mean_drift_force
    np.testing.assert_allclose(elsewhere[:, :2], about_center[:, :2], rtol=1e-9, atol=1e-6)
    expected = about_center[:, 5] - (arm[0] * about_center[:, 1] - arm[1] * about_center[:, 0])
    scale = np.abs(about_center[:, :2]).max() * np.hypot(*arm[:2])
    np.testing.assert_allclose(elsewhere[:, 5], expected, atol=0.02 * scale)


def test_the_turned_scene_has_the_turned_forces(tmp_path: Path) -> None:
    straight = problem(barge(tmp_path))
    turned = problem(barge(tmp_path, heading_deg=73.0))
    turned = replace(turned, wave_directions=straight.wave_directions + np.deg2rad(73.0))
    force = solve_frequency(straight, 1.8).mean_drift_force
    other = solve_frequency(turned, 1.8).mean_drift_force
    cos, sin = np.cos(np.deg2rad(73.0)), np.sin(np.deg2rad(73.0))
    rotation = np.array([[cos, -sin], [sin, cos]])
    scale = 3e-5 * np.abs(force[:, :2]).max()  # the Green function is tabulated
    np.testing.assert_allclose(other[:, :2], force[:, :2] @ rotation.T, atol=scale)
    np.testing.assert_allclose(other[:, 5], force[:, 5], atol=10.0 * scale)


def test_frequencies_added_give_the_bytes_of_all_at_once(tmp_path: Path) -> None:
    document = barge(tmp_path)
    document["frequencies"] = {"omega": [0.9, 1.5]}
    solve(read_specification(document), tmp_path / "two.h5", jobs=1)
    solve(read_specification(document), tmp_path / "two.h5", jobs=1, add=[1.2])
    document["frequencies"] = {"omega": [0.9, 1.2, 1.5]}
    solve(read_specification(document), tmp_path / "three.h5", jobs=1)
    assert (tmp_path / "two.h5").read_bytes() == (tmp_path / "three.h5").read_bytes()
    with h5py.File(tmp_path / "three.h5") as root:
        assert root["mean_drift_force"].shape == (3, 3, 6)
        assert b"mean_drift_horizontal" in [name.strip() for name in root["finding_name"][:]]


def test_a_body_that_does_not_float_level_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecificationError, match=r"must float level .* 0\.5 m beside"):
        problem(barge(tmp_path, center_of_mass=[0.5, 0.0, -0.5]))


def test_what_has_no_drift_of_its_own_is_refused(tmp_path: Path) -> None:
    document = barge(tmp_path)
    document["bodies"].append({**document["bodies"][0], "name": "other", "position": [0, 20, 0]})
    document["bodies"][1]["mean_drift"] = {"radii_of_gyration": [1, 1, 0], "roll_damping": -1}
    document["damping_lids"] = [
        {"low": [-8, 4], "high": [8, 16], "panel_size": 2, "damping": 0.1},
    ]
    with pytest.raises(SpecificationError) as refused:
        read_specification(document)
    said = str(refused.value)
    assert "bodies[0].mean_drift: does not go with damping_lids" in said
    assert "bodies[1].mean_drift.radii_of_gyration: must be > 0, are [1.0, 1.0, 0.0]" in said
    assert "bodies[1].mean_drift.roll_damping: must be >= 0, is -1" in said
