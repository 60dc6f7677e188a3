#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/readers/wamit/run.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kSpread = 0.1;  ///< difference of the methods that is not reported

/// Returns the index of each period of the pairs, by ascending frequency.
std::map<double, Index, std::greater<>> places_of_periods(
    const std::vector<WamitPairEntry>& entries) {
  std::map<double, Index, std::greater<>> places;
  for (const WamitPairEntry& entry : entries) {
    places.emplace(entry.period_1, 0);
    places.emplace(entry.period_2, 0);
  }
  Index next = 0;
  for (auto& [period, place] : places) place = next++;
  return places;
}

using EntryKey = std::tuple<Index, double, double>;  ///< dof, directions in degrees

}  // namespace

std::vector<WamitPairEntry> wamit_pairs(const WamitTable& table) {
  std::vector<WamitPairEntry> pairs;
  for (const std::vector<double>& row : table.rows) {
    pairs.push_back({row[0], row[1], row[2], row[3], to_integer<Index>(row[4], "dof"),
                     Complex(row[7], row[8])});
  }
  return pairs;
}

QuadraticTransferFunction assemble_wamit_qtf(const std::vector<WamitPairEntry>& entries,
                                             double unit, double scale, bool difference,
                                             const std::string& name) {
  QuadraticTransferFunction qtf;
  if (entries.empty()) return qtf;
  const auto places = places_of_periods(entries);
  require(places.begin()->first < INFINITY && places.rbegin()->first > 0.0,
          name + " must have positive periods");
  const auto size = static_cast<Index>(places.size());
  qtf.omega.resize(size);
  for (const auto& [period, place] : places) qtf.omega[place] = 2.0 * std::numbers::pi / period;
  const double nan = std::nan("");
  std::map<EntryKey, MatrixXcd> values;
  const auto matrix_of = [&](const EntryKey& key) -> MatrixXcd& {
    return values.try_emplace(key, MatrixXcd::Constant(size, size, Complex(nan, nan)))
        .first->second;
  };
  std::vector<std::tuple<EntryKey, Index, Index, Complex>> mirrored;
  for (const WamitPairEntry& entry : entries) {
    const bool rotation = entry.influenced % kDofs >= 3;
    const Complex value = unit * scale * (rotation ? scale : 1.0) * entry.force;
    const Index i = places.at(entry.period_1), j = places.at(entry.period_2);
    matrix_of({entry.influenced, entry.direction_1, entry.direction_2})(i, j) = value;
    mirrored.push_back({{entry.influenced, entry.direction_2, entry.direction_1},
                        j,
                        i,
                        difference ? std::conj(value) : value});
  }
  for (const auto& [key, i, j, value] : mirrored) {
    Complex& place = matrix_of(key)(i, j);
    if (std::isnan(place.real())) place = value;
  }
  for (auto& [key, matrix] : values) {
    const auto& [dof, direction_1, direction_2] = key;
    require(matrix.allFinite(),
            fmt::format("{} must have every pair of its {} periods, lacks some in dof {} at {} and "
                        "{} deg: is the file truncated?",
                        name, size, dof + 1, direction_1, direction_2));
    qtf.entries.push_back(
        {dof, direction_1 * kRadiansPerDegree, direction_2 * kRadiansPerDegree, std::move(matrix)});
  }
  return qtf;
}

void assemble_wamit_qtfs(const WamitRun& run, double scale, Database& database) {
  for (const auto* pairs : {&run.qtf_sum, &run.qtf_difference}) {
    for (const WamitPairEntry& pair : *pairs) {
      require(pair.influenced < database.dof_count(),
              fmt::format("the quadratic transfer functions must be on the {} dofs of added mass, "
                          "are on {}",
                          database.dof_count(), pair.influenced + 1));
    }
  }
  const double unit = database.water_density * database.gravity;
  database.qtf_sum = assemble_wamit_qtf(run.qtf_sum, unit, scale, false, "sum-frequency force");
  database.qtf_difference =
      assemble_wamit_qtf(run.qtf_difference, unit, scale, true, "difference-frequency force");
}

void note_drift_spread(const std::vector<WamitMethod<WamitForceEntry>>& methods,
                       Findings& findings) {
  using Place = std::tuple<Index, double, double>;  // dof, period, direction
  std::map<Place, std::pair<double, double>> ranges;
  double largest[2] = {0.0, 0.0};  // force, moment
  for (const auto& method : methods) {
    for (const WamitForceEntry& entry : method.entries) {
      const double value = entry.force.real();
      auto& [low, high] =
          ranges.try_emplace({entry.influenced, entry.period, entry.direction}, value, value)
              .first->second;
      low = std::min(low, value);
      high = std::max(high, value);
      double& scale = largest[entry.influenced % kDofs >= 3 ? 1 : 0];
      scale = std::max(scale, std::abs(value));
    }
  }
  double worst = 0.0;
  Place where;
  for (const auto& [place, range] : ranges) {
    const double scale = largest[std::get<0>(place) % kDofs >= 3 ? 1 : 0];
    const double spread = scale > 0.0 ? (range.second - range.first) / scale : 0.0;
    if (spread <= worst) continue;
    worst = spread;
    where = place;
  }
  if (worst <= kSpread) return;
  findings.push_back(
      {"mean_drift_spread", Severity::kWarning,
       fmt::format("the mean drift force must be the same by every method to 10 % of its largest "
                   "value, differs by {:.3g} % in dof {} at {} s, {} deg: is the mesh fine enough? "
                   "The first of .8, .7, .9 that has a dof is taken",
                   100.0 * worst, std::get<0>(where) + 1, std::get<1>(where), std::get<2>(where)),
       worst});
}

}  // namespace raftup::hydro
