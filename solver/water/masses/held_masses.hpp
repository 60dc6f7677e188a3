#pragma once

#include <vector>

#include "solver/water/masses/acceleration_gains.hpp"
#include "solver/water/masses/added_mass.hpp"

namespace raftup::solver {

/// Added mass of a load at one instant [kg, kg m, kg m2].
struct LoadMass {
  std::size_t body;  ///< index in the model
  Matrix6 matrix;    ///< about its centre of mass, world axes
};

/// Masses in W that are held through a step at their values at its start, and that are in no
/// momentum of a State, so that velocities are continuous when they change: gains that clients give
/// for their forces (AccelerationGains) and the added mass of loads. Masses must be factorised
/// again after they are added or removed. Not thread-safe.
class HeldMasses {
 public:
  /// @param added_masses of W, with the places of everything that is held; must outlive this object
  HeldMasses(const Model& model, std::vector<AddedMass>& added_masses);

  /// True if anything can ever be held.
  bool any() const { return !gains_.empty() || has_load_masses(); }
  bool has_load_masses() const { return load_mass_count_ > 0; }

  /// Writes the gains of the step that starts at `step_start` [s] into W.
  void apply_gains(const std::vector<InputSeries>& inputs, double step_start) {
    gains_.write_to(added_masses_, inputs, step_start);
  }
  /// Writes the added mass of all loads into W, in their order.
  void set_load_masses(const std::vector<LoadMass>& masses);
  /// The added masses of loads that are in W; empty after release().
  const std::vector<LoadMass>& load_masses() const { return load_masses_; }

  /// Removes all of it from W, since the momenta of a State are without it.
  void release();
  /// Copies into W the matrices that are held in other masses of the same bodies [kg, kg m, kg m2].
  void copy(const HeldMasses& from);

  /// Adds factor G x to `result`, with G all that is held.
  void add_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                   BodyVectors& result);

 private:
  std::vector<AddedMass>& added_masses_;
  AccelerationGains gains_;
  std::size_t load_mass_count_;
  std::vector<LoadMass> load_masses_;
};

}  // namespace raftup::solver
