/// @file The water at many points of a load: each has the velocity that it has alone.
#include "solver/loads/members/surrounding_water.hpp"

#include <cmath>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"

using namespace raftup;
using namespace raftup::testing;

TEST_CASE("surrounding water: many points have the velocities of each alone", "[solver][loads]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.05);
  model.gravity = 9.81;
  model.water_depth = GENERATE(40.0, kDeep);
  model.current = hydro::Current({}, {Vector2(0.5, 0.2)});
  model.sea = jonswap_sea(model, 3.0, 9.0, 0.4, 0.0);
  solver::SurroundingWater::Points about;
  about.radius = 50.0;
  about.count = 200;
  about.wanted = {false, false};
  solver::SurroundingWater water(model, hydro::WaveStretching::kWheeler, about);
  water.prepare(solver::StepTimes(700, model.step_ns), {});
  solver::BodyKinematics body;
  body.place({310.0, -20.0, -1.0}, Quaternion::Identity());
  water.look_from(hydro::Stage::kMiddle, body);
  std::vector<Vector3> points;
  for (int i = 0; i < 200; ++i) {
    const double out = 0.25 * i, turn = 2.4 * i;
    points.push_back(body.position + Vector3(out * std::cos(turn), out * std::sin(turn),
                                             0.5 - 0.1 * std::sqrt(2500.0 - out * out)));
  }
  std::vector<Vector3> together(points.size()), alone(1);
  water.velocities(hydro::Stage::kMiddle, points, together);
  for (std::size_t i = 0; i < points.size(); ++i) {
    water.velocities(hydro::Stage::kMiddle, {&points[i], 1}, alone);
    CHECK((together[i] - alone[0]).norm() < 1e-11);
  }
  CHECK(together[0].norm() > 0.1);
}
