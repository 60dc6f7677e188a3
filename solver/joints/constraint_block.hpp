#pragma once

#include <array>
#include <limits>

#include "hydro/numerics/lanes.hpp"
#include "solver/bodies/kinematics.hpp"
#include "solver/linear/split_lanes.hpp"

namespace raftup::solver {

/// How a row g(q) of a constraint answers with its force lambda, for every stepper.
struct RowLaw {
  double compliance = 0.0;    ///< eps [m/N]: g = -eps lambda at rest; 0 = rigid
  double damping_time = 0.0;  ///< tau [s]: lambda = -(g + tau dg/dt) / eps
  double lower = -std::numeric_limits<double>::infinity();  ///< of lambda [N]
  double upper = std::numeric_limits<double>::infinity();   ///< of lambda [N]
  bool holds_position = true;  ///< false: only dg/dt = target_speed is held (motor, friction)
  double target_speed = 0.0;   ///< m/s
  double restitution = 0.0;    ///< dg/dt+ = -restitution dg/dt- where a bounded row is hit

  bool bounded() const {
    return lower > -std::numeric_limits<double>::infinity() ||
           upper < std::numeric_limits<double>::infinity();
  }
};

/// A constraint between at most two bodies at one instant: up to six rows g(q), their Jacobian
///   dg/dt = G_1 v_1 + G_2 v_2,
/// on twists [linear; angular] at the centres of mass in world axes, so that a positive multiplier
/// lambda acts on the bodies with G_i^T lambda. What joints are now and contacts become.
struct ConstraintBlock {
  static constexpr int kMaxRows = 6;
  static constexpr std::size_t kWorld = std::numeric_limits<std::size_t>::max();
  using Jacobian = Eigen::Matrix<double, kLaneCount, 6>;  ///< a row a lane, unused ones 0

  std::array<std::size_t, 2> bodies{kWorld, kWorld};  ///< indices into the model's bodies
  int rows = 0;                                       ///< the first so many of what follows
  /// 0 for the world.
  alignas(LaneArray) std::array<Jacobian, 2> jacobian{Jacobian::Zero(), Jacobian::Zero()};
  Vector6 violation = Vector6::Zero();  ///< g [m, rad]
  Vector6 bias = Vector6::Zero();       ///< (dG/dt) v: d2g/dt2 = G a + bias [m/s2, rad/s2]
  std::array<RowLaw, kMaxRows> laws;

  /// What a unit of a dof gives to every row.
  const LaneArray& column_array(std::size_t side, std::size_t dof) const {
    return reinterpret_cast<const LaneArray*>(jacobian[side].data())[dof];
  }
  const Lanes& column(std::size_t side, std::size_t dof) const {
    return column_array(side, dof).lanes();
  }

  Lanes& column(std::size_t side, std::size_t dof) {
    return reinterpret_cast<LaneArray*>(jacobian[side].data())[dof].lanes();
  }

  /// speeds += G v for velocities v of all bodies, a row a lane.
  template <std::size_t kWidth>
  [[gnu::always_inline]] void add_speeds(const BodyVectors& velocities,
                                         SplitLanes<kWidth>& speeds) const {
    for (std::size_t side = 0; side < 2; ++side) {
      if (bodies[side] == kWorld) continue;
      const double* velocity = velocities[bodies[side]].data();
      for (std::size_t dof = 0; dof < 6; ++dof) {
        speeds.add(SplitLanes<kWidth>(column_array(side, dof)), velocity[dof]);
      }
    }
  }

  /// wrenches += G^T lambda.
  template <std::size_t kWidth>
  [[gnu::always_inline]] void add_forces(const SplitLanes<kWidth>& lambda,
                                         BodyVectors& wrenches) const {
    for (std::size_t side = 0; side < 2; ++side) {
      if (bodies[side] == kWorld) continue;
      double* wrench = wrenches[bodies[side]].data();
      for (std::size_t dof = 0; dof < 6; ++dof) {
        SplitLanes<kWidth> products(column_array(side, dof));
        products.multiply(lambda);
        wrench[dof] += products.sum();
      }
    }
  }

  /// The same two of whole lanes.
  [[gnu::always_inline]] LaneArray speeds(const BodyVectors& velocities) const {
    SplitLanes<kLaneCount> sums;
    add_speeds(velocities, sums);
    LaneArray result;
    sums.store(result);
    return result;
  }
  [[gnu::always_inline]] void add_forces(const LaneArray& lambda, BodyVectors& wrenches) const {
    add_forces(SplitLanes<kLaneCount>(lambda), wrenches);
  }
};

/// A row over one step h, in the way of SPOOK: drawn back to g = 0 and yielding as its law says,
///   G v+ + sigma lambda = target, lambda an impulse [N s, N m s],
///   sigma = (4/h^2) eps Upsilon, target = -(4/h) Upsilon g + Upsilon G v,
///   Upsilon = 1 / (1 + 4 tau/h).
/// @source Lacoursiere (2007)
struct StabilisedRow {
  double sigma;   ///< 1/kg, 1/(kg m2); 0 of a rigid row
  double target;  ///< m/s, rad/s

  /// @param step          h [s]
  /// @param compliance    eps [m/N, rad/(N m)]
  /// @param damping_time  tau [s]
  /// @param violation     g [m, rad] where the step begins
  /// @param speed         G v [m/s, rad/s] there
  StabilisedRow(double step, double compliance, double damping_time, double violation,
                double speed) {
    const double upsilon = 1.0 / (1.0 + 4.0 * damping_time / step);
    sigma = 4.0 / (step * step) * compliance * upsilon;
    target = upsilon * (speed - 4.0 / step * violation);
  }
};

}  // namespace raftup::solver
