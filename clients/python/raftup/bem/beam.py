"""Dry modes of a hull as a beam: shapes and natural frequencies from a table of its sections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import scipy.linalg

from raftup.base.arrays import FloatArray

Plane: TypeAlias = Literal["vertical", "horizontal", "torsion"]

ELEMENTS = 60
"""Elements of a beam: the third frequency of a uniform beam is then known to 1e-6, of one that
mainly shears to 1.5e-3."""

_RIGID = {"vertical": 2, "horizontal": 2, "torsion": 1}  # modes of a free beam without strain
_GAUSS = 5  # points of an element, exact for a table that is linear in it


@dataclass(frozen=True)
class BeamTable:
    """A beam along x, linear between the rows of a table.

    Attributes:
        x: [n] m, ascending; the beam reaches from the first to the last.
        mass_per_length: [n] kg/m, > 0; in torsion the moment of inertia about the axis per length,
            kg m.
        bending_stiffness: [n] N m2, EI > 0; in torsion GJ.
        neutral_axis_z: m, height of the axis about which the sections turn.
        plane: plane in which the beam bends, or torsion about its axis.
        shear_stiffness: [n] N, G A_s > 0 of a beam that bends; none: it is rigid in shear.
    """

    x: FloatArray
    mass_per_length: FloatArray
    bending_stiffness: FloatArray
    neutral_axis_z: float = 0.0
    plane: Plane = "vertical"
    shear_stiffness: FloatArray | None = None

    def __post_init__(self) -> None:
        """Checks the table.

        Raises:
            ValueError: with the rule that is broken.
        """
        if len(self.x) < 2 or (np.diff(self.x) <= 0.0).any():
            raise ValueError("x of a beam must ascend and have two values or more")
        for name in ("mass_per_length", "bending_stiffness"):
            values = getattr(self, name)
            if values.shape != self.x.shape or not (values > 0.0).all():
                raise ValueError(f"{name} of a beam must be > 0 at each x")
        shear = self.shear_stiffness
        if shear is None:
            return
        if self.plane == "torsion":
            raise ValueError("shear_stiffness must be omitted in torsion")
        if shear.shape != self.x.shape or not (shear > 0.0).all():
            raise ValueError("shear_stiffness of a beam must be > 0 at each x")

    def compliances(self, nodes: FloatArray) -> FloatArray:
        """Values of 12 EI/(G A_s l^2) in the middles of elements of length l; 0 without shear."""
        length, middle = np.diff(nodes), (nodes[1:] + nodes[:-1]) / 2.0
        if self.shear_stiffness is None:
            return np.zeros_like(middle)
        shear = np.interp(middle, self.x, self.shear_stiffness)
        bending = np.interp(middle, self.x, self.bending_stiffness)
        return np.asarray(12.0 * bending / (shear * length**2))


@dataclass(frozen=True)
class DryModes:
    """Modes of a free beam in vacuo: deflection w_r(x), 1 at the bow.

    In torsion w is the angle about the axis [rad], 1 at the bow.

    Attributes:
        omega: [m] rad/s, natural frequencies.
        mass: [m, m] kg, int mu w_i w_j dx.
        stiffness: [m, m] N/m, int EI a_i' a_j' + G A_s (w_i' - a_i)(w_j' - a_j) dx, where sections
            turn by a, or by w' without shear; in torsion int GJ w_i' w_j' dx [N m].
        nodes: [k] m, ends of the elements.
        ends: [m, k, 2] w and w' at the nodes.
        neutral_axis_z: m.
        plane: plane in which the beam bends, or torsion.
        axis_y: m, of the axis of the beam.
    """

    omega: FloatArray
    mass: FloatArray
    stiffness: FloatArray
    nodes: FloatArray
    ends: FloatArray
    neutral_axis_z: float
    plane: Plane = "vertical"
    axis_y: float = 0.0

    def deflection(self, x: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """w, w' and w'' of every mode: three of [m, n].

        Args:
            x: [n] m; beyond the ends of the beam the last element goes on.
        """
        last = len(self.nodes) - 2
        element = np.clip(np.searchsorted(self.nodes, x, side="right") - 1, 0, last)
        length = self.nodes[element + 1] - self.nodes[element]
        at = (x - self.nodes[element]) / length
        values = np.concatenate([self.ends[:, element], self.ends[:, element + 1]], axis=2)
        w, slope, curvature = (
            np.einsum("kn,mnk->mn", shape, values) for shape in _hermite(at, length)
        )
        return w, slope, curvature

    def displacement(self, points: FloatArray) -> FloatArray:
        """Displacement u_r of points of the hull per unit of every mode: [m, n, 3].

        u = (-(z - z_n) w', 0, w) in the vertical plane, (-(y - y_n) w', w, 0) in the horizontal
        one: plane sections stay plane and normal to the axis. In torsion u = (0, -(z - z_n) w,
        (y - y_n) w).

        Args:
            points: [n, 3] m.
        """
        w, slope, _ = self.deflection(points[:, 0])
        u = np.zeros((len(w), len(points), 3))
        aside, height = points[:, 1] - self.axis_y, points[:, 2] - self.neutral_axis_z
        if self.plane == "torsion":
            u[:, :, 1], u[:, :, 2] = -height * w, aside * w
            return u
        across = 2 if self.plane == "vertical" else 1
        u[:, :, 0] = -(height if self.plane == "vertical" else aside) * slope
        u[:, :, across] = w
        return u


def free_modes(table: BeamTable, count: int, elements: int = ELEMENTS) -> DryModes:
    """The lowest elastic modes of a free beam, by equal elements that are exact in statics.

    Args:
        table: the beam.
        count: number of modes m, without those of a rigid beam.
        elements: number of elements, > count.

    The inertia of sections that turn is no part of the frequencies.

    Source:
        Euler-Bernoulli beam; Bishop and Price (1979), Hydroelasticity of Ships. With shear:
        Przemieniecki (1968), Theory of Matrix Structural Analysis.
    """
    nodes = np.linspace(table.x[0], table.x[-1], elements + 1)
    mass, stiffness = _matrices(table, nodes)
    values, vectors = scipy.linalg.eigh(stiffness, mass)
    rigid = _RIGID[table.plane]
    chosen = slice(rigid, rigid + count)
    shapes = vectors[:, chosen] / vectors[-2, chosen]  # the last but one dof is w at the bow
    ends = shapes.T.reshape(count, elements + 1, 2).copy()
    ends[:, :, 1] += _shear_at_nodes(table, nodes, ends)
    return DryModes(
        omega=np.sqrt(values[chosen]),
        mass=shapes.T @ mass @ shapes,
        stiffness=shapes.T @ stiffness @ shapes,
        nodes=nodes,
        ends=ends,
        neutral_axis_z=table.neutral_axis_z,
        plane=table.plane,
    )


def _hermite(at: FloatArray, length: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Hermite polynomials and their first two derivatives: [4, n] each, at 0 to 1 of elements."""
    t, h = at, length
    shape = [1 - 3 * t**2 + 2 * t**3, h * (t - 2 * t**2 + t**3), 3 * t**2 - 2 * t**3]
    slope = [(6 * t**2 - 6 * t) / h, 1 - 4 * t + 3 * t**2, (6 * t - 6 * t**2) / h]
    curvature = [(12 * t - 6) / h**2, (6 * t - 4) / h, (6 - 12 * t) / h**2]
    return (
        np.stack([*shape, h * (t**3 - t**2)]),
        np.stack([*slope, 3 * t**2 - 2 * t]),
        np.stack([*curvature, (6 * t - 2) / h]),
    )


def _shear_strain(phi: float, length: float) -> FloatArray:
    """Strain of shear w' - a of an element per unit of w and a at its two ends, [4]."""
    return -phi / (1.0 + phi) * np.array([1.0 / length, 0.5, -1.0 / length, 0.5])


def _shear_at_nodes(table: BeamTable, nodes: FloatArray, ends: FloatArray) -> FloatArray:
    """Strain of shear w' - a at the nodes [m, k], the mean of both elements there."""
    length = np.diff(nodes)
    strain = np.zeros((len(ends), len(length)))
    for k, phi in enumerate(table.compliances(nodes)):
        values = ends[:, k : k + 2].reshape(len(ends), 4)
        strain[:, k] = values @ _shear_strain(float(phi), float(length[k]))
    both = np.concatenate([strain[:, :1], strain, strain[:, -1:]], axis=1)
    return np.asarray((both[:, 1:] + both[:, :-1]) / 2.0)


def _matrices(table: BeamTable, nodes: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mass and stiffness matrix of w and of the angle of the section at the nodes."""
    gauss, weights = np.polynomial.legendre.leggauss(_GAUSS)
    at = (gauss + 1.0) / 2.0
    size = 2 * len(nodes)
    mass, stiffness = np.zeros((size, size)), np.zeros((size, size))
    for first, phi in enumerate(table.compliances(nodes)):
        length = float(nodes[first + 1] - nodes[first])
        dofs = slice(2 * first, 2 * first + 4)
        x = nodes[first] + length * at
        shape, slope, curvature = _hermite(at, np.full(_GAUSS, length))
        # The slope at both ends is the angle of the section and the strain of shear.
        strain = _shear_strain(float(phi), length)[:, None]
        shape = shape + strain * length * (at - 3.0 * at**2 + 2.0 * at**3)
        turned = (
            slope if table.plane == "torsion" else curvature + strain * (12.0 * at - 6.0) / length
        )
        measure = weights * length / 2.0
        per_length = np.interp(x, table.x, table.mass_per_length) * measure
        bending = np.interp(x, table.x, table.bending_stiffness) * measure
        mass[dofs, dofs] += (shape * per_length) @ shape.T
        stiffness[dofs, dofs] += (turned * bending) @ turned.T
        if table.shear_stiffness is not None:
            shear = np.interp(x, table.x, table.shear_stiffness) @ measure
            stiffness[dofs, dofs] += shear * strain @ strain.T
    return mass, stiffness
