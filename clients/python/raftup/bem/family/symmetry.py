"""Positions that are mirror images of each other: one is solved, results of the others follow.

For hulls symmetric about their longitudinal plane, the positions (x, y, heading) and
(x, -y, -heading) are equivalent; for hulls symmetric fore and aft, (-x, y, -heading) is; two equal
hulls with the same heading are exchanged at (-x, -y). Forces and wave phases refer to the position
of each body, so that no phase factors remain.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.geometry import Geometry, PlacedHull
from raftup.bem.mesh import PanelMesh
from raftup.bem.potential import FrequencyResult, PanelModel
from raftup.frequency_domain.waves import wavenumber

_SAME = 1e-6  # of a hull's size: panels nearer than this are one; rad: directions are one


@dataclass(frozen=True)
class Symmetry:
    """A transformation of a position to an equivalent one.

    Attributes:
        signs: factors of x and y, each 1 or -1.
        exchanged: whether two equal bodies are exchanged.
    """

    signs: tuple[float, float]
    exchanged: bool

    def position(self, position: FloatArray) -> FloatArray:
        """The image of a position [others, 3], with headings in (-180, 180]."""
        x, y = self.signs
        turn = -1.0 if self.exchanged else 1.0
        image: FloatArray = position * np.array([turn * x, turn * y, x * y])
        image[:, 2] = 180.0 - (180.0 - image[:, 2]) % 360.0
        image += 0.0  # no negative zeros
        return image

    def result(
        self, result: FrequencyResult, solved: PanelModel, seen: PanelModel
    ) -> FrequencyResult:
        """Converts the result of the image `solved` to that of the position `seen`."""
        x, y = self.signs
        signs = np.tile([x, y, 1.0, y, x, x * y], len(seen.centers_of_mass))
        order = np.roll(np.arange(len(signs)), 6) if self.exchanged else np.arange(len(signs))
        matrix_signs = signs[:, None] * signs

        def matrix(values: FloatArray) -> FloatArray:
            mirrored: FloatArray = matrix_signs * values[np.ix_(order, order)]
            return mirrored

        def force(values: ComplexArray) -> ComplexArray:
            if not len(values):
                return values
            image = _image_directions(solved.wave_directions, self.signs)
            assert image is not None
            at_bodies = values * phase_at_bodies(solved, result.omega)
            mirrored = signs * at_bodies[np.ix_(image, order)]
            moved: ComplexArray = mirrored / phase_at_bodies(seen, result.omega)
            return moved

        return replace(
            result,
            added_mass=matrix(result.added_mass),
            radiation_damping=matrix(result.radiation_damping),
            froude_krylov_force=force(result.froude_krylov_force),
            diffraction_force=force(result.diffraction_force),
        )


def phase_at_bodies(model: PanelModel, omega: float) -> ComplexArray:
    """Factors exp(i k.r) [m, 6N] that convert X to wave phases at the position of each body."""
    k = wavenumber(np.array([omega]), model.water_depth, model.gravity)[0]
    b = model.wave_directions
    along = np.stack([np.cos(b), np.sin(b)], axis=-1) @ model.centers_of_mass[:, :2].T
    phase: ComplexArray = np.repeat(np.exp(1j * k * along), 6, axis=1)
    return phase


def symmetries(base: Geometry, wave_directions: FloatArray) -> list[Symmetry]:
    """All symmetries of the hulls that map the wave directions to themselves, identity first.

    Args:
        base: hulls in the frames of their meshes.
        wave_directions: [m] rad.
    """
    signs = [
        (x, y)
        for x, y in product((1.0, -1.0), repeat=2)
        if (x > 0.0 or all(_is_mirrored(hull, 0) for hull in base.hulls))
        and (y > 0.0 or all(_is_mirrored(hull, 1) for hull in base.hulls))
        and _image_directions(wave_directions, (x, y)) is not None
    ]
    exchanges = (False, True) if _are_equal(base.hulls) else (False,)
    return [Symmetry(pair, exchanged) for exchanged in exchanges for pair in signs]


def representative(position: FloatArray, among: list[Symmetry]) -> tuple[FloatArray, Symmetry]:
    """The image of a position that is solved for all images, and the symmetry between both.

    It is the image with the largest x, then y, then heading, in the order of the bodies.
    """
    usable = [one for one in among if not one.exchanged or not position[:, 2].any()]
    images = [(one.position(position), one) for one in usable]
    return max(images, key=lambda image: np.round(image[0], 9).ravel().tolist())


def _image_directions(
    directions: FloatArray, signs: tuple[float, float]
) -> npt.NDArray[np.intp] | None:
    """For each direction the index of its image; None if a direction has no image."""
    image = np.arctan2(signs[1] * np.sin(directions), signs[0] * np.cos(directions))
    apart = np.abs(np.exp(1j * image[:, None]) - np.exp(1j * directions))
    if (apart.min(axis=1) > _SAME).any():
        return None
    nearest: npt.NDArray[np.intp] = apart.argmin(axis=1)
    return nearest


def _is_mirrored(hull: PlacedHull, axis: int) -> bool:
    """Whether panels of hull and lid are symmetric about the plane through the center of mass.

    Args:
        hull: hull in the frame of its mesh.
        axis: 0 fore and aft, 1 port and starboard.
    """
    sign = np.ones(3)
    sign[axis] = -1.0
    return all(
        _have_equal_panels(mesh, replace(mesh, vertices=_about(mesh, hull) * sign + _center(hull)))
        for mesh in (hull.mesh, hull.lid)
    )


def _are_equal(hulls: tuple[PlacedHull, ...]) -> bool:
    """Whether there are two hulls that differ only by their positions."""
    if len(hulls) != 2 or hulls[0].center_of_mass[2] != hulls[1].center_of_mass[2]:
        return False
    a, b = hulls
    return all(
        _have_equal_panels(
            replace(one, vertices=_about(one, a)), replace(other, vertices=_about(other, b))
        )
        for one, other in ((a.mesh, b.mesh), (a.lid, b.lid))
    )


def _center(hull: PlacedHull) -> FloatArray:
    center: FloatArray = hull.center_of_mass * np.array([1.0, 1.0, 0.0])
    return center


def _about(mesh: PanelMesh, hull: PlacedHull) -> FloatArray:
    """Vertices [n, 3] relative to the vertical line through the center of mass."""
    offsets: FloatArray = mesh.vertices - _center(hull)
    return offsets


def _have_equal_panels(mesh: PanelMesh, other: PanelMesh) -> bool:
    """Whether every panel has a panel with the same corners, in any order, in the other mesh."""
    if mesh.panel_count != other.panel_count:
        return False
    if not mesh.panel_count:
        return True
    tolerance = _SAME * mesh.size
    distance, nearest = cKDTree(other.vertices).query(mesh.vertices)
    if len(mesh.vertices) != len(other.vertices) or distance.max() > tolerance:
        return False
    image = {frozenset(face) for face in nearest[mesh.faces].tolist()}
    return image == {frozenset(face) for face in other.faces.tolist()}
