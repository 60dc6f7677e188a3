#include "hydro/radiation/convolution/coarse_convolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"

namespace raftup::hydro {
namespace {

using Eigen::Index;
using RowMajorFloats = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Growth of the blocks: short ones, since their input must be complete two blocks before, and as
/// few of each length as possible. With fifty bodies and 1480 samples, weights of 16 MB are read at
/// a multiple of Delta; {16, 4} takes 23 MB, {4, 2} 15 MB with more work in its transforms.
constexpr BlockGrowth kGrowth{8, 2};
/// Number of lags that are summed one by one.
constexpr Index kDirectLags = 2 * kGrowth.shortest;
/// Weights of the velocities at the last but two, the last but one, the last and the present sample
/// for the velocity half a step before the present one.
constexpr std::array<double, 4> kHalfway = {1.0 / 16.0, -5.0 / 16.0, 15.0 / 16.0, 5.0 / 16.0};

Index ratio_of(double spacing, double step) {
  const double ratio = spacing / step;
  require(ratio > 0.5 && std::abs(ratio - std::round(ratio)) < 1e-9 * ratio,
          fmt::format("spacing of a kernel must be a multiple of the step of {} s, got {} s", step,
                      spacing));
  return to_integer<Index>(std::round(ratio), "steps between samples of a kernel");
}

/// Moves vectors towards the front of an array by one place, so that the last place is free, and
/// returns that.
double* shifted(double* array, Index count, Index size) {
  std::memmove(array, array + size, static_cast<std::size_t>((count - 1) * size) * sizeof(double));
  return array + (count - 1) * size;
}

/// Adds the products of a square matrix with two vectors. A few rows at a time are read from memory
/// once and found in the nearest cache the second time.
void add_products(const float* matrix, std::size_t size, const double* first, const double* second,
                  double* first_result, double* second_result) noexcept {
  constexpr std::size_t kRowsAtOnce = kDofs;
  std::array<double, kRowsAtOnce> product{};
  for (std::size_t row = 0; row < size; row += kRowsAtOnce) {
    const float* rows = matrix + row * size;
    row_product(rows, kRowsAtOnce, size, first, size, product.data());
    for (std::size_t i = 0; i < kRowsAtOnce; ++i) first_result[row + i] += product[i];
    row_product(rows, kRowsAtOnce, size, second, size, product.data());
    for (std::size_t i = 0; i < kRowsAtOnce; ++i) second_result[row + i] += product[i];
  }
}

}  // namespace

CoarseConvolution::Layout::Layout(Index size, Index ratio, const SlidingWindow& coarse)
    : velocity_count(std::max<Index>((kHeadLags - 1) * ratio, static_cast<Index>(kHalfway.size()))),
      velocities(3 * size),
      halfway(velocities + velocity_count * size),
      sums(halfway + velocity_count * size),
      window(sums + kNodes * size),
      blocks(window + coarse.value_count()) {}

CoarseConvolution::CoarseConvolution(std::shared_ptr<const SampledKernel> kernel,
                                     const MatrixXd& infinite_added_mass, double step)
    : kernel_(std::move(kernel)),
      step_(step),
      ratio_(ratio_of(kernel_->spacing(), step)),
      direct_count_(std::clamp<Index>(kernel_->sample_count() - kHeadLags, 1, kDirectLags)),
      instantaneous_(0.5 * kernel_->spacing() * kernel_->sample(0)),
      infinite_added_mass_(infinite_added_mass),
      window_(direct_count_, dof_count()),
      layout_(dof_count(), ratio_, window_) {
  const Index size = dof_count();
  require(kernel_->sample_count() > kHeadLags,
          fmt::format("a kernel must have more than {} samples, got {}", kHeadLags,
                      kernel_->sample_count()));
  require(infinite_added_mass_.rows() == size && infinite_added_mass_.cols() == size,
          fmt::format("infinite_added_mass must be of the kernel's size {}, got {}", size,
                      infinite_added_mass_.rows()));
  infinite_added_mass_ -= kernel_->spacing() / 6.0 * instantaneous_;
  head_.resize(static_cast<std::size_t>((kHeadLags - 1) * size * size));
  Eigen::Map<RowMajorFloats>(head_.data(), kHeadLags - 1, size * size) =
      (kernel_->spacing() * kernel_->samples(1, kHeadLags - 1)).cast<float>();
  const RowMajorMatrix rows = kernel_->samples(kHeadLags, direct_count_);
  direct_.resize(static_cast<std::size_t>(size * size * direct_count_));
  Eigen::Map<RowMajorFloats> panel(direct_.data(), size, size * direct_count_);
  for (Index j = 0; j < direct_count_; ++j) {
    panel.middleCols((direct_count_ - 1 - j) * size, size) =
        (kernel_->spacing() * matrix_of_row(rows, j, size)).cast<float>();
  }
  make_blocks(kHeadLags + direct_count_);
}

/// Makes the blocks of all lags from the first one on. The first series are the rows of the first
/// half of the bodies, the second one those of the last half; with an odd number of bodies, the body
/// in the middle is in both, and has the weights 0 in the second series.
void CoarseConvolution::make_blocks(Index first_lag) {
  const Index size = dof_count(), bodies = size / kDofs;
  const Index half = (bodies + 1) / 2 * kDofs * size;
  const Index twice = 2 * half - size * size;  // weights of the body in the middle
  // The sum at a sample n of the velocity is needed at the time of the sample n + kHeadLags; blocks
  // give the sum over lags l of W_l x[n + 1 - l].
  const Index ahead = kHeadLags - 1, last_lag = kernel_->sample_count() - 1;
  for (const BlockPlan& plan : block_plans(first_lag - ahead, last_lag - ahead, kGrowth)) {
    const Index first = plan.first_lag + ahead;
    const Index count = std::min(plan.length * plan.count, last_lag + 1 - first);
    const RowMajorMatrix rows = kernel_->spacing() * kernel_->samples(first, count);
    RowMajorMatrix second = rows.rightCols(half);
    second.leftCols(twice).setZero();
    blocks_.emplace_back(RowMajorMatrix(rows.leftCols(half)), second, size,
                         BlockPlan{plan.length, 0, plan.count});
  }
}

MemoryState CoarseConvolution::initial_state(const VectorXd& velocity) const {
  MemoryState state;
  auto count = static_cast<std::size_t>(layout_.blocks);
  for (const auto& blocks : blocks_) count += blocks.value_count();
  state.values.assign(count, 0.0);
  push(state, velocity.data());
  // The integral over no time is 0: the tail at the start cancels the contribution of the present
  // velocity.
  Eigen::Map<VectorXd>(state.values.data(), dof_count()) = -instantaneous_ * velocity;
  return state;
}

void CoarseConvolution::prepare(const MemoryState& state, StageTails& tails) const {
  const Index size = dof_count();
  const Eigen::Map<const VectorXd> values(state.values.data(), 3 * size);
  tails.start = values.head(size);
  tails.middle = values.segment(size, size);
  tails.end = values.tail(size);
}

void CoarseConvolution::advance(MemoryState& state, const VectorXd& velocity) const noexcept {
  const auto size = static_cast<std::size_t>(dof_count());
  std::copy_n(state.values.data() + 2 * size, size, state.values.data());
  ++state.sample_count;
  push(state, velocity.data());
}

/// Stores the velocity at the sample state.sample_count and computes the tails of the next step.
void CoarseConvolution::push(MemoryState& state, const double* velocity) const noexcept {
  const Index size = dof_count(), count = layout_.velocity_count;
  double* values = state.values.data();
  std::copy_n(velocity, size, shifted(values + layout_.velocities, count, size));
  const double* last = values + layout_.velocities + (count - 4) * size;
  double* halfway = shifted(values + layout_.halfway, count, size);
  for (Index i = 0; i < size; ++i) {
    halfway[i] = kHalfway[0] * last[i] + kHalfway[1] * last[size + i] +
                 kHalfway[2] * last[2 * size + i] + kHalfway[3] * last[3 * size + i];
  }
  if (state.sample_count % ratio_ == 0) push_coarse(state, velocity);
  compute_tails(state);
}

/// Stores the velocity at a multiple of Delta, and computes the sum that is needed kHeadLags Delta
/// later.
void CoarseConvolution::push_coarse(MemoryState& state, const double* velocity) const noexcept {
  const Index size = dof_count();
  const std::int64_t sample = state.sample_count / ratio_;
  double* values = state.values.data();
  std::copy_n(velocity, size, window_.push(values + layout_.window, sample));
  double* sum = shifted(values + layout_.sums, kNodes, size);
  const Index count = std::min<Index>(sample + 1, direct_count_);
  const Index stride = direct_count_ * size;
  row_product(direct_.data() + (direct_count_ - count) * size, static_cast<std::size_t>(size),
              static_cast<std::size_t>(stride),
              window_.last(values + layout_.window, sample, count),
              static_cast<std::size_t>(count * size), sum);
  const Index half = (size / kDofs + 1) / 2 * kDofs;
  double* of_blocks = values + layout_.blocks;
  for (const ConvolutionBlocks<float>& blocks : blocks_) {
    blocks.advance(of_blocks, sample, velocity);
    blocks.add_output(of_blocks, sample, sum, sum + size - half);
    of_blocks += blocks.value_count();
  }
}

/// Computes the tails at the middle and at the end of the next step.
void CoarseConvolution::compute_tails(MemoryState& state) const noexcept {
  const Index size = dof_count();
  double* values = state.values.data();
  double* middle = values + size;
  double* end = middle + size;
  std::fill_n(middle, 2 * size, 0.0);
  for (Index j = 1; j < kHeadLags; ++j) {
    // Velocities at the end of the step minus j Delta; those in the middle of steps are stored with
    // the sample at the end of the step.
    const Index place = (layout_.velocity_count - j * ratio_) * size;
    add_products(head_.data() + (j - 1) * size * size, static_cast<std::size_t>(size),
                 values + layout_.halfway + place, values + layout_.velocities + place, middle,
                 end);
  }
  const auto phase = static_cast<double>(state.sample_count % ratio_);
  add_sum(values + layout_.sums, phase + 0.5, middle);
  add_sum(values + layout_.sums, phase + 1.0, end);
}

/// Adds the interpolated sum to a tail.
/// @param sums  sums at the multiples n - 2 to n + 3 of Delta, where n is the last multiple
/// @param steps time since the last multiple of Delta, in time steps
void CoarseConvolution::add_sum(const double* sums, double steps, double* tail) const noexcept {
  const Index size = dof_count();
  const double at = steps / static_cast<double>(ratio_) + 2.0;  // from the first node
  for (Index node = 0; node < kNodes; ++node) {
    double weight = 1.0;
    for (Index other = 0; other < kNodes; ++other) {
      if (other == node) continue;
      weight *= (at - static_cast<double>(other)) / static_cast<double>(node - other);
    }
    for (Index i = 0; i < size; ++i) tail[i] += weight * sums[node * size + i];
  }
}

MatrixXcd CoarseConvolution::transform(double omega) const { return kernel_->transform(omega); }

}  // namespace raftup::hydro
