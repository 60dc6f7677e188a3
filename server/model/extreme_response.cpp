#include "server/model/extreme_response.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/sea/focused_waves.hpp"
#include "server/model/sea_builder.hpp"
#include "server/model/shapes.hpp"
#include "solver/linearisation/linearisation.hpp"
#include "solver/linearisation/output_response.hpp"
#include "solver/water/sea/described_sea.hpp"

namespace raftup::server {

namespace {

/// The linear equations are solved for each of these waves.
constexpr std::size_t kMostWaves = 5000;

void write_components(const std::vector<hydro::WaveComponent>& waves, v1::WaveComponents& message) {
  for (const hydro::WaveComponent& wave : waves) {
    message.add_omega(wave.omega);
    message.add_amplitude(wave.amplitude);
    message.add_phase_deg(degrees(wave.phase));
    message.add_direction_deg(degrees(wave.direction));
  }
}

/// Computes the components of one extreme response and writes them to `wave`.
/// @param random components of the system's random sea
void make_components(const solver::Linearization& linear, const hydro::Sea::Water& water,
                     std::vector<hydro::WaveComponent> random, v1::ExtremeResponseWave& wave) {
  require(random.size() <= kMostWaves,
          fmt::format("component_count x spreading.direction_count must be at most {} where a "
                      "response is to be extreme",
                      kMostWaves),
          std::to_string(random.size()));
  std::vector<Complex> response =
      solver::output_response(linear, wave.output(), wave.component(), random);
  const hydro::ConditionedSea sea(std::move(random), std::move(response), Vector2::Zero(),
                                  wave.time(), water);
  const double level =
      wave.has_most_probable() ? sea.most_probable(wave.most_probable().duration()) : wave.level();
  write_components(sea.reaching(level, wave.in_random_sea()), *wave.mutable_components());
}

/// Makes the components of the extreme responses of one model, which is linearized once.
class ExtremeMaker {
 public:
  explicit ExtremeMaker(const BuiltModel& built)
      : built_(built),
        water_{built.model.water_depth, built.model.gravity, built.model.current},
        digest_(digest_of(built)) {}

  /// Returns the extreme response of a wave system with its components.
  /// @param given the model as the client sent it. Its components are reused if they have the same
  ///         digest.
  v1::ExtremeResponseWave make(int system, const v1::Model& given) {
    const v1::Sea& sea = built_.message.environment().sea();
    const v1::ExtremeResponseWave& before =
        given.environment().sea().waves(system).extreme_response();
    v1::ExtremeResponseWave wave = sea.waves(system).extreme_response();
    wave.set_components_sha256(digest_);
    if (before.components_sha256() == digest_) {
      *wave.mutable_components() = before.components();
      return wave;
    }
    FieldViolations reported_before;
    const solver::SeaDescription described = read_sea(sea, "", reported_before);
    auto random = solver::make_system(described, static_cast<std::size_t>(system), water_);
    make_components(linear(), water_, std::move(random.components), wave);
    return wave;
  }

 private:
  const solver::Linearization& linear() {
    if (linear_) return *linear_;
    solver::Model still = built_.model;
    still.sea.reset();
    const solver::LinearizationOptions options{solver::OperatingPoint::kEquilibrium,
                                               solver::RadiationSource::kMemoryData};
    linear_ = std::make_unique<solver::Linearization>(still, nullptr, options, nullptr);
    return *linear_;
  }

  const BuiltModel& built_;
  hydro::Sea::Water water_;
  std::string digest_;
  std::unique_ptr<solver::Linearization> linear_;
};

bool has_extremes(const v1::Sea& sea) {
  return std::ranges::any_of(
      sea.waves(), [](const v1::WaveSystem& system) { return system.has_extreme_response(); });
}

}  // namespace

void forget_extremes(v1::Sea& sea) {
  for (v1::WaveSystem& system : *sea.mutable_waves()) {
    if (!system.has_extreme_response()) continue;
    system.mutable_extreme_response()->clear_components();
    system.mutable_extreme_response()->clear_components_sha256();
  }
}

void find_extremes(const v1::Model& given, BuiltModel& built, FieldViolations& violations) {
  if (!has_extremes(built.message.environment().sea())) return;
  ExtremeMaker maker(built);
  v1::Sea sea = built.message.environment().sea();
  for (int i = 0; i < sea.waves_size(); ++i) {
    if (!sea.waves(i).has_extreme_response()) continue;
    const std::string path = fmt::format("environment.sea.waves[{}].extreme_response", i);
    try {
      *sea.mutable_waves(i)->mutable_extreme_response() = maker.make(i, given);
    } catch (const solver::NoEquilibrium& error) {
      violations.add(path, fmt::format("must be of a model that balances: {}", error.what()));
    } catch (const Error& error) {
      violations.add(path, error.what());
    }
  }
  const hydro::Sea::Water water{built.model.water_depth, built.model.gravity, built.model.current};
  built.model.sea = build_sea(sea, water, violations);
  *built.message.mutable_environment()->mutable_sea() = std::move(sea);
}

}  // namespace raftup::server
