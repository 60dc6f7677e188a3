"""Conventions of spectra in files: logarithms, units, sense of direction."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from raftup.base.arrays import FloatArray

DirectionSense: TypeAlias = Literal["from", "to", "cartesian"]
"""Sense of wave directions: `from` or `to`, clockwise from north; or `cartesian`, the direction
that waves travel to, counter-clockwise from east.
"""

ERA5_FIRST_FREQUENCY = 0.03453
"""First frequency of ECMWF's wave model [Hz]; each further one is 1.1 times the one before."""

_LEAST_LOG = -90.0  # below: a packed file's way to say no energy


@dataclass(frozen=True)
class Convention:
    """Conventions of the numbers of a spectrum in a file.

    Attributes:
        logarithmic: values are log10 of the density, and missing values mean 0.
        per_degree: density per degree, otherwise per radian.
        per_angular_frequency: density per rad/s and frequencies in rad/s, otherwise in Hz.
        energy: values are rho g times the variance density [J/m2 ...], otherwise variance density.
        sense: sense of the directions.
        degrees: directions in degrees, otherwise in radians.
        findings: assumptions that were made.
    """

    logarithmic: bool
    per_degree: bool
    per_angular_frequency: bool
    energy: bool
    sense: DirectionSense
    degrees: bool
    findings: tuple[str, ...] = ()

    def omega(self, frequency: FloatArray) -> FloatArray:
        """Converts frequencies of the file to rad/s."""
        return frequency if self.per_angular_frequency else 2.0 * np.pi * frequency

    def direction(self, direction: FloatArray, axis_heading: float) -> FloatArray:
        """Converts directions of the file to those of Raftup [rad].

        The result are directions that waves travel to, counter-clockwise from the world's x axis.

        Args:
            direction: directions in the file.
            axis_heading: direction of the x axis, clockwise from north [rad]; pi / 2 = east.
        """
        angle = np.deg2rad(direction) if self.degrees else direction
        if self.sense == "cartesian":
            return angle + axis_heading - np.pi / 2.0
        return axis_heading - angle + (np.pi if self.sense == "from" else 0.0)

    def density(self, values: FloatArray) -> FloatArray:
        """Converts densities of the file to m2 s/rad2; missing: NaN, or 0 in logarithmic files."""
        if self.logarithmic:
            known = np.isfinite(values) & (values > _LEAST_LOG)
            values = np.where(known, 10.0 ** np.where(known, values, 0.0), 0.0)
        scale = 1.0 / (1025.0 * 9.81) if self.energy else 1.0
        if self.per_degree:
            scale *= 180.0 / np.pi
        if not self.per_angular_frequency:
            scale /= 2.0 * np.pi
        return values * scale


def convention_of(
    name: str,
    density: dict[str, Any],
    frequency: dict[str, Any],
    direction: dict[str, Any],
    sense: DirectionSense | None,
) -> Convention:
    """The convention that a NetCDF file's attributes define, else that of the model that wrote it.

    Args:
        name: name of the variable: d2fd = ECMWF, efth = WAVEWATCH III, density or VaDens = SWAN.
        density: attributes of the variable.
        frequency: attributes of its frequencies.
        direction: attributes of its directions.
        sense: sense of the directions if the caller knows it.

    Raises:
        ValueError: if neither the attributes nor the name define the convention.
    """
    findings: list[str] = []
    era5 = name == "d2fd"
    units = str(density.get("units", "")).lower()
    if era5:
        findings.append("d2fd is read as log10 of the density, missing values as no energy")
    return Convention(
        logarithmic=era5 or "log" in units or "log10" in str(density.get("long_name", "")).lower(),
        per_degree=_is_per_degree(name, units, findings),
        per_angular_frequency=_is_angular(str(frequency.get("units", "")).lower()),
        energy=units.startswith("j"),
        sense=sense or _sense_of(name, direction, findings),
        degrees=_is_in_degrees(era5, direction),
        findings=tuple(findings),
    )


def _is_per_degree(name: str, units: str, findings: list[str]) -> bool:
    if "deg" in units:
        return True
    if "rad" in units or name == "d2fd":
        return False
    if name in ("efth", "density"):
        findings.append(f"{name} has units {units!r}; read as per radian, as its model writes it")
        return False
    raise ValueError(f"must have units that say per degree or per radian, has {units!r}")


def _is_angular(units: str) -> bool:
    return bool(re.match(r"rad\w*(\s*/\s*s|\s+s-1|\.s-1|\s+s\^-1)", units))


def _is_in_degrees(era5: bool, direction: dict[str, Any]) -> bool:
    units = str(direction.get("units", "")).lower()
    if units.startswith("rad"):
        return False
    if era5 or units.startswith("deg") or units == "°":
        return True
    raise ValueError(f"direction must have units degree or radian, has {units!r}")


def _sense_of(name: str, direction: dict[str, Any], findings: list[str]) -> DirectionSense:
    stated = " ".join(
        str(direction.get(key, "")).lower()
        for key in ("standard_name", "long_name", "comment", "convention", "direction_reference")
    )
    if "cartesian" in stated:
        return "cartesian"
    if "from_direction" in stated or "from direction" in stated or "coming from" in stated:
        return "from"
    if "to_direction" in stated or "to direction" in stated or "going to" in stated:
        return "to"
    if name == "d2fd":
        return "to"  # ECMWF: 0 deg = towards north
    if name == "efth":
        findings.append(
            "directions of efth are read as where waves go, as WAVEWATCH III files them"
        )
        return "to"
    if "nautical" in stated:
        return "from"
    raise ValueError(
        "direction must say by its standard_name whether waves come from or go to it; "
        "else pass sense='from', 'to' or 'cartesian'"
    )
