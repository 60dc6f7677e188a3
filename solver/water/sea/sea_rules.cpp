#include "solver/water/sea/sea_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/bound_waves.hpp"

namespace raftup::solver {

namespace {

/// Checks that a steep wave has the sea and the water to itself.
void check_alone(const SeaDescription& sea, std::size_t index, const hydro::Current& current,
                 const std::string& path, Violations& violations) {
  const std::string theory = fmt::format("{}.waves[{}].regular.theory", path, index);
  const std::string given(name_of(std::get<RegularWave>(sea.waves[index].kind).theory));
  violations.require(sea.waves.size() == 1, theory,
                     "must be airy beside other waves, since waves of finite height do not add up",
                     given);
  violations.require(current.is_still(), theory, "must be airy if environment.current is not 0",
                     given);
}

void check_second_order(const SeaDescription& sea, const hydro::Current& current,
                        const std::string& order, Violations& violations) {
  const bool recorded = std::ranges::any_of(sea.waves, [](const WaveSystem& system) {
    return std::holds_alternative<ElevationSeries>(system.kind);
  });
  violations.require(!recorded, order,
                     "must be first if waves are recorded, since a record contains its bound waves",
                     "second");
  violations.require(steep_wave_of(sea) == nullptr, order,
                     "must be first if a wave has a theory of its own", "second");
  violations.require(sea.waves.empty() || current.is_still(), order,
                     "must be first if environment.current is not 0", "second");
}

bool is_steep(const WaveSystem& system) {
  const auto* regular = std::get_if<RegularWave>(&system.kind);
  return regular != nullptr && regular->is_steep();
}

}  // namespace

const RegularWave* steep_wave_of(const SeaDescription& sea) {
  const auto steep = std::ranges::find_if(sea.waves, is_steep);
  return steep == sea.waves.end() ? nullptr : &std::get<RegularWave>(steep->kind);
}

void check_sea(const SeaDescription& sea, const hydro::Current& current, const std::string& path,
               Violations& violations) {
  violations.require(sea.ramp_duration >= 0.0, path + ".ramp_duration", "must not be negative",
                     fmt::format("{}", sea.ramp_duration));
  const auto steep = std::ranges::find_if(sea.waves, is_steep);
  if (steep != sea.waves.end()) {
    check_alone(sea, static_cast<std::size_t>(steep - sea.waves.begin()), current, path,
                violations);
  }
  if (sea.order == SeaOrder::kSecond) {
    return check_second_order(sea, current, path + ".order", violations);
  }
  const auto refuse = [&](const std::optional<double>& cutoff, const char* name) {
    violations.require(!cutoff, fmt::format("{}.{}", path, name),
                       "must be omitted unless order is second",
                       fmt::format("{}", cutoff.value_or(0.0)));
  };
  refuse(sea.sum_cutoff, "sum_cutoff");
  refuse(sea.difference_cutoff, "difference_cutoff");
}

void bind_waves(const SeaDescription& description, hydro::Sea& sea) {
  if (description.order != SeaOrder::kSecond || sea.steep_wave() != nullptr) return;
  hydro::BoundWaveOptions bound;
  bound.sum_cutoff = description.sum_cutoff.value_or(bound.sum_cutoff);
  bound.difference_cutoff = description.difference_cutoff.value_or(bound.difference_cutoff);
  sea.bind_waves(bound);
}

hydro::Current make_current(const CurrentProfile& profile, const std::string& path,
                            Violations& violations) {
  const std::size_t count = profile.speed.size();
  const std::size_t expected = profile.depth.empty() ? 1 : profile.depth.size();
  violations.require(count == expected, path + ".speed",
                     fmt::format("must have one entry per depth, {}", expected),
                     std::to_string(count));
  violations.require(profile.direction.size() == count, path + ".direction_deg",
                     fmt::format("must have as many entries as speed, {}", count),
                     std::to_string(profile.direction.size()));
  if (count != expected || profile.direction.size() != count) return {};
  std::vector<Vector2> velocity;
  for (std::size_t i = 0; i < count; ++i) {
    const double speed = profile.speed[i];
    violations.require(speed >= 0.0 && speed <= hydro::kFastestCurrent,
                       fmt::format("{}.speed[{}]", path, i),
                       fmt::format("must lie within 0 to {} m/s", hydro::kFastestCurrent),
                       fmt::format("{}", speed));
    const auto [sine, cosine] = sincos(profile.direction[i]);
    velocity.emplace_back(speed * cosine, speed * sine);
  }
  try {
    return {profile.depth, std::move(velocity)};
  } catch (const Error& error) {
    violations.require(false, path + ".depth", error.what(), "");
    return {};
  }
}

}  // namespace raftup::solver
