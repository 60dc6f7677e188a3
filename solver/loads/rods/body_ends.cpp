#include "solver/loads/rods/body_ends.hpp"

namespace raftup::solver::rods {

namespace {

using Motion = Eigen::Matrix<double, 3, 6>;

/// Returns J, which maps the twist of a body to the velocity of a point at the arm p.
Motion motion_of(const Vector3& p) {
  Motion J;
  J << 1, 0, 0, 0, p.z(), -p.y(), 0, 1, 0, -p.z(), 0, p.x(), 0, 0, 1, p.y(), -p.x(), 0;
  return J;
}

}  // namespace

BodyEnds::BodyEnds(std::vector<Holder> holders)
    : holders_(std::move(holders)),
      before_(VectorXd::Zero(rows())),
      last_(VectorXd::Zero(rows())) {}

void BodyEnds::begin(const std::vector<Vector3>& arms) {
  for (std::size_t i = 0; i < holders_.size(); ++i) holders_[i].arm = arms[i];
  before_.setZero();
  last_.setZero();
}

void BodyEnds::read(const BlockBand& band) {
  S_ = band.condensed_matrix();
  rho_ = band.condensed_right();
}

void BodyEnds::add_matrix(double factor, Eigen::Ref<MatrixXd> matrix) const {
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    if (holders_[i].body == Holder::kWorld) continue;
    const Motion Ji = motion_of(holders_[i].arm);
    for (std::size_t k = 0; k < holders_.size(); ++k) {
      if (holders_[k].body == Holder::kWorld) continue;
      const Matrix3 block =
          S_.block<3, 3>(3 * static_cast<Eigen::Index>(i), 3 * static_cast<Eigen::Index>(k));
      matrix.block<6, 6>(first_dof(holders_[i].body), first_dof(holders_[k].body)).noalias() +=
          factor * (Ji.transpose() * block * motion_of(holders_[k].arm));
    }
  }
}

void BodyEnds::add_right(double factor, Eigen::Ref<VectorXd> right) const {
  const VectorXd force = rho_ + S_ * before_;
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    if (holders_[i].body == Holder::kWorld) continue;
    right.segment<6>(first_dof(holders_[i].body)).noalias() +=
        factor * (motion_of(holders_[i].arm).transpose() *
                  force.segment<3>(3 * static_cast<Eigen::Index>(i)));
  }
}

void BodyEnds::correct(double share, const VectorXd& twist_changes, std::size_t kept_first,
                       std::span<Vector3> corrections) {
  last_ = -before_;
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    const auto row = 3 * static_cast<Eigen::Index>(i);
    if (holders_[i].body == Holder::kWorld) {
      last_.segment<3>(row).setZero();
    } else {
      last_.segment<3>(row) += share * motion_of(holders_[i].arm) *
                               twist_changes.segment<6>(first_dof(holders_[i].body));
    }
    const std::size_t node = i < kept_first ? i : corrections.size() - holders_.size() + i;
    corrections[node] = last_.segment<3>(row);
  }
  before_ += last_;
}

std::vector<Vector3> BodyEnds::forces() const {
  const VectorXd force = rho_ - S_ * last_;
  std::vector<Vector3> forces;
  for (Eigen::Index i = 0; i < rows(); i += 3) forces.emplace_back(force.segment<3>(i));
  return forces;
}

}  // namespace raftup::solver::rods
