#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "hydro/sea/steepness.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

/// Number of zero crossings of a sea below which a finding about statistics is added. It is the
/// least number of encounters in ITTC 7.5-02-07-02.1.
constexpr double kFewestCrossings = 50.0;

double component_steepness(const hydro::Sea& sea, std::size_t component) {
  const double k = sea.wavenumbers()[static_cast<Eigen::Index>(component)];
  return sea.components()[component].amplitude * k / std::numbers::pi;
}

/// Steepness of a component divided by the steepness at which it breaks.
double share_of_breaking(const hydro::Sea& sea, std::size_t component) {
  const double k = sea.wavenumbers()[static_cast<Eigen::Index>(component)];
  return component_steepness(sea, component) / hydro::breaking_steepness(k, sea.water_depth());
}

void add_regular_finding(const hydro::Sea& sea, Findings& findings) {
  std::size_t steepest = 0;
  for (std::size_t c = 1; c < sea.components().size(); ++c) {
    if (share_of_breaking(sea, c) > share_of_breaking(sea, steepest)) steepest = c;
  }
  if (share_of_breaking(sea, steepest) <= 1.0) return;
  const double k = sea.wavenumbers()[static_cast<Eigen::Index>(steepest)];
  const double limit = hydro::breaking_steepness(k, sea.water_depth());
  const double steepness = component_steepness(sea, steepest);
  findings.push_back(
      {"waves_break", Severity::kWarning,
       fmt::format("waves of {:.3g} rad/s should be less steep than breaking, height / length = "
                   "{:.3g} (Miche), got {:.3g}: no such wave exists; lower it below {:.3g} m of "
                   "amplitude or make it longer",
                   sea.components()[steepest].omega, limit, steepness,
                   limit * std::numbers::pi / k),
       steepness});
}

/// @returns true if the sea is steeper than natural seas are
bool add_irregular_finding(const hydro::Sea& sea, Findings& findings) {
  const hydro::SignificantWaves waves = hydro::significant_waves(sea);
  const double limit = hydro::limiting_significant_steepness(waves.crossing_period);
  if (waves.steepness <= limit) return false;
  findings.push_back(
      {"waves_break", Severity::kWarning,
       fmt::format("the sea should not be steeper than natural ones, 2 pi Hs / (g Tz^2) = {:.3g} "
                   "at Tz = {:.3g} s (DNV-RP-C205), got {:.3g} with Hs = {:.3g} m: waves break; "
                   "lower Hs below {:.3g} m or raise the period",
                   limit, waves.crossing_period, waves.steepness, waves.height,
                   waves.height * limit / waves.steepness),
       waves.steepness});
  return true;
}

/// largest relative difference of frequencies that count as equal
constexpr double kSameFrequency = 0.01;
constexpr double kNotableVariance = 0.01;  ///< share of the variance above which a finding is added

/// Adds a finding if waves have other frequencies than that of constant radiation.
void add_frequency_finding(const hydro::Sea& sea, const std::string& group, double frequency,
                           Findings& findings) {
  double all = 0.0, other = 0.0, lowest = frequency, highest = frequency;
  for (const hydro::WaveComponent& wave : sea.components()) {
    const double variance = wave.amplitude * wave.amplitude;
    all += variance;
    if (std::abs(wave.omega - frequency) <= kSameFrequency * frequency || variance == 0.0) continue;
    other += variance;
    lowest = std::min(lowest, wave.omega);
    highest = std::max(highest, wave.omega);
  }
  if (other <= kNotableVariance * all) return;
  findings.push_back(
      {"radiation_frequency", Severity::kWarning,
       fmt::format("waves should have the radiation.frequency of '{}', {:.4g} rad/s, whose A and B "
                   "memory constant takes for all of them; {:.3g} % of the variance has another, "
                   "{:.4g} to {:.4g} rad/s",
                   group, frequency, 100.0 * other / all, lowest, highest),
       other / all});
}

}  // namespace

void add_radiation_frequency_findings(const Model& model, Findings& findings) {
  if (!model.sea || model.sea->components().empty()) return;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (group.radiation.form != hydro::RadiationForm::kConstant) continue;
    add_frequency_finding(*model.sea, group.name, group.radiation.frequency.value(), findings);
  }
}

void add_steepness_findings(const Model& model, Findings& findings) {
  if (!model.sea || model.sea->components().empty()) return;
  if (model.sea->steep_wave() != nullptr) return;  // no higher than such a wave can be
  const bool irregular = model.sea->components().size() > 1;
  if (irregular && add_irregular_finding(*model.sea, findings)) return;
  add_regular_finding(*model.sea, findings);
}

void add_duration_finding(const Model& model, double duration, Findings& findings) {
  if (!model.statistics || !model.sea || model.sea->components().size() < 2) return;
  const double period = hydro::significant_waves(*model.sea).crossing_period;
  const double counted = duration - model.statistics->warm_up;
  const double crossings = period > 0.0 ? counted / period : kFewestCrossings;
  if (crossings >= kFewestCrossings) return;
  findings.push_back(
      {"short_duration", Severity::kWarning,
       fmt::format("statistics should cover {} zero crossings of the sea, {:.4g} s, cover {:.4g} s "
                   "of them, {:.3g}; raise integration.duration",
                   kFewestCrossings, kFewestCrossings * period, counted, crossings),
       crossings});
}

void add_stage_findings(const Model& model, Findings& findings) {
  const std::vector<StageSteps> steps = steps_of(model.course.stages, model.step_ns);
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  constexpr double kRounding = 2e-3;  // of a step; what steps_of() takes for a multiple, and more
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double duration = static_cast<double>(steps[i].end_step - steps[i].first_step) * step;
    if (duration - model.course.stages[i].duration < kRounding * step) continue;
    findings.push_back(
        {"duration_rounded_up", Severity::kInfo,
         fmt::format("integration.stages[{}].duration, {:g} s, is no multiple of the step, {:g} s: "
                     "the stage ends with the step at {:.10g} s",
                     i, model.course.stages[i].duration, step,
                     static_cast<double>(steps[i].end_step) * step),
         duration});
  }
}

}  // namespace raftup::solver
