#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hydro/base/finding.hpp"
#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/linearisation/linear_model.hpp"
#include "solver/linearisation/mean_drift.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// A model as linear equations have it: without waves, stops, friction and limits of drives; joints
/// that stand in the system matrix are rows like others; what is lumped for a stepper's sake is
/// whole. The drum of a winch stands still, and a motor is a lock, whose command is where it
/// stands.
Model still_water_model(const Model& model);

/// What linear equations of a model leave out, a sentence each, "left_out" of severity info.
/// @param inputs_count false where inputs give nothing
Findings left_out(const Model& model, bool inputs_count);

/// Whether quadratic damping is among the forces.
enum class Drag { kWith, kWithout };

/// Everything that acts on the bodies of a model but waves and the water's memory, as a step has it
/// (MultibodySystem), and the mean drift force of its sea, at any poses and velocities. All vectors
/// have six numbers per body, world axes at the centres of mass. Not thread-safe: it keeps scratch.
class StillWaterSystem {
 public:
  /// @param still               from still_water_model()
  /// @param given               the model that it was made of
  /// @param infinite_added_mass one per group, of its bodies in the order of the database
  /// @param state               of the model's simulation; none = as the model starts
  StillWaterSystem(const Model& still, const Model& given,
                   const std::vector<MatrixXd>& infinite_added_mass, const State* state);

  const Model& model() const { return model_; }
  /// Of a simulation: that of the model, inputs included; else as at t = 0 with no sample of them.
  const State& state() const { return state_; }
  const StageTime& time() const { return time_; }
  const std::vector<AddedMass>& added_masses() const { return added_masses_; }
  MultibodySystem& system() { return system_; }
  const LoadSet& loads() const { return system_.loads; }
  Eigen::Index dof_count() const { return kDofs * static_cast<Eigen::Index>(model_.bodies.size()); }

  /// The bodies where they start, with their velocities.
  const Kinematics& start() const { return start_; }
  const RestPose& rest(std::size_t body) const { return rest_[body]; }
  /// Where displacement is measured from, at rest.
  Kinematics rest_kinematics() const;

  /// W a without reactions.
  VectorXd forces(const Kinematics& bodies, Drag drag);
  /// -d(forces)/d(displacement) by central differences of order 4; with drag, of order 1 where a
  /// velocity through the water is 0.
  /// @param multipliers of rows that turn with the bodies, one per joint row
  MatrixXd stiffness(const Kinematics& bodies, const VectorXd& multipliers, Drag drag);
  /// -d(forces without quadratic damping)/d(velocity), by the same.
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
  std::unique_ptr<MultibodySystem> undragged_;  ///< without quadratic damping; none = the same
  Kinematics start_;
  std::vector<RestPose> rest_;
  Forces forces_;       ///< scratch
  BodyVectors result_;  ///< scratch
};

/// A body displaced along or turned about a world axis.
/// @param dof  of the body, 0 to 5
/// @param step m, rad
void displace(BodyKinematics& body, Eigen::Index dof, double step);

/// Steps of central differences: powers of two, so that they add to coordinates without rounding.
/// Turns move points 100 m away by what a length of some metres can bear.
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

/// Jacobian of a function of the bodies by their displacements.
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

/// Jacobian of a function of the bodies by their velocities.
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
