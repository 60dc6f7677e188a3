"""What an importer asks of a hydrodynamic database that a model names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.errors import RaftupError
from raftup.importing import read_database
from raftup.importing_models.conversion import Conversion
from raftup.importing_models.finding import Place, UnreadableError
from raftup.importing_models.record import Field
from raftup.importing_models.source import SourceFile


@dataclass(frozen=True)
class DatabaseHull:
    """A body of a database at rest.

    Attributes:
        name: its name.
        center_of_gravity: m, from the still water plane.
        displaced_volume: m3.
    """

    name: str
    center_of_gravity: tuple[float, float, float]
    displaced_volume: float


@dataclass(frozen=True)
class DatabaseContent:
    """What an importer uses of a database.

    Attributes:
        hulls: its bodies in the order of the file.
        asymmetry: largest asymmetry of its added mass, relative; above _ALLOWED a model must accept
            the symmetric part.
    """

    hulls: list[DatabaseHull]
    asymmetry: float

    @property
    def is_asymmetric(self) -> bool:
        """Whether a model must say that the symmetric part of the added mass is used."""
        return self.asymmetry > _ALLOWED


_ALLOWED = 0.01
"""Asymmetry of the added mass up to which the server takes a database in any case; it measures
against mass and added mass, which is less strict than the check of the database.
"""


def database_content(path: Path, place: Place) -> DatabaseContent:
    """Reads a database by the reader of `raftup import`.

    Args:
        path: the database.
        place: where the source names it.

    Raises:
        UnreadableError: if the database cannot be read.
    """
    import netCDF4

    try:
        report, image = read_database([path])
    except (RaftupError, OSError) as error:
        raise UnreadableError(place, f"the database {path.name} cannot be read: {error}") from error
    with netCDF4.Dataset("database", memory=image) as data:
        centers = np.asarray(data["center_of_gravity"][:], dtype=float)
        volumes = np.asarray(data["displaced_volume"][:], dtype=float)
    hulls = [
        DatabaseHull(name, (float(c[0]), float(c[1]), float(c[2])), float(volume))
        for name, c, volume in zip(report.body_names, centers, volumes, strict=True)
    ]
    checks = [abs(one.measured) for one in report.checks if one.name == "added_mass_asymmetric"]
    return DatabaseContent(hulls, max(checks, default=0.0))


def name_database(
    group: dict[str, Any], name: str, what: Field, file: SourceFile, conversion: Conversion
) -> DatabaseContent | None:
    """Names the database of a hydrodynamic group, and reads it if it is there.

    Args:
        group: the group, which gets `database`, and `allow_asymmetric` if it needs that.
        name: path of the database as the source has it.
        what: field of the source that names it.
        file: file of the source with this field.
        conversion: its count of databases selects the one that the user gives.

    Returns:
        What the database contains; None if it does not exist.
    """
    index = conversion.database_count
    reference = conversion.database(file, name, what.place)
    group["database"] = reference
    path = conversion.out_folder / reference
    if not path.is_file():
        return None
    content = database_content(path, what.place)
    if content.is_asymmetric:
        group["allow_asymmetric"] = True
        conversion.differs(
            what.place,
            f"{what}: the symmetric part of its added mass is used",
            f"hydrodynamics[{index}].allow_asymmetric",
        )
    return content
