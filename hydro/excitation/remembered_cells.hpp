#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace raftup::hydro {

/// The most recent values of numbered cells, as a cache without influence on results. The place of
/// a cell is its number modulo the size, so that neighbouring cells never displace one another.
template <typename Value>
class RememberedCells {
 public:
  static constexpr std::size_t kSize = 32;

  /// The value of a cell, valid until a cell is requested whose number differs by a multiple of
  /// kSize.
  /// @param make computes the value of a number
  template <typename Make>
  const Value& at(long number, const Make& make) {
    Cell& cell = cells_[static_cast<std::size_t>(number) % kSize];
    if (!cell.value || cell.number != number) {
      std::optional<Value> made(make(number));
      cell.value = std::move(made);
      cell.number = number;
    }
    return *cell.value;
  }

 private:
  struct Cell {
    long number = 0;
    std::optional<Value> value;
  };

  std::array<Cell, kSize> cells_;
};

}  // namespace raftup::hydro
