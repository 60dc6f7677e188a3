"""Specifications of arrays, what they refuse, and the files and findings of their solutions."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import yaml
from command_line import command

import raftup
from raftup.base.errors import SpecificationError
from raftup.importing import import_database

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem import default_store, read_specification, solve
from raftup.bem.array.cost import ArrayCost, array_cost, refuse_costly
from raftup.bem.array.solution import ArrayFrequency, ArrayModel, solve_array_frequency
from raftup.bem.array.specification import refuse_large_file
from raftup.bem.database import checked_part
from raftup.bem.geometry import build_geometry, panel_model
from raftup.bem.solution import assemble
from raftup.bem.store import ResultStore, problem_digest
from raftup.bem.workers import local_workers

from .arrays_of_spheres import array_of, specified


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


def test_what_takes_too_long_or_too_much_memory_is_refused_with_estimates() -> None:
    cost = ArrayCost(2000, 100, 476, 2100, time=56.0, memory=31e9)
    with pytest.raises(SpecificationError) as refused:
        refuse_costly(cost, 12.0, memory=25e9)
    hours, memory = refused.value.violations
    assert hours.path == "array.max_hours"
    assert hours.description == (
        "must take at most 12 h of processor time, would take about 1868 minutes: 2000 frequencies "
        "of 100 bodies with 476 panels, about 56 s each; ask for fewer bodies, frequencies or wave "
        "directions, larger panels or more hours"
    )
    assert memory.path == "array"
    assert memory.description == (
        "must take at most 20000 MB, 80% of this machine's memory, would take about 31000 MB: 2000 "
        "frequencies of 100 bodies with 476 panels, about 56 s each; ask for fewer bodies, "
        "frequencies or wave directions, or use fewer --jobs"
    )
    refuse_costly(replace(cost, frequencies=100), 12.0, memory=64e9)


def test_an_array_is_refused_before_anything_is_solved(tmp_path: Path) -> None:
    document = specified(tmp_path, [[0, 0], [20, 0]], frequencies={"omega": [0.8, 1.2]})
    document["array"]["max_hours"] = 1e-9
    out = tmp_path / "pair.h5"
    with pytest.raises(SpecificationError, match=r"array\.max_hours: .* about 0 minutes: 2 freq"):
        solve(read_specification(document), out, jobs=1)
    assert not default_store(out).exists()
    document["array"]["max_hours"] = 0
    with pytest.raises(SpecificationError, match=r"array\.max_hours: must be > 0"):
        read_specification(document)


@pytest.mark.parametrize("turned", [0.0, 30.0])
def test_the_cost_of_an_array_is_that_of_its_own_system(turned: float, tmp_path: Path) -> None:
    places = [[20.0 * n, 0.0, turned * n] for n in range(4)]
    specification = read_specification(specified(tmp_path, places))
    model = panel_model(build_geometry(specification), specification)
    assert isinstance(model, ArrayModel)
    cost = array_cost(model, 1.6, frequencies=10, processes=2)
    solved = ArrayFrequency(model, 1.6)
    assert cost.unknowns == sum(len(one.sent_by_motion) for one in solved.equations.operators)
    assert (cost.bodies, cost.frequencies) == (4, 10)
    assert cost.panels == model.kinds[0].mesh.panel_count
    # hulls in a row see each other from 6 distances, those that are turned from 12
    assert len(model.placement.pairs()) == (6 if turned == 0.0 else 12)
    assert cost.memory > 8.0 * 10 * 2 * 24**2


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
    # One thread, as in the command: another order of sums may choose other panels.
    with local_workers(1) as workers:
        [(_, result)] = workers.solve([array_of(document)], [(0, 1.2)])
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


def test_frequencies_of_an_array_are_chosen_and_kept(tmp_path: Path) -> None:
    document = specified(
        tmp_path,
        [[0, 0], [14, 0]],
        frequencies={"first": 0.5, "last": 2.0, "max_count": 10, "tolerance": 1e-4},
        check_convergence=False,
    )
    specification, steps = read_specification(document), []
    solution, report = solve(
        specification, tmp_path / "pair.h5", jobs=1, progress=lambda state: steps.append(state.done)
    )
    assert len(solution.omega) == 10
    assert steps[-1] == 11
    names = [finding.name for finding in report.findings]
    assert {"array_energy", "frequency_error"} <= set(names)
    assert "array_checked_in_part" not in names

    model = array_of(document)
    result = solve_array_frequency(model, 0.5)
    store = ResultStore(tmp_path / "kept", problem_digest(model, "solver"))
    store.save(result)
    loaded = store.load(0.5)
    assert loaded is not None
    np.testing.assert_array_equal(loaded.energy_error, result.energy_error)
    np.testing.assert_array_equal(loaded.radiation_damping, result.radiation_damping)
    # a process of its own has another number of threads, which sum in another order
    peak = np.abs(result.radiation_damping).max()
    np.testing.assert_allclose(
        solution.radiation_damping[0], result.radiation_damping, rtol=0.0, atol=1e-12 * peak
    )
    others = (replace(model, tolerance=1e-3), replace(model, water_depth=90.0))
    digests = {problem_digest(one, "solver") for one in (model, *others)}
    assert len(digests) == 3


def test_of_many_bodies_some_are_checked(tmp_path: Path) -> None:
    specification = read_specification(specified(tmp_path, [[12.0 * n, 0.0] for n in range(9)]))
    geometry = build_geometry(specification)
    model = panel_model(geometry, specification)
    assert isinstance(model, ArrayModel)
    results = [solve_array_frequency(model, omega) for omega in (0.9, 1.1, np.inf)]
    whole = assemble(
        specification, geometry, results, digest="", solver="", findings=(), panel_count=0
    )
    part = checked_part(whole)
    assert [body.name for body in part.bodies] == [f"buoy{n}" for n in (1, 2, 3, 5, 7, 9)]
    chosen = np.r_[0:18, 24:30, 36:42, 48:54]
    np.testing.assert_array_equal(part.added_mass[1], whole.added_mass[1][np.ix_(chosen, chosen)])
    np.testing.assert_array_equal(part.excitation_force, whole.excitation_force[:, :, chosen])
    assert "6 of 9 bodies" in part.findings[-1].message


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
