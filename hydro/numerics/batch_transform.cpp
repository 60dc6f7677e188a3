#include "hydro/numerics/batch_transform.hpp"

#include <bit>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup {
namespace {

struct Tables {
  const double* cosine;
  const double* sine;
  std::size_t half_length;
};

/// (a, b) -> (a + b, (a - b) w), w = c - i s.
[[gnu::always_inline]] inline void spread(double* __restrict a, double* __restrict b,
                                          std::size_t lanes, double c, double s) {
  for (std::size_t l = 0; l < lanes; ++l) {
    const double real = a[l] - b[l], imaginary = a[lanes + l] - b[lanes + l];
    a[l] += b[l];
    a[lanes + l] += b[lanes + l];
    b[l] = real * c + imaginary * s;
    b[lanes + l] = imaginary * c - real * s;
  }
}

/// (a, b) -> (a + b w, a - b w), w = c + i s.
[[gnu::always_inline]] inline void gather(double* __restrict a, double* __restrict b,
                                          std::size_t lanes, double c, double s) {
  for (std::size_t l = 0; l < lanes; ++l) {
    const double real = b[l] * c - b[lanes + l] * s, imaginary = b[lanes + l] * c + b[l] * s;
    b[l] = a[l] - real;
    b[lanes + l] = a[lanes + l] - imaginary;
    a[l] += real;
    a[lanes + l] += imaginary;
  }
}

[[gnu::always_inline]] inline void spread_some(const Tables& tables, double* values,
                                               std::size_t lanes, std::size_t first,
                                               std::size_t last) {
  const std::size_t half = tables.half_length;
  for (std::size_t n = first; n < last; ++n) {
    const std::size_t stage = n / half, butterfly = n % half;
    const std::size_t distance = half >> stage, offset = butterfly & (distance - 1);
    double* a = values + (2 * butterfly - offset) * 2 * lanes;
    const std::size_t turn = offset << stage;
    spread(a, a + distance * 2 * lanes, lanes, tables.cosine[turn], tables.sine[turn]);
  }
}

[[gnu::always_inline]] inline void gather_some(const Tables& tables, double* values,
                                               std::size_t lanes, std::size_t first,
                                               std::size_t last) {
  const std::size_t half = tables.half_length;
  for (std::size_t n = first; n < last; ++n) {
    const std::size_t stage = n / half, butterfly = n % half;
    const std::size_t distance = std::size_t{1} << stage, offset = butterfly & (distance - 1);
    double* a = values + (2 * butterfly - offset) * 2 * lanes;
    const std::size_t turn = offset * (half >> stage);
    gather(a, a + distance * 2 * lanes, lanes, tables.cosine[turn], tables.sine[turn]);
  }
}

}  // namespace

BatchTransform::BatchTransform(std::size_t length) {
  require(length >= 2 && std::has_single_bit(length),
          "length of a transform must be a power of two from 2 on, got " + std::to_string(length));
  stages_ = static_cast<std::size_t>(std::countr_zero(length));
  place_.assign(length, 0);
  for (std::size_t k = 1; k < length; ++k) {
    place_[k] = place_[k / 2] / 2 + (k % 2) * (length / 2);
  }
  for (std::size_t q = 0; q < length / 2; ++q) {
    const SineCosine turned = sincos_turns(static_cast<double>(q) / static_cast<double>(length));
    cosine_.push_back(turned.cosine);
    sine_.push_back(turned.sine);
  }
}

void BatchTransform::forward(double* values, std::size_t lanes, std::size_t first,
                             std::size_t last) const noexcept {
  at_full_width<spread_some>(Tables{cosine_.data(), sine_.data(), length() / 2}, values, lanes,
                             first, last);
}

void BatchTransform::backward(double* values, std::size_t lanes, std::size_t first,
                              std::size_t last) const noexcept {
  at_full_width<gather_some>(Tables{cosine_.data(), sine_.data(), length() / 2}, values, lanes,
                             first, last);
}

}  // namespace raftup
