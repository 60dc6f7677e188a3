#pragma once

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

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

}  // namespace raftup::hydro
