#pragma once

#include "hydro/radiation/base/radiation_options.hpp"

namespace raftup::hydro {

/// Number of bodies from which the automatic choice compares RadiationForm::kArray with other forms.
inline constexpr Eigen::Index kBodiesOfArray = 6;
/// Largest number of bodies of such a memory, and of dofs of every other one: beyond, the memory of
/// the computer does not suffice.
inline constexpr Eigen::Index kMostArrayBodies = 100, kMostOtherDofs = 60;

/// Creates the radiation model of RadiationForm::kArray for many bodies: a convolution with a kernel
/// that is passive by construction (WindowedDamping), at a time step of its own that is a multiple of
/// the step of the simulation, near pi / 4 divided by the last frequency of the file
/// (CoarseConvolution). A_inf is that of the file; A at other frequencies follows from B. By default
/// the kernel lasts 300 s, or four times as long as waves of two thirds of the last frequency need
/// to cross the array, if that is longer.
///
/// The finding `array_frequency_step` reports that the frequencies of the file are too far apart for
/// the size of the array, `radiation_damping_clipped` that B has negative eigenvalues.
/// @param step time step h of the simulation [s]
/// @throws Error(kInvalidArgument) if the database lacks B, if there are more than kMostArrayBodies,
///          or if options.kernel_duration is too short
RadiationModel make_array_radiation(const Database& database, const RadiationOptions& options,
                                    double step);

}  // namespace raftup::hydro
