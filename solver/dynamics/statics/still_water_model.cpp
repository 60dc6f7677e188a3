#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "hydro/base/error.hpp"
#include "hydro/configurations/blend.hpp"
#include "solver/dynamics/statics/still_water_system.hpp"
#include "solver/loads/hydrodynamics/given_axes.hpp"
#include "solver/model/bodies/motion_function.hpp"
#include "solver/water/groups/constant_matrices.hpp"
#include "solver/water/groups/family_configuration.hpp"
#include "solver/water/groups/mode_carriers.hpp"

namespace raftup::solver {

namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// Replaces a drive by the drive that remains in still water, at its present position.
struct SmoothDrive {
  using Kind = decltype(JointDrive::kind);

  Kind operator()(const Motor& /*motor*/) const { return LockDrive{0.0, kUnlimited}; }
  Kind operator()(const LockDrive& lock) const { return LockDrive{lock.position, kUnlimited}; }
  Kind operator()(TableDrive table) const {
    table.lag = 0.0;
    table.rate_limit = table.force_limit = kUnlimited;
    return table;
  }
  template <typename Other>
  Kind operator()(const Other& drive) const {
    return drive;
  }
};

/// Description of the effect of a drive that is excluded; empty if nothing is excluded.
struct DriveLimit {
  std::string joint;

  std::string operator()(const SpringDamper& spring) const {
    if (spring.quadratic_damping == 0.0) return {};
    return fmt::format("spring_damper of joint {}: its quadratic_damping is left out", joint);
  }
  std::string operator()(const TableDrive& table) const {
    if (!table.has_past() && table.force_limit == kUnlimited) return {};
    return fmt::format("table_drive of joint {}: follows its table without lag and limits", joint);
  }
  std::string operator()(const Motor& /*motor*/) const {
    return fmt::format(
        "motor of joint {}: keeps its speed without a force limit, about its place at t = 0",
        joint);
  }
  std::string operator()(const LockDrive& lock) const {
    if (lock.force_limit == kUnlimited) return {};
    return fmt::format("lock of joint {}: holds without its force limit", joint);
  }
  std::string operator()(const Range& /*range*/) const {
    return fmt::format("range of joint {}: its stops are left out", joint);
  }
  std::string operator()(const FrictionDrive& /*friction*/) const {
    return fmt::format("friction of joint {}: dry friction is left out", joint);
  }
};

void add(const std::string& sentence, Findings& findings) {
  if (!sentence.empty()) {
    findings.push_back({"left_out", Severity::kInfo, sentence, 0.0});
  }
}

/// Description of the support by a drive that exists only in a simulation.
std::string limit_of(const Joint& joint, const JointDrive& drive) {
  if (!drive.enabled.value_or(true)) {
    return fmt::format("a drive of joint {} is switched off and left out", joint.name);
  }
  return std::visit(DriveLimit{joint.name}, drive.kind);
}

std::string limit_of(const Machine& machine) {
  return fmt::format("machine {}: its forces are left out", machine.name);
}

void add_limits(const RigidBody& body, Findings& findings) {
  if (!body.sections.empty()) {
    add(fmt::format("body {}: the loads at its sections are left out", body.name), findings);
  }
  if (!body.prescribed) return;
  const auto* rao = std::get_if<DisplacementRao>(&body.prescribed->kind);
  if (rao != nullptr && !rao->vessel_path) return;
  add(fmt::format("body {}: its prescribed motion{} is left out, it stands still here", body.name,
                  rao != nullptr ? " along a path" : ""),
      findings);
}

void add_limits(const Joint& joint, Findings& findings) {
  if (!joint.enabled) {
    add(fmt::format("joint {} is switched off and left out", joint.name), findings);
    return;
  }
  for (const JointDrive& drive : joint.drives) {
    add(limit_of(joint, drive), findings);
  }
}

/// Fixes a body with a prescribed motion at its pose at t = 0 in still water.
void stay(RigidBody& body) {
  const auto motion = motion_of(body, std::nullopt);
  if (motion == nullptr) return;
  const MovingFrame start = motion->at(0.0);
  body.pose = {start.position, start.attitude};
  body.prescribed.reset();
}

/// Adds a finding if quadratic damping is excluded because its reference point is not the center of
/// mass.
void add_drag_limit(const Model& model, const HydrodynamicGroup& group, Findings& findings) {
  const std::optional<ConstantMatrices> constants = constant_matrices(model, group);
  if (!constants || !constants->has_drag_elsewhere()) return;
  add(fmt::format("hydrodynamics {}: quadratic_damping about a reference_point that is not the "
                  "centre of mass is left out",
                  group.name),
      findings);
}

void add_limits(const Model& model, const HydrodynamicGroup& group, Findings& findings) {
  add_drag_limit(model, group, findings);
  if (group.any_nonlinear_froude_krylov()) {
    add(fmt::format("hydrodynamics {}: the nonlinear Froude-Krylov force is left out, X is the "
                    "whole of the database",
                    group.name),
        findings);
  }
  if (group.family) {
    add(fmt::format("hydrodynamics {}: A, B and X are the blend of its family where the bodies "
                    "are, and do not follow them",
                    group.name),
        findings);
  }
  if (group.forward_speed.acts()) {
    add(fmt::format(
            "hydrodynamics {}: the mean moments of the uniform flow are left out; modes have "
            "the symmetric part of its added mass",
            group.name),
        findings);
  }
  if (!group.second_order.acts()) return;
  add(fmt::format("hydrodynamics {}: second-order wave forces are left out{}", group.name,
                  MeanDrift::acts_on(group, model)
                      ? " but for the mean drift of the model's sea, which bodies rest under"
                      : ", the mean drift that bodies rest under as well"),
      findings);
}

constexpr std::string_view kContactsLeftOut =
    "contacts: shapes pass through each other here, what holds bodies apart is left out";

void require_few_bodies(const Model& model) {
  if (model.bodies.size() <= kMostLinearBodies) return;
  throw Error(ErrorCode::kResourceExhausted,
              fmt::format("a model to be linearised must have at most {} bodies, got {}: linearise "
                          "those apart that nothing couples",
                          kMostLinearBodies, model.bodies.size()));
}

void add_limit_of_current(const Model& model, Findings& findings) {
  if (model.current.is_still()) return;
  const bool flows = std::ranges::any_of(model.hydrodynamics, [](const HydrodynamicGroup& group) {
    return group.forward_speed.acts();
  });
  add(flows ? "current: mean drag is that of the current alone"
            : "current: the steady flow past the hulls is left out, A, B and X are those of zero "
              "speed; mean drag is that of the current alone",
      findings);
}

void add_limits(const Course& course, const std::vector<Event>& events, Findings& findings) {
  if (!course.stages.empty()) {
    add("integration.stages: left out, waves, wind and current are there in full and nothing is "
        "damped",
        findings);
  }
  for (const Event& event : events) {
    add(fmt::format("event {}: it does not fire, what it does is as at the start", event.name),
        findings);
  }
}

}  // namespace

namespace {

/// Sets the given axes of families at a state, or at t = 0.
void set_axes(const Model& model, const State* state, Kinematics& bodies) {
  const GivenAxes axes(model, LoadSet::Places::of(model).groups);
  if (state == nullptr) return axes.begin(bodies);
  const StepTimes times(state->step_index, model.step_ns);
  axes.impose({{hydro::Stage::kStart, times.start, times.start}, *state}, bodies);
}

}  // namespace

Model with_frozen_families(const Model& model, const State* state) {
  require_few_bodies(model);
  Model frozen = model;
  add_mode_carriers(frozen);
  Kinematics bodies = initial_kinematics(frozen);
  for (std::size_t i = 0; state != nullptr && i < bodies.size(); ++i) {
    read_motion(state->bodies[i], bodies[i]);
  }
  set_axes(model, state, bodies);
  for (HydrodynamicGroup& group : frozen.hydrodynamics) {
    if (group.family == nullptr) continue;
    group.database = std::make_shared<const hydro::Database>(
        hydro::blend(*group.family, FamilyConfiguration(frozen, group).weights(bodies)));
    group.family = nullptr;
    group.configurations.reset();
  }
  return frozen;
}

std::vector<std::string> supports_left_out(const Model& model) {
  std::vector<std::string> sentences;
  for (const Joint& joint : model.joints) {
    for (const JointDrive& drive : joint.drives) {
      std::string limit = joint.enabled ? limit_of(joint, drive) : std::string();
      if (!limit.empty()) sentences.push_back(std::move(limit));
    }
  }
  for (const Machine& machine : model.machines) {
    sentences.push_back(limit_of(machine));
  }
  if (can_push(model)) sentences.emplace_back(kContactsLeftOut);
  return sentences;
}

Model still_water_model(const Model& model) {
  Model still = model;
  still.sea.reset();
  if (still.wind) still.wind->climate.spectrum = hydro::WindSpectrum::kNone;
  still.statistics.reset();
  still.stepper.reset();
  still.theta.reset();
  still.strong_interactions.clear();
  still.strong_joints.clear();
  still.machines.clear();
  for (RigidBody& body : still.bodies) {
    stay(body);
    body.sections.clear();
  }
  for (HydrodynamicGroup& group : still.hydrodynamics) {
    group.excitation_enabled = false;
    group.froude_krylov = {};
    for (GroupBody& body : group.bodies) {
      body.froude_krylov.reset();
      body.stretching.reset();
    }
    group.second_order = {};
    group.forward_speed = {};
    group.mode = AddedMassMode::kCoupled;
    group.added_mass_frequency.reset();
  }
  for (AddedMassInteraction& interaction : still.added_mass_interactions) {
    interaction.mode = AddedMassMode::kCoupled;
  }
  for (Load& load : still.loads) load.description().hold_still();
  for (Joint& joint : still.joints) {
    for (JointDrive& drive : joint.drives) drive.kind = std::visit(SmoothDrive{}, drive.kind);
  }
  return still;
}

Findings left_out(const Model& model, bool inputs_count) {
  Findings findings;
  for (const Joint& joint : model.joints) add_limits(joint, findings);
  for (const RigidBody& body : model.bodies) {
    const bool moves = !body.linear_velocity.isZero(0.0) || !body.angular_velocity.isZero(0.0);
    if (body.motion == Motion::kKinematic && moves && !inputs_count) {
      add(fmt::format("body {} stands still here, at its place at t = 0", body.name), findings);
    }
  }
  for (const RigidBody& body : model.bodies) add_limits(body, findings);
  for (const HydrodynamicGroup& group : model.hydrodynamics) add_limits(model, group, findings);
  for (const Load& load : model.loads) {
    add(load.description().linear_limit(load.name), findings);
  }
  if (can_push(model)) {
    add(std::string(kContactsLeftOut), findings);
  }
  add_limit_of_current(model, findings);
  for (const Probe& probe : model.probes) {
    add(fmt::format("probe {}: pressure, velocity and acceleration of its water are left out",
                    probe.name),
        findings);
  }
  add_limits(model.course, model.events, findings);
  for (const Input& input : model.inputs) {
    if (input.of_events) continue;
    add(fmt::format("input {} {}", input.name,
                    inputs_count ? "stays as it is" : "gives nothing here"),
        findings);
  }
  return findings;
}

}  // namespace raftup::solver
