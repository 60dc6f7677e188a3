"""Models from YAML files of xdyn."""

import math
import shutil
from pathlib import Path

import numpy as np
import pytest
from conftest import reference

import raftup
from importing_models.dropping import silent_lines, stl_text, texts
from raftup.importing_models import ImportedModel, Severity, import_model, write_imported
from raftup.importing_models.solid_mesh import solid_triangles

ZERO = "[0, 0, 0, 0, 0, 0]"
MODEL = """\
rotations convention: [psi, theta', phi'']
environmental constants:
    g: {value: 9.81, unit: m/s^2}
    rho: {value: 1000, unit: kg/m^3}
    nu: {value: 1.18e-6, unit: m^2/s}
environment models:
  - model: no wind
  - model: waves
    discretization:
        n: 32
        omega min: {value: 0.5, unit: rad/s}
        omega max: {value: 4, unit: rad/s}
        energy fraction: 1
        equal energy bins: false
    spectra:
      - model: airy
        depth: {value: 100, unit: m}
        seed of the random data generator: 2
        directional spreading:
            type: dirac
            waves propagating to: {value: 30, unit: deg}
        spectral density:
            type: jonswap
            Hs: {value: 0.2, unit: m}
            Tp: {value: 4, unit: s}
            gamma: 1.2
bodies:
  - name: cube
    mesh: cube.stl
    position of body frame relative to mesh:
        frame: mesh
        x: {value: 1, unit: m}
        y: {value: 0, unit: m}
        z: {value: 0.5, unit: m}
        phi: {value: 0, unit: rad}
        theta: {value: 0, unit: rad}
        psi: {value: 0, unit: rad}
    initial position of body frame relative to NED:
        frame: NED
        x: {value: 2, unit: m}
        y: {value: 3, unit: m}
        z: {value: 50, unit: cm}
        phi: {value: 10, unit: deg}
        theta: {value: 5, unit: deg}
        psi: {value: 90, unit: deg}
    initial velocity of body frame relative to NED:
        frame: cube
        u: {value: 2, unit: kt}
        v: {value: 0, unit: m/s}
        w: {value: 0, unit: m/s}
        p: {value: 0, unit: rad/s}
        q: {value: 0, unit: rad/s}
        r: {value: 0, unit: rad/s}
    dynamics:
        hydrodynamic forces calculation point in body frame:
            x: {value: 0, unit: m}
        centre of inertia:
            frame: cube
            x: {value: -1, unit: m}
            y: {value: 0.1, unit: m}
            z: {value: -0.2, unit: m}
        mass: {value: 4, unit: tonne}
        rigid body inertia matrix at the center of gravity and projected in the body frame:
            row 1: [4000, 0, 0, 0, 0, 0]
            row 2: [0, 4000, 0, 0, 0, 0]
            row 3: [0, 0, 4000, 0, 0, 0]
            row 4: [0, 0, 0, 2000, 50, 60]
            row 5: [0, 0, 0, 50, 3000, 70]
            row 6: [0, 0, 0, 60, 70, 4000]
        added mass matrix at the center of gravity and projected in the body frame:
            row 1: [100, 0, 0, 0, 0, 0]
            row 2: [0, 200, 0, 0, 0, 10]
            row 3: [0, 0, 300, 0, -20, 0]
            row 4: [0, 0, 0, 40, 0, 0]
            row 5: [0, 0, -20, 0, 50, 0]
            row 6: [0, 10, 0, 0, 0, 60]
    external forces:
      - model: gravity
      - model: non-linear hydrostatic (fast)
      - model: resistance curve
        speed: {unit: kt, values: [0, 10]}
        resistance: {unit: kN, values: [0, 3]}
      - model: constant force
        frame: NED
        x: {value: 0, unit: m}
        y: {value: 0, unit: m}
        z: {value: 1, unit: m}
        X: {value: 1, unit: kN}
        Y: {value: 2, unit: kN}
        Z: {value: 0, unit: kN}
        K: {value: 0, unit: kN*m}
        M: {value: 0, unit: kN*m}
        N: {value: 3, unit: kN*m}
"""
DAMPING = """\
      - model: linear damping
        damping matrix at the center of gravity projected in the body frame:
            frame: cube
            row 1: [10, 0, 0, 0, 0, 0]
            row 2: [0, 20, 0, 0, 0, 5]
            row 3: [0, 0, 30, 0, 0, 0]
            row 4: [0, 0, 0, 40, 0, 0]
            row 5: [0, 0, 0, 0, 50, 0]
            row 6: [0, 0, 0, 0, 0, 60]
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A cube of 2 m, whose mesh has its center at the origin, and its model."""
    folder = tmp_path / "source"
    folder.mkdir()
    triangles = solid_triangles("box", {"size": [2.0, 2.0, 2.0]})
    (folder / "cube.stl").write_text(stl_text(triangles))
    (folder / "cube.yml").write_text(MODEL)
    return folder / "cube.yml"


def imported(source: Path) -> ImportedModel:
    out = source.parent.parent / "model.yaml"
    read = import_model(source, out)
    if not read.is_refused:
        write_imported(read, out)
    return read


def changed(source: Path, old: str, new: str) -> ImportedModel:
    assert old in MODEL
    source.write_text(MODEL.replace(old, new, 1))
    return imported(source)


def test_the_ship_of_issue_202_has_the_values_of_its_file(
    client: raftup.Client, tmp_path: Path
) -> None:
    (source,) = reference("readers/models/xdyn/issue_202.yml")
    out = tmp_path / "model.yaml"
    read = import_model(source, out)
    write_imported(read, out)
    (body,) = read.document["bodies"]
    assert (body["name"], body["mass"]) == ("TestShip", 253310.0)
    assert body["center_of_mass"] == [0.0, 0.0, -1.0]
    assert list(body["inertia"].values()) == [1.522e6, 8.279e6, 7.676e6]
    assert body["linear_velocity"] == [1.0, 0.0, 0.0]
    (added,) = read.document["added_mass_interactions"]
    diagonal = [added["body1_block"][7 * i] for i in range(6)]
    assert diagonal == [3.519e4, 3.023e5, 1.980e5, 3.189e5, 8.866e6, 6.676e6]
    (lost,) = texts(read, Severity.LEFT_OUT)
    assert "resistance curve" in lost
    # without any force the ship keeps its speed of 1 m/s
    result = raftup.run(out, client, {"integration.duration": 10.0})
    surge = result.displacement.sel(body="TestShip", dof="surge").values
    assert float(surge[-1]) == pytest.approx(10.0, rel=1e-9)


def test_a_cube_is_turned_from_axes_with_z_down(client: raftup.Client, source: Path) -> None:
    read = imported(source)
    (body,) = read.document["bodies"]
    assert body["position"] == [2.0, -3.0, -0.5]
    assert body["attitude_deg"] == pytest.approx([10.0, -5.0, -90.0])
    assert body["center_of_mass"] == [-1.0, -0.1, 0.2]
    inertia = {"xx": 2e3, "yy": 3e3, "zz": 4e3, "xy": -50.0, "xz": -60.0, "yz": 70.0}
    assert body["inertia"] == inertia
    # 2 kt along the bow, which points to -y and, by theta, up
    speed = 2 * 1852 / 3600
    cos, sin = math.cos(math.radians(5)), math.sin(math.radians(5))
    assert body["linear_velocity"] == pytest.approx([0.0, -speed * cos, speed * sin])
    block = np.reshape(read.document["added_mass_interactions"][0]["body1_block"], (6, 6))
    assert (block[1, 5], block[2, 4]) == (10.0, -20.0)  # y and z both change their signs
    wave = read.document["environment"]["sea"]["waves"][0]["irregular"]
    assert wave["direction_deg"] == pytest.approx(-30.0)
    loads = {load["name"]: load for load in read.document["loads"]}
    assert loads["resistance_cube"]["resistance"]["force"] == [0.0, 3000.0]
    force = loads["constant_force"]["constant_force"]
    assert (force["force"], force["torque"]) == ([1000.0, -2000.0, 0.0], [0.0, 0.0, -3000.0])
    assert force["point"] == [0.0, 0.0, -1.0]
    outputs = ["hull_cube.displaced_volume"]
    overrides = {"integration.duration": 10.0, "integration.step": 0.02, "outputs": outputs}
    result = raftup.run(source.parent.parent / "model.yaml", client, overrides)
    volume = result["hull_cube_displaced_volume"].values
    # the center of the mesh is at (-1, 0, -.5) of the body: by theta below the still water
    assert 4.0 < float(volume[0]) < 8.0
    assert np.isfinite(volume).all()


def test_damping_is_turned_too_and_excludes_the_pressure(
    client: raftup.Client, source: Path
) -> None:
    source.write_text(MODEL + DAMPING)
    assert "linear damping" in texts(imported(source), Severity.LEFT_OUT)[0]
    text = MODEL.replace("      - model: non-linear hydrostatic (fast)\n", "")
    source.write_text(text.replace("      - model: gravity\n", "") + DAMPING)
    (group,) = imported(source).document["hydrodynamics"]
    damping = np.reshape(group["coefficients"]["damping"], (6, 6))
    assert (damping[1, 1], damping[1, 5]) == (20.0, 5.0)
    client.check_model(source.parent.parent / "model.yaml")


def test_a_regular_wave_has_the_variance_of_its_spectrum(source: Path) -> None:
    shape = "type: jonswap\n            Hs: {value: 0.2, unit: m}\n"
    shape += "            Tp: {value: 4, unit: s}\n            gamma: 1.2\n"
    dirac = "type: dirac\n            Hs: {value: 0.2, unit: m}\n"
    dirac += "            omega0: {value: 2, unit: rad/s}\n"
    waves = changed(source, shape, dirac).document["environment"]["sea"]["waves"]
    amplitude = waves[0]["regular"]["amplitude"]
    assert amplitude**2 / 2.0 == pytest.approx((0.2 / 4.0) ** 2)
    assert waves[0]["regular"]["period"] == pytest.approx(math.pi)


def test_a_database_of_diodore_becomes_one_of_ours(client: raftup.Client, source: Path) -> None:
    (hdb,) = reference("diodore/test_ship.hdb")
    shutil.copy(hdb, source.parent / "ship.hdb")
    text = MODEL.replace("- model: non-linear hydrostatic (fast)", "- model: radiation damping")
    text = text.replace("radiation damping\n", "radiation damping\n        hdb: ship.hdb\n", 1)
    text = text.replace("4000, 0, 0, 0, 0, 0]", "253310, 0, 0, 0, 0, 0]")
    text = text.replace("[0, 4000, 0", "[0, 253310, 0").replace("[0, 0, 4000", "[0, 0, 253310")
    source.write_text(text.replace("value: 4, unit: tonne", "value: 253.31, unit: tonne"))
    read = imported(source)
    assert texts(read, Severity.REFUSED) == []
    (group,) = read.document["hydrodynamics"]
    assert (group["database"], group["excitation"]) == ("model.h5", {"enabled": False})
    client.check_model(source.parent.parent / "model.yaml")


def test_a_body_without_a_mesh_needs_no_place_of_one(source: Path) -> None:
    start, end = MODEL.index("    mesh: cube.stl"), MODEL.index("    initial position of body")
    text = MODEL[:start] + MODEL[end:]
    source.write_text(text.replace("      - model: non-linear hydrostatic (fast)\n", ""))
    read = imported(source)
    assert texts(read, Severity.REFUSED) == []
    assert all("hull" not in load for load in read.document["loads"])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[psi, theta', phi'']", "[phi, theta, psi]", "cube.yml:1: rotations convention"),
        ("unit: kt}\n        v", "unit: furlong}\n        v", "must be a unit of speed: m/s, km/h"),
        ("mass: {value: 4, unit", "mass: {value: 5, unit", "the inertia matrix has 4000 kg"),
        ("row 2: [0, 4000", "row 2: [9, 4000", "must be the mass times 1 and a tensor"),
        ("model: airy", "model: stokes", "spectra[0].model = stokes must be airy"),
        ("type: jonswap", "type: wallops", "the spectrum wallops has no counterpart"),
        ("Hs: {value: 0.2", "Hs: {value: high", "Hs.value must be a number, is high"),
        ("mesh: cube.stl", "mesh: cube.yml", "cube.yml:29: the mesh must be an STL file"),
        ("        y: {value: 3, unit: m}\n", "", "initial position of body frame relative to NED"),
    ],
)
def test_what_would_be_wrong_is_refused_with_its_line(
    old: str, new: str, said: str, source: Path
) -> None:
    reasons = texts(changed(source, old, new), Severity.REFUSED)
    assert len(reasons) == 1
    assert said in reasons[0]


def test_what_is_added_is_left_out_by_name(source: Path) -> None:
    more = "      - model: wageningen\n        pitch: 3\n"
    more += "    controlled forces:\n      - name: prop\n        model: wageningen B-series\n"
    source.write_text(MODEL.replace("  - name: cube", "  - wobble: 3\n    name: cube") + more)
    said = texts(imported(source), Severity.LEFT_OUT)
    assert ["model = wageningen" in said[0], "name = prop" in said[1]] == [True, True]
    assert "wobble = 3: no counterpart" in said[2]


def test_a_source_without_any_one_line_is_told_or_refused(source: Path, tmp_path: Path) -> None:
    silent = silent_lines(source, tmp_path / "source", ["cube.yml"])
    assert set(silent) <= {""}
