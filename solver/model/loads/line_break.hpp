#pragma once

#include <cstdint>
#include <optional>

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Distributions of the strength of a line.
enum class StrengthDistribution {
  kLogNormal,  ///< ln T is normally distributed
  kWeibull,    ///< P(strength > T) = exp(-(T/scale)^shape), of the weakest link of many
};

constexpr std::array<std::string_view, 2> names_of(StrengthDistribution /*of*/) {
  return {"log_normal", "weibull"};
}

/// A random strength, which is drawn once for a run.
struct LineStrength {
  double mean = 0.0;       ///< [N]
  double deviation = 0.0;  ///< standard deviation [N], at most the mean
  StrengthDistribution distribution = StrengthDistribution::kLogNormal;
  std::int64_t seed = 0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("mean", self.mean, {"N", Bound::kPositive});
    field("deviation", self.deviation, {"N", Bound::kPositive});
    field("distribution", self.distribution);
    field("seed", self.seed);
  }
};

/// A place at which a line breaks, by one of `time` [s], `tension` [N] and `strength`, or if it has none
/// of them by the command `cut`.
struct LineBreak {
  double arc = 0.0;                           ///< unstretched length from the first end [m]
  std::optional<double> time;                 ///< time from which on it is broken [s]
  std::optional<double> tension;              ///< tension beside the node above which it breaks [N]
  std::optional<LineStrength> strength = {};  ///< the same, drawn at random

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("arc", self.arc, {"m", Bound::kPositive});
    field("time", self.time, {"s", Bound::kNotNegative});
    field("tension", self.tension, {"N", Bound::kPositive});
    field("strength", self.strength, FieldRule().added_late());
  }

  bool waits_for_cut() const { return !time && !tension && !strength; }
};

/// Draws a strength [N]. It depends on nothing but the arguments, bit for bit on every machine.
/// With u, w uniform in (0, 1), the mean m and v = (deviation/m)^2 it is
///   log_normal: exp(ln m - s^2/2 + s z),  s^2 = ln(1 + v),  z = sqrt(-2 ln u) cos(2 pi w);
///   weibull:    m (-ln u)^(1/k)/Gamma(1 + 1/k),  Gamma(1 + 2/k)/Gamma(1 + 1/k)^2 = 1 + v.
/// @param at place of the break among those of its line, so that breaks of one seed differ
double draw(const LineStrength& strength, std::uint64_t at);

}  // namespace raftup::solver
