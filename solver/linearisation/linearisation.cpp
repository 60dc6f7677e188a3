#include "solver/linearisation/linearisation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "hydro/base/error.hpp"
#include "solver/joints/joint_reaction.hpp"
#include "solver/linearisation/linear_matrices.hpp"
#include "solver/linearisation/lines_in_sea.hpp"
#include "solver/linearisation/machines_in_sea.hpp"
#include "solver/linearisation/ships_under_way.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

Linearization::Linearization(const Model& given, const State* state,
                             const LinearizationOptions& options, hydro::FitCache* cache)
    : model_(with_frozen_families(given, state)) {
  remove_stages(model_);
  const Model& model = model_;
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  std::vector<WaterCoefficients> coefficients;
  std::vector<MatrixXd> infinite;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    coefficients.emplace_back(group, options.radiation, step, cache);
    infinite.push_back(consistent_added_mass(coefficients.back().infinite_added_mass(), true));
  }
  system_ = std::make_unique<StillWaterSystem>(still_water_model(model), model, infinite, state);
  if (!options.offsets.empty()) hold(options, infinite, state);
  mean_.findings = left_out(given, state != nullptr);
  const bool balanced_start = state == nullptr && model.course.start == Start::kEquilibrium &&
                              options.point == OperatingPoint::kPresent;
  const OperatingPoint point = balanced_start ? OperatingPoint::kEquilibrium : options.point;
  const Balance found = balance(point);
  describe_mean(found, point);
  matrices_ = linear_matrices(*system_, model, found);
  water_ = LinearWater(added_mass_without_groups(*system_, found.bodies));
  const std::vector<Heading> headings = rest_headings();
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    coefficients[i].set_speeds(speeds_under_way(*system_, model, i, found.bodies));
    water_.add_group(std::move(coefficients[i]),
                     WaterFrames(model, model.hydrodynamics[i], found.bodies, headings));
  }
  matrices_.infinite_added_mass = water_.infinite_added_mass();
  const Model met = model_of_met_waves(*system_, model, found.bodies);
  waves_ = std::make_unique<WaveForceModel>(met, found.bodies, headings);
  probed_waves_ = std::make_unique<ProbedWaves>(model, found.bodies, headings);
  given_motions_ = std::make_unique<GivenMotions>(model, found.bodies, found.held, headings);
  gusts_ = std::make_unique<GustForces>(model, found.bodies, headings);
  lines_ = std::make_unique<LinearLines>(*system_, found.bodies);
  if (!lines_->empty()) {
    waves_->add_lines(*lines_);
    matrices_.restoring += lines_->slow_stiffness();
  }
  std::vector<std::string> about_lines = fit_drag();
  if (!model.machines.empty()) {
    add_machines(state);
    about_lines = fit_drag();
  }
  say(std::move(about_lines));
}

std::vector<std::string> Linearization::fit_drag() {
  if (lines_->empty()) return {};
  return fit_lines(*this, *lines_, matrices_);
}

void Linearization::say(std::vector<std::string> sentences) {
  for (std::string& sentence : sentences) {
    mean_.findings.push_back({"left_out", Severity::kInfo, std::move(sentence), 0.0});
  }
}

void Linearization::add_machines(const State* state) {
  LinearMachines machines(model_, system_->system().constraints, mean_.bodies,
                          DofAxes(rest_headings()), state);
  say(fit_machines(*this, machines, matrices_));
}

void Linearization::hold(const LinearizationOptions& options,
                         const std::vector<MatrixXd>& infinite_added_mass, const State* state) {
  require(options.point == OperatingPoint::kEquilibrium,
          "offsets must be left out where the operating point is not the equilibrium");
  Kinematics bodies = balance(options.point).bodies;
  Model held = still_water_model(model_);
  for (const DofOffset& offset : options.offsets) {
    require(has_body(held, offset.body),
            fmt::format("offsets must name bodies of the model, got '{}'", offset.body));
    const std::size_t body = find_body(held, offset.body);
    require(offset.dof >= 0 && offset.dof < kDofs && std::isfinite(offset.offset),
            fmt::format("offset of '{}' must be a number of one of its dofs 0 to 5", offset.body));
    const auto dof = static_cast<std::size_t>(offset.dof);
    require(moving_dofs(held.bodies[body])[dof],
            fmt::format("offset of '{}' must be of a dof that is free", offset.body));
    held.bodies[body].free[dof] = false;
    displace(bodies[body], offset.dof, offset.offset);
  }
  system_ = std::make_unique<StillWaterSystem>(held, model_, infinite_added_mass, state);
  system_->begin_at(bodies);
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
  mean_.unbalanced_force = system_->unbalanced(balance.bodies, balance.held, balance.multipliers);
  const std::vector<Heading> headings = rest_headings();
  for (std::size_t i = 0; i < headings.size(); ++i) {
    mean_.mean_drift_force[i] = headings[i].from_world(mean_.mean_drift_force[i]);
  }
  const ConstraintSet& constraints = system_->system().constraints;
  for (std::size_t i = 0; point == OperatingPoint::kEquilibrium && i < model_.joints.size(); ++i) {
    const std::span<const double> multipliers(mean_.multipliers.data() + constraints.first_row(i),
                                              constraints.states().initial()[i].multipliers.size());
    mean_.reactions.push_back(
        {model_.joints[i].name,
         joint_wrench(constraints.joints()[i], 0, balance.bodies,
                      constraints.states().conditions(i), multipliers,
                      ReactionOf::kHeldDofsAndDrives, TorqueAbout::kAttachment)});
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

std::vector<Heading> Linearization::rest_headings() const {
  return solver::rest_headings(*system_);
}

std::vector<NaturalMode> Linearization::modes() const {
  if (lines_->empty()) return natural_modes(matrices_, water_);
  LinearMatrices with_lines = matrices_;
  with_lines.mass += lines_->slow_mass();
  with_lines.linear_damping += lines_->slow_damping();
  return natural_modes(with_lines, water_);
}

std::vector<OutputDerivative> Linearization::outputs() const {
  return output_derivatives(*system_, mean_.bodies, DofAxes(rest_headings()));
}

}  // namespace raftup::solver
