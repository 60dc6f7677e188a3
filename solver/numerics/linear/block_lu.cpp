#include "solver/numerics/linear/block_lu.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

using Block = BlockLu::Block;

/// Subtracts the product of two blocks from `target`.
[[gnu::always_inline]] inline void subtract_product(const Block& left, const Block& right,
                                                    Block& target) {
  for (std::size_t r = 0; r < BlockLu::kRows; ++r) {
    Lanes sum = target[r].lanes();
    for (std::size_t k = 0; k < BlockLu::kRows; ++k) sum -= right[k].lanes() * left[r][k];
    target[r].lanes() = sum;
  }
}

/// The row, from `first` on, with the largest entry in column `first`.
[[gnu::always_inline]] inline std::size_t largest_in_column(const Block& block, std::size_t first) {
  std::size_t largest = first;
  for (std::size_t r = first + 1; r < BlockLu::kRows; ++r) {
    if (std::abs(block[r][first]) > std::abs(block[largest][first])) largest = r;
  }
  return largest;
}

/// Inverts a block in place by Gauss-Jordan elimination with row pivots.
/// @returns true if there was a pivot in every column
[[gnu::always_inline]] inline bool invert(Block& block) {
  Block inverse{};
  for (std::size_t r = 0; r < BlockLu::kRows; ++r) inverse[r][r] = 1.0;
  for (std::size_t c = 0; c < BlockLu::kRows; ++c) {
    const std::size_t pivot_row = largest_in_column(block, c);
    if (pivot_row != c) {
      std::swap(block[c], block[pivot_row]);
      std::swap(inverse[c], inverse[pivot_row]);
    }
    const double pivot = block[c][c];
    if (!(std::abs(pivot) > 0.0) || !std::isfinite(pivot)) return false;
    const double scale = 1.0 / pivot;
    block[c].lanes() *= scale;
    inverse[c].lanes() *= scale;
    for (std::size_t r = 0; r < BlockLu::kRows; ++r) {
      if (r == c) continue;
      const double factor = block[r][c];
      block[r].lanes() -= block[c].lanes() * factor;
      inverse[r].lanes() -= inverse[c].lanes() * factor;
    }
  }
  block = inverse;
  return true;
}

/// Replaces `block` by the product of `inverse` and `block`.
[[gnu::always_inline]] inline void multiply_from_left(const Block& inverse, Block& block) {
  Block product;
  for (std::size_t r = 0; r < BlockLu::kRows; ++r) {
    Lanes sum = block[0].lanes() * inverse[r][0];
    for (std::size_t k = 1; k < BlockLu::kRows; ++k) sum += block[k].lanes() * inverse[r][k];
    product[r].lanes() = sum;
  }
  block = product;
}

[[gnu::always_inline]] inline LaneArray product(const Block& block, const LaneArray& x) {
  LaneArray result{};
  for (std::size_t r = 0; r < BlockLu::kRows; ++r) {
    result[r] = fold(block[r].lanes() * x.lanes());
  }
  return result;
}

}  // namespace

void BlockLu::analyze(std::size_t block_count,
                      const std::vector<std::pair<std::size_t, std::size_t>>& couplings) {
  pattern_ = analyze_blocks(std::vector<std::size_t>(block_count, kRows), couplings);
  upper_.assign(pattern_.columns.size(), {});
  lower_.assign(pattern_.columns.size(), {});
  y_.assign(block_count, {});
  targets_.clear();
  first_target_.clear();
  for (std::size_t place = 0; place < block_count; ++place) {
    check_cancelled();
    first_target_.push_back(targets_.size());
    for (std::size_t a = pattern_.first[place] + 1; a < pattern_.first[place + 1]; ++a) {
      for (std::size_t b = pattern_.first[place] + 1; b < pattern_.first[place + 1]; ++b) {
        const std::size_t row = pattern_.columns[a], column = pattern_.columns[b];
        const std::size_t at =
            pattern_.offset_of(std::min(row, column), std::max(row, column)) / kRows;
        targets_.push_back(row <= column ? &upper_[at] : &lower_[at]);
      }
    }
  }
}

void BlockLu::clear() {
  std::fill(upper_.begin(), upper_.end(), Block{});
  std::fill(lower_.begin(), lower_.end(), Block{});
}

BlockLu::Block& BlockLu::at(std::size_t row, std::size_t column) {
  const std::size_t i = pattern_.place_of[row], j = pattern_.place_of[column];
  const std::size_t at = pattern_.offset_of(std::min(i, j), std::max(i, j)) / kRows;
  return i <= j ? upper_[at] : lower_[at];
}

[[gnu::always_inline]] inline bool BlockLu::factorize_blocks() {
  for (std::size_t place = 0; place < pattern_.block_count(); ++place) {
    check_cancelled();
    const std::size_t own = pattern_.first[place], end = pattern_.first[place + 1];
    if (!invert(upper_[own])) return false;
    Block* const* target = targets_.data() + first_target_[place];
    for (std::size_t b = own + 1; b < end; ++b) multiply_from_left(upper_[own], upper_[b]);
    for (std::size_t a = own + 1; a < end; ++a) {
      for (std::size_t b = own + 1; b < end; ++b) {
        subtract_product(lower_[a], upper_[b], **target++);
      }
    }
  }
  return true;
}

[[gnu::always_inline]] inline void BlockLu::solve_blocks(std::vector<LaneArray>& x) const {
  const std::size_t count = pattern_.block_count();
  for (std::size_t block = 0; block < count; ++block) y_[pattern_.place_of[block]] = x[block];
  for (std::size_t place = 0; place < count; ++place) {
    const std::size_t own = pattern_.first[place], end = pattern_.first[place + 1];
    y_[place] = product(upper_[own], y_[place]);
    for (std::size_t a = own + 1; a < end; ++a) {
      y_[pattern_.columns[a]].lanes() -= product(lower_[a], y_[place]).lanes();
    }
  }
  for (std::size_t place = count; place-- > 0;) {
    for (std::size_t b = pattern_.first[place] + 1; b < pattern_.first[place + 1]; ++b) {
      y_[place].lanes() -= product(upper_[b], y_[pattern_.columns[b]]).lanes();
    }
  }
  for (std::size_t block = 0; block < count; ++block) x[block] = y_[pattern_.place_of[block]];
}

bool BlockLu::factorize() { return at_full_width<&BlockLu::factorize_blocks>(*this); }

void BlockLu::solve(std::vector<LaneArray>& x) const {
  at_full_width<&BlockLu::solve_blocks>(*this, x);
}

}  // namespace raftup::solver
