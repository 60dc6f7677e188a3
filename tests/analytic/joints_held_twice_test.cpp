/// @file Joints that hold dofs twice under the steppers of impulses: a door on two hinges and a
/// four-bar linkage keep their energy and their order, and so does a crane elsewhere on the hull.
#include "tests/support/constants.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;
using solver::Simulation;
using solver::StepperKind;

namespace {

Joint hinge_at(const std::string& name, const std::string& body1, const std::string& body2,
               const Vector3& position) {
  Joint joint;
  joint.name = name;
  joint.type = JointType::kHinge;
  joint.body1 = body1;
  joint.body2 = body2;
  joint.position = position;
  joint.axis = Vector3::UnitY();
  return joint;
}

void add_body(solver::Model& model, const std::string& name, double mass, const Vector3& inertia,
              const Vector3& position) {
  model.bodies.push_back(weightless_body(name, mass, inertia, position));
  model.bodies.back().gravity = true;
}

solver::Model model_with(StepperKind stepper, double step) {
  solver::Model model;
  model.gravity = kGravity;
  model.step_ns = nanoseconds(step);
  model.stepper = stepper;
  return model;
}

/// A flap of 1 kg that falls from the horizontal about one or two hinges of one axis.
solver::Model swinging_flap(StepperKind stepper, double step, bool twice) {
  solver::Model model = model_with(stepper, step);
  add_body(model, "flap", 1.0, Vector3::Constant(0.1), {1.0, 0.0, 0.0});
  model.joints.push_back(hinge_at("a", "flap", "", {0.0, 0.5, 0.0}));
  if (twice) model.joints.push_back(hinge_at("b", "flap", "", {0.0, -0.5, 0.0}));
  return model;
}

/// A crane's boom and a hatch cover on two hinges, on a hull that nothing moves much.
solver::Model boom_and_hatch(StepperKind stepper, double step) {
  solver::Model model = model_with(stepper, step);
  model.bodies.push_back(weightless_body("hull", 1e9, Vector3::Constant(1e10), Vector3::Zero()));
  add_body(model, "boom", 1.0, Vector3::Constant(0.1), {1.0, 0.0, 0.0});
  add_body(model, "hatch", 0.01, Vector3::Constant(0.001), {10.3, 0.0, -0.5});
  model.joints = {hinge_at("a", "boom", "hull", Vector3::Zero()),
                  hinge_at("b", "hatch", "hull", {10.0, 0.5, 0.0}),
                  hinge_at("c", "hatch", "hull", {10.0, -0.5, 0.0})};
  return model;
}

/// Crank, coupler and rocker of 1 kg each, in the plane of their parallel hinges.
solver::Model four_bar(StepperKind stepper, double step) {
  solver::Model model = model_with(stepper, step);
  const std::array<Vector3, 4> corners{
      {{0.0, 0.0, 0.0}, {0.2, 0.0, 1.0}, {1.5, 0.0, 1.3}, {1.4, 0.0, 0.0}}};
  const std::array<std::string, 4> names{"crank", "coupler", "rocker", ""};
  for (std::size_t i = 0; i < 3; ++i) {
    add_body(model, names[i], 1.0, Vector3::Constant(0.1), 0.5 * (corners[i] + corners[i + 1]));
  }
  for (std::size_t i = 0; i < 4; ++i) {
    model.joints.push_back(hinge_at("corner" + std::to_string(i), i < 3 ? names[i] : "rocker",
                                    i == 0 || i == 3 ? "" : names[i - 1], corners[i]));
  }
  return model;
}

double energy_of(const Simulation& simulation, const std::vector<std::size_t>& bodies) {
  double sum = 0.0;
  for (const std::size_t i : bodies) {
    const solver::BodyState& body = simulation.state().bodies[i];
    sum += 0.5 * body.momentum.dot(body.velocity) +
           simulation.model().bodies[i].mass * kGravity * body.position.z();
  }
  return sum;
}

struct EnergyChange {
  double least = 0.0, most = 0.0;  ///< J, from the start

  double largest() const { return std::max(-least, most); }
};

EnergyChange change_of_energy(const solver::Model& model, const std::vector<std::size_t>& bodies,
                              double duration) {
  Simulation simulation(model);
  const double start = energy_of(simulation, bodies);
  EnergyChange change;
  while (simulation.time_ns() < nanoseconds(duration)) {
    simulation.step();
    const double now = energy_of(simulation, bodies) - start;
    change = {std::min(change.least, now), std::max(change.most, now)};
  }
  return change;
}

const auto kSteppers = {StepperKind::kSpook, StepperKind::kMoreauJean};

}  // namespace

TEST_CASE("joints held twice: a flap on two hinges swings as on one, its forces shared alike",
          "[solver][joints][steppers]") {
  const StepperKind stepper = GENERATE(values(kSteppers));
  Simulation one(swinging_flap(stepper, 0.01, false)), two(swinging_flap(stepper, 0.01, true));
  run(one, 5.0);
  run(two, 5.0);
  CHECK((one.body(0).position() - two.body(0).position()).norm() < 1e-6);
  // of 9.8 J of motion, as much as one hinge leaves; it was 2.5 J
  CHECK(change_of_energy(swinging_flap(stepper, 0.01, true), {0}, 5.0).largest() < 2e-3);
  const Vector3 first = read_output(two, "a.force").head<3>();
  const Vector3 second = read_output(two, "b.force").head<3>();
  CHECK((first - second).norm() < 1e-6 * first.norm());
  const Vector3 alone = read_output(one, "a.force").head<3>();
  CHECK((first + second - alone).norm() < 1e-4 * alone.norm());
}

TEST_CASE("joints held twice: a hatch on two hinges takes nothing from a crane on the same hull",
          "[solver][joints][steppers]") {
  const StepperKind stepper = GENERATE(values(kSteppers));
  const EnergyChange coarse = change_of_energy(boom_and_hatch(stepper, 0.01), {1}, 5.0);
  const EnergyChange fine = change_of_energy(boom_and_hatch(stepper, 0.005), {1}, 5.0);
  CAPTURE(coarse.least, coarse.most);
  CHECK(coarse.largest() < 2e-3);  // J, of 9.8 J of motion
  CHECK(std::log2(coarse.largest() / fine.largest()) > 1.8);
}

TEST_CASE("joints held twice: a four-bar linkage keeps its energy for a minute, by order 2",
          "[solver][joints][steppers]") {
  const StepperKind stepper = GENERATE(values(kSteppers));
  const EnergyChange coarse = change_of_energy(four_bar(stepper, 0.01), {0, 1, 2}, 60.0);
  const EnergyChange fine = change_of_energy(four_bar(stepper, 0.005), {0, 1, 2}, 60.0);
  CAPTURE(coarse.least, coarse.most, fine.least, fine.most);
  CHECK(coarse.most < 1e-9);   // never more than at the start
  CHECK(coarse.least > -0.6);  // J, of 30 J of motion, by order 3
  CHECK(std::log2(coarse.largest() / fine.largest()) > 1.8);
}
