/// @file Bricard's linkage: six hinges in a loop that would hold every dof but for their axes, so
/// that one row of them is redundant in every pose.
#include "tests/support/constants.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;
using solver::Simulation;
using solver::StepperKind;

namespace {

/// Five rods of 1 m and 1 kg and the ground along six edges of a cube, a hinge in every corner
/// across both of its edges: Bricard's trihedral linkage, released at rest.
solver::Model bricard_linkage(StepperKind stepper, double step) {
  const std::array<Vector3, 6> corners{
      {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {0, 1, 1}, {0, 0, 1}}};
  const auto edge = [&corners](std::size_t i) {
    return Vector3(corners[(i + 1) % 6] - corners[i % 6]);
  };
  const auto name = [](std::size_t i) { return i % 6 == 0 ? "" : "rod" + std::to_string(i % 6); };
  solver::Model model;
  model.gravity = kGravity;
  model.step_ns = nanoseconds(step);
  model.stepper = stepper;
  for (std::size_t i = 1; i < 6; ++i) {
    const Vector3 along = edge(i).cwiseAbs();
    const Vector3 inertia = (Vector3::Ones() - along) / 12.0 + 1e-3 * along;
    model.bodies.push_back(weightless_body(name(i), 1.0, inertia, corners[i] + 0.5 * edge(i)));
    model.bodies.back().gravity = true;
  }
  for (std::size_t i = 0; i < 6; ++i) {
    Joint hinge;
    hinge.name = "hinge" + std::to_string(i);
    hinge.type = JointType::kHinge;
    hinge.body1 = name(i == 0 ? 5 : i);
    hinge.body2 = name(i == 0 ? 0 : i - 1);
    hinge.position = corners[i];
    hinge.axis = edge(i + 5).cross(edge(i));
    model.joints.push_back(hinge);
  }
  return model;
}

double linkage_energy(const Simulation& simulation) {
  double sum = 0.0;
  for (const solver::BodyState& body : simulation.state().bodies) {
    sum += 0.5 * body.momentum.dot(body.velocity) + kGravity * body.position.z();
  }
  return sum;
}

struct Run {
  double energy_error = 0.0;  ///< J, the largest; some 60 J of motion
  double gap = 0.0;           ///< m, rad, at the end
  Vector3 position;           ///< m, at the end: of the rod opposite the ground
};

Run run_linkage(StepperKind stepper, double step, double duration) {
  Simulation simulation(bricard_linkage(stepper, step));
  const double start = linkage_energy(simulation);
  Run result;
  while (simulation.time_ns() < nanoseconds(duration)) {
    simulation.step();
    result.energy_error =
        std::max(result.energy_error, std::abs(linkage_energy(simulation) - start));
  }
  for (int i = 0; i < 6; ++i) {
    const VectorXd gap = read_output(simulation, "hinge" + std::to_string(i) + ".gap");
    result.gap = std::max(result.gap, gap.maxCoeff());
  }
  result.position = simulation.body(2).position();
  return result;
}

}  // namespace

TEST_CASE("Bricard's overclosed linkage: goes round with its energy, at the order of the stepper",
          "[solver][joints][steppers]") {
  const auto [stepper, order, error] =
      GENERATE(table<StepperKind, double, double>({{StepperKind::kRungeKutta4, 4.0, 1e-3},
                                                   {StepperKind::kMidpoint, 2.0, 2e-3},
                                                   {StepperKind::kSpook, 2.0, 2e-2},
                                                   {StepperKind::kMoreauJean, 2.0, 2e-2}}));
  const Run coarse = run_linkage(stepper, 0.01, 5.0);
  const Run fine = run_linkage(stepper, 0.005, 5.0);
  CAPTURE(static_cast<int>(stepper), coarse.energy_error, fine.energy_error, fine.gap);
  CHECK(fine.energy_error < error);
  CHECK(std::log2(coarse.energy_error / fine.energy_error) > order - 0.2);
  // Steppers of impulses leave gaps of up to 1e-7 open.
  const bool smooth = stepper == StepperKind::kRungeKutta4 || stepper == StepperKind::kMidpoint;
  CHECK(fine.gap < (smooth ? 1e-9 : 1e-7));
}

TEST_CASE("Bricard's overclosed linkage: midpoint and rk4 move it to the same place",
          "[solver][joints][steppers]") {
  const Run fine = run_linkage(StepperKind::kRungeKutta4, 0.0025, 5.0);
  // The order of each at h = 5 ms, over 1.1 m up and down.
  CHECK((run_linkage(StepperKind::kMidpoint, 0.005, 5.0).position - fine.position).norm() < 1e-4);
  CHECK((run_linkage(StepperKind::kRungeKutta4, 0.005, 5.0).position - fine.position).norm() <
        5e-5);
}
