#include "hydro/database/spikes.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;
using Catch::Matchers::WithinAbs;

namespace {

/// A resonance of width .3 rad/s, which steps of .05 rad/s resolve.
VectorXd resonance(const VectorXd& omega) {
  return omega.unaryExpr([](double w) { return 1.0 / (1.0 + std::pow((w - 1.5) / 0.3, 2)); });
}

}  // namespace

TEST_CASE("spikes: a resonance that the frequencies resolve is none", "[hydro][database]") {
  const VectorXd omega = VectorXd::LinSpaced(60, 0.05, 3.0);
  REQUIRE(SpikeSearch(omega).in(resonance(omega), 1.0).empty());
}

TEST_CASE("spikes: one to three frequencies that stand out are found, four are not",
          "[hydro][database]") {
  const VectorXd omega = VectorXd::LinSpaced(60, 0.05, 3.0);
  const SpikeSearch search(omega);
  for (Eigen::Index count = 1; count <= 4; ++count) {
    VectorXd values = resonance(omega);
    values.segment(40, count).array() += 0.1;
    const std::vector<Spike> spikes = search.in(values, 1.0);
    REQUIRE(spikes.size() == (count <= 3 ? 1 : 0));
    if (spikes.empty()) continue;
    REQUIRE(spikes[0].first == 40);
    REQUIRE(spikes[0].count == count);
    // what a cubic over the gap misses of the resonance itself
    REQUIRE_THAT(spikes[0].height, WithinAbs(0.1, 2e-3));
    const VectorXd bridged = search.bridged(values, spikes[0]);
    REQUIRE((bridged - resonance(omega)).cwiseAbs().maxCoeff() < 2e-3);
    REQUIRE((bridged - values).head(40).isZero(0.0));
  }
}

TEST_CASE("spikes: the ends and short curves are not judged", "[hydro][database]") {
  const VectorXd omega = VectorXd::LinSpaced(20, 0.1, 2.0);
  VectorXd values = VectorXd::Ones(20);
  values[19] = 2.0;
  values[2] = 2.0;
  REQUIRE(SpikeSearch(omega).in(values, 1.0).empty());
  REQUIRE_FALSE(SpikeSearch(omega.head(8)).can_judge());
  REQUIRE_THROWS_AS(SpikeSearch(omega).in(values.head(8), 1.0), Error);
}
