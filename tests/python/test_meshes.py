"""Meshes of other formats, and convex parts of what is hollow."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

from raftup.base.errors import RaftupError
from raftup.cli.main import app
from raftup.meshes import (
    DecompositionOptions,
    TriangleMesh,
    convex_parts,
    read_triangles,
    write_obj,
)
from raftup.model.load import load_model

meshio = pytest.importorskip("meshio", reason="the extra raftup[mesh] is not installed")
pytest.importorskip("vhacdx", reason="the extra raftup[mesh] is not installed")
scipy_spatial = pytest.importorskip("scipy.spatial", reason="scipy is not installed")

WIDTH, LENGTH, DEPTH, WALL = 6.0, 10.0, 4.0, 1.0


def dock() -> TriangleMesh:
    """A trough along x, open above: 6 m x 10 m, 4 m high, bottom and walls 1 m thick."""
    half, inner = WIDTH / 2, WIDTH / 2 - WALL
    outline = [
        (-half, 0.0),
        (half, 0.0),
        (half, DEPTH),
        (inner, DEPTH),
        (inner, WALL),
        (-inner, WALL),
        (-inner, DEPTH),
        (-half, DEPTH),
    ]
    count = len(outline)
    vertices = [(x, y, z) for x in (0.0, LENGTH) for y, z in outline]
    end = [(0, 1, 4), (0, 4, 5), (1, 2, 3), (1, 3, 4), (5, 6, 7), (0, 5, 7)]
    triangles = [(count + a, count + b, count + c) for a, b, c in end]
    triangles += [(a, c, b) for a, b, c in end]
    for i in range(count):
        j = (i + 1) % count
        triangles += [(i, j, count + j), (i, count + j, count + i)]
    return TriangleMesh(np.array(vertices), np.array(triangles))


def volume(mesh: TriangleMesh) -> float:
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    return float(np.sum(a * np.cross(b, c)) / 6.0)


SOLID = LENGTH * (WIDTH * WALL + 2 * WALL * (DEPTH - WALL))


def test_convex_parts_leave_hollow_what_is_hollow() -> None:
    assert volume(dock()) == pytest.approx(SOLID)
    parts = convex_parts(dock())
    assert len(parts) >= 3
    hulls = [scipy_spatial.ConvexHull(corners) for corners in parts]
    assert sum(hull.volume for hull in hulls) == pytest.approx(SOLID, rel=0.1)

    def held(point: list[float]) -> bool:
        return any(
            (hull.equations[:, :3] @ point + hull.equations[:, 3] <= 1e-6).all() for hull in hulls
        )

    assert not held([LENGTH / 2, 0.0, DEPTH - 1.0])
    assert held([LENGTH / 2, 0.0, WALL / 2])
    assert held([LENGTH / 2, WIDTH / 2 - WALL / 2, DEPTH - 1.0])


def test_the_same_mesh_has_the_same_parts_and_their_number_has_a_bound() -> None:
    first, second = convex_parts(dock()), convex_parts(dock())
    assert all(np.array_equal(one, other) for one, other in zip(first, second, strict=True))
    (whole,) = convex_parts(dock(), DecompositionOptions(max_hulls=1, max_vertices=16))
    assert len(whole) <= 16


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"resolution": 1}, "resolution must be 2 to 400, is 1"),
        ({"max_hulls": 2000}, "max_hulls must be 1 to 1024, is 2000"),
        ({"concavity": 0.1}, "concavity must be left out: V-HACD 4 has it not, volume_error"),
        ({"mode": 1}, "mode must be left out: V-HACD 4 has it not, it has voxels only"),
        ({"colour": 1}, "colour must be one of resolution, max_hulls, max_vertices"),
    ],
)
def test_parameters_that_there_are_not_are_refused_by_name(
    parameters: dict[str, float], message: str
) -> None:
    with pytest.raises(RaftupError, match=message):
        DecompositionOptions.of(parameters)


def test_the_command_writes_the_kind_of_a_shape(tmp_path: Path) -> None:
    write_obj(dock(), tmp_path / "dock.obj")
    out = tmp_path / "dock.yaml"
    arguments = ["mesh", "decompose", str(tmp_path / "dock.obj"), "-o", str(out)]
    result = CliRunner().invoke(app, [*arguments, "--set", "max_hulls=4"])
    assert result.exit_code == 0, result.output
    shape = yaml.safe_load(out.read_text())
    parts = load_model({"shapes": [{"name": "dock", **shape}]}).shapes[0].composite.parts
    assert 1 < len(parts) <= 4
    refused = CliRunner().invoke(app, [*arguments, "--set", "pca=1"])
    assert refused.exit_code == 2
    assert "pca must be left out" in refused.output


def test_a_mesh_of_another_format_becomes_one_that_the_server_reads(tmp_path: Path) -> None:
    mesh = dock()
    cells = [("triangle", mesh.triangles[:20]), ("triangle", mesh.triangles[20:])]
    meshio.Mesh(mesh.vertices / 3.0, cells).write(tmp_path / "dock.ply")
    out = tmp_path / "dock.obj"
    result = CliRunner().invoke(
        app, ["mesh", "convert", str(tmp_path / "dock.ply"), "-o", str(out)]
    )
    assert result.exit_code == 0, result.output
    converted = read_triangles(out)
    assert np.array_equal(converted.vertices, mesh.vertices / 3.0)
    assert np.array_equal(converted.triangles, mesh.triangles)
    (tmp_path / "none.ply").write_text("no mesh")
    with pytest.raises(RaftupError, match="must be a mesh that meshio reads"):
        read_triangles(tmp_path / "none.ply")
