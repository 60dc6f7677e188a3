"""Coordinates of a study that are wave height, period, direction or seed."""

from __future__ import annotations

from dataclasses import dataclass

from raftup.study.specification import StudySpecification

_ENDS = {
    "height": ".significant_wave_height",
    "period": ".peak_period",
    "heading": ".direction_deg",
    "seed": ".seed",
}


@dataclass(frozen=True)
class Role:
    """A coordinate of a study.

    Attributes:
        axis: dimension to which it belongs.
        coordinate: name of the coordinate.
    """

    axis: str
    coordinate: str


def roles_of(specification: StudySpecification) -> dict[str, Role]:
    """Coordinates by their role: height, period, heading, seed; only those that the study has.

    The role follows from the fields that a coordinate writes; the first coordinate of a role is
    used.
    """
    found: dict[str, Role] = {}
    for axis in specification.axes:
        for coordinate, paths in axis.paths.items():
            for role, end in _ENDS.items():
                if any(path.endswith(end) for path in paths):
                    found.setdefault(role, Role(axis.name, coordinate))
    return found
