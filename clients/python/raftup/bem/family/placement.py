"""Hulls at a relative position, and checks of positions before anything is solved."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import SpecificationError, Violation
from raftup.bem.family.cells import PositionSet
from raftup.bem.family.overlap import overlap
from raftup.bem.family.specification import FamilySpecification
from raftup.bem.frequencies import choose_frequencies
from raftup.bem.geometry import Geometry, build_geometry
from raftup.bem.specification import Specification
from raftup.frequency_domain.waves import wavenumber

_MOST_NAMED = 10  # positions in one refusal

_REFUSED_PART = 6.0  # of the shortest wave is the largest spacing
_SAFE_PART = 12.0


def geometry_at(base: Geometry, problem: Specification, position: FloatArray) -> Geometry:
    """Places all hulls: the first remains, the others move to `position` relative to it.

    Args:
        base: hulls in the frames of their meshes.
        problem: specification with water density and gravity.
        position: [others, 3] m, m, deg of the centers of mass.
    """
    first = base.hulls[0]
    moved = [
        hull.moved(
            first.center_of_mass[:2] + place[:2],
            float(np.deg2rad(place[2])),
            problem.water_density,
            problem.gravity,
        )
        for hull, place in zip(base.hulls[1:], position, strict=True)
    ]
    return replace(base, hulls=(first, *moved))


def position_text(base: Geometry, position: FloatArray) -> str:
    """A position as text for messages: `supply at x 10, y 22, heading 0 deg`."""
    return "; ".join(
        f"{hull.name} at x {place[0]:.6g}, y {place[1]:.6g}, heading {place[2]:.6g} deg"
        for hull, place in zip(base.hulls[1:], position, strict=True)
    )


def check_places(family: FamilySpecification) -> tuple[Geometry, list[str]]:
    """Reads the hulls and makes all checks that are possible before anything is solved.

    Returns:
        The hulls in the frames of their meshes, and warnings.

    Raises:
        SpecificationError: for meshes that cannot be used; else for hulls that overlap; else for
            distances of nodes that are too large for the waves.
    """
    base = build_geometry(family.problem)
    refuse_overlaps(base, family.problem, family.positions, family.path)
    return base, _check_spacing(base, family)


def refuse_overlaps(
    base: Geometry, problem: Specification, positions: PositionSet, path: str
) -> None:
    """Refuses nodes and middles of cells at which two hulls overlap or touch.

    Args:
        base: hulls in the frames of their meshes.
        problem: specification with water density and gravity.
        positions: nodes and cells.
        path: field of the specification that determines them.

    Raises:
        SpecificationError: with the first such position.
    """
    places = [(f"node {k}", position) for k, position in enumerate(positions.nodes)]
    places += [(f"middle of cell {k}", cell.midpoint) for k, cell in enumerate(positions.cells)]
    violations = []
    for name, position in places:
        hulls = geometry_at(base, problem, position).hulls
        for a, b in combinations(hulls, 2):
            if overlap(a.mesh, b.mesh):
                where = position_text(base, position)
                rule = f"{name} must keep hulls apart, {a.name} and {b.name} overlap: {where}"
                violations.append(Violation(path, rule))
        if len(violations) >= _MOST_NAMED:
            break
    if violations:
        raise SpecificationError(violations)


def _check_spacing(base: Geometry, family: FamilySpecification) -> list[str]:
    """Refuses distances of nodes in the plane above a sixth of the shortest wave length.

    Between two nodes at a distance d, interpolation of exp(-i k r) has the error (k d)^2 / 8.

    Returns:
        A warning for each distance above a twelfth of the wave length.

    Raises:
        SpecificationError: with the field and the error that it causes.
    """
    wave, why = _shortest_wave(base, family)
    violations, warnings = [], []
    for spacing in family.positions.spacings:
        if spacing.largest * _SAFE_PART <= wave:
            continue
        path = f"{family.path}.{base.hulls[1 + spacing.body].name}{spacing.path}"
        part = _REFUSED_PART if spacing.largest * _REFUSED_PART > wave else _SAFE_PART
        rule = (
            f"{spacing.what} must be at most 1/{part:g} of the shortest wave, {wave / part:.4g} m "
            f"of {wave:.4g} m ({why}), are up to {spacing.largest:.6g} m"
        )
        if part == _REFUSED_PART:
            violations.append(Violation(path, rule))
        elif not family.is_refined:
            warnings.append(f"{path}: {rule}")
    if violations:
        raise SpecificationError(violations)
    return warnings


def _shortest_wave(base: Geometry, family: FamilySpecification) -> tuple[float, str]:
    """Length of the shortest wave [m], and the field that determines it."""
    if family.shortest_wave is not None:
        return family.shortest_wave, "family.shortest_wave"
    problem = family.problem
    omega = problem.frequencies.omega
    if not len(omega):
        omega = choose_frequencies(base, problem.gravity, problem.frequencies.peak_period)
    k = wavenumber(omega[-1:], problem.water_depth, problem.gravity)[0]
    return float(2.0 * np.pi / k), f"that of {omega[-1]:.4g} rad/s; family.shortest_wave changes it"
