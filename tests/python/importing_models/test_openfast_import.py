"""Models from main files of OpenFAST."""

import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import DATABASES, reference

import raftup
from importing_models.dropping import silent_lines, texts
from importing_models.test_moordyn_import import LINES
from raftup.importing_models import (
    ImportedModel,
    ImportModelOptions,
    Severity,
    import_model,
    write_imported,
)

FST = """\
------- OpenFAST INPUT FILE -------------------------------------------
a hemisphere with a tower
10   TMax    - run time (s)
0.05  DT     - time step (s)
1  CompElast - structure
0  CompInflow - wind
0  CompAero  - air
0  CompServo - control
1  CompSeaSt - sea
1  CompHydro - water
0  CompSub   - substructure
3  CompMooring - lines
0  CompIce   - ice
9.81 Gravity - (m/s^2)
1025 WtrDens - (kg/m^3)
100 WtrDpth  - (m)
0  MSL2SWL   - (m)
"elasto.dat" EDFile - structure
"sea.dat" SeaStFile - sea
"hydro.dat" HydroFile - water
"lines.txt" MooringFile - lines
"""
ELASTO = """\
------- ELASTODYN INPUT FILE -------------------------------------------
a tower of 1000 kg/m on a platform
False FlapDOF1 - blades
True PtfmSgDOF - surge
True PtfmSwDOF - sway
True PtfmHvDOF - heave
True PtfmRDOF - roll
True PtfmPDOF - pitch
False PtfmYDOF - yaw
2 PtfmSurge - (m)
0 PtfmSway - (m)
0 PtfmHeave - (m)
0 PtfmRoll - (deg)
3 PtfmPitch - (deg)
0 PtfmYaw - (deg)
1 NumBl - blades
11 TipRad - (m)
1 HubRad - (m)
-2 OverHang - (m)
1 NacCMxn - (m)
0 NacCMyn - (m)
2 NacCMzn - (m)
3 Twr2Shft - (m)
0 ShftTilt - (deg)
30 TowerHt - (m)
10 TowerBsHt - (m)
0 PtfmCMxt - (m)
0 PtfmCMyt - (m)
-2 PtfmCMzt - (m)
-2 PtfmRefzt - (m)
0 TipMass(1) - (kg)
500 HubMass - (kg)
4000 NacMass - (kg)
9000 NacYIner - (kg m^2)
0 YawBrMass - (kg)
2.0e5 PtfmMass - (kg)
2e6 PtfmRIner - (kg m^2)
2.1e6 PtfmPIner - (kg m^2)
3e6 PtfmYIner - (kg m^2)
1e4 PtfmXZIner - (kg m^2)
"blade.dat" BldFile(1) - blades
"tower.dat" TwrFile - tower
              OutList - channels
"PtfmSurge"
END of channels
"""
TOWER = """\
------- TOWER ----------------------------------------------------------
uniform
2 NTwInpSt - stations
1 AdjTwMa - factor
HtFract TMassDen TwFAStif
(-) (kg/m) (Nm^2)
0 1000 1e9
1 1000 1e9
"""
BLADE = """\
------- BLADE ----------------------------------------------------------
tapered
2 NBlInpSt - stations
1 AdjBlMs - factor
BlFract PitchAxis StrcTwst BMassDen
(-) (-) (deg) (kg/m)
0 0 0 100
1 0 0 0
"""
SEA = """\
------- SEASTATE ---------------------------------------------------------
irregular waves and a current
"DEFAULT" WtrDens - (kg/m^3)
"DEFAULT" WtrDpth - (m)
2 WaveMod - kind
0 WaveStMod - stretching
600 WaveTMax - (s)
0.25 WaveDT - (s)
2.0 WaveHs - (m)
8.0 WaveTp - (s)
"DEFAULT" WavePkShp - (-)
0.3 WvLowCOff - (rad/s)
2.0 WvHiCOff - (rad/s)
45 WaveDir - (deg)
0 WaveDirMod - spreading
7 WaveSeed(1) - seed
"RANLUX" WaveSeed(2) - generator
False WvDiffQTF - second order
1 CurrMod - current
0.7 CurrSSV0 - (m/s)
0 CurrSSDir - (deg)
10 CurrNSRef - (m)
0.2 CurrNSV0 - (m/s)
0 CurrNSDir - (deg)
0.1 CurrDIV - (m/s)
0 CurrDIDir - (deg)
"""
ROW = "0 0 0 0 0 0\n"
HYDRO = f"""\
------- HYDRODYN ---------------------------------------------------------
a hemisphere with a heave plate
1 PotMod - potential flow
1 ExctnMod - excitation
2 ExctnDisp - where
0.02 ExctnCutOff - (Hz)
1 RdtnMod - memory
30 RdtnTMax - (s)
1 NBody - bodies
"hemisphere" PotFile - WAMIT
1 WAMITULEN - (m)
0 PtfmRefxt - (m)
0 PtfmRefyt - (m)
-2 PtfmRefzt - (m)
0 PtfmRefztRot - (deg)
259.358 PtfmVol0 - (m^3)
0 PtfmCOBxt - (m)
0 PtfmCOByt - (m)
0 MnDrift - drift
0 NewmanApp - drift
0 DiffQTF - drift
0 SumQTF - sums
0 AddF0 - (N)
0
0
0
0
0
1e4 0 0 0 0 0 AddCLin - (N/m)
{ROW * 5}{ROW.rstrip()} AddBLin - (N s/m)
{ROW * 5}1 NAxCoef - coefficients
AxCoefID AxCd AxCa
(-) (-) (-)
1 0.5 0.0
2 NJoints - joints
JointID Jointxi Jointyi Jointzi JointAxID JointOvrlp
(-) (m) (m) (m) (-) (-)
1 0 0 -6 1 0
2 0 0 -7 1 0
2 NPropSets - sections
PropSetID PropD PropThck
(-) (m) (m)
1 4 0.01
2 2 0.01
SimplCd SimplCdMG SimplCa SimplAxCd
(-) (-) (-) (-)
1.1 0 1.0 0.1
1 NMembers - members
MemberID MJointID1 MJointID2 MPropSetID1 MPropSetID2 MDivSize MCoefMod MHstLMod PropPot
(-) (-) (-) (-) (-) (m) (-) (-) (flag)
1 1 2 1 1 0.5 1 1 TRUE
"""
TEXTS = {
    "buoy.fst": FST,
    "elasto.dat": ELASTO,
    "tower.dat": TOWER,
    "blade.dat": BLADE,
    "sea.dat": SEA,
    "hydro.dat": HYDRO,
    "lines.txt": LINES,
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A main file with all files that it names, except those of WAMIT."""
    folder = tmp_path / "source"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    return folder / "buoy.fst"


def imported(source: Path, **options: Any) -> ImportedModel:
    out = source.parent.parent / "model.yaml"
    options = {"databases": [DATABASES / "hemisphere.h5"]} | options
    read = import_model(source, out, ImportModelOptions(**options))
    if not read.is_refused:
        write_imported(read, out)
    return read


def changed(source: Path, file: str, old: str, new: str, **options: Any) -> ImportedModel:
    text = (source.parent / file).read_text()
    assert old in text
    (source.parent / file).write_text(text.replace(old, new, 1))
    return imported(source, **options)


def test_rm1_has_the_values_of_its_files(tmp_path: Path) -> None:
    names = ("ElastoDyn", "HydroDyn", "MoorDyn")
    folder = "readers/models/openfast_rm1"
    files = [f"{folder}/MHK_RM1_Floating_{name}.dat" for name in names]
    for file in reference(*files, f"{folder}/SeaState.dat"):
        shutil.copy(file, tmp_path)
    main = FST.replace("elasto.dat", f"{Path(files[0]).name}").replace("100 WtrDpth", "50 WtrDpth")
    main = main.replace("hydro.dat", Path(files[1]).name).replace("lines.txt", Path(files[2]).name)
    (tmp_path / "rm1.fst").write_text(main.replace("sea.dat", "SeaState.dat"))
    read = import_model(tmp_path / "rm1.fst", tmp_path / "model.yaml")
    (body,) = read.document["bodies"]
    assert (body["mass"], body["center_of_mass"]) == (2525214.0, [0.0, 0.0, -6.09])
    assert list(body["inertia"].values()) == [195242474.0, 919435755.0, 1053535885.0]
    assert body["position"] == [20.0, 0.0, 0.0]
    wave = read.document["environment"]["sea"]["waves"][0]["regular"]
    assert (wave["amplitude"], wave["period"]) == (1.0, 6.75)
    assert len(read.document["loads"][0]["morison"]["elements"]) == 20
    lost = texts(read, Severity.LEFT_OUT)
    assert any("NacMass = 40100" in text for text in lost)
    (buoyancy,) = (text for text in texts(read, Severity.DIFFERS) if "rho V - m" in text)
    assert f"{1025 * 2671.85 - 2525214:.0f} kg" in buoyancy
    assert all("turbine" in text or "PotFile" in text for text in lost)


def test_a_platform_has_the_values_of_its_files_and_runs(
    client: raftup.Client, source: Path
) -> None:
    model = imported(source).document
    (body,) = model["bodies"]
    assert body["inertia"] == {"xx": 2e6, "yy": 2.1e6, "zz": 3e6, "xz": 1e4}
    assert body["free"] == [True] * 5 + [False]
    # turned by 3 deg about the reference point, 2 m below the origin of the model frame
    angle = math.radians(3.0)
    expected = [2.0 + 2.0 * math.sin(angle), 0.0, -2.0 + 2.0 * math.cos(angle)]
    assert body["position"] == pytest.approx(expected)
    (group,) = model["hydrodynamics"]
    assert group["excitation"]["low_frequency_cutoff"] == pytest.approx(0.04 * math.pi)
    assert group["radiation"] == {"memory": "convolution", "kernel_duration": 30.0}
    wave = model["environment"]["sea"]["waves"][0]["irregular"]
    assert wave["jonswap"]["peak_enhancement"] == 1.0  # Tp/sqrt(Hs) above 5
    assert wave["component_count"] == round(1.7 * 600 / (2 * math.pi))
    current = model["environment"]["current"]
    at_5_m = current["speed"][current["depth"].index(5.0)]
    assert at_5_m == pytest.approx(0.7 * 0.95 ** (1 / 7) + 0.1 + 0.1)
    additional, members, mooring = model["loads"]
    (element,) = members["morison"]["elements"]
    assert (element["diameter"], element["segment_count"]) == (4.0, 2)
    assert element["end1"] == {"drag_coefficient": 0.5}
    assert mooring["name"] == "mooring"
    # a spring at the still water, 2 m above the center of mass: also a moment 2e4 N/rad
    stiffness = np.reshape(additional["linear_mooring"]["stiffness"], (6, 6))
    assert stiffness[0, 0] == 1e4
    assert stiffness[0, 4] == pytest.approx(2e4)
    assert stiffness[4, 4] == pytest.approx(4e4)
    result = raftup.run(source.parent.parent / "model.yaml", client)
    assert float(np.abs(result.displacement.values).max()) > 0.01


def test_decks_before_version_3_have_gravity_and_waves_elsewhere(source: Path) -> None:
    new = imported(source).document
    folder = source.parent
    (folder / "buoy.fst").write_text(
        FST.replace("9.81 Gravity - (m/s^2)\n", "")
        .replace("1025 WtrDens - (kg/m^3)\n", "")
        .replace("100 WtrDpth  - (m)\n", "")
        .replace('"sea.dat" SeaStFile - sea\n', "")
    )
    (folder / "elasto.dat").write_text(ELASTO + "9.81 Gravity - (m/s^2)\n")
    sea = "\n".join(SEA.splitlines()[4:]).replace('"RANLUX"', "RANLUX")
    water = "1025 WtrDens - (kg/m^3)\n100 WtrDpth - (m)\n"
    head, _, rest = HYDRO.partition("1 PotMod")
    (folder / "hydro.dat").write_text(f"{head}{water}{sea}\n1 PotMod{rest}")
    assert imported(source).document == new


def test_files_of_wamit_become_the_database(client: raftup.Client, source: Path) -> None:
    for file in reference(*(f"own/wamit/hemisphere.{s}" for s in ("1", "3", "hst"))):
        shutil.copy(file, source.parent)
    read = imported(source, databases=[])
    assert read.document["hydrodynamics"][0]["database"] == "model.h5"
    assert list(read.files) == ["model.h5"]
    result = raftup.run(source.parent.parent / "model.yaml", client)
    reference_run = imported(source)
    assert reference_run.files == {}
    other = raftup.run(source.parent.parent / "model.yaml", client)
    # the text files have no kernel of their own, which .h5 has: .2 % of a drift of 2 m
    np.testing.assert_allclose(result.displacement, other.displacement, atol=5e-3)


def test_a_rigid_turbine_adds_its_masses(source: Path) -> None:
    read = imported(source, rigid_turbine=True)
    (body,) = read.document["bodies"]
    tower, nacelle, rotor = 20e3, 4000.0, 500.0 + 100.0 * 10.0 / 2.0
    masses = np.array([2e5, tower, nacelle, rotor])
    heights = np.array([-2.0, 20.0, 32.0, 33.0])
    along = np.array([0.0, 0.0, 1.0, -2.0])
    total = masses.sum()
    center = [masses @ along / total, 0.0, masses @ heights / total]
    assert body["mass"] == pytest.approx(total)
    assert body["center_of_mass"] == pytest.approx(center)
    arms = (heights - center[2]) ** 2 + (along - center[0]) ** 2
    # the tower by the trapezoidal rule over its two stations: m (L/2)^2
    own = 2.1e6 + tower * 10.0**2
    assert body["inertia"]["yy"] == pytest.approx(own + masses @ arms)
    assert any("rotor of 1000 kg" in text for text in texts(read, Severity.DIFFERS))


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "buoy.fst",
            "0  CompSub",
            "1  CompSub",
            "buoy.fst:11: CompSub = 1: the flexible structure",
        ),
        ("buoy.fst", '"sea.dat"', '"none.dat"', "buoy.fst:19: the file 'none.dat' must be a file"),
        ("buoy.fst", "0  MSL2SWL", "1  MSL2SWL", "MSL2SWL = 1: must be 0 with potential flow"),
        ("hydro.dat", "1 PotMod", "0 PotMod", "hydro.dat:3: PotMod = 0: only PotMod 1"),
        ("hydro.dat", "1 NBody", "2 NBody", "hydro.dat:9: NBody = 2: one body can be imported"),
        ("hydro.dat", "1 1 2 1 1 0.5", "1 1 9 1 1 0.5", "MemberID 1: no jointid 9"),
        ("hydro.dat", "2 NJoints", "3 NJoints", "must be a row of the table of JointID"),
        ("hydro.dat", "(-) (m) (m)\n1 4", "1 4", "must be the row of units"),
        ("hydro.dat", "1e4 0 0 0 0 0 AddCLin", "1e4 0 0 AddCLin", "AddCLin must have 6 numbers"),
        ("sea.dat", "2 WaveMod", "6 WaveMod", "WaveMod = 6: wave kinematics from files"),
        ("sea.dat", "8.0 WaveTp", "x WaveTp", "must have wavetp"),
        ("elasto.dat", "2.0e5 PtfmMass", "0 PtfmMass", "PtfmMass must be above 0 kg, is 0"),
        ("elasto.dat", "0 PtfmSway", "0 PtfmSurge", "must not give PtfmSurge twice"),
    ],
)
def test_what_would_be_wrong_is_refused_with_its_line(
    file: str, old: str, new: str, said: str, source: Path
) -> None:
    reasons = texts(changed(source, file, old, new), Severity.REFUSED)
    assert len(reasons) == 1
    assert said in reasons[0]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("buoy.fst", "0  CompAero", "2  CompAero", "CompAero = 2: aerodynamics"),
        ("buoy.fst", "3  CompMooring", "1  CompMooring", "CompMooring = 1: lines of MAP"),
        ("sea.dat", "2 WaveMod", "3 WaveMod", "WaveMod = 3: white noise; the water is still"),
        ("hydro.dat", "0.5 1 1 TRUE", "0.5 1 1 FALSE", "outside the potential flow"),
        ("hydro.dat", "0 0 -6 1 0", "0 0 -6 1 1", "jointovrlp = 1: super members"),
    ],
)
def test_what_acts_and_has_no_counterpart_is_left_out(
    file: str, old: str, new: str, said: str, source: Path
) -> None:
    assert any(said in text for text in texts(changed(source, file, old, new), Severity.LEFT_OUT))


def test_what_is_added_is_left_out_by_name(source: Path) -> None:
    files = ("buoy.fst", "elasto.dat", "sea.dat", "hydro.dat")
    for file in files:
        lines = (source.parent / file).read_text().splitlines()
        added = [*lines[:5], "3 Wobble - a new field", *lines[5:]]
        (source.parent / file).write_text("\n".join(added))
    said = [text for text in texts(imported(source), Severity.LEFT_OUT) if "Wobble" in text]
    assert {text.partition(": ")[0] for text in said} == {f"{file}:6" for file in files}


def test_tapered_members_are_ten_cylinders(source: Path) -> None:
    read = changed(source, "hydro.dat", "1 1 2 1 1 0.5", "1 1 2 1 2 0.5")
    elements = read.document["loads"][1]["morison"]["elements"]
    assert [element["diameter"] for element in elements] == pytest.approx(np.linspace(3.9, 2.1, 10))
    assert any("tapered" in text for text in texts(read, Severity.DIFFERS))


def test_a_source_without_any_one_line_is_told_or_refused(source: Path, tmp_path: Path) -> None:
    files = [name for name in TEXTS if name != "lines.txt"]
    options = ImportModelOptions(rigid_turbine=True)
    silent = set(silent_lines(source, tmp_path / "source", files, options))
    titles = {line for text in TEXTS.values() for line in text.splitlines()[:2]}
    assert silent <= titles | {"", "END of channels"}
