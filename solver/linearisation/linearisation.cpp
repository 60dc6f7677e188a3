#include "solver/linearisation/linearisation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/configurations/blend.hpp"
#include "solver/joints/joint_reaction.hpp"
#include "solver/linearisation/linear_matrices.hpp"
#include "solver/water/groups/pair_configuration.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// A model whose families of databases over relative position are the one database that they blend
/// to where the bodies are.
/// @param state null = as the model starts
/// @throws Error(kOutOfRange) where a family does not cover them
Model with_frozen_families(const Model& model, const State* state) {
  Model frozen = model;
  Kinematics bodies = initial_kinematics(model);
  for (std::size_t i = 0; state != nullptr && i < bodies.size(); ++i) {
    read_motion(state->bodies[i], bodies[i]);
  }
  for (HydrodynamicGroup& group : frozen.hydrodynamics) {
    if (group.family == nullptr) continue;
    group.database = std::make_shared<const hydro::Database>(
        hydro::blend(*group.family, PairConfiguration(model, group).weights(bodies)));
    group.family = nullptr;
    group.configurations.reset();
  }
  return frozen;
}

const Model& of_few_bodies(const Model& model) {
  // NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter): used within the expression alone
  if (model.bodies.size() <= kMostLinearBodies) return model;
  throw Error(ErrorCode::kResourceExhausted,
              fmt::format("a model to be linearised must have at most {} bodies, got {}: linearise "
                          "those apart that nothing couples",
                          kMostLinearBodies, model.bodies.size()));
}

}  // namespace

Linearization::Linearization(const Model& given, const State* state,
                             const LinearizationOptions& options, hydro::FitCache* cache)
    : model_(with_frozen_families(of_few_bodies(given), state)) {
  const Model& model = model_;
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  std::vector<WaterCoefficients> coefficients;
  std::vector<MatrixXd> infinite;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    coefficients.emplace_back(group, options.radiation, step, cache);
    infinite.push_back(consistent_added_mass(coefficients.back().infinite_added_mass(), true));
  }
  system_ = std::make_unique<StillWaterSystem>(still_water_model(model), model, infinite, state);
  mean_.findings = left_out(given, state != nullptr);
  const Balance found = balance(options.point);
  describe_mean(found, options.point);
  matrices_ = linear_matrices(*system_, model, found);
  water_ = LinearWater(added_mass_without_groups(*system_, found.bodies));
  const std::vector<Heading> headings = rest_headings(*system_);
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    water_.add_group(std::move(coefficients[i]),
                     WaterFrames(model, model.hydrodynamics[i], found.bodies, headings));
  }
  matrices_.infinite_added_mass = water_.infinite_added_mass();
  waves_ = std::make_unique<WaveForceModel>(model, found.bodies, headings);
  gusts_ = std::make_unique<GustForces>(model, found.bodies, headings);
}

Balance Linearization::balance(OperatingPoint point) {
  switch (point) {
    case OperatingPoint::kEquilibrium:
      return find_equilibrium(*system_);
    case OperatingPoint::kRest:
      return assume_balanced(*system_, system_->rest_kinematics());
    case OperatingPoint::kPresent:
      break;
  }
  return assume_balanced(*system_, system_->start());
}

void Linearization::describe_mean(const Balance& balance, OperatingPoint point) {
  mean_.bodies = balance.bodies;
  mean_.multipliers = system_->all_multipliers(balance.bodies, balance.held, balance.multipliers);
  mean_.findings.insert(mean_.findings.end(), balance.findings.begin(), balance.findings.end());
  mean_.mean_drift_force = system_->mean_drift(balance.bodies);
  const std::vector<Heading> headings = rest_headings(*system_);
  for (std::size_t i = 0; i < headings.size(); ++i) {
    mean_.mean_drift_force[i] = headings[i].from_world(mean_.mean_drift_force[i]);
  }
  const ConstraintSet& constraints = system_->system().constraints;
  for (std::size_t i = 0; point == OperatingPoint::kEquilibrium && i < model_.joints.size(); ++i) {
    const std::span<const double> multipliers(mean_.multipliers.data() + constraints.first_row(i),
                                              constraints.initial_states()[i].multipliers.size());
    mean_.reactions.push_back(
        {model_.joints[i].name,
         joint_wrench(constraints.joints()[i], 0, balance.bodies, constraints.state(i).commands,
                      multipliers, ReactionOf::kHeldDofsAndDrives, TorqueAbout::kAttachment,
                      constraints.state(i).angles)});
  }
  for (std::size_t i = 0; i < model_.loads.size(); ++i) {
    std::size_t size = 0;
    std::optional<std::size_t> tension;
    for (const LoadOutput& output : model_.loads[i].description().outputs()) {
      if (std::string_view(output.name) == "tension" && output.size == 1) tension = size;
      size += static_cast<std::size_t>(output.size);
    }
    if (!tension) continue;
    std::vector<double> values(size);
    system_->system().loads.read_load(i, {system_->time(), system_->state()}, balance.bodies,
                                      values);
    mean_.tensions.push_back({model_.loads[i].name, values[*tension]});
  }
}

std::optional<std::array<double, 2>> Linearization::omega_range() const {
  std::optional<std::array<double, 2>> range;
  for (const HydrodynamicGroup& group : model_.hydrodynamics) {
    if (!group.has_database()) continue;
    const VectorXd& omega = group.database->omega;
    const std::array<double, 2> own{omega[0], omega[omega.size() - 1]};
    range = range ? std::array{std::max((*range)[0], own[0]), std::min((*range)[1], own[1])} : own;
  }
  return range;
}

std::vector<NaturalMode> Linearization::modes() const { return natural_modes(matrices_, water_); }

std::vector<OutputDerivative> Linearization::outputs() const {
  return output_derivatives(*system_, mean_.bodies, DofAxes(rest_headings(*system_)));
}

}  // namespace raftup::solver
