"""The hull for computations of statics: a mesh, or a body of a model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from raftup._generated.member_pb2 import Hull as HullLoad
from raftup.base.errors import RaftupError, bad_field
from raftup.model import Model
from raftup.remote.client import Client

_MODEL_SUFFIXES = {".yaml", ".yml", ".json"}
_MESH_FORMATS = {"stl", "obj", "gdf"}


@dataclass(frozen=True)
class Hull:
    """A stored mesh, and the weight that it carries.

    Attributes:
        mesh: name of the mesh on the server.
        label: name for people.
        center_of_mass: [3] m, in the frame of the mesh; None if unknown.
        mass: kg; None if unknown.
        water_density: kg/m3.
        free_surface_moment: kg m, sum of density length breadth^3/12 of the tanks of the body.
    """

    mesh: str
    label: str
    center_of_mass: tuple[float, ...] | None = None
    mass: float | None = None
    water_density: float = 1025.0
    free_surface_moment: float = 0.0

    @property
    def free_surface_rise(self) -> float:
        """By how much the free surfaces of tanks lower GM [m]: their moment over the mass."""
        return 0.0 if self.mass is None else self.free_surface_moment / self.mass

    def with_free_surfaces(self) -> Hull:
        """The hull with its center of mass raised by free_surface_rise.

        GM and righting arms are then lower by the rise and by its share sin(heel), as the free
        surfaces of liquids in tanks lower them. GM_L is taken as that of frozen liquids.
        """
        if self.center_of_mass is None:
            return self
        x, y, z = self.center_of_mass
        return replace(self, center_of_mass=(x, y, z + self.free_surface_rise))


def is_database(file: Path) -> bool:
    """Whether a file is a database, that is neither a model nor a mesh, by its suffix."""
    suffix = file.suffix.lower()
    return suffix not in _MODEL_SUFFIXES and suffix.removeprefix(".") not in _MESH_FORMATS


def find_hull(client: Client, file: Path, body: str | None = None) -> Hull:
    """The hull of a mesh file, or of a body with a mesh in a model.

    Args:
        client: client of the server, to which the mesh is uploaded.
        file: mesh (STL, OBJ, GDF) or model.
        body: name of the body, if the model has several hulls.

    Raises:
        RaftupError: BAD_FIELD if there is no mesh, or several.
        ModelError: with every rule that the model breaks.
    """
    if file.suffix.lower() in _MODEL_SUFFIXES:
        return _hull_of_model(client, client.check_model(file).model, body)
    if body is not None:
        raise bad_field("--body", "is of models")
    stored = client.upload_database(file)
    if stored.format not in _MESH_FORMATS:
        raise RaftupError(
            f"{file}: a database has no mesh; give the mesh that it was computed for",
            code="INVALID_ARGUMENT",
            reason="BAD_FIELD",
        )
    return Hull(stored.name, file.stem)


def _hull_of_model(client: Client, model: Model, body: str | None) -> Hull:
    members = [
        (group, place, member)
        for group in model.hydrodynamics
        for place, member in enumerate(group.bodies)
        if member.mesh and body in (None, member.body)
    ]
    loads = [
        load.hull
        for load in model.loads
        if load.WhichOneof("kind") == "hull" and load.hull.pressure
        if body in (None, load.hull.body)
    ]
    if len(members) + len(loads) != 1:
        known = ", ".join([*(each.body for *_, each in members), *(each.body for each in loads)])
        raise bad_field(
            "--body",
            f"must name a body with a mesh (hydrodynamics[].bodies[].mesh, or a load hull with "
            f"pressure); those that fit: {known or 'none'}",
        )
    if loads:
        return _hull_of_load(model, loads[0])
    ((group, place, member),) = members
    (weight,) = [each for each in model.bodies if each.name == member.body]
    table = client.read_coefficients(group.database)
    names = [each.name for each in table.bodies]
    filed = table.bodies[
        names.index(member.database_body) if member.database_body in names else place
    ]
    return Hull(
        member.mesh,
        member.body,
        tuple(filed.center_of_gravity),
        weight.mass,
        model.environment.water_density,
        _free_surface_moment(model, weight.name),
    )


def _hull_of_load(model: Model, load: HullLoad) -> Hull:
    """The hull of a load, whose mesh is in the model frame of its body."""
    (weight,) = [each for each in model.bodies if each.name == load.body]
    return Hull(
        load.mesh,
        load.body,
        tuple(weight.center_of_mass),
        weight.mass,
        model.environment.water_density,
        _free_surface_moment(model, weight.name),
    )


def _free_surface_moment(model: Model, body: str) -> float:
    """Sum of rho I over the tanks of a body that are not frozen [kg m]."""
    tanks = [
        load.tank
        for load in model.loads
        if load.WhichOneof("kind") == "tank" and load.tank.body == body
        if not load.HasField("enabled") or load.enabled
    ]
    return sum(tank.density * tank.length * tank.breadth**3 / 12.0 for tank in tanks)
