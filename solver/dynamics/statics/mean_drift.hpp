#pragma once

#include <memory>
#include <vector>

#include "hydro/second_order/second_order_excitation.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Mean second-order force of a model's sea, without its ramp, on the bodies of the groups that
/// have second-order forces: what a simulation has in the mean over time, at any heading, with wave
/// drift damping where a group has it. A wave that is alone at its frequency gives a^2 D; of kFull
/// D is the diagonal of its T. Waves that a group pairs (of one direction, of any with
/// DirectionPairs::kStanding) and that have one frequency, to 1e-9 of it, beat with nothing: they
/// give D |z_1 + z_2 + ...|^2, as in hydro::DriftSum, with their phases z at the body. kMean pairs
/// none. Seas that change or that inputs stream have no mean. Not thread-safe: it keeps scratch.
/// @source Faltinsen (1990)
class MeanDrift {
 public:
  /// @param model its families frozen
  explicit MeanDrift(const Model& model);

  /// True if a group has mean second-order forces.
  static bool acts_on(const HydrodynamicGroup& group, const Model& model);

  /// Adds the force to the second-order and the total forces [N, N m].
  /// @throws Error(kOutOfRange) if a body has turned so far that the waves come from outside its
  ///         data
  void add(const Kinematics& bodies, Forces& forces);

 private:
  struct Group {
    std::shared_ptr<const hydro::Database> database;
    GroupMotion motion;
    GroupPoses poses;
    /// For the waves that are paired with no other, and for each set of waves of one frequency
    /// [rad/s].
    std::vector<hydro::SecondOrderExcitation> excitations;
  };

  void add_group(const Model& model, HydrodynamicGroup group);

  std::vector<Group> groups_;
  VectorXd force_;                   ///< scratch, 6N
  VectorXd sum_;                     ///< scratch, 6N
  std::vector<Vector2> velocities_;  ///< scratch
};

}  // namespace raftup::solver
