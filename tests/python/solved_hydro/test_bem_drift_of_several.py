"""Mean drift and difference-frequency forces of several bodies, and of waves of two directions."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raftup

from . import panel_meshes
from .test_bem_drift import problem

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.base.errors import SpecificationError
from raftup.bem import read_specification, solve
from raftup.bem.mean_drift import drift_sum_findings
from raftup.bem.potential import IncidentWave, PanelModel, solve_frequency
from raftup.bem.second_order.difference_qtf import FrequencyPairs, difference_qtf
from raftup.bem.second_order.second_order_potential import bound_wave
from raftup.bem.second_order.transfer_functions import QuadraticTransferFunction

FILES: dict[str, Path] = {}
GRAVITY = 9.81


@pytest.fixture(scope="module", autouse=True)
def meshes(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Half spheres of 5 m and of .1 m in 16 x 7 panels."""
    folder = tmp_path_factory.mktemp("meshes")
    for name, radius in (("hemisphere", 5.0), ("speck", 0.1)):
        panels = panel_meshes.half_sphere_panels(radius, 16, 7)
        FILES[name] = panel_meshes.write_obj(folder / f"{name}.obj", panels)


def hemisphere(name: str, position: list[float], *, floats: bool = True) -> dict[str, Any]:
    """A half sphere of radius 5 m, which floats freely or is held."""
    body: dict[str, Any] = {
        "name": name,
        "mesh": str(FILES["hemisphere"]),
        "center_of_mass": [0, 0, -2],
        "position": position,
        "lid": "none",
    }
    if floats:
        body["mean_drift"] = {"radii_of_gyration": [3, 3, 3], "roll_damping": 0.0}
    return body


def model_of(bodies: list[dict[str, Any]], directions: list[float]) -> PanelModel:
    document = {"gravity": GRAVITY, "bodies": bodies, "wave_directions_deg": directions}
    return replace(problem(document), keeps_waves=True)


def qtf_of(model: PanelModel, *, between: bool = False) -> QuadraticTransferFunction:
    """T of waves of 1.1 and 1.3 rad/s."""
    pairs = FrequencyPairs(np.array([1.1, 1.3]), 0.2, between)
    results = {omega: solve_frequency(model, omega) for omega in (0.2, 1.1, 1.3)}
    return difference_qtf(model, pairs, results)[0]


def test_the_forces_of_two_bodies_add_up_to_the_momentum_of_their_waves() -> None:
    bodies = [hemisphere("a", [0, 0, 0]), hemisphere("b", [4, 13, 0])]
    model = model_of(bodies, [0, 50, 90])
    results = [solve_frequency(model, omega) for omega in (1.0, 1.4)]
    for result in results:
        first, second = result.mean_drift_force[:, :2], result.mean_drift_force[:, 6:8]
        far = result.drift_far_away[:, :2]
        np.testing.assert_allclose(first + second, far, atol=0.05 * np.abs(far).max())
        assert np.abs(first - second).max() > 0.08 * np.abs(far).max()  # they act on each other
    (finding,) = drift_sum_findings(results, model.centers_of_mass)
    assert finding.name == "mean_drift_sum"
    assert finding.severity == "info"
    assert 1e-4 < finding.value < 0.05


def test_a_held_body_beside_a_floating_one_takes_its_share() -> None:
    bodies = [hemisphere("a", [0, 0, 0]), hemisphere("b", [0, 13, 0], floats=False)]
    model = model_of(bodies, [0, 90])
    result = solve_frequency(model, 1.2)
    assert result.waves is not None
    np.testing.assert_array_equal(result.waves.motion[6:], 0.0)
    assert np.abs(result.waves.motion[:6]).max() > 0.1
    level = result.mean_drift_force[:, :2] + result.mean_drift_force[:, 6:8]
    far = result.drift_far_away[:, :2]
    np.testing.assert_allclose(level, far, atol=0.05 * np.abs(far).max())


def test_two_equal_bodies_in_head_waves_have_mirrored_forces() -> None:
    model = model_of([hemisphere("a", [0, -8, 0]), hemisphere("b", [0, 8, 0])], [0])
    T = qtf_of(model).values[0].reshape(2, 6, 2, 2)
    mirror = np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])[:, None, None]
    for dof, scale in enumerate(np.abs(T).max(axis=(0, 2, 3))):
        np.testing.assert_allclose(T[0, dof], (mirror * T[1])[dof], atol=0.01 * scale + 10.0)
    np.testing.assert_array_equal(T, T.conj().swapaxes(2, 3))
    assert np.abs(T[:, 1, 1, 0]).min() > 0.03 * np.abs(T[:, 0, 1, 0]).max()  # of each other


def test_a_tiny_body_far_away_changes_nothing() -> None:
    speck = {
        "name": "speck",
        "mesh": str(FILES["speck"]),
        "lid": "none",
        "center_of_mass": [0, 0, -0.04],
        "position": [30, 20, 0],
        "mean_drift": {"radii_of_gyration": [0.06, 0.06, 0.06], "roll_damping": 0.0},
    }
    alone = model_of([hemisphere("a", [0, 0, 0])], [0, 50])
    both = model_of([hemisphere("a", [0, 0, 0]), speck], [0, 50])
    T, other = qtf_of(alone).values, qtf_of(both).values[:, :6]
    # of one body the diagonal is shifted to the far field, and with it the pairs beside it
    surge, heave = np.abs(T[:, 0]).max(), np.abs(T[:, 2]).max()
    np.testing.assert_allclose(other[:, [0, 1]], T[:, [0, 1]], atol=0.04 * surge)
    np.testing.assert_allclose(other[:, 2], T[:, 2], atol=1e-3 * heave)


def test_waves_of_two_directions_turn_with_the_scene_and_are_hermitian() -> None:
    model = model_of([hemisphere("a", [0, 0, 0])], [0, 45, 90, 135])
    qtf = qtf_of(model, between=True)
    of = {
        tuple(np.rad2deg(pair).round()): T
        for pair, T in zip(qtf.directions, qtf.values, strict=True)
    }
    assert len(of) == 16
    for (first, second), T in of.items():
        np.testing.assert_allclose(
            T, of[second, first].conj().swapaxes(1, 2), rtol=1e-12, atol=1e-6
        )
    same = qtf_of(model)
    np.testing.assert_allclose(qtf.values[:4], same.values, rtol=1e-9, atol=1e-6)
    c, s = np.cos(np.pi / 2), np.sin(np.pi / 2)
    turn = np.kron(np.eye(2), np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))
    turned = np.einsum("ij,jmn->imn", turn, of[0.0, 45.0])
    scale = np.abs(turned[:3]).max()
    np.testing.assert_allclose(of[90.0, 135.0][:3], turned[:3], atol=1e-3 * scale)
    assert np.abs(of[0.0, 90.0][0] - of[0.0, 0.0][0]).max() > 0.2 * np.abs(of[0.0, 0.0][0]).max()


@pytest.mark.parametrize("water_depth", [np.inf, 12.0])
def test_bound_waves_of_two_directions_satisfy_the_free_surface(water_depth: float) -> None:
    directions = (np.array([0.3, 0.0]), np.array([1.7, np.pi]))
    w1, w2 = 1.3, 0.9
    water = {"water_depth": water_depth, "gravity": GRAVITY}
    bound = bound_wave(w1, w2, directions=directions, **water)
    point = np.array([[2.0, -3.0, 0.0]])
    value = bound.potential(point)[0]
    slope = bound.normal_velocity(point, np.array([[0.0, 0.0, 1.0]]))[0]

    base = model_of([hemisphere("a", [0, 0, 0])], [0])
    waves = []
    for omega, beta in zip((w1, w2), directions, strict=True):
        model = replace(base, wave_directions=beta, water_depth=water_depth)
        k = omega**2 / GRAVITY
        for _ in range(100):
            k = k + 0.5 * (omega**2 / (GRAVITY * np.tanh(k * water_depth)) - k)
        wave = IncidentWave(omega, k, model)
        phi, v = wave.potential(point)[0], wave.velocity(point)[:, 0]
        # d(phi_tt + g phi_z)/dz with phi_zz = k^2 phi
        waves.append((omega, phi, v, -(omega**2) * v[2] + GRAVITY * k**2 * phi))
    (_, phi1, v1, rise1), (_, phi2, v2, rise2) = waves
    squared = 0.5 * 1j * (w1 - w2) * np.einsum("am,am->m", v1, v2.conj())
    rising = 0.25 / GRAVITY * (-1j * w1 * phi1 * rise2.conj() + 1j * w2 * phi2.conj() * rise1)
    forcing = squared + rising
    np.testing.assert_allclose(
        GRAVITY * slope - (w1 - w2) ** 2 * value, forcing, rtol=1e-6, atol=1e-9
    )
    if np.isinf(water_depth):
        assert abs(value[1]) < 1e-12  # waves that meet bind none in deep water


def document_of(**pairs: Any) -> dict[str, Any]:
    return {
        "bodies": [hemisphere("a", [0, 0, 0]), hemisphere("b", [0, 13, 0])],
        "frequencies": {"omega": [1.1, 1.3]},
        "wave_directions_deg": [0, 90],
        "check_convergence": False,
        "qtf_difference": pairs,
    }


def test_the_qtf_of_two_bodies_is_written_and_read_by_the_server(
    client: raftup.Client, tmp_path: Path
) -> None:
    pairs = {"first": 1.1, "last": 1.3, "count": 2, "between_directions": True}
    solution, _ = solve(read_specification(document_of(**pairs)), tmp_path / "a.h5", jobs=1)
    table = client.read_coefficients(client.upload_database(tmp_path / "a.h5").name)
    assert solution.qtf_difference is not None
    T = solution.qtf_difference.values
    assert T.shape == (4, 12, 2, 2)
    np.testing.assert_array_equal(table["qtf_difference"].reshape(T.shape), T)
    both = np.rad2deg(table["qtf_difference_direction"]).reshape(4, 12, 2)
    assert both[:, 0].tolist() == [[0, 0], [90, 90], [0, 90], [90, 0]]
    np.testing.assert_array_equal(table["qtf_difference_influenced_dof"][:12], np.arange(12))
    assert table["mean_drift_force"].shape == (2, 2, 12)
    diagonal = np.diagonal(T[:2], axis1=2, axis2=3).real
    np.testing.assert_allclose(np.moveaxis(table["mean_drift_force"], 0, 2), diagonal, rtol=1e-9)
    assert "mean_drift_sum" in [finding.name for finding in solution.findings]


def test_pairs_of_several_bodies_are_given_once() -> None:
    document = document_of(first=1.1, last=1.3, count=2)
    document["bodies"][0]["qtf_difference"] = {}
    with pytest.raises(SpecificationError, match=r"bodies\[0\]\.qtf_difference: must be left out"):
        read_specification(document)
    del document["qtf_difference"]
    with pytest.raises(SpecificationError, match=r"must be given beside bodies, once for all 2"):
        read_specification(document)
    document = document_of(first=1.1, last=1.3, count=2)
    for body in document["bodies"]:
        del body["mean_drift"]
    with pytest.raises(SpecificationError, match="qtf_difference: needs mean_drift of a body"):
        read_specification(document)
