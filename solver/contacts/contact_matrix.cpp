#include "solver/contacts/contact_matrix.hpp"

#include <algorithm>

#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

using nonsmooth::FrictionCone;
using nonsmooth::NewtonEquations;

/// target += left^T right of some rows, a dof a lane.
[[gnu::always_inline]] inline void add_product(const LaneArray* left, const LaneArray* right,
                                               std::size_t rows, BlockLu::Block& target) {
  for (std::size_t dof = 0; dof < BlockLu::kRows; ++dof) {
    Lanes sum = target[dof].lanes();
    for (std::size_t row = 0; row < rows; ++row) sum += right[row].lanes() * left[row][dof];
    target[dof].lanes() = sum;
  }
}

}  // namespace

void ContactMatrix::begin(std::size_t body_count, const Couplings& couplings) {
  if (body_count != body_count_ || couplings != couplings_) {
    body_count_ = body_count;
    couplings_ = couplings;
    equations_.analyse(body_count, couplings);
    v_.assign(body_count, {});
  }
  masses_.clear();
  rows_.clear();
  rows_of_.clear();
  mobility_.clear();
  jacobians_.clear();
  response_lanes_.clear();
  responses_.clear();
}

void ContactMatrix::add_mass(std::size_t row, std::size_t column, const Matrix6& value) {
  BlockLu::Block block{};
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      block[i][j] = value(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
  }
  masses_.push_back({row, column, block});
}

void ContactMatrix::add_rows(const RowsView& block, const std::array<Side, 2>& sides) {
  Rows& rows = rows_.emplace_back();
  rows.first = static_cast<Eigen::Index>(rows_of_.size());
  rows.count = static_cast<std::size_t>(block.rows);
  rows.first_response = rows.end_response = responses_.size();
  for (std::size_t side = 0; side < 2; ++side) {
    rows.bodies[side] = sides[side].body;
    rows.jacobian[side] = jacobians_.size();
    if (sides[side].body == kNobody) continue;
    for (std::size_t row = 0; row < rows.count; ++row) {
      const Vector6& moving = sides[side].moving;
      // Written at once: what is read as a vector after it was written by parts has to wait.
      const Lanes lanes{block(side, row, 0) * moving[0], block(side, row, 1) * moving[1],
                        block(side, row, 2) * moving[2], block(side, row, 3) * moving[3],
                        block(side, row, 4) * moving[4], block(side, row, 5) * moving[5]};
      jacobians_.emplace_back().lanes() = lanes;
    }
  }
  rows_of_.insert(rows_of_.end(), rows.count, rows_.size() - 1);
  mobility_.insert(mobility_.end(), rows.count, 0.0);
  place_targets(rows);
}

/// Contacts of the same bodies follow one another.
void ContactMatrix::place_targets(Rows& rows) {
  if (rows_.size() > 1 && rows_[rows_.size() - 2].bodies == rows.bodies) {
    rows.targets = rows_[rows_.size() - 2].targets;
    return;
  }
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t other = 0; other < 2; ++other) {
      const bool moved = rows.bodies[side] != kNobody && rows.bodies[other] != kNobody;
      rows.targets[2 * side + other] =
          moved ? &equations_.at(rows.bodies[side], rows.bodies[other]) : nullptr;
    }
  }
}

void ContactMatrix::add_response(std::size_t body, const DofLanes& twists) {
  Rows& rows = rows_.back();
  responses_.push_back({body, response_lanes_.size()});
  ++rows.end_response;
  for (std::size_t row = 0; row < rows.count; ++row) {
    const Lanes lanes{twists[0][row], twists[1][row], twists[2][row],
                      twists[3][row], twists[4][row], twists[5][row]};
    response_lanes_.emplace_back().lanes() = lanes;
    double& mobility = mobility_[static_cast<std::size_t>(rows.first) + row];
    for (std::size_t side = 0; side < 2; ++side) {
      if (rows.bodies[side] != body) continue;
      mobility += fold(jacobians_[rows.jacobian[side] + row].lanes() * lanes);
    }
  }
}

/// (G W^-1 G^T)(row, column) within a constraint.
[[gnu::always_inline]] inline double ContactMatrix::entry(const Rows& rows, std::size_t row,
                                                          std::size_t column) const {
  Lanes sum{};
  for (std::size_t i = rows.first_response; i < rows.end_response; ++i) {
    const Lanes& response = response_lanes_[responses_[i].first + column].lanes();
    for (std::size_t side = 0; side < 2; ++side) {
      if (rows.bodies[side] != responses_[i].body) continue;
      sum += jacobians_[rows.jacobian[side] + row].lanes() * response;
    }
  }
  return fold(sum);
}

void ContactMatrix::set_sigma(const nonsmooth::OneStepProblem& problem, const VectorXd& sigma) {
  sigma_ = sigma;
  row_scales_.resize(sigma.size());
  for (Eigen::Index row = 0; row < sigma.size(); ++row) {
    const double diagonal = mobility(row) + sigma[row];
    row_scales_[row] = diagonal > 0.0 ? diagonal : 1.0;
  }
  units_ = row_scales_;
  for (const FrictionCone& cone : problem.cones) {
    auto scales = row_scales_.segment(cone.normal, 1 + cone.tangents);
    const double mean = scales.mean();
    units_[cone.normal] = mean;
    units_.segment(cone.normal + 1, cone.tangents)
        .setConstant(nonsmooth::square_of_tangent_unit(mean, scales.tail(cone.tangents).mean()));
    scales.setConstant(scales.maxCoeff());
  }
  units_ = units_.cwiseSqrt();
  inverse_units_ = units_.cwiseInverse();
}

Matrix3 ContactMatrix::own_block(Eigen::Index first, Eigen::Index count) const {
  const Rows& rows = rows_[rows_of_[static_cast<std::size_t>(first)]];
  const auto offset = static_cast<std::size_t>(first - rows.first);
  Matrix3 block = Matrix3::Zero();
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j < count; ++j) {
      block(i, j) =
          entry(rows, offset + static_cast<std::size_t>(i), offset + static_cast<std::size_t>(j)) *
          inverse_units_[first + i] * inverse_units_[first + j];
    }
    block(i, i) += sigma_[first + i] * inverse_units_[first + i] * inverse_units_[first + i];
  }
  return block;
}

/// v += Y lambda of a constraint.
/// @param count of its rows
[[gnu::always_inline]] inline void ContactMatrix::add_to_velocities(
    const Rows& rows, std::size_t count, const double* lambda, std::vector<LaneArray>& v) const {
  for (std::size_t i = rows.first_response; i < rows.end_response; ++i) {
    const LaneArray* of_row = response_lanes_.data() + responses_[i].first;
    Lanes sum = v[responses_[i].body].lanes();
    for (std::size_t row = 0; row < count; ++row) sum += of_row[row].lanes() * lambda[row];
    v[responses_[i].body].lanes() = sum;
  }
}

/// The same; of known length its loops are no loops.
[[gnu::always_inline]] inline void ContactMatrix::add_to_velocities(
    const Rows& rows, const double* lambda, std::vector<LaneArray>& v) const {
  if (rows.count == 3) {
    add_to_velocities(rows, 3, lambda, v);
  } else {
    add_to_velocities(rows, rows.count, lambda, v);
  }
}

/// G v of a row.
[[gnu::always_inline]] inline double ContactMatrix::speed(const Rows& rows, std::size_t row,
                                                          const std::vector<LaneArray>& v) const {
  Lanes sum{};
  for (std::size_t side = 0; side < 2; ++side) {
    if (rows.bodies[side] == kNobody) continue;
    sum += jacobians_[rows.jacobian[side] + row].lanes() * v[rows.bodies[side]].lanes();
  }
  return fold(sum);
}

/// result += G v_ of a constraint.
/// @param count of its rows
[[gnu::always_inline]] inline void ContactMatrix::add_speeds(const Rows& rows, std::size_t count,
                                                             VectorXd& result) const {
  double* of_rows = result.data() + rows.first;
  for (std::size_t row = 0; row < count; ++row) of_rows[row] += speed(rows, row, v_);
}

void ContactMatrix::multiply(const VectorXd& x, VectorXd& result) const {
  at_full_width<&ContactMatrix::multiply_rows>(*this, x, result);
}

[[gnu::always_inline]] inline void ContactMatrix::multiply_rows(const VectorXd& x,
                                                                VectorXd& result) const {
  result = x.cwiseProduct(inverse_units_);
  std::fill(v_.begin(), v_.end(), LaneArray{});
  for (const Rows& rows : rows_) add_to_velocities(rows, result.data() + rows.first, v_);
  result = result.cwiseProduct(sigma_);
  for (const Rows& rows : rows_) {
    if (rows.count == 3) {
      add_speeds(rows, 3, result);
    } else {
      add_speeds(rows, rows.count, result);
    }
  }
  result = result.cwiseProduct(inverse_units_);
}

/// Velocities that follow x row by row.
class ContactMatrix::Velocities final : public nonsmooth::RunningProduct {
 public:
  Velocities(const ContactMatrix& matrix, const VectorXd& x)
      : matrix_(matrix), x_(x), v_(matrix.body_count_) {
    const VectorXd lambda = x.cwiseProduct(matrix.inverse_units_);
    for (const Rows& rows : matrix.rows_) {
      matrix.add_to_velocities(rows, lambda.data() + rows.first, v_);
    }
  }

  double row(Eigen::Index row) const override {
    const Rows& rows = matrix_.rows_[matrix_.rows_of_[static_cast<std::size_t>(row)]];
    const double unit = matrix_.inverse_units_[row];
    const double speed = matrix_.speed(rows, static_cast<std::size_t>(row - rows.first), v_);
    return unit * (speed + matrix_.sigma_[row] * unit * x_[row]);
  }

  void change(Eigen::Index first, Eigen::Index count, const Vector3& by) override {
    const Rows& rows = matrix_.rows_[matrix_.rows_of_[static_cast<std::size_t>(first)]];
    std::array<double, ConstraintBlock::kMaxRows> lambda{};
    for (Eigen::Index i = 0; i < count; ++i) {
      lambda[static_cast<std::size_t>(first - rows.first + i)] =
          by[i] * matrix_.inverse_units_[first + i];
    }
    matrix_.add_to_velocities(rows, lambda.data(), v_);
  }

 private:
  const ContactMatrix& matrix_;
  const VectorXd& x_;
  std::vector<LaneArray> v_;
};

std::unique_ptr<nonsmooth::RunningProduct> ContactMatrix::run(const VectorXd& x) const {
  return std::make_unique<Velocities>(*this, x);
}

/// Of a contact with friction.
void ContactMatrix::answer_contact(const Rows& rows, const nonsmooth::Derivative& D,
                                   const NewtonEquations& equations, Answer& answer) const {
  answer.moves = !D.isZero(0.0);
  if (!answer.moves) return;
  const Vector3 diagonal = (sigma_.segment<3>(rows.first).array() *
                                inverse_units_.segment<3>(rows.first).array().square() +
                            equations.alpha)
                               .matrix();
  answer.diagonal = D.isIdentity(0.0);
  if (answer.diagonal) {
    for (Eigen::Index row = 0; row < 3; ++row) {
      answer.of_rows[row] = 1.0 / diagonal[row];
      answer.force[row] /= equations.rho * diagonal[row];
    }
    return;
  }
  const Matrix3 H = Matrix3::Identity() - D + equations.rho * D * diagonal.asDiagonal();
  const Matrix3 inverse = H.inverse();
  answer.gain = equations.rho * inverse * D;
  answer.force.head<3>() = inverse * answer.force.head<3>().eval();
}

/// @param cone the next of them
void ContactMatrix::answer(const Rows& rows, const std::vector<FrictionCone>& cones,
                           std::size_t& cone, const NewtonEquations& equations,
                           Answer& answer) const {
  const auto count = static_cast<Eigen::Index>(rows.count);
  answer.force.head(count) = equations.F.segment(rows.first, count);
  answer.diagonal = true;
  if (cone < cones.size() && cones[cone].normal == rows.first) {
    return answer_contact(rows, equations.derivatives[cone++], equations, answer);
  }
  answer.moves = false;
  answer.of_rows.setZero();
  for (Eigen::Index row = 0; row < count; ++row) {
    if (equations.row_derivatives[rows.first + row] == 0.0) continue;
    answer.moves = true;
    const double unit = inverse_units_[rows.first + row];
    const double h = sigma_[rows.first + row] * unit * unit + equations.alpha;
    answer.of_rows[row] = 1.0 / h;
    answer.force[row] /= equations.rho * h;
  }
}

/// Adds G^T H^-1 rho D G, and takes G^T H^-1 F from the right side, v_.
/// @param count of the rows
[[gnu::always_inline]] inline void ContactMatrix::add_to_equations(const Rows& rows,
                                                                   std::size_t count,
                                                                   const Answer& answer) const {
  const double* unit = inverse_units_.data() + rows.first;
  for (std::size_t other = 0; other < 2; ++other) {
    if (rows.bodies[other] == kNobody) continue;
    const LaneArray* of_other = jacobians_.data() + rows.jacobian[other];
    Lanes right = v_[rows.bodies[other]].lanes();
    for (std::size_t row = 0; row < count; ++row) {
      right -= of_other[row].lanes() * (answer.force[static_cast<Eigen::Index>(row)] * unit[row]);
    }
    v_[rows.bodies[other]].lanes() = right;
    if (!answer.moves) continue;
    std::array<LaneArray, ConstraintBlock::kMaxRows> gained;
    for (std::size_t row = 0; row < count; ++row) {
      const auto at = static_cast<Eigen::Index>(row);
      if (answer.diagonal) {
        gained[row].lanes() =
            of_other[row].lanes() * (answer.of_rows[at] * (unit[row] * unit[row]));
        continue;
      }
      Lanes sum{};
      for (std::size_t column = 0; column < count; ++column) {
        const double gain = answer.gain(at, static_cast<Eigen::Index>(column));
        sum += of_other[column].lanes() * (gain * (unit[row] * unit[column]));
      }
      gained[row].lanes() = sum;
    }
    for (std::size_t side = 0; side < 2; ++side) {
      if (rows.bodies[side] == kNobody) continue;
      add_product(jacobians_.data() + rows.jacobian[side], gained.data(), count,
                  *rows.targets[2 * side + other]);
    }
  }
}

void ContactMatrix::add_masses_to_equations() const {
  equations_.clear();
  for (const MassBlock& mass : masses_) {
    BlockLu::Block& below = equations_.at(mass.row, mass.column);
    for (std::size_t dof = 0; dof < BlockLu::kRows; ++dof) {
      below[dof].lanes() += mass.value[dof].lanes();
    }
    if (mass.row == mass.column) continue;
    BlockLu::Block& above = equations_.at(mass.column, mass.row);
    for (std::size_t i = 0; i < BlockLu::kRows; ++i) {
      for (std::size_t j = 0; j < BlockLu::kRows; ++j) above[i][j] += mass.value[j][i];
    }
  }
}

VectorXd ContactMatrix::solve(const std::vector<FrictionCone>& cones,
                              const NewtonEquations& equations) const {
  VectorXd dx(sigma_.size());
  add_masses_to_equations();
  at_full_width<&ContactMatrix::answer_rows>(*this, cones, equations);
  if (!equations_.factorise()) {
    dx.setConstant(std::numeric_limits<double>::quiet_NaN());
    return dx;
  }
  equations_.solve(v_);
  at_full_width<&ContactMatrix::follow_velocities>(*this, dx);
  return dx;
}

[[gnu::always_inline]] inline void ContactMatrix::answer_rows(
    const std::vector<FrictionCone>& cones, const NewtonEquations& equations) const {
  std::fill(v_.begin(), v_.end(), LaneArray{});
  answers_.resize(rows_.size());
  std::size_t cone = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Rows& rows = rows_[i];
    answer(rows, cones, cone, equations, answers_[i]);
    if (rows.count == 3) {
      add_to_equations(rows, 3, answers_[i]);
    } else {
      add_to_equations(rows, rows.count, answers_[i]);
    }
  }
}

/// dx of all rows from the change of the velocities, v_.
[[gnu::always_inline]] inline void ContactMatrix::follow_velocities(VectorXd& dx) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Rows& rows = rows_[i];
    const auto count = static_cast<Eigen::Index>(rows.count);
    const Answer& answer = answers_[i];
    Vector6 slip = Vector6::Zero();
    if (answer.moves) {
      for (std::size_t row = 0; row < rows.count; ++row) {
        const auto at = static_cast<Eigen::Index>(row);
        slip[at] = inverse_units_[rows.first + at] * speed(rows, row, v_);
      }
      if (answer.diagonal) {
        slip.head(count) = slip.head(count).cwiseProduct(answer.of_rows.head(count)).eval();
      } else {
        slip.head<3>() = answer.gain * slip.head<3>().eval();
      }
    }
    dx.segment(rows.first, count) = -answer.force.head(count) - slip.head(count);
  }
}

}  // namespace raftup::solver
