"""The hulls of a panel problem, as a specification describes them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.fields import Fields
from raftup.bem.mesh import MESH_SUFFIXES
from raftup.bem.modes.specification import BeamModes, FileModes, read_modes, refuse_beside_modes

_HELD = "held"  # mean_drift of a body that does not move


@dataclass(frozen=True)
class Lid:
    """Panels on the free surface inside a hull, against irregular frequencies.

    Attributes:
        mesh: file of a lid in the frame of the hull's mesh; None = the lid is made here.
        panel_size: panel size of a lid made here [m]; None = that of the hull's panels.
    """

    mesh: Path | None = None
    panel_size: float | None = None


@dataclass(frozen=True)
class MeanDrift:
    """Properties of a freely floating body for mean drift forces; it weighs what it displaces.

    Attributes:
        radii_of_gyration: [3] m of roll, pitch and yaw, about the center of mass.
        roll_damping: damping of roll as a share of critical damping, without wave damping.
    """

    radii_of_gyration: FloatArray
    roll_damping: float


@dataclass(frozen=True)
class QtfPairs:
    """Pairs of waves for which difference-frequency forces are computed.

    Attributes:
        omega: [n] rad/s with equal steps; empty = lowest, highest and number of `frequencies`.
        bandwidth: rad/s, largest difference of the two waves of a pair; None = an eighth of the
            highest frequency.
        between_directions: whether waves of two directions are paired as well.
    """

    omega: FloatArray
    bandwidth: float | None
    between_directions: bool


@dataclass(frozen=True)
class QtfSums:
    """Waves of which all pairs are computed for sum-frequency forces.

    Attributes:
        omega: [n] rad/s with equal steps; empty = lowest, highest and number of `frequencies`.
        between_directions: whether waves of two directions are paired as well.
    """

    omega: FloatArray
    between_directions: bool


@dataclass(frozen=True)
class Hull:
    """One body of a panel problem: mesh, center of mass, lid.

    Attributes:
        name: name in the database.
        mesh: file of its panels.
        center_of_mass: [3] m in the mesh's frame; the coefficients refer to this point.
        position: [3] m, position of the mesh's origin in the database's frame.
        heading: rad, direction of the mesh's x axis in the database's frame. The six dofs remain
            along the axes of the database.
        lid: interior lid; None = no lid.
        mean_drift: properties for mean drift forces; None = not computed.
        qtf_difference: pairs of waves for difference-frequency forces of this body alone; None =
            not given here.
        sections: [S] m, x of planes across the hull in the mesh's frame, for section loads.
        modes: modes in which the hull bends; None = it is rigid.
        held: whether drift forces are those of the body held in place; not with `mean_drift`.
    """

    name: str
    mesh: Path
    center_of_mass: FloatArray
    position: FloatArray
    heading: float
    lid: Lid | None
    mean_drift: MeanDrift | None
    qtf_difference: QtfPairs | None
    sections: FloatArray
    modes: BeamModes | FileModes | None = None
    held: bool = False

    @property
    def drifts(self) -> bool:
        """Whether second-order forces are computed for this body, which floats or is held."""
        return self.held or self.mean_drift is not None


def read_hulls(fields: Fields, folder: Path) -> tuple[Hull, ...]:
    """Reads `bodies` of a specification; notes broken rules.

    Args:
        fields: fields of the specification.
        folder: folder to which paths of meshes are relative.
    """
    hulls = tuple(_read_hull(part, folder) for part in fields.parts("bodies", least=1))
    names = [hull.name for hull in hulls]
    for index, name in enumerate(names):
        if name and name in names[:index]:
            fields.refuse(f"bodies[{index}].name", f"must be unique, is {name!r} again")
    return hulls


def _read_hull(fields: Fields, folder: Path) -> Hull:
    center_of_mass = fields.vector("center_of_mass", 3)
    held = fields.value("mean_drift") == _HELD
    hull = Hull(
        name=fields.text("name"),
        mesh=_read_file(fields, "mesh", folder),
        center_of_mass=center_of_mass,
        position=fields.vector("position", 3, (0.0, 0.0, 0.0)),
        heading=float(np.deg2rad(fields.number("heading_deg", 0.0))),
        lid=_read_lid(fields, folder),
        mean_drift=None if held else _read_mean_drift(fields),
        qtf_difference=_read_own_qtf_pairs(fields),
        sections=fields.ascending("sections") if fields.has("sections") else np.zeros(0),
        modes=read_modes(fields, folder, float(center_of_mass[2])),
        held=held,
    )
    if len(hull.sections) and hull.heading != 0.0:
        rule = "needs heading_deg 0: the planes are across the x axis of the body"
        fields.refuse("sections", rule)
    if hull.modes is not None:
        beside = {
            "heading_deg": hull.heading != 0.0,
            "mean_drift": hull.drifts,
            "qtf_difference": hull.qtf_difference is not None,
        }
        refuse_beside_modes(fields, beside)
        if len(hull.sections) and isinstance(hull.modes, FileModes):
            rule = "go with modes of a beam, not with shapes at points"
            fields.refuse("sections", rule)
    fields.close()
    return hull


def _read_mean_drift(fields: Fields) -> MeanDrift | None:
    part = fields.part("mean_drift")
    if part is None:
        return None
    drift = MeanDrift(
        radii_of_gyration=part.vector("radii_of_gyration", 3),
        roll_damping=part.number("roll_damping", 0.0),
    )
    if part.has("radii_of_gyration") and not (drift.radii_of_gyration > 0.0).all():
        part.refuse("radii_of_gyration", f"must be > 0, are {drift.radii_of_gyration.tolist()}")
    if drift.roll_damping < 0.0:
        part.refuse("roll_damping", f"must be >= 0, is {drift.roll_damping:g}")
    part.close()
    return drift


def _read_own_qtf_pairs(fields: Fields) -> QtfPairs | None:
    if fields.has("qtf_difference") and not fields.has("mean_drift"):
        fields.refuse("qtf_difference", "needs mean_drift, which says how the body floats")
    return read_qtf_pairs(fields)


def read_qtf_pairs(fields: Fields) -> QtfPairs | None:
    """Reads `qtf_difference` of a body or of a specification; notes broken rules.

    Args:
        fields: fields of the body or of the specification.
    """
    part = fields.part("qtf_difference")
    if part is None:
        return None
    omega = _read_steps(part)
    bandwidth = part.number("bandwidth", above=0.0) if part.has("bandwidth") else None
    if len(omega) > 1 and bandwidth is not None and bandwidth < omega[1] - omega[0]:
        part.refuse("bandwidth", f"must be >= a step, {omega[1] - omega[0]:g}, is {bandwidth:g}")
    between = part.flag("between_directions", False)
    part.close()
    return QtfPairs(omega, bandwidth, bool(between))


def read_qtf_sums(fields: Fields) -> QtfSums | None:
    """Reads `qtf_sum` of a specification; notes broken rules.

    Args:
        fields: fields of the specification.
    """
    part = fields.part("qtf_sum")
    if part is None:
        return None
    sums = QtfSums(_read_steps(part), bool(part.flag("between_directions", False)))
    part.close()
    return sums


def _read_steps(part: Fields) -> FloatArray:
    """Frequencies with equal steps [rad/s]; empty if none are given."""
    given = any(part.has(name) for name in ("first", "last", "count"))
    return part.even_steps(above=0.0) if given else np.empty(0)


def _read_file(fields: Fields, name: str, folder: Path) -> Path:
    file = folder / fields.text(name)
    if fields.has(name) and file.suffix.lower() not in MESH_SUFFIXES:
        fields.refuse(name, f"must end in one of {', '.join(MESH_SUFFIXES)}, is {file.name!r}")
    elif fields.has(name) and not file.is_file():
        fields.refuse(name, f"file must exist, is {str(file)!r}")
    return file


def _read_lid(fields: Fields, folder: Path) -> Lid | None:
    if fields.value("lid") in (None, "auto"):
        return Lid()
    if fields.value("lid") == "none":
        return None
    if not isinstance(fields.value("lid"), dict):
        rule = "must be auto, none or a mapping with mesh or panel_size"
        fields.refuse("lid", f"{rule}, is {fields.value('lid')!r}")
        return None
    part = fields.part("lid")
    assert part is not None
    if part.has("mesh") == part.has("panel_size"):
        part.refuse("", "must have one of mesh and panel_size")
        return None
    if part.has("mesh"):
        lid = Lid(mesh=_read_file(part, "mesh", folder))
    else:
        lid = Lid(panel_size=part.number("panel_size", above=0.0))
    part.close()
    return lid
