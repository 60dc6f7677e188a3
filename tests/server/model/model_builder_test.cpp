#include "server/model/model_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>

#include "solver/model/loads/bushing.hpp"
#include "solver/model/loads/winch.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/yaml_model.hpp"

using namespace raftup;
using namespace raftup::testing;

TEST_CASE("model: every model that the project ships builds, and builds again from its own answer",
          "[model]") {
  for (const auto& entry : std::filesystem::directory_iterator(testing::own_models())) {
    INFO(entry.path().filename());
    const std::string json = testing::json_of_yaml(entry.path());
    if (json.find(".csv\"") != std::string::npos) continue;  // which clients read
    const auto built = build(model_of(json));
    const auto again = build(built.message);
    CHECK(again.message.SerializeAsString() == built.message.SerializeAsString());
    CHECK(solver::digest(again.model) == solver::digest(built.model));
  }
}

TEST_CASE("model: a hydrodynamic body floats where its database has it, with its displaced mass",
          "[model]") {
  auto message = hemisphere();
  message.mutable_hydrodynamics(0)->set_heading_deg(90.0);
  message.mutable_hydrodynamics(0)->add_origin(10.0);
  message.mutable_hydrodynamics(0)->add_origin(20.0);
  message.mutable_bodies(0)->add_center_of_mass(0.0);
  message.mutable_bodies(0)->add_center_of_mass(0.0);
  message.mutable_bodies(0)->add_center_of_mass(-1.0);
  const auto built = build(message);
  const auto& database = *built.model.hydrodynamics[0].database;
  const auto& body = built.model.bodies[0];
  CHECK(built.model.water_density == database.water_density);
  CHECK(body.mass == Approx(database.water_density * database.bodies[0].displaced_volume));
  const Vector3 center = body.pose.position + body.pose.attitude * body.center_of_mass;
  const Vector3& at_rest = database.bodies[0].center_of_gravity;
  // the database's frame turned by 90 deg about z and moved; rounding of sine and cosine only
  CHECK(center.x() == Approx(10.0 - at_rest.y()).epsilon(0.0).margin(1e-12));
  CHECK(center.y() == Approx(20.0 + at_rest.x()).epsilon(0.0).margin(1e-12));
  CHECK(center.z() == Approx(at_rest.z()).epsilon(0.0).margin(1e-12));
  REQUIRE(built.message.bodies(0).attitude_deg_size() == 3);
  CHECK(built.message.bodies(0).attitude_deg(2) == Approx(90.0));
}

TEST_CASE("model: a group keeps only the bodies that the model names", "[model]") {
  const auto message = model_of(R"({
    "bodies": [{"name": "supply", "inertia": {"xx": 5e7, "yy": 5e8, "zz": 5e8}}],
    "hydrodynamics": [{"name": "pair", "database": "alongside.h5",
                       "bodies": [{"body": "supply", "database_body": "body2"}]}],
    "integration": {"step": 0.05}})");
  const auto built = build(message);
  const auto& group = built.model.hydrodynamics[0];
  REQUIRE(group.database->body_count() == 1);
  CHECK(group.database->bodies[0].name == "supply");
  CHECK(group.bodies[0].database_body == 0);
  CHECK(built.message.hydrodynamics(0).bodies(0).database_body() == "supply");
}

TEST_CASE("model: a database about another point of its body comes to the centre of mass",
          "[model]") {
  const auto given = build(hemisphere());
  auto message = hemisphere();
  for (const double x : {0.0, 0.0, 3.0}) message.mutable_bodies(0)->add_center_of_mass(x);
  for (const double x : {0.0, 0.0, 5.0}) {
    message.mutable_hydrodynamics(0)->mutable_bodies(0)->add_reference_point(x);
  }
  const auto built = build(message);
  const hydro::Database& filed = *given.model.hydrodynamics[0].database;
  const hydro::Database& moved = *built.model.hydrodynamics[0].database;
  const MatrixXd& A = filed.added_mass[0];
  // 2 m above the centre of mass: surge of O is that of G and 2 m times the pitch
  CHECK(moved.added_mass[0](4, 4) ==
        Approx(A(4, 4) + 2.0 * (A(0, 4) + A(4, 0)) + 4.0 * A(0, 0)).epsilon(1e-12));
  CHECK(moved.sha256 != filed.sha256);
  const auto again = build(built.message);
  CHECK(solver::digest(again.model) == solver::digest(built.model));
}

TEST_CASE("model: an attitude is yaw, then pitch, then roll", "[model]") {
  auto message = hemisphere();
  for (const double angle : {0.0, 30.0, 90.0}) message.mutable_bodies(0)->add_attitude_deg(angle);
  const auto built = build(message);
  const Vector3 nose = built.model.bodies[0].pose.attitude * Vector3::UnitX();
  // pitched by 30 deg, bow down, then turned to +y
  CHECK(nose.x() == Approx(0.0).margin(1e-15));
  CHECK(nose.y() == Approx(std::sqrt(3.0) / 2.0));
  CHECK(nose.z() == Approx(-0.5));
}

TEST_CASE("model: the form of a radiation memory is what the model says", "[model]") {
  auto message = hemisphere();
  auto& radiation = *message.mutable_hydrodynamics(0)->mutable_radiation();
  for (const auto memory : {v1::RADIATION_MEMORY_AUTO, v1::RADIATION_MEMORY_CONVOLUTION,
                            v1::RADIATION_MEMORY_PARTITIONED, v1::RADIATION_MEMORY_STATE_SPACE,
                            v1::RADIATION_MEMORY_NONE, v1::RADIATION_MEMORY_CONSTANT}) {
    radiation.set_memory(memory);
    if (memory == v1::RADIATION_MEMORY_CONSTANT) radiation.set_frequency(1.0);
    CHECK(build(message).message.hydrodynamics(0).radiation().memory() == memory);
  }
  radiation.clear_frequency();
  radiation.set_memory(v1::RADIATION_MEMORY_PARTITIONED);
  CHECK(build(message).model.hydrodynamics[0].radiation.form == hydro::RadiationForm::kPartitioned);
}

TEST_CASE("model: what later versions bring is refused by its path", "[model]") {
  auto message = hemisphere();
  auto& group = *message.mutable_hydrodynamics(0);
  group.mutable_radiation()->set_kernel_step(0.1);
  CHECK(violates(message, "hydrodynamics[0].radiation.kernel_step"));
}

TEST_CASE("model: the frame of a first body is for a pair, not for a group", "[model]") {
  auto message = hemisphere();
  message.mutable_hydrodynamics(0)->mutable_added_mass()->set_frame(v1::HYDRO_FRAME_FIRST_BODY);
  CHECK(violates(message, "hydrodynamics[0].added_mass.frame"));
}

TEST_CASE("model: a load or an input without a kind is refused once, its name as well", "[model]") {
  auto message = hemisphere();
  message.add_loads();
  message.add_inputs()->set_name("gust");
  std::vector<std::string> paths;
  for (const auto& violation : violations_of(message)) paths.push_back(violation.path);
  CHECK(paths == std::vector<std::string>{"loads[0]", "inputs[0]", "loads[0].name"});
}

v1::Model driven_door() {
  return model_of(R"({
    "bodies": [{"name": "door", "mass": 20, "inertia": {"xx": 2, "yy": 2, "zz": 2},
                "position": [1, 0, 0]}],
    "joints": [{"name": "hinge", "type": "JOINT_TYPE_HINGE", "body1": "door",
                "drives": [{"spring_damper": {"stiffness": 5}}, {"motor": {"speed": 0.1}}]}],
    "inputs": [{"name": "turn", "joint_command": {"joint": "hinge", "drive": 1}},
               {"name": "latch", "joint_enabled": "hinge"}],
    "integration": {"step": 0.01}})");
}

TEST_CASE("model: inputs command a drive of a joint, and switch the joint", "[model][joints]") {
  const auto built = build(driven_door());
  const auto& command = std::get<solver::JointCommand>(built.model.inputs[0].kind);
  CHECK(command.joint == "hinge");
  CHECK(command.drive == 1);
  CHECK(std::get<solver::JointEnabled>(built.model.inputs[1].kind).joint == "hinge");
}

TEST_CASE("model: joint_drive names a joint with one drive and is written out in full",
          "[model][joints]") {
  auto message = driven_door();
  message.mutable_inputs(0)->set_joint_drive("hinge");
  const auto all = violations_of(message);
  REQUIRE(all.size() == 1);
  CHECK(all[0].path == "inputs[0].joint_drive");
  CHECK(all[0].rule == "must say which drive, as the joint has not just one");
  CHECK(all[0].value == "'hinge' with 2 drives");
  message.mutable_joints(0)->mutable_drives()->RemoveLast();
  const auto built = build(message);
  CHECK(built.message.inputs(0).joint_command().joint() == "hinge");
  CHECK(built.message.inputs(0).joint_command().has_drive());
}

TEST_CASE("model: a joint as strong interaction, theta of moreau_jean, observers",
          "[model][joints]") {
  auto message = driven_door();
  message.mutable_joints(0)->set_compliance(1e-8);
  auto& strong = *message.add_strong_interactions();
  strong.set_name("strong_hinge");
  strong.set_joint("hinge");
  message.mutable_integration()->set_stepper(v1::STEPPER_MOREAU_JEAN);
  auto& handle = *message.add_observers();
  handle.set_name("handle");
  handle.set_body("door");
  for (const double x : {0.5, 0.0, 0.1}) handle.add_position(x);
  const auto built = build(message);
  CHECK(built.model.strong_joints[0].joint == "hinge");
  CHECK(built.message.integration().theta() == 0.5);
  CHECK(built.model.observers[0].pose.position == Vector3(0.5, 0.0, 0.1));
  CHECK(build(built.message).message.SerializeAsString() == built.message.SerializeAsString());
  message.mutable_integration()->set_theta(0.75);
  CHECK(build(message).model.theta == 0.75);

  message.mutable_integration()->set_theta(0.4);
  message.mutable_joints(0)->clear_compliance();
  strong.set_joint("gate");
  handle.set_relative_to("mast");
  handle.add_attitude_deg(1.0);
  for (const char* path : {"integration.theta", "strong_interactions[0].joint",
                           "observers[0].relative_to", "observers[0].attitude_deg"}) {
    INFO(path);
    CHECK(violates(message, path));
  }
}

TEST_CASE("model: limits of drives need a stepper by impulses", "[model][joints]") {
  auto message = driven_door();
  message.mutable_joints(0)->mutable_drives(1)->mutable_motor()->set_force_limit(5.0);
  CHECK(build(message).message.integration().stepper() == v1::STEPPER_AUTOMATIC);
  message.mutable_integration()->set_stepper(v1::STEPPER_SPOOK);
  CHECK(build(message).model.stepper == solver::StepperKind::kSpook);
  message.mutable_integration()->set_stepper(v1::STEPPER_RK4);
  const auto all = violations_of(message);
  REQUIRE(all.size() == 1);
  CHECK(all[0].path == "integration.stepper");
  CHECK(all[0].value == "rk4");
}

TEST_CASE("model: a tug that a client moves, its winch and fender", "[model]") {
  auto message = model_of(R"({
    "bodies": [{"name": "tug", "motion": "MOTION_KINEMATIC", "linear_velocity": [1, 0, 0]},
               {"name": "barge", "mass": 2e6, "inertia": {"xx": 1e8, "yy": 4e8, "zz": 4e8},
                "position": [-50, 0, 0], "linear_velocity_damping": [0.1, 0.2, 0.3],
                "mass_coefficients": [0.1, 0.9, 1]}],
    "loads": [{"name": "towline", "winch": {"body1": "tug", "body2": "barge", "point1": [-10, 0, 0],
                "point2": [10, 0, 0], "stiffness": 1e6, "force": 2e5, "max_length": 100}},
              {"name": "fender", "bushing": {"body1": "barge", "stiffness": [1, 2, 3, 4, 5, 6],
                "attitude_deg": [0, 0, 90]}}],
    "inputs": [{"name": "path", "kinematic_motion": {"body": "tug", "target": 2}},
               {"name": "haul", "load_drive": "towline"}],
    "integration": {"step": 0.05}})");
  const auto built = build(message);
  CHECK(built.model.bodies[0].motion == solver::Motion::kKinematic);
  CHECK(built.message.bodies(0).mass() == 0.0);  // nothing moves it by force
  CHECK(built.model.bodies[1].linear_velocity_damping == Vector3(0.1, 0.2, 0.3));
  CHECK(built.model.bodies[1].mass_coefficients == Vector3(0.1, 0.9, 1));
  const auto& winch = built.model.loads[0].kind.get<solver::Winch>();
  CHECK_FALSE(winch.speed);
  CHECK(winch.force == 2e5);
  CHECK(winch.max_length == 100.0);
  CHECK(built.message.loads(0).winch().length() == 30.0);
  const auto& fender = built.model.loads[1].kind.get<solver::Bushing>();
  CHECK(fender.stiffness.diagonal()[5] == 6.0);
  CHECK((fender.pose.attitude * Vector3::UnitX()).isApprox(Vector3::UnitY()));
  const auto& path = std::get<solver::KinematicMotion>(built.model.inputs[0].kind);
  CHECK(path.target == solver::KinematicTarget::kPose);
  CHECK(std::get<solver::LoadDrive>(built.model.inputs[1].kind).load == "towline");
  CHECK(build(built.message).message.SerializeAsString() == built.message.SerializeAsString());
  message.mutable_bodies(1)->clear_mass();
  CHECK(violates(message, "bodies[1].mass"));

  message.mutable_loads(0)->mutable_winch()->clear_control();
  message.mutable_inputs(1)->set_load_drive("fender");
  message.mutable_inputs(0)->mutable_kinematic_motion()->set_body("barge");
  for (const char* field :
       {"loads[0].winch", "inputs[1].load_drive", "inputs[0].kinematic_motion.body"}) {
    INFO(field);
    CHECK(violates(message, field));
  }
}

TEST_CASE("model: commands to nothing are refused by their path", "[model][joints]") {
  auto message = driven_door();
  message.mutable_inputs(0)->mutable_joint_command()->set_drive(2);
  message.mutable_inputs(1)->set_joint_enabled("gate");
  CHECK(violates(message, "inputs[0].joint_command.drive"));
  CHECK(violates(message, "inputs[1].joint_enabled"));
  message.mutable_inputs(0)->mutable_joint_command()->set_drive(-1);
  CHECK(violates(message, "inputs[0].joint_command.drive"));
}

TEST_CASE("model: wrong shapes, numbers and names are refused by their path", "[model]") {
  auto message = hemisphere();
  message.mutable_bodies(0)->add_position(1.0);
  message.mutable_bodies(0)->mutable_inertia()->set_xx(std::nan(""));
  message.mutable_bodies(0)->add_free(true);
  message.mutable_hydrodynamics(0)->mutable_bodies(0)->add_linear_damping(1.0);
  message.mutable_hydrodynamics(0)->mutable_bodies(0)->set_database_body("nobody");
  message.mutable_environment()->set_gravity(-1.0);
  auto& wave = *message.mutable_environment()->mutable_sea()->add_waves()->mutable_regular();
  wave.set_amplitude(1.0);
  message.mutable_integration()->set_duration(-1.0);
  message.add_loads()->set_name("nothing");
  for (const char* path :
       {"bodies[0].position", "bodies[0].inertia.xx", "bodies[0].free",
        "hydrodynamics[0].bodies[0].linear_damping", "hydrodynamics[0].bodies[0].database_body",
        "environment.gravity", "environment.sea.waves[0].regular", "integration.duration",
        "loads[0]"}) {
    INFO(path);
    CHECK(violates(message, path));
  }
}

TEST_CASE("model: a database that does not exist is a violation of its field", "[model]") {
  auto message = hemisphere();
  message.mutable_hydrodynamics(0)->set_database("nowhere.h5");
  CHECK(violates(message, "hydrodynamics[0].database"));
}

TEST_CASE("model: unknown enum values are refused", "[model]") {
  auto message = hemisphere();
  message.mutable_bodies(0)->set_motion(static_cast<v1::Motion>(77));
  const auto all = violations_of(message);
  REQUIRE(all.size() == 1);
  CHECK(all[0].path == "bodies[0].motion");
  CHECK(all[0].rule == "must be a known value of Motion");
  CHECK(all[0].value == "77");
}

TEST_CASE("model: the step is a whole number of nanoseconds and divides the output step",
          "[model]") {
  auto message = hemisphere();
  message.mutable_integration()->set_step(1.0 / 3.0);
  CHECK(violates(message, "integration.step"));
  message.mutable_integration()->set_step(0.0);
  CHECK(violates(message, "integration.step"));
  message.mutable_integration()->set_step(0.05);
  message.mutable_integration()->set_output_step(0.12);
  CHECK(violates(message, "integration.output_step"));
  message.mutable_integration()->set_output_step(0.2);
  const auto built = build(message);
  CHECK(built.model.step_ns == 50'000'000);
  CHECK(built.output_stride == 4);
}

TEST_CASE("model: a group without its database is refused, whatever stands on its bodies",
          "[model]") {
  auto message = hemisphere();
  message.mutable_hydrodynamics(0)->set_database("nowhere.h5");
  auto& mooring = *message.add_loads();
  mooring.set_name("mooring");
  mooring.mutable_linear_mooring()->set_body("hemisphere");
  CHECK(violates(message, "hydrodynamics[0].database"));
}
