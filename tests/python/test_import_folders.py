"""Import of folders as other programs write them."""

from dataclasses import replace
from pathlib import Path

import pytest
from conftest import reference

import raftup
from raftup.base.case_folder import database_files
from raftup.importing import ImportOptions, import_database, read_database


def touched(folder: Path, *names: str) -> None:
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")


def names(folder: Path, *sources: Path) -> list[str]:
    return [str(file.relative_to(folder)) for file in database_files(sources or [folder])]


def test_a_case_of_nemoh_is_its_tables_and_numbered_hydrostatics(tmp_path: Path) -> None:
    touched(tmp_path, "Nemoh.cal", "Results/ExcitationForce.tec", "Results/IRF.tec")
    touched(tmp_path, "results/RadiationCoefficients.tec", "mesh/KH.dat", "mesh/KH_10.dat")
    touched(tmp_path, "mesh/KH_2.dat", "mesh/Hydrostatics.dat", "mesh/hull.dat")
    expected = ["Nemoh.cal", "Results/ExcitationForce.tec", "results/RadiationCoefficients.tec"]
    expected += ["mesh/Hydrostatics.dat", "mesh/KH_2.dat", "mesh/KH_10.dat"]
    assert names(tmp_path) == expected
    assert names(tmp_path, tmp_path / "Nemoh.cal") == expected


def test_a_case_of_hams_is_its_tables_with_the_stiffness(tmp_path: Path) -> None:
    touched(tmp_path, "Input/ControlFile.in", "Input/Hydrostatic.in", "Input/HullMesh.pnl")
    touched(tmp_path, "Output/Hams_format/OAMASS1.txt", "Output/Hams_format/OEXFOR6.txt")
    touched(tmp_path, "Output/Wamit_format/Buoy.1", "Output/Wamit_format/Buoy.hst")
    touched(tmp_path, "Output/Hydrostar_format/AddedMass_11.rao")
    expected = ["Input/ControlFile.in", "Input/Hydrostatic.in"]
    expected += ["Output/Hams_format/OAMASS1.txt", "Output/Hams_format/OEXFOR6.txt"]
    assert names(tmp_path) == [*expected, "Output/Wamit_format/Buoy.hst"]
    assert names(tmp_path, tmp_path / "Input/ControlFile.in") == names(tmp_path)
    for table in ("OAMASS1", "OEXFOR6"):
        (tmp_path / "Output/Hams_format" / f"{table}.txt").unlink()
    wamit = ["Output/Wamit_format/Buoy.1", "Output/Wamit_format/Buoy.hst"]
    assert names(tmp_path) == [*expected[:2], *wamit]


def test_other_folders_are_their_files(tmp_path: Path) -> None:
    touched(tmp_path / "aqwa", "a.AH1", "a.LIS", "b.LIS", "a.DAT")
    assert names(tmp_path / "aqwa") == ["a.AH1", "a.LIS"]
    touched(tmp_path / "wamit", "spar.1", "spar.3", "spar.hst", "spar.gdf")
    assert names(tmp_path / "wamit") == ["spar.1", "spar.3", "spar.hst"]
    touched(tmp_path / "rao", "AddedMass_11.rao", "Excitation_1.rao", "a.hst", "a.mcn")
    assert names(tmp_path / "rao") == ["AddedMass_11.rao", "Excitation_1.rao", "a.hst"]
    touched(tmp_path / "two", "a.h5", "b.h5")
    with pytest.raises(
        raftup.RaftupError, match=r"must hold one database .* holds a.h5, b.h5: name"
    ):
        database_files([tmp_path / "two"])
    (tmp_path / "none").mkdir()
    with pytest.raises(raftup.RaftupError, match="holds none"):
        database_files([tmp_path / "none"])


def test_samples_of_nemoh_and_aqwa_are_imported(tmp_path: Path) -> None:
    (sample,) = reference("readers/nemoh2_rm3/Nemoh.cal")
    with pytest.raises(raftup.RaftupError, match=r"body2 heave at 2\.42 rad/s"):  # an irregular one
        read_database([sample.parent])
    accepted = ImportOptions(accepted_checks=["haskind"])
    report = import_database([sample.parent], tmp_path / "rm3.h5", options=accepted)
    assert report.source_format == "nemoh"
    assert report.frequency_count == 26
    assert len(report.body_names) == 2
    (control,) = reference("readers/hams_spar/Input/ControlFile.in")
    with_volume = ImportOptions(displaced_volumes=[8029.0], accepted_checks=["all"])
    spar, _ = read_database([control.parent.parent], options=with_volume)
    assert (spar.source_format, spar.frequency_count) == ("hams", 2)
    raos = control.parents[1] / "Output" / "Hydrostar_format"
    with_volume = replace(with_volume, centers_of_gravity=[(0.0, 0.0, 0.0)])
    assert read_database([raos], options=with_volume)[0].source_format == "hydrostar"
    assert "external_matrix_left_out" in {finding.name for finding in spar.findings}
    (cylinder,) = reference("readers/aqwa/cylinder.AH1")
    found, _ = read_database([cylinder, cylinder.with_suffix(".LIS")])
    assert found.source_format == "aqwa"
    assert found.wave_direction_count == 2
