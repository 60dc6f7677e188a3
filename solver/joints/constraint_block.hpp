#pragma once

#include <array>
#include <limits>

#include "hydro/numerics/lanes.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/numerics/linear/split_lanes.hpp"

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

/// kWidth rows, 4 or all that there are lanes, a row a lane.
template <std::size_t kWidth>
struct RowLanes : SomeLanes<kWidth> {};
template <>
struct RowLanes<kLaneCount> {
  using Type = Lanes;
};

/// Rows between at most two bodies at one instant, at most kWidth: their Jacobian
///   dg/dt = G_1 v_1 + G_2 v_2,
/// on twists [linear; angular] at the centres of mass in world axes, so that a positive multiplier
/// lambda acts on the bodies with G_i^T lambda. A row is a lane.
template <std::size_t kWidth>
struct JacobianRows {
  static constexpr std::size_t kWorld = std::numeric_limits<std::size_t>::max();
  /// Rows that are not used are 0.
  using Jacobian = Eigen::Matrix<double, static_cast<int>(kWidth), 6>;
  using Column = typename RowLanes<kWidth>::Type;

  std::array<std::size_t, 2> bodies{kWorld, kWorld};  ///< indices into the model's bodies
  int rows = 0;                                       ///< the first so many of the Jacobian
  /// 0 for the world.
  alignas(kWidth * sizeof(double)) std::array<Jacobian, 2> jacobian{Jacobian::Zero(),
                                                                    Jacobian::Zero()};

  /// What a unit of a dof gives to every row.
  const Column& column(std::size_t side, std::size_t dof) const {
    return reinterpret_cast<const Column&>(jacobian[side].data()[kWidth * dof]);
  }

  Column& column(std::size_t side, std::size_t dof) {
    return reinterpret_cast<Column&>(jacobian[side].data()[kWidth * dof]);
  }

  /// G v for velocities v of all bodies.
  [[gnu::always_inline]] LaneArray speeds(const BodyVectors& velocities) const {
    Column sums{};
    for (std::size_t side = 0; side < 2; ++side) {
      if (bodies[side] == kWorld) continue;
      const double* velocity = velocities[bodies[side]].data();
      for (std::size_t dof = 0; dof < 6; ++dof) sums += column(side, dof) * velocity[dof];
    }
    LaneArray of_rows{};
    reinterpret_cast<Column&>(of_rows) = sums;
    return of_rows;
  }

  /// wrenches += G^T lambda.
  [[gnu::always_inline]] void add_forces(const LaneArray& lambda, BodyVectors& wrenches) const {
    for (std::size_t side = 0; side < 2; ++side) {
      if (bodies[side] == kWorld) continue;
      double* wrench = wrenches[bodies[side]].data();
      for (std::size_t dof = 0; dof < 6; ++dof) {
        wrench[dof] += sum_of(column(side, dof) * reinterpret_cast<const Column&>(lambda));
      }
    }
  }

 private:
  /// In the order of fold(), as if what is not there were 0.
  [[gnu::always_inline]] static double sum_of(const Column& v) {
    if constexpr (kWidth == kLaneCount) {
      return fold(v);
    } else {
      return (v[0] + v[2]) + (v[1] + v[3]);
    }
  }
};

/// A constraint of a joint: up to six rows g(q).
struct ConstraintBlock : JacobianRows<kLaneCount> {
  static constexpr int kMaxRows = 6;

  Vector6 violation = Vector6::Zero();  ///< g [m, rad]
  Vector6 bias = Vector6::Zero();       ///< (dG/dt) v: d2g/dt2 = G a + bias [m/s2, rad/s2]
  std::array<RowLaw, kMaxRows> laws;

  using JacobianRows::add_forces;

  const LaneArray& column_array(std::size_t side, std::size_t dof) const {
    return reinterpret_cast<const LaneArray*>(jacobian[side].data())[dof];
  }

  /// speeds += G v for velocities v of all bodies, in registers of one width.
  template <std::size_t kRegister>
  [[gnu::always_inline]] void add_speeds(const BodyVectors& velocities,
                                         SplitLanes<kRegister>& speeds) const {
    for (std::size_t side = 0; side < 2; ++side) {
      if (bodies[side] == kWorld) continue;
      const double* velocity = velocities[bodies[side]].data();
      for (std::size_t dof = 0; dof < 6; ++dof) {
        speeds.add(SplitLanes<kRegister>(column_array(side, dof)), velocity[dof]);
      }
    }
  }

  /// wrenches += G^T lambda, likewise.
  template <std::size_t kRegister>
  [[gnu::always_inline]] void add_forces(const SplitLanes<kRegister>& lambda,
                                         BodyVectors& wrenches) const {
    for (std::size_t side = 0; side < 2; ++side) {
      if (bodies[side] == kWorld) continue;
      double* wrench = wrenches[bodies[side]].data();
      for (std::size_t dof = 0; dof < 6; ++dof) {
        SplitLanes<kRegister> products(column_array(side, dof));
        products.multiply(lambda);
        wrench[dof] += products.sum();
      }
    }
  }
};

/// Rows of any width, seen.
class RowsView {
 public:
  template <std::size_t kWidth>
  RowsView(const JacobianRows<kWidth>& of)  // NOLINT(*-explicit-constructor): it is a view
      : bodies(of.bodies),
        rows(of.rows),
        width_(kWidth),
        jacobian_{of.jacobian[0].data(), of.jacobian[1].data()} {}

  std::array<std::size_t, 2> bodies;
  int rows;

  double operator()(std::size_t side, std::size_t row, std::size_t dof) const {
    return jacobian_[side][width_ * dof + row];
  }

  /// columns += those of a side, a row a lane.
  void add_columns(std::size_t side, std::array<LaneArray, 6>& columns) const {
    width_ == kLaneCount ? add<kLaneCount>(side, columns) : add<kLaneCount / 2>(side, columns);
  }

 private:
  template <std::size_t kWidth>
  void add(std::size_t side, std::array<LaneArray, 6>& columns) const {
    using Column = typename SomeLanes<kWidth>::Type;
    for (std::size_t dof = 0; dof < 6; ++dof) {
      const double* column = jacobian_[side] + kWidth * dof;
      columns[dof].some<kWidth>(0) += *reinterpret_cast<const Column*>(column);
    }
  }

  std::size_t width_;  ///< 8 or 4
  std::array<const double*, 2> jacobian_;
};

/// A row over one step h, in the way of SPOOK: drawn back to g = 0 and yielding as its law says,
///   G v+ + sigma lambda = target, lambda an impulse [N s, N m s],
///   sigma = (4/h^2) eps Upsilon, target = -(4/h) Upsilon g + Upsilon G v,
///   Upsilon = 1 / (1 + 4 tau/h).
/// @source Lacoursiere (2007)
struct StabilizedRow {
  double sigma;   ///< 1/kg, 1/(kg m2); 0 of a rigid row
  double target;  ///< m/s, rad/s

  /// @param step          h [s]
  /// @param compliance    eps [m/N, rad/(N m)]
  /// @param damping_time  tau [s]
  /// @param violation     g [m, rad] where the step begins
  /// @param speed         G v [m/s, rad/s] there
  StabilizedRow(double step, double compliance, double damping_time, double violation,
                double speed) {
    const double upsilon = 1.0 / (1.0 + 4.0 * damping_time / step);
    sigma = 4.0 / (step * step) * compliance * upsilon;
    target = upsilon * (speed - 4.0 / step * violation);
  }
};

/// The same where poses go on by (1 - theta) v- + theta v+: spring and damper act as they are at
/// theta of the step,
///   lambda = -(h/eps) ((1 - theta) g + theta g+ + tau ((1 - theta) G v- + theta G v+)),
///   g+ = g + h ((1 - theta) G v- + theta G v+),
/// which with theta >= 1/2 never brings energy, and keeps it with theta = 1/2 and tau = 0. What
/// comes to touch within the step is pushed by how deep it ends, so that it pays for what it will
/// get back:
///   lambda = -(h/eps) (g+ + tau G v+).
struct ThetaRow {
  double sigma;   ///< 1/kg, 1/(kg m2)
  double target;  ///< m/s, rad/s

  /// @param compliance    eps > 0 [m/N, rad/(N m)]
  /// @param damping_time  tau [s]
  /// @param violation     g [m, rad] where the step begins
  /// @param speed         G v- [m/s, rad/s]
  /// @param apart         it does not touch where the step begins
  ThetaRow(double theta, double step, double compliance, double damping_time, double violation,
           double speed, bool apart) {
    const double way = (1.0 - theta) * speed;  // by v-, per time
    const double at = apart ? 1.0 : theta;     // where in the step it acts
    const double arm = at * (theta * step) + at * damping_time;
    sigma = compliance / (step * arm);
    target = -(violation + at * step * way + (apart ? 0.0 : damping_time * way)) / arm;
  }
};

}  // namespace raftup::solver
