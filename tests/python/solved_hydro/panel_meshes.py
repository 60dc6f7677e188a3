"""Meshes for the tests of raftup.bem: boxes whose hydrostatics are closed forms, half spheres."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]


def box_panels(
    length: float, breadth: float, draught: float, size: float, freeboard: float = 0.0
) -> Points:
    """Quads [n, 4, 3] of a box open at its top, normals outward; x, y about the origin."""
    corner = np.array([length / 2, breadth / 2])
    low, high = np.array([*-corner, -draught]), np.array([*corner, freeboard])
    return panels_of_box(low, high, np.maximum(1, np.ceil((high - low) / size).astype(int)))


def panels_of_box(low: Points, high: Points, counts: npt.NDArray[np.int64]) -> Points:
    """Quads [n, 4, 3] of a box open at its top, normals outward, from its corners and counts."""
    panels = []
    for axis, side in ((0, -1), (0, 1), (1, -1), (1, 1), (2, -1)):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for i in range(counts[u]):
            for j in range(counts[v]):
                quad = np.empty((4, 3))
                quad[:, axis] = low[axis] if side < 0 else high[axis]
                for corner_index, (a, b) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
                    quad[corner_index, u] = low[u] + (i + a) * (high[u] - low[u]) / counts[u]
                    quad[corner_index, v] = low[v] + (j + b) * (high[v] - low[v]) / counts[v]
                panels.append(quad if side > 0 else quad[::-1])
    return np.array(panels)


def half_sphere_panels(radius: float, around: int, down: int) -> Points:
    """Quads [n, 4, 3] of a half sphere below z = 0 at equal angles, normals outward."""
    polar = np.linspace(0.5 * np.pi, np.pi, down + 1)
    azimuth = 2.0 * np.pi * np.arange(around + 1) / around

    def point(i: int, j: int) -> Points:
        across = radius * np.sin(polar[j]) if j < down else 0.0
        depth = radius * np.cos(polar[j]) if j > 0 else 0.0
        return np.array([across * np.cos(azimuth[i]), across * np.sin(azimuth[i]), depth])

    corners = ((0, 0), (0, 1), (1, 1), (1, 0))
    return np.array(
        [[point(i + a, j + b) for a, b in corners] for i in range(around) for j in range(down)]
    )


def column_mesh(radius: float, rings: Points, around: int) -> tuple[Points, npt.NDArray[np.int64]]:
    """Vertices and quads of the wall of a column between rings at descending z, normals outward."""
    angle = 2.0 * np.pi * np.arange(around) / around
    vertices = [[radius * np.cos(t), radius * np.sin(t), z] for z in rings for t in angle]
    faces = [
        [i * around + j, (i + 1) * around + j, (i + 1) * around + k, i * around + k]
        for i in range(len(rings) - 1)
        for j, k in zip(range(around), [*range(1, around), 0], strict=True)
    ]
    return np.array(vertices), np.array(faces)


def write_obj(file: Path, panels: Points) -> Path:
    """Wavefront: quads with points of their own."""
    lines = ["v {:.9f} {:.9f} {:.9f}".format(*point) for point in panels.reshape(-1, 3)]
    lines += [f"f {4 * k + 1} {4 * k + 2} {4 * k + 3} {4 * k + 4}" for k in range(len(panels))]
    file.write_text("\n".join(lines) + "\n")
    return file


def write_gdf(file: Path, panels: Points) -> Path:
    """WAMIT: the half y > 0, to be mirrored."""
    half = panels[(panels[:, :, 1] > -1e-9).all(axis=1)]
    points = "\n".join("{:.9f} {:.9f} {:.9f}".format(*point) for point in half.reshape(-1, 3))
    file.write_text(f"box\n1.0 9.81\n0 1\n{len(half)}\n{points}\n")
    return file


def write_stl(file: Path, panels: Points) -> Path:
    """Stereolithography, text: two triangles a quad."""
    lines = ["solid box"]
    for quad in panels:
        for triangle in (quad[[0, 1, 2]], quad[[0, 2, 3]]):
            lines += ["facet normal 0 0 0", "outer loop"]
            lines += ["vertex {:.9f} {:.9f} {:.9f}".format(*point) for point in triangle]
            lines += ["endloop", "endfacet"]
    file.write_text("\n".join([*lines, "endsolid box"]) + "\n")
    return file


def write_msh(file: Path, panels: Points) -> Path:
    """Gmsh, version 2, text."""
    points = panels.reshape(-1, 3)
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes", str(len(points))]
    lines += ["{} {:.9f} {:.9f} {:.9f}".format(k + 1, *point) for k, point in enumerate(points)]
    lines += ["$EndNodes", "$Elements", str(len(panels))]
    lines += [
        f"{k + 1} 3 2 1 1 {4 * k + 1} {4 * k + 2} {4 * k + 3} {4 * k + 4}"
        for k in range(len(panels))
    ]
    file.write_text("\n".join([*lines, "$EndElements"]) + "\n")
    return file
