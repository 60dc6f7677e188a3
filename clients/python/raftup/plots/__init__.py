"""Figures of results and databases."""

from raftup.plots.database import plot_database
from raftup.plots.drawings import plot_drawings, plot_lines, plot_propeller, plot_wetted_mesh
from raftup.plots.figure import save
from raftup.plots.joints import plot_joint_forces
from raftup.plots.load import plot_latencies
from raftup.plots.moorings import (
    plot_line_forces,
    plot_line_ranges,
    plot_line_shapes,
    plot_offsets,
)
from raftup.plots.motions import gap_between_sides, plot_gap, plot_motions
from raftup.plots.polar import plot_directional_spectrum
from raftup.plots.poses import plot_poses, plot_tracks
from raftup.plots.readings import plot_contacts, plot_load_readings
from raftup.plots.report import model_of, save_result_plots
from raftup.plots.response import (
    plot_amplitudes,
    plot_modes,
    plot_phases,
    plot_polar,
    plot_response_spectra,
    save_response_plots,
)
from raftup.plots.spectra import estimate_spectrum, plot_spectra, predict_spectra
from raftup.plots.thrusters import plot_thrusters

__all__ = [
    "estimate_spectrum",
    "gap_between_sides",
    "model_of",
    "plot_amplitudes",
    "plot_contacts",
    "plot_database",
    "plot_directional_spectrum",
    "plot_drawings",
    "plot_gap",
    "plot_joint_forces",
    "plot_latencies",
    "plot_line_forces",
    "plot_line_ranges",
    "plot_line_shapes",
    "plot_lines",
    "plot_load_readings",
    "plot_modes",
    "plot_motions",
    "plot_offsets",
    "plot_phases",
    "plot_polar",
    "plot_poses",
    "plot_propeller",
    "plot_response_spectra",
    "plot_spectra",
    "plot_thrusters",
    "plot_tracks",
    "plot_wetted_mesh",
    "predict_spectra",
    "save",
    "save_response_plots",
    "save_result_plots",
]
