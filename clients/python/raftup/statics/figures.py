"""Hydrostatic figures and righting arms as an xarray.Dataset, a table and plain values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from raftup.remote.databases import Hydrostatics

if TYPE_CHECKING:
    import xarray as xr


@dataclass(frozen=True)
class Figure:
    """A hydrostatic figure, with its name, units and meaning.

    Attributes:
        name: name of the field of the service and of the variable.
        short: symbol used by naval architects.
        unit: SI unit of the variable.
        shown: unit in tables.
        factor: factor from the SI unit to the unit in tables.
        meaning: meaning in words.
    """

    name: str
    short: str
    unit: str
    shown: str
    factor: float
    meaning: str


FIGURES = (
    Figure("volume", "V", "m3", "m3", 1.0, "displaced volume"),
    Figure("displacement", "displacement", "kg", "t", 1e-3, "mass of the displaced water"),
    Figure("center_of_buoyancy_height", "KB", "m", "m", 1.0, "centre of buoyancy above the keel"),
    Figure("longitudinal_center_of_buoyancy", "LCB", "m", "m", 1.0, "x of the centre of buoyancy"),
    Figure(
        "longitudinal_center_of_flotation",
        "LCF",
        "m",
        "m",
        1.0,
        "x of the centre of the waterplane",
    ),
    Figure("waterplane_area", "A_W", "m2", "m2", 1.0, "area of the waterplane"),
    Figure("transverse_metacentric_radius", "BM", "m", "m", 1.0, "transverse metacentric radius"),
    Figure(
        "longitudinal_metacentric_radius", "BM_L", "m", "m", 1.0, "longitudinal metacentric radius"
    ),
    Figure("transverse_metacenter_height", "KM", "m", "m", 1.0, "metacentre above the keel"),
    Figure("transverse_metacentric_height", "GM", "m", "m", 1.0, "transverse metacentric height"),
    Figure(
        "longitudinal_metacentric_height", "GM_L", "m", "m", 1.0, "longitudinal metacentric height"
    ),
    Figure("mass_per_immersion", "TPC", "kg/m", "t/cm", 1e-5, "mass for a metre of sinkage"),
    Figure("moment_to_change_trim", "MCT", "kg", "t m/cm", 1e-5, "moment for a metre of trim"),
    Figure("block_coefficient", "C_B", "1", "", 1.0, "V/(L B T)"),
    Figure("midship_coefficient", "C_M", "1", "", 1.0, "A_M/(B T)"),
    Figure("prismatic_coefficient", "C_P", "1", "", 1.0, "V/(A_M L)"),
    Figure("waterplane_coefficient", "C_W", "1", "", 1.0, "A_W/(L B)"),
    Figure("wetted_area", "wetted area", "m2", "m2", 1.0, "area of the hull below the water"),
    Figure("waterline_length", "L", "m", "m", 1.0, "length of the waterplane"),
    Figure("waterline_breadth", "B", "m", "m", 1.0, "breadth of the waterplane"),
)
"""Figures in the order of tables. If the center of mass is not known, it is taken at the keel: GM
is then KM and GM_L is KB + BM_L, and the moment to change trim follows from this GM_L."""

OF_WEIGHT = (
    "transverse_metacentric_height",
    "longitudinal_metacentric_height",
    "moment_to_change_trim",
)
"""Names of the figures that need the height of the center of mass."""

CRITERIA = {
    "area_to_30": ("area to 30 deg", "m rad", 1.0),
    "area_to_40": ("area to 40 deg or flooding", "m rad", 1.0),
    "area_30_to_40": ("area from 30 to 40 deg or flooding", "m rad", 1.0),
    "arm_at_30": ("GZ at 30 deg or more", "m", 1.0),
    "heel_of_largest_arm": ("heel of the largest GZ", "deg", math.degrees(1.0)),
    "metacentric_height": ("GM", "m", 1.0),
}
"""Criteria of the IS Code 2008, part A, 2.2: text, unit in tables, factor from SI."""


def known_figures(has_weight: bool) -> tuple[Figure, ...]:
    """The figures that can be computed, in the order of tables.

    Args:
        has_weight: whether the center of mass is known.
    """
    return tuple(one for one in FIGURES if has_weight or one.name not in OF_WEIGHT)


def hydrostatics_dataset(answer: Hydrostatics, has_weight: bool) -> xr.Dataset:
    """Makes a dataset of figures over draughts, in SI units.

    Args:
        answer: answer of the server.
        has_weight: whether the center of mass is known.
    """
    import xarray as xr  # takes half a second

    draughts = [each.draught for each in answer.figures]
    data = xr.Dataset(
        {
            one.name: (
                ("draught",),
                [getattr(each, one.name) for each in answer.figures],
                {"units": one.unit, "long_name": one.meaning},
            )
            for one in known_figures(has_weight)
        },
        {"draught": ("draught", draughts, {"units": "m", "long_name": "above the keel"})},
        {"keel_z_in_mesh_m": answer.keel},
    )
    if answer.HasField("floating"):
        for name, value in floating_document(answer).items():
            data.attrs[f"floating_{name}"] = value
    return data


def floating_document(answer: Hydrostatics) -> dict[str, float]:
    """The freely floating position of the hull as plain values; angles in degrees."""
    at = answer.floating
    return {
        "heel_deg": math.degrees(at.heel),
        "trim_deg": math.degrees(at.trim),
        "draught": at.draught,
        "draught_aft": at.draught_aft,
        "draught_forward": at.draught_forward,
        "transverse_metacentric_height": at.transverse_metacentric_height,
        "longitudinal_metacentric_height": at.longitudinal_metacentric_height,
        "volume": at.volume,
    }


def hydrostatics_document(answer: Hydrostatics, has_weight: bool) -> dict[str, Any]:
    """Hydrostatic figures as plain values, SI."""
    document: dict[str, Any] = {
        "keel": answer.keel,
        "figures": [
            {"draught": each.draught}
            | {one.name: getattr(each, one.name) for one in known_figures(has_weight)}
            for each in answer.figures
        ],
        "findings": [finding.message for finding in answer.findings],
    }
    if answer.HasField("floating"):
        document["floating"] = floating_document(answer)
    return document


def stability_dataset(answer: Hydrostatics) -> xr.Dataset:
    """Righting arms over heel [deg], with the criteria as attributes."""
    import xarray as xr  # takes half a second

    curve = answer.stability
    heel = np.degrees(np.array(curve.heel))
    data = xr.Dataset(
        {
            "righting_arm": ("heel", list(curve.righting_arm), _about("m", "GZ, > 0 rights")),
            "trim": ("heel", np.degrees(np.array(curve.trim)), _about("deg", "> 0: bow down")),
            "area": ("heel", list(curve.area), _about("m rad", "area below GZ from heel 0")),
        },
        {"heel": ("heel", heel, _about("deg", "> 0: starboard side down"))},
    )
    for name, value in _summary(answer).items():
        if value is not None:
            data.attrs[name] = value
    for one in criteria_documents(answer):
        data.attrs[f"criterion_{one['name']}"] = (
            f"{one['value']:.6g} {one['unit']}, required {one['required']:g}, "
            f"{'met' if one['met'] else 'not met'}"
        )
    return data


def stability_document(answer: Hydrostatics) -> dict[str, Any]:
    """Righting arms and criteria as plain values; angles in degrees."""
    curve = answer.stability
    rows = zip(curve.heel, curve.righting_arm, curve.trim, curve.area, strict=True)
    return {
        **_summary(answer),
        "arms": [
            {
                "heel_deg": math.degrees(heel),
                "righting_arm": arm,
                "trim_deg": math.degrees(trim),
                "area": area,
            }
            for heel, arm, trim, area in rows
        ],
        "criteria": criteria_documents(answer),
    }


def _summary(answer: Hydrostatics) -> dict[str, float | None]:
    curve = answer.stability
    vanishes = curve.HasField("vanishing_heel")
    return {
        "metacentric_height": curve.metacentric_height,
        "largest_arm": curve.largest_arm,
        "heel_of_largest_arm_deg": math.degrees(curve.heel_of_largest_arm),
        "vanishing_heel_deg": math.degrees(curve.vanishing_heel) if vanishes else None,
    }


def criteria_documents(answer: Hydrostatics) -> list[dict[str, Any]]:
    """The criteria with their texts as plain values; angles in degrees."""
    documents = []
    for one in answer.stability.criteria:
        meaning, unit, factor = CRITERIA[one.name]
        documents.append(
            {
                "name": one.name,
                "meaning": meaning,
                "unit": unit,
                "value": factor * one.value,
                "required": round(factor * one.required, 9),
                "met": one.met,
            }
        )
    return documents


def _about(unit: str, meaning: str) -> dict[str, str]:
    return {"units": unit, "long_name": meaning}
