// What programs that link the solver say of contacts and of friction.
#include "hydro/base/error.hpp"
#include "solver/model/contacts/material.hpp"
#include "solver/simulation/serialisation/model_image.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kHold = 0.005;

/// Two balls that fall on the ground.
Model two_balls() {
  Model model = stone_model(0.5, 0.0, kHold);
  add_ground(model, Plane{});
  for (const double x : {0.0, 1.0}) {
    add_solid(model, "ball" + std::to_string(model.bodies.size()), Sphere{0.1}, 1.0,
              {{x, 0.0, 0.3}, Quaternion::Identity()});
  }
  return model;
}

/// Lets one shape pass through all others.
class Ghost final : public ContactFilter {
 public:
  explicit Ghost(std::size_t shape) : shape_(shape) {}
  bool may_touch(std::size_t shape1, std::size_t shape2) const override {
    return shape1 != shape_ && shape2 != shape_;
  }

 private:
  std::size_t shape_;
};

/// Hears what begins to touch faster than a speed, and keeps it or not.
class Impacts final : public ContactFilter {
 public:
  Impacts(double speed, bool keeps) : speed_(speed), keeps_(keeps) {}
  bool keeps(const FoundContact& contact) const override {
    if (!contact.begins || contact.normal_speed > -speed_) return true;
    heard.push_back(contact);
    return keeps_;
  }
  mutable std::vector<FoundContact> heard;

 private:
  double speed_;
  bool keeps_;
};

/// Fixed bounds, along x rotated by a quarter.
class Rail final : public FrictionLaw {
 public:
  Rail(double along, double across, bool turned) : bounds_(along, across), turned_(turned) {}
  Vector2 bounds(const FrictionPoint& point, double step) const override {
    CHECK(point.shape1 == 1);  // the plane, which nothing moves, is the first of the model
    CHECK(point.normal.z() == Approx(1.0));
    return step * bounds_;
  }
  std::optional<Vector3> primary_direction(const FrictionPoint& /*point*/) const override {
    if (!turned_) return std::nullopt;
    return Vector3(0.0, 1.0, 5.0);  // projected: y
  }

 private:
  Vector2 bounds_;
  bool turned_;
};

/// Of the force [N] of friction on a block that slides along x and y.
Vector3 friction_of(std::shared_ptr<const FrictionLaw> law, StepperKind stepper) {
  Model model = stone_model(0.3, 0.0, kHold);
  model.stepper = stepper;
  model.contact_materials[0].stiffness = 1e5;
  model.contact_materials[0].friction_law = std::move(law);
  add_ground(model, Plane{});
  add_solid(model, "block", Sphere{0.5}, 10.0, {{0.0, 0.0, 0.499}, Quaternion::Identity()});
  model.bodies[0].linear_velocity = {2.0, 3.0, 0.0};
  Simulation simulation(std::move(model));
  run(simulation, 4 * kHold);
  return read_output(simulation, "touch.friction_force");
}

}  // namespace

TEST_CASE("contact filter: shapes that it lets pass do not meet", "[contacts][filters]") {
  Model model = two_balls();
  model.contact_exceptions.filter = std::make_shared<Ghost>(1);
  Simulation simulation(std::move(model));
  run(simulation, 1.0);
  CHECK(simulation.state().bodies[0].velocity.z() == Approx(-kGravity).epsilon(1e-9));
  CHECK(simulation.state().bodies[1].position.z() == Approx(0.1).epsilon(0.0).margin(1e-6));
}

TEST_CASE("contact filter: it hears an impact once, with its speed, and may remove it",
          "[contacts][filters]") {
  Model model = two_balls();
  model.contact_materials[0].restitution = 0.5;
  const auto listens = std::make_shared<Impacts>(1.0, true);
  model.contact_exceptions.filter = listens;
  Simulation simulation(model);
  run(simulation, 0.3);
  const double speed = std::sqrt(2.0 * 0.2 * kGravity);
  REQUIRE(listens->heard.size() == 2);
  CHECK(listens->heard[0].shape1 == 0);
  CHECK(listens->heard[0].shape2 == 1);
  // Shape 1 is the ground: its point goes out of the ball as fast as the ball falls into it.
  CHECK(listens->heard[0].normal_speed == Approx(-speed).epsilon(0.0).margin(kHold * kGravity));
  CHECK(listens->heard[0].time == Approx(speed / kGravity).epsilon(0.0).margin(kHold));

  const auto removes = std::make_shared<Impacts>(1.0, false);
  model.contact_exceptions.filter = removes;
  Simulation falls(model);
  run(falls, 0.3);
  CHECK(falls.state().bodies[0].velocity.z() == Approx(-0.3 * kGravity).epsilon(1e-9));
  CHECK(removes->heard.size() > 2);  // what is left out begins anew
}

TEST_CASE("friction law: its bounds hold along its direction and across",
          "[contacts][friction][analytic]") {
  for (const StepperKind stepper : {StepperKind::kSpook, StepperKind::kMidpoint}) {
    const Vector3 straight = friction_of(std::make_shared<Rail>(7.0, 4.0, false), stepper);
    CHECK(straight.head<2>().isApprox(Vector2(-7.0, -4.0), 1e-6));
    const Vector3 turned = friction_of(std::make_shared<Rail>(7.0, 4.0, true), stepper);
    CHECK(turned.head<2>().isApprox(Vector2(-4.0, -7.0), 1e-6));
  }
  const Vector3 none = friction_of(std::make_shared<Rail>(0.0, 0.0, false), StepperKind::kSpook);
  CHECK(none.isZero(0.0));
}

TEST_CASE("friction law: bounds that are none end the step with their shapes",
          "[contacts][friction][check]") {
  CHECK_THROWS_WITH(
      friction_of(std::make_shared<Rail>(-1.0, 1.0, false), StepperKind::kSpook),
      Catch::Contains("bounds of a friction law must not be negative and must be finite"));
}

TEST_CASE("contact filter: a model with a user's own C++ is written to no file",
          "[contacts][filters][check]") {
  Model model = two_balls();
  const std::uint64_t plain = digest(model);
  model.contact_exceptions.filter = std::make_shared<Ghost>(1);
  CHECK(digest(model) != plain);
  CHECK_THROWS_WITH(write_model_image(model, nullptr), Catch::Contains("of descriptions alone"));
  model.contact_exceptions.filter.reset();
  model.contact_materials[0].friction_law = std::make_shared<Rail>(1.0, 1.0, false);
  CHECK(digest(model) != plain);
  CHECK_THROWS_WITH(write_model_image(model, nullptr), Catch::Contains("a friction law"));
}
