#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace raftup::hydro {

/// What was made last of cells that have a number: a pure cache in which each has its place, its
/// number modulo the size, so that neighbours never displace one another.
template <typename Value>
class RememberedCells {
 public:
  static constexpr std::size_t kSize = 32;

  /// Valid until a cell kSize further is asked for.
  /// @param make gives the value of a number
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
