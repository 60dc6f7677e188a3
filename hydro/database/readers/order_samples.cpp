#include "hydro/database/readers/order_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <numeric>

#include "hydro/error.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

std::vector<Index> ascending(const VectorXd& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return values[a] < values[b]; });
  return order;
}

template <typename Value>
void select(std::vector<Value>& values, const std::vector<Index>& kept) {
  if (values.empty()) return;
  std::vector<Value> selection;
  for (const Index k : kept) selection.push_back(std::move(values[static_cast<std::size_t>(k)]));
  values = std::move(selection);
}

template <typename Matrix>
void select_columns(std::vector<Matrix>& values, const std::vector<Index>& kept) {
  for (Matrix& matrix : values) matrix = Matrix(matrix(Eigen::all, kept));
}

void select_directions(Database& database, const std::vector<Index>& kept) {
  database.wave_directions = VectorXd(database.wave_directions(kept));
  select(database.excitation.values, kept);
  select(database.froude_krylov.values, kept);
  select(database.diffraction.values, kept);
  select(database.mean_drift_force, kept);
}

bool is_complete(const Database& database, Index k) {
  const auto place = static_cast<std::size_t>(k);
  const auto is_finite = [k](const MatrixXcd& values) { return values.col(k).allFinite(); };
  return (database.added_mass.empty() || database.added_mass[place].allFinite()) &&
         (database.radiation_damping.empty() || database.radiation_damping[place].allFinite()) &&
         std::all_of(database.excitation.values.begin(), database.excitation.values.end(),
                     is_finite);
}

}  // namespace

void select_frequencies(Database& database, const std::vector<Index>& kept) {
  database.omega = VectorXd(database.omega(kept));
  select(database.added_mass, kept);
  select(database.radiation_damping, kept);
  select_columns(database.excitation.values, kept);
  select_columns(database.froude_krylov.values, kept);
  select_columns(database.diffraction.values, kept);
  select_columns(database.mean_drift_force, kept);
}

void order_samples(Database& database) {
  select_frequencies(database, ascending(database.omega));
  std::vector<Index> order = ascending(database.wave_directions);
  const Index count = database.wave_directions.size();
  constexpr double kFullCircle = 2.0 * std::numbers::pi;
  if (count > 1) {
    const double span =
        database.wave_directions[order.back()] - database.wave_directions[order.front()];
    if (std::abs(span - kFullCircle) < 1e-6) {  // text formats print degrees to six digits
      database.findings.push_back(
          {"wave_direction_repeated", Severity::kInfo,
           fmt::format("the wave directions end at {} rad, where they start: the last one is left "
                       "out",
                       database.wave_directions[order.back()]),
           0.0});
      order.pop_back();
    }
  }
  select_directions(database, order);
}

void drop_incomplete_frequencies(Database& database) {
  std::vector<Index> kept;
  std::vector<double> dropped;
  for (Index k = 0; k < database.omega.size(); ++k) {
    if (is_complete(database, k)) {
      kept.push_back(k);
    } else {
      dropped.push_back(database.omega[k]);
    }
  }
  if (dropped.empty()) return;
  require(!kept.empty(), fmt::format("A, B and X must be numbers at some frequency, are not at any "
                                     "of {}",
                                     database.omega.size()));
  const auto [lowest, highest] = std::minmax_element(dropped.begin(), dropped.end());
  database.findings.push_back(
      {"frequencies_incomplete", Severity::kWarning,
       fmt::format("{} of {} frequencies, from {} to {} rad/s, hold values that are not numbers "
                   "and are left out",
                   dropped.size(), database.omega.size(), *lowest, *highest),
       static_cast<double>(dropped.size())});
  select_frequencies(database, kept);
}

}  // namespace raftup::hydro
