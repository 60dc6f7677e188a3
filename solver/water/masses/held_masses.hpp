#pragma once

#include <vector>

#include "solver/water/masses/acceleration_gains.hpp"
#include "solver/water/masses/added_mass.hpp"

namespace raftup::solver {

/// Added mass of a load at one instant [kg, kg m, kg m2].
struct LoadMass {
  std::size_t body;  ///< index of the body in the model
  Matrix6 matrix;    ///< about the center of mass of the body, world axes
};

/// Masses in W that keep their values of the start of a step throughout the step: gains that
/// clients give for their forces (AccelerationGains) and the added mass of loads. No momentum of a
/// State includes them, so that velocities are continuous when they change. Masses must be
/// factorized again after held masses are added or removed. Not thread-safe.
class HeldMasses {
 public:
  /// @param added_masses of W, with the entries of all held masses; must outlive this object
  HeldMasses(const Model& model, std::vector<AddedMass>& added_masses);

  /// True if the model has any held masses.
  bool any() const { return !gains_.empty() || has_load_masses(); }
  bool has_load_masses() const { return load_mass_count_ > 0; }

  /// Writes the gains for the step that starts at `step_start` [s] into W.
  void apply_gains(const std::vector<InputSeries>& inputs, double step_start) {
    gains_.write_to(added_masses_, inputs, step_start);
  }
  /// Writes the added mass of all loads [kg, kg m, kg m2] into W, in the order of the loads.
  void set_load_masses(const std::vector<LoadMass>& masses);
  /// The added masses of loads that are in W [kg, kg m, kg m2]; empty after release().
  const std::vector<LoadMass>& load_masses() const { return load_masses_; }

  /// Removes all held masses from W, since the momenta of a State exclude them.
  void release();
  /// Copies the held masses of another W of the same bodies [kg, kg m, kg m2] into this W.
  void copy(const HeldMasses& from);

  /// Adds factor G x to `result`, with G the sum of all held masses, world axes.
  void add_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                   BodyVectors& result);

 private:
  std::vector<AddedMass>& added_masses_;
  AccelerationGains gains_;
  std::size_t load_mass_count_;
  std::vector<LoadMass> load_masses_;
};

}  // namespace raftup::solver
