#include "hydro/database/readers/require_periods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hydro/database/refuse.hpp"

namespace raftup::hydro {

namespace {

constexpr double kSame = 1e-3;

}  // namespace

void require_periods(const VectorXd& omega, const VectorXd& periods, const std::string& place) {
  for (Eigen::Index k = 0; k < std::min(periods.size(), omega.size()); ++k) {
    const double turn = periods[k] * omega[k] / (2.0 * std::numbers::pi);
    if (std::isfinite(turn) && std::abs(turn - 1.0) > kSame) {
      refuse(place, fmt::format("must be 2 pi / omega in s, is {:g} s where omega is {:g} rad/s",
                                periods[k], omega[k]));
    }
  }
}

}  // namespace raftup::hydro
