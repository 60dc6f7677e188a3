// What contacts keep in a state, how they are found again, and what is refused.
#include <algorithm>
#include <thread>

#include "hydro/base/error.hpp"
#include "solver/dynamics/statics/still_water_system.hpp"
#include "solver/model/contacts/material.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

/// Some boxes, balls and capsules that fall on the ground and on each other.
Model tumbling(double restitution, StepperKind stepper = StepperKind::kSpook) {
  Model model = stone_model(0.4, restitution, 0.005);
  model.stepper = stepper;
  add_ground(model, Plane{});
  const std::array<Geometry, 3> solids{Box{{0.5, 0.4, 0.3}}, Sphere{0.2}, Capsule{0.15, 0.4}};
  for (std::size_t i = 0; i < 6; ++i) {
    const double at = static_cast<double>(i);
    add_solid(model, "solid" + std::to_string(i), solids[i % 3], 5.0 + at,
              {{0.05 * at, -0.03 * at, 0.6 + 0.6 * at},
               Quaternion(Eigen::AngleAxisd(0.7 * at, Vector3(1.0, 2.0, 3.0).normalized()))});
  }
  return model;
}

double energy(Simulation& simulation) {
  return read_output(simulation, "energy.kinetic")[0] +
         read_output(simulation, "energy.potential")[0];
}

/// The message with which a model is refused.
std::string refusal(const Model& model) {
  try {
    const Simulation simulation(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

bool contains(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("contacts: a state between two impacts goes on bit for bit", "[contacts][state]") {
  Simulation simulation(tumbling(0.3));
  run(simulation, 0.6);
  REQUIRE_FALSE(simulation.state().contacts.empty());
  const State saved = deserialize(serialize(simulation.state()));
  run(simulation, 0.5);
  Simulation other(tumbling(0.3));
  other.restore(saved);
  run(other, 0.5);
  CHECK(identical(other.state(), simulation.state()));
}

TEST_CASE("contacts: bodies in another order and by other names give the same bytes",
          "[contacts][state]") {
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  const Model model = tumbling(0.3, stepper);
  Model shuffled = model;
  const std::size_t count = model.bodies.size();
  for (std::size_t i = 0; i < count; ++i) {
    shuffled.bodies[i] = model.bodies[(i + 2) % count];
    shuffled.bodies[i].name = "other" + std::to_string((i + 2) % count);
    shuffled.shapes[1 + i].body = "other" + std::to_string(i);
    shuffled.shapes[1 + i].name = "skin" + std::to_string(count - i);
  }
  Simulation first(model), second(shuffled);
  run(first, 1.0);
  run(second, 1.0);
  for (std::size_t i = 0; i < count; ++i) {
    const BodyState &a = first.state().bodies[(i + 2) % count], &b = second.state().bodies[i];
    CHECK(a.position == b.position);
    CHECK(a.attitude.coeffs() == b.attitude.coeffs());
    CHECK(a.momentum == b.momentum);
  }
}

// Contacts are found, summed and solved in the order of the shapes in the model, and of two shapes
// the first is the one whose normal it is: another order rounds otherwise, and where several
// motions obey the laws it may find another (decision 22).
TEST_CASE("contacts: shapes in another order move alike to rounding", "[contacts][state]") {
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  const Model model = tumbling(0.3, stepper);
  Model turned = model;
  std::reverse(turned.bodies.begin(), turned.bodies.end());
  std::reverse(turned.shapes.begin(), turned.shapes.end());
  Simulation first(model), second(turned);
  run(first, 1.0);
  run(second, 1.0);
  const std::size_t count = model.bodies.size();
  for (std::size_t i = 0; i < count; ++i) {
    const BodyState &a = first.state().bodies[i], &b = second.state().bodies[count - 1 - i];
    INFO(model.bodies[i].name);
    CHECK((a.position - b.position).norm() <= 1e-9);
    CHECK((a.velocity - b.velocity).norm() <= 1e-7);
  }
}

TEST_CASE("contacts: one, two and eight workers give the same bytes", "[contacts][state]") {
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  const auto result = [stepper] {
    Simulation simulation(tumbling(0.3, stepper));
    run(simulation, 0.8);
    return serialize(simulation.state());
  };
  const auto expected = result();
  for (const std::size_t workers : {1U, 2U, 8U}) {
    std::vector<decltype(result())> results(workers);
    std::vector<std::thread> threads;
    for (auto& of_worker : results) {
      threads.emplace_back([&of_worker, &result] { of_worker = result(); });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& of_worker : results) CHECK(of_worker == expected);
  }
}

TEST_CASE(
    "contacts: the residual of their solution is read where it is asked for, kept with the "
    "state, and changes nothing else",
    "[contacts][state]") {
  const auto stepper = GENERATE(StepperKind::kSpook, StepperKind::kMoreauJean);
  const Model plain = tumbling(0.3, stepper);
  Model asking = plain;
  asking.contact_readers.push_back({"all", "", "", true});
  asking.contact_readers.push_back({"high", "solid5", "ground", true});
  asking.statistics = StatisticsOptions{};
  asking.statistics->outputs = {"all.residual"};
  Simulation simulation(asking), without(plain);
  double worst = 0.0;
  for (int n = 0; n < 120; ++n) {
    simulation.step();
    without.step();
    const double residual = read_number(simulation, "all.residual");
    worst = std::max(worst, residual);
    REQUIRE(residual >= read_number(simulation, "high.residual"));
    REQUIRE(motion_hash(simulation.state()) == motion_hash(without.state()));
  }
  CHECK(worst > 0.0);
  CHECK(worst <= 1e-8);  // what a solution aims at and is not held to
  CHECK(simulation.statistics().outputs[0].numbers[0].max == worst);
  CHECK(read_number(simulation, "high.residual") == 0.0);  // still in the air
  const double last = read_number(simulation, "all.residual");
  REQUIRE(last > 0.0);
  const std::string bytes = serialize(simulation.state());
  State without_limits = simulation.state();  // which ask for a later format
  without_limits.passed_limits.clear();
  CHECK(serialize(without_limits)[8] == 12);
  without_limits = without.state();
  without_limits.passed_limits.clear();
  CHECK(serialize(without_limits)[8] < 12);
  Simulation other(asking);
  other.restore(deserialize(bytes));
  CHECK(read_number(other, "all.residual") == last);
  CHECK(serialize(other.state()) == bytes);
  CHECK(state_hash(other.state()) == state_hash(simulation.state()));
}

TEST_CASE("contacts: a residual is 0 where nothing is solved for", "[contacts][state]") {
  Model model = stone_model(0.3, 0.0, 0.001);
  model.stepper = StepperKind::kMidpoint;
  model.contact_materials[0].stiffness = 1e4;
  model.contact_readers[0].residual = true;
  add_ground(model, Plane{});
  add_solid(model, "ball", Sphere{0.1}, 1.0, {{0.0, 0.0, 0.1}, Quaternion::Identity()});
  Simulation simulation(std::move(model));
  run(simulation, 0.1);
  CHECK(read_number(simulation, "touch.count") == 1.0);
  CHECK(read_number(simulation, "touch.residual") == 0.0);
}

TEST_CASE("contacts: a state of other shapes is refused", "[contacts][state]") {
  Simulation simulation(tumbling(0.3));
  run(simulation, 0.6);
  State state = simulation.state();
  state.contacts.back().shape2 = 1000;
  CHECK_THROWS_WITH(simulation.restore(state), Catch::Contains("contacts of its model's 7 shapes"));
}

TEST_CASE("contacts: bodies that fall on each other never gain energy", "[contacts][energy]") {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    Simulation simulation(tumbling(restitution));
    const double start = energy(simulation);
    double least = start;
    for (int n = 0; n < 400; ++n) {
      simulation.step();
      const double now = energy(simulation);
      INFO("e = " << restitution << ", step " << n);
      // What is drawn out of an overlap had fallen into it within a step: 10 kg by 5 m/s h.
      REQUIRE(now <= least + 10.0 * kGravity * 5.0 * 0.005);
      // In flight energy is kept, of what turns to the square of the step.
      REQUIRE(now <= start * (1.0 + 1e-5));
      least = std::min(least, now);
    }
    CHECK(least < start);
  }
}

TEST_CASE("contacts: a ball that gives nothing back stops where it touches and gains nothing",
          "[contacts][energy]") {
  Model model = stone_model(0.3, 0.0, 0.01);
  add_ground(model, Plane{});
  add_solid(model, "ball", Sphere{0.2}, 5.0, {{0.0, 0.0, 1.5}, Quaternion::Identity()});
  Simulation simulation(std::move(model));
  double least = energy(simulation);
  const double yields = 5.0 * 5.1 / 0.01 / 1e9;  // to m v/h by its compliance; it fell 5 cm a step
  for (int n = 0; n < 200; ++n) {
    simulation.step();
    REQUIRE(simulation.state().bodies[0].position.z() > 0.2 - yields);
    REQUIRE(energy(simulation) <= least + 5.0 * kGravity * yields);
    least = std::min(least, energy(simulation));
  }
  CHECK(simulation.state().bodies[0].velocity.norm() < 1e-6);
}

TEST_CASE("contacts: linear equations are without them and say so", "[contacts][linearisation]") {
  const Findings findings = left_out(tumbling(0.3), true);
  REQUIRE(findings.size() == 1);
  CHECK(contains(findings[0].message, "contacts: shapes pass through each other here"));
}

TEST_CASE("contacts: joined bodies whose shapes overlap where a run begins are noted",
          "[contacts][findings]") {
  const auto findings_of = [](double length, bool disabled) {
    Model model = stone_model(0.3, 0.0, 0.01);
    model.bodies.push_back(weightless_body("apart", 1.0, Vector3::Ones(), {0.0, 9.0, 0.0}));
    add_ground(model, Plane{}, {{0.0, 0.0, -5.0}, Quaternion::Identity()});
    for (int i = 0; i < 2; ++i) {
      add_solid(model, i == 0 ? "aft" : "fore", Box{{length, 1.0, 1.0}}, 10.0,
                {{2.0 * i, 0.0, 0.0}, Quaternion::Identity()});
    }
    Joint hinge;
    hinge.name = "pin";
    hinge.type = JointType::kHinge;
    hinge.body1 = "aft";
    hinge.body2 = "fore";
    hinge.position = {1.0, 0.0, 0.0};
    hinge.axis = Vector3::UnitY();
    model.joints = {hinge};
    if (disabled) model.contact_exceptions.pairs = {{"aft", "fore"}};
    Findings found = Simulation(std::move(model)).findings();
    std::erase_if(found, [](const Finding& of) { return of.name != "joined_shapes_overlap"; });
    return found;
  };
  const Findings findings = findings_of(2.25, false);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].value == Approx(0.25));
  CHECK(contains(findings[0].message,
                 "shapes 'aft/hull' and 'fore/hull' of bodies that joint 'pin'"));
  CHECK(findings_of(2.0, false).empty());  // they abut
  CHECK(findings_of(2.25, true).empty());
}

TEST_CASE("contacts: a ball bounces to e^2 of its height and comes to rest in the time it should",
          "[contacts][analytic]") {
  const double e = 0.6, drop = 0.5;
  Model model = stone_model(0.0, e, 1e-4);
  add_ground(model, Plane{});
  add_solid(model, "ball", Sphere{0.1}, 1.0, {{0.0, 0.0, 0.1 + drop}, Quaternion::Identity()});
  Simulation simulation(std::move(model));
  const double fall = std::sqrt(2.0 * drop / kGravity);
  double highest = 0.0;
  while (simulation.time_ns() < nanoseconds(fall * (1.0 + 2.0 * e))) {
    simulation.step();
    if (simulation.time_ns() > nanoseconds(fall)) {
      highest = std::max(highest, simulation.state().bodies[0].position.z() - 0.1);
    }
  }
  CHECK(highest == Approx(e * e * drop).epsilon(2e-3));
  run(simulation, fall * (1.0 + e) / (1.0 - e) - fall * (1.0 + 2.0 * e) + 0.02);
  CHECK(simulation.state().bodies[0].velocity.norm() < 1e-3);
}

TEST_CASE("contacts: a beam on a hinge rests on its other end with half of its weight",
          "[contacts][joints][analytic]") {
  Simulation simulation(hinged_beam(0.01, 0.0));
  run(simulation, 1.0);
  CHECK(read_output(simulation, "touch.normal_force")[2] == Approx(5.0 * kGravity).epsilon(1e-6));
  CHECK(read_output(simulation, "hinge.force")[2] == Approx(5.0 * kGravity).epsilon(1e-6));
  CHECK(read_output(simulation, "hinge.gap").norm() < 1e-7);
}

TEST_CASE("contacts: an input lets two sides pass through each other", "[contacts][inputs]") {
  Model model = stone_model(0.5, 0.0, 0.01);
  add_ground(model, Plane{});
  add_solid(model, "ball", Sphere{0.1}, 1.0, {{0.0, 0.0, 0.1}, Quaternion::Identity()});
  model.inputs.push_back({"switch", ContactEnabled{"touch"}});
  Simulation simulation(std::move(model));
  run(simulation, 0.2);
  CHECK(simulation.state().bodies[0].position.z() == Approx(0.1).epsilon(0.0).margin(1e-6));
  const double off = 0.0;
  simulation.write_input(0, simulation.time_ns(), {&off, 1});
  run(simulation, 0.2);
  CHECK(simulation.state().bodies[0].velocity[2] == Approx(-0.2 * kGravity).epsilon(1e-9));
}

TEST_CASE("contacts: a disabled pair passes, its group too", "[contacts]") {
  Model model = stone_model(0.5, 0.0, 0.01);
  add_ground(model, Plane{});
  add_solid(model, "ball", Sphere{0.1}, 1.0, {{0.0, 0.0, 0.1}, Quaternion::Identity()});
  model.shapes[0].groups.emplace_back("floor");
  model.contact_exceptions.pairs.push_back({"floor", "ball"});
  Simulation simulation(std::move(model));
  run(simulation, 0.2);
  CHECK(simulation.state().bodies[0].velocity[2] == Approx(-0.2 * kGravity).epsilon(1e-9));
}

TEST_CASE("contacts: every broken rule is refused by its path", "[contacts][check]") {
  const auto broken = [](const auto& change) {
    Model model = stone_model(0.5, 0.0, 0.01);
    add_ground(model, Plane{});
    add_solid(model, "ball", Sphere{0.1}, 1.0, {{0.0, 0.0, 0.1}, Quaternion::Identity()});
    change(model);
    return refusal(model);
  };
  CHECK(contains(broken([](Model& model) { model.stepper = StepperKind::kRungeKutta4; }),
                 "integration.stepper must be spook or moreau_jean where contacts are rigid, or "
                 "omitted: rk4 takes those without restitution whose h sqrt(k/m) is below 0.5, got "
                 "316 and a restitution of 0 between '/ground0' and 'ball/hull'"));
  CHECK(contains(broken([](Model& model) {
                   model.stepper = StepperKind::kMidpoint;
                   model.contact_materials[0].stiffness = 1e3;
                   model.contact_materials[0].restitution = 0.5;
                 }),
                 "a restitution of 0.5 between '/ground0' and 'ball/hull'"));
  CHECK(contains(broken([](Model& model) { model.materials[0].stiffness = 0.0; }),
                 "materials[0].stiffness must be positive"));
  CHECK(contains(broken([](Model& model) { model.contact_materials[0].friction = -1.0; }),
                 "contact_materials[0].friction must not be negative"));
  CHECK(contains(broken([](Model& model) { model.contact_materials[0].restitution = 1.5; }),
                 "contact_materials[0].restitution"));
  CHECK(contains(broken([](Model& model) { model.contact_materials[0].adhesion_force = 5.0; }),
                 "contact_materials[0].adhesion_overlap must be positive"));
  CHECK(contains(
      broken([](Model& model) { model.contact_materials.push_back(model.contact_materials[0]); }),
      "contact_materials[1] must be the only one of its two materials"));
  CHECK(contains(broken([](Model& model) { model.shapes[1].material = "wood"; }),
                 "shapes[1].material must name a material of the model, got 'wood'"));
  CHECK(contains(broken([](Model& model) { model.shapes[1].geometry = Plane{}; }),
                 "shapes[1] must not be a plane or a height field on a body that moves"));
  CHECK(contains(broken([](Model& model) { model.shapes[1].geometry = Sphere{-1.0}; }),
                 "shapes[1] must be a shape that others can touch"));
  CHECK(contains(broken([](Model& model) {
                   model.contact_exceptions.pairs.push_back({"ball", "sky"});
                 }),
                 "disabled_pairs[0].second must name a shape"));
  CHECK(contains(broken([](Model& model) {
                   model.inputs.push_back({"switch", ContactEnabled{"nobody"}});
                 }),
                 "inputs[0].contact_enabled"));
  FenderMaterial fender;
  fender.compression = {0.0, 0.1};
  fender.reaction = {0.0, 1e5};
  fender.hysteresis = 1.0;
  CHECK(contains(broken([&](Model& model) { model.contact_materials[0].fender = fender; }),
                 "contact_materials[0].fender.hysteresis must be less than 1"));
}

TEST_CASE("contacts: a model without shapes keeps the format of its states", "[contacts][state]") {
  Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies.push_back(weightless_body("free", 1.0, Vector3::Ones(), Vector3::Zero()));
  const Simulation simulation(model);
  CHECK(serialize(simulation.state())[8] == 5);
}
