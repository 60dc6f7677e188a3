"""Forces on the part of a hull ahead of a plane across it: panels cut there, rows of coefficients.

A section is six more influenced rows: the forces on the panels with x > x_s, about the center of
mass of the body and in its six dofs. It needs no further solution. A plane before the bow has rows
of zeros, one behind the stern those of the body.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.hydrostatics import hydrostatics
from raftup.bem.mesh import PanelMesh

IndexArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class SectionPanels:
    """The share of every panel that lies ahead of each of S planes.

    Attributes:
        x: [S] m, planes in the frame of the database.
        bodies: [S] index of the body that is cut.
        shares: [S, hull panels] share of the area of the panel; 0 for panels of other bodies.
        offsets: [S, hull panels, 3] m, from the middle of the panel to that of its part ahead.
    """

    x: FloatArray = field(default_factory=lambda: np.zeros(0))
    bodies: IndexArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    shares: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))
    offsets: FloatArray = field(default_factory=lambda: np.zeros((0, 0, 3)))

    def pressed(
        self,
        centers: FloatArray,
        normals: FloatArray,
        areas: FloatArray,
        centers_of_mass: FloatArray,
    ) -> FloatArray:
        """Integrals of (n, r x n) over the part ahead of every panel: [hull panels, 6S] m2, m3.

        Args:
            centers: [hull panels, 3] m.
            normals: [hull panels, 3], outward.
            areas: [hull panels] m2.
            centers_of_mass: [N, 3] m, origins of r.
        """
        columns = [np.zeros((len(centers), 0))]
        for body, share, offset in zip(self.bodies, self.shares, self.offsets, strict=True):
            lever = centers + offset - centers_of_mass[body]
            shapes = np.hstack([normals, np.cross(lever, normals)])
            columns.append((share * areas)[:, None] * shapes)
        return np.hstack(columns)


@dataclass(frozen=True)
class SectionResult:
    """Forces of the water on the parts ahead of S planes, at one frequency.

    Attributes:
        section_added_mass: [S, 6, 6N] kg, kg m, kg m2.
        section_radiation_damping: [S, 6, 6N] N s/m, N s, N m s.
        section_excitation_force: [S, m, 6] N/m, N per meter of amplitude, F = Re{a X exp(i omega
            t)}.
    """

    section_added_mass: FloatArray = field(default_factory=lambda: np.zeros((0, 6, 0)))
    section_radiation_damping: FloatArray = field(default_factory=lambda: np.zeros((0, 6, 0)))
    section_excitation_force: ComplexArray = field(
        default_factory=lambda: np.zeros((0, 0, 6), dtype=complex)
    )


@dataclass(frozen=True)
class SectionStatics:
    """Hydrostatics of the part of a hull ahead of a plane, closed by the pressure on the plane.

    Attributes:
        still_water_force: [6] N, N m: its buoyancy at rest, about the center of mass.
        hydrostatic_stiffness: [6, 6] N/m, N, N m; columns are the dofs of the body.
    """

    still_water_force: FloatArray
    hydrostatic_stiffness: FloatArray


def triangles_ahead(triangles: FloatArray, x: float) -> tuple[FloatArray, IndexArray]:
    """The parts of triangles with a greater x, cut exactly at the plane.

    Args:
        triangles: [t, 3, 3] m.
        x: m, the plane. A triangle that lies in it is not ahead.

    Returns:
        [k, 3, 3] m, and [k] the triangle that each is a part of.
    """
    ahead = triangles[:, :, 0] - x
    count = (ahead > 0.0).sum(axis=1)
    whole = (count > 0) & (ahead >= 0.0).all(axis=1)
    parts, sources = [triangles[whole]], [np.flatnonzero(whole)]
    for corners in (1, 2):
        cut = np.flatnonzero((count == corners) & ~whole)
        # The corner that is alone on its side comes first.
        alone = ahead[cut] > 0.0 if corners == 1 else ahead[cut] <= 0.0
        order = (np.argmax(alone, axis=1)[:, None] + np.arange(3)) % 3
        points = np.take_along_axis(triangles[cut], order[:, :, None], axis=1)
        distance = np.take_along_axis(ahead[cut], order, axis=1)
        a, b, c = (points[:, k] for k in range(3))
        at, bt = (distance[:, :1] / (distance[:, :1] - distance[:, k : k + 1]) for k in (1, 2))
        ab, ac = a + at * (b - a), a + bt * (c - a)
        if corners == 1:
            parts.append(np.stack([a, ab, ac], axis=1))
            sources.append(cut)
        else:
            parts += [np.stack([ab, b, c], axis=1), np.stack([ab, c, ac], axis=1)]
            sources += [cut, cut]
    return np.concatenate(parts), np.concatenate(sources)


def cut_panels(meshes: Sequence[PanelMesh], stations: Sequence[FloatArray]) -> SectionPanels:
    """The shares of the panels of all hulls that lie ahead of the planes across them.

    Args:
        meshes: immersed parts of the hulls, in the order of the bodies.
        stations: of each hull, x of its planes [m] in the frame of the database.
    """
    counts = [mesh.panel_count for mesh in meshes]
    first = np.cumsum([0, *counts])
    x = np.concatenate([np.zeros(0), *stations])
    shares = np.zeros((len(x), first[-1]))
    offsets = np.zeros((len(x), first[-1], 3))
    bodies = np.repeat(np.arange(len(meshes)), [len(of_hull) for of_hull in stations])
    for row, (body, place) in enumerate(zip(bodies, x, strict=True)):
        own = slice(first[body], first[body + 1])
        shares[row, own], offsets[row, own] = _ahead_of(meshes[int(body)], float(place))
    return SectionPanels(x, bodies.astype(np.int64), shares, offsets)


def _ahead_of(mesh: PanelMesh, x: float) -> tuple[FloatArray, FloatArray]:
    """Share of the area of every panel ahead of a plane, and the offset of its middle [m]."""
    triangles = mesh.triangles
    area, moment = _area_moments(triangles, np.arange(len(triangles)), mesh.panel_count)
    ahead, sources = triangles_ahead(triangles, x)
    part, part_moment = _area_moments(ahead, sources, mesh.panel_count)
    wet = part > 0.0
    shares, offsets = np.zeros(mesh.panel_count), np.zeros((mesh.panel_count, 3))
    shares[wet] = part[wet] / area[wet]
    offsets[wet] = part_moment[wet] / part[wet, None] - moment[wet] / area[wet, None]
    return shares, offsets


def _area_moments(
    triangles: FloatArray, sources: IndexArray, panels: int
) -> tuple[FloatArray, FloatArray]:
    """Areas [m2] and their first moments [m3] of triangles, summed over each panel."""
    sides = triangles[:, 1:] - triangles[:, :1]
    areas = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1) / 2.0
    area, moment = np.zeros(panels), np.zeros((panels, 3))
    np.add.at(area, sources % panels, areas)
    np.add.at(moment, sources % panels, areas[:, None] * triangles.mean(axis=1))
    return area, moment


def part_ahead(mesh: PanelMesh, x: float) -> PanelMesh:
    """The panels ahead of a plane, cut there, as triangles; without panels before the bow.

    Args:
        mesh: a hull.
        x: m, the plane.
    """
    ahead, _ = triangles_ahead(mesh.triangles, x)
    corners = np.arange(3 * len(ahead)).reshape(-1, 3)
    return PanelMesh(ahead.reshape(-1, 3), corners[:, [0, 1, 2, 2]])


def section_statics(
    mesh: PanelMesh, x: float, center_of_mass: FloatArray, water_density: float, gravity: float
) -> SectionStatics:
    """Hydrostatics of the part ahead of a plane, exact for the panels.

    The part counts as closed by the pressure of the still water on the plane, as in the usual
    still-water loads: the force is its buoyancy, rho g V at the center of its volume, and the
    stiffness that of a hull of its own. The thrust of still water on the ends of a hull is thus no
    part of section loads.

    Args:
        mesh: immersed part, normals outward.
        x: m, the plane.
        center_of_mass: [3] m.
        water_density: rho [kg/m3].
        gravity: g [m/s2].
    """
    part = part_ahead(mesh, x)
    if not part.panel_count:
        return SectionStatics(np.zeros(6), np.zeros((6, 6)))
    floating = hydrostatics(part, center_of_mass, water_density, gravity)
    lift = np.array([0.0, 0.0, water_density * gravity * floating.displaced_volume])
    moment = np.cross(floating.center_of_buoyancy - center_of_mass, lift)
    return SectionStatics(np.concatenate([lift, moment]), floating.hydrostatic_stiffness)
