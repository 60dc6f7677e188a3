#include "hydro/sea/stationary_sea.hpp"

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/spectrum.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

std::shared_ptr<const Spectrum> jonswap() {
  return std::make_shared<JonswapSpectrum>(2.0, 8.0, 3.3);
}

double sum(const std::vector<double>& values) {
  double total = 0.0;
  for (const double value : values) total += value;
  return total;
}

}  // namespace

TEST_CASE("stationary sea: densities and what lies outside the grid make its variance",
          "[sea][analytic]") {
  const StationarySea sea{{spread_evenly(jonswap(), 0.3, 4.0, 72)}, {}};
  const VectorXd omega = VectorXd::LinSpaced(400, 0.4, 2.0);
  const RowMajorMatrix density = sea.density(omega);
  REQUIRE(density.rows() == 72);
  const VectorXd S = density.colwise().sum();
  double held = 0.0;
  for (Eigen::Index k = 0; k + 1 < omega.size(); ++k) {
    held += 0.5 * (omega[k + 1] - omega[k]) * (S[k] + S[k + 1]);
  }
  CHECK(held + sea.variance_outside(omega, density) == Approx(4.0 / 16.0).epsilon(1e-12));
  CHECK(S[100] == Approx(jonswap()->density(omega[100])).epsilon(1e-12));
}

TEST_CASE("stationary sea: spreading is symmetric about its mean and nothing goes back",
          "[sea][analytic]") {
  const SpreadSpectrum spread = spread_evenly(jonswap(), 0.3, 4.0, 72);
  CHECK(sum(spread.shares) == Approx(1.0).epsilon(1e-14));
  CHECK(spread.directions[36] == Approx(0.3));
  CHECK(spread.shares[36 + 7] == Approx(spread.shares[36 - 7]).epsilon(1e-12));
  CHECK(spread.shares[0] < 1e-15);
  // cos^2s(offset / 2) relative to the mean direction
  const double offset = spread.directions[40] - 0.3;
  CHECK(spread.shares[40] / spread.shares[36] ==
        Approx(std::pow(std::cos(0.5 * offset), 8.0)).epsilon(1e-12));
}

TEST_CASE("stationary sea: without spectra there is nothing outside", "[sea][edge]") {
  const StationarySea sea{{}, {{0.8, 1.5, 0.0, 0.2}}};
  const VectorXd omega = VectorXd::LinSpaced(3, 0.4, 2.0);
  CHECK(sea.directions().empty());
  CHECK(sea.density(omega).rows() == 0);
  CHECK(sea.variance_outside(omega, sea.density(omega)) == 0.0);
}

TEST_CASE("stationary sea: a spreading without sense is refused", "[sea][error]") {
  CHECK_THROWS_WITH(spread_evenly(jonswap(), 0.0, -1.0, 72),
                    "cosine_2s must lie in [0, 1000], got -1");
  CHECK_THROWS_WITH(spread_evenly(jonswap(), 0.0, 2.0, 0),
                    "direction_count must be at least 1, got 0");
}
