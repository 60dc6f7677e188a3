#include "solver/model/water/strong_interaction.hpp"

#include "tests/solver/interactions/coupled_pair.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::BodyKinematics;
using solver::Simulation;
using solver::StrongBlock;

namespace {

constexpr double kLength = 6.0, kCompliance = 1e-6, kDampingTime = 0.03;

/// The distance of two centres of mass, held by a user as spook's rows hold it: lambda eliminated.
class UsersDistance final : public solver::StrongInteraction {
 public:
  std::vector<std::string> bodies() const override { return {"first", "second"}; }
  StrongBlock evaluate(double h, std::span<const BodyKinematics> bodies) const override {
    const Vector3 between = bodies[0].position - bodies[1].position;
    const double g = between.norm() - kLength;
    VectorXd G = VectorXd::Zero(12);
    G.head<3>() = between.normalized();
    G.segment<3>(6) = -between.normalized();
    VectorXd v(12);
    v << bodies[0].velocity, bodies[1].velocity;
    const double upsilon = 1.0 / (1.0 + 4.0 * kDampingTime / h);
    const double sigma = 4.0 / (h * h) * kCompliance * upsilon;
    const double b = -4.0 / h * upsilon * g + upsilon * G.dot(v);
    return {G * G.transpose() / sigma, G * (b / sigma)};
  }
};

/// A damper between the bodies, its force taken at the end of the step.
class UsersDamper final : public solver::StrongInteraction {
 public:
  std::vector<std::string> bodies() const override { return {"second", "first"}; }
  StrongBlock evaluate(double h, std::span<const BodyKinematics> /*bodies*/) const override {
    StrongBlock block{MatrixXd::Zero(12, 12), VectorXd::Zero(12)};
    const Matrix6 C = 1e6 * Matrix6::Identity();
    block.A << h * C, -h * C, -h * C, h * C;
    return block;
  }
};

class Lopsided final : public solver::StrongInteraction {
 public:
  std::vector<std::string> bodies() const override { return {"first"}; }
  StrongBlock evaluate(double /*step*/, std::span<const BodyKinematics> /*bodies*/) const override {
    StrongBlock block{MatrixXd::Identity(6, 6), VectorXd::Zero(6)};
    block.A(0, 1) = 0.5;
    return block;
  }
};

/// Two bodies coupled by their water, stepped by spook.
solver::Model pair_for_spook() {
  solver::Model model = coupled_pair(solver::HydroFrame::kBody, solver::AddedMassCoriolis::kFull);
  model.bodies[0].pose.position = {0.0, 0.0, 0.0};
  model.bodies[1].pose.position = {kLength, 0.0, 0.0};
  model.stepper = solver::StepperKind::kSpook;
  return model;
}

Vector3 linear_momentum(const Simulation& simulation) {
  return simulation.state().bodies[0].momentum.head<3>() +
         simulation.state().bodies[1].momentum.head<3>();
}

}  // namespace

TEST_CASE("strong interaction: a user's penalty is the joint whose multiplier it eliminates",
          "[solver][interactions][strong]") {
  solver::Model jointed = pair_for_spook();
  solver::Joint joint;
  joint.name = "line";
  joint.type = solver::JointType::kDistance;
  joint.body1 = "first";
  joint.body2 = "second";
  joint.position = jointed.bodies[0].pose.position;
  joint.position2 = jointed.bodies[1].pose.position;
  joint.compliance = kCompliance;
  joint.damping_time = kDampingTime;
  jointed.joints = {joint};
  solver::Model strong = pair_for_spook();
  strong.strong_interactions = {std::make_shared<UsersDistance>()};
  Simulation by_row(jointed), by_block(strong);
  for (int i = 0; i < 100; ++i) {
    by_row.step();
    by_block.step();
    for (const std::size_t body : {0U, 1U}) {
      const solver::BodyState& expected = by_row.state().bodies[body];
      const solver::BodyState& found = by_block.state().bodies[body];
      CHECK((found.velocity - expected.velocity).norm() < 1e-10 * expected.velocity.norm());
      CHECK((found.momentum - expected.momentum).norm() < 1e-10 * expected.momentum.norm());
    }
  }
}

TEST_CASE("strong interaction: a damper too stiff for its step stops the relative motion at once",
          "[solver][interactions][strong]") {
  // Explicitly, c h / m = 5000 would explode; here the bodies go on together, their momentum kept.
  solver::Model model = pair_for_spook();
  model.strong_interactions = {std::make_shared<UsersDamper>()};
  Simulation simulation(model);
  const Vector3 momentum = linear_momentum(simulation);
  run(simulation, 0.5);
  const auto& bodies = simulation.state().bodies;
  // What is left is the turning of W within the last step.
  CHECK((bodies[0].velocity - bodies[1].velocity).norm() < 2e-2);
  CHECK((linear_momentum(simulation) - momentum).norm() < 1e-13 * (1.0 + momentum.norm()));
}

TEST_CASE("strong interaction: the stepper is chosen for it, one that cannot is refused",
          "[solver][interactions][strong]") {
  solver::Model model = pair_for_spook();
  model.strong_interactions = {std::make_shared<UsersDistance>()};
  Simulation spook(model);
  model.stepper.reset();
  Simulation chosen(model);
  run(spook, 0.1);
  run(chosen, 0.1);
  CHECK((spook.state().bodies[0].velocity - chosen.state().bodies[0].velocity).norm() == 0.0);
  model.stepper = solver::StepperKind::kRungeKutta4;
  CHECK_THROWS_WITH(Simulation(model),
                    Catch::Contains("integration.stepper must be spook or moreau_jean where strong "
                                    "interactions act"));
}

TEST_CASE("strong interaction: what is not symmetric is refused, the state untouched",
          "[solver][interactions][strong]") {
  solver::Model model = pair_for_spook();
  model.strong_interactions = {std::make_shared<Lopsided>()};
  Simulation simulation(model);
  const std::string before = serialize(simulation.state());
  CHECK_THROWS_WITH(simulation.step(),
                    Catch::Contains("A of strong_interactions[0] must be symmetric, got a "
                                    "difference of 0.5"));
  CHECK(serialize(simulation.state()) == before);
}
