#pragma once

#include <vector>

#include "solver/dynamics/system/multibody_system.hpp"

namespace raftup::solver {

/// Added mass of loads at later instants of a step. While it lives, that stands in W, A, in the
/// place of A_0, that where the step begins, which momenta and velocities of a step have
/// (HeldMasses): p = (W + A_0) v, so that with a from W + A
///   dp/dt = loads + ... - (A - A_0) a.
/// factorize() after move_to() and after it ends. Nothing happens where no load has added mass.
class StageMasses {
 public:
  explicit StageMasses(MultibodySystem& system)
      : system_(system), start_(system.masses.held().load_masses()) {}
  ~StageMasses() { put_back(); }
  StageMasses(const StageMasses&) = delete;
  StageMasses& operator=(const StageMasses&) = delete;

  /// Puts A where the bodies are at an instant in W.
  void move_to(const StageTime& at, const State& state, const Kinematics& bodies);
  /// Puts A_0 in W again.
  void put_back();
  /// A_0 or A may be other than 0.
  bool any() const { return !start_.empty(); }

  /// Adds factor (A - A_0) x to `result`, in the dofs that move by forces.
  void add_change(double factor, const BodyVectors& x, BodyVectors& result) const;

 private:
  MultibodySystem& system_;
  std::vector<LoadMass> start_, now_;
};

}  // namespace raftup::solver
