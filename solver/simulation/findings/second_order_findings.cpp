#include <fmt/format.h>

#include <cmath>

#include "hydro/second_order/data_checks.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

constexpr double kDeepWater = 3.0;  ///< k h above which water is deep
/// share of motions in waves up to which no finding is added
constexpr double kPassingShare = 0.1;
constexpr double kShallowShare = 0.01;  ///< share of the variance up to which no finding is added

void add_range_finding(const hydro::Sea& sea, const HydrodynamicGroup& group, Findings& findings) {
  const VectorXd range = hydro::second_order_range(*group.database, group.second_order);
  const double outside = hydro::variance_outside(sea, range);
  if (outside == 0.0) return;
  findings.push_back(
      {"second_order_range", Severity::kWarning,
       fmt::format("the waves of '{}' should lie within the frequencies of its second-order data, "
                   "{:.4g} to {:.4g} rad/s, {:.2g} % of their variance is outside and makes no "
                   "second-order force",
                   group.name, range[0], range[range.size() - 1], 100.0 * outside),
       outside});
}

void add_drift_finding(const HydrodynamicGroup& group, Findings& findings) {
  if (!group.excitation_enabled || !group.excitation.at_body_position) return;
  if (group.has_slow_poses()) return;
  findings.push_back(
      {"drift_counted_twice", Severity::kWarning,
       fmt::format("'{}' should not have second_order.method {} with excitation.at_body_position "
                   "true: how the linear force changes with the motions in waves is part of the "
                   "second order already, of slow drift on moorings some 40 %; give "
                   "excitation.low_frequency_cutoff, rad/s between the slow motions and the waves, "
                   "or set at_body_position false where bodies keep their place and heading",
                   group.name, name_of(group.second_order.method)),
       0.0});
}

/// Adds a finding if the filter of slow poses passes too much of motions that follow the waves, as
/// a ratio of standard deviations.
void add_cutoff_finding(const hydro::Sea& sea, const HydrodynamicGroup& group, Findings& findings) {
  if (!group.has_slow_poses()) return;
  double all = 0.0, passed = 0.0;
  for (const hydro::WaveComponent& wave : sea.components()) {
    const double variance = wave.amplitude * wave.amplitude;
    const double ratio = wave.omega / group.excitation_cutoff;
    all += variance;
    passed += variance / (1.0 + ratio * ratio * ratio * ratio);
  }
  const double share = all > 0.0 ? std::sqrt(passed / all) : 0.0;
  if (share <= kPassingShare) return;
  findings.push_back(
      {"cutoff_in_waves", Severity::kWarning,
       fmt::format("excitation.low_frequency_cutoff of '{}', {:.4g} rad/s, should lie below the "
                   "waves, it lets {:.2g} % of motions that follow them through",
                   group.name, group.excitation_cutoff, 100.0 * share),
       share});
}

void add_depth_finding(const hydro::Sea& sea, const HydrodynamicGroup& group, Findings& findings) {
  double all = 0.0, shallow = 0.0;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const double variance = sea.components()[c].amplitude * sea.components()[c].amplitude;
    const double k = sea.wavenumbers()[static_cast<Eigen::Index>(c)];
    all += variance;
    if (k * sea.water_depth() <= kDeepWater) shallow += variance;
  }
  if (shallow <= kShallowShare * all) return;
  findings.push_back(
      {"drift_damping_depth", Severity::kWarning,
       fmt::format("wave drift damping of '{}' is for deep water, k h > {}, {:.3g} % of the "
                   "variance is in longer waves",
                   group.name, kDeepWater, 100.0 * shallow / all),
       shallow / all});
}

}  // namespace

void add_second_order_findings(const Model& model, Findings& findings) {
  if (!model.sea) return;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (!group.second_order.acts()) continue;
    add_drift_finding(group, findings);
    add_cutoff_finding(*model.sea, group, findings);
    add_range_finding(*model.sea, group, findings);
    if (group.second_order.wave_drift_damping) add_depth_finding(*model.sea, group, findings);
  }
}

}  // namespace raftup::solver
