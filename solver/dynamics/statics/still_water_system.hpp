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

/// The model that linear equations describe: without waves, stops, friction and limits of drives.
/// Joints that are in the system matrix become ordinary rows, and added mass that is lumped for a
/// stepper becomes whole. The drum of a winch stands still, and a motor becomes a lock at its
/// present position.
Model still_water_model(const Model& model);

/// Bodies of a model whose equilibrium or linear equations are wanted, at most: its matrices have
/// (6N)^2 entries each, and there are some thirty of them at a time.
inline constexpr std::size_t kMostLinearBodies = 250;

/// A model whose families of databases over relative position are the one database that they blend
/// to where the bodies are.
/// @param state null = as the model starts
/// @throws Error(kOutOfRange) where a family does not cover them; Error(kResourceExhausted) for more
///         bodies than kMostLinearBodies
Model with_frozen_families(const Model& model, const State* state);

/// The effects that linear equations of a model leave out: findings "left_out" of severity info,
/// one sentence each.
/// @param inputs_count false if inputs have no samples
Findings left_out(const Model& model, bool inputs_count);

/// What holds bodies in a simulation of a model and not in its still_water_model(), a sentence
/// each: contacts of shapes, ranges, limits and friction of drives.
std::vector<std::string> supports_left_out(const Model& model);

/// Whether quadratic damping [N s2/m2] is among the forces.
enum class Drag { kWith, kWithout };

/// All forces on the bodies of a model except those of waves and of radiation memory, as a step
/// computes them (MultibodySystem), and the mean drift force of its sea, at any poses and
/// velocities. All vectors have six numbers per body [N, N m], world axes at the centres of mass.
/// Not thread-safe, since it keeps scratch memory.
class StillWaterSystem {
 public:
  /// @param still               from still_water_model()
  /// @param given               the model that it was made of
  /// @param infinite_added_mass one per group, of its bodies in the order of the database
  /// @param state               of the model's simulation; none = as the model starts
  StillWaterSystem(const Model& still, const Model& given,
                   const std::vector<MatrixXd>& infinite_added_mass, const State* state);

  const Model& model() const { return model_; }
  /// The state of a simulation of the model with its inputs, or that at t = 0 without samples of
  /// inputs.
  const State& state() const { return state_; }
  const StageTime& time() const { return time_; }
  const std::vector<AddedMass>& added_masses() const { return added_masses_; }
  MultibodySystem& system() { return system_; }
  const LoadSet& loads() const { return system_.loads; }
  Eigen::Index dof_count() const { return kDofs * static_cast<Eigen::Index>(model_.bodies.size()); }

  /// The initial poses and velocities of the bodies [m, rad, m/s, rad/s, world frame].
  const Kinematics& start() const { return start_; }
  /// Replaces them, for a search that begins elsewhere.
  void begin_at(const Kinematics& bodies) { start_ = bodies; }
  const RestPose& rest(std::size_t body) const { return rest_[body]; }
  /// The poses from which displacement is measured [m, rad, world frame], at rest.
  Kinematics rest_kinematics() const;

  /// W a without reactions [N, N m].
  VectorXd forces(const Kinematics& bodies, Drag drag);
  /// -d(forces)/d(displacement) [N/m, N m/rad] by central differences of order 4; with drag, of order 1 where a
  /// velocity through the water is 0.
  /// @param multipliers of rows that turn with the bodies, one per joint row
  MatrixXd stiffness(const Kinematics& bodies, const VectorXd& multipliers, Drag drag);
  /// -d(forces without quadratic damping)/d(velocity) [N s/m, N m s/rad], by the same.
  MatrixXd damping(const Kinematics& bodies);

  /// Mean second-order force of the sea on each body [N, N m], world axes, at its centre of mass.
  BodyVectors mean_drift(const Kinematics& bodies);

  /// G^T lambda, lambda one per row of the joints.
  VectorXd reactions(const Kinematics& bodies, const VectorXd& multipliers);
  /// Rows that joints hold exactly, and then one for every dof that a body holds itself.
  struct HeldRows {
    VectorXd violation;              ///< g [m, rad]
    MatrixXd jacobian;               ///< G
    std::vector<Eigen::Index> rows;  ///< of the joints, in the first so many
  };
  HeldRows held_rows(const Kinematics& bodies);
  /// All forces and reactions on each body [N, N m], world axes: what holds the dofs that a body
  /// itself holds takes them up.
  /// @param given multipliers of the rows of joints in `held`
  BodyVectors unbalanced(const Kinematics& bodies, const HeldRows& held, const VectorXd& given);
  /// Multipliers of all joint rows: of those that are held as given, of those that act as springs.
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
  /// without quadratic damping [N s2/m2]; null if there is none
  std::unique_ptr<MultibodySystem> undragged_;
  Kinematics start_;
  std::vector<RestPose> rest_;
  Forces forces_;       ///< scratch
  BodyVectors result_;  ///< scratch
};

/// A body displaced along or turned about a world axis.
/// @param dof  of the body, 0 to 5
/// @param step m, rad
void displace(BodyKinematics& body, Eigen::Index dof, double step);

/// Steps of central differences. They are powers of two, so that adding them to coordinates causes
/// no rounding. The angular step moves points 100 m away by 12 mm, which is small for a length of
/// some metres. Chosen, not swept.
inline constexpr double kLinearStep = 1.0 / 4096.0;   ///< m
inline constexpr double kAngularStep = 1.0 / 8192.0;  ///< rad
inline constexpr double kRateStep = 1.0 / 1024.0;     ///< m/s, rad/s, m/s2, rad/s2

/// df/dx by central differences of order 4.
/// @param at at(step) = f where x is so much larger
template <typename Function>
VectorXd central_difference(double h, const Function& at) {
  const VectorXd near = at(h) - at(-h), far = at(2.0 * h) - at(-2.0 * h);
  return (8.0 * near - far) / (12.0 * h);
}

/// Jacobian of a function of the bodies by their displacements [m, rad, world axes].
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

/// Jacobian of a function of the bodies by their velocities [m/s, rad/s, world axes].
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
