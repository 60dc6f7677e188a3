"""Titles of the checks of databases, and advice on their findings."""

from __future__ import annotations

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

_SOLVE_AGAIN = "Solve again with smaller panels, or a lid inside each hull (raftup hydro solve)."

_ADVICE = {
    "added_mass_asymmetric": "Import with --symmetrise. Above 5 % a model refuses the database "
    "unless it says allow_asymmetric. " + _SOLVE_AGAIN,
    "radiation_damping_asymmetric": "Import with --symmetrise. " + _SOLVE_AGAIN,
    "radiation_damping_negative": "Keep radiation.data: repaired (the default), whose memory never "
    "gives energy; with as_filed data motion can grow without bound.",
    "infinite_added_mass_mismatch": "Keep radiation.data: repaired (the default), which fits A∞; "
    "for other programs import with --extend-tail --fit-infinite. Frequencies that go on until B "
    "is small mend the cause.",
    "haskind": "Damping and excitation are of different accuracy: refine the mesh for the "
    "frequency named. Where it lies above the waves of interest, nothing.",
    "excitation_long_wave_heave": "Look for another unit, for wave height instead of amplitude, or "
    "for a stiffness of another hull: results in long waves are wrong by as much.",
    "excitation_long_wave_surge": "Compare displaced volume and water depth with what was solved: "
    "one of them is not that of the excitation, or A lacks low frequencies.",
    "hydrostatics_mismatch": "Compare volume, centre of gravity and centre of buoyancy with the "
    "hull's: one of them, or its sign, is not of this stiffness.",
    "mesh_mismatch": "Compare the mesh's units, draught and centre of gravity with the database's.",
    "irregular_frequency": "Import with --drop-outliers, which bridges the spikes that are not "
    "causal. The cure is a lid inside the hull; a gap's resonance needs closer frequencies.",
    "kernel_tail": "Keep the damping in the file: Raftup computes its own kernel from it. Without "
    "it, file a longer kernel.",
    "far_coupling": "Look at the bodies' positions and at the order of the blocks between them.",
    "mean_drift_disagrees": "Bodies rest at different places with second_order.method mean and "
    "full. Refine the mesh; the mean drift by the waves far away is the safer one of the two.",
    "state_space_fit": "Nothing where memory auto is used: it takes the convolution instead. Else "
    "a larger radiation.tolerance, or --drop-outliers.",
    "radiation_damping_symmetrised": "Nothing: the memory is symmetric; the cause is in the checks "
    "of symmetry.",
    "radiation_damping_clipped": "Nothing: the repaired data do not give energy any more.",
    "radiation_data_residual": "Nothing where the file has A and B: the memory is fitted to both, "
    "and radiation_response says what it leaves. See A∞ and spikes.",
    "radiation_response": "Solve frequencies around the one it names: a resonance between "
    "frequencies is what fits miss most.",
    "radiation_irregular_frequency": "Give the hull a lid (lid: auto) and solve again; where it "
    "has one, solve the frequencies named too (raftup hydro solve --add).",
    "radiation_resonance_unresolved": "Solve the frequencies named too (raftup hydro solve --add).",
    "radiation_damping_cut_off": "Solve higher frequencies too where high ones, or A∞, matter.",
    "radiation_asymmetry_response": "Refine the mesh: reciprocity is lost there.",
    "added_mass_infinite_fitted": "Compare A∞ with that of another solver, or leave it out of the "
    "file; irregular last frequencies have the same effect.",
    "excitation_parts_disagree": "Trust the total; Froude-Krylov and diffraction are of another "
    "run.",
    "excitation_phase_rounded": "Import the numeric files (.1 .3 .hst) instead of .out.",
    "frequencies_incomplete": "Solve the frequencies left out again.",
    "generalised_modes_left_out": "Give the modes their masses in the file: without them the body "
    "is refused in a simulation.",
    "mode_stiffness_absent": "Add the stiffness and the dissipation of the structure to the file.",
    "mode_restoring_asymmetric": "Add the weight to the restoring of modes, which pressure alone "
    "does not have.",
    "hydrostatic_stiffness_absent": "Add the .hst file to the import, or a stiffness to the model.",
    "water_depth_absent": "Give --depth to the import.",
    "body_interaction_absent": "Solve the bodies together where they feel each other.",
    "irregular_frequencies_expected": "Give the hull a lid (lid: auto).",
    "panels_too_large": "Refine the mesh for the shortest waves.",
    "panel_convergence": "Refine the mesh.",
    "mesh_open": "Close the mesh below the water.",
    "model_refused": "Do what the message says; where it is about inertia, a model that "
    "gives the bodies' own may be taken.",
}

_NO_ACTION = "Nothing: it says what was done."
_LOOK = "Look at the place that it names."


def advice_on(name: str, severity: str) -> str:
    """Advice on what to do about a finding.

    Args:
        name: name of the finding or the check.
        severity: info, warning or error.
    """
    return _ADVICE.get(name, _NO_ACTION if severity == "info" else _LOOK)
