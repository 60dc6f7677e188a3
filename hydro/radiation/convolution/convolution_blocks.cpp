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

/// Least number of longer blocks for which their transforms are worthwhile.
constexpr Eigen::Index kFewestLongBlocks = 2;

/// Measured costs of the units of work [ns]: of a butterfly, of each of its lanes, and of each input
/// of a product.
constexpr double kButterflyCost = 5.0, kLaneCost = 0.25, kColumnCost = 2.3;
constexpr std::size_t kSums = 4 * kDofs;  // number of sums of a product, ordered like WeightColumn

using Four __attribute__((vector_size(4 * sizeof(double)), may_alias, aligned(8))) = double;
constexpr std::size_t kFours = kSums / 2 / 4;  // number of SIMD vectors of real parts

using FourFloats __attribute__((vector_size(4 * sizeof(float)), may_alias, aligned(4))) = float;

/// Loads four numbers from any address in memory.
[[gnu::always_inline]] inline void load(const double* from, Four& four) {
  four = *reinterpret_cast<const Four*>(from);
}
[[gnu::always_inline]] inline void load(const float* from, Four& four) {
  four = __builtin_convertvector(*reinterpret_cast<const FourFloats*>(from), Four);
}

/// Input of a sum of products: `count` blocks of `inputs` numbers, with the blocks in a ring buffer.
struct ProductInput {
  const double* spectra;  ///< spectra at this frequency in the first position of the ring
  std::size_t stride;     ///< distance between two positions
  std::size_t newest;     ///< position of block 0
  std::size_t count, inputs;
};

/// Computes sums += W x over the blocks first <= j < last; `weights` begin with those of block 0.
template <typename WeightColumn>
[[gnu::always_inline]] inline void add_products(const WeightColumn* weights,
                                                const ProductInput& input, std::size_t first,
                                                std::size_t last, double* sums) {
  Four real[kFours], imaginary[kFours];
  for (std::size_t v = 0; v < kFours; ++v) {
    load(sums + 4 * v, real[v]);
    load(sums + 4 * (kFours + v), imaginary[v]);
  }
  for (std::size_t j = first; j < last; ++j) {
    const std::size_t place = (input.newest + input.count - j) % input.count;
    const double* x = input.spectra + place * input.stride;
    for (std::size_t d = 0; d < input.inputs; ++d) {
      const auto* column = weights[j * input.inputs + d].data();
      for (std::size_t v = 0; v < kFours; ++v) {
        Four p, q;
        load(column + 4 * v, p);
        load(column + 4 * (kFours + v), q);
        real[v] += p * x[d] - q * x[input.inputs + d];
        imaginary[v] += p * x[input.inputs + d] + q * x[d];
      }
    }
  }
  for (std::size_t v = 0; v < kFours; ++v) {
    std::memcpy(sums + 4 * v, &real[v], sizeof(Four));
    std::memcpy(sums + 4 * (kFours + v), &imaginary[v], sizeof(Four));
  }
}

}  // namespace

std::vector<BlockPlan> block_plans(Eigen::Index first_lag, Eigen::Index last_lag,
                                   const BlockGrowth& growth) {
  std::vector<BlockPlan> plans;
  Eigen::Index length = growth.shortest;
  while (first_lag <= last_lag) {
    const Eigen::Index longer = growth.factor * length;
    const bool grows = last_lag >= (2 + kFewestLongBlocks) * longer;
    const Eigen::Index lags = (grows ? 2 * longer : last_lag) + 1 - first_lag;
    plans.push_back({length, first_lag, (lags + length - 1) / length});
    first_lag += plans.back().count * length;
    length = longer;
  }
  return plans;
}

template <typename Weight>
ConvolutionBlocks<Weight>::ConvolutionBlocks(const RowMajorMatrix& first,
                                             const RowMajorMatrix& second, Eigen::Index inputs,
                                             const BlockPlan& plan)
    : inputs_(static_cast<std::size_t>(inputs)),
      outputs_(static_cast<std::size_t>(first.cols()) / inputs_),
      length_(static_cast<std::size_t>(plan.length)),
      count_(static_cast<std::size_t>(plan.count)),
      transform_(2 * length_) {
  const auto first_lag = static_cast<std::size_t>(plan.first_lag);
  const std::size_t row_size = 2 * inputs_;
  weights_.resize(product_count() * inputs_);
  for (std::size_t unit = 0; unit < count_ * outputs_; ++unit) {
    const std::size_t block = unit / outputs_, row = unit % outputs_;
    std::vector<double> series(transform_.length() * row_size, 0.0);
    for (std::size_t tap = 0; tap < length_; ++tap) {
      const auto lag = first_lag + block * length_ + tap;
      if (std::cmp_greater_equal(lag, first.rows())) break;
      const std::size_t source = (lag * outputs_ + row) * inputs_;
      std::copy_n(first.data() + source, inputs_, series.data() + tap * row_size);
      std::copy_n(second.data() + source, inputs_, series.data() + tap * row_size + inputs_);
    }
    transform_.forward(series.data(), inputs_, 0, transform_.butterfly_count());
    add_weights(series.data(), block, row);
  }
  make_slices();
}

/// Stores the spectra of one row of outputs of a block's weights. Both series were
/// transformed as the real and imaginary part of one series; here they are separated and divided by
/// the length of the transform.
template <typename Weight>
void ConvolutionBlocks<Weight>::add_weights(const double* series, std::size_t block,
                                            std::size_t row) {
  const std::size_t groups = outputs_ / kDofs, positions = transform_.length();
  const double scale = 0.5 / static_cast<double>(positions);
  for (std::size_t k = 0; k <= length_; ++k) {
    const double* z = series + transform_.place(k) * 2 * inputs_;
    const double* mirror = series + transform_.place((positions - k) % positions) * 2 * inputs_;
    const std::size_t place = ((k * groups + row / kDofs) * count_ + block) * inputs_;
    for (std::size_t d = 0; d < inputs_; ++d) {
      Weight* column = weights_[place + d].data() + row % kDofs;
      column[0] = static_cast<Weight>(scale * (z[d] + mirror[d]));
      column[kDofs] = static_cast<Weight>(scale * (z[inputs_ + d] + mirror[inputs_ + d]));
      column[2 * kDofs] = static_cast<Weight>(scale * (z[inputs_ + d] - mirror[inputs_ + d]));
      column[3 * kDofs] = static_cast<Weight>(scale * (mirror[d] - z[d]));
    }
  }
}

/// Divides the work into slices of about the same cost. The order of the work is: butterflies of
/// the forward transform, products by frequency, group of outputs and block, butterflies of the backward
/// transform.
template <typename Weight>
void ConvolutionBlocks<Weight>::make_slices() {
  const auto butterflies = static_cast<double>(transform_.butterfly_count());
  const auto products = static_cast<double>(product_count());
  const double forward = kButterflyCost + 0.5 * kLaneCost * static_cast<double>(inputs_);
  const double backward = kButterflyCost + kLaneCost * static_cast<double>(outputs_);
  const double product = kColumnCost * static_cast<double>(inputs_);
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

/// Number of products per block: over frequencies, groups of outputs and blocks.
template <typename Weight>
std::size_t ConvolutionBlocks<Weight>::product_count() const {
  return (length_ + 1) * (outputs_ / kDofs) * count_;
}

template <typename Weight>
std::size_t ConvolutionBlocks<Weight>::value_count() const {
  const std::size_t positions = transform_.length();
  return 3 * positions * inputs_ + count_ * (length_ + 1) * 2 * inputs_ + kSums +
         2 * positions * 2 * outputs_;
}

template <typename Weight>
double* ConvolutionBlocks<Weight>::window(double* values, std::size_t block) const noexcept {
  return values + block % 3 * transform_.length() * inputs_;
}

template <typename Weight>
double* ConvolutionBlocks<Weight>::spectra(double* values) const noexcept {
  return values + 3 * transform_.length() * inputs_;
}

template <typename Weight>
double* ConvolutionBlocks<Weight>::sums(double* values) const noexcept {
  return spectra(values) + count_ * (length_ + 1) * 2 * inputs_;
}

template <typename Weight>
std::size_t ConvolutionBlocks<Weight>::output_offset(std::size_t block) const noexcept {
  const std::size_t positions = transform_.length();
  return 3 * positions * inputs_ + count_ * (length_ + 1) * 2 * inputs_ + kSums +
         block % 2 * positions * 2 * outputs_;
}

template <typename Weight>
void ConvolutionBlocks<Weight>::advance(double* values, std::int64_t sample,
                                        const double* x) const noexcept {
  const auto block = static_cast<std::size_t>(sample) / length_;
  const std::size_t step = static_cast<std::size_t>(sample) % length_;
  std::copy_n(x, inputs_, window(values, block) + (length_ + step) * inputs_);
  std::copy_n(x, inputs_, window(values, block + 1) + step * inputs_);
  const std::size_t butterflies = transform_.butterfly_count();
  const std::size_t back = slices_.back() - butterflies;
  const std::size_t first = slices_[step], last = slices_[step + 1];
  // Window of block - 1, whose position in the ring of three windows is that of block + 2.
  transform_.forward(window(values, block + 2), inputs_ / 2, std::min(first, butterflies),
                     std::min(last, butterflies));
  do_products(values, block, std::clamp(first, butterflies, back) - butterflies,
              std::clamp(last, butterflies, back) - butterflies);
  transform_.backward(values + output_offset(block + 1), outputs_, std::max(first, back) - back,
                      std::max(last, back) - back);
}

template <typename Weight>
void ConvolutionBlocks<Weight>::do_products(double* values, std::size_t block, std::size_t first,
                                            std::size_t last) const noexcept {
  const std::size_t groups = outputs_ / kDofs, stride = (length_ + 1) * 2 * inputs_;
  const std::size_t newest = (block + count_ - 1) % count_;  // of the window block - 1
  while (first < last) {
    const std::size_t panel = first / count_, j = first % count_;
    const std::size_t frequency = panel / groups, group = panel % groups;
    const std::size_t some = std::min(count_ - j, last - first);
    double* at_frequency = spectra(values) + frequency * 2 * inputs_;
    if (j == 0) {
      if (group == 0) {
        separate(window(values, block + 2), at_frequency + newest * stride, frequency);
      }
      std::fill_n(sums(values), kSums, 0.0);
    }
    at_full_width<add_products<WeightColumn>>(
        weights_.data() + panel * count_ * inputs_,
        ProductInput{at_frequency, stride, newest, count_, inputs_}, j, j + some, sums(values));
    if (j + some == count_) {
      compose(sums(values), values + output_offset(block + 1), frequency, group);
    }
    first += some;
  }
}

/// Computes the spectra of the real series, of which each lane of the transform contains two.
template <typename Weight>
void ConvolutionBlocks<Weight>::separate(const double* window, double* spectrum,
                                         std::size_t frequency) const noexcept {
  const std::size_t positions = transform_.length(), lanes = inputs_ / 2;
  const double* z = window + transform_.place(frequency) * inputs_;
  const double* mirror = window + transform_.place((positions - frequency) % positions) * inputs_;
  for (std::size_t l = 0; l < lanes; ++l) {
    spectrum[l] = 0.5 * (z[l] + mirror[l]);
    spectrum[lanes + l] = 0.5 * (z[lanes + l] + mirror[lanes + l]);
    spectrum[inputs_ + l] = 0.5 * (z[lanes + l] - mirror[lanes + l]);
    spectrum[inputs_ + lanes + l] = 0.5 * (mirror[l] - z[l]);
  }
}

/// Writes the sums of one group of outputs into the spectrum of the complex series first + i second,
/// where both are real series.
template <typename Weight>
void ConvolutionBlocks<Weight>::compose(const double* sums, double* output, std::size_t frequency,
                                        std::size_t group) const noexcept {
  const std::size_t positions = transform_.length();
  double* z = output + transform_.place(frequency) * 2 * outputs_ + kDofs * group;
  double* mirror =
      output + transform_.place((positions - frequency) % positions) * 2 * outputs_ + kDofs * group;
  for (std::size_t i = 0; i < kDofs; ++i) {
    const double first_real = sums[i], second_real = sums[kDofs + i];
    const double first_imaginary = sums[2 * kDofs + i], second_imaginary = sums[3 * kDofs + i];
    z[i] = first_real - second_imaginary;
    z[outputs_ + i] = first_imaginary + second_real;
    mirror[i] = first_real + second_imaginary;
    mirror[outputs_ + i] = second_real - first_imaginary;
  }
}

template <typename Weight>
void ConvolutionBlocks<Weight>::add_output(const double* values, std::int64_t sample, double* first,
                                           double* second) const noexcept {
  const auto block = static_cast<std::size_t>(sample) / length_;
  const std::size_t step = static_cast<std::size_t>(sample) % length_;
  const double* output = values + output_offset(block) + (length_ + step) * 2 * outputs_;
  for (std::size_t i = 0; i < outputs_; ++i) {
    first[i] += output[i];
    second[i] += output[outputs_ + i];
  }
}

template class ConvolutionBlocks<double>;
template class ConvolutionBlocks<float>;

}  // namespace raftup::hydro
