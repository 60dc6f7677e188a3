/// @file Every kind of load, joint and drive linearises, and as an implicit step sees it.
#include "solver/model/loads/load_kinds.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/mooring_system.hpp"
#include "tests/support/moorings.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

using solver::Load;

/// Two bodies off any symmetry, dof axes those of the world.
solver::Model two_turned_bodies() {
  solver::Model model = model_of({weightless_body("a", 50.0, {1.0, 2.0, 3.0}, {0.3, 0.2, 0.1}),
                                  weightless_body("b", 60.0, {3.0, 2.0, 1.0}, {5.0, 1.0, -0.4})});
  model.bodies[0].rest_pose = solver::Pose{};
  model.bodies[1].rest_pose = solver::Pose{};
  model.bodies[0].pose.attitude = Quaternion(Eigen::AngleAxisd(0.3, Vector3(1.0, 2.0, 2.0) / 3.0));
  model.bodies[1].pose.attitude =
      Quaternion(Eigen::AngleAxisd(-0.2, Vector3(2.0, -1.0, 2.0) / 3.0));
  return model;
}

/// Forces by position and velocity.
void add_springs(std::vector<Load>& loads) {
  solver::ConstantForce force;
  force.body = "a";
  force.force = {10.0, 20.0, 30.0};
  force.point = {0.5, 0.1, 0.2};
  solver::PointSpring spring;
  spring.body1 = "a";
  spring.point1 = {0.1, 0.2, 0.3};
  spring.body2 = "b";
  spring.point2 = {-0.3, 0.2, 0.1};
  spring.stiffness = 700.0;
  spring.damping = 30.0;
  spring.rest_length = 3.0;
  solver::Winch winch;
  winch.body1 = "a";
  winch.point1 = {0.1, 0.2, 0.3};
  winch.body2 = "b";
  winch.stiffness = 500.0;
  winch.damping = 20.0;
  winch.length = 4.0;
  winch.speed = 0.0;
  solver::LinearMooring linear;
  linear.body = "b";
  linear.stiffness.diagonal() << 100.0, 200.0, 300.0, 400.0, 500.0, 600.0;
  linear.damping.diagonal() << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0;
  linear.rest_pose = solver::Pose{};
  solver::Bushing bushing;
  bushing.body1 = "a";
  bushing.body2 = "b";
  bushing.pose.position = {2.0, 0.5, 0.0};
  bushing.stiffness.diagonal() << 100.0, 200.0, 300.0, 40.0, 50.0, 60.0;
  bushing.damping.diagonal() << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0;
  bushing.preload << 5.0, 4.0, 3.0, 2.0, 1.0, 0.5;
  solver::Damper damper;
  damper.body1 = "a";
  damper.point1 = {0.2, -0.1, 0.3};
  damper.body2 = "b";
  damper.linear = 40.0;
  loads.insert(loads.end(), {{"force", force},
                             {"spring", spring},
                             {"winch", winch},
                             {"linear", linear},
                             {"bushing", bushing},
                             {"damper", damper}});
}

/// What hangs, blows and presses.
void add_surroundings(std::vector<Load>& loads) {
  solver::CatenaryLine catenary;
  catenary.body = "a";
  catenary.point = {0.2, -0.1, 0.3};
  catenary.anchor_body = "b";
  catenary.length = 6.0;
  catenary.mass_per_length = 2.0;
  catenary.axial_stiffness = 1e4;
  solver::CurrentDrag current;
  current.body = "a";
  current.point = {0.5, 0.2, -0.1};
  current.length = 3.0;
  current.draught = 1.0;
  current.yaw_drag = 0.9;
  solver::WindForce wind;
  wind.body = "a";
  wind.point = {0.5, 0.2, 0.1};
  wind.frontal_area = 2.0;
  wind.lateral_area = 6.0;
  wind.length = 4.0;
  wind.centroid = {0.3, 0.5};
  wind.ship = solver::WindShip::kFerry;
  solver::Fender fender;
  fender.body1 = "b";
  fender.point1 = {0.3, 0.2, -0.5};
  fender.normal = {0.1, 1.0, 0.3};
  fender.thickness = 5.0;
  fender.compression = {0.0, 2.0, 9.0};
  fender.reaction = {0.0, 300.0, 900.0};
  fender.friction = 0.3;
  fender.slip_speed = 0.5;
  loads.insert(loads.end(),
               {{"catenary", catenary}, {"current", current}, {"wind", wind}, {"fender", fender}});
}

/// Members and lines in the water.
void add_members(std::vector<Load>& loads) {
  solver::Morison morison;
  morison.body = "b";
  morison.elements.resize(1);
  morison.elements[0].point1 = {0.3, 0.2, -2.0};
  morison.elements[0].point2 = {1.3, -0.4, -3.0};
  morison.elements[0].diameter = 0.2;
  morison.elements[0].drag_coefficient = 0.9;
  solver::DragPlate plate;
  plate.body = "b";
  plate.point = {0.3, 0.2, -2.0};
  plate.normal = {1.0, 0.2, 0.3};
  plate.width = 0.5;
  plate.drag_coefficient = 1.5;
  solver::Rope rope;
  rope.points = {{"a", {0.2, -0.1, 0.3}}, {"", {2.0, 3.0, 1.0}}, {"b", {0.1, 0.2, -0.3}}};
  rope.stiffness = 400.0;
  rope.damping = 20.0;
  rope.rest_length = 5.0;
  solver::DynamicLine dynamic;
  dynamic.body = "a";
  dynamic.point = {0.2, -0.1, 0.3};
  dynamic.anchor_body = "b";
  dynamic.length = 6.0;
  dynamic.diameter = 0.02;
  dynamic.mass_per_length = 2.0;
  dynamic.axial_stiffness = 1e4;
  dynamic.element_count = 5;
  loads.insert(loads.end(),
               {{"morison", morison}, {"plate", plate}, {"rope", rope}, {"dynamic", dynamic}});
}

/// What moves and steers ships.
void add_propulsion(std::vector<Load>& loads) {
  solver::Manoeuvring hull;
  hull.body = "a";
  hull.point = {0.5, 0.2, -0.1};
  hull.length = 3.0;
  hull.draught = 1.0;
  hull.sway.v = -0.4;
  solver::Propeller propeller;
  propeller.body = "a";
  propeller.diameter = 0.5;
  propeller.speed = -4.0;  // against the stream
  propeller.curve = solver::OpenWaterCurve{{0.0, 1.0}, {0.4, 0.1}, {}};
  solver::Rudder rudder;
  rudder.body = "a";
  rudder.point.x() = -1.0;
  rudder.area = rudder.height = 1.0;
  rudder.angle = 0.3;
  solver::Resistance resistance;
  resistance.body = "a";
  resistance.point = Vector3(0.5, 0.2, -0.1);
  resistance.speed = {1.0, 2.0};
  resistance.force = {30.0, 90.0};
  solver::Thruster thruster;
  thruster.body = "a";
  thruster.azimuth = 1.0;
  thruster.thrust = 20.0;
  thruster.max_thrust = 30.0;
  thruster.loss_speed = 3.0;
  solver::Autopilot autopilot;
  autopilot.body = "a";
  autopilot.rudders = {"rudder"};
  autopilot.proportional = 2.0;
  solver::DynamicPositioning positioning;
  positioning.body = "a";
  loads.insert(loads.end(), {{"hull", hull},
                             {"propeller", propeller},
                             {"rudder", rudder},
                             {"resistance", resistance},
                             {"thruster", thruster},
                             {"autopilot", autopilot},
                             {"positioning", positioning}});
}

/// One of every alternative of Load::kind.
std::vector<Load> all_loads() {
  std::vector<Load> loads;
  add_springs(loads);
  add_surroundings(loads);
  add_members(loads);
  add_propulsion(loads);
  loads.push_back({"moorings", mooring_system("b")});
  return loads;
}

MatrixXd symmetric(const MatrixXd& matrix) { return 0.5 * (matrix + matrix.transpose()); }

struct Jacobian {
  MatrixXd stiffness = MatrixXd::Zero(12, 12), damping = MatrixXd::Zero(12, 12);
};

/// What the load says of itself to an implicit step.
Jacobian jacobian_of(const solver::Model& model) {
  solver::StillWaterSystem system(model, model, {}, nullptr);
  solver::LoadJacobian jacobian;
  system.system().loads.compute_jacobian(system.time(), system.state(), system.start(), jacobian);
  Jacobian result;
  for (const auto& block : jacobian.blocks()) {
    const auto row = 6 * static_cast<Eigen::Index>(block.row);
    const auto column = 6 * static_cast<Eigen::Index>(block.column);
    result.stiffness.block<6, 6>(row, column) = block.stiffness;
    result.stiffness.block<6, 6>(column, row) = block.stiffness.transpose();
    result.damping.block<6, 6>(row, column) = block.damping;
    result.damping.block<6, 6>(column, row) = block.damping.transpose();
  }
  return result;
}

solver::Joint joint_of(solver::JointType type) {
  solver::Joint joint;
  joint.name = "joint";
  joint.type = type;
  joint.body1 = "a";
  joint.body2 = "b";
  joint.position = {2.0, 0.5, 0.0};
  joint.axis = {0.0, 0.6, 0.8};
  if (type == solver::JointType::kUniversal || type == solver::JointType::kPlanar) {
    joint.axis2 = Vector3::UnitX();
  }
  if (type == solver::JointType::kDistance) joint.position2 = Vector3(4.0, 1.0, 0.2);
  return joint;
}

/// An implicit step takes its force as it comes, a linear model has its derivatives all the same.
bool is_soft(const Load& load) {
  return solver::visit_kind(
      []<typename Kind>(const Kind&) {
        return std::is_same_v<Kind, solver::CurrentDrag> ||
               std::is_same_v<Kind, solver::WindForce> ||
               std::is_same_v<Kind, solver::Manoeuvring> ||
               std::is_same_v<Kind, solver::Propeller> || std::is_same_v<Kind, solver::Rudder> ||
               std::is_same_v<Kind, solver::Thruster> || std::is_same_v<Kind, solver::Autopilot> ||
               std::is_same_v<Kind, solver::DynamicPositioning>;
      },
      load.kind);
}

/// What gives orders to others and puts no force on a body.
bool is_controller(const Load& load) {
  return load.kind.holds<solver::Autopilot>() || load.kind.holds<solver::DynamicPositioning>();
}

}  // namespace

TEST_CASE("every kind of load: C and D are the tangents that an implicit step has",
          "[linearisation][property]") {
  const std::vector<Load> loads = all_loads();
  REQUIRE(loads.size() == std::variant_size_v<solver::LoadKinds::Kinds>);
  for (std::size_t kind = 0; kind < loads.size(); ++kind) {
    INFO(loads[kind].name);
    CHECK(loads[kind].kind.index() < loads.size());
    solver::Model model = two_turned_bodies();
    model.wind.emplace().climate.speed = 12.0;
    model.mooring_library = std::make_shared<SpringMoorings>();
    model.current = hydro::Current({}, {Vector2(0.4, -0.7)});
    model.loads.push_back(loads[kind]);
    const auto linear = linearized(model, solver::OperatingPoint::kPresent);
    const Jacobian expected = jacobian_of(model);
    if (is_soft(loads[kind])) {
      CHECK(expected.stiffness.isZero(0.0));
      CHECK(expected.damping.isZero(0.0));
      CHECK(linear.matrices().linear_damping.isZero(0.0) == is_controller(loads[kind]));
      const bool drag = loads[kind].name == "current" || loads[kind].name == "wind";
      if (drag) CHECK(linear.matrices().linear_damping(1, 1) > 0.0);
      if (drag) CHECK(linear.matrices().restoring.col(5).norm() > 0.0);
      continue;
    }
    if (loads[kind].name == "morison" || loads[kind].name == "plate") {
      // How the flow across them turns with them is left out of an implicit step.
      CHECK(expected.stiffness.isZero(0.0));
      CHECK((symmetric(linear.matrices().linear_damping) - expected.damping).norm() <
            1e-9 * expected.damping.norm());
      continue;
    }
    const double size = 1.0 + expected.stiffness.cwiseAbs().maxCoeff();
    CHECK((symmetric(linear.matrices().restoring) - expected.stiffness).cwiseAbs().maxCoeff() <
          1e-9 * size);
    CHECK((symmetric(linear.matrices().linear_damping) - expected.damping).cwiseAbs().maxCoeff() <
          1e-9 * size);
  }
}

TEST_CASE("every kind of joint: its free motions are as many as it leaves free",
          "[linearisation][property]") {
  const std::vector<std::pair<solver::JointType, int>> kinds{
      {solver::JointType::kLock, 6},      {solver::JointType::kHinge, 7},
      {solver::JointType::kPrismatic, 7}, {solver::JointType::kCylindrical, 8},
      {solver::JointType::kBall, 9},      {solver::JointType::kUniversal, 8},
      {solver::JointType::kPlanar, 9},    {solver::JointType::kDistance, 11}};
  REQUIRE(kinds.size() == static_cast<std::size_t>(solver::JointType::kDistance) + 1);
  for (const auto& [type, free] : kinds) {
    INFO(static_cast<int>(type));
    solver::Model model = two_turned_bodies();
    model.joints.push_back(joint_of(type));
    const auto linear = linearized(model);
    const MatrixXd& basis = linear.matrices().free_basis;
    CHECK(basis.cols() == free);
    CHECK((basis.transpose() * basis).isIdentity(1e-12));
    CHECK(linear.mean().reactions.size() == 1);
  }
}

TEST_CASE("every kind of drive: it springs, holds or is said to be left out",
          "[linearisation][property]") {
  const std::vector<decltype(solver::JointDrive::kind)> drives{
      solver::SpringDamper{400.0, 20.0, 0.0}, solver::Motor{0.1, 1e3},
      solver::Range{-0.1, 0.1, 1e3, 0.0}, solver::LockDrive{0.0, 1e3}, solver::FrictionDrive{5.0}};
  REQUIRE(drives.size() == std::variant_size_v<decltype(solver::JointDrive::kind)>);
  for (const auto& drive : drives) {
    INFO(drive.index());
    solver::Model model = two_turned_bodies();
    model.joints.push_back(joint_of(solver::JointType::kHinge));
    model.joints.back().drives.push_back({0, drive});
    const auto linear = linearized(model);
    const bool holds = std::holds_alternative<solver::Motor>(drive) ||
                       std::holds_alternative<solver::LockDrive>(drive);
    const bool springs = std::holds_alternative<solver::SpringDamper>(drive);
    CHECK(linear.matrices().free_basis.cols() == (holds ? 6 : 7));
    CHECK(linear.mean().findings.empty() == springs);
    CHECK(linear.modes().size() == (springs ? 1U : 0U));
  }
}

TEST_CASE("every kind of joint: a compliant one is springs of 1 / compliance",
          "[linearisation][analytic]") {
  solver::Model model = two_turned_bodies();
  model.joints.push_back(joint_of(solver::JointType::kLock));
  model.joints.back().compliance = 1e-6;
  model.joints.back().damping_time = 0.02;
  const auto linear = linearized(model);
  CHECK(linear.matrices().free_basis.cols() == 12);
  CHECK(linear.matrices().restoring(0, 0) == Approx(1e6).epsilon(1e-8));
  CHECK(linear.matrices().linear_damping(0, 0) == Approx(2e4).epsilon(1e-8));
}
