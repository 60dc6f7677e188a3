#include "server/model/sea_builder.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/excitation/body_excitation.hpp"
#include "hydro/numerics/elementary.hpp"
#include "server/model/sea_cut.hpp"
#include "server/model/shapes.hpp"
#include "server/model/wave_system_builder.hpp"

namespace raftup::server {

namespace {

std::string system_path(int index) { return fmt::format("environment.sea.waves[{}]", index); }

/// What is wrong where a component lies outside the database of a group.
std::optional<std::string> beyond_data(const hydro::Sea& sea, const solver::Model& model) {
  try {
    for (const solver::HydrodynamicGroup& group : model.hydrodynamics) {
      if (!group.database || !group.excitation_enabled) continue;
      for (Eigen::Index body = 0; body < group.database->body_count(); ++body) {
        hydro::BodyExcitation(*group.database, body, sea, group.heading);
      }
    }
  } catch (const Error& error) {
    return error.what();
  }
  return std::nullopt;
}

}  // namespace

hydro::Current build_current(const v1::Current& current, Violations& violations) {
  const std::string path = "environment.current";
  const int count = current.speed_size();
  const int expected = current.depth().empty() ? 1 : current.depth_size();
  bool whole = violations.expect(count == expected, path + ".speed",
                                 fmt::format("must have one entry per depth, {}", expected),
                                 std::to_string(count));
  whole = violations.expect(current.direction_deg_size() == count, path + ".direction_deg",
                            fmt::format("must have as many entries as speed, {}", count),
                            std::to_string(current.direction_deg_size())) &&
          whole;
  if (!whole) return {};
  std::vector<Vector2> velocity;
  for (int i = 0; i < count; ++i) {
    violations.expect(current.speed(i) >= 0.0, fmt::format("{}.speed[{}]", path, i),
                      "must not be negative", fmt::format("{}", current.speed(i)));
    const auto [sine, cosine] = sincos(radians(current.direction_deg(i)));
    velocity.emplace_back(current.speed(i) * cosine, current.speed(i) * sine);
  }
  try {
    return {{current.depth().begin(), current.depth().end()}, std::move(velocity)};
  } catch (const Error& error) {
    violations.add(path + ".depth", error.what());
    return {};
  }
}

std::optional<hydro::Sea> build_sea(const v1::Sea& sea, const hydro::Sea::Water& water,
                                    Violations& violations) {
  BuiltWaves all;
  std::vector<hydro::VarianceHistory> histories;
  for (int i = 0; i < sea.waves_size(); ++i) {
    BuiltWaves more = build_wave_system(sea.waves(i), system_path(i), water.gravity, violations);
    if (more.history) {
      more.history->first = all.components.size();
      histories.push_back(std::move(*more.history));
    }
    all.components.insert(all.components.end(), more.components.begin(), more.components.end());
  }
  if (!violations.expect(sea.ramp_duration() >= 0.0, "environment.sea.ramp_duration",
                         "must not be negative", fmt::format("{}", sea.ramp_duration()))) {
    return std::nullopt;
  }
  if (all.components.empty()) return std::nullopt;
  try {
    return hydro::Sea(std::move(all.components), water, sea.ramp_duration(), std::move(histories));
  } catch (const Error& error) {
    violations.add("environment.sea.waves", error.what());
    return std::nullopt;
  }
}

hydro::StationarySea build_stationary_sea(const v1::Sea& sea, const std::string& path,
                                          double gravity, Violations& violations) {
  hydro::StationarySea built;
  for (int i = 0; i < sea.waves_size(); ++i) {
    add_stationary_waves(sea.waves(i), fmt::format("{}.waves[{}]", path, i), gravity, built,
                         violations);
  }
  return built;
}

void check_waves_within_data(const v1::Sea& sea, const solver::Model& model,
                             Violations& violations) {
  if (!model.sea || !beyond_data(*model.sea, model)) return;
  for (int i = 0; i < sea.waves_size(); ++i) {
    const v1::WaveSystem& system = sea.waves(i);
    if (system.kind_case() == v1::WaveSystem::KIND_NOT_SET) continue;
    const auto* kind = v1::WaveSystem::GetDescriptor()->FindFieldByNumber(system.kind_case());
    const std::string path = system_path(i) + "." + kind->name();
    const hydro::Sea alone(
        build_wave_system(system, system_path(i), model.gravity, violations).components,
        model.sea->water(), 0.0);
    if (const auto beyond = find_beyond_data(system, alone, model)) {
      const solver::Violation violation = beyond_data_violation(system, *beyond, path);
      violations.add(violation.path, violation.rule, violation.value);
    } else if (const auto reason = beyond_data(alone, model)) {
      violations.add(path, *reason);
    }
  }
}

void complete_sea(v1::Sea& sea) {
  for (auto& system : *sea.mutable_waves()) complete_wave_system(system);
}

}  // namespace raftup::server
