"""Specification of a panel problem: hulls, water, waves; read from YAML or JSON and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.documents import read_document
from raftup.base.errors import SpecificationError, Violation
from raftup.base.fields import Fields
from raftup.bem.array.specification import ArrayOptions, read_array
from raftup.bem.hulls import (
    Hull,
    QtfPairs,
    QtfSums,
    read_hulls,
    read_qtf_pairs,
    read_qtf_sums,
)

_DEFAULT_DIRECTION_STEP = 15.0  # deg
_MOST_REFINED = 60  # by default: adaptive solutions of two ships alongside need some 20


@dataclass(frozen=True)
class FieldPoint:
    """A point of the still water at which scattered and radiated waves are computed.

    Attributes:
        body: index of the hull that the point belongs to and moves with.
        point: [3] m in the frame of that hull's mesh.
    """

    body: int
    point: FloatArray


@dataclass(frozen=True)
class DampingLid:
    """A rectangle of the free surface with damping, against gap resonances.

    On it, phi_z = omega^2/g (1 + i damping) phi.

    Attributes:
        low: [2] m, corner with the smallest x and y in the database's frame.
        high: [2] m, opposite corner.
        panel_size: m.
        damping: epsilon, > 0.
    """

    low: FloatArray
    high: FloatArray
    panel_size: float
    damping: float


@dataclass(frozen=True)
class Frequencies:
    """The frequencies at which a panel problem is solved.

    Attributes:
        omega: [n] rad/s, ascending; empty = chosen from the sizes of the hulls, their panels and
            `peak_period`.
        peak_period: peak period of the relevant seas [s]; None = unknown.
        refine: whether frequencies are added where A, B and X between them are not known.
        tolerance: largest estimated error between the frequencies, relative to the size of the
            coefficient.
        max_count: largest number of frequencies, those added included.
    """

    omega: FloatArray
    peak_period: float | None
    refine: bool
    tolerance: float
    max_count: int


@dataclass(frozen=True)
class Specification:
    """A complete panel problem: hulls, water, waves, frequencies.

    Attributes:
        hulls: hulls, at least one.
        water_density: kg/m3.
        gravity: m/s2.
        water_depth: m, infinite for deep water.
        frequencies: finite frequencies; infinite frequency is always solved.
        wave_directions: [m] rad, ascending within a turn, directions that waves travel to.
        damping_lids: damping lids; may be empty.
        check_convergence: whether one frequency is solved again with panels of half the size; None
            = if this takes little time.
        field_points: points at which scattered and radiated waves are computed; may be empty.
        qtf_difference: pairs of waves for difference-frequency forces; None = not computed.
        speeds: [s] m/s, ascending, >= 0: speeds of the hulls along +x for which excitation is
            computed; may be empty.
        array: how an array is solved, by the waves between its hulls; None = all panels together.
        qtf_sum: pairs of waves for sum-frequency forces of the only body; None = not computed.
    """

    hulls: tuple[Hull, ...]
    water_density: float
    gravity: float
    water_depth: float
    frequencies: Frequencies
    wave_directions: FloatArray
    damping_lids: tuple[DampingLid, ...]
    check_convergence: bool | None
    field_points: tuple[FieldPoint, ...]
    speeds: FloatArray
    qtf_difference: QtfPairs | None = None
    array: ArrayOptions | None = None
    qtf_sum: QtfSums | None = None

    @property
    def entries(self) -> tuple[int, ...]:
        """Index among the entries of `bodies` for every hull."""
        return self.array.entry if self.array is not None else tuple(range(len(self.hulls)))


def read_specification(source: Path | Mapping[str, Any]) -> Specification:
    """Reads and checks a specification.

    Args:
        source: YAML 1.2 or JSON file, or a mapping; paths of meshes are relative to the folder of
            the file, or to the working directory.

    Raises:
        SpecificationError: with path, rule and value of all violations.
    """
    document, folder = read_document(source, SpecificationError)
    violations: list[Violation] = []
    fields = Fields(document, "", violations)
    specification = read_problem(fields, folder)
    fields.close()
    if violations:
        raise SpecificationError(violations)
    return specification


def read_problem(fields: Fields, folder: Path) -> Specification:
    """Reads the fields of a specification from a document that may have others; notes broken rules.

    Args:
        fields: fields of the document.
        folder: folder to which paths of meshes are relative.
    """
    hulls, array = read_array(fields, read_hulls(fields, folder))
    specification = Specification(
        hulls=hulls,
        water_density=fields.number("water_density", 1025.0, above=0.0),
        gravity=fields.number("gravity", 9.80665, above=0.0),
        water_depth=fields.number("water_depth", above=0.0)
        if fields.has("water_depth")
        else np.inf,
        frequencies=_read_frequencies(fields),
        wave_directions=_read_directions(fields),
        damping_lids=tuple(_read_damping_lid(part) for part in fields.parts("damping_lids")),
        check_convergence=fields.flag("check_convergence", None),
        field_points=tuple(_read_field_point(part, hulls) for part in fields.parts("field_points")),
        speeds=_read_speeds(fields, hulls),
        qtf_difference=_read_qtf_pairs(fields, hulls),
        array=array,
        qtf_sum=read_qtf_sums(fields),
    )
    _refuse_sums(fields, specification)
    _refuse_drift_of_damped_water(fields, specification)
    if len(specification.speeds) and any(hull.modes is not None for hull in specification.hulls):
        fields.refuse("speeds", "do not go with modes: the excitation at speed is of rigid hulls")
    return specification


def _read_qtf_pairs(fields: Fields, hulls: tuple[Hull, ...]) -> QtfPairs | None:
    """The pairs of waves of the specification, or of its only body."""
    own = [(n, hull.qtf_difference) for n, hull in enumerate(hulls) if hull.qtf_difference]
    if fields.has("qtf_difference"):
        if own:
            rule = "must be left out of bodies where it is given beside them"
            fields.refuse(f"bodies[{own[0][0]}].qtf_difference", rule)
        if not any(hull.drifts for hull in hulls):
            rule = "needs mean_drift of a body, which says how it floats"
            fields.refuse("qtf_difference", rule)
        return read_qtf_pairs(fields)
    if own and len(hulls) > 1:
        rule = f"must be given beside bodies, once for all {len(hulls)}"
        fields.refuse(f"bodies[{own[0][0]}].qtf_difference", rule)
    return own[0][1] if own else None


def _refuse_drift_of_damped_water(fields: Fields, specification: Specification) -> None:
    """Refuses mean drift forces beside lids that absorb waves, and beside flexible hulls."""
    hulls = specification.hulls
    rigid = [n for n, hull in enumerate(hulls) if hull.modes is None]
    for index in [n for n in rigid if hulls[n].drifts]:
        if len(rigid) < len(hulls):
            rule = "does not go with modes of a body: drift forces are of rigid hulls"
            fields.refuse(f"bodies[{index}].mean_drift", rule)
        if specification.damping_lids:
            rule = "does not go with damping_lids, which take up momentum"
            fields.refuse(f"bodies[{index}].mean_drift", rule)


def _refuse_sums(fields: Fields, specification: Specification) -> None:
    """Refuses sum-frequency forces where the integral over the free surface is not computed."""
    if specification.qtf_sum is None:
        return
    hulls = specification.hulls
    if len(hulls) > 1:
        rule = (
            f"must be left out with {len(hulls)} bodies: the free surface is integrated around a "
            "single one; solve each body alone"
        )
        fields.refuse("qtf_sum", rule)
    elif not any(hull.drifts for hull in hulls):
        rule = "needs mean_drift of the body, which says how it floats or that it is held"
        fields.refuse("qtf_sum", rule)


def _read_field_point(fields: Fields, hulls: tuple[Hull, ...]) -> FieldPoint:
    name = fields.text("body")
    names = [hull.name for hull in hulls]
    if name and name not in names:
        fields.refuse("body", f"must be one of the bodies {', '.join(names)}, is {name!r}")
    point = FieldPoint(
        body=names.index(name) if name in names else 0,
        point=fields.vector("point", 3),
    )
    fields.close()
    return point


def _read_speeds(fields: Fields, hulls: tuple[Hull, ...]) -> FloatArray:
    """Speeds along the bows [m/s]; empty if none are given."""
    if not fields.has("speeds"):
        return np.empty(0)
    speeds = fields.ascending("speeds")
    if len(speeds) and speeds[0] != 0.0:
        fields.refuse("speeds", f"must begin with 0, begin with {speeds[0]:g}")
    if any(hull.heading != 0.0 for hull in hulls):
        fields.refuse("speeds", "must be left out where a body has a heading_deg: bows are along x")
    return speeds


def _read_damping_lid(fields: Fields) -> DampingLid:
    low, high = fields.vector("low", 2), fields.vector("high", 2)
    if fields.has("low") and fields.has("high") and not (high > low).all():
        fields.refuse("high", f"must be > low {low.tolist()} in x and y, is {high.tolist()}")
    lid = DampingLid(
        low=low,
        high=high,
        panel_size=fields.number("panel_size", above=0.0),
        damping=fields.number("damping", above=0.0),
    )
    fields.close()
    return lid


def _read_frequencies(fields: Fields) -> Frequencies:
    part = fields.part("frequencies") or Fields({}, "frequencies", fields.violations)
    given = [name for name in ("omega", "period", "first") if part.has(name)]
    if len(given) > 1:
        part.refuse("", f"must have one of omega, period and first/last/count, has {given}")
    ranged = part.has("first") and not part.has("count")
    omega = _read_ends(part) if ranged else _read_omega(part, given[0] if given else "")
    frequencies = Frequencies(
        omega=omega,
        peak_period=part.number("peak_period", above=0.0) if part.has("peak_period") else None,
        refine=bool(part.flag("refine", ranged or not given)),
        tolerance=part.number("tolerance", 0.02, above=0.0),
        max_count=part.count("max_count", max(_MOST_REFINED, len(omega)), least=max(2, len(omega))),
    )
    if ranged and not frequencies.refine:
        part.refuse("count", "must be given with first and last where refine is false")
    part.close()
    return frequencies


def _read_ends(fields: Fields) -> FloatArray:
    """The ends of a range in which frequencies are added [rad/s]."""
    first = fields.number("first", above=0.0)
    return np.array([first, fields.number("last", above=first)])


def _read_omega(fields: Fields, kind: str) -> FloatArray:
    """Given frequencies [rad/s]; empty if they are to be chosen."""
    if kind == "omega":
        return fields.ascending("omega", above=0.0)
    if kind == "period":
        periods = fields.ascending("period", above=0.0)
        omega: FloatArray = 2.0 * np.pi / periods[::-1]
        return omega
    if kind == "first":
        return fields.even_steps(above=0.0)
    return np.empty(0)


def _read_directions(fields: Fields) -> FloatArray:
    """Wave directions [rad]; every 15 deg if none are given."""
    if not fields.has("wave_directions_deg"):
        every: FloatArray = np.deg2rad(np.arange(0.0, 360.0, _DEFAULT_DIRECTION_STEP))
        return every
    directions = fields.ascending("wave_directions_deg")
    if len(directions) and directions[-1] - directions[0] >= 360.0:
        span = f"{directions[0]:g} to {directions[-1]:g}"
        fields.refuse("wave_directions_deg", f"must span less than 360, is {span}")
    radians: FloatArray = np.deg2rad(directions)
    return radians
