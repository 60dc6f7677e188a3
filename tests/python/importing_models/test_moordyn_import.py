"""Models from input files of MoorDyn."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import command
from conftest import reference

import raftup
from importing_models.dropping import silent_lines, texts
from raftup.base.yaml12 import parse_yaml
from raftup.importing_models import ImportedModel, ImportModelOptions, Severity, import_model

LINES = """\
--- MoorDyn Input File ---
one line of two parts, in 100 m
--- LINE TYPES ---
Name Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx
(name) (m) (kg/m) (N) (N-s/-) (N-m^2) (-) (-) (-) (-)
chain 0.1 100 8e8 2e6 0 2.0 1.0 0.4 0.5
rope 0.2 40 1e8 -0.5 0 1.2 1.0 0.1 0
--- POINTS ---
ID Type X Y Z Mass Volume CdA Ca
(#) (-) (m) (m) (m) (kg) (m^3) (m^2) (-)
1 Fixed 300 0 -100 0 0 0 0
2 Free 150 0 -60 3000 1.5 0 0
3 Vessel 5 0 -10 0 0 0 0
--- LINES ---
ID LineType AttachA AttachB UnstrLen NumSegs Outputs
(#) (name) (#) (#) (m) (-) (-)
1 chain 1 2 160 16 p
2 rope 2 3 155 10 p
--- OPTIONS ---
100 WtrDpth
1e5 kBot
0.002 dtM
--- OUTPUTS ---
FairTen1
--- need this line ---
"""

FIRST_VERSION = """\
MoorDyn v1 input
---------------------- LINE DICTIONARY -----------------------
LineType Diam MassDenInAir EA BA/-zeta Can Cat Cdn Cdt
(-) (m) (kg/m) (N) (Pa-s/-) (-) (-) (-) (-)
main 0.144 126 583.376E6 -1.0 0.8 0.25 2.0 0.4
---------------------- NODE PROPERTIES -----------------------
Node Type X Y Z M V FX FY FZ CdA Ca
(-) (-) (m) (m) (m) (kg) (m^3) (kN) (kN) (kN) (m2) ()
1 Fix 400 0 -70 0 0 0 0 0 0 0
2 Vessel 5 0 -20 0 0 0 0 7 0 0
---------------------- LINE PROPERTIES -----------------------
Line LineType UnstrLen NumSegs NodeAnch NodeFair Flags/Outputs
(-) (-) (m) (-) (-) (-) (-)
1 main 410 20 1 2 p
---------------------- SOLVER OPTIONS ------------------------
70 WtrDpth
2 WaveKin
bottom.txt SeafloorFile
--------------------- need this line -------------------------
"""

DYNAMIC = ImportModelOptions(lines_as="dynamic_line")


def imported(text: str, folder: Path, options: ImportModelOptions | None = None) -> ImportedModel:
    source = folder / "lines.txt"
    source.write_text(text)
    return import_model(source, folder / "model.yaml", options)


def test_the_lines_of_oc3_have_the_values_of_the_file(tmp_path: Path) -> None:
    (source,) = reference("readers/models/moordyn/lines.txt")
    model = import_model(source, tmp_path / "model.yaml", DYNAMIC).document
    lines = [load["dynamic_line"] for load in model["loads"]]
    assert [line["point"] for line in lines] == [
        [5.2, 0.0, -70.0],
        [-2.6, 4.5, -70.0],
        [-2.6, -4.5, -70.0],
    ]
    for line in lines:
        assert math.hypot(*line["anchor"][:2]) == pytest.approx(853.87, abs=0.02)  # two decimals
        assert line["anchor"][2] == -320.0
        assert (line["length"], line["element_count"]) == (902.2, 20)
        assert (line["axial_stiffness"], line["mass_per_length"]) == (3.84243e8, 77.7066)
        assert (line["diameter"], line["drag"], line["added_mass"]) == (0.09, 1.6, 1.0)
        assert (line["axial_drag"], line["damping_ratio"]) == (0.1, 0.8)
    assert model["environment"] == {"water_depth": 320.0, "water_density": 1025.0}


def test_both_loads_of_oc3_run_and_pull_alike(client: raftup.Client, tmp_path: Path) -> None:
    (source,) = reference("readers/models/moordyn/lines.txt")
    tensions = []
    for name in ("mooring_system", "dynamic_line"):
        out = tmp_path / f"{name}.yaml"
        done = command("import-model", source, f"--as={name}", f"--out={out}", folder=tmp_path)
        assert done.returncode == 0, done.stderr
        result = raftup.run(out, client, {"integration.duration": 10.0})
        tensions.append(
            np.ravel([result[key].values[-1] for key in result if str(key).endswith("tension")])
        )
    # MoorDyn's tension is that in the middle of an element, ours that at the fairlead: 1 % apart
    np.testing.assert_allclose(tensions[0], tensions[1], rtol=0.012)


def test_lines_that_meet_in_a_free_point_are_segments_with_a_clump(tmp_path: Path) -> None:
    document = imported(LINES, tmp_path, DYNAMIC).document
    (load,) = document["loads"]
    line = load["dynamic_line"]
    assert (line["length"], line["mass_per_length"], line["clump_mass"]) == (155.0, 40.0, 3000.0)
    assert (line["clump_volume"], line["damping_ratio"]) == (1.5, 0.5)
    (segment,) = line["further_segments"]
    # BA = zeta l sqrt(EA m), with a segment of 10 m
    assert segment["damping_ratio"] == pytest.approx(2e6 / (10.0 * math.sqrt(8e8 * 100.0)))
    assert line["bottom_stiffness"] == 1e5


def test_version_1_is_written_in_the_layout_of_version_2(
    client: raftup.Client, tmp_path: Path
) -> None:
    read = imported(FIRST_VERSION, tmp_path)
    text = read.document["loads"][0]["mooring_system"]["input"]
    assert "main 0.144 126 583.376E6 -1.0 0 2.0 0.8 0.4 0.25" in text
    assert "1 main 1 2 410 20 -" in text
    assert texts(read, Severity.LEFT_OUT) == [
        "lines.txt:10: point 2 fz = 7: no counterpart",
        "lines.txt:17: option WaveKin = 2: the water around the lines is still",
        "lines.txt:18: option SeafloorFile = bottom.txt: no counterpart",
    ]
    client.check_model(read.document)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("2 Free 150", "2 Turbine1 150", "point 2 type = Turbine1 must be Fixed, Coupled or Free"),
        ("8e8", "chain.txt", "line type chain stiffness must be a number, is chain.txt"),
        ("1 chain 1 2", "1 chain 1 9", "line 1 second = 9 must be the ID of a point"),
        ("(name) (m) (kg/m)", "a 1 2", "must be the row of units"),
        ("2 rope 2 3 155 10 p", "2 rope 2 3 155 10 p\n3 rope 2 3 155 10 p", "joins 3"),
        ("100 WtrDpth", "100 WtrDpth\n90 WtrDpth", "must not give the option WtrDpth twice"),
    ],
)
def test_what_would_be_wrong_is_refused_with_its_line(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    read = imported(LINES.replace(old, new), tmp_path, DYNAMIC)
    assert read.is_refused
    assert read.document == {}
    (reason,) = texts(read, Severity.REFUSED)
    assert said in reason
    assert reason.startswith("lines.txt:")


def test_coupled_bodies_and_rods_are_refused_with_advice(tmp_path: Path) -> None:
    rods = "--- RODS ---\nID RodType Attach\n(#) (-) (-)\n1 pile Coupled 0 0 0\n--- POINTS ---"
    read = imported(LINES.replace("--- POINTS ---", rods), tmp_path)
    assert "Coupled points instead" in texts(read, Severity.REFUSED)[0]


def test_a_source_without_any_one_line_is_told_or_refused(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    source = tmp_path / "source" / "lines.txt"
    source.write_text(LINES)
    for name, options in (("text", None), ("loads", DYNAMIC)):
        (tmp_path / name).mkdir()
        silent = silent_lines(source, tmp_path / name, ["lines.txt"], options)
        assert set(silent) == {
            "--- MoorDyn Input File ---",
            "one line of two parts, in 100 m",
            "--- need this line ---",
            "",
        }


def test_what_is_added_to_a_source_is_told(tmp_path: Path) -> None:
    text = LINES.replace("1e5 kBot", "1e5 kBot\n3 Wobble").replace("CaAx\n", "CaAx Cl\n")
    text = text.replace("1.0 0.4 0.5", "1.0 0.4 0.5 0.8")
    read = imported(text.replace("--- OUTPUTS", "--- FAILURE ---\n1 2 3\n--- OUTPUTS"), tmp_path)
    assert texts(read, Severity.LEFT_OUT) == [
        "lines.txt:25: section FAILURE: 1 2 3",
        "lines.txt:6: line type chain cl = 0.8: no counterpart",
        "lines.txt:22: option Wobble = 3: no counterpart",
    ]


def outcome(folder: Path, *arguments: Any) -> tuple[int, bool]:
    done = command("import-model", *arguments, "--out=model.yaml", folder=folder)
    written = (folder / "model.yaml").exists()
    for file in folder.glob("model*"):
        file.unlink()
    assert "Traceback" not in done.stderr
    return done.returncode, written


def test_the_exit_code_tells_what_is_lost(tmp_path: Path) -> None:
    source = tmp_path / "lines.txt"
    source.write_text(LINES)
    assert outcome(tmp_path, source) == (0, True)
    assert outcome(tmp_path, source, "--strict") == (2, False)
    source.write_text(LINES.replace("1e5 kBot", "2 WaveKin"))
    assert outcome(tmp_path, source) == (3, True)
    source.write_text(LINES.replace("1 Fixed", "1 Turbine"))
    assert outcome(tmp_path, source) == (2, False)
    assert outcome(tmp_path, tmp_path / "none.txt") == (2, False)
    assert outcome(tmp_path, source, "--density=-1") == (2, False)


def test_the_findings_file_and_json_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text(LINES)
    done = command("import-model", "lines.txt", "--out=m.yaml", "--json", folder=tmp_path)
    said = json.loads(done.stdout)
    assert said.pop("file") == "m.yaml"
    assert said == parse_yaml((tmp_path / "m.findings.yaml").read_text())
    assert {
        "severity": "taken",
        "source": "lines.txt:20",
        "text": "option WtrDpth = 100",
        "path": "environment.water_depth",
    } in said["findings"]


def test_inspect_tells_the_findings_of_the_import(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text(LINES.replace("1e5 kBot", "2 WaveKin"))
    command("import-model", "lines.txt", "--as=dynamic_line", "--out=m.yaml", folder=tmp_path)
    said = command("inspect", "m.yaml", folder=tmp_path)
    assert said.returncode == 0, said.stderr
    _, _, rest = said.stdout.partition("findings of its import:")
    assert "left out: lines.txt:21: option WaveKin = 2" in rest
    assert "taken" not in rest
    document = json.loads(command("inspect", "m.yaml", "--json", folder=tmp_path).stdout)
    assert len(document["import_findings"]) == rest.strip().count("\n") + 1


def test_inspect_and_a_page_tell_what_an_import_would(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text(LINES.replace("1e5 kBot", "2 <WaveKin>"))
    said = command("inspect", "lines.txt", "--report=page.html", folder=tmp_path)
    assert said.returncode == 0, said.stderr
    assert "left out: lines.txt:21: option <WaveKin> = 2" in said.stdout
    assert "lines.txt: " in said.stdout.splitlines()[-1]
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["lines.txt", "page.html"]
    page = (tmp_path / "page.html").read_text()
    assert page.index("<h2>Left out (1)</h2>") < page.index("<h2>Taken (")
    assert "option &lt;WaveKin&gt; = 2" in page
    assert "environment.water_depth" in page
    assert "<script" not in page
    document = json.loads(command("inspect", "lines.txt", "--json", folder=tmp_path).stdout)
    done = command(
        "import-model", "lines.txt", "--out=m.yaml", "--report=r.html", "--json", folder=tmp_path
    )
    imported = json.loads(done.stdout)
    assert document["import"]["findings"] == imported["findings"]
    assert (tmp_path / "r.html").read_text() == page
    refused = command("inspect", "lines.txt", "--mesh=hull.stl", folder=tmp_path)
    assert refused.returncode == 2
    assert "--mesh applies to databases only" in refused.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x89HDF\r\n\x1a\n", "an HDF5 file is a hydrodynamic database"),
        (b"PK\x03\x04zip", "give the input file itself"),
        (b"hello", "is no model of a known program: known are"),
        (b"", "is no model of a known program"),
    ],
)
def test_other_files_are_refused_with_what_they_may_be(
    content: bytes, said: str, tmp_path: Path
) -> None:
    (tmp_path / "source").write_bytes(content)
    read = import_model(tmp_path / "source", tmp_path / "model.yaml")
    assert said in texts(read, Severity.REFUSED)[0]


def test_devices_and_large_files_are_refused(tmp_path: Path) -> None:
    read = import_model(Path("/dev/zero"), tmp_path / "model.yaml")
    assert "must be a file that exists" in texts(read, Severity.REFUSED)[0]
    with (tmp_path / "large").open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    read = import_model(tmp_path / "large", tmp_path / "model.yaml")
    assert "must have at most 33554432 bytes" in texts(read, Severity.REFUSED)[0]


def test_no_file_of_the_source_is_written_over(tmp_path: Path) -> None:
    source = tmp_path / "model.findings.yaml"
    source.write_text(LINES)
    for out in (source, tmp_path / "model.yaml"):
        read = import_model(source, out)
        assert (
            "belongs to the source: give another name by --out" in texts(read, Severity.REFUSED)[0]
        )
    assert not import_model(source, tmp_path / "other.yaml").is_refused


def test_an_option_without_use_is_refused(tmp_path: Path) -> None:
    read = imported(LINES, tmp_path, ImportModelOptions(databases=[tmp_path / "a.h5"]))
    assert "--database does not apply to MoorDyn" in texts(read, Severity.REFUSED)[0]
