#include "hydro/database/spikes.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/quadrature.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr Index kLongestRun = 3;
/// Number of points on each side, two of which are judged by the other two.
constexpr Index kMargin = 4;
constexpr double kLeastRange = 0.1;  ///< relative to the largest magnitude
constexpr double kEndShare = 0.25;   ///< relative to the height, at the ends of a run
/// Ratio of the deviation of the run to that of the points beside it.
constexpr double kQuietSides = 5.0;

bool overlap(const Spike& a, const Spike& b) {
  return a.first < b.first + b.count && b.first < a.first + a.count;
}

}  // namespace

VectorXd entry_over_frequency(const std::vector<MatrixXd>& matrices, Index row, Index column) {
  VectorXd curve(static_cast<Index>(matrices.size()));
  for (std::size_t k = 0; k < matrices.size(); ++k) {
    curve[static_cast<Index>(k)] = matrices[k](row, column);
  }
  return curve;
}

double curve_range(const VectorXd& curve) {
  if (curve.size() == 0) return 0.0;
  return std::max(curve.maxCoeff() - curve.minCoeff(), kLeastRange * curve.cwiseAbs().maxCoeff());
}

double SpikeSearch::Prediction::of(const VectorXd& values) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < nodes.size(); ++k) sum += weights.at(k) * values[nodes.at(k)];
  return sum;
}

SpikeSearch::Prediction SpikeSearch::predict(Index at, const std::array<Index, 4>& nodes) const {
  Prediction prediction{at, nodes, {}};
  VectorXd points(4);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    points[static_cast<Index>(k)] = omega_[nodes.at(k)];
  }
  const VectorXd weights = lagrange_weights(points, omega_[at]);
  std::copy_n(weights.data(), nodes.size(), prediction.weights.begin());
  return prediction;
}

SpikeSearch::Run SpikeSearch::make_run(Index first, Index count) const {
  const Index end = first + count;
  Run run{first, count, {}, {}};
  for (Index k = first; k < end; ++k) {
    run.inside.push_back(predict(k, {first - 2, first - 1, end, end + 1}));
  }
  run.around = {predict(first - 2, {first - 4, first - 3, first - 1, end}),
                predict(first - 1, {first - 3, first - 2, end, end + 1}),
                predict(end, {first - 2, first - 1, end + 1, end + 2}),
                predict(end + 1, {first - 1, end, end + 2, end + 3})};
  return run;
}

SpikeSearch::SpikeSearch(const VectorXd& omega) : omega_(omega) {
  for (Index count = 1; count <= kLongestRun; ++count) {
    for (Index first = kMargin; first + count + kMargin <= omega.size(); ++first) {
      runs_.push_back(make_run(first, count));
    }
  }
}

std::vector<Spike> SpikeSearch::in(const VectorXd& values, double range) const {
  require(values.size() == omega_.size() && range > 0.0,
          "spikes are searched in one value per frequency and relative to a positive range");
  const auto distance = [&](const Prediction& prediction) {
    return std::abs(values[prediction.at] - prediction.of(values)) / range;
  };
  std::vector<Spike> spikes;
  for (const Run& run : runs_) {
    double height = 0.0, unrest = 0.0;
    for (const Prediction& inside : run.inside) height = std::max(height, distance(inside));
    const double ends = std::min(distance(run.inside.front()), distance(run.inside.back()));
    if (height <= kLeastHeight || ends < kEndShare * height) continue;
    for (const Prediction& around : run.around) unrest = std::max(unrest, distance(around));
    const Spike spike{run.first, run.count, height};
    const bool taken = std::any_of(spikes.begin(), spikes.end(),
                                   [&](const Spike& other) { return overlap(spike, other); });
    if (height > kQuietSides * unrest && !taken) spikes.push_back(spike);
  }
  std::sort(spikes.begin(), spikes.end(),
            [](const Spike& a, const Spike& b) { return a.first < b.first; });
  return spikes;
}

VectorXd SpikeSearch::bridged(const VectorXd& values, const Spike& spike) const {
  VectorXd result = values;
  for (const Prediction& inside : make_run(spike.first, spike.count).inside) {
    result[inside.at] = inside.of(values);
  }
  return result;
}

}  // namespace raftup::hydro
