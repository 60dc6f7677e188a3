#include "hydro/second_order/data_checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/second_order/drift_coefficients.hpp"

namespace raftup::hydro {

double variance_outside(const Sea& sea, const VectorXd& omega) {
  double all = 0.0, outside = 0.0;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const double variance = sea.components()[c].amplitude * sea.components()[c].amplitude;
    all += variance;
    if (!place_in(omega, sea.intrinsic_omegas()[static_cast<Eigen::Index>(c)]).inside) {
      outside += variance;
    }
  }
  return all > 0.0 ? outside / all : 0.0;
}

VectorXd second_order_range(const Database& database, const SecondOrderOptions& options) {
  if (options.method == SecondOrderMethod::kFull) return database.qtf_difference.omega;
  const VectorXd& filed =
      database.mean_drift_force.empty() ? database.qtf_difference.omega : database.omega;
  VectorXd range(filed.size() + 1);
  range << 0.0, filed;
  return range;
}

void require_second_order_range(const Sea& sea, const Database& database,
                                const SecondOrderOptions& options) {
  const VectorXd range = second_order_range(database, options);
  const double outside = variance_outside(sea, range);
  require(outside <= kVarianceOutside,
          fmt::format("99 % of the waves' variance must lie within the frequencies of the "
                      "second-order data, {:.4g} to {:.4g} rad/s",
                      range[0], range[range.size() - 1]),
          fmt::format("{:.3g} % outside", 100.0 * outside));
}

}  // namespace raftup::hydro
