"""Titles of the checks of databases, and advice on their findings."""

from __future__ import annotations

from raftup.messages import find_message

CHECKS = {
    "added_mass_asymmetric": "Symmetry of the added mass",
    "radiation_damping_asymmetric": "Symmetry of the radiation damping",
    "radiation_damping_negative": "Radiation damping takes energy (no negative eigenvalue)",
    "infinite_added_mass_mismatch": "A∞ against Ogilvie's relation, all pairs",
    "haskind": "Haskind: damping against excitation",
    "excitation_long_wave_heave": "Long waves: heave against hydrostatic stiffness",
    "excitation_long_wave_surge": "Long waves: surge and sway against volume and depth",
    "hydrostatics_mismatch": "Hydrostatic stiffness against volume and centres",
    "mesh_mismatch": "Volume and stiffness against the mesh",
    "irregular_frequency": "Spikes, as at irregular frequencies",
    "kernel_tail": "Tail of the retardation kernel",
    "far_coupling": "Coupling of bodies far apart",
    "state_space_fit": "Error of the passive state-space fit",
}
"""Titles of the checks, in the order of a report."""

NEEDS = {
    "added_mass_asymmetric": "needs added mass",
    "radiation_damping_asymmetric": "needs radiation damping and added mass",
    "radiation_damping_negative": "needs radiation damping",
    "infinite_added_mass_mismatch": "needs A∞ and A(ω) with B(ω) or K(τ)",
    "haskind": "needs wave directions evenly around the circle or a body of revolution, deep water",
    "excitation_long_wave_heave": "needs a first frequency with waves 60 times longer than a body",
    "excitation_long_wave_surge": "needs a first frequency with waves 60 times longer than a body",
    "hydrostatics_mismatch": "needs volume and centre of buoyancy",
    "mesh_mismatch": "needs --mesh, one per body",
    "irregular_frequency": "needs at least nine frequencies of A and B",
    "kernel_tail": "needs a filed kernel K(τ)",
    "far_coupling": "needs bodies further apart than twice their lengths together",
    "state_space_fit": "needs a database that a model takes",
}
"""Data that a check needs and that are missing if it could not be made."""

_NOTHING = "Nothing."
_NO_ACTION = "Nothing: it says what was done."
_LOOK = "Look at the place that it names."


def advice_on(name: str, severity: str) -> str:
    """Advice on what to do about a finding.

    Args:
        name: name of the finding or the check.
        severity: info, warning or error.
    """
    message = find_message(name)
    if message is None:
        return _NO_ACTION if severity == "info" else _LOOK
    return _NO_ACTION if message.remedy == _NOTHING else message.remedy
