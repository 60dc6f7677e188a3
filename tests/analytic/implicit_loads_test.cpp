/// @file Loads that moreau_jean takes implicitly.
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/nonsmooth/moreau_jean.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;
using solver::StepperKind;

namespace {

constexpr std::array<bool, 6> kHeave{false, false, true, false, false, false};

solver::Model model_of(double step, double theta) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.stepper = StepperKind::kMoreauJean;
  model.theta = theta;
  return model;
}

solver::Load heave_mooring(const std::string& body, double stiffness, double damping) {
  return mooring(body + "_mooring", body, Vector6::Unit(2) * stiffness, Vector6::Unit(2) * damping);
}

solver::Load line_between(const std::string& body1, const std::string& body2, double stiffness,
                          double damping) {
  solver::PointSpring line;
  line.body1 = body1;
  line.body2 = body2;
  line.stiffness = stiffness;
  line.damping = damping;
  return {"line", line};
}

/// Two weights in heave above a floor, moored and with a spring between them: what follows is
/// linear but for the impacts of the lower on the floor.
struct MooredPair {
  static constexpr double kGravity = 9.81, kFloor = 0.9, kRestitution = 0.7;
  Vector2 mass{2.0, 1.0}, height{1.0, 3.0}, stiffness{40.0, 5.0}, damping{0.3, 0.1};
  double line_stiffness = 2000.0, line_damping = 0.4;

  solver::Model model(double step, double theta) const {
    solver::Model scene = model_of(step, theta);
    scene.gravity = kGravity;
    for (int i = 0; i < 2; ++i) {
      const std::string name = i == 0 ? "lower" : "upper";
      scene.bodies.push_back(
          weightless_body(name, mass[i], Vector3::Ones(), {0.0, 0.0, height[i]}, kHeave));
      scene.bodies.back().gravity = true;
      scene.loads.push_back(heave_mooring(name, stiffness[i], damping[i]));
    }
    scene.loads.push_back(line_between("lower", "upper", line_stiffness, line_damping));
    solver::Joint slide;
    slide.name = "slide";
    slide.type = solver::JointType::kPrismatic;
    slide.body1 = "lower";
    slide.position = {0.0, 0.0, height[0]};
    slide.axis = Vector3::UnitZ();
    slide.drives = {
        {0, solver::Range{kFloor - height[0], 100.0, solver::nonsmooth::kUnbounded, kRestitution}}};
    scene.joints = {slide};
    return scene;
  }

  solver::nonsmooth::MoreauJean reference(double step, double theta) const {
    using namespace solver::nonsmooth;
    MatrixXd line(2, 2);
    line << 1.0, -1.0, -1.0, 1.0;
    const MatrixXd K = MatrixXd(stiffness.asDiagonal()) + line_stiffness * line;
    const MatrixXd C = MatrixXd(damping.asDiagonal()) + line_damping * line;
    const VectorXd force = K * height - kGravity * mass;  // every spring at rest at the start
    const SecondOrderSystem pair =
        linear_system("pair", height, VectorXd::Zero(2), MatrixXd(mass.asDiagonal()), C, K,
                      [force](double /*t*/) { return force; });
    return MoreauJean(
        {{pair},
         {{"floor",
           {"pair"},
           LinearRelation{Eigen::RowVector2d(1.0, 0.0), VectorXd::Constant(1, -kFloor)},
           NewtonImpactLaw{kRestitution}}}},
        {step, theta});
  }
};

}  // namespace

TEST_CASE("moreau_jean: a mass on a spring keeps its energy, however stiff the spring",
          "[solver][steppers]") {
  const double omega_h = GENERATE(0.02, 0.5, 2.0, 1000.0);
  constexpr double kMass = 1000.0, kStep = 0.01;
  const double stiffness = kMass * omega_h * omega_h / (kStep * kStep);
  solver::Model model = model_of(kStep, 0.5);
  model.bodies = {weightless_body("mass", kMass, Vector3::Ones(), {0.0, 0.0, 0.5}, kHeave)};
  model.loads = {heave_mooring("mass", stiffness, 0.0)};
  model.loads[0].kind.get<solver::LinearMooring>().rest_pose = solver::Pose{};
  Simulation simulation(model);
  double worst = 0.0;
  for (int i = 0; i < 500; ++i) {
    simulation.step();
    const solver::BodyState& mass = simulation.state().bodies[0];
    const double energy = 0.5 * mass.momentum.dot(mass.velocity) +
                          0.5 * stiffness * mass.position.z() * mass.position.z();
    worst = std::max(worst, std::abs(energy / (0.5 * stiffness * 0.25) - 1.0));
  }
  CAPTURE(omega_h);
  // theta = 1/2 is the midpoint rule, exact but for rounding, which the matrix, up to 2.5e5 times
  // that of the mass, makes felt
  CHECK(worst < 1e-8);
}

TEST_CASE("moreau_jean: springs, dampers and impacts as of a linear nonsmooth system",
          "[solver][steppers][nonsmooth]") {
  const double theta = GENERATE(0.5, 0.75, 1.0);
  constexpr double kStep = 0.01;
  const MooredPair pair;
  Simulation simulation(pair.model(kStep, theta));
  solver::nonsmooth::MoreauJean reference = pair.reference(kStep, theta);
  double worst = 0.0;
  int impacts = 0;
  for (int i = 0; i < 1000; ++i) {
    simulation.step();
    if (!reference.step().active.empty()) ++impacts;
    const solver::nonsmooth::SystemState& expected = reference.state().systems[0];
    for (int body = 0; body < 2; ++body) {
      const solver::BodyState& found = simulation.state().bodies[static_cast<std::size_t>(body)];
      worst = std::max({worst, std::abs(found.position.z() - expected.coordinates[body]),
                        std::abs(found.velocity[2] - expected.velocity[body])});
    }
  }
  CAPTURE(theta, impacts);
  CHECK(impacts > 3);
  CHECK(worst < 1e-8);  // round-off that impacts amplify
}

TEST_CASE("moreau_jean: two bodies that turn on a stiff line keep their momentum to round-off",
          "[solver][steppers]") {
  solver::Model model = model_of(0.05, 0.5);
  model.bodies = {weightless_body("a", 1.0, {1.0, 2.0, 3.0}, {0.0, 0.0, 0.0}),
                  weightless_body("b", 2.0, {2.0, 1.0, 3.0}, {3.0, 0.0, 0.0})};
  model.bodies[0].linear_velocity = {0.3, 0.5, -0.2};
  model.bodies[0].angular_velocity = {0.1, 0.4, 0.2};
  model.loads = {line_between("a", "b", 1e5, 10.0)};
  model.loads[0].kind.get<solver::PointSpring>().point1 = {0.5, 0.2, 0.0};
  Simulation simulation(model);
  run(simulation, 10.0);
  const std::vector<solver::BodyState>& bodies = simulation.state().bodies;
  const Vector3 momentum = bodies[0].momentum.head<3>() + bodies[1].momentum.head<3>();
  CHECK((momentum - Vector3(0.3, 0.5, -0.2)).norm() < 1e-11);
  CHECK((bodies[0].position - bodies[1].position).norm() == Approx(2.6).epsilon(0.0).margin(0.6));
}

TEST_CASE(
    "spook: explicit in its loads, stable while h^2 K < 4 - 2 h D + h^2 D^2, h D < 2, of W = 1",
    "[solver][steppers]") {
  struct Case {
    double omega_h, damping_h;  ///< h sqrt(K / m), h D / m
    bool stable;
  };
  const Case one = GENERATE(Case{1.98, 0.0, true}, Case{2.02, 0.0, false}, Case{1.71, 1.0, true},
                            Case{1.75, 1.0, false}, Case{0.1, 1.97, true}, Case{0.1, 2.03, false});
  constexpr double kStep = 0.01;
  solver::Model model = model_of(kStep, 0.5);
  model.theta.reset();
  model.stepper = StepperKind::kSpook;
  model.bodies = {weightless_body("mass", 1.0, Vector3::Ones(), {0.0, 0.0, 0.5}, kHeave)};
  model.loads = {heave_mooring("mass", std::pow(one.omega_h / kStep, 2), one.damping_h / kStep)};
  model.loads[0].kind.get<solver::LinearMooring>().rest_pose = solver::Pose{};
  Simulation simulation(model);
  const auto height = [&] { return std::abs(simulation.body(0).position().z()); };
  for (int i = 0; i < 2000 && height() < 1e6; ++i) simulation.step();
  CAPTURE(one.omega_h, one.damping_h);
  CHECK((height() < 10.0) == one.stable);
}

TEST_CASE("moreau_jean: a spring to a body that clients move pulls as that body moves on",
          "[solver][steppers][kinematic]") {
  solver::Model model = model_of(0.01, 0.5);
  model.bodies = {weightless_body("tug", 1.0, Vector3::Ones(), {0.0, 0.0, 2.0}, kHeave),
                  weightless_body("load", 1.0, Vector3::Ones(), Vector3::Zero(), kHeave)};
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.bodies[0].linear_velocity.z() = 0.2;
  const double stiffness = GENERATE(100.0, 1e8);
  model.loads = {line_between("tug", "load", stiffness, 0.0)};
  Simulation simulation(model);
  // Seen from the tug the load starts with -.2 m/s and swings undamped: at most .2 / omega away.
  const double largest = 0.2 / std::sqrt(stiffness);
  double found = 0.0;
  for (int i = 0; i < 400; ++i) {
    simulation.step();
    const std::vector<solver::BodyState>& bodies = simulation.state().bodies;
    const double stretch = bodies[0].position.z() - bodies[1].position.z() - 2.0;
    found = std::max(found, std::abs(stretch));
  }
  CHECK(found == Approx(largest).epsilon(0.02));
}
