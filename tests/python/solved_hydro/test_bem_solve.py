"""The panel solver against databases that another program wrote, and against itself."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml
from command_line import command
from conftest import CLIENTS, DATABASES

import raftup
from raftup.remote.coefficients import Coefficients

from . import panel_meshes

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem import read_specification
from raftup.bem.frequencies import choose_frequencies, first_frequencies
from raftup.bem.geometry import build_geometry, panel_model
from raftup.bem.green_function import bottom_exponentials
from raftup.bem.potential import FrequencyResult, PanelModel, solve_frequency
from raftup.bem.refinement import frequencies_to_add, frequency_finding
from raftup.bem.specification import Specification

HYDRO = CLIENTS / "examples" / "hydro"
SLOW = pytest.mark.skipif(
    "RAFTUP_SLOW_TESTS" not in os.environ, reason="minutes; set RAFTUP_SLOW_TESTS to run it"
)


def hydro_solve(*arguments: object, folder: Path) -> subprocess.Popen[str]:
    program = [sys.executable, "-m", "raftup", "hydro", "solve", *map(str, arguments)]
    return subprocess.Popen(
        program, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def completed(*arguments: str, specification: Path) -> subprocess.CompletedProcess[str]:
    """raftup hydro solve in the folder of its specification, to the end."""
    return command("hydro", "solve", specification, *arguments, folder=specification.parent)


def example(name: str, folder: Path, **changes: Any) -> Path:
    """A specification of the examples with some fields replaced, its meshes by absolute paths."""
    document = yaml.safe_load((HYDRO / name).read_text()) | changes
    for body in document["bodies"]:
        body["mesh"] = str(HYDRO / body["mesh"])
        body["lid"]["mesh"] = str(HYDRO / body["lid"]["mesh"])
    file = folder / name
    file.write_text(yaml.safe_dump(document))
    return file


def distance(value: Any, reference: Any) -> float:
    """Greatest difference relative to the largest value, translations and rotations apart."""
    rows = range(value.shape[1])
    parts = []
    for first in (0, 3):
        block = [k for k in rows if first <= k % 6 < first + 3]
        parts.append(np.abs(value[:, block] - reference[:, block]).max())
        parts[-1] /= np.abs(reference[:, block]).max()
    return float(max(parts))


def by_direction(table: Coefficients) -> Any:
    """X [direction, dof, omega]."""
    return np.moveaxis(table.excitation_force, 0, 2)


def assert_equal_to_database(table: Coefficients, reference: Coefficients) -> None:
    """To 1e-4, at the frequencies and wave directions of `table`."""
    at = [int(np.argmin(np.abs(reference.omega - value))) for value in table.omega]
    np.testing.assert_allclose(reference.omega[at], table.omega, rtol=1e-9)
    to = [int(np.argmin(np.abs(reference.wave_direction - b))) for b in table.wave_direction]
    np.testing.assert_allclose(reference.wave_direction[to], table.wave_direction, atol=1e-9)
    assert table.added_mass_infinite is not None
    assert reference.added_mass_infinite is not None
    distances = {
        "added mass": distance(table.added_mass, reference.added_mass[at]),
        "damping": distance(table.radiation_damping, reference.radiation_damping[at]),
        "infinite": distance(table.added_mass_infinite[None], reference.added_mass_infinite[None]),
        "excitation": distance(by_direction(table), by_direction(reference)[to][:, :, at]),
        "stiffness": distance(
            table.bodies[0].hydrostatic_stiffness[None],
            reference.bodies[0].hydrostatic_stiffness[None],
        ),
    }
    print({name: f"{value:.1e}" for name, value in distances.items()})
    assert max(distances.values()) < 1e-4, distances


def test_the_hemisphere_is_solved_like_its_database_and_again_after_a_kill(
    client: raftup.Client, tmp_path: Path
) -> None:
    omega = [0.5, 1.0, 2.0, 3.0, 4.0]
    specification = example(
        "hemisphere.yaml",
        tmp_path,
        frequencies={"omega": omega},
        wave_directions_deg=[0, 30, 150],
        check_convergence=False,
    )
    done = hydro_solve(specification, "--out=a.h5", "--jobs=1", folder=tmp_path)
    text, errors = done.communicate(timeout=200)
    assert done.returncode == 0, errors
    assert "database a.h5: 5 frequencies 0.5 to 4 rad/s and infinite, 3 wave directions" in text
    assert not (tmp_path / "a.h5.parts").exists()
    with xr.open_dataset(tmp_path / "a.h5") as own:
        assert own.attrs["source_format"] == "panels"
        assert list(own.source_name.values) == ["hemisphere.obj", "lid_hemisphere.obj"]
        assert "solved by raftup" in str(own.history.values[0])
        for name, message in zip(own.finding_name.values, own.finding_message.values, strict=True):
            assert str(message) in text, name
    table = client.read_coefficients(client.upload_database(tmp_path / "a.h5").name)
    reference = client.read_coefficients(client.upload_database(DATABASES / "hemisphere.h5").name)
    assert_equal_to_database(table, reference)

    killed = hydro_solve(specification, "--out=b.h5", "--jobs=1", folder=tmp_path)
    wait_for_parts(tmp_path / "b.h5.parts", 2, killed)
    killed.send_signal(signal.SIGKILL)
    killed.communicate(timeout=20)
    kept = list((tmp_path / "b.h5.parts").rglob("*.npz"))
    assert 2 <= len(kept) < 6
    assert not (tmp_path / "b.h5").exists()
    resumed = hydro_solve(specification, "--out=b.h5", "--jobs=2", folder=tmp_path)
    _, errors = resumed.communicate(timeout=200)
    assert resumed.returncode == 0, errors
    assert (tmp_path / "b.h5").read_bytes() == (tmp_path / "a.h5").read_bytes()


def wait_for_parts(folder: Path, count: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 120.0
    while time.monotonic() < deadline and process.poll() is None:
        if len(list(folder.rglob("*.npz"))) >= count:
            return
        time.sleep(0.01)
    pytest.fail(f"no results: {process.communicate(timeout=5)}")


@SLOW
def test_the_carrier_and_the_supply_vessel_are_solved_like_their_database(
    client: raftup.Client, tmp_path: Path
) -> None:
    frequencies = {"omega": [0.1, 0.35, 0.6, 0.85, 1.1, 1.35, 1.6, 1.85, 2.1, 2.35, 2.6, 3.0]}
    specification = example("alongside.yaml", tmp_path, frequencies=frequencies)
    done = hydro_solve(specification, "--out=pair.h5", folder=tmp_path)
    _, errors = done.communicate()
    assert done.returncode == 0, errors
    table = client.read_coefficients(client.upload_database(tmp_path / "pair.h5").name)
    reference = client.read_coefficients(client.upload_database(DATABASES / "alongside.h5").name)
    assert_equal_to_database(table, reference)


def write_barge(folder: Path) -> Path:
    """A box of 20 x 8 x 3 m under water, in as few panels as waves of 12 m need."""
    panels = panel_meshes.box_panels(20.0, 8.0, 3.0, 2.5, freeboard=1.0)
    return panel_meshes.write_stl(folder / "barge.stl", panels)


def test_a_mesh_and_a_peak_period_are_enough(client: raftup.Client, tmp_path: Path) -> None:
    write_barge(tmp_path)
    (tmp_path / "barge.yaml").write_text(
        "bodies: [{name: barge, mesh: barge.stl, center_of_mass: [0, 0, -1]}]\n"
        "frequencies: {peak_period: 8, tolerance: 0.05}\n"
        "wave_directions_deg: [0, 90]\n"
    )
    done = hydro_solve("barge.yaml", "--out=barge.h5", "--jobs=1", folder=tmp_path)
    text, errors = done.communicate(timeout=200)
    assert done.returncode == 0, errors
    assert "panels of half the size should change little" in text
    table = client.read_coefficients(client.upload_database(tmp_path / "barge.h5").name)
    assert 12 <= len(table.omega) <= 60  # as many as the tolerance needs
    assert "between the frequencies must be known to 5 %" in text
    assert table.bodies[0].displaced_volume == pytest.approx(20 * 8 * 3, rel=1e-8)
    # the longest waves lift the barge by its water plane
    lift = abs(table.excitation_force[0, 0, 2]) / table.bodies[0].hydrostatic_stiffness[2, 2]
    assert lift == pytest.approx(1.0, abs=0.03)
    assert any("panels of half the size" in finding for finding in table.findings)


def test_frequencies_are_added_to_a_database_as_if_they_had_been_asked_for_at_once(
    tmp_path: Path,
) -> None:
    body = {"name": "barge", "mesh": str(write_barge(tmp_path)), "center_of_mass": [0, 0, -1]}

    def barge(omega: list[float], **more: float) -> Path:
        document = {"bodies": [body], "frequencies": {"omega": omega}, **more}
        rest = {"wave_directions_deg": [0, 40], "check_convergence": False}
        file = tmp_path / "barge.yaml"
        file.write_text(yaml.safe_dump(document | rest))
        return file

    done = completed("--out=whole.h5", "--jobs=1", specification=barge([1.0, 1.25, 2.0]))
    assert done.returncode == 0, done.stderr
    fewer = barge([1.0, 2.0])
    assert completed("--out=part.h5", "--jobs=1", specification=fewer).returncode == 0
    added = completed("--out=part.h5", "--jobs=1", "--add=1.25,2", specification=fewer)
    assert added.returncode == 0, added.stderr
    assert "3 frequencies 1 to 2 rad/s and infinite" in added.stdout
    assert (tmp_path / "part.h5").read_bytes() == (tmp_path / "whole.h5").read_bytes()

    refused = {
        ("--out=none.h5", "--add=1.25"): "needs a database to add to, 'none.h5' does not exist",
        (
            "--out=part.h5",
            "--add=1,-2",
        ): "must be positive frequencies separated by commas, is '1,-2'",
    }
    for arguments, message in refused.items():
        done = completed(*arguments, specification=fewer)
        assert done.returncode == 2
        assert message in " ".join(done.stderr.split())
    done = completed("--out=part.h5", "--add=1.5", specification=barge([1.0], water_depth=30.0))
    assert done.returncode == 2
    assert "was solved with, and the same solver" in " ".join(done.stderr.split())
    assert (tmp_path / "part.h5").read_bytes() == (tmp_path / "whole.h5").read_bytes()


def test_what_cannot_be_read_ends_with_code_2(tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text("bodies: [{name: a}]\nwater_depth: deep\n")
    done = hydro_solve("spec.yaml", folder=tmp_path)
    text, errors = done.communicate(timeout=60)
    assert (done.returncode, text) == (2, "")
    assert "the specification breaks 3 rules" in errors
    assert "water_depth: must be a finite number, is 'deep'" in errors
    assert not (tmp_path / "hydro.h5").exists()


def box_specification(tmp_path: Path, document: dict[str, Any], size: float = 2.5) -> Specification:
    """A barge of 20 x 8 x 3 m for every entry of document["bodies"]."""
    panels = panel_meshes.box_panels(20.0, 8.0, 3.0, size)
    file = panel_meshes.write_obj(tmp_path / "box.obj", panels)
    bodies = [
        {"name": f"box{k}", "mesh": str(file), "center_of_mass": [0, 0, -1.0], **body}
        for k, body in enumerate(document["bodies"])
    ]
    return read_specification(document | {"bodies": bodies, "gravity": 9.81})


def boxes(tmp_path: Path, document: dict[str, Any], size: float = 2.5) -> PanelModel:
    """The panels of box_specification()."""
    specification = box_specification(tmp_path, document, size)
    return panel_model(build_geometry(specification), specification)


def test_turning_a_hull_turns_its_coefficients(tmp_path: Path) -> None:
    angle = np.deg2rad(40.0)
    straight = solve_frequency(boxes(tmp_path, {"bodies": [{}], "wave_directions_deg": [10]}), 1.2)
    turned = solve_frequency(
        boxes(tmp_path, {"bodies": [{"heading_deg": 40}], "wave_directions_deg": [50]}), 1.2
    )
    c, s = np.cos(angle), np.sin(angle)
    Q = np.kron(np.eye(2), np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))
    # the same panels seen from other axes: what the table of the Green function misses remains
    for name in ("added_mass", "radiation_damping"):
        expected = Q @ getattr(straight, name) @ Q.T
        assert distance(getattr(turned, name)[None], expected[None]) < 2e-5
    force = straight.froude_krylov_force + straight.diffraction_force
    seen = turned.froude_krylov_force + turned.diffraction_force
    assert distance(seen, force @ Q.T) < 2e-5


def test_bodies_far_apart_are_those_alone(tmp_path: Path) -> None:
    alone = solve_frequency(boxes(tmp_path, {"bodies": [{}]}), np.inf)
    pair = boxes(tmp_path, {"bodies": [{}, {"position": [2000, 0, 0]}]})
    together = solve_frequency(pair, np.inf)
    # dipoles: the coupling falls with the cube of 2000 m over some ten metres
    for first in (0, 6):
        block = together.added_mass[first : first + 6, first : first + 6]
        assert distance(block[None], alone.added_mass[None]) < 1e-6
    assert np.abs(together.added_mass[:6, 6:]).max() < 1e-5 * np.abs(alone.added_mass).max()


def test_added_mass_at_infinite_frequency_grows_towards_the_bottom_and_is_deep_water_far_from_it(
    tmp_path: Path,
) -> None:
    heave = {
        depth: solve_frequency(
            boxes(tmp_path, {"bodies": [{}]} | ({"water_depth": depth} if depth else {})), np.inf
        ).added_mass[2, 2]
        for depth in (None, 1e4, 12.0, 6.0)
    }
    assert heave[1e4] == pytest.approx(heave[None], rel=1e-7)
    assert heave[None] < heave[12.0] < heave[6.0]
    shallow = boxes(tmp_path, {"bodies": [{}], "water_depth": 12.0})
    # near the highest frequency that these panels carry, by another Green function
    assert solve_frequency(shallow, 4.0).added_mass[2, 2] == pytest.approx(heave[12.0], rel=0.04)


def test_long_waves_in_shallow_water_have_their_closed_form(tmp_path: Path) -> None:
    area, depth, density = 20.0 * 8.0, 12.0, 1025.0
    model = boxes(tmp_path, {"bodies": [{}], "water_depth": depth})
    first, second = (solve_frequency(model, omega) for omega in (0.05, 0.1))  # kh = .055, .11
    # the hull breathes as a pulsating source between bottom and surface: B33 = rho omega S^2/(4 h)
    # and A33 falls by rho S^2/(2 pi h) per unit of ln k; what is left is of order (kL)^2 and kh
    damping = density * first.omega * area**2 / (4.0 * depth)
    assert first.radiation_damping[2, 2] == pytest.approx(damping, rel=0.03)
    fall = (first.added_mass - second.added_mass)[2, 2] / np.log(2.0)
    assert fall == pytest.approx(density * area**2 / (2.0 * np.pi * depth), rel=0.03)


@pytest.mark.parametrize("kh", [0.02, 0.3, 1.0, 7.0, 200.0])
def test_exponentials_stand_for_the_bottom(kh: float) -> None:
    x = np.linspace(0.013, 25.0, 997)  # between the points that they were fitted at
    x = x[np.abs(x - kh) > 0.01 * kh]
    c = kh * np.tanh(kh)
    residue = (1.0 + np.tanh(kh)) ** 2 / (1.0 - np.tanh(kh) ** 2 + np.tanh(kh) / kh)
    function = (x + c) * np.exp(x) / (x * np.sinh(x) - c * np.cosh(x)) - residue / (x - kh) - 2.0
    rates, amplitudes = bottom_exponentials(kh)
    np.testing.assert_allclose(np.exp(np.outer(x, rates)) @ amplitudes, function, atol=2e-4)


GAP: dict[str, Any] = {
    "bodies": [{}, {"position": [0, 11, 0]}],
    "wave_directions_deg": [-90],
}


def largest_force(result: FrequencyResult) -> float:
    """Sway force of waves from the other box's side: the water in the gap pushes."""
    return float(np.abs(result.froude_krylov_force + result.diffraction_force)[0, 1])


def test_frequencies_gather_at_the_gap_resonance_and_a_damping_lid_lowers_it(
    tmp_path: Path,
) -> None:
    frequencies = {"first": 0.8, "last": 2.0, "tolerance": 0.005, "max_count": 24}
    specification = box_specification(tmp_path, GAP | {"frequencies": frequencies}, size=2.7)
    geometry = build_geometry(specification)
    model = panel_model(geometry, specification)
    omega = first_frequencies(specification, geometry)
    assert len(omega) == 12
    results = {value: solve_frequency(model, value) for value in [*omega.tolist(), np.inf]}

    def ascending() -> list[FrequencyResult]:
        return [results[value] for value in sorted(results)]

    while len(added := frequencies_to_add(specification, geometry, ascending())):
        results |= {value: solve_frequency(model, value) for value in added.tolist()}
    solved = np.array(sorted(results)[:-1])
    assert 12 < len(solved) <= 24
    finding = frequency_finding(specification, geometry, ascending())
    assert (finding.severity, finding.value <= 0.005) == ("info", True)
    force = [largest_force(results[value]) for value in solved]
    peak = int(np.argmax(force))
    # piston mode of a gap of 3 m between boxes of 3 m draught: below sqrt(g / T) = 1.8 rad/s
    assert 1.2 < solved[peak] < 1.8
    steps = np.diff(solved)
    assert steps[peak - 1 : peak + 1].max() <= 0.4 * steps.max()

    lid = {"low": [-10, 4], "high": [10, 7], "panel_size": 1.5, "damping": 0.1}
    damped = boxes(tmp_path, GAP | {"damping_lids": [lid]}, size=2.7)
    assert len(damped.damping) == 14 * 2
    assert largest_force(solve_frequency(damped, float(solved[peak]))) < 0.7 * force[peak]
    # a lid without damping is open water: what is left is the table of the Green function
    open_water = boxes(tmp_path, GAP | {"damping_lids": [lid | {"damping": 1e-9}]}, size=2.7)
    first = solve_frequency(open_water, 0.8)
    assert distance(first.added_mass[None], results[0.8].added_mass[None]) < 5e-3


def test_frequencies_are_chosen_from_size_and_peak_period(tmp_path: Path) -> None:
    file = panel_meshes.write_obj(
        tmp_path / "box.obj", panel_meshes.box_panels(20.0, 8.0, 3.0, 1.0)
    )
    body = {"name": "box", "mesh": str(file), "center_of_mass": [0, 0, -1.0]}
    geometry = build_geometry(read_specification({"bodies": [body]}))
    omega = choose_frequencies(geometry, 9.81, None)
    longest, shortest = 2 * np.pi * 9.81 / omega[[0, -1]] ** 2
    assert longest == pytest.approx(100 * 20.0, rel=1e-3)
    assert shortest == pytest.approx(5 * np.sqrt(2.0), rel=1e-3)  # five panels of 1 m, diagonally
    swell = choose_frequencies(geometry, 9.81, 25.0)
    assert swell[0] == pytest.approx(0.2 * 2 * np.pi / 25.0, rel=1e-4)
