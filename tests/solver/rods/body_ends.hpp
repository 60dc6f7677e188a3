/// @file A rod in the equations of bodies that are written out in a test.
#pragma once

#include <limits>
#include <vector>

#include "solver/loads/rods/block_band.hpp"

namespace raftup::testing {

using namespace raftup::solver::rods;

/// What holds a kept node of a rod.
struct Holder {
  static constexpr std::size_t kWorld = std::numeric_limits<std::size_t>::max();
  std::size_t body = kWorld;      ///< number of the body; kWorld = moved as given
  Vector3 arm = Vector3::Zero();  ///< from the center of mass to the node [m, world frame]
};

using BodyMotion = Eigen::Matrix<double, 3, 6>;

/// Returns J, which maps the twist of a body to the velocity of a point at the arm p.
inline BodyMotion motion_of_arm(const Vector3& p) {
  BodyMotion J;
  J << 1, 0, 0, 0, p.z(), -p.y(), 0, 1, 0, -p.z(), 0, p.x(), 0, 0, 1, p.y(), -p.x(), 0;
  return J;
}

/// The ends of a rod in the equations of motion of the bodies that hold them. With J = [I, -[p]x] of
/// a kept node at the arm p, and s = 1/2 for steppers whose bodies move with the mean of the
/// velocities at the start and the end of a step, or s = 1 for those that move with the last,
///   w_kept = s J dv - w',  (W + s h J^T S J) dv = h f + h J^T (rho + S w'),
/// where dv is the change of the twists of the bodies over the step, S and rho are those of
/// BlockBand, and w' is the sum of the corrections of earlier linearizations of the same step. The
/// forces of the rod therefore stand in the matrix of the bodies, and steps are stable whatever the
/// masses are. Not thread-safe.
class BodyEnds {
 public:
  /// @param holders one for each kept node, those of the first end before those of the last
  explicit BodyEnds(std::vector<Holder> holders);

  /// Begins a step: the bodies have moved with their velocities held, and there are no corrections.
  /// @param arms one for each kept node, at the start of the step [m, world frame]
  void begin(const std::vector<Vector3>& arms);

  /// Reads S and rho from equations that were eliminated with border.
  void read(const BlockBand& band);

  /// Adds J^T S J times `factor`, s h of the class, to the matrix of all bodies, 6 rows each.
  void add_matrix(double factor, Eigen::Ref<MatrixXd> matrix) const;
  /// Adds J^T (rho + S w') times `factor`, h of the class, to the right side of all bodies.
  void add_right(double factor, Eigen::Ref<VectorXd> right) const;

  /// Writes the corrections w of the kept nodes for the changes of the twists of all bodies.
  /// @param share s of the class [1]
  /// @param corrections of all nodes of the rod [m/s]; only those of kept nodes are written
  void correct(double share, const VectorXd& twist_changes, std::size_t kept_first,
               std::span<Vector3> corrections);

  /// Returns the mean force of the rod on each kept node over the step for the last corrections
  /// [N, world frame], half an element's weight and inertia included.
  std::vector<Vector3> forces() const;

 private:
  Eigen::Index rows() const { return 3 * static_cast<Eigen::Index>(holders_.size()); }

  std::vector<Holder> holders_;
  MatrixXd S_;
  VectorXd rho_;
  VectorXd before_;  ///< w', sum of the corrections of earlier linearizations [m/s]
  VectorXd last_;    ///< corrections of the last solution [m/s]
};

inline BodyEnds::BodyEnds(std::vector<Holder> holders)
    : holders_(std::move(holders)),
      before_(VectorXd::Zero(rows())),
      last_(VectorXd::Zero(rows())) {}

inline void BodyEnds::begin(const std::vector<Vector3>& arms) {
  for (std::size_t i = 0; i < holders_.size(); ++i) holders_[i].arm = arms[i];
  before_.setZero();
  last_.setZero();
}

inline void BodyEnds::read(const BlockBand& band) {
  S_ = band.condensed_matrix();
  rho_ = band.condensed_right();
}

inline void BodyEnds::add_matrix(double factor, Eigen::Ref<MatrixXd> matrix) const {
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    if (holders_[i].body == Holder::kWorld) continue;
    const BodyMotion Ji = motion_of_arm(holders_[i].arm);
    for (std::size_t k = 0; k < holders_.size(); ++k) {
      if (holders_[k].body == Holder::kWorld) continue;
      const Matrix3 block =
          S_.block<3, 3>(3 * static_cast<Eigen::Index>(i), 3 * static_cast<Eigen::Index>(k));
      matrix.block<6, 6>(first_dof(holders_[i].body), first_dof(holders_[k].body)).noalias() +=
          factor * (Ji.transpose() * block * motion_of_arm(holders_[k].arm));
    }
  }
}

inline void BodyEnds::add_right(double factor, Eigen::Ref<VectorXd> right) const {
  const VectorXd force = rho_ + S_ * before_;
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    if (holders_[i].body == Holder::kWorld) continue;
    right.segment<6>(first_dof(holders_[i].body)).noalias() +=
        factor * (motion_of_arm(holders_[i].arm).transpose() *
                  force.segment<3>(3 * static_cast<Eigen::Index>(i)));
  }
}

inline void BodyEnds::correct(double share, const VectorXd& twist_changes, std::size_t kept_first,
                              std::span<Vector3> corrections) {
  last_ = -before_;
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    const auto row = 3 * static_cast<Eigen::Index>(i);
    if (holders_[i].body == Holder::kWorld) {
      last_.segment<3>(row).setZero();
    } else {
      last_.segment<3>(row) += share * motion_of_arm(holders_[i].arm) *
                               twist_changes.segment<6>(first_dof(holders_[i].body));
    }
    const std::size_t node = i < kept_first ? i : corrections.size() - holders_.size() + i;
    corrections[node] = last_.segment<3>(row);
  }
  before_ += last_;
}

inline std::vector<Vector3> BodyEnds::forces() const {
  const VectorXd force = rho_ - S_ * last_;
  std::vector<Vector3> forces;
  for (Eigen::Index i = 0; i < rows(); i += 3) forces.emplace_back(force.segment<3>(i));
  return forces;
}

}  // namespace raftup::testing
