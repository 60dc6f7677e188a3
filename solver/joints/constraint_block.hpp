#pragma once

#include <array>
#include <limits>

#include "hydro/numerics/lanes.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/numerics/linear/split_lanes.hpp"

namespace raftup::solver {

/// The law between the value g(q) of a row of a constraint [m, rad] and its force lambda [N, N m],
/// for every stepper.
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

/// kWidth rows, one a lane; the width is 4 or the number of lanes.
template <std::size_t kWidth>
struct RowLanes : SomeLanes<kWidth> {};
template <>
struct RowLanes<kLaneCount> {
  using Type = Lanes;
};

/// Rows between at most two bodies at one instant, at most kWidth: their Jacobian
///   dg/dt = G_1 v_1 + G_2 v_2,
/// on twists [linear; angular] at the centers of mass in world axes, so that a positive multiplier
/// lambda acts on the bodies with G_i^T lambda. A row is a lane.
template <std::size_t kWidth>
struct JacobianRows {
  static constexpr std::size_t kWorld = std::numeric_limits<std::size_t>::max();
  /// Rows that are not used are 0.
  using Jacobian = Eigen::Matrix<double, static_cast<int>(kWidth), 6>;
  using Column = typename RowLanes<kWidth>::Type;

  std::array<std::size_t, 2> bodies{kWorld, kWorld};  ///< indices in the model
  int rows = 0;                                       ///< number of rows in use
  /// Jacobian of each side; 0 for the world.
  alignas(kWidth * sizeof(double)) std::array<Jacobian, 2> jacobian{Jacobian::Zero(),
                                                                    Jacobian::Zero()};

  /// The change of each row per unit of a dof.
  const Column& column(std::size_t side, std::size_t dof) const {
    return reinterpret_cast<const Column&>(jacobian[side].data()[kWidth * dof]);
  }

  Column& column(std::size_t side, std::size_t dof) {
    return reinterpret_cast<Column&>(jacobian[side].data()[kWidth * dof]);
  }

  /// G v for velocities v of all bodies [m/s, rad/s, world axes].
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

  /// wrenches += G^T lambda [N, N m, world axes].
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
  /// Sum in the order of fold(), in which lanes that are not used count as 0.
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

  /// speeds += G v for velocities v of all bodies [m/s, rad/s, world axes], in registers of one
  /// width.
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

  /// wrenches += G^T lambda [N, N m, world axes], in registers of one width.
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

/// A view of rows of any width.
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

  /// columns += the Jacobian of one side, one row a lane.
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

/// A row over one step h by the method SPOOK: it is drawn back to g = 0 and yields as its law says,
///   G v+ + sigma lambda = target, lambda an impulse [N s, N m s],
///   sigma = (4/h^2) eps Upsilon, target = -(4/h) Upsilon g + Upsilon G v,
///   Upsilon = 1 / (1 + 4 tau/h).
/// @source Lacoursiere (2007)
struct StabilizedRow {
  double sigma;   ///< 1/kg, 1/(kg m2); 0 for a rigid row
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

/// A row over one step h [s] in which poses advance with (1 - theta) v- + theta v+. Spring and
/// damper act as they do at the fraction theta of the step,
///   lambda = -(h/eps) ((1 - theta) g + theta g+ + tau ((1 - theta) G v- + theta G v+)),
///   g+ = g + h ((1 - theta) G v- + theta G v+),
/// which never adds energy if theta >= 1/2, and conserves it if theta = 1/2 and tau = 0. A row that
/// comes to touch within the step acts by its compression at the end of it, so that the compression
/// costs the energy that it will give back:
///   lambda = -(h/eps) (g+ + tau G v+).
struct ThetaRow {
  double sigma;   ///< 1/kg, 1/(kg m2)
  double target;  ///< m/s, rad/s

  /// @param compliance    eps > 0 [m/N, rad/(N m)]
  /// @param damping_time  tau [s]
  /// @param violation     g [m, rad] where the step begins
  /// @param speed         G v- [m/s, rad/s]
  /// @param apart         true if the row does not touch at the start of the step
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
