"""Databases of other programs become one file, and move bodies as the originals do."""

import json
import re
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import xarray as xr
from command_line import command
from conftest import DATABASES, reference

import raftup
from raftup.importing import ImportOptions, RepairOptions, import_database

HEMISPHERE = ImportOptions(
    water_density=1025.0,
    gravity=9.81,
    water_depth=float("inf"),
    length_scale=1.0,
    body_names=["hemisphere"],
    centers_of_gravity=[(0.0, 0.0, -2.0)],
    displaced_volumes=[259.3580871246138],
)


def heave(client: raftup.Client, model: dict[str, Any], database: Path) -> np.ndarray:
    overrides = {
        "hydrodynamics[0].database": str(database),
        "bodies[0].free": [False, False, True, False, False, False],
    }
    result = raftup.run(model, client, overrides)
    return np.asarray(result.displacement.sel(dof="heave"))


def test_own_layout_is_read_by_xarray_and_h5py_as_it_is(tmp_path: Path) -> None:
    out = tmp_path / "alongside.h5"
    report = import_database([DATABASES / "alongside.h5"], out)
    assert report.source_format == "bemio"
    assert report.body_names == ("carrier", "supply")
    assert report.size_bytes == out.stat().st_size
    with xr.open_dataset(out) as dataset:
        assert dataset.added_mass.dims == ("omega", "influenced_dof", "radiating_dof")
        assert dataset.excitation_force.dims[0] == "complex"
        assert dataset.added_mass.attrs["units"].startswith("kg")
        assert list(dataset.body.values) == ["carrier", "supply"]
        assert list(dataset.xyz.values) == ["x", "y", "z"]
        coupling = dataset.added_mass.sel(
            influenced_dof="carrier.heave", radiating_dof="supply.heave"
        )
        assert coupling.sizes == {"omega": 117}
        assert list(dataset.finding_message.values) == [f.message for f in report.findings]
    with h5py.File(out) as file:
        assert (
            file.attrs["format"] == b"raftup-database" or file.attrs["format"] == "raftup-database"
        )
        assert file["added_mass"].chunks is None  # contiguous


def test_a_database_saved_again_by_xarray_is_the_same(tmp_path: Path) -> None:
    import_database([DATABASES / "hemisphere.h5"], tmp_path / "own.h5")
    with xr.open_dataset(tmp_path / "own.h5") as own:
        own.to_netcdf(tmp_path / "saved.nc")
    report = import_database([tmp_path / "saved.nc"], tmp_path / "again.h5")
    assert report.source_format == "bemio"  # where the numbers came from first
    with (
        xr.open_dataset(tmp_path / "own.h5") as own,
        xr.open_dataset(tmp_path / "again.h5") as again,
    ):
        assert own.added_mass.values.tobytes() == again.added_mass.values.tobytes()
        assert own.excitation_force.values.tobytes() == again.excitation_force.values.tobytes()


def test_conversions_keep_every_number(tmp_path: Path, client: raftup.Client) -> None:
    import_database([DATABASES / "alongside.h5"], tmp_path / "own.h5")
    import_database([tmp_path / "own.h5"], tmp_path / "bemio.h5", "bemio")
    import_database([tmp_path / "bemio.h5"], tmp_path / "again.h5")
    with (
        xr.open_dataset(tmp_path / "own.h5") as own,
        xr.open_dataset(tmp_path / "again.h5") as again,
    ):
        for name, variable in own.variables.items():
            if variable.dtype.kind == "f" and not str(name).startswith(("finding", "history")):
                assert variable.values.tobytes() == again[name].values.tobytes(), name
    tables = [
        client.read_coefficients(client.upload_database(file).name)
        for file in (DATABASES / "alongside.h5", tmp_path / "bemio.h5")
    ]
    assert tables[0].excitation_force.tobytes() == tables[1].excitation_force.tobytes()


def test_hemisphere_of_every_format_heaves_the_same(
    tmp_path: Path, client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    (dataset,) = reference("own/capytaine/hemisphere.nc")
    numeric = reference(*(f"own/wamit/hemisphere.{s}" for s in ("1", "3", "3fk", "3sc", "hst")))
    import_database(numeric, tmp_path / "wamit.h5", options=HEMISPHERE)
    import_database([dataset], tmp_path / "capytaine.h5")
    expected = heave(client, hemisphere, DATABASES / "hemisphere.h5")
    for file in (dataset, tmp_path / "capytaine.h5", tmp_path / "wamit.h5"):
        # Volume and waterplane by panels differ in the eighth digit, WAMIT prints seven; a fit of
        # so many poles makes some 1e-6 of that.
        difference = np.abs(heave(client, hemisphere, file) - expected).max()
        assert difference < 1e-5 * np.abs(expected).max(), file


def test_findings_reach_the_result(
    tmp_path: Path, client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    numeric = reference(*(f"own/wamit/hemisphere.{s}" for s in ("1", "3", "hst")))
    out = tmp_path / "wamit.h5"
    report = import_database(numeric, out, options=HEMISPHERE)
    names = [finding.name for finding in report.findings]
    assert "added_mass_indices_swapped" in names
    assert report.history[0] == "density 1025 given"
    hemisphere["hydrodynamics"][0]["database"] = str(out)
    hemisphere["integration"]["duration"] = 1
    found = json.loads(raftup.run(hemisphere, client).attrs["findings"])
    assert [finding["name"] for finding in found["databases"]["hull"]] == names


def test_a_model_that_names_one_of_several_files_is_told_the_command(
    tmp_path: Path, client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    (numeric,) = reference("own/wamit/hemisphere.1")
    with pytest.raises(raftup.RaftupError, match="raftup import") as caught:
        raftup.run(hemisphere, client, {"hydrodynamics[0].database": str(numeric)})
    assert caught.value.is_bad_input


def test_the_command_prints_findings_and_asks_for_what_is_missing(tmp_path: Path) -> None:
    (ship,) = reference("diodore/test_ship.hdb")
    given = ["--density", 1025, "--gravity", 9.81, "--depth", "inf", "--body-name", "ship"]
    done = command("import", ship, "--out", "ship.h5", *given, folder=tmp_path)
    assert done.returncode == 2
    assert "must be imported with --center-of-gravity" in done.stderr
    assert not (tmp_path / "ship.h5").exists()
    given += ["--center-of-gravity", "0,0,-0.5"]
    done = command("import", ship, "--out", "ship.h5", *given, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "diodore, bodies ship, 6 frequencies, 13 wave directions" in done.stdout
    assert "no centre of buoyancy is filed" in done.stdout
    done = command("import", "ship.h5", "--out", "again.h5", "--json", folder=tmp_path)
    document = json.loads(done.stdout)
    assert document["source_format"] == "diodore"
    assert document["findings"][0]["name"] == "center_of_buoyancy_absent"
    assert document["history"][-1] == "imported from ship.h5 as diodore"


def test_bad_options_and_files_are_refused(tmp_path: Path) -> None:
    file = DATABASES / "hemisphere.h5"
    done = command("import", file, "--out", "a.h5", "--format", "xlsx", folder=tmp_path)
    assert done.returncode == 2
    assert "--format must be raftup or bemio, is xlsx" in done.stderr
    done = command("import", file, "--out", "a.h5", "--center-of-gravity", "0,0", folder=tmp_path)
    assert "--center-of-gravity must be X,Y,Z in m, is 0,0" in done.stderr
    done = command("import", "ghost.h5", "--out", "a.h5", folder=tmp_path)
    assert done.returncode == 2
    assert "ghost.h5 cannot be read" in done.stderr
    (tmp_path / "half.h5").write_bytes(file.read_bytes()[:100_000])
    done = command("import", "half.h5", "--out", "a.h5", folder=tmp_path)
    assert done.returncode == 2
    assert "half.h5" in done.stderr
    assert not (tmp_path / "a.h5").exists()


def test_what_a_repair_changed_reaches_the_result(
    tmp_path: Path, client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    out = tmp_path / "repaired.h5"
    every = RepairOptions(True, True, True, True)
    report = import_database([DATABASES / "hemisphere.h5"], out, repair=every)
    messages = [finding.message for finding in report.findings]
    repairs = ("symmetrised", "bridged", "continued as omega^-3", "fitted to A and B")
    assert all(any(repair in message for message in messages) for repair in repairs)
    assert set(report.history) >= {m for m in messages if "fitted to A and B" in m}
    hemisphere["hydrodynamics"][0]["database"] = str(out)
    hemisphere["integration"]["duration"] = 1
    found = json.loads(raftup.run(hemisphere, client).attrs["findings"])
    assert [finding["message"] for finding in found["databases"]["hull"]] == messages


def test_nothing_is_repaired_unasked(tmp_path: Path) -> None:
    command("import", DATABASES / "alongside.h5", "--out=a.h5", folder=tmp_path)
    done = command(
        "import", DATABASES / "alongside.h5", "--symmetrise", "--out=b.h5", folder=tmp_path
    )
    assert "added mass symmetrised: largest change 0.458 %" in done.stdout
    with xr.open_dataset(tmp_path / "a.h5") as filed, xr.open_dataset(tmp_path / "b.h5") as other:
        added_mass, symmetric = filed.added_mass.values, other.added_mass.values
        transposed = added_mass.transpose(0, 2, 1)
        assert (added_mass != transposed).any()
        assert (symmetric == (added_mass + transposed) / 2).all()
        assert (filed.excitation_force.values == other.excitation_force.values).all()


def change(file: Path, path: str, value: Any) -> None:
    """Puts another value into an HDF5 file, or takes the dataset away."""
    with h5py.File(file, "r+") as image:
        del image[path]
        if value is not None:
            image[path] = value


@pytest.mark.parametrize(
    ("path", "value", "rule"),
    [
        ("w", np.full((1, 1), 0.5), "omega must hold at least two frequencies, got 1"),
        ("T", np.full((50, 1), 3.0), "/simulation_parameters/T must be 2 pi / omega in s, is 3 s"),
        ("rho", np.full((1, 1), 1.025), "water_density must be 100 to 10000 kg/m3, got 1.025"),
        ("wave_dir", None, "/simulation_parameters/wave_dir is missing"),
        ("wave_dir", np.zeros((1, 1)), "/body1/hydro_coeffs/excitation/re must have the shape"),
        ("scaled", np.ones((1, 1)), "/simulation_parameters/scaled must be 0"),
    ],
)
def test_bad_databases_are_refused_with_file_dataset_and_rule(
    tmp_path: Path, client: raftup.Client, path: str, value: Any, rule: str
) -> None:
    file = tmp_path / "bad.h5"
    file.write_bytes((DATABASES / "hemisphere.h5").read_bytes())
    change(file, f"simulation_parameters/{path}", value)
    if path == "w":  # the other datasets as well, or their shapes are refused first
        with h5py.File(file, "r+") as image:
            names: list[str] = []
            image.visit(names.append)
            long = [n for n in names if getattr(image[n], "shape", ())[-1:] == (50,)]
        for name in long:
            with h5py.File(file) as image:
                cut = image[name][..., :1]
            change(file, name, cut)
        change(file, "simulation_parameters/T", None)
    for refused in (import_there(file, tmp_path / "out.h5"), upload_there(file, client)):
        assert refused.startswith("bad.h5")
        assert rule in refused


def import_there(file: Path, out: Path) -> str:
    with pytest.raises(raftup.RaftupError) as caught:
        import_database([file], out)
    assert caught.value.is_bad_input
    return str(caught.value)


def upload_there(file: Path, client: raftup.Client) -> str:
    with pytest.raises(raftup.RaftupError) as caught:
        client.upload_database(file)
    assert caught.value.is_bad_input
    return str(caught.value)


@pytest.mark.parametrize(
    ("source", "label", "source_format"),
    [
        ("own/hemisphere.h5", "hemisphere.out", "bemio"),
        ("own/capytaine/hemisphere.nc", "hemisphere.h5", "capytaine"),
        ("wamit-rm3/rm3.out", "rm3.hdb", "wamit"),
    ],
)
def test_a_mislabelled_file_is_read_as_what_it_holds(
    source: str, label: str, source_format: str, tmp_path: Path
) -> None:
    (file,) = reference(source)
    (tmp_path / label).write_bytes(file.read_bytes())
    options = ImportOptions(water_density=1000.0) if source_format == "wamit" else None
    names = (tmp_path / "labelled.h5", tmp_path / "mislabelled.h5")
    import_database([file], names[0], options=options)
    report = import_database([tmp_path / label], names[1], options=options)
    assert report.source_format == source_format
    with xr.open_dataset(names[0]) as one, xr.open_dataset(names[1]) as other:
        assert one.added_mass.values.tobytes() == other.added_mass.values.tobytes()


def test_files_mislabelled_among_several_are_refused_by_name(tmp_path: Path) -> None:
    forces, ship = reference("own/wamit/hemisphere.3", "diodore/test_ship.hdb")
    (tmp_path / "hull.1").write_bytes(forces.read_bytes())
    (tmp_path / "hull.3").write_bytes(forces.read_bytes())
    (tmp_path / "ship.1").write_bytes(ship.read_bytes())
    (tmp_path / "notes.h5").write_text("A33 is in the other file\n")

    def refusal(*names: str) -> str:
        with pytest.raises(raftup.RaftupError) as caught:
            import_database([tmp_path / n for n in names], tmp_path / "a.h5", options=HEMISPHERE)
        assert caught.value.is_bad_input
        return str(caught.value)

    assert "hull.3 must be the only file of what it holds" in refusal("hull.1", "hull.3")
    assert "hull.3 is of another format" in refusal("ship.1", "hull.3")
    assert "notes.h5 must be of a known format, is none of: Raftup" in refusal("notes.h5")


def test_files_that_end_early_are_refused_by_name(tmp_path: Path) -> None:
    names = ("own/capytaine/hemisphere.nc", "diodore/test_ship.hdb", "wamit-rm3/rm3.out")
    for file in [DATABASES / "hemisphere.h5", *reference(*names)]:
        cut = tmp_path / file.name
        cut.write_bytes(file.read_bytes()[: file.stat().st_size // 3])
        options = HEMISPHERE if file.suffix == ".hdb" else ImportOptions(water_density=1000.0)
        with pytest.raises(raftup.RaftupError, match=re.escape(file.name)):
            import_database([cut], tmp_path / "out.h5", options=options)


def test_a_stranger_says_the_reference_point_and_accepts_a_check(tmp_path: Path) -> None:
    with h5py.File(tmp_path / "twice.h5", "w") as file:
        with h5py.File(DATABASES / "hemisphere.h5") as source:
            for name in source:
                source.copy(name, file)
        excitation = file["body1/hydro_coeffs/excitation"]
        for part in ("re", "im", "mag"):
            excitation[part][...] *= 2.0  # a wave height for an amplitude
    done = command("import", "twice.h5", "--out", "own.h5", folder=tmp_path)
    assert done.returncode == 2
    assert "raftup import with --accept haskind" in " ".join(done.stderr.split())
    accepted = ["--accept", "haskind", "--accept", "excitation_long_wave_heave"]
    done = command("import", "twice.h5", *accepted, "--out", "own.h5", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    with xr.open_dataset(tmp_path / "own.h5") as own:
        assert "haskind" in own.finding_name.values
        assert any(line.startswith("check haskind accepted") for line in own.history.values)
    done = command("import", "own.h5", "--reference-point", "0,0", "--out", "x.h5", folder=tmp_path)
    assert "--reference-point must be X,Y,Z in m, is 0,0" in done.stderr


def test_an_upload_accepts_a_check(tmp_path: Path, client: raftup.Client) -> None:
    with h5py.File(tmp_path / "doubled.h5", "w") as file:
        with h5py.File(DATABASES / "hemisphere.h5") as source:
            for name in source:
                source.copy(name, file)
        for part in ("re", "im", "mag"):
            file[f"body1/hydro_coeffs/excitation/{part}"][...] *= 2.0
    with pytest.raises(raftup.RaftupError, match="--accept") as caught:
        client.upload_database(tmp_path / "doubled.h5")
    assert caught.value.reason == "DATABASE_REJECTED"
    database = client.upload_database(
        tmp_path / "doubled.h5", accepted_checks=["haskind", "excitation_long_wave_heave"]
    )
    assert "haskind" in [finding.name for finding in database.findings]


def test_bodies_are_found_by_name_and_not_by_order(tmp_path: Path, client: raftup.Client) -> None:
    import_database([DATABASES / "alongside.h5"], tmp_path / "swapped.h5")
    with h5py.File(tmp_path / "swapped.h5", "a") as file:
        del file["body"]
        file["body"] = np.array(["body2", "body1"], dtype=h5py.string_dtype())
    model = {
        "bodies": [{"name": "body1", "inertia": {"xx": 1e7, "yy": 1e8, "zz": 1e8}}],
        "hydrodynamics": [
            {
                "name": "g",
                "database": str(tmp_path / "swapped.h5"),
                "bodies": [{"body": "body1"}],
            }
        ],
        "integration": {"step": 0.05, "duration": 0.1},
    }
    complete = client.check_model(model).model
    # the second of the file, the supply ship at y = 22 m
    assert complete.bodies[0].position[1] == pytest.approx(22.0)
