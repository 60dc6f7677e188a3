/// @file Energy: every kind of load at random poses, and the balance of whole simulations.
#include <functional>
#include <random>

#include "hydro/database/readers/read_database.hpp"
#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/model/loads/load.hpp"
#include "solver/model/loads/load_kinds.hpp"
#include "tests/hydro/second_order/second_order_data.hpp"
#include "tests/support/moorings.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Kinematics;
using solver::LoadKind;
using solver::Simulation;

namespace {

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

/// A load of every kind between the two bodies or on body b, without damping: what it takes out of
/// their motion it keeps.
std::vector<LoadKind> conservative_loads(std::mt19937& generator) {
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
  std::vector<LoadKind> all{force,     spring,      mooring,
                            winch,     bushing,     damper,
                            catenary,  current,     wind,
                            fender,    morison,     plate,
                            dynamic,   rope,        hull,
                            propeller, rudder,      thruster,
                            autopilot, positioning, mooring_system("b")};
  REQUIRE(all.size() == std::variant_size_v<solver::LoadKinds::Kinds>);  // a new kind belongs here
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
  const Matrix6 damping = random_stiffness(2.0, generator);
  if (auto* mooring = kind.get_if<solver::LinearMooring>()) mooring->damping = damping;
  if (auto* bushing = kind.get_if<solver::Bushing>()) bushing->damping = damping;
}

/// The loads of a model at its start, moved along the motion of its bodies.
class MovedLoads {
 public:
  explicit MovedLoads(const solver::Model& model)
      : start_(initial_kinematics(model)), system_(model, {}, {}), forces_(start_.size()) {
    state_.bodies.resize(model.bodies.size());
    state_.loads.resize(model.loads.size());
    system_.loads.initialize(start_, state_);
  }

  solver::Potential potential(double time = 0.0) const {
    return system_.loads.potential({{}, state_}, moved(time));
  }

  /// Force times velocity.
  double power() {
    system_.loads.compute({}, state_, start_, forces_);
    double sum = 0.0;
    for (std::size_t i = 0; i < start_.size(); ++i) {
      sum += forces_.total[i].dot(start_[i].velocity);
    }
    return sum;
  }

  void move(std::mt19937& generator) {
    for (solver::BodyKinematics& body : start_) {
      body.place(body.position + random_vector(1.0, generator),
                 solver::exponential(random_vector(0.7, generator)) * body.attitude);
      body.velocity << random_vector(1.0, generator), random_vector(0.5, generator);
    }
  }

  Kinematics moved(double time) const {
    Kinematics bodies = start_;
    for (solver::BodyKinematics& body : bodies) {
      body.place(body.position + time * body.velocity.head<3>(),
                 solver::exponential(time * body.velocity.tail<3>()) * body.attitude);
    }
    return bodies;
  }

 private:
  Kinematics start_;
  solver::MultibodySystem system_;
  solver::State state_;
  solver::Forces forces_;
};

/// dU/dt is the change of U along the motion.
void check_rate(const MovedLoads& loads) {
  constexpr double kTime = 1e-4;  // s: error of fourth order 1e-12 of U, round-off 1e-12 U / kTime
  const auto change = [&](double time) {
    return loads.potential(time).energy - loads.potential(-time).energy;
  };
  const double rate = (8.0 * change(kTime) - change(2.0 * kTime)) / (12.0 * kTime);
  const solver::Potential now = loads.potential();
  CHECK(now.rate == Approx(rate).margin(1e-8 * (1.0 + std::abs(now.energy))).epsilon(1e-8));
}

}  // namespace

TEST_CASE(
    "loads: one of every kind keeps what it takes out of the motion of bodies, wherever they are",
    "[solver][loads][energy]") {
  std::mt19937 generator(GENERATE(range(1u, 6u)));
  const solver::Model pair = random_pair(generator);
  const std::vector<LoadKind> kinds = conservative_loads(generator);
  REQUIRE(kinds.size() ==
          std::variant_size_v<solver::LoadKinds::Kinds>);  // a new kind belongs here, too
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    REQUIRE(kinds[i].index() == i);
    INFO("kind " << i);
    solver::Model model = pair;
    model.loads = {{"load", kinds[i]}};
    MovedLoads loads(model);
    for (int pose = 0; pose < 5; ++pose) {
      check_rate(loads);
      const solver::Potential now = loads.potential();
      CHECK(loads.power() + now.rate == Approx(0.0).margin(1e-11 * (1.0 + std::abs(now.rate))));
      loads.move(generator);
    }
  }
}

TEST_CASE("loads: damping takes energy out, whatever the motion", "[solver][loads][energy]") {
  std::mt19937 generator(GENERATE(range(11u, 14u)));
  const solver::Model pair = random_pair(generator);
  for (LoadKind kind : conservative_loads(generator)) {
    if (kind.holds<solver::ConstantForce>()) continue;
    set_damping(kind, generator);
    INFO("kind " << kind.index());
    solver::Model model = pair;
    model.loads = {{"load", kind}};
    MovedLoads loads(model);
    for (int pose = 0; pose < 5; ++pose) {
      check_rate(loads);
      CHECK(loads.power() + loads.potential().rate <= 1e-11);
      loads.move(generator);
    }
  }
}

namespace {

/// Kinetic plus potential energy and power of a simulation.
struct Balance {
  double energy, power;
};

Balance balance(Simulation& simulation) {
  return {
      read_output(simulation, "energy.kinetic")[0] + read_output(simulation, "energy.potential")[0],
      read_output(simulation, "energy.power")[0]};
}

/// That d(energy)/dt = power some steps after the start, by differences of order 4.
/// @param tolerance of the power, relative to the largest change of energy per step around there
void check_balance(const solver::Model& model, double tolerance,
                   const std::function<void(Simulation&)>& before_step = {}) {
  Simulation simulation(model);
  std::vector<Balance> at;
  for (int step = 0; step < 45; ++step) {
    if (before_step) before_step(simulation);
    if (step >= 40) at.push_back(balance(simulation));
    simulation.step();
  }
  const double h = 1e-9 * static_cast<double>(model.step_ns);
  const auto change = [&](int steps) { return at[2 + steps].energy - at[2 - steps].energy; };
  const double rate = (8.0 * change(1) - change(2)) / (12.0 * h);
  INFO("power " << at[2].power << ", rate " << rate << ", energy " << at[2].energy);
  CHECK(std::abs(rate - at[2].power) <=
        tolerance * (std::abs(rate) + std::abs(at[2].energy)));  // time scales of about a second
}

/// Two heavy bodies with weight in each other's water, on loads of every kind.
solver::Model loaded_pair(std::mt19937& generator) {
  solver::Model model = random_pair(generator);
  model.step_ns = nanoseconds(0.002);
  for (LoadKind kind : conservative_loads(generator)) {
    const bool controls = kind.holds<solver::Autopilot>() ||
                          kind.holds<solver::DynamicPositioning>() ||
                          kind.holds<solver::MooringSystem>();
    if (controls) continue;  // without force, and nothing without what they control
    set_damping(kind, generator);
    model.loads.push_back({"load" + std::to_string(model.loads.size()), kind});
  }
  model.bodies[0].gravity = true;
  return model;
}

solver::AddedMassInteraction water(std::mt19937& generator) {
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "a";
  water.body2 = "b";
  water.blocks.body1 = random_stiffness(0.5, generator) + Matrix6::Identity();
  water.blocks.body2 = random_stiffness(0.5, generator) + Matrix6::Identity();
  water.blocks.off_diagonal = 0.1 * random_stiffness(1.0, generator);
  return water;
}

}  // namespace

TEST_CASE("energy balance: weight, loads of every kind and joints", "[solver][loads][energy]") {
  std::mt19937 generator(GENERATE(21u, 22u, 23u));
  solver::Model model = loaded_pair(generator);
  check_balance(model, 1e-6);
  solver::Joint slide;
  slide.name = "slide";
  slide.type = GENERATE(solver::JointType::kPrismatic, solver::JointType::kHinge);
  slide.body1 = "a";
  slide.body2 = GENERATE("b", "");
  slide.axis = {1.0, 2.0, -1.0};
  slide.drives = {{0, solver::SpringDamper{20.0, 3.0, 0.2}}};
  for (solver::RigidBody& body : model.bodies) {
    body.linear_velocity.setZero();
    body.angular_velocity.setZero();
  }
  model.joints = {slide};
  check_balance(model, 1e-6);
  model.joints[0].drives = {{0, solver::Motor{0.7}}};
  check_balance(model, 1e-6);
}

TEST_CASE("energy balance: added mass in every frame, however it turns",
          "[solver][loads][energy]") {
  using solver::AddedMassCoriolis;
  using solver::HydroFrame;
  std::mt19937 generator(31);
  solver::Model model = loaded_pair(generator);
  solver::AddedMassInteraction pair = water(generator);
  pair.frame =
      GENERATE(HydroFrame::kHeading, HydroFrame::kBody, HydroFrame::kWorld, HydroFrame::kFirstBody);
  pair.coriolis =
      GENERATE(AddedMassCoriolis::kOff, AddedMassCoriolis::kMunkYaw, AddedMassCoriolis::kFull);
  model.added_mass_interactions = {pair};
  model.current = hydro::Current({0.0}, {Vector2(GENERATE(0.0, 0.4), 0.1)});
  if (!solver::check(model).empty()) return;  // frames that have no such Coriolis
  check_balance(model, 1e-6);
}

TEST_CASE("energy balance: bodies that a user moves, clients' gains, lumped added mass",
          "[solver][loads][energy]") {
  std::mt19937 generator(41);
  solver::Model model = loaded_pair(generator);
  model.added_mass_interactions = {water(generator)};
  SECTION("kinematic body") {
    model.bodies[0].motion = solver::Motion::kKinematic;
    check_balance(model, 1e-6);
  }
  SECTION("gain of a client, with the force that it belongs to") {
    model.inputs = {{"gain", solver::AccelerationGain{{"b"}}},
                    {"push", solver::ExternalForce{"b"}}};
    const MatrixXd gain = Matrix6::Identity() * 3.0;
    const Vector6 push = Vector6::Constant(2.0);
    check_balance(model, 1e-6, [&](Simulation& simulation) {
      simulation.write_input(0, simulation.time_ns(), {gain.data(), 36});
      simulation.write_input(1, simulation.time_ns(), {push.data(), 6});
    });
  }
  SECTION("lumped: the acceleration before stands for that of now") {
    model.added_mass_interactions[0].mode = solver::AddedMassMode::kLumped;
    check_balance(model, 0.02);
  }
  SECTION("damping of velocities, an act of each step") {
    model.bodies[1].linear_velocity_damping = {0.1, 0.2, 0.3};
    model.bodies[1].angular_velocity_damping = {0.3, 0.2, 0.1};
    check_balance(model, 1e-3);
  }
}

TEST_CASE("energy balance: a hemisphere in waves and current, on a mooring",
          "[solver][loads][energy]") {
  const auto database =
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
  solver::Model model = floating_model(database, {Vector3::Constant(2.8)}, 0.01);
  model.hydrodynamics[0].bodies[0].linear_damping = 1e3 * Matrix6::Identity();
  model.hydrodynamics[0].bodies[0].quadratic_damping = 1e4 * Matrix6::Identity();
  model.bodies[0].pose.attitude = solver::exponential({0.1, -0.2, 0.5});
  model.bodies[0].linear_velocity = {0.3, 0.1, 0.5};
  model.bodies[0].angular_velocity = {0.1, 0.2, -0.1};
  Vector6 spring;
  spring << 1e4, 1e4, 0.0, 0.0, 0.0, 1e4;
  model.loads = {mooring("mooring", "body1", spring, spring)};
  model.current = hydro::Current({0.0}, {Vector2(0.5, 0.2)});
  model.sea = hydro::Sea(jonswap_sea(model, 0.5, 6.0, 0.4, 0.0).components(),
                         {model.water_depth, model.gravity, model.current}, 0.0);
  check_balance(model, 1e-5);
  // Mean drift, slow drift and their damping are power like all of the waves.
  auto drifting = std::make_shared<hydro::Database>(*database);
  set_drift(*drifting,
            [](Eigen::Index, double omega, double b) { return 1e5 * omega * (std::cos(b) + 0.3); });
  model.hydrodynamics[0].database = drifting;
  model.hydrodynamics[0].second_order.method = hydro::SecondOrderMethod::kNewman;
  model.hydrodynamics[0].second_order.wave_drift_damping = true;
  check_balance(model, 1e-5);
}

TEST_CASE("loads: force at the centre of mass of the first body, power on all",
          "[solver][loads][energy]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("a", 2.0, {1.0, 1.0, 1.0}, {0.0, 0.0, 0.0}),
                  weightless_body("b", 2.0, {1.0, 1.0, 1.0}, {3.0, 0.0, 0.0})};
  model.bodies[0].linear_velocity = {0.5, 7.0, 0.0};
  model.bodies[1].linear_velocity = {-1.0, 0.0, 2.0};
  model.bodies[0].angular_velocity = {0.0, 0.0, 0.25};
  solver::PointSpring line;
  line.body1 = "a";
  line.point1 = {0.0, 2.0, 0.0};
  line.body2 = "b";
  line.point2 = {0.0, 2.0, 0.0};
  line.stiffness = 10.0;
  line.rest_length = 1.0;
  model.loads = {{"line", line}};
  Simulation simulation(model);
  Vector6 force;
  force << 20.0, 0.0, 0.0, 0.0, 0.0, -40.0;  // 2 m of stretch, 2 m off the centre
  CHECK((read_output(simulation, "line.force") - force).norm() < 1e-13);
  // Its ends approach at 1 + .5 - 2 * .25 = 1 m/s.
  CHECK(read_output(simulation, "line.power")[0] == Approx(20.0));
  CHECK(read_output(simulation, "energy.potential")[0] == Approx(20.0));
  CHECK(read_output(simulation, "energy.kinetic")[0] ==
        Approx(49.25 + 0.03125 + 5.0).epsilon(1e-14));
  CHECK(read_output(simulation, "energy.power")[0] == Approx(0.0).margin(1e-13));
}
