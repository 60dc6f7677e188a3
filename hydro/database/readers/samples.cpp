#include "hydro/database/readers/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string_view>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/database/coefficients.hpp"
#include "hydro/database/hdf5_file.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

std::vector<Index> ascending(const VectorXd& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return values[a] < values[b]; });
  return order;
}

/// Keeps some values of an axis, in the given order, in all data over this axis.
class SampleSelection : public CoefficientVisitor {
 public:
  SampleSelection(std::string_view axis, const std::vector<Index>& kept)
      : axis_(axis), kept_(kept) {}

  void axis(const Coefficient& about, VectorXd& values) const {
    if (about.name == axis_) values = VectorXd(values(kept_));
  }
  void matrices(const Coefficient& /*about*/, const Axis& over,
                std::vector<MatrixXd>& values) const {
    if (over.name == axis_) select(values);
  }
  template <typename Matrix>
  void forces(const Coefficient& /*about*/, std::vector<Matrix>& values) const {
    if (axis_ == "wave_direction") select(values);
    if (axis_ != "omega") return;
    for (Matrix& force : values) force = Matrix(force(Eigen::all, kept_));
  }
  void at_speed(const Coefficient& about, SpeedExcitation& at_speed) const {
    for (TransferFunction& force : at_speed.forces) forces(about, force.values);
  }
  void field(const Coefficient& /*about*/, WaveField& field) const {
    for (std::size_t i = 0; i < field.points.size(); ++i) {
      if (axis_ == "wave_direction") {
        field.diffraction[i] = MatrixXcd(field.diffraction[i](kept_, Eigen::all));
      }
      if (axis_ != "omega") continue;
      field.diffraction[i] = MatrixXcd(field.diffraction[i](Eigen::all, kept_));
      field.radiation[i] = MatrixXcd(field.radiation[i](Eigen::all, kept_));
    }
  }
  void sections(const Coefficient& /*about*/, std::vector<SectionRows>& sections) const {
    for (SectionRows& rows : sections) {
      if (axis_ == "wave_direction") select(rows.excitation);
      if (axis_ != "omega") continue;
      select(rows.added_mass);
      select(rows.radiation_damping);
      for (MatrixXcd& force : rows.excitation) force = MatrixXcd(force(Eigen::all, kept_));
    }
  }

 private:
  template <typename Value>
  void select(std::vector<Value>& values) const {
    if (values.empty()) return;
    std::vector<Value> selection;
    for (const Index k : kept_) selection.push_back(std::move(values[static_cast<std::size_t>(k)]));
    values = std::move(selection);
  }

  std::string_view axis_;
  const std::vector<Index>& kept_;
};

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
  visit_coefficients(database, SampleSelection("omega", kept));
}

void drop_zero_frequencies(Database& database) {
  std::vector<Index> kept;
  for (Index k = 0; k < database.omega.size(); ++k) {
    if (database.omega[k] != 0.0) kept.push_back(k);
  }
  if (std::cmp_equal(kept.size(), database.omega.size())) return;
  database.findings.push_back({"zero_frequency_left_out", Severity::kInfo,
                               "omega = 0 is left out: the grid begins above it", 0.0});
  select_frequencies(database, kept);
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
  visit_coefficients(database, SampleSelection("wave_direction", order));
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

void require_periods(const VectorXd& omega, const VectorXd& periods, const std::string& place) {
  constexpr double kSame = 1e-3;  // of a turn: periods are printed with four digits or more
  for (Eigen::Index k = 0; k < std::min(periods.size(), omega.size()); ++k) {
    const double turn = periods[k] * omega[k] / (2.0 * std::numbers::pi);
    if (std::isfinite(turn) && std::abs(turn - 1.0) > kSame) {
      refuse(place, fmt::format("must be 2 pi / omega in s, is {:g} s where omega is {:g} rad/s",
                                periods[k], omega[k]));
    }
  }
}

TransferFunction excitation_sum(const TransferFunction& froude_krylov,
                                const TransferFunction& diffraction) {
  TransferFunction sum = froude_krylov;
  for (std::size_t h = 0; h < sum.values.size(); ++h) sum.values[h] += diffraction.values[h];
  return sum;
}

}  // namespace raftup::hydro
