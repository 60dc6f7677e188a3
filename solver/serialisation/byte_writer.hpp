#pragma once

#include <Eigen/Core>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace raftup::solver {

/// Portable bytes: little-endian integers, doubles by their bits, lengths before sequences.
class ByteWriter {
 public:
  void write(std::uint64_t value) {
    char bytes[8];
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>((value >> (8 * i)) & 0xFFU);
    bytes_.append(bytes, sizeof bytes);
  }
  void write(std::int64_t value) { write(static_cast<std::uint64_t>(value)); }
  void write(double value) { write(std::bit_cast<std::uint64_t>(value)); }
  void write(bool value) { write(std::uint64_t{value ? 1U : 0U}); }
  void write(std::string_view text) {
    write(std::uint64_t{text.size()});
    bytes_.append(text);
  }
  void write(const char* text) { write(std::string_view(text)); }
  void write(std::span<const double> values) {
    write(std::uint64_t{values.size()});
    for (const double value : values) write(value);
  }
  void write(std::span<const std::int64_t> values) {
    write(std::uint64_t{values.size()});
    for (const std::int64_t value : values) write(value);
  }
  /// Coefficients of an Eigen matrix in the order of its storage.
  template <typename Matrix>
  void write_matrix(const Matrix& matrix) {
    write(static_cast<std::int64_t>(matrix.rows()));
    for (Eigen::Index i = 0; i < matrix.size(); ++i) write(matrix.data()[i]);
  }

  void write(std::span<const std::size_t> values) {
    write(std::uint64_t{values.size()});
    for (const std::size_t value : values) write(std::uint64_t{value});
  }

  const std::string& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

}  // namespace raftup::solver
