"""Section loads from panels: closed forms, two half hulls, a box in waves, files, refused input."""

from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import xarray as xr
import yaml
from command_line import command

import raftup
from raftup.base.errors import SpecificationError
from raftup.frequency_domain import linearise

from . import panel_meshes

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem import read_specification, solve
from raftup.bem.family import read_family_specification
from raftup.bem.hydrostatics import hydrostatics
from raftup.bem.mesh import PanelMesh, merge_points
from raftup.bem.potential import PanelModel, solve_frequency
from raftup.bem.sections import cut_panels, section_statics, triangles_ahead

DENSITY, GRAVITY = 1025.0, 9.81
LENGTH, BREADTH, DRAUGHT = 120.0, 16.0, 5.0
CENTER = np.zeros(3)


def box_mesh(counts: tuple[int, int, int] = (40, 8, 4)) -> PanelMesh:
    """The wetted surface of the box, with equal panels along each axis."""
    size = np.array([LENGTH, BREADTH, DRAUGHT])
    low = np.array([-LENGTH / 2, -BREADTH / 2, -DRAUGHT])
    panels = panel_meshes.panels_of_box(low, low + size, np.array(counts))
    points = panels.reshape(-1, 3)
    return merge_points(points, np.arange(len(points)).reshape(-1, 4))


def panel_problem(meshes: list[PanelMesh], stations: list[list[float]]) -> PanelModel:
    """Hulls that share a center of mass, head waves."""
    offsets = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = [mesh.faces + first for mesh, first in zip(meshes, offsets, strict=False)]
    return PanelModel(
        mesh=PanelMesh(np.concatenate([m.vertices for m in meshes]), np.concatenate(faces)),
        body_of_panel=np.repeat(np.arange(len(meshes)), [m.panel_count for m in meshes]),
        interior_count=0,
        damping=np.empty(0),
        centers_of_mass=np.zeros((len(meshes), 3)),
        wave_directions=np.array([np.pi]),
        water_density=DENSITY,
        gravity=GRAVITY,
        water_depth=np.inf,
        sections=cut_panels(meshes, [np.array(x) for x in stations]),
    )


def half(mesh: PanelMesh, side: float) -> PanelMesh:
    """The panels with x > 0 or x < 0, open at the cut."""
    middle = mesh.vertices[mesh.faces].mean(axis=1)
    return PanelMesh(mesh.vertices, mesh.faces[side * middle[:, 0] > 0.0])


def alike(one: Any, other: Any, tolerance: float) -> bool:
    """Whether two arrays differ by less than a share of the largest number."""
    return bool(np.abs(one - other).max() <= tolerance * np.abs(other).max())


def test_a_triangle_is_cut_exactly_at_the_plane() -> None:
    triangle = np.array([[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]])

    def area_ahead(x: float) -> float:
        parts, sources = triangles_ahead(triangle, x)
        assert (sources == 0).all()
        sides = parts[:, 1:] - parts[:, :1]
        return float(np.cross(sides[:, 0], sides[:, 1])[:, 2].sum() / 2.0)

    assert [area_ahead(x) for x in (-1.0, 0.0, 1.0, 3.0, 4.0, 5.0)] == [
        8.0,
        8.0,
        4.5,
        0.5,
        0.0,
        0.0,
    ]


def test_parts_of_a_box_float_as_boxes() -> None:
    mesh = box_mesh()
    weight = DENSITY * GRAVITY
    for x in (-60.5, -30.0, 11.3, 60.0):  # 11.3: within panels
        ahead = min(60.0 - x, LENGTH)
        middle = 60.0 - ahead / 2.0
        part = section_statics(mesh, x, CENTER, DENSITY, GRAVITY)
        lift = weight * BREADTH * DRAUGHT * ahead
        force = [0.0, 0.0, lift, 0.0, -lift * middle, 0.0]
        assert part.still_water_force == pytest.approx(force, rel=1e-12, abs=1e-6)
        C = part.hydrostatic_stiffness
        assert C[2, 2] == pytest.approx(weight * BREADTH * ahead, rel=1e-12)
        assert C[2, 4] == pytest.approx(-C[2, 2] * middle, rel=1e-12, abs=1e-3)
        tilting = C[2, 2] * (middle**2 + ahead**2 / 12.0) - lift * DRAUGHT / 2.0
        assert C[4, 4] == pytest.approx(tilting, rel=1e-12)
    whole = hydrostatics(mesh, CENTER, DENSITY, GRAVITY).hydrostatic_stiffness
    assert alike(
        section_statics(mesh, -61.0, CENTER, DENSITY, GRAVITY).hydrostatic_stiffness, whole, 1e-14
    )


def test_rows_are_zero_before_the_bow_and_those_of_the_body_behind_the_stern() -> None:
    mesh = box_mesh((12, 4, 2))
    model = panel_problem([mesh], [[-61.0, 60.0, 61.0]])
    result = solve_frequency(model, 0.6)
    rows = result.sections
    assert alike(rows.section_added_mass[0], result.added_mass, 1e-13)
    assert alike(rows.section_radiation_damping[0], result.radiation_damping, 1e-13)
    whole = result.froude_krylov_force + result.diffraction_force
    assert alike(rows.section_excitation_force[0], whole, 1e-13)
    assert not rows.section_added_mass[1:].any()
    assert not rows.section_excitation_force[1:].any()


def test_a_cut_through_panels_shares_them_between_both_sides() -> None:
    mesh = box_mesh((12, 4, 2))
    turned = PanelMesh(mesh.vertices * [-1.0, 1.0, 1.0], mesh.faces[:, ::-1])
    ahead = panel_problem([mesh], [[13.0]]).sections
    behind = panel_problem([turned], [[-13.0]]).sections
    assert ahead.shares + behind.shares == pytest.approx(np.ones((1, mesh.panel_count)), abs=1e-12)
    assert 0.0 < np.median(ahead.shares[(ahead.shares > 0.0) & (ahead.shares < 1.0)]) < 1.0
    middle = ahead.shares[..., None] * ahead.offsets
    other = behind.shares[..., None] * behind.offsets * [-1.0, 1.0, 1.0]
    assert middle + other == pytest.approx(np.zeros_like(middle), abs=1e-12)


def test_a_section_has_the_rows_of_the_fore_of_two_half_hulls() -> None:
    mesh = box_mesh((12, 4, 2))
    one = solve_frequency(panel_problem([mesh], [[0.0]]), 0.8)
    two = solve_frequency(panel_problem([half(mesh, -1.0), half(mesh, 1.0)], [[], []]), 0.8)
    # Both halves move as one body; the rows of the fore one are those of the section.
    fore = two.added_mass[6:, :6] + two.added_mass[6:, 6:]
    assert alike(one.sections.section_added_mass[0], fore, 1e-10)
    damping = two.radiation_damping[6:, :6] + two.radiation_damping[6:, 6:]
    assert alike(one.sections.section_radiation_damping[0], damping, 1e-10)
    force = (two.froude_krylov_force + two.diffraction_force)[:, 6:]
    assert alike(one.sections.section_excitation_force[0], force, 1e-10)


def mass_ahead(x: float) -> np.ndarray[Any, Any]:
    """Mass matrix of the part of the box ahead of a plane, about the origin: a line of mass."""
    per_length = DENSITY * BREADTH * DRAUGHT
    mass, first, second = (per_length * (60.0**n - x**n) / n for n in (1, 2, 3))
    matrix = np.diag([mass, mass, mass, 1e-3 * second, second, second])
    matrix[2, 4] = matrix[4, 2] = -first
    matrix[1, 5] = matrix[5, 1] = first
    return matrix


# By an independent program: heave, pitch over k; shear force, bending moment at x -30, 0, 30 [MN].
BOX_IN_HEAD_WAVES = {
    0.4: (0.8590, 0.9414, [0.4610, 0.0554, 0.4612], [11.610, 19.521, 11.631], [-8.9, 0.0, 8.9]),
    0.6: (0.3830, 0.6476, [1.2703, 0.4367, 1.2831], [27.692, 49.549, 28.640], [-15.4, 2.2, 19.2]),
    0.8: (0.1934, 0.1486, [1.1472, 0.8712, 1.3241], [19.421, 44.529, 28.651], [-10.9, 25.7, 54.9]),
}


def test_section_loads_of_a_box_in_head_waves_are_those_of_the_reference() -> None:
    stations = [-30.0, 0.0, 30.0]
    mesh = box_mesh((48, 8, 4))
    statics = [section_statics(mesh, x, CENTER, DENSITY, GRAVITY) for x in [-61.0, *stations]]
    model = panel_problem([mesh], [[-61.0, *stations]])
    for omega, (heave, pitch, shear, bending, phases) in BOX_IN_HEAD_WAVES.items():
        rows = solve_frequency(model, omega).sections
        impedance = [
            -(omega**2) * (mass_ahead(x) + A) + 1j * omega * B + part.hydrostatic_stiffness
            for x, A, B, part in zip(
                [-60.0, *stations],
                rows.section_added_mass,
                rows.section_radiation_damping,
                statics,
                strict=True,
            )
        ]
        X = rows.section_excitation_force[:, 0]
        # The reference is without surge. The weight of the box is at the still water plane, so that
        # it has no moment about the origin when the box pitches.
        vertical = np.ix_([2, 4], [2, 4])
        motion = np.zeros(6, dtype=complex)
        motion[[2, 4]] = np.linalg.solve(impedance[0][vertical], X[0, [2, 4]])
        k = omega**2 / GRAVITY
        assert abs(motion[2]) == pytest.approx(heave, rel=0.015)
        assert abs(motion[4]) / k == pytest.approx(pitch, rel=0.015)
        for row, x in enumerate(stations):
            # R = M a - F about the origin, then about the point of the section.
            R = impedance[row + 1] @ motion - X[row + 1]
            vbm = -(R[4] + x * R[2])
            assert abs(R[2]) / 1e6 == pytest.approx(shear[row], rel=0.015, abs=0.005)
            assert abs(vbm) / 1e6 == pytest.approx(bending[row], rel=0.015)
            assert np.rad2deg(np.angle(vbm)) == pytest.approx(phases[row], abs=1.0)


def test_a_run_has_the_section_loads_of_the_reference(
    client: raftup.Client, tmp_path: Path
) -> None:
    mesh = box_mesh((48, 8, 4))
    corners = mesh.vertices[mesh.faces]
    document = {
        "bodies": [
            {
                "name": "box",
                "mesh": str(panel_meshes.write_obj(tmp_path / "box.obj", corners)),
                "center_of_mass": [0.0, 0.0, 0.0],
                "lid": "none",
                "sections": [0.0, 30.0],
            }
        ],
        "gravity": GRAVITY,
        "frequencies": {"first": 0.1, "last": 2.0, "count": 39},
        "wave_directions_deg": [0, 45, 90, 135, 180, 225, 270, 315],
        "check_convergence": False,
    }
    solve(read_specification(document), tmp_path / "box.h5", jobs=2)
    omega, amplitude = 0.6, 0.05
    mass, per_length = DENSITY * BREADTH * DRAUGHT * LENGTH, DENSITY * BREADTH * DRAUGHT
    pitch = mass * LENGTH**2 / 12.0
    wave = {"amplitude": amplitude, "period": 2.0 * np.pi / omega, "direction_deg": 180.0}
    loads = ["box.section.midship", "box.section.fore"]
    model = {
        "environment": {
            "gravity": GRAVITY,
            "sea": {"waves": [{"regular": wave}], "ramp_duration": 40},
        },
        "bodies": [
            {
                "name": "box",
                "mass": mass,
                "inertia": {"xx": 25.0 * mass, "yy": pitch, "zz": pitch},
                "sections": [{"name": "midship", "x": 0.0}, {"name": "fore", "x": 30.0}],
                "mass_distribution": [
                    {"x": x, "mass_per_length": per_length} for x in (-60.0, 60.0)
                ],
            }
        ],
        "hydrodynamics": [{"name": "water", "database": "box.h5", "bodies": [{"body": "box"}]}],
        "integration": {"step": 0.1, "duration": 250},
        "outputs": loads,
        "statistics": {"warm_up": 200, "turning_points": loads[:1]},
    }
    (tmp_path / "model.yaml").write_text(yaml.safe_dump(model, sort_keys=False))
    with client.create_session(tmp_path / "model.yaml") as session:
        session.initialise()
        with session.exchange(outputs=loads, output_stride=1) as exchange:
            rows = exchange.advance(2500)
        statistics = session.statistics().outputs[loads[0]]
    late = rows.time > 200.01
    wave_at = np.exp(-1j * omega * rows.time[late])
    basis = np.stack([wave_at.real, wave_at.imag, np.ones(late.sum())], axis=1)

    def amplitude_of(name: str, number: int) -> float:
        found = np.linalg.lstsq(basis, rows[name][late, number], rcond=None)[0]
        return float(np.hypot(found[0], found[1])) / amplitude / 1e6

    _, _, shear, bending, _ = BOX_IN_HEAD_WAVES[omega]
    assert amplitude_of(loads[0], 4) == pytest.approx(bending[1], rel=0.015)
    assert amplitude_of(loads[0], 2) == pytest.approx(shear[1], rel=0.03)
    assert amplitude_of(loads[1], 4) == pytest.approx(bending[2], rel=0.015)
    assert amplitude_of(loads[1], 2) == pytest.approx(shear[2], rel=0.015)
    assert statistics.max[4] == rows[loads[0]][late, 4].max()
    limits = linearise(client, tmp_path / "model.yaml").limits
    assert any("body box: the loads at its sections are left out" in limit for limit in limits)
    done = command("run", "model.yaml", "--set", "integration.duration=1", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    shown = command("inspect", "box.h5", folder=tmp_path).stdout
    assert "sections with forces on the part ahead: 2" in shown
    with xr.open_dataset(tmp_path / "result.nc") as results:
        assert results["box_section_midship"].attrs["units"] == "N,N,N,N m,N m,N m"
        assert (
            results["box_section_midship"][-1] == rows[loads[0]][np.isclose(rows.time, 1.0)][0]
        ).all()


def box_specification(folder: Path, **body: Any) -> dict[str, Any]:
    """A small box with few frequencies."""
    panels = panel_meshes.box_panels(20.0, 6.0, 3.0, 2.5)
    mesh = panel_meshes.write_obj(folder / "box.obj", panels)
    hull = {"name": "box", "mesh": str(mesh), "center_of_mass": [0.0, 0.0, -1.0]} | body
    return {
        "bodies": [hull],
        "gravity": GRAVITY,
        "frequencies": {"omega": [0.4, 0.7, 1.0, 1.4, 1.9, 2.5, 3.2], "refine": False},
        "wave_directions_deg": [0.0, 90.0],
        "check_convergence": False,
    }


def test_a_solved_file_holds_the_sections_and_takes_further_frequencies(tmp_path: Path) -> None:
    document = box_specification(tmp_path, sections=[-11.0, 2.0], position=[5.0, 0.0, 0.0])
    specification = read_specification(document)
    file = tmp_path / "box.h5"
    solve(specification, file, jobs=1)
    with h5py.File(file) as root:
        assert root["section/x"][:] == pytest.approx([-6.0, 7.0])
        assert root["section/added_mass"].shape == (2, 7, 6, 6)
        assert alike(root["section/added_mass"][0], root["added_mass"][:], 1e-12)
        assert alike(
            root["section/hydrostatic_stiffness"][0], root["hydrostatic_stiffness"][0], 1e-9
        )
        assert root["section/excitation_force"].shape == (2, 2, 7, 2, 6)
        filed = root["section/excitation_force"][:, 1, 4]
    solve(specification, file, jobs=1, add=[0.8])
    with h5py.File(file) as root:
        assert root["omega"][:].tolist() == [0.4, 0.7, 0.8, 1.0, 1.4, 1.9, 2.5, 3.2]
        assert (root["section/excitation_force"][:, 1, 5] == filed).all()


def test_what_sections_cannot_be_is_refused_with_its_path(tmp_path: Path) -> None:
    def refused(**body: Any) -> str:
        with pytest.raises(SpecificationError) as error:
            read_specification(box_specification(tmp_path, **body))
        return str(error.value)

    assert "bodies[0].sections[1]: must be > 3.0" in refused(sections=[3.0, 3.0])
    assert "bodies[0].sections: needs heading_deg 0" in refused(sections=[3.0], heading_deg=10.0)
    document = box_specification(tmp_path, sections=[1.0])
    second = document["bodies"][0] | {"name": "other", "position": [0.0, 20.0, 0.0]}
    del second["sections"]
    document["bodies"].append(second)
    document["family"] = {"positions": [[0.0, 20.0, 0.0], [0.0, 21.0, 0.0]]}
    with pytest.raises(SpecificationError, match=r"bodies\[0\].sections: must be absent"):
        read_family_specification(document)
