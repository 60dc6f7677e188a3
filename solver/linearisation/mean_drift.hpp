#pragma once

#include <memory>
#include <vector>

#include "hydro/second_order/second_order_excitation.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// Mean second-order force of a model's sea, without its ramp, on the bodies of the groups that
/// have second-order forces: the sum over the waves of a^2 D (SecondOrderMethod::kMean; of kFull D
/// is the diagonal of its T), at any heading, with wave drift damping where a group has it. Seas
/// that change or that inputs stream have none. Not thread-safe: it keeps scratch.
class MeanDrift {
 public:
  /// @param model its families frozen
  explicit MeanDrift(const Model& model);

  /// Whether it acts on a group.
  static bool acts_on(const HydrodynamicGroup& group, const Model& model);

  /// Adds to the second-order and the total forces.
  /// @throws Error(kOutOfRange) where a body has turned the waves out of the data
  void add(const Kinematics& bodies, Forces& forces);

 private:
  struct Group {
    std::shared_ptr<const hydro::Database> database;
    GroupMotion motion;
    GroupPoses poses;
    hydro::SecondOrderExcitation excitation;
  };

  void add_group(const Model& model, const hydro::Sea& sea, HydrodynamicGroup group);

  std::vector<Group> groups_;
  VectorXd force_;                   ///< scratch, 6N
  std::vector<Vector2> velocities_;  ///< scratch
};

}  // namespace raftup::solver
