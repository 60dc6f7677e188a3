#include "hydro/radiation/convolution/elevation_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/cubic_spline.hpp"
#include "hydro/numerics/quadrature.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Parts of an interval of frequencies, between which the spline is a line. At the longest delay
/// the lines miss .3 % of the kernel.
constexpr Index kParts = 16;
/// Share of the largest value of a kernel below which it has died out. Chosen, not swept.
constexpr double kTailDiedOut = 1e-3;
constexpr Index kLeastSteps = 10;  ///< length of the shortest kernel, in steps
/// Largest number of values of all kernels, 400 MB. Ten points of two bodies over 120 s at steps of
/// .001 s have 14e6.
constexpr double kMostValues = 50e6;
/// End weights of Gregory's rule of order 4, outermost first.
constexpr std::array<double, 3> kEndWeights = {3.0 / 8.0, 7.0 / 6.0, 23.0 / 24.0};
/// Least number of intervals of Gregory's rule, whose end weights then do not overlap.
constexpr Index kLeastIntervals = 6;

/// Returns 0 and the frequencies of a database [rad/s].
std::vector<double> knots_of(const Database& database) {
  std::vector<double> knots = {0.0};
  knots.insert(knots.end(), database.omega.begin(), database.omega.end());
  return knots;
}

/// Returns the knots with kParts parts between each two.
VectorXd fine_grid(const std::vector<double>& knots) {
  const auto intervals = static_cast<Index>(knots.size()) - 1;
  VectorXd grid(kParts * intervals + 1);
  for (Index i = 0; i < intervals; ++i) {
    const double first = knots[static_cast<std::size_t>(i)];
    const double gap = knots[static_cast<std::size_t>(i) + 1] - first;
    for (Index part = 0; part < kParts; ++part) {
      grid[kParts * i + part] =
          first + gap * static_cast<double>(part) / static_cast<double>(kParts);
    }
  }
  grid[kParts * intervals] = knots.back();
  return grid;
}

/// Returns Re E on a grid: a row per frequency, 6N columns per point.
MatrixXd real_parts(const Database& database, const std::vector<std::size_t>& points,
                    const std::vector<double>& knots, const VectorXd& grid) {
  const Index dofs = database.dof_count();
  MatrixXd values(grid.size(), dofs * static_cast<Index>(points.size()));
  for (std::size_t p = 0; p < points.size(); ++p) {
    for (Index dof = 0; dof < dofs; ++dof) {
      const VectorXd filed = database.field.radiation[points[p]].row(dof).real();
      std::vector<double> known = {0.0};
      known.insert(known.end(), filed.begin(), filed.end());
      const CubicSpline spline(knots, known);
      const Index column = dofs * static_cast<Index>(p) + dof;
      for (Index k = 0; k < grid.size(); ++k) values(k, column) = spline.at(grid[k]).value;
    }
  }
  return values;
}

/// Returns the largest magnitude of the kernel of each column, and at least that of the other
/// translations or rotations at the point: what symmetry makes 0 is noise.
VectorXd column_scales(const RowMajorMatrix& kernel) {
  VectorXd scales = kernel.cwiseAbs().colwise().maxCoeff();
  for (Index first = 0; first < scales.size(); first += kDofs / 2) {
    const double largest = scales.segment<kDofs / 2>(first).maxCoeff();
    scales.segment<kDofs / 2>(first).setConstant(std::max(largest, 1e-300));
  }
  return scales;
}

/// Returns the number of rows of a kernel until it has died out.
Index living_rows(const RowMajorMatrix& kernel) {
  const VectorXd least = kTailDiedOut * column_scales(kernel);
  Index rows = kernel.rows();
  while (rows > kLeastSteps + 1 &&
         (kernel.row(rows - 1).transpose().cwiseAbs().array() <= least.array()).all()) {
    --rows;
  }
  return rows;
}

/// Returns K at 0, `spacing`, 2 `spacing` .. [s], a row each.
RowMajorMatrix kernel_samples(const VectorXd& grid, const MatrixXd& real, double spacing,
                              Index intervals) {
  RowMajorMatrix kernel(intervals + 1, real.cols());
  for (Index k = 0; k <= intervals; ++k) {
    check_cancelled();
    const VectorXd weights = cosine_weights(grid, spacing * static_cast<double>(k));
    kernel.row(k).noalias() = 2.0 / std::numbers::pi * weights.transpose() * real;
  }
  return kernel;
}

/// Returns the number of whole steps in a duration [s].
Index whole_steps(double duration, double step) {
  return to_integer<Index>(std::floor(duration / step), "steps of a kernel");
}

/// The weight of a sample in the integral over `intervals` steps, in steps.
double sample_weight(Index sample, Index intervals) {
  const Index from_end = std::min(sample, intervals - sample);
  if (intervals < kLeastIntervals) return from_end == 0 ? 0.5 : 1.0;
  return from_end < 3 ? kEndWeights[static_cast<std::size_t>(from_end)] : 1.0;
}

}  // namespace

ElevationMemory::ElevationMemory(const Database& database, const std::vector<std::size_t>& points,
                                 double step)
    : step_(step), dof_count_(database.dof_count()) {
  const std::vector<double> knots = knots_of(database);
  // Of the database itself, since from 0 on E grows smoothly; of 0 and a single frequency.
  double widest = knots.size() == 2 ? knots.back() : 0.0;
  for (std::size_t i = 2; i < knots.size(); ++i) widest = std::max(widest, knots[i] - knots[i - 1]);
  const VectorXd grid = fine_grid(knots);
  const MatrixXd real = real_parts(database, points, knots, grid);
  // The end is sought with eight samples per period of the last frequency, which no step shortens.
  const double longest = std::numbers::pi / widest;
  const double spacing = 0.25 * std::numbers::pi / knots.back();
  const RowMajorMatrix sought = kernel_samples(grid, real, spacing, whole_steps(longest, spacing));
  const double end = std::min(longest, spacing * static_cast<double>(living_rows(sought)));
  require(end / step * static_cast<double>(real.cols()) <= kMostValues,
          fmt::format("the step must be longer for disturbed probes, whose waves last {:.4g} s: "
                      "steps x dofs x probes must be at most {:g}",
                      end, kMostValues),
          fmt::format("{:.3g}", end / step * static_cast<double>(real.cols())));
  const Index steps = std::max(kLeastSteps, whole_steps(end, step));
  const RowMajorMatrix kernel = kernel_samples(grid, real, step, steps);
  kernel_ = kernel.topRows(living_rows(kernel));
}

MemoryState ElevationMemory::initial_state(const VectorXd& velocity) const {
  MemoryState state;
  state.values.assign(static_cast<std::size_t>(place_count() * dof_count_), 0.0);
  std::copy_n(velocity.data(), dof_count_, state.values.data());
  return state;
}

void ElevationMemory::advance(MemoryState& state, const VectorXd& velocity) const noexcept {
  ++state.sample_count;
  const Index place = state.sample_count % place_count();
  std::copy_n(velocity.data(), dof_count_, state.values.data() + place * dof_count_);
}

double ElevationMemory::elevation(const MemoryState& state, std::size_t point) const {
  const Index intervals = std::min<Index>(state.sample_count, place_count() - 1);
  const Index column = dof_count_ * static_cast<Index>(point);
  double sum = 0.0;
  for (Index lag = 0; intervals > 0 && lag <= intervals; ++lag) {
    const Index place = (state.sample_count - lag) % place_count();
    const double* velocity = state.values.data() + place * dof_count_;
    double product = 0.0;
    for (Index dof = 0; dof < dof_count_; ++dof) {
      product += kernel_(lag, column + dof) * velocity[dof];
    }
    sum += sample_weight(lag, intervals) * product;
  }
  return step_ * sum;
}

}  // namespace raftup::hydro
