#include "server/model/sea_builder.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "server/model/message_fields.hpp"
#include "solver/water/sea/described_sea.hpp"
#include "solver/water/sea/sea_rules.hpp"

namespace raftup::server {

namespace {

constexpr const char* kSeaPath = "environment.sea";

/// Sets the frequency [rad/s] at which the spectra of a wave system end.
void set_omega_max(v1::WaveSystem& system, double omega) {
  if (system.has_irregular()) system.mutable_irregular()->set_omega_max(omega);
  if (system.has_focused()) system.mutable_focused()->set_omega_max(omega);
  if (system.has_extreme_response()) system.mutable_extreme_response()->set_omega_max(omega);
  if (!system.has_varying()) return;
  for (int i = 0; i < system.varying().states_size(); ++i) {
    v1::IrregularWave& state = *system.mutable_varying()->mutable_states(i);
    // A state that repeats the options of the first state must remain equal to it.
    if (i == 0 || has_options(state)) state.set_omega_max(omega);
  }
}

}  // namespace

solver::SeaDescription read_sea(const v1::Sea& message, const std::string& path,
                                FieldViolations& violations) {
  solver::SeaDescription sea;
  MessageReader::read(message, path, sea, violations);
  for (int i = 0; i < message.waves_size(); ++i) {
    FieldViolations own;
    solver::WaveSystem& system = sea.waves.emplace_back();
    MessageReader::read(message.waves(i), fmt::format("{}.waves[{}]", path, i), system, own);
    system.valid = own.count() == 0;
    violations.merge("", own);
  }
  return sea;
}

hydro::Current build_current(const v1::Current& current, FieldViolations& violations) {
  const std::string path = "environment.current";
  solver::CurrentProfile profile;
  MessageReader::read(current, path, profile, violations);
  solver::Violations broken;
  hydro::Current made = solver::make_current(profile, path, broken);
  violations.add(broken.list());
  return made;
}

std::optional<hydro::Sea> build_sea(const v1::Sea& message, const hydro::Sea::Water& water,
                                    FieldViolations& violations) {
  const solver::SeaDescription sea = read_sea(message, kSeaPath, violations);
  solver::Violations broken;
  std::optional<hydro::Sea> made = solver::make_sea(sea, water, kSeaPath, broken);
  violations.add(broken.list());
  return made;
}

hydro::StationarySea build_stationary_sea(const v1::Sea& message, const std::string& path,
                                          const hydro::Sea::Water& water,
                                          FieldViolations& violations) {
  const solver::SeaDescription sea = read_sea(message, path, violations);
  solver::Violations broken;
  hydro::StationarySea made = solver::make_stationary_sea(sea, water, path, broken);
  violations.add(broken.list());
  return made;
}

void check_waves_within_data(const v1::Sea& message, const solver::Model& model,
                             FieldViolations& violations) {
  const solver::SeaDescription sea = read_sea(message, kSeaPath, violations);
  solver::Violations broken;
  solver::check_within_data(sea, model, kSeaPath, broken);
  violations.add(broken.list());
}

bool cut_to_data(v1::Sea& message, const solver::Model& model) {
  FieldViolations reported_before;
  const solver::SeaDescription sea = read_sea(message, kSeaPath, reported_before);
  bool any = false;
  int index = 0;
  for (const std::optional<double>& end : solver::find_data_ends(sea, model)) {
    v1::WaveSystem& system = *message.mutable_waves(index++);
    if (!end) continue;
    set_omega_max(system, *end);
    any = true;
  }
  return any;
}

v1::Sea sea_within_data(v1::Sea sea, solver::Model model) {
  FieldViolations violations;
  model.sea = build_sea(sea, {model.water_depth, model.gravity, model.current}, violations);
  if (violations.count() == 0) cut_to_data(sea, model);
  return sea;
}

Findings find_cuts(const v1::Environment& environment) {
  FieldViolations reported_before;
  const solver::SeaDescription sea = read_sea(environment.sea(), kSeaPath, reported_before);
  return solver::find_cuts(sea, environment.gravity(), kSeaPath);
}

}  // namespace raftup::server
