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
    for (int shift = 0; shift < 64; shift += 8) {
      bytes_.push_back(static_cast<char>((value >> shift) & 0xFFU));
    }
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

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace raftup::solver
