#include "solver/model/bodies/rao_table.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

constexpr double kTurn = 360.0;  ///< deg
/// relative tolerance of a frequency, for the rounding of files
constexpr double kSameFrequency = 1e-9;

std::size_t interval(const std::vector<double>& nodes, double at) {
  const auto after = std::upper_bound(nodes.begin() + 1, nodes.end() - 1, at);
  return static_cast<std::size_t>(after - nodes.begin()) - 1;
}

RaoTable::Motions blend(const RaoTable::Motions& a, const RaoTable::Motions& b, double share) {
  RaoTable::Motions sum{};
  for (std::size_t dof = 0; dof < 6; ++dof) sum[dof] = (1.0 - share) * a[dof] + share * b[dof];
  return sum;
}

RaoTable::Motions mirrored(RaoTable::Motions motions) {
  for (const std::size_t dof : {1U, 3U, 5U}) motions[dof] = -motions[dof];
  return motions;
}

/// The complex motions R [m/m, rad/m] of one entry of the table, which is a frequency and a
/// direction.
RaoTable::Motions motions_of(const DisplacementRao& rao, std::size_t entry) {
  RaoTable::Motions motions{};
  for (std::size_t dof = 0; dof < 6; ++dof) {
    const std::size_t place = 6 * entry + dof;
    const double degrees = rao.phase_deg.empty() ? 0.0 : rao.phase_deg[place];
    const double angle = (rao.phase == RaoPhase::kLag ? -1.0 : 1.0) * kRadiansPerDegree * degrees;
    const bool turns = dof >= 3 && rao.rotation == RaoRotation::kDeg;
    const auto [sine, cosine] = sincos(angle);
    motions[dof] = rao.amplitude[place] * (turns ? kRadiansPerDegree : 1.0) *
                   std::complex<double>(cosine, sine);
  }
  return motions;
}

}  // namespace

RaoTable::RaoTable(const DisplacementRao& rao) : omega_(rao.omega) {
  const std::size_t count = 6 * omega_.size() * rao.direction_deg.size();
  require(count > 0 && rao.amplitude.size() == count &&
              (rao.phase_deg.empty() || rao.phase_deg.size() == count),
          "a table of RAOs must have values for each frequency and direction");
  struct Column {
    double degrees;
    std::size_t source;
    bool mirror;
  };
  std::vector<Column> columns;
  for (std::size_t i = 0; i < rao.direction_deg.size(); ++i) {
    const double turned = rao.directions == RaoDirections::kFrom ? 0.5 * kTurn : 0.0;
    const double degrees = rao.direction_deg[i] + turned;
    columns.push_back({degrees - kTurn * std::floor(degrees / kTurn), i, false});
    const bool inside = i > 0 && i + 1 < rao.direction_deg.size();
    if (!rao.is_half_circle() || !inside) continue;
    const double other = turned - rao.direction_deg[i];
    columns.push_back({other - kTurn * std::floor(other / kTurn), i, true});
  }
  std::sort(columns.begin(), columns.end(),
            [](const Column& a, const Column& b) { return a.degrees < b.degrees; });
  columns.push_back(columns.front());  // a turn later
  columns.back().degrees += kTurn;
  for (const Column& column : columns) directions_.push_back(column.degrees);
  for (std::size_t row = 0; row < omega_.size(); ++row) {
    for (const Column& column : columns) {
      const Motions motions = motions_of(rao, row * rao.direction_deg.size() + column.source);
      entries_.push_back(column.mirror ? mirrored(motions) : motions);
    }
  }
}

RaoTable::Cell RaoTable::cell(double direction) const {
  const double degrees = direction / kRadiansPerDegree;
  double within = degrees - kTurn * std::floor((degrees - directions_.front()) / kTurn);
  within = std::clamp(within, directions_.front(), directions_.back());
  const std::size_t i = interval(directions_, within);
  const double width = directions_[i + 1] - directions_[i];
  return {i, (within - directions_[i]) / width, width};
}

RaoTable::Motions RaoTable::value_in(std::size_t row, const Cell& cell) const {
  return blend(entry(row, cell.column), entry(row, cell.column + 1), cell.share);
}

RaoTable::Motions RaoTable::slope_in(std::size_t row, const Cell& cell) const {
  const Motions &left = entry(row, cell.column), &right = entry(row, cell.column + 1);
  Motions slope{};
  for (std::size_t dof = 0; dof < 6; ++dof) {
    slope[dof] = (right[dof] - left[dof]) / (kRadiansPerDegree * cell.width);
  }
  return slope;
}

RaoTable::Motions RaoTable::over_omega(double omega, const OfRow& of_row) const {
  if (omega > omega_.back() * (1.0 + kSameFrequency)) return {};
  if (omega <= omega_.front()) return of_row(0);
  if (omega >= omega_.back()) return of_row(omega_.size() - 1);
  const std::size_t i = interval(omega_, omega);
  const double share = (omega - omega_[i]) / (omega_[i + 1] - omega_[i]);
  return blend(of_row(i), of_row(i + 1), share);
}

RaoTable::Motions RaoTable::at(double omega, double direction) const {
  const Cell here = cell(direction);
  return over_omega(omega, [&](std::size_t row) { return value_in(row, here); });
}

RaoTable::Motions RaoTable::slope_at(double omega, double direction) const {
  const Cell here = cell(direction);
  return over_omega(omega, [&](std::size_t row) { return slope_in(row, here); });
}

}  // namespace raftup::solver
