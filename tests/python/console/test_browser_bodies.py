"""What bodies look like and what acts on them: meshes of the catalogue, contacts, forces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view
from playwright.sync_api import expect

import raftup

from .browsing import Open, picture, show, until
from .helpers import floats

WEIGHT = 1000 * 4 / 3 * np.pi * 9.80665  # N, of the ball below

TETRAHEDRON = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def with_mesh(file: Path) -> dict[str, object]:
    """Two boxes, the left one looking like a file, 1 m aft of its origin."""
    model = floats()
    model["bodies"][0]["visual_mesh"] = {"mesh": str(file), "position": [-1, 0, 0]}
    return model


def test_a_body_looks_like_its_mesh_in_the_catalogue_and_a_session_goes_on_without(
    console: str, cookie: str, client: raftup.Client, open_page: Open, tmp_path: Path
) -> None:
    (tmp_path / "wedge.obj").write_text(TETRAHEDRON)
    with client.create_session(with_mesh(tmp_path / "wedge.obj")) as session:
        session.initialise()
        name = session.model.bodies[0].visual_mesh.mesh
        assert name.startswith("databases/wedge@")
        mesh = client.read_mesh(name)
        assert mesh.vertices.max() == 4
        assert sorted(map(sorted, mesh.triangles.tolist())) == [
            [0, 1, 2],
            [0, 1, 3],
            [0, 2, 3],
            [1, 2, 3],
        ]
        page = show(open_page, console, cookie, session)
        until(page, "raftupConsole.drawn().left === 'mesh'")
        assert page.evaluate("raftupConsole.drawn().right") == "shapes"
        assert page.evaluate("raftupConsole.extent(0)") == [[-1, 0, 0], [3, 4, 4]]
        client.delete_database(name)
        page.reload()
        expect(page.locator(".words")).to_contain_text("mesh of left not drawn")
        assert page.evaluate("raftupConsole.drawn().left") == "shapes"
        session.advance(10)
        until(page, "raftupConsole.time() > 0.1")


def test_shapes_of_a_file_are_drawn_where_they_are_posed_on_a_body_and_in_the_world(
    console: str, cookie: str, client: raftup.Client, open_page: Open, tmp_path: Path
) -> None:
    (tmp_path / "wedge.obj").write_text(TETRAHEDRON)
    file = {"file": str(tmp_path / "wedge.obj")}
    model = floats(
        shapes=[{"name": "quay", "material": "rock", "mesh": file, "position": [9, 6, 0]}],
        environment={},
        loads=[],
        outputs=["left.position"],
    )
    model["bodies"][0]["shapes"] = [
        {"mesh": file, "density": 500, "position": [-1, 0, 0]},
        {"convex": file, "density": 500, "attitude_deg": [0, 0, 180], "position": [9, 0, 0]},
    ]
    model["bodies"][1]["shapes"] = [{"mesh": file, "density": 500, "counts_mass": False}]
    model["bodies"][1] |= {"mass": 5e4, "inertia": {"xx": 1e5, "yy": 1e5, "zz": 1e5}}
    with client.create_session(model) as session:
        session.initialise()
        page = show(open_page, console, cookie, session)
        until(page, "raftupConsole.drawn().left === 'shapes'")
        assert page.evaluate("raftupConsole.drawn().right") == "shapes"
        low, high = page.evaluate("raftupConsole.extent(0)")
        np.testing.assert_allclose([low, high], [[-1, -4, 0], [9, 4, 4]], atol=1e-5)
        assert page.evaluate("raftupConsole.extent(1)") == [[0, 0, 0], [4, 4, 4]]
        shown = picture(page)
        # Bodies are warm, the sea is not; faces of what stands in the world are dark and wider
        # than letters are.
        assert np.count_nonzero(shown[..., 0] > shown[..., 2] + 40) > 1000
        dark = sliding_window_view(shown.max(axis=-1) < 85, (3, 3)).all(axis=(2, 3))
        assert np.count_nonzero(dark) > 100


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "size_bytes must be"),
        ("v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "must lie within"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", "must name vertices"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "triangle"),
    ],
)
def test_a_mesh_that_is_none_is_refused_with_the_rule(
    client: raftup.Client, tmp_path: Path, text: str, rule: str
) -> None:
    (tmp_path / "broken.obj").write_text(text)
    with pytest.raises(raftup.RaftupError) as refused:
        client.create_session(with_mesh(tmp_path / "broken.obj"))
    assert rule in str(refused.value)


@pytest.fixture
def resting(client: raftup.Client) -> Iterator[raftup.Session]:
    """A ball that lies on a floor."""
    ball = {"sphere": {"radius": 1}, "density": 1000, "name": "ball", "material": "steel"}
    model = floats(
        bodies=[{"name": "ball", "shapes": [ball], "position": [3, 0, 1]}],
        shapes=[{"name": "floor", "material": "steel", "plane": {}}],
        materials=[{"name": "steel"}],
        contact_readers=[{"name": "ground", "side1": "ball", "side2": "/floor"}],
        environment={},
        loads=[],
        outputs=["ball.position"],
        integration={"step": 0.01, "duration": 10, "stepper": "spook"},
    )
    with client.create_session(model) as session:
        session.initialise()
        session.advance(200)
        yield session


def test_forces_are_drawn_where_they_act_and_values_turn_to_north_east_down(
    console: str, cookie: str, resting: raftup.Session, open_page: Open
) -> None:
    page = show(open_page, console, cookie, resting)
    page.get_by_label("Forces drawn as arrows").select_option("contact_readers")
    until(page, f"Math.abs(raftupConsole.force() / {WEIGHT} - 1) < 0.01")
    expect(page.locator(".legend.forces")).to_contain_text("longest arrow 41.")
    cells = page.locator(".values tbody tr").first.locator("td")
    height = float(cells.nth(2).inner_text())
    page.get_by_role("button", name="NED: values north, east, down").click()
    expect(cells.nth(2)).to_have_text(f"{-height:.2f}")


def test_points_of_contact_come_with_frames_and_stand_in_the_table(
    console: str, cookie: str, resting: raftup.Session, open_page: Open
) -> None:
    page = show(open_page, console, cookie, resting)
    page.get_by_label("Forces drawn as arrows").select_option("contacts")
    until(page, f"Math.abs(raftupConsole.force() / {WEIGHT} - 1) < 0.01")  # as it stands
    with resting.watch(["ball.position"], output_stride=1, contacts=True) as watch:
        resting.advance(10, 200)
        next(watch)
        [pair] = watch.contacts
    assert (pair.shape1, pair.shape2) == ("ball/ball", "/floor")
    until(page, "Math.abs(raftupConsole.time() - 2.1) < 1e-6")
    [shown] = page.evaluate("raftupConsole.contacts()")
    assert shown["position"] == pair.positions[0].tolist()
    assert shown["force"] == pair.forces[0].tolist()
    row = page.locator(".values tr", has_text="on ball/ball by /floor")
    expect(row).to_contain_text("41.08 kN, 1 point")
    page.get_by_label("Forces drawn as arrows").select_option("")
    expect(row).to_have_count(0)


def test_a_pick_tells_velocities_and_forces(
    console: str, cookie: str, session: raftup.Session, open_page: Open
) -> None:
    page = show(open_page, console, cookie, session)
    page.get_by_role("button", name="right", exact=True).click()
    speed = page.locator(".detail", has_text="angular velocity").locator("td")
    expect(speed.first).to_have_text("0.05")
    expect(page.locator(".detail", has_text="force total")).to_have_count(1)
