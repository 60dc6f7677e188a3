#include "server/sessions/recording/silence.hpp"

#include "tests/support/catch.hpp"

using namespace raftup;
using server::SilencePolicy;
using server::Substitute;
using solver::InputSeries;
using solver::Interpolation;

namespace {

/// Two columns, 1 and -4 at t = 100, rising by 1 and 2 every 10 ns.
InputSeries rising() {
  InputSeries series(2, Interpolation::kLinear);
  const double before[] = {0.0, -6.0};
  const double newest[] = {1.0, -4.0};
  series.append(90, before);
  series.append(100, newest);
  return series;
}

std::vector<double> at(const Substitute& substitute, std::int64_t time_ns) {
  std::vector<double> values(substitute.width());
  substitute.evaluate(time_ns, values);
  return values;
}

}  // namespace

TEST_CASE("substitute: hold_last is the newest sample", "[sessions][analytic]") {
  const Substitute substitute({SilencePolicy::kHoldLast}, rising(), 100);
  CHECK(at(substitute, 100) == std::vector<double>{1.0, -4.0});
  CHECK(at(substitute, 100000) == std::vector<double>{1.0, -4.0});
}

TEST_CASE("substitute: extrapolate is a line and then a constant", "[sessions][analytic]") {
  server::SilenceRule rule{SilencePolicy::kExtrapolate};
  rule.max_extrapolation_ns = 40;
  const Substitute substitute(rule, rising(), 100);
  CHECK(at(substitute, 100) == std::vector<double>{1.0, -4.0});
  CHECK(at(substitute, 120) == std::vector<double>{3.0, 0.0});
  CHECK(at(substitute, 140) == std::vector<double>{5.0, 4.0});
  CHECK(at(substitute, 150) == std::vector<double>{5.0, 4.0});
}

TEST_CASE("substitute: extrapolate of a single sample is that sample", "[sessions][edge]") {
  server::SilenceRule rule{SilencePolicy::kExtrapolate};
  rule.max_extrapolation_ns = 40;
  InputSeries series(1, Interpolation::kLinear);
  const double value = 2.5;
  series.append(0, {&value, 1});
  CHECK(at(Substitute(rule, series, 0), 30) == std::vector<double>{2.5});
}

TEST_CASE("substitute: decay_to_zero starts and ends without a kink", "[sessions][analytic]") {
  server::SilenceRule rule{SilencePolicy::kDecayToZero};
  rule.decay_ns = 1000;
  const Substitute substitute(rule, rising(), 100);
  CHECK(at(substitute, 100)[0] == 1.0);
  CHECK(at(substitute, 600)[0] == Approx(0.5).epsilon(1e-15));
  CHECK(at(substitute, 600)[1] == Approx(-2.0).epsilon(1e-15));
  CHECK(at(substitute, 1100)[0] == 0.0);
  CHECK(at(substitute, 5000)[1] == 0.0);
  // Slopes vanish at both ends: 1 - (pi / 1000)^2 / 4 one ns from the start, 2.5e-6 of it.
  CHECK(1.0 - at(substitute, 101)[0] < 3e-6);
  CHECK(at(substitute, 1099)[0] < 3e-6);
}

TEST_CASE("substitute: what never sent anything stays zero", "[sessions][edge]") {
  const Substitute substitute({SilencePolicy::kHoldLast}, InputSeries(3, Interpolation::kHold), 0);
  CHECK(at(substitute, 10) == std::vector<double>{0.0, 0.0, 0.0});
}
