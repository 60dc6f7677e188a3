#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "server/base/service_error.hpp"
#include "server/rpc/linearisation_convert.hpp"

namespace raftup::server {

namespace {

constexpr int kMostFrequencies = 100000;
constexpr std::array<double, 2> kWithoutWater{0.1, 2.5};  ///< rad/s, for a model without a database
constexpr int kDefaultDirections = 36;

/// Returns `count` numbers that cover the range with equal differences or, if geometric, equal
/// ratios.
std::vector<double> spaced(const std::array<double, 2>& range, int count, bool geometric) {
  std::vector<double> values;
  const double ratio = logarithm(range[1] / range[0]);
  for (int k = 0; k < count; ++k) {
    const double share = count == 1 ? 0.0 : static_cast<double>(k) / (count - 1);
    values.push_back(geometric ? range[0] * exponential(ratio * share)
                               : range[0] + share * (range[1] - range[0]));
  }
  if (count > 1) values.back() = range[1];
  return values;
}

VectorXd to_vector(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

std::vector<double> default_directions(const solver::Linearization& linear) {
  for (const solver::ExcitedBody& body : linear.waves().bodies()) {
    if (!body.covers_circle) return body.directions;
  }
  std::vector<double> circle;
  for (int i = 0; i < kDefaultDirections; ++i) circle.push_back(kTwoPi * i / kDefaultDirections);
  return circle;
}

void check_numbers(const google::protobuf::RepeatedField<double>& values, const std::string& path,
                   bool positive, FieldViolations& violations) {
  for (const double value : values) {
    violations.expect(std::isfinite(value) && (!positive || value > 0.0), path,
                      positive ? "must be positive numbers" : "must be finite numbers",
                      fmt::format("{}", value));
  }
}

void check_grid(const v1::WaveGrid& grid, const std::string& path, FieldViolations& violations) {
  check_numbers(grid.omega(), path + ".omega", true, violations);
  check_numbers(grid.wave_direction(), path + ".wave_direction", false, violations);
  violations.expect(grid.omega_count() >= 0 && grid.omega_count() <= kMostFrequencies,
                    path + ".omega_count", fmt::format("must be 0 to {}", kMostFrequencies),
                    std::to_string(grid.omega_count()));
  const int sources = (grid.omega().empty() ? 0 : 1) + (grid.omega_count() != 0 ? 1 : 0) +
                      (grid.sea_harmonics() ? 1 : 0);
  violations.expect(sources == 1, path + ".omega",
                    "must be given by one of omega, omega_count and sea_harmonics");
  if (grid.default_directions()) {
    violations.expect(grid.wave_direction().empty(), path + ".wave_direction",
                      "must be left out with default_directions");
  }
  if (grid.sea_harmonics()) {
    violations.expect(
        grid.wave_direction().empty() && !grid.default_directions() && !grid.sea_directions(),
        path + ".wave_direction", "must be left out with sea_harmonics");
  } else if (grid.paired()) {
    violations.expect(grid.wave_direction_size() == grid.omega_size() &&
                          !grid.default_directions() && !grid.sea_directions(),
                      path + ".wave_direction", "must be as many as omega where paired",
                      std::to_string(grid.wave_direction_size()));
  }
}

void collect_harmonics(const std::vector<hydro::StationarySea>& seas, WaveGrid& grid) {
  std::vector<double> omega, direction;
  for (const hydro::StationarySea& sea : seas) {
    for (const hydro::WaveComponent& wave : sea.harmonics) {
      omega.push_back(wave.omega);
      direction.push_back(wave.direction);
    }
  }
  grid.waves = {to_vector(omega), to_vector(direction), true};
}

WaveGrid chosen(const v1::WaveGrid& message, int number, const solver::Linearization& linear,
                const std::vector<hydro::StationarySea>& seas) {
  WaveGrid grid{number, {}, message.sea_directions(), message.sea_harmonics()};
  if (grid.sea_harmonics) {
    collect_harmonics(seas, grid);
    return grid;
  }
  std::vector<double> omega(message.omega().begin(), message.omega().end());
  if (omega.empty()) {
    omega = spaced(linear.omega_range().value_or(kWithoutWater), message.omega_count(),
                   message.geometric());
  }
  std::vector<double> directions(message.wave_direction().begin(), message.wave_direction().end());
  if (message.default_directions()) directions = default_directions(linear);
  for (std::size_t i = 0; grid.sea_directions && i < seas.size(); ++i) {
    for (const double direction : seas[i].directions()) {
      if (std::find(directions.begin(), directions.end(), direction) == directions.end()) {
        directions.push_back(direction);
      }
    }
  }
  grid.waves = {to_vector(omega), to_vector(directions), message.paired()};
  return grid;
}

}  // namespace

int WaveGrid::index_of(double direction) const {
  const double* begin = waves.direction.data();
  return static_cast<int>(std::find(begin, begin + waves.direction.size(), direction) - begin);
}

std::vector<WaveGrid> wave_grids_from_proto(const v1::LinearizeRequest& request,
                                            const solver::Linearization& linear,
                                            const std::vector<hydro::StationarySea>& seas) {
  FieldViolations violations;
  std::vector<WaveGrid> grids;
  for (int i = 0; i < request.grids_size(); ++i) {
    const std::string path = fmt::format("grids[{}]", i);
    const std::size_t before = violations.count();
    check_grid(request.grids(i), path, violations);
    if (violations.count() > before) continue;
    grids.push_back(chosen(request.grids(i), i, linear, seas));
    const solver::WaveSelection& waves = grids.back().waves;
    const std::int64_t count =
        waves.omega.size() * std::max<Eigen::Index>(waves.direction_count(), 1);
    violations.expect(count <= kWaveLimit, path,
                      fmt::format("must have at most {} waves", kWaveLimit), std::to_string(count));
  }
  violations.throw_if_any("");
  return grids;
}

}  // namespace raftup::server
