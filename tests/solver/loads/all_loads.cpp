#include "hydro/database/readers/read_database.hpp"
#include "solver/model/loads/load_kinds.hpp"
#include "tests/hydro/second_order/second_order_data.hpp"
#include "tests/solver/loads/load_examples.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/meshes.hpp"
#include "tests/support/mooring_system.hpp"
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

void add_lines(std::vector<solver::Load>& loads) {
  solver::PointSpring spring;
  spring.body1 = "rig";
  spring.point1 = {3.0, 4.0, 2.0};
  spring.body2 = "tug";
  spring.point2 = {-6.0, -2.0, 1.0};
  spring.stiffness = 2e4;
  spring.damping = 2e3;
  spring.rest_length = 8.0;
  solver::Winch winch;
  winch.body1 = "rig";
  winch.point1 = {-3.0, 4.0, 2.0};
  winch.body2 = "tug";
  winch.point2 = {-8.0, 0.0, 1.0};
  winch.stiffness = 3e4;
  winch.damping = 2e3;
  winch.length = 9.0;
  winch.speed = 0.05;
  solver::CatenaryLine chain;
  chain.body = "rig";
  chain.point = {4.0, 0.0, -1.0};
  chain.anchor = {300.0, 40.0, -80.0};
  chain.length = 315.0;
  chain.diameter = 0.06;
  chain.mass_per_length = 60.0;
  chain.axial_stiffness = 2e8;
  solver::DynamicLine umbilical;
  umbilical.body = "rig";
  umbilical.point = {0.0, 3.0, -2.0};
  umbilical.anchor_body = "tug";
  umbilical.anchor = {2.0, -1.0, -1.0};
  umbilical.length = 14.0;
  umbilical.diameter = 0.1;
  umbilical.mass_per_length = 20.0;
  umbilical.axial_stiffness = 2e5;
  umbilical.element_count = 5;
  solver::Rope rope;
  rope.points = {{"tug", {6.0, 0.0, 2.0}}, {"rig", {0.0, 5.0, 2.0}, 0.2}, {"", {-10.0, 30.0, 3.0}}};
  rope.stiffness = 1e4;
  rope.damping = 1e3;
  rope.slip_speed = 0.5;
  loads.insert(loads.end(), {{"spring", spring},
                             {"winch", winch},
                             {"chain", chain},
                             {"umbilical", umbilical},
                             {"rope", rope},
                             {"moorings", mooring_system("rig")}});
}

void add_contacts(std::vector<solver::Load>& loads) {
  solver::Bushing bushing;
  bushing.body1 = "rig";
  bushing.body2 = "tug";
  bushing.pose = {{0.0, 7.0, 1.0}, Quaternion::Identity()};
  bushing.stiffness = 1e3 * Matrix6::Identity();
  bushing.damping = 1e3 * Matrix6::Identity();
  solver::Damper damper;
  damper.body1 = "rig";
  damper.point1 = {0.0, 4.0, 1.0};
  damper.body2 = "tug";
  damper.quadratic = 1e3;
  solver::Fender fender;
  fender.body1 = "rig";
  fender.point1 = {0.0, 5.0, 0.0};
  fender.body2 = "tug";
  fender.point2 = {0.0, -3.0, 0.0};
  fender.normal = {0.0, -1.0, 0.0};
  fender.thickness = 6.0;
  fender.compression = {0.0, 2.0, 6.0};
  fender.reaction = {0.0, 2e4, 1e5};
  fender.friction = 0.3;
  fender.slip_speed = 1.0;
  solver::ConstantForce push;
  push.body = "tug";
  push.force = {2e3, -1e3, 0.0};
  loads.insert(loads.end(),
               {{"bushing", bushing}, {"damper", damper}, {"fender", fender}, {"push", push}});
}

void add_flow(std::vector<solver::Load>& loads) {
  solver::CurrentDrag drag;
  drag.body = "rig";
  drag.length = drag.breadth = 10.0;
  drag.draught = 5.0;
  drag.yaw_drag = 0.4;
  auto& table = drag.coefficients.emplace();
  table.direction_deg = {0.0, 90.0, 180.0, 270.0};
  table.surge = {0.5, 0.0, -0.5, 0.0};
  table.sway = {0.0, 0.5, 0.0, -0.5};
  solver::WindForce wind;
  wind.body = "tug";
  wind.frontal_area = 30.0;
  wind.lateral_area = 80.0;
  wind.length = 20.0;
  wind.centroid = {1.0, 3.0};
  wind.ship = solver::WindShip::kOffshoreSupply;
  solver::Morison posts;
  posts.body = "rig";
  posts.elements.resize(2);
  for (std::size_t i = 0; i < 2; ++i) {
    solver::MorisonElement& post = posts.elements[i];
    post.point1 = {4.0 - 8.0 * static_cast<double>(i), 0.0, 3.0};
    post.point2 = {4.0 - 8.0 * static_cast<double>(i), 1.0, -7.0};
    post.diameter = 1.0;
    post.drag_coefficient = 0.8;
    post.segment_count = 4;
  }
  solver::DragPlate skeg;
  skeg.body = "tug";
  skeg.point = {-6.0, 0.0, -3.0};
  skeg.normal = {0.0, 1.0, 0.0};
  skeg.width = 3.0;
  skeg.drag_coefficient = 1.5;
  skeg.added_mass_coefficient = 0.5;
  loads.insert(loads.end(), {{"drag", drag}, {"wind", wind}, {"posts", posts}, {"skeg", skeg}});
}

void add_propulsion(std::vector<solver::Load>& loads) {
  solver::Manoeuvring hull;
  hull.body = "tug";
  hull.length = 20.0;
  hull.draught = 3.0;
  hull.surge = {0.02, -0.04, 0.002, 0.011, 0.0};
  hull.sway = {-0.3, 0.08, -1.6, 0.4, -0.4, 0.01};
  hull.yaw = {-0.14, -0.05, -0.03, -0.3, 0.05, -0.01};
  solver::Resistance resistance;
  resistance.body = "tug";
  resistance.speed = {0.5, 2.0};
  resistance.force = {500.0, 6e3};
  solver::Propeller propeller;
  propeller.body = "tug";
  propeller.point = {-9.0, 0.0, -1.5};
  propeller.diameter = 1.6;
  propeller.speed = 2.0;
  propeller.wake_fraction = 0.2;
  propeller.b_series = solver::BSeries{4, 0.6, 0.9};
  solver::Rudder rudder;
  rudder.body = "tug";
  rudder.propeller = "propeller";
  rudder.point = {-10.0, 0.0, -1.5};
  rudder.area = 3.0;
  rudder.height = 2.0;
  rudder.rate = 5.0 * kDegree;
  solver::Autopilot autopilot;
  autopilot.body = "tug";
  autopilot.rudders = {"rudder"};
  autopilot.heading = 25.0 * kDegree;
  autopilot.proportional = 1.0;
  autopilot.derivative = 10.0;
  autopilot.integral = 0.01;
  loads.insert(loads.end(), {{"hull", hull},
                             {"resistance", resistance},
                             {"propeller", propeller},
                             {"rudder", rudder},
                             {"autopilot", autopilot}});
}

void add_positioning(std::vector<solver::Load>& loads) {
  solver::DynamicPositioning positioning;
  positioning.body = "rig";
  positioning.position = {1.0, -1.0};
  positioning.heading = 20.0 * kDegree;
  positioning.proportional = {2e4, 2e4, 2e5};
  positioning.derivative = {5e4, 5e4, 5e5};
  positioning.integral = {1e2, 1e2, 1e3};
  positioning.sample_time = 0.1;
  for (int i = 0; i < 3; ++i) {
    solver::Thruster thruster;
    thruster.body = "rig";
    thruster.point = {4.0 - 4.0 * i, i == 1 ? 4.0 : 0.0, -3.0};
    thruster.azimuth = i == 1 ? 0.0 : 90.0 * kDegree;
    thruster.max_thrust = 5e4;
    thruster.lag = 1.0;
    const std::string name = "thruster" + std::to_string(i);
    loads.push_back({name, thruster});
    positioning.thrusters.push_back(name);
  }
  loads.push_back({"positioning", positioning});
}

Vector2 turned(const Vector2& given, const Quaternion& turn) {
  return (turn * Vector3(given.x(), given.y(), 0.0)).head<2>();
}

/// What of a load stands in the world goes along with the scene.
void turn_load(solver::LoadKind& kind, const Quaternion& turn, double angle) {
  if (auto* push = kind.get_if<solver::ConstantForce>()) push->force = turn * push->force;
  if (auto* chain = kind.get_if<solver::CatenaryLine>()) chain->anchor = turn * chain->anchor;
  if (auto* bushing = kind.get_if<solver::Bushing>()) {
    bushing->pose = {turn * bushing->pose.position, turn * bushing->pose.attitude};
  }
  if (auto* rope = kind.get_if<solver::Rope>()) {
    for (solver::RopePoint& point : rope->points) {
      if (point.body.empty()) point.point = turn * point.point;
    }
  }
  if (auto* autopilot = kind.get_if<solver::Autopilot>()) autopilot->heading += angle;
  if (auto* positioning = kind.get_if<solver::DynamicPositioning>()) {
    positioning->position = turned(positioning->position, turn);
    positioning->heading += angle;
  }
}

}  // namespace

solver::Model all_loads(double step) {
  const auto database = drifting_hemisphere();
  solver::Model model = floating_model(database, {Vector3::Constant(2.8)}, step);
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.bodies[0].body = model.bodies[0].name = "rig";
  group.bodies[0].linear_damping = 1e3 * Matrix6::Identity();
  group.bodies[0].quadratic_damping = 1e3 * Matrix6::Identity();
  group.bodies[0].mesh = std::make_shared<const hydro::HullMesh>(ball_mesh(5.0, 24, 24));
  group.hydrostatics = solver::HydrostaticsMode::kNonlinear;
  group.froude_krylov.mode = solver::FroudeKrylovMode::kNonlinear;
  group.second_order.method = hydro::SecondOrderMethod::kNewman;
  solver::RigidBody& rig = model.bodies[0];
  rig.rest_pose = rig.pose;
  rig.pose.attitude = solver::exponential({0.05, -0.08, 0.5});
  rig.linear_velocity = {0.3, 0.1, 0.2};
  rig.angular_velocity = {0.05, 0.1, -0.05};
  solver::RigidBody tug = weightless_body("tug", 3e5, {2e6, 8e6, 9e6}, {2.0, 11.0, 0.5});
  tug.rest_pose = solver::Pose{{2.0, 11.0, 0.0}, Quaternion::Identity()};
  tug.pose.attitude = yawed(0.2);
  tug.linear_velocity = {0.8, 0.2, 0.1};
  model.bodies.push_back(tug);
  Vector6 afloat, held;
  afloat << 0.0, 0.0, 6e5, 2e6, 8e6, 0.0;
  held << 1e4, 1e4, 0.0, 0.0, 0.0, 1e5;
  model.loads = {mooring("floats", "tug", afloat, Vector6(0.1 * afloat)),
                 mooring("holds", "rig", held, Vector6(0.1 * held))};
  add_lines(model.loads);
  add_contacts(model.loads);
  add_flow(model.loads);
  add_propulsion(model.loads);
  add_positioning(model.loads);
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
  for (solver::Load& load : model.loads) turn_load(load.kind, turn, angle);
  model.current = hydro::Current({}, {turned(model.current.velocity(0.0), turn)});
  std::vector<hydro::WaveComponent> waves = model.sea->components();
  for (hydro::WaveComponent& wave : waves) wave.direction += angle;
  model.sea = hydro::Sea(waves, {model.water_depth, model.gravity, model.current}, 0.0);
  model.wind->direction += angle;
  return model;
}

}  // namespace raftup::testing
