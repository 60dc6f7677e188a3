#include "solver/loads/propulsion/open_water.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

constexpr int kDrawnAngle = 2;  // deg, step of angles in drawings
constexpr std::size_t kDrawnAdvances = 151;

double sum_of_powers(const std::vector<double>& coefficients, double x) {
  return std::accumulate(coefficients.rbegin(), coefficients.rend(), 0.0,
                         [x](double sum, double c) { return sum * x + c; });
}

FlowTable flow_table(const FourQuadrants& data) {
  return {data.angle_deg, data.thrust, data.torque, {}};
}

void check_counts(std::size_t count, const std::vector<double>& thrust,
                  const std::vector<double>& torque, const std::string& path,
                  Violations& violations) {
  const std::string rule = fmt::format("must have one value for each of {}", count);
  violations.require(thrust.size() == count, path + ".thrust", rule,
                     fmt::format("{}", thrust.size()));
  violations.require(torque.empty() || torque.size() == count, path + ".torque", rule,
                     fmt::format("{}", torque.size()));
}

}  // namespace

OpenWater::OpenWater(const OpenWaterData& data, double diameter, double water_density)
    : curve_(data.curve),
      diameter_(diameter),
      scale_(water_density * diameter * diameter * diameter * diameter),
      largest_(curve_ ? curve_->advance_ratio.back() : kLargestAdvance) {
  if (data.b_series) polynomial_ = data.b_series->polynomial();
  if (data.polynomial) polynomial_ = *data.polynomial;
  if (data.four_quadrants) quadrants_.emplace(flow_table(*data.four_quadrants));
}

OpenWater::Coefficients OpenWater::by_advance(double J) const {
  if (!curve_) {
    return {sum_of_powers(polynomial_.thrust, J), sum_of_powers(polynomial_.torque, J)};
  }
  const std::vector<double>& x = curve_->advance_ratio;
  const auto i =
      static_cast<std::size_t>(std::upper_bound(x.begin() + 1, x.end() - 1, J) - x.begin());
  const double fraction = (J - x[i - 1]) / (x[i] - x[i - 1]);
  const auto between = [&](const std::vector<double>& y) {
    return y.empty() ? 0.0 : y[i - 1] + fraction * (y[i] - y[i - 1]);
  };
  return {between(curve_->thrust), between(curve_->torque)};
}

PropellerThrust OpenWater::at(double inflow, double speed) const {
  if (quadrants_) return in_all_quadrants(inflow, speed);
  if (speed == 0.0) return {};
  const double advance = inflow / (speed * diameter_);
  const double J = std::clamp(advance, 0.0, largest_);
  const Coefficients K = by_advance(J);
  const double scale = scale_ * speed * std::abs(speed);
  return {scale * K.thrust, scale * diameter_ * K.torque, J, J != advance};
}

PropellerThrust OpenWater::in_all_quadrants(double inflow, double speed) const {
  const double turning = 0.7 * std::numbers::pi * speed * diameter_;
  const double angle = arctangent(inflow, turning);
  const Vector3 C = quadrants_->at(angle / kRadiansPerDegree);
  const double scale = scale_ / (diameter_ * diameter_) * std::numbers::pi / 8.0 *
                       (inflow * inflow + turning * turning);
  const double advance = speed == 0.0 ? 0.0 : inflow / (speed * diameter_);
  return {scale * C[0], scale * diameter_ * C[1], advance, false};
}

Drawing OpenWater::diagram(const std::string& propeller) const {
  if (quadrants_) {
    Drawing drawing(DrawingKind::kFourQuadrants, propeller);
    for (int angle = 0; angle <= 360; angle += kDrawnAngle) {
      const Vector3 C = quadrants_->at(angle);
      drawing.add_row({static_cast<double>(angle), C[0], C[1]});
    }
    return drawing;
  }
  Drawing drawing(DrawingKind::kOpenWater, propeller);
  const std::size_t count = curve_ ? curve_->advance_ratio.size() : kDrawnAdvances;
  for (std::size_t i = 0; i < count; ++i) {
    const double J = curve_ ? curve_->advance_ratio[i]
                            : largest_ * static_cast<double>(i) / (kDrawnAdvances - 1);
    const Coefficients K = by_advance(J);
    const bool drives = K.thrust > 0.0 && K.torque > 0.0;
    drawing.add_row(
        {J, K.thrust, K.torque, drives ? J * K.thrust / (2.0 * std::numbers::pi * K.torque) : 0.0});
  }
  return drawing;
}

void OpenWaterPolynomial::check(const Model& /*model*/, const std::string& path,
                                Violations& violations) const {
  violations.require(!thrust.empty(), path + ".thrust", "must have a coefficient", "none");
}

void OpenWaterCurve::check(const Model& /*model*/, const std::string& path,
                           Violations& violations) const {
  const std::size_t count = advance_ratio.size();
  violations.require(count >= 2 && advance_ratio.front() == 0.0, path + ".advance_ratio",
                     "must have two and more, the first 0", fmt::format("{}", count));
  for (std::size_t i = 1; i < count; ++i) {
    violations.require(!(advance_ratio[i] <= advance_ratio[i - 1]),
                       fmt::format("{}.advance_ratio[{}]", path, i), "must ascend strictly",
                       fmt::format("{} after {}", advance_ratio[i], advance_ratio[i - 1]));
  }
  check_counts(count, thrust, torque, path, violations);
}

void FourQuadrants::check(const Model& /*model*/, const std::string& path,
                          Violations& violations) const {
  const std::size_t count = angle_deg.size();
  bool around = count >= 2;
  for (std::size_t i = 0; i < count; ++i) {
    const double next = i + 1 < count ? angle_deg[i + 1] : angle_deg.front() + 360.0;
    around = around && next > angle_deg[i] && next <= angle_deg[i] + 90.0;
  }
  violations.require(around, path + ".angle_deg",
                     "must ascend strictly around the circle without a gap above 90 deg",
                     fmt::format("{} angles", count));
  check_counts(count, thrust, torque, path, violations);
}

}  // namespace raftup::solver
