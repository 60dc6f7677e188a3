"""Families of positions: refused, mirrored, resumed, checked in the middle of cells, written."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import xarray as xr
import yaml
from conftest import CLIENTS

from .families_of_boxes import OMEGA, document, refusals, write_boxes

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem.family import (
    read_family_specification,
    read_summary,
    read_table,
    solve_family,
)
from raftup.bem.family import solve as family_solve
from raftup.bem.family.blend import blend_error, blended, own_coefficients, peaks
from raftup.bem.family.grid import PositionGrid
from raftup.bem.family.overlap import winding_number
from raftup.bem.family.placement import check_places, geometry_at
from raftup.bem.family.symmetry import Symmetry, representative, symmetries
from raftup.bem.geometry import build_geometry, panel_model
from raftup.bem.mesh import read_mesh
from raftup.bem.potential import FrequencyResult, PanelModel, solve_frequency


@pytest.fixture(scope="module")
def meshes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two boxes."""
    folder = tmp_path_factory.mktemp("meshes")
    write_boxes(folder)
    return folder


def models(meshes: Path, positions: list[list[float]], second: str = "tug") -> list[PanelModel]:
    """The problem of each position."""
    problem = read_family_specification(document(meshes, {"x": 0, "y": [20, 21]}, second)).problem
    base = build_geometry(problem)
    return [
        panel_model(geometry_at(base, problem, np.array([place])), problem) for place in positions
    ]


@pytest.mark.parametrize(
    ("positions", "rule"),
    [
        (
            {"x": 0, "y": [20, 16]},
            "family.positions.other.y[1]: must be > 20 before it, is 16",
        ),
        (
            {"x": [0, 2, 2], "y": 20},
            "family.positions.other.x[2]: must be > 2 before it, is 2",
        ),
        (
            {"x": 0, "y": 20, "heading_deg": [-180, 0, 180]},
            "family.positions.other.heading_deg: must span less than 360, is -180 to 180",
        ),
        (
            {"x": {"first": 5, "last": 1, "count": 3}, "y": 20},
            "family.positions.other.x.last: must be > 5, is 1",
        ),
        (
            {"x": 0, "y": [6.5, 8]},
            "family.positions: node 0 must keep hulls apart, barge and other overlap: other at x "
            "0, y 6.5, heading 0 deg",
        ),
        (
            {"x": 0, "y": [-12, 12]},
            "family.positions: middle of cell 0 must keep hulls apart, barge and other overlap",
        ),
        ({"x": 0, "y": [7, 8]}, "node 0 must keep hulls apart"),  # their sides touch
        (
            {"x": [0, 5], "y": 20},
            "family.positions.other.x: steps must be at most 1/6 of the shortest wave, 4.013 m of "
            "24.08 m (that of 1.6 rad/s; family.shortest_wave changes it), are up to 5 m",
        ),
        ({"x": 0, "y": 20}, "family.positions: must have at least two nodes, has one"),
        ({"y": 20}, "family.positions.other.x: must be a finite number, is absent"),
        ({"x": 0, "y": 20, "z": 1}, "family.positions.other.z: must be one of"),
    ],
)
def test_positions_that_cannot_be_are_refused(
    meshes: Path, positions: dict[str, Any], rule: str
) -> None:
    assert rule in refusals(document(meshes, positions))


@pytest.mark.parametrize(
    ("directions", "headings", "refused"),
    [
        ([-135, -45, 45, 135], [0, 10], False),
        ([0, 60, 90, 120, 180, 240, 270, 300], [-10, 10], False),
        ([0, 90, 180], [0], False),
        ([0, 90, 180], [0, 10], True),
        ([0, 30, 60, 90, 120, 150, 180, 210, 240, 270], [-10, 0], True),  # 90 against 30
        ([90], [0, 10], True),
    ],
)
def test_headings_need_waves_from_all_round(
    meshes: Path, directions: list[float], headings: list[float], refused: bool
) -> None:
    source = document(meshes, {"x": [0, 3], "y": 20, "heading_deg": headings})
    source["wave_directions_deg"] = directions
    if not refused:
        read_family_specification(source)
        return
    rule = (
        "wave_directions_deg: must go round the circle where family.positions.other.heading_deg is "
        "not 0 everywhere: with a last gap of at most 90 and 1.5 times the widest other, are "
        f"{directions[0]} to {directions[-1]} with a heading of"
    )
    assert rule in refusals(source)


def test_what_moves_with_no_hull_is_refused(meshes: Path) -> None:
    source = document(meshes, {"x": 0, "y": 20}, midpoints="some", max_nodes=0)
    source["bodies"][0]["heading_deg"] = 10
    source["bodies"][1]["position"] = [0, 20, 0]
    source["damping_lids"] = [{"low": [0, 5], "high": [5, 9], "panel_size": 1, "damping": 0.1}]
    text = refusals(source | {"check_convergence": True, "frequencies": {"omega": [1.0]}})
    for rule in (
        "bodies[0].heading_deg: must be 0, the frame is the first body's own, is 10",
        "bodies[1].position: must be 0 in x and y, which family.positions says, is [0.0, 20.0",
        "damping_lids: must be absent: hulls move over them",
        "check_convergence: must be absent",
        "frequencies.omega: must hold at least two frequencies, holds one",
        "family.midpoints: must be one of none, check, refine, refine_locally, is 'some'",
        "family.max_nodes: must be a whole number >= 1, is 0",
    ):
        assert rule in text
    del source["bodies"][1]
    rule = "family.positions: needs two bodies, which simulations blend, there are 1"
    assert rule in refusals(source)
    del source["family"]
    assert "family: must be a mapping with positions, is absent" in refusals(source)


def test_a_point_is_inside_a_hull_up_to_its_sides(meshes: Path) -> None:
    hull = read_mesh(meshes / "barge.obj")
    points = [
        [1, 1, -1],
        [1, 1, 0],
        [0, 4, -1.1],
        [0, 4, 0],
        [10, 4, -3],
        [0, 4.01, -1],
        [0, 0, -4],
    ]
    turns = winding_number(np.array(points, dtype=float), hull)
    # inside, on the water plane, on a side, on the waterline, at a corner of the double body
    np.testing.assert_allclose(turns, [1, 1, 0.5, 0.5, 0.125, 0, 0], atol=1e-9)


def test_a_cell_has_its_corners_and_its_middle() -> None:
    grid = PositionGrid((np.array([0.0, 2.0]), np.array([5.0, 6.0, 8.0]), np.array([30.0])))
    assert len(grid) == 6
    second = grid.cells[1]
    assert [split.axis for split in second.splits] == [0, 1]
    corners = grid.nodes[list(second.corners)][:, 0]
    np.testing.assert_allclose(corners.mean(axis=0), second.midpoint[0])
    np.testing.assert_allclose(second.midpoint[0], [1.0, 7.0, 30.0])
    for split in second.splits:
        np.testing.assert_allclose(grid.nodes[list(split.corners)].mean(axis=0), split.middle)
    assert len(grid.with_split(second.splits[1])) == 8


def assert_alike(result: FrequencyResult, direct: FrequencyResult) -> None:
    names = ["added_mass"]
    if np.isfinite(direct.omega):
        names += ["radiation_damping", "froude_krylov_force", "diffraction_force"]
    for name in names:
        value, reference = getattr(result, name), getattr(direct, name)
        # the same panels in another order: rounding, and the single precision of the table
        assert np.abs(value - reference).max() < 1e-5 * np.abs(reference).max(), name


@pytest.mark.parametrize(
    ("symmetry", "second"),
    [
        (Symmetry((1.0, -1.0), exchanged=False), "tug"),
        (Symmetry((-1.0, 1.0), exchanged=False), "tug"),
        (Symmetry((-1.0, -1.0), exchanged=False), "tug"),
        (Symmetry((1.0, 1.0), exchanged=True), "barge"),
        (Symmetry((1.0, -1.0), exchanged=True), "barge"),
    ],
)
def test_a_mirrored_position_equals_one_solved_there(
    meshes: Path, symmetry: Symmetry, second: str
) -> None:
    place = np.array([[4.0, 15.0, 0.0 if symmetry.exchanged else 20.0]])
    image = symmetry.position(place)
    seen, solved = models(meshes, [place[0].tolist(), image[0].tolist()], second)
    for omega in (1.1, np.inf):
        follows = symmetry.result(solve_frequency(solved, omega), solved, seen)
        assert_alike(follows, solve_frequency(seen, omega))


def test_hulls_without_a_symmetry_have_positions_of_their_own(meshes: Path) -> None:
    source = document(meshes, {"x": 0, "y": [20, 21]})
    problem = read_family_specification(source).problem
    found = symmetries(build_geometry(problem), problem.wave_directions)
    assert found == [Symmetry((x, y), exchanged=False) for x in (1.0, -1.0) for y in (1.0, -1.0)]
    image, back = representative(np.array([[-3.0, -15.0, 10.0]]), found)
    np.testing.assert_allclose(image, [[3.0, 15.0, 10.0]])
    np.testing.assert_allclose(back.position(image), [[-3.0, -15.0, 10.0]])

    # the centre of mass lies forward, so that fore and aft differ
    source["bodies"][1]["center_of_mass"] = [1.0, 0.0, -1.0]
    problem = read_family_specification(source).problem
    found = symmetries(build_geometry(problem), problem.wave_directions)
    assert [one.signs for one in found] == [(1.0, 1.0), (1.0, -1.0)]
    # waves that have no mirror image
    assert len(symmetries(build_geometry(problem), np.deg2rad([0.0, 30.0]))) == 1


def test_the_middle_of_a_cell_is_met_better_by_a_quarter_for_half_the_step(meshes: Path) -> None:
    places = [[0.0, y, 0.0] for y in (18.0, 17.0, 19.0, 17.5, 18.5)]
    own = [
        own_coefficients(
            [solve_frequency(model, omega) for omega in (*OMEGA, np.inf)], model, np.zeros(2)
        )
        for model in models(meshes, places)
    ]
    scale = peaks(own)
    coarse = blend_error(blended(own[1:3]), own[0], scale)
    fine = blend_error(blended(own[3:5]), own[0], scale)
    assert 0.005 < coarse.largest < 0.06
    # interpolation is of second order in the step
    assert fine.largest == pytest.approx(coarse.largest / 4.0, rel=0.1)
    assert blend_error(own[0], own[0], scale).largest == 0.0


class SerialWorkers:
    """Solves in this process, and is interrupted after `left` results.

    Attributes:
        asked: how many frequencies it was asked for, call by call.
    """

    def __init__(self, left: int) -> None:
        self.left = left
        self.asked: list[int] = []

    def solve(
        self, problems: Sequence[PanelModel], asked: Sequence[tuple[int, float]]
    ) -> Iterator[tuple[int, FrequencyResult]]:
        self.asked.append(len(asked))
        for index, omega in asked:
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            yield index, solve_frequency(problems[index], omega)


def solved(
    monkeypatch: pytest.MonkeyPatch, source: dict[str, Any], out: Path, left: int = 1000
) -> SerialWorkers:
    """A family solved in this process."""
    workers = SerialWorkers(left)
    monkeypatch.setattr(family_solve, "local_workers", lambda _: nullcontext(workers))
    solve_family(read_family_specification(source), out)
    return workers


def test_an_interrupted_family_goes_on_and_has_the_same_bytes(
    meshes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = document(meshes, {"x": 0, "y": [17, 19]}, midpoints="refine", tolerance=0.02)
    whole = solved(monkeypatch, source, tmp_path / "whole.h5")
    # two nodes and the middle, then the middles of the halves, each at two frequencies and infinity
    assert whole.asked == [9, 6]
    with pytest.raises(KeyboardInterrupt):
        solved(monkeypatch, source, tmp_path / "part.h5", left=10)
    assert len(list((tmp_path / "part.h5.parts").rglob("*.npz"))) == 10
    assert not (tmp_path / "part.h5").exists()
    assert solved(monkeypatch, source, tmp_path / "part.h5").asked == [5]
    assert not (tmp_path / "part.h5.parts").exists()
    assert (tmp_path / "part.h5").read_bytes() == (tmp_path / "whole.h5").read_bytes()

    summary = read_summary(tmp_path / "whole.h5")
    np.testing.assert_allclose(summary.positions[:, 0, 1], [17, 18, 19])
    np.testing.assert_allclose(summary.midpoints[:, 0, 1], [17.5, 18.5])
    assert max(error.largest for error in summary.errors) < 0.02
    assert not summary.warnings
    assert "3 nodes and 2 middles of cells from 5 positions" in summary.cost

    # no room for the node that is needed
    solved(monkeypatch, source | {"family": source["family"] | {"max_nodes": 2}}, tmp_path / "n.h5")
    (warning,) = read_summary(tmp_path / "n.h5").warnings
    assert "misses it in 1 of 1" in warning
    assert "other at x 0, y 18, heading 0 deg" in warning


def test_the_command_writes_what_a_reader_of_families_expects(meshes: Path, tmp_path: Path) -> None:
    positions = {"x": [-2, 2], "y": 18, "heading_deg": [-10, 10]}
    source = document(meshes, positions, midpoints="none")
    (tmp_path / "family.yaml").write_text(yaml.safe_dump(source))
    command = ["hydro", "family", "family.yaml", "--out=f.h5", "--report=f.html", "--jobs=1"]
    done = subprocess.run(
        [sys.executable, "-m", "raftup", *command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "4 nodes and 0 middles of cells from 2 positions" in done.stdout
    with h5py.File(tmp_path / "f.h5") as root:
        assert root.attrs["format"] == b"raftup-family"
        assert root.attrs["format_version"] == b"1"
        assert root.attrs["source_format"] == b"panels"
        places = root["positions"][:]
        assert list(root["nodes"]) == ["0000", "0001", "0002", "0003"]
    expected = [[-2, 18, -10], [-2, 18, 10], [2, 18, -10], [2, 18, 10]]
    np.testing.assert_array_equal(places[:, 0], expected)
    for number, place in enumerate(places[:, 0]):
        with xr.open_dataset(tmp_path / "f.h5", group=f"nodes/{number:04d}") as node:
            assert node.added_mass.dims == ("omega", "influenced_dof", "radiating_dof")
            assert list(node.body.values) == ["barge", "other"]
            apart = np.diff(node.center_of_gravity.values[:, :2], axis=0)[0]
            np.testing.assert_allclose(apart, place[:2], atol=1e-9)
            # a longer water plane along x than along y, seen from axes that do not turn with it
            stiffness = node.hydrostatic_stiffness.values[1]
            assert np.sign(stiffness[3, 4]) == -np.sign(place[2])
    page = (tmp_path / "f.html").read_text()
    assert "4 nodes" in page
    assert page.count("<img") >= 2


def test_frequencies_are_refined_once_for_all_positions(
    meshes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = document(meshes, {"x": 0, "y": [17, 19]}, midpoints="none")
    source["frequencies"] = {"omega": [0.8, 1.2, 1.6], "refine": True, "max_count": 5}
    workers = solved(monkeypatch, source, tmp_path / "refined.h5")
    # five frequencies and infinity at the nearer node, then at the other one
    assert workers.asked == [6, 6]
    omega = read_table(tmp_path / "refined.h5").omega
    assert len(omega) == 5


def test_of_two_axes_the_one_that_bends_is_halved(
    meshes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = document(meshes, {"x": [0, 1], "y": [17, 19]}, midpoints="refine", tolerance=0.02)
    source["frequencies"] = {"omega": [1.5, 1.6]}
    workers = solved(monkeypatch, source, tmp_path / "plane.h5")
    # four corners and a middle; the middles of two edges; one corner more and two middles
    assert workers.asked == [15, 6, 9]
    summary = read_summary(tmp_path / "plane.h5")
    assert sorted({tuple(place) for place in summary.positions[:, 0].tolist()}) == [
        (x, y, 0.0) for x in (0.0, 1.0) for y in (17.0, 18.0, 19.0)
    ]
    assert len(summary.errors) == 2
    assert max(error.largest for error in summary.errors) < 0.02


def test_the_example_can_be_solved() -> None:
    family = read_family_specification(CLIENTS / "examples" / "hydro" / "approach.yaml")
    _, warnings = check_places(family)
    assert len(family.positions) == 25
    (warning,) = warnings
    assert "steps must be at most 1/12 of the shortest wave, 2.083 m of 25 m" in warning
