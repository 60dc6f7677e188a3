#include "solver/model/inputs/streamed_waves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/excitation/body_excitation.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/sea/varying_waves.hpp"
#include "solver/model/water/hydrodynamic_group.hpp"
#include "solver/water/groups/streamed_waves.hpp"

namespace raftup::solver {

namespace {

/// largest permitted number of components in all directions, as for a wave system
constexpr int kMostSpectrumComponents = 100000;

/// Checks that the wave direction of an elevation is within the directions of a database.
void require_direction(const HydrodynamicGroup& group, std::size_t index, double direction,
                       const std::string& path, Violations& violations) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  const VectorXd& directions = group.database->wave_directions;
  if (directions.size() == 0 || !std::isfinite(group.heading)) return;  // said elsewhere
  const double seen = direction - group.heading;
  violations.require(
      hydro::HeadingInterpolation(directions).contains(seen), path,
      fmt::format("must lie within the directions of the database of hydrodynamics[{}], {:.6g} "
                  "to {:.6g} deg from its heading",
                  index, kDegrees * directions[0], kDegrees * directions[directions.size() - 1]),
      fmt::format("{:.6g} deg from it", kDegrees * seen));
}

}  // namespace

Variable WaveElevationInput::variable(const std::string& name, const Model& /*model*/) {
  return {name, "m", "surface elevation at the world origin", 1, "world"};
}

void WaveElevationInput::check(const Model& model, const std::string& path,
                               Violations& violations) const {
  violations.require(model.current.is_still(), path,
                     "must be left out where there is a current: not in this version",
                     "environment.current");
  if (!std::isfinite(direction)) return;
  for (std::size_t g = 0; g < model.hydrodynamics.size(); ++g) {
    const HydrodynamicGroup& group = model.hydrodynamics[g];
    if (group.database == nullptr || !group.excitation_enabled) continue;
    require_direction(group, g, direction, path + ".direction_deg", violations);
  }
}

Variable StreamedComponents::variable(const std::string& name, const Model& /*model*/) const {
  return {name, repeated("rad/s,m,rad,rad", static_cast<std::size_t>(component_count)),
          "omega, amplitude, phase and direction of each harmonic", 4 * component_count, "world"};
}

void StreamedComponents::check(const Model& /*model*/, const std::string& path,
                               Violations& violations) const {
  violations.require(
      component_count >= 1 && component_count <= kMostStreamed, path + ".component_count",
      fmt::format("must lie within 1 to {}", kMostStreamed), fmt::format("{}", component_count));
}

void StreamedComponents::check_sample(const Model& model, std::span<const double> values) const {
  if (values.size() != 4 * static_cast<std::size_t>(component_count)) return;
  const hydro::Sea sea(components_of_sample(values),
                       {model.water_depth, model.gravity, model.current}, 0.0);
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (!group.excitation_enabled) continue;
    hydro::check_within_data(*group.database, 0, sea, group.heading);
    if (const auto mismatch = find_depth_mismatch(sea, *group.database)) {
      throw Error(
          ErrorCode::kInvalidArgument,
          fmt::format("database of '{}' {}, got {}", group.name, mismatch->rule, mismatch->found));
    }
  }
}

Variable StreamedSpectrum::variable(const std::string& name, const Model& /*model*/) const {
  return {name, "m2 s/rad", "density of the spectrum at its frequencies",
          static_cast<int>(omega.size()), ""};
}

/// Checks that the components of a spectrum can be created and are within the data of every group.
void StreamedSpectrum::check(const Model& model, const std::string& path,
                             Violations& violations) const {
  const double count = 1.0 * component_count * static_cast<double>(directions.size());
  violations.require(count <= kMostSpectrumComponents, path + ".component_count",
                     fmt::format("must make at most {} components with {} directions",
                                 kMostSpectrumComponents, directions.size()),
                     fmt::format("{}", component_count));
  if (!(count <= kMostSpectrumComponents)) return;
  try {
    const hydro::SpectrumStream stream(omega, directions, seed, component_count);
    const hydro::Sea sea(stream.components(), {model.water_depth, model.gravity, model.current},
                         0.0);
    for (const HydrodynamicGroup& group : model.hydrodynamics) {
      if (group.database == nullptr || !group.excitation_enabled) continue;
      hydro::check_within_data(*group.database, 0, sea, group.heading);
    }
  } catch (const BrokenRule& broken) {
    violations.require(false, path, broken.rule(), broken.value());
  }
}

void StreamedSpectrum::check_sample(const Model& /*model*/, std::span<const double> values) {
  const auto negative =
      std::find_if(values.begin(), values.end(), [](double density) { return density < 0.0; });
  if (negative == values.end()) return;
  throw Error(ErrorCode::kInvalidArgument, fmt::format("density[{}] must not be negative, got {}",
                                                       negative - values.begin(), *negative));
}

}  // namespace raftup::solver
