#include "solver/loads/flow/flow_coefficients.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

constexpr double kTurn = 360.0;  // deg
constexpr double kWidestGap =
    90.0;  // deg, largest gap of a table that covers the circle; not swept

/// Returns the slope at the middle one of three points on a parabola.
Vector3 middle_slope(double gap_before, const Vector3& slope_before, double gap_after,
                     const Vector3& slope_after) {
  return (gap_after * slope_before + gap_before * slope_after) / (gap_before + gap_after);
}

}  // namespace

FlowCoefficients::FlowCoefficients(const FlowTable& table) : directions_(table.direction_deg) {
  const auto value = [](const std::vector<double>& values, std::size_t i) {
    return values.empty() ? 0.0 : values[i];
  };
  for (std::size_t i = 0; i < directions_.size(); ++i) {
    values_.emplace_back(value(table.surge, i), value(table.sway, i), value(table.yaw, i));
  }
  const double closing = directions_.front() + kTurn - directions_.back();
  circle_ = closing <= kWidestGap;
  if (circle_ && closing > 0.0) {
    directions_.push_back(directions_.front() + kTurn);
    values_.push_back(values_.front());
  }
  const std::size_t last = directions_.size() - 1;
  const auto gap = [&](std::size_t i) { return directions_[i + 1] - directions_[i]; };
  const auto slope = [&](std::size_t i) { return Vector3((values_[i + 1] - values_[i]) / gap(i)); };
  slopes_.resize(last + 1);
  for (std::size_t i = 1; i < last; ++i) {
    slopes_[i] = middle_slope(gap(i - 1), slope(i - 1), gap(i), slope(i));
  }
  if (circle_) {
    slopes_[0] = slopes_[last] = middle_slope(gap(last - 1), slope(last - 1), gap(0), slope(0));
  } else {  // slope of the parabola through the three points at each end
    slopes_[0] = last > 1 ? Vector3(2.0 * slope(0) - slopes_[1]) : slope(0);
    slopes_[last] = last > 1 ? Vector3(2.0 * slope(last - 1) - slopes_[last - 1]) : slope(0);
  }
}

double FlowCoefficients::unwrapped(double direction) const {
  return direction - kTurn * std::floor((direction - directions_.front()) / kTurn);
}

double FlowCoefficients::outside(double direction) const {
  direction = unwrapped(direction);
  if (!(direction > directions_.back())) return 0.0;  // false in the gap of the table
  return std::min(direction - directions_.back(), directions_.front() + kTurn - direction);
}

Vector3 FlowCoefficients::at(double direction) const {
  direction = unwrapped(direction);
  if (const double outside = this->outside(direction); outside > 0.0) {
    if (outside > kMargin) {
      throw Error(
          ErrorCode::kOutOfRange,
          fmt::format("flow goes to {:.6g} deg from the bow, {:.6g} deg outside the table of force "
                      "coefficients from {} to {} deg",
                      direction, outside, directions_.front(), directions_.back()));
    }
    return direction - directions_.back() == outside ? values_.back() : values_.front();
  }
  const auto after = std::upper_bound(directions_.begin() + 1, directions_.end() - 1, direction);
  const auto i = static_cast<std::size_t>(after - directions_.begin()) - 1;
  const double gap = directions_[i + 1] - directions_[i], t = (direction - directions_[i]) / gap;
  const double s = 1.0 - t;
  return s * s * (1.0 + 2.0 * t) * values_[i] + t * t * (1.0 + 2.0 * s) * values_[i + 1] +
         gap * s * t * (s * slopes_[i] - t * slopes_[i + 1]);
}

}  // namespace raftup::solver
