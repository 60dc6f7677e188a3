"""Arrays solved by the waves between hulls: against all panels together, closed forms, energy."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import numpy.typing as npt
import pytest
import scipy.linalg
import yaml
from command_line import command
from scipy.special import j0

import raftup
from raftup.base.errors import SpecificationError
from raftup.importing import import_database

from . import panel_meshes

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem import read_specification
from raftup.bem.array.solution import ArrayFrequency, ArrayModel, solve_array_frequency
from raftup.bem.array.specification import refuse_large_file
from raftup.bem.drift import group_ratio
from raftup.bem.geometry import build_geometry, panel_model
from raftup.bem.green_function import influence
from raftup.bem.library import capytaine
from raftup.bem.potential import IncidentWave, PanelModel, solve_frequency
from raftup.frequency_domain.waves import wavenumber

Numbers = npt.NDArray[Any]
FARM = [[x, y] for y in (0.0, 1.0, 2.0) for x in (0.0, 1.0, 2.0)]


def specified(folder: Path, positions: list[list[float]], **changes: Any) -> dict[str, Any]:
    """Half spheres of 5 m at some positions; fields of the document and of the body replaced."""
    panels = panel_meshes.half_sphere_panels(5.0, 12, 5)
    mesh = panel_meshes.write_obj(folder / "buoy.obj", panels)
    body = {"name": "buoy", "mesh": str(mesh), "center_of_mass": [0, 0, -2], "lid": "none"}
    document = {
        "gravity": 9.81,
        "bodies": [body | changes.pop("body", {})],
        "array": {"positions": positions},
        "wave_directions_deg": [0, 45, 100],
    }
    return document | changes


def array_of(document: dict[str, Any]) -> ArrayModel:
    specification = read_specification(document)
    model = panel_model(build_geometry(specification), specification)
    assert isinstance(model, ArrayModel)
    return model


def dense(model: PanelModel, omega: float) -> tuple[Numbers, Numbers, Numbers]:
    """A, B and X by pressure with all panels together, the rows of lids with their own hull only.

    The panels are in the order of the model: all hulls, then all lids.
    """
    mesh: Any = capytaine().Mesh(model.mesh.vertices, model.mesh.faces, auto_check=False)
    k = float(wavenumber(np.array([omega]), model.water_depth, model.gravity)[0])
    S, K = influence(mesh, mesh, model.water_depth, k)
    hull = slice(0, model.hull_count)
    bodies = len(model.centers_of_mass)
    lids = np.repeat(np.arange(bodies), model.interior_count // bodies)
    body = np.concatenate([model.body_of_panel, lids])
    K[model.hull_count :][body[model.hull_count :, None] != body] = 0.0
    normals, centers = mesh.faces_normals[hull], mesh.faces_centers[hull]
    velocities = np.zeros((len(body), model.dof_count))
    for index, center in enumerate(model.centers_of_mass):
        own = model.body_of_panel == index
        unit = np.hstack([normals[own], np.cross(centers[own] - center, normals[own])])
        velocities[hull][own, 6 * index : 6 * index + 6] = unit
    wave = IncidentWave(omega, k, model)
    met = np.zeros((len(body), len(model.wave_directions)), dtype=complex)
    met[hull] = -wave.normal_velocity(centers, normals)
    potential = S @ scipy.linalg.solve(K, np.hstack([velocities, met]))
    pressed = velocities[hull].T * mesh.faces_areas[hull]
    radiated = -model.water_density * (pressed @ potential[hull, : model.dof_count])
    waves = potential[hull, model.dof_count :] + wave.potential(centers)
    force = -1j * omega * model.water_density * (pressed @ waves)
    return radiated.real, omega * radiated.imag, force.T


def largest_errors(model: ArrayModel, omega: float) -> dict[str, float]:
    """Errors of A and B over the root of the diagonals, of X over its peaks; without yaw."""
    A, B, X = dense(model, omega)
    solution = ArrayFrequency(model, omega)
    added_mass, damping = solution.by_pressure
    force = solution.diffraction_by_pressure + solution.froude_krylov
    kept = [dof for dof in range(model.dof_count) if dof % 6 != 5]  # yaw of a round hull is noise

    def of_matrix(value: Numbers, reference: Numbers) -> float:
        scale = np.sqrt(np.abs(np.diagonal(reference)))
        relative = np.abs(value - reference) / np.outer(scale, scale)
        return float(relative[np.ix_(kept, kept)].max())

    relative = np.abs(force - X) / np.abs(X).max(axis=0)
    return {
        "A": of_matrix(added_mass, A),
        "B": of_matrix(damping, B),
        "X": float(relative[:, kept].max()),
    }


@pytest.mark.parametrize(
    ("spacing", "omega", "turn", "changes"),
    [
        (25.0, 0.6, 0.0, {}),
        (11.5, 2.0, 20.0, {"body": {"lid": {"panel_size": 1.5}}}),
        (15.0, 1.2, 50.0, {"water_depth": 20.0, "body": {"lid": {"panel_size": 1.5}}}),
    ],
    ids=["far apart", "gaps of 1.5 m, lids", "finite depth, lids"],
)
def test_nine_half_spheres_are_those_of_all_panels_together(
    spacing: float, omega: float, turn: float, changes: dict[str, Any], tmp_path: Path
) -> None:
    turned = [[spacing * x, spacing * y, turn * (x - 2.0 * y)] for x, y in FARM]
    model = array_of(specified(tmp_path, turned, **changes))
    # measured: 5.9e-3 and 1.9e-4; pivots, and with them the panels chosen, depend on rounding
    for tolerance, allowed in ((5e-4, 8e-3), (1e-5, 3e-4)):
        errors = largest_errors(replace(model, tolerance=tolerance), omega)
        assert max(errors.values()) < allowed, (tolerance, errors)


def test_unequal_hulls_are_those_of_all_panels_together(tmp_path: Path) -> None:
    box = panel_meshes.write_obj(tmp_path / "box.obj", panel_meshes.box_panels(16.0, 6.0, 3.0, 2.0))
    document = specified(tmp_path, [[0, 0], [0, 14]])
    document["bodies"].append(
        {
            "name": "barge",
            "mesh": str(box),
            "center_of_mass": [1, 0, 0.5],
            "position": [18, 8, 0],
            "heading_deg": 35,
            "lid": "none",
        }
    )
    document["array"] |= {"body": "buoy", "tolerance": 1e-5}
    errors = largest_errors(array_of(document), 1.1)
    assert max(errors.values()) < 3e-4, errors


def test_the_limit_of_infinite_frequency_is_that_of_all_panels_together(tmp_path: Path) -> None:
    document = specified(tmp_path, [[0, 0], [12, 0], [0, 13]], water_depth=15.0)
    document["array"]["tolerance"] = 1e-5
    model = array_of(document)
    result = solve_array_frequency(model, np.inf)
    alone = PanelModel.__dataclass_fields__
    panels = PanelModel(**{name: getattr(model, name) for name in alone})
    reference = solve_frequency(panels, np.inf).added_mass
    largest = np.abs(reference).max()
    np.testing.assert_allclose(result.added_mass, reference, atol=2e-3 * largest)
    np.testing.assert_array_equal(result.added_mass, result.added_mass.T)
    assert not result.radiation_damping.any()


def test_damping_between_small_bodies_follows_the_bessel_function(tmp_path: Path) -> None:
    panels = panel_meshes.half_sphere_panels(0.5, 12, 5)
    mesh = str(panel_meshes.write_obj(tmp_path / "small.obj", panels))
    body = {"mesh": mesh, "center_of_mass": [0, 0, -0.2]}
    document = specified(tmp_path, [[0, 0], [18, 24]], body=body)
    damping = solve_array_frequency(array_of(document), 0.9).radiation_damping
    assert damping[2, 8] / damping[2, 2] == pytest.approx(j0(0.9**2 / 9.81 * 30.0), abs=5e-3)


@pytest.mark.parametrize("depth", [None, 12.0])
def test_damping_is_the_energy_of_haskinds_waves(depth: float | None, tmp_path: Path) -> None:
    changes: dict[str, Any] = {} if depth is None else {"water_depth": depth}
    model = array_of(specified(tmp_path, [[0, 0], [12, 3], [-2, 13, 40]], **changes))
    omega = 1.7
    every = 2.0 * np.pi * np.arange(120) / 120
    result = solve_array_frequency(replace(model, wave_directions=every), omega)
    damping = result.radiation_damping
    values = np.linalg.eigvalsh(damping)
    assert values[0] > -1e-7 * values[-1]
    k = float(wavenumber(np.array([omega]), model.water_depth, model.gravity)[0])
    speed = omega / k * group_ratio(k, model.water_depth)
    X = result.froude_krylov_force + result.diffraction_force
    integral = (X.T @ X.conj()).real * 2.0 * np.pi / len(every)
    expected = k / (8.0 * np.pi * model.water_density * model.gravity * speed) * integral
    np.testing.assert_allclose(damping, expected, atol=1e-10 * np.abs(damping).max())


@pytest.mark.parametrize(("omega", "expected"), [(0.5, 9), (1.0, 27), (2.0, 84)])
def test_fifty_buoys_radiate_as_many_waves_as_an_independent_program_found(
    omega: float, expected: int, tmp_path: Path
) -> None:
    """Eigenvalues of B above 1 % of the largest; the program's panels and lid are others."""
    document = specified(tmp_path, [[25.0 * x, 25.0 * y] for x in range(5) for y in range(10)])
    panels = panel_meshes.half_sphere_panels(5.0, 16, 7)
    mesh = str(panel_meshes.write_obj(tmp_path / "finer.obj", panels))
    document["bodies"][0] |= {"mesh": mesh, "lid": {"panel_size": 1.1}}
    damping = solve_array_frequency(array_of(document), omega).radiation_damping
    kept = [dof for dof in range(300) if dof % 6 != 5]  # yaw of a round hull is noise
    scale = np.sqrt(np.diagonal(damping)[kept])
    values = np.linalg.eigvalsh(damping[np.ix_(kept, kept)] / np.outer(scale, scale))
    assert (values > 1e-2 * values[-1]).sum() == pytest.approx(expected, abs=2)


def test_positions_become_bodies(tmp_path: Path) -> None:
    document = specified(tmp_path, [[0, 0], [25, 0, 90]], body={"position": [0, 0, -1]})
    hulls = read_specification(document).hulls
    assert [hull.name for hull in hulls] == ["buoy1", "buoy2"]
    assert hulls[1].position.tolist() == [25.0, 0.0, -1.0]
    assert hulls[1].heading == pytest.approx(0.5 * np.pi)
    document["array"]["names"] = ["north", "south"]
    assert [hull.name for hull in read_specification(document).hulls] == ["north", "south"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"positions": [[0, 0]]}, r"array\.positions: must be a list of at least 2 .* has 1; a h"),
        ({"positions": [[0, 0], [1]]}, r"array\.positions\[1\]: must be \[x, y\] or .* is \[1\]"),
        (
            {"positions": [[20 * n, 0] for n in range(101)]},
            r"at most 100 bodies, gives 101, .* 6 MB",
        ),
        ({"names": ["a"]}, r"array\.names: must be 2, one for each position, are 1"),
        ({"names": ["a", "a"]}, r"array\.names\[1\]: must be unique, is 'a' again"),
        ({"body": "raft"}, r"array\.body: must be one of the bodies buoy, is 'raft'"),
        ({"tolerance": 0.5}, r"array\.tolerance: must be 1e-08 to 0\.01, is 0\.5"),
        ({"file": "wamit"}, r"array\.file: must be array or database, is 'wamit'"),
        ({"spacing": 3}, r"array\.spacing: must be one of"),
    ],
)
def test_wrong_arrays_are_refused(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    document = specified(tmp_path, [[0, 0], [20, 0]])
    document["array"] |= changes
    with pytest.raises(SpecificationError, match=message):
        read_specification(document)


def test_what_needs_all_panels_is_refused_in_an_array(tmp_path: Path) -> None:
    document = specified(tmp_path, [[0, 0], [20, 0]])
    document["field_points"] = [{"body": "buoy1", "point": [12, 0, 0]}]
    with pytest.raises(SpecificationError, match="field_points: do not go with array; give the bo"):
        read_specification(document)
    document = specified(
        tmp_path, [[0, 0], [20, 0]], body={"mean_drift": {"radii_of_gyration": [2, 2, 2]}}
    )
    with pytest.raises(SpecificationError, match="mean_drift: is that of one body alone"):
        read_specification(document)


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("array", r"array: must give a file of at most 262 MB, gives 1471 MB for 1000 frequencies"),
        (
            "database",
            r"array: .* gives 5846 MB .* with 3 directions; ask for array.file: array, or",
        ),
    ],
)
def test_files_that_no_server_reads_are_refused_before_the_solution(
    file: str, message: str, tmp_path: Path
) -> None:
    positions: list[list[float]] = [[20.0 * n, 0.0] for n in range(100)]
    steps = {"first": 0.1, "last": 3.0, "count": 1000, "refine": False}
    document = specified(tmp_path, positions, frequencies=steps)
    document["array"]["file"] = file
    specification = read_specification(document)
    with pytest.raises(SpecificationError, match=message):
        refuse_large_file(specification)


@pytest.mark.parametrize("gap", [-4.0, 0.0])
def test_hulls_within_one_circle_are_refused(gap: float, tmp_path: Path) -> None:
    specification = read_specification(specified(tmp_path, [[0, 0], [10.0 + gap, 0], [40, 0]]))
    geometry = build_geometry(specification)
    with pytest.raises(SpecificationError, match=r"buoy1 and buoy2 clear .* radii of 5 and 5 m"):
        panel_model(geometry, specification)


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str], dict[str, Any]]:
    """Three buoys solved by the command with one and two processes: folder, texts, document."""
    folder = tmp_path_factory.mktemp("array")
    document = specified(
        folder,
        [[0, 0], [20, 0], [0, 20, 90]],
        frequencies={"omega": [0.8, 1.2, 1.6]},
        check_convergence=False,
    )
    (folder / "farm.yaml").write_text(yaml.safe_dump(document))
    texts = []
    for n in (1, 2):
        done = command("hydro", "solve", "farm.yaml", f"--out={n}.h5", f"--jobs={n}", folder=folder)
        assert done.returncode == 0, done.stderr
        texts.append(done.stdout)
    return folder, texts, document


def test_the_file_of_an_array_does_not_depend_on_the_number_of_processes(
    solved: tuple[Path, list[str], dict[str, Any]],
) -> None:
    folder, texts, document = solved
    assert "bodies buoy1, buoy2, buoy3" in texts[0]
    assert "damping of the array is that of the waves far away" in texts[0]
    assert (folder / "1.h5").read_bytes() == (folder / "2.h5").read_bytes()
    assert not (folder / "1.h5.parts").exists()
    with h5py.File(folder / "1.h5") as file:
        assert file["added_mass"].shape == (3, 18 * 19 // 2)
        assert file["added_mass"].dtype == np.float32
        np.testing.assert_array_equal(file["array/position"][2], [0.0, 20.0])
    result = solve_array_frequency(array_of(document), 1.2)
    out = folder / "whole.h5"
    import_database([folder / "1.h5"], out)
    with h5py.File(out) as file:
        assert file.attrs["format"] == b"raftup-database"
        for name, value in (
            ("added_mass", result.added_mass),
            ("radiation_damping", result.radiation_damping),
        ):
            largest = np.abs(value).max()
            np.testing.assert_allclose(file[name][1], value, atol=1e-6 * largest)
        X = result.froude_krylov_force + result.diffraction_force
        real, imaginary = file["excitation_force"][:, 1]
        np.testing.assert_allclose(real + 1j * imaginary, X, atol=1e-6 * np.abs(X).max())
        names = [name.decode() for name in file["finding_name"][:]]
        assert names.count("array_energy") == 1


def test_a_model_runs_with_the_file_of_an_array(
    client: raftup.Client, solved: tuple[Path, list[str], dict[str, Any]]
) -> None:
    folder = solved[0]
    names = ["buoy1", "buoy2", "buoy3"]
    places = [[0.0, 0.0], [20.0, 0.0], [0.0, 20.0]]
    inertia = {"xx": 2.6e6, "yy": 2.6e6, "zz": 2.6e6}
    model: dict[str, Any] = {
        "bodies": [
            {
                "name": name,
                "inertia": inertia,
                "position": [x, y, -2.0 + (0.5 if name == "buoy1" else 0.0)],
                "free": [False, False, True, False, False, False],
            }
            for name, (x, y) in zip(names, places, strict=True)
        ],
        "hydrodynamics": [
            {
                "name": "farm",
                "database": str(folder / "1.h5"),
                "bodies": [{"body": name} for name in names],
            }
        ],
        "integration": {"step": 0.05, "duration": 10},
    }
    packed = raftup.run(model, client).position.sel(xyz="z").values
    assert np.abs(packed[:, 1] + 2.0).max() > 1e-3  # the second feels the first
    import_database([folder / "1.h5"], folder / "run.h5")
    model["hydrodynamics"][0]["database"] = str(folder / "run.h5")
    np.testing.assert_array_equal(packed, raftup.run(model, client).position.sel(xyz="z").values)


def test_the_same_file_as_of_other_hulls_is_written_on_request(
    solved: tuple[Path, list[str], dict[str, Any]],
) -> None:
    folder, _, document = solved
    document = document | {"array": document["array"] | {"file": "database"}}
    (folder / "double.yaml").write_text(yaml.safe_dump(document))
    done = command("hydro", "solve", "double.yaml", "--out=d.h5", folder=folder)
    assert done.returncode == 0, done.stderr
    with h5py.File(folder / "d.h5") as file:
        assert file.attrs["format"] == b"raftup-database"
        assert file["added_mass"].shape == (3, 18, 18)
    refused = command("hydro", "solve", "double.yaml", "--out=d.h5", "--add=1", folder=folder)
    assert refused.returncode != 0
    assert "add does not go with array" in " ".join(refused.stderr.split())
