#include "solver/loads/rods/axial_row.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver::rods {

namespace {

/// Changes of the strain below which the mean of f is taken at the middle: what (F(e1) - F(e0))/(e1 - e0)
/// then loses to rounding is as much.
constexpr double kSameStrain = 1e-9;

}  // namespace

void AxialRow::begin(const Element& element, const Vector3& d0, double kept_tension, double creep,
                     double h) {
  element_ = &element;
  l_ = element.length;
  stiffness_ = element.axial_stiffness / l_;
  compression_ = element.carries_compression;
  h_ = h;
  d0_ = d0;
  n0_ = d0.norm();
  creep0_ = creep1_ = creep;
  const Creep before{creep, element.creep_stiffness};
  free_length_ = is_linear(element) ? l_ : l_ * (1.0 + free_strain(element, before));
  const bool was_slack = !compression_ && (n0_ <= free_length_ || kept_tension <= 0.0);
  was_slack_ = was_slack;
  lag_ = was_slack ? 0.5 : std::max(kLeastLag, element.damping_time / h);
  taut_ = !was_slack && stiffness_ > 0.0;
  tension_ = taut_ ? kept_tension : 0.0;
  if (is_linear(element)) {
    energy0_ = compression_ || n0_ > l_ ? 0.5 * stiffness_ * (n0_ - l_) * (n0_ - l_) : 0.0;
  } else {
    energy0_ = elastic_energy(element, n0_, before);
  }
  energy1_ = energy0_;
}

AxialRow::Tension AxialRow::curved_tension(double n1) const {
  const Element& element = *element_;
  const double e0 = strain(n0_), e1 = strain(n1), K = element.creep_stiffness;
  const double share = K > 0.0 ? h_ / element.relaxation_time : 0.0;
  if (was_slack_) {
    const double k = K / (1.0 + share);
    return {rest_tension(element, e1) + k * (e1 - creep0_), (rest_slope(element, e1) + k) / l_};
  }
  const double middle = 0.5 * (e0 + e1), k = K / (1.0 + 0.5 * share);
  double mean = rest_tension(element, middle), slope = 0.5 * rest_slope(element, middle);
  if (std::abs(e1 - e0) > kSameStrain) {
    mean = (rest_energy(element, e1) - rest_energy(element, e0)) / (e1 - e0);
    slope = std::max((rest_tension(element, e1) - mean) / (e1 - e0), 0.0);
  }
  const double damping = lag_ * (rest_slope(element, e0) + K);
  return {mean + k * (middle - creep0_) + damping * (e1 - e0), (slope + 0.5 * k + damping) / l_};
}

double AxialRow::creep_at(double n1) const {
  const double K = element_->creep_stiffness;
  if (K == 0.0) return creep0_;
  const double share = h_ / element_->relaxation_time;
  if (!taut_) {
    // Slack, the rope keeps the strain at which it has no tension: f(e) = K (a - e).
    const double e = rods::strain_where(*element_, (1.0 + share) / K, creep0_);
    return e + rest_tension(*element_, e) / K;
  }
  if (was_slack_) return creep0_ + share * (strain(n1) - creep0_) / (1.0 + share);
  return creep0_ + share * (0.5 * (strain(n0_) + strain(n1)) - creep0_) / (1.0 + 0.5 * share);
}

void AxialRow::linearize(const Vector3& d1) {
  const double n1 = d1.norm();
  taut_ = taut_ || (n1 > free_length_ && stiffness_ > 0.0);
  if (!taut_) return;
  const double per_length = 1.0 / (n0_ + n1);
  g_ = per_length * (d0_ + d1);
  if (is_linear(*element_)) {
    force_ = stiffness_ * ((0.5 + lag_) * n1 + (0.5 - lag_) * n0_ - l_);
    along_ = stiffness_ * (0.5 + lag_) * h_;
  } else {
    const Tension tension = curved_tension(n1);
    force_ = tension.value;
    along_ = tension.slope * h_;
  }
  // A push would make the matrix indefinite.
  across_ = std::max(tension_, 0.0) * h_ * per_length;
}

double AxialRow::solve(const Vector3& dw, const Vector3& d1) {
  if (is_linear(*element_)) {
    const double stretch = d1.norm() - l_;
    energy1_ = compression_ || stretch > 0.0 ? 0.5 * stiffness_ * stretch * stretch : 0.0;
  } else {
    const double n1 = d1.norm();
    creep1_ = creep_at(n1);
    energy1_ = elastic_energy(*element_, n1, {creep1_, element_->creep_stiffness});
  }
  if (!taut_) return energy1_ - energy0_;
  const double along = g_.dot(dw);
  tension_ = force_ + along_ * along;
  const Vector3 used = (tension_ - across_ * along) * g_ + across_ * dw;
  return energy1_ - energy0_ - used.dot(d1 - d0_);
}

}  // namespace raftup::solver::rods
