#include "hydro/numerics/fourier.hpp"

#include <bit>
#include <cstdint>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/batch_transform.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup {
namespace {

/// Real and imaginary parts of the numbers of one series, in the arrangement of BatchTransform.
class Series {
 public:
  explicit Series(std::size_t length) : parts_(2 * length, 0.0) {}

  Complex at(std::size_t index) const { return {parts_[2 * index], parts_[2 * index + 1]}; }
  void set(std::size_t index, const Complex& value) {
    parts_[2 * index] = value.real();
    parts_[2 * index + 1] = value.imag();
  }
  void forward(const BatchTransform& transform) {
    transform.forward(parts_.data(), 1, 0, transform.butterfly_count());
    check_cancelled();
  }
  void backward(const BatchTransform& transform) {
    transform.backward(parts_.data(), 1, 0, transform.butterfly_count());
    check_cancelled();
  }

 private:
  std::vector<double> parts_;
};

/// Returns the product of complex numbers without the checks for infinities of the standard
/// library.
Complex complex_product(const Complex& a, const Complex& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

std::vector<Complex> of_power_of_two(const std::vector<Complex>& series) {
  const BatchTransform transform(series.size());
  Series values(series.size());
  for (std::size_t q = 0; q < series.size(); ++q) values.set(q, series[q]);
  values.forward(transform);
  std::vector<Complex> result;
  for (std::size_t k = 0; k < series.size(); ++k) result.push_back(values.at(transform.place(k)));
  return result;
}

/// Returns exp(i pi q^2 / n) for q < n.
std::vector<Complex> chirp(std::size_t n) {
  std::vector<Complex> result;
  for (std::uint64_t q = 0; q < n; ++q) {
    const auto half_turns = static_cast<double>(q * q % (2 * n));
    const SineCosine turned = sincos_turns(half_turns / (2.0 * static_cast<double>(n)));
    result.emplace_back(turned.cosine, turned.sine);
  }
  return result;
}

}  // namespace

std::vector<Complex> fourier_transform(const std::vector<Complex>& series) {
  const std::size_t n = series.size();
  if (n < 2) return series;
  if (std::has_single_bit(n)) return of_power_of_two(series);
  const std::vector<Complex> chirps = chirp(n);
  const BatchTransform transform(std::bit_ceil(2 * n - 1));
  const std::size_t length = transform.length();
  Series values(length), filter(length);
  for (std::size_t q = 0; q < n; ++q) {
    values.set(q, complex_product(series[q], std::conj(chirps[q])));
    filter.set(q, chirps[q]);
    if (q > 0) filter.set(length - q, chirps[q]);
  }
  values.forward(transform);
  filter.forward(transform);
  for (std::size_t k = 0; k < length; ++k)
    values.set(k, complex_product(values.at(k), filter.at(k)));
  values.backward(transform);
  std::vector<Complex> result;
  for (std::size_t k = 0; k < n; ++k) {
    result.push_back(complex_product(values.at(k), std::conj(chirps[k])) /
                     static_cast<double>(length));
  }
  return result;
}

}  // namespace raftup
