#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "solver/dynamics/statics/mean_drift.hpp"
#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// The model that linear equations describe: the given model without waves, stops, friction and
/// limits of drives. Joints that are part of the system matrix become ordinary rows, and lumped
/// added mass becomes coupled. The drum of a winch stands still, and a motor becomes a lock at its
/// present position.
Model still_water_model(const Model& model);

/// Largest number of bodies of a model for which an equilibrium or linear equations are computed.
/// The matrices have (6N)^2 entries each, and some thirty of them exist at a time.
inline constexpr std::size_t kMostLinearBodies = 250;

/// Replaces each family of databases of a model by the one database that results from blending the
/// family in the configuration of the bodies.
/// @param state state with this configuration; null means that of the model at t = 0
/// @throws Error(kOutOfRange) if a family does not cover the positions; Error(kResourceExhausted)
///         for more bodies than kMostLinearBodies
Model with_frozen_families(const Model& model, const State* state);

/// The effects that the linear equations of a model exclude, as findings "left_out" of severity
/// info with one sentence each.
/// @param inputs_count false if inputs have no samples
Findings left_out(const Model& model, bool inputs_count);

/// Effects that support bodies in a simulation of a model but not in its still_water_model(), one
/// sentence each: contacts of shapes, ranges, limits and friction of drives.
std::vector<std::string> supports_left_out(const Model& model);

/// Whether forces include quadratic damping [N s2/m2].
enum class Drag { kWith, kWithout };

/// The forces on the bodies of a model in still water, at any poses and velocities. They are all
/// forces of a simulation (MultibodySystem) except those of waves and of radiation memory, plus the
/// mean drift force of the sea. All vectors have six numbers per body [N, N m], world axes at the
/// centers of mass. Not thread-safe, since it keeps scratch memory.
class StillWaterSystem {
 public:
  /// @param still               the result of still_water_model() for `given`
  /// @param given               the original model
  /// @param infinite_added_mass A_inf, one per group, of its bodies in the order of the database
  /// @param state               state of the simulation of the model; null means its initial state
  StillWaterSystem(const Model& still, const Model& given,
                   const std::vector<MatrixXd>& infinite_added_mass, const State* state);

  const Model& model() const { return model_; }
  /// The state of the simulation with its inputs; without a simulation, the state at t = 0 without
  /// samples of inputs.
  const State& state() const { return state_; }
  const StageTime& time() const { return time_; }
  const std::vector<AddedMass>& added_masses() const { return added_masses_; }
  MultibodySystem& system() { return system_; }
  const LoadSet& loads() const { return system_.loads; }
  Eigen::Index dof_count() const { return kDofs * static_cast<Eigen::Index>(model_.bodies.size()); }

  /// The initial poses and velocities of the bodies [m, rad, m/s, rad/s, world frame].
  const Kinematics& start() const { return start_; }
  /// Replaces the initial poses and velocities, for a search that begins elsewhere.
  void begin_at(const Kinematics& bodies) { start_ = bodies; }
  const RestPose& rest(std::size_t body) const { return rest_[body]; }
  /// The poses from which displacements are measured [m, rad, world frame], with velocity 0.
  Kinematics rest_kinematics() const;

  /// All forces except the reactions of rigid joints [N, N m]; they equal W a.
  VectorXd forces(const Kinematics& bodies, Drag drag);
  /// -d(forces)/d(displacement) [N/m, N m/rad] by central differences of order 4. With drag the
  /// order is 1 at a velocity of 0 through the water.
  /// @param multipliers one per joint row, for reactions that rotate with the bodies; may be empty
  MatrixXd stiffness(const Kinematics& bodies, const VectorXd& multipliers, Drag drag);
  /// -d(forces without quadratic damping)/d(velocity) [N s/m, N m s/rad], by central differences of
  /// order 4.
  MatrixXd damping(const Kinematics& bodies);

  /// Mean second-order force of the sea on each body [N, N m], world axes, at the center of mass of
  /// the body.
  BodyVectors mean_drift(const Kinematics& bodies);

  /// The reactions G^T lambda on the bodies, with lambda one per row of the joints.
  VectorXd reactions(const Kinematics& bodies, const VectorXd& multipliers);
  /// The constraints of rigid joints, followed by one row for each dof that forces do not move.
  struct HeldRows {
    VectorXd violation;  ///< g of each row [m, rad]
    MatrixXd jacobian;   ///< G, all rows x 6 per body
    /// Index in the constraint set of each joint row; joint rows come first.
    std::vector<Eigen::Index> rows;
  };
  HeldRows held_rows(const Kinematics& bodies);
  /// Sum of all forces and joint reactions on each body [N, N m], world axes. In dofs that forces
  /// do not move, the supports of the body carry this sum.
  /// @param given multipliers of the rows of joints in `held`
  BodyVectors unbalanced(const Kinematics& bodies, const HeldRows& held, const VectorXd& given);
  /// Multipliers of all joint rows: the given ones for the rows in `held`, and the spring forces
  /// for compliant rows.
  VectorXd all_multipliers(const Kinematics& bodies, const HeldRows& held, const VectorXd& given);

 private:
  void set_state(const Model& given, const State* state);
  void hold_motors(const Model& given);
  VectorXd forces_of(MultibodySystem& system, const Kinematics& bodies);

  Model model_;
  State state_;
  StageTime time_;
  std::vector<AddedMass> added_masses_;
  MultibodySystem system_;
  MeanDrift drift_;
  std::optional<Model> undragged_model_;
  /// The same system without quadratic damping [N s2/m2]; null if the model has none.
  std::unique_ptr<MultibodySystem> undragged_;
  Kinematics start_;
  std::vector<RestPose> rest_;
  Forces forces_;       ///< scratch
  BodyVectors result_;  ///< scratch
};

/// Moves a body along a world axis or rotates it about one.
/// @param dof  of the body, 0 to 5
/// @param step distance or angle [m, rad]
void displace(BodyKinematics& body, Eigen::Index dof, double step);

/// Step lengths of central differences. They are powers of two, so that adding them to coordinates
/// causes no rounding. The angular step moves points 100 m away by 12 mm, which is small for a
/// length of some meters. Chosen, not swept.
inline constexpr double kLinearStep = 1.0 / 4096.0;   ///< step of translations [m]
inline constexpr double kAngularStep = 1.0 / 8192.0;  ///< step of rotations [rad]
/// Step of velocities and accelerations [m/s, rad/s, m/s2, rad/s2].
inline constexpr double kRateStep = 1.0 / 1024.0;

/// The derivative df/dx by central differences of order 4.
/// @param h  step of x
/// @param at function of a step: at(step) = f(x + step)
template <typename Function>
VectorXd central_difference(double h, const Function& at) {
  const VectorXd near = at(h) - at(-h), far = at(2.0 * h) - at(-2.0 * h);
  return (8.0 * near - far) / (12.0 * h);
}

/// Computes the Jacobian of a function of the bodies by their displacements [m, rad, world axes].
template <typename Function>
MatrixXd by_displacement(const Kinematics& bodies, const Function& f) {
  const Eigen::Index size = kDofs * static_cast<Eigen::Index>(bodies.size());
  MatrixXd jacobian(f(bodies).size(), size);
  Kinematics moved = bodies;
  for (Eigen::Index k = 0; k < size; ++k) {
    const auto body = static_cast<std::size_t>(k / kDofs);
    const double h = k % kDofs < 3 ? kLinearStep : kAngularStep;
    jacobian.col(k) = central_difference(h, [&](double step) -> VectorXd {
      moved[body] = bodies[body];
      displace(moved[body], k % kDofs, step);
      return f(moved);
    });
    moved[body] = bodies[body];
  }
  return jacobian;
}

/// Computes the Jacobian of a function of the bodies by their velocities [m/s, rad/s, world axes].
template <typename Function>
MatrixXd by_velocity(const Kinematics& bodies, const Function& f) {
  const Eigen::Index size = kDofs * static_cast<Eigen::Index>(bodies.size());
  MatrixXd jacobian(f(bodies).size(), size);
  Kinematics moved = bodies;
  for (Eigen::Index k = 0; k < size; ++k) {
    Vector6& velocity = moved[static_cast<std::size_t>(k / kDofs)].velocity;
    const double before = velocity[k % kDofs];
    jacobian.col(k) = central_difference(kRateStep, [&](double step) -> VectorXd {
      velocity[k % kDofs] = before + step;
      return f(moved);
    });
    velocity[k % kDofs] = before;
  }
  return jacobian;
}

}  // namespace raftup::solver
