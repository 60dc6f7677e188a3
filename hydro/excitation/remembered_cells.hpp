#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace raftup::hydro {

/// Cache of the most recently used values of numbered cells. It has no influence on results. The
/// place of a cell in the cache is its number modulo kSize, so that neighboring cells never
/// displace each other.
template <typename Value>
class RememberedCells {
 public:
  static constexpr std::size_t kSize = 32;

  /// Returns the value of a cell. The reference is valid until a cell is requested whose number
  /// differs by a multiple of kSize.
  /// @param make function that computes the value of a cell from its number
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
