"""Databases of other programs become one file, and move bodies as the originals do."""

import json
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import xarray as xr
from conftest import DATABASES
from test_command import command

import raftup
from raftup.importing import ImportOptions, import_database

REFERENCE = Path(__file__).resolve().parents[3] / "shared" / "data"
HEMISPHERE = ImportOptions(
    water_density=1025.0,
    gravity=9.81,
    water_depth=float("inf"),
    length_scale=1.0,
    body_names=["hemisphere"],
    centers_of_gravity=[(0.0, 0.0, -2.0)],
    displaced_volumes=[259.3580871246138],
)


def reference(*names: str) -> list[Path]:
    files = [REFERENCE / name for name in names]
    for file in files:
        if not file.exists():
            pytest.skip(f"reference data not found: {file.name}")
    return files


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
    assert tables[0].excitation.tobytes() == tables[1].excitation.tobytes()


def test_hemisphere_of_every_format_heaves_the_same(
    tmp_path: Path, client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    (dataset,) = reference("own/capytaine/hemisphere.nc")
    numeric = reference(*(f"own/wamit/hemisphere.{s}" for s in ("1", "3", "3fk", "3sc", "hst")))
    import_database(numeric, tmp_path / "wamit.h5", options=HEMISPHERE)
    import_database([dataset], tmp_path / "capytaine.h5")
    expected = heave(client, hemisphere, DATABASES / "hemisphere.h5")
    for file in (dataset, tmp_path / "capytaine.h5", tmp_path / "wamit.h5"):
        # Volume and waterplane by panels differ in the eighth digit, WAMIT prints seven.
        difference = np.abs(heave(client, hemisphere, file) - expected).max()
        assert difference < 1e-6 * np.abs(expected).max(), file


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
    assert "--center-of-gravity must be X,Y,Z in metres, is 0,0" in done.stderr
    done = command("import", "ghost.h5", "--out", "a.h5", folder=tmp_path)
    assert done.returncode == 2
    assert "ghost.h5 cannot be read" in done.stderr
    (tmp_path / "half.h5").write_bytes(file.read_bytes()[:100_000])
    done = command("import", "half.h5", "--out", "a.h5", folder=tmp_path)
    assert done.returncode == 2
    assert "half.h5" in done.stderr
    assert not (tmp_path / "a.h5").exists()
