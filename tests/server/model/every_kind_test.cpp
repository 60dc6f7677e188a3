/// Every alternative of every oneof of a model, found in the messages themselves: a new kind fails
/// here until it has an example below, and then passes or shows what it lacks.
#include <fmt/format.h>

#include <functional>
#include <map>
#include <set>
#include <string>

#include "clients/cpp/client.hpp"
#include "solver/linearisation/linearisation.hpp"
#include "solver/model.hpp"
#include "solver/simulation.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

/// Field names as JSON members of a part of the model below, by kind.
using Examples = std::map<std::string, std::string>;

const Examples kLoads{
    {"constant_force", R"({"body": "hull", "force": [3, 2, 1], "torque": [1, 2, 3],
                           "point": [1, 0, 2], "body_axes": true})"},
    {"point_spring", R"({"body1": "hull", "point1": [1, 2, 3], "body2": "tug", "point2": [0, 1, 0],
                         "stiffness": 2e4, "damping": 3e3})"},
    {"linear_mooring", R"({"body": "hull", "stiffness": [4e4, 4e4, 1e4, 1e4, 1e4, 1e5],
                           "damping": [1e3, 1e3, 1e3, 1e4, 1e4, 1e4],
                           "preload": [10, 20, 0, 0, 0, 0]})"},
    {"winch", R"({"body1": "hull", "body2": "tug", "point2": [0, 0, 1], "stiffness": 2e4,
                  "damping": 3e3, "length": 18, "force_limit": 1e6, "max_length": 90, "speed": 0.1,
                  "render_force": 8e5, "recover_force": 1e5, "speed_limit": 0.4})"},
    {"damper", R"({"body1": "hull", "point1": [1, 0, 0], "body2": "tug", "linear": 2e3,
                   "quadratic": 500})"},
    {"catenary_line",
     R"({"body": "hull", "point": [1, 0, 2], "anchor_body": "tug", "anchor": [0, 1, 1],
                          "length": 20, "diameter": 0.05, "mass_per_length": 30,
                          "axial_stiffness": 1e8, "clump_mass": 100, "clump_volume": 0.01,
                          "further_segments": [{"length": 10, "mass_per_length": 20}],
                          "bottom_friction": 0.5, "above_bottom": true})"},
    {"current_drag",
     R"({"body": "hull", "point": [1, 0, 2], "length": 80, "breadth": 20, "draught": 5,
                         "coefficients": {"direction_deg": [0, 90, 180, 270], "surge": [0.1, 0, -0.1, 0],
                                          "sway": [0, 0.6, 0, -0.6], "yaw": [0, 0.1, 0, -0.1]},
                         "yaw_drag": 0.8})"},
    {"wind_force", R"({"body": "hull", "point": [1, 0, 2], "frontal_area": 200, "lateral_area": 900,
                       "length": 80, "centroid": [2, 6], "height": 12, "air_density": 1.2,
                       "ship": "WIND_SHIP_FERRY"})"},
    {"fender", R"({"body1": "hull", "point1": [1, 2, 3], "body2": "tug", "point2": [0, 1, 2],
                   "normal": [-1, 0.1, 0], "thickness": 30, "compression": [0, 5, 40],
                   "reaction": [0, 1e4, 3e4], "speed": [0.1, 0.3], "speed_factor": [1.1, 1.2],
                   "temperature_factor": 0.9, "loss": 0.2, "friction": 0.3, "slip_speed": 0.02})"},
    {"manoeuvring", R"({"body": "hull", "point": [1, 0, 0], "length": 80, "draught": 5,
                        "surge": {"resistance": 0.02, "vv": -0.04, "rr": 0.01},
                        "sway": {"v": -0.3, "r": 0.08, "vvv": -1.6}, "yaw": {"v": -0.1, "r": -0.05},
                        "added_mass_surge": 0.02, "added_mass_sway": 0.2, "added_inertia_yaw": 0.01,
                        "low_frequency_cutoff": 0.2})"},
    {"propeller", R"({"body": "hull", "point": [-38, 0, 1], "midship": [1, 0, 0], "diameter": 4,
                      "speed": 1.5, "max_speed": 2, "speed_rate": 0.1, "wake_fraction": 0.3,
                      "wake_drift": 2, "wake_gain_port": 1.6, "wake_gain_starboard": 1.1,
                      "thrust_deduction": 0.2,
                      "b_series": {"blades": 5, "area_ratio": 0.7, "pitch_ratio": 0.9}})"},
    {"rudder", R"({"body": "hull", "point": [-40, 0, 1], "midship": [1, 0, 0], "area": 12,
                   "height": 5, "normal_force_gradient": 2.7, "angle_deg": 10, "ordered_angle_deg": 20, "max_angle_deg": 40,
                   "rate_deg": 3, "inflow_ratio": 0.8, "slipstream_gain": 0.5,
                   "steering_deduction": 0.3, "hull_force_ratio": 0.3, "hull_force_position": -37,
                   "straightening_port": 0.6, "straightening_starboard": 0.4,
                   "effective_position": -56})"},
    {"thruster", R"({"body": "hull", "point": [30, 0, 1], "azimuth_deg": 40,
                     "azimuth_rate_deg": 12, "thrust": 1e4, "max_thrust": 5e4, "min_thrust": -1e4,
                     "thrust_rate": 2e3, "lag": 2, "loss_speed": 5, "forbidden_deg": [80, 100]})"},
    {"autopilot", R"({"body": "hull", "rudders": ["wheel"], "heading_deg": 10, "proportional": 2,
                      "derivative": 40, "integral": 0.01})"},
    {"dynamic_positioning",
     R"({"body": "hull", "point": [1, 0, 0], "thrusters": ["bow", "stern"], "weights": [1, 2],
         "position": [3, 4], "heading_deg": 10, "proportional": [1e3, 1e3, 1e5],
         "derivative": [1e4, 1e4, 1e6], "integral": [10, 10, 1e3],
         "observer": {"mass": [6e4, 7e4, 7e5], "damping": [1e3, 1e3, 1e4], "bias_time": 500,
                      "wave_frequency": 0.8, "wave_damping": 0.2, "velocity_gain": 0.2,
                      "bias_gain": 0.05}})"},
    {"dynamic_line",
     R"({"body": "hull", "point": [1, 0, 2], "anchor_body": "tug", "anchor": [0, 1, 1],
                         "length": 20, "diameter": 0.05, "mass_per_length": 30,
                         "axial_stiffness": 1e6, "clump_mass": 100, "clump_volume": 0.01,
                         "element_count": 5, "drag": 1.1, "axial_drag": 0.1, "added_mass": 0.9,
                         "axial_added_mass": 0.2, "damping_ratio": 0.8,
                         "further_segments": [{"length": 10, "diameter": 0.04, "mass_per_length": 20,
                                               "axial_stiffness": 1e6, "element_count": 3}],
                         "above_bottom": true, "bottom_stiffness": 2e5, "bottom_damping": 2e4,
                         "bottom_friction": 0.3, "slip_speed": 0.02, "sub_step": 2e-3})"},
    {"mooring_system", R"({"body": "tug", "input": ")" + in_json(kOneLine) + R"("})"},
    {"rope", R"({"points": [{"body": "hull", "point": [1, 2, 3]},
                            {"body": "tug", "friction": 0.2, "further_turns": 0.5},
                            {"point": [0, 9, 1]}],
                 "stiffness": 2e4, "damping": 1e3, "rest_length": 20, "slip_speed": 0.1})"},
    {"morison", R"({"body": "hull", "elements": [{"point1": [0, 0, 1], "point2": [0, 0, -8],
                    "diameter": 2, "area": 3, "drag_coefficient": 0.8, "added_mass_coefficient": 1,
                    "axial_drag_coefficient": 0.02, "segment_count": 4,
                    "end2": {"drag_coefficient": 0.5, "added_mass_coefficient": 1.2}}],
                    "stretching": "WAVE_STRETCHING_LINEAR", "slam": true})"},
    {"drag_plate", R"({"body": "hull", "point": [0, 0, -8], "normal": [0.1, 0, 1], "width": 3,
                       "breadth": 2, "drag_coefficient": 2, "added_mass_coefficient": 0.6})"},
    {"bushing", R"({"body1": "hull", "body2": "tug", "position": [10, 0, 0],
                    "attitude_deg": [0, 0, 20], "stiffness": [3e4, 3e4, 3e4, 1e5, 1e5, 1e5],
                    "damping": [2e3, 2e3, 2e3, 1e4, 1e4, 1e4], "preload": [5, 0, 0, 0, 0, 0]})"},
};

const Examples kDrives{
    {"spring_damper", R"({"stiffness": 1e5, "damping": 1e4, "rest": 0.1})"},
    {"motor", R"({"speed": 0.01})"},
    {"range", R"({"minimum": -1, "maximum": 2, "restitution": 0.5})"},
    {"lock", R"({"position": 0.1, "force_limit": 1e9})"},
    {"friction", R"({"force": 20})"},
};

const Examples kInputs{
    {"external_force", R"({"body": "hull", "body_axes": true})"},
    {"wave_elevation", R"({"direction_deg": 10})"},
    {"joint_drive", R"("door")"},
    {"joint_command", R"({"joint": "door", "drive": 0})"},
    {"joint_enabled", R"("door")"},
    {"contact_enabled", R"("touch")"},
    {"surface_velocity", R"("ghost/belt")"},
    {"heights", R"({"shape": "ghost/bed", "first_column": 1, "rows": 1})"},
    {"kinematic_motion", R"({"body": "ghost", "target": "KINEMATIC_TARGET_POSE"})"},
    {"load_drive", R"("line")"},
    {"acceleration_gain", R"({"bodies": ["hull", "tug"]})"},
    {"wave_components", R"({"component_count": 3})"},
    {"wave_spectrum", R"({"omega": [0.4, 0.8, 1.6], "direction_deg": 30, "component_count": 20})"},
    {"load_command", R"({"load": "line", "channel": "speed"})"},
    {"wave_field", R"({"body": "hull", "points": [0, 0, -1, 1, 0, -1], "drag_areas": [2, 3]})"},
};

std::string member(const Examples::value_type& example) {
  return fmt::format(R"("{}": {})", example.first, example.second);
}

/// Two vessels that stay where they are, a hinge, a body that is moved; `parts` are further
/// members of a list.
v1::Model vessels(const std::string& drive, const std::string& load, const std::string& input) {
  const std::string held = R"("linear_mooring": {"body": "tug",
      "stiffness": [4e4, 4e4, 4e4, 1e6, 1e6, 1e6], "damping": [1e3, 1e3, 1e3, 1e4, 1e4, 1e4]})";
  const auto body = [](const char* name, double x, const char* motion) {
    const char* shapes =
        R"(, "shapes": [{"name": "belt", "material": "rubber", "box": {"size": [1, 1, 1]}},
            {"name": "bed", "material": "rubber", "height_field": {"columns": 3, "rows": 2,
             "size": [4, 4], "heights": [0, 0, 1, 1, 0, 0]}}])";
    return fmt::format(
        R"({{"name": "{}", "mass": 5e4, "inertia": {{"xx": 4e5, "yy": 5e5, "zz": 6e5}},
                          "position": [{}, 0, 0], "attitude_deg": [2, 3, 15], "gravity": false,
                          "motion": "{}"{}}})",
        name, x, motion, std::string_view(name) == "ghost" ? shapes : "");
  };
  return client::model_from_json(fmt::format(
      R"({{"environment": {{"wind": {{"speed": 9, "direction_deg": 50,
          "spectrum": "WIND_SPECTRUM_NPD"}}}}, "materials": [{{"name": "rubber"}}],
          "contact_readers": [{{"name": "touch"}}], "bodies": [{}, {}, {}, {}], "joints": [{{"name": "door", "type": "JOINT_TYPE_HINGE",
          "body1": "leaf", "body2": "hull", "position": [0, 0, 4], "drives": [{{{}}}]}}],
          "loads": [{{"name": "hull_mooring", {}}}, {{"name": "tug_mooring", {}}},
                    {{"name": "line", {}}},
                    {{"name": "wheel", "rudder": {{"body": "hull", "area": 1, "height": 1}}}},
                    {{"name": "bow", "thruster": {{"body": "hull", "point": [30, 0, 0],
                        "azimuth_rate_deg": 10, "max_thrust": 1e5}}}},
                    {{"name": "stern", "thruster": {{"body": "hull", "point": [-30, 0, 0],
                        "azimuth_rate_deg": 10, "max_thrust": 1e5}}}}],
          "inputs": [{{"name": "given", {}}}], "integration": {{"step": 0.01}}}})",
      body("hull", 0, "MOTION_DYNAMIC"), body("tug", 20, "MOTION_DYNAMIC"),
      body("leaf", 0, "MOTION_DYNAMIC"), body("ghost", 50, "MOTION_KINEMATIC"), drive,
      member(*kLoads.find("linear_mooring")), held, load, input));
}

/// A model with an example of one kind, and the message that is it.
struct Case {
  v1::Model model;
  std::function<Message&(v1::Model&)> part;
};

/// One for each alternative of the oneof `kind` of a message.
template <typename Of>
std::map<std::string, Case> cases(const Examples& examples,
                                  const std::function<v1::Model(const std::string&)>& with,
                                  const std::function<Of&(v1::Model&)>& owner) {
  std::map<std::string, Case> all;
  const auto* kinds = Of::descriptor()->FindOneofByName("kind");
  for (int i = 0; i < kinds->field_count(); ++i) {
    const std::string kind = kinds->field(i)->name();
    INFO("an example of " << Of::descriptor()->name() << "." << kind);
    REQUIRE(examples.count(kind) == 1);
    all[kind] = {with(member(*examples.find(kind))),
                 [owner](v1::Model& model) -> Message& { return owner(model); }};
  }
  return all;
}

std::map<std::string, Case> every_kind() {
  const std::string drive = member(*kDrives.find("motor"));
  const std::string load = member(*kLoads.find("winch"));
  const std::string input = member(*kInputs.find("external_force"));
  auto all = cases<v1::Load>(
      kLoads, [&](const std::string& kind) { return vessels(drive, kind, input); },
      [](v1::Model& model) -> v1::Load& { return *model.mutable_loads(2); });
  all.merge(cases<v1::JointDrive>(
      kDrives, [&](const std::string& kind) { return vessels(kind, load, input); },
      [](v1::Model& model) -> v1::JointDrive& {
        return *model.mutable_joints(0)->mutable_drives(0);
      }));
  all.merge(cases<v1::Input>(
      kInputs, [&](const std::string& kind) { return vessels(drive, load, kind); },
      [](v1::Model& model) -> v1::Input& { return *model.mutable_inputs(0); }));
  return all;
}

/// Changes a field to something else that is valid of most; false where it is left alone.
bool change(Message& message, const FieldDescriptor& field) {
  const auto& reflection = *message.GetReflection();
  if (field.is_repeated()) {
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE) return false;
    const int last = reflection.FieldSize(message, &field) - 1;
    if (last < 0) return false;
    const double value = reflection.GetRepeatedDouble(message, &field, last);
    reflection.SetRepeatedDouble(&message, &field, last, value == 0.0 ? 0.5 : 1.1 * value);
    return true;
  }
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE: {
      const double value = reflection.GetDouble(message, &field);
      reflection.SetDouble(&message, &field, value == 0.0 ? 0.5 : 1.1 * value);
      return true;
    }
    case FieldDescriptor::CPPTYPE_BOOL:
      reflection.SetBool(&message, &field, !reflection.GetBool(message, &field));
      return true;
    default:
      return false;
  }
}

/// The parameters of a kind: the message of the alternative that is set.
Message* parameters(Message& owner) {
  const auto* kinds = owner.GetDescriptor()->FindOneofByName("kind");
  const auto* set = owner.GetReflection()->GetOneofFieldDescriptor(owner, kinds);
  if (set->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) return nullptr;
  return owner.GetReflection()->MutableMessage(&owner, set);
}

}  // namespace

TEST_CASE("every kind: what it was built from is written out in full and means the same",
          "[model][every_kind]") {
  for (const auto& [kind, example] : every_kind()) {
    INFO(kind);
    const auto built = build(example.model);
    const auto again = build(built.message);
    CHECK(again.message.SerializeAsString() == built.message.SerializeAsString());
    CHECK(solver::digest(again.model) == solver::digest(built.model));
  }
}

TEST_CASE("every kind: each of its numbers and flags makes another model", "[model][every_kind]") {
  for (const auto& [kind, example] : every_kind()) {
    v1::Model message = build(example.model).message;
    const std::uint64_t before = solver::digest(build(message).model);
    Message* given = parameters(example.part(message));
    if (given == nullptr) continue;
    for (int i = 0; i < given->GetDescriptor()->field_count(); ++i) {
      const FieldDescriptor& field = *given->GetDescriptor()->field(i);
      v1::Model changed = message;
      Message& part = *parameters(example.part(changed));
      const auto* choice = field.real_containing_oneof();  // of a winch: speed or force
      if (choice != nullptr && !part.GetReflection()->HasField(part, &field)) continue;
      if (!change(part, field)) continue;
      INFO(kind << "." << field.name());
      CHECK(solver::digest(build(changed).model) != before);
    }
  }
}

TEST_CASE("every kind: numbers that are none are refused by their path", "[model][every_kind]") {
  for (const auto& [kind, example] : every_kind()) {
    v1::Model message = build(example.model).message;
    const Message* given = parameters(example.part(message));
    for (int i = 0; given != nullptr && i < given->GetDescriptor()->field_count(); ++i) {
      const FieldDescriptor& field = *given->GetDescriptor()->field(i);
      if (field.cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE) continue;
      v1::Model changed = message;
      Message& part = *parameters(example.part(changed));
      const double none = std::nan("");
      if (field.is_repeated()) {
        if (part.GetReflection()->FieldSize(part, &field) == 0) continue;
        part.GetReflection()->SetRepeatedDouble(&part, &field, 0, none);
      } else {
        part.GetReflection()->SetDouble(&part, &field, none);
      }
      const auto violations = violations_of(changed);
      INFO(kind << "." << field.name());
      CHECK(std::any_of(violations.begin(), violations.end(), [&](const auto& violation) {
        return violation.path.find(kind == "joint_drive"
                                       ? "joint_command"
                                       : kind + "." + field.name()) != std::string::npos;
      }));
    }
  }
}

TEST_CASE("every kind: it steps, is restored, read and linearised", "[model][every_kind]") {
  for (const auto& [kind, example] : every_kind()) {
    INFO(kind);
    solver::Model model = build(example.model).model;
    solver::Simulation simulation(model);
    if (kind != "kinematic_motion") {
      for (int i = 0; i < 5; ++i) simulation.step();
      const solver::State saved = solver::deserialise(solver::serialise(simulation.state()));
      simulation.step();
      const solver::State end = simulation.state();
      simulation.restore(saved);
      simulation.step();
      CHECK(identical(simulation.state(), end));
    }
    for (std::size_t i = 0; i < simulation.outputs().size(); ++i) {
      std::vector<double> values(static_cast<std::size_t>(simulation.outputs()[i].size));
      simulation.read({&i, 1}, values);
      INFO(simulation.outputs()[i].name);
      CHECK(std::all_of(values.begin(), values.end(),
                        [](double value) { return std::isfinite(value); }));
    }
    const solver::Linearisation linear(model, nullptr, {solver::OperatingPoint::kRest}, nullptr);
    CHECK(linear.matrices().restoring.allFinite());
    CHECK_FALSE(linear.outputs().empty());
  }
}
