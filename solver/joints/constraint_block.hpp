#pragma once

#include <array>
#include <limits>

#include "hydro/numerics/lanes.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/numerics/linear/split_lanes.hpp"

namespace raftup::solver {

/// The law that relates the value g(q) of a constraint row [m, rad] to its force lambda [N, N m],
/// for every stepper.
struct RowLaw {
  double compliance = 0.0;  ///< compliance eps [m/N, rad/(N m)]: g = -eps lambda at rest; 0 = rigid
  double damping_time = 0.0;  ///< damping time tau [s]: lambda = -(g + tau dg/dt) / eps
  double lower = -std::numeric_limits<double>::infinity();  ///< lower bound of lambda [N, N m]
  double upper = std::numeric_limits<double>::infinity();   ///< upper bound of lambda [N, N m]
  /// True: the row keeps g = 0. False: it keeps only dg/dt = target_speed (motor, friction).
  bool holds_position = true;
  double target_speed = 0.0;  ///< speed of a row that does not hold its position [m/s, rad/s]
  /// Coefficient of restitution of a row with bounds: at an impact, dg/dt changes to -restitution
  /// times its value before.
  double restitution = 0.0;

  bool bounded() const {
    return lower > -std::numeric_limits<double>::infinity() ||
           upper < std::numeric_limits<double>::infinity();
  }
};

/// The vector type for kWidth rows with one row per lane of a vector register; kWidth is 4 or
/// kLaneCount.
template <std::size_t kWidth>
struct RowLanes : SomeLanes<kWidth> {};
template <>
struct RowLanes<kLaneCount> {
  using Type = Lanes;
};

/// At most kWidth constraint rows between two bodies, or a body and the world, at one instant. The
/// Jacobian is defined by
///   dg/dt = G_1 v_1 + G_2 v_2
/// for the twists [linear; angular] at the centers of mass in world axes. A positive multiplier
/// lambda acts on the bodies with the wrenches G_i^T lambda. Each row is one lane of a vector
/// register.
template <std::size_t kWidth>
struct JacobianRows {
  static constexpr std::size_t kWorld = std::numeric_limits<std::size_t>::max();
  /// The Jacobian of one side: a row per constraint row, a column per dof. Rows that are not in use
  /// are 0.
  using Jacobian = Eigen::Matrix<double, static_cast<int>(kWidth), 6>;
  using Column = typename RowLanes<kWidth>::Type;

  /// indices of the two bodies in the model; kWorld for the world
  std::array<std::size_t, 2> bodies{kWorld, kWorld};
  int rows = 0;  ///< number of rows in use
  /// The Jacobians G_1 and G_2 of the two sides; 0 for the world.
  alignas(kWidth * sizeof(double)) std::array<Jacobian, 2> jacobian{Jacobian::Zero(),
                                                                    Jacobian::Zero()};

  /// The derivative of every row by one dof (0 to 5) of the body of one side, one row per lane.
  const Column& column(std::size_t side, std::size_t dof) const {
    return reinterpret_cast<const Column&>(jacobian[side].data()[kWidth * dof]);
  }

  Column& column(std::size_t side, std::size_t dof) {
    return reinterpret_cast<Column&>(jacobian[side].data()[kWidth * dof]);
  }

  /// Computes G v for the velocities v of all bodies [m/s, rad/s, world axes].
  /// @returns one speed per row [m/s, rad/s]
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

  /// Adds the wrenches G^T lambda of the rows [N, N m, world axes] to those of the bodies.
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
  /// Sums the lanes in the order of fold(), in which lanes that are not in use count as 0, so that
  /// the rounding does not depend on the width.
  [[gnu::always_inline]] static double sum_of(const Column& v) {
    if constexpr (kWidth == kLaneCount) {
      return fold(v);
    } else {
      return (v[0] + v[2]) + (v[1] + v[3]);
    }
  }
};

/// The constraint rows g(q) of a joint or of one of its drives, at most six.
struct ConstraintBlock : JacobianRows<kLaneCount> {
  static constexpr int kMaxRows = 6;

  Vector6 violation = Vector6::Zero();  ///< value g of each row [m, rad]
  /// Bias (dG/dt) v [m/s2, rad/s2], so that d2g/dt2 = G a + bias for the accelerations a.
  Vector6 bias = Vector6::Zero();
  std::array<RowLaw, kMaxRows> laws;

  using JacobianRows::add_forces;

  const LaneArray& column_array(std::size_t side, std::size_t dof) const {
    return reinterpret_cast<const LaneArray*>(jacobian[side].data())[dof];
  }

  /// Adds G v to `speeds`, for the velocities v of all bodies [m/s, rad/s, world axes]. kRegister
  /// is the number of lanes of the registers that are used.
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

  /// Adds the wrenches G^T lambda of the rows [N, N m, world axes] to those of the bodies.
  /// kRegister is the number of doubles that one SIMD register holds.
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

/// A view of JacobianRows of any width.
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

  /// Adds the Jacobian of one side to `columns`: one column per dof, one row per lane.
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

  std::size_t width_;  ///< number of rows for which the Jacobian has room, 8 or 4
  std::array<const double*, 2> jacobian_;
};

/// The equation of a compliant or rigid row over one step h [s] by the method SPOOK. It drives g
/// back to 0 and yields according to the compliance:
///   G v+ + sigma lambda = target, lambda an impulse [N s, N m s],
///   sigma = (4/h^2) eps Upsilon, target = -(4/h) Upsilon g + Upsilon G v,
///   Upsilon = 1 / (1 + 4 tau/h),
/// where g and v are those at the start of the step and v+ is the velocity at its end.
/// @source Lacoursiere (2007)
struct StabilizedRow {
  double sigma;   ///< coefficient of the impulse [1/kg, 1/(kg m2)]; 0 for a rigid row
  double target;  ///< right side of the equation [m/s, rad/s]

  /// @param step          h [s]
  /// @param compliance    eps [m/N, rad/(N m)]
  /// @param damping_time  tau [s]
  /// @param violation     g at the start of the step [m, rad]
  /// @param speed         G v at the start of the step [m/s, rad/s]
  StabilizedRow(double step, double compliance, double damping_time, double violation,
                double speed) {
    const double upsilon = 1.0 / (1.0 + 4.0 * damping_time / step);
    sigma = 4.0 / (step * step) * compliance * upsilon;
    target = upsilon * (speed - 4.0 / step * violation);
  }
};

/// The equation G v+ + sigma lambda = target of a compliant row over one step h [s] of the theta
/// method, in which poses advance with (1 - theta) v- + theta v+. Spring and damper of the row act
/// as they do at the fraction theta of the step,
///   lambda = -(h/eps) ((1 - theta) g + theta g+ + tau ((1 - theta) G v- + theta G v+)),
///   g+ = g + h ((1 - theta) G v- + theta G v+),
/// which never adds energy if theta >= 1/2, and conserves energy if theta = 1/2 and tau = 0. The
/// row of a contact that closes within the step acts by its compression at the end of the step, so
/// that the bodies lose the energy that the compression stores:
///   lambda = -(h/eps) (g+ + tau G v+).
struct ThetaRow {
  double sigma;   ///< coefficient of the impulse [1/kg, 1/(kg m2)]
  double target;  ///< right side of the equation [m/s, rad/s]

  /// @param theta         weight of the end of the step, 1/2 to 1
  /// @param step          h [s]
  /// @param compliance    eps > 0 [m/N, rad/(N m)]
  /// @param damping_time  tau [s]
  /// @param violation     g at the start of the step [m, rad]
  /// @param speed         G v- [m/s, rad/s]
  /// @param apart         true if the contact is not closed at the start of the step
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
