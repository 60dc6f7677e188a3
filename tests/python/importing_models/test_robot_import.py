"""Models from SDF and URDF."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import reference

import raftup
from importing_models.dropping import silent_lines, texts
from raftup.importing_models import (
    ImportedModel,
    ImportModelOptions,
    Severity,
    import_model,
    write_imported,
)
from raftup.importing_models.solid_mesh import mesh_volume, solid_triangles, solid_volume

SDF = """\
<?xml version="1.0"?>
<sdf version="1.9">
<world name="pool">
<gravity>0 0 -9.81</gravity>
<physics type="ode">
<max_step_size>0.02</max_step_size>
</physics>
<plugin filename="gz-sim-buoyancy-system" name="gz::sim::systems::Buoyancy">
<graded_buoyancy>
<default_density>1000</default_density>
<density_change><above_depth>0</above_depth><density>1</density></density_change>
</graded_buoyancy>
</plugin>
<model name="raft">
<pose>1 0 0 0 0 1.5707963267948966</pose>
<link name="hull">
<inertial>
<pose>0.5 0 0 0 0 0</pose>
<mass>900</mass>
<inertia><ixx>400</ixx><iyy>500</iyy><izz>600</izz></inertia>
</inertial>
<collision name="box">
<geometry><box><size>2 1 1</size></box></geometry>
</collision>
</link>
<link name="mast">
<pose relative_to="hull">0 0 2 0 0 0</pose>
<inertial>
<mass>100</mass>
<inertia><ixx>10</ixx><iyy>10</iyy><izz>1</izz></inertia>
</inertial>
</link>
<link name="arm">
<pose relative_to="hull">2 0 0 0 0 0</pose>
<inertial>
<mass>50</mass>
<inertia><ixx>5</ixx><iyy>5</iyy><izz>5</izz></inertia>
</inertial>
<collision name="ball">
<geometry><sphere><radius>0.3</radius></sphere></geometry>
</collision>
</link>
<joint name="foot" type="fixed">
<parent>hull</parent>
<child>mast</child>
</joint>
<joint name="elbow" type="revolute">
<pose>-1 0 0 0 0 0</pose>
<parent>hull</parent>
<child>arm</child>
<axis>
<xyz>0 1 0</xyz>
<limit><lower>-0.5</lower><upper>0.5</upper></limit>
<dynamics><damping>20</damping></dynamics>
</axis>
</joint>
</model>
</world>
</sdf>
"""

URDF = """\
<robot name="crane">
<link name="pontoon">
<inertial>
<origin xyz="0 0 -1" rpy="0 0 0"/>
<mass value="1000"/>
<inertia ixx="100" iyy="200" izz="300" ixy="0" ixz="0" iyz="0"/>
</inertial>
</link>
<link name="boom">
<inertial>
<origin xyz="2 0 0" rpy="0 0 1.5707963267948966"/>
<mass value="40"/>
<inertia ixx="1" iyy="2" izz="3"/>
</inertial>
</link>
<link name="hook">
<inertial>
<mass value="10"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1"/>
</inertial>
</link>
<joint name="slew" type="revolute">
<parent link="pontoon"/>
<child link="boom"/>
<origin xyz="1 0 2" rpy="0 0 0.5"/>
<axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="10" velocity="1"/>
<dynamics damping="5" friction="2"/>
</joint>
<joint name="end" type="fixed">
<parent link="boom"/>
<child link="hook"/>
<origin xyz="4 0 0"/>
</joint>
</robot>
"""


def imported(text: str, folder: Path, name: str = "robot.sdf") -> ImportedModel:
    source = folder / "source" / name
    source.parent.mkdir(exist_ok=True)
    source.write_text(text)
    out = folder / "model.yaml"
    read = import_model(source, out)
    if not read.is_refused:
        write_imported(read, out)
    return read


def test_the_glider_is_refused_for_its_doubled_added_mass(tmp_path: Path) -> None:
    (source,) = reference("readers/models/robots/glider.sdf")
    read = import_model(source, tmp_path / "model.yaml")
    (reason,) = texts(read, Severity.REFUSED)
    assert reason.startswith("glider.sdf:33: link base: fluid_added_mass and the plugin's Dot")


def test_the_glider_without_the_plugins_added_mass_has_its_values_and_runs(
    client: raftup.Client, tmp_path: Path
) -> None:
    (source,) = reference("readers/models/robots/glider.sdf")
    lines = [line for line in source.read_text().splitlines() if "xDotU" not in line]
    read = imported("\n".join(lines), tmp_path)
    base, fin = read.document["bodies"]
    assert (base["position"], fin["position"]) == ([1.0, 2.0, -3.0], [1.0, 1.0, -3.0])
    assert base["attitude_deg"] == fin["attitude_deg"] == pytest.approx([0, 0, 90])
    assert base["center_of_mass"] == [0.1, 0.0, -0.02]
    # diag(3, 42, 42) turned by 30 deg, the yaw of its pose
    c, s = math.cos(math.pi / 6), math.sin(math.pi / 6)
    assert base["inertia"]["xx"] == pytest.approx(3 * c * c + 42 * s * s)
    assert base["inertia"]["xy"] == pytest.approx((3 - 42) * c * s)
    (added,) = read.document["added_mass_interactions"]
    assert [added["body1_block"][7 * i] for i in range(6)] == [5, 126, 126, 0, 33, 33]
    out = tmp_path / "model.yaml"
    result = raftup.run(out, client, {"integration.duration": 10.0})
    assert np.isfinite(result.displacement.values).all()


def test_the_crane_is_refused_for_its_loop_and_imported_without(
    client: raftup.Client, tmp_path: Path
) -> None:
    (source,) = reference("readers/models/robots/crane.urdf")
    read = import_model(source, tmp_path / "model.yaml")
    assert (
        "link tip has two parents, by the joints end and luff" in texts(read, Severity.REFUSED)[0]
    )
    lines = [line for line in source.read_text().splitlines() if "luff" not in line]
    read = imported("\n".join(lines), tmp_path, "crane.urdf")
    _, boom = read.document["bodies"]
    assert (boom["position"], boom["center_of_mass"]) == ([2.0, 0.0, 1.5], [3.0, 0.0, 0.0])
    assert boom["attitude_deg"] == pytest.approx([0, 0, 45])
    assert any("scale 0.001 0.001 0.001" in text for text in texts(read, Severity.TAKEN))
    client.check_model(tmp_path / "model.yaml")


def test_links_that_are_fixed_become_one_body_by_parallel_axes(tmp_path: Path) -> None:
    hull, arm = imported(SDF, tmp_path).document["bodies"]
    assert hull["mass"] == 1000.0
    # 900 kg at (.5, 0, 0), 100 kg at (0, 0, 2)
    assert hull["center_of_mass"] == pytest.approx([0.45, 0.0, 0.2])
    inertia = hull["inertia"]
    assert inertia["xx"] == pytest.approx(400 + 10 + 900 * 0.2**2 + 100 * 1.8**2)
    assert inertia["zz"] == pytest.approx(600 + 1 + 900 * 0.05**2 + 100 * 0.45**2)
    assert inertia["xz"] == pytest.approx(-(900 * 0.05 * -0.2 + 100 * -0.45 * 1.8))
    assert arm["position"] == pytest.approx([1.0, 2.0, 0.0])  # 2 m ahead, turned by 90 deg
    urdf = imported(URDF, tmp_path, "crane.urdf").document["bodies"]
    assert urdf[1]["mass"] == 50.0
    assert urdf[1]["center_of_mass"] == pytest.approx([(2 * 40 + 4 * 10) / 50, 0, 0])
    # the tensor diag(1, 2, 3) turned by 90 deg about z
    assert urdf[1]["inertia"]["xx"] == pytest.approx(2 + 0.1)


def test_joints_have_world_axes_and_their_drives(tmp_path: Path) -> None:
    (elbow,) = imported(SDF, tmp_path).document["joints"]
    assert (elbow["type"], elbow["body1"], elbow["body2"]) == ("hinge", "arm", "hull")
    assert elbow["position"] == pytest.approx([1.0, 1.0, 0.0])
    assert elbow["axis"] == pytest.approx([-1.0, 0.0, 0.0])
    assert elbow["drives"] == [
        {"spring_damper": {"damping": 20.0}},
        {"range": {"minimum": -0.5, "maximum": 0.5}},
    ]
    (slew,) = imported(URDF, tmp_path, "crane.urdf").document["joints"]
    assert [next(iter(drive)) for drive in slew["drives"]] == ["spring_damper", "friction", "range"]


def test_shapes_carry_their_weight_in_water(client: raftup.Client, tmp_path: Path) -> None:
    read = imported(SDF, tmp_path)
    assert sorted(read.files) == ["model_arm_arm.obj", "model_hull_hull.obj"]
    outputs = ["buoyancy_hull.displaced_volume", "buoyancy_arm.displaced_volume"]
    overrides = {"integration.duration": 10.0, "outputs": outputs}
    result = raftup.run(tmp_path / "model.yaml", client, overrides)
    hull, arm = (result[name.replace(".", "_")].values for name in outputs)
    # half of a box of 2 m3 and of a ball of .3 m, whose centers are in the still water plane
    assert float(hull[0]) == pytest.approx(1.0)
    assert float(arm[0]) == pytest.approx(2.0 / 3.0 * math.pi * 0.3**3)
    assert np.isfinite(hull).all()


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("box", {"size": [1.0, 2.0, 3.0]}),
        ("sphere", {"radius": 0.7}),
        ("cylinder", {"radius": 0.3, "height": 2.0}),
        ("capsule", {"radius": 0.3, "height": 2.0}),
    ],
)
def test_meshes_have_the_volume_of_their_solids(kind: str, size: dict[str, Any]) -> None:
    triangles = solid_triangles(kind, size)
    assert mesh_volume(triangles) == pytest.approx(solid_volume(kind, size), rel=1e-9)
    # closed: each edge once in each direction
    edges = [
        (tuple(np.round(one[i], 9)), tuple(np.round(one[(i + 1) % 3], 9)))
        for one in triangles
        for i in range(3)
    ]
    assert sorted(edges) == sorted((b, a) for a, b in edges)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('type="revolute"', 'type="screw"', "robot.sdf:47: joint elbow: the type screw has no"),
        ("<parent>hull</parent>\n<child>arm", "<parent>keel</parent>\n<child>arm", "no link keel"),
        ("<mass>900</mass>", "<mass>0</mass>", "link hull: mass must be above 0 kg"),
        ("0 0 -9.81", "0 -9.81 0", "robot.sdf:4: gravity must point down, along -z"),
        ("<xyz>0 1 0</xyz>", "<xyz>0 0 0</xyz>", "joint elbow: axis must not be zero"),
        ("<above_depth>0", "<above_depth>3", "the water must end at above_depth 0"),
        ('relative_to="hull">0 0 2', 'relative_to="mast">0 0 2', "or a loop of frames"),
        ("<size>2 1 1</size>", "<size>2 1</size>", "size must have 3 numbers"),
        ("<sdf", '<!DOCTYPE a [<!ENTITY b "c">]><sdf', "must have no document type"),
    ],
)
def test_what_would_be_wrong_is_refused_with_its_line(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    assert old in SDF
    reasons = texts(imported(SDF.replace(old, new), tmp_path), Severity.REFUSED)
    assert len(reasons) == 1
    assert said in reasons[0]


def test_massless_links_are_refused_unless_fixed(tmp_path: Path) -> None:
    text = URDF.replace('<mass value="40"/>', '<mass value="0"/>')
    assert not imported(text, tmp_path, "crane.urdf").is_refused  # the hook is fixed to it
    text = text.replace('<mass value="10"/>', '<mass value="0"/>')
    reasons = texts(imported(text, tmp_path, "crane.urdf"), Severity.REFUSED)
    assert "link boom must have a mass, or be fixed to one" in reasons[0]


def test_what_is_added_is_left_out_by_name(tmp_path: Path) -> None:
    sensor = '<sensor name="sonar"><update_rate>5</update_rate></sensor>'
    plugin = '<plugin filename="gz-sim-lift-drag-system" name="LiftDrag"><a>1</a></plugin>'
    text = SDF.replace("<joint", f"{plugin}\n<joint", 1).replace("</link>", f"{sensor}</link>", 1)
    said = texts(imported(text, tmp_path), Severity.LEFT_OUT)
    assert ["sensor = sonar" in said[0], "plugin = LiftDrag" in said[1]] == [True, True]
    mimic = URDF.replace('<axis xyz="0 0 1"/>', '<axis xyz="0 0 1"/><mimic joint="end"/>')
    assert "mimic = end" in texts(imported(mimic, tmp_path, "crane.urdf"), Severity.LEFT_OUT)[0]


def test_a_source_without_any_one_line_is_told_or_refused(tmp_path: Path) -> None:
    for name, text in (("robot.sdf", SDF), ("crane.urdf", URDF)):
        folder = tmp_path / name
        (folder / "source").mkdir(parents=True)
        (folder / "source" / name).write_text(text)
        silent = silent_lines(folder / "source" / name, folder, [name])
        assert set(silent) <= {"", '<?xml version="1.0"?>'}


def test_meshes_of_packages_are_found_by_path(tmp_path: Path) -> None:
    (tmp_path / "crane" / "meshes").mkdir(parents=True)
    (tmp_path / "crane" / "meshes" / "boom.stl").write_text("solid\nendsolid\n")
    visual = (
        '<visual><geometry><mesh filename="package://crane/meshes/boom.stl"/></geometry></visual>'
    )
    source = tmp_path / "crane.urdf"
    source.write_text(URDF.replace('<link name="boom">', f'<link name="boom">{visual}'))
    options = ImportModelOptions(search_paths=[tmp_path])
    bodies = import_model(source, tmp_path / "model.yaml", options).document["bodies"]
    assert bodies[1]["visual_mesh"]["mesh"] == "crane/meshes/boom.stl"
