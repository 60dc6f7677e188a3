/// @file The motion of a linear model in the sea of its model, for what is linear in this sea alone:
/// drag [N s2/m2], machines, lines.
#pragma once

#include "solver/linearisation/linear_machines.hpp"
#include "solver/linearisation/linearisation.hpp"

namespace raftup::solver {

/// Largest number of components of a sea for which the motion is computed in every iteration.
inline constexpr std::size_t kMostSeaComponents = 5000;

/// The waves of a sea, and what they do to the bodies.
struct WavesOfSea {
  WaveSelection selection;
  WaveForces forces;
  VectorXcd amplitudes;  ///< m, with the phases
};

/// Returns the components of the model's sea and their forces [N/m, N].
WavesOfSea waves_of_sea(const Linearization& linear);

/// Returns the motion of all bodies in these waves [m, rad].
MotionInSea motion_in_sea(const Linearization& linear, const WavesOfSea& waves);

/// Returns the linear damping that takes the work of the quadratic damping Q |nu| nu: Q sqrt(8/pi)
/// sigma in a random motion, Q 8/(3 pi) times the amplitude in a harmonic one [N s/m, N s, N m s].
/// Mean velocities are left out.
MatrixXd drag_of_equal_work(const LinearMatrices& matrices, const MotionInSea& motion);

}  // namespace raftup::solver
