/// @file Steps that are too long for the motions of a model, and what is done and said then.
#include <algorithm>
#include <cmath>

#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "tests/solver/limits/hemisphere.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

using Names = std::vector<std::string>;

/// A mass of 1 kg on a spring and a damper along x, of which a step of 1 s makes omega h and h d/m.
solver::Model oscillator(double frequency, double damping, solver::StepperKind stepper) {
  solver::Model model;
  model.step_ns = nanoseconds(1.0);
  model.stepper = stepper;
  model.bodies = {weightless_body("mass", 1.0, {1, 1, 1}, {0.01, 0, 0},
                                  {true, false, false, false, false, false})};
  solver::LinearMooring spring;
  spring.body = "mass";
  spring.stiffness(0, 0) = frequency * frequency;
  spring.damping(0, 0) = damping;
  model.loads = {{"spring", spring}};
  model.bodies[0].linear_velocity.x() = 0.01;
  return model;
}

/// How much of its speed it has in 300 steps, at most, or in those before it has grown a
/// millionfold.
double growth(const solver::Model& model) {
  Simulation simulation(model);
  double most = 0.0;
  for (int i = 0; i < 300 && most < 1e6; ++i) {
    simulation.step();
    most = std::max(most, std::abs(simulation.state().bodies[0].velocity[0]) / 0.01);
  }
  return most;
}

}  // namespace

TEST_CASE("findings: natural frequencies beyond the database's, and steps too long for them",
          "[solver][findings]") {
  solver::Model model = still_hemisphere();
  const double omega = 1.43;  // heave, 4.4 s
  CHECK(names(Simulation(model).findings()).empty());
  model.step_ns = nanoseconds(1.2 / omega);
  const Findings slow = Simulation(model).findings();
  REQUIRE(names(slow) == Names{"step_too_long"});
  CHECK(slow[0].value == Approx(1.2).epsilon(0.06));  // A_inf is less than A there
  model.stepper = solver::StepperKind::kMidpoint;
  CHECK(names(Simulation(model).findings()).empty());

  model = still_hemisphere();
  hydro::Database cut = *model.hydrodynamics[0].database;
  const Eigen::Index kept = (cut.omega.array() < 1.0).count();
  cut.omega = VectorXd(cut.omega.head(kept));
  cut.added_mass.resize(static_cast<std::size_t>(kept));
  model.hydrodynamics[0].database = std::make_shared<hydro::Database>(cut);
  Findings found;
  solver::add_natural_frequency_findings(model, found);
  REQUIRE(!found.empty());
  CHECK_THAT(found[0].message,
             Catch::StartsWith("heave of 'body1' should have its natural frequency within those"));
}

TEST_CASE("findings: spook is told of steps from where they grow, implicit steppers never",
          "[solver][findings]") {
  using solver::StepperKind;
  const auto said = [](double frequency, double damping, StepperKind stepper) {
    return Simulation(oscillator(frequency, damping, stepper)).findings();
  };
  const double damping = GENERATE(0.0, 1.0, 1.8);
  const double most = std::sqrt(4.0 - 2.0 * damping + damping * damping);
  CHECK(said(0.97 * most, damping, StepperKind::kSpook).empty());
  CHECK(growth(oscillator(0.97 * most, damping, StepperKind::kSpook)) < 20.0);
  const Findings found = said(1.03 * most, damping, StepperKind::kSpook);
  REQUIRE(names(found) == Names{"step_too_long"});
  CHECK(found[0].value == Approx(1.03 * most).epsilon(1e-6));
  CHECK_THAT(found[0].message, Catch::Contains("with spook") && Catch::Contains("moreau_jean"));
  CHECK(growth(oscillator(1.03 * most, damping, StepperKind::kSpook)) > 1e3);
  CHECK(names(said(0.1, 2.1, StepperKind::kSpook)) == Names{"step_too_long"});
  CHECK(said(3.0 * most, damping, StepperKind::kMoreauJean).empty());
  CHECK(said(3.0 * most, damping, StepperKind::kMidpoint).empty());
}

TEST_CASE("findings: where the stepper is left open, one is taken with which motions stay bounded",
          "[solver][findings]") {
  using solver::StepperKind;
  const auto open = [](double frequency, double damping) {
    solver::Model model = oscillator(frequency, damping, StepperKind::kRungeKutta4);
    model.stepper.reset();
    return model;
  };
  const auto stepper_of = [](const solver::Model& model) {
    return Simulation(model).islands().front().stepper;
  };
  CHECK(stepper_of(open(2.7, 0.0)) == StepperKind::kRungeKutta4);
  CHECK(stepper_of(open(0.0, 2.7)) == StepperKind::kRungeKutta4);
  const auto [frequency, damping] =
      GENERATE(std::pair(3.0, 0.0), std::pair(0.0, 3.0), std::pair(0.0, 1e12), std::pair(1e4, 0.1));
  const solver::Model model = open(frequency, damping);
  CHECK(stepper_of(model) == StepperKind::kMidpoint);
  CHECK(growth(model) <= 1.001);
  const Findings found = Simulation(model).findings();
  REQUIRE(names(found) == Names{"step_too_long"});
  CHECK_THAT(found[0].message, Catch::Contains("with rk4") &&
                                   Catch::Contains("midpoint was taken, with which it stays"));
  solver::Model given = model;
  given.stepper = StepperKind::kRungeKutta4;
  CHECK(stepper_of(given) == StepperKind::kRungeKutta4);  // what a model says is done
  CHECK_THAT(Simulation(given).findings()[0].message,
             Catch::Contains("or choose the stepper midpoint"));
}

TEST_CASE("moreau_jean: a compressed spring gives way across from (theta h)^2 P/L = m on",
          "[solver][steppers]") {
  constexpr double kStep = 0.01, kLength = 0.5, kMass = 1000.0;
  const double share = GENERATE(0.95, 1.05);
  solver::Model model;
  model.step_ns = nanoseconds(kStep);
  model.stepper = solver::StepperKind::kMoreauJean;
  model.theta = 0.6;
  model.bodies = {weightless_body("mass", kMass, {1e3, 1e3, 1e3}, {kLength, 0, 0})};
  solver::PointSpring spring;
  spring.body1 = "mass";
  spring.rest_length = 2.0 * kLength;
  spring.stiffness = share * kMass / (0.36 * kStep * kStep);  // P = k (L_0 - L) = k L
  model.loads = {{"spring", spring}};
  Simulation simulation(model);
  if (share < 1.0) {
    CHECK_NOTHROW(simulation.step());
  } else {
    CHECK_THROWS_WITH(simulation.step(), Catch::Contains("must stay positive definite"));
  }
}

TEST_CASE("findings: of stiffness that joints hold nothing is said, of what they leave free it is",
          "[solver][findings]") {
  solver::Model model = oscillator(
      3.0, 0.0, GENERATE(solver::StepperKind::kSpook, solver::StepperKind::kRungeKutta4));
  model.bodies[0].free.fill(true);
  solver::Joint slide;
  slide.name = "slide";
  slide.type = solver::JointType::kPrismatic;
  slide.body1 = "mass";
  slide.axis = Vector3::UnitX();
  model.joints = {slide};
  const Findings along = Simulation(model).findings();
  REQUIRE(names(along) == Names{"step_too_long"});
  CHECK(along[0].value == Approx(3.0).epsilon(1e-6));
  model.joints[0].axis = Vector3::UnitY();
  CHECK(Simulation(model).findings().empty());
}
