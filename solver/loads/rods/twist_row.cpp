#include "solver/loads/rods/twist_row.hpp"

namespace raftup::solver::rods {

void TwistRow::begin(const TwistLoad& load, double kept_angle, std::span<const Vector3> x0,
                     std::span<const Vector3> x1, double h) {
  compliance_ = load.compliance;
  directors_ = load.directors;
  h_ = h;
  start_ = Twist::angle(x0, load.at_start.value_or(directors_), kept_angle);
  turned_ = load.at_start ? Twist::angle(x0, directors_, start_) - start_ : 0.0;
  end_ = Twist::angle(x1, directors_, start_ + turned_);
  mean_torque_ = (start_ + kShareOfChange * (end_ - start_)) / compliance_;
  gradient_.resize(x0.size());
  middle_.resize(x0.size());
}

void TwistRow::linearize(std::span<const Vector3> x0, std::span<const Vector3> x1,
                         BlockBand& band) {
  for (std::size_t i = 0; i < x0.size(); ++i) middle_[i] = 0.5 * (x0[i] + x1[i]);
  Twist::gradient(middle_, gradient_);
  torque_ = (start_ + kShareOfChange * (end_ - start_)) / compliance_;
  band.column().use(compliance_ / (h_ * kShareOfChange));
  for (std::size_t i = 0; i < x0.size(); ++i) {
    band.column().at(i) = gradient_[i];
    band.right(i) -= torque_ * gradient_[i];
  }
}

double TwistRow::solve(std::span<const Vector3> x0, std::span<const Vector3> x1,
                       std::span<const Vector3> w) {
  double change = 0.0, turned = turned_;
  for (std::size_t i = 0; i < x0.size(); ++i) {
    change += gradient_[i].dot(w[i]);
    turned += gradient_[i].dot(x1[i] - x0[i]);
  }
  end_ = Twist::angle(x1, directors_, end_);
  mean_torque_ = torque_ + h_ * kShareOfChange / compliance_ * change;
  return energy() - start_energy() - mean_torque_ * turned;
}

}  // namespace raftup::solver::rods
