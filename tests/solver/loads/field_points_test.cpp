#include "solver/loads/hydrodynamics/field_points.hpp"

#include <cmath>

#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::BodyKinematics;
using solver::FieldPoints;
using solver::WaveField;

namespace {

const Vector3 kCenter(0.3, -0.2, 0.1);

WaveField random_field(std::size_t points) {
  WaveField field{"hull", {}, {}, {}, false};
  for (std::size_t i = 0; i < points; ++i) {
    field.points.emplace_back(5.0 * Vector3::Random());
    field.areas.emplace_back(Vector3::Random());
    field.drag_areas.push_back(std::abs(Vector3::Random().x()));
  }
  return field;
}

BodyKinematics turned_body() {
  BodyKinematics body;
  body.place({1.0, 2.0, -0.5}, Quaternion(0.9, 0.2, -0.3, 0.4).normalized());
  body.velocity << 0.7, -0.3, 0.2, 0.4, -0.1, 0.3;
  return body;
}

/// Waves about the still water level: some points are dry.
std::vector<double> random_water(std::size_t points) {
  std::vector<double> sample;
  for (std::size_t i = 0; i < points; ++i) {
    const Vector3 velocity = Vector3::Random();
    const Vector2 rest = Vector2::Random();
    sample.insert(sample.end(),
                  {rest.x(), velocity.x(), velocity.y(), velocity.z(), 1e4 * rest.y()});
  }
  return sample;
}

/// The sum of the definition, point by point in the world.
Vector6 plain_sum(const WaveField& field, const std::vector<double>& water,
                  const BodyKinematics& body) {
  Vector6 sum = Vector6::Zero();
  for (std::size_t i = 0; i < field.points.size(); ++i) {
    const double* at = &water[5 * i];
    const Vector3 arm = body.rotation * (field.points[i] - kCenter);
    if (body.position.z() + arm.z() >= at[0]) continue;
    const Vector3 point = body.velocity.head<3>() + body.velocity.tail<3>().cross(arm);
    const Vector3 past = Vector3(at[1], at[2], at[3]) - point;
    const Vector3 force = 0.5 * kSeaWater * field.drag_areas[i] * past.norm() * past -
                          at[4] * (body.rotation * field.areas[i]);
    sum.head<3>() += force;
    sum.tail<3>() += arm.cross(force);
  }
  return sum;
}

}  // namespace

TEST_CASE("field points: the sum over the points below the surface at any number of points",
          "[loads]") {
  const BodyKinematics body = turned_body();
  for (const std::size_t count : {1U, 7U, 8U, 9U, 1003U}) {
    const WaveField field = random_field(count);
    FieldPoints points(field, kCenter, kSeaWater);
    const std::vector<double> water = random_water(count);
    points.set_sample(water);
    const Vector6 expected = plain_sum(field, water, body);
    // rounding of sums of up to a thousand terms of 1e4
    CHECK((points.wrench(body) - expected).norm() < 1e-9 * (1.0 + expected.norm()));
  }
}

TEST_CASE("field points: lanes are summed over the blocks and then in their order",
          "[loads][determinism]") {
  WaveField field{"hull", {}, {}, {}, false};
  std::vector<double> water;
  for (std::size_t i = 0; i < 61; ++i) {
    field.points.emplace_back(0.0, 0.0, -1.0);
    field.areas.emplace_back(0.0, 0.0, -1.0 / static_cast<double>(i + 3));
    field.drag_areas.push_back(0.0);
    water.insert(water.end(), {0.0, 0.0, 0.0, 0.0, 1.0 + 1e-3 * static_cast<double>(i)});
  }
  double lanes[8] = {};
  for (std::size_t i = 0; i < 61; ++i) {
    volatile double sum = lanes[i % 8];  // volatile: nothing for a vectoriser
    sum = sum + water[5 * i + 4] * (1.0 / static_cast<double>(i + 3));
    lanes[i % 8] = sum;
  }
  FieldPoints points(field, Vector3::Zero(), kSeaWater);
  points.set_sample(water);
  CHECK(points.wrench(BodyKinematics())[2] == ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
                                                  ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7])));
}
