#include "hydro/radiation/convolution/convolution.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/matrix_products.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {
namespace {

/// End weights of Gregory's rule of order 4, outermost first.
constexpr std::array<double, 3> kGregory = {3.0 / 8.0, 7.0 / 6.0, 23.0 / 24.0};

double gregory(std::int64_t sample) {
  return sample < 3 ? kGregory[static_cast<std::size_t>(sample)] : 1.0;
}

/// Arranges rows 1..s of `weights` as a panel: the matrix of lag i becomes the column block of
/// sample s - i.
std::vector<double> panel_of(const RowMajorMatrix& weights, Eigen::Index size, Eigen::Index count) {
  RowMajorMatrix panel(size, count * size);
  for (Eigen::Index lag = 1; lag <= count; ++lag) {
    panel.middleCols((count - lag) * size, size) = matrix_of_row(weights, lag, size);
  }
  return {panel.data(), panel.data() + panel.size()};
}

/// Divides the weights of the first samples by the factors with which these samples are stored.
void expect_weighted_samples(std::vector<double>& panel, Eigen::Index size, Eigen::Index count) {
  Eigen::Map<RowMajorMatrix> matrix(panel.data(), size, count * size);
  for (Eigen::Index sample = 0; sample < std::min<Eigen::Index>(3, count); ++sample) {
    matrix.middleCols(sample * size, size) /= gregory(sample);
  }
}

}  // namespace

Convolution::Convolution(RetardationKernel kernel, MatrixXd infinite_added_mass, ConvolutionSum sum)
    : kernel_(std::move(kernel)),
      infinite_added_mass_(std::move(infinite_added_mass)),
      window_(sum == ConvolutionSum::kDirect ? kernel_.step_count()
                                             : std::min(kDirectLags, kernel_.step_count())),
      samples_(window_, kernel_.dof_count()) {
  const Eigen::Index size = kernel_.dof_count();
  require(infinite_added_mass_.rows() == size && infinite_added_mass_.cols() == size,
          "infinite_added_mass must be of the kernel's size " + std::to_string(size) + ", got " +
              std::to_string(infinite_added_mass_.rows()));
  make_start_panels();
  make_sums();
}

void Convolution::make_start_panels() {
  const Eigen::Index size = dof_count();
  for (Eigen::Index count = 1; count <= kStartSteps; ++count) {
    Panels& start = start_panels_[static_cast<std::size_t>(count - 1)];
    start.middle = panel_of(convolution_weights(kernel_, 0.5 * step(), count), size, count);
    start.end = panel_of(convolution_weights(kernel_, step(), count), size, count);
    expect_weighted_samples(start.middle, size, count);
    expect_weighted_samples(start.end, size, count);
  }
}

void Convolution::make_sums() {
  const Eigen::Index size = dof_count(), count = kernel_.step_count();
  const RowMajorMatrix middle = convolution_weights(kernel_, 0.5 * step(), count);
  const RowMajorMatrix end = convolution_weights(kernel_, step(), count);
  middle_ = matrix_of_row(middle, 0, size);
  end_ = matrix_of_row(end, 0, size);
  panels_ = {panel_of(middle, size, window_), panel_of(end, size, window_)};
  for (const BlockPlan& plan : block_plans(window_ + 1, count)) {
    blocks_.emplace_back(end, middle, size, plan);
  }
}

MemoryState Convolution::initial_state(const VectorXd& velocity) const {
  const Eigen::Index size = dof_count();
  MemoryState state;
  auto count = static_cast<std::size_t>((3 + 2 * window_) * size);
  for (const auto& blocks : blocks_) count += blocks.value_count();
  state.values.assign(count, 0.0);
  // The integral over no time is 0: the tail at the start cancels the contribution of the present
  // velocity.
  Eigen::Map<VectorXd>(state.values.data(), size) = -end_ * velocity;
  push(state, velocity);
  compute_tails(state);
  return state;
}

void Convolution::prepare(const MemoryState& state, StageTails& tails) const {
  const Eigen::Index size = dof_count();
  const Eigen::Map<const VectorXd> values(state.values.data(), 3 * size);
  tails.start = values.head(size);
  tails.middle = values.segment(size, size);
  tails.end = values.tail(size);
}

const RowMajorMatrix& Convolution::instantaneous(Stage stage) const {
  return stage == Stage::kMiddle ? middle_ : end_;
}

void Convolution::advance(MemoryState& state, const VectorXd& velocity) const noexcept {
  const auto size = static_cast<std::size_t>(dof_count());
  std::copy_n(state.values.data() + 2 * size, size, state.values.data());
  ++state.sample_count;
  push(state, velocity);
  compute_tails(state);
}

void Convolution::push(MemoryState& state, const VectorXd& velocity) const noexcept {
  const Eigen::Index size = dof_count();
  double* place = samples_.push(state.values.data() + 3 * size, state.sample_count);
  Eigen::Map<VectorXd>(place, size) = gregory(state.sample_count) * velocity;
}

void Convolution::compute_tails(MemoryState& state) const noexcept {
  const Eigen::Index size = dof_count();
  const Eigen::Index count = std::min<Eigen::Index>(state.sample_count + 1, window_);
  const bool starting = count <= kStartSteps;
  const Panels& used = starting ? start_panels_[static_cast<std::size_t>(count - 1)] : panels_;
  const Eigen::Index stride = (starting ? count : window_) * size;
  const Eigen::Index skipped = stride - count * size;
  double* tails = state.values.data();
  const double* samples = samples_.last(tails + 3 * size, state.sample_count, count);
  paired_row_product(used.middle.data() + skipped, used.end.data() + skipped,
                     static_cast<std::size_t>(size), static_cast<std::size_t>(stride), samples,
                     static_cast<std::size_t>(count * size), tails + size, tails + 2 * size);
  const double* newest = samples + (count - 1) * size;
  double* values = tails + (3 + 2 * window_) * size;
  for (const ConvolutionBlocks<double>& blocks : blocks_) {
    blocks.advance(values, state.sample_count, newest);
    blocks.add_output(values, state.sample_count, tails + 2 * size, tails + size);
    values += blocks.value_count();
  }
}

MatrixXcd Convolution::transform(double omega) const { return kernel_.transform(omega); }

namespace {

/// The past samples whose cubic is used in the interval [x_i, x_{i+1}]: index of the first and
/// number.
struct Stencil {
  Eigen::Index first, size;
};

Stencil stencil(Eigen::Index interval, Eigen::Index count) {
  const Eigen::Index size = std::min<Eigen::Index>(4, count);
  return {std::clamp<Eigen::Index>(interval - 1, 1, count + 1 - size), size};
}

/// Adds the contribution w K(tau) to the weights of the samples that interpolate nu at the lag tau.
void add_point(const VectorXd& lags, Eigen::Index interval, double tau,
               const Eigen::RowVectorXd& weighted_kernel, RowMajorMatrix& weights) {
  const auto [first, size] = stencil(interval, lags.size() - 1);
  const VectorXd nodes = lags.segment(first, size);
  VectorXd basis = lagrange_weights(nodes, tau);
  if (interval == 0) {
    const double bend = 1.0 - tau / lags[1];
    basis -= bend * lagrange_weights(nodes, 0.0);
    weights.row(0) += bend * weighted_kernel;
  }
  weights.middleRows(first, size) += basis * weighted_kernel;
}

}  // namespace

RowMajorMatrix convolution_weights(const RetardationKernel& kernel, double first_lag,
                                   Eigen::Index count) {
  static const GaussLegendre kRule = gauss_legendre(4);  // exact for cubic times cubic
  const double spacing = kernel.spacing();
  VectorXd lags = VectorXd::Zero(count + 1);
  for (Eigen::Index i = 1; i <= count; ++i) {
    lags[i] = first_lag + 2.0 * spacing * static_cast<double>(i - 1);
  }
  RowMajorMatrix weights = RowMajorMatrix::Zero(count + 1, kernel.samples().cols());
  const bool whole_kernel = count == kernel.step_count();
  const auto cells = whole_kernel ? kernel.samples().rows() - 1
                                  : to_integer<Eigen::Index>(std::round(lags[count] / spacing),
                                                             "samples of a kernel");
  const auto first_cells =
      to_integer<Eigen::Index>(std::round(first_lag / spacing), "samples of a kernel");
  for (Eigen::Index cell = 0; cell < cells; ++cell) {
    const Eigen::Index interval = cell < first_cells ? 0 : 1 + (cell - first_cells) / 2;
    for (Eigen::Index g = 0; g < kRule.points.size(); ++g) {
      const double tau = spacing * (static_cast<double>(cell) + kRule.points[g]);
      add_point(lags, interval, tau, kRule.weights[g] * spacing * kernel.at(tau), weights);
    }
  }
  return weights;
}

}  // namespace raftup::hydro
