"""Generalised modes by panels: dry modes of beams, closed forms, a flexible box, identities."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import scipy.optimize

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem.beam import BeamTable, DryModes, free_modes
from raftup.bem.mesh import PanelMesh
from raftup.bem.potential import PanelModel, solve_frequency
from raftup.bem.store import problem_digest

from . import panel_meshes
from .test_bem_sections import (
    BREADTH,
    DENSITY,
    DRAUGHT,
    GRAVITY,
    alike,
    box_mesh,
    half,
    panel_problem,
)

MASS_PER_LENGTH = DENSITY * BREADTH * DRAUGHT
STIFFNESS = 2e10  # N m2
Array = npt.NDArray[np.float64]


def middles(mesh: PanelMesh) -> Array:
    """Middles of panels that are rectangles [n, 3]."""
    middle: Array = mesh.vertices[mesh.faces].mean(axis=1)
    return middle


def box_beam() -> DryModes:
    """Six modes of the uniform box."""
    ends = np.array([-60.0, 60.0])
    table = BeamTable(ends, np.full(2, MASS_PER_LENGTH), np.full(2, STIFFNESS))
    return free_modes(table, 6)


def test_dry_modes_of_a_uniform_beam_are_those_of_the_closed_form() -> None:
    modes = box_beam()
    # cos(b) cosh(b) = 1; omega = (b / L)^2 sqrt(EI / mu)
    roots = np.array([4.730040744862704, 7.853204624095838, 10.995607838001671])
    omega = (roots / 120.0) ** 2 * np.sqrt(STIFFNESS / MASS_PER_LENGTH)
    assert omega == pytest.approx([0.767318, 2.115141, 4.146523], abs=5e-7)
    assert modes.omega[:3] == pytest.approx(omega, rel=1e-6)
    bow, _, curvature = modes.deflection(np.array([60.0]))
    assert bow == pytest.approx(np.ones((6, 1)), rel=1e-12)
    assert np.abs(curvature[:3]).max() < 2e-3 * np.abs(modes.deflection(np.zeros(1))[2]).max()
    stiffness = np.diag(modes.omega**2) @ modes.mass
    assert modes.stiffness == pytest.approx(stiffness, abs=1e-6 * stiffness.max())
    # Orthogonal to both motions of the rigid beam.
    x = np.linspace(-60.0, 60.0, 2001)
    w = modes.deflection(x)[0]
    for rigid in (np.ones_like(x), x / 60.0):
        assert np.abs(np.trapezoid(w * rigid, x, axis=1)).max() < 1e-3


def sheared_box(shear: float) -> DryModes:
    """Three modes of the uniform box with a shear stiffness [N]."""
    ends = np.array([-60.0, 60.0])
    mass, stiffness = np.full(2, MASS_PER_LENGTH), np.full(2, STIFFNESS)
    return free_modes(BeamTable(ends, mass, stiffness, shear_stiffness=np.full(2, shear)), 3)


def frequency_with_shear(shear: float, low: float, high: float) -> float:
    """First symmetric frequency of the box by its closed form, without inertia of turning sections.

    The deflection is A cosh(p x) + B cos(q x) with p^2 and -q^2 the roots of
    EI r^2 + EI k r - mu omega^2 = 0, k = mu omega^2/S. The angle a of sections has a' = w'' + k w,
    and a' = a'' = 0 at free ends.
    """

    def determinant(omega: float) -> float:
        c = MASS_PER_LENGTH * omega**2
        k, end = c / shear, 60.0
        root = np.sqrt((STIFFNESS * k) ** 2 + 4.0 * STIFFNESS * c)
        p = np.sqrt((root - STIFFNESS * k) / (2.0 * STIFFNESS))
        q = np.sqrt((root + STIFFNESS * k) / (2.0 * STIFFNESS))
        moment = (p * p + k) * np.cosh(p * end), (k - q * q) * np.cos(q * end)
        force = (p * p + k) * p * np.sinh(p * end), (q * q - k) * q * np.sin(q * end)
        return float(moment[0] * force[1] - moment[1] * force[0])

    return float(scipy.optimize.brentq(determinant, low, high, xtol=1e-12))


@pytest.mark.parametrize(("shear", "low", "high"), [(4e7, 0.5, 0.75), (4e8, 0.7, 0.766)])
def test_shear_lowers_the_frequencies_of_a_beam_as_the_closed_form_says(
    shear: float, low: float, high: float
) -> None:
    modes = sheared_box(shear)
    # w is nearly linear in an element that shears, which misses (pi/60)^2/12 of omega^2.
    assert modes.omega[0] == pytest.approx(frequency_with_shear(shear, low, high), rel=2e-4)
    largest = modes.stiffness.max()
    assert modes.stiffness == pytest.approx(
        np.diag(modes.omega**2) @ modes.mass, abs=1e-6 * largest
    )
    inside = modes.nodes[5:-5]
    before, after = (modes.deflection(inside + step)[0][0] for step in (-1.0, 1.0))
    slope = modes.deflection(inside)[1][0]
    assert slope == pytest.approx((after - before) / 2.0, abs=2e-3 * np.abs(slope).max())


def test_a_beam_that_is_nearly_rigid_in_shear_bends_as_one_that_is_rigid() -> None:
    assert sheared_box(1e18).omega == pytest.approx(box_beam().omega[:3], rel=1e-7)


def test_a_beam_whose_table_is_none_is_refused() -> None:
    two = np.ones(2)
    with pytest.raises(ValueError, match="shear_stiffness must be omitted in torsion"):
        BeamTable(np.array([0.0, 1.0]), two, two, plane="torsion", shear_stiffness=two)
    with pytest.raises(ValueError, match="shear_stiffness of a beam must be > 0 at each x"):
        BeamTable(np.array([0.0, 1.0]), two, two, shear_stiffness=np.array([1.0, 0.0]))
    with pytest.raises(ValueError, match="x of a beam must ascend"):
        BeamTable(np.array([1.0, 1.0]), two, two)
    with pytest.raises(ValueError, match="bending_stiffness of a beam must be > 0 at each x"):
        BeamTable(np.array([0.0, 1.0]), two, np.array([1.0, 0.0]))


# A bottom-mounted column by its closed form, per depth h 30 m and radius 5 m: shapes in surge
# 1 + z/h, (1 + z/h)^2, 1. A11, A12, A13, A22, A33; B11, B22, B33; X1, X2, X3 of waves along +x.
COLUMN = {
    0.4: (
        [794939.728, 585944.722, 1261688.424, 453233.307, 2495513.860],
        [6825.2399, 3195.8745, 24965.7543],
        [6857.56 + 537469.15j, 4692.51 + 367781.13j, 13115.44 + 1027938.02j],
    ),
    0.8: (
        [888312.716, 669118.828, 1359492.501, 526252.087, 2577966.072],
        [118991.6278, 66672.2732, 308103.4664],
        [86628.65 + 974619.72j, 64844.92 + 729540.86j, 139396.43 + 1568286.06j],
    ),
    1.2: (
        [707452.672, 539046.677, 1064733.179, 435122.326, 2119292.091],
        [516509.5307, 358892.2295, 852317.0767],
        [321537.55 + 1027590.72j, 268024.53 + 856570.34j, 413040.96 + 1320023.31j],
    ),
}


def column(around: int, down: int) -> PanelModel:
    """The wall of the column, finer near the surface, with three modes."""
    radius, depth = 5.0, 30.0
    rings = -depth * (np.arange(down + 1) / down) ** 1.5
    vertices, faces = panel_meshes.column_mesh(radius, rings, around)
    mesh = PanelMesh(vertices, faces)
    height = 1.0 + middles(mesh)[:, 2] / depth
    shapes = np.zeros((3, len(faces), 3))
    shapes[:, :, 0] = [height, height**2, np.ones_like(height)]
    return PanelModel(
        mesh=mesh,
        body_of_panel=np.zeros(len(faces), dtype=np.int64),
        interior_count=0,
        damping=np.empty(0),
        centers_of_mass=np.zeros((1, 3)),
        wave_directions=np.zeros(1),
        water_density=1025.0,
        gravity=GRAVITY,
        water_depth=depth,
        mode_shapes=shapes,
    )


def column_coefficients(around: int, omega: float) -> tuple[Array, Array, Any]:
    """A, B [3, 3] and X [3] of the modes of the column by panels."""
    result = solve_frequency(column(around, 12), omega)
    # The third mode is surge.
    assert alike(result.added_mass[8], result.added_mass[0], 1e-12)
    X = (result.froude_krylov_force + result.diffraction_force)[0, 6:]
    return result.added_mass[6:, 6:], result.radiation_damping[6:, 6:], X


def test_modes_of_a_column_are_those_of_the_closed_form() -> None:
    for omega, (mass, damping, force) in COLUMN.items():
        # The error of flat panels on a round wall falls as their width: 2.9 % of B with 64 around.
        coarse, fine = (column_coefficients(around, omega) for around in (32, 64))
        A, B, X = (2.0 * better - worse for better, worse in zip(fine, coarse, strict=True))
        found = [A[0, 0], A[0, 1], A[0, 2], A[1, 1], A[2, 2]]
        assert found == pytest.approx(mass, rel=0.01)
        assert np.diag(B) == pytest.approx(damping, rel=0.02)
        for mode, expected in enumerate(force):
            assert abs(X[mode] - expected) < 0.02 * abs(expected)


def test_a_mode_with_the_shape_of_heave_has_its_rows() -> None:
    model = panel_problem([box_mesh((12, 4, 2))], [[5.0]])
    heave = np.zeros((1, model.hull_count, 3))
    heave[:, :, 2] = 1.0
    result = solve_frequency(replace(model, mode_shapes=heave), 0.7)
    for matrix in (result.added_mass, result.radiation_damping):
        assert matrix.shape == (7, 7)
        assert alike(matrix[6], matrix[2], 1e-12)
        assert alike(matrix[:, 6], matrix[:, 2], 1e-12)
    assert alike(result.froude_krylov_force[:, 6], result.froude_krylov_force[:, 2], 1e-12)
    rows = result.sections.section_added_mass[0]
    assert alike(rows[:, 6], rows[:, 2], 1e-12)
    plain = solve_frequency(model, 0.7)
    assert (plain.added_mass == solve_frequency(replace(model), 0.7).added_mass).all()
    digests = {problem_digest(of, "s") for of in (model, replace(model, mode_shapes=heave))}
    assert len(digests) == 2


def test_a_hinge_amidships_is_the_mode_of_two_half_hulls() -> None:
    mesh = box_mesh((24, 4, 2))
    mesh = PanelMesh(mesh.vertices * [0.5, 0.75, 0.6], mesh.faces)  # 60 x 12 x 3
    whole, halves = panel_problem([mesh], [[]]), [half(mesh, -1.0), half(mesh, 1.0)]
    points = middles(mesh)
    side = np.sign(points[:, 0])
    bend = np.stack([-points[:, 2] * side, np.zeros(len(side)), np.abs(points[:, 0])], axis=1)
    one = solve_frequency(replace(whole, mode_shapes=bend[None]), 1.1)
    two = solve_frequency(panel_problem(halves, [[], []]), 1.1)
    hinge = np.zeros(12)
    hinge[4], hinge[10] = 1.0, -1.0  # pitch aft - pitch fore, about (0, 0, 0)
    assert one.added_mass[6, 6] == pytest.approx(hinge @ two.added_mass @ hinge, rel=1e-10)
    damping = hinge @ two.radiation_damping @ hinge
    assert one.radiation_damping[6, 6] == pytest.approx(damping, rel=1e-10)
    X = (one.froude_krylov_force + one.diffraction_force)[0, 6]
    assert abs(X - (two.froude_krylov_force + two.diffraction_force)[0] @ hinge) < 1e-10 * abs(X)
    assert one.added_mass[6, 6] == pytest.approx(8.9400e8, rel=0.02)
    assert damping == pytest.approx(3.6162e8, rel=0.02)
    assert abs(X - (-1.8759e7 - 6.511e6j)) < 0.02 * abs(X)


# The flexible box with six modes by an independent program: heave, pitch over k, q1; bending
# moment at x -30, 0, 30 from the sections and, amidships, from EI w''.
FLEXIBLE_BOX = {
    0.4: (0.8639, 0.9419, 0.2333, [3.862, 5.183, 3.873], 5.359),
    0.6: (0.3981, 0.6527, 0.7805, [12.408, 19.493, 12.361], 19.384),
    0.8: (0.2046, 0.1460, 0.9819, [15.183, 27.759, 16.756], 27.619),
}


def beam_integrals(shape: Array, slope: Array, weights: Array, other: Any) -> tuple[Array, Array]:
    """Mass and hydrostatic matrix between two families of deflections along the box."""
    mass = MASS_PER_LENGTH * (shape * weights) @ other[0].T
    buoyancy = GRAVITY * MASS_PER_LENGTH * (-DRAUGHT / 2.0) * (slope * weights) @ other[1].T
    return mass, DENSITY * GRAVITY * BREADTH * (shape * weights) @ other[0].T + buoyancy


def test_a_flexible_box_in_head_waves_moves_and_bends_as_the_reference() -> None:
    stations = [-30.0, 0.0, 30.0]
    mesh, modes = box_mesh((48, 8, 4)), box_beam()
    shapes = modes.displacement(middles(mesh))
    model = replace(panel_problem([mesh], [stations]), mode_shapes=shapes)
    points, weights = np.polynomial.legendre.leggauss(480)
    x, weights = 60.0 * points, 60.0 * weights
    w, slope, curvature = modes.deflection(x)
    all_w = np.vstack([np.ones_like(x), -x, w])  # heave, pitch, modes
    all_slopes = np.vstack([0.0 * x, 0.0 * x - 1.0, slope])
    M, C = beam_integrals(all_w, all_slopes, weights, (all_w, all_slopes))
    C[2:, 2:] += STIFFNESS * (curvature * weights) @ curvature.T
    dofs = [2, 4, *range(6, 12)]
    square = np.ix_(dofs, dofs)
    for omega, (heave, pitch, q1, bending, from_curvature) in FLEXIBLE_BOX.items():
        result = solve_frequency(model, omega)
        X = (result.froude_krylov_force + result.diffraction_force)[0, dofs]
        added, damping = result.added_mass[square], result.radiation_damping[square]
        motion = np.linalg.solve(C - omega**2 * (M + added) + 1j * omega * damping, X)
        assert abs(motion[0]) == pytest.approx(heave, rel=0.015)
        assert abs(motion[1]) / (omega**2 / GRAVITY) == pytest.approx(pitch, rel=0.015)
        assert abs(motion[2]) == pytest.approx(q1, rel=0.015)
        for place, station in enumerate(stations):
            ahead = weights * (x > station)
            turned, tilt = station - x[None], np.full((1, len(x)), -1.0)
            mass, stiffness = beam_integrals(turned, tilt, ahead, (all_w, all_slopes))
            rows = result.sections
            about = np.zeros(6)
            about[2], about[4] = station, 1.0  # moment about the point of the section
            water = -(omega**2) * rows.section_added_mass[place][:, dofs]
            water = water + 1j * omega * rows.section_radiation_damping[place][:, dofs]
            moment = about @ (water @ motion - rows.section_excitation_force[place, 0])
            moment += ((stiffness - omega**2 * mass) @ motion)[0]
            assert abs(moment) / 1e6 == pytest.approx(bending[place], rel=0.015)
        middle = STIFFNESS * modes.deflection(np.zeros(1))[2][:, 0] @ motion[2:]
        assert abs(middle) / 1e6 == pytest.approx(from_curvature, rel=0.015)
