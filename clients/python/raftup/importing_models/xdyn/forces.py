"""Forces of xdyn on a body: weight, hydrostatics, radiation, diffraction, damping, resistance."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError
from raftup.importing import ImportOptions, read_database
from raftup.importing_models.conversion import Conversion, ModelNames
from raftup.importing_models.databases import name_database
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.record import Record
from raftup.importing_models.robots.robot import rounded
from raftup.importing_models.rotation import zyx_matrix
from raftup.importing_models.solid_mesh import obj_text
from raftup.importing_models.source import SourceFile
from raftup.importing_models.stl import read_stl
from raftup.importing_models.xdyn.units import series, vector

_FLIP = np.array([1.0, -1.0, -1.0])
_FLIP6 = np.concatenate([_FLIP, _FLIP])


class XdynForces:
    """The forces of one body.

    Attributes:
        has_database: whether a database describes its water.
    """

    def __init__(
        self,
        record: Record,
        body: dict[str, Any],
        file: SourceFile,
        conversion: Conversion,
        names: ModelNames,
    ) -> None:
        """Takes the body of the source and of the model."""
        self.has_database = False
        self._record, self._body, self._file = record, body, file
        self._conversion, self._names = conversion, names
        self._hull: dict[str, Any] | None = None
        self._entry: dict[str, Any] | None = None
        self._group: dict[str, Any] | None = None
        self._damping: dict[str, tuple[FloatArray, Record]] = {}

    def convert(self) -> None:
        """Adds the forces to the model."""
        known: dict[str, Callable[[Record], None]] = {
            "non-linear hydrostatic (fast)": self._hydrostatics,
            "non-linear hydrostatic (exact)": self._hydrostatics,
            "non-linear Froude-Krylov": self._froude_krylov,
            "radiation damping": self._database,
            "diffraction": self._database,
            "linear damping": self._read_damping,
            "quadratic damping": self._read_damping,
            "resistance curve": self._resistance,
            "constant force": self._constant_force,
        }
        forces = self._record.records("external forces")
        weight = False
        for force in forces:
            kind = force.need("model")
            if kind.text() == "gravity":
                weight = True
                self._conversion.taken(kind, "bodies[].gravity")
            elif kind.text() in known:
                known[kind.text()](force)
            else:
                self._conversion.left_out(kind.place, f"{kind}: no counterpart")
                self._use_all(force)
        if not weight:
            self._body["gravity"] = False
        for force in self._record.records("controlled forces"):
            label = force.take("name") or force.need("model")
            self._conversion.left_out(label.place, f"{label}: a controlled force")
            self._use_all(force)
        self._place_mesh()
        self._place_damping()

    def _use_all(self, record: Record) -> None:
        for one in list(record.unused()):
            one.is_used = True
            values = one.value if isinstance(one.value, list) else [one.value]
            for value in values:
                if isinstance(value, Record):
                    self._use_all(value)

    def _hydrostatics(self, force: Record) -> None:
        kind = force.need("model")
        self._conversion.taken(kind, "loads[].hull.pressure")
        self._hull = self._hull or {"body": self._body["name"], "pressure": True}

    def _froude_krylov(self, force: Record) -> None:
        self._hydrostatics(force)
        if self._hull is not None:
            self._hull["froude_krylov"] = True

    def _place_mesh(self) -> None:
        """Writes the mesh in the model frame, for a load `hull` or for nonlinear hydrostatics."""
        place = "position of body frame relative to mesh"
        if "mesh" not in self._record and place not in self._record and self._hull is None:
            return
        named = self._record.take("mesh")
        pose = self._record.record(place)
        offset = np.array(vector(pose, "x y z", "length"))
        turn = zyx_matrix(vector(pose, "phi theta psi", "angle"))
        frame = pose.take("frame")
        if frame is not None:
            self._conversion.taken(frame, "loads[].hull.mesh")
        if named is None:
            if self._hull is not None:
                raise UnreadableError(self._record.place, "hydrostatics need the mesh of the body")
            return
        if self._hull is None:
            self._conversion.taken(named, "", f"{named}: no force needs the mesh")
            return
        self._conversion.taken(named, "loads[].hull.mesh")
        if not self._file.named(named.text()).is_file():
            self._conversion.left_out(named.place, f"{named} does not exist beside the source")
            return
        data = self._conversion.read_named(self._file, named.text(), named.place).data
        # body = turn^T (mesh - offset), then y and z change their signs, as does no handedness
        triangles = ((read_stl(data, named.place) - offset) @ turn) * _FLIP
        name = f"{self._conversion.stem}_{self._body['name']}.obj"
        if self._entry is not None and self._group is not None:
            center = np.array(self._body["center_of_mass"])
            rest = np.array([0.0, 0.0, float(self._rest_height())])
            triangles = triangles - center + rest
            self._entry["mesh"] = name
            self._conversion.assumed(
                named.place,
                "the pose at the start is that of rest in the database",
                "hydrodynamics",
            )
            self._group["hydrostatics"] = {"mode": "nonlinear"}
            if self._hull.get("froude_krylov"):
                self._group["froude_krylov"] = {"mode": "nonlinear"}
        else:
            load = {"name": self._names.make(f"hull_{self._body['name']}", "hull")}
            self._conversion.model["loads"].append(load | {"hull": self._hull | {"mesh": name}})
        self._conversion.files[name] = obj_text(triangles).encode()

    def _rest_height(self) -> float:
        """Height of the center of mass at the start, which is taken as rest in the database."""
        return float(self._body["position"][2] + self._body["center_of_mass"][2])

    def _database(self, force: Record) -> None:
        kind, named = force.need("model"), force.need("hdb")
        for key in ("tau min", "tau max", "omega min", "omega max"):
            for one in list(force.record(key).unused()):
                one.is_used = True
                self._conversion.differs(
                    one.place, f"{one}: the memory of the model is fitted", "hydrodynamics"
                )
        for key in ("type of quadrature for convolution", "type of quadrature for cos transform"):
            found = force.take(key)
            if found is not None:
                self._conversion.taken(found, "", f"{found}: the integration of xdyn alone")
        others = force.record("calculation point in body frame")
        self._use_all(others)
        self._conversion.taken(kind, "hydrodynamics")
        self._conversion.taken(named, "hydrodynamics[].database")
        for one in list(force.unused()):
            self._conversion.whole_without_effect(one, "the integration of xdyn alone")
        if self._group is not None:
            self._group["excitation"] = {"enabled": True}
            return
        self.has_database = True
        groups = self._conversion.model.setdefault("hydrodynamics", [])
        self._entry = {"body": self._body["name"]}
        self._group = {"name": f"water_{len(groups) + 1}", "bodies": [self._entry]}
        self._group["excitation"] = {"enabled": kind.text() == "diffraction"}
        if self._conversion.options.databases:
            name_database(self._group, named.text(), named, self._file, self._conversion)
        else:
            self._group["database"] = self._imported(named.text(), force)
        groups.append(self._group)

    def _imported(self, name: str, force: Record) -> str:
        """Imports a file of Diodore to a database beside the model."""
        named = force.need("hdb")
        path = self._file.named(name)
        if not path.is_file():
            raise UnreadableError(named.place, f"{named} must be a file, or give --database F.h5")
        environment = self._conversion.model["environment"]
        water = ImportOptions(
            water_density=environment["water_density"],
            gravity=environment["gravity"],
            water_depth=environment.get("water_depth", math.inf),
            body_names=[self._body["name"]],
        )
        placed = replace(water, centers_of_gravity=[(0.0, 0.0, self._rest_height())])
        volume = self._body["mass"] / environment["water_density"]
        # older files have neither the center of gravity nor the volume; what they have must agree
        for options in (water, placed, replace(placed, displaced_volumes=[volume])):
            try:
                _, image = read_database([path], options=options)
                break
            except RaftupError as error:
                reason = error
        else:
            raise UnreadableError(named.place, f"{named} cannot be read: {reason}")
        file = f"{self._conversion.stem}.h5"
        self._conversion.files[file] = image
        return file

    def _read_damping(self, force: Record) -> None:
        kind = force.need("model")
        key = next((key for key in force.fields if key.startswith("damping matrix")), "")
        if not key:
            raise UnreadableError(force.place, f"{kind} must have its damping matrix")
        inner = force.record(key)
        rows = np.array([inner.need(f"row {i}").numbers(6) for i in range(1, 7)])
        frame = inner.take("frame")
        if frame is not None:
            self._conversion.taken(frame, "hydrodynamics")
        name = "damping" if kind.text() == "linear damping" else "quadratic_damping"
        turned: FloatArray = _FLIP6[:, None] * rows * _FLIP6 + 0.0
        self._damping[name] = (turned, force)

    def _place_damping(self) -> None:
        for name, (values, force) in self._damping.items():
            kind = force.need("model")
            if self._entry is not None:
                key = "linear_damping" if name == "damping" else name
                self._entry[key] = values.ravel().tolist()
                self._conversion.taken(kind, f"hydrodynamics[].bodies[].{key}")
            elif self._hull is not None:
                self._conversion.left_out(
                    kind.place, f"{kind}: a body with the pressure on its mesh has no matrices"
                )
            else:
                self._coefficients()[name] = values.ravel().tolist()
                self._conversion.differs(
                    kind.place,
                    f"{kind}: turns with the heading, not with roll and pitch",
                    "hydrodynamics[].coefficients",
                )

    def _coefficients(self) -> dict[str, Any]:
        groups = self._conversion.model.setdefault("hydrodynamics", [])
        name = f"damping_{self._body['name']}"
        for group in groups:
            if group["name"] == name:
                found: dict[str, Any] = group["coefficients"]
                return found
        made: dict[str, Any] = {}
        groups.append(
            {"name": name, "bodies": [{"body": self._body["name"]}], "coefficients": made}
        )
        return made

    def _resistance(self, force: Record) -> None:
        kind = force.need("model")
        speeds, forces = series(force, "speed", "speed"), series(force, "resistance", "force")
        ascending = all(a < b for a, b in pairwise(speeds))
        signs = all(
            (value == 0.0) if speed == 0.0 else value * speed >= 0.0
            for speed, value in zip(speeds, forces, strict=False)
        )
        if len(speeds) != len(forces) or not ascending or not signs:
            self._conversion.left_out(
                kind.place, f"{kind}: must be 0 at rest and act against the speed in the model"
            )
            return
        load = {"body": self._body["name"], "speed": speeds, "force": forces}
        name = self._names.make(f"resistance_{self._body['name']}", "resistance")
        self._conversion.model["loads"].append({"name": name, "resistance": load})
        self._conversion.taken(kind, "loads[].resistance")

    def _constant_force(self, force: Record) -> None:
        kind, frame = force.need("model"), force.need("frame")
        load: dict[str, Any] = {"body": self._body["name"]}
        load["point"] = rounded(_FLIP * np.array(vector(force, "x y z", "length")))
        load["force"] = rounded(_FLIP * np.array(vector(force, "X Y Z", "force")))
        load["torque"] = rounded(_FLIP * np.array(vector(force, "K M N", "moment")))
        load["body_axes"] = frame.text() != "NED"
        name = self._names.make("constant_force", "force")
        self._conversion.model["loads"].append({"name": name, "constant_force": load})
        self._conversion.taken(kind, "loads[].constant_force")
