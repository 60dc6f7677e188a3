#include "clients/load/latency_histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace raftup::client {

namespace {

constexpr int kPrecisionBits = 7;  ///< each value below 2^8 has its own bucket
constexpr std::int64_t kHalf = std::int64_t{1} << kPrecisionBits;
constexpr std::int64_t kLargest = (std::int64_t{1} << 40) - 1;  ///< largest value [ns]

/// Index of the bucket of a value [ns]. Each value below 2 kHalf has its own bucket, and each
/// further power of two has kHalf buckets.
std::size_t index_of(std::int64_t value) {
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value)));
  const int shift = std::max(0, bits - kPrecisionBits - 1);
  return static_cast<std::size_t>(shift * kHalf + (value >> shift));
}

/// The largest value [ns] of the bucket with this index.
std::int64_t upper_end(std::size_t index) {
  const auto place = static_cast<std::int64_t>(index);
  const std::int64_t shift = std::max<std::int64_t>(0, place / kHalf - 1);
  return ((place - shift * kHalf + 1) << shift) - 1;
}

}  // namespace

LatencyHistogram::LatencyHistogram() : counts_(index_of(kLargest) + 1) {}

void LatencyHistogram::record(std::chrono::nanoseconds duration) {
  const std::int64_t value = std::clamp<std::int64_t>(duration.count(), 0, kLargest);
  counts_[index_of(value)].fetch_add(1, std::memory_order_relaxed);
  count_.fetch_add(1, std::memory_order_relaxed);
  sum_.fetch_add(value, std::memory_order_relaxed);
  std::int64_t known = max_.load(std::memory_order_relaxed);
  while (known < value && !max_.compare_exchange_weak(known, value)) {
  }
}

std::chrono::nanoseconds LatencyHistogram::mean() const {
  return std::chrono::nanoseconds(count() == 0 ? 0 : sum_.load() / count());
}

std::chrono::nanoseconds LatencyHistogram::quantile(double fraction) const {
  const auto wanted = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::ceil(fraction * static_cast<double>(count()))));
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += counts_[i].load(std::memory_order_relaxed);
    if (seen >= wanted) return std::min(std::chrono::nanoseconds(upper_end(i)), max());
  }
  return max();
}

std::vector<std::pair<std::int64_t, std::int64_t>> LatencyHistogram::buckets() const {
  std::vector<std::pair<std::int64_t, std::int64_t>> filled;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const std::int64_t count = counts_[i].load(std::memory_order_relaxed);
    if (count > 0) filled.emplace_back(upper_end(i), count);
  }
  return filled;
}

}  // namespace raftup::client
