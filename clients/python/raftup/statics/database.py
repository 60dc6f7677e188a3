"""Hydrostatics of the bodies of a database, from its stiffness at rest."""

from __future__ import annotations

from dataclasses import dataclass

from raftup.remote.coefficients import Coefficients
from raftup.remote.database_modes import is_carrier


@dataclass(frozen=True)
class BodyHydrostatics:
    """Hydrostatic figures of one body of a database, in the position for which it was computed.

    The stiffness C of a database contains weight and buoyancy about the center of gravity. With the
    displaced volume V, the figures are A_W = C33/(rho g), LCF = x_G - C35/C33, GM = C44/(rho g V),
    GM_L = C55/(rho g V).

    Attributes:
        name: name of the body in the file.
        displacement: rho V [kg].
        waterplane_area: A_W [m2].
        longitudinal_center_of_buoyancy: LCB, x of the center of buoyancy [m], database's frame.
        longitudinal_center_of_flotation: LCF, x of the center of the waterplane [m], database's
            frame; None without a waterplane.
        transverse_metacentric_height: GM [m]; None if the body displaces no water.
        longitudinal_metacentric_height: GM_L [m]; None if the body displaces no water.
        mass_per_immersion: rho A_W [kg/m]; TPC [t/cm] is 1e-5 of it.
    """

    name: str
    displacement: float
    waterplane_area: float
    longitudinal_center_of_buoyancy: float
    longitudinal_center_of_flotation: float | None
    transverse_metacentric_height: float | None
    longitudinal_metacentric_height: float | None
    mass_per_immersion: float


def database_hydrostatics(table: Coefficients) -> list[BodyHydrostatics]:
    """Figures of each body, in the order of the file; carriers of modes, the last, have none.

    Args:
        table: coefficients of the database.
    """
    found = []
    for index, body in enumerate(table.bodies):
        if is_carrier(table, index):
            continue
        stiffness = body.hydrostatic_stiffness
        weight = table.water_density * table.gravity * body.displaced_volume
        area = float(stiffness[2, 2]) / (table.water_density * table.gravity)
        floats = weight > 0.0
        found.append(
            BodyHydrostatics(
                body.name,
                table.water_density * body.displaced_volume,
                area,
                float(body.center_of_buoyancy[0]),
                float(body.center_of_gravity[0] - stiffness[2, 4] / stiffness[2, 2])
                if area > 0.0
                else None,
                float(stiffness[3, 3] / weight) if floats else None,
                float(stiffness[4, 4] / weight) if floats else None,
                table.water_density * area,
            )
        )
    return found
