#include "solver/loads/springs/force_curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

ForceCurve::ForceCurve(std::vector<double> deformation, std::vector<double> force, Beyond beyond)
    : deformation_(std::move(deformation)), force_(std::move(force)) {
  // If the last line differs from the line beyond the table, a point is added beyond which the
  // latter continues.
  constexpr double kRounding = 1e-12;
  const std::size_t last = deformation_.size() - 2;
  double slope = beyond == Beyond::kSteepest ? slope_of(0) : 0.0;
  if (beyond == Beyond::kSteepest) {
    for (std::size_t i = 1; i <= last; ++i) slope = std::max(slope, slope_of(i));
  }
  if (slope_of(last) >= slope - kRounding * slope) return;
  const double end = deformation_.back();
  deformation_.push_back(2.0 * end);
  force_.push_back(force_.back() + slope * end);
}

void ForceCurve::check(const std::vector<double>& deformation, const std::vector<double>& force,
                       const std::string& deformation_path, const std::string& force_path,
                       Violations& violations) {
  const std::size_t count = deformation.size();
  violations.require(count >= 2, deformation_path, "must have at least two points",
                     fmt::format("{}", count));
  violations.require(force.size() == count, force_path,
                     fmt::format("must have one value for each of {} points", count),
                     fmt::format("{}", force.size()));
  if (count < 2 || force.size() != count) return;
  violations.require(deformation[0] == 0.0 && force[0] == 0.0, deformation_path,
                     "must begin without force: the first point is (0, 0)",
                     fmt::format("({}, {})", deformation[0], force[0]));
  for (std::size_t i = 1; i < count; ++i) {
    violations.require(!(deformation[i] <= deformation[i - 1]),
                       fmt::format("{}[{}]", deformation_path, i), "must ascend strictly",
                       fmt::format("{} after {}", deformation[i], deformation[i - 1]));
    violations.require(!(force[i] < 0.0), fmt::format("{}[{}]", force_path, i),
                       "must not be negative", fmt::format("{}", force[i]));
  }
}

std::size_t ForceCurve::segment(double deformation) const {
  const auto after =
      std::upper_bound(deformation_.begin() + 1, deformation_.end() - 1, deformation);
  return static_cast<std::size_t>(after - deformation_.begin()) - 1;
}

double ForceCurve::slope_of(std::size_t segment) const {
  return (force_[segment + 1] - force_[segment]) /
         (deformation_[segment + 1] - deformation_[segment]);
}

double ForceCurve::force(double deformation) const {
  if (deformation <= 0.0) return 0.0;
  const std::size_t i = segment(deformation);
  return force_[i] + slope_of(i) * (deformation - deformation_[i]);
}

double ForceCurve::slope(double deformation) const {
  return deformation < 0.0 ? 0.0 : slope_of(segment(deformation));
}

double ForceCurve::work(double deformation) const {
  if (deformation <= 0.0) return 0.0;
  const std::size_t last = segment(deformation);
  double sum = 0.0;
  for (std::size_t i = 0; i <= last; ++i) {
    const double to = i < last ? deformation_[i + 1] : deformation;
    sum += 0.5 * (force_[i] + force(to)) * (to - deformation_[i]);
  }
  return sum;
}

double ForceCurve::weighted_work(double to, double exponent) const {
  // With s = x/to, the integral of a line a + b s is to (a s^(n + 1)/(n + 1) + b s^(n + 2)/(n +
  // 2)).
  const auto power_of = [](double s, double n) { return s > 0.0 ? power(s, n) : 0.0; };
  const std::size_t last = segment(to);
  double sum = 0.0;
  for (std::size_t i = 0; i <= last; ++i) {
    const double from = deformation_[i] / to, end = i < last ? deformation_[i + 1] / to : 1.0;
    const double b = slope_of(i) * to, a = force_[i] - b * from;
    const auto upto = [&](double s) {
      return a * power_of(s, exponent + 1.0) / (exponent + 1.0) +
             b * power_of(s, exponent + 2.0) / (exponent + 2.0);
    };
    sum += to * (upto(end) - upto(from));
  }
  return sum;
}

}  // namespace raftup::solver
