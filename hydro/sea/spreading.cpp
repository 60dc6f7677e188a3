#include "hydro/sea/spreading.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"

namespace raftup::hydro {
namespace {

void require_exponent(double s) {
  require(s >= 0.0 && s <= 1000.0, fmt::format("cosine_2s must lie in [0, 1000], got {}", s));
}

constexpr int kSpreadingPanels = 128;
constexpr double kSpreadingPanelWidth = 0.5 * kTwoPi / kSpreadingPanels;

/// cos^{2s}(offset / 2)
double relative_density(double offset, double s) {
  const double cosine = sincos(0.5 * offset).cosine;
  if (cosine <= 0.0) return s == 0.0 ? 1.0 : 0.0;
  return exponential(2.0 * s * logarithm(cosine));
}

/// The share of one side's energy (0 <= offset <= pi) within `offset` of the mean.
class OneSidedEnergy {
 public:
  explicit OneSidedEnergy(double s) : s_(s), below_{0.0} {
    for (int panel = 0; panel < kSpreadingPanels; ++panel) {
      below_.push_back(below_.back() +
                       within(panel * kSpreadingPanelWidth, (panel + 1) * kSpreadingPanelWidth));
    }
  }

  /// The offset within which `share` of the energy lies: bisection, to round-off.
  double offset_at(double share) const {
    const double energy = share * below_.back();
    std::size_t panel = 0;
    while (panel + 1 < kSpreadingPanels && below_[panel + 1] < energy) ++panel;
    const double start = static_cast<double>(panel) * kSpreadingPanelWidth;
    double lower = start, upper = start + kSpreadingPanelWidth;
    for (int iteration = 0; iteration < 60; ++iteration) {
      const double middle = 0.5 * (lower + upper);
      (below_[panel] + within(start, middle) > energy ? upper : lower) = middle;
    }
    return 0.5 * (lower + upper);
  }

 private:
  double within(double lower, double upper) const {
    return integrate([this](double offset) { return relative_density(offset, s_); }, lower, upper);
  }

  double s_;
  std::vector<double> below_;  ///< integral up to each panel's edge
};

}  // namespace

double spreading_density(double offset, double s) {
  require_exponent(s);
  return relative_density(offset, s);
}

std::vector<double> spread_directions(double mean, double s, int direction_count) {
  require(std::isfinite(mean), fmt::format("direction must be finite, got {}", mean));
  require_exponent(s);
  require(direction_count >= 1,
          fmt::format("direction_count must be at least 1, got {}", direction_count));
  const OneSidedEnergy energy(s);
  std::vector<double> directions(static_cast<std::size_t>(direction_count), mean);
  for (int i = 0; i < direction_count / 2; ++i) {
    const double share_outside = (2.0 * i + 1.0) / direction_count;
    const double offset = energy.offset_at(1.0 - share_outside);
    directions[static_cast<std::size_t>(i)] = mean - offset;
    directions[static_cast<std::size_t>(direction_count - 1 - i)] = mean + offset;
  }
  return directions;
}

}  // namespace raftup::hydro
