/// @file What Linearize promises, of sessions and of models without one.
#include <algorithm>
#include <map>

#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/moorings.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::testing;
using Stub = client::Client::Stub;

namespace {

/// Two bodies off any symmetry; what holds them is to be added.
constexpr const char* kBodies = R"({
  "bodies": [
    {"name": "a", "mass": 50, "inertia": {"xx": 10, "yy": 20, "zz": 30}, "gravity": false,
     "position": [0.3, 0.2, 0.1], "attitude_deg": [10, 5, 30]},
    {"name": "b", "mass": 60, "inertia": {"xx": 30, "yy": 20, "zz": 10}, "gravity": false,
     "position": [5, 1, -0.4], "attitude_deg": [-10, 8, -20]}],
  "integration": {"step": 0.01}})";

v1::LinearizeRequest asking(const v1::Model& model) {
  v1::LinearizeRequest request;
  *request.mutable_model() = model;
  return request;
}

std::vector<double> numbers(const client::Linearisation& linear, v1::LinearTensorKind kind) {
  return linear.tensor(kind).values;
}

/// What loads that give orders are for.
constexpr const char* kSteered = R"(,
    {"name": "wheel", "rudder": {"body": "a", "point": [-1, 0, 0], "area": 1, "height": 1}},
    {"name": "bow", "thruster": {"body": "a", "azimuth_rate_deg": 12, "max_thrust": 30}},
    {"name": "stern", "thruster": {"body": "a", "point": [-1, 0, 0], "azimuth_rate_deg": 12,
                                   "max_thrust": 30}})";

/// A load by the name of its field in Load.
const std::map<std::string, std::string>& samples_of_loads() {
  static const std::map<std::string, std::string> kSamples{
      {"constant_force", R"({"body": "a", "force": [1, 0, 0], "body_axes": true})"},
      {"point_spring", R"({"body1": "a", "body2": "b", "stiffness": 100, "damping": 3})"},
      {"linear_mooring", R"({"body": "b", "stiffness": [10, 20, 30, 40, 50, 60]})"},
      {"winch", R"({"body1": "a", "body2": "b", "stiffness": 500, "length": 4, "speed": 0})"},
      {"bushing", R"({"body1": "a", "body2": "b", "position": [2, 0, 0],
                      "stiffness": [10, 20, 30, 40, 50, 60]})"},
      {"damper", R"({"body1": "a", "body2": "b", "linear": 30, "quadratic": 2})"},
      {"catenary_line", R"({"body": "a", "anchor_body": "b", "length": 6, "mass_per_length": 2})"},
      {"current_drag", R"({"body": "a", "length": 3, "draught": 1, "yaw_drag": 0.8})"},
      {"wind_force", R"({"body": "a", "frontal_area": 2, "lateral_area": 5, "length": 3,
                         "ship": "WIND_SHIP_FERRY"})"},
      {"fender", R"({"body1": "a", "point2": [0, -5, 0], "thickness": 500, "compression": [0, 600],
                     "reaction": [0, 6000]})"},
      {"rope", R"({"points": [{"body": "a"}, {"point": [1, 2, 3]}, {"body": "b"}],
                   "stiffness": 100, "rest_length": 3})"},
      {"dynamic_line", R"({"body": "a", "anchor_body": "b", "length": 6, "mass_per_length": 2,
                           "diameter": 0.02, "axial_stiffness": 1e4, "element_count": 4})"},
      {"mooring_system", R"({"body": "a", "input": ")" + in_json(kOneLine) + R"("})"},
      {"morison", R"({"body": "a", "elements": [{"point1": [0, 0, -9], "point2": [1, 0, -6],
                      "diameter": 0.2, "drag_coefficient": 1}]})"},
      {"drag_plate", R"({"body": "a", "point": [0, 0, -8], "width": 0.5, "drag_coefficient": 2})"},
      {"manoeuvring", R"({"body": "a", "length": 3, "draught": 1, "sway": {"v": -0.4}})"},
      {"propeller", R"({"body": "a", "diameter": 0.5, "speed": 4,
                        "b_series": {"blades": 4, "area_ratio": 0.5, "pitch_ratio": 0.8}})"},
      {"rudder", R"({"body": "a", "point": [-1, 0, 0], "area": 1, "height": 1, "angle_deg": 10})"},
      {"resistance", R"({"body": "a", "speed": [1], "force": [30]})"},
      {"thruster", R"({"body": "a", "azimuth_deg": 40, "thrust": 20, "max_thrust": 30})"},
      {"autopilot", R"({"body": "a", "rudders": ["wheel"], "proportional": 2})"},
      {"dynamic_positioning", R"({"body": "a", "thrusters": ["bow", "stern"]})"}};
  return kSamples;
}

}  // namespace

TEST_CASE("linearize: a model and a session of it have the same equations",
          "[contract][linearisation]") {
  const RunningServer server;
  auto client = server.client();
  v1::LinearizeRequest request = asking(two_bodies().model());
  request.add_grids()->add_omega(1.5);
  request.set_modes(true);
  request.set_outputs(true);
  const auto of_model = client.linearize(request);
  const auto session = client.start_session(two_bodies());
  request.set_session(session.name());
  const auto of_session = client.linearize(request);

  REQUIRE(of_model.model().bodies_size() == 2);
  CHECK(of_model.model().bodies(0).name() == "a");
  CHECK(of_model.tensor(v1::LINEAR_TENSOR_KIND_MASS).shape == std::vector<std::int64_t>{12, 12});
  for (const auto kind : {v1::LINEAR_TENSOR_KIND_MASS, v1::LINEAR_TENSOR_KIND_RESTORING,
                          v1::LINEAR_TENSOR_KIND_LINEAR_DAMPING, v1::LINEAR_TENSOR_KIND_FREE_BASIS,
                          v1::LINEAR_TENSOR_KIND_ADDED_MASS_INFINITE}) {
    CHECK(numbers(of_model, kind) == numbers(of_session, kind));
  }
  CHECK(of_model.tensor(v1::LINEAR_TENSOR_KIND_ADDED_MASS, 0).shape ==
        std::vector<std::int64_t>{1, 12, 12});
  CHECK(of_model.tensor(v1::LINEAR_TENSOR_KIND_EXCITATION, 0).values.empty());
  CHECK(of_model.modes().size() == 2);
  CHECK(of_model.output("a.displacement").by_displacement_size() == 36 * 2);
  CHECK_THROWS_AS(of_model.output("a.force.total"), std::out_of_range);
}

TEST_CASE("linearize: a session is linear about where it stands now, and changes by nothing",
          "[contract][linearisation]") {
  const RunningServer server;
  auto client = server.client();
  const auto session = client.start_session(two_bodies());
  v1::StepSessionRequest step;
  step.set_name(session.name());
  step.set_step_count(20);
  client.call(&Stub::StepSession, step);
  v1::ReadValuesRequest read;
  read.set_session(session.name());
  read.add_variables("a.position");
  const auto before = client.call(&Stub::ReadValues, read);
  v1::LinearizeRequest request;
  request.set_session(session.name());
  request.set_operating_point(v1::OPERATING_POINT_PRESENT);
  const auto linear = client.linearize(request);
  CHECK(linear.model().bodies(0).position(2) == before.values(2));
  CHECK(linear.model().reactions_size() == 0);
  const auto after = client.call(&Stub::ReadValues, read);
  CHECK(after.SerializeAsString() == before.SerializeAsString());
}

TEST_CASE("linearize: every kind of load passes from the message to its stiffness or damping",
          "[contract][linearisation]") {
  const RunningServer server;
  auto client = server.client();
  const auto* kinds = v1::Load::descriptor()->FindOneofByName("kind");
  for (int i = 0; i < kinds->field_count(); ++i) {
    const std::string name = kinds->field(i)->name();
    INFO(name);
    REQUIRE(samples_of_loads().count(name) == 1);
    if (name == "mooring_system" && !moordyn_library()) continue;
    const std::string load =
        R"({"name": "load", ")" + name + R"(": )" + samples_of_loads().at(name) + "}";
    const bool gives_orders = name == "autopilot" || name == "dynamic_positioning";
    const bool is_held = gives_orders || name == "mooring_system";
    v1::Model model = client::model_from_json(kBodies);
    model.MergeFrom(client::model_from_json(R"({"environment": {"wind": {"speed": 5},
        "current": {"speed": [0.5], "direction_deg": [30]}}, "loads": [)" +
                                            load + (gives_orders ? kSteered : "") + "]}"));
    v1::LinearizeRequest request = asking(model);
    request.set_operating_point(v1::OPERATING_POINT_PRESENT);
    const auto linear = client.linearize(request);
    if (is_held) continue;  // through a step: no tangent of its own
    auto tangents = numbers(linear, v1::LINEAR_TENSOR_KIND_RESTORING);
    const auto damping = numbers(linear, v1::LINEAR_TENSOR_KIND_LINEAR_DAMPING);
    tangents.insert(tangents.end(), damping.begin(), damping.end());
    CHECK(std::any_of(tangents.begin(), tangents.end(), [](double k) { return k != 0.0; }));
  }
}

TEST_CASE("linearize: every kind of joint passes from the message to its free motions",
          "[contract][linearisation]") {
  const RunningServer server;
  auto client = server.client();
  const auto* types = v1::JointType_descriptor();
  for (int i = 1; i < types->value_count(); ++i) {
    const auto type = static_cast<v1::JointType>(types->value(i)->number());
    INFO(types->value(i)->name());
    v1::Model model = client::model_from_json(kBodies);
    v1::Joint& joint = *model.add_joints();
    joint.set_name("joint");
    joint.set_type(type);
    joint.set_body1("a");
    joint.set_body2("b");
    for (const double x : {2.0, 0.5, 0.0}) joint.add_position(x);
    for (const double x : {0.0, 0.0, 1.0}) joint.add_axis(x);
    if (type == v1::JOINT_TYPE_UNIVERSAL) {
      for (const double x : {1.0, 0.0, 0.0}) joint.add_axis2(x);
    }
    if (type == v1::JOINT_TYPE_DISTANCE) {
      for (const double x : {4.0, 1.0, 0.2}) joint.add_position2(x);
    }
    const auto linear = client.linearize(asking(model));
    const auto& basis = linear.tensor(v1::LINEAR_TENSOR_KIND_FREE_BASIS);
    CHECK(basis.shape[1] >= 6);
    CHECK(basis.shape[1] < 12);
    REQUIRE(linear.model().reactions_size() == 1);
    CHECK(linear.model().reactions(0).joint() == "joint");
  }
}

TEST_CASE("linearize: grids and seas as they are asked for", "[contract][linearisation]") {
  const RunningServer server;
  auto client = server.client();
  v1::LinearizeRequest request = asking(two_bodies().model());
  v1::WaveGrid& operators = *request.add_grids();
  operators.set_omega_count(5);
  operators.set_geometric(true);
  operators.set_default_directions(true);
  v1::WaveGrid& spectra = *request.add_grids();
  spectra.set_omega_count(400);
  spectra.set_sea_directions(true);
  request.add_grids()->set_sea_harmonics(true);
  v1::IrregularWave& waves = *request.add_seas()->add_waves()->mutable_irregular();
  waves.mutable_jonswap()->set_significant_wave_height(2.0);
  waves.mutable_jonswap()->set_peak_period(8.0);
  waves.mutable_spreading()->set_cosine_2s(10.0);
  waves.mutable_spreading()->set_direction_count(8);
  v1::RegularWave& regular = *request.add_seas()->add_waves()->mutable_regular();
  regular.set_amplitude(0.5);
  regular.set_period(7.0);
  const auto linear = client.linearize(request);
  REQUIRE(linear.grids().size() == 3);
  const auto& first = linear.grids()[0].waves;
  REQUIRE(first.omega_size() == 5);
  CHECK(first.omega(0) == Approx(0.1));
  CHECK(first.omega(4) == Approx(2.5));
  CHECK(first.omega(1) * first.omega(3) == Approx(first.omega(2) * first.omega(2)));
  CHECK(first.wave_direction_size() == 36);
  const auto& seas = linear.grids()[1].seas;
  REQUIRE(seas.size() == 3);
  CHECK(seas[1].direction_index_size() == 72);
  CHECK(seas[1].density_size() == 72 * 400);
  double variance = seas[1].variance_outside();
  const double spacing = 2.4 / 399.0;
  for (int i = 0; i < seas[1].density_size(); ++i) {
    const bool end = i % 400 == 0 || i % 400 == 399;  // of a direction, by the trapezoidal rule
    variance += (end ? 0.5 : 1.0) * seas[1].density(i) * spacing;
  }
  CHECK(variance == Approx(4.0 / 16.0).epsilon(1e-6));
  CHECK(seas[2].harmonic_amplitude(0) == 0.5);
  REQUIRE(linear.grids()[2].waves.omega_size() == 1);
  CHECK(linear.grids()[2].waves.omega(0) == seas[2].harmonic_omega(0));
  CHECK(linear.grids()[2].waves.paired());
}

TEST_CASE("linearize: refusals name the field and the rule", "[contract][linearisation]") {
  const RunningServer server;
  auto client = server.client();
  const auto refused = [&](const v1::LinearizeRequest& request) {
    const auto error = error_of([&] { client.linearize(request); });
    REQUIRE(error.reason() == "BAD_FIELD");
    return error.field_violations().front();
  };
  CHECK(refused({}).field == "session");
  v1::LinearizeRequest unknown;
  unknown.set_session("sessions/nobody");
  CHECK(error_of([&] { client.linearize(unknown); }).reason() == "NOT_FOUND");

  v1::LinearizeRequest grid = asking(two_bodies().model());
  grid.add_grids()->add_omega(-1.0);
  CHECK(refused(grid).field == "grids[0].omega");
  CHECK(refused(grid).description == "must be positive numbers, got -1");
  grid.clear_grids();
  grid.add_grids();
  CHECK(refused(grid).field == "grids[0].omega");

  v1::LinearizeRequest sea = asking(two_bodies().model());
  sea.add_grids()->set_sea_harmonics(true);
  sea.add_seas()->add_waves()->mutable_varying();
  CHECK(refused(sea).field == "seas[0].waves[0].varying");
  CHECK(refused(sea).description.find("must not change with time") == 0);

  v1::Model broken = client::model_from_json(kBodies);
  broken.mutable_bodies(0)->set_mass(-1.0);
  CHECK(refused(asking(broken)).field == "model.bodies[0].mass");
}

TEST_CASE("linearize: a model without an equilibrium is told so", "[contract][linearisation]") {
  const RunningServer server;
  auto client = server.client();
  v1::Model model = client::model_from_json(kBodies);
  model.MergeFrom(client::model_from_json(R"({"loads": [
    {"name": "line", "point_spring": {"body1": "a", "point2": [0.5, 0, -5], "stiffness": 10,
                                      "rest_length": 1, "tension_only": true}},
    {"name": "push", "constant_force": {"body": "a", "force": [0, 0, -1e9]}}]})"));
  const auto error = error_of([&] { client.linearize(asking(model)); });
  CHECK(error.reason() == "BAD_FIELD");
  REQUIRE(error.field_violations().size() == 1);
  CHECK(error.field_violations()[0].field == "model.bodies");
  CHECK(error.field_violations()[0].description.find("must have a static equilibrium") == 0);
}
