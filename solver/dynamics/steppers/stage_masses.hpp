#pragma once

#include <vector>

#include "solver/dynamics/system/multibody_system.hpp"

namespace raftup::solver {

/// The added mass of loads at later stages of a step [kg, kg m, kg m2]. While the object exists,
/// the added mass A at the present stage replaces in W the added mass A_0 at the start of the step.
/// The momenta and velocities of a step are defined with A_0 (HeldMasses): p = (W + A_0) v. With
/// accelerations a from W + A,
///   dp/dt = loads + ... - (A - A_0) a.
/// The masses must be factorized again after move_to() and after the object is destroyed. Nothing
/// happens if no load has added mass.
class StageMasses {
 public:
  explicit StageMasses(MultibodySystem& system)
      : system_(system), start_(system.masses.held().load_masses()) {}
  ~StageMasses() { put_back(); }
  StageMasses(const StageMasses&) = delete;
  StageMasses& operator=(const StageMasses&) = delete;

  /// Puts into W the added mass A [kg, kg m, kg m2] for the poses of `bodies` at the instant `at`.
  void move_to(const StageTime& at, const State& state, const Kinematics& bodies);
  /// Replaces the added mass in W by A_0 [kg, kg m, kg m2], that at the start of the step.
  void put_back();
  /// True if any load has added mass, so that A_0 or A may differ from 0.
  bool any() const { return !start_.empty(); }

  /// Adds factor (A - A_0) x to `result` [world axes], only in the dofs that forces move.
  void add_change(double factor, const BodyVectors& x, BodyVectors& result) const;

 private:
  MultibodySystem& system_;
  std::vector<LoadMass> start_, now_;
};

}  // namespace raftup::solver
