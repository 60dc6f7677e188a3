#include "hydro/sea/stationary_sea.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "hydro/sea/spectrum.hpp"

namespace raftup::hydro {

std::vector<double> StationarySea::directions() const {
  std::vector<double> all;
  for (const SpreadSpectrum& spread : spectra) {
    all.insert(all.end(), spread.directions.begin(), spread.directions.end());
  }
  return all;
}

RowMajorMatrix StationarySea::density(const VectorXd& omega) const {
  RowMajorMatrix rows(static_cast<Eigen::Index>(directions().size()), omega.size());
  Eigen::Index row = 0;
  for (const SpreadSpectrum& spread : spectra) {
    const VectorXd S = omega.unaryExpr([&](double at) { return spread.spectrum->density(at); });
    for (const double share : spread.shares) rows.row(row++) = share * S.transpose();
  }
  return rows;
}

double StationarySea::variance_outside(const VectorXd& omega, const RowMajorMatrix& density) const {
  double variance = 0.0;
  for (const SpreadSpectrum& spread : spectra) variance += spread.spectrum->energy();
  const VectorXd S = density.colwise().sum();
  const double found = omega.size() < 2 ? 0.0 : trapezoid_weights(omega).dot(S);
  return std::max(variance - found, 0.0);
}

SpreadSpectrum spread_evenly(std::shared_ptr<const Spectrum> spectrum, double mean, double s,
                             int count) {
  require(count >= 1, fmt::format("direction_count must be at least 1, got {}", count));
  SpreadSpectrum spread{{}, {}, std::move(spectrum)};
  for (int i = 0; i < count; ++i) {
    const double offset = kTwoPi * (static_cast<double>(i) / count - 0.5);
    spread.directions.push_back(mean + offset);
    spread.shares.push_back(spreading_density(offset, s));
  }
  const double sum = std::accumulate(spread.shares.begin(), spread.shares.end(), 0.0);
  for (double& share : spread.shares) share /= sum;
  return spread;
}

}  // namespace raftup::hydro
