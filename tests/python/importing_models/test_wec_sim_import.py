"""Models from input files of WEC-Sim."""

import io
import math
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest
from conftest import DATABASES, reference
from scipy.io import savemat

import raftup
from importing_models.dropping import imported_and_written as imported
from importing_models.dropping import silent_lines, stl_text, texts
from raftup.importing_models import (
    ImportedModel,
    ImportModelOptions,
    Severity,
    import_model,
    write_imported,
)
from raftup.importing_models.solid_mesh import solid_triangles

BUOY = """\
simu = simulationClass();
simu.simMechanicsFile = 'buoy.slx'; % the block diagram
simu.endTime = 20;
simu.rampTime = 5;
simu.dt = 0.05;
simu.rho = 1025;
simu.g = 9.80665;
simu.cicEndTime = 20;
waves = waveClass('irregular');
waves.height = 2;
waves.period = 8;
waves.spectrumType = 'JS';
waves.phaseSeed = 3;
waves.direction = [0 30];
waves.spread = [0.75 0.25];
waves.bem.count = 50;
cd = [0 0 1.3 0 0 0];
body(1) = bodyClass('hemisphere.h5');
body(1).mass = 2.6e5;
body(1).inertia = [2e6 2e6 2e6];
body(1).quadDrag.cd = cd;
body(1).quadDrag.area = [0 0 pi*5^2 ...
    0 0 0];
body(1).linearDamping(5,5) = 1e5;
body(1).initial.displacement = [0 0 0.5];
pto(1) = ptoClass('pto');
pto(1).damping = 2e5;
pto(1).stiffness = 1e4;
pto(1).location = [0 0 0];
pto(1).hardStops.upperLimitSpecify = 'on';
pto(1).hardStops.upperLimitBound = 3;
"""

BLOCK = """\
<Block BlockType="Reference" Name="{name}" SID="{sid}">
<P Name="SourceBlock">WECSim_Lib/{kind}</P>
<InstanceData><P Name="{parameter}">{label}</P></InstanceData>
</Block>
"""


def diagram(*, source: str = "1#lconn:1", kind: str = "Translational PTO") -> bytes:
    """A Simulink file of a buoy on a PTO to the global frame."""
    blocks = [
        ("Buoy", 2, "Rigid Body", "body", "body(1)"),
        ("Pump", 1, kind, "pto", "pto(1)"),
        ("Ground", 3, "Global Reference Frame", "waves", "waves"),
    ]
    text = "".join(
        BLOCK.format(name=name, sid=sid, kind=block, parameter=parameter, label=label)
        for name, sid, block, parameter, label in blocks
    )
    lines = [(source, "3#rconn:1"), ("1#rconn:1", "2#rconn:1")]
    text += "".join(
        f'<Line><P Name="Src">{one}</P><P Name="Dst">{other}</P></Line>\n' for one, other in lines
    )
    return archive(f"<System>\n{text}</System>\n".encode())


def archive(content: bytes, name: str = "simulink/systems/system_root.xml") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, content)
    return out.getvalue()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The input file of a buoy with its database and its block diagram."""
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "wecSimInputFile.m").write_text(BUOY)
    (folder / "buoy.slx").write_bytes(diagram())
    shutil.copy(DATABASES / "hemisphere.h5", folder)
    return folder / "wecSimInputFile.m"


def changed(source: Path, old: str, new: str) -> ImportedModel:
    assert old in BUOY
    source.write_text(BUOY.replace(old, new))
    return imported(source)


RM3 = "readers/models/wecsim_rm3/wecSimInputFile.m"


def test_rm3_has_the_values_of_its_input(tmp_path: Path) -> None:
    file, database = reference(RM3, "bemio/rm3.h5")
    read = import_model(file, tmp_path / "m.yaml", ImportModelOptions(databases=[database]))
    model = read.document
    assert [set(body) for body in model["bodies"]] == [{"name", "inertia"}] * 2  # no masses
    assert list(model["bodies"][0]["inertia"].values()) == [20907301, 21306090.66, 37085481.11]
    assert model["environment"]["sea"] == {
        "ramp_duration": 100.0,
        "waves": [{"regular": {"amplitude": 1.25, "period": 8.0, "direction_deg": 0.0}}],
    }
    assert model["integration"] == {"step": 0.1, "duration": 400.0}
    (group,) = model["hydrodynamics"]
    assert group["body_interaction"] is False
    assert group["excitation"] == {"at_body_position": False}
    constraint, pto = model["joints"]
    assert (constraint["type"], constraint["position"]) == ("planar", [0.0, 0.0, 0.0])
    assert (pto["type"], pto["body1"], pto["body2"]) == ("prismatic", "Float", "Spar_Plate")
    assert pto["drives"] == [{"spring_damper": {"damping": 1.2e6}}]
    assert any("memory none" in text for text in texts(read, Severity.TAKEN))
    (differs,) = texts(read, Severity.DIFFERS)
    assert "the symmetric part of its added mass" in differs
    assert read.count(Severity.ASSUMED) + read.count(Severity.LEFT_OUT) == 0


def test_rm3_without_its_diagram_has_two_assumed_joints(tmp_path: Path) -> None:
    file, database = reference(RM3, "bemio/rm3.h5")
    alone = tmp_path / "wecSimInputFile.m"
    shutil.copy(file, alone)
    read = import_model(alone, tmp_path / "m.yaml", ImportModelOptions(databases=[database]))
    assert [text.split(": ")[1] for text in texts(read, Severity.ASSUMED)] == [
        "constraint(1) is Floating (3DOF) of the world and body(2)",
        "pto(1) is Translational of body(1) and body(2)",
    ]
    assert [joint["type"] for joint in read.document["joints"]] == ["planar", "prismatic"]


def test_rm3_imported_and_written_by_hand_are_the_same_to_the_bit(
    client: raftup.Client, tmp_path: Path
) -> None:
    file, database = reference(RM3, "bemio/rm3.h5")
    out = tmp_path / "m.yaml"
    read = import_model(file, out, ImportModelOptions(databases=[database]))
    write_imported(read, out)
    by_hand = {
        "environment": {
            "gravity": 9.81,
            "water_density": 1000,
            "sea": {"ramp_duration": 100, "waves": [{"regular": {"amplitude": 1.25, "period": 8}}]},
        },
        "bodies": [
            {"name": "Float", "inertia": {"xx": 20907301, "yy": 21306090.66, "zz": 37085481.11}},
            {
                "name": "Spar_Plate",
                "inertia": {"xx": 94419614.57, "yy": 94407091.24, "zz": 28542224.82},
            },
        ],
        "hydrodynamics": [
            {
                "name": "water",
                "database": str(database),
                "bodies": [
                    {"body": "Float", "database_body": "float"},
                    {"body": "Spar_Plate", "database_body": "spar"},
                ],
                "body_interaction": False,
                "allow_asymmetric": True,
                "excitation": {"at_body_position": False},
                "radiation": {"memory": "constant", "frequency": 2 * math.pi / 8},
            }
        ],
        "joints": [
            {"name": "c", "type": "planar", "body1": "Spar_Plate", "axis": [0, 1, 0]},
            {
                "name": "p",
                "type": "prismatic",
                "body1": "Float",
                "body2": "Spar_Plate",
                "drives": [{"spring_damper": {"damping": 1.2e6}}],
            },
        ],
        "integration": {"step": 0.1, "duration": 10},
    }
    one = raftup.run(out, client, {"integration.duration": 10.0})
    other = raftup.run(by_hand, client)
    np.testing.assert_array_equal(one.displacement.values, other.displacement.values)
    assert float(np.abs(one.displacement.values).max()) > 0.0


def test_a_buoy_has_the_values_of_its_input_and_runs(client: raftup.Client, source: Path) -> None:
    read = imported(source)
    model = read.document
    waves = [system["irregular"] for system in model["environment"]["sea"]["waves"]]
    heights = [wave["jonswap"]["significant_wave_height"] for wave in waves]
    assert heights == pytest.approx([2.0 * math.sqrt(0.75), 2.0 * math.sqrt(0.25)])
    assert [wave["direction_deg"] for wave in waves] == [0.0, 30.0]
    # WEC-Sim's gamma beyond Tp/sqrt(Hs) = 5
    assert waves[0]["jonswap"]["peak_enhancement"] == 1.0
    assert {wave["component_count"] for wave in waves} == {50}
    entry = model["hydrodynamics"][0]["bodies"][0]
    assert entry["quadratic_damping"][2] == pytest.approx(0.5 * 1025 * 1.3 * math.pi * 25)
    assert entry["linear_damping"][4 * 6 + 4] == 1e5
    assert model["bodies"][0]["position"] == pytest.approx([0.0, 0.0, -2.0 + 0.5])
    (joint,) = model["joints"]
    assert (joint["name"], joint["body1"], "body2" in joint) == ("pto", "Buoy", False)
    assert joint["drives"][1] == {"range": {"minimum": -1e6, "maximum": 3.0}}
    result = raftup.run(source.parent.parent / "model.yaml", client)
    assert float(np.abs(result.displacement.values).max()) > 0.01


def test_names_before_version_5_mean_the_same(source: Path) -> None:
    new = imported(source).document
    older = {
        "cicEndTime": "CITime",
        "waves.height": "waves.H",
        "waves.period": "waves.T",
        "waves.direction": "waves.waveDir",
        "waves.spread": "waves.waveSpread",
        "body(1).inertia": "body(1).momOfInertia",
        "quadDrag.cd": "viscDrag.cd",
        "quadDrag.area": "viscDrag.characteristicArea",
        "pto(1).damping": "pto(1).c",
        "pto(1).stiffness": "pto(1).k",
        "pto(1).location": "pto(1).loc",
    }
    text = BUOY
    for name, old in older.items():
        assert name in text
        text = text.replace(name, old)
    source.write_text(text)
    assert imported(source).document == new


def test_nonlinear_hulls_are_moved_from_their_center_of_gravity(
    client: raftup.Client, source: Path
) -> None:
    # half a ball of 5 m below the still water, and as much above, with its origin at (0, 0, -2)
    triangles = solid_triangles("sphere", {"radius": 5.0}) - [0.0, 0.0, -2.0]
    (source.parent / "ball.stl").write_text(stl_text(triangles))
    text = BUOY.replace("body(1).mass = 2.6e5;", "body(1).mass = 'equilibrium';")
    text += "body(1).geometryFile = 'ball.stl';\nbody(1).nonlinearHydro = 2;\n"
    source.write_text(text)
    read = imported(source)
    entry = read.document["hydrodynamics"][0]["bodies"][0]
    assert (entry["mesh"], entry["hydrostatics"]) == ("model_Buoy.obj", {"mode": "nonlinear"})
    assert entry["froude_krylov"] == {"mode": "nonlinear"}
    heights = [
        float(line.split()[3])
        for line in read.files["model_Buoy.obj"].decode().splitlines()
        if line.startswith("v ")
    ]
    assert (min(heights), max(heights)) == pytest.approx((-5.0, 5.0))
    overrides = {"integration.duration": 10.0}
    result = raftup.run(source.parent.parent / "model.yaml", client, overrides)
    assert np.isfinite(result.displacement.values).all()
    source.write_text(text.replace("'ball.stl'", "'none.stl'"))
    assert "the file 'none.stl' must be a file" in texts(imported(source), Severity.REFUSED)[0]


def test_a_fixed_body_needs_no_inertia(source: Path) -> None:
    text = BUOY.replace("body(1).mass = 2.6e5;", "body(1).mass = 'fixed';")
    source.write_text(text.replace("body(1).inertia = [2e6 2e6 2e6];\n", ""))
    read = imported(source)
    (body,) = read.document["bodies"]
    assert (body["motion"], "inertia" in body) == ("static", False)
    assert "joints" not in read.document  # its PTO joins nothing that moves
    assert any("between bodies that stand still" in text for text in texts(read, Severity.TAKEN))


def test_diagrams_of_older_releases_say_the_same(source: Path) -> None:
    new = imported(source).document
    with zipfile.ZipFile(io.BytesIO(diagram())) as file:
        system = file.read("simulink/systems/system_root.xml")
    older = b"<ModelInformation><Model>" + system + b"</Model></ModelInformation>"
    (source.parent / "buoy.slx").write_bytes(archive(older, "simulink/blockdiagram.xml"))
    assert imported(source).document == new


def test_joints_of_the_user_replace_the_diagram(source: Path, tmp_path: Path) -> None:
    joints = tmp_path / "joints.yaml"
    joints.write_text("pto(1): {type: Rotational, bodies: [1]}\n")
    (joint,) = imported(source, joints=joints).document["joints"]
    assert (joint["type"], joint["axis"], joint["body1"]) == ("hinge", [0.0, 1.0, 0.0], "body1")
    joints.write_text("pto(1): {type: Rotational, bodies: [1], side: 2}\n")
    assert "pto(1).side must be type" in texts(imported(source, joints=joints), Severity.REFUSED)[0]


def test_spectra_and_elevations_come_from_files(client: raftup.Client, source: Path) -> None:
    frequency = np.linspace(0.05, 0.3, 26)
    density = np.exp(-(((frequency - 0.12) / 0.03) ** 2))
    savemat(source.parent / "sea.mat", {"spectrum": np.column_stack([frequency, density])})
    text = BUOY.replace("'irregular'", "'spectrumImport'")
    for line in ("waves.height = 2;", "waves.period = 8;", "waves.spectrumType = 'JS';"):
        text = text.replace(line + "\n", "")
    source.write_text(text + "waves.spectrumFile = 'sea.mat';\n")
    wave = imported(source).document["environment"]["sea"]["waves"][0]["irregular"]
    spectrum = wave["tabulated"]
    variance = np.trapezoid(spectrum["density"], spectrum["omega"])
    assert variance == pytest.approx(0.75 * np.trapezoid(density, frequency))
    client.check_model(source.parent.parent / "model.yaml")

    time = np.arange(0.0, 60.0, 0.5)
    np.savetxt(source.parent / "eta.txt", np.column_stack([time, np.sin(0.8 * time)]))
    kept = [line for line in BUOY.splitlines() if not line.startswith("waves")]
    more = "waves = waveClass('elevationImport');\nwaves.elevationFile = 'eta.txt';"
    source.write_text("\n".join([*kept, more]))
    read = imported(source)
    assert read.document["environment"]["sea"]["waves"][0]["elevation"]["file"] in read.files
    client.check_model(source.parent.parent / "model.yaml")


def test_moorings_are_matrices_or_lines_of_moordyn(client: raftup.Client, source: Path) -> None:
    kept = "\n".join(
        line for line in BUOY.splitlines() if not line.startswith(("pto", "simu.simM"))
    )
    matrix = (
        "mooring(1) = mooringClass('m');\nmooring(1).matrix.stiffness = zeros(6,6);\n"
        "mooring(1).matrix.stiffness(1,1) = 2e5;\nmooring(1).matrix.preTension = zeros(1,6);\n"
    )
    source.write_text(f"{kept}\n{matrix}")
    (load,) = imported(source).document["loads"]
    assert load["linear_mooring"]["stiffness"][0] == 2e5
    client.check_model(source.parent.parent / "model.yaml")


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("body(1).mass = 2.6e5;", "for k = 1:2", 19, "loops, conditions and calls"),
        ("body(1).mass = 2.6e5;", "body(1).mass = f(2);", 19, "the call of f is not executed"),
        ("body(1).mass = 2.6e5;", "load('x.mat')", 19, "must be an assignment of constants"),
        ("body(1).mass = 2.6e5;", "body(1).mass = system('ls');", 19, "system is not executed"),
        ("waves.period = 8;", "waves.period = 0;", 11, "must be above 0 s, is 0"),
        ("body(1) = ", "body(2) = ", 19, "body(1) must be created by its class"),
        ("pto(1) = ", "pto(1).damping = ", 26, "the call of ptoClass is not executed"),
        ("simu.dt = 0.05;", "simu.dt = 1/0;", 5, "must be an assignment of constants"),
        ("simu.rho = 1025;", "simu.rho = " + "(" * 80 + "1;", 6, "must be an assignment"),
    ],
)
def test_what_is_no_constant_is_refused_with_its_line(
    old: str, new: str, line: int, said: str, source: Path
) -> None:
    reasons = texts(changed(source, old, new), Severity.REFUSED)
    assert len(reasons) == 1
    assert reasons[0].startswith(f"wecSimInputFile.m:{line}: ")
    assert said in reasons[0]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no archive", "must be a Simulink file"),
        (diagram()[:-40], "must be a Simulink file"),
        (archive(b"<System/>", "other.xml"), "must hold simulink/systems/system_root.xml or"),
        (archive(b"<Model/>"), "must have an element System"),
        (archive(b" " * (33 * 1024 * 1024)), "must have at most 33554432 bytes of blocks"),
        (archive(b"<System>"), "must be XML"),
        (archive(b'<!DOCTYPE a [<!ENTITY b "c">]><System/>'), "must have no document type"),
        (archive(b"<a>" * 200), "must be at most 100 elements deep"),
        (diagram(source="9#lconn:1"), "must connect two bodies, or a body and the world"),
        (diagram(kind="Actuation Motion PTO"), "the block Actuation Motion PTO has no counterpart"),
    ],
)
def test_a_broken_diagram_is_refused(content: bytes, said: str, source: Path) -> None:
    (source.parent / "buoy.slx").write_bytes(content)
    assert said in texts(imported(source), Severity.REFUSED)[0]


@pytest.mark.parametrize(
    ("field", "name"),
    [
        ("simu.yawNonlin = 1;", "simu.yawNonlin = 1"),
        ("waves.current.speed = 1;", "waves(1).current.speed = 1"),
        ("body(1).morisonElement.option = 1;", "body(1).morisonElement.option = 1"),
        ("pto(1).pretension = 5;", "pto(1).pretension = 5"),
        ("cable(1) = cableClass('c');", "cable(1) = cableClass(...)"),
    ],
)
def test_what_is_added_is_left_out_by_name(field: str, name: str, source: Path) -> None:
    source.write_text(f"{BUOY}{field}\n")
    said = texts(imported(source), Severity.LEFT_OUT)
    assert said[0] == f"wecSimInputFile.m:32: {name}: no counterpart"


def test_a_source_without_any_one_line_is_told_or_refused(source: Path, tmp_path: Path) -> None:
    assert silent_lines(source, tmp_path / "source", ["wecSimInputFile.m"]) == [""]


def test_rm3_without_any_one_line_is_told_or_refused(tmp_path: Path) -> None:
    (file,) = reference(RM3)
    silent = silent_lines(file, tmp_path, ["wecSimInputFile.m"])
    assert [line for line in silent if line and not line.startswith("%")] == []
