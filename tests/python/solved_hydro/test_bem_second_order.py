"""Second-order forces of the panel solver: momentum far away, closed forms, another way to sum."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

import raftup

from . import panel_meshes
from .test_bem_drift import MESHES, barge, problem

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.base.errors import RaftupError, SpecificationError
from raftup.bem import read_specification, solve
from raftup.bem.drift import FreeBody
from raftup.bem.mesh import merge_points
from raftup.bem.potential import PanelModel, solve_frequency
from raftup.bem.second_order.hull_surface import HullSurface
from raftup.bem.second_order.quadratic_force import (
    FloatingHull,
    Wave,
    displacement,
    quadratic_force,
)
from raftup.bem.second_order.second_order_potential import bound_wave, forced_by_motion
from raftup.bem.second_order.surface_waves import SurfaceWaves
from raftup.bem.second_order.transfer_functions import waves_of
from raftup.bem.store import ResultStore
from raftup.frequency_domain.waves import wavenumber

GRAVITY = 9.81


def box(length: float, breadth: float, draught: float, size: float, center: float) -> HullSurface:
    """The hull of a box whose centre of mass is at z = `center`."""
    panels = panel_meshes.box_panels(length, breadth, draught, size)
    mesh = merge_points(panels.reshape(-1, 3), np.arange(4 * len(panels)).reshape(-1, 4))
    return HullSurface(mesh, np.array([0.0, 0.0, center]))


def still(surface: HullSurface, motion: ComplexArray) -> Wave:
    """A body that is displaced while the water stays as it is."""
    none = np.zeros((len(surface.waterline.panels), 1), dtype=complex)
    d = displacement(motion, surface.arms)
    rise = displacement(motion, surface.waterline_arms)[2]
    return Wave(0.0, motion, d, np.zeros_like(d), none, -rise, np.zeros((6, 1), dtype=complex))


def pressure_and_far_field(model: PanelModel, omega: float) -> tuple[FloatArray, FloatArray]:
    """Mean forces [m, 6] both ways."""
    result = solve_frequency(replace(model, keeps_waves=True), omega)
    waves = waves_of(model.floating_hulls, result)
    return model.floating_hulls.quadratic_force(waves, waves).real.T, result.mean_drift_force


@pytest.fixture
def ship() -> PanelModel:
    """The carrier in 408 panels, by a lid of its own."""
    return problem(
        {
            "bodies": [
                {
                    "name": "ship",
                    "mesh": str(MESHES / "carrier_coarse.obj"),
                    "center_of_mass": [0, 0, 0.5],
                    "mean_drift": {"radii_of_gyration": [6.5, 25, 25], "roll_damping": 0.05},
                }
            ],
            "wave_directions_deg": [90, 135, 180],
        }
    )


def assert_drifts_as_far_away(near: FloatArray, far: FloatArray, tolerance: float) -> None:
    """What is left is of the order of the panels; half as much on the carrier's 1496."""
    for dofs in ([0, 1], [5]):
        allowed = tolerance * np.abs(far[:, dofs]).max()
        np.testing.assert_allclose(near[:, dofs], far[:, dofs], atol=allowed)


@pytest.mark.parametrize("water_depth", [np.inf, 30.0])
def test_pressure_over_the_hull_gives_the_mean_drift_of_the_far_field(
    ship: PanelModel, water_depth: float
) -> None:
    near, far = pressure_and_far_field(replace(ship, water_depth=water_depth), 1.1)
    assert_drifts_as_far_away(near, far, 0.05)


def test_a_body_held_in_place_has_the_mean_drift_of_the_far_field(ship: PanelModel) -> None:
    near, far = pressure_and_far_field(replace(ship, floating=(None,)), 1.1)
    assert_drifts_as_far_away(near, far, 0.08)


def test_a_box_heeled_in_still_water_comes_out_of_it_as_its_axis_leans() -> None:
    # Its axis meets the water at -z / cos(heel) above the centre of mass at z: the volume changes
    # by -A z heel^2 / 2, of which an oscillation has half on average.
    surface = box(16.0, 6.0, 2.0, 1.0, center=-0.5)
    hull = FloatingHull(surface, FreeBody(np.eye(6), np.eye(6), np.eye(6)[3], 0.0), 1000.0, GRAVITY)
    for heel in (np.eye(6)[3], np.eye(6)[4]):
        motion = 0.1 * heel[:, None].astype(complex)
        rise = np.array([-motion[4], motion[3], 0.0 * motion[0]])  # of x, y, z
        pressed = 1000.0 * GRAVITY * surface.moments[1:].T @ rise
        heeled = replace(still(surface, motion), pressed=pressed)
        force = quadratic_force(hull, heeled, heeled)[:, 0]
        lift = 0.5 * (1000.0 * GRAVITY * 16.0 * 6.0) * (0.5 * 0.1**2 / 2.0)
        assert force[2].real == pytest.approx(lift, rel=1e-9)
        np.testing.assert_allclose(np.delete(force, 2), 0.0, atol=1e-9 * lift)


def test_forcing_on_the_hull_needs_no_second_gradients() -> None:
    # Waves that stand between the ends of a box at rest, and another motion of the box: Stokes'
    # theorem against second gradients, which are known here.
    k, n = np.pi / 8.0, 0.3
    deep = np.array([1j * n, 0.0, n])
    errors = []
    for size in (1.0, 0.5):
        surface = box(16.0, 6.0, 2.0, size, center=-0.5)
        motion = np.array([[0.3], [0.2j], [0.5], [0.1], [-0.2], [0.15j]])
        moved = still(surface, motion)
        x, _, z = surface.centers.T
        edge = surface.waterline.middles[:, 0]
        zero, phase = 0.0 * x, k * (x + 8.0)
        u = np.exp(k * z) * k * np.array([-np.sin(phase), zero, np.cos(phase)])
        standing = Wave(
            np.sqrt(GRAVITY * k),
            np.zeros((6, 1), dtype=complex),
            0j * u[:, :, None],
            u[:, :, None].astype(complex),
            np.cos(k * (edge + 8.0))[:, None].astype(complex),
            np.zeros((len(edge), 1), dtype=complex),
            np.zeros((6, 1), dtype=complex),
        )
        psi = np.exp(surface.centers @ deep)[:, None]
        radiated = SurfaceWaves(
            np.zeros((6, 1), dtype=complex),
            psi * np.ones(6),
            deep[:, None, None] * psi * np.ones(6),
            np.exp(surface.waterline.middles @ deep)[:, None] * np.ones(6),
        )
        forced = forced_by_motion(surface, moved, standing, radiated, GRAVITY)[0, 0]

        second = np.zeros((3, 3, len(x)))  # d_a d_b phi
        second[0, 0], second[2, 2] = -np.cos(phase), np.cos(phase)
        second[0, 2] = second[2, 0] = -np.sin(phase)
        second *= k**2 * np.exp(k * z)
        d = moved.displacement[:, :, 0]
        V = np.cross(motion[3:, 0], u.T) - np.einsum("ap,abp->pb", d, second)
        normal = np.einsum("pa,pa->p", surface.normals, V)
        direct = 0.25 * (surface.areas * psi[:, 0]) @ normal
        errors.append(abs(forced - direct) / abs(direct))
    assert errors[1] < 0.01
    assert errors[1] < 0.35 * errors[0]  # both are of second order in the panels


def test_the_bound_wave_of_long_groups_sets_the_water_down_by_their_radiation_stress() -> None:
    depth, omega, difference = 20.0, 0.6, 1e-4
    bound = bound_wave(
        omega + difference,
        omega,
        directions=(np.zeros(1), np.zeros(1)),
        water_depth=depth,
        gravity=GRAVITY,
    )
    k = float(wavenumber(np.array([omega]), depth, GRAVITY)[0])
    ratio = 0.5 + k * depth / np.sinh(2.0 * k * depth)  # of group to phase velocity
    group = ratio * omega / k
    expected = -0.5 * GRAVITY * (2.0 * ratio - 0.5) / (GRAVITY * depth - group**2)
    # eta = -(phi_t + |grad phi_1|^2 / 2 + eta_1 phi_1,tz) / g
    rise = omega**2 / GRAVITY
    squared = 0.25 * (GRAVITY / omega) ** 2 * (k**2 + rise**2)
    elevation = (1j * difference * bound.potential(np.zeros((1, 3)))[0, 0] - squared) / GRAVITY
    elevation += 0.5 * omega**2 / GRAVITY
    assert elevation.real == pytest.approx(expected, rel=1e-3)

    equal = (np.zeros(1), np.zeros(1))
    deep = bound_wave(1.0, 0.8, directions=equal, water_depth=np.inf, gravity=GRAVITY)
    assert deep.potential(np.zeros((1, 3)))[0, 0] == pytest.approx(0.5j)


def with_qtf(folder: Path, **pairs: Any) -> dict[str, Any]:
    document = barge(folder, qtf_difference=pairs)
    document["frequencies"] = {"omega": [1.2, 1.6, 2.0]}
    document["wave_directions_deg"] = [0, 50]
    return document


def test_a_full_qtf_is_written_and_read_by_the_server(
    client: raftup.Client, tmp_path: Path
) -> None:
    specification = read_specification(with_qtf(tmp_path, first=1.2, last=2.0, count=5))
    solution, _ = solve(specification, tmp_path / "a.h5", jobs=1)
    table = client.read_coefficients(client.upload_database(tmp_path / "a.h5").name)
    np.testing.assert_allclose(table["qtf_difference_omega"], [1.2, 1.4, 1.6, 1.8, 2.0])
    T = table["qtf_difference"].reshape(2, 6, 5, 5)
    assert solution.qtf_difference is not None
    np.testing.assert_array_equal(T, solution.qtf_difference.values)
    np.testing.assert_array_equal(T, T.conj().swapaxes(2, 3))
    band = np.abs(np.subtract.outer(np.arange(5), np.arange(5))) <= 1  # an eighth of 2 rad/s
    assert (T[0, 0][band] != 0.0).all()
    assert (T[:, :, ~band] == 0.0).all()
    np.testing.assert_array_equal(table["qtf_difference_direction"][6], np.deg2rad([50, 50]))

    drift = np.moveaxis(table["mean_drift_force"], 0, 2)  # of 1.2, 1.6, 2.0 rad/s
    diagonal = np.diagonal(T, axis1=2, axis2=3).real[:, :, ::2]
    np.testing.assert_allclose(diagonal, drift, rtol=1e-9, atol=1e-6)
    with h5py.File(tmp_path / "a.h5") as root:
        names = [name.strip() for name in root["finding_name"][:]]
    assert b"qtf_diagonal" in names
    assert b"mean_drift_by_pressure" in names
    assert b"mean_drift_horizontal" not in names


def test_waves_at_the_hull_are_kept_to_the_bit(tmp_path: Path) -> None:
    model = replace(problem(barge(tmp_path)), keeps_waves=True)
    result = solve_frequency(model, 1.8)
    store = ResultStore(tmp_path, "digest")
    store.save(result)
    loaded = store.load(1.8)
    assert loaded is not None
    assert loaded.waves is not None
    assert result.waves is not None
    for name, values in vars(result.waves).items():
        np.testing.assert_array_equal(getattr(loaded.waves, name), values)


def test_a_qtf_that_cannot_be_is_refused(tmp_path: Path) -> None:
    document = with_qtf(tmp_path, first=1.0, last=2.0, count=3, bandwidth=0.1)
    del document["bodies"][0]["mean_drift"]
    with pytest.raises(SpecificationError) as refused:
        read_specification(document)
    said = str(refused.value)
    assert "bodies[0].qtf_difference: needs mean_drift, which says how the body floats" in said
    assert "bodies[0].qtf_difference.bandwidth: must be >= a step, 0.5, is 0.1" in said
    with pytest.raises(SpecificationError, match=r"qtf_difference\.count: must be <= 10000, is 10"):
        read_specification(with_qtf(tmp_path, first=1.0, last=2.0, count=10**9))
    narrow = read_specification(with_qtf(tmp_path, bandwidth=0.1))
    with pytest.raises(SpecificationError, match=r"must be >= a step of the frequencies, 0\.4"):
        solve(narrow, tmp_path / "a.h5", jobs=1)
    whole = read_specification(with_qtf(tmp_path))
    with pytest.raises(RaftupError, match="does not go with qtf_difference"):
        solve(whole, tmp_path / "a.h5", jobs=1, add=[1.3])
