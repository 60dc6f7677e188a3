#include "hydro/hydrostatics/linear_hydrostatics.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;
using Eigen::AngleAxisd;

namespace {

const Vector3 kRest(10.0, -4.0, 0.5);
const Vector3 kBuoyancyCenter(1.0, 0.2, -3.0);
constexpr double kBuoyancy = 5e6;

Matrix6 stiffness() {
  Matrix6 C = Matrix6::Zero();
  C.diagonal() << 0.0, 0.0, 2e6, 3e7, 9e8, 0.0;
  C(2, 4) = C(4, 2) = -4e6;
  return C;
}

LinearHydrostatics hull() { return {stiffness(), kRest, kBuoyancy, kBuoyancyCenter}; }

/// Yaw, pitch and roll applied in this order about the body's axes.
Quaternion attitude(double roll, double pitch, double yaw) {
  return AngleAxisd(yaw, Vector3::UnitZ()) * AngleAxisd(pitch, Vector3::UnitY()) *
         AngleAxisd(roll, Vector3::UnitX());
}

}  // namespace

TEST_CASE("hydrostatics: at rest buoyancy acts upwards at its centre", "[hydrostatics][analytic]") {
  Vector6 expected;
  expected << 0.0, 0.0, kBuoyancy, 0.2 * kBuoyancy, -1.0 * kBuoyancy, 0.0;
  CHECK(hull().force(kRest, Quaternion::Identity(), 0.0) == expected);
}

TEST_CASE("hydrostatics: heave and tilt meet the stiffness", "[hydrostatics][analytic]") {
  const Vector6 at_rest = hull().force(kRest, Quaternion::Identity(), 0.0);
  const Vector6 moved = hull().force(kRest + Vector3(7.0, 8.0, 0.3), attitude(0.0, 0.1, 0.0), 0.0);
  Vector6 xi;
  xi << 7.0, 8.0, 0.3, 0.0, 0.1, 0.0;
  CHECK((moved - at_rest + stiffness() * xi).norm() < 1e-14 * kBuoyancy);
}

TEST_CASE("hydrostatics: a turned vessel keeps its roll and pitch stiffness",
          "[hydrostatics][conservation]") {
  const Vector3 position = kRest + Vector3(0.0, 0.0, -0.2);
  const Vector6 straight = hull().force(position, attitude(0.05, -0.02, 0.0), 0.0);
  for (const double yaw : {0.3, 1.7, -3.0, 7.0}) {
    const Vector6 turned = hull().force(position, attitude(0.05, -0.02, yaw), yaw);
    // eight roundings of quaternions, times C44
    CHECK((turned - straight).norm() < 1e-14 * stiffness()(4, 4));
  }
}

TEST_CASE("hydrostatics: a quaternion and its negative are the same attitude", "[hydrostatics]") {
  const Quaternion q = attitude(0.2, 0.1, 0.4);
  const Quaternion negative(-q.w(), -q.x(), -q.y(), -q.z());
  CHECK(hull().force(kRest, q, 0.4) == hull().force(kRest, negative, 0.4));
}

TEST_CASE("hydrostatics: tiny tilts are not lost", "[hydrostatics]") {
  const Vector6 at_rest = hull().force(kRest, Quaternion::Identity(), 0.0);
  const Vector6 tilted = hull().force(kRest, attitude(1e-7, 0.0, 0.0), 0.0);
  CHECK(tilted[3] - at_rest[3] == Approx(-3e7 * 1e-7).epsilon(1e-8));  // of moments of 1e6
}

TEST_CASE("hydrostatics: input that is no number is refused", "[hydrostatics]") {
  CHECK_THROWS_WITH(LinearHydrostatics(stiffness(), kRest, -1.0, kBuoyancyCenter),
                    "buoyancy must be >= 0, got -1");
  CHECK_THROWS_WITH(LinearHydrostatics(stiffness(), Vector3(NAN, 0, 0), 1.0, kBuoyancyCenter),
                    "rest_position must be finite");
}
