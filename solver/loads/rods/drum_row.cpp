#include "solver/loads/rods/drum_row.hpp"

#include <algorithm>
#include <cmath>

#include "solver/loads/rods/axial_row.hpp"

namespace raftup::solver::rods {

namespace {

/// Difference of tensions, as a share of the greater one, beyond which a drum does something else than
/// where it was linearized: far above rounding, and no more than a force limit
/// is held to.
constexpr double kSame = 1e-3;

}  // namespace

void DrumRow::begin(const Drum& drum, const Vector3& d0, double kept_tension, double h) {
  drum_ = &drum;
  h_ = h;
  d0_ = d0;
  mean_.n0 = d0.norm();
  const Element& element = drum.element();
  const bool was_slack =
      !element.carries_compression && (mean_.n0 <= drum.start_length() || kept_tension <= 0.0);
  mean_.lag = was_slack ? 0.5 : std::max(AxialRow::kLeastLag, element.damping_time / h);
  taut_ = !was_slack;
  tension_ = taut_ ? kept_tension : 0.0;
  energy0_ = energy1_ = drum.energy(mean_.n0, drum.start_length());
  settled_ = true;
}

void DrumRow::linearize(const Vector3& d1) {
  n1_ = d1.norm();
  const Drum::End end = drum_->at(n1_, mean_);
  length_ = end.length;
  rate_ = drum_->rate();
  taut_ = taut_ || n1_ > length_;
  if (!taut_) return;
  stretch_ = 1.0 + end.tension / drum_->element().axial_stiffness;
  const double per_length = 1.0 / (mean_.n0 + n1_);
  g_ = per_length * (d0_ + d1);
  force_ = end.tension;
  along_ = end.stiffness * h_;
  // A push would make the matrix indefinite.
  across_ = std::max(tension_, 0.0) * h_ * per_length;
}

double DrumRow::solve(const Vector3& dw, const Vector3& d1) {
  // The length of the linear solution, whose tension the drum knows exactly.
  const double along = taut_ ? g_.dot(dw) : 0.0;
  const Drum::End end = drum_->at(taut_ ? n1_ + h_ * along : d1.norm(), mean_);
  length_ = end.length;
  energy1_ = drum_->energy(d1.norm(), length_);
  settled_ = true;
  if (!taut_) return energy1_ - energy0_;
  tension_ = force_ + along_ * (along - stretch_ * rate_change());
  settled_ = std::abs(tension_ - end.tension) <=
             kSame * std::max(std::abs(tension_), std::abs(end.tension));
  const Vector3 used = (tension_ - across_ * along) * g_ + across_ * dw;
  return energy1_ - energy0_ - used.dot(d1 - d0_) +
         force_on_length(drum_->element(), tension_) * (length_ - drum_->start_length());
}

double DrumRow::kept_tension() const {
  return drum_->element().carries_compression || tension_ > 0.0 ? tension_ : 0.0;
}

}  // namespace raftup::solver::rods
