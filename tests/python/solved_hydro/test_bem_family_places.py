"""Families at places that are no grid: refused, and split one cell at a time."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from .families_of_boxes import document, refusals, write_boxes

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.base.arrays import FloatArray
from raftup.bem.family import FamilySpecification, read_family_specification
from raftup.bem.family.blend import OwnCoefficients
from raftup.bem.family.cells import PositionSet
from raftup.bem.family.places import PositionPlaces, places_of
from raftup.bem.family.plane import meant_rectangle
from raftup.bem.family.positions import Positions
from raftup.bem.family.refine import solve_cells
from raftup.bem.geometry import build_geometry

TRIANGLES = [[0, 16], [2, 16], [1, 18], [3, 18.5]]


@pytest.fixture(scope="module")
def meshes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two boxes."""
    folder = tmp_path_factory.mktemp("meshes")
    write_boxes(folder)
    return folder


@pytest.mark.parametrize(
    ("places", "rule"),
    [
        ([[0, 16], [1, 18]], "places: must be at least three, are 2"),
        (
            [[0, 16], [1, 18], [2, 20]],
            "places: must not lie on a line, for which there are x and y",
        ),
        ([*TRIANGLES, [2, 16]], "places[4]: must differ from places[1], is [2.0, 16.0]"),
        (
            [[0, 16], [2, 16], [0, 18]],
            "places: must be all places of the grid that most of them make, lack [2.0, 18.0]",
        ),
        ([[0, 16], [2, 16], [1]], "places[2]: must be 2 finite numbers, is [1]"),
        ("all", "places: must be a list of [x, y], is 'all'"),
        (
            [[0, 16], [3, 16], [1, 19]],  # 3.61 m from the second place to the third
            ": distances of neighbours must be at most 1/6 of the shortest wave, 3.333 m of 20 m "
            "(family.shortest_wave), are up to 3.60555 m",
        ),
        ([[0, 6], [2, 16], [1, 18]], "node 0 must keep hulls apart, barge and other overlap"),
        ([[0, 12], [0, -12], [25, 1]], "middle of cell 0 must keep hulls apart"),
    ],
)
def test_places_that_cannot_be_are_refused(meshes: Path, places: Any, rule: str) -> None:
    assert rule in refusals(document(meshes, {"places": places}, shortest_wave=20))


def test_places_stand_alone(meshes: Path) -> None:
    source = document(meshes, {"places": TRIANGLES, "x": 0, "y": [16, 18]})
    text = refusals(source)
    assert "family.positions.other.x: must be absent where there are places" in text
    assert "family.positions.other.y: must be absent" in text
    # what waves at a heading need is asked of places too
    source = document(meshes, {"places": TRIANGLES, "heading_deg": [0, 10]})
    source["wave_directions_deg"] = [0, 90]
    assert "wave_directions_deg: must go round the circle" in refusals(source)


def read(meshes: Path, positions: dict[str, Any], **family: Any) -> FamilySpecification:
    return read_family_specification(document(meshes, positions, **family))


def test_corners_weigh_the_same_in_the_middle_of_a_cell(meshes: Path) -> None:
    prisms = read(meshes, {"places": TRIANGLES, "heading_deg": [0, 10, 20]}).positions
    assert len(prisms) == 12
    assert [len(cell.corners) for cell in prisms.cells] == [6] * 4
    boxes = read(meshes, {"places": [[x, y] for x in (0, 1) for y in (16, 17, 18)]}).positions
    assert [len(cell.corners) for cell in boxes.cells] == [4] * 2
    for positions in (prisms, boxes):
        nodes = positions.nodes
        for cell in positions.cells:
            np.testing.assert_allclose(nodes[list(cell.corners)].mean(axis=0), cell.midpoint)
            for split in cell.splits:
                np.testing.assert_allclose(nodes[list(split.corners)].mean(axis=0), split.middle)
                finer = positions.with_split(split)
                # a place is one at three headings, a heading one at four places
                assert len(finer) == len(positions) + (4 if split.axis else len(positions) // 4)
                apart = np.abs(finer.nodes - split.middle).max(axis=(1, 2))
                assert apart.min() < 1e-12


def test_a_triangle_at_the_edge_is_split_there_and_one_inside_in_its_middle() -> None:
    corners = np.array([[0.0, 0.0], [6.0, 0.0], [3.0, 5.0], [3.0, 1.5], [2.7, 2.5], [3.3, 2.5]])
    positions = PositionPlaces(corners, np.zeros(1))
    inside = [cell for cell in positions.cells if min(cell.corners) > 2]
    assert len(inside) == 1
    np.testing.assert_allclose(inside[0].splits[0].middle, inside[0].midpoint)
    (below,) = [cell for cell in positions.cells if {0, 1} < set(cell.corners)]
    np.testing.assert_allclose(below.splits[0].middle, [[3.0, 0.0, 0.0]])
    finer = positions.with_split(below.splits[0])
    assert not finer.has(below)
    assert finer.has(inside[0])


def test_places_that_make_a_grid_again_get_all_of_it() -> None:
    square = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 2.0], [1.0, 1.0], [1.0, 0.0]])
    positions = PositionPlaces(square, np.zeros(1))
    assert all(len(cell.corners) == 3 for cell in positions.cells)
    (left,) = [cell for cell in positions.cells if {0, 2} < set(cell.corners)]
    finer = positions.with_split(left.splits[0])
    assert len(finer) == 9
    assert [len(cell.corners) for cell in finer.cells] == [4] * 4


class Formula:
    """Coefficients that rise about one place, instead of solved ones."""

    def __init__(self, meshes: Path) -> None:
        problem = read(meshes, {"x": 0, "y": [20, 21]}).problem
        self.base = build_geometry(problem)
        self.solved: set[bytes] = set()

    def solve(self, positions: Sequence[FloatArray]) -> None:
        self.solved |= {np.round(position, 6).tobytes() for position in positions}

    def own_coefficients(self, position: FloatArray) -> OwnCoefficients:
        assert np.round(position, 6).tobytes() in self.solved
        value = self.value(position[0])
        matrices = value * np.eye(12)[None]
        return OwnCoefficients(matrices, matrices, np.full((1, 1, 12), value, dtype=complex))

    @staticmethod
    def value(place: FloatArray) -> float:
        x, y, heading = place
        rise = 0.5 * np.exp(-((x - 1.0) ** 2 + (y - 16.5) ** 2) / 2.0)
        turned = 0.3 * (1.0 - np.cos(np.deg2rad(heading)))
        return float(1.0 + rise + 0.01 * (y - 16.0) + turned)


def refined(meshes: Path, midpoints: str, positions: dict[str, Any]) -> tuple[PositionSet, float]:
    """Positions, and the largest error of their cells."""
    family = read(meshes, positions, midpoints=midpoints, tolerance=0.02, shortest_wave=60)
    places, errors = solve_cells(cast(Positions, Formula(meshes)), family)
    return places, max(error.largest for error in errors)


def test_cells_split_alone_need_fewer_nodes_than_lines(meshes: Path) -> None:
    start = {"x": [0, 4, 8], "y": [16, 20, 24]}
    grid, of_grid = refined(meshes, "refine", start)
    local, of_local = refined(meshes, "refine_locally", start)
    assert max(of_grid, of_local) < 0.02
    assert len(local) < 0.7 * len(grid)
    assert meant_rectangle(places_of(local).places) is None
    # the places that were there stay, in their order
    np.testing.assert_array_equal(
        local.nodes[:9], read(meshes, start, shortest_wave=60).positions.nodes
    )
    # not in the middles alone: the blend by the triangles is near everywhere, at their sides too
    values = np.array([Formula.value(node[0]) for node in local.nodes])
    shares = np.random.default_rng(1).dirichlet(np.ones(3), size=20)
    for cell in local.cells:
        for share in shares:
            place = share @ local.nodes[list(cell.corners), 0]
            assert abs(share @ values[list(cell.corners)] - Formula.value(place)) < 0.06


def test_places_or_headings_are_split_where_they_bend(meshes: Path) -> None:
    near = {"places": [[0, 16], [4, 16], [2, 19.5], [6, 19]], "heading_deg": [0, 10]}
    places, error = refined(meshes, "refine", near)
    assert error < 0.02
    assert 4 < len(places_of(places).places) < 40
    np.testing.assert_array_equal(places.headings_of_bodies[0], [0, 10])
    # on a line each cell is alone in any case
    alone, by_lines = (
        refined(meshes, midpoints, {"x": 0, "y": [16, 20]})[0].nodes
        for midpoints in ("refine_locally", "refine")
    )
    assert len(alone) > 2
    np.testing.assert_array_equal(np.sort(alone[:, 0, 1]), by_lines[:, 0, 1])
    turned, _ = refined(meshes, "refine_locally", {"x": 6, "y": 26, "heading_deg": [0, 60]})
    np.testing.assert_array_equal(turned.nodes[:, 0, 2], [0, 30, 60])
    off = {"places": [[6, 26], [8, 26], [7, 28]], "heading_deg": [0, 60]}
    places, error = refined(meshes, "refine", off)
    assert error < 0.02
    assert len(places_of(places).places) == 3
    np.testing.assert_array_equal(places.headings_of_bodies[0], [0, 30, 60])
