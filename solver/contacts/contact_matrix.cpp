#include "solver/contacts/contact_matrix.hpp"

#include <algorithm>

#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

using nonsmooth::FrictionCone;

}  // namespace

void ContactMatrix::begin(std::size_t body_count, const Couplings& couplings) {
  if (body_count != body_count_ || couplings != couplings_) {
    couplings_.clear();  // an analysis that is canceled must not be taken for done
    body_count_ = 0;
    equations_.analyze(body_count, couplings);
    link_equations_.analyze(1, {});
    v_.assign(body_count, {});
    body_count_ = body_count;
    couplings_ = couplings;
  }
  masses_.clear();
  jacobian_.clear();
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

void ContactMatrix::set_sigma(const nonsmooth::OneStepProblem& problem, const VectorXd& sigma) {
  sigma_ = sigma;
  row_scales_.resize(sigma.size());
  for (Eigen::Index row = 0; row < sigma.size(); ++row) {
    const double diagonal = jacobian_.mobility(row) + sigma[row];
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
  jacobian_.write_out_links();
  const Rows& rows = jacobian_.of_row(first);
  const auto offset = static_cast<std::size_t>(first - rows.first);
  Matrix3 block = Matrix3::Zero();
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j < count; ++j) {
      block(i, j) = jacobian_.entry(rows, offset + static_cast<std::size_t>(i),
                                    offset + static_cast<std::size_t>(j)) *
                    inverse_units_[first + i] * inverse_units_[first + j];
    }
    block(i, i) += sigma_[first + i] * inverse_units_[first + i] * inverse_units_[first + i];
  }
  return block;
}

void ContactMatrix::multiply(const VectorXd& x, VectorXd& result) const {
  at_full_width<&ContactMatrix::multiply_rows>(*this, x, result);
}

[[gnu::always_inline]] inline void ContactMatrix::multiply_rows(const VectorXd& x,
                                                                VectorXd& result) const {
  result.resize(x.size());
  std::fill(v_.begin(), v_.end(), LaneArray{});
  jacobian_.clear_forces();
  for (const Rows& rows : jacobian_.constraints()) {
    if (rows.count == 3) {  // of known length its loops are no loops
      push(rows, 3, x, result);
    } else {
      push(rows, rows.count, x, result);
    }
  }
  jacobian_.move_links(v_);
  for (const Rows& rows : jacobian_.constraints()) {
    if (rows.count == 3) {
      add_speeds(rows, 3, result);
    } else {
      add_speeds(rows, rows.count, result);
    }
  }
}

/// Computes lambda of a constraint and adds its effect to the velocities.
[[gnu::always_inline]] inline void ContactMatrix::push(const Rows& rows, std::size_t count,
                                                       const VectorXd& x, VectorXd& lambda) const {
  const double* unit = inverse_units_.data() + rows.first;
  double* of_rows = lambda.data() + rows.first;
  for (std::size_t row = 0; row < count; ++row) {
    of_rows[row] = x.data()[rows.first + static_cast<Eigen::Index>(row)] * unit[row];
  }
  jacobian_.push(rows, count, of_rows, v_);
}

/// Replaces lambda of a constraint by (sigma lambda + G v) / s.
[[gnu::always_inline]] inline void ContactMatrix::add_speeds(const Rows& rows, std::size_t count,
                                                             VectorXd& lambda) const {
  const double* unit = inverse_units_.data() + rows.first;
  const double* sigma = sigma_.data() + rows.first;
  double* of_rows = lambda.data() + rows.first;
  const bool linked = rows.link != ContactJacobian::kNoLink;
  ContactJacobian::FourLanes speeds{};
  if (linked) jacobian_.measure_contact(rows, speeds);
  for (std::size_t row = 0; row < count; ++row) {
    const double speed = linked ? speeds[row] : jacobian_.speed(rows, row, v_);
    of_rows[row] = (of_rows[row] * sigma[row] + speed) * unit[row];
  }
}

/// The velocities for the current x, which are updated as single rows of x change.
class ContactMatrix::Velocities final : public nonsmooth::RunningProduct {
 public:
  Velocities(const ContactMatrix& matrix, const VectorXd& x)
      : matrix_(matrix), x_(x), v_(matrix.body_count_) {
    const VectorXd lambda = x.cwiseProduct(matrix.inverse_units_);
    for (const Rows& rows : matrix.jacobian_.constraints()) {
      matrix.jacobian_.add_to_velocities(rows, lambda.data() + rows.first, v_);
    }
  }

  double row(Eigen::Index row) const override {
    const Rows& rows = matrix_.jacobian_.of_row(row);
    const double unit = matrix_.inverse_units_[row];
    const double speed =
        matrix_.jacobian_.speed(rows, static_cast<std::size_t>(row - rows.first), v_);
    return unit * (speed + matrix_.sigma_[row] * unit * x_[row]);
  }

  void change(Eigen::Index first, Eigen::Index count, const Vector3& by) override {
    const Rows& rows = matrix_.jacobian_.of_row(first);
    std::array<double, ConstraintBlock::kMaxRows> lambda{};
    for (Eigen::Index i = 0; i < count; ++i) {
      lambda[static_cast<std::size_t>(first - rows.first + i)] =
          by[i] * matrix_.inverse_units_[first + i];
    }
    matrix_.jacobian_.add_to_velocities(rows, lambda.data(), v_);
  }

 private:
  const ContactMatrix& matrix_;
  const VectorXd& x_;
  std::vector<LaneArray> v_;
};

std::unique_ptr<nonsmooth::RunningProduct> ContactMatrix::run(const VectorXd& x) const {
  jacobian_.write_out_links();
  return std::make_unique<Velocities>(*this, x);
}

}  // namespace raftup::solver
