#include <fmt/format.h>

#include <string>
#include <vector>

#include "hydro/sea/steep_wave.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

void add_harmonic_finding(const Model& model, Findings& findings) {
  if (model.hydrodynamics.empty()) return;
  const hydro::WaveComponent& harmonic = model.sea->components().front();
  findings.push_back(
      {"first_harmonic", Severity::kInfo,
       fmt::format("databases and the linear response should feel the whole of a steep wave, feel "
                   "the first harmonic of its elevation, {:.4g} m at {:.4g} rad/s of a height of "
                   "{:.4g} m",
                   harmonic.amplitude, harmonic.omega, model.sea->steep_wave()->options().height),
       harmonic.amplitude});
}

/// What takes waves up to the surface otherwise than a sea of second order is made for.
std::vector<std::string> stretched_otherwise(const Model& model) {
  constexpr auto kExtrapolated = hydro::WaveStretching::kExtrapolated;
  std::vector<std::string> names;
  for (const Load& load : model.loads) {
    const auto stretching = load.description().wave_stretching();
    if (stretching && *stretching != kExtrapolated) names.push_back(load.name);
  }
  for (const Probe& probe : model.probes) {
    if (probe.stretching != kExtrapolated) names.push_back(probe.name);
  }
  return names;
}

void add_stretching_finding(const Model& model, Findings& findings) {
  const std::vector<std::string> names = stretched_otherwise(model);
  if (names.empty()) return;
  findings.push_back(
      {"second_order_stretching", Severity::kWarning,
       fmt::format("'{}' should have stretching extrapolated in a sea of second order, which is an "
                   "expansion about the still water plane, has another, as have {} more",
                   names.front(), names.size() - 1),
       static_cast<double>(names.size())});
}

}  // namespace

void add_nonlinear_sea_findings(const Model& model, Findings& findings) {
  if (!model.sea) return;
  if (model.sea->steep_wave() != nullptr) add_harmonic_finding(model, findings);
  if (model.sea->bound_waves() != nullptr) add_stretching_finding(model, findings);
}

}  // namespace raftup::solver
