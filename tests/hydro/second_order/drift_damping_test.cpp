#include "hydro/second_order/drift_damping.hpp"

#include <cmath>

#include "tests/hydro/second_order/second_order_data.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr double kGravity = 9.80665;
constexpr double kOmega = 0.7;
const double kDirection = 150.0 * kRadiansPerDegree;

double D(double omega, double direction) {
  const double q = std::pow(omega / 0.6, 4);
  return 1e5 * q / (1.0 + q) * std::cos(direction);
}

double moving(double direction, const Vector2& velocity) {
  const EncounteredWave met =
      encountered_wave(kOmega, direction, sincos(direction), velocity, kGravity);
  return met.factor * D(met.omega, met.direction);
}

}  // namespace

TEST_CASE("wave drift damping: what a slow body meets (L5)", "[second_order][analytic]") {
  CHECK_THAT(moving(kDirection, {0, 0}), WithinAbs(-56243.629821, 1e-5));
  CHECK_THAT(moving(kDirection, {1, 0}), WithinAbs(-78749.557175, 1e-5));
  CHECK_THAT(moving(kDirection, {-1, 0}), WithinAbs(-36740.309447, 1e-5));
  CHECK_THAT(moving(kDirection, {0, 1}), WithinAbs(-48612.616072, 1e-5));
  const double head = 180.0 * kRadiansPerDegree, speed = 1e-4;
  const double slope = (moving(head, {speed, 0}) - moving(head, {-speed, 0})) / (2.0 * speed);
  CHECK_THAT(-slope, WithinRel(25043.336, 1e-6));
}

TEST_CASE("wave drift damping: from tables it is the change of the drift force",
          "[second_order][reference]") {
  std::vector<double> omega, directions;
  for (int k = 1; k <= 2000; ++k) omega.push_back(0.001 * k);  // linear to 2e-7 of the force
  for (int d = 0; d < 12; ++d) directions.push_back(d * kTwoPi / 12.0);
  Database database = bare_database(omega, directions);
  set_drift(database,
            [](Eigen::Index dof, double w, double b) { return dof == 0 ? D(w, b) : 0.0; });
  const DriftCoefficients drift(database, 0);
  const Sea sea({{kOmega, 2.0, 0.0, kDirection + 0.4}}, 1e9, kGravity, 0.0);
  const DriftDamping damping(drift, sea);
  for (const Vector2& velocity : {Vector2(0, 0), Vector2(1, 0), Vector2(-1, 0), Vector2(0, 1)}) {
    const Vector2 turned(velocity.x() * std::cos(0.4) - velocity.y() * std::sin(0.4),
                         velocity.x() * std::sin(0.4) + velocity.y() * std::cos(0.4));
    const Vector2 force = damping.force(0.4, turned, nullptr);
    const double expected = 4.0 * (moving(kDirection, velocity) - D(kOmega, kDirection));
    CHECK_THAT(force.x(), WithinAbs(expected, 4.0 * 0.5));  // of 56 kN
    CHECK(force.y() == 0.0);
  }
  AmplitudeFactors halved(1);
  halved[0].fill(0.5);
  CHECK_THAT(damping.force(0.4, {1, 0}, &halved).x(),
             WithinRel(0.25 * damping.force(0.4, {1, 0}, nullptr).x(), 1e-14));
}
