#include "solver/model/loads/b_series.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

namespace raftup::solver {

namespace {

/// A term c J^s (P/D)^t (A_E/A_0)^u Z^v of the polynomial K_T or K_Q.
struct Term {
  double c;
  int s, t, u, v;
};

// clang-format off
constexpr std::array<Term, 39> kThrust{{
    {0.00880496, 0, 0, 0, 0}, {-0.204554, 1, 0, 0, 0}, {0.166351, 0, 1, 0, 0},
    {0.158114, 0, 2, 0, 0}, {-0.147581, 2, 0, 1, 0}, {-0.481497, 1, 1, 1, 0},
    {0.415437, 0, 2, 1, 0}, {0.0144043, 0, 0, 0, 1}, {-0.0530054, 2, 0, 0, 1},
    {0.0143481, 0, 1, 0, 1}, {0.0606826, 1, 1, 0, 1}, {-0.0125894, 0, 0, 1, 1},
    {0.0109689, 1, 0, 1, 1}, {-0.133698, 0, 3, 0, 0}, {0.00638407, 0, 6, 0, 0},
    {-0.00132718, 2, 6, 0, 0}, {0.168496, 3, 0, 1, 0}, {-0.0507214, 0, 0, 2, 0},
    {0.0854559, 2, 0, 2, 0}, {-0.0504475, 3, 0, 2, 0}, {0.010465, 1, 6, 2, 0},
    {-0.00648272, 2, 6, 2, 0}, {-0.00841728, 0, 3, 0, 1}, {0.0168424, 1, 3, 0, 1},
    {-0.00102296, 3, 3, 0, 1}, {-0.0317791, 0, 3, 1, 1}, {0.018604, 1, 0, 2, 1},
    {-0.00410798, 0, 2, 2, 1}, {-0.000606848, 0, 0, 0, 2}, {-0.0049819, 1, 0, 0, 2},
    {0.0025983, 2, 0, 0, 2}, {-0.000560528, 3, 0, 0, 2}, {-0.00163652, 1, 2, 0, 2},
    {-0.000328787, 1, 6, 0, 2}, {0.000116502, 2, 6, 0, 2}, {0.000690904, 0, 0, 1, 2},
    {0.00421749, 0, 3, 1, 2}, {5.65229e-05, 3, 6, 1, 2}, {-0.00146564, 0, 3, 2, 2}}};

constexpr std::array<Term, 47> kTorque{{
    {0.00379368, 0, 0, 0, 0}, {0.00886523, 2, 0, 0, 0}, {-0.032241, 1, 1, 0, 0},
    {0.00344778, 0, 2, 0, 0}, {-0.0408811, 0, 1, 1, 0}, {-0.108009, 1, 1, 1, 0},
    {-0.0885381, 2, 1, 1, 0}, {0.188561, 0, 2, 1, 0}, {-0.00370871, 1, 0, 0, 1},
    {0.00513696, 0, 1, 0, 1}, {0.0209449, 1, 1, 0, 1}, {0.00474319, 2, 1, 0, 1},
    {-0.00723408, 2, 0, 1, 1}, {0.00438388, 1, 1, 1, 1}, {-0.0269403, 0, 2, 1, 1},
    {0.0558082, 3, 0, 1, 0}, {0.0161886, 0, 3, 1, 0}, {0.00318086, 1, 3, 1, 0},
    {0.015896, 0, 0, 2, 0}, {0.0471729, 1, 0, 2, 0}, {0.0196283, 3, 0, 2, 0},
    {-0.0502782, 0, 1, 2, 0}, {-0.030055, 3, 1, 2, 0}, {0.0417122, 2, 2, 2, 0},
    {-0.0397722, 0, 3, 2, 0}, {-0.00350024, 0, 6, 2, 0}, {-0.0106854, 3, 0, 0, 1},
    {0.00110903, 3, 3, 0, 1}, {-0.000313912, 0, 6, 0, 1}, {0.0035985, 3, 0, 1, 1},
    {-0.00142121, 0, 6, 1, 1}, {-0.00383637, 1, 0, 2, 1}, {0.0126803, 0, 2, 2, 1},
    {-0.00318278, 2, 3, 2, 1}, {0.00334268, 0, 6, 2, 1}, {-0.00183491, 1, 1, 0, 2},
    {0.000112451, 3, 2, 0, 2}, {-2.97228e-05, 3, 6, 0, 2}, {0.000269551, 1, 0, 1, 2},
    {0.00083265, 2, 0, 1, 2}, {0.00155334, 0, 2, 1, 2}, {0.000302683, 0, 6, 1, 2},
    {-0.0001843, 0, 0, 2, 2}, {-0.000425399, 0, 3, 2, 2}, {8.69243e-05, 3, 3, 2, 2},
    {-0.0004659, 0, 6, 2, 2}, {5.54194e-05, 1, 6, 2, 2}}};
// clang-format on

double whole_power(double base, int exponent) {
  double result = 1.0;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

std::vector<double> by_advance_ratio(std::span<const Term> terms, const BSeries& propeller) {
  std::vector<double> coefficients(4, 0.0);
  for (const Term& term : terms) {
    coefficients[static_cast<std::size_t>(term.s)] +=
        term.c * whole_power(propeller.pitch_ratio, term.t) *
        whole_power(propeller.area_ratio, term.u) *
        whole_power(static_cast<double>(propeller.blades), term.v);
  }
  return coefficients;
}

}  // namespace

OpenWaterPolynomial BSeries::polynomial() const {
  return {by_advance_ratio(kThrust, *this), by_advance_ratio(kTorque, *this)};
}

void BSeries::check(const Model& /*model*/, const std::string& path, Violations& violations) const {
  violations.require(blades >= 2 && blades <= 7, path + ".blades", "must lie within 2 to 7",
                     fmt::format("{}", blades));
  const bool wrong_area =
      area_ratio < 0.3 || area_ratio > 1.05;  // what is no number is said elsewhere
  const bool wrong_pitch = pitch_ratio < 0.5 || pitch_ratio > 1.4;
  violations.require(!wrong_area, path + ".area_ratio", "must lie within .3 to 1.05",
                     fmt::format("{}", area_ratio));
  violations.require(!wrong_pitch, path + ".pitch_ratio", "must lie within .5 to 1.4",
                     fmt::format("{}", pitch_ratio));
}

}  // namespace raftup::solver
