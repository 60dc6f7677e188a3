"""Reading, placing and checking of hulls, making of lids, and assembly of a PanelModel."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import SpecificationError, Violation
from raftup.bem.array.assembly import array_model
from raftup.bem.drift import FreeBody
from raftup.bem.field_points import place_field_points
from raftup.bem.finding import Finding
from raftup.bem.hulls import Hull
from raftup.bem.hydrostatics import Hydrostatics, hydrostatics, volumes_by_direction
from raftup.bem.lid import free_surface_lid, interior_lid
from raftup.bem.mesh import (
    PanelMesh,
    immersed,
    joined_meshes,
    panel_middles,
    placed_points,
    read_mesh,
    refined,
)
from raftup.bem.modes.matrices import BodyModes, Floating
from raftup.bem.modes.placing import place_modes
from raftup.bem.potential import PanelModel
from raftup.bem.sections import cut_panels
from raftup.bem.specification import Specification
from raftup.bem.waterline import open_edges, panel_edges

_CLOSED = 1e-3  # volumes by direction agree to this in a hull without holes
_REFUSED = 0.02  # and where they differ by more, the hull is not one

_LEVEL = 1e-3  # of the length: how far the centre of mass may be beside that of buoyancy


@dataclass(frozen=True)
class MeshSource:
    """A file from which a solution was computed.

    Attributes:
        name: name of the file without folders.
        format: "stl", "obj", "gdf" or "msh".
        sha256: SHA-256 digest of its bytes, hexadecimal.
    """

    name: str
    format: str
    sha256: str


@dataclass(frozen=True)
class PlacedHull:
    """A hull in the frame of the database.

    Attributes:
        name: name of the body.
        mesh: immersed part of the hull.
        lid: panels inside the hull on the free surface; may be empty.
        center_of_mass: [3] m.
        hydrostatics: hydrostatics in the same frame.
        free_body: properties for mean drift forces; None = these are not computed.
        sections: [S] x of planes across the hull [m]; may be empty.
        modes: modes in which the hull bends; None = it is rigid.
    """

    name: str
    mesh: PanelMesh
    lid: PanelMesh
    center_of_mass: FloatArray
    hydrostatics: Hydrostatics
    free_body: FreeBody | None
    sections: FloatArray = field(default_factory=lambda: np.zeros(0))
    modes: BodyModes | None = None

    def moved(
        self, center: FloatArray, heading: float, water_density: float, gravity: float
    ) -> PlacedHull:
        """The hull without free_body, rotated by `heading` and moved horizontally to `center`.

        Args:
            center: [2] m, new x and y of the center of mass.
            heading: rad, counter-clockwise from above.
            water_density: kg/m3.
            gravity: m/s2.
        """
        turned = placed_points(self.center_of_mass, np.zeros(3), heading)
        ground = np.array([*(center - turned[:2]), 0.0])
        mesh, new_center = self.mesh.placed(ground, heading), turned + ground
        return replace(
            self,
            mesh=mesh,
            lid=self.lid.placed(ground, heading),
            center_of_mass=new_center,
            hydrostatics=hydrostatics(mesh, new_center, water_density, gravity),
            free_body=None,
        )


@dataclass(frozen=True)
class Geometry:
    """The whole panel problem except its frequencies.

    Attributes:
        hulls: hulls in the order of the dofs.
        damping_lids: damping lids with their damping.
        findings: findings of the checks of the meshes.
        sources: mesh files.
        field_points: [P, 3] m, points of the still water at which waves are computed.
    """

    hulls: tuple[PlacedHull, ...]
    damping_lids: tuple[tuple[PanelMesh, float], ...]
    findings: tuple[Finding, ...]
    sources: tuple[MeshSource, ...]
    field_points: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))

    def refined(self) -> Geometry:
        """The same surfaces with panels of half the size."""
        hulls = [
            replace(hull, mesh=refined(hull.mesh), lid=refined(hull.lid)) for hull in self.hulls
        ]
        lids = [(refined(lid), damping) for lid, damping in self.damping_lids]
        return replace(self, hulls=tuple(hulls), damping_lids=tuple(lids))


def build_geometry(specification: Specification) -> Geometry:
    """Reads, places and checks all meshes.

    Raises:
        SpecificationError: with every mesh or field point that cannot be used, and the cause.
    """
    violations: list[Violation] = []
    findings: list[Finding] = []
    hulls = []
    prepared: dict[int, tuple[PanelMesh, PanelMesh]] = {}
    for hull, entry in zip(specification.hulls, specification.entries, strict=True):
        try:
            if entry not in prepared:
                prepared[entry] = _prepare(hull, specification, findings)
            hulls.append(_place(hull, *prepared[entry], specification))
        except (ValueError, OSError) as error:
            violation = Violation(f"bodies[{entry}].mesh", f"{hull.mesh.name} {error}")
            violations += [violation] if violation not in violations else []
    if violations:
        raise SpecificationError(violations)
    findings += [
        _drift_finding(hull.name, specification) for hull in specification.hulls if hull.drifts
    ]
    hulls = _with_modes(hulls, specification, findings, violations)
    meshes = [hull.mesh for hull in hulls]
    lids = _damping_lids(specification, meshes)
    points = place_field_points(specification, meshes, violations)
    if violations:
        raise SpecificationError(violations)
    return Geometry(tuple(hulls), lids, tuple(findings), _sources(specification), points)


def _with_modes(
    hulls: list[PlacedHull],
    specification: Specification,
    findings: list[Finding],
    violations: list[Violation],
) -> list[PlacedHull]:
    """The hulls with the modes in which they bend."""
    flexible = []
    for index, (hull, asked) in enumerate(zip(hulls, specification.hulls, strict=True)):
        modes = None
        try:
            if asked.modes is not None:
                modes, found = place_modes(
                    asked.modes, asked.position, _floating(hull, specification), hull.name
                )
                findings += found
        except (ValueError, OSError) as error:
            violations.append(Violation(f"bodies[{index}].modes", str(error)))
        flexible.append(replace(hull, modes=modes))
    return flexible


def _floating(hull: PlacedHull, specification: Specification) -> Floating:
    return Floating(
        hull.mesh,
        hull.center_of_mass,
        hull.hydrostatics.displaced_volume,
        specification.water_density,
        specification.gravity,
    )


def _sources(specification: Specification) -> tuple[MeshSource, ...]:
    files = [
        file
        for hull in specification.hulls
        for file in (hull.mesh, hull.lid.mesh if hull.lid is not None else None)
        if file is not None
    ]
    return tuple(
        MeshSource(
            name=file.name,
            format=file.suffix.lower().removeprefix("."),
            sha256=hashlib.sha256(file.read_bytes()).hexdigest(),
        )
        for file in dict.fromkeys(files)
    )


def _prepare(
    hull: Hull, specification: Specification, findings: list[Finding]
) -> tuple[PanelMesh, PanelMesh]:
    """The immersed hull and its lid in the frame of the mesh, with the free surface at z = 0."""
    own = immersed(_shifted(read_mesh(hull.mesh), hull.position[2]))
    own = _outward(own, hull.name, findings)
    _check_depth(own, specification.water_depth)
    return own, _lid_of(hull, own)


def _place(hull: Hull, own: PanelMesh, lid: PanelMesh, specification: Specification) -> PlacedHull:
    center = hull.center_of_mass + np.array([0.0, 0.0, hull.position[2]])
    ground = np.array([hull.position[0], hull.position[1], 0.0])
    mesh = own.placed(ground, hull.heading)
    center = placed_points(center, ground, hull.heading)
    water, gravity = specification.water_density, specification.gravity
    at_rest = hydrostatics(mesh, center, water, gravity)
    if hull.mean_drift is not None:
        _check_trim(mesh, center, at_rest.center_of_buoyancy)
    return PlacedHull(
        name=hull.name,
        mesh=mesh,
        lid=lid.placed(ground, hull.heading),
        center_of_mass=center,
        hydrostatics=at_rest,
        free_body=_free_body(hull, at_rest, water),
        sections=hull.sections + hull.position[0],
    )


def _check_trim(mesh: PanelMesh, center: FloatArray, buoyancy: FloatArray) -> None:
    offset = center[:2] - buoyancy[:2]
    if np.hypot(*offset) > _LEVEL * np.ptp(mesh.vertices, axis=0).max():
        raise ValueError(
            "must float level where mean_drift is asked for: the centre of mass is "
            f"{np.hypot(*offset):.3g} m beside the centre of buoyancy"
        )


def _free_body(hull: Hull, at_rest: Hydrostatics, water_density: float) -> FreeBody | None:
    if hull.mean_drift is None:
        return None
    mass = water_density * at_rest.displaced_volume
    cos, sin = np.cos(hull.heading), np.sin(hull.heading)
    turn = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    inertia = mass * turn @ np.diag(hull.mean_drift.radii_of_gyration**2) @ turn.T
    mass_matrix = np.zeros((6, 6))
    mass_matrix[:3, :3], mass_matrix[3:, 3:] = mass * np.eye(3), inertia
    return FreeBody(
        mass_matrix,
        at_rest.hydrostatic_stiffness,
        roll_axis=np.array([0.0, 0.0, 0.0, cos, sin, 0.0]),
        roll_damping=hull.mean_drift.roll_damping,
    )


def _drift_finding(name: str, specification: Specification) -> Finding:
    if len(specification.hulls) > 1:
        message = (
            f"mean drift forces of {name} are by pressure over the hull, poorer than those by the "
            "waves far away, which only have the sum of all bodies"
        )
        return Finding("mean_drift_by_pressure", "info", message)
    if specification.qtf_difference is not None:
        message = (
            f"mean drift forces of {name} in heave, roll and pitch are by pressure over the "
            "hull, poorer than those by the waves far away"
        )
        return Finding("mean_drift_by_pressure", "info", message)
    message = (
        f"mean drift forces of {name} in heave, roll and pitch do not follow from the waves "
        "far away and are 0"
    )
    return Finding("mean_drift_horizontal", "info", message)


def _shifted(mesh: PanelMesh, rise: float) -> PanelMesh:
    return mesh.placed(np.array([0.0, 0.0, rise]), 0.0)


def _outward(mesh: PanelMesh, name: str, findings: list[Finding]) -> PanelMesh:
    """The mesh with normals outward; refuses a mesh that is not closed below the water."""
    edges = panel_edges(mesh)
    repeated = len(edges) - len(np.unique(edges, axis=0))
    if repeated:
        raise ValueError(
            f"must have the normals of all panels on one side; at {repeated} edges two neighbours "
            "disagree"
        )
    volumes = volumes_by_direction(mesh)
    if volumes.mean() < 0.0:
        message = f"normals of {name} must point into the water, pointed inward and were turned"
        findings.append(Finding("mesh_normals_turned", "info", message))
        mesh, volumes = mesh.turned_inside_out(), -volumes
    spread = float(np.ptp(volumes) / max(volumes.mean(), 1e-300))
    holes = open_edges(mesh)
    below = int((mesh.vertices[holes][:, :, 2] < 0.0).any(axis=1).sum())
    if spread > _REFUSED:
        raise ValueError(
            "must be closed below the water: its volume by x, y, z is "
            f"{', '.join(f'{volume:.6g}' for volume in volumes)} m3, {below} edges are open"
        )
    if spread > _CLOSED or below:
        message = (
            f"{name} must be closed below the water, has {below} open edges there; its volume is "
            f"known to {100.0 * spread:.2g} %"
        )
        findings.append(Finding("mesh_open", "warning", message, spread))
    return mesh


def _check_depth(mesh: PanelMesh, water_depth: float) -> None:
    lowest = float(mesh.vertices[:, 2].min())
    if lowest <= -water_depth:
        raise ValueError(
            f"must stay above the sea bed at z = {-water_depth:g} m, reaches {lowest:g} m"
        )


def _lid_of(hull: Hull, mesh: PanelMesh) -> PanelMesh:
    """The lid in the frame of the hull's mesh, with the free surface at z = 0."""
    if hull.lid is None:
        return PanelMesh(np.empty((0, 3)), np.empty((0, 4), np.int64))
    if hull.lid.mesh is None:
        size = hull.lid.panel_size or float(np.mean(mesh.panel_diameters)) / np.sqrt(2.0)
        return interior_lid(mesh, size)
    lid = _shifted(read_mesh(hull.lid.mesh), hull.position[2])
    if np.abs(lid.vertices[:, 2]).max() > 1e-6 * mesh.size:
        heights = f"{lid.vertices[:, 2].min():g} to {lid.vertices[:, 2].max():g}"
        raise ValueError(f"lid must lie at z = 0, lies at {heights} m")
    downward = np.cross(
        lid.triangles[:, 1] - lid.triangles[:, 0], lid.triangles[:, 2] - lid.triangles[:, 0]
    )[:, 2]
    return lid if downward.sum() < 0.0 else lid.turned_inside_out()


def _damping_lids(
    specification: Specification, hulls: list[PanelMesh]
) -> tuple[tuple[PanelMesh, float], ...]:
    lids = []
    for index, lid in enumerate(specification.damping_lids):
        panels = free_surface_lid(lid.low, lid.high, lid.panel_size, hulls)
        if not panels.panel_count:
            rule = "must leave room for a panel of its size outside the hulls, leaves none"
            raise SpecificationError([Violation(f"damping_lids[{index}]", rule)])
        lids.append((panels, lid.damping))
    return tuple(lids)


def panel_model(geometry: Geometry, specification: Specification) -> PanelModel:
    """Assembles hulls, interior lids and damping lids to one problem.

    Raises:
        SpecificationError: if the hulls of an array are too close.
    """
    hulls = [hull.mesh for hull in geometry.hulls]
    interior = [hull.lid for hull in geometry.hulls if hull.lid.panel_count]
    damping = [lid for lid, _ in geometry.damping_lids]
    counts = [mesh.panel_count for mesh in hulls]
    drifting = any(hull.drifts for hull in specification.hulls)
    model = PanelModel(
        mesh=joined_meshes([*hulls, *interior, *damping]),
        body_of_panel=np.repeat(np.arange(len(hulls)), counts),
        interior_count=sum(lid.panel_count for lid in interior),
        damping=np.concatenate(
            [
                np.empty(0),
                *(np.full(lid.panel_count, value) for lid, value in geometry.damping_lids),
            ]
        ),
        centers_of_mass=np.array([hull.center_of_mass for hull in geometry.hulls]),
        wave_directions=specification.wave_directions,
        water_density=specification.water_density,
        gravity=specification.gravity,
        water_depth=specification.water_depth,
        floating=tuple(hull.free_body for hull in geometry.hulls) if drifting else (),
        keeps_waves=specification.qtf_difference is not None,
        field_points=geometry.field_points,
        keeps_potential=len(specification.speeds) > 0,
        sections=cut_panels(hulls, [hull.sections for hull in geometry.hulls]),
        mode_shapes=_mode_shapes(geometry.hulls),
    )
    return model if specification.array is None else array_model(model, geometry, specification)


def _mode_shapes(hulls: tuple[PlacedHull, ...]) -> FloatArray:
    """Displacements of the middles of all panels in the modes of all hulls: [M, hull panels, 3]."""
    first = np.cumsum([0, *(hull.mesh.panel_count for hull in hulls)])
    shapes = [np.zeros((0, first[-1], 3))]
    for index, hull in enumerate(hulls):
        if hull.modes is None:
            continue
        middles = panel_middles(hull.mesh)
        own = np.zeros((len(hull.modes.mass), first[-1], 3))
        own[:, first[index] : first[index + 1]] = hull.modes.shapes.displacement(middles)
        shapes.append(own)
    return np.concatenate(shapes)
