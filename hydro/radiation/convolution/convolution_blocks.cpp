#include "hydro/radiation/convolution/convolution_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {
namespace {

constexpr Eigen::Index kShortestBlock = 32, kGrowth = 8;
/// Least number of longer blocks for which their transforms are worthwhile.
constexpr Eigen::Index kFewestLongBlocks = 2;

/// Measured costs of the units of work [ns]: of a butterfly, of each of its lanes, and of each
/// radiating dof of a product.
constexpr double kButterflyCost = 5.0, kLaneCost = 0.25, kColumnCost = 2.3;
constexpr std::size_t kSums = 4 * kDofs;  // number of sums of a product, ordered like WeightColumn

using WeightColumn = ConvolutionBlocks::WeightColumn;
using Four __attribute__((vector_size(4 * sizeof(double)), may_alias, aligned(8))) = double;
constexpr std::size_t kFours = kSums / 2 / 4;  // number of SIMD vectors of real parts

/// Returns four numbers from any address in memory.
[[gnu::always_inline]] inline const Four& four(const double* from) {
  return *reinterpret_cast<const Four*>(from);
}

/// Input of a sum of products: `count` blocks of `dofs` radiating dofs, with the blocks in a ring
/// buffer.
struct ProductInput {
  const double* spectra;  ///< spectra at this frequency in the first position of the ring
  std::size_t stride;     ///< distance between two positions
  std::size_t newest;     ///< position of block 0
  std::size_t count, dofs;
};

/// Computes sums += W x over the blocks first <= j < last; `weights` begin with those of block 0.
[[gnu::always_inline]] inline void add_products(const WeightColumn* weights,
                                                const ProductInput& input, std::size_t first,
                                                std::size_t last, double* sums) {
  Four real[kFours], imaginary[kFours];
  for (std::size_t v = 0; v < kFours; ++v) {
    real[v] = four(sums + 4 * v);
    imaginary[v] = four(sums + 4 * (kFours + v));
  }
  for (std::size_t j = first; j < last; ++j) {
    const std::size_t place = (input.newest + input.count - j) % input.count;
    const double* x = input.spectra + place * input.stride;
    for (std::size_t d = 0; d < input.dofs; ++d) {
      const double* column = weights[j * input.dofs + d].data();
      for (std::size_t v = 0; v < kFours; ++v) {
        const Four p = four(column + 4 * v), q = four(column + 4 * (kFours + v));
        real[v] += p * x[d] - q * x[input.dofs + d];
        imaginary[v] += p * x[input.dofs + d] + q * x[d];
      }
    }
  }
  for (std::size_t v = 0; v < kFours; ++v) {
    std::memcpy(sums + 4 * v, &real[v], sizeof(Four));
    std::memcpy(sums + 4 * (kFours + v), &imaginary[v], sizeof(Four));
  }
}

}  // namespace

std::vector<BlockPlan> block_plans(Eigen::Index first_lag, Eigen::Index last_lag) {
  std::vector<BlockPlan> plans;
  Eigen::Index length = kShortestBlock;
  while (first_lag <= last_lag) {
    const Eigen::Index longer = kGrowth * length;
    const bool grows = last_lag >= (2 + kFewestLongBlocks) * longer;
    const Eigen::Index lags = (grows ? 2 * longer : last_lag) + 1 - first_lag;
    plans.push_back({length, first_lag, (lags + length - 1) / length});
    first_lag += plans.back().count * length;
    length = longer;
  }
  return plans;
}

ConvolutionBlocks::ConvolutionBlocks(const RowMajorMatrix& middle, const RowMajorMatrix& end,
                                     const BlockPlan& plan)
    : dofs_(to_integer<std::size_t>(std::round(std::sqrt(static_cast<double>(end.cols()))),
                                    "number of dofs")),
      length_(static_cast<std::size_t>(plan.length)),
      count_(static_cast<std::size_t>(plan.count)),
      transform_(2 * length_) {
  const auto first_lag = static_cast<std::size_t>(plan.first_lag);
  const std::size_t row_size = 2 * dofs_;
  weights_.resize(product_count() * dofs_);
  for (std::size_t unit = 0; unit < count_ * dofs_; ++unit) {
    const std::size_t block = unit / dofs_, row = unit % dofs_;
    std::vector<double> series(transform_.length() * row_size, 0.0);
    for (std::size_t tap = 0; tap < length_; ++tap) {
      const auto lag = first_lag + block * length_ + tap;
      if (std::cmp_greater_equal(lag, end.rows())) break;
      const std::size_t source = (lag * dofs_ + row) * dofs_;
      std::copy_n(end.data() + source, dofs_, series.data() + tap * row_size);
      std::copy_n(middle.data() + source, dofs_, series.data() + tap * row_size + dofs_);
    }
    transform_.forward(series.data(), dofs_, 0, transform_.butterfly_count());
    add_weights(series.data(), block, row);
  }
  make_slices();
}

/// Stores the spectra of one row of influenced dofs of a block's weights. Both series were
/// transformed as the real and imaginary part of one series; here they are separated and divided by
/// the length of the transform.
void ConvolutionBlocks::add_weights(const double* series, std::size_t block, std::size_t row) {
  const std::size_t bodies = dofs_ / kDofs, positions = transform_.length();
  const double scale = 0.5 / static_cast<double>(positions);
  for (std::size_t k = 0; k <= length_; ++k) {
    const double* z = series + transform_.place(k) * 2 * dofs_;
    const double* mirror = series + transform_.place((positions - k) % positions) * 2 * dofs_;
    const std::size_t place = ((k * bodies + row / kDofs) * count_ + block) * dofs_;
    for (std::size_t d = 0; d < dofs_; ++d) {
      double* column = weights_[place + d].data() + row % kDofs;
      column[0] = scale * (z[d] + mirror[d]);
      column[kDofs] = scale * (z[dofs_ + d] + mirror[dofs_ + d]);
      column[2 * kDofs] = scale * (z[dofs_ + d] - mirror[dofs_ + d]);
      column[3 * kDofs] = scale * (mirror[d] - z[d]);
    }
  }
}

/// Divides the work into slices of about the same cost. The order of the work is: butterflies of
/// the forward transform, products by frequency, body and block, butterflies of the backward
/// transform.
void ConvolutionBlocks::make_slices() {
  const auto butterflies = static_cast<double>(transform_.butterfly_count());
  const auto products = static_cast<double>(product_count());
  const double forward = kButterflyCost + 0.5 * kLaneCost * static_cast<double>(dofs_);
  const double backward = kButterflyCost + kLaneCost * static_cast<double>(dofs_);
  const double product = kColumnCost * static_cast<double>(dofs_);
  const double total = butterflies * (forward + backward) + products * product;
  for (std::size_t slice = 0; slice <= length_; ++slice) {
    double cost = total * static_cast<double>(slice) / static_cast<double>(length_);
    double units = std::min(butterflies, cost / forward);
    cost -= units * forward;
    const double multiplied = std::min(products, cost / product);
    cost -= multiplied * product;
    units += multiplied + std::min(butterflies, cost / backward);
    slices_.push_back(to_integer<std::size_t>(std::round(units), "units of work"));
  }
  slices_.back() = 2 * transform_.butterfly_count() + product_count();
}

/// Number of products per block: over frequencies, bodies and blocks.
std::size_t ConvolutionBlocks::product_count() const {
  const std::size_t bodies = dofs_ / kDofs;
  return (length_ + 1) * bodies * count_;
}

std::size_t ConvolutionBlocks::value_count() const {
  const std::size_t positions = transform_.length();
  return 3 * positions * dofs_ + count_ * (length_ + 1) * 2 * dofs_ + kSums +
         2 * positions * 2 * dofs_;
}

double* ConvolutionBlocks::window(double* values, std::size_t block) const noexcept {
  return values + block % 3 * transform_.length() * dofs_;
}

double* ConvolutionBlocks::spectra(double* values) const noexcept {
  return values + 3 * transform_.length() * dofs_;
}

double* ConvolutionBlocks::sums(double* values) const noexcept {
  return spectra(values) + count_ * (length_ + 1) * 2 * dofs_;
}

std::size_t ConvolutionBlocks::output_offset(std::size_t block) const noexcept {
  const std::size_t positions = transform_.length();
  return 3 * positions * dofs_ + count_ * (length_ + 1) * 2 * dofs_ + kSums +
         block % 2 * positions * 2 * dofs_;
}

void ConvolutionBlocks::advance(double* values, std::int64_t sample,
                                const double* x) const noexcept {
  const auto block = static_cast<std::size_t>(sample) / length_;
  const std::size_t step = static_cast<std::size_t>(sample) % length_;
  std::copy_n(x, dofs_, window(values, block) + (length_ + step) * dofs_);
  std::copy_n(x, dofs_, window(values, block + 1) + step * dofs_);
  const std::size_t butterflies = transform_.butterfly_count();
  const std::size_t back = slices_.back() - butterflies;
  const std::size_t first = slices_[step], last = slices_[step + 1];
  // Window of block - 1, whose position in the ring of three windows is that of block + 2.
  transform_.forward(window(values, block + 2), dofs_ / 2, std::min(first, butterflies),
                     std::min(last, butterflies));
  do_products(values, block, std::clamp(first, butterflies, back) - butterflies,
              std::clamp(last, butterflies, back) - butterflies);
  transform_.backward(values + output_offset(block + 1), dofs_, std::max(first, back) - back,
                      std::max(last, back) - back);
}

void ConvolutionBlocks::do_products(double* values, std::size_t block, std::size_t first,
                                    std::size_t last) const noexcept {
  const std::size_t bodies = dofs_ / kDofs, stride = (length_ + 1) * 2 * dofs_;
  const std::size_t newest = (block + count_ - 1) % count_;  // of the window block - 1
  while (first < last) {
    const std::size_t panel = first / count_, j = first % count_;
    const std::size_t frequency = panel / bodies, body = panel % bodies;
    const std::size_t some = std::min(count_ - j, last - first);
    double* at_frequency = spectra(values) + frequency * 2 * dofs_;
    if (j == 0) {
      if (body == 0) {
        separate(window(values, block + 2), at_frequency + newest * stride, frequency);
      }
      std::fill_n(sums(values), kSums, 0.0);
    }
    at_full_width<add_products>(weights_.data() + panel * count_ * dofs_,
                                ProductInput{at_frequency, stride, newest, count_, dofs_}, j,
                                j + some, sums(values));
    if (j + some == count_) {
      compose(sums(values), values + output_offset(block + 1), frequency, body);
    }
    first += some;
  }
}

/// Computes the spectra of the real series, of which each lane of the transform contains two.
void ConvolutionBlocks::separate(const double* window, double* spectrum,
                                 std::size_t frequency) const noexcept {
  const std::size_t positions = transform_.length(), lanes = dofs_ / 2;
  const double* z = window + transform_.place(frequency) * dofs_;
  const double* mirror = window + transform_.place((positions - frequency) % positions) * dofs_;
  for (std::size_t l = 0; l < lanes; ++l) {
    spectrum[l] = 0.5 * (z[l] + mirror[l]);
    spectrum[lanes + l] = 0.5 * (z[lanes + l] + mirror[lanes + l]);
    spectrum[dofs_ + l] = 0.5 * (z[lanes + l] - mirror[lanes + l]);
    spectrum[dofs_ + lanes + l] = 0.5 * (mirror[l] - z[l]);
  }
}

/// Writes the sums of one body into the spectrum of the complex series end + i middle, where both
/// are real series.
void ConvolutionBlocks::compose(const double* sums, double* output, std::size_t frequency,
                                std::size_t body) const noexcept {
  const std::size_t positions = transform_.length();
  double* z = output + transform_.place(frequency) * 2 * dofs_ + kDofs * body;
  double* mirror =
      output + transform_.place((positions - frequency) % positions) * 2 * dofs_ + kDofs * body;
  for (std::size_t i = 0; i < kDofs; ++i) {
    const double end_real = sums[i], middle_real = sums[kDofs + i];
    const double end_imaginary = sums[2 * kDofs + i], middle_imaginary = sums[3 * kDofs + i];
    z[i] = end_real - middle_imaginary;
    z[dofs_ + i] = end_imaginary + middle_real;
    mirror[i] = end_real + middle_imaginary;
    mirror[dofs_ + i] = middle_real - end_imaginary;
  }
}

void ConvolutionBlocks::add_output(const double* values, std::int64_t sample, double* middle,
                                   double* end) const noexcept {
  const auto block = static_cast<std::size_t>(sample) / length_;
  const std::size_t step = static_cast<std::size_t>(sample) % length_;
  const double* output = values + output_offset(block) + (length_ + step) * 2 * dofs_;
  for (std::size_t i = 0; i < dofs_; ++i) {
    end[i] += output[i];
    middle[i] += output[dofs_ + i];
  }
}

}  // namespace raftup::hydro
