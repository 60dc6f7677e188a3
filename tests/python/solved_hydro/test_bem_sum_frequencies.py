"""Sum-frequency forces of the panel solver: a column in closed form, two ways to sum, a run."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raftup

from . import panel_meshes
from .column_at_double_frequency import Column
from .test_bem_drift import MESHES, barge, problem

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.base.errors import RaftupError, SpecificationError
from raftup.bem import read_specification, solve
from raftup.bem.mesh import PanelMesh, merge_points
from raftup.bem.potential import FrequencyResult, PanelModel, solve_frequency
from raftup.bem.second_order import free_surface
from raftup.bem.second_order.second_order_potential import bound_wave
from raftup.bem.second_order.sum_qtf import SumPairs, sum_findings, sum_model, sum_qtf
from raftup.bem.second_order.transfer_functions import waves_of
from raftup.bem.store import ResultStore
from raftup.frequency_domain.waves import wavenumber

GRAVITY = 9.81
COLUMN = Column(radius=5.0, depth=30.0, density=1025.0, gravity=GRAVITY)


def panel_column(around: int) -> PanelModel:
    """The wall of the column, whose panels touch it in their middles, finer near the surface."""
    rings = -COLUMN.depth * (np.arange(11) / 10.0) ** 1.6
    radius = COLUMN.radius / np.cos(np.pi / around)
    vertices, faces = panel_meshes.column_mesh(radius, rings, around)
    return PanelModel(
        mesh=PanelMesh(vertices, faces),
        body_of_panel=np.zeros(len(faces), dtype=np.int64),
        interior_count=0,
        damping=np.empty(0),
        centers_of_mass=np.zeros((1, 3)),
        wave_directions=np.deg2rad([0.0, 40.0]),
        water_density=COLUMN.density,
        gravity=GRAVITY,
        water_depth=COLUMN.depth,
        floating=(None,),
    )


def solved(model: PanelModel, pairs: SumPairs) -> dict[float, FrequencyResult]:
    omega = np.union1d(pairs.omega, pairs.sums).tolist()
    return {value: solve_frequency(model, value) for value in omega}


def test_the_closed_form_of_a_column_has_the_products_that_were_computed_apart() -> None:
    # The products of first-order waves by a prototype of their own, with exp(+i omega t).
    for omega, expected in ((0.9, -1866.1743 + 65702.2313j), (0.5, -205.2542 + 21263.9504j)):
        assert np.conj(COLUMN.quadratic_force(omega, omega)) == pytest.approx(expected, rel=1e-6)


def test_the_force_on_a_column_is_that_of_the_closed_form() -> None:
    pairs = SumPairs(np.array([0.5, 0.9]))
    P, products = [], []
    for around in (18, 36):
        model = sum_model(panel_column(around), pairs)
        results = solved(model, pairs)
        P.append(sum_qtf(model, pairs, results).values)
        hulls = model.floating_hulls
        waves = [waves_of(hulls, results[omega]) for omega in (0.5, 0.9)]
        doubled = [hulls.quadratic_force(own, [own[0].conjugate]) for own in waves]
        products.append(np.array(doubled)[:, 0, 0])
    # The error of flat panels on a round wall falls as their width.
    force, product = (2.0 * fine - coarse for coarse, fine in (P, products))
    for row, first in enumerate(pairs.omega):
        scale = abs(COLUMN.quadratic_force(first, first))
        assert abs(product[row] - COLUMN.quadratic_force(first, first)) < 0.03 * scale
        for column, second in enumerate(pairs.omega[: row + 1]):
            parts = COLUMN.parts(first, second)
            expected = np.conj(sum(parts))
            tolerance = 0.03 * max(abs(part) for part in parts)
            assert abs(force[0, 0, row, column] - expected) < tolerance
            assert abs(expected - np.conj(sum(parts[:3]))) > 5.0 * tolerance
    beta = model.wave_directions[1]
    along = np.cos(beta) * P[1][1, 0] + np.sin(beta) * P[1][1, 1]
    np.testing.assert_allclose(along, P[1][0, 0], rtol=1e-3)
    np.testing.assert_array_equal(P[1], P[1].swapaxes(2, 3))


def hemisphere() -> PanelModel:
    document = {
        "bodies": [
            {
                "name": "hemisphere",
                "mesh": str(MESHES / "hemisphere.obj"),
                "center_of_mass": [0, 0, 0],
                "lid": {"mesh": str(MESHES / "lid_hemisphere.obj")},
                "mean_drift": {"radii_of_gyration": [2, 2, 2]},
            }
        ],
        "wave_directions_deg": [0, 90],
    }
    return problem(document)


def test_waves_outside_the_ring_continue_those_of_the_panels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    floating = hemisphere()
    pairs = SumPairs(np.array([0.8, 1.2]), between_directions=True)
    P = []
    for radii in (2.0, 3.0):
        monkeypatch.setattr(free_surface, "_RADII", radii)
        model = sum_model(floating, pairs)
        results = solved(model, pairs)
        P.append(sum_qtf(model, pairs, results).values)
        assert model.free_surface is not None
        points = model.free_surface.points - [*model.free_surface.center, 0.0]
        r, theta = np.hypot(*points[:, :2].T), np.arctan2(points[:, 1], points[:, 0])
        last = int(np.argmax(r))
        for result in results.values():
            flow = result.surface_flow
            assert flow is not None
            outer = flow.outer.waves(r[[last]].astype(complex), theta[[last]])[0]
            outer = outer + flow.outer.local_waves(r[[last]], theta[[last]])[0]
            scale = np.abs(flow.ring_potential).max(axis=0)
            assert (np.abs(outer[0] - flow.ring_potential[last])[:3] < 1e-3 * scale[:3]).all()
    for dofs in (slice(0, 3), slice(3, 6)):
        near, far = P[0][:, dofs], P[1][:, dofs]
        assert np.abs(near - far).max() < 2e-3 * np.abs(far).max()
    crossed = P[1][2:]
    np.testing.assert_array_equal(crossed[0], crossed[1].swapaxes(1, 2))
    assert np.abs(P[1][1, 1] - P[1][0, 0]).max() < 0.02 * np.abs(P[1][0, 0]).max()  # its panels


def test_local_waves_in_deep_water_are_those_of_a_bottom_far_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from raftup.bem.second_order import outer_series

    pairs = SumPairs(np.array([0.8, 1.0]))
    model = sum_model(replace(hemisphere(), water_depth=90.0, floating=(None,)), pairs)
    bottom = solve_frequency(model, 1.8).surface_flow
    monkeypatch.setattr(outer_series, "_DEEP", 1.0)
    deep = solve_frequency(model, 1.8).surface_flow
    assert bottom is not None
    assert deep is not None
    radii, angles = np.array([10.0, 20.0]), np.array([0.3])
    known, found = (flow.outer.local_waves(radii, angles)[0] for flow in (bottom, deep))
    assert np.abs(known[:, :3] - found[:, :3]).max() < 1e-3 * np.abs(known[:, :3]).max()


def test_a_submerged_sphere_has_no_waterline() -> None:
    upper = panel_meshes.half_sphere_panels(3.0, 16, 6)
    both = np.concatenate([upper, (upper * [1.0, 1.0, -1.0])[:, ::-1]]) - [0.0, 0.0, 4.5]
    mesh = merge_points(both.reshape(-1, 3), np.arange(4 * len(both)).reshape(-1, 4))
    model = replace(
        panel_column(18),
        mesh=mesh,
        body_of_panel=np.zeros(len(both), dtype=np.int64),
        centers_of_mass=np.array([[0.0, 0.0, -4.5]]),
        water_depth=np.inf,
        wave_directions=np.deg2rad([0.0, 45.0]),
    )
    pairs = SumPairs(np.array([0.9, 1.1]))
    around = sum_model(model, pairs)
    assert around.free_surface is not None
    area = np.pi * around.free_surface.radius**2
    assert around.free_surface.weights.sum() == pytest.approx(area, rel=1e-6)
    P = sum_qtf(around, pairs, solved(around, pairs)).values
    along = np.sqrt(0.5) * (P[1, 0] + P[1, 1])
    assert np.abs(along - P[0, 0]).max() < 1e-3 * np.abs(P[0, 0]).max()
    assert np.abs(P[1, 2] - P[0, 2]).max() < 1e-3 * np.abs(P[0, 2]).max()


def test_the_bound_waves_of_sums_are_those_of_stokes_and_of_longuet_higgins() -> None:
    omega, depth = 0.8, 12.0
    same = bound_wave(
        omega, -omega, directions=(np.zeros(1), np.zeros(1)), water_depth=depth, gravity=GRAVITY
    )
    k = float(wavenumber(np.array([omega]), depth, GRAVITY)[0])
    stokes = -0.375j * omega * np.cosh(2.0 * k * depth) / np.sinh(k * depth) ** 4
    assert same.potential(np.zeros((1, 3)))[0, 0] == pytest.approx(stokes, rel=1e-9)

    # Pressures of waves that meet head on, 2 rho omega^2 a_1 a_2, reach the deepest bottom (1950).
    opposite = (np.array([0.0]), np.array([np.pi]))
    meeting = bound_wave(omega, -omega, directions=opposite, water_depth=np.inf, gravity=GRAVITY)
    deep = meeting.potential(np.array([[0.0, 0.0, -5000.0]]))[0, 0]
    assert 2.0 * abs(2.0 * omega * deep) == pytest.approx(2.0 * omega**2, rel=1e-9)
    one = bound_wave(
        omega, -0.6, directions=(np.zeros(1), np.zeros(1)), water_depth=np.inf, gravity=GRAVITY
    )
    assert abs(one.potential(np.zeros((1, 3)))[0, 0]) < 1e-12


def with_sums(folder: Path, **sums: Any) -> dict[str, Any]:
    document = barge(folder, mean_drift="held")
    document["frequencies"] = {"omega": [0.9, 1.2, 1.5]}
    document["wave_directions_deg"] = [0]
    document["qtf_difference"] = {"first": 0.9, "last": 1.5, "count": 3}
    return document | {"qtf_sum": sums}


def test_a_run_acts_with_the_force_at_twice_the_frequency(
    client: raftup.Client, tmp_path: Path
) -> None:
    specification = read_specification(with_sums(tmp_path, first=0.9, last=1.5, count=3))
    solution, _ = solve(specification, tmp_path / "a.h5", jobs=1)
    assert solution.qtf_sum is not None
    P = solution.qtf_sum.values[0, :, 1, 1]
    table = client.read_coefficients(client.upload_database(tmp_path / "a.h5").name)
    np.testing.assert_array_equal(table["qtf_sum"].reshape(6, 3, 3), solution.qtf_sum.values[0])
    amplitude, omega = 0.4, 1.2
    model: dict[str, Any] = {
        "name": "sums",
        "environment": {
            "sea": {"waves": [{"components": {"omega": [omega], "amplitude": [amplitude]}}]}
        },
        "bodies": [{"name": "held", "motion": "static", "position": [0, 0, -0.5]}],
        "hydrodynamics": [
            {
                "name": "water",
                "database": str(tmp_path / "a.h5"),
                "bodies": [{"body": "held", "database_body": "barge"}],
                "radiation": {"memory": "none"},
                "hydrostatics": {"mode": "none"},
                "second_order": {"method": "full", "sum_frequency": True},
            }
        ],
        "integration": {"step": 0.1, "duration": 8.0},
    }
    run = raftup.run(model, client, outputs="held.force.second_order")
    force = run.second_order_force.sel(body="held")
    along = force.values[:, [0, 2, 4]]
    z = amplitude * np.exp(1j * omega * force.time.values)
    expected = (z[:, None] ** 2 * P[[0, 2, 4]]).real
    drift = solution.qtf_difference
    assert drift is not None
    expected += amplitude**2 * drift.values[0, [0, 2, 4], 1, 1].real
    assert np.abs(along - expected).max() < 1e-6 * np.abs(expected).max()


def test_waves_on_the_free_surface_are_kept_to_the_bit(tmp_path: Path) -> None:
    pairs = SumPairs(np.array([0.9, 1.2]))
    model = sum_model(problem(barge(tmp_path)), pairs)
    result = solve_frequency(model, 1.2)
    store = ResultStore(tmp_path, "digest")
    store.save(result)
    loaded = store.load(1.2)
    assert loaded is not None
    assert loaded.surface_flow is not None
    assert result.surface_flow is not None
    for name in ("ring_potential", "ring_velocity", "side_potential"):
        kept, made = (getattr(of.surface_flow, name) for of in (loaded, result))
        np.testing.assert_array_equal(kept, made)
    for name, value in vars(result.surface_flow.outer).items():
        np.testing.assert_array_equal(getattr(loaded.surface_flow.outer, name), value)


def test_sums_that_cannot_be_computed_are_refused(tmp_path: Path) -> None:
    two = with_sums(tmp_path)
    two["bodies"].append({**two["bodies"][0], "name": "other", "position": [0, 20, 0]})
    with pytest.raises(SpecificationError) as refused:
        read_specification(two)
    rule = "qtf_sum: must be left out with 2 bodies: the free surface is integrated around a single"
    assert rule in str(refused.value)
    unknown = with_sums(tmp_path)
    del unknown["bodies"][0]["mean_drift"]
    with pytest.raises(SpecificationError, match="qtf_sum: needs mean_drift of the body, which"):
        read_specification(unknown)

    hull, aside = panel_meshes.box_panels(12.0, 2.0, 1.0, 1.0), np.array([0.0, 4.0, 0.0])
    both = np.concatenate([hull - aside, hull + aside])
    mesh = panel_meshes.write_obj(tmp_path / "catamaran.obj", both)
    document = with_sums(tmp_path, first=0.9, last=1.5, count=3)
    document["bodies"][0]["mesh"] = str(mesh)
    with pytest.raises(SpecificationError, match="qtf_sum: needs a hull with one waterline that"):
        solve(read_specification(document), tmp_path / "a.h5", jobs=1)
    whole = read_specification(with_sums(tmp_path) | {"qtf_difference": None})
    with pytest.raises(RaftupError, match="does not go with qtf_sum"):
        solve(whole, tmp_path / "a.h5", jobs=1, add=[1.3])


def test_panels_too_large_for_the_waves_at_the_sum_are_a_finding(tmp_path: Path) -> None:
    model = problem(barge(tmp_path))
    fine, coarse = (SumPairs(np.array([0.9, last])) for last in (1.2, 2.2))
    assert not sum_findings(sum_model(model, fine), fine)
    (finding,) = sum_findings(sum_model(model, coarse), coarse)
    assert finding.name == "qtf_sum_panels_too_large"
    assert "are 3.18 m at the highest sum of two frequencies, 4.4 rad/s" in finding.message
