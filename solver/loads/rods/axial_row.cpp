#include "solver/loads/rods/axial_row.hpp"

#include <algorithm>

namespace raftup::solver::rods {

double elastic_energy(const Element& element, double n) {
  const double stretch = n - element.length;
  if (stretch < 0.0 && !element.carries_compression) return 0.0;
  return 0.5 * element.axial_stiffness / element.length * stretch * stretch;
}

double elastic_tension(const Element& element, double n) {
  const double stretch = n - element.length;
  if (stretch < 0.0 && !element.carries_compression) return 0.0;
  return element.axial_stiffness / element.length * stretch;
}

void AxialRow::begin(const Element& element, const Vector3& d0, double kept_tension, double h) {
  l_ = element.length;
  stiffness_ = element.axial_stiffness / l_;
  compression_ = element.carries_compression;
  h_ = h;
  d0_ = d0;
  n0_ = d0.norm();
  const bool was_slack = !compression_ && (n0_ <= l_ || kept_tension <= 0.0);
  lag_ = was_slack ? 0.5 : std::max(kLeastLag, element.damping_time / h);
  taut_ = !was_slack && stiffness_ > 0.0;
  tension_ = taut_ ? kept_tension : 0.0;
  energy0_ = compression_ || n0_ > l_ ? 0.5 * stiffness_ * (n0_ - l_) * (n0_ - l_) : 0.0;
  energy1_ = energy0_;
}

void AxialRow::linearize(const Vector3& d1) {
  const double n1 = d1.norm();
  taut_ = taut_ || (n1 > l_ && stiffness_ > 0.0);
  if (!taut_) return;
  const double per_length = 1.0 / (n0_ + n1);
  g_ = per_length * (d0_ + d1);
  force_ = stiffness_ * ((0.5 + lag_) * n1 + (0.5 - lag_) * n0_ - l_);
  along_ = stiffness_ * (0.5 + lag_) * h_;
  // A push would make the matrix indefinite.
  across_ = std::max(tension_, 0.0) * h_ * per_length;
}

double AxialRow::solve(const Vector3& dw, const Vector3& d1) {
  const double stretch = d1.norm() - l_;
  energy1_ = compression_ || stretch > 0.0 ? 0.5 * stiffness_ * stretch * stretch : 0.0;
  if (!taut_) return energy1_ - energy0_;
  const double along = g_.dot(dw);
  tension_ = force_ + along_ * along;
  const Vector3 used = (tension_ - across_ * along) * g_ + across_ * dw;
  return energy1_ - energy0_ - used.dot(d1 - d0_);
}

}  // namespace raftup::solver::rods
