#include "hydro/database/readers/orcaflex/units.hpp"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr double kFoot = 0.3048;       ///< m
constexpr double kPound = 0.45359237;  ///< kg
constexpr double kGravity = 9.80665;   ///< m/s2, by which a weight of a pound is a force

/// A name of a unit and its size in SI.
struct NamedUnit {
  std::string_view name;
  double size;
};

constexpr std::array kLengths = {NamedUnit{"m", 1.0}, NamedUnit{"cm", 0.01}, NamedUnit{"mm", 1e-3},
                                 NamedUnit{"ft", kFoot}, NamedUnit{"in", kFoot / 12.0}};
constexpr std::array kMasses = {NamedUnit{"te", 1000.0}, NamedUnit{"kg", 1.0},
                                NamedUnit{"lb", kPound}, NamedUnit{"kip", 1000.0 * kPound},
                                NamedUnit{"kips", 1000.0 * kPound}};
constexpr std::array kForces = {NamedUnit{"N", 1.0},
                                NamedUnit{"kN", 1000.0},
                                NamedUnit{"MN", 1e6},
                                NamedUnit{"te", 1000.0 * kGravity},
                                NamedUnit{"kgf", kGravity},
                                NamedUnit{"lbf", kPound* kGravity},
                                NamedUnit{"kip", 1000.0 * kPound* kGravity},
                                NamedUnit{"kips", 1000.0 * kPound* kGravity}};

double read_unit(const SourceFile& file, const YamlNode& general, std::string_view key,
                 std::span<const NamedUnit> units) {
  const YamlNode* const node = general.find(key);
  require(node != nullptr, fmt::format("{} must have {} in General", file.name, key));
  std::string names;
  for (const NamedUnit& unit : units) {
    if (unit.name == node->word) return unit.size;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", unit.name);
  }
  refuse_line(file, node->line, fmt::format("must be a unit of {}", names));
}

}  // namespace

OrcaflexUnits read_orcaflex_units(const SourceFile& file, const YamlNode* general) {
  const YamlNode* const system = general == nullptr ? nullptr : general->find("UnitsSystem");
  if (system == nullptr || system->word == "SI") return {};
  if (system->word == "US") {
    return {kFoot, 1000.0 * kPound, 1000.0 * kPound * kGravity};
  }
  if (system->word != "User") refuse_line(file, system->line, "must be SI, US or User");
  return {read_unit(file, *general, "LengthUnits", kLengths),
          read_unit(file, *general, "MassUnits", kMasses),
          read_unit(file, *general, "ForceUnits", kForces)};
}

}  // namespace raftup::hydro
