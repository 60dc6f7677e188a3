#pragma once

#include <span>
#include <vector>

#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"
#include "solver/water/masses/added_mass.hpp"

namespace raftup::solver {

/// Gains G of forces that clients compute themselves,
///   F = F0 - G a,
/// where a are the accelerations of n bodies [m/s2, rad/s2]. With G on the left-hand side of the
/// equations of motion,
///   (M + A + G) a = F0 + other loads,
/// the client's model responds to the acceleration within the same step. F0 is given as an
/// ExternalForce on each body [N, N m]. G is added to the added masses of the system, in world axes
/// [kg, kg m, kg m2], and is constant within a step, so that its rate of change does not appear.
/// The momenta of a State do not include G: p = (M + A) v is the momentum without the client's
/// part, and a change of G causes no impulse (HeldMasses).
class AccelerationGains {
 public:
  explicit AccelerationGains(const Model& model);

  bool empty() const { return terms_.empty(); }

  /// Writes G at `step_start` [s] to its entries in the added masses.
  void write_to(std::span<AddedMass> added_masses, const std::vector<InputSeries>& inputs,
                double step_start);

 private:
  struct Term {
    std::size_t input;  ///< index of the input in the model
    MatrixXd gain;      ///< the gain G at the start of the step, 6n x 6n
  };

  std::vector<Term> terms_;  ///< in the order of their entries in the added masses
};

/// Indices of the bodies of each gain of a model or of a part of it, in the order of the inputs.
/// Gains on bodies of another part are skipped.
std::vector<std::vector<std::size_t>> bodies_with_gains(const Model& model);

/// Checks a sample of an acceleration gain G [kg, kg m, kg m2].
/// @param values [36 n2], finite
/// @throws Error(kInvalidArgument) if G is not symmetric up to rounding, or if mass plus G may not
///         be positive definite in the dofs that forces move. The test uses the least principal
///         inertia of each body about all axes, so that it is valid for any attitude
void check_acceleration_gain(const Model& model, const AccelerationGain& gain,
                             std::span<const double> values);

}  // namespace raftup::solver
