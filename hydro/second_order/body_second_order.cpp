#include "hydro/second_order/body_second_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/second_order/direction_pairs_sum.hpp"
#include "hydro/second_order/drift_sum.hpp"
#include "hydro/second_order/quadratic_sum.hpp"

namespace raftup::hydro {
namespace {

constexpr double kDegrees = 360.0 / kTwoPi;

}  // namespace

BodySecondOrder::BodySecondOrder(const Database& database, Eigen::Index body, const Sea& sea,
                                 const PairedComponents& components, double rest_heading,
                                 const SecondOrderOptions& options)
    : name_(database.bodies[static_cast<std::size_t>(body)].name), rest_heading_(rest_heading) {
  std::set<double> directions;
  for (const WaveComponent& wave : sea.components()) directions.insert(wave.direction);
  for (const double direction : directions) directions_.push_back(direction - rest_heading);
  add_sums(database, body, sea, components, options);
  for (const HeadingInterpolation& headings : data_) {
    for (const double direction : directions_) {
      require(std::abs(headings.outside(direction)) <= HeadingInterpolation::kMargin,
              fmt::format("waves must come within {:.3g} deg of the directions of the second-order "
                          "data, seen from body {} at rest",
                          HeadingInterpolation::kMargin * kDegrees, name_),
              fmt::format("{:.6g} deg", direction * kDegrees));
    }
  }
}

void BodySecondOrder::add_sums(const Database& database, Eigen::Index body, const Sea& sea,
                               const PairedComponents& components,
                               const SecondOrderOptions& options) {
  using Transfer = BodyQuadraticTransfer;
  const bool full = options.method == SecondOrderMethod::kFull;
  if (!full || options.wave_drift_damping) {
    const DriftCoefficients drift(database, body);
    data_.emplace_back(drift.directions());
    if (options.wave_drift_damping) drift_damping_.emplace(drift, sea);
    if (!full) {
      sums_.push_back(std::make_unique<DriftSum>(drift, sea, components, rest_heading_, options));
    }
  }
  if (!full) return;
  const auto add = [&](Transfer::Kind kind, std::optional<double> cutoff) {
    if (options.directions == DirectionPairs::kFiled) {
      const DirectionPairTransfer transfer(database, body, kind);
      data_.emplace_back(transfer.directions);
      sums_.push_back(
          std::make_unique<DirectionPairsSum>(transfer, sea, components, rest_heading_, cutoff));
      return;
    }
    Transfer transfer(database, body, kind);
    data_.emplace_back(transfer.directions);
    sums_.push_back(std::make_unique<QuadraticSum>(std::move(transfer), sea, components,
                                                   rest_heading_, cutoff));
  };
  add(Transfer::Kind::kDifference, options.difference_cutoff);
  if (options.sum_frequency) add(Transfer::Kind::kSum, std::nullopt);
}

void BodySecondOrder::check(double heading) const {
  for (const HeadingInterpolation& headings : data_) {
    if (headings.covers_circle()) continue;
    for (const double direction : directions_) {
      const double outside = std::abs(headings.outside(direction - (heading - rest_heading_)));
      if (outside <= HeadingInterpolation::kMargin) continue;
      throw Error(ErrorCode::kOutOfRange,
                  fmt::format("the waves that body {} meets must come within {:.3g} deg of the "
                              "directions of the second-order data, got {:.4g} deg outside",
                              name_, HeadingInterpolation::kMargin * kDegrees, outside * kDegrees));
    }
  }
}

PathForces BodySecondOrder::forces(const PairedWaves& waves,
                                   const std::array<double, 3>& headings) {
  std::array<double, 3> turned{};
  for (std::size_t n = 0; n < turned.size(); ++n) {
    const double angle = headings[n] - rest_heading_;
    turned[n] = angle - kTwoPi * nearest_integer(angle * kTurnsPerRadian);
  }
  PathForces forces = no_forces();
  for (const auto& sum : sums_) sum->add(waves, turned, forces);
  return forces;
}

bool BodySecondOrder::uses_windows() const {
  return std::all_of(sums_.begin(), sums_.end(),
                     [](const auto& sum) { return sum->uses_windows(); });
}

}  // namespace raftup::hydro
