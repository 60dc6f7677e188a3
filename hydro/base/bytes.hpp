#pragma once

#include <Eigen/Core>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "hydro/base/error.hpp"

namespace raftup {

/// Writes values as bytes that are the same on every machine: integers in little-endian order,
/// doubles by their bits, and the length before each sequence.
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
    write_each(values);
  }
  void write(std::span<const std::int64_t> values) {
    write(std::uint64_t{values.size()});
    for (const std::int64_t value : values) write(value);
  }
  /// Writes the number of rows and the elements of an Eigen matrix, in the order of its storage.
  template <typename Matrix>
  void write_matrix(const Matrix& matrix) {
    write(static_cast<std::int64_t>(matrix.rows()));
    write_each(std::span(matrix.data(), static_cast<std::size_t>(matrix.size())));
  }

  void write(std::span<const std::size_t> values) {
    write(std::uint64_t{values.size()});
    for (const std::size_t value : values) write(std::uint64_t{value});
  }

  const std::string& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  /// Writes numbers as one block of memory if their representation in memory is that of the bytes,
  /// since databases contain millions of numbers.
  template <typename Number>
  void write_each(std::span<const Number> values) {
    if constexpr (std::endian::native == std::endian::little && std::is_same_v<Number, double>) {
      bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    } else {
      for (const Number value : values) write(value);
    }
  }

  std::string bytes_;
};

/// Reads values from bytes that ByteWriter has written. Each length is compared with the number of
/// bytes that are left before memory is allocated.
/// @throws Error(kDataLoss) from every function if the bytes end too soon
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t read_unsigned() {
    const std::string_view bytes = read_bytes(8);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    return value;
  }
  std::int64_t read_signed() { return static_cast<std::int64_t>(read_unsigned()); }
  /// Reads a truth value, which is stored as 0 or 1.
  /// @throws Error(kDataLoss) for any other value
  bool read_flag() {
    const std::uint64_t value = read_unsigned();
    if (value > 1) throw Error(ErrorCode::kDataLoss, "a stored flag must be 0 or 1");
    return value == 1;
  }
  double read_double() { return std::bit_cast<double>(read_unsigned()); }

  /// Reads the number of items that follow, each of which has at least `item_bytes` bytes.
  /// @throws Error(kDataLoss) if fewer bytes are left than so many items need
  std::size_t read_count(std::size_t item_bytes) {
    const std::uint64_t count = read_unsigned();
    require_left(count <= rest_.size() / item_bytes);
    return static_cast<std::size_t>(count);
  }
  std::vector<double> read_doubles() {
    std::vector<double> values(read_count(8));
    for (double& value : values) value = read_double();
    return values;
  }
  std::vector<std::int64_t> read_integers() {
    std::vector<std::int64_t> values(read_count(8));
    for (std::int64_t& value : values) value = read_signed();
    return values;
  }
  /// Reads a text. The result refers to the bytes that are read and is valid as long as they exist.
  std::string_view read_text() { return read_bytes(read_count(1)); }
  template <typename Matrix>
  void read_matrix(Matrix& matrix) {
    require_left(read_signed() == matrix.rows());
    for (Eigen::Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = read_double();
  }

  std::string_view read_bytes(std::size_t count) {
    require_left(count <= rest_.size());
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  static void require_left(bool holds) {
    if (!holds) {
      throw Error(ErrorCode::kDataLoss, "state must be complete, its lengths exceed its bytes");
    }
  }

  std::string_view rest_;
};

}  // namespace raftup
