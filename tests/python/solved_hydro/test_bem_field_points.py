"""Scattered and radiated waves at points of the still water: closed forms, files, refused input."""

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

from . import panel_meshes

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem import read_specification, solve
from raftup.bem.family import read_family_specification
from raftup.bem.geometry import build_geometry, panel_model
from raftup.bem.kept_results import KeptResults, SolveProgress
from raftup.bem.mesh import PanelMesh
from raftup.bem.potential import FrequencyResult, PanelModel, solve_frequency
from raftup.bem.solve import solver_version
from raftup.bem.store import problem_digest
from raftup.bem.workers import local_workers
from raftup.frequency_domain.waves import wavenumber

RADIUS, DEPTH, GRAVITY = 5.0, 10.0, 9.81
AROUND = [[-1, 0], [0, 1], [1, 0], [-2, 0], [2, 0]]  # radii: weather side, abeam, lee, farther out
# |eta| / A of MacCamy and Fuchs (1954), by ka
AMPLITUDES = {
    0.5: [1.431593, 0.978343, 0.995131],
    1.0: [1.707078, 1.171285, 0.888192, 1.117033, 0.928815],
    1.5: [1.772556, 1.367259, 0.807608],
    2.0: [1.858533, 1.296593, 0.731847],
}
PHASES = [1.207288, 0.264856, -1.979932]  # of omega t, ka 1


def cylinder(around: int, down: int) -> PanelModel:
    """The wall of a cylinder from the surface to the sea bed, and points around it."""
    rings = -DEPTH * np.arange(down + 1) / down
    vertices, faces = panel_meshes.column_mesh(RADIUS, rings, around)
    points = np.zeros((len(AROUND), 3))
    points[:, :2] = RADIUS * np.array(AROUND)
    return PanelModel(
        mesh=PanelMesh(vertices, faces),
        body_of_panel=np.zeros(len(faces), dtype=np.int64),
        interior_count=0,
        damping=np.empty(0),
        centers_of_mass=np.zeros((1, 3)),
        wave_directions=np.zeros(1),
        water_density=1025.0,
        gravity=GRAVITY,
        water_depth=DEPTH,
        field_points=points,
    )


def whole_elevation(model: PanelModel, ka: float) -> Any:
    """Incident and scattered wave at the points, per meter."""
    k = ka / RADIUS
    omega = np.sqrt(GRAVITY * k * np.tanh(k * DEPTH))
    scattered = solve_frequency(model, float(omega)).field_waves.diffraction[:, 0]
    return np.exp(-1j * k * model.field_points[:, 0]) + scattered


@pytest.mark.parametrize("ka", AMPLITUDES)
def test_waves_around_a_cylinder_are_those_of_maccamy_and_fuchs(ka: float) -> None:
    elevation = whole_elevation(cylinder(24, 8), ka)
    expected = AMPLITUDES[ka]
    # panels of a fifth of the radius: measured up to 1.9 %, half of it with half of their size
    np.testing.assert_allclose(np.abs(elevation[: len(expected)]), expected, rtol=0.02)
    if ka == 1.0:
        # measured .009, .002 and .027 rad, behind the cylinder by its polygon's smaller radius
        np.testing.assert_allclose(np.angle(elevation[:3]), PHASES, atol=0.03)


def test_smaller_panels_come_closer_to_the_closed_form() -> None:
    elevation = whole_elevation(cylinder(48, 16), 1.0)
    np.testing.assert_allclose(np.abs(elevation), AMPLITUDES[1.0], rtol=0.008)  # measured .0074
    np.testing.assert_allclose(np.angle(elevation[:3]), PHASES, atol=0.021)


def barge(folder: Path, freeboard: float = 0.0, **more: Any) -> dict[str, Any]:
    """A box of 20 x 8 x 3 m in coarse panels."""
    panels = panel_meshes.box_panels(20.0, 8.0, 3.0, 2.5, freeboard)
    mesh = panel_meshes.write_obj(folder / "barge.obj", panels)
    body = {"name": "barge", "mesh": str(mesh), "center_of_mass": [0, 0, -1]}
    return {
        "bodies": [body],
        "frequencies": {"omega": [1.0, 1.25, 2.0]},
        "wave_directions_deg": [0, 40],
        "check_convergence": False,
        "gravity": GRAVITY,
        **more,
    }


def at(*points: list[float]) -> list[dict[str, Any]]:
    return [{"body": "barge", "point": point} for point in points]


def solved(document: dict[str, Any], omega: float) -> tuple[PanelModel, FrequencyResult]:
    specification = read_specification(document)
    model = panel_model(build_geometry(specification), specification)
    return model, solve_frequency(model, omega)


def test_waves_that_heave_radiates_carry_the_energy_of_its_damping_away(tmp_path: Path) -> None:
    omega, far, step, count = 1.0, 100.0, 3.0, 24
    angle = 2.0 * np.pi * np.arange(count) / count
    ring = [[far * np.cos(t), far * np.sin(t), 0.0] for t in angle.tolist()]
    document = barge(tmp_path, field_points=at(*ring, [far + step, 0.0, 0.0]))
    _, result = solved(document, omega)
    heave = result.field_waves.radiation[:, 2]
    # 1/2 B |v|^2 = 1/2 rho g c_g int |eta|^2 R dtheta, c_g = g / (2 omega)
    flux = 1025.0 * GRAVITY**2 / (2.0 * omega) * far * 2.0 * np.pi
    carried = flux * np.mean(np.abs(heave[:count]) ** 2)
    # measured .3 %; 400 m away and at 1.4 rad/s the table of the Green function misses 4 to 5 %
    assert carried == pytest.approx(result.radiation_damping[2, 2], rel=0.02)
    # outgoing: exp(i (omega t - k r)) / sqrt(r)
    k = float(wavenumber(np.array([omega]), np.inf, GRAVITY)[0])
    change = heave[count] / heave[0] * np.sqrt(1.0 + step / far)
    assert change == pytest.approx(np.exp(-1j * k * step), abs=0.02)


def test_a_hull_that_moves_with_long_waves_does_not_disturb_them(tmp_path: Path) -> None:
    document = barge(tmp_path, field_points=at([12.0, 0.0, 0.0], [0.0, 6.0, 0.0]))
    shares = []
    for omega in (0.3, 0.6):
        _, result = solved(document, omega)
        waves = result.field_waves
        k = omega**2 / GRAVITY
        # eta = Re{exp(i omega t)} at the middle: the water's velocity, and the slope's rate
        motion = omega * np.array([1.0, 0.0, 1j, 0.0, -k, 0.0])
        moving = waves.radiation @ motion
        largest = np.abs(waves.radiation * motion).max(axis=1)
        shares.append(np.abs(waves.diffraction[:, 0] + moving) / largest)
    # measured .054 and .007, then .21 and .04: they fall as k of the length and of the breadth
    assert (shares[0] < [0.06, 0.01]).all()
    assert (shares[0] < 0.3 * shares[1]).all()


def test_a_corner_of_a_panel_is_a_point_like_others(tmp_path: Path) -> None:
    corner, beside = [10.0, 0.0, 0.0], [10.0, 1e-3, 0.0]  # where two sides of panels meet
    model, result = solved(barge(tmp_path, field_points=at(corner, beside)), 1.25)
    assert (np.abs(model.mesh.vertices - corner).max(axis=1) < 1e-9).any()
    for waves in (result.field_waves.diffraction, result.field_waves.radiation):
        np.testing.assert_allclose(waves[0], waves[1], rtol=2e-3, atol=2e-3 * np.abs(waves).max())


def test_points_go_with_their_body_to_its_place(tmp_path: Path) -> None:
    document = barge(tmp_path, freeboard=1.0, field_points=at([12.0, 1.0, 0.0]))
    document["bodies"][0] |= {"position": [100, 50, -0.5], "heading_deg": 90}
    document["field_points"][0]["point"][2] = 0.5
    geometry = build_geometry(read_specification(document))
    np.testing.assert_allclose(geometry.field_points, [[99.0, 62.0, 0.0]], atol=1e-9)


def test_the_waves_at_points_are_in_the_database_and_a_store_continues(tmp_path: Path) -> None:
    document = barge(tmp_path, field_points=at([12.0, 0.0, 0.0], [0.0, 6.0, 0.0]))
    specification = read_specification(document)
    solution, _ = solve(specification, tmp_path / "a.h5", jobs=1)
    assert solution.field is not None
    with h5py.File(tmp_path / "a.h5") as root:
        np.testing.assert_array_equal(root["field/points"], [[12.0, 0.0, 0.0], [0.0, 6.0, 0.0]])
        np.testing.assert_array_equal(root["field/body"], [0.0, 0.0])
        for name in ("diffraction", "radiation"):
            re, im = root[f"field/{name}"][:]
            np.testing.assert_array_equal(re + 1j * im, getattr(solution.field, name))
        assert root["field/diffraction"].shape == (2, 2, 2, 3)  # re, im; points; directions; omega
        assert root["field/radiation"].shape == (2, 2, 6, 3)

    model = panel_model(build_geometry(specification), specification)
    with local_workers(1) as workers:
        kept = KeptResults(tmp_path / "b.h5.parts", solver_version(), workers)
        kept.results([model], [1.25], lambda _: None)
    seen: list[SolveProgress] = []
    solve(specification, tmp_path / "b.h5", jobs=1, progress=seen.append)
    assert (seen[0].done, seen[-1].done, seen[-1].total) == (1, 4, 4)
    assert (tmp_path / "b.h5").read_bytes() == (tmp_path / "a.h5").read_bytes()

    document["frequencies"] = {"omega": [1.0, 2.0]}
    fewer = read_specification(document)
    solve(fewer, tmp_path / "c.h5", jobs=1)
    solve(fewer, tmp_path / "c.h5", jobs=1, add=[1.25])
    assert (tmp_path / "c.h5").read_bytes() == (tmp_path / "a.h5").read_bytes()


def test_a_barge_that_floats_in_a_long_wave_hardly_disturbs_it(
    client: raftup.Client, tmp_path: Path
) -> None:
    panels = panel_meshes.box_panels(20.0, 8.0, 3.0, 1.7)
    mesh = panel_meshes.write_obj(tmp_path / "barge.obj", panels)
    document = barge(tmp_path, field_points=at([12.0, 0.0, 0.0], [0.0, 6.0, 0.0]))
    document["bodies"][0]["mesh"] = str(mesh)
    document["frequencies"] = {"first": 0.1, "last": 2.6, "count": 26}
    document["wave_directions_deg"] = [0, 45, 90, 135, 180, 225, 270, 315]
    solution, _ = solve(read_specification(document), tmp_path / "barge.h5", jobs=2)
    assert solution.field is not None
    omega, amplitude = 0.4, 0.5
    probes = [
        {"name": f"{name}_{kind}", "body": "barge", "point": point, "disturbed": kind == "gauge"}
        for name, point in (("bow", [12, 0, 3]), ("side", [0, 6, 3]))
        for kind in ("gauge", "still")
    ]
    wave = {"regular": {"amplitude": amplitude, "period": 2.0 * np.pi / omega}}
    inertia = {"xx": 3.1e6, "yy": 1.5e7, "zz": 1.5e7}
    model = {
        "environment": {"gravity": GRAVITY, "sea": {"waves": [wave], "ramp_duration": 40}},
        "bodies": [{"name": "barge", "inertia": inertia, "position": [0, 0, -1]}],
        "hydrodynamics": [{"name": "water", "database": "barge.h5", "bodies": [{"body": "barge"}]}],
        "probes": probes,
        "integration": {"step": 0.1, "duration": 160},
        "outputs": [f"{probe['name']}.elevation" for probe in probes],
    }
    (tmp_path / "model.yaml").write_text(yaml.safe_dump(model, sort_keys=False))
    done = command("run", "model.yaml", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    said = " ".join((done.stdout + done.stderr).split())
    assert "radiate to probe 'bow_gauge' should have died out at the last frequency" in said
    result = xr.open_dataset(tmp_path / "result.nc").sel(time=slice(112.0, None))
    frequency = int(np.argmin(np.abs(solution.omega - omega)))
    for point, (name, share) in enumerate((("bow", 0.22), ("side", 0.05))):
        added = result[f"{name}_gauge_elevation"] - result[f"{name}_still_elevation"]
        alone = amplitude * abs(solution.field.diffraction[point, 0, frequency])
        # of what a barge that stood still would add: measured .20, of which .11 are the waves of
        # surge beyond 2.6 rad/s (.04 beyond 4 rad/s), and .035, of which .02 are left of the start
        assert float(np.abs(added).max()) < share * alone
    shown = command("inspect", "barge.h5", folder=tmp_path).stdout
    assert "field points with waves of the bodies: 2" in shown
    period = 2.0 * np.pi / omega
    response = raftup.response(tmp_path / "model.yaml", client, periods=[period], headings=[0.0])
    (re,), (im,) = response.relative_elevation_rao.isel(wave_direction=0).values
    relative = re + 1j * im
    for point, gauge in enumerate((0, 2)):
        alone = abs(solution.field.diffraction[point, 0, frequency])
        # the waves that the barge radiates are those of the file here, also beyond 2.6 rad/s
        assert abs(relative[gauge] - relative[gauge + 1]) < (0.12, 0.05)[point] * alone


def test_a_problem_without_points_has_the_digest_it_had(tmp_path: Path) -> None:
    models = []
    for points in ([], at([12.0, 0.0, 0.0]), at([12.0, 0.1, 0.0])):
        specification = read_specification(barge(tmp_path, field_points=points))
        models.append(panel_model(build_geometry(specification), specification))
    digests = {problem_digest(model, "solver") for model in models}
    assert len(digests) == 3
    without = read_specification(barge(tmp_path))
    bare = panel_model(build_geometry(without), without)
    assert problem_digest(bare, "solver") == problem_digest(models[0], "solver")


def test_points_that_cannot_be_are_refused(tmp_path: Path) -> None:
    def refusal(*points: Any) -> str:
        with pytest.raises(SpecificationError) as refused:
            build_geometry(read_specification(barge(tmp_path, field_points=list(points))))
        return str(refused.value)

    said = refusal({"body": "ship", "point": [12, 0, 0]}, {"body": "barge", "point": [12, 0]})
    assert "field_points[0].body: must be one of the bodies barge, is 'ship'" in said
    assert "field_points[1].point: must be 3 finite numbers, is [12, 0]" in said
    said = refusal(*at([12.0, 0.0, 2.0], [9.0, 0.0, 0.0], [12.0, 0.0, -1.0]))
    assert "field_points[0].point: must lie in the still water plane, lies 2 m above it" in said
    assert "field_points[1].point: must lie outside the hulls, lies inside barge" in said
    assert "field_points[2].point: must lie in the still water plane, lies 1 m below it" in said

    document = barge(tmp_path, field_points=at([12.0, 0.0, 0.0]))
    document["bodies"].append(document["bodies"][0] | {"name": "other"})
    document["family"] = {"positions": {"other": {"y": [20, 30]}}}
    with pytest.raises(SpecificationError, match=r"field_points: must be absent: waves at points"):
        read_family_specification(document)
