"""The mean position of a model: where loads, weight, buoyancy and reactions balance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.coefficients import DOFS, FloatArray
from raftup.errors import ModelError, Violation
from raftup.frequency_domain.body_states import BodyStates, derivative
from raftup.frequency_domain.force_system import ForceSystem
from raftup.frequency_domain.joints import jacobian_of

_MOST_ITERATIONS = 200
_LONGEST_STEP = 1.0  # m, and in rad a tenth of it: beyond, a tangent says little
_CONVERGED = 1e-10  # m, rad
_DEPENDENT = 1e-9  # of the largest singular value: rows that hold what others hold already
_OPEN = 1e-6  # m, rad
_SETTLED = 1e-9  # of a reaction, and N
_SHIFT = 1.5  # of the most negative stiffness
_LOOSE = 1e-10  # of the largest singular value: below, nothing holds that motion
_WORTH_SAYING = 1e-6  # of the weight of all bodies; of the largest stiffness


@dataclass(frozen=True)
class Equilibrium:
    """Bodies at rest.

    Attributes:
        states: of the bodies.
        reactions: of the system's rows [N, N m].
        findings: what is not balanced, a sentence each.
    """

    states: BodyStates
    reactions: FloatArray
    findings: tuple[str, ...]


def at_rest_poses(system: ForceSystem) -> Equilibrium:
    """The bodies where displacements are measured from, whatever acts on them."""
    states = system.placement.states(system.placement.rest)
    return Equilibrium(states, np.zeros(len(system.rows)), ())


def find_equilibrium(system: ForceSystem) -> Equilibrium:
    """Newton's iteration from the poses at t = 0.

    Motions that nothing holds, such as the drift of a vessel without moorings, stay where they are;
    a mean force on them is a finding.

    Raises:
        ModelError: where it does not converge.
    """
    states = system.placement.states(system.placement.initial)
    reactions = np.zeros(len(system.rows))
    scale = _scale(system)
    for _ in range(_MOST_ITERATIONS):
        step, new = _newton_step(system, states, reactions, scale)
        settled = np.allclose(new, reactions, rtol=_SETTLED, atol=_SETTLED)
        reactions = new
        largest = np.abs(step).reshape(-1, 2, 3).max(axis=(0, 2)) / _LONGEST_STEP * [1.0, 10.0]
        states = states.moved(step / max(1.0, float(largest.max())))
        if settled and np.abs(step).max(initial=0.0) < _CONVERGED:
            _check_closed(system, states)
            findings = [
                *_unbalanced(system, states, reactions, scale),
                *_unstable(system, states, reactions, scale),
            ]
            return Equilibrium(states, reactions, tuple(findings))
    rule = "must have a static equilibrium: none was found from their poses at t = 0"
    raise ModelError([Violation("bodies", rule)])


def _check_closed(system: ForceSystem, states: BodyStates) -> None:
    violations = np.abs(constraint_rows(system, states)[0])
    if violations.max(initial=0.0) > _OPEN:
        rule = f"must not contradict each other: one stays open by {violations.max():.3g} m or rad"
        raise ModelError([Violation("joints", rule)])


def stiffness(system: ForceSystem, states: BodyStates, reactions: FloatArray) -> FloatArray:
    """-d(wrenches)/d(displacement) [6N, 6N], world axes, the turning of reactions included."""
    moved = states.displaced_each()
    return -derivative(system.wrenches(moved) + system.reactions(reactions, moved))


def constraint_rows(system: ForceSystem, states: BodyStates) -> tuple[FloatArray, FloatArray]:
    """Violations [m] and Jacobian [m, 6N] of all that is held: joints' rows, then bodies' dofs."""
    values, jacobian = jacobian_of(system.rows, states)
    held = np.eye(len(system.held))[system.held]
    return np.append(values, np.zeros(len(held))), np.vstack([jacobian, held])


def _scale(system: ForceSystem) -> FloatArray:
    """A size for each dof: metres for translations, a hundredth of it in rad for rotations."""
    return np.tile([1.0, 1.0, 1.0, 0.01, 0.01, 0.01], len(system.masses))


def _newton_step(
    system: ForceSystem, states: BodyStates, reactions: FloatArray, scale: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Solves [K -G^T; G 0] [dx; lambda] = [F; -g] in scaled dofs, least squares where singular.

    Where K is negative in a free motion it is shifted, so that the step goes down the potential and
    not up to a saddle.
    """
    force = system.wrenches(states).reshape(-1)
    violation, G = constraint_rows(system, states)
    K = scale[:, None] * stiffness(system, states, reactions) * scale
    G = G * scale
    size = max(float(np.abs(K).max()), 1.0)
    rows, columns = G.shape
    lowest = _lowest_stiffness(K, null_space(G))[0]
    if lowest < -_WORTH_SAYING * size:
        K = K - _SHIFT * lowest * np.eye(columns)
    matrix = np.block([[K / size, -G.T], [G, np.zeros((rows, rows))]])
    right = np.concatenate([scale * force / size, -violation])
    solution = np.linalg.lstsq(matrix, right, rcond=_LOOSE)[0]
    all_reactions = solution[columns:] * size
    return scale * solution[:columns], all_reactions[: len(reactions)]


def _unbalanced(
    system: ForceSystem, states: BodyStates, reactions: FloatArray, scale: FloatArray
) -> tuple[str, ...]:
    force = scale * (system.wrenches(states) + system.reactions(reactions, states)).reshape(-1)
    G = constraint_rows(system, states)[1] * scale
    left = force - np.linalg.lstsq(G.T, force, rcond=None)[0] @ G if len(G) else force
    worst = int(np.argmax(np.abs(left)))
    weight = 9.81 * float(system.masses.sum())
    if abs(left[worst]) <= _WORTH_SAYING * weight:
        return ()
    body, dof = system.placement.names[worst // 6], DOFS[worst % 6]
    unit = "N" if worst % 6 < 3 else "N m"
    return (
        f"nothing holds {body} against a mean load of {left[worst] / scale[worst]:.4g} {unit} in "
        f"{dof}: it drifts, and the motions are those about where it starts",
    )


def _unstable(
    system: ForceSystem, states: BodyStates, reactions: FloatArray, scale: FloatArray
) -> tuple[str, ...]:
    G = constraint_rows(system, states)[1] * scale
    K = scale[:, None] * stiffness(system, states, reactions) * scale
    lowest, motion = _lowest_stiffness(K, null_space(G))
    if lowest >= -_WORTH_SAYING * max(float(np.abs(K).max()), 1.0):
        return ()
    worst = int(np.argmax(np.abs(motion)))
    body, dof = system.placement.names[worst // 6], DOFS[worst % 6]
    return (f"the static equilibrium is unstable, mostly in {dof} of {body}",)


def _lowest_stiffness(K: FloatArray, free: FloatArray) -> tuple[float, FloatArray]:
    """The least eigenvalue of K within a basis of free motions, and its motion [n]."""
    if not free.shape[1]:
        return 0.0, np.zeros(len(free))
    values, vectors = np.linalg.eigh(free.T @ (0.5 * (K + K.T)) @ free)
    return float(values[0]), free @ vectors[:, 0]


def null_space(rows: FloatArray) -> FloatArray:
    """Orthonormal basis [n, k] of what rows [m, n] leave free; dependent rows count once."""
    if not len(rows):
        return np.eye(rows.shape[1])
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    _, sizes, vectors = np.linalg.svd(unit)
    return np.asarray(vectors[int((sizes > _DEPENDENT * sizes[0]).sum()) :].T)
