#include "solver/model/bodies/rotation.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;
using solver::Simulation;

namespace {

Joint joint_of(const std::string& name, JointType type, const std::string& body1,
               const std::string& body2, const Vector3& position, const Vector3& axis) {
  Joint joint;
  joint.name = name;
  joint.type = type;
  joint.body1 = body1;
  joint.body2 = body2;
  joint.position = position;
  joint.axis = axis;
  return joint;
}

solver::Model model_of(double step) {
  solver::Model model;
  model.gravity = kGravity;
  model.step_ns = nanoseconds(step);
  return model;
}

solver::RigidBody heavy_body(const std::string& name, double mass, const Vector3& inertia,
                             const Vector3& position) {
  solver::RigidBody body = weightless_body(name, mass, inertia, position);
  body.gravity = true;
  return body;
}

/// docs/reference/cases.md S4: rods of 1 x .2 x .2 m and 1 kg in a row along x, hinged along y to
/// the origin and to each other.
solver::Model rod_chain(int count, double step) {
  solver::Model model = model_of(step);
  for (int i = 0; i < count; ++i) {
    const std::string name = "rod" + std::to_string(i);
    model.bodies.push_back(
        heavy_body(name, 1.0, Vector3(0.08, 1.04, 1.04) / 12.0, {0.5 + i, 0.0, 0.0}));
    model.joints.push_back(joint_of("hinge" + std::to_string(i), JointType::kHinge, name,
                                    i > 0 ? "rod" + std::to_string(i - 1) : "",
                                    {static_cast<double>(i), 0.0, 0.0}, Vector3::UnitY()));
  }
  return model;
}

/// The largest distance between the ends of two rods of a chain that a hinge joins.
double largest_gap(Simulation& simulation) {
  Vector3 end = Vector3::Zero();
  double gap = 0.0;
  for (const solver::BodyState& body : simulation.state().bodies) {
    const Vector3 half = body.attitude * Vector3(0.5, 0.0, 0.0);
    gap = std::max(gap, (body.position - half - end).norm());
    end = body.position + half;
  }
  return gap;
}

double energy(const solver::Model& model, const solver::State& state) {
  double sum = 0.0;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const solver::BodyState& body = state.bodies[i];
    sum += 0.5 * body.momentum.dot(body.velocity);
    if (model.bodies[i].gravity) sum += model.bodies[i].mass * model.gravity * body.position.z();
  }
  return sum;
}

}  // namespace

TEST_CASE("pendulum of 1 kg and 1 m from horizontal: its place after 10 s",
          "[solver][joints][S5]") {
  solver::Model model = model_of(0.0025);
  model.bodies = {heavy_body("mass", 1.0, Vector3::Ones(), {1.0, 0.0, 0.0})};
  Joint joint =
      joint_of("line", JointType::kDistance, "mass", "", {1.0, 0.0, 0.0}, Vector3::UnitZ());
  joint.position2 = Vector3::Zero();
  model.joints = {joint};
  Simulation simulation(model);
  run(simulation, 10.0);
  const VectorXd place = read_output(simulation, "mass.position");
  // docs/reference/cases.md S5; order 4 at this step leaves some 3e-9.
  CHECK(place[0] == Approx(0.2750874626).epsilon(0.0).margin(1e-8));
  CHECK(place[2] == Approx(-0.9614192051).epsilon(0.0).margin(1e-8));
  CHECK(place.norm() == Approx(1.0).epsilon(1e-12));
}

TEST_CASE("compound pendulum: a thin rod from 90 deg returns after its period",
          "[solver][joints][S5]") {
  constexpr double kPeriod = 1.9333348544;  // s, docs/reference/cases.md S5
  solver::Model model = model_of(kPeriod / 400.0);
  model.bodies = {heavy_body("rod", 1.0, {1e-3, 1.0 / 12.0, 1.0 / 12.0}, {0.5, 0.0, 0.0})};
  model.joints = {
      joint_of("hinge", JointType::kHinge, "rod", "", Vector3::Zero(), Vector3::UnitY())};
  Simulation simulation(model);
  for (int i = 0; i < 100; ++i) simulation.step();
  // Upright: turned by 90 deg at sqrt(3 g / L). The step is rounded to whole nanoseconds, 100 of
  // them to 5e-8 s.
  CHECK(read_output(simulation, "hinge.position")[0] ==
        Approx(kPi / 2.0).epsilon(0.0).margin(3e-7));
  CHECK(read_output(simulation, "hinge.speed")[0] == Approx(std::sqrt(3.0 * kGravity)));
  for (int i = 0; i < 300; ++i) simulation.step();
  CHECK(read_output(simulation, "rod.position")[0] == Approx(0.5).epsilon(0.0).margin(1e-9));
  CHECK(read_output(simulation, "hinge.speed")[0] == Approx(0.0).margin(3e-6));
}

TEST_CASE("two rods in a chain: the place of the second, gaps at round-off",
          "[solver][joints][S4]") {
  Simulation simulation(rod_chain(2, 0.01));
  struct Place {
    double time, x, z, tolerance;
  };
  // docs/reference/cases.md S4: 1e-6 at t = 1; the motion is chaotic and spreads errors of the step
  // later.
  const std::vector<Place> places{{1.0, -1.301307482761, -0.702734758340, 1e-6},
                                  {2.0, 0.0802575650289, -1.4666008166773, 5e-6},
                                  {5.0, 1.220969053221, -0.858097802210, 1e-4}};
  double time = 0.0;
  for (const Place& place : places) {
    run(simulation, place.time - time);
    time = place.time;
    const VectorXd found = read_output(simulation, "rod1.position");
    CAPTURE(place.time, found);
    CHECK(found[0] == Approx(place.x).epsilon(0.0).margin(place.tolerance));
    CHECK(found[2] == Approx(place.z).epsilon(0.0).margin(place.tolerance));
    CHECK(std::abs(found[1]) < 1e-13);
  }
  CHECK(largest_gap(simulation) < 1e-12);
}

TEST_CASE("a hundred rods in a chain: the place of the last after 5 s", "[solver][joints][S4]") {
  Simulation simulation(rod_chain(100, 0.001));
  run(simulation, 5.0);
  const VectorXd last = read_output(simulation, "rod99.position");
  CAPTURE(last);
  CHECK(last[0] == Approx(-25.6166).epsilon(0.0).margin(2e-4));
  CHECK(last[2] == Approx(-83.5101).epsilon(0.0).margin(2e-4));
  CHECK(largest_gap(simulation) < 1e-12);
}

TEST_CASE("forty rods in a chain by impulses: closed even where it cracks like a whip",
          "[solver][joints]") {
  solver::Model model = rod_chain(40, 0.02);
  model.stepper = solver::StepperKind::kSpook;
  Simulation simulation(model);
  double gap = 0.0;
  for (int i = 0; i < 300; ++i) {
    simulation.step();
    gap = std::max(gap, largest_gap(simulation));
  }
  CHECK(gap < 1e-6);  // rows are closed to 1e-7 m; links turn by more than a radian per step
}

TEST_CASE("two barges hinged together, coupled by the water: motion and force of the hinge",
          "[solver][joints][S3]") {
  solver::Model model = model_of(0.02);
  constexpr double kScale = 1e-3;  // the case is linear, joints are not
  const std::array<bool, 6> heave_pitch{true, false, true, false, true, false};
  const Vector3 inertia = Vector3::Constant(1.4e7);
  model.bodies = {weightless_body("aft", 4.0e5, inertia, {-10.0, 0.0, kScale}, heave_pitch),
                  weightless_body("fore", 4.0e5, inertia, {10.0, 0.0, 0.0}, heave_pitch)};
  model.bodies[0].pose.attitude = solver::exponential({0.0, 0.1 * kScale, 0.0});
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "aft";
  water.body2 = "fore";
  water.blocks.body1(2, 2) = water.blocks.body2(2, 2) = 3.2e5;
  water.blocks.body1(4, 4) = water.blocks.body2(4, 4) = 9.0e6;
  water.blocks.off_diagonal(2, 2) = -4.0e4;
  water.blocks.off_diagonal(2, 4) = 3.0e5;
  water.blocks.off_diagonal(4, 2) = -3.0e5;
  water.blocks.off_diagonal(4, 4) = -8.0e5;
  model.added_mass_interactions = {water};
  Vector6 stiffness;
  stiffness << 0.0, 0.0, 2.0e6, 0.0, 6.5e7, 0.0;
  for (const char* body : {"aft", "fore"}) {
    solver::Load load = mooring(std::string("water_") + body, body, stiffness, Vector6::Zero());
    load.kind.get<solver::LinearMooring>().rest_pose =
        solver::Pose{{std::string(body) == "aft" ? -10.0 : 10.0, 0.0, 0.0}};
    model.loads.push_back(load);
  }
  model.joints = {
      joint_of("hinge", JointType::kHinge, "aft", "fore", Vector3::Zero(), Vector3::UnitY())};
  Simulation simulation(model);
  struct Expected {
    double time;
    Eigen::Vector4d motion;  ///< heave and pitch of aft, of fore [m, rad]
    double hinge_force;      ///< N
  };
  const std::vector<Expected> cases{
      {5.0, {-.45540125, -.04798735, -.33598342, .03604557}, 544.371},
      {30.0, {-.75941855, -.07847384, -.00644094, .00317608}, 3432.4795}};
  for (const Expected& expected : cases) {
    run(simulation, expected.time - 1e-9 * static_cast<double>(simulation.time_ns()));
    const VectorXd aft = read_output(simulation, "aft.displacement") / kScale;
    const VectorXd fore = read_output(simulation, "fore.displacement") / kScale;
    CAPTURE(expected.time, aft, fore);
    CHECK((Eigen::Vector4d(aft[2], aft[4], fore[2], fore[4]) - expected.motion).norm() < 1e-6);
    CHECK(read_output(simulation, "hinge.force")[2] / kScale ==
          Approx(expected.hinge_force).epsilon(1e-5));
  }
}

TEST_CASE("joints of every type on two free bodies: momentum to round-off, energy kept",
          "[solver][joints][invariants]") {
  for (const JointType type :
       {JointType::kLock, JointType::kHinge, JointType::kPrismatic, JointType::kCylindrical,
        JointType::kBall, JointType::kUniversal, JointType::kPlanar, JointType::kDistance}) {
    solver::Model model = model_of(0.005);
    model.bodies = {weightless_body("a", 2.0, {1.0, 2.0, 2.5}, {0.0, 0.0, 0.0}),
                    weightless_body("b", 3.0, {2.0, 1.0, 1.5}, {1.0, 0.5, 0.2})};
    for (solver::RigidBody& body : model.bodies) {
      body.angular_velocity = {0.3, -0.5, 0.8};  // as one body: any joint agrees
      body.linear_velocity =
          Vector3(0.1, 0.2, -0.1) + body.angular_velocity.cross(body.pose.position);
    }
    Joint joint = joint_of("joint", type, "a", "b", {0.3, 0.6, -0.2}, {0.2, 0.1, 1.0});
    if (type == JointType::kUniversal) joint.axis2 = joint.axis.cross(Vector3::UnitX());
    if (type == JointType::kDistance) joint.position2 = Vector3(1.0, 0.0, 0.5);
    model.joints = {joint};
    Simulation simulation(model);
    const auto momentum = [&] {
      Vector6 sum = Vector6::Zero();
      for (const solver::BodyState& body : simulation.state().bodies) {
        sum.head<3>() += body.momentum.head<3>();
        sum.tail<3>() +=
            body.momentum.tail<3>() + body.position.cross(Vector3(body.momentum.head<3>()));
      }
      return sum;
    };
    const Vector6 before = momentum();
    const double energy_before = energy(model, simulation.state());
    run(simulation, 5.0);
    CAPTURE(static_cast<int>(type));
    CHECK((momentum() - before).head<3>().norm() < 1e-12);
    // Angular momentum and energy at the order of the method, h = .005.
    CHECK((momentum() - before).tail<3>().norm() < 1e-8);
    CHECK(energy(model, simulation.state()) == Approx(energy_before).epsilon(1e-8));
  }
}
