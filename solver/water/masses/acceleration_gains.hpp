#pragma once

#include <span>
#include <vector>

#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"
#include "solver/water/masses/added_mass.hpp"

namespace raftup::solver {

/// Gains G that clients give for the forces of what they model themselves,
///   F = F0 - G a,
/// a the accelerations of n bodies. With G on the left-hand side,
///   (M + A + G) a = F0 + other loads,
/// a step answers the client's model at once. F0 comes as an ExternalForce for each body. G stands
/// among the added masses of the system, in world axes; it is held through a step, so that it has
/// no rate there. The momenta of a State are without it: what p = (M + A) v keeps is what the
/// client does not model, and a G that changes strikes nothing (HeldMasses).
class AccelerationGains {
 public:
  explicit AccelerationGains(const Model& model);

  bool empty() const { return terms_.empty(); }

  /// Writes G at `step_start` [s] to its places among the added masses.
  void write_to(std::span<AddedMass> added_masses, const std::vector<InputSeries>& inputs,
                double step_start);

 private:
  struct Term {
    std::size_t input;  ///< index in the model
    MatrixXd gain;      ///< 6n x 6n
  };

  std::vector<Term> terms_;  ///< in the order of their places
};

/// Bodies of each gain of a model or of a part of it, by index, in the order of the inputs. Gains
/// on bodies of another part are left out.
std::vector<std::vector<std::size_t>> bodies_with_gains(const Model& model);

/// Checks a sample of an acceleration gain G [kg, kg m, kg m2].
/// @param values [36 n2], finite
/// @throws Error(kInvalidArgument) if G is not symmetric up to rounding, or if mass plus G may not
///         be positive definite in the dofs that move. The test uses the least principal inertia of
///         each body about all axes, so that it holds for any attitude
void check_acceleration_gain(const Model& model, const AccelerationGain& gain,
                             std::span<const double> values);

}  // namespace raftup::solver
