// Stiffness by the area of contact.
#include <functional>

#include "hydro/base/error.hpp"
#include "solver/contacts/pair_law.hpp"
#include "solver/model/contacts/material.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kWidth = 1e-3;

/// Points of a plane, seen along its normal.
std::vector<ContactPoint> points_on(const Vector3& normal, const std::vector<Vector2>& places) {
  const Vector3 n = normal.normalized(), u = n.unitOrthogonal(), v = n.cross(u);
  std::vector<ContactPoint> points;
  for (const Vector2& at : places) {
    points.push_back({Vector3(3.0, -2.0, 1.0) + at.x() * u + at.y() * v, n, 0.01, points.size()});
  }
  return points;
}

/// A box on a plane where stone has a stiffness by area.
Model box_on_plane(const Vector2& base, const AreaStiffness& law) {
  Model model = stone_model(0.5, 0.0, 0.01);
  model.contact_materials[0].area_stiffness = law;
  add_ground(model, Plane{});
  add_solid(model, "box", Box{{base.x(), base.y(), 1.0}}, 1000.0,
            {{0.0, 0.0, 0.5}, Quaternion::Identity()});
  return model;
}

double depth_at_rest(Model model) {
  Simulation simulation(std::move(model));
  run(simulation, 3.0);
  return read_output(simulation, "touch.depth")[0];
}

std::string refused_area(const std::function<void(Model&)>& change) {
  Model model = box_on_plane({1.0, 1.0}, {1e7, 0.0005, 0.05});
  change(model);
  try {
    const Simulation simulation(std::move(model));
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("contact area: the polygon around the points, whatever way it faces",
          "[contacts][analytic]") {
  for (const Vector3& normal : {Vector3(0.0, 0.0, 1.0), Vector3(1.0, -2.0, 0.5)}) {
    const auto square = points_on(normal, {{0, 0}, {2, 0}, {1, 0.5}, {2, 1}, {0, 1}, {0, 0.5}});
    CHECK(contact_area(square, kWidth) == Approx(2.0).epsilon(1e-12));
    const auto triangle = points_on(normal, {{0, 0}, {0, 3}, {1, 0}});
    CHECK(contact_area(triangle, kWidth) == Approx(1.5).epsilon(1e-12));
  }
}

TEST_CASE("contact area: an edge is a strip, a point a square of the least width",
          "[contacts][analytic]") {
  const Vector3 up = Vector3::UnitZ();
  CHECK(contact_area(points_on(up, {{0, 0}, {0, 4}, {0, 1}}), kWidth) == Approx(4.0 * kWidth));
  CHECK(contact_area(points_on(up, {{1, 1}}), kWidth) == Approx(kWidth * kWidth));
}

TEST_CASE("contact area: the length of what is pressed is the width of the area within bounds",
          "[contacts][analytic]") {
  const auto square = points_on(Vector3::UnitZ(), {{0, 0}, {0.2, 0}, {0.2, 0.2}, {0, 0.2}});
  CHECK(pair_stiffness({1e7, 0.0005, 1.0}, square) == Approx(1e7 * 0.2));
  CHECK(pair_stiffness({1e7, 0.0005, 0.05}, square) == Approx(1e7 * 0.04 / 0.05));
  CHECK(pair_stiffness({1e7, 0.5, 1.0}, square) == Approx(1e7 * 0.5));  // a square of .5
}

TEST_CASE("contact area: a box on twice the area is half as deep", "[contacts][analytic]") {
  const double weight = 1000.0 * kGravity;
  const AreaStiffness law{1e6, 0.0005, 0.05};
  const double one = depth_at_rest(box_on_plane({1.0, 1.0}, law));
  CHECK(one == Approx(weight / (1e6 * 1.0 / 0.05)).epsilon(1e-6));
  const double two = depth_at_rest(box_on_plane({2.0, 1.0}, law));
  CHECK(two == Approx(0.5 * one).epsilon(1e-6));
  Model smooth = box_on_plane({1.0, 1.0}, law);
  smooth.stepper = StepperKind::kMidpoint;
  CHECK(depth_at_rest(smooth) == Approx(one).epsilon(1e-6));
}

TEST_CASE("contact area: every broken rule is refused by its path", "[contacts][check]") {
  using Catch::Matchers::Contains;
  CHECK_THAT(refused_area([](Model& model) {
               model.contact_materials[0].area_stiffness->longest_length = 1e-4;
             }),
             Contains("contact_materials[0].area_stiffness.longest_length must not be less than "
                      "shortest_length, got 0.0001"));
  CHECK_THAT(
      refused_area([](Model& model) { model.contact_materials[0].area_stiffness->modulus = 0.0; }),
      Contains("contact_materials[0].area_stiffness.modulus must be positive"));
  CHECK_THAT(refused_area([](Model& model) {
               FenderMaterial& fender = model.contact_materials[0].fender.emplace();
               fender.compression = {0.0, 1.0};
               fender.reaction = {0.0, 1e5};
             }),
             Contains("area_stiffness must be omitted beside a fender"));
  CHECK_THAT(refused_area([](Model& model) { model.stepper = StepperKind::kRungeKutta4; }),
             Contains("integration.stepper must be spook or moreau_jean"));
}
