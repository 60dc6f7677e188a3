"""Meshes of WEC-Sim's bodies: pictures, and hulls with nonlinear hydrodynamics."""

from __future__ import annotations

from typing import Any

import numpy as np

from raftup.importing_models.conversion import Conversion
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.record import Record
from raftup.importing_models.solid_mesh import obj_text
from raftup.importing_models.source import SourceFile
from raftup.importing_models.stl import read_stl

_PICTURES = {
    "viz.color": "pictures",
    "viz.opacity": "pictures",
    "paraview": "pictures",
    "name": "the block has the name; pictures",
}


class WecSimMesh:
    """The mesh of a body, which WEC-Sim has about the center of gravity.

    Attributes:
        is_nonlinear: whether the pressure of the water acts on it.
    """

    def __init__(self, record: Record, file: SourceFile, conversion: Conversion) -> None:
        """Reads the fields of the mesh."""
        self._file, self._conversion = file, conversion
        self._record = record
        self._mesh = record.take("geometryFile")
        self._mode = record.take("nonlinearHydro")
        self.is_nonlinear = self._mode is not None and self._mode.number() != 0.0
        conversion.without_effect(record, _PICTURES)

    def convert(self, body: dict[str, Any], path: str) -> None:
        """Draws the body by the mesh, if it is there."""
        if self._mode is not None and not self.is_nonlinear:
            self._conversion.taken(self._mode, "hydrodynamics[].hydrostatics")
        if self._mesh is None:
            return
        found = self._file.named(self._mesh.text())
        if found.is_file() and found.suffix.lower() in (".stl", ".obj", ".gdf"):
            body["visual_mesh"] = {"mesh": self._conversion.reference(found)}
            self._conversion.taken(self._mesh, f"{path}.visual_mesh")
        elif not self.is_nonlinear:
            text = f"{self._mesh}: pictures alone, and not beside the input file"
            self._conversion.taken(self._mesh, "", text)

    def convert_nonlinear(
        self, group: dict[str, Any], center: list[float] | None, name: str
    ) -> None:
        """Gives the mesh at rest to the last body of a group.

        Args:
            group: hydrodynamic group of the model.
            center: its center of gravity at rest [m]; None without the database.
            name: name of the body.

        Raises:
            UnreadableError: if there is no mesh.
        """
        mode = self._record.need("nonlinearHydro")
        if mode.number() not in (1.0, 2.0):
            raise UnreadableError(mode.place, f"{mode} must be 0, 1 or 2")
        if self._mesh is None:
            raise UnreadableError(mode.place, f"{mode}: geometryFile must be given")
        if center is None:
            self._conversion.left_out(
                mode.place, f"{mode}: the pose of rest of the mesh is in the database"
            )
            return
        named = self._mesh
        opened = self._conversion.read_named(self._file, named.text(), named.place)
        triangles = read_stl(opened.data, named.place) + np.array(center)
        file = f"{self._conversion.stem}_{name}.obj"
        self._conversion.files[file] = obj_text(triangles).encode()
        entry = group["bodies"][-1]
        entry |= {"mesh": file, "hydrostatics": {"mode": "nonlinear"}}
        if mode.number() == 2.0:
            entry["froude_krylov"] = {"mode": "nonlinear"}
            group["excitation"] = {"at_body_position": True}
            self._conversion.differs(
                mode.place,
                f"{mode}: waves are evaluated at the present position of all bodies of the group",
                "hydrodynamics[].bodies[].froude_krylov",
            )
        else:
            self._conversion.differs(
                mode.place,
                f"{mode}: Froude-Krylov forces are those of the database, on the hull at rest",
                "hydrodynamics[].bodies[].froude_krylov",
            )
