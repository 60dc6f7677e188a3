"""Models from text data files of OrcaFlex."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from conftest import DATABASES, reference

import raftup
from importing_models.dropping import imported_and_written as imported
from importing_models.dropping import silent_lines, texts
from raftup.importing_models import (
    ImportedModel,
    ImportModelOptions,
    Severity,
    import_model,
    write_imported,
)

MODEL = """\
%YAML 1.1
---
General:
  UnitsSystem: SI
  StageDuration: [5, 10]
  ImplicitConstantTimeStep: 0.05
Environment:
  WaterDepth: 80
  Density: 1.025
  WaveTrains:
    - Name: Wave1
      WaveType: Dean stream
      WaveDirection: 90
      WaveHeight: 1.5
      WavePeriod: 7
  RefCurrentSpeed: 0.4
  RefCurrentDirection: 45
VesselTypes:
  - Name: Buoy
    Draughts:
      - Name: Light
        Mass: 100
        CentreOfMass: [0, 0, -1]
        MomentOfInertiaTensorX, MomentOfInertiaTensorY, MomentOfInertiaTensorZ:
          - [1, 0, 0]
          - [0, 1, 0]
          - [0, 0, 1]
      - Name: Full
        Mass: 265.842
        CentreOfMass: [0, 0, -2]
        MomentOfInertiaTensorX, MomentOfInertiaTensorY, MomentOfInertiaTensorZ:
          - [2.0e3, 0, 10]
          - [0, 2.1e3, 0]
          - [10, 0, 2.2e3]
        AMDMethod: Frequency dependent
LineTypes:
  - Name: Chain
    Category: General
    OD: 0.1
    MassPerUnitLength: 0.1
    EA: 400e3
    Cdx: 2.4
    Cdy: ~
    Cdz: 1.15
    Cax: 1
  - Name: Rope
    OD: 0.2
    MassPerUnitLength: 0.03
    EA: 14.07272e3
    EIx: 2
Vessels:
  - Name: The buoy
    VesselType: Buoy
    Draught: Full
    InitialPosition: [0, 0, 0]
    Orientation: [0, 0, 0]
    PrimaryMotion: Calculated (6 DOF)
    SuperimposedMotion: None
    IncludeWaveLoad1stOrder: Yes
    IncludeWaveDriftLoad2ndOrder: No
    IncludeWindLoad: No
Lines:
  - Name: Leg 1
    EndAConnection: Anchored
    EndAX, EndAY, EndAZ: [[200, 0, 2]]
    EndBConnection: The buoy
    EndBX, EndBY, EndBZ: [[5, 0, -1]]
    LineType, Length, TargetSegmentLength: [[Chain, 120, 8], [Rope, 95, 6]]
    PenColour: 7
Links:
  - Name: Spring
    LinkType: Spring/damper
    EndAConnection: Fixed
    EndAX, EndAY, EndAZ: [[-60, 0, 0]]
    EndBConnection: The buoy
    EndBX, EndBY, EndBZ: [[-5, 0, 0]]
    UnstretchedLength: 50
    Stiffness: 3
    Damping: 0.5
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A buoy on a leg and a spring."""
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "buoy.yml").write_text(f"\ufeff{MODEL}")
    shutil.copy(DATABASES / "hemisphere.h5", folder / "Buoy.h5")
    return folder / "buoy.yml"


def changed(source: Path, old: str, new: str) -> ImportedModel:
    assert old in MODEL
    source.write_text(MODEL.replace(old, new, 1))
    return imported(source)


def test_the_moored_hemisphere_has_the_values_of_its_file(
    client: raftup.Client, tmp_path: Path
) -> None:
    (source,) = reference("readers/models/orcaflex/moored_hemisphere.yml")
    out = tmp_path / "model.yaml"
    options = ImportModelOptions(databases=[DATABASES / "hemisphere.h5"])
    read = import_model(source, out, options)
    write_imported(read, out)
    line = read.document["loads"][0]["line"]
    (section,) = line["sections"]
    assert (section["mass_per_length"], section["axial_stiffness"]) == (200.0, 8.5e8)
    assert (section["length"], section["elements"]) == (260.0, 52)
    assert line["end_b"]["anchor"] == [250.0, 0.0, -60.0]
    environment = read.document["environment"]
    wave = environment["sea"]["waves"][0]["irregular"]
    assert (wave["jonswap"]["significant_wave_height"], wave["direction_deg"]) == (2.5, 180.0)
    assert environment["current"] == {"speed": [0.5], "direction_deg": [90.0]}
    (lost,) = texts(read, Severity.LEFT_OUT)
    assert "6DBuoys" in lost
    # waves that do not feel the bottom, since the database is that of deep water
    period = "environment.sea.waves[0].irregular.jonswap.peak_period"
    result = raftup.run(out, client, {"integration.duration": 10.0, period: 5.0})
    assert np.isfinite(result.displacement.values).all()


def test_a_buoy_has_the_values_of_its_draught_and_runs(client: raftup.Client, source: Path) -> None:
    model = imported(source).document
    (body,) = model["bodies"]
    assert (body["name"], body["mass"]) == ("The_buoy", 265842.0)
    assert body["center_of_mass"] == [0.0, 0.0, -2.0]
    assert body["inertia"] == {"xx": 2e6, "yy": 2.1e6, "zz": 2.2e6, "xz": 1e4}
    (wave,) = model["environment"]["sea"]["waves"]
    assert wave == {"regular": {"direction_deg": 90.0, "amplitude": 0.75, "period": 7.0}}
    assert model["environment"]["sea"]["ramp_duration"] == 5.0
    assert model["integration"] == {"step": 0.05, "duration": 15.0}
    leg, spring = model["loads"]
    line = leg["line"]
    assert line["end_a"] == {"body": "The_buoy", "point": [5.0, 0.0, -1.0]}
    assert line["end_b"] == {"anchor": [200.0, 0.0, -78.0]}  # 2 m above the bottom
    assert line["above_bottom"] is True
    # the line begins at the vessel: its sections in the other order
    rope, chain = line["sections"]
    assert (rope["axial_stiffness"], rope["bending_stiffness"]) == (14.07272e6, 2000.0)
    assert (rope["elements"], chain["elements"], chain["mass_per_length"]) == (16, 15, 100.0)
    link = spring["point_spring"]
    assert (link["stiffness"], link["damping"], link["rest_length"]) == (3000.0, 500.0, 50.0)
    assert (link["point1"], link["point2"]) == ([-5.0, 0.0, 0.0], [-60.0, 0.0, 0.0])
    result = raftup.run(source.parent.parent / "model.yaml", client)
    assert float(np.abs(result.displacement.values).max()) > 0.01


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("UnitsSystem: SI", "UnitsSystem: US", "buoy.yml:4: General.UnitsSystem = US must be SI"),
        ("WaveType: Dean stream", "WaveType: Torsethaugen", "must be JONSWAP, ISSC or one of"),
        ("EndAConnection: Anchored", "EndAConnection: Reel", "Lines[0].EndAConnection = Reel must"),
        ("[[Chain, 120, 8]", "[[Wire, 120, 8]", "no line type Wire in LineTypes"),
        ("[[Chain, 120, 8]", "[[Chain, 120]", "must have rows of 3"),
        ("Category: General", "Category: Homogeneous pipe", "that its wizard computes"),
        ("Draught: Full", "Draught: Empty", "no draught"),
        ("PrimaryMotion: Calculated (6 DOF)", "PrimaryMotion: Prescribed", "must be None or"),
        ("EA: 400e3", "EA: stiff", "LineTypes[0].EA must be a number, is stiff"),
        ("LinkType: Spring/damper", "LinkType: Gear", "must be Tether or Spring/damper"),
    ],
)
def test_what_would_be_wrong_is_refused_with_its_line(
    old: str, new: str, said: str, source: Path
) -> None:
    reasons = texts(changed(source, old, new), Severity.REFUSED)
    assert len(reasons) == 1
    assert said in reasons[0]


def test_what_acts_and_has_no_counterpart_is_left_out(source: Path) -> None:
    more = "Turbines: 3\nWinches:\n  - Name: W\nGeneral2: 1\n"
    source.write_text(MODEL.replace("IncludeWindLoad: No", "IncludeWindLoad: Yes") + more)
    said = texts(imported(source), Severity.LEFT_OUT)
    for name in ("IncludeWindLoad = Yes", "Turbines = 3", "Winches", "General2 = 1"):
        assert any(name in text for text in said), name


def test_the_draught_of_another_file_needs_a_database(source: Path) -> None:
    text = MODEL.replace("VesselTypes:", "OtherTypes:")
    source.write_text(text)
    assumed = texts(imported(source), Severity.ASSUMED)
    assert any("of a ball of its volume" in one for one in assumed)
    (source.parent / "Buoy.h5").unlink()
    lost = texts(imported(source), Severity.LEFT_OUT)
    assert any("mass and inertia are in another file" in one for one in lost)


def test_binary_files_are_refused_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "model.sim").write_bytes(b"\x00\x01Orca\x00" * 10)
    read = import_model(tmp_path / "model.sim", tmp_path / "model.yaml")
    assert "save .dat and .sim of OrcaFlex as .yml" in texts(read, Severity.REFUSED)[0]


def test_a_source_without_any_one_line_is_told_or_refused(source: Path, tmp_path: Path) -> None:
    silent = silent_lines(source, tmp_path / "source", ["buoy.yml"])
    assert set(silent) <= {"", "\ufeff%YAML 1.1", "---", "Cdy: ~"}
