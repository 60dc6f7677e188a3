// What is told of shapes that begin and cease to touch.
#include "solver/contacts/contact_events.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

/// A ball of radius .5 dropped on a plane, its lowest point at `height`.
Model dropped(double height, double restitution) {
  Model model = stone_model(0.2, restitution, 0.001);
  add_ground(model, Plane{});
  add_solid(model, "ball", Sphere{0.5}, 2.0, {{0.1, 0.0, 0.5 + height}, Quaternion::Identity()});
  return model;
}

std::vector<ContactEvent> events_of(Simulation& simulation, double duration) {
  std::vector<ContactEvent> all;
  const std::int64_t end = simulation.time_ns() + nanoseconds(duration);
  while (simulation.time_ns() < end) {
    simulation.step();
    all.insert(all.end(), simulation.contact_events().begin(), simulation.contact_events().end());
  }
  return all;
}

bool same(const std::vector<ContactEvent>& a, const std::vector<ContactEvent>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const ContactEvent& one, const ContactEvent& two) {
        return one.kind == two.kind && one.time_ns == two.time_ns && one.shape1 == two.shape1 &&
               one.shape2 == two.shape2 && one.point == two.point && one.normal == two.normal &&
               one.depth == two.depth && one.normal_speed == two.normal_speed;
      });
}

}  // namespace

TEST_CASE("contact events: a ball that bounces strikes and leaves in turn, as fast as it fell",
          "[contacts][events]") {
  Simulation simulation(dropped(0.5, 0.6));
  const std::vector<ContactEvent> events = events_of(simulation, 0.9);
  REQUIRE(events.size() >= 4);
  const double fall = std::sqrt(2.0 * kGravity * 0.5);
  const double step = kGravity * 0.001;
  for (std::size_t k = 0; k < 4; ++k) {
    const ContactEvent& event = events[k];
    INFO("event " << k);
    CHECK(event.kind == (k % 2 == 0 ? ContactEventKind::kImpact : ContactEventKind::kSeparation));
    CHECK(event.shape1 == 0);
    CHECK(event.shape2 == 1);
    CHECK(event.normal.isApprox(Vector3(0.0, 0.0, -1.0)));  // moves the plane out of the ball
    CHECK(event.point.x() == 0.1);
    const double speed = fall * std::pow(0.6, (k + 1) / 2);
    // Each blow is met within a step of where it is.
    CHECK(event.normal_speed ==
          Approx(k % 2 == 0 ? -speed : speed).epsilon(0.0).margin(3.0 * step));
  }
  CHECK(1e-9 * static_cast<double>(events[0].time_ns) ==
        Approx(fall / kGravity).epsilon(0.0).margin(0.003));
}

TEST_CASE("contact events: what is laid down begins with a contact and stays",
          "[contacts][events]") {
  Simulation simulation(dropped(2e-6, 0.6));  // met at .6 cm/s
  const std::vector<ContactEvent> events = events_of(simulation, 0.5);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == ContactEventKind::kContact);
  CHECK(std::abs(events[0].normal_speed) < 0.01);
}

TEST_CASE("contact events: a gap that closes within the step has a negative depth",
          "[contacts][events]") {
  Simulation simulation(dropped(0.5, 0.0));
  const std::vector<ContactEvent> events = events_of(simulation, 0.6);
  REQUIRE(!events.empty());
  CHECK(events[0].kind == ContactEventKind::kImpact);
  CHECK(events[0].depth <= 0.0);
  CHECK(events[0].depth > -2.0 * 3.2 * 0.001);
}

TEST_CASE("contact events: the same steps have the same events, from wherever they are taken",
          "[contacts][events][state]") {
  Simulation simulation(dropped(0.5, 0.6));
  events_of(simulation, 0.4);
  const State saved = deserialize(serialize(simulation.state()));
  const std::vector<ContactEvent> once = events_of(simulation, 1.0);
  REQUIRE(once.size() > 2);
  simulation.restore(saved);
  CHECK(simulation.contact_events().empty());
  CHECK(same(events_of(simulation, 1.0), once));
  Simulation other(dropped(0.5, 0.6));
  other.restore(saved);
  CHECK(same(events_of(other, 1.0), once));
}

TEST_CASE("contact events: a sensor tells of what passes through it", "[contacts][events]") {
  Model model = dropped(0.5, 0.6);
  model.shapes[0].geometry = Box{{4.0, 4.0, 0.2}};
  model.shapes[0].role = ShapeRole::kDetector;
  model.stepper.reset();
  Simulation simulation(std::move(model));
  const std::vector<ContactEvent> events = events_of(simulation, 1.0);
  REQUIRE(events.size() == 2);
  CHECK(events[0].kind == ContactEventKind::kImpact);
  CHECK(events[1].kind == ContactEventKind::kSeparation);
  // From z = 1 to where its top is .1 below 0, past the lower face.
  const double through = std::sqrt(2.0 * (1.0 + 0.5 + 0.1) / kGravity);
  CHECK(1e-9 * static_cast<double>(events[1].time_ns) ==
        Approx(through).epsilon(0.0).margin(0.002));
}
