"""Hulls for the panel solver: formats, hydrostatics, lids, and what is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from . import panel_meshes

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")

from raftup.base.errors import SpecificationError
from raftup.bem import read_specification
from raftup.bem.convergence import convergence_finding
from raftup.bem.geometry import Geometry, build_geometry
from raftup.bem.mesh import immersed, read_mesh, refined
from raftup.bem.potential import FrequencyResult

BOX = panel_meshes.box_panels(20.0, 8.0, 3.0, 2.0)
L, B, T = 20.0, 8.0, 3.0
WRITERS: list[tuple[str, Callable[[Path, panel_meshes.Points], Path]]] = [
    ("box.obj", panel_meshes.write_obj),
    ("box.v2.stl", panel_meshes.write_stl),
    ("box.GDF", panel_meshes.write_gdf),
    ("box.msh", panel_meshes.write_msh),
]


def geometry_of(file: Path, **changes: Any) -> Geometry:
    body = {"name": "box", "mesh": str(file), "center_of_mass": [0, 0, -1.0], **changes}
    return build_geometry(read_specification({"gravity": 9.81, "bodies": [body]}))


@pytest.mark.parametrize(("name", "write"), WRITERS)
def test_every_format_gives_the_box_and_its_hydrostatics(
    name: str, write: Callable[[Path, panel_meshes.Points], Path], tmp_path: Path
) -> None:
    geometry = geometry_of(write(tmp_path / name, BOX))
    assert not geometry.findings
    hull = geometry.hulls[0]
    count = len(BOX) * (2 if name.endswith("stl") else 1)
    assert hull.mesh.panel_count == count
    result = hull.hydrostatics
    volume, weight = L * B * T, 1025.0 * 9.81
    tolerance = 1e-8  # nine decimals in the files
    assert result.displaced_volume == pytest.approx(volume, rel=tolerance)
    np.testing.assert_allclose(result.center_of_buoyancy, [0, 0, -T / 2], atol=1e-7)
    metacentric = [volume * (-T / 2 + 1.0) + L * B**3 / 12, volume * (-T / 2 + 1.0) + B * L**3 / 12]
    diagonal = weight * np.array([0.0, 0.0, L * B, *metacentric, 0.0])
    np.testing.assert_allclose(
        result.hydrostatic_stiffness, np.diag(diagonal), atol=tolerance * diagonal.max()
    )


def test_a_hull_is_placed_cut_at_the_water_and_turned_right_side_out(tmp_path: Path) -> None:
    # drawn upside: keel at z = 0, one metre of freeboard, normals inward
    drawn = panel_meshes.box_panels(L, B, T, 2.0, freeboard=1.0)[:, ::-1] + [0.0, 0.0, T]
    file = panel_meshes.write_obj(tmp_path / "box.obj", drawn)
    geometry = geometry_of(file, position=[100, 50, -T], heading_deg=90, center_of_mass=[2, 0, 1])
    hull = geometry.hulls[0]
    (finding,) = geometry.findings
    assert finding.name == "mesh_normals_turned"
    assert "normals of box must point into the water, pointed inward" in finding.message
    assert hull.mesh.vertices[:, 2].max() == 0.0
    np.testing.assert_allclose(hull.center_of_mass, [100, 52, 1 - T], atol=1e-12)
    np.testing.assert_allclose(np.ptp(hull.mesh.vertices, axis=0), [B, L, T], atol=1e-8)
    # the centre of buoyancy two metres aft of the centre of mass, along y now: C56 = -rho g V dy
    stiffness = hull.hydrostatics.hydrostatic_stiffness
    assert stiffness[4, 5] == pytest.approx(2.0 * 1025 * 9.81 * L * B * T, rel=1e-8)
    assert stiffness[3, 5] == pytest.approx(0.0, abs=1.0)


def test_a_lid_covers_the_water_inside_and_turns_with_the_hull(tmp_path: Path) -> None:
    file = panel_meshes.write_obj(tmp_path / "box.obj", BOX)
    lid = geometry_of(file, heading_deg=30, lid={"panel_size": 2.0}).hulls[0].lid
    assert lid.panel_count == 10 * 4
    spans = lid.triangles[:, 1:] - lid.triangles[:, :1]
    downward = np.cross(spans[:, 0], spans[:, 1])[:, 2] / 2
    assert (downward < 0.0).all()
    assert downward.sum() == pytest.approx(-L * B, rel=1e-8)
    assert geometry_of(file, lid="none").hulls[0].lid.panel_count == 0


def test_refined_panels_keep_the_surface(tmp_path: Path) -> None:
    mesh = immersed(read_mesh(panel_meshes.write_stl(tmp_path / "box.stl", BOX)))
    finer = refined(mesh)
    assert finer.panel_count == 4 * mesh.panel_count
    np.testing.assert_allclose(finer.panel_diameters.max(), mesh.panel_diameters.max() / 2)


def without_bottom(panels: panel_meshes.Points) -> panel_meshes.Points:
    kept: panel_meshes.Points = panels[~(panels[:, :, 2] == -T).all(axis=1)]
    return kept


def one_panel_turned(panels: panel_meshes.Points) -> panel_meshes.Points:
    return np.concatenate([panels[:1, ::-1], panels[1:]])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without_bottom, "closed below the water: its volume by x, y, z is 480, 480, 0 m3"),
        (one_panel_turned, "normals of all panels on one side; at"),
        (lambda panels: panels * [1.0, 1.0, -1.0], "must reach below the water"),
        (lambda panels: panels * [1.0, 1.0, 4.0], "must stay above the sea bed at z = -12 m"),
    ],
)
def test_a_surface_that_is_no_hull_is_refused(
    change: Callable[[panel_meshes.Points], panel_meshes.Points], message: str, tmp_path: Path
) -> None:
    file = panel_meshes.write_obj(tmp_path / "box.obj", change(BOX))
    body = {"name": "box", "mesh": str(file), "center_of_mass": [0, 0, -1]}
    with pytest.raises(SpecificationError) as caught:
        build_geometry(read_specification({"water_depth": 12.0, "bodies": [body]}))
    (violation,) = caught.value.violations
    assert violation.path == "bodies[0].mesh"
    assert message in violation.description


@pytest.mark.parametrize("name", ["text.obj", "text.stl", "text.gdf", "text.msh"])
def test_a_file_that_is_no_mesh_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("this is not a mesh\n" * 3)
    with pytest.raises(SpecificationError, match=r"bodies\[0\].mesh: text") as caught:
        geometry_of(tmp_path / name)
    assert "mesh" in caught.value.violations[0].description


def test_everything_wrong_in_a_specification_is_said_at_once() -> None:
    document = {
        "water_depth": -3,
        "watr_density": 1025,
        "bodies": [
            {"name": "a", "mesh": "ghost.obj", "center_of_mass": [0, 0]},
            {"name": "a", "mesh": "hull.step", "center_of_mass": [0, 0, 1], "lid": {"size": 1}},
        ],
        "frequencies": {"omega": [0.5, 0.4], "first": 0.1, "count": 0},
        "wave_directions_deg": [0, 360],
        "damping_lids": [{"low": [0, 0], "high": [-1, 5], "panel_size": 0, "damping": 0.1}],
    }
    with pytest.raises(SpecificationError) as caught:
        read_specification(document)
    found = {violation.path: violation.description for violation in caught.value.violations}
    assert found["water_depth"] == "must be > 0, is -3"
    assert found["watr_density"].startswith("must be one of array, bodies, check_convergence")
    assert "file must exist" in found["bodies[0].mesh"]
    assert found["bodies[0].center_of_mass"] == "must be 3 finite numbers, is [0, 0]"
    assert found["bodies[1].name"] == "must be unique, is 'a' again"
    assert "must end in one of .stl, .obj, .gdf, .msh" in found["bodies[1].mesh"]
    assert found["bodies[1].lid"] == "must have one of mesh and panel_size"
    assert "must have one of omega, period and first" in found["frequencies"]
    assert found["frequencies.omega[1]"] == "must be > 0.5 before it, is 0.4"
    assert found["wave_directions_deg"] == "must span less than 360, is 0 to 360"
    assert "must be > low [0.0, 0.0]" in found["damping_lids[0].high"]
    assert found["damping_lids[0].panel_size"] == "must be > 0, is 0"


@pytest.mark.parametrize(
    ("frequencies", "omega"),
    [
        ({"period": [2.0, 4.0]}, [np.pi / 2, np.pi]),
        ({"first": 0.1, "last": 0.5, "count": 5}, [0.1, 0.2, 0.3, 0.4, 0.5]),
        ({"omega": [0.3, 0.7]}, [0.3, 0.7]),
        ({"peak_period": 9.0}, []),
    ],
)
def test_frequencies_come_as_asked(
    frequencies: dict[str, Any], omega: list[float], tmp_path: Path
) -> None:
    mesh = panel_meshes.write_obj(tmp_path / "box.obj", BOX)
    body = {"name": "box", "mesh": str(mesh), "center_of_mass": [0, 0, 0]}
    asked = read_specification({"bodies": [body], "frequencies": frequencies}).frequencies
    np.testing.assert_allclose(asked.omega, omega, rtol=1e-15)
    assert asked.refine == (not omega)


def test_convergence_compares_every_direction_also_where_there_are_as_many_as_dofs() -> None:
    def result(force: float) -> FrequencyResult:
        excitation = np.ones((6, 6), dtype=complex)
        excitation[5, 0] = force  # the last direction, surge
        return FrequencyResult(1.0, np.eye(6), np.eye(6), excitation, np.zeros_like(excitation))

    finding = convergence_finding([result(2.0)], lambda _: result(4.0), bodies=1)
    assert finding.value == 0.5
    assert "excitation by 50.0%" in finding.message
