#include "hydro/database/readers/read_database.hpp"
#include "solver/model/loads/thruster.hpp"
#include "tests/hydro/second_order/second_order_data.hpp"
#include "tests/solver/loads/load_scenes.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/meshes.hpp"
#include "tests/support/moorings.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

namespace raftup::testing {

namespace {

/// The hemisphere with mean drift forces of a smooth kind.
std::shared_ptr<const hydro::Database> drifting_hemisphere() {
  static const auto kDatabase = [] {
    auto database =
        std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
    set_drift(*database, [](Eigen::Index dof, double omega, double b) {
      return (dof < 3 ? 2e3 : 1e3) * omega * (std::cos(b) + 0.3);
    });
    return std::shared_ptr<const hydro::Database>(database);
  }();
  return kDatabase;
}

/// Thrusters that the dynamic positioning of the example commands beside its own.
void add_thrusters(std::vector<solver::Load>& loads) {
  solver::Thruster thruster;
  thruster.body = "hull";
  thruster.max_thrust = 5e4;
  thruster.lag = 1.0;
  thruster.point = {0.0, 4.0, -3.0};
  loads.push_back({"bow", thruster});
  thruster.point = {-4.0, 0.0, -3.0};
  thruster.azimuth = 90.0 * kDegree;
  loads.push_back({"stern", thruster});
}

Vector2 turned(const Vector2& given, const Quaternion& turn) {
  return (turn * Vector3(given.x(), given.y(), 0.0)).head<2>();
}

}  // namespace

std::vector<std::string> kinds_of_every_stepper() {
  std::vector<std::string> kinds = load_kinds();
  std::erase_if(kinds, [](const std::string& kind) {
    return load_example_note(kind, "steppers") == "implicit";
  });
  return kinds;
}

solver::Model all_loads(double step) {
  const auto database = drifting_hemisphere();
  solver::Model model = floating_model(database, {Vector3::Constant(2.8)}, step);
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.bodies[0].body = model.bodies[0].name = "hull";
  group.bodies[0].linear_damping = 1e3 * Matrix6::Identity();
  group.bodies[0].quadratic_damping = 1e3 * Matrix6::Identity();
  group.bodies[0].mesh = std::make_shared<const hydro::HullMesh>(ball_mesh(5.0, 24, 24));
  group.hydrostatics = solver::HydrostaticsMode::kNonlinear;
  group.froude_krylov.mode = solver::FroudeKrylovMode::kNonlinear;
  group.second_order.method = hydro::SecondOrderMethod::kNewman;
  solver::RigidBody& hull = model.bodies[0];
  hull.rest_pose = hull.pose;
  hull.pose.attitude = solver::exponential({0.05, -0.08, 0.5});
  hull.linear_velocity = {0.3, 0.1, 0.2};
  hull.angular_velocity = {0.05, 0.1, -0.05};
  solver::RigidBody tug = weightless_body("tug", 3e5, {2e6, 8e6, 9e6}, {2.0, 11.0, 0.5});
  tug.rest_pose = solver::Pose{{2.0, 11.0, 0.0}, Quaternion::Identity()};
  tug.pose.attitude = yawed(0.2);
  tug.linear_velocity = {0.8, 0.2, 0.1};
  model.bodies.push_back(tug);
  Vector6 afloat;
  afloat << 0.0, 0.0, 6e5, 2e6, 8e6, 0.0;
  model.loads = {mooring("floats", "tug", afloat, Vector6(0.1 * afloat))};
  for (const std::string& kind : kinds_of_every_stepper()) {
    model.loads.emplace_back(load_name(kind), load_example(kind, kTogetherExample));
  }
  add_thrusters(model.loads);
  model.current = hydro::Current({}, {Vector2(0.4, -0.3)});
  model.sea = hydro::Sea({{0.8, 0.4, 0.3, 0.4}, {1.1, 0.3, -1.2, 1.1}},
                         {model.water_depth, model.gravity, model.current}, 0.0);
  model.wind.emplace().climate.speed = 12.0;
  model.mooring_library = std::make_shared<SpringMoorings>();  // without force: theirs is held
  model.wind->direction = 0.7;
  return model;
}

solver::Model turned(solver::Model model, double angle) {
  const Quaternion turn = yawed(angle);
  for (solver::RigidBody& body : model.bodies) {
    for (solver::Pose* pose : {&body.pose, &*body.rest_pose}) {
      *pose = {turn * pose->position, turn * pose->attitude};
    }
    body.linear_velocity = turn * body.linear_velocity;
    body.angular_velocity = turn * body.angular_velocity;
  }
  model.hydrodynamics[0].heading += angle;
  const std::vector<std::string> kinds = kinds_of_every_stepper();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    model.loads[1 + i].kind = turned_example(kinds[i], angle);
  }
  model.current = hydro::Current({}, {turned(model.current.velocity(0.0), turn)});
  std::vector<hydro::WaveComponent> waves = model.sea->components();
  for (hydro::WaveComponent& wave : waves) wave.direction += angle;
  model.sea = hydro::Sea(waves, {model.water_depth, model.gravity, model.current}, 0.0);
  model.wind->direction += angle;
  return model;
}

}  // namespace raftup::testing
