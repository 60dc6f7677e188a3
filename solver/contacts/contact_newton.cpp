#include <algorithm>

#include "hydro/numerics/vector_width.hpp"
#include "solver/contacts/contact_matrix.hpp"

/// @file Newton steps of a ContactMatrix, solved for the change of the velocities of the bodies.
namespace raftup::solver {

namespace {

using nonsmooth::FrictionCone;
using nonsmooth::NewtonEquations;

/// Adds left^T right to target, for matrices with one entry for each row and one lane for each dof.
[[gnu::always_inline]] inline void add_product(const LaneArray* left, const LaneArray* right,
                                               std::size_t rows, BlockLu::Block& target) {
  for (std::size_t dof = 0; dof < BlockLu::kRows; ++dof) {
    Lanes sum = target[dof].lanes();
    for (std::size_t row = 0; row < rows; ++row) sum += right[row].lanes() * left[row][dof];
    target[dof].lanes() = sum;
  }
}

}  // namespace

/// Computes the answer of a contact with friction. If its normal row has D(0, 0) = 1, then D = [1
/// 0; d P], and with h the diagonal of Sigma + alpha
///   H = [rho h_N, 0; -d + rho h_N d, A],  A = 1 - P + rho P h_T.
[[gnu::always_inline]] inline void ContactMatrix::answer_contact(const Rows& rows,
                                                                 const nonsmooth::Derivative& D,
                                                                 const NewtonEquations& equations,
                                                                 Answer& answer) const {
  answer.moves = D(0, 0) != 0.0;  // without a normal force there is no friction
  if (!answer.moves) return;
  const double rho = equations.rho;
  std::array<double, 3> h;
  for (std::size_t row = 0; row < 3; ++row) {
    const Eigen::Index at = rows.first + static_cast<Eigen::Index>(row);
    h[row] = sigma_[at] * (inverse_units_[at] * inverse_units_[at]) + equations.alpha;
  }
  const double P11 = D(1, 1), P12 = D(1, 2), P21 = D(2, 1), P22 = D(2, 2);
  const double d1 = D(1, 0), d2 = D(2, 0);
  answer.diagonal = P11 == 1.0 && P22 == 1.0 && P12 == 0.0 && P21 == 0.0;
  if (answer.diagonal) {
    for (std::size_t row = 0; row < 3; ++row) {
      const auto at = static_cast<Eigen::Index>(row);
      answer.of_rows[at] = 1.0 / h[row];
      answer.force[at] /= rho * h[row];
    }
    return;
  }
  const double F1 = answer.force[1], F2 = answer.force[2];
  const double A11 = 1.0 - P11 + rho * (P11 * h[1]), A12 = -P12 + rho * (P12 * h[2]);
  const double A21 = -P21 + rho * (P21 * h[1]), A22 = 1.0 - P22 + rho * (P22 * h[2]);
  const double scale = 1.0 / (A11 * A22 - A12 * A21);
  const double normal = answer.force[0] / (rho * h[0]);
  // What the tangents answer to a force, and to one along d of which the normal bears its part.
  const auto first = [&](double a, double b) { return scale * (A22 * a - A12 * b); };
  const auto second = [&](double a, double b) { return scale * (A11 * b - A21 * a); };
  const double share = 1.0 - rho * h[0];
  const double T1 = F1 + share * normal * d1, T2 = F2 + share * normal * d2;
  answer.force[0] = normal;
  answer.force[1] = first(T1, T2);
  answer.force[2] = second(T1, T2);
  const double of_normal = 1.0 / h[0];
  Matrix3& gain = answer.gain;  // rho H^-1 D
  gain.row(0).setZero();
  gain(0, 0) = of_normal;
  gain(1, 0) = of_normal * first(d1, d2);
  gain(2, 0) = of_normal * second(d1, d2);
  gain(1, 1) = rho * first(P11, P21);
  gain(2, 1) = rho * second(P11, P21);
  gain(1, 2) = rho * first(P12, P22);
  gain(2, 2) = rho * second(P12, P22);
}

/// @param cone index of the next friction cone; advanced if the constraint has this cone
[[gnu::always_inline]] inline void ContactMatrix::answer(const Rows& rows,
                                                         const std::vector<FrictionCone>& cones,
                                                         std::size_t& cone,
                                                         const NewtonEquations& equations,
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

/// Looks up the blocks of the bodies of a constraint. Contacts of the same bodies follow one
/// another.
void ContactMatrix::find_targets(const Rows& rows) const {
  if (looked_up_.targets != Targets{} && looked_up_.bodies == rows.bodies) return;
  looked_up_.bodies = rows.bodies;
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t other = 0; other < 2; ++other) {
      const bool moved = rows.bodies[side] != ContactJacobian::kNobody &&
                         rows.bodies[other] != ContactJacobian::kNobody;
      looked_up_.targets[2 * side + other] =
          moved ? &equations_.at(rows.bodies[side], rows.bodies[other]) : nullptr;
    }
  }
}

/// Adds G^T K G to the matrix, and subtracts G^T force from the right side v_.
/// @param count  number of rows
/// @param gained function that computes K G of one side, one lane for each dof, from G
template <typename Gained>
[[gnu::always_inline]] inline void ContactMatrix::add_to_equations(const Rows& rows,
                                                                   std::size_t count,
                                                                   const double* force, bool moves,
                                                                   const Gained& gained) const {
  find_targets(rows);
  for (std::size_t other = 0; other < 2; ++other) {
    if (rows.bodies[other] == ContactJacobian::kNobody) continue;
    const LaneArray* of_other = jacobian_.lanes() + rows.jacobian[other];
    Lanes right = v_[rows.bodies[other]].lanes();
    for (std::size_t row = 0; row < count; ++row) right -= of_other[row].lanes() * force[row];
    v_[rows.bodies[other]].lanes() = right;
    if (!moves) continue;
    std::array<LaneArray, ConstraintBlock::kMaxRows> product;
    for (std::size_t row = 0; row < count; ++row) gained(of_other, row, product[row]);
    for (std::size_t side = 0; side < 2; ++side) {
      if (rows.bodies[side] == ContactJacobian::kNobody) continue;
      add_product(jacobian_.lanes() + rows.jacobian[side], product.data(), count,
                  *looked_up_.targets[2 * side + other]);
    }
  }
}

/// K = H^-1 rho D of a constraint in the units of G.
struct ContactMatrix::Gains {
  const Answer& answer;
  const double* unit;  ///< 1/s of the rows of the constraint
  std::size_t count;

  [[gnu::always_inline]] void operator()(const LaneArray* G, std::size_t row,
                                         LaneArray& product) const {
    const auto at = static_cast<Eigen::Index>(row);
    if (answer.diagonal) {
      product.lanes() = G[row].lanes() * (answer.of_rows[at] * (unit[row] * unit[row]));
      return;
    }
    Lanes sum{};
    for (std::size_t column = 0; column < count; ++column) {
      const double gain = answer.gain(at, static_cast<Eigen::Index>(column));
      sum += G[column].lanes() * (gain * (unit[row] * unit[column]));
    }
    product.lanes() = sum;
  }
};

[[gnu::always_inline]] inline void ContactMatrix::add_constraint(const Rows& rows,
                                                                 std::size_t count,
                                                                 const Answer& answer) const {
  const double* unit = inverse_units_.data() + rows.first;
  std::array<double, ConstraintBlock::kMaxRows> force;
  for (std::size_t row = 0; row < count; ++row) {
    force[row] = answer.force[static_cast<Eigen::Index>(row)] * unit[row];
  }
  add_to_equations(rows, count, force.data(), answer.moves, Gains{answer, unit, count});
}

/// Like add_constraint(), but with J in place of G and into the sums of the link.
[[gnu::always_inline]] inline void ContactMatrix::add_to_link(const Rows& rows, std::size_t count,
                                                              const Answer& answer) const {
  const ContactJacobian::Link& link = jacobian_.links()[rows.link];
  const LaneArray* J = jacobian_.arms() + rows.arms;
  const double* unit = inverse_units_.data() + rows.first;
  Lanes force = link.force.lanes();
  for (std::size_t row = 0; row < count; ++row) {
    force += J[row].lanes() * (answer.force[static_cast<Eigen::Index>(row)] * unit[row]);
  }
  link.force.lanes() = force;
  if (!answer.moves) return;
  const Gains gained{answer, unit, count};
  std::array<LaneArray, 3> product;
  for (std::size_t row = 0; row < count; ++row) gained(J, row, product[row]);
  add_product(J, product.data(), count, link.gain);
}

/// The product K = sum J^T H^-1 rho D J of a link.
struct ContactMatrix::LinkGains {
  const ContactJacobian::Link& link;

  [[gnu::always_inline]] void operator()(const LaneArray* B, std::size_t row,
                                         LaneArray& product) const {
    Lanes sum{};
    for (std::size_t k = 0; k < 6; ++k) sum += B[k].lanes() * link.gain[row][k];
    product.lanes() = sum;
  }
};

[[gnu::always_inline]] inline void ContactMatrix::add_links() const {
  for (const ContactJacobian::Link& link : jacobian_.links()) {
    add_to_equations(link.rows, 6, link.force.data(), true, LinkGains{link});
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

/// Sets up (1 + A K) dw = -A f for the only link, with A = B W^-1 B^T and the summed f and K.
[[gnu::always_inline]] inline void ContactMatrix::pose_link() const {
  const ContactJacobian::Link& link = jacobian_.links().front();
  BlockLu::Block& equations = link_equations_.at(0, 0);
  Lanes right{};
  for (std::size_t row = 0; row < 6; ++row) {
    Lanes sum{};
    sum[row] = 1.0;
    for (std::size_t k = 0; k < 6; ++k) sum += link.gain[k].lanes() * link.own[row][k];
    equations[row].lanes() = sum;
    right -= link.own[row].lanes() * link.force[row];
  }
  v_.front().lanes() = right;
}

void ContactMatrix::solve(const std::vector<FrictionCone>& cones, const NewtonEquations& equations,
                          VectorXd& dx) const {
  dx.resize(sigma_.size());
  const bool one_link = jacobian_.is_one_link();
  if (!one_link) add_masses_to_equations();
  at_full_width<&ContactMatrix::answer_rows>(*this, cones, equations);
  if (one_link) at_full_width<&ContactMatrix::pose_link>(*this);
  BlockLu& posed = one_link ? link_equations_ : equations_;
  if (!posed.factorize()) {
    dx.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  posed.solve(v_);
  at_full_width<&ContactMatrix::follow_velocities>(*this, dx);
}

[[gnu::always_inline]] inline void ContactMatrix::answer_rows(
    const std::vector<FrictionCone>& cones, const NewtonEquations& equations) const {
  std::fill(v_.begin(), v_.end(), LaneArray{});
  for (const ContactJacobian::Link& link : jacobian_.links()) {
    link.gain = {};
    link.force = {};
  }
  const std::vector<Rows>& constraints = jacobian_.constraints();
  answers_.resize(constraints.size());
  looked_up_.targets = {};
  std::size_t cone = 0;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const Rows& rows = constraints[i];
    answer(rows, cones, cone, equations, answers_[i]);
    if (rows.link != ContactJacobian::kNoLink) {
      rows.count == 3 ? add_to_link(rows, 3, answers_[i]) : add_to_link(rows, 1, answers_[i]);
    } else if (rows.count == 3) {
      add_constraint(rows, 3, answers_[i]);
    } else {
      add_constraint(rows, rows.count, answers_[i]);
    }
  }
  if (!jacobian_.is_one_link()) add_links();
}

/// Computes dx of all rows from the change of the velocities, v_.
[[gnu::always_inline]] inline void ContactMatrix::follow_velocities(VectorXd& dx) const {
  if (jacobian_.is_one_link()) {
    jacobian_.links().front().motion = v_.front();
  } else {
    jacobian_.measure_links(v_);
  }
  const std::vector<Rows>& constraints = jacobian_.constraints();
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const Rows& rows = constraints[i];
    const auto count = static_cast<Eigen::Index>(rows.count);
    const Answer& answer = answers_[i];
    Vector6 slip = Vector6::Zero();
    if (answer.moves) {
      const bool linked = rows.link != ContactJacobian::kNoLink;
      ContactJacobian::FourLanes speeds{};
      if (linked) jacobian_.measure_contact(rows, speeds);
      for (std::size_t row = 0; row < rows.count; ++row) {
        const auto at = static_cast<Eigen::Index>(row);
        slip[at] = inverse_units_[rows.first + at] *
                   (linked ? speeds[row] : jacobian_.speed(rows, row, v_));
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
