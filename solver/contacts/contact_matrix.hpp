#pragma once

#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "solver/joints/constraint_block.hpp"
#include "solver/linear/block_lu.hpp"
#include "solver/linear/cholesky.hpp"
#include "solver/nonsmooth/one_step/scaled_matrix.hpp"

namespace raftup::solver {

/// M = G W^-1 G^T + Sigma of joints and contacts between bodies of one part, known by their
/// Jacobians G and by what a unit of each row does to the velocities, Y = W^-1 G^T. M is never
/// written out: a Newton step is solved for the change dv of the velocities,
///   (W + sum G_i^T H_i^-1 rho D_i G_i) dv = -sum G_i^T H_i^-1 F_i,
///   dlambda_i = -H_i^-1 (F_i + rho D_i G_i dv),  H_i = I - D_i + rho D_i (Sigma_i + alpha),
/// six unknowns for each body, however many contacts it has; a column of boxes is block
/// tridiagonal. In the scaled units of nonsmooth::ScaledMatrix G_i stands for G_i / s_i.
/// Call order: begin(); add_mass(), add_rows() with its add_response() each; set_sigma(); then what
/// ScaledMatrix offers. Not thread-safe.
class ContactMatrix final : public nonsmooth::ScaledMatrix {
 public:
  using Couplings = std::vector<std::pair<std::size_t, std::size_t>>;
  static constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

  /// @param couplings pairs of bodies that masses or rows couple, by their place in the part
  void begin(std::size_t body_count, const Couplings& couplings);

  /// W(row, column) += value, and its transpose, bodies by their place, row >= column.
  void add_mass(std::size_t row, std::size_t column, const Matrix6& value);

  /// A side of a constraint: the place of its body, kNobody where no force moves it, and 1 in the
  /// dofs that forces move, 0 in others.
  struct Side {
    std::size_t body = kNobody;
    Vector6 moving = Vector6::Ones();
  };
  void add_rows(const RowsView& block, const std::array<Side, 2>& sides);
  /// W^-1 G^T of the last rows: what they do to a body, a row a lane.
  void add_response(std::size_t body, const DofLanes& twists);

  /// G W^-1 G^T of a row with itself [1/kg, 1/(kg m2)]; after its responses.
  double mobility(Eigen::Index row) const { return mobility_[static_cast<std::size_t>(row)]; }

  /// @param problem of these rows; its cones are asked for
  /// @param sigma   one per row, >= 0
  void set_sigma(const nonsmooth::OneStepProblem& problem, const VectorXd& sigma);

  const VectorXd& units() const override { return units_; }
  const VectorXd& row_scales() const override { return row_scales_; }
  void multiply(const VectorXd& x, VectorXd& result) const override;
  Matrix3 own_block(Eigen::Index first, Eigen::Index count) const override;
  std::unique_ptr<nonsmooth::RunningProduct> run(const VectorXd& x) const override;
  VectorXd solve(const std::vector<nonsmooth::FrictionCone>& cones,
                 const nonsmooth::NewtonEquations& equations) const override;

 private:
  class Velocities;
  /// What a constraint does to a body: `rows` entries of responses_ from `first`.
  struct Response {
    std::size_t body, first;
  };
  struct Rows {
    Eigen::Index first = 0;
    std::size_t count = 0;
    std::array<std::size_t, 2> bodies{};
    std::array<std::size_t, 2> jacobian{};  ///< of each side, into jacobians_
    std::size_t first_response = 0, end_response = 0;
    std::array<BlockLu::Block*, 4> targets{};  ///< of its sides: 11, 12, 21, 22
  };
  /// H^-1 rho D and H^-1 F of a constraint in scaled units; of rows that nothing moves F alone.
  struct Answer {
    bool moves;
    bool diagonal;    ///< no row answers to another: what sticks or is no contact
    Vector6 of_rows;  ///< gain of each where it is diagonal
    Matrix3 gain;     ///< else
    Vector6 force;
  };

  void place_targets(Rows& rows);
  double entry(const Rows& rows, std::size_t row, std::size_t column) const;
  double speed(const Rows& rows, std::size_t row, const std::vector<LaneArray>& v) const;
  void add_to_velocities(const Rows& rows, std::size_t count, const double* lambda,
                         std::vector<LaneArray>& v) const;
  void add_to_velocities(const Rows& rows, const double* lambda, std::vector<LaneArray>& v) const;
  void add_speeds(const Rows& rows, std::size_t count, VectorXd& result) const;
  void answer(const Rows& rows, const std::vector<nonsmooth::FrictionCone>& cones,
              std::size_t& cone, const nonsmooth::NewtonEquations& equations, Answer& answer) const;
  void answer_contact(const Rows& rows, const nonsmooth::Derivative& D,
                      const nonsmooth::NewtonEquations& equations, Answer& answer) const;
  void multiply_rows(const VectorXd& x, VectorXd& result) const;
  void add_masses_to_equations() const;
  void answer_rows(const std::vector<nonsmooth::FrictionCone>& cones,
                   const nonsmooth::NewtonEquations& equations) const;
  void add_to_equations(const Rows& rows, std::size_t count, const Answer& answer) const;
  void follow_velocities(VectorXd& dx) const;

  std::size_t body_count_ = 0;
  Couplings couplings_;
  struct MassBlock {
    std::size_t row, column;
    BlockLu::Block value;
  };
  std::vector<MassBlock> masses_;
  std::vector<Rows> rows_;
  std::vector<std::size_t> rows_of_;  ///< by row, its constraint
  std::vector<double> mobility_;      ///< by row
  std::vector<LaneArray> jacobians_;  ///< a row each, a dof a lane
  std::vector<LaneArray> response_lanes_;
  std::vector<Response> responses_;
  VectorXd sigma_, units_, inverse_units_, row_scales_;
  mutable BlockLu equations_;
  mutable std::vector<LaneArray> v_;  ///< by body: scratch
  mutable std::vector<Answer> answers_;
};

}  // namespace raftup::solver
