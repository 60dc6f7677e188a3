/// @file A database from the files of any format, and the readers of each: their conventions and
/// sources.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

class Hdf5File;

/// Reads a database from one or several files of any supported format: one file that is complete by
/// itself; a Capytaine dataset with the .dat files beside it; the numeric files of one WAMIT run;
/// or any of the former two together with WAMIT's files of quadratic transfer functions, which are
/// added to it. `sources` of the database names the files that were read, `history` the values that
/// the options added.
/// Files from strangers can crash the HDF5 library: read those in a process of their own.
/// @throws Error(kInvalidArgument) if a file is of no known format, the files do not belong
/// together,
///         options are missing, or a reader refuses a file: file, place, rule and value
Database read_database(std::span<const SourceFile> files, const SourceOptions& options = {});

/// The same of one file without options, from its bytes.
Database read_database(std::span<const std::byte> image);

/// The same, from the disk.
/// @throws Error(kNotFound) where there is no such file
Database read_database(const std::filesystem::path& file);

/// Reads a BEMIO HDF5 file, as WEC-Sim and its converters write them, into SI units.
/// The numbers in the file are normalised: A / rho, B / (rho omega), K / rho, C / (rho g), X / (rho
/// g); wave directions are in degrees; the `units` attributes are not used.
/// Required are simulation_parameters/{rho, g, w, wave_dir, water_depth} and for each body
/// properties/{cg, cb, disp_vol}, hydro_coeffs/linear_restoring_stiffness, added_mass/{inf_freq or
/// all}, radiation_damping/{all or impulse_response_fun/K} and excitation/{re, im or mag, phase}.
/// Everything else is optional, but data that only some of the bodies have are refused, and so are
/// generalised modes. Froude-Krylov, scattering or inf_freq data that contain NaN count as absent,
/// and a finding says so.
/// Files from strangers can crash the HDF5 library: read those in a process of their own.
/// @throws Error(kInvalidArgument) naming the dataset, the rule and the value
/// @throws Error(kNotFound) if there is no such file
/// @source https://wec-sim.github.io/WEC-Sim/ (BEMIO)
Database read_bemio(const std::filesystem::path& file);

/// The same from the bytes of a file.
Database read_bemio(std::span<const std::byte> image);

/// Reads body{i}/hydro_coeffs/excitation/QTF{i}/{Sum, Diff}{dof} of a BEMIO file into
/// `database.qtf_sum` and `qtf_difference`; a file without them leaves both empty.
/// PER_i are the periods [s], BETA_i and BETA_j the two directions [deg], one each; Re_F_ij and
/// Im_F_ij hold n x n values [N/m2, N/m], the first index running fastest. WAMIT's values are in
/// our convention; BEMIO stores the conjugate of Diff, which is undone, and Sum as it is; until
/// April 2025 it stored the conjugate of Sum as well, of which a finding warns.
/// @throws Error(kInvalidArgument) naming the dataset and the rule
/// @source WEC-Sim, readWAMIT and writeBEMIOH5
void read_bemio_qtfs(const Hdf5File& file, Database& database);

/// Reads a dataset of Capytaine, NetCDF-3 or NetCDF-4, of version 2 or 3, with the hydrostatics of
/// Nemoh's style beside it where there are any.
/// Dimensions are taken by name, in any order. The file's phasors are e^{-i omega t}: X and its
/// parts are conjugated. Numbers are SI, directions rad. omega = inf becomes A_inf, omega = 0 is
/// left out, as are frequencies without numbers, each with a finding.
/// Bodies come from the names of the dofs, "ship__Heave"; a single one may have "Heave" alone. Only
/// the six rigid-body dofs are read.
/// From the dataset where it has them, else from the .dat files, else from the options: centre of
/// gravity and of buoyancy, displaced volume, hydrostatic stiffness. Coefficients about another
/// rotation_center are turned to the centre of gravity.
/// @param dataset one file
/// @param beside  Hydrostatics_*.dat and KH_*.dat, in the order of the bodies
/// @throws Error(kInvalidArgument) naming file, variable, rule and value
/// @source https://capytaine.org (datasets)
Database read_capytaine(const SourceFile& dataset, std::span<const SourceFile> beside,
                        const SourceOptions& options);

/// Reads the numeric files of one run of WAMIT: .1 and .3 (or .2), and if they exist .3fk, .3sc,
/// .hst, the mean drift .7 .8 .9, of which only pairs of waves of one direction are kept, and the
/// quadratic transfer functions .10d .11d .12d .10s .11s .12s.
/// The columns determine the contents of a file; files with equal columns (.3 .3fk .3sc, .7 .8 .9,
/// .10d to .12s) are told apart by the end of their name. If X and both its parts exist, their sum
/// is checked. Each dof of a second-order force is taken from the first of the methods momentum
/// (.8, .10), control surface (.7, .11) and pressure (.9, .12) that provides it; drift forces that
/// differ by more than 10 % between methods are a finding. Rows of negative dofs repeat moments in
/// other axes and are left out. A qtf given as one triangle is completed: T_nm = T_mn*, P_nm =
/// P_mn. These files contain neither scales nor reference points: density, gravity, depth, length,
/// centre of gravity and displaced volume come from the options. Coefficients are assumed to be
/// about the centre of gravity. Phasors follow Raftup's own convention. Periods are in s,
/// directions in degrees.
/// @throws Error(kInvalidArgument) naming file, line, rule and value
/// @source WAMIT user manual, chapter "Output files"
Database read_wamit_numeric(std::span<const SourceFile> files, const SourceOptions& options);

/// A database with the quadratic transfer functions of WAMIT's files .10d to .12s, which need the
/// length L of the options: those of another program for the same bodies. As in all numeric files
/// they are taken as about the centres of gravity.
/// @throws Error(kInvalidArgument) where the database has some already; naming file, rule and value
Database with_wamit_qtfs(Database database, std::span<const SourceFile> files,
                         const SourceOptions& options);

/// Reads the text output of one run of WAMIT (.out), which contains the results of its numeric
/// files and the positions, volumes and centres of the bodies. Only the density is missing and
/// comes from the options. The number of printed digits limits the accuracy: wave forces have
/// phases in whole degrees (up to .5 degrees wrong, .9 % of the force), hydrostatics have five
/// digits; findings say so. The files .3 and .hst are more accurate. Exciting forces are taken from
/// the diffraction solution, or else from Haskind's relation. Bodies turned about z (PHIBODY) are
/// refused.
/// @throws Error(kInvalidArgument) naming file, line, rule and value
/// @source WAMIT user manual, chapter "Output files"
Database read_wamit_output(const SourceFile& file, const SourceOptions& options);

/// Reads HDB5, the HDF5 database of FRyDoM, up to version 2.
/// Frequencies (rad/s) and wave directions (degrees, where waves go) are uniform between two ends;
/// a depth of 0 is infinite. Numbers are SI, about the centres of gravity. Radiation/BodyMotion_j
/// under Body_i is the force on i by the motion of j, DOF_k of it the motion in dof k: 6 x Nf.
/// Excitation is Froude-Krylov plus diffraction. FRyDoM multiplies it by the elevation at the body,
/// in e^{-i omega t}: so it is conjugated and its phase taken from BodyPosition to the origin.
/// The centres of gravity are not in the file and come from the options; the displaced volume is
/// mass over density where there is an inertia matrix, else from the options.
/// @throws Error(kInvalidArgument) naming the dataset, the rule and the value
/// @source FRyDoM, hdb5-io (layout); FrLinearExcitationForce (phases)
Database read_hdb5(const SourceFile& file, const SourceOptions& options);

/// Reads the text database of Diodore and AQUA+ (.hdb), one body.
/// Numbers are SI, periods s, headings degrees, where the waves go. Phases are radians and phasors
/// e^{-i omega t}: the motions that such files hold satisfy
/// (-omega^2 (M + A) - i omega B + C) R = X only so; they are turned to e^{+i omega t}.
/// INCIDENCE_EFM is the whole excitation, whatever its section is called. Without it the sum of
/// INCIDENCE_DFFM (diffraction) and INCIDENCE_FKFM (Froude-Krylov) serves. INCIDENCE_DFM is the
/// mean drift force. The file has no density, gravity, depth or centre of gravity: they come from
/// the options; the displaced volume is mass over density.
/// @throws Error(kInvalidArgument) naming file, line, rule and value
Database read_diodore(const SourceFile& file, const SourceOptions& options);

}  // namespace raftup::hydro
