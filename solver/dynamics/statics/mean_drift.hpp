#pragma once

#include <memory>
#include <vector>

#include "hydro/second_order/second_order_excitation.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Mean second-order force of a model's sea, without its ramp, on the bodies of the groups that
/// have second-order forces. It is the time average of the force in a simulation, at any heading,
/// with wave drift damping if a group has it. A wave that is alone at its frequency has the mean
/// force a^2 D, with a its amplitude and D the mean drift coefficient; with kFull, D is the
/// diagonal of the transfer function T. Waves of one frequency (within a relative 1e-9) that a
/// group pairs have no beats and act together: their mean force is D |z_1 + z_2 + ...|^2, as in
/// hydro::DriftSum, with z their complex amplitudes at the body. A group pairs waves of one
/// direction, or of any directions with DirectionPairs::kStanding; with kMean it pairs no waves.
/// Seas that change or that inputs stream have no mean force here. Not thread-safe, since it keeps
/// scratch memory.
/// @source Faltinsen (1990)
class MeanDrift {
 public:
  /// @param model without families of databases: see with_frozen_families()
  explicit MeanDrift(const Model& model);

  /// True if a group has mean second-order forces in the sea of the model.
  static bool acts_on(const HydrodynamicGroup& group, const Model& model);

  /// Adds the mean drift force to the second-order and the total forces [N, N m].
  /// @throws Error(kOutOfRange) if a body has turned so far that waves come from directions outside
  ///         the data of its database
  void add(const Kinematics& bodies, Forces& forces);

 private:
  struct Group {
    std::shared_ptr<const hydro::Database> database;
    GroupMotion motion;
    GroupPoses poses;
    /// First for the waves that are paired with no other, then for each set of waves of one
    /// frequency [rad/s].
    std::vector<hydro::SecondOrderExcitation> excitations;
  };

  void add_group(const Model& model, HydrodynamicGroup group);

  std::vector<Group> groups_;
  VectorXd force_;                   ///< scratch: forces on a group, 6 per body [N, N m]
  VectorXd sum_;                     ///< scratch: sum of the forces on a group, 6 per body [N, N m]
  std::vector<Vector2> velocities_;  ///< scratch: horizontal velocities through the water [m/s]
};

}  // namespace raftup::solver
