#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "hydro/base/bytes.hpp"
#include "solver/description/fields.hpp"

namespace raftup::solver {

/// Visitor that writes the fields of a value as bytes, one after another. Before the entries of a
/// sequence it writes their number.
class FieldWriter {
 public:
  explicit FieldWriter(ByteWriter& out) : out_(out) {}

  template <typename Value>
  void operator()(std::string_view /*name*/, const Value& value) {
    write(value);
  }

  template <typename Value>
  void write(const Value& value) {
    if constexpr (Described<Value>) {
      Value::fields(value, *this);
    } else if constexpr (Matrix<Value>) {
      out_.write_matrix(value);
    } else if constexpr (std::is_same_v<Value, Quaternion>) {
      out_.write_matrix(value.coeffs());
    } else if constexpr (Sequence<Value>) {
      out_.write(std::uint64_t{value.size()});
      for (const auto& item : value) write(item);
    } else {
      out_.write(value);
    }
  }

 private:
  ByteWriter& out_;
};

/// The smallest number of bytes that a value of a type can have, which is the number with empty
/// sequences.
template <typename Value>
std::size_t least_bytes() {
  static const std::size_t bytes = [] {
    if constexpr (Matrix<Value>) {  // its numbers behind their count of rows
      return std::size_t{8} * (1 + Value::SizeAtCompileTime);
    } else {
      ByteWriter out;
      FieldWriter(out).write(Value());
      return out.bytes().size();
    }
  }();
  return bytes;
}

/// Visitor that reads the fields that FieldWriter has written.
/// @throws Error(kDataLoss) if the bytes end too soon; the number of entries of a sequence is
///         compared with the number of bytes that are left before memory is allocated
class FieldReader {
 public:
  explicit FieldReader(ByteReader& in) : in_(in) {}

  template <typename Value>
  void operator()(std::string_view /*name*/, Value& value) {
    read(value);
  }

  template <typename Value>
  void read(Value& value) {
    if constexpr (Described<Value>) {
      Value::fields(value, *this);
    } else if constexpr (Matrix<Value>) {
      in_.read_matrix(value);
    } else if constexpr (std::is_same_v<Value, Quaternion>) {
      in_.read_matrix(value.coeffs());
    } else if constexpr (std::is_same_v<Value, bool>) {
      value = in_.read_flag();
    } else if constexpr (std::is_same_v<Value, double>) {
      value = in_.read_double();
    } else if constexpr (std::is_integral_v<Value>) {
      value = static_cast<Value>(in_.read_unsigned());
    } else {
      value.resize(in_.read_count(least_bytes<typename Value::value_type>()));
      for (auto& item : value) read(item);
    }
  }

 private:
  ByteReader& in_;
};

}  // namespace raftup::solver
