#include "hydro/database/readers/orcaflex/conventions.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

constexpr double kHalfTurn = std::numbers::pi;
constexpr double kQuarterTurn = 0.5 * std::numbers::pi;

/// One of the words that an entry may have; the first one where the file has none.
std::size_t word_of(const SourceFile& file, const YamlNode& vessel_type, std::string_view key,
                    std::span<const std::string_view> words) {
  const YamlNode* const node = vessel_type.find(key);
  if (node == nullptr || !node->is_set()) return 0;
  std::string known;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (node->word == words[i]) return i;
    known += fmt::format("{}{}", i == 0 ? "" : ", ", words[i]);
  }
  refuse_line(file, node->line, fmt::format("must be {} of {}", key, known));
}

template <std::size_t count>
std::size_t word_of(const SourceFile& file, const YamlNode& vessel_type, std::string_view key,
                    const std::string_view (&words)[count]) {
  return word_of(file, vessel_type, key, std::span<const std::string_view>(words));
}

constexpr std::string_view kPositiveKeys[] = {"SurgePositive",    "SwayPositive",
                                              "HeavePositive",    "RollPositiveStarboard",
                                              "PitchPositiveBow", "YawPositiveBow"};
/// Our way, and the other one.
constexpr std::string_view kPositiveWords[][2] = {{"forward", "aft"}, {"port", "starboard"},
                                                  {"up", "down"},     {"down", "up"},
                                                  {"down", "up"},     {"port", "starboard"}};

}  // namespace

double OrcaflexConventions::omega(double filed) const {
  if (waves == Waves::kOmega) return filed;
  if (waves == Waves::kHertz) return kTwoPi * filed;
  if (std::isinf(filed)) return 0.0;
  return filed == 0.0 ? std::numeric_limits<double>::infinity() : kTwoPi / filed;
}

Complex OrcaflexConventions::force(double amplitude, double phase) const {
  const double lead = (phases_lag ? -phase : phase) * radians_per_phase + phase_of_zero;
  return per_amplitude * amplitude * Complex(std::cos(lead), std::sin(lead));
}

OrcaflexConventions read_orcaflex_conventions(const SourceFile& file, const YamlNode& type) {
  using Waves = OrcaflexConventions::Waves;
  OrcaflexConventions found;
  constexpr Waves kWaves[] = {Waves::kPeriod, Waves::kOmega, Waves::kHertz};
  found.waves = kWaves[word_of(file, type, "WavesReferredToBy",
                               {"period (s)", "frequency (rad/s)", "frequency (Hz)"})];
  found.phases_lag = word_of(file, type, "RAOPhaseConvention", {"lags", "leads"}) == 0;
  // radians in a degree and in a radian
  constexpr double kPhaseUnits[] = {kRadiansPerDegree, 1.0};
  found.radians_per_phase =
      kPhaseUnits[word_of(file, type, "RAOPhaseUnitsConvention", {"degrees", "radians"})];
  // leads of what a phase of 0 refers to
  constexpr double kZeros[] = {0.0, kHalfTurn, kQuarterTurn, -kQuarterTurn};
  found.phase_of_zero =
      kZeros[word_of(file, type, "RAOPhaseRelativeToConvention",
                     {"crest", "trough", "zero up-crossing", "zero down-crossing"})];
  // twice the force where it is per meter of wave height
  constexpr double kWaveUnits[] = {1.0, 2.0};
  found.per_amplitude =
      kWaveUnits[word_of(file, type, "RAOWaveUnit", {"amplitude", "double amplitude"})];
  for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
    if (word_of(file, type, kPositiveKeys[dof], kPositiveWords[dof]) == 1) found.signs[dof] = -1.0;
  }
  const std::size_t symmetry =
      word_of(file, type, "Symmetry", {"None", "xz plane", "yz plane", "xz and yz planes"});
  found.mirrors_y = symmetry == 1 || symmetry == 3;
  found.mirrors_x = symmetry == 2 || symmetry == 3;
  return found;
}

}  // namespace raftup::hydro
