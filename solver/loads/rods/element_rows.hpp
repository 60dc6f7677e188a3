#pragma once

#include <array>
#include <utility>

#include "solver/loads/rods/axial_row.hpp"
#include "solver/loads/rods/block_band.hpp"
#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/loads/rods/drum_row.hpp"
#include "solver/loads/rods/rod_state.hpp"

namespace raftup::solver::rods {

/// The rows of the tensions of all elements of a rod over one step: an AxialRow for each, and a DrumRow
/// at a drum or an eye.
/// Call order: begin(), then linearize() and solve() any number of times, commit().
class ElementRows {
 public:
  explicit ElementRows(std::size_t elements) : rows_(elements) {}

  /// Begins a step of duration h [s].
  void begin(const DiscreteRod& rod, const RodState& state, const Drums& drums, double h);
  /// Adds the forces of the elements and their derivatives where the nodes end the step at x1 [m].
  void linearize(std::span<const Vector3> x1, BlockBand& band);

  /// What solve() has found.
  struct Energy {
    double created = 0.0;  ///< by the linear forces [J]
    double stored = 0.0;   ///< at the start or the end of the step, whichever is more [J]
  };
  /// Takes the solution w [m/s] and the positions x1 that it leads to [m].
  Energy solve(std::span<const Vector3> w, std::span<const Vector3> x1);

  double lag(std::size_t element) const;  ///< k, see AxialRow
  /// True if the drums do what they were linearized for.
  bool are_settled() const;
  /// The row of the element at a drum at an end, 0 = the first.
  const DrumRow& drum_row(std::size_t end) const { return drum_rows_[end]; }
  /// Motion of an end that does to its element what the change of the rate of its drum since the
  /// linearization does [m/s]; 0 without a drum.
  Vector3 like_rate_change(std::size_t end) const;
  /// Writes tensions and the lengths at drums.
  void commit(RodState& state) const;

 private:
  /// Returns 0 for the element at a drum at the first end, 1 at the last, 2 for others.
  std::size_t drum_at(std::size_t element) const;
  /// Calls f(row, element) with the row of every element.
  template <typename Function>
  void for_each(Function f);

  Drums drums_{};
  std::vector<AxialRow> rows_;
  std::array<DrumRow, 2> drum_rows_;  ///< in place of the first and the last of rows_ at drums
};

}  // namespace raftup::solver::rods
