"""Flexible hulls in specifications, files and runs: closed forms, a box, refused input."""

from pathlib import Path
from typing import Any

import h5py
import numpy as np
import numpy.typing as npt
import pytest
import yaml
from command_line import command

import raftup
from raftup.base.errors import SpecificationError
from raftup.frequency_domain import linearise, natural_periods

from . import panel_meshes

pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
pytest.importorskip("distributed", reason="the extra raftup[bem] is not installed")

from raftup.bem import read_specification, solve
from raftup.bem.geometry import build_geometry
from raftup.bem.modes.matrices import BodyModes

from .test_bem_modes import FLEXIBLE_BOX, MASS_PER_LENGTH, STIFFNESS, box_beam
from .test_bem_sections import BREADTH, DENSITY, DRAUGHT, GRAVITY, LENGTH, alike, box_mesh

Array = npt.NDArray[np.float64]


def box_document(folder: Path, counts: tuple[int, int, int], **body: Any) -> dict[str, Any]:
    """The flexible box of 120 m x 16 m x 5 m, with its center of mass at the still water plane."""
    mesh = box_mesh(counts)
    panels = mesh.vertices[mesh.faces]
    hull = {
        "name": "box",
        "mesh": str(panel_meshes.write_obj(folder / "box.obj", panels)),
        "center_of_mass": [0.0, 0.0, 0.0],
        "lid": "none",
    }
    return {
        "bodies": [hull | body],
        "gravity": GRAVITY,
        "frequencies": {"omega": [0.4, 0.8]},
        "wave_directions_deg": [180],
        "check_convergence": False,
    }


def beam(count: int = 6, **more: Any) -> dict[str, Any]:
    """The part `modes` of the box."""
    table: dict[str, Any] = {
        "count": count,
        "neutral_axis_z": 0.0,
        "x": [-60.0, 60.0],
        "mass_per_length": MASS_PER_LENGTH,
        "bending_stiffness": STIFFNESS,
    } | more
    return {"beam": {name: value for name, value in table.items() if value is not None}}


def modes_of(document: dict[str, Any]) -> BodyModes:
    modes = build_geometry(read_specification(document)).hulls[0].modes
    assert modes is not None
    return modes


def refusal(document: dict[str, Any]) -> str:
    with pytest.raises(SpecificationError) as error:
        build_geometry(read_specification(document))
    return str(error.value)


def gauss(count: int = 480) -> tuple[Array, Array]:
    points, weights = np.polynomial.legendre.leggauss(count)
    return 60.0 * points, 60.0 * weights


def test_masses_and_stiffnesses_of_a_vertical_beam_are_the_closed_form(tmp_path: Path) -> None:
    # The mass lies 2 m above the neutral axis, which is 1 m above the still water plane.
    document = box_document(
        tmp_path,
        (96, 4, 2),
        center_of_mass=[0.0, 0.0, 3.0],
        modes=beam(3, neutral_axis_z=1.0),
    )
    found = modes_of(document)
    x, weights = gauss()
    w, slope, _ = box_beam().deflection(x)
    w, slope = w[:3], slope[:3]
    mass = MASS_PER_LENGTH * ((w * weights) @ w.T + 4.0 * (slope * weights) @ slope.T)
    assert alike(found.mass, mass, 1e-9)
    # Surge by the turn of sections, heave, and pitch about the center of mass.
    along = -2.0 * MASS_PER_LENGTH * (slope @ weights)
    lever = MASS_PER_LENGTH * (-w @ (weights * x))
    expected = np.zeros((3, 6))
    expected[:, 0], expected[:, 2], expected[:, 4] = along, MASS_PER_LENGTH * (w @ weights), lever
    assert np.abs(found.rigid_mass - expected).max() < 1e-6 * mass.max()
    plane = DENSITY * GRAVITY * BREADTH
    turning = GRAVITY * MASS_PER_LENGTH * (-DRAUGHT / 2.0 - 3.0)
    restoring = plane * (w * weights) @ w.T + turning * (slope * weights) @ slope.T
    assert alike(found.restoring, restoring, 2e-3)
    pitch = plane * (-w @ (weights * x)) - turning * (slope @ weights)
    assert np.abs(found.rigid_restoring[:, 4] - pitch).max() < 2e-3 * np.abs(pitch).max()
    assert found.damping_ratio.tolist() == [0.005] * 3


def test_a_horizontal_beam_and_one_in_torsion_are_the_closed_form(tmp_path: Path) -> None:
    document = box_document(tmp_path, (48, 8, 2), modes=beam(2, plane="horizontal"))
    found = modes_of(document)
    assert found.restoring == pytest.approx(np.zeros((2, 2)), abs=1e-9)
    w = box_beam().deflection(gauss()[0])[0][:2]
    x, weights = gauss()
    sway_and_yaw = MASS_PER_LENGTH * np.stack([w @ weights, w @ (weights * x)], axis=1)
    assert np.abs(found.rigid_mass[:, [1, 5]] - sway_and_yaw).max() < 1e-6 * found.mass.max()
    twisted = beam(
        2, plane="torsion", bending_stiffness=None, torsional_stiffness=3e10, roll_radius=5.0
    )
    found = modes_of(box_document(tmp_path, (96, 8, 2), modes=twisted))
    inertia = MASS_PER_LENGTH * 25.0
    # cos(n pi (x + L/2) / L), 1 at the bow: omega = n pi / L sqrt(GJ / (mu r^2)).
    omega = np.arange(1, 3) * np.pi / LENGTH * np.sqrt(3e10 / inertia)
    assert np.sqrt(np.diag(found.stiffness) / np.diag(found.mass)) == pytest.approx(omega, rel=1e-6)
    assert np.diag(found.mass) == pytest.approx(np.full(2, inertia * LENGTH / 2.0), rel=1e-6)
    plane = DENSITY * GRAVITY * BREADTH**3 / 12.0 - GRAVITY * MASS_PER_LENGTH * DRAUGHT / 2.0
    assert np.diag(found.restoring) == pytest.approx(np.full(2, plane * LENGTH / 2.0), rel=2e-3)


def test_a_beam_of_a_specification_shears(tmp_path: Path) -> None:
    found = modes_of(box_document(tmp_path, (48, 4, 2), modes=beam(2, shear_stiffness=4e7)))
    # By the closed form of test_bem_modes.
    assert np.sqrt(found.stiffness[0, 0] / found.mass[0, 0]) == pytest.approx(0.6415359, rel=2e-4)


def write_modes(file: Path, **changes: Any) -> Path:
    """The hinge amidships (-z sign x, 0, |x|) of the box, at points on its bottom and its sides."""
    x = np.linspace(-60.0, 60.0, 49)
    y, z = np.array([-8.0, 0.0, 8.0]), np.array([-5.0, -2.5, 0.0])
    points = np.stack(np.meshgrid(x, y, z, indexing="ij"), axis=-1).reshape(-1, 3)
    side = np.sign(points[:, 0])
    shape = np.stack([-points[:, 2] * side, 0.0 * side, np.abs(points[:, 0])], axis=1)
    mass = MASS_PER_LENGTH * LENGTH
    arrays = {
        "points": points,
        "shape": shape[None],
        "stiffness": [1e8],
        "gravity_stiffness": [0.0],
        "modal_mass": [mass * LENGTH**2 / 12.0],
        "rigid_mass": [[0.0, 0.0, mass * LENGTH / 4.0, 0.0, 0.0, 0.0]],
    } | changes
    with h5py.File(file, "w") as root:
        for name, values in arrays.items():
            if values is not None:
                root[name] = np.asarray(values, dtype=float)
    return file


def test_a_hinge_from_a_file_has_the_stiffness_of_two_half_hulls(tmp_path: Path) -> None:
    file = write_modes(tmp_path / "modes.nc")
    found = modes_of(box_document(tmp_path, (48, 8, 4), modes={"file": str(file)}))
    plane = DENSITY * GRAVITY * BREADTH
    half = plane * 60.0**3 / 3.0 - GRAVITY * MASS_PER_LENGTH * 60.0 * DRAUGHT / 2.0
    assert found.restoring[0, 0] == pytest.approx(2.0 * half, rel=0.01)
    assert found.rigid_restoring[0, 2] == pytest.approx(plane * 60.0**2, rel=0.01)
    assert found.rigid_mass[0, 2] == pytest.approx(MASS_PER_LENGTH * 60.0**2)


def test_a_solved_file_holds_the_modes_and_takes_further_frequencies(tmp_path: Path) -> None:
    document = box_document(
        tmp_path, (24, 4, 2), modes=beam(4), sections=[0.0], position=[5.0, 0.0, 0.0]
    )
    document["frequencies"] = {"omega": [0.2, 0.4, 0.7, 1.0, 1.4, 1.9], "refine": False}
    specification = read_specification(document)
    file = tmp_path / "box.h5"
    solve(specification, file, jobs=1)
    modes = modes_of(document)
    with h5py.File(file) as root:
        assert [name.decode() for name in root["body"][:]] == ["box", "box.modes1", "box.modes2"]
        assert root["modes/dof"][:].tolist() == [6.0, 7.0, 8.0, 12.0]
        assert root["added_mass"].shape == (6, 18, 18)
        assert (root["modes/mass"][:] == modes.mass).all()
        assert (root["modes/x"][0] == np.linspace(-55.0, 65.0, 61)).all()
        # The part ahead of midship has half of the buoyancy of the first, symmetric mode.
        of_section = root["section/mode_stiffness"][0]
        assert of_section[2, 0] == pytest.approx(modes.rigid_restoring[0, 2] / 2.0, rel=1e-6, abs=1)
        assert not root["added_mass"][0, 9:12].any()  # rotations of carriers are empty
        assert root["added_mass"][0, 6, 6] > 1e5
        filed = root["added_mass"][2]
    solve(specification, file, jobs=1, add=[0.6])
    with h5py.File(file) as root:
        assert root["omega"][:].tolist() == [0.2, 0.4, 0.6, 0.7, 1.0, 1.4, 1.9]
        assert (root["added_mass"][3] == filed).all()


def test_the_flexible_box_moves_and_bends_in_runs_as_the_reference(
    client: raftup.Client, tmp_path: Path
) -> None:
    document = box_document(
        tmp_path,
        (48, 8, 4),
        modes={**beam(6), "damping_ratio": 0.0},
        sections=[-61.0, 0.0, 30.0],
    )
    document["frequencies"] = {"first": 0.1, "last": 2.0, "count": 39}
    document["wave_directions_deg"] = [0, 45, 90, 135, 180, 225, 270, 315]
    solve(read_specification(document), tmp_path / "box.h5", jobs=2)
    omega, amplitude, mass = 0.6, 0.05, MASS_PER_LENGTH * LENGTH
    # EI w'' amidships per unit of each mode.
    factors = (STIFFNESS * box_beam().deflection(np.zeros(1))[2][:, 0]).tolist()
    wave = {"amplitude": amplitude, "period": 2.0 * np.pi / omega, "direction_deg": 180.0}
    sections = {"behind": -61.0, "midship": 0.0, "fore": 30.0}
    outputs = ["box.displacement", "box.mode", "box.stress.moment", "box.deflection.bow"]
    outputs += [f"box.section.{name}" for name in sections]
    model: dict[str, Any] = {
        "environment": {
            "gravity": GRAVITY,
            "sea": {"waves": [{"regular": wave}], "ramp_duration": 40},
        },
        "bodies": [
            {
                "name": "box",
                "mass": mass,
                "inertia": {"xx": 25.0 * mass, "yy": mass * 1200.0, "zz": mass * 1200.0},
                "modes": {
                    "deflections": [{"name": "bow", "point": [60.0, 0.0, 0.0]}],
                    "stresses": [{"name": "moment", "factors": factors}],
                },
                "sections": [{"name": name, "x": x} for name, x in sections.items()],
                "mass_distribution": [
                    {"x": x, "mass_per_length": MASS_PER_LENGTH} for x in (-60.0, 60.0)
                ],
            }
        ],
        # The moment is a small difference: by the state space, which is the automatic memory, it is
        # 1.6 % larger.
        "hydrodynamics": [
            {
                "name": "water",
                "database": "box.h5",
                "bodies": [{"body": "box"}],
                "radiation": {"memory": "convolution"},
            }
        ],
        "integration": {"step": 0.05, "duration": 250},
        "outputs": outputs,
        "statistics": {"warm_up": 200, "turning_points": ["box.stress.moment"]},
    }
    (tmp_path / "model.yaml").write_text(yaml.safe_dump(model, sort_keys=False))
    with client.create_session(tmp_path / "model.yaml") as session:
        session.initialise()
        with session.exchange(outputs=outputs, output_stride=1) as exchange:
            rows = exchange.advance(5000)
        statistics = session.statistics().outputs["box.stress.moment"]
    late = rows.time > 200.01
    wave_at = np.exp(-1j * omega * rows.time[late])
    basis = np.stack([wave_at.real, wave_at.imag, np.ones(late.sum())], axis=1)

    def amplitude_of(name: str, number: int) -> float:
        values = rows[name].reshape(len(rows.time), -1)
        found = np.linalg.lstsq(basis, values[late, number], rcond=None)[0]
        return float(np.hypot(found[0], found[1])) / amplitude

    heave, pitch, q1, bending, moment = FLEXIBLE_BOX[omega]
    assert amplitude_of("box.displacement", 2) == pytest.approx(heave, rel=0.015)
    assert amplitude_of("box.displacement", 4) == pytest.approx(
        pitch * omega**2 / GRAVITY, rel=0.015
    )
    assert amplitude_of("box.mode", 0) == pytest.approx(q1, rel=0.015)
    assert amplitude_of("box.stress.moment", 0) / 1e6 == pytest.approx(moment, rel=0.015)
    assert amplitude_of("box.section.midship", 4) / 1e6 == pytest.approx(bending[1], rel=0.015)
    assert amplitude_of("box.section.fore", 4) / 1e6 == pytest.approx(bending[2], rel=0.015)
    residual = np.abs(rows["box.section.behind"])
    assert residual[:, :3].max() < 1e-9 * mass * GRAVITY
    assert residual[:, 3:].max() < 1e-9 * mass * GRAVITY * LENGTH
    # All modes are 1 at the bow.
    assert rows["box.deflection.bow"][:, 2] == pytest.approx(rows["box.mode"].sum(axis=1))
    assert statistics.max[0] == rows["box.stress.moment"].reshape(-1)[late].max()
    check_linear_model(client, tmp_path / "model.yaml")
    shown = command("inspect", "box.h5", folder=tmp_path).stdout
    assert "Modes" in shown
    assert "0.7673" in shown
    assert "box.modes1" not in shown.split("datasets:")[0]


def check_linear_model(client: raftup.Client, model: Path) -> None:
    """Natural modes and responses of the flexible box."""
    linear = linearise(client, model, modes=True)
    assert linear.body_names == ("box", "box.modes1", "box.modes2")
    periods = [mode.period for mode in natural_periods(linear.equations)]
    # The wet frequencies of the first modes alone are 1.079 and 1.734 rad/s.
    found = sorted(2.0 * np.pi / period for period in periods)
    assert any(value == pytest.approx(1.079, rel=0.05) for value in found)


def test_what_modes_cannot_be_is_refused_with_its_path(tmp_path: Path) -> None:
    counts = (24, 4, 2)

    def refused(**body: Any) -> str:
        return refusal(box_document(tmp_path, counts, **body))

    heavy = beam(mass_per_length=1.02 * MASS_PER_LENGTH)
    said = refused(modes=heavy)
    assert "bodies[0].modes: must have stations with the displaced mass, 9.84e+06 kg" in said
    shifted = beam(mass_per_length=[0.9 * MASS_PER_LENGTH, 1.1 * MASS_PER_LENGTH])
    assert "must have stations whose mass has the center of mass" in refused(modes=shifted)
    assert "bodies[0].modes.beam.plane: must be one of vertical" in refused(modes=beam(plane="up"))
    assert "bodies[0].modes: must have one of beam and file" in refused(modes={})
    assert "bodies[0].modes.beam.count: must be <= 30" in refused(modes=beam(40))
    assert "shear_stiffness: must be omitted in torsion" in refused(
        modes=beam(plane="torsion", shear_stiffness=1e9)
    )
    assert "bodies[0].heading_deg: must be 0 beside modes" in refused(modes=beam(), heading_deg=5.0)
    file = {"file": str(write_modes(tmp_path / "modes.nc"))}
    assert "bodies[0].sections: go with modes of a beam" in refused(modes=file, sections=[0.0])
    write_modes(tmp_path / "modes.nc", modal_mass=[1e9])
    assert "must have a modal_mass that adds up" in refused(modes=file)
    write_modes(tmp_path / "modes.nc", gravity_stiffness=None)
    assert "bodies[0].modes: must have gravity_stiffness" in refused(modes=file)
    write_modes(tmp_path / "modes.nc", points=np.zeros((441, 2)))
    assert "must have points [n, 3], has [441, 2]" in refused(modes=file)
    few = np.array([[-60.0, 0.0, 0.0], [0.0, 0.0, 0.0], [60.0, 0.0, 0.0]])
    shape = np.abs(few[:, [1, 1, 0]])[None]
    write_modes(tmp_path / "modes.nc", points=few, shape=shape)
    assert "between them the shape is known to" in refused(modes=file)
