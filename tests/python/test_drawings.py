"""What lines, hulls and propellers are drawn by: closed forms, tables, the server's own forces."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from command_line import command
from conftest import MODELS
from matplotlib.patches import Wedge

import raftup
from raftup.base.arrays import FloatArray
from raftup.base.errors import ModelError
from raftup.model import load_model
from raftup.plots import plot_drawings, plot_thrusters
from raftup.remote.linearisation import Drawing

GRAVITY = 9.81


def model_with(*loads: dict[str, Any]) -> dict[str, Any]:
    """A body that stands where it is put, with loads."""
    return {
        "environment": {"gravity": GRAVITY, "water_density": 1025},
        "integration": {"step": 0.01, "duration": 1},
        "bodies": [{"name": "ship", "mass": 1e6, "inertia": {"xx": 1e8, "yy": 1e8, "zz": 1e8}}],
        "loads": list(loads),
    }


def drawn(client: raftup.Client, model: Any, **wanted: Any) -> dict[str, Drawing]:
    """The drawings of a model in its rest position, by subject."""
    wanted = {"operating_point": "rest", "radiation": "file", **wanted}
    return {
        each.subject: each for each in client.linearize(model, drawings=True, **wanted).drawings
    }


LINE = {
    "body": "ship",
    "anchor": [600.0, 600.1, -250.0],
    "length": 902.2,
    "mass_per_length": 698.094 / GRAVITY,
    "axial_stiffness": 384.243e6,
}


def test_a_line_lies_along_its_catenary_with_the_tension_of_its_weight(
    client: raftup.Client,
) -> None:
    span = np.hypot(600.0, 600.1)
    line = drawn(client, model_with({"name": "line", "catenary_line": LINE}))["line"]
    s, tension = line.columns["length"], line.columns["tension"]
    assert line.kind == "line"
    assert s[-1] == pytest.approx(902.2, rel=1e-12)
    weight, stiffness = 698.094, 384.243e6
    H = tension[-1]  # without friction that of all that lies on the bottom
    V = np.sqrt(tension[0] ** 2 - H**2)
    at = np.minimum(s, V / weight)
    v = V - weight * at
    x = (H / weight) * (np.arcsinh(V / H) - np.arcsinh(v / H)) + H * at / stiffness
    x += (s - at) * (1.0 + H / stiffness)
    z = (np.hypot(V, H) - np.hypot(v, H)) / weight + (V + v) * at / (2.0 * stiffness)
    distance = np.hypot(line.columns["x"], line.columns["y"])
    np.testing.assert_allclose(distance, x, rtol=1e-9, atol=1e-6)
    np.testing.assert_allclose(line.columns["z"], -z, rtol=1e-9, atol=1e-6)
    np.testing.assert_allclose(tension, np.hypot(H, v), rtol=1e-9)
    np.testing.assert_allclose(line.columns["y"], line.columns["x"] * 600.1 / 600.0, atol=1e-6)
    assert distance[-1] == pytest.approx(span, abs=1e-6)
    assert line.columns["z"][-1] == pytest.approx(-250.0, abs=1e-6)


def test_lines_feel_friction_and_clumps_and_one_with_dynamics_rests_as_its_catenary(
    client: raftup.Client,
) -> None:
    """Reference case L15: forces of the line with C_B 1."""
    line = {**LINE, "anchor": [848.67, 0, -250]}
    drawings = drawn(
        client,
        model_with(
            {"name": "rough", "catenary_line": {**line, "bottom_friction": 1.0}},
            {"name": "dynamic", "dynamic_line": {**line, "diameter": 0.1}},
            {"name": "static", "catenary_line": {**line, "diameter": 0.1}},
            {
                "name": "chain",
                "catenary_line": {
                    **line,
                    "length": 300.0,
                    "clump_mass": 1e4,
                    "further_segments": [
                        {"length": 602.2, "mass_per_length": 50, "axial_stiffness": 4e8}
                    ],
                },
            },
        ),
    )
    tension = drawings["rough"].columns["tension"]
    assert tension[0] == pytest.approx(np.hypot(737375.918283, 535869.344993), rel=1e-9)
    assert tension[-1] == pytest.approx(643424.856476, rel=1e-9)
    static, dynamic = drawings["static"].columns, drawings["dynamic"].columns
    for name in ("x", "z", "tension"):
        values = np.interp(dynamic["length"], static["length"], static[name])
        scale = np.abs(static[name]).max()
        # Of 20 elements, and the end tensions are those of elements.
        np.testing.assert_allclose(dynamic[name], values, atol=0.015 * scale)
    chain = drawings["chain"].columns
    clump = int(np.flatnonzero(chain["length"] == 300.0)[0])
    H = chain["tension"][-1]
    V = np.sqrt(chain["tension"][[0, clump]] ** 2 - H**2)
    assert V[0] - V[1] == pytest.approx(300.0 * 698.094 + 1e4 * GRAVITY, rel=1e-9)


def test_a_propeller_has_the_coefficients_of_its_series(client: raftup.Client) -> None:
    """Reference case L18: B4-70, P/D 1; K_T and 10 K_Q at J .4 and .7."""
    screw = {"body": "ship", "diameter": 5.0, "speed": 1.5}
    series = {"blades": 4, "area_ratio": 0.7, "pitch_ratio": 1.0}
    curve = {"advance_ratio": [0, 0.5, 1.2], "thrust": [0.5, 0.3, -0.1], "torque": [0.06, 0.04, 0]}
    quadrants: dict[str, list[float]] = {
        "angle_deg": [0, 90, 180, 270],
        "thrust": [0.2, -1.0, -0.2, 1.1],
        "torque": [0.02, -0.1, -0.02, 0.1],
    }
    drawings = drawn(
        client,
        model_with(
            {"name": "series", "propeller": {**screw, "b_series": series}},
            {"name": "curve", "propeller": {**screw, "curve": curve}},
            {"name": "quadrants", "propeller": {**screw, "four_quadrants": quadrants}},
        ),
    )
    at = drawings["series"].columns
    assert drawings["series"].kind == "open_water"
    for J, thrust, torque in ((0.4, 0.31424603, 0.49210131), (0.7, 0.17829145, 0.30767830)):
        assert np.interp(J, at["advance_ratio"], at["thrust"]) == pytest.approx(thrust, rel=1e-6)
        assert 10 * np.interp(J, at["advance_ratio"], at["torque"]) == pytest.approx(torque, 1e-6)
        efficiency = J * thrust / (2 * np.pi * 0.1 * torque)
        assert np.interp(J, at["advance_ratio"], at["efficiency"]) == pytest.approx(
            efficiency, 1e-6
        )
    assert at["efficiency"].min() == 0.0  # it brakes beyond K_T = 0
    for name, values in curve.items():
        np.testing.assert_allclose(drawings["curve"].columns[name], values, rtol=1e-14)
    around = drawings["quadrants"].columns
    for angle, thrust in zip(quadrants["angle_deg"], quadrants["thrust"], strict=True):
        assert around["thrust"][around["angle"] == angle] == pytest.approx([thrust], abs=1e-12)
    assert around["torque"][0] == around["torque"][-1]


def area_vectors(hull: Drawing) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Of each triangle: area times normal [m2], its centre [m], mean pressure [Pa]."""
    corners = np.stack([hull.columns[axis] for axis in "xyz"], axis=1).reshape(-1, 3, 3)
    edges = corners[:, 1:] - corners[:, :1]
    pressure = hull.columns["pressure"].reshape(-1, 3).mean(axis=1)
    return 0.5 * np.cross(edges[:, 0], edges[:, 1]), corners.mean(axis=1), pressure


def test_what_is_wet_of_a_hull_bears_its_weight(client: raftup.Client) -> None:
    model = MODELS / "hemisphere_wetted.yaml"
    linear = client.linearize(model, drawings=True, radiation="file")
    (hull,) = linear.drawings
    assert (hull.kind, hull.subject) == ("wetted_mesh", "hemisphere")
    normals, _, pressure = area_vectors(hull)
    force = -(pressure[:, None] * normals).sum(axis=0)
    weight = linear.mass[2, 2] * GRAVITY
    np.testing.assert_allclose(force, [0, 0, weight], rtol=1e-8, atol=1e-6 * weight)
    assert hull.columns["z"].max() == pytest.approx(0.0, abs=1e-9)
    assert np.abs(normals.sum(axis=0)[:2]).max() < 1e-9  # cut along a closed water line


def test_drawings_come_only_where_they_are_asked_for_and_of_models_that_can_be(
    client: raftup.Client,
) -> None:
    model = model_with({"name": "line", "catenary_line": LINE})
    assert client.linearize(model, operating_point="rest", radiation="file").drawings == ()
    short = {key: value for key, value in LINE.items() if key != "axial_stiffness"}
    model["loads"][0]["catenary_line"] = {**short, "length": 850.0}
    with pytest.raises(raftup.RaftupError, match="must be longer than the distance of its ends"):
        drawn(client, model)
    deep = {**LINE, "anchor": [600, 600, -2000]}
    model["environment"]["water_depth"] = 250
    model["loads"][0]["catenary_line"] = deep
    with pytest.raises(ModelError, match=r"anchor.*must not lie below the bottom"):
        drawn(client, model)


def test_inspect_draws_what_a_model_has_at_rest(tmp_path: Path) -> None:
    document = model_with(
        {"name": "bow", "catenary_line": {**LINE, "anchor": [850, 0, -250]}},
        {"name": "stern", "catenary_line": {**LINE, "anchor": [-850, 0, -250]}},
        {
            "name": "screw",
            "propeller": {
                "body": "ship",
                "diameter": 5.0,
                "b_series": {"blades": 4, "area_ratio": 0.7, "pitch_ratio": 1.0},
            },
        },
        {"name": "keel", "linear_mooring": {"body": "ship", "stiffness": [1e6] * 6}},
    )
    (tmp_path / "moored.yaml").write_text(yaml.safe_dump(document))
    done = command("inspect", "moored.yaml", "--plot=plots", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    pictures = sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert pictures == ["lines.png", "propeller_screw.png"]
    document["loads"][0]["catenary_line"]["length"] = -1.0
    (tmp_path / "moored.yaml").write_text(yaml.safe_dump(document))
    refused = command("inspect", "moored.yaml", "--plot=plots", folder=tmp_path)
    assert refused.returncode == 2
    assert "loads[0].catenary_line.length: must be positive" in refused.stderr


def test_many_lines_stand_on_several_pictures() -> None:
    columns = {name: np.linspace(0.0, -10.0, 5) for name in ("length", "x", "y", "z", "tension")}
    lines = [Drawing("line", f"line{i}", columns) for i in range(13)]
    assert list(plot_drawings(lines)) == ["lines", "lines_2"]


def test_a_rope_has_its_pulleys_marked_and_lies_on_no_bottom() -> None:
    def line(subject: str, z: list[float], tension: list[float]) -> Drawing:
        at = np.arange(float(len(z)))
        columns = {"length": at, "x": at, "y": 0.0 * at, "z": np.array(z)}
        return Drawing("line", subject, {**columns, "tension": np.array(tension)})

    rope = line("rope", [-1, -6, -6], [5, 5, 5])
    chain = line("chain", [-1, -5, -9, -9], [9, 5, 3, 3])
    (picture,) = plot_drawings([rope, chain]).values()
    of_rope, of_chain = picture.axes[:2]
    assert [len(np.asarray(axes.lines[1].get_xdata())) for axes in (of_rope, of_chain)] == [3, 2]
    assert [len(axes.patches) for axes in (of_rope, of_chain)] == [0, 1]


def test_thrusters_are_drawn_by_their_bounds_and_outside_of_their_forbidden_sectors() -> None:
    turning = {
        "body": "ship",
        "point": [-30, 4, -2],
        "azimuth_rate_deg": 12,
        "max_thrust": 1.5e5,
        "min_thrust": 0,
        "forbidden_deg": [-20, 30, 250, 290],
    }
    tunnel = {
        "body": "ship",
        "point": [28, 0, -2],
        "azimuth_deg": 90,
        "max_thrust": 8e4,
        "min_thrust": -8e4,
        "loss_speed": 4,
    }
    loads = [{"name": "aft", "thruster": turning}, {"name": "bow", "thruster": tunnel}]
    (figure,) = plot_thrusters(load_model(model_with(*loads))).values()
    thrust, plan = figure.axes
    greatest, least = (np.asarray(line.get_ydata()) for line in thrust.lines[2:4])
    np.testing.assert_allclose([greatest[0], greatest[50], greatest[-1]], [80.0, 40.0, 0.0])
    np.testing.assert_allclose(least, -greatest)
    sectors = [(wedge.theta1, wedge.theta2) for wedge in plan.patches if isinstance(wedge, Wedge)]
    assert sectors == [(290.0, 340.0), (390.0, 610.0), (87.0, 93.0), (267.0, 273.0)]
