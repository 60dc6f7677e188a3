"""Databases and meshes of reference cases that follow from formulas: run it to write them.

They lie in clients/examples/validation; test_book_inputs.py holds them to what is said here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from small_databases import SmallDatabase, write_database, write_family

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.remote.coefficients import DatabaseBody

FOLDER = Path(__file__).resolve().parents[2] / "clients" / "examples" / "validation"
SURGE = 0
NOTHING = np.empty(0)
GRAVITY = 9.80665  # m/s2


def bare(
    names: Sequence[str],
    omega: FloatArray,
    wave_directions: FloatArray,
    more: dict[str, FloatArray],
    gravity: float = GRAVITY,
) -> SmallDatabase:
    """Bodies of 1 m3 at the origin that waves and motions do nothing to but by `more`."""
    origin, none = np.zeros(3), np.zeros((6, 6))
    return SmallDatabase(
        bodies=tuple(DatabaseBody(name, origin, 1.0, none, origin) for name in names),
        omega=omega,
        wave_directions=wave_directions,
        added_mass=NOTHING,
        radiation_damping=NOTHING,
        added_mass_infinite=np.zeros((6 * len(names), 6 * len(names))),
        excitation=np.zeros((len(wave_directions), 6 * len(names), len(omega)), dtype=complex),
        gravity=gravity,
        water_density=1025.0,
        more=more,
    )


def in_surge(drift: FloatArray) -> FloatArray:
    """D of surge, [omega, direction, body], as [omega, direction, dof]."""
    forces = np.zeros((*drift.shape, 6))
    forces[..., SURGE] = drift
    return forces.reshape(*drift.shape[:2], -1)


def saturating(omega: FloatArray, where_half: float) -> FloatArray:
    """1e5 q^4 / (1 + q^4) of q = omega / where_half [N/m2]."""
    power = (omega / where_half) ** 4
    return np.asarray(1e5 * power / (1.0 + power))


def still() -> SmallDatabase:
    """A hull of which waves and motions know nothing: what presses on its mesh acts alone."""
    omega, directions = np.array([0.3, 1.0, 3.0]), np.zeros(1)
    parts = dict.fromkeys(("froude_krylov_force", "diffraction_force"), np.zeros((2, 3, 1, 6)))
    return bare(["hull"], omega, directions, parts, 9.81)


def two_waves() -> SmallDatabase:
    """Second-order forces of two frequencies; of the second body D changes its sign (L1)."""
    omega = np.array([0.60, 0.72])
    difference = np.array([[-40e3, -50e3 + 8e3j], [-50e3 - 8e3j, -70e3]])
    addition = np.array([[3e3 + 2e3j, 5e3 - 1e3j], [5e3 - 1e3j, 4e3]])
    drift = {"mean_drift_force": in_surge(np.array([[[-40e3, 30e3]], [[-70e3, -70e3]]]))}
    pairs = qtf("qtf_difference", omega, difference) | qtf("qtf_sum", omega, addition)
    return bare(["hull", "turning"], omega, np.zeros(1), drift | pairs)


def qtf(name: str, omega: FloatArray, surge: ComplexArray) -> dict[str, FloatArray]:
    """A transfer function of the first body in surge in waves along x, as the layout has it."""
    return {
        name: np.stack([surge.real, surge.imag])[:, None],
        f"{name}_influenced_dof": np.array([float(SURGE)]),
        f"{name}_direction": np.zeros((1, 2)),
        f"{name}_omega": omega,
        f"{name}_other_omega": omega,
    }


def sea_drift() -> SmallDatabase:
    """D in surge for a sea of 10 s (L2)."""
    omega = np.arange(1.0, 401.0) / 100.0
    drift = in_surge(-saturating(omega, 2.0 * np.pi / 10.0)[:, None, None])
    return bare(["hull"], omega, np.zeros(1), {"mean_drift_force": drift}, 9.81)


def slow_drift() -> SmallDatabase:
    """D = 1e5 q^4 / (1 + q^4) cos b, filed where bodies meet a wave of .7 rad/s (L5).

    They go at 0, 1 and -1 m/s along x and 1 m/s along y with the wave at 150 deg, at .01 m/s to
    and fro in head waves; directions are .25 deg apart as those between which drift is damped.
    """
    along = np.array([*(np.cos(np.deg2rad(150.0)) * np.array([0.0, 1.0, -1.0])), 0.5, 0.01, -0.01])
    omega = np.unique(0.7 - 0.7**2 * along / GRAVITY)
    directions = np.deg2rad([*np.arange(144.0, 159.0, 0.25), 180.0])
    drift = saturating(omega, 0.6)[:, None, None] * np.cos(directions)[None, :, None]
    return bare(["hull"], omega, directions, {"mean_drift_force": in_surge(drift)})


def sphere_distances() -> FloatArray:
    """m, of the nodes of two_spheres()."""
    return np.arange(1.5, 10.01, 0.25)


def two_spheres(distance: float) -> SmallDatabase:
    """Spheres of 1 m radius on one line in unbounded water: Lamb (1932), article 138 (L21)."""
    density = 1000.0
    added_mass = np.zeros((12, 12))
    own = 2.0 / 3.0 * np.pi * density * (1.0 + 3.0 / distance**6)
    added_mass[0, 0] = added_mass[6, 6] = own
    added_mass[0, 6] = added_mass[6, 0] = -2.0 * np.pi * density / distance**3
    centers, none = (np.zeros(3), np.array([distance, 0.0, 0.0])), np.zeros((6, 6))
    return SmallDatabase(
        bodies=tuple(
            DatabaseBody(name, center, 4.0 / 3.0 * np.pi, none, center)
            for name, center in zip(("first", "second"), centers, strict=True)
        ),
        omega=np.array([0.5, 1.0, 2.0]),
        wave_directions=NOTHING,
        added_mass=NOTHING,
        radiation_damping=NOTHING,
        added_mass_infinite=added_mass,
        excitation=np.zeros((0, 12, 3), dtype=complex),
        water_density=density,
    )


def write_databases(folder: Path) -> None:
    """All of them."""
    for table in (still, two_waves, sea_drift, slow_drift):
        write_database(folder / f"{table.__name__}.h5", table())
    distances = sphere_distances()
    positions = np.stack([distances, 0.0 * distances, 0.0 * distances], axis=1)
    write_family(folder / "two_spheres.h5", positions, [two_spheres(c) for c in distances])


@dataclass(frozen=True)
class Mesh:
    """Faces counter-clockwise from outside, of vertices [m] counted from 0."""

    vertices: FloatArray
    faces: Sequence[tuple[int, ...]]

    def obj(self) -> str:
        """As a file."""
        points = [f"v {x:.12g} {y:.12g} {z:.12g}" for x, y, z in self.vertices]
        faces = [" ".join(["f", *(str(vertex + 1) for vertex in face)]) for face in self.faces]
        return "\n".join([*points, *faces]) + "\n"


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Mesh:
    """Six faces between two corners."""
    vertices = [
        [x, y, z] for z in (low[2], high[2]) for y in (low[1], high[1]) for x in (low[0], high[0])
    ]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    return Mesh(np.array(vertices), faces)


def tetrahedron() -> Mesh:
    """Of L9, partly above the water."""
    vertices = np.array([[0.0, 0, -2], [3, 0, 1], [-1, 2, 1], [-1, -2, 1.5]])
    return Mesh(vertices, [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])


def ball(radius: float = 5.0, height: float = 4.6, step: float = 0.05) -> Mesh:
    """Horizontal sections have the areas of those of a ball up to a height, in squares.

    Straight sides between sections lie within a curved one: by step^2 |a''| / 12 in the mean, by
    which the half edges a are longer. A pyramid at either end has the volume that is left.
    """
    z = np.linspace(-height, height, round(2.0 * height / step) + 1)
    edge = 0.5 * np.sqrt(np.pi * (radius**2 - z**2))
    edge += step**2 * np.sqrt(np.pi) / 24.0 * radius**2 / (radius**2 - z**2) ** 1.5
    corners = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    rings = [
        np.column_stack([a * corners, np.full(4, level)]) for a, level in zip(edge, z, strict=True)
    ]
    cap = radius - height
    pole = height + 3.0 * np.pi * cap**2 * (radius - cap / 3.0) / (2.0 * edge[0]) ** 2
    vertices = np.concatenate([*rings, [[0.0, 0, -pole], [0, 0, pole]]])
    last, count = 4 * (len(z) - 1), len(vertices)
    faces: list[tuple[int, ...]] = []
    for side in range(4):
        following = (side + 1) % 4
        faces += [
            (4 * k + side, 4 * k + following, 4 * k + 4 + following, 4 * k + 4 + side)
            for k in range(len(z) - 1)
        ]
        faces += [(following, side, count - 2), (last + side, last + following, count - 1)]
    return Mesh(vertices, faces)


def sphere(radius: float = 0.5, divisions: int = 3) -> Mesh:
    """An icosahedron whose triangles are divided into four, with the volume of the ball."""
    golden = 0.5 * (1.0 + np.sqrt(5.0))
    corners = [[0.0, a, b] for a in (-1.0, 1.0) for b in (-golden, golden)]
    points = [np.roll(corner, turn) for turn in range(3) for corner in corners]
    nearest = 2.0  # edge of this icosahedron
    faces = [
        (i, j, k)
        for i in range(12)
        for j in range(12)
        for k in range(12)
        if i == min(i, j, k)
        and all(
            abs(np.linalg.norm(points[a] - points[b]) - nearest) < 1e-9
            for a, b in ((i, j), (j, k), (k, i))
        )
        and np.linalg.det([points[i], points[j], points[k]]) > 0.0
    ]
    for _ in range(divisions):
        points = [point / np.linalg.norm(point) for point in points]
        sides = {side for i, j, k in faces for side in ((i, j), (j, k), (k, i))}
        edges = sorted({(min(side), max(side)) for side in sides})
        middle = {edge: len(points) + place for place, edge in enumerate(edges)}
        middle |= {(b, a): place for (a, b), place in middle.items()}
        points += [points[a] + points[b] for a, b in edges]
        finer = []
        for i, j, k in faces:
            ij, jk, ki = middle[i, j], middle[j, k], middle[k, i]
            finer += [(i, ij, ki), (j, jk, ij), (k, ki, jk), (ij, jk, ki)]
        faces = finer
    vertices = np.array([point / np.linalg.norm(point) for point in points])
    triangles = vertices[np.array(faces)]
    volume = np.linalg.det(triangles).sum() / 6.0
    return Mesh(radius * np.cbrt(4.0 / 3.0 * np.pi / volume) * vertices, faces)


def box_in_waves() -> Mesh:
    """60 x 20 x 12 m, fine along x and z alone: waves along x press on nothing else."""
    x, z = np.linspace(-30.0, 30.0, 151), np.append(np.arange(-6.0, 3.01, 0.5), 6.0)
    profile = [*[(at, -6.0) for at in x], *[(30.0, at) for at in z[1:]]]
    profile += [*[(-30.0, at) for at in z[:0:-1]]]
    right, left = ([[at, y, up] for at, up in profile] for y in (-10.0, 10.0))
    count = len(profile)
    centers = [[0.0, -10.0, 0.0], [0.0, 10.0, 0.0]]
    faces: list[tuple[int, ...]] = []
    for k in range(count):
        following = (k + 1) % count
        faces += [
            (k, count + k, count + following, following),
            (k, following, 2 * count),
            (count + following, count + k, 2 * count + 1),
        ]
    return Mesh(np.array([*right, *left, *centers]), faces)


def meshes() -> dict[str, Mesh]:
    """By name; origin at the centre of mass."""
    return {
        "heeled_box": box((-20.0, -5.0, -3.0), (20.0, 5.0, 5.0)),
        "tetrahedron": tetrahedron(),
        "cube": box((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5)),
        "ball": ball(),
        "falling_ball": sphere(),
        "box_in_waves": box_in_waves(),
    }


def write_all(folder: Path) -> None:
    """Every file, into `databases` and `meshes`."""
    for name in ("databases", "meshes"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    write_databases(folder / "databases")
    for name, mesh in meshes().items():
        (folder / "meshes" / f"{name}.obj").write_text(mesh.obj())


if __name__ == "__main__":
    write_all(FOLDER)
