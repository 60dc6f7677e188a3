#pragma once

#include <vector>

#include "solver/water/masses/acceleration_gains.hpp"
#include "solver/water/masses/added_mass.hpp"

namespace raftup::solver {

/// Added mass of a load at one instant.
struct LoadMass {
  std::size_t body;  ///< index in the model
  Matrix6 matrix;    ///< at its centre of mass, world axes
};

/// What stands in W through a step, as it is where that begins, and in no momentum of a State, so
/// that velocities go on where it changes: gains that clients give of their forces
/// (AccelerationGains) and the added mass of loads. Masses must be factorised anew after it is put
/// there or taken away. Not thread-safe.
class HeldMasses {
 public:
  /// @param added_masses of W, with the places of all that is held; must outlive it
  HeldMasses(const Model& model, std::vector<AddedMass>& added_masses);

  /// Whether anything ever is.
  bool any() const { return !gains_.empty() || has_load_masses(); }
  bool has_load_masses() const { return load_mass_count_ > 0; }

  /// Puts the gains of the step that starts at `step_start` [s] in W.
  void apply_gains(const std::vector<InputSeries>& inputs, double step_start) {
    gains_.write_to(added_masses_, inputs, step_start);
  }
  /// Puts the added mass of loads in W: of all of them in their order.
  void set_load_masses(const std::vector<LoadMass>& masses);
  /// That stand in W; empty where they are released.
  const std::vector<LoadMass>& load_masses() const { return load_masses_; }

  /// Takes all of it out of W, to which momenta of a State belong.
  void release();
  /// Puts in W what is held in other masses of these bodies.
  void copy(const HeldMasses& from);

  /// Adds factor G x to `result`, G all that is held.
  void add_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                   BodyVectors& result);

 private:
  std::vector<AddedMass>& added_masses_;
  AccelerationGains gains_;
  std::size_t load_mass_count_;
  std::vector<LoadMass> load_masses_;
};

}  // namespace raftup::solver
