#include "tests/server/model/kind_examples.hpp"

#include <fmt/format.h>

#include "clients/cpp/client.hpp"
#include "tests/support/examples/load_examples.hpp"

namespace raftup::testing {

namespace {

using google::protobuf::Message;

/// Those of tests/support/examples/loads.
const KindExamples& loads() {
  static const KindExamples kLoads = [] {
    KindExamples examples;
    for (const std::string& kind : load_kinds()) examples[kind] = load_example_text(kind);
    return examples;
  }();
  return kLoads;
}

const KindExamples kDrives{
    {"spring_damper", R"({"stiffness": 1e5, "damping": 1e4, "rest": 0.1})"},
    {"motor", R"({"speed": 0.01})"},
    {"range", R"({"minimum": -1, "maximum": 2, "restitution": 0.5})"},
    {"lock", R"({"position": 0, "force_limit": 1e9})"},
    {"friction", R"({"force": 20})"},
    {"table_drive", R"({"velocity": [-1, 0, 1], "force": [3e4, 0, -1e4], "lag": 0.5})"},
};

const KindExamples kInputs{
    {"external_force", R"({"body": "hull", "body_axes": true})"},
    {"wave_elevation", R"({"direction_deg": 10})"},
    {"joint_drive", R"("door")"},
    {"joint_command", R"({"joint": "door", "drive": 0})"},
    {"joint_enabled", R"("door")"},
    {"drive_enabled", R"({"joint": "door", "drive": 0})"},
    {"configuration", R"({"start": 2.5, "unit": "m"})"},
    {"contact_enabled", R"("touch")"},
    {"surface_velocity", R"("ghost/belt")"},
    {"heights", R"({"shape": "ghost/bed", "first_column": 1, "rows": 1})"},
    {"kinematic_motion", R"({"body": "ghost", "target": "KINEMATIC_TARGET_POSE"})"},
    {"load_drive", R"("line")"},
    {"acceleration_gain", R"({"bodies": ["hull", "tug"]})"},
    {"wave_components", R"({"component_count": 3})"},
    {"wave_spectrum", R"({"omega": [0.4, 0.8, 1.6], "direction_deg": 30, "component_count": 20})"},
    {"load_command", R"({"load": "line", "channel": "speed"})"},
    {"load_enabled", R"("line")"},
    {"wave_field", R"({"body": "hull", "points": [0, 0, -1, 1, 0, -1], "drag_areas": [2, 3]})"},
};

/// Of a force that changes slowly, as the energy balance is taken at ends of steps.
const KindExamples kSources{
    {"table", R"({"time": [0, 5, 10], "interpolation": "INTERPOLATION_LINEAR", "scale": [2],
                  "values": [100, 0, 0, 0, 0, 50, 200, 10, 0, 0, 0, 60, 300, 20, 0, 0, 0, 50],
                  "offset": [0, 1, 0, 0, 0, 0]})"},
    {"ramp", R"({"start": -1, "duration": 200, "from": [100, 0, 0, 0, 0, 0],
                 "to": [120, 10, 0, 0, 0, 20], "shape": "RAMP_SHAPE_COSINE"})"},
};

std::string member(const KindExamples::value_type& example) {
  return fmt::format(R"("{}": {})", example.first, example.second);
}

/// Two vessels on springs that move, a hinge, a body that is moved.
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
                          "linear_velocity": [{}, 0.1, 0.2], "motion": "{}"{}}})",
        name, x, std::string_view(name) == "tug" ? -0.4 : 0.3, motion,
        std::string_view(name) == "ghost" ? shapes : "");
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
      member(*loads().find("linear_mooring")), held, load, input));
}

// --- shapes -------------------------------------------------------------------------------------

/// Each reaches up to z = 1 m on the axis.
const KindExamples kShapes{
    {"sphere", R"({"radius": 1})"},
    {"box", R"({"size": [2, 2, 2]})"},
    {"cylinder", R"({"radius": 1, "height": 2})"},
    {"capsule", R"({"radius": 0.5, "height": 1})"},
    {"cone", R"({"bottom_radius": 1, "top_radius": 0.5, "height": 1})"},
    {"hollow_cylinder", R"({"inner_radius": 0.5, "thickness": 0.1, "height": 2})"},
    {"hollow_cone", R"({"bottom_radius": 1, "top_radius": 0.5, "height": 1, "thickness": 0.1})"},
    {"line", R"({"begin": [0.1, 0, -1], "end": [0, 0.1, 1]})"},
    {"plane", R"({"normal": [0, 0.01, 1], "offset": -1})"},
    {"convex", R"({"vertices": [1, 0, 0, -1, 1, 0, -1, -1, 0, 0, 0, 1]})"},
    {"mesh", R"({"vertices": [1, 0, 0, -1, 1, 0, -1, -1, 0, 0, 0, 1], "bottom_margin": 2,
                 "triangles": [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]})"},
    {"height_field", R"({"columns": 3, "rows": 2, "size": [4, 4], "bottom_margin": 2,
                         "heights": [0, 1, 1, 0, 1, 0.9], "least_height": -1})"},
    {"composite", R"({"parts": [{"sphere": {"radius": 0.5}, "position": [0, 0, 0.5]},
                                {"box": {"size": [1, 1, 1]}, "attitude_deg": [0, 0, 20]}]})"},
};

/// A crate that stands a centimetre deep in a shape of the world.
v1::Model touched(const std::string& shape) {
  return client::model_from_json(fmt::format(
      R"({{"materials": [{{"name": "rubber", "stiffness": 1e5}}],
          "shapes": [{{"name": "it", "material": "rubber", {}}}],
          "contact_readers": [{{"name": "touch", "side1": "crate"}}],
          "bodies": [{{"name": "crate", "position": [0, 0, 1.49], "shapes": [{{"name": "wood",
              "material": "rubber", "density": 700, "box": {{"size": [1.2, 1.1, 1]}}}}]}}],
          "integration": {{"step": 0.01}}}})",
      shape));
}

// --- waves --------------------------------------------------------------------------------------

constexpr const char* kStates = R"({"time": [0, 0.05], "states": [
    {"jonswap": {"significant_wave_height": 1, "peak_period": 8}, "component_count": 30, "seed": 3},
    {"torsethaugen": {"significant_wave_height": 2, "peak_period": 7}, "direction_deg": 20}]})";

const KindExamples kWaves{
    {"regular", R"({"amplitude": 0.5, "period": 6, "direction_deg": 20, "phase_deg": 30})"},
    {"irregular", R"({"jonswap": {"significant_wave_height": 1, "peak_period": 8},
                      "direction_deg": 30, "spreading": {"cosine_2s": 10, "direction_count": 3},
                      "component_count": 40, "omega_min": 0.3, "omega_max": 2, "seed": 4})"},
    {"components", R"({"omega": [0.5, 0.8], "amplitude": [0.3, 0.2], "phase_deg": [10, 20],
                       "direction_deg": [0, 30]})"},
    {"elevation", R"({"time": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "position": [-5, 2],
                      "elevation": [0.1, 0.3, 0.2, -0.1, -0.3, -0.2, 0.1, 0.2, 0.1, -0.1, -0.2],
                      "beyond": "BEYOND_RECORD_REPEAT", "direction_deg": 10,
                      "omega_min": 0.55, "omega_max": 2.8})"},
    {"varying", kStates},
    {"focused", R"({"jonswap": {"significant_wave_height": 1, "peak_period": 8}, "crest": 1.2,
                    "component_count": 20, "omega_min": 0.4, "omega_max": 1.6, "time": 3,
                    "direction_deg": 20, "position": [4, -3], "in_random_sea": true})"},
    {"extreme_response", R"({"jonswap": {"significant_wave_height": 1, "peak_period": 8},
                             "component_count": 20, "omega_min": 0.4, "omega_max": 1.6, "time": 3,
                             "direction_deg": 20, "output": "hull.displacement", "component": 2,
                             "level": 0.7})"},
};

const KindExamples kCrests{
    {"crest", "1.2"}, {"height", "1.5"}, {"most_probable", R"({"duration": 600})"}};
const KindExamples kLevels{{"level", "0.7"}, {"most_probable", R"({"duration": 600})"}};

const KindExamples kSpectra{
    {"jonswap", R"({"significant_wave_height": 1, "peak_period": 8, "peak_enhancement": 2.5})"},
    {"pierson_moskowitz", R"({"significant_wave_height": 1, "peak_period": 8})"},
    {"tabulated", R"({"omega": [0.5, 0.7, 0.9, 1.1], "density": [0.02, 0.2, 0.1, 0.02]})"},
    {"ochi_hubble", R"({"systems": [
        {"significant_wave_height": 1, "peak_period": 12, "shape": 3},
        {"significant_wave_height": 0.8, "peak_period": 7, "shape": 1.5}]})"},
    {"torsethaugen", R"({"significant_wave_height": 1.5, "peak_period": 8})"},
};

/// A hull without memory in a wave system.
v1::Model afloat(const std::string& waves) {
  return client::model_from_json(fmt::format(
      R"({{"environment": {{"sea": {{"waves": [{{{}}}]}}}},
          "bodies": [{{"name": "hull", "inertia": {{"xx": 2e6, "yy": 2e6, "zz": 2e6}}}}],
          "hydrodynamics": [{{"name": "water", "database": "hemisphere.h5",
              "bodies": [{{"body": "hull"}}], "radiation": {{"memory": "RADIATION_MEMORY_NONE"}}}}],
          "integration": {{"step": 0.01}}}})",
      waves));
}

/// Long-crested seas and those of three directions have the same spectra.
v1::Model afloat_in_spectrum(const std::string& spectrum) {
  return afloat(fmt::format(R"("irregular": {{{}, "component_count": 40, "direction_deg": 10,
      "omega_min": 0.4, "omega_max": 1.6, "spreading": {{"cosine_2s": 8, "direction_count": 3}}}})",
                            spectrum));
}

/// A sea of a spectrum with an extreme in it.
constexpr const char* kExtremeOutput = R"("output": "hull.displacement", "component": 2)";

v1::Model afloat_in_extreme(const char* kind, const std::string& spectrum,
                            const std::string& target) {
  return afloat(
      fmt::format(R"("{}": {{{}, {}, "component_count": 20, "direction_deg": 10,
      "omega_min": 0.4, "omega_max": 1.6{}}})",
                  kind, spectrum, target,
                  kind == std::string("focused") ? "" : std::string(", ") + kExtremeOutput));
}

v1::WaveSystem& waves_of(v1::Model& model) {
  return *model.mutable_environment()->mutable_sea()->mutable_waves(0);
}

// --- driven vessels -----------------------------------------------------------------------------

const KindExamples kMotions{
    {"motion", R"({"time": [0, 1, 2, 3, 4],
                   "values": [50, 0, 0, 0, 0, 10, 50, 0, 0.1, 1, 0, 10, 50, 0, 0.3, 0, 1, 10,
                              50, 0, 0.2, -1, 0, 11, 50, 0, 0, 0, -1, 12]})"},
    {"displacement_rao", R"({"omega": [0.3, 2], "direction_deg": [0],
                             "amplitude": [1, 0, 1, 0, 1, 0, 0.2, 0, 0.3, 0, 2, 0],
                             "phase_deg": [90, 0, 5, 0, -90, 0, 80, 0, 20, 0, -70, 0],
                             "phase": "RAO_PHASE_LEAD", "rotation": "RAO_ROTATION_DEG",
                             "directions": "RAO_DIRECTIONS_TO", "origin": [1, 0, 2],
                             "phase_origin": [3, 0, 0],
                             "path": {"time": [0, 500], "x": [50, 90], "y": [0, 5],
                                      "heading_deg": [0, 10]}})"},
};

/// A hull afloat, and a vessel beside it that is told how to move.
v1::Model beside_driven(const std::string& motion) {
  v1::Model model = afloat(R"("regular": {"amplitude": 0.5, "period": 8})");
  v1::Body vessel =
      client::model_from_json(
          fmt::format(
              R"({{"bodies": [{{"name": "vessel", "motion": "MOTION_KINEMATIC", "prescribed": {{{}}}}}]}})",
              motion))
          .bodies(0);
  *model.add_bodies() = vessel;
  return model;
}

// --- machines -----------------------------------------------------------------------------------

/// Beside those of machine_with(): on the hinge "door", between the nodes top, bottom and low.
const KindExamples kMachineParts{
    {"cylinder", R"({"joint": "door", "area_a": 0.01, "area_b": 0.02, "a": "bottom", "b": "top"})"},
    {"accumulator", R"({"node": "top", "gas_volume": 0.3, "gas_pressure": 2e5, "exponent": 1.2})"},
    {"volume", R"({"node": "top", "volume": 0.1, "bulk_modulus": 1e7, "pressure": 1e5})"},
    {"tank", R"({"node": "bottom", "pressure": 2e5})"},
    {"orifice", R"({"from": "top", "to": "bottom", "area": 1e-4, "discharge": 0.7})"},
    {"check_valve", R"({"from": "top", "to": "bottom", "cracking_pressure": 1e4, "area": 1e-3})"},
    {"relief_valve", R"({"from": "top", "to": "low", "pressure": 1e4, "slope": 1e-8})"},
    {"hydraulic_motor", R"({"from": "top", "to": "low", "displacement": 1e-5, "shaft": "main",
                            "volumetric_efficiency": 0.9, "mechanical_efficiency": 0.8})"},
    {"shaft", R"({"name": "main", "inertia": 5, "damping": 0.1, "speed": 3})"},
    {"gear", R"({"joint": "door", "shaft": "main", "ratio": 2})"},
    {"generator", R"({"shaft": "main", "speed": [0, 10], "torque": [0, 30], "efficiency": 0.8,
                      "efficiencies": [0.5, 0.9]})"},
};

/// A damped door with a cylinder whose sides are joined to a tank, a motor, and the given part.
v1::Model machine_with(const std::string& part) {
  const std::string shaft =
      part.rfind(R"("shaft")", 0) == 0 ? "" : R"({"shaft": {"name": "main", "inertia": 5}}, )";
  v1::Model model = vessels(member(*kDrives.find("spring_damper")), member(*loads().find("winch")),
                            member(*kInputs.find("external_force")));
  *model.mutable_machines() =
      client::model_from_json(fmt::format(
                                  R"({{"machines": [{{"name": "pto", "parts": [{{{}}}, {}
                  {{"cylinder": {{"joint": "door", "area_a": 0.02, "area_b": 0.01, "a": "top",
                                  "b": "bottom"}}}},
                  {{"orifice": {{"from": "top", "to": "low", "area": 2e-4}}}},
                  {{"orifice": {{"from": "bottom", "to": "low", "area": 2e-4}}}},
                  {{"hydraulic_motor": {{"from": "bottom", "to": "low", "displacement": 2e-5,
                                         "shaft": "main"}}}},
                  {{"tank": {{"node": "low", "pressure": 1e5}}}}]}}]}})",
                                  part, shaft))
          .machines();
  return model;
}

// --- all of them --------------------------------------------------------------------------------

std::map<std::string, ExampleOneOf> oneofs_of_vessels() {
  const std::string drive = member(*kDrives.find("motor"));
  const std::string load = member(*loads().find("winch"));
  const std::string input = member(*kInputs.find("external_force"));
  const auto with_control = [=](const std::string& kind) {
    return vessels(drive,
                   R"("winch": {"body1": "hull", "body2": "tug", "stiffness": 2e4, )" + kind + "}",
                   input);
  };
  const KindExamples controls{{"speed", "0.1"}, {"force", "1e4"}};
  return {
      {"Load.kind",
       {loads(), [=](const std::string& kind) { return vessels(drive, kind, input); },
        [](v1::Model& model) -> Message& { return *model.mutable_loads(2); }}},
      {"Winch.control",
       {controls, with_control,
        [](v1::Model& model) -> Message& { return *model.mutable_loads(2)->mutable_winch(); }}},
      {"JointDrive.kind",
       {kDrives, [=](const std::string& kind) { return vessels(kind, load, input); },
        [](v1::Model& model) -> Message& { return *model.mutable_joints(0)->mutable_drives(0); }}},
      {"Input.kind",
       {kInputs, [=](const std::string& kind) { return vessels(drive, load, kind); },
        [](v1::Model& model) -> Message& { return *model.mutable_inputs(0); }}},
      {"InputSource.kind",
       {kSources,
        [=](const std::string& kind) {
          return vessels(drive, load, fmt::format(R"({}, "source": {{{}}})", input, kind));
        },
        [](v1::Model& model) -> Message& { return *model.mutable_inputs(0)->mutable_source(); }}},
  };
}

/// Seas with an extreme in them, of every spectrum and target.
std::map<std::string, ExampleOneOf> oneofs_of_extremes() {
  const std::string jonswap = member(*kSpectra.find("jonswap"));
  const auto focused = [](v1::Model& model) -> Message& {
    return *waves_of(model).mutable_focused();
  };
  const auto extreme = [](v1::Model& model) -> Message& {
    return *waves_of(model).mutable_extreme_response();
  };
  return {
      {"FocusedWave.spectrum",
       {kSpectra,
        [](const std::string& spectrum) {
          return afloat_in_extreme("focused", spectrum, R"("crest": 1.2)");
        },
        focused}},
      {"FocusedWave.target",
       {kCrests,
        [=](const std::string& target) { return afloat_in_extreme("focused", jonswap, target); },
        focused}},
      {"ExtremeResponseWave.spectrum",
       {kSpectra,
        [](const std::string& spectrum) {
          return afloat_in_extreme("extreme_response", spectrum, R"("level": 0.7)");
        },
        extreme}},
      {"ExtremeResponseWave.target",
       {kLevels,
        [=](const std::string& target) {
          return afloat_in_extreme("extreme_response", jonswap, target);
        },
        extreme}}};
}

}  // namespace

const std::map<std::string, ExampleOneOf>& example_one_ofs() {
  static const auto kAll = [] {
    auto all = oneofs_of_vessels();
    all.merge(oneofs_of_extremes());
    all["Shape.geometry"] = {kShapes, touched,
                             [](v1::Model& model) -> Message& { return *model.mutable_shapes(0); }};
    all["MachinePart.kind"] = {kMachineParts, machine_with, [](v1::Model& model) -> Message& {
                                 return *model.mutable_machines(0)->mutable_parts(0);
                               }};
    all["PrescribedMotion.kind"] = {kMotions, beside_driven, [](v1::Model& model) -> Message& {
                                      return *model.mutable_bodies(1)->mutable_prescribed();
                                    }};
    all["WaveSystem.kind"] = {kWaves, afloat,
                              [](v1::Model& model) -> Message& { return waves_of(model); }};
    all["IrregularWave.spectrum"] = {
        kSpectra, afloat_in_spectrum,
        [](v1::Model& model) -> Message& { return *waves_of(model).mutable_irregular(); }};
    return all;
  }();
  return kAll;
}

}  // namespace raftup::testing
