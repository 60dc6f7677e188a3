/// @file The function that reads a database from files of any format, and the reader of each format
///         with its conventions and sources.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

class Hdf5File;

/// Reads a database from one or several files of any supported format. The files are one complete
/// file, or a Capytaine dataset with the .dat files beside it, or the numeric files of one WAMIT
/// run. Files of quadratic transfer functions of WAMIT can be added to any of these. `sources` of
/// the database contains the files that were read, `history` the values that the options added.
/// Files from strangers can crash the HDF5 library and must be read in a separate process.
/// @throws Error(kInvalidArgument) if a file has an unknown format, the files do not belong
///          together, options are missing, or a reader refuses a file; the message has the file,
///          the place, the rule and the value
Database read_database(std::span<const SourceFile> files, const SourceOptions& options = {});

/// Reads a database from the bytes of one complete file, without options.
Database read_database(std::span<const std::byte> image);

/// Reads a database from one complete file on disk, without options.
/// @throws Error(kNotFound) if the file does not exist
Database read_database(const std::filesystem::path& file);

/// Reads a BEMIO HDF5 file, as WEC-Sim and its converters write it, into SI units. The numbers in
/// the file are normalized: A / rho, B / (rho omega), K / rho, C / (rho g), X / (rho g). Wave
/// directions are in degrees; the `units` attributes are not used. Required are
/// simulation_parameters/{rho, g, w, wave_dir, water_depth} and for each body properties/{cg, cb,
/// disp_vol}, hydro_coeffs/linear_restoring_stiffness, added_mass/{inf_freq or all},
/// radiation_damping/{all or impulse_response_fun/K} and excitation/{re, im or mag, phase}.
/// Everything else is optional. A file is refused if only some of the bodies have certain data, or
/// if it has generalized modes. Froude-Krylov, scattering or inf_freq data that contain NaN are
/// treated as absent, and a finding reports it. Files from strangers can crash the HDF5 library and
/// must be read in a separate process.
/// @throws Error(kInvalidArgument) with the dataset, the rule and the value
/// @throws Error(kNotFound) if the file does not exist
/// @source https://wec-sim.github.io/WEC-Sim/ (BEMIO)
Database read_bemio(const std::filesystem::path& file);

/// Reads a BEMIO file from its bytes, as read_bemio() does from the disk.
Database read_bemio(std::span<const std::byte> image);

/// Reads body{i}/hydro_coeffs/excitation/QTF{i}/{Sum, Diff}{dof} of a BEMIO file into
/// `database.qtf_sum` and `qtf_difference`. Both stay empty if the file has no such data. PER_i are
/// the periods [s]; BETA_i and BETA_j are the two directions [deg], one value each; Re_F_ij and
/// Im_F_ij have n x n values [N/m2, N/m], with the first index varying fastest. WAMIT's values
/// follow Raftup's convention. BEMIO stores the conjugate of Diff, which the reader undoes, and Sum
/// unchanged. Until April 2025 BEMIO stored the conjugate of Sum as well; a finding warns of this.
/// @throws Error(kInvalidArgument) with the dataset and the rule
/// @source WEC-Sim, readWAMIT and writeBEMIOH5
void read_bemio_qtfs(const Hdf5File& file, Database& database);

/// Reads a dataset of Capytaine, NetCDF-3 or NetCDF-4, of version 2 or 3, and hydrostatics in the
/// style of Nemoh beside it if there are any. Dimensions are identified by name and may be in any
/// order. The file's phasors are e^{-i omega t}; the excitation and its parts are therefore
/// conjugated. Numbers are SI, directions rad. omega = inf becomes A_inf. omega = 0 and frequencies
/// without numbers are left out, each with a finding. Bodies follow from the names of the dofs,
/// such as "ship__Heave"; a single body may have "Heave" alone. Only the six rigid-body dofs are
/// read. Centers of gravity and buoyancy, displaced volume and hydrostatic stiffness are read from
/// the dataset, else from the .dat files, else from the options. Coefficients about another
/// rotation_center are transformed to the center of gravity.
/// @param dataset file of the dataset
/// @param beside  files Hydrostatics_*.dat and KH_*.dat, in the order of the bodies
/// @throws Error(kInvalidArgument) with the file, the variable, the rule and the value
/// @source https://capytaine.org (datasets)
Database read_capytaine(const SourceFile& dataset, std::span<const SourceFile> beside,
                        const SourceOptions& options);

/// Reads the numeric files of one run of WAMIT: .1 and .3 (or .2), and if they exist .3fk, .3sc,
/// .hst, the mean drift .7 .8 .9, of which only pairs of waves of one direction are read, and the
/// quadratic transfer functions .10d .11d .12d .10s .11s .12s. The columns determine the contents
/// of a file; files with equal columns (.3 .3fk .3sc, .7 .8 .9, .10d to .12s) are distinguished by
/// the end of their names. If X and both its parts exist, their sum is checked. Each dof of a
/// second-order force is read from the first of the methods momentum (.8, .10), control surface
/// (.7, .11) and pressure (.9, .12) that provides it; drift forces that differ by more than 10 %
/// between methods are a finding. Rows with negative dofs repeat moments in other axes and are left
/// out. A quadratic transfer function given as one triangle is completed by T_nm = T_mn* and P_nm =
/// P_mn. These files contain neither scales nor reference points: density, gravity, depth, length,
/// center of gravity and displaced volume come from the options. Coefficients are assumed to refer
/// to the center of gravity. Phasors follow Raftup's own convention. Periods are in s, directions
/// in degrees.
/// @throws Error(kInvalidArgument) with the file, the line, the rule and the value
/// @source WAMIT user manual, chapter "Output files"
Database read_wamit_numeric(std::span<const SourceFile> files, const SourceOptions& options);

/// Adds the quadratic transfer functions of WAMIT's files .10d to .12s to a database of the same
/// bodies that was computed by another program. The files need the length scale of the options. As
/// in all numeric files of WAMIT, coefficients are assumed to refer to the centers of gravity.
/// @throws Error(kInvalidArgument) if the database already has quadratic transfer functions; also
///          with the file, the rule and the value if a file is refused
Database with_wamit_qtfs(Database database, std::span<const SourceFile> files,
                         const SourceOptions& options);

/// Reads the text output of one run of WAMIT (.out), which contains the results of its numeric
/// files and the positions, volumes and centers of the bodies. Only the density is missing and
/// comes from the options. The number of printed digits limits the accuracy: wave forces have
/// phases in whole degrees (errors up to .5 degrees, .9 % of the force), hydrostatics have five
/// digits; findings report it. The files .3 and .hst are more accurate. Exciting forces are taken
/// from the diffraction solution, or else from Haskind's relation. A file with bodies turned about
/// z (PHIBODY) is refused.
/// @throws Error(kInvalidArgument) with the file, the line, the rule and the value
/// @source WAMIT user manual, chapter "Output files"
Database read_wamit_output(const SourceFile& file, const SourceOptions& options);

/// Reads HDB5, the HDF5 database of FRyDoM, up to version 2. Frequencies (rad/s) and wave
/// directions (degrees, the directions that waves travel to) are uniform between two ends; a depth
/// of 0 means infinite depth. Numbers are SI and refer to the centers of gravity.
/// Radiation/BodyMotion_j under Body_i is the force on body i by the motion of body j, and its
/// DOF_k that by the motion in dof k: 6 x Nf. The excitation is Froude-Krylov plus diffraction
/// force. FRyDoM multiplies it by the elevation at the body, in e^{-i omega t}; it is therefore
/// conjugated, and its phase is moved from BodyPosition to the origin. The centers of gravity are
/// not in the file and come from the options. The displaced volume is mass over density if the file
/// has an inertia matrix, else it comes from the options.
/// @throws Error(kInvalidArgument) with the dataset, the rule and the value
/// @source FRyDoM, hdb5-io (layout); FrLinearExcitationForce (phases)
Database read_hdb5(const SourceFile& file, const SourceOptions& options);

/// Reads the text database of Diodore and AQUA+ (.hdb), which has one body. Numbers are SI, periods
/// are in s, wave directions are in degrees, the directions that waves travel to. Phases are in
/// radians and phasors are e^{-i omega t}, since only then the motions in such files satisfy
/// (-omega^2 (M + A) - i omega B + C) R = X; they are converted to e^{+i omega t}. INCIDENCE_EFM is
/// the whole excitation, whatever the name of its section. If it is missing, the excitation is the
/// sum of INCIDENCE_DFFM (diffraction) and INCIDENCE_FKFM (Froude-Krylov). INCIDENCE_DFM is the
/// mean drift force. The file has no density, gravity, depth or center of gravity, which come from
/// the options. The displaced volume is mass over density.
/// @throws Error(kInvalidArgument) with the file, the line, the rule and the value
Database read_diodore(const SourceFile& file, const SourceOptions& options);

/// Reads a case of NEMOH 2 or 3, or of Capytaine's export to its layout: Nemoh.cal,
/// RadiationCoefficients.tec, ExcitationForce.tec, KH*.dat and, if they exist, FKForce.tec,
/// DiffractionForce.tec and Hydrostatics*.dat, the .dat files in the order of the bodies. The names of
/// the tables tell what they hold, since version 2 titles the zones of all forces alike. Numbers are SI,
/// headings degrees, phases rad of e^{-i omega t} for a wave with phase 0 at (XEFF, YEFF):
///   X = a exp(-i (p + k (XEFF cos b + YEFF sin b))).
/// A zone of RadiationCoefficients is that of a radiating dof, its columns are the influenced dofs. A, B
/// and X refer to the points of rotation in Nemoh.cal and are moved to the centers of gravity, the
/// stiffness refers to them already. There is no added mass at infinity.
/// @throws Error(kInvalidArgument) with the file, the line, the rule and the value
/// @source NEMOH, user manual
Database read_nemoh(const SourceFile& case_file, std::span<const SourceFile> beside,
                    const SourceOptions& options);

/// Files of a run of AQWA beside its .AH1; null where there are none.
struct AqwaFilesBeside {
  const SourceFile* listing = nullptr;    ///< .LIS
  const SourceFile* quadratic = nullptr;  ///< .QTF
};

/// Reads a file .AH1 of AQWA (versions 18 to 2023), and its listing .LIS and quadratic transfer functions
/// .QTF (add_aqwa_qtfs()) if there are any. Numbers are
/// SI and refer to the centers of gravity; headings are degrees, the directions that waves travel to.
/// Phases p lag, in degrees, and belong to the wave at the structure's own center of gravity:
///   X = a exp(-i (p + k (x_G cos b + y_G sin b))),
/// with the wave number k of the file's depth. A block i j of ADDEDMASS or DAMPING is the force on
/// structure i by the motion of j; without blocks of pairs the bodies are not coupled, which a finding
/// says. ADDEDMASS_HF, at 100 rad/s, is the added mass at infinity. FARFIELD is the mean drift force of
/// surge, sway and yaw. Damping that a user added (FIDD) and the coefficients at .001 rad/s are left
/// out. The listing gives Froude-Krylov and diffraction force, to three digits, and for files of before
/// version 18.2 displaced volume and center of buoyancy.
/// @throws Error(kInvalidArgument) with the file, the line, the rule and the value
/// @source WEC-Sim, readAQWA and its issues 855 and 1116 (headings, phases), pull request 1253 (order
///          of blocks)
Database read_aqwa(const SourceFile& file, const AqwaFilesBeside& beside,
                   const SourceOptions& options);

/// Reads a case of HAMS, which has one body: ControlFile.in, Hydrostatic.in, and OAMASS1.txt to 6,
/// ODAMPING1.txt to 6 and OEXFOR1.txt to 6 of Output/Hams_format; without these the files .1 .3 .hst of
/// Output/Wamit_format, with length 1 and the first column of Output_frequency_type. HAMS has 1025
/// kg/m3 and 9.80665 m/s2 as constants. Table i has the row i of A and B; of the wave force,
/// X = (i F)'. Tables have frequencies of three decimals: those of ControlFile.in are taken. A, B, X
/// and the stiffness refer to Reference_body_center and are moved to the center of gravity. A .hst
/// beside the tables gives the stiffness with more digits. The displaced volume comes from the options,
/// else it is mass over density. Matrices that a user added to Hydrostatic.in are left out.
/// @throws Error(kInvalidArgument) with the file, the line, the column, the rule and the value
/// @source HAMS, its source and certification tests
Database read_hams(const SourceFile& control, std::span<const SourceFile> beside,
                   const SourceOptions& options);

/// Reads the files .rao of HydroStar for one body, one for each of 36 added masses, 36 dampings and 6
/// wave forces; others, such as motions, are not used. Numbers are SI and refer to the reference point
/// of the heads; headings are degrees. Phases p are degrees,
///   X = a exp(i (p - k (x cos b + y sin b))), (x, y) the reference point of the incident wave,
/// or -p where only then the force along the longest waves leads their crest by a quarter of a period: a
/// finding says so. Center of gravity and displaced volume come from the options; a .hst in WAMIT's
/// layout with length 1 beside the files gives the hydrostatic stiffness about the same point.
/// @throws Error(kInvalidArgument) with the file, the line, the column, the rule and the value; files
///          that are missing are listed
/// @source Bureau Veritas, Snoopy (layout); HAMS, which imitates it (phases)
Database read_hydrostar(std::span<const SourceFile> files, const SourceOptions& options);

/// Reads a vessel type of a text file of OrcaFlex, of one draught. Units are those of `UnitsSystem`.
/// Added mass, damping and stiffness refer to `ReferenceOrigin`, forces to `RAOOrigin` and their phases to
/// the wave at `PhaseOrigin`; all are moved. Frequencies, phases, signs and symmetry are by the
/// conventions of the vessel type. Gravity is 9.80665 m/s2 unless an option says otherwise. Several
/// vessel types are chosen by the option of the body's name, several draughts by that of the draught.
/// Mean drift and quadratic transfer functions are left out, with a finding. Multibody groups are
/// refused.
/// @throws Error(kInvalidArgument) with the file, the line, the column, the rule and the value
/// @source OrcaFlex manual, "Vessel types"
Database read_orcaflex(const SourceFile& file, const SourceOptions& options);

}  // namespace raftup::hydro
