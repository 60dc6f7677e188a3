#include "hydro/base/error.hpp"
#include "solver/model/loads/load_kinds.hpp"
#include "tests/solver/loads/load_examples.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/mooring_system.hpp"
#include "tests/support/moorings.hpp"
#include "tests/support/simulations.hpp"

namespace raftup::testing {

using solver::LoadKind;

Vector3 random_vector(double size, std::mt19937& generator) {
  std::uniform_real_distribution<double> along(-size, size);
  const double x = along(generator), y = along(generator);
  return {x, y, along(generator)};
}

Matrix6 random_stiffness(double size, std::mt19937& generator) {
  Matrix6 root;
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  for (Eigen::Index i = 0; i < root.size(); ++i) root.data()[i] = entry(generator);
  return size * root * root.transpose();
}

/// Two bodies anywhere, moving and turning.
solver::Model random_pair(std::mt19937& generator) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.wind.emplace().climate.speed = 5.0;
  model.mooring_library = std::make_shared<SpringMoorings>();
  for (const char* name : {"a", "b"}) {
    solver::RigidBody body =
        weightless_body(name, 2.0, {1.0, 2.0, 2.5}, random_vector(2.0, generator));
    body.pose.attitude = solver::exponential(random_vector(0.8, generator));
    body.center_of_mass = random_vector(0.3, generator);
    body.linear_velocity = random_vector(1.0, generator);
    body.angular_velocity = random_vector(0.5, generator);
    model.bodies.push_back(body);
  }
  return model;
}

namespace {

/// Constant force, spring, linear mooring, winch, bushing, damper.
std::vector<LoadKind> conservative_springs(std::mt19937& generator) {
  solver::ConstantForce force;
  force.body = "b";
  force.force = random_vector(10.0, generator);
  force.point = random_vector(1.0, generator);
  solver::PointSpring spring;
  spring.body1 = "b";
  spring.point1 = random_vector(1.0, generator);
  spring.body2 = "a";
  spring.point2 = random_vector(1.0, generator);
  spring.stiffness = 20.0;
  spring.rest_length = 1.0;
  solver::LinearMooring mooring;
  mooring.body = "b";
  mooring.stiffness.topLeftCorner<3, 3>() =
      random_stiffness(10.0, generator).topLeftCorner<3, 3>();  // moments turn otherwise than U
  mooring.preload.head<3>() = random_vector(5.0, generator);
  mooring.rest_pose = solver::Pose{random_vector(1.0, generator), yawed(0.4)};
  solver::Winch winch;
  winch.body1 = "a";
  winch.point1 = random_vector(1.0, generator);
  winch.body2 = "b";
  winch.stiffness = 20.0;
  winch.length = 0.5;
  winch.speed = 0.0;
  solver::Bushing bushing;
  bushing.body1 = "b";
  bushing.body2 = "a";
  bushing.pose = {random_vector(1.0, generator),
                  solver::exponential(random_vector(0.5, generator))};
  bushing.stiffness = random_stiffness(10.0, generator);
  bushing.preload.head<3>() = random_vector(3.0, generator);
  solver::Damper damper;
  damper.body1 = "a";
  damper.point1 = random_vector(1.0, generator);
  damper.body2 = "b";
  return {force, spring, mooring, winch, bushing, damper};
}

/// Catenary, drag in current and wind, fender.
std::vector<LoadKind> conservative_surroundings(std::mt19937& generator) {
  solver::CatenaryLine catenary;
  catenary.body = "a";
  catenary.point = random_vector(1.0, generator);
  catenary.anchor_body = "b";
  catenary.length = 4.0;
  catenary.mass_per_length = 0.2;
  catenary.axial_stiffness = 300.0;
  solver::CurrentDrag current;
  current.body = "b";
  current.length = 2.0;
  current.draught = 0.5;
  current.breadth = 1.0;
  current.coefficients.emplace().direction_deg = {0.0, 90.0, 180.0, 270.0};
  solver::Resistance resistance;
  resistance.body = "b";
  resistance.speed = {1.0};
  resistance.force = {0.0};
  solver::WindForce wind;
  wind.body = "b";
  wind.frontal_area = wind.lateral_area = wind.length = 1.0;
  wind.coefficients.emplace().direction_deg = {0.0, 90.0, 180.0, 270.0};  // without force
  solver::Fender fender;
  fender.body1 = "b";
  fender.point1 = random_vector(1.0, generator);
  fender.body2 = "a";
  fender.normal = {0.3, 1.0, -0.2};
  fender.thickness = 10.0;
  fender.compression = {0.0, 20.0};
  fender.reaction = {0.0, 60.0};
  return {resistance, catenary, current, wind, fender};
}

/// Hull derivatives, propeller, rudder, thruster, autopilot and dynamic positioning, without force.
std::vector<LoadKind> idle_propulsion() {
  solver::Manoeuvring hull;  // without derivatives
  hull.body = "b";
  hull.length = hull.draught = 1.0;
  solver::Propeller propeller;  // stands still
  propeller.body = "b";
  propeller.diameter = 1.0;
  propeller.b_series = solver::BSeries{4, 0.5, 0.8};
  solver::Rudder rudder;
  rudder.body = "b";
  rudder.height = 1.0;
  rudder.area = 1e-60;  // a flow that is straightened by an angle is not passive
  solver::Thruster thruster;
  thruster.body = "b";
  thruster.max_thrust = 1.0;
  solver::Autopilot autopilot;
  autopilot.body = "b";
  solver::DynamicPositioning positioning;
  positioning.body = "b";
  return {hull, propeller, rudder, thruster, autopilot, positioning};
}

/// Members, plate, dynamic line and rope.
std::vector<LoadKind> conservative_lines(std::mt19937& generator) {
  solver::Rope rope;
  rope.points = {{"a", random_vector(1.0, generator)},
                 {"", random_vector(1.0, generator)},
                 {"b", random_vector(1.0, generator)}};
  rope.stiffness = 10.0;
  rope.rest_length = 0.5;
  solver::DynamicLine dynamic;
  dynamic.body = "b";
  dynamic.point = random_vector(1.0, generator);
  dynamic.anchor_body = "a";
  dynamic.length = 0.8;
  dynamic.diameter = 0.01;
  dynamic.mass_per_length = 0.5;
  dynamic.axial_stiffness = 10.0;
  dynamic.element_count = 4;
  dynamic.drag = dynamic.axial_drag = dynamic.damping_ratio = 0.0;
  solver::Morison morison;
  morison.body = "b";
  morison.elements.resize(1);
  morison.elements[0].point1 = random_vector(1.0, generator);
  morison.elements[0].point2 = random_vector(1.0, generator);
  morison.elements[0].diameter = 0.1;
  solver::DragPlate plate;
  plate.body = "b";
  plate.point = random_vector(1.0, generator);
  plate.width = 0.3;
  return {morison, plate, dynamic, rope};
}

}  // namespace

std::size_t load_kind_count() { return std::variant_size_v<solver::LoadKinds::Kinds>; }

std::size_t load_kind_index(const solver::LoadKind& kind) { return kind.index(); }

std::vector<LoadKind> conservative_loads(std::mt19937& generator) {
  std::vector<LoadKind> all = conservative_springs(generator);
  const auto add = [&all](const std::vector<LoadKind>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  add(conservative_surroundings(generator));
  add(conservative_lines(generator));
  add(idle_propulsion());
  all.emplace_back(mooring_system("b"));
  REQUIRE(all.size() == load_kind_count());  // a new kind belongs here
  return all;
}

void set_damping(LoadKind& kind, std::mt19937& generator) {
  if (auto* spring = kind.get_if<solver::PointSpring>()) spring->damping = 3.0;
  if (auto* winch = kind.get_if<solver::Winch>()) winch->damping = 3.0;
  if (auto* damper = kind.get_if<solver::Damper>()) damper->quadratic = 3.0;
  if (auto* current = kind.get_if<solver::CurrentDrag>()) {
    current->coefficients->surge = {1.0, 0.0, -1.0, 0.0};
    current->coefficients->sway = {0.0, 1.0, 0.0, -1.0};
  }
  if (auto* hull = kind.get_if<solver::Manoeuvring>()) {
    hull->sway = {-1.0, 0.0, -1.0, 0.0, 0.0, 0.0};
    hull->yaw = {0.0, -0.5, 0.0, -0.5, 0.0, -0.5};
    hull->surge = {0.1, -0.1, 0.0, -0.1, 0.0};
  }
  if (auto* fender = kind.get_if<solver::Fender>()) {
    fender->friction = 0.4;
    fender->slip_speed = 2.0;  // resolved by the steps
  }
  if (auto* rope = kind.get_if<solver::Rope>()) {
    rope->damping = 1.0;
    rope->points[1].friction = 0.3;
    rope->slip_speed = 2.0;
  }
  if (auto* line = kind.get_if<solver::DynamicLine>()) {
    line->drag = 2.0;
    line->axial_drag = 0.5;
    line->damping_ratio = 0.3;
  }
  if (auto* morison = kind.get_if<solver::Morison>()) {
    morison->elements[0].drag_coefficient = 0.02;
    morison->elements[0].axial_drag_coefficient = 0.01;
  }
  if (auto* plate = kind.get_if<solver::DragPlate>()) plate->drag_coefficient = 0.02;
  if (auto* resistance = kind.get_if<solver::Resistance>()) resistance->force = {2.0};
  const Matrix6 damping = random_stiffness(2.0, generator);
  if (auto* mooring = kind.get_if<solver::LinearMooring>()) mooring->damping = damping;
  if (auto* bushing = kind.get_if<solver::Bushing>()) bushing->damping = damping;
}

}  // namespace raftup::testing
