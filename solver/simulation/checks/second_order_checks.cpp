#include <algorithm>
#include <utility>

#include "hydro/database/checks/measures.hpp"
#include "hydro/second_order/data_checks.hpp"
#include "hydro/second_order/drift_coefficients.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

using hydro::SecondOrderMethod;

/// share of T that may be asymmetric by rounding and by the panels
constexpr double kAsymmetry = 0.01;

/// Refuses options that the chosen method does not have.
void check_options(const hydro::SecondOrderOptions& options, const std::string& path,
                   Violations& violations) {
  const bool full = options.method == SecondOrderMethod::kFull;
  const std::string method(name_of(options.method));
  violations.require(full || !options.sum_frequency, path + ".sum_frequency",
                     "must be false unless method is full", "method " + method);
  violations.require(full || !options.difference_cutoff, path + ".difference_cutoff",
                     "must be left out unless method is full", "method " + method);
  violations.require(options.acts() || !options.wave_drift_damping, path + ".wave_drift_damping",
                     "must be false where method is none", "true");
  using Pairs = hydro::DirectionPairs;
  violations.require(
      options.method == SecondOrderMethod::kNewman || options.directions != Pairs::kStanding,
      path + ".directions", "must be independent unless method is newman", "standing");
  violations.require(full || options.directions != Pairs::kFiled, path + ".directions",
                     "must not be filed unless method is full", "method " + method);
}

/// Refuses methods that need pairs of wave components if a wave elevation is streamed, which has no
/// components. Only the filters of Newman's method can be applied to an elevation.
void check_elevation(const hydro::SecondOrderOptions& options, std::size_t input,
                     const std::string& path, Violations& violations) {
  const std::string where = fmt::format(
      "where inputs[{}] streams an elevation, which has no components to pair: stream "
      "wave_components or a wave_spectrum for other forms",
      input);
  violations.require(
      options.method == SecondOrderMethod::kNewman &&
          options.newman_form == hydro::NewmanForm::kSquareRoot,
      path + ".method", "must be none, or newman by square_root, " + where,
      fmt::format("{} by {}", name_of(options.method), name_of(options.newman_form)));
  violations.require(!options.wave_drift_damping, path + ".wave_drift_damping",
                     "must be false " + where, "true");
}

void check_waves(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                 Violations& violations) {
  violations.require(group.excitation_enabled, path + ".method",
                     "must be none where excitation.enabled is false",
                     std::string(name_of(group.second_order.method)));
  int sources = model.sea && !model.sea->components().empty() ? 1 : 0;
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const InputKind& kind = model.inputs[i].kind;
    if (std::holds_alternative<StreamedComponents>(kind) ||
        std::holds_alternative<StreamedSpectrum>(kind)) {
      ++sources;
    }
    if (!std::holds_alternative<WaveElevationInput>(kind)) continue;
    ++sources;
    check_elevation(group.second_order, i, path, violations);
  }
  violations.require(
      sources <= 1, path + ".method",
      "must be none where waves have several sources (the sea, inputs that stream "
      "components or spectra), which would not be paired with one another",
      fmt::format("{} with {} sources", name_of(group.second_order.method), sources));
}

void check_qtf(const hydro::QuadraticTransferFunction& qtf, bool difference,
               const std::string& path, Violations& violations) {
  const std::string name = difference ? "qtf_difference" : "qtf_sum";
  violations.require(hydro::directions_of_pairs(qtf).size() > 0, path,
                     fmt::format("must be another: the database has no {} of waves of one "
                                 "direction",
                                 name),
                     difference ? "full" : "true");
  const double error = hydro::asymmetry(qtf, difference);
  violations.require(error <= kAsymmetry, path,
                     fmt::format("needs a {} that is {} to 1 %", name,
                                 difference ? "Hermitian, T_mn = T_nm*" : "symmetric, P_mn = P_nm"),
                     fmt::format("{:.3g} % off", 100.0 * error));
}

bool check_data(const HydrodynamicGroup& group, const std::string& path, Violations& violations) {
  const hydro::Database& database = *group.database;
  const hydro::SecondOrderOptions& options = group.second_order;
  const std::size_t before = violations.list().size();
  const bool full = options.method == SecondOrderMethod::kFull;
  if (full) check_qtf(database.qtf_difference, true, path + ".method", violations);
  if (options.sum_frequency)
    check_qtf(database.qtf_sum, false, path + ".sum_frequency", violations);
  const bool has_drift = !database.mean_drift_force.empty() ||
                         hydro::directions_of_pairs(database.qtf_difference).size() > 0;
  violations.require(full || has_drift, path + ".method",
                     "must be none: the database has no mean drift force and no qtf_difference",
                     std::string(name_of(options.method)));
  return violations.list().size() == before;
}

void check_range(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                 Violations& violations) {
  const VectorXd range = hydro::second_order_range(*group.database, group.second_order);
  const double last = range[range.size() - 1];
  const std::string rule = fmt::format(
      "needs 99 % of the waves' variance within the frequencies of the database's second-order "
      "data, {:.4g} to {:.4g} rad/s; irregular.omega_max ends a sea",
      range[0], last);
  if (model.sea) {
    const double outside = hydro::variance_outside(*model.sea, range);
    violations.require(outside <= hydro::kVarianceOutside, path + ".method", rule,
                       fmt::format("{:.3g} % outside", 100.0 * outside));
  }
  for (const Input& input : model.inputs) {
    const auto* spectrum = std::get_if<StreamedSpectrum>(&input.kind);
    if (spectrum == nullptr || spectrum->omega.empty()) continue;
    violations.require(
        spectrum->omega.back() <= last * (1.0 + 1e-9), path + ".method", rule,
        fmt::format("input {} up to {:.4g} rad/s", input.name, spectrum->omega.back()));
  }
}

}  // namespace

void check_second_order(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                        Violations& violations) {
  check_options(group.second_order, path, violations);
  if (!group.second_order.acts()) return;
  check_waves(model, group, path, violations);
  if (check_data(group, path, violations)) check_range(model, group, path, violations);
}

}  // namespace raftup::solver
