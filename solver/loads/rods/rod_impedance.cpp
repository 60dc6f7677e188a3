#include "solver/loads/rods/rod_impedance.hpp"

#include <algorithm>

#include "solver/loads/rods/bend.hpp"
#include "solver/loads/rods/node_tangents.hpp"
#include "solver/loads/rods/rod_elasticity.hpp"

namespace raftup::solver::rods {

namespace {

Eigen::Index row_of_node(std::size_t node) { return 3 * static_cast<Eigen::Index>(node); }

/// Diagonals beside the main one: a node is coupled to the next, and to the second next if it bends.
Eigen::Index half_width(const DiscreteRod& rod) { return rod.bends() ? 8 : 5; }

Matrix3 mass_matrix(const NodeMass& mass, const Vector3& tangent) {
  Matrix3 matrix = ((mass.along - mass.across) * tangent) * tangent.transpose();
  matrix.diagonal().array() += mass.across;
  return matrix;
}

}  // namespace

RodImpedance::RodImpedance(const DiscreteRod& rod, std::span<const Vector3> position,
                           std::span<const NodeMass> mass)
    : rod_(&rod),
      stiffness_(position.size(), rod.kept_first(), rod.kept_last(), rod.bends()),
      damping_(stiffness_),
      drag_(position.size(), Matrix3::Zero()),
      inner_equations_(row_of_node(position.size() - rod.kept_first() - rod.kept_last()),
                       half_width(rod)) {
  add_elasticity(rod, position, 1.0, stiffness_);
  add_internal_damping(position);
  std::vector<Vector3> tangents(position.size());
  find_tangents(position, tangents);
  for (std::size_t i = 0; i < position.size(); ++i) {
    mass_.push_back(mass_matrix(mass[i], tangents[i]));
    (rod.is_kept(i) ? kept_ : inner_).push_back(i);
  }
}

void RodImpedance::add_internal_damping(std::span<const Vector3> position) {
  const auto& elements = rod_->elements();
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const Element& element = elements[e];
    const Vector3 d = position[e + 1] - position[e];
    const double n = d.norm();
    if (n == 0.0 || (n < element.length && !element.carries_compression)) continue;
    if (element.creep_stiffness > 0.0) {
      creep_along_.resize(elements.size(), Vector3::Zero());
      creep_along_[e] = d / n;
    }
    const double c = internal_damping(element, n) / (n * n);
    const Matrix3 block = (c * d) * d.transpose();
    damping_.diagonal(e) += block;
    damping_.diagonal(e + 1) += block;
    damping_.next(e) -= block;
  }
  for (std::size_t i = 1; i + 1 < position.size(); ++i) {
    const double time = 0.5 * (elements[i - 1].damping_time + elements[i].damping_time);
    const double c = time * rod_->nodes()[i].bend_stiffness;
    if (c == 0.0) continue;
    const auto G = Bend::of(position[i] - position[i - 1], position[i + 1] - position[i]).gradients;
    for (std::size_t k = 0; k < 3; ++k) {
      damping_.diagonal(i + k - 1) += c * G[k].transpose() * G[k];
      if (k < 2) damping_.next(i + k - 1) += c * G[k].transpose() * G[k + 1];
    }
    damping_.second_next(i - 1) += c * G[0].transpose() * G[2];
  }
}

void RodImpedance::add_around(std::size_t node, const Matrix3& stiffness, const Matrix3& damping) {
  stiffness_.diagonal(node) += stiffness;
  damping_.diagonal(node) += damping;
  omega_.reset();
}

void RodImpedance::set_drag(std::size_t node, const Matrix3& drag) {
  drag_[node] = drag;
  omega_.reset();
}

Matrix3c RodImpedance::block(std::size_t row, std::size_t column, double omega) const {
  if (row > column) return block(column, row, omega).transpose();
  const auto of = [=](const BlockBand& band) -> Matrix3 {
    if (row == column) return band.diagonal(row);
    if (row + 1 == column) return band.next(row);
    return band.has_second_neighbors() && row + 2 == column ? band.second_next(row)
                                                            : Matrix3(Matrix3::Zero());
  };
  Matrix3 real = of(stiffness_), imaginary = omega * of(damping_);
  if (row == column) {
    real -= omega * omega * mass_[row];
    imaginary += omega * drag_[row];
  }
  Matrix3c sum = real.cast<Complex>() + Complex(0.0, 1.0) * imaginary.cast<Complex>();
  if (creep_along_.empty()) return sum;
  if (row + 1 == column) return sum - creep_of(row, omega);
  if (row == column && row > 0) sum += creep_of(row - 1, omega);
  if (row == column && row < creep_along_.size()) sum += creep_of(row, omega);
  return sum;
}

Matrix3c RodImpedance::creep_of(std::size_t element, double omega) const {
  const Vector3& t = creep_along_[element];
  const Matrix3 along = t * t.transpose();
  return creep_stiffness(rod_->elements()[element], omega) * along.cast<Complex>();
}

void RodImpedance::go_to(double omega) {
  if (omega_ == omega) return;
  omega_.reset();
  inner_equations_.clear();
  const Eigen::Index size = inner_equations_.size(), kept = row_of_node(kept_.size());
  for (std::size_t i = 0; i < inner_.size(); ++i) {
    for (std::size_t j = i < 2 ? 0 : i - 2; j < std::min(i + 3, inner_.size()); ++j) {
      if (!rod_->bends() && (j + 1 < i || i + 1 < j)) continue;
      const Matrix3c Z = block(inner_[i], inner_[j], omega);
      for (Eigen::Index r = 0; r < 3; ++r) {
        for (Eigen::Index c = 0; c < 3; ++c) {
          inner_equations_.at(row_of_node(i) + r, row_of_node(j) + c) = Z(r, c);
        }
      }
    }
  }
  inner_equations_.factorize();
  MatrixXcd coupling(size, kept);  // Z_ik
  condensed_.resize(kept, kept);
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    for (std::size_t i = 0; i < inner_.size(); ++i) {
      coupling.block<3, 3>(row_of_node(i), row_of_node(k)) = block(inner_[i], kept_[k], omega);
    }
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      condensed_.block<3, 3>(row_of_node(i), row_of_node(k)) = block(kept_[i], kept_[k], omega);
    }
  }
  transfer_ = -coupling;
  inner_equations_.solve(transfer_);
  condensed_ += coupling.transpose() * transfer_;
  omega_ = omega;
}

const MatrixXcd& RodImpedance::condensed(double omega) {
  go_to(omega);
  return condensed_;
}

const MatrixXcd& RodImpedance::transfer(double omega) {
  go_to(omega);
  return transfer_;
}

VectorXcd RodImpedance::free_motion(double omega, const VectorXcd& force) {
  go_to(omega);
  VectorXcd motion = force;
  inner_equations_.solve(motion);
  return motion;
}

MatrixXd RodImpedance::in_order(const MatrixXd& inner, const MatrixXd& kept) const {
  MatrixXd all(row_of_node(mass_.size()), kept.cols());
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    all.middleRows<3>(row_of_node(kept_[k])) = kept.middleRows<3>(row_of_node(k));
  }
  for (std::size_t i = 0; i < inner_.size(); ++i) {
    all.middleRows<3>(row_of_node(inner_[i])) = inner.middleRows<3>(row_of_node(i));
  }
  return all;
}

MatrixXd RodImpedance::inertia_of(const MatrixXd& inner, const MatrixXd& kept) const {
  const MatrixXd X = in_order(inner, kept);
  MatrixXd sum = MatrixXd::Zero(X.cols(), X.cols());
  for (std::size_t i = 0; i < mass_.size(); ++i) {
    const auto rows = X.middleRows<3>(row_of_node(i));
    sum += rows.transpose() * mass_[i] * rows;
  }
  return sum;
}

MatrixXd RodImpedance::slow_motion() {
  const Eigen::Index kept = row_of_node(kept_.size());
  return in_order(transfer(0.0).real(), MatrixXd::Identity(kept, kept));
}

MatrixXd RodImpedance::slow_mass() {
  const Eigen::Index kept = row_of_node(kept_.size());
  return inertia_of(transfer(0.0).real(), MatrixXd::Identity(kept, kept));
}

MatrixXd RodImpedance::slow_damping() {
  const MatrixXd X = slow_motion();
  MatrixXd sum = X.transpose() * damping_.dense() * X;
  for (std::size_t i = 0; i < drag_.size(); ++i) {
    const auto rows = X.middleRows<3>(row_of_node(i));
    sum += rows.transpose() * drag_[i] * rows;
  }
  for (std::size_t e = 0; e < creep_along_.size(); ++e) {
    // The creep is K/l i omega t_r for omega to 0.
    const Element& element = rod_->elements()[e];
    const auto change = X.middleRows<3>(row_of_node(e + 1)) - X.middleRows<3>(row_of_node(e));
    const VectorXd stretch = change.transpose() * creep_along_[e];
    const double c = element.creep_stiffness * element.relaxation_time / element.length;
    sum += c * stretch * stretch.transpose();
  }
  return sum;
}

}  // namespace raftup::solver::rods
